/* cuSPARSE's operations on the cpu backend.
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

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "sparse.h"

#define SPARSE(NAME) gcuf_cpu_cusparse##NAME

static void
run_task (void *data)
{
  const struct sparse_task *task = data;
  task->run (task);
}

static int
submit (const struct sparse_handle *handle, const struct sparse_task *task,
	bool wait)
{
  return enqueue (handle, run_task, task, sizeof *task, wait);
}

static int
check_operation (int op)
{
  return (op == NON_TRANSPOSE || op == TRANSPOSE || op == CONJUGATE_TRANSPOSE
	  ? SUCCESS : INVALID_VALUE);
}

/* Work space is not needed.  cuSPARSE's own needs some, and programs allocate
   what they are told.  */

static int
tell_size (int status, size_t *bytes)
{
  if (status == SUCCESS && !bytes)
    status = INVALID_VALUE;
  if (status == SUCCESS)
    *bytes = 8;
  return status;
}

/* --- Sparse matrices times dense ones ------------------------------------ */

/* Prepare *T for SpMV.  */

static int
prepare_spmv (struct sparse_task *t, const struct sparse_handle *handle, int op,
	      const void *alpha, const struct sparse_matrix *a,
	      const struct dense_vector *x, const void *beta,
	      const struct dense_vector *y, int type)
{
  memset (t, 0, sizeof *t);
  if (!handle)
    return NOT_INITIALIZED;
  if (!alpha || !a || !x || !beta || !y || check_operation (op) != SUCCESS
      || x->size != (op == NON_TRANSPOSE ? a->cols : a->rows)
      || y->size != (op == NON_TRANSPOSE ? a->rows : a->cols))
    return INVALID_VALUE;
  if (a->type != type || x->type != type || y->type != type || a->batch != 1)
    return NOT_SUPPORTED;
  t->run = gcuf_sparse_operations (type)->spmv;
  t->a = *a;
  t->op = op;
  t->y.values = x->values;
  t->z.values = y->values;
  t->alpha = take_scalar (handle, type, alpha);
  t->beta = take_scalar (handle, type, beta);
  return SUCCESS;
}

int
SPARSE (SpMV_bufferSize) (struct sparse_handle *handle, int op, void *alpha,
			  struct sparse_matrix *a, struct dense_vector *x,
			  void *beta, struct dense_vector *y, int type, int alg,
			  size_t *bytes)
{
  struct sparse_task t;
  (void) alg;
  return tell_size (prepare_spmv (&t, handle, op, alpha, a, x, beta, y, type),
		    bytes);
}

int
SPARSE (SpMV_preprocess) (struct sparse_handle *handle, int op, void *alpha,
			  struct sparse_matrix *a, struct dense_vector *x,
			  void *beta, struct dense_vector *y, int type, int alg,
			  void *buffer)
{
  struct sparse_task t;
  (void) alg, (void) buffer;
  return prepare_spmv (&t, handle, op, alpha, a, x, beta, y, type);
}

int
SPARSE (SpMV) (struct sparse_handle *handle, int op, void *alpha,
	       struct sparse_matrix *a, struct dense_vector *x, void *beta,
	       struct dense_vector *y, int type, int alg, void *buffer)
{
  struct sparse_task t;
  int status = prepare_spmv (&t, handle, op, alpha, a, x, beta, y, type);
  (void) alg, (void) buffer;
  return status == SUCCESS ? submit (handle, &t, false) : status;
}

/* Prepare *T for C = op (A) op (B), or its counterpart RUN, which has no
   beta if that is null.  */

static int
prepare_spmm (struct sparse_task *t, const struct sparse_handle *handle, int op,
	      int op_2, const void *alpha, const struct sparse_matrix *a,
	      const struct dense_matrix *b, const void *beta,
	      const struct dense_matrix *c, int type)
{
  memset (t, 0, sizeof *t);
  if (!handle)
    return NOT_INITIALIZED;
  if (!alpha || !a || !b || !c || check_operation (op) != SUCCESS
      || check_operation (op_2) != SUCCESS
      || c->rows != (op == NON_TRANSPOSE ? a->rows : a->cols)
      || c->cols != (op_2 == NON_TRANSPOSE ? b->cols : b->rows)
      || ((op == NON_TRANSPOSE ? a->cols : a->rows)
	  != (op_2 == NON_TRANSPOSE ? b->rows : b->cols))
      || (a->batch != 1 && a->batch != c->batch)
      || (b->batch != 1 && b->batch != c->batch))
    return INVALID_VALUE;
  if (a->type != type || b->type != type || c->type != type)
    return NOT_SUPPORTED;
  t->run = gcuf_sparse_operations (type)->spmm;
  t->a = *a;
  t->b = *b;
  t->c = *c;
  t->op = op;
  t->op_2 = op_2;
  t->alpha = take_scalar (handle, type, alpha);
  if (beta)
    t->beta = take_scalar (handle, type, beta);
  return SUCCESS;
}

int
SPARSE (SpMM_bufferSize) (struct sparse_handle *handle, int op, int op_2,
			  void *alpha, struct sparse_matrix *a,
			  struct dense_matrix *b, void *beta,
			  struct dense_matrix *c, int type, int alg,
			  size_t *bytes)
{
  struct sparse_task t;
  (void) alg;
  return tell_size (beta ? prepare_spmm (&t, handle, op, op_2, alpha, a, b,
					 beta, c, type) : INVALID_VALUE, bytes);
}

