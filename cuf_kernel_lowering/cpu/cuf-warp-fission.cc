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

/* A part.  */
struct warp_part
{
  tree stmts;
  tree place;			/* A BIND_EXPR for the loop made of it.  */
};

struct warp_split
{
  fission *f;
  warp_lanes *lanes;		/* Null while nothing is emitted.  */
  int loops;			/* Around the statement.  */
  tree loop;			/* The innermost, if it has no operations.  */
  int apart;			/* Conditions and loops around it that not all
				   lanes do alike.  */
  bool leaving;			/* Some lanes have left.  */
  hash_set<tree> away;		/* Labels where lanes may wait.  */
  hash_set<tree> seen;		/* Labels that are behind.  */
  hash_set<tree> goals;		/* Labels that the warp goes to.  */
  hash_map<tree, int> saved;	/* The part of a SAVE_EXPR.  */

  auto_vec<warp_part> parts;
  tree pending;			/* Statements of lanes not in one yet.  */
  tree leave;			/* Behind them, or null.  */
  hash_set<tree> left;		/* Labels that they leave for.  */
  tree skip;			/* Where to go if no lane takes part, or null:
				   to where some may.  */
  hash_map<tree, tree> waiting;	/* The sets of labels.  */

  warp_split (fission *fission)
    : f (fission), lanes (NULL), loops (0), loop (NULL_TREE), apart (0),
      leaving (false), pending (NULL_TREE), leave (NULL_TREE),
      skip (NULL_TREE) {}
};

static void split (warp_split *, tree, tree *);

static void
append (tree stmt, tree *stmts)
{
  append_to_statement_list_force (stmt, stmts);
}

static tree
set (tree var, tree value)
{
  return build2 (MODIFY_EXPR, void_type_node, var,
		 fold_convert (TREE_TYPE (var), value));
}

static tree
bits (tree_code code, tree x, tree y)
{
  return build2 (code, unsigned_type_node, x, y);
}

static tree
bits_but (tree x, tree y)
{
  return bits (BIT_AND_EXPR, x, build1 (BIT_NOT_EXPR, unsigned_type_node, y));
}

/* True if not all lanes that have not ended do what comes next.  */

static bool
apart_p (warp_split *w)
{
  return w->apart > 0 || !w->away.is_empty ();
}

/* --- Masks --------------------------------------------------------------- */

/* A new label.  */

static tree
new_label (warp_split *w)
{
  tree label = create_artificial_label (input_location);
  DECL_CONTEXT (label) = w->f->fn;
  return label;
}

/* Append to OUT that the warp goes on where there are lanes, if no one takes
   part here.  */

static void
append_skip (warp_split *w, tree *out)
{
  if (!w->skip)
    w->skip = new_label (w);
  append (build3 (COND_EXPR, void_type_node,
		  build2 (EQ_EXPR, boolean_type_node, w->lanes->mask,
			  build_zero_cst (unsigned_type_node)),
		  build1 (GOTO_EXPR, void_type_node, w->skip), NULL_TREE), out);
}

/* Here may be some.  */

static void
append_skip_label (warp_split *w, tree *out)
{
  if (w->skip)
    append (build1 (LABEL_EXPR, void_type_node, w->skip), out);
  w->skip = NULL_TREE;
}

/* The set of lanes that wait at LABEL; null if they never come back.  */

static tree
waiting_at (warp_split *w, tree label)
{
  if (label == w->f->end_label)
    return NULL_TREE;
  bool known;
  tree &var = w->waiting.get_or_insert (label, &known);
  if (!known)
    var = cuf_local_variable (w->f->fn, unsigned_type_node, w->lanes->vars);
  return var;
}

/* Some lanes go to LABEL while others do not.  */

static void
note_leaving (warp_split *w, tree label)
{
  fission *f = w->f;
  w->leaving = true;
  if (w->seen.contains (label))
    f->possible = false;
  if (label == f->end_label)
    return;
  f->changed |= !f->apart.add (label);
  w->away.add (label);
}

/* --- Parts --------------------------------------------------------------- */

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

/* The pending statements are a part, which goes to OUT.  */

