/* Launches of kernels whose interface is implicit.
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

/* A kernel that is called with chevrons, and of which nothing is known but that,
   gets an interface of the launch's own: data that a kernel can reach is an array
   or a scalar by its address, what host code has is a scalar by value.  The
   runtime library compares that with the kernel's arguments.  A kernel of the same
   file is known well enough.  */

/* --- Kernels of the same file ------------------------------------------- */

/* True if SYM is an external procedure, or is taken for one, of which nothing is
   declared, unless a module says that it is one.  */

static bool
undeclared_p (const gfc_symbol *sym)
{
  const symbol_attribute *attr = &sym->attr;

  return (attr->if_source == IFSRC_UNKNOWN
	  && (attr->proc == PROC_EXTERNAL || (!sym->module && !attr->use_assoc))
	  && !attr->dummy && !attr->proc_pointer && !attr->contained
	  && !attr->generic && !attr->intrinsic && !attr->function
	  && (attr->flavor == FL_PROCEDURE || attr->flavor == FL_UNKNOWN));
}

/* The external subprogram of this file that is called as SYM, so far as it has been
   read, or null.  */

static gfc_symbol *
defined_in_file (const gfc_symbol *sym)
{
  const gfc_gsymbol *global = gfc_find_gsymbol (gfc_gsym_root, sym->name);
  gfc_symbol *defined = global && global->defined && global->ns
			? global->ns->proc_name : NULL;

  return defined && strcmp (defined->name, sym->name) == 0 ? defined : NULL;
}

/* True if a call of KERNEL needs an explicit interface for another reason than an
   argument with the VALUE attribute, which goes to REASON, of SIZE bytes.  */

static bool
interface_required_p (gfc_symbol *kernel, char *reason, int size)
{
  auto_vec<gfc_symbol *> values;
  for (gfc_formal_arglist *f = gfc_sym_get_dummy_args (kernel); f; f = f->next)
    if (f->sym && f->sym->attr.value)
      {
	f->sym->attr.value = 0;
	values.safe_push (f->sym);
      }
  bool required = gfc_explicit_interface_required (kernel, reason, size);
  for (gfc_symbol *sym : values)
    sym->attr.value = 1;
  return required;
}

/* True if the procedure SYM must be declared where it is called, and is not.  */

static bool
declaration_demanded_p (const gfc_symbol *sym)
{
  if (sym->attr.proc == PROC_UNKNOWN)
    for (const gfc_namespace *ns = sym->ns; ns; ns = ns->parent)
      if (ns->has_implicit_none_export)
	return true;
  return false;
}

/* If CODE, a call with chevrons, is of a subroutine of C whose interface does not say
   that it is a kernel, it is one.  */

static void
take_for_kernel (const gfc_code *code)
{
  gfc_symbol *sym = code->symtree ? code->symtree->n.sym : NULL;

  if (!code->cuf_launch || !sym || !sym->attr.is_bind_c
      || sym->attr.if_source != IFSRC_IFBODY || !sym->attr.subroutine
      || sym->attr.proc_pointer || sym->attr.dummy || sym->attr.cuf_proc)
    return;
  gfc_warning (0, "%qs, launched at %L, is taken for a kernel: its interface has "
	       "no attributes(global)", sym->name,
	       const_cast<locus *> (&code->loc));
  sym->attr.cuf_proc = CUF_PROC_GLOBAL;
}

/* The call CODE is about to be resolved.  If it has chevrons, and nothing is
   declared of what it calls, which is a kernel that this file has, let the interface
   be known.  */

void
cuf_know_kernel (gfc_code *code)
{
  take_for_kernel (code);
  gfc_symbol *sym = code->cuf_launch && code->symtree ? code->symtree->n.sym
						      : NULL;
  if (!sym || !undeclared_p (sym) || declaration_demanded_p (sym))
    return;
  gfc_symbol *kernel = defined_in_file (sym);
  if (!kernel || !cuf_kernel_p (&kernel->attr))
    return;

  char reason[200];
  if (interface_required_p (kernel, reason, sizeof reason))
    gfc_error ("Explicit interface required for %qs at %L: %s", sym->name,
	       &code->loc, reason);
  else if (warn_implicit_interface)
    gfc_warning (OPT_Wimplicit_interface, "Procedure %qs called with an "
		 "implicit interface at %L", sym->name, &code->loc);
  sym->attr.if_source = IFSRC_IFBODY;
  sym->attr.cuf_proc = kernel->attr.cuf_proc;
  sym->ts.interface = kernel;
}