int
SPARSE (SpMM_preprocess) (struct sparse_handle *handle, int op, int op_2,
			  void *alpha, struct sparse_matrix *a,
			  struct dense_matrix *b, void *beta,
			  struct dense_matrix *c, int type, int alg,
			  void *buffer)
{
  struct sparse_task t;
  (void) alg, (void) buffer;
  return beta ? prepare_spmm (&t, handle, op, op_2, alpha, a, b, beta, c, type)
	 : INVALID_VALUE;
}

int
SPARSE (SpMM) (struct sparse_handle *handle, int op, int op_2, void *alpha,
	       struct sparse_matrix *a, struct dense_matrix *b, void *beta,
	       struct dense_matrix *c, int type, int alg, void *buffer)
{
  struct sparse_task t;
  int status = SPARSE (SpMM_preprocess) (handle, op, op_2, alpha, a, b, beta, c,
					 type, alg, buffer);

  if (status == SUCCESS)
    {
      prepare_spmm (&t, handle, op, op_2, alpha, a, b, beta, c, type);
      status = submit (handle, &t, false);
    }
  return status;
}

/* Prepare *T for SDDMM, which computes the elements of C.  */

static int
prepare_sddmm (struct sparse_task *t, const struct sparse_handle *handle,
	       int op, int op_2, const void *alpha,
	       const struct dense_matrix *a, const struct dense_matrix *b,
	       const void *beta, const struct sparse_matrix *c, int type)
{
  memset (t, 0, sizeof *t);
  if (!handle)
    return NOT_INITIALIZED;
  if (!alpha || !beta || !a || !b || !c || check_operation (op) != SUCCESS
      || check_operation (op_2) != SUCCESS
      || c->rows != (op == NON_TRANSPOSE ? a->rows : a->cols)
      || c->cols != (op_2 == NON_TRANSPOSE ? b->cols : b->rows)
      || ((op == NON_TRANSPOSE ? a->cols : a->rows)
	  != (op_2 == NON_TRANSPOSE ? b->rows : b->cols)))
    return INVALID_VALUE;
  if (a->type != type || b->type != type || c->type != type || a->batch != 1
      || b->batch != 1 || c->batch != 1)
    return NOT_SUPPORTED;
  t->run = gcuf_sparse_operations (type)->sddmm;
  t->a = *c;
  t->b = *a;
  t->c = *b;
  t->op = op;
  t->op_2 = op_2;
  t->alpha = take_scalar (handle, type, alpha);
  t->beta = take_scalar (handle, type, beta);
  return SUCCESS;
}

int
SPARSE (SDDMM_bufferSize) (struct sparse_handle *handle, int op, int op_2,
			   void *alpha, struct dense_matrix *a,
			   struct dense_matrix *b, void *beta,
			   struct sparse_matrix *c, int type, int alg,
			   size_t *bytes)
{
  struct sparse_task t;
  (void) alg;
  return tell_size (prepare_sddmm (&t, handle, op, op_2, alpha, a, b, beta, c,
				   type), bytes);
}

int
SPARSE (SDDMM_preprocess) (struct sparse_handle *handle, int op, int op_2,
			   void *alpha, struct dense_matrix *a,
			   struct dense_matrix *b, void *beta,
			   struct sparse_matrix *c, int type, int alg,
			   void *buffer)
{
  struct sparse_task t;
  (void) alg, (void) buffer;
  return prepare_sddmm (&t, handle, op, op_2, alpha, a, b, beta, c, type);
}

int
SPARSE (SDDMM) (struct sparse_handle *handle, int op, int op_2, void *alpha,
		struct dense_matrix *a, struct dense_matrix *b, void *beta,
		struct sparse_matrix *c, int type, int alg, void *buffer)
{
  struct sparse_task t;
  int status = prepare_sddmm (&t, handle, op, op_2, alpha, a, b, beta, c, type);
  (void) alg, (void) buffer;
  return status == SUCCESS ? submit (handle, &t, false) : status;
}

/* --- Sparse matrices times sparse ones ----------------------------------- */

int
SPARSE (SpGEMM_createDescr) (struct sparse_product **place)
{
  if (!place)
    return INVALID_VALUE;
  *place = calloc (1, sizeof **place);
  return *place ? SUCCESS : ALLOC_FAILED;
}

static void
free_product (struct sparse_product *product)
{
  free (product->offsets);
  free (product->columns);
  free (product->values);
  memset (product, 0, sizeof *product);
}

int
SPARSE (SpGEMM_destroyDescr) (struct sparse_product *product)
{
  if (!product)
    return INVALID_VALUE;
  free_product (product);
  free (product);
  return SUCCESS;
}

/* Prepare *T for C = A B, all by rows, or complain.  */

static int
prepare_spgemm (struct sparse_task *t, const struct sparse_handle *handle,
		int op, int op_2, const void *alpha,
		const struct sparse_matrix *a, const struct sparse_matrix *b,
		const void *beta, const struct sparse_matrix *c, int type,
		struct sparse_product *product)
{
  memset (t, 0, sizeof *t);
  if (!handle)
    return NOT_INITIALIZED;
  if (!alpha || !beta || !a || !b || !c || !product
      || check_operation (op) != SUCCESS || check_operation (op_2) != SUCCESS
      || a->cols != b->rows || c->rows != a->rows || c->cols != b->cols)
    return INVALID_VALUE;
  if (op != NON_TRANSPOSE || op_2 != NON_TRANSPOSE || a->type != type
      || b->type != type || c->type != type || a->format != FORMAT_CSR
      || b->format != FORMAT_CSR || c->format != FORMAT_CSR)
    return NOT_SUPPORTED;
  t->run = gcuf_sparse_operations (type)->spgemm;
  t->a = *a;
  t->a_2 = *b;
  t->product = product;
  t->alpha = take_scalar (handle, type, alpha);
  t->beta = take_scalar (handle, type, beta);
  return SUCCESS;
}

