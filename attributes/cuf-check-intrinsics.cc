/* The rules of CUDA Fortran: intrinsic procedures.
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
#include "trans.h"
#include "cuf-compat.h"
#include "cuf-check.h"

/* True if device code can call the intrinsic procedure ID.  */

static bool
device_intrinsic_p (gfc_isym_id id)
{
  switch (id)
    {
#define CUF_INTRINSIC(ID) case GFC_ISYM_##ID:
#include "cuf-check-intrinsics.def"
#undef CUF_INTRINSIC
      return true;

    default:
      return false;
    }
}

/* How many of its first arguments the intrinsic procedure ISYM uses for what
   they are, not for their values.  */

static int
inquired_arguments (const gfc_intrinsic_sym *isym)
{
  switch (isym->id)
    {
    case GFC_ISYM_ASSOCIATED:
    case GFC_ISYM_MOVE_ALLOC:
    case GFC_ISYM_SAME_TYPE_AS:
    case GFC_ISYM_EXTENDS_TYPE_OF:
      return 2;

    case GFC_ISYM_ALLOCATED:
    case GFC_ISYM_C_LOC:
    case GFC_ISYM_C_FUNLOC:
    case GFC_ISYM_C_SIZEOF:
    case GFC_ISYM_IS_CONTIGUOUS:
    case GFC_ISYM_LBOUND:
    case GFC_ISYM_LOC:
    case GFC_ISYM_NULL:
    case GFC_ISYM_PRESENT:
    case GFC_ISYM_RANK:
    case GFC_ISYM_SHAPE:
    case GFC_ISYM_SIZE:
    case GFC_ISYM_SIZEOF:
    case GFC_ISYM_STORAGE_SIZE:
    case GFC_ISYM_UBOUND:
      return 1;

    default:
      return isym->inquiry ? 1 : 0;
    }
}

/* True if the array-valued function reference EXPR, to be computed by a
   library, is one that the device library has (device-arrays.c).  */

static bool
device_library_p (const gfc_expr *expr)
{
  const gfc_actual_arglist *actual = expr->value.function.actual;
  const gfc_expr *array = actual ? actual->expr : NULL;

  switch (expr->value.function.isym->id)
    {
    case GFC_ISYM_ALL:
    case GFC_ISYM_ANY:
    case GFC_ISYM_COUNT:
    case GFC_ISYM_JN2:
    case GFC_ISYM_MATMUL:
    case GFC_ISYM_NORM2:
    case GFC_ISYM_PARITY:
    case GFC_ISYM_PRODUCT:
    case GFC_ISYM_SUM:
    case GFC_ISYM_YN2:
      return true;

    case GFC_ISYM_IALL:
    case GFC_ISYM_IANY:
    case GFC_ISYM_IPARITY:
      return expr->ts.type == BT_INTEGER;

    case GFC_ISYM_MAXLOC:
    case GFC_ISYM_MINLOC:
    case GFC_ISYM_FINDLOC:
      /* What no loop computes is found behind that.  */
      return true;

    case GFC_ISYM_CSHIFT:
    case GFC_ISYM_EOSHIFT:
    case GFC_ISYM_MAXVAL:
    case GFC_ISYM_MINVAL:
    case GFC_ISYM_PACK:
    case GFC_ISYM_RESHAPE:
    case GFC_ISYM_SPREAD:
    case GFC_ISYM_UNPACK:
      return array && array->ts.type != BT_CHARACTER;

    default:
      return false;
    }
}

/* What the source calls ISYM where EXPR is the function reference, null for a
   subroutine.  Procedures with several names are known by any of them.  */

static const char *
reference_name (const gfc_intrinsic_sym *isym, const gfc_expr *expr)
{
  return expr && expr->symtree ? expr->symtree->n.sym->name : isym->name;
}

/* The kind of EXPR's value is known.  Let its argument KIND, if there is one, go:
   GCC 12 passes it to the library, too, which takes it for BACK.  */

static void
drop_kind (gfc_expr *expr)
{
  gfc_actual_arglist *a = expr->value.function.actual->next;

  if (expr->value.function.isym->id == GFC_ISYM_FINDLOC)
    a = a->next;
  a = a->next->next;
  gfc_free_expr (a->expr);
  a->expr = NULL;
}

/* Check that device code can call ISYM.  EXPR is the function reference, null
   for a subroutine.  */

