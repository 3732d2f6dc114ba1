/* How device code returns aggregates.
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
#include "gimple-iterator.h"
#include "tree-pass.h"
#include "tree-into-ssa.h"
#include "tree-cfg.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-undo.h"

/* A function that returns an aggregate in registers on the host returns it in
   memory on the device, where the compiler wants to see that it returns the
   RESULT_DECL and nothing else.  The host's wants what was there before.  */

class return_change : public cuf_change
{
public:
  /* Let STMT, at GSI in CFUN, return RESULT with the value that it has
     returned.  */
  return_change (greturn *stmt, gimple_stmt_iterator *gsi, tree result);
  void undo () final override;

private:
  greturn *m_stmt;
  gimple *m_copy;		/* The assignment in front of it.  */
  tree m_value;			/* What it returned.  */
};

return_change::return_change (greturn *stmt, gimple_stmt_iterator *gsi,
			      tree result)
  : cuf_change (current_function_decl), m_stmt (stmt),
    m_value (cuf_keep_changed (gimple_return_retval (stmt)))
{
  gcc_checking_assert (m_value && m_value != result);
  m_copy = gimple_build_assign (result, m_value);
  gsi_insert_before (gsi, m_copy, GSI_SAME_STMT);
  gimple_return_set_retval (stmt, result);
  update_stmt (stmt);
}

void
return_change::undo ()
{
  gimple_stmt_iterator gsi = gsi_for_stmt (m_copy);
  unlink_stmt_vdef (m_copy);
  gsi_remove (&gsi, true);
  gimple_return_set_retval (m_stmt, m_value);
  update_stmt (m_stmt);
}

/* Before streaming: let the function of NODE, which is CFUN, return aggregates
   that way.  */

void
cuf_return_result_decl (cgraph_node *)
{
  tree result = DECL_RESULT (current_function_decl);
  if (!AGGREGATE_TYPE_P (TREE_TYPE (result)))
    return;

  edge e;
  edge_iterator ei;
  bool changed = false;
  FOR_EACH_EDGE (e, ei, EXIT_BLOCK_PTR_FOR_FN (cfun)->preds)
    {
      gimple_stmt_iterator gsi = gsi_last_bb (e->src);
      greturn *ret = (gsi_end_p (gsi) ? NULL
		      : dyn_cast<greturn *> (gsi_stmt (gsi)));
      tree value = ret ? gimple_return_retval (ret) : NULL_TREE;
      if (!value || value == result)
	continue;
      cuf_undo_later (new return_change (ret, &gsi, result));
      changed = true;
    }
  if (changed)
    {
      mark_virtual_operands_for_renaming (cfun);
      update_ssa (TODO_update_ssa_only_virtuals);
    }
}
