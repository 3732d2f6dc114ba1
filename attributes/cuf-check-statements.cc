/* The rules of CUDA Fortran: statements.
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
#include "cuf-compat.h"

/* Statements that device code cannot have, and why.  */

static const struct
{
  gfc_exec_op op;
  const char *name;
}
barred[] =
{
  { EXEC_PAUSE, "PAUSE" },
  { EXEC_READ, "READ" },
  { EXEC_IOLENGTH, "INQUIRE" },
  { EXEC_OPEN, "OPEN" },
  { EXEC_CLOSE, "CLOSE" },
  { EXEC_BACKSPACE, "BACKSPACE" },
  { EXEC_ENDFILE, "ENDFILE" },
  { EXEC_REWIND, "REWIND" },
  { EXEC_FLUSH, "FLUSH" },
  { EXEC_INQUIRE, "INQUIRE" },
  { EXEC_WAIT, "WAIT" },
  { EXEC_CRITICAL, "CRITICAL" },
  { EXEC_SYNC_ALL, "SYNC ALL" },
  { EXEC_SYNC_MEMORY, "SYNC MEMORY" },
  { EXEC_SYNC_IMAGES, "SYNC IMAGES" },
  { EXEC_SYNC_TEAM, "SYNC TEAM" },
  { EXEC_FORM_TEAM, "FORM TEAM" },
  { EXEC_CHANGE_TEAM, "CHANGE TEAM" },
  { EXEC_END_TEAM, "END TEAM" },
  { EXEC_LOCK, "LOCK" },
  { EXEC_UNLOCK, "UNLOCK" },
  { EXEC_EVENT_POST, "EVENT POST" },
  { EXEC_EVENT_WAIT, "EVENT WAIT" },
  { EXEC_FAIL_IMAGE, "FAIL IMAGE" }
};

/* True if EXPR, the unit of a WRITE statement, is standard output: an asterisk
   or its number.  */

static bool
standard_output_p (const gfc_expr *expr)
{
  return expr && expr->expr_type == EXPR_CONSTANT
	 && expr->ts.type == BT_INTEGER
	 && mpz_cmp_si (expr->value.integer, GFC_STDOUT_UNIT_NUMBER) == 0;
}

/* The first specifier of DT that device code cannot give.  */

static const char *
barred_specifier (const gfc_dt *dt)
{
  if (dt->namelist)
    return "NML=";
  if (dt->format_expr || dt->format_label != &format_asterisk)
    return "a format";
  if (dt->iostat)
    return "IOSTAT=";
  if (dt->iomsg)
    return "IOMSG=";
  if (dt->err)
    return "ERR=";
  if (dt->end)
    return "END=";
  if (dt->eor)
    return "EOR=";
  if (dt->advance)
    return "ADVANCE=";
  if (dt->rec)
    return "REC=";
  if (dt->pos)
    return "POS=";
  if (dt->id)
    return "ID=";
  if (dt->size)
    return "SIZE=";
  if (dt->asynchronous)
    return "ASYNCHRONOUS=";
  if (dt->blank || dt->decimal || dt->delim || dt->pad || dt->round || dt->sign)
    return "a changeable mode";
  return NULL;
}

/* Check the PRINT or WRITE statement CODE.  */

static bool
check_write (gfc_code *code)
{
  const gfc_dt *dt = code->ext.dt;
  const char *specifier = dt ? barred_specifier (dt) : NULL;

  if (!dt || !standard_output_p (dt->io_unit))
    gfc_error ("WRITE statement at %L in device code must be to the default "
	       "unit, *", &code->loc);
  else if (specifier)
    gfc_error ("PRINT or WRITE statement at %L in device code must be "
	       "list-directed: it cannot have %s", &code->loc, specifier);
  else
    return true;
  return false;
}

/* Check that device code can have the statement CODE.  Return false if not.  */

static bool
check_device_statement (gfc_code *code)
{
  for (size_t i = 0; i < ARRAY_SIZE (barred); i++)
    if (barred[i].op == code->op)
      {
	gfc_error ("%s statement at %L is not allowed in device code",
		   barred[i].name, &code->loc);
	return false;
      }

  if (code->op == EXEC_WRITE && !check_write (code))
    return false;
  if (cuf_directive_p (code->op))
    {
      gfc_error ("OpenACC or OpenMP directive at %L is not supported in device "
		 "code", &code->loc);
      return false;
    }
  return true;
}