int
SPARSE (SpGEMM_workEstimation) (struct sparse_handle *handle, int op, int op_2,
				void *alpha, struct sparse_matrix *a,
				struct sparse_matrix *b, void *beta,
				struct sparse_matrix *c, int type, int alg,
				struct sparse_product *product, size_t *bytes,
				void *buffer)
{
  struct sparse_task t;
  int status = prepare_spgemm (&t, handle, op, op_2, alpha, a, b, beta, c,
			       type, product);
  (void) alg;
  return buffer ? status : tell_size (status, bytes);
}

/* The number of elements is known when this returns.  */

int
SPARSE (SpGEMM_compute) (struct sparse_handle *handle, int op, int op_2,
			 void *alpha, struct sparse_matrix *a,
			 struct sparse_matrix *b, void *beta,
			 struct sparse_matrix *c, int type, int alg,
			 struct sparse_product *product, size_t *bytes,
			 void *buffer)
{
  struct sparse_task t;
  int status = prepare_spgemm (&t, handle, op, op_2, alpha, a, b, beta, c,
			       type, product);

  (void) alg;
  if (!buffer || status != SUCCESS)
    return tell_size (status, bytes);
  free_product (product);
  status = submit (handle, &t, true);
  if (status == SUCCESS && product->failed)
    status = ALLOC_FAILED;
  if (status == SUCCESS)
    c->nnz = product->nnz;
  return status;
}

/* The descriptor may be destroyed when this returns.  */

int
SPARSE (SpGEMM_copy) (struct sparse_handle *handle, int op, int op_2,
		      void *alpha, struct sparse_matrix *a,
		      struct sparse_matrix *b, void *beta,
		      struct sparse_matrix *c, int type, int alg,
		      struct sparse_product *product)
{
  struct sparse_task t;
  int status = prepare_spgemm (&t, handle, op, op_2, alpha, a, b, beta, c,
			       type, product);

  (void) alg;
  if (status == SUCCESS && (!product->offsets || c->nnz != product->nnz))
    status = INVALID_VALUE;
  if (status != SUCCESS)
    return status;
  t.run = gcuf_sparse_operations (type)->copy_product;
  t.a = *c;
  return submit (handle, &t, true);
}

/* --- Triangular systems -------------------------------------------------- */

static int
prepare_spsv (struct sparse_task *t, const struct sparse_handle *handle, int op,
	      const void *alpha, const struct sparse_matrix *a,
	      const struct dense_vector *x, const struct dense_vector *y,
	      int type, const void *descriptor)
{
  int status = prepare_spmv (t, handle, op, alpha, a, x, alpha, y, type);

  if (status == SUCCESS && (!descriptor || a->rows != a->cols))
    status = INVALID_VALUE;
  if (status == SUCCESS)
    t->run = gcuf_sparse_operations (type)->spsv;
  return status;
}

int
SPARSE (SpSV_bufferSize) (struct sparse_handle *handle, int op, void *alpha,
			  struct sparse_matrix *a, struct dense_vector *x,
			  struct dense_vector *y, int type, int alg,
			  void *descriptor, size_t *bytes)
{
  struct sparse_task t;
  (void) alg;
  return tell_size (prepare_spsv (&t, handle, op, alpha, a, x, y, type,
				  descriptor), bytes);
}

int
SPARSE (SpSV_analysis) (struct sparse_handle *handle, int op, void *alpha,
			struct sparse_matrix *a, struct dense_vector *x,
			struct dense_vector *y, int type, int alg,
			void *descriptor, void *buffer)
{
  struct sparse_task t;
  (void) alg, (void) buffer;
  return prepare_spsv (&t, handle, op, alpha, a, x, y, type, descriptor);
}

int
SPARSE (SpSV_solve) (struct sparse_handle *handle, int op, void *alpha,
		     struct sparse_matrix *a, struct dense_vector *x,
		     struct dense_vector *y, int type, int alg,
		     void *descriptor)
{
  struct sparse_task t;
  int status = prepare_spsv (&t, handle, op, alpha, a, x, y, type, descriptor);
  (void) alg;
  return status == SUCCESS ? submit (handle, &t, false) : status;
}

static int
prepare_spsm (struct sparse_task *t, const struct sparse_handle *handle, int op,
	      int op_2, const void *alpha, const struct sparse_matrix *a,
	      const struct dense_matrix *b, const struct dense_matrix *c,
	      int type, const void *descriptor)
{
  int status = prepare_spmm (t, handle, op, op_2, alpha, a, b, NULL, c, type);

  if (status == SUCCESS && (!descriptor || a->rows != a->cols))
    status = INVALID_VALUE;
  if (status == SUCCESS)
    t->run = gcuf_sparse_operations (type)->spsm;
  return status;
}

int
SPARSE (SpSM_bufferSize) (struct sparse_handle *handle, int op, int op_2,
			  void *alpha, struct sparse_matrix *a,
			  struct dense_matrix *b, struct dense_matrix *c,
			  int type, int alg, void *descriptor, size_t *bytes)
{
  struct sparse_task t;
  (void) alg;
  return tell_size (prepare_spsm (&t, handle, op, op_2, alpha, a, b, c, type,
				  descriptor), bytes);
}

int
SPARSE (SpSM_analysis) (struct sparse_handle *handle, int op, int op_2,
			void *alpha, struct sparse_matrix *a,
			struct dense_matrix *b, struct dense_matrix *c,
			int type, int alg, void *descriptor, void *buffer)
{
  struct sparse_task t;
  (void) alg, (void) buffer;
  return prepare_spsm (&t, handle, op, op_2, alpha, a, b, c, type, descriptor);
}