/* --- Other kernels ------------------------------------------------------- */

/* The module of this file that has a kernel with the name of CALLEE, which is not
   known where it is called; or null.  */

const gfc_symbol *
cuf_module_of_kernel (const gfc_symbol *callee)
{
  for (gfc_namespace *ns = gfc_global_ns_list; ns; ns = ns->sibling)
    if (ns->proc_name && ns->proc_name->attr.flavor == FL_MODULE)
      {
	const gfc_symtree *st = gfc_find_symtree (ns->sym_root, callee->name);
	if (st && st->n.sym->ns == ns && cuf_kernel_p (&st->n.sym->attr))
	  return ns->proc_name;
      }
  return NULL;
}

/* True if CALLEE, which is called with chevrons, can be a kernel, although nothing
   says so.  */

bool
cuf_unknown_kernel_p (const gfc_symbol *callee)
{
  if (!undeclared_p (callee) || cuf_module_of_kernel (callee))
    return false;
  const gfc_symbol *defined = defined_in_file (callee);
  return !defined || cuf_kernel_p (&defined->attr);
}

/* True if EXPR, an actual argument in memory ACTUAL, is passed by its address:
   the program says that it is where kernels reach it, or the option does of a host
   array.  */

static bool
by_address_p (const gfc_expr *expr, unsigned actual)
{
  return (expr->expr_type == EXPR_VARIABLE
	  && (cuf_memory_in_p (actual, CUF_IN (DEVICE) | CUF_IN (MANAGED)
				       | CUF_IN (UNIFIED))
	      || (expr->rank > 0
		  && cuf_access_memory (expr) == CUF_MEM_UNIFIED)));
}

/* What EXPR, an actual argument in memory ACTUAL of a kernel whose interface is
   implicit, is that is neither passed by its address nor a value; or null.  */

static const char *
wrong_argument (gfc_expr *expr, unsigned actual)
{
  if (expr->expr_type == EXPR_NULL)
    return _("NULL()");
  if (expr->ts.type == BT_PROCEDURE
      || (expr->expr_type == EXPR_VARIABLE
	  && expr->symtree->n.sym->attr.flavor == FL_PROCEDURE
	  && !expr->symtree->n.sym->attr.function))
    return _("a procedure");
  if (by_address_p (expr, actual))
    {
      if (gfc_has_vector_subscript (expr))
	return _("an array section with a vector subscript");
      return (expr->rank > 0 && gfc_is_not_contiguous (expr)
	      ? _("an array section that is not contiguous") : NULL);
    }
  return actual == CUF_MEM_CONSTANT ? _("constant data") : NULL;
}

/* True if EXPR, a scalar, is of a type that can be passed by value.  The type of a
   constant does not always say how long it is.  */

static bool
value_ok_p (gfc_expr *expr)
{
  if (expr->ts.type == BT_CHARACTER && expr->expr_type == EXPR_CONSTANT)
    return expr->ts.kind == 1 && expr->value.character.length == 1;
  return cuf_type_ok_p (&expr->ts);
}

/* Check EXPR, an actual argument of CALLEE, a kernel whose interface is implicit.
   Return true if it is all right.  */

static bool
check_argument (const cuf_scope *scope, const gfc_symbol *callee,
		gfc_expr *expr)
{
  unsigned actual = cuf_expr_memory (expr);

  /* What is polymorphic has been reported.  */
  if (expr->ts.type == BT_CLASS)
    return false;
  if (const char *what = wrong_argument (expr, actual))
    gfc_error ("Actual argument at %L is %s: kernel %qs needs an explicit "
	       "interface that says how it is passed", &expr->where, what,
	       callee->name);
  else if (by_address_p (expr, actual))
    {
      cuf_check_designator (scope, expr);
      return true;
    }
  else if (expr->rank > 0)
    gfc_error ("Actual argument at %L for kernel %qs is an array and needs the "
	       "device attribute", &expr->where, callee->name);
  else if (!value_ok_p (expr))
    gfc_error ("Actual argument at %L has type %s, which kernel %qs cannot get "
	       "by value", &expr->where, cuf_type_name (&expr->ts),
	       callee->name);
  else
    {
      cuf_check_value (scope, expr);
      return true;
    }
  return false;
}

