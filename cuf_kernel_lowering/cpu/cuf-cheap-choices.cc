/* Choices between two integers that need no branch.
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
#include "stringpool.h"
#include "attribs.h"
#include "fold-const.h"
#include "gimple-iterator.h"
#include "gimplify.h"
#include "cfgloop.h"
#include "tree-cfg.h"
#include "tree-into-ssa.h"
#include "context.h"
#include "options.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* In

     x = a - b
     if (a < b) x = x + p

   what happens depends on data, in which there often is no order: a processor
   that guesses wrong loses more time than the sum takes.  So it is computed
   anyway, and one of the two values selected.  This is done behind all that is
   done to loops, where GCC would rather make paths of their own of the
   branches.  */

/* True if STMT computes an integer with little work, and can do so where nobody
   needs it.  */

static bool
cheap_p (gimple *stmt)
{
  gassign *assign = dyn_cast<gassign *> (stmt);
  if (!assign || gimple_vuse (stmt) || gimple_has_side_effects (stmt)
      || gimple_could_trap_p (stmt))
    return false;
  tree lhs = gimple_assign_lhs (assign);
  if (TREE_CODE (lhs) != SSA_NAME || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (lhs)
      || !INTEGRAL_TYPE_P (TREE_TYPE (lhs)))
    return false;
  switch (gimple_assign_rhs_code (assign))
    {
    case PLUS_EXPR:
    case MINUS_EXPR:
    case NEGATE_EXPR:
      return !TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (lhs));
    CASE_CONVERT:
      return INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (assign)));
    case BIT_AND_EXPR:
    case BIT_IOR_EXPR:
    case BIT_XOR_EXPR:
    case BIT_NOT_EXPR:
    case SSA_NAME:
    case INTEGER_CST:
      return true;
    default:
      return false;
    }
}

/* True if BB, between a condition and JOIN, does nothing but a few such
   statements.  */

static bool
cheap_block_p (basic_block bb)
{
  enum { MOST = 4 };
  int n = 0;
  if (!single_pred_p (bb) || !single_succ_p (bb)
      || !gimple_seq_empty_p (phi_nodes (bb)))
    return false;
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    if (!is_gimple_debug (gsi_stmt (gsi))
	&& (!cheap_p (gsi_stmt (gsi)) || ++n > MOST))
      return false;
  return n > 0;
}

/* The only PHI where the edges X and Y meet whose values differ, an integer's;
   null if there is none, or more.  */

static gphi *
only_choice (edge x, edge y)
{
  gphi *only = NULL;
  for (gphi_iterator i = gsi_start_phis (x->dest); !gsi_end_p (i);
       gsi_next (&i))
    {
      gphi *phi = i.phi ();
      tree from_x = PHI_ARG_DEF_FROM_EDGE (phi, x);
      tree from_y = PHI_ARG_DEF_FROM_EDGE (phi, y);
      if (operand_equal_p (from_x, from_y, 0))
	continue;
      tree type = TREE_TYPE (gimple_phi_result (phi));
      if (only || virtual_operand_p (gimple_phi_result (phi))
	  || !INTEGRAL_TYPE_P (type) || TYPE_PRECISION (type) < 8
	  || TYPE_PRECISION (type) > 64)
	return NULL;
      only = phi;
    }
  return only;
}

/* If BB ends with a condition whose branch by the edge SIDE does little, and leads
   to where OTHER does, do that anyway.  Return true if so.  */

static bool
select_value (basic_block bb, edge side, edge other)
{
  basic_block middle = side->dest;
  gcond *cond = as_a<gcond *> (last_stmt (bb));
  if (!cheap_block_p (middle) || single_succ (middle) != other->dest
      || !INTEGRAL_TYPE_P (TREE_TYPE (gimple_cond_lhs (cond))))
    return false;
  gphi *phi = only_choice (single_succ_edge (middle), other);
  if (!phi)
    return false;

  gimple_stmt_iterator to = gsi_for_stmt (cond);
  gimple_stmt_iterator from = gsi_start_bb (middle);
  while (!gsi_end_p (from))
    if (is_gimple_debug (gsi_stmt (from)))
      gsi_remove (&from, true);
    else
      {
	reset_flow_sensitive_info (gimple_assign_lhs (gsi_stmt (from)));
	gsi_move_before (&from, &to);
      }
  tree yes = PHI_ARG_DEF_FROM_EDGE (phi, single_succ_edge (middle));
  tree no = PHI_ARG_DEF_FROM_EDGE (phi, other);
  if (side->flags & EDGE_FALSE_VALUE)
    std::swap (yes, no);
  tree test = make_temp_ssa_name (boolean_type_node, NULL, "test");
  tree value = make_temp_ssa_name (TREE_TYPE (gimple_phi_result (phi)), NULL,
				   "selected");
  gsi_insert_before (&to, gimple_build_assign (test, gimple_cond_code (cond),
					       gimple_cond_lhs (cond),
					       gimple_cond_rhs (cond)),
		     GSI_SAME_STMT);
  gsi_insert_before (&to, gimple_build_assign (value, COND_EXPR, test, yes, no),
		     GSI_SAME_STMT);
  SET_USE (PHI_ARG_DEF_PTR_FROM_EDGE (phi, other), value);
  if (other->flags & EDGE_TRUE_VALUE)
    gimple_cond_make_true (cond);
  else
    gimple_cond_make_false (cond);
  update_stmt (cond);
  return true;
}

/* --- The pass ------------------------------------------------------------ */

static const pass_data choices_pass_data = {
  GIMPLE_PASS, "cufchoices", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0,
  0, 0
};

class choices_pass : public gimple_opt_pass
{
public:
  choices_pass (gcc::context *ctxt)
    : gimple_opt_pass (choices_pass_data, ctxt) {}

  bool gate (function *);
  unsigned execute (function *);
};

bool
choices_pass::gate (function *fun)
{
  return optimize >= 2 && !cuf_check_p ()
	 && lookup_attribute (CUF_RUN_ATTRIBUTE, DECL_ATTRIBUTES (fun->decl));
}

unsigned
choices_pass::execute (function *fun)
{
  basic_block bb;
  bool changed = false;
  FOR_EACH_BB_FN (bb, fun)
    if (bb_loop_depth (bb) > 0 && EDGE_COUNT (bb->succs) == 2
	&& safe_dyn_cast<gcond *> (last_stmt (bb)))
      changed |= (select_value (bb, EDGE_SUCC (bb, 0), EDGE_SUCC (bb, 1))
		  || select_value (bb, EDGE_SUCC (bb, 1), EDGE_SUCC (bb, 0)));
  return changed ? TODO_cleanup_cfg : 0;
}

/* That pass.  */

opt_pass *
cuf_make_choices_pass (void)
{
  return new choices_pass (g);
}
