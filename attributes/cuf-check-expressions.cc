/* The rules of CUDA Fortran: data in expressions.
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
#include "constructor.h"
#include "cuf-check.h"

/* True if SYM is one of the variables that only device code has.  */

bool
cuf_predefined_p (const gfc_symbol *sym)
{
  return sym->module && strcmp (sym->module, "cudadevice") == 0
	 && sym->attr.flavor == FL_VARIABLE;
}

/* True if the variable SYM is one of the host's that the device subprogram of
   SCOPE reaches through its module.  */

static bool
host_variable_p (const cuf_scope *scope, const gfc_symbol *sym)
{
  if (cuf_option_memory == CUF_MEM_UNIFIED)
    return false;
  if (sym->attr.flavor != FL_VARIABLE || sym->attr.dummy || sym->attr.vtab
      || sym->attr.artificial || cuf_predefined_p (sym)
      || !cuf_memory_in_p (sym->attr.cuf_memory,
			   CUF_IN (NONE) | CUF_IN (PINNED)))
    return false;
  if (sym->attr.use_assoc)
    return true;
  for (const gfc_namespace *ns = scope->ns->parent; ns; ns = ns->parent)
    if (sym->ns == ns)
      return true;
  return false;
}

/* Check the procedure name EXPR, used as an actual argument or the target of a
   procedure pointer.  */

static void
check_procedure_name (const cuf_scope *scope, gfc_expr *expr)
{
  const gfc_symbol *sym = expr->symtree->n.sym;

  if (sym == scope->proc
      || (scope->proc && sym == scope->proc->result))
    return;
  if (cuf_kernel_p (&sym->attr))
    gfc_error ("Kernel %qs at %L can only be called, with an execution "
	       "configuration", sym->name, &expr->where);
  else if (scope->host && cuf_device_only_p (&sym->attr))
    gfc_error ("Procedure %qs at %L with attributes(device) cannot be used in "
	       "host code", sym->name, &expr->where);
  else if (scope->device)
    gfc_error ("Procedure %qs at %L cannot be an actual argument or a target "
	       "in device code", sym->name, &expr->where);
  else if (cuf_result_memory (sym))
    gfc_error ("Function %qs at %L, whose result has the %s attribute, cannot "
	       "be an actual argument or a target", sym->name, &expr->where,
	       cuf_memory_name (cuf_result_memory (sym)));
}

/* True if the array SYM is one that the kernel loop of SCOPE can use: in device
   memory, also by an option, or declared by a BLOCK in it.  */

static bool
on_device_p (const cuf_scope *scope, const gfc_symbol *sym)
{
  return !cuf_memory_in_p (cuf_symbol_memory (sym),
			   CUF_IN (NONE) | CUF_IN (PINNED))
	 || cuf_option_memory == CUF_MEM_UNIFIED
	 || cuf_managed_pointer_p (sym)
	 || scope->blocks->contains (sym->ns);
}

/* True if REF is an element of an array whose subscripts are numbers.  */

static bool
numbered_element_p (const gfc_ref *ref)
{
  if (ref->type != REF_ARRAY || ref->u.ar.type != AR_ELEMENT)
    return false;
  for (int i = 0; i < ref->u.ar.dimen; i++)
    if (ref->u.ar.start[i]->expr_type != EXPR_CONSTANT)
      return false;
  return true;
}

/* True if EXPR is a scalar, and no object, that nothing but names of components
   and numbers lead to: the host finds its value when it launches a kernel
   loop.  */

static bool
scalar_by_components_p (const gfc_expr *expr)
{
  for (const gfc_ref *ref = expr->ref; ref; ref = ref->next)
    if (ref->type == REF_COMPONENT)
      {
	const symbol_attribute &attr = ref->u.c.component->attr;
	if (ref->u.c.component->ts.type == BT_CLASS
	    || (attr.dimension && (attr.pointer || attr.allocatable)))
	  return false;
      }
    else if (!numbered_element_p (ref))
      return false;
  return expr->rank == 0 && !gfc_bt_struct (expr->ts.type)
	 && expr->ts.type != BT_CLASS && expr->ts.type != BT_CHARACTER;
}

