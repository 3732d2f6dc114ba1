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

/* Leave CODE for cudaGetLastError unless it is success; return it.  */
extern int gcuf_record_error (int code);

extern const char *gcuf_error_text (int code);
extern const char *gcuf_error_name (int code);
/* "TEXT (NAME, error CODE)", and of which kernels a fault can be, valid until
   the thread calls this again.  */
extern const char *gcuf_error_message (int code);

/* Print "file:line: Fortran runtime error: ..." and end the program with
   status 1.  WHERE may be null.  */
extern void gcuf_fatal (const struct gcuf_location *where,
			const char *format, ...)
  __attribute__ ((noreturn, format (printf, 2, 3)));

/* Set by gcuf_fatal: the end of the program is not to take locks, which the
   caller may hold, nor to wait for anything.  */
extern bool gcuf_failed;

/* If CODE is an error, end the program: CALL failed because of it.  */
extern void gcuf_check (const struct gcuf_location *where, const char *call,
			int code);

/* --- Memory of the library itself (alloc.c) ------------------------------ */

/* As malloc, calloc and realloc; end the program where there is none.  */
extern void *gcuf_xmalloc (size_t bytes) __attribute__ ((malloc));
extern void *gcuf_xcalloc (size_t n, size_t bytes) __attribute__ ((malloc));
extern void *gcuf_xrealloc (void *p, size_t bytes);

/* --- Environment and debugging output (debug.c) -------------------------- */

/* Whether GCUF_DEBUG is set to something else than 0.  */
extern bool gcuf_debug_p;
extern void gcuf_debug_print (const char *format, ...)
  __attribute__ ((format (printf, 1, 2)));
#define gcuf_debug(...)							\
  do									\
    {									\
      if (__builtin_expect (gcuf_debug_p, 0))				\
	gcuf_debug_print (__VA_ARGS__);					\
    }									\
  while (0)

/* Milliseconds since some fixed time.  */
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

/* The value of VARIABLE; null if it is unset or empty.  */
extern const char *gcuf_env (enum gcuf_environment variable);
/* Whether it is something else than 0.  */
extern bool gcuf_env_flag (enum gcuf_environment variable);
/* Its value, a size with an optional suffix k, m or g, or FALLBACK where there
   is none; ends the program where it is something else or is not within LO and
   HI.  */
extern size_t gcuf_env_size (enum gcuf_environment variable, size_t fallback,
			     size_t lo, size_t hi);

/* --- The calling thread (backend.c) -------------------------------------- */

struct gcuf_thread
{
  struct gcuf_launch *pending;	/* Innermost configuration not yet used.  */
  gcuf_stream_t stream;		/* Of transfers by assignment.  */
  gcuf_stream_t launched;	/* Of the last launch.  */
  int device;			/* The current device.  */
  int bound;			/* Current device + 1 once the backend has made
				   it current for the thread.  */
  int last_error;
};
extern __thread struct gcuf_thread gcuf_thread;
/* Whether the calling thread is one of the library's own.  */
extern __thread bool gcuf_own_thread;

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

/* All functions but INIT and FINI return a cudaError code, which the caller
   records.  The current device is gcuf_thread.device.  Operations on a stream
   are asynchronous, and ordered as CUDA orders them.  */
struct gcuf_backend
{
  const char *name;
  bool on_host;			/* Kernels get the host's own data.  */

  /* Prepare for use; return the number of devices.  If there is none, point
     *REASON to a text why.  */
  int (*init) (const char **reason);
  void (*fini) (void);

  int (*device_bind) (void);
  int (*device_properties) (int device, struct gcuf_device_prop *);
  int (*device_attribute) (int device, int attribute, int *);
  int (*device_synchronize) (void);
  int (*device_reset) (void);
  int (*driver_version) (int *);
  int (*memory_info) (size_t *free, size_t *total);

  /* SPACE is GCUF_SPACE_DEVICE, _MANAGED or _PINNED.  FREE takes what any of
     them returned and waits for pending work first.  */
  int (*malloc) (void **, size_t bytes, unsigned space);
  /* The same for what Fortran allocates and frees by itself: FREE need not
     wait for work with device memory, and is silent where the memory went with
     a reset of the device.  */
  int (*malloc_local) (void **, size_t bytes, unsigned space);
  int (*free) (void *, unsigned space);

