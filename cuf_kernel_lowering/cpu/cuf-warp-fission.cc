/* Splitting of kernels at the operations of their warps.
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
#include "fold-const.h"
#include "tree-iterator.h"
#include "gimple-expr.h"
#include "gimplify.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-fission.h"
#include "cuf-warp-split.h"

/* What the lanes of a warp do between two operations in which they wait for
   each other is a part: a loop over the lanes.  Around the parts is what the
   lanes do together: as in cuf-uniform-fission.cc conditions and loops with
   operations in them, and what all lanes compute alike.

   Lanes need not take the same way.  There is a mask of those that do what
   comes next.  Where a condition around operations is not known to be the same
   for all, each lane computes it, and first those for which it is true go on,
   then the others.  Those that leave for a label wait there, in a set of its
   own, until the others get to it; where no lane is left in between, the warp
   goes there at once.  Lanes that have ended never come back.

   A condition with operations in both branches, which those of one may want to
   do together with those of the other, is not split.  */

/* How often the body of a loop is repeated at most.  */
enum { MOST_UNROLLED = 8 };

static void split (warp_split *, tree, tree *);

/* T is a statement with operations in it.  */

static void
split_operations (warp_split *w, tree t, tree *out)
{
  fission *f = w->f;
  hash_set<tree> goals;
  if (!cuf_operations_suit_p (t) || cuf_note_goals (t, &goals)
      || !goals.is_empty ())
    f->possible = false;
  if (!w->lanes)
    {
      cuf_append_lane_statement (w, t, &goals);
      return;
    }
  if (!cuf_take_operations (w, &t, out))
    f->possible = false;
  append (t, &w->pending);
}

/* An assignment to a variable that may be the same for all.  */

static void
split_assignment (warp_split *w, tree t, tree *out)
{
  fission *f = w->f;
  uniform_local *l = cuf_assigned_local (f, t);
  if (!l || !l->uniform || !cuf_shared_by_lanes_p (w, t)
      || !cuf_same_value_p (f, TREE_OPERAND (t, 1), false))
    {
      cuf_append_lane_statement (w, t);
      return;
    }
  if (!w->lanes)
    {
      if (!cuf_prefix_p (f, t, l))
	cuf_clear (f, &l->computed);
      else
	f->known.safe_push (t);
      f->changed |= !l->warp;
      l->warp = true;
      return;
    }
  tree var = get_base_address (TREE_OPERAND (t, 0));
  if (w->pending && walk_tree (&w->pending, cuf_find_variable, var, NULL))
    cuf_end_part (w, out);
  cuf_append_computed (w, TREE_OPERAND (t, 1), out);
  append (t, out);
  cuf_note_constant (w, t);
}

/* What is inside a condition or a loop.  */

static tree
split_inside (warp_split *w, tree t, bool loop)
{
  tree out = NULL_TREE, skip = w->skip;
  if (!t)
    return NULL_TREE;
  w->f->depth++;
  w->loops += loop;
  /* Who skips what is around it does not get inside.  */
  w->skip = NULL_TREE;
  split (w, t, &out);
  if (w->lanes)
    {
      cuf_end_part (w, &out);
      cuf_append_skip_label (w, &out);
    }
  w->skip = skip;
  w->loops -= loop;
  w->f->depth--;
  return out ? out : build_empty_stmt (input_location);
}

/* T, a condition that each lane computes.  */

static void
emit_condition (warp_split *w, tree t, tree *out)
{
  tree mask = w->lanes->mask;
  tree ayes = cuf_vote (w, COND_EXPR_COND (t), out);
  tree label = cuf_only_goal (COND_EXPR_THEN (t));
  tree other = COND_EXPR_ELSE (t);
  if (other && IS_EMPTY_STMT (other))
    other = NULL_TREE;
  if (label && !other)
    {
      cuf_emit_leaving (w, ayes, label, out);
      return;
    }
  tree none = build_zero_cst (unsigned_type_node);
  tree others = cuf_local_variable (w->f->fn, unsigned_type_node,
				    w->lanes->vars);
  tree rest = cuf_local_variable (w->f->fn, unsigned_type_node,
				  w->lanes->vars);
  tree some = build2 (NE_EXPR, boolean_type_node, mask, none);
  append (set (others, bits_but (mask, ayes)), out);
  append (set (mask, bits (BIT_AND_EXPR, mask, ayes)), out);
  append (build3 (COND_EXPR, void_type_node, some,
		  split_inside (w, COND_EXPR_THEN (t), false), NULL_TREE), out);
  append (set (rest, mask), out);
  append (set (mask, others), out);
  if (other)
    append (build3 (COND_EXPR, void_type_node, unshare_expr (some),
		    split_inside (w, other, false), NULL_TREE), out);
  append (set (mask, bits (BIT_IOR_EXPR, mask, rest)), out);
  if (cuf_leaves_p (t))
    cuf_append_skip (w, out);
}

