/* Values that have not been set, in device code that is checked.
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

/* All that is not set has GCUF_UNSET_WORD in each four bytes.  */

#include <string.h>

#include "call-site.h"
#include "check-cells.h"
#include "check-found.h"
#include "check-unset.h"
#include "check-waiting.h"
#include "cpu-check.h"

static bool checked;

GCUF_EXPORT void
GCUF_check_program (void)
{
  checked = true;
  gcuf_check_open_report (false);
}

GCUF_EXPORT void
GCUF_check_directory (const char *directory)
{
  gcuf_name_sources_below (directory);
}

bool
gcuf_check_program_p (void)
{
  return checked;
}

/* Eight words, or four numbers of two.  */
typedef uint32_t words __attribute__ ((vector_size (32), aligned (4),
				       may_alias));
typedef uint64_t numbers __attribute__ ((vector_size (32), may_alias));

/* --- Memory -------------------------------------------------------------- */

void
gcuf_check_make_unset (void *p, size_t bytes)
{
  const uint32_t word = GCUF_UNSET_WORD;
  const words all = word - (words) { 0 };
  char *to = p, *end = to + bytes;
  gcuf_check_forget_parts (p, bytes);
  for (; to < end && (uintptr_t) to % sizeof word; to++)
    *to = ((const char *) &word)[(uintptr_t) to % sizeof word];
  for (; end - to >= (ptrdiff_t) sizeof all; to += sizeof all)
    memcpy (to, &all, sizeof all);
  for (; end - to >= (ptrdiff_t) sizeof word; to += sizeof word)
    memcpy (to, &word, sizeof word);
  memcpy (to, &word, end - to);
}

GCUF_EXPORT void
GCUF_check_unset (void *p, size_t bytes)
{
  unsigned thread;
  if (gcuf_check_running (&thread))
    gcuf_check_make_unset (p, bytes);
}

/* Only the first of a block's threads is there yet that comes here.  */

GCUF_EXPORT void
GCUF_check_unset_shared (void *p, size_t bytes)
{
  unsigned thread;
  struct gcuf_check_block *c = gcuf_check_running (&thread);
  if (!c)
    return;
  for (size_t i = 0; i < c->n_shared; i++)
    if (c->shared[i] == p)
      return;
  if (c->n_shared == c->shared_allocated)
    {
      c->shared_allocated = c->shared_allocated ? 2 * c->shared_allocated : 8;
      c->shared = gcuf_xrealloc (c->shared,
				 c->shared_allocated * sizeof *c->shared);
    }
  c->shared[c->n_shared++] = p;
  gcuf_check_make_unset (p, bytes);
}

/* --- Values -------------------------------------------------------------- */

/* The same as gcuf_check_any_unset_p, for all processors.  */

static inline __attribute__ ((always_inline)) bool
find_unset (const char *p, size_t count, bool two)
{
  const size_t step = sizeof (words);
  const char *end = p + count * (two ? 8 : 4);
  numbers found = { 0 };
  uint64_t any = 0;
  if (two)
    for (; p + step <= end; p += step)
      {
	numbers unset = (numbers) (*(const words *) p == GCUF_UNSET_WORD);
	found |= unset & unset >> 32;
      }
  else
    for (; p + step <= end; p += step)
      found |= (numbers) (*(const words *) p == GCUF_UNSET_WORD);
  if (two)
    found &= UINT32_MAX;
  for (; p < end; p += two ? 8 : 4)
    any |= (gcuf_check_word_unset_p (p)
	    && (!two || gcuf_check_word_unset_p (p + 4)));
  for (size_t i = 0; i < sizeof found / sizeof found[0]; i++)
    any |= found[i];
  return any != 0;
}

/* The same, for processors that have vectors of eight words.  */

#ifdef __x86_64__
static bool __attribute__ ((target ("avx2")))
find_unset_wide (const char *p, size_t count, bool two)
{
  return find_unset (p, count, two);
}
#endif

bool
gcuf_check_any_unset_p (const char *p, size_t count, bool two)
{
#ifdef __x86_64__
  if (__builtin_cpu_supports ("avx2"))
    return find_unset_wide (p, count, two);
#endif
  return find_unset (p, count, two);
}

GCUF_EXPORT void
GCUF_check_value (unsigned long long bits, size_t bytes,
		  struct gcuf_site *site)
{
  unsigned thread;
  uint64_t unset = GCUF_UNSET_WORD;
  if (bytes == 8)
    unset |= unset << 32;
  if (__builtin_expect (bits != unset, 1))
    return;
  const struct gcuf_check_access a
    = { NULL, NULL, bytes, GCUF_ACCESS_USED, site };
  struct gcuf_check_block *c = gcuf_check_running (&thread);
  gcuf_waiting_end (c);
  if (c)
    gcuf_check_report_unset (c, thread, &a);
}

GCUF_EXPORT void
GCUF_check_stored (unsigned long long bits, size_t bytes, void *address,
		   void *base, struct gcuf_site *site)
{
  unsigned thread;
  const unsigned long long sign = 1ull << (8 * bytes - 1);
  if (__builtin_expect ((bits & ~sign)
			!= (bytes == 8 ? GCUF_ABSENT_LONG_WORD
			    : GCUF_ABSENT_WORD), 1))
    return;
  const struct gcuf_check_access a
    = { address, base, bytes, GCUF_ACCESS_WRITE, site };
  struct gcuf_check_block *c = gcuf_check_running (&thread);
  if (!c || gcuf_check_private_p (address))
    return;
  gcuf_waiting_end (c);
  gcuf_check_report_absent (c, thread, &a);
}

/* --- Results and arguments ------------------------------------------------ */

/* What functions leave for their callers, and callers for functions.  No thread of
   a kernel stops between leaving and taking.  */
static __thread struct
{
  const void *function;		/* Whose they are.  */
  unsigned bits;
} left[2];

GCUF_EXPORT void
GCUF_check_pass (unsigned slot, const void *function, unsigned bits)
{
  left[slot].function = function;
  left[slot].bits = bits;
}

GCUF_EXPORT unsigned
GCUF_check_passed (unsigned slot, const void *function)
{
  unsigned bits = left[slot].function == function ? left[slot].bits : 0;
  left[slot].bits = 0;
  return bits;
}
