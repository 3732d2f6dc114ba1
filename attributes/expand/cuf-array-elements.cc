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
#include "arith.h"
#include "constructor.h"
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

/* --- Arguments -------------------------------------------------------- */

/* The function's name, for messages.  */

static const char *
name_of (const gfc_expr *expr)
{
  if (expr->value.function.isym)
    return expr->value.function.isym->name;
  return expr->symtree ? expr->symtree->n.sym->name : "?";
}

/* The dimension, from zero, that the argument number N of EXPR names, of RANK;
   -1, with a message, if that is not known.  */

static int
dimension_argument (cuf_block *block, const gfc_expr *expr, int n, int rank)
{
  gfc_expr *dim = cuf_argument (expr, n);
  int value = 0;

  if (dim && dim->expr_type == EXPR_CONSTANT && !gfc_extract_int (dim, &value)
      && value >= 1 && value <= rank)
    return value - 1;
  if (!block->failed)
    gfc_error ("Argument %<dim%> of %qs at %L must be a constant for an array "
	       "in device memory", name_of (expr),
	       dim ? &dim->where : const_cast<locus *> (&expr->where));
  block->failed = true;
  return -1;
}

/* Element number I, from zero, of LIST, an argument of rank one such as the
   shape of RESHAPE; null if it cannot be had.  */

static gfc_expr *
list_element (cuf_block *block, gfc_expr *list, int i)
{
  while (list->expr_type == EXPR_FUNCTION && list->value.function.isym
	 && list->value.function.isym->id == GFC_ISYM_CONVERSION)
    list = list->value.function.actual->expr;
  if (list->expr_type == EXPR_ARRAY)
    {
      for (gfc_constructor *c = gfc_constructor_first (list->value.constructor);
	   c; c = gfc_constructor_next (c))
	if (c->iterator || c->expr->rank > 0)
	  return NULL;
      gfc_expr *e = gfc_constructor_lookup_expr (list->value.constructor, i);
      return e ? gfc_copy_expr (e) : NULL;
    }
  if (list->expr_type != EXPR_VARIABLE || cuf_off_host_p (list))
    return NULL;
  cuf_subscripts at;
  at.rank = 1;
  at.at[0] = cuf_write_index (i + 1, &list->where);
  return cuf_element (block, list, &at, &block->code);
}

/* The extent of RESHAPE's result EXPR in dimension number D.  */

static gfc_expr *
reshaped_extent (cuf_block *block, gfc_expr *expr, int d)
{
  gfc_expr *extent = list_element (block, cuf_argument (expr, 1), d);

  if (!extent)
    {
      if (!block->failed)
	gfc_error ("Argument %<shape%> of RESHAPE at %L must be a list of "
		   "scalars or a variable for an array in device memory",
		   &expr->where);
      block->failed = true;
      return cuf_write_index (1, &expr->where);
    }
  gfc_typespec ts = { };
  ts.type = BT_INTEGER;
  ts.kind = gfc_index_integer_kind;
  gfc_convert_type (extent, &ts, 2);
  return extent;
}

/* --- Extents ---------------------------------------------------------- */

/* True if the intrinsic function ID reduces an array along its second
   argument.  */

static bool
reduces_p (gfc_isym_id id)
{
  switch (id)
    {
    case GFC_ISYM_ALL:
    case GFC_ISYM_ANY:
    case GFC_ISYM_COUNT:
    case GFC_ISYM_SUM:
    case GFC_ISYM_PRODUCT:
    case GFC_ISYM_MAXVAL:
    case GFC_ISYM_MINVAL:
      return true;
    default:
      return false;
    }
}

/* True if EXPR is a reference to an elemental function.  */

static bool
elemental_p (const gfc_expr *expr)
{
  return (expr->value.function.isym ? expr->value.function.isym->elemental
	  : expr->value.function.esym
	    && expr->value.function.esym->attr.elemental);
}

/* The extent in dimension D of the function reference EXPR; null if only the
   whole of EXPR can say.  */

