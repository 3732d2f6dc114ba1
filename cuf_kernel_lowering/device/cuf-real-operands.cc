/* Sums and products of complex and real numbers.
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
#include "fold-const.h"
#include "gimple-iterator.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* Of a real operand gfortran makes a complex one, with an imaginary part of zero,
   and GCC takes that part into account, since zeros have signs: a product has
   four multiplications, of which two are by zero.  In device code, on both
   backends, a real operand has no imaginary part: what it is multiplied by has
   both parts multiplied, and what it is added to keeps its imaginary part.
   Numbers differ from those of GCC's only in the signs of zeros, and where an
   operand is infinite or NaN: a part that is neither does not become NaN.  */

tree
cuf_real_number (tree value)
{
  if (TREE_CODE (value) == COMPLEX_CST)
    return (real_zerop (TREE_IMAGPART (value)) ? TREE_REALPART (value)
	    : NULL_TREE);
  gassign *def = (TREE_CODE (value) == SSA_NAME
		  ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value)) : NULL);
  return (def && gimple_assign_rhs_code (def) == COMPLEX_EXPR
	  && real_zerop (gimple_assign_rhs2 (def))
	  ? gimple_assign_rhs1 (def) : NULL_TREE);
}

/* Insert in front of GSI the operation CODE of X and, unless it is null, of Y, real
   numbers, and return its value.  */

static tree
compute (gimple_stmt_iterator *gsi, tree_code code, tree x, tree y = NULL_TREE)
{
  tree type = TREE_TYPE (x);
  if (TREE_CODE (type) == COMPLEX_TYPE)
    {
      type = TREE_TYPE (type);
      x = fold_build1 (code, type, x);
      code = TREE_CODE (x);
    }
  gassign *stmt = gimple_build_assign (make_ssa_name (type), code, x, y);
  gimple_set_location (stmt, gimple_location (gsi_stmt (*gsi)));
  gsi_insert_before (gsi, stmt, GSI_SAME_STMT);
  return gimple_assign_lhs (stmt);
}

/* Let the statement at GSI have the parts RE and IM for its result.  */

static void
set_parts (gimple_stmt_iterator *gsi, tree re, tree im)
{
  gimple_assign_set_rhs_with_ops (gsi, COMPLEX_EXPR, re, im);
  update_stmt (gsi_stmt (*gsi));
}

/* Let the statement at GSI be CODE of Z, a complex number, and of X, a real one,
   which is the first operand if X_FIRST.  */

static void
use_real (gimple_stmt_iterator *gsi, tree_code code, tree z, tree x,
	  bool x_first)
{
  tree re = compute (gsi, REALPART_EXPR, z);
  tree im = compute (gsi, IMAGPART_EXPR, z);
  re = (x_first ? compute (gsi, code, x, re) : compute (gsi, code, re, x));
  if (code == MULT_EXPR)
    im = compute (gsi, code, im, x);
  else if (code == MINUS_EXPR && x_first)
    im = compute (gsi, NEGATE_EXPR, im);
  set_parts (gsi, re, im);
}

/* Let the statement at GSI have real operands where they are that.  */

static void
look_at (gimple_stmt_iterator *gsi)
{
  gassign *stmt = dyn_cast<gassign *> (gsi_stmt (*gsi));
  if (!stmt)
    return;
  tree_code code = gimple_assign_rhs_code (stmt);
  tree type = TREE_TYPE (gimple_assign_lhs (stmt));
  if ((code != MULT_EXPR && code != PLUS_EXPR && code != MINUS_EXPR)
      || TREE_CODE (type) != COMPLEX_TYPE
      || !SCALAR_FLOAT_TYPE_P (TREE_TYPE (type)))
    return;
  tree a = gimple_assign_rhs1 (stmt), b = gimple_assign_rhs2 (stmt);
  if (tree x = cuf_real_number (b))
    use_real (gsi, code, a, x, false);
  else if (tree x = cuf_real_number (a))
    use_real (gsi, code, b, x, true);
}

/* Before streaming: let CFUN multiply and add real numbers as such.  */

void
cuf_use_real_operands (cgraph_node *)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      look_at (&gsi);
}
