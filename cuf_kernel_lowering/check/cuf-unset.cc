/* Values that have not been set, in device code that is checked on the host.
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
#include "ssa-iterators.h"
#include "cgraph.h"
#include "stringpool.h"
#include "attribs.h"
#include "fold-const.h"
#include "gimple-iterator.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "tree-dfa.h"
#include "cfghooks.h"
#include "tree-cfg.h"
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "cuf-lower.h"

/* With -gpu=check all that has not been set has a pattern: local variables,
   shared memory, what is allocated.  The runtime looks for it where a value is
   used, that is, does more than being stored: a copy has the pattern, too, and
   is not an error by itself.  So nobody keeps account of what has been set, and
   it does not matter who has done that.  */

/* --- Memory -------------------------------------------------------------- */

/* True if POINTER is where an automatic array has been allocated: it is a variable
   of the thread all the same.  */

bool
cuf_automatic_array_p (tree pointer)
{
  bool array = false;
  while (TREE_CODE (pointer) == SSA_NAME)
    {
      gimple *def = SSA_NAME_DEF_STMT (pointer);
      tree var = SSA_NAME_VAR (pointer);
      array |= var && GFC_ARRAY_TYPE_P (TREE_TYPE (var));
      if (gimple_call_builtin_p (def, BUILT_IN_MALLOC))
	return array;
      if (!gimple_assign_ssa_name_copy_p (def) && !gimple_assign_cast_p (def))
	return false;
      pointer = gimple_assign_rhs1 (def);
    }
  return false;
}

/* True if the variable REF, or what it is a part of, is one of the source that
   each thread has for itself.  Those that gfortran makes for its own use are
   set where they should be.  */

bool
cuf_private_variable_p (tree ref)
{
  tree base = get_base_address (ref);
  if (base && TREE_CODE (base) == MEM_REF)
    return cuf_automatic_array_p (TREE_OPERAND (base, 0));
  return (base && VAR_P (base) && !is_global_var (base)
	  && !DECL_ARTIFICIAL (base) && !DECL_HARD_REGISTER (base)
	  && !GFC_DESCRIPTOR_TYPE_P (TREE_TYPE (base)));
}

/* True if VAR is shared by the threads of a block.  */

static bool
shared_variable_p (tree var)
{
  return (is_global_var (var)
	  && lookup_attribute ("shared", DECL_ATTRIBUTES (var)));
}

/* The variables of FN in memory: private ones, and shared ones if SHARED, whose
   size is known.  */

static void
find_variables (function *fn, bool shared, auto_vec<tree> *found)
{
  unsigned i;
  tree var;
  FOR_EACH_LOCAL_DECL (fn, i, var)
    {
      tree size = DECL_SIZE_UNIT (var);
      if (VAR_P (var) && !cuf_frame_p (var) && size && tree_fits_uhwi_p (size)
	  && !integer_zerop (size) && !DECL_HAS_VALUE_EXPR_P (var)
	  && (shared ? shared_variable_p (var)
	      : cuf_private_variable_p (var) && !is_gimple_reg (var)))
	found->safe_push (var);
    }
}

/* Insert at GSI that the variables of FN, shared ones if SHARED, are not
   set.  */

static void
tell_unset (gimple_stmt_iterator *gsi, function *fn, bool shared)
{
  enum cuf_tree_index call = (shared ? CUF_FN_CHECK_UNSET_SHARED
			      : CUF_FN_CHECK_UNSET);
  auto_vec<tree> variables;
  find_variables (fn, shared, &variables);
  for (tree var : variables)
    {
      TREE_ADDRESSABLE (var) = 1;
      tree address = force_gimple_operand_gsi
	(gsi, fold_convert (ptr_type_node, build_fold_addr_expr (var)), true,
	 NULL_TREE, true, GSI_SAME_STMT);
      tree size = fold_convert (size_type_node, DECL_SIZE_UNIT (var));
      gsi_insert_before (gsi, gimple_build_call (cuf_tree (call), 2, address,
						 size), GSI_SAME_STMT);
    }
}

/* --- Uses ---------------------------------------------------------------- */

/* True if STMT is one of two values, as a PHI node would be.  */

static bool
choice_p (gimple *stmt)
{
  return (is_gimple_assign (stmt)
	  && gimple_assign_rhs_code (stmt) == COND_EXPR);
}

