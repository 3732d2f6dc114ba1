/* What the files of libgcuf share.
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

#ifndef GCUF_INTERNAL_H
#define GCUF_INTERNAL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gcuf-abi.h"
#include "gcuf-api.h"
#include "gcuf-descriptor.h"
#include "gcuf-limits.h"

/* The library is built with hidden visibility; this marks its interface.  */
#define GCUF_EXPORT __attribute__ ((visibility ("default")))

/* --- Errors (error.c) ---------------------------------------------------- */

enum gcuf_error
{
#define GCUF_ERROR(code, name, text) GCUF_##name = code,
#include "error-codes.def"
#undef GCUF_ERROR
};

/* Leave CODE for cudaGetLastError of the calling thread unless it is success or
   cudaErrorNotReady; return it.  After an error that leaves the device unusable
   print what its code has written, which may end the program, and note which
   kernels it may have come from.  */
extern int gcuf_record_error (int code);

/* Return what cudaGetErrorString and cudaGetErrorName give for CODE, strings
   that stay; never null.  */
extern const char *gcuf_error_text (int code);
extern const char *gcuf_error_name (int code);
/* Return "TEXT (NAME, error CODE)", followed by the kernels that a fault may
   have come from.  The string is valid until the calling thread calls this
   again, and is not to be freed.  */
extern const char *gcuf_error_message (int code);

/* Return true if CODE leaves the device unusable: the driver returns it from
   every call from then on.  */
extern bool gcuf_error_sticky_p (int code);

/* Print "FILE:LINE: ", of WHERE, or "libgcuf: " if that is null, and the
   message, and exit with status 1.  May be called with any lock held: exit
   handlers and destructors take none if gcuf_failed is set.  A thread of the
   library itself runs no exit handlers.  */
extern void gcuf_fatal (const struct gcuf_location *where,
			const char *format, ...)
  __attribute__ ((noreturn, format (printf, 2, 3)));

/* End the program as that does, without a message.  */
extern void gcuf_end_failed (void) __attribute__ ((noreturn));

/* Set by gcuf_fatal, and where device code stops: destructors must not take
   locks, which the caller may hold, nor wait for anything.  */
extern bool gcuf_failed;

/* If CODE is an error, end the program as gcuf_fatal does, saying that CALL
   failed with it.  */
extern void gcuf_check (const struct gcuf_location *where, const char *call,
			int code);

/* --- Memory of the library itself (alloc.c) ------------------------------ */

/* As malloc, calloc and realloc, but never return null, also for no bytes: end
   the program if there is no memory.  To be freed with free.  */
extern void *gcuf_xmalloc (size_t bytes) __attribute__ ((malloc));
extern void *gcuf_xcalloc (size_t n, size_t bytes) __attribute__ ((malloc));
extern void *gcuf_xrealloc (void *p, size_t bytes);

/* --- Environment and debugging output (debug.c) -------------------------- */

/* True if GCUF_DEBUG is set to something other than 0.  */
extern bool gcuf_debug_p;
/* Print a line with the message on standard error; gcuf_debug does so only if
   that is wanted.  */
extern void gcuf_debug_print (const char *format, ...)
  __attribute__ ((format (printf, 1, 2)));
#define gcuf_debug(...)							\
  do									\
    {									\
      if (__builtin_expect (gcuf_debug_p, 0))				\
	gcuf_debug_print (__VA_ARGS__);					\
    }									\
  while (0)

/* Return the milliseconds since some fixed time.  */
extern double gcuf_milliseconds (void);

/* In place of a stream.  */
enum { GCUF_ALL_STREAMS = -1 };

/* --- The environment (environment.c) ------------------------------------- */

enum gcuf_environment
{
#define GCUF_ENVIRONMENT(id, name) GCUF_ENV_##id,
#include "environment.def"
#undef GCUF_ENVIRONMENT
};

/* Return the value of VARIABLE; null if it is unset or empty, or the program
   has more rights than the user.  */
extern const char *gcuf_env (enum gcuf_environment variable);
/* Return true if VARIABLE has a value other than 0.  */
extern bool gcuf_env_flag (enum gcuf_environment variable);
/* Return the value of VARIABLE, a size with an optional suffix k, m or g, or
   FALLBACK if it has none.  End the program if it is not a number from LO to
   HI.  */
