/* Reductions of arrays on the device.
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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array-reduction.h"
#include "backend-cuda.h"

/* The kernels are written in PTX, so that the library can be built without a
   compiler for that (cuda-strided-copy.c has the same reason).  There are two
   for each kind of elements and what is made of them; they are put together,
   and the driver compiles them, when they are first needed.

   One has blocks reduce, of a result each or parts of it; the other threads,
   whose neighbours have the neighbouring results.  Both store a struct
   gcuf_partial for each part of each result, and the host does the rest, which
   is little.  */

enum { BLOCK = 256, BLOCKS_PER_MULTIPROCESSOR = 8 };

/* The kernels' parameter.  */
struct work
{
  uint64_t src, mask, out;
  uint64_t n, m;
  uint32_t inner, outer;
  struct gcuf_reduce_loop loop[GCUF_MAX_RANK];
};

/* How many elements a thread has under way at once.  */
enum { UNROLLED = 8 };

/* What is in memory, what registers are, in which type they are computed with,
   and how many bits that has.  */
static const struct
{
  const char *memory, *reg, *type;
  int bits;
  bool real;
} elements[GCUF_N_ELEMENTS] =
{
  [GCUF_I1] = { "s8", ".b32", "s32", 32, false },
  [GCUF_I2] = { "s16", ".b32", "s32", 32, false },
  [GCUF_I4] = { "s32", ".b32", "s32", 32, false },
  [GCUF_I8] = { "s64", ".b64", "s64", 64, false },
  [GCUF_R2] = { "b16", ".f32", "f32", 32, true },
  [GCUF_R4] = { "f32", ".f32", "f32", 32, true },
  [GCUF_R8] = { "f64", ".f64", "f64", 64, true },
};

/* --- Putting PTX together ------------------------------------------------ */

/* What is written, and for what.  */
struct text
{
  FILE *to;
  enum gcuf_element element;
  enum gcuf_extreme extreme;
  bool back;
};

/* Load register %vK from the address in %a.  */

static void
put_load (const struct text *t, int k)
{
  if (t->element == GCUF_R2)
    fprintf (t->to, "\tld.global.b16 %%h, [%%a];\n"
	     "\tcvt.f32.f16 %%v%d, %%h;\n", k);
  else
    fprintf (t->to, "\tld.global.%s %%v%d, [%%a];\n",
	     elements[t->element].memory, k);
}

/* Let predicate P be whether register X is to take the place of Y, wherever
   they are; also where they are equal, if OR_EQUAL.  %q is overwritten.  */

static void
put_better (const struct text *t, const char *p, const char *x, const char *y,
	    bool or_equal)
{
  const char *type = elements[t->element].type;
  const bool real = elements[t->element].real;
  fprintf (t->to, "\tsetp.%c%c%s.%s %s, %s, %s;\n",
	   t->extreme == GCUF_GREATEST ? 'g' : 'l', or_equal ? 'e' : 't',
	   real ? "u" : "", type, p, x, y);
  if (real)
    fprintf (t->to, "\tsetp.num.%s %%q, %s, %s;\n"
	     "\tand.pred %s, %s, %%q;\n", type, x, x, p, p);
}

/* Add %vK, the element number %i, to what the thread has in %acc and %at.  Its
   elements come in order.  */

static void
put_take (const struct text *t, int k)
{
  const char *type = elements[t->element].type;
  char value[16];
  snprintf (value, sizeof value, "%%v%d", k);
  if (t->extreme == GCUF_SUM)
    {
      fprintf (t->to, "\tadd.%s %%acc, %%acc, %s;\n", type, value);
      return;
    }
  fprintf (t->to, "\tsetp.lt.s64 %%p0, %%at, 0;\n");
  put_better (t, "%p1", value, "%acc", t->back);
  fprintf (t->to, "\tor.pred %%p0, %%p0, %%p1;\n"
	   "\tselp.%s %%acc, %s, %%acc, %%p0;\n"
	   "\tselp.b64 %%at, %%i, %%at, %%p0;\n", type, value);
}

/* Merge %v0 and %k, a result, into %acc and %at, as gcuf_reduce_merge does.  */

