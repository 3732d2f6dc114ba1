/* Loops of threads that are better done around the threads.
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
#include "stringpool.h"
#include "attribs.h"
#include "fold-const.h"
#include "gimple-expr.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-fission.h"

/* On a GPU neighbouring threads access neighbouring elements at the same time.
   Where each has a loop, as in

     do k = 2, m
       d(i, j, k) = d(i, j, k) + r * d(i, j, k - 1)
     end do

   with a thread for each I, the host, which runs one thread after the other,
   would go through memory with the stride of K.  If all threads go through the
   loop alike, it is split as if there were barriers in it: then the innermost
   loop is the one over the threads.

   That is done to loops in which an index grows by one from thread to thread,
   and by something else from iteration to iteration, and in which there is none
   that grows by one from iteration to iteration alone, in loops in it neither:
   with tables of which each thread has rows of its own, the loop in each thread
   is the one to be vectorized.  Shared memory is in a cache whatever the
   stride; there only loops with loops in them are better done so, since GCC
   cannot vectorize the loop over threads around both.  */

/* By how much an index grows; what is not known is some large number.  */
enum { UNKNOWN = 1 << 20 };

/* A loop that is looked at.  */
struct interchange
{
  fission *f;
  tree loop;
  char dim;			/* Of the index of threads that grows.  */
  hash_set<tree> assigned;	/* Variables that it assigns to.  */
  hash_set<tree> *counters;	/* Of all loops.  */
  hash_set<tree> inner;		/* Those of loops in this one.  */
  int good, bad;		/* Accesses.  */
  int shared;			/* Good ones of shared memory.  */
  bool nest;			/* There are loops in it.  */
};

static int growth (interchange *, tree, bool);

/* By how much LHS, which each thread computes anew or is the block's, grows
   from thread to thread.  */

static int
variable_growth (interchange *c, tree lhs)
{
  tree base = get_base_address (lhs);
  uniform_local *l = base ? c->f->locals.get (base) : NULL;
  if (c->counters->contains (lhs))
    return 0;
  if (!l)
    return base && TREE_CODE (base) == PARM_DECL ? 0 : UNKNOWN;
  if (l->uniform)
    return 0;
  if (!l->computed)
    return UNKNOWN;
  for (tree t : c->f->prefix)
    if (operand_equal_p (TREE_OPERAND (t, 0), lhs, 0))
      return growth (c, TREE_OPERAND (t, 1), false);
  return UNKNOWN;
}

/* Find the assignment to the variable DATA.  */

static tree
find_step (tree *tp, int *walk_subtrees, void *data)
{
  tree t = *tp, var = (tree) data;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == MODIFY_EXPR && TREE_OPERAND (t, 0) == var)
    return t;
  return NULL_TREE;
}

/* By how much VAR grows from iteration to iteration.  The counter of a loop inside
   takes the same values in each.  */

static int
iteration_growth (interchange *c, tree var)
{
  tree base = get_base_address (var);
  if (!base || !c->assigned.contains (base) || c->inner.contains (var))
    return 0;
  tree t = walk_tree_without_duplicates (&LOOP_EXPR_BODY (c->loop), find_step,
					 var);
  tree value = t ? TREE_OPERAND (t, 1) : NULL_TREE;
  if (!value || TREE_CODE (value) != PLUS_EXPR
      || TREE_OPERAND (value, 0) != var
      || !tree_fits_shwi_p (TREE_OPERAND (value, 1)))
    return UNKNOWN;
  HOST_WIDE_INT step = tree_to_shwi (TREE_OPERAND (value, 1));
  return IN_RANGE (step, -UNKNOWN, UNKNOWN) ? step : UNKNOWN;
}

/* The same of what CALL returns.  */

static int
register_growth (interchange *c, tree call, bool iterations)
{
  static const char index[] = "__gcuf_threadidx_";
  tree fn = get_callee_fndecl (call);
  if (!cuf_register_function_p (fn))
    return UNKNOWN;
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fn));
  return (!iterations && startswith (name, index)
	  && name[strlen (index)] == c->dim);
}

/* By how much T grows from thread to thread or, with ITERATIONS, from
   iteration to iteration of C's loop.  */

static int
growth (interchange *c, tree t, bool iterations)
{
  if (CONSTANT_CLASS_P (t))
    return 0;
  switch (TREE_CODE (t))
    {
    case PARM_DECL:
      return 0;
    case VAR_DECL:
    case COMPONENT_REF:
      return iterations ? iteration_growth (c, t) : variable_growth (c, t);
    case ARRAY_REF:
      /* What nothing in the loop assigns to stays the same.  */
      return (iterations && iteration_growth (c, t) == 0
	      && growth (c, TREE_OPERAND (t, 1), true) == 0 ? 0 : UNKNOWN);
    case CALL_EXPR:
      return register_growth (c, t, iterations);
    CASE_CONVERT:
    case NON_LVALUE_EXPR:
    case SAVE_EXPR:
      return growth (c, TREE_OPERAND (t, 0), iterations);
    default:
      break;
    }
  if (!UNARY_CLASS_P (t) && !BINARY_CLASS_P (t))
    return UNKNOWN;
  int x = growth (c, TREE_OPERAND (t, 0), iterations);
  int y = BINARY_CLASS_P (t) ? growth (c, TREE_OPERAND (t, 1), iterations) : 0;
  if (x == UNKNOWN || y == UNKNOWN)
    return UNKNOWN;
  if (TREE_CODE (t) == PLUS_EXPR)
    return x + y;
  if (TREE_CODE (t) == MINUS_EXPR)
    return x - y;
  return x == 0 && y == 0 ? 0 : UNKNOWN;
}

