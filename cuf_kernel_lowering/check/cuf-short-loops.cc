/* Short loops that are unrolled so that others may be checked together.
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
#include "cfgloop.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-niter.h"
#include "context.h"
#include "options.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* True if LOOP tells of accesses.  */

static bool
tells_p (loop_p loop)
{
  bool found = false;
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes && !found; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      found |= (is_gimple_call (gsi_stmt (gsi))
		&& (gimple_call_fndecl (gsi_stmt (gsi))
		    == cuf_tree (CUF_FN_CHECK_ACCESS)));
  free (body);
  return found;
}

/* How often the body of LOOP is run for each time that the loop is come to, if
   that is to be unrolled; zero if not.  */

static unsigned
short_iterations (loop_p loop)
{
  tree_niter_desc niter;
  edge exit = cuf_regular_exit (loop, NULL);
  if (!exit
      || !number_of_iterations_exit_assumptions (loop, exit, &niter, NULL, true)
      || !tree_fits_uhwi_p (niter.niter))
    return 0;
  unsigned HOST_WIDE_INT n = tree_to_uhwi (niter.niter) + 1;
  return n == 0 || n > UINT_MAX ? 0 : n;
}

/* The largest number of copies of a loop in LOOP, which is unrolled; zero if there
   is one that is not.  */

static unsigned
most_copies (loop_p loop)
{
  unsigned most = 1;
  for (loop_p inner = loop->inner; inner; inner = inner->next)
    {
      unsigned copies = inner->unroll ? inner->unroll * most_copies (inner) : 0;
      if (copies == 0)
	return 0;
      most = MAX (most, copies);
    }
  return most;
}

/* A loop of few iterations inside another one, as over the components of a
   vector, is better unrolled, so that the outer one may tell of its accesses;
   so are several, one in the other.  GCC does not do so where there are calls,
   unless it is asked to.  */

static void
unroll_short (loop_p loop)
{
  enum { FEW = 9, MOST_COPIES = 27 };
  if (loop->unroll || !loop_outer (loop) || !loop_outer (loop_outer (loop))
      || !tells_p (loop))
    return;
  unsigned copies = most_copies (loop), n = short_iterations (loop);
  if (copies && n && n <= FEW && (!loop->inner || n * copies <= MOST_COPIES))
    loop->unroll = n;
}

static const pass_data short_loops_pass_data = {
  GIMPLE_PASS, "cufshortloops", OPTGROUP_LOOP, TV_NONE, PROP_cfg | PROP_ssa, 0,
  0, 0, 0
};

class short_loops_pass : public gimple_opt_pass
{
public:
  short_loops_pass (gcc::context *ctxt)
    : gimple_opt_pass (short_loops_pass_data, ctxt) {}

  bool gate (function *) { return optimize >= 2 && cuf_check_p (); }
  unsigned execute (function *);
};

unsigned
short_loops_pass::execute (function *fun)
{
  loop_optimizer_init (LOOPS_NORMAL);
  scev_initialize ();
  for (loop_p loop : loops_list (fun, LI_FROM_INNERMOST))
    unroll_short (loop);
  scev_finalize ();
  loop_optimizer_finalize ();
  return 0;
}

/* The pass that does so.  */

opt_pass *
cuf_make_short_loops_pass (void)
{
  return new short_loops_pass (g);
}
