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

/* --- Options that stand for others -------------------------------------- */

static void decode_option (struct options *options, const char *s);

/* An option of nvfortran's and options that say the same, most of them
   gfortran's.  One that ends in `=' is for all its values.  An empty string is
   for what gfortran does anyhow, and for what only allows or advises
   something.  */
static const struct replacement
{
  const char *option;
  const char *gfortran;
} replacements[] = {
  /* The language.  */
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
  { "-Mnostdinc", "-nostdinc" },
  { "-Mbackslash", "-fno-backslash" },
  { "-Mnobackslash", "-fbackslash" },
  { "-Mstandard", "-pedantic" },
  { "-Mdclchk", "-fimplicit-none" },
  { "-Mnodclchk", "" },
  { "-Mdlines", "-fd-lines-as-code" },
  { "-Mnodlines", "-fd-lines-as-comments" },
  { "-Msave", "-fno-automatic" },
  { "-Mnosave", "" },
  { "-Mrecursive", "-frecursive" },
  { "-Mnorecursive", "" },
  { "-Mreentrant", "" },
  { "-Mnoreentrant", "" },
  { "-Mcray=pointer", "-fcray-pointer" },
  { "-Mr8", "-fdefault-real-8 -fdefault-double-8" },
  { "-Mnor8", "" },
  { "-Mi4", "" },
  { "-Mnoupcase", "" },
  { "-Mnounixlogical", "" },
  { "-Msecond_underscore", "-fsecond-underscore" },
  { "-Mnosecond_underscore", "-fno-second-underscore" },
  { "-Mbyteswapio", "-fconvert=swap" },
  { "-byteswapio", "-fconvert=swap" },
  { "-Mallocatable=95", "-fno-realloc-lhs" },
  { "-Mallocatable=03", "-frealloc-lhs" },
  { "-Miomutex", "" },
  { "-Mnoiomutex", "" },
  { "-r4", "" },
  { "-r8", "-fdefault-real-8 -fdefault-double-8" },
  { "-i4", "" },
  { "-i8", "-fdefault-integer-8" },
  { "-acc", "-fopenacc" },
  { "-noacc", "-fno-openacc" },
  { "-mp", "-fopenmp" },
  { "-nomp", "-fno-openmp" },
  { "-Mnoopenmp", "-fno-openmp" },
  { "-Mnosgimp", "" },

  /* Checks.  */
  { "-C", "-fcheck=bounds" },
  { "-Mbounds", "-fcheck=bounds" },
  { "-Mnobounds", "-fcheck=no-bounds" },
  { "-Mchkptr", "-fcheck=pointer" },
  { "-Mnochkptr", "-fcheck=no-pointer" },
  { "-Mchkstk", "" },
  { "-Mnochkstk", "" },
  { "-Mchkfpstk", "" },
  { "-Mnochkfpstk", "" },
  { "-traceback", "-g" },
  { "-notraceback", "-fno-backtrace" },

  /* Arithmetic.  */
  { "-Kieee", "-fno-fast-math" },
  { "-Knoieee", "" },
  { "-Mfma", "-ffp-contract=fast" },
  { "-Mnofma", "-ffp-contract=off" },
  { "-Mfprelaxed", "-ffast-math" },
  { "-Mnofprelaxed", "-fno-fast-math" },
  { "-Mfpapprox", "" },
  { "-Mfpapprox=", "" },
  { "-Mnofpapprox", "" },
  { "-Mflushz", "" },
  { "-Mnoflushz", "" },
  { "-Mdaz", "" },
  { "-Mnodaz", "" },
  { "-Mfcon", "" },
  { "-Mnofcon", "" },

  /* Optimization.  */
  { "-fast", "-O3" },
  { "-fastsse", "-O3" },
  { "-O4", "-O3" },
  { "-Mstack_arrays", "-fstack-arrays" },
  { "-Mnostack_arrays", "-fno-stack-arrays" },
  { "-Munroll", "-funroll-loops" },
  { "-Munroll=", "-funroll-loops" },
  { "-Mnounroll", "-fno-unroll-loops" },
  { "-Mvect", "-ftree-vectorize" },
  { "-Mvect=nosimd", "-fno-tree-vectorize" },
  { "-Mvect=nosse", "-fno-tree-vectorize" },
  { "-Mvect=", "-ftree-vectorize" },
  { "-Mnovect", "-fno-tree-vectorize" },
  { "-Mnovintr", "" },
  { "-Minline", "-finline-functions" },
  { "-Minline=", "-finline-functions" },
  { "-Mnoinline", "-fno-inline" },
  { "-Mautoinline", "" },
  { "-Mautoinline=", "" },
  { "-Mnoautoinline", "" },
  { "-Mconcur", "" },
  { "-Mconcur=", "" },
  { "-Mnoconcur", "" },
  { "-Mipa", "" },
  { "-Mipa=", "" },
  { "-Mnoipa", "" },
  { "-Mpre", "-ftree-pre" },
  { "-Mpre=", "-ftree-pre" },
  { "-Mnopre", "-fno-tree-pre" },
  { "-Mlre", "" },
  { "-Mlre=", "" },
  { "-Mnolre", "" },
  { "-Mdepchk", "" },
  { "-Mnodepchk", "" },
  { "-Mprefetch", "" },
  { "-Mprefetch=", "" },
  { "-Mnoprefetch", "" },
  { "-Mmovnt", "" },
  { "-Mnomovnt", "" },
  { "-Mnontemporal", "" },
  { "-Mnonontemporal", "" },
  { "-Msmart", "" },
  { "-Mnosmart", "" },
  { "-Mscalarsse", "" },
  { "-Mnoscalarsse", "" },
  { "-Mbuiltin", "" },
  { "-Mnobuiltin", "" },
  { "-Mllvm", "" },
  { "-Mnollvm", "" },
  { "-Mloop32", "" },
  { "-Mnoloop32", "" },

  /* The target and its objects.  */
  { "-tp=host", "-march=native" },
  { "-tp=native", "-march=native" },
  { "-tp=nehalem", "-march=nehalem" },
  { "-tp=sandybridge", "-march=sandybridge" },
  { "-tp=ivybridge", "-march=ivybridge" },
  { "-tp=haswell", "-march=haswell" },
  { "-tp=skylake", "-march=skylake-avx512" },
  { "-tp=zen", "-march=znver1" },
  { "-tp=zen2", "-march=znver2" },
  { "-tp=zen3", "-march=znver3" },
  { "-tp=", "" },
  { "-Mcache_align", "" },
  { "-Mnocache_align", "" },
  { "-Mdalign", "" },
  { "-Mlarge_arrays", "" },
  { "-Mnolarge_arrays", "" },
  { "-Mlfs", "" },
  { "-Mnolfs", "" },
  { "-Mquad", "" },
  { "-Mframe", "-fno-omit-frame-pointer" },
  { "-Mnoframe", "-fomit-frame-pointer" },
  { "-Meh_frame", "" },
  { "-Mnoeh_frame", "" },
  { "-fpic", "-fPIC" },
  { "-Kpic", "-fPIC" },
  { "-KPIC", "-fPIC" },
  { "-gopt", "-g" },
  { "-Mdwarf1", "" },
  { "-Mdwarf2", "" },
  { "-Mdwarf3", "" },

  /* The link.  */
  { "-Mnomain", "" },
  { "-Mnostartup", "-nostartfiles" },
  { "-Mnostdlib", "-nostdlib" },
  { "-Bstatic", "-static" },
  { "-Bdynamic", "" },
  { "-Bstatic_pgi", "-static-libgfortran -static-libgcuf" },
  { "-Bstatic_nvidia", "-static-libgfortran -static-libgcuf" },
  { "-static-nvidia", "-static-libgfortran -static-libgcuf" },
  { "-c++libs", "-lstdc++" },
  { "-pgcpplibs", "-lstdc++" },
  { "-pgc++libs", "-lstdc++" },
  { "-fortranlibs", "" },
  { "-g77libs", "" },
  { "-pgf77libs", "" },
  { "-pgf90libs", "" },
  { "-cudaforlibs", "" },

  /* Messages.  */
  { "-Minfo", "-fopt-info" },
  { "-Mneginfo", "-fopt-info-missed" },
  { "-Mlist", "" },
  { "-Mnolist", "" },
  { "-Mkeepasm", "-save-temps" },
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
  { "-Mcpp", true, "; -Mpreprocess preprocesses and compiles, and -E "
		   "preprocesses" },
  { "-stdpar", true, "" },
  { "-target=", false, "" },
  { "-i2", true, "" },
  { "-r16", true, "" },
  { "-acclibs", true, "; -acc links with them" },
};