static gfc_expr *
function_extent (cuf_block *block, gfc_expr *expr, int d)
{
  gfc_expr *first = cuf_argument (expr, 0), *second = cuf_argument (expr, 1);
  int dim;

  if (elemental_p (expr))
    {
      for (gfc_actual_arglist *a = expr->value.function.actual; a; a = a->next)
	if (a->expr && a->expr->rank > 0)
	  return cuf_extent (block, a->expr, d);
      return NULL;
    }
  if (cuf_module_function (expr) != CUF_ARRAY_NONE)
    return (cuf_module_function (expr) == CUF_ARRAY_PACKLOC ? NULL
	    : cuf_extent (block, first, d));
  if (!expr->value.function.isym)
    return NULL;
  switch (expr->value.function.isym->id)
    {
    case GFC_ISYM_TRANSPOSE:
      return cuf_extent (block, first, 1 - d);
    case GFC_ISYM_SPREAD:
      dim = dimension_argument (block, expr, 1, expr->rank);
      if (d != dim)
	return (first->rank == 0 || dim < 0 ? cuf_write_index (1, &expr->where)
		: cuf_extent (block, first, d < dim ? d : d - 1));
      return gfc_copy_expr (cuf_argument (expr, 2));
    case GFC_ISYM_RESHAPE:
      return reshaped_extent (block, expr, d);
    case GFC_ISYM_MATMUL:
      return (d == 0 && first->rank == 2 ? cuf_extent (block, first, 0)
	      : cuf_extent (block, second, second->rank - 1));
    case GFC_ISYM_CSHIFT:
    case GFC_ISYM_EOSHIFT:
      return cuf_extent (block, first, d);
    case GFC_ISYM_UNPACK:
      return cuf_extent (block, second, d);
    default:
      if (!reduces_p (expr->value.function.isym->id))
	return NULL;
      dim = dimension_argument (block, expr, 1, first->rank);
      return (dim < 0 ? cuf_write_index (1, &expr->where)
	      : cuf_extent (block, first, d < dim ? d : d + 1));
    }
}

/* The extent of the array EXPR in dimension number D, from zero.  */

gfc_expr *
cuf_extent (cuf_block *block, gfc_expr *expr, int d)
{
  mpz_t size;

  gcc_assert (d >= 0 && d < expr->rank);
  if (gfc_array_dimen_size (expr, d, &size))
    {
      gfc_expr *extent = cuf_write_index (0, &expr->where);
      mpz_set (extent->value.integer, size);
      mpz_clear (size);
      return extent;
    }
  if (expr->expr_type == EXPR_OP)
    {
      gfc_expr *a = expr->value.op.op1, *b = expr->value.op.op2;
      return cuf_extent (block, a->rank > 0 ? a : b, d);
    }
  if (expr->expr_type == EXPR_FUNCTION && !expr->cuf_reduced)
    if (gfc_expr *extent = function_extent (block, expr, d))
      return extent;
  return cuf_write_inquiry (block->ns, GFC_ISYM_SIZE, expr, d + 1);
}

/* --- Scalars ---------------------------------------------------------- */

static gfc_expr *scalar (cuf_block *, gfc_expr *);

/* A copy of EXPR, a scalar that depends on device data, for the kernel: what
   it has of the host's is evaluated in front of that.  */

