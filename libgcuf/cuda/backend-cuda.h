/* What the files of the cuda backend share.
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

#ifndef GCUF_BACKEND_CUDA_H
#define GCUF_BACKEND_CUDA_H

#include <pthread.h>

#include "gcuf-internal.h"
#include "cuda-driver.h"

/* A device.  */
struct gcuf_cuda_device
{
  CUdevice device;
  CUcontext context;		/* Null until needed: its primary one, unless
				   libgomp made its own before.  */
  bool met_libgomp;		/* Whether that has been found out.  */
  int multiprocessors;
  struct gcuf_cuda_cache *cache;
};
/* All devices; null before the backend is initialized and after its end.  */
extern struct gcuf_cuda_device *gcuf_cuda_devices;

/* Unless stated otherwise, functions in this file that return int return an
   error code, which is not recorded, and act on the current device, which the
   thread is bound to.  */

/* --- Any memory (cuda-memory.c) ------------------------------------------- */

/* As the backend's extent.  */
extern bool gcuf_cuda_extent (const void *p, uintptr_t *begin, uintptr_t *end);

/* --- Memory that Fortran allocates (cuda-memory-cache.c) ----------------- */

/* True if work may have been enqueued that the legacy default stream does not
   order.  */
extern bool gcuf_cuda_streams_p;
/* Set that.  */
extern void gcuf_cuda_use_streams (void);
/* As the backend's malloc_local of device memory, malloc of it, and free.  */
extern int gcuf_cuda_malloc_local (void **p, size_t bytes);
extern int gcuf_cuda_malloc (CUdeviceptr *p, size_t bytes);
extern int gcuf_cuda_free (void *p, unsigned space);
/* Remember that Fortran is to free the memory at P, of SPACE, which is not
   device memory.  */
extern void gcuf_cuda_note_local (void *p, unsigned space);
/* Wait for the device, and print what its code has written.  */
extern int gcuf_cuda_synchronize (void);
/* Return the number of bytes that are free but not returned to the driver.  */
extern size_t gcuf_cuda_cache_bytes (void);
/* Return them to the driver; return true if there were any.  */
extern bool gcuf_cuda_cache_flush (void);
/* Initialize the cache of a device; forget its contents after a reset of the
   device; free it.  */
extern void gcuf_cuda_cache_init (struct gcuf_cuda_device *);
extern void gcuf_cuda_cache_forget (struct gcuf_cuda_device *);
extern void gcuf_cuda_cache_fini (struct gcuf_cuda_device *);

/* --- Streams, contexts and modules --------------------------------------- */

/* Return the driver's handle of STREAM, for use in a call.  */

static inline CUstream
gcuf_cuda_stream (gcuf_stream_t stream)
{
  enum { LEGACY = 1 };
  if (__builtin_expect ((uint64_t) stream > LEGACY, 0)
      && !__atomic_load_n (&gcuf_cuda_streams_p, __ATOMIC_RELAXED))
    gcuf_cuda_use_streams ();
  return (CUstream) (intptr_t) stream;
}

/* Store the context of DEVICE, creating it if necessary.  */
extern int gcuf_cuda_context (int device, CUcontext *);

/* A descriptor that device code names, and its copy on the device.  */
struct gcuf_cuda_descriptor
{
  struct gcuf_variable *variable;
  CUdeviceptr address;
  void *shadow;			/* Null before the first copy.  */
  uint64_t longest;		/* Of its strides, as unsigned numbers.  */
};

/* An image loaded on a device (cuda-image.c).  */
struct gcuf_cuda_module
{
  struct gcuf_cuda_module *next;
  const struct gcuf_image *image;
  int device;
  CUmodule module;
  struct gcuf_cuda_names *names;
  struct gcuf_cuda_descriptor *descriptors;
  unsigned n_descriptors;
  uint64_t longest;		/* Of the strides of all, as of the last push.  */
  const struct gcuf_exports **exports; /* Of other images, part of this...  */
  size_t n_exports;		/* ... as long as it is being loaded.  */
  CUdeviceptr copies;		/* Of other images' descriptors, or null.  */
  CUdeviceptr record;		/* For cuda-device-query.c, or null; ...  */
  CUdeviceptr properties;	/* ... the array that it points to.  */
  pthread_mutex_t lock;		/* Of the shadows.  */
};

