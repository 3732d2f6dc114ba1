/* Loops with a stride that the threads of a block go through side by side.
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
#include "tree.h"
#include "stringpool.h"
#include "attribs.h"
#include "fold-const.h"
#include "tree-iterator.h"
#include "gimple-expr.h"
#include "gimplify.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-fission.h"
#include "cuf-warp-split.h"

/* The threads of a block often copy or add up a part of an array together:

     do l = number, bound, 256
       s(l) = a(l)
     end do

   with a NUMBER that grows by one from thread to thread.  One after the other
   they go through memory with a stride.  As none waits for another here, all
   may as well do the first iteration before any does the second:

     first = number of the first thread
     do round = first, bound, 256
       for each thread with number <= bound - (round - first)
	 l = number + (round - first)
	 s(l) = a(l)
     end do

   FIRST has to be the least: NUMBER is a sum in which indices of threads have
   factors that are not negative.  What is added to NUMBER is taken from BOUND
   instead, which does not overflow.  See cuf-warp-strides.cc for what gfortran
   makes of loops: in front of them it compares what they begin with and end
   at.  */

/* --- Which loops --------------------------------------------------------- */

/* The value of T, if it is a variable that one of the first N of STMTS assigns
   to.  */

static tree
resolve (const vec<tree> &stmts, unsigned n, tree t)
{
  for (unsigned i = n; i-- > 0; )
    if (TREE_CODE (stmts[i]) == MODIFY_EXPR && TREE_OPERAND (stmts[i], 0) == t)
      return resolve (stmts, i, TREE_OPERAND (stmts[i], 1));
  return t;
}

/* COND without what says how likely it is.  */

static tree
strip_likely (tree cond)
{
  for (;;)
    if (CONVERT_EXPR_P (cond) || TREE_CODE (cond) == NON_LVALUE_EXPR
	|| (TREE_CODE (cond) == NE_EXPR
	    && integer_zerop (TREE_OPERAND (cond, 1))))
      cond = TREE_OPERAND (cond, 0);
    else if (TREE_CODE (cond) == CALL_EXPR && get_callee_fndecl (cond)
	     && fndecl_built_in_p (get_callee_fndecl (cond), BUILT_IN_EXPECT))
      cond = CALL_EXPR_ARG (cond, 0);
    else
      return cond;
}

/* True if T is a factor that is not negative.  */

static bool
factor_p (fission *f, tree t)
{
  STRIP_NOPS (t);
  for (tree known : f->known)
    if (operand_equal_p (TREE_OPERAND (known, 0), t, 0))
      {
	t = TREE_OPERAND (known, 1);
	break;
      }
  if (TREE_CODE (t) == INTEGER_CST)
    return tree_int_cst_sgn (t) >= 0;
  return (TREE_CODE (t) == CALL_EXPR
	  && cuf_register_function_p (get_callee_fndecl (t)));
}

/* True if T does not shrink where an index of a thread grows.  */

static bool
rises_p (fission *f, tree t)
{
  if (cuf_same_value_p (f, t, false))
    return true;
  switch (TREE_CODE (t))
    {
    case CALL_EXPR:
      return cuf_register_function_p (get_callee_fndecl (t));
    case VAR_DECL:
    case COMPONENT_REF:
      for (tree known : f->prefix)
	if (operand_equal_p (TREE_OPERAND (known, 0), t, 0))
	  return rises_p (f, TREE_OPERAND (known, 1));
      return false;
    CASE_CONVERT:
      return (TYPE_PRECISION (TREE_TYPE (t))
	      >= TYPE_PRECISION (TREE_TYPE (TREE_OPERAND (t, 0)))
	      && !TYPE_UNSIGNED (TREE_TYPE (t))
	      && rises_p (f, TREE_OPERAND (t, 0)));
    case NON_LVALUE_EXPR:
      return rises_p (f, TREE_OPERAND (t, 0));
    case PLUS_EXPR:
      return (rises_p (f, TREE_OPERAND (t, 0))
	      && rises_p (f, TREE_OPERAND (t, 1)));
    case MINUS_EXPR:
      return (rises_p (f, TREE_OPERAND (t, 0))
	      && cuf_same_value_p (f, TREE_OPERAND (t, 1), false));
    case MULT_EXPR:
      return ((rises_p (f, TREE_OPERAND (t, 0))
	       && factor_p (f, TREE_OPERAND (t, 1)))
	      || (factor_p (f, TREE_OPERAND (t, 0))
		  && rises_p (f, TREE_OPERAND (t, 1))));
    default:
      return false;
    }
}

/* Find in the first N of STMTS, which are in front of the loop of S, what it
   begins with and ends at: they compare the two.  */

static bool
find_ends (const vec<tree> &stmts, unsigned n, block_stride *s)
{
  if (n == 0 || TREE_CODE (stmts[n - 1]) != COND_EXPR
      || cuf_only_goal (COND_EXPR_THEN (stmts[n - 1])) != s->loop.exit)
    return false;
  for (unsigned i = 0; i < n - 1; i++)
    if (TREE_CODE (stmts[i]) != MODIFY_EXPR
	|| !VAR_P (TREE_OPERAND (stmts[i], 0)))
      return false;
  tree cond = strip_likely (COND_EXPR_COND (stmts[n - 1]));
  bool swapped = TREE_CODE (cond) == LT_EXPR;
  if (TREE_CODE (cond) != GT_EXPR && !swapped)
    return false;
  s->first = resolve (stmts, n - 1, s->loop.var);
  s->bound = resolve (stmts, n - 1, TREE_OPERAND (cond, !swapped));
  return operand_equal_p (resolve (stmts, n - 1, TREE_OPERAND (cond, swapped)),
			  s->first, 0);
}

