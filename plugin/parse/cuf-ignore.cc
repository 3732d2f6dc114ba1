/* The directive IGNORE_TKR: what of a dummy argument is not compared.
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
#include "gfortran.h"
#include "match.h"
#include "cuf-check.h"

/* `!dir$ ignore_tkr [[(letters)] name, ...]' stands in the specification part
   of a procedure or an interface body.  Without names it is about all dummy
   arguments, without letters about all but contiguity, as is the letter A.
   PGI's compilers also had ignore_tr.  */

#define IGNORE_ALL \
  (CUF_IGNORE_TYPE | CUF_IGNORE_KIND | CUF_IGNORE_RANK | CUF_IGNORE_DEVICE \
   | CUF_IGNORE_MANAGED)

/* What LETTER stands for, zero for nothing.  */

static unsigned
letter_meaning (char letter)
{
  switch (letter)
    {
    case 'a':
      return IGNORE_ALL;
#define MEANING(NAME, letter) case letter: return CUF_IGNORE_##NAME;
    CUF_IGNORES (MEANING)
#undef MEANING
    default:
      return 0;
    }
}

/* Match `(letters)' into *IGNORED, which keeps its value if there are none.  */

static match
match_letters (unsigned *ignored)
{
  if (gfc_match_char ('(') != MATCH_YES)
    return MATCH_YES;

  *ignored = 0;
  while (gfc_match_char (')') != MATCH_YES)
    {
      gfc_gobble_whitespace ();
      unsigned meaning = letter_meaning (gfc_next_ascii_char ());
      if (meaning == 0)
	{
	  gfc_error ("Expected the letters T, K, R, D, M, A and C in "
		     "parentheses in IGNORE_TKR directive at %C");
	  return MATCH_ERROR;
	}
      *ignored |= meaning;
    }
  return MATCH_YES;
}

/* Match one dummy argument with the letters before it, without which IGNORED is
   ignored.  */

static match
match_dummy (unsigned ignored)
{
  char name[GFC_MAX_SYMBOL_LEN + 1];
  gfc_symbol *sym = NULL;

  match m = match_letters (&ignored);
  if (m != MATCH_YES)
    return m;
  m = gfc_match_name (name);
  if (m != MATCH_YES)
    return MATCH_ERROR;

  gfc_find_symbol (name, gfc_current_ns, 0, &sym);
  if (!sym || !sym->attr.dummy)
    {
      gfc_error ("%qs in IGNORE_TKR directive at %C is not a dummy argument",
		 name);
      return MATCH_ERROR;
    }
  sym->attr.cuf_ignore |= ignored;
  return MATCH_YES;
}

/* Match what follows the directive's name, if this is CUDA Fortran.  Without
   letters IGNORED is ignored.  */

static match
match_ignored (unsigned ignored)
{
  if (cuf_off)
    return MATCH_NO;
  cuf_seen = true;
  if (gfc_match_eos () == MATCH_YES)
    {
      const gfc_symbol *proc = gfc_current_ns->proc_name;
      for (gfc_formal_arglist *f = proc ? proc->formal : NULL; f; f = f->next)
	if (f->sym)
	  f->sym->attr.cuf_ignore |= ignored;
      return MATCH_YES;
    }

  do
    {
      match m = match_dummy (ignored);
      if (m != MATCH_YES)
	return m;
    }
  while (gfc_match_char (',') == MATCH_YES);

  if (gfc_match_eos () == MATCH_YES)
    return MATCH_YES;
  gfc_error ("Expected %<,%> or the end of the line in IGNORE_TKR directive at "
	     "%C");
  return MATCH_ERROR;
}

/* The same behind `!dir$ ignore_tkr', and behind the older `ignore_tr', which is
   not about memories.  */

match
cuf_match_ignore_tkr (void)
{
  return match_ignored (IGNORE_ALL);
}

match
cuf_match_ignore_tr (void)
{
  return match_ignored (CUF_IGNORE_TYPE | CUF_IGNORE_RANK);
}

/* True if the type TS need not be that of DUMMY: the type itself, and the kind with
   it, or the kind alone is ignored.  */

bool
cuf_type_ignored_p (const gfc_symbol *dummy, const gfc_typespec *ts)
{
  unsigned ignored = dummy->attr.cuf_ignore;

  return (ignored & CUF_IGNORE_TYPE
	  || (ignored & CUF_IGNORE_KIND && dummy->ts.type == ts->type));
}

/* True if the rank of DUMMY is ignored.  */

bool
cuf_rank_ignored_p (const gfc_symbol *dummy)
{
  return dummy->attr.cuf_ignore & CUF_IGNORE_RANK;
}

/* True if DUMMY takes a procedure for the address that it is: a C pointer whose
   type is ignored and that is passed by value.  */

bool
cuf_takes_procedure_p (const gfc_symbol *dummy)
{
  const gfc_typespec *ts = &dummy->ts;

  return (dummy->attr.cuf_ignore & CUF_IGNORE_TYPE && dummy->attr.value
	  && ts->type == BT_DERIVED && ts->u.derived->ts.is_iso_c);
}

/* True if the dummy argument SYM is passed by a descriptor that knows its
   bounds.  */

static bool
descriptor_p (const gfc_symbol *sym)
{
  return sym->as && (sym->as->type == AS_ASSUMED_SHAPE
		     || sym->as->type == AS_DEFERRED
		     || sym->as->type == AS_ASSUMED_RANK);
}

