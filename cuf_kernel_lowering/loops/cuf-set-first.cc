/* Kernel loop directives: variables that the body sets before it uses them.
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
#include "system.h"
#include "coretypes.h"
#include "tree.h"
#include "tree-iterator.h"
#include "function.h"
#include "gimple-expr.h"
#include "gfortran.h"
#include "trans.h"
#include "cuf-lower.h"
#include "cuf-loops.h"

/* A scalar of the host's in the body of a kernel loop is each iteration's own
   and begins with the host's value.  In most programs no iteration looks at
   that: then it need not travel.

   The body, which is as gfortran translates it, is gone through in the order in
   which it is executed.  SET is true where the variable has been set on all
   ways that lead there; nobody comes to what follows a jump.  Where the answer
   is not known, it is that the value is used.  */
struct search
{
  tree decl;
  bool set;
  bool used;			/* What it had before, perhaps.  */
  hash_map<tree, bool> jumps;	/* To labels ahead: whether it is set then.  */
  hash_map<tree, bool> labels;	/* Those passed: whether it was set there.  */
};

/* Callback of walk_tree: find the declaration DATA, also in what other
   variables stand for, as arrays do for where the address of their data
   points.  */

static tree
find_decl (tree *tp, int *walk_subtrees, void *data)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  if (*tp == (tree) data)
    return *tp;
  if (VAR_P (*tp) && DECL_HAS_VALUE_EXPR_P (*tp))
    {
      tree value = DECL_VALUE_EXPR (*tp);
      return walk_tree_without_duplicates (&value, find_decl, data);
    }
  return NULL_TREE;
}

/* T is evaluated.  */

static void
evaluate (search *s, tree t)
{
  if (t && !s->set
      && walk_tree_without_duplicates (&t, find_decl, s->decl))
    s->used = true;
}

static void
reach_label (search *s, tree label)
{
  if (bool *set = s->jumps.get (label))
    s->set &= *set;
  s->labels.put (label, s->set);
}

/* A way leads to LABEL, ahead or back, or to where it points.  */

static void
jump (search *s, tree label)
{
  if (TREE_CODE (label) != LABEL_DECL)
    s->used = true;
  else if (bool *set = s->labels.get (label))
    s->used |= *set && !s->set;
  else
    {
      bool existed;
      bool &before = s->jumps.get_or_insert (label, &existed);
      before = s->set && (!existed || before);
    }
  s->set = true;
}

static void execute (search *, tree);

/* Execute BODY, the cases of a SWITCH_EXPR.  One is chosen if there is a
   default case.  */

static void
execute_cases (search *s, tree body)
{
  bool before = s->set, chosen = false;
  if (TREE_CODE (body) == BIND_EXPR)
    body = BIND_EXPR_BODY (body);
  if (TREE_CODE (body) != STATEMENT_LIST)
    {
      evaluate (s, body);
      return;
    }
  for (tree_stmt_iterator i = tsi_start (body); !tsi_end_p (i); tsi_next (&i))
    if (TREE_CODE (tsi_stmt (i)) == CASE_LABEL_EXPR)
      {
	chosen |= !CASE_LOW (tsi_stmt (i)) && !CASE_HIGH (tsi_stmt (i));
	s->set = before;
      }
    else
      execute (s, tsi_stmt (i));
  if (!chosen)
    s->set = before;
}

/* T is executed.  */

static void
execute (search *s, tree t)
{
  if (!t || s->used)
    return;
  switch (TREE_CODE (t))
    {
    case STATEMENT_LIST:
      for (tree_stmt_iterator i = tsi_start (t); !tsi_end_p (i); tsi_next (&i))
	execute (s, tsi_stmt (i));
      break;
    case BIND_EXPR:
      execute (s, BIND_EXPR_BODY (t));
      break;
    case COMPOUND_EXPR:
      execute (s, TREE_OPERAND (t, 0));
      execute (s, TREE_OPERAND (t, 1));
      break;
    case MODIFY_EXPR:
      evaluate (s, TREE_OPERAND (t, 1));
      if (TREE_OPERAND (t, 0) == s->decl)
	s->set = true;
      else
	evaluate (s, TREE_OPERAND (t, 0));
      break;
    case COND_EXPR:
      {
	evaluate (s, COND_EXPR_COND (t));
	bool before = s->set;
	execute (s, COND_EXPR_THEN (t));
	bool after = s->set;
	s->set = before;
	execute (s, COND_EXPR_ELSE (t));
	s->set &= after;
	break;
      }
    case LOOP_EXPR:
      {
	/* It may be left before it has set anything.  */
	bool before = s->set;
	execute (s, LOOP_EXPR_BODY (t));
	s->set = before;
	break;
      }
    case SWITCH_EXPR:
      evaluate (s, SWITCH_COND (t));
      execute_cases (s, SWITCH_BODY (t));
      break;
    case LABEL_EXPR:
      reach_label (s, LABEL_EXPR_LABEL (t));
      break;
    case GOTO_EXPR:
      evaluate (s, GOTO_DESTINATION (t));
      jump (s, GOTO_DESTINATION (t));
      break;
    case RETURN_EXPR:
      s->set = true;
      break;
    default:
      evaluate (s, t);
      break;
    }
}

/* True if BODY sets the scalar DECL, a local variable of the host's, before it
   uses it, whatever way it goes.  */

bool
cuf_set_first_p (tree body, tree decl)
{
  if (!VAR_P (decl) || TREE_STATIC (decl) || DECL_EXTERNAL (decl)
      || !is_gimple_reg_type (TREE_TYPE (decl)))
    return false;
  search s;
  s.decl = decl;
  s.set = s.used = false;
  execute (&s, body);
  return !s.used;
}
