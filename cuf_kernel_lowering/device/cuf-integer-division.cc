/* Division of integers in device code.
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
#include "wide-int.h"
#include "gimple-iterator.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-undo.h"

/* The offload compiler expands MODULO to branches around two divisions, and
   leaves divisions by constants to ptxas.  That knows nothing of the values, so
   that it has to care for negative ones, does not see that quotient and
   remainder are of the same numbers, and calls a function for 64 bits.  So both
   become arithmetic here, of which GCC removes what the values do not need.  */

/* --- Statements ---------------------------------------------------------- */

/* Where statements are inserted: before GSI, for the source at WHERE.  */

struct place
{
  gimple_stmt_iterator *gsi;
  location_t where;
};

/* The value of CODE (A, B, C), as many of these as CODE has operands, in TYPE,
   computed at P.  */

static tree
compute (const place &p, tree type, tree_code code, tree a,
	 tree b = NULL_TREE, tree c = NULL_TREE)
{
  gassign *assign = gimple_build_assign (make_ssa_name (type), code, a, b, c);
  gimple_set_location (assign, p.where);
  gsi_insert_before (p.gsi, assign, GSI_SAME_STMT);
  return gimple_assign_lhs (assign);
}

/* --- Constants ----------------------------------------------------------- */

/* A quotient is the upper half of a product with MULTIPLIER, which has a bit
   more than a signed number if WIDE, shifted by SHIFT: Granlund and Montgomery,
   Division by Invariant Integers using Multiplication, 1994.  */

struct reciprocal
{
  widest_int multiplier;
  unsigned shift;
  bool wide;
};

/* The reciprocal of D > 1 for signed numbers of BITS bits.  */

static reciprocal
reciprocal_of (const widest_int &d, unsigned bits)
{
  widest_int one = 1;
  unsigned shift = ceil_log2 (d.to_uhwi ());
  widest_int power = wi::lshift (one, bits + shift);
  widest_int low = wi::udiv_trunc (power, d);
  widest_int high
    = wi::udiv_trunc (power + wi::lshift (one, shift + 1), d);
  for (; shift > 0 && wi::lrshift (low, 1) != wi::lrshift (high, 1); shift--)
    {
      low = wi::lrshift (low, 1);
      high = wi::lrshift (high, 1);
    }
  return { high, shift, !wi::ltu_p (high, wi::lshift (one, bits - 1)) };
}

/* The upper half of A, of TYPE, times MULTIPLIER, at P.  */

static tree
high_product (const place &p, tree type, tree a, const widest_int &multiplier)
{
  unsigned bits = TYPE_PRECISION (type);
  if (bits > 32)
    return compute (p, type, MULT_HIGHPART_EXPR, a,
		    wide_int_to_tree (type, multiplier));
  tree wide = long_long_integer_type_node;
  tree product = compute (p, wide, MULT_EXPR, compute (p, wide, NOP_EXPR, a),
			  wide_int_to_tree (wide, multiplier));
  return compute (p, type, NOP_EXPR,
		  compute (p, wide, RSHIFT_EXPR, product,
			   build_int_cst (integer_type_node, bits)));
}

/* The sign of A, of TYPE, at P: -1 or 0.  */

static tree
sign_of (const place &p, tree type, tree a)
{
  return compute (p, type, RSHIFT_EXPR, a,
		  build_int_cst (integer_type_node, TYPE_PRECISION (type) - 1));
}

/* A, of TYPE and not negative, over D > 1, at P.  For a negative A this is one
   less than the quotient.  */

static tree
absolute_quotient (const place &p, tree type, tree a, const widest_int &d)
{
  unsigned bits = TYPE_PRECISION (type);
  reciprocal r = reciprocal_of (d, bits);
  widest_int multiplier = r.multiplier;
  if (r.wide)
    multiplier -= wi::lshift (widest_int (1), bits);
  tree q = high_product (p, type, a, multiplier);
  /* A is at least twice as large, and has the other sign.  */
  if (r.wide)
    q = compute (p, type, PLUS_EXPR, q, a);
  if (r.shift)
    q = compute (p, type, RSHIFT_EXPR, q,
		 build_int_cst (integer_type_node, r.shift));
  return q;
}

/* A, of TYPE, over D, at P.  */

static tree
quotient (const place &p, tree type, tree a, const widest_int &d)
{
  tree q = absolute_quotient (p, type, a, wi::abs (d));
  tree sign = sign_of (p, type, a);
  if (wi::neg_p (d))
    std::swap (q, sign);
  return compute (p, type, MINUS_EXPR, q, sign);
}

