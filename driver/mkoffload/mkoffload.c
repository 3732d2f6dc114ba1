/* The last step of compiling device code: lto-wrapper runs this program with
   all objects of a link that hold offloaded code.  It has the accelerator
   compiler turn them into PTX, and the PTX into an object that registers it
   with libgcuf.
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

#include <string.h>

#include "compile.h"
#include "loop-pointers.h"
#include "machine-code.h"
#include "object-file.h"
#include "programs.h"
#include "ptx.h"
#include "regions.h"
#include "support.h"
#include "task.h"
#include "toolkit.h"
#include "write-image.h"

#include <unistd.h>

const char program_name[] = "cudafortran mkoffload";

/* Keep the PTX of PROGRAM as it goes into the image, if the user wants that.
   The files' names have PART.  */

static void
keep_ptx (const struct task *task, const struct ptx_program *program,
	  const char *part)
{
  const char *base = format_string ("%s%s", kept_base (task), part);

  for (size_t i = 0; i < program->n && task->keep_ptx; i++)
    write_file (i == 0 ? format_string ("%s.ptx", base)
		: format_string ("%s.%zu.ptx", base, i),
		program->objects[i].text);
}

/* Compile the C file SOURCE to the object that the link gets.  */

static void
compile_image (const struct task *task, const char *source)
{
  const char *const fixed[]
    = { "-xc", "-c", "-O1", "-g0", "-w", "-fPIC",
#ifdef __x86_64__
	"-m64",
#endif
	"-fno-lto",
	"-fno-openacc", "-fno-openmp", source, "-o", task->output, NULL };
  struct strings command = { 0 };

  strings_push (&command, host_compiler ());
  push_options (&command, fixed);
  run (task, &command);
}

/* If this is the link of a shared library, let EXPORTS have those of its
   procedures that other images may call.  All code is compiled once more for
   that, if there are any and the user does not do without.  */

static void
compile_exports (const struct task *task, struct ptx_program *exports)
{
  struct host_symbols *host;

  if (task->no_exports || !link_option_p ("-shared"))
    return;
  /* EXPORTS refers to it as long as there is this program.  */
  host = xcalloc (1, sizeof *host);
  find_host_symbols (host, &task->inputs);
  if (!host->any_device_function)
    return;
  exports->host = &host->all;
  compile_program (task, exports, ".exports.mkoffload");
  if (ptx_choose_exports (exports))
    {
      ptx_run_passes (exports, chosen_passes (task));
      keep_ptx (task, exports, ".exports");
    }
}

/* True if the program of TASK may be compiled without pointers that loops
   advance: the user does not have it so anyway, and there are no regions for
   libgomp, whose maps are those of one compilation.  */

static bool
may_be_without_pointers_p (const struct task *task)
{
  return (task->machine_targets.n
	  && !link_option_p ("-fopenmp") && !link_option_p ("-fopenacc")
	  && !strings_have (&task->options, NO_LOOP_POINTERS));
}

/* TASK, for that.  */

static struct task
task_without_pointers (const struct task *task)
{
  struct task changed = *task;

  changed.options = (struct strings) { 0 };
  strings_append (&changed.options, &task->options);
  strings_push (&changed.options, NO_LOOP_POINTERS);
  /* It has all been said.  */
  strings_push (&changed.options, "-w");
  return changed;
}

/* Let OTHER be the program so compiled, as C has begun to if that is not null,
   parsed after the passes; false if it may not be.  */

static bool
compile_without_pointers (const struct task *task, struct compilation *c,
			  struct ptx_program *other)
{
  struct task changed;

  if (!may_be_without_pointers_p (task))
    return false;
  changed = task_without_pointers (task);
  if (!c || !end_compilation (c, other))
    compile_program (&changed, other, ".pointers.mkoffload");
  ptx_run_passes (other, chosen_passes (task));
  return other->objects[0].code != NULL;
}

/* Begin that compilation of TASK as C where it takes no time of the other's, and
   the user does not look at the steps.  Whether its result is wanted is known
   when the other one has been assembled.  */

static bool
begin_without_pointers (const struct task *task, struct compilation *c)
{
  if (!may_be_without_pointers_p (task) || task->verbose || task->save_temps
      || !find_toolkit_program ("ptxas")
      || sysconf (_SC_NPROCESSORS_ONLN) < 2)
    return false;
  c->task = task_without_pointers (task);
  begin_compilation (c);
  return true;
}

/* Compile the program to CUDA for libgcuf, to REGIONS for libgomp, and to
   EXPORTS for libgcuf and other images.  */

static void
compile_device_code (const struct task *task, struct ptx_program *cuda,
		     struct ptx_program *regions, struct ptx_program *exports)
{
  struct compilation c;
  bool begun = begin_without_pointers (task, &c);

  compile_program (task, cuda, ".mkoffload");
  /* Without these options at the link there is no libgomp.  */
  if (link_option_p ("-fopenmp") || link_option_p ("-fopenacc"))
    make_regions (task, cuda, regions);
  ptx_run_passes (cuda, chosen_passes (task));
  keep_ptx (task, cuda, "");
  add_machine_code (cuda, &(struct assembly_options) {
      .targets = &task->machine_targets,
      .ptx_target = task->target,
      .kept_base = task->keep_machine_code ? kept_base (task) : NULL,
      .nvcc_files = task->nvcc ? &task->nvcc->files : NULL,
      .info = task->ptx_info,
      .line_info = task->line_info,
      .verbose = task->verbose,
      .compile_without_pointers = compile_without_pointers,
      .task = task,
      .compilation = begun ? &c : NULL
    });
  /* Again, as some of it may have been replaced.  */
  keep_ptx (task, cuda, "");
  compile_exports (task, exports);
}

int
main (int argc, char **argv)
{
  struct task task = { .target = DEFAULT_TARGET };
  struct strings arguments = { 0 };
  struct ptx_program cuda = { 0 }, regions = { 0 }, exports = { 0 };
  const char *source;

  strings_expand (&arguments, argc, argv);
  take_arguments (&task, &arguments);
  source = intermediate_file (&task, ".c");
  if (any_device_code_p (&task))
    {
      prepare_environment (&task);
      task.nvcc = read_nvcc_code (task.nvcc_objects);
      compile_device_code (&task, &cuda, &regions, &exports);
    }
  write_image (source, &cuda, &regions, &exports, task.nvcc, task.target);
  compile_image (&task, source);
  return 0;
}
