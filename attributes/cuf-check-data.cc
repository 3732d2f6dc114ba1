/* The rules of CUDA Fortran: declarations of data.
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
#include "diagnostic-core.h"
#include "cuf-check.h"

/* gfc_traverse_ns passes nothing on, so what check_symbol is about is here: the
   unit, and where in it the declarations are.  */
static const cuf_scope *unit;
static gfc_namespace *home;

/* While there is an object of this class these are what is looked at.  */
class data_scope
{
public:
  data_scope (const cuf_scope *scope, gfc_namespace *ns)
    : m_unit (unit), m_home (home)
  {
    unit = scope;
    home = ns;
  }
  ~data_scope ()
  {
    unit = m_unit;
    home = m_home;
  }
  data_scope (const data_scope &) = delete;
  data_scope &operator= (const data_scope &) = delete;

private:
  const cuf_scope *m_unit;
  gfc_namespace *m_home;
};

/* True if the declarations looked at are a module's.  */

static bool
in_module_p (void)
{
  return home->proc_name && home->proc_name->attr.flavor == FL_MODULE;
}

/* True if SYM is initialized by its declaration or by a DATA statement, or
   gets a static value that way.  A derived type's own initialization is not
   meant, nor the first state of a pointer or an allocatable variable.  */

static bool
initialized_p (const gfc_symbol *sym)
{
  return sym->attr.data
	 || (sym->value && sym->attr.save == SAVE_IMPLICIT && !in_module_p ()
	     && !sym->attr.pointer && !sym->attr.allocatable)
	 || (sym->value && in_module_p () && sym->ts.type != BT_DERIVED
	     && !sym->attr.pointer && !sym->attr.allocatable);
}

/* Report that SYM, whose memory attribute excludes it, has ATTRIBUTE.  */

static void
conflict (const gfc_symbol *sym, const char *attribute)
{
  gfc_error ("Variable %qs at %L with the %s attribute cannot also have the "
	     "%s attribute", sym->name, &sym->declared_at,
	     cuf_memory_name (sym->attr.cuf_memory), attribute);
}

/* Check what neither shared nor constant data can be.  */

static void
check_not_dynamic (const gfc_symbol *sym)
{
  if (sym->attr.allocatable)
    conflict (sym, "ALLOCATABLE");
  if (sym->attr.pointer)
    conflict (sym, "POINTER");
  if (sym->attr.target)
    conflict (sym, "TARGET");
}

/* Callback of gfc_expr_walker: a bound of the automatic shared array DATA has
   the expression *E.  The language has but arguments by value in it; others are
   read where each thread enters the procedure, and may change.  */

static int
check_bound_argument (gfc_expr **e, int *, void *data)
{
  const gfc_symbol *array = (const gfc_symbol *) data;
  const gfc_symbol *sym = ((*e)->expr_type == EXPR_VARIABLE && (*e)->symtree
			   ? (*e)->symtree->n.sym : NULL);

  if (sym && sym->attr.dummy && !sym->attr.value)
    gfc_warning (OPT_Wpedantic, "Bound of shared array %qs at %L depends on "
		 "%qs, which does not have the VALUE attribute, which is an "
		 "extension: it must be the same for all threads of a block",
		 array->name, &(*e)->where, sym->name);
  return 0;
}

/* Check the bound EXPR of SYM, which is an automatic shared array.  */

static void
check_shared_bound (const gfc_symbol *sym, gfc_expr *expr)
{
  gfc_symbol *index;

  if (!expr)
    return;
  if (!gfc_find_symbol ("threadidx", sym->ns, 1, &index) && index
      && cuf_predefined_p (index) && gfc_find_sym_in_expr (index, expr))
    gfc_error ("Bound of shared array %qs at %L must be the same for all "
	       "threads of a block", sym->name, &expr->where);
  gfc_expr_walker (&expr, check_bound_argument, const_cast<gfc_symbol *> (sym));
}

/* Check SYM, a shared array of device code whose place in dynamic shared memory
   is found at run time.  */

static void
check_dynamic_shared (const gfc_symbol *sym)
{
  if (sym->as->type != AS_EXPLICIT)
    return;
  for (int i = 0; i < sym->as->rank; i++)
    {
      check_shared_bound (sym, sym->as->lower[i]);
      check_shared_bound (sym, sym->as->upper[i]);
    }
}

