/* Statements of device code with functions that become loops of a thread.
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
#include "dependency.h"
#include "cuf-check.h"
#include "cuf-expand.h"

/* The functions of cuf-thread-arrays.cc are computed in front of the statement
   that refers to them, in a variable, or where a function's value is all that
   an assignment stores, in its array.

   In a WHERE construct that is so where no assignment of the construct has
   changed an argument before.  Conditions and selectors become variables where
   that is needed, and ELSE IF becomes IF behind ELSE.  Other statements whose
   expressions are not evaluated once, and first of all, stay as they are: FORALL,
   DO WHILE.

   The body of a kernel loop is device code as well, of a host procedure.  What
   is declared there is each iteration's own in a BLOCK construct alone, so one
   encloses an assignment, a call or a WHERE construct, and in other statements
   nothing changes.  */

/* --- What is assigned -------------------------------------------------- */

static void expand_in_thread (gfc_namespace *, gfc_code **);

/* True if CODE assigns the value of such a function to an array of which the
   function's arguments are no part.  */

static bool
stores_directly_p (const gfc_code *code)
{
  gfc_expr *lhs = code->expr1, *rhs = code->expr2;

  return (code->op == EXEC_ASSIGN
	  && lhs->expr_type == EXPR_VARIABLE && lhs->rank == rhs->rank
	  && gfc_compare_types (&lhs->ts, &rhs->ts)
	  && !gfc_expr_attr (lhs).allocatable
	  && (cuf_thread_loops_p (rhs) || cuf_thread_unknown_p (rhs)
	      || cuf_thread_pack_p (rhs))
	  && !gfc_check_dependency (lhs, rhs, true));
}

/* Make CODE, such an assignment in NS, a BLOCK construct of loops.  */

static void
store_directly (gfc_namespace *ns, gfc_code *code)
{
  cuf_block block (ns, &code->loc, true);

  cuf_assign_elements (&block, code->expr1, code->expr2);
  code->expr1 = code->expr2 = NULL;
  block.end (code);
  expand_in_thread (block.ns, &block.ns->code);
}

/* What a statement has of such functions.  */
struct function_walk
{
  gfc_namespace *ns;		/* The statement's.  */
  bool own;			/* Variables of NS are the thread's own.  */
  cuf_block *block;		/* What computes them; null before the first.  */
  cuf_block *around;		/* What has the variables that are not in NS, and
				   computes them, behind that; null likewise.  */
  bool enclosed;		/* The statement can be part of it.  */
  locus *where;			/* Of the statement.  */
  auto_vec<gfc_expr *> changed;	/* Variables that it has changed before.  */

  function_walk (gfc_namespace *n, bool o, gfc_code *code)
    : ns (n), own (o), block (NULL), around (NULL),
      enclosed (code->op == EXEC_ASSIGN || code->op == EXEC_CALL
		|| code->op == EXEC_WHERE),
      where (&code->loc)
  {}
  ~function_walk () { delete block; delete around; }
  cuf_block *before ();
  cuf_block *enclosing ();
};

/* The block in front of the statement.  */

cuf_block *
function_walk::before ()
{
  if (!block)
    block = new cuf_block (ns, where, true);
  return block;
}

/* That around it.  */

cuf_block *
function_walk::enclosing ()
{
  gcc_assert (enclosed);
  if (!around)
    around = new cuf_block (ns, where, true);
  return around;
}

/* True if the value of EXPR is the same in front of the statement of WALK.  */

static bool
same_before_p (const function_walk *walk, gfc_expr *expr)
{
  for (gfc_expr *variable : walk->changed)
    if (gfc_check_dependency (variable, expr, true))
      return false;
  return true;
}

/* A variable that has the value of EXPR behind the block in front of the
   statement of WALK.  */

static gfc_expr *
known_before (function_walk *walk, gfc_expr *expr)
{
  gfc_expr *variable = cuf_new_scalar (walk->ns, &expr->ts, &expr->where);

  walk->before ()->code.append (cuf_write_assignment
				(gfc_copy_expr (variable), expr));
  return variable;
}

static int replace_function (gfc_expr **, int *, void *);

/* Replace in EXPR, a function of unknown shape, what its arguments have of such
   functions.  If loops can compute it then, return an automatic array that has
   it in the statement of WALK; else null.  */

