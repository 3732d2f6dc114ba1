/* How far the front end goes for device code.
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
#include "system.h"
#include "coretypes.h"
#include "options.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* The front end makes choices by the level of optimization, too: which array
   functions it expands in place, whether an operand of .and. is evaluated that
   does not matter, what it packs by a call.  Device code is to be the same at
   all levels, so that these are made for -O3 in its procedures, as the offload
   compiler's are.  With -gpu=check it also compares subscripts with bounds
   there.  */

struct front_end_level
{
  int level, size, debug, passes, interchange, packing, stack, checks;
};

/* What the options say now.  */

static front_end_level
current_level (void)
{
  front_end_level level = {
    optimize, optimize_size, optimize_debug, flag_frontend_optimize,
    flag_frontend_loop_interchange, flag_inline_arg_packing, flag_stack_arrays,
    gfc_option.rtcheck
  };
  return level;
}

/* Let the options say LEVEL.  */

static void
set_level (const front_end_level &level)
{
  optimize = level.level;
  optimize_size = level.size;
  optimize_debug = level.debug;
  flag_frontend_optimize = level.passes;
  flag_frontend_loop_interchange = level.interchange;
  flag_inline_arg_packing = level.packing;
  flag_stack_arrays = level.stack;
  gfc_option.rtcheck = level.checks;
}

/* That of device code; what the user asks for by name stays, but for arrays on
   the stack, which the offload compiler cannot make at run time.  */

static front_end_level
device_level (const front_end_level &host)
{
  int checks = host.checks | (cuf_check_p () ? GFC_RTCHECK_BOUNDS : 0);
  front_end_level level = { 3, 0, 0, 1, 1, 1, 0, checks };
  if (cuf_debug_device_p ())
    {
      level = host;
      level.stack = 0;
      level.checks = checks;
      return level;
    }
  if (global_options_set.x_flag_frontend_optimize)
    level.passes = host.passes;
  if (global_options_set.x_flag_frontend_loop_interchange)
    level.interchange = host.interchange;
  if (global_options_set.x_flag_inline_arg_packing)
    level.packing = host.packing;
  return level;
}

/* True if NS is that of a device procedure.  */

static bool
device_namespace_p (const gfc_namespace *ns)
{
  return ns->proc_name && cuf_device_code_p (&ns->proc_name->attr);
}

/* The host's, while there are objects of the class; whether the innermost is
   for device code.  */
static front_end_level host_level;
static int depth;
static bool device_now;

/* See cuf.h.  */

cuf_device_level::cuf_device_level (const gfc_namespace *ns)
  : cuf_device_level (device_namespace_p (ns))
{
}

cuf_device_level::cuf_device_level (bool device)
  : m_outer (device_now)
{
  if (depth++ == 0)
    host_level = current_level ();
  device_now = device;
  set_level (device ? device_level (host_level) : host_level);
}

/* True if host code is made for debuggers: with -g, and as it is written.  */

bool
cuf_debug_host_p (void)
{
  front_end_level level = depth ? host_level : current_level ();
  return (debug_info_level >= DINFO_LEVEL_NORMAL
	  && (level.level == 0 || level.debug));
}

cuf_device_level::~cuf_device_level ()
{
  gcc_checking_assert (depth > 0);
  depth--;
  device_now = m_outer;
  set_level (m_outer ? device_level (host_level) : host_level);
}

/* True if the front end's passes have to look at NS, though not at what is in
   it.  */

bool
cuf_optimized_p (const gfc_namespace *ns)
{
  return flag_frontend_optimize || device_namespace_p (ns);
}

/* True if NS is that of a device procedure, or one is in it.  */

bool
cuf_any_device_namespace_p (const gfc_namespace *ns)
{
  if (device_namespace_p (ns))
    return true;
  for (ns = ns->contained; ns; ns = ns->sibling)
    if (cuf_any_device_namespace_p (ns))
      return true;
  return false;
}
