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

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "backend-cuda.h"

/* A kernel copies the elements of a nest, each thread some of them, with the
   loops' strides of any sign on both sides.  It is written in PTX, so that the
   library can be built without a compiler for that; the driver compiles it
   when it is first needed.  */

enum { MAX_LOOPS = 6, BLOCK = 256, BLOCKS_PER_MULTIPROCESSOR = 16 };

/* The kernel's parameter.  */
struct work
{
  uint64_t dst, src;
  uint32_t count;		/* Elements; fewer than 2^31.  */
  uint32_t rank;
  struct
  {
    uint32_t extent, unused;
    int64_t dst, src;		/* Bytes.  */
  } loop[MAX_LOOPS];
};

/* One loop: its index is the remainder of what the loops inside it have left.
   The layout of struct work is in the offsets.  */
#define LOOP(n, extent, dst, src)				\
  "\tsetp.le.u32 %p1, %rank, " #n ";\n"				\
  "\t@%p1 bra DONE;\n"						\
  "\tld.param.u32 %extent, [work+" #extent "];\n"		\
  "\tld.param.s64 %sd, [work+" #dst "];\n"			\
  "\tld.param.s64 %ss, [work+" #src "];\n"			\
  "\tdiv.u32 %q, %left, %extent;\n"				\
  "\tmul.lo.u32 %k, %q, %extent;\n"				\
  "\tsub.u32 %k, %left, %k;\n"					\
  "\tmov.u32 %left, %q;\n"					\
  "\tcvt.u64.u32 %k64, %k;\n"					\
  "\tmad.lo.s64 %d, %k64, %sd, %d;\n"				\
  "\tmad.lo.s64 %s, %k64, %ss, %s;\n"

/* The kernel for elements that one instruction moves.  */
#define KERNEL(bytes, registers, move)				\
  ".visible .entry gcuf_nest_" #bytes "(.param .align 8 .b8 work[168])\n" \
  "{\n"								\
  "\t.reg .pred %p1, %p2;\n"					\
  "\t.reg .u32 %i, %n, %step, %t, %left, %q, %k, %extent, %rank;\n"	\
  "\t.reg .u64 %d, %s, %d0, %s0, %sd, %ss, %k64;\n"		\
  "\t.reg " registers ";\n"					\
  "\tld.param.u64 %d0, [work];\n"				\
  "\tld.param.u64 %s0, [work+8];\n"				\
  "\tcvta.to.global.u64 %d0, %d0;\n"				\
  "\tcvta.to.global.u64 %s0, %s0;\n"				\
  "\tld.param.u32 %n, [work+16];\n"				\
  "\tld.param.u32 %rank, [work+20];\n"				\
  "\tmov.u32 %t, %tid.x;\n"					\
  "\tmov.u32 %k, %ctaid.x;\n"					\
  "\tmov.u32 %q, %ntid.x;\n"					\
  "\tmad.lo.u32 %i, %k, %q, %t;\n"				\
  "\tmov.u32 %t, %nctaid.x;\n"					\
  "\tmul.lo.u32 %step, %q, %t;\n"				\
  "NEXT:\n"							\
  "\tsetp.ge.u32 %p2, %i, %n;\n"				\
  "\t@%p2 bra END;\n"						\
  "\tmov.u32 %left, %i;\n"					\
  "\tmov.u64 %d, %d0;\n"					\
  "\tmov.u64 %s, %s0;\n"					\
  LOOP (0, 24, 32, 40)						\
  LOOP (1, 48, 56, 64)						\
  LOOP (2, 72, 80, 88)						\
  LOOP (3, 96, 104, 112)					\
  LOOP (4, 120, 128, 136)					\
  LOOP (5, 144, 152, 160)					\
  "DONE:\n"							\
  move								\
  "\tadd.u32 %i, %i, %step;\n"					\
  "\tbra NEXT;\n"						\
  "END:\n"							\
  "\tret;\n"							\
  "}\n"

