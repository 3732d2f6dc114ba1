/* What lanes do by themselves between two operations of their warp.
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

/* A part is a loop over the lanes, which is made when it is known which
   variables live in several parts.  */

/* --- Variables ----------------------------------------------------------- */

struct mention
{
  warp_split *w;
  int number;
  bool in_loop;
  tree stmts;			/* The part.  */
};

static tree
note_mentions (tree *tp, int *walk_subtrees, void *data)
{
  mention *m = (mention *) data;
  fission *f = m->w->f;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == BIND_EXPR)
    {
      for (tree var = BIND_EXPR_VARS (t); var; var = DECL_CHAIN (var))
	if (uniform_local *l = f->locals.get (var))
	  l->part = m->number;
    }
  else if (TREE_CODE (t) == SAVE_EXPR)
    {
      int *number = m->w->saved.get (t);
      f->possible &= !number || *number == m->number;
      m->w->saved.put (t, m->number);
    }
  else if (uniform_local *l = VAR_P (t) ? f->locals.get (t) : NULL)
    {
      if (l->part != m->number && !l->several_parts)
	l->several_parts = ((l->part != 0 || m->in_loop)
			    && cuf_uses_value_p (m->stmts, t));
      l->part = m->number;
    }
  return NULL_TREE;
}

/* See note_definition of cuf-uniform-fission.cc.  */

static void
note_definition (mention *m, tree t)
{
  if (TREE_CODE (t) != MODIFY_EXPR)
    return;
  uniform_local *l = m->w->f->locals.get (TREE_OPERAND (t, 0));
  walk_tree (&TREE_OPERAND (t, 1), note_mentions, m, NULL);
  if (l && is_gimple_reg_type (TREE_TYPE (TREE_OPERAND (t, 0))))
    l->part = m->number;
}

/* Find out which variables live across parts, now that STMTS are one.  */

static void
note_part (warp_split *w, tree stmts)
{
  mention m = { w, (int) w->parts.length (), w->loops > 0, stmts };
  hash_set<tree> goals;
  for (tree_stmt_iterator i = tsi_start (stmts); !tsi_end_p (i); tsi_next (&i))
    {
      if (goals.is_empty ())
	note_definition (&m, tsi_stmt (i));
      walk_tree (tsi_stmt_ptr (i), note_mentions, &m, NULL);
      cuf_note_goals (tsi_stmt (i), &goals);
    }
}

/* An array with an element of TYPE for each lane, and with PADDED as many in
   front and behind; that of the lane is stored in *ELEMENT.  */

tree
cuf_lane_array (warp_split *w, tree type, bool padded, tree *element)
{
  tree index = w->lanes->lane;
  type = TYPE_MAIN_VARIANT (type);
  if (padded)
    index = build2 (PLUS_EXPR, integer_type_node, index,
		    build_int_cst (integer_type_node, 32));
  tree array = cuf_local_variable (w->f->fn,
				   build_array_type_nelts (type,
							   padded ? 96 : 32),
				   w->lanes->vars);
  suppress_warning (array);
  *element = build4 (ARRAY_REF, type, array, index, NULL_TREE, NULL_TREE);
  return array;
}

/* Give variables that live in several parts of W arrays.  Append to UNSET that
   these are not set.  Return false if they are too large.  */

bool
cuf_make_lane_arrays (warp_split *w, replacement *r, tree *unset)
{
  HOST_WIDE_INT bytes = 0;
  cuf_spread_pointed (w->f, true);
  for (tree var : w->f->order)
    {
      uniform_local *l = w->f->locals.get (var);
      if (l->uniform || l->computed || l->several || !l->several_parts)
	continue;
      bytes += tree_to_uhwi (TYPE_SIZE_UNIT (TREE_TYPE (var)));
      if (bytes > CUF_MOST_FRAME_BYTES * (GCUF_MAX_BLOCK_THREADS / 32))
	return false;
      tree element;
      if (!cuf_check_p () && w->f->columns.contains (var))
	{
	  tree type = cuf_array_of_columns (TREE_TYPE (var), 32);
	  column c = { cuf_local_variable (w->f->fn, type, w->lanes->vars),
		       w->lanes->lane };
	  r->columns.put (var, c);
	  continue;
	}
      tree array = cuf_lane_array (w, TREE_TYPE (var), false, &element);
      if (cuf_check_p ())
	cuf_name_array (array, var, TYPE_SIZE_UNIT (TREE_TYPE (array)), unset);
      r->elements.put (var, element);
    }
  return true;
}

