/* Shapes in device code that gfortran does not know.
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
#include "cuf-check.h"
#include "cuf-expand.h"

/* Where it does not know the shape of a value gfortran allocates that, in device
   code on the heap, which all threads take turns at.  But the shape of a product
   of matrices is that of what it is added or assigned to, and that of a function
   is what its declaration says, if that is constant.  */

/* E has the shape of TO, which is known: let that be known of products of
   matrices in it that have the same, too.  */

static void
give_shape (gfc_expr *e, const gfc_expr *to)
{
  if (!e || e->rank != to->rank)
    return;
  if (e->expr_type == EXPR_OP)
    {
      give_shape (e->value.op.op1, to);
      give_shape (e->value.op.op2, to);
      return;
    }
  if (e->expr_type != EXPR_FUNCTION || !e->value.function.isym)
    return;
  if (e->value.function.isym->id == GFC_ISYM_MATMUL && !e->shape)
    e->shape = gfc_copy_shape (to->shape, to->rank);
  if (e->value.function.isym->elemental)
    for (gfc_actual_arglist *a = e->value.function.actual; a; a = a->next)
      give_shape (a->expr, to);
}

/* Callback of gfc_code_walker for statements: *CP may assign such a product.  What
   is allocatable has the shape of what is assigned to it.  */

static int
note_assignment (gfc_code **cp, int *, void *)
{
  const gfc_code *c = *cp;
  if (c->op == EXEC_ASSIGN && c->expr1->rank > 0 && c->expr1->shape
      && !gfc_expr_attr (c->expr1).allocatable)
    give_shape (c->expr2, c->expr1);
  return 0;
}

/* --- Functions ----------------------------------------------------------- */

/* Let E have room for its shape.  */

static void
begin_shape (gfc_expr *e)
{
  e->shape = gfc_get_shape (e->rank);
  for (int d = 0; d < e->rank; d++)
    mpz_init (e->shape[d]);
}

/* Let the shape of E be that of FROM, if that is known.  */

static void
take_shape (gfc_expr *e, const gfc_expr *from)
{
  if (!e->shape && from && from->rank == e->rank && from->shape)
    e->shape = gfc_copy_shape (from->shape, from->rank);
}

/* E is a reference to the function SYM, an array: its extents may be constant.  */

static void
note_declared (gfc_expr *e, const gfc_symbol *sym)
{
  gfc_array_spec *as = sym->result ? sym->result->as : sym->as;
  if (!as || as->type != AS_EXPLICIT || as->rank != e->rank)
    return;
  mpz_t *shape = gfc_get_shape (e->rank);
  for (int d = 0; d < e->rank; d++)
    if (!spec_dimen_size (as, d, &shape[d]))
      {
	while (d > 0)
	  mpz_clear (shape[--d]);
	free (shape);
	return;
      }
  e->shape = shape;
}

/* E is a product of the matrices, or the matrix and the vector, A and B.  */

static void
note_product (gfc_expr *e, const gfc_expr *a, const gfc_expr *b)
{
  if (!a->shape || !b->shape)
    return;
  int d = 0;
  begin_shape (e);
  if (a->rank == 2)
    mpz_set (e->shape[d++], a->shape[0]);
  if (b->rank == 2)
    mpz_set (e->shape[d], b->shape[1]);
}

/* E is the matrix A, transposed.  */

static void
note_transposed (gfc_expr *e, const gfc_expr *a)
{
  if (!a->shape)
    return;
  begin_shape (e);
  mpz_set (e->shape[0], a->shape[1]);
  mpz_set (e->shape[1], a->shape[0]);
}

/* E is A, reduced in the dimension DIM.  */

static void
note_reduced (gfc_expr *e, const gfc_expr *a, const gfc_expr *dim)
{
  HOST_WIDE_INT without;
  if (!a->shape || a->rank != e->rank + 1 || !dim
      || gfc_extract_hwi (const_cast<gfc_expr *> (dim), &without)
      || without < 1 || without > a->rank)
    return;
  begin_shape (e);
  for (int d = 0; d < e->rank; d++)
    mpz_set (e->shape[d], a->shape[d + (d >= without - 1)]);
}