/* T, a condition that a lane can do without others.  */

static void
split_lone_condition (warp_split *w, tree t, tree *out)
{
  tree growing, value, other = COND_EXPR_ELSE (t);
  if (w->lanes && w->f->aligned && (!other || IS_EMPTY_STMT (other))
      && cuf_one_lane_p (w->f, COND_EXPR_COND (t), &growing, &value))
    cuf_append_one_lane_part (w, growing, value, COND_EXPR_THEN (t), out);
  else
    cuf_append_lane_statement (w, t);
}

static void
split_condition (warp_split *w, tree t, tree *out)
{
  fission *f = w->f;
  if (!cuf_contains_warp_call_p (t) && !cuf_leaves_p (t))
    {
      split_lone_condition (w, t, out);
      return;
    }
  if (cuf_contains_warp_call_p (COND_EXPR_COND (t)))
    {
      f->possible &= cuf_operations_suit_p (COND_EXPR_COND (t));
      if (w->lanes && !cuf_take_operations (w, &COND_EXPR_COND (t), out))
	f->possible = false;
    }
  else if (cuf_same_value_p (f, COND_EXPR_COND (t), false)
	   && !cuf_lanes_apart_p (w))
    {
      cuf_end_part (w, out);
      cuf_append_computed (w, COND_EXPR_COND (t), out);
      tree then_stmts = split_inside (w, COND_EXPR_THEN (t), false);
      tree else_stmts = split_inside (w, COND_EXPR_ELSE (t), false);
      if (w->lanes)
	append (build3 (COND_EXPR, void_type_node, COND_EXPR_COND (t),
			then_stmts, else_stmts), out);
      return;
    }
  if (w->loop && cuf_leaves_p (t))
    {
      w->f->separate.add (w->loop);
      w->f->changed = true;
      if (w->lanes)
	w->f->possible = false;
      return;
    }
  if (cuf_contains_warp_call_p (COND_EXPR_THEN (t))
      && cuf_contains_warp_call_p (COND_EXPR_ELSE (t)))
    f->possible = false;
  w->apart++;
  if (w->lanes)
    emit_condition (w, t, out);
  else
    {
      split_inside (w, COND_EXPR_THEN (t), false);
      split_inside (w, COND_EXPR_ELSE (t), false);
    }
  w->apart--;
  if (tree label = cuf_only_goal (COND_EXPR_THEN (t)))
    cuf_note_leaving (w, label);
}

/* True if some lanes leave the loop T before others.  */

static bool
loop_apart_p (warp_split *w, tree t)
{
  hash_set<tree> goals;
  cuf_note_goals (t, &goals);
  for (tree goal : goals)
    if (w->f->apart.contains (goal))
      return true;
  return false;
}

static void
split_loop (warp_split *w, tree t, tree *out)
{
  bool apart = loop_apart_p (w, t);
  bool unrolled = w->lanes && cuf_unrolled_loop_p (w, t);
  w->f->beginning = false;
  cuf_end_part (w, out);
  w->apart += apart;
  tree body = split_inside (w, LOOP_EXPR_BODY (t), true);
  w->apart -= apart;
  if (!w->lanes)
    return;
  tree behind = cuf_warp_label (w);
  tree none = build2 (EQ_EXPR, boolean_type_node, w->lanes->mask,
		      build_zero_cst (unsigned_type_node));
  if (unrolled)
    none = build3 (ANNOTATE_EXPR, boolean_type_node, none,
		   build_int_cst (integer_type_node, annot_expr_unroll_kind),
		   build_int_cst (integer_type_node, MOST_UNROLLED));
  append (build3 (COND_EXPR, void_type_node, none,
		  build1 (GOTO_EXPR, void_type_node, behind), NULL_TREE),
	  &body);
  append (build1 (LOOP_EXPR, void_type_node, body), out);
  append (build1 (LABEL_EXPR, void_type_node, behind), out);
  if (cuf_leaves_p (t))
    cuf_append_skip (w, out);
}

