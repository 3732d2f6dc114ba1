/* What is left of the device at the end of a program.
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


/* Only active with GCUF_CHECK=leaks: then a backend that takes notes is in the
   place of the real one, and calls it.  What the program has of the device is
   in a tree by its handle or address, with the call that made it.  What the
   library has for itself has been freed when the backend ends, and what is left
   then is reported.  */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "call-site.h"
#include "leaks.h"
#include "range-tree.h"

/* The kinds of objects.  Those up to MEMORY_KINDS have bytes, and share a tree:
   one function frees all of them.  */
enum kind
{
  DEVICE_MEMORY,
  MANAGED_MEMORY,
  PINNED_MEMORY,
  MEMORY_KINDS,
  REGISTERED_MEMORY = MEMORY_KINDS,
  IPC_MEMORY,
  STREAM,
  EVENT,
  GRAPH,
  EXEC,
  ARRAY,
  POOL,
  N_KINDS
};

/* What the report calls one of them, and several.  */
static const struct
{
  const char *one, *several;
} names[N_KINDS] =
{
  [DEVICE_MEMORY] = { "device memory", "device memory" },
  [MANAGED_MEMORY] = { "managed memory", "managed memory" },
  [PINNED_MEMORY] = { "pinned memory", "pinned memory" },
  [REGISTERED_MEMORY] = { "registered host memory", "registered host memory" },
  [IPC_MEMORY] = { "memory of another process", "memory of other processes" },
  [STREAM] = { "stream", "streams" },
  [EVENT] = { "event", "events" },
  [GRAPH] = { "graph", "graphs" },
  [EXEC] = { "executable graph", "executable graphs" },
  [ARRAY] = { "CUDA array", "CUDA arrays" },
  [POOL] = { "memory pool", "memory pools" }
};

struct object
{
  struct gcuf_range range;	/* The first member: a range of the tree is
				   one.  Its address or handle.  */
  enum kind kind;
  size_t bytes;			/* Of memory; zero if not known.  */
  int device;
  size_t number;		/* How many were made before.  */
  struct gcuf_call_site site;
};

static const struct gcuf_backend *real;
static struct gcuf_backend watcher;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct gcuf_range *trees[N_KINDS];
static size_t n_made;

/* --- Notes --------------------------------------------------------------- */

/* The tree that objects of KIND are in.  */

static struct gcuf_range **
tree_of (enum kind kind)
{
  return &trees[kind < MEMORY_KINDS ? DEVICE_MEMORY : kind];
}

/* Take the object of KIND called HANDLE out of its tree, and return it; null if
   there is none.  LOCK is held.  */

static struct object *
take (enum kind kind, uintptr_t handle)
{
  struct gcuf_range *r = gcuf_range_find (*tree_of (kind), handle);
  if (!r || r->start != handle)
    return NULL;
  gcuf_range_remove (tree_of (kind), r);
  return (struct object *) r;
}

/* The calling thread has made HANDLE, of KIND and with BYTES, if CODE says that
   it has.  Return CODE.  */

static int
note (int code, enum kind kind, uintptr_t handle, size_t bytes)
{
  if (code || !handle)
    return code;
  struct object *o = gcuf_xcalloc (1, sizeof *o);
  o->range.start = handle;
  o->range.size = 1;
  o->kind = kind;
  o->bytes = bytes;
  o->device = gcuf_thread.device;
  gcuf_note_call_site (&o->site);
  pthread_mutex_lock (&lock);
  o->number = n_made++;
  /* What is there has gone without our knowing.  */
  struct object *old = take (kind, handle);
  gcuf_range_add (tree_of (kind), &o->range);
  pthread_mutex_unlock (&lock);
  free (old);
  return 0;
}

/* HANDLE, of KIND, is about to be freed: return it, no longer noted, for
   freed.  Another thread may get the same handle at once.  */

static struct object *
freeing (enum kind kind, uintptr_t handle)
{
  pthread_mutex_lock (&lock);
  struct object *o = take (kind, handle);
  pthread_mutex_unlock (&lock);
  return o;
}

