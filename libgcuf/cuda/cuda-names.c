/* Which names the code of a module has.
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

/* What an image may have, as a buffer for output, is looked up in its module by
   name.  The driver would say that it is not there, but tools that check calls,
   as compute-sanitizer, take that for an error of the program.  So the names in
   the code are noted when it is loaded: PTX is a text, and machine code, which
   is not compressed, has its symbols as texts.  Any word counts, and different
   ones may be taken for the same: then the driver is asked in vain.  */

#include <ctype.h>
#include <stdlib.h>

#include "backend-cuda.h"

/* A set of the words' hash values.  */
enum { LOG_BITS = 20 };
struct gcuf_cuda_names
{
  uint32_t bits[(1 << LOG_BITS) / 32];
};

/* The hash value of names, by Fowler, Noll and Vo, character by character.  */
enum { HASH_PRIME = 16777619 };
static const uint32_t hash_begin = 2166136261u;

static inline uint32_t
hash_add (uint32_t hash, unsigned char c)
{
  return (hash ^ c) * HASH_PRIME;
}

/* Its index in the set: the higher bits are the better ones.  */

static inline uint32_t
hash_index (uint32_t hash)
{
  return hash >> (32 - LOG_BITS);
}

static inline bool
name_char_p (unsigned char c)
{
  return isalnum (c) || c == '_' || c == '$';
}

/* Add the words of the SIZE bytes at TEXT to NAMES.  */

static void
add_words (struct gcuf_cuda_names *names, const char *text, size_t size)
{
  const char *end = text + size;
  while (text < end)
    {
      uint32_t hash = hash_begin;
      const char *begin = text;
      for (; text < end && name_char_p (*text); text++)
	hash = hash_add (hash, *text);
      if (text == begin)
	text++;
      else
	names->bits[hash_index (hash) / 32] |= 1u << hash_index (hash) % 32;
    }
}

static void
add_objects (struct gcuf_cuda_names *names, const struct gcuf_ptx *objects,
	     unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    add_words (names, objects[i].text, objects[i].size);
}

void
gcuf_cuda_names_init (struct gcuf_cuda_module *m)
{
  m->names = gcuf_xcalloc (1, sizeof *m->names);
  add_objects (m->names, m->image->objects, m->image->nobjects);
  for (size_t i = 0; i < m->n_exports; i++)
    add_objects (m->names, m->exports[i]->objects, m->exports[i]->nobjects);
}

void
gcuf_cuda_names_fini (struct gcuf_cuda_module *m)
{
  free (m->names);
  m->names = NULL;
}

/* Return true if the code of M may have NAME.  */

static bool
has_name_p (const struct gcuf_cuda_module *m, const char *name)
{
  uint32_t hash = hash_begin;
  for (; *name; name++)
    hash = hash_add (hash, *name);
  return m->names->bits[hash_index (hash) / 32] >> hash_index (hash) % 32 & 1;
}

int
gcuf_cuda_module_variable (const struct gcuf_cuda_module *m, const char *name,
			   CUdeviceptr *address, size_t *size)
{
  return (has_name_p (m, name)
	  ? gcuf_cu.ModuleGetGlobal (address, size, m->module, name)
	  : CUDA_ERROR_NOT_FOUND);
}

int
gcuf_cuda_module_function (const struct gcuf_cuda_module *m, const char *name,
			   CUfunction *function)
{
  return (has_name_p (m, name)
	  ? gcuf_cu.ModuleGetFunction (function, m->module, name)
	  : CUDA_ERROR_NOT_FOUND);
}
