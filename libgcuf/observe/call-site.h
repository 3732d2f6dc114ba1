/* Where calls in the program are.
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


#ifndef GCUF_CALL_SITE_H
#define GCUF_CALL_SITE_H

#include "gcuf-internal.h"

/* The most callers that are noted.  */
enum { GCUF_SITE_DEPTH = 12 };

/* The addresses that calls return to, the innermost first, those in the library
   itself left out where it is a library of its own; null after the last.  */
struct gcuf_call_site
{
  void *callers[GCUF_SITE_DEPTH];
};

/* Sources in DIRECTORY have been compiled by names that are relative to that: let
   them be named so.  */
extern void gcuf_name_sources_below (const char *directory);

/* Set *SITE to that of the call of the library that the calling thread is
   in.  */
extern void gcuf_note_call_site (struct gcuf_call_site *site);

/* Return "FILE:LINE" of the innermost caller in SITE that is not in one of our
   libraries; without line numbers "OBJECT+OFFSET" with the procedure, if that
   is known.  The string is the caller's, to be freed.  Runs addr2line, so that
   no lock may be held and this thread must be allowed to fork.  */
extern char *gcuf_call_site_text (const struct gcuf_call_site *site);

#endif
