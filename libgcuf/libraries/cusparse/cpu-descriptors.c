/* cuSPARSE's handles, matrices and vectors on the cpu backend.
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

#include "sparse.h"

/* What cusparseGetVersion says: the version whose interface this has.  */
enum { VERSION = 12000 };

#define SPARSE(NAME) gcuf_cpu_cusparse##NAME

static int
create (void **place, size_t size)
{
  if (!place)
    return INVALID_VALUE;
  *place = calloc (1, size);
  return *place ? SUCCESS : ALLOC_FAILED;
}

/* Work that is waiting has copies of what it needs.  */

static int
destroy (void *what)
{
  free (what);
  return what ? SUCCESS : INVALID_VALUE;
}

/* --- Handles ------------------------------------------------------------- */

int
SPARSE (Create) (void **handle)
{
  return create (handle, sizeof (struct sparse_handle));
}

int
SPARSE (Destroy) (void *handle)
{
  free (handle);
  return handle ? SUCCESS : NOT_INITIALIZED;
}

int
SPARSE (SetStream) (struct sparse_handle *handle, gcuf_stream_t stream)
{
  if (!handle)
    return NOT_INITIALIZED;
  handle->stream = stream;
  return SUCCESS;
}

int
SPARSE (GetStream) (const struct sparse_handle *handle, gcuf_stream_t *stream)
{
  if (!handle)
    return NOT_INITIALIZED;
  *stream = handle->stream;
  return SUCCESS;
}

int
SPARSE (SetPointerMode) (struct sparse_handle *handle, int mode)
{
  if (!handle)
    return NOT_INITIALIZED;
  if (mode != HOST_POINTERS && mode != DEVICE_POINTERS)
    return INVALID_VALUE;
  handle->pointer_mode = mode;
  return SUCCESS;
}

int
SPARSE (GetPointerMode) (const struct sparse_handle *handle, int *mode)
{
  if (!handle)
    return NOT_INITIALIZED;
  *mode = handle->pointer_mode;
  return SUCCESS;
}

int
SPARSE (GetVersion) (const void *handle, int *version)
{
  if (!handle)
    return NOT_INITIALIZED;
  *version = VERSION;
  return SUCCESS;
}

int
SPARSE (GetProperty) (int property, int *value)
{
  const int parts[] = { VERSION / 1000, VERSION % 1000 / 100, VERSION % 100 };

  if (property < 0 || property > 2)
    return INVALID_VALUE;
  *value = parts[property];
  return SUCCESS;
}

/* --- Descriptors of the older routines ----------------------------------- */

int
SPARSE (CreateMatDescr) (void **descriptor)
{
  return create (descriptor, sizeof (struct old_descriptor));
}

int
SPARSE (DestroyMatDescr) (void *descriptor)
{
  return destroy (descriptor);
}

