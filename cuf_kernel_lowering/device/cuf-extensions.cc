/* Sums of device code that are extended to 64 bits.
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
#include "gfortran.h"
#include "cuf-lower.h"

/* A loop over the section A(I-2:I+2) begins with a bound that is computed in the type
   of I and extended to that of array indices, and gfortran takes the bound, or I, off
   the index to find the element of another array.  When the loop has been unrolled
   these are numbers, but GCC does not look through the extension of a sum.  Here the
   sum is one of what has been extended: it must not overflow before, either.  */

/* The addition of a constant that defines VALUE, or null.  */

static gassign *
constant_sum (tree value)
{
  if (TREE_CODE (value) != SSA_NAME
      || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (value)
      || TREE_CODE (TREE_TYPE (value)) != INTEGER_TYPE
      || TYPE_UNSIGNED (TREE_TYPE (value))
      || !TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (value)))
    return NULL;
  gassign *sum = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value));
  if (!sum || gimple_assign_rhs_code (sum) != PLUS_EXPR
      || TREE_CODE (gimple_assign_rhs1 (sum)) != SSA_NAME
      || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (gimple_assign_rhs1 (sum))
      || TREE_CODE (gimple_assign_rhs2 (sum)) != INTEGER_CST)
    return NULL;
  return sum;
}

/* Let the statement at GSI, if it extends a sum, be one.  */

static void
extend_operand (gimple_stmt_iterator *gsi)
{
  gassign *extension = dyn_cast<gassign *> (gsi_stmt (*gsi));
  if (!extension
      || !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (extension)))
    return;
  tree type = TREE_TYPE (gimple_assign_lhs (extension));
  tree value = gimple_assign_rhs1 (extension);
  gassign *sum = constant_sum (value);
  if (!sum || TREE_CODE (type) != INTEGER_TYPE || TYPE_UNSIGNED (type)
      || TYPE_PRECISION (type) != 64
      || TYPE_PRECISION (TREE_TYPE (value)) >= 64)
    return;

  tree constant = fold_convert (type, gimple_assign_rhs2 (sum));
  gassign *operand
    = gimple_build_assign (make_ssa_name (type), NOP_EXPR,
			   gimple_assign_rhs1 (sum));
  gimple_set_location (operand, gimple_location (extension));
  gsi_insert_before (gsi, operand, GSI_SAME_STMT);
  gimple_assign_set_rhs_with_ops (gsi, PLUS_EXPR, gimple_assign_lhs (operand),
				  constant);
  update_stmt (gsi_stmt (*gsi));
}

/* Before streaming: let sums with constants in NODE's function, which is CFUN, be
   computed of what has been extended.  */

void
cuf_extend_operands (cgraph_node *)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      extend_operand (&gsi);
}