/* Report that the kernel loop of SCOPE cannot use C in EXPR, unless it has been
   said of it and of the variable.  */

static void
report_component (const cuf_scope *scope, gfc_expr *expr, gfc_component *c)
{
  gfc_symbol *sym = expr->symtree->n.sym;
  bool known = scope->told->add (sym);

  if (!scope->told->add (c) || !known)
    gfc_error ("Component %qs of %qs at %L in a kernel loop must have the "
	       "device or the managed attribute", c->name, sym->name,
	       &expr->where);
}

/* Check EXPR, a variable in the kernel loop of SCOPE.  An array that it cannot use
   is one mistake, however often it is named.  */

static void
check_loop_variable (const cuf_scope *scope, gfc_expr *expr)
{
  gfc_symbol *sym = expr->symtree->n.sym;
  if (sym->attr.dimension && !on_device_p (scope, sym))
    {
      if (!scope->told->add (sym))
	gfc_error ("Array %qs at %L in a kernel loop must have the device or the "
		   "managed attribute", sym->name, &expr->where);
      return;
    }
  if (sym->ts.type != BT_DERIVED && sym->ts.type != BT_CLASS
      && !cuf_type_ok_p (&sym->ts))
    {
      gfc_error ("Variable %qs at %L has type %s, which device code cannot have",
		 sym->name, &expr->where, cuf_type_name (&sym->ts));
      return;
    }

  /* What else components of the host's point to does not travel.  What a BLOCK in the
     loop declares is not the host's.  */
  if (scalar_by_components_p (expr) || scope->blocks->contains (sym->ns)
      || cuf_option_memory == CUF_MEM_UNIFIED)
    return;
  for (const gfc_ref *ref = expr->ref; ref; ref = ref->next)
    if (ref->type == REF_COMPONENT && ref->u.c.component->name[0] != '_'
	&& (ref->u.c.component->attr.allocatable
	    || ref->u.c.component->attr.pointer)
	&& cuf_memory_in_p (cuf_access_memory (expr),
			    CUF_IN (NONE) | CUF_IN (PINNED)))
      {
	report_component (scope, expr, ref->u.c.component);
	return;
      }
}

/* Check the components in EXPR, a variable in the device code of SCOPE, which cannot
   use those for host code.  What a kernel loop has of the host's objects is checked
   elsewhere.  Return false if one has been reported.  */

static bool
check_components (const cuf_scope *scope, const gfc_expr *expr)
{
  const gfc_symbol *sym = expr->symtree->n.sym;

  if (cuf_option_memory == CUF_MEM_UNIFIED || sym->ts.type == BT_CLASS
      || (scope->loop && !on_device_p (scope, sym)))
    return true;
  for (const gfc_ref *ref = expr->ref; ref; ref = ref->next)
    if (ref->type == REF_COMPONENT
	&& cuf_host_component_p (ref->u.c.component))
      {
	gfc_error ("Component %qs of %qs at %L cannot be used in device code: it "
		   "%s", ref->u.c.component->name, sym->name,
		   const_cast<locus *> (&expr->where),
		   cuf_component_reason (ref->u.c.component));
	return false;
      }
  return true;
}

/* Check that the host code of SCOPE can find what EXPR, a variable, stands for.  */

static void
check_found (const cuf_scope *scope, const gfc_expr *expr)
{
  const gfc_symbol *sym = expr->symtree->n.sym;

  if (scope->device || sym->attr.cuf_use_device || cuf_inside_region_p ())
    return;
  const gfc_component *c = cuf_hidden_component (expr);
  /* The container of a CLASS object is not in device memory.  */
  if (c && c->name[0] != '_')
    gfc_error ("Component %qs of %qs at %L cannot be used in host code: what it "
	       "points to is known in device memory only", c->name, sym->name,
	       const_cast<locus *> (&expr->where));
}

/* True if SYM is a variable of CUDA Fortran in a module, which routines of OpenACC and
   OpenMP, as the unit of SCOPE is one, do not find, unless they declare it.  */

