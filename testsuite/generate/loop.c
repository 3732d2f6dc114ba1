/* Kernel loops of generated programs.
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

#include <string.h>

#define MAX_ARRAYS 8
#define MAX_REDUCTIONS 3

/* A variable that a loop reduces to, and how.  */
struct reduction
{
  const char *name;
  int type;
  int operator;
};

static const char *const operators[] =
  { "+", "max", "min", "iand", "ior", "ieor", ".and.", ".or.", "*" };
enum { SUM, MAX, MIN, IAND, IOR, IEOR, AND, OR, PRODUCT, OPERATORS };

struct nest
{
  int number;
  int rank;
  int first[3], step[3], count[3];
  /* The loop goes from the end to the beginning.  */
  bool backwards[3];
  /* The limits are variables.  */
  bool variable[3];
  /* The loops are in an internal procedure.  */
  bool internal;
  int first_private;
  struct host_array array[MAX_ARRAYS];
  int arrays;
  struct reduction reduction[MAX_REDUCTIONS];
  int reductions;
  int scalars;
  struct variable scalar[3];
};

static const char *const index_name[] = { "ix", "iy", "iz" };

/* A type that OPERATOR reduces to.  */

static int
reduction_type (int operator)
{
  static const int sums[] = { I4, I8, R4, R8, C4, C8 };
  static const int extrema[] = { I1, I2, I4, I8, R2, R4, R8 };
  switch (operator)
    {
    case SUM:
    case PRODUCT:
      return sums[pick (operator == SUM ? 6 : 4)];
    case MAX:
    case MIN:
      return extrema[pick (7)];
    case AND:
    case OR:
      return L1 + pick (4);
    default:
      return extrema[pick (4)];
    }
}

static void
make_nest (struct nest *n)
{
  n->rank = between (1, 3);
  for (int d = 0; d < n->rank; d++)
    {
      n->first[d] = between (1, 3);
      n->step[d] = chance (75) ? 1 : between (2, 3);
      n->count[d] = between (1, n->rank == 1 ? 500 : n->rank == 2 ? 30 : 9);
      n->backwards[d] = chance (20);
      n->variable[d] = chance (30);
    }
  n->internal = chance (30);
  int own = between (1, 3);
  int any = pick (4);
  n->arrays = own + any;
  for (int i = 0; i < n->arrays; i++)
    {
      struct variable v = { .type = pick_any_type () };
      v.rank = i < own ? n->rank : between (1, 3);
      const char *text = "";
      for (int d = 0; d < v.rank; d++)
	{
	  v.lower[d] = 1;
	  v.size[d] = i < own ? n->first[d] + n->step[d] * n->count[d]
		      : between (2, 8);
	  text = format (d ? "%s, i%c" : "%si%c", text, "xyz"[d]);
	}
      v.whole = i >= own && v.rank == 1;
      if (i < own)
	{
	  v.access = OWN_ELEMENT;
	  v.subscripts = text;
	  v.writable = true;
	}
      make_host_array (&n->array[i], v, format ("%d_%d", n->number, i + 1),
		       false);
      n->array[i].v.name = n->array[i].device;
    }
  n->scalars = pick (4);
  for (int i = 0; i < n->scalars; i++)
    n->scalar[i] = (struct variable) { .name = format ("given%d", i + 1),
				       .type = pick_any_type () };
  n->reductions = pick (MAX_REDUCTIONS + 1);
  for (int i = 0; i < n->reductions; i++)
    {
      struct reduction *r = &n->reduction[i];
      r->name = format ("total%d", i + 1);
      r->operator = pick (OPERATORS);
      r->type = reduction_type (r->operator);
    }
}

/* The sizes of grid or block, which has 1024 threads at most.  */

static const char *
sizes (const struct nest *n, bool block)
{
  static const int of_block[] = { 32, 4, 2 };
  const char *text = "";
  int left = 1024;
  for (int d = 0; d < n->rank; d++)
    {
      const char *size = "*";
      if (!chance (40))
	{
	  int most = block ? of_block[d] * 2 : 4;
	  int extent = between (1, most < left ? most : left);
	  left /= block ? extent : 1;
	  size = format ("%d", extent);
	}
      text = d ? format ("%s, %s", text, size) : size;
    }
  return n->rank == 1 ? text : format ("(%s)", text);
}

static void
write_directive (const struct nest *n)
{
  const char *text = "";
  if (chance (70))
    {
      const char *grid = chance (50) ? "*" : sizes (n, false);
      const char *block = chance (40) ? "*" : sizes (n, true);
      text = format (" <<<%s, %s>>>", grid, block);
    }
  if (n->reductions && chance (30))
    text = format ("%s reduce(%s:%s)", text,
		   operators[n->reduction[0].operator],
		   n->reduction[0].name);
  if (n->rank == 1 && chance (50))
    line ("!$cuf kernel do%s", text);
  else
    line ("!$cuf kernel do (%d)%s", n->rank, text);
}