/* O, or null, has been freed if CODE says so; else note it again.  Return
   CODE.  */

static int
freed (int code, struct object *o)
{
  if (code && o)
    {
      pthread_mutex_lock (&lock);
      gcuf_range_add (tree_of (o->kind), &o->range);
      pthread_mutex_unlock (&lock);
    }
  else
    free (o);
  return code;
}

/* Forget what DEVICE had in TREE.  LOCK is held.  */

static void
forget_device (struct gcuf_range **tree, int device)
{
  struct gcuf_range *r = gcuf_range_after (*tree, 0), *next;
  for (; r; r = next)
    {
      struct object *o = (struct object *) r;
      next = gcuf_range_after (*tree, r->start);
      if (o->device != device)
	continue;
      gcuf_range_remove (tree, r);
      free (o);
    }
}

/* --- The backend that takes notes ---------------------------------------- */

static enum kind
kind_of_space (unsigned space)
{
  return (space == GCUF_SPACE_PINNED ? PINNED_MEMORY
	  : space == GCUF_SPACE_MANAGED ? MANAGED_MEMORY : DEVICE_MEMORY);
}

static int
watch_malloc (void **p, size_t bytes, unsigned space)
{
  int code = real->malloc (p, bytes, space);
  return note (code, kind_of_space (space), (uintptr_t) *p, bytes);
}

static int
watch_malloc_local (void **p, size_t bytes, unsigned space)
{
  int code = real->malloc_local (p, bytes, space);
  return note (code, kind_of_space (space), (uintptr_t) *p, bytes);
}

static int
watch_free (void *p, unsigned space)
{
  struct object *o = freeing (DEVICE_MEMORY, (uintptr_t) p);
  return freed (real->free (p, space), o);
}

/* What is allocated while a graph is captured is the graph's.  */

static int
watch_malloc_async (void **p, size_t bytes, gcuf_mempool_t pool,
		    gcuf_stream_t stream)
{
  int status = 0;
  int code = real->malloc_async (p, bytes, pool, stream);
  if (code || real->capture_status (stream, &status) || status)
    return code;
  return note (0, DEVICE_MEMORY, (uintptr_t) *p, bytes);
}

static int
watch_free_async (void *p, gcuf_stream_t stream)
{
  struct object *o = freeing (DEVICE_MEMORY, (uintptr_t) p);
  return freed (real->free_async (p, stream), o);
}

static int
watch_host_alloc (void **p, size_t bytes, int flags)
{
  int code = real->host_alloc (p, bytes, flags);
  return note (code, PINNED_MEMORY, (uintptr_t) *p, bytes);
}

static int
watch_malloc_pitch (void **p, size_t *pitch, size_t width, size_t height)
{
  int code = real->malloc_pitch (p, pitch, width, height);
  return note (code, DEVICE_MEMORY, (uintptr_t) *p,
	       code ? 0 : *pitch * height);
}

static int
watch_host_register (void *host, size_t bytes, int flags)
{
  return note (real->host_register (host, bytes, flags), REGISTERED_MEMORY,
	       (uintptr_t) host, bytes);
}

static int
watch_graph_instantiate (gcuf_exec_t *exec, gcuf_graph_t graph, int64_t flags)
{
  int code = real->graph_instantiate (exec, graph, flags);
  return note (code, EXEC, (uintptr_t) *exec, 0);
}

/* MAKER (KIND, MEMBER, ARGUMENTS, ...): as MEMBER of the backend, which makes a
   KIND and stores it at MADE, one of its ARGUMENTS, which it is called with as
   the rest says.  DESTROYER (KIND, MEMBER, TYPE): as one that destroys it.  */
#define MAKER(kind, member, arguments, ...)				\
  static int								\
  watch_##member arguments						\
  {									\
    int code = real->member (__VA_ARGS__);				\
    return note (code, kind, (uintptr_t) *made, 0);			\
  }