static gfc_expr *
compute_unknown (function_walk *walk, gfc_expr *expr)
{
  gfc_expr *extents[GFC_MAX_DIMENSIONS];

  if (!same_before_p (walk, expr))
    return NULL;
  for (gfc_actual_arglist *a = expr->value.function.actual; a; a = a->next)
    if (a->expr)
      gfc_expr_walker (&a->expr, replace_function, walk);
  if (!cuf_thread_unknown_p (expr))
    return NULL;
  for (int d = 0; d < expr->rank; d++)
    extents[d] = known_before (walk, cuf_extent (walk->before (), expr, d));
  gfc_expr *array
    = cuf_new_automatic_array (walk->enclosing ()->ns, expr, extents);
  cuf_assign_elements (walk->enclosing (), array, expr);
  return array;
}

/* A variable that has the value of EXPR in the statement of WALK, or null if
   there can be none.  */

static gfc_expr *
compute_function (function_walk *walk, gfc_expr *expr)
{
  if (!same_before_p (walk, expr) || !(walk->own || walk->enclosed))
    return NULL;
  return (walk->own ? cuf_compute_in_thread (walk->before (), walk->ns, expr)
	  : cuf_compute_in_thread (walk->enclosing (), walk->enclosing ()->ns, expr));
}

/* Callback of gfc_expr_walker: let a variable take the place of the function
   reference *E.  Not in an implied loop, whose variable it may depend on.  */

static int
replace_function (gfc_expr **e, int *walk_subtrees, void *data)
{
  function_walk *walk = (function_walk *) data;
  gfc_expr *expr = *e;

  if (expr->expr_type == EXPR_ARRAY)
    for (gfc_constructor *c = gfc_constructor_first (expr->value.constructor);
	 c; c = gfc_constructor_next (c))
      if (c->iterator)
	*walk_subtrees = 0;
  if (expr->expr_type != EXPR_FUNCTION)
    return 0;
  if (expr->value.function.isym && expr->value.function.isym->inquiry)
    *walk_subtrees = 0;
  else if (cuf_thread_loops_p (expr) || cuf_thread_scalar_p (expr))
    {
      if (gfc_expr *variable = compute_function (walk, expr))
	{
	  *e = variable;
	  gfc_resolve_expr (*e);
	  *walk_subtrees = 0;
	}
    }
  else if (walk->own && walk->enclosed && cuf_unknown_shape_p (expr))
    {
      if (gfc_expr *array = compute_unknown (walk, expr))
	*e = array;
      *walk_subtrees = 0;
    }
  return 0;
}

/* Apply replace_function to the WHERE construct CODE: a list of masks, with the
   statements for each.  */

static void
replace_in_where (gfc_code *code, function_walk *walk)
{
  for (gfc_code *clause = code->block; clause; clause = clause->block)
    {
      if (clause->expr1)
	gfc_expr_walker (&clause->expr1, replace_function, walk);
      for (gfc_code *inner = clause->next; inner; inner = inner->next)
	if (inner->op == EXEC_WHERE)
	  replace_in_where (inner, walk);
	else if (inner->op == EXEC_ASSIGN)
	  {
	    gfc_expr_walker (&inner->expr2, replace_function, walk);
	    walk->changed.safe_push (inner->expr1);
	  }
	else
	  {
	    gcc_assert (inner->op == EXEC_ASSIGN_CALL);
	    walk->changed.safe_push (inner->ext.actual->expr);
	  }
    }
}

/* Apply replace_function to the expressions of CODE that are evaluated once,
   when it is reached.  */

static void
replace_functions (gfc_code *code, function_walk *walk)
{
  switch (code->op)
    {
    case EXEC_ASSIGN:
      gfc_expr_walker (&code->expr1, replace_function, walk);
      gfc_expr_walker (&code->expr2, replace_function, walk);
      break;
    case EXEC_CALL:
    case EXEC_ASSIGN_CALL:
      for (gfc_actual_arglist *a = code->ext.actual; a; a = a->next)
	gfc_expr_walker (&a->expr, replace_function, walk);
      break;
    case EXEC_IF:
      gfc_expr_walker (&code->block->expr1, replace_function, walk);
      break;
    case EXEC_SELECT:
      gfc_expr_walker (&code->expr1, replace_function, walk);
      break;
    case EXEC_WHERE:
      replace_in_where (code, walk);
      break;
    default:
      break;
    }
}

