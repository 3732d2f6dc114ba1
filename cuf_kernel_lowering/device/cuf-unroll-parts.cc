/* Loops of device code that are unrolled in part.
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
#include "options.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* How many iterations become one where not all are unrolled, of no more
   instructions than this each, and than that if it is not known how many there
   are.  */
#define PARTLY_UNROLLED 4
#define MOST_IN_PART 120
#define MOST_OF_UNKNOWN 60

/* How far to follow how often they iterate.  */
#define MOST_STEPS 8

/* True if REF, which a statement loads, is not in the thread's own memory.  */

static bool
outside_walk (gimple *, tree ref, tree, void *)
{
  tree base = get_base_address (ref);
  return base && !cuf_small_array (base)
	 && !(VAR_P (base) && auto_var_in_fn_p (base, cfun->decl));
}

/* True if LOOP, of so many INSNS, loads from memory that is not the thread's own,
   and calls no mathematical function that is long, or procedures with which it has
   too many.  */

static bool
loads_p (loop_p loop, HOST_WIDE_INT insns)
{
  bool any = false, calls = false;
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes && !calls; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]);
	 !gsi_end_p (gsi); gsi_next (&gsi))
      {
	calls |= cuf_long_libm_call_p (gsi_stmt (gsi));
	insns += cuf_insns_of_call (gsi_stmt (gsi));
	any |= walk_stmt_load_store_ops (gsi_stmt (gsi), NULL, outside_walk,
					 NULL);
      }
  free (body);
  return any && !calls && insns <= MOST_IN_PART;
}

/* True if LOOP, which is left by EXIT, is to be unrolled in part: it makes a
   constant number of iterations and tests that in front of each.  */

static bool
unrolled_in_part_p (loop_p loop, edge exit)
{
  class tree_niter_desc niter;
  HOST_WIDE_INT insns = tree_num_loop_insns (loop, &eni_size_weights);
  return (!loop->unroll && exit && exit->src == loop->header
	  && insns <= MOST_IN_PART
	  && number_of_iterations_exit (loop, exit, &niter, false)
	  && integer_zerop (niter.may_be_zero) && tree_fits_uhwi_p (niter.niter)
	  && tree_to_uhwi (niter.niter) > PARTLY_UNROLLED
	  && tree_to_uhwi (niter.niter) % PARTLY_UNROLLED == 0
	  && can_duplicate_loop_p (loop) && loads_p (loop, insns));
}

/* Unroll in part the innermost loops of CFUN that make too many iterations for
   all: the loads of several are under way at a time then.  What the offload
   compiler does with loops of this size is less, for it counts the instructions
   of its lower representation.  */

static void
unroll_constant (void)
{
  auto_vec<loop_p> loops;
  scev_initialize ();
  for (loop_p loop : loops_list (cfun, LI_ONLY_INNERMOST))
    if (unrolled_in_part_p (loop, single_exit (loop)))
      loops.safe_push (loop);
  scev_finalize ();
  auto_vec<edge> exits;
  auto_sbitmap goes_on (PARTLY_UNROLLED);
  bitmap_ones (goes_on);
  bitmap_clear_bit (goes_on, 0);
  for (loop_p loop : loops)
    {
      initialize_original_copy_tables ();
      gimple_duplicate_loop_body_to_header_edge
	(loop, loop_latch_edge (loop), PARTLY_UNROLLED - 1, goes_on,
	 single_exit (loop), &exits, DLTHE_FLAG_UPDATE_FREQ);
      free_original_copy_tables ();
      loop->unroll = 1;
    }
  for (edge exit : exits)
    remove_path (exit);
  cuf_finish_pass (loops.is_empty () ? 0 : TODO_cleanup_cfg);
}

/* True if there is a branch in LOOP other than that to EXIT.  */

static bool
branches_p (loop_p loop, edge exit)
{
  bool any = false;
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes; i++)
    any |= body[i] != exit->src && EDGE_COUNT (body[i]->succs) > 1;
  free (body);
  return any;
}

/* The first operand in *TP that is computed in the loop DATA, or null.  */

static tree
computed_in_loop (tree *tp, int *, void *data)
{
  gimple *def = TREE_CODE (*tp) == SSA_NAME ? SSA_NAME_DEF_STMT (*tp) : NULL;
  return (def && gimple_bb (def)
	  && flow_bb_inside_loop_p (static_cast<loop_p> (data), gimple_bb (def))
	  ? *tp : NULL_TREE);
}

/* True if REF, which a statement of the loop DATA loads, is another in each
   iteration, and not in the thread's own memory.  */

static bool
varying_walk (gimple *stmt, tree ref, tree op, void *data)
{
  return (outside_walk (stmt, ref, op, NULL)
	  && walk_tree_without_duplicates (&op, computed_in_loop, data));
}

