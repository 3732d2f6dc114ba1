/* Loops over the lanes of warps.
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
#include "fold-const.h"
#include "tree-iterator.h"
#include "tree-inline.h"
#include "gimple-expr.h"
#include "gimplify.h"
#include "options.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-fission.h"

/* What the lanes of a warp do between two of its operations is a loop over
   them.  There are two: one for a warp all of whose lanes take part and have
   consecutive first indices, which can be vectorized, and one that asks for
   each lane whether it takes part.  */

enum { LANES = 32 };

/* --- Statements ---------------------------------------------------------- */

static void
append (tree stmt, tree *stmts)
{
  append_to_statement_list_force (stmt, stmts);
}

static void
append_set (tree var, tree value, tree *stmts)
{
  append (build2 (MODIFY_EXPR, void_type_node, unshare_expr (var),
		  fold_convert (TREE_TYPE (var), value)), stmts);
}

/* Append to STMTS that VAR grows by AMOUNT.  */

static void
append_add (tree var, tree amount, tree *stmts)
{
  append_set (var, build2 (PLUS_EXPR, TREE_TYPE (var), var,
			   fold_convert (TREE_TYPE (var), amount)), stmts);
}

static void
append_exit (tree_code code, tree x, tree y, tree *stmts)
{
  append (build1 (EXIT_EXPR, void_type_node,
		  build2 (code, boolean_type_node, unshare_expr (x),
			  unshare_expr (y))), stmts);
}

static tree
number (int value)
{
  return build_int_cst (integer_type_node, value);
}

/* Component DIM of the running thread's index.  */

static tree
thread_index (int dim)
{
  return cuf_dim3_component (cuf_tree (CUF_CONTEXT_VAR), "threadidx", dim);
}

/* Append to STMTS that the index X, Y, Z becomes that of the thread AMOUNT
   further in the block whose last one is HI.  */

static void
append_advance (tree hi, const tree index[3], int amount, tree *stmts)
{
  append_add (index[0], number (amount), stmts);
  for (int dim = 0; dim < 2; dim++)
    {
      tree most = cuf_dim3_component (hi, NULL, dim), body = NULL_TREE;
      append_exit (LE_EXPR, index[dim], most, &body);
      append_set (index[dim], build2 (MINUS_EXPR, integer_type_node,
				      index[dim], unshare_expr (most)), &body);
      append_add (index[dim + 1], number (1), &body);
      append (build1 (LOOP_EXPR, void_type_node, body), stmts);
    }
}

/* --- Copies -------------------------------------------------------------- */

/* Copies of declarations and of what is computed once.  */
struct copies
{
  tree fn;
  hash_map<tree, tree> map;
};

