/* Take PTX apart, and run the passes over it.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of cudafortran.

   Cudafortran is free software; you can redistribute it and/or modify it under
   the terms of the GNU General Public License as published by the Free
   Software Foundation; either version 3, or (at your option) any later
   version.

   Cudafortran is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
   more details.

   You should have received a copy of the GNU General Public License along
   with cudafortran; see the file COPYING.  If not, see
   <http://www.gnu.org/licenses/>.  */

#include "ptx.h"

#include <string.h>

void
ptx_split (struct ptx_program *program, char *text, size_t size)
{
  char *end = text + size;

  /* read_file puts a NUL behind the last byte, should the last object lack
     its own.  */
  while (text < end)
    {
      program->objects
	= xrealloc (program->objects,
		    (program->n + 1) * sizeof *program->objects);
      program->objects[program->n++] = (struct ptx_object) { .text = text };
      text += strlen (text) + 1;
    }
}

void
ptx_copy_program (struct ptx_program *program, const struct ptx_program *from)
{
  *program = *from;
  program->objects = xmalloc (from->n * sizeof *program->objects);
  for (size_t i = 0; i < from->n; i++)
    program->objects[i] = (struct ptx_object) {
      .text = xstrndup (from->objects[i].text, strlen (from->objects[i].text))
    };
}

void
ptx_parse_program (struct ptx_program *program)
{
  for (size_t i = 0; i < program->n; i++)
    program->objects[i].code
      = ptx_parse (program->objects[i].text,
		   i == 0 ? "the program's device code"
		   : format_string ("object %zu of the device code", i));
}

void
ptx_print_program (struct ptx_program *program)
{
  for (size_t i = 0; i < program->n; i++)
    program->objects[i].text = ptx_print (program->objects[i].code);
}

/* The passes in the order they run, those over text first.  */
static const struct pass
{
  const char *name;
  void (*run) (struct ptx_program *);
  bool on_text;
} passes[] = {
  { "comments", ptx_strip_comments, true },
  { "unreachable", ptx_remove_unreachable, false },
  { "written", ptx_remove_written, false },
  { "spaces", ptx_infer_spaces, false },
  { "merge", ptx_merge_loads, false },
  { "dead", ptx_remove_dead, false },
  { "strides", ptx_version_strides, false },
  { "early", ptx_load_early, false },
};

enum { n_passes = sizeof passes / sizeof *passes };

/* The passes that LIST names, a bit for each.  */

static unsigned
chosen_passes (const char *list)
{
  unsigned chosen = 0;
  size_t n;

  for (; *list; list += n + (list[n] == ','))
    {
      const char *name = xstrndup (list, n = strcspn (list, ","));
      int i = 0;

      if (strcmp (name, "all") == 0)
	chosen |= (1u << n_passes) - 1;
      else if (*name && strcmp (name, "none") != 0)
	{
	  while (i < n_passes && strcmp (passes[i].name, name) != 0)
	    i++;
	  if (i == n_passes)
	    fatal ("%s is no pass over PTX", name);
	  chosen |= 1u << i;
	}
    }
  return chosen;
}

const char *
ptx_pass_name (int i)
{
  return i < n_passes ? passes[i].name : NULL;
}

/* Parse PROGRAM, if that has not been done.  Imports come before all passes: to
   those they are addresses like others; and so do registers of other types than
   instructions want.  */

static void
parse (struct ptx_program *program)
{
  if (program->objects[0].code)
    return;
  ptx_parse_program (program);
  ptx_take_places (program);
  ptx_import_variables (program);
  ptx_align_constants (program);
  ptx_repair_types (program);
  ptx_verify (program, "the offload compiler");
}

void
ptx_run_passes (struct ptx_program *program, const char *list)
{
  unsigned chosen = chosen_passes (list);
  bool assembly = ptx_any_assembly_p (program);

  ptx_take_maps (program);
  /* One compilation made what libgcuf and libgomp load.  */
  if (program->regions.n)
    chosen |= chosen_passes ("unreachable");
  for (int i = 0; i < n_passes; i++)
    if (chosen & 1u << i)
      {
	if (!passes[i].on_text)
	  parse (program);
	passes[i].run (program);
	if (!passes[i].on_text)
	  ptx_verify (program, passes[i].name);
      }

  bool half = ptx_any_half_p (program);
  if (!program->objects[0].code
      && (half || assembly || program->imports.n || ptx_any_managed_p (program)
	  || ptx_any_bounds_p (program) || ptx_any_needs_p (program)
	  || ptx_any_options_p (program) || ptx_any_places_p (program)
	  || program->procedures.n || program->host))
    {
      /* The device library has code for devices that the program is not
	 for.  */
      parse (program);
      ptx_remove_unreachable (program);
    }
  if (program->objects[0].code)
    {
      ptx_declare_managed (program);
      ptx_bound_kernels (program);
      ptx_check_needs (program);
      ptx_apply_options (program);
    }
  if (half)
    ptx_repair_half (program);
  if (program->objects[0].code)
    {
      ptx_settle_procedures (program);
      if (program->host)
	ptx_settle_exports (program);
      else
	ptx_find_registers_left (program);
      ptx_verify (program, "the last changes");
      ptx_check_limits (program);
      ptx_print_program (program);
    }
}
