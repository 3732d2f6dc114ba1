/* Operands in device memory of expressions that the host evaluates.
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
#include "constructor.h"
#include "cuf-compat.h"
#include "cuf-check.h"

/* The host can compute with device data where that is an operand: it gets a
   copy first.  Arguments of functions are none, but for the conversions that
   gfortran adds, since a call would look as if it took place on the device.
   Scalars of types that the host computes with are fetched where they are
   evaluated, anywhere in host code: gfc_expr::cuf_fetched.  */

/* True if EXPR is a conversion that no program writes.  */

static bool
conversion_p (const gfc_expr *expr)
{
  return (expr->expr_type == EXPR_FUNCTION && expr->value.function.isym
	  && expr->value.function.isym->id == GFC_ISYM_CONVERSION
	  && expr->value.function.actual);
}

/* True if EXPR, a character variable, is one as a whole, with a length that is
   known.  */

static bool
fixed_length_p (const gfc_expr *expr)
{
  for (const gfc_ref *ref = expr->ref; ref; ref = ref->next)
    if (ref->type == REF_SUBSTRING)
      return false;
  return (expr->ts.u.cl && expr->ts.u.cl->length
	  && expr->ts.u.cl->length->expr_type == EXPR_CONSTANT);
}

/* True if EXPR can be fetched where it is evaluated: a scalar that is copied
   bytewise.  */

bool
cuf_fetched_in_place_p (const gfc_expr *expr)
{
  if (expr->rank != 0
      || !cuf_memory_in_p (cuf_expr_memory (expr),
			   CUF_IN (DEVICE) | CUF_IN (CONSTANT)))
    return false;
  switch (expr->ts.type)
    {
    case BT_INTEGER:
    case BT_REAL:
    case BT_COMPLEX:
    case BT_LOGICAL:
      return true;
    case BT_CHARACTER:
      return fixed_length_p (expr);
    case BT_DERIVED:
      return !expr->ts.u.derived->attr.alloc_comp
	     && !gfc_is_finalizable (expr->ts.u.derived, NULL);
    default:
      return cuf_unsigned_p (&expr->ts);
    }
}

/* Call VISIT with DATA for each operand of *EXPR, or *EXPR itself, that is in
   device memory and is not fetched where it is evaluated.  */

void
cuf_visit_operands (gfc_expr **expr, void (*visit) (gfc_expr **, void *),
		    void *data)
{
  gfc_expr *e = *expr;

  if (!e)
    return;
  if (e->expr_type == EXPR_OP)
    {
      cuf_visit_operands (&e->value.op.op1, visit, data);
      cuf_visit_operands (&e->value.op.op2, visit, data);
    }
  else if (e->expr_type == EXPR_ARRAY)
    for (gfc_constructor *c = gfc_constructor_first (e->value.constructor); c;
	 c = gfc_constructor_next (c))
      {
	/* What an implied loop evaluates is another in each iteration.  */
	if (!c->iterator)
	  cuf_visit_operands (&c->expr, visit, data);
      }
  else if (conversion_p (e))
    cuf_visit_operands (&e->value.function.actual->expr, visit, data);
  else if (cuf_reference_p (e) && cuf_off_host_p (e) && !e->cuf_fetched)
    visit (expr, data);
}

/* What find_single has seen.  */
struct found
{
  int count;
  gfc_expr *operand;
};

static void
find_single (gfc_expr **expr, void *data)
{
  found *f = (found *) data;

  if ((*expr)->expr_type == EXPR_VARIABLE && cuf_fetched_in_place_p (*expr))
    return;
  f->count++;
  f->operand = *expr;
}

/* The operand of EXPR that is in device memory, if there is just one besides
   those that are fetched in place; otherwise null.  */

gfc_expr *
cuf_fetched_operand (gfc_expr *expr)
{
  found f = { 0, NULL };

  if (expr->expr_type != EXPR_OP && !conversion_p (expr))
    return NULL;
  cuf_visit_operands (&expr, find_single, &f);
  return f.count == 1 ? f.operand : NULL;
}
