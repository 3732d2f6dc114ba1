/* What CUDA Fortran adds to statements: resolving, walking, freeing.
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

/* Resolve what CUDA Fortran adds to statement C before the statement itself is
   resolved, whose expressions have been, without errors if RESOLVED.  */

void
cuf_resolve_statement (gfc_code *c, bool resolved)
{
  switch (c->op)
    {
    case EXEC_IF:
    case EXEC_DO_WHILE:
      cuf_adapt_condition (&c->expr1, resolved);
      break;
    case EXEC_CALL:
      cuf_resolve_launch (c);
      break;
    default:
      break;
    }
}

/* Resolve what it adds to statement C after that.  */

void
cuf_finish_statement (gfc_code *c)
{
  if (c->op == EXEC_DO || c->op == EXEC_DO_CONCURRENT)
    cuf_resolve_kernel_do (c);
  else if (c->op == EXEC_ALLOCATE)
    cuf_resolve_allocation (c);
}

/* Free what it has added to statement C.  */

void
cuf_free_code (gfc_code *c)
{
  cuf_free_launch (c);
  cuf_free_kernel_do (c);
  if (c->op == EXEC_ALLOCATE)
    cuf_free_allocation (c->cuf_allocation);
}

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