/* True if an allocatable component of the derived type TYPE, or of one in that, is in
   memory of the host's.  */

static bool
host_allocations_p (const gfc_symbol *type)
{
  for (const gfc_component *c = type->components; c; c = c->next)
    {
      bool derived = c->ts.type == BT_DERIVED && c->ts.u.derived
		     && c->ts.u.derived->attr.alloc_comp;
      if (c->attr.allocatable
	  && (!cuf_memory_in_p (c->attr.cuf_memory,
				CUF_IN (DEVICE) | CUF_IN (MANAGED))
	      || derived))
	return true;
      if (derived && !c->attr.pointer && host_allocations_p (c->ts.u.derived))
	return true;
    }
  return false;
}

/* True if the object EXPR of a type with allocatable components can be transferred
   to device memory if TO_DEVICE, or from there to the host.  What these have been
   allocated is in device memory already, where the object gets descriptors of the
   same; host code would lose what it has.  */

static bool
shared_allocations_p (const gfc_expr *expr, bool to_device)
{
  return to_device && !host_allocations_p (expr->ts.u.derived);
}

/* Check EXPR as the device side of a transfer in host code, to device memory if
   TO_DEVICE.  Return false if it cannot be one.  */

static bool
check_transfer_side (const cuf_scope *scope, gfc_expr *expr, bool to_device)
{
  cuf_check_designator (scope, expr);
  if (scope->masked)
    gfc_error ("Device data at %L cannot be transferred in a WHERE or FORALL "
	       "construct", &expr->where);
  else if (gfc_has_vector_subscript (expr))
    gfc_error ("Device data at %L with a vector subscript cannot be "
	       "transferred", &expr->where);
  else if (expr->ts.type == BT_DERIVED && expr->ts.u.derived
	   && expr->ts.u.derived->attr.alloc_comp
	   && !shared_allocations_p (expr, to_device))
    gfc_error ("Device data at %L of type %qs cannot be transferred: the type "
	       "has allocatable components", &expr->where,
	       expr->ts.u.derived->name);
  else
    return true;
  return false;
}

/* The operand of RHS, assigned to LHS, that host code transfers to a variable
   of its own to compute with it, or null.  What is assigned to device data can
   only be converted on the way.  */

static gfc_expr *
operand_to_fetch (const cuf_scope *scope, gfc_expr *lhs, gfc_expr *rhs)
{
  if (!scope->host || scope->device
      || (cuf_off_host_p (lhs) && rhs->expr_type != EXPR_FUNCTION))
    return NULL;
  return cuf_fetched_operand (rhs);
}

/* Check that LHS, to which device code assigns, is no object with components that
   are for host code: these would be assigned, too.  */

static void
check_assigned_components (gfc_expr *lhs)
{
  const gfc_symbol *owner;
  const gfc_component *c = NULL;

  if (lhs->ts.type == BT_DERIVED && lhs->ts.u.derived
      && cuf_option_memory != CUF_MEM_UNIFIED)
    c = cuf_wrong_component (lhs->ts.u.derived, CUF_HOST_NO_COMPONENTS,
			     &owner);
  if (c)
    gfc_error ("Object of type %qs cannot be assigned to at %L in device code: "
	       "component %qs of type %qs %s", lhs->ts.u.derived->name,
	       &lhs->where, c->name, owner->name, cuf_component_reason (c));
}

/* Check the assignment CODE.  */

static void
check_assignment (const cuf_scope *scope, gfc_code *code)
{
  gfc_expr *lhs = code->expr1, *rhs = code->expr2;

  if (!lhs || !rhs)
    return;

  cuf_check_definition (scope, lhs);
  if (scope->device)
    check_assigned_components (lhs);
  if (scope->host && cuf_off_host_p (lhs))
    {
      if (!check_transfer_side (scope, lhs, true))
	return;
    }
  else
    cuf_check_designator (scope, lhs);

  /* Where an assignment is masked, it cannot be a transfer, but the value of a
     scalar can be had.  */
  if (scope->host && cuf_reference_p (rhs) && cuf_off_host_p (rhs)
      && (!scope->masked || rhs->rank > 0 || cuf_off_host_p (lhs)))
    check_transfer_side (scope, rhs, cuf_off_host_p (lhs));
  else
    {
      cuf_scope inner = *scope;
      bool told = false;
      inner.transfer = &told;
      inner.fetched = operand_to_fetch (scope, lhs, rhs);
      if (inner.fetched
	  && !check_transfer_side (scope,
				   const_cast<gfc_expr *> (inner.fetched),
				   false))
	return;
      cuf_check_value (&inner, rhs);
    }
}

