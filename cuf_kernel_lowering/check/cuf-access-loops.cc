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
#include "stringpool.h"
#include "attribs.h"
#include "fold-const.h"
#include "gimple-iterator.h"
#include "gimple-ssa.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "cfghooks.h"
#include "cfgloop.h"
#include "tree-cfg.h"
#include "tree-chrec.h"
#include "tree-dfa.h"
#include "tree-into-ssa.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-ivopts.h"
#include "tree-ssa-loop-manip.h"
#include "tree-ssa-loop-niter.h"
#include "tree-ssa-alias.h"
#include "context.h"
#include "options.h"
#include "gfortran.h"
#include "cuf-lower.h"

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
   calls, and all accesses are made in each iteration.  Where it ends the
   program, as where a subscript is out of bounds, or passes by an access, it is
   asked in front of it whether the first or the last iteration would do so: what
   is compared grows or falls evenly.

   A loop over threads may have another loop in it, that each thread goes through
   as often, and in which it writes nothing: the runtime is told of both at once,
   too.  If they are not fit together the inner one may be by itself.  */

struct told_loop
{
  loop_p loop;
  loop_p inner;			/* The loop in that, or null.  */
  edge exit, inner_exit;
  tree_niter_desc niter, inner_niter;
  auto_vec<edge> failures;	/* That end the program, or pass by an
				   access: fit is what does not take them.  */
  auto_vec<gcall *> accesses;	/* As they are told of in an iteration.  */
  auto_vec<gimple *> indices;	/* Where the context gets the thread's index.  */
  affine_iv index;		/* That index, if there are any.  */
  bool copies;			/* Values that may be unset are stored where
				   nobody is told of it.  */
  tree count, inner_count;	/* Of iterations.  */
  tree fit;			/* Whether the loop is.  */
  gimple_seq stmts;		/* What computes both.  */
};

/* --- What is in a loop --------------------------------------------------- */

/* If VALUE changes by the same amount in each iteration of T's loop, or not at
   all, let IV tell.  */

static bool
even_p (const told_loop *t, tree value, affine_iv *iv)
{
  iv->base = value;
  iv->step = integer_zero_node;
  iv->no_overflow = true;
  return (expr_invariant_in_loop_p (t->loop, value)
	  || (simple_iv (t->loop, t->loop, value, iv, true)
	      && expr_invariant_in_loop_p (t->loop, iv->step)));
}

/* Where a value begins, and by how much it changes in each iteration of a loop,
   and in each of the loop in that.  */
struct evolution
{
  tree base, step, inner_step;
};

/* True if EXPR is known, and the same in all iterations of T's loop.  */

static bool
same_p (const told_loop *t, tree expr)
{
  return (!chrec_contains_undetermined (expr)
	  && !tree_contains_chrecs (expr, NULL)
	  && expr_invariant_in_loop_p (t->loop, expr));
}

/* If VALUE, which STMT uses, changes evenly in the loops of T let E tell.  */

static bool
evolves_evenly_p (const told_loop *t, gimple *stmt, tree value, evolution *e)
{
  e->step = e->inner_step = integer_zero_node;
  if (!t->inner)
    {
      affine_iv iv;
      bool even = even_p (t, value, &iv);
      e->base = iv.base;
      e->step = iv.step;
      return even;
    }
  loop_p use = gimple_bb (stmt)->loop_father;
  tree way = instantiate_scev (loop_preheader_edge (t->loop), use,
			       analyze_scalar_evolution (use, value));
  if (TREE_CODE (way) == POLYNOMIAL_CHREC
      && CHREC_VARIABLE (way) == (unsigned) t->inner->num)
    {
      e->inner_step = CHREC_RIGHT (way);
      way = CHREC_LEFT (way);
    }
  if (TREE_CODE (way) == POLYNOMIAL_CHREC
      && CHREC_VARIABLE (way) == (unsigned) t->loop->num)
    {
      e->step = CHREC_RIGHT (way);
      way = CHREC_LEFT (way);
    }
  e->base = way;
  return (same_p (t, e->base) && same_p (t, e->step)
	  && same_p (t, e->inner_step));
}

/* Let BB be run in each iteration of T: note the edges that pass by it.  Return
   false if that is not possible.  */

