/* Reports of the checks of device code as JSON.
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

#include <stdlib.h>

#include "check-report.h"

/* What the thread at a place does.  */
static const char *const accesses[] =
{
  [GCUF_DEFECT_READS] = "read",
  [GCUF_DEFECT_WRITES] = "write",
  [GCUF_DEFECT_USES] = "use",
  [GCUF_DEFECT_HAS_READ] = "read",
  [GCUF_DEFECT_HAS_WRITTEN] = "write",
  [GCUF_DEFECT_HAS_COME] = "wait",
  [GCUF_DEFECT_WAITS] = "wait"
};

static void
write_dim3 (struct gcuf_json *j, const char *key, const struct gcuf_dim3 *d)
{
  gcuf_json_array (j, key);
  gcuf_json_number (j, NULL, d->x);
  gcuf_json_number (j, NULL, d->y);
  gcuf_json_number (j, NULL, d->z);
  gcuf_json_end (j);
}

/* Add the line LINE of FILE to an object, if that is known.  */

static void
write_where (struct gcuf_json *j, const char *file, int line)
{
  if (!file)
    return;
  gcuf_json_string (j, "file", file);
  gcuf_json_number (j, "line", line);
}

/* Write the place P; there is a thread if THREAD.  */

static void
write_place (struct gcuf_json *j, const struct gcuf_defect_place *p,
	     bool thread)
{
  gcuf_json_object (j, NULL);
  write_where (j, p->file, p->line);
  if (thread)
    {
      write_dim3 (j, "thread", &p->thread);
      write_dim3 (j, "block", &p->block);
    }
  if (p->operation)
    gcuf_json_string (j, "operation", p->operation);
  if (thread || p->operation)
    {
      gcuf_json_string (j, "access", accesses[p->role]);
      gcuf_json_string (j, "object", p->object);
    }
  if (p->atomic)
    gcuf_json_bool (j, "atomic", true);
  if (p->others)
    gcuf_json_number (j, "others", p->others);
  gcuf_json_end (j);
}

void
gcuf_defect_write_members (struct gcuf_json *j, const struct gcuf_defect *r)
{
  gcuf_json_string (j, "kernel", r->kernel);
  if (r->launch && r->launch->file)
    {
      gcuf_json_object (j, "launch");
      write_where (j, r->launch->file, r->launch->line);
      gcuf_json_end (j);
    }
  gcuf_json_array (j, "places");
  for (size_t i = 0; i < r->places; i++)
    write_place (j, &r->place[i], r->kernel);
  gcuf_json_end (j);
  gcuf_json_string (j, "reason", r->reason);
}

static void
begin (struct gcuf_json *j)
{
  gcuf_json_object (j, NULL);
  gcuf_json_number (j, "version", 1);
  gcuf_json_array (j, "results");
}

static void
write_report (struct gcuf_json *j, const struct gcuf_defect *r)
{
  struct gcuf_text message = { NULL, 0, 0 };
  gcuf_defect_tell (&message, r);
  gcuf_json_object (j, NULL);
  gcuf_json_string (j, "kind", gcuf_defect_rules[r->kind].id);
  gcuf_json_string (j, "message", message.chars);
  gcuf_defect_write_members (j, r);
  gcuf_json_end (j);
  free (message.chars);
}

const struct gcuf_defect_format gcuf_defect_json
  = { ".json", begin, write_report };