/* Note the names in the code of M, while its exports are known, and forget them
   (cuda-names.c).  */
extern void gcuf_cuda_names_init (struct gcuf_cuda_module *m);
extern void gcuf_cuda_names_fini (struct gcuf_cuda_module *m);
/* As the driver's functions of similar names, which are not called if M's code
   cannot have NAME: the result is CUDA_ERROR_NOT_FOUND then.  */
extern int gcuf_cuda_module_variable (const struct gcuf_cuda_module *m,
				      const char *name, CUdeviceptr *address,
				      size_t *size);
extern int gcuf_cuda_module_function (const struct gcuf_cuda_module *m,
				      const char *name, CUfunction *function);

/* Where a variable is, or the driver's error code.  */
struct gcuf_cuda_place
{
  const struct gcuf_variable *variable;
  CUdeviceptr address;
  int code;
};
/* For gcuf_cuda_search: return true if M has the variable of PLACE, a struct
   gcuf_cuda_place, which is completed.  gcuf_image_lock is held.  */
extern bool gcuf_cuda_place_in (struct gcuf_cuda_module *m, void *place);

/* Load IMAGE on the current device, with the procedures of others that its code
   calls: store in *EXPORTS an array of the *N places that they are from, to be
   freed with free.  gcuf_image_lock is held.  Ends the program if that fails
   (cuda-link.c).  */
extern CUmodule gcuf_cuda_link (const struct gcuf_image *image,
				const struct gcuf_exports ***exports,
				size_t *n);

/* Call FN with the modules of the current device until it returns true: the
   image of DSO first, then the others.  Images are loaded as they are needed;
   if that fails the program ends.  Return true if FN did.  Takes
   gcuf_image_lock, and holds it while it calls FN.  */
extern bool gcuf_cuda_search (void *dso,
			      bool (*fn) (struct gcuf_cuda_module *, void *),
			      void *data);
/* Permit this thread what a capture forbids.  Return the previous mode, for
   gcuf_cuda_unrelax.  */
extern int gcuf_cuda_relax (void);
extern void gcuf_cuda_unrelax (int mode);
/* Bring the descriptors of M up to date on its device.  Takes the lock of
   M.  */
extern int gcuf_cuda_push_descriptors (struct gcuf_cuda_module *m);
/* Forget what was loaded on DEVICE, or everything if it is -1.  Takes
   gcuf_image_lock.  */
extern void gcuf_cuda_forget_modules (int device);
/* Copy the SIZE bytes at VALUE to ADDRESS and wait for that, also while a
   stream is captured.  */
extern int gcuf_cuda_store (CUdeviceptr address, const void *value,
			    size_t size);

/* What device code can ask about its device (cuda-device-query.c).  Prepare M,
   which has been loaded; and free what M has for that.  */
extern int gcuf_cuda_record_init (struct gcuf_cuda_module *m);
extern void gcuf_cuda_record_forget (struct gcuf_cuda_module *m);
/* Bring M up to date, since limits or configuration of its device, the current
   one, have changed.  */
extern int gcuf_cuda_record_update (struct gcuf_cuda_module *m);
/* The same for all that is loaded on the current device.  Takes
   gcuf_image_lock.  */
extern int gcuf_cuda_update_records (void);

/* What device code writes (cuda-output.c).  Prepare M, which has been loaded;
   and free what M has for that.  */
extern int gcuf_cuda_output_init (struct gcuf_cuda_module *m);
extern void gcuf_cuda_output_forget (struct gcuf_cuda_module *m);
/* Return the bytes of the buffer; set them for the code on DEVICE, which is
   current, and for what is loaded from now on.  */
extern size_t gcuf_cuda_output_size (void);
extern int gcuf_cuda_set_output_size (int device, size_t size);

