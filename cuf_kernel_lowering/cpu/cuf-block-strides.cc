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
   at.

   NUMBER may be the same in a row of threads and grow by one from row to row.
   Where such a loop has one in it that threads go through side by side,

     do j = row, high, 8
       do i = column, wide, 32
	 s(i, j) = a(i, j)
       end do
     end do

   the rounds of the inner one are inside those of the outer one, and each
   sequence of statements begins with what the outer one's variable is.  */

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

/* True if T grows by one from thread to thread, or from row to row.  */

static bool
consecutive_p (fission *f, tree t)
{
  for (const char *dim = "xyz"; *dim; dim++)
    if (int growth = cuf_thread_growth (f, t, *dim))
      return growth == 1;
  return false;
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
      || cuf_check_p () || !f->emitting || f->aligned
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
	  && consecutive_p (f, s->first)
	  && rises_p (f, s->first));
}

/* True if there is one in T, a part of the body of another one.  */

bool
cuf_contains_stride_p (fission *f, tree t)
{
  block_stride inner;
  auto_vec<tree> stmts;
  cuf_flatten (t, &stmts);
  for (tree stmt : stmts)
    if (TREE_CODE (stmt) == BIND_EXPR
	&& (cuf_block_stride_p (f, stmt, &inner)
	    || cuf_contains_stride_p (f, BIND_EXPR_BODY (stmt))))
      return true;
  return false;
}

/* --- What sequences inside begin with ------------------------------------ */

/* Let the sequence of F's pending statements begin with what it uses.  */

void
cuf_begin_with_strides (fission *f)
{
  for (int i = (int) f->strides.length () - 1; i >= 0; i--)
    {
      tree t = f->strides[i], list = NULL_TREE;
      if (!walk_tree (&f->pending, cuf_find_variable, TREE_OPERAND (t, 0),
		      NULL))
	continue;
      append (unshare_expr (t), &list);
      append (f->pending, &list);
      f->pending = list;
    }
}

/* Let sequences begin with T, an assignment to L.  */

static void
begin_sequences_with (fission *f, tree t, uniform_local *l)
{
  f->strides.safe_push (t);
  l->computed = true;
}

static void
forget_strides (fission *f, unsigned n)
{
  while (f->strides.length () > n)
    f->locals.get (TREE_OPERAND (f->strides.pop (), 0))->computed = false;
}

static tree
count_assignments (tree *tp, int *walk_subtrees, void *data)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (TREE_CODE (*tp) == MODIFY_EXPR)
    ((hash_map<tree, int> *) data)->get_or_insert (TREE_OPERAND (*tp, 0))++;
  return NULL_TREE;
}

/* T, a statement of threads, is emitted.  If it is an assignment in the body of
   a loop that they go through side by side, what follows there may do it
   again.  */

void
cuf_note_stride_value (fission *f, tree t)
{
  if (!f->stride || f->depth != f->stride_depth || !f->goals.is_empty ()
      || TREE_CODE (t) != MODIFY_EXPR)
    return;
  tree var = TREE_OPERAND (t, 0);
  uniform_local *l = f->locals.get (var);
  if (!l || l->uniform || l->computed || TREE_ADDRESSABLE (var)
      || !is_gimple_reg_type (TREE_TYPE (var))
      || !cuf_same_value_p (f, TREE_OPERAND (t, 1), true))
    return;
  int *count = f->stride->get (var);
  if (count && *count == 1)
    begin_sequences_with (f, t, l);
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

/* What the variable of S is for a thread in a round: OFFSET is what has been added
   to what it began with.  */

static tree
set_variable (const block_stride *s, tree offset)
{
  tree type = TREE_TYPE (s->loop.var);
  return set (s->loop.var, build2 (PLUS_EXPR, type, unshare_expr (s->first),
				   fold_convert (type, offset)));
}

/* Append to OUT a round of S whose body has no such loops: LIMIT is the bound less
   OFFSET.  A condition for some threads alone that is there already and that
   of S are one, so that both can be computed in front of a loop over threads.  */

static void
append_simple_round (fission *f, const block_stride *s, tree offset, tree limit,
		     tree *out)
{
  tree stmts = NULL_TREE, off = f->off;
  tree *list = off ? &f->pending : &stmts;
  append (set_variable (s, offset), list);
  append (s->loop.body, list);
  if (off)
    f->off = cuf_add_off (f, build2 (GT_EXPR, boolean_type_node,
				     unshare_expr (s->first), limit));
  else
    append (build3 (COND_EXPR, void_type_node,
		    build2 (LE_EXPR, boolean_type_node, unshare_expr (s->first),
			    limit), stmts, NULL_TREE), &f->pending);
  cuf_end_sequence (f, out);
  f->off = off;
}

/* The same where there is another loop in the body of S.  */

static void
append_nested_round (fission *f, const block_stride *s, tree offset, tree limit,
		     tree *out)
{
  tree off = f->off;
  hash_map<tree, int> *stride = f->stride, assigned;
  int depth = f->stride_depth;
  unsigned n = f->strides.length ();
  begin_sequences_with (f, set_variable (s, offset),
			f->locals.get (s->loop.var));
  f->off = cuf_add_off (f, build2 (GT_EXPR, boolean_type_node,
				   unshare_expr (s->first), limit));
  tree body = s->loop.body;
  walk_tree_without_duplicates (&body, count_assignments, &assigned);
  f->stride = &assigned;
  f->stride_depth = f->depth;
  cuf_split_statements (f, body, out);
  f->stride = stride;
  f->stride_depth = depth;
  f->off = off;
  forget_strides (f, n);
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
  tree off = f->off;
  append (set (first, unshare_expr (s->first)), &f->pending);
  f->first_thread = true;
  f->off = NULL_TREE;
  cuf_end_sequence (f, out);
  f->off = off;
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
  f->loops++;
  if (cuf_contains_stride_p (f, s->loop.body))
    append_nested_round (f, s, offset, limit, &body);
  else
    append_simple_round (f, s, offset, limit, &body);
  f->loops--;
  append (set (round, build2 (PLUS_EXPR, wide, round,
			      fold_convert (wide, s->loop.step))), &body);
  append (build1 (LOOP_EXPR, void_type_node, body), out);
  append_last_value (f, s, bound);
}
