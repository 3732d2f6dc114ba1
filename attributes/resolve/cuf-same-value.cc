/* Comparison of expressions as they are written.
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
#include "dependency.h"
#include "cuf-check.h"

/* gfc_dep_compare_expr knows when two expressions have one value, whatever
   happens between them: calls of functions that are not pure, constructors and
   logical constants are never equal.  Here the two are evaluated one after the
   other, and it is enough that they are written in the same way.  */

/* True if A and B are both null or the same.  */

static bool
same_or_null_p (gfc_expr *a, gfc_expr *b)
{
  return a && b ? cuf_same_value_p (a, b) : a == b;
}

static bool
same_array_ref_p (const gfc_array_ref *a, const gfc_array_ref *b)
{
  if (a->type != b->type)
    return false;
  if (a->type == AR_FULL)
    return true;
  if (a->dimen != b->dimen)
    return false;
  for (int i = 0; i < a->dimen; i++)
    if (a->dimen_type[i] != b->dimen_type[i]
	|| !same_or_null_p (a->start[i], b->start[i])
	|| !same_or_null_p (a->end[i], b->end[i])
	|| !same_or_null_p (a->stride[i], b->stride[i]))
      return false;
  return true;
}

/* True if the references A and B lead to the same part of a variable.  */

static bool
same_refs_p (const gfc_ref *a, const gfc_ref *b)
{
  for (; a && b; a = a->next, b = b->next)
    {
      if (a->type != b->type)
	return false;
      switch (a->type)
	{
	case REF_ARRAY:
	  if (!same_array_ref_p (&a->u.ar, &b->u.ar))
	    return false;
	  break;
	case REF_COMPONENT:
	  if (a->u.c.component != b->u.c.component)
	    return false;
	  break;
	case REF_SUBSTRING:
	  if (!same_or_null_p (a->u.ss.start, b->u.ss.start)
	      || !same_or_null_p (a->u.ss.end, b->u.ss.end))
	    return false;
	  break;
	case REF_INQUIRY:
	  if (a->u.i != b->u.i)
	    return false;
	  break;
	default:
	  gcc_unreachable ();
	}
    }
  return a == b;
}

/* True if the calls A and B are of one function with the same arguments.  */

static bool
same_calls_p (const gfc_expr *a, const gfc_expr *b)
{
  if (a->value.function.isym != b->value.function.isym
      || a->value.function.esym != b->value.function.esym)
    return false;
  if (!a->value.function.isym && !a->value.function.esym
      && a->symtree->n.sym != b->symtree->n.sym)
    return false;
  gfc_actual_arglist *p = a->value.function.actual;
  gfc_actual_arglist *q = b->value.function.actual;
  for (; p && q; p = p->next, q = q->next)
    if (!same_or_null_p (p->expr, q->expr))
      return false;
  return p == q;
}

/* True if the implied loops A and B make the same iterations with the same
   variable; each may be null.  */

static bool
same_iterators_p (const gfc_iterator *a, const gfc_iterator *b)
{
  if (!a || !b)
    return a == b;
  return cuf_same_value_p (a->var, b->var)
	 && cuf_same_value_p (a->start, b->start)
	 && cuf_same_value_p (a->end, b->end)
	 && cuf_same_value_p (a->step, b->step);
}

/* True if the constructors A and B, of arrays or structures, have the same
   parts.  */

static bool
same_constructors_p (const gfc_expr *a, const gfc_expr *b)
{
  gfc_constructor *p = gfc_constructor_first (a->value.constructor);
  gfc_constructor *q = gfc_constructor_first (b->value.constructor);
  for (; p && q; p = gfc_constructor_next (p), q = gfc_constructor_next (q))
    if (mpz_cmp (p->offset, q->offset) != 0
	|| !same_iterators_p (p->iterator, q->iterator)
	|| !same_or_null_p (p->expr, q->expr))
      return false;
  return p == q;
}

static bool
same_constants_p (gfc_expr *a, gfc_expr *b)
{
  if (a->ts.type == BT_LOGICAL)
    return a->value.logical == b->value.logical;
  return gfc_dep_compare_expr (a, b) == 0;
}

/* True if A and B are of the same type, and are the same value when one is
   evaluated right after the other.  A volatile variable is none, and what is
   called through a pointer or a type's binding is taken for different.  */

bool
cuf_same_value_p (gfc_expr *a, gfc_expr *b)
{
  if (a->expr_type != b->expr_type || a->rank != b->rank
      || !gfc_compare_types (&a->ts, &b->ts))
    return false;
  switch (a->expr_type)
    {
    case EXPR_CONSTANT:
      return same_constants_p (a, b);
    case EXPR_VARIABLE:
      return a->symtree->n.sym == b->symtree->n.sym
	     && !a->symtree->n.sym->attr.volatile_
	     && same_refs_p (a->ref, b->ref);
    case EXPR_OP:
      return a->value.op.op == b->value.op.op
	     && same_or_null_p (a->value.op.op1, b->value.op.op1)
	     && same_or_null_p (a->value.op.op2, b->value.op.op2);
    case EXPR_FUNCTION:
      return same_calls_p (a, b) && same_refs_p (a->ref, b->ref);
    case EXPR_ARRAY:
    case EXPR_STRUCTURE:
      return same_constructors_p (a, b) && same_refs_p (a->ref, b->ref);
    case EXPR_SUBSTRING:
      return gfc_dep_compare_expr (a, b) == 0;
    case EXPR_NULL:
      return true;
    default:
      return false;
    }
}
