/* A CUDA driver that has no device: devices, streams, events, modules.
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

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "device-attributes.h"
#include "fake.h"
#include "gcuf-limits.h"

/* --- Objects ------------------------------------------------------------ */

/* They are not freed, so that one that is used after its end is seen.  */

void *
fake_new (enum fake_kind kind, size_t size)
{
  struct fake_object *o = calloc (1, size);
  o->kind = kind;
  o->alive = true;
  o->device = fake_current ();
  fake_count (kind, 1);
  return o;
}

void
fake_delete (void *object)
{
  struct fake_object *o = object;
  o->alive = false;
  fake_count (o->kind, -1);
}

bool
fake_valid_p (const void *object, enum fake_kind kind)
{
  const struct fake_object *o = object;
  return o && o->kind == kind && o->alive;
}

/* --- Devices ------------------------------------------------------------ */

enum { MAX_DEVICES = 64 };

struct CUctx_st
{
  int device;
};
static struct CUctx_st contexts[MAX_DEVICES];
static __thread CUcontext current;
static bool initialized;

static int
device_count (void)
{
  size_t n = fake_env ("GCUF_FAKE_DEVICES", 1);
  return n > MAX_DEVICES ? MAX_DEVICES : n;
}

int
fake_current (void)
{
  return current ? current->device : -1;
}

CUresult
cuInit (unsigned flags)
{
  CUresult failure = ENTER (cuInit);
  if (failure)
    return failure;
  initialized = flags == 0;
  return initialized ? 0 : FAKE_INVALID_VALUE;
}

CUresult
cuDriverGetVersion (int *version)
{
  CUresult failure = ENTER (cuDriverGetVersion);
  if (failure)
    return failure;
  *version = 13000;
  return 0;
}

CUresult
cuDeviceGetCount (int *n)
{
  CUresult failure = ENTER (cuDeviceGetCount);
  if (failure)
    return failure;
  if (!initialized)
    return FAKE_NOT_INITIALIZED;
  *n = device_count ();
  return 0;
}

static bool
device_p (CUdevice d)
{
  return d >= 0 && d < device_count ();
}

bool
fake_device_number_p (int device)
{
  return device_p (device);
}

CUresult
cuDeviceGet (CUdevice *device, int i)
{
  CUresult failure = ENTER (cuDeviceGet);
  if (failure)
    return failure;
  *device = i;
  return device_p (i) ? 0 : FAKE_INVALID_DEVICE;
}

CUresult
cuDeviceGetName (char *name, int size, CUdevice d)
{
  CUresult failure = ENTER (cuDeviceGetName);
  if (failure)
    return failure;
  snprintf (name, size, "Fake device %d", d);
  return device_p (d) ? 0 : FAKE_INVALID_DEVICE;
}

CUresult
cuDeviceGetUuid (CUuuid *uuid, CUdevice d)
{
  CUresult failure = ENTER (cuDeviceGetUuid);
  if (failure)
    return failure;
  memset (uuid, d + 1, sizeof *uuid);
  return device_p (d) ? 0 : FAKE_INVALID_DEVICE;
}

CUresult
cuDeviceTotalMem_v2 (size_t *bytes, CUdevice d)
{
  CUresult failure = ENTER (cuDeviceTotalMem_v2);
  if (failure)
    return failure;
  *bytes = fake_env ("GCUF_FAKE_MEMORY", (size_t) 1 << 30);
  return device_p (d) ? 0 : FAKE_INVALID_DEVICE;
}

