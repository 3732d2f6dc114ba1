/* Variables of modules in generated programs.
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

/* A module variable that device code reads, and the memory it is in.  */
struct datum
{
  struct variable v;
  const char *memory;
  bool allocatable;
};

/* What threads write: each the element of its number.  */
#define OWN_SIZE 1000
static struct datum own;

#define MAX_DATA 6
static struct datum data[MAX_DATA];
static int data_count;

void
make_module_data (void)
{
  static const char *const memories[] =
    { "device", "device", "constant", "managed" };
  static const int types[] = { I4, I8, R4, R8, C8, I2, L4 };
  own.memory = memories[pick (4)];
  if (!strcmp (own.memory, "constant"))
    own.memory = "device";
  own.allocatable = chance (50);
  own.v = (struct variable) { .name = "each", .type = types[pick (7)],
			      .rank = 1, .size = { OWN_SIZE }, .lower = { 1 },
			      .access = OWN_ELEMENT, .subscripts = "id",
			      .writable = true };
  data_count = pick (MAX_DATA + 1);
  for (int i = 0; i < data_count; i++)
    {
      struct datum *d = &data[i];
      memset (d, 0, sizeof *d);
      d->memory = memories[pick (4)];
      d->v.name = format ("md%d", i + 1);
      d->v.type = pick_any_type ();
      d->v.rank = pick (MAX_RANK + 1);
      for (int r = 0; r < d->v.rank; r++)
	{
	  d->v.lower[r] = chance (60) ? 1 : between (-3, 4);
	  d->v.size[r] = between (2, 7);
	}
      d->v.whole = d->v.rank == 2 || (d->v.rank == 1 && d->v.lower[0] == 1);
      d->allocatable = d->v.rank && strcmp (d->memory, "constant")
		       && chance (40);
    }
}

/* The bounds of V's dimensions.  */

static const char *
bounds (const struct variable *v)
{
  const char *text = "";
  for (int r = 0; r < v->rank; r++)
    text = format (r ? "%s,%d:%d" : "%s%d:%d", text, v->lower[r],
		   v->lower[r] + v->size[r] - 1);
  return v->rank ? format ("(%s)", text) : "";
}

static void
write_datum (const struct datum *d)
{
  static const char *const colons[] = { "", "(:)", "(:,:)", "(:,:,:)" };
  line ("%s{, %s|}%s :: %s%s", type_name (d->v.type), d->memory,
	d->allocatable ? ", allocatable" : "", d->v.name,
	d->allocatable ? colons[d->v.rank] : bounds (&d->v));
}

void
write_module_data (void)
{
  for (int i = 0; i < data_count; i++)
    write_datum (&data[i]);
  write_datum (&own);
}

void
declare_module_data (void)
{
  for (int i = 0; i < data_count; i++)
    declare (data[i].v);
}

void
declare_own_data (int total)
{
  if (total <= OWN_SIZE)
    declare (own.v);
}

/* Write what gives the variable D its value, from a host variable NAME.  */

static void
write_setup (const struct datum *d, const char *name)
{
  write_array_loop (name, &d->v, write_fill);
  if (d->allocatable)
    line ("allocate (%s%s)", d->v.name, bounds (&d->v));
  line ("%s = %s", d->v.name, name);
}

void
write_module_data_setup (void)
{
  open_line ("subroutine set_data");
  for (int i = 0; i < data_count; i++)
    line ("%s :: h%d%s", type_name (data[i].v.type), i + 1,
	  bounds (&data[i].v));
  line ("%s :: own%s", type_name (own.v.type), bounds (&own.v));
  line ("integer :: i1, i2, i3");
  for (int i = 0; i < data_count; i++)
    write_setup (&data[i], format ("h%d", i + 1));
  write_setup (&own, "own");
  close_line ("end subroutine");
  open_line ("subroutine free_data");
  line ("%s :: own%s", type_name (own.v.type), bounds (&own.v));
  line ("own = each");
  write_put ("own", own.v.type);
  for (int i = 0; i < data_count; i++)
    if (data[i].allocatable)
      line ("deallocate (%s)", data[i].v.name);
  if (own.allocatable)
    line ("deallocate (each)");
  close_line ("end subroutine");
}
