/* Conditions for some threads that are loops of their own.
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

/* Of what threads do between two barriers

     s = 1.01 * s
     if (t <= n) w = max (v(t), 1 - s)

   the second is for the first threads alone: a loop over these needs no condition,
   if there is nothing else in it.  So it is a sequence of its own where no more
   variables live from sequence to sequence by that.  */

/* True if T, an operand of a comparison, is the same for all threads or changes
   evenly from thread to thread.  */

static bool
even_p (fission *f, tree t)
{
  if (!INTEGRAL_TYPE_P (TREE_TYPE (t)) || TYPE_PRECISION (TREE_TYPE (t)) > 32)
    return false;
  return (cuf_same_value_p (f, t, false)
	  || (cuf_same_value_p (f, t, true) && cuf_steady_p (f, t)));
}

/* True if COND is true for threads that follow each other.  */

static bool
interval_p (fission *f, tree cond)
{
  switch (TREE_CODE (cond))
    {
    case NON_LVALUE_EXPR:
    CASE_CONVERT:
      return interval_p (f, TREE_OPERAND (cond, 0));
    case TRUTH_AND_EXPR:
    case TRUTH_ANDIF_EXPR:
      return (interval_p (f, TREE_OPERAND (cond, 0))
	      && interval_p (f, TREE_OPERAND (cond, 1)));
    case LT_EXPR:
    case LE_EXPR:
    case GT_EXPR:
    case GE_EXPR:
    case EQ_EXPR:
      return (even_p (f, TREE_OPERAND (cond, 0))
	      && even_p (f, TREE_OPERAND (cond, 1)));
    default:
      return false;
    }
}

struct parting
{
  fission *f;
  hash_set<tree> vars;		/* Of threads.  */
  bool possible;

  parting (fission *fission) : f (fission), possible (true) {}
};

static tree
note_parting (tree *tp, int *walk_subtrees, void *data)
{
  parting *p = (parting *) data;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == SAVE_EXPR)
    p->possible = false;
  else if (uniform_local *l = VAR_P (t) ? p->f->locals.get (t) : NULL)
    if (!l->uniform && !l->computed && !l->several)
      {
	p->possible &= !l->pointed;
	p->vars.add (t);
      }
  return NULL_TREE;
}

/* True if F's pending statements may be a sequence: what they set is used there
   alone, or lives in several sequences anyway.  */

static bool
part_p (fission *f)
{
  parting p (f);
  walk_tree_without_duplicates (&f->pending, note_parting, &p);
  for (tree var : p.vars)
    {
      bool seen = f->locals.get (var)->sequence != 0;
      p.possible &= (((f->loops > 0 || seen)
		      && cuf_uses_value_p (f->pending, var))
		     || (!seen && cuf_inside_p (f, f->pending, var)));
    }
  return p.possible;
}

/* True if T, which is emitted next, is such a condition, behind statements that may
   be a sequence.  */

bool
cuf_lone_condition_p (fission *f, tree t)
{
  return (cuf_wanted_p (CUF_OPTIONAL_LONE_CONDITIONS) && !cuf_check_p ()
	  && f->emitting && f->pending && !f->pending_warps
	  && f->goals.is_empty ()
	  && (!COND_EXPR_ELSE (t) || IS_EMPTY_STMT (COND_EXPR_ELSE (t)))
	  && interval_p (f, COND_EXPR_COND (t))
	  && !cuf_same_value_p (f, COND_EXPR_COND (t), false)
	  && part_p (f));
}
