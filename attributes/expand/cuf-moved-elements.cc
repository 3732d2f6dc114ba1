/* Elements of SPREAD's, RESHAPE's and shifts' results.
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
#include "constructor.h"
#include "cuf-compat.h"
#include "cuf-check.h"
#include "cuf-expand.h"

/* The element AT of SPREAD's result EXPR.  */

gfc_expr *
cuf_spread_element (cuf_block *block, gfc_expr *expr, const cuf_subscripts *at,
		    cuf_code_list *body)
{
  gfc_expr *source = cuf_argument (expr, 0);
  const int dim = cuf_dimension_argument (block, expr, 1, expr->rank);
  cuf_subscripts in;

  in.rank = source->rank;
  for (int d = 0; d < in.rank; d++)
    in.at[d] = at->at[d < dim ? d : d + 1];
  return cuf_element (block, source, &in, body);
}

/* The element AT of the result of CSHIFT or EOSHIFT, EXPR: that of the array
   further on by the shift, which may be an array of one dimension less.  What
   CSHIFT shifts out comes in at the other end, for EOSHIFT the boundary
   does.  */

gfc_expr *
cuf_shifted_element (cuf_block *block, gfc_expr *expr, const cuf_subscripts *at,
		     cuf_code_list *body)
{
  const bool around = expr->value.function.isym->id == GFC_ISYM_CSHIFT;
  gfc_expr *array = cuf_argument (expr, 0), *boundary = NULL;
  gfc_expr *dim = cuf_argument (expr, around ? 2 : 3);
  const int d = dim ? mpz_get_si (dim->value.integer) - 1 : 0;
  gfc_typespec ts = at->at[0]->ts;
  cuf_subscripts in = *at, other;

  other.rank = 0;
  for (int i = 0; i < at->rank; i++)
    if (i != d)
      other.at[other.rank++] = at->at[i];
  gfc_expr *extent = cuf_hoist (block, cuf_extent (block, array, d));
  gfc_expr *to = cuf_new_scalar (block->ns, &ts, &expr->where);
  gfc_expr *shift = cuf_element (block, cuf_argument (expr, 1), &other, body);
  gfc_convert_type_warn (shift, &ts, 2, 0);
  in.at[d] = to;
  body->append (cuf_write_conversion (to, gfc_add (gfc_copy_expr (at->at[d]),
					    shift)));
  if (around)
    {
      gfc_expr *one = cuf_write_index (1, &expr->where);
      gfc_expr *from_zero = gfc_subtract (gfc_copy_expr (to), one);
      gfc_expr *modulo = cuf_write_call (block->ns, GFC_ISYM_MODULO, "modulo",
					 &ts, from_zero, extent);
      body->append (cuf_write_conversion (to, gfc_add (modulo,
						       gfc_copy_expr (one))));
      return cuf_element (block, array, &in, body);
    }
  if (cuf_argument (expr, 2))
    boundary = cuf_element (block, cuf_argument (expr, 2), &other, body);
  else if (expr->ts.type == BT_LOGICAL)
    boundary = gfc_get_logical_expr (expr->ts.kind, &expr->where, false);
  else
    boundary = gfc_get_int_expr (gfc_default_integer_kind, &expr->where, 0);
  gfc_expr *value = cuf_start_value (block, &expr->ts, boundary, body);
  cuf_code_list inside;
  gfc_expr *element = cuf_element (block, array, &in, &inside);
  inside.append (cuf_write_assignment (gfc_copy_expr (value), element));
  gfc_expr *within
    = gfc_and (gfc_ge (gfc_copy_expr (to), cuf_write_index (1, &expr->where),
		       INTRINSIC_GE),
	       gfc_le (gfc_copy_expr (to), extent, INTRINSIC_LE));
  body->append (cuf_write_if (within, inside.first));
  return value;
}

/* True if RESHAPE's EXPR has no order that is not constant.  */

bool
cuf_constant_order_p (const gfc_expr *expr)
{
  gfc_expr *list = cuf_argument (expr, 3);

  if (!list)
    return true;
  if (list->expr_type != EXPR_ARRAY)
    return false;
  for (gfc_constructor *c = gfc_constructor_first (list->value.constructor); c;
       c = gfc_constructor_next (c))
    if (c->iterator || c->expr->expr_type != EXPR_CONSTANT)
      return false;
  return true;
}

/* The order of RESHAPE's EXPR: ORDER[K] is the dimension whose subscript
   varies as the K-th.  False, with a message, if it is not known.  */

static bool
reshape_order (cuf_block *block, gfc_expr *expr, int *order)
{
  gfc_expr *list = cuf_argument (expr, 3);

  for (int k = 0; k < expr->rank; k++)
    order[k] = k;
  if (!list)
    return true;
  for (int k = 0; k < expr->rank; k++)
    {
      gfc_expr *e = (list->expr_type == EXPR_ARRAY
		     ? gfc_constructor_lookup_expr (list->value.constructor, k)
		     : NULL);
      int value;
      if (!e || e->expr_type != EXPR_CONSTANT || gfc_extract_int (e, &value)
	  || value < 1 || value > expr->rank)
	{
	  gfc_error ("Argument %<order%> of RESHAPE at %L must be constant for "
		     "an array in device memory", &list->where);
	  block->failed = true;
	  return false;
	}
      order[k] = value - 1;
    }
  return true;
}

