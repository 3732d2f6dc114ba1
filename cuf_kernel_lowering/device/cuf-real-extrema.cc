/* The larger and the smaller of two reals in device code.
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
#include "options.h"
#include "tree.h"
#include "gimple.h"
#include "ssa.h"
#include "cgraph.h"
#include "fold-const.h"
#include "gimple-iterator.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-choice.h"

/* In

     if (x > limit .or. ieee_is_nan (limit)) limit = x

   which is also what cuf-extremum.cc makes of MAXVAL, the condition depends on
   what the one before has found, and there is a branch for each element.  PTX
   has an instruction for it: its maximum of a number and of what is none is the
   number (PTX ISA, max).  In GIMPLE that is MAX_EXPR, which on a host may be
   anything then, so the host is not to see it.  */

/* VALUE if BETTER, GT_EXPR or LT_EXPR, holds for it and LIMIT, or LIMIT is not
   a number; LIMIT otherwise.  */
struct extremum
{
  tree value, limit;
  tree_code better;
};

/* The comparison that defines CONDITION, or null.  */

static gassign *
comparison (tree condition)
{
  gassign *stmt = (TREE_CODE (condition) == SSA_NAME
		   ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (condition))
		   : NULL);
  if (!stmt || (TREE_CODE_CLASS (gimple_assign_rhs_code (stmt))
		!= tcc_comparison))
    return NULL;
  return stmt;
}

/* True if STMT asks whether LIMIT is not a number.  */

static bool
unordered_p (const gassign *stmt, tree limit)
{
  return (gimple_assign_rhs_code (stmt) == UNORDERED_EXPR
	  && gimple_assign_rhs1 (stmt) == limit
	  && gimple_assign_rhs2 (stmt) == limit);
}

/* True if STMT compares the two of E, which gets what it asks of the value.  */

static bool
compares_p (const gassign *stmt, extremum *e)
{
  tree_code code = gimple_assign_rhs_code (stmt);
  if (code != GT_EXPR && code != LT_EXPR)
    return false;
  if (gimple_assign_rhs1 (stmt) == e->value
      && gimple_assign_rhs2 (stmt) == e->limit)
    e->better = code;
  else if (gimple_assign_rhs1 (stmt) == e->limit
	   && gimple_assign_rhs2 (stmt) == e->value)
    e->better = swap_tree_comparison (code);
  else
    return false;
  return true;
}

/* True if CONDITION says that the value of E is better than its limit, or that
   the latter is not a number.  */

static bool
condition_p (tree condition, extremum *e)
{
  gassign *either = (TREE_CODE (condition) == SSA_NAME
		     ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (condition))
		     : NULL);
  if (!either || gimple_assign_rhs_code (either) != BIT_IOR_EXPR)
    return false;
  gassign *a = comparison (gimple_assign_rhs1 (either));
  gassign *b = comparison (gimple_assign_rhs2 (either));
  return a && b && ((compares_p (a, e) && unordered_p (b, e->limit))
		    || (compares_p (b, e) && unordered_p (a, e->limit)));
}

/* Change PHI of NODE's function if it is the extremum of two reals.  */

static void
change_extremum (cgraph_node *node, gphi *phi)
{
  tree type = TREE_TYPE (gimple_phi_result (phi));
  cuf_choice choice;
  if ((TYPE_MODE (type) != SFmode && TYPE_MODE (type) != DFmode)
      || HONOR_SNANS (type) || !cuf_choice_p (phi, &choice)
      || gimple_cond_code (choice.cond) != NE_EXPR
      || !integer_zerop (gimple_cond_rhs (choice.cond)))
    return;
  extremum e = { gimple_phi_arg_def (phi, choice.if_true),
		 gimple_phi_arg_def (phi, 1 - choice.if_true), ERROR_MARK };
  if (!condition_p (gimple_cond_lhs (choice.cond), &e))
    return;
  tree_code code = e.better == GT_EXPR ? MAX_EXPR : MIN_EXPR;
  gassign *stmt = gimple_build_assign (make_ssa_name (type), code, e.value,
				       e.limit);
  cuf_undo_later (new cuf_choice_change (node, phi, stmt));
}

/* Before streaming: let NODE's function, which is CFUN, have one instruction
   for the larger or the smaller of two reals, where it is one.  */

void
cuf_use_device_extrema (cgraph_node *node)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gphi_iterator gsi = gsi_start_phis (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      change_extremum (node, gsi.phi ());
}
