/* Expressions of generated programs.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of cudafortran.

   Cudafortran is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   Cudafortran is distributed in the hope that it will be useful, but
   WITHOUT ANY WARRANTY; without even the implied warranty of
   MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.  See the GNU
   General Public License for more details.

   You should have received a copy of the GNU General Public License
   along with cudafortran; see the file COPYING.  If not, see
   <http://www.gnu.org/licenses/>.  */

#include "generate.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

struct scope *scope;

/* The size of the arrays that stand for scalars, or 0.  */
static int array_size;

struct variable *
declare (struct variable v)
{
  assert (scope->count < MAX_VARIABLES);
  scope->variable[scope->count] = v;
  return &scope->variable[scope->count++];
}

int
set_array_size (int size)
{
  int before = array_size;
  array_size = size;
  return before;
}

static struct value
integer_value (int type, const char *text, double low, double high)
{
  assert (low <= high);
  return (struct value) { text, type, low, high, 0 };
}

static struct value
real_value (int type, const char *text, double most, int scale)
{
  return (struct value) { text, type, -most, most, scale };
}

static struct value
logical_value (int type, const char *text)
{
  return (struct value) { text, type, 0, 0, 0 };
}

struct value
stored_value (int type, const char *text)
{
  const struct type_info *info = &type_info[type];
  if (info->base == INTEGER)
    return integer_value (type, text, -info->bound, info->bound);
  return real_value (type, text, info->bound, info->scale);
}

/* V, an integer, between -LIMIT and LIMIT.  */

static struct value
limit_integer (struct value v, double limit)
{
  if (v.low >= -limit && v.high <= limit)
    return v;
  if (limit + 1 > type_info[v.type].limit)
    limit--;
  const char *modulus = constant (v.type, limit + 1);
  switch (pick (4))
    {
    case 0:
      return integer_value (v.type,
			    format ("modulo (%s, %s)", v.text, modulus), 0,
			    limit);
    case 1:
      {
	double mask = ldexp (1, ilogb (limit + 1)) - 1;
	return integer_value (v.type,
			      format ("iand (%s, %s)", v.text,
				      constant (v.type, mask)), 0, mask);
      }
    default:
      return integer_value (v.type, format ("mod (%s, %s)", v.text, modulus),
			    -limit, limit);
    }
}

/* V, a real, of at most LIMIT, a power of two, and SCALE digits behind the
   point.  */

static struct value
limit_real (struct value v, double limit, int scale)
{
  if (v.scale > scale)
    {
      v.text = format (chance (50) ? "aint (%s)" : "anint (%s)", v.text);
      v.scale = 0;
      v.high = ceil (v.high);
    }
  if (v.high > limit)
    {
      v.text = format ("mod (%s, %s)", v.text, constant (v.type, limit));
      v.high = limit;
    }
  v.low = -v.high;
  return v;
}

bool
exact (int type, double most, int scale)
{
  if (type == R2 && (most > 32768 || scale > 10))
    return false;
  return ldexp (most, scale) <= ldexp (1, type_info[type].limit)
	 && scale < 100;
}

/* V, a complex value, with parts of at most LIMIT and SCALE digits behind the
   point.  */

static struct value
limit_complex (struct value v, double limit, int scale)
{
  if (v.scale <= scale && v.high <= limit)
    return v;
  struct value part = real_value (part_type (v.type), NULL, v.high, v.scale);
  part.text = format ("real (%s)", v.text);
  struct value re = limit_real (part, limit, scale);
  part.text = format ("aimag (%s)", v.text);
  struct value im = limit_real (part, limit, scale);
  v.text = format ("cmplx (%s, %s, %s)", re.text, im.text,
		   type_info[v.type].kind);
  v.high = fmax (re.high, im.high);
  v.scale = re.scale > im.scale ? re.scale : im.scale;
  v.low = -v.high;
  return v;
}

/* V, a number, so that the real type TYPE has it.  */

static struct value
limit_for_real (struct value v, int type)
{
  const struct type_info *info = &type_info[type];
  if (type_info[v.type].base == INTEGER)
    return limit_integer (v, fmin (ldexp (1, info->limit) - 1,
				   type == R2 ? 1000 : type == R4 ? 10000
				   : 1e9));
  if (exact (type, v.high, v.scale))
    return v;
  if (base_of (v.type) == COMPLEX)
    return limit_complex (v, info->bound, info->scale);
  return limit_real (v, info->bound, info->scale);
}

