/* The options of cudafortran: its own, nvfortran's, and gfortran's.
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

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

/* --- Options that stand for others -------------------------------------- */

/* An option of nvfortran's and what gfortran calls it.  An empty string is for
   what gfortran does anyhow, and for what only allows or advises something.  */
static const struct replacement
{
  const char *option;
  const char *gfortran;
} replacements[] = {
  { "-cuda", "-fplugin-arg-cudafortran-cuda" },
  { "-Mcuda", "-fplugin-arg-cudafortran-cuda" },
  { "-Mfixed", "-ffixed-form" },
  { "-Mfree", "-ffree-form" },
  { "-Mfreeform", "-ffree-form" },
  { "-Mnofree", "-ffixed-form" },
  { "-Mnofreeform", "-ffixed-form" },
  { "-Mextend", "-ffixed-line-length-132" },
  { "-Mpreprocess", "-cpp" },
  { "-Mnopreprocess", "-nocpp" },
  { "-Mbackslash", "-fno-backslash" },
  { "-Mnobackslash", "-fbackslash" },
  { "-Mbounds", "-fcheck=bounds" },
  { "-Mnobounds", "-fcheck=no-bounds" },
  { "-Mchkptr", "-fcheck=pointer" },
  { "-Mstandard", "-pedantic" },
  { "-Mdclchk", "-fimplicit-none" },
  { "-Mnodclchk", "" },
  { "-Mdlines", "-fd-lines-as-code" },
  { "-Mnodlines", "-fd-lines-as-comments" },
  { "-Msave", "-fno-automatic" },
  { "-Mnosave", "" },
  { "-Mrecursive", "-frecursive" },
  { "-Mnorecursive", "" },
  { "-Mr8", "-fdefault-real-8 -fdefault-double-8" },
  { "-Mi4", "" },
  { "-Mbyteswapio", "-fconvert=swap" },
  { "-Mallocatable=95", "-fno-realloc-lhs" },
  { "-Mallocatable=03", "-frealloc-lhs" },
  { "-Mstack_arrays", "-fstack-arrays" },
  { "-Mnostack_arrays", "-fno-stack-arrays" },
  { "-Munroll", "-funroll-loops" },
  { "-Mnounroll", "-fno-unroll-loops" },
  { "-Mvect", "-ftree-vectorize" },
  { "-Mnovect", "-fno-tree-vectorize" },
  { "-Minline", "-finline-functions" },
  { "-Mnoinline", "-fno-inline" },
  { "-Mpre", "-ftree-pre" },
  { "-Mnopre", "-fno-tree-pre" },
  { "-Mfma", "-ffp-contract=fast" },
  { "-Mnofma", "-ffp-contract=off" },
  { "-Mfprelaxed", "-ffast-math" },
  { "-Mnofprelaxed", "-fno-fast-math" },
  { "-Mflushz", "" },
  { "-Mnoflushz", "" },
  { "-Mlre", "" },
  { "-Mnolre", "" },
  { "-Mcache_align", "" },
  { "-Mlarge_arrays", "" },
  { "-Mnomain", "" },
  { "-Mframe", "-fno-omit-frame-pointer" },
  { "-Mnoframe", "-fomit-frame-pointer" },
  { "-Mkeepasm", "-save-temps" },
  { "-Mnoopenmp", "-fno-openmp" },
  { "-Minfo", "-fopt-info" },
  { "-Minfo=all", "-fopt-info -fplugin-arg-cudafortran-info" },
  { "-Minfo=vect", "-fopt-info-vec" },
  { "-Minfo=loop", "-fopt-info-loop" },
  { "-Minfo=opt", "-fopt-info" },
  { "-Minfo=inline", "-fopt-info-inline" },
  { "-Minfo=accel", "-fplugin-arg-cudafortran-info" },
  { "-Minfo=mp", "" },
  { "-Minfo=par", "" },
  { "-Mneginfo", "-fopt-info-missed" },
  { "-mp", "-fopenmp" },
  { "-mp=multicore", "-fopenmp" },
  { "-nomp", "-fno-openmp" },
  { "-r4", "" },
  { "-r8", "-fdefault-real-8 -fdefault-double-8" },
  { "-i4", "" },
  { "-i8", "-fdefault-integer-8" },
  { "-byteswapio", "-fconvert=swap" },
  { "-fast", "-O3" },
  { "-fastsse", "-O3" },
  { "-O4", "-O3" },
  { "-gopt", "-g" },
  { "-fpic", "-fPIC" },
  { "-Kpic", "-fPIC" },
  { "-KPIC", "-fPIC" },
  { "-Kieee", "-fno-fast-math" },
  { "-Knoieee", "" },
  { "-tp=host", "-march=native" },
  { "-tp=native", "-march=native" },
  { "-Bstatic", "-static" },
  { "-Bdynamic", "" },
  { "-Bstatic_pgi", "-static-libgfortran" },
  { "-c++libs", "-lstdc++" },
  { "-silent", "-w" },
};

