/* Replacing variables in the body of a procedure.
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
#include "fold-const.h"
#include "gfortran.h"
#include "cuf-lower.h"

struct replace_walk
{
  cuf_replacement *replacement;
  void *data;
  bool (*skip) (tree);
  hash_set<tree> seen;
  auto_vec<tree> addresses;
};

/* Every reference to a variable is looked at, also where trees are shared; so
   walk_tree's own set of visited trees, which has variables too, does not
   do.  */

static tree
replace_variable (tree *tp, int *walk_subtrees, void *data)
{
  replace_walk *walk = (replace_walk *) data;
  tree t = *tp;
  if (TYPE_P (t) || (walk->skip && walk->skip (t)))
    *walk_subtrees = 0;
  else if (VAR_P (t) || TREE_CODE (t) == PARM_DECL)
    {
      *walk_subtrees = 0;
      if (tree other = walk->replacement (t, walk->data))
	*tp = other;
    }
  else if (walk->seen.add (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == ADDR_EXPR)
    walk->addresses.safe_push (t);
  return NULL_TREE;
}

/* Replace each reference in *BODY to a variable or parameter V for which
   REPLACEMENT (V, DATA) is not null by that.  What is in a tree T stays as it is
   if SKIP (T); SKIP may be null.  */

void
cuf_replace_variables (tree *body, cuf_replacement *replacement, void *data,
		       bool (*skip) (tree))
{
  replace_walk walk;
  walk.replacement = replacement;
  walk.data = data;
  walk.skip = skip;
  walk_tree (body, replace_variable, &walk, NULL);

  /* An address of what has been replaced may not be constant any more.  */
  for (tree address : walk.addresses)
    recompute_tree_invariant_for_addr_expr (address);
}
