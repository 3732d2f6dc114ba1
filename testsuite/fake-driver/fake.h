/* A CUDA driver that has no device: what its files share.
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

/* It does over the host's memory what libgcuf asks of a driver, but for running
   kernels: a launch is checked and does nothing.  Its behaviour is set by the
   environment:

     GCUF_FAKE_DEVICES=N     so many devices; 1 if it is not set.
     GCUF_FAKE_MEMORY=BYTES  so much memory on each; 1 GB if it is not set.
     GCUF_FAKE_MEMORY_CLOCK=KHZ  its clock; that of an H100 if it is not set.
     GCUF_FAKE_REGISTERS=N   so many registers of a thread in each kernel; 40 if
			     it is not set.
     GCUF_FAKE_VERSION_THREADS=N  at most so many threads in a block of a kernel
			     with a dollar sign in its name; as in others if it
			     is not set.
     GCUF_FAKE_PAGEABLE=0    no access to the host's pageable memory.
     GCUF_FAKE_FAIL=CALL:N:CODE, CALL:N+:CODE
			     the N-th call of the function CALL, from one, or
			     that and all later ones, return CODE and do nothing
			     else.
     GCUF_FAKE_LOG=FILE	     what is in FILE at the end of the program: a line
			     for each function, its name and how often it was
			     called; one for each kind of objects, the number
			     of those that were not destroyed; and one for each
			     place that calls a function: "site", the name, the
			     offset behind the call in its object file, and the
			     numbers of the first and the last of its calls.

   An error that leaves a real device unusable is the result of all later calls
   here, too.  */

#ifndef FAKE_H
#define FAKE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cuda-driver.h"

#define GCUF_DRIVER(name, symbol, arguments)	\
  extern __attribute__ ((visibility ("default"))) CUresult symbol arguments;
#include "cuda-driver.def"
#undef GCUF_DRIVER

enum fake_call
{
#define GCUF_DRIVER(name, symbol, arguments) FAKE_##symbol,
#include "cuda-driver.def"
#undef GCUF_DRIVER
  FAKE_N_CALLS
};

enum fake_kind
{
  FAKE_DEVICE_MEMORY,
  FAKE_MANAGED_MEMORY,
  FAKE_HOST_MEMORY,
  FAKE_MODULE_MEMORY,
  FAKE_STREAM,
  FAKE_EVENT,
  FAKE_MODULE,
  FAKE_LINKER,
  FAKE_GRAPH,
  FAKE_EXEC,
  FAKE_POOL,
  FAKE_ARRAY,
  FAKE_MAPPING,
  FAKE_REGISTERED,
  FAKE_N_KINDS
};

enum
{
  FAKE_INVALID_VALUE = 1,
  FAKE_OUT_OF_MEMORY = 2,
  FAKE_NOT_INITIALIZED = 3,
  FAKE_NO_DEVICE = 100,
  FAKE_INVALID_DEVICE = 101,
  FAKE_INVALID_IMAGE = 200,
  FAKE_INVALID_CONTEXT = 201,
  FAKE_INVALID_PTX = 218,
  FAKE_INVALID_HANDLE = 400,
  FAKE_NOT_FOUND = 500,
  FAKE_ILLEGAL_ADDRESS = 700,
  FAKE_NOT_SUPPORTED = 801,
  FAKE_CAPTURE_IMPLICIT = 906
};

/* Count CALL, from the place that it returns to, SITE; return the code that it
   is to fail with, or zero.  */
extern CUresult fake_enter (enum fake_call call, const void *site);
/* The same for the call of SYMBOL, the function that this is in.  */
#define ENTER(symbol) \
  fake_enter (FAKE_##symbol, __builtin_return_address (0))

/* What a call needs besides.  Return CODE if that is an error, or else the
   error that the calling thread has no context, that there is no such stream,
   that OBJECT is not one of KIND, or that DEVICE is not the number of one; zero
   if none of these is so.  */
extern CUresult fake_with_context (CUresult code);
extern CUresult fake_with_stream (CUresult code, CUstream);
extern CUresult fake_with_object (CUresult code, const void *object,
				  enum fake_kind kind);
extern CUresult fake_with_device (CUresult code, int device);

/* An object was made, or N less than none: destroyed.  */
extern void fake_count (enum fake_kind, int n);

/* A number in the environment.  */
extern size_t fake_env (const char *name, size_t fallback);

/* The calling thread's current device; -1 if it has no context.  */
extern int fake_current (void);
extern bool fake_device_number_p (int device);
extern bool fake_stream_p (CUstream);

/* Objects other than memory begin with this.  */
struct fake_object
{
  enum fake_kind kind;
  bool alive;
  int device;
};
extern void *fake_new (enum fake_kind, size_t size);
extern void fake_delete (void *);
/* Whether OBJECT is one of KIND that was not destroyed.  */
extern bool fake_valid_p (const void *object, enum fake_kind);

/* Memory of KIND on DEVICE, to be freed by fake_release; null if there is none
   left.  */
extern void *fake_reserve (enum fake_kind, size_t bytes, int device);
extern bool fake_release (void *, enum fake_kind, enum fake_kind other);
/* All memory of DEVICE goes.  */
extern void fake_release_all (int device);
/* Whether all of the SIZE bytes at P are device memory, perhaps managed; and of
   what kind the memory at P is, and where it begins, or -1.  */
extern bool fake_device_p (const void *p, size_t size);
extern int fake_kind_of (const void *p, void **begin);

/* The memory of an array.  */
struct CUarray_st
{
  struct fake_object object;
  struct gcuf_cu_array shape;
  size_t element;		/* Bytes.  */
  char *memory;
};

#endif