int
SPARSE (SpSM_solve) (struct sparse_handle *handle, int op, int op_2,
		     void *alpha, struct sparse_matrix *a,
		     struct dense_matrix *b, struct dense_matrix *c, int type,
		     int alg, void *descriptor)
{
  struct sparse_task t;
  int status = prepare_spsm (&t, handle, op, op_2, alpha, a, b, c, type,
			     descriptor);
  (void) alg;
  return status == SUCCESS ? submit (handle, &t, false) : status;
}

/* --- Sparse vectors ------------------------------------------------------ */

static int
prepare_vectors (struct sparse_task *t, const struct sparse_handle *handle,
		 const struct sparse_vector *x, const struct dense_vector *y)
{
  memset (t, 0, sizeof *t);
  if (!handle)
    return NOT_INITIALIZED;
  if (!x || !y || x->size != y->size)
    return INVALID_VALUE;
  if (x->type != y->type)
    return NOT_SUPPORTED;
  t->x = *x;
  t->y = *y;
  return SUCCESS;
}

int
SPARSE (Axpby) (struct sparse_handle *handle, void *alpha,
		struct sparse_vector *x, void *beta, struct dense_vector *y)
{
  struct sparse_task t;
  int status = prepare_vectors (&t, handle, x, y);

  if (status != SUCCESS || !alpha || !beta)
    return status != SUCCESS ? status : INVALID_VALUE;
  t.run = gcuf_sparse_operations (x->type)->axpby;
  t.alpha = take_scalar (handle, x->type, alpha);
  t.beta = take_scalar (handle, x->type, beta);
  return submit (handle, &t, false);
}

int
SPARSE (Rot) (struct sparse_handle *handle, void *c, void *s,
	      struct sparse_vector *x, struct dense_vector *y)
{
  struct sparse_task t;
  int status = prepare_vectors (&t, handle, x, y);

  if (status != SUCCESS || !c || !s)
    return status != SUCCESS ? status : INVALID_VALUE;
  t.run = gcuf_sparse_operations (x->type)->rot;
  t.alpha = take_scalar (handle, x->type, c);
  t.beta = take_scalar (handle, x->type, s);
  return submit (handle, &t, false);
}

static void
run_gather (const struct sparse_task *t)
{
  size_t size = size_of (t->x.type);
  for (int64_t k = 0; k < t->x.nnz; k++)
    memcpy ((char *) t->x.values + size * k,
	    ((char *) t->y.values
	     + size * (get_index (&t->x.indices, k) - t->x.base)), size);
}

static void
run_scatter (const struct sparse_task *t)
{
  size_t size = size_of (t->x.type);
  for (int64_t k = 0; k < t->x.nnz; k++)
    memcpy (((char *) t->y.values
	     + size * (get_index (&t->x.indices, k) - t->x.base)),
	    (char *) t->x.values + size * k, size);
}

int
SPARSE (Gather) (struct sparse_handle *handle, struct dense_vector *y,
		 struct sparse_vector *x)
{
  struct sparse_task t;
  int status = prepare_vectors (&t, handle, x, y);
  t.run = run_gather;
  return status == SUCCESS ? submit (handle, &t, false) : status;
}

int
SPARSE (Scatter) (struct sparse_handle *handle, struct sparse_vector *x,
		  struct dense_vector *y)
{
  struct sparse_task t;
  int status = prepare_vectors (&t, handle, x, y);
  t.run = run_scatter;
  return status == SUCCESS ? submit (handle, &t, false) : status;
}

int
SPARSE (SpVV_bufferSize) (struct sparse_handle *handle, int op,
			  struct sparse_vector *x, struct dense_vector *y,
			  void *result, int type, size_t *bytes)
{
  struct sparse_task t;
  int status = prepare_vectors (&t, handle, x, y);

  if (status == SUCCESS && (!result || check_operation (op) != SUCCESS))
    status = INVALID_VALUE;
  if (status == SUCCESS && x->type != type)
    status = NOT_SUPPORTED;
  return tell_size (status, bytes);
}

/* A result that goes to the host is there when the call returns.  */

int
SPARSE (SpVV) (struct sparse_handle *handle, int op, struct sparse_vector *x,
	       struct dense_vector *y, void *result, int type, void *buffer)
{
  struct sparse_task t;
  size_t bytes;
  int status = SPARSE (SpVV_bufferSize) (handle, op, x, y, result, type,
					 &bytes);

  (void) buffer;
  if (status != SUCCESS)
    return status;
  prepare_vectors (&t, handle, x, y);
  t.run = gcuf_sparse_operations (type)->spvv;
  t.op = op;
  t.result = result;
  return submit (handle, &t, handle->pointer_mode == HOST_POINTERS);
}

/* --- Dense matrices and sparse ones -------------------------------------- */

static int
prepare_conversion (struct sparse_task *t, const struct sparse_handle *handle,
		    const struct sparse_matrix *a, const struct dense_matrix *b)
{
  memset (t, 0, sizeof *t);
  if (!handle)
    return NOT_INITIALIZED;
  if (!a || !b || a->rows != b->rows || a->cols != b->cols)
    return INVALID_VALUE;
  if (a->type != b->type || a->batch != 1 || b->batch != 1)
    return NOT_SUPPORTED;
  t->a = *a;
  t->b = *b;
  return SUCCESS;
}

int
SPARSE (SparseToDense_bufferSize) (struct sparse_handle *handle,
				   struct sparse_matrix *a,
				   struct dense_matrix *b, int alg,
				   size_t *bytes)
{
  struct sparse_task t;
  (void) alg;
  return tell_size (prepare_conversion (&t, handle, a, b), bytes);
}

