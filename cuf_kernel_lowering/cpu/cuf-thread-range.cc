/* Loops over threads without those that do nothing.
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
#include "gimple-fold.h"
#include "gimple-ssa.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "cfghooks.h"
#include "cfgloop.h"
#include "tree-cfg.h"
#include "tree-dfa.h"
#include "tree-into-ssa.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-ivopts.h"
#include "tree-ssa-loop-manip.h"
#include "tree-ssa-loop-niter.h"
#include "context.h"
#include "options.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* In many kernels all that a thread does is under a condition, that its index
   is inside an array, or one of the first.  On the host threads are iterations
   of a loop: there such a condition is an interval of iterations.  The loop
   begins and ends with that, and has no branch in it that would keep it from
   being vectorized.

   The iterations are counted from 0.  If X is a variable that grows by 1 from
   B on, X <= Y is true up to number Y - B, and if it shrinks from number B - Y
   on; if it grows by more, as where threads have every second element, that is
   divided.  What is the same in all iterations is asked once.  All of this is
   computed in 64 bits of numbers of 32.  */

/* A condition X CODE Y, or its opposite if VALUE is false.  If X grows or, with
   DOWN, shrinks, by STEP, BASE is where it begins; else it is null.  */
struct condition
{
  tree_code code;
  tree x, y;
  tree base;
  unsigned HOST_WIDE_INT step;
  bool value;
  bool down;
};

/* A loop, and the branches behind which it does something.  */
struct guarded_loop
{
  loop_p loop;
  edge exit;
  tree_niter_desc niter;
  auto_vec<condition> conditions;
  auto_vec<edge> branches;	/* Those that are taken in the interval.  */

  /* Numbers of iterations, all but the last: the interval's first and last,
     and the loop's last.  */
  tree first, last, end;
  gimple_seq stmts;		/* What computes them.  */
};

/* --- Conditions ---------------------------------------------------------- */

/* If X CODE Y says that the greatest of two numbers is less than Y, or the least
   greater, return the assignment to X: both are.  Else return null.  */

static gassign *
both_numbers (tree_code code, tree x)
{
  gassign *def = (TREE_CODE (x) == SSA_NAME
		  ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (x)) : NULL);
  if (!def)
    return NULL;
  tree_code op = gimple_assign_rhs_code (def);
  return (((code == LT_EXPR || code == LE_EXPR) && op == MAX_EXPR)
	  || ((code == GT_EXPR || code == GE_EXPR) && op == MIN_EXPR)
	  ? def : NULL);
}

/* If X, which is unsigned, is the sum of a number of 32 bits with a sign and a
   constant, return that number, and store the constant in *OFFSET.  GCC asks in
   this way whether a number is within an interval.  */

static tree
signed_number (tree x, HOST_WIDE_INT *offset)
{
  *offset = 0;
  gassign *def = (TREE_CODE (x) == SSA_NAME
		  ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (x)) : NULL);
  if (def && gimple_assign_rhs_code (def) == PLUS_EXPR
      && TREE_CODE (gimple_assign_rhs2 (def)) == INTEGER_CST)
    {
      *offset = (int) TREE_INT_CST_LOW (gimple_assign_rhs2 (def));
      x = gimple_assign_rhs1 (def);
      def = (TREE_CODE (x) == SSA_NAME
	     ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (x)) : NULL);
    }
  if (!def || !gimple_assign_cast_p (def))
    return NULL_TREE;
  tree number = gimple_assign_rhs1 (def);
  return (INTEGRAL_TYPE_P (TREE_TYPE (number))
	  && !TYPE_UNSIGNED (TREE_TYPE (number))
	  && TYPE_PRECISION (TREE_TYPE (number)) == 32
	  && TYPE_PRECISION (TREE_TYPE (x)) == 32 ? number : NULL_TREE);
}

static bool note_comparison (guarded_loop *, tree_code, tree, tree, bool);

/* If X CODE Y, of unsigned numbers, says that a number is within an interval,
   note that.  */