CUresult
cuDeviceGetAttribute (int *value, int attribute, CUdevice d)
{
  CUresult failure = ENTER (cuDeviceGetAttribute);
  if (failure)
    return failure;
  switch (attribute)
    {
    case GCUF_ATTRIBUTE_maxThreadsPerBlock:
      *value = GCUF_MAX_BLOCK_THREADS;
      break;
    case GCUF_ATTRIBUTE_warpSize:
      *value = 32;
      break;
    case GCUF_ATTRIBUTE_multiProcessorCount:
      *value = 5;
      break;
    case GCUF_ATTRIBUTE_maxThreadsPerMultiProcessor:
      *value = 2048;
      break;
    case GCUF_ATTRIBUTE_maxBlocksPerMultiProcessor:
      *value = 32;
      break;
    case GCUF_ATTRIBUTE_regsPerMultiprocessor:
      *value = 65536;
      break;
    case GCUF_ATTRIBUTE_sharedMemPerMultiprocessor:
      *value = 233472;
      break;
    case GCUF_ATTRIBUTE_reservedSharedMemPerBlock:
      *value = 1024;
      break;
    case GCUF_ATTRIBUTE_memoryClockRate:
      *value = fake_env ("GCUF_FAKE_MEMORY_CLOCK", 2619000);
      break;
    case GCUF_ATTRIBUTE_memoryBusWidth:
      *value = 5120;
      break;
    case GCUF_ATTRIBUTE_pageableMemoryAccess:
      *value = fake_env ("GCUF_FAKE_PAGEABLE", 1);
      break;
    default:
      *value = 1;
    }
  return device_p (d) ? 0 : FAKE_INVALID_DEVICE;
}

CUresult
cuDevicePrimaryCtxRetain (CUcontext *context, CUdevice d)
{
  CUresult failure = ENTER (cuDevicePrimaryCtxRetain);
  if (failure)
    return failure;
  if (!device_p (d))
    return FAKE_INVALID_DEVICE;
  contexts[d].device = d;
  *context = &contexts[d];
  return 0;
}

CUresult
cuDevicePrimaryCtxReset_v2 (CUdevice d)
{
  CUresult failure = ENTER (cuDevicePrimaryCtxReset_v2);
  if (failure)
    return failure;
  if (!device_p (d))
    return FAKE_INVALID_DEVICE;
  fake_release_all (d);
  return 0;
}

CUresult
cuDevicePrimaryCtxRelease_v2 (CUdevice d)
{
  CUresult failure = ENTER (cuDevicePrimaryCtxRelease_v2);
  if (failure)
    return failure;
  return device_p (d) ? 0 : FAKE_INVALID_DEVICE;
}

CUresult
cuCtxGetCurrent (CUcontext *context)
{
  CUresult failure = ENTER (cuCtxGetCurrent);
  if (failure)
    return failure;
  *context = current;
  return 0;
}

CUresult
cuCtxGetDevice (CUdevice *d)
{
  CUresult failure = ENTER (cuCtxGetDevice);
  if (failure)
    return failure;
  if (!current)
    return FAKE_INVALID_CONTEXT;
  *d = current->device;
  return 0;
}

CUresult
cuCtxSetCurrent (CUcontext context)
{
  CUresult failure = ENTER (cuCtxSetCurrent);
  if (failure)
    return failure;
  current = context;
  return 0;
}

CUresult
cuCtxSynchronize (void)
{
  CUresult failure = fake_with_context (ENTER (cuCtxSynchronize));
  if (failure)
    return failure;
  return 0;
}

CUresult
cuCtxGetStreamPriorityRange (int *least, int *greatest)
{
  CUresult failure = fake_with_context (ENTER (cuCtxGetStreamPriorityRange));
  if (failure)
    return failure;
  *least = 0;
  *greatest = -5;
  return 0;
}

/* --- Streams ------------------------------------------------------------ */

struct CUstream_st
{
  struct fake_object object;
  int priority;
  unsigned flags;
  bool capturing;
};

bool
fake_stream_p (CUstream s)
{
  return (uintptr_t) s <= 2 || fake_valid_p (s, FAKE_STREAM);
}

CUresult
cuStreamCreateWithPriority (CUstream *stream, unsigned flags, int priority)
{
  CUresult failure = fake_with_context (ENTER (cuStreamCreateWithPriority));
  if (failure)
    return failure;
  *stream = fake_new (FAKE_STREAM, sizeof **stream);
  (*stream)->priority = priority;
  (*stream)->flags = flags;
  return 0;
}

CUresult
cuStreamGetPriority (CUstream stream, int *priority)
{
  CUresult failure = fake_with_stream (ENTER (cuStreamGetPriority), stream);
  if (failure)
    return failure;
  *priority = (uintptr_t) stream > 2 ? stream->priority : 0;
  return 0;
}

