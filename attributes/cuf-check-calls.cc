/* The rules of CUDA Fortran: calls and their arguments.
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

/* The routine NAME of module cudafor, the host's, is called at WHERE in device
   code: say why it cannot be.  */

static void
report_runtime_routine (const char *name, locus *where)
{
  static const struct
  {
    const char *name, *reason;
  } reasons[] =
  {
#define CUF_HOST_ROUTINE(name, reason) { #name, reason },
#include "cuf-host-routines.def"
#undef CUF_HOST_ROUTINE
  };

  for (const auto &r : reasons)
    if (strcasecmp (r.name, name) == 0)
      {
	gfc_error ("Routine %qs cannot be called at %L in device code: %s",
		   r.name, where, _(r.reason));
	return;
      }
  gfc_error ("Routine %qs of module %<cudafor%> cannot be called at %L in "
	     "device code: it is for host code", name, where);
}

/* CALLEE, which is called as NAME at WHERE with chevrons, is no kernel that is
   known here: say what is wrong.  */

static void
report_launch (const gfc_symbol *callee, const char *name, locus *where)
{
  if (const gfc_symbol *module = cuf_module_of_kernel (callee))
    gfc_error ("Kernel %qs at %L is in module %qs: add a USE statement", name,
	       where, module->name);
  else
    gfc_error ("%qs at %L is not a kernel: only a subroutine with "
	       "attributes(global) can have an execution configuration", name,
	       where);
}

/* True if nothing is known of CALLEE but that it is called: it is declared
   nowhere, and not defined in this file.  */

static bool
unknown_p (const gfc_symbol *callee)
{
  const gfc_gsymbol *global = gfc_find_gsymbol (gfc_gsym_root, callee->name);

  return callee->attr.if_source == IFSRC_UNKNOWN && !callee->module
	 && !callee->attr.dummy && !callee->attr.proc_pointer
	 && !callee->attr.external && !callee->attr.contained
	 && !callee->attr.intrinsic && !(global && global->defined);
}

/* How many errors have been reported.  */

static int
errors_so_far (void)
{
  int errors;
  gfc_get_errors (NULL, &errors);
  return errors;
}

/* True if NAME is an intrinsic procedure, and gfortran has said what is wrong with
   the call of it, which CALLEE is left of.  */

bool
cuf_wrong_intrinsic_p (const gfc_symbol *callee, const char *name)
{
  return (errors_so_far () > 0
	  && (callee->attr.intrinsic || unknown_p (callee))
	  && (gfc_generic_intrinsic (name) || gfc_find_subroutine (name)));
}

/* True if gfortran has said that CALLEE, whose interface is implicit, must have
   an explicit one.  */

static bool
interface_demanded_p (const gfc_symbol *callee)
{
  const gfc_gsymbol *global = gfc_find_gsymbol (gfc_gsym_root, callee->name);
  gfc_symbol *defined = global && global->ns ? global->ns->proc_name : NULL;
  char reason[200];
  return (errors_so_far () > 0 && defined
	  && callee->attr.if_source == IFSRC_UNKNOWN
	  && gfc_explicit_interface_required (defined, reason, sizeof reason));
}

/* True if CALLEE is a function whose type is not known.  */

static bool
untyped_p (const gfc_symbol *callee)
{
  return callee->attr.function && callee->ts.type == BT_UNKNOWN;
}

/* The same, and that is an error which gfortran has reported.  */

static bool
found_untyped_p (const gfc_symbol *callee)
{
  return errors_so_far () > 0 && untyped_p (callee);
}

/* True if the call of CALLEE as NAME in host code is an error for another
   reason than what its arguments are, which has been reported.  */

static bool
wrong_call_p (const gfc_symbol *callee, const char *name)
{
  return (cuf_wrong_intrinsic_p (callee, name)
	  || interface_demanded_p (callee)
	  || found_untyped_p (callee));
}

/* CALLEE, which is called as NAME, may not be called at WHERE in SCOPE, device
   code, for it has no attributes(device).  */

