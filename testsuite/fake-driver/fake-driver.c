/* A CUDA driver that has no device: errors and accounts.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of cudafortran.

   Cudafortran is free software; you can redistribute it and/or modify it under
   the terms of the GNU General Public License as published by the Free
   Software Foundation; either version 3, or (at your option) any later
   version.

   Cudafortran is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
   more details.

   You should have received a copy of the GNU General Public License along
   with cudafortran; see the file COPYING.  If not, see
   <http://www.gnu.org/licenses/>.  */

#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fake.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const char *const call_names[] =
{
#define GCUF_DRIVER(name, symbol, arguments) #symbol,
#include "cuda-driver.def"
#undef GCUF_DRIVER
};

static const char *const kind_names[] =
{
  "device-memory", "managed-memory", "host-memory", "module-memory", "stream",
  "event", "module", "linker", "graph", "exec", "pool", "array", "mapping",
  "registered"
};

/* How often each function was called, and how many objects there are.  */
static unsigned long calls[FAKE_N_CALLS];
static long objects[FAKE_N_KINDS];

/* What is to fail, how often until then, and for how long.  */
static int failing = -1, failing_code, failing_on;
static unsigned long failing_number;
static int sticky;

size_t
fake_env (const char *name, size_t fallback)
{
  const char *value = getenv (name);
  return value && *value ? strtoull (value, NULL, 0) : fallback;
}

/* --- The log ------------------------------------------------------------ */

/* The log is written as things happen: nothing tells the driver which of the
   program's calls is the last.  */
enum { LINE = 96, FIRST_SITE = FAKE_N_CALLS + FAKE_N_KINDS, MAX_SITES = 512 };
static char *log_lines;

/* The places that call functions.  */
static struct
{
  const void *address;
  enum fake_call call;
  unsigned long first;
} sites[MAX_SITES];
static int n_sites;

static void
write_line (int line, const char *name, long number)
{
  char text[LINE + 1];
  if (!log_lines)
    return;
  snprintf (text, sizeof text, "%-80s %14ld\n", name, number);
  memcpy (log_lines + line * LINE, text, LINE);
}

/* SITE makes the NUMBER-th call of CALL.  LOCK is held.  */

static void
note_site (enum fake_call call, const void *site, unsigned long number)
{
  char text[LINE + 1];
  Dl_info info;
  int i = 0;
  if (!log_lines)
    return;
  while (i < n_sites && (sites[i].address != site || sites[i].call != call))
    i++;
  if (i == MAX_SITES)
    {
      fprintf (stderr, "fake driver: too many places\n");
      _exit (127);
    }
  if (i == n_sites)
    {
      sites[i].address = site;
      sites[i].call = call;
      sites[i].first = number;
      n_sites++;
    }
  if (!dladdr (site, &info))
    info.dli_fbase = NULL;
  snprintf (text, sizeof text, "site %-57s %#12tx %9lu %9lu\n",
	    call_names[call],
	    (const char *) site - (const char *) info.dli_fbase,
	    sites[i].first, number);
  memcpy (log_lines + (FIRST_SITE + i) * LINE, text, LINE);
}

static void
open_log (const char *file)
{
  size_t size = (FIRST_SITE + MAX_SITES) * LINE;
  int fd = open (file, O_RDWR | O_CREAT | O_TRUNC, 0666);
  if (fd < 0 || ftruncate (fd, size) != 0)
    {
      perror (file);
      _exit (127);
    }
  log_lines = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close (fd);
  memset (log_lines, '\n', size);
  for (int i = 0; i < FAKE_N_CALLS; i++)
    write_line (i, call_names[i], 0);
  for (int i = 0; i < FAKE_N_KINDS; i++)
    write_line (FAKE_N_CALLS + i, kind_names[i], 0);
}

/* --- Failures ----------------------------------------------------------- */