int
SPARSE (SparseToDense) (struct sparse_handle *handle, struct sparse_matrix *a,
			struct dense_matrix *b, int alg, void *buffer)
{
  struct sparse_task t;
  int status = prepare_conversion (&t, handle, a, b);

  (void) alg, (void) buffer;
  if (status != SUCCESS)
    return status;
  t.run = gcuf_sparse_operations (a->type)->to_dense;
  return submit (handle, &t, false);
}

int
SPARSE (DenseToSparse_bufferSize) (struct sparse_handle *handle,
				   struct dense_matrix *b,
				   struct sparse_matrix *a, int alg,
				   size_t *bytes)
{
  struct sparse_task t;
  (void) alg;
  return tell_size (prepare_conversion (&t, handle, a, b), bytes);
}

/* The number of elements is known when this returns.  */

int
SPARSE (DenseToSparse_analysis) (struct sparse_handle *handle,
				 struct dense_matrix *b,
				 struct sparse_matrix *a, int alg, void *buffer)
{
  struct sparse_task t;
  int status = prepare_conversion (&t, handle, a, b);

  (void) alg, (void) buffer;
  if (status != SUCCESS)
    return status;
  t.run = gcuf_sparse_operations (a->type)->count;
  t.result = &a->nnz;
  return submit (handle, &t, true);
}

int
SPARSE (DenseToSparse_convert) (struct sparse_handle *handle,
				struct dense_matrix *b,
				struct sparse_matrix *a, int alg, void *buffer)
{
  struct sparse_task t;
  int status = prepare_conversion (&t, handle, a, b);

  (void) alg, (void) buffer;
  if (status != SUCCESS)
    return status;
  t.run = gcuf_sparse_operations (a->type)->to_sparse;
  return submit (handle, &t, false);
}

/* --- Tridiagonal systems ------------------------------------------------- */

/* Room for what elimination makes of the three diagonals.  */

static int
tell_gtsv_size (const void *handle, int type, int m, int n, int ld,
		size_t *bytes)
{
  if (!handle)
    return NOT_INITIALIZED;
  if (m < 0 || n < 0 || ld < m || !bytes)
    return INVALID_VALUE;
  *bytes = 3 * size_of (type) * (m ? m : 1);
  return SUCCESS;
}

static int
gtsv (struct sparse_handle *handle, int type, int m, int n, const void *dl,
      const void *d, const void *du, void *x, int ld, int64_t inner_stride,
      int64_t system_stride, int batch, void *work)
{
  struct sparse_task t = {
    .dl = dl, .d = d, .du = du, .work = work, .result = x, .m = m, .n = n,
    .inner_stride = inner_stride, .system_stride = system_stride, .batch = batch
  };

  if (!handle)
    return NOT_INITIALIZED;
  if (m < 0 || n < 0 || batch < 0 || !work
      || (system_stride ? batch > 1 && inner_stride == 1 && system_stride < m
	  : ld < m))
    return INVALID_VALUE;
  t.run = gcuf_sparse_operations (type)->gtsv;
  t.b.ld = ld;
  return submit (handle, &t, false);
}

