/* Loops in which a thread waits for another one to change memory.
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
#include "cgraph.h"
#include "cfgloop.h"
#include "gimple-iterator.h"
#include "tree-into-ssa.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* On a GPU a thread may wait in a loop until another thread of its block has
   written something: for a flag, or for a lock.  On the cpu backend the
   threads of a block share a host thread, and the one that waits has to let
   the others run.  Calls of __gcuf_spin in such loops see to that; on the
   device it is empty, and inlined.

   A loop waits if whether it goes on depends on what it sees in the same place
   of memory in each iteration: by an atomic function that does the same each
   time, a volatile load, one that goes past the caches, or any if there is a
   memory fence in the loop.  What changes memory each time, as a counter of
   pieces of work does, or is tried with another value each time, as a compare
   and swap is that makes up for a missing atomic function, makes progress
   without the other threads.  */

/* Intrinsics that see memory and leave it as it is, or do so once they have
   been called; and those that do so if they add zero.  */
static const char *const observers[] = {
  "atomiccas_", "atomicexch_", "atomicmax_", "atomicmin_", "atomicand_",
  "atomicor_", "ldca_", "ldcg_", "ldcs_", "ldlu_", "ldcv_", "load_volatile_"
};
static const char *const adders[] = {
  "atomicadd_", "atomicsub_", "atomicxor_"
};

static bool
any_prefix_p (const char *name, const char *const *prefixes, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (startswith (name, prefixes[i]))
      return true;
  return false;
}

/* What follows "__gcuf_" in the name of the intrinsic that STMT calls, or
   null.  */

static const char *
called_intrinsic (gimple *stmt)
{
  tree fn = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  if (!fn || !DECL_EXTERNAL (fn))
    return NULL;
  const char *symbol = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fn));
  return (startswith (symbol, "__gcuf_") ? symbol + strlen ("__gcuf_") : NULL);
}

static bool
fence_p (gimple *stmt)
{
  const char *name = called_intrinsic (stmt);
  return name && startswith (name, "threadfence");
}

/* True if STMT sees what another thread has written to memory, and does not
   change that again and again; any load if FENCED.  */

static bool
observation_p (gimple *stmt, bool fenced)
{
  if (gimple_assign_load_p (stmt))
    return fenced;
  const char *name = called_intrinsic (stmt);
  if (!name)
    return false;
  if (any_prefix_p (name, adders, ARRAY_SIZE (adders)))
    {
      tree value = gimple_call_arg (stmt, 1);
      return integer_zerop (value) || real_zerop (value);
    }
  return any_prefix_p (name, observers, ARRAY_SIZE (observers));
}

/* True if STMT, a statement of LOOP, does the same in each iteration, as far as
   its operands tell.  Those in SEEN have been found to do so.  */

static bool
repeated_p (gimple *stmt, class loop *loop, hash_set<gimple *> *seen)
{
  ssa_op_iter iter;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, stmt, iter, SSA_OP_USE)
    {
      gimple *def = SSA_NAME_DEF_STMT (use);
      basic_block bb = gimple_bb (def);
      if (!bb || !flow_bb_inside_loop_p (loop, bb) || seen->contains (def))
	continue;
      if (gimple_code (def) == GIMPLE_PHI
	  || (is_gimple_call (def)
	      && !(gimple_call_flags (def) & (ECF_CONST | ECF_PURE)))
	  || !repeated_p (def, loop, seen))
	return false;
    }
  seen->add (stmt);
  return true;
}

/* True if a condition or something in memory depends on the result of STMT in
   LOOP.  */

static bool
decides_p (gimple *stmt, class loop *loop)
{
  auto_vec<tree> queue;
  hash_set<tree> seen;
  tree lhs = gimple_get_lhs (stmt);
  if (lhs && TREE_CODE (lhs) == SSA_NAME)
    queue.safe_push (lhs);
  else if (lhs)
    return true;
  while (!queue.is_empty ())
    {
      tree name = queue.pop ();
      if (seen.add (name))
	continue;
      use_operand_p use;
      imm_use_iterator iter;
      FOR_EACH_IMM_USE_FAST (use, iter, name)
	{
	  gimple *user = USE_STMT (use);
	  if (is_gimple_debug (user)
	      || !flow_bb_inside_loop_p (loop, gimple_bb (user)))
	    continue;
	  if (gimple_code (user) == GIMPLE_COND
	      || gimple_code (user) == GIMPLE_SWITCH
	      || gimple_store_p (user))
	    return true;
	  if (gphi *phi = dyn_cast<gphi *> (user))
	    queue.safe_push (gimple_phi_result (phi));
	  else if (is_gimple_assign (user))
	    queue.safe_push (gimple_assign_lhs (user));
	}
    }
  return false;
}

/* True if LOOP, or one around it, waits for what STMT sees.  */

static bool
waits_for_p (gimple *stmt, class loop *loop)
{
  for (; loop_outer (loop); loop = loop_outer (loop))
    {
      hash_set<gimple *> seen;
      if (repeated_p (stmt, loop, &seen) && decides_p (stmt, loop))
	return true;
    }
  return false;
}

/* True if there is a memory fence in LOOP, or in one around it.  */

static bool
fenced_p (class loop *loop)
{
  if (!loop_outer (loop))
    return false;
  while (loop_outer (loop_outer (loop)))
    loop = loop_outer (loop);
  basic_block *body = get_loop_body (loop);
  bool found = false;
  for (unsigned i = 0; i < loop->num_nodes && !found; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]);
	 !gsi_end_p (gsi) && !found; gsi_next (&gsi))
      found = fence_p (gsi_stmt (gsi));
  free (body);
  return found;
}

/* Collect in WAITS the statements of CFUN that a loop waits for.  */

static void
collect_waits (vec<gimple *> *waits)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      if (!loop_outer (bb->loop_father))
	continue;
      bool fenced = fenced_p (bb->loop_father);
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	if (observation_p (gsi_stmt (gsi), fenced)
	    && waits_for_p (gsi_stmt (gsi), bb->loop_father))
	  waits->safe_push (gsi_stmt (gsi));
    }
}

/* Let the loops of CFUN, which is a function of the device, that wait for other
   threads say so.  */

void
cuf_mark_spinning (cgraph_node *)
{
  auto_vec<gimple *> waits;
  loop_optimizer_init (AVOID_CFG_MODIFICATIONS);
  collect_waits (&waits);
  loop_optimizer_finalize ();
  if (waits.is_empty ())
    return;
  for (gimple *stmt : waits)
    {
      gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
      gcall *call = gimple_build_call (cuf_tree (CUF_FN_SPIN), 0);
      gimple_set_location (call, gimple_location (stmt));
      gsi_insert_before (&gsi, call, GSI_SAME_STMT);
    }
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa_only_virtuals);
  cgraph_edge::rebuild_edges ();
}
