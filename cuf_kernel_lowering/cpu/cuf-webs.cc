/* Variables that are several ones in turn.
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
#include "tree-iterator.h"
#include "gimple-expr.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-fission.h"

/* A program may use one variable for several things, as L here:

     do l = first(t), last(t)
       s = s + a(l)
     end do
     l = 16
     do while (l > 0)
       s = s + __shfl_down (s, l)
       l = l / 2
     end do

   Where no thread has passed over an assignment, what it assigns is a variable
   of its own from there to the end of the statements around it, if the value is
   of no use behind these.  That may be the same for all threads although the
   other is not.  */

/* The statements of a body, a branch or a loop, and which of them is looked
   at.  */
struct spine
{
  spine *outer;
  bool loop;
  auto_vec<tree *> stmts;
  unsigned current;
};

/* What becomes of the value that a variable had.  */
enum fate
{
  UNSEEN,			/* Nothing yet.  */
  USED,				/* It may be used.  */
  REPLACED			/* It is replaced by another one.  */
};

/* Append to STMTS the statements in T.  */

static void
find_statements (tree *tp, vec<tree *> *stmts)
{
  if (!*tp)
    return;
  switch (TREE_CODE (*tp))
    {
    case STATEMENT_LIST:
      for (tree_stmt_iterator i = tsi_start (*tp); !tsi_end_p (i);
	   tsi_next (&i))
	find_statements (tsi_stmt_ptr (i), stmts);
      break;
    case BIND_EXPR:
      find_statements (&BIND_EXPR_BODY (*tp), stmts);
      break;
    case COMPOUND_EXPR:
      find_statements (&TREE_OPERAND (*tp, 0), stmts);
      find_statements (&TREE_OPERAND (*tp, 1), stmts);
      break;
    default:
      stmts->safe_push (tp);
    }
}

/* --- What becomes of values ---------------------------------------------- */

static bool
mentioned_p (tree t, tree var)
{
  return t && walk_tree (&t, cuf_find_variable, var, NULL);
}

/* True if LABEL is one of STMTS.  */

static bool
label_p (const vec<tree *> &stmts, tree label)
{
  for (tree *tp : stmts)
    if (TREE_CODE (*tp) == LABEL_EXPR && LABEL_EXPR_LABEL (*tp) == label)
      return true;
  return false;
}

/* Add to GOALS where T goes to among STMTS, and take away what it is.  */

static void
note_goals_in (const vec<tree *> &stmts, tree t, hash_set<tree> *goals)
{
  hash_set<tree> all;
  cuf_note_goals (t, &all);
  for (tree goal : all)
    if (label_p (stmts, goal))
      goals->add (goal);
  if (TREE_CODE (t) == LABEL_EXPR)
    goals->remove (LABEL_EXPR_LABEL (t));
}

static enum fate fate_in (tree *, tree);

/* What becomes of VAR's value in the statements of STMTS from FIRST on, or
   where statement FROM in front of them, if not null, goes.  */

static enum fate
fate_from (const vec<tree *> &stmts, unsigned first, tree from, tree var)
{
  hash_set<tree> goals;
  if (from)
    note_goals_in (stmts, from, &goals);
  for (unsigned i = first; i < stmts.length (); i++)
    {
      enum fate fate = fate_in (stmts[i], var);
      if (fate == USED || (fate == REPLACED && goals.is_empty ()))
	return fate;
      note_goals_in (stmts, *stmts[i], &goals);
    }
  return UNSEEN;
}

static enum fate
fate_inside (tree *tp, tree var)
{
  auto_vec<tree *> stmts;
  find_statements (tp, &stmts);
  return fate_from (stmts, 0, NULL_TREE, var);
}

/* What becomes of VAR's value in *TP.  */

static enum fate
fate_in (tree *tp, tree var)
{
  tree t = *tp;
  enum fate fate, other;
  if (!mentioned_p (t, var))
    return UNSEEN;
  switch (TREE_CODE (t))
    {
    case MODIFY_EXPR:
      return (TREE_OPERAND (t, 0) == var
	      && !mentioned_p (TREE_OPERAND (t, 1), var) ? REPLACED : USED);
    case COND_EXPR:
      if (mentioned_p (COND_EXPR_COND (t), var))
	return USED;
      fate = fate_inside (&COND_EXPR_THEN (t), var);
      other = fate_inside (&COND_EXPR_ELSE (t), var);
      if (fate == USED || other == USED)
	return USED;
      return fate == other && !cuf_leaves_p (t) ? fate : UNSEEN;
    case LOOP_EXPR:
      return fate_inside (&LOOP_EXPR_BODY (t), var) == USED ? USED : UNSEEN;
    default:
      return USED;
    }
}

/* True if STMTS may use the value that VAR has in front of them.  */

bool
cuf_uses_value_p (tree stmts, tree var)
{
  return (!is_gimple_reg_type (TREE_TYPE (var))
	  || fate_inside (&stmts, var) == USED);
}

/* Find an assignment to the variable DATA.  */

static tree
find_assignment (tree *tp, int *walk_subtrees, void *data)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return (TREE_CODE (*tp) == MODIFY_EXPR
	  && get_base_address (TREE_OPERAND (*tp, 0)) == (tree) data
	  ? *tp : NULL_TREE);
}