/* A BLOCK construct that BLOCK becomes, for CODE, with NEXT behind it.  */

static gfc_code *
construct (cuf_block *block, const gfc_code *code, gfc_code *next)
{
  gfc_code *result = gfc_get_code (EXEC_BLOCK);

  result->loc = code->loc;
  result->next = next;
  block->end (result);
  return result;
}

/* What AROUND becomes, with the statement CODE, which has been resolved, at its
   end.  */

static gfc_code *
enclose (cuf_block *around, gfc_code *code)
{
  gfc_code *result = construct (around, code, code->next), **end;

  code->next = NULL;
  for (end = &around->ns->code; *end; end = &(*end)->next)
    ;
  *end = code;
  return result;
}

/* Put what computes the functions that the statement *C of NS refers to in
   front of it, with its label, or around it.  */

static void
compute_before (gfc_namespace *ns, bool own, gfc_code **c)
{
  gfc_code *code = *c;
  gfc_st_label *here = code->here;
  function_walk walk (ns, own, code);

  replace_functions (code, &walk);
  if (!walk.block && !walk.around)
    return;
  code->here = NULL;
  if (walk.around)
    code = enclose (walk.around, code);
  if (walk.block)
    {
      code = construct (walk.block, code, code);
      expand_in_thread (walk.block->ns, &walk.block->ns->code);
    }
  code->here = here;
  *c = code;
  if (walk.around)
    expand_in_thread (walk.around->ns, &walk.around->ns->code);
}

/* Callback of gfc_expr_walker: true if *E is a function of unknown shape.  */

static int
unknown_shape_p (gfc_expr **e, int *, void *)
{
  return cuf_unknown_shape_p (*e);
}

/* The same if it is any of the functions that loops of a thread compute.  */

static int
function_p (gfc_expr **e, int *, void *)
{
  return ((*e)->expr_type == EXPR_FUNCTION
	  && (cuf_unknown_shape_p (*e) || cuf_thread_loops_p (*e)
	      || cuf_thread_scalar_p (*e)));
}

/* Let ELSE IF in CODE, an IF construct, be IF behind ELSE where its condition has
   such functions: then that is in front of a statement.  */

static void
separate_clauses (gfc_code *code)
{
  for (gfc_code *clause = code->block; clause->block; clause = clause->block)
    {
      gfc_code *next = clause->block;
      if (!next->expr1 || !gfc_expr_walker (&next->expr1, function_p, NULL))
	continue;
      gfc_code *inner = gfc_get_code (EXEC_IF), *otherwise = gfc_get_code (EXEC_IF);
      inner->loc = otherwise->loc = next->loc;
      inner->block = next;
      otherwise->next = inner;
      clause->block = otherwise;
      return;
    }
}

/* Let a variable of NS take the place of the condition, or the selector, of the
   statement *C, if it has functions of unknown shapes: an assignment in front of the
   statement can be enclosed in what has their values.  */

static void
assign_condition (gfc_namespace *ns, gfc_code **c)
{
  gfc_code *code = *c, **end;
  gfc_expr **e = code->op == EXEC_IF ? &code->block->expr1 : &code->expr1;

  if ((code->op != EXEC_IF && code->op != EXEC_SELECT)
      || !*e || (*e)->ts.type == BT_CHARACTER
      || !gfc_expr_walker (e, unknown_shape_p, NULL))
    return;
  gfc_expr *variable = cuf_new_scalar (ns, &(*e)->ts, &(*e)->where);
  gfc_code *assignment = cuf_write_assignment (gfc_copy_expr (variable), *e);
  *e = variable;
  compute_before (ns, true, &assignment);
  for (end = &assignment; *end; end = &(*end)->next)
    ;
  *end = code;
  assignment->here = code->here;
  code->here = NULL;
  *c = assignment;
}

/* What is walked over.  */
struct statement_walk
{
  gfc_namespace *ns;
  bool device;			/* The statements are device code.  */
  bool own;			/* Variables of NS are the thread's own.  */
};

static void expand_statements (const statement_walk &, gfc_code **);
static void refuse_left_functions (gfc_code **);

