/* Recognition of the reductions in kernel loops.
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
#include "dependency.h"
#include "cuf-compat.h"
#include "cuf-check.h"

/* A scalar of the host's is private to each iteration, if an iteration assigns
   to it before it uses it.  Otherwise it carries a value from one iteration to
   another, which only a reduction may do: all that the body does with the
   scalar is to update it, with one operator.  A scalar in device memory is
   there once for all threads; it is the target of a reduction under the same
   condition, and else what the threads make of it.

   In an inner loop a scalar may be used above the statement that sets it: `if
   (i > 0) a(j, i) = u; u = i'.  As long as something guards the use, its value
   may come from an earlier iteration of that loop, which is what such programs
   mean: the scalar is private.

   What happens in the body is noted in the order of the source.  */

enum event_kind
{
  EVENT_USE,
  EVENT_SET,
  EVENT_UPDATE		/* SCALAR = SCALAR OP ...  */
};

struct loop_event
{
  gfc_expr *variable;
  enum event_kind kind;
  enum cuf_reduce_op op;
  int place;		/* The innermost construct that it is in.  */
};

/* A construct in the body: a loop, or a branch that is not always taken.  */
struct construct
{
  int outer;		/* The one that it is in, or -1: the body.  */
  bool loop;
};

struct loop_history
{
  hash_set<gfc_namespace *> *blocks;	/* Of BLOCK constructs in it.  */
  auto_vec<loop_event> events;
  auto_vec<construct> constructs;
  int place;			/* Where the walk is, or -1.  */
  const gfc_expr *skipped;	/* No use: an updated or assigned variable.  */
  /* Names of variables that ASSOCIATE constructs in the body have.  */
  hash_set<gfc_symbol *> names;
  auto_vec<gfc_expr *> named;	/* What was made of them.  */

  explicit loop_history (hash_set<gfc_namespace *> *b)
    : blocks (b), place (-1), skipped (NULL) {}
  ~loop_history ();
};

loop_history::~loop_history ()
{
  for (gfc_expr *expr : named)
    gfc_free_expr (expr);
}

/* VARIABLE, with the variable in the place of its name if an ASSOCIATE
   construct of the body gave it that.  Parts of an array count as all that is
   named.  */

static gfc_expr *
without_names (loop_history *history, gfc_expr *variable)
{
  while (history->names.contains (variable->symtree->n.sym))
    {
      gfc_expr *target
	= gfc_copy_expr (variable->symtree->n.sym->assoc->target);
      history->named.safe_push (target);
      if (target->rank == 0)
	{
	  gfc_ref **end = &target->ref;
	  while (*end)
	    end = &(*end)->next;
	  *end = gfc_copy_ref (variable->ref);
	  target->ts = variable->ts;
	}
      target->where = variable->where;
      variable = target;
    }
  return variable;
}

/* Note what a statement does to VARIABLE.  What a BLOCK in the body declares is
   the iteration's own in any case, whether or not it has an initial value.  */

static void
note_event (loop_history *history, gfc_expr *variable, enum event_kind kind,
	    enum cuf_reduce_op op = CUF_REDUCE_NONE)
{
  loop_event event = { without_names (history, variable), kind, op,
		       history->place };
  if (!history->blocks->contains (event.variable->symtree->n.sym->ns))
    history->events.safe_push (event);
}

/* True if EXPR asks whether there is a variable, not for its value.  */

static bool
asks_for_presence_p (const gfc_expr *expr)
{
  if (expr->expr_type != EXPR_FUNCTION || !expr->value.function.isym)
    return false;
  const gfc_isym_id id = expr->value.function.isym->id;
  return (id == GFC_ISYM_PRESENT || id == GFC_ISYM_ALLOCATED
	  || id == GFC_ISYM_ASSOCIATED);
}

static int note_use (gfc_expr **, int *, void *);
static void note_uses (loop_history *, gfc_expr *, const gfc_expr *);

