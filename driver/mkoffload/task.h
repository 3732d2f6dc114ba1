/* The command line of mkoffload.
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

#ifndef CUDAFORTRAN_TASK_H
#define CUDAFORTRAN_TASK_H

#include <stdbool.h>

#include "nvcc-code.h"
#include "support.h"

/* What the PTX is compiled for unless an option says so.  */
#define DEFAULT_TARGET "sm_75"

/* The command line, taken apart.  */
struct task
{
  const char *output;
  const char *dump_base;
  const char *compiler;		/* That for the accelerator.  */
  const char *target;		/* "sm_75".  */
  int lowest;			/* 90 for 9.0: the devices it is for, or 0.  */
  const char *passes;		/* Over the PTX, see ptx_run_passes.  */
  bool verbose;
  bool save_temps;
  bool keep_ptx, keep_machine_code;
  bool ptx_info;		/* The assembler tells what code needs.  */
  bool no_exports;		/* Nothing is for other images.  */
  bool line_info;		/* The code says from which lines it is.  */
  struct strings machine_targets; /* "sm_90".  */
  struct strings inputs;
  struct strings options;	/* For the accelerator compiler.  */
  bool openmp;			/* It compiles OpenMP's regions.  */
  const char *nvcc_objects;	/* A list of objects by nvcc, or null.  */
  const struct nvcc_code *nvcc;	/* Their code, likewise.  */
};

/* Take the command line ARGUMENTS, whose first one is the program's name, apart
   into TASK, which has the default target and is zero otherwise.  Stops the
   program if something is wrong with them.  */
extern void take_arguments (struct task *task,
			    const struct strings *arguments);

/* True if TASK has inputs besides the device library.  */
extern bool any_device_code_p (const struct task *task);

/* A file for a step's result, with SUFFIX: a temporary one, or one beside the
   output where the user asked to keep them.  */
extern const char *intermediate_file (const struct task *task,
				      const char *suffix);

/* The passes over the PTX: the user's choice for one link or, to try them out,
   for all links of a shell.  */
extern const char *chosen_passes (const struct task *task);

/* What files beside the output are called, up to their suffix: lto-wrapper adds
   the target's name to the program's.  */
extern const char *kept_base (const struct task *task);

#endif