static void
report_host_procedure (const cuf_scope *scope, const gfc_symbol *callee,
		       const char *name, locus *where)
{
  const char *close;

  if (cuf_runtime_routine_p (callee))
    report_runtime_routine (name, where);
  else if (unknown_p (callee) && cuf_predefined_procedure (name))
    gfc_error ("Procedure %qs at %L is in module %<cudadevice%>, which is not "
	       "used implicitly by kernel loops: add a USE statement", name,
	       where);
  else if (!scope->loop && unknown_p (callee)
	   && cuf_report_c_name (name, where))
    return;
  else if (!scope->loop && unknown_p (callee)
	   && (close = cuf_closest_predefined (name)))
    gfc_error ("No device procedure %qs is known at %L; did you mean %qs?",
	       name, where, close);
  /* No kernel can contain it, whatever its attributes, as has been said.  */
  else if (!callee->attr.contained || !cuf_in_device_code_p (callee->ns))
    gfc_error ("Host procedure %qs cannot be called at %L in device code: it "
	       "needs attributes(device)", name, where);
}

/* True if CALLEE, a procedure without attributes(device), may be called in SCOPE all
   the same: for the host, in a procedure with attributes(host,device), which may ask
   where it runs.  */

static bool
for_host_version_p (const cuf_scope *scope, const gfc_symbol *callee)
{
  return (scope->host && scope->device && !unknown_p (callee)
	  && callee->attr.proc != PROC_INTERNAL
	  && callee->attr.flavor == FL_PROCEDURE);
}

/* Check that CALLEE, which is called as NAME, may be called in SCOPE.  LAUNCH
   is the execution configuration, or null.  Return false if not.  */

static bool
check_callee (const cuf_scope *scope, gfc_symbol *callee, const char *name,
	      const cuf_launch *launch, locus *where)
{
  /* A generic name that is left has no specific procedure for the call, which
     is an error already.  */
  if (callee->attr.generic && callee->attr.if_source == IFSRC_UNKNOWN
      && !callee->attr.proc_pointer)
    return false;

  if (cuf_kernel_p (&callee->attr)
      || (launch && cuf_unknown_kernel_p (callee)))
    {
      if (scope->device)
	gfc_error ("Kernel %qs cannot be called at %L in device code: dynamic "
		   "parallelism is not supported", name, where);
      else if (!launch)
	gfc_error ("Kernel %qs at %L must be called with an execution "
		   "configuration", name, where);
      return !scope->device && launch;
    }

  if (launch)
    report_launch (callee, name, where);
  else if (scope->host && cuf_device_only_p (&callee->attr))
    gfc_error ("Procedure %qs with attributes(device) cannot be called at %L "
	       "in host code", name, where);
  else if (cuf_declaration_failed_p (callee))
    return false;
  else if (scope->device && (callee->attr.proc_pointer || callee->attr.dummy))
    gfc_error ("Calling %qs at %L through a procedure pointer or dummy "
	       "procedure is not supported in device code", name, where);
  else if (scope->device && cuf_openacc_routine_p (callee)
	   && callee->attr.oacc_routine_lop != OACC_ROUTINE_LOP_SEQ
	   && callee->attr.is_bind_c)
    gfc_error ("OpenACC routine %qs at %L with BIND(C) must be a sequential one "
	       "to be called in device code of CUDA Fortran", name, where);
  else if (scope->device && !cuf_callable_on_device_p (callee))
    {
      if (cuf_wrong_intrinsic_p (callee, name) || found_untyped_p (callee))
	return false;
      if (for_host_version_p (scope, callee))
	{
	  gfc_warning (0, "Call at %L of host procedure %qs in a procedure "
		       "with attributes(host,device): device code that comes "
		       "there stops", where, name);
	  /* The linker has to find it.  */
	  callee->attr.public_used = 1;
	  return true;
	}
      report_host_procedure (scope, callee, name, where);
    }
  else if (scope->device || !wrong_call_p (callee, name))
    {
      if (!scope->device && unknown_p (callee) && !untyped_p (callee))
	cuf_warn_missing_interface (name, where);
      return true;
    }
  return false;
}

