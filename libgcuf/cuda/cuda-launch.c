/* Kernel launches on the cuda backend.
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

#include <stdlib.h>
#include <string.h>

#include "backend-cuda.h"
#include "device-cache.h"

/* A kernel on one device.  */
struct function
{
  CUfunction function;		/* Null until looked up.  */
  CUfunction second;		/* For parameters within BOUNDS; or null.  */
  const struct gcuf_bound *bounds;
  size_t n_bounds;		/* 0 if there is no second.  */
  int second_threads;		/* The most in a block of that.  */
  struct gcuf_cuda_module *module;
  int shared_limit;		/* Dynamic shared memory allowed so far.  */
};

/* The caches of kernels, whose entries are functions, under LOCK.  */
static gcuf_device_caches caches;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The dynamic shared memory that a kernel may use without asking for it.  */
enum { PLAIN_SHARED = 48 << 10 };

struct search
{
  const struct gcuf_kernel *kernel;
  CUfunction function;
  struct gcuf_cuda_module *module;
  int code;
};

static bool
search_module (struct gcuf_cuda_module *m, void *data)
{
  struct search *s = data;
  s->module = m;
  s->code = gcuf_cuda_module_function (m, s->kernel->entry, &s->function);
  return s->code != CUDA_ERROR_NOT_FOUND;
}

static int
function_attribute (CUfunction f, int attribute)
{
  int value = 0;
  gcuf_cu.FuncGetAttribute (&value, attribute, f);
  return value;
}

static void
debug_function (const struct gcuf_kernel *kernel, const char *entry,
		CUfunction f)
{
  gcuf_debug ("kernel %s (%s): %d registers, %d bytes shared, %d bytes local, "
	      "at most %d threads a block", kernel->name, entry,
	      function_attribute (f, CU_FUNC_ATTRIBUTE_NUM_REGS),
	      function_attribute (f, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES),
	      function_attribute (f, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES),
	      function_attribute (f,
				  CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK));
}

/* Return true if as many blocks of SECOND as of F run at a time, where KERNEL needs
   all of them: the program only queries the limits of F.  */

static bool
fits_p (const struct gcuf_kernel *kernel, CUfunction f, CUfunction second)
{
  return (!(kernel->flags & GCUF_KERNEL_GRID_GLOBAL)
	  || (function_attribute (second, CU_FUNC_ATTRIBUTE_NUM_REGS)
	      <= function_attribute (f, CU_FUNC_ATTRIBUTE_NUM_REGS)));
}

/* Find the second version of KERNEL, whose first is in F, if there is one.  */

