/* The cache of device memory that Fortran allocates by itself, in the cuda
   backend.
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

/* An automatic array at every call of a procedure must not cost two calls of
   the driver each time, of which the second waits for the device.  Therefore
   memory that is freed is kept, up to a limit, and reused.

   Kernels that the host has enqueued may still use memory when it is freed.  As
   long as the program uses no stream but the legacy default one, all uses by
   the next owner are ordered after them, and it can be reused at once.  From
   the first use of another stream or of a second device on, it is set aside
   until all work enqueued before is known to be complete, i.e. until the
   program synchronizes with the device, or the cache itself does so for lack of
   room.  cuMemFree, which this replaces, does so each time.  */

#include <stdlib.h>

#include "backend-cuda.h"

/* A block of device memory: in use, then in the table of its device by its
   address; or free.  Fortran's allocations of other memory are in the table,
   too, to tell which were lost in a reset, but are never kept.  */
struct block
{
  struct block *next;		/* In its chain of the table, or its class.  */
  struct block *previous;	/* In its class.  */
  struct block *newer, *older;	/* Of those that are free.  */
  CUdeviceptr address;
  size_t size;
  unsigned space;
};

enum
{
  /* Small sizes are rounded up to one of 2**STEP_BITS for each power of two,
     large ones to what the driver gives out anyway.  */
  STEP_BITS = 3,
  LEAST_BITS = 9,
  LARGE = 2 << 20,
  N_CLASSES = (64 - LEAST_BITS) << STEP_BITS,
  /* So many blocks wait before the cache does.  */
  MANY_WAITING = 64
};

struct gcuf_cuda_cache
{
  pthread_mutex_t lock;
  size_t limit;			/* Of FREE_BYTES; zero turns the cache off.  */
  size_t free_bytes;

  struct block **table;		/* Those in use.  */
  size_t n_buckets, n_used;

  struct block *classes[N_CLASSES];	/* Those to be given out.  */
  struct block *newest, *oldest;	/* The same, by time.  */
  bool streams;			/* gcuf_cuda_streams_p, under LOCK.  */
  struct block *waiting;	/* Those set aside, linked by NEXT.  */
  size_t waiting_bytes, n_waiting;
  struct block *stale;		/* Those that went with a reset of the device
				   before Fortran freed them.  */
};

bool gcuf_cuda_streams_p;

/* --- Sizes -------------------------------------------------------------- */

/* The class of blocks of SIZE bytes: the position of the first bit and the
   STEP_BITS after it.  */

static unsigned
size_class (size_t size)
{
  unsigned top = 63 - __builtin_clzll (size);
  unsigned steps = size >> (top - STEP_BITS) & ((1 << STEP_BITS) - 1);
  return ((top - LEAST_BITS) << STEP_BITS) + steps;
}

static size_t
round_size (size_t bytes)
{
  size_t unit = (size_t) 1 << LEAST_BITS;
  if (bytes <= unit)
    return unit;
  if (bytes > LARGE)
    unit = LARGE;
  else
    unit = (size_t) 1 << (63 - __builtin_clzll (bytes - 1) - STEP_BITS);
  return (bytes + unit - 1) / unit * unit;
}

/* --- The table of blocks in use ------------------------------------------- */

static size_t
hash (CUdeviceptr address)
{
  return ((address >> LEAST_BITS) * 0x9e3779b97f4a7c15u) >> 16;
}

static struct block **
bucket (struct gcuf_cuda_cache *c, CUdeviceptr address)
{
  return &c->table[hash (address) % c->n_buckets];
}

static void
push (struct block **head, struct block *b)
{
  b->next = *head;
  *head = b;
}

static struct block *
pop (struct block **head)
{
  struct block *b = *head;
  *head = b->next;
  return b;
}

/* Make room in the table for one more; return false if there is no memory.  */

static bool
reserve_table (struct gcuf_cuda_cache *c)
{
  if (c->n_used < c->n_buckets)
    return true;
  size_t n = c->n_buckets ? 2 * c->n_buckets : 64;
  struct block **fresh = calloc (n, sizeof *fresh), **old = c->table;
  size_t n_old = c->n_buckets;
  if (!fresh)
    return false;
  c->table = fresh;
  c->n_buckets = n;
  for (size_t i = 0; i < n_old; i++)
    while (old[i])
      {
	struct block *b = pop (&old[i]);
	push (bucket (c, b->address), b);
      }
  free (old);
  return true;
}

