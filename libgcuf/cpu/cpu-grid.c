/* Grids whose blocks wait for each other, on the cpu backend.
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

/* Each block of a grid_global kernel, and each of a running cluster, has an OS
   thread of its own: what the compiler has made local to a thread is the
   block's shared memory.  */

#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>

#include "cpu-check.h"
#include "cpu-internal.h"

struct grid
{
  const struct gcuf_cpu_launch *launch;
  size_t next;			/* The next block to be taken.  */
  pthread_mutex_t lock;
  pthread_cond_t change;
  size_t running, waiting;	/* Blocks.  */
  unsigned generation;		/* Counts the barriers.  */
  struct member *members;	/* Of a cluster, by rank; or null.  */
};

/* A block of a cluster.  */
struct member
{
  size_t number;		/* In the grid, from zero.  */
  struct gcuf_cpu_area *areas;	/* Its thread's.  */
  size_t n_areas;
  char *dynamic;		/* Its dynamic shared memory.  */
};

static __thread struct grid *this_grid;
static __thread int this_rank;	/* In its cluster.  */

/* Let the blocks that wait go on if all that run do so.  G's lock is held.  */

static void
release (struct grid *g)
{
  if (g->waiting == 0 || g->waiting < g->running)
    return;
  g->waiting = 0;
  g->generation++;
  pthread_cond_broadcast (&g->change);
}

void
gcuf_grid_wait (void)
{
  struct grid *g = this_grid;
  if (!g)
    return;
  pthread_mutex_lock (&g->lock);
  unsigned generation = g->generation;
  g->waiting++;
  release (g);
  while (g->generation == generation)
    pthread_cond_wait (&g->change, &g->lock);
  pthread_mutex_unlock (&g->lock);
}

static void
run_block (struct grid *g)
{
  size_t n = __atomic_fetch_add (&g->next, 1, __ATOMIC_RELAXED);
  this_grid = g;
  this_rank = n;
  gcuf_cpu_run_blocks (g->launch, g->members ? g->members[n].number : n, 1);
  this_grid = NULL;
  pthread_mutex_lock (&g->lock);
  g->running--;
  release (g);
  pthread_mutex_unlock (&g->lock);
}

static void *
block_main (void *grid)
{
  gcuf_own_thread = true;
  run_block (grid);
  gcuf_fiber_fini ();
  return NULL;
}

/* Run BLOCKS blocks at once: all of the grid, or the MEMBERS of a cluster.  */

static void
run_together (const struct gcuf_cpu_launch *launch, size_t blocks,
	      struct member *members)
{
  struct grid g =
  {
    .launch = launch,
    .running = blocks,
    .members = members,
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .change = PTHREAD_COND_INITIALIZER
  };
  pthread_t *threads = gcuf_xcalloc (blocks, sizeof *threads);
  for (size_t i = 1; i < blocks; i++)
    if (pthread_create (&threads[i], NULL, block_main, &g) != 0)
      gcuf_fatal (NULL, "no host threads for the %zu blocks of a grid_global "
		  "kernel or a cluster", blocks);
  run_block (&g);
  for (size_t i = 1; i < blocks; i++)
    pthread_join (threads[i], NULL);
  free (threads);
}

void
gcuf_cpu_run_grid (const struct gcuf_cpu_launch *launch)
{
  const struct gcuf_dim3 *d = &launch->grid;
  run_together (launch, (size_t) d->x * d->y * d->z, NULL);
}

/* --- Clusters ----------------------------------------------------------- */

/* Set the numbers of the MEMBERS of the cluster whose first block has the index
   X, Y, Z, from zero, in GRID.  */

static void
number_members (struct member *members, const struct gcuf_dim3 *grid,
		const struct gcuf_dim3 *cluster, int x, int y, int z)
{
  for (int k = 0; k < cluster->z; k++)
    for (int j = 0; j < cluster->y; j++)
      for (int i = 0; i < cluster->x; i++)
	(members++)->number
	  = x + i + grid->x * (y + j + (size_t) grid->y * (z + k));
}

void
gcuf_cpu_run_clusters (const struct gcuf_cpu_launch *launch)
{
  struct member members[GCUF_CLUSTER_LIMIT];
  const struct gcuf_dim3 *grid = &launch->grid;
  const struct gcuf_dim3 c = {
    GCUF_CLUSTER_X (launch->flags), GCUF_CLUSTER_Y (launch->flags),
    GCUF_CLUSTER_Z (launch->flags)
  };
  for (int z = 0; z < grid->z; z += c.z)
    for (int y = 0; y < grid->y; y += c.y)
      for (int x = 0; x < grid->x; x += c.x)
	{
	  number_members (members, grid, &c, x, y, z);
	  if (launch->flags & GCUF_KERNEL_CHECKED)
	    gcuf_check_begin_cluster ();
	  run_together (launch, (size_t) c.x * c.y * c.z, members);
	  for (int i = 0; i < c.x * c.y * c.z; i++)
	    free (members[i].areas);
	}
}