static bool
out_of_routine_p (const cuf_scope *scope, const gfc_symbol *sym)
{
  const symbol_attribute *attr = &sym->attr;

  return (!scope->device && attr->flavor == FL_VARIABLE
	  && cuf_memory_in_p (attr->cuf_memory,
			      CUF_IN (DEVICE) | CUF_IN (MANAGED)
			      | CUF_IN (CONSTANT))
	  && !attr->oacc_declare_create && !attr->oacc_declare_copyin
	  && !attr->oacc_declare_deviceptr && !attr->oacc_declare_device_resident
	  && !attr->oacc_declare_link && !attr->omp_declare_target
	  && cuf_of_module_p (sym) && cuf_in_routine_p (scope->ns));
}

/* Check EXPR, which names a variable, whether or not its value is used.  */

static void
check_variable (const cuf_scope *scope, gfc_expr *expr)
{
  gfc_symbol *sym = expr->symtree ? expr->symtree->n.sym : NULL;

  if (!sym || (scope->device && !check_components (scope, expr)))
    return;
  if (sym->attr.flavor == FL_PROCEDURE && !sym->attr.proc_pointer)
    check_procedure_name (scope, expr);
  else if (scope->loop && sym->attr.flavor == FL_VARIABLE)
    check_loop_variable (scope, expr);
  else if (scope->device && !scope->loop && host_variable_p (scope, sym))
    gfc_error ("Host variable %qs at %L cannot be used in device code: give "
	       "it the device, managed or constant attribute", sym->name,
	       &expr->where);
  else if (scope->device && !scope->loop && sym->attr.threadprivate)
    gfc_error ("THREADPRIVATE variable %qs at %L cannot be used in device "
	       "code: its copies belong to host threads", sym->name,
	       &expr->where);
  else if (scope->host && cuf_predefined_p (sym))
    gfc_error ("Predefined variable %qs at %L can only be used in device code",
	       sym->name, &expr->where);
  else if (out_of_routine_p (scope, sym))
    gfc_error ("Variable %qs at %L with the %s attribute cannot be used in a "
	       "routine of OpenACC or OpenMP: pass it as an argument", sym->name,
	       &expr->where, cuf_memory_name (sym->attr.cuf_memory));
  else
    check_found (scope, expr);
}

/* Report that host code needs the value of EXPR, which it cannot read.  Of the
   operands of an assignment one is enough: with that in a host variable the
   others may be right.  */

static void
report_off_host (const cuf_scope *scope, const gfc_expr *expr)
{
  const char *memory = cuf_memory_name (cuf_expr_memory (expr));
  const char *name = expr->symtree ? expr->symtree->n.sym->name : "expression";
  locus *where = const_cast<locus *> (&expr->where);

  if (scope->transfer)
    {
      if (!*scope->transfer && scope->function)
	gfc_error ("The %s data of %qs at %L cannot be in an argument of "
		   "function %qs in host code: assign it to a host variable "
		   "first", memory, name, where, scope->function);
      else if (!*scope->transfer)
	gfc_error ("The %s data of %qs at %L cannot be operated on in a host "
		   "expression, which can transfer a single operand to a host "
		   "variable: assign it to a host variable first", memory, name,
		   where);
      *scope->transfer = true;
    }
  else
    gfc_error ("The %s data of %qs at %L cannot be used in host code here: it "
	       "can only be transferred by an assignment or passed to a "
	       "procedure", memory, name, where);
}

/* True if the host code of SCOPE can have the value of EXPR, a variable in device
   memory, where it stands.  */

static bool
fetchable_p (const cuf_scope *scope, const gfc_expr *expr)
{
  return (!scope->device && !scope->no_fetch && !cuf_inside_region_p ()
	  && cuf_fetched_in_place_p (expr));
}

/* Check the subscripts and substring bounds in REF.  */