extern size_t gcuf_env_size (enum gcuf_environment variable, size_t fallback,
			     size_t lo, size_t hi);

/* --- Checks of programs (checks.c) --------------------------------------- */

/* What GCUF_CHECK can ask for: that host code does not access device memory,
   that nothing of the device is left at the end.  */
enum { GCUF_CHECK_ACCESS = 1, GCUF_CHECK_LEAKS = 2 };

/* Return true if the environment asks for CHECK.  End the program if it asks
   for what there is not.  */
extern bool gcuf_checks_p (unsigned check);

/* --- The calling thread (thread.c) --------------------------------------- */

struct gcuf_thread
{
  struct gcuf_launch *pending;	/* Innermost configuration not yet used.  */
  gcuf_stream_t stream;		/* Its default stream.  */
  gcuf_stream_t launched;	/* Of the last launch.  */
  int device;			/* The current device.  */
  int bound;			/* Current device + 1 once the backend has made
				   it current for the thread.  */
  int last_error;
  unsigned failing;		/* Its number among those whose launches have
				   failed; zero if none has.  */
};
extern __thread struct gcuf_thread gcuf_thread;
/* True if the calling thread is one of the library's own, or runs an operation
   of a stream: it must not run exit handlers, which wait for such threads.  */
extern __thread bool gcuf_own_thread;

/* The calling thread gives its current device a kernel.  Takes no lock.  */
extern void gcuf_note_at_work (void);
/* The program has registered memory of its own.  */
extern void gcuf_note_registered (void);
/* A stream's capture begins, or ends.  */
extern void gcuf_note_capture (bool begins);
/* Memory of the host's that device code may use is about to be freed, or to get
   another copy of its values: wait for all kernels that have been launched.  Errors
   are left to what waits then.  */
extern void gcuf_wait_for_kernels (void);

/* --- Copies -------------------------------------------------------------- */

/* DEPTH slices of HEIGHT rows of WIDTH bytes.  Pitches and slice strides are
   in bytes and positive; those of a single row or slice do not matter.  */
struct gcuf_box
{
  void *dst;
  const void *src;
  size_t width, height, depth;
  size_t dst_pitch, src_pitch;
  size_t dst_slice, src_slice;
  int kind;			/* enum gcuf_copy_kind.  */
};

/* ROWS rows, PITCH bytes apart, of COUNT elements of SIZE bytes each become
   PATTERN.  SIZE is 1, 2 or 4.  */
struct gcuf_set
{
  void *dst;
  size_t pitch, count, rows;
  unsigned size;
  uint32_t pattern;
};

struct gcuf_nest;
struct gcuf_reduce;		/* In array-reduction.h, as ...  */
struct gcuf_partial;		/* ... this.  */
struct gcuf_prefix;		/* These are in array-work.h.  */
struct gcuf_sort;
struct gcuf_random;
struct gcuf_packing;

/* One side of a copy that may be an array: if ARRAY is null, memory at PTR with
   rows PITCH bytes and slices ROWS rows apart.  X is in bytes.  */
struct gcuf_side
{
  gcuf_array_t array;
  void *ptr;
  size_t pitch, rows;
  size_t x, y, z;
};

/* DEPTH slices of HEIGHT rows of WIDTH bytes, none of them zero.  */
struct gcuf_volume
{
  struct gcuf_side dst, src;
  size_t width, height, depth;
  int kind;			/* enum gcuf_copy_kind.  */
};

/* --- The backend --------------------------------------------------------- */

/* Functions that return int return a cudaError code, which the caller records,
   unless they say something else; what they store through pointers is undefined
   after an error.  They take no lock of the general part but gcuf_image_lock,
   and can be called by any thread.  The current device is gcuf_thread.device,
   and is bound to the thread, except for the functions that take a device as an
   argument and driver_version.  Operations on a stream are asynchronous, and
   ordered as CUDA orders them.  */
struct gcuf_backend
{
  const char *name;
  bool on_host;			/* Kernels get the host's own data.  */