static bool
always_run (told_loop *t, basic_block bb)
{
  while (!dominated_by_p (CDI_DOMINATORS, t->exit->src, bb))
    {
      if (!single_pred_p (bb))
	return false;
      edge taken = single_pred_edge (bb);
      bb = taken->src;
      if (EDGE_COUNT (bb->succs) != 2)
	return false;
      edge other = EDGE_SUCC (bb, EDGE_SUCC (bb, 0) == taken);
      /* Behind the end of the loop there is one iteration less.  */
      if (other == t->exit)
	return false;
      if (!t->failures.contains (other))
	t->failures.safe_push (other);
    }
  return true;
}

/* The same in each iteration of the loop that BB is in, if that is the inner loop
   of T, which is run in each iteration of the other one.  */

static bool
run_each_time (told_loop *t, basic_block bb)
{
  if (t->inner && bb->loop_father == t->inner)
    return dominated_by_p (CDI_DOMINATORS, t->inner_exit->src, bb);
  return always_run (t, bb);
}

/* Note CALL, of GCUF_check_access.  Return false if it cannot be told of
   together with others.  */

static bool
note_access (told_loop *t, gcall *call)
{
  evolution e;
  tree kind = gimple_call_arg (call, 3);
  unsigned bad = GCUF_ACCESS_ATOMIC;
  if (t->inner && gimple_bb (call)->loop_father == t->inner)
    bad |= GCUF_ACCESS_WRITE;
  if (t->accesses.length () == GCUF_MOST_STRETCHES
      || TREE_CODE (kind) != INTEGER_CST
      || tree_to_uhwi (kind) & bad
      || TREE_CODE (gimple_call_arg (call, 1)) != INTEGER_CST
      || !evolves_evenly_p (t, call, gimple_call_arg (call, 0), &e)
      || !evolves_evenly_p (t, call, gimple_call_arg (call, 2), &e)
      || !expr_invariant_in_loop_p (t->loop, gimple_call_arg (call, 4))
      || !run_each_time (t, gimple_bb (call)))
    return false;
  t->accesses.safe_push (call);
  return true;
}

/* Note CALL.  Return false if it may be of interest to checks.  */

static bool
note_call (told_loop *t, gcall *call)
{
  if (gimple_call_fndecl (call) == cuf_tree (CUF_FN_CHECK_ACCESS))
    return note_access (t, call);
  return ((gimple_call_internal_p (call) || gimple_call_builtin_p (call)
	   || (gimple_call_flags (call) & ECF_CONST))
	  && !gimple_vdef (call) && !stmt_ends_bb_p (call));
}

/* Note STMT, which gives the context the thread's index.  Threads come one after
   the other.  */

static bool
note_index (told_loop *t, gimple *stmt)
{
  if (!gimple_assign_single_p (stmt)
      || gimple_bb (stmt)->loop_father != t->loop
      || !dominated_by_p (CDI_DOMINATORS, t->exit->src, gimple_bb (stmt))
      || !even_p (t, gimple_assign_rhs1 (stmt), &t->index)
      || !integer_onep (t->index.step) || !t->indices.is_empty ())
    return false;
  t->indices.safe_push (stmt);
  return true;
}

/* Note STMT, an assignment.  Else nobody has to do with the context there.  */

static bool
note_assignment (told_loop *t, gimple *stmt)
{
  tree context = cuf_tree (CUF_CONTEXT_VAR);
  if (cuf_index_store_p (stmt))
    return note_index (t, stmt);
  if (gimple_assign_load_p (stmt)
      && get_base_address (gimple_assign_rhs1 (stmt)) == context)
    return false;
  if (!gimple_store_p (stmt))
    return true;
  tree lhs = gimple_assign_lhs (stmt);
  if (get_base_address (lhs) == context)
    return false;
  tree base = get_base_address (lhs);
  if (!base || TREE_CODE (base) != MEM_REF)
    t->copies |= (!base || !is_global_var (base))
		 && cuf_copied_p (gimple_assign_rhs1 (stmt));
  return true;
}

/* Note what is in the loop of T.  Return false if it is not fit.  */