/* Callback of gfc_code_walker: expand one statement.  */

static int
expand_statement (gfc_code **c, int *walk_subtrees, void *data)
{
  const statement_walk *walk = (const statement_walk *) data;
  gfc_code *code = *c;

  if (code->op == EXEC_BLOCK)
    {
      gfc_namespace *ns = code->ext.block.ns;
      expand_statements ({ ns, walk->device, walk->device }, &ns->code);
      *walk_subtrees = 0;
    }
  else if (code->cuf_kernel)
    {
      gfc_code **body = &code->cuf_kernel->innermost->block->next;
      cuf_note_shapes (body);
      expand_statements ({ walk->ns, true, false }, body);
      refuse_left_functions (body);
      *walk_subtrees = 0;
    }
  else if (code->op == EXEC_FORALL || cuf_region_p (code))
    *walk_subtrees = 0;
  else if (walk->device)
    {
      if (stores_directly_p (code))
	store_directly (walk->ns, code);
      else
	{
	  if (walk->own && code->op == EXEC_IF)
	    separate_clauses (code);
	  if (walk->own)
	    assign_condition (walk->ns, c);
	  compute_before (walk->ns, walk->own, c);
	}
      if ((*c)->op == EXEC_BLOCK || (*c)->op == EXEC_WHERE)
	*walk_subtrees = 0;
    }
  return 0;
}

/* Callback of gfc_expr_walker: statements are what is walked over.  */

static int
skip_expression (gfc_expr **, int *walk_subtrees, void *)
{
  *walk_subtrees = 0;
  return 0;
}

/* Expand the statements from *CODE on.  */

static void
expand_statements (const statement_walk &walk, gfc_code **code)
{
  gfc_namespace *saved = gfc_current_ns;

  gfc_current_ns = walk.ns;
  gfc_code_walker (code, expand_statement, skip_expression,
		   const_cast<statement_walk *> (&walk));
  gfc_current_ns = saved;
}

/* Expand the statements from *CODE on, device code in NS, whose variables are
   the thread's own.  */

static void
expand_in_thread (gfc_namespace *ns, gfc_code **code)
{
  expand_statements ({ ns, true, true }, code);
}

/* --- What is left ------------------------------------------------------ */

/* Callback of gfc_expr_walker: report that *E is a reduction of characters that
   nobody computes on the device.  */

static int
refuse_left (gfc_expr **e, int *, void *)
{
  const gfc_expr *expr = *e;
  const gfc_intrinsic_sym *isym
    = expr->expr_type == EXPR_FUNCTION ? expr->value.function.isym : NULL;

  if (!isym)
    return 0;
  switch (isym->id)
    {
    case GFC_ISYM_FINDLOC:
    case GFC_ISYM_MAXLOC:
    case GFC_ISYM_MAXVAL:
    case GFC_ISYM_MINLOC:
    case GFC_ISYM_MINVAL:
      if (cuf_argument (expr, 0)->ts.type != BT_CHARACTER)
	break;
      if (cuf_thread_reduction_p (expr))
	gfc_error ("Function %qs of characters at %L can be called in device "
		   "code in simple statements only: assign its value to a "
		   "variable before", isym->name, &expr->where);
      else
	gfc_error ("Function %qs of characters at %L is not supported in device "
		   "code with these arguments", isym->name, &expr->where);
      break;
    default:
      break;
    }
  return 0;
}

static int
no_statement (gfc_code **, int *, void *)
{
  return 0;
}

/* Report those in the statements from *CODE on, device code.  */

static void
refuse_left_functions (gfc_code **code)
{
  gfc_code_walker (code, no_statement, refuse_left, NULL);
}

/* Expand the statements of NS, a program unit that has been checked, if they
   are device code, and else the kernel loops among them, and those of what it
   contains.  */

void
cuf_expand_device_code (gfc_namespace *ns)
{
  const bool device = ns->proc_name && cuf_device_code_p (&ns->proc_name->attr);

  if (device)
    cuf_note_shapes (&ns->code);
  expand_statements ({ ns, device, device }, &ns->code);
  if (device)
    refuse_left_functions (&ns->code);
  for (gfc_namespace *n = ns->contained; n; n = n->sibling)
    cuf_expand_device_code (n);
}
