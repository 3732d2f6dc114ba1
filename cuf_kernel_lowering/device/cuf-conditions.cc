/* Conditions of device code that branches look at.
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
#include "gfortran.h"
#include "cuf-lower.h"

/* gfortran computes whether a loop is at its end, and then asks whether that
   is not zero.  GCC makes one of both, but not where a signed number is
   compared with zero, as at the end of DO I = N, 0, -1: in the type that the
   condition has, that folds to a shift of the sign.  What does not see that
   this is a comparison does not know how often the loop runs, and does not
   unroll it.  */

/* The comparison of integers that defines VALUE, or null.  */

static gassign *
comparison (tree value)
{
  if (TREE_CODE (value) != SSA_NAME)
    return NULL;
  gassign *def = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value));
  if (!def || TREE_CODE_CLASS (gimple_assign_rhs_code (def)) != tcc_comparison)
    return NULL;
  tree left = gimple_assign_rhs1 (def), right = gimple_assign_rhs2 (def);
  if (!INTEGRAL_TYPE_P (TREE_TYPE (left)))
    return NULL;
  tree operands[] = { left, right };
  for (tree operand : operands)
    if (TREE_CODE (operand) == SSA_NAME
	&& SSA_NAME_OCCURS_IN_ABNORMAL_PHI (operand))
      return NULL;
  return def;
}

/* Let COND compare what the comparison does whose result it looks at.  */

static void
compare_operands (gcond *cond)
{
  tree_code code = gimple_cond_code (cond);
  if ((code != NE_EXPR && code != EQ_EXPR)
      || !integer_zerop (gimple_cond_rhs (cond)))
    return;
  gassign *def = comparison (gimple_cond_lhs (cond));
  if (!def)
    return;
  tree_code compare = gimple_assign_rhs_code (def);
  if (code == EQ_EXPR)
    compare = invert_tree_comparison (compare, false);
  gimple_cond_set_condition (cond, compare, gimple_assign_rhs1 (def),
			     gimple_assign_rhs2 (def));
  update_stmt (cond);
}

/* Before streaming: let branches of NODE's function, which is CFUN, compare
   what their conditions do.  */

void
cuf_compare_operands (cgraph_node *)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    if (gcond *cond = safe_dyn_cast<gcond *> (last_stmt (bb)))
      compare_operands (cond);
}