static bool
note_interval (guarded_loop *g, tree_code code, tree x, tree y)
{
  HOST_WIDE_INT offset;
  if ((code != LE_EXPR && code != LT_EXPR) || !TYPE_UNSIGNED (TREE_TYPE (x))
      || !tree_fits_uhwi_p (y))
    return false;
  tree number = signed_number (x, &offset);
  if (!number)
    return false;
  HOST_WIDE_INT low = -offset;
  HOST_WIDE_INT high = low + (HOST_WIDE_INT) tree_to_uhwi (y)
		       - (code == LT_EXPR);
  if (!IN_RANGE (low, INT_MIN, INT_MAX) || !IN_RANGE (high, low, INT_MAX))
    return false;
  tree type = TREE_TYPE (number);
  return (note_comparison (g, GE_EXPR, number, build_int_cst (type, low), true)
	  && note_comparison (g, LE_EXPR, number, build_int_cst (type, high),
			      true));
}

/* Note that X CODE Y is VALUE.  Return false if that is no interval, as where X
   may wrap around.  */

static bool
note_comparison (guarded_loop *g, tree_code code, tree x, tree y, bool value)
{
  affine_iv iv;

  if (TREE_CODE_CLASS (code) != tcc_comparison)
    return false;
  if (!value && INTEGRAL_TYPE_P (TREE_TYPE (x)))
    {
      code = invert_tree_comparison (code, false);
      value = true;
    }
  if (value && INTEGRAL_TYPE_P (TREE_TYPE (x)))
    {
      gassign *def = both_numbers (code, x);
      if (!def && both_numbers (swap_tree_comparison (code), y))
	{
	  std::swap (x, y);
	  code = swap_tree_comparison (code);
	  def = both_numbers (code, x);
	}
      if (def)
	return (note_comparison (g, code, gimple_assign_rhs1 (def), y, true)
		&& note_comparison (g, code, gimple_assign_rhs2 (def), y,
				    true));
    }
  condition c = { code, x, y, NULL_TREE, 1, value, false };
  if (expr_invariant_in_loop_p (g->loop, x)
      && expr_invariant_in_loop_p (g->loop, y))
    {
      g->conditions.safe_push (c);
      return true;
    }
  if (INTEGRAL_TYPE_P (TREE_TYPE (x)) && value
      && note_interval (g, code, x, y))
    return true;
  if (!INTEGRAL_TYPE_P (TREE_TYPE (x))
      || !TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (x))
      || TYPE_PRECISION (TREE_TYPE (x)) > 32)
    return false;
  if (expr_invariant_in_loop_p (g->loop, x))
    {
      std::swap (c.x, c.y);
      c.code = swap_tree_comparison (c.code);
    }
  /* What begins the interval is computed in all iterations, the first, too.  */
  if (c.code == NE_EXPR || !expr_invariant_in_loop_p (g->loop, c.y)
      || TREE_CODE (c.x) != SSA_NAME
      || gimple_bb (SSA_NAME_DEF_STMT (c.x)) != g->loop->header
      || !simple_iv (g->loop, g->loop, c.x, &iv, false)
      || !tree_fits_shwi_p (iv.step) || integer_zerop (iv.step)
      || cuf_large_term_p (iv.step))
    return false;
  c.base = iv.base;
  c.down = tree_int_cst_sgn (iv.step) < 0;
  c.step = absu_hwi (tree_to_shwi (iv.step));
  if (c.code == EQ_EXPR && c.step != 1)
    return false;
  if (c.down)
    c.code = swap_tree_comparison (c.code);
  g->conditions.safe_push (c);
  return true;
}

/* Note that X, a truth value, is VALUE.  */

static bool
note_truth (guarded_loop *g, tree x, bool value)
{
  gassign *def = (TREE_CODE (x) == SSA_NAME
		  ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (x)) : NULL);
  if (expr_invariant_in_loop_p (g->loop, x))
    return note_comparison (g, NE_EXPR, x,
			    build_zero_cst (TREE_TYPE (x)), value);
  if (!def)
    return false;
  tree_code code = gimple_assign_rhs_code (def);
  if (code == (value ? BIT_AND_EXPR : BIT_IOR_EXPR))
    return (note_truth (g, gimple_assign_rhs1 (def), value)
	    && note_truth (g, gimple_assign_rhs2 (def), value));
  if ((code == NE_EXPR || code == EQ_EXPR)
      && integer_zerop (gimple_assign_rhs2 (def))
      && TREE_CODE (TREE_TYPE (gimple_assign_rhs1 (def))) == BOOLEAN_TYPE)
    return note_truth (g, gimple_assign_rhs1 (def),
		       value == (code == NE_EXPR));
  if (code == BIT_NOT_EXPR && TYPE_PRECISION (TREE_TYPE (x)) == 1)
    return note_truth (g, gimple_assign_rhs1 (def), !value);
  return (TREE_CODE_CLASS (code) == tcc_comparison
	  && note_comparison (g, code, gimple_assign_rhs1 (def),
			      gimple_assign_rhs2 (def), value));
}

