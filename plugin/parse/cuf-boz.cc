/* BOZ constants wherever a number can stand.
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
#include "arith.h"
#include "constructor.h"
#include "cuf-check.h"

/* To gfortran a BOZ constant has no type, and may stand where the standard lets
   it: in DATA statements and as an argument of INT, IAND and the like.  Existing
   programs have them as initial values, elements, operands and arguments.  There
   such a constant gets the type of what it meets, and has its bits; where it
   meets nothing that has a type it is an integer of default kind, or of the
   least kind that has all of its bits.  */

/* gfortran is about to report a BOZ constant at WHERE.  Return true if it is
   not to.  */

bool
cuf_boz_allowed_p (locus *where)
{
  if (!cuf_dialect_p ())
    return false;
  gfc_warning (OPT_Wpedantic, "BOZ constant at %L here is an extension", where);
  return true;
}

/* The bits that E, a BOZ constant, has without zeros in front.  */

static int
significant_bits (const gfc_expr *e)
{
  mpz_t value;

  mpz_init_set_str (value, e->boz.str, e->boz.rdx);
  int bits = mpz_sizeinbase (value, 2);
  mpz_clear (value);
  return bits;
}

/* The kind of an integer that has all bits of E.  */

static int
integer_kind (const gfc_expr *e)
{
  int bits = significant_bits (e);
  int i = gfc_validate_kind (BT_INTEGER, gfc_default_integer_kind, false);

  while (gfc_integer_kinds[i].bit_size < bits
	 && gfc_integer_kinds[i + 1].kind != 0)
    i++;
  return gfc_integer_kinds[i].kind;
}

/* Make E, a BOZ constant, one of the type TS, or if that is null or no type of
   numbers, an integer.  */

static void
convert_boz (gfc_expr *e, const gfc_typespec *ts)
{
  /* Parentheses or a sign around one.  */
  if (e->expr_type == EXPR_OP)
    {
      cuf_adapt_boz (e->value.op.op1, ts);
      cuf_adapt_boz (e->value.op.op2, ts);
      e->ts = e->value.op.op1->ts;
      return;
    }
  gfc_warning (OPT_Wpedantic, "BOZ constant at %L here is an extension",
	       &e->where);
  if (ts && (ts->type == BT_REAL || ts->type == BT_COMPLEX))
    gfc_boz2real (e, ts->kind);
  else if (ts && ts->type == BT_INTEGER)
    gfc_boz2int (e, ts->kind);
  else
    gfc_boz2int (e, integer_kind (e));
}

/* If E, which may be null, is a BOZ constant, make it one of the type TS.
   Return false if it still is one.  */

bool
cuf_adapt_boz (gfc_expr *e, const gfc_typespec *ts)
{
  if (!e || e->ts.type != BT_BOZ)
    return true;
  if (!cuf_dialect_p ())
    return false;
  convert_boz (e, ts);
  return true;
}

/* Give BOZ constants among the operands OP1 and OP2, which is null if there is
   one, the type of the other.  */

void
cuf_adapt_boz_operands (gfc_expr *op1, gfc_expr *op2)
{
  const gfc_typespec *ts1 = op1->ts.type != BT_BOZ ? &op1->ts : NULL;
  const gfc_typespec *ts2 = op2 && op2->ts.type != BT_BOZ ? &op2->ts : NULL;

  cuf_adapt_boz (op1, ts2);
  cuf_adapt_boz (op2, ts1);
}

/* --- Array constructors -------------------------------------------------- */

/* Where nothing else says what the elements are, what an array is assigned to
   does: they are integers until then, and know that they are bits.  */

/* The type of the first element of BASE that has one and is a number, or
   null.  */

static const gfc_typespec *
element_type (gfc_constructor_base base)
{
  for (gfc_constructor *c = gfc_constructor_first (base); c;
       c = gfc_constructor_next (c))
    {
      const gfc_typespec *ts = (c->expr->expr_type == EXPR_ARRAY
				? element_type (c->expr->value.constructor)
				: &c->expr->ts);
      if (ts && gfc_numeric_ts (const_cast<gfc_typespec *> (ts)))
	return ts;
    }
  return NULL;
}