CUresult
cuStreamDestroy_v2 (CUstream stream)
{
  CUresult failure = fake_with_stream (ENTER (cuStreamDestroy_v2), stream);
  if (failure)
    return failure;
  fake_delete (stream);
  return 0;
}

CUresult
cuStreamSynchronize (CUstream stream)
{
  CUresult failure = fake_with_stream (ENTER (cuStreamSynchronize), stream);
  if (failure)
    return failure;
  return 0;
}

CUresult
cuStreamQuery (CUstream stream)
{
  CUresult failure = fake_with_stream (ENTER (cuStreamQuery), stream);
  if (failure)
    return failure;
  return 0;
}

CUresult
cuStreamGetFlags (CUstream stream, unsigned *flags)
{
  CUresult failure = fake_with_stream (ENTER (cuStreamGetFlags), stream);
  if (failure)
    return failure;
  *flags = (uintptr_t) stream > 2 ? stream->flags : 0;
  return 0;
}

CUresult
cuStreamGetId (CUstream stream, unsigned long long *id)
{
  CUresult failure = fake_with_stream (ENTER (cuStreamGetId), stream);
  if (failure)
    return failure;
  *id = (uintptr_t) stream;
  return 0;
}

CUresult
cuStreamGetDevice (CUstream stream, CUdevice *device)
{
  CUresult failure = fake_with_stream (ENTER (cuStreamGetDevice), stream);
  if (failure)
    return failure;
  *device = ((uintptr_t) stream > 2 ? stream->object.device
	     : fake_current ());
  return 0;
}

CUresult
cuStreamAttachMemAsync (CUstream stream, CUdeviceptr p, size_t bytes,
			unsigned flags)
{
  CUresult failure = fake_with_stream (ENTER (cuStreamAttachMemAsync), stream);
  if (failure)
    return failure;
  (void) bytes;
  return (flags != 0 && flags <= 4
	  && fake_kind_of ((void *) p, NULL) == FAKE_MANAGED_MEMORY
	  ? 0 : FAKE_INVALID_VALUE);
}

CUresult
cuLaunchHostFunc (CUstream stream, void (*fn) (void *), void *data)
{
  CUresult failure = fake_with_stream (ENTER (cuLaunchHostFunc), stream);
  if (failure)
    return failure;
  fn (data);
  return 0;
}

/* --- Captures and graphs ------------------------------------------------ */

/* What is captured happens at once, and graphs are empty.  */

struct CUgraph_st
{
  struct fake_object object;
};
struct CUgraphExec_st
{
  struct fake_object object;
};

/* Captures of streams that the legacy stream waits for.  */
static int n_blocking_captures;

static void
set_capturing (CUstream stream, bool on)
{
  stream->capturing = on;
  if (!(stream->flags & 1))
    __atomic_add_fetch (&n_blocking_captures, on ? 1 : -1, __ATOMIC_RELAXED);
}

CUresult
cuStreamBeginCapture_v2 (CUstream stream, int mode)
{
  CUresult failure
    = fake_with_object (ENTER (cuStreamBeginCapture_v2), stream, FAKE_STREAM);
  if (failure)
    return failure;
  if (mode < 0 || mode > 2 || stream->capturing)
    return FAKE_INVALID_VALUE;
  set_capturing (stream, true);
  return 0;
}

/* A capture ends, whatever comes of it.  */

CUresult
cuStreamEndCapture (CUstream stream, CUgraph *graph)
{
  bool capturing = fake_valid_p (stream, FAKE_STREAM) && stream->capturing;
  if (capturing)
    set_capturing (stream, false);
  CUresult failure
    = fake_with_object (ENTER (cuStreamEndCapture), stream, FAKE_STREAM);
  if (failure)
    return failure;
  if (!capturing)
    return FAKE_INVALID_VALUE;
  *graph = fake_new (FAKE_GRAPH, sizeof **graph);
  return 0;
}

CUresult
cuStreamIsCapturing (CUstream stream, int *status)
{
  CUresult failure = fake_with_stream (ENTER (cuStreamIsCapturing), stream);
  if (failure)
    return failure;
  if (!stream && __atomic_load_n (&n_blocking_captures, __ATOMIC_RELAXED))
    return FAKE_CAPTURE_IMPLICIT;
  *status = (uintptr_t) stream > 2 && stream->capturing;
  return 0;
}

