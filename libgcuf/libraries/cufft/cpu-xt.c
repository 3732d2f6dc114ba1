/* Descriptors of data of cuFFT on the cpu backend, which has one device.
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


#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu-fft.h"

/* As in cudalibxt.h.  */
enum { MAX_GPUS = 64, LIB_FORMAT_CUFFT = 0 };

struct xt_data
{
  int version, n_gpus, gpus[MAX_GPUS];
  void *data[MAX_GPUS];
  size_t size[MAX_GPUS];
  void *state;
};

struct descriptor
{
  int version;
  struct xt_data *data;
  int library, format;
  void *library_descriptor;
};

/* Of cufftXtSubFormat_t and cufftXtCopyType_t.  */
enum
{
  FORMAT_INPUT, FORMAT_OUTPUT, FORMAT_IN_PLACE, FORMAT_SHUFFLED,
  FORMAT_1D_SHUFFLED
};
enum { HOST_TO_DEVICE, DEVICE_TO_HOST, DEVICE_TO_DEVICE };

/* Of cudaDataType_t.  */
enum { R_32F = 0, R_64F = 1, C_32F = 4, C_64F = 5 };

/* --- Descriptors --------------------------------------------------------- */

int
gcuf_cpu_cufftXtSetGPUs (int handle, int n, int *gpus)
{
  int status = gcuf_cpu_cufftSetAutoAllocation (handle, 1);

  if (status != SUCCESS)
    return status;
  if (n < 1 || n > MAX_GPUS || !gpus)
    return INVALID_VALUE;
  return n > 1 || gpus[0] != 0 ? INVALID_DEVICE : SUCCESS;
}

/* The bytes of data in FORMAT for a plan of SHAPE, zero if there is no such
   format on one device.  */

static size_t
format_bytes (const struct gcuf_fft_shape *shape, int format)
{
  switch (format)
    {
    case FORMAT_INPUT:
    case FORMAT_1D_SHUFFLED:
      return shape->in;
    case FORMAT_OUTPUT:
      return shape->out;
    case FORMAT_IN_PLACE:
    case FORMAT_SHUFFLED:
      return shape->in_place;
    default:
      return 0;
    }
}

int
gcuf_cpu_cufftXtMalloc (int handle, void **result, int format)
{
  struct gcuf_fft_shape shape;
  struct descriptor *d;
  int status = gcuf_fft_shape (handle, &shape);
  size_t bytes = status == SUCCESS ? format_bytes (&shape, format) : 0;

  if (status != SUCCESS)
    return status;
  if (!bytes)
    return INVALID_VALUE;
  d = calloc (1, sizeof *d + sizeof *d->data);
  if (!d)
    return ALLOC_FAILED;
  d->data = (struct xt_data *) (d + 1);
  d->library = LIB_FORMAT_CUFFT;
  d->format = format;
  d->data->n_gpus = 1;
  d->data->size[0] = bytes;
  if (GCUF_cudaMalloc (&d->data->data[0], bytes) != 0)
    {
      free (d);
      return ALLOC_FAILED;
    }
  *result = d;
  return SUCCESS;
}

int
gcuf_cpu_cufftXtFree (struct descriptor *d)
{
  if (!d || !d->data)
    return INVALID_VALUE;
  int error = GCUF_cudaFree (d->data->data[0]);
  free (d);
  return error == 0 ? SUCCESS : INTERNAL_ERROR;
}

/* What a stream is given.  */
struct copy { void *to; const void *from; size_t bytes; };

static void
run_copy (void *data)
{
  const struct copy *c = data;
  memcpy (c->to, c->from, c->bytes);
}

/* Data of the host have the layout of those of the descriptor.  */

int
gcuf_cpu_cufftXtMemcpy (int handle, void *to, void *from, int type)
{
  struct gcuf_fft_shape shape;
  int status = gcuf_fft_shape (handle, &shape);
  bool to_device = type != DEVICE_TO_HOST, from_device = type != HOST_TO_DEVICE;
  struct descriptor *d = to_device ? to : from, *s = from;

  if (status != SUCCESS)
    return status;
  if (!to || !from || type < HOST_TO_DEVICE || type > DEVICE_TO_DEVICE)
    return INVALID_VALUE;
  struct copy c = {
    to_device ? d->data->data[0] : to, from_device ? s->data->data[0] : from,
    d->data->size[0]
  };
  if (to_device && from_device && s->data->size[0] < c.bytes)
    c.bytes = s->data->size[0];
  return (GCUF_library_enqueue (shape.stream, run_copy, &c, sizeof c, true) == 0
	  ? SUCCESS : EXEC_FAILED);
}