/* Report that the actual argument EXPR, in memory ACTUAL, does not fit DUMMY of
   CALLEE, which wants WANTED and is called NAME.  */

static void
report_mismatch (const gfc_symbol *callee, const char *name,
		 const gfc_symbol *dummy, gfc_expr *expr, unsigned wanted,
		 unsigned actual)
{
  const char *to = cuf_memory_name (wanted);
  const char *from = cuf_memory_name (actual);

  if (wanted && !actual && !dummy->as
      && (cuf_kernel_p (&callee->attr) || expr->expr_type != EXPR_VARIABLE))
    gfc_error ("Actual argument at %L for dummy argument %qs of %qs must be a "
	       "variable with the %s attribute, or the dummy argument needs "
	       "the VALUE attribute", &expr->where, dummy->name, name, to);
  else if (wanted && !actual)
    gfc_error ("Actual argument at %L for dummy argument %qs of %qs must have "
	       "the %s attribute", &expr->where, dummy->name, name, to);
  else if (wanted)
    gfc_error ("Actual argument at %L with the %s attribute does not match "
	       "dummy argument %qs of %qs, which has the %s attribute",
	       &expr->where, from, dummy->name, name, to);
  else
    gfc_error ("Actual argument at %L with the %s attribute does not match "
	       "dummy argument %qs of %qs, which does not have it",
	       &expr->where, from, dummy->name, name);
}

/* Check that the runtime library can copy EXPR, which is in device memory,
   where DUMMY has to be contiguous.  */

static void
check_copy (const gfc_symbol *dummy, gfc_expr *expr)
{
  if (expr->rank > 0 && gfc_has_vector_subscript (expr))
    gfc_error ("Actual argument at %L for dummy argument %qs is device data "
	       "with a vector subscript, which is not supported", &expr->where,
	       dummy->name);
}

/* True if no argument in memory ACTUAL is for a dummy argument in WANTED.  */

static bool
too_far_p (bool device, unsigned wanted, unsigned actual)
{
  return cuf_memory_distance (device, wanted, actual) == CUF_TOO_FAR;
}

/* EXPR, in memory ACTUAL, is passed to DUMMY of CALLEE, which takes it: warn if
   the callee would allocate or free it as what it is not.  */

static void
check_allocator (const gfc_symbol *callee, const gfc_symbol *dummy,
		 gfc_expr *expr, unsigned wanted, unsigned actual)
{
  if (dummy->attr.allocatable && dummy->attr.intent != INTENT_IN
      && wanted != actual)
    gfc_warning (0, "Actual argument at %L with the %s attribute must not be "
		 "allocated or deallocated by %qs, whose dummy argument %qs "
		 "does not have it", &expr->where,
		 actual ? cuf_memory_name (actual) : "host", callee->name,
		 dummy->name);
}

/* EXPR, in memory ACTUAL, is passed to DUMMY of CALLEE, in WANTED, in device
   code, which takes it: say so where the language asks for the attribute.  */

static void
check_extension (const gfc_symbol *callee, const gfc_symbol *dummy,
		 gfc_expr *expr, unsigned wanted, unsigned actual)
{
  if (wanted != actual && cuf_memory_in_p (actual, CUF_IN (SHARED)
					   | CUF_IN (CONSTANT)))
    gfc_warning (OPT_Wpedantic, "Actual argument at %L with the %s attribute "
		 "for dummy argument %qs of %qs, which does not have it, is an "
		 "extension", &expr->where, cuf_memory_name (actual),
		 dummy->name, callee->name);
}

/* EXPR, in memory ACTUAL, is passed in host code to DUMMY, in WANTED, of what is
   called NAME, and does not match.  If it is constant data, which is on the device,
   warn where DUMMY might be written, and return true.  A kernel does not write what
   is constant to it.  */

