/* Loops whose accesses are checked together.
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
#include "gimple-iterator.h"
#include "gimplify.h"
#include "cfghooks.h"
#include "cfgloop.h"
#include "tree-cfg.h"
#include "tree-into-ssa.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-manip.h"
#include "tree-ssa-loop-niter.h"
#include "context.h"
#include "options.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-told-loop.h"

/* In a loop whose accesses are all at equal distances from iteration to
   iteration, over the threads of a block or in one thread, the runtime is told
   of all of them at once, in front of the loop:

     if (GCUF_check_stretches (stretches, n, count, first))
       the loop without checks, which can be vectorized
     else
       the loop as it is

   The function says that there is nothing to be reported about any of these
   accesses, and remembers them, or that there may be something: then each is
   told of by itself, in the order of the program, as at -O0.  So a report is
   the same in both.

   A loop is fit if nothing else in it can be seen by the checks: no other
   calls, and each access is made in each iteration, or in a range of them.
   Where it ends the program, as where a subscript is out of bounds, or passes
   by an access otherwise, it is asked in front of it whether the first or the
   last iteration that comes there would do so: what is compared grows or falls
   evenly.

   Whether values of a thread's own are set is told of, too, if they are the same
   before the loop; else the loop without checks asks for that itself, where a
   value is used: no other access depends on it.

   If some of its accesses are not fit the runtime is told of the others, and the
   loop tells of those.  What they find has been accessed by then, and not later:
   that is the same for threads that nothing orders.  If all that is the matter is
   that data decide which threads make an access, the loop notes which ones have,
   and tells of them when it has ended (cuf-masked-accesses.cc).

   A loop over threads may have another loop in it, that each thread goes through
   as often, and in which it writes nothing: the runtime is told of both at once,
   too.  If they are not fit together the inner one may be by itself.  */

/* True if what T asks about, in front of the loop, may be a copy that the loop
   makes, or it takes less time to ask in the loop, which is one thread's.  */

static bool
better_asked_p (const told_loop *t)
{
  enum { MANY = 8 };
  if (t->copies
      || (t->indices.is_empty () && t->accesses.length () > MANY))
    for (gcall *call : t->accesses)
      if (cuf_value_check_p (call))
	return true;
  return false;
}

/* Find out whether the loop of T is fit.  */

static bool
analyse (told_loop *t)
{
  const char *why = NULL;
  t->exit = cuf_regular_exit (t->loop, t->some ? NULL : &t->failures);
  if (!t->exit || !can_duplicate_loop_p (t->loop))
    why = "it has no regular end";
  else if (t->inner && !cuf_analyse_inner (t))
    why = "the loop in it is not regular";
  else if (!cuf_note_statements (t))
    why = "of what is in it";
  else if (better_asked_p (t))
    why = "values are better asked for in it";
  else if (t->inner && t->indices.is_empty ())
    why = "it is not over threads";
  else if (!number_of_iterations_exit_assumptions (t->loop, t->exit, &t->niter,
						   NULL, true)
	   || !cuf_compute_count (t))
    why = "of its number of iterations";
  if (why && dump_file)
    fprintf (dump_file, "loop %d: not fit, since %s\n", t->loop->num, why);
  return !why;
}

/* --- The new loop -------------------------------------------------------- */

/* Let E be never taken.  */

static void
never_take (edge e)
{
  gcond *cond = as_a<gcond *> (last_stmt (e->src));
  if (e->flags & EDGE_TRUE_VALUE)
    gimple_cond_make_false (cond);
  else
    gimple_cond_make_true (cond);
  update_stmt (cond);
}

/* The loop of T, which does not give the context the indices of its threads any
   more, has ended: let that have the last one, which is LAST.  */

static void
keep_index (told_loop *t, tree last)
{
  tree place = unshare_expr (gimple_assign_lhs (t->indices[0]));
  gsi_insert_on_edge_immediate (t->exit, gimple_build_assign (place, last));
}

/* Make two loops of that of T, one of them without checks.  */