  /* If WAIT, return when the copy is complete.  Otherwise host memory that is
     not pinned has been read or written at return all the same.  */
  int (*copy) (const struct gcuf_box *, gcuf_stream_t, bool wait);
  /* Enqueue the copy of NEST, both sides of which are on the device.  */
  int (*copy_nest) (const struct gcuf_nest *, gcuf_stream_t);
  int (*set) (const struct gcuf_set *, gcuf_stream_t);
  /* Reduce arrays in STREAM, and return when the results are at OUT.  */
  int (*reduce) (const struct gcuf_reduce *, struct gcuf_partial *out,
		 gcuf_stream_t);

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

  int (*launch) (struct gcuf_kernel *, const struct gcuf_launch *,
		 void *const *args);
  int (*variable_address) (struct gcuf_variable *, void **);
  /* An image is about to go: wait for what device code writes, and print it.
     May be null, and may end the program.  */
  void (*finish_output) (void);
  /* May be null.  Called under gcuf_image_lock.  */
  void (*forget_image) (const struct gcuf_image *);
  /* Make the context of DEVICE current, libgomp being about to open it; null
     if there are no contexts.  */
  void (*prepare_device) (int device);

  /* What the driver calls the error CODE, and says of it, or null; these
     members may be null.  The strings are static.  */
  const char *(*error_name) (int code);
  const char *(*error_text) (int code);
  /* A call has returned CODE, after which the device cannot be used: print what
     its code has written.  May be null.  */
  void (*fault) (int code);
  /* The host is about to use device data: wait for all that the legacy default
     stream would wait for.  Null where who uses it does so by itself.  */
  void (*wait_legacy) (void);

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
/* Whether what the program allocates has to be managed, which is known from the
   choice of the backend on.  */
extern bool gcuf_heap_managed;
/* Return true if destructors are to free what they have of the backend in use:
   there is one, no error has ended the program, and the calling thread is none
   that the backend waits for.  */
extern bool gcuf_backend_ends_p (void);

/* The backend in use, chosen and initialised at the first call.  Never null;
   ends the program where GCUF_BACKEND asks for one that cannot work.  */
extern const struct gcuf_backend *gcuf_backend_unbound (void);
/* The same, with the current device bound to the calling thread.  */
extern const struct gcuf_backend *gcuf_backend_slow (void);
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

/* BACKEND, or what takes its place if the environment asks for a timeline or a
   profile (trace.c).  */
extern const struct gcuf_backend *gcuf_observe (const struct gcuf_backend *);

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

/* Have libgomp open DEVICE, if it has not, and make its context current if
   none is.  That may be done in programs of which the other is true.  */
extern void gcuf_touch_libgomp (int device);
extern bool gcuf_touch_libgomp_p (void);

/* The thread's device has been bound: remember that, unless libgomp, too, can
   change it.  */

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

/* What the calling thread has launched since it last waited for it.  Of more
   than GCUF_N_LAUNCHES the latest are remembered.  */
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

extern struct gcuf_launches *gcuf_launches_enter (void);
/* Those in STREAM have been waited for.  */
extern void gcuf_launches_done (gcuf_stream_t stream);
/* DSO is being unloaded: forget its kernels.  */
extern void gcuf_launches_forget (const void *dso);
/* Append to TEXT, of SIZE bytes, which kernels a fault can be of.  */
extern void gcuf_launches_explain (char *text, size_t size);

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

/* The list of registered images, newest first.  Under gcuf_image_lock.  */
extern struct gcuf_image_node *gcuf_images (void);
extern void gcuf_image_lock (void);
extern void gcuf_image_unlock (void);

/* Call FN with DATA for each registered variable of DSO that is a
   descriptor.  */
extern void gcuf_for_descriptors (void *dso,
				  void (*fn) (struct gcuf_variable *, void *),
				  void *data);

/* The variable that device code knows by NAME, or null.  */
extern struct gcuf_variable *gcuf_variable_named (const char *name);
/* The space of the variable whose memory on the cpu backend contains P, or
   -1.  */
extern int gcuf_variable_space (const void *p);
/* True if P is the address in the descriptor of a variable of a module.  */
extern bool gcuf_variable_holds (const void *p);

/* --- Kernels (kernel.c) -------------------------------------------------- */

/* The kernel that the program knows as the procedure STUB, or by NAME, which is
   that of the procedure, with or without "module::" before it, or of the entry
   in the device code.  Null if there is none.  */
extern struct gcuf_kernel *gcuf_kernel_of (const void *stub);
extern struct gcuf_kernel *gcuf_kernel_named (const char *name);

/* --- Array descriptors (descriptor.c) ------------------------------------ */

/* Called by module cudafor.  */
extern size_t gcuf_element_d_ (const struct gcuf_descriptor *a);
extern size_t gcuf_element_h_ (const struct gcuf_descriptor *a);
/* The bytes of an element of A; zero, and an error, if VALUE is not of the same
   type.  */
extern size_t gcuf_same_element_ (const struct gcuf_descriptor *a,
				  const struct gcuf_descriptor *value);
extern void *gcuf_constant_address_ (const struct gcuf_descriptor *a);
/* All bytes of A's elements.  */
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

/* Extent of dimension D, not negative.  */
static inline size_t
gcuf_extent (const struct gcuf_descriptor *a, int d)
{
  ptrdiff_t n = a->dim[d].upper - a->dim[d].lower + 1;
  return n > 0 ? n : 0;
}

/* The number of A's elements.  */
extern size_t gcuf_descriptor_elements (const struct gcuf_descriptor *a);
extern bool gcuf_descriptor_contiguous_p (const struct gcuf_descriptor *a);
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
/* The same for a box.  */
extern void gcuf_box_copy (const struct gcuf_box *);
extern void gcuf_set_fill (const struct gcuf_set *);

/* The first byte of a side of NEST, and the one behind the last.  */
struct gcuf_hull
{
  char *lo, *hi;
};
extern struct gcuf_hull gcuf_nest_hull (const struct gcuf_nest *, bool src);
extern size_t gcuf_nest_bytes (const struct gcuf_nest *);

/* --- The cpu backend's parts --------------------------------------------- */

/* Where a kernel is to run (cpu-launch.c).  */
struct gcuf_cpu_launch
{
  const struct gcuf_kernel *kernel;
  const struct gcuf_location *where;
  gcuf_run_fn *run;
  struct gcuf_dim3 grid, block;
  size_t shared;
  unsigned flags;
  const void *params;
};
extern void gcuf_cpu_run (const struct gcuf_cpu_launch *);
/* Run N of its blocks, from number FIRST on, on the calling thread.  */
extern void gcuf_cpu_run_blocks (const struct gcuf_cpu_launch *, size_t first,
				 size_t n);
/* Run all of its blocks at once (cpu-grid.c); the running block waits for the
   others of its grid.  */
extern void gcuf_cpu_run_grid (const struct gcuf_cpu_launch *);
extern void gcuf_grid_wait (void);
/* Run the blocks of each cluster at once, one cluster after the other.  For
   the running block the number of blocks in its cluster, one where there is
   none, with its rank from zero; and what the block of rank RANK has where
   this one has P in shared memory.  */
extern void gcuf_cpu_run_clusters (const struct gcuf_cpu_launch *);
extern void gcuf_cluster_begin (void);	/* It has its shared memory.  */
extern int gcuf_cluster_size (int *rank);
extern void *gcuf_cluster_map (const void *p, int rank);

/* Give the calling thread BYTES of dynamic shared memory, in GCUF_context, and
   take them away (cpu-shared-memory.c).  P is where a fault was met: whether
   that is in what follows this memory in the checking mode.  */
extern void gcuf_cpu_shared_enter (size_t bytes);
extern void gcuf_cpu_shared_leave (void);
extern bool gcuf_cpu_shared_fault_p (const void *p);

/* Call FN (DATA, worker) on several threads at once, one of them the caller,
   at most LIMIT; return when all have returned (cpu-threads.c).  */
extern void gcuf_pool_run (void (*fn) (void *), void *data, unsigned limit);
extern unsigned gcuf_pool_size (void);
extern void gcuf_pool_fini (void);
/* The number of the calling thread in the pool; zero if it is none of it.  */
extern __thread unsigned gcuf_pool_index;

/* Run the block that GCUF_context describes with a stack for each thread
   (fiber.c).  */
extern void gcuf_fiber_run_block (const struct gcuf_cpu_launch *);
/* Free the calling thread's stacks.  */
extern void gcuf_fiber_fini (void);

/* Call FN with DATA, which runs blocks of LAUNCH without fibers, where there is
   room for what the kernel has on the stack (cpu-stack.c).  */
extern void gcuf_cpu_call (const struct gcuf_cpu_launch *launch,
			   void (*fn) (void *), void *data);
/* The calling thread runs device code from now on: let it report what goes
   beyond a stack.  Undo that.  */
extern void gcuf_cpu_enter_thread (void);
extern void gcuf_cpu_leave_thread (void);
/* The launch that the calling thread is at, if P is in what is kept free below
   the stack, of *SIZE bytes, that it runs on; else null.  Called by the signal
   handler.  */
extern const struct gcuf_cpu_launch *gcuf_cpu_overflow (const void *p,
							size_t *size);
/* Called when nothing runs any more.  */
extern void gcuf_cpu_stack_fini (void);

/* The compute capability of the program, ten times the major number
   (cpu-device.c).  */
extern int gcuf_cpu_capability (void);

/* Device memory (cpu-memory.c).  OPEN and CLOSE bracket an operation that
   may touch it.  */
extern int gcuf_cpu_malloc (void **, size_t, unsigned space);
extern int gcuf_cpu_malloc_local (void **, size_t, unsigned space);
extern int gcuf_cpu_free (void *, unsigned space);
extern int gcuf_cpu_memory_info (size_t *, size_t *);
extern bool gcuf_cpu_pinned_p (const void *);
extern bool gcuf_cpu_check_p (void);
/* Report faults from now on, in the checking mode.  */
extern void gcuf_cpu_check_faults (void);
extern void gcuf_cpu_memory_open (void);
extern void gcuf_cpu_memory_close (void);
extern void gcuf_cpu_memory_fini (void);

/* Arrays (cpu-array-reduction.c).  */
extern int gcuf_cpu_reduce (const struct gcuf_reduce *, struct gcuf_partial *,
			    gcuf_stream_t);

/* Queues (cpu-stream.c).  A function of an operation gets a pointer to a copy
   of the SIZE bytes at DATA.  */
typedef void gcuf_cpu_fn (void *data);
extern int gcuf_cpu_enqueue (gcuf_stream_t, gcuf_cpu_fn *, const void *data,
			     size_t size, bool wait);
/* As above, but return the place of the SIZE bytes for the caller to fill in,
   and enqueue by gcuf_cpu_submit.  */
struct gcuf_cpu_op;
extern struct gcuf_cpu_op *gcuf_cpu_op_new (gcuf_cpu_fn *, size_t size,
					    void **data);
extern int gcuf_cpu_submit (gcuf_stream_t, struct gcuf_cpu_op *, bool wait);
extern void gcuf_cpu_drain (void);
/* Wait for what the legacy default stream waits for, but for captures.  */
extern void gcuf_cpu_wait_legacy (void);
extern void gcuf_cpu_queue_fini (void);

extern int gcuf_cpu_stream_create (gcuf_stream_t *, int, int);
extern int gcuf_cpu_stream_destroy (gcuf_stream_t);
extern int gcuf_cpu_stream_synchronize (gcuf_stream_t);
extern int gcuf_cpu_stream_query (gcuf_stream_t);
extern int gcuf_cpu_stream_priority (gcuf_stream_t, int *);
extern int gcuf_cpu_stream_priority_range (int *, int *);
extern int gcuf_cpu_stream_wait_event (gcuf_stream_t, gcuf_event_t, int);
extern int gcuf_cpu_event_create (gcuf_event_t *, int);
extern int gcuf_cpu_event_destroy (gcuf_event_t);
extern int gcuf_cpu_event_record (gcuf_event_t, gcuf_stream_t);
extern int gcuf_cpu_event_synchronize (gcuf_event_t);
extern int gcuf_cpu_event_query (gcuf_event_t);
extern int gcuf_cpu_event_elapsed (float *, gcuf_event_t, gcuf_event_t);

#endif