static void
put_merge (const struct text *t)
{
  const char *type = elements[t->element].type;
  if (t->extreme == GCUF_SUM)
    {
      fprintf (t->to, "\tadd.%s %%acc, %%acc, %%v0;\n", type);
      return;
    }
  put_better (t, "%p2", "%v0", "%acc", false);
  put_better (t, "%p3", "%acc", "%v0", false);
  fprintf (t->to, "\tsetp.%s.s64 %%p1, %%k, %%at;\n", t->back ? "gt" : "lt");
  if (t->back && elements[t->element].real)
    fprintf (t->to, "\tsetp.nan.%s %%q, %%acc, %%acc;\n"
	     "\txor.pred %%p1, %%p1, %%q;\n", type);
  fprintf (t->to, "\tnot.pred %%p3, %%p3;\n"
	   "\tand.pred %%p1, %%p1, %%p3;\n"
	   "\tor.pred %%p1, %%p1, %%p2;\n"
	   "\tsetp.lt.s64 %%p2, %%at, 0;\n"
	   "\tor.pred %%p1, %%p1, %%p2;\n"
	   "\tsetp.ge.s64 %%p0, %%k, 0;\n"
	   "\tand.pred %%p0, %%p0, %%p1;\n"
	   "\tselp.%s %%acc, %%v0, %%acc, %%p0;\n"
	   "\tselp.b64 %%at, %%k, %%at, %%p0;\n", type);
}

/* Let register TO be what FROM is, of BITS, in the lane DISTANCE further.  */

static void
put_shuffle (const struct text *t, int bits, const char *to, const char *from,
	     int distance)
{
  if (bits == 32)
    fprintf (t->to, "\tshfl.sync.down.b32 %s, %s, %d, 31, -1;\n", to, from,
	     distance);
  else
    fprintf (t->to, "\tmov.b64 {%%lo, %%hi}, %s;\n"
	     "\tshfl.sync.down.b32 %%lo, %%lo, %d, 31, -1;\n"
	     "\tshfl.sync.down.b32 %%hi, %%hi, %d, 31, -1;\n"
	     "\tmov.b64 %s, {%%lo, %%hi};\n", from, distance, distance, to);
}

/* Merge what the lanes of a warp have into what the first one has.  */

static void
put_warp (const struct text *t)
{
  for (int distance = 16; distance > 0; distance /= 2)
    {
      put_shuffle (t, elements[t->element].bits, "%v0", "%acc", distance);
      if (t->extreme != GCUF_SUM)
	put_shuffle (t, 64, "%k", "%at", distance);
      put_merge (t);
    }
}

static void
put_begin_result (const struct text *t)
{
  switch (elements[t->element].bits * elements[t->element].real)
    {
    case 32:
      fputs ("\tmov.f32 %acc, 0f00000000;\n", t->to);
      break;
    case 64:
      fputs ("\tmov.f64 %acc, 0d0000000000000000;\n", t->to);
      break;
    default:
      fprintf (t->to, "\tmov.b%d %%acc, 0;\n", elements[t->element].bits);
    }
  fputs ("\tmov.b64 %at, -1;\n", t->to);
}

/* Add where the element is whose number in %COUNT loops is %left to %a, and for
   the mask to %am; the loops are at %loop.  Only the last loop is without a
   division, which is one of 32 bits where that will do.  LABEL tells several
   apart.  */

