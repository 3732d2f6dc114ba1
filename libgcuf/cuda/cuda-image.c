/* Images on the cuda backend.
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

#include <stdlib.h>
#include <string.h>

#include "backend-cuda.h"

/* All modules, newest first.  Changed and walked under gcuf_image_lock.  */
static struct gcuf_cuda_module *modules;

/* --- Modules ------------------------------------------------------------- */

/* Record that M's code uses the copy of V at ADDRESS.  */

static void
append_descriptor (struct gcuf_cuda_module *m, struct gcuf_variable *v,
		   CUdeviceptr address)
{
  m->descriptors = gcuf_xrealloc (m->descriptors, (m->n_descriptors + 1)
				  * sizeof *m->descriptors);
  struct gcuf_cuda_descriptor *d = &m->descriptors[m->n_descriptors++];
  d->variable = v;
  d->address = address;
  d->shadow = NULL;
  d->longest = 0;
}

/* Descriptors that no device code names are not in the module.  */

static void
add_descriptor (struct gcuf_variable *v, void *data)
{
  struct gcuf_cuda_module *m = data;
  CUdeviceptr address;
  size_t size;
  int code = gcuf_cuda_module_variable (m, v->symbol, &address, &size);
  if (code == CUDA_ERROR_NOT_FOUND)
    return;
  gcuf_check (NULL, v->symbol, code);
  if (size < v->size)
    gcuf_fatal (NULL, "device variable %s has %zu bytes in the device code "
		"and %zu in the program", v->symbol, size, v->size);
  append_descriptor (m, v, address);
}

/* Keep what the library does on its own account, such as loading an image at
   the first launch, from invalidating a capture of the program.  */

int
gcuf_cuda_relax (void)
{
  int mode = GCUF_CAPTURE_RELAXED;
  gcuf_cu.ThreadExchangeStreamCaptureMode (&mode);
  return mode;
}

void
gcuf_cuda_unrelax (int mode)
{
  gcuf_cu.ThreadExchangeStreamCaptureMode (&mode);
}

/* --- Values that device code reads -------------------------------------- */

/* Copy SIZE bytes from VALUE to ADDRESS.  A running kernel can read the old and
   new values only if its stream does not synchronize with the legacy stream;
   the program must not let that happen.  */

static int
copy_value (CUdeviceptr address, const void *value, size_t size)
{
  int code = gcuf_cu.MemcpyHtoD (address, value, size);
  return code ? code : gcuf_cu.StreamSynchronize (NULL);
}

/* The same during the capture of a stream that the legacy one would wait
   for.  */

static int
copy_value_aside (CUdeviceptr address, const void *value, size_t size)
{
  CUstream stream;
  int code = gcuf_cu.StreamCreateWithPriority
    (&stream, GCUF_STREAM_NON_BLOCKING, 0);
  if (code)
    return code;
  code = gcuf_cu.MemcpyHtoDAsync (address, value, size, stream);
  if (code == 0)
    code = gcuf_cu.StreamSynchronize (stream);
  gcuf_cu.StreamDestroy (stream);
  return code;
}

int
gcuf_cuda_store (CUdeviceptr address, const void *value, size_t size)
{
  int capturing, mode = gcuf_cuda_relax ();
  bool aside = (gcuf_cu.StreamIsCapturing (NULL, &capturing)
		== GCUF_cudaErrorStreamCaptureImplicit);
  int code = (aside ? copy_value_aside : copy_value) (address, value, size);
  gcuf_cuda_unrelax (mode);
  return code;
}

/* The longest stride of the variable V, a descriptor, in elements; a negative one is
   longer than all others.  Zero if V is not allocated or associated, and for a
   scalar, whose descriptor may be an address alone.  */

static uint64_t
longest_stride (const struct gcuf_variable *v)
{
  const struct gcuf_descriptor *a = v->host;
  size_t first = offsetof (struct gcuf_descriptor, dim);
  uint64_t longest = 0;
  if (v->size < first || !a->base)
    return 0;
  int rank = (v->size - first) / sizeof a->dim[0];
  for (int d = 0; d < rank; d++)
    if ((uint64_t) a->dim[d].stride > longest)
      longest = a->dim[d].stride;
  return longest;
}

