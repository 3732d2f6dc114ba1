/* What objects that were compiled earlier depend on.
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

#include "gcuf-internal.h"

/* The sizes, offsets and values of version 9 of the ABI, on hosts with pointers
   of 64 bits.  Object files have them, so that a difference here is to be a new
   version.  */
_Static_assert (GCUF_ABI_VERSION == 9, "the numbers are those of version 9");

#if __SIZEOF_POINTER__ == 8

#define SIZE(name, bytes) \
  _Static_assert (sizeof (struct name) == bytes, "size of " #name)
#define PLACE(name, field, offset) \
  _Static_assert (offsetof (struct name, field) == offset, \
		  "offset of " #name "." #field)
#define VALUE(name, value) \
  _Static_assert (name == value, "value of " #name)

SIZE (gcuf_dim3, 12);
PLACE (gcuf_dim3, x, 0);
PLACE (gcuf_dim3, y, 4);
PLACE (gcuf_dim3, z, 8);

SIZE (gcuf_location, 16);
PLACE (gcuf_location, file, 0);
PLACE (gcuf_location, line, 8);

SIZE (gcuf_param, 8);
PLACE (gcuf_param, offset, 0);
PLACE (gcuf_param, size, 4);

SIZE (gcuf_frame, 48);
PLACE (gcuf_frame, bytes, 0);
PLACE (gcuf_frame, variable, 8);
PLACE (gcuf_frame, procedure, 16);
PLACE (gcuf_frame, file, 24);
PLACE (gcuf_frame, line, 32);
PLACE (gcuf_frame, variable_bytes, 40);

SIZE (gcuf_kernel, 136);
PLACE (gcuf_kernel, name, 0);
PLACE (gcuf_kernel, entry, 8);
PLACE (gcuf_kernel, run, 16);
PLACE (gcuf_kernel, params, 24);
PLACE (gcuf_kernel, nparams, 32);
PLACE (gcuf_kernel, params_size, 36);
PLACE (gcuf_kernel, flags, 40);
PLACE (gcuf_kernel, arguments, 44);
PLACE (gcuf_kernel, dso, 48);
PLACE (gcuf_kernel, stub, 56);
PLACE (gcuf_kernel, cache, 64);
PLACE (gcuf_kernel, shared_bytes, 72);
PLACE (gcuf_kernel, constant_bytes, 80);
PLACE (gcuf_kernel, frame, 88);

SIZE (gcuf_site, 56);
PLACE (gcuf_site, file, 0);
PLACE (gcuf_site, line, 8);
PLACE (gcuf_site, number, 12);
PLACE (gcuf_site, variable, 16);
PLACE (gcuf_site, part, 24);
PLACE (gcuf_site, element, 32);
PLACE (gcuf_site, rank, 40);
PLACE (gcuf_site, bounds, 48);

SIZE (gcuf_stretch, 48);
PLACE (gcuf_stretch, address, 0);
PLACE (gcuf_stretch, step, 8);
PLACE (gcuf_stretch, base, 16);
PLACE (gcuf_stretch, bytes, 24);
PLACE (gcuf_stretch, kind, 32);
PLACE (gcuf_stretch, site, 40);

SIZE (gcuf_inner, 16);
PLACE (gcuf_inner, step, 0);
PLACE (gcuf_inner, count, 8);

SIZE (gcuf_launch, 72);
PLACE (gcuf_launch, grid, 0);
PLACE (gcuf_launch, block, 12);
PLACE (gcuf_launch, bytes, 24);
PLACE (gcuf_launch, stream, 32);
PLACE (gcuf_launch, flags, 40);
PLACE (gcuf_launch, where, 48);
PLACE (gcuf_launch, outer, 56);
PLACE (gcuf_launch, error, 64);

SIZE (gcuf_context, 72);
PLACE (gcuf_context, threadidx, 0);
PLACE (gcuf_context, blockidx, 12);
PLACE (gcuf_context, blockdim, 24);
PLACE (gcuf_context, griddim, 36);
PLACE (gcuf_context, dynamic_shared, 48);
PLACE (gcuf_context, dynamic_shared_size, 56);
PLACE (gcuf_context, reserved, 64);

SIZE (gcuf_variable, 48);
PLACE (gcuf_variable, symbol, 0);
PLACE (gcuf_variable, host, 8);
PLACE (gcuf_variable, size, 16);
PLACE (gcuf_variable, space, 24);
PLACE (gcuf_variable, descriptor, 28);
PLACE (gcuf_variable, dso, 32);
PLACE (gcuf_variable, cache, 40);

SIZE (gcuf_ptx, 16);
PLACE (gcuf_ptx, text, 0);
PLACE (gcuf_ptx, size, 8);

SIZE (gcuf_import, 16);
PLACE (gcuf_import, cell, 0);
PLACE (gcuf_import, variable, 8);

SIZE (gcuf_procedure, 16);
PLACE (gcuf_procedure, name, 0);
PLACE (gcuf_procedure, exports, 8);

SIZE (gcuf_exports, 64);
PLACE (gcuf_exports, nobjects, 0);
PLACE (gcuf_exports, objects, 8);
PLACE (gcuf_exports, nnames, 16);
PLACE (gcuf_exports, names, 24);
PLACE (gcuf_exports, nimports, 32);
PLACE (gcuf_exports, imports, 40);
PLACE (gcuf_exports, nprocedures, 48);
PLACE (gcuf_exports, procedures, 56);

SIZE (gcuf_bound, 8);
PLACE (gcuf_bound, parameter, 0);
PLACE (gcuf_bound, most, 4);

SIZE (gcuf_version, 32);
PLACE (gcuf_version, entry, 0);
PLACE (gcuf_version, version, 8);
PLACE (gcuf_version, bounds, 16);
PLACE (gcuf_version, nbounds, 24);

SIZE (gcuf_image, 88);
PLACE (gcuf_image, version, 0);
PLACE (gcuf_image, nobjects, 4);
PLACE (gcuf_image, objects, 8);
PLACE (gcuf_image, target, 16);
PLACE (gcuf_image, dso, 24);
PLACE (gcuf_image, nimports, 32);
PLACE (gcuf_image, imports, 40);
PLACE (gcuf_image, nversions, 48);
PLACE (gcuf_image, versions, 56);
PLACE (gcuf_image, nprocedures, 64);
PLACE (gcuf_image, procedures, 72);
PLACE (gcuf_image, registers, 80);
PLACE (gcuf_image, own_registers, 84);

VALUE (GCUF_KERNEL_CONVERGENT, 1);
VALUE (GCUF_KERNEL_WHOLE_WARPS, 128);
VALUE (GCUF_KERNEL_GRID_GLOBAL, 2);
VALUE (GCUF_KERNEL_LOOP, 4);
VALUE (GCUF_KERNEL_POINTERS, 8);
VALUE (GCUF_KERNEL_UNBOUNDED, 16);
VALUE (GCUF_KERNEL_CHECKED, 32);
VALUE (GCUF_MOST_STRETCHES, 128);
VALUE (GCUF_LAUNCH_ANY_GRID, 1);
VALUE (GCUF_LAUNCH_DIM3_GRID, 2);
VALUE (GCUF_REDUCTION_SLOT, 16);
VALUE (GCUF_SPACE_HOST, 0);
VALUE (GCUF_SPACE_DEVICE, 1);
VALUE (GCUF_SPACE_MANAGED, 2);
VALUE (GCUF_SPACE_CONSTANT, 3);
VALUE (GCUF_SPACE_SHARED, 4);
VALUE (GCUF_SPACE_PINNED, 5);
VALUE (GCUF_SPACE_UNIFIED, 6);
VALUE (GCUF_TRANSFER_REALLOC, 256);
VALUE (GCUF_ARRAY_SUM, 0);
VALUE (GCUF_ARRAY_MAXVAL, 1);
VALUE (GCUF_ARRAY_MINVAL, 2);
VALUE (GCUF_ARRAY_MAXLOC, 3);
VALUE (GCUF_ARRAY_MINLOC, 4);
VALUE (GCUF_ARRAY_INTEGER, 0);
VALUE (GCUF_ARRAY_REAL, 1);
VALUE (GCUF_ARRAY_COMPLEX, 2);
VALUE (GCUF_REDUCE_TO_ARRAY, 16777216);
VALUE (GCUF_REDUCE_BACK, 1);
VALUE (GCUF_REDUCE_NONE, 2);
VALUE (GCUF_PACK_COPY, 1);
VALUE (GCUF_PACK_STRIDED, 2);
VALUE (GCUF_STOP_ERROR, 1);
VALUE (GCUF_STOP_NUMERIC, 2);
VALUE (GCUF_STOP_QUIET, 4);
VALUE (GCUF_CLUSTER_LIMIT, 8);
VALUE (GCUF_ARGUMENT_DATA, 'a');
VALUE (GCUF_ARGUMENT_DERIVED, 't');

#endif