CUresult
cuThreadExchangeStreamCaptureMode (int *mode)
{
  static __thread int current_mode;
  CUresult failure = ENTER (cuThreadExchangeStreamCaptureMode);
  if (failure)
    return failure;
  int old = current_mode;
  current_mode = *mode;
  *mode = old;
  return 0;
}

CUresult
cuGraphCreate (CUgraph *graph, unsigned flags)
{
  CUresult failure = ENTER (cuGraphCreate);
  if (failure)
    return failure;
  if (flags)
    return FAKE_INVALID_VALUE;
  *graph = fake_new (FAKE_GRAPH, sizeof **graph);
  return 0;
}

CUresult
cuGraphDestroy (CUgraph graph)
{
  CUresult failure
    = fake_with_object (ENTER (cuGraphDestroy), graph, FAKE_GRAPH);
  if (failure)
    return failure;
  fake_delete (graph);
  return 0;
}

CUresult
cuGraphClone (CUgraph *clone, CUgraph graph)
{
  CUresult failure
    = fake_with_object (ENTER (cuGraphClone), graph, FAKE_GRAPH);
  if (failure)
    return failure;
  *clone = fake_new (FAKE_GRAPH, sizeof **clone);
  return 0;
}

CUresult
cuGraphGetNodes (CUgraph graph, void **nodes, size_t *count)
{
  CUresult failure
    = fake_with_object (ENTER (cuGraphGetNodes), graph, FAKE_GRAPH);
  if (failure)
    return failure;
  (void) nodes;
  *count = 0;
  return 0;
}

CUresult
cuGraphInstantiateWithFlags (CUgraphExec *exec, CUgraph graph,
			     unsigned long long flags)
{
  CUresult failure
    = fake_with_object (ENTER (cuGraphInstantiateWithFlags), graph,
	                FAKE_GRAPH);
  if (failure)
    return failure;
  (void) flags;
  *exec = fake_new (FAKE_EXEC, sizeof **exec);
  return 0;
}

CUresult
cuGraphExecDestroy (CUgraphExec exec)
{
  CUresult failure
    = fake_with_object (ENTER (cuGraphExecDestroy), exec, FAKE_EXEC);
  if (failure)
    return failure;
  fake_delete (exec);
  return 0;
}

CUresult
cuGraphLaunch (CUgraphExec exec, CUstream stream)
{
  CUresult failure
    = fake_with_object (fake_with_stream (ENTER (cuGraphLaunch), stream),
	                exec, FAKE_EXEC);
  if (failure)
    return failure;
  return 0;
}

CUresult
cuGraphUpload (CUgraphExec exec, CUstream stream)
{
  CUresult failure
    = fake_with_object (fake_with_stream (ENTER (cuGraphUpload), stream),
	                exec, FAKE_EXEC);
  if (failure)
    return failure;
  return 0;
}

/* --- Events ------------------------------------------------------------- */

struct CUevent_st
{
  struct fake_object object;
  double time;
};

CUresult
cuStreamWaitEvent (CUstream stream, CUevent event, unsigned flags)
{
  CUresult failure
    = fake_with_object (fake_with_stream (ENTER (cuStreamWaitEvent),
	                stream), event, FAKE_EVENT);
  if (failure)
    return failure;
  return flags <= 1 ? 0 : FAKE_INVALID_VALUE;
}

CUresult
cuEventCreate (CUevent *event, unsigned flags)
{
  CUresult failure = fake_with_context (ENTER (cuEventCreate));
  if (failure)
    return failure;
  (void) flags;
  *event = fake_new (FAKE_EVENT, sizeof **event);
  return 0;
}

CUresult
cuEventDestroy_v2 (CUevent event)
{
  CUresult failure
    = fake_with_object (ENTER (cuEventDestroy_v2), event, FAKE_EVENT);
  if (failure)
    return failure;
  fake_delete (event);
  return 0;
}

static CUresult
record (CUevent event, CUstream stream)
{
  CUresult failure = fake_with_object (fake_with_stream (0, stream), event,
				       FAKE_EVENT);
  if (failure)
    return failure;
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  event->time = now.tv_sec * 1e3 + now.tv_nsec * 1e-6;
  return 0;
}

