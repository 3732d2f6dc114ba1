/* Truth values that say which scalars have not been set.
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
#include "fold-const.h"
#include "gimple-iterator.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "tree-phinodes.h"
#include "tree-cfg.h"
#include "tree-into-ssa.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-unset.h"

/* Each value of a logical variable, or of an integer of one or two bytes, is
   one that it may have been given.  Whether it has been is a truth value of its
   own, beside it, in SSA form: true where the variable begins, false where it
   is assigned to, and otherwise what is computed from those of operands.  A
   function leaves that of its result to the caller, and this those of arguments
   by value to the function, in the runtime, with the address of the function:
   one of another file may not know of that.  */

enum { PARAMETERS, RESULT };

/* --- One statement ------------------------------------------------------- */

/* The truth value EXPR, computed behind GSI, which goes on to that.  */

static tree
truth_value (gimple_stmt_iterator *gsi, tree expr)
{
  tree value = make_ssa_name (boolean_type_node);
  expr = force_gimple_operand_gsi (gsi, expr, false, NULL_TREE, false,
				   GSI_CONTINUE_LINKING);
  gsi_insert_after (gsi, gimple_build_assign (value, expr),
		    GSI_CONTINUE_LINKING);
  return value;
}

/* A truth value that is true if bit N of BITS is, computed behind GSI.  */

static tree
bit_of (gimple_stmt_iterator *gsi, tree bits, unsigned n)
{
  tree bit = build_int_cst (TREE_TYPE (bits), HOST_WIDE_INT_1 << n);
  bit = build2 (BIT_AND_EXPR, TREE_TYPE (bits), bits, bit);
  return truth_value (gsi, build2 (NE_EXPR, boolean_type_node, bit,
				   build_zero_cst (TREE_TYPE (bits))));
}

/* The address of FN as those in the runtime take it.  */

static tree
function_address (tree fn)
{
  return build_fold_addr_expr_with_type (fn, ptr_type_node);
}

/* What has been left for SLOT of FN by GCUF_check_pass, asked for behind
   GSI.  */

static tree
passed (gimple_stmt_iterator *gsi, unsigned slot, tree fn)
{
  gcall *call = gimple_build_call (cuf_tree (CUF_FN_CHECK_PASSED), 2,
				   build_int_cst (unsigned_type_node, slot),
				   function_address (fn));
  tree bits = make_ssa_name (unsigned_type_node, call);
  gimple_call_set_lhs (call, bits);
  gsi_insert_after (gsi, call, GSI_CONTINUE_LINKING);
  return bits;
}

/* True if what STMT loads, a truth value, has not been set: computed behind
   GSI, which is there, from the word that it is in.  */

static tree
word_unset (gimple_stmt_iterator *gsi, gimple *stmt)
{
  const unsigned word = 4;
  tree ref = gimple_assign_rhs1 (stmt), base = get_base_address (ref);
  gimple_stmt_iterator before = gsi_for_stmt (stmt);
  TREE_ADDRESSABLE (base) = 1;
  tree address = build_fold_addr_expr (unshare_expr (ref));
  if (compare_tree_int (TYPE_SIZE_UNIT (TREE_TYPE (ref)), word) < 0)
    address = fold_build2 (BIT_AND_EXPR, pointer_sized_int_node,
			   fold_convert (pointer_sized_int_node, address),
			   build_int_cst (pointer_sized_int_node, -(int) word));
  address = cuf_compute_before (&before, fold_convert (ptr_type_node, address));
  tree type = build_aligned_type (unsigned_type_node, word * BITS_PER_UNIT);
  tree alias = build_pointer_type_for_mode (type, ptr_mode, true);
  tree value = make_ssa_name (unsigned_type_node);
  gsi_insert_after (gsi,
		    gimple_build_assign (value,
					 build2 (MEM_REF, type, address,
						 build_zero_cst (alias))),
		    GSI_CONTINUE_LINKING);
  return truth_value (gsi, build2 (EQ_EXPR, boolean_type_node, value,
				   build_int_cst (unsigned_type_node,
						  GCUF_UNSET_WORD)));
}

/* --- Functions ----------------------------------------------------------- */

/* True if callers of FN say which of its parameters have not been set.  */

static bool
flagged_parameters_p (tree fn)
{
  unsigned n = 0, bits = cuf_unset_parameters (fn);
  if (bits)
    for (tree parm = DECL_ARGUMENTS (fn); parm; parm = DECL_CHAIN (parm), n++)
      if (n < 32 && (bits >> n & 1) && cuf_flagged_type_p (TREE_TYPE (parm)))
	return true;
  return false;
}