static void
write_reduction (const struct reduction *r)
{
  const char *operator = operators[r->operator];
  const char *value;
  if (r->operator == AND || r->operator == OR)
    {
      line ("%s = %s %s %s", r->name, r->name, operator,
	    argument_value (r->type, 3));
      return;
    }
  if (r->operator == PRODUCT)
    {
      const char *kind = type_info[r->type].kind;
      const char *sign = index_value (-3, 3, 3);
      line (chance (50) ? "%s = %s * %s (sign (1, int (%s)), %s)"
	    : "%1$s = %3$s (sign (1, int (%4$s)), %5$s) * %2$s", r->name,
	    r->name, base_of (r->type) == INTEGER ? "int" : "real", sign, kind);
      return;
    }
  if (base_of (r->type) == INTEGER && type_info[r->type].bytes >= 4)
    value = format ("int (%s, %s)", index_value (-500, 500, 3),
		    type_info[r->type].kind);
  else
    value = argument_value (r->type, 3);
  /* Nothing else may use the variable: the extremum is computed twice.  */
  if (r->operator == SUM)
    line ("%s = %s %c %s", r->name, r->name, chance (70) ? '+' : '-', value);
  else if (r->operator <= MIN && chance (30))
    {
      line ("if (%s %c %s) %s = %s", value, r->operator == MAX ? '>' : '<',
	    r->name, r->name, value);
    }
  else
    line ("%s = %s (%s, %s)", r->name, operator, r->name, value);
}

/* The limits of the loop over dimension D, and its step.  */

static const char *
limits (const struct nest *n, int d)
{
  int first = n->first[d];
  int step = n->step[d];
  int last = first + step * (n->count[d] - 1);
  const char *low = n->variable[d] ? format ("first%d", d + 1)
		    : format ("%d", first);
  const char *high = n->variable[d] ? format ("last%d", d + 1)
		     : format ("%d", last);
  if (n->backwards[d])
    return format ("%s, %s, %d", high, low, -step);
  return step == 1 ? format ("%s, %s", low, high)
	 : format ("%s, %s%s, %d", low, high,
		   chance (50) ? format (" + %d", step - 1) : "", step);
}

/* The loops.  The variables of the thread are declared.  */

static void
write_loops (struct nest *n)
{
  write_directive (n);
  for (int d = n->rank - 1; d >= 0; d--)
    open_line ("do %s = %s", index_name[d], limits (n, d));
  weight = 1;
  initialize_private (n->first_private);
  statements (between (1, 6), 3);
  for (int i = 0; i < n->reductions; i++)
    write_reduction (&n->reduction[i]);
  for (int d = 0; d < n->rank; d++)
    close_line ("end do");
}

/* Write the declarations of the variables that belong to an iteration.  */

static void
write_loop_privates (struct nest *n)
{
  n->first_private = scope->count;
  declare_private (between (1, 4), "v", SCALARS);
  write_private_declarations (n->first_private);
  line ("integer :: j0, j1, j2, j3, w0, w1, w2, w3, k0, k1");
}

void
make_loops (struct unit *host, int number)
{
  struct nest n = { .number = number };
  make_nest (&n);
  write_to (host);
  open_line ("subroutine case%d", number);
  for (int i = 0; i < n.arrays; i++)
    write_host_array (&n.array[i]);
  for (int i = 0; i < n.scalars; i++)
    line ("%s :: %s", type_name (n.scalar[i].type), n.scalar[i].name);
  for (int i = 0; i < n.reductions; i++)
    line ("%s :: %s", type_name (n.reduction[i].type), n.reduction[i].name);
  line ("integer :: i1, i2, i3, ix, iy, iz");

  for (int d = 0; d < n.rank; d++)
    if (n.variable[d])
      line ("integer%s :: first%d, last%d", chance (30) ? "(8)" : "", d + 1,
	    d + 1);
  struct scope here = { .procedures = procedure_count, .threadless = true,
			.loop_body = true };
  scope = &here;
  declare_module_data ();
  for (int i = 0; i < n.arrays; i++)
    declare (n.array[i].v);
  for (int i = 0; i < n.scalars; i++)
    declare (n.scalar[i]);
  for (int d = 0; d < n.rank; d++)
    declare ((struct variable) { .name = index_name[d], .type = I4,
				 .limited = true, .low = n.first[d],
				 .high = n.first[d]
					 + n.step[d] * n.count[d] });
  if (!n.internal)
    write_loop_privates (&n);

  for (int d = 0; d < n.rank; d++)
    if (n.variable[d])
      {
	line ("first%d = %d", d + 1, n.first[d]);
	line ("last%d = %d", d + 1, n.first[d] + n.step[d] * (n.count[d] - 1));
      }
  for (int i = 0; i < n.arrays; i++)
    write_host_array_setup (&n.array[i]);
  for (int i = 0; i < n.scalars; i++)
    write_fill (n.scalar[i].name, n.scalar[i].type);
  for (int i = 0; i < n.reductions; i++)
    write_fill (n.reduction[i].name, n.reduction[i].type);
  if (n.internal)
    line ("call loops%d", number);
  else
    write_loops (&n);
  for (int i = 0; i < n.arrays; i++)
    write_host_array_results (&n.array[i]);
  for (int i = 0; i < n.reductions; i++)
    write_put (n.reduction[i].name, n.reduction[i].type);
  if (n.internal)
    {
      middle_line ("contains");
      open_line ("subroutine loops%d", number);
      write_loop_privates (&n);
      write_loops (&n);
      close_line ("end subroutine");
    }
  close_line ("end subroutine");
  scope = NULL;
}
