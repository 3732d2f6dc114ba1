/* Stores that both branches of a condition end with.
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
#include "gimplify.h"
#include "cfgloop.h"
#include "tree-cfg.h"
#include "tree-into-ssa.h"
#include "context.h"
#include "options.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* In

     if (i <= n) then
       if (a(i) > 0) then
	 b(i) = x
       else
	 b(i) = y
       end if
     end if

   GCC sees no store that is done whatever A is, as both branches lead to where
   the outer condition leads to, too.  When cuf-thread-range.cc has made that an
   interval of threads, they meet by themselves: then one store does behind
   them.  Else the vectorized loop has two, the first of which keeps what was
   there where the condition is false.  */

/* If BB, which lies between a condition and JOIN, ends with a store of a value,
   that.  */

static gassign *
last_store (basic_block bb, basic_block join)
{
  if (!single_pred_p (bb) || !single_succ_p (bb) || single_succ (bb) != join)
    return NULL;
  gassign *store = safe_dyn_cast<gassign *> (last_stmt (bb));
  if (!store || !gimple_assign_single_p (store) || !gimple_vdef (store)
      || gimple_has_volatile_ops (store)
      || !is_gimple_reg_type (TREE_TYPE (gimple_assign_lhs (store)))
      || !is_gimple_val (gimple_assign_rhs1 (store)))
    return NULL;
  return store;
}

static void
remove_store (gassign *store)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (store);
  unlink_stmt_vdef (store);
  gsi_remove (&gsi, true);
  release_defs (store);
}

/* If BB ends with a condition whose branches end with stores to the same place,
   let one behind them do.  Return true if so.  */

static bool
sink_stores (basic_block bb)
{
  if (EDGE_COUNT (bb->succs) != 2 || !safe_dyn_cast<gcond *> (last_stmt (bb)))
    return false;
  edge x = EDGE_SUCC (bb, 0), y = EDGE_SUCC (bb, 1);
  if (!single_succ_p (x->dest))
    return false;
  basic_block join = single_succ (x->dest);
  if (EDGE_COUNT (join->preds) != 2)
    return false;
  gassign *first = last_store (x->dest, join);
  gassign *second = last_store (y->dest, join);
  if (!first || !second
      || !operand_equal_p (gimple_assign_lhs (first),
			   gimple_assign_lhs (second), 0)
      || !types_compatible_p (TREE_TYPE (gimple_assign_lhs (first)),
			      TREE_TYPE (gimple_assign_lhs (second))))
    return false;

  tree place = unshare_expr (gimple_assign_lhs (first));
  tree value = make_temp_ssa_name (TREE_TYPE (place), NULL, "stored");
  gphi *phi = create_phi_node (value, join);
  add_phi_arg (phi, gimple_assign_rhs1 (first), single_succ_edge (x->dest),
	       gimple_location (first));
  add_phi_arg (phi, gimple_assign_rhs1 (second), single_succ_edge (y->dest),
	       gimple_location (second));
  gassign *store = gimple_build_assign (place, value);
  gimple_set_location (store, gimple_location (first));
  remove_store (first);
  remove_store (second);
  gimple_stmt_iterator gsi = gsi_after_labels (join);
  gsi_insert_before (&gsi, store, GSI_SAME_STMT);
  return true;
}

/* --- The pass ------------------------------------------------------------ */

static const pass_data stores_pass_data = {
  GIMPLE_PASS, "cufstores", OPTGROUP_LOOP, TV_NONE, PROP_cfg | PROP_ssa, 0, 0,
  0, 0
};

class stores_pass : public gimple_opt_pass
{
public:
  stores_pass (gcc::context *ctxt)
    : gimple_opt_pass (stores_pass_data, ctxt) {}

  bool gate (function *);
  unsigned execute (function *);
};

bool
stores_pass::gate (function *fun)
{
  return optimize >= 2 && flag_tree_loop_vectorize
	 && lookup_attribute (CUF_RUN_ATTRIBUTE, DECL_ATTRIBUTES (fun->decl));
}

unsigned
stores_pass::execute (function *fun)
{
  bool changed = false;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    if (loop_outer (bb->loop_father) && !bb->loop_father->inner)
      changed |= sink_stores (bb);
  if (!changed)
    return 0;
  mark_virtual_operands_for_renaming (fun);
  return TODO_update_ssa_only_virtuals;
}

/* That pass.  */

opt_pass *
cuf_make_stores_pass (void)
{
  return new stores_pass (g);
}
