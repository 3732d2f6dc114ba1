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

#include <assert.h>
#include <string.h>

void
ptx_split (struct ptx_program *program, char *text, size_t size)
{
  char *end = text + size;

  /* read_file puts a NUL after the last byte, should the last object lack
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

/* --- The passes ---------------------------------------------------------- */

enum ptx_pass_stage
{
  PTX_TEXT,			/* To choose, on texts.  */
  PTX_BEFORE,			/* On parsed code, before those to choose: they
				   take imports for addresses like others, and
				   registers for those that instructions want.  */
  PTX_CHOSEN,			/* To choose, on parsed code.  */
  PTX_AFTER			/* On parsed code, at the end.  */
};

enum pass_number
{
#define PTX_PASS(number, name, stage, gate, run, test, help) PASS_##number,
#define PTX_NEEDS(number, other)
#include "ptx-passes.def"
  N_PASSES
};

static const struct pass
{
  const char *name;
  enum ptx_pass_stage stage;
  bool (*gate) (const struct ptx_program *);
  void (*run) (struct ptx_program *);
  const char *help;
} passes[] = {
#define PTX_PASS(number, name, stage, gate, run, test, help) \
  [PASS_##number] = { name, stage, gate, run, help },
#define PTX_NEEDS(number, other)
#include "ptx-passes.def"
};

static const struct
{
  enum pass_number pass, other;
} needs[] = {
#define PTX_PASS(number, name, stage, gate, run, test, help)
#define PTX_NEEDS(number, other) { PASS_##number, PASS_##other },
#include "ptx-passes.def"
};

static_assert (sizeof passes / sizeof *passes == N_PASSES, "one row for each");

/* True if PASS is one to choose.  */

static bool
optional_p (const struct pass *pass)
{
  return pass->stage == PTX_TEXT || pass->stage == PTX_CHOSEN;
}

/* The names of the passes to choose.  */

static const char *
optional_passes (void)
{
  const char *names = "all, none";

  for (int i = 0; i < N_PASSES; i++)
    if (optional_p (&passes[i]))
      names = ptx_format ("%s, %s", names, passes[i].name);
  return names;
}

/* The name of the pass that number I needs, or null.  */

static const char *
needed_pass (int i)
{
  for (size_t j = 0; j < sizeof needs / sizeof *needs; j++)
    if (needs[j].pass == (enum pass_number) i)
      return passes[needs[j].other].name;
  return NULL;
}

bool
ptx_pass (int i, struct ptx_pass *pass)
{
  if (i >= N_PASSES)
    return false;
  *pass = (struct ptx_pass) { passes[i].name, passes[i].help,
			      needed_pass (i), optional_p (&passes[i]) };
  return true;
}

/* --- Running them -------------------------------------------------------- */

/* Choose the pass NAME, or all or none, in RUN, which has an element for each
   pass.  */

static void
choose_pass (bool *run, const char *name)
{
  bool all = strcmp (name, "all") == 0;
  bool known = all || !*name || strcmp (name, "none") == 0;

  for (int i = 0; i < N_PASSES; i++)
    if (optional_p (&passes[i]) && (all || strcmp (passes[i].name, name) == 0))
      run[i] = known = true;
  if (!known)
    fatal ("unknown PTX pass '%s'; valid passes are: %s", name,
	   optional_passes ());
}

/* Set RUN for the passes that are to run over PROGRAM if LIST is chosen.  */

static void
choose_passes (bool *run, const struct ptx_program *program, const char *list)
{
  bool parse = false;
  size_t n;

  for (; *list; list += n + (list[n] == ','))
    {
      n = strcspn (list, ",");
      choose_pass (run, ptx_strndup (list, n));
    }
  for (int i = 0; i < N_PASSES; i++)
    {
      if (passes[i].gate && passes[i].gate (program))
	run[i] = true;
      parse |= run[i] && passes[i].stage == PTX_CHOSEN;
    }
  for (int i = 0; i < N_PASSES && !parse; i++)
    if (run[i] && !optional_p (&passes[i]))
      {
	/* The device library has code for devices that the program is not
	   for.  */
	run[PASS_UNREACHABLE] = parse = true;
      }
  for (int i = 0; i < N_PASSES; i++)
    if (!optional_p (&passes[i]))
      run[i] = parse;
}

/* Look at PROGRAM after pass number I if something can be wrong now.  */

static void
verify_after (const struct ptx_program *program, int i)
{
  bool last = i + 1 == N_PASSES || passes[i + 1].stage != passes[i].stage;

  assert (i + 1 == N_PASSES || passes[i + 1].stage >= passes[i].stage);
  switch (passes[i].stage)
    {
    case PTX_TEXT:
      break;
    case PTX_BEFORE:
      if (last)
	ptx_verify (program, "the offload compiler");
      break;
    case PTX_CHOSEN:
      ptx_verify (program, passes[i].name);
      break;
    case PTX_AFTER:
      if (last)
	ptx_verify (program, "the last changes");
      break;
    }
}

void
ptx_run_passes (struct ptx_program *program, const char *list)
{
  bool run[N_PASSES] = { false };

  choose_passes (run, program, list);
  for (int i = 0; i < N_PASSES; i++)
    if (run[i])
      {
	if (passes[i].stage != PTX_TEXT && !program->objects[0].code)
	  ptx_parse_program (program);
	passes[i].run (program);
	verify_after (program, i);
      }
  if (program->objects[0].code)
    ptx_print_program (program);
}
