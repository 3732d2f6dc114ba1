/* Reductions of a small array in device code: loops of a thread.
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

/* The elements that become one value.  */
struct reduced_elements
{
  gfc_expr *array;		/* The array whose elements they are.  */
  gfc_expr *mask;		/* Which of them count, as an array or for all; may
				   be null.  */
  int dim;			/* The dimension that they are along, from zero; -1
				   for the whole array.  */
  const cuf_subscripts *at;	/* Where they are in the other dimensions.  */
};

/* Those that EXPR, whose element AT is to be computed, reduces: its arguments DIM
   and MASK have the numbers that are given.  */

static struct reduced_elements
elements_of (cuf_block *block, gfc_expr *expr, const cuf_subscripts *at,
	     int dim, int mask)
{
  gfc_expr *array = cuf_argument (expr, 0);
  struct reduced_elements set = { array, NULL, -1, at };

  if (mask > 0)
    set.mask = cuf_argument (expr, mask);
  if (expr->rank > 0 && expr->rank == array->rank - 1 && cuf_argument (expr, dim))
    set.dim = cuf_dimension_argument (block, expr, dim, array->rank);
  return set;
}

/* Prepare LOOPS over SET's elements, which have the subscripts AT.  */

static void
begin_elements (cuf_block *block, const reduced_elements &set,
		cuf_subscripts *loops, cuf_subscripts *at)
{
  cuf_begin_loops (block, set.dim < 0 ? set.array->rank : 1, loops);
  at->rank = set.array->rank;
  for (int d = 0; d < at->rank; d++)
    at->at[d] = (set.dim < 0 ? loops->at[d] : d == set.dim ? loops->at[0]
		 : set.at->at[d < set.dim ? d : d - 1]);
}

/* Append to CODE these loops over BODY, with the mask's condition around
   that.  */

static void
end_elements (cuf_block *block, const reduced_elements &set,
	      cuf_subscripts *loops, const cuf_subscripts *at,
	      cuf_code_list *body, cuf_code_list *code)
{
  cuf_code_list masked;

  if (set.mask)
    {
      gfc_expr *bit = cuf_element (block, set.mask, at, &masked);
      masked.append (cuf_write_if (bit, body->first));
    }
  gfc_code *inner = set.mask ? masked.first : body->first;
  for (int i = 0; i < loops->rank; i++)
    {
      gfc_expr *extent = cuf_extent (block, set.array, set.dim < 0 ? i : set.dim);
      inner = cuf_write_loop (loops->at[i], cuf_hoist (block, extent), inner);
    }
  code->append (inner);
}

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

/* A logical variable that CODE sets to false.  */

static gfc_expr *
not_found (cuf_block *block, cuf_code_list *code)
{
  gfc_typespec ts = { };

  ts.type = BT_LOGICAL;
  ts.kind = gfc_default_logical_kind;
  return cuf_start_value (block, &ts, logical (false, &block->where), code);
}

/* Where an element is.  */
struct element_place
{
  int count;			/* How many numbers tell that.  */
  gfc_expr *at[GFC_MAX_DIMENSIONS];	/* Variables, zero if there is none.  */
  gfc_expr *back;		/* Of equal ones the last is meant; may be null.  */
};

/* Begin that of one of SET for MAXLOC's or the like's EXPR, which has the argument
   BACK, in CODE.  */

static void
begin_place (cuf_block *block, gfc_expr *expr, const reduced_elements &set,
	     int back, struct element_place *place, cuf_code_list *code)
{
  gfc_typespec ts = { };
  cuf_subscripts none;

  none.rank = 0;
  place->count = set.dim < 0 ? set.array->rank : 1;
  for (int i = 0; i < place->count; i++)
    place->at[i] = cuf_start_value (block, &expr->ts,
				    cuf_write_index (0, &expr->where), code);
  gfc_expr *argument = cuf_argument (expr, back);
  place->back = NULL;
  if (!argument || (argument->expr_type == EXPR_CONSTANT
		    && !argument->value.logical))
    return;
  ts.type = BT_LOGICAL;
  ts.kind = gfc_default_logical_kind;
  place->back = cuf_element (block, argument, &none, code);
  if (place->back->ts.kind != ts.kind)
    gfc_convert_type_warn (place->back, &ts, 2, 0);
}