/* Where an option of nvfortran's is not in a table, the beginnings that tell it
   from gfortran's own, and what else there may be to say.  */
static const struct refusal
{
  const char *prefix;
  bool whole;			/* The prefix is the option, or ends at `='.  */
  const char *remedy;
} refusals[] = {
  { "-Mconcur", false, "; -ftree-parallelize-loops=N is gfortran's" },
  { "-acc", true, "; -fopenacc compiles OpenACC, as GCC does" },
  { "-stdpar", true, "" },
  { "-mp=", false, "; -fopenmp compiles OpenMP, as GCC does" },
  { "-target=", false, "" },
  { "-tp=", false, "; -march= is gfortran's" },
  { "-i2", true, "" },
  { "-r16", true, "" },
  { "-Mipa", false, "; -flto is gfortran's" },
  { "-cudaforlibs", true, "; name the libraries with -cudalib=" },
};

static void
refuse (const char *option, const char *remedy)
{
  fatal ("option %s is not supported%s", option, remedy);
}

static bool
replace_option (struct options *options, const char *s)
{
  for (size_t i = 0; i < sizeof replacements / sizeof *replacements; i++)
    if (strcmp (replacements[i].option, s) == 0)
      {
	push_words (&options->gfortran, replacements[i].gfortran);
	return true;
      }
  return false;
}

static void
check_refusals (const char *s)
{
  for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
    {
      const char *rest = after_prefix (s, refusals[i].prefix);

      if (rest && (!refusals[i].whole || *rest == '\0' || *rest == '='))
	refuse (s, refusals[i].remedy);
    }
  /* GCC's own options of this letter write dependencies: -M, -MD, -MMD, ...
     All of nvfortran's go on in lower case.  */
  if (s[1] == 'M' && s[2] >= 'a' && s[2] <= 'z')
    refuse (s, "");
}

/* --- Options with a list -------------------------------------------------- */

/* The libraries that -cudalib= knows, and what the linker calls them.  */
static const struct replacement cuda_libraries[] = {
  { "cublas", "-lcublas" },
  { "cublaslt", "-lcublasLt" },
  { "cufft", "-lcufft" },
  { "cufftw", "-lcufftw" },
  { "curand", "-lcurand" },
  { "cusolver", "-lcusolver" },
  { "cusolvermg", "-lcusolverMg" },
  { "cusparse", "-lcusparse" },
  { "cutensor", "-lcutensor" },
  { "nvblas", "-lnvblas" },
  { "nvtx", "-lnvToolsExt" },
  { "nccl", "-lnccl" },
};

static void
add_cuda_library (struct options *options, const char *option, const char *item)
{
  for (size_t i = 0; i < sizeof cuda_libraries / sizeof *cuda_libraries; i++)
    if (strcmp (cuda_libraries[i].option, item) == 0)
      {
	strings_push (&options->libraries, cuda_libraries[i].gfortran);
	return;
      }
  fatal ("%s=%s: unknown CUDA library", option, item);
}