/* Note that the condition of COND is VALUE.  */

static bool
note_condition (guarded_loop *g, gcond *cond, bool value)
{
  tree x = gimple_cond_lhs (cond), y = gimple_cond_rhs (cond);
  tree_code code = gimple_cond_code (cond);
  unsigned n = g->conditions.length ();

  if ((code == NE_EXPR || code == EQ_EXPR) && integer_zerop (y)
      && TREE_CODE (TREE_TYPE (x)) == BOOLEAN_TYPE
      ? note_truth (g, x, value == (code == NE_EXPR))
      : note_comparison (g, code, x, y, value))
    return true;
  g->conditions.truncate (n);
  return false;
}

/* --- What loops over threads have ----------------------------------------- */

/* True if E leads to where the program ends.  */

static bool
fails_p (edge e)
{
  basic_block bb = e->dest;
  for (int i = 0; i < 8 && single_succ_p (bb); i++)
    bb = single_succ (bb);
  return bb != EXIT_BLOCK_PTR_FOR_FN (cfun) && EDGE_COUNT (bb->succs) == 0;
}

/* The edge by which LOOP ends, if there is one besides those where the program
   does so, which are added to FAILURES if that is not null.  */

edge
cuf_regular_exit (loop_p loop, vec<edge> *failures)
{
  edge regular = NULL;
  for (edge e : get_loop_exit_edges (loop))
    if (e->flags & EDGE_COMPLEX)
      return NULL;
    else if (fails_p (e))
      {
	if (failures)
	  failures->safe_push (e);
      }
    else if (regular)
      return NULL;
    else
      regular = e;
  return regular;
}

/* True if REF is the thread's first index in the context.  */

static bool
index_ref_p (tree ref)
{
  poly_int64 offset, size, most;
  bool reverse;
  static_assert (offsetof (struct gcuf_context, threadidx) == 0
		 && offsetof (struct gcuf_dim3, x) == 0, "the first of all");
  return (get_ref_base_and_extent (ref, &offset, &size, &most, &reverse)
	  == cuf_tree (CUF_CONTEXT_VAR)
	  && known_eq (offset, 0) && known_eq (size, INT_TYPE_SIZE)
	  && known_eq (size, most));
}

/* True if STMT stores that.  */

bool
cuf_index_store_p (gimple *stmt)
{
  return gimple_store_p (stmt) && index_ref_p (gimple_get_lhs (stmt));
}

/* True if STMT is a call that says that a loop is over threads.  GCC does not
   take what is behind such a call, as a check of a subscript, for the end of the
   loop, and let the loop begin with what follows.  */

bool
cuf_thread_mark_p (gimple *stmt)
{
  return (is_gimple_call (stmt)
	  && gimple_call_fndecl (stmt) == cuf_tree (CUF_FN_CHECK_THREAD));
}

/* --- Loops --------------------------------------------------------------- */

/* True if nothing but values come of the statements of BB.  Where nothing else
   is done nobody asks which thread runs.  */

static bool
harmless_p (basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (!is_gimple_debug (stmt) && !cuf_index_store_p (stmt)
	  && !cuf_thread_mark_p (stmt)
	  && (gimple_vdef (stmt) || gimple_has_side_effects (stmt)))
	return false;
    }
  return true;
}

/* True if STMT, in the loop of G, computes the same value in all iterations and
   can do so where none needs it.  */