/* True if FN says whether its result has been set.  */

static bool
flagged_result_p (tree fn)
{
  return (cuf_unset_result_p (fn)
	  && cuf_flagged_type_p (TREE_TYPE (TREE_TYPE (fn))));
}

/* --- Flags --------------------------------------------------------------- */

/* Take what the caller says of the parameters, whether that is needed or not:
   it is not left for another function.  */

void
cuf_unset_flags::take_parameters (void)
{
  gimple_stmt_iterator gsi = gsi_start_bb (beginning);
  gsi_insert_before (&gsi, gimple_build_nop (), GSI_NEW_STMT);
  parameters = passed (&gsi, PARAMETERS, cfun->decl);
}

/* Flags of the scalars NAMES of FN, which begins with BEGINNING.  */

cuf_unset_flags::cuf_unset_flags (function *fn, cuf_unset_names *names,
				  basic_block beginning)
  : names (names), beginning (beginning), parameters (NULL_TREE)
{
  if (flagged_parameters_p (fn->decl))
    take_parameters ();
}

/* The flag of the parameter PARM.  */

tree
cuf_unset_flags::parameter (tree parm)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (SSA_NAME_DEF_STMT (parameters));
  return bit_of (&gsi, parameters, cuf_parameter_number (parm));
}

/* Give FLAG, that of the result of PHI, its arguments.  */

tree
cuf_unset_flags::join (gphi *phi, tree flag)
{
  gphi *joined = create_phi_node (flag, gimple_bb (phi));
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, gimple_bb (phi)->preds)
    add_phi_arg (joined, of (gimple_phi_arg_def (phi, e->dest_idx)), e,
		 UNKNOWN_LOCATION);
  return flag;
}

/* The flag of what STMT chooses, computed behind GSI.  */

tree
cuf_unset_flags::choose (gimple_stmt_iterator *gsi, gimple *stmt)
{
  tree flag = make_ssa_name (boolean_type_node);
  tree condition = unshare_expr (gimple_assign_rhs1 (stmt));
  gimple *chosen = gimple_build_assign (flag, COND_EXPR, condition,
					of (gimple_assign_rhs2 (stmt)),
					of (gimple_assign_rhs3 (stmt)));
  gsi_insert_after (gsi, chosen, GSI_CONTINUE_LINKING);
  return flag;
}

/* The flag of what STMT, an assignment, copies, combines or chooses.  */

tree
cuf_unset_flags::copy (gimple *stmt)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  tree value = gimple_assign_rhs1 (stmt);
  switch (gimple_assign_rhs_code (stmt))
    {
    case COND_EXPR:
      return choose (&gsi, stmt);
    case REALPART_EXPR:
    case IMAGPART_EXPR:
      return of (TREE_OPERAND (value, 0));
    case COMPLEX_EXPR:
      value = fold_build2 (TRUTH_OR_EXPR, boolean_type_node, of (value),
			   of (gimple_assign_rhs2 (stmt)));
      return is_gimple_val (value) ? value : truth_value (&gsi, value);
    default:
      return of (value);
    }
}

/* Compute the flag of NAME.  */

tree
cuf_unset_flags::compute (tree name)
{
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (SSA_NAME_IS_DEFAULT_DEF (name)
      && (VAR_P (SSA_NAME_VAR (name))
	  || cuf_host_scalar_p (SSA_NAME_VAR (name))))
    return boolean_true_node;
  if (SSA_NAME_IS_DEFAULT_DEF (name))
    return parameter (SSA_NAME_VAR (name));
  if (is_gimple_call (def))
    {
      gimple_stmt_iterator gsi = gsi_for_stmt (def);
      tree bits = passed (&gsi, RESULT, gimple_call_fndecl (def));
      return bit_of (&gsi, bits, 0);
    }
  if (gimple_assign_load_p (def))
    {
      gimple_stmt_iterator gsi = gsi_for_stmt (def);
      return word_unset (&gsi, def);
    }
  return copy (def);
}

/* A truth value that is true if NAME has not been set, and is known behind
   NAME.  */

tree
cuf_unset_flags::of (tree name)
{
  if (TREE_CODE (name) != SSA_NAME || !names->get (name))
    return boolean_false_node;
  if (tree *known = flags.get (name))
    return *known;
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (!SSA_NAME_IS_DEFAULT_DEF (name) && gimple_code (def) == GIMPLE_PHI)
    {
      /* It may depend on itself.  */
      tree flag = make_ssa_name (boolean_type_node);
      flags.put (name, flag);
      return join (as_a <gphi *> (def), flag);
    }
  tree flag = compute (name);
  flags.put (name, flag);
  return flag;
}

