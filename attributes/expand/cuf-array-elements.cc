/* Elements of array expressions.
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
#include "cuf-compat.h"
#include "cuf-check.h"
#include "cuf-expand.h"

/* What a kernel, or a loop of a thread, computes for one element of its result
   is made of the same element of each operand, where TRANSPOSE, SPREAD, RESHAPE
   and shifts only say which element that is.  MATMUL and reductions along a
   dimension are loops of the thread's.  What is none of these is an array that
   is computed before.

   Subscripts count from one; the bounds of arrays, and scalars of the host's
   that are not simple variables, are evaluated in front of the kernel; in code
   of a thread, all scalars in front of the loops.  */

/* --- Scalars ---------------------------------------------------------- */

static gfc_expr *scalar (cuf_block *, gfc_expr *);

/* A copy of EXPR, a scalar that depends on device data, for the kernel: what
   it has of the host's is evaluated in front of that.  */

static gfc_expr *
device_scalar (cuf_block *block, gfc_expr *expr)
{
  if (expr->expr_type == EXPR_FUNCTION && !cuf_elemental_p (expr))
    {
      cuf_expand_function (block->ns->parent, expr);
      return cuf_hoist (block, gfc_copy_expr (expr));
    }
  gfc_expr *copy = gfc_copy_expr (expr);
  if (copy->expr_type == EXPR_OP)
    {
      gfc_replace_expr (copy->value.op.op1,
			scalar (block, expr->value.op.op1));
      if (copy->value.op.op2)
	gfc_replace_expr (copy->value.op.op2,
			  scalar (block, expr->value.op.op2));
    }
  else if (copy->expr_type == EXPR_FUNCTION)
    for (gfc_actual_arglist *a = copy->value.function.actual; a; a = a->next)
      if (a->expr)
	a->expr = scalar (block, a->expr);
  return copy;
}

/* The value of the scalar EXPR as a kernel can have it.  */

static gfc_expr *
scalar (cuf_block *block, gfc_expr *expr)
{
  const unsigned on_device = CUF_OFF_HOST | CUF_IN (MANAGED);

  if (expr->expr_type == EXPR_CONSTANT)
    return gfc_copy_expr (expr);
  if (!block->thread && expr->ts.type != BT_CHARACTER
      && cuf_operand_in_p (expr, on_device))
    return device_scalar (block, expr);
  if (expr->expr_type == EXPR_VARIABLE && !expr->ref
      && expr->symtree->n.sym->attr.fe_temp)
    return gfc_copy_expr (expr);
  return cuf_hoist (block, gfc_copy_expr (expr));
}

/* --- Variables -------------------------------------------------------- */

/* The scalar EXPR, a bound or a stride, as one of the type of subscripts.  */

static gfc_expr *
as_subscript (cuf_block *block, gfc_expr *expr)
{
  gfc_typespec ts = { };

  ts.type = BT_INTEGER;
  ts.kind = gfc_index_integer_kind;
  expr = gfc_copy_expr (expr);
  gfc_convert_type_warn (expr, &ts, 2, 0);
  return cuf_hoist (block, expr);
}

/* The lower bound of dimension D of the array of which EXPR, by its reference
   AR, is a part.  */

static gfc_expr *
lower_bound (cuf_block *block, gfc_expr *expr, const gfc_array_ref *ar, int d)
{
  if (ar->as && ar->as->lower[d] && ar->as->type != AS_DEFERRED
      && ar->as->lower[d]->expr_type == EXPR_CONSTANT)
    return as_subscript (block, ar->as->lower[d]);
  gfc_expr *whole = gfc_copy_expr (expr);
  for (gfc_ref *ref = whole->ref; ref; ref = ref->next)
    if (ref->type == REF_ARRAY && ref->u.ar.type != AR_ELEMENT)
      {
	gfc_free_ref_list (ref->next);
	ref->next = NULL;
	for (int i = 0; i < ref->u.ar.dimen; i++)
	  {
	    gfc_free_expr (ref->u.ar.start[i]);
	    gfc_free_expr (ref->u.ar.end[i]);
	    gfc_free_expr (ref->u.ar.stride[i]);
	    ref->u.ar.start[i] = ref->u.ar.end[i] = ref->u.ar.stride[i] = NULL;
	  }
	ref->u.ar.type = AR_FULL;
	whole->rank = ref->u.ar.as ? ref->u.ar.as->rank : ref->u.ar.dimen;
      }
  gfc_expr *bound = cuf_write_inquiry (block->ns, GFC_ISYM_LBOUND, whole,
				       d + 1);
  gfc_free_expr (whole);
  return cuf_hoist (block, bound);
}

