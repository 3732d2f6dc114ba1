/* Unrolling of outer loops around loops that depend on them.
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
#include "sbitmap.h"
#include "gimple-iterator.h"
#include "gimple-walk.h"
#include "cfganal.h"
#include "cfgloop.h"
#include "tree-cfg.h"
#include "tree-inline.h"
#include "tree-into-ssa.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-ivopts.h"
#include "tree-ssa-loop-manip.h"
#include "tree-ssa-loop-niter.h"
#include "tree-ssa-propagate.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* How often the inner loop of

     do i = 1, 6
       do j = i + 1, 6

   or of

     n = 8
     do i = 1, 4
       do j = 1, n
	 ...
       n = n / 2

   is run through is a constant only when the outer one has been unrolled, and
   GCC unrolls from the inside.  So the outer loops of such nests are unrolled
   completely here, from the outside.  The inner ones are left to GCC then.  */

/* How far to go: iterations of the outer loop, and instructions of the nest when
   all of it is unrolled.  */
#define MOST_ITERATIONS 32
#define MOST_INSNS 8000

/* The most instructions of a nest that has no small array.  */
#define USUAL_INSNS 2000

/* A loop whose number of iterations is constant, but for the first.  */
struct outer_loop
{
  loop_p loop;
  edge exit;
  unsigned HOST_WIDE_INT iterations;
  HOST_WIDE_INT insns;		/* Of its nest, unrolled.  */
};

/* The number of LOOP's iterations but for the first, if that is constant, or null.
   EXIT is its only exit.  */

static tree
constant_niter (loop_p loop, edge exit)
{
  class tree_niter_desc niter;
  edge tried;
  if (number_of_iterations_exit (loop, exit, &niter, false))
    return integer_zerop (niter.may_be_zero) ? niter.niter : NULL_TREE;
  tree n = find_loop_niter_by_eval (loop, &tried);
  return n && TREE_CODE (n) == INTEGER_CST && tried == exit ? n : NULL_TREE;
}

/* If LOOP, which has one exit, always makes the same number of iterations, and few,
   let OUTER tell of it.  */

static bool
constant_iterations_p (loop_p loop, outer_loop *outer)
{
  edge exit = single_exit (loop);
  tree niter = exit ? constant_niter (loop, exit) : NULL_TREE;
  if (!niter || !tree_fits_uhwi_p (niter)
      || tree_to_uhwi (niter) > MOST_ITERATIONS)
    return false;
  outer->loop = loop;
  outer->exit = exit;
  outer->iterations = tree_to_uhwi (niter);
  return true;
}

/* The condition that is tested once in each iteration of LOOP and is the only one
   to end it, or null.  */

static gcond *
only_condition (loop_p loop)
{
  edge exit = single_exit (loop);
  if (!exit || !just_once_each_iteration_p (loop, exit->src))
    return NULL;
  return safe_dyn_cast<gcond *> (gsi_stmt (gsi_last_bb (exit->src)));
}

/* True if INNER makes a number of iterations that is a constant in each iteration
   of the loop OUTER around it, and not the same in all.  */

static bool
depends_on_p (loop_p inner, loop_p outer)
{
  hash_set<gimple *> seen;
  gcond *cond = only_condition (inner);
  bool varies = false;
  if (!cond || !cuf_number_p (gimple_cond_lhs (cond), &seen)
      || !cuf_number_p (gimple_cond_rhs (cond), &seen))
    return false;
  for (gimple *def : seen)
    if (gimple_code (def) == GIMPLE_PHI && gimple_bb (def) != inner->header)
      {
	if (gimple_bb (def) != outer->header)
	  return false;
	varies = true;
      }
  return varies;
}

/* True if a loop in LOOP depends on OUTER, which is or contains LOOP.  */

static bool
any_depends_p (loop_p loop, loop_p outer)
{
  for (loop_p inner = loop->inner; inner; inner = inner->next)
    if (depends_on_p (inner, outer) || any_depends_p (inner, outer))
      return true;
  return false;
}

/* The iterations of LOOP, or half of the most where these change from time to
   time; less than zero if nothing is known.  */

static HOST_WIDE_INT
usual_iterations (loop_p loop)
{
  outer_loop constant;
  if (constant_iterations_p (loop, &constant))
    return constant.iterations + 1;
  HOST_WIDE_INT most = max_loop_iterations_int (loop);
  return most < 0 ? most : most / 2 + 1;
}

/* What variables are in an iteration of the loop that is unrolled.  */
typedef hash_map<tree, tree> iteration_values;

/* VALUE where the variables are as VALUES says, or null if that is not a constant.
   DEPTH is how far to go.  */

