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

#ifndef GCUF_JSON_H
#define GCUF_JSON_H

#include <stdio.h>

#include "gcuf-internal.h"

/* Write TEXT as a string, without what HTML could take for its own; what is not
   UTF-8 becomes U+FFFD.  */
extern void gcuf_json_write_string (FILE *file, const char *text);

/* Where in a text one is: all zeros but for FILE at first.  */
struct gcuf_json
{
  FILE *file;
  unsigned depth;
  char end[16];			/* Of what is open, the outermost first.  */
  bool follows;			/* Something is there already.  */
};

/* Begin an object or an array.  KEY is the name of a member of an object; null
   in an array.  */
extern void gcuf_json_object (struct gcuf_json *j, const char *key);
extern void gcuf_json_array (struct gcuf_json *j, const char *key);
/* End the innermost.  */
extern void gcuf_json_end (struct gcuf_json *j);
/* End all.  */
extern void gcuf_json_end_all (struct gcuf_json *j);
/* Add a string, unless it is null; a number; true or false.  */
extern void gcuf_json_string (struct gcuf_json *j, const char *key,
			      const char *text);
extern void gcuf_json_number (struct gcuf_json *j, const char *key,
			      long long n);
extern void gcuf_json_bool (struct gcuf_json *j, const char *key, bool b);

#endif