/* True if REF is of a shared variable.  */

static bool
shared_p (tree ref)
{
  tree base = get_base_address (ref);
  return base && VAR_P (base) && lookup_attribute ("shared",
						   DECL_ATTRIBUTES (base));
}

/* Note the counters of a loop in the loop.  */

static tree
note_inner (tree *tp, int *walk_subtrees, void *data)
{
  interchange *c = (interchange *) data;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == MODIFY_EXPR
	   && c->counters->contains (TREE_OPERAND (t, 0)))
    c->inner.add (TREE_OPERAND (t, 0));
  return NULL_TREE;
}

/* Count the accesses of a loop in the loop that go on by one with the latter,
   wherever each thread is: those are together in memory.  */

static tree
count_inner (tree *tp, int *walk_subtrees, void *data)
{
  interchange *c = (interchange *) data;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == ARRAY_REF && !shared_p (t)
	   && growth (c, TREE_OPERAND (t, 1), false) == UNKNOWN)
    c->bad += abs (growth (c, TREE_OPERAND (t, 1), true)) == 1;
  return NULL_TREE;
}

/* Find the loops in the loop, and note their counters.  */

static tree
find_inner (tree *tp, int *walk_subtrees, void *data)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (TREE_CODE (*tp) == LOOP_EXPR)
    {
      walk_tree_without_duplicates (&LOOP_EXPR_BODY (*tp), note_inner, data);
      *walk_subtrees = 0;
    }
  return NULL_TREE;
}

/* Count the accesses of the loop, and of loops in it what is the loop's.  */

static tree
count_accesses (tree *tp, int *walk_subtrees, void *data)
{
  interchange *c = (interchange *) data;
  tree t = *tp;
  if (TREE_CODE (t) == LOOP_EXPR)
    {
      c->nest = true;
      walk_tree_without_duplicates (&LOOP_EXPR_BODY (t), count_inner, c);
    }
  if (TYPE_P (t) || TREE_CODE (t) == LOOP_EXPR)
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == ARRAY_REF)
    {
      int x = growth (c, TREE_OPERAND (t, 1), false);
      int i = growth (c, TREE_OPERAND (t, 1), true);
      int &good = shared_p (t) ? c->shared : c->good;
      good += x == 1 && !IN_RANGE (i, -1, 1);
      c->bad += x != 0 && x != 1 && IN_RANGE (i, -1, 1) && i != 0;
    }
  return NULL_TREE;
}

static tree
note_assigned (tree *tp, int *walk_subtrees, void *data)
{
  interchange *c = (interchange *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (TREE_CODE (*tp) == MODIFY_EXPR)
    if (tree base = get_base_address (TREE_OPERAND (*tp, 0)))
      c->assigned.add (base);
  return NULL_TREE;
}

/* What is to be found in a body.  */
struct loops
{
  fission *f;
  hash_set<tree> counters;
};

/* Note what is assigned the sum of itself and a constant.  */

static tree
note_counters (tree *tp, int *walk_subtrees, void *data)
{
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == MODIFY_EXPR && VAR_P (TREE_OPERAND (t, 0))
	   && TREE_CODE (TREE_OPERAND (t, 1)) == PLUS_EXPR
	   && TREE_OPERAND (TREE_OPERAND (t, 1), 0) == TREE_OPERAND (t, 0)
	   && TREE_CODE (TREE_OPERAND (TREE_OPERAND (t, 1), 1)) == INTEGER_CST)
    ((loops *) data)->counters.add (TREE_OPERAND (t, 0));
  return NULL_TREE;
}

static tree
find_loops (tree *tp, int *walk_subtrees, void *data)
{
  loops *l = (loops *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (TREE_CODE (*tp) == LOOP_EXPR)
    {
      interchange c;
      c.f = l->f;
      c.loop = *tp;
      c.dim = 'x';
      c.counters = &l->counters;
      c.good = c.bad = c.shared = 0;
      c.nest = false;
      walk_tree_without_duplicates (&LOOP_EXPR_BODY (*tp), note_assigned, &c);
      walk_tree_without_duplicates (&LOOP_EXPR_BODY (*tp), find_inner, &c);
      walk_tree_without_duplicates (&LOOP_EXPR_BODY (*tp), count_accesses, &c);
      if (c.nest)
	c.good += c.shared;
      if (c.good > 0 && c.bad == 0)
	l->f->interchanged.add (*tp);
    }
  return NULL_TREE;
}

/* By how much T, which can be computed anew, grows from thread to thread, whose
   index DIM grows.  */

int
cuf_thread_growth (fission *f, tree t, char dim)
{
  hash_set<tree> none;
  interchange c;
  c.f = f;
  c.loop = NULL_TREE;
  c.dim = dim;
  c.counters = &none;
  return growth (&c, t, false);
}

/* True if it is known by how much.  */

bool
cuf_steady_p (fission *f, tree t)
{
  return cuf_thread_growth (f, t, 'x') != UNKNOWN;
}

/* Note in F the loops in its BODY that are better done around the threads,
   now that it is known what is the same for all threads.  Return false if there
   are none.  */

bool
cuf_find_interchanges (fission *f, tree body)
{
  loops l;
  l.f = f;
  walk_tree_without_duplicates (&body, note_counters, &l);
  walk_tree_without_duplicates (&body, find_loops, &l);
  return !f->interchanged.is_empty ();
}