/* Note what a call of PROCEDURE, which is null if it is not known, does to ARGS:
   what it gives a value is set.  */

static void
note_arguments (loop_history *history, gfc_symbol *procedure,
		gfc_actual_arglist *args)
{
  gfc_formal_arglist *f = procedure ? gfc_sym_get_dummy_args (procedure) : NULL;
  for (gfc_actual_arglist *a = args; a; a = a->next)
    {
      bool out = f && f->sym && f->sym->attr.intent == INTENT_OUT;
      if (a->expr)
	note_uses (history, a->expr, out ? a->expr : NULL);
      if (a->expr && out && a->expr->expr_type == EXPR_VARIABLE)
	note_event (history, a->expr, EVENT_SET);
      f = f ? f->next : NULL;
    }
}

/* Note the uses in the arguments of EXPR, a reference to TRANSFER, that have
   values: the second one says the type.  */

static void
note_transfer (loop_history *history, gfc_expr *expr)
{
  for (gfc_actual_arglist *a = expr->value.function.actual; a; a = a->next)
    if (a->expr && a != expr->value.function.actual->next)
      gfc_expr_walker (&a->expr, note_use, history);
}

/* Callback of gfc_expr_walker: note the use of a variable.  */

static int
note_use (gfc_expr **e, int *walk_subtrees, void *data)
{
  loop_history *history = (loop_history *) data;
  if (asks_for_presence_p (*e))
    *walk_subtrees = 0;
  else if ((*e)->expr_type == EXPR_FUNCTION && (*e)->value.function.isym
	   && (*e)->value.function.isym->id == GFC_ISYM_TRANSFER)
    {
      note_transfer (history, *e);
      *walk_subtrees = 0;
    }
  else if ((*e)->expr_type == EXPR_FUNCTION && (*e)->value.function.esym)
    {
      note_arguments (history, (*e)->value.function.esym,
		      (*e)->value.function.actual);
      *walk_subtrees = 0;
    }
  else if ((*e)->expr_type == EXPR_VARIABLE && *e != history->skipped)
    note_event (history, *e, EVENT_USE);
  return 0;
}

/* Note the uses in EXPR, but not SKIPPED itself.  */

static void
note_uses (loop_history *history, gfc_expr *expr, const gfc_expr *skipped)
{
  const gfc_expr *outer = history->skipped;
  history->skipped = skipped;
  gfc_expr_walker (&expr, note_use, history);
  history->skipped = outer;
}

/* --- Updates ------------------------------------------------------------- */

/* EXPR without parentheses and conversions to another kind.  */

static gfc_expr *
strip (gfc_expr *expr)
{
  for (;;)
    if (expr->expr_type == EXPR_OP
	&& expr->value.op.op == INTRINSIC_PARENTHESES)
      expr = expr->value.op.op1;
    else if (expr->expr_type == EXPR_FUNCTION && expr->value.function.isym
	     && expr->value.function.isym->id == GFC_ISYM_CONVERSION
	     && expr->value.function.actual->expr->ts.type == expr->ts.type)
      expr = expr->value.function.actual->expr;
    else
      return expr;
}

/* The operator of a reduction that EXPR's outermost operation is.  */

static enum cuf_reduce_op
operation (const gfc_expr *expr)
{
  if (expr->expr_type == EXPR_OP)
    switch (expr->value.op.op)
      {
      case INTRINSIC_PLUS:
      case INTRINSIC_MINUS:
	return CUF_REDUCE_ADD;
      case INTRINSIC_TIMES:
	return CUF_REDUCE_MUL;
      case INTRINSIC_AND:
	return CUF_REDUCE_AND;
      case INTRINSIC_OR:
	return CUF_REDUCE_OR;
      default:
	return CUF_REDUCE_NONE;
      }
  if (expr->expr_type == EXPR_FUNCTION && expr->value.function.isym)
    switch (expr->value.function.isym->id)
      {
      case GFC_ISYM_MAX:
	return CUF_REDUCE_MAX;
      case GFC_ISYM_MIN:
	return CUF_REDUCE_MIN;
      case GFC_ISYM_IAND:
	return CUF_REDUCE_IAND;
      case GFC_ISYM_IOR:
	return CUF_REDUCE_IOR;
      case GFC_ISYM_IEOR:
	return CUF_REDUCE_IEOR;
      default:
	return CUF_REDUCE_NONE;
      }
  return CUF_REDUCE_NONE;
}

