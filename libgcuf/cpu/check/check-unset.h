/* Values that are not set.
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

#ifndef GCUF_CHECK_UNSET_H
#define GCUF_CHECK_UNSET_H

#include "gcuf-internal.h"

/* Return true if the word at P is not set.  */

static inline bool
gcuf_check_word_unset_p (const char *p)
{
  uint32_t word;
  __builtin_memcpy (&word, p, sizeof word);
  return __builtin_expect (word == GCUF_UNSET_WORD, 0);
}

/* Return true if the BYTES at ADDRESS have not been set.  Less than a word
   counts as the word that it is in.  Two words are looked at together: one that
   looks like that might be half of a number.  */

static inline bool
gcuf_check_unset_p (const void *address, size_t bytes)
{
  const char *p = (const char *) ((uintptr_t) address & -4);
  if (bytes <= 4)
    return gcuf_check_word_unset_p (p);
  for (; bytes >= 8; bytes -= 8, p += 8)
    if (gcuf_check_word_unset_p (p) && gcuf_check_word_unset_p (p + 4))
      return true;
  return false;
}

/* Return true if one of the COUNT numbers from P on, each of a word, or of two
   if TWO, has not been set.  */
extern bool gcuf_check_any_unset_p (const char *p, size_t count, bool two);

/* KIND, of an access to several elements, for one of them.  */

static inline unsigned
gcuf_access_of_element (unsigned kind)
{
  return kind % (1 << GCUF_ACCESS_ELEMENT_SHIFT);
}

/* Return true if one of the elements that KIND says in the BYTES at ADDRESS, at
   the beginning of a word if they are not parts of one, has not been set.  */

static inline bool
gcuf_check_elements_unset_p (const char *address, size_t bytes, unsigned kind)
{
  if (GCUF_ACCESS_ELEMENT (kind) < 4)
    return (gcuf_check_unset_p (address, 1)
	    || gcuf_check_unset_p (address + bytes - 1, 1));
  bool two = GCUF_ACCESS_ELEMENT (kind) != 4;
  return gcuf_check_any_unset_p (address, bytes / (two ? 8 : 4), two);
}

/* Return true if less than a word is asked for, the BYTES at P, and a part of the
   word that these are in is set, though it looks as if it were not.  */
extern bool gcuf_check_part_set_p (const void *p, size_t bytes);

/* Let none of the BYTES at P be set in that way.  */
extern void gcuf_check_forget_parts (const void *p, size_t bytes);

#endif
