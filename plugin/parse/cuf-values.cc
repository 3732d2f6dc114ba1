/* Values of other types, and formats, than the standard allows.
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
#include "constructor.h"

/* The type that an operation with operands of types A and B has, numbers
   both, or logical values.  */

static gfc_typespec
wider_type (const gfc_typespec *a, const gfc_typespec *b)
{
  gfc_typespec wider = *a;

  if (a->type == b->type)
    {
      if (b->kind > a->kind)
	wider = *b;
    }
  else if (a->type == BT_INTEGER || b->type == BT_INTEGER)
    wider = a->type == BT_INTEGER ? *b : *a;
  else
    {
      wider.type = BT_COMPLEX;
      wider.kind = MAX (a->kind, b->kind);
    }
  return wider;
}

/* Make *TS a type that all elements in BASE can be converted to, but null at
   first; set *MIXED if they have several.  Return false if there is none.  */

static bool
common_type (gfc_constructor_base base, gfc_typespec *ts, bool *mixed)
{
  for (gfc_constructor *c = gfc_constructor_first (base); c;
       c = gfc_constructor_next (c))
    {
      gfc_expr *e = c->expr;
      if (e->expr_type == EXPR_ARRAY)
	{
	  if (!common_type (e->value.constructor, ts, mixed))
	    return false;
	  continue;
	}
      if (!gfc_numeric_ts (&e->ts) && e->ts.type != BT_LOGICAL)
	return false;
      if (ts->type == BT_UNKNOWN)
	*ts = e->ts;
      else if (ts->type != e->ts.type || ts->kind != e->ts.kind)
	{
	  if ((ts->type == BT_LOGICAL) != (e->ts.type == BT_LOGICAL))
	    return false;
	  *ts = wider_type (ts, &e->ts);
	  *mixed = true;
	}
    }
  return true;
}

/* The elements of ARRAY, a constructor, have been resolved.  If they are numbers
   of several types or kinds, and it does not say of which it is, it is of the
   one that an operation with all of them would have.  */

void
cuf_adapt_elements (gfc_expr *array)
{
  gfc_typespec ts;
  bool mixed = false;

  if (array->ts.type != BT_UNKNOWN || !cuf_dialect_p ())
    return;
  gfc_clear_ts (&ts);
  if (!common_type (array->value.constructor, &ts, &mixed) || !mixed)
    return;
  gfc_warning (OPT_Wpedantic, "Array constructor at %L with elements of several "
	       "types or kinds is an extension: all become %s", &array->where,
	       gfc_typename (&ts));
  array->ts = ts;
}

/* I and J are the arguments of NAME, which is IAND, IEOR or IOR, two integers: if
   they are of different kinds let both be of the larger.  gfortran has done so
   up to GCC 8, and resolves such functions still.  */

void
cuf_adapt_kinds (gfc_expr *i, gfc_expr *j, const char *name)
{
  if (i->ts.kind == j->ts.kind || !cuf_dialect_p ())
    return;
  gfc_expr *narrow = i->ts.kind < j->ts.kind ? i : j;
  gfc_typespec ts = narrow == i ? j->ts : i->ts;
  gfc_warning (OPT_Wpedantic, "Arguments of %qs at %L of different kinds are an "
	       "extension: both become %s", name, &i->where, gfc_typename (&ts));
  gfc_convert_type (narrow, &ts, 2);
}

/* True if real numbers can be bounds of an implied loop over VAR; REAL_OK says
   that they can be bounds of this loop to gfortran.  They are converted to
   VAR's type.  */

bool
cuf_real_bounds_p (const gfc_expr *var, bool real_ok)
{
  return real_ok || (var->ts.type == BT_INTEGER && cuf_dialect_p ());
}

/* E refers to the intrinsic function ID.  If that is NOT, and its argument a
   logical value, make it the operation .NOT. and return true.  gfortran has
   suppressed errors if ERROR_FLAG is zero.  */

bool
cuf_adapt_not (gfc_isym_id id, gfc_expr *e, int error_flag)
{
  gfc_actual_arglist *args = e->value.function.actual;

  if (id != GFC_ISYM_NOT || !args || !args->expr || args->next
      || args->expr->ts.type != BT_LOGICAL || !cuf_dialect_p ())
    return false;
  if (!error_flag)
    gfc_pop_suppress_errors ();
  gfc_warning (OPT_Wpedantic, "Function NOT of a logical value at %L is an "
	       "extension", &e->where);

  gfc_expr *op = gfc_get_expr ();
  op->expr_type = EXPR_OP;
  op->where = e->where;
  op->value.op.op = INTRINSIC_NOT;
  op->value.op.op1 = args->expr;
  args->expr = NULL;
  op->rank = op->value.op.op1->rank;
  op->ts = op->value.op.op1->ts;
  gfc_replace_expr (e, op);
  gfc_resolve_expr (e);
  gfc_simplify_expr (e, 0);
  return true;
}

/* A constant format is wrong at WHERE, which MESSAGE says with ELEMENT.  The
   program need not come there.  Return false if gfortran is to report it; else
   nothing behind *POSITION has been looked at.  */

bool
cuf_leave_format (const char *message, char element, locus *where,
		  int *position)
{
  if (!cuf_dialect_p ())
    return false;
  if (strstr (message, "%qc"))
    gfc_warning (0, message, element, where);
  else
    gfc_warning (0, message, where);
  *position = INT_MAX;
  return true;
}
