/* Scalars that device code makes of a small array: loops of a thread.
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
#include "system.h"
#include "coretypes.h"
#include "gfortran.h"
#include "arith.h"
#include "cuf-check.h"
#include "cuf-expand.h"

/* Gfortran's code for these functions is one loop behind another, of which the
   second begins where the first has ended, or divides for each element.
   Unrolled that becomes long.  Here one loop has the same results: NaNs count
   only where there is nothing else, and the norm neither overflows nor
   underflows before its value does.  */

/* The scalar NAME of what BODY computes for the element AT of ARRAY.  */

static gfc_expr *
element_value (cuf_block *block, gfc_expr *array, const cuf_subscripts *at,
	       cuf_code_list *body)
{
  gfc_expr *value = cuf_new_scalar (block->ns, &array->ts, &array->where);
  gfc_expr *element = cuf_element (block, array, at, body);
  body->append (cuf_write_assignment (gfc_copy_expr (value), element));
  return value;
}

static gfc_expr *
logical (bool value, locus *where)
{
  return gfc_get_logical_expr (gfc_default_logical_kind, where, value);
}

/* --- Extrema ---------------------------------------------------------- */

/* The operator whose result is false where that of OP is true, for numbers.  */

static gfc_intrinsic_op
contrary (gfc_intrinsic_op op)
{
  switch (op)
    {
    case INTRINSIC_GT:
      return INTRINSIC_LE;
    case INTRINSIC_GE:
      return INTRINSIC_LT;
    case INTRINSIC_LT:
      return INTRINSIC_GE;
    case INTRINSIC_LE:
      return INTRINSIC_GT;
    default:
      gcc_unreachable ();
    }
}

/* True where VALUE takes the place of BEST: it is more extreme by the operator
   OP, or a number where BEST is none.  */

static gfc_expr *
better (gfc_expr *value, gfc_expr *best, gfc_intrinsic_op op)
{
  if (value->ts.type != BT_REAL)
    return gfc_get_operator_expr (&value->where, op, gfc_copy_expr (value),
				  gfc_copy_expr (best));
  gfc_expr *less = gfc_get_operator_expr (&value->where, contrary (op),
					  gfc_copy_expr (value),
					  gfc_copy_expr (best));
  /* With -Wcompare-reals, a test for equality would be warned of.  */
  gfc_expr *number = gfc_ge (gfc_copy_expr (value), gfc_copy_expr (value),
			     INTRINSIC_GE);
  return gfc_and (gfc_not (less), number);
}

/* Append to BLOCK the search for the most extreme element of ARRAY by OP, among
   those where MASK, which may be null, is true.  BEST becomes its value and
   POSITION, if not null, the subscript of the only dimension; both stay as they
   are where there is no element.  */

static void
search (cuf_block *block, gfc_expr *array, gfc_expr *mask, gfc_intrinsic_op op,
	gfc_expr *best, gfc_expr *position)
{
  gfc_typespec ts = { };
  cuf_subscripts at;
  cuf_code_list body, taken;

  ts.type = BT_LOGICAL;
  ts.kind = gfc_default_logical_kind;
  locus *where = &array->where;
  gfc_expr *found = cuf_start_value (block, &ts, logical (false, where),
				     &block->code);
  cuf_begin_loops (block, array->rank, &at);
  gfc_expr *value = element_value (block, array, &at, &body);
  gfc_expr *take = gfc_or (gfc_not (gfc_copy_expr (found)),
			   better (value, best, op));
  if (mask)
    take = gfc_and (cuf_element (block, mask, &at, &body), take);
  taken.append (cuf_write_assignment (gfc_copy_expr (best), value));
  taken.append (cuf_write_assignment (gfc_copy_expr (found),
				      logical (true, where)));
  if (position)
    taken.append (cuf_write_conversion (position, gfc_copy_expr (at.at[0])));
  body.append (cuf_write_if (take, taken.first));
  cuf_loop_over (block, array, &at, &body);
}

/* MAXVAL's or MINVAL's EXPR.  */

