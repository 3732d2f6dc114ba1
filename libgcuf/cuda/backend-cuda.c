/* The cuda backend: kernels run on NVIDIA devices, through the driver.
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

#include "cuda-api.h"
#include "cuda-library-kernels.h"
#include "cuda-reduction-slots.h"
#include "device-attributes.h"
#include "device-cache.h"

struct gcuf_cuda_device *gcuf_cuda_devices;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void
free_devices (int n)
{
  for (int i = 0; gcuf_cuda_devices && i < n; i++)
    gcuf_cuda_cache_fini (&gcuf_cuda_devices[i]);
  free (gcuf_cuda_devices);
  gcuf_cuda_devices = NULL;
}

static int
cuda_init (const char **reason)
{
  static char text[320];
  int n = 0, count;
  const char *trouble = gcuf_driver_open ();
  if (trouble)
    {
      *reason = trouble;
      return 0;
    }
  int code = gcuf_cu.Init (0);
  if (code == 0)
    code = gcuf_cu.DeviceGetCount (&n);
  count = n;
  for (int i = 0; code == 0 && i < n; i++)
    {
      if (i == 0)
	gcuf_cuda_devices = gcuf_xcalloc (n, sizeof *gcuf_cuda_devices);
      struct gcuf_cuda_device *d = &gcuf_cuda_devices[i];
      code = gcuf_cu.DeviceGet (&d->device, i);
      if (code == 0)
	code = gcuf_cu.DeviceGetAttribute
	  (&d->multiprocessors, GCUF_ATTRIBUTE_multiProcessorCount, d->device);
      if (code == 0)
	gcuf_cuda_cache_init (d);
    }
  if (code)
    {
      snprintf (text, sizeof text, "the CUDA driver says: %s",
		gcuf_error_message (code));
      *reason = text;
      n = 0;
    }
  if (n == 0)
    free_devices (count);
  return n;
}

/* --- Variables ----------------------------------------------------------- */

/* The addresses of variables by device, null until looked up, under LOCK.  */
static gcuf_device_caches variable_caches;

static int
cuda_variable_address (struct gcuf_variable *v, void **address)
{
  struct gcuf_cuda_place s = { .variable = v };
  CUdeviceptr *entry = gcuf_device_entry (&v->cache, sizeof *entry);
  CUdeviceptr known = entry ? __atomic_load_n (entry, __ATOMIC_ACQUIRE) : 0;
  if (!known)
    {
      if (!gcuf_cuda_search (v->dso, gcuf_cuda_place_in, &s))
	return GCUF_cudaErrorInvalidSymbol;
      if (s.code)
	return s.code;
      pthread_mutex_lock (&lock);
      entry = gcuf_device_entry_new (&variable_caches, &v->cache,
				     sizeof *entry);
      __atomic_store_n (entry, s.address, __ATOMIC_RELEASE);
      pthread_mutex_unlock (&lock);
      known = s.address;
    }
  *address = (void *) known;
  return 0;
}

struct symbol_search
{
  const char *name;
  CUdeviceptr address;
  size_t size;
  int code;
};

static bool
search_symbol (struct gcuf_cuda_module *m, void *data)
{
  struct symbol_search *s = data;
  s->code = gcuf_cuda_module_variable (m, s->name, &s->address, &s->size);
  return s->code != CUDA_ERROR_NOT_FOUND;
}

int
gcuf_cuda_symbol (const char *name, void **address, size_t *size)
{
  struct symbol_search s = { .name = name };
  if (!gcuf_cuda_search (NULL, search_symbol, &s))
    return GCUF_cudaErrorInvalidSymbol;
  *address = s.code ? NULL : (void *) s.address;
  *size = s.code ? 0 : s.size;
  return s.code;
}

static void
forget_variable (void *entry)
{
  __atomic_store_n ((CUdeviceptr *) entry, 0, __ATOMIC_RELEASE);
}

/* Forget the addresses on DEVICE, or everything if it is -1.  */

static void
forget_variables (int device)
{
  pthread_mutex_lock (&lock);
  gcuf_device_caches_forget (&variable_caches, device, sizeof (CUdeviceptr),
			     forget_variable);
  pthread_mutex_unlock (&lock);
}

/* Contexts are left to the driver: they are the primary ones, which other
   libraries may use until the process ends.  */

