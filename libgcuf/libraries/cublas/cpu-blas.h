/* The cpu backend of cuBLAS: calls of BLAS as work of a stream.
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

#ifndef GCUF_CPU_BLAS_H
#define GCUF_CPU_BLAS_H

#include "../library.h"

/* Of cublasStatus_t (cuBLAS's reference, 2.2).  */
enum
{
  SUCCESS = 0, NOT_INITIALIZED = 1, ALLOC_FAILED = 3, INVALID_VALUE = 7,
  EXECUTION_FAILED = 13, INTERNAL_ERROR = 14, NOT_SUPPORTED = 15
};

/* What cublasCreate makes.  */
struct gcuf_blas_handle
{
  unsigned magic;		/* GCUF_BLAS_MAGIC while it lives.  */
  gcuf_stream_t stream;
  int pointer_mode, atomics, math, multiprocessors;
  bool waits;			/* Of cublasXt, whose routines do.  */
  int block, pinning;		/* Of cublasXt.  */
};
enum { GCUF_BLAS_MAGIC = 0x6342 };

/* An argument of a call: a number, a scalar's value, or an address.  */
union gcuf_blas_argument
{
  int64_t i;
  int32_t number;
  char letter;
  void *p;
  double _Complex scalar;
};

enum { GCUF_BLAS_MAX_ARGUMENTS = 20 };

/* How a routine is carried out: by SYMBOL of the host's LIBRARY, or by OWN.
   Either takes all arguments by address, as Fortran passes them; RESULT is the
   type of what a function returns: s, d, i, or l for an int that becomes an
   int64_t.  KINDS has a letter for each argument after the handle:

     o f d e  an option of BLAS, as a number: N T C, L U, N U, L R
     n x l i  a number: not negative, not zero, positive, any
     S D C Z  a scalar of the type, on the host or the device
     H        the same of five numbers, of type S or D as SIZE says
     @        a result, on the host or the device
     a        an array
     t        a distance from one such array of a batch to the next
     p        an array of addresses of arrays
     b        how many arrays a batch has
     h        an int of the host that tells of wrong arguments

   Of a batch each has a call of its own, but OWN gets all at once.  */
struct gcuf_blas_routine
{
  const char *symbol;
  struct gcuf_host_library *library;
  void *own;
  const char *kinds;
  unsigned char size;		/* Of an element.  */
  char result;
  void *address;		/* Of SYMBOL, once it is known.  Atomic.  */
};

extern struct gcuf_host_library gcuf_blas_library, gcuf_lapack_library;

/* Enqueue a call of ROUTINE with ARGUMENTS on HANDLE's stream.  VALID says whether
   the table's rules hold.  Return a status.  */
extern int gcuf_blas_call (void *handle, struct gcuf_blas_routine *routine,
			   bool valid,
			   const union gcuf_blas_argument *arguments);

/* The handle's data, or null if it is none.  */
extern struct gcuf_blas_handle *gcuf_blas_handle (void *handle);

/* The routine of the host's BLAS or LAPACK for type LETTER and the rest of its
   NAME, or null after a message.  */
extern void *gcuf_blas_symbol (char letter, const char *name);
extern void *gcuf_lapack_symbol (char letter, const char *name);

#endif
