/* Loops that the lanes of a warp go through side by side.
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

/* In

     do i = lane, n, 32

   each lane goes through memory by itself, with a stride that no vector has,
   while all of them together have neighbouring elements.  No lane waits for
   another here, so they may as well all do the first iteration before any does
   the second: what is a loop over I inside one over lanes becomes one over lanes
   inside one over I.  That is done if at run time I is consecutive in the lanes
   of a whole warp, and they go through the loop equally often, or the first ones
   once more than the others.  Only the step has to be known before, and not to
   be one.

   gfortran computes how often a loop is gone through beforehand, less one, and
   has in the end of its body

     i = i + step
     rest = count
     count = count - 1
     if (rest == 0) goto exit  */

enum { LANES = 32 };

/* --- Which loops --------------------------------------------------------- */

/* Add to STMTS those of T, the body of a loop, and return the variables that are
   declared around them.  */

static tree
statements_of (tree t, vec<tree> *stmts)
{
  cuf_flatten (t, stmts);
  if (stmts->length () != 1 || TREE_CODE ((*stmts)[0]) != BIND_EXPR)
    return NULL_TREE;
  tree bind = stmts->pop ();
  cuf_flatten (BIND_EXPR_BODY (bind), stmts);
  return BIND_EXPR_VARS (bind);
}

/* The first N of STMTS, around which VARS are declared.  */

static tree
beginning_of (const vec<tree> &stmts, unsigned n, tree vars)
{
  tree list = alloc_stmt_list (), result = NULL_TREE;
  for (unsigned i = 0; i < n; i++)
    append (stmts[i], &list);
  append (build3 (BIND_EXPR, void_type_node, vars, list, NULL_TREE), &result);
  return result;
}

/* True if T is VAR CODE something, which is stored in *OTHER.  */

static bool
changes_p (tree t, tree_code code, tree var, tree *other)
{
  if (TREE_CODE (t) != MODIFY_EXPR || TREE_OPERAND (t, 0) != var)
    return false;
  tree value = TREE_OPERAND (t, 1);
  if (TREE_CODE (value) != code || TREE_OPERAND (value, 0) != var)
    return false;
  *other = TREE_OPERAND (value, 1);
  return true;
}

/* Whether the last four of STMTS are those of a loop to EXIT; store in L what it
   counts by.  */

static bool
counted_p (const vec<tree> &stmts, tree exit, strided_loop *l)
{
  unsigned n = stmts.length ();
  if (n < 4 || TREE_CODE (stmts[n - 4]) != MODIFY_EXPR
      || TREE_CODE (stmts[n - 3]) != MODIFY_EXPR
      || TREE_CODE (stmts[n - 1]) != COND_EXPR)
    return false;
  tree rest = TREE_OPERAND (stmts[n - 3], 0), less;
  tree cond = COND_EXPR_COND (stmts[n - 1]);
  l->var = TREE_OPERAND (stmts[n - 4], 0);
  l->count = TREE_OPERAND (stmts[n - 3], 1);
  return (VAR_P (l->var) && VAR_P (l->count)
	  && changes_p (stmts[n - 4], PLUS_EXPR, l->var, &l->step)
	  && changes_p (stmts[n - 2], PLUS_EXPR, l->count, &less)
	  && integer_all_onesp (less)
	  && TREE_CODE (cond) == EQ_EXPR && TREE_OPERAND (cond, 0) == rest
	  && integer_zerop (TREE_OPERAND (cond, 1))
	  && cuf_only_goal (COND_EXPR_THEN (stmts[n - 1])) == exit);
}

/* True if BODY leaves its loop, or changes what L counts by.  */

static bool
interferes_p (fission *f, tree body, const strided_loop *l)
{
  return (cuf_leaves_p (body) || cuf_assigns_p (body, l->var)
	  || cuf_assigns_p (body, l->count)
	  || TREE_ADDRESSABLE (l->var) || !f->locals.get (l->var)
	  || f->locals.get (l->var)->uniform);
}

