/* Shared arrays whose size the launch gives.
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
#include "backend.h"
#include "tree.h"
#include "gimple.h"
#include "tree-pass.h"
#include "ssa.h"
#include "cgraph.h"
#include "stringpool.h"
#include "attribs.h"
#include "gimple-iterator.h"
#include "tree-into-ssa.h"
#include "tree-cfg.h"
#include "fold-const.h"
#include "tree-iterator.h"
#include "varasm.h"
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "cuf-trans.h"
#include "cuf-lower.h"

/* Assumed-size and automatic shared arrays are pointers into the block's dynamic
   shared memory: the former to its start, all of them, the latter each behind
   the one before, in the order in which they are met at run time.

   Until the moment at which the middle end streams the device's part of the unit
   that memory is what the constant function MEMORY_FUNCTION returns.  On the
   device it is the external variable MEMORY_SYMBOL of unknown size, on the host
   what the context of the running thread says.  */

#define MEMORY_FUNCTION "__gcuf_dynamic_shared"
#define MEMORY_SYMBOL "__gcuf_dynamic_shared_memory"

/* What automatic arrays are aligned to.  */
enum { ARRAY_ALIGNMENT = 16 };

/* --- In the front end ------------------------------------------------------- */

/* True if SYM is such an array.  */

bool
cuf_dynamic_shared_p (gfc_symbol *sym)
{
  return sym->attr.cuf_memory == CUF_MEM_SHARED && !sym->attr.dummy
	 && !sym->attr.cray_pointee && sym->attr.flavor == FL_VARIABLE && cuf_variable_shape_p (sym);
}

/* DECL has been built for SYM, such an array.  Those of assumed size are
   equivalenced: an access to one may be one to any other, of another type.  */

void
cuf_finish_dynamic_shared_decl (tree decl, gfc_symbol *sym)
{
  tree type = TREE_TYPE (decl);
  if (sym->as->type != AS_ASSUMED_SIZE)
    return;
  tree alias_all = build_pointer_type_for_mode (TREE_TYPE (type),
						TYPE_MODE (type), true);
  GFC_ARRAY_TYPE_P (alias_all) = 1;
  TYPE_LANG_SPECIFIC (alias_all) = TYPE_LANG_SPECIFIC (type);
  TREE_TYPE (decl) = alias_all;
}

/* From a kernel's function to the variable with the number of bytes that the
   automatic arrays in scope take.  The trees are kept by cuf_keep.  */
static hash_map<tree, tree> *tops;

static tree
top_of (tree fndecl)
{
  if (!tops)
    tops = new hash_map<tree, tree>;
  bool existed;
  tree &top = tops->get_or_insert (fndecl, &existed);
  if (!existed)
    {
      top = build_decl (DECL_SOURCE_LOCATION (fndecl), VAR_DECL,
			create_tmp_var_name ("shared"), size_type_node);
      DECL_CONTEXT (top) = fndecl;
      DECL_ARTIFICIAL (top) = 1;
      TREE_USED (top) = 1;
      cuf_keep (top);
    }
  return top;
}

static tree
memory_address (void)
{
  tree type = build_function_type_list (ptr_type_node, NULL_TREE);
  tree fn = build_fn_decl (MEMORY_FUNCTION, type);
  TREE_READONLY (fn) = 1;
  TREE_NOTHROW (fn) = 1;
  return build_call_expr (fn, 0);
}

/* If SYM, of which DECL is the pointer, is such an array, let BLOCK give it its
   place.  INIT has the code before, after which SIZE is the number of elements;
   OFFSET is what gfortran adds to subscripts.  Otherwise return false.  */

bool
cuf_trans_dynamic_shared (gfc_symbol *sym, tree decl, tree size, tree offset,
			  stmtblock_t *init, gfc_wrapped_block *block)
{
  if (!cuf_dynamic_shared_p (sym))
    return false;

  tree type = TREE_TYPE (TREE_TYPE (decl));
  tree address = memory_address ();
  tree release = NULL_TREE;
  if (sym->as->type != AS_ASSUMED_SIZE)
    {
      tree top = top_of (current_function_decl);
      tree start = gfc_create_var (size_type_node, "start");
      tree element = TYPE_SIZE_UNIT (gfc_get_element_type (type));
      tree bytes = fold_build2 (MULT_EXPR, size_type_node,
				fold_convert (size_type_node, size),
				fold_convert (size_type_node, element));
      bytes = fold_build2 (PLUS_EXPR, size_type_node, bytes,
			   size_int (ARRAY_ALIGNMENT - 1));
      bytes = fold_build2 (BIT_AND_EXPR, size_type_node, bytes,
			   size_int (-ARRAY_ALIGNMENT));
      gfc_add_modify (init, start, top);
      gfc_add_modify (init, top, fold_build2 (PLUS_EXPR, size_type_node, start,
					      bytes));
      address = fold_build_pointer_plus (address, start);
      release = build2 (MODIFY_EXPR, void_type_node, top, start);
    }
  gfc_add_modify (init, decl, fold_convert (TREE_TYPE (decl), address));
  if (VAR_P (GFC_TYPE_ARRAY_OFFSET (type)))
    gfc_add_modify (init, GFC_TYPE_ARRAY_OFFSET (type), offset);
  gfc_add_init_cleanup (block, gfc_finish_block (init), release);
  return true;
}

