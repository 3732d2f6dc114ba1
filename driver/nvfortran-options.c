/* Options of nvfortran's that stand for gfortran's.
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

#include <stdio.h>
#include <string.h>

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
  /* Without a list: those that the modules need are found anyhow.  */
  { "-cudalib", "" },
  { "-Mcudalib", "" },
  { "-nocuda", "-fplugin-arg-cudafortran-nocuda" },
  { "-Mnocuda", "-fplugin-arg-cudafortran-nocuda" },
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
  { "-Munixlogical", "" },
  { "-Mnounixlogical", "" },
  { "-Msecond_underscore", "-fsecond-underscore" },
  { "-Mnosecond_underscore", "-fno-second-underscore" },
  { "-Mbyteswapio", "-fconvert=swap" },
  { "-byteswapio", "-fconvert=swap" },
  { "-Mallocatable=95", "-fno-realloc-lhs" },
  { "-Mallocatable=03", "-frealloc-lhs" },
  { "-Mnodefaultunit", "" },
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
  /* Regions run on a device, if there is one, and nothing else is asked.  */
  { "-target=gpu", "" },

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
  { "-Mfprelaxed=", "-freciprocal-math" },
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
  { "-Muniform", "" },
  { "-Mnouniform", "" },
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
  { "-Mdse", "-ftree-dse" },
  { "-Mnodse", "-fno-tree-dse" },
  { "-Mexpand", "" },
  { "-Mexpand=", "" },
  { "-Mnoexpand", "" },
  { "-Mfunc32", "" },
  { "-Mnofunc32", "" },
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
  { "-Miface=nomixed_str_len_arg", "" },
  { "-Miface=unix", "" },
  { "-Mhugetlb", "" },
  { "-Mhugetlb=", "" },
  { "-Mnohugetlb", "" },
  { "-Mtextpage", "" },
  { "-Mnotextpage", "" },
  { "-Mkeepobj", "" },
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
  { "-acclibs", "-lgomp" },
  { "-Mrpath", "" },

  /* Messages.  */
  { "-Minfo", "-fopt-info" },
  { "-Mneginfo", "-fopt-info-missed" },
  { "-Mlist", "" },
  { "-Mnolist", "" },
  { "-Mkeepasm", "-save-temps" },
  { "-Manno", "-fverbose-asm" },
  { "-Minstrument", "-fplugin-arg-cudafortran-instrument" },
  { "-Minstrument=functions", "-fplugin-arg-cudafortran-instrument" },
  { "-Mnoinstrument", "" },
  { "-silent", "-w" },
  { "-switcherror", "" },
  { "-noswitcherror", "" },
};

/* Those without effect of which somebody may have expected one.  */
static const char *const noted_options[]
  = { "-Mexpand", "-Mfunc32", "-Mhugetlb", "-Miface", "-Mkeepobj",
      "-noswitcherror" };

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
  { "-stdpar", true, "; DO CONCURRENT runs on the host, and on a device behind "
		     "!$cuf kernel do" },
  { "-target=", false, "; the attributes and directives of CUDA Fortran, or "
		       "-acc, say what runs on a device" },
  { "-Miface=cref", true, "; -fno-underscoring leaves the underscore of names "
			  "away, and BIND(C) gives them" },
  { "-Miface=mixed_str_len_arg", true, "; lengths of characters are behind all "
				       "arguments" },
  { "-i2", true, "" },
  { "-r16", true, "" },
  { "-Mdefaultunit", true, "; the unit * is 5 or 6, also where that is opened "
			   "as a file" },
  { "-Mnorpath", true, "; programs find libraries by it" },
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

void
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

/* Tell that OPTION has no effect, if that is one of those.  */

static void
note_option (const char *option)
{
  for (size_t i = 0; i < sizeof noted_options / sizeof *noted_options; i++)
    {
      const char *rest = after_prefix (option, noted_options[i]);

      if (rest && (*rest == '\0' || *rest == '='))
	fprintf (stderr, "cudafortran: note: option %s has no effect\n",
		 option);
    }
}

bool
replace_option (struct options *options, const char *s)
{
  for (size_t i = 0; i < sizeof replacements / sizeof *replacements; i++)
    if (match_option (s, replacements[i].option))
      {
	decode_words (options, replacements[i].gfortran);
	note_option (s);
	return true;
      }
  return false;
}

void
name_replacements (name_fn *fn, void *data)
{
  for (size_t i = 0; i < sizeof replacements / sizeof *replacements; i++)
    fn (replacements[i].option, data);
}

void
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