static bool
note_statements (told_loop *t)
{
  bool fit = true;
  basic_block *body = get_loop_body_in_dom_order (t->loop);
  for (unsigned i = 0; i < t->loop->num_nodes && fit; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]);
	 !gsi_end_p (gsi) && fit; gsi_next (&gsi))
      {
	gimple *stmt = gsi_stmt (gsi);
	if (gcall *call = dyn_cast<gcall *> (stmt))
	  fit = note_call (t, call);
	else if (is_gimple_assign (stmt))
	  fit = note_assignment (t, stmt);
	else
	  fit = gimple_code (stmt) != GIMPLE_ASM && !gimple_vdef (stmt);
      }
  free (body);
  return fit && !t->accesses.is_empty ();
}

/* --- What is computed in front of it ------------------------------------- */

/* The value of EXPR, computed in front of the loop of T.  */

static tree
compute (told_loop *t, tree expr)
{
  gimple_seq seq;
  tree value = force_gimple_operand (unshare_expr (expr), &seq, true,
				     NULL_TREE);
  gimple_seq_add_seq (&t->stmts, seq);
  return value;
}

/* T is fit only if EXPR is true.  */

static void
require (told_loop *t, tree expr)
{
  if (!integer_nonzerop (expr))
    t->fit = compute (t, build2 (BIT_AND_EXPR, boolean_type_node, t->fit,
				 fold_convert (boolean_type_node,
					       compute (t, expr))));
}

/* The same if it is false.  */

static void
require_not (told_loop *t, tree expr)
{
  expr = compute (t, fold_convert (boolean_type_node, compute (t, expr)));
  require (t, fold_build1 (TRUTH_NOT_EXPR, boolean_type_node, expr));
}

/* The value of IV, which is of TYPE, in the last iteration.  */

static tree
last_value (told_loop *t, const affine_iv *iv, tree type)
{
  tree utype = unsigned_type_for (type);
  tree n = fold_build2 (MINUS_EXPR, size_type_node, t->count, size_one_node);
  tree way = fold_build2 (MULT_EXPR, utype, fold_convert (utype, iv->step),
			  fold_convert (utype, n));
  return compute (t, fold_convert (type, fold_build2 (PLUS_EXPR, utype,
						      fold_convert (utype,
								    iv->base),
						      way)));
}

/* Require that IV, of TYPE, does not go beyond the largest value of the type to
   its least, or the other way.  What is signed does not.  */

static bool
require_no_overflow (told_loop *t, const affine_iv *iv, tree last, tree type)
{
  enum { MOST_STEP = 1 << 14, MOST_COUNT = 1 << 16 };
  if (TYPE_OVERFLOW_UNDEFINED (type))
    return true;
  if (TREE_CODE (iv->step) != INTEGER_CST || TYPE_PRECISION (type) < 32
      || wi::gtu_p (wi::abs (wi::to_wide (fold_convert (signed_type_for (type),
							iv->step))),
		    (unsigned HOST_WIDE_INT) MOST_STEP))
    return false;
  bool down = tree_int_cst_sgn (fold_convert (signed_type_for (type),
					      iv->step)) < 0;
  require (t, build2 (LE_EXPR, boolean_type_node, t->count,
		      size_int (MOST_COUNT)));
  require (t, build2 (down ? LE_EXPR : GE_EXPR, boolean_type_node, last,
		      fold_convert (type, iv->base)));
  return true;
}

/* Require that X CODE Y is not VALUE in any iteration.  Return false if that
   cannot be found out.  */

static bool
require_never (told_loop *t, tree_code code, tree x, tree y, bool value)
{
  affine_iv iv;
  tree type = TREE_TYPE (x);
  if (TREE_CODE_CLASS (code) != tcc_comparison || FLOAT_TYPE_P (type))
    return false;
  if (!value)
    code = invert_tree_comparison (code, false);
  if (expr_invariant_in_loop_p (t->loop, x))
    {
      if (expr_invariant_in_loop_p (t->loop, y))
	{
	  require_not (t, build2 (code, boolean_type_node, x, y));
	  return true;
	}
      std::swap (x, y);
      code = swap_tree_comparison (code);
    }
  if (!INTEGRAL_TYPE_P (type) || code == EQ_EXPR || code == NE_EXPR
      || !expr_invariant_in_loop_p (t->loop, y) || !even_p (t, x, &iv))
    return false;
  tree first = compute (t, fold_convert (type, iv.base));
  tree last = last_value (t, &iv, type);
  require_not (t, build2 (code, boolean_type_node, first, y));
  require_not (t, build2 (code, boolean_type_node, last, y));
  return require_no_overflow (t, &iv, last, type);
}

