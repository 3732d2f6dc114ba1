/* Procedures that run on a device, and the variables that they see.
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
#include "system.h"
#include "coretypes.h"
#include "tree.h"
#include "stringpool.h"
#include "fold-const.h"
#include "stor-layout.h"
#include "tree-iterator.h"
#include "function.h"
#include "cgraph.h"
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "trans-const.h"
#include "cuf-trans.h"
#include "cuf-lower.h"
#include "gimplify.h"

/* --- Predefined variables ----------------------------------------------- */

/* State of the walk over the body of one device procedure.  */
struct predefined_walk
{
  tree fndecl;
  hash_map<tree, tree> copies;	/* From the module's variable to ours.  */
  auto_vec<tree> order;		/* Ours.  */
  tree init;			/* Statements that set the copies.  */
};

/* A local copy of the predefined variable NAME, of TYPE.  */

static tree
add_copy (predefined_walk *walk, const char *name, tree type)
{
  tree copy = build_decl (DECL_SOURCE_LOCATION (walk->fndecl), VAR_DECL,
			  get_identifier (name), TYPE_MAIN_VARIANT (type));
  DECL_CONTEXT (copy) = walk->fndecl;
  DECL_ARTIFICIAL (copy) = 1;
  TREE_USED (copy) = 1;
  walk->order.safe_push (copy);
  int dim = 0;
  for (tree f = TYPE_FIELDS (TREE_TYPE (copy)); f; f = DECL_CHAIN (f), dim++)
    append_to_statement_list
      (build2 (MODIFY_EXPR, void_type_node,
	       build3 (COMPONENT_REF, TREE_TYPE (f), copy, f, NULL_TREE),
	       fold_convert (TREE_TYPE (f), cuf_special_register (name, dim))),
       &walk->init);
  gcc_checking_assert (dim == 3);
  return copy;
}

/* If DECL is a predefined variable, the local copy of it.  */

static tree
predefined_copy (tree decl, void *data)
{
  const char *name = cuf_predefined_name (decl);
  if (!name)
    return NULL_TREE;

  predefined_walk *walk = (predefined_walk *) data;
  bool existed;
  tree &copy = walk->copies.get_or_insert (decl, &existed);
  if (!existed)
    copy = add_copy (walk, name, TREE_TYPE (decl));
  return copy;
}

/* For debuggers: add copies of the predefined variables that the procedure
   neither uses nor has among VARS, its own.  */

static void
add_other_copies (predefined_walk *walk, tree vars)
{
  const char *name;
  for (unsigned i = 0; (name = cuf_predefined (i)); i++)
    {
      tree id = get_identifier (name), var = vars;
      while (var && DECL_NAME (var) != id)
	var = DECL_CHAIN (var);
      for (tree copy : walk->order)
	if (DECL_NAME (copy) == id)
	  var = copy;
      if (!var)
	add_copy (walk, name, cuf_tree (CUF_DIM3));
    }
}

/* Remove what has been copied from the declarations chained at CHAIN: no
   object file defines it.  */

static void
unchain_copied (tree *chain, predefined_walk *walk)
{
  while (*chain)
    if (walk->copies.get (*chain))
      *chain = DECL_CHAIN (*chain);
    else
      chain = &DECL_CHAIN (*chain);
}

/* Let FNDECL, a procedure that runs on the device, read each predefined
   variable once, into a local variable at its start.  Debuggers know that by its
   name.  */

