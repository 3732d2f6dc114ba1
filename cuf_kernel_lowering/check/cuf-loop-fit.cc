/* How often a loop is run, and whether its accesses can be checked together.
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

/* The value of EXPR, computed in front of the loop of T.  */

tree
cuf_compute (told_loop *t, tree expr)
{
  gimple_seq seq;
  tree value = force_gimple_operand (unshare_expr (expr), &seq, true,
				     NULL_TREE);
  gimple_seq_add_seq (&t->stmts, seq);
  return value;
}

/* T is fit only if EXPR is true, or no iteration comes to what is looked at.  */

static void
require (told_loop *t, tree expr)
{
  expr = fold (expr);
  if (t->range)
    {
      tree none = cuf_compute (t, build2 (LE_EXPR, boolean_type_node,
					  t->range->end, t->range->begin));
      tree met = cuf_compute (t, fold_convert (boolean_type_node,
					       cuf_compute (t, expr)));
      expr = build2 (BIT_IOR_EXPR, boolean_type_node, none, met);
    }
  if (integer_zerop (expr))
    t->fit = boolean_false_node;
  else if (!integer_nonzerop (expr))
    t->fit = cuf_compute (t, build2 (BIT_AND_EXPR, boolean_type_node, t->fit,
				     fold_convert (boolean_type_node,
						   cuf_compute (t, expr))));
}

/* The same if it is false, or what is looked at is not come to.  */

static void
require_not (told_loop *t, tree expr)
{
  expr = cuf_compute (t, fold_convert (boolean_type_node,
				       cuf_compute (t, expr)));
  if (t->behind)
    {
      tree count = t->behind_inner ? t->inner_count : t->count;
      tree more = cuf_compute (t, build2 (GT_EXPR, boolean_type_node, count,
					  size_one_node));
      expr = cuf_compute (t, build2 (BIT_AND_EXPR, boolean_type_node, expr,
				     more));
    }
  require (t, fold_build1 (TRUTH_NOT_EXPR, boolean_type_node, expr));
}

/* The value of IV, which is of TYPE, in the last iteration that comes to what is
   looked at: behind the end of the loop that is one iteration less.  */

static tree
last_value (told_loop *t, const affine_iv *iv, tree type)
{
  tree utype = unsigned_type_for (type);
  tree n = fold_build2 (MINUS_EXPR, size_type_node,
			t->range
			? cuf_compute (t, fold_convert (size_type_node,
							t->range->end))
			: t->count,
			size_int (t->behind ? 2 : 1));
  tree way = fold_build2 (MULT_EXPR, utype, fold_convert (utype, iv->step),
			  fold_convert (utype, n));
  tree base = fold_convert (utype, iv->base);
  return cuf_compute (t, fold_convert (type, fold_build2 (PLUS_EXPR, utype,
							  base, way)));
}

/* The same in the first one.  */

static tree
first_value (told_loop *t, const affine_iv *iv, tree type)
{
  tree utype = unsigned_type_for (type), base = fold_convert (utype, iv->base);
  if (t->range)
    base = fold_build2 (PLUS_EXPR, utype, base,
			fold_build2 (MULT_EXPR, utype,
				     fold_convert (utype, iv->step),
				     fold_convert (utype, t->range->begin)));
  return cuf_compute (t, fold_convert (type, base));
}

/* Require that IV, of TYPE, does not go beyond the largest value of the type to
   its least, or the other way.  What is signed does not.  */

static bool
require_no_overflow (told_loop *t, const affine_iv *iv, tree first, tree last,
		     tree type)
{
  enum { MOST_STEP = 1 << 14, MOST_COUNT = 1 << 16 };
  if (TYPE_OVERFLOW_UNDEFINED (type))
    return true;
  if (TREE_CODE (iv->step) != INTEGER_CST || TYPE_PRECISION (type) < 32
      || wi::gtu_p (wi::abs (wi::to_wide (fold_convert (signed_type_for (type),
							iv->step))),
		    (unsigned HOST_WIDE_INT) MOST_STEP))
    return false;
  bool down = tree_int_cst_sgn (fold_convert (signed_type_for (type),
					      iv->step)) < 0;
  require (t, build2 (LE_EXPR, boolean_type_node, t->count,
		      size_int (MOST_COUNT)));
  require (t, build2 (down ? LE_EXPR : GE_EXPR, boolean_type_node, last,
		      first));
  return true;
}

/* The value of X, computed in front of the loop of T, if it is the same in all
   iterations; else null.  */

tree
cuf_same_value (told_loop *t, tree x)
{
  affine_iv iv;
  if (expr_invariant_in_loop_p (t->loop, x))
    return x;
  if (!INTEGRAL_TYPE_P (TREE_TYPE (x)) || !cuf_fit_even_p (t, x, &iv)
      || !integer_zerop (iv.step))
    return NULL_TREE;
  return cuf_compute (t, fold_convert (TREE_TYPE (x), iv.base));
}

/* Require that X CODE Y is not VALUE in any iteration.  Return false if that
   cannot be found out.  */

