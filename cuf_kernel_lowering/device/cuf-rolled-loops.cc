/* Which loops of device code are not unrolled completely.
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
#include "gimple-iterator.h"
#include "gimple-walk.h"
#include "cfgloop.h"
#include "tree-inline.h"
#include "tree-chrec.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-niter.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* GCC unrolls a loop completely even if nothing is known but that it makes
   no more than so many iterations, from the extent of an array for example.
   Each of them is left by a branch then.  That is worth it where elements of
   a local array become registers, and else is only code, to be compiled and
   to be fetched.  Loops that iterate as a block has threads, or warps, are
   always such loops, as all blocks have an end.  Parts of them are unrolled
   instead.

   Nor does GCC know how large mathematical functions and device procedures are,
   which are calls yet and inlined later.  */

/* About so many instructions is such a function inlined, for a number of double
   precision and for another; a power is as many as so many other functions.  */
#define INSNS_OF_DOUBLE 50
#define INSNS_OF_SINGLE 20
#define FUNCTIONS_OF_POWER 4

/* So many iterations of a loop over the warps of a block are unrolled, which
   blocks of 128 threads have, if they have no more instructions than this.  */
#define WARPS_UNROLLED 4
#define MOST_OF_WARPS 100

/* The most instructions of procedures that a loop calls if it is unrolled.  */
#define MOST_CALLED 2500

/* How far to follow how often they iterate, and what calls.  */
#define MOST_STEPS 8

/* --- Arrays -------------------------------------------------------------- */

/* What varying_array_walk looks for: elements of a small array that is not in
   MEMORY, other ones in each iteration of LOOP.  */
struct array_search
{
  loop_p loop;
  hash_set<tree> *memory;
};

/* True if SUBSCRIPT, in INNER, is another in each iteration of LOOP, which is
   or contains INNER.  */

static bool
varies_p (loop_p loop, loop_p inner, tree subscript)
{
  if (TREE_CODE (subscript) != SSA_NAME)
    return false;
  tree way = instantiate_scev (loop_preheader_edge (loop), inner,
			       analyze_scalar_evolution (inner, subscript));
  return (chrec_contains_undetermined (way)
	  || evolution_part_in_loop_num (way, loop->num));
}

/* The small array of which OP, an operand of STMT, is another element in each
   iteration of LOOP, or null.  */

static tree
varying_array (loop_p loop, gimple *stmt, tree op)
{
  tree array = cuf_small_array (get_base_address (op));
  for (; array && handled_component_p (op); op = TREE_OPERAND (op, 0))
    if ((TREE_CODE (op) == ARRAY_REF || TREE_CODE (op) == ARRAY_RANGE_REF)
	&& varies_p (loop, gimple_bb (stmt)->loop_father,
		     TREE_OPERAND (op, 1)))
      return array;
  return NULL_TREE;
}

/* True if OP, an operand of STMT, is what the search DATA is for.  */

static bool
varying_array_walk (gimple *stmt, tree, tree op, void *data)
{
  array_search *search = static_cast<array_search *> (data);
  tree array = varying_array (search->loop, stmt, op);
  return array && !search->memory->contains (array);
}

/* Let the memory of the search DATA have the array of OP, an operand of STMT, if that
   is another element in each iteration.  */

static bool
note_varying_walk (gimple *stmt, tree, tree op, void *data)
{
  array_search *search = static_cast<array_search *> (data);
  if (tree array = varying_array (search->loop, stmt, op))
    search->memory->add (array);
  return false;
}

/* True if unrolling LOOP may let elements of small arrays that are not in
   MEMORY become registers.  */

static bool
any_varying_array_p (loop_p loop, hash_set<tree> *memory)
{
  array_search search = { loop, memory };
  bool any = false;
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes && !any; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]);
	 !gsi_end_p (gsi) && !any; gsi_next (&gsi))
      any = walk_stmt_load_store_ops (gsi_stmt (gsi), &search,
				      varying_array_walk, varying_array_walk);
  free (body);
  return any;
}

/* --- Calls --------------------------------------------------------------- */

/* True if numbers of TYPE, or their parts, are of double precision.  */

static bool
double_p (tree type)
{
  machine_mode mode = element_mode (type);
  return mode == DFmode || mode == DCmode;
}

/* True if STMT calls a function that raises to a power that is no integer.  */

static bool
power_p (gimple *stmt)
{
  switch (gimple_call_combined_fn (stmt))
    {
    case CFN_BUILT_IN_POW:
    case CFN_BUILT_IN_POWF:
    case CFN_BUILT_IN_CPOW:
    case CFN_BUILT_IN_CPOWF:
      return true;
    default:
      return false;
    }
}

/* The instructions that STMT is when it is a call of a mathematical function, or
   0.  */