/* Append to TAKEN what lets PLACE be that of the element in LOOPS.  */

static void
take_place (const element_place &place, const cuf_subscripts &loops,
	    cuf_code_list *taken)
{
  for (int i = 0; i < place.count; i++)
    taken->append (cuf_write_conversion (place.at[i],
					 gfc_copy_expr (loops.at[i])));
}

/* The element AT of EXPR, which says what PLACE is.  */

static gfc_expr *
element_of_place (cuf_block *block, gfc_expr *expr, const cuf_subscripts *at,
		  const element_place &place)
{
  gfc_expr *value = place.at[place.count - 1];

  for (int i = place.count - 2; i >= 0; i--)
    {
      gfc_typespec ts = expr->ts;
      gfc_expr *here
	= gfc_get_operator_expr (&expr->where, INTRINSIC_EQ,
				 gfc_copy_expr (at->at[0]),
				 cuf_write_index (i + 1, &expr->where));
      value = cuf_write_call (block->ns, GFC_ISYM_MERGE, "merge", &ts,
			      place.at[i], value, here);
    }
  return value;
}

/* Append to CODE the search for the most extreme element of SET by OP.  BEST
   becomes its value and PLACE, if not null, its place; both stay as they are where
   there is no element.  */

static void
search (cuf_block *block, const reduced_elements &set, gfc_intrinsic_op op,
	gfc_expr *best, const element_place *place, cuf_code_list *code)
{
  cuf_subscripts loops, at;
  cuf_code_list body, taken;
  gfc_expr *found = not_found (block, code);

  begin_elements (block, set, &loops, &at);
  gfc_expr *value = element_value (block, set.array, &at, &body);
  gfc_expr *take = better (value, best, op);
  if (place && place->back)
    {
      gfc_intrinsic_op or_equal = (op == INTRINSIC_GT ? INTRINSIC_GE
				   : INTRINSIC_LE);
      gfc_expr *last = better (value, best, or_equal);
      take = (place->back->expr_type == EXPR_CONSTANT ? last
	      : gfc_or (take, gfc_and (gfc_copy_expr (place->back), last)));
    }
  take = gfc_or (gfc_not (gfc_copy_expr (found)), take);
  taken.append (cuf_write_assignment (gfc_copy_expr (best), value));
  taken.append (cuf_write_assignment (gfc_copy_expr (found),
				      logical (true, &block->where)));
  if (place)
    take_place (*place, loops, &taken);
  body.append (cuf_write_if (take, taken.first));
  end_elements (block, set, &loops, &at, &body, code);
}

/* The element AT of MAXVAL's or MINVAL's EXPR, which CODE computes.  */

static gfc_expr *
extreme_value (cuf_block *block, gfc_expr *expr, const cuf_subscripts *at,
	       cuf_code_list *code)
{
  const gfc_isym_id id = expr->value.function.isym->id;
  gfc_expr *none = cuf_first_value (id, &expr->ts, &expr->where);
  gfc_expr *best = cuf_start_value (block, &expr->ts, none, code);

  search (block, elements_of (block, expr, at, 1, 2),
	  id == GFC_ISYM_MAXVAL ? INTRINSIC_GT : INTRINSIC_LT, best, NULL, code);
  return best;
}

/* The element AT of MAXLOC's or MINLOC's EXPR.  */

static gfc_expr *
extreme_position (cuf_block *block, gfc_expr *expr, const cuf_subscripts *at,
		  cuf_code_list *code)
{
  const bool most = expr->value.function.isym->id == GFC_ISYM_MAXLOC;
  struct reduced_elements set = elements_of (block, expr, at, 1, 2);
  struct element_place place;

  begin_place (block, expr, set, 4, &place, code);
  gfc_expr *none = cuf_write_index (0, &expr->where);
  if (set.array->ts.type == BT_CHARACTER)
    none = gfc_get_character_expr (set.array->ts.kind, &expr->where, NULL, 1);
  gfc_expr *best = cuf_start_value (block, &set.array->ts, none, code);
  search (block, set, most ? INTRINSIC_GT : INTRINSIC_LT, best, &place, code);
  return element_of_place (block, expr, at, place);
}

