/* Eigenvalues and singular values on the cpu backend.
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

enum { RANGE_ALL = 1001, RANGE_I, RANGE_V };

/* --- Work of a stream ---------------------------------------------------- */

static void
run_syevd (const struct task *t)
{
  if (complex_p (t->letter))
    LAPACK (text, text, integer, void *, integer, void *, void *, integer,
	    void *, integer, int *, integer, int *, size_t, size_t)
      (&t->job, &t->uplo, &t->n, t->a, &t->lda, t->w, t->work, &t->lwork,
       t->rwork, &t->lrwork, t->iwork, &t->liwork, t->info, 1, 1);
  else
    LAPACK (text, text, integer, void *, integer, void *, void *, integer,
	    int *, integer, int *, size_t, size_t)
      (&t->job, &t->uplo, &t->n, t->a, &t->lda, t->w, t->work, &t->lwork,
       t->iwork, &t->liwork, t->info, 1, 1);
}

/* Matrices that follow each other.  */

static void
run_syevd_batch (const struct task *t)
{
  struct task one = *t;

  for (int i = 0; i < t->batch; i++, one.info++)
    {
      run_syevd (&one);
      one.a = (char *) one.a + size_of[t->letter] * t->lda * t->n;
      one.w = (char *) one.w + real_size_of[t->letter] * t->n;
    }
}

static void
run_sygvd (const struct task *t)
{
  if (complex_p (t->letter))
    LAPACK (integer, text, text, integer, void *, integer, void *, integer,
	    void *, void *, integer, void *, integer, int *, integer, int *,
	    size_t, size_t)
      (&t->itype, &t->job, &t->uplo, &t->n, t->a, &t->lda, t->b, &t->ldb, t->w,
       t->work, &t->lwork, t->rwork, &t->lrwork, t->iwork, &t->liwork, t->info,
       1, 1);
  else
    LAPACK (integer, text, text, integer, void *, integer, void *, integer,
	    void *, void *, integer, int *, integer, int *, size_t, size_t)
      (&t->itype, &t->job, &t->uplo, &t->n, t->a, &t->lda, t->b, &t->ldb, t->w,
       t->work, &t->lwork, t->iwork, &t->liwork, t->info, 1, 1);
}

/* Bounds of eigenvalues, and a tolerance.  */
struct bounds
{
  float single[3];
  double numbers[3];
};

/* T's bounds as LAPACK takes them, which ROOM has.  */

static void
take_bounds (const struct task *t, struct bounds *room, const void **vl,
	     const void **vu, const void **abstol)
{
  size_t size = real_size_of[t->letter];

  *room = (struct bounds) { { t->vl, t->vu }, { t->vl, t->vu } };
  *vl = size == sizeof (float) ? (const void *) room->single : room->numbers;
  *vu = (const char *) *vl + size;
  *abstol = (const char *) *vu + size;
}

/* Tell how many eigenvalues were FOUND.  LAPACK has put the vectors into EXTRA,
   and cuSOLVER puts them into A.  */

static void
tell_found (const struct task *t, int found)
{
  if (t->found)
    *t->found = found;
  if (t->wide_found)
    *t->wide_found = found;
  if (t->job == 'V')
    copy_matrix (size_of[t->letter], t->n, found, t->extra,
		 t->n > 0 ? t->n : 1, t->a, t->lda);
}

/* Some eigenvalues.  Two integers an eigenvalue are behind those that LAPACK
   wants as work space.  */

