/* Types that data on a device can have.
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
#include "cuf-compat.h"
#include "cuf-check.h"

/* True if TS, which is no character or derived type, is a type that device
   code can hold.  */

bool
cuf_scalar_type_ok_p (const gfc_typespec *ts)
{
  switch (ts->type)
    {
    case BT_INTEGER:
    case BT_LOGICAL:
    case BT_REAL:
      return ts->kind <= 8;

    case BT_COMPLEX:
      return ts->kind == 4 || ts->kind == 8;

    default:
      return !cuf_unsigned_p (ts) || ts->kind <= 8;
    }
}

/* True if TS is of one character of the default kind.  */

static bool
single_character_p (const gfc_typespec *ts)
{
  const gfc_expr *length = ts->u.cl ? ts->u.cl->length : NULL;

  return ts->kind == 1 && !ts->deferred && length
	 && length->expr_type == EXPR_CONSTANT
	 && length->ts.type == BT_INTEGER
	 && mpz_cmp_si (length->value.integer, 1) == 0;
}

/* True if the component C is a text of constant length, which is part of the
   object.  */

static bool
text_component_p (const gfc_component *c)
{
  const gfc_charlen *cl = c->ts.type == BT_CHARACTER ? c->ts.u.cl : NULL;

  return cl && c->ts.kind == 1 && !c->ts.deferred && cl->length
	 && cl->length->expr_type == EXPR_CONSTANT
	 && !c->attr.pointer && !c->attr.allocatable;
}

/* True if every component of the derived type TYPE can be on the device.  What
   a component only points to is looked at where it is declared.  */

static bool
derived_ok_p (gfc_symbol *type)
{
  for (gfc_component *c = type->components; c; c = c->next)
    if (c->attr.proc_pointer
	|| (!text_component_p (c)
	    && !(c->ts.type == BT_DERIVED
		 && (c->attr.pointer || c->attr.allocatable))
	    && !cuf_type_ok_p (&c->ts)))
      return false;
  return true;
}

/* True if data of type TS can be on the device.  */

bool
cuf_type_ok_p (gfc_typespec *ts)
{
  switch (ts->type)
    {
    case BT_CHARACTER:
      return single_character_p (ts);

    case BT_DERIVED:
      return !ts->u.derived || derived_ok_p (ts->u.derived);

    case BT_CLASS:
    case BT_ASSUMED:
    case BT_PROCEDURE:
      return false;

    default:
      return cuf_scalar_type_ok_p (ts);
    }
}

/* The name of TYPE in messages.  gfortran's takes lengths of characters that are
   no constants for zero.  */

const char *
cuf_type_name (const gfc_typespec *type)
{
  const gfc_expr *length
    = type->type == BT_CHARACTER && type->u.cl ? type->u.cl->length : NULL;
  if (type->type != BT_CHARACTER
      || (length && length->expr_type == EXPR_CONSTANT))
    return gfc_typename (const_cast<gfc_typespec *> (type));
  if (type->deferred)
    return "CHARACTER(:)";
  return length ? "CHARACTER of variable length" : "CHARACTER(*)";
}