/* True if LOOP has such a load.  */

static bool
varying_load_p (loop_p loop)
{
  bool any = false;
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]);
	 !gsi_end_p (gsi); gsi_next (&gsi))
      any |= walk_stmt_load_store_ops (gsi_stmt (gsi), loop, varying_walk,
				       NULL);
  free (body);
  return any;
}

/* True if STMT calls a function in which threads wait for others.  */

static bool
waits_p (const gimple *stmt)
{
  tree fn = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  const char *symbol = fn ? cuf_symbol (fn) : "";
  return (startswith (symbol, "__gcuf_warp_")
	  || startswith (symbol, "__gcuf_sync"));
}

/* True if LOOP has a statement for which MATCH is true.  */

static bool
any_statement_p (loop_p loop, bool (*match) (const gimple *))
{
  bool any = false;
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]);
	 !gsi_end_p (gsi); gsi_next (&gsi))
      any |= match (gsi_stmt (gsi));
  free (body);
  return any;
}

/* What VALUE is converted from.  */

static gimple *
converted_from (tree value)
{
  for (;;)
    {
      STRIP_NOPS (value);
      gimple *def = (TREE_CODE (value) == SSA_NAME
		     ? SSA_NAME_DEF_STMT (value) : NULL);
      if (!def || !gimple_assign_cast_p (def))
	return def;
      value = gimple_assign_rhs1 (def);
    }
}

/* True if VALUE is a quotient by the extent of a block.  */

static bool
quotient_by_block_p (tree value)
{
  gimple *quotient = converted_from (value);
  if (!quotient || !is_gimple_assign (quotient)
      || gimple_assign_rhs_code (quotient) != TRUNC_DIV_EXPR)
    return false;
  gimple *step = converted_from (gimple_assign_rhs2 (quotient));
  return (step && is_gimple_call (step)
	  && cuf_register_function_p (gimple_call_fndecl (step)));
}

/* True if NITER, a number of iterations, is such a one: there are few for each
   thread.  Of a step gfortran does not know the sign, so that it is one of two.  */

static bool
shared_by_block_p (tree niter)
{
  gphi *phi = safe_dyn_cast<gphi *> (converted_from (niter));
  for (unsigned i = 0; phi && i < gimple_phi_num_args (phi); i++)
    if (quotient_by_block_p (gimple_phi_arg_def (phi, i)))
      return true;
  return quotient_by_block_p (niter);
}

/* What index_walk has been to, and what is left to look at.  */
struct index_search
{
  hash_set<tree> seen;
  auto_vec<tree> names;
};

/* Let the search DATA look at the name *TP.  */

static tree
index_walk (tree *tp, int *walk_subtrees, void *data)
{
  index_search *search = static_cast<index_search *> (data);
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (TREE_CODE (*tp) == SSA_NAME && !search->seen.add (*tp))
    search->names.safe_push (*tp);
  return NULL_TREE;
}

/* True if VALUE is a quotient, or one of several, in at most DEPTH steps: how often a
   loop with a stride iterates, which differs by one at most in a warp if the stride is
   the number of its threads, or more.  */

static bool
quotient_p (tree value, int depth)
{
  STRIP_NOPS (value);
  if (depth == 0)
    return false;
  if (TREE_CODE (value) == TRUNC_DIV_EXPR || TREE_CODE (value) == RSHIFT_EXPR
      || TREE_CODE (value) == EXACT_DIV_EXPR)
    return true;
  if (TREE_CODE (value) == PLUS_EXPR || TREE_CODE (value) == MINUS_EXPR)
    return quotient_p (TREE_OPERAND (value, 0), depth - 1);
  if (TREE_CODE (value) != SSA_NAME)
    return false;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (gphi *phi = dyn_cast<gphi *> (def))
    for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
      if (quotient_p (gimple_phi_arg_def (phi, i), depth - 1))
	return true;
  if (!is_gimple_assign (def))
    return false;
  switch (gimple_assign_rhs_code (def))
    {
    case TRUNC_DIV_EXPR:
    case EXACT_DIV_EXPR:
    case RSHIFT_EXPR:
      return true;
    case PLUS_EXPR:
    case MINUS_EXPR:
    case SSA_NAME:
    CASE_CONVERT:
      return quotient_p (gimple_assign_rhs1 (def), depth - 1);
    default:
      return false;
    }
}

/* True if NITER is quite another number in each thread of a warp as far as one sees:
   the index of a thread is in it, and it is no quotient.  */