/* True if LOOP, behind which there is LABEL, is a loop that counts; describe it in
   L.  */

bool
cuf_counted_loop_p (tree loop, tree label, strided_loop *l)
{
  if (TREE_CODE (loop) != LOOP_EXPR || TREE_CODE (label) != LABEL_EXPR)
    return false;
  auto_vec<tree> inside;
  l->exit = LABEL_EXPR_LABEL (label);
  l->loop = loop;
  tree vars = statements_of (LOOP_EXPR_BODY (loop), &inside);
  if (!counted_p (inside, l->exit, l))
    return false;
  l->body = beginning_of (inside, inside.length () - 4, vars);
  return true;
}

/* True if STMTS from FIRST to LAST are such a loop, and what is in front of it;
   describe it in L.  */

bool
cuf_strided_loop_p (warp_split *w, const vec<tree> &stmts, unsigned first,
		    unsigned last, strided_loop *l)
{
  if (last < first + 2 || !cuf_wanted_p (CUF_OPTIONAL_LANE_STRIDES)
      || !cuf_counted_loop_p (stmts[last - 1], stmts[last], l)
      || integer_onep (l->step) || integer_minus_onep (l->step)
      || !cuf_same_value_p (w->f, l->step, false))
    return false;
  for (unsigned i = first; i < last - 1; i++)
    if (cuf_assigns_p (stmts[i], l->var))
      return false;
  return !interferes_p (w->f, l->body, l);
}

/* --- Their parts --------------------------------------------------------- */

struct other_goal
{
  tree label, other;
};