#define GTSV(L, NAME)							\
int									\
SPARSE (L##NAME##_bufferSizeExt) (void *handle, int m, int n, void *dl,	\
				  void *d, void *du, void *b, int ldb,	\
				  size_t *bytes)			\
{									\
  (void) dl, (void) d, (void) du, (void) b;				\
  return tell_gtsv_size (handle, TYPE_##L, m, n, ldb, bytes);		\
}									\
									\
int									\
SPARSE (L##NAME) (void *handle, int m, int n, void *dl, void *d, void *du, \
		  void *b, int ldb, void *buffer)			\
{									\
  return gtsv (handle, TYPE_##L, m, n, dl, d, du, b, ldb, 1, 0, 1,	\
	       buffer);							\
}

#define BATCHED_GTSV(L)							\
GTSV (L, gtsv2)								\
GTSV (L, gtsv2_nopivot)							\
									\
int									\
SPARSE (L##gtsv2StridedBatch_bufferSizeExt) (void *handle, int m, void *dl, \
					     void *d, void *du, void *x, \
					     int batch, int stride,	\
					     size_t *bytes)		\
{									\
  (void) dl, (void) d, (void) du, (void) x;				\
  if (batch < 0 || stride < m)						\
    return INVALID_VALUE;						\
  return tell_gtsv_size (handle, TYPE_##L, m, 1, m, bytes);		\
}									\
									\
int									\
SPARSE (L##gtsv2StridedBatch) (void *handle, int m, void *dl, void *d,	\
			       void *du, void *x, int batch, int stride, \
			       void *buffer)				\
{									\
  return gtsv (handle, TYPE_##L, m, 1, dl, d, du, x, m, 1, stride, batch, \
	       buffer);							\
}									\
									\
int									\
SPARSE (L##gtsvInterleavedBatch_bufferSizeExt) (void *handle, int alg,	\
						int m, void *dl, void *d, \
						void *du, void *x, int batch, \
						size_t *bytes)		\
{									\
  (void) alg, (void) dl, (void) d, (void) du, (void) x;			\
  if (batch < 0)							\
    return INVALID_VALUE;						\
  return tell_gtsv_size (handle, TYPE_##L, m, 1, m, bytes);		\
}									\
									\
int									\
SPARSE (L##gtsvInterleavedBatch) (void *handle, int alg, int m, void *dl, \
				  void *d, void *du, void *x, int batch, \
				  void *buffer)				\
{									\
  (void) alg;								\
  return gtsv (handle, TYPE_##L, m, 1, dl, d, du, x, m, batch, 1, batch, \
	       buffer);							\
}

BATCHED_GTSV (S)
BATCHED_GTSV (D)
BATCHED_GTSV (C)
BATCHED_GTSV (Z)

/* --- Conversions of indices ---------------------------------------------- */

struct index_task
{
  void (*run) (const struct index_task *);
  int m, n, base;
  int64_t nnz;
  size_t size;			/* Of an element, 0 if there are none.  */
  int *rows, *columns, *permutation, *offsets;
  const void *values;
  void *new_values;
  void *work;
  bool by_columns;
};

static void
run_index_task (void *data)
{
  const struct index_task *task = data;
  task->run (task);
}

static int
submit_index_task (const struct sparse_handle *handle,
		   const struct index_task *task)
{
  if (!handle)
    return NOT_INITIALIZED;
  if (task->m < 0 || task->n < 0 || task->nnz < 0
      || (task->base != 0 && task->base != 1))
    return INVALID_VALUE;
  return enqueue (handle, run_index_task, task, sizeof *task, false);
}

static void
run_coo2csr (const struct index_task *t)
{
  int64_t k = 0;

  for (int i = 0; i <= t->m; i++)
    {
      while (k < t->nnz && t->rows[k] - t->base < i)
	k++;
      t->offsets[i] = k + t->base;
    }
}

static void
run_csr2coo (const struct index_task *t)
{
  for (int i = 0; i < t->m; i++)
    for (int k = t->offsets[i] - t->base; k < t->offsets[i + 1] - t->base; k++)
      t->rows[k] = i + t->base;
}

static void
run_identity (const struct index_task *t)
{
  for (int i = 0; i < t->n; i++)
    t->permutation[i] = i;
}

int
SPARSE (Xcoo2csr) (struct sparse_handle *handle, int *rows, int nnz, int m,
		   int *offsets, int base)
{
  struct index_task t = { .run = run_coo2csr, .rows = rows, .nnz = nnz, .m = m,
			  .offsets = offsets, .base = base };
  return submit_index_task (handle, &t);
}

int
SPARSE (Xcsr2coo) (struct sparse_handle *handle, int *offsets, int nnz, int m,
		   int *rows, int base)
{
  struct index_task t = { .run = run_csr2coo, .rows = rows, .nnz = nnz, .m = m,
			  .offsets = offsets, .base = base };
  return submit_index_task (handle, &t);
}

int
SPARSE (CreateIdentityPermutation) (struct sparse_handle *handle, int n, int *p)
{
  struct index_task t = { .run = run_identity, .n = n, .permutation = p };
  return submit_index_task (handle, &t);
}

/* An element to be sorted by its indices, and where it was.  */
struct sorted
{
  int outer, inner, permutation, place;
};

static int
compare (const void *a, const void *b)
{
  const struct sorted *one = a, *other = b;

  if (one->outer != other->outer)
    return one->outer < other->outer ? -1 : 1;
  if (one->inner != other->inner)
    return one->inner < other->inner ? -1 : 1;
  return one->place < other->place ? -1 : one->place > other->place;
}

/* Sort the elements of COO, or those in each row of CSR, and the
   permutation, if there is one, with them.  */

static void
run_sort (const struct index_task *t)
{
  struct sorted *elements = t->work;
  int *outer = t->by_columns ? t->columns : t->rows;
  int *inner = t->by_columns ? t->rows : t->columns;

  for (int i = 0; t->offsets && i < t->m; i++)
    for (int k = t->offsets[i] - t->base; k < t->offsets[i + 1] - t->base; k++)
      elements[k].outer = i;
  for (int64_t k = 0; k < t->nnz; k++)
    {
      if (!t->offsets)
	elements[k].outer = outer[k];
      elements[k].inner = inner[k];
      elements[k].permutation = t->permutation ? t->permutation[k] : 0;
      elements[k].place = k;
    }
  qsort (elements, t->nnz, sizeof *elements, compare);
  for (int64_t k = 0; k < t->nnz; k++)
    {
      if (!t->offsets)
	outer[k] = elements[k].outer;
      inner[k] = elements[k].inner;
      if (t->permutation)
	t->permutation[k] = elements[k].permutation;
    }
}

static int
sort_size (const void *handle, int nnz, size_t *bytes)
{
  if (!handle || nnz < 0)
    return handle ? INVALID_VALUE : NOT_INITIALIZED;
  *bytes = sizeof (struct sorted) * (nnz ? nnz : 1);
  return SUCCESS;
}

static int
sort (struct sparse_handle *handle, int m, int n, int nnz, int *offsets,
      int base, int *rows, int *columns, int *permutation, bool by_columns,
      void *work)
{
  struct index_task t = {
    .run = run_sort, .m = m, .n = n, .nnz = nnz, .offsets = offsets,
    .base = base, .rows = rows, .columns = columns, .permutation = permutation,
    .by_columns = by_columns, .work = work
  };
  return work ? submit_index_task (handle, &t) : INVALID_VALUE;
}

int
SPARSE (Xcoosort_bufferSizeExt) (void *handle, int m, int n, int nnz, int *rows,
				 int *columns, size_t *bytes)
{
  (void) m, (void) n, (void) rows, (void) columns;
  return sort_size (handle, nnz, bytes);
}

int
SPARSE (XcoosortByRow) (void *handle, int m, int n, int nnz, int *rows,
			int *columns, int *p, void *buffer)
{
  return sort (handle, m, n, nnz, NULL, 0, rows, columns, p, false, buffer);
}

int
SPARSE (XcoosortByColumn) (void *handle, int m, int n, int nnz, int *rows,
			   int *columns, int *p, void *buffer)
{
  return sort (handle, m, n, nnz, NULL, 0, rows, columns, p, true, buffer);
}

int
SPARSE (Xcsrsort_bufferSizeExt) (void *handle, int m, int n, int nnz,
				 int *offsets, int *columns, size_t *bytes)
{
  (void) m, (void) n, (void) offsets, (void) columns;
  return sort_size (handle, nnz, bytes);
}

int
SPARSE (Xcsrsort) (void *handle, int m, int n, int nnz,
		   struct old_descriptor *a, int *offsets, int *columns, int *p,
		   void *buffer)
{
  if (!a)
    return INVALID_VALUE;
  return sort (handle, m, n, nnz, offsets, a->base, NULL, columns, p, false,
	       buffer);
}

int
SPARSE (Xcscsort_bufferSizeExt) (void *handle, int m, int n, int nnz,
				 int *offsets, int *rows, size_t *bytes)
{
  (void) m, (void) n, (void) offsets, (void) rows;
  return sort_size (handle, nnz, bytes);
}

int
SPARSE (Xcscsort) (void *handle, int m, int n, int nnz,
		   struct old_descriptor *a, int *offsets, int *rows, int *p,
		   void *buffer)
{
  if (!a)
    return INVALID_VALUE;
  return sort (handle, n, m, nnz, offsets, a->base, NULL, rows, p, false,
	       buffer);
}

/* From CSR to CSC: OFFSETS are those of CSC, ROWS and NEW_VALUES its others,
   and PERMUTATION those of CSR.  */

static void
run_csr2csc (const struct index_task *t)
{
  int *next = t->offsets;

  memset (next, 0, sizeof *next * (t->n + 1));
  for (int64_t k = 0; k < t->nnz; k++)
    next[t->columns[k] - t->base + 1]++;
  for (int j = 0; j < t->n; j++)
    next[j + 1] += next[j];
  /* Each element moves the beginning of its column, to the end at last.  */
  for (int i = 0; i < t->m; i++)
    for (int k = t->permutation[i] - t->base;
	 k < t->permutation[i + 1] - t->base; k++)
      {
	int place = next[t->columns[k] - t->base]++;
	t->rows[place] = i + t->base;
	if (t->size)
	  memcpy ((char *) t->new_values + t->size * place,
		  (const char *) t->values + t->size * k, t->size);
      }
  for (int j = t->n; j > 0; j--)
    next[j] = next[j - 1] + t->base;
  next[0] = t->base;
}

int
SPARSE (Csr2cscEx2_bufferSize) (void *handle, int m, int n, int nnz,
				void *values, int *offsets, int *columns,
				void *new_values, int *new_offsets, int *rows,
				int type, int action, int base, int alg,
				size_t *bytes)
{
  (void) values, (void) offsets, (void) columns, (void) new_values;
  (void) new_offsets, (void) rows, (void) alg;
  if (!handle)
    return NOT_INITIALIZED;
  if (action && !size_of (type))
    return NOT_SUPPORTED;
  if (m < 0 || n < 0 || nnz < 0 || (base != 0 && base != 1))
    return INVALID_VALUE;
  return tell_size (SUCCESS, bytes);
}

int
SPARSE (Csr2cscEx2) (void *handle, int m, int n, int nnz, void *values,
		     int *offsets, int *columns, void *new_values,
		     int *new_offsets, int *rows, int type, int action,
		     int base, int alg, void *buffer)
{
  struct index_task t = {
    .run = run_csr2csc, .m = m, .n = n, .nnz = nnz, .base = base,
    .size = action ? size_of (type) : 0, .values = values,
    .permutation = offsets, .columns = columns, .new_values = new_values,
    .offsets = new_offsets, .rows = rows
  };

  (void) alg, (void) buffer;
  if (handle && action && !t.size)
    return NOT_SUPPORTED;
  return submit_index_task (handle, &t);
}

/* --- Older routines ------------------------------------------------------ */

/* Make *A of an older routine's arguments, of CSR.  */

static int
old_matrix (struct sparse_matrix *a, int type, int m, int n, int nnz,
	    const struct old_descriptor *descriptor, void *values, int *offsets,
	    int *columns)
{
  if (!descriptor || m < 0 || n < 0 || nnz < 0)
    return INVALID_VALUE;
  if (descriptor->type != 0)
    return TYPE_NOT_SUPPORTED;
  *a = (struct sparse_matrix) {
    .format = FORMAT_CSR, .type = type, .base = descriptor->base, .rows = m,
    .cols = n, .nnz = nnz, .offsets = { .place = offsets },
    .inner = { .place = columns }, .values = values, .fill = descriptor->fill,
    .diag = descriptor->diag, .batch = 1
  };
  return SUCCESS;
}

static struct dense_matrix
old_dense (int type, int m, int n, void *values, int ld)
{
  return (struct dense_matrix) {
    .type = type, .order = ORDER_COLUMN, .rows = m, .cols = n, .ld = ld,
    .values = values, .batch = 1
  };
}

static int
csrmv (struct sparse_handle *handle, int type, int op, int m, int n, int nnz,
       void *alpha, struct old_descriptor *descriptor, void *values,
       int *offsets, int *columns, void *x, void *beta, void *y)
{
  struct sparse_matrix a;
  struct dense_vector in = { .type = type, .values = x };
  struct dense_vector out = { .type = type, .values = y };
  int status = old_matrix (&a, type, m, n, nnz, descriptor, values, offsets,
			   columns);

  if (!handle)
    return NOT_INITIALIZED;
  if (status != SUCCESS)
    return status;
  in.size = op == NON_TRANSPOSE ? n : m;
  out.size = op == NON_TRANSPOSE ? m : n;
  return SPARSE (SpMV) (handle, op, alpha, &a, &in, beta, &out, type, 0, NULL);
}

/* C = op (A) op (B), where A has M rows and K columns and C has N.  */

static int
csrmm (struct sparse_handle *handle, int type, int op, int op_2, int m, int n,
       int k, int nnz, void *alpha, struct old_descriptor *descriptor,
       void *values, int *offsets, int *columns, void *b, int ldb, void *beta,
       void *c, int ldc)
{
  struct sparse_matrix a;
  int rows = op == NON_TRANSPOSE ? k : m;
  struct dense_matrix in = old_dense (type, op_2 == NON_TRANSPOSE ? rows : n,
				      op_2 == NON_TRANSPOSE ? n : rows, b, ldb);
  struct dense_matrix out = old_dense (type, op == NON_TRANSPOSE ? m : k, n, c,
				       ldc);
  int status = old_matrix (&a, type, m, k, nnz, descriptor, values, offsets,
			   columns);

  if (!handle)
    return NOT_INITIALIZED;
  if (status != SUCCESS || n < 0 || ldb < in.rows || ldc < out.rows)
    return status != SUCCESS ? status : INVALID_VALUE;
  return SPARSE (SpMM) (handle, op, op_2, alpha, &a, &in, beta, &out, type, 0,
			NULL);
}

/* Count the elements of a dense matrix that are not 0, by rows or by
   columns.  */

static int
nnz (struct sparse_handle *handle, int type, int direction, int m, int n,
     struct old_descriptor *descriptor, void *dense, int lda, int *counts,
     int *total)
{
  struct sparse_task t;
  struct sparse_matrix a;
  struct dense_matrix b = old_dense (type, m, n, dense, lda);
  int status = old_matrix (&a, type, m, n, 0, descriptor, NULL, NULL, NULL);

  if (status == SUCCESS && (lda < m || direction < 0 || direction > 1))
    status = INVALID_VALUE;
  a.format = direction ? FORMAT_CSC : FORMAT_CSR;
  if (handle && status != SUCCESS)
    return status;
  status = prepare_conversion (&t, handle, &a, &b);
  if (status != SUCCESS)
    return status;
  t.run = gcuf_sparse_operations (type)->count;
  t.counts = counts;
  t.result = total;
  t.n = 1;
  return submit (handle, &t, handle->pointer_mode == HOST_POINTERS);
}

/* Both parts of DenseToSparse.  */

static void
run_dense2csr (const struct sparse_task *t)
{
  gcuf_sparse_operations (t->a.type)->count (t);
  gcuf_sparse_operations (t->a.type)->to_sparse (t);
}

static int
old_conversion (struct sparse_handle *handle, int type, int m, int n,
		struct old_descriptor *descriptor, void *dense, int lda,
		void *values, int *offsets, int *columns,
		void (*run) (const struct sparse_task *))
{
  struct sparse_task t;
  struct sparse_matrix a;
  struct dense_matrix b = old_dense (type, m, n, dense, lda);
  int status = old_matrix (&a, type, m, n, 0, descriptor, values, offsets,
			   columns);

  if (handle && (status != SUCCESS || lda < m))
    return status != SUCCESS ? status : INVALID_VALUE;
  status = prepare_conversion (&t, handle, &a, &b);
  t.run = run;
  return status == SUCCESS ? submit (handle, &t, false) : status;
}

#define OLD(L)								\
int									\
SPARSE (L##csrmv) (void *handle, int op, int m, int n, int nnz, void *alpha, \
		   void *a, void *values, int *offsets, int *columns, void *x, \
		   void *beta, void *y)					\
{									\
  return csrmv (handle, TYPE_##L, op, m, n, nnz, alpha, a, values, offsets, \
		columns, x, beta, y);					\
}									\
									\
int									\
SPARSE (L##csrmm) (void *handle, int op, int m, int n, int k, int nnz,	\
		   void *alpha, void *a, void *values, int *offsets,	\
		   int *columns, void *b, int ldb, void *beta, void *c,	\
		   int ldc)						\
{									\
  return csrmm (handle, TYPE_##L, op, NON_TRANSPOSE, m, n, k, nnz, alpha, a, \
		values, offsets, columns, b, ldb, beta, c, ldc);	\
}									\
									\
int									\
SPARSE (L##csrmm2) (void *handle, int op, int op_2, int m, int n, int k, \
		    int nnz, void *alpha, void *a, void *values,	\
		    int *offsets, int *columns, void *b, int ldb,	\
		    void *beta, void *c, int ldc)			\
{									\
  return csrmm (handle, TYPE_##L, op, op_2, m, n, k, nnz, alpha, a, values, \
		offsets, columns, b, ldb, beta, c, ldc);		\
}									\
									\
int									\
SPARSE (L##nnz) (void *handle, int direction, int m, int n, void *a,	\
		 void *dense, int lda, int *counts, int *total)		\
{									\
  return nnz (handle, TYPE_##L, direction, m, n, a, dense, lda, counts,	\
	      total);							\
}									\
									\
int									\
SPARSE (L##dense2csr) (void *handle, int m, int n, void *a, void *dense, \
		       int lda, int *counts, void *values, int *offsets, \
		       int *columns)					\
{									\
  (void) counts;							\
  return old_conversion (handle, TYPE_##L, m, n, a, dense, lda, values,	\
			 offsets, columns, run_dense2csr);		\
}									\
									\
int									\
SPARSE (L##csr2dense) (void *handle, int m, int n, void *a, void *values, \
		       int *offsets, int *columns, void *dense, int lda) \
{									\
  return old_conversion (handle, TYPE_##L, m, n, a, dense, lda, values,	\
			 offsets, columns,				\
			 gcuf_sparse_operations (TYPE_##L)->to_dense);	\
}

OLD (S)
OLD (D)
OLD (C)
OLD (Z)