static tree
note_labels (tree *tp, int *walk_subtrees, void *data)
{
  copies *c = (copies *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (TREE_CODE (*tp) == LABEL_EXPR || TREE_CODE (*tp) == CASE_LABEL_EXPR)
    {
      tree label = create_artificial_label (input_location);
      DECL_CONTEXT (label) = c->fn;
      c->map.put (TREE_CODE (*tp) == LABEL_EXPR ? LABEL_EXPR_LABEL (*tp)
		  : CASE_LABEL (*tp), label);
    }
  return NULL_TREE;
}

/* Give the BIND_EXPR BIND variables of its own.  */

static void
copy_variables (copies *c, tree bind)
{
  for (tree *chain = &BIND_EXPR_VARS (bind); *chain;
       chain = &DECL_CHAIN (*chain))
    {
      tree var = copy_node (*chain);
      DECL_CHAIN (var) = DECL_CHAIN (*chain);
      if (VAR_P (var))
	SET_DECL_RTL (var, NULL);
      c->map.put (*chain, var);
      *chain = var;
    }
}

static tree
copy_part (tree *tp, int *walk_subtrees, void *data)
{
  copies *c = (copies *) data;
  tree t = *tp;
  if (TYPE_P (t))
    {
      *walk_subtrees = 0;
      return NULL_TREE;
    }
  if (tree *copy = c->map.get (t))
    {
      *tp = *copy;
      *walk_subtrees = 0;
      return NULL_TREE;
    }
  if (DECL_P (t) || CONSTANT_CLASS_P (t))
    return NULL_TREE;
  if (TREE_CODE (t) == STATEMENT_LIST)
    {
      tree list = alloc_stmt_list ();
      for (tree_stmt_iterator i = tsi_start (t); !tsi_end_p (i); tsi_next (&i))
	append (tsi_stmt (i), &list);
      *tp = list;
      return NULL_TREE;
    }
  if (TREE_CODE (t) == SAVE_EXPR)
    {
      *tp = copy_node (t);
      c->map.put (t, *tp);
      return NULL_TREE;
    }
  copy_tree_r (tp, walk_subtrees, NULL);
  if (TREE_CODE (*tp) == BIND_EXPR)
    copy_variables (c, *tp);
  return NULL_TREE;
}

/* A copy of STMTS, statements of FN, with labels and variables of its own.  */

tree
cuf_copy_statements (tree fn, tree stmts)
{
  copies c;
  c.fn = fn;
  walk_tree_without_duplicates (&stmts, note_labels, &c);
  walk_tree (&stmts, copy_part, &c, NULL);
  return stmts;
}

/* Let STMTS know whether all lanes take part.  */

static void
set_full (const warp_lanes *l, tree *stmts, bool full)
{
  replacement r;
  r.elements.put (l->full, full ? boolean_true_node : boolean_false_node);
  walk_tree (stmts, cuf_use_elements, &r, NULL);
}

/* --- Loops --------------------------------------------------------------- */

/* Append to STMTS: for the first COUNT lanes BODY, which has the lane's
   number.  */

static void
append_lanes (const warp_lanes *l, tree body, tree count, tree *stmts)
{
  tree loop = NULL_TREE;
  append_set (l->lane, number (0), stmts);
  append_exit (GE_EXPR, l->lane, count, &loop);
  append (body, &loop);
  append_add (l->lane, number (1), &loop);
  append (build1 (LOOP_EXPR, void_type_node, loop), stmts);
}

/* Append to STMTS: for all lanes BODY.  */

void
cuf_append_lane_loop (const warp_lanes *l, tree body, tree *stmts)
{
  append_lanes (l, body, number (LANES), stmts);
}

/* Append to BODY that the thread of the lane has its number.  */

static void
append_thread (const warp_lanes *l, tree *body)
{
  append_set (l->thread, build2 (PLUS_EXPR, size_type_node, l->first,
				 fold_convert (size_type_node, l->lane)), body);
}

/* PART for the first COUNT lanes of a whole warp, whose first indices are
   consecutive.  */

tree
cuf_loop_over_first_lanes (const warp_lanes *l, tree part, tree count)
{
  tree body = NULL_TREE, stmts = NULL_TREE;
  set_full (l, &part, true);
  append_set (thread_index (1), l->index[1], &stmts);
  append_set (thread_index (2), l->index[2], &stmts);
  append_set (thread_index (0), build2 (PLUS_EXPR, integer_type_node,
					l->index[0], l->lane), &body);
  if (cuf_check_p ())
    append (build_call_expr (cuf_tree (CUF_FN_CHECK_THREAD), 0), &body);
  append_thread (l, &body);
  append (part, &body);
  append_lanes (l, body, count, &stmts);
  return stmts;
}

/* PART for each lane that takes part.  */

tree
cuf_masked_loop (const warp_lanes *l, tree part)
{
  tree inside = NULL_TREE, body = NULL_TREE, stmts = NULL_TREE, index[3];
  set_full (l, &part, false);
  for (int dim = 0; dim < 3; dim++)
    {
      if (l->aligned)
	{
	  tree value = l->index[dim];
	  if (dim == 0)
	    value = build2 (PLUS_EXPR, integer_type_node, value, l->lane);
	  append_set (thread_index (dim), value, dim == 0 ? &inside : &stmts);
	  continue;
	}
      index[dim] = cuf_local_variable (l->fn, integer_type_node, l->vars);
      append_set (index[dim], l->index[dim], &stmts);
      append_set (thread_index (dim), index[dim], &inside);
    }
  append_thread (l, &inside);
  append (part, &inside);
  tree bit = build2 (BIT_AND_EXPR, unsigned_type_node, l->mask,
		     cuf_lane_bit (l));
  append (build3 (COND_EXPR, void_type_node,
		  build2 (NE_EXPR, boolean_type_node, bit,
			  build_zero_cst (unsigned_type_node)),
		  inside, NULL_TREE), &body);
  if (!l->aligned)
    append_advance (l->hi, index, 1, &body);
  cuf_append_lane_loop (l, body, &stmts);
  return stmts;
}

/* The bit of the lane in a mask.  */

tree
cuf_lane_bit (const warp_lanes *l)
{
  return build2 (LSHIFT_EXPR, unsigned_type_node,
		 build_one_cst (unsigned_type_node), l->lane);
}

/* STMTS for each lane that takes part.  */

tree
cuf_loop_over_lanes (const warp_lanes *l, tree stmts)
{
  tree copy = cuf_copy_statements (l->fn, stmts);
  return build3 (COND_EXPR, void_type_node,
		 build2 (EQ_EXPR, boolean_type_node, l->mask, l->regular),
		 cuf_loop_over_first_lanes (l, stmts, number (LANES)),
		 cuf_masked_loop (l, copy));
}

/* A statement that makes the first lane, whether it takes part or not, that
   which computes something.  */

tree
cuf_first_lane (const warp_lanes *l)
{
  return build2 (MODIFY_EXPR, void_type_node, thread_index (0), l->index[0]);
}

/* STMTS for lane NUMBER, an unsigned variable, if there is such a lane and it
   takes part, in a warp whose first indices are consecutive.  */

tree
cuf_do_one_lane (const warp_lanes *l, tree number, tree stmts)
{
  tree body = NULL_TREE;
  set_full (l, &stmts, false);
  append_set (l->lane, number, &body);
  append_set (thread_index (0), build2 (PLUS_EXPR, integer_type_node,
					l->index[0], l->lane), &body);
  for (int dim = 1; dim < 3; dim++)
    append_set (thread_index (dim), l->index[dim], &body);
  append_thread (l, &body);
  append (stmts, &body);
  tree exists = build2 (LT_EXPR, boolean_type_node, number,
			build_int_cst (TREE_TYPE (number), LANES));
  tree bit = build2 (RSHIFT_EXPR, unsigned_type_node, l->mask,
		     fold_convert (integer_type_node, number));
  bit = build2 (BIT_AND_EXPR, unsigned_type_node, bit,
		build_one_cst (unsigned_type_node));
  return build3 (COND_EXPR, void_type_node,
		 build2 (TRUTH_ANDIF_EXPR, boolean_type_node, exists,
			 fold_convert (boolean_type_node, bit)),
		 body, NULL_TREE);
}

/* Statements that set BITS to the lanes that take part and whose element of
   VOTES, an array of integers, is not 0.  */

tree
cuf_gather_bits (const warp_lanes *l, tree votes, tree bits)
{
  tree body = NULL_TREE, stmts = NULL_TREE;
  tree vote = build4 (ARRAY_REF, TREE_TYPE (TREE_TYPE (votes)), votes, l->lane,
		      NULL_TREE, NULL_TREE);
  /* Those of others are not set.  */
  tree aye = build2 (NE_EXPR, boolean_type_node, vote,
		     build_zero_cst (TREE_TYPE (vote)));
  append_set (bits, build_zero_cst (unsigned_type_node), &stmts);
  append_set (bits, build2 (BIT_IOR_EXPR, unsigned_type_node, bits,
			    build2 (LSHIFT_EXPR, unsigned_type_node,
				    fold_convert (unsigned_type_node, aye),
				    l->lane)), &body);
  cuf_append_lane_loop (l, body, &stmts);
  append_set (bits, build2 (BIT_AND_EXPR, unsigned_type_node, bits, l->mask),
	      &stmts);
  return stmts;
}

/* --- Options ------------------------------------------------------------- */

/* Let arrays of lanes in FN be copied as vectors: 128 bytes that are moved as
   memory are stored in pieces that no vector can be read from at once.  */

void
cuf_copy_lanes_as_vectors (tree fn)
{
  gcc_options opts = global_options, set = global_options_set;
  tree options = DECL_FUNCTION_SPECIFIC_OPTIMIZATION (fn);
  if (!options)
    options = optimization_default_node;
  cl_optimization_restore (&opts, &set, TREE_OPTIMIZATION (options));
  opts.x_flag_tree_loop_distribute_patterns = 0;
  DECL_FUNCTION_SPECIFIC_OPTIMIZATION (fn) = build_optimization_node (&opts,
								      &set);
}

/* --- Warps --------------------------------------------------------------- */

/* Make the variables of L, for FN and a block whose last index is HI; those
   declared go to VARS.  THREAD is the number of a thread.  */

void
cuf_begin_lanes (warp_lanes *l, tree fn, tree hi, tree thread, tree *vars)
{
  l->fn = fn;
  l->vars = vars;
  l->last = hi;
  l->hi = cuf_local_variable (fn, TYPE_MAIN_VARIANT (TREE_TYPE (hi)), vars);
  l->thread = thread;
  l->aligned = false;
  l->mask = cuf_local_variable (fn, unsigned_type_node, vars);
  l->lane = cuf_local_variable (fn, integer_type_node, vars);
  l->full = cuf_local_variable (fn, boolean_type_node, vars);
  l->regular = cuf_local_variable (fn, unsigned_type_node, vars);
  l->first = cuf_local_variable (fn, size_type_node, vars);
  for (int dim = 0; dim < 3; dim++)
    l->index[dim] = cuf_local_variable (fn, integer_type_node, vars);
}

/* True at run time if the block of L has one row or its rows are whole
   warps.  */

static tree
regular_p (const warp_lanes *l)
{
  tree row = build2 (BIT_AND_EXPR, integer_type_node,
		     cuf_dim3_component (l->hi, NULL, 0), number (LANES - 1));
  tree whole = build2 (EQ_EXPR, boolean_type_node, row, number (0));
  for (int dim = 1; dim < 3; dim++)
    {
      tree one = build2 (EQ_EXPR, boolean_type_node,
			 cuf_dim3_component (l->hi, NULL, dim), number (1));
      row = dim == 1 ? one : build2 (TRUTH_AND_EXPR, boolean_type_node, row,
				     one);
    }
  return build2 (TRUTH_OR_EXPR, boolean_type_node, whole, row);
}

/* The number of threads in the block of L.  */

static tree
volume (const warp_lanes *l)
{
  tree product = size_one_node;
  for (int dim = 0; dim < 3; dim++)
    product = build2 (MULT_EXPR, size_type_node, product,
		      fold_convert (size_type_node,
				    cuf_dim3_component (l->hi, NULL, dim)));
  return product;
}

/* Set the mask of L to the lanes that its warp has of a block with THREADS.  */

static void
append_mask (const warp_lanes *l, tree threads, tree *stmts)
{
  tree rest = build2 (MINUS_EXPR, size_type_node, threads, l->first);
  tree all = build_minus_one_cst (unsigned_type_node);
  tree some = build2 (LSHIFT_EXPR, unsigned_type_node,
		      build_one_cst (unsigned_type_node),
		      fold_convert (integer_type_node, rest));
  some = build2 (MINUS_EXPR, unsigned_type_node, some,
		 build_one_cst (unsigned_type_node));
  tree whole = build2 (GE_EXPR, boolean_type_node, unshare_expr (rest),
		       size_int (LANES));
  append_set (l->mask, build3 (COND_EXPR, unsigned_type_node, whole, all,
			       some), stmts);
}

/* BODY for each warp of the block.  */

tree
cuf_loop_over_warps (const warp_lanes *l, tree body)
{
  tree threads = cuf_local_variable (l->fn, size_type_node, l->vars);
  tree loop = NULL_TREE, stmts = NULL_TREE;
  tree none = build_zero_cst (unsigned_type_node);
  append (build2 (MODIFY_EXPR, void_type_node, l->hi, unshare_expr (l->last)),
	  &stmts);
  tree all = build_minus_one_cst (unsigned_type_node);
  if (!l->aligned)
    all = build3 (COND_EXPR, unsigned_type_node, regular_p (l), all, none);
  append_set (l->regular, all, &stmts);
  append_set (threads, volume (l), &stmts);
  append_set (l->first, size_zero_node, &stmts);
  for (int dim = 0; dim < 3; dim++)
    append_set (l->index[dim], number (1), &stmts);
  append_exit (GE_EXPR, l->first, threads, &loop);
  if (l->aligned)
    append_set (l->mask, unshare_expr (all), &loop);
  else
    append_mask (l, threads, &loop);
  for (int dim = 0; dim < 3; dim++)
    append_set (thread_index (dim), l->index[dim], &loop);
  append (body, &loop);
  append_add (l->first, size_int (LANES), &loop);
  append_advance (l->hi, l->index, LANES, &loop);
  append (build1 (LOOP_EXPR, void_type_node, loop), &stmts);
  return stmts;
}
