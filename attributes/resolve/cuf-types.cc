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

/* True if the component C is a pointer or allocatable: the object has no more of it
   than an address and what describes it.  */

static bool
indirect_component_p (const gfc_component *c)
{
  return (c->attr.proc_pointer || c->attr.pointer || c->attr.allocatable
	  || c->ts.type == BT_CLASS);
}

/* True if the first value of the component C is an address of the host's.  */

static bool
begins_with_address_p (const gfc_component *c)
{
  return (c->ts.type == BT_CLASS
	  || (c->attr.proc_pointer && c->initializer
	      && c->initializer->expr_type != EXPR_NULL));
}

/* True if the component C of an object with HOST components can be for host code.  */

static bool
left_to_host_p (const gfc_component *c, cuf_host_components host)
{
  return (host != CUF_HOST_NO_COMPONENTS && indirect_component_p (c)
	  && (host == CUF_HOST_COMPONENTS || !begins_with_address_p (c)));
}

/* The first component of the derived type TYPE, or of a type in that, which cannot
   be on the device, or null; in *OWNER the type that declares it.  What a component
   only points to is looked at where it is declared.  HOST says which components can
   be for host code alone.  */

gfc_component *
cuf_wrong_component (gfc_symbol *type, cuf_host_components host,
		     const gfc_symbol **owner)
{
  for (gfc_component *c = type->components; c; c = c->next)
    {
      if (left_to_host_p (c, host) || text_component_p (c))
	continue;
      *owner = type;
      if (c->attr.proc_pointer)
	return c;
      if (c->ts.type != BT_DERIVED)
	{
	  if (!cuf_type_ok_p (&c->ts))
	    return c;
	}
      else if (c->ts.u.derived && !c->attr.pointer && !c->attr.allocatable)
	if (gfc_component *inner = cuf_wrong_component (c->ts.u.derived, host,
							owner))
	  return inner;
    }
  return NULL;
}

/* True if device code cannot use what the component C stands for, which an object in
   managed memory may have.  */

bool
cuf_host_component_p (gfc_component *c)
{
  return (c->attr.proc_pointer
	  || (indirect_component_p (c) && c->ts.type != BT_DERIVED
	      && !cuf_type_ok_p (&c->ts)));
}

/* Why the component C cannot be on the device.  */

const char *
cuf_component_reason (const gfc_component *c)
{
  if (c->attr.proc_pointer)
    return _("is a procedure pointer");
  if (c->ts.type == BT_CLASS)
    return _("is polymorphic");
  if (c->ts.type == BT_CHARACTER && (c->attr.pointer || c->attr.allocatable))
    return _("points to characters that are not single");
  return _("has a type that devices do not have");
}

/* True if every component of the derived type TYPE can be on the device.  */

static bool
derived_ok_p (gfc_symbol *type)
{
  const gfc_symbol *owner;
  return !cuf_wrong_component (type, CUF_HOST_NO_COMPONENTS, &owner);
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
