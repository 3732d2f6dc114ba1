/* Strides of dummy arrays in device code.
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
#include "tree-cfg.h"
#include "fold-const.h"
#include "gimple-iterator.h"
#include "gimple-fold.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-choice.h"

/* A stride of zero in a descriptor stands for one, so that gfortran asks of
   the first dimension of each dummy array of assumed shape whether it is
   zero.  What is computed of the stride alone, whatever follows, GCC
   computes in each of the branches, as it is a constant in one; and there
   are as many branches as arrays. Taken for a number without a sign, the
   stride that is meant is the greater one of it and one: that is one
   instruction, and kernels in versions (driver/ptx/ptx-strides.c) know
   strides by it.  A single branch costs less than what GCC makes of the
   loops behind it when it does not see any, and other strides become maxima
   later.  */

/* So many branches are worth it.  */
#define LEAST_STRIDES 2

/* The number that is one in PHI instead of zero, and else itself; or null.  */

static tree
one_for_zero (gphi *phi)
{
  cuf_choice choice;
  if (!cuf_choice_p (phi, &choice)
      || !integer_zerop (gimple_cond_rhs (choice.cond)))
    return NULL_TREE;
  tree value = gimple_cond_lhs (choice.cond);
  tree_code code = gimple_cond_code (choice.cond);
  unsigned if_zero = code == EQ_EXPR ? choice.if_true : 1 - choice.if_true;
  if ((code != EQ_EXPR && code != NE_EXPR)
      || !integer_onep (gimple_phi_arg_def (phi, if_zero))
      || gimple_phi_arg_def (phi, 1 - if_zero) != value
      || TREE_CODE (value) != SSA_NAME
      || !INTEGRAL_TYPE_P (TREE_TYPE (value))
      || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (value))
    return NULL_TREE;
  return value;
}

/* True if a multiple of VALUE, or of what VALUE is converted to, is computed
   whenever BB is.  The caller has post-dominators.  */

static bool
multiplied_p (tree value, basic_block bb)
{
  imm_use_iterator i;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, i, value)
    {
      gassign *assign = dyn_cast<gassign *> (USE_STMT (use));
      if (!assign)
	continue;
      if (gimple_assign_cast_p (assign)
	  ? multiplied_p (gimple_assign_lhs (assign), bb)
	  : (gimple_assign_rhs_code (assign) == MULT_EXPR
	     && TREE_CODE (gimple_assign_rhs2 (assign)) == INTEGER_CST
	     && dominated_by_p (CDI_POST_DOMINATORS, bb, gimple_bb (assign))))
	return true;
    }
  return false;
}

/* Let what PHI defines be the maximum of VALUE and one, without a sign.  */

static void
use_maximum (gphi *phi, tree value)
{
  tree result = gimple_phi_result (phi);
  tree type = unsigned_type_for (TREE_TYPE (result));
  gimple_stmt_iterator where = gsi_after_labels (gimple_bb (phi));
  gimple_seq stmts = NULL;
  tree number = gimple_convert (&stmts, type, value);
  tree greater = gimple_build (&stmts, MAX_EXPR, type, number,
			       build_one_cst (type));
  gsi_insert_seq_before (&where, stmts, GSI_SAME_STMT);

  gphi_iterator gsi = gsi_for_phi (phi);
  remove_phi_node (&gsi, false);
  gsi_insert_before (&where, gimple_build_assign (result, NOP_EXPR, greater),
		     GSI_SAME_STMT);
}

/* Before streaming: let strides in NODE's function, which is CFUN, be
   maxima.  */

void
cuf_use_stride_maxima (cgraph_node *)
{
  auto_vec<gphi *> phis;
  basic_block bb;
  calculate_dominance_info (CDI_POST_DOMINATORS);
  FOR_EACH_BB_FN (bb, cfun)
    for (gphi_iterator gsi = gsi_start_phis (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (one_for_zero (gsi.phi ())
	  && multiplied_p (gimple_phi_result (gsi.phi ()), bb))
	phis.safe_push (gsi.phi ());
  free_dominance_info (CDI_POST_DOMINATORS);
  if (phis.length () >= LEAST_STRIDES)
    for (gphi *phi : phis)
      use_maximum (phi, one_for_zero (phi));
}
