/* Make the front end in this object the one that the compiler uses.
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

#include "config.h"
#include "gcc-plugin.h"
#include "system.h"
#include "coretypes.h"
#include "tree.h"
#include "gfortran.h"
#include "options.h"
#include "opts.h"
#include "langhooks.h"
#include "plugin.h"
#include "toplev.h"
#include "ggc.h"
#include "diagnostic.h"
#include "cuf-lower.h"
#include "cuf-install.h"
#include "cuf-compat.h"

/* Our own hooks.  The compiler's have the same name; but this object is linked
   with -Bsymbolic.  */
extern struct lang_hooks lang_hooks;

/* The tables of garbage collection roots that gengtype has written for
   gfortran's files.  */
#define ROOTS								\
  ROOT (gt_ggc_r_gt_fortran_f95_lang_h)					\
  ROOT (gt_ggc_r_gt_fortran_trans_decl_h)				\
  ROOT (gt_ggc_r_gt_fortran_trans_intrinsic_h)				\
  ROOT (gt_ggc_r_gt_fortran_trans_io_h)					\
  ROOT (gt_ggc_r_gt_fortran_trans_stmt_h)				\
  ROOT (gt_ggc_r_gt_fortran_trans_types_h)				\
  ROOT (gt_ggc_r_gtype_fortran_h)

#define ROOT(table) extern const struct ggc_root_tab table[];
ROOTS
#undef ROOT

/* Let the collector know these, on behalf of PLUGIN.  */

static void
register_roots (const char *plugin)
{
  static const struct ggc_root_tab *const tables[] = {
#define ROOT(table) table,
    ROOTS
#undef ROOT
  };
  for (size_t i = 0; i < ARRAY_SIZE (tables); i++)
    register_callback (plugin, PLUGIN_REGISTER_GGC_ROOTS, NULL,
		       const_cast<ggc_root_tab *> (tables[i]));
}

/* Initialize the front end, which makes its functions those that print
   diagnostics.  In a format other than text somebody else's are in place
   already, together with what has been diagnosed so far: those stay.  */

static void
init_front_end (void)
{
  auto starter = cuf_starter;
  auto finalizer = cuf_finalizer;
  bool text = true;

  for (unsigned i = 1; i < save_decoded_options_count; i++)
    if (save_decoded_options[i].opt_index == OPT_fdiagnostics_format_)
      text = (save_decoded_options[i].value
	      == DIAGNOSTICS_OUTPUT_FORMAT_TEXT);

  lang_hooks.init_options (save_decoded_options_count, save_decoded_options);
  if (!text)
    {
      cuf_starter = starter;
      cuf_finalizer = finalizer;
    }
}

/* Look for intrinsic modules in DIRECTORY as well, as with
   -fintrinsic-modules-path: compilers of other languages warn of that one, and
   a driver gives all of them the same options.  */

static void
add_modules (const char *directory)
{
  gfc_add_include_path (directory, false, false, false, true);
  gfc_add_intrinsic_modules_path (directory);
}

/* The number of the option by which gfortran's driver names GCC's own directory
   of modules, behind the user's; that of all options if there is none.  */

static unsigned
own_modules_option (void)
{
  for (unsigned i = save_decoded_options_count; i-- > 1; )
    {
      const cl_decoded_option *o = &save_decoded_options[i];
      if ((o->opt_index == OPT_fintrinsic_modules_path
	   || o->opt_index == OPT_fintrinsic_modules_path_)
	  && strcmp (lbasename (o->arg), "finclude") == 0)
	return i;
    }
  return save_decoded_options_count;
}

/* Replay the options from number FIRST up to END, without that, for what HANDLERS
   do.  */

static void
replay_options_of (unsigned first, unsigned end,
		   const struct cl_option_handlers *handlers)
{
  unsigned mask = lang_hooks.option_lang_mask ();

  for (unsigned i = first; i < end; i++)
    {
      const cl_decoded_option *o = &save_decoded_options[i];
      if (o->opt_index < N_OPTS && !o->errors
	  && (cl_options[o->opt_index].flags & mask))
	lang_hooks.handle_option (o->opt_index, o->arg, o->value,
				  cl_options[o->opt_index].flags,
				  UNKNOWN_LOCATION, handlers);
    }
}

/* Options are decoded before plugins load.  The variables that the whole
   compiler knows are right already; what lacks is the front end's private
   state, such as the search path for modules and the preprocessor's options.
   So replay the options that are Fortran's for their effect on that, and
   put the variables back, for a replayed -fdec would undo the -fno-dec-math
   behind it.  The directory MODULES, if not null, is in front of GCC's own, where
   another version may be installed.  */

static void
replay_options (const char *modules)
{
  struct gcc_options opts = global_options, opts_set = global_options_set;
  const unsigned own = own_modules_option ();

  /* Some options imply others, which go through these.  */
  struct cl_option_handlers handlers;
  set_default_handlers (&handlers, NULL);

  init_front_end ();
  replay_options_of (1, own, &handlers);
  if (modules)
    add_modules (modules);
  replay_options_of (own, save_decoded_options_count, &handlers);

  global_options = opts;
  global_options_set = opts_set;
}

/* True if the command line asks with -fopt-info for what optimizers tell of
   loops on the standard error output.  */

static bool
opt_info_p (void)
{
  static const char *const words[] = {
    "optimized", "note", "all", "loop", "omp"
  };
  for (unsigned i = 1; i < save_decoded_options_count; i++)
    {
      const cl_decoded_option *o = &save_decoded_options[i];
      if (o->opt_index == OPT_fopt_info)
	return true;
      if (o->opt_index == OPT_fopt_info_ && !strchr (o->arg, '='))
	for (const char *word : words)
	  if (strstr (o->arg, word))
	    return true;
    }
  return false;
}

/* The compiler's own hooks.  */
static struct lang_hooks *compiler_hooks;

/* What the plugin's arguments say.  */
static cuf_arguments plugin_arguments;

/* Host data becomes data of MEMORY, if that is not null, in a file that is
   CUDA Fortran.  */

static void
set_memory (const char *memory)
{
  if (!memory || cuf_off)
    return;
  cuf_option_memory = (strcmp (memory, "managed") == 0
		       ? CUF_MEM_MANAGED : CUF_MEM_UNIFIED);
  cuf_seen = true;
}

/* The front end names the language by its standard, in its own hooks; the debug
   information has the name in the compiler's.  What options are not given, and the
   name of the file, are known here, too.  */

static bool
post_options (const char **filename)
{
  bool result = lang_hooks.post_options (filename);
  cuf_set_sources (plugin_arguments.sources);
  cuf_set_options ();
  set_memory (plugin_arguments.memory);
  compiler_hooks->name = lang_hooks.name;
  return result;
}

/* See cuf-install.h.  */

extern "C" CUF_EXPORT void
cuf_install_front_end (const char *plugin, struct lang_hooks *hooks,
		       const cuf_arguments *arguments)
{
  cuf_info_p = arguments->info || opt_info_p ();
  plugin_arguments = *arguments;
  cuf_set_code_options (arguments);
  /* The middle end reaches a front end through these and nothing else.  */
  memcpy ((void *) hooks, (void *) &lang_hooks, sizeof lang_hooks);
  compiler_hooks = hooks;
  hooks->post_options = post_options;
  cuf_install_private_copies (hooks);
  replay_options (arguments->modules);
  register_roots (plugin);
  cuf_register_roots (plugin);
  cuf_register_passes (plugin);
}