/* True if EXPR, a function reference, is one of an intrinsic function that
   gfortran has found to be wrong.  */

static bool
wrong_reference_p (const gfc_expr *expr)
{
  const gfc_symbol *sym = expr->symtree ? expr->symtree->n.sym : NULL;
  return sym && cuf_wrong_intrinsic_p (sym, sym->name);
}

/* Check the pointer assignment CODE.  */

static void
check_pointer_assignment (const cuf_scope *scope, gfc_code *code)
{
  gfc_expr *pointer = code->expr1, *target = code->expr2;

  if (!pointer || !target)
    return;
  cuf_check_designator (scope, pointer);
  if (target->expr_type == EXPR_NULL)
    return;
  cuf_check_designator (scope, target);
  if (!scope->host || gfc_expr_attr (pointer).proc_pointer
      || (target->expr_type == EXPR_FUNCTION
	  && (target->value.function.isym || wrong_reference_p (target))))
    return;

  unsigned to = cuf_expr_memory (pointer);
  unsigned from = scope->device ? cuf_expr_memory (target)
				: cuf_access_memory (target);
  if (to == CUF_MEM_UNIFIED && from == CUF_MEM_NONE)
    cuf_host_targets = true;
  if (cuf_pointer_association_ok_p (to, from))
    return;
  if (to && from)
    gfc_error ("Pointer with the %s attribute at %L cannot be associated with "
	       "a target with the %s attribute", cuf_memory_name (to),
	       &pointer->where, cuf_memory_name (from));
  else if (to)
    gfc_error ("Pointer with the %s attribute at %L cannot be associated with "
	       "a host target", cuf_memory_name (to), &pointer->where);
  else
    gfc_error ("Host pointer at %L cannot be associated with a target with the "
	       "%s attribute", &pointer->where, cuf_memory_name (from));
}

/* Check the object EXPR of an ALLOCATE or DEALLOCATE statement.  */

static void
check_allocation (const cuf_scope *scope, gfc_expr *expr)
{
  unsigned memory = cuf_expr_memory (expr);

  cuf_check_designator (scope, expr);
  if (scope->device
      && cuf_memory_in_p (memory, CUF_IN (MANAGED) | CUF_IN (UNIFIED)))
    gfc_error ("Data with the %s attribute at %L cannot be allocated or "
	       "deallocated in device code", cuf_memory_name (memory),
	       &expr->where);
}

/* SCOPE where values are stored, too: none in device memory can be fetched.  */

static cuf_scope
without_fetching (const cuf_scope *scope)
{
  cuf_scope inner = *scope;

  inner.no_fetch = true;
  return inner;
}

/* Callback of gfc_code_walker for statements: go on.  */

static int
enter_statement (gfc_code **, int *, void *)
{
  return 0;
}

/* Check the values in CODE alone, with the statements that belong to it: what is
   stored in is among them.  */

static void
check_storing_statement (const cuf_scope *scope, gfc_code *code)
{
  cuf_scope inner = without_fetching (scope);
  gfc_code *next = code->next;

  code->next = NULL;
  gfc_code_walker (&code, enter_statement, cuf_value_walker, &inner);
  code->next = next;
}

static int check_statement (gfc_code **, int *, void *);

/* Check the WRITE statement CODE: the items are values, what else is in it may
   be stored in.  */

static void
check_write_statement (cuf_scope *scope, gfc_code *code)
{
  gfc_code *block = code->block;

  code->block = NULL;
  check_storing_statement (scope, code);
  code->block = block;
  for (; block; block = block->block)
    gfc_code_walker (&block->next, check_statement, cuf_value_walker, scope);
}

