/* Sparse and dense matrices of cuSPARSE on the cpu backend.
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

#ifndef GCUF_SPARSE_H
#define GCUF_SPARSE_H

#include "../library.h"

/* Of cusparseStatus_t and other enumerations (cuSPARSE's reference, 3.2).  */
enum
{
  SUCCESS, NOT_INITIALIZED, ALLOC_FAILED, INVALID_VALUE, ARCH_MISMATCH,
  MAPPING_ERROR, EXECUTION_FAILED, INTERNAL_ERROR, TYPE_NOT_SUPPORTED,
  ZERO_PIVOT, NOT_SUPPORTED
};
enum { HOST_POINTERS, DEVICE_POINTERS };
enum { NON_TRANSPOSE, TRANSPOSE, CONJUGATE_TRANSPOSE };
enum { FILL_LOWER, FILL_UPPER };
enum { NON_UNIT, UNIT };
enum { FORMAT_CSR = 1, FORMAT_CSC, FORMAT_COO };
enum { ORDER_COLUMN = 1, ORDER_ROW };
enum { INDEX_32 = 2, INDEX_64 = 3 };

/* Types of elements, cudaDataType.  */
enum { TYPE_S = 0, TYPE_D = 1, TYPE_C = 4, TYPE_Z = 5 };

struct sparse_handle
{
  gcuf_stream_t stream;
  int pointer_mode;
};

/* Indices of an array: 32 or 64 bits.  */
struct indices
{
  void *place;
  bool wide;
};

/* Of CSR, or of a CSC matrix, which is its transpose's CSR; COO has no offsets
   but the row of each element.  */
struct sparse_matrix
{
  int format, type, base;
  int64_t rows, cols, nnz;
  struct indices offsets, inner;
  void *values;
  int offsets_type, inner_type;
  int fill, diag;
  int batch;
  int64_t offsets_stride, values_stride;
};

struct dense_matrix
{
  int type, order;
  int64_t rows, cols, ld;
  void *values;
  int batch;
  int64_t stride;
};

struct sparse_vector
{
  int type, base, index_type;
  int64_t size, nnz;
  struct indices indices;
  void *values;
};

struct dense_vector
{
  int type;
  int64_t size;
  void *values;
};

/* What the older routines know of a matrix.  */
struct old_descriptor
{
  int type, fill, diag, base;
};

/* A scalar, whose value is taken at the call or when the stream gets there.  */
struct scalar
{
  const void *place;		/* Null if VALUE has it.  */
  char value[16];
};

static inline int64_t
get_index (const struct indices *from, int64_t i)
{
  return (from->wide ? ((const int64_t *) from->place)[i]
	  : ((const int32_t *) from->place)[i]);
}

static inline void
set_index (const struct indices *to, int64_t i, int64_t value)
{
  if (to->wide)
    ((int64_t *) to->place)[i] = value;
  else
    ((int32_t *) to->place)[i] = value;
}

/* The size of an element of TYPE, 0 if the cpu backend has no such ones.  */

static inline size_t
size_of (int type)
{
  return (type == TYPE_S ? 4 : type == TYPE_D || type == TYPE_C ? 8
	  : type == TYPE_Z ? 16 : 0);
}

/* Enqueue RUN with a copy of the BYTES at TASK, and wait if WAIT.  */

static inline int
enqueue (const struct sparse_handle *handle, void (*run) (void *),
	 const void *task, size_t bytes, bool wait)
{
  return GCUF_library_enqueue (handle->stream, run, task, bytes, wait)
	 ? EXECUTION_FAILED : SUCCESS;
}

/* Take the scalar of TYPE at PLACE as HANDLE's pointer mode says.  */

static inline struct scalar
take_scalar (const struct sparse_handle *handle, int type, const void *place)
{
  struct scalar scalar = { .place = place };

  if (handle->pointer_mode == HOST_POINTERS)
    {
      __builtin_memcpy (scalar.value, place, size_of (type));
      scalar.place = NULL;
    }
  return scalar;
}

static inline const void *
scalar_at (const struct scalar *scalar)
{
  return scalar->place ? scalar->place : scalar->value;
}

/* A product of sparse matrices as long as the caller has no place for it.  */
struct sparse_product
{
  int64_t nnz;
  int64_t *offsets, *columns;	/* From 0.  */
  void *values;
  bool failed;			/* There was no memory.  */
};

/* What a stream is given: one of the operations of sparse-work.h.  */
struct sparse_task
{
  void (*run) (const struct sparse_task *);
  struct sparse_matrix a, a_2;
  struct sparse_product *product;
  struct dense_matrix b, c;
  struct sparse_vector x;
  struct dense_vector y, z;
  struct scalar alpha, beta;
  int op, op_2;
  /* Tridiagonal systems, of M equations each; elements of a system have a
     distance, as have systems and right-hand sides.  */
  const void *dl, *d, *du;
  void *work, *result;
  int64_t m, n, inner_stride, system_stride, batch;
  int *counts;
};

/* Each operation for the four types.  */
struct sparse_operations
{
  void (*spmv) (const struct sparse_task *);
  void (*spmm) (const struct sparse_task *);
  void (*spsv) (const struct sparse_task *);
  void (*spsm) (const struct sparse_task *);
  void (*sddmm) (const struct sparse_task *);
  void (*spgemm) (const struct sparse_task *);
  void (*copy_product) (const struct sparse_task *);
  void (*spvv) (const struct sparse_task *);
  void (*axpby) (const struct sparse_task *);
  void (*rot) (const struct sparse_task *);
  void (*gtsv) (const struct sparse_task *);
  void (*to_dense) (const struct sparse_task *);
  void (*count) (const struct sparse_task *);
  void (*to_sparse) (const struct sparse_task *);
};

/* Those for elements of TYPE; null if there are none.  */
extern const struct sparse_operations *gcuf_sparse_operations (int type);

#endif
