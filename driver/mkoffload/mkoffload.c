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

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gcuf-names.h"
#include "write-image.h"
#include "machine-code.h"
#include "object-file.h"
#include "offload-table.h"
#include "ptx.h"
#include "support.h"
#include "unresolved.h"

const char program_name[] = "cudafortran mkoffload";

/* The base name of the device library's object.  It is part of every link,
   and is alone there where a program has no device code of its own.  */
#define DEVICE_LIBRARY "gcuf-device.o"

/* What the PTX is compiled for unless an option says so.  */
#define DEFAULT_TARGET "sm_75"

/* The command line, taken apart.  */
struct task
{
  const char *output;
  const char *dump_base;
  const char *compiler;		/* That for the accelerator.  */
  const char *target;		/* "sm_75".  */
  int lowest;			/* 90 for 9.0: the devices it is for, or 0.  */
  const char *passes;		/* Over the PTX, see ptx_run_passes.  */
  bool verbose;
  bool save_temps;
  bool keep_ptx, keep_machine_code;
  bool ptx_info;		/* The assembler tells what code needs.  */
  bool no_exports;		/* Nothing is for other images.  */
  bool line_info;		/* The code says from which lines it is.  */
  struct strings machine_targets; /* "sm_90".  */
  struct strings inputs;
  struct strings options;	/* For the accelerator compiler.  */
  bool openmp;			/* It compiles OpenMP's regions.  */
};

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
      "-fcx-limited-range", NULL };

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
    fatal ("-fmachine-code=%s: no target is called so", target);
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

  if (isa)
    task->target = isa;
  else if (passes)
    task->passes = passes;
  else if (lowest)
    task->lowest = atoi (lowest);
  else if (machine)
    add_machine_target (task, machine);
  else if (starts_with (s, "-O"))
    /* The host's affair: device-options.def has ours.  */
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

static void
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
	    fatal ("missing argument of %s", s);
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

static bool
any_device_code_p (const struct task *task)
{
  for (size_t i = 0; i < task->inputs.n; i++)
    if (!device_library_p (task->inputs.data[i]))
      return true;
  return false;
}

/* True if the option OPTION is on the command line of the running link.
   GCC's driver hands it down in the environment, each word in quotes.  */

static bool
link_option_p (const char *option)
{
  const char *words = getenv ("COLLECT_GCC_OPTIONS");

  return words && strstr (words, format_string ("'%s'", option)) != NULL;
}

/* The host compiler's driver, which is running the link.  */

static const char *
host_compiler (void)
{
  const char *name = getenv ("COLLECT_GCC");

  if (!name)
    fatal ("COLLECT_GCC is not set; this program is run by lto-wrapper");
  return name;
}

/* The accelerator compiler: beside the host compiler, or in a directory that
   the link was given with -B, or in PATH.  */

static const char *
accelerator_compiler (void)
{
  const char *directory = directory_of (host_compiler ());
  const char *path = getenv ("COMPILER_PATH");
  const char *name;
  size_t n;

  if (directory)
    {
      name = format_string ("%s/%s", directory, ACCEL_GCC);
      if (program_exists (name))
	return name;
    }
  for (; path && *path; path += n + (path[n] == ':'))
    {
      n = strcspn (path, ":");
      name = format_string ("%.*s/%s", (int) n, path, ACCEL_GCC);
      if (program_exists (name))
	return name;
    }
  return ACCEL_GCC;
}

/* A file for the step's result: a temporary one, or one beside the output
   where the user asked to keep them.  */

static const char *
intermediate_file (const struct task *task, const char *suffix)
{
  return task->save_temps ? format_string ("%s%s", task->dump_base, suffix)
			  : temporary_file (suffix);
}

/* Run COMMAND.  */

static void
run (const struct task *task, const struct strings *command)
{
  int status;

  if (task->verbose)
    print_command (command);
  status = run_command (command);
  if (status != 0)
    fatal ("%s failed with exit status %d", command->data[0], status);
}

/* Run COMMAND, which links the PTX file CODE.  If it lacks procedures that
   other libraries may have, append them to PROCEDURES and return false.  */

