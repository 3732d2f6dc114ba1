/* The rules of CUDA Fortran: declarations of procedures.
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

/* How messages call the procedure PROC.  */

static const char *
description (const gfc_symbol *proc)
{
  return cuf_kernel_p (&proc->attr) ? "Kernel" : "Device procedure";
}

/* Check the prefixes of the kernel PROC.  */

static void
check_kernel (gfc_symbol *proc)
{
  locus *where = &proc->declared_at;
  const symbol_attribute *attr = &proc->attr;

  if (attr->function)
    gfc_error ("Kernel %qs at %L must be a subroutine: attributes(global) "
	       "cannot be applied to a function", proc->name, where);
  if (attr->cuf_proc & (CUF_PROC_HOST | CUF_PROC_DEVICE))
    gfc_error ("Kernel %qs at %L cannot also have the %s attribute",
	       proc->name, where,
	       attr->cuf_proc & CUF_PROC_HOST ? "host" : "device");
  if (attr->recursive)
    gfc_error ("Kernel %qs at %L cannot be RECURSIVE", proc->name, where);
  if (attr->elemental)
    gfc_error ("Kernel %qs at %L cannot be ELEMENTAL", proc->name, where);
  else if (attr->pure)
    gfc_warning (0, "Kernel %qs at %L should not be PURE: a kernel is called for "
		 "what it does to its arguments", proc->name, where);
}

/* True if DUMMY is passed as an address and nothing else, which is null where
   there is no actual argument.  */

static bool
address_only_p (const gfc_symbol *dummy)
{
  return !dummy->attr.value && !dummy->attr.allocatable && !dummy->attr.pointer
	 && dummy->ts.type != BT_CHARACTER && dummy->ts.type != BT_CLASS
	 && (!dummy->as || dummy->as->type == AS_EXPLICIT
	     || dummy->as->type == AS_ASSUMED_SIZE);
}

/* Check the dummy argument DUMMY, which is no asterisk, of the kernel PROC.  */

static void
check_kernel_dummy (gfc_symbol *proc, gfc_symbol *dummy)
{
  locus *where = &dummy->declared_at;

  if (dummy->attr.optional && !address_only_p (dummy))
    gfc_error ("OPTIONAL dummy argument %qs at %L of kernel %qs is not "
	       "supported unless it is passed by its address alone",
	       dummy->name, where, proc->name);
  if (dummy->attr.cuf_memory == CUF_MEM_CONSTANT && !dummy->attr.value)
    gfc_warning (0, "Dummy argument %qs at %L of kernel %qs with the constant "
		 "attribute is device data, which the kernel does not modify",
		 dummy->name, where, proc->name);
  else if (cuf_memory_in_p (dummy->attr.cuf_memory,
			    CUF_IN (SHARED) | CUF_IN (CONSTANT)
			    | CUF_IN (PINNED)))
    gfc_error ("Dummy argument %qs at %L of kernel %qs cannot have the %s "
	       "attribute: host code has no such data to pass", dummy->name,
	       where, proc->name, cuf_memory_name (dummy->attr.cuf_memory));
  if (dummy->attr.intent == INTENT_OUT && dummy->ts.type == BT_DERIVED
      && dummy->ts.u.derived
      && gfc_has_default_initializer (dummy->ts.u.derived))
    gfc_error ("INTENT(OUT) dummy argument %qs at %L of kernel %qs has a type "
	       "with default initialization, which is not supported",
	       dummy->name, where, proc->name);
}

/* True if SYM may be a dummy procedure only because its declaration as a
   variable was an error, which has been reported.  */

bool
cuf_declaration_failed_p (const gfc_symbol *sym)
{
  int errors;

  gfc_get_errors (NULL, &errors);
  return errors && sym->attr.dummy && sym->attr.flavor == FL_PROCEDURE
	 && sym->attr.if_source == IFSRC_UNKNOWN && !sym->attr.external
	 && !sym->attr.proc_pointer;
}

/* Check the dummy argument DUMMY of PROC, which is device code.  */