/* The kind of integers that has all bits of the BOZ constants in BASE, at least
   KIND.  */

static int
common_kind (gfc_constructor_base base, int kind)
{
  for (gfc_constructor *c = gfc_constructor_first (base); c;
       c = gfc_constructor_next (c))
    if (c->expr->expr_type == EXPR_ARRAY)
      kind = MAX (kind, common_kind (c->expr->value.constructor, kind));
    else if (c->expr->ts.type == BT_BOZ && c->expr->expr_type == EXPR_CONSTANT)
      kind = MAX (kind, integer_kind (c->expr));
  return kind;
}

/* Give the BOZ constants in BASE the type TS; BITS says that it may change.  */

static void
convert_elements (gfc_constructor_base base, const gfc_typespec *ts, bool bits)
{
  for (gfc_constructor *c = gfc_constructor_first (base); c;
       c = gfc_constructor_next (c))
    if (c->expr->expr_type == EXPR_ARRAY)
      convert_elements (c->expr->value.constructor, ts, bits);
    else if (c->expr->ts.type == BT_BOZ)
      {
	convert_boz (c->expr, ts);
	c->expr->cuf_bits = bits;
      }
}

/* BASE has the elements of an array constructor, which says that they are of
   type TS, or null.  */

void
cuf_adapt_boz_elements (gfc_constructor_base base, const gfc_typespec *ts)
{
  gfc_typespec integer;

  if (!cuf_dialect_p ())
    return;
  if (!ts)
    ts = element_type (base);
  if (!ts)
    {
      gfc_clear_ts (&integer);
      integer.type = BT_INTEGER;
      integer.kind = common_kind (base, gfc_default_integer_kind);
    }
  convert_elements (base, ts ? ts : &integer, !ts);
}

/* True if ARRAY has nothing but elements that are bits.  */

static bool
bits_p (const gfc_expr *array)
{
  for (gfc_constructor *c = gfc_constructor_first (array->value.constructor);
       c; c = gfc_constructor_next (c))
    if (c->expr->expr_type != EXPR_CONSTANT || !c->expr->cuf_bits
	|| c->expr->ts.type != BT_INTEGER)
      return false;
  return gfc_constructor_first (array->value.constructor) != NULL;
}

/* Make E, an integer that was a BOZ constant, one of type TS with its bits.  */

static void
reinterpret (gfc_expr *e, const gfc_typespec *ts)
{
  int i = gfc_validate_kind (BT_INTEGER, e->ts.kind, false);
  mpz_t bits;

  mpz_init (bits);
  mpz_fdiv_r_2exp (bits, e->value.integer, gfc_integer_kinds[i].bit_size);
  char *digits = mpz_get_str (NULL, 16, bits);
  mpz_clears (bits, e->value.integer, NULL);
  e->ts.type = BT_BOZ;
  e->boz.rdx = 16;
  e->boz.len = strlen (digits);
  e->boz.str = digits;
  if (ts->type == BT_REAL)
    gfc_boz2real (e, ts->kind);
  else
    gfc_boz2int (e, ts->kind);
}

/* E is a value of a CASE statement.  If it is a BOZ constant make it an integer,
   whose kind follows when that of the construct's is known.  Return true.  */

bool
cuf_adapt_case (gfc_expr *e)
{
  if (e->ts.type == BT_BOZ && cuf_adapt_boz (e))
    e->cuf_bits = 1;
  return true;
}

/* The construct's is TS.  */

void
cuf_adapt_case_value (gfc_expr *e, const gfc_typespec *ts)
{
  if (e->cuf_bits && e->expr_type == EXPR_CONSTANT && e->ts.type == BT_INTEGER
      && ts->type == BT_INTEGER && ts->kind != e->ts.kind)
    reinterpret (e, ts);
}

/* ARRAY, if it is an array constructor, is about to be assigned to something of
   type TS.  If its elements are bits, make them of that type.  */

