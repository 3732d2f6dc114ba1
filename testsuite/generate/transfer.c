/* Transfers of generated programs.
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

/* Arrays of one type, each on the host and in device or managed memory, all of
   the same rank.  */
#define COUNT 3

struct transfers
{
  int type;
  int rank;
  struct host_array array[COUNT];
};

/* A section of A that has COUNT elements in each dimension.  */

static const char *
section (const struct host_array *a, const int *count, bool vector)
{
  const char *text = "";
  bool whole = true;
  for (int d = 0; d < a->v.rank; d++)
    {
      int n = a->length.size[d];
      int stride = count[d] == 1 ? 1 : between (1, (n - 1) / (count[d] - 1));
      int first = between (1, n - (count[d] - 1) * stride);
      int last = first + (count[d] - 1) * stride;
      const char *part;
      whole &= count[d] == n;
      if (vector && chance (15))
	{
	  part = "";
	  for (int i = 0; i < count[d]; i++)
	    part = format (i ? "%s, %d" : "%s%d", part, last - i * stride);
	  part = format ("[%s]", part);
	  whole = false;
	}
      else if (stride == 1 && count[d] == n && chance (80))
	part = ":";
      else if (chance (25))
	{
	  part = format ("%d:%d:%d", last, first, -stride);
	  whole = false;
	}
      else if (stride == 1)
	part = format ("%d:%d", first, last);
      else
	part = format ("%d:%d:%d", first, last, stride);
      text = d ? format ("%s, %s", text, part) : part;
    }
  if (!a->v.rank || (whole && chance (50)))
    return "";
  return format ("(%s)", text);
}

/* A component that is an intrinsic scalar, with a percent sign before it, or
   "".  */

static const char *
pick_part (int type, int *part)
{
  *part = type;
  if (base_of (type) != DERIVED || chance (40))
    return "";
  const struct derived *t = &derived[type - TYPES];
  const struct component *c = &t->component[pick (t->count)];
  *part = c->type;
  if (c->size)
    return format ("%%%s(%d)", c->name, between (1, c->size));
  return format ("%%%s", c->name);
}

/* One assignment between two of the arrays.  */

static void
write_transfer (struct transfers *t)
{
  struct host_array *to = &t->array[pick (COUNT)];
  struct host_array *from = &t->array[pick (COUNT)];
  int count[MAX_RANK];
  for (int d = 0; d < t->rank; d++)
    {
      int n = to->length.size[d] < from->length.size[d]
	      ? to->length.size[d] : from->length.size[d];
      count[d] = chance (50) ? n : between (1, n);
    }
  int part;
  const char *component = pick_part (t->type, &part);
  int what = pick (6);
  /* Host code waits before it uses managed data itself.  */
  line ("{done = cudaDeviceSynchronize ()|}");
  switch (what)
    {
    case 0:
    case 1:
      {
	const char *left = section (to, count, false);
	const char *right = section (from, count, true);
	line ("%s%s%s = %s%s%s", to->device, left, component, from->host, right,
	      component);
	break;
      }
    case 2:
    case 3:
      {
	const char *left = section (to, count, true);
	const char *right = section (from, count, false);
	line ("%s%s%s = %s%s%s", to->host, left, component, from->device,
	      right, component);
	break;
      }
    case 4:
      if (to != from)
	{
	  const char *left = section (to, count, false);
	  const char *right = section (from, count, false);
	  line ("%s%s%s = %s%s%s", to->device, left, component, from->device,
		right, component);
	}
      break;
    default:
      if (base_of (part) != DERIVED)
	{
	  const char *left = section (to, count, false);
	  line ("%s%s%s = %s", to->device, left, component,
		constant (part, base_of (part) == LOGICAL ? pick (2)
			  : between (-9, 9)));
	}
      break;
    }
}

/* What is computed of one device operand.  */

static void
write_reductions (struct transfers *t)
{
  static const char *const names[] = { "sum", "maxval", "minval" };
  if (base_of (t->type) > REAL || t->type == I1 || t->type == I2
      || t->type == R2 || !t->rank)
    return;
  for (int i = 0; i < COUNT; i++)
    {
      int count[MAX_RANK];
      for (int d = 0; d < t->rank; d++)
	count[d] = between (1, t->array[i].length.size[d]);
      const char *text = section (&t->array[i], count, false);
      line ("call put ([%s (%s%s)])", names[pick (3)], t->array[i].device,
	    text);
    }
}

void
make_transfers (struct unit *host, int number)
{
  struct transfers t = { .type = pick_any_type (), .rank = pick (4) };
  for (int i = 0; i < COUNT; i++)
    {
      struct variable v = { .type = t.type, .rank = t.rank };
      for (int d = 0; d < t.rank; d++)
	{
	  v.lower[d] = 1;
	  v.size[d] = between (1, 9);
	}
      make_host_array (&t.array[i], v, format ("%d_%d", number, i + 1), false);
    }
  write_to (host);
  open_line ("subroutine case%d", number);
  for (int i = 0; i < COUNT; i++)
    write_host_array (&t.array[i]);
  line ("integer :: i1, i2, i3{, done|}");
  for (int i = 0; i < COUNT; i++)
    write_host_array_setup (&t.array[i]);
  int n = between (3, 10);
  for (int i = 0; i < n; i++)
    write_transfer (&t);
  write_reductions (&t);
  for (int i = 0; i < COUNT; i++)
    {
      struct variable all = t.array[i].length;
      all.type = t.type;
      if (base_of (t.type) == DERIVED)
	write_array_loop (t.array[i].host, &all, write_put);
      else
	write_put (t.array[i].host, t.type);
      write_host_array_results (&t.array[i]);
    }
  close_line ("end subroutine");
}