static void
put_locate (const struct text *t, const char *label)
{
  fprintf (t->to,
	   "\tsetp.eq.u32 %%p0, %%count, 0;\n"
	   "\t@%%p0 bra LOCATED%1$s;\n"
	   "LOCATE%1$s:\n"
	   "\tld.param.s64 %%ss, [%%loop+8];\n"
	   "\tld.param.s64 %%sm, [%%loop+16];\n"
	   "\tsetp.eq.u32 %%p0, %%count, 1;\n"
	   "\t@%%p0 bra LAST%1$s;\n"
	   "\tld.param.u64 %%extent, [%%loop];\n"
	   "\tor.b64 %%k, %%left, %%extent;\n"
	   "\tshr.u64 %%k, %%k, 32;\n"
	   "\tsetp.ne.u64 %%p0, %%k, 0;\n"
	   "\t@%%p0 bra WIDE%1$s;\n"
	   "\tcvt.u32.u64 %%lo, %%left;\n"
	   "\tcvt.u32.u64 %%hi, %%extent;\n"
	   "\tdiv.u32 %%lo, %%lo, %%hi;\n"
	   "\tcvt.u64.u32 %%quotient, %%lo;\n"
	   "\tbra DIVIDED%1$s;\n"
	   "WIDE%1$s:\n"
	   "\tdiv.u64 %%quotient, %%left, %%extent;\n"
	   "DIVIDED%1$s:\n"
	   "\tmul.lo.u64 %%k, %%quotient, %%extent;\n"
	   "\tsub.u64 %%k, %%left, %%k;\n"
	   "\tmad.lo.s64 %%a, %%k, %%ss, %%a;\n"
	   "\tmad.lo.s64 %%am, %%k, %%sm, %%am;\n"
	   "\tmov.u64 %%left, %%quotient;\n"
	   "\tadd.u64 %%loop, %%loop, 24;\n"
	   "\tsub.u32 %%count, %%count, 1;\n"
	   "\tbra LOCATE%1$s;\n"
	   "LAST%1$s:\n"
	   "\tmad.lo.s64 %%a, %%left, %%ss, %%a;\n"
	   "\tmad.lo.s64 %%am, %%left, %%sm, %%am;\n"
	   "LOCATED%1$s:\n", label);
}

/* Begin the kernel NAME.  The offsets are those of struct work.  */

static void
put_begin (const struct text *t, const char *name)
{
  const char *reg = elements[t->element].reg;
  fprintf (t->to, ".visible .entry %s (.param .align 8 .b8 work[%zu])\n{\n",
	   name, sizeof (struct work));
  fprintf (t->to, "\t.reg %s %%acc, %%v<%d>;\n", reg, UNROLLED);
  fputs ("\t.reg .pred %p<4>, %q, %masked;\n"
	 "\t.reg .b16 %h;\n"
	 "\t.reg .u32 %thread, %lo, %hi, %count, %inner, %outer;\n"
	 "\t.reg .u64 %work, %src, %mask, %out, %n, %m, %row, %rows;\n"
	 "\t.reg .u64 %part, %parts, %first, %step, %i, %k, %at, %base;\n"
	 "\t.reg .u64 %mbase, %a, %am, %left, %loop, %extent, %quotient;\n"
	 "\t.reg .u64 %ss, %sm, %stride, %mstride, %ahead;\n"
	 "\tld.param.u64 %src, [work];\n"
	 "\tcvta.to.global.u64 %src, %src;\n"
	 "\tld.param.u64 %mask, [work+8];\n"
	 "\tsetp.ne.u64 %masked, %mask, 0;\n"
	 "\tcvta.to.global.u64 %mask, %mask;\n"
	 "\tld.param.u64 %out, [work+16];\n"
	 "\tcvta.to.global.u64 %out, %out;\n"
	 "\tld.param.u64 %n, [work+24];\n"
	 "\tld.param.u64 %m, [work+32];\n"
	 "\tld.param.u32 %inner, [work+40];\n"
	 "\tld.param.u32 %outer, [work+44];\n"
	 "\tmov.u64 %work, work;\n"
	 "\tmov.u32 %thread, %tid.x;\n", t->to);
}

/* Let %base and %mbase be where the elements of the result %row are.  */

static void
put_row (const struct text *t)
{
  fputs ("\tmov.u64 %a, %src;\n"
	 "\tmov.u64 %am, %mask;\n"
	 "\tmov.u64 %left, %row;\n"
	 "\tmov.u32 %count, %outer;\n"
	 "\tmul.wide.u32 %loop, %inner, 24;\n"
	 "\tadd.u64 %loop, %loop, %work;\n"
	 "\tadd.u64 %loop, %loop, 48;\n", t->to);
  put_locate (t, "_ROW");
  fputs ("\tmov.u64 %base, %a;\n"
	 "\tmov.u64 %mbase, %am;\n", t->to);
}

/* Take elements %step apart from number %i on, COUNT at a time as long as there
   are, and then single ones, from address %a on, %stride bytes apart.  Where
   %masked is true, and CAN_MASK, those that the mask has at %am, %mstride bytes
   apart.  */

