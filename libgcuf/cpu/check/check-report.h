/* Reports of the checks of device code: what their files share.
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


#ifndef GCUF_CHECK_REPORT_H
#define GCUF_CHECK_REPORT_H

#include <stdarg.h>

#include "cpu-internal.h"
#include "json.h"

/* --- Records -------------------------------------------------------------- */

enum gcuf_defect_kind
{
  GCUF_DEFECT_RACE,
  GCUF_DEFECT_DIVERGENCE,
  GCUF_DEFECT_DEADLOCK,
  GCUF_DEFECT_ACCESS,
  GCUF_DEFECT_ERROR,
  GCUF_DEFECT_UNSET,
  GCUF_DEFECT_STREAM_RACE,
  GCUF_DEFECT_HOST_RACE,
  GCUF_DEFECT_KINDS
};

/* What is the same in all reports of a kind (check-rules.c).  */
struct gcuf_defect_rule
{
  const char *id;		/* What identifies the kind in files.  */
  const char *name;		/* How the report begins.  */
  const char *summary;		/* A format for how many there were; or null.  */
  const char *help;		/* What it is and what to do, in sentences.  */
};
extern const struct gcuf_defect_rule gcuf_defect_rules[GCUF_DEFECT_KINDS];

/* What the thread at a place does.  */
enum gcuf_defect_role
{
  GCUF_DEFECT_FAILS,		/* The reason says it.  */
  GCUF_DEFECT_READS,
  GCUF_DEFECT_WRITES,
  GCUF_DEFECT_USES,
  GCUF_DEFECT_HAS_READ,
  GCUF_DEFECT_HAS_WRITTEN,
  GCUF_DEFECT_HAS_COME,
  GCUF_DEFECT_WAITS
};

struct gcuf_defect_place
{
  const char *file;		/* Null if it is not known; and then LINE.  */
  int line;
  enum gcuf_defect_role role;
  bool atomic;
  const char *operation;	/* What does that instead of a thread; or
				   null.  */
  struct gcuf_dim3 thread, block;
  size_t others;		/* Threads of the block that do the same.  */
  const char *object;		/* What it does that to, as Fortran has it; null
				   if that is what the first place has.  */
};

struct gcuf_defect
{
  enum gcuf_defect_kind kind;
  const char *kernel;		/* Null if no kernel is known, or it is about
				   operations; then there is no thread.  */
  bool loop;			/* The kernel is a loop, as its name says.  */
  const struct gcuf_location *launch; /* Null if not known.  */
  struct gcuf_defect_place place[2];
  size_t places;		/* One or two.  */
  const char *reason;		/* Why that is wrong, or what would be right;
				   or null.  */
};

/* --- Places (check-place.c) ----------------------------------------------- */

/* Return the site with the number N, null if N is zero.  */
extern const struct gcuf_site *gcuf_check_site (unsigned n);
/* Return true if the pair of ONE and OTHER, each of them null if not known, in
   any order, has not been reported, and remember that it has.  */
extern bool gcuf_check_new_p (const struct gcuf_site *one,
			      const struct gcuf_site *other);
/* The same for SITE and that with the number THERE, or null if that is zero; it
   may be asked again and again.  */
extern bool gcuf_check_new_access_p (struct gcuf_site *site, unsigned there);
/* The same for SITE alone, where a value that is not set is used.  One without a
   name is not new where another one in its line has been reported: it is what that
   has been made into, as the sum of a reduction.  */
extern bool gcuf_check_new_use_p (struct gcuf_site *site);
/* Forget what has been reported.  */
extern void gcuf_check_forget_places (void);

/* --- Text (check-text.c) -------------------------------------------------- */

/* A text that grows; all zeros at first.  CHARS is to be freed.  */
struct gcuf_text
{
  char *chars;
  size_t n, size;
};

/* Add to T what FORMAT and ARGS say.  */
extern void gcuf_text_add (struct gcuf_text *t, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
extern void gcuf_text_add_list (struct gcuf_text *t, const char *format,
				va_list args);

/* Add to T what R says, in one line, without files and lines.  */
extern void gcuf_defect_tell (struct gcuf_text *t,
			      const struct gcuf_defect *r);
/* Add what the thread at place N of R does, and the reason behind the last.  */
extern void gcuf_defect_tell_place (struct gcuf_text *t,
				    const struct gcuf_defect *r, size_t n);
/* Print R on the standard error.  */
extern void gcuf_defect_print (const struct gcuf_defect *r);
/* Print that there were N reports of KIND.  */
extern void gcuf_defect_print_number (enum gcuf_defect_kind kind, size_t n);

/* --- Files (check-file.c) ------------------------------------------------- */

/* Write R to the file that GCUF_CHECK_REPORT names, if there is one; close it.
   Only one thread at a time calls these.  */
extern void gcuf_defect_write (const struct gcuf_defect *r);
extern void gcuf_defect_close (void);

/* The format of files with a SUFFIX.  */
struct gcuf_defect_format
{
  const char *suffix;
  /* Write what is before the reports: the array for them has begun.  */
  void (*begin) (struct gcuf_json *j);
  /* Write R as an element of that array.  */
  void (*write) (struct gcuf_json *j, const struct gcuf_defect *r);
};

/* check-json.c and check-sarif.c.  */
extern const struct gcuf_defect_format gcuf_defect_json, gcuf_defect_sarif;

/* Add to an object what both have of R: the kernel, the launch, the places and
   the reason.  */
extern void gcuf_defect_write_members (struct gcuf_json *j,
				       const struct gcuf_defect *r);

#endif