/* Shared variables are local to threads; those of a library that was loaded by
   dlopen are somewhere else in each.  The dynamic linker tells where: note the
   objects that have any in the list DATA.  */

struct area_list
{
  struct gcuf_cpu_area *areas;
  size_t n;
};

static int
note_area (struct dl_phdr_info *info, size_t size, void *data)
{
  struct area_list *l = data;
  (void) size;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_TLS && info->dlpi_tls_modid)
      {
	l->areas = gcuf_xrealloc (l->areas, (l->n + 1) * sizeof *l->areas);
	l->areas[l->n++] = (struct gcuf_cpu_area)
	  { info->dlpi_tls_modid, info->dlpi_tls_data,
	    info->dlpi_phdr[i].p_memsz };
      }
  return 0;
}

/* The C library's __tls_get_addr, which has no header for it, or null: it is not
   in a program that is linked with -static, whose only area there is from the
   beginning.  */
struct tls_index
{
  unsigned long module, offset;
};
typedef void *tls_get_addr_fn (struct tls_index *);

static tls_get_addr_fn *
tls_get_addr (void)
{
  static tls_get_addr_fn *found;
  tls_get_addr_fn *fn = __atomic_load_n (&found, __ATOMIC_RELAXED);
  if (!fn)
    {
      fn = (tls_get_addr_fn *) dlsym (RTLD_DEFAULT, "__tls_get_addr");
      __atomic_store_n (&found, fn, __ATOMIC_RELAXED);
    }
  return fn;
}

/* That may allocate some, for which the dynamic linker wants locks that it
   holds while it lists objects.  */

size_t
gcuf_cpu_find_areas (struct gcuf_cpu_area **areas)
{
  struct area_list l = { NULL, 0 };
  dl_iterate_phdr (note_area, &l);
  tls_get_addr_fn *get_addr = tls_get_addr ();
  for (size_t i = 0; get_addr && i < l.n; i++)
    {
      struct tls_index index = { l.areas[i].module, 0 };
      l.areas[i].base = get_addr (&index);
    }
  *areas = l.areas;
  return l.n;
}

/* What OTHER has where MINE has ADDRESS, or null.  */

static char *
map_area (const struct member *mine, const struct member *other,
	  char *address)
{
  for (size_t i = 0; i < mine->n_areas; i++)
    {
      const struct gcuf_cpu_area *a = &mine->areas[i];
      size_t offset = (uintptr_t) address - (uintptr_t) a->base;
      if (offset >= a->size)
	continue;
      for (size_t j = 0; j < other->n_areas; j++)
	if (other->areas[j].module == a->module)
	  return other->areas[j].base + offset;
    }
  return NULL;
}

/* Wait until every block of the cluster has recorded the address of its shared
   memory.  */

void
gcuf_cluster_begin (void)
{
  if (!this_grid || !this_grid->members)
    return;
  struct member *m = &this_grid->members[this_rank];
  m->n_areas = gcuf_cpu_find_areas (&m->areas);
  m->dynamic = GCUF_context.dynamic_shared;
  gcuf_grid_wait ();
}

int
gcuf_cluster_size (int *rank)
{
  if (!this_grid || !this_grid->members)
    {
      *rank = 0;
      return 1;
    }
  *rank = this_rank;
  unsigned flags = this_grid->launch->flags;
  return (GCUF_CLUSTER_X (flags) * GCUF_CLUSTER_Y (flags)
	  * GCUF_CLUSTER_Z (flags));
}

void *
gcuf_cluster_map (const void *p, int rank)
{
  int mine, size = gcuf_cluster_size (&mine);
  char *address = (char *) p;
  if (rank < 0 || rank >= size)
    gcuf_fatal (NULL, "cluster_map_shared_rank: the cluster has no block of "
		"rank %d", rank + 1);
  if (rank == mine)
    return address;
  struct member *me = &this_grid->members[mine];
  struct member *other = &this_grid->members[rank];
  if (address >= me->dynamic
      && address < me->dynamic + GCUF_context.dynamic_shared_size)
    return other->dynamic + (address - me->dynamic);
  char *mapped = map_area (me, other, address);
  if (!mapped)
    gcuf_fatal (NULL, "cluster_map_shared_rank: the address is not in shared "
		"memory");
  return mapped;
}
