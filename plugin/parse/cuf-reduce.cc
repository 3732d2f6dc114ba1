/* Reductions in kernel loops: operators, clauses.
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
#include "match.h"
#include "cuf-compat.h"

bool cuf_info_p;

/* The operators, each with the types that it takes.  */

#define ON(TYPE) (1u << BT_##TYPE)

static const struct
{
  const char *name;		/* In the source.  */
  const char *symbol;		/* In names of libgcuf/intrinsics/reductions.def.  */
  unsigned types;
}
operators[] =
{
  { "+", "add", ON (INTEGER) | ON (REAL) | ON (COMPLEX) },
  { "*", "mul", ON (INTEGER) | ON (REAL) },
  { "max", "max", ON (INTEGER) | ON (REAL) },
  { "min", "min", ON (INTEGER) | ON (REAL) },
  { "iand", "iand", ON (INTEGER) },
  { "ior", "ior", ON (INTEGER) },
  { "ieor", "ieor", ON (INTEGER) },
  { ".and.", "and", ON (LOGICAL) },
  { ".or.", "or", ON (LOGICAL) }
};

static_assert (ARRAY_SIZE (operators) == CUF_REDUCE_NONE,
	       "a row for each operator");

/* How OP, which is not CUF_REDUCE_NONE, is written.  */

const char *
cuf_reduce_name (enum cuf_reduce_op op)
{
  gcc_assert (op < CUF_REDUCE_NONE);
  return operators[op].name;
}

/* What names of the runtime library have for OP, which is not
   CUF_REDUCE_NONE.  */

const char *
cuf_reduce_symbol (enum cuf_reduce_op op)
{
  gcc_assert (op < CUF_REDUCE_NONE);
  return operators[op].symbol;
}

/* True if the runtime library has reductions of TS: those of the integers and
   logicals up to 8 bytes, of half, single and double precision.  */

static bool
supported_kind_p (const gfc_typespec *ts)
{
  return (ts->kind == 4 || ts->kind == 8 || cuf_half_p (ts)
	  || ((ts->type == BT_INTEGER || ts->type == BT_LOGICAL
	       || cuf_unsigned_p (ts))
	      && (ts->kind == 1 || ts->kind == 2)));
}

/* True if there is a reduction by OP into what has type TS.  Unsigned numbers are
   reduced as the integers of the same bits, where that is the same.  */

static bool
operator_takes_p (enum cuf_reduce_op op, const gfc_typespec *ts)
{
  const unsigned types = operators[op].types;

  if (cuf_unsigned_p (ts))
    return (types & ON (INTEGER)) && op != CUF_REDUCE_MAX
	   && op != CUF_REDUCE_MIN;
  return types & (1u << ts->type);
}

/* True if REF is the real or the imaginary part of a complex variable.  */

bool
cuf_complex_part_p (const gfc_ref *ref)
{
  return (ref->type == REF_INQUIRY
	  && (ref->u.i == INQUIRY_RE || ref->u.i == INQUIRY_IM));
}

/* Check that TARGET can be reduced into by OP.  Return false if not.  */

bool
cuf_check_reduction (enum cuf_reduce_op op, gfc_expr *target)
{
  if (!operator_takes_p (op, &target->ts))
    gfc_error ("Reduction with %<%s%> at %L cannot be into %qs, of type %s",
	       operators[op].name, &target->where,
	       target->symtree->n.sym->name, gfc_typename (&target->ts));
  else if (!supported_kind_p (&target->ts))
    gfc_error ("Reduction at %L into %qs of type %s is not supported",
	       &target->where, target->symtree->n.sym->name,
	       gfc_typename (&target->ts));
  else
    return true;
  return false;
}

/* True if A and B are the same element.  */

static bool
same_element_p (const gfc_array_ref *a, const gfc_array_ref *b)
{
  if (a->type != AR_ELEMENT || b->type != AR_ELEMENT)
    return false;
  for (int i = 0; i < a->dimen; i++)
    if (gfc_dep_compare_expr (a->start[i], b->start[i]) != 0)
      return false;
  return true;
}

/* True if A and B name the same scalar in the same way.  */

bool
cuf_same_scalar_p (const gfc_expr *a, const gfc_expr *b)
{
  if (a->expr_type != EXPR_VARIABLE || b->expr_type != EXPR_VARIABLE
      || a->symtree->n.sym != b->symtree->n.sym)
    return false;

  const gfc_ref *p = a->ref, *q = b->ref;
  for (; p && q; p = p->next, q = q->next)
    {
      if (p->type != q->type)
	return false;
      if (p->type == REF_COMPONENT)
	{
	  if (p->u.c.component != q->u.c.component)
	    return false;
	}
      else if (p->type == REF_INQUIRY)
	{
	  if (p->u.i != q->u.i)
	    return false;
	}
      else if (p->type != REF_ARRAY || !same_element_p (&p->u.ar, &q->u.ar))
	return false;
    }
  return !p && !q;
}

/* REF, or what follows it if that is the component that a type has from the one
   that it extends: `x%parent%c' is `x%c', too.  */

