/* What those lanes do alike that are left where others have gone.
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
#include "cuf-warp-split.h"

/* In

     do i = lane, n, 32
       v = a(i)
       do o = 0, 4
	 u = __shfl_up (v, 2**o)
	 if (lane >= 2**o) v = v + u
       end do
       s(i) = v
     end do

   some lanes leave the outer loop before others.  Those that are in the inner one
   go through it alike all the same: O, which is used nowhere else, is a variable
   that they share.  So is what else is set and used in between alone.  */

/* True if STMTS, a part of F's body, have all uses of VAR, and none of a value
   from before.  */

static bool
inside_alone_p (fission *f, tree stmts, tree var)
{
  return cuf_inside_p (f, stmts, var) && !cuf_uses_value_p (stmts, var);
}

/* True if T assigns to a variable that lanes might share.  */

static bool
begins_p (fission *f, tree t)
{
  if (TREE_CODE (t) != MODIFY_EXPR)
    return false;
  tree var = TREE_OPERAND (t, 0);
  uniform_local *l = VAR_P (var) ? f->locals.get (var) : NULL;
  return (l && is_gimple_reg_type (TREE_TYPE (var)) && !TREE_ADDRESSABLE (var)
	  && cuf_same_value_p (f, TREE_OPERAND (t, 1), false));
}

static tree
list_of (const vec<tree> &stmts, unsigned first, unsigned n)
{
  tree list = NULL_TREE;
  for (unsigned i = first; i < first + n; i++)
    append (stmts[i], &list);
  return list;
}

/* How many of STMTS from FIRST on have all uses of the variable that this sets,
   and the goals of all that goes anywhere in them.  */

static unsigned
length_of_use (const vec<tree> &stmts, unsigned first)
{
  tree var = TREE_OPERAND (stmts[first], 0);
  hash_set<tree> goals;
  unsigned last = first;
  for (unsigned i = first + 1; i < stmts.length (); i++)
    {
      tree t = stmts[i];
      if (walk_tree (&t, cuf_find_variable, var, NULL))
	last = i;
    }
  unsigned i;
  for (i = first; i <= last || !goals.is_empty (); i++)
    if (i >= stmts.length () || cuf_contains_barrier_p (stmts[i])
	|| cuf_note_goals (stmts[i], &goals))
      return 0;
  return i - first;
}

/* How many of STMTS from FIRST on are statements that some lanes of W, which are
   apart from others, do alike and that have a loop with warp operations; 0 if
   there are none.  */

unsigned
cuf_alike_statements (warp_split *w, const vec<tree> &stmts, unsigned first)
{
  tree t = stmts[first];
  if (!cuf_wanted_p (CUF_OPTIONAL_ALIKE) || !cuf_lanes_apart_p (w))
    return 0;
  if (w->lanes)
    {
      unsigned *n = w->f->alike.get (t);
      return n ? *n : 0;
    }
  if (!begins_p (w->f, t))
    return 0;
  unsigned n = length_of_use (stmts, first);
  bool loop = false;
  for (unsigned i = first; i < first + n; i++)
    loop |= (TREE_CODE (stmts[i]) == LOOP_EXPR
	     && cuf_contains_warp_call_p (stmts[i]));
  if (!loop || !inside_alone_p (w->f, list_of (stmts, first, n),
				TREE_OPERAND (t, 0)))
    n = 0;
  w->f->alike.put (t, n);
  return n;
}

/* Begin N statements, STMTS from FIRST on, and return a list of them; store in
   *OUTER what cuf_end_alike wants.  */

tree
cuf_begin_alike (warp_split *w, const vec<tree> &stmts, unsigned first,
		 unsigned n, alike *outer)
{
  *outer = w->alike;
  w->alike.stmts = list_of (stmts, first, n);
  w->alike.apart = w->apart;
  w->alike.away = w->away.elements ();
  return w->alike.stmts;
}

void
cuf_end_alike (warp_split *w, const alike &outer)
{
  w->alike = outer;
}

/* True if a variable that T assigns to may be shared by the lanes of W that do
   so.  */

bool
cuf_shared_by_lanes_p (warp_split *w, tree t)
{
  fission *f = w->f;
  if (cuf_lanes_apart_p (w))
    return false;
  if (!w->alike.stmts)
    return true;
  if (!w->lanes)
    {
      if (inside_alone_p (f, w->alike.stmts, TREE_OPERAND (t, 0)))
	f->shared_alike.add (t);
      else
	f->shared_alike.remove (t);
    }
  return f->shared_alike.contains (t);
}
