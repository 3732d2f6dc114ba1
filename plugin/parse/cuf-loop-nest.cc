/* Kernel loops: the nest of loops that a directive names.
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
#include "cuf-parser.h"

/* The loops that a directive names are to be tightly nested.  In existing
   programs statements are between them that prepare what iterations of the inner
   loops need: `do k; km = k - 1; do j'.  Those that only set scalars, to values
   that depend on nothing but the variables of the loops around them and what no
   iteration changes, may as well be done by each iteration of the innermost
   loop: they are moved there.  */

struct loop_nest_search
{
  cuf_kernel_do *directive;
  auto_vec<gfc_code *> loops;		/* The outermost first.  */
  auto_vec<gfc_expr *> set;		/* What they set.  */
  auto_vec<gfc_expr *> changed;		/* What anything in the loops does.  */
};

/* --- What the loops change ------------------------------------------------ */

/* Callback of gfc_code_walker: note what a statement may change.  */

static int
note_change (gfc_code **c, int *, void *data)
{
  vec<gfc_expr *> *changed = (vec<gfc_expr *> *) data;
  gfc_code *code = *c;

  switch (code->op)
    {
    case EXEC_ASSIGN:
    case EXEC_POINTER_ASSIGN:
    case EXEC_INIT_ASSIGN:
      if (code->expr1->expr_type == EXPR_VARIABLE)
	changed->safe_push (code->expr1);
      break;
    case EXEC_DO:
      changed->safe_push (code->ext.iterator->var);
      break;
    case EXEC_CALL:
    case EXEC_ASSIGN_CALL:
    case EXEC_CALL_PPC:
      for (gfc_actual_arglist *a = code->ext.actual; a; a = a->next)
	if (a->expr && a->expr->expr_type == EXPR_VARIABLE)
	  changed->safe_push (a->expr);
      break;
    default:
      break;
    }
  return 0;
}

/* Callback of gfc_code_walker: a function may change its arguments.  */

static int
note_argument_change (gfc_expr **e, int *, void *data)
{
  vec<gfc_expr *> *changed = (vec<gfc_expr *> *) data;

  if ((*e)->expr_type == EXPR_FUNCTION && !(*e)->value.function.isym)
    for (gfc_actual_arglist *a = (*e)->value.function.actual; a; a = a->next)
      if (a->expr && a->expr->expr_type == EXPR_VARIABLE)
	changed->safe_push (a->expr);
  return 0;
}

/* True if what is in CHANGED may change EXPR.  */

static bool
changed_p (const vec<gfc_expr *> &changed, const gfc_expr *expr)
{
  for (const gfc_expr *variable : changed)
    if (cuf_overlap_p (variable, expr))
      return true;
  return false;
}

/* --- Statements between loops --------------------------------------------- */

/* What is asked of an expression.  */
struct value_search
{
  loop_nest_search *nest;
  const vec<gfc_expr *> *set;	/* Scalars that have a value already.  */
  bool ok;
};

/* True if EXPR is WHOLE, a variable or a component, or a part of it.  */

static bool
part_p (const gfc_expr *expr, const gfc_expr *whole)
{
  if (expr->symtree->n.sym != whole->symtree->n.sym)
    return false;
  const gfc_ref *p = expr->ref;
  for (const gfc_ref *q = whole->ref; q; p = p->next, q = q->next)
    if (!p || p->type != REF_COMPONENT || q->type != REF_COMPONENT
	|| p->u.c.component != q->u.c.component)
      return false;
  return true;
}

/* True if EXPR is what is in SET, or a part of that.  */

static bool
set_p (const vec<gfc_expr *> &set, const gfc_expr *expr)
{
  for (const gfc_expr *variable : set)
    if (part_p (expr, variable))
      return true;
  return false;
}

/* True if SYM is the variable of a loop that is around the place up to which
   NEST has been searched.  */