/* Check SYM, which has the shared attribute.  */

static void
check_shared (const gfc_symbol *sym)
{
  check_not_dynamic (sym);
  if (!unit->device)
    gfc_error ("Variable %qs at %L with the shared attribute must be declared "
	       "in a device subprogram", sym->name, &sym->declared_at);
  else if (sym->attr.save == SAVE_EXPLICIT && flag_automatic)
    gfc_error ("Variable %qs at %L with the shared attribute cannot have the "
	       "SAVE attribute: it belongs to a block of threads", sym->name,
	       &sym->declared_at);
  else if (initialized_p (sym))
    gfc_error ("Variable %qs at %L with the shared attribute cannot be "
	       "initialized", sym->name, &sym->declared_at);
  else if (!sym->attr.dummy && sym->ts.type == BT_DERIVED
	   && gfc_has_default_initializer (sym->ts.u.derived))
    gfc_error ("Variable %qs at %L with the shared attribute cannot be of type "
	       "%qs, which has default initialization", sym->name,
	       &sym->declared_at, sym->ts.u.derived->name);
  else if (!sym->attr.dummy && cuf_variable_shape_p (sym))
    check_dynamic_shared (sym);
}

/* Check SYM, which has the constant attribute.  */

static void
check_constant (const gfc_symbol *sym)
{
  check_not_dynamic (sym);
  if (sym->attr.dummy)
    return;
  if (!in_module_p ())
    gfc_error ("Variable %qs at %L with the constant attribute must be "
	       "declared in the specification part of a module", sym->name,
	       &sym->declared_at);
  else if (cuf_variable_shape_p (sym) && !sym->attr.allocatable
	   && !sym->attr.pointer)
    gfc_error ("Array %qs at %L with the constant attribute must have "
	       "constant size", sym->name, &sym->declared_at);
}

/* Check SYM, which has the pinned attribute.  What a dummy argument of another
   shape says of the actual argument's memory changes nothing.  */

static void
check_pinned (const gfc_symbol *sym)
{
  if (!sym->attr.dummy && (!sym->attr.allocatable || !sym->attr.dimension))
    gfc_error ("Variable %qs at %L with the pinned attribute must be an "
	       "allocatable array", sym->name, &sym->declared_at);
  if (unit->device)
    gfc_error ("Variable %qs at %L with the pinned attribute cannot be "
	       "declared in a device subprogram", sym->name,
	       &sym->declared_at);
}

/* Check SYM, which has the texture attribute.  */

static void
check_texture (gfc_symbol *sym)
{
  if (!sym->attr.pointer || !in_module_p ())
    gfc_error ("Variable %qs at %L with the texture attribute must be a "
	       "pointer declared in the specification part of a module",
	       sym->name, &sym->declared_at);
  else if (sym->ts.type != BT_REAL && sym->ts.type != BT_INTEGER)
    gfc_error ("Variable %qs at %L with the texture attribute must be of type "
	       "REAL or INTEGER", sym->name, &sym->declared_at);
  else
    gfc_warning (0, "The texture attribute of %qs at %L is obsolete: it is "
		 "taken for a device pointer whose target is only read",
		 sym->name, &sym->declared_at);
}

/* Check SYM, which has the device, managed or unified attribute.  */

static void
check_global (const gfc_symbol *sym)
{
  const char *memory = cuf_memory_name (sym->attr.cuf_memory);

  if (sym->attr.cuf_memory == CUF_MEM_UNIFIED && in_module_p ())
    gfc_error ("Variable %qs at %L with the unified attribute cannot be "
	       "declared in a module", sym->name, &sym->declared_at);
  if (sym->attr.cuf_memory != CUF_MEM_DEVICE && unit->device && unit->proc
      && !sym->attr.dummy)
    gfc_error ("Variable %qs at %L with the %s attribute must be a dummy "
	       "argument in a device subprogram", sym->name,
	       &sym->declared_at, memory);

  if (in_module_p () || unit->device || sym->attr.allocatable
      || sym->attr.pointer)
    return;
  /* All that the main program has is saved.  */
  if (sym->ns->proc_name && sym->ns->proc_name->attr.is_main_program)
    return;
  if (sym->attr.save == SAVE_EXPLICIT && flag_automatic)
    gfc_error ("Variable %qs at %L with the %s attribute cannot have the SAVE "
	       "attribute in a host subprogram unless it is allocatable",
	       sym->name, &sym->declared_at, memory);
  else if (initialized_p (sym))
    gfc_error ("Variable %qs at %L with the %s attribute cannot be initialized "
	       "in a host subprogram: assign it", sym->name,
	       &sym->declared_at, memory);
}