static void
put_elements (const struct text *t, int count, bool can_mask)
{
  if (can_mask)
    fputs ("\t@%masked bra SINGLE;\n", t->to);
  fprintf (t->to, "\tmul.lo.u64 %%ahead, %%step, %d;\n"
	   "SEVERAL:\n"
	   "\tadd.u64 %%k, %%i, %%ahead;\n"
	   "\tsetp.ge.u64 %%p0, %%k, %%n;\n"
	   "\t@%%p0 bra SINGLE;\n", count - 1);
  for (int k = 0; k < count; k++)
    {
      put_load (t, k);
      fputs ("\tadd.u64 %a, %a, %stride;\n", t->to);
    }
  for (int k = 0; k < count; k++)
    {
      put_take (t, k);
      fputs ("\tadd.u64 %i, %i, %step;\n", t->to);
    }
  fputs ("\tbra SEVERAL;\n"
	 "SINGLE:\n"
	 "\tsetp.ge.u64 %p0, %i, %n;\n"
	 "\t@%p0 bra TAKEN;\n", t->to);
  if (can_mask)
    fputs ("\t@!%masked bra UNMASKED;\n"
	   "\tld.global.u8 %lo, [%am];\n"
	   "\tadd.u64 %am, %am, %mstride;\n"
	   "\tsetp.eq.u32 %p0, %lo, 0;\n"
	   "\t@%p0 bra FALSE;\n"
	   "UNMASKED:\n", t->to);
  put_load (t, 0);
  put_take (t, 0);
  fputs ("FALSE:\n"
	 "\tadd.u64 %a, %a, %stride;\n"
	 "\tadd.u64 %i, %i, %step;\n"
	 "\tbra SINGLE;\n", t->to);
}

/* Store the result in %acc and %at, of the part %part of %row.  */

static void
put_store (const struct text *t)
{
  fprintf (t->to, "\tmad.lo.u64 %%k, %%row, %%parts, %%part;\n"
	   "\tshl.b64 %%k, %%k, 4;\n"
	   "\tadd.u64 %%k, %%k, %%out;\n"
	   "\tst.global.%s [%%k], %%acc;\n"
	   "\tst.global.u64 [%%k+8], %%at;\n", elements[t->element].type);
}

/* Any loops, any mask: each element is located by itself.  */

static void
put_any_elements (const struct text *t)
{
  fputs ("ANY:\n"
	 "\tsetp.ge.u64 %p0, %i, %n;\n"
	 "\t@%p0 bra TAKEN;\n"
	 "\tmov.u64 %a, %base;\n"
	 "\tmov.u64 %am, %mbase;\n"
	 "\tmov.u64 %left, %i;\n"
	 "\tmov.u32 %count, %inner;\n"
	 "\tadd.u64 %loop, %work, 48;\n", t->to);
  put_locate (t, "_ANY");
  fputs ("\t@!%masked bra ANY_UNMASKED;\n"
	 "\tld.global.u8 %lo, [%am];\n"
	 "\tsetp.eq.u32 %p0, %lo, 0;\n"
	 "\t@%p0 bra ANY_FALSE;\n"
	 "ANY_UNMASKED:\n", t->to);
  put_load (t, 0);
  put_take (t, 0);
  fputs ("ANY_FALSE:\n"
	 "\tadd.u64 %i, %i, %step;\n"
	 "\tbra ANY;\n", t->to);
}

/* Merge what the threads of a block have into what the first one has.  */