static bool
run_link (const struct task *task, const struct strings *command,
	  const char *code, struct strings *procedures)
{
  const char *file = temporary_file (".messages");
  const char *messages;
  char *text;
  size_t size;
  int status;

  if (task->verbose)
    print_command (command);
  status = run_command_to (command, file);
  messages = read_file (file, &size);
  if (status != 0)
    {
      text = read_file (code, &size);
      if (take_unresolved (procedures, messages, text))
	return false;
      report_unresolved (messages);
    }
  fputs (messages, stderr);
  if (status != 0)
    fatal ("%s failed with exit status %d", command->data[0], status);
  return true;
}

static void
push_options (struct strings *command, const char *const *options)
{
  while (*options)
    strings_push (command, *options++);
}

/* Let COMMAND be one of the accelerator compiler that makes OUTPUT of INPUTS
   with OPTIONS and the user's.  */

static void
accelerator_command (struct strings *command, const struct task *task,
		     const char *const *options, const struct strings *inputs,
		     const char *output)
{
  const char *const fixed[] = {
    "-m64", "-dumpdir", "", "-dumpbase", output, "-dumpbase-ext", "",
    "-o", output, format_string ("-misa=%s", task->target),
    /* Before the passes it need not be what ptxas takes: see ptx-half.c; and
       the device library has code for later targets.  */
    "-Wa,--no-verify", NULL
  };

  strings_push (command, task->compiler);
  push_options (command, options);
  push_options (command, fixed);
  strings_append (command, &task->options);
  strings_append (command, inputs);
}

/* Compile all inputs to the PTX file OUTPUT, which is not linked: to the text
   of PROGRAM.  If that is for other images, procedures that they may call are
   kept; and if it is to be linked to further texts, variables that only these
   read or write are.  */

static void
compile_inputs (const struct task *task, const struct ptx_program *program,
		const char *output)
{
  static const char *const options[] = {
    "-xlto", "-S",
#define CUF_DEVICE_OPTION(option) option,
#include "device-options.def"
    /* The device library's types are not Fortran's: a logical is an int.  */
    "-Wno-lto-type-mismatch", NULL
  };
  struct strings command = { 0 };

  accelerator_command (&command, task, options, &task->inputs, output);
  if (!program->host)
    strings_push (&command, "-fwhole-program");
  if (program->host || program->procedures.n)
    {
      strings_push (&command, "-fno-ipa-reference-addressable");
      /* It is not the first time.  */
      strings_push (&command, "-w");
    }
  run (task, &command);
}

/* Link the PTX file INPUT, and what is OUTSIDE, with what device code may
   call, besides what the compiler adds itself, to OUTPUT.  False, and they are
   appended to PROCEDURES, if there are some that other libraries may have.  */

static bool
link_libraries (const struct task *task, const char *input,
		const char *outside, const char *output,
		struct strings *procedures)
{
  static const char *const no_options[] = { NULL };
  struct strings inputs = { 0 }, command = { 0 };

  strings_push (&inputs, "-xassembler");
  strings_push (&inputs, input);
  strings_push (&inputs, "-xnone");
  strings_push (&inputs, outside);
  strings_push (&inputs, "-lgfortran");
  strings_push (&inputs, "-lm");
  accelerator_command (&command, task, no_options, &inputs, output);
  return run_link (task, &command, input, procedures);
}

/* Link the PTX file CODE, in which the symbols OUTSIDE are not defined, to
   LINKED.  The linker names one procedure at a time that is nowhere: such are
   PROGRAM's procedures of other libraries.  */

static void
link_program (const struct task *task, struct ptx_program *program,
	      const char *code, const struct strings *outside,
	      const char *linked)
{
  struct strings symbols;

  do
    {
      symbols = (struct strings) { 0 };
      strings_append (&symbols, outside);
      strings_append (&symbols, &program->procedures);
    }
  while (!link_libraries (task, code, ptx_outside_object (&symbols), linked,
			  &program->procedures));
}

/* Compile all inputs to the PTX file CODE, and link it to LINKED with what is
   in GCC's libraries.  PROGRAM's imports are known then, and procedures of
   other libraries.  In code that is for kernels the regions of OpenMP cannot
   run: what they call is left out, and they are themselves when the code has
   been divided.  */

