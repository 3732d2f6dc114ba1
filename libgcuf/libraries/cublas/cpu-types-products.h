/* The cpu backend of cuBLAS: products of cpu-types.c, for one type of integers.
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

/* INT is the type, and WIDE the end of the names.  Both are undefined at the
   end.  */

GEMM_EX (NAME (SgemmEx), float, COMPUTE_32F)
GEMM_EX (NAME (CgemmEx), float _Complex, COMPUTE_32F)
GEMM_EX (NAME (Cgemm3mEx), float _Complex, COMPUTE_32F)
RANK_EX (CsyrkEx, Csyrk, float _Complex)
RANK_EX (CherkEx, Cherk, float)
RANK_EX (Csyrk3mEx, Csyrk, float _Complex)
RANK_EX (Cherk3mEx, Cherk, float)

int
NAME (GemmStridedBatchedEx) (void *handle, OPS, void *alpha, void *a,
			     int a_type, INT lda, int64_t stride_a, void *b,
			     int b_type, INT ldb, int64_t stride_b, void *beta,
			     void *c, int c_type, INT ldc, int64_t stride_c,
			     INT batch, int compute, int algorithm)
{
  (void) algorithm;
  return product (handle, (struct product) { transa, transb, m, n, k, batch,
		  { a, a_type, lda, stride_a }, { b, b_type, ldb, stride_b },
		  { c, c_type, ldc, stride_c }, false, { 0 }, { 0 } },
		  alpha, beta, compute);
}

int
NAME (GemmEx) (void *handle, OPS, void *alpha, void *a, int a_type, INT lda,
	       void *b, int b_type, INT ldb, void *beta, void *c, int c_type,
	       INT ldc, int compute, int algorithm)
{
  return NAME (GemmStridedBatchedEx) (handle, transa, transb, m, n, k, alpha, a,
				      a_type, lda, 0, b, b_type, ldb, 0, beta,
				      c, c_type, ldc, 0, 1, compute, algorithm);
}

int
NAME (GemmBatchedEx) (void *handle, OPS, void *alpha, void **a, int a_type,
		      INT lda, void **b, int b_type, INT ldb, void *beta,
		      void **c, int c_type, INT ldc, INT batch, int compute,
		      int algorithm)
{
  (void) algorithm;
  return product (handle, (struct product) { transa, transb, m, n, k, batch,
		  { a, a_type, lda, 0 }, { b, b_type, ldb, 0 },
		  { c, c_type, ldc, 0 }, true, { 0 }, { 0 } },
		  alpha, beta, compute);
}

/* The groups of a batch, one after the other; what describes them is on the host,
   scalars, one a group, are where the handle's mode says.  */

int
NAME (GemmGroupedBatchedEx) (void *handle, int *transa, int *transb, INT *m,
			     INT *n, INT *k, void *alpha, void **a, int a_type,
			     INT *lda, void **b, int b_type, INT *ldb,
			     void *beta, void **c, int c_type, INT *ldc,
			     INT groups, INT *sizes, int compute)
{
  int type = scale_type (compute, a_type, c_type), status = SUCCESS;

  if (groups < 0)
    return INVALID_VALUE;
  if (type < 0)
    return NOT_SUPPORTED;
  for (INT i = 0; i < groups && status == SUCCESS; i++)
    {
      status = NAME (GemmBatchedEx)
	(handle, transa[i], transb[i], m[i], n[i], k[i],
	 (char *) alpha + i * type_bytes (type), a, a_type, lda[i], b, b_type,
	 ldb[i], (char *) beta + i * type_bytes (type), c, c_type, ldc[i],
	 sizes[i], compute, -1);
      a += sizes[i];
      b += sizes[i];
      c += sizes[i];
    }
  return status;
}