static void
enter_table (struct gcuf_cuda_cache *c, struct block *b)
{
  push (bucket (c, b->address), b);
  c->n_used++;
}

static struct block *
leave_table (struct gcuf_cuda_cache *c, CUdeviceptr address)
{
  if (c->n_used == 0)
    return NULL;
  struct block **p = bucket (c, address);
  while (*p && (*p)->address != address)
    p = &(*p)->next;
  if (!*p)
    return NULL;
  c->n_used--;
  return pop (p);
}

/* --- Free blocks -------------------------------------------------------- */

static void
add_free (struct gcuf_cuda_cache *c, struct block *b)
{
  struct block **head = &c->classes[size_class (b->size)];
  b->previous = NULL;
  if (*head)
    (*head)->previous = b;
  push (head, b);
  b->newer = NULL;
  b->older = c->newest;
  if (c->newest)
    c->newest->newer = b;
  else
    c->oldest = b;
  c->newest = b;
  c->free_bytes += b->size;
}

static void
remove_free (struct gcuf_cuda_cache *c, struct block *b)
{
  if (b->previous)
    b->previous->next = b->next;
  else
    c->classes[size_class (b->size)] = b->next;
  if (b->next)
    b->next->previous = b->previous;
  if (b->newer)
    b->newer->older = b->older;
  else
    c->newest = b->older;
  if (b->older)
    b->older->newer = b->newer;
  else
    c->oldest = b->newer;
  c->free_bytes -= b->size;
}

static void
add_waiting (struct gcuf_cuda_cache *c, struct block *b)
{
  push (&c->waiting, b);
  c->waiting_bytes += b->size;
  c->n_waiting++;
  c->free_bytes += b->size;
}

/* Remove all waiting blocks from C and return them.  */

static struct block *
take_waiting (struct gcuf_cuda_cache *c)
{
  struct block *list = c->waiting;
  c->free_bytes -= c->waiting_bytes;
  c->waiting_bytes = c->n_waiting = 0;
  c->waiting = NULL;
  return list;
}

/* Find a free block for SIZE bytes that does not waste much.  */

static struct block *
find_free (struct gcuf_cuda_cache *c, size_t size)
{
  unsigned first = size_class (size);
  for (unsigned i = first; i <= first + 1 && i < N_CLASSES; i++)
    for (struct block *b = c->classes[i]; b; b = b->next)
      if (b->size >= size && b->size - size <= size >> STEP_BITS)
	{
	  remove_free (c, b);
	  return b;
	}
  return NULL;
}

static int
free_memory (void *p, unsigned space)
{
  return (space == GCUF_SPACE_PINNED ? gcuf_cu.MemFreeHost (p)
	  : gcuf_cu.MemFree ((CUdeviceptr) p));
}

/* Return the memory of B to the driver.  */

static int
release (struct block *b)
{
  int code = free_memory ((void *) b->address, b->space);
  free (b);
  return code;
}

/* Return the oldest blocks to the driver until BYTES more can be kept.  */

static int
evict (struct gcuf_cuda_cache *c, size_t bytes)
{
  int code = 0;
  while (c->oldest && c->free_bytes + bytes > c->limit)
    {
      struct block *b = c->oldest;
      int failed;
      remove_free (c, b);
      failed = release (b);
      code = code ? code : failed;
    }
  return code;
}

/* --- The devices' caches -------------------------------------------------- */

/* The limit of the cache: a sixteenth of the device's memory by default.  */

static size_t
default_limit (CUdevice device)
{
  size_t total = 0;
  gcuf_cu.DeviceTotalMem (&total, device);
  return total / 16;
}

void
gcuf_cuda_cache_init (struct gcuf_cuda_device *d)
{
  struct gcuf_cuda_cache *c = gcuf_xcalloc (1, sizeof *c);
  pthread_mutex_init (&c->lock, NULL);
  c->limit = gcuf_env_size (GCUF_ENV_ALLOC_CACHE, default_limit (d->device), 0,
			    PTRDIFF_MAX);
  d->cache = c;
}