/* The same of X, a truth value.  */

static bool
require_never_truth (told_loop *t, tree x, bool value)
{
  gassign *def = (TREE_CODE (x) == SSA_NAME
		  ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (x)) : NULL);
  if (expr_invariant_in_loop_p (t->loop, x))
    return require_never (t, NE_EXPR, x, build_zero_cst (TREE_TYPE (x)),
			  value);
  if (!def)
    return false;
  tree_code code = gimple_assign_rhs_code (def);
  if (code == (value ? BIT_IOR_EXPR : BIT_AND_EXPR))
    return (require_never_truth (t, gimple_assign_rhs1 (def), value)
	    && require_never_truth (t, gimple_assign_rhs2 (def), value));
  if (code == BIT_NOT_EXPR && TYPE_PRECISION (TREE_TYPE (x)) == 1)
    return require_never_truth (t, gimple_assign_rhs1 (def), !value);
  return (TREE_CODE_CLASS (code) == tcc_comparison
	  && require_never (t, code, gimple_assign_rhs1 (def),
			    gimple_assign_rhs2 (def), value));
}

/* Require that E is never taken.  */

static bool
require_not_taken (told_loop *t, edge e)
{
  gcond *cond = safe_dyn_cast<gcond *> (last_stmt (e->src));
  if (!cond)
    return false;
  bool value = (e->flags & EDGE_TRUE_VALUE) != 0;
  tree x = gimple_cond_lhs (cond), y = gimple_cond_rhs (cond);
  tree_code code = gimple_cond_code (cond);
  if ((code == NE_EXPR || code == EQ_EXPR) && integer_zerop (y)
      && TREE_CODE (TREE_TYPE (x)) == BOOLEAN_TYPE)
    return require_never_truth (t, x, value == (code == NE_EXPR));
  return require_never (t, code, x, y, value);
}

/* Compute the number of iterations of N, of a loop of T, whose body is run at
   least once if T is fit.  */

static tree
count_of (told_loop *t, const tree_niter_desc *n)
{
  require (t, n->assumptions);
  if (!integer_zerop (n->may_be_zero))
    require_not (t, n->may_be_zero);
  return compute (t, fold_build2 (PLUS_EXPR, size_type_node,
				  fold_convert (size_type_node, n->niter),
				  size_one_node));
}

/* Compute the number of iterations of the loop of T, and whether it is fit.  */

static bool
compute_count (told_loop *t)
{
  t->fit = boolean_true_node;
  t->count = count_of (t, &t->niter);
  if (t->inner)
    t->inner_count = count_of (t, &t->inner_niter);
  for (edge e : t->failures)
    if (!require_not_taken (t, e))
      {
	gimple_seq_discard (t->stmts);
	return false;
      }
  t->count = compute (t, build3 (COND_EXPR, size_type_node, t->fit, t->count,
				 size_zero_node));
  return true;
}

/* Let the loop in that of T be run as often in each iteration.  */

static bool
analyse_inner (told_loop *t)
{
  auto_vec<edge> failures;
  const tree_niter_desc *n = &t->inner_niter;
  t->inner_exit = cuf_regular_exit (t->inner, &failures);
  return (t->inner_exit && failures.is_empty ()
	  && flow_bb_inside_loop_p (t->loop, t->inner_exit->dest)
	  && number_of_iterations_exit_assumptions (t->inner, t->inner_exit,
						    &t->inner_niter, NULL, true)
	  && expr_invariant_in_loop_p (t->loop, n->assumptions)
	  && expr_invariant_in_loop_p (t->loop, n->may_be_zero)
	  && expr_invariant_in_loop_p (t->loop, n->niter)
	  && always_run (t, loop_preheader_edge (t->inner)->src));
}

/* Find out whether the loop of T is fit.  */

