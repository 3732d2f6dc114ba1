/* Generic resolution: which of several procedures is closest to a call.
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

/* How far an actual argument in some memory is from a dummy argument in
   another, in the order of enum cuf_memory: a row for each dummy's, a column
   for each actual's.  A dash is too far.  What is pinned is the host's.  */

static const char *const host_distances[] =
{
  /* N D M C S P U T, use_device */
  "0-3--03-1",			/* None.  */
  "-02---2-0",			/* Device.  */
  "--0---1--",			/* Managed.  */
  "---0-----",			/* Constant.  */
  "---------",			/* Shared.  */
  "0----0---",			/* Pinned.  */
  "--1---0--",			/* Unified.  */
  "-------0-"			/* Texture.  */
};

/* The same in device code, where no attribute means a thread's own memory or
   any other: all are addressed alike.  */
static const char *const device_distances[] =
{
  "01133-1-",
  "10133-1-",
  "210---1-",
  "---0----",
  "----0---",
  "--------",
  "211---0-",
  "-------0"
};

static_assert (ARRAY_SIZE (host_distances) == CUF_MEM_TEXTURE + 1
	       && ARRAY_SIZE (device_distances) == CUF_MEM_TEXTURE + 1
	       && CUF_USE_DEVICE == CUF_MEM_TEXTURE + 1,
	       "a row for each memory, and a column besides");

/* The distance of what matches only because a directive IGNORE_TKR says so, and
   of a dummy argument of any type.  */
#define IGNORED_DISTANCE 4

/* The distance of a scalar in device memory, which the host fetches, from a dummy
   argument with the VALUE attribute: farther than all others together.  */
#define FETCHED_DISTANCE 10000

/* The distance of an actual argument in memory ACTUAL from a dummy argument in
   memory DUMMY, where the call is in device code if DEVICE.  In host code
   CUF_USE_DEVICE can be ACTUAL, too, and what is pinned is unified with
   -gpu=mem:unified, as all that the host has.  */

unsigned
cuf_memory_distance (bool device, unsigned dummy, unsigned actual)
{
  gcc_assert (dummy <= CUF_MEM_TEXTURE
	      && actual <= (device ? CUF_MEM_TEXTURE : CUF_USE_DEVICE));
  char c = (device ? device_distances : host_distances)[dummy][actual];
  if (c == '-' && !device && actual == CUF_MEM_PINNED
      && cuf_option_memory == CUF_MEM_UNIFIED)
    c = host_distances[dummy][CUF_MEM_UNIFIED];
  return c == '-' ? CUF_TOO_FAR : unsigned (c - '0');
}

/* True if SYM comes from the module MODULE.  */

bool
cuf_from_module_p (const gfc_symbol *sym, const char *module)
{
  return sym->module && strcmp (sym->module, module) == 0;
}

/* True if SYM is a routine of module cudafor, whose parts are modules, too.  */

bool
cuf_runtime_routine_p (const gfc_symbol *sym)
{
  static const char *const parts[] =
  {
    "cudafor", "cuf_device", "cuf_stream", "cuf_event", "cuf_graph",
    "cuf_function", "cuf_malloc", "cuf_memcpy", "cuf_memset", "cuf_array",
    "cuf_symbol"
  };
  for (const char *part : parts)
    if (cuf_from_module_p (sym, part))
      return true;
  return false;
}

/* True if a pointer in POINTER may be associated with a target in TARGET.  A
   unified pointer may point to what the host has, too.  */

bool
cuf_pointer_association_ok_p (unsigned pointer, unsigned target)
{
  return ((pointer == CUF_MEM_UNIFIED && target == CUF_MEM_NONE)
	  || cuf_memory_distance (false, pointer, target) != CUF_TOO_FAR);
}

/* True if the procedure CALLEE is a routine of OpenACC.  */

bool
cuf_openacc_routine_p (const gfc_symbol *callee)
{
  return (callee->attr.oacc_routine_lop != OACC_ROUTINE_LOP_NONE
	  && callee->attr.oacc_routine_lop != OACC_ROUTINE_LOP_ERROR);
}