/* V, a number, as the real TYPE has it after a conversion that TEXT does.  */

static struct value
converted_to_real (struct value v, int type, const char *text)
{
  return real_value (type, text, fmax (fabs (v.low), fabs (v.high)), v.scale);
}

static struct value expression_1 (int type, int depth);

/* The text of subscripts of V: those of the thread's element or any.  */

static const char *
subscripts (const struct variable *v, int depth)
{
  if (v->access == OWN_ELEMENT)
    return v->subscripts;
  const char *text = "";
  for (int d = 0; d < v->rank; d++)
    {
      const char *index
	= index_value (v->lower[d], v->lower[d] + v->size[d] - 1, depth);
      text = d ? format ("%s, %s", text, index) : index;
    }
  return text;
}

/* The variable V, an element of it or a component of that, down to an intrinsic
   type.  */

static struct value
reference (const struct variable *v, int depth)
{
  const char *text = v->name;
  int type = v->type;
  if (v->rank)
    text = format ("%s(%s)", text, subscripts (v, depth));
  while (base_of (type) == DERIVED)
    {
      const struct derived *t = &derived[type - TYPES];
      const struct component *c = &t->component[pick (t->count)];
      text = format ("%s%%%s", text, c->name);
      if (c->size)
	text = format ("%s(%s)", text, index_value (1, c->size, depth));
      type = c->type;
    }
  if (v->limited)
    return integer_value (type, text, v->low, v->high);
  return stored_value (type, text);
}

bool
pick_place (struct value *result)
{
  for (int tries = 0; tries < 60 && scope->count; tries++)
    {
      const struct variable *v = &scope->variable[pick (scope->count)];
      if (v->writable)
	{
	  *result = reference (v, 1);
	  return true;
	}
    }
  return false;
}

struct variable *
pick_whole (int type, int size, bool writable)
{
  for (int tries = 0; tries < 30 && scope->count; tries++)
    {
      struct variable *v = &scope->variable[pick (scope->count)];
      if (v->whole && v->type == type && v->rank == 1 && v->size[0] >= size
	  && (v->writable || !writable))
	return v;
    }
  return NULL;
}

/* Something that the program stores, of a type with TYPE's base; of TYPE itself
   if EXACTLY.  */

static bool
pick_reference (int type, bool exactly, int depth, struct value *result)
{
  for (int tries = 0; tries < 25 && scope->count; tries++)
    {
      const struct variable *v = &scope->variable[pick (scope->count)];
      if (array_size && v->whole && v->rank == 1 && v->type == type
	  && v->size[0] == array_size && !v->limited)
	{
	  *result = stored_value (type, v->name);
	  return true;
	}
      /* Do not write the subscripts of what is not wanted.  */
      if (base_of (v->type) != DERIVED
	  && (exactly ? v->type != type
	      : base_of (v->type) != base_of (type)))
	continue;
      int size = set_array_size (0);
      struct value r = reference (v, depth);
      set_array_size (size);
      if (exactly ? r.type == type : base_of (r.type) == base_of (type))
	{
	  *result = r;
	  return true;
	}
    }
  return false;
}

/* What ends an expression of TYPE.  */

static struct value
leaf (int type, int depth)
{
  const struct type_info *info = &type_info[type];
  struct value v;
  if (chance (array_size ? 50 : 75)
      && pick_reference (type, true, depth, &v))
    return v;
  if (array_size && chance (40)
      && array_function (type, array_size, depth - 1, &v))
    return v;
  if (array_size == 0 && chance (20) && pick_reduction (type, depth - 1, &v))
    return v;
  switch (info->base)
    {
    case INTEGER:
      {
	double n = chance (70) ? between (-9, 9)
		   : between (-info->bound < -1e6 ? -1000000 : -info->bound,
			      info->bound > 1e6 ? 1000000 : info->bound);
	return integer_value (type, constant (type, n), n, n);
      }
    case REAL:
      {
	int scale = pick (info->scale + 1);
	double x = ldexp (between (-16, 16), -scale);
	return real_value (type, constant (type, x), fabs (x), scale);
      }
    case COMPLEX:
      return real_value (type, constant (type, between (-8, 8)), 8, 1);
    case LOGICAL:
      return logical_value (type, constant (type, pick (2)));
    default:
      abort ();
    }
}