#define OLD_FIELD(NAME, FIELD, MOST)					\
int									\
SPARSE (SetMat##NAME) (struct old_descriptor *descriptor, int value)	\
{									\
  if (!descriptor || value < 0 || value > MOST)				\
    return INVALID_VALUE;						\
  descriptor->FIELD = value;						\
  return SUCCESS;							\
}									\
									\
int									\
SPARSE (GetMat##NAME) (const struct old_descriptor *descriptor)		\
{									\
  return descriptor ? descriptor->FIELD : 0;				\
}

OLD_FIELD (Type, type, 3)
OLD_FIELD (FillMode, fill, 1)
OLD_FIELD (DiagType, diag, 1)
OLD_FIELD (IndexBase, base, 1)

int
SPARSE (CreateSolveAnalysisInfo) (void **info)
{
  return create (info, 1);
}

int
SPARSE (DestroySolveAnalysisInfo) (void *info)
{
  return destroy (info);
}

/* The same for triangular systems of the generic routines.  */

#define ANALYSIS(NAME)							\
int									\
SPARSE (NAME##_createDescr) (void **descriptor)				\
{									\
  return create (descriptor, 1);					\
}									\
									\
int									\
SPARSE (NAME##_destroyDescr) (void *descriptor)				\
{									\
  return destroy (descriptor);						\
}

ANALYSIS (SpSV)
ANALYSIS (SpSM)

/* --- Vectors ------------------------------------------------------------- */

/* Nothing wrong with indices of TYPE from BASE and elements of VALUE_TYPE?  */

static int
check (int type, int base, int value_type)
{
  if (base != 0 && base != 1)
    return INVALID_VALUE;
  if ((type != INDEX_32 && type != INDEX_64) || !size_of (value_type))
    return NOT_SUPPORTED;
  return SUCCESS;
}

static struct indices
as_indices (void *place, int type)
{
  return (struct indices) { .place = place, .wide = type == INDEX_64 };
}

int
SPARSE (CreateSpVec) (struct sparse_vector **place, int64_t size, int64_t nnz,
		      void *indices, void *values, int index_type, int base,
		      int type)
{
  int status = check (index_type, base, type);

  if (status != SUCCESS || size < 0 || nnz < 0 || nnz > size)
    return status != SUCCESS ? status : INVALID_VALUE;
  status = create ((void **) place, sizeof **place);
  if (status == SUCCESS)
    **place = (struct sparse_vector) {
      .type = type, .base = base, .index_type = index_type, .size = size,
      .nnz = nnz, .indices = as_indices (indices, index_type), .values = values
    };
  return status;
}

int
SPARSE (SpVecGet) (const struct sparse_vector *v, int64_t *size, int64_t *nnz,
		   void **indices, void **values, int *index_type, int *base,
		   int *type)
{
  if (!v)
    return INVALID_VALUE;
  *size = v->size;
  *nnz = v->nnz;
  *indices = v->indices.place;
  *values = v->values;
  *index_type = v->index_type;
  *base = v->base;
  *type = v->type;
  return SUCCESS;
}

int
SPARSE (SpVecGetIndexBase) (const struct sparse_vector *v, int *base)
{
  if (!v)
    return INVALID_VALUE;
  *base = v->base;
  return SUCCESS;
}

int
SPARSE (CreateDnVec) (struct dense_vector **place, int64_t size, void *values,
		      int type)
{
  int status;

  if (!size_of (type))
    return NOT_SUPPORTED;
  if (size < 0)
    return INVALID_VALUE;
  status = create ((void **) place, sizeof **place);
  if (status == SUCCESS)
    **place = (struct dense_vector) {
      .type = type, .size = size, .values = values
    };
  return status;
}

int
SPARSE (DnVecGet) (const struct dense_vector *v, int64_t *size, void **values,
		   int *type)
{
  if (!v)
    return INVALID_VALUE;
  *size = v->size;
  *values = v->values;
  *type = v->type;
  return SUCCESS;
}

/* --- Dense matrices ------------------------------------------------------ */

int
SPARSE (CreateDnMat) (struct dense_matrix **place, int64_t rows, int64_t cols,
		      int64_t ld, void *values, int type, int order)
{
  int status;

  if (!size_of (type))
    return NOT_SUPPORTED;
  if (rows < 0 || cols < 0 || (order != ORDER_COLUMN && order != ORDER_ROW)
      || ld < (order == ORDER_COLUMN ? rows : cols))
    return INVALID_VALUE;
  status = create ((void **) place, sizeof **place);
  if (status == SUCCESS)
    **place = (struct dense_matrix) {
      .type = type, .order = order, .rows = rows, .cols = cols, .ld = ld,
      .values = values, .batch = 1
    };
  return status;
}

int
SPARSE (DnMatGet) (const struct dense_matrix *m, int64_t *rows, int64_t *cols,
		   int64_t *ld, void **values, int *type, int *order)
{
  if (!m)
    return INVALID_VALUE;
  *rows = m->rows;
  *cols = m->cols;
  *ld = m->ld;
  *values = m->values;
  *type = m->type;
  *order = m->order;
  return SUCCESS;
}

int
SPARSE (DnMatSetStridedBatch) (struct dense_matrix *m, int batch,
			       int64_t stride)
{
  if (!m || batch < 1 || stride < 0)
    return INVALID_VALUE;
  m->batch = batch;
  m->stride = stride;
  return SUCCESS;
}

int
SPARSE (DnMatGetStridedBatch) (const struct dense_matrix *m, int *batch,
			       int64_t *stride)
{
  if (!m)
    return INVALID_VALUE;
  *batch = m->batch;
  *stride = m->stride;
  return SUCCESS;
}

/* --- Sparse matrices ----------------------------------------------------- */

static int
create_sparse (struct sparse_matrix **place, int format, int64_t rows,
	       int64_t cols, int64_t nnz, void *offsets, void *inner,
	       void *values, int offsets_type, int inner_type, int base,
	       int type)
{
  int status = check (offsets_type, base, type);

  if (status == SUCCESS)
    status = check (inner_type, base, type);
  if (status != SUCCESS || rows < 0 || cols < 0 || nnz < 0)
    return status != SUCCESS ? status : INVALID_VALUE;
  status = create ((void **) place, sizeof **place);
  if (status == SUCCESS)
    **place = (struct sparse_matrix) {
      .format = format, .type = type, .base = base, .rows = rows, .cols = cols,
      .nnz = nnz, .offsets = as_indices (offsets, offsets_type),
      .inner = as_indices (inner, inner_type), .values = values,
      .offsets_type = offsets_type, .inner_type = inner_type, .batch = 1
    };
  return status;
}

static int
get_sparse (const struct sparse_matrix *a, int format, int64_t *rows,
	    int64_t *cols, int64_t *nnz, void **offsets, void **inner,
	    void **values, int *offsets_type, int *inner_type, int *base,
	    int *type)
{
  if (!a || a->format != format)
    return INVALID_VALUE;
  *rows = a->rows;
  *cols = a->cols;
  *nnz = a->nnz;
  *offsets = a->offsets.place;
  *inner = a->inner.place;
  *values = a->values;
  *offsets_type = a->offsets_type;
  *inner_type = a->inner_type;
  *base = a->base;
  *type = a->type;
  return SUCCESS;
}

static int
set_pointers (struct sparse_matrix *a, int format, void *offsets, void *inner,
	      void *values)
{
  if (!a || a->format != format)
    return INVALID_VALUE;
  a->offsets.place = offsets;
  a->inner.place = inner;
  a->values = values;
  return SUCCESS;
}

#define COMPRESSED(NAME, FORMAT)					\
int									\
SPARSE (Create##NAME) (struct sparse_matrix **place, int64_t rows,	\
		       int64_t cols, int64_t nnz, void *offsets,	\
		       void *inner, void *values, int offsets_type,	\
		       int inner_type, int base, int type)		\
{									\
  return create_sparse (place, FORMAT, rows, cols, nnz, offsets, inner,	\
			values, offsets_type, inner_type, base, type);	\
}									\
									\
int									\
SPARSE (NAME##Get) (const struct sparse_matrix *a, int64_t *rows,	\
		    int64_t *cols, int64_t *nnz, void **offsets,	\
		    void **inner, void **values, int *offsets_type,	\
		    int *inner_type, int *base, int *type)		\
{									\
  return get_sparse (a, FORMAT, rows, cols, nnz, offsets, inner, values, \
		     offsets_type, inner_type, base, type);		\
}									\
									\
int									\
SPARSE (NAME##SetPointers) (struct sparse_matrix *a, void *offsets,	\
			    void *inner, void *values)			\
{									\
  return set_pointers (a, FORMAT, offsets, inner, values);		\
}

COMPRESSED (Csr, FORMAT_CSR)
COMPRESSED (Csc, FORMAT_CSC)

int
SPARSE (CreateCoo) (struct sparse_matrix **place, int64_t rows, int64_t cols,
		    int64_t nnz, void *row_indices, void *column_indices,
		    void *values, int index_type, int base, int type)
{
  return create_sparse (place, FORMAT_COO, rows, cols, nnz, row_indices,
			column_indices, values, index_type, index_type, base,
			type);
}

int
SPARSE (CooGet) (const struct sparse_matrix *a, int64_t *rows, int64_t *cols,
		 int64_t *nnz, void **row_indices, void **column_indices,
		 void **values, int *index_type, int *base, int *type)
{
  int column_type;
  return get_sparse (a, FORMAT_COO, rows, cols, nnz, row_indices,
		     column_indices, values, index_type, &column_type, base,
		     type);
}

int
SPARSE (CooSetPointers) (struct sparse_matrix *a, void *rows, void *columns,
			 void *values)
{
  return set_pointers (a, FORMAT_COO, rows, columns, values);
}

int
SPARSE (SpMatGetFormat) (const struct sparse_matrix *a, int *format)
{
  if (!a)
    return INVALID_VALUE;
  *format = a->format;
  return SUCCESS;
}

int
SPARSE (SpMatGetIndexBase) (const struct sparse_matrix *a, int *base)
{
  if (!a)
    return INVALID_VALUE;
  *base = a->base;
  return SUCCESS;
}

int
SPARSE (SpMatGetSize) (const struct sparse_matrix *a, int64_t *rows,
		       int64_t *cols, int64_t *nnz)
{
  if (!a)
    return INVALID_VALUE;
  *rows = a->rows;
  *cols = a->cols;
  *nnz = a->nnz;
  return SUCCESS;
}

int
SPARSE (SpMatGetStridedBatch) (const struct sparse_matrix *a, int *batch)
{
  if (!a)
    return INVALID_VALUE;
  *batch = a->batch;
  return SUCCESS;
}

int
SPARSE (CsrSetStridedBatch) (struct sparse_matrix *a, int batch,
			     int64_t offsets_stride, int64_t values_stride)
{
  if (!a || a->format != FORMAT_CSR || batch < 1 || offsets_stride < 0
      || values_stride < 0)
    return INVALID_VALUE;
  a->batch = batch;
  a->offsets_stride = offsets_stride;
  a->values_stride = values_stride;
  return SUCCESS;
}

int
SPARSE (CooSetStridedBatch) (struct sparse_matrix *a, int batch,
			     int64_t stride)
{
  if (!a || a->format != FORMAT_COO || batch < 1 || stride < 0)
    return INVALID_VALUE;
  a->batch = batch;
  a->offsets_stride = a->values_stride = stride;
  return SUCCESS;
}

/* The place of ATTRIBUTE, which has SIZE; null if there is none such.  */

static int *
attribute_of (struct sparse_matrix *a, int attribute, size_t size)
{
  if (!a || size != sizeof (int))
    return NULL;
  return attribute == 0 ? &a->fill : attribute == 1 ? &a->diag : NULL;
}

int
SPARSE (SpMatGetAttribute) (struct sparse_matrix *a, int attribute, void *data,
			    size_t size)
{
  int *place = attribute_of (a, attribute, size);

  if (!place || !data)
    return INVALID_VALUE;
  memcpy (data, place, size);
  return SUCCESS;
}

int
SPARSE (SpMatSetAttribute) (struct sparse_matrix *a, int attribute,
			    const void *data, size_t size)
{
  int *place = attribute_of (a, attribute, size), value;

  if (!place || !data)
    return INVALID_VALUE;
  memcpy (&value, data, size);
  if (value < 0 || value > 1)
    return INVALID_VALUE;
  *place = value;
  return SUCCESS;
}

/* --- What all of them have ----------------------------------------------- */

#define VALUES(NAME, TYPE)						\
int									\
SPARSE (Destroy##NAME) (void *what)					\
{									\
  return destroy (what);						\
}									\
									\
int									\
SPARSE (NAME##GetValues) (const struct TYPE *what, void **values)	\
{									\
  if (!what || !values)							\
    return INVALID_VALUE;						\
  *values = what->values;						\
  return SUCCESS;							\
}									\
									\
int									\
SPARSE (NAME##SetValues) (struct TYPE *what, void *values)		\
{									\
  if (!what)								\
    return INVALID_VALUE;						\
  what->values = values;						\
  return SUCCESS;							\
}

VALUES (SpVec, sparse_vector)
VALUES (DnVec, dense_vector)
VALUES (SpMat, sparse_matrix)
VALUES (DnMat, dense_matrix)

/* Routines for what is constant do the same as those of NAME.  */
#define CONSTANT(CONSTANT_NAME, NAME) \
  extern __typeof__ (SPARSE (NAME)) SPARSE (CONSTANT_NAME) \
    __attribute__ ((alias ("gcuf_cpu_cusparse" #NAME)));

CONSTANT (CreateConstSpVec, CreateSpVec)
CONSTANT (CreateConstDnVec, CreateDnVec)
CONSTANT (CreateConstDnMat, CreateDnMat)
CONSTANT (CreateConstCsr, CreateCsr)
CONSTANT (CreateConstCsc, CreateCsc)
CONSTANT (CreateConstCoo, CreateCoo)
CONSTANT (ConstSpVecGet, SpVecGet)
CONSTANT (ConstDnVecGet, DnVecGet)
CONSTANT (ConstDnMatGet, DnMatGet)
CONSTANT (ConstCsrGet, CsrGet)
CONSTANT (ConstCscGet, CscGet)
CONSTANT (ConstCooGet, CooGet)
CONSTANT (ConstSpVecGetValues, SpVecGetValues)
CONSTANT (ConstDnVecGetValues, DnVecGetValues)
CONSTANT (ConstSpMatGetValues, SpMatGetValues)
CONSTANT (ConstDnMatGetValues, DnMatGetValues)
