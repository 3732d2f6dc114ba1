/* Machine code beside the PTX: runs CUDA's assembler and fatbinary.
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

#include "machine-code.h"
#include "fewer-registers.h"
#include "loop-pointers.h"
#include "toolkit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is being made.  */
struct assembly
{
  const char *ptxas, *fatbinary, *nvlink;
  struct ptx_program *program;
  const struct assembly_options *options;
  bool relocatable;		/* Other objects are linked with it.  */
  bool settled;			/* The program's code is final.  */
};

/* The option for ptxas to assemble kernels with some threads.  It writes the
   number into the machine code, so that is the same on every machine.  Not for
   relocatable code: there it takes many more registers then.  */
#define SPLIT_COMPILE "split-compile"
#define PTXAS_THREADS 4

/* Until ptxas says that it does not know the option.  */
static bool split_compile = true;

/* Run COMMAND, with what it has to say in the file MESSAGES or, if that is
   null, for the user.  False if it fails.  */

static bool
run (const struct assembly *assembly, const struct strings *command,
     const char *messages)
{
  if (assembly->options->verbose)
    print_command (command);
  return run_command_to (command, NULL, messages) == 0;
}

/* Write TEXT to a file.  */

static const char *
write_ptx (const char *text)
{
  const char *name = temporary_file (".ptx");

  write_file (name, text);
  return name;
}

/* The file for the machine code of object number N for TARGET.  */

static const char *
machine_code_file (const struct assembly *assembly, const char *target,
		   size_t n)
{
  const char *base = assembly->options->kept_base;

  if (!base)
    return temporary_file (".cubin");
  return (n == 0 ? format_string ("%s.%s.cubin", base, target)
	  : format_string ("%s.%zu.%s.cubin", base, n, target));
}

/* True if a line of MESSAGES, ptxas's, says that it is older than the target or
   the PTX: then it cannot say whether the code is good.  */

static bool
too_old_p (const char *messages)
{
  return strstr (messages, "is not defined for option 'gpu-name'")
	 || strstr (messages, "Unsupported .version")
	 || strstr (messages, "Unsupported gpu architecture");
}

/* The name that a line of ptxas's MESSAGE has in quotes after WORD, or
   null.  */

static const char *
quoted_name (const char *message, const char *word)
{
  const char *name = strstr (message, word);

  if (!name)
    return NULL;
  name += strlen (word);
  return xstrndup (name, strcspn (name, "'\n"));
}

/* The function that line N of TEXT, PTX as it is printed, is in; or null.  */

static const char *
function_at_line (const char *text, int n)
{
  const char *name = NULL;

  for (; *text && n > 0; n--, text += strcspn (text, "\n"), text += *text != 0)
    {
      const char *paren = memchr (text, '(', strcspn (text, "\n"));
      const char *word = strstr (text, ".entry ");

      if (!word || word > text + strcspn (text, "\n"))
	word = strstr (text, ".func ");
      if (*text == '.' && word && word < text + strcspn (text, "\n"))
	{
	  word = strchr (word, ' ') + 1;
	  /* Results stand before the name.  */
	  if (*word == '(' && paren)
	    word += strcspn (word, ")\n") + 1;
	  word += strspn (word, " ");
	  name = xstrndup (word, strcspn (word, " (;\n"));
	}
    }
  return name;
}

/* Report the line MESSAGE of ptxas about object number N of the program, with
   the place of the function in the source if it names one.  */

static void
report_message (const struct assembly *assembly, size_t n, const char *message)
{
  const char *text = strstr (message, "error   : ");
  const char *line = strstr (message, ", line ");
  const char *name = quoted_name (message, "function '");

  if (!text)
    {
      if (!strstr (message, "aborted due to errors"))
	fprintf (stderr, "%s\n", message);
      return;
    }
  text += strlen ("error   : ");
  if (!name && line)
    name = function_at_line (assembly->program->objects[n].text,
			     atoi (line + strlen (", line ")));
  if (name)
    ptx_error (assembly->program, name,
	       format_string ("ptxas rejects its code: %s", text));
  else
    fprintf (stderr, "%s\n", message);
}

static void
report_messages (const struct assembly *assembly, size_t n,
		 const char *messages)
{
  size_t length;

  for (; *messages; messages += length + (messages[length] == '\n'))
    {
      length = strcspn (messages, "\n");
      report_message (assembly, n, xstrndup (messages, length));
    }
}

/* Print MESSAGES of ptxas about what it has assembled, without the lines that
   tell what functions take unless the user wants them of the program's own
   code, which OWN says that this is.  */

static void
print_messages (const struct assembly *assembly, const char *messages, bool own)
{
  bool all = own && assembly->options->info;
  size_t length;

  for (; *messages; messages += length + (messages[length] != 0))
    {
      length = strcspn (messages, "\n");
      if (all || !(starts_with (messages, "ptxas info") || *messages == ' '))
	fprintf (stderr, "%.*s\n", (int) length, messages);
    }
}

/* Run ptxas on file PTX, which is object number N, for TARGET, with the result
   in the file OUTPUT.  False if it fails.  Either way its messages, which for
   the program's own code tell what each function takes, are in *MESSAGES.  An
   older ptxas, without the option for threads, is run again.  */