#define MOVE(type)			\
  "\tld.global." type " %v, [%s];\n"	\
  "\tst.global." type " [%d], %v;\n"

static const char ptx[] =
  ".version 6.3\n"
  ".target sm_70\n"
  ".address_size 64\n"
  KERNEL (1, ".b16 %v", MOVE ("b8"))
  KERNEL (2, ".b16 %v", MOVE ("b16"))
  KERNEL (4, ".b32 %v", MOVE ("b32"))
  KERNEL (8, ".b64 %v", MOVE ("b64"))
  KERNEL (16, ".b64 %v, %w",
	  "\tld.global.v2.b64 {%v, %w}, [%s];\n"
	  "\tst.global.v2.b64 [%d], {%v, %w};\n");

static const char *const names[] =
{
  "gcuf_nest_1", "gcuf_nest_2", "gcuf_nest_4", "gcuf_nest_8", "gcuf_nest_16"
};
enum { SIZES = sizeof names / sizeof *names };

/* The kernels by device, and by the binary logarithm of the element's size;
   null until loaded.  */
static CUfunction (*functions)[SIZES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int
load (CUfunction *f)
{
  CUmodule module;
  double start = gcuf_milliseconds ();
  int code = gcuf_cu.ModuleLoadDataEx (&module, ptx, 0, NULL, NULL);
  for (int i = 0; i < SIZES && code == 0; i++)
    code = gcuf_cu.ModuleGetFunction (&f[i], module, names[i]);
  gcuf_debug ("kernels for copies loaded on device %d in %.1f ms",
	      gcuf_thread.device, gcuf_milliseconds () - start);
  return code;
}

static int
get_function (int size, CUfunction *function)
{
  int code = 0;
  pthread_mutex_lock (&lock);
  if (!functions)
    functions = gcuf_xcalloc (gcuf_device_count, sizeof *functions);
  CUfunction *f = functions[gcuf_thread.device];
  if (!f[SIZES - 1])
    code = load (f);
  *function = f[size];
  pthread_mutex_unlock (&lock);
  return code;
}

void
gcuf_cuda_forget_nests (int device)
{
  pthread_mutex_lock (&lock);
  if (device == -1)
    {
      free (functions);
      functions = NULL;
    }
  else if (functions)
    memset (functions[device], 0, sizeof functions[device]);
  pthread_mutex_unlock (&lock);
}

/* The binary logarithm of the size of the largest elements that NEST can be
   copied in.  */

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
add_loop (struct work *w, size_t extent, ptrdiff_t dst, ptrdiff_t src)
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
  struct work w = { (uintptr_t) nest->dst, (uintptr_t) nest->src, 1, 0,
		    { { 0, 0, 0, 0 } } };
  if (nest->run > bytes)
    add_loop (&w, nest->run / bytes, bytes, bytes);
  for (int i = 0; i < nest->rank; i++)
    add_loop (&w, nest->loop[i].extent, nest->loop[i].dst, nest->loop[i].src);

  CUfunction function;
  int code = get_function (size, &function);
  if (code)
    return code;
  void *args[] = { &w };
  unsigned most = (BLOCKS_PER_MULTIPROCESSOR
		   * gcuf_cuda_devices[gcuf_thread.device].multiprocessors);
  unsigned blocks = (w.count + BLOCK - 1) / BLOCK;
  return gcuf_cu.LaunchKernel (function, blocks < most ? blocks : most, 1, 1,
			       BLOCK, 1, 1, 0, gcuf_cuda_stream (stream), args,
			       NULL);
}

/* Whether one launch can do NEST, with elements of SIZE.  */

static bool
small_p (const struct gcuf_nest *nest, int size)
{
  return (nest->rank < MAX_LOOPS
	  && gcuf_nest_bytes (nest) >> size <= INT32_MAX);
}

/* Split the outermost loop, or the run, of what is too large for the 32 bits
   that the kernel counts with.  */

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
  if (nest->rank >= MAX_LOOPS || piece == 0)
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
