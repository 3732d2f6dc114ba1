/* Eigenvalues of general matrices, and the largest singular values, on the cpu
   backend.
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

#include <math.h>

#include "cpu-solver.h"

/* --- Work of a stream ---------------------------------------------------- */

/* Set W to N complex numbers of parts of SIZE.  */

static void
join_parts (int n, size_t size, const char *re, const char *im, char *w)
{
  for (int i = 0; i < n; i++)
    {
      memcpy (w + 2 * size * i, re + size * i, size);
      memcpy (w + size * (2 * i + 1), im + size * i, size);
    }
}

/* VL is in B, and VR in C.  Real and imaginary parts of the eigenvalues of a
   real matrix are one after the other, or complex numbers if K.  */

static void
run_geev (const struct task *t)
{
  size_t size = real_size_of[t->letter];

  if (complex_p (t->letter))
    LAPACK (text, text, integer, void *, integer, void *, void *, integer,
	    void *, integer, void *, integer, void *, int *, size_t, size_t)
      (&t->job, &t->job_2, &t->n, t->a, &t->lda, t->w, t->b, &t->ldb, t->c,
       &t->ldc, t->work, &t->lwork, t->rwork, t->info, 1, 1);
  else
    {
      char *re = t->k || t->lwork < 0 ? t->rwork : t->w;
      char *im = re + (t->lwork < 0 ? 0 : size * t->n);

      LAPACK (text, text, integer, void *, integer, void *, void *, void *,
	      integer, void *, integer, void *, integer, int *, size_t, size_t)
	(&t->job, &t->job_2, &t->n, t->a, &t->lda, re, im, t->b, &t->ldb, t->c,
	 &t->ldc, t->work, &t->lwork, t->info, 1, 1);
      if (t->k && t->lwork >= 0)
	join_parts (t->n, size, re, im, t->w);
    }
}

/* The norm of A - U S V'.  */
#define RESIDUAL(NAME, TYPE, REAL)					\
static double								\
NAME (int m, int n, int k, const void *a_, size_t lda, const void *u_,	\
      const void *s_, const void *vt_)					\
{									\
  const TYPE *a = a_, *u = u_, *vt = vt_;				\
  const REAL *s = s_;							\
  double sum = 0;							\
									\
  for (int j = 0; j < n; j++)						\
    for (int i = 0; i < m; i++)						\
      {									\
	TYPE rest = a[i + lda * j];					\
	for (int l = 0; l < k; l++)					\
	  rest -= u[i + (size_t) m * l] * s[l] * vt[l + (size_t) k * j]; \
	sum += ((double) __real__ rest * __real__ rest			\
		+ (double) __imag__ rest * __imag__ rest);		\
      }									\
  return sqrt (sum);							\
}

RESIDUAL (residual_S, float, float)
RESIDUAL (residual_D, double, double)
RESIDUAL (residual_C, float _Complex, float)
RESIDUAL (residual_Z, double _Complex, double)

static double (*const residual[]) (int, int, int, const void *, size_t,
				   const void *, const void *, const void *) = {
  residual_S, residual_D, residual_C, residual_Z
};

/* K singular values of matrices in A, with vectors in B and C.  LAPACK's are
   in EXTRA, behind a copy of the matrix, and behind what it wants of RWORK.
   The norms of what is left go to E.  */

static void
run_largest (const struct task *t)
{
  size_t size = size_of[t->letter], real = real_size_of[t->letter];
  int least = t->m < t->n ? t->m : t->n;
  int lda = t->m > 0 ? t->m : 1, ldvt = least > 0 ? least : 1;
  char *u = (char *) t->extra + size * t->m * t->n;
  char *vt = u + size * t->m * least;
  char *s = (char *) t->rwork
	    + (complex_p (t->letter) ? real * 5 * least : 0);
  struct task one = *t;

  one.job = one.job_2 = 'S';
  one.a = t->extra;
  one.lda = one.ldb = lda;
  one.w = s;
  one.b = u;
  one.c = vt;
  one.ldc = ldvt;
  if (t->lwork < 0)
    {
      gcuf_solver_run_gesvd (&one);
      return;
    }
  for (int i = 0; i < t->batch; i++, one.info++)
    {
      const char *a = (char *) t->a + size * t->stride_a * i;

      copy_matrix (size, t->m, t->n, a, t->lda, one.a, lda);
      gcuf_solver_run_gesvd (&one);
      memcpy ((char *) t->w + real * t->stride_w * i, s, real * t->k);
      if (t->job == 'S')
	copy_matrix (size, t->m, t->k, u, lda,
		     (char *) t->b + size * t->stride_b * i, t->ldb);
      if (t->job_2 == 'S')
	gcuf_solver_adjoint (t->letter, t->n, t->k, vt, ldvt,
			     (char *) t->c + size * t->stride_c * i, t->ldc);
      if (t->e)
	((double *) t->e)[i] = residual[t->letter] (t->m, t->n, least, a,
						    t->lda, u, s, vt);
    }
}