/* Let the linker and the program find the toolkit's libraries, if the toolkit
   is where the environment says or in its usual place.  */

static void
add_cuda_directory (struct options *options)
{
  const char *const roots[]
    = { getenv ("CUDA_HOME"), getenv ("CUDA_PATH"), "/usr/local/cuda" };

  for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
    if (roots[i] && file_exists (format_string ("%s/lib64/libcudart.so",
						roots[i])))
      {
	strings_push (&options->libraries,
		      format_string ("-L%s/lib64", roots[i]));
	strings_push (&options->libraries,
		      format_string ("-Wl,-rpath,%s/lib64", roots[i]));
	return;
      }
}

static void
decode_cudalib (struct options *options, const char *option, const char *list)
{
  add_cuda_directory (options);
  for_each_item (options, option, list, add_cuda_library);
}

static const struct
{
  const char *option;
  void (*decode) (struct options *, const char *option, const char *list);
} list_options[] = {
  { "-gpu", decode_gpu },
  { "-Mcuda", decode_gpu },
  { "-cuda", decode_gpu },
  { "-cudalib", decode_cudalib },
};

static bool
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

/* --- Options that change what the driver does ---------------------------- */

/* The option and the flag that it sets or, with VALUE false, clears.  PASS
   says whether gfortran sees it too.  */
static const struct
{
  const char *option;
  size_t flag;
  bool value;
  bool pass;
} flag_options[] = {
#define FLAG(NAME) offsetof (struct options, NAME)
  { "-c", FLAG (link), false, true },
  { "-S", FLAG (link), false, true },
  { "-E", FLAG (link), false, true },
  { "-M", FLAG (link), false, true },
  { "-MM", FLAG (link), false, true },
  { "-fsyntax-only", FLAG (link), false, true },
  { "-r", FLAG (link), false, true },
  { "-v", FLAG (verbose), true, true },
  { "-###", FLAG (dry_run), true, true },
  { "-dryrun", FLAG (dry_run), true, false },
  { "--version", FLAG (version), true, false },
  { "-V", FLAG (version), true, false },
  { "--help", FLAG (help), true, false },
  { "-help", FLAG (help), true, false },
  { "-static-libgcuf", FLAG (static_libgcuf), true, false },
  { "-Bstatic_nvidia", FLAG (static_libgcuf), true, false },
  { "-static", FLAG (static_libgcuf), true, true },
#undef FLAG
};

static bool
set_flag (struct options *options, const char *s)
{
  for (size_t i = 0; i < sizeof flag_options / sizeof *flag_options; i++)
    if (strcmp (flag_options[i].option, s) == 0)
      {
	*(bool *) ((char *) options + flag_options[i].flag)
	  = flag_options[i].value;
	if (flag_options[i].pass)
	  strings_push (&options->gfortran, s);
	return true;
      }
  return false;
}

/* --- Input files --------------------------------------------------------- */

/* The languages of input files.  It is null where gfortran knows it from the
   suffix.  */
static const struct suffix
{
  const char *suffix;
  const char *language;
  bool fortran;
} suffixes[] = {
  { ".cuf", "f95", true },
  { ".CUF", "f95-cpp-input", true },
  { ".f", NULL, true },
  { ".for", NULL, true },
  { ".ftn", NULL, true },
  { ".fpp", NULL, true },
  { ".f90", NULL, true },
  { ".f95", NULL, true },
  { ".f03", NULL, true },
  { ".f08", NULL, true },
  { ".c", NULL, false },
  { ".cc", NULL, false },
  { ".cpp", NULL, false },
  { ".cxx", NULL, false },
  { ".C", NULL, false },
  { ".i", NULL, false },
  { ".ii", NULL, false },
};

/* The entry for NAME's suffix: an exact one, or one that differs in case.  */

