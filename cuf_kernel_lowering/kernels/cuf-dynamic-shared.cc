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
#include "gimplify-me.h"
#include "fold-const.h"
#include "tree-iterator.h"
#include "varasm.h"
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "cuf-trans.h"
#include "cuf-lower.h"
#include "cuf-undo.h"

/* Assumed-size and automatic shared arrays are pointers into the block's
   dynamic shared memory: the former to its start, all of them, the latter each
   behind the one before, in the order in which they are met at run time.

   Until the moment at which the middle end streams the device's part of the
   unit that memory is what cuf_dynamic_shared_memory returns.  On the device it
   is the external variable GCUF_NAME_DYNAMIC_SHARED of unknown size, on the
   host what the context of the running thread says.

   Each procedure counts the bytes in a variable of its own, its top.  That of
   a kernel begins at zero, that of another procedure where its caller's is,
   which may be in another file: it is found in the shared variable
   GCUF_NAME_SHARED_TOPS, an element for each thread, since some of a block's
   threads may have left a procedure that others have yet to enter.  Who stores
   there is not known before the middle end knows who calls whom; until then
   there are calls of the functions BEGIN_FUNCTION in kernels, ENTER_FUNCTION,
   and TELL_FUNCTION for those that are called.  Where the link shows that nobody
   looks, the driver removes what is left (driver/ptx/ptx-dead-stores.c).  */

/* void (void): the thread begins to run a kernel.  */
#define BEGIN_FUNCTION "__gcuf_begin_shared"
/* size_t (void): the top of whoever calls this procedure.  */
#define ENTER_FUNCTION "__gcuf_enter_shared"
/* void (size_t top): that is the top for procedures called from now on.  */
#define TELL_FUNCTION "__gcuf_tell_shared"

/* What automatic arrays are aligned to, which is what tops are counted in where
   threads keep them.  */
enum { ARRAY_ALIGNMENT = 16 };

/* --- In the front end --------------------------------------------------- */

/* True if SYM is such an array.  */

bool
cuf_dynamic_shared_p (gfc_symbol *sym)
{
  return sym->attr.cuf_memory == CUF_MEM_SHARED && !sym->attr.dummy
	 && !sym->attr.cray_pointee && sym->attr.flavor == FL_VARIABLE
	 && cuf_variable_shape_p (sym);
}

/* DECL has been built for SYM, such an array.  Those of assumed size are
   equivalenced: an access to one may be one to any other, of another type.  */

void
cuf_finish_dynamic_shared_decl (tree decl, gfc_symbol *sym)
{
  tree type = TREE_TYPE (decl);
  gcc_assert (cuf_dynamic_shared_p (sym));
  if (sym->as->type != AS_ASSUMED_SIZE)
    return;
  tree alias_all = build_pointer_type_for_mode (TREE_TYPE (type),
						TYPE_MODE (type), true);
  GFC_ARRAY_TYPE_P (alias_all) = 1;
  TYPE_LANG_SPECIFIC (alias_all) = TYPE_LANG_SPECIFIC (type);
  TREE_TYPE (decl) = alias_all;
}

/* From a procedure's function to the variable with the number of bytes that
   the automatic arrays in scope take.  The trees are kept by cuf_keep.  */
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

/* A call of NAME, one of the functions for tops, with the result RESULT and the
   argument TOP unless that is null.  */

static tree
call_for_top (const char *name, tree result, tree top)
{
  tree type = (top ? build_function_type_list (result, size_type_node,
					       NULL_TREE)
	       : build_function_type_list (result, NULL_TREE));
  tree fn = build_fn_decl (name, type);
  TREE_NOTHROW (fn) = 1;
  return top ? build_call_expr (fn, 1, top) : build_call_expr (fn, 0);
}

static tree
tell_top (tree top)
{
  return call_for_top (TELL_FUNCTION, void_type_node, top);
}

/* Where an array is that begins START bytes behind the beginning of the memory.
   Checks of accesses take the result of a call for what is accessed: that is then
   the array itself.  */

