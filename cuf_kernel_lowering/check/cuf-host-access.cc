/* Accesses of host code to memory that device code shares.
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
#include "fold-const.h"
#include "gimple-iterator.h"
#include "gimplify.h"
#include "tree-into-ssa.h"
#include "tree-dfa.h"
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "cuf-lower.h"
#include "cuf-trans.h"

/* With -gpu=check host code tells the runtime of its accesses to managed,
   pinned and unified variables, which kernels and copies may access meanwhile.
   What another procedure is handed as an ordinary argument counts as
   nothing.  */

/* --- Variables ------------------------------------------------------------ */

/* Of the variables, or of what the runtime knows of them; with the name.  */
#define HOST_ATTRIBUTE "cuf host memory"

/* DECL, or what the runtime knows of it, is MARKED: a variable in MEMORY.  Do
   so if both sides access that.  */

void
cuf_mark_host_memory (tree marked, tree decl, unsigned memory)
{
  if (cuf_check_p ()
      && (memory == CUF_MEM_MANAGED || memory == CUF_MEM_PINNED
	  || memory == CUF_MEM_UNIFIED))
    DECL_ATTRIBUTES (marked) = tree_cons (get_identifier (HOST_ATTRIBUTE),
					  DECL_NAME (decl),
					  DECL_ATTRIBUTES (marked));
}

/* The same for the dummy arguments of PROCEDURE.  */

void
cuf_mark_host_dummies (gfc_symbol *procedure)
{
  for (gfc_formal_arglist *f = procedure->formal; f; f = f->next)
    {
      tree decl = f->sym ? f->sym->backend_decl : NULL_TREE;
      if (!decl || !DECL_P (decl))
	continue;
      cuf_mark_host_memory (decl, decl, f->sym->attr.cuf_memory);
      /* The parameter, where that is a descriptor, has been put aside.  */
      if (DECL_LANG_SPECIFIC (decl) && GFC_DECL_SAVED_DESCRIPTOR (decl)
	  && DECL_P (GFC_DECL_SAVED_DESCRIPTOR (decl)))
	cuf_mark_host_memory (GFC_DECL_SAVED_DESCRIPTOR (decl), decl,
			      f->sym->attr.cuf_memory);
    }
}

static bool
marked_p (tree t)
{
  return (t && DECL_P (t)
	  && lookup_attribute (HOST_ATTRIBUTE, DECL_ATTRIBUTES (t)));
}

/* --- Accesses ------------------------------------------------------------- */

/* True if T, which a pointer is loaded from, is a variable that is marked, or
   its descriptor.  */

static bool
marked_place_p (tree t)
{
  if (TREE_CODE (t) == COMPONENT_REF
      && GFC_DESCRIPTOR_TYPE_P (TREE_TYPE (TREE_OPERAND (t, 0))))
    t = TREE_OPERAND (t, 0);
  if (TREE_CODE (t) == MEM_REF)
    {
      tree pointer = cuf_pointer_origin (TREE_OPERAND (t, 0));
      if (TREE_CODE (pointer) == SSA_NAME)
	t = SSA_NAME_VAR (pointer);
    }
  return marked_p (t);
}

/* If STMT asks the runtime for the address of a module variable that is marked,
   the identifier of that, or else null.  */

tree
cuf_host_variable (gimple *stmt)
{
  if (!is_gimple_call (stmt)
      || gimple_call_fndecl (stmt) != cuf_tree (CUF_FN_VARIABLE_ADDRESS))
    return NULL_TREE;
  tree record = gimple_call_arg (stmt, 0);
  if (TREE_CODE (record) != ADDR_EXPR)
    return NULL_TREE;
  tree mark = lookup_attribute (HOST_ATTRIBUTE,
				DECL_ATTRIBUTES (TREE_OPERAND (record, 0)));
  return mark ? TREE_VALUE (mark) : NULL_TREE;
}

/* True if POINTER points to a variable that is marked.  */

static bool
marked_pointer_p (tree pointer)
{
  pointer = cuf_pointer_origin (pointer);
  if (TREE_CODE (pointer) != SSA_NAME)
    return false;
  if (marked_p (SSA_NAME_VAR (pointer)))
    return true;
  gimple *def = SSA_NAME_DEF_STMT (pointer);
  if (gimple_assign_load_p (def))
    return marked_place_p (gimple_assign_rhs1 (def));
  return cuf_host_variable (def) != NULL_TREE;
}

/* True if REF is in a variable that is marked, and no part of a
   descriptor.  */

static bool
marked_ref_p (tree ref)
{
  for (tree t = ref; handled_component_p (t); t = TREE_OPERAND (t, 0))
    if (GFC_DESCRIPTOR_TYPE_P (TREE_TYPE (TREE_OPERAND (t, 0))))
      return false;
  tree base = get_base_address (ref);
  if (!base || GFC_DESCRIPTOR_TYPE_P (TREE_TYPE (base)))
    return false;
  if (TREE_CODE (base) == MEM_REF)
    return marked_pointer_p (TREE_OPERAND (base, 0));
  return marked_p (base) && !POINTER_TYPE_P (TREE_TYPE (base));
}

/* Insert in front of GSI that its statement accesses BYTES at ADDRESS as KIND,
   of enum gcuf_access, says; ACCESSED is a reference to them, or a pointer.  */

