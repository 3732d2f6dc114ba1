/* Loops whose bounds are a multiple of their step apart.
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
#include "gfortran.h"
#include "cuf-lower.h"

/* In

     do k = i - step, i + step, step

   gfortran computes how often the loop iterates by a division of numbers without
   signs, in which GCC does not see that this is a constant.  But in the numbers with
   signs that these have been nothing may overflow, so that a difference of two is
   a multiple of a third if it looks like one; and where the loop iterates at all
   that number fits.  Such a loop can be unrolled then, and needs no division.  */

/* A sum of values, each with a factor.  */
struct linear_sum
{
  enum { MOST = 6 };
  struct term
  {
    tree value;
    HOST_WIDE_INT factor;
  };
  unsigned n;
  term terms[MOST];
};

/* How many operations deep to look.  */
#define MOST_STEPS 6

/* The largest factor, and number of iterations less one, that is of interest.  */
#define MOST_TIMES 63

/* Add FACTOR times VALUE, which is no sum that is of interest.  */

static bool
add_term (linear_sum *sum, tree value, HOST_WIDE_INT factor)
{
  unsigned i = 0;
  while (i < sum->n && !operand_equal_p (sum->terms[i].value, value))
    i++;
  if (i == linear_sum::MOST)
    return false;
  if (i == sum->n)
    sum->terms[sum->n++] = { value, 0 };
  sum->terms[i].factor += factor;
  return IN_RANGE (sum->terms[i].factor, -MOST_TIMES, MOST_TIMES);
}

/* True if a conversion of NUMBER to TYPE leaves its value, or that as bits.  */

static bool
keeps_value_p (tree number, tree type)
{
  tree from = TREE_TYPE (number);
  return (TREE_CODE (number) == SSA_NAME && INTEGRAL_TYPE_P (from)
	  && TYPE_OVERFLOW_UNDEFINED (from)
	  && TYPE_PRECISION (from) <= TYPE_PRECISION (type));
}

/* Add FACTOR times X to SUM, following at most DEPTH operations that cannot
   overflow.  A constant is a term of its own.  Return false if that is too
   much.  */

static bool
add_to_sum (linear_sum *sum, tree x, HOST_WIDE_INT factor, int depth)
{
  gassign *def = (TREE_CODE (x) == SSA_NAME && depth > 0
		  && TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (x))
		  ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (x)) : NULL);
  if (!def)
    return add_term (sum, x, factor);
  tree left = gimple_assign_rhs1 (def), right = gimple_assign_rhs2 (def);
  switch (gimple_assign_rhs_code (def))
    {
    case PLUS_EXPR:
      return (add_to_sum (sum, left, factor, depth - 1)
	      && add_to_sum (sum, right, factor, depth - 1));
    case MINUS_EXPR:
      return (add_to_sum (sum, left, factor, depth - 1)
	      && add_to_sum (sum, right, -factor, depth - 1));
    CASE_CONVERT:
      return (keeps_value_p (left, TREE_TYPE (x))
	      ? add_to_sum (sum, left, factor, depth - 1)
	      : add_term (sum, x, factor));
    case NEGATE_EXPR:
      return add_to_sum (sum, left, -factor, depth - 1);
    case MULT_EXPR:
      if (tree_fits_shwi_p (right)
	  && IN_RANGE (tree_to_shwi (right), -MOST_TIMES, MOST_TIMES))
	return add_to_sum (sum, left, factor * tree_to_shwi (right),
			   depth - 1);
      /* Fall through.  */
    default:
      return add_term (sum, x, factor);
    }
}

/* The term of SUM that has a factor, if only one has; or null.  */

static const linear_sum::term *
only_term (const linear_sum &sum)
{
  const linear_sum::term *only = NULL;
  for (unsigned i = 0; i < sum.n; i++)
    if (sum.terms[i].factor)
      {
	if (only)
	  return NULL;
	only = &sum.terms[i];
      }
  return only;
}

/* The definition of X with CODE, or null.  */

static gassign *
definition (tree x, tree_code code)
{
  gassign *def = (TREE_CODE (x) == SSA_NAME
		  ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (x)) : NULL);
  return def && gimple_assign_rhs_code (def) == code ? def : NULL;
}

/* Add FACTOR times the number with a sign that X, without one, has been to SUM.
   Return false if it has not been one, or that is too much.  */

static bool
add_signed (linear_sum *sum, tree x, HOST_WIDE_INT factor)
{
  if (gassign *negation = definition (x, NEGATE_EXPR))
    return add_signed (sum, gimple_assign_rhs1 (negation), -factor);
  gassign *def = definition (x, NOP_EXPR);
  return (def && keeps_value_p (gimple_assign_rhs1 (def), TREE_TYPE (x))
	  && add_to_sum (sum, gimple_assign_rhs1 (def), factor, MOST_STEPS));
}

/* If STMT divides the difference of the bounds of a loop by its step, and that is
   a constant, return this, else null.  Where it is less than zero the loop makes no
   iteration, and nothing depends on it.  */

static tree
constant_quotient (gassign *stmt)
{
  linear_sum difference = { }, step = { };
  tree type = TREE_TYPE (gimple_assign_lhs (stmt));
  if (gimple_assign_rhs_code (stmt) != TRUNC_DIV_EXPR || !TYPE_UNSIGNED (type))
    return NULL_TREE;
  gassign *minus = definition (gimple_assign_rhs1 (stmt), MINUS_EXPR);
  if (!minus || !add_signed (&difference, gimple_assign_rhs1 (minus), 1)
      || !add_signed (&difference, gimple_assign_rhs2 (minus), -1)
      || !add_signed (&step, gimple_assign_rhs2 (stmt), 1))
    return NULL_TREE;
  const linear_sum::term *way = only_term (difference);
  const linear_sum::term *unit = only_term (step);
  if (!way || !unit || way->value != unit->value
      || way->factor % unit->factor)
    return NULL_TREE;
  return build_int_cst (type, MAX (way->factor / unit->factor, 0));
}

/* Let such quotients in CFUN be constants.  Return true if there are any.  */

bool
cuf_find_constant_counts (void)
{
  bool any = false;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	gassign *stmt = dyn_cast<gassign *> (gsi_stmt (gsi));
	tree quotient = stmt ? constant_quotient (stmt) : NULL_TREE;
	if (!quotient)
	  continue;
	gimple_assign_set_rhs_from_tree (&gsi, quotient);
	update_stmt (gsi_stmt (gsi));
	any = true;
      }
  return any;
}