static void
compile_and_link (const struct task *task, struct ptx_program *program,
		  const char *code, const char *linked)
{
  struct strings outside = { 0 };
  char *text;
  size_t size;

  compile_inputs (task, program, code);
  text = ptx_pack_parameters (read_file (code, &size));
  write_file (code, text);
  program->imports = (struct strings) { 0 };
  ptx_find_imports (&program->imports, text);
  strings_append (&outside, &program->imports);
  if (!task->openmp)
    ptx_find_openmp_symbols (&outside, text);
  free (text);
  link_program (task, program, code, &outside, linked);
}

/* Make PROGRAM of all inputs.  Intermediate files have SUFFIX.  */

static void
compile_program (const struct task *task, struct ptx_program *program,
		 const char *suffix)
{
  const char *code = intermediate_file (task, format_string ("%s.s", suffix));
  const char *linked = intermediate_file (task, suffix);
  char *text;
  size_t size;

  compile_and_link (task, program, code, linked);
  /* Now that it is known that there are further texts.  */
  if (program->procedures.n && !program->host && !task->openmp)
    compile_and_link (task, program, code, linked);
  text = read_file (linked, &size);
  ptx_split (program, text, size);
  ptx_drop_outside_object (program);
  ptx_take_maps (program);
  program->target = (task->lowest ? task->lowest
		     : atoi (task->target + strlen ("sm_")));
}

/* Find the accelerator compiler, and leave what points into the host compiler.
   The rest of this program needs none of that: the host compiler finds its
   parts itself.  */

static void
prepare_environment (struct task *task)
{
  static const char *const environment[]
    = { "GCC_EXEC_PREFIX", "COMPILER_PATH", "LIBRARY_PATH", NULL };

  task->compiler = accelerator_compiler ();
  for (size_t i = 0; environment[i]; i++)
    unsetenv (environment[i]);
}

/* The passes over the PTX: the user's choice for one link or, to try them out,
   for all links of a shell.  */

static const char *
chosen_passes (const struct task *task)
{
  const char *passes = getenv ("GCUF_PTX_PASSES");

  if (task->passes)
    return task->passes;
  return passes && *passes ? passes : "all";
}

/* What files beside the output are called, up to their suffix: lto-wrapper adds
   the target's name to the program's.  */

static const char *
kept_base (const struct task *task)
{
  const char *suffix = strrchr (task->dump_base, '.');

  return (suffix && strcmp (suffix, ".xnvptx-none") == 0
	  ? xstrndup (task->dump_base, suffix - task->dump_base)
	  : task->dump_base);
}

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
    = { "-xc", "-c", "-O1", "-g0", "-w", "-fPIC", "-m64", "-fno-lto",
	"-fno-openacc", "-fno-openmp", source, "-o", task->output, NULL };
  struct strings command = { 0 };

  strings_push (&command, host_compiler ());
  push_options (&command, fixed);
  run (task, &command);
}

/* --- Regions ------------------------------------------------------------- */

/* What the maps of a program have.  */
struct map_contents
{
  size_t openacc, openmp;	/* So many regions.  */
  bool variables;		/* More than the device library's.  */
};

/* OpenACC's regions have the sizes of their launch in the map, OpenMP's only a
   name.  */

static bool
openmp_region_p (const char *region)
{
  return !strchr (region, ',');
}

static struct map_contents
look_at_maps (const struct ptx_program *program)
{
  struct map_contents contents = { 0 };

  for (size_t i = 0; i < program->regions.n; i++)
    if (openmp_region_p (program->regions.data[i]))
      contents.openmp++;
    else
      contents.openacc++;
  for (size_t i = 0; i < program->variables.n; i++)
    contents.variables
      |= !starts_with (program->variables.data[i], "\"" GCUF_NAME_PREFIX);
  return contents;
}

/* Append to INPUTS those of TASK without the regions of OpenACC, which are
   among those of the program CUDA.  */

static void
leave_openmp (const struct task *task, const struct ptx_program *cuda,
	      struct strings *inputs)
{
  const struct strings *regions = &cuda->regions;
  bool *keep = xmalloc (regions->n * sizeof *keep);

  for (size_t i = 0; i < regions->n; i++)
    keep[i] = openmp_region_p (regions->data[i]);
  keep_regions (inputs, &task->inputs, keep, regions->n);
  free (keep);
}

/* Compile the regions of OpenMP, which have stacks and thread numbers of their
   own, as GCC's mkoffload does it.  What the passes take for granted about
   stacks does not hold.  */