/* The subscript in dimension D of AR, which EXPR refers to, that element AT of
   the section has there: the bounds have been evaluated.  */

static gfc_expr *
section_subscript (cuf_block *block, gfc_expr *expr, const gfc_array_ref *ar,
		   int d, gfc_expr *at)
{
  const bool full = ar->type == AR_FULL;
  gfc_expr *stride = full ? NULL : ar->stride[d];
  gfc_expr *start = full ? NULL : ar->start[d];
  gfc_expr *first = (start ? as_subscript (block, start)
		     : lower_bound (block, expr, ar, d));
  gfc_expr *by = (stride ? as_subscript (block, stride)
		  : cuf_write_index (1, &expr->where));
  gfc_expr *offset = cuf_hoist (block,
				cuf_write_difference (first,
						      gfc_copy_expr (by)));
  return cuf_write_sum (cuf_write_product (gfc_copy_expr (at), by), offset);
}

/* Make AR, which EXPR refers to, an element of its section: that with the
   subscripts AT.  */

static void
select_element (cuf_block *block, gfc_expr *expr, gfc_array_ref *to,
		const gfc_array_ref *from, const cuf_subscripts *at,
		cuf_code_list *body)
{
  int n = 0;

  to->dimen = from->type == AR_FULL ? at->rank : from->dimen;
  to->type = AR_ELEMENT;
  for (int d = 0; d < to->dimen; d++)
    {
      const bool full = from->type == AR_FULL;
      gfc_free_expr (to->start[d]);
      gfc_free_expr (to->end[d]);
      gfc_free_expr (to->stride[d]);
      to->end[d] = to->stride[d] = NULL;
      if (!full && from->dimen_type[d] == DIMEN_ELEMENT)
	to->start[d] = scalar (block, from->start[d]);
      else if (!full && from->dimen_type[d] == DIMEN_VECTOR)
	{
	  cuf_subscripts one;
	  one.rank = 1;
	  one.at[0] = at->at[n++];
	  to->start[d] = cuf_element (block, from->start[d], &one, body);
	}
      else
	to->start[d] = section_subscript (block, expr, from, d, at->at[n++]);
      to->dimen_type[d] = DIMEN_ELEMENT;
    }
  gcc_assert (n == at->rank);
}

/* The element AT of EXPR, a variable.  */

static gfc_expr *
variable_element (cuf_block *block, gfc_expr *expr, const cuf_subscripts *at,
		  cuf_code_list *body)
{
  gfc_expr *element = gfc_copy_expr (expr);
  gfc_ref *to = element->ref;

  for (gfc_ref *from = expr->ref; from; from = from->next, to = to->next)
    if (from->type == REF_ARRAY && from->u.ar.type == AR_ELEMENT)
      for (int d = 0; d < from->u.ar.dimen; d++)
	to->u.ar.start[d] = scalar (block, from->u.ar.start[d]);
    else if (from->type == REF_ARRAY)
      select_element (block, expr, &to->u.ar, &from->u.ar, at, body);
  element->rank = 0;
  gfc_free_shape (&element->shape, expr->rank);
  return element;
}

/* --- Functions -------------------------------------------------------- */

/* The element AT of the elemental operation EXPR: that of each operand.  */

static gfc_expr *
elemental_element (cuf_block *block, gfc_expr *expr, const cuf_subscripts *at,
		   cuf_code_list *body)
{
  gfc_expr *element = gfc_copy_expr (expr);

  element->rank = 0;
  gfc_free_shape (&element->shape, expr->rank);
  if (expr->expr_type == EXPR_OP)
    {
      element->value.op.op1 = cuf_element (block, expr->value.op.op1, at, body);
      if (expr->value.op.op2)
	element->value.op.op2 = cuf_element (block, expr->value.op.op2, at,
					     body);
      return element;
    }
  for (gfc_actual_arglist *a = element->value.function.actual; a; a = a->next)
    if (a->expr)
      a->expr = cuf_element (block, a->expr, at, body);
  return element;
}

/* The element AT of BESSEL_JN's or BESSEL_YN's EXPR, which has all orders from one
   to another.  */