static bool
hoistable_p (guarded_loop *g, gimple *stmt)
{
  if (!is_gimple_assign (stmt) || gimple_vuse (stmt)
      || gimple_has_side_effects (stmt) || gimple_could_trap_p (stmt)
      || TREE_CODE (gimple_assign_lhs (stmt)) != SSA_NAME
      || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (gimple_assign_lhs (stmt)))
    return false;
  ssa_op_iter i;
  tree use;
  if (gimple_assign_rhs_code (stmt) == ABS_EXPR
      || gimple_assign_rhs_code (stmt) == NEGATE_EXPR)
    return false;
  FOR_EACH_SSA_TREE_OPERAND (use, stmt, i, SSA_OP_USE)
    if (!expr_invariant_in_loop_p (g->loop, use))
      return false;
  return true;
}

/* What STMT computes, an operation of integers that must not overflow, in a way
   in which they may.  Return null if that is not known.  */

static gimple_seq
wrapping (gimple *stmt)
{
  tree lhs = gimple_assign_lhs (stmt);
  tree_code code = gimple_assign_rhs_code (stmt);
  gimple_seq seq = NULL;
  /* What is left of a division by a constant never overflows.  */
  if (code == TRUNC_MOD_EXPR
      && TREE_CODE (gimple_assign_rhs2 (stmt)) == INTEGER_CST
      && tree_int_cst_sgn (gimple_assign_rhs2 (stmt)) > 0)
    {
      gimple_seq_add_stmt (&seq, gimple_build_assign (lhs, code,
						      gimple_assign_rhs1 (stmt),
						      gimple_assign_rhs2 (stmt)));
      return seq;
    }
  if (code != PLUS_EXPR && code != MINUS_EXPR && code != MULT_EXPR)
    return NULL;
  tree result = cuf_unsigned_result (&seq, as_a<gassign *> (stmt));
  gimple_seq_add_stmt (&seq, gimple_build_assign (lhs, NOP_EXPR, result));
  return seq;
}

/* Let what BB, a block of the loop of G, computes for its condition be computed
   in front of the loop, where that is possible.  */

static void
hoist_invariants (guarded_loop *g, basic_block bb)
{
  gimple_stmt_iterator gsi = gsi_start_bb (bb);
  while (!gsi_end_p (gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      gimple_seq seq = NULL;
      bool suits = hoistable_p (g, stmt);
      if (suits && INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_lhs (stmt)))
	  && TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (gimple_assign_lhs (stmt)))
	  && TREE_CODE_CLASS (gimple_assign_rhs_code (stmt)) == tcc_binary)
	{
	  seq = wrapping (stmt);
	  suits = seq != NULL;
	}
      if (!suits)
	{
	  gsi_next (&gsi);
	  continue;
	}
      reset_flow_sensitive_info (gimple_assign_lhs (stmt));
      gsi_remove (&gsi, seq != NULL);
      if (!seq)
	gimple_seq_add_stmt (&seq, stmt);
      gsi_insert_seq_on_edge_immediate (loop_preheader_edge (g->loop), seq);
    }
}

/* The block that E leads to through such as have nothing in them.  */

static basic_block
target (edge e)
{
  basic_block bb = e->dest;
  while (empty_block_p (bb) && single_pred_p (bb) && single_succ_p (bb))
    bb = single_succ (bb);
  return bb;
}

/* If X, in the loop of G, is an integer that changes by the same amount in each
   iteration, let IV tell.  */

static bool
integer_iv (guarded_loop *g, tree x, affine_iv *iv)
{
  return INTEGRAL_TYPE_P (TREE_TYPE (x))
	 && simple_iv (g->loop, g->loop, x, iv, false)
	 && TREE_CODE (iv->step) == INTEGER_CST;
}

/* True if all that goes from iteration to iteration, and out of the loop of G,
   is such integers and memory.  */

static bool
variables_suit_p (guarded_loop *g)
{
  affine_iv iv;
  for (gphi_iterator i = gsi_start_phis (g->loop->header); !gsi_end_p (i);
       gsi_next (&i))
    if (!virtual_operand_p (gimple_phi_result (i.phi ()))
	&& !integer_iv (g, gimple_phi_result (i.phi ()), &iv))
      return false;
  for (gphi_iterator i = gsi_start_phis (g->exit->dest); !gsi_end_p (i);
       gsi_next (&i))
    {
      tree value = PHI_ARG_DEF_FROM_EDGE (i.phi (), g->exit);
      if (!virtual_operand_p (value)
	  && !expr_invariant_in_loop_p (g->loop, value)
	  && !integer_iv (g, value, &iv))
	return false;
    }
  return true;
}