/* The body of FNDECL is complete: declare what it counts bytes in.  */

void
cuf_finish_dynamic_shared_body (tree fndecl)
{
  tree *top = tops ? tops->get (fndecl) : NULL;
  if (!top)
    return;
  tree bind = DECL_SAVED_TREE (fndecl);
  DECL_CHAIN (*top) = BIND_EXPR_VARS (bind);
  BIND_EXPR_VARS (bind) = *top;
  tree stmts = NULL_TREE;
  append_to_statement_list (build2 (MODIFY_EXPR, void_type_node, *top,
				    size_zero_node), &stmts);
  append_to_statement_list (BIND_EXPR_BODY (bind), &stmts);
  BIND_EXPR_BODY (bind) = stmts;
}

/* --- In the middle end ------------------------------------------------------ */

/* The assignments of the address that have taken the place of calls.  */
struct address_use
{
  function *fun;
  gimple *stmt;
};
static vec<address_use> uses;

static tree memory_symbol;

/* The variable that stands for the memory on the device.  */

static tree
device_memory (void)
{
  if (!memory_symbol)
    {
      tree type = build_array_type (char_type_node, NULL_TREE);
      tree id = get_identifier (MEMORY_SYMBOL);
      tree var = build_decl (BUILTINS_LOCATION, VAR_DECL, id, type);
      SET_DECL_ASSEMBLER_NAME (var, id);
      DECL_EXTERNAL (var) = 1;
      TREE_PUBLIC (var) = 1;
      TREE_USED (var) = 1;
      TREE_ADDRESSABLE (var) = 1;
      DECL_ARTIFICIAL (var) = 1;
      SET_DECL_ALIGN (var, ARRAY_ALIGNMENT * BITS_PER_UNIT);
      DECL_USER_ALIGN (var) = 1;
      DECL_ATTRIBUTES (var) = tree_cons (get_identifier ("shared"), NULL_TREE,
					 NULL_TREE);
      cuf_mark_offloaded (var);
      memory_symbol = cuf_keep (var);
    }
  return memory_symbol;
}

static bool
memory_call_p (gimple *stmt)
{
  tree fn = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  return fn && DECL_EXTERNAL (fn)
	 && id_equal (DECL_ASSEMBLER_NAME (fn), MEMORY_FUNCTION);
}

/* Before streaming: let the current function name the variable.  */

void
cuf_name_dynamic_shared (void)
{
  bool changed = false;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	gimple *call = gsi_stmt (gsi);
	if (!memory_call_p (call))
	  continue;
	changed = true;
	tree lhs = gimple_call_lhs (call);
	if (!lhs)
	  {
	    gsi_replace (&gsi, gimple_build_nop (), false);
	    continue;
	  }
	tree address = build_fold_addr_expr (device_memory ());
	gimple *assign
	  = gimple_build_assign (lhs, fold_convert (TREE_TYPE (lhs), address));
	gsi_replace (&gsi, assign, false);
	address_use use = { cfun, assign };
	uses.safe_push (use);
      }
  if (changed)
    cgraph_edge::rebuild_edges ();
}

/* After streaming: let the host's functions read the context instead.  */

void
cuf_read_dynamic_shared (void)
{
  if (uses.is_empty ())
    return;
  /* The middle end has forgotten the model if nothing referred to the variable
     so far.  */
  set_decl_tls_model (cuf_tree (CUF_CONTEXT_VAR), TLS_MODEL_INITIAL_EXEC);
  for (const address_use &use : uses)
    {
      push_cfun (use.fun);
      gimple_stmt_iterator gsi = gsi_for_stmt (use.stmt);
      tree address = cuf_component (cuf_tree (CUF_CONTEXT_VAR),
				    "dynamic_shared");
      gimple_assign_set_rhs_from_tree (&gsi, address);
      update_stmt (gsi_stmt (gsi));
      mark_virtual_operands_for_renaming (cfun);
      update_ssa (TODO_update_ssa_only_virtuals);
      cgraph_edge::rebuild_references ();
      pop_cfun ();
    }
  uses.release ();
}
