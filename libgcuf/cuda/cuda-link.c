/* The driver's compiler and linker.
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

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend-cuda.h"

/* --- Procedures of other images ------------------------------------------ */

/* The exports that become part of an image.  As with the linker of the host, a
   name is resolved to the first that defines it.  */
struct exports
{
  const struct gcuf_exports **all;
  size_t n;
};

static void
append (struct exports *exports, const struct gcuf_exports *e)
{
  for (size_t i = 0; i < exports->n; i++)
    if (exports->all[i] == e)
      return;
  exports->all = gcuf_xrealloc (exports->all, (exports->n + 1)
				* sizeof *exports->all);
  exports->all[exports->n++] = e;
}

static bool
defines_p (const struct gcuf_exports *e, const char *name)
{
  for (size_t i = 0; i < e->nnames; i++)
    if (strcmp (e->names[i], name) == 0)
      return true;
  return false;
}

/* P is called.  If another image before that of P defines a procedure of this
   name, too, move the image of P before that one and return true.  */

static bool
put_first (struct exports *exports, const struct gcuf_procedure *p)
{
  size_t i = 0, from;
  while (exports->all[i] != p->exports && !defines_p (exports->all[i], p->name))
    i++;
  if (exports->all[i] == p->exports)
    return false;
  for (from = i; exports->all[from] != p->exports; from++)
    continue;
  memmove (&exports->all[i + 1], &exports->all[i],
	   (from - i) * sizeof *exports->all);
  exports->all[i] = p->exports;
  return true;
}

/* The same for the N PROCEDURES.  */

static bool
put_all_first (struct exports *exports,
	       const struct gcuf_procedure *const *procedures, size_t n)
{
  bool changed = false;
  for (size_t i = 0; i < n; i++)
    changed |= put_first (exports, procedures[i]);
  return changed;
}

/* Find the procedures that the code of IMAGE calls, directly and
   indirectly.  */

static void
find_exports (const struct gcuf_image *image, struct exports *exports)
{
  *exports = (struct exports) { 0 };
  for (size_t i = 0; i < image->nprocedures; i++)
    append (exports, image->procedures[i]->exports);
  for (size_t i = 0; i < exports->n; i++)
    for (size_t j = 0; j < exports->all[i]->nprocedures; j++)
      append (exports, exports->all[i]->procedures[j]->exports);
}

/* Order EXPORTS such that each name is resolved as the host's linker has
   resolved it.  */

static void
order_exports (const struct gcuf_image *image, struct exports *exports)
{
  bool changed = exports->n > 1;
  for (size_t pass = 0; changed; pass++)
    {
      if (pass > exports->n)
	gcuf_fatal (NULL, "several libraries define the same device "
		    "procedures, and calls of these have been resolved to "
		    "different libraries: they cannot be linked for a device");
      changed = put_all_first (exports, image->procedures,
			       image->nprocedures);
      for (size_t i = 0; i < exports->n; i++)
	changed |= put_all_first (exports, exports->all[i]->procedures,
				  exports->all[i]->nprocedures);
    }
}

/* --- The compiler -------------------------------------------------------- */

enum { LOG_SIZE = 16384, MAX_OPTIONS = 7 };

/* The options of a run of the compiler, and the results stored through
   them.  */
struct jit
{
  int n_options;
  int options[MAX_OPTIONS];
  void *values[MAX_OPTIONS];
  char *info, *error;
};

/* Append OPTION, of the driver's enum CUjit_option, with VALUE, an integer or
   an address.  */

static void
add_option (struct jit *jit, int option, uintptr_t value)
{
  jit->options[jit->n_options] = option;
  jit->values[jit->n_options++] = (void *) value;
}

static void
jit_init (struct jit *jit)
{
  jit->n_options = 0;
  jit->info = gcuf_xcalloc (2, LOG_SIZE);
  jit->error = jit->info + LOG_SIZE;
  add_option (jit, CU_JIT_WALL_TIME, 0);
  add_option (jit, CU_JIT_INFO_LOG_BUFFER, (uintptr_t) jit->info);
  add_option (jit, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, LOG_SIZE);
  add_option (jit, CU_JIT_ERROR_LOG_BUFFER, (uintptr_t) jit->error);
  add_option (jit, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, LOG_SIZE);
  add_option (jit, CU_JIT_LOG_VERBOSE, gcuf_debug_p);
  /* None, where the PTX has no lines.  */
  add_option (jit, CU_JIT_GENERATE_LINE_INFO, 1);
}

/* If CODE is an error, end the program with the log.  */

static void
jit_check (const struct jit *jit, const char *call,
	   const struct gcuf_image *image, int code)
{
  if (code)
    gcuf_fatal (NULL, "the device code, compiled for %s, cannot be loaded: "
		"%s: %s%s%.*s", image->target, call,
		gcuf_error_message (code), jit->error[0] ? "\n" : "",
		(int) LOG_SIZE, jit->error);
}

