/* Unrolling of loops over local arrays.
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
#include "gimple-iterator.h"
#include "gimple-walk.h"
#include "ssa.h"
#include "sbitmap.h"
#include "cgraph.h"
#include "cfgloop.h"
#include "tree-inline.h"
#include "tree-scalar-evolution.h"
#include "tree-cfg.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-manip.h"
#include "tree-ssa-loop-niter.h"
#include "tree-into-ssa.h"
#include "tree-cfgcleanup.h"
#include "context.h"
#include "options.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* A local array is in memory on the device, and far away, unless all its
   indices are constant: then its elements become variables, and those
   registers.  GCC unrolls outer loops only when it is too late for that, so
   loops with a constant number of iterations are unrolled completely here, in
   functions that have small local arrays.  In others they are unrolled as far as
   the offload compiler does it: when addresses become sums, what these have in
   common is to be seen.  */

/* The largest of them, in bytes, and how far to go: iterations of a loop, and
   instructions.  */
#define LARGEST_ARRAY 768
#define MOST_ITERATIONS 64
#define MOST_INSNS 3000

/* Iterations of a loop on the host, which has fewer registers.  */
#define MOST_ON_HOST 16

/* Instructions of all nests of loops that depend on each other.  */
#define MOST_IN_NESTS 12000

/* The same without such arrays, see device-options.def.  */
#define USUAL_ITERATIONS 32
#define USUAL_INSNS 600

/* True if TYPE is of arrays that may become registers.  */

static bool
small_type_p (tree type)
{
  return (TREE_CODE (type) == ARRAY_TYPE && TYPE_SIZE_UNIT (type)
	  && tree_fits_uhwi_p (TYPE_SIZE_UNIT (type))
	  && tree_to_uhwi (TYPE_SIZE_UNIT (type)) <= LARGEST_ARRAY);
}

/* True if VAR is a local array that may become registers.  */

static bool
small_local_array_p (tree var)
{
  return (VAR_P (var) && auto_var_in_fn_p (var, current_function_decl)
	  && small_type_p (TREE_TYPE (var)));
}

/* True if PARAMETER points to such an array as far as one sees: a local one of the
   caller's, into which the function will be inlined.  */

static bool
small_dummy_p (tree parameter)
{
  return (TREE_CODE (parameter) == PARM_DECL
	  && POINTER_TYPE_P (TREE_TYPE (parameter))
	  && small_type_p (TREE_TYPE (TREE_TYPE (parameter))));
}

/* The variable or the parameter of such an array that BASE, of a reference, is, local
   or a dummy; or null.  */

tree
cuf_small_array (tree base)
{
  if (!base)
    return NULL_TREE;
  if (TREE_CODE (base) != MEM_REF)
    return small_local_array_p (base) ? base : NULL_TREE;
  tree pointer = TREE_OPERAND (base, 0);
  if (TREE_CODE (pointer) != SSA_NAME || !SSA_NAME_IS_DEFAULT_DEF (pointer)
      || !SSA_NAME_VAR (pointer) || !small_dummy_p (SSA_NAME_VAR (pointer)))
    return NULL_TREE;
  return SSA_NAME_VAR (pointer);
}

static bool
any_small_array_p (void)
{
  unsigned i;
  tree var;
  FOR_EACH_LOCAL_DECL (cfun, i, var)
    if (small_local_array_p (var))
      return true;
  return false;
}

/* How many loops CFUN has.  */

static unsigned
count_loops (void)
{
  unsigned n = 0;
  for (loop_p loop : loops_list (cfun, 0))
    n += loop->num > 0;
  return n;
}

/* Loops have been unrolled: iterations are there that the program does not make,
   and elements of small arrays, which become variables, may seem to be used there
   before they are set.  Do not let GCC warn of each.  */

static void
suppress_warnings_of_elements (void)
{
  unsigned i;
  tree var;
  FOR_EACH_LOCAL_DECL (cfun, i, var)
    if (small_local_array_p (var))
      suppress_warning (var, OPT_Wmaybe_uninitialized);
}