/* True if CALLEE is a function of module ieee_arithmetic that
   gfc_conv_ieee_arithmetic_function compiles to built-in functions, which
   devices have.  */

static bool
inline_ieee_function_p (const gfc_symbol *callee)
{
  static const char *const names[] =
  {
    "is_nan_", "is_finite_", "unordered_", "is_normal_", "is_negative_",
    "copy_sign_", "scalb_", "next_after_", "rem_", "logb_", "rint_"
  };
  const char *name = callee->name;
  const char prefix[] = "_gfortran_ieee_";
  if (callee->from_intmod != INTMOD_IEEE_ARITHMETIC
      || !startswith (name, prefix))
    return false;
  for (const char *known : names)
    if (startswith (name + strlen (prefix), known))
      return true;
  return false;
}

/* True if the procedure CALLEE can be called in device code.  A statement
   function becomes an expression.  */

bool
cuf_callable_on_device_p (const gfc_symbol *callee)
{
  return cuf_device_code_p (&callee->attr) || cuf_openacc_routine_p (callee)
	 || callee->attr.proc == PROC_ST_FUNCTION
	 || inline_ieee_function_p (callee)
	 || cuf_from_module_p (callee, "cudadevice");
}

/* True if DUMMY of CALLEE is what cudaMemset sets elements to, which the library
   reads on the host.  */

static bool
set_value_p (const gfc_symbol *callee, const gfc_symbol *dummy)
{
  return (cuf_from_module_p (callee, "cuf_memset")
	  && strcmp (dummy->name, "value") == 0);
}

/* True if DUMMY of CALLEE takes data in any memory.  Who writes TYPE(*) wants
   an address, for C as a rule, and no Fortran can read what is there.  The
   procedures of our own modules for device code only use addresses, too.  */

bool
cuf_any_memory_p (const gfc_symbol *callee, const gfc_symbol *dummy)
{
  if (dummy->attr.ext_attr & (1 << EXT_ATTR_NO_ARG_CHECK))
    return true;
  return (!dummy->attr.cuf_memory && !set_value_p (callee, dummy)
	  && (dummy->ts.type == BT_ASSUMED
	      || cuf_from_module_p (callee, "cudadevice")
	      || cuf_from_module_p (callee, "wmma")
	      || cuf_from_module_p (callee, "curand_device")
	      || (cuf_runtime_routine_p (callee)
		  && cuf_device_only_p (&callee->attr))));
}

/* The memory that the data of DUMMY of CALLEE must be in.  What is constant to a
   kernel is device data that the kernel does not change.  */

unsigned
cuf_dummy_memory (const gfc_symbol *callee, const gfc_symbol *dummy)
{
  bool kernel = cuf_kernel_p (&callee->attr);

  if (kernel && dummy->attr.cuf_memory == CUF_MEM_CONSTANT)
    return CUF_MEM_DEVICE;
  if (dummy->attr.cuf_memory || dummy->attr.value)
    return dummy->attr.cuf_memory;
  return kernel ? CUF_MEM_DEVICE : CUF_MEM_NONE;
}

/* True if a directive makes DUMMY, in memory WANTED, take an argument in memory
   ACTUAL.  */

bool
cuf_memory_ignored_p (const gfc_symbol *dummy, unsigned wanted,
		      unsigned actual)
{
  unsigned ignored = CUF_IN (NONE);

  if (dummy->attr.cuf_ignore & CUF_IGNORE_DEVICE)
    ignored |= CUF_IN (DEVICE);
  if (dummy->attr.cuf_ignore & CUF_IGNORE_MANAGED)
    ignored |= CUF_IN (MANAGED) | CUF_IN (UNIFIED);
  return (ignored != CUF_IN (NONE) && cuf_memory_in_p (wanted, ignored)
	  && cuf_memory_in_p (actual, ignored));
}

/* The memory as far as it tells dummy arguments apart.  */

