/* Reports of the checks of device code as SARIF 2.1.0.
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

/* That is the format of OASIS for the results of analyses, which editors and
   servers of sources show beside the lines.  */

#include <stdlib.h>
#include <string.h>

#include "check-report.h"

/* Add an object KEY with a TEXT.  */

static void
write_message (struct gcuf_json *j, const char *key, const char *text)
{
  gcuf_json_object (j, key);
  gcuf_json_string (j, "text", text);
  gcuf_json_end (j);
}

/* --- The beginning ------------------------------------------------------- */

static void
write_rule (struct gcuf_json *j, const struct gcuf_defect_rule *rule)
{
  gcuf_json_object (j, NULL);
  gcuf_json_string (j, "id", rule->id);
  write_message (j, "shortDescription", rule->name);
  write_message (j, "fullDescription", rule->help);
  write_message (j, "help", rule->help);
  gcuf_json_object (j, "defaultConfiguration");
  gcuf_json_string (j, "level", "error");
  gcuf_json_end (j);
  gcuf_json_end (j);
}

static void
begin (struct gcuf_json *j)
{
  gcuf_json_object (j, NULL);
  gcuf_json_string (j, "$schema",
		    "https://json.schemastore.org/sarif-2.1.0.json");
  gcuf_json_string (j, "version", "2.1.0");
  gcuf_json_array (j, "runs");
  gcuf_json_object (j, NULL);
  gcuf_json_object (j, "tool");
  gcuf_json_object (j, "driver");
  gcuf_json_string (j, "name", "cudafortran");
  gcuf_json_array (j, "rules");
  for (int i = 0; i < GCUF_DEFECT_KINDS; i++)
    write_rule (j, &gcuf_defect_rules[i]);
  gcuf_json_end (j);
  gcuf_json_end (j);
  gcuf_json_end (j);
  gcuf_json_array (j, "results");
}

/* --- Places -------------------------------------------------------------- */

/* Add the name of FILE to T as a URI.  A colon would end a scheme.  */

static void
add_uri (struct gcuf_text *t, const char *file)
{
  if (*file == '/')
    gcuf_text_add (t, "file://");
  for (; *file; file++)
    if ((*file >= 'a' && *file <= 'z') || (*file >= 'A' && *file <= 'Z')
	|| (*file >= '0' && *file <= '9') || strchr ("-._~/", *file))
      gcuf_text_add (t, "%c", *file);
    else
      gcuf_text_add (t, "%%%02X", (unsigned char) *file);
}

/* Add to an object the line LINE of FILE, if that is known.  */

static void
write_where (struct gcuf_json *j, const char *file, int line)
{
  struct gcuf_text uri = { NULL, 0, 0 };
  if (!file)
    return;
  add_uri (&uri, file);
  gcuf_json_object (j, "physicalLocation");
  gcuf_json_object (j, "artifactLocation");
  gcuf_json_string (j, "uri", uri.chars);
  gcuf_json_end (j);
  if (line > 0)
    {
      gcuf_json_object (j, "region");
      gcuf_json_number (j, "startLine", line);
      gcuf_json_end (j);
    }
  gcuf_json_end (j);
  free (uri.chars);
}

/* Add the array of the one place of R that says where it is, in the kernel.  */

static void
write_location (struct gcuf_json *j, const struct gcuf_defect *r)
{
  gcuf_json_array (j, "locations");
  gcuf_json_object (j, NULL);
  write_where (j, r->place[0].file, r->place[0].line);
  if (r->kernel)
    {
      gcuf_json_array (j, "logicalLocations");
      gcuf_json_object (j, NULL);
      gcuf_json_string (j, "fullyQualifiedName", r->kernel);
      gcuf_json_string (j, "kind", "function");
      gcuf_json_end (j);
      gcuf_json_end (j);
    }
  gcuf_json_end (j);
  gcuf_json_end (j);
}

/* Add an object for the line LINE of FILE, of which TEXT says what it has to do
   with it.  */

static void
write_related (struct gcuf_json *j, const char *file, int line,
	       const char *text)
{
  gcuf_json_object (j, NULL);
  write_where (j, file, line);
  write_message (j, "message", text);
  gcuf_json_end (j);
}

/* Add the array of the other places, and of the launch.  */

static void
write_related_locations (struct gcuf_json *j, const struct gcuf_defect *r)
{
  gcuf_json_array (j, "relatedLocations");
  for (size_t i = 1; i < r->places; i++)
    {
      struct gcuf_text text = { NULL, 0, 0 };
      gcuf_defect_tell_place (&text, r, i);
      write_related (j, r->place[i].file, r->place[i].line, text.chars);
      free (text.chars);
    }
  if (r->launch && r->launch->file)
    write_related (j, r->launch->file, r->launch->line, "launched here");
  gcuf_json_end (j);
}

/* --- Reports ------------------------------------------------------------- */

static void
write_report (struct gcuf_json *j, const struct gcuf_defect *r)
{
  struct gcuf_text text = { NULL, 0, 0 };
  gcuf_defect_tell (&text, r);
  gcuf_json_object (j, NULL);
  gcuf_json_string (j, "ruleId", gcuf_defect_rules[r->kind].id);
  gcuf_json_number (j, "ruleIndex", r->kind);
  gcuf_json_string (j, "level", "error");
  write_message (j, "message", text.chars);
  write_location (j, r);
  write_related_locations (j, r);
  gcuf_json_object (j, "properties");
  gcuf_defect_write_members (j, r);
  gcuf_json_end (j);
  gcuf_json_end (j);
  free (text.chars);
}

const struct gcuf_defect_format gcuf_defect_sarif
  = { ".sarif", begin, write_report };