/* Not null if code that can write is loaded on any device.  */
extern struct gcuf_cuda_output *gcuf_cuda_outputs;
/* Print what devices have written, which may end the program; what is not
   complete is passed over if they have FAILED.  */
extern void gcuf_cuda_drain_all (bool failed);
/* Wait for all devices whose code can write, and print what it has.  */
extern void gcuf_cuda_output_finish (void);

/* Print what devices have written, unless CODE, the driver's, says that they
   are not ready; they have failed if it is another error.  Return CODE.  */

static inline int
gcuf_cuda_drain (int code)
{
  if (__builtin_expect (__atomic_load_n (&gcuf_cuda_outputs, __ATOMIC_ACQUIRE)
			!= NULL, 0)
      && code != GCUF_cudaErrorNotReady)
    gcuf_cuda_drain_all (code != 0);
  return code;
}

/* IMAGE is being unloaded, and with it the variables whose descriptors were in
   the modules made of it: forget these.  gcuf_image_lock is held.  */
extern void gcuf_cuda_forget_image (const struct gcuf_image *image);

/* Choose the block for a kernel loop of these numbers of iterations, each at
   least one (cuda-loop-block.c).  */
extern void gcuf_cuda_loop_block (struct gcuf_dim3 *block,
				  const size_t trips[3]);

/* --- Kernels (cuda-launch.c) --------------------------------------------- */

/* Let device code have a heap that is large enough for all threads, unless somebody
   has set its size: called before an image is loaded on the current device, when
   none has been there.  Store an error code, and return which function of the
   driver it is from (cuda-heap.c).  */
extern const char *gcuf_cuda_prepare_heap (int *code);
/* As the member of struct gcuf_backend.  */
extern int gcuf_cuda_launch (struct gcuf_kernel *, const struct gcuf_launch *,
			     void *const *args);
/* Have the program wait at its end for launches that it has not waited for, so
   that a fault of theirs is found.  A module has been loaded.  */
extern void gcuf_cuda_finish_launches (void);
/* Forget the kernels of DEVICE, or everything if it is -1.  */
extern void gcuf_cuda_forget_kernels (int device);
/* Store KERNEL's function on the current device, loaded if need be.  */
extern int gcuf_cuda_function (struct gcuf_kernel *kernel, CUfunction *);
/* Return its second version, for which attributes have to be set as well, or
   null.  */
extern CUfunction gcuf_cuda_second_function (struct gcuf_kernel *kernel);

/* The members of struct gcuf_backend for host data (cuda-host-data.c).  */
extern void gcuf_cuda_host_data_add (const void *address);
extern void gcuf_cuda_host_data_forget (const void *address);
extern const struct gcuf_backend *gcuf_cuda_with_host_data (void);

/* As the members of struct gcuf_backend.  */
extern int gcuf_cuda_stream_synchronize (gcuf_stream_t);
extern int gcuf_cuda_copy (const struct gcuf_box *, gcuf_stream_t, bool wait);
/* Copy any nest within the device (cuda-strided-copy.c).  */
extern int gcuf_cuda_copy_nest (const struct gcuf_nest *, gcuf_stream_t);
/* Reductions of arrays (cuda-array-reduction.c).  */
extern int gcuf_cuda_reduce (const struct gcuf_reduce *, struct gcuf_partial *,
			     gcuf_stream_t);
/* Prefix sums, packing, sorting, random numbers (cuda-array-work.c).  */
extern int gcuf_cuda_prefix_sum (const struct gcuf_prefix *, gcuf_stream_t);
extern int gcuf_cuda_sort (const struct gcuf_sort *, gcuf_stream_t);
extern int gcuf_cuda_random_numbers (const struct gcuf_random *, gcuf_stream_t);
extern int gcuf_cuda_pack_elements (const struct gcuf_packing *,
				    uint64_t *count, gcuf_stream_t);
/* Copy BYTES from the device in the stream, and return when that is complete
   (cuda-copy.c).  */
extern int gcuf_cuda_fetch (void *to, const void *from, size_t bytes,
			    gcuf_stream_t);
extern int gcuf_cuda_set (const struct gcuf_set *, gcuf_stream_t);

#endif