static void
put_block (const struct text *t)
{
  const char *type = elements[t->element].type;
  const int warps = BLOCK / 32;
  put_warp (t);
  /* What is in shared memory may still be read, of the row before.  */
  fprintf (t->to, "\tbar.sync 0;\n"
	   "\tand.b32 %%lo, %%thread, 31;\n"
	   "\tsetp.ne.u32 %%p0, %%lo, 0;\n"
	   "\tshr.u32 %%lo, %%thread, 5;\n"
	   "\tshl.b32 %%lo, %%lo, 3;\n"
	   "\tcvt.u64.u32 %%k, %%lo;\n"
	   "\tmov.u64 %%a, values;\n"
	   "\tadd.u64 %%a, %%a, %%k;\n"
	   "\t@!%%p0 st.shared.%1$s [%%a], %%acc;\n"
	   "\t@!%%p0 st.shared.u64 [%%a+%2$d], %%at;\n"
	   "\tbar.sync 0;\n"
	   "\tsetp.ge.u32 %%p0, %%thread, 32;\n"
	   "\t@%%p0 bra STORED;\n", type, warps * 8);
  put_begin_result (t);
  fprintf (t->to, "\tsetp.ge.u32 %%p0, %%thread, %2$d;\n"
	   "\tmul.wide.u32 %%k, %%thread, 8;\n"
	   "\tmov.u64 %%a, values;\n"
	   "\tadd.u64 %%a, %%a, %%k;\n"
	   "\t@!%%p0 ld.shared.%1$s %%acc, [%%a];\n"
	   "\t@!%%p0 ld.shared.u64 %%at, [%%a+%3$d];\n", type, warps,
	   warps * 8);
  put_warp (t);
  fputs ("\tsetp.ne.u32 %p0, %thread, 0;\n"
	 "\t@%p0 bra STORED;\n", t->to);
  put_store (t);
  fputs ("STORED:\n", t->to);
}

/* Blocks (part, row): each result by one or several of them.  */

static void
put_kernel_of_blocks (const struct text *t)
{
  put_begin (t, "gcuf_reduce_blocks");
  fprintf (t->to, "\t.shared .align 8 .b8 values[%d];\n", 2 * 8 * BLOCK / 32);
  fprintf (t->to, "\tmov.u32 %%lo, %%ctaid.x;\n"
	   "\tcvt.u64.u32 %%part, %%lo;\n"
	   "\tmov.u32 %%hi, %%nctaid.x;\n"
	   "\tcvt.u64.u32 %%parts, %%hi;\n"
	   "\tmul.wide.u32 %%step, %%hi, %1$d;\n"
	   "\tmul.wide.u32 %%first, %%lo, %1$d;\n"
	   "\tcvt.u64.u32 %%k, %%thread;\n"
	   "\tadd.u64 %%first, %%first, %%k;\n"
	   "\tmov.u32 %%lo, %%ctaid.y;\n"
	   "\tcvt.u64.u32 %%row, %%lo;\n"
	   "\tmov.u32 %%lo, %%nctaid.y;\n"
	   "\tcvt.u64.u32 %%rows, %%lo;\n"
	   "NEXT:\n"
	   "\tsetp.ge.u64 %%p0, %%row, %%m;\n"
	   "\t@%%p0 bra END;\n", BLOCK);
  put_row (t);
  put_begin_result (t);
  fputs ("\tmov.u64 %i, %first;\n"
	 "\tsetp.ne.u32 %p0, %inner, 1;\n"
	 "\tor.pred %p0, %p0, %masked;\n"
	 "\t@%p0 bra ANY;\n"
	 "\tld.param.s64 %ss, [work+56];\n"
	 "\tmul.lo.s64 %stride, %ss, %step;\n"
	 "\tmad.lo.s64 %a, %i, %ss, %base;\n", t->to);
  put_elements (t, UNROLLED, false);
  put_any_elements (t);
  fputs ("TAKEN:\n", t->to);
  put_block (t);
  fputs ("\tadd.u64 %row, %row, %rows;\n"
	 "\tbra NEXT;\n"
	 "END:\n"
	 "\tret;\n"
	 "}\n", t->to);
}

/* Threads (row, part), of results along one dimension.  */

