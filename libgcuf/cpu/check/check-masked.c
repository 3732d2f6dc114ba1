/* Accesses of loops over threads that some of their iterations do not make.
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

/* Whether a thread makes such an access depends on data.  In front of the loop it
   has been found out that there would be nothing to be reported but races if all
   threads made it, and the loop itself notes which ones do.  These accesses are
   remembered behind it: nothing orders what threads do in it, so that whoever
   races with one of them does so then, too.  */

#include <string.h>

#include "check.h"
#include "check-loop.h"
#include "check-reads.h"
#include "check-unwritten.h"
#include "check-waiting.h"

enum { LANES = 64, MOST_SHIFT = 3, MANY = 8 };

/* What some threads of a row have accessed as S says, the first being THREAD.  Of
   the COUNT bytes of MASK, one for each of them, the first and the last are not
   zero.  */
struct masked
{
  struct gcuf_check_block *c;
  struct gcuf_stretch s;
  const unsigned char *mask;
  size_t count;
  unsigned thread;
  bool local;			/* It is the block's own memory.  */
};

/* Let M be without the iterations in front of the first that has made its
   access, and behind the last one.  Return false if none has.  */

static bool
trim (struct masked *m)
{
  const unsigned char *first = memchr (m->mask, 1, m->count);
  if (!first)
    return false;
  size_t begin = first - m->mask;
  while (!m->mask[m->count - 1])
    m->count--;
  m->mask = first;
  m->count -= begin;
  m->thread += begin;
  m->s.address += m->s.step * (int64_t) begin;
  return true;
}

static inline bool
all_p (const struct masked *m)
{
  return !memchr (m->mask, 0, m->count);
}

/* --- Masks in bits -------------------------------------------------------- */

/* Return eight bytes at P, the first one below.  */

static inline uint64_t
eight_bytes (const unsigned char *p)
{
  uint64_t eight;
  memcpy (&eight, p, sizeof eight);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  eight = __builtin_bswap64 (eight);
#endif
  return eight;
}

/* Store the COUNT bytes of FROM in TO the other way round.  */

static void
turn (unsigned char *to, const unsigned char *from, size_t count)
{
  const unsigned char *end = from + count;
  for (; count >= 8; count -= 8, to += 8)
    {
      uint64_t eight;
      memcpy (&eight, end -= 8, sizeof eight);
      eight = __builtin_bswap64 (eight);
      memcpy (to, &eight, sizeof eight);
    }
  while (count--)
    *to++ = *--end;
}

/* Return a bit for each of LANES bytes at P, which are zero or one.  */

static inline uint64_t
bits_of_bytes (const unsigned char *p)
{
  uint64_t bits = 0;
  for (int i = 0; i < LANES; i += 8)
    bits |= (eight_bytes (p + i) * 0x0102040810204080) >> 56 << i;
  return bits;
}

/* Return each of the lower 32 bits of X twice.  */

static inline uint64_t
each_twice (uint64_t x)
{
  static const uint64_t keep[] = {
    0x0000ffff0000ffff, 0x00ff00ff00ff00ff, 0x0f0f0f0f0f0f0f0f,
    0x3333333333333333, 0x5555555555555555
  };
  x &= UINT32_MAX;
  for (int i = 0; i < 5; i++)
    x = (x | x << (16 >> i)) & keep[i];
  return x | x << 1;
}

/* Let the N words at BITS say of each bit two, in 2 * N words.  */

static void
double_bits (uint64_t *bits, size_t n)
{
  while (n--)
    {
      uint64_t word = bits[n];
      bits[2 * n + 1] = each_twice (word >> 32);
      bits[2 * n] = each_twice (word);
    }
}

/* --- Rows ----------------------------------------------------------------- */

/* What M accesses in the order of the memory: from ADDRESS on, the first element
   by THREAD, each following one by that which is NEXT farther; MASK is as in
   struct gcuf_row.  */
struct masked_row
{
  uintptr_t address;
  unsigned thread, next, shift;
  uint64_t mask[(GCUF_MOST_MASKED / LANES << MOST_SHIFT) + 3];
};

