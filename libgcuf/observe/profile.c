/* The table of what took how long on the device.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of the CUDA Fortran runtime library (libgcuf).

   Libgcuf is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by
   the Free Software Foundation; either version 3, or (at your option)
   any later version.

   Libgcuf is distributed in the hope that it will be useful, but WITHOUT ANY
   WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS
   FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
   more details.

   Under Section 7 of GPL version 3, you are granted additional
   permissions described in the GCC Runtime Library Exception, version
   3.1, as published by the Free Software Foundation.

   You should have received a copy of the GNU General Public License and
   a copy of the GCC Runtime Library Exception along with this program;
   see the files COPYING and COPYING.RUNTIME respectively.  If not, see
   <http://www.gnu.org/licenses/>.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace.h"

/* What has one name.  */
struct line
{
  const char *name;
  unsigned long calls, timed;
  double total, least, most;	/* Microseconds.  */
  double bytes;
  double traffic, possible;	/* Bytes of the devices' memory, in the time
				   of operations where both are known.  */
};

/* A hash table of them, of which at most half is used.  */
static struct line *lines;
static size_t n_lines, n_allocated;

static struct line *
find (const char *name)
{
  size_t i = 0;
  for (const char *p = name; *p; p++)
    i = 31 * i + (unsigned char) *p;
  for (;; i++)
    {
      struct line *l = &lines[i % n_allocated];
      if (!l->name || strcmp (l->name, name) == 0)
	return l;
    }
}

static void
grow (void)
{
  size_t n = n_allocated, n_fresh = n ? 2 * n : 64;
  struct line *fresh = gcuf_xcalloc (n_fresh, sizeof *fresh), *old = lines;
  lines = fresh;
  n_allocated = n_fresh;
  for (size_t i = 0; i < n; i++)
    if (old[i].name)
      *find (old[i].name) = old[i];
  free (old);
}

void
gcuf_profile_add (const struct gcuf_trace_record *r)
{
  if (r->kind == GCUF_TRACE_ALLOCATION || r->kind == GCUF_TRACE_WAIT)
    return;
  if (2 * n_lines >= n_allocated)
    grow ();
  struct line *l = find (r->name);
  n_lines += !l->name;
  l->name = r->name;
  l->calls++;
  l->bytes += r->kind == GCUF_TRACE_LAUNCH ? r->reach : r->bytes;
  if (!r->timed)
    return;
  double t = r->device_end - r->device_begin;
  if (l->timed++ == 0)
    l->least = l->most = t;
  l->total += t;
  if (gcuf_peak (r->device) > 0)
    {
      l->traffic += gcuf_traffic (r);
      l->possible += t * gcuf_peak (r->device);
    }
  l->least = t < l->least ? t : l->least;
  l->most = t > l->most ? t : l->most;
}

static int
compare (const void *a, const void *b)
{
  const struct line *x = a, *y = b;
  if (!x->name != !y->name)
    return !x->name - !y->name;
  return x->total == y->total ? 0 : x->total < y->total ? 1 : -1;
}

/* Print in a column of WIDTH characters VALUE / PER, if both are positive.  */

static void
print_ratio (int width, double value, double per)
{
  if (value > 0 && per > 0)
    fprintf (stderr, "%*.2f", width, value / per);
  else
    fprintf (stderr, "%*s", width, "");
}

/* Print the line L, of operations that took TOTAL together.  The share of the
   peak is there if the peak of any line is KNOWN.  A kernel whose arguments reach
   more than the memory could have moved has used a part of that.  */

static void
print_line (const struct line *l, double total, bool known)
{
  fprintf (stderr, "%7.2f %12.3f %9lu %11.3f %11.3f %11.3f ",
	   total > 0 ? 100 * l->total / total : 0.0, l->total / 1e3,
	   l->calls, l->timed ? l->total / l->timed : 0.0, l->least, l->most);
  bool part = l->possible > 0 && l->traffic > l->possible;
  print_ratio (9, part ? 0 : l->bytes, 1e3 * l->total);
  if (known)
    print_ratio (9, part ? 0 : 100 * l->traffic, l->possible);
  fprintf (stderr, "  %s\n", l->name);
}

void
gcuf_profile_print (void)
{
  double total = 0;
  bool known = false;
  if (n_lines)
    qsort (lines, n_allocated, sizeof *lines, compare);
  for (size_t i = 0; i < n_lines; i++)
    {
      total += lines[i].total;
      known |= lines[i].possible > 0;
    }
  flockfile (stderr);
  fprintf (stderr, "libgcuf: time on the device, %.3f ms\n"
	   "%7s %12s %9s %11s %11s %11s %9s%s  name\n", total / 1e3, "%", "ms",
	   "calls", "average us", "least us", "most us", "GB/s",
	   known ? "   % peak" : "");
  for (size_t i = 0; i < n_lines; i++)
    print_line (&lines[i], total, known);
  funlockfile (stderr);
  free (lines);
}