/* The kinds of objects, by their first bytes; all others are PTX.  The driver
   selects the machine code for its device from a fat binary, or compiles the
   PTX in it.  */

static int
input_type (const struct gcuf_ptx *object)
{
  static const struct
  {
    char magic[5];
    int type;
  } types[] = {
    { "\177ELF", CU_JIT_INPUT_CUBIN },
    { "\x50\xed\x55\xba", CU_JIT_INPUT_FATBINARY },
  };
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (object->size >= 4 && memcmp (object->text, types[i].magic, 4) == 0)
      return types[i].type;
  return CU_JIT_INPUT_PTX;
}

/* The driver requires PTX to be terminated by NUL.  */

static char *
terminated (const struct gcuf_ptx *object)
{
  char *copy = gcuf_xmalloc (object->size + 1);
  memcpy (copy, object->text, object->size);
  copy[object->size] = '\0';
  return copy;
}

static void
prepare_heap (const struct jit *jit, const struct gcuf_image *image)
{
  int code;
  const char *call = gcuf_cuda_prepare_heap (&code);
  jit_check (jit, call, image, code);
}

static CUmodule
load_one (struct jit *jit, const struct gcuf_image *image)
{
  CUmodule module;
  char *text = terminated (image->objects);
  jit_check (jit, "cuModuleLoadDataEx", image,
	     gcuf_cu.ModuleLoadDataEx (&module, text, jit->n_options,
				       jit->options, jit->values));
  free (text);
  return module;
}

/* Add the N OBJECTS to the linker STATE.  If REGISTERS is not 0, limit the
   registers of a thread to it.  */

static void
add_objects (const struct jit *jit, const struct gcuf_image *image,
	     CUlinkState state, const struct gcuf_ptx *objects, unsigned n,
	     unsigned registers)
{
  int option = CU_JIT_MAX_REGISTERS;
  void *value = (void *) (uintptr_t) registers;
  for (unsigned i = 0; i < n; i++)
    {
      int type = input_type (&objects[i]);
      char name[32];
      char *data = terminated (&objects[i]);
      snprintf (name, sizeof name, "object %u", i);
      jit_check (jit, "cuLinkAddData", image,
		 gcuf_cu.LinkAddData (state, type, data,
				      objects[i].size
				      + (type == CU_JIT_INPUT_PTX), name,
				      registers != 0, &option, &value));
      free (data);
    }
}

static CUmodule
link_several (struct jit *jit, const struct gcuf_image *image,
	      const struct exports *exports)
{
  CUmodule module;
  CUlinkState state;
  void *cubin;
  size_t size;
  jit_check (jit, "cuLinkCreate", image,
	     gcuf_cu.LinkCreate (jit->n_options, jit->options, jit->values,
				 &state));
  add_objects (jit, image, state, image->objects, 1, image->own_registers);
  add_objects (jit, image, state, image->objects + 1, image->nobjects - 1,
	       image->registers);
  for (size_t i = 0; i < exports->n; i++)
    add_objects (jit, image, state, exports->all[i]->objects,
		 exports->all[i]->nobjects, image->registers);
  jit_check (jit, "cuLinkComplete", image,
	     gcuf_cu.LinkComplete (state, &cubin, &size));
  jit_check (jit, "cuModuleLoadData", image,
	     gcuf_cu.ModuleLoadDataEx (&module, cubin, 0, NULL, NULL));
  gcuf_cu.LinkDestroy (state);
  return module;
}

static void
debug_load (const struct jit *jit, const struct gcuf_image *image,
	    const struct exports *exports, double start)
{
  gcuf_debug ("image for %s loaded on device %d in %.1f ms (%u object%s)",
	      image->target, gcuf_thread.device,
	      gcuf_milliseconds () - start, image->nobjects,
	      image->nobjects == 1 ? "" : "s");
  if (exports->n)
    gcuf_debug ("with device procedures of %zu other image%s", exports->n,
		exports->n == 1 ? "" : "s");
  if (image->registers)
    gcuf_debug ("with at most %u registers but for the kernels",
		image->registers);
  if (image->own_registers)
    gcuf_debug ("with at most %u registers in procedures beside the kernels",
		image->own_registers);
  if (jit->info[0])
    gcuf_debug ("JIT log:\n%.*s", (int) LOG_SIZE, jit->info);
}

CUmodule
gcuf_cuda_link (const struct gcuf_image *image,
		const struct gcuf_exports ***all, size_t *n)
{
  struct jit jit;
  struct exports exports;
  double start = gcuf_milliseconds ();
  find_exports (image, &exports);
  order_exports (image, &exports);
  jit_init (&jit);
  prepare_heap (&jit, image);
  CUmodule module = (image->nobjects == 1 && exports.n == 0
		     ? load_one (&jit, image)
		     : link_several (&jit, image, &exports));
  if (gcuf_debug_p)
    debug_load (&jit, image, &exports, start);
  free (jit.info);
  *all = exports.all;
  *n = exports.n;
  return module;
}
