/* From objects with device code to linked PTX.
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

#include "compile.h"
#include "programs.h"
#include "unresolved.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

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
  status = run_command_to (command, NULL, file);
  messages = read_file (file, &size);
  if (status != 0)
    {
      text = read_file (code, &size);
      if (take_unresolved (procedures, messages, text, task->nvcc))
	return false;
      report_unresolved (messages);
    }
  fputs (messages, stderr);
  if (status != 0)
    fatal ("%s failed with exit status %d", command->data[0], status);
  return true;
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

/* Since GCC 13 the compiler writes to the file that this variable names what the
   program requires of OpenMP's devices, a mask of 32 bits.  */
#define REQUIREMENTS_VARIABLE "GCC_OFFLOAD_OMP_REQUIRES_FILE"

/* Let PROGRAM have the requirements in FILE, which is empty if the compiler
   knows of none.  */

static void
read_requirements (struct ptx_program *program, const char *file)
{
  size_t size;
  const char *mask = read_file (file, &size);

  program->has_requirements = size == sizeof program->requirements;
  if (program->has_requirements)
    memcpy (&program->requirements, mask, size);
}

/* Compile all inputs to the PTX file OUTPUT, which is not linked: to the text
   of PROGRAM.  If that is for other images, procedures that they may call are
   kept; and if it is to be linked to further texts, variables that only these
   read or write are.  */

static void
compile_inputs (const struct task *task, struct ptx_program *program,
		const char *output)
{
  static const char *const options[] = {
    "-xlto", "-S",
#define CUF_DEVICE_OPTION(option) option,
#include "device-options.def"
    /* The device library's types are not Fortran's: a logical is an int.  */
    "-Wno-lto-type-mismatch", NULL
  };
  const char *requirements = temporary_file (".requires");
  struct strings command = { 0 };

  accelerator_command (&command, task, options, &task->inputs, output);
  if (!program->host)
    strings_push (&command, "-fwhole-program");
  if (program->host || program->procedures.n)
    strings_push (&command, "-fno-ipa-reference-addressable");
  /* If it is not the first time, it has all been said.  */
  if (program->host || program->procedures.n || link_option_p ("-w"))
    strings_push (&command, "-w");
  setenv (REQUIREMENTS_VARIABLE, requirements, 1);
  run (task, &command);
  unsetenv (REQUIREMENTS_VARIABLE);
  read_requirements (program, requirements);
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

/* Let PROGRAM have the imports of TEXT.  */

static void
take_imports (struct ptx_program *program, const char *text)
{
  program->imports = (struct strings) { 0 };
  ptx_find_imports (&program->imports, text);
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
  take_imports (program, text);
  strings_append (&outside, &program->imports);
  if (!task->openmp)
    ptx_find_openmp_symbols (&outside, text);
  free (text);
  link_program (task, program, code, &outside, linked);
}

/* Take the texts of PROGRAM from the file LINKED.  */

static void
take_texts (const struct task *task, struct ptx_program *program,
	    const char *linked)
{
  char *text;
  size_t size;

  find_nvcc_functions (program, task->nvcc);
  text = read_file (linked, &size);
  ptx_split (program, text, size);
  ptx_drop_outside_object (program);
  ptx_take_maps (program);
  program->target = (task->lowest ? task->lowest
		     : atoi (task->target + strlen ("sm_")));
}

void
compile_program (const struct task *task, struct ptx_program *program,
		 const char *suffix)
{
  const char *code = intermediate_file (task, format_string ("%s.s", suffix));
  const char *linked = intermediate_file (task, suffix);

  compile_and_link (task, program, code, linked);
  /* Now that it is known that there are further texts.  */
  if (program->procedures.n && !program->host && !task->openmp)
    compile_and_link (task, program, code, linked);
  take_texts (task, program, linked);
}

/* --- Beside the program --------------------------------------------------- */

/* The process of the compilation that has been begun, or zero.  */
static pid_t process;

/* Wait for that.  False if it has failed, or there is none.  */

static bool
wait_for_process (void)
{
  pid_t pid = process;
  int status;

  process = 0;
  while (pid && waitpid (pid, &status, 0) < 0)
    if (errno != EINTR)
      return false;
  return pid && WIFEXITED (status) && WEXITSTATUS (status) == 0;
}

/* Its files are removed when this program exits.  */

static void
wait_at_exit (void)
{
  wait_for_process ();
}

/* What the process does.  It says nothing: if it fails the program does the same
   by itself.  Nor does it link with other libraries.  */

static void __attribute__ ((noreturn))
compile_for_parent (const struct compilation *c)
{
  struct ptx_program program = { 0 };

  forget_temporary_files ();
  if (!freopen ("/dev/null", "w", stderr))
    _exit (1);
  compile_and_link (&c->task, &program, c->code, c->linked);
  exit (program.procedures.n ? 1 : 0);
}

void
begin_compilation (struct compilation *c)
{
  c->code = temporary_file (".s");
  c->linked = temporary_file (".mkoffload");
  fflush (NULL);
  process = fork ();
  if (process == 0)
    compile_for_parent (c);
  if (process < 0)
    process = 0;
  else
    atexit (wait_at_exit);
}

bool
end_compilation (const struct compilation *c, struct ptx_program *program)
{
  if (!wait_for_process ())
    return false;
  take_imports (program, read_file (c->code, NULL));
  take_texts (&c->task, program, c->linked);
  return true;
}