/* --- FINDLOC ---------------------------------------------------------- */

/* True where A and B, of which copies are made, are equal.  */

static gfc_expr *
equal (gfc_expr *a, gfc_expr *b)
{
  gfc_intrinsic_op op = INTRINSIC_EQ;

  a = gfc_copy_expr (a);
  b = gfc_copy_expr (b);
  if (a->ts.type == BT_LOGICAL)
    op = INTRINSIC_EQV;
  /* As in better.  */
  else if (a->ts.type == BT_REAL || b->ts.type == BT_REAL)
    return gfc_and (gfc_ge (a, b, INTRINSIC_GE),
		    gfc_le (gfc_copy_expr (a), gfc_copy_expr (b), INTRINSIC_LE));
  return gfc_get_operator_expr (&a->where, op, a, b);
}

/* The element AT of FINDLOC's EXPR.  */

static gfc_expr *
found_position (cuf_block *block, gfc_expr *expr, const cuf_subscripts *at,
		cuf_code_list *code)
{
  struct reduced_elements set = elements_of (block, expr, at, 2, 3);
  struct element_place place;
  cuf_subscripts loops, in;
  cuf_code_list body, taken;

  begin_place (block, expr, set, 5, &place, code);
  gfc_expr *wanted = cuf_element (block, cuf_argument (expr, 1), at, code);
  gfc_expr *found = not_found (block, code);
  begin_elements (block, set, &loops, &in);
  gfc_expr *take = equal (element_value (block, set.array, &in, &body), wanted);
  if (!place.back || place.back->expr_type != EXPR_CONSTANT)
    {
      gfc_expr *first = gfc_not (gfc_copy_expr (found));
      if (place.back)
	first = gfc_or (first, gfc_copy_expr (place.back));
      take = gfc_and (first, take);
    }
  taken.append (cuf_write_assignment (gfc_copy_expr (found),
				      logical (true, &block->where)));
  take_place (place, loops, &taken);
  body.append (cuf_write_if (take, taken.first));
  end_elements (block, set, &loops, &in, &body, code);
  return element_of_place (block, expr, at, place);
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

/* Append to CODE the sum of the squares of SET's elements, each times SCALE unless
   that is null; return the variable.  */

static gfc_expr *
sum_of_squares (cuf_block *block, const reduced_elements &set, gfc_expr *scale,
		cuf_code_list *code)
{
  cuf_subscripts loops, at;
  cuf_code_list body;
  gfc_expr *sum = cuf_start_value (block, &set.array->ts,
				   cuf_write_index (0, &set.array->where), code);

  begin_elements (block, set, &loops, &at);
  gfc_expr *value = element_value (block, set.array, &at, &body);
  if (scale)
    body.append (cuf_write_assignment (gfc_copy_expr (value),
				       gfc_multiply (gfc_copy_expr (value),
						     gfc_copy_expr (scale))));
  gfc_expr *square = gfc_multiply (value, gfc_copy_expr (value));
  body.append (cuf_write_assignment (gfc_copy_expr (sum),
				     gfc_add (gfc_copy_expr (sum), square)));
  end_elements (block, set, &loops, &at, &body, code);
  return sum;
}

/* Let SUM, the sum of the squares of SET's elements, which is too small or too
   large to be right, be that of the elements times a power of two, and FACTOR the
   reciprocal of this.  Append it to CODE.  */

static void
scale_sum (cuf_block *block, const reduced_elements &set, gfc_expr *sum,
	   gfc_expr *factor, cuf_code_list *code)
{
  gfc_typespec *ts = &set.array->ts;
  locus *where = &set.array->where;
  cuf_code_list up;

  gfc_expr *scale = cuf_start_value (block, ts, far_power (ts, true, where), code);
  code->append (cuf_write_assignment (gfc_copy_expr (factor),
				      far_power (ts, false, where)));
  up.append (cuf_write_assignment (gfc_copy_expr (scale),
				   far_power (ts, false, where)));
  up.append (cuf_write_assignment (gfc_copy_expr (factor),
				   far_power (ts, true, where)));
  gfc_expr *small = gfc_le (gfc_copy_expr (sum), limit (ts, true, where),
			    INTRINSIC_LE);
  code->append (cuf_write_if (small, up.first));
  gfc_expr *scaled = sum_of_squares (block, set, scale, code);
  code->append (cuf_write_assignment (gfc_copy_expr (sum), scaled));
}

/* The element AT of NORM2's EXPR: the root of the sum of squares, of scaled
   elements where that is not certain to be right.  */

static gfc_expr *
norm (cuf_block *block, gfc_expr *expr, const cuf_subscripts *at,
      cuf_code_list *code)
{
  struct reduced_elements set = elements_of (block, expr, at, 1, 0);
  gfc_typespec *ts = &set.array->ts;
  locus *where = &expr->where;
  cuf_code_list scaled;

  gfc_expr *sum = sum_of_squares (block, set, NULL, code);
  gfc_expr *factor = cuf_start_value (block, ts, cuf_write_index (1, where), code);
  gfc_expr *right
    = gfc_and (gfc_ge (gfc_copy_expr (sum), limit (ts, false, where),
		       INTRINSIC_GE),
	       gfc_le (gfc_copy_expr (sum), limit (ts, true, where),
		       INTRINSIC_LE));
  scale_sum (block, set, sum, factor, &scaled);
  code->append (cuf_write_if (gfc_not (right), scaled.first));
  return gfc_multiply (square_root (block, sum), factor);
}

/* --- All of them ------------------------------------------------------ */

/* True if ARRAY has characters, of a length that is known.  */

static bool
characters_p (const gfc_expr *array)
{
  return (array->ts.type == BT_CHARACTER && array->ts.u.cl
	  && array->ts.u.cl->length
	  && array->ts.u.cl->length->expr_type == EXPR_CONSTANT);
}

/* True if ARRAY's elements are compared as numbers are.  */

static bool
ordered_p (const gfc_expr *array)
{
  return array->ts.type == BT_INTEGER || array->ts.type == BT_REAL;
}

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
      return cuf_constant_or_absent_p (expr, 1);
    case GFC_ISYM_MAXVAL:
    case GFC_ISYM_MINVAL:
      {
	const gfc_expr *mask = cuf_argument (expr, 2);
	if (expr->rank == 0)
	  return ordered_p (array) && mask && mask->rank > 0;
	return ordered_p (array) && cuf_constant_or_absent_p (expr, 1);
      }
    case GFC_ISYM_MAXLOC:
    case GFC_ISYM_MINLOC:
      return ((ordered_p (array) || characters_p (array))
	      && cuf_constant_or_absent_p (expr, 1));
    case GFC_ISYM_FINDLOC:
      return ((ordered_p (array) || array->ts.type == BT_LOGICAL
	       || characters_p (array))
	      && cuf_argument (expr, 1)->ts.type != BT_COMPLEX
	      && cuf_constant_or_absent_p (expr, 2));
    default:
      return false;
    }
}