static tree
value_in_iteration (tree value, iteration_values *values, int depth = 16)
{
  if (CONSTANT_CLASS_P (value))
    return value;
  if (depth == 0)
    return NULL_TREE;
  tree a, b = NULL_TREE;
  tree_code code = TREE_CODE (value);
  if (code == SSA_NAME)
    {
      if (tree *known = values->get (value))
	return *known;
      gassign *def = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value));
      if (!def || gimple_vuse (def) || gimple_num_ops (def) > 3)
	return NULL_TREE;
      code = gimple_assign_rhs_code (def);
      a = gimple_assign_rhs1 (def);
      if (gimple_num_ops (def) > 2)
	b = gimple_assign_rhs2 (def);
      if (gimple_assign_single_p (def))
	return value_in_iteration (a, values, depth - 1);
    }
  else if (UNARY_CLASS_P (value) || BINARY_CLASS_P (value)
	   || COMPARISON_CLASS_P (value))
    {
      a = TREE_OPERAND (value, 0);
      if (!UNARY_CLASS_P (value))
	b = TREE_OPERAND (value, 1);
    }
  else
    return NULL_TREE;
  tree type = TREE_TYPE (value);
  a = value_in_iteration (a, values, depth - 1);
  if (!a || !b)
    return a ? const_unop (code, type, a) : NULL_TREE;
  b = value_in_iteration (b, values, depth - 1);
  if (!b)
    return NULL_TREE;
  return (TREE_CODE_CLASS (code) == tcc_comparison
	  ? fold_binary (code, type, a, b) : const_binop (code, type, a, b));
}

/* Let VALUES be those of the variables of LOOP, too, in its first iteration, or,
   from those in one, in the NEXT.  */

static void
go_on (loop_p loop, iteration_values *values, bool next)
{
  edge e = next ? loop_latch_edge (loop) : loop_preheader_edge (loop);
  auto_vec<tree> news;
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    news.safe_push (INTEGRAL_TYPE_P (TREE_TYPE (gimple_phi_result (i.phi ())))
		    ? value_in_iteration (PHI_ARG_DEF_FROM_EDGE (i.phi (), e),
					  values)
		    : NULL_TREE);
  unsigned n = 0;
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i), n++)
    if (news[n])
      values->put (gimple_phi_result (i.phi ()), news[n]);
    else
      values->remove (gimple_phi_result (i.phi ()));
}

/* How often LOOP is gone through where the variables around it are as VALUES
   says, by going through it; less than zero if nothing is known.  */

static HOST_WIDE_INT
iterations_where (loop_p loop, iteration_values *values)
{
  gcond *cond = only_condition (loop);
  for (HOST_WIDE_INT n = 0; cond && n <= MOST_ITERATIONS; n++)
    {
      go_on (loop, values, n > 0);
      tree a = value_in_iteration (gimple_cond_lhs (cond), values);
      tree b = value_in_iteration (gimple_cond_rhs (cond), values);
      tree goes_true = (a && b ? fold_binary (gimple_cond_code (cond),
					      boolean_type_node, a, b)
			: NULL_TREE);
      if (!goes_true || TREE_CODE (goes_true) != INTEGER_CST)
	break;
      edge yes, no;
      extract_true_false_edges_from_block (gimple_bb (cond), &yes, &no);
      if (loop_exit_edge_p (loop, integer_zerop (goes_true) ? no : yes))
	return gimple_bb (cond) == loop->header ? n : n + 1;
    }
  return usual_iterations (loop);
}

/* The instructions in LOOP that are not in another one.  */

static HOST_WIDE_INT
insns_by_itself (loop_p loop)
{
  HOST_WIDE_INT insns = 0;
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes; i++)
    if (body[i]->loop_father == loop)
      for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]);
	   !gsi_end_p (gsi); gsi_next (&gsi))
	insns += estimate_num_insns (gsi_stmt (gsi), &eni_size_weights);
  free (body);
  return insns;
}

/* The instructions of LOOP, unrolled completely with all that is in it, where the
   variables around it are as VALUES says; as many as are too many if that is not
   possible.  */

static HOST_WIDE_INT
insns_where (loop_p loop, iteration_values *values)
{
  HOST_WIDE_INT insns = 0, iterations = iterations_where (loop, values);
  if (iterations < 0)
    return MOST_INSNS + 1;
  if (iterations == 0)
    return 0;
  insns = insns_by_itself (loop);
  for (loop_p inner = loop->inner; inner; inner = inner->next)
    insns += insns_where (inner, values);
  return MIN (insns, MOST_INSNS + 1) * MIN (iterations, MOST_INSNS + 1);
}

/* The instructions of OUTER when it and all that is in it is unrolled.  */

static HOST_WIDE_INT
unrolled_insns (const outer_loop *outer)
{
  iteration_values values;
  HOST_WIDE_INT insns = 0, each = insns_by_itself (outer->loop);
  for (unsigned i = 0; i <= outer->iterations && insns <= MOST_INSNS; i++)
    {
      go_on (outer->loop, &values, i > 0);
      insns += each;
      for (loop_p inner = outer->loop->inner; inner; inner = inner->next)
	insns += insns_where (inner, &values);
    }
  return insns;
}

