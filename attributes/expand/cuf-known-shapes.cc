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

/* The same for expressions: *EP may be a reference to a function that is an array
   of constant extents.  */

static int
note_function (gfc_expr **ep, int *, void *)
{
  gfc_expr *e = *ep;
  if (e->expr_type != EXPR_FUNCTION || e->value.function.isym || e->rank == 0
      || e->shape || !e->value.function.esym)
    return 0;
  const gfc_symbol *sym = e->value.function.esym;
  gfc_array_spec *as = sym->result ? sym->result->as : sym->as;
  if (!as || as->type != AS_EXPLICIT || as->rank != e->rank)
    return 0;
  mpz_t *shape = gfc_get_shape (e->rank);
  for (int d = 0; d < e->rank; d++)
    if (!spec_dimen_size (as, d, &shape[d]))
      {
	while (d > 0)
	  mpz_clear (shape[--d]);
	free (shape);
	return 0;
      }
  e->shape = shape;
  return 0;
}

/* Let it be known in the statements from *CODE on, which are device code.  */

void
cuf_note_shapes (gfc_code **code)
{
  gfc_code_walker (code, note_assignment, note_function, NULL);
}
