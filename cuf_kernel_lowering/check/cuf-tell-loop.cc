/* The call that tells of all accesses of a loop.
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
#include "tree-pass.h"
#include "ssa.h"
#include "stringpool.h"
#include "attribs.h"
#include "fold-const.h"
#include "gimple-iterator.h"
#include "gimplify.h"
#include "cfgloop.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-niter.h"
#include "options.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-told-loop.h"

/* How many accesses of T the runtime is told of.  */

unsigned
cuf_number_told (const told_loop *t)
{
  return t->accesses.length () + t->masked.length ();
}

/* Set member NAME of REF, a `struct gcuf_stretch', to VALUE.  */

static void
set_member (told_loop *t, tree ref, const char *name, tree value)
{
  tree member = cuf_component (unshare_expr (ref), name);
  value = cuf_compute (t, fold_convert (TREE_TYPE (member), value));
  gimple_seq_add_stmt (&t->stmts, gimple_build_assign (member, value));
}

/* Tell of the accesses of CALL in REF.  */

static void
tell_stretch (told_loop *t, tree ref, gcall *call)
{
  evolution address, base;
  bool known = cuf_evolves_evenly_p (t, call, gimple_call_arg (call, 0),
				     &address);
  known &= cuf_evolves_evenly_p (t, call, gimple_call_arg (call, 2), &base);
  gcc_assert (known);
  unsigned kind = tree_to_uhwi (gimple_call_arg (call, 3));
  if (t->masked.contains (call))
    kind |= GCUF_ACCESS_MASKED;
  if (t->copies && !(kind & (GCUF_ACCESS_READ | GCUF_ACCESS_WRITE)))
    kind |= GCUF_ACCESS_COPIED;
  set_member (t, ref, "address", address.base);
  set_member (t, ref, "step", fold_convert (ssizetype, address.step));
  set_member (t, ref, "base", base.base);
  set_member (t, ref, "bytes", gimple_call_arg (call, 1));
  set_member (t, ref, "kind", size_int (kind));
  set_member (t, ref, "site", gimple_call_arg (call, 4));
}

/* Tell in REF, a `struct gcuf_inner', how often the accesses of CALL are made in
   one iteration of T.  */

static void
tell_inner (told_loop *t, tree ref, gcall *call)
{
  evolution address;
  bool known = cuf_evolves_evenly_p (t, call, gimple_call_arg (call, 0),
				     &address);
  bool inside = gimple_bb (call)->loop_father == t->inner;
  gcc_assert (known);
  set_member (t, ref, "step", fold_convert (ssizetype, address.inner_step));
  set_member (t, ref, "count", inside ? t->inner_count : size_one_node);
}

/* Tell in REF, a `struct gcuf_iterations', in which iterations those of CALL are
   made.  */

static void
tell_range (told_loop *t, tree ref, gcall *call)
{
  iteration_range r;
  tree begin = size_zero_node, count = t->count;
  if (cuf_range_of (t, gimple_bb (call), &r))
    {
      tree type = long_long_integer_type_node;
      tree end = cuf_compute (t, fold_build2 (MAX_EXPR, type, r.end, r.begin));
      count = fold_build2 (MINUS_EXPR, type, end, r.begin);
      begin = r.begin;
    }
  set_member (t, ref, "begin", begin);
  set_member (t, ref, "count", count);
}

/* Let TELL tell of each access of T, the masked ones behind the others, in an
   element of an array of TYPE, and return its address.  */

static tree
tell_all (told_loop *t, tree type, const char *name,
	  void (*tell) (told_loop *, tree, gcall *))
{
  unsigned n = cuf_number_told (t), i = 0;
  tree array = create_tmp_var (build_array_type_nelts (type, n), name);
  TREE_ADDRESSABLE (array) = 1;
  for (const vec<gcall *> *calls : { &t->accesses, &t->masked })
    for (gcall *call : *calls)
      tell (t, build4 (ARRAY_REF, type, array, size_int (i++), NULL_TREE,
		       NULL_TREE),
	    call);
  return cuf_compute (t, fold_convert (ptr_type_node,
				       build_fold_addr_expr (array)));
}

/* Compute the index of the thread that makes the last iteration of the loop of
   T.  */

tree
cuf_last_index (told_loop *t)
{
  tree n = fold_build2 (MINUS_EXPR, size_type_node, t->count, size_one_node);
  return cuf_compute (t, fold_build2 (PLUS_EXPR, integer_type_node,
				      fold_convert (integer_type_node,
						    t->index.base),
				      fold_convert (integer_type_node, n)));
}

/* Compute whether the runtime has nothing to say about any access.  */

tree
cuf_tell_stretches (told_loop *t)
{
  for (gcall *call : t->unset)
    gimple_seq_add_stmt (&t->stmts,
			 gimple_build_call (gimple_call_fndecl (call), 2,
					    gimple_call_arg (call, 0),
					    gimple_call_arg (call, 1)));
  tree n = size_int (cuf_number_told (t));
  tree stretches = t->stretches = tell_all (t, cuf_tree (CUF_STRETCH), "stretches",
			     tell_stretch);
  tree first = t->first
    = (t->indices.is_empty () ? integer_zero_node
       : cuf_compute (t, fold_convert (integer_type_node, t->index.base)));
  gcall *call;
  if (t->inner)
    call = gimple_build_call (cuf_tree (CUF_FN_CHECK_NEST), 5, stretches,
			      tell_all (t, cuf_tree (CUF_INNER), "inner",
					tell_inner),
			      n, t->count, first);
  else if (!t->limits.is_empty ())
    call = gimple_build_call (cuf_tree (CUF_FN_CHECK_RANGES), 5, stretches,
			      tell_all (t, cuf_tree (CUF_ITERATIONS), "ranges",
					tell_range),
			      n, t->count, first);
  else
    call = gimple_build_call (cuf_tree (CUF_FN_CHECK_STRETCHES), 4, stretches,
			      n, t->count, first);
  tree quiet = t->quiet = make_ssa_name (integer_type_node);
  gimple_call_set_lhs (call, quiet);
  gimple_set_location (call, gimple_location (t->accesses.is_empty ()
					      ? t->masked[0]
					      : t->accesses[0]));
  gimple_seq_add_stmt (&t->stmts, call);
  return quiet;
}
