/* The cpu backend of cuBLAS: handles, modes, and copies.
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

#include <stdlib.h>
#include <string.h>

#include "cpu-blas.h"

/* What cublasGetVersion says: the version whose interface this has.  */
enum { VERSION = 130000 };

struct gcuf_blas_handle *
gcuf_blas_handle (void *handle)
{
  struct gcuf_blas_handle *h = handle;
  return h && h->magic == GCUF_BLAS_MAGIC ? h : NULL;
}

int
gcuf_cpu_cublasCreate_v2 (void **handle)
{
  struct gcuf_blas_handle *h;

  if (!handle)
    return INVALID_VALUE;
  h = calloc (1, sizeof *h);
  if (!h)
    return ALLOC_FAILED;
  h->magic = GCUF_BLAS_MAGIC;
  *handle = h;
  return SUCCESS;
}

/* Work that was enqueued needs the handle no more.  */

int
gcuf_cpu_cublasDestroy_v2 (void *handle)
{
  struct gcuf_blas_handle *h = gcuf_blas_handle (handle);

  if (!h)
    return NOT_INITIALIZED;
  h->magic = 0;
  free (h);
  return SUCCESS;
}

int
gcuf_cpu_cublasGetVersion_v2 (void *handle, int *version)
{
  (void) handle;
  *version = VERSION;
  return SUCCESS;
}

int
gcuf_cpu_cublasGetProperty (int type, int *value)
{
  const int parts[] = { VERSION / 10000, VERSION / 100 % 100, VERSION % 100 };

  if (type < 0 || type > 2 || !value)
    return INVALID_VALUE;
  *value = parts[type];
  return SUCCESS;
}

/* No routine here needs a work area.  */

int
gcuf_cpu_cublasSetWorkspace_v2 (void *handle, void *workspace, size_t bytes)
{
  (void) workspace, (void) bytes;
  return gcuf_blas_handle (handle) ? SUCCESS : NOT_INITIALIZED;
}

int
gcuf_cpu_cublasSetStream_v2 (void *handle, gcuf_stream_t stream)
{
  struct gcuf_blas_handle *h = gcuf_blas_handle (handle);

  if (!h)
    return NOT_INITIALIZED;
  h->stream = stream;
  return SUCCESS;
}

int
gcuf_cpu_cublasGetStream_v2 (void *handle, gcuf_stream_t *stream)
{
  struct gcuf_blas_handle *h = gcuf_blas_handle (handle);

  if (!h)
    return NOT_INITIALIZED;
  *stream = h->stream;
  return SUCCESS;
}

/* Functions that set MODE, a number below LIMIT, and that get it.  */
#define MODE(NAME, MEMBER, LIMIT) \
  int \
  gcuf_cpu_cublasSet##NAME (void *handle, int mode) \
  { \
    struct gcuf_blas_handle *h = gcuf_blas_handle (handle); \
    if (!h) \
      return NOT_INITIALIZED; \
    if (mode < 0 || mode >= (LIMIT)) \
      return INVALID_VALUE; \
    h->MEMBER = mode; \
    return SUCCESS; \
  } \
  int \
  gcuf_cpu_cublasGet##NAME (void *handle, int *mode) \
  { \
    struct gcuf_blas_handle *h = gcuf_blas_handle (handle); \
    if (!h) \
      return NOT_INITIALIZED; \
    *mode = h->MEMBER; \
    return SUCCESS; \
  }
MODE (PointerMode_v2, pointer_mode, 2)
MODE (AtomicsMode, atomics, 2)
MODE (MathMode, math, 32)
MODE (SmCountTarget, multiprocessors, 0x7fffffff)

/* --- cublasXt ------------------------------------------------------------ */

/* The default of the real one.  */
enum { BLOCK = 2048 };

int
gcuf_cpu_cublasXtCreate (void **handle)
{
  int status = gcuf_cpu_cublasCreate_v2 (handle);

  if (status == SUCCESS)
    {
      struct gcuf_blas_handle *h = *handle;
      h->waits = true;
      h->block = BLOCK;
    }
  return status;
}

int
gcuf_cpu_cublasXtDestroy (void *handle)
{
  return gcuf_cpu_cublasDestroy_v2 (handle);
}

/* All devices are the host.  */

int
gcuf_cpu_cublasXtDeviceSelect (void *handle, int count, int *ids)
{
  if (!gcuf_blas_handle (handle))
    return NOT_INITIALIZED;
  return count < 1 || !ids ? INVALID_VALUE : SUCCESS;
}

int
gcuf_cpu_cublasXtSetBlockDim (void *handle, int size)
{
  struct gcuf_blas_handle *h = gcuf_blas_handle (handle);

  if (!h)
    return NOT_INITIALIZED;
  if (size < 1)
    return INVALID_VALUE;
  h->block = size;
  return SUCCESS;
}

int
gcuf_cpu_cublasXtGetBlockDim (void *handle, int *size)
{
  struct gcuf_blas_handle *h = gcuf_blas_handle (handle);

  if (!h)
    return NOT_INITIALIZED;
  *size = h->block;
  return SUCCESS;
}

int
gcuf_cpu_cublasXtSetPinningMemMode (void *handle, int mode)
{
  struct gcuf_blas_handle *h = gcuf_blas_handle (handle);

  if (!h)
    return NOT_INITIALIZED;
  if (mode < 0 || mode > 1)
    return INVALID_VALUE;
  h->pinning = mode;
  return SUCCESS;
}

int
gcuf_cpu_cublasXtGetPinningMemMode (void *handle, int *mode)
{
  struct gcuf_blas_handle *h = gcuf_blas_handle (handle);

  if (!h)
    return NOT_INITIALIZED;
  *mode = h->pinning;
  return SUCCESS;
}