bool
cuf_differs_in_warp_p (tree niter)
{
  enum { MOST_NAMES = 100 };
  index_search search;
  if (quotient_p (niter, MOST_STEPS))
    return false;
  walk_tree (&niter, index_walk, &search, NULL);
  for (unsigned i = 0; i < search.names.length () && i < MOST_NAMES; i++)
    {
      gimple *def = SSA_NAME_DEF_STMT (search.names[i]);
      tree fn = is_gimple_call (def) ? gimple_call_fndecl (def) : NULL_TREE;
      if (fn && startswith (cuf_symbol (fn), "__gcuf_threadidx_x"))
	return true;
      if (gphi *phi = dyn_cast<gphi *> (def))
	for (unsigned j = 0; j < gimple_phi_num_args (phi); j++)
	  walk_tree (gimple_phi_arg_def_ptr (phi, j), index_walk, &search, NULL);
      else if (is_gimple_assign (def))
	for (unsigned j = 1; j < gimple_num_ops (def); j++)
	  walk_tree (gimple_op_ptr (def, j), index_walk, &search, NULL);
    }
  return false;
}

/* True if STMT stores, or calls what does.  */

static bool
changes_memory_p (const gimple *stmt)
{
  return gimple_vdef (stmt) != NULL_TREE;
}

/* True if LOOP is to be unrolled where it is known how often it iterates when it
   begins, as NITER then tells: it has branches, or the threads of a warp iterate
   differently.  Others CUDA's assembler unrolls itself, or the offload compiler does,
   with what is left in front: one thread is at other iterations than its neighbours
   then, whose addresses are no longer side by side.  So are those that a block shares,
   but not one that copies for it, of which each thread has a few iterations.  The host
   has no warps, and vectors for the latter two.  */

static bool
unrolled_unknown_p (loop_p loop, tree_niter_desc *niter)
{
  edge exit = single_exit (loop);
  HOST_WIDE_INT insns = tree_num_loop_insns (loop, &eni_size_weights);
  return (!loop->unroll && exit && insns <= MOST_OF_UNKNOWN
	  && !any_statement_p (loop, waits_p)
	  && loads_p (loop, insns) && varying_load_p (loop)
	  && can_unroll_loop_p (loop, PARTLY_UNROLLED, niter)
	  && TREE_CODE (niter->niter) != INTEGER_CST
	  && (branches_p (loop, exit)
	      ? !(shared_by_block_p (niter->niter)
		  && any_statement_p (loop, gimple_store_p))
	      : !cuf_has_device_copy_p (cfun->decl)
		&& (cuf_differs_in_warp_p (niter->niter)
		    || (shared_by_block_p (niter->niter)
			&& !any_statement_p (loop, changes_memory_p)))));
}

/* Append to LOOPS those of CFUN that are to be unrolled so.  */

static void
find_unknown (vec<loop_p> *loops)
{
  scev_initialize ();
  for (loop_p loop : loops_list (cfun, LI_ONLY_INNERMOST))
    {
      tree_niter_desc niter;
      if (unrolled_unknown_p (loop, &niter))
	loops->safe_push (loop);
    }
  scev_finalize ();
}

/* Unroll LOOP, which NITER describes: a loop for the rest follows.  Without branches
   that is left as it is: the offload compiler would have the rest of that in front.
   */

static void
unroll_with_rest (loop_p loop, tree_niter_desc *niter)
{
  const unsigned first = number_of_loops (cfun);
  const bool branches = branches_p (loop, single_exit (loop));
  initialize_original_copy_tables ();
  tree_unroll_loop (loop, PARTLY_UNROLLED, niter);
  free_original_copy_tables ();
  loop->unroll = 1;
  for (unsigned i = first; i < number_of_loops (cfun) && !branches; i++)
    if (loop_p rest = get_loop (cfun, i))
      rest->unroll = 1;
}

/* Unroll the innermost loops of CFUN that load in a branch, or in each thread of a
   warp another number of times, however often they iterate.  The branches are
   short, and become conditions of single instructions.  */

static void
unroll_unknown (void)
{
  int most = param_max_unrolled_insns;
  auto_vec<loop_p> loops;
  param_max_unrolled_insns = MOST_OF_UNKNOWN * PARTLY_UNROLLED;
  find_unknown (&loops);
  if (!loops.is_empty ())
    rewrite_into_loop_closed_ssa (NULL, TODO_update_ssa);
  scev_initialize ();
  for (loop_p loop : loops)
    {
      tree_niter_desc niter;
      if (can_unroll_loop_p (loop, PARTLY_UNROLLED, &niter))
	unroll_with_rest (loop, &niter);
    }
  scev_finalize ();
  param_max_unrolled_insns = most;
  cuf_finish_pass (loops.is_empty () ? 0 : TODO_cleanup_cfg);
}

void
cuf_unroll_in_part (void)
{
  unroll_constant ();
  unroll_unknown ();
}