static bool
constant_read_p (const char *name, const gfc_symbol *dummy, gfc_expr *expr,
		 unsigned wanted, unsigned actual)
{
  if (wanted != CUF_MEM_DEVICE || actual != CUF_MEM_CONSTANT
      || dummy->attr.intent == INTENT_OUT || dummy->attr.intent == INTENT_INOUT
      || dummy->attr.pointer || dummy->attr.allocatable)
    return false;
  if (dummy->attr.cuf_memory != CUF_MEM_CONSTANT)
    gfc_warning (dummy->attr.intent == INTENT_IN ? OPT_Wpedantic : 0,
		 "Actual argument at %L is constant data, which %qs of %qs, "
		 "device data, must not write", &expr->where, dummy->name, name);
  return true;
}

/* Check EXPR as the actual argument for DUMMY of CALLEE, which messages call
   NAME.  */

static void
check_argument (const cuf_scope *scope, const gfc_symbol *callee,
		const char *name, const gfc_symbol *dummy, gfc_expr *expr)
{
  if (dummy->attr.value)
    {
      cuf_check_value (scope, expr);
      cuf_convert_ignored_kind (dummy, expr);
      return;
    }

  int errors = errors_so_far ();
  cuf_check_designator (scope, expr);
  cuf_pass_first_element (dummy, expr);
  if (expr->expr_type == EXPR_NULL || dummy->attr.flavor == FL_PROCEDURE)
    return;
  /* What has no value is in no memory.  */
  if (expr->expr_type != EXPR_VARIABLE && errors_so_far () > errors)
    return;

  if ((dummy->attr.intent == INTENT_OUT || dummy->attr.intent == INTENT_INOUT)
      && !cuf_check_definition (scope, expr))
    return;
  if (cuf_any_memory_p (callee, dummy))
    return;

  unsigned actual = scope->device ? cuf_expr_memory (expr)
				  : cuf_access_memory (expr);
  unsigned wanted = cuf_dummy_memory (callee, dummy);
  /* To regions of OpenACC and OpenMP all memory is like their own.  */
  bool region = cuf_inside_region_p ();
  if (((scope->host
	&& too_far_p (region, wanted,
		      region ? actual : cuf_argument_memory (expr, actual)))
       || (scope->device && too_far_p (true, wanted, actual)))
      && !cuf_memory_ignored_p (dummy, wanted, actual)
      && !(scope->host && !region
	   && constant_read_p (name, dummy, expr, wanted, actual)))
    report_mismatch (callee, name, dummy, expr, wanted, actual);
  else if (scope->host && cuf_memory_in_p (actual, CUF_OFF_HOST))
    check_copy (dummy, expr);
  else if (scope->host)
    check_allocator (callee, dummy, expr, wanted, cuf_expr_memory (expr));
  else
    check_extension (callee, dummy, expr, wanted, actual);
}

/* True if CALLEE is to get the address that EXPR is, of type C_DEVPTR and on the
   host, as the data that DUMMY stands for: data on the device of a type that is
   ignored, or data on any side, which a routine of our libraries takes.  Nobody
   means the variable that holds the address.  */

static bool
takes_address_p (const gfc_symbol *callee, const gfc_symbol *dummy,
		 const gfc_expr *expr)
{
  if (!(dummy->attr.cuf_ignore & CUF_IGNORE_TYPE) || dummy->attr.value
      || !cuf_devptr_p (expr) || expr->rank > 0
      || cuf_expr_memory (expr) != CUF_MEM_NONE)
    return false;
  return (cuf_symbol_memory (dummy) == CUF_MEM_DEVICE
	  || (dummy->attr.cuf_ignore & CUF_IGNORE_DEVICE
	      && callee->binding_label
	      && startswith (callee->binding_label, "GCUF_")));
}

/* Let ACTUAL, an address as above, be passed by value.  What a function returns is
   left as it is: a structure of one pointer is passed as the pointer is, and
   gfortran may put it into a variable of its type.  */

static void
pass_address (gfc_actual_arglist *actual)
{
  if (actual->expr->expr_type == EXPR_VARIABLE)
    cuf_unwrap_devptr (actual->expr);
  actual->name = "%VAL";
}

/* True if that has been done.  */

static bool
address_passed_p (const gfc_actual_arglist *actual)
{
  return actual->name && strcmp (actual->name, "%VAL") == 0;
}

