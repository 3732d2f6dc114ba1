/* Checks of kernel loops.
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
#include "gfortran.h"
#include "cuf-check.h"

/* The body of a kernel loop in the order in which it is executed once.  */
struct loop_body
{
  gfc_code *outermost;
  hash_set<gfc_symbol *> assigned;	/* So far.  */
  hash_set<gfc_symbol *> wanted;	/* Used with an earlier value.  */
  hash_set<gfc_symbol *> reported;
  hash_set<gfc_st_label *> labels;	/* Defined in it.  */
};

/* True if SYM is a scalar of the host's, which each thread has a copy of.  */

static bool
private_scalar_p (const gfc_symbol *sym)
{
  return sym->attr.flavor == FL_VARIABLE && !sym->attr.dimension
	 && cuf_memory_in_p (sym->attr.cuf_memory,
			     CUF_IN (NONE) | CUF_IN (PINNED));
}

/* A reduction is a scalar that an iteration assigns to after having used the
   value that it had.  */

static void
check_reduction (loop_body *body, gfc_symbol *sym, locus *where)
{
  if (body->assigned.contains (sym) && body->wanted.contains (sym)
      && !body->reported.add (sym))
    gfc_error ("Scalar %qs at %L is assigned to and carries its value from one "
	       "iteration of the kernel loop to another: reductions are not "
	       "supported yet", sym->name, where);
}

/* Callback of gfc_expr_walker: note the use of a variable.  */

static int
note_use (gfc_expr **e, int *, void *data)
{
  loop_body *body = (loop_body *) data;
  if ((*e)->expr_type != EXPR_VARIABLE)
    return 0;
  gfc_symbol *sym = (*e)->symtree->n.sym;
  if (private_scalar_p (sym) && !body->assigned.contains (sym))
    body->wanted.add (sym);
  return 0;
}

static void
note_assignment (loop_body *body, gfc_expr *variable)
{
  gfc_symbol *sym = variable->symtree->n.sym;
  if (!private_scalar_p (sym))
    return;
  body->assigned.add (sym);
  check_reduction (body, sym, &variable->where);
}

/* Callback of gfc_code_walker: check one statement of the body.  */

static int
check_loop_statement (gfc_code **c, int *, void *data)
{
  loop_body *body = (loop_body *) data;
  gfc_code *code = *c;

  switch (code->op)
    {
    case EXEC_ASSIGN:
      if (code->expr1->rank > 0)
	gfc_error ("Array assignment at %L is not allowed in a kernel loop",
		   &code->loc);
      gfc_expr_walker (&code->expr2, note_use, body);
      note_assignment (body, code->expr1);
      break;

    case EXEC_DO:
      if (code->ext.iterator)
	note_assignment (body, code->ext.iterator->var);
      break;

    case EXEC_EXIT:
      {
	const cuf_kernel_do *k = body->outermost->cuf_kernel;
	for (int i = 0; i < k->nloops; i++)
	  if (code->ext.which_construct == k->loops[i])
	    gfc_error ("EXIT statement at %L leaves a loop of a kernel loop "
		       "directive", &code->loc);
	break;
      }

    case EXEC_GOTO:
      if (code->label1 && !body->labels.contains (code->label1))
	gfc_error ("GO TO statement at %L leaves a kernel loop", &code->loc);
      break;

    case EXEC_RETURN:
      gfc_error ("RETURN statement at %L leaves a kernel loop", &code->loc);
      break;

    default:
      break;
    }
  return 0;
}

static int
collect_label (gfc_code **c, int *, void *data)
{
  if ((*c)->here)
    ((loop_body *) data)->labels.add ((*c)->here);
  return 0;
}

static int
ignore_expression (gfc_expr **, int *, void *)
{
  return 0;
}

/* Check CODE, the outermost loop of a kernel loop directive in the host code of
   SCOPE.  */

void
cuf_check_kernel_loop (const cuf_scope *scope, gfc_code *code)
{
  const cuf_kernel_do *k = code->cuf_kernel;
  loop_body body;

  if (scope->device)
    {
      gfc_error ("Kernel loop directive at %L is not allowed in device code",
		 CONST_CAST (locus *, &k->where));
      return;
    }

  body.outermost = code;
  for (int i = 0; i < k->nloops; i++)
    {
      gfc_iterator *it = k->loops[i]->ext.iterator;
      cuf_check_value (scope, it->start);
      cuf_check_value (scope, it->end);
      cuf_check_value (scope, it->step);
      body.assigned.add (it->var->symtree->n.sym);
    }

  gfc_code **first = &k->loops[0]->block->next;
  gfc_code_walker (first, collect_label, ignore_expression, &body);
  gfc_code_walker (first, check_loop_statement, note_use, &body);

  cuf_scope inner = *scope;
  inner.host = false;
  inner.device = inner.loop = true;
  cuf_check_statements (&inner, first);
}
