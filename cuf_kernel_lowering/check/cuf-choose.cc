/* Values that device code chooses by a condition, with -gpu=check.
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
#include "fold-const.h"
#include "gimple-iterator.h"
#include "gimple-fold.h"
#include "cfghooks.h"
#include "tree-cfg.h"
#include "tree-cfgcleanup.h"
#include "tree-phinodes.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* Where a domain is periodic, a neighbour is at i + 1, or at 1 if i is the last
   one.  Such a condition is a branch, and GCC combines it with others that are
   near: then no subscript behind them changes evenly in a loop, not even one
   that has nothing to do with it, and each access is told of by itself.  So an
   integer that is one of two, each computed in no time, becomes a conditional
   expression.  */

enum { MOST_STATEMENTS = 2, MOST_PHIS = 2 };

/* True if STMT can be where its value is not needed: it adds, negates or converts
   integers.  */

static bool
movable_p (gimple *stmt)
{
  if (!is_gimple_assign (stmt) || gimple_vuse (stmt)
      || !INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_lhs (stmt))))
    return false;
  tree_code code = gimple_assign_rhs_code (stmt);
  return (code == PLUS_EXPR || code == MINUS_EXPR || code == NEGATE_EXPR
	  || ((CONVERT_EXPR_CODE_P (code) || code == SSA_NAME
	       || code == INTEGER_CST)
	      && INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (stmt)))));
}

/* True if BB, between a branch and where its two ways meet, has nothing but a few
   such.  */

static bool
movable_block_p (basic_block bb)
{
  int n = 0;
  if (!single_pred_p (bb) || !single_succ_p (bb)
      || single_succ_edge (bb)->flags & EDGE_COMPLEX
      || !gimple_seq_empty_p (phi_nodes (bb)))
    return false;
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (gimple_code (stmt) == GIMPLE_PREDICT || is_gimple_debug (stmt))
	continue;
      if (!movable_p (stmt) || ++n > MOST_STATEMENTS)
	return false;
    }
  return true;
}

/* The value of OPERAND in TYPE, which is as wide, computed in front of GSI.  */

static tree
converted (gimple_stmt_iterator *gsi, tree type, tree operand)
{
  return cuf_compute_before (gsi, fold_convert (type, operand));
}

/* Let STMT, which has been moved to where its value may not be needed, not say by
   that that it does not overflow.  */

static void
let_wrap (gimple *stmt)
{
  tree lhs = gimple_assign_lhs (stmt), type = TREE_TYPE (lhs);
  tree_code code = gimple_assign_rhs_code (stmt);
  if (!TYPE_OVERFLOW_UNDEFINED (type)
      || (code != PLUS_EXPR && code != MINUS_EXPR && code != NEGATE_EXPR))
    return;
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  tree wraps = unsigned_type_for (type);
  tree one = converted (&gsi, wraps, gimple_assign_rhs1 (stmt));
  tree value
    = (code == NEGATE_EXPR ? build1 (code, wraps, one)
       : build2 (code, wraps, one,
		 converted (&gsi, wraps, gimple_assign_rhs2 (stmt))));
  value = cuf_compute_before (&gsi, value);
  gimple_assign_set_rhs_with_ops (&gsi, NOP_EXPR, value);
  update_stmt (gsi_stmt (gsi));
}

/* Move what BB has in front of COND.  */

static void
move_up (basic_block bb, gimple *cond)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); )
    {
      gimple *stmt = gsi_stmt (gsi);
      if (!is_gimple_assign (stmt))
	{
	  gsi_next (&gsi);
	  continue;
	}
      gimple_stmt_iterator to = gsi_for_stmt (cond);
      gsi_move_before (&gsi, &to);
      reset_flow_sensitive_info (gimple_assign_lhs (stmt));
      let_wrap (stmt);
    }
}

/* A branch, by COND, whose ways meet again in BB: ON_TRUE and ON_FALSE lead there,
   from other blocks if they are not COND's own.  */
