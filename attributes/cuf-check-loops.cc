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

/* The body of a kernel loop.  */
struct loop_body
{
  gfc_code *outermost;
  hash_set<gfc_st_label *> labels;	/* Defined in it.  */
  hash_set<gfc_namespace *> blocks;	/* Of its BLOCK constructs.  */
};

/* True if CONSTRUCT is one of the loops that the directive of BODY names.  */

static bool
directive_loop_p (const loop_body *body, const gfc_code *construct)
{
  const gfc_code *innermost = body->outermost->cuf_kernel->innermost;
  for (const gfc_code *loop = body->outermost; ; loop = loop->block->next)
    if (loop == construct || loop == innermost)
      return loop == construct;
}

/* Check EXPR, a pointer that the body associates: of what one of the host's points to
   the loop has the value.  */

static void
check_association (loop_body *body, gfc_expr *expr)
{
  if (!cuf_memory_in_p (cuf_expr_memory (expr), CUF_IN (NONE) | CUF_IN (PINNED))
      || body->blocks.contains (expr->symtree->n.sym->ns))
    return;
  gfc_error ("Kernel loop cannot associate the host pointer at %L: it has the "
	     "value of its target", &expr->where);
}

/* True if EXPR is an array of a BLOCK in the body, which each iteration has for
   itself.  */

static bool
own_array_p (loop_body *body, gfc_expr *expr)
{
  return body->blocks.contains (expr->symtree->n.sym->ns);
}

/* True if all that CODE assigns, a WHERE construct, are such arrays.  */

static bool
where_own_p (loop_body *body, gfc_code *code)
{
  for (gfc_code *part = code->block; part; part = part->block)
    for (gfc_code *c = part->next; c; c = c->next)
      if (c->op == EXEC_WHERE ? !where_own_p (body, c)
	  : c->op != EXEC_ASSIGN || !own_array_p (body, c->expr1))
	return false;
  return true;
}

/* Callback of gfc_code_walker: check one statement of the body.  */

static int
check_loop_statement (gfc_code **c, int *walk_subtrees, void *data)
{
  loop_body *body = (loop_body *) data;
  gfc_code *code = *c;

  switch (code->op)
    {
    case EXEC_ASSIGN:
      if (code->expr1->rank > 0 && !own_array_p (body, code->expr1))
	gfc_warning (0, "Array assignment at %L in a kernel loop is an "
		     "extension: each iteration does all of it", &code->loc);
      break;

    case EXEC_WHERE:
    case EXEC_FORALL:
      if (code->op == EXEC_FORALL || !where_own_p (body, code))
	gfc_warning (0, "%s at %L in a kernel loop is an extension: each "
		     "iteration does all of it", code->op == EXEC_WHERE
		     ? "WHERE" : "FORALL", &code->loc);
      *walk_subtrees = 0;
      break;

    case EXEC_ALLOCATE:
    case EXEC_DEALLOCATE:
      gfc_error ("%s statement at %L is not allowed in a kernel loop",
		 code->op == EXEC_ALLOCATE ? "ALLOCATE" : "DEALLOCATE",
		 &code->loc);
      break;

    case EXEC_POINTER_ASSIGN:
      check_association (body, code->expr1);
      break;

    case EXEC_EXIT:
      if (directive_loop_p (body, code->ext.which_construct))
	gfc_error ("EXIT statement at %L leaves a loop of a kernel loop "
		   "directive", &code->loc);
      break;

    case EXEC_CYCLE:
      /* Only the innermost has an iteration of its own to end.  */
      if (directive_loop_p (body, code->ext.which_construct)
	  && code->ext.which_construct != body->outermost->cuf_kernel->innermost)
	gfc_error ("CYCLE statement at %L leaves a loop of a kernel loop "
		   "directive", &code->loc);
      break;

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

/* Callback of gfc_code_walker: note what statement *C of the body defines.  */

static int
collect_definitions (gfc_code **c, int *, void *data)
{
  loop_body *body = (loop_body *) data;
  if ((*c)->here)
    body->labels.add ((*c)->here);
  if ((*c)->op == EXEC_BLOCK)
    body->blocks.add ((*c)->ext.block.ns);
  return 0;
}

static int
ignore_expression (gfc_expr **, int *, void *)
{
  return 0;
}

/* Check the sizes E of a grid or a block in the host code of SCOPE.  */

static void
check_extents (const cuf_scope *scope, const cuf_extents *e)
{
  for (int i = 0; i < e->count; i++)
    cuf_check_value (scope, e->size[i]);
}

/* Check CODE, the outermost loop of a kernel loop directive in the host code of
   SCOPE.  */

void
cuf_check_kernel_loop (const cuf_scope *scope, gfc_code *code)
{
  cuf_kernel_do *k = code->cuf_kernel;
  loop_body body;

  /* What a construct with an error has is not resolved.  */
  if (!k->innermost)
    return;
  if (scope->device)
    {
      gfc_error ("Kernel loop directive at %L is not allowed in device code",
		 const_cast<locus *> (&k->where));
      return;
    }

  body.outermost = code;
  check_extents (scope, &k->grid);
  check_extents (scope, &k->block);
  cuf_check_value (scope, k->bytes);
  cuf_check_value (scope, k->stream);
  for (int i = 0; i < k->nloops; i++)
    {
      gfc_iterator *it = k->loops[i]->ext.iterator;
      cuf_check_value (scope, it->start);
      cuf_check_value (scope, it->end);
      cuf_check_value (scope, it->step);
    }

  gfc_code **first = &k->loops[0]->block->next;
  gfc_code_walker (first, collect_definitions, ignore_expression, &body);
  gfc_code_walker (first, check_loop_statement, ignore_expression, &body);

  hash_set<void *> told;
  cuf_scope inner = *scope;
  inner.host = false;
  inner.device = inner.loop = true;
  inner.told = &told;
  inner.blocks = &body.blocks;
  cuf_check_statements (&inner, first);
  cuf_find_reductions (k, &body.blocks, &told);
}