static void
cuda_fini (void)
{
  gcuf_cuda_output_finish ();
  forget_variables (-1);
  gcuf_cuda_forget_kernels (-1);
  gcuf_cuda_forget_modules (-1);
  gcuf_cuda_forget_library_kernels (-1);
  gcuf_cuda_slots_fini ();
  free_devices (gcuf_device_count);
}

/* --- Devices ------------------------------------------------------------- */

/* Libgomp destroys its context at the end, but before ours.  */

static void
leave_borrowed (void)
{
  if (!gcuf_cuda_outputs)
    return;
  gcuf_cuda_output_finish ();
  gcuf_cuda_outputs = NULL;
}

/* Return the context that libgomp uses on D, whose primary one has been
   retained, or null if it cannot be determined.  CURRENT is the context that
   was current before libgcuf made its own so.  */

static CUcontext
context_of_libgomp (struct gcuf_cuda_device *d, CUcontext current)
{
  int device = d - gcuf_cuda_devices;
  CUdevice there;
  CUcontext theirs = NULL;
  if (!gcuf_touch_libgomp_p ())
    return (current && gcuf_cu.CtxGetDevice (&there) == 0 && there == d->device
	    ? current : NULL);
  /* If libgomp has not opened the device, it does so now, in our context.
     Asked again while no context is current, it makes its own current.  */
  gcuf_cu.CtxSetCurrent (d->context);
  gcuf_touch_libgomp (device);
  gcuf_cu.CtxSetCurrent (NULL);
  gcuf_touch_libgomp (device);
  return gcuf_cu.CtxGetCurrent (&theirs) == 0 ? theirs : NULL;
}

/* Let D have the context that libgomp uses.  */

static void
meet_libgomp (struct gcuf_cuda_device *d)
{
  CUcontext current = NULL, theirs;
  if (gcuf_cu.CtxGetCurrent (&current) != 0)
    current = NULL;
  theirs = context_of_libgomp (d, current);
  if (!theirs || theirs == d->context)
    return;
  gcuf_debug ("device %d: the context is libgomp's",
	      (int) (d - gcuf_cuda_devices));
  gcuf_cu.DevicePrimaryCtxRelease (d->device);
  d->context = theirs;
  atexit (leave_borrowed);
}

/* Get the primary context of D, if there is no other.  */

static int
retain_context (struct gcuf_cuda_device *d)
{
  int code = 0;
  pthread_mutex_lock (&lock);
  if (!d->context)
    code = gcuf_cu.DevicePrimaryCtxRetain (&d->context, d->device);
  if (code)
    d->context = NULL;
  pthread_mutex_unlock (&lock);
  return code;
}

int
gcuf_cuda_context (int device, CUcontext *context)
{
  /* Not LOCK: libgomp has locks of its own, and calls us from inside them.  */
  static pthread_mutex_t meeting = PTHREAD_MUTEX_INITIALIZER;
  struct gcuf_cuda_device *d = &gcuf_cuda_devices[device];
  int code = retain_context (d);
  if (code == 0 && gcuf_devices_shared)
    {
      pthread_mutex_lock (&meeting);
      if (!d->met_libgomp)
	meet_libgomp (d);
      d->met_libgomp = true;
      pthread_mutex_unlock (&meeting);
    }
  *context = d->context;
  return code;
}

static void
cuda_prepare_device (int device)
{
  struct gcuf_cuda_device *d = &gcuf_cuda_devices[device];
  if (retain_context (d) == 0)
    gcuf_cu.CtxSetCurrent (d->context);
}

static int
cuda_device_bind (void)
{
  CUcontext context;
  int code = gcuf_cuda_context (gcuf_thread.device, &context);
  /* Nothing puts the work of two devices in order, nor that of libgomp's
     queues.  */
  if ((gcuf_thread.device != 0 || gcuf_devices_shared) && !gcuf_cuda_streams_p)
    gcuf_cuda_use_streams ();
  return code ? code : gcuf_cu.CtxSetCurrent (context);
}