static void
check_dummy (gfc_symbol *proc, gfc_symbol *dummy)
{
  if (!dummy)
    {
      gfc_error ("%s %qs at %L cannot have alternate returns",
		 description (proc), proc->name, &proc->declared_at);
      return;
    }

  if (cuf_declaration_failed_p (dummy))
    return;
  if (dummy->attr.flavor == FL_PROCEDURE || dummy->attr.proc_pointer)
    {
      gfc_error ("Dummy procedure %qs at %L of %qs is not supported in device "
		 "code", dummy->name, &dummy->declared_at, proc->name);
      return;
    }

  /* What an interface body describes may be written in C.  */
  if (dummy->as && dummy->as->type == AS_ASSUMED_RANK
      && proc->attr.if_source != IFSRC_IFBODY)
    gfc_error ("Assumed-rank dummy argument %qs at %L is not supported in "
	       "device code", dummy->name, &dummy->declared_at);
  else if (proc->attr.is_bind_c && proc->attr.if_source != IFSRC_IFBODY
	   && is_CFI_desc (dummy, NULL))
    gfc_error ("Dummy argument %qs at %L of %qs would have a C descriptor, "
	       "which device code cannot have: give it an explicit or assumed "
	       "size, or remove BIND(C)", dummy->name, &dummy->declared_at,
	       proc->name);
  if (cuf_kernel_p (&proc->attr))
    check_kernel_dummy (proc, dummy);
  else if (dummy->attr.cuf_memory == CUF_MEM_DEVICE
	   && !cuf_device_only_p (&proc->attr)
	   && proc->attr.if_source != IFSRC_IFBODY)
    gfc_warning (0, "Dummy argument %qs at %L of %qs has the device attribute: "
		 "where the host cannot read the device's memory, only device "
		 "code can call the procedure", dummy->name,
		 &dummy->declared_at, proc->name);
}

/* Check PROC, which is device code, and its dummy arguments.  */

static void
check_device_procedure (gfc_symbol *proc)
{
  if (cuf_kernel_p (&proc->attr))
    check_kernel (proc);
  for (gfc_formal_arglist *f = proc->formal; f; f = f->next)
    check_dummy (proc, f->sym);
}

/* Called at a CONTAINS statement of NS, which the parse tree does not keep.  */

void
cuf_check_contains (const gfc_namespace *ns)
{
  const gfc_symbol *proc = ns->proc_name;

  if (proc && proc->attr.flavor == FL_PROCEDURE
      && cuf_device_code_p (&proc->attr))
    gfc_error ("%s %qs cannot contain procedures at %C", description (proc),
	       proc->name);
}

/* Check that the device code of SCOPE is not contained in a procedure or
   program.  What contains it is reported if that is device code, too.  */

static void
check_nesting (const cuf_scope *scope)
{
  gfc_symbol *proc = scope->proc;
  const gfc_namespace *around = scope->ns->parent;

  if (around && around->proc_name
      && around->proc_name->attr.flavor != FL_MODULE
      && !cuf_device_code_p (&around->proc_name->attr))
    gfc_error ("%s %qs at %L cannot be contained in %qs: it must be in a "
	       "module or be external", description (proc), proc->name,
	       &proc->declared_at, around->proc_name->name);
}

/* Report the FORMAT statements among the labels LABEL.  */

static void
check_formats (gfc_st_label *label)
{
  if (!label)
    return;
  check_formats (label->left);
  if (label->defined == ST_LABEL_FORMAT)
    gfc_error ("FORMAT statement with label %d at %L is not allowed in device "
	       "code", label->value, &label->where);
  check_formats (label->right);
}

/* Check the declaration of the procedure of SCOPE.  */

void
cuf_check_procedure (const cuf_scope *scope)
{
  if (!scope->device)
    return;

  check_nesting (scope);
  if (scope->ns->entries)
    {
      gfc_error ("%s %qs at %L cannot have ENTRY statements",
		 description (scope->proc), scope->proc->name,
		 &scope->proc->declared_at);
      return;
    }
  check_device_procedure (scope->proc);
  check_formats (scope->ns->st_labels);
}

/* Check the interface body of PROC.  */

void
cuf_check_interface_body (gfc_symbol *proc)
{
  cuf_scope scope = { proc->formal_ns, proc, !cuf_device_only_p (&proc->attr),
		      cuf_device_code_p (&proc->attr), false, NULL };

  if (scope.device)
    check_device_procedure (proc);
  cuf_check_data (&scope, proc->formal_ns);
}