static void
transform (told_loop *t)
{
  tree quiet = cuf_tell_stretches (t);
  bool keeps = !t->asks && !t->indices.is_empty ();
  tree last = keeps ? cuf_last_index (t) : NULL_TREE;
  gsi_insert_seq_on_edge_immediate (loop_preheader_edge (t->loop), t->stmts);
  basic_block bb;
  profile_probability likely = profile_probability::likely ();
  initialize_original_copy_tables ();
  loop_p other
    = loop_version (t->loop, build2 (NE_EXPR, boolean_type_node, quiet,
				     integer_zero_node), &bb, likely,
		    likely.invert (), likely, likely.invert (), true);
  free_original_copy_tables ();
  update_ssa (TODO_update_ssa);
  if (other)
    {
      if (keeps)
	keep_index (t, last);
      for (gcall *call : t->accesses)
	cuf_remove_statement (call);
      for (gcall *call : t->unset)
	cuf_remove_statement (call);
      cuf_note_masked (t);
      if (!t->asks)
	for (gimple *stmt : t->indices)
	  cuf_remove_statement (stmt);
      for (edge e : t->failures)
	never_take (e);
      update_ssa (TODO_update_ssa_only_virtuals);
    }
}

/* --- The pass ------------------------------------------------------------ */

/* True if LOOP has one loop in it, which has none.  */

static bool
nest_p (loop_p loop)
{
  return (loop_outer (loop) && loop->inner && !loop->inner->next
	  && !loop->inner->inner);
}

/* What remains in a loop: nothing; what is asked about a thread's own values;
   that, and some accesses.  */
enum remaining { NOTHING, VALUES, ACCESSES };

/* Let what LOOP and the loop in it, if there is one, access be told of at once,
   but for what is REMAINING, and return true, if that is possible.  */

static bool
tell_at_once (loop_p loop, enum remaining remaining)
{
  static const char *const but[] = { "", ", but for values", ", in part" };
  told_loop t = {};
  t.loop = loop;
  t.inner = loop->inner;
  t.asks = remaining >= VALUES;
  t.some = remaining == ACCESSES;
  bool fit = analyse (&t);
  if (dump_file)
    fprintf (dump_file, "loop %d%s: %s%s\n", loop->num,
	     t.inner ? ", with another one" : "",
	     fit ? "told at once" : "not told at once",
	     fit ? but[remaining] : "");
  if (!fit)
    {
      /* There may have been loads in what has been given up.  */
      update_ssa (TODO_update_ssa_only_virtuals);
      return false;
    }
  transform (&t);
  scev_reset ();
  return true;
}

static const pass_data access_loops_pass_data = {
  GIMPLE_PASS, "cufaccessloops", OPTGROUP_LOOP, TV_NONE, PROP_cfg | PROP_ssa, 0,
  0, 0, 0
};

class access_loops_pass : public gimple_opt_pass
{
public:
  access_loops_pass (gcc::context *ctxt)
    : gimple_opt_pass (access_loops_pass_data, ctxt) {}

  bool gate (function *) { return optimize >= 2 && cuf_check_p (); }
  unsigned execute (function *);
};

unsigned
access_loops_pass::execute (function *fun)
{
  bool changed = false;
  cuf_remove_needless (fun);
  cuf_join_accesses (fun);
  for (bool nests : { true, false })
    {
      auto_vec<loop_p> loops;
      for (loop_p loop : loops_list (fun, LI_FROM_INNERMOST))
	if (nests ? nest_p (loop) : !loop->inner)
	  loops.safe_push (loop);
      for (loop_p loop : loops)
	changed |= (tell_at_once (loop, NOTHING) || tell_at_once (loop, VALUES)
		    || (!nests && tell_at_once (loop, ACCESSES)));
    }
  /* There may be statements on the ways out of loops now.  */
  if (changed && loops_state_satisfies_p (LOOP_CLOSED_SSA))
    rewrite_into_loop_closed_ssa (NULL, TODO_update_ssa);
  return changed ? TODO_cleanup_cfg : 0;
}

/* That pass.  */

opt_pass *
cuf_make_access_loops_pass (void)
{
  return new access_loops_pass (g);
}