/* The end of the loop of G does nothing but count and ask.  */

static bool
end_suits_p (guarded_loop *g)
{
  basic_block bb = g->exit->src;
  gcond *cond = safe_dyn_cast<gcond *> (last_stmt (bb));
  affine_iv iv;

  if (!cond || bb == g->loop->header || !empty_block_p (g->loop->latch)
      || !harmless_p (bb))
    return false;
  for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i); gsi_next (&i))
    if (!virtual_operand_p (gimple_phi_result (i.phi ())))
      return false;
  tree x = gimple_cond_lhs (cond), y = gimple_cond_rhs (cond);
  return (INTEGRAL_TYPE_P (TREE_TYPE (x))
	  && ((expr_invariant_in_loop_p (g->loop, x) && integer_iv (g, y, &iv))
	      || (expr_invariant_in_loop_p (g->loop, y)
		  && integer_iv (g, x, &iv))));
}

/* Find the branches from the beginning of the loop of G on that lead to its
   end, or else further.  */

static void
find_branches (guarded_loop *g)
{
  basic_block bb = g->loop->header, end = g->exit->src;
  while (harmless_p (bb) && (bb == g->loop->header || single_pred_p (bb)))
    {
      edge yes, no;
      gcond *cond = safe_dyn_cast<gcond *> (last_stmt (bb));
      if (!cond || bb == end)
	return;
      hoist_invariants (g, bb);
      extract_true_false_edges_from_block (bb, &yes, &no);
      bool value = target (no) == end;
      if (value == (target (yes) == end) || !note_condition (g, cond, value))
	return;
      g->branches.safe_push (value ? yes : no);
      bb = (value ? yes : no)->dest;
    }
}

/* True if the loop of G is over the threads of a block, whose numbers are small
   and begin with it.  */

static bool
thread_loop_p (guarded_loop *g)
{
  basic_block bb = g->loop->header;
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    if (cuf_index_store_p (gsi_stmt (gsi)))
      return true;
  return false;
}

/* Find out how many iterations the loop of G has.  If it may end the program in
   one, GCC does not know that its variables do not overflow.  */

static bool
count_iterations (guarded_loop *g)
{
  return (number_of_iterations_exit_assumptions (g->loop, g->exit, &g->niter,
						 NULL, true)
	  && (integer_nonzerop (g->niter.assumptions) || thread_loop_p (g))
	  && (!g->niter.may_be_zero || integer_zerop (g->niter.may_be_zero)));
}

static bool
analyse (guarded_loop *g)
{
  g->exit = cuf_regular_exit (g->loop, NULL);
  if (!g->exit || !can_duplicate_loop_p (g->loop) || !end_suits_p (g)
      || !variables_suit_p (g) || !count_iterations (g))
    return false;
  find_branches (g);
  return !g->branches.is_empty ();
}

/* --- The interval -------------------------------------------------------- */

/* The value of EXPR, computed in front of the loop of G.  */

static tree
compute (guarded_loop *g, tree expr)
{
  gimple_seq seq;
  tree value = force_gimple_operand (unshare_expr (expr), &seq, true,
				     NULL_TREE);
  gimple_seq_add_seq (&g->stmts, seq);
  return value;
}

static tree
long_integer (tree expr)
{
  return fold_convert (long_integer_type_node, expr);
}

static tree
long_sum (tree_code code, tree x, tree y)
{
  return fold_build2 (code, long_integer_type_node, x, y);
}

/* Let *BOUND be the least or greatest of itself and EXPR, as CODE says.  */

static void
tighten (guarded_loop *g, tree *bound, tree_code code, tree expr)
{
  *bound = compute (g, fold_build2 (code, long_integer_type_node, *bound,
				    compute (g, expr)));
}

/* DISTANCE, divided by the step of C, and rounded as CODE says.  */

static tree
steps (const condition &c, tree_code code, tree distance)
{
  tree type = long_integer_type_node;
  return (c.step == 1 ? distance
	  : fold_build2 (code, type, distance, build_int_cst (type, c.step)));
}

