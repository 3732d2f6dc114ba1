/* Factorizations and solutions of systems on the cpu backend.
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

/* --- Work of a stream ---------------------------------------------------- */

static void
run_potrf (const struct task *t)
{
  LAPACK (text, integer, void *, integer, int *, size_t)
    (&t->uplo, &t->n, t->a, &t->lda, t->info, 1);
}

static void
run_potrs (const struct task *t)
{
  LAPACK (text, integer, integer, void *, integer, void *, integer, int *,
	  size_t)
    (&t->uplo, &t->n, &t->k, t->a, &t->lda, t->b, &t->ldb, t->info, 1);
}

static void
run_getrf (const struct task *t)
{
  LAPACK (integer, integer, void *, integer, int *, int *)
    (&t->m, &t->n, t->a, &t->lda, t->ipiv, t->info);
  if (t->wide_ipiv)
    for (int i = 0; i < t->m && i < t->n; i++)
      t->wide_ipiv[i] = t->ipiv[i];
}

static void
run_getrs (const struct task *t)
{
  LAPACK (text, integer, integer, void *, integer, int *, void *, integer,
	  int *, size_t)
    (&t->trans, &t->n, &t->k, t->a, &t->lda, t->ipiv, t->b, &t->ldb, t->info,
     1);
}

static void
run_laswp (const struct task *t)
{
  LAPACK (integer, void *, integer, integer, integer, int *, integer)
    (&t->n, t->a, &t->lda, &t->il, &t->iu, t->ipiv, &t->k);
}

static void
run_sytrf (const struct task *t)
{
  LAPACK (text, integer, void *, integer, int *, void *, integer, int *, size_t)
    (&t->uplo, &t->n, t->a, &t->lda, t->ipiv, t->work, &t->lwork, t->info, 1);
}

static void
run_sytri (const struct task *t)
{
  LAPACK (text, integer, void *, integer, int *, void *, int *, size_t)
    (&t->uplo, &t->n, t->a, &t->lda, t->ipiv, t->work, t->info, 1);
}

static void
run_sytrs (const struct task *t)
{
  for (int i = 0; i < t->n; i++)
    t->ipiv[i] = t->wide_ipiv[i];
  LAPACK (text, integer, integer, void *, integer, int *, void *, integer,
	  int *, size_t)
    (&t->uplo, &t->n, &t->k, t->a, &t->lda, t->ipiv, t->b, &t->ldb, t->info,
     1);
}

/* Let the diagonal of T's matrix consist of ones.  */

static void
set_ones (const struct task *t)
{
  static const float single[2] = { 1, 0 };
  static const double doubles[2] = { 1, 0 };
  size_t size = size_of[t->letter];
  const void *one = real_size_of[t->letter] == sizeof *single
		    ? (const void *) single : doubles;

  for (int i = 0; i < t->n; i++)
    memcpy ((char *) t->a + i * (t->lda + (size_t) 1) * size, one, size);
}

/* cuSOLVER stores the ones that LAPACK takes for granted.  */

static void
run_trtri (const struct task *t)
{
  LAPACK (text, text, integer, void *, integer, int *, size_t, size_t)
    (&t->uplo, &t->job, &t->n, t->a, &t->lda, t->info, 1, 1);
  if (t->job == 'U')
    set_ones (t);
}

/* Matrices whose addresses are in A.  */

static void
run_potrf_batch (const struct task *t)
{
  struct task one = *t;

  for (int i = 0; i < t->batch; i++, one.info++)
    {
      one.a = ((void **) t->a)[i];
      run_potrf (&one);
    }
}

static void
run_potrs_batch (const struct task *t)
{
  struct task one = *t;
  int info;

  *t->info = 0;
  one.info = &info;
  for (int i = 0; i < t->batch; i++)
    {
      one.a = ((void **) t->a)[i];
      one.b = ((void **) t->b)[i];
      run_potrs (&one);
      if (info && !*t->info)
	*t->info = info;
    }
}