static bool
loop_variable_p (loop_nest_search *nest, const gfc_symbol *sym)
{
  for (gfc_code *loop : nest->loops)
    if (loop->ext.iterator->var->symtree->n.sym == sym)
      return true;
  return false;
}

/* Callback of gfc_expr_walker: note that a value depends on more than it
   may.  */

static int
check_operand (gfc_expr **e, int *, void *data)
{
  value_search *search = (value_search *) data;
  gfc_expr *expr = *e;

  if (expr->expr_type == EXPR_VARIABLE)
    {
      if (!set_p (*search->set, expr)
	  && !loop_variable_p (search->nest, expr->symtree->n.sym)
	  && changed_p (search->nest->changed, expr))
	search->ok = false;
    }
  else if (expr->expr_type == EXPR_FUNCTION)
    {
      const gfc_symbol *callee = expr->value.function.esym;
      if (expr->value.function.isym
	  ? !expr->value.function.isym->pure
	  : !(callee && (callee->attr.pure || callee->attr.implicit_pure
			 || callee->attr.elemental)))
	search->ok = false;
    }
  else if (expr->expr_type == EXPR_COMPCALL || expr->expr_type == EXPR_PPC)
    search->ok = false;
  return 0;
}

/* True if the value of EXPR, which may be null, is known at the innermost loop,
   too, where the scalars SET have theirs.  */

static bool
value_ok_p (loop_nest_search *nest, const vec<gfc_expr *> *set,
	    gfc_expr *expr)
{
  value_search search = { nest, set, true };

  if (expr)
    gfc_expr_walker (&expr, check_operand, &search);
  return search.ok;
}

/* True if a variable or component with the attributes ATTR is the host's, and
   each iteration can have it for itself.  */

static bool
private_p (const symbol_attribute *attr)
{
  return (!attr->volatile_
	  && (attr->cuf_memory == CUF_MEM_NONE
	      || attr->cuf_memory == CUF_MEM_PINNED));
}

/* True if EXPR is a scalar, a component perhaps, of which that holds.  */

static bool
private_scalar_p (loop_nest_search *nest, const gfc_expr *expr)
{
  if (expr->expr_type != EXPR_VARIABLE || expr->rank > 0
      || !private_p (&expr->symtree->n.sym->attr))
    return false;
  for (const gfc_ref *ref = expr->ref; ref; ref = ref->next)
    if (ref->type != REF_COMPONENT || !private_p (&ref->u.c.component->attr))
      return false;
  return !loop_variable_p (nest, expr->symtree->n.sym);
}

static gfc_code *find_misplaced (loop_nest_search *, vec<gfc_expr *> *,
				 gfc_code *, const gfc_code *);

/* Let SET be what has a value behind the IF construct CODE as well: what has
   one, whichever branch is taken.  Return a statement in it that cannot be
   moved, or null.  */

static gfc_code *
find_misplaced_branch (loop_nest_search *nest, vec<gfc_expr *> *set,
		       gfc_code *code)
{
  auto_vec<gfc_expr *> always, ever;
  bool first = true, complete = false;

  for (gfc_code *b = code->block; b; b = b->block)
    {
      auto_vec<gfc_expr *> branch;
      branch.safe_splice (*set);
      if (!value_ok_p (nest, set, b->expr1))
	return code;
      if (gfc_code *wrong = find_misplaced (nest, &branch, b->next, NULL))
	return wrong;
      complete |= b->expr1 == NULL;
      for (gfc_expr *variable : branch)
	{
	  if (first)
	    always.safe_push (variable);
	  ever.safe_push (variable);
	}
      for (unsigned i = 0; i < always.length (); )
	if (set_p (branch, always[i]))
	  i++;
	else
	  always.unordered_remove (i);
      first = false;
    }
  for (gfc_expr *variable : ever)
    if (!set_p (*set, variable) && !(complete && set_p (always, variable)))
      return code;
  for (gfc_expr *variable : always)
    if (!set_p (*set, variable))
      set->safe_push (variable);
  return NULL;
}