/* E is SOURCE, spread along the dimension DIM as COPIES.  */

static void
note_spread (gfc_expr *e, const gfc_expr *source, const gfc_expr *dim,
	     const gfc_expr *copies)
{
  HOST_WIDE_INT along, n;
  if ((source->rank > 0 && !source->shape) || e->rank != source->rank + 1
      || gfc_extract_hwi (const_cast<gfc_expr *> (dim), &along)
      || gfc_extract_hwi (const_cast<gfc_expr *> (copies), &n)
      || along < 1 || along > e->rank)
    return;
  begin_shape (e);
  for (int d = 0; d < e->rank; d++)
    if (d == along - 1)
      mpz_set_si (e->shape[d], MAX (n, 0));
    else
      mpz_set (e->shape[d], source->shape[d - (d >= along)]);
}

/* E is a reference to the intrinsic function SYM, an array, with the arguments
   ACTUAL.  */

static void
note_intrinsic (gfc_expr *e, const gfc_intrinsic_sym *sym,
		const gfc_actual_arglist *actual)
{
  if (!actual || !actual->expr)
    return;
  switch (sym->id)
    {
    case GFC_ISYM_MATMUL:
      note_product (e, actual->expr, actual->next->expr);
      break;
    case GFC_ISYM_TRANSPOSE:
      note_transposed (e, actual->expr);
      break;
    case GFC_ISYM_CSHIFT:
    case GFC_ISYM_EOSHIFT:
      take_shape (e, actual->expr);
      break;
    case GFC_ISYM_SPREAD:
      note_spread (e, actual->expr, actual->next->expr,
		   actual->next->next->expr);
      break;
    case GFC_ISYM_ALL:
    case GFC_ISYM_ANY:
    case GFC_ISYM_COUNT:
    case GFC_ISYM_IALL:
    case GFC_ISYM_IANY:
    case GFC_ISYM_IPARITY:
    case GFC_ISYM_MAXLOC:
    case GFC_ISYM_MAXVAL:
    case GFC_ISYM_MINLOC:
    case GFC_ISYM_MINVAL:
    case GFC_ISYM_NORM2:
    case GFC_ISYM_PARITY:
    case GFC_ISYM_PRODUCT:
    case GFC_ISYM_SUM:
      note_reduced (e, actual->expr, actual->next ? actual->next->expr : NULL);
      break;
    default:
      for (; sym->elemental && actual; actual = actual->next)
	take_shape (e, actual->expr);
      break;
    }
}

/* Let E know its shape, and what it consists of, if that is constant.  */

static void
note_shape (gfc_expr *e)
{
  if (!e || e->rank == 0)
    return;
  if (e->expr_type == EXPR_OP)
    {
      note_shape (e->value.op.op1);
      note_shape (e->value.op.op2);
      take_shape (e, e->value.op.op1);
      take_shape (e, e->value.op.op2);
    }
  if (e->expr_type != EXPR_FUNCTION)
    return;
  for (gfc_actual_arglist *a = e->value.function.actual; a; a = a->next)
    note_shape (a->expr);
  if (e->shape)
    return;
  if (e->value.function.isym)
    note_intrinsic (e, e->value.function.isym, e->value.function.actual);
  else if (e->value.function.esym)
    note_declared (e, e->value.function.esym);
}

/* Callback of gfc_code_walker for expressions: *EP may consist of such.  */

static int
note_expression (gfc_expr **ep, int *, void *)
{
  note_shape (*ep);
  return 0;
}

/* Let it be known in the statements from *CODE on, which are device code.  */

void
cuf_note_shapes (gfc_code **code)
{
  gfc_code_walker (code, note_assignment, note_expression, NULL);
}