static HOST_WIDE_INT
insns_of_libm_call (gimple *stmt)
{
  if (!cuf_long_libm_call_p (stmt))
    return 0;
  HOST_WIDE_INT insns = (double_p (TREE_TYPE (gimple_call_fntype (stmt)))
			 ? INSNS_OF_DOUBLE : INSNS_OF_SINGLE);
  return power_p (stmt) ? insns * FUNCTIONS_OF_POWER : insns;
}

static HOST_WIDE_INT insns_of_procedure (tree fn, int depth);

/* The same of a device procedure as well, which will be inlined, and of what that
   calls, to a DEPTH.  */

static HOST_WIDE_INT
insns_of_call (gimple *stmt, int depth)
{
  tree fn = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  if (!fn || depth == 0 || fn == cfun->decl || !gimple_has_body_p (fn)
      || !DECL_STRUCT_FUNCTION (fn)->cfg)
    return insns_of_libm_call (stmt);
  return insns_of_procedure (fn, depth - 1);
}

/* The instructions of FN, and so on.  */

static HOST_WIDE_INT
insns_of_procedure (tree fn, int depth)
{
  HOST_WIDE_INT insns = 0;
  basic_block bb;
  FOR_EACH_BB_FN (bb, DECL_STRUCT_FUNCTION (fn))
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      insns += (estimate_num_insns (gsi_stmt (gsi), &eni_size_weights)
		+ insns_of_call (gsi_stmt (gsi), depth));
  return insns;
}

/* The instructions of what STMT calls.  */

HOST_WIDE_INT
cuf_insns_of_call (gimple *stmt)
{
  return insns_of_call (stmt, MOST_STEPS);
}

/* The instructions of what LOOP calls, as COUNT says, when it is unrolled with all
   that is in it.  */

static HOST_WIDE_INT
unrolled_insns (loop_p loop, HOST_WIDE_INT (*count) (gimple *))
{
  HOST_WIDE_INT insns = 0, iterations = max_loop_iterations_int (loop);
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes; i++)
    if (body[i]->loop_father == loop)
      for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]);
	   !gsi_end_p (gsi); gsi_next (&gsi))
	insns += count (gsi_stmt (gsi));
  free (body);
  for (loop_p inner = loop->inner; inner; inner = inner->next)
    insns += unrolled_insns (inner, count);
  /* Loops of more iterations are not unrolled, whatever is in them.  */
  return iterations < 0 || iterations > 1000 ? insns : insns * iterations;
}

/* The instructions of STMT, with those of a mathematical function.  */

static HOST_WIDE_INT
insns_of_statement (gimple *stmt)
{
  return (estimate_num_insns (stmt, &eni_size_weights)
	  + insns_of_libm_call (stmt));
}

/* Add to MEMORY the small arrays that have other elements in each iteration of LOOP,
   which is not unrolled.  */

static void
add_arrays_of (loop_p loop, hash_set<tree> *memory)
{
  array_search search = { loop, memory };
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]);
	 !gsi_end_p (gsi); gsi_next (&gsi))
      walk_stmt_load_store_ops (gsi_stmt (gsi), &search, note_varying_walk,
				note_varying_walk);
  free (body);
}

/* --- Loops --------------------------------------------------------------- */

/* True if it is known how many iterations LOOP makes, unless something else
   ends it before.  The counter of a loop that makes one has become constants,
   which is no sum any more.  */

static bool
constant_iterations_p (loop_p loop)
{
  edge exit;
  return (tree_fits_uhwi_p (find_loop_niter (loop, &exit))
	  || tree_fits_uhwi_p (find_loop_niter_by_eval (loop, &exit)));
}

static bool made_of_registers_p (tree value, int depth);

/* The same of LEFT and RIGHT with CODE between them.  A quotient by a
   register is how often a loop with a stride iterates, which loads memory
   mostly and has few iterations for each thread.  */

static bool
operation_of_registers_p (tree_code code, tree left, tree right, int depth)
{
  return (made_of_registers_p (left, depth)
	  && (TREE_CODE_CLASS (code) == tcc_binary
	      && code != TRUNC_DIV_EXPR && code != FLOOR_DIV_EXPR
	      && code != EXACT_DIV_EXPR && code != CEIL_DIV_EXPR
	      ? made_of_registers_p (right, depth)
	      : is_gimple_min_invariant (right)));
}

/* True if VALUE is made of nothing but constants and special registers,
   which are functions yet, in at most DEPTH steps, and of quotients only
   those by constants.  */

