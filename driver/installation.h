/* Where the parts of cudafortran are.
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

#ifndef CUDAFORTRAN_INSTALLATION_H
#define CUDAFORTRAN_INSTALLATION_H

#include <stdbool.h>

/* Absolute names of files and directories.  */
struct installation
{
  const char *plugin;		/* What -fplugin= names.  */
  const char *modules;		/* The directory of the .mod files.  */
  const char *offload;		/* What -B names: .../mkoffload.  */
  const char *device_library;
  const char *libraries;	/* The directory of libgcuf.  */
  bool build_tree;		/* Nothing is installed.  */
};

/* Fill in INSTALLATION, from where the running program is.  */
extern void find_installation (struct installation *installation);

/* Stop the program if one of its files is missing.  */
extern void check_installation (const struct installation *installation);

#endif
