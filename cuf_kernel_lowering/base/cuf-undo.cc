/* The list of what is undone for the host after streaming.
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
#include "cgraph.h"
#include "tree-pass.h"
#include "tree-into-ssa.h"
#include "tree-cfg.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-undo.h"

/* In the order in which they were made.  */
static vec<cuf_change *> changes;

/* Keep T, which a change needs, alive until the changes are undone.  Return
   it.  */

tree
cuf_keep_changed (tree t)
{
  cuf_trees[CUF_CHANGED] = tree_cons (NULL_TREE, t, cuf_trees[CUF_CHANGED]);
  return t;
}

/* Let CALL, of a function that is known by its declaration, take the place of the
   statement at GSI in NODE's function.  */

void
cuf_put_call (cgraph_node *node, gimple_stmt_iterator *gsi, gcall *call)
{
  gimple_set_location (call, gimple_location (gsi_stmt (*gsi)));
  gsi_replace (gsi, call, false);
  node->create_edge (cgraph_node::get_create (gimple_call_fndecl (call)), call,
		     gsi_bb (*gsi)->count);
}

/* Let OTHER take the place of CALL in NODE's function, with its effects.  The
   edge stays: passes have summaries of it.  */

void
cuf_exchange_call (cgraph_node *node, gcall *call, gcall *other)
{
  gimple_set_location (other, gimple_location (call));
  gimple_move_vops (other, call);
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  gsi_replace (&gsi, other, false);
  cgraph_edge *edge = node->get_edge (call);
  gcc_assert (edge);
  edge->redirect_callee (cgraph_node::get_create (gimple_call_fndecl (other)));
  cgraph_edge::set_call_stmt (edge, other);
}

/* Let STMT take the place of CALL, which cuf_put_call has put into FN.  */

void
cuf_take_call_away (tree fn, gcall *call, gimple *stmt)
{
  gimple_set_location (stmt, gimple_location (call));
  cgraph_edge *edge = cgraph_node::get (fn)->get_edge (call);
  gcc_assert (edge);
  cgraph_edge::remove (edge);
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  gsi_replace (&gsi, stmt, false);
}

cuf_change::cuf_change (tree fn)
  : m_function (fn ? cuf_keep_changed (fn) : NULL_TREE)
{
}

/* CHANGE, which this takes over, has been made.  */

void
cuf_undo_later (cuf_change *change)
{
  tree fn = change->function ();
  gcc_checking_assert (!fn || gimple_has_body_p (fn));
  changes.safe_push (change);
}

/* Changes in CFUN have been undone: let all know of it.  */

static void
leave_function (void)
{
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa_only_virtuals);
  cgraph_edge::rebuild_references ();
  pop_cfun ();
}

/* Changes in FN are being undone: it keeps its parameters.  What interprocedural
   passes know of their uses is of what the function was before, which may not have
   used one that the function now does.  */

static void
keep_parameters (tree fn)
{
  cgraph_node::get (fn)->can_change_signature = false;
}

/* Undo the changes, the last one first.  A function that nobody calls may have
   lost its body since.  */

void
cuf_undo_changes (void)
{
  tree current = NULL_TREE;
  while (!changes.is_empty ())
    {
      cuf_change *change = changes.pop ();
      tree fn = change->function ();
      bool lost = fn && !gimple_has_body_p (fn);
      if (fn != current && !lost)
	{
	  if (current)
	    leave_function ();
	  if (fn)
	    {
	      keep_parameters (fn);
	      push_cfun (DECL_STRUCT_FUNCTION (fn));
	    }
	  current = fn;
	}
      if (!lost)
	change->undo ();
      delete change;
    }
  if (current)
    leave_function ();
  gcc_checking_assert (!cfun);
  cuf_trees[CUF_CHANGED] = NULL_TREE;
}