/* Let the interval of G be one in which C is true.  */

static void
use_condition (guarded_loop *g, const condition &c, tree *holds)
{
  if (!c.base)
    {
      tree test = compute (g, build2 (c.code, boolean_type_node, c.x, c.y));
      if (!c.value)
	test = compute (g, fold_build1 (TRUTH_NOT_EXPR, boolean_type_node,
					test));
      *holds = compute (g, build2 (BIT_AND_EXPR, boolean_type_node, *holds,
				   test));
      return;
    }
  tree from = long_integer (compute (g, c.base)), to = long_integer (c.y);
  if (c.down)
    std::swap (from, to);
  tree distance = compute (g, long_sum (MINUS_EXPR, to, from));
  tree one = build_one_cst (long_integer_type_node);
  if (c.code == LT_EXPR)
    distance = compute (g, long_sum (MINUS_EXPR, distance, one));
  if (c.code == GT_EXPR)
    distance = compute (g, long_sum (PLUS_EXPR, distance, one));
  if (c.code == LE_EXPR || c.code == LT_EXPR || c.code == EQ_EXPR)
    tighten (g, &g->last, MIN_EXPR, steps (c, FLOOR_DIV_EXPR, distance));
  if (c.code == GE_EXPR || c.code == GT_EXPR || c.code == EQ_EXPR)
    tighten (g, &g->first, MAX_EXPR, steps (c, CEIL_DIV_EXPR, distance));
}

/* Compute the interval of G.  Return whether there are iterations in it.  */

static tree
compute_interval (guarded_loop *g)
{
  tree holds = boolean_true_node;
  g->first = build_zero_cst (long_integer_type_node);
  g->end = compute (g, long_integer (g->niter.niter));
  g->last = g->end;
  for (const condition &c : g->conditions)
    use_condition (g, c, &holds);
  tree any = compute (g, build2 (LE_EXPR, boolean_type_node, g->first,
				 g->last));
  return compute (g, build2 (BIT_AND_EXPR, boolean_type_node, holds, any));
}

/* START + STEP * N, or START - STEP * N, as CODE says.  */

static tree
advance (guarded_loop *g, tree start, tree_code code, tree step, tree n)
{
  tree type = TREE_TYPE (start);
  tree utype = unsigned_type_for (type);
  tree product = fold_build2 (MULT_EXPR, utype, fold_convert (utype, step),
			      fold_convert (utype, n));
  return compute (g, fold_convert (type, fold_build2 (code, utype,
						      fold_convert (utype,
								    start),
						      product)));
}

/* --- The new loop -------------------------------------------------------- */

/* What the variables of the loop of G are where it ends, and where the interval
   begins.  */

static void
compute_variables (guarded_loop *g, vec<tree> *finals, vec<tree> *starts,
		   tree *bound)
{
  affine_iv iv;
  for (gphi_iterator i = gsi_start_phis (g->exit->dest); !gsi_end_p (i);
       gsi_next (&i))
    {
      tree value = PHI_ARG_DEF_FROM_EDGE (i.phi (), g->exit);
      if (!virtual_operand_p (value)
	  && !expr_invariant_in_loop_p (g->loop, value)
	  && integer_iv (g, value, &iv))
	value = advance (g, compute (g, iv.base), PLUS_EXPR, iv.step, g->end);
      finals->safe_push (value);
    }
  edge entry = loop_preheader_edge (g->loop);
  for (gphi_iterator i = gsi_start_phis (g->loop->header); !gsi_end_p (i);
       gsi_next (&i))
    {
      tree value = PHI_ARG_DEF_FROM_EDGE (i.phi (), entry);
      if (!virtual_operand_p (value)
	  && integer_iv (g, gimple_phi_result (i.phi ()), &iv))
	value = advance (g, value, PLUS_EXPR, iv.step, g->first);
      starts->safe_push (value);
    }

  gcond *cond = as_a<gcond *> (last_stmt (g->exit->src));
  tree x = gimple_cond_lhs (cond), y = gimple_cond_rhs (cond);
  if (expr_invariant_in_loop_p (g->loop, x))
    std::swap (x, y);
  integer_iv (g, x, &iv);
  tree less = compute (g, long_sum (MINUS_EXPR, g->end, g->last));
  *bound = advance (g, y, MINUS_EXPR, iv.step, less);
}