static void
put_kernel_of_threads (const struct text *t)
{
  put_begin (t, "gcuf_reduce_threads");
  fprintf (t->to, "\tmov.u32 %%lo, %%ctaid.x;\n"
	   "\tmul.wide.u32 %%row, %%lo, %1$d;\n"
	   "\tcvt.u64.u32 %%k, %%thread;\n"
	   "\tadd.u64 %%row, %%row, %%k;\n"
	   "\tmov.u32 %%lo, %%nctaid.x;\n"
	   "\tmul.wide.u32 %%rows, %%lo, %1$d;\n"
	   "\tmov.u32 %%lo, %%ctaid.y;\n"
	   "\tcvt.u64.u32 %%part, %%lo;\n"
	   "\tmov.u32 %%lo, %%nctaid.y;\n"
	   "\tcvt.u64.u32 %%parts, %%lo;\n"
	   "\tmov.u64 %%step, %%parts;\n"
	   "NEXT:\n"
	   "\tsetp.ge.u64 %%p0, %%row, %%m;\n"
	   "\t@%%p0 bra END;\n", BLOCK);
  put_row (t);
  put_begin_result (t);
  fputs ("\tmov.u64 %i, %part;\n"
	 "\tld.param.s64 %ss, [work+56];\n"
	 "\tmul.lo.s64 %stride, %ss, %step;\n"
	 "\tmad.lo.s64 %a, %i, %ss, %base;\n"
	 "\tld.param.s64 %sm, [work+64];\n"
	 "\tmul.lo.s64 %mstride, %sm, %step;\n"
	 "\tmad.lo.s64 %am, %i, %sm, %mbase;\n", t->to);
  put_elements (t, UNROLLED, true);
  fputs ("TAKEN:\n", t->to);
  put_store (t);
  fputs ("\tadd.u64 %row, %row, %rows;\n"
	 "\tbra NEXT;\n"
	 "END:\n"
	 "\tret;\n"
	 "}\n", t->to);
}

/* The kernels for R, to be freed.  */

static char *
write_kernels (const struct gcuf_reduce *r)
{
  char *ptx = NULL;
  size_t size;
  struct text t = { open_memstream (&ptx, &size), r->element, r->extreme,
		    r->back };
  if (!t.to)
    gcuf_fatal (NULL, "no memory for the kernels of a reduction");
  fputs (".version 6.3\n"
	 ".target sm_70\n"
	 ".address_size 64\n", t.to);
  put_kernel_of_blocks (&t);
  put_kernel_of_threads (&t);
  if (fclose (t.to) != 0)
    gcuf_fatal (NULL, "no memory for the kernels of a reduction");
  return ptx;
}

/* --- The kernels of devices ---------------------------------------------- */

struct kernels
{
  CUfunction blocks, threads;	/* Null until loaded.  */
};

