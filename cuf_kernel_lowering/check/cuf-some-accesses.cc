/* Accesses of a loop that are told of at once where others are not.
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
#include "backend.h"
#include "tree.h"
#include "gimple.h"
#include "ssa.h"
#include "tree-ssa-alias.h"
#include "fold-const.h"
#include "gimple-iterator.h"
#include "cfgloop.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-ivopts.h"
#include "tree-ssa-loop-niter.h"
#include "options.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-told-loop.h"

/* True if one of OPEN passes by CALL in the loop of T.  */

static bool
guarded_p (const told_loop *t, gcall *call, const vec<edge> &open)
{
  auto_vec<edge> guards;
  cuf_guards_p (t, gimple_bb (call), &guards);
  for (edge e : guards)
    if (open.contains (e))
      return true;
  return false;
}

/* True if CALL is about a value that one of OTHERS may have set to what is not set
   itself: it was not so in front of the loop.  */

bool
cuf_uncertain_p (gcall *call, const vec<gcall *> &others)
{
  const unsigned copied = GCUF_ACCESS_WRITE | GCUF_ACCESS_COPIED;
  if (!(tree_to_uhwi (gimple_call_arg (call, 3)) & GCUF_ACCESS_USED))
    return false;
  for (gcall *other : others)
    {
      tree kind = gimple_call_arg (other, 3);
      if (TREE_CODE (kind) == INTEGER_CST
	  && (tree_to_uhwi (kind) & copied) != copied)
	continue;
      if (ptr_derefs_may_alias_p (gimple_call_arg (call, 0),
				  gimple_call_arg (other, 0)))
	return true;
    }
  return false;
}

/* Leave those accesses of T to the rest that may be passed by and cannot be masked,
   or that are uncertain.  What is so because of those that are masked is told of as
   they are.  Return false if none is left.  */

bool
cuf_choose_accesses (told_loop *t)
{
  auto_vec<edge> open;
  auto_vec<gcall *> fit;
  for (edge e : t->failures)
    if (cuf_excluded_p (t, e) || !cuf_never_taken_p (t, e))
      open.safe_push (e);
  for (gcall *call : t->accesses)
    if (!guarded_p (t, call, open))
      fit.safe_push (call);
    else if (cuf_maskable_p (t, call))
      t->masked.safe_push (call);
    else
      t->rest.safe_push (call);
  t->failures.truncate (0);
  t->accesses.truncate (0);
  cuf_choose_masked (t);
  auto_vec<gcall *> certain;
  for (gcall *call : fit)
    if (!cuf_uncertain_p (call, t->rest))
      certain.safe_push (call);
  auto_vec<gcall *> as_masked;
  for (gcall *call : certain)
    {
      cuf_always_run (t, gimple_bb (call));
      (cuf_uncertain_p (call, t->masked) ? as_masked
       : t->accesses).safe_push (call);
    }
  cuf_add_masked (t, as_masked);
  return !t->accesses.is_empty () || !t->masked.is_empty ();
}