/* True if STMTS assign to VAR.  */

bool
cuf_assigns_p (tree stmts, tree var)
{
  return walk_tree (&stmts, find_assignment, var, NULL);
}

/* True if the value that VAR has at the end of S's statements, or where
   something leaves them, may be used.  */

static bool
used_behind_p (const spine *s, tree var)
{
  for (; s->outer; s = s->outer)
    {
      if (s->loop && fate_from (s->stmts, 0, NULL_TREE, var) == USED)
	return true;
      const spine *outer = s->outer;
      enum fate fate = fate_from (outer->stmts, outer->current + 1,
				  *outer->stmts[outer->current], var);
      bool leaves = (outer->outer
		     && cuf_leaves_p (*outer->outer->stmts
				      [outer->outer->current]));
      if (fate == USED || (fate == REPLACED && !leaves))
	return fate == USED;
    }
  return false;
}

/* --- Names --------------------------------------------------------------- */

/* A variable of F like VAR.  */

static tree
new_variable (fission *f, tree var)
{
  tree copy = copy_node (var);
  DECL_CHAIN (copy) = NULL_TREE;
  DECL_CONTEXT (copy) = f->fn;
  uniform_local l = *f->locals.get (var);
  f->locals.put (copy, l);
  f->order.safe_push (copy);
  return copy;
}

/* True if T assigns to the whole of a variable of F what is not made of it.  */

static bool
definition_p (fission *f, tree t)
{
  if (TREE_CODE (t) != MODIFY_EXPR)
    return false;
  tree var = TREE_OPERAND (t, 0);
  return (VAR_P (var) && f->locals.get (var) && !TREE_ADDRESSABLE (var)
	  && is_gimple_reg_type (TREE_TYPE (var)));
}

/* True if VAR is seen in S in front of the current statement, or around S.  */

static bool
seen_before_p (const spine *s, tree var)
{
  for (unsigned i = 0; i < s->current; i++)
    if (mentioned_p (*s->stmts[i], var))
      return true;
  for (; s->outer; s = s->outer)
    for (unsigned i = 0; i < s->outer->stmts.length (); i++)
      if (i != s->outer->current && mentioned_p (*s->outer->stmts[i], var))
	return true;
  return false;
}

/* Let the variable that the current statement of S assigns to be another one
   from there on.  */

static void
rename (fission *f, spine *s)
{
  tree *definition = s->stmts[s->current], var = TREE_OPERAND (*definition, 0);
  replacement r;
  r.elements.put (var, new_variable (f, var));
  walk_tree (&TREE_OPERAND (*definition, 0), cuf_use_elements, &r, NULL);
  for (unsigned i = s->current + 1; i < s->stmts.length (); i++)
    walk_tree (s->stmts[i], cuf_use_elements, &r, NULL);
}

static void split_webs (fission *, spine *, tree *, bool);

/* The same inside the current statement of S.  */

static void
split_inside (fission *f, spine *s)
{
  tree t = *s->stmts[s->current];
  if (TREE_CODE (t) == LOOP_EXPR)
    split_webs (f, s, &LOOP_EXPR_BODY (t), true);
  else if (TREE_CODE (t) == COND_EXPR)
    {
      split_webs (f, s, &COND_EXPR_THEN (t), false);
      split_webs (f, s, &COND_EXPR_ELSE (t), false);
    }
}

/* Give variables in *TP, inside OUTER's current statement, the body of a loop
   if LOOP is true, names of their own.  */

static void
split_webs (fission *f, spine *outer, tree *tp, bool loop)
{
  spine s;
  hash_set<tree> goals;
  s.outer = outer;
  s.loop = loop;
  find_statements (tp, &s.stmts);
  for (s.current = 0; s.current < s.stmts.length (); s.current++)
    {
      tree t = *s.stmts[s.current];
      if (goals.is_empty () && definition_p (f, t)
	  && seen_before_p (&s, TREE_OPERAND (t, 0))
	  && !used_behind_p (&s, TREE_OPERAND (t, 0)))
	rename (f, &s);
      split_inside (f, &s);
      note_goals_in (s.stmts, t, &goals);
      if (f->end_label)
	goals.remove (f->end_label);
    }
}

/* Find a GOTO to one of the labels DATA, those in front of it.  */

static tree
find_way_back (tree *tp, int *walk_subtrees, void *data)
{
  hash_set<tree> *labels = (hash_set<tree> *) data;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == LABEL_EXPR)
    labels->add (LABEL_EXPR_LABEL (t));
  else if (TREE_CODE (t) == GOTO_EXPR
	   && labels->contains (GOTO_DESTINATION (t)))
    return t;
  return NULL_TREE;
}

/* Give the variables of BODY, that of F, names of their own where they can
   have some: only where what comes next is behind, but for loops.  */

void
cuf_split_webs (fission *f, tree body)
{
  hash_set<tree> labels;
  if (walk_tree_without_duplicates (&body, find_way_back, &labels))
    return;
  split_webs (f, NULL, &BIND_EXPR_BODY (body), false);
}