  /* Prepare for use; return the number of devices.  If there is none, point
     *REASON to a string that says why, which stays.  Called once, under the
     lock of backend.c.  */
  int (*init) (const char **reason);
  /* Wait for all work and free everything.  Called once, at the end of the
     program, by a thread that is not the library's own.  */
  void (*fini) (void);

  /* Make the current device that of the calling thread.  */
  int (*device_bind) (void);
  /* Store the properties of DEVICE, which is valid; the name ends with NUL.  */
  int (*device_properties) (int device, struct gcuf_device_prop *);
  /* Store the value of ATTRIBUTE, of enum gcuf_attribute, of DEVICE.  */
  int (*device_attribute) (int device, int attribute, int *value);
  /* Wait for all work of the current device.  */
  int (*device_synchronize) (void);
  /* Wait, and free all that the current device has.  */
  int (*device_reset) (void);
  /* Store the version of the driver, zero if there is none.  */
  int (*driver_version) (int *version);
  /* Store the bytes of memory of the current device.  */
  int (*memory_info) (size_t *free, size_t *total);

  /* Allocate BYTES, at least one, in SPACE: GCUF_SPACE_DEVICE, _MANAGED or
     _PINNED.  The memory is the caller's.  */
  int (*malloc) (void **p, size_t bytes, unsigned space);
  /* The same for what Fortran allocates and frees by itself: FREE need not
     wait for work with device memory, and succeeds if the memory went with a
     reset of the device.  */
  int (*malloc_local) (void **p, size_t bytes, unsigned space);
  /* Free P, not null, which one of these has given for SPACE, or, but for
     pinned memory, any space but the pinned; wait for pending work first.  */
  int (*free) (void *p, unsigned space);

  /* Copy in the stream, and return when that is complete if WAIT.  Otherwise
     host memory that is not pinned has been read or written at return all the
     same.  */
  int (*copy) (const struct gcuf_box *, gcuf_stream_t, bool wait);
  /* Enqueue the copy of NEST, both sides of which are on the device.  */
  int (*copy_nest) (const struct gcuf_nest *, gcuf_stream_t);
  /* Enqueue the setting of memory.  */
  int (*set) (const struct gcuf_set *, gcuf_stream_t);
  /* Reduce arrays in STREAM, and return when the results are at OUT.  */
  int (*reduce) (const struct gcuf_reduce *, struct gcuf_partial *out,
		 gcuf_stream_t);
  /* Enqueue prefix sums, a sort, random numbers.  */
  int (*prefix_sum) (const struct gcuf_prefix *, gcuf_stream_t);
  int (*sort) (const struct gcuf_sort *, gcuf_stream_t);
  int (*random_numbers) (const struct gcuf_random *, gcuf_stream_t);
  /* Pack elements in STREAM.  If COUNT is not null, store their number there
     and return when that is known.  */
  int (*pack_elements) (const struct gcuf_packing *, uint64_t *count,
			gcuf_stream_t stream);

  /* As the functions of the API do that are called so.  */
  int (*stream_create) (gcuf_stream_t *, int flags, int priority);
  int (*stream_destroy) (gcuf_stream_t);
  int (*stream_synchronize) (gcuf_stream_t);
  int (*stream_query) (gcuf_stream_t);
  int (*stream_wait_event) (gcuf_stream_t, gcuf_event_t, int flags);
  int (*stream_priority) (gcuf_stream_t, int *);
  int (*stream_priority_range) (int *least, int *greatest);

  int (*event_create) (gcuf_event_t *, int flags);
  int (*event_destroy) (gcuf_event_t);
  int (*event_record) (gcuf_event_t, gcuf_stream_t);
  int (*event_synchronize) (gcuf_event_t);
  int (*event_query) (gcuf_event_t);
  int (*event_elapsed) (float *, gcuf_event_t, gcuf_event_t);