/* The place of SCALAR in EXPR, if OP combines it there with others: a place
   where it is subtracted is none.  */

static gfc_expr *
find_operand (gfc_expr *expr, gfc_expr *scalar, enum cuf_reduce_op op)
{
  expr = strip (expr);
  if (cuf_same_scalar_p (expr, scalar))
    return expr;
  if (operation (expr) != op)
    return NULL;
  if (expr->expr_type == EXPR_OP)
    {
      gfc_expr *found = find_operand (expr->value.op.op1, scalar, op);
      if (!found && expr->value.op.op != INTRINSIC_MINUS)
	found = find_operand (expr->value.op.op2, scalar, op);
      return found;
    }
  for (gfc_actual_arglist *a = expr->value.function.actual; a; a = a->next)
    if (a->expr)
      if (gfc_expr *found = find_operand (a->expr, scalar, op))
	return found;
  return NULL;
}

/* True if the history's events from FIRST on do not mention SCALAR, nor what it
   may be a part of.  */

static bool
unmentioned_p (const loop_history *history, unsigned first,
	       const gfc_expr *scalar)
{
  for (unsigned i = first; i < history->events.length (); i++)
    if (cuf_overlap_p (history->events[i].variable, scalar))
      return false;
  return true;
}

/* Note the uses in EXPR besides that of SCALAR at PLACE, and that it is
   updated with OP.  Return false, with nothing noted, if there are others.  */

static bool
note_update (loop_history *history, gfc_expr *scalar, enum cuf_reduce_op op,
	     gfc_expr *expr, gfc_expr *place)
{
  unsigned first = history->events.length ();
  note_uses (history, expr, place);
  if (!unmentioned_p (history, first, scalar))
    {
      history->events.truncate (first);
      return false;
    }
  note_event (history, scalar, EVENT_UPDATE, op);
  return true;
}

static void
note_assignment (loop_history *history, gfc_expr *variable, gfc_expr *value)
{
  enum cuf_reduce_op op = operation (strip (value));
  gfc_expr *place = (op == CUF_REDUCE_NONE || variable->rank != 0 ? NULL
		     : find_operand (value, variable, op));
  note_uses (history, variable, variable);
  if (place && note_update (history, variable, op, value, place))
    return;
  note_uses (history, value, NULL);
  note_event (history, variable, EVENT_SET);
}

/* The operator with which `if (A REL B) SCALAR = A' updates SCALAR, if B is
   SCALAR.  */

static enum cuf_reduce_op
extremum (gfc_intrinsic_op rel)
{
  switch (rel)
    {
    case INTRINSIC_GT:
    case INTRINSIC_GT_OS:
    case INTRINSIC_GE:
    case INTRINSIC_GE_OS:
      return CUF_REDUCE_MAX;
    case INTRINSIC_LT:
    case INTRINSIC_LT_OS:
    case INTRINSIC_LE:
    case INTRINSIC_LE_OS:
      return CUF_REDUCE_MIN;
    default:
      return CUF_REDUCE_NONE;
    }
}

/* True if A and B are one value where one is evaluated after the other.  */

static bool
equal_p (gfc_expr *a, gfc_expr *b)
{
  return gfc_dep_compare_expr (a, b) == 0 || cuf_same_value_p (a, b);
}

/* The operator with which SCALAR is updated by VALUE, if TEST compares these
   two and holds where VALUE replaces it; with further conditions or without.
   Set *PLACE to where SCALAR is in TEST.  */