/* The element AT of EXPR, which is such, as BODY computes it, or, if that is the
   same for all of EXPR's elements or EXPR is a scalar, BLOCK.  */

gfc_expr *
cuf_reduce_in_thread (cuf_block *block, gfc_expr *expr,
		      const cuf_subscripts *at, cuf_code_list *body)
{
  gfc_actual_arglist *array = expr->value.function.actual;
  const gfc_isym_id id = expr->value.function.isym->id;
  mpz_t size;

  if (expr->rank == 0 || expr->rank != array->expr->rank - 1
      || !cuf_argument (expr, id == GFC_ISYM_FINDLOC ? 2 : 1))
    body = &block->code;
  switch (id)
    {
    case GFC_ISYM_NORM2:
      if (gfc_array_size (array->expr, &size))
	{
	  mpz_clear (size);
	  array->expr = cuf_used_often (block, array->expr);
	}
      return norm (block, expr, at, body);
    case GFC_ISYM_MAXVAL:
    case GFC_ISYM_MINVAL:
      return extreme_value (block, expr, at, body);
    case GFC_ISYM_MAXLOC:
    case GFC_ISYM_MINLOC:
      return extreme_position (block, expr, at, body);
    case GFC_ISYM_FINDLOC:
      return found_position (block, expr, at, body);
    default:
      gcc_unreachable ();
    }
}