/* --- Transforms ---------------------------------------------------------- */

int
gcuf_cpu_cufftXtExec (int handle, void *in, void *out, int direction)
{
  struct gcuf_fft_shape shape;
  int status = gcuf_fft_shape (handle, &shape);
  int kind = shape.type & ~DOUBLE;

  if (status != SUCCESS)
    return status;
  if (kind != C2C)
    direction = kind == R2C ? FORWARD : INVERSE;
  return gcuf_fft_execute (handle, shape.type, in, out, direction);
}

int
gcuf_cpu_cufftXtExecDescriptor (int handle, struct descriptor *in,
				struct descriptor *out, int direction)
{
  if (!in || !out || !in->data || !out->data)
    return INVALID_VALUE;
  return gcuf_cpu_cufftXtExec (handle, in->data->data[0], out->data->data[0],
			       direction);
}

/* The routine that takes plans of TYPE alone.  */
#define EXECUTE(NAME, TYPE, PARAMETERS, DIRECTION)			\
  int									\
  gcuf_cpu_cufftXtExecDescriptor##NAME PARAMETERS			\
  {									\
    if (!in || !out || !in->data || !out->data)				\
      return INVALID_VALUE;						\
    return gcuf_fft_execute (handle, TYPE, in->data->data[0],		\
			     out->data->data[0], DIRECTION);		\
  }
#define THREE (int handle, struct descriptor *in, struct descriptor *out)
#define FOUR								\
  (int handle, struct descriptor *in, struct descriptor *out, int direction)

EXECUTE (C2C, C2C, FOUR, direction)
EXECUTE (Z2Z, C2C | DOUBLE, FOUR, direction)
EXECUTE (R2C, R2C, THREE, FORWARD)
EXECUTE (D2Z, R2C | DOUBLE, THREE, FORWARD)
EXECUTE (C2R, C2R, THREE, INVERSE)
EXECUTE (Z2D, C2R | DOUBLE, THREE, INVERSE)

/* --- Plans by types of data ---------------------------------------------- */

/* The type of a transform from IN to OUT computed in EXECUTION, types of data, or
   zero.  */

static int
transform_type (int in, int out, int execution)
{
  if (execution != C_32F && execution != C_64F)
    return 0;
  int wide = execution == C_64F, flag = wide ? DOUBLE : 0;
  if (in == C_32F + wide && out == C_32F + wide)
    return C2C | flag;
  if (in == R_32F + wide && out == C_32F + wide)
    return R2C | flag;
  if (in == C_32F + wide && out == R_32F + wide)
    return C2R | flag;
  return 0;
}

/* The routine NAME, of which NAME64 does the work.  */
#define MANY(NAME)							\
  int									\
  gcuf_cpu_cufftXt##NAME (int handle, int rank, int64_t *n,		\
			  int64_t *inembed, int64_t istride,		\
			  int64_t idist, int in, int64_t *onembed,	\
			  int64_t ostride, int64_t odist, int out,	\
			  int64_t batch, size_t *work_size,		\
			  int execution)				\
  {									\
    int type = transform_type (in, out, execution);			\
    if (!type)								\
      {									\
	fprintf (stderr, "libgcuf-cufft: on the cpu backend cufftXt"	\
		 #NAME " has real and complex numbers of 32 and 64 "	\
		 "bits\n");						\
	return NOT_SUPPORTED;						\
      }									\
    return gcuf_cpu_cufft##NAME##64 (handle, rank, n, inembed, istride,	\
				     idist, onembed, ostride, odist,	\
				     type, batch, work_size);		\
  }

MANY (MakePlanMany)
MANY (GetSizeMany)

/* --- Work areas, which have no bytes ------------------------------------- */

int
gcuf_cpu_cufftXtSetWorkArea (int handle, void **areas)
{
  (void) areas;
  return gcuf_cpu_cufftSetAutoAllocation (handle, 0);
}

int
gcuf_cpu_cufftXtSetWorkAreaPolicy (int handle, int policy, size_t *work_size)
{
  (void) work_size;
  return (policy < 0 || policy > 2 ? INVALID_VALUE
	  : gcuf_cpu_cufftSetAutoAllocation (handle, 1));
}
