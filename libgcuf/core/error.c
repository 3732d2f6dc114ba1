/* Error codes, their texts, and the end of a program that met one.
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
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "gcuf-internal.h"

static const struct
{
  int code;
  const char *name, *text;
} errors[] =
{
#define GCUF_ERROR(code, name, text) { code, #name, text },
#include "error-codes.def"
#undef GCUF_ERROR
};

bool
gcuf_error_sticky_p (int code)
{
  switch (code)
    {
    case GCUF_cudaErrorECCUncorrectable:
    case GCUF_cudaErrorNvlinkUncorrectable:
    case GCUF_cudaErrorIllegalAddress:
    case GCUF_cudaErrorLaunchTimeout:
    case GCUF_cudaErrorAssert:
    case GCUF_cudaErrorHardwareStackError:
    case GCUF_cudaErrorIllegalInstruction:
    case GCUF_cudaErrorMisalignedAddress:
    case GCUF_cudaErrorInvalidAddressSpace:
    case GCUF_cudaErrorInvalidPc:
    case GCUF_cudaErrorLaunchFailure:
      return true;
    default:
      return false;
    }
}

/* The backend, or null if none has been chosen.  */

static const struct gcuf_backend *
chosen (void)
{
  return __atomic_load_n (&gcuf_backend_chosen, __ATOMIC_ACQUIRE);
}

static void
report_fault (int code)
{
  const struct gcuf_backend *backend = chosen ();
  if (backend && backend->fault)
    backend->fault (code);
}

int
gcuf_record_error (int code)
{
  /* What is not ready yet is no error that anyone is to find later.  */
  if (__builtin_expect (code != 0, 0) && code != GCUF_cudaErrorNotReady)
    {
      gcuf_thread.last_error = code;
      if (gcuf_error_sticky_p (code))
	{
	  report_fault (code);
	  gcuf_failure_fault (code);
	}
    }
  return code;
}

const char *
gcuf_error_text (int code)
{
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (errors[i].code == code)
      return errors[i].text;
  const struct gcuf_backend *backend = chosen ();
  const char *text
    = backend && backend->error_text ? backend->error_text (code) : NULL;
  return text ? text : "unrecognized error code";
}

const char *
gcuf_error_name (int code)
{
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (errors[i].code == code)
      return errors[i].name;
  const struct gcuf_backend *backend = chosen ();
  const char *name
    = backend && backend->error_name ? backend->error_name (code) : NULL;
  return name ? name : "unrecognized error code";
}

/* A thread's message, until its next.  What is local to threads is kept small:
   there is little room for that of a library that is loaded by dlopen.  */
static __thread char *message;
static pthread_key_t message_key;
static pthread_once_t message_once = PTHREAD_ONCE_INIT;

static void
free_message (void *text)
{
  free (text);
  message = NULL;
}

static void
make_message_key (void)
{
  pthread_key_create (&message_key, free_message);
}

static void
new_message (size_t size)
{
  pthread_once (&message_once, make_message_key);
  message = gcuf_xmalloc (size);
  pthread_setspecific (message_key, message);
}

static void __attribute__ ((destructor (101)))
message_fini (void)
{
  if (gcuf_failed || !message)
    return;
  pthread_key_delete (message_key);
  free (message);
  message = NULL;
}

const char *
gcuf_error_message (int code)
{
  enum { SIZE = 1024 };
  if (!message)
    new_message (SIZE);
  snprintf (message, SIZE, "%s (%s, error %d)",
	    gcuf_error_text (code), gcuf_error_name (code), code);
  if (gcuf_error_sticky_p (code))
    gcuf_launches_explain (message, SIZE);
  return message;
}

bool gcuf_failed;

/* Libgfortran's FLUSH; null stands for all units.  */
extern void _gfortran_flush_i4 (int *);

static void *
flush_units (void *unused)
{
  _gfortran_flush_i4 (unused);
  return NULL;
}

/* Write what the program's units still have.  A host thread may keep one of them
   and wait for the thread that fails, as in `print *, cudaDeviceSynchronize ()':
   then this ends after a second, and that unit and those of higher numbers lose
   what they have.  */

static void
write_units (void)
{
  pthread_t thread;
  struct timespec end;
  if (clock_gettime (CLOCK_REALTIME, &end) != 0
      || pthread_create (&thread, NULL, flush_units, NULL) != 0)
    return;
  end.tv_sec++;
  pthread_timedjoin_np (thread, NULL, &end);
}

/* The library's own threads cannot run the exit handlers, which wait for
   them.  Of several that fail the first one ends the program.  */

void
gcuf_end_failed (void)
{
  static atomic_flag ending = ATOMIC_FLAG_INIT;
  if (gcuf_own_thread)
    {
      while (atomic_flag_test_and_set (&ending))
	pause ();
      gcuf_failures_print ();
      write_units ();
      fflush (NULL);
      _exit (1);
    }
  gcuf_failed = true;
  exit (1);
}

void
gcuf_fatal (const struct gcuf_location *where, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  fflush (stdout);
  flockfile (stderr);
  if (where && where->file)
    fprintf (stderr, "%s:%d: ", where->file, where->line);
  else
    fputs ("libgcuf: ", stderr);
  vfprintf (stderr, format, args);
  fputc ('\n', stderr);
  funlockfile (stderr);
  va_end (args);
  gcuf_end_failed ();
}

void
gcuf_check (const struct gcuf_location *where, const char *call, int code)
{
  if (__builtin_expect (code == 0, 1))
    return;
  if (gcuf_error_sticky_p (code))
    {
      report_fault (code);
      gcuf_failure_asked (code);
    }
  gcuf_fatal (where, "%s: %s", call, gcuf_error_message (code));
}

GCUF_EXPORT int
GCUF_cudaGetLastError (void)
{
  int code = GCUF_cudaPeekAtLastError ();
  gcuf_thread.last_error = 0;
  return code;
}

GCUF_EXPORT int
GCUF_cudaPeekAtLastError (void)
{
  if (__builtin_expect (gcuf_thread.last_error != 0, 0))
    gcuf_failure_asked (gcuf_thread.last_error);
  return gcuf_thread.last_error;
}

/* TEXT as a Fortran character variable.  */

static int
fill_blank (char *buf, size_t len, const char *text)
{
  size_t n = strlen (text);
  if (n > len)
    n = len;
  memcpy (buf, text, n);
  memset (buf + n, ' ', len - n);
  return 0;
}

GCUF_EXPORT int
GCUF_cudaGetErrorString (int code, char *buf, size_t len)
{
  gcuf_failure_asked (code);
  return fill_blank (buf, len, gcuf_error_text (code));
}

GCUF_EXPORT int
GCUF_cudaGetErrorName (int code, char *buf, size_t len)
{
  gcuf_failure_asked (code);
  return fill_blank (buf, len, gcuf_error_name (code));
}