static bool
run_ptxas (const struct assembly *assembly, const char *ptx, const char *target,
	   size_t n, const char *output, const char **messages)
{
  const char *file = temporary_file (".messages");
  unsigned registers = (n > 0 ? assembly->program->registers
			: assembly->program->own_registers);
  bool threads = split_compile && !assembly->relocatable;
  struct strings command = { 0 };
  bool done;

  strings_push (&command, assembly->ptxas);
  if (assembly->relocatable)
    strings_push (&command, "-c");
  if (registers)
    strings_push (&command, format_string ("-maxrregcount=%u", registers));
  if (assembly->options->line_info)
    strings_push (&command, "-lineinfo");
  if (threads)
    strings_push (&command,
		  format_string ("-" SPLIT_COMPILE "=%d", PTXAS_THREADS));
  if (n == 0)
    strings_push (&command, "-v");
  strings_push (&command, format_string ("-arch=%s", target));
  strings_push (&command, ptx);
  strings_push (&command, "-o");
  strings_push (&command, output);
  done = run (assembly, &command, file);
  *messages = read_file (file, NULL);
  if (done || !threads || !strstr (*messages, SPLIT_COMPILE))
    return done;
  split_compile = false;
  return run_ptxas (assembly, ptx, target, n, output, messages);
}

/* Assemble file PTX, which is object number N, for TARGET, to the file OUTPUT,
   and let *MESSAGES be what ptxas says.  False if it does not know the target.
   Code that it refuses is an error.  */

static bool
assemble (const struct assembly *assembly, const char *ptx, const char *target,
	  size_t n, const char *output, const char **messages)
{
  if (run_ptxas (assembly, ptx, target, n, output, messages))
    return true;
  if (!too_old_p (*messages))
    {
      report_messages (assembly, n, *messages);
      fatal ("device code cannot be assembled for %s", target);
    }
  fputs (*messages, stderr);
  return false;
}

/* Put kernels without pointers that loops advance into the program's own code, in
   file PTX, where that is better for TARGET; false if it is for none.  *MESSAGES is
   what ptxas said, and would say.  This is done for the first target: the code is
   the same for all.  */

static bool
replace_pointers (struct assembly *assembly, const char *ptx,
		  const char *target, const char **messages)
{
  struct ptx_program *program = assembly->program, other = { 0 };
  struct strings names = { 0 };
  const char *told;

  if (assembly->settled || assembly->relocatable)
    return false;
  assembly->settled = true;
  if (!find_pointer_kernels (&names, program, target, *messages)
      || !assembly->options->compile_without_pointers (
	    assembly->options->task, assembly->options->compilation, &other)
      || !run_ptxas (assembly, write_ptx (print_without_pointers (&other,
								  &names)),
		     target, 0, temporary_file (".cubin"), &told)
      || !take_without_pointers (program, &other, target, messages, told,
				 &names))
    return false;
  program->objects[0].text = ptx_print (program->objects[0].code);
  write_file (ptx, program->objects[0].text);
  return true;
}

/* The text of the program's own code with limits for kernels that take fewer
   registers for TARGET and are no worse for it, so that more threads run; or null
   if there are none.  MESSAGES is what ptxas says without limits.  */

static char *
limited_text (const struct assembly *assembly, const char *target,
	      const char *messages)
{
  const struct ptx_code *code = assembly->program->objects[0].code;
  struct register_limits limits = { 0 };
  char *text = NULL;
  const char *told;

  if (code && find_register_limits (&limits, code, target, messages)
      && run_ptxas (assembly, write_ptx (print_limited (code, &limits, true)),
		    target, 0, temporary_file (".cubin"), &told)
      && keep_register_limits (&limits, told))
    text = print_limited (code, &limits, false);
  free (limits.kernels);
  return text;
}

/* The program's own code, in file PTX, has been assembled for TARGET to the file
   OUTPUT, and *MESSAGES is what ptxas said.  Do so again if there is better
   code.  */

static void
assemble_better (struct assembly *assembly, const char *ptx,
		 const char *target, const char *output,
		 const char **messages)
{
  bool replaced = replace_pointers (assembly, ptx, target, messages);
  char *text = limited_text (assembly, target, *messages);

  if (text || replaced)
    assemble (assembly, text ? write_ptx (text) : ptx, target, 0, output,
	      messages);
}

/* The machine code for TARGET of file PTX, which is object number N: the name
   of a file, or null if ptxas does not know the target.  */

static const char *
machine_code (struct assembly *assembly, const char *ptx,
	      const char *target, size_t n)
{
  const char *output = machine_code_file (assembly, target, n), *messages;

  if (!assemble (assembly, ptx, target, n, output, &messages))
    return NULL;
  if (n == 0)
    assemble_better (assembly, ptx, target, output, &messages);
  print_messages (assembly, messages, n == 0);
  return output;
}

/* The option of fatbinary for FILE of kind KIND for TARGET.  */