static tree
place_at (tree start)
{
  if (cuf_check_p ())
    return cuf_dynamic_shared_memory (start);
  return fold_build_pointer_plus (cuf_dynamic_shared_memory (NULL_TREE),
				  start);
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
  tree address = NULL_TREE;
  tree release = NULL_TREE;
  if (sym->as->type == AS_ASSUMED_SIZE)
    address = cuf_dynamic_shared_memory (NULL_TREE);
  else
    {
      gcc_assert (size);
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
      gfc_add_expr_to_block (init, tell_top (top));
      address = place_at (start);
      append_to_statement_list (build2 (MODIFY_EXPR, void_type_node, top,
					start), &release);
      append_to_statement_list (tell_top (top), &release);
    }
  gfc_add_modify (init, decl, fold_convert (TREE_TYPE (decl), address));
  if (VAR_P (GFC_TYPE_ARRAY_OFFSET (type)))
    gfc_add_modify (init, GFC_TYPE_ARRAY_OFFSET (type), offset);
  gfc_add_init_cleanup (block, gfc_finish_block (init), release);
  return true;
}

/* What a kernel has to begin with, and what a thread may do again whenever none
   of the procedures that it has called is active.  */

tree
cuf_begin_shared (void)
{
  return call_for_top (BEGIN_FUNCTION, void_type_node, NULL_TREE);
}

/* The body of FNDECL, a kernel's or another procedure's that runs on a device,
   is complete: let it begin with its top.  */

void
cuf_begin_dynamic_shared (tree fndecl, bool kernel)
{
  tree *top = tops ? tops->get (fndecl) : NULL;
  if (!top && !kernel)
    return;

  tree bind = DECL_SAVED_TREE (fndecl);
  gcc_assert (TREE_CODE (bind) == BIND_EXPR);
  tree stmts = NULL_TREE;
  if (kernel)
    append_to_statement_list (cuf_begin_shared (), &stmts);
  if (top)
    {
      DECL_CHAIN (*top) = BIND_EXPR_VARS (bind);
      BIND_EXPR_VARS (bind) = *top;
      tree value = (kernel ? size_zero_node
		    : call_for_top (ENTER_FUNCTION, size_type_node, NULL_TREE));
      append_to_statement_list (build2 (MODIFY_EXPR, void_type_node, *top,
					value), &stmts);
    }
  append_to_statement_list (BIND_EXPR_BODY (bind), &stmts);
  BIND_EXPR_BODY (bind) = stmts;
}

/* --- In the middle end -------------------------------------------------- */

/* The variables, kept by cuf_keep, or null before they are needed.  */
static tree memory_symbol, tops_symbol;

/* The variable that stands for the memory on the device.  */

