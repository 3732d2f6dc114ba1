/* Values that are the same for the lanes of a warp, or grow by one.
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
#include "tree.h"
#include "fold-const.h"
#include "calls.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-fission.h"

/* Where the rows of a block are whole warps, as in most, the first index of a
   thread is that of its warp's first thread, which leaves 1 when it is divided
   by 32, and the number of the lane.  So

     warp = (threadidx%x - 1) / 32 + 1
     row = ((blockidx%x - 1) * blockdim%x + threadidx%x - 1) / 32 + 1

   are the same for all lanes, although the compiler of the host's code could
   not know: what decides that is the remainder by 32 of what is the same.  */

enum { LANES = 32, UNKNOWN = -1 };

/* What is known of a value.  */
enum growth
{
  OTHER,
  SAME,				/* The same for all lanes.  */
  LANE				/* That and the number of the lane, from 0.  */
};
struct lane_value
{
  enum growth growth;
  int rest;			/* What it leaves when what is the same is
				   divided by 32, or UNKNOWN.  */
  HOST_WIDE_INT least;		/* It is not less; or negative.  */
};

static const lane_value other = { OTHER, UNKNOWN, -1 };
static const lane_value same = { SAME, UNKNOWN, -1 };

static lane_value value_of (fission *, tree);

/* Where LHS is assigned to if that is known.  */

static tree
find_definition (fission *f, tree lhs)
{
  tree base = get_base_address (lhs);
  uniform_local *l = base ? f->locals.get (base) : NULL;
  if (!l || !l->computed)
    return NULL_TREE;
  for (tree t : f->known)
    if (operand_equal_p (TREE_OPERAND (t, 0), lhs, 0))
      return TREE_OPERAND (t, 1);
  return NULL_TREE;
}

static lane_value
variable_value (fission *f, tree var)
{
  if (tree value = find_definition (f, var))
    return value_of (f, value);
  tree base = get_base_address (var);
  uniform_local *l = base ? f->locals.get (base) : NULL;
  return l && l->uniform ? same : other;
}

static lane_value
call_value (fission *f, tree call)
{
  tree fn = get_callee_fndecl (call);
  if (cuf_register_function_p (fn))
    {
      const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fn));
      if (strcmp (name, "__gcuf_threadidx_x") == 0)
	return { LANE, 1, 1 };
      return { SAME, strcmp (name, "__gcuf_blockdim_x") == 0 ? 0 : UNKNOWN, 1 };
    }
  if (!(call_expr_flags (call) & ECF_CONST))
    return other;
  for (int i = 0; i < call_expr_nargs (call); i++)
    if (value_of (f, CALL_EXPR_ARG (call, i)).growth != SAME)
      return other;
  return same;
}

/* The sum of X and Y, or the difference if SIGN is -1.  */

static lane_value
sum_of (const lane_value &x, const lane_value &y, int sign)
{
  if (x.growth == OTHER || y.growth == OTHER
      || (x.growth == SAME && y.growth == LANE && sign < 0)
      || (x.growth == LANE && y.growth == LANE && sign > 0))
    return other;
  lane_value v = { x.growth == y.growth ? SAME : LANE, UNKNOWN, -1 };
  if (x.rest != UNKNOWN && y.rest != UNKNOWN)
    v.rest = (x.rest + sign * y.rest) & (LANES - 1);
  if (sign > 0 && x.least >= 0 && y.least >= 0)
    v.least = x.least + y.least;
  return v;
}

/* The sum of X and the constant C.  */

static lane_value
shifted (lane_value x, HOST_WIDE_INT c)
{
  if (x.rest != UNKNOWN)
    x.rest = (x.rest + c) & (LANES - 1);
  x.least = x.least >= 0 && x.least + c >= 0 ? x.least + c : -1;
  return x;
}

static lane_value
product_of (const lane_value &x, const lane_value &y)
{
  if (x.growth != SAME || y.growth != SAME)
    return other;
  lane_value v = same;
  if (x.rest == 0 || y.rest == 0)
    v.rest = 0;
  if (x.least >= 0 && y.least >= 0)
    v.least = x.least * y.least;
  return v;
}

/* X CODE C where that is known for a value that is no longer the same.  */

static lane_value
with_constant (tree_code code, const lane_value &x, HOST_WIDE_INT c)
{
  bool whole = x.growth == LANE && x.rest == 0 && x.least >= 0;
  if (whole && ((code == TRUNC_DIV_EXPR && c == LANES)
		|| (code == RSHIFT_EXPR && c == 5)))
    return { SAME, UNKNOWN, 0 };
  if (whole && ((code == TRUNC_MOD_EXPR && c == LANES)
		|| (code == BIT_AND_EXPR && c == LANES - 1)))
    return { LANE, 0, 0 };
  return other;
}

