/* The timeline of a program, in a file.
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

/* The format is the array of events that chrome://tracing and Perfetto read.
   They do so too where the end is missing, the program having died: so each
   event is written at once, and whole.  The host is a process there, and each
   device; their threads are the host's, and the streams.  */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "open-file.h"
#include "trace.h"

static FILE *file;		/* Null when there is none any more.  */
static bool failed;

/* The streams that were seen, by device; their numbers are their places.  */
static struct
{
  int device;
  gcuf_stream_t stream;
} *streams;
static unsigned n_streams;
static unsigned n_threads;

enum { HOST_PROCESS = 1, DEVICE_PROCESS = 2 };

/* Write what is in the buffer; tell of the first failure.  */

static void
flush (void)
{
  if (fflush (file) == 0 || failed)
    return;
  failed = true;
  fprintf (stderr, "libgcuf: GCUF_TRACE: %s\n", strerror (errno));
}

void
gcuf_trace_open (const char *name)
{
  file = gcuf_open_file ("GCUF_TRACE", name);
  fprintf (file, "[\n{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":%d,"
	   "\"args\":{\"name\":\"host\"}}", HOST_PROCESS);
  for (int i = 0; i < gcuf_device_count; i++)
    fprintf (file, ",\n{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":%d,"
	     "\"args\":{\"name\":\"device %d\"}}", DEVICE_PROCESS + i, i);
  flush ();
}

static void
name_thread (int process, unsigned thread, const char *what, long long n)
{
  fprintf (file, ",\n{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":%d,"
	   "\"tid\":%u,\"args\":{\"name\":\"%s %lld\"}}", process, thread, what,
	   n);
}

/* The number of R's stream.  */

static unsigned
stream_number (const struct gcuf_trace_record *r)
{
  for (unsigned i = 0; i < n_streams; i++)
    if (streams[i].device == r->device && streams[i].stream == r->stream)
      return i;
  streams = gcuf_xrealloc (streams, (n_streams + 1) * sizeof *streams);
  streams[n_streams].device = r->device;
  streams[n_streams].stream = r->stream;
  name_thread (DEVICE_PROCESS + r->device, n_streams, "stream", r->stream);
  return n_streams++;
}

static void
write_arguments (const struct gcuf_trace_record *r)
{
  const struct gcuf_dim3 *g = &r->grid, *b = &r->block;
  fprintf (file, ",\"args\":{\"stream\":%lld", (long long) r->stream);
  if (r->kind == GCUF_TRACE_LAUNCH)
    fprintf (file, ",\"grid\":[%d,%d,%d],\"block\":[%d,%d,%d],\"shared\":%zu",
	     g->x, g->y, g->z, b->x, b->y, b->z, r->bytes);
  else if (r->bytes)
    fprintf (file, ",\"bytes\":%zu", r->bytes);
  if (r->where && r->where->file)
    {
      fprintf (file, ",\"line\":%d,\"file\":", r->where->line);
      gcuf_json_write_string (file, r->where->file);
    }
  fputs ("}}", file);
}

static void
write_event (const struct gcuf_trace_record *r, int process, unsigned thread,
	     double begin, double end)
{
  static const char *const categories[] =
  {
    [GCUF_TRACE_LAUNCH] = "kernel", [GCUF_TRACE_GRAPH] = "graph",
    [GCUF_TRACE_COPY] = "copy",
    [GCUF_TRACE_SET] = "fill", [GCUF_TRACE_ALLOCATION] = "allocation",
    [GCUF_TRACE_WAIT] = "synchronization"
  };
  fputs (",\n{\"name\":", file);
  gcuf_json_write_string (file, r->name);
  fprintf (file, ",\"cat\":\"%s\",\"ph\":\"X\",\"pid\":%d,\"tid\":%u,"
	   "\"ts\":%.3f,\"dur\":%.3f", categories[r->kind], process, thread,
	   begin, end > begin ? end - begin : 0.0);
  write_arguments (r);
}

void
gcuf_trace_write_call (const struct gcuf_trace_record *r)
{
  if (!file)
    return;
  for (; n_threads < r->thread; n_threads++)
    name_thread (HOST_PROCESS, n_threads + 1, "thread", n_threads + 1);
  write_event (r, HOST_PROCESS, r->thread, r->begin, r->end);
  flush ();
}

void
gcuf_trace_write_run (const struct gcuf_trace_record *r)
{
  if (!file || !r->timed)
    return;
  write_event (r, DEVICE_PROCESS + r->device, stream_number (r),
	       r->device_begin, r->device_end);
  flush ();
}

void
gcuf_trace_close (void)
{
  if (!file)
    return;
  fputs ("\n]\n", file);
  flush ();
  fclose (file);
  file = NULL;
  free (streams);
}