static unsigned
distinct_memory (const gfc_symbol *dummy)
{
  const gfc_symbol *proc = dummy->ns ? dummy->ns->proc_name : NULL;
  unsigned memory = dummy->attr.value ? CUF_MEM_NONE
				      : cuf_symbol_memory (dummy);
  if (memory == CUF_MEM_CONSTANT && proc)
    memory = cuf_dummy_memory (proc, dummy);
  return memory == CUF_MEM_PINNED ? CUF_MEM_NONE : memory;
}

/* True if the memories of the dummy arguments S1 and S2 tell them apart.  */

static bool
memories_differ_p (const gfc_symbol *s1, const gfc_symbol *s2)
{
  unsigned m1 = distinct_memory (s1), m2 = distinct_memory (s2);

  return (m1 != m2 && !cuf_memory_ignored_p (s1, m1, m2)
	  && !cuf_memory_ignored_p (s2, m2, m1));
}

/* True if S1 and S2 are of different kinds, which count although their type, or
   that of one of them, is ignored: an actual argument is closer to its own.  */

static bool
kinds_differ_p (const gfc_symbol *s1, const gfc_symbol *s2)
{
  return (s1->ts.type == s2->ts.type && s1->ts.kind != s2->ts.kind
	  && (s1->attr.cuf_ignore | s2->attr.cuf_ignore) & CUF_IGNORE_TYPE
	  && !((s1->attr.cuf_ignore | s2->attr.cuf_ignore) & CUF_IGNORE_KIND));
}

/* True if one of S1 and S2, whose type is ignored as in modules of ours, is a pointer,
   and the other is allocatable.  Programs of older standards than Fortran 2008, which
   has this rule, use these modules, too.  */

static bool
pointer_differs_p (const gfc_symbol *s1, const gfc_symbol *s2)
{
  return (s1->attr.cuf_ignore & s2->attr.cuf_ignore & CUF_IGNORE_TYPE
	  && ((s1->attr.pointer && s2->attr.allocatable)
	      || (s1->attr.allocatable && s2->attr.pointer)));
}

/* True if the dummy arguments S1 and S2 are told apart by their memory, by their
   kinds, or because one of them takes any type and the other is closer to its
   own.  The standard has no such rules, so they hold only where CUDA Fortran is
   used.  */

bool
cuf_distinguishable_p (const gfc_symbol *s1, const gfc_symbol *s2)
{
  return (cuf_seen
	  && ((s1->ts.type == BT_ASSUMED) != (s2->ts.type == BT_ASSUMED)
	      || kinds_differ_p (s1, s2) || pointer_differs_p (s1, s2)
	      || memories_differ_p (s1, s2)));
}

static bool
host_only_p (const gfc_symbol *sym)
{
  return !cuf_device_code_p (&sym->attr);
}

static bool
device_procedure_p (const gfc_symbol *sym)
{
  return cuf_device_only_p (&sym->attr) && !cuf_kernel_p (&sym->attr);
}

/* True if one of the procedures S1 and S2 is for the host and the other for the
   device: where they are called tells them apart.  */

bool
cuf_sides_differ_p (const gfc_symbol *s1, const gfc_symbol *s2)
{
  return ((host_only_p (s1) && device_procedure_p (s2))
	  || (device_procedure_p (s1) && host_only_p (s2)));
}

/* True if EXPR is unlimited polymorphic and DUMMY has one of our types, in a
   procedure CALLEE of ours: gfortran takes such an object for one of any type
   with BIND(C), as if an integer that is assigned to it were to become a dim3.  */

static bool
other_type_p (const gfc_symbol *callee, const gfc_symbol *dummy,
	      const gfc_expr *expr)
{
  return (UNLIMITED_POLY (expr) && dummy->ts.type == BT_DERIVED
	  && (cuf_runtime_routine_p (callee)
	      || cuf_from_module_p (callee, "cuf_types")));
}

/* The distance of EXPR from DUMMY of CALLEE.  */

