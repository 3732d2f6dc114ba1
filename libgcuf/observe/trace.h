/* Observation of what a program does: what its files share.
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

#ifndef GCUF_TRACE_H
#define GCUF_TRACE_H

#include "gcuf-internal.h"

enum gcuf_trace_kind
{
  GCUF_TRACE_LAUNCH,
  GCUF_TRACE_GRAPH,
  GCUF_TRACE_COPY,
  GCUF_TRACE_SET,
  GCUF_TRACE_ALLOCATION,
  GCUF_TRACE_WAIT
};

/* What a kernel takes of a multiprocessor.  */
struct gcuf_usage
{
  int registers;		/* Of a thread; zero: none of what follows.  */
  size_t shared, local;		/* Bytes, without the dynamic memory.  */
  int blocks, warps, most_warps; /* On a multiprocessor; zero: not known.  */
  const char *limit;		/* Why there are no more; null if all.  */
};

/* One operation.  Times are in microseconds since the beginning.  */
struct gcuf_trace_record
{
  struct gcuf_trace_record *next;
  enum gcuf_trace_kind kind;
  const char *name;
  const struct gcuf_location *where;	/* Null where it is not known.  */
  struct gcuf_dim3 grid, block;		/* Of a launch.  */
  size_t bytes;				/* Also the dynamic shared memory.  */
  size_t reach;				/* Of a launch: what its arguments point
					   to.  */
  bool within;				/* A copy from device to device.  */
  const struct gcuf_kernel *kernel;	/* Of a launch, if it is the program's.  */
  const struct gcuf_usage *usage;	/* Null where it is not known.  */
  gcuf_stream_t stream;
  int device;
  unsigned thread;			/* Of the host, from one.  */
  double begin, end;			/* Of the call on the host.  */
  bool timed;				/* Whether it ran on the device: */
  double device_begin, device_end;	/* then.  */
  gcuf_event_t start, stop;		/* Around it.  */
};

/* timeline.c: the timeline.  The lock of trace.c is held, except by the first,
   which opens FILE, or ends the program if that fails.  */
extern void gcuf_trace_open (const char *file);
/* Write the call on the host of a record; write when it ran on the device, if
   that is known.  These do nothing once the file has been closed.  */
extern void gcuf_trace_write_call (const struct gcuf_trace_record *);
extern void gcuf_trace_write_run (const struct gcuf_trace_record *);
/* Complete and close the file.  */
extern void gcuf_trace_close (void);

/* report.c: the report, a page for browsers.  The same lock is held, except by
   the first, which opens FILE, or ends the program if that fails.  */
extern void gcuf_report_open (const char *file,
			      const struct gcuf_backend *backend);
/* Return true if the usage of R's kernel is not yet in the report.  */
extern bool gcuf_report_new_p (const struct gcuf_trace_record *);
/* As those of the timeline.  */
extern void gcuf_report_write_call (const struct gcuf_trace_record *);
extern void gcuf_report_write_run (const struct gcuf_trace_record *);
/* TIME is that of the end.  */
extern void gcuf_report_close (double time);
/* The parts of the page that are always the same: the file report/page.html,
   split at its lines @...@.  */
extern const char *const gcuf_report_page[];

/* kernel-usage.c: store what KERNEL takes in a launch as R's in *USAGE; return
   false if the backend does not say.  No lock is held.  */
extern bool gcuf_usage_find (const struct gcuf_backend *, struct gcuf_kernel *,
			     const struct gcuf_trace_record *r,
			     struct gcuf_usage *usage);

/* peak-bandwidth.c: ask BACKEND how fast its devices' memory is; return the
   bytes per microsecond of DEVICE, zero if that is not known; return the bytes
   that R moves in the memory of its device.  */
extern void gcuf_peaks_find (const struct gcuf_backend *backend);
extern double gcuf_peak (int device);
extern double gcuf_traffic (const struct gcuf_trace_record *r);

/* kernel-reach.c: the bytes of the device's memory that the arguments ARGS of
   KERNEL point to, by descriptors too: of each allocation from the lowest such
   address to its end.  No lock is held.  */
extern size_t gcuf_kernel_reach (const struct gcuf_backend *,
				 const struct gcuf_kernel *kernel,
				 void *const *args);

/* profile.c: the table.  Add a record, under the lock of trace.c; print all, at
   the end of the program, and free them.  */
extern void gcuf_profile_add (const struct gcuf_trace_record *);
extern void gcuf_profile_print (void);

/* nvtx.c: ranges for NVIDIA's tools.  Return true if they are wanted and there
   is a library for them.  */
extern bool gcuf_nvtx_open (void);
/* If so, begin a range called NAME, and end the calling thread's latest.  */
extern void gcuf_nvtx_push (const char *name);
extern void gcuf_nvtx_pop (void);

#endif