  /* Enqueue the launch of a kernel.  ARGS[i] points to the value of parameter
     i; all are copied before the return.  Ends the program if the kernel is not
     in the code for the device.  */
  int (*launch) (struct gcuf_kernel *, const struct gcuf_launch *,
		 void *const *args);
  /* Store the address of the variable on the current device.  */
  int (*variable_address) (struct gcuf_variable *, void **address);
  /* Return true if P points into memory of a device, and store the beginning
     and the end of what has been allocated there.  */
  bool (*extent) (const void *p, uintptr_t *begin, uintptr_t *end);
  /* An image is about to go: wait for what device code writes, and print it.
     May be null, and may end the program.  */
  void (*finish_output) (void);
  /* The image is about to go: forget it, though its code may still run.  May be
     null.  Called under gcuf_image_lock.  */
  void (*forget_image) (const struct gcuf_image *);
  /* Make the context of DEVICE current, libgomp being about to open it; null
     if there are no contexts.  */
  void (*prepare_device) (int device);

  /* Return the driver's name and text for the error CODE, or null; these
     members may be null.  The strings are static.  */
  const char *(*error_name) (int code);
  const char *(*error_text) (int code);
  /* A call has returned CODE, after which the device cannot be used: print what
     its code has written.  May be null.  */
  void (*fault) (int code);
  /* The host is about to use device data: wait for all that the legacy default
     stream would wait for.  Null if the procedures that use it do so
     themselves.  */
  void (*wait_legacy) (void);
  /* As device_synchronize, but no report tells of it.  */
  int (*finish) (void);

  /* For devices that access registered host memory alone, or null.  ADD and
     FORGET are called, also before the backend is initialized, with an address
     in an object that is loaded or about to be unloaded and whose static data
     the devices access; WITH_HOST_DATA, with the backend initialized, returns
     one to use in its place, which registers that data and stacks.  */
  void (*host_data_add) (const void *address);
  void (*host_data_forget) (const void *address);
  const struct gcuf_backend *(*with_host_data) (void);

  /* Choose the block for a kernel loop of these numbers of iterations, each at
     least one.  */
  void (*loop_block) (struct gcuf_dim3 *, const size_t trips[3]);
#define GCUF_API_OP(name, arguments) int (*name) arguments;
#include "backend-ops.def"
#undef GCUF_API_OP
};

/* Set extent DIM, 0 to 2, of GRID so that it has about as many blocks as can be
   RESIDENT (grid.c).  */
extern void gcuf_resolve_grid (struct gcuf_dim3 *grid, int dim, int resident);

/* Return the extent of GRID, 0 to 2, that is -1; return -1 if none is or more
   than one.  */
extern int gcuf_open_dim3 (const struct gcuf_dim3 *grid);

/* Return which extent of LAUNCH's grid the backend is to choose, 0 to 2, or -1
   if none.  */

static inline int
gcuf_open_extent (const struct gcuf_launch *launch)
{
  if (__builtin_expect (launch->flags == 0, 1))
    return -1;
  return (launch->flags & GCUF_LAUNCH_ANY_GRID
	  ? 0 : gcuf_open_dim3 (&launch->grid));
}

/* What the table in backend.c has.  Only the backends use these otherwise.  */
extern const struct gcuf_backend gcuf_backend_cuda;
extern const struct gcuf_backend gcuf_backend_cpu;

/* DSO is about to be unloaded: its static data is no longer there for
   devices.  */
extern void gcuf_host_data_forget (const void *dso);
/* Return true if the environment asks for a backend whose kernels run on the
   host.  */
extern bool gcuf_host_forced_p (void);
/* True if the memory that the program allocates has to be managed: set with the
   choice of the backend.  */
extern bool gcuf_heap_managed;
/* Return true if destructors are to free what they have of the backend in use:
   there is one, no error has ended the program, and the calling thread is none
   that the backend waits for.  */
extern bool gcuf_backend_ends_p (void);

/* Return the backend in use, chosen and initialized at the first call; never
   null.  End the program if GCUF_BACKEND asks for one that cannot be used.
   Takes a lock at the first call.  */
extern const struct gcuf_backend *gcuf_backend_unbound (void);
/* The same, with the current device bound to the calling thread; end the
   program if that fails.  */
extern const struct gcuf_backend *gcuf_backend_slow (void);
/* The backend in use, or null if none has been chosen; and the number of its
   devices.  */