/* Let E be taken always, or never.  */

static void
force (edge e, bool taken)
{
  gcond *cond = as_a<gcond *> (last_stmt (e->src));
  if (((e->flags & EDGE_TRUE_VALUE) != 0) == taken)
    gimple_cond_make_true (cond);
  else
    gimple_cond_make_false (cond);
  update_stmt (cond);
}

/* Let the loop of G be over its interval.  */

static void
shorten (guarded_loop *g, const vec<tree> &finals, const vec<tree> &starts,
	 tree bound)
{
  unsigned n = 0;
  for (gphi_iterator i = gsi_start_phis (g->exit->dest); !gsi_end_p (i);
       gsi_next (&i), n++)
    if (!virtual_operand_p (finals[n]))
      SET_USE (PHI_ARG_DEF_PTR_FROM_EDGE (i.phi (), g->exit), finals[n]);
  n = 0;
  edge entry = loop_preheader_edge (g->loop);
  for (gphi_iterator i = gsi_start_phis (g->loop->header); !gsi_end_p (i);
       gsi_next (&i), n++)
    if (!virtual_operand_p (starts[n]))
      SET_USE (PHI_ARG_DEF_PTR_FROM_EDGE (i.phi (), entry), starts[n]);

  gcond *cond = as_a<gcond *> (last_stmt (g->exit->src));
  if (expr_invariant_in_loop_p (g->loop, gimple_cond_lhs (cond)))
    gimple_cond_set_lhs (cond, bound);
  else
    gimple_cond_set_rhs (cond, bound);
  update_stmt (cond);
  for (edge e : g->branches)
    force (e, true);
}

/* Make two loops of G's: one over the interval, and one for where that is
   empty, which does nothing.  */

static void
transform (guarded_loop *g)
{
  auto_vec<tree> finals, starts;
  tree bound;
  tree any = compute_interval (g);
  compute_variables (g, &finals, &starts, &bound);
  gsi_insert_seq_on_edge_immediate (loop_preheader_edge (g->loop), g->stmts);

  initialize_original_copy_tables ();
  basic_block bb;
  profile_probability likely = profile_probability::likely ();
  loop_p other
    = loop_version (g->loop, build2 (NE_EXPR, boolean_type_node, any,
				     boolean_false_node), &bb, likely,
		    likely.invert (), likely, likely.invert (), true);
  if (other)
    {
      edge yes, no, last = g->branches.last ();
      bool value = (last->flags & EDGE_TRUE_VALUE) != 0;
      extract_true_false_edges_from_block (get_bb_copy (last->src), &yes, &no);
      force (value ? yes : no, false);
      shorten (g, finals, starts, bound);
    }
  free_original_copy_tables ();
  update_ssa (TODO_update_ssa);
}

/* --- The pass ------------------------------------------------------------ */

static const pass_data bounds_pass_data = {
  GIMPLE_PASS, "cufbounds", OPTGROUP_LOOP, TV_NONE, PROP_cfg | PROP_ssa, 0, 0,
  0, 0
};

class bounds_pass : public gimple_opt_pass
{
public:
  bounds_pass (gcc::context *ctxt)
    : gimple_opt_pass (bounds_pass_data, ctxt) {}

  bool gate (function *);
  unsigned execute (function *);
};

bool
bounds_pass::gate (function *fun)
{
  return optimize >= 2
	 && lookup_attribute (CUF_RUN_ATTRIBUTE, DECL_ATTRIBUTES (fun->decl));
}

unsigned
bounds_pass::execute (function *fun)
{
  auto_vec<loop_p> innermost;
  bool changed = false;
  for (loop_p loop : loops_list (fun, LI_ONLY_INNERMOST))
    innermost.safe_push (loop);
  for (loop_p loop : innermost)
    {
      guarded_loop g = {};
      g.loop = loop;
      if (analyse (&g))
	{
	  transform (&g);
	  scev_reset ();
	  changed = true;
	}
    }
  return changed ? TODO_cleanup_cfg : 0;
}

/* That pass.  */

opt_pass *
cuf_make_bounds_pass (void)
{
  return new bounds_pass (g);
}
