/* The rules of CUDA Fortran: walks over the resolved program units.
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

/* gfortran resolves a whole program unit before it comes here, so that every
   name is known for what it is.  A unit may still hold errors that have been
   reported: nothing here relies on more than the parse tree being there.  */

#include "config.h"
#include "system.h"
#include "coretypes.h"
#include "options.h"
#include "gfortran.h"
#include "cuf-check.h"

/* Check SYM, if it is declared by an interface body.  */

static void
check_interface_body (gfc_symbol *sym)
{
  if (sym->attr.if_source == IFSRC_IFBODY && !sym->attr.use_assoc
      && sym->formal_ns && sym->formal_ns != sym->ns)
    cuf_check_interface_body (sym);
}

/* Check the program unit NS and those that it contains.  */

static void
check_unit (gfc_namespace *ns)
{
  cuf_scope scope = { ns, NULL, true, false, false, NULL, NULL, false,
		      NULL, NULL, false, NULL };

  /* gfortran writes some procedures itself, as the one that copies objects of
     a derived type.  */
  if (ns->omp_udr_ns || (ns->proc_name && ns->proc_name->attr.artificial))
    return;

  if (ns->proc_name && ns->proc_name->attr.flavor == FL_PROCEDURE)
    {
      /* With ENTRY statements, PROC_NAME is a procedure of gfortran's own.  */
      scope.proc = ns->entries ? ns->entries->sym : ns->proc_name;
      gcc_assert (scope.proc);
      scope.device = cuf_device_code_p (&scope.proc->attr);
      scope.host = !cuf_device_only_p (&scope.proc->attr);
      cuf_check_procedure (&scope);
    }

  cuf_check_data (&scope, ns);
  gfc_traverse_ns (ns, check_interface_body);
  gfc_traverse_ns (ns, cuf_check_namelist);
  /* Whether it is a routine of OpenACC is seen by this, as during resolution.  */
  gfc_namespace *outer = gfc_current_ns;
  gfc_current_ns = ns;
  cuf_check_statements (&scope, &ns->code);
  gfc_current_ns = outer;

  for (gfc_namespace *n = ns->contained; n; n = n->sibling)
    check_unit (n);
}

/* Check NS, which has just been resolved with all that it contains.  Only whole
   program units are checked: a BLOCK and a module procedure, which may be
   resolved before the rest, come with them; the interface of a procedure of
   another module has been checked there.  Return true if gfortran's passes can
   change NS now, false if they are to wait: what they make of a procedure is
   not for the rules, and has no small arrays left.  */

bool
cuf_check_namespace (gfc_namespace *ns)
{
  int errors;

  if (ns->parent)
    return !cuf_seen;
  if (!ns->proc_name || ns->proc_name->attr.use_assoc)
    return true;
  if (cuf_seen)
    cuf_expand_namespace (ns);
  if (cuf_seen || cuf_dialect_p ())
    check_unit (ns);
  gfc_get_errors (NULL, &errors);
  if (cuf_seen && errors == 0)
    cuf_expand_device_code (ns);
  return true;
}