static gfc_expr *
bessel_element (cuf_block *block, gfc_expr *expr, const cuf_subscripts *at,
		cuf_code_list *body)
{
  const bool first_kind = expr->value.function.isym->id == GFC_ISYM_JN2;
  gfc_expr *first = scalar (block, cuf_argument (expr, 0));
  gfc_expr *x = scalar (block, cuf_argument (expr, 2));
  gfc_expr *order = cuf_new_scalar (block->ns, &first->ts, &expr->where);
  gfc_typespec ts = expr->ts;

  gfc_expr *further = cuf_write_difference (gfc_copy_expr (at->at[0]),
					    cuf_write_index (1, &expr->where));
  body->append (cuf_write_conversion (order, cuf_write_sum (first, further)));
  return (first_kind
	  ? cuf_write_call (block->ns, GFC_ISYM_JN, "bessel_jn", &ts, order, x)
	  : cuf_write_call (block->ns, GFC_ISYM_YN, "bessel_yn", &ts, order, x));
}

/* The element AT of the array-valued function reference EXPR that is not
   elemental.  */

static gfc_expr *
function_element (cuf_block *block, gfc_expr *expr, const cuf_subscripts *at,
		  cuf_code_list *body)
{
  const gfc_isym_id id = (expr->value.function.isym
			  ? expr->value.function.isym->id : GFC_ISYM_NONE);
  if (block->thread && id != GFC_ISYM_TRANSPOSE && !cuf_thread_loops_p (expr)
      && !cuf_thread_unknown_p (expr))
    return variable_element (block, cuf_on_device (block, expr), at, body);
  switch (id)
    {
    case GFC_ISYM_CSHIFT:
    case GFC_ISYM_EOSHIFT:
      if (block->thread)
	return cuf_shifted_element (block, expr, at, body);
      break;
    case GFC_ISYM_MATMUL:
      if (block->thread)
	return cuf_matmul_element (block, expr, at, body);
      break;
    case GFC_ISYM_TRANSPOSE:
      {
	cuf_subscripts in;
	in.rank = 2;
	in.at[0] = at->at[1];
	in.at[1] = at->at[0];
	return cuf_element (block, cuf_argument (expr, 0), &in, body);
      }
    case GFC_ISYM_SPREAD:
      {
	gfc_actual_arglist *source = expr->value.function.actual;
	source->expr = cuf_used_often (block, source->expr);
	return cuf_spread_element (block, expr, at, body);
      }
    case GFC_ISYM_RESHAPE:
      return cuf_reshaped_element (block, expr, at, body);
    case GFC_ISYM_JN2:
    case GFC_ISYM_YN2:
      if (block->thread)
	return bessel_element (block, expr, at, body);
      break;
    case GFC_ISYM_IALL:
    case GFC_ISYM_IANY:
    case GFC_ISYM_IPARITY:
    case GFC_ISYM_PARITY:
      if (block->thread)
	return cuf_reduced_element (block, expr, at, body);
      break;
    default:
      if (block->thread && cuf_thread_reduction_p (expr))
	return cuf_reduce_in_thread (block, expr, at, body);
      if (cuf_reduces_p (id))
	return cuf_reduced_element (block, expr, at, body);
    }
  return variable_element (block, cuf_on_device (block, expr), at, body);
}

/* The element of EXPR with the subscripts AT, as a kernel computes it; what
   comes before it there is appended to BODY, and what comes before the kernel
   to BLOCK.  A scalar is its own element.  */

gfc_expr *
cuf_element (cuf_block *block, gfc_expr *expr, const cuf_subscripts *at,
	     cuf_code_list *body)
{
  const unsigned on_device = (CUF_OFF_HOST | CUF_IN (MANAGED)
			      | CUF_IN (UNIFIED));

  if (expr->rank == 0)
    return scalar (block, expr);
  gcc_assert (expr->rank == at->rank);
  if (expr->expr_type == EXPR_VARIABLE
      && (block->thread || cuf_memory_in_p (cuf_expr_memory (expr), on_device)
	  || body == &block->code))
    return variable_element (block, expr, at, body);
  if (expr->expr_type != EXPR_VARIABLE
      && (block->thread || cuf_operand_in_p (expr, on_device)))
    {
      if (expr->expr_type == EXPR_OP)
	return elemental_element (block, expr, at, body);
      if (expr->expr_type == EXPR_FUNCTION)
	return (cuf_elemental_p (expr) ? elemental_element (block, expr, at, body)
		: function_element (block, expr, at, body));
    }
  return variable_element (block, cuf_on_device (block, expr), at, body);
}
