/* Values that a condition chooses between.
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
#include "cgraph.h"
#include "tree-cfg.h"
#include "gimple-iterator.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-choice.h"

/* The edge on which a condition decides that the control goes to E's
   destination by E, or null.  */

static edge
deciding_edge (edge e)
{
  if (safe_dyn_cast<gcond *> (last_stmt (e->src)))
    return e;
  if (!single_pred_p (e->src) || !single_succ_p (e->src))
    return NULL;
  edge before = single_pred_edge (e->src);
  return safe_dyn_cast<gcond *> (last_stmt (before->src)) ? before : NULL;
}

/* Return true if one condition decides which of two arguments PHI has, and let *C be
   that.  */

bool
cuf_choice_p (gphi *phi, cuf_choice *c)
{
  if (gimple_phi_num_args (phi) != 2)
    return false;
  edge a = deciding_edge (gimple_phi_arg_edge (phi, 0));
  edge b = deciding_edge (gimple_phi_arg_edge (phi, 1));
  if (!a || !b || a == b || a->src != b->src)
    return false;
  c->cond = as_a<gcond *> (last_stmt (a->src));
  c->if_true = a->flags & EDGE_TRUE_VALUE ? 0 : 1;
  return true;
}

/* --- Their places --------------------------------------------------------- */

/* Let all uses of FROM be of TO.  */

static void
replace_uses (tree from, tree to)
{
  gimple *stmt;
  imm_use_iterator uses;
  FOR_EACH_IMM_USE_STMT (stmt, uses, from)
    {
      use_operand_p use;
      FOR_EACH_IMM_USE_ON_STMT (use, uses)
	SET_USE (use, to);
      update_stmt (stmt);
    }
}

cuf_choice_change::cuf_choice_change (cgraph_node *node, gphi *phi,
				      gimple *stmt)
  : cuf_change (node->decl),
    m_result (cuf_keep_changed (gimple_phi_result (phi))), m_stmt (stmt)
{
  basic_block bb = gimple_bb (phi);
  replace_uses (m_result, gimple_get_lhs (stmt));
  gimple_set_location (stmt, gimple_phi_arg_location (phi, 0));
  gimple_stmt_iterator gsi = gsi_after_labels (bb);
  gsi_insert_before (&gsi, stmt, GSI_NEW_STMT);
  if (gcall *call = dyn_cast<gcall *> (stmt))
    node->create_edge (cgraph_node::get_create (gimple_call_fndecl (call)),
		       call, bb->count);
}

void
cuf_choice_change::undo ()
{
  replace_uses (gimple_get_lhs (m_stmt), m_result);
  if (gcall *call = dyn_cast<gcall *> (m_stmt))
    cgraph_edge::remove (cgraph_node::get (function ())->get_edge (call));
  gimple_stmt_iterator gsi = gsi_for_stmt (m_stmt);
  gsi_remove (&gsi, true);
  release_defs (m_stmt);
}
