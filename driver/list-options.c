/* Options with a list of words or items; gpu-options.c has those of -gpu=.
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

#include "options.h"

#include <string.h>

void
push_words (struct strings *v, const char *words)
{
  size_t n;

  for (; *words; words += n)
    {
      words += strspn (words, " ");
      n = strcspn (words, " ");
      if (n)
	strings_push (v, xstrndup (words, n));
    }
}

void
for_each_item (struct options *options, const char *option, const char *list,
	       void (*fn) (struct options *, const char *, const char *))
{
  size_t n;

  for (; *list; list += n + (list[n] == ','))
    {
      n = strcspn (list, ",");
      if (n)
	fn (options, option, xstrndup (list, n));
    }
}

/* The items of such options, and options that say the same, as in
   nvfortran-options.c.  Those of -gpu= are in gpu-options.c.  */
static const struct item
{
  const char *option;
  const char *item;
  const char *gfortran;
} items[] = {
  { "-Minfo", "acc", "-fplugin-arg-cudafortran-info" },
  { "-Minfo", "accel", "-fplugin-arg-cudafortran-info" },
  { "-Minfo", "all", "-fopt-info -fplugin-arg-cudafortran-info" },
  { "-Minfo", "autoinline", "-fopt-info-inline" },
  { "-Minfo", "ccff", "" },
  { "-Minfo", "ftn", "" },
  { "-Minfo", "hpf", "" },
  { "-Minfo", "inline", "-fopt-info-inline" },
  { "-Minfo", "intensity", "" },
  { "-Minfo", "ipa", "-fopt-info-ipa" },
  { "-Minfo", "loop", "-fopt-info-loop" },
  { "-Minfo", "lre", "" },
  { "-Minfo", "mp", "" },
  { "-Minfo", "opt", "-fopt-info" },
  { "-Minfo", "par", "" },
  { "-Minfo", "pcast", "" },
  { "-Minfo", "pfo", "" },
  { "-Minfo", "stat", "" },
  { "-Minfo", "stdpar", "" },
  { "-Minfo", "time", "" },
  { "-Minfo", "unified", "" },
  { "-Minfo", "unroll", "-fopt-info-loop" },
  { "-Minfo", "vect", "-fopt-info-vec" },

  { "-Mneginfo", "accel", "" },
  { "-Mneginfo", "all", "-fopt-info-missed" },
  { "-Mneginfo", "concur", "" },
  { "-Mneginfo", "ftn", "" },
  { "-Mneginfo", "hpf", "" },
  { "-Mneginfo", "inline", "-fopt-info-inline-missed" },
  { "-Mneginfo", "ipa", "-fopt-info-ipa-missed" },
  { "-Mneginfo", "loop", "-fopt-info-loop-missed" },
  { "-Mneginfo", "lre", "" },
  { "-Mneginfo", "mp", "" },
  { "-Mneginfo", "opt", "-fopt-info-missed" },
  { "-Mneginfo", "par", "" },
  { "-Mneginfo", "unroll", "-fopt-info-loop-missed" },
  { "-Mneginfo", "vect", "-fopt-info-vec-missed" },

  { "-Minform", "fatal", "-w" },
  { "-Minform", "severe", "-w" },
  { "-Minform", "warn", "" },
  { "-Minform", "inform", "" },
  { "-Minform", "file", "" },
  { "-Minform", "nofile", "" },

  { "-Mprof", "ccff", "" },
  { "-Mprof", "dwarf", "-g" },

  { "-Ktrap", "fp", "-ffpe-trap=invalid,zero,overflow" },
  { "-Ktrap", "inv", "-ffpe-trap=invalid" },
  { "-Ktrap", "denorm", "-ffpe-trap=denormal" },
  { "-Ktrap", "divz", "-ffpe-trap=zero" },
  { "-Ktrap", "ovf", "-ffpe-trap=overflow" },
  { "-Ktrap", "unf", "-ffpe-trap=underflow" },
  { "-Ktrap", "inexact", "-ffpe-trap=inexact" },
  { "-Ktrap", "align", "" },
  { "-Ktrap", "none", "" },

  /* Where a region runs is chosen when the program runs.  */
  { "-acc", "gpu", "-fopenacc" },
  { "-acc", "host", "-fopenacc" },
  { "-acc", "multicore", "-fopenacc" },
  { "-acc", "autopar", "-fopenacc" },
  { "-acc", "noautopar", "-fopenacc" },
  { "-acc", "noroutineseq", "-fopenacc" },
  { "-acc", "legacy", "-fopenacc" },
  { "-acc", "strict", "-fopenacc" },
  { "-acc", "verystrict", "-fopenacc" },
  { "-acc", "wait", "-fopenacc" },
  { "-acc", "nowait", "-fopenacc" },

  { "-mp", "multicore", "-fopenmp" },
  { "-mp", "gpu", "-fopenmp" },
  { "-mp", "allcores", "-fopenmp" },
  { "-mp", "bind", "-fopenmp" },
  { "-mp", "align", "-fopenmp" },
  { "-mp", "noalign", "-fopenmp" },
  { "-mp", "numa", "-fopenmp" },
  { "-mp", "nonuma", "-fopenmp" },
  { "-mp", "autopar", "-fopenmp" },
  { "-mp", "noautopar", "-fopenmp" },
  { "-mp", "ompt", "-fopenmp" },
  { "-mp", "noompt", "-fopenmp" },
};

