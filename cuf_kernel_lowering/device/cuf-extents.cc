/* Extents of array sections in device code that are constants.
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

/* Of the section A(I-1:I+1) gfortran computes the extent, in the type of array
   indices, as (1 - FROM) + TO with bounds that have been converted to it.  GCC
   does not see that this is 3: it does not change the order of additions that
   must not overflow.  Here such a sum is known to be a constant, so that loops
   over small sections are unrolled, and small arrays need no memory.  */

/* A value that is FACTOR times BASE and ADDEND, without overflow; BASE is null,
   and FACTOR zero, if it is a constant.  */
struct linear_value
{
  tree base;
  int factor;			/* -1, 0 or 1.  */
  widest_int addend;
};

/* True if arithmetic in TYPE is that of integers.  */

static bool
exact_type_p (tree type)
{
  return (ANY_INTEGRAL_TYPE_P (type) && !TYPE_UNSIGNED (type)
	  && TYPE_OVERFLOW_UNDEFINED (type));
}

/* Set *SUM to A + B or, if SUBTRACT, A - B.  Return false if that has more than
   one base.  */

static bool
combine (linear_value *sum, const linear_value &a, linear_value b, bool subtract)
{
  if (subtract)
    {
      b.factor = -b.factor;
      b.addend = -b.addend;
    }
  sum->addend = a.addend + b.addend;
  sum->factor = a.factor + b.factor;
  sum->base = sum->factor ? (a.factor ? a.base : b.base) : NULL_TREE;
  return (sum->factor >= -1 && sum->factor <= 1
	  && (!a.factor || !b.factor || a.base == b.base));
}

static linear_value linear (tree value, int depth);

/* Set *SUM to what assignment DEF of a sum or a difference computes.  */

static bool
linear_sum (linear_value *sum, gassign *def, int depth)
{
  return combine (sum, linear (gimple_assign_rhs1 (def), depth),
		  linear (gimple_assign_rhs2 (def), depth),
		  gimple_assign_rhs_code (def) == MINUS_EXPR);
}

/* VALUE, an operand in a type that is exact or is converted to one, with at most
   DEPTH definitions followed.  */

static linear_value
linear (tree value, int depth)
{
  if (TREE_CODE (value) == INTEGER_CST)
    return { NULL_TREE, 0, wi::to_widest (value) };
  linear_value all = { value, 1, 0 }, found;
  gassign *def = (TREE_CODE (value) == SSA_NAME
		  ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value)) : NULL);
  if (!def || depth == 0 || !exact_type_p (TREE_TYPE (value)))
    return all;
  tree operand = gimple_assign_rhs1 (def);
  switch (gimple_assign_rhs_code (def))
    {
    case PLUS_EXPR:
    case MINUS_EXPR:
      return linear_sum (&found, def, depth - 1) ? found : all;
    CASE_CONVERT:
      if (exact_type_p (TREE_TYPE (operand))
	  && (TYPE_PRECISION (TREE_TYPE (operand))
	      <= TYPE_PRECISION (TREE_TYPE (value))))
	return linear (operand, depth - 1);
      return all;
    default:
      return all;
    }
}

/* Before streaming: let sums in NODE's function, which is CFUN, be constants
   where they are of what cancels out.  */

void
cuf_fold_extents (cgraph_node *)
{
  enum { DEPTH = 6 };
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	gassign *sum = dyn_cast<gassign *> (gsi_stmt (gsi));
	tree_code code = sum ? gimple_assign_rhs_code (sum) : ERROR_MARK;
	linear_value value;
	if ((code != PLUS_EXPR && code != MINUS_EXPR)
	    || !exact_type_p (TREE_TYPE (gimple_assign_lhs (sum)))
	    || !linear_sum (&value, sum, DEPTH) || value.factor != 0
	    || !wi::fits_to_tree_p (value.addend,
				    TREE_TYPE (gimple_assign_lhs (sum))))
	  continue;
	tree constant = wide_int_to_tree (TREE_TYPE (gimple_assign_lhs (sum)),
					  value.addend);
	gimple_assign_set_rhs_from_tree (&gsi, constant);
	update_stmt (gsi_stmt (gsi));
      }
}