static gfc_expr *
device_scalar (cuf_block *block, gfc_expr *expr)
{
  if (expr->expr_type == EXPR_FUNCTION && !elemental_p (expr))
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
  gfc_convert_type (expr, &ts, 2);
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

/* The element AT of SPREAD's result EXPR.  */

static gfc_expr *
spread_element (cuf_block *block, gfc_expr *expr, const cuf_subscripts *at,
		cuf_code_list *body)
{
  gfc_expr *source = cuf_argument (expr, 0);
  const int dim = dimension_argument (block, expr, 1, expr->rank);
  cuf_subscripts in;

  in.rank = source->rank;
  for (int d = 0; d < in.rank; d++)
    in.at[d] = at->at[d < dim ? d : d + 1];
  return cuf_element (block, source, &in, body);
}

/* A scalar that BODY sets to VALUE, of the type TS.  */

static gfc_expr *
start_value (cuf_block *block, const gfc_typespec *ts, gfc_expr *value,
	     cuf_code_list *body)
{
  gfc_expr *variable = cuf_new_scalar (block->ns, ts, &block->where);
  gfc_typespec type = *ts;

  if (value->ts.type != BT_LOGICAL)
    gfc_convert_type (value, &type, 2);
  body->append (cuf_write_assignment (gfc_copy_expr (variable), value));
  return variable;
}

/* VARIABLE = VALUE, converted to the type of that.  */

static gfc_code *
set_subscript (gfc_expr *variable, gfc_expr *value)
{
  gfc_typespec ts = variable->ts;

  gfc_convert_type (value, &ts, 2);
  return cuf_write_assignment (gfc_copy_expr (variable), value);
}

/* The element AT of the result of CSHIFT or EOSHIFT, EXPR: that of the array
   further on by the shift, which may be an array of one dimension less.  What
   CSHIFT shifts out comes in at the other end, for EOSHIFT the boundary
   does.  */

static gfc_expr *
shifted_element (cuf_block *block, gfc_expr *expr, const cuf_subscripts *at,
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
  in.at[d] = to;
  body->append (set_subscript (to, gfc_add (gfc_copy_expr (at->at[d]),
					    shift)));
  if (around)
    {
      gfc_expr *one = cuf_write_index (1, &expr->where);
      gfc_expr *from_zero = gfc_subtract (gfc_copy_expr (to), one);
      gfc_expr *modulo = cuf_write_call (block->ns, GFC_ISYM_MODULO, "modulo",
					 &ts, from_zero, extent);
      body->append (set_subscript (to, gfc_add (modulo, gfc_copy_expr (one))));
      return cuf_element (block, array, &in, body);
    }
  if (cuf_argument (expr, 2))
    boundary = cuf_element (block, cuf_argument (expr, 2), &other, body);
  else if (expr->ts.type == BT_LOGICAL)
    boundary = gfc_get_logical_expr (expr->ts.kind, &expr->where, false);
  else
    boundary = gfc_get_int_expr (gfc_default_integer_kind, &expr->where, 0);
  gfc_expr *value = start_value (block, &expr->ts, boundary, body);
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

/* The element AT of RESHAPE's result EXPR: its number, in the order of the
   elements, is that of one of the source.  */

static gfc_expr *
reshape_element (cuf_block *block, gfc_expr *expr, const cuf_subscripts *at,
		 cuf_code_list *body)
{
  gfc_expr *source = cuf_argument (expr, 0);
  locus *where = &expr->where;
  int order[GFC_MAX_DIMENSIONS];

  if (cuf_argument (expr, 2))
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

  cuf_subscripts in;
  in.rank = source->rank;
  for (int d = 0; d < in.rank; d++)
    {
      gfc_expr *from_zero
	= (d == in.rank - 1 ? left
	   : divide (block, &left,
		     cuf_hoist (block, cuf_extent (block, source, d)), body));
      in.at[d] = cuf_write_sum (from_zero, cuf_write_index (1, where));
    }
  gfc_expr *element = cuf_element (block, source, &in, body);
  for (int d = 0; d < in.rank; d++)
    gfc_free_expr (in.at[d]);
  return element;
}

/* --- Loops of a thread's ---------------------------------------------- */

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

static gfc_expr *
first_value (gfc_isym_id id, const gfc_typespec *ts, locus *where)
{
  gfc_expr *value;

  switch (id)
    {
    case GFC_ISYM_ALL:
    case GFC_ISYM_ANY:
      return gfc_get_logical_expr (ts->kind, where, id == GFC_ISYM_ALL);
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

static gfc_expr *
reduced_element (cuf_block *block, gfc_expr *expr, const cuf_subscripts *at,
		 cuf_code_list *body)
{
  const gfc_isym_id id = expr->value.function.isym->id;
  gfc_expr *array = cuf_argument (expr, 0);
  const bool logical = (id == GFC_ISYM_ALL || id == GFC_ISYM_ANY
			|| id == GFC_ISYM_COUNT);
  gfc_expr *mask = logical ? NULL : cuf_argument (expr, 2);
  const int dim = dimension_argument (block, expr, 1, array->rank);
  cuf_subscripts in, one;

  if (dim < 0)
    return gfc_copy_expr (at->at[0]);
  gfc_expr *variable = start_value (block, &expr->ts,
				    first_value (id, &expr->ts, &expr->where),
				    body);
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
      return block->thread || reduces_p (expr->value.function.isym->id);
    }
}

/* EXPR, an argument of which elements are used several times, or what has them
   at once.  */

static gfc_expr *
used_often (cuf_block *block, gfc_expr *expr)
{
  return (gfc_expr_walker (&expr, costly_p, block)
	  ? cuf_on_device (block, expr) : expr);
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
      a = used_often (block, a);
      b = used_often (block, b);
    }
  if (!gfc_numeric_ts (&expr->ts))
    {
      gfc_error ("MATMUL at %L of arrays in device memory must be of numbers",
		 &expr->where);
      block->failed = true;
      return gfc_copy_expr (at->at[0]);
    }
  gfc_expr *variable
    = start_value (block, &expr->ts, cuf_write_index (0, &expr->where), body);
  cuf_begin_loops (block, 1, &one);
  in_a.rank = a->rank;
  in_b.rank = b->rank;
  if (a->rank == 2)
    in_a.at[0] = at->at[0];
  in_a.at[a->rank - 1] = in_b.at[0] = one.at[0];
  if (b->rank == 2)
    in_b.at[1] = at->at[at->rank - 1];
  gfc_expr *last = cuf_hoist (block, cuf_extent (block, a, a->rank - 1));
  cuf_code_list inner;
  gfc_expr *x = cuf_element (block, a, &in_a, &inner);
  gfc_expr *y = cuf_element (block, b, &in_b, &inner);
  gfc_expr *sum = gfc_add (gfc_copy_expr (variable), gfc_multiply (x, y));
  inner.append (cuf_write_assignment (gfc_copy_expr (variable), sum));
  body->append (cuf_write_loop (one.at[0], last, inner.first));
  return variable;
}

/* The element AT of the array-valued function reference EXPR that is not
   elemental.  */

static gfc_expr *
function_element (cuf_block *block, gfc_expr *expr, const cuf_subscripts *at,
		  cuf_code_list *body)
{
  const gfc_isym_id id = (expr->value.function.isym
			  ? expr->value.function.isym->id : GFC_ISYM_NONE);
  if (block->thread && id != GFC_ISYM_TRANSPOSE && !cuf_thread_loops_p (expr))
    return variable_element (block, cuf_on_device (block, expr), at, body);
  switch (id)
    {
    case GFC_ISYM_CSHIFT:
    case GFC_ISYM_EOSHIFT:
      if (block->thread)
	return shifted_element (block, expr, at, body);
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
	source->expr = used_often (block, source->expr);
	return spread_element (block, expr, at, body);
      }
    case GFC_ISYM_RESHAPE:
      return reshape_element (block, expr, at, body);
    default:
      if (reduces_p (id))
	return reduced_element (block, expr, at, body);
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
	return (elemental_p (expr) ? elemental_element (block, expr, at, body)
		: function_element (block, expr, at, body));
    }
  return variable_element (block, cuf_on_device (block, expr), at, body);
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
  gfc_expr *extents[GFC_MAX_DIMENSIONS];
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
  gfc_expr *first = first_value (id, &value->ts, &block->where);
  gfc_typespec ts = value->ts;
  if (first->ts.type != BT_LOGICAL)
    gfc_convert_type (first, &ts, 2);
  block->code.append (cuf_write_assignment (gfc_copy_expr (value), first));
  cuf_begin_loops (block, array->rank, &at);
  add_element (block, id, value, array, mask, &at, &body);
  for (int d = 0; d < array->rank; d++)
    extents[d] = cuf_hoist (block, cuf_extent (block, array, d));
  cuf_end_loops (block, &at, extents, &body);
}
