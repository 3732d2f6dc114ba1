/* Intrinsic procedures and exponentiation of REAL(2).
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
#include "options.h"
#include "tree.h"
#include "gfortran.h"
#include "intrinsic.h"
#include "cuf-check.h"

/* No library has functions of this kind.  What is more than an operation of the
   compiler's is computed in REAL(4) and rounded once.  */

enum half_treatment
{
  HALF_NONE,
  HALF_AS_IS,
  HALF_WIDENED
};

static enum half_treatment
treatment (gfc_isym_id id)
{
  switch (id)
    {
#define CUF_HALF(ID, HOW) case GFC_ISYM_##ID: return HALF_##HOW;
#include "cuf-half-intrinsics.def"
#undef CUF_HALF
    default:
      return HALF_NONE;
    }
}

static void
convert (gfc_expr *expr, int kind)
{
  gfc_typespec ts;

  gfc_clear_ts (&ts);
  ts.type = BT_REAL;
  ts.kind = kind;
  gfc_convert_type_warn (expr, &ts, 2, 0);
}

/* True if the constant EXPR is the number of the kind.  */

static bool
half_kind_value_p (const gfc_expr *expr)
{
  return (expr && expr->expr_type == EXPR_CONSTANT
	  && expr->ts.type == BT_INTEGER && expr->rank == 0
	  && mpz_cmp_si (expr->value.integer, CUF_HALF_KIND) == 0);
}

/* Turn what of ACTUAL is REAL(2) into REAL(4).  Return true if there was
   any; set *OTHER if another of them is real and of another kind.  */

static bool
widen_arguments (gfc_actual_arglist *actual, bool *other)
{
  bool any = false;

  for (; actual; actual = actual->next)
    if (actual->expr && cuf_half_p (&actual->expr->ts))
      {
	convert (actual->expr, CUF_WIDE_KIND);
	any = true;
      }
    else if (actual->expr && actual->expr->ts.type == BT_REAL)
      *other = true;
  return any;
}

/* Give each of ACTUAL, which are in the order of FORMAL and null where they are
   absent, its keyword: who sorts them anew drops the null ones.  */

static void
name_arguments (gfc_actual_arglist *actual, const gfc_intrinsic_arg *formal)
{
  for (; actual && formal; actual = actual->next, formal = formal->next)
    if (actual->expr && !actual->name)
      actual->name = gfc_get_string ("%s", formal->name);
}

/* If the rounding function AINT or ANINT, with the arguments ACTUAL, is to
   return REAL(2), let it return what it is given.  */

static bool
drop_result_kind (gfc_isym_id id, gfc_actual_arglist *actual)
{
  gfc_actual_arglist *kind = actual ? actual->next : NULL;

  if ((id != GFC_ISYM_AINT && id != GFC_ISYM_ANINT) || !kind
      || !half_kind_value_p (kind->expr))
    return false;
  gfc_free_expr (kind->expr);
  kind->expr = NULL;
  return true;
}

static bool
half_argument_p (const gfc_actual_arglist *actual)
{
  for (; actual; actual = actual->next)
    if (actual->expr && cuf_half_p (&actual->expr->ts))
      return true;
  return false;
}

static void
refuse (const gfc_intrinsic_sym *isym, locus *where)
{
  gfc_error ("Intrinsic procedure %qs at %L is not available for REAL(2)",
	     isym->name, where);
}

/* EXPR is a function reference, without errors if RESOLVED.  Return false after
   an error, that one or another.  */

bool
cuf_resolve_half_function (gfc_expr *expr, bool resolved)
{
  if (!resolved)
    return false;
  if (!cuf_half_info || cuf_half_info->kind == 0
      || expr->expr_type != EXPR_FUNCTION || !expr->value.function.isym)
    return true;

  gfc_intrinsic_sym *isym = expr->value.function.isym;
  gfc_actual_arglist *actual = expr->value.function.actual;
  if (isym->id == GFC_ISYM_CONVERSION || expr->cuf_reduced
      || (!half_argument_p (actual) && !cuf_half_p (&expr->ts)))
    return true;

  switch (treatment (isym->id))
    {
    case HALF_AS_IS:
      return true;

    case HALF_NONE:
      refuse (isym, &expr->where);
      return false;

    case HALF_WIDENED:
      break;
    }

  bool other = false;
  bool narrow = drop_result_kind (isym->id, actual);
  bool kind_given = ((isym->id == GFC_ISYM_AINT || isym->id == GFC_ISYM_ANINT)
		     && actual->next && actual->next->expr);
  if (widen_arguments (actual, &other) && !other && !kind_given)
    narrow = true;

  int rank = expr->rank;
  name_arguments (actual, isym->formal);
  expr->value.function.isym = NULL;
  expr->value.function.name = NULL;
  if (gfc_intrinsic_func_interface (expr, 1) != MATCH_YES)
    return false;
  expr->rank = rank;
  if (narrow && expr->ts.type == BT_REAL)
    convert (expr, CUF_HALF_KIND);
  return true;
}

/* The same for CODE, a call of an intrinsic subroutine, or of another.  */

bool
cuf_resolve_half_call (gfc_code *code, bool resolved)
{
  gfc_intrinsic_sym *isym = code->resolved_isym;

  if (!resolved)
    return false;
  if (!isym || !half_argument_p (code->ext.actual)
      || treatment (isym->id) == HALF_AS_IS)
    return true;
  /* The device draws numbers of that kind, too.  */
  if (isym->id == GFC_ISYM_RANDOM_NUMBER
      && cuf_expr_memory (code->ext.actual->expr) == CUF_MEM_DEVICE)
    return true;
  refuse (isym, &code->loc);
  return false;
}

/* EXPR is an operation, without errors if RESOLVED: exponentiate in
   REAL(4).  */

void
cuf_resolve_half_power (gfc_expr *expr, bool resolved)
{
  if (!resolved || expr->expr_type != EXPR_OP || expr->value.op.op != INTRINSIC_POWER
      || !cuf_half_p (&expr->ts))
    return;

  gfc_expr *operands[] = { expr->value.op.op1, expr->value.op.op2 };
  for (size_t i = 0; i < ARRAY_SIZE (operands); i++)
    if (cuf_half_p (&operands[i]->ts))
      convert (operands[i], CUF_WIDE_KIND);
  expr->ts.kind = CUF_WIDE_KIND;
  convert (expr, CUF_HALF_KIND);
}