static unsigned
argument_distance (bool device, const gfc_symbol *callee,
		   const gfc_symbol *dummy, const gfc_expr *expr)
{
  if (dummy->attr.flavor == FL_PROCEDURE || expr->expr_type == EXPR_NULL)
    return 0;
  if (other_type_p (callee, dummy, expr))
    return CUF_TOO_FAR;

  unsigned wanted = cuf_dummy_memory (callee, dummy);
  unsigned actual = device ? cuf_expr_memory (expr)
			   : cuf_access_memory (expr);
  unsigned distance
    = cuf_memory_distance (device, wanted,
			   device ? actual : cuf_argument_memory (expr, actual));
  if (distance == CUF_TOO_FAR
      && (cuf_any_memory_p (callee, dummy)
	  || cuf_memory_ignored_p (dummy, wanted, actual)))
    distance = IGNORED_DISTANCE;
  if (distance == CUF_TOO_FAR && !device && dummy->attr.value
      && expr->expr_type == EXPR_VARIABLE && cuf_fetched_in_place_p (expr))
    distance = FETCHED_DISTANCE;
  if (distance != CUF_TOO_FAR
      && (dummy->ts.type == BT_ASSUMED
	  || (dummy->attr.cuf_ignore & CUF_IGNORE_TYPE
	      && dummy->ts.kind != expr->ts.kind)))
    distance += IGNORED_DISTANCE;
  return distance;
}

/* The distance of the arguments ACTUAL, which match CALLEE otherwise and are in
   the order of its dummy arguments.  */

static unsigned
call_distance (bool device, const gfc_symbol *callee,
	       const gfc_formal_arglist *formal,
	       const gfc_actual_arglist *actual)
{
  unsigned sum = 0;

  for (; formal && actual; formal = formal->next, actual = actual->next)
    {
      if (!formal->sym || !actual->expr)
	continue;
      unsigned distance = argument_distance (device, callee, formal->sym,
					     actual->expr);
      if (distance == CUF_TOO_FAR)
	return CUF_TOO_FAR;
      sum += distance;
    }
  return sum;
}

/* Look at CALLEE, too, whose distance is DISTANCE.  As in standard Fortran, a
   procedure that is not elemental comes before one that is.  BINDING is null if
   it is not bound to a type; one that overrides another is looked at first.  */

static void
consider (cuf_closest *c, gfc_symbol *callee, gfc_tbp_generic *binding,
	  unsigned distance)
{
  if (distance == CUF_TOO_FAR || callee == c->closest
      || (c->binding
	  && strcmp (c->binding->specific_st->name,
		     binding->specific_st->name) == 0))
    return;
  if (!c->closest || distance < c->distance
      || (distance == c->distance && c->closest->attr.elemental
	  && !callee->attr.elemental))
    {
      c->distance = distance;
      c->closest = callee;
      c->binding = binding;
      c->rival = NULL;
    }
  else if (distance == c->distance
	   && c->closest->attr.elemental == callee->attr.elemental)
    c->rival = callee;
}

static bool
callable_p (const cuf_search *s, const gfc_symbol *callee)
{
  return s->device ? cuf_callable_on_device_p (callee)
		   : !device_procedure_p (callee);
}

/* Look at CALLEE in all ways; the arguments ACTUAL match it otherwise and are
   in the order of its dummy arguments.  */

static void
consider_match (cuf_search *s, gfc_symbol *callee, gfc_tbp_generic *binding,
		const gfc_actual_arglist *actual)
{
  const gfc_formal_arglist *formal = gfc_sym_get_dummy_args (callee);
  for (int way = 0; way < CUF_N_WAYS; way++)
    if (way != CUF_CALLABLE || callable_p (s, callee))
      consider (&s->found[way], callee, binding,
		call_distance (s->device || way == CUF_ON_DEVICE, callee,
			       formal, actual));
}

/* True if one of the arguments ACTUAL has been made of procedures, as their array
   [P] is, which is an error.  gfortran takes what has their type for the name of
   one.  */

static bool
procedures_in_expression_p (const gfc_actual_arglist *actual)
{
  for (; actual; actual = actual->next)
    if (actual->expr && actual->expr->ts.type == BT_PROCEDURE
	&& !actual->expr->symtree)
      return true;
  return false;
}