static void
run_syevr (const struct task *t)
{
  struct bounds bounds;
  const void *vl, *vu, *abstol;
  int ldz = t->n > 0 ? t->n : 1, *isuppz = t->iwork, found = 0;

  take_bounds (t, &bounds, &vl, &vu, &abstol);
  if (t->lwork >= 0)
    isuppz += t->liwork;
  if (complex_p (t->letter))
    LAPACK (text, text, text, integer, void *, integer, const void *,
	    const void *, integer, integer, const void *, int *, void *, void *,
	    integer, int *, void *, integer, void *, integer, int *, integer,
	    int *, size_t, size_t, size_t)
      (&t->job, &t->range, &t->uplo, &t->n, t->a, &t->lda, vl, vu, &t->il,
       &t->iu, abstol, &found, t->w, t->extra, &ldz, isuppz, t->work, &t->lwork,
       t->rwork, &t->lrwork, t->iwork, &t->liwork, t->info, 1, 1, 1);
  else
    LAPACK (text, text, text, integer, void *, integer, const void *,
	    const void *, integer, integer, const void *, int *, void *, void *,
	    integer, int *, void *, integer, int *, integer, int *, size_t,
	    size_t, size_t)
      (&t->job, &t->range, &t->uplo, &t->n, t->a, &t->lda, vl, vu, &t->il,
       &t->iu, abstol, &found, t->w, t->extra, &ldz, isuppz, t->work, &t->lwork,
       t->iwork, &t->liwork, t->info, 1, 1, 1);
  if (t->lwork >= 0)
    tell_found (t, found);
}

/* The same of a pair of matrices.  LAPACK wants five integers an eigenvalue,
   and tells in another which vectors did not converge.  */

static void
run_sygvx (const struct task *t)
{
  struct bounds bounds;
  const void *vl, *vu, *abstol;
  int ldz = t->n > 0 ? t->n : 1, found = 0;
  int *failed = t->lwork < 0 ? t->iwork : t->iwork + 5 * t->n;

  take_bounds (t, &bounds, &vl, &vu, &abstol);
  if (complex_p (t->letter))
    LAPACK (integer, text, text, text, integer, void *, integer, void *,
	    integer, const void *, const void *, integer, integer, const void *,
	    int *, void *, void *, integer, void *, integer, void *, int *,
	    int *, int *, size_t, size_t, size_t)
      (&t->itype, &t->job, &t->range, &t->uplo, &t->n, t->a, &t->lda, t->b,
       &t->ldb, vl, vu, &t->il, &t->iu, abstol, &found, t->w, t->extra, &ldz,
       t->work, &t->lwork, t->rwork, t->iwork, failed, t->info, 1, 1, 1);
  else
    LAPACK (integer, text, text, text, integer, void *, integer, void *,
	    integer, const void *, const void *, integer, integer, const void *,
	    int *, void *, void *, integer, void *, integer, int *, int *,
	    int *, size_t, size_t, size_t)
      (&t->itype, &t->job, &t->range, &t->uplo, &t->n, t->a, &t->lda, t->b,
       &t->ldb, vl, vu, &t->il, &t->iu, abstol, &found, t->w, t->extra, &ldz,
       t->work, &t->lwork, t->iwork, failed, t->info, 1, 1, 1);
  if (t->lwork >= 0)
    tell_found (t, found);
}

void
gcuf_solver_run_gesvd (const struct task *t)
{
  if (complex_p (t->letter))
    LAPACK (text, text, integer, integer, void *, integer, void *, void *,
	    integer, void *, integer, void *, integer, void *, int *, size_t,
	    size_t)
      (&t->job, &t->job_2, &t->m, &t->n, t->a, &t->lda, t->w, t->b, &t->ldb,
       t->c, &t->ldc, t->work, &t->lwork, t->rwork, t->info, 1, 1);
  else
    LAPACK (text, text, integer, integer, void *, integer, void *, void *,
	    integer, void *, integer, void *, integer, int *, size_t, size_t)
      (&t->job, &t->job_2, &t->m, &t->n, t->a, &t->lda, t->w, t->b, &t->ldb,
       t->c, &t->ldc, t->work, &t->lwork, t->info, 1, 1);
}