/* LU factorization without pivoting, which LAPACK has not.  */
#define FACTOR(NAME, TYPE)						\
static void								\
NAME (const struct task *t)						\
{									\
  TYPE *a = t->a;							\
  size_t lda = t->lda;							\
									\
  *t->info = 0;								\
  for (int k = 0; k < t->m && k < t->n; k++)				\
    {									\
      TYPE pivot = a[k + k * lda];					\
      if (pivot == 0 && !*t->info)					\
	*t->info = k + 1;						\
      for (int i = k + 1; pivot != 0 && i < t->m; i++)			\
	a[i + k * lda] /= pivot;					\
      for (int j = k + 1; j < t->n; j++)				\
	for (int i = k + 1; i < t->m; i++)				\
	  a[i + j * lda] -= a[i + k * lda] * a[k + j * lda];		\
    }									\
}

FACTOR (factor_S, float)
FACTOR (factor_D, double)
FACTOR (factor_C, float _Complex)
FACTOR (factor_Z, double _Complex)

static void (*const factor[]) (const struct task *) = {
  factor_S, factor_D, factor_C, factor_Z
};

/* Exchange rows of the right-hand sides as pivots of 64 bits say, if there are
   any, from the last if BACKWARD.  */

static void
exchange_rows (const struct task *t, bool backward)
{
  size_t size = size_of[t->letter];

  for (int k = 0; t->wide_ipiv && k < t->n; k++)
    {
      int i = backward ? t->n - 1 - k : k;
      int64_t other = t->wide_ipiv[i] - 1;
      for (int j = 0; other != i && j < t->k; j++)
	{
	  char *column = (char *) t->b + size * t->ldb * j, saved[16];
	  memcpy (saved, column + size * i, size);
	  memcpy (column + size * i, column + size * other, size);
	  memcpy (column + size * other, saved, size);
	}
    }
}

static void
solve_triangle (const struct task *t, char uplo, char diag)
{
  LAPACK (text, text, text, integer, integer, void *, integer, void *, integer,
	  int *, size_t, size_t, size_t)
    (&uplo, &t->trans, &diag, &t->n, &t->k, t->a, &t->lda, t->b, &t->ldb,
     t->info, 1, 1, 1);
}

/* GETRS without pivots, or with those of 64 bits.  */

static void
run_wide_getrs (const struct task *t)
{
  if (t->trans == 'N')
    {
      exchange_rows (t, false);
      solve_triangle (t, 'L', 'U');
      solve_triangle (t, 'U', 'N');
    }
  else
    {
      solve_triangle (t, 'U', 'N');
      solve_triangle (t, 'L', 'U');
      exchange_rows (t, true);
    }
}

/* --- Checks and work space ----------------------------------------------- */

/* POTRF, POTRI or LAUUM, as CODE says.  They have the same arguments.  */

int
gcuf_solver_cholesky (struct handle *handle, enum lapack code,
		      enum letter letter, int uplo, int n, void *a, int lda,
		      const struct space *space, int *info)
{
  struct task t;
  int status = gcuf_solver_start (&t, handle, code, letter, run_potrf);

  if (status != SUCCESS)
    return status;
  t.uplo = fill_mode (uplo);
  if (!t.uplo || n < 0 || !leading_p (lda, n))
    return INVALID_VALUE;
  t.n = n;
  t.a = a;
  t.lda = lda;
  t.info = info;
  return gcuf_solver_finish (&t, handle, space, false);
}

int
gcuf_solver_potrs (struct handle *handle, enum letter letter, int uplo, int n,
		   int nrhs, void *a, int lda, void *b, int ldb, int *info,
		   int batch)
{
  struct task t;
  int status = gcuf_solver_start (&t, handle, POTRS, letter,
				  batch < 0 ? run_potrs : run_potrs_batch);

  if (status != SUCCESS)
    return status;
  t.uplo = fill_mode (uplo);
  if (!t.uplo || n < 0 || nrhs < 0 || !leading_p (lda, n)
      || !leading_p (ldb, n))
    return INVALID_VALUE;
  t.n = n;
  t.k = nrhs;
  t.a = a;
  t.lda = lda;
  t.b = b;
  t.ldb = ldb;
  t.info = info;
  t.batch = batch;
  return gcuf_solver_finish (&t, handle, NONE, false);
}

