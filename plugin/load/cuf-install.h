/* Between the two objects of the plugin: how the front end is installed.
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

#ifndef GCC_CUF_INSTALL_H
#define GCC_CUF_INSTALL_H

/* Everything else is compiled with hidden visibility: the compiler has a
   function of the same name for nearly every one of the front end's.  */
#define CUF_EXPORT __attribute__ ((visibility ("default")))

/* Which sources are CUDA Fortran.  */
enum cuf_sources
{
  CUF_IF_USED,			/* All; what it has beyond its language from the
				   first use on, or by the file's name.  */
  CUF_BY_NAME,			/* Those with a name for it.  */
  CUF_ALL,
  CUF_NONE
};

/* What the plugin's arguments say.  Of a choice -1 is no, 1 is yes, and 0 that
   nothing was said.  */
struct cuf_arguments
{
  int info;			/* Tell about the kernels made of loops.  */
  int sources;			/* One of enum cuf_sources.  */
  int instrument;		/* Procedures are ranges of profilers.  */
  int debug;			/* Device code is optimized as the host's.  */
  int fastmath;			/* Approximations in device code.  */
  int flushz;			/* Device code flushes subnormal numbers.  */
  int unroll;			/* Loops of device code are unrolled.  */
  int check;			/* Device code is checked on the host.  */
  int max_registers;		/* Of a thread, or 0.  */
  const char *memory;		/* What becomes of host data: "managed",
				   "unified" or null.  */
  const char *modules;		/* A directory of intrinsic modules, or null.  */
};

/* The front end's one exported function.  PLUGIN is the name under which to
   register callbacks, HOOKS the compiler's language hooks, to be replaced.  */
#define CUF_INSTALL_NAME "cuf_install_front_end"
typedef void cuf_install_fn (const char *plugin, struct lang_hooks *hooks,
			     const cuf_arguments *arguments);
extern "C" cuf_install_fn cuf_install_front_end;

#endif
