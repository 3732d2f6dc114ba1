/* Words that look as if they were not set, and are so in part.
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

/* A part of a word may have the very bytes that it has when it is not set: one
   value of 256 if it is a byte.  As long as nothing else is set there, the word
   looks as if it were not set.  Such words are remembered here.  */

#include <pthread.h>
#include <stdlib.h>

#include "check-loop.h"
#include "check-unset.h"
#include "gcuf-internal.h"
#include "range-tree.h"

/* Those words, and how many there are.  LOCK is for the tree; the number is zero
   in most programs, where nothing is looked for.  */
static struct gcuf_range *words;
static size_t n_words;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool
any_p (void)
{
  return __atomic_load_n (&n_words, __ATOMIC_RELAXED) != 0;
}

static uintptr_t
word_of (const void *p)
{
  return (uintptr_t) p & -(uintptr_t) GCUF_CHECK_WORD;
}

/* Remember the word at START.  */

static void
add_word (uintptr_t start)
{
  pthread_mutex_lock (&lock);
  if (!gcuf_range_find (words, start))
    {
      struct gcuf_range *r = gcuf_xcalloc (1, sizeof *r);
      r->start = start;
      r->size = GCUF_CHECK_WORD;
      gcuf_range_add (&words, r);
      __atomic_store_n (&n_words, n_words + 1, __ATOMIC_RELAXED);
    }
  pthread_mutex_unlock (&lock);
}

void
gcuf_check_forget_parts (const void *p, size_t bytes)
{
  uintptr_t start = (uintptr_t) p;
  struct gcuf_range *r;
  if (!any_p ())
    return;
  pthread_mutex_lock (&lock);
  while ((r = gcuf_range_overlapping (words, start, start + bytes)))
    {
      gcuf_range_remove (&words, r);
      free (r);
      __atomic_store_n (&n_words, n_words - 1, __ATOMIC_RELAXED);
    }
  pthread_mutex_unlock (&lock);
}

bool
gcuf_check_part_set_p (const void *p, size_t bytes)
{
  if (bytes >= GCUF_CHECK_WORD || !any_p ())
    return false;
  pthread_mutex_lock (&lock);
  bool set = gcuf_range_find (words, word_of (p)) != NULL;
  pthread_mutex_unlock (&lock);
  return set;
}

/* A copy of what is not set is not set either.  */

GCUF_EXPORT void
GCUF_check_part (const void *p, size_t bytes, const void *from)
{
  if (__builtin_expect (!gcuf_check_unset_p (p, bytes), 1)
      || (from && gcuf_check_unset_p (from, bytes)
	  && !gcuf_check_part_set_p (from, bytes)))
    return;
  add_word (word_of (p));
}