static gfc_expr *
extreme_value (cuf_block *block, gfc_expr *expr)
{
  const gfc_isym_id id = expr->value.function.isym->id;
  gfc_expr *none = cuf_first_value (id, &expr->ts, &expr->where);
  gfc_expr *best = cuf_start_value (block, &expr->ts, none, &block->code);

  search (block, cuf_argument (expr, 0), cuf_argument (expr, 2),
	  id == GFC_ISYM_MAXVAL ? INTRINSIC_GT : INTRINSIC_LT, best, NULL);
  return best;
}

/* The position that MAXLOC's or MINLOC's EXPR, of an array of one dimension, is
   or has.  */

static gfc_expr *
extreme_position (cuf_block *block, gfc_expr *expr)
{
  const bool most = expr->value.function.isym->id == GFC_ISYM_MAXLOC;
  const gfc_expr *back = cuf_argument (expr, 4);
  gfc_expr *array = cuf_argument (expr, 0), *mask = cuf_argument (expr, 2);
  gfc_expr *zero = cuf_write_index (0, &expr->where);
  gfc_expr *position = cuf_start_value (block, &expr->ts, zero, &block->code);
  gfc_expr *best = cuf_start_value (block, &array->ts, gfc_copy_expr (zero),
				    &block->code);
  gfc_intrinsic_op op = most ? INTRINSIC_GT : INTRINSIC_LT;

  if (back && back->value.logical)
    op = most ? INTRINSIC_GE : INTRINSIC_LE;
  search (block, array, mask, op, best, position);
  return position;
}

/* --- The norm --------------------------------------------------------- */

/* A constant of type TS: HUGE of that, or if not LARGE what the sum of squares
   must be at least for none of them that matters to be lost.  */

static gfc_expr *
limit (const gfc_typespec *ts, bool large, locus *where)
{
  const int i = gfc_validate_kind (BT_REAL, ts->kind, false);
  gfc_expr *value = gfc_get_constant_expr (BT_REAL, ts->kind, where);

  if (large)
    mpfr_set (value->value.real, gfc_real_kinds[i].huge, GFC_RND_MODE);
  else
    {
      mpfr_div (value->value.real, gfc_real_kinds[i].tiny,
		gfc_real_kinds[i].epsilon, GFC_RND_MODE);
      mpfr_div (value->value.real, value->value.real,
		gfc_real_kinds[i].epsilon, GFC_RND_MODE);
    }
  return value;
}

/* Two to a power of three quarters of the largest exponent of type TS, or to
   the negative one if DOWN.  */

static gfc_expr *
far_power (gfc_typespec *ts, bool down, locus *where)
{
  int i = gfc_validate_kind (BT_REAL, ts->kind, false);
  int exponent = gfc_real_kinds[i].max_exponent / 4 * 3;
  gfc_expr *value = gfc_get_constant_expr (BT_REAL, ts->kind, where);

  mpfr_set_ui_2exp (value->value.real, 1, down ? -exponent : exponent,
		    GFC_RND_MODE);
  return value;
}

/* The square root of EXPR, which becomes part of it.  */

static gfc_expr *
square_root (cuf_block *block, gfc_expr *expr)
{
  gfc_typespec ts = expr->ts;
  return cuf_write_call (block->ns, GFC_ISYM_SQRT, "sqrt", &ts, expr);
}

/* Append to BLOCK the sum of the squares of ARRAY's elements, each times SCALE
   unless that is null; return the variable.  */

static gfc_expr *
sum_of_squares (cuf_block *block, gfc_expr *array, gfc_expr *scale)
{
  cuf_subscripts at;
  cuf_code_list body;
  gfc_expr *sum = cuf_start_value (block, &array->ts,
				   cuf_write_index (0, &array->where),
				   &block->code);

  cuf_begin_loops (block, array->rank, &at);
  gfc_expr *value = element_value (block, array, &at, &body);
  if (scale)
    body.append (cuf_write_assignment (gfc_copy_expr (value),
				       gfc_multiply (gfc_copy_expr (value),
						     gfc_copy_expr (scale))));
  gfc_expr *square = gfc_multiply (value, gfc_copy_expr (value));
  body.append (cuf_write_assignment (gfc_copy_expr (sum),
				     gfc_add (gfc_copy_expr (sum), square)));
  cuf_loop_over (block, array, &at, &body);
  return sum;
}

/* Let SUM, the sum of the squares of ARRAY's elements, which is too small or
   too large to be right, be that of the elements times a power of two, and
   FACTOR the reciprocal of this.  Append it to BLOCK.  */