/* Where SYM is put into COMMON.  */

static locus *
common_locus (gfc_symbol *sym)
{
  return sym->common_block ? &sym->common_block->where : &sym->declared_at;
}

/* Check what holds for SYM, in whatever memory outside the host's it is.  */

static void
check_storage (gfc_symbol *sym)
{
  const char *memory = cuf_memory_name (sym->attr.cuf_memory);

  if (sym->attr.in_common)
    gfc_error ("Variable %qs with the %s attribute cannot be in COMMON at %L",
	       sym->name, memory, common_locus (sym));
  if (sym->attr.in_namelist)
    gfc_error ("Variable %qs at %L with the %s attribute cannot be in a "
	       "NAMELIST", sym->name, &sym->declared_at, memory);
  if (sym->attr.codimension)
    gfc_error ("Variable %qs at %L with the %s attribute cannot be a coarray",
	       sym->name, &sym->declared_at, memory);
  /* Each thread of the host can have a descriptor, but no data.  */
  if (sym->attr.threadprivate && !sym->attr.allocatable && !sym->attr.pointer)
    conflict (sym, "THREADPRIVATE");
}

/* True if SYM is a dummy argument of any type in an interface body, of what is
   written in C.  */

static bool
any_type_p (const gfc_symbol *sym)
{
  return (sym->ts.type == BT_ASSUMED && sym->attr.dummy && unit->proc
	  && unit->proc->attr.if_source == IFSRC_IFBODY);
}

/* True if SYM is a dummy argument of a host procedure that takes device data of
   any type.  The host knows the type and the shape and hands the address on.  */

static bool
any_class_p (const gfc_symbol *sym)
{
  return (UNLIMITED_POLY (sym) && sym->attr.dummy && unit->proc
	  && !cuf_device_code_p (&unit->proc->attr)
	  && !CLASS_DATA (sym)->attr.allocatable
	  && !CLASS_DATA (sym)->attr.class_pointer);
}

/* Which components of SYM can be for host code alone: those of what is in memory
   that both sides reach, and of an argument that device code gets from there.  */

static cuf_host_components
host_components (const gfc_symbol *sym)
{
  if (sym->attr.dummy && unit->device && !sym->attr.value
      && sym->attr.cuf_memory != CUF_MEM_SHARED)
    return CUF_HOST_COMPONENTS;
  if (!cuf_memory_in_p (sym->attr.cuf_memory,
			CUF_IN (MANAGED) | CUF_IN (UNIFIED)))
    return CUF_HOST_NO_COMPONENTS;
  return (in_module_p () && !sym->attr.allocatable && !sym->attr.pointer
	  ? CUF_HOST_IMAGE_COMPONENTS : CUF_HOST_COMPONENTS);
}

/* Check that the derived type of SYM is one for device code.  */

static void
check_derived_type (gfc_symbol *sym)
{
  const gfc_symbol *owner;
  const gfc_component *c
    = cuf_wrong_component (sym->ts.u.derived, host_components (sym), &owner);

  if (c)
    gfc_error ("Variable %qs at %L has type %s, which device code and device "
	       "data cannot have: component %qs of type %qs %s", sym->name,
	       &sym->declared_at, cuf_type_name (&sym->ts), c->name,
	       owner->name, cuf_component_reason (c));
}

/* Check that the type of SYM is one for device code.  */

static void
check_type (gfc_symbol *sym)
{
  if (sym->ts.type == BT_UNKNOWN || any_type_p (sym) || any_class_p (sym))
    return;
  if (sym->ts.type == BT_DERIVED && sym->ts.u.derived)
    check_derived_type (sym);
  else if (!cuf_type_ok_p (&sym->ts))
    gfc_error ("Variable %qs at %L has type %s, which device code and device "
	       "data cannot have", sym->name, &sym->declared_at,
	       cuf_type_name (&sym->ts));
}

/* Check the memory attribute of the variable SYM.  */