#define GROUPED(TYPE_NAME, T, TYPE, COMPUTE) \
  int \
  NAME (TYPE_NAME) (void *handle, int *transa, int *transb, INT *m, INT *n, \
		    INT *k, T *alpha, T **a, INT *lda, T **b, INT *ldb, \
		    T *beta, T **c, INT *ldc, INT groups, INT *sizes) \
  { \
    return NAME (GemmGroupedBatchedEx) (handle, transa, transb, m, n, k, alpha, \
					(void **) a, TYPE, lda, (void **) b, \
					TYPE, ldb, beta, (void **) c, TYPE, \
					ldc, groups, sizes, COMPUTE); \
  }
GROUPED (SgemmGroupedBatched, float, R_32F, COMPUTE_32F)
GROUPED (DgemmGroupedBatched, double, R_64F, COMPUTE_64F)
#undef GROUPED

int
NAME (Hgemm) (void *handle, OPS, _Float16 *alpha, _Float16 *a, INT lda,
	      _Float16 *b, INT ldb, _Float16 *beta, _Float16 *c, INT ldc)
{
  return NAME (GemmEx) (handle, transa, transb, m, n, k, alpha, a, R_16F, lda,
			b, R_16F, ldb, beta, c, R_16F, ldc, COMPUTE_16F, -1);
}

int
NAME (HgemmBatched) (void *handle, OPS, _Float16 *alpha, _Float16 **a, INT lda,
		     _Float16 **b, INT ldb, _Float16 *beta, _Float16 **c,
		     INT ldc, INT batch)
{
  return NAME (GemmBatchedEx) (handle, transa, transb, m, n, k, alpha,
			       (void **) a, R_16F, lda, (void **) b, R_16F, ldb,
			       beta, (void **) c, R_16F, ldc, batch,
			       COMPUTE_16F, -1);
}

int
NAME (HgemmStridedBatched) (void *handle, OPS, _Float16 *alpha, _Float16 *a,
			    INT lda, int64_t stride_a, _Float16 *b, INT ldb,
			    int64_t stride_b, _Float16 *beta, _Float16 *c,
			    INT ldc, int64_t stride_c, INT batch)
{
  return NAME (GemmStridedBatchedEx) (handle, transa, transb, m, n, k, alpha, a,
				      R_16F, lda, stride_a, b, R_16F, ldb,
				      stride_b, beta, c, R_16F, ldc, stride_c,
				      batch, COMPUTE_16F, -1);
}

#define GEMV(LETTERS, T, TYPE, U, RESULT) \
  int \
  NAME (LETTERS##gemvBatched) (void *handle, int trans, INT m, INT n, \
			       float *alpha, T **a, INT lda, T **x, INT incx, \
			       float *beta, U **y, INT incy, INT batch) \
  { \
    return product_with_vector \
      (handle, trans, m, n, alpha, (struct matrix) { a, TYPE, lda, 0 }, \
       (struct matrix) { x, TYPE, incx, 0 }, beta, \
       (struct matrix) { y, RESULT, incy, 0 }, true, batch); \
  } \
  int \
  NAME (LETTERS##gemvStridedBatched) (void *handle, int trans, INT m, INT n, \
				      float *alpha, T *a, INT lda, \
				      int64_t stride_a, T *x, INT incx, \
				      int64_t stride_x, float *beta, U *y, \
				      INT incy, int64_t stride_y, INT batch) \
  { \
    return product_with_vector \
      (handle, trans, m, n, alpha, (struct matrix) { a, TYPE, lda, stride_a }, \
       (struct matrix) { x, TYPE, incx, stride_x }, beta, \
       (struct matrix) { y, RESULT, incy, stride_y }, false, batch); \
  }
GEMV (HSH, _Float16, R_16F, _Float16, R_16F)
GEMV (HSS, _Float16, R_16F, float, R_32F)
GEMV (TST, void, R_16BF, void, R_16BF)
GEMV (TSS, void, R_16BF, float, R_32F)
#undef GEMV
#undef INT
#undef WIDE