/* Report that ITEM is not a valid argument of OPTION, and list the valid
   ones.  */

static void
refuse_item (const char *option, const char *item)
{
  const char *known = "";

  for (size_t i = 0; i < sizeof items / sizeof *items; i++)
    if (strcmp (items[i].option, option) == 0)
      known = format_string ("%s%s%s", known, *known ? ", " : "",
			     items[i].item);
  fatal ("unrecognized argument in option '%s=%s'; valid arguments to '%s=' "
	 "are: %s", option, item, option, known);
}

static void
replace_item (struct options *options, const char *option, const char *item)
{
  for (size_t i = 0; i < sizeof items / sizeof *items; i++)
    if (strcmp (items[i].option, option) == 0
	&& strcmp (items[i].item, item) == 0)
      {
	decode_words (options, items[i].gfortran);
	return;
      }
  refuse_item (option, item);
}

static void
decode_items (struct options *options, const char *option, const char *list)
{
  for_each_item (options, option, list, replace_item);
}

/* The libraries that -cudalib= knows, and what the linker calls them.  Those of
   which we have the module open them when they are needed: a program that calls
   them in no other way can be linked without them.  */
static const struct
{
  const char *name;
  const char *linked;
  bool module;
} cuda_libraries[] = {
  { "cublas", "-lcublas", true },
  { "cublaslt", "-lcublasLt", false },
  { "cublasmp", "-lcublasmp", false },
  { "cuda", "-lcuda", false },
  { "cudart", "-lcudart", false },
  { "cufft", "-lcufft", true },
  { "cufftw", "-lcufftw", false },
  { "cufftmp", "-lcufftMp", false },
  { "cupti", "-lcupti", false },
  { "curand", "-lcurand", true },
  { "cusolver", "-lcusolver", true },
  { "cusolvermg", "-lcusolverMg", false },
  { "cusolvermp", "-lcusolverMp", false },
  { "cusparse", "-lcusparse", true },
  { "cutensor", "-lcutensor", true },
  { "nvblas", "-lnvblas", false },
  { "nvlamath", "-lnvlamath", false },
  { "nvlamath_ilp64", "-lnvlamath_ilp64", false },
  { "nvshmem", "-lnvshmem_host -lnvshmem_device", false },
  { "nvtx", "-lnvToolsExt", true },
  { "nvtx3", "-lnvtx3interop", true },
  { "nccl", "-lnccl", true },
};

static void
add_cuda_library (struct options *options, const char *option, const char *item)
{
  for (size_t i = 0; i < sizeof cuda_libraries / sizeof *cuda_libraries; i++)
    if (strcmp (cuda_libraries[i].name, item) == 0)
      {
	if (cuda_libraries[i].module)
	  strings_push (&options->toolkit, cuda_libraries[i].linked);
	else
	  decode_words (options, cuda_libraries[i].linked);
	return;
      }
  fatal ("%s=%s: unknown CUDA library", option, item);
}

static void
decode_cudalib (struct options *options, const char *option, const char *list)
{
  options->any_cuda_library = true;
  for_each_item (options, option, list, add_cuda_library);
}

/* The number in the table of what the linker calls NAME, or one behind it.  */