/* By device, and by what they do.  */
enum { N_EXTREMES = GCUF_LEAST + 1 };
static struct kernels (*all)[GCUF_N_ELEMENTS][N_EXTREMES][2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int
load (const struct gcuf_reduce *r, struct kernels *k)
{
  CUmodule module;
  double start = gcuf_milliseconds ();
  char *ptx = write_kernels (r);
  int mode = gcuf_cuda_relax ();
  int code = gcuf_cu.ModuleLoadDataEx (&module, ptx, 0, NULL, NULL);
  if (code == 0)
    code = gcuf_cu.ModuleGetFunction (&k->threads, module,
				      "gcuf_reduce_threads");
  if (code == 0)
    code = gcuf_cu.ModuleGetFunction (&k->blocks, module,
				      "gcuf_reduce_blocks");
  gcuf_cuda_unrelax (mode);
  free (ptx);
  gcuf_debug ("kernels for reductions loaded on device %d in %.1f ms",
	      gcuf_thread.device, gcuf_milliseconds () - start);
  return code;
}

static int
get_kernels (const struct gcuf_reduce *r, struct kernels *kernels)
{
  int code = 0;
  pthread_mutex_lock (&lock);
  if (!all)
    all = gcuf_xcalloc (gcuf_device_count, sizeof *all);
  struct kernels *k
    = &all[gcuf_thread.device][r->element][r->extreme][r->back];
  if (!k->blocks)
    code = load (r, k);
  *kernels = *k;
  pthread_mutex_unlock (&lock);
  return code;
}

void
gcuf_cuda_forget_reductions (int device)
{
  pthread_mutex_lock (&lock);
  if (device == -1)
    {
      free (all);
      all = NULL;
    }
  else if (all)
    memset (all[device], 0, sizeof all[device]);
  pthread_mutex_unlock (&lock);
}

/* --- Launches ------------------------------------------------------------ */

struct shape
{
  bool by_threads;
  unsigned x, y;		/* Blocks.  */
  size_t parts;			/* Of each result.  */
};

static size_t
at_most (size_t n, size_t limit)
{
  return n < limit ? n : limit;
}

static size_t
ceiling (size_t n, size_t d)
{
  return (n + d - 1) / d;
}

/* Whether threads are to have a result each: they then read what is side by
   side, or there are too few elements for more of them.  */

static bool
by_threads_p (const struct gcuf_reduce *r)
{
  enum { FEW_RESULTS = 64, FEW_ELEMENTS = 128 };
  return (r->m >= FEW_RESULTS && r->inner == 1
	  && (r->n < FEW_ELEMENTS
	      || llabs (r->loop[0].src) > llabs (r->loop[1].src)));
}

/* Choose blocks for R that keep the device busy, but no more parts than are
   fetched in the time that they save.  */

static struct shape
choose_shape (const struct gcuf_reduce *r)
{
  enum { MOST_Y = 65535, MANY_PARTS = 1 << 15 };
  const size_t busy = (BLOCKS_PER_MULTIPROCESSOR
		       * gcuf_cuda_devices[gcuf_thread.device].multiprocessors);
  struct shape s = { .by_threads = by_threads_p (r) };
  if (s.by_threads)
    {
      s.x = at_most (ceiling (r->m, BLOCK), busy);
      s.parts = at_most (ceiling (r->n, 2 * UNROLLED), busy / s.x);
      s.parts = at_most (s.parts, MANY_PARTS / r->m);
      if (s.parts == 0)
	s.parts = 1;
      s.y = s.parts;
    }
  else
    {
      s.y = at_most (at_most (r->m, busy), MOST_Y);
      s.parts = at_most (ceiling (r->n, BLOCK * UNROLLED), busy / s.y);
      if (s.parts == 0)
	s.parts = 1;
      s.x = s.parts;
    }
  return s;
}

static int
launch (const struct gcuf_reduce *r, const struct shape *s, void *out,
	gcuf_stream_t stream)
{
  struct kernels kernels;
  struct work w =
  {
    .src = (uintptr_t) r->src, .mask = (uintptr_t) r->mask,
    .out = (uintptr_t) out, .n = r->n, .m = r->m, .inner = r->inner,
    .outer = r->outer
  };
  int code = get_kernels (r, &kernels);
  if (code)
    return code;
  memcpy (w.loop, r->loop, sizeof w.loop);
  gcuf_debug ("reduction of %llu x %llu elements by %s <<<(%u,%u), %d>>>",
	      (unsigned long long) r->n, (unsigned long long) r->m,
	      s->by_threads ? "threads" : "blocks", s->x, s->y, BLOCK);
  void *args[] = { &w };
  return gcuf_cu.LaunchKernel (s->by_threads ? kernels.threads
			       : kernels.blocks, s->x, s->y, 1, BLOCK, 1, 1, 0,
			       gcuf_cuda_stream (stream), args, NULL);
}

/* Copy BYTES from the device, and wait for that.  */

static int
fetch (void *to, const void *from, size_t bytes, gcuf_stream_t stream)
{
  struct gcuf_box box =
  {
    .dst = to, .src = from, .width = bytes, .height = 1, .depth = 1,
    .kind = GCUF_COPY_DEVICE_TO_HOST
  };
  return gcuf_cuda_copy (&box, stream, true);
}

int
gcuf_cuda_reduce (const struct gcuf_reduce *r, struct gcuf_partial *out,
		  gcuf_stream_t stream)
{
  const struct shape s = choose_shape (r);
  const size_t bytes = r->m * s.parts * sizeof *out;
  struct gcuf_partial *partials = out;
  void *memory;
  int code = gcuf_cuda_malloc_local (&memory, bytes);
  if (code)
    return code;
  if (s.parts > 1)
    partials = gcuf_xmalloc (bytes);
  code = launch (r, &s, memory, stream);
  if (code == 0)
    code = fetch (partials, memory, bytes, stream);
  if (code == 0 && s.parts > 1)
    gcuf_reduce_parts (r, out, partials, s.parts);
  if (s.parts > 1)
    free (partials);
  int freed = gcuf_cuda_free (memory, GCUF_SPACE_DEVICE);
  return code ? code : freed;
}