/* Predefined variables.  */

static bool
pick_predefined (struct value *result)
{
  static const char *const names[] =
    { "threadidx", "blockidx", "blockdim", "griddim" };
  static const char *const parts[] = { "x", "y", "z" };
  if (scope->threadless)
    return false;
  if (current_procedure)
    current_procedure->threads = true;
  int name = pick (4);
  int part = pick (3);
  *result = integer_value (I4, format ("%s%%%s", names[name], parts[part]), 1,
			   name % 2 == 0 ? 1024 : 1 << 20);
  return true;
}

/* Two operands of an operation whose result is of TYPE, which one of them need
   not have.  */

static void
operands (int type, int depth, struct value *a, struct value *b)
{
  enum base base = type_info[type].base;
  *a = expression_1 (type, depth - 1);
  int other = type;
  if (chance (20))
    {
      other = pick_numeric_type ();
      if (base_of (other) > base
	  || type_info[other].kind[0] > type_info[type].kind[0]
	  || other == R2 || type == R2)
	other = type;
      if (base_of (other) == INTEGER && base == INTEGER
	  && other > type)
	other = type;
    }
  *b = expression_1 (other, depth - 1);
  if (other != type && base != INTEGER)
    {
      int real = base == COMPLEX ? part_type (type) : type;
      *b = limit_for_real (*b, real);
    }
  if (chance (50))
    {
      struct value t = *a;
      *a = *b;
      *b = t;
    }
}

/* A sum, a difference or a product of integers.  */

static struct value
integer_arithmetic (int type, int depth)
{
  double limit = type_info[type].limit;
  struct value a, b;
  operands (type, depth, &a, &b);
  int what = pick (3);
  if (what == 2)
    {
      double most = fmax (fabs (a.low), fabs (a.high))
		    * fmax (fabs (b.low), fabs (b.high));
      if (most > limit)
	{
	  double root = floor (sqrt (limit)) - 1;
	  double small = fmin (root, 11);
	  a = limit_integer (a, fmin (root, type_info[a.type].limit - 1));
	  b = limit_integer (b, small);
	  most = fmax (fabs (a.low), fabs (a.high)) * small;
	}
      return integer_value (type, format ("(%s * %s)", a.text, b.text), -most,
			    most);
    }
  double most = fmax (fabs (a.low), fabs (a.high))
		+ fmax (fabs (b.low), fabs (b.high));
  if (most > limit)
    {
      a = limit_integer (a, fmin (floor (limit / 2) - 1,
				  type_info[a.type].limit - 1));
      b = limit_integer (b, fmin (floor (limit / 2) - 1,
				  type_info[b.type].limit - 1));
    }
  if (what)
    return integer_value (type, format ("(%s - %s)", a.text, b.text),
			  a.low - b.high, a.high - b.low);
  return integer_value (type, format ("(%s + %s)", a.text, b.text),
			a.low + b.low, a.high + b.high);
}

/* A quotient or a remainder, and another way to get something smaller.  */

static struct value
integer_division (int type, int depth)
{
  struct value a = expression_1 (type, depth - 1);
  double most = fmax (fabs (a.low), fabs (a.high));
  if (most > type_info[type].limit)
    {
      a = limit_integer (a, type_info[type].limit);
      most = type_info[type].limit;
    }
  const char *b;
  double divisor = 9;
  if (chance (50))
    b = constant (type, divisor = between (1, 100));
  else
    {
      struct value c = expression_1 (type, depth - 1);
      b = format ("(%s + iand (%s, %s))", constant (type, 1), c.text,
		  constant (type, 7));
    }
  switch (pick (3))
    {
    case 0:
      return integer_value (type, format ("(%s / %s)", a.text, b), -most, most);
    case 1:
      return integer_value (type, format ("mod (%s, %s)", a.text, b),
			    -divisor + 1, divisor - 1);
    default:
      return integer_value (type, format ("modulo (%s, %s)", a.text, b), 0,
			    divisor - 1);
    }
}

/* Any bits of the type.  */

static struct value
bits (int type, const char *text)
{
  double all = ldexp (1, 8 * type_info[type].bytes - 1);
  return integer_value (type, text, -all, all);
}