void
gcuf_solver_adjoint (enum letter letter, int n, int k, const void *from,
		     int ld_from, void *to, int ld_to)
{
  size_t size = size_of[letter], real = real_size_of[letter];

  for (int j = 0; j < k; j++)
    for (int i = 0; i < n; i++)
      {
	char *element = (char *) to + size * (i + (size_t) ld_to * j);
	memcpy (element,
		(const char *) from + size * (j + (size_t) ld_from * i), size);
	/* The sign is in the last byte of the imaginary part.  */
	if (complex_p (letter))
	  element[2 * real - 1] ^= (char) 0x80;
      }
}

/* The same where V is wanted and not its conjugate transpose, of one matrix or
   more that follow each other.  C is V there, and LAPACK's result is put into
   EXTRA.  */

static void
run_gesvdj (const struct task *t)
{
  struct task one = *t;
  int least = t->m < t->n ? t->m : t->n;
  int rows = t->job == 'S' ? least : t->n;
  char *v = t->c;
  size_t size = size_of[t->letter];

  one.c = t->extra;
  one.ldc = rows > 0 ? rows : 1;
  if (t->lwork < 0)
    {
      gcuf_solver_run_gesvd (&one);
      return;
    }
  for (int i = 0; i < t->batch; i++, one.info++)
    {
      gcuf_solver_run_gesvd (&one);
      if (t->job != 'N')
	gcuf_solver_adjoint (t->letter, t->n, rows, one.c, one.ldc, v, t->ldc);
      one.a = (char *) one.a + size * t->lda * t->n;
      one.w = (char *) one.w + real_size_of[t->letter] * least;
      one.b = one.b ? (char *) one.b + size * t->ldb * t->m : NULL;
      v = v ? v + size * t->ldc * t->n : NULL;
    }
}

/* --- Checks and work space ----------------------------------------------- */

/* Of BATCH matrices if that is not negative.  */

int
gcuf_solver_syevd (struct handle *handle, enum letter letter, int jobz,
		   int uplo, int n, void *a, int lda, void *w,
		   const struct space *space, int *info, int batch)
{
  struct task t;
  int status = gcuf_solver_start (&t, handle, SYEVD, letter, run_syevd);

  if (status != SUCCESS)
    return status;
  t.job = vectors (jobz);
  t.uplo = fill_mode (uplo);
  if (!t.job || !t.uplo || n < 0 || !leading_p (lda, n))
    return INVALID_VALUE;
  t.n = n;
  t.a = a;
  t.lda = lda;
  t.w = w;
  t.info = info;
  status = gcuf_solver_ask (&t, 1);
  if (batch >= 0)
    {
      t.batch = batch;
      t.run = run_syevd_batch;
    }
  return (status == SUCCESS
	  ? gcuf_solver_finish (&t, handle, space, false) : status);
}

static int
sygvd (struct handle *handle, enum letter letter, int itype, int jobz, int uplo,
       int n, void *a, int lda, void *b, int ldb, void *w,
       const struct space *space, int *info)
{
  struct task t;
  int status = gcuf_solver_start (&t, handle, SYGVD, letter, run_sygvd);

  if (status != SUCCESS)
    return status;
  t.job = vectors (jobz);
  t.uplo = fill_mode (uplo);
  if (!t.job || !t.uplo || itype < 1 || itype > 3 || n < 0
      || !leading_p (lda, n) || !leading_p (ldb, n))
    return INVALID_VALUE;
  t.itype = itype;
  t.n = n;
  t.a = a;
  t.lda = lda;
  t.b = b;
  t.ldb = ldb;
  t.w = w;
  t.info = info;
  status = gcuf_solver_ask (&t, 1);
  return (status == SUCCESS
	  ? gcuf_solver_finish (&t, handle, space, false) : status);
}

/* Say in T which eigenvalues are wanted.  False if that is wrong.  */

