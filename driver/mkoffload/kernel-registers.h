/* What CUDA's assembler says of kernels, and what that means for their threads.
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

#ifndef CUDAFORTRAN_KERNEL_REGISTERS_H
#define CUDAFORTRAN_KERNEL_REGISTERS_H

#include "ptx-ir.h"

/* A kernel, and what CUDA's assembler says that a thread of it takes.  The stack
   is all of its local memory, for registers too, in bytes.  */
struct kernel_registers
{
  const char *name;
  unsigned registers, stack;
};

/* Call TAKE with DATA for each kernel that MESSAGES, the assembler's with -v, tell
   of.  */
extern void read_kernel_registers
  (const char *messages,
   void (*take) (void *data, const struct kernel_registers *kernel),
   void *data);

/* As much of these messages as is read for KERNEL.  */
extern char *kernel_message (const struct kernel_registers *kernel);

/* A thread is given a multiple of this.  */
enum { REGISTER_UNIT = 8 };

/* How many registers a thread is given that takes REGISTERS; how many such threads
   a multiprocessor of TARGET, as "sm_90", can run at a time.  */
extern unsigned given_registers (unsigned registers);
extern unsigned threads_with_registers (unsigned registers,
					const char *target);

/* True if the kernel NAME is the version of one for aligned arrays.  */
extern bool aligned_version_p (const char *name);

#endif