static enum cuf_reduce_op
find_comparison (gfc_expr *test, gfc_expr *scalar, gfc_expr *value,
		 gfc_expr **place)
{
  test = strip (test);
  if (test->expr_type != EXPR_OP)
    return CUF_REDUCE_NONE;
  if (test->value.op.op == INTRINSIC_AND)
    {
      enum cuf_reduce_op op
	= find_comparison (test->value.op.op1, scalar, value, place);
      return (op != CUF_REDUCE_NONE ? op
	      : find_comparison (test->value.op.op2, scalar, value, place));
    }

  enum cuf_reduce_op op = extremum (test->value.op.op);
  if (op == CUF_REDUCE_NONE)
    return op;
  gfc_expr *left = strip (test->value.op.op1);
  gfc_expr *right = strip (test->value.op.op2);
  if (cuf_same_scalar_p (right, scalar) && equal_p (left, value))
    {
      *place = right;
      return op;
    }
  if (cuf_same_scalar_p (left, scalar) && equal_p (right, value))
    {
      *place = left;
      return op == CUF_REDUCE_MAX ? CUF_REDUCE_MIN : CUF_REDUCE_MAX;
    }
  return CUF_REDUCE_NONE;
}

/* If the IF construct CODE only replaces a scalar by a value found to be
   greater or less, note the update.  */

static bool
note_conditional_update (loop_history *history, gfc_code *code)
{
  gfc_code *branch = code->block;
  gfc_expr *test = branch->expr1;
  gfc_code *stmt = branch->next;
  if (branch->block || !test || !stmt || stmt->next
      || stmt->op != EXEC_ASSIGN || stmt->here)
    return false;

  gfc_expr *place = NULL;
  enum cuf_reduce_op op
    = find_comparison (test, stmt->expr1, strip (stmt->expr2), &place);
  return op != CUF_REDUCE_NONE
	 && note_update (history, stmt->expr1, op, test, place);
}

/* --- The body ----------------------------------------------------------- */

static int note_statement (gfc_code **, int *, void *);

/* Note the uses in EXPR, which may be null.  */

static void
note_value (loop_history *history, gfc_expr *expr)
{
  if (expr)
    note_uses (history, expr, NULL);
}

/* Note what is in the statements from *CODE on, the block of a construct, which
   is a LOOP or a branch.  TEST, which may be null, is evaluated each time that
   the construct is entered.  */

static void
note_block (loop_history *history, gfc_code **code, bool loop, gfc_expr *test)
{
  int outer = history->place;
  construct c = { outer, loop };

  history->place = history->constructs.length ();
  history->constructs.safe_push (c);
  note_value (history, test);
  gfc_code_walker (code, note_statement, note_use, history);
  history->place = outer;
}

/* Note what is in the branches of CODE, an IF or a SELECT construct.  */

static void
note_branches (loop_history *history, gfc_code *code)
{
  note_value (history, code->expr1);
  for (gfc_code *b = code->block; b; b = b->block)
    {
      if (b == code->block)
	note_value (history, b->expr1);
      note_block (history, &b->next, false, b == code->block ? NULL : b->expr1);
    }
}

/* Note what is in CODE, a DO CONCURRENT or FORALL construct.  Its indices are its
   own, whatever else has their names.  */

static void
note_forall (loop_history *history, gfc_code *code)
{
  for (gfc_forall_iterator *i = cuf_forall_iterator (code); i; i = i->next)
    {
      note_uses (history, i->start, NULL);
      note_uses (history, i->end, NULL);
      note_uses (history, i->stride, NULL);
    }
  unsigned first = history->events.length ();
  note_block (history, &code->block->next, true, code->expr1);
  for (gfc_forall_iterator *i = cuf_forall_iterator (code); i; i = i->next)
    for (unsigned k = history->events.length (); k-- > first; )
      if (history->events[k].variable->symtree->n.sym
	  == i->var->symtree->n.sym)
	history->events.ordered_remove (k);
}

