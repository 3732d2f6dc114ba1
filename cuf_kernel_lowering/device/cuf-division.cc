/* Divisions in device code that may be approximate.
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
#include "cuf-undo.h"

/* The offload compiler knows only the division that rounds correctly.  Where
   approximations are allowed, while the device's part of the unit is streamed,
   divisions in single precision are calls of the device library.  */

/* What REAL (X) is called for.  */
enum { DIVIDE, RECIPROCAL_ROOT };
/* Their declarations, kept by cuf_keep, or null before they are needed.  */
static tree functions[2];

static tree
device_function (int which)
{
  static const char *const names[]
    = { "__gcuf_math_fdividef", "__gcuf_math_rsqrtf" };
  if (!functions[which])
    {
      tree type
	= build_function_type_list (float_type_node, float_type_node,
				    which == DIVIDE ? float_type_node
				    : NULL_TREE, NULL_TREE);
      tree fn = build_fn_decl (names[which], type);
      TREE_READONLY (fn) = 1;
      TREE_NOTHROW (fn) = 1;
      functions[which] = cuf_keep (fn);
    }
  return functions[which];
}

/* X, if VALUE is the square root of X, or null.  */

static tree
radicand (tree value)
{
  gcall *call = (TREE_CODE (value) == SSA_NAME
		 ? dyn_cast<gcall *> (SSA_NAME_DEF_STMT (value)) : NULL);
  if (!call)
    return NULL_TREE;
  combined_fn fn = gimple_call_combined_fn (call);
  return (fn == CFN_BUILT_IN_SQRTF || fn == CFN_SQRT
	  ? gimple_call_arg (call, 0) : NULL_TREE);
}

/* The call that takes the place of the division X / Y.  */

static gcall *
build_call (tree x, tree y)
{
  tree root = real_onep (x) ? radicand (y) : NULL_TREE;
  return (root ? gimple_build_call (device_function (RECIPROCAL_ROOT), 1, root)
	  : gimple_build_call (device_function (DIVIDE), 2, x, y));
}

class division_change : public cuf_change
{
public:
  /* Let a call take the place of DIV, at GSI in NODE's function.  */
  division_change (cgraph_node *node, gassign *div, gimple_stmt_iterator *gsi);
  void undo () final override;

private:
  gcall *m_call;
  tree m_divisor;
};

division_change::division_change (cgraph_node *node, gassign *div,
				  gimple_stmt_iterator *gsi)
  : cuf_change (node->decl),
    m_divisor (cuf_keep_changed (gimple_assign_rhs2 (div)))
{
  m_call = build_call (gimple_assign_rhs1 (div), m_divisor);
  gimple_call_set_lhs (m_call, gimple_assign_lhs (div));
  cuf_put_call (node, gsi, m_call);
}

void
division_change::undo ()
{
  tree lhs = gimple_call_lhs (m_call);
  tree numerator = (gimple_call_num_args (m_call) == 2
		    ? gimple_call_arg (m_call, 0)
		    : build_one_cst (TREE_TYPE (lhs)));
  gassign *div = gimple_build_assign (lhs, RDIV_EXPR, numerator, m_divisor);
  cuf_take_call_away (function (), m_call, div);
}

/* Before streaming, where approximations are allowed: let NODE's function,
   which is CFUN, divide approximately.  */

void
cuf_use_device_division (cgraph_node *node)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	gassign *div = dyn_cast<gassign *> (gsi_stmt (gsi));
	if (div && gimple_assign_rhs_code (div) == RDIV_EXPR
	    && TYPE_MODE (TREE_TYPE (gimple_assign_lhs (div))) == SFmode)
	  cuf_undo_later (new division_change (node, div, &gsi));
      }
}