static void
check_memory (gfc_symbol *sym)
{
  switch (sym->attr.cuf_memory)
    {
    case CUF_MEM_SHARED:
      check_shared (sym);
      break;

    case CUF_MEM_CONSTANT:
      check_constant (sym);
      break;

    case CUF_MEM_PINNED:
      check_pinned (sym);
      return;

    case CUF_MEM_TEXTURE:
      check_texture (sym);
      break;

    case CUF_MEM_DEVICE:
    case CUF_MEM_MANAGED:
    case CUF_MEM_UNIFIED:
      check_global (sym);
      break;

    default:
      gcc_unreachable ();
    }

  check_storage (sym);
  if (!unit->device && sym->ts.type != BT_ASSUMED)
    check_type (sym);
}

/* True if SYM is a character variable or result that device code can have: of
   constant length, in no memory of its own, or a dummy argument that another
   device subprogram passes.  */

static bool
device_text_p (const gfc_symbol *sym)
{
  const gfc_charlen *cl = sym->ts.u.cl;

  if (sym->ts.type != BT_CHARACTER || sym->ts.kind != 1 || sym->ts.deferred
      || sym->attr.cuf_memory || !unit->proc)
    return false;
  if (sym->attr.dummy && !cuf_kernel_p (&unit->proc->attr))
    return !sym->attr.value;
  return cl && cl->length && gfc_is_constant_expr (cl->length)
	 && !sym->attr.dummy;
}

/* True if the Cray pointer POINTER has a shared pointee among ST.  */

static bool
shared_pointee_p (const gfc_symtree *st, const gfc_symbol *pointer)
{
  return st && ((st->n.sym->attr.cray_pointee
		 && st->n.sym->cp_pointer == pointer
		 && st->n.sym->attr.cuf_memory == CUF_MEM_SHARED)
		|| shared_pointee_p (st->left, pointer)
		|| shared_pointee_p (st->right, pointer));
}

/* True if SYM is a Cray pointer or pointee to the shared memory of another
   block of a cluster: such a pointee is shared.  */

static bool
cluster_pointer_p (const gfc_symbol *sym)
{
  if (sym->attr.cray_pointee)
    return sym->attr.cuf_memory == CUF_MEM_SHARED;
  return shared_pointee_p (sym->ns->sym_root, sym);
}

/* True if SYM shares its storage with another variable.  */

static bool
equivalenced_p (const gfc_symbol *sym)
{
  for (const gfc_equiv *set = sym->ns->equiv; set; set = set->next)
    for (const gfc_equiv *e = set; e; e = e->eq)
      if (e->expr && e->expr->symtree && e->expr->symtree->n.sym == sym)
	return true;
  return false;
}

/* SYM, a variable of device code, has an initial value.  Let each call set it:
   no thread has variables that outlive the call.  One that nothing refers to
   has no declaration.  */

static void
initialize_at_entry (gfc_symbol *sym)
{
  gfc_warning (0, "Initialization of variable %qs of a device subprogram at %L "
	       "is an extension: each call sets it anew", sym->name,
	       &sym->declared_at);
  if (equivalenced_p (sym))
    gfc_set_sym_referenced (sym);
  if (sym->attr.referenced)
    {
      gfc_code *init = gfc_get_code (sym->attr.pointer ? EXEC_POINTER_ASSIGN
				     : EXEC_INIT_ASSIGN);
      init->loc = sym->declared_at;
      init->expr1 = gfc_lval_expr_from_sym (sym);
      init->expr2 = sym->value;
      init->next = sym->ns->code;
      sym->ns->code = init;
    }
  else
    gfc_free_expr (sym->value);
  sym->value = NULL;
  sym->attr.save = SAVE_NONE;
}

/* True if no option such as -finit-integer gives SYM a value.  What is in
   shared memory belongs to all threads of a block, some of which may have set
   it before others begin.  */

bool
cuf_left_undefined_p (const gfc_symbol *sym)
{
  return sym->attr.cuf_memory == CUF_MEM_SHARED;
}

/* Check the variable SYM of a device subprogram.  */

