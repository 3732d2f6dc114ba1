/* FLOOR and CEILING as one instruction of the device.
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
#include "cuf-choice.h"

/* Of FLOOR (x) gfortran makes

     i = int (x)
     if (real (i) > x) i = i - 1

   and of CEILING (x) the like, since hosts have no instruction that rounds to an
   integer in a direction.  PTX has (PTX ISA, cvt.rmi and cvt.rpi), and GCC functions
   that become these, and calls of a library on a host, which is not to see
   them.  */

/* FLOOR of VALUE, or CEILING if UP.  */
struct rounding
{
  tree value;
  bool up;
};

/* The operand of the conversion that defines X, or null.  */

static tree
converted (tree x, tree_code code)
{
  gassign *stmt = (TREE_CODE (x) == SSA_NAME
		   ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (x)) : NULL);
  return (stmt && gimple_assign_rhs_code (stmt) == code
	  ? gimple_assign_rhs1 (stmt) : NULL_TREE);
}

/* True if NEXT is INTEGER plus or minus one; if so, R has whether it is plus.  */

static bool
next_integer_p (tree next, tree integer, rounding *r)
{
  gassign *stmt = (TREE_CODE (next) == SSA_NAME
		   ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (next)) : NULL);
  if (!stmt || gimple_assign_rhs_code (stmt) != PLUS_EXPR
      || gimple_assign_rhs1 (stmt) != integer)
    return false;
  r->up = integer_onep (gimple_assign_rhs2 (stmt));
  return r->up || integer_minus_onep (gimple_assign_rhs2 (stmt));
}

/* True if the condition of CHOICE holds for the INTEGER that R's value has been
   truncated to unless that is on the wrong side of it.  */

static bool
right_side_p (const cuf_choice &choice, tree integer, const rounding &r)
{
  tree lhs = gimple_cond_lhs (choice.cond);
  tree rhs = gimple_cond_rhs (choice.cond);
  tree_code code = gimple_cond_code (choice.cond);
  if (lhs == r.value)
    {
      std::swap (lhs, rhs);
      code = swap_tree_comparison (code);
    }
  return (rhs == r.value && converted (lhs, FLOAT_EXPR) == integer
	  && code == (r.up ? GE_EXPR : LE_EXPR));
}

/* Return true if PHI is FLOOR or CEILING, as R.  */

static bool
rounding_p (gphi *phi, rounding *r)
{
  cuf_choice choice;
  if (!INTEGRAL_TYPE_P (TREE_TYPE (gimple_phi_result (phi)))
      || !cuf_choice_p (phi, &choice))
    return false;
  tree integer = gimple_phi_arg_def (phi, choice.if_true);
  tree next = gimple_phi_arg_def (phi, 1 - choice.if_true);
  r->value = converted (integer, FIX_TRUNC_EXPR);
  return (r->value && next_integer_p (next, integer, r)
	  && right_side_p (choice, integer, *r));
}

/* --- The functions -------------------------------------------------------- */

/* GCC's functions that round a real of MODE to an integer of so many BITS.  */
static const struct
{
  machine_mode mode;
  unsigned bits;
  bool up;
  built_in_function code;
  const char *name;
} functions[] = {
  { SFmode, 32, false, BUILT_IN_IFLOORF, "__builtin_ifloorf" },
  { SFmode, 32, true, BUILT_IN_ICEILF, "__builtin_iceilf" },
  { SFmode, 64, false, BUILT_IN_LLFLOORF, "__builtin_llfloorf" },
  { SFmode, 64, true, BUILT_IN_LLCEILF, "__builtin_llceilf" },
  { DFmode, 32, false, BUILT_IN_IFLOOR, "__builtin_ifloor" },
  { DFmode, 32, true, BUILT_IN_ICEIL, "__builtin_iceil" },
  { DFmode, 64, false, BUILT_IN_LLFLOOR, "__builtin_llfloor" },
  { DFmode, 64, true, BUILT_IN_LLCEIL, "__builtin_llceil" }
};

/* The function with NAME and CODE, from a real of type FROM to an integer of type
   TO: gfortran does not declare it.  */

static tree
declare (const char *name, built_in_function code, tree from, tree to)
{
  tree type = build_function_type_list (to, from, NULL_TREE);
  tree fn = build_decl (UNKNOWN_LOCATION, FUNCTION_DECL,
			get_identifier (name), type);
  TREE_PUBLIC (fn) = DECL_EXTERNAL (fn) = 1;
  TREE_READONLY (fn) = TREE_NOTHROW (fn) = 1;
  set_decl_built_in_function (fn, BUILT_IN_NORMAL, code);
  return fn;
}

/* A call of the function that rounds as R to an integer of TYPE, or null.  */

static gcall *
call_rounding (const rounding &r, tree type)
{
  for (const auto &f : functions)
    if (f.mode == TYPE_MODE (TREE_TYPE (r.value)) && f.up == r.up
	&& f.bits == TYPE_PRECISION (type) && !TYPE_UNSIGNED (type))
      {
	tree fn = declare (f.name, f.code, TREE_TYPE (r.value), type);
	gcall *call = gimple_build_call (fn, 1, r.value);
	gimple_call_set_lhs (call, make_ssa_name (type));
	return call;
      }
  return NULL;
}

/* Before streaming: let NODE's function, which is CFUN, have such calls for FLOOR
   and CEILING.  */

void
cuf_round_in_directions (cgraph_node *node)
{
  basic_block bb;
  rounding r;
  FOR_EACH_BB_FN (bb, cfun)
    for (gphi_iterator gsi = gsi_start_phis (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (rounding_p (gsi.phi (), &r))
	if (gcall *call = call_rounding (r, TREE_TYPE (gimple_phi_result
						       (gsi.phi ()))))
	  cuf_undo_later (new cuf_choice_change (node, gsi.phi (), call));
}