extern const struct gcuf_backend *gcuf_backend_chosen;
extern int gcuf_device_count;

/* --- Questions to the backend in use (query.c) --------------------------- */

/* Return true if DEVICE is the number of a device.  */
extern bool gcuf_device_valid_p (int device);
/* Store the properties of DEVICE, with a name padded with blanks; return an
   error code, which is not recorded.  */
extern int gcuf_device_properties (int device, struct gcuf_device_prop *);
/* Return true if STREAM is being captured, or if it is the legacy stream, which
   must not be waited for while another one is captured.  Binds the current
   device.  */
extern bool gcuf_captured_p (gcuf_stream_t stream);

/* Return BACKEND, or what takes its place if the environment asks for a
   timeline, a profile or NVTX ranges (trace.c).  End the program if the
   timeline's file cannot be opened.  */
extern const struct gcuf_backend *gcuf_observe (const struct gcuf_backend *);

/* Return the backend in use, with the current device bound to the calling
   thread.  */

static inline const struct gcuf_backend *
gcuf_backend (void)
{
  if (__builtin_expect (gcuf_thread.bound == gcuf_thread.device + 1, 1))
    return gcuf_backend_chosen;
  return gcuf_backend_slow ();
}

/* --- Libgomp (libgomp.c) ------------------------------------------------ */

/* True if the program has regions that libgomp runs on the devices.  */
extern bool gcuf_devices_shared;
/* Return true if device code may access host memory, since the program needs
   such a device, or has regions of OpenACC or OpenMP (backend.c).  */
extern bool gcuf_host_memory_shared_p (void);

/* Have libgomp open DEVICE, if it has not, and make its context current if
   none is.  */
extern void gcuf_touch_libgomp (int device);
/* Return true if gcuf_touch_libgomp may be called.  */
extern bool gcuf_touch_libgomp_p (void);

/* Remember that the thread's device has been bound, unless libgomp may change
   it.  */

static inline void
gcuf_bound (void)
{
  gcuf_thread.bound = (gcuf_devices_shared && gcuf_device_count > 1
		       ? 0 : gcuf_thread.device + 1);
}

/* --- Launches (launch-log.c) -------------------------------------------- */

/* Which launches the program waits for, as bits: set with the choice of the
   backend, from the environment (backend.c).  */
enum { GCUF_SYNC_LOOPS = 2, GCUF_SYNC_KERNELS = 4 };
extern unsigned gcuf_sync;

/* The launches of a thread since it last waited for them, for messages: their
   number, and the latest GCUF_N_LAUNCHES of them.  */
enum { GCUF_N_LAUNCHES = 8 };
struct gcuf_launches
{
  struct gcuf_launches *next;
  unsigned n;
  struct gcuf_logged
  {
    const struct gcuf_kernel *kernel;
    const struct gcuf_location *where;
    gcuf_stream_t stream;
  } latest[GCUF_N_LAUNCHES];
};
extern __thread struct gcuf_launches *gcuf_launches;

/* Return the calling thread's record, new.  */
extern struct gcuf_launches *gcuf_launches_enter (void);
/* The calling thread has waited for STREAM, or for all: forget its launches
   there.  */
extern void gcuf_launches_done (gcuf_stream_t stream);
/* DSO is being unloaded: forget its kernels.  */
extern void gcuf_launches_forget (const void *dso);
/* Append to TEXT, in a buffer of SIZE bytes, which kernels of all threads a
   fault may have come from.  */
extern void gcuf_launches_explain (char *text, size_t size);

/* Wait for LAUNCH, unless it is recorded in a graph, and return how that ended
   (launch.c).  */
extern int gcuf_launch_wait (const struct gcuf_launch *launch);
/* LAUNCH of KERNEL, as for gcuf_failure_note, ended with the error CODE; the
   kernel has run if RAN.  Tell, at once if it is WAITED_FOR (the program may not
   check), and leave the code for cudaGetLastError (launch.c).  */
extern void gcuf_launch_failed (const struct gcuf_kernel *kernel,
				const char *name,
				const struct gcuf_launch *launch, int code,
				bool ran, bool waited_for);

/* Note that the calling thread launches KERNEL with the configuration
   LAUNCH.  */