void
cuf_adapt_bits (gfc_expr *array, const gfc_typespec *ts)
{
  if (array->expr_type != EXPR_ARRAY || array->ts.type != BT_INTEGER
      || (ts->type != BT_REAL && ts->type != BT_INTEGER)
      || (ts->type == BT_INTEGER && ts->kind == array->ts.kind)
      || !bits_p (array))
    return;
  for (gfc_constructor *c = gfc_constructor_first (array->value.constructor);
       c; c = gfc_constructor_next (c))
    reinterpret (c->expr, ts);
  array->ts = *ts;
}

/* --- Arguments ------------------------------------------------------------ */

/* ARGS are the arguments of a reference to the intrinsic procedure ID.  Those
   that take a BOZ constant know what it becomes, unless all arguments are.  */

void
cuf_adapt_intrinsic_arguments (gfc_isym_id id, gfc_actual_arglist *args)
{
  const gfc_typespec *ts = NULL;

  if (!cuf_dialect_p ())
    return;
  for (gfc_actual_arglist *a = args; a && !ts; a = a->next)
    if (a->expr && gfc_numeric_ts (&a->expr->ts))
      ts = &a->expr->ts;

  switch (id)
    {
    case GFC_ISYM_INT:
    case GFC_ISYM_INT2:
    case GFC_ISYM_INT8:
    case GFC_ISYM_LONG:
    case GFC_ISYM_REAL:
    case GFC_ISYM_DBLE:
    case GFC_ISYM_CMPLX:
    case GFC_ISYM_BGE:
    case GFC_ISYM_BGT:
    case GFC_ISYM_BLE:
    case GFC_ISYM_BLT:
      return;
    case GFC_ISYM_AND:
    case GFC_ISYM_OR:
    case GFC_ISYM_XOR:
    case GFC_ISYM_IAND:
    case GFC_ISYM_IOR:
    case GFC_ISYM_IEOR:
    case GFC_ISYM_DSHIFTL:
    case GFC_ISYM_DSHIFTR:
    case GFC_ISYM_MERGE_BITS:
      if (ts)
	return;
      break;
    default:
      break;
    }
  for (gfc_actual_arglist *a = args; a; a = a->next)
    cuf_adapt_boz (a->expr, ts);
}

/* True if references to SYM, which has been found under the name of a
   procedure, may be to an intrinsic procedure, or be structure constructors:
   these know by themselves what a BOZ constant becomes.  */

static bool
converts_itself_p (const gfc_symbol *sym)
{
  return (sym->attr.intrinsic
	  || (sym->attr.generic
	      && gfc_find_dt_in_generic (const_cast<gfc_symbol *> (sym)))
	  || (!sym->attr.external && !sym->formal && !sym->attr.contained
	      && !sym->attr.proc_pointer
	      && (gfc_find_function (sym->name)
		  || gfc_find_subroutine (sym->name))));
}

/* ARGS are the arguments of a call of SYM, not resolved yet.  Give the BOZ
   constants among them the types of its dummy arguments, if these are known.
   Without them, and for generic procedures, they are integers.  */

void
cuf_adapt_boz_arguments (const gfc_symbol *sym, gfc_actual_arglist *args)
{
  if (!sym || !cuf_dialect_p () || converts_itself_p (sym))
    return;

  gfc_symbol *procedure = const_cast<gfc_symbol *> (sym);
  gfc_formal_arglist *f
    = sym->attr.generic ? NULL : gfc_sym_get_dummy_args (procedure);
  for (gfc_actual_arglist *a = args; a; a = a->next)
    {
      gfc_formal_arglist *named = f;
      if (a->name && !sym->attr.generic)
	for (named = gfc_sym_get_dummy_args (procedure);
	     named && !(named->sym && strcmp (named->sym->name, a->name) == 0);
	     named = named->next)
	  ;
      cuf_adapt_boz (a->expr, named && named->sym ? &named->sym->ts : NULL);
      f = f ? f->next : NULL;
    }
}
