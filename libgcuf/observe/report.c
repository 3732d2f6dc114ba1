/* The report of a program, a page for browsers.
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

/* The page has the style and a script before the records, which are lines of
   JSON in an element of their own: the script makes the tables and the timeline
   of them when the page is opened.  So each line is written at once, and the
   page of a program that died is a page, too.

   A line is an array; it begins with one of

     "p"  program, backend
     "d"  device, name, bytes per microsecond of its memory
     "s"  stream, device, name
     "g"  group, kind, name, device; of kernels then file, line, grid, block,
	  dynamic shared memory, usage; of others how often a byte is moved
     "c"  group, host thread, begin, end, bytes, stream: a call
     "r"  group, stream, begin, end, bytes: that on the device
     "e"  time: the program has ended

   A group is those operations for which all that its line has is the same.
   When there are very many lines, one is written for several calls or runs: it
   ends with their number, and the sum, the least and the largest of their
   times.  */

#define _GNU_SOURCE 1
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "open-file.h"
#include "trace.h"

/* The number of lines of which each is one call or run; after those, a line is
   MERGED of them.  */
enum { MANY_LINES = 20000, MERGED = 256 };

static FILE *file;		/* Null when there is none any more.  */
static bool failed;
static unsigned long n_lines;

/* Calls by a thread, or runs in a stream, that have not been written yet.  */
struct merged
{
  struct merged *next;
  char what;			/* 'c' or 'r'.  */
  unsigned lane, stream;	/* A thread or a stream.  */
  unsigned long n;
  double begin, end, bytes;
  double total, least, most;
};

/* What is the same in the records of a group.  */
struct group
{
  unsigned number;
  enum gcuf_trace_kind kind;
  char *name;
  int device;
  struct gcuf_dim3 grid, block;
  size_t shared;
  const struct gcuf_location *where; /* May be in what has been unloaded.  */
  struct merged *merged;
};

/* A hash table of them, of which at most half is used.  */
static struct group **groups;
static size_t n_groups, n_allocated;

/* The streams that were seen, by device; their numbers are their places.  */
static struct
{
  int device;
  gcuf_stream_t stream;
} *streams;
static unsigned n_streams;

/* Of devices, for names: the streams that have one.  */
static unsigned *n_named;

/* --- Writing ------------------------------------------------------------ */

/* Write what is in the buffer; tell of the first failure.  */

static void
flush (void)
{
  if (fflush (file) == 0 || failed)
    return;
  failed = true;
  fprintf (stderr, "libgcuf: GCUF_REPORT: %s\n", strerror (errno));
}

/* TEXT in HTML.  */

static void
write_html (const char *text)
{
  for (; *text; text++)
    if ((unsigned char) *text < ' ' || strchr ("\"<>&", *text))
      fprintf (file, "&#%d;", (unsigned char) *text < ' ' ? '?' : *text);
    else
      putc (*text, file);
}

static void
write_dim3 (const struct gcuf_dim3 *d)
{
  fprintf (file, ",[%d,%d,%d]", d->x, d->y, d->z);
}

static void
write_usage (const struct gcuf_usage *u)
{
  fprintf (file, ",{\"shared\":%zu", u->shared);
  if (u->registers)
    fprintf (file, ",\"registers\":%d,\"local\":%zu", u->registers, u->local);
  if (u->most_warps)
    fprintf (file, ",\"blocks\":%d,\"warps\":%d,\"most\":%d", u->blocks,
	     u->warps, u->most_warps);
  if (u->limit)
    fprintf (file, ",\"limit\":\"%s\"", u->limit);
  putc ('}', file);
}

/* --- Groups and streams ------------------------------------------------- */

/* Whether R is a launch of a kernel: only then it has what kernels have.  */

static bool
kernel_p (const struct gcuf_trace_record *r)
{
  return r->kind == GCUF_TRACE_LAUNCH && r->kernel;
}

static size_t
mix (size_t hash, size_t value)
{
  return (hash ^ value) * 0x9e3779b97f4a7c15u;
}

static size_t
hash_group (const char *name, int device, const struct gcuf_dim3 *grid,
	    const struct gcuf_dim3 *block)
{
  size_t hash = device;
  for (; *name; name++)
    hash = mix (hash, (unsigned char) *name);
  hash = mix (mix (mix (hash, grid->x), grid->y), grid->z);
  hash = mix (mix (mix (hash, block->x), block->y), block->z);
  return hash ^ hash >> 32;
}

