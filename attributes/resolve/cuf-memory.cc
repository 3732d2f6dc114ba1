/* In which memory the data of an expression is.
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
#include "cuf-check.h"

enum cuf_memory cuf_option_memory;
bool cuf_host_targets;

/* The memory that attribute MEMORY stands for: what is read through textures is
   device memory.  */

static unsigned
attribute_memory (unsigned memory)
{
  gcc_checking_assert (memory <= CUF_MEM_TEXTURE);
  return memory == CUF_MEM_TEXTURE ? CUF_MEM_DEVICE : memory;
}

/* True if SYM is a dummy argument in device memory of a procedure that is
   compiled for both sides.  Its code addresses that as it does anything.  */

static bool
both_sides_dummy_p (const gfc_symbol *sym)
{
  const gfc_symbol *proc = sym->attr.dummy && sym->ns ? sym->ns->proc_name
						      : NULL;
  return proc && sym->attr.cuf_memory == CUF_MEM_DEVICE
	 && cuf_device_code_p (&proc->attr) && !cuf_kernel_p (&proc->attr)
	 && !cuf_device_only_p (&proc->attr);
}

/* The memory of SYM's data.  A dummy argument of a kernel is in device memory
   unless it is passed by value or says otherwise.  An associate name is where
   its target is.  Pinned data and what has no attribute can have a copy on the
   device, which is meant in some constructs.  Regions use what is on the device
   as if it was theirs.  */

unsigned
cuf_symbol_memory (const gfc_symbol *sym)
{
  if (((sym->attr.cuf_memory == CUF_MEM_DEVICE
	|| sym->attr.cuf_memory == CUF_MEM_CONSTANT)
       && cuf_inside_region_p ())
      || both_sides_dummy_p (sym))
    return CUF_MEM_NONE;
  if (sym->attr.cuf_use_device)
    return CUF_MEM_DEVICE;
  if (sym->attr.cuf_memory != CUF_MEM_NONE)
    return attribute_memory (sym->attr.cuf_memory);

  if (sym->attr.dummy && !sym->attr.value && sym->attr.flavor != FL_PROCEDURE
      && sym->ns && sym->ns->proc_name
      && cuf_kernel_p (&sym->ns->proc_name->attr))
    return CUF_MEM_DEVICE;

  if (sym->assoc && sym->assoc->target
      && sym->assoc->target->expr_type == EXPR_VARIABLE)
    return cuf_expr_memory (sym->assoc->target);

  return CUF_MEM_NONE;
}

/* True if the host can read what is in MEMORY as it reads its own.  */

static bool
host_memory_p (unsigned memory)
{
  return (memory == CUF_MEM_NONE || memory == CUF_MEM_MANAGED
	  || memory == CUF_MEM_PINNED || memory == CUF_MEM_UNIFIED);
}

/* The memory of what REF selects out of an object in MEMORY.  What a component
   points to is where the component's own attribute says; without one it is
   elsewhere than the object, unless that is not the host's to read.  The
   container of a CLASS object is not a component that the program knows.  */

static unsigned
component_memory (const gfc_ref *ref, unsigned memory)
{
  const gfc_component *c = ref->u.c.component;

  gcc_checking_assert (ref->type == REF_COMPONENT);
  if (c->attr.cuf_memory != CUF_MEM_NONE)
    return attribute_memory (c->attr.cuf_memory);

  bool indirect = c->attr.pointer || c->attr.allocatable;
  if (indirect && c->name[0] != '_' && host_memory_p (memory))
    return CUF_MEM_NONE;
  return memory;
}

/* The component or binding that the function reference E calls, or null.  */

static const gfc_component *
called_component (const gfc_expr *e)
{
  return gfc_get_proc_ptr_comp (const_cast<gfc_expr *> (e));
}

/* The result of the program's own function to which E is a reference, or
   null.  */

static const gfc_symbol *
function_result (const gfc_expr *e)
{
  if (e->expr_type != EXPR_FUNCTION || e->value.function.isym)
    return NULL;
  const gfc_symbol *f = e->value.function.esym;
  if (const gfc_component *c = called_component (e))
    f = c->ts.interface;
  else if (f == NULL && e->symtree)
    f = e->symtree->n.sym;
  return f && f->result ? f->result : f;
}

/* The memory of the result of PROC, if that is an array for which its caller
   has memory or frees it.  Who does not know what is called cannot do that.  */