/* --- Statements ---------------------------------------------------------- */

/* Append to OUT what VALUE, which all lanes compute alike, is made of and each
   computes anew.  */

void
cuf_append_computed (warp_split *w, tree value, tree *out)
{
  if (!w->lanes || !w->f->aligned)
    return;
  if (tree list = cuf_computed_for (w->f, value))
    append (list, out);
}

/* The pending statements are a part, which goes to OUT.  */

void
cuf_end_part (warp_split *w, tree *out)
{
  if (!w->pending)
    return;
  if (w->leave)
    append (build1 (LABEL_EXPR, void_type_node, w->leave), &w->pending);
  warp_part p = { w->pending, build3 (BIND_EXPR, void_type_node, NULL_TREE,
				      NULL_TREE, NULL_TREE), false, {}, NULL_TREE };
  TREE_SIDE_EFFECTS (p.place) = 1;
  w->parts.safe_push (p);
  append (p.place, out);
  note_part (w, p.stmts);
  for (tree label : w->left)
    append (set (w->lanes->mask, bits_but (w->lanes->mask,
					   w->waiting.get (label)
					   ? *w->waiting.get (label)
					   : NULL_TREE)), out);
  if (w->leave)
    cuf_append_skip (w, out);
  w->pending = w->leave = NULL_TREE;
  w->left.empty ();
}

/* The next part, which goes to OUT, is STMTS for the only lane for which
   GROWING is VALUE; see cuf_one_lane_p.  */

void
cuf_append_one_lane_part (warp_split *w, tree growing, tree value, tree stmts,
			  tree *out)
{
  tree type = unsigned_type_for (TREE_TYPE (growing));
  tree number = cuf_local_variable (w->f->fn, type, w->lanes->vars);
  cuf_end_part (w, out);
  append (cuf_first_lane (w->lanes), out);
  cuf_append_computed (w, growing, out);
  cuf_append_computed (w, value, out);
  append (set (number, build2 (MINUS_EXPR, type,
			       fold_convert (type, unshare_expr (value)),
			       fold_convert (type, unshare_expr (growing)))),
	  out);
  tree list = NULL_TREE;
  append (stmts, &list);
  warp_part p = { list, build3 (BIND_EXPR, void_type_node, NULL_TREE,
				NULL_TREE, NULL_TREE), false, {}, number };
  TREE_SIDE_EFFECTS (p.place) = 1;
  w->parts.safe_push (p);
  append (p.place, out);
  note_part (w, list);
}

/* The next part, which goes to OUT, is L, or if lanes do it alone STMTS.  */

void
cuf_append_strided_part (warp_split *w, const strided_loop &l, tree stmts,
			 tree *out)
{
  warp_part p = { stmts, build3 (BIND_EXPR, void_type_node, NULL_TREE,
				 NULL_TREE, NULL_TREE), true, l, NULL_TREE };
  TREE_SIDE_EFFECTS (p.place) = 1;
  w->parts.safe_push (p);
  append (p.place, out);
  /* What lives from one iteration to the next is in an array.  */
  w->loops++;
  note_part (w, l.body);
  w->loops--;
  note_part (w, stmts);
}

/* What takes the place of GOTO_EXPRs of statements of lanes that leave the
   part.  */

struct departure
{
  warp_split *w;
  hash_set<tree> goals;

  departure (warp_split *split) : w (split) {}
};

static tree
leave_part (tree *tp, int *walk_subtrees, void *data)
{
  departure *d = (departure *) data;
  warp_split *w = d->w;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (TREE_CODE (*tp) == GOTO_EXPR
	   && d->goals.contains (GOTO_DESTINATION (*tp)))
    {
      tree label = GOTO_DESTINATION (*tp), stmts = NULL_TREE;
      tree set_of = w->waiting.get_or_insert (label);
      append (set (set_of, bits (BIT_IOR_EXPR, set_of,
				 cuf_lane_bit (w->lanes))), &stmts);
      append (build1 (GOTO_EXPR, void_type_node, w->leave), &stmts);
      *tp = stmts;
      *walk_subtrees = 0;
    }
  return NULL_TREE;
}

/* T is a statement of each lane by itself.  Some may leave for GOALS.  */

