/* Libgomp beside libgcuf: devices, and the queues of OpenACC.
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

#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

#include "gcuf-internal.h"

/* The regions of OpenACC and OpenMP in a program with kernels are libgomp's to
   run.  Both libraries have to be in one context, or the addresses of the one
   mean nothing to the other.  Libgomp takes the context that is current in the
   thread that makes it open a device, and makes its own if there is none.

   - When OpenACC is about to open a device, it tells us, and we make the
     primary context current.  It does not tell if the program says which
     device to use; then its context is current in that thread.
   - OpenMP does not tell.  When libgcuf is the first to use a device, it has
     OpenMP open it there and then, in the primary context.  OpenACC would take
     that for an error.
   - If OpenMP was first, libgcuf uses its context.
   - Where there are regions of both, OpenACC has to be first: what OpenMP has
     opened it takes for an error, while OpenMP uses what OpenACC has opened.
     The functions by which OpenMP opens a device are called through ours, see
     the link's image, and the first call has OpenACC do it.  If OpenACC's
     regions come with a library that is loaded later, OpenACC is told which
     kind of device there is, by which it takes over what is open.  */

/* These are libgomp's, which a program without such regions may not have.  */
extern int omp_get_num_devices (void) __attribute__ ((weak));
extern void omp_set_default_device (int) __attribute__ ((weak));
extern void *omp_target_alloc (size_t, int) __attribute__ ((weak));
extern void omp_target_free (void *, int) __attribute__ ((weak));
extern void acc_set_device_type (int) __attribute__ ((weak));
extern int acc_get_device_type (void) __attribute__ ((weak));
extern int acc_is_present (void *, size_t) __attribute__ ((weak));
extern void *acc_get_cuda_stream (int) __attribute__ ((weak));
extern int acc_set_cuda_stream (int, void *) __attribute__ ((weak));

enum { ACC_DEVICE_HOST = 2 };
enum { ACC_EV_DEVICE_INIT_START = 1 };
enum { ACC_REG = 0 };

/* The beginning of OpenACC's acc_prof_info.  */
struct acc_prof_info
{
  int event_type;
  int valid_bytes;
  int version;
  int device_type;
  int device_number;
};
typedef void acc_prof_callback (struct acc_prof_info *, void *, void *);
extern void acc_prof_register (int, acc_prof_callback *, int)
  __attribute__ ((weak));

bool gcuf_devices_shared;
static bool openacc_p, openmp_p;

/* OpenMP may have opened a device.  */
static bool openmp_open_p;

/* Regions stay on the host.  */
static bool host_p;

static void
before_device_init (struct acc_prof_info *info, void *event, void *api)
{
  (void) event;
  (void) api;
  if (info->device_type == ACC_DEVICE_HOST)
    return;
  const struct gcuf_backend *backend = gcuf_backend_unbound ();
  if (backend->prepare_device && info->device_number >= 0
      && info->device_number < gcuf_device_count)
    backend->prepare_device (info->device_number);
}

/* Where kernels are to run on the host although there is a device, regions have
   to as well: otherwise they would exchange addresses of different address
   spaces.  */

static void
stay_on_host (void)
{
  host_p = true;
  if (acc_set_device_type)
    acc_set_device_type (ACC_DEVICE_HOST);
  if (omp_set_default_device && omp_get_num_devices)
    omp_set_default_device (omp_get_num_devices ());
}

/* The device that is OpenACC's default.  */

static void
take_over_device (void)
{
  if (acc_get_device_type && acc_set_device_type)
    acc_set_device_type (acc_get_device_type ());
}

GCUF_EXPORT void
GCUF_share_devices (int kind)
{
  if (kind == 0 && !openacc_p && !host_p
      && __atomic_load_n (&openmp_open_p, __ATOMIC_RELAXED))
    take_over_device ();
  openacc_p |= kind == 0;
  openmp_p |= kind == 1;
  if (gcuf_devices_shared)
    return;
  gcuf_devices_shared = true;
  if (gcuf_host_forced_p ())
    stay_on_host ();
  else if (acc_prof_register)
    acc_prof_register (ACC_EV_DEVICE_INIT_START, before_device_init, ACC_REG);
}

/* Whatever OpenACC is asked about data makes it open its device.  */

static void
open_openacc (void)
{
  char byte;
  if (openacc_p && acc_is_present)
    acc_is_present (&byte, 1);
}

/* Libgomp's function NAME, which OpenMP is about to call.  */

GCUF_EXPORT void *
GCUF_openmp_function (const char *name)
{
  void *function = dlsym (RTLD_DEFAULT, name);
  if (!function)
    gcuf_fatal (NULL, "libgomp has no function %s: %s", name, dlerror ());
  open_openacc ();
  __atomic_store_n (&openmp_open_p, true, __ATOMIC_RELAXED);
  return function;
}

/* On the cpu backend kernels got the host's own data.  On a device libgomp
   waits for the default stream before it copies.  */

GCUF_EXPORT void
GCUF_wait_on_host (void)
{
  const struct gcuf_backend *backend = gcuf_backend_chosen;
  if (backend && backend->on_host)
    backend->device_synchronize ();
}

bool
gcuf_touch_libgomp_p (void)
{
  return (openmp_p && !openacc_p && omp_target_alloc && omp_target_free
	  && omp_get_num_devices);
}

void
gcuf_touch_libgomp (int device)
{
  __atomic_store_n (&openmp_open_p, true, __ATOMIC_RELAXED);
  if (device < omp_get_num_devices ())
    omp_target_free (omp_target_alloc (1, device), device);
}

/* Libgomp makes the stream of a queue when the queue is first used, and says
   that there is none before.  That of `acc_async_sync' is the default stream,
   and so are all on the host.  */

GCUF_EXPORT gcuf_stream_t
GCUF_acc_get_cuda_stream (int async)
{
  const struct gcuf_backend *backend = gcuf_backend ();
  gcuf_stream_t stream;
  if (!acc_get_cuda_stream || !acc_set_cuda_stream)
    return 0;
  stream = (intptr_t) acc_get_cuda_stream (async);
  if (stream || backend->stream_create (&stream, 0, 0) != 0)
    return stream;
  if (acc_set_cuda_stream (async, (void *) stream) == 1)
    return stream;
  backend->stream_destroy (stream);
  return 0;
}

/* The value is OpenACC's: positive for success.  */

GCUF_EXPORT int
GCUF_acc_set_cuda_stream (int async, gcuf_stream_t stream)
{
  return acc_set_cuda_stream ? acc_set_cuda_stream (async, (void *) stream) : 0;
}