/* Let R be what M accesses, and return true, if there are no gaps but those of its
   mask.  */

static bool
be_row (struct masked_row *r, const struct masked *m)
{
  const struct gcuf_stretch *s = &m->s;
  unsigned char bytes[GCUF_MOST_MASKED];
  bool down = s->step < 0;
  size_t words = s->bytes / GCUF_CHECK_WORD;
  size_t n = (m->count + LANES - 1) / LANES;
  if (s->step != (int64_t) s->bytes && -s->step != (int64_t) s->bytes)
    return false;
  if (gcuf_stretch_parts_p (s) || words & (words - 1)
      || words > 1 << MOST_SHIFT)
    return false;
  if (down)
    turn (bytes, m->mask, m->count);
  else
    memcpy (bytes, m->mask, m->count);
  memset (bytes + m->count, 0, n * LANES - m->count);
  r->address = (uintptr_t) s->address;
  if (down)
    r->address += s->step * (int64_t) (m->count - 1);
  r->thread = m->thread + (down ? m->count - 1 : 0);
  r->next = down ? -1 : 1;
  r->shift = __builtin_ctzll (words);
  for (size_t i = 0; i < n; i++)
    r->mask[i + 1] = bits_of_bytes (bytes + LANES * i);
  for (unsigned i = 0; i < r->shift; i++, n *= 2)
    double_bits (r->mask + 1, n);
  r->mask[0] = r->mask[n + 1] = r->mask[n + 2] = 0;
  return true;
}

/* Remember M, which is R, unless it has few cells in a page or one of them
   races: return false then.  */

static bool
remember_row (const struct masked *m, const struct masked_row *r)
{
  struct gcuf_open_page page = { .local = m->local };
  size_t left = m->count << r->shift, done = 0;
  uintptr_t address = r->address;
  bool quiet = true, writes = m->s.kind & GCUF_ACCESS_WRITE;
  while (left && quiet)
    {
      size_t n = gcuf_check_cell (address), most = GCUF_CHUNK_CELLS - n;
      if (most > left)
	most = left;
      gcuf_open_page (m->c, &page, address);
      const struct gcuf_row row = {
	.c = m->c, .chunk = page.chunk, .begin = n, .count = most,
	.thread = r->thread, .skip = done, .shift = r->shift, .next = r->next,
	.when = gcuf_past_when (m->c->time[m->thread],
				gcuf_check_site_number (m->s.site)),
	.mask = r->mask
      };
      quiet = gcuf_row_remember (&row, writes);
      left -= most;
      done += most;
      address += most * GCUF_CHECK_WORD;
    }
  gcuf_close_page (m->c, &page);
  return quiet;
}

/* --- Each by itself ------------------------------------------------------- */

/* Return the access of iteration I of M.  */

static inline struct gcuf_check_access
access_of (const struct masked *m, size_t i)
{
  const struct gcuf_stretch *s = &m->s;
  return (struct gcuf_check_access) {
    s->address + s->step * (int64_t) i, s->base, s->bytes, s->kind, s->site
  };
}

/* Remember the accesses of M one by one, and report those that race.  */

static void
look_at_each (const struct masked *m)
{
  for (size_t i = 0; i < m->count; i++)
    if (m->mask[i])
      {
	const struct gcuf_check_access a = access_of (m, i);
	gcuf_check_look (m->c, m->thread + i, &a);
      }
}

/* Remember the accesses of M, which are to whole words, as a list.  Return false if
   one races.  */

static bool
remember_list (const struct masked *m)
{
  struct gcuf_listed listed[LANES];
  bool quiet = true;
  for (size_t i = 0, n = 0; i < m->count && quiet; i++)
    {
      if (m->mask[i])
	{
	  listed[n] = (struct gcuf_listed) {
	    (uintptr_t) m->s.address + m->s.step * (int64_t) i, m->thread + i,
	    n + 1
	  };
	  n++;
	}
      if (n == LANES || (n && i + 1 == m->count))
	{
	  listed[n - 1].next = GCUF_LIST_END;
	  quiet = gcuf_list_remember (m->c, &m->s, m->local, listed, 0);
	  n = 0;
	}
    }
  return quiet;
}