static void
scale_sum (cuf_block *block, gfc_expr *array, gfc_expr *sum, gfc_expr *factor)
{
  gfc_typespec *ts = &array->ts;
  locus *where = &array->where;
  cuf_code_list up;

  gfc_expr *scale = cuf_start_value (block, ts, far_power (ts, true, where),
				     &block->code);
  block->code.append (cuf_write_assignment (gfc_copy_expr (factor),
					    far_power (ts, false, where)));
  up.append (cuf_write_assignment (gfc_copy_expr (scale),
				   far_power (ts, false, where)));
  up.append (cuf_write_assignment (gfc_copy_expr (factor),
				   far_power (ts, true, where)));
  gfc_expr *small = gfc_le (gfc_copy_expr (sum), limit (ts, true, where),
			    INTRINSIC_LE);
  block->code.append (cuf_write_if (small, up.first));
  gfc_expr *scaled = sum_of_squares (block, array, scale);
  block->code.append (cuf_write_assignment (gfc_copy_expr (sum), scaled));
}

/* NORM2's EXPR: the root of the sum of squares, of scaled elements where that
   is not certain to be right.  */

static gfc_expr *
norm (cuf_block *block, gfc_expr *expr)
{
  gfc_expr *array = cuf_argument (expr, 0);
  gfc_typespec *ts = &array->ts;
  locus *where = &expr->where;
  cuf_block scaled (block);

  gfc_expr *sum = sum_of_squares (block, array, NULL);
  gfc_expr *factor = cuf_start_value (block, ts, cuf_write_index (1, where),
				      &block->code);
  gfc_expr *right
    = gfc_and (gfc_ge (gfc_copy_expr (sum), limit (ts, false, where),
		       INTRINSIC_GE),
	       gfc_le (gfc_copy_expr (sum), limit (ts, true, where),
		       INTRINSIC_LE));
  scale_sum (&scaled, array, sum, factor);
  block->code.append (cuf_write_if (gfc_not (right), scaled.code.first));
  return gfc_multiply (square_root (block, sum), factor);
}

/* --- All of them ------------------------------------------------------ */

/* True if EXPR, a function reference whose arguments have known sizes, is one
   that cuf_reduce_in_thread computes.  */

bool
cuf_thread_reduction_p (const gfc_expr *expr)
{
  const gfc_intrinsic_sym *isym = expr->value.function.isym;
  const gfc_expr *array = isym ? cuf_argument (expr, 0) : NULL;

  if (!array || array->rank == 0
      || (array->ts.type == BT_REAL && array->ts.kind == 2))
    return false;
  switch (isym->id)
    {
    case GFC_ISYM_NORM2:
      return expr->rank == 0;
    case GFC_ISYM_MAXVAL:
    case GFC_ISYM_MINVAL:
      {
	const gfc_expr *mask = cuf_argument (expr, 2);
	return expr->rank == 0 && mask && mask->rank > 0;
      }
    case GFC_ISYM_MAXLOC:
    case GFC_ISYM_MINLOC:
      {
	const gfc_expr *mask = cuf_argument (expr, 2);
	const gfc_expr *back = cuf_argument (expr, 4);
	return (array->rank == 1 && (!mask || mask->rank > 0)
		&& (array->ts.type == BT_INTEGER || array->ts.type == BT_REAL)
		&& (!back || back->expr_type == EXPR_CONSTANT));
      }
    default:
      return false;
    }
}

/* A variable of BLOCK's with the value of EXPR, which is such, or with that of
   its only element.  */

gfc_expr *
cuf_reduce_in_thread (cuf_block *block, gfc_expr *expr)
{
  gfc_actual_arglist *array = expr->value.function.actual;

  array->expr = cuf_used_often (block, array->expr);
  switch (expr->value.function.isym->id)
    {
    case GFC_ISYM_NORM2:
      return norm (block, expr);
    case GFC_ISYM_MAXVAL:
    case GFC_ISYM_MINVAL:
      return extreme_value (block, expr);
    case GFC_ISYM_MAXLOC:
    case GFC_ISYM_MINLOC:
      return extreme_position (block, expr);
    default:
      gcc_unreachable ();
    }
}
