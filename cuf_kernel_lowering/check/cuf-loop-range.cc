/* Which iterations of a loop come to its accesses.
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
#include "fold-const.h"
#include "gimple-iterator.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "cfgloop.h"
#include "tree-cfg.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-ivopts.h"
#include "tree-ssa-loop-niter.h"
#include "options.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-told-loop.h"

/* If X goes on evenly from iteration to iteration, and Y is the same in all,
   X < Y is true in the first ones, or in the last ones: what is behind such a
   condition is come to in a range of iterations.  They are counted from
   zero.  */

static tree
wide_number (HOST_WIDE_INT n)
{
  return build_int_cst (long_long_integer_type_node, n);
}

static tree
wide (tree_code code, tree x, tree y)
{
  return fold_build2 (code, long_long_integer_type_node, x, y);
}

/* Let *END be the least or the greatest of itself and X, as CODE says.  */

static void
tighten (told_loop *t, tree *end, tree_code code, tree x)
{
  *end = cuf_compute (t, wide (code, *end, cuf_compute (t, x)));
}

/* Let R be those of its iterations in which VALUE, a condition that is the same
   in all, is true.  */

static void
keep_if (told_loop *t, iteration_range *r, tree value)
{
  value = cuf_compute (t, fold_convert (boolean_type_node,
					cuf_compute (t, value)));
  r->end = cuf_compute (t, build3 (COND_EXPR, long_long_integer_type_node,
				   value, r->end, wide_number (0)));
}

/* Let R be those of its iterations in which IV CODE Y is true.  */

static void
keep_even (told_loop *t, iteration_range *r, const affine_iv *iv,
	   tree_code code, tree y)
{
  tree step = fold_convert (signed_type_for (TREE_TYPE (iv->step)), iv->step);
  HOST_WIDE_INT by = tree_to_shwi (step);
  tree from = cuf_compute (t, cuf_widened (iv->base));
  tree to = cuf_compute (t, cuf_widened (y));
  if (code == LT_EXPR || code == GT_EXPR)
    {
      to = wide (code == LT_EXPR ? MINUS_EXPR : PLUS_EXPR, to, wide_number (1));
      code = code == LT_EXPR ? LE_EXPR : GE_EXPR;
    }
  if (by < 0)
    {
      std::swap (from, to);
      code = swap_tree_comparison (code);
    }
  tree distance = cuf_compute (t, wide (MINUS_EXPR, to, from));
  tree size = wide_number (by < 0 ? -by : by);
  if (code == LE_EXPR || code == EQ_EXPR)
    tighten (t, &r->end, MIN_EXPR,
	     wide (PLUS_EXPR, wide (FLOOR_DIV_EXPR, distance, size),
		   wide_number (1)));
  if (code == GE_EXPR || code == EQ_EXPR)
    tighten (t, &r->begin, MAX_EXPR, wide (CEIL_DIV_EXPR, distance, size));
}

/* Let R, if it is not null, be those of its iterations in which X CODE Y is
   VALUE.  Return false if these are no range.  */

static bool
keep (told_loop *t, iteration_range *r, tree_code code, tree x, tree y,
      bool value)
{
  affine_iv iv;
  tree type = TREE_TYPE (x);
  if (TREE_CODE_CLASS (code) != tcc_comparison || FLOAT_TYPE_P (type))
    return false;
  if (!value)
    code = invert_tree_comparison (code, false);
  tree same_x = cuf_same_value (t, x), same_y = cuf_same_value (t, y);
  if (same_x && same_y)
    {
      if (r)
	keep_if (t, r, build2 (code, boolean_type_node, same_x, same_y));
      return true;
    }
  if (same_x)
    {
      std::swap (x, y);
      same_y = same_x;
      code = swap_tree_comparison (code);
    }
  if (!INTEGRAL_TYPE_P (type) || !TYPE_OVERFLOW_UNDEFINED (type)
      || TYPE_PRECISION (type) > 32 || code == NE_EXPR || !same_y
      || !cuf_fit_even_p (t, x, &iv) || !tree_fits_shwi_p (iv.step)
      || integer_zerop (iv.step) || cuf_large_term_p (iv.step)
      || (code == EQ_EXPR && !integer_onep (iv.step)
	  && !integer_minus_onep (iv.step)))
    return false;
  if (r)
    keep_even (t, r, &iv, code, same_y);
  return true;
}