static int
push (struct gcuf_cuda_descriptor *d)
{
  size_t size = d->variable->size;
  int code = gcuf_cuda_store (d->address, d->variable->host, size);
  if (code == 0)
    {
      if (!d->shadow)
	d->shadow = gcuf_xmalloc (size);
      memcpy (d->shadow, d->variable->host, size);
      d->longest = longest_stride (d->variable);
      gcuf_debug ("descriptor %s updated on the device", d->variable->symbol);
    }
  return code;
}

/* --- Modules of images ---------------------------------------------------- */

static struct gcuf_cuda_module *
load (const struct gcuf_image *image)
{
  struct gcuf_cuda_module *m = gcuf_xcalloc (1, sizeof *m);
  m->module = gcuf_cuda_link (image, &m->exports, &m->n_exports);
  m->image = image;
  m->device = gcuf_thread.device;
  pthread_mutex_init (&m->lock, NULL);
  gcuf_cuda_names_init (m);
  gcuf_for_descriptors (image->dso, add_descriptor, m);
  gcuf_cuda_finish_launches ();
  m->next = modules;
  modules = m;
  gcuf_check (NULL, "memory for the output of device code",
	      gcuf_cuda_output_init (m));
  gcuf_check (NULL, "what device code can ask about its device",
	      gcuf_cuda_record_init (m));
  return m;
}

static void import_variables (struct gcuf_cuda_module *);

/* Return the module of IMAGE on the current device.  Images may import from one
   another, so a module is added to the list before its imports are
   resolved.  */

static struct gcuf_cuda_module *
module_of (const struct gcuf_image *image)
{
  for (struct gcuf_cuda_module *m = modules; m; m = m->next)
    if (m->image == image && m->device == gcuf_thread.device)
      return m;
  if (!image->nobjects)
    return NULL;
  int mode = gcuf_cuda_relax ();
  struct gcuf_cuda_module *m = load (image);
  import_variables (m);
  gcuf_cuda_unrelax (mode);
  return m;
}

/* As gcuf_cuda_search, under gcuf_image_lock.  */

static bool
search (void *dso, bool (*fn) (struct gcuf_cuda_module *, void *), void *data)
{
  bool found = false;
  for (int others = 0; others <= 1 && !found; others++)
    for (struct gcuf_image_node *n = gcuf_images (); n && !found; n = n->next)
      if ((n->image->dso != dso) == others)
	{
	  struct gcuf_cuda_module *m = module_of (n->image);
	  found = m && fn (m, data);
	}
  return found;
}

bool
gcuf_cuda_search (void *dso, bool (*fn) (struct gcuf_cuda_module *, void *),
		  void *data)
{
  gcuf_image_lock ();
  bool found = search (dso, fn, data);
  gcuf_image_unlock ();
  return found;
}

bool
gcuf_cuda_place_in (struct gcuf_cuda_module *m, void *data)
{
  struct gcuf_cuda_place *place = data;
  size_t size;
  place->code = gcuf_cuda_module_variable (m, place->variable->symbol,
					   &place->address, &size);
  return place->code != CUDA_ERROR_NOT_FOUND;
}

int
gcuf_cuda_update_records (void)
{
  int code = 0;
  gcuf_image_lock ();
  for (struct gcuf_cuda_module *m = modules; m && code == 0; m = m->next)
    if (m->device == gcuf_thread.device)
      code = gcuf_cuda_record_update (m);
  gcuf_image_unlock ();
  return code;
}

/* --- Variables of other images ------------------------------------------ */

/* Return the address of V.  Ends the program if no image defines it.  */

static CUdeviceptr
place_of (const struct gcuf_variable *v)
{
  struct gcuf_cuda_place place = { .variable = v };
  if (!search (v->dso, gcuf_cuda_place_in, &place))
    place.code = GCUF_cudaErrorInvalidSymbol;
  gcuf_check (NULL, v->symbol, place.code);
  return place.address;
}

/* Set the cell of IMPORT in M's code to ADDRESS.  */

static void
set_cell (struct gcuf_cuda_module *m, const struct gcuf_import *import,
	  CUdeviceptr address)
{
  CUdeviceptr cell;
  size_t size;
  int code = gcuf_cu.ModuleGetGlobal (&cell, &size, m->module, import->cell);
  if (code == 0)
    code = gcuf_cuda_store (cell, &address, sizeof address);
  gcuf_check (NULL, import->variable->symbol, code);
  gcuf_debug ("device variable %s is that of another image",
	      import->variable->symbol);
}

/* The host maintains descriptors and device code does not change them, so M has
   copies of its own, which are updated as all others are.  */
enum { COPY_ALIGN = 16 };