/* The same, but rounded down: of -1 - A, as the bits of A inverted are, it is
   -1 minus that.  */

static tree
floor_quotient (const place &p, tree type, tree a, const widest_int &d)
{
  tree sign = sign_of (p, type, a);
  tree q = absolute_quotient (p, type, compute (p, type, BIT_XOR_EXPR, a, sign),
			      d);
  return compute (p, type, BIT_XOR_EXPR, q, sign);
}

/* True if numbers of TYPE are divided by D by a multiplication: neither D nor -D
   is a power of two.  */

static bool
reciprocal_p (tree type, tree d)
{
  unsigned bits = TYPE_PRECISION (type);
  return ((bits == 32 || bits == 64) && TREE_CODE (d) == INTEGER_CST
	  && !integer_zerop (d)
	  && wi::popcount (wi::abs (wi::to_wide (d))) > 1);
}

/* What A, of TYPE, has more than Q times D, at P.  */

static tree
rest (const place &p, tree type, tree a, tree q, tree d)
{
  return compute (p, type, MINUS_EXPR, a, compute (p, type, MULT_EXPR, q, d));
}

/* OPERAND as one of TYPE, which has as many bits, at P.  */

static tree
converted (const place &p, tree type, tree operand)
{
  return (TREE_CODE (operand) == INTEGER_CST ? fold_convert (type, operand)
	  : compute (p, type, NOP_EXPR, operand));
}

/* True if A over D is computed, too.  */

static bool
quotient_wanted_p (tree a, tree d)
{
  if (TREE_CODE (a) != SSA_NAME)
    return false;
  imm_use_iterator iterator;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iterator, a)
    {
      gassign *assign = dyn_cast<gassign *> (USE_STMT (use));
      if (assign && gimple_assign_rhs_code (assign) == TRUNC_DIV_EXPR
	  && gimple_assign_rhs1 (assign) == a
	  && gimple_assign_rhs2 (assign) == d)
	return true;
    }
  return false;
}

/* The remainder of A over D, of TYPE, at P, by the quotient: that is wanted, so
   that there is one division.  The product of the least number and -1 overflows,
   and is right.  */

static tree
remainder (const place &p, tree type, tree a, tree d)
{
  tree bits = unsigned_type_for (type);
  tree q = converted (p, bits, compute (p, type, TRUNC_DIV_EXPR, a, d));
  tree r = rest (p, bits, converted (p, bits, a), q, converted (p, bits, d));
  return compute (p, type, NOP_EXPR, r);
}

/* --- MODULO -------------------------------------------------------------- */

/* True if VALUE is not negative, as far as one sees: the result of SIZE is an
   example.  What is converted to fewer bits is supposed to fit.  */

static bool
nonnegative_p (tree value)
{
  while (TREE_CODE (value) == SSA_NAME)
    {
      gassign *assign = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value));
      if (!assign)
	return false;
      value = gimple_assign_rhs1 (assign);
      tree_code code = gimple_assign_rhs_code (assign);
      if (code == MAX_EXPR)
	return (nonnegative_p (value)
		|| nonnegative_p (gimple_assign_rhs2 (assign)));
      if ((code != SSA_NAME && !CONVERT_EXPR_CODE_P (code))
	  || TREE_CODE (TREE_TYPE (value)) != INTEGER_TYPE
	  || TYPE_UNSIGNED (TREE_TYPE (value)))
	return false;
    }
  return TREE_CODE (value) == INTEGER_CST && tree_int_cst_sgn (value) >= 0;
}

/* All bits of the result, of the type BITS without a sign, are set if the
   remainder R and the divisor D, which are of TYPE, have other signs and R is not
   zero; else none is.  At P.  R or its opposite is negative if it is not zero.  */

static tree
sign_mask (const place &p, tree type, tree bits, tree r, tree d)
{
  tree differ = compute (p, type, BIT_XOR_EXPR, r, d);
  tree opposite = compute (p, bits, NEGATE_EXPR, converted (p, bits, r));
  tree either = compute (p, type, BIT_IOR_EXPR, r,
			 compute (p, type, NOP_EXPR, opposite));
  tree mask = sign_of (p, type, compute (p, type, BIT_AND_EXPR, differ, either));
  return converted (p, bits, mask);
}

/* A modulo D, of TYPE, at P: the remainder, and D added to that if it is not
   zero and has the other sign.  If D is not known not to be negative, that is a
   mask: GCC would make branches of two conditions.  The sum may overflow where it
   is not used.  */