/* Note what is in the ASSOCIATE construct CODE.  To give a variable another
   name is no use of it.  */

static void
note_associate (loop_history *history, gfc_code *code)
{
  for (gfc_association_list *a = code->ext.block.assoc; a; a = a->next)
    {
      bool variable = a->variable && a->target->expr_type == EXPR_VARIABLE;
      note_uses (history, a->target, variable ? a->target : NULL);
      if (variable)
	history->names.add (a->st->n.sym);
    }
  gfc_code_walker (&code->ext.block.ns->code, note_statement, note_use,
		   history);
}

/* Callback of gfc_code_walker: note what a statement does.  */

static int
note_statement (gfc_code **c, int *walk_subtrees, void *data)
{
  loop_history *history = (loop_history *) data;
  gfc_code *code = *c;

  switch (code->op)
    {
    case EXEC_ASSIGN:
      /* What is no variable there, as in `case (1) + v = 0', is an error.  */
      if (code->expr1->expr_type != EXPR_VARIABLE)
	break;
      note_assignment (history, code->expr1, code->expr2);
      *walk_subtrees = 0;
      break;

    case EXEC_CALL:
    case EXEC_ASSIGN_CALL:
      note_arguments (history, code->resolved_sym, code->ext.actual);
      *walk_subtrees = 0;
      break;

    case EXEC_IF:
      if (!note_conditional_update (history, code))
	note_branches (history, code);
      *walk_subtrees = 0;
      break;

    case EXEC_SELECT:
      note_branches (history, code);
      *walk_subtrees = 0;
      break;

    case EXEC_SELECT_TYPE:
      /* Device code cannot have it.  */
      *walk_subtrees = 0;
      break;

    case EXEC_BLOCK:
      if (code->ext.block.assoc)
	{
	  note_associate (history, code);
	  *walk_subtrees = 0;
	}
      break;

    case EXEC_DO:
      note_uses (history, code->ext.iterator->start, NULL);
      note_uses (history, code->ext.iterator->end, NULL);
      note_uses (history, code->ext.iterator->step, NULL);
      note_event (history, code->ext.iterator->var, EVENT_SET);
      note_block (history, &code->block->next, true, NULL);
      *walk_subtrees = 0;
      break;

    case EXEC_DO_WHILE:
      note_block (history, &code->block->next, true, code->expr1);
      *walk_subtrees = 0;
      break;

    case EXEC_DO_CONCURRENT:
    case EXEC_FORALL:
      note_forall (history, code);
      *walk_subtrees = 0;
      break;

    default:
      break;
    }
  return 0;
}

/* --- Conclusions -------------------------------------------------------- */

/* What the body does with one scalar.  */
struct scalar_summary
{
  bool private_p;		/* Set before anything else.  */
  bool otherwise;		/* Does more than to update it.  */
  enum cuf_reduce_op op;	/* Of the first update.  */
  enum cuf_reduce_op other_op;	/* Another one.  */
};

static scalar_summary
summarize (const loop_history *history, const gfc_expr *scalar)
{
  scalar_summary s = { false, false, CUF_REDUCE_NONE, CUF_REDUCE_NONE };
  bool first = true;
  for (const loop_event &event : history->events)
    {
      if (!cuf_overlap_p (event.variable, scalar))
	continue;
      if (first && event.kind == EVENT_SET)
	s.private_p = true;
      first = false;
      if (event.kind != EVENT_UPDATE
	  || !cuf_same_scalar_p (event.variable, scalar))
	s.otherwise = true;
      else if (s.op == CUF_REDUCE_NONE)
	s.op = event.op;
      else if (s.op != event.op)
	s.other_op = event.op;
    }
  return s;
}

/* True if threads share what is in MEMORY, and can reduce into it.  */