static void
end_part (warp_split *w, tree *out)
{
  if (!w->pending)
    return;
  if (w->leave)
    append (build1 (LABEL_EXPR, void_type_node, w->leave), &w->pending);
  warp_part p = { w->pending, build3 (BIND_EXPR, void_type_node, NULL_TREE,
				      NULL_TREE, NULL_TREE) };
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
    append_skip (w, out);
  w->pending = w->leave = NULL_TREE;
  w->left.empty ();
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

static void
append_lane_statement (warp_split *w, tree t, hash_set<tree> *goals)
{
  fission *f = w->f;
  for (tree goal : *goals)
    note_leaving (w, goal);
  if (!w->lanes)
    {
      uniform_local *l = (TREE_CODE (t) == MODIFY_EXPR
			  ? cuf_assigned_local (f, t) : NULL);
      bool prefix = l && cuf_prefix_p (f, t, l);
      walk_tree_without_duplicates (&t, cuf_note_thread_assignments, f);
      if (prefix)
	f->prefix.safe_push (t);
      else
	walk_tree_without_duplicates (&t, cuf_note_other_assignments, f);
      return;
    }
  if (!goals->is_empty ())
    {
      departure d (w);
      if (!w->leave)
	w->leave = new_label (w);
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

static void
append_lane_statement (warp_split *w, tree t)
{
  hash_set<tree> goals;
  if (IS_EMPTY_STMT (t))
    return;
  if (cuf_note_goals (t, &goals))
    w->f->possible = false;
  append_lane_statement (w, t, &goals);
}

/* --- Operations ---------------------------------------------------------- */

/* Append to OUT what VALUE, which all lanes compute alike, is made of and each
   computes anew.  */

static void
append_computed (warp_split *w, tree value, tree *out)
{
  if (!w->lanes || !w->f->aligned)
    return;
  if (tree list = cuf_computed_for (w->f, value))
    append (list, out);
}

/* An array with an element of TYPE for each lane, and with PADDED as many in
   front and behind; that of the lane is stored in *ELEMENT.  */

static tree
lane_array (warp_split *w, tree type, bool padded, tree *element)
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

/* Let each lane compute CONDITION, and return the variable with the set of
   those for which it is true.  */

static tree
vote (warp_split *w, tree condition, tree *out)
{
  tree result = cuf_local_variable (w->f->fn, unsigned_type_node,
				    w->lanes->vars);
  if (TREE_CODE (TREE_TYPE (condition)) != BOOLEAN_TYPE)
    condition = build2 (NE_EXPR, boolean_type_node, condition,
			build_zero_cst (TREE_TYPE (condition)));
  if (cuf_same_value_p (w->f, condition, false))
    {
      end_part (w, out);
      append_computed (w, condition, out);
      append (set (result, build3 (COND_EXPR, unsigned_type_node, condition,
				   w->lanes->mask,
				   build_zero_cst (unsigned_type_node))), out);
      return result;
    }
  tree element;
  tree votes = lane_array (w, integer_type_node, false, &element);
  append (set (element, condition), &w->pending);
  end_part (w, out);
  append (cuf_gather_bits (w->lanes, votes, result), out);
  return result;
}

/* The value that lanes get from the shuffle O.  */

static tree
shuffle (warp_split *w, warp_operation *o, tree *out)
{
  tree element, operand;
  tree values = lane_array (w, TREE_TYPE (o->value), true, &element);
  bool same = cuf_same_value_p (w->f, o->operand, false);
  if (o->width && !cuf_same_value_p (w->f, o->width, false))
    w->f->possible = false;
  append (set (element, o->value), &w->pending);
  if (same)
    operand = cuf_local_variable (w->f->fn, integer_type_node,
				  w->lanes->vars);
  else
    {
      lane_array (w, integer_type_node, false, &operand);
      append (set (operand, o->operand), &w->pending);
    }
  end_part (w, out);
  if (same)
    {
      append_computed (w, o->operand, out);
      append (set (operand, o->operand), out);
    }

  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (o->value)), from[2];
  tree variables[2] = { cuf_local_variable (w->f->fn, type, w->lanes->vars),
			cuf_local_variable (w->f->fn, type, w->lanes->vars) };
  tree result = cuf_shuffled_value (o, values, w->lanes->lane, w->lanes->full,
				    operand, w->lanes->mask, variables, from);
  for (int i = 0; i < 2; i++)
    append (set (variables[i], from[i]), &w->pending);
  return result;
}

/* Do CALL's operation, and return its value for a lane.  */

static tree
emit_operation (warp_split *w, tree call, tree *out)
{
  warp_operation o = cuf_warp_operation (call);
  tree type = TREE_TYPE (call), ayes = NULL_TREE;
  switch (o.kind)
    {
    case WARP_SYNC:
      end_part (w, out);
      return build_empty_stmt (input_location);
    case WARP_ACTIVE:
      end_part (w, out);
      return fold_convert (type, w->lanes->mask);
    case WARP_ALL:
    case WARP_ANY:
    case WARP_BALLOT:
      ayes = vote (w, o.value, out);
      break;
    default:
      return fold_convert (type, shuffle (w, &o, out));
    }
  if (o.kind == WARP_ALL)
    return fold_convert (type, build2 (EQ_EXPR, boolean_type_node, ayes,
				       w->lanes->mask));
  if (o.kind == WARP_ANY)
    return fold_convert (type, build2 (NE_EXPR, boolean_type_node, ayes,
				       build_zero_cst (unsigned_type_node)));
  return fold_convert (type, ayes);
}

/* Take the operations out of *TP, an expression or a statement without others
   inside.  Return false if that is not possible.  */

static bool
take_operations (warp_split *w, tree *tp, tree *out)
{
  while (tree *call = cuf_find_warp_operation (tp))
    {
      if (!w->lanes)
	{
	  if (cuf_warp_operation (*call).kind == WARP_NONE)
	    return false;
	  /* What it is replaced by later is not the same for all.  */
	  return true;
	}
      *call = emit_operation (w, *call, out);
    }
  return !cuf_contains_warp_call_p (*tp);
}

/* True if all operations in T can be taken out.  */

static tree
note_operation (tree *tp, int *walk_subtrees, void *data)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (cuf_warp_call_p (*tp))
    {
      int *count = (int *) data;
      ++*count;
      if (cuf_warp_operation (*tp).kind == WARP_NONE)
	return *tp;
    }
  return NULL_TREE;
}

static void
count_reached (tree t, int *count)
{
  if (!t || TYPE_P (t) || !EXPR_P (t))
    return;
  int operands = TREE_OPERAND_LENGTH (t);
  if (TREE_CODE (t) == COND_EXPR || TREE_CODE (t) == TRUTH_ANDIF_EXPR
      || TREE_CODE (t) == TRUTH_ORIF_EXPR)
    operands = 1;
  for (int i = 0; i < operands; i++)
    count_reached (TREE_OPERAND (t, i), count);
  *count += cuf_warp_call_p (t);
}

static bool
operations_suit_p (tree t)
{
  int all = 0, reached = 0;
  if (walk_tree (&t, note_operation, &all, NULL))
    return false;
  count_reached (t, &reached);
  return all == reached;
}

/* T is a statement with operations in it.  */

static void
split_operations (warp_split *w, tree t, tree *out)
{
  fission *f = w->f;
  hash_set<tree> goals;
  if (!operations_suit_p (t) || cuf_note_goals (t, &goals)
      || !goals.is_empty ())
    f->possible = false;
  if (!w->lanes)
    {
      append_lane_statement (w, t, &goals);
      return;
    }
  if (!take_operations (w, &t, out))
    f->possible = false;
  append (t, &w->pending);
}

/* --- Statements of the warp ---------------------------------------------- */

/* An assignment to a variable that may be the same for all.  */

static void
split_assignment (warp_split *w, tree t, tree *out)
{
  fission *f = w->f;
  uniform_local *l = cuf_assigned_local (f, t);
  if (!l || !l->uniform || apart_p (w)
      || !cuf_same_value_p (f, TREE_OPERAND (t, 1), false))
    {
      append_lane_statement (w, t);
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
    end_part (w, out);
  append_computed (w, TREE_OPERAND (t, 1), out);
  append (t, out);
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
      end_part (w, &out);
      append_skip_label (w, &out);
    }
  w->skip = skip;
  w->loops -= loop;
  w->f->depth--;
  return out ? out : build_empty_stmt (input_location);
}

/* The lanes AYES go to LABEL.  */

static void
emit_leaving (warp_split *w, tree ayes, tree label, tree *out)
{
  if (tree waiting = waiting_at (w, label))
    append (set (waiting, bits (BIT_IOR_EXPR, waiting, ayes)), out);
  append (set (w->lanes->mask, bits_but (w->lanes->mask, ayes)), out);
  append_skip (w, out);
}

/* T, a condition that each lane computes.  */

static void
emit_condition (warp_split *w, tree t, tree *out)
{
  tree mask = w->lanes->mask;
  tree ayes = vote (w, COND_EXPR_COND (t), out);
  tree label = cuf_only_goal (COND_EXPR_THEN (t));
  tree other = COND_EXPR_ELSE (t);
  if (other && IS_EMPTY_STMT (other))
    other = NULL_TREE;
  if (label && !other)
    {
      emit_leaving (w, ayes, label, out);
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
    append_skip (w, out);
}

static void
split_condition (warp_split *w, tree t, tree *out)
{
  fission *f = w->f;
  if (!cuf_contains_warp_call_p (t) && !cuf_leaves_p (t))
    {
      append_lane_statement (w, t);
      return;
    }
  if (cuf_contains_warp_call_p (COND_EXPR_COND (t)))
    {
      f->possible &= operations_suit_p (COND_EXPR_COND (t));
      if (w->lanes && !take_operations (w, &COND_EXPR_COND (t), out))
	f->possible = false;
    }
  else if (cuf_same_value_p (f, COND_EXPR_COND (t), false) && !apart_p (w))
    {
      end_part (w, out);
      append_computed (w, COND_EXPR_COND (t), out);
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
    note_leaving (w, label);
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
  w->f->beginning = false;
  end_part (w, out);
  w->apart += apart;
  tree body = split_inside (w, LOOP_EXPR_BODY (t), true);
  w->apart -= apart;
  if (!w->lanes)
    return;
  tree behind = new_label (w);
  append (build3 (COND_EXPR, void_type_node,
		  build2 (EQ_EXPR, boolean_type_node, w->lanes->mask,
			  build_zero_cst (unsigned_type_node)),
		  build1 (GOTO_EXPR, void_type_node, behind), NULL_TREE),
	  &body);
  append (build1 (LOOP_EXPR, void_type_node, body), out);
  append (build1 (LABEL_EXPR, void_type_node, behind), out);
  if (cuf_leaves_p (t))
    append_skip (w, out);
}

/* True if all lanes may go through T alike.  */

static bool
common_loop_p (warp_split *w, tree t)
{
  return w->f->aligned && TREE_CODE (t) == LOOP_EXPR && !apart_p (w)
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
  end_part (w, out);
  append (t, out);
  append_skip_label (w, out);
  if (tree *waiting = w->waiting.get (label))
    {
      append (set (w->lanes->mask, bits (BIT_IOR_EXPR, w->lanes->mask,
					 *waiting)), out);
      append (set (*waiting, build_zero_cst (unsigned_type_node)), out);
      append_skip (w, out);
    }
}

/* All lanes that take part go to a label.  */

static void
split_goto (warp_split *w, tree t, tree *out)
{
  tree label = GOTO_DESTINATION (t);
  if (apart_p (w))
    {
      note_leaving (w, label);
      if (w->lanes)
	{
	  end_part (w, out);
	  tree gone = cuf_local_variable (w->f->fn, unsigned_type_node,
					  w->lanes->vars);
	  append (set (gone, w->lanes->mask), out);
	  emit_leaving (w, gone, label, out);
	}
      return;
    }
  if (w->seen.contains (label))
    w->f->possible = false;
  w->goals.add (label);
  end_part (w, out);
  if (w->lanes)
    append (t, out);
}

/* The statements of LIST, and those of lists in it.  */

static void
flatten (tree list, vec<tree> *stmts)
{
  if (TREE_CODE (list) == STATEMENT_LIST)
    for (tree_stmt_iterator i = tsi_start (list); !tsi_end_p (i); tsi_next (&i))
      flatten (tsi_stmt (i), stmts);
  else if (TREE_CODE (list) == COMPOUND_EXPR)
    {
      flatten (TREE_OPERAND (list, 0), stmts);
      flatten (TREE_OPERAND (list, 1), stmts);
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
  flatten (list, &stmts);
  for (unsigned i = 0; i < stmts.length (); i++)
    {
      int last = (cuf_leaves_p (stmts[i]) && !common_loop_p (w, stmts[i])
		  ? lane_range (stmts, i) : -1);
      if (last < 0)
	{
	  split (w, stmts[i], out);
	  continue;
	}
      hash_set<tree> none;
      w->f->beginning = false;
      for (; i < (unsigned) last; i++)
	{
	  if (TREE_CODE (stmts[i]) == LABEL_EXPR)
	    w->seen.add (LABEL_EXPR_LABEL (stmts[i]));
	  append_lane_statement (w, stmts[i], &none);
	}
      append_lane_statement (w, stmts[i], &none);
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
	append_lane_statement (w, t);
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
	append_lane_statement (w, t);
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
      append_lane_statement (w, t);
      break;
    default:
      if (cuf_barrier_p (t) || cuf_contains_barrier_p (t))
	w->f->possible = false;
      if (cuf_contains_warp_call_p (t))
	split_operations (w, t, out);
      else if (TREE_CODE (t) == MODIFY_EXPR)
	split_assignment (w, t, out);
      else
	append_lane_statement (w, t);
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

/* --- The code ------------------------------------------------------------ */

/* Give variables that live in several parts of W arrays.  Return false if they
   are too large.  */

static bool
make_lane_arrays (warp_split *w, replacement *r)
{
  HOST_WIDE_INT bytes = 0;
  for (tree var : w->f->order)
    {
      uniform_local *l = w->f->locals.get (var);
      if (l->uniform || l->computed || l->several || !l->several_parts)
	continue;
      bytes += tree_to_uhwi (TYPE_SIZE_UNIT (TREE_TYPE (var)));
      if (bytes > CUF_MOST_FRAME_BYTES * (GCUF_MAX_BLOCK_THREADS / 32))
	return false;
      tree element;
      if (w->f->columns.contains (var))
	{
	  tree type = cuf_array_of_columns (TREE_TYPE (var), 32);
	  column c = { cuf_local_variable (w->f->fn, type, w->lanes->vars),
		       w->lanes->lane };
	  r->columns.put (var, c);
	  continue;
	}
      lane_array (w, TREE_TYPE (var), false, &element);
      r->elements.put (var, element);
    }
  return true;
}

/* STMTS, a part of F's, with elements of arrays in the places of variables as R
   says.  What can be in a register is, from the beginning of STMTS to the end:
   if an element were assigned to under a condition, a vector would be stored in
   part, and who reads the whole next would have to wait.  */

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
	  || !is_gimple_reg_type (TREE_TYPE (var)))
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

/* Fill the places of the parts of W, with the replacements R.  */

static void
fill_places (warp_split *w, replacement *r)
{
  for (warp_part &p : w->parts)
    {
      tree stmts = NULL_TREE;
      if (tree list = cuf_computed_for (w->f, p.stmts))
	append (list, &stmts);
      append (replace_variables (w->f, p.stmts, r), &stmts);
      BIND_EXPR_BODY (p.place) = cuf_loop_over_lanes (w->lanes, stmts);
    }
}

/* Nobody waits at labels when a warp begins.  */

static void
begin_waiting (warp_split *w, tree *stmts)
{
  for (auto entry : w->waiting)
    append (set (entry.second, build_zero_cst (unsigned_type_node)), stmts);
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
      tree ayes = vote (&w, unshare_expr (s->off), &out);
      append (set (lanes.mask, bits_but (lanes.mask, ayes)), &out);
      append_skip (&w, &out);
    }
  split (&w, s->stmts, &out);
  end_part (&w, &out);
  append_skip_label (&w, &out);
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
  if (!make_lane_arrays (&w, &all))
    return false;
  walk_tree (&out, cuf_use_elements, &all, NULL);
  fill_places (&w, &all);
  append (set (thread, lanes.first), &body);
  begin_waiting (&w, &body);
  append (out, &body);
  BIND_EXPR_BODY (s->place) = cuf_loop_over_warps (&lanes, body);
  return true;
}