static bool
select_values (struct task *t, int range, int n, double vl, double vu, int il,
	       int iu)
{
  t->range = (range == RANGE_ALL ? 'A' : range == RANGE_I ? n ? 'I' : 'A'
	      : range == RANGE_V ? 'V' : 0);
  t->vl = vl;
  t->vu = vu;
  t->il = il;
  t->iu = iu;
  return (t->range && !(t->range == 'V' && n > 0 && vu <= vl)
	  && !(t->range == 'I' && (il < 1 || iu < il || iu > n)));
}

/* The host gets the number of eigenvalues in FOUND, and so it waits.  */

int
gcuf_solver_syevr (struct handle *handle, enum letter letter, int jobz,
		   int range, int uplo, int n, void *a, int lda, double vl,
		   double vu, int il, int iu, int *found, int64_t *wide_found,
		   void *w, const struct space *space, int *info)
{
  struct task t;
  int status = gcuf_solver_start (&t, handle, SYEVR, letter, run_syevr);

  if (status != SUCCESS)
    return status;
  t.job = vectors (jobz);
  t.uplo = fill_mode (uplo);
  if (!t.job || !t.uplo || n < 0 || !leading_p (lda, n)
      || !select_values (&t, range, n, vl, vu, il, iu))
    return INVALID_VALUE;
  t.n = n;
  t.a = a;
  t.lda = lda;
  t.found = found;
  t.wide_found = wide_found;
  t.w = w;
  t.info = info;
  status = gcuf_solver_ask (&t, 1);
  t.n_extra = (int64_t) n * n;
  t.n_spare = 2 * n;
  return (status == SUCCESS
	  ? gcuf_solver_finish (&t, handle, space, true) : status);
}

static int
sygvx (struct handle *handle, enum letter letter, int itype, int jobz,
       int range, int uplo, int n, void *a, int lda, void *b, int ldb,
       double vl, double vu, int il, int iu, int *found, void *w,
       const struct space *space, int *info)
{
  struct task t;
  int status = gcuf_solver_start (&t, handle, SYGVX, letter, run_sygvx);

  if (status != SUCCESS)
    return status;
  t.job = vectors (jobz);
  t.uplo = fill_mode (uplo);
  if (!t.job || !t.uplo || itype < 1 || itype > 3 || n < 0 || n > INT_MAX / 7
      || !leading_p (lda, n) || !leading_p (ldb, n)
      || !select_values (&t, range, n, vl, vu, il, iu))
    return INVALID_VALUE;
  t.itype = itype;
  t.n = n;
  t.a = a;
  t.lda = lda;
  t.b = b;
  t.ldb = ldb;
  t.found = found;
  t.w = w;
  t.info = info;
  t.lrwork = complex_p (letter) ? 7 * n : 0;
  status = gcuf_solver_ask (&t, 1);
  t.liwork = 0;
  t.n_extra = (int64_t) n * n;
  t.n_spare = 6 * n;
  return (status == SUCCESS
	  ? gcuf_solver_finish (&t, handle, space, true) : status);
}

static bool
gesvd_job_p (char job)
{
  return job == 'A' || job == 'S' || job == 'O' || job == 'N';
}

/* Singular values for job letters.  The work space is the same for all.  U
   and VT have LDU and LDVT; if BATCH is not negative, V is wanted instead.  */