CUresult
cuEventRecord (CUevent event, CUstream stream)
{
  CUresult failure = ENTER (cuEventRecord);
  if (failure)
    return failure;
  return record (event, stream);
}

CUresult
cuEventRecordWithFlags (CUevent event, CUstream stream, unsigned flags)
{
  CUresult failure = ENTER (cuEventRecordWithFlags);
  if (failure)
    return failure;
  return flags <= 1 ? record (event, stream) : FAKE_INVALID_VALUE;
}

/* An event of another process is another event.  */

CUresult
cuIpcGetEventHandle (struct gcuf_ipc_handle *handle, CUevent event)
{
  CUresult failure
    = fake_with_object (ENTER (cuIpcGetEventHandle), event, FAKE_EVENT);
  if (failure)
    return failure;
  memset (handle, 1, sizeof *handle);
  return 0;
}

CUresult
cuIpcOpenEventHandle (CUevent *event, struct gcuf_ipc_handle handle)
{
  CUresult failure = fake_with_context (ENTER (cuIpcOpenEventHandle));
  if (failure)
    return failure;
  (void) handle;
  *event = fake_new (FAKE_EVENT, sizeof **event);
  return 0;
}

CUresult
cuEventSynchronize (CUevent event)
{
  CUresult failure
    = fake_with_object (ENTER (cuEventSynchronize), event, FAKE_EVENT);
  if (failure)
    return failure;
  return 0;
}

CUresult
cuEventQuery (CUevent event)
{
  CUresult failure
    = fake_with_object (ENTER (cuEventQuery), event, FAKE_EVENT);
  if (failure)
    return failure;
  return 0;
}

CUresult
cuEventElapsedTime (float *ms, CUevent start, CUevent end)
{
  CUresult failure
    = fake_with_object (fake_with_object (ENTER (cuEventElapsedTime),
	                start, FAKE_EVENT), end, FAKE_EVENT);
  if (failure)
    return failure;
  *ms = end->time - start->time;
  return 0;
}

/* --- Modules ------------------------------------------------------------ */

/* Variables and kernels, in a list.  */
struct CUfunc_st
{
  struct CUfunc_st *next;
  char *name;
  CUmodule module;
  int shared_limit;
};

struct variable
{
  struct variable *next;
  char *name;
  void *memory;
  size_t size;
};

struct CUmod_st
{
  struct fake_object object;
  char *text;			/* Without the bodies of functions.  */
  struct CUfunc_st *functions;
  struct variable *variables;
};

/* The linker appends the texts it is given.  */
struct CUlinkState_st
{
  struct fake_object object;
  char *text;
  size_t size;
};

static bool
name_char_p (char c)
{
  return isalnum ((unsigned char) c) || strchr ("_$.%", c);
}

/* Where NAME stands in TEXT as a whole name, or null.  */

static const char *
find_name (const char *text, const char *name)
{
  size_t n = strlen (name);
  for (const char *p = text; (p = strstr (p, name)); p += n)
    if (p > text && !name_char_p (p[-1]) && !name_char_p (p[n]))
      return p;
  return NULL;
}

/* The beginning of the directive or statement that P is in.  */

static const char *
statement (const char *text, const char *p)
{
  while (p > text && !strchr (";}{\n", p[-1]))
    p--;
  return p;
}

/* Whether WORD is between FROM and TO.  */

static bool
word_between_p (const char *word, const char *from, const char *to)
{
  const char *p = strstr (from, word);
  return p && p < to;
}

/* The declaration of NAME as a thing of one of the classes .entry, or .global
   and .const; null if there is none.  */

static const char *
find_declaration (const char *text, const char *name, bool entry)
{
  const char *at = text;
  while ((at = find_name (at, name)))
    {
      const char *start = statement (text, at);
      if (!word_between_p (".extern", start, at)
	  && (entry ? word_between_p (".entry", start, at)
	      : (word_between_p (".global", start, at)
		 || word_between_p (".const", start, at))))
	return at;
      at++;
    }
  return NULL;
}

/* The size of the variable whose declaration has its name at AT.  */