/* The host does all the work whatever its part is to be.  */

int
gcuf_cpu_cublasXtSetCpuRatio (void *handle, int operation, int type,
			      float ratio)
{
  if (!gcuf_blas_handle (handle))
    return NOT_INITIALIZED;
  return (operation < 0 || operation > 11 || type < 0 || type > 3 || ratio < 0
	  || ratio > 1 ? INVALID_VALUE : SUCCESS);
}

/* --- Copies -------------------------------------------------------------- */

/* COLUMNS columns of BYTES bytes, in pieces of SIZE bytes of which FROM has one
   each FROM_STEP bytes, and TO each TO_STEP; columns are FROM_COLUMN and
   TO_COLUMN bytes apart.  */
struct copy
{
  char *to;
  const char *from;
  size_t size, pieces, columns;
  int64_t to_step, from_step, to_column, from_column;
  void *staged;			/* To be freed, or null.  */
};

static void
run_copy (void *data)
{
  const struct copy *c = data;

  for (size_t j = 0; j < c->columns; j++)
    for (size_t i = 0; i < c->pieces; i++)
      memcpy (c->to + j * c->to_column + i * c->to_step,
	      c->from + j * c->from_column + i * c->from_step, c->size);
  free (c->staged);
}

/* Give copy C to STREAM, and wait for it if WAIT.  If FROM_HOST, what is to be
   copied is read now.  */

static int
enqueue_copy (struct copy *c, gcuf_stream_t stream, bool from_host, bool wait)
{
  if (from_host && !wait && c->pieces && c->columns)
    {
      size_t column = c->size * c->pieces;
      char *area = malloc (column * c->columns);
      struct copy stage = *c;

      if (!area)
	return ALLOC_FAILED;
      stage.to = area;
      stage.to_step = c->size;
      stage.to_column = column;
      run_copy (&stage);
      c->from = c->staged = area;
      c->from_step = c->size;
      c->from_column = column;
    }
  if (GCUF_library_enqueue (stream, run_copy, c, sizeof *c, wait))
    {
      free (c->staged);
      return EXECUTION_FAILED;
    }
  return SUCCESS;
}

static int
copy_vector (int64_t n, int64_t size, const void *x, int64_t incx, void *y,
	     int64_t incy, gcuf_stream_t stream, bool from_host, bool wait)
{
  struct copy c = { .to = y, .from = x, .size = size, .pieces = n,
		    .columns = 1, .to_step = incy * size,
		    .from_step = incx * size };

  if (n < 0 || size < 1 || incx < 1 || incy < 1)
    return INVALID_VALUE;
  return n ? enqueue_copy (&c, stream, from_host, wait) : SUCCESS;
}

static int
copy_matrix (int64_t rows, int64_t columns, int64_t size, const void *a,
	     int64_t lda, void *b, int64_t ldb, gcuf_stream_t stream,
	     bool from_host, bool wait)
{
  struct copy c = { .to = b, .from = a, .size = size * rows, .pieces = 1,
		    .columns = columns, .to_column = ldb * size,
		    .from_column = lda * size };

  if (rows < 0 || columns < 0 || size < 1 || lda < 1 || ldb < 1
      || lda < rows || ldb < rows)
    return INVALID_VALUE;
  return rows && columns ? enqueue_copy (&c, stream, from_host, wait) : SUCCESS;
}

/* Each in the form for int and for int64_t.  */
#define COPIES(INT, WIDE) \
  int \
  gcuf_cpu_cublasSetVector##WIDE (INT n, INT size, void *x, INT incx, void *y, \
				  INT incy) \
  { \
    return copy_vector (n, size, x, incx, y, incy, 0, true, true); \
  } \
  int \
  gcuf_cpu_cublasGetVector##WIDE (INT n, INT size, void *x, INT incx, void *y, \
				  INT incy) \
  { \
    return copy_vector (n, size, x, incx, y, incy, 0, false, true); \
  } \
  int \
  gcuf_cpu_cublasSetVectorAsync##WIDE (INT n, INT size, void *x, INT incx, \
				       void *y, INT incy, gcuf_stream_t stream) \
  { \
    return copy_vector (n, size, x, incx, y, incy, stream, true, false); \
  } \
  int \
  gcuf_cpu_cublasGetVectorAsync##WIDE (INT n, INT size, void *x, INT incx, \
				       void *y, INT incy, gcuf_stream_t stream) \
  { \
    return copy_vector (n, size, x, incx, y, incy, stream, false, false); \
  } \
  int \
  gcuf_cpu_cublasSetMatrix##WIDE (INT rows, INT columns, INT size, void *a, \
				  INT lda, void *b, INT ldb) \
  { \
    return copy_matrix (rows, columns, size, a, lda, b, ldb, 0, true, true); \
  } \
  int \
  gcuf_cpu_cublasGetMatrix##WIDE (INT rows, INT columns, INT size, void *a, \
				  INT lda, void *b, INT ldb) \
  { \
    return copy_matrix (rows, columns, size, a, lda, b, ldb, 0, false, true); \
  } \
  int \
  gcuf_cpu_cublasSetMatrixAsync##WIDE (INT rows, INT columns, INT size, \
				       void *a, INT lda, void *b, INT ldb, \
				       gcuf_stream_t stream) \
  { \
    return copy_matrix (rows, columns, size, a, lda, b, ldb, stream, true, \
			false); \
  } \
  int \
  gcuf_cpu_cublasGetMatrixAsync##WIDE (INT rows, INT columns, INT size, \
				       void *a, INT lda, void *b, INT ldb, \
				       gcuf_stream_t stream) \
  { \
    return copy_matrix (rows, columns, size, a, lda, b, ldb, stream, false, \
			false); \
  }
COPIES (int, )
COPIES (int64_t, _64)