static bool
shared_memory_p (unsigned memory)
{
  return cuf_memory_in_p (memory, CUF_IN (DEVICE) | CUF_IN (MANAGED)
				  | CUF_IN (UNIFIED));
}

/* True if SYM is a variable, or the function whose result it stands for.  */

static bool
variable_p (const gfc_symbol *sym)
{
  return sym->attr.flavor == FL_VARIABLE
	 || (sym->attr.flavor == FL_PROCEDURE && sym->attr.function
	     && sym->result == sym);
}

/* True if the type DERIVED, or one that it extends, has COMPONENT.  */

static bool
component_of_p (gfc_symbol *derived, const gfc_component *component)
{
  for (; derived; derived = gfc_get_derived_super_type (derived))
    for (const gfc_component *c = derived->components; c; c = c->next)
      if (c == component)
	return true;
  return false;
}

/* True if each component in EXPR is one of the type of what is in front of it, and
   EXPR has the type of the last: where a SELECT TYPE construct has found another
   type than the declared one, only the name that it gives the object has that.  */

static bool
types_agree_p (const gfc_expr *expr)
{
  const gfc_typespec *ts = &expr->symtree->n.sym->ts;

  for (const gfc_ref *ref = expr->ref; ref; ref = ref->next)
    if (ref->type == REF_COMPONENT)
      {
	if ((ts->type != BT_DERIVED && ts->type != BT_CLASS)
	    || !component_of_p (ts->u.derived, ref->u.c.component))
	  return false;
	ts = &ref->u.c.component->ts;
      }
    else if (cuf_complex_part_p (ref))
      return ts->type == BT_COMPLEX && ts->kind == expr->ts.kind;
  return ts->type == expr->ts.type && ts->kind == expr->ts.kind;
}

/* True if EXPR is a scalar that can be the target of a reduction: the
   subscripts in it are constant, and the host finds where it is.  */

static bool
target_p (const gfc_expr *expr)
{
  if (expr->rank != 0 || !variable_p (expr->symtree->n.sym)
      || (expr->ts.type != BT_INTEGER && expr->ts.type != BT_REAL
	  && expr->ts.type != BT_COMPLEX && expr->ts.type != BT_LOGICAL
	  && !cuf_unsigned_p (&expr->ts)))
    return false;
  for (const gfc_ref *ref = expr->ref; ref; ref = ref->next)
    if (ref->type == REF_COMPONENT || cuf_complex_part_p (ref))
      continue;
    else if (ref->type != REF_ARRAY || ref->u.ar.type != AR_ELEMENT)
      return false;
    else
      for (int i = 0; i < ref->u.ar.dimen; i++)
	if (ref->u.ar.start[i]->expr_type != EXPR_CONSTANT)
	  return false;
  return types_agree_p (expr) && cuf_found_by_host_p (expr);
}

static bool
known_p (const cuf_kernel_do *k, const gfc_expr *scalar)
{
  for (const cuf_reduction *r = k->reductions; r; r = r->next)
    if (cuf_same_scalar_p (r->target, scalar))
      return true;
  return false;
}

/* True if construct OUTER is PLACE or is around it.  */

static bool
around_p (const loop_history *history, int outer, int place)
{
  while (place > outer)
    place = history->constructs[place].outer;
  return place == outer;
}

/* True if the value that is used at USE may come from SET, in an earlier
   iteration of a loop that both are in: something between that loop and the use,
   which is no loop around SET, can keep it from being used in the first
   iteration.  */

static bool
from_earlier_iteration_p (const loop_history *history, int use, int set)
{
  bool guarded = false;

  for (int c = use; c >= 0; c = history->constructs[c].outer)
    {
      bool shared = (history->constructs[c].loop
		     && around_p (history, c, set));
      if (shared && guarded)
	return true;
      guarded |= !shared;
    }
  return false;
}

/* The first use of SCALAR in the body, if a loop in there may have set it
   before, or null.  */