struct choice
{
  basic_block bb;
  gcond *cond;
  edge on_true, on_false;
};

/* The branch by which E is come to: E itself, or that to the block it leaves if
   this has only what can be moved; or null.  */

static edge
branch_of (edge e)
{
  if (safe_dyn_cast<gcond *> (last_stmt (e->src)))
    return e;
  return movable_block_p (e->src) ? single_pred_edge (e->src) : NULL;
}

/* True if COND asks whether a number is zero, as gfortran does of a descriptor's
   stride, which it takes for one then: that leaves the loop as it is.  */

static bool
asks_for_zero_p (const gcond *cond)
{
  tree_code code = gimple_cond_code (cond);
  return ((code == EQ_EXPR || code == NE_EXPR)
	  && integer_zerop (gimple_cond_rhs (cond)));
}

/* Let C be the choice whose ways meet in BB.  Return false if there is none.  */

static bool
find_choice (basic_block bb, choice *c)
{
  if (EDGE_COUNT (bb->preds) != 2)
    return false;
  edge one = EDGE_PRED (bb, 0), other = EDGE_PRED (bb, 1);
  edge branch = branch_of (one), other_branch = branch_of (other);
  if (!branch || !other_branch || branch->src != other_branch->src
      || branch == other_branch)
    return false;
  c->bb = bb;
  c->cond = safe_dyn_cast<gcond *> (last_stmt (branch->src));
  if (branch->flags & EDGE_FALSE_VALUE)
    std::swap (one, other);
  c->on_true = one;
  c->on_false = other;
  return c->cond && !asks_for_zero_p (c->cond);
}

/* True if all that depends on C are a few integers.  */

static bool
integers_p (const choice &c)
{
  int n = 0;
  for (gphi_iterator gsi = gsi_start_phis (c.bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      tree result = gimple_phi_result (gsi.phi ());
      if (virtual_operand_p (result) || !INTEGRAL_TYPE_P (TREE_TYPE (result))
	  || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (result) || ++n > MOST_PHIS)
	return false;
    }
  return n > 0;
}

/* Let the integers of C be conditional expressions.  The branch leads nowhere
   else then.  */

static void
choose (const choice &c)
{
  for (edge e : { c.on_true, c.on_false })
    if (e->src != gimple_bb (c.cond))
      move_up (e->src, c.cond);
  gimple_stmt_iterator before = gsi_for_stmt (c.cond);
  tree truth = make_ssa_name (boolean_type_node);
  gsi_insert_before (&before,
		     gimple_build_assign (truth, gimple_cond_code (c.cond),
					  gimple_cond_lhs (c.cond),
					  gimple_cond_rhs (c.cond)),
		     GSI_SAME_STMT);
  gimple_stmt_iterator first = gsi_after_labels (c.bb);
  for (gphi_iterator gsi = gsi_start_phis (c.bb); !gsi_end_p (gsi); )
    {
      gphi *phi = gsi.phi ();
      tree result = gimple_phi_result (phi);
      tree on_true = PHI_ARG_DEF_FROM_EDGE (phi, c.on_true);
      tree on_false = PHI_ARG_DEF_FROM_EDGE (phi, c.on_false);
      remove_phi_node (&gsi, false);
      gimple *stmt = gimple_build_assign (result, COND_EXPR, truth, on_true,
					  on_false);
      gsi_insert_before (&first, stmt, GSI_SAME_STMT);
    }
}

/* Let FN, which is cfun, choose such integers without branches.  */

void
cuf_choose_integers (function *fn)
{
  basic_block bb;
  bool changed = false;
  FOR_EACH_BB_FN (bb, fn)
    {
      choice c;
      if (!find_choice (bb, &c) || !integers_p (c))
	continue;
      choose (c);
      changed = true;
    }
  if (changed)
    cleanup_tree_cfg ();
}