void
cuf_append_lane_statement (warp_split *w, tree t, hash_set<tree> *goals)
{
  fission *f = w->f;
  for (tree goal : *goals)
    cuf_note_leaving (w, goal);
  if (!w->lanes)
    {
      uniform_local *l = (TREE_CODE (t) == MODIFY_EXPR
			  ? cuf_assigned_local (f, t) : NULL);
      bool prefix = l && cuf_prefix_p (f, t, l);
      walk_tree_without_duplicates (&t, cuf_note_thread_assignments, f);
      if (prefix)
	{
	  f->prefix.safe_push (t);
	  f->known.safe_push (t);
	}
      else
	walk_tree_without_duplicates (&t, cuf_note_other_assignments, f);
      return;
    }
  if (!goals->is_empty ())
    {
      departure d (w);
      if (!w->leave)
	w->leave = cuf_warp_label (w);
      for (tree goal : *goals)
	{
	  bool known;
	  tree &var = w->waiting.get_or_insert (goal, &known);
	  if (!known)
	    var = cuf_local_variable (f->fn, unsigned_type_node,
				      w->lanes->vars);
	  d.goals.add (goal);
	  w->left.add (goal);
	}
      walk_tree (&t, leave_part, &d, NULL);
    }
  append (t, &w->pending);
}

void
cuf_append_lane_statement (warp_split *w, tree t)
{
  hash_set<tree> goals;
  if (IS_EMPTY_STMT (t))
    return;
  if (cuf_note_goals (t, &goals))
    w->f->possible = false;
  cuf_append_lane_statement (w, t, &goals);
}

/* --- The loops ----------------------------------------------------------- */

/* STMTS, a part of F's, with elements of arrays in the places of variables as R
   says.  What can be in a register is, from the beginning of STMTS to the end:
   if an element were assigned to under a condition, a vector would be stored in
   part, and who reads the whole next would have to wait.  With -gpu=check what
   is read is looked at where that is done.  */

static tree
replace_variables (fission *f, tree stmts, replacement *r)
{
  replacement rest;
  tree result = NULL_TREE, end = NULL_TREE;
  for (auto entry : r->columns)
    rest.columns.put (entry.first, entry.second);
  for (tree var : f->order)
    {
      tree *element = r->elements.get (var);
      if (!element)
	continue;
      if (f->locals.get (var)->warp || TREE_ADDRESSABLE (var)
	  || cuf_checked_variable_p (var) || !is_gimple_reg_type (TREE_TYPE (var)))
	{
	  rest.elements.put (var, *element);
	  continue;
	}
      if (!walk_tree (&stmts, cuf_find_variable, var, NULL))
	continue;
      append (set (var, unshare_expr (*element)), &result);
      if (cuf_assigns_p (stmts, var))
	append (set (unshare_expr (*element), var), &end);
    }
  walk_tree (&stmts, cuf_use_elements, &rest, NULL);
  append (stmts, &result);
  if (end)
    append (end, &result);
  return result;
}

/* Take the assignments out of LIST, which may be null, that are the same for
   all lanes, and if there are any let AROUND, where no lane is alone, do those
   of the whole list.  */

static void
take_common (warp_split *w, tree *list, tree *around)
{
  tree each = NULL_TREE;
  bool any = false;
  if (!*list || !w->f->aligned)
    return;
  for (tree_stmt_iterator i = tsi_start (*list); !tsi_end_p (i); tsi_next (&i))
    if (cuf_same_in_warp_p (w->f, TREE_OPERAND (tsi_stmt (i), 1)))
      any = true;
    else
      append (tsi_stmt (i), &each);
  if (any)
    append (unshare_expr (*list), around);
  *list = each;
}

/* STMTS, what a lane of W does by itself, with the replacements R.  Append to
   AROUND what has to be done once for all lanes.  */

tree
cuf_lane_code (warp_split *w, tree stmts, replacement *r, tree *around)
{
  tree result = NULL_TREE;
  tree list = cuf_computed_for (w->f, stmts);
  cuf_begin_unset (w->f, stmts, true, &result);
  take_common (w, &list, around);
  if (list)
    append (list, &result);
  append (replace_variables (w->f, stmts, r), &result);
  return result;
}

/* Fill the places of the parts of W, with the replacements R.  */

void
cuf_fill_places (warp_split *w, replacement *r)
{
  for (warp_part &p : w->parts)
    {
      tree stmts = NULL_TREE;
      if (p.strided)
	append (cuf_strided_code (w, &p.loop, p.stmts, r), &stmts);
      else
	{
	  tree code = cuf_lane_code (w, p.stmts, r, &stmts);
	  append (p.number ? cuf_do_one_lane (w->lanes, p.number, code)
		  : cuf_loop_over_lanes (w->lanes, code), &stmts);
	}
      BIND_EXPR_BODY (p.place) = stmts;
    }
}