/* The first statement from FIRST on, in front of LAST, that each iteration of
   the innermost loop cannot do, or null if there is none.  Add what they set to
   SET.  */

static gfc_code *
find_misplaced (loop_nest_search *nest, vec<gfc_expr *> *set,
		gfc_code *first, const gfc_code *last)
{
  for (gfc_code *code = first; code != last; code = code->next)
    {
      if (code->here)
	return code;
      switch (code->op)
	{
	case EXEC_NOP:
	case EXEC_CONTINUE:
	  break;
	case EXEC_ASSIGN:
	  if (!private_scalar_p (nest, code->expr1)
	      || !value_ok_p (nest, set, code->expr2))
	    return code;
	  if (!set_p (*set, code->expr1))
	    set->safe_push (code->expr1);
	  break;
	case EXEC_IF:
	  if (gfc_code *wrong = find_misplaced_branch (nest, set, code))
	    return wrong;
	  break;
	default:
	  return code;
	}
    }
  return NULL;
}

/* Complain about CODE, which is between the loops of NEST.  */

static void
report_misplaced (loop_nest_search *nest, gfc_code *code)
{
  gfc_error ("Statement at %L between the %d loops of a kernel loop directive: "
	     "only assignments to scalars of the host can be there, of values "
	     "that depend on variables of the loops around them and on what "
	     "does not change in the loops", &code->loc, nest->directive->nloops);
}

/* --- The nest ------------------------------------------------------------- */

/* Data for the search for a variable.  */
struct variable_search
{
  const gfc_expr *variable;
  bool found;
};

/* Callback of gfc_expr_walker: note whether *E has to do with that variable.  */

static int
find_variable (gfc_expr **e, int *, void *data)
{
  variable_search *search = (variable_search *) data;
  if ((*e)->expr_type == EXPR_VARIABLE
      && cuf_overlap_p (*e, search->variable))
    search->found = true;
  return 0;
}

/* True if the limits of LOOP depend on VARIABLE.  */

static bool
limits_depend_p (gfc_code *loop, const gfc_expr *variable)
{
  gfc_iterator *it = loop->ext.iterator;
  variable_search search = { variable, false };
  gfc_expr **limits[] = { &it->start, &it->end, &it->step };

  for (gfc_expr **limit : limits)
    gfc_expr_walker (limit, find_variable, &search);
  return search.found;
}

/* Complain if the limits of loop INNER depend on the variable of a loop of NEST,
   or on what is set between them.  */

static void
check_invariant (loop_nest_search *nest, gfc_code *inner)
{
  for (gfc_code *outer : nest->loops)
    {
      const gfc_expr *variable = outer->ext.iterator->var;
      if (limits_depend_p (inner, variable))
	gfc_error ("The limits of the loop at %L depend on %qs, the variable of "
		   "another loop of the kernel loop directive: they must be "
		   "invariant", &inner->loc, variable->symtree->n.sym->name);
    }
  for (const gfc_expr *variable : nest->set)
    if (limits_depend_p (inner, variable))
      gfc_error ("The limits of the loop at %L depend on %qs, which is set "
		 "between the loops of the kernel loop directive: they must be "
		 "invariant", &inner->loc, variable->symtree->n.sym->name);
}

/* The place that has the loop in the body of LOOP, behind which no statement
   may follow but CONTINUE, which may have a label; null, with a message, if
   there is none.  */

static gfc_code **
nested_loop (loop_nest_search *nest, gfc_code *loop)
{
  gfc_code **inner = &loop->block->next;

  while (*inner && (*inner)->op != EXEC_DO)
    inner = &(*inner)->next;
  if (!*inner)
    {
      gfc_error ("Kernel loop directive at %L must be followed by %d tightly "
		 "nested DO loops", &nest->directive->where,
		 nest->directive->nloops);
      return NULL;
    }
  for (gfc_code *end = (*inner)->next; end; end = end->next)
    if (end->op != EXEC_CONTINUE && end->op != EXEC_NOP)
      {
	report_misplaced (nest, end);
	return NULL;
      }
  return inner;
}

