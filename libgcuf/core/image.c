/* The registered images.
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
#include <stdlib.h>

#include "gcuf-internal.h"

static struct gcuf_image_node *images;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void
gcuf_image_lock (void)
{
  pthread_mutex_lock (&lock);
}

void
gcuf_image_unlock (void)
{
  pthread_mutex_unlock (&lock);
}

struct gcuf_image_node *
gcuf_images (void)
{
  return images;
}

GCUF_EXPORT void
GCUF_register_image (const struct gcuf_image *image)
{
  if (image->version < GCUF_ABI_OLDEST || image->version > GCUF_ABI_VERSION)
    gcuf_fatal (NULL, "an image has version %u and this runtime library "
		"version %u: link the program again", image->version,
		GCUF_ABI_VERSION);
  struct gcuf_image_node *node = gcuf_xcalloc (1, sizeof *node);
  node->image = image;
  gcuf_image_lock ();
  node->next = images;
  images = node;
  gcuf_image_unlock ();

  size_t bytes = 0;
  for (unsigned i = 0; i < image->nobjects; i++)
    bytes += image->objects[i].size;
  gcuf_debug ("image for %s registered: %u object%s, %zu bytes",
	      image->target, image->nobjects, image->nobjects == 1 ? "" : "s",
	      bytes);
}

/* What a backend made of the image stays until the backend's end, since kernels
   of a library that is unloaded may still be running; but it no longer belongs
   to the image, in whose place there may soon be another.  */

GCUF_EXPORT void
GCUF_unregister_image (const struct gcuf_image *image)
{
  struct gcuf_image_node *node = NULL;
  if (gcuf_failed)
    return;
  if (gcuf_backend_chosen && gcuf_backend_chosen->finish_output
      && !gcuf_own_thread)
    gcuf_backend_chosen->finish_output ();
  gcuf_host_data_forget (image->dso);
  gcuf_image_lock ();
  for (struct gcuf_image_node **p = &images; *p; p = &(*p)->next)
    if ((*p)->image == image)
      {
	node = *p;
	*p = node->next;
	break;
      }
  if (gcuf_backend_chosen && gcuf_backend_chosen->forget_image)
    gcuf_backend_chosen->forget_image (image);
  gcuf_image_unlock ();
  free (node);
}