static void
lower_predefined (tree fndecl)
{
  predefined_walk walk;
  walk.fndecl = fndecl;
  walk.init = NULL_TREE;
  cuf_replace_variables (&DECL_SAVED_TREE (fndecl), predefined_copy, &walk);
  tree bind = DECL_SAVED_TREE (fndecl);
  gcc_assert (TREE_CODE (bind) == BIND_EXPR);
  tree block = BIND_EXPR_BLOCK (bind);
  unchain_copied (&BIND_EXPR_VARS (bind), &walk);
  unchain_copied (&BLOCK_VARS (block), &walk);
  if (cuf_debug_host_p ())
    add_other_copies (&walk, BIND_EXPR_VARS (bind));
  if (walk.order.is_empty ())
    return;

  /* What the block has is one list with the rest.  */
  bool same = BLOCK_VARS (block) == BIND_EXPR_VARS (bind);
  for (tree copy : walk.order)
    {
      DECL_CHAIN (copy) = BIND_EXPR_VARS (bind);
      BIND_EXPR_VARS (bind) = copy;
    }
  if (same)
    BLOCK_VARS (block) = BIND_EXPR_VARS (bind);
  append_to_statement_list (BIND_EXPR_BODY (bind), &walk.init);
  BIND_EXPR_BODY (bind) = walk.init;
}

/* --- Declarations ------------------------------------------------------- */

/* If host code declares the variable SYM in device memory, have DEFER, which is
   gfc_defer_symbol_init, note that something is to be done where the procedure
   begins and ends.  */

void
cuf_defer_local_variable (gfc_symbol *sym, void (*defer) (gfc_symbol *))
{
  if (cuf_local_device_p (sym))
    defer (sym);
}

/* The array SYM, to which DECL points, has SIZE elements that are known when
   the procedure begins, and OFFSET: that of the first element of INIT, what is
   done then.  If it is in shared or device memory, or one of device code, add that
   to INIT, and what has to be done, to BLOCK, and return true.  */

bool
cuf_trans_automatic (gfc_symbol *sym, tree decl, tree size, tree offset,
		     stmtblock_t *init, gfc_wrapped_block *block)
{
  return (cuf_trans_dynamic_shared (sym, decl, size, offset, init, block)
	  || cuf_trans_local_array (sym, decl, size, offset, init, block)
	  || cuf_trans_automatic_array (sym, decl, size, offset, init, block));
}

/* FNDECL has been built for procedure SYM.  */

void
cuf_finish_function_decl (gfc_symbol *sym, tree fndecl)
{
  gcc_checking_assert (TREE_CODE (fndecl) == FUNCTION_DECL);
  if (!cuf_device_code_p (&sym->attr))
    return;
  if (cuf_kernel_p (&sym->attr))
    {
      if (DECL_EXTERNAL (fndecl))
	return;
      cuf_split_kernel (fndecl);
    }
  cuf_mark_offloaded (fndecl);
  cuf_note_device_function (fndecl);
}

/* SYM is a shared variable of device procedure: one object for each thread
   block.  */

static void
finish_shared_variable (tree decl)
{
  gcc_assert (VAR_P (decl));
  TREE_STATIC (decl) = 1;
  DECL_ATTRIBUTES (decl) = tree_cons (get_identifier ("shared"), NULL_TREE,
				      DECL_ATTRIBUTES (decl));
  cuf_mark_offloaded (decl);
}

/* DECL has been built for variable SYM.  Called when gfortran has decided on
   its storage.  */

void
cuf_finish_var_decl (tree decl, gfc_symbol *sym)
{
  if (sym->attr.flavor == FL_PARAMETER)
    cuf_note_named_constant (decl, sym);
  if (!sym->attr.cuf_memory || sym->attr.flavor != FL_VARIABLE)
    return;
  cuf_mark_host_memory (decl, decl, sym->attr.cuf_memory);
  if (sym->attr.allocatable)
    cuf_note_allocatable (decl, sym->attr.cuf_memory);
  if (sym->attr.cuf_memory == CUF_MEM_SHARED)
    {
      if (cuf_dynamic_shared_p (sym))
	cuf_finish_dynamic_shared_decl (decl, sym);
      else if (!sym->attr.dummy && !sym->attr.cray_pointee)
	finish_shared_variable (decl);
    }
  else if ((sym->attr.use_assoc || sym->module || sym->attr.used_in_submodule)
	   && !sym->attr.dummy && !sym->attr.result)
    cuf_finish_module_variable (decl, sym);
  else if (cuf_local_device_p (sym))
    cuf_finish_local_variable (decl, sym);
}