/* Add LOOP to NEST.  */

static void
add_loop (loop_nest_search *nest, gfc_code *loop)
{
  if (loop->ext.iterator->var->ts.type != BT_INTEGER)
    gfc_error ("The variable of the loop at %L in a kernel loop directive must "
	       "be an integer", &loop->loc);
  check_invariant (nest, loop);
  nest->loops.safe_push (loop);
}

/* Find the loops of NEST, of which the outermost is C, and check them and what
   is between them.  Return false if they are not there.  */

static bool
collect_loops (loop_nest_search *nest, gfc_code *c)
{
  add_loop (nest, c);
  while (nest->loops.length () < unsigned (nest->directive->nloops))
    {
      gfc_code *outer = nest->loops.last ();
      gfc_code **inner = nested_loop (nest, outer);
      if (!inner)
	return false;
      if (gfc_code *wrong = find_misplaced (nest, &nest->set,
					    outer->block->next, *inner))
	{
	  report_misplaced (nest, wrong);
	  return false;
	}
      add_loop (nest, *inner);
    }
  return true;
}

/* Complain if the body of the innermost loop of NEST sets again what has been
   set between the loops: each iteration would begin with the former.  Return
   false then.  */

static bool
check_body (loop_nest_search *nest)
{
  auto_vec<gfc_expr *> changed;
  bool ok = true;

  gfc_code_walker (&nest->loops.last ()->block->next, note_change,
		   note_argument_change, &changed);
  for (const gfc_expr *variable : nest->set)
    if (changed_p (changed, variable))
      {
	gfc_error ("Scalar %qs is set between the loops of the kernel loop "
		   "directive at %L, and changed in them: set it in the "
		   "innermost loop", variable->symtree->n.sym->name,
		   &nest->directive->where);
	ok = false;
      }
  return ok;
}

/* Move what is between the loops of NEST into the innermost, in its order.  */

static void
move_statements (loop_nest_search *nest)
{
  gfc_code **place = &nest->loops.last ()->block->next;

  for (unsigned i = 0; i + 1 < nest->loops.length (); i++)
    {
      gfc_code **first = &nest->loops[i]->block->next;
      gfc_code *inner = nest->loops[i + 1];
      if (*first == inner)
	continue;
      gfc_code *moved = *first, *last = moved;
      while (last->next != inner)
	last = last->next;
      *first = inner;
      last->next = *place;
      *place = moved;
      place = &last->next;
    }
}

/* Map the loops NEST of directive K.  If they are too many, the innermost ones
   are mapped, and what is outside of them becomes a loop of each thread: as the
   iterations come in any order, the loops can change places.  */

static void
map_loops (cuf_kernel_do *k, vec<gfc_code *> &nest)
{
  unsigned n = nest.length (), mapped = MIN (n, CUF_MAX_LOOPS);
  gcc_checking_assert (n == unsigned (k->nloops));
  auto_vec<gfc_iterator *> iterators;
  for (gfc_code *loop : nest)
    iterators.safe_push (loop->ext.iterator);
  for (unsigned i = 0; i < n; i++)
    nest[i]->ext.iterator = iterators[(i + n - mapped) % n];

  for (unsigned i = 0; i < mapped; i++)
    k->loops[i] = nest[mapped - 1 - i];
  k->nloops = mapped;
  k->innermost = nest.last ();
}

/* Find the loops that the directive of C, the outermost of them, names.  Return
   false, with a message, if they are not what it can map.  */

bool
cuf_find_loops (gfc_code *c)
{
  loop_nest_search nest;

  nest.directive = c->cuf_kernel;
  gfc_code_walker (&c->block->next, note_change, note_argument_change,
		   &nest.changed);
  if (!collect_loops (&nest, c) || !check_body (&nest))
    return false;
  move_statements (&nest);
  map_loops (nest.directive, nest.loops);
  return true;
}