static gfc_expr *
guarded_use (const loop_history *history, const gfc_expr *scalar)
{
  const loop_event *use = NULL;

  for (const loop_event &event : history->events)
    if (cuf_overlap_p (event.variable, scalar))
      {
	if (!use)
	  use = &event;
	else if (event.kind == EVENT_SET
		 && from_earlier_iteration_p (history, use->place, event.place))
	  return use->variable;
      }
  return NULL;
}

/* SCALAR carries a value between iterations, but is no reduction: complain.  */

static void
complain (const scalar_summary *s, gfc_expr *scalar)
{
  const char *name = scalar->symtree->n.sym->name;
  if (s->other_op != CUF_REDUCE_NONE)
    gfc_error ("Scalar %qs at %L is updated with %<%s%> and with %<%s%> in a "
	       "kernel loop: a reduction has one operator", name,
	       &scalar->where, cuf_reduce_name (s->op),
	       cuf_reduce_name (s->other_op));
  else if (s->op != CUF_REDUCE_NONE)
    gfc_error ("Scalar %qs at %L is updated in a kernel loop as a reduction, "
	       "but also used otherwise: name it in a %<reduce%> clause, or "
	       "assign to it before it is used", name, &scalar->where);
  else
    gfc_error ("Scalar %qs at %L carries its value from one iteration of the "
	       "kernel loop to another, which only a reduction with %<+%>, "
	       "%<*%>, %<max%>, %<min%>, %<iand%>, %<ior%>, %<ieor%>, "
	       "%<.and.%> or %<.or.%> can do", name, &scalar->where);
}

/* True if the subscripts of the element AR are not all constant.  */

static bool
varying_element_p (const gfc_array_ref *ar)
{
  if (ar->type == AR_ELEMENT)
    for (int i = 0; i < ar->dimen; i++)
      if (ar->start[i]->expr_type != EXPR_CONSTANT)
	return true;
  return false;
}

/* The array component of a host object of which EXPR, in a kernel loop, is an element
   with other subscripts than constants; or null.  With -gpu=mem:unified it is where
   the host has it, and threads share it.  */

const gfc_component *
cuf_shared_component (const gfc_expr *expr)
{
  if (cuf_option_memory != CUF_MEM_UNIFIED || expr->expr_type != EXPR_VARIABLE
      || expr->rank != 0
      || !cuf_memory_in_p (cuf_expr_memory (expr),
			   CUF_IN (NONE) | CUF_IN (PINNED)))
    return NULL;
  for (const gfc_ref *ref = expr->ref; ref; ref = ref->next)
    if (ref->type == REF_COMPONENT && ref->u.c.component->attr.dimension
	&& !ref->u.c.component->attr.allocatable
	&& !ref->u.c.component->attr.pointer
	&& ref->next && ref->next->type == REF_ARRAY
	&& varying_element_p (&ref->next->u.ar))
      return ref->u.c.component;
  return NULL;
}

/* True if SCALAR is an element of an array, which the threads share wherever it is:
   a variable, or what a component points to.  */

static bool
array_element_p (const gfc_expr *scalar)
{
  if (scalar->symtree->n.sym->attr.dimension || cuf_shared_component (scalar))
    return true;
  for (const gfc_ref *ref = scalar->ref; ref; ref = ref->next)
    if (ref->type == REF_COMPONENT && ref->u.c.component->attr.dimension
	&& (ref->u.c.component->attr.allocatable
	    || ref->u.c.component->attr.pointer))
      return true;
  return false;
}

/* Decide about SCALAR, which the body of K's loops assigns to.  Return false if
   something has been said of it.  */