/* True if S1 and S2, dummy arguments of an interface body and of the procedure
   itself, or of two others that have to be alike, may have different shapes: a
   directive in one of them says so, and both are passed in the same way.  */

bool
cuf_shapes_ignored_p (const gfc_symbol *s1, const gfc_symbol *s2)
{
  return ((cuf_rank_ignored_p (s1) || cuf_rank_ignored_p (s2))
	  && descriptor_p (s1) == descriptor_p (s2));
}

/* The same of their types.  The length of a character variable is an argument
   of its own.  */

bool
cuf_types_ignored_p (const gfc_symbol *s1, const gfc_symbol *s2)
{
  return ((cuf_type_ignored_p (s1, &s2->ts) || cuf_type_ignored_p (s2, &s1->ts))
	  && !s1->attr.value && !s2->attr.value
	  && (s1->ts.type == BT_CHARACTER) == (s2->ts.type == BT_CHARACTER)
	  && (s1->ts.type == BT_CLASS) == (s2->ts.type == BT_CLASS));
}

/* Where DUMMY is passed by value and its kind, or type, is ignored, EXPR, the actual
   argument, is converted to that kind: there is no other way to pass it.  The
   procedures of module cudafor so take counts and streams of any integer
   kind.  */

void
cuf_convert_ignored_kind (const gfc_symbol *dummy, gfc_expr *expr)
{
  gfc_typespec ts = dummy->ts;

  if (dummy->attr.value
      && dummy->attr.cuf_ignore & (CUF_IGNORE_TYPE | CUF_IGNORE_KIND)
      && expr->ts.type == ts.type && expr->ts.kind != ts.kind
      && gfc_numeric_ts (&ts))
    gfc_convert_type (expr, &ts, 2);
}

/* Let dimension DIM of AR, a reference to ARRAY or a section of it, be its
   first element's.  Return false if who knows which that is.  */

static bool
take_first (gfc_array_ref *ar, int dim, gfc_expr *array)
{
  gcc_checking_assert (ar->type == AR_FULL || ar->type == AR_SECTION);
  const gfc_expr *stride = ar->type == AR_SECTION ? ar->stride[dim] : NULL;
  if (ar->type == AR_SECTION && ar->dimen_type[dim] == DIMEN_VECTOR)
    return false;
  if (ar->type == AR_FULL || !ar->start[dim])
    {
      if (stride && stride->expr_type != EXPR_CONSTANT)
	return false;
      bool back = stride && mpz_sgn (stride->value.integer) < 0;
      ar->start[dim]
	= gfc_build_intrinsic_call (gfc_current_ns,
				    back ? GFC_ISYM_UBOUND : GFC_ISYM_LBOUND,
				    back ? "ubound" : "lbound", array->where, 2,
				    gfc_copy_expr (array),
				    gfc_get_int_expr (gfc_index_integer_kind,
						      &array->where, dim + 1));
    }
  gfc_free_expr (ar->end[dim]);
  gfc_free_expr (ar->stride[dim]);
  ar->end[dim] = ar->stride[dim] = NULL;
  ar->dimen_type[dim] = DIMEN_ELEMENT;
  return true;
}

/* The reference of EXPR to an array or a section of it, if nothing follows it;
   else null.  */

static gfc_array_ref *
last_array_ref (gfc_expr *expr)
{
  gfc_ref *ref = expr->expr_type == EXPR_VARIABLE ? expr->ref : NULL;
  while (ref && ref->next)
    ref = ref->next;
  return (ref && ref->type == REF_ARRAY
	  && (ref->u.ar.type == AR_FULL || ref->u.ar.type == AR_SECTION)
	  ? &ref->u.ar : NULL);
}

/* The whole array of which the last reference of EXPR is a part.  */

static gfc_expr *
whole_array (const gfc_expr *expr)
{
  gfc_expr *array = gfc_copy_expr (const_cast<gfc_expr *> (expr));
  gfc_ref **last = &array->ref;
  while ((*last)->next)
    last = &(*last)->next;
  gfc_array_spec *as = (*last)->u.ar.as;
  gfc_free_ref_list (*last);
  *last = NULL;
  gfc_free_shape (&array->shape, array->rank);
  array->rank = as->rank;
  gfc_add_full_array_ref (array, as);
  return array;
}

/* EXPR is an actual argument for DUMMY.  If that is a polymorphic scalar whose
   rank is ignored, it stands for an array by its first element.  */

void
cuf_pass_first_element (const gfc_symbol *dummy, gfc_expr *expr)
{
  if (!cuf_rank_ignored_p (dummy) || expr->rank == 0
      || dummy->ts.type != BT_CLASS || CLASS_DATA (dummy)->as)
    return;

  gfc_array_ref *ar = last_array_ref (expr);
  bool found = ar != NULL;
  if (found)
    {
      gfc_expr *array = whole_array (expr);
      for (int dim = 0; found && dim < array->rank; dim++)
	found = take_first (ar, dim, array);
      ar->type = AR_ELEMENT;
      ar->dimen = array->rank;
      expr->rank = 0;
      gfc_free_expr (array);
    }
  if (!found)
    gfc_error ("Actual argument at %L for dummy argument %qs, a polymorphic "
	       "scalar whose rank is ignored, must be an array or a section "
	       "whose first element is known", &expr->where, dummy->name);
  else
    gfc_resolve_expr (expr);
}