static struct gcuf_cuda_cache *
current_cache (void)
{
  return gcuf_cuda_devices[gcuf_thread.device].cache;
}

size_t
gcuf_cuda_cache_bytes (void)
{
  struct gcuf_cuda_cache *c = current_cache ();
  pthread_mutex_lock (&c->lock);
  size_t bytes = c->free_bytes;
  pthread_mutex_unlock (&c->lock);
  return bytes;
}

void
gcuf_cuda_use_streams (void)
{
  for (int i = 0; i < gcuf_device_count; i++)
    {
      struct gcuf_cuda_cache *c = gcuf_cuda_devices[i].cache;
      pthread_mutex_lock (&c->lock);
      while (c->oldest)
	{
	  struct block *b = c->oldest;
	  remove_free (c, b);
	  add_waiting (c, b);
	}
      c->streams = true;
      pthread_mutex_unlock (&c->lock);
    }
  __atomic_store_n (&gcuf_cuda_streams_p, true, __ATOMIC_RELEASE);
}

/* Make the blocks of LIST, which were waiting, available if READY; else put
   them back to those that wait.  */

static void
put_back (struct gcuf_cuda_cache *c, struct block *list, bool ready)
{
  pthread_mutex_lock (&c->lock);
  while (list)
    {
      struct block *b = pop (&list);
      if (ready)
	add_free (c, b);
      else
	add_waiting (c, b);
    }
  pthread_mutex_unlock (&c->lock);
}

int
gcuf_cuda_synchronize (void)
{
  struct gcuf_cuda_cache *c = current_cache ();
  pthread_mutex_lock (&c->lock);
  struct block *list = take_waiting (c);
  pthread_mutex_unlock (&c->lock);
  int code = gcuf_cu.CtxSynchronize ();
  if (code == 0)
    gcuf_launches_done (GCUF_ALL_STREAMS);
  if (list)
    put_back (c, list, code == 0);
  return gcuf_cuda_drain (code);
}

/* Return all free blocks of C to the driver, which waits for work that may use
   them.  */

static bool
flush (struct gcuf_cuda_cache *c)
{
  pthread_mutex_lock (&c->lock);
  struct block *list = take_waiting (c);
  bool any = list || c->oldest;
  while (c->oldest)
    {
      struct block *b = c->oldest;
      remove_free (c, b);
      push (&list, b);
    }
  pthread_mutex_unlock (&c->lock);
  while (list)
    release (pop (&list));
  return any;
}

bool
gcuf_cuda_cache_flush (void)
{
  return flush (current_cache ());
}

/* --- Resets ------------------------------------------------------------- */

/* Pinned memory is freed by a function of its own.  */

static bool
may_be_p (const struct block *b, CUdeviceptr address, unsigned space)
{
  return (b->address == address
	  && ((b->space == GCUF_SPACE_PINNED)
	      == (space == GCUF_SPACE_PINNED)));
}

/* Return true if the memory that is being freed at ADDRESS as SPACE was lost in
   a reset.  If new memory has been allocated at the same address since, the
   last of the frees frees it.  */

static bool
take_stale (struct gcuf_cuda_cache *c, CUdeviceptr address, unsigned space)
{
  bool found = false;
  if (!__atomic_load_n (&c->stale, __ATOMIC_RELAXED))
    return false;
  pthread_mutex_lock (&c->lock);
  struct block **p = &c->stale;
  while (*p && !may_be_p (*p, address, space))
    p = &(*p)->next;
  found = *p != NULL;
  if (found)
    free (pop (p));
  pthread_mutex_unlock (&c->lock);
  return found;
}

void
gcuf_cuda_cache_forget (struct gcuf_cuda_device *d)
{
  struct gcuf_cuda_cache *c = d->cache;
  pthread_mutex_lock (&c->lock);
  for (size_t i = 0; i < c->n_buckets; i++)
    while (c->table[i])
      push (&c->stale, pop (&c->table[i]));
  c->n_used = 0;
  while (c->oldest)
    {
      struct block *b = c->oldest;
      remove_free (c, b);
      free (b);
    }
  for (struct block *list = take_waiting (c); list; )
    free (pop (&list));
  pthread_mutex_unlock (&c->lock);
}