static tree
change_goal (tree *tp, int *walk_subtrees, void *data)
{
  other_goal *g = (other_goal *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (TREE_CODE (*tp) == GOTO_EXPR && GOTO_DESTINATION (*tp) == g->label)
    GOTO_DESTINATION (*tp) = g->other;
  return NULL_TREE;
}

/* How often a lane that comes to L goes through it.  Who does so 2^32 times, or
   2^64, is not counted the last time; see compare_lanes.  */

static tree
number_of_trips (const strided_loop *l)
{
  tree type = TREE_TYPE (l->count);
  tree more = build2 (NE_EXPR, boolean_type_node, l->count,
		      build_minus_one_cst (type));
  return build2 (PLUS_EXPR, type, l->count, fold_convert (type, more));
}

/* Split at L, behind STMTS from FIRST on.  */

void
cuf_split_strided_loop (warp_split *w, const vec<tree> &stmts, unsigned first,
			const strided_loop *l, tree *out)
{
  tree first_element, trips_element;
  strided_loop loop = *l;
  loop.first = cuf_lane_array (w, TREE_TYPE (l->var), false, &first_element);
  loop.trips = cuf_lane_array (w, TREE_TYPE (l->count), false, &trips_element);
  cuf_append_computed (w, l->step, out);

  other_goal goal = { l->exit, cuf_warp_label (w) };
  append (set (first_element, l->var), &w->pending);
  append (set (trips_element, build_zero_cst (TREE_TYPE (l->count))),
	  &w->pending);
  for (; stmts[first] != l->loop; first++)
    {
      tree t = stmts[first];
      walk_tree (&t, change_goal, &goal, NULL);
      append (t, &w->pending);
    }
  append (set (unshare_expr (trips_element), number_of_trips (l)),
	  &w->pending);
  append (build1 (LABEL_EXPR, void_type_node, goal.other), &w->pending);
  cuf_end_part (w, out);

  tree alone = NULL_TREE;
  tree some = build2 (NE_EXPR, boolean_type_node,
		      unshare_expr (trips_element),
		      build_zero_cst (TREE_TYPE (l->count)));
  append (build3 (COND_EXPR, void_type_node, some, l->loop, NULL_TREE), &alone);
  append (build1 (LABEL_EXPR, void_type_node, l->exit), &alone);
  cuf_append_strided_part (w, loop, alone, out);
}

/* --- Their code ---------------------------------------------------------- */

static tree
lane_of (tree array, tree lane)
{
  return build4 (ARRAY_REF, TREE_TYPE (TREE_TYPE (array)), array, lane,
		 NULL_TREE, NULL_TREE);
}

static tree
add (tree x, tree y)
{
  return build2 (PLUS_EXPR, TREE_TYPE (x), x, fold_convert (TREE_TYPE (x), y));
}

/* Variables of a loop that lanes go through side by side.  */
struct side_by_side
{
  warp_split *w;
  const strided_loop *l;
  tree base;			/* What is counted by, in the first lane.  */
  tree trips;			/* Of the first lane; later that are left of
				   those of all lanes.  */
  tree longer;			/* How many lanes have as many.  */
  tree uneven;			/* Whether the loop cannot be done so.  */
};

static side_by_side
begin_side_by_side (warp_split *w, const strided_loop *l)
{
  tree fn = w->f->fn, *vars = w->lanes->vars;
  return { w, l,
	   cuf_local_variable (fn, TYPE_MAIN_VARIANT (TREE_TYPE (l->var)),
			       vars),
	   cuf_local_variable (fn, TYPE_MAIN_VARIANT (TREE_TYPE (l->count)),
			       vars),
	   cuf_local_variable (fn, integer_type_node, vars),
	   cuf_local_variable (fn, integer_type_node, vars) };
}

/* Statements that find out for a whole warp how S can be done.  */

static tree
compare_lanes (const side_by_side *s)
{
  const warp_lanes *lanes = s->w->lanes;
  tree stmts = NULL_TREE, body = NULL_TREE, zero = integer_zero_node;
  tree lane = lanes->lane, trips = lane_of (s->l->trips, lane);
  append (set (s->base, lane_of (s->l->first, zero)), &stmts);
  append (set (s->trips, lane_of (s->l->trips, zero)), &stmts);
  append (set (s->longer, zero), &stmts);
  append (set (s->longer, add (s->longer,
			       build2 (EQ_EXPR, boolean_type_node, trips,
				       s->trips))), &body);
  cuf_append_lane_loop (lanes, body, &stmts);

  tree signed_type = signed_type_for (TREE_TYPE (s->trips));
  tree many = build2 (LT_EXPR, boolean_type_node,
		      fold_convert (signed_type, s->trips),
		      build_zero_cst (signed_type));
  append (set (s->uneven, many), &stmts);
  tree less = fold_convert (TREE_TYPE (s->trips),
			    build2 (GE_EXPR, boolean_type_node, lane,
				    s->longer));
  tree differs = build2 (NE_EXPR, boolean_type_node, unshare_expr (trips),
			 build2 (MINUS_EXPR, TREE_TYPE (s->trips), s->trips,
				 less));
  tree type = unsigned_type_for (TREE_TYPE (s->base));
  tree elsewhere = build2 (NE_EXPR, boolean_type_node,
			   fold_convert (type, lane_of (s->l->first, lane)),
			   add (fold_convert (type, s->base), lane));
  body = NULL_TREE;
  append (set (s->uneven,
	       build2 (BIT_IOR_EXPR, integer_type_node, s->uneven,
		       fold_convert (integer_type_node, differs))), &body);
  append (set (s->uneven,
	       build2 (BIT_IOR_EXPR, integer_type_node, s->uneven,
		       fold_convert (integer_type_node, elsewhere))), &body);
  cuf_append_lane_loop (lanes, body, &stmts);
  return stmts;
}

/* One iteration of S, with the replacements R.  Append to AROUND what is done
   once for all.  */

static tree
iteration (const side_by_side *s, replacement *r, tree *around)
{
  tree stmts = NULL_TREE;
  tree body = cuf_copy_statements (s->w->f->fn, s->l->body);
  append (set (s->l->var, add (s->base, s->w->lanes->lane)), &stmts);
  append (cuf_lane_code (s->w, body, r, around), &stmts);
  return stmts;
}

/* Append to STMTS that the variable that S counts by, whose ELEMENT it is, is
   behind the last iteration.  */

static void
append_last_value (const side_by_side *s, tree element, tree *stmts)
{
  const warp_lanes *lanes = s->w->lanes;
  tree type = TREE_TYPE (s->base), body = NULL_TREE;
  tree again = build2 (LT_EXPR, boolean_type_node, lanes->lane, s->longer);
  again = build3 (COND_EXPR, type, again,
		  fold_convert (type, unshare_expr (s->l->step)),
		  build_zero_cst (type));
  append (set (unshare_expr (element), add (add (s->base, lanes->lane), again)),
	  &body);
  append (cuf_loop_over_first_lanes (lanes, body,
				     build_int_cst (integer_type_node, LANES)),
	  stmts);
}

/* All lanes of a whole warp do S.  R has the replacements.  */

static tree
do_side_by_side (const side_by_side *s, const replacement *r)
{
  const warp_lanes *lanes = s->w->lanes;
  tree type = TREE_TYPE (s->trips), *element = NULL;
  tree stmts = NULL_TREE, loop = NULL_TREE, rest = NULL_TREE;
  replacement others;
  for (auto entry : r->elements)
    if (entry.first != s->l->var)
      others.elements.put (entry.first, entry.second);
    else
      element = &entry.second;
  for (auto entry : r->columns)
    others.columns.put (entry.first, entry.second);

  tree lanes_differ = build2 (LT_EXPR, boolean_type_node, s->longer,
			      build_int_cst (integer_type_node, LANES));
  append (set (s->trips, build2 (MINUS_EXPR, type, s->trips,
				 fold_convert (type, lanes_differ))), &stmts);
  tree all = iteration (s, &others, &stmts);
  tree some = iteration (s, &others, &rest);
  append (build1 (EXIT_EXPR, void_type_node,
		  build2 (EQ_EXPR, boolean_type_node, s->trips,
			  build_zero_cst (type))), &loop);
  append (cuf_loop_over_first_lanes (lanes, all,
				     build_int_cst (integer_type_node, LANES)),
	  &loop);
  append (set (s->base, add (s->base, unshare_expr (s->l->step))), &loop);
  append (set (s->trips, add (s->trips, build_minus_one_cst (type))), &loop);
  append (build1 (LOOP_EXPR, void_type_node, loop), &stmts);

  append (cuf_loop_over_first_lanes (lanes, some, s->longer), &rest);
  append (build3 (COND_EXPR, void_type_node, unshare_expr (lanes_differ), rest,
		  set (s->longer, integer_zero_node)), &stmts);
  if (element)
    append_last_value (s, *element, &stmts);
  return stmts;
}

/* The code of the loop L, which lanes do ALONE if they cannot do it side by
   side, with the replacements R.  */

tree
cuf_strided_code (warp_split *w, strided_loop *l, tree alone, replacement *r)
{
  const warp_lanes *lanes = w->lanes;
  tree stmts = NULL_TREE;
  l->step = unshare_expr (l->step);
  walk_tree (&l->step, cuf_use_elements, r, NULL);
  side_by_side s = begin_side_by_side (w, l);
  /* First, as variables in ALONE, which has the body, are replaced.  */
  tree together = do_side_by_side (&s, r);
  alone = cuf_lane_code (w, alone, r, &stmts);
  tree whole = build2 (EQ_EXPR, boolean_type_node, lanes->mask, lanes->regular);
  append (set (s.uneven, integer_one_node), &stmts);
  append (build3 (COND_EXPR, void_type_node, whole, compare_lanes (&s),
		  NULL_TREE), &stmts);
  append (build3 (COND_EXPR, void_type_node,
		  build2 (EQ_EXPR, boolean_type_node, s.uneven,
			  integer_zero_node),
		  together, cuf_masked_loop (lanes, alone)), &stmts);
  return stmts;
}
