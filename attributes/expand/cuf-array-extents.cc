/* The extents of array expressions, and arguments that they depend on.
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
#include "cuf-expand.h"

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

int
cuf_dimension_argument (cuf_block *block, const gfc_expr *expr, int n,
			int rank)
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
  gfc_convert_type_warn (extent, &ts, 2, 0);
  return extent;
}

/* --- Extents ---------------------------------------------------------- */

/* True if the intrinsic function ID reduces an array along its second
   argument.  */

bool
cuf_reduces_p (gfc_isym_id id)
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

bool
cuf_elemental_p (const gfc_expr *expr)
{
  return (expr->value.function.isym ? expr->value.function.isym->elemental
	  : expr->value.function.esym
	    && expr->value.function.esym->attr.elemental);
}

/* The extent in dimension D of what remains of ARRAY without its dimension DIM.  */

static gfc_expr *
remaining_extent (cuf_block *block, gfc_expr *array, int dim, int d)
{
  return (dim < 0 ? cuf_write_index (1, &array->where)
	  : cuf_extent (block, array, d < dim ? d : d + 1));
}

/* How many whole numbers there are from FIRST to LAST.  */

static gfc_expr *
count_of_orders (const gfc_expr *first, const gfc_expr *last)
{
  gfc_typespec ts = { };
  gfc_expr *from = gfc_copy_expr (const_cast<gfc_expr *> (first));
  gfc_expr *to = gfc_copy_expr (const_cast<gfc_expr *> (last));

  ts.type = BT_INTEGER;
  ts.kind = gfc_index_integer_kind;
  gfc_convert_type_warn (from, &ts, 2, 0);
  gfc_convert_type_warn (to, &ts, 2, 0);
  return cuf_write_sum (cuf_write_difference (to, from),
			cuf_write_index (1, &to->where));
}

/* The extent in dimension D of the function reference EXPR; null if only the
   whole of EXPR can say.  */

static gfc_expr *
function_extent (cuf_block *block, gfc_expr *expr, int d)
{
  gfc_expr *first = cuf_argument (expr, 0), *second = cuf_argument (expr, 1);
  int dim;

  if (cuf_elemental_p (expr))
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
      dim = cuf_dimension_argument (block, expr, 1, expr->rank);
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
    case GFC_ISYM_PACK:
      return (block->thread && cuf_argument (expr, 2)
	      ? cuf_extent (block, cuf_argument (expr, 2), d) : NULL);
    case GFC_ISYM_JN2:
    case GFC_ISYM_YN2:
      return count_of_orders (first, second);
    case GFC_ISYM_FINDLOC:
      if (!block->thread)
	return NULL;
      dim = cuf_dimension_argument (block, expr, 2, first->rank);
      return remaining_extent (block, first, dim, d);
    case GFC_ISYM_IALL:
    case GFC_ISYM_IANY:
    case GFC_ISYM_IPARITY:
    case GFC_ISYM_MAXLOC:
    case GFC_ISYM_MINLOC:
    case GFC_ISYM_NORM2:
    case GFC_ISYM_PARITY:
      if (!block->thread)
	return NULL;
      dim = cuf_dimension_argument (block, expr, 1, first->rank);
      return remaining_extent (block, first, dim, d);
    default:
      if (!cuf_reduces_p (expr->value.function.isym->id))
	return NULL;
      dim = cuf_dimension_argument (block, expr, 1, first->rank);
      return remaining_extent (block, first, dim, d);
    }
}

/* The extent in dimension D of the whole array EXPR, if
   cuf_new_automatic_array has made it; else null.  */

static gfc_expr *
automatic_extent (const gfc_expr *expr, int d)
{
  if (expr->expr_type != EXPR_VARIABLE || !expr->symtree->n.sym->attr.fe_temp
      || !expr->ref || expr->ref->next || expr->ref->type != REF_ARRAY
      || expr->ref->u.ar.type != AR_FULL
      || expr->symtree->n.sym->as->type != AS_EXPLICIT)
    return NULL;
  return gfc_copy_expr (expr->symtree->n.sym->as->upper[d]);
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
  if (gfc_expr *extent = automatic_extent (expr, d))
    return extent;
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

/* Store the extents of EXPR, evaluated in BLOCK, in EXTENTS.  */

void
cuf_hoist_extents (cuf_block *block, gfc_expr *expr, gfc_expr **extents)
{
  for (int d = 0; d < expr->rank; d++)
    extents[d] = cuf_hoist (block, cuf_extent (block, expr, d));
}

/* Append to BLOCK loops over the elements of ARRAY, which have the subscripts
   AT in their BODY.  */

void
cuf_loop_over (cuf_block *block, gfc_expr *array, cuf_subscripts *at,
	       cuf_code_list *body)
{
  gfc_expr *extents[GFC_MAX_DIMENSIONS];

  cuf_hoist_extents (block, array, extents);
  cuf_end_loops (block, at, extents, body);
}