/* Check the DO construct CODE but for its block.  */

static void
check_do (const cuf_scope *scope, gfc_code *code)
{
  cuf_scope inner = without_fetching (scope);

  if (!code->ext.iterator)
    return;
  cuf_check_value (&inner, code->ext.iterator->var);
  cuf_check_definition (scope, code->ext.iterator->var);
}

/* Check the ALLOCATE or DEALLOCATE statement CODE.  */

static void
check_allocate (const cuf_scope *scope, gfc_code *code)
{
  for (gfc_alloc *a = code->ext.alloc.list; a; a = a->next)
    check_allocation (scope, a->expr);
  cuf_scope inner = without_fetching (scope);
  cuf_check_value (&inner, code->expr1);
  cuf_check_value (&inner, code->expr2);
  if (code->expr3
      && (code->expr3->mold || code->expr3->expr_type == EXPR_VARIABLE))
    cuf_check_designator (scope, code->expr3);
  else
    cuf_check_value (scope, code->expr3);
}

/* Check TARGET, which a name is associated with, if not null.  */

static void
check_target (const cuf_scope *scope, gfc_expr *target)
{
  if (target && target->expr_type == EXPR_VARIABLE)
    cuf_check_designator (scope, target);
  else
    cuf_check_value (scope, target);
}

/* True if NS is that of a SELECT TYPE construct, which gfortran puts into a block
   with the names of its branches.  */

static bool
has_select_type_p (const gfc_namespace *ns)
{
  for (const gfc_code *c = ns->code; c; c = c->next)
    if (c->op == EXEC_SELECT_TYPE)
      return true;
  return false;
}

/* Check the BLOCK or ASSOCIATE construct CODE.  */

static void
check_block (cuf_scope *scope, gfc_code *code)
{
  if (scope->device && has_select_type_p (code->ext.block.ns))
    {
      gfc_error ("SELECT TYPE construct at %L cannot be in device code, which "
		 "has no types to look up: put it around the launch or the "
		 "kernel loop", &code->loc);
      return;
    }
  for (gfc_association_list *a = code->ext.block.assoc; a; a = a->next)
    check_target (scope, a->target);
  cuf_check_data (scope, code->ext.block.ns);
  cuf_check_statements (scope, &code->ext.block.ns->code);
}

/* Check the SELECT TYPE construct CODE.  Its second expression is what the name,
   if there is one, is associated with.  */

static void
check_select_type (cuf_scope *scope, gfc_code *code)
{
  cuf_check_value (scope, code->expr1);
  check_target (scope, code->expr2);
  for (gfc_code *b = code->block; b; b = b->block)
    cuf_check_statements (scope, &b->next);
}

/* Check the SELECT RANK construct CODE, whose expressions are these, too.  Of the
   selector it is the descriptor that is looked at.  */

static void
check_select_rank (cuf_scope *scope, gfc_code *code)
{
  check_target (scope, code->expr1);
  check_target (scope, code->expr2);
  for (gfc_code *b = code->block; b; b = b->block)
    cuf_check_statements (scope, &b->next);
}

/* Check the WHERE or FORALL construct CODE.  */

static void
check_masked (const cuf_scope *scope, gfc_code *code)
{
  cuf_scope inner = *scope;

  inner.masked = true;
  if (code->op == EXEC_FORALL)
    for (gfc_forall_iterator *i = cuf_forall_iterator (code); i; i = i->next)
      {
	cuf_check_value (scope, i->start);
	cuf_check_value (scope, i->end);
	cuf_check_value (scope, i->stride);
      }
  cuf_check_value (scope, code->expr1);
  for (gfc_code *b = code->block; b; b = b->block)
    {
      cuf_check_value (scope, b->expr1);
      cuf_check_statements (&inner, &b->next);
    }
}

/* Check what CODE, a construct of OpenACC or OpenMP about data, has inside.  */

static void
check_data_construct (cuf_scope *scope, gfc_code *code)
{
  cuf_block_scope block (code);
  for (gfc_code *b = code->block; b; b = b->block)
    cuf_check_statements (scope, &b->next);
}

/* True if the CALL statement CODE is the front end's own: with -fcheck=bounds
   the expansion of MATMUL ends the program by one where shapes differ.  */