static int
cuda_properties (int device, struct gcuf_device_prop *p)
{
  CUdevice d = gcuf_cuda_devices[device].device;
  int value;
  /* An attribute that the driver does not know has the value zero.  */
#define GCUF_PROPERTY(field, attribute, cpu)			\
  value = 0;							\
  gcuf_cu.DeviceGetAttribute (&value, attribute, d);		\
  p->field = value;
#include "device-attributes.def"
#undef GCUF_PROPERTY
  gcuf_cu.DeviceGetUuid ((CUuuid *) (void *) p->uuid, d);
  int code = gcuf_cu.DeviceTotalMem (&p->totalGlobalMem, d);
  if (code == 0)
    code = gcuf_cu.DeviceGetName (p->name, sizeof p->name, d);
  return code;
}

static int
cuda_attribute (int device, int attribute, int *value)
{
  return gcuf_cu.DeviceGetAttribute (value, attribute,
				     gcuf_cuda_devices[device].device);
}

/* Reset the primary context, which is created again when it is needed next,
   even if the reset failed.  Libgomp would not survive that, so a context that
   it uses is not reset.  */

static int
cuda_reset (void)
{
  int device = gcuf_thread.device;
  if (gcuf_devices_shared)
    return gcuf_cuda_synchronize ();
  if (gcuf_cuda_outputs)
    gcuf_cuda_drain (gcuf_cu.CtxSynchronize ());
  forget_variables (device);
  gcuf_cuda_forget_kernels (device);
  gcuf_cuda_forget_modules (device);
  gcuf_cuda_cache_flush ();
  gcuf_cuda_forget_library_kernels (device);
  gcuf_cuda_free_slots (device);
  int code = gcuf_cu.DevicePrimaryCtxReset (gcuf_cuda_devices[device].device);
  if (code == 0)
    gcuf_cuda_cache_forget (&gcuf_cuda_devices[device]);
  pthread_mutex_lock (&lock);
  gcuf_cuda_devices[device].context = NULL;
  pthread_mutex_unlock (&lock);
  gcuf_thread.bound = 0;
  return code;
}

static int
cuda_driver_version (int *version)
{
  return gcuf_cu.DriverGetVersion (version);
}

/* --- Memory -------------------------------------------------------------- */

static int
cuda_memory_info (size_t *available, size_t *total)
{
  int code = gcuf_cu.MemGetInfo (available, total);
  if (code == 0)
    *available += gcuf_cuda_cache_bytes ();
  return code;
}

static int
cuda_malloc (void **p, size_t bytes, unsigned space)
{
  CUdeviceptr address = 0;
  int code;
  if (space == GCUF_SPACE_PINNED)
    return gcuf_cu.MemHostAlloc (p, bytes, CU_MEMHOSTALLOC_PORTABLE);
  if (space == GCUF_SPACE_MANAGED)
    code = gcuf_cu.MemAllocManaged (&address, bytes, CU_MEM_ATTACH_GLOBAL);
  else
    code = gcuf_cuda_malloc (&address, bytes);
  *p = code ? NULL : (void *) address;
  return code;
}

static int
cuda_malloc_local (void **p, size_t bytes, unsigned space)
{
  if (space == GCUF_SPACE_DEVICE)
    return gcuf_cuda_malloc_local (p, bytes);
  int code = cuda_malloc (p, bytes, space);
  if (code == 0)
    gcuf_cuda_note_local (*p, space);
  return code;
}

static int
cuda_free (void *p, unsigned space)
{
  return gcuf_cuda_drain (gcuf_cuda_free (p, space));
}

/* --- Streams ------------------------------------------------------------- */

static int
cuda_stream_create (gcuf_stream_t *stream, int flags, int priority)
{
  CUstream s;
  /* The program may give it to other libraries.  */
  if (!gcuf_cuda_streams_p)
    gcuf_cuda_use_streams ();
  int code = gcuf_cu.StreamCreateWithPriority (&s, flags, priority);
  if (code == 0)
    *stream = (intptr_t) s;
  return code;
}

static int
cuda_stream_destroy (gcuf_stream_t stream)
{
  return gcuf_cu.StreamDestroy (gcuf_cuda_stream (stream));
}

int
gcuf_cuda_stream_synchronize (gcuf_stream_t stream)
{
  int code = gcuf_cu.StreamSynchronize (gcuf_cuda_stream (stream));
  if (code == 0)
    gcuf_launches_done (stream);
  return gcuf_cuda_drain (code);
}

static int
cuda_stream_query (gcuf_stream_t stream)
{
  return gcuf_cuda_drain (gcuf_cu.StreamQuery (gcuf_cuda_stream (stream)));
}

