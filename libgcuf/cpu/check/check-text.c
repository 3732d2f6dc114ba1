/* Reports of the checks of device code as text.
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


#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check-report.h"

/* --- Texts that grow ----------------------------------------------------- */

void
gcuf_text_add_list (struct gcuf_text *t, const char *format, va_list args)
{
  va_list again;
  va_copy (again, args);
  int n = vsnprintf (t->chars ? t->chars + t->n : NULL, t->size - t->n, format,
		     args);
  if (n > 0 && t->n + n >= t->size)
    {
      t->size = 2 * (t->n + n) + 64;
      t->chars = gcuf_xrealloc (t->chars, t->size);
      vsnprintf (t->chars + t->n, t->size - t->n, format, again);
    }
  va_end (again);
  if (n > 0)
    t->n += n;
}

void
gcuf_text_add (struct gcuf_text *t, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  gcuf_text_add_list (t, format, args);
  va_end (args);
}

/* --- Sentences ----------------------------------------------------------- */

/* Return true if R says what it is, and where.  */

static bool
has_head_p (const struct gcuf_defect *r)
{
  return r->kernel || r->place[0].operation;
}

/* Add in what R is, if that is a kernel.  The name of a kernel loop says that
   it is one.  */

static void
tell_kernel (struct gcuf_text *t, const struct gcuf_defect *r)
{
  if (r->kernel)
    gcuf_text_add (t, " in %s%s", r->loop ? "" : "kernel ", r->kernel);
}

/* Return what P's thread, or P's threads, do.  */

static const char *
tell_role (const struct gcuf_defect_place *p)
{
  static const char *const roles[][2] =
  {
    [GCUF_DEFECT_READS] = { "reads", "read" },
    [GCUF_DEFECT_WRITES] = { "writes", "write" },
    [GCUF_DEFECT_USES] = { "uses", "use" },
    [GCUF_DEFECT_HAS_READ] = { "has read", "have read" },
    [GCUF_DEFECT_HAS_WRITTEN] = { "has written", "have written" },
    [GCUF_DEFECT_HAS_COME] = { "has come to this", "have come to this" },
    [GCUF_DEFECT_WAITS] = { "waits at this", "wait at this" }
  };
  return roles[p->role][p->others != 0];
}

/* Add that WHO does what P says.  */

static void
tell_access (struct gcuf_text *t, const struct gcuf_defect_place *p,
	     const char *who)
{
  gcuf_text_add (t, "%s %s %s%s", who, tell_role (p),
		 p->object ? p->object : "it", p->atomic ? " atomically" : "");
}

/* Add what P's thread does.  */

static void
tell_thread (struct gcuf_text *t, const struct gcuf_defect_place *p)
{
  const struct gcuf_dim3 *i = &p->thread, *b = &p->block;
  struct gcuf_text who = { NULL, 0, 0 };
  gcuf_text_add (&who, "thread (%d,%d,%d) of block (%d,%d,%d)", i->x, i->y,
		 i->z, b->x, b->y, b->z);
  if (p->others)
    gcuf_text_add (&who, " and %zu others", p->others);
  if (p->role != GCUF_DEFECT_FAILS)
    tell_access (t, p, who.chars);
  else
    gcuf_text_add (t, "%s", who.chars);
  free (who.chars);
}

void
gcuf_defect_tell_place (struct gcuf_text *t, const struct gcuf_defect *r,
			size_t n)
{
  if (r->place[n].operation)
    tell_access (t, &r->place[n], r->place[n].operation);
  else if (r->kernel)
    tell_thread (t, &r->place[n]);
  if (r->reason && n + 1 == r->places)
    gcuf_text_add (t, "%s%s", has_head_p (r) ? ": " : "", r->reason);
}

void
gcuf_defect_tell (struct gcuf_text *t, const struct gcuf_defect *r)
{
  if (has_head_p (r))
    {
      gcuf_text_add (t, "%s", gcuf_defect_rules[r->kind].name);
      tell_kernel (t, r);
      gcuf_text_add (t, ": ");
    }
  for (size_t i = 0; i < r->places; i++)
    {
      gcuf_text_add (t, "%s", i ? "; " : "");
      gcuf_defect_tell_place (t, r, i);
    }
}

/* --- Colours ------------------------------------------------------------- */

/* As GCC's: a line is bold, an error bold and red, and what explains it bold
   and cyan.  */
#define BOLD "\33[01m"
#define RED "\33[01;31m"
#define CYAN "\33[01;36m"
#define PLAIN "\33[m"

/* Return true if the reports have colours.  */

static bool
choose_colours (void)
{
  const char *wanted = gcuf_env (GCUF_ENV_COLOR);
  const char *terminal = gcuf_env (GCUF_ENV_TERM);
  if (wanted && strcmp (wanted, "always") == 0)
    return true;
  if (wanted && strcmp (wanted, "never") == 0)
    return false;
  if (wanted && strcmp (wanted, "auto") != 0)
    gcuf_fatal (NULL, "GCUF_COLOR: there is no choice '%s'; use always, never "
		"or auto", wanted);
  return (isatty (STDERR_FILENO) && !gcuf_env (GCUF_ENV_NO_COLOR) && terminal
	  && strcmp (terminal, "dumb") != 0);
}

/* Add TEXT, with COLOUR if there are colours.  */

static void
add_coloured (struct gcuf_text *t, const char *colour, const char *text)
{
  static int coloured = -1;
  if (coloured < 0)
    coloured = choose_colours ();
  gcuf_text_add (t, "%s%s%s", coloured ? colour : "", text,
		 coloured ? PLAIN : "");
}

/* --- The standard error -------------------------------------------------- */

/* Add where P is, with COLOUR.  */

static void
tell_where (struct gcuf_text *t, const struct gcuf_defect_place *p,
	    const char *colour)
{
  struct gcuf_text where = { NULL, 0, 0 };
  if (p->file)
    gcuf_text_add (&where, "%s:%d:", p->file, p->line);
  add_coloured (t, colour, p->file ? where.chars : "libgcuf:");
  gcuf_text_add (t, " ");
  free (where.chars);
}

/* Add the kind of R, its kernel and its launch.  */

static void
tell_head (struct gcuf_text *t, const struct gcuf_defect *r)
{
  add_coloured (t, RED, gcuf_defect_rules[r->kind].name);
  tell_kernel (t, r);
  if (r->launch && r->launch->file)
    gcuf_text_add (t, " launched at %s:%d", r->launch->file, r->launch->line);
  gcuf_text_add (t, ": ");
}

void
gcuf_defect_print (const struct gcuf_defect *r)
{
  struct gcuf_text t = { NULL, 0, 0 };
  for (size_t i = 0; i < r->places; i++)
    {
      tell_where (&t, &r->place[i], i ? CYAN : BOLD);
      if (i == 0 && has_head_p (r))
	tell_head (&t, r);
      gcuf_defect_tell_place (&t, r, i);
      gcuf_text_add (&t, "\n");
    }
  fputs (t.chars, stderr);
  free (t.chars);
}

void
gcuf_defect_print_number (enum gcuf_defect_kind kind, size_t n)
{
  if (n && gcuf_defect_rules[kind].summary)
    fprintf (stderr, gcuf_defect_rules[kind].summary, n);
}