static size_t
variable_size (const char *text, const char *at)
{
  size_t size = 1;
  for (const char *p = statement (text, at); p < at; p++)
    if (*p == '.' && strchr ("bfsu", p[1]) && isdigit ((unsigned char) p[2]))
      size = strtoul (p + 2, NULL, 10) / 8;
  while (name_char_p (*at))
    at++;
  if (*at == '[')
    size *= strtoul (at + 1, NULL, 10);
  return size;
}

static CUresult
load (CUmodule *module, const char *text)
{
  CUresult failure = fake_with_context (0);
  if (failure)
    return failure;
  if (!strstr (text, ".version"))
    return FAKE_INVALID_IMAGE;
  *module = fake_new (FAKE_MODULE, sizeof **module);
  (*module)->text = strdup (text);
  return 0;
}

CUresult
cuModuleLoadDataEx (CUmodule *module, const void *image, unsigned n,
		    int *options, void **values)
{
  CUresult failure = ENTER (cuModuleLoadDataEx);
  if (failure)
    return failure;
  (void) n;
  (void) options;
  (void) values;
  return load (module, image);
}

CUresult
cuModuleUnload (CUmodule m)
{
  CUresult failure = fake_with_object (ENTER (cuModuleUnload), m, FAKE_MODULE);
  if (failure)
    return failure;
  fake_delete (m);
  return 0;
}

CUresult
cuModuleGetFunction (CUfunction *function, CUmodule m, const char *name)
{
  CUresult failure = fake_with_context (ENTER (cuModuleGetFunction));
  if (failure)
    return failure;
  for (struct CUfunc_st *f = m->functions; f; f = f->next)
    if (strcmp (f->name, name) == 0)
      {
	*function = f;
	return 0;
      }
  if (!find_declaration (m->text, name, true))
    return FAKE_NOT_FOUND;
  CUfunction f = calloc (1, sizeof *f);
  f->name = strdup (name);
  f->module = m;
  f->shared_limit = 48 << 10;
  f->next = m->functions;
  m->functions = f;
  *function = f;
  return 0;
}

static struct variable *
new_variable (CUmodule m, const char *name, const char *at)
{
  struct variable *v = calloc (1, sizeof *v);
  v->name = strdup (name);
  v->size = variable_size (m->text, at);
  v->memory = fake_reserve (FAKE_MODULE_MEMORY, v->size, m->object.device);
  v->next = m->variables;
  m->variables = v;
  return v;
}

CUresult
cuModuleGetGlobal_v2 (CUdeviceptr *p, size_t *size, CUmodule m,
		      const char *name)
{
  CUresult failure = fake_with_context (ENTER (cuModuleGetGlobal_v2));
  if (failure)
    return failure;
  struct variable *v = m->variables;
  while (v && strcmp (v->name, name) != 0)
    v = v->next;
  if (!v)
    {
      const char *at = find_declaration (m->text, name, false);
      if (!at)
	return FAKE_NOT_FOUND;
      v = new_variable (m, name, at);
    }
  *p = (CUdeviceptr) v->memory;
  *size = v->size;
  return 0;
}

CUresult
cuLinkCreate_v2 (unsigned n, int *options, void **values, CUlinkState *state)
{
  CUresult failure = fake_with_context (ENTER (cuLinkCreate_v2));
  if (failure)
    return failure;
  (void) n;
  (void) options;
  (void) values;
  *state = fake_new (FAKE_LINKER, sizeof **state);
  return 0;
}

CUresult
cuLinkAddData_v2 (CUlinkState state, int type, void *data, size_t size,
		  const char *name, unsigned n, int *options, void **values)
{
  CUresult failure = ENTER (cuLinkAddData_v2);
  if (failure)
    return failure;
  (void) name;
  (void) n;
  (void) options;
  (void) values;
  if (type != CU_JIT_INPUT_PTX)
    return FAKE_INVALID_IMAGE;
  state->text = realloc (state->text, state->size + size + 1);
  memcpy (state->text + state->size, data, size);
  state->size += strnlen (data, size);
  state->text[state->size++] = '\n';
  state->text[state->size] = '\0';
  return 0;
}

