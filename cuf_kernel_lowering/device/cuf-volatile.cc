/* Accesses of device code to volatile variables.
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
#include "fold-const.h"
#include "gimple-iterator.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "tree-into-ssa.h"
#include "tree-dfa.h"
#include "gfortran.h"
#include "trans.h"
#include "cuf-lower.h"

/* GCC makes the same instructions for nvptx of accesses to volatile variables
   and to others, and the driver moves these out of loops.  So they become
   calls of intrinsics that are PTX's volatile loads and stores.  */

/* True if other threads can see the place REF.  */

static bool
visible_p (tree ref)
{
  tree base = get_base_address (ref);
  return !base || !DECL_P (base) || is_global_var (base);
}

static bool volatile_p (gimple *);

/* True if POINTER comes from a volatile place.  Of a volatile dummy argument,
   and of what has a descriptor, gfortran makes the pointer volatile and not
   what it points to.  */

static bool
volatile_pointer_p (tree pointer)
{
  while (TREE_CODE (pointer) == SSA_NAME)
    {
      gimple *def = SSA_NAME_DEF_STMT (pointer);
      /* What has been replaced already.  */
      if (is_gimple_call (def)
	  && gimple_call_fndecl (def) == cuf_tree (CUF_FN_LOAD_VOLATILE_8))
	return true;
      if (!is_gimple_assign (def))
	return false;
      if (gimple_assign_load_p (def))
	return volatile_p (def);
      if (!gimple_assign_ssa_name_copy_p (def)
	  && !gimple_assign_cast_p (def)
	  && gimple_assign_rhs_code (def) != POINTER_PLUS_EXPR)
	return false;
      pointer = gimple_assign_rhs1 (def);
    }
  return false;
}

static bool
volatile_place_p (tree ref)
{
  tree base = get_base_address (ref);
  return base && TREE_CODE (base) == MEM_REF
	 && volatile_pointer_p (TREE_OPERAND (base, 0));
}

/* True if STMT, an assignment, has an operand that is volatile.  */

static bool
volatile_p (gimple *stmt)
{
  return gimple_has_volatile_ops (stmt)
	 || (gimple_assign_load_p (stmt)
	     && volatile_place_p (gimple_assign_rhs1 (stmt)))
	 || (gimple_store_p (stmt)
	     && volatile_place_p (gimple_assign_lhs (stmt)));
}

/* True if STMT loads or stores something volatile.  */

bool
cuf_volatile_access_p (gimple *stmt)
{
  return gimple_assign_single_p (stmt) && volatile_p (stmt);
}

/* True if the value of TYPE is one that instructions load and store, or
   two.  */

static bool
accessible_p (tree type)
{
  if (TREE_CODE (type) == COMPLEX_TYPE)
    type = TREE_TYPE (type);
  if (!is_gimple_reg_type (type) || VECTOR_TYPE_P (type)
      || !tree_fits_uhwi_p (TYPE_SIZE_UNIT (type)))
    return false;
  unsigned HOST_WIDE_INT size = tree_to_uhwi (TYPE_SIZE_UNIT (type));
  return size <= 8 && pow2p_hwi (size);
}

/* The intrinsic for values of TYPE; FIRST is the one for a single byte.  */

static tree
intrinsic_for (tree type, enum cuf_tree_index first)
{
  int log = exact_log2 (tree_to_uhwi (TYPE_SIZE_UNIT (type)));
  return cuf_tree ((enum cuf_tree_index) (first + log));
}

/* The unsigned integer type that the intrinsics have for TYPE.  */

static tree
bits_type (tree type)
{
  return TREE_TYPE (TREE_TYPE (intrinsic_for (type, CUF_FN_LOAD_VOLATILE_1)));
}

static tree
address_of (gimple_stmt_iterator *gsi, tree ref)
{
  tree base = get_base_address (ref);
  if (base && DECL_P (base))
    TREE_ADDRESSABLE (base) = 1;
  tree address = fold_convert (ptr_type_node,
			       build_fold_addr_expr (unshare_expr (ref)));
  return force_gimple_operand_gsi (gsi, address, true, NULL_TREE, true,
				   GSI_SAME_STMT);
}

/* VALUE with its bits taken as a TYPE.  */

static tree
reinterpret (gimple_stmt_iterator *gsi, tree type, tree value)
{
  tree expr = (POINTER_TYPE_P (type) || POINTER_TYPE_P (TREE_TYPE (value))
	       ? fold_convert (type, value)
	       : fold_build1 (VIEW_CONVERT_EXPR, type, value));
  return force_gimple_operand_gsi (gsi, expr, true, NULL_TREE, true,
				   GSI_SAME_STMT);
}

/* Load REF in front of GSI.  */

static tree
load (gimple_stmt_iterator *gsi, tree ref)
{
  tree type = TREE_TYPE (ref);
  gcall *call = gimple_build_call (intrinsic_for (type, CUF_FN_LOAD_VOLATILE_1),
				   1, address_of (gsi, ref));
  tree bits = make_ssa_name (bits_type (type));
  gimple_call_set_lhs (call, bits);
  gimple_set_location (call, gimple_location (gsi_stmt (*gsi)));
  gsi_insert_before (gsi, call, GSI_SAME_STMT);
  return reinterpret (gsi, type, bits);
}

