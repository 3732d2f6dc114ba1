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

/* How many operations deep to look, and how far from zero.  */
#define MOST_STEPS 8
#define FAR ((HOST_WIDE_INT) 1 << 40)

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

/* Let RANGE be that of A and B with CODE between them.  */

static bool
range_of_operation (tree_code code, tree a, tree b, int depth,
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
      /* A number of iterations is not negative.  */
      if (right.least != right.most || left.most < 0
	  || !IN_RANGE (right.least, 1, code == RSHIFT_EXPR ? 30 : FAR))
	return false;
      if (code == RSHIFT_EXPR)
	right.least = HOST_WIDE_INT_1 << right.least;
      *range = { MAX (left.least, 0) / right.least, left.most / right.least };
      break;
    default:
      return false;
    }
  return range->least > -FAR && range->most < FAR;
}

/* Let RANGE be that of VALUE, in at most DEPTH steps.  Conversions leave the value:
   a number without a sign is a difference that is not negative where it is the number
   of iterations of a loop that makes any.  */

static bool
range_of (tree value, int depth, number_range *range)
{
  STRIP_NOPS (value);
  if (TREE_CODE (value) == INTEGER_CST)
    {
      /* What is subtracted may be added without a sign.  */
      wide_int n = wi::to_wide (value);
      if (!wi::fits_shwi_p (wi::sext (n, TYPE_PRECISION (TREE_TYPE (value)))))
	return false;
      range->least = range->most = n.to_shwi ();
      return true;
    }
  if (depth == 0)
    return false;
  if (CONVERT_EXPR_P (value))
    return range_of (TREE_OPERAND (value, 0), depth - 1, range);
  if (BINARY_CLASS_P (value))
    return range_of_operation (TREE_CODE (value), TREE_OPERAND (value, 0),
			       TREE_OPERAND (value, 1), depth - 1, range);
  if (TREE_CODE (value) != SSA_NAME)
    return false;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (is_gimple_call (def))
    return register_range (gimple_call_fndecl (def), range);
  if (!is_gimple_assign (def))
    return false;
  if (gimple_assign_cast_p (def))
    return range_of (gimple_assign_rhs1 (def), depth - 1, range);
  return (gimple_assign_rhs_class (def) == GIMPLE_BINARY_RHS
	  && range_of_operation (gimple_assign_rhs_code (def),
				 gimple_assign_rhs1 (def),
				 gimple_assign_rhs2 (def), depth - 1, range));
}

/* Note how often the loops of CFUN iterate at most, where that follows from the
   limits of devices.  The caller has loops and scalar evolution initialized.  */

void
cuf_bound_register_counts (void)
{
  for (loop_p loop : loops_list (cfun, 0))
    {
      class tree_niter_desc niter;
      number_range range;
      edge exit = single_exit (loop);
      if (exit && number_of_iterations_exit (loop, exit, &niter, false)
	  && !is_gimple_min_invariant (niter.niter)
	  && range_of (niter.niter, MOST_STEPS, &range)
	  && IN_RANGE (range.most, 0, MOST_ITERATIONS))
	record_niter_bound (loop, range.most, false, true);
    }
}