static inline void
gcuf_launches_note (const struct gcuf_kernel *kernel,
		    const struct gcuf_launch *launch)
{
  struct gcuf_launches *l = gcuf_launches;
  if (__builtin_expect (!l, 0))
    l = gcuf_launches_enter ();
  struct gcuf_logged *e = &l->latest[l->n++ % GCUF_N_LAUNCHES];
  e->kernel = kernel;
  e->where = launch->where;
  e->stream = launch->stream;
}

/* The calling thread's last launch has failed: forget it.  */
extern void gcuf_launches_drop (void);
/* Return true if there are launches that their threads have not waited for.  */
extern bool gcuf_launches_pending_p (void);

/* --- Launches that failed (failed-launches.c) ---------------------------- */

/* Print that LAUNCH of the kernel NAME ended with the error CODE: the kernel has
   run if RAN, and was not launched at all otherwise.  */
extern void gcuf_failure_print (const char *name,
				const struct gcuf_launch *launch, int code,
				bool ran);
/* The calling thread's LAUNCH of KERNEL, null if it is not in CUDA Fortran, with
   this NAME failed with CODE: print that at the end of the program, unless it
   asks for the error.  */
extern void gcuf_failure_note (const struct gcuf_kernel *kernel,
			       const char *name,
			       const struct gcuf_launch *launch, int code);
/* A call has returned CODE, which is the fault of some kernel: the same, once
   for a fault.  */
extern void gcuf_failure_fault (int code);
/* The device has been reset: the next fault is another one.  */
extern void gcuf_failure_reset (void);
/* The program knows that calls of this thread have returned CODE: forget these
   failures.  */
extern void gcuf_failure_asked (int code);
/* DSO is being unloaded: another may have kernels at the same addresses.  */
extern void gcuf_failures_forget (const void *dso);
/* Print and forget the failures, if that is possible without waiting for a
   lock.  */
extern void gcuf_failures_print (void);

/* --- Arrays -------------------------------------------------------------- */

/* Return the number of channels of C.  */

static inline unsigned
gcuf_channel_count (const struct gcuf_channels *c)
{
  return 1 + (c->y != 0) + (c->z != 0) + (c->w != 0);
}

/* Return the bytes of an element with the channels C.  */

static inline size_t
gcuf_channel_bytes (const struct gcuf_channels *c)
{
  return gcuf_channel_count (c) * c->x / 8;
}

/* --- Images and variables (image.c, variable.c) -------------------------- */

/* One registered image.  */
struct gcuf_image_node
{
  const struct gcuf_image *image;
  struct gcuf_image_node *next;
};

/* Return the list of registered images, newest first.  gcuf_image_lock is held
   as long as it is used.  */
extern struct gcuf_image_node *gcuf_images (void);
/* Take and release the lock of that list, under which backends load images.  */
extern void gcuf_image_lock (void);
extern void gcuf_image_unlock (void);

/* Call FN with DATA for each registered variable of DSO that is a descriptor.
   FN must not register variables: the lock of their tables is held.  */
extern void gcuf_for_descriptors (void *dso,
				  void (*fn) (struct gcuf_variable *, void *),
				  void *data);

/* Return the variable that device code knows by NAME, its symbol or its name in
   Fortran with or without "module::" before it; null if there is none.  */
extern struct gcuf_variable *gcuf_variable_named (const char *name);
/* Return the variable whose memory on the cpu backend contains P, or null; and
   the space of that, or -1 if there is none.  */
extern const struct gcuf_variable *gcuf_variable_at (const void *p);
extern int gcuf_variable_space (const void *p);
/* Return true if P is the address in the descriptor of a variable of a
   module.  */
extern bool gcuf_variable_holds (const void *p);

/* --- Kernels (kernel.c) -------------------------------------------------- */

/* Return the kernel that the program knows as the procedure STUB, which may be
   null, or by NAME, which is that of the procedure, with or without "module::"
   before it, or of the entry in the device code; null if there is none.  */
extern struct gcuf_kernel *gcuf_kernel_of (const void *stub);
extern struct gcuf_kernel *gcuf_kernel_named (const char *name);