static tree
general_modulo (const place &p, tree type, tree a, tree d)
{
  tree bits = unsigned_type_for (type);
  tree r = (reciprocal_p (type, d)
	    ? rest (p, type, a, quotient (p, type, a, wi::to_widest (d)), d)
	    : compute (p, type, TRUNC_MOD_EXPR, a, d));
  tree rest_bits = converted (p, bits, r), d_bits = converted (p, bits, d);
  if (nonnegative_p (d))
    {
      tree sum = compute (p, bits, PLUS_EXPR, rest_bits, d_bits);
      tree other = compute (p, boolean_type_node, LT_EXPR, r,
			    build_zero_cst (type));
      return compute (p, type, COND_EXPR, other,
		      compute (p, type, NOP_EXPR, sum), r);
    }
  tree added = compute (p, bits, BIT_AND_EXPR, d_bits,
			sign_mask (p, type, bits, r, d));
  return compute (p, type, NOP_EXPR,
		  compute (p, bits, PLUS_EXPR, rest_bits, added));
}

static tree
modulo (const place &p, tree type, tree a, tree d)
{
  if (reciprocal_p (type, d) && tree_int_cst_sgn (d) > 0)
    return rest (p, type, a, floor_quotient (p, type, a, wi::to_widest (d)), d);
  if (TREE_CODE (d) == INTEGER_CST && integer_pow2p (d)
      && tree_int_cst_sgn (d) > 0)
    return compute (p, type, BIT_AND_EXPR, a,
		    wide_int_to_tree (type, wi::to_widest (d) - 1));
  return general_modulo (p, type, a, d);
}

/* --- Changes ------------------------------------------------------------- */

/* What the division DIV, at P, computes, by other means; null if there is
   nothing better.  */

static tree
computed_otherwise (const place &p, gassign *div)
{
  tree type = TREE_TYPE (gimple_assign_lhs (div));
  tree a = gimple_assign_rhs1 (div), d = gimple_assign_rhs2 (div);
  switch (gimple_assign_rhs_code (div))
    {
    case FLOOR_MOD_EXPR:
      return modulo (p, type, a, d);
    case TRUNC_MOD_EXPR:
      if (TREE_CODE (d) != INTEGER_CST && quotient_wanted_p (a, d))
	return remainder (p, type, a, d);
      break;
    case TRUNC_DIV_EXPR:
      break;
    default:
      return NULL_TREE;
    }
  if (!reciprocal_p (type, d))
    return NULL_TREE;
  tree q = quotient (p, type, a, wi::to_widest (d));
  return (gimple_assign_rhs_code (div) == TRUNC_DIV_EXPR ? q
	  : rest (p, type, a, q, d));
}

/* The host's compiler divides well enough, and has operations that these are
   not.  */

class integer_division_change : public cuf_change
{
public:
  integer_division_change (gassign *assign, tree value);
  void undo () final override;

private:
  gassign *m_assign;
  tree_code m_code;
  tree m_dividend, m_divisor;
};

/* Let ASSIGN, a division of CFUN, be one of VALUE.  */

integer_division_change::integer_division_change (gassign *assign, tree value)
  : cuf_change (current_function_decl), m_assign (assign),
    m_code (gimple_assign_rhs_code (assign)),
    m_dividend (cuf_keep_changed (gimple_assign_rhs1 (assign))),
    m_divisor (cuf_keep_changed (gimple_assign_rhs2 (assign)))
{
  gimple_stmt_iterator gsi = gsi_for_stmt (assign);
  gimple_assign_set_rhs_with_ops (&gsi, SSA_NAME, value);
  update_stmt (m_assign);
}

void
integer_division_change::undo ()
{
  gimple_stmt_iterator gsi = gsi_for_stmt (m_assign);
  gimple_assign_set_rhs_with_ops (&gsi, m_code, m_dividend, m_divisor);
  update_stmt (gsi_stmt (gsi));
}

static void
change_division (gimple_stmt_iterator *gsi)
{
  gassign *div = dyn_cast<gassign *> (gsi_stmt (*gsi));
  if (!div || TREE_CODE (TREE_TYPE (gimple_assign_lhs (div))) != INTEGER_TYPE
      || TYPE_UNSIGNED (TREE_TYPE (gimple_assign_lhs (div))))
    return;
  place p = { gsi, gimple_location (div) };
  if (tree value = computed_otherwise (p, div))
    cuf_undo_later (new integer_division_change (div, value));
}

/* Before streaming: let divisions of CFUN, a function of the device, be what
   the device does well.  */

void
cuf_use_device_integer_division (cgraph_node *)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      change_division (&gsi);
}