static bool
made_of_registers_p (tree value, int depth)
{
  if (is_gimple_min_invariant (value))
    return true;
  if (depth == 0)
    return false;
  if (CONVERT_EXPR_P (value))
    return made_of_registers_p (TREE_OPERAND (value, 0), depth - 1);
  if (BINARY_CLASS_P (value))
    return operation_of_registers_p (TREE_CODE (value), TREE_OPERAND (value, 0),
				     TREE_OPERAND (value, 1), depth - 1);
  if (TREE_CODE (value) != SSA_NAME)
    return false;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (is_gimple_call (def))
    return cuf_register_function_p (gimple_call_fndecl (def));
  if (gimple_assign_cast_p (def))
    return made_of_registers_p (gimple_assign_rhs1 (def), depth - 1);
  return (is_gimple_assign (def)
	  && gimple_assign_rhs_class (def) == GIMPLE_BINARY_RHS
	  && operation_of_registers_p (gimple_assign_rhs_code (def),
				       gimple_assign_rhs1 (def),
				       gimple_assign_rhs2 (def), depth - 1));
}

/* True if LOOP iterates as its block has threads or warps, and is short.  No
   call that is inlined makes a constant of that.  Not where each thread has a number
   of its own.  */

static bool
loop_of_block_p (loop_p loop)
{
  edge exit = single_exit (loop);
  tree_niter_desc count;
  return (!loop->inner && exit
	  /* Unless it makes none.  */
	  && number_of_iterations_exit (loop, exit, &count, false, false)
	  && !is_gimple_min_invariant (count.niter)
	  && made_of_registers_p (count.niter, MOST_STEPS)
	  && !cuf_differs_in_warp_p (count.niter)
	  && (tree_num_loop_insns (loop, &eni_size_weights) * WARPS_UNROLLED
	      <= MOST_OF_WARPS));
}

/* True if LOOP is not unrolled to at most MOST_INSNS instructions, whatever becomes
   of the arrays in it: no element that it chooses is a register.  */

static bool
never_unrolled_p (loop_p loop, int most_insns)
{
  return (!loop->unroll
	  && (max_loop_iterations_int (loop) < 0
	      || (loop->inner
		  && unrolled_insns (loop, insns_of_statement) > most_insns)));
}

/* True if LOOP, which may end before its last iteration, becomes larger than
   USUAL_INSNS when it is unrolled, and chooses no elements of small arrays that are
   not in MEMORY.  Each iteration begins or ends with a branch then; loops without
   any are worth more code, as their iterations overlap.  */

static bool
search_of_many_insns_p (loop_p loop, hash_set<tree> *memory, int usual_insns)
{
  return (!single_exit (loop)
	  && unrolled_insns (loop, insns_of_statement) > usual_insns
	  && !any_varying_array_p (loop, memory));
}

/* True if LOOP is not to be unrolled.  MEMORY are the small arrays that stay in
   memory whatever is unrolled, IN_LOOPS these and those that stay there because of
   loops that are not, MOST_INSNS is how large a loop may become, and USUAL_INSNS how
   large one without small arrays.  */

static bool
stays_p (loop_p loop, hash_set<tree> *memory, hash_set<tree> *in_loops,
	 int most_insns, int usual_insns)
{
  /* A directive has been here.  */
  if (loop->unroll)
    return false;
  return (unrolled_insns (loop, insns_of_libm_call) > most_insns
	  || unrolled_insns (loop, cuf_insns_of_call) > MOST_CALLED
	  || (!constant_iterations_p (loop)
	      && !any_varying_array_p (loop, in_loops))
	  || search_of_many_insns_p (loop, memory, usual_insns));
}

/* Let loops of CFUN that would only be longer when they are unrolled, or would
   have more than MOST_INSNS instructions, or more than USUAL_INSNS where no element
   of an array becomes a register by that, be left alone by GCC's pass, until
   cuf_release_loops.  The caller has loops and scalar evolution initialized.  */

void
cuf_keep_loops_rolled (int most_insns, int usual_insns)
{
  if (!cuf_wanted_p (CUF_OPTIONAL_ROLLED_LOOPS))
    return;
  hash_set<tree> memory, in_loops;
  estimate_numbers_of_iterations (cfun);
  cuf_bound_register_counts ();
  cuf_find_memory_arrays (&memory, true);
  for (tree array : memory)
    in_loops.add (array);
  for (loop_p loop : loops_list (cfun, 0))
    if (never_unrolled_p (loop, most_insns))
      add_arrays_of (loop, &in_loops);
  for (loop_p loop : loops_list (cfun, 0))
    /* GCC's word for loops that it does not unroll yet.  */
    if (stays_p (loop, &memory, &in_loops, most_insns, usual_insns))
      {
	loop->force_vectorize = true;
	if (loop_of_block_p (loop))
	  loop->unroll = WARPS_UNROLLED;
      }
  free_numbers_of_iterations_estimates (cfun);
}

/* Let later passes have the loops of CFUN: device code has no vectors.  */

void
cuf_release_loops (void)
{
  for (loop_p loop : loops_list (cfun, 0))
    loop->force_vectorize = false;
}
