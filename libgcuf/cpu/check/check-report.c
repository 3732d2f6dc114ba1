/* Reports of the checks of device code.
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


/* What has been found becomes a record, which is handed to those that write
   it.  */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check-found.h"
#include "check-operations.h"
#include "check-report.h"
#include "check-waiting.h"
#include "cpu-api.h"
#include "cpu-check.h"
#include "index.h"

/* --- Records ------------------------------------------------------------- */

/* One report is written at a time.  */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static size_t n_reports[GCUF_DEFECT_KINDS];

/* Write R.  */

static void
submit (const struct gcuf_defect *r)
{
  pthread_mutex_lock (&lock);
  n_reports[r->kind]++;
  gcuf_defect_print (r);
  gcuf_defect_write (r);
  pthread_mutex_unlock (&lock);
}

void
gcuf_check_fini (void)
{
  gcuf_operation_fini ();
  for (int i = 0; i < GCUF_DEFECT_KINDS; i++)
    {
      gcuf_defect_print_number (i, n_reports[i]);
      n_reports[i] = 0;
    }
  gcuf_defect_close ();
  gcuf_check_forget_places ();
}

/* Return a record of KIND about the launch of block C, or about none if that is
   null.  */

static struct gcuf_defect
new_report (enum gcuf_defect_kind kind, const struct gcuf_check_block *c)
{
  struct gcuf_defect r = { .kind = kind };
  if (c)
    {
      const struct gcuf_cpu_launch *launch = c->launch->launch;
      r.kernel = launch->kernel->name;
      r.loop = launch->flags & GCUF_KERNEL_LOOP;
      r.launch = launch->where;
    }
  return r;
}

/* Add to R a place at SITE, null if not known, where the thread with the number
   THREAD of the launch of block C, if that is not null, has ROLE.  Return
   it.  */

static struct gcuf_defect_place *
add_place (struct gcuf_defect *r, const struct gcuf_check_block *c,
	   const struct gcuf_site *site, uint32_t thread,
	   enum gcuf_defect_role role)
{
  struct gcuf_defect_place *p = &r->place[r->places++];
  p->role = role;
  if (site && site->file)
    {
      p->file = site->file;
      p->line = site->line;
    }
  if (c)
    {
      const struct gcuf_cpu_launch *launch = c->launch->launch;
      p->thread = gcuf_index (thread % c->threads, &launch->block);
      p->block = gcuf_index (thread / c->threads, &launch->grid);
    }
  return p;
}

/* --- Objects ------------------------------------------------------------- */

/* Add to T the subscripts of element N, from zero, of an array with the bounds
   that S has.  */

static void
name_subscripts (struct gcuf_text *t, const struct gcuf_site *s, size_t n)
{
  for (size_t i = 0; i < s->rank; i++)
    {
      int64_t lower = s->bounds[2 * i], extent = s->bounds[2 * i + 1];
      bool last = i + 1 == s->rank || extent <= 0;
      gcuf_text_add (t, "%c%lld", i ? ',' : '(',
		     (long long) lower + (long long) (last ? n : n % extent));
      n = last ? 0 : n / extent;
    }
  gcuf_text_add (t, ")");
}

/* Add what of an allocation, or of what else is at ADDRESS, BYTES are.  */

static void
name_bytes (struct gcuf_text *t, const char *address, size_t bytes)
{
  struct gcuf_cpu_block block = { .base = NULL };
  bool known = gcuf_cpu_block_of (address, &block);
  size_t before = address - (char *) block.base;
  if (known && bytes == block.size)
    {
      gcuf_text_add (t, "an allocation of %zu bytes", bytes);
      return;
    }
  gcuf_text_add (t, "%zu byte%s", bytes, bytes == 1 ? "" : "s");
  if (known && before)
    gcuf_text_add (t, " behind the first %zu", before);
  else if (known)
    gcuf_text_add (t, " at the beginning");
  if (known)
    gcuf_text_add (t, " of an allocation of %zu bytes", block.size);
}

/* Return what A accesses, as Fortran has it, to be freed.  */

static char *
name_object (const struct gcuf_check_access *a)
{
  struct gcuf_text t = { NULL, 0, 0 };
  const struct gcuf_site *s = a->site;
  size_t offset = a->address - a->base;
  if (!s->variable || (a->base && a->address < a->base))
    name_bytes (&t, a->address, a->bytes);
  else if (!s->element || !a->base)
    gcuf_text_add (&t, "%s", s->variable);
  else if (s->rank)
    {
      gcuf_text_add (&t, "%s", s->variable);
      name_subscripts (&t, s, offset / s->element);
    }
  else
    gcuf_text_add (&t, "element %zu of %s", offset / s->element + 1,
		   s->variable);
  if (s->variable && s->part)
    gcuf_text_add (&t, "%s", s->part);
  return t.chars;
}