/* True if OP, an operand, or what it refers to, is a small array that is not in the
   set DATA, of those that stay in memory.  */

static bool
register_array_walk (gimple *, tree op, tree, void *data)
{
  tree array = cuf_small_array (get_base_address (op));
  return array && !static_cast<hash_set<tree> *> (data)->contains (array);
}

/* True if LOOP refers to an array that may become registers: it is not in
   MEMORY.  */

static bool
any_register_array_p (loop_p loop, hash_set<tree> *memory)
{
  bool any = false;
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes && !any; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]);
	 !gsi_end_p (gsi) && !any; gsi_next (&gsi))
      any = walk_stmt_load_store_addr_ops (gsi_stmt (gsi), memory,
					   register_array_walk,
					   register_array_walk,
					   register_array_walk);
  free (body);
  return any;
}

/* Find an outer loop to be unrolled, to MOST instructions, in LOOP, or LOOP itself.
   The arrays MEMORY are no reason for that.  */

static bool
find_outer (loop_p loop, HOST_WIDE_INT most, hash_set<tree> *memory,
	    outer_loop *outer)
{
  /* A directive may say that a loop is to stay.  */
  if (loop_outer (loop) && loop->inner && loop->unroll != 1
      && constant_iterations_p (loop, outer)
      && any_depends_p (loop, loop) && can_duplicate_loop_p (loop))
    {
      HOST_WIDE_INT enough = (any_register_array_p (loop, memory)
			      ? most : MIN (most, USUAL_INSNS));
      outer->insns = unrolled_insns (outer);
      if (dump_file)
	fprintf (dump_file, "loop %d: " HOST_WIDE_INT_PRINT_DEC
		 " instructions if unrolled with those in it\n", loop->num,
		 outer->insns);
      if (outer->insns <= enough)
	return true;
    }
  for (loop_p inner = loop->inner; inner; inner = inner->next)
    if (find_outer (inner, most, memory, outer))
      return true;
  return false;
}

/* Make a copy of each iteration of OUTER in front of it, but for the last, which
   it is left with.  */

static bool
unroll_outer (const outer_loop *outer)
{
  auto_vec<edge> exits;
  auto_sbitmap goes_on (outer->iterations + 1);
  bitmap_ones (goes_on);
  bitmap_clear_bit (goes_on, 0);
  initialize_original_copy_tables ();
  bool copied = gimple_duplicate_loop_body_to_header_edge
    (outer->loop, loop_preheader_edge (outer->loop), outer->iterations,
     goes_on, outer->exit, &exits,
     DLTHE_FLAG_UPDATE_FREQ | DLTHE_FLAG_COMPLETTE_PEEL);
  free_original_copy_tables ();
  if (!copied)
    return false;
  for (edge exit : exits)
    remove_path (exit);
  gcond *cond = as_a<gcond *> (gsi_stmt (gsi_last_bb (outer->exit->src)));
  if (outer->exit->flags & EDGE_TRUE_VALUE)
    gimple_cond_make_true (cond);
  else
    gimple_cond_make_false (cond);
  update_stmt (cond);
  return true;
}

/* Where more than one edge leads back to a loop, as behind a loop in it that may not
   be gone through, these join in a block of their own.  Let names that only such
   blocks have for what is the same on all ways be that.  */

static void
remove_other_names (void)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i);)
      {
	tree result = gimple_phi_result (i.phi ());
	tree value = degenerate_phi_result (i.phi ());
	if (value && !virtual_operand_p (result)
	    && may_propagate_copy (result, value))
	  {
	    replace_uses_by (result, value);
	    remove_phi_node (&i, true);
	  }
	else
	  gsi_next (&i);
      }
}

/* Unroll an outer loop of CFUN, and take the instructions of its nest off *LEFT,
   which are left.  Return false if there is none.  The caller has loops
   initialized, and cleans up.  */

bool
cuf_unroll_outer_loop (HOST_WIDE_INT *left)
{
  if (!cuf_wanted_p (CUF_OPTIONAL_UNROLL_NESTS))
    return false;
  outer_loop outer;
  HOST_WIDE_INT most = MIN (*left, MOST_INSNS);
  remove_other_names ();
  scev_initialize ();
  estimate_numbers_of_iterations (cfun);
  hash_set<tree> memory;
  cuf_find_memory_arrays (&memory, false);
  bool unrolled = (find_outer (loops_for_fn (cfun)->tree_root, most, &memory,
			       &outer)
		   && unroll_outer (&outer));
  if (unrolled)
    *left -= outer.insns;
  free_numbers_of_iterations_estimates (cfun);
  scev_finalize ();
  return unrolled;
}
