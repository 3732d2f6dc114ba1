/* Functions of small arrays in device code, which become loops of a thread.
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
#include "cuf-check.h"
#include "cuf-expand.h"

/* For CSHIFT, SPREAD and the like gfortran calls its library, with descriptors
   that tell where the elements are: an array that is an argument cannot be in
   registers.  MATMUL, which it has loops for, accumulates in the elements of
   the result, and these are in global memory if the result is assigned to such
   an array.  In device code, where the shapes are constants, both become loops
   that compute one element after the other: in front of the statement, in a
   variable that takes the place of the function reference, or in the array that
   the statement assigns the value to.

   So do some functions with scalar values (cuf-thread-reductions.cc).

   Where the shapes are not known, they become loops, too, if the value is all that
   is assigned, or in front of an assignment or a call: there the library, or
   gfortran itself, allocates it, on the heap.  The variable is an automatic array
   then.

   In which statements that is done is in cuf-thread-statements.cc.  */

/* Results of more elements, and matrix products of more multiplications, are
   left to gfortran: no array of that size is in registers.  */
enum { SMALL_RESULT = 128, SMALL_PRODUCT = 256 };

/* --- Which functions -------------------------------------------------- */

/* The number of elements of EXPR, or zero if it is not a constant; a scalar has
   one.  */

static HOST_WIDE_INT
known_size (gfc_expr *expr)
{
  HOST_WIDE_INT size = 1;
  mpz_t extent;

  for (int d = 0; d < expr->rank; d++)
    {
      if (!gfc_array_dimen_size (expr, d, &extent))
	return 0;
      size = mpz_fits_sint_p (extent) ? size * mpz_get_si (extent) : 0;
      mpz_clear (extent);
      if (size <= 0 || size > INT_MAX)
	return 0;
    }
  return size;
}

/* True if the argument number N of EXPR is absent or a constant scalar.  */

bool
cuf_constant_or_absent_p (const gfc_expr *expr, int n)
{
  const gfc_expr *argument = cuf_argument (expr, n);

  return !argument || argument->expr_type == EXPR_CONSTANT;
}

/* True if every argument of EXPR that is an array has a known size.  */

static bool
known_arguments_p (const gfc_expr *expr)
{
  for (gfc_actual_arglist *a = expr->value.function.actual; a; a = a->next)
    if (a->expr && (a->expr->expr_type == EXPR_NULL || !known_size (a->expr)))
      return false;
  return true;
}

/* True if MATMUL's EXPR has few multiplications.  */

static bool
small_product_p (gfc_expr *expr)
{
  gfc_expr *a = cuf_argument (expr, 0);
  mpz_t terms;

  if (!gfc_array_dimen_size (a, a->rank - 1, &terms))
    return false;
  const bool small = mpz_cmp_si (terms, SMALL_PRODUCT / known_size (expr)) <= 0;
  mpz_clear (terms);
  return small;
}

/* True if EXPR is an array whose elements can be computed one after the other,
   also where their number is not known, or a scalar.  */

static bool
direct_p (gfc_expr *expr)
{
  const gfc_intrinsic_sym *isym;

  if (expr->rank == 0)
    return true;
  switch (expr->expr_type)
    {
    case EXPR_VARIABLE:
      return !gfc_has_vector_subscript (expr);
    case EXPR_OP:
      return (direct_p (expr->value.op.op1)
	      && (!expr->value.op.op2 || direct_p (expr->value.op.op2)));
    case EXPR_FUNCTION:
      isym = expr->value.function.isym;
      if (!isym || (!isym->elemental && isym->id != GFC_ISYM_TRANSPOSE))
	return false;
      for (gfc_actual_arglist *a = expr->value.function.actual; a; a = a->next)
	if (a->expr && !direct_p (a->expr))
	  return false;
      return true;
    default:
      return false;
    }
}

/* True if that is so of every argument of EXPR.  */

bool
cuf_direct_arguments_p (const gfc_expr *expr)
{
  for (gfc_actual_arglist *a = expr->value.function.actual; a; a = a->next)
    if (a->expr && !direct_p (a->expr))
      return false;
  return true;
}

/* True if EXPR is a reference to an intrinsic function, and an array of numbers or
   logicals.  */