static const struct suffix *
find_suffix (const char *name)
{
  const char *dot = strrchr (name, '.');
  const struct suffix *inexact = NULL;

  if (!dot)
    return NULL;
  for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
    if (strcmp (dot, suffixes[i].suffix) == 0)
      return &suffixes[i];
    else if (!inexact && suffixes[i].fortran && !suffixes[i].language
	     && strcasecmp (dot, suffixes[i].suffix) == 0)
      inexact = &suffixes[i];
  return inexact;
}

static void
add_input (struct options *options, const char *name)
{
  const struct suffix *suffix = options->language ? NULL : find_suffix (name);

  options->any_input = true;
  options->any_other_language |= suffix && !suffix->fortran;
  if (!suffix || !suffix->language)
    {
      strings_push (&options->gfortran, name);
      return;
    }
  strings_push (&options->gfortran, "-x");
  strings_push (&options->gfortran, suffix->language);
  strings_push (&options->gfortran, name);
  strings_push (&options->gfortran, "-x");
  strings_push (&options->gfortran, "none");
}

/* --- The command line ---------------------------------------------------- */

/* Options whose argument is the next word, which is not to be taken for an
   input file, or for an option of ours.  */
static const char *const with_argument[] = {
  "-o", "-I", "-L", "-J", "-D", "-U", "-x", "-T", "-u", "-z", "-e", "-B",
  "-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-Xlinker",
  "-Xassembler", "-Xpreprocessor", "-MF", "-MT", "-MQ", "-dumpbase",
  "-dumpdir", "-dumpbase-ext", "-aux-info", "-wrapper", "--param", "-l",
  "-fintrinsic-modules-path", "-imultilib", "-A",
};

static bool
takes_argument (const char *s)
{
  for (size_t i = 0; i < sizeof with_argument / sizeof *with_argument; i++)
    if (strcmp (with_argument[i], s) == 0)
      return true;
  return false;
}

static void
add_with_argument (struct options *options, const char *option,
		   const char *value)
{
  /* Behind -module, nvfortran takes a directory.  */
  strings_push (&options->gfortran,
		strcmp (option, "-module") == 0 ? "-J" : option);
  strings_push (&options->gfortran, value);
  if (strcmp (option, "-x") == 0)
    options->language = strcmp (value, "none") == 0 ? NULL : value;
  else if (strcmp (option, "-l") == 0)
    options->any_input = true;
}

/* Options that instrument the code with calls of libraries that GPUs have
   not, by their beginning.  */
static const char *const instrumentations[] = {
  "-fsanitize=", "-fprofile-generate", "-fprofile-arcs", "--coverage",
  "-coverage", "-ftest-coverage", "-pg", "-finstrument-functions",
  "-fsplit-stack",
};

static void
note_instrumentation (struct options *options, const char *s)
{
  for (size_t i = 0; i < sizeof instrumentations / sizeof *instrumentations;
       i++)
    if (starts_with (s, instrumentations[i]))
      options->host_only = s;
}

static void
decode_option (struct options *options, const char *s)
{
  const char *language = after_prefix (s, "-x");

  if (set_flag (options, s) || decode_list_option (options, s)
      || replace_option (options, s))
    return;
  check_refusals (s);
  if (language)
    options->language = strcmp (language, "none") == 0 ? NULL : language;
  else if (starts_with (s, "-l"))
    options->any_input = true;
  note_instrumentation (options, s);
  strings_push (&options->gfortran, s);
}

void
decode_options (struct options *options, const struct strings *arguments)
{
  options->link = true;
  for (size_t i = 0; i < arguments->n; i++)
    {
      const char *s = arguments->data[i];

      if (takes_argument (s) || strcmp (s, "-module") == 0)
	{
	  if (i + 1 == arguments->n)
	    fatal ("missing argument of %s", s);
	  add_with_argument (options, s, arguments->data[++i]);
	}
      else if (s[0] == '-' && s[1])
	decode_option (options, s);
      else
	add_input (options, s);
    }
}
