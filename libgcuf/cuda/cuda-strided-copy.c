/* Copies within the device that the driver has no function for.
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

#include "backend-cuda.h"
#include "cuda-library-kernels.h"
#include "kernels/kernel-parameters.h"

/* The kernels of kernels/strided-copy.c divide the elements of a nest among
   their threads.  Strides may have any sign on both sides.  */

enum { BLOCKS_PER_MULTIPROCESSOR = 16 };

/* Indexed by the binary logarithm of the element's size.  */
static struct gcuf_kernel_group kernels =
{
  .names = { "gcuf_copy_1", "gcuf_copy_2", "gcuf_copy_4", "gcuf_copy_8",
	     "gcuf_copy_16" }
};
enum { SIZES = 5 };

/* Return the binary logarithm of the size of the largest elements in which NEST
   can be copied.  */

static int
element_size (const struct gcuf_nest *nest)
{
  uintptr_t bits = (uintptr_t) nest->dst | (uintptr_t) nest->src | nest->run;
  for (int i = 0; i < nest->rank; i++)
    bits |= nest->loop[i].dst | nest->loop[i].src;
  int size = 0;
  while (size < SIZES - 1 && (bits >> size & 1) == 0)
    size++;
  return size;
}

static void
add_loop (struct gcuf_copy_work *w, size_t extent, ptrdiff_t dst, ptrdiff_t src)
{
  w->loop[w->rank].extent = extent;
  w->loop[w->rank].dst = dst;
  w->loop[w->rank].src = src;
  w->rank++;
  w->count *= extent;
}

static int
launch (const struct gcuf_nest *nest, int size, gcuf_stream_t stream)
{
  size_t bytes = (size_t) 1 << size;
  struct gcuf_copy_work w =
  {
    .dst = (uintptr_t) nest->dst, .src = (uintptr_t) nest->src, .count = 1
  };
  if (nest->run > bytes)
    add_loop (&w, nest->run / bytes, bytes, bytes);
  for (int i = 0; i < nest->rank; i++)
    add_loop (&w, nest->loop[i].extent, nest->loop[i].dst, nest->loop[i].src);

  CUfunction function;
  int code = gcuf_cuda_library_kernel (&kernels, size, &function);
  if (code)
    return code;
  void *args[] = { &w };
  unsigned most = (BLOCKS_PER_MULTIPROCESSOR
		   * gcuf_cuda_devices[gcuf_thread.device].multiprocessors);
  unsigned blocks = (w.count + GCUF_LIBRARY_BLOCK - 1) / GCUF_LIBRARY_BLOCK;
  return gcuf_cu.LaunchKernel (function, blocks < most ? blocks : most, 1, 1,
			       GCUF_LIBRARY_BLOCK, 1, 1, 0,
			       gcuf_cuda_stream (stream), args, NULL);
}

/* Return true if one launch can copy NEST with elements of SIZE.  */

static bool
small_p (const struct gcuf_nest *nest, int size)
{
  return (nest->rank < GCUF_COPY_LOOPS
	  && gcuf_nest_bytes (nest) >> size <= INT32_MAX);
}

/* Copy NEST, which is too large for the 32-bit counts of the kernels, in parts:
   split its outermost loop or its run.  */

static int
copy_parts (const struct gcuf_nest *nest, gcuf_stream_t stream)
{
  struct gcuf_nest part = *nest;
  int code = 0;
  if (nest->rank == 0)
    {
      enum { PIECE = 1 << 30 };
      for (size_t done = 0; done < nest->run && code == 0; done += PIECE)
	{
	  part.dst = nest->dst + done;
	  part.src = nest->src + done;
	  part.run = nest->run - done < PIECE ? nest->run - done : PIECE;
	  code = gcuf_cuda_copy_nest (&part, stream);
	}
      return code;
    }
  const struct gcuf_loop *outer = &nest->loop[nest->rank - 1];
  struct gcuf_loop *l = &part.loop[nest->rank - 1];
  size_t piece = outer->extent / 2;
  if (nest->rank >= GCUF_COPY_LOOPS || piece == 0)
    {
      piece = 1;
      part.rank--;
    }
  for (size_t done = 0; done < outer->extent && code == 0; done += piece)
    {
      l->extent = outer->extent - done < piece ? outer->extent - done : piece;
      part.dst = nest->dst + (ptrdiff_t) done * outer->dst;
      part.src = nest->src + (ptrdiff_t) done * outer->src;
      code = gcuf_cuda_copy_nest (&part, stream);
    }
  return code;
}

int
gcuf_cuda_copy_nest (const struct gcuf_nest *nest, gcuf_stream_t stream)
{
  int size = element_size (nest);
  return (small_p (nest, size) ? launch (nest, size, stream)
	  : copy_parts (nest, stream));
}
