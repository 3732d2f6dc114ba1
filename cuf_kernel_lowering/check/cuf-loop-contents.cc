/* What is in a loop whose accesses may be checked together.
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
#include "fold-const.h"
#include "gimple-iterator.h"
#include "gimple-pretty-print.h"
#include "cfgloop.h"
#include "tree-cfg.h"
#include "tree-chrec.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-ivopts.h"
#include "tree-ssa-loop-niter.h"
#include "options.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-told-loop.h"

/* If VALUE changes by the same amount in each iteration of T's loop and does not
   wrap around, or does not change at all, let IV tell.  */

bool
cuf_even_p (const told_loop *t, tree value, affine_iv *iv)
{
  iv->base = value;
  iv->step = integer_zero_node;
  iv->no_overflow = true;
  return (expr_invariant_in_loop_p (t->loop, value)
	  || (simple_iv (t->loop, t->loop, value, iv, true)
	      && !cuf_large_term_p (iv->step)
	      && expr_invariant_in_loop_p (t->loop, iv->step)));
}

/* True if EXPR is known, and the same in all iterations of T's loop.  */

static bool
same_p (const told_loop *t, tree expr)
{
  return (!chrec_contains_undetermined (expr)
	  && !tree_contains_chrecs (expr, NULL)
	  && expr_invariant_in_loop_p (t->loop, expr));
}

/* If VALUE, which STMT uses, changes evenly in the loops of T let E tell.  */