/* Let the body of FNDECL, for the host procedure SYM, be a range for profilers,
   with the names of its module and of itself.  */

static void
instrument (const gfc_symbol *sym, tree fndecl)
{
  char *name = (sym->module ? concat (sym->module, "::", sym->name, NULL)
		: xstrdup (sym->name));
  tree bind = DECL_SAVED_TREE (fndecl);
  tree begin = build_call_expr (cuf_tree (CUF_FN_PUSH_RANGE), 1,
				cuf_string_address (name));
  tree end = build_call_expr (cuf_tree (CUF_FN_POP_RANGE), 0);

  gcc_assert (TREE_CODE (bind) == BIND_EXPR);
  tree body = build2 (TRY_FINALLY_EXPR, void_type_node, BIND_EXPR_BODY (bind),
		      end);
  BIND_EXPR_BODY (bind) = build2 (COMPOUND_EXPR, void_type_node, begin, body);
  free (name);
}

/* What a function returns by reference, FNDECL here, is no variable that it has by
   another name: who assigns it to one that the function may have has it in a
   temporary first.  The host's code is what gfortran makes of it.  */

static void
restrict_result (tree fndecl)
{
  for (tree parm = DECL_ARGUMENTS (fndecl); parm; parm = DECL_CHAIN (parm))
    if (DECL_ARTIFICIAL (parm) && DECL_NAME (parm)
	&& id_equal (DECL_NAME (parm), "__result")
	&& POINTER_TYPE_P (TREE_TYPE (parm)))
      {
	TREE_TYPE (parm) = build_qualified_type (TREE_TYPE (parm),
						 TYPE_QUAL_RESTRICT);
	break;
      }
}

/* The body of the procedure of NS is complete, in DECL_SAVED_TREE (FNDECL).  */

void
cuf_finish_body (gfc_namespace *ns, tree fndecl)
{
  gcc_assert (ns->proc_name && DECL_SAVED_TREE (fndecl));
  if (cuf_device_code_p (&ns->proc_name->attr))
    {
      restrict_result (fndecl);
      cuf_begin_dynamic_shared (fndecl, cuf_kernel_p (&ns->proc_name->attr));
      lower_predefined (fndecl);
      cuf_lower_host_data (fndecl);
      cuf_redirect_routines (&DECL_SAVED_TREE (fndecl));
      if (cuf_check_p ())
	cuf_keep_results_in_registers (fndecl);
    }
  else
    {
      cuf_make_cuda_version (ns, fndecl);
      cuf_lower_data_sharing (fndecl);
      cuf_lower_module_data (fndecl);
      cuf_lower_program_heap (fndecl);
      cuf_wait_at_end (ns->proc_name, fndecl);
      if (cuf_instrument_p () && !ns->proc_name->attr.oacc_routine_lop
	  && !ns->proc_name->attr.omp_declare_target)
	instrument (ns->proc_name, fndecl);
    }
}

/* The same, after the middle end has got it.  */

void
cuf_finish_function (gfc_symbol *sym, tree fndecl)
{
  cuf_mark_host_dummies (sym);
  if (cuf_kernel_p (&sym->attr))
    cuf_finish_kernel (sym, fndecl);
}

/* STMT is the body of CODE, a construct in which data is named for its copy on
   the device.  Kernels may still be running when it ends.  On a device what
   libgomp does then waits for them, on the host only we can.  */

tree
cuf_end_use_device (const gfc_code *code, tree stmt)
{
  if (!cuf_use_device_p (code))
    return stmt;
  tree stmts = NULL_TREE;
  append_to_statement_list (stmt, &stmts);
  cuf_append_wait (&stmts);
  return stmts;
}

/* True if the variable SYM must not be in static storage: each thread of device
   code has its own, and what a host procedure declares in device memory begins
   with each call.  */

bool
cuf_not_static_p (gfc_symbol *sym)
{
  return cuf_device_code_variable_p (sym) || cuf_local_device_p (sym);
}
