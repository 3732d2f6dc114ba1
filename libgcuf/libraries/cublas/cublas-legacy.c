/* Handles of cuBLAS for calls that have none.
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

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "cublas-legacy.h"

enum { SUCCESS = 0, ALLOC_FAILED = 3, POINTER_MODE_HOST = 0 };

extern int GCUF_cublasCreate_v2 (void **);
extern int GCUF_cublasDestroy_v2 (void *);
extern int GCUF_cublasSetStream_v2 (void *, gcuf_stream_t);
extern int GCUF_cublasGetPointerMode_v2 (void *, int *);
extern int GCUF_cublasSetPointerMode_v2 (void *, int);

/* A thread's handle for a device; the next one is of another device.  */
struct own_handle
{
  struct own_handle *next;
  void *handle;
  gcuf_stream_t stream;		/* The default stream when it was last used.  */
  int device;
};

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* The status of the last call without handle that failed, until it is asked
   for.  */
static _Thread_local int last_error;

/* Destroy the handles of a thread, which LIST begins.  */

static void
destroy_all (void *list)
{
  struct own_handle *next;

  for (struct own_handle *own = list; own; own = next)
    {
      next = own->next;
      GCUF_cublasDestroy_v2 (own->handle);
      free (own);
    }
}

static void
make_key (void)
{
  if (pthread_key_create (&key, destroy_all))
    abort ();
}

/* Add a handle for DEVICE to those of the thread, which LIST begins.  Return a
   status.  */

static int
add_handle (int device, struct own_handle *list, struct own_handle **added)
{
  struct own_handle *own = calloc (1, sizeof *own);
  int status;

  if (!own)
    return ALLOC_FAILED;
  status = GCUF_cublasCreate_v2 (&own->handle);
  if (status != SUCCESS)
    {
      free (own);
      return status;
    }
  own->device = device;
  own->next = list;
  pthread_setspecific (key, own);
  *added = own;
  return SUCCESS;
}

/* Set *HANDLE to the calling thread's for the current device.  It has the default
   stream that the thread chose last, or what has been set for it since.  Return a
   status.  */

GCUF_EXPORT int
GCUF_cublasGetHandle (void **handle)
{
  gcuf_stream_t stream = GCUF_cudaforGetDefaultStream ();
  struct own_handle *own, *list;
  int device = 0, status = SUCCESS;

  pthread_once (&once, make_key);
  GCUF_cudaGetDevice (&device);
  list = pthread_getspecific (key);
  for (own = list; own && own->device != device; own = own->next)
    ;
  if (!own)
    status = add_handle (device, list, &own);
  if (status == SUCCESS && own->stream != stream)
    {
      own->stream = stream;
      status = GCUF_cublasSetStream_v2 (own->handle, stream);
    }
  *handle = status == SUCCESS ? own->handle : NULL;
  return status;
}

/* The same, or null after a message.  */

GCUF_EXPORT void *
GCUF_cublasHandle (void)
{
  void *handle;
  int status = GCUF_cublasGetHandle (&handle);

  if (status != SUCCESS)
    gcuf_legacy_error ("cublasGetHandle", status);
  return handle;
}

GCUF_EXPORT int
GCUF_cublasInit (void)
{
  void *handle;
  return GCUF_cublasGetHandle (&handle);
}

GCUF_EXPORT int
GCUF_cublasShutdown (void)
{
  pthread_once (&once, make_key);
  destroy_all (pthread_getspecific (key));
  pthread_setspecific (key, NULL);
  return SUCCESS;
}

GCUF_EXPORT int
GCUF_cublasGetError (void)
{
  int status = last_error;
  last_error = SUCCESS;
  return status;
}

/* --- Names of statuses --------------------------------------------------- */

static const struct
{
  int status;
  const char *name, *text;
} statuses[] = {
  { 0, "CUBLAS_STATUS_SUCCESS", "success" },
  { 1, "CUBLAS_STATUS_NOT_INITIALIZED", "the library was not initialized" },
  { 3, "CUBLAS_STATUS_ALLOC_FAILED", "the resource allocation failed" },
  { 7, "CUBLAS_STATUS_INVALID_VALUE", "an argument has a wrong value" },
  { 8, "CUBLAS_STATUS_ARCH_MISMATCH", "the device lacks a feature" },
  { 11, "CUBLAS_STATUS_MAPPING_ERROR", "memory cannot be accessed" },
  { 13, "CUBLAS_STATUS_EXECUTION_FAILED", "the execution failed" },
  { 14, "CUBLAS_STATUS_INTERNAL_ERROR", "an internal operation failed" },
  { 15, "CUBLAS_STATUS_NOT_SUPPORTED", "the function is not supported" },
  { 16, "CUBLAS_STATUS_LICENSE_ERROR", "the license could not be checked" }
};

GCUF_EXPORT const char *
GCUF_cublasGetStatusName (int status)
{
  for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
    if (statuses[i].status == status)
      return statuses[i].name;
  return "CUBLAS_STATUS_UNKNOWN";
}

GCUF_EXPORT const char *
GCUF_cublasGetStatusString (int status)
{
  for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
    if (statuses[i].status == status)
      return statuses[i].text;
  return "an unknown status";
}

/* --- Calls --------------------------------------------------------------- */

void
gcuf_legacy_error (const char *routine, int status)
{
  last_error = status;
  fprintf (stderr, "libgcuf-cublas: %s: %s\n", routine,
	   GCUF_cublasGetStatusName (status));
}

bool
gcuf_legacy_begin (const char *routine, struct gcuf_legacy_call *call)
{
  int status = GCUF_cublasGetHandle (&call->handle);

  call->routine = routine;
  call->mode = POINTER_MODE_HOST;
  if (status == SUCCESS)
    status = GCUF_cublasGetPointerMode_v2 (call->handle, &call->mode);
  if (status == SUCCESS && call->mode != POINTER_MODE_HOST)
    status = GCUF_cublasSetPointerMode_v2 (call->handle, POINTER_MODE_HOST);
  if (status != SUCCESS)
    gcuf_legacy_error (routine, status);
  return status == SUCCESS;
}

void
gcuf_legacy_end (const struct gcuf_legacy_call *call, int status)
{
  if (call->mode != POINTER_MODE_HOST)
    GCUF_cublasSetPointerMode_v2 (call->handle, call->mode);
  if (status != SUCCESS)
    gcuf_legacy_error (call->routine, status);
}
