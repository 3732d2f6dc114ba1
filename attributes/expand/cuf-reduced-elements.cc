/* Elements of reductions along a dimension and of products of matrices, and
   reductions of whole arrays.
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
#include "cuf-compat.h"
#include "cuf-check.h"
#include "cuf-expand.h"

/* --- Reductions along a dimension ------------------------------------- */

/* A scalar that BODY sets to VALUE, of the type TS.  */

gfc_expr *
cuf_start_value (cuf_block *block, const gfc_typespec *ts, gfc_expr *value,
		 cuf_code_list *body)
{
  gfc_expr *variable = cuf_new_scalar (block->ns, ts, &block->where);
  gfc_typespec type = *ts;

  if (value->ts.type != BT_LOGICAL)
    gfc_convert_type (value, &type, 2);
  body->append (cuf_write_assignment (gfc_copy_expr (variable), value));
  return variable;
}

/* VARIABLE with the next element, VALUE, of what the intrinsic function ID
   reduces.  */

static gfc_expr *
next_value (cuf_block *block, gfc_isym_id id, gfc_expr *variable,
	    gfc_expr *value)
{
  gfc_typespec ts = variable->ts;

  variable = gfc_copy_expr (variable);
  switch (id)
    {
    case GFC_ISYM_ALL:
    case GFC_ISYM_ANY:
      return gfc_get_operator_expr (&variable->where, id == GFC_ISYM_ALL
				    ? INTRINSIC_AND : INTRINSIC_OR, variable,
				    value);
    case GFC_ISYM_COUNT:
      value = cuf_write_call (block->ns, GFC_ISYM_MERGE, "merge", &ts,
			      gfc_get_int_expr (ts.kind, &variable->where, 1),
			      gfc_get_int_expr (ts.kind, &variable->where, 0),
			      value);
      return gfc_add (variable, value);
    case GFC_ISYM_PARITY:
      return gfc_get_operator_expr (&variable->where, INTRINSIC_NEQV, variable,
				    value);
    case GFC_ISYM_IALL:
      return cuf_write_call (block->ns, GFC_ISYM_IAND, "iand", &ts, variable,
			     value);
    case GFC_ISYM_IANY:
      return cuf_write_call (block->ns, GFC_ISYM_IOR, "ior", &ts, variable,
			     value);
    case GFC_ISYM_IPARITY:
      return cuf_write_call (block->ns, GFC_ISYM_IEOR, "ieor", &ts, variable,
			     value);
    case GFC_ISYM_PRODUCT:
      return gfc_multiply (variable, value);
    case GFC_ISYM_MAXVAL:
      return cuf_write_call (block->ns, GFC_ISYM_MAX, "max", &ts, variable,
			     value);
    case GFC_ISYM_MINVAL:
      return cuf_write_call (block->ns, GFC_ISYM_MIN, "min", &ts, variable,
			     value);
    default:
      return gfc_add (variable, value);
    }
}

/* The result, of type TS, of the intrinsic function ID for no elements.  */

gfc_expr *
cuf_first_value (gfc_isym_id id, const gfc_typespec *ts, locus *where)
{
  gfc_expr *value;

  switch (id)
    {
    case GFC_ISYM_ALL:
    case GFC_ISYM_ANY:
    case GFC_ISYM_PARITY:
      return gfc_get_logical_expr (ts->kind, where, id == GFC_ISYM_ALL);
    case GFC_ISYM_IALL:
      return gfc_get_int_expr (gfc_default_integer_kind, where, -1);
    case GFC_ISYM_PRODUCT:
      return gfc_get_int_expr (gfc_default_integer_kind, where, 1);
    case GFC_ISYM_MAXVAL:
    case GFC_ISYM_MINVAL:
      {
	const bool greatest = id == GFC_ISYM_MINVAL;
	value = gfc_get_constant_expr (ts->type, ts->kind, where);
	const int i = gfc_validate_kind (ts->type, ts->kind, false);
	if (ts->type == BT_INTEGER)
	  {
	    mpz_set (value->value.integer, gfc_integer_kinds[i].huge);
	    if (!greatest)
	      mpz_neg (value->value.integer, value->value.integer);
	  }
	else if (cuf_unsigned_p (ts))
	  {
	    mpz_ui_pow_ui (value->value.integer, 2, greatest ? 8 * ts->kind : 0);
	    mpz_sub_ui (value->value.integer, value->value.integer, 1);
	  }
	else
	  mpfr_set (value->value.real, gfc_real_kinds[i].huge, GFC_RND_MODE);
	if (ts->type == BT_REAL && !greatest)
	  mpfr_neg (value->value.real, value->value.real, GFC_RND_MODE);
	return value;
      }
    default:
      return gfc_get_int_expr (gfc_default_integer_kind, where, 0);
    }
}

