/* The plugin that -fplugin names: loads the front end where it is of use.
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

/* The driver hands -fplugin to every compiler it runs, so this object must load
   in cc1, cc1plus and lto1 too, where it does nothing.  The front end itself is
   another object beside this one, since it needs symbols of the middle end that
   not all of those compilers have.  */

#include "gcc-plugin.h"
#include "plugin-version.h"
#include "system.h"
#include "coretypes.h"
#include "tree.h"
#include "langhooks.h"
#include "diagnostic-core.h"
#include "cuf-install.h"
#include "cuf-layout.h"
#include <dlfcn.h>

extern "C" {
int CUF_EXPORT plugin_is_GPL_compatible;
int CUF_EXPORT plugin_init (struct plugin_name_args *,
			    struct plugin_gcc_version *);
}

/* The series of VERSION, as "12" of "12.2.0", with its development phase.  */

static char *
series_of (const plugin_gcc_version *version)
{
  char *series = xstrndup (version->basever, strcspn (version->basever, "."));
  return reconcat (series, series, *version->devphase ? " " : "",
		   version->devphase, NULL);
}

/* True if COMPILER is of the series whose headers and source the front end was
   made from, and has its data structures, which the front end shares with all of
   the compiler; else say what differs.  Distributions update a compiler within
   its series.  */

static bool
same_compiler_p (const char *plugin, const plugin_gcc_version *compiler)
{
  char *ours = series_of (&gcc_version), *theirs = series_of (compiler);
  bool same = strcmp (ours, theirs) == 0;
  if (!same)
    {
      error ("plugin %qs was built for another compiler than this, GCC %s",
	     plugin, theirs);
      inform (UNKNOWN_LOCATION, "it is for GCC %s: configure, build and install "
	      "it again with this gfortran", ours);
    }
  free (ours);
  free (theirs);
  return same && cuf_same_layout_p (plugin);
}

/* The file name of the front end, which lies in the directory of this object.
   What the user wrote after -fplugin= does not do: it may have been searched
   for.  */

static char *
front_end_path (void)
{
  Dl_info self;
  if (dladdr ((void *) plugin_init, &self) == 0)
    return NULL;
  const char *name = lbasename (self.dli_fname);
  char *dir = xstrndup (self.dli_fname, name - self.dli_fname);
  return reconcat (dir, dir, "cudafortran-front-end.so", NULL);
}

/* The directory of cudafor's module in an installation, which is beside that
   of this object, as gfortran's own is, or null.  */

static char *
modules_path (void)
{
  Dl_info self;
  if (dladdr ((void *) plugin_init, &self) == 0)
    return NULL;
  const char *name = lbasename (self.dli_fname);
  char *dir = xstrndup (self.dli_fname, name - self.dli_fname);
  dir = reconcat (dir, dir, "../finclude", NULL);
  char *module = concat (dir, "/cudafor.mod", NULL);
  bool found = access (module, R_OK) == 0;
  free (module);
  if (found)
    return dir;
  free (dir);
  return NULL;
}

/* Load the front end and return its way in, or complain and return null.  */

static cuf_install_fn *
load_front_end (const char *plugin)
{
  char *path = front_end_path ();
  void *object = path ? dlopen (path, RTLD_NOW | RTLD_LOCAL) : NULL;
  void *install = object ? dlsym (object, CUF_INSTALL_NAME) : NULL;
  if (!install)
    error ("plugin %qs cannot load its front end: %s", plugin, dlerror ());
  free (path);
  return (cuf_install_fn *) install;
}