static size_t
find_linked (const char *name)
{
  size_t i = 0;

  while (i < sizeof cuda_libraries / sizeof *cuda_libraries
	 && strcmp (cuda_libraries[i].linked + strlen ("-l"), name) != 0)
    i++;
  return i;
}

bool
own_library_p (const char *name)
{
  size_t i = find_linked (name);

  return (i < sizeof cuda_libraries / sizeof *cuda_libraries
	  && cuda_libraries[i].module);
}

bool
note_library (struct options *options, const char *name)
{
  options->any_input = true;
  if (find_linked (name) == sizeof cuda_libraries / sizeof *cuda_libraries)
    return false;
  options->any_cuda_library = true;
  if (own_library_p (name))
    strings_push_new (&options->named, LIBRARY_NAMES);
  strings_push (&options->named, format_string ("-l%s", name));
  return true;
}

/* -cuda=LIST is -cuda, and its items are those of -gpu=.  */

static void
decode_cuda (struct options *options, const char *option, const char *list)
{
  decode_option (options, option);
  decode_gpu_items (options, option, list);
}

/* -gpu=LIST, which enables CUDA Fortran if no other option says whether.  */

static void
decode_gpu (struct options *options, const char *option, const char *list)
{
  options->any_gpu = true;
  decode_gpu_items (options, option, list);
}

/* ITEM of -ta= is an accelerator, an accelerator with an item of -gpu= after a
   colon, or such an item alone, which belongs to the accelerator before.  */

static void
decode_accelerator (struct options *options, const char *option,
		    const char *item)
{
  static const char *const names[]
    = { "tesla", "nvidia", "host", "multicore" };

  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      const char *rest = after_prefix (item, names[i]);

      if (rest && *rest == ':')
	item = rest + 1;
      else if (rest && *rest == '\0')
	return;
    }
  decode_gpu_items (options, option, item);
}

static void
decode_accelerators (struct options *options, const char *option,
		     const char *list)
{
  decode_option (options, "-acc");
  for_each_item (options, option, list, decode_accelerator);
}

/* What name_items does for the libraries, and for the options of the table
   above.  */

static void
name_cuda_libraries (const char *option, name_fn *fn, void *data)
{
  (void) option;
  for (size_t i = 0; i < sizeof cuda_libraries / sizeof *cuda_libraries; i++)
    fn (cuda_libraries[i].name, data);
}

static void
name_table_items (const char *option, name_fn *fn, void *data)
{
  for (size_t i = 0; i < sizeof items / sizeof *items; i++)
    if (strcmp (items[i].option, option) == 0)
      fn (items[i].item, data);
}

static const struct
{
  const char *option;
  void (*decode) (struct options *, const char *option, const char *list);
  void (*name) (const char *option, name_fn *, void *data);
} list_options[] = {
  { "-gpu", decode_gpu, name_gpu_items },
  { "-Mcuda", decode_cuda, name_gpu_items },
  { "-cuda", decode_cuda, name_gpu_items },
  { "-ta", decode_accelerators, name_gpu_items },
  { "-cudalib", decode_cudalib, name_cuda_libraries },
  { "-Mcudalib", decode_cudalib, name_cuda_libraries },
  { "-Minfo", decode_items, name_table_items },
  { "-Mneginfo", decode_items, name_table_items },
  { "-Minform", decode_items, name_table_items },
  { "-Mprof", decode_items, name_table_items },
  { "-Ktrap", decode_items, name_table_items },
  { "-acc", decode_items, name_table_items },
  { "-mp", decode_items, name_table_items },
};

void
name_list_options (name_fn *fn, void *data)
{
  for (size_t i = 0; i < sizeof list_options / sizeof *list_options; i++)
    fn (list_options[i].option, data);
}

void
name_items (const char *option, name_fn *fn, void *data)
{
  for (size_t i = 0; i < sizeof list_options / sizeof *list_options; i++)
    if (strcmp (list_options[i].option, option) == 0)
      list_options[i].name (option, fn, data);
}

bool
decode_list_option (struct options *options, const char *s)
{
  for (size_t i = 0; i < sizeof list_options / sizeof *list_options; i++)
    {
      const char *rest = after_prefix (s, list_options[i].option);

      if (rest && *rest == '=')
	{
	  list_options[i].decode (options, list_options[i].option, rest + 1);
	  return true;
	}
    }
  return false;
}