/* The same for other operations, the operands of which must all be SAME.  */

static lane_value
operation_value (fission *f, tree t)
{
  for (int i = 0; i < TREE_OPERAND_LENGTH (t); i++)
    if (TREE_OPERAND (t, i)
	&& value_of (f, TREE_OPERAND (t, i)).growth != SAME)
      return other;
  return same;
}

static lane_value
binary_value (fission *f, tree t)
{
  lane_value x = value_of (f, TREE_OPERAND (t, 0));
  tree second = TREE_OPERAND (t, 1);
  if (x.growth == LANE && tree_fits_shwi_p (second))
    switch (TREE_CODE (t))
      {
      case PLUS_EXPR:
	return shifted (x, tree_to_shwi (second));
      case MINUS_EXPR:
	return shifted (x, -tree_to_shwi (second));
      default:
	return with_constant (TREE_CODE (t), x, tree_to_shwi (second));
      }
  lane_value y = value_of (f, second);
  switch (TREE_CODE (t))
    {
    case PLUS_EXPR:
      if (x.growth == SAME && y.growth == SAME && tree_fits_shwi_p (second))
	return shifted (x, tree_to_shwi (second));
      return sum_of (x, y, 1);
    case MINUS_EXPR:
      return sum_of (x, y, -1);
    case MULT_EXPR:
      return product_of (x, y);
    default:
      return x.growth == SAME && y.growth == SAME ? same : other;
    }
}

static lane_value
value_of (fission *f, tree t)
{
  if (TREE_CODE (t) == INTEGER_CST && tree_fits_shwi_p (t))
    return { SAME, (int) (tree_to_shwi (t) & (LANES - 1)), tree_to_shwi (t) };
  if (CONSTANT_CLASS_P (t))
    return same;
  switch (TREE_CODE (t))
    {
    case PARM_DECL:
      return cuf_same_value_p (f, t, false) ? same : other;
    case VAR_DECL:
    case COMPONENT_REF:
      return cuf_descriptor_part_p (t) ? same : variable_value (f, t);
    case CALL_EXPR:
      return call_value (f, t);
    CASE_CONVERT:
      {
	lane_value v = value_of (f, TREE_OPERAND (t, 0));
	tree from = TREE_TYPE (TREE_OPERAND (t, 0));
	if (INTEGRAL_TYPE_P (TREE_TYPE (t)) && INTEGRAL_TYPE_P (from)
	    && TYPE_PRECISION (TREE_TYPE (t)) >= TYPE_PRECISION (from)
	    && !TYPE_UNSIGNED (from))
	  return v;
	return v.growth == SAME ? same : other;
      }
    case NON_LVALUE_EXPR:
      return value_of (f, TREE_OPERAND (t, 0));
    case COND_EXPR:
    case TRUTH_AND_EXPR:
    case TRUTH_OR_EXPR:
    case TRUTH_ANDIF_EXPR:
    case TRUTH_ORIF_EXPR:
    case TRUTH_NOT_EXPR:
      return operation_value (f, t);
    default:
      if (BINARY_CLASS_P (t))
	return binary_value (f, t);
      return (UNARY_CLASS_P (t) || COMPARISON_CLASS_P (t)
	      ? operation_value (f, t) : other);
    }
}

/* True if T is the same for all lanes of a warp of F's blocks, whose rows are
   whole warps.  */

bool
cuf_same_in_warp_p (fission *f, tree t)
{
  return value_of (f, t).growth == SAME;
}

/* True if CONDITION is met by at most one lane of such a warp: that for which
   *GROWING, which grows by one from lane to lane, is *VALUE, which is the same
   for all.  */

bool
cuf_one_lane_p (fission *f, tree condition, tree *growing, tree *value)
{
  if (!cuf_wanted_p (CUF_OPTIONAL_ONE_LANE)
      || TREE_CODE (condition) != EQ_EXPR
      || !INTEGRAL_TYPE_P (TREE_TYPE (TREE_OPERAND (condition, 0))))
    return false;
  for (int i = 0; i < 2; i++)
    {
      *growing = TREE_OPERAND (condition, i);
      *value = TREE_OPERAND (condition, 1 - i);
      if (value_of (f, *growing).growth == LANE
	  && value_of (f, *value).growth == SAME)
	return true;
    }
  return false;
}
