/* Division of complex numbers in device code.
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

/* GCC makes of a division of complex numbers a branch, whose ways the threads of
   a warp take one after the other, with three divisions on each.  While the
   device's part of the unit is streamed such are calls of the device library,
   which has no branch and one reciprocal; by a real number it is two divisions
   of real numbers.  */

/* The function for TYPE, kept by cuf_keep; null if there is none.  */

static tree
division_function (tree type)
{
  static tree functions[2];
  machine_mode mode = TYPE_MODE (TREE_TYPE (type));
  if (mode != SFmode && mode != DFmode)
    return NULL_TREE;
  tree &fn = functions[mode == DFmode];
  if (!fn)
    {
      tree own = (mode == DFmode ? complex_double_type_node
		  : complex_float_type_node);
      fn = cuf_keep (build_fn_decl (mode == DFmode ? "__gcuf_libm_cdiv"
				    : "__gcuf_libm_cdivf",
				    build_function_type_list (own, own, own,
							      NULL_TREE)));
      TREE_READONLY (fn) = 1;
      TREE_NOTHROW (fn) = 1;
    }
  return fn;
}

class complex_division_change : public cuf_change
{
public:
  /* Let another statement take the place of DIV, at GSI in NODE's function.  */
  complex_division_change (cgraph_node *node, gassign *div,
			   gimple_stmt_iterator *gsi);
  void undo () final override;

private:
  void call (cgraph_node *node, gimple_stmt_iterator *gsi);
  void divide_parts (gimple_stmt_iterator *gsi, tree divisor);

  gimple *m_stmt;
  location_t m_where;
  tree m_lhs, m_dividend, m_divisor;
};

complex_division_change::complex_division_change (cgraph_node *node,
						  gassign *div,
						  gimple_stmt_iterator *gsi)
  : cuf_change (node->decl), m_where (gimple_location (div)),
    m_lhs (gimple_assign_lhs (div)),
    m_dividend (cuf_keep_changed (gimple_assign_rhs1 (div))),
    m_divisor (cuf_keep_changed (gimple_assign_rhs2 (div)))
{
  if (tree divisor = cuf_real_number (m_divisor))
    divide_parts (gsi, divisor);
  else
    call (node, gsi);
}

/* Call the device library at GSI in NODE's function.  */

void
complex_division_change::call (cgraph_node *node, gimple_stmt_iterator *gsi)
{
  tree fn = division_function (TREE_TYPE (m_lhs));
  gcall *call = gimple_build_call (fn, 2, m_dividend, m_divisor);
  gimple_call_set_lhs (call, m_lhs);
  cuf_put_call (node, gsi, call);
  m_stmt = call;
}

/* Divide both parts by DIVISOR, a real number, at GSI.  */

void
complex_division_change::divide_parts (gimple_stmt_iterator *gsi, tree divisor)
{
  static const tree_code codes[] = { REALPART_EXPR, IMAGPART_EXPR };
  tree type = TREE_TYPE (TREE_TYPE (m_lhs)), parts[2];
  for (unsigned i = 0; i < 2; i++)
    {
      gassign *take
	= gimple_build_assign (make_ssa_name (type),
			       fold_build1 (codes[i], type, m_dividend));
      parts[i] = make_ssa_name (type);
      gassign *div = gimple_build_assign (parts[i], RDIV_EXPR,
					  gimple_assign_lhs (take), divisor);
      gimple_set_location (div, m_where);
      gsi_insert_before (gsi, take, GSI_SAME_STMT);
      gsi_insert_before (gsi, div, GSI_SAME_STMT);
    }
  m_stmt = gimple_build_assign (m_lhs, COMPLEX_EXPR, parts[0], parts[1]);
  gimple_set_location (m_stmt, m_where);
  gsi_replace (gsi, m_stmt, false);
}

void
complex_division_change::undo ()
{
  gassign *div = gimple_build_assign (m_lhs, RDIV_EXPR, m_dividend, m_divisor);
  if (gcall *call = dyn_cast<gcall *> (m_stmt))
    {
      cuf_take_call_away (function (), call, div);
      return;
    }
  gimple_set_location (div, m_where);
  gimple_stmt_iterator gsi = gsi_for_stmt (m_stmt);
  gsi_replace (&gsi, div, false);
}

/* Before streaming: let NODE's function, which is CFUN, divide complex numbers
   as the device does it well.  */

void
cuf_use_device_complex_division (cgraph_node *node)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	gassign *div = dyn_cast<gassign *> (gsi_stmt (gsi));
	if (!div || gimple_assign_rhs_code (div) != RDIV_EXPR)
	  continue;
	tree type = TREE_TYPE (gimple_assign_lhs (div));
	if (TREE_CODE (type) == COMPLEX_TYPE && division_function (type))
	  cuf_undo_later (new complex_division_change (node, div, &gsi));
      }
}