static void
look_up_second (const struct gcuf_kernel *kernel, struct function *f,
		CUfunction first)
{
  const struct gcuf_image *image = f->module->image;
  f->n_bounds = 0;
  for (size_t i = 0; i < image->nversions; i++)
    {
      const struct gcuf_version *v = &image->versions[i];
      if (strcmp (v->entry, kernel->entry) != 0)
	continue;
      gcuf_check (NULL, kernel->name,
		  gcuf_cu.ModuleGetFunction (&f->second, f->module->module,
					     v->version));
      if (fits_p (kernel, first, f->second))
	{
	  f->bounds = v->bounds;
	  f->n_bounds = v->nbounds;
	  f->second_threads
	    = function_attribute (f->second,
				  CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
	}
      if (gcuf_debug_p)
	debug_function (kernel, v->version, f->second);
    }
}

/* Look KERNEL up on the current device; return null if no image has it.  */

static struct function *
look_up (struct gcuf_kernel *kernel)
{
  struct search s = { .kernel = kernel };
  struct function *f = NULL;
  pthread_mutex_lock (&lock);
  if (gcuf_cuda_search (kernel->dso, search_module, &s))
    {
      gcuf_check (NULL, kernel->name, s.code);
      f = gcuf_device_entry_new (&caches, &kernel->cache, sizeof *f);
      if (!f->function)
	{
	  f->module = s.module;
	  f->shared_limit = PLAIN_SHARED;
	  if (gcuf_debug_p)
	    debug_function (kernel, kernel->entry, s.function);
	  look_up_second (kernel, f, s.function);
	  __atomic_store_n (&f->function, s.function, __ATOMIC_RELEASE);
	}
    }
  pthread_mutex_unlock (&lock);
  return f;
}

/* Return KERNEL on the current device, or null if no image has it.  */

static inline struct function *
get_function (struct gcuf_kernel *kernel)
{
  struct function *f = gcuf_device_entry (&kernel->cache, sizeof *f);
  if (__builtin_expect (f && __atomic_load_n (&f->function, __ATOMIC_ACQUIRE),
			1))
    return f;
  return look_up (kernel);
}

/* True if ARGS, or the descriptors of M, are within B.  */

static inline bool
within_p (const struct gcuf_cuda_module *m, const struct gcuf_bound *b,
	  void *const *args)
{
  if (b->parameter == GCUF_BOUND_DESCRIPTORS)
    return __atomic_load_n (&m->longest, __ATOMIC_RELAXED) <= b->most;
  uint64_t n = *(const uint64_t *) args[b->parameter & ~GCUF_BOUND_ALIGNED];
  return b->parameter & GCUF_BOUND_ALIGNED ? !(n & b->most) : n <= b->most;
}

/* Return the version of F to launch with ARGS, of blocks of so many THREADS: the
   second may need more registers than such a block can have.  */

static inline CUfunction
choose (const struct function *f, void *const *args, int64_t threads)
{
  const struct gcuf_bound *b = f->bounds, *end = b + f->n_bounds;
  if (b == end || threads > f->second_threads)
    return f->function;
  for (; b < end; b++)
    {
      if (!within_p (f->module, b, args))
	return f->function;
    }
  return f->second;
}

static int
resolve_grid (struct gcuf_dim3 *grid, int dim,
	      const struct gcuf_launch *launch, CUfunction f)
{
  const struct gcuf_dim3 *b = &launch->block;
  int blocks = 0;
  int code = gcuf_cu.OccupancyMaxActiveBlocksPerMultiprocessor
    (&blocks, f, b->x * b->y * b->z, launch->bytes);
  if (code == 0)
    gcuf_resolve_grid (grid, dim, blocks * gcuf_cuda_devices[gcuf_thread.device]
		       .multiprocessors);
  return code;
}

/* Let F use BYTES of dynamic shared memory, more than it may so far.  */

static int
raise_shared_limit (struct function *f, int64_t bytes)
{
  if (bytes < 0 || bytes > INT32_MAX)
    return GCUF_cudaErrorInvalidValue;
  int code = gcuf_cu.FuncSetAttribute
    (f->function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes);
  if (code == 0 && f->n_bounds)
    code = gcuf_cu.FuncSetAttribute
      (f->second, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes);
  if (code == 0)
    __atomic_store_n (&f->shared_limit, bytes, __ATOMIC_RELAXED);
  return code;
}

/* What FUNCTION, a version of F, is for, in words.  Bounds of strides come
   first.  */

static const char *
version_name (const struct function *f, CUfunction function)
{
  if (function == f->function)
    return "";
  return (f->bounds[0].parameter & GCUF_BOUND_ALIGNED ? " for aligned arrays"
	  : " for usual strides");
}

static void
debug_launch (const struct gcuf_kernel *kernel, const char *version,
	      const struct gcuf_dim3 *g, const struct gcuf_launch *l)
{
  const struct gcuf_dim3 *b = &l->block;
  gcuf_debug ("launch %s%s <<<(%d,%d,%d), (%d,%d,%d), %lld, %lld>>>",
	      kernel->name, version, g->x, g->y,
	      g->z, b->x, b->y, b->z, (long long) l->bytes,
	      (long long) l->stream);
}

int
gcuf_cuda_launch (struct gcuf_kernel *kernel, const struct gcuf_launch *l,
		  void *const *args)
{
  struct function *f = get_function (kernel);
  struct gcuf_dim3 g = l->grid;
  const struct gcuf_dim3 *b = &l->block;
  int code = 0;
  if (__builtin_expect (!f, 0))
    gcuf_fatal (l->where, "kernel %s is not in the program's code for "
		"GPUs: link the program with cudafortran, or set "
		"GCUF_BACKEND=cpu", kernel->name);
  if (f->module->n_descriptors)
    code = gcuf_cuda_push_descriptors (f->module);
  CUfunction function = choose (f, args, (int64_t) b->x * b->y * b->z);
  int open = gcuf_open_extent (l);
  if (__builtin_expect (open >= 0, 0) && code == 0)
    code = resolve_grid (&g, open, l, function);
  /* The driver would only see the low 32 bits of a negative number.  */
  if (code == 0
      && __builtin_expect ((uint64_t) l->bytes
			   > (uint64_t) __atomic_load_n (&f->shared_limit,
							 __ATOMIC_RELAXED), 0))
    code = raise_shared_limit (f, l->bytes);
  if (code)
    return code;
  if (gcuf_debug_p)
    debug_launch (kernel, version_name (f, function), &g, l);

  CUstream stream = gcuf_cuda_stream (l->stream);
  if (kernel->flags & GCUF_KERNEL_GRID_GLOBAL)
    return gcuf_cu.LaunchCooperativeKernel (function, g.x, g.y, g.z, b->x,
					    b->y, b->z, l->bytes, stream,
					    (void **) args);
  return gcuf_cu.LaunchKernel (function, g.x, g.y, g.z, b->x, b->y, b->z,
			       l->bytes, stream, (void **) args, NULL);
}

int
gcuf_cuda_function (struct gcuf_kernel *kernel, CUfunction *function)
{
  struct function *f = get_function (kernel);
  if (!f)
    return GCUF_cudaErrorInvalidDeviceFunction;
  *function = f->function;
  return 0;
}

CUfunction
gcuf_cuda_second_function (struct gcuf_kernel *kernel)
{
  struct function *f = get_function (kernel);
  return f && f->n_bounds ? f->second : NULL;
}

static void
forget_function (void *entry)
{
  struct function *f = entry;
  __atomic_store_n (&f->function, NULL, __ATOMIC_RELEASE);
}

void
gcuf_cuda_forget_kernels (int device)
{
  pthread_mutex_lock (&lock);
  gcuf_device_caches_forget (&caches, device, sizeof (struct function),
			     forget_function);
  pthread_mutex_unlock (&lock);
}

/* A fault of a kernel that the program has not waited for would go unnoticed.
   The call fails where the driver has ended before.  */

static void
finish_at_exit (void)
{
  if (!gcuf_backend_ends_p () || !gcuf_thread.bound
      || !gcuf_launches_pending_p ())
    return;
  int code = gcuf_cuda_synchronize ();
  if (code && code != GCUF_cudaErrorCudartUnloading)
    gcuf_failure_fault (code);
}

static void
register_finish (void)
{
  atexit (finish_at_exit);
}

/* Exit handlers of the driver, after which it does not work, run later.  */

void
gcuf_cuda_finish_launches (void)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once (&once, register_finish);
}
