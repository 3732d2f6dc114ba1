/* Counters of loops with a variable step.
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
#include "ssa-iterators.h"
#include "cgraph.h"
#include "cfgloop.h"
#include "stringpool.h"
#include "attribs.h"
#include "fold-const.h"
#include "gimple-iterator.h"
#include "gimple-walk.h"
#include "tree-cfg.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* gfortran counts the iterations of a loop such as

     do j = threadidx%x, n, blockdim%x

   down from a quotient.  In a loop around it that is a division each time, and
   takes longer than the few iterations that a thread has of it.  So there the
   counter becomes its product with the step: it begins as the dividend, the
   divisor is taken off, and is not any more where what is left is less.

   GCC does not unroll such a loop, as it does not know how often it iterates.
   That would be a loss if it loads from global memory, and waited for one load
   after the other.  */

/* The counter of a loop.  */

struct counter
{
  gphi *phi;			/* In the loop's header.  */
  edge entry;			/* Into the loop.  */
  tree first;			/* A quotient, or what joins some.  */
  gassign *decrement;
  gcond *exit;
};

/* --- Recognition --------------------------------------------------------- */

/* The assignment of a quotient of numbers without signs, the divisor of which
   varies, to NAME, or null.  */

static gassign *
quotient (tree name)
{
  if (TREE_CODE (name) != SSA_NAME || !TYPE_UNSIGNED (TREE_TYPE (name))
      || !has_single_use (name))
    return NULL;
  gassign *def = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (name));
  return (def && gimple_assign_rhs_code (def) == TRUNC_DIV_EXPR
	  && TREE_CODE (gimple_assign_rhs2 (def)) == SSA_NAME ? def : NULL);
}

/* The PHI node that joins quotients in NAME, for steps in either direction, or
   null.  */

static gphi *
joined_quotients (tree name)
{
  if (TREE_CODE (name) != SSA_NAME || !has_single_use (name))
    return NULL;
  gphi *phi = dyn_cast<gphi *> (SSA_NAME_DEF_STMT (name));
  if (!phi)
    return NULL;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    if (!quotient (gimple_phi_arg_def (phi, i)))
      return NULL;
  return phi;
}

/* True if COND asks whether NAME is zero.  */

static bool
asks_for_zero_p (gcond *cond, tree name)
{
  return (gimple_cond_lhs (cond) == name
	  && integer_zerop (gimple_cond_rhs (cond))
	  && (gimple_cond_code (cond) == EQ_EXPR
	      || gimple_cond_code (cond) == NE_EXPR));
}

/* True if all uses of C's counter are that it is decremented and compared with
   zero, once each, and note these in C.  */

static bool
find_uses (counter *c)
{
  tree name = gimple_phi_result (c->phi);
  imm_use_iterator iterator;
  use_operand_p use;
  c->decrement = NULL;
  c->exit = NULL;
  FOR_EACH_IMM_USE_FAST (use, iterator, name)
    {
      gimple *stmt = USE_STMT (use);
      if (is_gimple_debug (stmt))
	continue;
      gassign *assign = dyn_cast<gassign *> (stmt);
      gcond *cond = dyn_cast<gcond *> (stmt);
      if (assign && !c->decrement
	  && gimple_assign_rhs_code (assign) == PLUS_EXPR
	  && gimple_assign_rhs1 (assign) == name
	  && integer_all_onesp (gimple_assign_rhs2 (assign))
	  && has_single_use (gimple_assign_lhs (assign)))
	c->decrement = assign;
      else if (cond && !c->exit && asks_for_zero_p (cond, name))
	c->exit = cond;
      else
	return false;
    }
  return c->decrement && c->exit;
}

/* Let C be the counter that PHI, in LOOP's header, is; false if it is none.  */

