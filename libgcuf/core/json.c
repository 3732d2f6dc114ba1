/* JSON.
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

#include <string.h>

#include "json.h"

/* --- Strings ------------------------------------------------------------- */

/* Return how many bytes the character at P has, zero if it is not UTF-8.  */

static size_t
character_size (const unsigned char *p)
{
  static const struct
  {
    unsigned char first, last;	/* Of the first byte.  */
    unsigned char low, high;	/* Of the second byte.  */
    size_t size;
  } forms[] =
  {
    { 0x01, 0x7f, 0, 0, 1 },
    { 0xc2, 0xdf, 0x80, 0xbf, 2 },
    { 0xe0, 0xe0, 0xa0, 0xbf, 3 },
    { 0xe1, 0xec, 0x80, 0xbf, 3 },
    { 0xed, 0xed, 0x80, 0x9f, 3 },
    { 0xee, 0xef, 0x80, 0xbf, 3 },
    { 0xf0, 0xf0, 0x90, 0xbf, 4 },
    { 0xf1, 0xf3, 0x80, 0xbf, 4 },
    { 0xf4, 0xf4, 0x80, 0x8f, 4 }
  };
  size_t i = 0;
  while (i < sizeof forms / sizeof *forms
	 && !(*p >= forms[i].first && *p <= forms[i].last))
    i++;
  if (i == sizeof forms / sizeof *forms)
    return 0;
  if (forms[i].size > 1 && (p[1] < forms[i].low || p[1] > forms[i].high))
    return 0;
  for (size_t k = 2; k < forms[i].size; k++)
    if (p[k] < 0x80 || p[k] > 0xbf)
      return 0;
  return forms[i].size;
}

void
gcuf_json_write_string (FILE *file, const char *text)
{
  putc ('"', file);
  while (*text)
    {
      size_t size = character_size ((const unsigned char *) text);
      if (size == 0)
	fputs ("\\ufffd", file);
      else if ((unsigned char) *text < ' ' || strchr ("\"\\<>&\177", *text))
	fprintf (file, "\\u%04x", *text);
      else
	fwrite (text, 1, size, file);
      text += size ? size : 1;
    }
  putc ('"', file);
}

/* --- Structure ----------------------------------------------------------- */

/* Write what is before a value with KEY.  Objects in arrays begin lines.  */

static void
begin_value (struct gcuf_json *j, const char *key, bool object)
{
  if (j->follows)
    putc (',', j->file);
  j->follows = true;
  if (object && !key && j->depth)
    putc ('\n', j->file);
  if (!key)
    return;
  gcuf_json_write_string (j->file, key);
  putc (':', j->file);
}

/* Begin what has the characters FIRST and LAST around it.  */

static void
begin (struct gcuf_json *j, const char *key, char first, char last)
{
  begin_value (j, key, first == '{');
  putc (first, j->file);
  j->end[j->depth++] = last;
  j->follows = false;
}

void
gcuf_json_object (struct gcuf_json *j, const char *key)
{
  begin (j, key, '{', '}');
}

void
gcuf_json_array (struct gcuf_json *j, const char *key)
{
  begin (j, key, '[', ']');
}

void
gcuf_json_end (struct gcuf_json *j)
{
  putc (j->end[--j->depth], j->file);
  j->follows = true;
}

void
gcuf_json_end_all (struct gcuf_json *j)
{
  while (j->depth)
    gcuf_json_end (j);
  putc ('\n', j->file);
}

/* --- Values -------------------------------------------------------------- */

void
gcuf_json_string (struct gcuf_json *j, const char *key, const char *text)
{
  if (!text)
    return;
  begin_value (j, key, false);
  gcuf_json_write_string (j->file, text);
}

void
gcuf_json_number (struct gcuf_json *j, const char *key, long long n)
{
  begin_value (j, key, false);
  fprintf (j->file, "%lld", n);
}

void
gcuf_json_bool (struct gcuf_json *j, const char *key, bool b)
{
  begin_value (j, key, false);
  fputs (b ? "true" : "false", j->file);
}