/* Append to BODY what adds the element AT of ARRAY, which is null for COUNT's
   and the like's MASK, to VARIABLE, if MASK is null or true there.  */

static void
add_element (cuf_block *block, gfc_isym_id id, gfc_expr *variable,
	     gfc_expr *array, gfc_expr *mask, const cuf_subscripts *at,
	     cuf_code_list *body)
{
  cuf_code_list guarded;
  gfc_expr *value = cuf_element (block, array, at, mask ? &guarded : body);
  gfc_code *add = cuf_write_assignment (gfc_copy_expr (variable),
					next_value (block, id, variable,
						    value));
  if (!mask)
    {
      body->append (add);
      return;
    }
  guarded.append (add);
  body->append (cuf_write_if (cuf_element (block, mask, at, body),
			      guarded.first));
}

/* The element AT of EXPR, a reduction along a dimension.  */

gfc_expr *
cuf_reduced_element (cuf_block *block, gfc_expr *expr, const cuf_subscripts *at,
		     cuf_code_list *body)
{
  const gfc_isym_id id = expr->value.function.isym->id;
  gfc_expr *array = cuf_argument (expr, 0);
  const bool logical = (id == GFC_ISYM_ALL || id == GFC_ISYM_ANY
			|| id == GFC_ISYM_COUNT || id == GFC_ISYM_PARITY);
  gfc_expr *mask = logical ? NULL : cuf_argument (expr, 2);
  const int dim = cuf_dimension_argument (block, expr, 1, array->rank);
  cuf_subscripts in, one;

  if (dim < 0)
    return gfc_copy_expr (at->at[0]);
  gfc_expr *variable
    = cuf_start_value (block, &expr->ts,
		       cuf_first_value (id, &expr->ts, &expr->where), body);
  cuf_begin_loops (block, 1, &one);
  in.rank = array->rank;
  for (int d = 0; d < in.rank; d++)
    in.at[d] = d == dim ? one.at[0] : at->at[d < dim ? d : d - 1];
  cuf_code_list inner;
  gfc_expr *last = cuf_hoist (block, cuf_extent (block, array, dim));
  add_element (block, id, variable, array, mask, &in, &inner);
  body->append (cuf_write_loop (one.at[0], last, inner.first));
  return variable;
}

/* --- Products of matrices --------------------------------------------- */

/* Callback of gfc_expr_walker: true if an element of *E costs a loop, or in
   code of a thread a call, so that it should not be computed several times.  */

static int
costly_p (gfc_expr **e, int *, void *data)
{
  const cuf_block *block = (const cuf_block *) data;
  const gfc_expr *expr = *e;

  if (expr->expr_type != EXPR_FUNCTION || expr->rank == 0)
    return false;
  if (!expr->value.function.isym)
    return block->thread;
  switch (expr->value.function.isym->id)
    {
    case GFC_ISYM_MATMUL:
      return true;
    case GFC_ISYM_CONJG:
    case GFC_ISYM_CONVERSION:
    case GFC_ISYM_TRANSPOSE:
      return false;
    default:
      return block->thread || cuf_reduces_p (expr->value.function.isym->id);
    }
}

/* EXPR, an argument of which elements are used several times, or what has them
   at once.  */

gfc_expr *
cuf_used_often (cuf_block *block, gfc_expr *expr)
{
  return (gfc_expr_walker (&expr, costly_p, block)
	  ? cuf_on_device (block, expr) : expr);
}

/* How many terms an element of the product of A and B has: a constant if one of
   them has a constant extent.  */

static gfc_expr *
terms_of (cuf_block *block, gfc_expr *a, gfc_expr *b)
{
  gfc_expr *terms = cuf_extent (block, b, 0);

  if (terms->expr_type == EXPR_CONSTANT)
    return terms;
  gfc_free_expr (terms);
  return cuf_extent (block, a, a->rank - 1);
}

/* The element AT of the product EXPR of matrices.  */