/* Check EXPR as an actual argument of CALLEE, whose interface is implicit, or
   of an unknown procedure if CALLEE is null.  Libraries that know what device
   memory is, such as some of MPI's, are called so all the same.  */

static void
check_implicit_argument (const cuf_scope *scope, const gfc_symbol *callee,
			 gfc_expr *expr)
{
  if (scope->host && callee && cuf_off_host_p (expr)
      && cuf_argument_memory (expr, CUF_MEM_DEVICE) == CUF_USE_DEVICE)
    cuf_check_designator (scope, expr);
  else if (scope->host && callee && cuf_off_host_p (expr))
    {
      unsigned memory = cuf_expr_memory (expr);
      if (memory != CUF_MEM_DEVICE || expr->expr_type != EXPR_VARIABLE)
	gfc_error ("Actual argument at %L is %s data: procedure %qs must have "
		   "an explicit interface", &expr->where,
		   cuf_memory_name (memory), callee->name);
      else
	{
	  cuf_check_designator (scope, expr);
	  gfc_warning (0, "Actual argument at %L is device data: procedure %qs, "
		       "which has no explicit interface, gets an address on "
		       "the device", &expr->where, callee->name);
	}
    }
  else
    {
      /* It may store in a variable.  */
      cuf_scope inner = *scope;
      inner.no_fetch |= expr->expr_type == EXPR_VARIABLE;
      cuf_check_value (&inner, expr);
    }
}

/* gfortran puts parentheses around the right side of a defined assignment.  */

static gfc_expr *
without_parentheses (gfc_expr *expr)
{
  while (expr && expr->expr_type == EXPR_OP
	 && expr->value.op.op == INTRINSIC_PARENTHESES)
    expr = expr->value.op.op1;
  return expr;
}

/* True if EXPR is a variable of which each thread of SCOPE's code has its own: no
   pointer leads out of the thread, and nobody else has passed it.  What arrays
   a kernel loop may use is checked elsewhere.  */

static bool
private_variable_p (const cuf_scope *scope, const gfc_expr *expr)
{
  if (expr->expr_type != EXPR_VARIABLE
      || cuf_expr_memory (expr) != CUF_MEM_NONE)
    return false;

  const gfc_symbol *sym = expr->symtree->n.sym;
  if (sym->assoc && sym->assoc->target)
    return private_variable_p (scope, sym->assoc->target);
  bool result = sym == scope->proc && sym->attr.function;
  if ((sym->attr.flavor != FL_VARIABLE && !result) || sym->ts.type == BT_CLASS
      || sym->attr.pointer || sym->attr.allocatable || sym->attr.cray_pointee
      || sym->attr.use_assoc || (sym->attr.dummy && !sym->attr.value))
    return false;
  for (const gfc_ref *ref = expr->ref; ref; ref = ref->next)
    if (ref->type == REF_COMPONENT
	&& (ref->u.c.component->attr.pointer
	    || ref->u.c.component->attr.allocatable))
      return false;
  return (scope->loop ? !sym->attr.dimension
	  : scope->device && (result || cuf_in_device_code_p (sym->ns)));
}

/* If CALLEE, which is called as NAME, is an atomic function, check that other
   threads can reach EXPR, its first argument.  */

static void
check_atomic (const cuf_scope *scope, const gfc_symbol *callee,
	      const char *name, const gfc_expr *expr)
{
  if (startswith (callee->name, "atomic")
      && cuf_from_module_p (callee, "cudadevice")
      && private_variable_p (scope, expr))
    gfc_error ("Variable %qs at %L is private to a thread: the first argument "
	       "of %qs must be in device, managed or shared memory",
	       expr->symtree->name, &expr->where, name);
}

/* True if EXPR is a procedure that CALLEE, of the part of module cudafor that
   is about kernels, asks about.  */

static bool
procedure_asked_about_p (const gfc_symbol *callee, const gfc_expr *expr)
{
  return callee && cuf_from_module_p (callee, "cuf_function")
	 && expr->expr_type == EXPR_VARIABLE && expr->symtree
	 && expr->symtree->n.sym->attr.flavor == FL_PROCEDURE;
}