static struct value
integer_bits (int type, int depth)
{
  static const char *const two[] = { "iand", "ior", "ieor" };
  static const char *const shift[] =
    { "ishft", "ishftc", "shiftl", "shiftr", "shifta", "ibset", "ibclr" };
  static const char *const number[] =
    { "popcnt", "leadz", "trailz", "poppar" };
  int width = 8 * type_info[type].bytes;
  struct value a = expression_1 (type, depth - 1);
  switch (pick (5))
    {
    case 0:
      {
	struct value b = expression_1 (type, depth - 1);
	return bits (type, format ("%s (%s, %s)", two[pick (3)], a.text,
				   b.text));
      }
    case 1:
      {
	const char *name = shift[pick (7)];
	if (chance (50))
	  return bits (type, format ("%s (%s, %d)", name, a.text,
				     pick (width)));
	struct value b = expression_1 (I4, depth - 1);
	return bits (type, format ("%s (%s, iand (%s, %d))", name, a.text,
				   b.text, width - 1));
      }
    case 2:
      {
	const char *name = number[pick (4)];
	if (type == I4)
	  return integer_value (type, format ("%s (%s)", name, a.text), 0, 64);
	return integer_value (type, format ("int (%s (%s), %s)", name, a.text,
					    type_info[type].kind), 0, 64);
      }
    case 3:
      {
	int position = pick (width);
	int length = pick (width - position < 7 ? width - position : 7);
	return integer_value (type, format ("ibits (%s, %d, %d)", a.text,
					    position, length), 0,
			      ldexp (1, length) - 1);
      }
    default:
      return bits (type, format ("not (%s)", a.text));
    }
}

/* Conversions to integers.  */

static struct value
integer_conversion (int type, int depth)
{
  static const char *const from_real[] = { "int", "nint", "floor", "ceiling" };
  const char *kind = type_info[type].kind;
  double limit = type_info[type].limit - 2;
  int other = pick_type ();
  struct value v;
  switch (base_of (other))
    {
    case INTEGER:
      v = limit_integer (expression_1 (other, depth - 1),
			 fmin (limit, type_info[other].limit - 1));
      return integer_value (type, format ("int (%s, %s)", v.text, kind), v.low,
			    v.high);
    case REAL:
      {
	double most = ldexp (1, ilogb (limit));
	v = expression_1 (other, depth - 1);
	v = limit_real (v, other == R2 ? fmin (most, 1024) : most, v.scale);
	return integer_value (type, format ("%s (%s, %s)", from_real[pick (4)],
					    v.text, kind),
			      -v.high - 1, v.high + 1);
      }
    case COMPLEX:
      v = limit_complex (expression_1 (other, depth - 1), 32, 8);
      return integer_value (type, format ("int (%s, %s)", v.text, kind), -32,
			    32);
    default:
      v = expression_1 (other, depth - 1);
      return integer_value (type, format ("merge (%s, %s, %s)",
					  constant (type, 1),
					  constant (type, 0), v.text), 0, 1);
    }
}

/* What chooses from two expressions.  */

static struct value
choice (int type, int depth)
{
  struct value a = expression_1 (type, depth - 1);
  struct value b = expression_1 (type, depth - 1);
  enum base base = base_of (type);
  struct value r = a;
  r.low = fmin (a.low, b.low);
  r.high = fmax (a.high, b.high);
  r.scale = a.scale > b.scale ? a.scale : b.scale;
  if ((base == INTEGER || base == REAL) && chance (50))
    r.text = format ("%s (%s, %s)", chance (50) ? "min" : "max", a.text,
		     b.text);
  else
    r.text = format ("merge (%s, %s, %s)", a.text, b.text,
		     condition (depth - 1));
  return r;
}

static struct value
integer_function (int type, int depth)
{
  double limit = type_info[type].limit;
  struct value a = limit_integer (expression_1 (type, depth - 1), limit);
  double most = fmax (fabs (a.low), fabs (a.high));
  switch (pick (3))
    {
    case 0:
      return integer_value (type, format ("abs (%s)", a.text), 0, most);
    case 1:
      {
	struct value b = expression_1 (type, depth - 1);
	return integer_value (type, format ("sign (%s, %s)", a.text, b.text),
			      -most, most);
      }
    default:
      return integer_value (type, format ("(-%s)", a.text), -a.high, -a.low);
    }
}