static int
cuda_stream_wait_event (gcuf_stream_t stream, gcuf_event_t event, int flags)
{
  return gcuf_cu.StreamWaitEvent (gcuf_cuda_stream (stream),
				  (CUevent) event, flags);
}

static int
cuda_stream_priority (gcuf_stream_t stream, int *priority)
{
  return gcuf_cu.StreamGetPriority (gcuf_cuda_stream (stream), priority);
}

static int
cuda_stream_priority_range (int *least, int *greatest)
{
  return gcuf_cu.CtxGetStreamPriorityRange (least, greatest);
}

/* --- Events -------------------------------------------------------------- */

static int
cuda_event_create (gcuf_event_t *event, int flags)
{
  return gcuf_cu.EventCreate ((CUevent *) event, flags);
}

static int
cuda_event_destroy (gcuf_event_t event)
{
  return gcuf_cu.EventDestroy ((CUevent) event);
}

static int
cuda_event_record (gcuf_event_t event, gcuf_stream_t stream)
{
  return gcuf_cu.EventRecord ((CUevent) event, gcuf_cuda_stream (stream));
}

static int
cuda_event_synchronize (gcuf_event_t event)
{
  return gcuf_cuda_drain (gcuf_cu.EventSynchronize ((CUevent) event));
}

static int
cuda_event_query (gcuf_event_t event)
{
  return gcuf_cuda_drain (gcuf_cu.EventQuery ((CUevent) event));
}

static int
cuda_event_elapsed (float *ms, gcuf_event_t start, gcuf_event_t end)
{
  return gcuf_cu.EventElapsedTime (ms, (CUevent) start, (CUevent) end);
}

/* --- The backend --------------------------------------------------------- */

static void
cuda_fault (int code)
{
  gcuf_cuda_drain (code);
}

const struct gcuf_backend gcuf_backend_cuda =
{
  .name = "cuda",
  .init = cuda_init,
  .fini = cuda_fini,
  .device_bind = cuda_device_bind,
  .device_properties = cuda_properties,
  .device_attribute = cuda_attribute,
  .device_synchronize = gcuf_cuda_synchronize,
  .finish = gcuf_cuda_synchronize,
  .device_reset = cuda_reset,
  .driver_version = cuda_driver_version,
  .memory_info = cuda_memory_info,
  .malloc = cuda_malloc,
  .malloc_local = cuda_malloc_local,
  .free = cuda_free,
  .copy = gcuf_cuda_copy,
  .copy_nest = gcuf_cuda_copy_nest,
  .reduce = gcuf_cuda_reduce,
  .prefix_sum = gcuf_cuda_prefix_sum,
  .pack_elements = gcuf_cuda_pack_elements,
  .sort = gcuf_cuda_sort,
  .random_numbers = gcuf_cuda_random_numbers,
  .set = gcuf_cuda_set,
  .stream_create = cuda_stream_create,
  .stream_destroy = cuda_stream_destroy,
  .stream_synchronize = gcuf_cuda_stream_synchronize,
  .stream_query = cuda_stream_query,
  .stream_wait_event = cuda_stream_wait_event,
  .stream_priority = cuda_stream_priority,
  .stream_priority_range = cuda_stream_priority_range,
  .event_create = cuda_event_create,
  .event_destroy = cuda_event_destroy,
  .event_record = cuda_event_record,
  .event_synchronize = cuda_event_synchronize,
  .event_query = cuda_event_query,
  .event_elapsed = cuda_event_elapsed,
  .launch = gcuf_cuda_launch,
  .variable_address = cuda_variable_address,
  .extent = gcuf_cuda_extent,
  .loop_block = gcuf_cuda_loop_block,
  .finish_output = gcuf_cuda_output_finish,
  .forget_image = gcuf_cuda_forget_image,
  .error_name = gcuf_driver_error_name,
  .error_text = gcuf_driver_error_text,
  .fault = cuda_fault,
  .prepare_device = cuda_prepare_device,
  .host_data_add = gcuf_cuda_host_data_add,
  .host_data_forget = gcuf_cuda_host_data_forget,
  .with_host_data = gcuf_cuda_with_host_data,
#define GCUF_API_OP(name, arguments) .name = gcuf_cuda_##name,
#include "backend-ops.def"
#undef GCUF_API_OP
};
