/* Loops around warp operations that are better unrolled.
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
#include "options.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-fission.h"
#include "cuf-warp-split.h"

/* In

     l = 16
     do while (l > 0)
       s = s + __shfl_down (s, l)
       l = l / 2
     end do

   the distances are known if the loop is unrolled, which is done as for a
   directive: then the lanes' values stay in registers from shuffle to shuffle.
   GCC finds out itself how often the loop is gone through, if it can.  */

/* T, a variable that is the same for all lanes, is assigned to.  */

void
cuf_note_constant (warp_split *w, tree t)
{
  tree var = TREE_OPERAND (t, 0);
  if (VAR_P (var) && TREE_CODE (TREE_OPERAND (t, 1)) == INTEGER_CST)
    w->constant.add (var);
  else
    w->constant.remove (var);
}

struct counting
{
  warp_split *w;
  bool changes;			/* What was a constant, by one.  */
  bool compares;		/* It with another one.  */
  bool shuffles;		/* By what is none.  */
};

/* True if T is a variable that was set to a constant, and OTHER one.  */

static bool
constants_p (counting *c, tree t, tree other)
{
  return VAR_P (t) && c->w->constant.contains (t)
	 && TREE_CODE (other) == INTEGER_CST;
}

static tree
note_counting (tree *tp, int *walk_subtrees, void *data)
{
  counting *c = (counting *) data;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (COMPARISON_CLASS_P (t))
    c->compares |= constants_p (c, TREE_OPERAND (t, 0), TREE_OPERAND (t, 1));
  else if (TREE_CODE (t) == MODIFY_EXPR && BINARY_CLASS_P (TREE_OPERAND (t, 1)))
    {
      tree value = TREE_OPERAND (t, 1);
      c->changes |= (TREE_OPERAND (value, 0) == TREE_OPERAND (t, 0)
		     && constants_p (c, TREE_OPERAND (t, 0),
				     TREE_OPERAND (value, 1)));
    }
  else if (cuf_warp_call_p (t))
    {
      tree operand = cuf_warp_operation (t).operand;
      c->shuffles |= operand && !CONSTANT_CLASS_P (operand);
    }
  return NULL_TREE;
}

/* True if LOOP is such a loop, and the code is to be fast.  The front end itself
   works for another level.  */

bool
cuf_unrolled_loop_p (warp_split *w, tree loop)
{
  const cl_optimization *host = TREE_OPTIMIZATION (optimization_default_node);
  if (host->x_optimize < 2 || host->x_optimize_size
      || !cuf_wanted_p (CUF_OPTIONAL_LANE_LOOPS))
    return false;
  counting c = { w, false, false, false };
  walk_tree_without_duplicates (&LOOP_EXPR_BODY (loop), note_counting, &c);
  return c.changes && c.compares && c.shuffles;
}