/* True if all lanes may go through T alike.  */

static bool
common_loop_p (warp_split *w, tree t)
{
  return w->f->aligned && TREE_CODE (t) == LOOP_EXPR && !cuf_lanes_apart_p (w)
	 && !w->f->separate.contains (t);
}

/* T is a loop without operations that all lanes go through alike, as far as is
   known.  */

static void
split_common_loop (warp_split *w, tree t, tree *out)
{
  tree loop = w->loop;
  w->loop = t;
  split_loop (w, t, out);
  w->loop = loop;
}

static void
split_label (warp_split *w, tree t, tree *out)
{
  fission *f = w->f;
  tree label = LABEL_EXPR_LABEL (t);
  w->seen.add (label);
  if (!f->targets.contains (label))
    return;
  if (label != f->end_label)
    f->beginning = false;
  w->away.remove (label);
  if (!w->lanes)
    return;
  cuf_end_part (w, out);
  append (t, out);
  cuf_append_skip_label (w, out);
  if (tree *waiting = w->waiting.get (label))
    {
      append (set (w->lanes->mask, bits (BIT_IOR_EXPR, w->lanes->mask,
					 *waiting)), out);
      append (set (*waiting, build_zero_cst (unsigned_type_node)), out);
      cuf_append_skip (w, out);
    }
}

/* All lanes that take part go to a label.  */

static void
split_goto (warp_split *w, tree t, tree *out)
{
  tree label = GOTO_DESTINATION (t);
  if (cuf_lanes_apart_p (w))
    {
      cuf_note_leaving (w, label);
      if (w->lanes)
	{
	  cuf_end_part (w, out);
	  tree gone = cuf_local_variable (w->f->fn, unsigned_type_node,
					  w->lanes->vars);
	  append (set (gone, w->lanes->mask), out);
	  cuf_emit_leaving (w, gone, label, out);
	}
      return;
    }
  if (w->seen.contains (label))
    w->f->possible = false;
  w->goals.add (label);
  cuf_end_part (w, out);
  if (w->lanes)
    append (t, out);
}

/* The statements of LIST, and those of lists in it.  */

void
cuf_flatten (tree list, vec<tree> *stmts)
{
  if (TREE_CODE (list) == STATEMENT_LIST)
    for (tree_stmt_iterator i = tsi_start (list); !tsi_end_p (i); tsi_next (&i))
      cuf_flatten (tsi_stmt (i), stmts);
  else if (TREE_CODE (list) == COMPOUND_EXPR)
    {
      cuf_flatten (TREE_OPERAND (list, 0), stmts);
      cuf_flatten (TREE_OPERAND (list, 1), stmts);
    }
  else
    stmts->safe_push (list);
}

/* If lanes go from statement FIRST of STMTS to labels among those that follow,
   and there is no operation in between, the number of the last label's
   statement; else -1.  */

static int
lane_range (const vec<tree> &stmts, unsigned first)
{
  hash_set<tree> goals;
  for (unsigned i = first; i < stmts.length (); i++)
    {
      if (cuf_contains_warp_call_p (stmts[i])
	  || cuf_contains_barrier_p (stmts[i])
	  || cuf_note_goals (stmts[i], &goals))
	return -1;
      if (goals.is_empty ())
	return i;
    }
  return -1;
}

static void
split_list (warp_split *w, tree list, tree *out)
{
  auto_vec<tree> stmts;
  cuf_flatten (list, &stmts);
  for (unsigned i = 0; i < stmts.length (); i++)
    {
      if (unsigned n = cuf_alike_statements (w, stmts, i))
	{
	  alike outer;
	  split_list (w, cuf_begin_alike (w, stmts, i, n, &outer), out);
	  cuf_end_alike (w, outer);
	  i += n - 1;
	  continue;
	}
      int last = (cuf_leaves_p (stmts[i]) && !common_loop_p (w, stmts[i])
		  ? lane_range (stmts, i) : -1);
      if (last < 0)
	{
	  split (w, stmts[i], out);
	  continue;
	}
      hash_set<tree> none;
      strided_loop loop;
      w->f->beginning = false;
      if (w->lanes && cuf_strided_loop_p (w, stmts, i, last, &loop))
	{
	  w->seen.add (loop.exit);
	  cuf_split_strided_loop (w, stmts, i, &loop, out);
	  i = last;
	  continue;
	}
      for (; i < (unsigned) last; i++)
	{
	  if (TREE_CODE (stmts[i]) == LABEL_EXPR)
	    w->seen.add (LABEL_EXPR_LABEL (stmts[i]));
	  cuf_append_lane_statement (w, stmts[i], &none);
	}
      cuf_append_lane_statement (w, stmts[i], &none);
    }
}

