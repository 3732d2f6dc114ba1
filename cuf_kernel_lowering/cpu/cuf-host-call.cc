/* Calls that hand device data to other code than CUDA Fortran's.
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
#include "tree.h"
#include "fold-const.h"
#include "function.h"
#include "gfortran.h"
#include "trans.h"
#include "cuf-trans.h"
#include "cuf-lower.h"

/* A procedure that is no CUDA Fortran, as those of an MPI library that takes
   device data, uses CUDA's legacy default stream, or waits for that: so it sees
   what kernels in all blocking streams have written.  The cpu backend's kernels
   run beside the program, and such a library knows nothing of them.  The
   runtime waits before the call then.

   What is written in CUDA Fortran knows what it does.  Its dummy arguments have
   attributes, and it is a procedure of a module or a contained one, or defined
   in the same file.  Of any other nothing is known but its interface, at
   most.  */

/* True if PROC is of the runtime library, which waits where it has to.  */

static bool
library_p (const gfc_symbol *proc)
{
  const char *name = proc->binding_label ? proc->binding_label : proc->name;
  return strncasecmp (name, "gcuf_", 5) == 0;
}

/* The definition in this file of PROC, which is external; null if there is
   none.  */

static gfc_symbol *
definition (const gfc_symbol *proc)
{
  gfc_symbol *found = NULL;
  const char *name = proc->binding_label ? proc->binding_label : proc->name;
  const gfc_gsymbol *global = gfc_find_gsymbol (gfc_gsym_root, name);
  if (global && global->ns && global->defined)
    gfc_find_symbol (global->sym_name ? global->sym_name : proc->name,
		     global->ns, 0, &found);
  return found;
}

/* True if EXPR refers to a procedure that a type binds.  */

static bool
type_bound_p (const gfc_expr *expr)
{
  for (const gfc_ref *ref = expr ? expr->ref : NULL; ref; ref = ref->next)
    if (ref->type == REF_COMPONENT && ref->u.c.sym->attr.vtype)
      return true;
  return false;
}

/* True if PROC, to which EXPR refers where it is a component, can be CUDA
   Fortran as far as is known of it.  */

static bool
own_procedure_p (const gfc_symbol *proc, gfc_expr *expr)
{
  if (type_bound_p (expr))
    return true;
  if ((expr && gfc_is_proc_ptr_comp (expr)) || proc->attr.proc_pointer
      || proc->attr.dummy)
    return false;
  return (proc->attr.proc == PROC_MODULE || proc->attr.proc == PROC_INTERNAL
	  || proc->attr.module_procedure || definition (proc));
}

/* True if EXPR is the component of a C_DEVPTR.  */

static bool
part_of_devptr_p (const gfc_expr *expr)
{
  const gfc_ref *ref = expr->expr_type == EXPR_VARIABLE ? expr->ref : NULL;
  while (ref && ref->next)
    ref = ref->next;
  return (ref && ref->type == REF_COMPONENT
	  && strcmp (ref->u.c.sym->name, "c_devptr") == 0);
}

/* True if EXPR is the address of device data as a value.  */

static bool
device_address_p (const gfc_expr *expr)
{
  if (part_of_devptr_p (expr))
    return true;
  if (expr->ts.type == BT_DERIVED
      && strcmp (expr->ts.u.derived->name, "c_devptr") == 0)
    return true;
  return (expr->expr_type == EXPR_FUNCTION && expr->value.function.isym
	  && expr->value.function.isym->id == GFC_ISYM_C_LOC
	  && cuf_expr_memory (expr->value.function.actual->expr)
	     != CUF_MEM_NONE);
}

/* True if a procedure, CUDA Fortran if OWN, may look at what kernels write
   where it is given EXPR for the dummy argument DUMMY, which is null if it is
   not known.  */

static bool
hand_over_p (const gfc_expr *expr, const gfc_symbol *dummy, bool own)
{
  if (device_address_p (expr))
    return !own;
  switch (cuf_expr_memory (expr))
    {
    case CUF_MEM_DEVICE:
    case CUF_MEM_CONSTANT:
      return !own || !dummy || cuf_symbol_memory (dummy) == CUF_MEM_NONE;
    case CUF_MEM_MANAGED:
    case CUF_MEM_UNIFIED:
      return !own;
    default:
      return false;
    }
}

/* The dummy arguments of PROC, or of the component to which EXPR refers.  */

static const gfc_formal_arglist *
dummy_arguments (gfc_symbol *proc, gfc_expr *expr)
{
  const gfc_component *c = expr ? gfc_get_proc_ptr_comp (expr) : NULL;
  if (c)
    return c->ts.interface ? c->ts.interface->formal : NULL;
  const gfc_formal_arglist *formal = gfc_sym_get_dummy_args (proc);
  gfc_symbol *defined = formal ? NULL : definition (proc);
  return defined ? gfc_sym_get_dummy_args (defined) : formal;
}

/* BLOCK is to call PROC with ARGS; EXPR is the reference to it, null for a
   subroutine that is no component.  Append the waiting if it may look at what
   kernels write.  */

void
cuf_wait_before_call (gfc_symbol *proc, gfc_expr *expr,
		      const gfc_actual_arglist *args, stmtblock_t *block)
{
  if (!cuf_seen || cuf_generating_device_code_p ()
      || proc->attr.intrinsic || proc->attr.proc == PROC_INTRINSIC
      || cuf_kernel_p (&proc->attr) || library_p (proc))
    return;

  const bool own = own_procedure_p (proc, expr);
  const gfc_formal_arglist *formal = dummy_arguments (proc, expr);
  for (; args; args = args->next)
    {
      if (args->expr && hand_over_p (args->expr, formal ? formal->sym : NULL,
				     own))
	{
	  tree call = build_call_expr (cuf_tree (CUF_FN_WAIT_BEFORE_CALL), 0);
	  gfc_add_expr_to_block (block, call);
	  return;
	}
      formal = formal ? formal->next : NULL;
    }
}