static bool
analyse (told_loop *t)
{
  t->exit = cuf_regular_exit (t->loop, &t->failures);
  return (t->exit && can_duplicate_loop_p (t->loop)
	  && (!t->inner || analyse_inner (t))
	  && note_statements (t)
	  && (!t->inner || !t->indices.is_empty ())
	  && number_of_iterations_exit_assumptions (t->loop, t->exit,
						    &t->niter, NULL, true)
	  && compute_count (t));
}

/* --- Values that are set ------------------------------------------------- */

/* A place in a variable: BYTES, a constant, at OFFSET, not one, and DISTANCE
   bytes.  */
struct place
{
  tree base;
  tree offset;			/* Or null.  */
  HOST_WIDE_INT distance, bytes;
};

/* Let P, of which the BYTES and, from the address of REF on, the DISTANCE are
   known, be where REF is.  Return false if that is in no local variable.  */

static bool
find_place (tree ref, place *p)
{
  poly_int64 size, position;
  machine_mode mode;
  int is_unsigned, reversed, is_volatile;
  HOST_WIDE_INT distance;
  p->base = get_inner_reference (ref, &size, &position, &p->offset, &mode,
				 &is_unsigned, &reversed, &is_volatile);
  if (!position.is_constant (&distance) || distance % BITS_PER_UNIT)
    return false;
  p->distance += distance / BITS_PER_UNIT;
  while (p->offset && TREE_CODE (p->offset) == PLUS_EXPR
	 && tree_fits_shwi_p (TREE_OPERAND (p->offset, 1)))
    {
      p->distance += tree_to_shwi (TREE_OPERAND (p->offset, 1));
      p->offset = TREE_OPERAND (p->offset, 0);
    }
  return VAR_P (p->base) && !is_global_var (p->base);
}

/* The value of OFFSET, an SSA name, as a product if it is one by a constant, as
   get_inner_reference has it.  What is added to that goes to P.  */

static tree
as_product (tree offset, place *p)
{
  gassign *def = (TREE_CODE (offset) == SSA_NAME
		  ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (offset)) : NULL);
  if (def && gimple_assign_rhs_code (def) == PLUS_EXPR
      && tree_fits_shwi_p (gimple_assign_rhs2 (def)))
    {
      p->distance += tree_to_shwi (gimple_assign_rhs2 (def));
      return as_product (gimple_assign_rhs1 (def), p);
    }
  if (!def || gimple_assign_rhs_code (def) != MULT_EXPR
      || TREE_CODE (gimple_assign_rhs2 (def)) != INTEGER_CST)
    return fold_convert (sizetype, offset);
  return fold_build2 (MULT_EXPR, sizetype,
		      fold_convert (sizetype, gimple_assign_rhs1 (def)),
		      fold_convert (sizetype, gimple_assign_rhs2 (def)));
}

/* The same of what POINTER points to.  */

static bool
find_place_at (tree pointer, place *p)
{
  tree offset = NULL_TREE;
  while (TREE_CODE (pointer) == SSA_NAME)
    {
      gassign *def = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (pointer));
      if (!def)
	return false;
      tree_code code = gimple_assign_rhs_code (def);
      if (code == POINTER_PLUS_EXPR)
	{
	  tree distance = gimple_assign_rhs2 (def);
	  if (tree_fits_shwi_p (distance))
	    p->distance += tree_to_shwi (distance);
	  else if (offset)
	    return false;
	  else
	    offset = as_product (distance, p);
	}
      else if (code != ADDR_EXPR && code != SSA_NAME
	       && !CONVERT_EXPR_CODE_P (code))
	return false;
      pointer = gimple_assign_rhs1 (def);
    }
  if (TREE_CODE (pointer) != ADDR_EXPR
      || !find_place (TREE_OPERAND (pointer, 0), p) || (offset && p->offset))
    return false;
  if (offset)
    p->offset = offset;
  return true;
}

/* True if STMT stores at a place in the same variable as P is, which becomes
   *STORED, at the same OFFSET.  */

