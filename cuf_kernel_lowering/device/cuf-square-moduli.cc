/* Squares of the moduli of complex numbers in device code.
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
#include "gfortran.h"
#include "cuf-lower.h"

/* ABS (z)**2 is the square of a square root that takes care not to overflow,
   which the square does anyway, or to lose small numbers, whose squares are
   zero.  The sum of the squares of the two parts is that number, of a smaller
   error, and takes two instructions; on the host it can be vectorized, too.  */

/* The modulus that STMT is the square of, or null.  */

static gcall *
squared_modulus (gassign *stmt)
{
  if (gimple_assign_rhs_code (stmt) != MULT_EXPR
      || TREE_CODE (gimple_assign_rhs1 (stmt)) != SSA_NAME
      || gimple_assign_rhs1 (stmt) != gimple_assign_rhs2 (stmt))
    return NULL;
  gcall *call
    = dyn_cast<gcall *> (SSA_NAME_DEF_STMT (gimple_assign_rhs1 (stmt)));
  return (call && (gimple_call_builtin_p (call, BUILT_IN_CABS)
		   || gimple_call_builtin_p (call, BUILT_IN_CABSF))
	  ? call : NULL);
}

/* A new statement in front of the one at GSI, of CODE with the operands X and Y.
   Return its result, of TYPE.  */

static tree
add_before (gimple_stmt_iterator *gsi, tree type, tree_code code, tree x,
	    tree y = NULL_TREE)
{
  tree lhs = make_ssa_name (type);
  gassign *stmt = (y ? gimple_build_assign (lhs, code, x, y)
		   : gimple_build_assign (lhs, build1 (code, type, x)));
  gimple_set_location (stmt, gimple_location (gsi_stmt (*gsi)));
  gsi_insert_before (gsi, stmt, GSI_SAME_STMT);
  return lhs;
}

/* Let the statement at GSI be the sum of the squares of the parts of Z.  */

static void
sum_squares (gimple_stmt_iterator *gsi, tree z)
{
  tree type = TREE_TYPE (TREE_TYPE (z));
  tree re = add_before (gsi, type, REALPART_EXPR, z);
  tree im = add_before (gsi, type, IMAGPART_EXPR, z);
  tree x = add_before (gsi, type, MULT_EXPR, re, re);
  tree y = add_before (gsi, type, MULT_EXPR, im, im);
  gimple_assign_set_rhs_with_ops (gsi, PLUS_EXPR, x, y);
  update_stmt (gsi_stmt (*gsi));
}

/* Before streaming: let the squares of moduli in the function of a node, which is
   CFUN, be sums of squares, also on the host.  */

void
cuf_sum_squares (cgraph_node *)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (gassign *stmt = dyn_cast<gassign *> (gsi_stmt (gsi)))
	if (gcall *call = squared_modulus (stmt))
	  sum_squares (&gsi, gimple_call_arg (call, 0));
}