/* True if STMT passes on the value NAME, and does nothing else with it.  */

static bool
copy_p (gimple *stmt, tree name)
{
  if (choice_p (stmt))
    return gimple_assign_rhs1 (stmt) != name;
  return (is_gimple_debug (stmt) || gimple_code (stmt) == GIMPLE_PHI
	  || gimple_code (stmt) == GIMPLE_RETURN
	  || (is_gimple_assign (stmt) && gimple_assign_single_p (stmt)
	      && gimple_assign_rhs1 (stmt) == name)
	  || (is_gimple_call (stmt) && !gimple_call_builtin_p (stmt)
	      && !gimple_call_internal_p (stmt)));
}

/* True if VALUE, which has been loaded, is used as it is.  */

bool
cuf_used_p (tree value)
{
  use_operand_p use;
  imm_use_iterator iter;
  if (TREE_CODE (value) != SSA_NAME)
    return false;
  FOR_EACH_IMM_USE_FAST (use, iter, value)
    if (!copy_p (USE_STMT (use), value))
      return true;
  return false;
}

/* True if VALUE, which is stored, may not have been set: it has been copied, and
   not used to compute another one.  */

bool
cuf_copied_p (tree value)
{
  if (TREE_CODE (value) != SSA_NAME)
    return !CONSTANT_CLASS_P (value);
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (is_gimple_call (def))
    return !gimple_call_builtin_p (def) && !gimple_call_internal_p (def);
  if (gimple_assign_ssa_name_copy_p (def))
    return cuf_copied_p (gimple_assign_rhs1 (def));
  return (!is_gimple_assign (def) || gimple_assign_single_p (def)
	  || choice_p (def));
}

/* --- Variables that are not in memory ------------------------------------ */

/* The value that a variable of TYPE has before it is set, or null if that is
   none that would be noticed.  */

tree
cuf_unset_value (tree type)
{
  unsigned char bytes[8];
  const unsigned word = GCUF_UNSET_WORD;
  HOST_WIDE_INT size = int_size_in_bytes (type);
  if ((size != 4 && size != 8)
      || (TREE_CODE (type) != INTEGER_TYPE && TREE_CODE (type) != REAL_TYPE))
    return NULL_TREE;
  for (int i = 0; i < size; i++)
    bytes[i] = word >> (BYTES_BIG_ENDIAN ? 24 - i % 4 * 8 : i % 4 * 8);
  return native_interpret_expr (type, bytes, size);
}

/* True if NAME is what a variable of the source has before it is set.  */

static bool
unset_p (tree name)
{
  tree var = SSA_NAME_VAR (name);
  if (!var || !VAR_P (var) || DECL_ARTIFICIAL (var) || has_zero_uses (name))
    return false;
  tree unset = cuf_unset_value (TREE_TYPE (name));
  if (SSA_NAME_IS_DEFAULT_DEF (name))
    return unset != NULL_TREE;
  /* What one thread of those that take turns leaves is not the next one's:
     cuf-uniform-fission.cc.  */
  gimple *def = SSA_NAME_DEF_STMT (name);
  return (unset && gimple_assign_single_p (def)
	  && operand_equal_p (gimple_assign_rhs1 (def), unset, OEP_BITWISE));
}

/* True if STMT loads what may not be set, as the indices of threads are.  */

static bool
doubtful_load_p (gimple *stmt)
{
  if (!gimple_assign_load_p (stmt))
    return false;
  tree base = get_base_address (gimple_assign_rhs1 (stmt));
  return (!base
	  || TYPE_MAIN_VARIANT (TREE_TYPE (base)) != cuf_tree (CUF_DIM3));
}

/* True if NAME may be the same as a value that has been loaded, or as one of
   UNSET.  */

static bool
doubtful_p (tree name, const hash_set<tree> &unset)
{
  if (TREE_CODE (name) != SSA_NAME)
    return false;
  return (const_cast<hash_set<tree> &> (unset).contains (name)
	  || doubtful_load_p (SSA_NAME_DEF_STMT (name)));
}

/* Add to UNSET the results of the PHI nodes of FN that may have no value yet,
   and to QUEUE all of UNSET.  */