static struct value
integer_expression (int type, int depth)
{
  struct value v;
  switch (pick (10))
    {
    case 0:
    case 1:
    case 2:
      return integer_arithmetic (type, depth);
    case 3:
      return integer_division (type, depth);
    case 4:
    case 5:
      return integer_bits (type, depth);
    case 6:
      return choice (type, depth);
    case 7:
      return integer_function (type, depth);
    case 8:
      if (type == I4 && pick_predefined (&v))
	return v;
      /* Fall through.  */
    default:
      return integer_conversion (type, depth);
    }
}

/* A sum, difference or product of reals or of complex numbers.  */

static struct value
real_arithmetic (int type, int depth)
{
  bool complex = base_of (type) == COMPLEX;
  int real = complex ? part_type (type) : type;
  struct value a, b;
  operands (type, depth, &a, &b);
  static const char operator[] = "+-*";
  int what = pick (3);
  for (int last = 0;; last++)
    {
      double x = fmax (fabs (a.low), fabs (a.high));
      double y = fmax (fabs (b.low), fabs (b.high));
      double most = what < 2 ? x + y : complex ? 2 * x * y : x * y;
      int scale = what == 2 ? a.scale + b.scale
		  : a.scale > b.scale ? a.scale : b.scale;
      if (exact (real, most, scale))
	return real_value (type, format ("(%s %c %s)", a.text, operator[what],
					 b.text), most, scale);
      assert (!last);
      double limit = real == R2 ? 8 : real == R4 ? 64 : 1024;
      int digits = real == R2 ? 1 : real == R4 ? 3 : 6;
      struct value *each[] = { &a, &b };
      for (int i = 0; i < 2; i++)
	if (base_of (each[i]->type) == INTEGER)
	  *each[i] = limit_integer (*each[i], limit);
	else if (base_of (each[i]->type) == COMPLEX)
	  *each[i] = limit_complex (*each[i], limit, digits);
	else
	  *each[i] = limit_real (*each[i], limit, digits);
    }
}

static struct value
real_conversion (int type, int depth)
{
  const char *kind = type_info[type].kind;
  int other = pick_type ();
  struct value v = expression_1 (other, depth - 1);
  if (base_of (other) == LOGICAL)
    return real_value (type, format ("merge (%s, %s, %s)", constant (type, 1),
				     constant (type, -2), v.text), 2, 0);
  v = limit_for_real (v, type);
  if (base_of (other) == COMPLEX && chance (50))
    {
      if (type != part_type (other))
	return converted_to_real (v, type, format ("real (aimag (%s), %s)",
						   v.text, kind));
      return converted_to_real (v, type, format ("aimag (%s)", v.text));
    }
  return converted_to_real (v, type, format ("real (%s, %s)", v.text, kind));
}

static struct value
real_function (int type, int depth)
{
  const struct type_info *info = &type_info[type];
  struct value a = expression_1 (type, depth - 1);
  switch (pick (9))
    {
    case 0:
      a.text = format ("abs (%s)", a.text);
      return a;
    case 1:
      {
	/* Never a negative zero.  */
	struct value b = expression_1 (I4, depth - 1);
	b = limit_for_real (b, R2);
	a.text = format ("sign (%s, real (%s, %s))", a.text, b.text,
			 info->kind);
	return a;
      }
    case 2:
      return real_value (type, format ("aint (%s)", a.text), a.high, 0);
    case 3:
      a = real_value (type, format ("anint (%s)", a.text), ceil (a.high), 0);
      return a;
    case 4:
      a = limit_real (a, type == R2 ? 8 : 64, type == R2 ? 1 : 3);
      a.text = format ("sqrt ((%s) ** 2)", a.text);
      return a;
    case 5:
      {
	int n = between (1, 3);
	if (!exact (type, a.high, a.scale + n))
	  a = limit_real (a, info->bound, 0);
	return real_value (type, format ("(%s / %s)", a.text,
					 constant (type, ldexp (1, n))),
			   a.high, a.scale + n);
      }
    case 6:
      {
	struct value b = expression_1 (type, depth - 1);
	double high = a.high + b.high;
	int scale = a.scale > b.scale ? a.scale : b.scale;
	if (!exact (type, high, scale))
	  return a;
	return real_value (type, format ("dim (%s, %s)", a.text, b.text),
			   high, scale);
      }
    case 7:
      {
	double modulus = between (1, 10);
	const char *name = chance (50) ? "mod" : "modulo";
	if (!exact (type, a.high + modulus, a.scale))
	  a = limit_real (a, info->bound, info->scale);
	return real_value (type, format ("%s (%s, %s)", name, a.text,
					 constant (type, modulus)),
			   modulus, a.scale);
      }
    default:
      a.text = format ("(-%s)", a.text);
      return a;
    }
}