static bool
same_dim3 (const struct gcuf_dim3 *a, const struct gcuf_dim3 *b)
{
  return a->x == b->x && a->y == b->y && a->z == b->z;
}

static bool
same_group (const struct group *g, const struct gcuf_trace_record *r)
{
  return (g->kind == r->kind && g->device == r->device
	  && (!kernel_p (r)
	      || (same_dim3 (&g->grid, &r->grid)
		  && same_dim3 (&g->block, &r->block)
		  && g->shared == r->bytes && g->where == r->where))
	  && strcmp (g->name, r->name) == 0);
}

/* Return the place of R's group in the table.  */

static struct group **
find (const struct gcuf_trace_record *r)
{
  size_t i = hash_group (r->name, r->device, &r->grid, &r->block);
  for (;; i++)
    {
      struct group **g = &groups[i & (n_allocated - 1)];
      if (!*g || same_group (*g, r))
	return g;
    }
}

static void
grow (void)
{
  size_t n = n_allocated, mask;
  struct group **old = groups;
  n_allocated = n ? 2 * n : 64;
  mask = n_allocated - 1;
  groups = gcuf_xcalloc (n_allocated, sizeof *groups);
  for (size_t i = 0; i < n; i++)
    if (old[i])
      {
	const struct group *g = old[i];
	size_t j = hash_group (g->name, g->device, &g->grid, &g->block);
	while (groups[j & mask])
	  j++;
	groups[j & mask] = old[i];
      }
  free (old);
}

static void
write_group (const struct group *g, const struct gcuf_trace_record *r)
{
  static const char *const kinds[] =
  {
    [GCUF_TRACE_LAUNCH] = "kernel", [GCUF_TRACE_GRAPH] = "graph",
    [GCUF_TRACE_COPY] = "copy", [GCUF_TRACE_SET] = "fill",
    [GCUF_TRACE_ALLOCATION] = "allocation", [GCUF_TRACE_WAIT] = "wait"
  };
  fprintf (file, "[\"g\",%u,\"%s\",", g->number, kinds[g->kind]);
  gcuf_json_write_string (file, g->name);
  fprintf (file, ",%d", g->device);
  if (kernel_p (r))
    {
      bool known = g->where && g->where->file;
      putc (',', file);
      gcuf_json_write_string (file, known ? g->where->file : "");
      fprintf (file, ",%d", known ? g->where->line : 0);
      write_dim3 (&g->grid);
      write_dim3 (&g->block);
      fprintf (file, ",%zu", g->shared);
      if (r->usage)
	write_usage (r->usage);
    }
  else
    fprintf (file, ",%d", r->within ? 2 : 1);
  fputs ("]\n", file);
}

/* Return R's group, with a line in the file.  */

static struct group *
group_of (const struct gcuf_trace_record *r)
{
  if (2 * n_groups >= n_allocated)
    grow ();
  struct group **g = find (r);
  if (!*g)
    {
      struct group *fresh = gcuf_xcalloc (1, sizeof *fresh);
      size_t length = strlen (r->name) + 1;
      fresh->number = n_groups++;
      fresh->kind = r->kind;
      fresh->name = memcpy (gcuf_xmalloc (length), r->name, length);
      fresh->device = r->device;
      fresh->grid = r->grid;
      fresh->block = r->block;
      fresh->shared = r->bytes;
      fresh->where = r->where;
      *g = fresh;
      write_group (fresh, r);
    }
  return *g;
}

bool
gcuf_report_new_p (const struct gcuf_trace_record *r)
{
  return file && (!n_allocated || !*find (r));
}

/* Return the number of R's stream, with a line in the file.  */

static unsigned
stream_of (const struct gcuf_trace_record *r)
{
  for (unsigned i = 0; i < n_streams; i++)
    if (streams[i].device == r->device && streams[i].stream == r->stream)
      return i;
  streams = gcuf_xrealloc (streams, (n_streams + 1) * sizeof *streams);
  streams[n_streams].device = r->device;
  streams[n_streams].stream = r->stream;
  fprintf (file, "[\"s\",%u,%d,", n_streams, r->device);
  if (r->stream == 0 || r->stream == 1)
    fputs ("\"default stream\"]\n", file);
  else if (r->stream == 2)
    fputs ("\"per-thread stream\"]\n", file);
  else
    fprintf (file, "\"stream %u\"]\n", ++n_named[r->device]);
  return n_streams++;
}

/* --- Calls and runs ----------------------------------------------------- */

/* Write what M has of G, and let it be empty.  */