static int
potrf_batch (struct handle *handle, enum letter letter, int uplo, int n,
	     void *a, int lda, int *info, int batch)
{
  struct task t;
  int status = gcuf_solver_start (&t, handle, POTRF, letter, run_potrf_batch);

  if (status != SUCCESS)
    return status;
  t.uplo = fill_mode (uplo);
  if (!t.uplo || n < 0 || !leading_p (lda, n) || batch < 0)
    return INVALID_VALUE;
  t.n = n;
  t.a = a;
  t.lda = lda;
  t.info = info;
  t.batch = batch;
  return gcuf_solver_finish (&t, handle, NONE, false);
}

/* Pivots are in IPIV or in WIDE_IPIV; if neither is there, no rows are
   exchanged.  */

int
gcuf_solver_getrf (struct handle *handle, enum letter letter, int m, int n,
		   void *a, int lda, int *ipiv, int64_t *wide_ipiv,
		   const struct space *space, int *info)
{
  struct task t;
  bool asked = space->elements || space->bytes;
  int status = gcuf_solver_start (&t, handle, GETRF, letter,
				  ipiv || wide_ipiv || asked ? run_getrf
				  : factor[letter]);

  if (status != SUCCESS)
    return status;
  if (m < 0 || n < 0 || !leading_p (lda, m))
    return INVALID_VALUE;
  t.m = m;
  t.n = n;
  t.a = a;
  t.lda = lda;
  t.ipiv = ipiv;
  t.wide_ipiv = wide_ipiv;
  t.info = info;
  if (wide_ipiv || space->bytes)
    t.n_spare = m < n ? m : n;
  return gcuf_solver_finish (&t, handle, space, false);
}

int
gcuf_solver_getrs (struct handle *handle, enum letter letter, int trans, int n,
		   int nrhs, void *a, int lda, int *ipiv, int64_t *wide_ipiv,
		   void *b, int ldb, int *info)
{
  struct task t;
  int status = gcuf_solver_start (&t, handle, ipiv ? GETRS : TRTRS, letter,
				  ipiv ? run_getrs : run_wide_getrs);

  if (status != SUCCESS)
    return status;
  t.trans = operation (trans);
  if (!t.trans || n < 0 || nrhs < 0 || !leading_p (lda, n)
      || !leading_p (ldb, n))
    return INVALID_VALUE;
  t.n = n;
  t.k = nrhs;
  t.a = a;
  t.lda = lda;
  t.ipiv = ipiv;
  t.wide_ipiv = wide_ipiv;
  t.b = b;
  t.ldb = ldb;
  t.info = info;
  return gcuf_solver_finish (&t, handle, NONE, false);
}

static int
laswp (struct handle *handle, enum letter letter, int n, void *a, int lda,
       int k1, int k2, int *ipiv, int incx)
{
  static int no_info;
  struct task t;
  int status = gcuf_solver_start (&t, handle, LASWP, letter, run_laswp);

  if (status != SUCCESS)
    return status;
  if (n < 0 || lda < 1 || k1 < 1 || k2 < k1 || k2 > lda || !incx)
    return INVALID_VALUE;
  t.n = n;
  t.a = a;
  t.lda = lda;
  t.il = k1;
  t.iu = k2;
  t.ipiv = ipiv;
  t.k = incx;
  t.info = &no_info;
  return gcuf_solver_finish (&t, handle, NONE, false);
}

static int
sytrf (struct handle *handle, enum letter letter, int uplo, int n, void *a,
       int lda, int *ipiv, const struct space *space, int *info)
{
  struct task t;
  int status = gcuf_solver_start (&t, handle, SYTRF, letter, run_sytrf);

  if (status != SUCCESS)
    return status;
  t.uplo = fill_mode (uplo);
  if (!t.uplo || n < 0 || !leading_p (lda, n))
    return INVALID_VALUE;
  t.n = n;
  t.a = a;
  t.lda = lda;
  t.ipiv = ipiv;
  t.info = info;
  status = gcuf_solver_ask (&t, 1);
  /* LAPACK cannot do without pivots.  */
  if (status == SUCCESS && !ipiv && !space->elements)
    return NOT_SUPPORTED;
  return (status == SUCCESS
	  ? gcuf_solver_finish (&t, handle, space, false) : status);
}