#define DESTROYER(kind, member, type)					\
  static int								\
  watch_##member (type handle)						\
  {									\
    struct object *o = freeing (kind, (uintptr_t) handle);		\
    return freed (real->member (handle), o);				\
  }

MAKER (STREAM, stream_create,
       (gcuf_stream_t *made, int flags, int priority), made, flags, priority)
DESTROYER (STREAM, stream_destroy, gcuf_stream_t)
MAKER (EVENT, event_create, (gcuf_event_t *made, int flags),
       made, flags)
MAKER (EVENT, ipc_open_event,
       (gcuf_event_t *made, const struct gcuf_ipc_handle *h), made, h)
DESTROYER (EVENT, event_destroy, gcuf_event_t)
MAKER (GRAPH, capture_end,
       (gcuf_stream_t stream, gcuf_graph_t *made), stream, made)
MAKER (GRAPH, graph_create, (gcuf_graph_t *made, int flags),
       made, flags)
MAKER (GRAPH, graph_clone,
       (gcuf_graph_t *made, gcuf_graph_t graph), made, graph)
DESTROYER (GRAPH, graph_destroy, gcuf_graph_t)
DESTROYER (EXEC, exec_destroy, gcuf_exec_t)
MAKER (ARRAY, array_create,
       (gcuf_array_t *made, const struct gcuf_channels *channels,
	const struct gcuf_extent *extent, int flags),
       made, channels, extent, flags)
DESTROYER (ARRAY, array_destroy, gcuf_array_t)
MAKER (POOL, mempool_create,
       (gcuf_mempool_t *made, const struct gcuf_mempool_props *props),
       made, props)
DESTROYER (POOL, mempool_destroy, gcuf_mempool_t)
MAKER (IPC_MEMORY, ipc_open_memory,
       (void **made, const struct gcuf_ipc_handle *h, int flags),
       made, h, flags)
DESTROYER (IPC_MEMORY, ipc_close_memory, void *)
DESTROYER (REGISTERED_MEMORY, host_unregister, void *)

/* All that the device has goes with its reset.  */

static int
watch_device_reset (void)
{
  int code = real->device_reset ();
  if (code)
    return code;
  pthread_mutex_lock (&lock);
  for (int i = 0; i < N_KINDS; i++)
    forget_device (&trees[i], gcuf_thread.device);
  pthread_mutex_unlock (&lock);
  return 0;
}

/* --- The report ---------------------------------------------------------- */

/* Objects of a kind that were made in one place.  */
struct leak
{
  struct leak *next;
  enum kind kind;
  struct gcuf_call_site site;
  char *place;			/* The text of that, when it is known.  */
  size_t first;			/* The lowest number of them.  */
  size_t objects, bytes;
};

/* Add O to the LEAKS.  */

static void
add_leak (struct leak **leaks, const struct object *o)
{
  while (*leaks
	 && ((*leaks)->kind != o->kind
	     || memcmp (&(*leaks)->site, &o->site, sizeof o->site) != 0))
    leaks = &(*leaks)->next;
  if (!*leaks)
    {
      *leaks = gcuf_xcalloc (1, sizeof **leaks);
      (*leaks)->kind = o->kind;
      (*leaks)->site = o->site;
      (*leaks)->first = o->number;
    }
  if (o->number < (*leaks)->first)
    (*leaks)->first = o->number;
  (*leaks)->objects++;
  (*leaks)->bytes += o->bytes;
}

/* Empty the trees, and return what they had.  */

static struct leak *
take_leaks (void)
{
  struct leak *leaks = NULL;
  struct gcuf_range *r;
  pthread_mutex_lock (&lock);
  for (int i = 0; i < N_KINDS; i++)
    while ((r = gcuf_range_after (trees[i], 0)) != NULL)
      {
	gcuf_range_remove (&trees[i], r);
	add_leak (&leaks, (struct object *) r);
	free (r);
      }
  pthread_mutex_unlock (&lock);
  return leaks;
}