static bool
stores_near_p (gimple *stmt, const place *p, place *stored)
{
  *stored = {};
  if (!gimple_assign_single_p (stmt) || !gimple_store_p (stmt)
      || gimple_clobber_p (stmt))
    return false;
  tree lhs = gimple_assign_lhs (stmt);
  tree size = TYPE_SIZE_UNIT (TREE_TYPE (lhs));
  if (!size || !tree_fits_shwi_p (size) || !find_place (lhs, stored))
    return false;
  stored->bytes = tree_to_shwi (size);
  return (stored->base == p->base
	  && (stored->offset && p->offset
	      ? operand_equal_p (stored->offset, p->offset)
	      : stored->offset == p->offset));
}

/* True if CALL, of GCUF_check_access, asks about the value of a thread's own
   variable that has been set, to one that was computed, in front of it.  */

static bool
needless_p (gcall *call)
{
  enum { MOST_STATEMENTS = 64 };
  ao_ref ref;
  place p = {}, stored;
  tree kind = gimple_call_arg (call, 3), bytes = gimple_call_arg (call, 1);
  tree address = gimple_call_arg (call, 0);
  if (TREE_CODE (kind) != INTEGER_CST
      || tree_to_uhwi (kind) != GCUF_ACCESS_USED || !tree_fits_shwi_p (bytes)
      || !find_place_at (address, &p))
    return false;
  p.bytes = tree_to_shwi (bytes);
  ao_ref_init_from_ptr_and_size (&ref, address, bytes);
  gimple *stmt = call;
  for (int i = 0; i < MOST_STATEMENTS; i++)
    {
      stmt = SSA_NAME_DEF_STMT (gimple_vuse (stmt));
      if (gimple_nop_p (stmt) || gimple_code (stmt) == GIMPLE_PHI)
	return false;
      if (stores_near_p (stmt, &p, &stored))
	{
	  if (stored.distance == p.distance && stored.bytes == p.bytes)
	    return !cuf_copied_p (gimple_assign_rhs1 (stmt));
	  if (stored.distance + stored.bytes <= p.distance
	      || p.distance + p.bytes <= stored.distance)
	    continue;
	}
      else if (stored.base && VAR_P (stored.base) && stored.base != p.base)
	continue;
      if (stmt_may_clobber_ref_p_1 (stmt, &ref))
	return false;
    }
  return false;
}

static void
remove_statement (gimple *stmt)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  unlink_stmt_vdef (stmt);
  gsi_remove (&gsi, true);
  release_defs (stmt);
}

/* Remove such calls from FUN.  */

static void
remove_needless (function *fun)
{
  basic_block bb;
  bool removed = false;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); )
      {
	gcall *call = dyn_cast<gcall *> (gsi_stmt (gsi));
	gsi_next (&gsi);
	if (call
	    && (cuf_thread_mark_p (call)
		|| (gimple_call_fndecl (call) == cuf_tree (CUF_FN_CHECK_ACCESS)
		    && needless_p (call))))
	  {
	    remove_statement (call);
	    removed = true;
	  }
      }
  if (removed)
    update_ssa (TODO_update_ssa_only_virtuals);
}

/* --- The call ------------------------------------------------------------ */

/* Set member NAME of REF, a `struct gcuf_stretch', to VALUE.  */

static void
set_member (told_loop *t, tree ref, const char *name, tree value)
{
  tree member = cuf_component (unshare_expr (ref), name);
  value = compute (t, fold_convert (TREE_TYPE (member), value));
  gimple_seq_add_stmt (&t->stmts, gimple_build_assign (member, value));
}

/* Tell of the accesses of CALL in REF.  */

static void
tell_stretch (told_loop *t, tree ref, gcall *call)
{
  evolution address, base;
  bool known = evolves_evenly_p (t, call, gimple_call_arg (call, 0), &address);
  known &= evolves_evenly_p (t, call, gimple_call_arg (call, 2), &base);
  gcc_assert (known);
  unsigned kind = tree_to_uhwi (gimple_call_arg (call, 3));
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
  bool known = evolves_evenly_p (t, call, gimple_call_arg (call, 0), &address);
  bool inside = gimple_bb (call)->loop_father == t->inner;
  gcc_assert (known);
  set_member (t, ref, "step", fold_convert (ssizetype, address.inner_step));
  set_member (t, ref, "count", inside ? t->inner_count : size_one_node);
}

