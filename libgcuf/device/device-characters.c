/* Functions of characters, for the GPU.
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

#include <stdbool.h>
#include <stddef.h>

#include "device-library.h"

/* What gfortran calls for operations and intrinsic functions of characters of
   the default kind, each text with its length.  Places in a text count from
   one; zero stands for none.  */

GCUF_DEVICE_LIBGFORTRAN
void
_gfortran_concat_string (size_t length, char *to, size_t n, const char *a,
			 size_t m, const char *b)
{
  for (size_t i = 0; i < length; i++)
    to[i] = i < n ? a[i] : i - n < m ? b[i - n] : ' ';
}

GCUF_DEVICE_LIBGFORTRAN
int
_gfortran_compare_string (size_t n, const char *a, size_t m, const char *b)
{
  for (size_t i = 0; i < n || i < m; i++)
    {
      unsigned char x = i < n ? a[i] : ' ', y = i < m ? b[i] : ' ';
      if (x != y)
	return x < y ? -1 : 1;
    }
  return 0;
}

GCUF_DEVICE_LIBGFORTRAN
size_t
_gfortran_string_len_trim (size_t n, const char *a)
{
  while (n > 0 && a[n - 1] == ' ')
    n--;
  return n;
}

/* --- Searches ----------------------------------------------------------- */

/* True if the M characters at A are those at B.  */

GCUF_DEVICE
bool
__gcuf_same_characters (const char *a, const char *b, size_t m)
{
  for (size_t i = 0; i < m; i++)
    if (a[i] != b[i])
      return false;
  return true;
}

/* The first place in A where B is, the last one if BACK.  */

GCUF_DEVICE_LIBGFORTRAN
size_t
_gfortran_string_index (size_t n, const char *a, size_t m, const char *b,
			int back)
{
  if (m > n)
    return 0;
  size_t places = n - m + 1;
  for (size_t i = 0; i < places; i++)
    {
      size_t place = back ? places - 1 - i : i;
      if (__gcuf_same_characters (a + place, b, m))
	return place + 1;
    }
  return 0;
}

/* True if C is among the M characters of SET.  */

GCUF_DEVICE
bool
__gcuf_in_characters (char c, size_t m, const char *set)
{
  for (size_t i = 0; i < m; i++)
    if (set[i] == c)
      return true;
  return false;
}

/* The first place in A of a character that is in SET, or is not, as WANTED; the
   last one if BACK.  */

GCUF_DEVICE
size_t
__gcuf_find_character (size_t n, const char *a, size_t m, const char *set,
		       int back, bool wanted)
{
  for (size_t i = 0; i < n; i++)
    {
      size_t place = back ? n - 1 - i : i;
      if (__gcuf_in_characters (a[place], m, set) == wanted)
	return place + 1;
    }
  return 0;
}

GCUF_DEVICE_LIBGFORTRAN
size_t
_gfortran_string_scan (size_t n, const char *a, size_t m, const char *set,
		       int back)
{
  return __gcuf_find_character (n, a, m, set, back, true);
}

GCUF_DEVICE_LIBGFORTRAN
size_t
_gfortran_string_verify (size_t n, const char *a, size_t m, const char *set,
			 int back)
{
  return __gcuf_find_character (n, a, m, set, back, false);
}

/* --- Results that are characters ---------------------------------------- */

GCUF_DEVICE_LIBGFORTRAN
void
_gfortran_adjustl (char *to, size_t n, const char *a)
{
  size_t blanks = 0;
  while (blanks < n && a[blanks] == ' ')
    blanks++;
  for (size_t i = 0; i < n; i++)
    to[i] = i < n - blanks ? a[i + blanks] : ' ';
}

GCUF_DEVICE_LIBGFORTRAN
void
_gfortran_adjustr (char *to, size_t n, const char *a)
{
  size_t blanks = n - _gfortran_string_len_trim (n, a);
  for (size_t i = 0; i < n; i++)
    to[i] = i < blanks ? ' ' : a[i - blanks];
}

/* Let *TO be A without the blanks at its end, of *LENGTH characters.  The caller
   frees it if there are any.  */

GCUF_DEVICE_LIBGFORTRAN
void
_gfortran_string_trim (size_t *length, char **to, size_t n, const char *a)
{
  *length = _gfortran_string_len_trim (n, a);
  *to = (char *) a;
  if (*length == 0)
    return;
  *to = __builtin_malloc (*length);
  if (!*to)
    _gfortran_os_error_at ("In function TRIM", "Error allocating %lu bytes",
			   (unsigned long) *length);
  for (size_t i = 0; i < *length; i++)
    (*to)[i] = a[i];
}