bool
cuf_evolves_evenly_p (const told_loop *t, gimple *stmt, tree value,
		      evolution *e)
{
  e->step = e->inner_step = integer_zero_node;
  if (!t->inner)
    {
      affine_iv iv;
      bool even = cuf_fit_even_p (t, value, &iv);
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

/* True if all ways from FROM, in the loop of T, lead to TO, or fail before.  */

static bool
lead_to_p (const told_loop *t, basic_block from, basic_block to)
{
  auto_vec<basic_block> left;
  hash_set<basic_block> seen;
  left.safe_push (from);
  while (!left.is_empty ())
    {
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, left.pop ()->succs)
	{
	  if (e == t->exit || e->dest == t->loop->header)
	    return false;
	  if (e->dest != to && flow_bb_inside_loop_p (t->loop, e->dest)
	      && !seen.add (e->dest))
	    left.safe_push (e->dest);
	}
    }
  return true;
}

/* Let BB be run in each iteration of T: add the edges that pass by it to
   GUARDS.  Return false if that is not possible.  */

bool
cuf_guards_p (const told_loop *t, basic_block bb, vec<edge> *guards)
{
  while (!dominated_by_p (CDI_DOMINATORS, t->exit->src, bb))
    {
      if (!single_pred_p (bb))
	{
	  /* Where both ways of a condition meet.  */
	  basic_block from = get_immediate_dominator (CDI_DOMINATORS, bb);
	  if (!lead_to_p (t, from, bb))
	    return false;
	  bb = from;
	  continue;
	}
      edge taken = single_pred_edge (bb);
      bb = taken->src;
      /* What is behind the loop in it is come to as what is in front.  */
      if (t->inner && taken == t->inner_exit)
	{
	  bb = loop_preheader_edge (t->inner)->src;
	  continue;
	}
      if (EDGE_COUNT (bb->succs) != 2)
	return false;
      edge other = EDGE_SUCC (bb, EDGE_SUCC (bb, 0) == taken);
      /* Behind the end of the loop there is one iteration less.  */
      if (other == t->exit)
	return false;
      guards->safe_push (other);
    }
  return true;
}

/* The same, where they are not to be taken.  */

bool
cuf_always_run (told_loop *t, basic_block bb)
{
  auto_vec<edge> guards;
  if (!cuf_guards_p (t, bb, &guards))
    return false;
  for (edge e : guards)
    if (!t->failures.contains (e))
      t->failures.safe_push (e);
  return true;
}

/* The same in each iteration of the loop that BB is in, if that is the inner loop
   of T, which is run in each iteration of the other one.  */

static bool
run_each_time (told_loop *t, basic_block bb)
{
  if (t->inner && bb->loop_father == t->inner)
    return dominated_by_p (CDI_DOMINATORS, t->inner_exit->src, bb);
  return cuf_always_run (t, bb);
}

/* True if CALL, of GCUF_check_access, is of a variable of the thread's own that it
   knows by a pointer, as an argument.  */

static bool
of_variable_p (gcall *call)
{
  tree base = gimple_call_arg (call, 2);
  if (TREE_CODE (base) != ADDR_EXPR)
    return false;
  base = get_base_address (TREE_OPERAND (base, 0));
  return base && VAR_P (base) && !is_global_var (base);
}

/* True if the value that CALL asks about may be of such a variable, which may be
   unset in the loop itself.  What the host has given is not.  */

static bool
asks_unknown_p (gcall *call)
{
  tree kind = gimple_call_arg (call, 3), base = gimple_call_arg (call, 2);
  return (TREE_CODE (kind) != INTEGER_CST
	  || (tree_to_uhwi (kind) & GCUF_ACCESS_USED
	      && !(tree_to_uhwi (kind) & GCUF_ACCESS_GIVEN)
	      && TREE_CODE (base) != ADDR_EXPR));
}

/* True if what CALL, of GCUF_check_access, accesses changes evenly in T.  */

bool
cuf_even_access_p (const told_loop *t, gcall *call)
{
  evolution e;
  return (cuf_evolves_evenly_p (t, call, gimple_call_arg (call, 0), &e)
	  && cuf_evolves_evenly_p (t, call, gimple_call_arg (call, 2), &e)
	  && expr_invariant_in_loop_p (t->loop, gimple_call_arg (call, 4)));
}

/* Note CALL, of GCUF_check_access.  Return false if it cannot be told of
   together with others.  */

static bool
note_access (told_loop *t, gcall *call)
{
  tree kind = gimple_call_arg (call, 3);
  unsigned bad = GCUF_ACCESS_ATOMIC;
  if (t->inner && gimple_bb (call)->loop_father == t->inner)
    bad |= GCUF_ACCESS_WRITE;
  const char *why = NULL;
  bool masked = false;
  unsigned bounded = t->bounded.length ();
  if (t->asks && of_variable_p (call))
    return true;
  if (cuf_number_told (t) == GCUF_MOST_STRETCHES)
    why = "too many";
  else if (t->asks && asks_unknown_p (call))
    why = "of what may be a variable that is not set";
  else if (TREE_CODE (kind) != INTEGER_CST || tree_to_uhwi (kind) & bad
	   || TREE_CODE (gimple_call_arg (call, 1)) != INTEGER_CST)
    why = "of a kind that is looked at by itself";
  else if (!cuf_even_access_p (t, call))
    why = "not even";
  else if (!run_each_time (t, gimple_bb (call)))
    {
      why = "not made each time";
      masked = cuf_maskable_p (t, call);
    }
  if (why && dump_file)
    fprintf (dump_file, "loop %d: an access is %s\n", t->loop->num, why);
  if (why && !t->some)
    return false;
  if (why && !masked)
    t->bounded.truncate (bounded);
  (masked ? t->masked : why ? t->rest : t->accesses).safe_push (call);
  return true;
}

/* True if CALL is about a thread alone: which of its own values are not set, or
   whether one is, what it has set, or where it is going to wait.  */

static bool
about_thread_p (gcall *call)
{
  tree fn = gimple_call_fndecl (call);
  return (cuf_value_check_p (call) || fn == cuf_tree (CUF_FN_CHECK_UNSET)
	  || fn == cuf_tree (CUF_FN_CHECK_PART)
	  || fn == cuf_tree (CUF_FN_CHECK_VALUE)
	  || fn == cuf_tree (CUF_FN_CHECK_WAIT));
}

/* Note CALL, of GCUF_check_unset_shared, which only the first thread of a block
   has to make.  Return false if that cannot be done in front of the loop.  */

static bool
note_unset (told_loop *t, gcall *call)
{
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    if (!is_gimple_min_invariant (gimple_call_arg (call, i)))
      return false;
  t->unset.safe_push (call);
  return (gimple_bb (call)->loop_father == t->loop
	  && dominated_by_p (CDI_DOMINATORS, t->exit->src, gimple_bb (call)));
}

/* Note CALL.  Return false if it may be of interest to checks.  */

static bool
note_call (told_loop *t, gcall *call)
{
  tree fn = gimple_call_fndecl (call);
  if (t->asks && about_thread_p (call))
    return true;
  if (fn == cuf_tree (CUF_FN_CHECK_ACCESS))
    return note_access (t, call);
  if (fn == cuf_tree (CUF_FN_CHECK_UNSET_SHARED))
    return note_unset (t, call);
  return ((gimple_call_internal_p (call) || gimple_call_builtin_p (call)
	   || (gimple_call_flags (call) & ECF_CONST))
	  && !gimple_vdef (call) && !stmt_ends_bb_p (call));
}

/* Note STMT, which gives the context the thread's index.  Threads come one after
   the other.  Behind the end of the loop it is that of the next one.  */

static bool
note_index (told_loop *t, gimple *stmt)
{
  basic_block bb = gimple_bb (stmt), end = t->exit->src;
  bool behind = !dominated_by_p (CDI_DOMINATORS, end, bb);
  if (!gimple_assign_single_p (stmt) || bb->loop_father != t->loop
      || (behind && !(bb != end && dominated_by_p (CDI_DOMINATORS, bb, end)
		      && dominated_by_p (CDI_DOMINATORS, t->loop->latch, bb)))
      || !cuf_even_p (t, gimple_assign_rhs1 (stmt), &t->index)
      || !integer_onep (t->index.step) || !t->indices.is_empty ())
    return false;
  if (behind)
    t->index.base = fold_build2 (MINUS_EXPR, TREE_TYPE (t->index.base),
				 t->index.base,
				 build_one_cst (TREE_TYPE (t->index.base)));
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
      && get_base_address (gimple_assign_rhs1 (stmt)) == context
      && !cuf_block_load_p (stmt))
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

bool
cuf_note_statements (told_loop *t)
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
	if (!fit && dump_file)
	  {
	    fprintf (dump_file, "loop %d: not fit: ", t->loop->num);
	    print_gimple_stmt (dump_file, stmt, 0);
	  }
      }
  free (body);
  return fit && (!t->accesses.is_empty () || !t->masked.is_empty ());
}

/* Let the loop in that of T be run as often in each iteration.  */

bool
cuf_analyse_inner (told_loop *t)
{
  const tree_niter_desc *n = &t->inner_niter;
  t->inner_exit = cuf_regular_exit (t->inner, &t->failures);
  return (t->inner_exit
	  && flow_bb_inside_loop_p (t->loop, t->inner_exit->dest)
	  && number_of_iterations_exit_assumptions (t->inner, t->inner_exit,
						    &t->inner_niter, NULL, true)
	  && expr_invariant_in_loop_p (t->loop, n->assumptions)
	  && expr_invariant_in_loop_p (t->loop, n->may_be_zero)
	  && expr_invariant_in_loop_p (t->loop, n->niter)
	  && cuf_always_run (t, loop_preheader_edge (t->inner)->src));
}