/* The same of X, a truth value.  */

static bool
keep_truth (told_loop *t, iteration_range *r, tree x, bool value)
{
  gassign *def = (TREE_CODE (x) == SSA_NAME
		  ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (x)) : NULL);
  if (expr_invariant_in_loop_p (t->loop, x))
    return keep (t, r, NE_EXPR, x, build_zero_cst (TREE_TYPE (x)), value);
  if (!def)
    return false;
  tree_code code = gimple_assign_rhs_code (def);
  if (code == (value ? BIT_AND_EXPR : BIT_IOR_EXPR))
    return (keep_truth (t, r, gimple_assign_rhs1 (def), value)
	    && keep_truth (t, r, gimple_assign_rhs2 (def), value));
  if ((code == NE_EXPR || code == EQ_EXPR)
      && integer_zerop (gimple_assign_rhs2 (def))
      && TREE_CODE (TREE_TYPE (gimple_assign_rhs1 (def))) == BOOLEAN_TYPE)
    return keep_truth (t, r, gimple_assign_rhs1 (def),
		       value == (code == NE_EXPR));
  if (code == BIT_NOT_EXPR && TYPE_PRECISION (TREE_TYPE (x)) == 1)
    return keep_truth (t, r, gimple_assign_rhs1 (def), !value);
  return (TREE_CODE_CLASS (code) == tcc_comparison
	  && keep (t, r, code, gimple_assign_rhs1 (def),
		   gimple_assign_rhs2 (def), value));
}

/* Let R, if it is not null, be those of its iterations that do not take E.
   Return false if these are no range.  */

static bool
keep_out (told_loop *t, iteration_range *r, edge e)
{
  gcond *cond = as_a<gcond *> (last_stmt (e->src));
  bool value = !(e->flags & EDGE_TRUE_VALUE);
  tree x = gimple_cond_lhs (cond), y = gimple_cond_rhs (cond);
  tree_code code = gimple_cond_code (cond);
  if ((code == NE_EXPR || code == EQ_EXPR) && integer_zerop (y)
      && TREE_CODE (TREE_TYPE (x)) == BOOLEAN_TYPE)
    return keep_truth (t, r, x, value == (code == NE_EXPR));
  return keep (t, r, code, x, y, value);
}

/* The block that E, a branch, passes by.  */

static basic_block
passed_by (edge e)
{
  return EDGE_SUCC (e->src, EDGE_SUCC (e->src, 0) == e)->dest;
}

/* True if E, in the loop of T, is taken by all iterations but a range of them,
   and does not leave the loop.  */

bool
cuf_limit_p (told_loop *t, edge e)
{
  basic_block end = t->exit->src;
  return (!t->inner && !t->indices.is_empty ()
	  && flow_bb_inside_loop_p (t->loop, e->dest)
	  && safe_dyn_cast<gcond *> (last_stmt (e->src))
	  && !dominated_by_p (CDI_DOMINATORS, e->src, end)
	  && single_pred_p (passed_by (e)) && keep_out (t, NULL, e));
}

/* Compute the ranges of those of T's failures that are such: where they are
   taken nothing fails.  */

void
cuf_compute_limits (told_loop *t)
{
  for (unsigned i = 0; i < t->failures.length (); )
    {
      edge e = t->failures[i];
      iteration_range r = {
	wide_number (0), cuf_compute (t, fold_convert (long_long_integer_type_node,
						    t->count))
      };
      if (!cuf_limit_p (t, e))
	{
	  i++;
	  continue;
	}
      keep_out (t, &r, e);
      t->limits.safe_push (range_limit { e, r });
      t->failures.ordered_remove (i);
    }
}

/* Let R be the iterations of T's loop that come to BB.  Return false if these
   are all.  */

bool
cuf_range_of (told_loop *t, basic_block bb, iteration_range *r)
{
  bool some = false;
  for (const range_limit &l : t->limits)
    if (dominated_by_p (CDI_DOMINATORS, bb, passed_by (l.e)))
      {
	if (!some)
	  *r = l.range;
	else
	  {
	    tighten (t, &r->begin, MAX_EXPR, l.range.begin);
	    tighten (t, &r->end, MIN_EXPR, l.range.end);
	  }
	some = true;
      }
  return some;
}