static const char *
image_option (const char *kind, const char *target, const char *file)
{
  return format_string ("--image3=kind=%s,sm=%s,file=%s", kind,
			target + strlen ("sm_"), file);
}

/* Put file PTX and the machine code that IMAGES are the options for into
   OBJECT's fat binary.  */

static void
bind (const struct assembly *assembly, struct ptx_object *object,
      const char *ptx, const struct strings *images)
{
  const char *output = temporary_file (".fatbin");
  struct strings command = { 0 };

  strings_push (&command, assembly->fatbinary);
  strings_push (&command, format_string ("--create=%s", output));
  strings_push (&command, "-64");
  strings_push (&command, "--compress=false");
  if (assembly->relocatable)
    strings_push (&command, "-c");
  strings_append (&command, images);
  strings_push (&command, image_option ("ptx", assembly->options->ptx_target,
					ptx));
  if (!run (assembly, &command, NULL))
    fatal ("%s failed", assembly->fatbinary);
  object->binary = read_file (output, &object->binary_size);
}

/* True if all procedures that the program lacks are of objects by nvcc that
   nvlink can be tried with.  */

static bool
try_link_p (const struct assembly *assembly)
{
  const struct ptx_program *program = assembly->program;

  return (assembly->nvlink && assembly->options->nvcc_files
	  && program->nvcc_functions.n
	  && program->nvcc_functions.n == program->procedures.n);
}

/* Link the files CUBINS, machine code for TARGET, with nvcc's objects, as the
   driver will do.  What it refuses is an error.  */

static void
try_link (const struct assembly *assembly, const char *target,
	  const struct strings *cubins)
{
  const char *file = temporary_file (".messages");
  struct strings command = { 0 };
  const char *messages;

  strings_push (&command, assembly->nvlink);
  strings_push (&command, format_string ("-arch=%s", target));
  strings_append (&command, cubins);
  strings_append (&command, assembly->options->nvcc_files);
  strings_push (&command, "-o");
  strings_push (&command, temporary_file (".cubin"));
  if (run (assembly, &command, file))
    return;
  messages = read_file (file, NULL);
  if (strstr (messages, "not found in"))
    warning ("objects by nvcc have no code for %s, nor PTX for less; such "
	     "devices cannot run the program's kernels", target);
  else
    {
      fputs (messages, stderr);
      fatal ("device code cannot be linked with that of nvcc for %s", target);
    }
}

/* Assemble the N files PTX for TARGET and add the options for the results to
   IMAGES, for each file its own.  */

static void
assemble_all (struct assembly *assembly, const struct strings *ptx,
	      const char *target, struct strings *images)
{
  struct strings cubins = { 0 }, results = { 0 };

  for (size_t i = 0; i < ptx->n; i++)
    {
      const char *result = machine_code (assembly, ptx->data[i], target, i);

      if (!result)
	{
	  warning ("this ptxas is too old for %s; such devices compile the PTX at "
		   "run time", target);
	  return;
	}
      strings_push (&cubins, result);
      strings_push (&results, image_option ("elf", target, result));
    }
  if (try_link_p (assembly))
    try_link (assembly, target, &cubins);
  for (size_t i = 0; i < ptx->n; i++)
    strings_push (&images[i], results.data[i]);
}

/* Report what the program's code needs on its lowest target, if there will be
   no machine code for which the assembler does so.  */

static void
report_ptx (const struct assembly *assembly, const char *ptx)
{
  struct assembly_options options = *assembly->options;
  struct assembly trial = *assembly;

  options.kept_base = NULL;
  trial.options = &options;
  trial.settled = true;
  if (!machine_code (&trial, ptx, options.ptx_target, 0))
    warning ("%s does not support %s", trial.ptxas, options.ptx_target);
}

void
add_machine_code (struct ptx_program *program,
		  const struct assembly_options *options)
{
  struct assembly assembly = { find_toolkit_program ("ptxas"),
			       find_toolkit_program ("fatbinary"),
			       find_toolkit_program ("nvlink"),
			       program, options,
			       program->n > 1 || program->procedures.n > 0,
			       false };
  struct strings ptx = { 0 };
  struct strings *images;

  if (options->info && !assembly.ptxas)
    warning ("cannot report what device code needs: no ptxas found");
  if (options->kept_base
      && (options->targets->n == 0 || !assembly.ptxas || !assembly.fatbinary))
    warning ("there is no machine code to keep");
  if (!assembly.ptxas)
    return;
  if (options->targets->n == 0 || !assembly.fatbinary)
    {
      if (options->info)
	report_ptx (&assembly, write_ptx (program->objects[0].text));
      return;
    }
  images = xmalloc (program->n * sizeof *images);
  memset (images, 0, program->n * sizeof *images);
  for (size_t i = 0; i < program->n; i++)
    strings_push (&ptx, write_ptx (program->objects[i].text));
  for (size_t i = 0; i < options->targets->n; i++)
    assemble_all (&assembly, &ptx, options->targets->data[i], images);
  for (size_t i = 0; i < program->n && images[0].n > 0; i++)
    bind (&assembly, &program->objects[i], ptx.data[i], &images[i]);
  free (images);
}
