/* Kernel loop directives: what the loops call.
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
#include "tree.h"
#include "tree-iterator.h"
#include "gfortran.h"
#include "trans.h"
#include "cuf-lower.h"
#include "cuf-loops.h"

/* The parameters of a kernel that is made of a loop are addresses of the host
   procedure's arrays.  Nothing else that runs on the device names these, even
   where they are variables of a module, unless the loop calls a procedure that
   knows the module.  A pure one may read them only, as the loop does.  */

/* True if the procedure SYM, which may be null, can write to variables of
   modules.  */

static bool
writer_p (gfc_symbol *sym)
{
  return sym && !sym->attr.intrinsic && !gfc_pure (sym);
}

/* Callback of gfc_code_walker: look for calls of such, also by defined
   assignments.  */

static int
find_call (gfc_code **c, int *, void *data)
{
  const gfc_code *code = *c;

  if (code->op == EXEC_CALL_PPC || code->op == EXEC_COMPCALL
      || ((code->op == EXEC_CALL || code->op == EXEC_ASSIGN_CALL)
	  && !code->resolved_isym
	  && (!code->resolved_sym || writer_p (code->resolved_sym))))
    *(bool *) data = true;
  return 0;
}

/* Callback of gfc_expr_walker: look for references to such functions.  */

static int
find_reference (gfc_expr **e, int *, void *data)
{
  const gfc_expr *expr = *e;

  if (expr->expr_type == EXPR_COMPCALL || expr->expr_type == EXPR_PPC
      || (expr->expr_type == EXPR_FUNCTION && !expr->value.function.isym
	  && (!expr->value.function.esym
	      || writer_p (expr->value.function.esym))))
    *(bool *) data = true;
  return 0;
}

/* True if the loops of NEST call a procedure that may write to what the kernel's
   parameters are addresses of.  */

bool
cuf_calls_writer_p (const loop_nest *nest)
{
  bool found = false;

  gfc_code_walker (&nest->loops[0].code->block->next, find_call,
		   find_reference, &found);
  return found;
}
