/* The programs that mkoffload runs.
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

#ifndef CUDAFORTRAN_PROGRAMS_H
#define CUDAFORTRAN_PROGRAMS_H

#include <stdbool.h>

#include "task.h"

/* True if the option OPTION is on the command line of the running link.
   GCC's driver hands it down in the environment, each word in quotes.  */
extern bool link_option_p (const char *option);

/* The host compiler's driver, which is running the link.  */
extern const char *host_compiler (void);

/* Find the accelerator compiler of TASK, and remove from the environment what
   points into the host compiler.  The rest of mkoffload needs none of that: the
   host compiler finds its parts itself.  */
extern void prepare_environment (struct task *task);

/* Append OPTIONS, which end with a null pointer, to COMMAND.  */
extern void push_options (struct strings *command, const char *const *options);

/* Run COMMAND, and print it if TASK says so.  Stops the program if it fails.  */
extern void run (const struct task *task, const struct strings *command);

#endif