static size_t
copy_size (const struct gcuf_variable *v)
{
  return (v->size + COPY_ALIGN - 1) / COPY_ALIGN * COPY_ALIGN;
}

static size_t
copies_size (const struct gcuf_import *imports, size_t n)
{
  size_t bytes = 0;
  for (size_t i = 0; i < n; i++)
    if (imports[i].variable->descriptor)
      bytes += copy_size (imports[i].variable);
  return bytes;
}

static void
allocate_copies (struct gcuf_cuda_module *m)
{
  size_t bytes = copies_size (m->image->imports, m->image->nimports);
  for (size_t i = 0; i < m->n_exports; i++)
    bytes += copies_size (m->exports[i]->imports, m->exports[i]->nimports);
  if (bytes)
    gcuf_check (NULL, "memory for descriptors",
		gcuf_cuda_malloc (&m->copies, bytes));
}

/* Set the cells of the N IMPORTS in M's code.  COPY is the address for the next
   copy of a descriptor; return the one after those that are made.  */

static CUdeviceptr
set_cells (struct gcuf_cuda_module *m, const struct gcuf_import *imports,
	   size_t n, CUdeviceptr copy)
{
  for (size_t i = 0; i < n; i++)
    if (imports[i].variable->descriptor)
      {
	append_descriptor (m, imports[i].variable, copy);
	set_cell (m, &imports[i], copy);
	copy += copy_size (imports[i].variable);
      }
    else
      set_cell (m, &imports[i], place_of (imports[i].variable));
  return copy;
}

static void
import_variables (struct gcuf_cuda_module *m)
{
  allocate_copies (m);
  CUdeviceptr copy
    = set_cells (m, m->image->imports, m->image->nimports, m->copies);
  for (size_t i = 0; i < m->n_exports; i++)
    copy = set_cells (m, m->exports[i]->imports, m->exports[i]->nimports,
		      copy);
  free (m->exports);
  m->exports = NULL;
  m->n_exports = 0;
}

/* --- Descriptors -------------------------------------------------------- */

/* Update those of M that have changed.  */

static int
push_changed (struct gcuf_cuda_module *m)
{
  bool changed = false;
  for (unsigned i = 0; i < m->n_descriptors; i++)
    {
      struct gcuf_cuda_descriptor *d = &m->descriptors[i];
      if (d->shadow
	  && memcmp (d->shadow, d->variable->host, d->variable->size) == 0)
	continue;
      int code = push (d);
      if (code)
	return code;
      changed = true;
    }
  if (!changed)
    return 0;
  uint64_t longest = 0;
  for (unsigned i = 0; i < m->n_descriptors; i++)
    if (m->descriptors[i].longest > longest)
      longest = m->descriptors[i].longest;
  __atomic_store_n (&m->longest, longest, __ATOMIC_RELAXED);
  return 0;
}

int
gcuf_cuda_push_descriptors (struct gcuf_cuda_module *m)
{
  pthread_mutex_lock (&m->lock);
  int code = push_changed (m);
  pthread_mutex_unlock (&m->lock);
  return code;
}

static void
free_descriptors (struct gcuf_cuda_module *m)
{
  gcuf_cuda_output_forget (m);
  for (unsigned i = 0; i < m->n_descriptors; i++)
    free (m->descriptors[i].shadow);
  free (m->descriptors);
  m->descriptors = NULL;
  m->n_descriptors = 0;
}

void
gcuf_cuda_forget_image (const struct gcuf_image *image)
{
  for (struct gcuf_cuda_module *m = modules; m; m = m->next)
    if (m->image == image)
      {
	m->image = NULL;
	pthread_mutex_lock (&m->lock);
	free_descriptors (m);
	pthread_mutex_unlock (&m->lock);
      }
}

static void
free_module (struct gcuf_cuda_module *m)
{
  free_descriptors (m);
  if (m->copies)
    gcuf_cu.MemFree (m->copies);
  gcuf_cuda_record_forget (m);
  gcuf_cuda_names_fini (m);
  pthread_mutex_destroy (&m->lock);
  free (m);
}

void
gcuf_cuda_forget_modules (int device)
{
  gcuf_image_lock ();
  for (struct gcuf_cuda_module **p = &modules; *p; )
    {
      struct gcuf_cuda_module *m = *p;
      if (device == -1 || m->device == device)
	{
	  *p = m->next;
	  free_module (m);
	}
      else
	p = &m->next;
    }
  gcuf_image_unlock ();
}