/* True if the arguments ACTUAL are in the order of FORMAL, in which gfortran puts
   them, with nothing for those that are absent, if there is no error in them.  */

static bool
in_order_p (const gfc_formal_arglist *formal, const gfc_actual_arglist *actual)
{
  for (; formal && actual; formal = formal->next, actual = actual->next)
    if (formal->sym && actual->name && *actual->name != '%'
	&& strcmp (actual->name, formal->sym->name) != 0)
      return false;
  return !formal && !actual;
}

/* What messages about arguments call CALLEE, which the source calls NAME, or null:
   the names of the specific routines of cudafor are nobody's business.  */

static const char *
told_name (const gfc_symbol *callee, const char *name)
{
  return name && cuf_runtime_routine_p (callee) ? name : callee->name;
}

/* Check the call of CALLEE, if it is known, with the arguments ACTUAL.  LAUNCH
   is the execution configuration, or null; ASSIGNMENT says that it is a
   defined assignment.  NAME is what the source calls it, a generic name
   perhaps, or null.  */

void
cuf_check_call (const cuf_scope *scope, gfc_symbol *callee, const char *name,
		gfc_actual_arglist *actual, cuf_launch *launch,
		locus *where, bool assignment)
{
  cuf_scope inner = *scope;
  inner.transfer = NULL;

  if (launch)
    {
      cuf_check_value (&inner, launch->grid);
      cuf_check_value (&inner, launch->block);
      cuf_check_value (&inner, launch->bytes);
      cuf_check_value (&inner, launch->stream);
    }
  if (callee && !check_callee (scope, callee, name ? name : callee->name,
			       launch, where))
    return;
  if (callee && launch && !cuf_kernel_p (&callee->attr))
    {
      launch->interface = cuf_check_unknown_kernel (&inner, callee, actual,
						    where);
      return;
    }

  bool known = callee && callee->attr.if_source != IFSRC_UNKNOWN;
  gfc_formal_arglist *formal = known ? gfc_sym_get_dummy_args (callee) : NULL;
  if (formal && errors_so_far () > 0 && !in_order_p (formal, actual))
    return;
  if (callee && actual && actual->expr)
    check_atomic (scope, callee, name ? name : callee->name, actual->expr);
  if (callee)
    cuf_check_copied_types (callee, name ? name : callee->name, actual);
  for (; actual; actual = actual->next)
    {
      gfc_expr *expr = assignment ? without_parentheses (actual->expr)
				  : actual->expr;
      if (expr && !procedure_asked_about_p (callee, expr))
	{
	  if (formal && formal->sym && !assignment
	      && takes_address_p (callee, formal->sym, expr))
	    {
	      cuf_check_value (&inner, expr);
	      pass_address (actual);
	    }
	  else if (formal && formal->sym && !address_passed_p (actual))
	    check_argument (&inner, callee, told_name (callee, name),
			    formal->sym, expr);
	  else
	    check_implicit_argument (&inner, callee, expr);
	}
      if (formal)
	formal = formal->next;
    }
}

/* A call of GENERIC at WHERE in SCOPE, with the arguments ACTUAL, has been found to
   be of CALLEE.  If that is for the device and this is host code, no specific
   procedure that host code can call fits: say which argument is in the wrong
   memory, and return false.  */

bool
cuf_check_specific (const cuf_scope *scope, const gfc_symbol *generic,
		    const gfc_symbol *callee, const gfc_actual_arglist *actual,
		    locus *where)
{
  if (!generic->attr.generic || !scope->host
      || !cuf_device_only_p (&callee->attr) || cuf_kernel_p (&callee->attr))
    return true;

  gfc_actual_arglist *ordered;
  int errors = errors_so_far ();
  gfc_symbol *closest = cuf_closest_on_host (generic, actual, &ordered);
  if (closest)
    cuf_check_call (scope, closest, generic->name, ordered, NULL, where, false);
  gfc_free_actual_arglist (ordered);
  if (errors_so_far () == errors)
    gfc_error ("No specific procedure of %qs for host code fits the call at %L: "
	       "the one that fits has attributes(device)", generic->name,
	       where);
  return false;
}
