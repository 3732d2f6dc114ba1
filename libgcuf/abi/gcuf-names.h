/* Names of symbols that two or more parts have to agree on.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of the CUDA Fortran runtime library (libgcuf).

   Libgcuf is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by
   the Free Software Foundation; either version 3, or (at your option)
   any later version.

   Libgcuf is distributed in the hope that it will be useful, but WITHOUT ANY
   WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS
   FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
   more details.

   Under Section 7 of GPL version 3, you are granted additional
   permissions described in the GCC Runtime Library Exception, version
   3.1, as published by the Free Software Foundation.

   You should have received a copy of the GNU General Public License and
   a copy of the GCC Runtime Library Exception along with this program;
   see the files COPYING and COPYING.RUNTIME respectively.  If not, see
   <http://www.gnu.org/licenses/>.  */

#ifndef GCUF_NAMES_H
#define GCUF_NAMES_H

/* The prefix of the symbols that the compiler, mkoffload and the device library
   make up.  It is reserved, as all that begins with two underscores.  */
#define GCUF_NAME_PREFIX "__gcuf_"

/* Prefixes of records, followed by an assembler name: of a variable of a
   module, and of a procedure of a shared library.  The compiler or mkoffload
   defines them; mkoffload refers to them.  */
#define GCUF_NAME_VARIABLE "__gcuf_var_"
#define GCUF_NAME_PROCEDURE "__gcuf_device_procedure_"

/* Prefixes of what the compiler says to the passes over PTX, which drop it:
   launch bounds, options of a source, managed and constant variables, constant
   ones that the source declares with initial values, those that are descriptors
   of allocatable ones, the place of a kernel in the source, parameters that are
   packed, and those whose targets nothing else names.  */
#define GCUF_NAME_BOUNDS "__gcuf_bounds_"
#define GCUF_NAME_OPTIONS "__gcuf_options_"
#define GCUF_NAME_MANAGED "__gcuf_managed_"
#define GCUF_NAME_CONSTANT "__gcuf_constant_"
#define GCUF_NAME_DECLARED "__gcuf_declared_"
#define GCUF_NAME_DESCRIPTOR "__gcuf_descriptor_"
#define GCUF_NAME_PLACE "__gcuf_place_"
#define GCUF_NAME_PACKED "__gcuf_packed_"
#define GCUF_NAME_UNALIASED "__gcuf_unaliased_"

/* In place of a parameter's number in struct gcuf_bound: a flag with one, and
   another number.  */
#define GCUF_BOUND_ALIGNED 0x80000000u
#define GCUF_BOUND_DESCRIPTORS 0x40000000u

/* The beginning of the names of data that is never written, and that only one
   source file names, where the accelerator compiler does not say so.  */
#define GCUF_NAME_READ_ONLY "__gcuf_read_only_"

/* What the compiler names and a pass over PTX replaces by a kernel's dynamic
   shared memory.  */
#define GCUF_NAME_DYNAMIC_SHARED "__gcuf_dynamic_shared_memory"

/* Variables of the device library that the runtime sets, and that the passes
   over PTX keep: what device code prints, and what it can ask about its device;
   and the tops of shared memory, which the compiler's code sets.  */
#define GCUF_NAME_OUTPUT "__gcuf_output"
#define GCUF_NAME_RECORD "__gcuf_device_record"
#define GCUF_NAME_SHARED_TOPS "__gcuf_shared_tops"

/* What objects with device code refer to, and nothing defines, so that the
   linker warns: all links that run our mkoffload rename it by --wrap.  */
#define GCUF_NAME_PLAIN_LINK "__gcuf_plain_link"

#endif