static bool
counter_p (counter *c, loop_p loop, gphi *phi)
{
  edge latch = loop_latch_edge (loop);
  c->phi = phi;
  c->entry = loop_preheader_edge (loop);
  if (gimple_phi_num_args (phi) != 2 || !find_uses (c)
      || PHI_ARG_DEF_FROM_EDGE (phi, latch)
	 != gimple_assign_lhs (c->decrement))
    return false;
  c->first = PHI_ARG_DEF_FROM_EDGE (phi, c->entry);
  return quotient (c->first) || joined_quotients (c->first);
}

/* True if REF, an operand of a statement, is not in shared memory or a variable
   of the thread's.  */

static bool
global_load_walk (gimple *, tree, tree ref, void *)
{
  tree base = get_base_address (ref);
  if (base && TREE_CODE (base) == MEM_REF)
    return !cuf_dynamic_shared_pointer_p (TREE_OPERAND (base, 0));
  return !(base && VAR_P (base)
	   && (!is_global_var (base)
	       || lookup_attribute ("shared", DECL_ATTRIBUTES (base))));
}

/* True if LOOP loads from global memory, or calls functions, which may.  */

static bool
loads_p (loop_p loop)
{
  bool any = false;
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes && !any; i++)
    for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (body[i]);
	 !gsi_end_p (gsi) && !any; gsi_next_nondebug (&gsi))
      any = (is_gimple_call (gsi_stmt (gsi))
	     || walk_stmt_load_store_ops (gsi_stmt (gsi), NULL,
					  global_load_walk, NULL));
  free (body);
  return any;
}

/* --- The change ---------------------------------------------------------- */

/* The operand N of the quotients that NAME is or joins, joined where NAME
   is.  */

static tree
joined_operand (tree name, int n)
{
  if (gassign *q = quotient (name))
    return gimple_op (q, n);
  gphi *phi = joined_quotients (name);
  basic_block bb = gimple_bb (phi);
  gphi *joined = create_phi_node (make_ssa_name (TREE_TYPE (name)), bb);
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    add_phi_arg (joined, gimple_op (quotient (gimple_phi_arg_def (phi, i)), n),
		 gimple_phi_arg_edge (phi, i), gimple_phi_arg_location (phi, i));
  return gimple_phi_result (joined);
}

/* Let C count down from its dividend, by the divisor.  The quotients have no
   uses then.  */

static void
count_by_step (counter *c)
{
  tree name = gimple_phi_result (c->phi);
  tree left = joined_operand (c->first, 1);
  tree step = joined_operand (c->first, 2);
  SET_PHI_ARG_DEF (c->phi, c->entry->dest_idx, left);

  gimple_stmt_iterator gsi = gsi_for_stmt (c->decrement);
  gimple_assign_set_rhs_with_ops (&gsi, MINUS_EXPR, name, step);
  update_stmt (gsi_stmt (gsi));

  tree_code code
    = gimple_cond_code (c->exit) == EQ_EXPR ? LT_EXPR : GE_EXPR;
  gimple_cond_set_condition (c->exit, code, name, step);
  update_stmt (c->exit);
}

/* Let the counters of LOOP that may count by its step do so.  */

static void
count_loop (loop_p loop)
{
  auto_vec<counter> counters;
  counter c;
  for (gphi_iterator gsi = gsi_start_phis (loop->header); !gsi_end_p (gsi);
       gsi_next (&gsi))
    if (counter_p (&c, loop, gsi.phi ()))
      counters.safe_push (c);
  if (!counters.is_empty () && !loads_p (loop))
    for (counter &counter : counters)
      count_by_step (&counter);
}

/* Before streaming: let loops in loops of NODE's function, which is CFUN, do
   without the division by their steps.  */

void
cuf_count_by_steps (cgraph_node *)
{
  loop_optimizer_init (LOOPS_NORMAL);
  for (loop_p loop : loops_list (cfun, LI_FROM_INNERMOST))
    if (loop_depth (loop) > 1)
      count_loop (loop);
  loop_optimizer_finalize ();
}