/* True if the body of S has no use for what the first N of STMTS set, but for
   the variable it counts by.  */

static bool
body_suits_p (fission *f, const vec<tree> &stmts, unsigned n, block_stride *s)
{
  for (unsigned i = 0; i < n - 1; i++)
    {
      tree var = TREE_OPERAND (stmts[i], 0);
      if (var != s->loop.var
	  && walk_tree (&s->loop.body, cuf_find_variable, var, NULL))
	return false;
    }
  uniform_local *l = f->locals.get (s->loop.var);
  return (l && !l->uniform && !l->computed && !TREE_ADDRESSABLE (s->loop.var)
	  && !cuf_leaves_p (s->loop.body)
	  && !cuf_assigns_p (s->loop.body, s->loop.var));
}

/* True if T is such a loop, which is described in S, where F emits it.  */

bool
cuf_block_stride_p (fission *f, tree t, block_stride *s)
{
  if (!cuf_wanted_p (CUF_OPTIONAL_BLOCK_STRIDES)
      || cuf_check_p () || !f->emitting || f->off || f->aligned
      || !f->goals.is_empty () || TREE_CODE (t) != BIND_EXPR)
    return false;
  auto_vec<tree> stmts;
  cuf_flatten (BIND_EXPR_BODY (t), &stmts);
  unsigned n = stmts.length ();
  if (n < 3 || !cuf_counted_loop_p (stmts[n - 2], stmts[n - 1], &s->loop))
    return false;
  tree type = TREE_TYPE (s->loop.var);
  return (TREE_CODE (s->loop.step) == INTEGER_CST && !TYPE_UNSIGNED (type)
	  && TYPE_PRECISION (type) <= 32
	  && tree_int_cst_sgn (s->loop.step) > 0
	  && !integer_onep (s->loop.step)
	  && find_ends (stmts, n - 2, s)
	  && body_suits_p (f, stmts, n - 2, s)
	  && cuf_same_value_p (f, s->bound, false)
	  && cuf_same_value_p (f, s->first, true)
	  && cuf_thread_growth (f, s->first) == 1
	  && rises_p (f, s->first));
}

/* --- Their code ---------------------------------------------------------- */

static tree
block_variable (fission *f, tree type, const char *name)
{
  tree var = create_tmp_var_raw (TYPE_MAIN_VARIANT (type), name);
  DECL_CONTEXT (var) = f->fn;
  f->more_vars.safe_push (var);
  return var;
}

/* Let the threads have in S's variable what it is behind the loop.  */

static void
append_last_value (fission *f, const block_stride *s, tree bound)
{
  tree type = TREE_TYPE (s->loop.var), utype = unsigned_type_for (type);
  tree first = fold_convert (utype, unshare_expr (s->first));
  tree step = fold_convert (utype, s->loop.step);
  tree trips = build2 (TRUNC_DIV_EXPR, utype,
		       build2 (MINUS_EXPR, utype, fold_convert (utype, bound),
			       first), step);
  trips = build2 (PLUS_EXPR, utype, trips, build_one_cst (utype));
  tree some = build2 (LE_EXPR, boolean_type_node, unshare_expr (s->first),
		      bound);
  trips = build3 (COND_EXPR, utype, some, trips, build_zero_cst (utype));
  tree last = build2 (PLUS_EXPR, utype, unshare_expr (first),
		      build2 (MULT_EXPR, utype, trips, step));
  append (set (s->loop.var, last), &f->pending);
}

/* What each thread does in a round of S: OFFSET is what has been added to what
   it began with, and LIMIT the bound less that.  */

static tree
round_code (const block_stride *s, tree offset, tree limit)
{
  tree type = TREE_TYPE (s->loop.var), stmts = NULL_TREE;
  append (set (s->loop.var, build2 (PLUS_EXPR, type, unshare_expr (s->first),
				    offset)), &stmts);
  append (s->loop.body, &stmts);
  return build3 (COND_EXPR, void_type_node,
		 build2 (LE_EXPR, boolean_type_node, unshare_expr (s->first),
			 limit), stmts, NULL_TREE);
}

/* Append the code of S to OUT.  */

void
cuf_append_block_stride (fission *f, const block_stride *s, tree *out)
{
  tree type = TREE_TYPE (s->loop.var), wide = long_integer_type_node;
  tree bound = block_variable (f, type, "bound");
  tree first = block_variable (f, type, "first");
  tree round = block_variable (f, wide, "round");
  tree offset = block_variable (f, type, "offset");
  tree limit = block_variable (f, type, "limit");
  tree body = NULL_TREE;

  cuf_end_sequence (f, out);
  append (set (bound, unshare_expr (s->bound)), out);
  append (set (first, unshare_expr (s->first)), &f->pending);
  f->first_thread = true;
  cuf_end_sequence (f, out);
  f->first_thread = false;
  /* Else GCC would find that it begins with the value of the first thread, and
     peel that off.  */
  append (cuf_forget_value (first), out);
  append (set (round, first), out);

  append (build1 (EXIT_EXPR, void_type_node,
		  build2 (GT_EXPR, boolean_type_node, round,
			  fold_convert (wide, bound))), &body);
  append (set (offset, build2 (MINUS_EXPR, wide, round,
			       fold_convert (wide, first))), &body);
  append (set (limit, build2 (MINUS_EXPR, type, bound, offset)), &body);
  append (round_code (s, offset, limit), &f->pending);
  f->loops++;
  cuf_end_sequence (f, &body);
  f->loops--;
  append (set (round, build2 (PLUS_EXPR, wide, round,
			      fold_convert (wide, s->loop.step))), &body);
  append (build1 (LOOP_EXPR, void_type_node, body), out);
  append_last_value (f, s, bound);
}
