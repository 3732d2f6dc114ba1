/* Functions of the host's instructions in device code.
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
#include "internal-fn.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* The first optimizers replace calls of built-in functions that count bits by
   internal functions where the host has an instruction for the operand's mode.
   The accelerator need not have one, and where it has none its compiler cannot
   expand the internal function.  Built-in functions it can always expand.  */

static const struct bit_function
{
  internal_fn internal;
  built_in_function functions[3];	/* For int, long and long long.  */
} bit_functions[] = {
#define BIT_FUNCTION(name) \
  { IFN_##name, { BUILT_IN_##name, BUILT_IN_##name##L, BUILT_IN_##name##LL } }
  BIT_FUNCTION (CLZ),
  BIT_FUNCTION (CTZ),
  BIT_FUNCTION (FFS),
  BIT_FUNCTION (PARITY),
  BIT_FUNCTION (POPCOUNT)
#undef BIT_FUNCTION
};

static const bit_function *
find_bit_function (const gcall *call)
{
  if (gimple_call_internal_p (call))
    for (const bit_function &f : bit_functions)
      if (gimple_call_internal_fn (call) == f.internal)
	return &f;
  return NULL;
}

/* The built-in function of F for an operand of at least PRECISION bits; null if
   there is none.  */

static tree
builtin_for (const bit_function *f, unsigned precision)
{
  const tree types[]
    = { integer_type_node, long_integer_type_node, long_long_integer_type_node };
  for (unsigned i = 0; i < ARRAY_SIZE (f->functions); i++)
    if (TYPE_PRECISION (types[i]) >= precision)
      return builtin_decl_implicit (f->functions[i]);
  return NULL_TREE;
}

/* Insert NAME = CODE (A, B, C), as many of these as CODE has operands, for the
   source at WHERE before GSI; return NAME.  */

static tree
insert_assign (gimple_stmt_iterator *gsi, location_t where, tree name,
	       tree_code code, tree a, tree b = NULL_TREE, tree c = NULL_TREE)
{
  gassign *assign = gimple_build_assign (name, code, a, b, c);
  gimple_set_location (assign, where);
  gsi_insert_before (gsi, assign, GSI_SAME_STMT);
  return name;
}

/* OPERAND with zeros in front of it, as one of TYPE.  */

static tree
extend (gimple_stmt_iterator *gsi, location_t where, tree operand, tree type)
{
  tree bits = unsigned_type_for (TREE_TYPE (operand));
  if (TREE_CODE (operand) == INTEGER_CST)
    return fold_convert (type, fold_convert (bits, operand));
  if (!types_compatible_p (bits, TREE_TYPE (operand)))
    operand = insert_assign (gsi, where, make_ssa_name (bits), NOP_EXPR,
			     operand);
  return insert_assign (gsi, where, make_ssa_name (type), NOP_EXPR, operand);
}

/* The accelerator counts the bits of 64 as an integer of 32, which GCC's way
   to compute their parity does not expect: it would call libgcc.  The parity
   of the two halves' exclusive OR is the same.  Return this for OPERAND.  */

static tree
fold_halves (gimple_stmt_iterator *gsi, location_t where, tree operand)
{
  tree type = TREE_TYPE (operand);
  tree high = insert_assign (gsi, where, make_ssa_name (type), RSHIFT_EXPR,
			     operand, build_int_cst (integer_type_node, 32));
  tree both = insert_assign (gsi, where, make_ssa_name (type), BIT_XOR_EXPR,
			     operand, high);
  return insert_assign (gsi, where, make_ssa_name (unsigned_type_node),
			NOP_EXPR, both);
}

/* Let CALL, which GSI is at, find the parity of 32 bits if it is that of the
   built-in function for 64; true if it is.  */

static bool
halve_parity (gimple_stmt_iterator *gsi, gcall *call)
{
  if (!gimple_call_builtin_p (call, BUILT_IN_PARITYL)
      && !gimple_call_builtin_p (call, BUILT_IN_PARITYLL))
    return false;
  tree operand = gimple_call_arg (call, 0);
  if (TYPE_PRECISION (TREE_TYPE (operand)) != 64)
    return false;
  gimple_call_set_arg (call, 0, fold_halves (gsi, gimple_location (call),
					     operand));
  gimple_call_set_fndecl (call, builtin_decl_implicit (BUILT_IN_PARITY));
  update_stmt (call);
  return true;
}

/* Let CALL, which GSI is at, be one of a built-in function if it is one of F;
   true if it is.  A second argument is the result for an operand of zero, for
   which the built-in function has none.  */

static bool
call_builtin (gimple_stmt_iterator *gsi, gcall *call, const bit_function *f)
{
  tree lhs = gimple_call_lhs (call);
  tree operand = gimple_call_arg (call, 0);
  location_t where = gimple_location (call);
  if (lhs && f->internal == IFN_PARITY
      && TYPE_PRECISION (TREE_TYPE (operand)) == 64)
    operand = fold_halves (gsi, where, operand);
  unsigned precision = TYPE_PRECISION (TREE_TYPE (operand));
  tree fn = builtin_for (f, precision);
  if (!lhs || !fn)
    return false;

  tree type = TREE_VALUE (TYPE_ARG_TYPES (TREE_TYPE (fn)));
  tree wide = extend (gsi, where, operand, type);
  gcall *builtin = gimple_build_call (fn, 1, wide);
  tree value = make_ssa_name (integer_type_node);
  gimple_call_set_lhs (builtin, value);
  gimple_set_location (builtin, where);
  gimple_set_block (builtin, gimple_block (call));
  gsi_insert_before (gsi, builtin, GSI_SAME_STMT);

  /* The zeros in front are none of the operand's.  */
  if (f->internal == IFN_CLZ && TYPE_PRECISION (type) != precision)
    value = insert_assign (gsi, where, make_ssa_name (integer_type_node),
			   PLUS_EXPR, value,
			   build_int_cst (integer_type_node,
					  (int) precision
					  - TYPE_PRECISION (type)));
  if (gimple_call_num_args (call) > 1)
    {
      tree zero = insert_assign (gsi, where, make_ssa_name (boolean_type_node),
				 EQ_EXPR, wide, build_zero_cst (type));
      value = insert_assign (gsi, where, make_ssa_name (integer_type_node),
			     COND_EXPR, zero,
			     fold_convert (integer_type_node,
					   gimple_call_arg (call, 1)),
			     value);
    }
  gassign *result
    = gimple_build_assign (lhs, (types_compatible_p (TREE_TYPE (lhs),
						     integer_type_node)
				 ? SSA_NAME : NOP_EXPR), value);
  gimple_set_location (result, where);
  gsi_replace (gsi, result, false);
  return true;
}

/* Before streaming: let the function of NODE, which is CFUN, call built-in
   functions where it calls internal ones that the accelerator may lack, or none
   for 64 bits.  */

void
cuf_call_builtins (cgraph_node *)
{
  basic_block bb;
  bool changed = false;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (gcall *call = dyn_cast<gcall *> (gsi_stmt (gsi)))
	{
	  if (const bit_function *f = find_bit_function (call))
	    changed |= call_builtin (&gsi, call, f);
	  else
	    changed |= halve_parity (&gsi, call);
	}
  if (changed)
    cgraph_edge::rebuild_edges ();
}