gfc_expr *
cuf_matmul_element (cuf_block *block, gfc_expr *expr,
		    const cuf_subscripts *at, cuf_code_list *body)
{
  gfc_expr *a = cuf_argument (expr, 0), *b = cuf_argument (expr, 1);
  cuf_subscripts one, in_a, in_b;

  if (block->thread)
    {
      a = cuf_used_often (block, a);
      b = cuf_used_often (block, b);
    }
  const bool numbers = gfc_numeric_ts (&expr->ts);
  if (!numbers && !block->thread)
    {
      gfc_error ("MATMUL at %L of arrays in device memory must be of numbers",
		 &expr->where);
      block->failed = true;
      return gfc_copy_expr (at->at[0]);
    }
  gfc_expr *none = (numbers ? cuf_write_index (0, &expr->where)
		    : gfc_get_logical_expr (expr->ts.kind, &expr->where, false));
  gfc_expr *variable = cuf_start_value (block, &expr->ts, none, body);
  cuf_begin_loops (block, 1, &one);
  in_a.rank = a->rank;
  in_b.rank = b->rank;
  if (a->rank == 2)
    in_a.at[0] = at->at[0];
  in_a.at[a->rank - 1] = in_b.at[0] = one.at[0];
  if (b->rank == 2)
    in_b.at[1] = at->at[at->rank - 1];
  gfc_expr *last = cuf_hoist (block, terms_of (block, a, b));
  cuf_code_list inner;
  gfc_expr *x = cuf_element (block, a, &in_a, &inner);
  gfc_expr *y = cuf_element (block, b, &in_b, &inner);
  gfc_expr *sum = gfc_copy_expr (variable);
  sum = (numbers ? gfc_add (sum, gfc_multiply (x, y))
	 : gfc_or (sum, gfc_and (x, y)));
  inner.append (cuf_write_assignment (gfc_copy_expr (variable), sum));
  body->append (cuf_write_loop (one.at[0], last, inner.first));
  return variable;
}

/* --- Whole arrays ----------------------------------------------------- */

/* The product of the arguments of DOT_PRODUCT's EXPR, element by element.  */

static gfc_expr *
dot_product_terms (cuf_block *block, gfc_expr *expr)
{
  gfc_expr *a = gfc_copy_expr (cuf_argument (expr, 0));
  gfc_expr *b = gfc_copy_expr (cuf_argument (expr, 1));

  if (a->ts.type == BT_COMPLEX)
    {
      gfc_typespec ts = a->ts;
      const int rank = a->rank;
      a = cuf_write_call (block->ns, GFC_ISYM_CONJG, "conjg", &ts, a);
      a->rank = rank;
      a->value.function.name = gfc_get_string ("__conjg_%d", ts.kind);
    }
  gfc_expr *product = gfc_get_operator_expr (&expr->where, INTRINSIC_TIMES, a,
					     b);
  if (!gfc_numeric_ts (&a->ts) || !gfc_resolve_expr (product))
    {
      gfc_error ("DOT_PRODUCT at %L of arrays in device memory must be of "
		 "numbers", &expr->where);
      block->failed = true;
    }
  return product;
}

/* Store in VALUE, a scalar of the host's, what EXPR, a reference to ALL, SUM
   or the like, makes of an array: a kernel's reduction.  */

void
cuf_reduce_elements (cuf_block *block, gfc_expr *value, gfc_expr *expr)
{
  gfc_isym_id id = expr->value.function.isym->id;
  gfc_expr *array = cuf_argument (expr, 0), *mask = NULL;
  cuf_subscripts at;
  cuf_code_list body;

  if (id == GFC_ISYM_DOT_PRODUCT)
    {
      array = dot_product_terms (block, expr);
      id = GFC_ISYM_SUM;
      if (block->failed)
	return;
    }
  else if (id != GFC_ISYM_ALL && id != GFC_ISYM_ANY && id != GFC_ISYM_COUNT)
    mask = cuf_argument (expr, 2);
  gfc_expr *first = cuf_first_value (id, &value->ts, &block->where);
  gfc_typespec ts = value->ts;
  if (first->ts.type != BT_LOGICAL)
    gfc_convert_type (first, &ts, 2);
  block->code.append (cuf_write_assignment (gfc_copy_expr (value), first));
  cuf_begin_loops (block, array->rank, &at);
  add_element (block, id, value, array, mask, &at, &body);
  cuf_loop_over (block, array, &at, &body);
}