static bool
require_never (told_loop *t, tree_code code, tree x, tree y, bool value)
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
      require_not (t, build2 (code, boolean_type_node, same_x, same_y));
      return true;
    }
  if (same_x)
    {
      std::swap (x, y);
      std::swap (same_x, same_y);
      code = swap_tree_comparison (code);
    }
  if (!INTEGRAL_TYPE_P (type) || code == EQ_EXPR || code == NE_EXPR
      || !same_y
      || !(TYPE_PRECISION (type) == 64 ? cuf_fit_even_p (t, x, &iv)
	   : cuf_even_p (t, x, &iv)))
    return false;
  tree first = first_value (t, &iv, type);
  tree last = last_value (t, &iv, type);
  require_not (t, build2 (code, boolean_type_node, first, same_y));
  require_not (t, build2 (code, boolean_type_node, last, same_y));
  return require_no_overflow (t, &iv, first, last, type);
}

/* The same of X, a truth value.  */

static bool
require_never_truth (told_loop *t, tree x, bool value)
{
  gassign *def = (TREE_CODE (x) == SSA_NAME
		  ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (x)) : NULL);
  if (expr_invariant_in_loop_p (t->loop, x))
    return require_never (t, NE_EXPR, x, build_zero_cst (TREE_TYPE (x)),
			  value);
  if (!def)
    return false;
  tree_code code = gimple_assign_rhs_code (def);
  if (code == (value ? BIT_IOR_EXPR : BIT_AND_EXPR))
    return (require_never_truth (t, gimple_assign_rhs1 (def), value)
	    && require_never_truth (t, gimple_assign_rhs2 (def), value));
  if ((code == NE_EXPR || code == EQ_EXPR)
      && integer_zerop (gimple_assign_rhs2 (def))
      && TREE_CODE (TREE_TYPE (gimple_assign_rhs1 (def))) == BOOLEAN_TYPE)
    return require_never_truth (t, gimple_assign_rhs1 (def),
				value == (code == NE_EXPR));
  if (code == BIT_NOT_EXPR && TYPE_PRECISION (TREE_TYPE (x)) == 1)
    return require_never_truth (t, gimple_assign_rhs1 (def), !value);
  return (TREE_CODE_CLASS (code) == tcc_comparison
	  && require_never (t, code, gimple_assign_rhs1 (def),
			    gimple_assign_rhs2 (def), value));
}

/* --- The loop in it ------------------------------------------------------ */

/* The value of E, of TYPE, in the last iteration of the loop of T if LAST, else in
   the first one, and in the last iteration of the loop in it that comes to what is
   looked at if INNER_LAST.  */

static tree
corner (told_loop *t, const evolution *e, tree type, bool last, bool inner_last)
{
  tree utype = unsigned_type_for (type);
  tree value = fold_convert (utype, e->base);
  struct { bool wanted; tree step, count; int less; } ways[] = {
    { last, e->step, t->count, 1 },
    { inner_last, e->inner_step, t->inner_count, t->behind ? 2 : 1 }
  };
  for (const auto &way : ways)
    if (way.wanted && !integer_zerop (way.step))
      {
	tree n = fold_build2 (MINUS_EXPR, size_type_node, way.count,
			      size_int (way.less));
	tree distance = fold_build2 (MULT_EXPR, utype,
				     fold_convert (utype, way.step),
				     fold_convert (utype, n));
	value = cuf_compute (t, fold_build2 (PLUS_EXPR, utype, value,
					     distance));
      }
  return cuf_compute (t, fold_convert (type, value));
}

/* Require that E, of the loop in that of T, is never taken.  What goes on evenly
   in both loops is largest, and least, where they begin or end.  */

static bool
require_inner_not_taken (told_loop *t, edge e, gcond *cond)
{
  evolution x, y;
  tree type = TREE_TYPE (gimple_cond_lhs (cond));
  tree_code code = gimple_cond_code (cond);
  if (!INTEGRAL_TYPE_P (type) || !TYPE_OVERFLOW_UNDEFINED (type)
      || code == EQ_EXPR || code == NE_EXPR
      || !cuf_evolves_evenly_p (t, cond, gimple_cond_lhs (cond), &x)
      || !cuf_evolves_evenly_p (t, cond, gimple_cond_rhs (cond), &y))
    return false;
  if (!(e->flags & EDGE_TRUE_VALUE))
    code = invert_tree_comparison (code, false);
  for (int i = 0; i < 4; i++)
    require_not (t, build2 (code, boolean_type_node,
			    corner (t, &x, type, i & 1, i & 2),
			    corner (t, &y, type, i & 1, i & 2)));
  return true;
}

/* Require that E is never taken.  */

static bool
require_not_taken (told_loop *t, edge e)
{
  gcond *cond = safe_dyn_cast<gcond *> (last_stmt (e->src));
  if (!cond)
    return false;
  bool value = (e->flags & EDGE_TRUE_VALUE) != 0;
  bool inner = t->inner && e->src->loop_father == t->inner;
  basic_block end = inner ? t->inner_exit->src : t->exit->src;
  t->behind = e->src != end && dominated_by_p (CDI_DOMINATORS, e->src, end);
  t->behind_inner = inner;
  if (inner)
    return require_inner_not_taken (t, e, cond);
  tree x = gimple_cond_lhs (cond), y = gimple_cond_rhs (cond);
  tree_code code = gimple_cond_code (cond);
  if ((code == NE_EXPR || code == EQ_EXPR) && integer_zerop (y)
      && TREE_CODE (TREE_TYPE (x)) == BOOLEAN_TYPE)
    return require_never_truth (t, x, value == (code == NE_EXPR));
  return require_never (t, code, x, y, value);
}