int
gcuf_solver_gesvd (struct handle *handle, enum letter letter, char job,
		   char job_2, int m, int n, void *a, int lda, void *s,
		   void *u, int ldu, void *vt, int ldvt,
		   const struct space *space, int *info, int batch)
{
  struct task t;
  int status = gcuf_solver_start (&t, handle, GESVD, letter,
				  batch < 0 ? gcuf_solver_run_gesvd
				  : run_gesvdj);
  int least = m < n ? m : n, most = m < n ? n : m;
  int rows = job_2 == 'A' ? n : job_2 == 'S' ? least : 1;

  if (status != SUCCESS)
    return status;
  if (!gesvd_job_p (job) || !gesvd_job_p (job_2)
      || (job == 'O' && job_2 == 'O') || m < 0 || n < 0 || !leading_p (lda, m)
      || !leading_p (ldu, job == 'A' || job == 'S' ? m : 1)
      || !leading_p (ldvt, batch < 0 ? rows : job == 'N' ? 1 : n))
    return INVALID_VALUE;
  t.job = 'A';
  t.job_2 = 'A';
  t.m = m;
  t.n = n;
  t.a = a;
  t.lda = lda;
  t.w = s;
  t.b = u;
  t.ldb = m > ldu ? m : ldu;
  t.c = vt;
  t.ldc = n > ldvt ? n : ldvt;
  t.info = info;
  t.lrwork = complex_p (letter) ? 5 * least : 0;
  status = gcuf_solver_ask (&t, 3.0 * least + most > 5.0 * least
				? 3.0 * least + most : 5.0 * least);
  t.job = job;
  t.job_2 = job_2;
  t.ldb = ldu;
  t.ldc = ldvt;
  t.batch = batch;
  if (batch >= 0)
    t.n_extra = (int64_t) n * n;
  return (status == SUCCESS
	  ? gcuf_solver_finish (&t, handle, space, false) : status);
}

static int
gesvdj (struct handle *handle, enum letter letter, int jobz, int econ, int m,
	int n, void *a, int lda, void *s, void *u, int ldu, void *v, int ldv,
	const struct space *space, int *info, int batch)
{
  char job = jobz == 0 ? 'N' : jobz != 1 ? 0 : econ ? 'S' : 'A';
  return gcuf_solver_gesvd (handle, letter, job, job, m, n, a, lda, s, u, ldu,
			    v, ldv, space, info, batch);
}

/* --- The routines of each type ------------------------------------------- */

#define SYEVD_(L, NAME)							\
int									\
SOLVER (L##NAME##_bufferSize) (void *handle, int jobz, int uplo, int n,	\
			       void *a, int lda, void *w, int *lwork)	\
{									\
  return gcuf_solver_syevd (handle, L, jobz, uplo, n, a, lda, w, ASK (lwork), \
			    NULL, -1);					\
}									\
									\
int									\
SOLVER (L##NAME) (void *handle, int jobz, int uplo, int n, void *a,	\
		  int lda, void *w, void *work, int lwork, int *info)	\
{									\
  return gcuf_solver_syevd (handle, L, jobz, uplo, n, a, lda, w,	\
			    USE (work, lwork), info, -1);		\
}

BOTH (SYEVD_, syevd, heevd)

#define SYEVJ_(L, NAME)							\
int									\
SOLVER (L##NAME##_bufferSize) (void *handle, int jobz, int uplo, int n,	\
			       void *a, int lda, void *w, int *lwork,	\
			       void *params)				\
{									\
  if (!params)								\
    return INVALID_VALUE;						\
  return gcuf_solver_syevd (handle, L, jobz, uplo, n, a, lda, w, ASK (lwork), \
			    NULL, -1);					\
}									\
									\
int									\
SOLVER (L##NAME) (void *handle, int jobz, int uplo, int n, void *a,	\
		  int lda, void *w, void *work, int lwork, int *info,	\
		  void *params)						\
{									\
  if (!params)								\
    return INVALID_VALUE;						\
  return gcuf_solver_syevd (handle, L, jobz, uplo, n, a, lda, w,	\
			    USE (work, lwork), info, -1);		\
}									\
									\
int									\
SOLVER (L##NAME##Batched_bufferSize) (void *handle, int jobz, int uplo,	\
				      int n, void *a, int lda, void *w,	\
				      int *lwork, void *params, int batch) \
{									\
  if (!params || batch < 0)						\
    return INVALID_VALUE;						\
  return gcuf_solver_syevd (handle, L, jobz, uplo, n, a, lda, w, ASK (lwork), \
			    NULL, batch);				\
}									\
									\