unsigned
cuf_result_memory (const gfc_symbol *proc)
{
  const gfc_symbol *result = proc->result ? proc->result : proc;
  return (proc->attr.function && !result->attr.pointer
	  ? attribute_memory (result->attr.cuf_memory)
	  : unsigned (CUF_MEM_NONE));
}

/* True if E names data that may have a memory attribute: it is a variable or a
   function's result.  */

bool
cuf_reference_p (const gfc_expr *e)
{
  return e->expr_type == EXPR_VARIABLE || function_result (e) != NULL;
}

/* The memory that E's data is in, CUF_MEM_NONE for the host's or a thread's
   own.  The value of an operation is a new one.  */

unsigned
cuf_expr_memory (const gfc_expr *e)
{
  unsigned memory = CUF_MEM_NONE;

  if (e == NULL)
    return CUF_MEM_NONE;

  if (const gfc_symbol *result = function_result (e))
    {
      memory = attribute_memory (result->attr.cuf_memory);
      /* What is referred to is what has the component.  */
      if (called_component (e))
	return memory;
    }
  else if (e->expr_type == EXPR_VARIABLE && e->symtree)
    memory = cuf_symbol_memory (e->symtree->n.sym);
  else
    return CUF_MEM_NONE;

  for (const gfc_ref *ref = e->ref; ref; ref = ref->next)
    if (ref->type == REF_COMPONENT)
      memory = component_memory (ref, memory);
    else if (ref->type == REF_INQUIRY
	     && (ref->u.i == INQUIRY_KIND || ref->u.i == INQUIRY_LEN))
      return CUF_MEM_NONE;
  return memory;
}

/* True if with -gpu=mem:managed E, a variable, is data that a pointer without an
   attribute points to, or a part of it: what programs allocate for such pointers is
   managed.  */

static bool
managed_target_p (const gfc_expr *e)
{
  const gfc_symbol *sym = e->symtree->n.sym;
  bool target = cuf_managed_pointer_p (sym);

  for (const gfc_ref *ref = e->ref; ref; ref = ref->next)
    if (ref->type == REF_COMPONENT)
      {
	const gfc_component *c = ref->u.c.component;
	if (c->attr.pointer || c->attr.allocatable)
	  target = (c->attr.pointer && c->name[0] != '_'
		    && cuf_option_memory == CUF_MEM_MANAGED);
      }
  return target;
}

/* True if with -gpu=mem:managed the data of SYM is such a target.  */

bool
cuf_managed_pointer_p (const gfc_symbol *sym)
{
  if (cuf_option_memory != CUF_MEM_MANAGED
      || cuf_symbol_memory (sym) != CUF_MEM_NONE || sym->ts.type == BT_CLASS
      || cuf_in_device_code_p (sym->ns))
    return false;
  if (sym->assoc && sym->assoc->target
      && sym->assoc->target->expr_type == EXPR_VARIABLE)
    return managed_target_p (sym->assoc->target);
  return sym->attr.pointer;
}

/* The same where host code uses E for what must be in some memory: with
   -gpu=mem:unified all that the host has is unified, and with -gpu=mem:managed
   what pointers point to is managed.  */

unsigned
cuf_access_memory (const gfc_expr *e)
{
  unsigned memory = cuf_expr_memory (e);

  if (memory != CUF_MEM_NONE || !e || e->expr_type != EXPR_VARIABLE)
    return memory;
  if (cuf_option_memory == CUF_MEM_UNIFIED)
    return CUF_MEM_UNIFIED;
  return managed_target_p (e) ? unsigned (CUF_MEM_MANAGED) : memory;
}

/* The first component on the way from the variable of E to its data whose pointer or
   descriptor host code cannot read, or null.  */

const gfc_component *
cuf_hidden_component (const gfc_expr *e)
{
  unsigned memory = cuf_symbol_memory (e->symtree->n.sym);

  for (const gfc_ref *ref = e->ref; ref; ref = ref->next)
    if (ref->type == REF_COMPONENT)
      {
	const symbol_attribute *attr = &ref->u.c.component->attr;
	if ((attr->pointer || attr->allocatable) && !host_memory_p (memory))
	  return ref->u.c.component;
	memory = component_memory (ref, memory);
      }
  return NULL;
}

/* True if there is none.  */

bool
cuf_found_by_host_p (const gfc_expr *e)
{
  return !cuf_hidden_component (e);
}

/* True if SYM is a variable of a module.  */

bool
cuf_of_module_p (const gfc_symbol *sym)
{
  return (sym->attr.use_assoc || sym->attr.used_in_submodule || sym->module
	  || (sym->ns && sym->ns->proc_name
	      && sym->ns->proc_name->attr.flavor == FL_MODULE));
}