/* Arguments without a value: the member that they set, and to what.  */
static const struct
{
  const char *key;
  int cuf_arguments::*member;
  int value;
} words[] = {
  { "info", &cuf_arguments::info, 1 },
  { "if-used", &cuf_arguments::sources, CUF_IF_USED },
  { "by-name", &cuf_arguments::sources, CUF_BY_NAME },
  { "cuda", &cuf_arguments::sources, CUF_ALL },
  { "nocuda", &cuf_arguments::sources, CUF_NONE },
  { "instrument", &cuf_arguments::instrument, 1 },
  { "debug", &cuf_arguments::debug, 1 },
  { "nodebug", &cuf_arguments::debug, -1 },
  { "fastmath", &cuf_arguments::fastmath, 1 },
  { "nofastmath", &cuf_arguments::fastmath, -1 },
  { "flushz", &cuf_arguments::flushz, 1 },
  { "noflushz", &cuf_arguments::flushz, -1 },
  { "check", &cuf_arguments::check, 1 },
  { "nocheck", &cuf_arguments::check, 0 },
  { "unroll", &cuf_arguments::unroll, 1 },
  { "nounroll", &cuf_arguments::unroll, -1 },
};

/* Each of these notes ARG in ARGUMENTS if it is of its kind and good, and else
   returns false without a change.  */

static bool
take_word (cuf_arguments *arguments, const plugin_argument *arg)
{
  for (const auto &word : words)
    if (strcmp (arg->key, word.key) == 0)
      {
	arguments->*word.member = word.value;
	return true;
      }
  return false;
}

static bool
take_memory (cuf_arguments *arguments, const plugin_argument *arg)
{
  if (strcmp (arg->key, "memory") != 0
      || (strcmp (arg->value, "managed") != 0
	  && strcmp (arg->value, "unified") != 0))
    return false;
  arguments->memory = arg->value;
  return true;
}

/* The number of registers is what .maxnreg of PTX takes.  */

static bool
take_max_registers (cuf_arguments *arguments, const plugin_argument *arg)
{
  char *end;
  long n = strtol (arg->value, &end, 10);
  if (strcmp (arg->key, "maxregcount") != 0 || end == arg->value || *end
      || n <= 0 || n >= 256)
    return false;
  arguments->max_registers = n;
  return true;
}

static bool
take_modules (cuf_arguments *arguments, const plugin_argument *arg)
{
  if (strcmp (arg->key, "modules") != 0)
    return false;
  arguments->modules = arg->value;
  return true;
}

static bool
take_argument (cuf_arguments *arguments, const plugin_argument *arg)
{
  return (arg->value
	  ? (take_modules (arguments, arg)
	     || take_max_registers (arguments, arg)
	     || take_memory (arguments, arg))
	  : take_word (arguments, arg));
}

/* GCC calls this when it has loaded the plugin.  Zero is success.  */

int
plugin_init (struct plugin_name_args *info, struct plugin_gcc_version *compiler)
{
  struct plugin_info about = {
    concat ("for GCC ", gcc_version.basever, NULL),
    "Compile CUDA Fortran.  With the argument `info', tell about the kernels that "
    "are made of loops; with `instrument', make ranges for profilers of host "
    "procedures; with `cuda', all sources are CUDA Fortran, with "
    "`nocuda' none is, and with `by-name' those named *.cuf are; with "
    "`memory=managed' or `memory=unified', allocatable or all host data is what "
    "that attribute makes it; with `modules=DIR' intrinsic modules are in that "
    "directory, too; the others say how device code is compiled: "
    "`fastmath', `flushz', `unroll', `debug', `check', each also with `no' in front, and "
    "`maxregcount=N'."
  };
  register_callback (info->base_name, PLUGIN_INFO, NULL, &about);

  /* The name is the first member of the hooks in any version of GCC.  */
  if (!startswith (lang_hooks.name, "GNU Fortran"))
    return 0;
  if (!same_compiler_p (info->full_name, compiler))
    return 1;
  cuf_arguments arguments = {};
  for (int i = 0; i < info->argc; i++)
    if (!take_argument (&arguments, &info->argv[i]))
      {
	error ("plugin %qs has no argument %qs", info->full_name,
	       info->argv[i].value ? concat (info->argv[i].key, "=",
					     info->argv[i].value, NULL)
	       : info->argv[i].key);
	return 1;
      }
  cuf_install_fn *install = load_front_end (info->full_name);
  if (!install)
    return 1;
  if (!arguments.modules)
    arguments.modules = modules_path ();
  install (info->base_name, &lang_hooks, &arguments);
  return 0;
}
