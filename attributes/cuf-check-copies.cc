/* Types of what the CUDA runtime API copies.
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

/* The routines that copy take variables of any type, and a count that is one of
   elements of the destination.  Where elements of the source have another size
   somebody has confused kinds: it would be copied in part, or more than it
   has.  */

/* The number of bytes of an element of TS, or 0 if it is not known here.  */

static HOST_WIDE_INT
element_bytes (const gfc_typespec *ts)
{
  switch (ts->type)
    {
    case BT_INTEGER:
    case BT_LOGICAL:
    case BT_REAL:
      return ts->kind;
    case BT_COMPLEX:
      return 2 * ts->kind;
    default:
      return 0;
    }
}

/* The argument in ACTUAL for the dummy argument NAME of any type of CALLEE, or
   null.  */

static gfc_expr *
argument_for (const gfc_symbol *callee, gfc_actual_arglist *actual,
	      const char *name)
{
  gfc_formal_arglist *formal = callee->formal;
  for (; formal && actual; formal = formal->next, actual = actual->next)
    if (formal->sym && formal->sym->ts.type == BT_ASSUMED
	&& strcmp (formal->sym->name, name) == 0)
      return actual->expr;
  return NULL;
}

/* CALLEE is called as NAME with the arguments ACTUAL: warn if it copies elements
   of one size to those of another.  */

void
cuf_check_copied_types (const gfc_symbol *callee, const char *name,
			gfc_actual_arglist *actual)
{
  if (!cuf_from_module_p (callee, "cuf_memcpy"))
    return;
  gfc_expr *dst = argument_for (callee, actual, "dst");
  gfc_expr *src = argument_for (callee, actual, "src");
  if (!dst || !src)
    return;
  HOST_WIDE_INT to = element_bytes (&dst->ts), from = element_bytes (&src->ts);
  if (to && from && to != from)
    gfc_warning (0, "Elements of %s at %L are copied to %s by %qs, which "
		 "counts elements of the latter and does not convert them",
		 gfc_typename (src), &src->where, gfc_typename (dst), name);
}