static struct value
real_expression (int type, int depth)
{
  switch (pick (8))
    {
    case 0:
    case 1:
    case 2:
      return real_arithmetic (type, depth);
    case 3:
    case 4:
      return real_conversion (type, depth);
    case 5:
      return choice (type, depth);
    default:
      return real_function (type, depth);
    }
}

static struct value
complex_expression (int type, int depth)
{
  int real = part_type (type);
  const char *kind = type_info[type].kind;
  struct value a, b;
  switch (pick (7))
    {
    case 0:
    case 1:
      return real_arithmetic (type, depth);
    case 2:
    case 3:
      a = limit_for_real (expression_1 (real, depth - 1), real);
      b = limit_for_real (expression_1 (real, depth - 1), real);
      return real_value (type, format ("cmplx (%s, %s, %s)", a.text, b.text,
				       kind), fmax (a.high, b.high),
			 a.scale > b.scale ? a.scale : b.scale);
    case 4:
      a = expression_1 (type, depth - 1);
      a.text = format ("conjg (%s)", a.text);
      return a;
    case 5:
      {
	int other = type == C4 ? C8 : C4;
	a = limit_for_real (expression_1 (other, depth - 1), real);
	a.text = format ("cmplx (%s, kind=%s)", a.text, kind);
	a.type = type;
	return a;
      }
    default:
      return choice (type, depth);
    }
}

/* Two numbers compared.  */

static const char *
comparison (int depth)
{
  static const char *const operator[] = { "==", "/=", "<", "<=", ">", ">=" };
  int type = pick_numeric_type ();
  struct value a = expression_1 (type, depth - 1);
  struct value b = expression_1 (type, depth - 1);
  int what = pick (base_of (type) == COMPLEX ? 2 : 6);
  return format ("(%s %s %s)", a.text, operator[what], b.text);
}

const char *
condition (int depth)
{
  if (depth <= 0)
    return leaf (L4, 0).text;
  switch (pick (8))
    {
    case 0:
    case 1:
    case 2:
      return comparison (depth);
    case 3:
      {
	static const char *const operator[] =
	  { ".and.", ".or.", ".eqv.", ".neqv." };
	const char *a = condition (depth - 1);
	const char *b = condition (depth - 1);
	return format ("(%s %s %s)", a, operator[pick (4)], b);
      }
    case 4:
      return format ("(.not. %s)", condition (depth - 1));
    case 5:
      {
	struct value a = expression_1 (I4, depth - 1);
	struct value b = expression_1 (I4, depth - 1);
	return format ("btest (%s, iand (%s, 31))", a.text, b.text);
      }
    case 6:
      if (array_size == 0)
	{
	  struct variable *v = pick_whole (chance (50) ? I4 : R8, 1, false);
	  if (v)
	    {
	      const char *name = chance (50) ? "any" : "all";
	      struct value b = expression_1 (v->type, depth - 1);
	      return format ("%s (%s > %s)", name, v->name, b.text);
	    }
	}
      /* Fall through.  */
    default:
      {
	struct value v = expression_1 (chance (50) ? L4 : L1 + pick (4),
				       depth - 1);
	return format (v.type == L4 ? "%s" : "logical (%s, 4)", v.text);
      }
    }
}

static struct value
logical_expression (int type, int depth)
{
  const char *text = condition (depth - 1);
  if (type == L4)
    return logical_value (type, text);
  return logical_value (type, format ("logical (%s, %s)", text,
				      type_info[type].kind));
}

static struct value
expression_1 (int type, int depth)
{
  if (depth <= 0 || chance (15))
    return leaf (type, depth);
  if (chance (10))
    {
      const char *call = function_call (type, depth - 1);
      if (call)
	return stored_value (type, call);
    }
  switch (base_of (type))
    {
    case INTEGER:
      return integer_expression (type, depth);
    case REAL:
      return real_expression (type, depth);
    case COMPLEX:
      return complex_expression (type, depth);
    case LOGICAL:
      return logical_expression (type, depth);
    default:
      abort ();
    }
}

struct value
expression (int type, int depth)
{
  return expression_1 (type, depth);
}

