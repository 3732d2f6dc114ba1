/* Conversions of wide integers to REAL(2) in device code.
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
#include "gimple-fold.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* nvptx's compiler converts integers of 32 bits and fewer to this kind, by way
   of REAL(4) or REAL(8), which have them all: it is rounded once.  For wider
   ones it has no instruction, and calls a function with a result of the kind,
   which it cannot compile.  But all that overflow are alike, in each rounding
   mode, and those that do not have few bits.  */

/* Numbers of this magnitude overflow, and are exact in REAL(4).  */
enum { OVERFLOWING = 1 << 17 };

/* True if STMT is such a conversion of a wide integer.  */

static bool
wide_conversion_p (const gimple *stmt)
{
  if (!is_gimple_assign (stmt) || gimple_assign_rhs_code (stmt) != FLOAT_EXPR
      || TYPE_MODE (TREE_TYPE (gimple_assign_lhs (stmt))) != HFmode)
    return false;
  return (TYPE_PRECISION (TREE_TYPE (gimple_assign_rhs1 (stmt)))
	  > TYPE_PRECISION (integer_type_node));
}

/* Append to SEQ what computes VALUE, an integer, as one of 32 bits that is the
   same number in REAL(2).  */

static tree
narrow (gimple_seq *seq, tree value)
{
  tree type = TREE_TYPE (value);

  value = gimple_build (seq, MIN_EXPR, type, value,
			build_int_cst (type, OVERFLOWING));
  if (!TYPE_UNSIGNED (type))
    value = gimple_build (seq, MAX_EXPR, type, value,
			  build_int_cst (type, -OVERFLOWING));
  return gimple_convert (seq, integer_type_node, value);
}

/* Let CFUN, device code, convert no integers of more than 32 bits to
   REAL(2).  */

void
cuf_narrow_half_operands (cgraph_node *)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (wide_conversion_p (gsi_stmt (gsi)))
	{
	  gimple *stmt = gsi_stmt (gsi);
	  gimple_seq seq = NULL;
	  tree value = narrow (&seq, gimple_assign_rhs1 (stmt));
	  annotate_all_with_location (seq, gimple_location (stmt));
	  gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
	  gimple_assign_set_rhs1 (stmt, value);
	  update_stmt (stmt);
	}
}