/* True if SYM is a variable with a memory attribute to which a pointer leads that
   the program does not see: neither a descriptor nor what an argument refers
   to.  */

bool
cuf_pointed_to_p (const gfc_symbol *sym)
{
  const symbol_attribute *attr = &sym->attr;
  if (attr->flavor != FL_VARIABLE || attr->dummy || attr->result
      || attr->allocatable || attr->pointer || attr->threadprivate
      || attr->cray_pointee)
    return false;
  if (attr->cuf_memory == CUF_MEM_UNIFIED)
    return !cuf_of_module_p (sym);
  return (attr->cuf_memory == CUF_MEM_DEVICE
	  || attr->cuf_memory == CUF_MEM_MANAGED);
}

/* --- What is managed by option ------------------------------------------ */

/* True if data with the attributes ATTR and of type TS can be managed, and
   nobody but the program's own code allocates it.  */

static bool
can_be_managed_p (const symbol_attribute *attr, gfc_typespec *ts)
{
  return attr->allocatable && !attr->cuf_memory && !attr->codimension
	 && !attr->threadprivate && !attr->in_namelist
	 && !attr->omp_declare_target && !attr->omp_declare_target_link
	 && ts->type != BT_CLASS && cuf_type_ok_p (ts);
}

/* True if SYM is the result of a procedure for the device alone, where the
   device attribute says nothing: its caller has it where its own variables
   are.  */

static bool
device_result_p (const gfc_symbol *sym)
{
  const gfc_symbol *proc = sym->attr.result ? sym->ns->proc_name : sym;
  return sym->attr.cuf_memory == CUF_MEM_DEVICE && !sym->attr.pointer
	 && (sym->attr.result || sym->attr.function) && proc
	 && cuf_device_only_p (&proc->attr);
}

/* True if an ATTRIBUTES statement is all that names SYM, which has no type:
   under IMPLICIT NONE, of an argument or a variable that is not declared any
   more.  */

static bool
only_named_p (const gfc_symbol *sym)
{
  return (sym->attr.cuf_memory && sym->ts.type == BT_UNKNOWN
	  && (sym->attr.flavor == FL_UNKNOWN
	      || sym->attr.flavor == FL_VARIABLE)
	  && !sym->attr.referenced && !sym->attr.dummy && !sym->attr.result
	  && !sym->attr.use_assoc && !sym->attr.dimension
	  && !sym->attr.allocatable && !sym->attr.pointer
	  && !sym->attr.in_common
	  && gfc_get_default_type (sym->name, sym->ns)->type == BT_UNKNOWN);
}

/* Let SYM, which only an ATTRIBUTES statement names, be a variable like any
   other that nothing uses.  */

static void
ignore_name (gfc_symbol *sym)
{
  gfc_warning (0, "%qs in ATTRIBUTES at %L has no type, and nothing uses it",
	       sym->name, &sym->declared_at);
  sym->attr.flavor = FL_VARIABLE;
  sym->ts.type = BT_INTEGER;
  sym->ts.kind = gfc_default_integer_kind;
  sym->attr.cuf_memory = CUF_MEM_NONE;
  sym->attr.artificial = 1;
}

/* Called before SYM is resolved: with -gpu=mem:managed what is allocatable in
   host code, but for the results of functions and what is polymorphic, has the
   managed attribute.  What regions and routines of OpenACC and OpenMP declare is
   their own.  */

void
cuf_resolve_memory (gfc_symbol *sym)
{
  if (device_result_p (sym))
    sym->attr.cuf_memory = CUF_MEM_NONE;
  if (only_named_p (sym))
    ignore_name (sym);
  if (cuf_option_memory != CUF_MEM_MANAGED || sym->attr.use_assoc
      || sym->attr.artificial || cuf_in_device_code_p (sym->ns)
      || cuf_inside_region_p () || cuf_in_routine_p (sym->ns))
    return;

  if (sym->attr.flavor == FL_DERIVED)
    {
      /* The container of a CLASS object has what that was declared with.  */
      if (sym->attr.is_class || sym->attr.vtype)
	return;
      for (gfc_component *c = sym->components; c; c = c->next)
	if (can_be_managed_p (&c->attr, &c->ts))
	  c->attr.cuf_memory = CUF_MEM_MANAGED;
    }
  else if (sym->attr.flavor != FL_PROCEDURE && !sym->attr.result
	   && can_be_managed_p (&sym->attr, &sym->ts))
    sym->attr.cuf_memory = CUF_MEM_MANAGED;
}