/* Look at CALLEE if the arguments ACTUAL match it.  Matching may put them in
   order, so it gets a copy.  */

static void
consider_specific (cuf_search *s, gfc_symbol *callee,
		   gfc_actual_arglist *actual)
{
  gfc_formal_arglist *formal = gfc_sym_get_dummy_args (callee);
  gfc_actual_arglist *copy = gfc_copy_actual_arglist (actual);
  bool elemental = callee->attr.elemental;

  if (!procedures_in_expression_p (copy)
      && gfc_compare_actual_formal (&copy, formal, !elemental, elemental, false,
				    NULL))
    consider_match (s, callee, NULL, copy);
  gfc_free_actual_arglist (copy);
}

/* Begin a search for what a call that is being resolved means.  */

cuf_search::cuf_search ()
  : device (cuf_seen && (cuf_in_device_code_p (gfc_current_ns)
			 || cuf_in_loop_body_p ())), found ()
{
}

/* What S has found, or null.  What cannot be called there is found if nothing
   else matches, for the message about it.  In host code, what is for the device
   matches at last.  */

static const cuf_closest *
result_of_search (const cuf_search *s)
{
  for (const cuf_closest &c : s->found)
    if (c.closest
	&& (&c != &s->found[CUF_ON_DEVICE]
	    || (!s->device && cuf_device_only_p (&c.closest->attr))))
      return &c;
  return NULL;
}

/* Tell if the call at WHERE may be one of two procedures, C says.  */

static void
check_ambiguity (const cuf_closest *c, const locus *where)
{
  if (c->rival && c->distance > 0)
    gfc_error ("Generic call at %L is ambiguous: its arguments are as far from "
	       "those of %qs as from those of %qs", where, c->closest->name,
	       c->rival->name);
}

/* Look at all procedures from INTR on that are subroutines, or functions.  */

static void
search_list (cuf_search *s, gfc_interface *intr, bool subroutine,
	     gfc_actual_arglist *actual)
{
  for (; intr; intr = intr->next)
    {
      const symbol_attribute *attr = &intr->sym->attr;
      if (attr->flavor != FL_PROCEDURE
	  || (subroutine ? attr->function : attr->subroutine))
	continue;
      consider_specific (s, intr->sym, actual);
    }
}

/* How many of the arguments ACTUAL, which match CALLEE for host code otherwise and
   are in the order of FORMAL, are in the wrong memory.  */

static unsigned
misplaced_arguments (const gfc_symbol *callee, const gfc_formal_arglist *formal,
		     const gfc_actual_arglist *actual)
{
  unsigned n = 0;

  for (; formal && actual; formal = formal->next, actual = actual->next)
    if (formal->sym && actual->expr
	&& argument_distance (false, callee, formal->sym, actual->expr)
	   == CUF_TOO_FAR)
      n++;
  return n;
}

/* A copy of the arguments ACTUAL that are present.  */

static gfc_actual_arglist *
copy_present (const gfc_actual_arglist *actual)
{
  gfc_actual_arglist *copy
    = gfc_copy_actual_arglist (const_cast<gfc_actual_arglist *> (actual));

  for (gfc_actual_arglist **a = &copy; *a; )
    if ((*a)->expr)
      a = &(*a)->next;
    else
      {
	gfc_actual_arglist *absent = *a;
	*a = absent->next;
	absent->next = NULL;
	gfc_free_actual_arglist (absent);
      }
  return copy;
}

/* The specific procedure of GENERIC for host code that the arguments ACTUAL match
   but for the memory of as few as possible; null if there is none.  Set *ORDERED
   to a copy of them in the order of its dummy arguments.  */

