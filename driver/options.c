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
  { "-r", FLAG (partial_link), true, true },
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

void
name_flags (name_fn *fn, void *data)
{
  for (size_t i = 0; i < sizeof flag_options / sizeof *flag_options; i++)
    fn (flag_options[i].option, data);
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

/* True if FILE is called NAME, in whatever directory.  */

static bool
called_p (const char *file, const char *name)
{
  const char *slash = strrchr (file, '/');

  return strcmp (slash ? slash + 1 : file, name) == 0;
}

/* True if S is one of the options for a link by other drivers, of
   cudafortran.spec or of pkg-config, that a link must not have twice: this
   command has what they say in any case.  */

static bool
option_of_other_drivers_p (const char *s)
{
  const char *spec = after_prefix (s, "-specs=");

  if (!spec)
    spec = after_prefix (s, "--specs=");
  return spec && called_p (spec, "cudafortran.spec");
}

static void
add_input (struct options *options, const char *name)
{
  const struct suffix *suffix = options->language ? NULL : find_suffix (name);

  options->any_input = true;
  /* For other drivers, too.  */
  if (called_p (name, "gcuf-device.o"))
    return;
  if (!suffix || !suffix->language)
    {
      note_object (options, name);
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
  if (strcmp (option, "-l") == 0 && note_library (options, value))
    return;
  strings_push (&options->gfortran, option);
  strings_push (&options->gfortran, value);
  if (strcmp (option, "-x") == 0)
    options->language = strcmp (value, "none") == 0 ? NULL : value;
  else if (strcmp (option, "-isystem") == 0)
    strings_push (&options->system_includes, value);
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
   GPUs have not.  Some let it count what is run.  */
static const struct
{
  const char *option;
  bool counts;
} host_only_options[] = {
  { "-foffload=disable", false },
  { "-fsanitize=", false },
  { "-fprofile-generate", true },
  { "-fprofile-arcs", true },
  { "--coverage", true },
  { "-coverage", true },
  { "-ftest-coverage", false },
  { "-pg", false },
  { "-finstrument-functions", false },
  { "-fsplit-stack", false },
};

static void
note_host_only (struct options *options, const char *s)
{
  for (size_t i = 0;
       i < sizeof host_only_options / sizeof *host_only_options; i++)
    if (starts_with (s, host_only_options[i].option))
      {
	options->host_only = s;
	options->counts |= host_only_options[i].counts;
      }
}

void
decode_option (struct options *options, const char *s)
{
  const char *language = after_prefix (s, "-x");
  const char *directory = after_prefix (s, "-module=");
  const char *library = after_prefix (s, "-l");
  const char *includes = after_prefix (s, "-isystem");
  const char *completion = after_prefix (s, "--completion=");

  if (completion)
    {
      options->completion = completion;
      return;
    }
  if (directory)
    s = format_string ("-J%s", directory);
  if (set_flag (options, s) || decode_list_option (options, s)
      || replace_option (options, s) || option_of_other_drivers_p (s))
    return;
  check_refusals (s);
  if (language)
    options->language = strcmp (language, "none") == 0 ? NULL : language;
  else if (library && note_library (options, library))
    return;
  else if (includes)
    strings_push (&options->system_includes, includes);
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