static tree
device_memory (void)
{
  if (!memory_symbol)
    {
      tree type = build_array_type (char_type_node, NULL_TREE);
      tree id = get_identifier (GCUF_NAME_DYNAMIC_SHARED);
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

/* The variable that has each thread's top, in units of ARRAY_ALIGNMENT.  */

static tree
tops_variable (void)
{
  if (!tops_symbol)
    {
      tree type = build_array_type_nelts (short_unsigned_type_node,
					  GCUF_MAX_BLOCK_THREADS);
      tree id = get_identifier (GCUF_NAME_SHARED_TOPS);
      tree var = build_decl (BUILTINS_LOCATION, VAR_DECL, id, type);
      SET_DECL_ASSEMBLER_NAME (var, id);
      TREE_STATIC (var) = 1;
      TREE_PUBLIC (var) = 1;
      /* One for all units, those of other libraries too.  */
      DECL_COMMON (var) = 1;
      DECL_VISIBILITY (var) = VISIBILITY_DEFAULT;
      DECL_VISIBILITY_SPECIFIED (var) = 1;
      TREE_USED (var) = 1;
      DECL_ARTIFICIAL (var) = 1;
      DECL_ATTRIBUTES (var) = tree_cons (get_identifier ("shared"), NULL_TREE,
					 NULL_TREE);
      varpool_node::add (var);
      cuf_mark_offloaded (var);
      tops_symbol = cuf_keep (var);
    }
  return tops_symbol;
}

static bool
decl_named_p (tree fn, const char *name)
{
  return fn && DECL_EXTERNAL (fn) && id_equal (DECL_ASSEMBLER_NAME (fn), name);
}

static bool
call_of_p (gimple *stmt, const char *name)
{
  return is_gimple_call (stmt)
	 && decl_named_p (gimple_call_fndecl (stmt), name);
}

/* The functions that look at what TELL_FUNCTION said before they were called,
   or may.  */
static hash_set<cgraph_node *> *readers;

/* True if NODE may be a reader whatever the functions are that it calls and we
   see: a device procedure of another unit is one.  */

static bool
reader_p (cgraph_node *node)
{
  if (node->has_gimple_body_p ())
    return node->indirect_calls != NULL;
  return decl_named_p (node->decl, ENTER_FUNCTION)
	 || (node->offloadable && !fndecl_built_in_p (node->decl)
	     && !startswith (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME
						 (node->decl)), "__gcuf_"));
}

/* Before streaming: find the readers.  */

void
cuf_find_shared_readers (void)
{
  auto_vec<cgraph_node *> queue;
  cgraph_node *node;
  gcc_assert (!readers);
  readers = new hash_set<cgraph_node *>;
  FOR_EACH_FUNCTION (node)
    if (reader_p (node) && !readers->add (node))
      queue.safe_push (node);
  while (!queue.is_empty ())
    for (cgraph_edge *e = queue.pop ()->callers; e; e = e->next_caller)
      if (!readers->add (e->caller))
	queue.safe_push (e->caller);
}

/* True if the current function calls one that looks at what it tells, or has
   one inlined; one of its own reads is what its caller has told.  */

static bool
tells_readers_p (void)
{
  cgraph_node *node = cgraph_node::get (current_function_decl);
  unsigned reads = 0;
  bool kernel = false;
  gcc_assert (node && readers);
  if (node->indirect_calls)
    return true;
  for (cgraph_edge *e = node->callees; e; e = e->next_callee)
    if (decl_named_p (e->callee->decl, ENTER_FUNCTION))
      reads++;
    else if (decl_named_p (e->callee->decl, BEGIN_FUNCTION))
      kernel = true;
    else if (readers->contains (e->callee))
      return true;
  return reads > (kernel ? 0 : 1);
}

/* The number of the running thread in its block, counted from zero.  */

static tree
thread_number (void)
{
  tree type = integer_type_node, number = NULL_TREE;
  for (int dim = 2; dim >= 0; dim--)
    {
      tree index = fold_build2 (MINUS_EXPR, type,
				cuf_special_register ("threadidx", dim),
				integer_one_node);
      if (number)
	number = fold_build2 (MULT_EXPR, type, number,
			      cuf_special_register ("blockdim", dim));
      number = number ? fold_build2 (PLUS_EXPR, type, number, index) : index;
    }
  return number;
}

/* The running thread's element of the variable, for a statement at GSI.  */

static tree
top_element (gimple_stmt_iterator *gsi)
{
  tree number = force_gimple_operand_gsi (gsi, thread_number (), true,
					  NULL_TREE, true, GSI_SAME_STMT);
  return build4 (ARRAY_REF, short_unsigned_type_node, tops_variable (), number,
		 NULL_TREE, NULL_TREE);
}

/* Let what is at GSI, a call in which a procedure finds its top, read it.  */

static void
read_top (gimple_stmt_iterator *gsi)
{
  tree lhs = gimple_call_lhs (gsi_stmt (*gsi));
  if (!lhs)
    {
      gsi_replace (gsi, gimple_build_nop (), false);
      return;
    }
  tree top = force_gimple_operand_gsi (gsi, top_element (gsi), true, NULL_TREE,
				       true, GSI_SAME_STMT);
  top = fold_build2 (MULT_EXPR, size_type_node,
		     fold_convert (size_type_node, top),
		     size_int (ARRAY_ALIGNMENT));
  top = force_gimple_operand_gsi (gsi, top, true, NULL_TREE, true,
				  GSI_SAME_STMT);
  gsi_replace (gsi, gimple_build_assign (lhs, top), false);
}

/* Let what is at GSI, a call that tells a top, write it if TOLD and else
   vanish.  */

static void
write_top (gimple_stmt_iterator *gsi, bool told)
{
  gimple *call = gsi_stmt (*gsi), *store = gimple_build_nop ();
  if (told)
    {
      tree top = (gimple_call_num_args (call)
		  ? gimple_call_arg (call, 0) : size_zero_node);
      top = fold_build2 (TRUNC_DIV_EXPR, size_type_node, top,
			 size_int (ARRAY_ALIGNMENT));
      top = fold_convert (short_unsigned_type_node, top);
      top = force_gimple_operand_gsi (gsi, top, true, NULL_TREE, true,
				      GSI_SAME_STMT);
      store = gimple_build_assign (top_element (gsi), top);
    }
  gsi_replace (gsi, store, false);
}

/* Let the memory's address, which the call at GSI returns, be that of the
   variable; on the host what the context says.  */

class memory_change : public cuf_change
{
public:
  memory_change (gimple_stmt_iterator *gsi, tree lhs)
    : cuf_change (current_function_decl)
  {
    tree address = build_fold_addr_expr (device_memory ());
    m_stmt = gimple_build_assign (lhs, fold_convert (TREE_TYPE (lhs), address));
    gsi_replace (gsi, m_stmt, false);
  }
  void undo () final override
  {
    /* The middle end has forgotten the model if nothing referred to the
       variable so far.  */
    cuf_set_context_model ();
    gimple_stmt_iterator gsi = gsi_for_stmt (m_stmt);
    gimple_assign_set_rhs_from_tree (&gsi,
				     cuf_component (cuf_tree (CUF_CONTEXT_VAR),
						    "dynamic_shared"));
    update_stmt (gsi_stmt (gsi));
  }

private:
  gimple *m_stmt;
};

/* If the call at GSI has an argument, let there be a call without one, and what
   adds that to its result, to which GSI goes.  Return where the call is.  */

static gimple_stmt_iterator
split_call (gimple_stmt_iterator *gsi)
{
  gimple *stmt = gsi_stmt (*gsi);
  if (gimple_call_num_args (stmt) == 0 || !gimple_call_lhs (stmt))
    return *gsi;
  gcall *call = gimple_build_call (gimple_call_fndecl (stmt), 0);
  tree memory = make_ssa_name (ptr_type_node, call);
  gimple_call_set_lhs (call, memory);
  gsi_insert_before (gsi, call, GSI_SAME_STMT);
  gsi_replace (gsi, gimple_build_assign (gimple_call_lhs (stmt),
					 POINTER_PLUS_EXPR, memory,
					 gimple_call_arg (stmt, 0)), false);
  return gsi_for_stmt (call);
}

/* Let the call at GSI be what it returns.  */

static void
name_memory (gimple_stmt_iterator *gsi)
{
  gimple_stmt_iterator at = split_call (gsi);
  tree lhs = gimple_call_lhs (gsi_stmt (at));
  if (!lhs)
    {
      gsi_replace (gsi, gimple_build_nop (), false);
      return;
    }
  cuf_undo_later (new memory_change (&at, lhs));
}

/* Before streaming: let the function of NODE, which is CFUN, name the
   variables.  */

void
cuf_name_dynamic_shared (cgraph_node *)
{
  bool changed = false, told = tells_readers_p ();
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	gimple *stmt = gsi_stmt (gsi);
	bool memory = cuf_dynamic_shared_call_p (stmt);
	bool enter = call_of_p (stmt, ENTER_FUNCTION);
	if (!memory && !enter && !call_of_p (stmt, BEGIN_FUNCTION)
	    && !call_of_p (stmt, TELL_FUNCTION))
	  continue;
	changed = true;
	unlink_stmt_vdef (stmt);
	if (memory)
	  name_memory (&gsi);
	else if (enter)
	  read_top (&gsi);
	else
	  write_top (&gsi, told);
      }
  if (!changed)
    return;
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa_only_virtuals);
  cgraph_edge::rebuild_edges ();
}
