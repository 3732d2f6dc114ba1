/* Types of generated programs.
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
#include <stdlib.h>

/* The bounds leave room for sums and products, so that expressions need not be
   cut down all the time.  */

const struct type_info type_info[TYPES] =
{
  [I1] = { INTEGER, 1, "integer(1)", "1", 127, 50, 0 },
  [I2] = { INTEGER, 2, "integer(2)", "2", 32767, 3000, 0 },
  [I4] = { INTEGER, 4, "integer(4)", "4", 2147483647, 1000000, 0 },
  [I8] = { INTEGER, 8, "integer(8)", "8", 0x1p62, 1e12, 0 },
  /* Plain Fortran has single precision for half.  */
  [R2] = { REAL, 2, "real(h)", "h", 11, 16, 1 },
  [R4] = { REAL, 4, "real(4)", "4", 24, 128, 3 },
  [R8] = { REAL, 8, "real(8)", "8", 53, 16384, 6 },
  [C4] = { COMPLEX, 8, "complex(4)", "4", 24, 64, 2 },
  [C8] = { COMPLEX, 16, "complex(8)", "8", 53, 4096, 4 },
  [L1] = { LOGICAL, 1, "logical(1)", "1", 0, 0, 0 },
  [L2] = { LOGICAL, 2, "logical(2)", "2", 0, 0, 0 },
  [L4] = { LOGICAL, 4, "logical(4)", "4", 0, 0, 0 },
  [L8] = { LOGICAL, 8, "logical(8)", "8", 0, 0, 0 },
};

struct derived derived[MAX_DERIVED];
int derived_count;

enum base
base_of (int type)
{
  return type < TYPES ? type_info[type].base : DERIVED;
}

const char *
type_name (int type)
{
  if (type < TYPES)
    return type_info[type].name;
  return format ("type(%s)", derived[type - TYPES].name);
}

int
type_bytes (int type)
{
  if (type < TYPES)
    return type_info[type].bytes;
  const struct derived *t = &derived[type - TYPES];
  int bytes = 0;
  for (int c = 0; c < t->count; c++)
    {
      int n = t->component[c].size ? t->component[c].size : 1;
      bytes = (bytes + n * type_bytes (t->component[c].type) + 7) / 8 * 8;
    }
  return bytes;
}

int
part_type (int type)
{
  return type == C4 ? R4 : R8;
}

/* VALUE as a literal of KIND with digits behind the point.  Negative ones are
   in parentheses.  */

static char *
real_constant (double value, const char *kind)
{
  return format (value < 0 || (value == 0 && signbit (value))
		 ? "(%.*f_%s)" : "%.*f_%s", 6, value, kind);
}

char *
constant (int type, double value)
{
  const struct type_info *info = &type_info[type];
  switch (info->base)
    {
    case INTEGER:
      return format (value < 0 ? "(%.0f_%s)" : "%.0f_%s", value, info->kind);
    case REAL:
      return real_constant (value, info->kind);
    case COMPLEX:
      return format ("(%.6f_%s, %.6f_%s)", value, info->kind, -value / 2,
		     info->kind);
    case LOGICAL:
      return format (value ? ".true._%s" : ".false._%s", info->kind);
    default:
      abort ();
    }
}

/* One of the types in proportion to the numbers of WEIGHTS.  */

static int
pick_weighted (const int *weights, int count)
{
  int sum = 0;
  for (int i = 0; i < count; i++)
    sum += weights[i];
  int n = pick (sum);
  for (int i = 0;; i++)
    if ((n -= weights[i]) < 0)
      return i;
}

int
pick_type (void)
{
  static const int weights[TYPES] =
  {
    [I1] = 2, [I2] = 2, [I4] = 8, [I8] = 4, [R2] = 2, [R4] = 6, [R8] = 6,
    [C4] = 2, [C8] = 2, [L1] = 1, [L2] = 1, [L4] = 2, [L8] = 1
  };
  return pick_weighted (weights, TYPES);
}

int
pick_numeric_type (void)
{
  for (;;)
    {
      int type = pick_type ();
      if (type_info[type].base != LOGICAL)
	return type;
    }
}