void
gcuf_cuda_cache_fini (struct gcuf_cuda_device *d)
{
  struct gcuf_cuda_cache *c = d->cache;
  if (!c)
    return;
  flush (c);
  gcuf_cuda_cache_forget (d);
  while (c->stale)
    free (pop (&c->stale));
  free (c->table);
  pthread_mutex_destroy (&c->lock);
  free (c);
  d->cache = NULL;
}

/* --- Allocation --------------------------------------------------------- */

/* Take a block from C; return null if none fits.  If too many blocks are
   waiting, wait for the device.  */

static struct block *
take (struct gcuf_cuda_cache *c, size_t size)
{
  pthread_mutex_lock (&c->lock);
  struct block *b = find_free (c, size);
  if (!b && (c->n_waiting >= MANY_WAITING
	     || (c->n_waiting && c->free_bytes + size > c->limit)))
    {
      pthread_mutex_unlock (&c->lock);
      gcuf_cuda_synchronize ();
      pthread_mutex_lock (&c->lock);
      b = find_free (c, size);
    }
  if (b)
    enter_table (c, b);
  pthread_mutex_unlock (&c->lock);
  return b;
}

/* Enter the new memory at ADDRESS in the table.  If the host has no memory for
   that, it will not be kept when it is freed.  */

static void
note (struct gcuf_cuda_cache *c, CUdeviceptr address, size_t size,
      unsigned space)
{
  struct block *b = malloc (sizeof *b);
  if (!b)
    return;
  b->address = address;
  b->size = size;
  b->space = space;
  pthread_mutex_lock (&c->lock);
  if (reserve_table (c))
    enter_table (c, b);
  else
    free (b);
  pthread_mutex_unlock (&c->lock);
}

int
gcuf_cuda_malloc (CUdeviceptr *address, size_t bytes)
{
  int code = gcuf_cu.MemAlloc (address, bytes);
  if (code == GCUF_cudaErrorMemoryAllocation && gcuf_cuda_cache_flush ())
    code = gcuf_cu.MemAlloc (address, bytes);
  return code;
}

int
gcuf_cuda_malloc_local (void **p, size_t bytes)
{
  struct gcuf_cuda_cache *c = current_cache ();
  CUdeviceptr address = 0;
  bool small = bytes <= c->limit / 2;
  size_t size = small ? round_size (bytes) : bytes;
  struct block *b = small ? take (c, size) : NULL;
  if (b)
    {
      *p = (void *) b->address;
      return 0;
    }
  int code = gcuf_cuda_malloc (&address, size);
  if (code == 0)
    note (c, address, size, GCUF_SPACE_DEVICE);
  *p = code ? NULL : (void *) address;
  return code;
}

void
gcuf_cuda_note_local (void *p, unsigned space)
{
  note (current_cache (), (CUdeviceptr) p, 0, space);
}

/* Take back the memory at ADDRESS in SPACE; return false if it is not from
   C.  */

static bool
take_back (struct gcuf_cuda_cache *c, CUdeviceptr address, unsigned space,
	   int *code)
{
  pthread_mutex_lock (&c->lock);
  struct block *b = leave_table (c, address);
  if (b && !may_be_p (b, address, space))
    {
      enter_table (c, b);
      b = NULL;
    }
  bool kept = (b && b->space == GCUF_SPACE_DEVICE
	       && b->size <= c->limit / 2);
  if (kept)
    {
      *code = evict (c, b->size);
      if (c->free_bytes + b->size > c->limit)
	*code = release (b);
      else if (c->streams)
	add_waiting (c, b);
      else
	add_free (c, b);
    }
  pthread_mutex_unlock (&c->lock);
  if (b && !kept)
    *code = release (b);
  return b != NULL;
}

/* The memory can be that of another device if threads with different current
   devices share it.  */

int
gcuf_cuda_free (void *p, unsigned space)
{
  CUdeviceptr address = (CUdeviceptr) p;
  int code = 0;
  if (take_stale (current_cache (), address, space)
      || take_back (current_cache (), address, space, &code))
    return code;
  for (int i = 0; i < gcuf_device_count; i++)
    if (i != gcuf_thread.device
	&& (take_stale (gcuf_cuda_devices[i].cache, address, space)
	    || take_back (gcuf_cuda_devices[i].cache, address, space,
			  &code)))
      return code;
  return free_memory (p, space);
}