static void
parse_failure (const char *text)
{
  char name[64];
  char plus[2] = "";
  if (sscanf (text, "%63[^:]:%lu:%d", name, &failing_number, &failing_code) != 3
      && sscanf (text, "%63[^:]:%lu%1[+]:%d", name, &failing_number, plus,
		 &failing_code) != 4)
    {
      fprintf (stderr, "fake driver: bad GCUF_FAKE_FAIL: %s\n", text);
      _exit (127);
    }
  failing_on = plus[0] == '+';
  for (int i = 0; i < FAKE_N_CALLS; i++)
    if (strcmp (call_names[i], name) == 0)
      failing = i;
  if (failing < 0)
    {
      fprintf (stderr, "fake driver: no function %s\n", name);
      _exit (127);
    }
}

static void __attribute__ ((constructor))
fake_init (void)
{
  const char *fail = getenv ("GCUF_FAKE_FAIL");
  const char *file = getenv ("GCUF_FAKE_LOG");
  if (fail && *fail)
    parse_failure (fail);
  if (file && *file)
    open_log (file);
}

/* The functions that work whatever has happened to the device.  */

static bool
harmless_p (enum fake_call call)
{
  switch (call)
    {
    case FAKE_cuInit:
    case FAKE_cuDriverGetVersion:
    case FAKE_cuGetErrorName:
    case FAKE_cuGetErrorString:
    case FAKE_cuDeviceGetCount:
    case FAKE_cuDeviceGet:
    case FAKE_cuDeviceGetName:
    case FAKE_cuDeviceGetUuid:
    case FAKE_cuDeviceTotalMem_v2:
    case FAKE_cuDeviceGetAttribute:
    case FAKE_cuDevicePrimaryCtxReset_v2:
      return true;
    default:
      return false;
    }
}

CUresult
fake_enter (enum fake_call call, const void *site)
{
  int code;
  pthread_mutex_lock (&lock);
  write_line (call, call_names[call], ++calls[call]);
  note_site (call, site, calls[call]);
  code = harmless_p (call) ? 0 : sticky;
  if (call == FAKE_cuDevicePrimaryCtxReset_v2)
    sticky = 0;
  if ((int) call == failing
      && (calls[call] == failing_number
	  || (failing_on && calls[call] > failing_number)))
    {
      code = failing_code;
      if (code >= 700 && code < 720)
	sticky = code;
    }
  pthread_mutex_unlock (&lock);
  return code;
}

void
fake_count (enum fake_kind kind, int n)
{
  pthread_mutex_lock (&lock);
  objects[kind] += n;
  write_line (FAKE_N_CALLS + kind, kind_names[kind], objects[kind]);
  pthread_mutex_unlock (&lock);
}

/* --- What calls need ---------------------------------------------------- */

CUresult
fake_with_context (CUresult code)
{
  return code ? code : fake_current () < 0 ? FAKE_INVALID_CONTEXT : 0;
}

CUresult
fake_with_stream (CUresult code, CUstream stream)
{
  code = fake_with_context (code);
  return code ? code : fake_stream_p (stream) ? 0 : FAKE_INVALID_HANDLE;
}

CUresult
fake_with_object (CUresult code, const void *object, enum fake_kind kind)
{
  code = fake_with_context (code);
  return code ? code : fake_valid_p (object, kind) ? 0 : FAKE_INVALID_HANDLE;
}

CUresult
fake_with_device (CUresult code, int device)
{
  return (code ? code : fake_device_number_p (device) ? 0
	  : FAKE_INVALID_DEVICE);
}

/* libgcuf has names of its own for what programs meet.  */

CUresult
cuGetErrorName (CUresult code, const char **name)
{
  static __thread char text[32];
  CUresult failure = ENTER (cuGetErrorName);
  if (failure)
    return failure;
  snprintf (text, sizeof text, "CUDA_ERROR_%d", code);
  *name = text;
  return 0;
}

CUresult
cuGetErrorString (CUresult code, const char **string)
{
  static __thread char text[32];
  CUresult failure = ENTER (cuGetErrorString);
  if (failure)
    return failure;
  snprintf (text, sizeof text, "fake error %d", code);
  *string = text;
  return 0;
}