static bool
array_function_p (const gfc_expr *expr)
{
  return (expr->expr_type == EXPR_FUNCTION && expr->value.function.isym
	  && expr->rank > 0 && !expr->cuf_reduced
	  && (gfc_numeric_ts (const_cast<gfc_typespec *> (&expr->ts))
	      || expr->ts.type == BT_LOGICAL));
}

/* True if EXPR, whose size is known while those of its arguments are not, is the
   place in an array that gfortran has its library look for.  */

static bool
place_p (const gfc_expr *expr)
{
  const gfc_expr *array = cuf_argument (expr, 0);

  switch (expr->value.function.isym->id)
    {
    case GFC_ISYM_MAXLOC:
    case GFC_ISYM_MINLOC:
      if (array->rank == 1 && array->ts.type != BT_CHARACTER)
	return false;
      /* Fall through.  */
    case GFC_ISYM_FINDLOC:
      return ((!(gfc_option.rtcheck & GFC_RTCHECK_BOUNDS)
	       || array->ts.type == BT_CHARACTER)
	      && cuf_direct_arguments_p (expr) && cuf_thread_reduction_p (expr));
    default:
      return false;
    }
}

/* True if EXPR is a reference to an intrinsic function with an array as its
   value that loops of a thread can compute.  */

bool
cuf_thread_loops_p (gfc_expr *expr)
{
  if (!array_function_p (expr)
      || !known_size (expr) || known_size (expr) > SMALL_RESULT)
    return false;
  if (!known_arguments_p (expr))
    return place_p (expr);
  switch (expr->value.function.isym->id)
    {
    case GFC_ISYM_MATMUL:
      return small_product_p (expr);
    case GFC_ISYM_PACK:
    case GFC_ISYM_UNPACK:
      return cuf_moved_in_turn_p (expr);
    case GFC_ISYM_SPREAD:
    case GFC_ISYM_ALL:
    case GFC_ISYM_ANY:
    case GFC_ISYM_COUNT:
      return cuf_constant_or_absent_p (expr, 1);
    case GFC_ISYM_IALL:
    case GFC_ISYM_IANY:
    case GFC_ISYM_IPARITY:
    case GFC_ISYM_PARITY:
      return cuf_constant_or_absent_p (expr, 1);
    case GFC_ISYM_RESHAPE:
      return cuf_constant_order_p (expr);
    case GFC_ISYM_CSHIFT:
      return cuf_constant_or_absent_p (expr, 2);
    case GFC_ISYM_EOSHIFT:
      return cuf_constant_or_absent_p (expr, 3);
    case GFC_ISYM_JN2:
    case GFC_ISYM_YN2:
      return true;
    default:
      return cuf_thread_reduction_p (expr);
    }
}

/* True if EXPR is a reference to one with a scalar as its value.  */

bool
cuf_thread_scalar_p (gfc_expr *expr)
{
  if (expr->rank > 0 || expr->cuf_reduced || !cuf_thread_reduction_p (expr))
    return false;
  /* Gfortran has no loops for characters.  */
  if (cuf_argument (expr, 0)->ts.type == BT_CHARACTER)
    return cuf_direct_arguments_p (expr);
  return (known_arguments_p (expr)
	  && known_size (cuf_argument (expr, 0)) <= SMALL_RESULT);
}

/* True if EXPR, an argument of MATMUL, is an array in memory or the transpose
   of one, or the conjugate of such: it can be indexed.  */

static bool
indexed_p (gfc_expr *expr)
{
  while (expr->expr_type == EXPR_FUNCTION && expr->value.function.isym
	 && (expr->value.function.isym->id == GFC_ISYM_TRANSPOSE
	     || expr->value.function.isym->id == GFC_ISYM_CONJG))
    expr = cuf_argument (expr, 0);
  return (expr->expr_type == EXPR_VARIABLE && expr->rank > 0
	  && !gfc_has_vector_subscript (expr));
}

/* True if LIST, the shape that RESHAPE makes, is a list of scalars.  */

static bool
scalars_p (const gfc_expr *list)
{
  while (list->expr_type == EXPR_FUNCTION && list->value.function.isym
	 && list->value.function.isym->id == GFC_ISYM_CONVERSION)
    list = list->value.function.actual->expr;
  if (list->expr_type != EXPR_ARRAY)
    return false;
  for (gfc_constructor *c = gfc_constructor_first (list->value.constructor); c;
       c = gfc_constructor_next (c))
    if (c->iterator || c->expr->rank > 0)
      return false;
  return true;
}