static bool
check_device_intrinsic (gfc_intrinsic_sym *isym, gfc_expr *expr, locus *where)
{
  const char *name = reference_name (isym, expr);

  if (!device_intrinsic_p (isym->id))
    {
      gfc_error ("Intrinsic procedure %qs at %L is not available in device "
		 "code", name, where);
      return false;
    }
  if (isym->id == GFC_ISYM_MAXLOC || isym->id == GFC_ISYM_MINLOC
      || isym->id == GFC_ISYM_FINDLOC)
    drop_kind (expr);
  if (expr && expr->rank > 0 && gfc_is_intrinsic_libcall (expr)
      && !device_library_p (expr))
    {
      gfc_error ("Array-valued intrinsic function %qs at %L is not supported "
		 "in device code with these arguments", name, where);
      return false;
    }
  return true;
}

/* Check the pointer argument of C_F_POINTER and those of MOVE_ALLOC.  Return
   true if they have been seen to.  */

static bool
check_pointer_arguments (const cuf_scope *scope, gfc_intrinsic_sym *isym,
			 gfc_actual_arglist *actual)
{
  if (!actual || !actual->next)
    return false;

  gfc_expr *first = actual->expr, *second = actual->next->expr;
  if (isym->id == GFC_ISYM_C_F_POINTER)
    {
      cuf_check_value (scope, first);
      cuf_check_designator (scope, second);
      for (actual = actual->next->next; actual; actual = actual->next)
	cuf_check_value (scope, actual->expr);
      return true;
    }
  if (isym->id == GFC_ISYM_MOVE_ALLOC && first && second
      && cuf_expr_memory (first) != cuf_expr_memory (second))
    gfc_error ("The arguments of MOVE_ALLOC at %L must have the same memory "
	       "attribute, device or other", &first->where);
  return false;
}

/* Check the reference to the intrinsic procedure ISYM with the arguments
   ACTUAL.  EXPR is the function reference, null for a subroutine.  */

void
cuf_check_intrinsic (const cuf_scope *scope, gfc_intrinsic_sym *isym,
		     gfc_actual_arglist *actual, gfc_expr *expr, locus *where)
{
  if (scope->device && !check_device_intrinsic (isym, expr, where))
    return;
  if (check_pointer_arguments (scope, isym, actual))
    return;
  if (scope->host && expr && expr->cuf_reduced)
    {
      cuf_check_array_reduction (scope, expr);
      return;
    }

  /* A subroutine may store in an argument.  */
  cuf_scope inner = *scope;
  inner.no_fetch |= !expr || !isym->pure;
  if (expr && isym->id != GFC_ISYM_CONVERSION)
    inner.function = reference_name (isym, expr);

  int inquired = inquired_arguments (isym);
  gfc_intrinsic_arg *formal = isym->formal;
  for (; actual; actual = actual->next)
    {
      if (inquired-- > 0)
	cuf_check_designator (scope, actual->expr);
      else
	cuf_check_value (&inner, actual->expr);
      if (formal && !expr && formal->intent != INTENT_IN)
	cuf_check_definition (scope, actual->expr);
      if (formal)
	formal = formal->next;
    }
}

/* True if EXPR is a variable or a function's result of type C_DEVPTR of module
   cudafor.  */

bool
cuf_devptr_p (const gfc_expr *expr)
{
  return ((expr->expr_type == EXPR_VARIABLE
	   || expr->expr_type == EXPR_FUNCTION)
	  && expr->ts.type == BT_DERIVED
	  && strcmp (expr->ts.u.derived->name, "c_devptr") == 0
	  && expr->ts.u.derived->module
	  && strcmp (expr->ts.u.derived->module, "cuf_types") == 0);
}

/* If EXPR, which is an address to be passed or the first argument of
   C_F_POINTER, is such, make it the C_PTR that this holds.  */

void
cuf_unwrap_devptr (gfc_expr *expr)
{
  if (!cuf_devptr_p (expr))
    return;

  gfc_ref **tail = &expr->ref, *address = NULL;
  gfc_component *c = gfc_find_component (expr->ts.u.derived, "address", true,
					 true, &address);
  /* A function's result has no references: cuf_devptr_address takes its
     place.  */
  if (expr->expr_type == EXPR_VARIABLE)
    {
      while (*tail)
	tail = &(*tail)->next;
      *tail = address;
    }
  else
    gfc_free_ref_list (address);
  expr->ts = c->ts;
}

/* Do the same with FIRST and SECOND, the arguments of C_ASSOCIATED; SECOND is
   null if there is none.  */

void
cuf_unwrap_devptrs (gfc_expr *first, gfc_expr *second)
{
  cuf_unwrap_devptr (first);
  if (second)
    cuf_unwrap_devptr (second);
}