int									\
SOLVER (L##NAME##Batched) (void *handle, int jobz, int uplo, int n,	\
			   void *a, int lda, void *w, void *work,	\
			   int lwork, int *info, void *params, int batch) \
{									\
  if (!params || batch < 0)						\
    return INVALID_VALUE;						\
  return gcuf_solver_syevd (handle, L, jobz, uplo, n, a, lda, w,	\
			    USE (work, lwork), info, batch);		\
}

BOTH (SYEVJ_, syevj, heevj)

#define SYGVD_(L, NAME)							\
int									\
SOLVER (L##NAME##_bufferSize) (void *handle, int itype, int jobz, int uplo, \
			       int n, void *a, int lda, void *b, int ldb, \
			       void *w, int *lwork)			\
{									\
  return sygvd (handle, L, itype, jobz, uplo, n, a, lda, b, ldb, w,	\
		ASK (lwork), NULL);					\
}									\
									\
int									\
SOLVER (L##NAME) (void *handle, int itype, int jobz, int uplo, int n,	\
		  void *a, int lda, void *b, int ldb, void *w, void *work, \
		  int lwork, int *info)					\
{									\
  return sygvd (handle, L, itype, jobz, uplo, n, a, lda, b, ldb, w,	\
		USE (work, lwork), info);				\
}

BOTH (SYGVD_, sygvd, hegvd)

#define SYGVJ_(L, NAME)							\
int									\
SOLVER (L##NAME##_bufferSize) (void *handle, int itype, int jobz, int uplo, \
			       int n, void *a, int lda, void *b, int ldb, \
			       void *w, int *lwork, void *params)	\
{									\
  if (!params)								\
    return INVALID_VALUE;						\
  return sygvd (handle, L, itype, jobz, uplo, n, a, lda, b, ldb, w,	\
		ASK (lwork), NULL);					\
}									\
									\
int									\
SOLVER (L##NAME) (void *handle, int itype, int jobz, int uplo, int n,	\
		  void *a, int lda, void *b, int ldb, void *w, void *work, \
		  int lwork, int *info, void *params)			\
{									\
  if (!params)								\
    return INVALID_VALUE;						\
  return sygvd (handle, L, itype, jobz, uplo, n, a, lda, b, ldb, w,	\
		USE (work, lwork), info);				\
}

BOTH (SYGVJ_, sygvj, hegvj)

#define SYEVDX_(L, NAME, REAL)						\
int									\
SOLVER (L##NAME##_bufferSize) (void *handle, int jobz, int range, int uplo, \
			       int n, void *a, int lda, REAL vl, REAL vu, \
			       int il, int iu, int *found, void *w,	\
			       int *lwork)				\
{									\
  return gcuf_solver_syevr (handle, L, jobz, range, uplo, n, a, lda, vl, vu, \
			    il, iu, found, NULL, w, ASK (lwork), NULL);	\
}									\
									\
int									\
SOLVER (L##NAME) (void *handle, int jobz, int range, int uplo, int n,	\
		  void *a, int lda, REAL vl, REAL vu, int il, int iu,	\
		  int *found, void *w, void *work, int lwork, int *info) \
{									\
  return gcuf_solver_syevr (handle, L, jobz, range, uplo, n, a, lda, vl, vu, \
			    il, iu, found, NULL, w, USE (work, lwork), info); \
}

SYEVDX_ (S, syevdx, float)
SYEVDX_ (D, syevdx, double)
SYEVDX_ (C, heevdx, float)
SYEVDX_ (Z, heevdx, double)

#define SYGVDX_(L, NAME, REAL)						\
int									\
SOLVER (L##NAME##_bufferSize) (void *handle, int itype, int jobz, int range, \
			       int uplo, int n, void *a, int lda, void *b, \
			       int ldb, REAL vl, REAL vu, int il, int iu, \
			       int *found, void *w, int *lwork)		\
{									\
  return sygvx (handle, L, itype, jobz, range, uplo, n, a, lda, b, ldb, vl, \
		vu, il, iu, found, w, ASK (lwork), NULL);		\
}									\
									\