static bool
own_call_p (const gfc_code *code)
{
  return !code->symtree && code->resolved_sym
	 && code->resolved_sym->attr.proc == PROC_INTRINSIC;
}

/* Check the CALL statement CODE, or what became one.  */

static void
check_call (const cuf_scope *scope, gfc_code *code)
{
  gfc_symbol *callee = code->resolved_sym;

  if (code->resolved_isym)
    {
      cuf_check_intrinsic (scope, code->resolved_isym, code->ext.actual, NULL,
			   &code->loc);
      return;
    }
  if (own_call_p (code))
    return;
  if (!callee && code->symtree)
    callee = code->symtree->n.sym;
  if (!code->symtree || code->cuf_launch
      || cuf_check_specific (scope, code->symtree->n.sym, callee,
			     code->ext.actual, &code->loc))
    cuf_check_call (scope, callee, NULL, code->ext.actual, code->cuf_launch,
		    &code->loc, code->op == EXEC_ASSIGN_CALL);
}

/* Callback of gfc_code_walker: check a statement.  Those that it leaves to the
   walker only use the values of their expressions.  */

static int
check_statement (gfc_code **c, int *walk_subtrees, void *data)
{
  cuf_scope *scope = (cuf_scope *) data;
  gfc_code *code = *c;

  *walk_subtrees = 0;
  if (scope->device && !check_device_statement (code))
    return 0;

  switch (code->op)
    {
    case EXEC_ASSIGN:
      check_assignment (scope, code);
      break;

    case EXEC_POINTER_ASSIGN:
      check_pointer_assignment (scope, code);
      break;

    case EXEC_INIT_ASSIGN:
      break;

    case EXEC_CALL:
    case EXEC_ASSIGN_CALL:
      check_call (scope, code);
      break;

    case EXEC_CALL_PPC:
      cuf_check_value (scope, code->expr1);
      cuf_check_component_call (scope, gfc_get_proc_ptr_comp (code->expr1),
				code->ext.actual, &code->loc);
      break;

    case EXEC_ALLOCATE:
    case EXEC_DEALLOCATE:
      check_allocate (scope, code);
      break;

    case EXEC_BLOCK:
      check_block (scope, code);
      break;

    case EXEC_SELECT_TYPE:
      check_select_type (scope, code);
      break;

    case EXEC_SELECT_RANK:
      check_select_rank (scope, code);
      break;

    case EXEC_WHERE:
    case EXEC_FORALL:
      check_masked (scope, code);
      break;

    case EXEC_OACC_HOST_DATA:
    case EXEC_OMP_TARGET_DATA:
      check_data_construct (scope, code);
      break;

    case EXEC_DO:
      if (code->cuf_kernel)
	{
	  cuf_check_kernel_loop (scope, code);
	  break;
	}
      check_do (scope, code);
      *walk_subtrees = 1;
      break;

    case EXEC_WRITE:
      check_write_statement (scope, code);
      break;

    case EXEC_READ:
    case EXEC_IOLENGTH:
    case EXEC_INQUIRE:
    case EXEC_OPEN:
    case EXEC_CLOSE:
    case EXEC_BACKSPACE:
    case EXEC_ENDFILE:
    case EXEC_REWIND:
    case EXEC_FLUSH:
    case EXEC_WAIT:
    case EXEC_LOCK:
    case EXEC_UNLOCK:
    case EXEC_EVENT_POST:
    case EXEC_EVENT_WAIT:
    case EXEC_SYNC_ALL:
    case EXEC_SYNC_IMAGES:
    case EXEC_SYNC_MEMORY:
      check_storing_statement (scope, code);
      break;

    case EXEC_OMP_TASKGROUP:
      /* GCC 12 does not resolve its clauses.  */
      cuf_check_clauses (code, code->ext.omp_clauses, false);
      *walk_subtrees = 1;
      break;

    default:
      cuf_check_kernel_loops_in (code);
      if (cuf_region_p (code))
	check_data_construct (scope, code);
      else
	*walk_subtrees = 1;
    }
  return 0;
}

/* Check the statements from *CODE on.  */

void
cuf_check_statements (cuf_scope *scope, gfc_code **code)
{
  gfc_code_walker (code, check_statement, cuf_value_walker, scope);
}