/* Store VALUE into REF.  */

static void
store (gimple_stmt_iterator *gsi, tree ref, tree value)
{
  tree type = TREE_TYPE (ref);
  tree bits = reinterpret (gsi, bits_type (type), value);
  tree fn = intrinsic_for (type, CUF_FN_STORE_VOLATILE_1);
  gcall *call = gimple_build_call (fn, 2, address_of (gsi, ref), bits);
  gimple_set_location (call, gimple_location (gsi_stmt (*gsi)));
  gsi_insert_before (gsi, call, GSI_SAME_STMT);
}

/* The part of EXPR, which is of a complex type, that CODE says.  */

static tree
part_of (enum tree_code code, tree expr)
{
  return fold_build1 (code, TREE_TYPE (TREE_TYPE (expr)), unshare_expr (expr));
}

static void
replace_load (gimple_stmt_iterator *gsi)
{
  tree ref = gimple_assign_rhs1 (gsi_stmt (*gsi));
  if (TREE_CODE (TREE_TYPE (ref)) == COMPLEX_TYPE)
    {
      tree re = load (gsi, part_of (REALPART_EXPR, ref));
      tree im = load (gsi, part_of (IMAGPART_EXPR, ref));
      gimple_assign_set_rhs_with_ops (gsi, COMPLEX_EXPR, re, im);
    }
  else
    gimple_assign_set_rhs_from_tree (gsi, load (gsi, ref));
  update_stmt (gsi_stmt (*gsi));
}

/* Replace the store that GSI is at, and go on to the next statement.  */

static void
replace_store (gimple_stmt_iterator *gsi)
{
  gimple *stmt = gsi_stmt (*gsi);
  tree ref = gimple_assign_lhs (stmt), value = gimple_assign_rhs1 (stmt);
  if (TREE_CODE (TREE_TYPE (ref)) == COMPLEX_TYPE)
    {
      enum tree_code parts[] = { REALPART_EXPR, IMAGPART_EXPR };
      for (enum tree_code part : parts)
	store (gsi, part_of (part, ref),
	       force_gimple_operand_gsi (gsi, part_of (part, value), true,
					 NULL_TREE, true, GSI_SAME_STMT));
    }
  else
    store (gsi, ref, value);
  unlink_stmt_vdef (stmt);
  gsi_remove (gsi, true);
  release_defs (stmt);
}

/* True if STMT loads from the descriptor of a volatile variable of a module, at
   *OFFSET in *VAR.  Volatile is what the descriptor describes: nobody
   allocates it while device code runs.  */

static bool
loads_descriptor_p (gimple *stmt, tree *var, poly_int64 *offset)
{
  if (!gimple_assign_load_p (stmt) || !gimple_has_volatile_ops (stmt))
    return false;
  *var = get_addr_base_and_unit_offset (gimple_assign_rhs1 (stmt), offset);
  return (*var && VAR_P (*var) && is_global_var (*var)
	  && GFC_DESCRIPTOR_TYPE_P (TYPE_MAIN_VARIANT (TREE_TYPE (*var))));
}

/* Let such loads be others than volatile.  Return true if there are any.  What is
   volatile by the pointers that they load has been replaced.  */

static bool
load_descriptors (void)
{
  bool changed = false;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	tree var;
	poly_int64 offset;
	gimple *stmt = gsi_stmt (gsi);
	if (!loads_descriptor_p (stmt, &var, &offset))
	  continue;
	tree ref = gimple_assign_rhs1 (stmt);
	tree at = build_int_cst (reference_alias_ptr_type (ref), offset);
	gimple_assign_set_rhs1 (stmt,
				build2 (MEM_REF,
					TYPE_MAIN_VARIANT (TREE_TYPE (ref)),
					build_fold_addr_expr (var), at));
	gimple_set_has_volatile_ops (stmt, false);
	update_stmt (stmt);
	changed = true;
      }
  return changed;
}

/* Let CFUN, which is a function of the device, access volatile variables by
   calls.  */

void
cuf_call_volatile (cgraph_node *)
{
  bool changed = false;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); )
      {
	gimple *stmt = gsi_stmt (gsi);
	bool stores = false, loads = false;
	tree var;
	poly_int64 offset;
	if (gimple_assign_single_p (stmt) && volatile_p (stmt)
	    && !loads_descriptor_p (stmt, &var, &offset))
	  {
	    tree lhs = gimple_assign_lhs (stmt);
	    tree rhs = gimple_assign_rhs1 (stmt);
	    loads = TREE_CODE (lhs) == SSA_NAME && gimple_assign_load_p (stmt)
		    && accessible_p (TREE_TYPE (rhs)) && visible_p (rhs);
	    stores = gimple_store_p (stmt) && !gimple_assign_load_p (stmt)
		     && accessible_p (TREE_TYPE (lhs)) && visible_p (lhs)
		     && !gimple_clobber_p (stmt);
	  }
	changed |= loads || stores;
	if (stores)
	  {
	    replace_store (&gsi);
	    continue;
	  }
	if (loads)
	  replace_load (&gsi);
	gsi_next (&gsi);
      }
  changed |= load_descriptors ();
  if (!changed)
    return;
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa_only_virtuals);
  cgraph_edge::rebuild_edges ();
}