static void
refuse (const char *option, const char *remedy)
{
  fatal ("option %s is not supported%s", option, remedy);
}

/* True if S is NAME or, where that ends in `=', begins with it.  */

static bool
match_option (const char *s, const char *name)
{
  return (name[strlen (name) - 1] == '=' ? starts_with (s, name)
					 : strcmp (s, name) == 0);
}

/* Decode the options of LIST, which blanks separate.  Libraries among them go
   behind all objects of the command line.  */

static void
decode_words (struct options *options, const char *list)
{
  struct strings words = { 0 };

  push_words (&words, list);
  for (size_t i = 0; i < words.n; i++)
    if (starts_with (words.data[i], "-l"))
      strings_push (&options->libraries, words.data[i]);
    else
      decode_option (options, words.data[i]);
}

static bool
replace_option (struct options *options, const char *s)
{
  for (size_t i = 0; i < sizeof replacements / sizeof *replacements; i++)
    if (match_option (s, replacements[i].option))
      {
	decode_words (options, replacements[i].gfortran);
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

/* --- Options with a list ------------------------------------------------- */

/* The items of such options, and options that say the same, as above.  Those of
   -gpu= and of -cudalib= are elsewhere.  */
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

/* The libraries that -cudalib= knows, and what the linker calls them.  */
static const struct replacement cuda_libraries[] = {
  { "cublas", "-lcublas" },
  { "cublaslt", "-lcublasLt" },
  { "cublasmp", "-lcublasmp" },
  { "cuda", "-lcuda" },
  { "cudart", "-lcudart" },
  { "cufft", "-lcufft" },
  { "cufftw", "-lcufftw" },
  { "cufftmp", "-lcufftMp" },
  { "cupti", "-lcupti" },
  { "curand", "-lcurand" },
  { "cusolver", "-lcusolver" },
  { "cusolvermg", "-lcusolverMg" },
  { "cusolvermp", "-lcusolverMp" },
  { "cusparse", "-lcusparse" },
  { "cutensor", "-lcutensor" },
  { "nvblas", "-lnvblas" },
  { "nvlamath", "-lnvlamath" },
  { "nvlamath_ilp64", "-lnvlamath_ilp64" },
  { "nvshmem", "-lnvshmem_host -lnvshmem_device" },
  { "nvtx", "-lnvToolsExt" },
  { "nvtx3", "-lnvtx3interop" },
  { "nccl", "-lnccl" },
};

static void
add_cuda_library (struct options *options, const char *option, const char *item)
{
  for (size_t i = 0; i < sizeof cuda_libraries / sizeof *cuda_libraries; i++)
    if (strcmp (cuda_libraries[i].option, item) == 0)
      {
	decode_words (options, cuda_libraries[i].gfortran);
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

/* The option -lNAME is there.  Nvfortran finds the toolkit's libraries in this
   way, too.  */

static void
note_library (struct options *options, const char *name)
{
  options->any_input = true;
  for (size_t i = 0; i < sizeof cuda_libraries / sizeof *cuda_libraries; i++)
    if (strcmp (cuda_libraries[i].gfortran + strlen ("-l"), name) == 0)
      options->any_cuda_library = true;
}

/* -cuda=LIST is -cuda, and its items are those of -gpu=.  */

static void
decode_cuda (struct options *options, const char *option, const char *list)
{
  decode_option (options, option);
  decode_gpu (options, option, list);
}

/* ITEM of -ta= is an accelerator, an accelerator with an item of -gpu= behind a
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
  decode_gpu (options, option, item);
}

static void
decode_accelerators (struct options *options, const char *option,
		     const char *list)
{
  decode_option (options, "-acc");
  for_each_item (options, option, list, decode_accelerator);
}

static const struct
{
  const char *option;
  void (*decode) (struct options *, const char *option, const char *list);
} list_options[] = {
  { "-gpu", decode_gpu },
  { "-Mcuda", decode_cuda },
  { "-cuda", decode_cuda },
  { "-ta", decode_accelerators },
  { "-cudalib", decode_cudalib },
  { "-Mcudalib", decode_cudalib },
  { "-Minfo", decode_items },
  { "-Mneginfo", decode_items },
  { "-Minform", decode_items },
  { "-Mprof", decode_items },
  { "-Ktrap", decode_items },
  { "-acc", decode_items },
  { "-mp", decode_items },
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
  strings_push (&options->gfortran, option);
  strings_push (&options->gfortran, value);
  if (strcmp (option, "-x") == 0)
    options->language = strcmp (value, "none") == 0 ? NULL : value;
  else if (strcmp (option, "-l") == 0)
    note_library (options, value);
}

/* Options of nvfortran's whose argument is the next word, and what stands
   before it otherwise.  */
static const struct
{
  const char *option;
  const char *joined;
} joined_options[] = {
  { "-module", "-module=" },
  { "-tp", "-tp=" },
};

/* The beginning of OPTION with its argument in the same word, or null.  */

static const char *
joined_option (const char *option)
{
  for (size_t i = 0; i < sizeof joined_options / sizeof *joined_options; i++)
    if (strcmp (joined_options[i].option, option) == 0)
      return joined_options[i].joined;
  return NULL;
}

/* Options with which a program has no code for GPUs, by their beginning: the
   one that says so, and those that instrument it with calls of libraries that
   GPUs have not.  */
static const char *const host_only_options[] = {
  "-foffload=disable",
  "-fsanitize=", "-fprofile-generate", "-fprofile-arcs", "--coverage",
  "-coverage", "-ftest-coverage", "-pg", "-finstrument-functions",
  "-fsplit-stack",
};

static void
note_host_only (struct options *options, const char *s)
{
  for (size_t i = 0;
       i < sizeof host_only_options / sizeof *host_only_options; i++)
    if (starts_with (s, host_only_options[i]))
      options->host_only = s;
}

static void
decode_option (struct options *options, const char *s)
{
  const char *language = after_prefix (s, "-x");
  const char *directory = after_prefix (s, "-module=");
  const char *library = after_prefix (s, "-l");

  if (directory)
    s = format_string ("-J%s", directory);
  if (set_flag (options, s) || decode_list_option (options, s)
      || replace_option (options, s))
    return;
  check_refusals (s);
  if (language)
    options->language = strcmp (language, "none") == 0 ? NULL : language;
  else if (library)
    note_library (options, library);
  note_host_only (options, s);
  strings_push (&options->gfortran, s);
}

void
decode_options (struct options *options, const struct strings *arguments)
{
  options->link = true;
  for (size_t i = 0; i < arguments->n; i++)
    {
      const char *s = arguments->data[i], *joined = joined_option (s);

      if (joined || takes_argument (s))
	{
	  const char *value = arguments->data[++i];

	  if (!value)
	    fatal ("missing argument to '%s'", s);
	  if (joined)
	    decode_option (options, format_string ("%s%s", joined, value));
	  else
	    add_with_argument (options, s, value);
	}
      else if (s[0] == '-' && s[1])
	decode_option (options, s);
      else
	add_input (options, s);
    }
}