static void
tell (gimple_stmt_iterator *gsi, tree accessed, tree address, tree bytes,
      unsigned kind)
{
  gimple *stmt = gsi_stmt (*gsi);
  tree site = cuf_access_site (stmt, accessed, cuf_access_base (accessed));
  address = cuf_compute_before (gsi, fold_convert (ptr_type_node, address));
  bytes = cuf_compute_before (gsi, fold_convert (size_type_node, bytes));
  gcall *call = gimple_build_call (cuf_tree (CUF_FN_CHECK_HOST_ACCESS), 4,
				   address, bytes,
				   build_int_cst (unsigned_type_node, kind),
				   cuf_compute_before (gsi, site));
  gimple_set_location (call, gimple_location (stmt));
  gsi_insert_before (gsi, call, GSI_SAME_STMT);
}

/* The same of REF, if that is in a variable that is marked.  Return true if
   so.  */

static bool
tell_ref (gimple_stmt_iterator *gsi, tree ref, unsigned kind)
{
  tree size = TYPE_SIZE_UNIT (TREE_TYPE (ref));
  if (!size || !tree_fits_uhwi_p (size) || integer_zerop (size)
      || !marked_ref_p (ref))
    return false;
  tell (gsi, ref, build_fold_addr_expr (unshare_expr (ref)), size, kind);
  return true;
}

/* The same of BYTES at POINTER.  */

static bool
tell_bytes (gimple_stmt_iterator *gsi, tree pointer, tree bytes, unsigned kind)
{
  if (!marked_pointer_p (pointer))
    return false;
  tell (gsi, pointer, pointer, bytes, kind);
  return true;
}

/* The same of what CALL at GSI, of libgfortran's for PRINT or WRITE,
   prints.  */

static bool
tell_printed (gimple_stmt_iterator *gsi, gcall *call)
{
  tree item = gimple_call_num_args (call) > 1 ? gimple_call_arg (call, 1)
					       : NULL_TREE;
  if (!item || !POINTER_TYPE_P (TREE_TYPE (item)))
    return false;
  if (TREE_CODE (item) == ADDR_EXPR)
    return tell_ref (gsi, TREE_OPERAND (item, 0), GCUF_ACCESS_READ);
  gimple *def = (TREE_CODE (item) == SSA_NAME ? SSA_NAME_DEF_STMT (item)
		 : NULL);
  return (def && is_gimple_assign (def)
	  && gimple_assign_rhs_code (def) == ADDR_EXPR
	  && tell_ref (gsi, TREE_OPERAND (gimple_assign_rhs1 (def), 0),
		       GCUF_ACCESS_READ));
}

/* The same of the call at GSI.  */

static bool
tell_call (gimple_stmt_iterator *gsi)
{
  gcall *call = as_a <gcall *> (gsi_stmt (*gsi));
  tree fn = gimple_call_fndecl (call), lhs = gimple_call_lhs (call);
  bool told = (lhs && TREE_CODE (lhs) != SSA_NAME
	       && tell_ref (gsi, lhs, GCUF_ACCESS_WRITE));
  if (!fn)
    return told;
  const char *name = cuf_symbol (fn);
  size_t length = strlen (name), suffix = strlen ("_write");
  if (startswith (name, "_gfortran_transfer_") && length > suffix
      && strcmp (name + length - suffix, "_write") == 0)
    return tell_printed (gsi, call) || told;
  if (!fndecl_built_in_p (fn, BUILT_IN_NORMAL))
    return told;
  switch (DECL_FUNCTION_CODE (fn))
    {
    case BUILT_IN_MEMCPY:
    case BUILT_IN_MEMMOVE:
      told |= tell_bytes (gsi, gimple_call_arg (call, 1),
			  gimple_call_arg (call, 2), GCUF_ACCESS_READ);
      /* Fall through.  */
    case BUILT_IN_MEMSET:
      return tell_bytes (gsi, gimple_call_arg (call, 0),
			 gimple_call_arg (call, 2), GCUF_ACCESS_WRITE) || told;
    default:
      return told;
    }
}

/* The same of the assignment at GSI.  */

static bool
tell_assignment (gimple_stmt_iterator *gsi)
{
  gimple *stmt = gsi_stmt (*gsi);
  bool told = false;
  if (gimple_clobber_p (stmt))
    return false;
  if (gimple_assign_load_p (stmt))
    told = tell_ref (gsi, gimple_assign_rhs1 (stmt), GCUF_ACCESS_READ);
  if (gimple_store_p (stmt))
    told |= tell_ref (gsi, gimple_assign_lhs (stmt), GCUF_ACCESS_WRITE);
  return told;
}

/* --- Functions ------------------------------------------------------------ */

/* Let the function of NODE, host code, tell of its accesses.  */

void
cuf_tell_host_accesses (cgraph_node *node)
{
  bool told = false;
  basic_block bb;
  push_cfun (DECL_STRUCT_FUNCTION (node->decl));
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (is_gimple_call (gsi_stmt (gsi)))
	told |= tell_call (&gsi);
      else if (is_gimple_assign (gsi_stmt (gsi)))
	told |= tell_assignment (&gsi);
  if (told)
    {
      mark_virtual_operands_for_renaming (cfun);
      update_ssa (TODO_update_ssa_only_virtuals);
      cgraph_edge::rebuild_edges ();
    }
  pop_cfun ();
}
