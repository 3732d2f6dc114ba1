/* MODULO and MOD of neighbours in device code.
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
#include "ssa-iterators.h"
#include "cgraph.h"
#include "fold-const.h"
#include "gimple-iterator.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-undo.h"

/* On a periodic grid a thread's neighbours are at

     modulo (i + 1, n), modulo (i - 1, n), mod (i - 2 + n, n), mod (i, n) + 1

   where N is known when the kernel runs.  A division takes some 20 instructions.
   Mostly what is to be divided is less than one N away from the result: the
   device library adds or subtracts N, and divides only if that does not do.

   That is done to sums and differences, but not of products with a constant: such
   are random numbers and the like, and far away.  MOD is used to take apart the
   number of an element, less one, so N has to be in the sum, or one is added to
   the result and not to what is divided.  */

/* The function of the device library for CODE of TYPE, kept by cuf_keep.  */

static tree
near_function (tree_code code, tree type)
{
  static const char *const names[2][2] = {
    { "__gcuf_mod_near_4", "__gcuf_mod_near_8" },
    { "__gcuf_modulo_near_4", "__gcuf_modulo_near_8" }
  };
  static tree functions[2][2];
  bool floor = code == FLOOR_MOD_EXPR, wide = TYPE_PRECISION (type) == 64;
  tree &fn = functions[floor][wide];
  if (!fn)
    {
      tree own = (wide ? long_integer_type_node : integer_type_node);
      fn = cuf_keep (build_fn_decl (names[floor][wide],
				    build_function_type_list (own, own, own,
							      NULL_TREE)));
      TREE_READONLY (fn) = 1;
      TREE_NOTHROW (fn) = 1;
    }
  return fn;
}

/* The statement that computes VALUE, an integer, before conversions; or null.  */

static gassign *
computation (tree value)
{
  while (TREE_CODE (value) == SSA_NAME)
    {
      gassign *def = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value));
      if (!def || !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (def)))
	return def;
      value = gimple_assign_rhs1 (def);
    }
  return NULL;
}

/* True if VALUE is a product with a constant.  */

static bool
multiple_p (tree value)
{
  gassign *def = computation (value);
  return (def && (gimple_assign_rhs_code (def) == MULT_EXPR
		  || gimple_assign_rhs_code (def) == LSHIFT_EXPR)
	  && TREE_CODE (gimple_assign_rhs2 (def)) == INTEGER_CST);
}

/* True if D is a part of the sum VALUE, no deeper than DEPTH.  */

static bool
summand_p (tree value, tree d, int depth)
{
  if (value == d)
    return true;
  gassign *def = computation (value);
  if (!def || depth == 0)
    return false;
  tree_code code = gimple_assign_rhs_code (def);
  if (code != PLUS_EXPR && code != MINUS_EXPR)
    return false;
  return (summand_p (gimple_assign_rhs1 (def), d, depth - 1)
	  || (code == PLUS_EXPR
	      && summand_p (gimple_assign_rhs2 (def), d, depth - 1)));
}

/* True if one is added to VALUE somewhere.  */

static bool
counted_from_one_p (tree value)
{
  use_operand_p use;
  imm_use_iterator iter;
  FOR_EACH_IMM_USE_FAST (use, iter, value)
    {
      gassign *stmt = dyn_cast<gassign *> (USE_STMT (use));
      if (stmt && gimple_assign_rhs_code (stmt) == PLUS_EXPR
	  && integer_onep (gimple_assign_rhs2 (stmt)))
	return true;
    }
  return false;
}

/* True if one is added to the value of DIV, and is not taken away from what it
   divides: that is a neighbour's subscript, where MOD (I - 1, N) + 1 is the first
   subscript of an element.  What is a product, or has been loaded, may be any
   number.  */

static bool
next_p (gassign *div)
{
  if (!counted_from_one_p (gimple_assign_lhs (div)))
    return false;
  gassign *def = computation (gimple_assign_rhs1 (div));
  if (!def)
    return true;
  if (gimple_assign_rhs_code (def) != PLUS_EXPR)
    return false;
  tree added = gimple_assign_rhs2 (def);
  return TREE_CODE (added) != INTEGER_CST || tree_int_cst_sgn (added) > 0;
}

/* True if what DIV divides is near the result, as far as one sees.  */

static bool
near_p (gassign *div)
{
  enum { MOST_SUMS = 3 };
  tree a = gimple_assign_rhs1 (div), d = gimple_assign_rhs2 (div);
  if (TREE_CODE (d) == INTEGER_CST)
    return false;
  if (next_p (div))
    return true;
  gassign *sum = computation (a);
  if (!sum || (gimple_assign_rhs_code (sum) != PLUS_EXPR
	       && gimple_assign_rhs_code (sum) != MINUS_EXPR)
      || multiple_p (gimple_assign_rhs1 (sum))
      || multiple_p (gimple_assign_rhs2 (sum)))
    return false;
  return (gimple_assign_rhs_code (div) == FLOOR_MOD_EXPR
	  || summand_p (a, d, MOST_SUMS));
}

/* The device's code calls the library.  */

class near_change : public cuf_change
{
public:
  /* Let a call take the place of DIV, at GSI in NODE's function.  */
  near_change (cgraph_node *node, gassign *div, gimple_stmt_iterator *gsi);
  void undo () final override;

private:
  gcall *m_call;
  tree_code m_code;
};

near_change::near_change (cgraph_node *node, gassign *div,
			  gimple_stmt_iterator *gsi)
  : cuf_change (node->decl), m_code (gimple_assign_rhs_code (div))
{
  tree lhs = gimple_assign_lhs (div);
  tree fn = near_function (m_code, TREE_TYPE (lhs));
  m_call = gimple_build_call (fn, 2, gimple_assign_rhs1 (div),
			      gimple_assign_rhs2 (div));
  gimple_call_set_lhs (m_call, lhs);
  cuf_put_call (node, gsi, m_call);
}

void
near_change::undo ()
{
  gassign *div = gimple_build_assign (gimple_call_lhs (m_call), m_code,
				      gimple_call_arg (m_call, 0),
				      gimple_call_arg (m_call, 1));
  cuf_take_call_away (function (), m_call, div);
}

/* Before streaming: let NODE's function, which is CFUN, find neighbours without
   a division.  */

void
cuf_find_neighbours (cgraph_node *node)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	gassign *div = dyn_cast<gassign *> (gsi_stmt (gsi));
	if (!div || (gimple_assign_rhs_code (div) != FLOOR_MOD_EXPR
		     && gimple_assign_rhs_code (div) != TRUNC_MOD_EXPR))
	  continue;
	tree type = TREE_TYPE (gimple_assign_lhs (div));
	if (TREE_CODE (type) == INTEGER_TYPE && !TYPE_UNSIGNED (type)
	    && (TYPE_PRECISION (type) == 32 || TYPE_PRECISION (type) == 64)
	    && near_p (div))
	  cuf_undo_later (new near_change (node, div, &gsi));
      }
}