gfc_symbol *
cuf_closest_on_host (const gfc_symbol *generic,
		     const gfc_actual_arglist *actual,
		     gfc_actual_arglist **ordered)
{
  gfc_symbol *closest = NULL;
  unsigned least = 0;

  *ordered = NULL;
  for (gfc_interface *intr = generic->generic; intr; intr = intr->next)
    {
      gfc_symbol *callee = intr->sym;
      if (callee->attr.flavor != FL_PROCEDURE || device_procedure_p (callee))
	continue;
      gfc_formal_arglist *formal = gfc_sym_get_dummy_args (callee);
      gfc_actual_arglist *copy = copy_present (actual);
      bool elemental = callee->attr.elemental;
      if (gfc_compare_actual_formal (&copy, formal, !elemental, elemental,
				     false, NULL))
	{
	  unsigned n = misplaced_arguments (callee, formal, copy);
	  if (!closest || n < least)
	    {
	      std::swap (copy, *ordered);
	      closest = callee;
	      least = n;
	    }
	}
      gfc_free_actual_arglist (copy);
    }
  return closest;
}

/* Set *CLOSEST to the procedure in INTR that is closest to the arguments *AP,
   or to null if none matches.  Return false if the rules of standard Fortran
   are all there is, as they are where NULL () is an argument: HAS_NULL.  */

bool
cuf_search_interface (gfc_interface *intr, bool has_null, int subroutine,
		      gfc_actual_arglist **ap, gfc_symbol **closest)
{
  if (has_null || !cuf_seen)
    return false;

  cuf_search s;
  search_list (&s, intr, subroutine, *ap);
  const cuf_closest *c = result_of_search (&s);
  *closest = c ? c->closest : NULL;
  if (!c)
    return true;
  check_ambiguity (c, *ap && (*ap)->expr ? &(*ap)->expr->where
						: &gfc_current_locus);
  return gfc_arglist_matches_symbol (ap, c->closest);
}

/* MATCHES if the arguments ACTUAL, in the order of the dummy arguments, match
   the binding BINDING otherwise.  Return true if they do and that is all there
   is to it; if it is not, S remembers the binding.  */

bool
cuf_consider_binding (cuf_search *s, gfc_tbp_generic *binding,
		      const gfc_actual_arglist *actual, bool matches)
{
  if (!matches || !cuf_seen)
    return matches;

  consider_match (s, binding->specific->u.specific->n.sym, binding, actual);
  return false;
}

/* The closest of the bindings that S has looked at, whose name is *NAME then,
   for a call at WHERE; null if there is none.  */

static gfc_typebound_proc *
closest_binding (const cuf_search *s, const char **name, const locus *where)
{
  const cuf_closest *c = result_of_search (s);
  if (!c)
    return NULL;
  check_ambiguity (c, where);
  *name = c->binding->specific_st->name;
  return c->binding->specific;
}

/* Let the type-bound call E, to generic *GENNAME, be of the closest binding that
   S has looked at, whose name *GENNAME is then, and *NAME if NAME is not null.
   Return false if there is none.  */

bool
cuf_choose_binding (const cuf_search *s, gfc_expr *e, const char **genname,
		    const char **name)
{
  gfc_typebound_proc *proc = closest_binding (s, genname, &e->where);
  if (!proc)
    return false;
  e->value.compcall.tbp = proc;
  if (name)
    *name = *genname;
  return true;
}

/* Set *PROC to the closest binding that S has looked at for an operator with the
   operand BASE, *TB_BASE to BASE and *NAME to the binding's name.  Return false
   if there is none.  */

bool
cuf_choose_operator (const cuf_search *s, gfc_expr *base, gfc_expr **tb_base,
		     const char **name, gfc_typebound_proc **proc)
{
  gfc_typebound_proc *closest = closest_binding (s, name, &base->where);
  if (!closest)
    return false;
  *tb_base = base;
  *proc = closest;
  return true;
}

/* True if the dummy arguments S1 and S2, which have to be alike, are in memories
   that are.  If not, say so in ERRMSG of LENGTH characters, unless that is
   null.  */

bool
cuf_compare_memory (const gfc_symbol *s1, const gfc_symbol *s2, char *errmsg,
		    int length)
{
  if (!memories_differ_p (s1, s2))
    return true;
  if (errmsg)
    snprintf (errmsg, length, "Memory attribute mismatch in argument '%s'",
	      s1->name);
  return false;
}