static void
compile_openmp (const struct task *task, const struct ptx_program *cuda,
		struct ptx_program *program)
{
  static const char *const options[]
    = { "-fno-openacc", "-fopenmp", "-mgomp", NULL };
  struct map_contents contents = look_at_maps (cuda);
  struct task other = *task;

  other.openmp = true;
  other.options = (struct strings) { 0 };
  strings_append (&other.options, &task->options);
  push_options (&other.options, options);
  if (contents.openacc)
    {
      other.inputs = (struct strings) { 0 };
      leave_openmp (task, cuda, &other.inputs);
    }
  compile_program (&other, program, ".openmp.mkoffload");
  if (program->regions.n != contents.openmp
      || program->variables.n != cuda->variables.n)
    fatal ("the offload compiler does not see the same in code for OpenMP");
  program->for_libgomp = true;
  program->openmp = true;
  ptx_run_passes (program, "comments,unreachable");
  refuse_procedures (&program->procedures);
}

/* Let PROGRAM have of CUDA the regions of OpenACC.  */

static void
take_openacc (const struct task *task, const struct ptx_program *cuda,
	      struct ptx_program *program)
{
  const struct strings *regions = &cuda->regions;

  ptx_copy_program (program, cuda);
  program->regions = (struct strings) { 0 };
  for (size_t i = 0; i < regions->n; i++)
    if (!openmp_region_p (regions->data[i]))
      strings_push (&program->regions, regions->data[i]);
  program->for_libgomp = true;
  program->openacc = program->regions.n != 0;
  ptx_run_passes (program, chosen_passes (task));
  refuse_procedures (&program->procedures);
}

/* The map of OPENMP, with the regions of OPENACC where they are in ALL.  */

static void
join_maps (const struct strings *all, const struct strings *openacc,
	   struct strings *openmp)
{
  struct strings result = { 0 };
  size_t n_openacc = 0, n_openmp = 0;

  for (size_t i = 0; i < all->n; i++)
    strings_push (&result, openmp_region_p (all->data[i])
			   ? openmp->data[n_openmp++]
			   : openacc->data[n_openacc++]);
  *openmp = result;
}

/* Give REGIONS what libgomp has to get of a program, whose kernels are in CUDA
   and whose regions of OpenACC are there, too.  */

static void
make_regions (const struct task *task, const struct ptx_program *cuda,
	      struct ptx_program *regions)
{
  struct map_contents contents = look_at_maps (cuda);
  struct ptx_program openacc = { 0 };

  if (contents.openmp)
    compile_openmp (task, cuda, regions);
  else if (contents.openacc || contents.variables)
    take_openacc (task, cuda, regions);
  if (contents.openmp && contents.openacc)
    {
      take_openacc (task, cuda, &openacc);
      join_maps (&cuda->regions, &openacc.regions, &regions->regions);
      regions->openacc = true;
      ptx_join (regions, &openacc);
    }
}

/* --- The whole ------------------------------------------------------------ */

/* If this is the link of a shared library, let EXPORTS have those of its
   procedures that other images may call.  All code is compiled once more for
   that, if there are any and the user does not do without.  */

static void
compile_exports (const struct task *task, struct ptx_program *exports)
{
  static struct host_symbols host;

  if (task->no_exports || !link_option_p ("-shared"))
    return;
  find_host_symbols (&host, &task->inputs);
  if (!host.any_device_function)
    return;
  exports->host = &host.all;
  compile_program (task, exports, ".exports.mkoffload");
  if (ptx_choose_exports (exports))
    {
      ptx_run_passes (exports, chosen_passes (task));
      keep_ptx (task, exports, ".exports");
    }
}

/* Compile the program to CUDA for libgcuf, to REGIONS for libgomp, and to
   EXPORTS for libgcuf and other images.  */

static void
compile_device_code (const struct task *task, struct ptx_program *cuda,
		     struct ptx_program *regions, struct ptx_program *exports)
{
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
      .info = task->ptx_info,
      .line_info = task->line_info,
      .verbose = task->verbose
    });
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
      compile_device_code (&task, &cuda, &regions, &exports);
    }
  write_image (source, &cuda, &regions, &exports, task.target);
  compile_image (&task, source);
  return 0;
}