static void
check_subscripts (const cuf_scope *scope, gfc_ref *ref)
{
  for (; ref; ref = ref->next)
    if (ref->type == REF_ARRAY && ref->u.ar.type != AR_FULL)
      for (int i = 0; i < ref->u.ar.dimen; i++)
	{
	  cuf_check_value (scope, ref->u.ar.start[i]);
	  cuf_check_value (scope, ref->u.ar.end[i]);
	  cuf_check_value (scope, ref->u.ar.stride[i]);
	}
    else if (ref->type == REF_SUBSTRING)
      {
	cuf_check_value (scope, ref->u.ss.start);
	cuf_check_value (scope, ref->u.ss.end);
      }
}

/* The variable that SYM is, or which the name SYM of ASSOCIATE stands for a part
   of.  */

static const gfc_symbol *
associated_variable (const gfc_symbol *sym)
{
  while (sym->assoc && sym->assoc->target
	 && sym->assoc->target->expr_type == EXPR_VARIABLE)
    sym = sym->assoc->target->symtree->n.sym;
  return sym;
}

/* Check EXPR where a value is stored into it.  Return false if none can be.  */

bool
cuf_check_definition (const cuf_scope *scope, gfc_expr *expr)
{
  if ((!scope->device && !cuf_inside_region_p ()) || !expr
      || expr->expr_type != EXPR_VARIABLE)
    return true;

  const gfc_symbol *sym = expr->symtree->n.sym;
  unsigned memory = associated_variable (sym)->attr.cuf_memory;
  if (memory == CUF_MEM_CONSTANT)
    gfc_error ("Variable %qs at %L with the constant attribute cannot be "
	       "modified in device code", sym->name, &expr->where);
  else if (memory == CUF_MEM_TEXTURE)
    gfc_error ("Variable %qs at %L with the texture attribute cannot be "
	       "modified: it is for reading", sym->name, &expr->where);
  else if (cuf_predefined_p (sym))
    gfc_error ("Predefined variable %qs at %L cannot be modified", sym->name,
	       &expr->where);
  else
    return true;
  return false;
}

/* Check the call of the component or binding COMP, which is at WHERE, with the
   arguments ACTUAL.  It is known by its interface.  */

void
cuf_check_component_call (const cuf_scope *scope, const gfc_component *comp,
			  gfc_actual_arglist *actual, locus *where)
{
  if (scope->device)
    gfc_error ("The procedure called at %L is not known before the program "
	       "runs, which is not supported in device code", where);
  cuf_check_call (scope, comp->ts.interface, comp->name, actual, NULL, where);
}

/* Check the call that the function reference EXPR is.  */

static void
check_function (const cuf_scope *scope, gfc_expr *expr)
{
  gfc_actual_arglist *actual = expr->value.function.actual;
  gfc_symbol *callee = expr->value.function.esym;

  if (expr->cuf_expansion)
    {
      cuf_scope inner = *scope;
      cuf_check_statements (&inner, &expr->cuf_expansion->code);
      return;
    }
  if (expr->value.function.isym)
    {
      cuf_check_intrinsic (scope, expr->value.function.isym, actual, expr,
			   &expr->where);
      return;
    }
  /* What is wrong with the arguments of the intrinsic has been said.  */
  if (expr->cuf_reduced)
    return;
  if (gfc_component *comp = gfc_get_proc_ptr_comp (expr))
    {
      cuf_check_component_call (scope, comp, actual, &expr->where);
      return;
    }
  if (!callee && expr->symtree)
    callee = expr->symtree->n.sym;
  if (!expr->symtree
      || cuf_check_specific (scope, expr->symtree->n.sym, callee, actual,
			     &expr->where))
    cuf_check_call (scope, callee,
		    expr->symtree ? expr->symtree->n.sym->name : NULL, actual,
		    NULL, &expr->where);
}

/* Check the call through a procedure pointer component or a binding that EXPR
   is.  */

static void
check_component_call (const cuf_scope *scope, gfc_expr *expr)
{
  if (scope->device)
    gfc_error ("The procedure called at %L is not known before the program "
	       "runs, which is not supported in device code", &expr->where);
  cuf_check_designator (scope, expr->value.compcall.base_object);
  cuf_check_call (scope, NULL, NULL, expr->value.compcall.actual, NULL,
		  &expr->where);
}