/* Functions that the driver has itself.  */
static const char *const own_functions[]
  = { "vprintf", "malloc", "free", "__assertfail" };

static bool
own_function_p (const char *name)
{
  for (size_t i = 0; i < sizeof own_functions / sizeof *own_functions; i++)
    if (strcmp (own_functions[i], name) == 0)
      return true;
  return false;
}

/* Whether TEXT defines the function NAME for all objects.  */

static bool
defines_function_p (const char *text, const char *name)
{
  const char *at = text;
  while ((at = find_name (at, name)))
    {
      const char *start = statement (text, at);
      if (word_between_p (".func", start, at)
	  && (word_between_p (".visible", start, at)
	      || word_between_p (".weak", start, at))
	  && at[strcspn (at, ";{")] == '{')
	return true;
      at++;
    }
  return false;
}

/* Whether TEXT defines all functions that it declares to be in other
   objects.  */

static bool
complete_p (const char *text)
{
  static const char mark[] = ".extern .func";
  for (const char *p = text; (p = strstr (p, mark)); )
    {
      p += strlen (mark);
      p += strspn (p, " ");
      if (*p == '(')
	p += strcspn (p, ")") + 1;
      p += strspn (p, ") ");
      char *name = strndup (p, strcspn (p, " (;\n"));
      bool found = own_function_p (name) || defines_function_p (text, name);
      if (!found)
	fprintf (stderr, "fake driver: no object defines %s\n", name);
      free (name);
      if (!found)
	return false;
    }
  return true;
}

CUresult
cuLinkComplete (CUlinkState state, void **cubin, size_t *size)
{
  CUresult failure = ENTER (cuLinkComplete);
  if (failure)
    return failure;
  if (!complete_p (state->text))
    return FAKE_INVALID_PTX;
  *cubin = state->text;
  *size = state->size + 1;
  return 0;
}

CUresult
cuLinkDestroy (CUlinkState state)
{
  CUresult failure = ENTER (cuLinkDestroy);
  if (failure)
    return failure;
  if (!fake_valid_p (state, FAKE_LINKER))
    return FAKE_INVALID_HANDLE;
  free (state->text);
  fake_delete (state);
  return 0;
}

/* --- Kernels ------------------------------------------------------------ */

/* The registers of a thread in each kernel.  */

static int
fake_registers (void)
{
  return fake_env ("GCUF_FAKE_REGISTERS", 40);
}

/* The most threads in a block of F.  */

static int
fake_block_threads (CUfunction f)
{
  return (strchr (f->name, '$')
	  ? fake_env ("GCUF_FAKE_VERSION_THREADS", GCUF_MAX_BLOCK_THREADS)
	  : GCUF_MAX_BLOCK_THREADS);
}

CUresult
cuFuncGetAttribute (int *value, int attribute, CUfunction f)
{
  CUresult failure = ENTER (cuFuncGetAttribute);
  if (failure)
    return failure;
  *value = (attribute == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK
	    ? fake_block_threads (f)
	    : attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
	    ? f->shared_limit
	    : attribute == CU_FUNC_ATTRIBUTE_NUM_REGS
	    ? fake_registers () : 0);
  return 0;
}

CUresult
cuFuncSetAttribute (CUfunction f, int attribute, int value)
{
  CUresult failure = ENTER (cuFuncSetAttribute);
  if (failure)
    return failure;
  if (value > 227 << 10)
    return FAKE_INVALID_VALUE;
  if (attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)
    f->shared_limit = value;
  return 0;
}

static CUresult
launch (CUfunction f, const unsigned dim[6], unsigned shared, CUstream stream)
{
  CUresult failure = fake_with_stream (0, stream);
  if (failure)
    return failure;
  for (int i = 0; i < 6; i++)
    if (dim[i] == 0)
      return FAKE_INVALID_VALUE;
  if (dim[3] * dim[4] * dim[5] > GCUF_MAX_BLOCK_THREADS
      || (int) shared > f->shared_limit)
    return FAKE_INVALID_VALUE;
  return f->module->object.device == fake_current () ? 0 : FAKE_INVALID_HANDLE;
}