/* Split T.  */

static void
split (warp_split *w, tree t, tree *out)
{
  switch (TREE_CODE (t))
    {
    case STATEMENT_LIST:
    case COMPOUND_EXPR:
      split_list (w, t, out);
      break;
    case BIND_EXPR:
      if (cuf_contains_warp_call_p (t) || cuf_leaves_p (t) || w->f->aligned)
	split (w, BIND_EXPR_BODY (t), out);
      else
	cuf_append_lane_statement (w, t);
      break;
    case COND_EXPR:
      split_condition (w, t, out);
      break;
    case LOOP_EXPR:
      if (cuf_contains_warp_call_p (t))
	split_loop (w, t, out);
      else if (common_loop_p (w, t))
	split_common_loop (w, t, out);
      else
	cuf_append_lane_statement (w, t);
      break;
    case LABEL_EXPR:
      split_label (w, t, out);
      break;
    case GOTO_EXPR:
      split_goto (w, t, out);
      break;
    case EXIT_EXPR:
    case SWITCH_EXPR:
      if (TREE_CODE (t) == EXIT_EXPR || cuf_contains_warp_call_p (t))
	w->f->possible = false;
      cuf_append_lane_statement (w, t);
      break;
    default:
      if (cuf_barrier_p (t) || cuf_contains_barrier_p (t))
	w->f->possible = false;
      if (cuf_contains_warp_call_p (t))
	split_operations (w, t, out);
      else if (TREE_CODE (t) == MODIFY_EXPR)
	split_assignment (w, t, out);
      else
	cuf_append_lane_statement (w, t);
    }
}

/* Find out in T, which warps do, what is the same for all threads.  */

void
cuf_analyse_warps (fission *f, tree t)
{
  warp_split w (f);
  bool outer = f->in_warp;
  f->in_warp = true;
  split (&w, t, NULL);
  f->in_warp = outer;
}

/* Fill the place of S, a sequence that warps do, with a loop over the warps of
   the block with the last index HI, whose threads have the numbers THREAD.  R
   has the variables that live in several sequences.  Return false if that is
   not possible.  */

bool
cuf_split_warps (fission *f, sequence *s, const replacement *r, tree thread,
		 tree hi, tree *vars)
{
  warp_split w (f);
  warp_lanes lanes;
  cuf_begin_lanes (&lanes, f->fn, hi, thread, vars);
  lanes.aligned = f->aligned;
  w.lanes = &lanes;
  for (tree var : f->order)
    f->locals.get (var)->part = f->locals.get (var)->several_parts = 0;

  tree out = NULL_TREE, body = NULL_TREE;
  f->in_warp = true;
  if (s->off)
    {
      tree ayes = cuf_vote (&w, unshare_expr (s->off), &out);
      append (set (lanes.mask, bits_but (lanes.mask, ayes)), &out);
      cuf_append_skip (&w, &out);
    }
  split (&w, s->stmts, &out);
  cuf_end_part (&w, &out);
  cuf_append_skip_label (&w, &out);
  f->in_warp = false;
  for (tree goal : w.goals)
    f->possible &= w.seen.contains (goal);
  if (!f->possible || !w.away.is_empty ())
    return false;

  replacement all;
  for (auto entry : r->elements)
    all.elements.put (entry.first, entry.second);
  for (auto entry : r->columns)
    all.columns.put (entry.first, entry.second);
  if (!cuf_make_lane_arrays (&w, &all, &body))
    return false;
  walk_tree (&out, cuf_use_elements, &all, NULL);
  cuf_fill_places (&w, &all);
  append (set (thread, lanes.first), &body);
  cuf_begin_waiting (&w, &body);
  append (out, &body);
  BIND_EXPR_BODY (s->place) = cuf_loop_over_warps (&lanes, body);
  return true;
}