/* Do what is left to do after a pass that returned TODO.  */

void
cuf_finish_pass (unsigned todo)
{
  if (need_ssa_update_p (cfun))
    update_ssa (TODO_update_ssa);
  if (todo & TODO_cleanup_cfg)
    cleanup_tree_cfg ();
}

/* Unroll loops of up to MOST iterations to at most MOST_INSNS instructions.  */

static void
unroll_completely (int most, int most_insns)
{
  int iterations = param_max_completely_peel_times;
  int insns = param_max_completely_peeled_insns;
  int branches = param_max_peel_branches;
  int grow = flag_cunroll_grow_size;
  int canonical = flag_tree_loop_ivcanon;
  param_max_completely_peel_times = most;
  param_max_completely_peeled_insns = most_insns;
  /* Calls of built-in functions count as such, and selections are still
     branches.  */
  param_max_peel_branches = MAX (branches, most_insns / 5);
  flag_cunroll_grow_size = 1;
  /* How often a loop iterates whose counter has become constants is found by
     trying, as by the pass of this name in front of GCC's own.  */
  flag_tree_loop_ivcanon = 0;

  scev_initialize ();
  cuf_keep_loops_rolled (most_insns, USUAL_INSNS);
  opt_pass *pass = make_pass_complete_unroll (g);
  unsigned todo = pass->execute (cfun);
  delete pass;
  cuf_release_loops ();
  scev_finalize ();
  cuf_finish_pass (todo);

  param_max_completely_peel_times = iterations;
  param_max_completely_peeled_insns = insns;
  param_max_peel_branches = branches;
  flag_cunroll_grow_size = grow;
  flag_tree_loop_ivcanon = canonical;
}

/* Unrolling leaves the variables of the loops as names of constants.  */

static void
propagate_constants (void)
{
  opt_pass *pass = make_pass_ccp (g);
  pass->set_pass_param (0, false);
  unsigned todo = pass->execute (cfun);
  delete pass;
  cuf_finish_pass (todo);
}

/* Unroll what GCC does not unroll from the inside.  Return true if there is
   anything.  */

static bool
unroll_nests (void)
{
  bool unrolled, any = false;
  HOST_WIDE_INT left = MOST_IN_NESTS;
  do
    {
      loop_optimizer_init (LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
      unrolled = cuf_unroll_outer_loop (&left);
      loop_optimizer_finalize ();
      if (unrolled)
	{
	  cuf_finish_pass (TODO_cleanup_cfg);
	  propagate_constants ();
	  any = true;
	}
    }
  while (unrolled);
  return any;
}

/* The most iterations that a loop of CFUN, of NODE, has where there are small
   arrays and it is unrolled.  */

static int
most_iterations (cgraph_node *node)
{
  return cuf_has_device_copy_p (node->decl) ? MOST_ON_HOST : MOST_ITERATIONS;
}

/* Unroll the loops of CFUN, which is a function of the device, of NODE.  What has
   a copy for the device is the host's.  */

void
cuf_unroll_loops (cgraph_node *node)
{
  if (cuf_find_constant_counts ())
    propagate_constants ();
  bool small_array = any_small_array_p ();
  bool nests = unroll_nests ();
  loop_optimizer_init (LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
  bool any = number_of_loops (cfun) > 1;
  const unsigned loops = count_loops ();
  if (any && small_array)
    unroll_completely (most_iterations (node), MOST_INSNS);
  else if (any)
    unroll_completely (USUAL_ITERATIONS, USUAL_INSNS);
  if (any && cuf_wanted_p (CUF_OPTIONAL_UNROLL_PARTS))
    cuf_unroll_in_part ();
  if (nests || count_loops () != loops)
    suppress_warnings_of_elements ();
  loop_optimizer_finalize ();
  if (any)
    propagate_constants ();
  if (any || nests)
    cgraph_edge::rebuild_edges ();
}