static int
sytri (struct handle *handle, enum letter letter, int uplo, int n, void *a,
       int lda, int *ipiv, const struct space *space, int *info)
{
  struct task t;
  int status = gcuf_solver_start (&t, handle, SYTRI, letter, run_sytri);

  if (status != SUCCESS)
    return status;
  t.uplo = fill_mode (uplo);
  if (!t.uplo || n < 0 || n > INT_MAX / 2 || !leading_p (lda, n))
    return INVALID_VALUE;
  if (!ipiv && !space->elements)
    return NOT_SUPPORTED;
  t.n = n;
  t.a = a;
  t.lda = lda;
  t.ipiv = ipiv;
  t.info = info;
  t.lwork = 2 * n;
  return gcuf_solver_finish (&t, handle, space, false);
}

int
gcuf_solver_sytrs (struct handle *handle, enum letter letter, int uplo, int n,
		   int nrhs, void *a, int lda, int64_t *wide_ipiv, void *b,
		   int ldb, const struct space *space, int *info)
{
  struct task t;
  int status = gcuf_solver_start (&t, handle, SYTRS, letter, run_sytrs);

  if (status != SUCCESS)
    return status;
  t.uplo = fill_mode (uplo);
  if (!t.uplo || n < 0 || nrhs < 0 || !leading_p (lda, n)
      || !leading_p (ldb, n))
    return INVALID_VALUE;
  if (!wide_ipiv && !space->bytes)
    return NOT_SUPPORTED;
  t.n = t.n_spare = n;
  t.k = nrhs;
  t.a = a;
  t.lda = lda;
  t.wide_ipiv = wide_ipiv;
  t.b = b;
  t.ldb = ldb;
  t.info = info;
  return gcuf_solver_finish (&t, handle, space, false);
}

int
gcuf_solver_trtri (struct handle *handle, enum letter letter, int uplo,
		   int diag, int n, void *a, int lda,
		   const struct space *space, int *info)
{
  struct task t;
  int status = gcuf_solver_start (&t, handle, TRTRI, letter, run_trtri);

  if (status != SUCCESS)
    return status;
  t.uplo = fill_mode (uplo);
  t.job = diag == 0 ? 'N' : diag == 1 ? 'U' : 0;
  if (!t.uplo || !t.job || n < 0 || !leading_p (lda, n))
    return INVALID_VALUE;
  t.n = n;
  t.a = a;
  t.lda = lda;
  t.info = info;
  return gcuf_solver_finish (&t, handle, space, false);
}

/* --- The routines of each type ------------------------------------------- */

#define CHOLESKY(L)							\
int									\
SOLVER (L##potrf_bufferSize) (void *handle, int uplo, int n, void *a,	\
			      int lda, int *lwork)			\
{									\
  return gcuf_solver_cholesky (handle, POTRF, L, uplo, n, a, lda,	\
			       ASK (lwork), NULL);			\
}									\
									\
int									\
SOLVER (L##potrf) (void *handle, int uplo, int n, void *a, int lda,	\
		   void *work, int lwork, int *info)			\
{									\
  return gcuf_solver_cholesky (handle, POTRF, L, uplo, n, a, lda,	\
			       USE (work, lwork), info);		\
}									\
									\
int									\
SOLVER (L##potri_bufferSize) (void *handle, int uplo, int n, void *a,	\
			      int lda, int *lwork)			\
{									\
  return gcuf_solver_cholesky (handle, POTRI, L, uplo, n, a, lda,	\
			       ASK (lwork), NULL);			\
}									\
									\
int									\
SOLVER (L##potri) (void *handle, int uplo, int n, void *a, int lda,	\
		   void *work, int lwork, int *info)			\
{									\
  return gcuf_solver_cholesky (handle, POTRI, L, uplo, n, a, lda,	\
			       USE (work, lwork), info);		\
}									\
									\
