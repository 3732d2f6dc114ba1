/* The cudafortran command: runs gfortran with what CUDA Fortran needs.
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
#include "installation.h"
#include "libraries.h"
#include "options.h"
#include "support.h"

const char program_name[] = "cudafortran";

/* The name of the accelerator among GCC's offload targets.  */
#define OFFLOAD_TARGET "nvptx-none"

#define DEFAULT_CAPABILITY 75

static const char help_text[]
  = "Usage: cudafortran [options] file...\n"
    "Compile and link CUDA Fortran programs: run gfortran with the cudafortran\n"
    "plugin and the libgcuf runtime library.  Files named *.cuf are free-form CUDA\n"
    "Fortran, and *.CUF are preprocessed as well.  Other Fortran files are CUDA\n"
    "Fortran with -cuda or -gpu= only.\n"
    "\n"
    "Options:\n"
    "  -gpu=LIST        Set options for device code, separated by commas:\n"
    "                     ccXY      generate PTX for compute capability X.Y and\n"
    "                               later (default: cc75) and, if CUDA's ptxas is\n"
    "                               available, machine code for X.Y\n"
    "                     ccnative  the same for the first GPU of this machine\n"
    "                     ccall     generate PTX for all supported GPUs\n"
    "                     ptxonly   do not generate machine code\n"
    "                   The manual lists further ones.\n"
    "  -cuda, -nocuda   Enable or disable CUDA Fortran, whatever the files' names\n"
    "  -cudalib=LIST    Link with CUDA libraries: cublas, cufft, curand, ...\n"
    "  -Mfixed, -Mfree  Select the source form\n"
    "  -static-libgcuf  Link the runtime library statically\n"
    "  -v               Display the programs that are run\n"
    "  -###             Like -v, but run nothing\n"
    "  --version        Display the version\n"
    "  --completion=S   Display the options that begin with S\n"
    "  --help           Display this information\n"
    "\n"
    "All other options are those of gfortran, or options of nvfortran that have an\n"
    "equivalent.\n"
    "\n"
    "Environment variables:\n"
    "  CUDAFORTRAN_GFORTRAN  The gfortran to run\n"
    "  GCUF_BACKEND          Where a compiled program runs kernels: cuda or cpu\n";

static bool
offloading_p (void)
{
  return ACCEL_GCC[0] != '\0';
}

/* Print the version, and that of the compiler, which does most of the work.  */

static int
print_version (void)
{
  struct strings command = { 0 };

  printf ("cudafortran " VERSION "\n%s\n\n",
	  offloading_p ()
	  ? "Kernels are compiled for the GPU (nvptx) and for the CPU."
	  : "Built without the offload compiler: "
	    "kernels are compiled for the CPU only.");
  fflush (stdout);
  strings_push (&command, gfortran_program ());
  strings_push (&command, "--version");
  return run_command (&command);
}

/* List the options that begin with PREFIX, the driver's and gfortran's, one a
   line.  */

static int
list_completions (const char *prefix)
{
  struct strings command = { 0 };

  print_completions (prefix);
  fflush (stdout);
  strings_push (&command, gfortran_program ());
  strings_push (&command, format_string ("--completion=%s", prefix));
  return run_command (&command);
}

/* The targets that GCC has PTX for, in ascending order, from the lowest that
   gpu-options.c lets pass.  */
static const int isa_levels[] = { 70, 75, 80 };

/* The highest of these that devices of capability TARGET have.  */

static int
isa_level (int target)
{
  int level = isa_levels[0];

  for (size_t i = 0; i < sizeof isa_levels / sizeof *isa_levels; i++)
    if (isa_levels[i] <= target)
      level = isa_levels[i];
  return level;
}

/* What every gfortran gets, before the user's options, among which -cuda and
   -nocuda may say something else of CUDA Fortran.  */

static void
add_common (struct strings *command, const struct installation *where,
	    const struct options *options)
{
  strings_push (command, format_string ("-fplugin=%s", where->plugin));
  strings_push (command, format_string ("-fplugin-arg-cudafortran-modules=%s",
					where->modules));
  strings_push (command, (options->any_gpu
			  ? "-fplugin-arg-cudafortran-cuda"
			  : "-fplugin-arg-cudafortran-by-name"));
  /* Several threads run the blocks of a kernel: gfortran says so, too, where
     -pthread is named.  */
  if (options->counts)
    strings_push (command, "-fprofile-update=prefer-atomic");
}

/* True if programs find the libraries of DIRECTORY unasked: it is one of the
   system's, or what Debian has for a target in one, as x86_64-linux-gnu.  */

static bool
system_directory_p (const char *directory)
{
  static const char *const names[]
    = { "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", NULL };
  static const char ending[] = "-linux-gnu";

  for (size_t i = 0; names[i]; i++)
    if (strncmp (names[i], directory, strlen (names[i])) == 0)
      {
	const char *rest = directory + strlen (names[i]);
	size_t length = strlen (rest);
	if (length == 0)
	  return true;
	if (rest[0] == '/' && !strchr (rest + 1, '/')
	    && length > sizeof ending
	    && strcmp (rest + length - strlen (ending), ending) == 0)
	  return true;
      }
  return false;
}

