/* Systems and least squares that cuSOLVER refines, on the cpu backend.
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

/* LAPACK computes in the precision of the matrix, and no iterations are needed.
   It overwrites the matrix and the right-hand sides, and so it gets copies.  */

/* --- Work of a stream ---------------------------------------------------- */

static void
run_gesv (const struct task *t)
{
  size_t size = size_of[t->letter];
  int ld = t->n > 0 ? t->n : 1;

  copy_matrix (size, t->n, t->n, t->a, t->lda, t->extra, ld);
  copy_matrix (size, t->n, t->k, t->b, t->ldb, t->c, t->ldc);
  LAPACK (integer, integer, void *, integer, int *, void *, integer, int *)
    (&t->n, &t->k, t->extra, &ld, t->ipiv ? t->ipiv : t->iwork, t->c, &t->ldc,
     t->info);
}

/* The copy of the right-hand sides is behind that of the matrix.  */

static void
run_gels (const struct task *t)
{
  size_t size = size_of[t->letter];
  int ld = t->m > 0 ? t->m : 1;
  void *b = t->extra;

  if (t->lwork >= 0)
    {
      b = (char *) t->extra + size * ld * t->n;
      copy_matrix (size, t->m, t->n, t->a, t->lda, t->extra, ld);
      copy_matrix (size, t->m, t->k, t->b, t->ldb, b, ld);
    }
  LAPACK (text, integer, integer, integer, void *, integer, void *, integer,
	  void *, integer, int *, size_t)
    ("N", &t->m, &t->n, &t->k, t->extra, &ld, b, &ld, t->work, &t->lwork,
     t->info, 1);
  if (t->lwork >= 0)
    copy_matrix (size, t->n, t->k, b, ld, t->c, t->ldc);
}

/* --- Checks and work space ----------------------------------------------- */

static int
gesv (struct handle *handle, enum letter letter, int n, int nrhs, void *a,
      int lda, int *ipiv, void *b, int ldb, void *x, int ldx,
      const struct space *space, int *iterations, int *info)
{
  struct task t;
  int status = gcuf_solver_start (&t, handle, GESV, letter, run_gesv);

  if (status != SUCCESS)
    return status;
  if (n < 0 || nrhs < 0 || !leading_p (lda, n) || !leading_p (ldb, n)
      || !leading_p (ldx, n))
    return INVALID_VALUE;
  t.n = t.n_spare = n;
  t.k = nrhs;
  t.a = a;
  t.lda = lda;
  t.ipiv = ipiv;
  t.b = b;
  t.ldb = ldb;
  t.c = x;
  t.ldc = ldx;
  t.info = info;
  t.n_extra = (int64_t) n * n;
  if (iterations)
    *iterations = 0;
  return gcuf_solver_finish (&t, handle, space, false);
}

static int
gels (struct handle *handle, enum letter letter, int m, int n, int nrhs,
      void *a, int lda, void *b, int ldb, void *x, int ldx,
      const struct space *space, int *iterations, int *info)
{
  struct task t;
  int status = gcuf_solver_start (&t, handle, GELS, letter, run_gels);

  if (status != SUCCESS)
    return status;
  if (n < 0 || m < n || nrhs < 0 || !leading_p (lda, m)
      || !leading_p (ldb, m) || !leading_p (ldx, n))
    return INVALID_VALUE;
  t.m = m;
  t.n = n;
  t.k = nrhs;
  t.a = a;
  t.lda = lda;
  t.b = b;
  t.ldb = ldb;
  t.c = x;
  t.ldc = ldx;
  t.info = info;
  status = gcuf_solver_ask (&t, 1);
  t.n_extra = (int64_t) (m > 0 ? m : 1) * ((int64_t) n + nrhs);
  if (iterations)
    *iterations = 0;
  return (status == SUCCESS
	  ? gcuf_solver_finish (&t, handle, space, false) : status);
}

/* --- The routines of each type ------------------------------------------- */

#define USE_BYTES(L, WORK, BYTES) USE (WORK, (BYTES) / size_of[L])

#define REFINED(L, PAIR)						\
int									\
SOLVER (PAIR##gesv_bufferSize) (void *handle, int n, int nrhs, void *a,	\
				int lda, int *ipiv, void *b, int ldb,	\
				void *x, int ldx, void *work, size_t *bytes) \
{									\
  (void) work;								\
  return gesv (handle, L, n, nrhs, a, lda, ipiv, b, ldb, x, ldx,	\
	       ASK_BYTES (bytes, NULL), NULL, NULL);			\
}									\
									\
int									\
SOLVER (PAIR##gesv) (void *handle, int n, int nrhs, void *a, int lda,	\
		     int *ipiv, void *b, int ldb, void *x, int ldx,	\
		     void *work, size_t bytes, int *iterations, int *info) \
{									\
  return gesv (handle, L, n, nrhs, a, lda, ipiv, b, ldb, x, ldx,	\
	       USE_BYTES (L, work, bytes), iterations, info);		\
}									\
									\
int									\
SOLVER (PAIR##gels_bufferSize) (void *handle, int m, int n, int nrhs,	\
				void *a, int lda, void *b, int ldb,	\
				void *x, int ldx, void *work, size_t *bytes) \
{									\
  (void) work;								\
  return gels (handle, L, m, n, nrhs, a, lda, b, ldb, x, ldx,		\
	       ASK_BYTES (bytes, NULL), NULL, NULL);			\
}									\
									\
int									\
SOLVER (PAIR##gels) (void *handle, int m, int n, int nrhs, void *a,	\
		     int lda, void *b, int ldb, void *x, int ldx,	\
		     void *work, size_t bytes, int *iterations, int *info) \
{									\
  return gels (handle, L, m, n, nrhs, a, lda, b, ldb, x, ldx,		\
	       USE_BYTES (L, work, bytes), iterations, info);		\
}

REFINED (S, SS)
REFINED (S, SH)
REFINED (S, SB)
REFINED (S, SX)
REFINED (D, DD)
REFINED (D, DS)
REFINED (D, DH)
REFINED (D, DB)
REFINED (D, DX)
REFINED (C, CC)
REFINED (C, CK)
REFINED (C, CE)
REFINED (C, CY)
REFINED (Z, ZZ)
REFINED (Z, ZC)
REFINED (Z, ZK)
REFINED (Z, ZE)
REFINED (Z, ZY)