/* True if that is possible for E.  */

bool
cuf_never_taken_p (told_loop *t, edge e)
{
  tree fit = t->fit;
  bool possible = cuf_limit_p (t, e) || require_not_taken (t, e);
  t->fit = fit;
  return possible;
}

/* True if E is taken whenever the other branch beside it is not, and both are
   failures of T, though not in a range of its iterations.  */

bool
cuf_excluded_p (told_loop *t, edge e)
{
  if (EDGE_COUNT (e->src->succs) != 2)
    return false;
  edge other = EDGE_SUCC (e->src, EDGE_SUCC (e->src, 0) == e);
  return (t->failures.contains (other)
	  && !(cuf_limit_p (t, e) && cuf_limit_p (t, other)));
}

/* Require that E is not taken where it is come to.  */

static bool
require_not_taken_there (told_loop *t, edge e)
{
  iteration_range range;
  basic_block end = t->exit->src;
  bool behind = e->src != end && dominated_by_p (CDI_DOMINATORS, e->src, end);
  if (!behind && cuf_range_of (t, e->src, &range))
    t->range = &range;
  bool possible = require_not_taken (t, e);
  t->range = NULL;
  return possible;
}

/* Compute the number of iterations of N, of a loop of T, whose body is run at
   least once if T is fit.  */

static tree
count_of (told_loop *t, const tree_niter_desc *n)
{
  require (t, n->assumptions);
  if (!integer_zerop (n->may_be_zero))
    require_not (t, n->may_be_zero);
  return cuf_compute (t, fold_build2 (PLUS_EXPR, size_type_node,
				      fold_convert (size_type_node, n->niter),
				      size_one_node));
}

/* X, a number that may be unsigned since it is a step, in a wider type.  */

tree
cuf_widened (tree x)
{
  return fold_convert (long_long_integer_type_node,
		       fold_convert (signed_type_for (TREE_TYPE (x)), x));
}

/* Require that DEF, see cuf_bounded_p, is the operand that changes in all
   iterations of the loop of T.  */

static void
require_bounded (told_loop *t, gassign *def)
{
  affine_iv iv, bound;
  bool known = cuf_bounded_p (t, def, &iv, &bound);
  gcc_assert (known);
  tree_code code = (gimple_assign_rhs_code (def) == MAX_EXPR
		    ? LT_EXPR : GT_EXPR);
  tree wide = long_long_integer_type_node;
  tree first = cuf_compute (t, cuf_widened (iv.base));
  tree most = cuf_compute (t, cuf_widened (bound.base));
  tree n = fold_build2 (MINUS_EXPR, wide, fold_convert (wide, t->count),
			build_one_cst (wide));
  tree way = fold_build2 (MULT_EXPR, wide, cuf_widened (iv.step), n);
  tree last = cuf_compute (t, fold_build2 (PLUS_EXPR, wide, first, way));
  t->behind = false;
  require_not (t, build2 (code, boolean_type_node, first, most));
  require_not (t, build2 (code, boolean_type_node, last, most));
}

/* Compute the number of iterations of the loop of T, and whether it is fit.  To
   tell of some of its accesses takes about as long as a few of them.  */

bool
cuf_compute_count (told_loop *t)
{
  enum { FEW = 4, FEW_THREADS = 8 };
  t->fit = boolean_true_node;
  t->count = count_of (t, &t->niter);
  if (t->inner)
    t->inner_count = count_of (t, &t->inner_niter);
  if (t->some)
    {
      require (t, build2 (GT_EXPR, boolean_type_node, t->count,
			  size_int (t->indices.is_empty ()
				    ? FEW : FEW_THREADS)));
      if (integer_zerop (t->fit) || !cuf_choose_accesses (t))
	{
	  gimple_seq_discard (t->stmts);
	  return false;
	}
    }
  if (!t->masked.is_empty ())
    require (t, build2 (LE_EXPR, boolean_type_node, t->count,
			size_int (GCUF_MOST_MASKED)));
  cuf_compute_limits (t);
  for (edge e : t->failures)
    if (cuf_excluded_p (t, e) || !require_not_taken_there (t, e))
      {
	if (dump_file)
	  fprintf (dump_file, "loop %d: edge %d to %d may be taken\n",
		   t->loop->num, e->src->index, e->dest->index);
	gimple_seq_discard (t->stmts);
	return false;
      }
  /* Their operands may be some, too.  */
  for (unsigned i = 0; i < t->bounded.length (); i++)
    require_bounded (t, t->bounded[i]);
  t->behind = false;
  t->count = cuf_compute (t, build3 (COND_EXPR, size_type_node, t->fit,
				     t->count, size_zero_node));
  return true;
}