/* QUOTIENT = NUMBER / BY and the remainder, both of non-negative integers: a
   variable of each thread's gets the former.  Return the latter.  */

static gfc_expr *
divide (cuf_block *block, gfc_expr **number, gfc_expr *by, cuf_code_list *body)
{
  gfc_expr *quotient = cuf_new_scalar (block->ns, &by->ts, &block->where);

  body->append (cuf_write_assignment (gfc_copy_expr (quotient),
				      gfc_divide (gfc_copy_expr (*number),
						  gfc_copy_expr (by))));
  gfc_expr *whole = gfc_multiply (gfc_copy_expr (quotient), by);
  gfc_expr *rest = gfc_subtract (*number, whole);
  *number = quotient;
  return rest;
}

/* The element of SOURCE with the NUMBER, from zero, in the order of elements.  */

static gfc_expr *
numbered_element (cuf_block *block, gfc_expr *source, gfc_expr *number,
		  cuf_code_list *body)
{
  cuf_subscripts in;

  in.rank = source->rank;
  for (int d = 0; d < in.rank; d++)
    {
      gfc_expr *from_zero
	= (d == in.rank - 1 ? number
	   : divide (block, &number,
		     cuf_hoist (block, cuf_extent (block, source, d)), body));
      in.at[d] = cuf_write_sum (from_zero, cuf_write_index (1, &source->where));
    }
  gfc_expr *element = cuf_element (block, source, &in, body);
  for (int d = 0; d < in.rank; d++)
    gfc_free_expr (in.at[d]);
  return element;
}

/* The size of ARRAY, which is known.  */

static gfc_expr *
constant_size (gfc_expr *array)
{
  gfc_expr *size = cuf_write_index (0, &array->where);
  mpz_t elements;

  if (!gfc_array_size (array, &elements))
    gcc_unreachable ();
  mpz_set (size->value.integer, elements);
  mpz_clear (elements);
  return size;
}

/* The element of RESHAPE's EXPR with the NUMBER, a variable: behind the source's
   come those of the padding, again and again.  The sizes of both are known.  */

static gfc_expr *
padded_element (cuf_block *block, gfc_expr *expr, gfc_expr *number,
		cuf_code_list *body)
{
  gfc_expr *source = cuf_argument (expr, 0), *pad = cuf_argument (expr, 2);
  gfc_typespec ts = number->ts;
  cuf_code_list own, padded;

  gfc_expr *value = cuf_new_scalar (block->ns, &expr->ts, &expr->where);
  gfc_expr *element = numbered_element (block, source, gfc_copy_expr (number),
					&own);
  own.append (cuf_write_assignment (gfc_copy_expr (value), element));

  gfc_expr *beyond = cuf_write_difference (gfc_copy_expr (number),
					   constant_size (source));
  gfc_expr *again = cuf_start_value (block, &ts,
				     cuf_write_call (block->ns, GFC_ISYM_MODULO,
						     "modulo", &ts, beyond,
						     constant_size (pad)),
				     &padded);
  element = numbered_element (block, pad, gfc_copy_expr (again), &padded);
  padded.append (cuf_write_assignment (gfc_copy_expr (value), element));

  gfc_expr *inside = gfc_get_operator_expr (&expr->where, INTRINSIC_LT, number,
					    constant_size (source));
  body->append (cuf_write_if (inside, own.first, padded.first));
  return value;
}

/* The element AT of RESHAPE's result EXPR: its number, in the order of the
   elements, is that of one of the source.  */

gfc_expr *
cuf_reshaped_element (cuf_block *block, gfc_expr *expr,
		      const cuf_subscripts *at, cuf_code_list *body)
{
  gfc_expr *source = cuf_argument (expr, 0);
  locus *where = &expr->where;
  int order[GFC_MAX_DIMENSIONS];

  if (cuf_argument (expr, 2) && !block->thread)
    {
      gfc_error ("RESHAPE at %L of an array in device memory cannot have the "
		 "argument %<pad%>", where);
      block->failed = true;
    }
  if (!reshape_order (block, expr, order))
    return gfc_copy_expr (at->at[0]);

  gfc_expr *number = cuf_write_index (0, where);
  for (int k = expr->rank - 1; k >= 0; k--)
    {
      gfc_expr *extent = cuf_hoist (block, cuf_extent (block, expr, order[k]));
      gfc_expr *subscript
	= cuf_write_difference (gfc_copy_expr (at->at[order[k]]),
				cuf_write_index (1, where));
      number = (k == expr->rank - 1 ? subscript
		: cuf_write_sum (subscript,
				 cuf_write_product (number, extent)));
    }
  gfc_expr *left = cuf_new_scalar (block->ns, &number->ts, where);
  body->append (cuf_write_assignment (gfc_copy_expr (left), number));
  return (cuf_argument (expr, 2) ? padded_element (block, expr, left, body)
	  : numbered_element (block, source, left, body));
}