/* --- Races --------------------------------------------------------------- */

/* What would order accesses of the threads NOW and PAST of the launch of C.  */

static const char *
remedy (const struct gcuf_check_block *c, uint32_t now, uint32_t past)
{
  if (now / c->threads != past / c->threads)
    return "blocks are ordered by a grid barrier, another kernel, or atomic "
	   "functions behind threadfence";
  uint32_t t = now % c->threads, u = past % c->threads;
  return (t / GCUF_WARP_SIZE == u / GCUF_WARP_SIZE
	  ? "there is no syncthreads or syncwarp between"
	  : "there is no syncthreads between");
}

/* Return what who makes the access A does.  */

static enum gcuf_defect_role
role_of (const struct gcuf_check_access *a)
{
  return a->kind & GCUF_ACCESS_WRITE ? GCUF_DEFECT_WRITES : GCUF_DEFECT_READS;
}

/* Write the report.  */

static void
report_race (const struct gcuf_check_block *c, uint32_t now,
	     const struct gcuf_check_access *a, const struct gcuf_past *past,
	     bool write)
{
  uint32_t other = gcuf_past_thread (past);
  struct gcuf_defect r = new_report (GCUF_DEFECT_RACE, c);
  char *object = name_object (a);
  struct gcuf_defect_place *p = add_place (&r, c, a->site, now, role_of (a));
  p->object = object;
  p->atomic = a->kind & GCUF_ACCESS_ATOMIC;
  p = add_place (&r, c, gcuf_check_site (gcuf_past_site (past)), other,
		 write ? GCUF_DEFECT_HAS_WRITTEN : GCUF_DEFECT_HAS_READ);
  p->atomic = gcuf_past_atomic_p (past);
  r.reason = remedy (c, now, other);
  submit (&r);
  free (object);
}

void
gcuf_check_report_race (const struct gcuf_check_block *c, unsigned thread,
			const struct gcuf_check_access *now,
			const struct gcuf_past *past, bool write)
{
  if (gcuf_check_new_access_p (now->site, gcuf_past_site (past)))
    report_race (c, c->first + thread, now, past, write);
}

/* --- Races between streams ------------------------------------------------ */

/* Return which operation O is, to be freed.  */

static char *
name_operation (const struct gcuf_racing_operation *o)
{
  struct gcuf_text t = { NULL, 0, 0 };
  gcuf_text_add (&t, "%s%s", o->name, o->kernel ? o->kernel : "");
  if (o->launch && o->launch->file)
    gcuf_text_add (&t, ", launched at %s:%d", o->launch->file,
		   o->launch->line);
  if (o->stream > GCUF_CLOCK_LEGACY)
    gcuf_text_add (&t, " in stream %u", o->stream - GCUF_CLOCK_LEGACY);
  else if (o->stream == GCUF_CLOCK_LEGACY)
    gcuf_text_add (&t, " in the default stream");
  if (o->launch && o->launch->file)
    gcuf_text_add (&t, ",");
  return t.chars;
}

/* Let P be in the line of O's access, of its launch, or of its call, the text
   of which is changed.  */

static void
set_line (struct gcuf_defect_place *p, const struct gcuf_racing_operation *o)
{
  char *colon = o->where ? strrchr (o->where, ':') : NULL;
  if (o->site && o->site->file)
    {
      p->file = o->site->file;
      p->line = o->site->line;
    }
  else if (o->launch)
    {
      p->file = o->launch->file;
      p->line = o->launch->line;
    }
  else if (colon && sscanf (colon, ":%d", &p->line) == 1)
    {
      *colon = '\0';
      p->file = o->where;
    }
}

/* Add to R a place for O, which has ROLE and is called NAME.  */

static void
add_operation (struct gcuf_defect *r, const struct gcuf_racing_operation *o,
	       enum gcuf_defect_role role, const char *name)
{
  struct gcuf_defect_place *p = add_place (r, NULL, NULL, 0, role);
  set_line (p, o);
  p->operation = name;
  p->atomic = o->atomic;
  if (o->site)
    p->object = o->site->variable;
}