/* Check the type of EXPR, which is not a variable, for device code.  Return
   false if it cannot be there.  */

static bool
check_value_type (const gfc_expr *expr)
{
  if (cuf_scalar_type_ok_p (&expr->ts))
    return true;
  gfc_error ("Expression at %L has type %s, which device code cannot have",
	     &expr->where,
	     cuf_type_name (&expr->ts));
  return false;
}

/* Check the function reference EXPR, whose value may be anywhere.  */

static void
check_reference (const cuf_scope *scope, gfc_expr *expr)
{
  if (!scope->device || check_value_type (expr))
    check_function (scope, expr);
}

/* Check EXPR where its address or shape is used, and its value is not.  */

void
cuf_check_designator (const cuf_scope *scope, gfc_expr *expr)
{
  if (!expr)
    return;
  if (expr->expr_type != EXPR_VARIABLE)
    {
      if (cuf_reference_p (expr))
	check_reference (scope, expr);
      else
	cuf_check_value (scope, expr);
      return;
    }

  cuf_scope inner = *scope;
  inner.transfer = NULL;
  check_variable (scope, expr);
  check_subscripts (&inner, expr->ref);
}

/* Check the structure constructor EXPR, which can allocate components that the
   host accesses, and no others.  Return false after an error.  */

static bool
check_structure (const gfc_expr *expr)
{
  bool ok = true;
  const gfc_component *comp = expr->ts.u.derived->components;
  gfc_constructor *c = gfc_constructor_first (expr->value.constructor);

  for (; c && comp; c = gfc_constructor_next (c), comp = comp->next)
    if (comp->attr.allocatable
	&& cuf_memory_in_p (comp->attr.cuf_memory, CUF_OFF_HOST)
	&& c->expr && c->expr->expr_type != EXPR_NULL)
      {
	gfc_error ("Component %qs with the %s attribute cannot be given a value "
		   "by the structure constructor at %L: assign it afterwards",
		   comp->name, cuf_memory_name (comp->attr.cuf_memory),
		   &c->expr->where);
	ok = false;
      }
  return ok;
}

/* Callback of gfc_expr_walker: check an expression whose value is used.  */

int
cuf_value_walker (gfc_expr **e, int *walk_subtrees, void *data)
{
  const cuf_scope *scope = (const cuf_scope *) data;
  gfc_expr *expr = *e;

  switch (expr->expr_type)
    {
    case EXPR_VARIABLE:
      if (expr == scope->fetched)
	cuf_check_designator (scope, expr);
      else if (scope->host && cuf_off_host_p (expr))
	{
	  expr->cuf_fetched = fetchable_p (scope, expr);
	  if (expr->cuf_fetched)
	    cuf_check_designator (scope, expr);
	  else
	    report_off_host (scope, expr);
	}
      else
	cuf_check_designator (scope, expr);
      *walk_subtrees = 0;
      break;

    case EXPR_FUNCTION:
      *walk_subtrees = 0;
      if (scope->host && expr != scope->fetched && cuf_off_host_p (expr))
	report_off_host (scope, expr);
      else
	check_reference (scope, expr);
      break;

    case EXPR_COMPCALL:
    case EXPR_PPC:
      check_component_call (scope, expr);
      *walk_subtrees = 0;
      break;

    case EXPR_NULL:
      *walk_subtrees = 0;
      break;

    default:
      if ((expr->expr_type == EXPR_STRUCTURE && expr->ts.type == BT_DERIVED
	   && !check_structure (expr))
	  || (scope->device && !check_value_type (expr)))
	*walk_subtrees = 0;
    }
  return 0;
}

/* Check EXPR, whose value is used.  It may be absent.  */

void
cuf_check_value (const cuf_scope *scope, gfc_expr *expr)
{
  if (expr)
    gfc_expr_walker (&expr, cuf_value_walker, const_cast<cuf_scope *> (scope));
}