CUresult
cuLaunchKernel (CUfunction f, unsigned gx, unsigned gy, unsigned gz,
		unsigned bx, unsigned by, unsigned bz, unsigned shared,
		CUstream stream, void **params, void **extra)
{
  CUresult failure = ENTER (cuLaunchKernel);
  if (failure)
    return failure;
  const unsigned dim[] = { gx, gy, gz, bx, by, bz };
  (void) params;
  (void) extra;
  return launch (f, dim, shared, stream);
}

CUresult
cuLaunchCooperativeKernel (CUfunction f, unsigned gx, unsigned gy, unsigned gz,
			   unsigned bx, unsigned by, unsigned bz,
			   unsigned shared, CUstream stream, void **params)
{
  CUresult failure = ENTER (cuLaunchCooperativeKernel);
  if (failure)
    return failure;
  const unsigned dim[] = { gx, gy, gz, bx, by, bz };
  (void) params;
  return launch (f, dim, shared, stream);
}

static size_t
least (size_t a, size_t b)
{
  return a < b ? a : b;
}

/* Set how many blocks with so many threads and bytes of SHARED memory there are
   at once on a multiprocessor, as that of an H100 is.  */

static CUresult
occupancy (int *blocks, int threads, size_t shared)
{
  if (threads <= 0)
    return FAKE_INVALID_VALUE;
  size_t warps = (threads + 31) / 32;
  size_t registers = (fake_registers () + 7) / 8 * 8 * 32;
  *blocks = least (least (64 / warps, 65536 / registers / warps),
		   least (32, 233472 / (shared + 1024)));
  return 0;
}

CUresult
cuOccupancyMaxActiveBlocksPerMultiprocessor (int *blocks, CUfunction f,
					     int threads, size_t shared)
{
  CUresult failure = ENTER (cuOccupancyMaxActiveBlocksPerMultiprocessor);
  if (failure)
    return failure;
  (void) f;
  return occupancy (blocks, threads, shared);
}

CUresult
cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags
  (int *blocks, CUfunction f, int threads, size_t shared, unsigned flags)
{
  CUresult failure
    = ENTER (cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags);
  if (failure)
    return failure;
  (void) f;
  return (flags <= 1 ? occupancy (blocks, threads, shared)
	  : FAKE_INVALID_VALUE);
}

CUresult
cuOccupancyMaxPotentialBlockSizeWithFlags
  (int *blocks, int *threads, CUfunction f, size_t (*shared) (int),
   size_t bytes, int limit, unsigned flags)
{
  CUresult failure = ENTER (cuOccupancyMaxPotentialBlockSizeWithFlags);
  if (failure)
    return failure;
  (void) f;
  (void) shared;
  (void) bytes;
  (void) flags;
  *threads = limit ? limit : 1024;
  return occupancy (blocks, *threads, bytes);
}

CUresult
cuOccupancyAvailableDynamicSMemPerBlock (size_t *bytes, CUfunction f,
					 int blocks, int threads)
{
  CUresult failure = ENTER (cuOccupancyAvailableDynamicSMemPerBlock);
  if (failure)
    return failure;
  (void) f;
  if (blocks <= 0 || threads <= 0)
    return FAKE_INVALID_VALUE;
  *bytes = (227 << 10) / blocks;
  return 0;
}

CUresult
cuOccupancyMaxPotentialClusterSize (int *size, CUfunction f,
				    const struct gcuf_cu_launch *launch)
{
  CUresult failure = ENTER (cuOccupancyMaxPotentialClusterSize);
  if (failure)
    return failure;
  (void) f;
  (void) launch;
  *size = 8;
  return 0;
}

CUresult
cuOccupancyMaxActiveClusters (int *clusters, CUfunction f,
			      const struct gcuf_cu_launch *launch)
{
  CUresult failure = ENTER (cuOccupancyMaxActiveClusters);
  if (failure)
    return failure;
  (void) f;
  (void) launch;
  *clusters = 4;
  return 0;
}

CUresult
cuFuncSetCacheConfig (CUfunction f, int config)
{
  CUresult failure = ENTER (cuFuncSetCacheConfig);
  if (failure)
    return failure;
  (void) f;
  return config >= 0 && config <= 3 ? 0 : FAKE_INVALID_VALUE;
}