/* --- Checks and work space ----------------------------------------------- */

int
gcuf_solver_geev (struct handle *handle, enum letter letter, int jobvl,
		  int jobvr, int n, void *a, int lda, void *w, bool complex_w,
		  void *vl, int ldvl, void *vr, int ldvr,
		  const struct space *space, int *info)
{
  struct task t;
  int status = gcuf_solver_start (&t, handle, GEEV, letter, run_geev);

  if (status != SUCCESS)
    return status;
  t.job = vectors (jobvl);
  t.job_2 = vectors (jobvr);
  if (!t.job || !t.job_2 || n < 0 || n > INT_MAX / 2 || !leading_p (lda, n)
      || !leading_p (ldvl, t.job == 'V' ? n : 1)
      || !leading_p (ldvr, t.job_2 == 'V' ? n : 1))
    return INVALID_VALUE;
  t.n = n;
  t.k = complex_w;
  t.a = a;
  t.lda = lda;
  t.w = w;
  t.b = vl;
  t.ldb = ldvl;
  t.c = vr;
  t.ldc = ldvr;
  t.info = info;
  t.lrwork = 2 * n;
  status = gcuf_solver_ask (&t, 1);
  return (status == SUCCESS
	  ? gcuf_solver_finish (&t, handle, space, false) : status);
}

/* The host gets the RESIDUALS, and so it waits if there are any.  */

int
gcuf_solver_largest (struct handle *handle, enum letter letter, char job,
		     char job_2, int rank, int m, int n, void *a, int lda,
		     int64_t stride_a, void *s, int64_t stride_s, void *u,
		     int ldu, int64_t stride_u, void *v, int ldv,
		     int64_t stride_v, const struct space *space, int *info,
		     double *residuals, int batch)
{
  struct task t;
  int status = gcuf_solver_start (&t, handle, GESVD, letter, run_largest);
  int least = m < n ? m : n, most = m < n ? n : m;

  if (status != SUCCESS)
    return status;
  if ((job != 'S' && job != 'N') || (job_2 != 'S' && job_2 != 'N') || m < 0
      || n < 0 || rank < 0 || rank > least || !leading_p (lda, m)
      || !leading_p (ldu, job == 'S' ? m : 1)
      || !leading_p (ldv, job_2 == 'S' ? n : 1) || batch < 1)
    return INVALID_VALUE;
  t.m = m;
  t.n = n;
  t.k = rank;
  t.job = job;
  t.job_2 = job_2;
  t.a = a;
  t.lda = lda;
  t.stride_a = stride_a;
  t.w = s;
  t.stride_w = stride_s;
  t.b = u;
  t.ldb = ldu;
  t.stride_b = stride_u;
  t.c = v;
  t.ldc = ldv;
  t.stride_c = stride_v;
  t.e = residuals;
  t.info = info;
  t.batch = batch;
  t.lrwork = (complex_p (letter) ? 6 : 1) * least;
  status = gcuf_solver_ask (&t, 3.0 * least + most > 5.0 * least
				? 3.0 * least + most : 5.0 * least);
  t.n_extra = (int64_t) m * n + (int64_t) least * m + (int64_t) least * n;
  return (status == SUCCESS
	  ? gcuf_solver_finish (&t, handle, space, residuals) : status);
}

/* --- The routines of each type ------------------------------------------- */

/* The letter of a job with or without vectors.  */

static char
job_of (int jobz)
{
  return jobz == 0 ? 'N' : jobz == 1 ? 'S' : 0;
}

#define STRIDED(L)							\
int									\
SOLVER (L##gesvdaStridedBatched_bufferSize)				\
  (void *handle, int jobz, int rank, int m, int n, void *a, int lda,	\
   int64_t stride_a, void *s, int64_t stride_s, void *u, int ldu,	\
   int64_t stride_u, void *v, int ldv, int64_t stride_v, int *lwork,	\
   int batch)								\
{									\
  return gcuf_solver_largest (handle, L, job_of (jobz), job_of (jobz),	\
			      rank, m, n, a, lda, stride_a, s, stride_s, u, \
			      ldu, stride_u, v, ldv, stride_v, ASK (lwork), \
			      NULL, NULL, batch);			\
}									\
									\
int									\
SOLVER (L##gesvdaStridedBatched)					\
  (void *handle, int jobz, int rank, int m, int n, void *a, int lda,	\
   int64_t stride_a, void *s, int64_t stride_s, void *u, int ldu,	\
   int64_t stride_u, void *v, int ldv, int64_t stride_v, void *work,	\
   int lwork, int *info, double *residuals, int batch)			\
{									\
  return gcuf_solver_largest (handle, L, job_of (jobz), job_of (jobz),	\
			      rank, m, n, a, lda, stride_a, s, stride_s, u, \
			      ldu, stride_u, v, ldv, stride_v,		\
			      USE (work, lwork), info, residuals, batch); \
}

EACH (STRIDED)
