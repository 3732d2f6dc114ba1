/* Loops over threads, and what takes the places of variables in them.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of cudafortran.

   Cudafortran is free software; you can redistribute it and/or modify it under
   the terms of the GNU General Public License as published by the Free
   Software Foundation; either version 3, or (at your option) any later
   version.

   Cudafortran is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
   more details.

   You should have received a copy of the GNU General Public License along
   with cudafortran; see the file COPYING.  If not, see
   <http://www.gnu.org/licenses/>.  */

#include "config.h"
#include "gcc-plugin.h"
#include "system.h"
#include "coretypes.h"
#include "tree.h"
#include "stringpool.h"
#include "attribs.h"
#include "fold-const.h"
#include "stor-layout.h"
#include "tree-iterator.h"
#include "gimple-expr.h"
#include "gimplify.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-fission.h"

/* For cuf-uniform-fission.cc: when a kernel is split into sequences, variables that
   live in several become arrays of all threads' values, and each sequence a
   loop.  */

/* --- What takes the places of variables ---------------------------------- */

tree
cuf_use_elements (tree *tp, int *walk_subtrees, void *data)
{
  replacement *r = (replacement *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (column *c = (TREE_CODE (*tp) == ARRAY_REF
			? r->columns.get (TREE_OPERAND (*tp, 0)) : NULL))
    {
      tree row = build4 (ARRAY_REF, TREE_TYPE (TREE_TYPE (c->array)),
			 c->array, TREE_OPERAND (*tp, 1), NULL_TREE, NULL_TREE);
      walk_tree (&TREE_OPERAND (row, 1), cuf_use_elements, r, NULL);
      *tp = build4 (ARRAY_REF, TREE_TYPE (*tp), row, unshare_expr (c->thread),
		    NULL_TREE, NULL_TREE);
      *walk_subtrees = 0;
    }
  else if (tree *e = r->elements.get (*tp))
    {
      *tp = unshare_expr (*e);
      *walk_subtrees = 0;
    }
  return NULL_TREE;
}

/* The occurrences of an array, those of elements, the addresses of elements, and
   those of them that are arguments for scalars.  */
struct array_uses
{
  tree var;
  int all, elements, addresses, of_scalars;
};

/* True if ADDRESS is that of an element of VAR.  */

static bool
address_of_element_p (tree address, tree var)
{
  return (TREE_CODE (address) == ADDR_EXPR
	  && TREE_CODE (TREE_OPERAND (address, 0)) == ARRAY_REF
	  && TREE_OPERAND (TREE_OPERAND (address, 0), 0) == var);
}

/* The number of arguments of CALL that are elements of VAR for scalar dummies.  For
   arrays, and where nobody says for what, other elements may be behind them.  */

static int
elements_for_scalars (tree call, tree var)
{
  int n = 0;
  tree fn = CALL_EXPR_FN (call);
  tree formal = fn ? TYPE_ARG_TYPES (TREE_TYPE (TREE_TYPE (fn))) : NULL_TREE;
  for (int i = 0; formal && i < call_expr_nargs (call);
       i++, formal = TREE_CHAIN (formal))
    {
      tree type = TREE_VALUE (formal);
      n += (POINTER_TYPE_P (type) && !VOID_TYPE_P (TREE_TYPE (type))
	    && is_gimple_reg_type (TREE_TYPE (type))
	    && address_of_element_p (CALL_EXPR_ARG (call, i), var));
    }
  return n;
}

static tree
count_uses (tree *tp, int *walk_subtrees, void *data)
{
  array_uses *u = (array_uses *) data;
  if (TYPE_P (*tp))
    {
      *walk_subtrees = 0;
      return NULL_TREE;
    }
  u->all += *tp == u->var;
  u->elements += (TREE_CODE (*tp) == ARRAY_REF
		  && TREE_OPERAND (*tp, 0) == u->var);
  u->addresses += (TREE_CODE (*tp) == ADDR_EXPR
		   && get_base_address (TREE_OPERAND (*tp, 0)) == u->var);
  if (TREE_CODE (*tp) == CALL_EXPR)
    u->of_scalars += elements_for_scalars (*tp, u->var);
  return NULL_TREE;
}

/* True if VAR is a small array of which BODY uses nothing but elements, one at a
   time.  Then one element of all threads is a row, along which the loop over them
   goes.  */

bool
cuf_columns_p (tree var, tree body)
{
  enum { MOST = 64 };
  tree type = TREE_TYPE (var);
  if (TREE_CODE (type) != ARRAY_TYPE || !is_gimple_reg_type (TREE_TYPE (type))
      || !TYPE_DOMAIN (type)
      || !TYPE_MIN_VALUE (TYPE_DOMAIN (type))
      || !integer_zerop (TYPE_MIN_VALUE (TYPE_DOMAIN (type)))
      || tree_to_uhwi (TYPE_SIZE_UNIT (type))
	 > MOST * tree_to_uhwi (TYPE_SIZE_UNIT (TREE_TYPE (type))))
    return false;
  array_uses u = { var, 0, 0, 0, 0 };
  walk_tree (&body, count_uses, &u, NULL);
  return u.all == u.elements && u.addresses == u.of_scalars;
}

/* The type of an array with rows for the elements of TYPE, each for THREADS
   threads.  They are a bit longer, so that their beginnings do not share the
   same few places of a cache.  */

tree
cuf_array_of_columns (tree type, unsigned threads)
{
  enum { LINE = 64 };
  tree element = TYPE_MAIN_VARIANT (TREE_TYPE (type));
  unsigned size = tree_to_uhwi (TYPE_SIZE_UNIT (element));
  tree row = build_array_type_nelts (element, threads + LINE / size);
  return build_array_type_nelts (row, tree_to_uhwi (TYPE_SIZE_UNIT (type))
				      / size);
}

/* The assignments to what STMTS use that is computed anew.  */

tree
cuf_computed_for (fission *f, tree stmts)
{
  tree list = NULL_TREE;
  for (int i = (int) f->prefix.length () - 1; i >= 0; i--)
    {
      tree t = f->prefix[i];
      tree var = get_base_address (TREE_OPERAND (t, 0));
      if (!walk_tree (&stmts, cuf_find_variable, var, NULL)
	  && !(list && walk_tree (&list, cuf_find_variable, var, NULL)))
	continue;
      tree copy = NULL_TREE;
      append_to_statement_list_force (unshare_expr (t), &copy);
      if (list)
	append_to_statement_list_force (list, &copy);
      list = copy;
    }
  return list;
}

/* --- Variables that are not set ------------------------------------------ */

/* True if -gpu=check wants to know whether VAR, a thread's, is set.  */

bool
cuf_checked_variable_p (tree var)
{
  return cuf_check_p () && cuf_private_variable_p (var);
}

/* A call that says that the BYTES of VAR are not set.  */

static tree
tell_unset (enum cuf_tree_index fn, tree var, tree bytes)
{
  TREE_ADDRESSABLE (var) = 1;
  return build_call_expr (cuf_tree (fn), 2,
			  fold_convert (ptr_type_node,
					build_fold_addr_expr (var)),
			  fold_convert (size_type_node, bytes));
}

/* The number of threads in the block.  */

static tree
block_volume (void)
{
  tree volume = size_one_node;
  tree context = cuf_tree (CUF_CONTEXT_VAR);
  for (int dim = 0; dim < 3; dim++)
    volume = build2 (MULT_EXPR, size_type_node, volume,
		     fold_convert (size_type_node,
				   cuf_dim3_component (context, "blockdim",
						       dim)));
  return volume;
}

/* ARRAY has the values of VAR.  If that is one of the source append to STMTS
   that they, which have BYTES, are not set.  */

void
cuf_name_array (tree array, tree var, tree bytes, tree *stmts)
{
  DECL_NAME (array) = DECL_NAME (var);
  DECL_ARTIFICIAL (array) = DECL_ARTIFICIAL (var);
  DECL_IGNORED_P (array) = DECL_IGNORED_P (var);
  DECL_ATTRIBUTES (array) = tree_cons (get_identifier (CUF_FRAME_ATTRIBUTE),
				       NULL_TREE, NULL_TREE);
  if (cuf_checked_variable_p (var))
    append_to_statement_list (tell_unset (CUF_FN_CHECK_UNSET, array, bytes),
			      stmts);
}

/* Append to BEGINNING, which STMTS follow, a sequence of F, or with PART a part
   of one, that what lives there alone is not set.  */

void
cuf_begin_unset (fission *f, tree stmts, bool part, tree *beginning)
{
  for (tree var : f->order)
    {
      uniform_local *l = f->locals.get (var);
      if (l->uniform || l->computed || l->several || !cuf_checked_variable_p (var)
	  || (part && l->several_parts)
	  || !walk_tree (&stmts, cuf_find_variable, var, NULL))
	continue;
      tree type = TREE_TYPE (var);
      if (!is_gimple_reg_type (type) || TREE_ADDRESSABLE (var))
	append_to_statement_list (tell_unset (CUF_FN_CHECK_UNSET, var,
					      TYPE_SIZE_UNIT (type)),
				  beginning);
      else if (tree value = cuf_unset_value (type))
	append_to_statement_list (build2 (MODIFY_EXPR, void_type_node, var,
					  value), beginning);
      else
	append_to_statement_list (build2 (MODIFY_EXPR, void_type_node, var,
					  build_clobber (type)), beginning);
    }
}

/* Let the shared variables that *TP declares begin as not set.  */

static tree
note_shared (tree *tp, int *walk_subtrees, void *data)
{
  fission *f = (fission *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (TREE_CODE (*tp) == BIND_EXPR)
    for (tree var = BIND_EXPR_VARS (*tp); var; var = DECL_CHAIN (var))
      if (VAR_P (var)
	  && lookup_attribute ("shared", DECL_ATTRIBUTES (var))
	  && DECL_SIZE_UNIT (var) && !integer_zerop (DECL_SIZE_UNIT (var))
	  && !DECL_HAS_VALUE_EXPR_P (var))
	append_to_statement_list (tell_unset (CUF_FN_CHECK_UNSET_SHARED, var,
					      DECL_SIZE_UNIT (var)),
				  &f->beginning_stmts);
  return NULL_TREE;
}

/* Let the shared variables of BODY, the kernel's, begin as not set in the function
   of F.  */

void
cuf_tell_shared_unset (fission *f, tree body)
{
  walk_tree_without_duplicates (&body, note_shared, f);
}

/* --- Arrays and loops ---------------------------------------------------- */

/* The element for the warp of THREAD of an array with the values of VAR.  */

static tree
warp_element (fission *f, tree var, tree thread, tree *vars)
{
  tree array = cuf_local_variable (f->fn, cuf_array_of (TREE_TYPE (var)), vars);
  tree warp = build2 (RSHIFT_EXPR, size_type_node, thread,
		      build_int_cst (integer_type_node, 5));
  return build4 (ARRAY_REF, TREE_TYPE (var), array, warp, NULL_TREE, NULL_TREE);
}

/* Give variables that live in several sequences arrays.  Return false if they
   are too large.  */

static bool
make_arrays (fission *f, replacement *r, tree thread, tree *vars)
{
  HOST_WIDE_INT bytes = 0;
  cuf_spread_pointed (f, false);
  for (tree var : f->order)
    {
      uniform_local *l = f->locals.get (var);
      if (l->uniform && l->warp && l->several)
	{
	  r->elements.put (var, warp_element (f, var, thread, vars));
	  continue;
	}
      if (l->uniform || l->computed || !l->several)
	continue;
      bytes += tree_to_uhwi (TYPE_SIZE_UNIT (TREE_TYPE (var)));
      if (bytes > CUF_MOST_FRAME_BYTES)
	return false;
      if (!cuf_check_p () && f->columns.contains (var))
	{
	  tree type = cuf_array_of_columns (TREE_TYPE (var),
					    GCUF_MAX_BLOCK_THREADS);
	  column c = { cuf_local_variable (f->fn, type, vars), thread };
	  r->columns.put (var, c);
	  continue;
	}
      tree array = cuf_local_variable (f->fn, cuf_array_of (TREE_TYPE (var)),
				       vars);
      if (cuf_check_p ())
	cuf_name_array (array, var,
			build2 (MULT_EXPR, size_type_node, block_volume (),
				fold_convert (size_type_node, TYPE_SIZE_UNIT
							      (TREE_TYPE (var)))),
			&f->beginning_stmts);
      r->elements.put (var, build4 (ARRAY_REF, TREE_TYPE (var), array, thread,
				    NULL_TREE, NULL_TREE));
    }
  return true;
}

/* Append to STMTS that the thread is that with index LO.  */

static void
append_first_thread (tree lo, tree *stmts)
{
  tree context = cuf_tree (CUF_CONTEXT_VAR);
  for (int dim = 0; dim < 3; dim++)
    append_to_statement_list_force
      (build2 (MODIFY_EXPR, void_type_node,
	       cuf_dim3_component (context, "threadidx", dim),
	       cuf_dim3_component (lo, NULL, dim)), stmts);
}

/* Fill the places of the sequences with loops over the threads from LO to
   HI.  */

bool
cuf_make_loops (fission *f, tree lo, tree hi, tree *vars)
{
  replacement r;
  tree thread = cuf_local_variable (f->fn, size_type_node, vars);
  if (!make_arrays (f, &r, thread, vars))
    return false;
  for (sequence &s : f->sequences)
    {
      if (s.warps)
	{
	  if (!cuf_split_warps (f, &s, &r, thread, hi, vars))
	    return false;
	  continue;
	}
      tree inner = NULL_TREE, loop = NULL_TREE;
      cuf_begin_unset (f, s.stmts, false, &inner);
      tree stmts = s.stmts;
      if (s.off)
	stmts = build3 (COND_EXPR, void_type_node, unshare_expr (s.off),
			build_empty_stmt (input_location), stmts);
      if (tree list = cuf_computed_for (f, stmts))
	append_to_statement_list_force (list, &inner);
      walk_tree (&stmts, cuf_use_elements, &r, NULL);
      append_to_statement_list_force (stmts, &inner);
      if (s.first)
	{
	  append_first_thread (lo, &loop);
	  append_to_statement_list_force (inner, &loop);
	  BIND_EXPR_BODY (s.place) = loop;
	  continue;
	}
      append_to_statement_list_force (cuf_increment (thread), &inner);
      append_to_statement_list_force (build2 (MODIFY_EXPR, void_type_node,
					      thread, size_zero_node), &loop);
      append_to_statement_list_force (cuf_loop_over_threads (f->fn, inner, lo,
							     hi, vars), &loop);
      BIND_EXPR_BODY (s.place) = loop;
    }
  return true;
}