int									\
SOLVER (L##lauum_bufferSize) (void *handle, int uplo, int n, void *a,	\
			      int lda, int *lwork)			\
{									\
  return gcuf_solver_cholesky (handle, LAUUM, L, uplo, n, a, lda,	\
			       ASK (lwork), NULL);			\
}									\
									\
int									\
SOLVER (L##lauum) (void *handle, int uplo, int n, void *a, int lda,	\
		   void *work, int lwork, int *info)			\
{									\
  return gcuf_solver_cholesky (handle, LAUUM, L, uplo, n, a, lda,	\
			       USE (work, lwork), info);		\
}									\
									\
int									\
SOLVER (L##potrs) (void *handle, int uplo, int n, int nrhs, void *a,	\
		   int lda, void *b, int ldb, int *info)		\
{									\
  return gcuf_solver_potrs (handle, L, uplo, n, nrhs, a, lda, b, ldb, info, \
			    -1);					\
}									\
									\
int									\
SOLVER (L##potrfBatched) (void *handle, int uplo, int n, void *a, int lda, \
			  int *info, int batch)				\
{									\
  return potrf_batch (handle, L, uplo, n, a, lda, info, batch);		\
}									\
									\
int									\
SOLVER (L##potrsBatched) (void *handle, int uplo, int n, int nrhs, void *a, \
			  int lda, void *b, int ldb, int *info, int batch) \
{									\
  return gcuf_solver_potrs (handle, L, uplo, n, nrhs, a, lda, b, ldb, info, \
			    batch < 0 ? 0 : batch);			\
}

EACH (CHOLESKY)

#define LU(L)								\
int									\
SOLVER (L##getrf_bufferSize) (void *handle, int m, int n, void *a, int lda, \
			      int *lwork)				\
{									\
  return gcuf_solver_getrf (handle, L, m, n, a, lda, NULL, NULL, ASK (lwork), \
			    NULL);					\
}									\
									\
int									\
SOLVER (L##getrf) (void *handle, int m, int n, void *a, int lda,	\
		   void *work, int *ipiv, int *info)			\
{									\
  (void) work;								\
  return gcuf_solver_getrf (handle, L, m, n, a, lda, ipiv, NULL, NONE, info); \
}									\
									\
int									\
SOLVER (L##getrs) (void *handle, int trans, int n, int nrhs, void *a,	\
		   int lda, int *ipiv, void *b, int ldb, int *info)	\
{									\
  return gcuf_solver_getrs (handle, L, trans, n, nrhs, a, lda, ipiv, NULL, b, \
			    ldb, info);					\
}									\
									\
int									\
SOLVER (L##laswp) (void *handle, int n, void *a, int lda, int k1, int k2, \
		   int *ipiv, int incx)					\
{									\
  return laswp (handle, L, n, a, lda, k1, k2, ipiv, incx);		\
}									\
									\
int									\
SOLVER (L##sytrf_bufferSize) (void *handle, int n, void *a, int lda,	\
			      int *lwork)				\
{									\
  return sytrf (handle, L, 0, n, a, lda, NULL, ASK (lwork), NULL);	\
}									\
									\
int									\
SOLVER (L##sytrf) (void *handle, int uplo, int n, void *a, int lda,	\
		   int *ipiv, void *work, int lwork, int *info)		\
{									\
  return sytrf (handle, L, uplo, n, a, lda, ipiv, USE (work, lwork), info); \
}									\
									\
int									\
SOLVER (L##sytri_bufferSize) (void *handle, int uplo, int n, void *a,	\
			      int lda, int *ipiv, int *lwork)		\
{									\
  return sytri (handle, L, uplo, n, a, lda, ipiv, ASK (lwork), NULL);	\
}									\
									\
int									\
SOLVER (L##sytri) (void *handle, int uplo, int n, void *a, int lda,	\
		   int *ipiv, void *work, int lwork, int *info)		\
{									\
  return sytri (handle, L, uplo, n, a, lda, ipiv, USE (work, lwork), info); \
}

EACH (LU)