/* Let the dummy argument DUMMY be of the type of EXPR.  */

static void
set_type (gfc_symbol *dummy, const gfc_expr *expr)
{
  dummy->ts = expr->ts;
  dummy->ts.deferred = 0;
  if (dummy->ts.type == BT_CHARACTER)
    {
      dummy->ts.u.cl = gfc_new_charlen (dummy->ns, NULL);
      dummy->ts.u.cl->length
	= gfc_get_int_expr (gfc_charlen_int_kind, NULL, 1);
    }
}

/* Let the dummy argument DUMMY be an array of unknown size.  */

static void
set_shape (gfc_symbol *dummy)
{
  dummy->attr.dimension = 1;
  dummy->as = gfc_get_array_spec ();
  dummy->as->type = AS_ASSUMED_SIZE;
  dummy->as->rank = 1;
  dummy->as->lower[0] = gfc_get_int_expr (gfc_index_integer_kind, NULL, 1);
}

/* The dummy argument number N in NS that takes EXPR.  */

static gfc_symbol *
make_dummy (gfc_namespace *ns, const gfc_expr *expr, int n)
{
  char name[32];
  snprintf (name, sizeof name, "argument_%d", n);
  gfc_symbol *dummy = gfc_new_symbol (name, ns);
  gfc_new_symtree (&ns->sym_root, name)->n.sym = dummy;
  dummy->refs = 1;
  dummy->attr.flavor = FL_VARIABLE;
  dummy->attr.dummy = dummy->attr.artificial = 1;
  dummy->declared_at = expr->where;
  set_type (dummy, expr);
  if (!by_address_p (expr, cuf_expr_memory (expr)))
    {
      dummy->attr.value = 1;
      return dummy;
    }
  dummy->attr.cuf_memory = CUF_MEM_DEVICE;
  if (expr->rank > 0)
    set_shape (dummy);
  return dummy;
}

/* The interface of the kernel CALLEE that ACTUAL fits.  */

static gfc_symbol *
make_interface (const gfc_symbol *callee, const gfc_actual_arglist *actual)
{
  gfc_symbol *kernel = gfc_new_symbol (callee->name, callee->ns);
  gfc_namespace *ns = gfc_get_namespace (NULL, 0);
  ns->proc_name = kernel;
  kernel->formal_ns = ns;
  kernel->declared_at = callee->declared_at;
  kernel->attr.flavor = FL_PROCEDURE;
  kernel->attr.proc = PROC_EXTERNAL;
  kernel->attr.external = kernel->attr.subroutine = 1;
  kernel->attr.if_source = IFSRC_IFBODY;
  kernel->attr.cuf_proc = CUF_PROC_GLOBAL;

  gfc_formal_arglist **last = &kernel->formal;
  for (int n = 1; actual; actual = actual->next, n++)
    {
      *last = gfc_get_formal_arglist ();
      (*last)->sym = make_dummy (ns, actual->expr, n);
      last = &(*last)->next;
    }
  return kernel;
}

/* Check the arguments ACTUAL of CALLEE, a kernel whose interface is implicit, which
   is launched at WHERE.  Return the interface that they fit, or null if there is an
   error in them.  */

gfc_symbol *
cuf_check_unknown_kernel (const cuf_scope *scope, const gfc_symbol *callee,
			  const gfc_actual_arglist *actual, locus *where)
{
  bool right = true;

  for (const gfc_actual_arglist *a = actual; a; a = a->next)
    if (!a->expr)
      {
	gfc_error ("Kernel %qs cannot have the alternate return of its call at "
		   "%L", callee->name, where);
	right = false;
      }
    else
      right &= check_argument (scope, callee, a->expr);
  return right ? make_interface (callee, actual) : NULL;
}
