/* The cpu backend's device memory.
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

/* Every allocation is in a tree by its addresses, so that freeing what is none
   is found out, and so is a leak at the end.  With GCUF_CHECK=access device
   memory consists of pages that can only be accessed while an operation of
   the device runs: the host's own accesses fault and are reported.  */

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cpu-api.h"
#include "cpu-check.h"
#include "range-tree.h"

/* Page-locked memory is portable and mapped, asked for or not.  */
enum { DEFAULT_HOST_FLAGS = 3 };

/* Bytes from which memory is worth large pages.  */
#define LARGE ((size_t) 4 << 20)

struct allocation
{
  struct gcuf_range range;	/* The first member: a range of the tree is one.  */
  struct gcuf_cpu_block block;
  size_t mapped;		/* Bytes of pages, zero if from malloc.  */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct gcuf_range *tree;
static size_t n_allocations, bytes_in_use;
/* Operations under way that may touch device memory.  */
static unsigned n_open;
static struct sigaction old_segv, old_bus;

/* --- The tree ------------------------------------------------------------ */

/* Return the bytes of the device's memory that A takes.  */

static size_t
device_bytes (const struct allocation *a)
{
  return a->block.registered ? 0 : a->block.size;
}

/* Add A to the tree.  LOCK is held.  */

static void
enter (struct allocation *a)
{
  a->range.start = (uintptr_t) a->block.base;
  a->range.size = a->block.size ? a->block.size : 1;
  gcuf_range_add (&tree, &a->range);
  n_allocations++;
  bytes_in_use += device_bytes (a);
}

/* Remove A from the tree.  LOCK is held.  */

static void
remove_allocation (struct allocation *a)
{
  gcuf_range_remove (&tree, &a->range);
  n_allocations--;
  bytes_in_use -= device_bytes (a);
}

/* Return the allocation that contains P, or null.  LOCK is held, except by the
   signal handler: the thread that has faulted may hold it.  If another thread
   is changing the tree meanwhile, the report may be missing; the process ends
   in any case.  */

static struct allocation *
containing (const void *p)
{
  return (struct allocation *) gcuf_range_find (tree, (uintptr_t) p);
}

/* Remove and return the allocation that starts at P, or return null if there is
   none.  LOCK is held.  */

static struct allocation *
take (const void *p)
{
  struct allocation *a = containing (p);
  if (!a || a->block.base != p)
    return NULL;
  remove_allocation (a);
  return a;
}

/* Call FN with each allocation and DATA; it may remove that one.  LOCK is
   held.  */

static void
for_each (void (*fn) (struct allocation *, int), int data)
{
  struct gcuf_range *r = gcuf_range_after (tree, 0);
  while (r)
    {
      uintptr_t start = r->start;
      fn ((struct allocation *) r, data);
      r = gcuf_range_after (tree, start);
    }
}

/* --- The checking mode --------------------------------------------------- */

bool
gcuf_cpu_check_p (void)
{
  return gcuf_checks_p (GCUF_CHECK_ACCESS);
}

static void
write_string (const char *text)
{
  if (write (STDERR_FILENO, text, strlen (text)) < 0)
    _exit (1);
}

/* N in BASE, without the functions that a signal handler may not call.  */

static void
write_number (uintptr_t n, unsigned base)
{
  char buf[24], *p = buf + sizeof buf;
  *--p = '\0';
  do
    *--p = "0123456789abcdef"[n % base];
  while (n /= base);
  write_string (p);
}

/* The first faulting thread prints the report and exits; any other faulting
   thread blocks here.  */

static void
begin_report (void)
{
  static bool begun;
  if (__atomic_exchange_n (&begun, true, __ATOMIC_RELAXED))
    for (;;)
      pause ();
}

/* Report that a thread of LAUNCH needs more than its stack of SIZE bytes, and
   exit.  */

static void
report_overflow (const struct gcuf_cpu_launch *launch, size_t size)
{
  const struct gcuf_frame *f = &launch->kernel->frame;
  begin_report ();
  write_string ("libgcuf: stack overflow in kernel ");
  write_string (launch->kernel->name);
  if (launch->where && launch->where->file)
    {
      write_string (" launched at ");
      write_string (launch->where->file);
      write_string (":");
      write_number (launch->where->line, 10);
    }
  write_string (": a thread has ");
  write_number (size, 10);
  write_string (" bytes");
  if (f->variable)
    {
      write_string ("; the largest variable there is ");
      write_string (f->variable);
      write_string (" of procedure ");
      write_string (f->procedure);
      write_string (" at ");
      write_string (f->file);
      write_string (":");
      write_number (f->line, 10);
      write_string (", with ");
      write_number (f->variable_bytes, 10);
      write_string (" bytes");
    }
  write_string ("; GCUF_STACKSIZE gives more\n");
  _exit (1);
}

static void
on_fault (int signal, siginfo_t *info, void *context)
{
  size_t size;
  const struct gcuf_cpu_launch *launch
    = gcuf_cpu_overflow (info->si_addr, &size);
  if (launch)
    report_overflow (launch, size);
  const struct allocation *a
    = gcuf_cpu_check_p () ? containing (info->si_addr) : NULL;
  if (a && a->block.space == GCUF_SPACE_DEVICE)
    {
      begin_report ();
      write_string ("libgcuf: host access to device memory at 0x");
      write_number ((uintptr_t) info->si_addr, 16);
      write_string (", ");
      write_number ((uintptr_t) info->si_addr - (uintptr_t) a->block.base, 10);
      write_string (" bytes into an allocation of ");
      write_number (a->block.size, 10);
      write_string (" bytes\n");
      _exit (1);
    }
  if (gcuf_cpu_shared_fault_p (info->si_addr))
    {
      begin_report ();
      write_string ("libgcuf: access beyond the ");
      write_number (GCUF_context.dynamic_shared_size, 10);
      write_string (" bytes of dynamic shared memory that the launch gives\n");
      _exit (1);
    }
  /* Not a checked access.  Restore the previous handler; the access will fault
     again and reach it.  */
  (void) context;
  sigaction (signal, signal == SIGSEGV ? &old_segv : &old_bus, NULL);
}

static void
install_handler (void)
{
  struct sigaction action;
  memset (&action, 0, sizeof action);
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction (SIGSEGV, &action, &old_segv);
  sigaction (SIGBUS, &action, &old_bus);
}

void
gcuf_cpu_check_faults (void)
{
  static pthread_once_t installed = PTHREAD_ONCE_INIT;
  pthread_once (&installed, install_handler);
}

static void
protect (struct allocation *a, int protection)
{
  if (a->mapped && mprotect (a->block.base, a->mapped, protection) != 0)
    gcuf_fatal (NULL, "GCUF_CHECK: cannot protect %zu bytes of device memory",
		a->mapped);
}

void
gcuf_cpu_memory_open (void)
{
  if (!gcuf_cpu_check_p ())
    return;
  pthread_mutex_lock (&lock);
  if (n_open++ == 0)
    for_each (protect, PROT_READ | PROT_WRITE);
  pthread_mutex_unlock (&lock);
}

void
gcuf_cpu_memory_close (void)
{
  if (!gcuf_cpu_check_p ())
    return;
  pthread_mutex_lock (&lock);
  if (--n_open == 0)
    for_each (protect, PROT_NONE);
  pthread_mutex_unlock (&lock);
}

/* --- Allocation ---------------------------------------------------------- */

/* Map pages for A; return false if there are none.  LOCK is held.  */

static bool
map (struct allocation *a)
{
  size_t page = sysconf (_SC_PAGESIZE);
  gcuf_cpu_check_faults ();
  a->mapped = (a->block.size + page - 1) & -page;
  a->block.base = mmap (NULL, a->mapped,
		  n_open ? PROT_READ | PROT_WRITE : PROT_NONE,
		  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return a->block.base != MAP_FAILED;
}

static void
release (struct allocation *a)
{
  if (gcuf_check_program_p ())
    gcuf_check_note_freed (a->block.base, a->block.size);
  if (a->mapped)
    munmap (a->block.base, a->mapped);
  else if (!a->block.registered)
    free (a->block.base);
  free (a);
}

/* Bytes of physical memory, the size of the device's.  */

static size_t
physical_memory (void)
{
  return (size_t) sysconf (_SC_PHYS_PAGES) * sysconf (_SC_PAGESIZE);
}

/* Ask for large pages behind the BYTES at BASE if they fill some of them, as
   memory of a device has them.  It is a wish: systems without such pages, or
   with none left, take small ones.  */

static void
wish_large_pages (void *base, size_t bytes)
{
  uintptr_t page = sysconf (_SC_PAGESIZE);
  uintptr_t first = ((uintptr_t) base + page - 1) & -page;
  uintptr_t end = ((uintptr_t) base + bytes) & -page;
  if (bytes >= LARGE)
    madvise ((void *) first, end - first, MADV_HUGEPAGE);
}

static int
allocate (void **p, size_t bytes, unsigned space, bool local)
{
  struct allocation *a = gcuf_xcalloc (1, sizeof *a);
  bool ok;
  a->block.size = bytes;
  a->block.space = space;
  a->block.local = local;
  a->block.flags = DEFAULT_HOST_FLAGS;
  a->block.advice.preferred = a->block.advice.prefetched = -2;

  pthread_mutex_lock (&lock);
  /* A device does not overcommit its memory.  */
  if (bytes > physical_memory () - bytes_in_use)
    ok = false;
  else if (space == GCUF_SPACE_DEVICE && gcuf_cpu_check_p ())
    ok = map (a);
  else
    {
      void *base;
      ok = posix_memalign (&base, GCUF_ALIGNMENT, bytes) == 0;
      if (ok)
	{
	  a->block.base = base;
	  wish_large_pages (base, bytes);
	}
    }
  if (ok)
    enter (a);
  pthread_mutex_unlock (&lock);

  if (!ok)
    {
      free (a);
      return GCUF_cudaErrorMemoryAllocation;
    }
  if (gcuf_check_program_p ())
    {
      gcuf_check_note_allocated (a->block.base, bytes);
      if (!a->mapped)
	gcuf_check_make_unset (a->block.base, bytes);
    }
  *p = a->block.base;
  return 0;
}

/* Return an error if a capture forbids to allocate or free memory.  Takes
   gcuf_cpu_queue_lock.  */

static int
admit (void)
{
  int code = 0;
  if (gcuf_n_captures)
    {
      pthread_mutex_lock (&gcuf_cpu_queue_lock);
      code = gcuf_capture_admit_unsafe ();
      pthread_mutex_unlock (&gcuf_cpu_queue_lock);
    }
  return code;
}

int
gcuf_cpu_malloc (void **p, size_t bytes, unsigned space)
{
  int code = admit ();
  return code ? code : allocate (p, bytes, space, false);
}

int
gcuf_cpu_malloc_local (void **p, size_t bytes, unsigned space)
{
  int code = admit ();
  bool local = space == GCUF_SPACE_DEVICE;
  return code ? code : allocate (p, bytes, space, local);
}

int
gcuf_cpu_host_alloc (void **p, size_t bytes, int flags)
{
  int code = gcuf_cpu_malloc (p, bytes, GCUF_SPACE_PINNED);
  struct gcuf_cpu_block b;
  if (code == 0 && gcuf_cpu_block_of (*p, &b))
    {
      b.flags |= flags;
      gcuf_cpu_block_set (&b);
    }
  return code;
}

/* Memory of a stream comes at once, which is early enough.  */

int
gcuf_cpu_malloc_stream (void **p, size_t bytes)
{
  return allocate (p, bytes, GCUF_SPACE_DEVICE, false);
}

/* Pinned and other memory have each their own function, and registered and
   captured memory is not to be freed.  */

static bool
may_free_p (const struct allocation *a, unsigned space)
{
  return ((a->block.space == GCUF_SPACE_PINNED) == (space == GCUF_SPACE_PINNED)
	  && !a->block.registered && !a->block.captured);
}

/* Take out the allocation that starts at P, if it may be freed as one of SPACE,
   and is local or not; null if there is none.  Kernels that have a local one may run
   yet: the checker knows of it before it is no allocation any more.  */

static struct allocation *
take_for_free (void *p, unsigned space, bool local)
{
  pthread_mutex_lock (&lock);
  struct allocation *a = take (p);
  if (a && (!may_free_p (a, space) || a->block.local != local))
    {
      enter (a);
      a = NULL;
    }
  if (a && local && gcuf_check_program_p ())
    gcuf_check_note_retired (a->block.base, a->block.size);
  pthread_mutex_unlock (&lock);
  return a;
}

static void
release_retired (void *allocation)
{
  release (allocation);
}

int
gcuf_cpu_free (void *p, unsigned space)
{
  int code = admit ();
  if (code)
    return code;
  struct allocation *a = take_for_free (p, space, true);
  if (a)
    {
      /* Kernels look at the descriptor that is about to change.  */
      if (gcuf_variable_holds (p))
	gcuf_cpu_drain ();
      gcuf_cpu_retire (release_retired, a, a->block.size);
      return 0;
    }
  gcuf_cpu_drain ();
  a = take_for_free (p, space, false);
  if (!a)
    return GCUF_cudaErrorInvalidValue;
  gcuf_mempool_forget (&a->block);
  release (a);
  return 0;
}

bool
gcuf_cpu_release (void *p)
{
  pthread_mutex_lock (&lock);
  struct allocation *a = take (p);
  pthread_mutex_unlock (&lock);
  if (a)
    {
      gcuf_mempool_forget (&a->block);
      release (a);
    }
  return a != NULL;
}

/* --- What is known of allocations --------------------------------------- */

bool
gcuf_cpu_block_of (const void *p, struct gcuf_cpu_block *block)
{
  pthread_mutex_lock (&lock);
  const struct allocation *a = containing (p);
  if (a)
    *block = a->block;
  pthread_mutex_unlock (&lock);
  return a != NULL;
}

void
gcuf_cpu_block_set (const struct gcuf_cpu_block *block)
{
  pthread_mutex_lock (&lock);
  struct allocation *a = containing (block->base);
  if (a)
    a->block = *block;
  pthread_mutex_unlock (&lock);
}

bool
gcuf_cpu_block_enter (const struct gcuf_cpu_block *block)
{
  struct allocation *fresh = gcuf_xcalloc (1, sizeof *fresh);
  uintptr_t start = (uintptr_t) block->base;
  fresh->block = *block;
  pthread_mutex_lock (&lock);
  bool known = gcuf_range_overlapping (tree, start, start + block->size);
  if (!known)
    enter (fresh);
  pthread_mutex_unlock (&lock);
  if (known)
    free (fresh);
  return !known;
}

int
gcuf_cpu_memory_info (size_t *available, size_t *total)
{
  pthread_mutex_lock (&lock);
  *total = physical_memory ();
  *available = *total - bytes_in_use;
  pthread_mutex_unlock (&lock);
  return 0;
}

bool
gcuf_cpu_pinned_p (const void *p)
{
  pthread_mutex_lock (&lock);
  const struct allocation *a = containing (p);
  bool pinned = a && a->block.space == GCUF_SPACE_PINNED;
  pthread_mutex_unlock (&lock);
  return pinned;
}

static void
release_leaked (struct allocation *a, int unused)
{
  (void) unused;
  remove_allocation (a);
  release (a);
}

void
gcuf_cpu_memory_fini (void)
{
  size_t leaked = n_allocations;
  for_each (release_leaked, 0);
  if (leaked)
    gcuf_debug ("%zu allocation%s left at the end", leaked,
		leaked == 1 ? "" : "s");
}