static bool
decide (cuf_kernel_do *k, const loop_history *history, gfc_expr *scalar)
{
  unsigned memory = cuf_expr_memory (scalar);
  bool shared = shared_memory_p (memory);
  scalar_summary s = summarize (history, scalar);
  if (s.private_p)
    return true;
  bool reduction = (s.op != CUF_REDUCE_NONE && s.other_op == CUF_REDUCE_NONE
		    && !s.otherwise);
  if (reduction && target_p (scalar))
    {
      if (!cuf_check_reduction (s.op, scalar))
	return false;
      cuf_add_reduction (k, s.op, gfc_copy_expr (scalar));
    }
  else if (!shared && !array_element_p (scalar))
    {
      if (gfc_expr *use = guarded_use (history, scalar))
	{
	  gfc_warning (OPT_Wmaybe_uninitialized, "Scalar %qs at %L may be used "
		       "before the iteration of the kernel loop has set it, "
		       "which each does for itself",
		       scalar->symtree->n.sym->name,
		       &use->where);
	  return false;
	}
      complain (&s, scalar);
      return false;
    }
  return true;
}

/* Warn where the body does nothing with the scalar of a clause of K but update it
   with another operator.  */

static void
check_clauses (const cuf_kernel_do *k, const loop_history *history)
{
  for (const cuf_reduction *r = k->reductions; r; r = r->next)
    {
      scalar_summary s = summarize (history, r->target);
      if (s.op != CUF_REDUCE_NONE && s.other_op == CUF_REDUCE_NONE
	  && !s.otherwise && s.op != r->op)
	gfc_warning (0, "Reduction clause at %L has %<%s%>, but the kernel loop "
		     "updates %qs with %<%s%>", &r->target->where,
		     cuf_reduce_name (r->op), r->target->symtree->n.sym->name,
		     cuf_reduce_name (s.op));
    }
}

/* A reduction's target has to have its own name where it is updated.  */

struct named_targets
{
  const cuf_kernel_do *k;
  loop_history *history;
};

/* Callback of gfc_code_walker for statements, which have no names.  */

static int
skip_statement (gfc_code **, int *, void *)
{
  return 0;
}

/* Callback of gfc_code_walker: put the target of a reduction in the place of a
   name that an ASSOCIATE construct of the body gives it.  Its subscripts are
   constant.  */

static int
replace_name (gfc_expr **e, int *, void *data)
{
  named_targets *targets = (named_targets *) data;
  if ((*e)->expr_type != EXPR_VARIABLE)
    return 0;
  gfc_expr *variable = without_names (targets->history, *e);
  if (variable != *e && known_p (targets->k, variable))
    gfc_replace_expr (*e, gfc_copy_expr (variable));
  return 0;
}

/* Find the reductions in the body of K's loops, in which BLOCKS are, and
   complain about other scalars that carry a value from one iteration to
   another, but not of variables that are among TOLD: something else is wrong with
   them.  */

void
cuf_find_reductions (cuf_kernel_do *k, hash_set<gfc_namespace *> *blocks,
		     hash_set<void *> *told)
{
  loop_history history (blocks);
  for (int i = 0; i < k->nloops; i++)
    note_event (&history, k->loops[i]->ext.iterator->var, EVENT_SET);
  gfc_code_walker (&k->loops[0]->block->next, note_statement, note_use,
		   &history);
  check_clauses (k, &history);

  hash_set<gfc_symbol *> reported;
  for (unsigned i = 0; i < history.events.length (); i++)
    {
      gfc_expr *scalar = history.events[i].variable;
      if (history.events[i].kind == EVENT_USE || scalar->rank != 0
	  || known_p (k, scalar)
	  || told->contains (scalar->symtree->n.sym)
	  || reported.contains (scalar->symtree->n.sym))
	continue;
      unsigned memory = cuf_expr_memory (scalar);
      if (!shared_memory_p (memory)
	  && !cuf_memory_in_p (memory, CUF_IN (NONE) | CUF_IN (PINNED)))
	continue;
      if (!decide (k, &history, scalar))
	reported.add (scalar->symtree->n.sym);
    }

  named_targets targets = { k, &history };
  if (!history.names.is_empty ())
    gfc_code_walker (&k->loops[0]->block->next, skip_statement, replace_name,
		     &targets);
}