/* --- Calls --------------------------------------------------------------- */

/* Leave BITS for SLOT of FN in front of STMT.  */

static void
leave (gimple *stmt, unsigned slot, tree fn, tree bits)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  gcall *call = gimple_build_call (cuf_tree (CUF_FN_CHECK_PASS), 3,
				   build_int_cst (unsigned_type_node, slot),
				   function_address (fn),
				   cuf_compute_before (&gsi, bits));
  gsi_insert_before (&gsi, call, GSI_SAME_STMT);
}

/* True if FN may ask for the flag of argument I of CALL.  */

static bool
flagged_argument_p (gcall *call, tree fn, unsigned i)
{
  return (cuf_flagged_type_p (TREE_TYPE (gimple_call_arg (call, i)))
	  && (cuf_elsewhere_p (fn) || (cuf_unset_parameters (fn) >> i & 1)));
}

/* Let CALL say which of its arguments have not been set, by FLAGS, if there may
   be some and the function may ask for that.  */

static void
pass_arguments (gcall *call, cuf_unset_flags *flags)
{
  tree fn = gimple_call_fndecl (call);
  tree bits = build_zero_cst (unsigned_type_node);
  if (!fn)
    return;
  for (unsigned i = 0; i < gimple_call_num_args (call) && i < 32; i++)
    if (flagged_argument_p (call, fn, i))
      {
	tree bit = fold_convert (unsigned_type_node,
				 flags->of (gimple_call_arg (call, i)));
	bit = fold_build2 (LSHIFT_EXPR, unsigned_type_node, bit,
			   build_int_cst (unsigned_type_node, i));
	bits = fold_build2 (BIT_IOR_EXPR, unsigned_type_node, bits, bit);
      }
  if (!integer_zerop (bits))
    leave (call, PARAMETERS, fn, bits);
}

/* Let the calls of FN, and its returns, pass on FLAGS where they are asked
   for.  */

void
cuf_pass_unset (function *fn, cuf_unset_flags *flags)
{
  basic_block bb;
  auto_vec<gimple *> stmts;
  bool result = flagged_result_p (fn->decl);
  FOR_EACH_BB_FN (bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (is_gimple_call (gsi_stmt (gsi))
	  || (result && gimple_code (gsi_stmt (gsi)) == GIMPLE_RETURN))
	stmts.safe_push (gsi_stmt (gsi));
  for (gimple *stmt : stmts)
    if (gcall *call = dyn_cast<gcall *> (stmt))
      pass_arguments (call, flags);
    else if (tree value = gimple_return_retval (as_a <greturn *> (stmt)))
      leave (stmt, RESULT, fn->decl,
	     fold_convert (unsigned_type_node, flags->of (value)));
}

/* Functions that do so have an effect of which GCC knows nothing where they are
   said to be pure.  Let NODE's be none of these, and what calls it know
   that.  */

static void
have_effects (cgraph_node *node)
{
  if (!DECL_PURE_P (node->decl) && !TREE_READONLY (node->decl))
    return;
  DECL_PURE_P (node->decl) = TREE_READONLY (node->decl) = 0;
  for (cgraph_edge *e = node->callers; e; e = e->next_caller)
    {
      push_cfun (DECL_STRUCT_FUNCTION (e->caller->decl));
      update_stmt (e->call_stmt);
      mark_virtual_operands_for_renaming (cfun);
      update_ssa (TODO_update_ssa_only_virtuals);
      pop_cfun ();
    }
}

/* True if one of the arguments in some call of NODE's function is of a type
   with flags.  */

static bool
called_with_flags_p (cgraph_node *node)
{
  for (cgraph_edge *e = node->callers; e; e = e->next_caller)
    for (unsigned i = 0; i < gimple_call_num_args (e->call_stmt); i++)
      {
	tree arg = gimple_call_arg (e->call_stmt, i);
	if (cuf_flagged_type_p (TREE_TYPE (arg)))
	  return true;
      }
  return false;
}

/* Let those of FUNCTIONS have effects that pass on flags, and those of other
   files that may.  */

void
cuf_keep_flag_calls (const vec<cgraph_node *> &functions)
{
  cgraph_node *node;
  for (cgraph_node *function : functions)
    if (flagged_parameters_p (function->decl)
	|| flagged_result_p (function->decl))
      have_effects (function);
  if (!functions.is_empty ())
    FOR_EACH_FUNCTION (node)
      if (cuf_elsewhere_p (node->decl)
	  && (flagged_result_p (node->decl) || called_with_flags_p (node)))
	have_effects (node);
}
