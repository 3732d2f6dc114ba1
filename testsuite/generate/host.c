/* Arrays and scalars that generated host code gives to device code.
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

/* Shapes of arrays in device memory: the array itself may be longer than the
   part of it that is passed.  */

void
make_host_array (struct host_array *a, struct variable v, const char *suffix,
		 bool strided)
{
  static const char *const memories[] = { "device", "device", "managed" };
  a->v = v;
  a->host = format ("h_%s", suffix);
  a->device = format ("d_%s", suffix);
  a->memory = memories[pick (3)];
  a->allocatable = v.rank && chance (40);
  a->length = v;
  a->inexact = false;
  const char *section = "";
  bool part = false;
  for (int d = 0; d < v.rank; d++)
    {
      int n = v.size[d];
      int stride = strided && chance (40) ? between (2, 3) : 1;
      int first = strided && chance (30) ? between (2, 4) : 1;
      int last = first + (n - 1) * stride;
      int length = last + (strided && chance (30) ? pick (3) : 0);
      const char *text;
      a->length.lower[d] = 1;
      a->length.size[d] = length;
      if (stride == 1 && first == 1 && length == n)
	text = strided && chance (15) ? format ("%d:1:-1", n) : ":";
      else
	text = format ("%d:%d:%d", first, last, stride);
      part |= text[0] != ':';
      section = d ? format ("%s, %s", section, text) : text;
    }
  a->actual = part ? format ("%s(%s)", a->device, section) : a->device;
}

/* The lengths of A's dimensions.  */

static const char *
lengths (const struct host_array *a)
{
  const char *text = "";
  for (int d = 0; d < a->v.rank; d++)
    text = format (d ? "%s,%d" : "%s%d", text, a->length.size[d]);
  return a->v.rank ? format ("(%s)", text) : "";
}

void
write_host_array (const struct host_array *a)
{
  static const char *const colons[] = { "", "(:)", "(:,:)", "(:,:,:)" };
  const char *type = type_name (a->v.type);
  line ("%s :: %s%s", type, a->host, lengths (a));
  line ("%s{, %s|}%s :: %s%s", type, a->memory,
	a->allocatable ? ", allocatable" : "", a->device,
	a->allocatable ? colons[a->v.rank] : lengths (a));
}

void
write_host_array_setup (const struct host_array *a)
{
  struct variable all = a->length;
  all.type = a->v.type;
  write_array_loop (a->host, &all, write_fill);
  if (a->allocatable)
    line ("allocate (%s%s)", a->device, lengths (a));
  line ("%s = %s", a->device, a->host);
}

void
write_host_array_results (const struct host_array *a)
{
  struct variable all = a->length;
  all.type = a->v.type;
  line ("%s = %s", a->host, a->device);
  if (a->inexact)
    line ("call put_near (reshape (%s, [%s]), %s)", a->host,
	  a->v.rank ? format ("size (%s)", a->host) : "1",
	  a->v.type == R4 ? "2e-5_8" : "1e-11_8");
  else if (base_of (a->v.type) == DERIVED)
    write_array_loop (a->host, &all, write_put);
  else
    write_put (a->host, a->v.type);
}