struct value
storable (struct value v, int type)
{
  const struct type_info *info = &type_info[type];
  if (base_of (v.type) == LOGICAL)
    return v;
  switch (info->base)
    {
    case INTEGER:
      if (base_of (v.type) == INTEGER)
	return limit_integer (v, fmin (info->bound,
				       type_info[v.type].limit - 1));
      if (base_of (v.type) == REAL)
	return limit_real (v, ldexp (1, ilogb (fmin (info->bound, 1024))),
			   v.scale);
      return limit_complex (v, ldexp (1, ilogb (fmin (info->bound, 1024))),
			    v.scale);
    default:
      {
	double bound = info->bound;
	if (base_of (v.type) == INTEGER)
	  return limit_integer (v, fmin (bound, type_info[v.type].limit - 1));
	if (base_of (v.type) == COMPLEX)
	  return limit_complex (v, bound, info->scale);
	return limit_real (v, bound, info->scale);
      }
    }
}

/* A structure constructor.  */

static const char *
constructor (int type, int depth)
{
  const struct derived *t = &derived[type - TYPES];
  const char *text = "";
  for (int c = 0; c < t->count; c++)
    {
      const struct component *x = &t->component[c];
      const char *part = argument_value (x->type, depth - 1);
      if (x->size && chance (60))
	{
	  for (int i = 1; i < x->size; i++)
	    {
	      const char *more = argument_value (x->type, depth - 1);
	      part = format ("%s, %s", part, more);
	    }
	  part = format ("[%s]", part);
	}
      text = c ? format ("%s, %s", text, part) : part;
    }
  return format ("%s (%s)", t->name, text);
}

const char *
argument_value (int type, int depth)
{
  if (type < TYPES)
    {
      struct value v = storable (expression_1 (type, depth), type);
      return v.text;
    }
  int size = set_array_size (0);
  const char *text = NULL;
  for (int tries = 0; tries < 10 && !text && chance (80) && scope->count;
       tries++)
    {
      const struct variable *v = &scope->variable[pick (scope->count)];
      if (v->type == type)
	text = v->rank ? format ("%s(%s)", v->name, subscripts (v, depth))
	       : v->name;
    }
  if (!text)
    text = constructor (type, depth);
  set_array_size (size);
  return text;
}

const char *
index_value (int low, int high, int depth)
{
  if (low == high)
    return format ("%d", low);
  if (depth <= 0 || chance (25))
    return format ("%d", between (low, high));
  int size = set_array_size (0);
  struct value v;
  if (!chance (40) || !pick_reference (I4, true, 0, &v))
    v = expression_1 (chance (80) ? I4 : pick (I8 + 1), depth - 1);
  set_array_size (size);
  if (v.low >= low && v.high <= high)
    return v.text;
  int count = high - low + 1;
  if (count > type_info[v.type].limit)
    return format ("%d", between (low, high));
  const char *text = format ("modulo (%s, %s)", v.text,
			     constant (v.type, count));
  if ((count & (count - 1)) == 0 && chance (50))
    text = format ("iand (%s, %s)", v.text, constant (v.type, count - 1));
  if (low > 0)
    text = format ("%d + %s", low, text);
  else if (low < 0)
    text = format ("%s - %d", text, -low);
  return text;
}

const char *
inexact (int type)
{
  static const char *const templates[] =
  {
    "sin (%s)", "cos (%s)", "exp (mod (%s, 4.0_%s))", "log (abs (%s) + 1)",
    "atan (%s)", "tanh (%s)", "sqrt (abs (%s))", "asin (mod (%s, 1.0_%s))",
    "atan2 (%s, 1.5_%s)", "sinh (mod (%s, 3.0_%s))", "erf (%s)",
    "(abs (%s) + 0.5_%s) ** 0.75_%s", "log10 (abs (%s) + 0.25_%s)",
    "acos (mod (%s, 1.0_%s))", "hypot (%s, 2.5_%s)", "1 / (abs (%s) + 3)",
    "tan (mod (%s, 1.5_%s))", "gamma (1.5_%2$s + abs (mod (%1$s, 2.0_%2$s)))",
    "cosh (mod (%s, 3.0_%s))", "asinh (%s)"
  };
  int which = pick (sizeof templates / sizeof *templates);
  const char *kind = type_info[type].kind;
  struct value v = storable (expression_1 (type, 2), type);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-extra-args"
  return format (templates[which], v.text, kind, kind);
#pragma GCC diagnostic pop
}