static void
write_merged (const struct group *g, struct merged *m)
{
  if (m->n == 0)
    return;
  fprintf (file, "[\"%c\",%u,%u,%.3f,%.3f,%.0f", m->what, g->number, m->lane,
	   m->begin, m->end, m->bytes);
  if (m->what == 'c')
    fprintf (file, ",%u", m->stream);
  if (m->n > 1)
    fprintf (file, ",%lu,%.3f,%.3f,%.3f", m->n, m->total, m->least, m->most);
  fputs ("]\n", file);
  m->n = 0;
  n_lines++;
}

/* Return what G has not yet written of LANE.  */

static struct merged *
find_merged (struct group *g, char what, unsigned lane, unsigned stream)
{
  struct merged *m = g->merged;
  while (m && (m->what != what || m->lane != lane || m->stream != stream))
    m = m->next;
  if (!m)
    {
      m = gcuf_xcalloc (1, sizeof *m);
      m->what = what;
      m->lane = lane;
      m->stream = stream;
      m->next = g->merged;
      g->merged = m;
    }
  return m;
}

/* Write a call or a run of G, or keep it to be written with others.  */

static void
add (struct group *g, char what, unsigned lane, unsigned stream, double begin,
     double end, double bytes)
{
  struct merged *m = find_merged (g, what, lane, stream);
  double time = end > begin ? end - begin : 0;
  if (m->n == 0)
    {
      m->begin = begin;
      m->total = m->bytes = 0;
      m->least = m->most = time;
    }
  m->n++;
  m->end = begin + time;
  m->total += time;
  m->bytes += bytes;
  m->least = time < m->least ? time : m->least;
  m->most = time > m->most ? time : m->most;
  if (n_lines < MANY_LINES || m->n == MERGED)
    write_merged (g, m);
  flush ();
}

void
gcuf_report_write_call (const struct gcuf_trace_record *r)
{
  if (!file)
    return;
  add (group_of (r), 'c', r->thread, stream_of (r), r->begin, r->end,
       kernel_p (r) ? 0 : r->bytes);
}

void
gcuf_report_write_run (const struct gcuf_trace_record *r)
{
  if (!file || !r->timed)
    return;
  add (group_of (r), 'r', stream_of (r), 0, r->device_begin, r->device_end,
       kernel_p (r) ? r->reach : r->bytes);
}

/* --- The page ----------------------------------------------------------- */

/* The name of the program, without directories.  */

static const char *
program (void)
{
  return program_invocation_short_name;
}

static void
write_devices (const struct gcuf_backend *backend)
{
  for (int i = 0; i < gcuf_device_count; i++)
    {
      struct gcuf_device_prop prop;
      memset (&prop, 0, sizeof prop);
      if (backend->device_properties (i, &prop) != 0)
	prop.name[0] = '\0';
      prop.name[sizeof prop.name - 1] = '\0';
      fprintf (file, "[\"d\",%d,", i);
      gcuf_json_write_string (file, prop.name);
      fprintf (file, ",%.3f]\n", gcuf_peak (i));
    }
}

void
gcuf_report_open (const char *name, const struct gcuf_backend *backend)
{
  file = gcuf_open_file ("GCUF_REPORT", name);
  n_named = gcuf_xcalloc (gcuf_device_count, sizeof *n_named);
  fputs (gcuf_report_page[0], file);
  write_html (program ());
  fputs (gcuf_report_page[1], file);
  write_html (program ());
  fputs (gcuf_report_page[2], file);
  fputs ("[\"p\",", file);
  gcuf_json_write_string (file, program ());
  putc (',', file);
  gcuf_json_write_string (file, backend->name);
  fputs ("]\n", file);
  write_devices (backend);
  flush ();
}

/* Write what groups have kept, and free them.  */

static void
finish_groups (void)
{
  for (size_t i = 0; i < n_allocated; i++)
    {
      struct group *g = groups[i];
      struct merged *next;
      if (!g)
	continue;
      for (struct merged *m = g->merged; m; m = next)
	{
	  next = m->next;
	  write_merged (g, m);
	  free (m);
	}
      free (g->name);
      free (g);
    }
  free (groups);
}

void
gcuf_report_close (double time)
{
  if (!file)
    return;
  finish_groups ();
  fprintf (file, "[\"e\",%.3f]\n", time);
  fputs (gcuf_report_page[3], file);
  flush ();
  fclose (file);
  file = NULL;
  free (streams);
  free (n_named);
}
