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
#include "cuf-unset.h"

/* With -gpu=check all that has not been set has a pattern: local variables,
   shared memory, what is allocated.  The runtime looks for it where a value is
   used, that is, does more than being stored: a copy has the pattern, too, and
   is not an error by itself.  So nobody keeps account of what has been set, and
   it does not matter who has done that.  */

/* --- Memory -------------------------------------------------------------- */

/* True if POINTER is where an automatic array has been allocated: it is a
   variable of the thread all the same.  */

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
   each thread has for itself, or the result of a function.  Those that gfortran
   makes for its own use are set where they should be.  */

bool
cuf_private_variable_p (tree ref)
{
  tree base = get_base_address (ref);
  if (base && TREE_CODE (base) == MEM_REF)
    return cuf_automatic_array_p (TREE_OPERAND (base, 0));
  return (base && VAR_P (base) && !is_global_var (base)
	  && (!DECL_ARTIFICIAL (base) || GFC_DECL_RESULT (base))
	  && !DECL_HARD_REGISTER (base)
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

/* True if VALUE, which is stored, may not have been set: it has been copied,
   and not used to compute another one, or is what a variable has that is not
   set.  */

bool
cuf_copied_p (tree value)
{
  if (TREE_CODE (value) != SSA_NAME)
    return !CONSTANT_CLASS_P (value) || cuf_unset_constant_p (value);
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (is_gimple_call (def))
    return !gimple_call_builtin_p (def) && !gimple_call_internal_p (def);
  if (gimple_assign_ssa_name_copy_p (def))
    return cuf_copied_p (gimple_assign_rhs1 (def));
  return (!is_gimple_assign (def) || gimple_assign_single_p (def)
	  || choice_p (def));
}

/* --- Variables that are not in memory ------------------------------------ */

/* Insert in front of STMT, at SITE, a check of VALUE, an integer of SIZE
   bytes.  */

static void
check_bits (gimple *stmt, tree value, tree size, tree site)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  value = fold_convert (long_long_unsigned_type_node, value);
  value = force_gimple_operand_gsi (&gsi, value, true, NULL_TREE, true,
				    GSI_SAME_STMT);
  site = force_gimple_operand_gsi (&gsi, unshare_expr (site), true, NULL_TREE,
				   true, GSI_SAME_STMT);
  gcall *call = gimple_build_call (cuf_tree (CUF_FN_CHECK_VALUE), 3, value,
				   fold_convert (size_type_node, size), site);
  gimple_set_location (call, gimple_location (stmt));
  gsi_insert_before (&gsi, call, GSI_SAME_STMT);
}

/* The same of VALUE itself.  */

static void
check_pattern (gimple *stmt, tree value, tree site)
{
  tree size = TYPE_SIZE_UNIT (TREE_TYPE (value));
  tree bits = build_nonstandard_integer_type (8 * tree_to_uhwi (size), 1);
  check_bits (stmt, fold_build1 (VIEW_CONVERT_EXPR, bits, value), size, site);
}

/* The same of the parts of VALUE, a complex number.  */

static void
check_parts (gimple *stmt, tree value, tree site)
{
  const enum tree_code parts[] = { REALPART_EXPR, IMAGPART_EXPR };
  tree type = TREE_TYPE (TREE_TYPE (value));
  for (enum tree_code code : parts)
    {
      gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
      tree part = make_ssa_name (type);
      gsi_insert_before (&gsi,
			 gimple_build_assign (part, build1 (code, type, value)),
			 GSI_SAME_STMT);
      check_pattern (stmt, part, site);
    }
}

/* The same of what has not been set if FLAG is true.  */

static void
check_flag (gimple *stmt, tree flag, tree site)
{
  if (integer_zerop (flag))
    return;
  tree type = unsigned_type_node;
  tree word = build_int_cst (type, GCUF_UNSET_WORD);
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  tree bits = fold_build2 (MULT_EXPR, type, fold_convert (type, flag), word);
  check_bits (stmt, cuf_compute_before (&gsi, bits), TYPE_SIZE_UNIT (type),
	      site);
}

/* Insert in front of STMT a check of the value NAME that it uses, which FLAGS
   may know, and reports call CALLED.  */

static void
check_value (gimple *stmt, tree name, tree called, cuf_unset_flags *flags)
{
  tree site = cuf_value_site (stmt, called);
  if (cuf_flagged_type_p (TREE_TYPE (name)))
    check_flag (stmt, flags->of (name), site);
  else if (TREE_CODE (TREE_TYPE (name)) == COMPLEX_TYPE)
    check_parts (stmt, name, site);
  else
    check_pattern (stmt, name, site);
}

/* STMT stores NAME.  Insert behind it that what is there has not been set if
   NAME has not been, as FLAGS say.  */

static void
store_flag (gimple *stmt, tree name, cuf_unset_flags *flags)
{
  tree ref = gimple_assign_lhs (stmt), base = get_base_address (ref);
  tree flag = flags->of (name), size = TYPE_SIZE_UNIT (TREE_TYPE (ref));
  if (integer_zerop (flag) || !base || stmt_ends_bb_p (stmt))
    return;
  if (DECL_P (base))
    TREE_ADDRESSABLE (base) = 1;
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  tree address = build_fold_addr_expr (unshare_expr (ref));
  address = cuf_compute_before (&gsi, fold_convert (ptr_type_node, address));
  size = fold_build2 (MULT_EXPR, size_type_node,
		      fold_convert (size_type_node, flag),
		      fold_convert (size_type_node, size));
  gcall *call = gimple_build_call (cuf_tree (CUF_FN_CHECK_UNSET), 2, address,
				   cuf_compute_before (&gsi, size));
  gimple_set_location (call, gimple_location (stmt));
  gsi_insert_after (&gsi, call, GSI_NEW_STMT);
}

/* Add to USES those of FN's scalars NAMES, but for what passes them on to
   others of them.  */

void
cuf_find_uses (function *fn, cuf_unset_names *names,
	       vec<cuf_scalar_use> *uses)
{
  unsigned i;
  tree name;
  gimple *stmt;
  imm_use_iterator iter;
  FOR_EACH_SSA_NAME (i, name, fn)
    if (names->get (name))
      FOR_EACH_IMM_USE_STMT (stmt, iter, name)
	if (!cuf_passed_to (stmt, name))
	  {
	    cuf_scalar_use use = { stmt, name };
	    uses->safe_push (use);
	  }
}

/* Insert a check in front of USE, if it is one, with what FLAGS know and
   reports call CALLED.  */

static void
check_use (const cuf_scalar_use &use, tree called, cuf_unset_flags *flags)
{
  if (!copy_p (use.stmt, use.name))
    check_value (use.stmt, use.name, called, flags);
  else if (gimple_store_p (use.stmt) && is_gimple_assign (use.stmt)
	   && cuf_flagged_type_p (TREE_TYPE (use.name)))
    store_flag (use.stmt, use.name, flags);
}

/* Let each variable of FN that is not set begin with the pattern, at GSI.  */

static void
set_patterns (gimple_stmt_iterator *gsi, function *fn)
{
  unsigned i;
  tree var;
  FOR_EACH_LOCAL_DECL (fn, i, var)
    {
      tree name = (is_gimple_reg (var) && cuf_private_variable_p (var)
		   ? ssa_default_def (fn, var) : NULL_TREE);
      tree unset = name ? cuf_unset_value (TREE_TYPE (name)) : NULL_TREE;
      if (!unset || has_zero_uses (name))
	continue;
      tree fresh = make_ssa_name (var);
      gsi_insert_before (gsi, gimple_build_assign (fresh, unset),
			 GSI_SAME_STMT);
      replace_uses_by (name, fresh);
    }
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
   uses of that besides memory.  Add to LOADED what has been loaded from memory,
   and is looked at here.  */

void
cuf_check_unset (function *fn, hash_set<tree> *loaded)
{
  cuf_unset_names names;
  cuf_check_carried (fn);
  gimple_stmt_iterator gsi = beginning (fn);
  tell_unset (&gsi, fn, false);
  tell_unset (&gsi, fn, true);
  set_patterns (&gsi, fn);
  cuf_find_unset (fn, &names);
  cuf_find_loaded (fn, &names, loaded);
  auto_vec<cuf_scalar_use> uses;
  cuf_find_uses (fn, &names, &uses);
  cuf_unset_flags flags (fn, &names,
			 single_succ (ENTRY_BLOCK_PTR_FOR_FN (fn)));
  for (const cuf_scalar_use &use : uses)
    check_use (use, *names.get (use.name), &flags);
  cuf_pass_unset (fn, &flags);
}