static void
add_runtime (struct strings *command, const struct installation *where,
	     const struct options *options)
{
  static const char *const libraries[2][5] = {
    /* Debian drops shared libraries that the objects themselves do not use,
       but the image of the device code, which is not there yet, uses it.  */
    { "-lgcuf-runtime-names", "-Wl,--push-state,--no-as-needed", "-lgcuf",
      "-Wl,--pop-state", NULL },
    { "-lgcuf-runtime-names", "-Wl,-u,GCUF_register_image", "-l:libgcuf.a",
      "-lpthread", "-ldl" },
  };
  const char *const *names = libraries[options->static_libgcuf];

  strings_push (command, format_string ("-L%s", where->libraries));
  for (int i = 0; i < 5 && names[i]; i++)
    strings_push (command, names[i]);
  if (!options->static_libgcuf && !system_directory_p (where->libraries))
    strings_push (command, format_string ("-Wl,-rpath,%s", where->libraries));
}

/* Let INCLUDE and modules be looked for where -isystem says, behind all other
   directories: gfortran heeds that option for its preprocessor only.  */

static void
add_system_includes (struct strings *command, const struct options *options)
{
  for (size_t i = 0; i < options->system_includes.n; i++)
    strings_push (command, format_string ("-I%s",
					  options->system_includes.data[i]));
}

/* The device code of objects that become one stays what it is until the link:
   without these options GCC would translate it now.  */

static void
add_partial_link (struct strings *command)
{
  strings_push (command, "-fno-use-linker-plugin");
  strings_push (command, "-fno-lto");
}

/* What a link needs, after all objects.  */

static void
add_link (struct strings *command, const struct installation *where,
	  const struct options *options)
{
  int target = options->target ? options->target : DEFAULT_CAPABILITY;

  if (options->host_only)
    fprintf (stderr, "cudafortran: note: with %s the program has no code for "
	     "GPUs and runs on the cpu backend only\n", options->host_only);
  if (offloading_p () && !options->host_only)
    {
      if (options->old_target)
	fprintf (stderr, "cudafortran: warning: GPUs of compute capability "
		 "%d.%d cannot run the program's kernels: the lowest is "
		 "%d.%d\n", options->old_target / 10,
		 options->old_target % 10, isa_levels[0] / 10,
		 isa_levels[0] % 10);
      strings_push (command, format_string ("-B%s/", where->offload));
      strings_push (command, "-foffload=" OFFLOAD_TARGET);
      strings_push (command,
		    format_string ("-foffload-options=" OFFLOAD_TARGET
				   "=-misa=sm_%d", isa_level (target)));
      strings_push (command,
		    format_string ("-foffload-options=" OFFLOAD_TARGET
				   "=-fptx-target=sm_%d", target));
      for (size_t i = 0; i < options->machine_targets.n && !options->ptx_only;
	   i++)
	strings_push (command,
		      format_string ("-foffload-options=" OFFLOAD_TARGET
				     "=-fmachine-code=%s",
				     options->machine_targets.data[i]));
      if (options->relocatable.n)
	strings_push (command,
		      format_string ("-foffload-options=" OFFLOAD_TARGET
				     "=-fnvcc-objects=%s",
				     list_relocatable (options)));
      strings_push (command, where->device_library);
    }
  else
    strings_push (command, "-foffload=disable");
  if (options->any_cuda_library)
    add_toolkit_libraries (command, options);
  strings_append (command, &options->libraries);
  add_runtime (command, where, options);
}

int
main (int argc, char **argv)
{
  struct options options = { 0 };
  struct installation where;
  struct strings arguments = { 0 }, command = { 0 };

  strings_expand (&arguments, argc - 1, argv + 1);
  decode_options (&options, &arguments);
  if (options.help)
    {
      fputs (help_text, stdout);
      return 0;
    }
  if (options.version)
    return print_version ();
  if (options.completion)
    return list_completions (options.completion);
  find_installation (&where);
  check_installation (&where);

  strings_push (&command, gfortran_program ());
  add_common (&command, &where, &options);
  /* Before archives, whose members it asks for.  */
  if (options.link && !options.partial_link && options.relocatable.n
      && !options.device_linked)
    strings_push (&command, link_relocatable (&options));
  if (options.link && !options.partial_link)
    leave_out_libraries (&options);
  strings_append (&command, &options.gfortran);
  strings_append (&command, &options.named);
  add_system_includes (&command, &options);
  if (options.language)
    strings_push (&command, "-xnone");
  if (options.link && options.any_input)
    strings_push (&command, "-Wl,--wrap=" GCUF_NAME_PLAIN_LINK);
  if (options.link && options.partial_link)
    add_partial_link (&command);
  else if (options.link && options.any_input)
    add_link (&command, &where, &options);

  if (options.verbose || options.dry_run)
    {
      fprintf (stderr, "cudafortran " VERSION "\n");
      print_command (&command);
    }
  if (options.dry_run)
    strings_push (&command, "-###");
  return run_command (&command);
}
