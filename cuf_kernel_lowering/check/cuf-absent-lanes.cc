/* Values that shuffles get from lanes that take no part.
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
#include "ssa.h"
#include "cgraph.h"
#include "fold-const.h"
#include "gimple-iterator.h"
#include "gimplify.h"
#include "tree-cfg.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* With -gpu=check what a real gets from a lane that has ended, or is not in the
   mask, is a NaN of our own, which arithmetic passes on.  The last lanes of a warp
   may compute with it, as they do in reductions whose result another lane has, and
   a condition may leave it out.  It is looked for where it is stored in memory that
   other threads see: there the program has gone wrong.  Only stores of what may
   have come from a shuffle are looked at.  */

/* --- The value ----------------------------------------------------------- */

/* The value of TYPE that comes from such a lane, or null if there is none.  */

tree
cuf_absent_value (tree type)
{
  unsigned char bytes[8];
  HOST_WIDE_INT size = int_size_in_bytes (type);
  if (!SCALAR_FLOAT_TYPE_P (type) || (size != 4 && size != 8))
    return NULL_TREE;
  unsigned HOST_WIDE_INT bits = (size == 4 ? GCUF_ABSENT_WORD
				 : GCUF_ABSENT_LONG_WORD);
  for (int i = 0; i < size; i++)
    bytes[BYTES_BIG_ENDIAN ? size - 1 - i : i] = bits >> 8 * i;
  return native_interpret_expr (type, bytes, size);
}

static bool
absent_value_p (tree value)
{
  return (TREE_CODE (value) == REAL_CST && cuf_absent_value (TREE_TYPE (value))
	  && operand_equal_p (value, cuf_absent_value (TREE_TYPE (value)),
			      OEP_BITWISE));
}

/* --- Where it may be ----------------------------------------------------- */

/* Functions of the unit with shuffles, or that call such.  */
static hash_set<tree> *shuffling;

/* True if STMT gets a value from another lane, by itself or in a function that it
   calls.  */

static bool
shuffles_p (gimple *stmt)
{
  tree fn = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  if (fn && (startswith (cuf_symbol (fn), "__gcuf_warp_shfl")
	     || (shuffling && shuffling->contains (fn))))
    return true;
  for (unsigned i = 1; i < gimple_num_ops (stmt); i++)
    if (gimple_op (stmt, i) && absent_value_p (gimple_op (stmt, i)))
      return true;
  return false;
}

/* True if a statement of FN does.  */

static bool
shuffling_p (function *fn)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    {
      for (gphi_iterator gsi = gsi_start_phis (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	for (unsigned i = 0; i < gimple_phi_num_args (gsi.phi ()); i++)
	  if (absent_value_p (gimple_phi_arg_def (gsi.phi (), i)))
	    return true;
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	if (shuffles_p (gsi_stmt (gsi)))
	  return true;
    }
  return false;
}

/* Find out which of FUNCTIONS have shuffles.  */

void
cuf_find_shuffles (const vec<cgraph_node *> &functions)
{
  bool changed;
  shuffling = new hash_set<tree>;
  do
    {
      changed = false;
      for (cgraph_node *node : functions)
	if (!shuffling->contains (node->decl)
	    && shuffling_p (DECL_STRUCT_FUNCTION (node->decl)))
	  {
	    shuffling->add (node->decl);
	    changed = true;
	  }
    }
  while (changed);
}

/* Forget that.  */

void
cuf_forget_shuffles (void)
{
  delete shuffling;
  shuffling = NULL;
}

/* The variable of the thread's, or the pointer to its array, that REF is in, or
   null.  */

static tree
private_base (tree ref)
{
  tree base = get_base_address (ref);
  if (!base)
    return NULL_TREE;
  if (TREE_CODE (base) == MEM_REF
      && cuf_automatic_array_p (TREE_OPERAND (base, 0)))
    return TREE_OPERAND (base, 0);
  return VAR_P (base) && !is_global_var (base) ? base : NULL_TREE;
}

/* True if OP, an operand, may have such a value, as those in FOUND.  */

static bool
may_be_absent_p (tree op, hash_set<tree> *found)
{
  if (!op)
    return false;
  if (TREE_CODE (op) == SSA_NAME || CONSTANT_CLASS_P (op))
    return absent_value_p (op) || found->contains (op);
  if (TREE_CODE (op) == ADDR_EXPR)
    op = TREE_OPERAND (op, 0);
  if (!DECL_P (op) && !handled_component_p (op) && TREE_CODE (op) != MEM_REF)
    return false;
  tree base = private_base (op);
  return base && found->contains (base);
}

/* Add TO, what a statement sets, to FOUND.  Return true if that is new.  */

static bool
add_absent (tree to, hash_set<tree> *found)
{
  if (to && TREE_CODE (to) != SSA_NAME)
    to = private_base (to);
  return (to && (TREE_CODE (to) != SSA_NAME || POINTER_TYPE_P (TREE_TYPE (to))
		 || FLOAT_TYPE_P (TREE_TYPE (to)))
	  && !found->add (to));
}

/* Add to FOUND what STMT gets from another lane, or from what is there.  Return
   true if something is new.  */

static bool
follow_statement (gimple *stmt, hash_set<tree> *found)
{
  bool may_be = shuffles_p (stmt), changed = false;
  unsigned first = is_gimple_call (stmt) ? 3 : 1;
  if (!is_gimple_assign (stmt) && !is_gimple_call (stmt))
    return false;
  for (unsigned i = first; i < gimple_num_ops (stmt) && !may_be; i++)
    may_be = may_be_absent_p (gimple_op (stmt, i), found);
  if (!may_be)
    return false;
  changed = add_absent (gimple_get_lhs (stmt), found);
  if (is_gimple_call (stmt) && shuffles_p (stmt))
    for (unsigned i = 0; i < gimple_call_num_args (stmt); i++)
      if (TREE_CODE (gimple_call_arg (stmt, i)) == ADDR_EXPR)
	changed |= add_absent (TREE_OPERAND (gimple_call_arg (stmt, i), 0),
			       found);
  return changed;
}

/* The same for the result of PHI.  */

static bool
follow_phi (gphi *phi, hash_set<tree> *found)
{
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    if (may_be_absent_p (gimple_phi_arg_def (phi, i), found))
      return add_absent (gimple_phi_result (phi), found);
  return false;
}

/* Add to FOUND the scalars and variables of FN that may have such a value.  */

static void
find_absent (function *fn, hash_set<tree> *found)
{
  basic_block bb;
  bool changed;
  do
    {
      changed = false;
      FOR_EACH_BB_FN (bb, fn)
	{
	  for (gphi_iterator gsi = gsi_start_phis (bb); !gsi_end_p (gsi);
	       gsi_next (&gsi))
	    changed |= follow_phi (gsi.phi (), found);
	  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	       gsi_next (&gsi))
	    changed |= follow_statement (gsi_stmt (gsi), found);
	}
    }
  while (changed);
}

