/* Which kernels are compiled for fewer registers.
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

#ifndef CUDAFORTRAN_FEWER_REGISTERS_H
#define CUDAFORTRAN_FEWER_REGISTERS_H

#include "kernel-registers.h"

/* A kernel, how many registers it is to have instead, and whether that was tried
   and good.  */
struct register_limit
{
  struct kernel_registers kernel;
  unsigned limit;
  bool good;
};

struct register_limits
{
  struct register_limit *kernels;
  size_t n;
};

/* Let LIMITS have the kernels of CODE that are worth a trial with fewer
   registers on TARGET, as "sm_90", and with how many.  MESSAGES is what the
   assembler says with -v.  False if there are none.  */
extern bool find_register_limits (struct register_limits *limits,
				  const struct ptx_code *code,
				  const char *target, const char *messages);

/* Leave in LIMITS the kernels that, as MESSAGES say, have been assembled with
   them and need no stack, or so little that they are better all the same.  False
   if there are none.  */
extern bool keep_register_limits (struct register_limits *limits,
				  const char *messages);

/* The text of CODE with LIMITS.  TRIAL: without other kernels than those.  */
extern char *print_limited (const struct ptx_code *code,
			    const struct register_limits *limits, bool trial);

#endif