/* Add to L what those of OTHERS have that are of its kind and line, and take
   them out: the compiler may have made several calls of one.  */

static void
join_line (struct leak *l, struct leak **others)
{
  while (*others)
    {
      struct leak *o = *others;
      if (o->kind != l->kind || strcmp (o->place, l->place) != 0)
	{
	  others = &o->next;
	  continue;
	}
      l->objects += o->objects;
      l->bytes += o->bytes;
      *others = o->next;
      free (o->place);
      free (o);
    }
}

/* Print L.  */

static void
print_leak (const struct leak *l)
{
  fprintf (stderr, "%s: leak: ", l->place);
  if (l->kind <= REGISTERED_MEMORY)
    fprintf (stderr, "%zu byte%s of %s", l->bytes, l->bytes == 1 ? "" : "s",
	     names[l->kind].one);
  else if (l->objects == 1)
    fprintf (stderr, "1 %s", names[l->kind].one);
  else
    fprintf (stderr, "%zu %s", l->objects, names[l->kind].several);
  if (l->kind <= REGISTERED_MEMORY && l->objects > 1)
    fprintf (stderr, " in %zu allocations", l->objects);
  fputc ('\n', stderr);
}

/* Take out of LEAKS, which has some, the one that began first.  */

static struct leak *
take_first (struct leak **leaks)
{
  struct leak **first = leaks;
  for (struct leak **p = leaks; *p; p = &(*p)->next)
    if ((*p)->first < (*first)->first)
      first = p;
  struct leak *l = *first;
  *first = l->next;
  return l;
}

/* Print and free all of LEAKS.  */

static void
report (struct leak *leaks)
{
  size_t objects = 0;
  for (struct leak *l = leaks; l; l = l->next)
    l->place = gcuf_call_site_text (&l->site);
  while (leaks)
    {
      struct leak *l = take_first (&leaks);
      join_line (l, &leaks);
      objects += l->objects;
      print_leak (l);
      free (l->place);
      free (l);
    }
  fprintf (stderr, "libgcuf: leaks at the end of the program: %zu\n", objects);
}

/* As the backend's, after the report.  */

static void
watch_fini (void)
{
  struct leak *leaks = take_leaks ();
  if (leaks)
    report (leaks);
  real->fini ();
}

/* --- Its place ----------------------------------------------------------- */

const struct gcuf_backend *
gcuf_watch_leaks (const struct gcuf_backend *backend)
{
  if (!gcuf_checks_p (GCUF_CHECK_LEAKS))
    return backend;
  real = backend;
  watcher = *real;
  watcher.fini = watch_fini;
  watcher.malloc = watch_malloc;
  watcher.malloc_local = watch_malloc_local;
  watcher.free = watch_free;
  watcher.malloc_async = watch_malloc_async;
  watcher.free_async = watch_free_async;
  watcher.host_alloc = watch_host_alloc;
  watcher.malloc_pitch = watch_malloc_pitch;
  watcher.host_register = watch_host_register;
  watcher.host_unregister = watch_host_unregister;
  watcher.ipc_open_memory = watch_ipc_open_memory;
  watcher.ipc_close_memory = watch_ipc_close_memory;
  watcher.stream_create = watch_stream_create;
  watcher.stream_destroy = watch_stream_destroy;
  watcher.event_create = watch_event_create;
  watcher.ipc_open_event = watch_ipc_open_event;
  watcher.event_destroy = watch_event_destroy;
  watcher.capture_end = watch_capture_end;
  watcher.graph_create = watch_graph_create;
  watcher.graph_clone = watch_graph_clone;
  watcher.graph_destroy = watch_graph_destroy;
  watcher.graph_instantiate = watch_graph_instantiate;
  watcher.exec_destroy = watch_exec_destroy;
  watcher.array_create = watch_array_create;
  watcher.array_destroy = watch_array_destroy;
  watcher.mempool_create = watch_mempool_create;
  watcher.mempool_destroy = watch_mempool_destroy;
  watcher.device_reset = watch_device_reset;
  return &watcher;
}