static void
check_in_device_code (gfc_symbol *sym)
{
  if (!device_text_p (sym))
    check_type (sym);
  if ((sym->attr.cray_pointer || sym->attr.cray_pointee)
      && !cluster_pointer_p (sym))
    gfc_warning (0, "Cray pointer %qs at %L in device code is an extension",
		 sym->name, &sym->declared_at);
  if (sym->attr.dummy || sym->attr.cuf_memory == CUF_MEM_SHARED)
    return;
  if (sym->attr.in_common && !sym->attr.cuf_memory)
    gfc_error ("Variable %qs of a device subprogram cannot be in COMMON at %L",
	       sym->name, common_locus (sym));
  else if (sym->attr.data)
    gfc_error ("Variable %qs at %L of a device subprogram cannot be "
	       "initialized by a DATA statement", sym->name,
	       &sym->declared_at);
  else if ((initialized_p (sym) || (sym->value && sym->attr.pointer))
	   && !sym->attr.cray_pointee && sym->attr.save != SAVE_EXPLICIT)
    initialize_at_entry (sym);
  else if (sym->attr.save == SAVE_EXPLICIT && flag_automatic)
    gfc_error ("Variable %qs at %L of a device subprogram cannot have the "
	       "SAVE attribute", sym->name, &sym->declared_at);
}

/* Check the component C of the derived type TYPE.  */

static void
check_component (const gfc_symbol *type, gfc_component *c)
{
  const char *memory = cuf_memory_name (c->attr.cuf_memory);

  switch (c->attr.cuf_memory)
    {
    case CUF_MEM_NONE:
      return;

    case CUF_MEM_DEVICE:
      if (!c->attr.allocatable && !c->attr.pointer)
	gfc_error ("Component %qs at %L of type %qs must be allocatable or a "
		   "pointer to have the device attribute", c->name, &c->loc,
		   type->name);
      break;

    case CUF_MEM_PINNED:
      if (!c->attr.allocatable || !c->attr.dimension)
	gfc_error ("Component %qs at %L of type %qs must be an allocatable "
		   "array to have the pinned attribute", c->name, &c->loc,
		   type->name);
      return;

    case CUF_MEM_MANAGED:
    case CUF_MEM_UNIFIED:
      break;

    case CUF_MEM_CONSTANT:
    case CUF_MEM_SHARED:
    case CUF_MEM_TEXTURE:
      gfc_error ("Component %qs at %L of type %qs cannot have the %s "
		 "attribute", c->name, &c->loc, type->name, memory);
      return;

    default:
      gcc_unreachable ();
    }

  const gfc_symbol *owner;
  const gfc_component *inner = NULL;
  if (c->ts.type != BT_DERIVED)
    {
      if (!cuf_type_ok_p (&c->ts))
	gfc_error ("Component %qs at %L has type %s, which device data cannot "
		   "have", c->name, &c->loc, cuf_type_name (&c->ts));
    }
  else if (c->ts.u.derived
	   && (inner = cuf_wrong_component (c->ts.u.derived,
					    c->attr.cuf_memory == CUF_MEM_DEVICE
					    ? CUF_HOST_NO_COMPONENTS
					    : CUF_HOST_COMPONENTS, &owner)))
    gfc_error ("Component %qs at %L has type %s, which device data cannot "
	       "have: component %qs of type %qs %s", c->name, &c->loc,
	       cuf_type_name (&c->ts), inner->name, owner->name,
	       cuf_component_reason (inner));
}

/* Check the bounds of SYM, which are evaluated where the procedure starts.  */

static void
check_bounds (const gfc_symbol *sym)
{
  if (!sym->as || sym->attr.artificial)
    return;
  cuf_scope scope = *unit;
  scope.no_fetch = sym->attr.result || sym->attr.function;
  for (int i = 0; i < sym->as->rank; i++)
    {
      cuf_check_value (&scope, sym->as->lower[i]);
      cuf_check_value (&scope, sym->as->upper[i]);
    }
}

/* True if ST is in the tree ROOT.  ST itself is not looked at.  */

static bool
symtree_in_p (const gfc_symtree *root, const gfc_symtree *st)
{
  return root && (root == st || symtree_in_p (root->left, st)
		  || symtree_in_p (root->right, st));
}

/* Check the type-bound procedures in ST.  A statement that was rejected has left
   its bindings, but not the symbols that it made.  */