int									\
SOLVER (L##NAME) (void *handle, int itype, int jobz, int range, int uplo, \
		  int n, void *a, int lda, void *b, int ldb, REAL vl, REAL vu, \
		  int il, int iu, int *found, void *w, void *work, int lwork, \
		  int *info)						\
{									\
  return sygvx (handle, L, itype, jobz, range, uplo, n, a, lda, b, ldb, vl, \
		vu, il, iu, found, w, USE (work, lwork), info);		\
}

SYGVDX_ (S, sygvdx, float)
SYGVDX_ (D, sygvdx, double)
SYGVDX_ (C, hegvdx, float)
SYGVDX_ (Z, hegvdx, double)

#define SVD(L)								\
int									\
SOLVER (L##gesvd_bufferSize) (void *handle, int m, int n, int *lwork)	\
{									\
  return gcuf_solver_gesvd (handle, L, 'A', 'A', m, n, NULL, m > 1 ? m : 1, \
			    NULL, NULL, m > 1 ? m : 1, NULL, n > 1 ? n : 1, \
			    ASK (lwork), NULL, -1);			\
}									\
									\
int									\
SOLVER (L##gesvd) (void *handle, char job, char job_2, int m, int n,	\
		   void *a, int lda, void *s, void *u, int ldu, void *vt, \
		   int ldvt, void *work, int lwork, void *rwork, int *info) \
{									\
  (void) rwork;								\
  return gcuf_solver_gesvd (handle, L, job, job_2, m, n, a, lda, s, u, ldu, \
			    vt, ldvt, USE (work, lwork), info, -1);	\
}									\
									\
int									\
SOLVER (L##gesvdj_bufferSize) (void *handle, int jobz, int econ, int m,	\
			       int n, void *a, int lda, void *s, void *u, \
			       int ldu, void *v, int ldv, int *lwork,	\
			       void *params)				\
{									\
  if (!params)								\
    return INVALID_VALUE;						\
  return gesvdj (handle, L, jobz, econ, m, n, a, lda, s, u, ldu, v, ldv, \
		 ASK (lwork), NULL, 1);					\
}									\
									\
int									\
SOLVER (L##gesvdj) (void *handle, int jobz, int econ, int m, int n,	\
		    void *a, int lda, void *s, void *u, int ldu, void *v, \
		    int ldv, void *work, int lwork, int *info, void *params) \
{									\
  if (!params)								\
    return INVALID_VALUE;						\
  return gesvdj (handle, L, jobz, econ, m, n, a, lda, s, u, ldu, v, ldv, \
		 USE (work, lwork), info, 1);				\
}									\
									\
int									\
SOLVER (L##gesvdjBatched_bufferSize) (void *handle, int jobz, int m, int n, \
				      void *a, int lda, void *s, void *u, \
				      int ldu, void *v, int ldv, int *lwork, \
				      void *params, int batch)		\
{									\
  if (!params || batch < 0)						\
    return INVALID_VALUE;						\
  return gesvdj (handle, L, jobz, 0, m, n, a, lda, s, u, ldu, v, ldv,	\
		 ASK (lwork), NULL, batch);				\
}									\
									\
int									\
SOLVER (L##gesvdjBatched) (void *handle, int jobz, int m, int n, void *a, \
			   int lda, void *s, void *u, int ldu, void *v,	\
			   int ldv, void *work, int lwork, int *info,	\
			   void *params, int batch)			\
{									\
  if (!params || batch < 0)						\
    return INVALID_VALUE;						\
  return gesvdj (handle, L, jobz, 0, m, n, a, lda, s, u, ldu, v, ldv,	\
		 USE (work, lwork), info, batch);			\
}

EACH (SVD)
