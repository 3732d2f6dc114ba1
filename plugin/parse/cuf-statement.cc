/* Walking over what CUDA Fortran adds to statements.
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

/* Let the expression walker of gfc_code_walker, which is EXPRFN with DATA, walk
   over the expressions that CUDA Fortran has added to statement C.  Return what
   it returns, as soon as that is not zero.  */

int
cuf_walk (gfc_code *c, walk_expr_fn_t exprfn, void *data)
{
  auto_vec<gfc_expr **> expressions;

  if (cuf_launch *l = c->cuf_launch)
    for (gfc_expr **e : { &l->grid, &l->block, &l->bytes, &l->stream })
      expressions.safe_push (e);
  if (c->op == EXEC_DO && c->cuf_kernel)
    for (int i = 0; i < CUF_MAX_LOOPS; i++)
      {
	expressions.safe_push (&c->cuf_kernel->grid.size[i]);
	expressions.safe_push (&c->cuf_kernel->block.size[i]);
      }
  for (gfc_expr **e : expressions)
    if (int result = gfc_expr_walker (e, exprfn, data))
      return result;
  return 0;
}

/* Print the execution configuration of the call C, if it has one, to FILE; SHOW
   prints an expression there.  */

void
cuf_show_launch (const gfc_code *c, FILE *file, void (*show) (gfc_expr *))
{
  const cuf_launch *l = c->cuf_launch;

  if (!l)
    return;
  fputs ("<<<", file);
  show (l->grid);
  for (gfc_expr *e : { l->block, l->bytes, l->stream })
    {
      fputs (", ", file);
      show (e);
    }
  fputs (">>> ", file);
}