/* True if gfortran has its library compute EXPR, a function reference, or allocates
   it, and knows no better.  */

static bool
left_to_library_p (const gfc_expr *expr)
{
  switch (expr->value.function.isym->id)
    {
    case GFC_ISYM_MATMUL:
    case GFC_ISYM_JN2:
    case GFC_ISYM_YN2:
      return true;
    case GFC_ISYM_PACK:
    case GFC_ISYM_UNPACK:
      return cuf_moved_in_turn_p (expr);
    case GFC_ISYM_ALL:
    case GFC_ISYM_ANY:
    case GFC_ISYM_COUNT:
    case GFC_ISYM_IALL:
    case GFC_ISYM_IANY:
    case GFC_ISYM_IPARITY:
    case GFC_ISYM_PARITY:
    case GFC_ISYM_SPREAD:
      return cuf_constant_or_absent_p (expr, 1);
    case GFC_ISYM_CSHIFT:
      return cuf_constant_or_absent_p (expr, 2);
    case GFC_ISYM_EOSHIFT:
      return cuf_constant_or_absent_p (expr, 3);
    case GFC_ISYM_RESHAPE:
      return (!cuf_argument (expr, 2) && cuf_constant_order_p (expr)
	      && scalars_p (cuf_argument (expr, 1)));
    default:
      return (expr->rank == cuf_argument (expr, 0)->rank - 1
	      && cuf_thread_reduction_p (expr));
    }
}

/* True if EXPR is an array of unknown shape that an intrinsic function makes, as a
   product of matrices.  With -fcheck=bounds gfortran sees to it that the arguments
   fit.  */

bool
cuf_unknown_shape_p (gfc_expr *expr)
{
  return (array_function_p (expr)
	  && !(known_arguments_p (expr) && known_size (expr))
	  && left_to_library_p (expr) && !cuf_thread_loops_p (expr)
	  && (!(gfc_option.rtcheck & GFC_RTCHECK_BOUNDS)
	      || cuf_argument (expr, 0)->ts.type == BT_CHARACTER));
}

/* True if EXPR is such, and loops of a thread can compute it.  */

bool
cuf_thread_unknown_p (gfc_expr *expr)
{
  if (!cuf_unknown_shape_p (expr))
    return false;
  switch (expr->value.function.isym->id)
    {
    case GFC_ISYM_MATMUL:
      return (indexed_p (cuf_argument (expr, 0))
	      && indexed_p (cuf_argument (expr, 1)));
    case GFC_ISYM_RESHAPE:
      return direct_p (cuf_argument (expr, 0));
    default:
      return cuf_direct_arguments_p (expr);
    }
}

/* --- Variables -------------------------------------------------------- */

/* A variable of NS with the elements of EXPR, which BLOCK computes.  */

static gfc_expr *
compute_array (cuf_block *block, gfc_namespace *ns, gfc_expr *expr)
{
  gfc_expr *array = cuf_new_local_array (ns, expr);

  if (cuf_thread_loops_p (expr))
    cuf_assign_elements (block, array, expr);
  else
    block->code.append (cuf_write_assignment (gfc_copy_expr (array),
					      gfc_copy_expr (expr)));
  return array;
}

/* A variable of NS with the value of the function reference EXPR, which BLOCK
   computes.  */

gfc_expr *
cuf_compute_in_thread (cuf_block *block, gfc_namespace *ns, gfc_expr *expr)
{
  if (expr->rank > 0)
    return compute_array (block, ns, expr);
  gfc_expr *variable = cuf_new_scalar (ns, &expr->ts, &expr->where);
  gfc_expr *value = cuf_reduce_in_thread (block, expr, NULL, NULL);
  block->code.append (cuf_write_assignment (gfc_copy_expr (variable), value));
  return variable;
}

/* A variable of BLOCK's with the elements of EXPR, of which a loop cannot
   compute one alone, or which are used several times.  */

gfc_expr *
cuf_thread_array (cuf_block *block, gfc_expr *expr)
{
  return compute_array (block, block->ns, expr);
}
