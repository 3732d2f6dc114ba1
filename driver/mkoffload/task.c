/* The command line of mkoffload.
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

#include <stdlib.h>
#include <string.h>

#include "task.h"

/* The base name of the device library's object.  It is part of every link,
   and is alone there where a program has no device code of its own.  */
#define DEVICE_LIBRARY "gcuf-device.o"

static bool
in_list (const char *const *list, const char *s)
{
  while (*list && strcmp (*list, s) != 0)
    list++;
  return *list != NULL;
}

/* Options that must not reach the accelerator compiler: for OpenMP it changes
   the stack layout of all code, and its runtime support would be linked in.
   The outlined regions are part of the streamed code already.  The others
   change what expressions mean: GCC does not inline the device library into
   code for which they mean something else.  The front end has seen to what
   -ffast-math allows.  */
static const char *const dropped_options[]
  = { "-fopenmp", "-fno-openmp", "-mgomp", "-fopenmp-simd",
      "-ffast-math", "-funsafe-math-optimizations", "-ffinite-math-only",
      "-fno-signed-zeros", "-fassociative-math", "-freciprocal-math",
      "-fno-trapping-math", "-fmath-errno", "-fwrapv", "-ftrapv",
      "-fcx-limited-range",
      /* For libraries of the accelerator's, which are linked in any case.  */
      "-l_GCC_gfortran", "-l_GCC_m", "-l_GCC_stdc++", NULL };

/* The assembler has CUDA's ptxas look at the code, where there is one.  Those
   of recent CUDA releases know nothing below sm_75.  */
static const char *const old_targets[]
  = { "sm_30", "sm_35", "sm_53", "sm_70", NULL };

/* TARGET, as of -fmachine-code=TARGET.  Options come once for the link and once
   for what the objects were compiled with.  */

static void
add_machine_target (struct task *task, const char *target)
{
  if (!starts_with (target, "sm_"))
    fatal ("unrecognized argument in option '-fmachine-code=%s'; targets begin "
	   "with 'sm_'", target);
  if (!in_list (old_targets, target)
      && !(task->machine_targets.n
	   && in_list (task->machine_targets.data, target)))
    strings_push (&task->machine_targets, target);
}

/* Take the option S if it is one that switches something on.  */

static bool
take_switch (struct task *task, const char *s)
{
  const struct
  {
    const char *option;
    bool *value;
  } switches[] = {
    { "-fkeep-ptx", &task->keep_ptx },
    { "-fkeep-machine-code", &task->keep_machine_code },
    { "-fptx-info", &task->ptx_info },
    { "-fno-device-exports", &task->no_exports },
  };

  for (size_t i = 0; i < sizeof switches / sizeof *switches; i++)
    if (strcmp (s, switches[i].option) == 0)
      return *switches[i].value = true;
  return false;
}

static void
take_option (struct task *task, const char *s)
{
  const char *isa = after_prefix (s, "-misa=");
  const char *passes = after_prefix (s, "-fptx-passes=");
  const char *machine = after_prefix (s, "-fmachine-code=");
  const char *lowest = after_prefix (s, "-fptx-target=sm_");
  const char *nvcc_objects = after_prefix (s, "-fnvcc-objects=");

  if (isa)
    task->target = isa;
  else if (passes)
    task->passes = passes;
  else if (lowest)
    task->lowest = atoi (lowest);
  else if (nvcc_objects)
    task->nvcc_objects = nvcc_objects;
  else if (machine)
    add_machine_target (task, machine);
  else if (starts_with (s, "-O") || starts_with (s, "-fcf-protection"))
    /* The host's affair: device-options.def has ours, and of the other the
       accelerator has nothing.  Distributions compile all with that.  */
    return;
  else if (strcmp (s, "-foffload-abi=ilp32") == 0)
    fatal ("device code needs a 64-bit host");
  else if (!take_switch (task, s) && !in_list (dropped_options, s))
    {
      if (starts_with (s, "-g"))
	task->line_info = strcmp (s, "-g0") != 0;
      task->verbose |= strcmp (s, "-v") == 0;
      task->save_temps |= strcmp (s, "-save-temps") == 0;
      strings_push (&task->options, s);
    }
}

void
take_arguments (struct task *task, const struct strings *arguments)
{
  const struct
  {
    const char *option;
    const char **value;
  } with_value[] = {
    { "-o", &task->output },
    { "-dumpbase", &task->dump_base },
  };
  const size_t n = sizeof with_value / sizeof *with_value;

  for (size_t i = 1, j; i < arguments->n; i++)
    {
      const char *s = arguments->data[i];

      for (j = 0; j < n && strcmp (with_value[j].option, s) != 0; j++)
	continue;
      if (j < n)
	{
	  if (++i == arguments->n)
	    fatal ("missing argument to '%s'", s);
	  *with_value[j].value = arguments->data[i];
	}
      else if (s[0] == '-')
	take_option (task, s);
      else
	strings_push (&task->inputs, s);
    }
  if (!task->output)
    fatal ("no output file; this program is run by lto-wrapper");
  if (!task->dump_base)
    task->dump_base = task->output;
}

/* True if INPUT, a file name or FILE@OFFSET for a member of an archive, is the
   device library.  */

static bool
device_library_p (const char *input)
{
  const char *slash = strrchr (input, '/');

  return strcmp (slash ? slash + 1 : input, DEVICE_LIBRARY) == 0;
}

bool
any_device_code_p (const struct task *task)
{
  for (size_t i = 0; i < task->inputs.n; i++)
    if (!device_library_p (task->inputs.data[i]))
      return true;
  return false;
}

const char *
intermediate_file (const struct task *task, const char *suffix)
{
  return task->save_temps ? format_string ("%s%s", task->dump_base, suffix)
			  : temporary_file (suffix);
}

const char *
chosen_passes (const struct task *task)
{
  const char *passes = getenv ("GCUF_PTX_PASSES");

  if (task->passes)
    return task->passes;
  return passes && *passes ? passes : "all";
}

const char *
kept_base (const struct task *task)
{
  const char *suffix = strrchr (task->dump_base, '.');

  return (suffix && strcmp (suffix, ".xnvptx-none") == 0
	  ? xstrndup (task->dump_base, suffix - task->dump_base)
	  : task->dump_base);
}