/* --- Where it is stored -------------------------------------------------- */

/* Insert in front of STMT a check of VALUE, a real, which it stores in PLACE, a
   reference or a pointer.  */

static void
check_stored (gimple *stmt, tree value, tree place)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  tree size = TYPE_SIZE_UNIT (TREE_TYPE (value));
  tree type = build_nonstandard_integer_type (8 * tree_to_uhwi (size), 1);
  tree bits = fold_convert (long_long_unsigned_type_node,
			    fold_build1 (VIEW_CONVERT_EXPR, type, value));
  bits = cuf_compute_before (&gsi, bits);
  tree base = cuf_access_base (place);
  tree site = cuf_compute_before (&gsi, cuf_access_site (stmt, place, base));
  tree address = place;
  if (!POINTER_TYPE_P (TREE_TYPE (place)))
    {
      if (DECL_P (get_base_address (place)))
	TREE_ADDRESSABLE (get_base_address (place)) = 1;
      address = build_fold_addr_expr (unshare_expr (place));
    }
  address = cuf_compute_before (&gsi, fold_convert (ptr_type_node, address));
  base = base ? fold_convert (ptr_type_node, unshare_expr (base)) : address;
  base = cuf_compute_before (&gsi, base);
  gcall *call = gimple_build_call (cuf_tree (CUF_FN_CHECK_STORED), 5, bits,
				   fold_convert (size_type_node, size), address,
				   base, site);
  gimple_set_location (call, gimple_location (stmt));
  gsi_insert_before (&gsi, call, GSI_SAME_STMT);
}

/* The same of the parts of VALUE, if it is complex.  */

static void
check_parts (gimple *stmt, tree value, tree place)
{
  const enum tree_code parts[] = { REALPART_EXPR, IMAGPART_EXPR };
  tree type = TREE_TYPE (value);
  if (TREE_CODE (type) != COMPLEX_TYPE)
    {
      if (cuf_absent_value (type))
	check_stored (stmt, value, place);
    }
  else if (cuf_absent_value (TREE_TYPE (type)))
    for (enum tree_code code : parts)
      {
	gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
	tree part = make_ssa_name (TREE_TYPE (type));
	gsi_insert_before (&gsi,
			   gimple_build_assign (part, build1 (code,
							      TREE_TYPE (type),
							      value)),
			   GSI_SAME_STMT);
	check_stored (stmt, part, place);
      }
}

/* If STMT stores a value in memory that other threads see, or an atomic function
   does, return that value, and in *PLACE where it goes; else null.  */

static tree
stored_value (gimple *stmt, tree *place)
{
  if (is_gimple_assign (stmt) && gimple_store_p (stmt)
      && gimple_assign_single_p (stmt))
    {
      *place = gimple_assign_lhs (stmt);
      return private_base (*place) ? NULL_TREE : gimple_assign_rhs1 (stmt);
    }
  tree fn = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  if (!fn || !startswith (cuf_symbol (fn), "__gcuf_atomic")
      || gimple_call_num_args (stmt) < 2)
    return NULL_TREE;
  *place = gimple_call_arg (stmt, 0);
  return (POINTER_TYPE_P (TREE_TYPE (*place))
	  ? gimple_call_arg (stmt, gimple_call_num_args (stmt) - 1)
	  : NULL_TREE);
}

/* Let FN check what it stores, if that may come from a lane that takes no part in
   a shuffle.  */

void
cuf_check_absent (function *fn)
{
  hash_set<tree> found;
  auto_vec<gimple *> stmts;
  basic_block bb;
  tree place;
  if (!shuffling->contains (fn->decl))
    return;
  find_absent (fn, &found);
  FOR_EACH_BB_FN (bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (tree value = stored_value (gsi_stmt (gsi), &place))
	if (TREE_CODE (value) == SSA_NAME && may_be_absent_p (value, &found))
	  stmts.safe_push (gsi_stmt (gsi));
  for (gimple *stmt : stmts)
    {
      tree value = stored_value (stmt, &place);
      check_parts (stmt, value, place);
    }
}