/* Let TELL tell of each access of T in an element of an array of TYPE, and return
   its address.  */

static tree
tell_all (told_loop *t, tree type, const char *name,
	  void (*tell) (told_loop *, tree, gcall *))
{
  unsigned n = t->accesses.length ();
  tree array = create_tmp_var (build_array_type_nelts (type, n), name);
  TREE_ADDRESSABLE (array) = 1;
  for (unsigned i = 0; i < n; i++)
    tell (t, build4 (ARRAY_REF, type, array, size_int (i), NULL_TREE,
		     NULL_TREE),
	  t->accesses[i]);
  return compute (t, fold_convert (ptr_type_node,
				   build_fold_addr_expr (array)));
}

/* Compute whether the runtime has nothing to say about any access.  */

static tree
tell_stretches (told_loop *t)
{
  tree n = size_int (t->accesses.length ());
  tree stretches = tell_all (t, cuf_tree (CUF_STRETCH), "stretches",
			     tell_stretch);
  tree first = (t->indices.is_empty () ? integer_zero_node
		: compute (t, fold_convert (integer_type_node,
					    t->index.base)));
  gcall *call;
  if (t->inner)
    call = gimple_build_call (cuf_tree (CUF_FN_CHECK_NEST), 5, stretches,
			      tell_all (t, cuf_tree (CUF_INNER), "inner",
					tell_inner),
			      n, t->count, first);
  else
    call = gimple_build_call (cuf_tree (CUF_FN_CHECK_STRETCHES), 4, stretches,
			      n, t->count, first);
  tree quiet = make_ssa_name (integer_type_node);
  gimple_call_set_lhs (call, quiet);
  gimple_set_location (call, gimple_location (t->accesses[0]));
  gimple_seq_add_stmt (&t->stmts, call);
  return quiet;
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

/* Make two loops of that of T, one of them without checks.  */

static void
transform (told_loop *t)
{
  tree quiet = tell_stretches (t);
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
      for (gcall *call : t->accesses)
	remove_statement (call);
      for (gimple *stmt : t->indices)
	remove_statement (stmt);
      for (edge e : t->failures)
	never_take (e);
    }
}

/* --- Short loops --------------------------------------------------------- */

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

/* A loop of few iterations inside another one, as over the components of a
   vector, is better unrolled, so that the outer one may tell of its accesses.
   GCC does not do so where there are calls, unless it is asked to.  */

static void
unroll_short (loop_p loop)
{
  enum { FEW = 9 };
  if (loop->unroll || !loop_outer (loop) || !loop_outer (loop_outer (loop))
      || !tells_p (loop))
    return;
  edge exit = cuf_regular_exit (loop, NULL);
  tree_niter_desc niter;
  if (exit
      && number_of_iterations_exit_assumptions (loop, exit, &niter, NULL, true)
      && tree_fits_uhwi_p (niter.niter) && tree_to_uhwi (niter.niter) < FEW)
    loop->unroll = tree_to_uhwi (niter.niter) + 1;
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
  for (loop_p loop : loops_list (fun, LI_ONLY_INNERMOST))
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

/* --- The pass ------------------------------------------------------------ */

/* True if LOOP has one loop in it, which has none.  */

static bool
nest_p (loop_p loop)
{
  return (loop_outer (loop) && loop->inner && !loop->inner->next
	  && !loop->inner->inner);
}

/* Let what LOOP and the loop in it, if there is one, access be told of at once,
   and return true, if that is possible.  */

static bool
tell_at_once (loop_p loop)
{
  told_loop t = {};
  t.loop = loop;
  t.inner = loop->inner;
  if (!analyse (&t))
    return false;
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
  remove_needless (fun);
  for (bool nests : { true, false })
    {
      auto_vec<loop_p> loops;
      for (loop_p loop : loops_list (fun, LI_FROM_INNERMOST))
	if (nests ? nest_p (loop) : !loop->inner)
	  loops.safe_push (loop);
      for (loop_p loop : loops)
	changed |= tell_at_once (loop);
    }
  return changed ? TODO_cleanup_cfg : 0;
}

/* That pass.  */

opt_pass *
cuf_make_access_loops_pass (void)
{
  return new access_loops_pass (g);
}