static void
find_unset (function *fn, hash_set<tree> *unset, auto_vec<tree> *queue)
{
  unsigned i;
  tree name;
  basic_block bb;
  FOR_EACH_SSA_NAME (i, name, fn)
    if (unset_p (name) && !unset->add (name))
      queue->safe_push (name);
  bool changed;
  do
    {
      changed = false;
      FOR_EACH_BB_FN (bb, fn)
	for (gphi_iterator gsi = gsi_start_phis (bb); !gsi_end_p (gsi);
	     gsi_next (&gsi))
	  {
	    name = gimple_phi_result (gsi.phi ());
	    if (virtual_operand_p (name) || unset->contains (name)
		|| !cuf_unset_value (TREE_TYPE (name)))
	      continue;
	    for (unsigned k = 0; k < gimple_phi_num_args (gsi.phi ()); k++)
	      if (doubtful_p (gimple_phi_arg_def (gsi.phi (), k), *unset)
		  && !unset->add (name))
		{
		  queue->safe_push (name);
		  changed = true;
		}
	  }
    }
  while (changed);
}

/* Insert in front of STMT a check of the value NAME that it uses.  */

static void
check_value (gimple *stmt, tree name)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  tree size = TYPE_SIZE_UNIT (TREE_TYPE (name));
  tree bits = build_nonstandard_integer_type (8 * tree_to_uhwi (size), 1);
  tree value = fold_build1 (VIEW_CONVERT_EXPR, bits, name);
  value = fold_convert (long_long_unsigned_type_node, value);
  value = force_gimple_operand_gsi (&gsi, value, true, NULL_TREE, true,
				    GSI_SAME_STMT);
  tree site = force_gimple_operand_gsi (&gsi, cuf_value_site (stmt, name), true,
					NULL_TREE, true, GSI_SAME_STMT);
  gcall *call = gimple_build_call (cuf_tree (CUF_FN_CHECK_VALUE), 3, value,
				   fold_convert (size_type_node, size), site);
  gimple_set_location (call, gimple_location (stmt));
  gsi_insert_before (&gsi, call, GSI_SAME_STMT);
}

/* True if NAME is a value that gfortran has computed for itself, as that of
   MERGE.  */

static bool
temporary_p (tree name)
{
  tree var = SSA_NAME_VAR (name);
  return !var || DECL_ARTIFICIAL (var);
}

/* Insert checks in front of what uses NAME, or the variable that it is assigned to
   if it is no variable itself.  */

static void
check_uses (tree name)
{
  auto_vec<gimple *> users;
  auto_vec<tree> copies;
  gimple *stmt;
  imm_use_iterator iter;
  FOR_EACH_IMM_USE_STMT (stmt, iter, name)
    if (temporary_p (name) && gimple_assign_ssa_name_copy_p (stmt))
      copies.safe_push (gimple_assign_lhs (stmt));
    else if (!copy_p (stmt, name))
      users.safe_push (stmt);
  for (gimple *user : users)
    check_value (user, name);
  for (tree copy : copies)
    check_uses (copy);
}

/* Let the variable of NAME, which is not set, begin with the pattern, at
   GSI.  */

static void
set_pattern (gimple_stmt_iterator *gsi, tree name)
{
  tree fresh = make_ssa_name (SSA_NAME_VAR (name));
  gsi_insert_before (gsi,
		     gimple_build_assign (fresh,
					  cuf_unset_value (TREE_TYPE (name))),
		     GSI_SAME_STMT);
  replace_uses_by (name, fresh);
}

/* --- Functions ----------------------------------------------------------- */

/* Where FN begins, which is done once.  */

static gimple_stmt_iterator
beginning (function *fn)
{
  edge entry = single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (fn));
  return gsi_start_bb (split_edge (entry));
}

/* Let FN, which is cfun, say what is not set when it begins, and check what it
   uses of that besides memory.  */

void
cuf_check_unset (function *fn)
{
  hash_set<tree> unset;
  auto_vec<tree> names;
  find_unset (fn, &unset, &names);
  for (tree name : names)
    check_uses (name);
  gimple_stmt_iterator gsi = beginning (fn);
  tell_unset (&gsi, fn, false);
  tell_unset (&gsi, fn, true);
  for (tree name : names)
    if (SSA_NAME_IS_DEFAULT_DEF (name))
      set_pattern (&gsi, name);
}