static const gfc_ref *
without_parents (const gfc_ref *ref)
{
  while (ref && ref->type == REF_COMPONENT && ref->u.c.sym
	 && ref->u.c.sym->attr.extension
	 && ref->u.c.component == ref->u.c.sym->components)
    ref = ref->next;
  return ref;
}

/* True if A and B may share memory: they are of the same variable, and are not
   different components, elements or parts of a complex number of it.  */

bool
cuf_overlap_p (const gfc_expr *a, const gfc_expr *b)
{
  if (a->symtree->n.sym != b->symtree->n.sym)
    return false;
  const gfc_ref *p = without_parents (a->ref), *q = without_parents (b->ref);
  for (; p && q;
       p = without_parents (p->next), q = without_parents (q->next))
    {
      if (p->type != q->type)
	return true;
      if (p->type == REF_COMPONENT
	  && p->u.c.component != q->u.c.component)
	return false;
      if (cuf_complex_part_p (p) && p->u.i != q->u.i)
	return false;
      if (p->type == REF_ARRAY && p->u.ar.type == AR_ELEMENT
	  && q->u.ar.type == AR_ELEMENT)
	for (int i = 0; i < p->u.ar.dimen; i++)
	  {
	    int order = gfc_dep_compare_expr (p->u.ar.start[i],
					      q->u.ar.start[i]);
	    if (order == 1 || order == -1)
	      return false;
	  }
    }
  return true;
}

/* Append a reduction with OP into TARGET to those of K.  */

void
cuf_add_reduction (cuf_kernel_do *k, enum cuf_reduce_op op, gfc_expr *target)
{
  cuf_reduction **end = &k->reductions;
  while (*end)
    end = &(*end)->next;
  *end = XCNEW (cuf_reduction);
  (*end)->op = op;
  (*end)->target = target;
}

/* Free the reductions of K.  */

void
cuf_free_reductions (cuf_kernel_do *k)
{
  while (cuf_reduction *r = k->reductions)
    {
      k->reductions = r->next;
      gfc_free_expr (r->target);
      free (r);
    }
}

/* --- Clauses -------------------------------------------------------------- */

/* Match an operator and the colon behind it.  */

static match
match_operator (enum cuf_reduce_op *op)
{
  for (unsigned i = 0; i < ARRAY_SIZE (operators); i++)
    {
      char *pattern = concat (" ", operators[i].name, " :", NULL);
      match m = gfc_match (pattern);
      free (pattern);
      if (m == MATCH_YES)
	{
	  *op = (enum cuf_reduce_op) i;
	  return MATCH_YES;
	}
    }
  gfc_error ("Expected an operator and a colon at %C in a reduction clause: "
	     "%<+%>, %<*%>, %<max%>, %<min%>, %<iand%>, %<ior%>, %<ieor%>, "
	     "%<.and.%> or %<.or.%>");
  return MATCH_ERROR;
}

/* Match `OP: VARIABLE, ...)'.  */

static match
match_clause (cuf_kernel_do *k)
{
  enum cuf_reduce_op op;
  match m = match_operator (&op);
  if (m != MATCH_YES)
    return m;
  do
    {
      gfc_expr *target;
      m = gfc_match_variable (&target, 0);
      if (m == MATCH_NO)
	gfc_error ("Expected a variable at %C in a reduction clause");
      if (m != MATCH_YES)
	return MATCH_ERROR;
      cuf_add_reduction (k, op, target);
    }
  while (gfc_match_char (',') == MATCH_YES);
  if (gfc_match_char (')') == MATCH_YES)
    return MATCH_YES;
  gfc_error ("Expected %<,%> or %<)%> at %C in a reduction clause");
  return MATCH_ERROR;
}

/* Match any number of clauses.  */

match
cuf_match_reductions (cuf_kernel_do *k)
{
  while (gfc_match (" reduce (") == MATCH_YES
	 || gfc_match (" reduction (") == MATCH_YES)
    if (match_clause (k) != MATCH_YES)
      return MATCH_ERROR;
  return MATCH_YES;
}

/* True if all subscripts in E are constant.  */

static bool
constant_subscripts_p (const gfc_expr *e)
{
  for (const gfc_ref *ref = e->ref; ref; ref = ref->next)
    if (ref->type == REF_ARRAY)
      for (int i = 0; i < ref->u.ar.dimen; i++)
	if (!ref->u.ar.start[i]
	    || ref->u.ar.start[i]->expr_type != EXPR_CONSTANT)
	  return false;
  return true;
}

/* Resolve the variables in the clauses of K.  */

void
cuf_resolve_reductions (cuf_kernel_do *k)
{
  for (cuf_reduction *r = k->reductions; r; r = r->next)
    {
      gfc_expr *target = r->target;
      if (!gfc_resolve_expr (target))
	continue;
      if (target->expr_type != EXPR_VARIABLE || target->rank != 0
	  || !constant_subscripts_p (target))
	gfc_error ("Reduction at %L must be into a scalar variable, or an "
		   "element of an array with constant subscripts",
		   &target->where);
      else
	cuf_check_reduction (r->op, target);
      for (cuf_reduction *s = k->reductions; s != r; s = s->next)
	if (cuf_same_scalar_p (s->target, target))
	  gfc_error ("Variable %qs at %L is in more than one reduction clause",
		     target->symtree->n.sym->name, &target->where);
    }
}