/* --- Array descriptors (descriptor.c) ------------------------------------ */

/* Called by module cudafor, under gfortran's names: return the bytes of an
   element of A, device or host data.  */
extern size_t gcuf_element_d_ (const struct gcuf_descriptor *a);
extern size_t gcuf_element_h_ (const struct gcuf_descriptor *a);
/* The same; but return zero, and record an error, if VALUE is not of the same
   type.  */
extern size_t gcuf_same_element_ (const struct gcuf_descriptor *a,
				  const struct gcuf_descriptor *value);
/* Return A, or null if its elements are contiguous (api/sections.c).  */
extern const void *gcuf_section_d_ (const struct gcuf_descriptor *a);
extern const void *gcuf_section_h_ (const struct gcuf_descriptor *a);
/* Return the base address of A.  */
extern void *gcuf_constant_address_ (const struct gcuf_descriptor *a);
/* Return the bytes of all elements of A.  */
extern size_t gcuf_bytes_d_ (const struct gcuf_descriptor *a);
extern size_t gcuf_bytes_k_ (const struct gcuf_descriptor *a);

/* A loop nest over the elements of one or two arrays at once.  Strides are in
   bytes; those of SRC do not matter where there is one array.  */
struct gcuf_nest
{
  char *dst;
  const char *src;
  size_t run;			/* Bytes contiguous on both sides.  */
  int rank;
  struct gcuf_loop
  {
    size_t extent;
    ptrdiff_t dst, src;		/* Strides.  */
  } loop[GCUF_MAX_RANK];
};

/* Return the extent of dimension D, not negative.  */

static inline size_t
gcuf_extent (const struct gcuf_descriptor *a, int d)
{
  ptrdiff_t n = a->dim[d].upper - a->dim[d].lower + 1;
  return n > 0 ? n : 0;
}

/* Return the bytes between neighbours of dimension D.  */

static inline ptrdiff_t
gcuf_byte_stride (const struct gcuf_descriptor *a, int d)
{
  ptrdiff_t span = a->span ? a->span : (ptrdiff_t) a->dtype.elem_len;
  return a->dim[d].stride * span;
}

/* Return the number of A's elements.  */
extern size_t gcuf_descriptor_elements (const struct gcuf_descriptor *a);
/* Return true if A's elements are contiguous.  */
extern bool gcuf_descriptor_contiguous_p (const struct gcuf_descriptor *a);
/* Return true if A and B have the same shape, and elements of the same size.  */
extern bool gcuf_descriptor_alike_p (const struct gcuf_descriptor *a,
				     const struct gcuf_descriptor *b);
/* Make *C describe contiguous elements at BASE in A's shape.  */
extern void gcuf_descriptor_contiguous (struct gcuf_descriptor *c,
					const struct gcuf_descriptor *a,
					void *base);

/* Build the nest of DST := SRC, which have the same shape and some elements.
   Where SRC is null only DST matters.  */
extern void gcuf_nest_build (struct gcuf_nest *,
			     const struct gcuf_descriptor *dst,
			     const struct gcuf_descriptor *src);
/* Bring a nest into its simplest form: loops of extent one dropped, neighbours
   merged, contiguous ones taken into RUN, the rest by ascending stride.  No
   stride of DST, or of SRC if BY_SRC, is negative then.  */
extern void gcuf_nest_simplify (struct gcuf_nest *, bool by_src);
/* Run the nest on the host, both sides being host memory.  */
extern void gcuf_nest_copy (const struct gcuf_nest *);
/* The same for a box, whose sides may overlap if it is a single row.  */
extern void gcuf_box_copy (const struct gcuf_box *);
/* Set host memory.  */
extern void gcuf_set_fill (const struct gcuf_set *);

/* The first byte of a side of a nest, and the one after the last.  */
struct gcuf_hull
{
  char *lo, *hi;
};
/* Return the hull of the side of a nest: the source's if SRC.  */
extern struct gcuf_hull gcuf_nest_hull (const struct gcuf_nest *, bool src);
/* Return the bytes that a nest copies.  */
extern size_t gcuf_nest_bytes (const struct gcuf_nest *);

#endif