/* --- The call ------------------------------------------------------------- */

/* Note M, reads in MEMORY, which the launch does not write.  */

static void
note_unwritten (const struct masked *m, struct gcuf_check_memory *memory)
{
  struct masked_row row;
  if (be_row (&row, m))
    {
      gcuf_unwritten_note_masked (m->c, memory, row.address,
				  m->count << row.shift, row.mask, m->s.site);
      return;
    }
  for (size_t i = 0; i < m->count; i++)
    {
      uintptr_t address = (uintptr_t) m->s.address + m->s.step * (int64_t) i;
      if (m->mask[i] && !gcuf_unwritten_noted_p (memory, address, m->s.bytes))
	gcuf_unwritten_note (m->c, memory, address, m->s.bytes, m->s.site);
    }
}

/* Remember M, whose threads all access memory in that way.  Return false if one
   races.  */

static bool
remember_all (const struct masked *m)
{
  bool local = m->local, familiar = false;
  const struct gcuf_told l = {
    m->c, &m->s, 1, m->count, m->thread, m->count > 1, &local, &familiar
  };
  return gcuf_stretch_remember (&l, &m->s);
}

/* What is known in C of loops with the N STRETCHES.  */

static uint8_t *
known (struct gcuf_check_block *c, const struct gcuf_stretch *stretches,
       size_t n)
{
  const struct gcuf_stretch *s
    = &stretches[gcuf_number_unmasked (stretches, n)];
  return &c->masked[s->site->number % GCUF_MASKED_PLACES];
}

bool
gcuf_masks_worth_p (struct gcuf_check_block *c,
		    const struct gcuf_stretch *stretches, size_t n)
{
  uint8_t *times = known (c, stretches, n);
  *times += *times >= MANY;
  return *times < MANY;
}

void
gcuf_masks_useless (struct gcuf_check_block *c,
		    const struct gcuf_stretch *stretches, size_t n)
{
  ++*known (c, stretches, n);
}

/* Remember M, which is in page P.  */

static void
remember (struct masked *m, const struct gcuf_check_page *p)
{
  struct masked_row row;
  if (gcuf_unwritten_p (p) && gcuf_only_reads_p (m->s.kind))
    {
      note_unwritten (m, p->memory);
      return;
    }
  m->local = p->local;
  if (m->s.kind & GCUF_ACCESS_WRITE)
    {
      m->c->writes += p->local;
      gcuf_memory_write (p->memory);
    }
  bool same = gcuf_check_time_p (m->c, m->thread, m->count,
				 m->c->time[m->thread]);
  bool whole = !gcuf_stretch_parts_p (&m->s);
  if (!(same && all_p (m) && remember_all (m))
      && !(same && be_row (&row, m) && remember_row (m, &row))
      && !(same && whole && remember_list (m)))
    look_at_each (m);
}

GCUF_EXPORT void
GCUF_check_masked (const struct gcuf_stretch *stretches,
		   const unsigned char *const *masks, size_t n, size_t count,
		   int first)
{
  unsigned thread;
  bool useful = false;
  struct gcuf_check_block *c = n ? gcuf_check_running (&thread) : NULL;
  if (!c || c->off)
    return;
  gcuf_waiting_end (c);
  thread += first - GCUF_context.threadidx.x;
  for (size_t i = 0; i < n; i++)
    {
      struct masked m = { c, stretches[i], masks[i], count, thread, false };
      if (!(m.s.kind & GCUF_ACCESS_MASKED) || !trim (&m))
	continue;
      useful = true;
      if (gcuf_check_private_p (m.s.address))
	continue;
      m.s.kind &= ~(size_t) GCUF_ACCESS_MASKED;
      const struct gcuf_check_access a = access_of (&m, 0);
      const struct gcuf_check_page *p = gcuf_check_address (c, m.thread, &a);
      if (p)
	remember (&m, p);
    }
  uint8_t *times = known (c, stretches, n);
  *times = useful ? *times - (*times > 0) : *times + 1;
}
