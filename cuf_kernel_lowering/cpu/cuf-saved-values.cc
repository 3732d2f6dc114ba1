/* Values that statements save, in kernels that are split.
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

/* Where subscripts are checked the statement

     s = s + row(i) * __shfl (alpha, i)

   has conditions in front of it that save I's value, and it uses what they have
   saved behind the shuffle, in another loop over the lanes: that has to be a
   variable, as others that live across such loops are.  */

struct saved_values
{
  fission *f;
  hash_set<tree> wanted;	/* SAVE_EXPRs of statements with warp
				   operations.  */
  hash_set<tree> seen;		/* Those that something has been made of.  */
};

/* --- What is wanted ------------------------------------------------------- */

static tree
add_saved (tree *tp, int *walk_subtrees, void *data)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (TREE_CODE (*tp) == SAVE_EXPR)
    ((hash_set<tree> *) data)->add (*tp);
  return NULL_TREE;
}

/* Find statements with warp operations that have no others inside.  */

static tree
find_wanted (tree *tp, int *walk_subtrees, void *data)
{
  saved_values *v = (saved_values *) data;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == MODIFY_EXPR || TREE_CODE (t) == CALL_EXPR)
    {
      if (cuf_contains_warp_call_p (t))
	walk_tree (&t, add_saved, &v->wanted, NULL);
      *walk_subtrees = 0;
    }
  return NULL_TREE;
}

/* --- Names ---------------------------------------------------------------- */

struct new_name
{
  tree saved, var;
};

static tree
use_name (tree *tp, int *walk_subtrees, void *data)
{
  const new_name *n = (const new_name *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (*tp == n->saved)
    *tp = n->var;
  return NULL_TREE;
}

/* The first SAVE_EXPR in T, an operand of a comparison, without another one that
   is wanted inside; or null.  */

static tree
innermost (saved_values *v, tree t)
{
  tree found = NULL_TREE;
  if (TYPE_P (t) || !EXPR_P (t))
    return NULL_TREE;
  for (int i = 0; !found && i < TREE_OPERAND_LENGTH (t); i++)
    if (TREE_OPERAND (t, i))
      found = innermost (v, TREE_OPERAND (t, i));
  return (found || TREE_CODE (t) != SAVE_EXPR || !v->wanted.contains (t)
	  || v->seen.contains (t) ? found : t);
}

/* Let the value of SAVED be that of a variable, which is assigned to in front of
   I's statement.  */

static void
give_name (saved_values *v, tree saved, tree_stmt_iterator *i)
{
  tree vars = NULL_TREE;
  tree var = cuf_local_variable (v->f->fn, TREE_TYPE (saved), &vars);
  new_name n = { saved, var };
  tree value = TREE_OPERAND (saved, 0);
  v->seen.add (saved);
  cuf_add_local (v->f, var);
  walk_tree (&BIND_EXPR_BODY (v->f->body), use_name, &n, NULL);
  tsi_link_before (i, build2 (MODIFY_EXPR, void_type_node, var, value),
		   TSI_SAME_STMT);
  tsi_next (i);
}

/* Give names to what the condition of I's statement saves, if that compares
   values.  */

static void
name_condition (saved_values *v, tree_stmt_iterator *i)
{
  tree t = tsi_stmt (*i);
  if (TREE_CODE (t) != COND_EXPR || !COMPARISON_CLASS_P (COND_EXPR_COND (t)))
    return;
  while (tree saved = innermost (v, COND_EXPR_COND (t)))
    give_name (v, saved, i);
}

/* Do so in *TP.  What something else is made of first stays as it is.  */

static tree
name_values (tree *tp, int *walk_subtrees, void *data)
{
  saved_values *v = (saved_values *) data;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == STATEMENT_LIST)
    {
      *walk_subtrees = 0;
      for (tree_stmt_iterator i = tsi_start (t); !tsi_end_p (i); tsi_next (&i))
	{
	  name_condition (v, &i);
	  walk_tree (tsi_stmt_ptr (i), name_values, data, NULL);
	}
    }
  else if (TREE_CODE (t) == SAVE_EXPR)
    v->seen.add (t);
  return NULL_TREE;
}

/* Give names to what has to live across warp operations of F's body.  */

void
cuf_name_saved (fission *f)
{
  saved_values v;
  v.f = f;
  walk_tree_without_duplicates (&BIND_EXPR_BODY (f->body), find_wanted, &v);
  if (!v.wanted.is_empty ())
    walk_tree (&BIND_EXPR_BODY (f->body), name_values, &v, NULL);
}