static void
check_bindings (const gfc_symtree *st)
{
  if (!st)
    return;
  check_bindings (st->left);
  check_bindings (st->right);
  const gfc_typebound_proc *binding = st->n.tb;
  if (!binding || binding->is_generic || !binding->u.specific
      || (seen_error () && !symtree_in_p (home->sym_root, binding->u.specific)))
    return;
  unsigned memory = cuf_result_memory (binding->u.specific->n.sym);
  if (memory)
    gfc_error ("Function %qs, whose result has the %s attribute, cannot be "
	       "type-bound at %L", binding->u.specific->n.sym->name,
	       cuf_memory_name (memory), const_cast<locus *> (&binding->where));
}

/* Check SYM, if it is declared where we look.  */

static void
check_symbol (gfc_symbol *sym)
{
  if (sym->ns != home || sym->attr.use_assoc || sym->attr.artificial
      || sym->attr.vtab)
    return;

  switch (sym->attr.flavor)
    {
    case FL_DERIVED:
      for (gfc_component *c = sym->components; c; c = c->next)
	check_component (sym, c);
      if (sym->f2k_derived)
	check_bindings (sym->f2k_derived->tb_sym_root);
      break;

    case FL_NAMELIST:
      if (unit->device)
	gfc_error ("NAMELIST %qs at %L is not allowed in device code",
		   sym->name, &sym->declared_at);
      break;

    case FL_PROCEDURE:
      if (unit->device && sym->attr.proc_pointer && !sym->attr.dummy)
	gfc_error ("Procedure pointer %qs at %L is not supported in device "
		   "code", sym->name, &sym->declared_at);
      break;

    case FL_VARIABLE:
      if (sym->attr.cuf_memory)
	check_memory (sym);
      if (unit->device)
	check_in_device_code (sym);
      check_bounds (sym);
      break;

    default:
      break;
    }
}

/* Check the function result RESULT, which has a memory attribute and is no
   pointer.  Who refers to the function allocates memory for the result before,
   or frees it after, which takes an array.  */

static void
check_result_memory (const cuf_scope *scope, gfc_symbol *result)
{
  unsigned memory = result->attr.cuf_memory;
  const char *name = cuf_memory_name (memory);

  if (scope->device
      || !cuf_memory_in_p (memory, CUF_IN (DEVICE) | CUF_IN (MANAGED)
				   | CUF_IN (PINNED)))
    gfc_error ("Function result %qs at %L cannot have the %s attribute unless "
	       "it is a pointer", result->name, &result->declared_at, name);
  else if (!result->attr.dimension)
    gfc_error ("Function result %qs at %L cannot have the %s attribute unless "
	       "it is an array or a pointer", result->name,
	       &result->declared_at, name);
  else if (result->ts.type == BT_CLASS
	   || (result->ts.type == BT_DERIVED
	       && result->ts.u.derived->attr.alloc_comp))
    gfc_error ("Function result %qs at %L with the %s attribute cannot be of "
	       "type %qs, which has allocatable components", result->name,
	       &result->declared_at, name, result->ts.u.derived->name);
}

/* Check the result of the function of SCOPE, if it has no name of its own.  */

static void
check_result (const cuf_scope *scope)
{
  gfc_symbol *proc = scope->proc;

  if (!proc || !proc->attr.function)
    return;
  gfc_symbol *result = proc->result ? proc->result : proc;
  if (result->attr.cuf_memory && !result->attr.pointer)
    check_result_memory (scope, result);
  if (scope->device && result == proc && !device_text_p (proc))
    check_type (proc);
}

/* Check the objects of the EQUIVALENCE set SET.  */

static void
check_equivalence (const gfc_equiv *set)
{
  for (; set; set = set->eq)
    {
      const gfc_symbol *sym = set->expr && set->expr->symtree
			      ? set->expr->symtree->n.sym : NULL;
      if (sym && sym->attr.cuf_memory)
	gfc_error ("Variable %qs with the %s attribute cannot be in an "
		   "EQUIVALENCE statement at %L", sym->name,
		   cuf_memory_name (sym->attr.cuf_memory), &set->expr->where);
    }
}

/* Check the declarations in NS, which belongs to the unit of SCOPE.  */

void
cuf_check_data (const cuf_scope *scope, gfc_namespace *ns)
{
  data_scope data (scope, ns);

  if (ns == scope->ns)
    check_result (scope);
  gfc_traverse_ns (ns, check_symbol);
  for (const gfc_equiv *set = ns->equiv; set; set = set->next)
    check_equivalence (set);
}
