/* Handles and parameters of cuSOLVER on the cpu backend.
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

#include "cpu-solver.h"

/* What cusolverGetVersion says: the version whose interface this has.  */
enum { VERSION = 12000 };

/* What is set for syevj and gesvdj, and for the routines with 64 bits.  It
   makes no difference here.  */
struct parameters
{
  double tolerance;
  int sweeps, sort;
};

static int
create (void **place, size_t size)
{
  if (!place)
    return INVALID_VALUE;
  *place = calloc (1, size);
  return *place ? SUCCESS : ALLOC_FAILED;
}

static int
destroy (void *what)
{
  free (what);
  return what ? SUCCESS : NOT_INITIALIZED;
}

int
gcuf_cpu_cusolverDnCreate (void **handle)
{
  int status = create (handle, sizeof (struct handle));
  if (status == SUCCESS)
    ((struct handle *) *handle)->deterministic
      = ((struct handle *) *handle)->arithmetic = 1;
  return status;
}

int
gcuf_cpu_cusolverDnDestroy (void *handle)
{
  return destroy (handle);
}

int
gcuf_cpu_cusolverDnSetStream (struct handle *handle, gcuf_stream_t stream)
{
  if (!handle)
    return NOT_INITIALIZED;
  handle->stream = stream;
  return SUCCESS;
}

int
gcuf_cpu_cusolverDnGetStream (struct handle *handle, gcuf_stream_t *stream)
{
  if (!handle || !stream)
    return handle ? INVALID_VALUE : NOT_INITIALIZED;
  *stream = handle->stream;
  return SUCCESS;
}

/* A setting of a handle from LEAST to MOST, kept in WHERE.  None makes a
   difference here.  */
#define SETTING(NAME, WHERE, LEAST, MOST)				\
int									\
gcuf_cpu_cusolverDnSet##NAME (struct handle *handle, int value)		\
{									\
  if (!handle || value < (LEAST) || value > (MOST))			\
    return handle ? INVALID_VALUE : NOT_INITIALIZED;			\
  handle->WHERE = value;						\
  return SUCCESS;							\
}									\
									\
int									\
gcuf_cpu_cusolverDnGet##NAME (struct handle *handle, int *value)	\
{									\
  if (!handle || !value)						\
    return handle ? INVALID_VALUE : NOT_INITIALIZED;			\
  *value = handle->WHERE;						\
  return SUCCESS;							\
}

SETTING (DeterministicMode, deterministic, 1, 2)
SETTING (MathMode, arithmetic, 1, 2)
SETTING (EmulationStrategy, emulation, 0, 2)

int
gcuf_cpu_cusolverGetVersion (int *version)
{
  *version = VERSION;
  return SUCCESS;
}

int
gcuf_cpu_cusolverGetProperty (int property, int *value)
{
  const int parts[] = { VERSION / 1000, VERSION % 1000 / 100, VERSION % 100 };

  if (property < 0 || property > 2)
    return INVALID_VALUE;
  *value = parts[property];
  return SUCCESS;
}

int
gcuf_cpu_cusolverDnCreateParams (void **params)
{
  return create (params, sizeof (struct parameters));
}

int
gcuf_cpu_cusolverDnDestroyParams (void *params)
{
  return destroy (params);
}

int
gcuf_cpu_cusolverDnSetAdvOptions (void *params, int option, int algorithm)
{
  (void) option, (void) algorithm;
  return params ? SUCCESS : INVALID_VALUE;
}

/* The iterative routines' parameters, NAME and what is in calls.  */
#define ITERATIVE(NAME, CALLS)						\
int									\
gcuf_cpu_cusolverDnCreate##NAME (void **info)				\
{									\
  return create (info, sizeof (struct parameters));			\
}									\
									\
int									\
gcuf_cpu_cusolverDnDestroy##NAME (void *info)				\
{									\
  return destroy (info);						\
}									\
									\
int									\
gcuf_cpu_cusolverDnX##CALLS##SetTolerance (struct parameters *info,	\
					   double tolerance)		\
{									\
  if (!info)								\
    return NOT_INITIALIZED;						\
  info->tolerance = tolerance;						\
  return SUCCESS;							\
}									\
									\
int									\
gcuf_cpu_cusolverDnX##CALLS##SetMaxSweeps (struct parameters *info, int n) \
{									\
  if (!info)								\
    return NOT_INITIALIZED;						\
  info->sweeps = n;							\
  return SUCCESS;							\
}									\
									\
int									\
gcuf_cpu_cusolverDnX##CALLS##SetSortEig (struct parameters *info, int sort) \
{									\
  if (!info)								\
    return NOT_INITIALIZED;						\
  info->sort = sort;							\
  return SUCCESS;							\
}									\
									\
int									\
gcuf_cpu_cusolverDnX##CALLS##GetResidual (void *handle, void *info,	\
					  double *residual)		\
{									\
  if (!handle || !info)							\
    return NOT_INITIALIZED;						\
  *residual = 0;							\
  return SUCCESS;							\
}									\
									\
int									\
gcuf_cpu_cusolverDnX##CALLS##GetSweeps (void *handle, void *info, int *n) \
{									\
  if (!handle || !info)							\
    return NOT_INITIALIZED;						\
  *n = 0;								\
  return SUCCESS;							\
}

ITERATIVE (SyevjInfo, syevj)
ITERATIVE (GesvdjInfo, gesvdj)
