/* How often loops of device code iterate whose bounds are made of a thread's index.
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
#include "cfgloop.h"
#include "fold-const.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-niter.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* A tile in shared memory with what is around it is loaded by

     do i = threadidx%x - 3, 36, 32

   which makes two iterations at most, since indices of threads are positive.  GCC
   knows that too late: it computes the number of iterations in front of the test
   whether there are any, where the difference may be anything, and takes what the
   array has room for.  So many iterations are unrolled then.  */

/* As many as are worth knowing.  */
#define MOST_ITERATIONS 64

/* How many operations deep to look, and how far from zero: nothing wraps around in
   32 bits.  */
#define MOST_STEPS 8
#define FAR ((HOST_WIDE_INT) 1 << 30)

/* The numbers that a value may be, if nothing overflows.  */
struct number_range
{
  HOST_WIDE_INT least, most;
};

/* Let RANGE be that of the special register that FN returns a part of: the limits
   of all devices, as in libgcuf/device/device-index.c.  */

static bool
register_range (tree fn, number_range *range)
{
  static const struct { const char *symbol; HOST_WIDE_INT most; } registers[] = {
    { "__gcuf_threadidx_x", 1024 },
    { "__gcuf_threadidx_y", 1024 },
    { "__gcuf_threadidx_z", 64 },
    { "__gcuf_blockdim_x", 1024 },
    { "__gcuf_blockdim_y", 1024 },
    { "__gcuf_blockdim_z", 64 }
  };
  if (!cuf_register_function_p (fn))
    return false;
  for (unsigned i = 0; i < ARRAY_SIZE (registers); i++)
    if (strcmp (cuf_symbol (fn), registers[i].symbol) == 0)
      {
	range->least = 1;
	range->most = registers[i].most;
	return true;
      }
  return false;
}

static bool range_of (tree value, int depth, number_range *range);

/* The range of values in VALUES divided by N, as division truncates them or, if
   FLOOR, not above the quotient.  */

static number_range
quotient_of (const number_range &values, HOST_WIDE_INT n, bool floor)
{
  if (!floor)
    return { values.least / n, values.most / n };
  return { values.least / n - (values.least % n < 0),
	   values.most / n - (values.most % n < 0) };
}

/* Let RANGE be that of A and B with CODE between them, a value of TYPE.  */

static bool
range_of_operation (tree_code code, tree type, tree a, tree b, int depth,
		    number_range *range)
{
  number_range left, right;
  if (!range_of (a, depth, &left) || !range_of (b, depth, &right))
    return false;
  switch (code)
    {
    case PLUS_EXPR:
      *range = { left.least + right.least, left.most + right.most };
      break;
    case MINUS_EXPR:
      *range = { left.least - right.most, left.most - right.least };
      break;
    case TRUNC_DIV_EXPR:
    case RSHIFT_EXPR:
      /* Without a sign what is less than zero is a large number.  */
      if (right.least != right.most
	  || !IN_RANGE (right.least, 1, code == RSHIFT_EXPR ? 29 : FAR)
	  || (TYPE_UNSIGNED (type) && left.least < 0))
	return false;
      *range = (code == RSHIFT_EXPR
		? quotient_of (left, HOST_WIDE_INT_1 << right.least, true)
		: quotient_of (left, right.least, false));
      break;
    default:
      return false;
    }
  return range->least > -FAR && range->most < FAR;
}

/* True if a number in RANGE is the same number of TYPE, or that modulo a power of two
   as FROM, what it is converted from, was.  */

static bool
kept_p (tree from, tree type, const number_range &range)
{
  return (INTEGRAL_TYPE_P (from) && INTEGRAL_TYPE_P (type)
	  && TYPE_PRECISION (type) >= 32
	  && (range.least >= 0 || !TYPE_UNSIGNED (from)
	      || TYPE_PRECISION (from) == TYPE_PRECISION (type)));
}

/* Let RANGE be that of VALUE, in at most DEPTH steps.  A difference may be taken
   without a sign.  */

static bool
range_of (tree value, int depth, number_range *range)
{
  if (TREE_CODE (value) == NON_LVALUE_EXPR)
    value = TREE_OPERAND (value, 0);
  tree type = TREE_TYPE (value);
  if (TREE_CODE (value) == INTEGER_CST)
    {
      /* What is subtracted may be added without a sign.  */
      range->least = range->most
	= sext_hwi (TREE_INT_CST_LOW (value), TYPE_PRECISION (type));
      return IN_RANGE (range->least, -FAR, FAR);
    }
  if (depth == 0)
    return false;
  if (CONVERT_EXPR_P (value))
    {
      tree from = TREE_OPERAND (value, 0);
      return (range_of (from, depth - 1, range)
	      && kept_p (TREE_TYPE (from), type, *range));
    }
  if (BINARY_CLASS_P (value))
    return range_of_operation (TREE_CODE (value), type, TREE_OPERAND (value, 0),
			       TREE_OPERAND (value, 1), depth - 1, range);
  if (TREE_CODE (value) != SSA_NAME)
    return false;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (is_gimple_call (def))
    return register_range (gimple_call_fndecl (def), range);
  if (!is_gimple_assign (def))
    return false;
  tree from = gimple_assign_rhs1 (def);
  if (gimple_assign_cast_p (def))
    return (range_of (from, depth - 1, range)
	    && kept_p (TREE_TYPE (from), type, *range));
  return (gimple_assign_rhs_class (def) == GIMPLE_BINARY_RHS
	  && range_of_operation (gimple_assign_rhs_code (def), type, from,
				 gimple_assign_rhs2 (def), depth - 1, range));
}

/* The most iterations but for the first that NITER, of a loop that makes any, may be;
   less than zero if that is not known.  The number is a quotient without a sign of a
   difference that is not less than zero then.  */

static HOST_WIDE_INT
most_iterations (tree niter)
{
  number_range range;
  HOST_WIDE_INT divisor = 1;
  if (TREE_CODE (niter) == NON_LVALUE_EXPR)
    niter = TREE_OPERAND (niter, 0);
  gassign *def = (TREE_CODE (niter) == SSA_NAME
		  ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (niter)) : NULL);
  tree_code code = def ? gimple_assign_rhs_code (def) : ERROR_MARK;
  if ((code == TRUNC_DIV_EXPR || code == RSHIFT_EXPR)
      && TYPE_UNSIGNED (TREE_TYPE (niter))
      && tree_fits_shwi_p (gimple_assign_rhs2 (def)))
    {
      HOST_WIDE_INT n = tree_to_shwi (gimple_assign_rhs2 (def));
      if (!IN_RANGE (n, 1, code == RSHIFT_EXPR ? 29 : FAR))
	return -1;
      divisor = code == RSHIFT_EXPR ? HOST_WIDE_INT_1 << n : n;
      niter = gimple_assign_rhs1 (def);
    }
  return range_of (niter, MOST_STEPS, &range) ? range.most / divisor : -1;
}

/* Note how often the loops of CFUN iterate at most, where that follows from the
   limits of devices.  The caller has loops and scalar evolution initialized.  */

void
cuf_bound_register_counts (void)
{
  for (loop_p loop : loops_list (cfun, 0))
    {
      class tree_niter_desc niter;
      edge exit = single_exit (loop);
      HOST_WIDE_INT most = -1;
      if (exit && number_of_iterations_exit (loop, exit, &niter, false)
	  && !is_gimple_min_invariant (niter.niter))
	most = most_iterations (niter.niter);
      if (IN_RANGE (most, 0, MOST_ITERATIONS))
	record_niter_bound (loop, most, false, true);
    }
}
