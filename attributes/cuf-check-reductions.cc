/* Rules for arrays that the device reduces.
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

/* Check EXPR, an array that the runtime gets the descriptor of.  */

static void
check_array (const cuf_scope *scope, gfc_expr *expr)
{
  if (!cuf_off_host_p (expr))
    {
      cuf_check_value (scope, expr);
      return;
    }
  cuf_check_designator (scope, expr);
  if (gfc_has_vector_subscript (expr))
    gfc_error ("Device data with a vector subscript at %L cannot be reduced: "
	       "assign it to an array first", &expr->where);
}

static void
check_stream (const cuf_scope *scope, gfc_expr *stream)
{
  if (stream->ts.type != BT_INTEGER || stream->rank > 0)
    gfc_error ("The stream at %L must be a scalar integer expression",
	       &stream->where);
  else
    cuf_check_value (scope, stream);
}

/* Check that the runtime has the reduction EXPR for the type of ARRAY.  */

static void
check_type (const gfc_expr *expr, gfc_expr *array)
{
  const gfc_intrinsic_sym *isym = expr->value.function.isym;

  if (cuf_unsigned_p (&array->ts) && isym->id != GFC_ISYM_SUM)
    gfc_error ("%qs of device data of type %s at %L is not supported: assign it "
	       "to an array on the host first", isym->name,
	       gfc_typename (&array->ts), &array->where);
}

/* Check the function reference EXPR, which the device is to compute.  */

void
cuf_check_array_reduction (const cuf_scope *scope, gfc_expr *expr)
{
  gfc_actual_arglist *actual = expr->value.function.actual;

  check_type (expr, actual->expr);
  check_array (scope, actual->expr);
  for (actual = actual->next; actual; actual = actual->next)
    if (actual->expr && actual->expr->rank > 0)
      check_array (scope, actual->expr);
    else if (actual->expr)
      cuf_check_value (scope, actual->expr);
  if (expr->cuf_stream)
    check_stream (scope, expr->cuf_stream);
}