void
gcuf_check_report_stream_race (const struct gcuf_racing_operation *now,
			       const struct gcuf_racing_operation *past,
			       const char *address, size_t bytes)
{
  bool host = (now->stream == GCUF_CLOCK_HOST
	       || past->stream == GCUF_CLOCK_HOST);
  struct gcuf_defect r = new_report (host ? GCUF_DEFECT_HOST_RACE
				     : GCUF_DEFECT_STREAM_RACE, NULL);
  struct gcuf_text object = { NULL, 0, 0 };
  char *one = name_operation (now), *other = name_operation (past);
  add_operation (&r, now, now->write ? GCUF_DEFECT_WRITES : GCUF_DEFECT_READS,
		 one);
  add_operation (&r, past, (past->write ? GCUF_DEFECT_HAS_WRITTEN
			    : GCUF_DEFECT_HAS_READ), other);
  name_bytes (&object, address, bytes);
  if (!r.place[0].object)
    r.place[0].object = object.chars;
  r.reason = (host ? "the host has not waited for that"
	      : "nothing orders the streams: one can wait for an event of the "
		"other's");
  submit (&r);
  free (object.chars);
  free (one);
  free (other);
}

/* --- Addresses and values ------------------------------------------------- */

void
gcuf_check_report_address (const struct gcuf_check_block *c, unsigned thread,
			   const struct gcuf_check_access *a, const char *what,
			   size_t size)
{
  struct gcuf_defect r = new_report (GCUF_DEFECT_ACCESS, c);
  struct gcuf_text reason = { NULL, 0, 0 };
  char *object = name_object (a);
  gcuf_text_add (&reason, what, size);
  r.reason = reason.chars;
  add_place (&r, c, a->site, c->first + thread, role_of (a))->object = object;
  submit (&r);
  free (object);
  free (reason.chars);
  gcuf_end_failed ();
}

void
gcuf_check_report_absent (const struct gcuf_check_block *c, unsigned thread,
			  const struct gcuf_check_access *a)
{
  if (!gcuf_check_new_use_p (a->site))
    return;
  struct gcuf_defect r = new_report (GCUF_DEFECT_UNSET, c);
  char *object = name_object (a);
  add_place (&r, c, a->site, c->first + thread, role_of (a))->object = object;
  r.reason = ("a shuffle has got the value from a lane that has ended or is not "
	      "in the mask");
  submit (&r);
  free (object);
}

void
gcuf_check_report_unset (const struct gcuf_check_block *c, unsigned thread,
			 const struct gcuf_check_access *a)
{
  if (!gcuf_check_new_use_p (a->site))
    return;
  struct gcuf_defect r = new_report (GCUF_DEFECT_UNSET, c);
  char *object = a->address ? name_object (a) : NULL;
  add_place (&r, c, a->site, c->first + thread, GCUF_DEFECT_USES)->object
    = object ? object : a->site->variable;
  submit (&r);
  free (object);
}

/* What the front end has found in device code: PLACE is the line and file in
   libgfortran's words, and the message has FORMAT.  */

GCUF_EXPORT void __attribute__ ((noreturn))
GCUF_check_error_at (const char *place, const char *format, ...)
{
  unsigned thread = 0;
  va_list args;
  struct gcuf_check_block *c = gcuf_check_running (&thread);
  gcuf_waiting_end (c);
  struct gcuf_defect r = new_report (GCUF_DEFECT_ERROR, c);
  struct gcuf_text message = { NULL, 0, 0 };
  struct gcuf_site site = { .file = NULL };
  const char *file = strstr (place, " of file ");
  if (file && sscanf (place, "At line %d", &site.line) == 1)
    site.file = file + strlen (" of file ");
  va_start (args, format);
  gcuf_text_add_list (&message, format, args);
  va_end (args);
  r.reason = message.chars;
  add_place (&r, c, &site, c ? c->first + thread : 0, GCUF_DEFECT_FAILS);
  submit (&r);
  free (message.chars);
  gcuf_end_failed ();
}

/* --- Barriers ------------------------------------------------------------ */

void
gcuf_check_report_barriers (const struct gcuf_check_block *c, unsigned one,
			    const struct gcuf_site *site, unsigned other,
			    const struct gcuf_site *other_site)
{
  if (!gcuf_check_new_p (site, other_site))
    return;
  struct gcuf_defect r = new_report (GCUF_DEFECT_DIVERGENCE, c);
  add_place (&r, c, site, c->first + one, GCUF_DEFECT_HAS_COME)->object
    = site->variable;
  add_place (&r, c, other_site, c->first + other, GCUF_DEFECT_HAS_COME)->object
    = other_site->variable;
  r.reason = "all threads of a block have to come to the same statement";
  submit (&r);
}

void
gcuf_check_report_waiting (const struct gcuf_check_block *c, size_t n,
			   unsigned one, const struct gcuf_site *site)
{
  struct gcuf_defect r = new_report (GCUF_DEFECT_DEADLOCK, c);
  struct gcuf_defect_place *p
    = add_place (&r, c, site, c->first + one, GCUF_DEFECT_WAITS);
  p->object = site->variable;
  p->others = n - 1;
  submit (&r);
}