int
pick_any_type (void)
{
  return derived_count && chance (20) ? TYPES + pick (derived_count)
	 : pick_type ();
}

void
make_types (void)
{
  derived_count = pick (MAX_DERIVED + 1);
  for (int d = 0; d < derived_count; d++)
    {
      struct derived *t = &derived[d];
      t->name = format ("t%d", d + 1);
      t->count = between (1, MAX_COMPONENTS);
      for (int c = 0; c < t->count; c++)
	{
	  struct component *x = &t->component[c];
	  x->name = format ("c%d", c + 1);
	  x->type = d && chance (30) ? TYPES + pick (d) : pick_type ();
	  x->size = chance (35) ? between (1, 5) : 0;
	}
    }
}

void
write_types (void)
{
  for (int d = 0; d < derived_count; d++)
    {
      open_line ("type %s", derived[d].name);
      for (int c = 0; c < derived[d].count; c++)
	{
	  const struct component *x = &derived[d].component[c];
	  if (x->size)
	    line ("%s :: %s(%d)", type_name (x->type), x->name, x->size);
	  else
	    line ("%s :: %s", type_name (x->type), x->name);
	}
      write_bindings (d);
      close_line ("end type");
    }
}

void
write_fill (const char *name, int type)
{
  const struct type_info *info = &type_info[type < TYPES ? type : 0];
  switch (base_of (type))
    {
    case INTEGER:
      if (type == I8)
	line ("%s = next_int (1000000) * 999999_8", name);
      else
	line ("%s = int (next_int (%.0f), %s)", name, info->bound, info->kind);
      break;
    case REAL:
      line ("%s = real (next_int (%.0f), %s) / %.1f_%s", name,
	    ldexp (info->bound, info->scale), info->kind,
	    ldexp (1, info->scale), info->kind);
      break;
    case COMPLEX:
      line ("%s = cmplx (next_int (60) * 0.25, %.2f, %s)", name,
	    between (-60, 60) * 0.25, info->kind);
      break;
    case LOGICAL:
      line ("%s = logical (next_int (1) > 0, %s)", name, info->kind);
      break;
    case DERIVED:
      line ("call fill_%s (%s)", derived[type - TYPES].name, name);
      break;
    }
}

void
write_put (const char *name, int type)
{
  if (base_of (type) == DERIVED)
    line ("call put_%s (%s)", derived[type - TYPES].name, name);
  else if (type == R2)
    line ("call put (real ([%s], 4))", name);
  else
    line ("call put ([%s])", name);
}

/* Write procedure NAME_t for the type number D, which does EACH for all
   components.  */

static void
write_type_procedure (int d, const char *name, const char *intent,
		      void (*each) (const char *, int))
{
  const struct derived *t = &derived[d];
  open_line ("subroutine %s_%s (x)", name, t->name);
  line ("type(%s), intent(%s) :: x", t->name, intent);
  line ("integer :: j");
  for (int c = 0; c < t->count; c++)
    {
      const struct component *x = &t->component[c];
      if (x->size)
	{
	  open_line ("do j = 1, %d", x->size);
	  each (format ("x%%%s(j)", x->name), x->type);
	  close_line ("end do");
	}
      else
	each (format ("x%%%s", x->name), x->type);
    }
  close_line ("end subroutine");
}

void
write_type_procedures (void)
{
  for (int d = 0; d < derived_count; d++)
    {
      write_type_procedure (d, "fill", "out", write_fill);
      write_type_procedure (d, "put", "in", write_put);
    }
}

void
write_array_loop (const char *name, const struct variable *v,
		  void (*each) (const char *, int))
{
  const char *element = name;
  for (int d = v->rank - 1; d >= 0; d--)
    open_line ("do i%d = %d, %d", d + 1, v->lower[d],
	       v->lower[d] + v->size[d] - 1);
  for (int d = 0; d < v->rank; d++)
    element = format (d ? "%s, i%d" : "%s(i%d", element, d + 1);
  each (v->rank ? format ("%s)", element) : name, v->type);
  for (int d = 0; d < v->rank; d++)
    close_line ("end do");
}
