/* cuSOLVER's routines for dense matrices on the cpu backend, by LAPACK.
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

#include <float.h>

#include "cpu-solver.h"

/* What cusolverGetVersion says: the version whose interface this has.  */
enum { VERSION = 12000 };
enum { RANGE_ALL = 1001, RANGE_I, RANGE_V };

/* --- LAPACK -------------------------------------------------------------- */

static const char *const lapack_names[N_LAPACK][2] = {
#define R(CODE, REAL, COMPLEX) { REAL, COMPLEX },
  LAPACK_ROUTINES (R)
#undef R
};

static const char *const lapack_sonames[] = { "liblapack.so.3", NULL };
static struct gcuf_host_library lapack_library = {
  "routines of cuSOLVER", "liblapack3", lapack_sonames, NULL
};

/* LAPACK's routine for matrices of LETTER; null, after a message, if there is
   none.  */

static void *
lapack (enum lapack code, enum letter letter)
{
  static void *found[N_LAPACK][N_LETTERS];
  void *address = __atomic_load_n (&found[code][letter], __ATOMIC_ACQUIRE);
  char name[16] = { "sdcz"[letter] };

  if (address)
    return address;
  strcat (strcat (name, lapack_names[code][complex_p (letter)]), "_");
  address = gcuf_host_symbol (&lapack_library, name);
  __atomic_store_n (&found[code][letter], address, __ATOMIC_RELEASE);
  return address;
}

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
run_geqrf (const struct task *t)
{
  LAPACK (integer, integer, void *, integer, void *, void *, integer, int *)
    (&t->m, &t->n, t->a, &t->lda, t->tau, t->work, &t->lwork, t->info);
}

static void
run_orgqr (const struct task *t)
{
  LAPACK (integer, integer, integer, void *, integer, void *, void *, integer,
	  int *)
    (&t->m, &t->n, &t->k, t->a, &t->lda, t->tau, t->work, &t->lwork, t->info);
}

static void
run_ormqr (const struct task *t)
{
  LAPACK (text, text, integer, integer, integer, void *, integer, void *,
	  void *, integer, void *, integer, int *, size_t, size_t)
    (&t->side, &t->trans, &t->m, &t->n, &t->k, t->a, &t->lda, t->tau, t->c,
     &t->ldc, t->work, &t->lwork, t->info, 1, 1);
}

static void
run_sytrf (const struct task *t)
{
  LAPACK (text, integer, void *, integer, int *, void *, integer, int *, size_t)
    (&t->uplo, &t->n, t->a, &t->lda, t->ipiv, t->work, &t->lwork, t->info, 1);
}

static void
run_gebrd (const struct task *t)
{
  LAPACK (integer, integer, void *, integer, void *, void *, void *, void *,
	  void *, integer, int *)
    (&t->m, &t->n, t->a, &t->lda, t->w, t->e, t->tau, t->tau_2, t->work,
     &t->lwork, t->info);
}

static void
run_orgbr (const struct task *t)
{
  LAPACK (text, integer, integer, integer, void *, integer, void *, void *,
	  integer, int *, size_t)
    (&t->side, &t->m, &t->n, &t->k, t->a, &t->lda, t->tau, t->work, &t->lwork,
     t->info, 1);
}

static void
run_sytrd (const struct task *t)
{
  LAPACK (text, integer, void *, integer, void *, void *, void *, void *,
	  integer, int *, size_t)
    (&t->uplo, &t->n, t->a, &t->lda, t->w, t->e, t->tau, t->work, &t->lwork,
     t->info, 1);
}

static void
run_orgtr (const struct task *t)
{
  LAPACK (text, integer, void *, integer, void *, void *, integer, int *,
	  size_t)
    (&t->uplo, &t->n, t->a, &t->lda, t->tau, t->work, &t->lwork, t->info, 1);
}

static void
run_ormtr (const struct task *t)
{
  LAPACK (text, text, text, integer, integer, void *, integer, void *, void *,
	  integer, void *, integer, int *, size_t, size_t, size_t)
    (&t->side, &t->uplo, &t->trans, &t->m, &t->n, t->a, &t->lda, t->tau, t->c,
     &t->ldc, t->work, &t->lwork, t->info, 1, 1, 1);
}

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

/* Some eigenvalues.  LAPACK puts the vectors into another matrix, which is in
   EXTRA, and the cuSOLVER into A.  Two integers an eigenvalue are behind those
   that LAPACK wants as work space.  */

static void
run_syevr (const struct task *t)
{
  const float single_bounds[] = { t->vl, t->vu, 0 };
  const double double_bounds[] = { t->vl, t->vu, 0 };
  bool single = real_size_of[t->letter] == sizeof (float);
  const void *vl = single ? (const void *) single_bounds : double_bounds;
  const void *vu = (const char *) vl + real_size_of[t->letter];
  const void *abstol = (const char *) vu + real_size_of[t->letter];
  int ldz = t->n > 0 ? t->n : 1, *isuppz = t->iwork, found = 0;

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
  if (t->lwork < 0)
    return;
  *t->found = found;
  for (int j = 0; t->job == 'V' && j < found; j++)
    memcpy ((char *) t->a + size_of[t->letter] * t->lda * j,
	    (char *) t->extra + size_of[t->letter] * ldz * j,
	    size_of[t->letter] * t->n);
}

static void
run_gesvd (const struct task *t)
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

/* Set TO, N times K, to the conjugate transpose of FROM.  */

static void
conjugate_transpose (enum letter letter, int n, int k, const void *from,
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
      run_gesvd (&one);
      return;
    }
  for (int i = 0; i < t->batch; i++, one.info++)
    {
      run_gesvd (&one);
      if (t->job != 'N')
	conjugate_transpose (t->letter, t->n, rows, one.c, one.ldc, v, t->ldc);
      one.a = (char *) one.a + size * t->lda * t->n;
      one.w = (char *) one.w + real_size_of[t->letter] * least;
      one.b = one.b ? (char *) one.b + size * t->ldb * t->m : NULL;
      v = v ? v + size * t->ldc * t->n : NULL;
    }
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

/* --- Handles ------------------------------------------------------------- */

/* What is set for syevj and gesvdj, and for the routines with 64 bits.  It
   makes no difference here.  */
struct parameters
{
  double tolerance;
  int sweeps, sort;
};

static int
create (void **place, size_t size)
{
  if (!place)
    return INVALID_VALUE;
  *place = calloc (1, size);
  return *place ? SUCCESS : ALLOC_FAILED;
}

static int
destroy (void *what)
{
  free (what);
  return what ? SUCCESS : NOT_INITIALIZED;
}

int
gcuf_cpu_cusolverDnCreate (void **handle)
{
  int status = create (handle, sizeof (struct handle));
  if (status == SUCCESS)
    ((struct handle *) *handle)->deterministic = 1;
  return status;
}

int
gcuf_cpu_cusolverDnDestroy (void *handle)
{
  return destroy (handle);
}

int
gcuf_cpu_cusolverDnSetStream (struct handle *handle, gcuf_stream_t stream)
{
  if (!handle)
    return NOT_INITIALIZED;
  handle->stream = stream;
  return SUCCESS;
}

int
gcuf_cpu_cusolverDnGetStream (struct handle *handle, gcuf_stream_t *stream)
{
  if (!handle || !stream)
    return handle ? INVALID_VALUE : NOT_INITIALIZED;
  *stream = handle->stream;
  return SUCCESS;
}

int
gcuf_cpu_cusolverDnSetDeterministicMode (struct handle *handle, int mode)
{
  if (!handle || mode < 1 || mode > 2)
    return handle ? INVALID_VALUE : NOT_INITIALIZED;
  handle->deterministic = mode;
  return SUCCESS;
}

int
gcuf_cpu_cusolverDnGetDeterministicMode (struct handle *handle, int *mode)
{
  if (!handle || !mode)
    return handle ? INVALID_VALUE : NOT_INITIALIZED;
  *mode = handle->deterministic;
  return SUCCESS;
}

int
gcuf_cpu_cusolverGetVersion (int *version)
{
  *version = VERSION;
  return SUCCESS;
}

int
gcuf_cpu_cusolverGetProperty (int property, int *value)
{
  const int parts[] = { VERSION / 1000, VERSION % 1000 / 100, VERSION % 100 };

  if (property < 0 || property > 2)
    return INVALID_VALUE;
  *value = parts[property];
  return SUCCESS;
}

int
gcuf_cpu_cusolverDnCreateParams (void **params)
{
  return create (params, sizeof (struct parameters));
}

int
gcuf_cpu_cusolverDnDestroyParams (void *params)
{
  return destroy (params);
}

int
gcuf_cpu_cusolverDnSetAdvOptions (void *params, int option, int algorithm)
{
  (void) option, (void) algorithm;
  return params ? SUCCESS : INVALID_VALUE;
}

/* The iterative routines' parameters, NAME and what is in calls.  */
#define ITERATIVE(NAME, CALLS)						\
int									\
gcuf_cpu_cusolverDnCreate##NAME (void **info)				\
{									\
  return create (info, sizeof (struct parameters));			\
}									\
									\
int									\
gcuf_cpu_cusolverDnDestroy##NAME (void *info)				\
{									\
  return destroy (info);						\
}									\
									\
int									\
gcuf_cpu_cusolverDnX##CALLS##SetTolerance (struct parameters *info,	\
					   double tolerance)		\
{									\
  if (!info)								\
    return NOT_INITIALIZED;						\
  info->tolerance = tolerance;						\
  return SUCCESS;							\
}									\
									\
int									\
gcuf_cpu_cusolverDnX##CALLS##SetMaxSweeps (struct parameters *info, int n) \
{									\
  if (!info)								\
    return NOT_INITIALIZED;						\
  info->sweeps = n;							\
  return SUCCESS;							\
}									\
									\
int									\
gcuf_cpu_cusolverDnX##CALLS##SetSortEig (struct parameters *info, int sort) \
{									\
  if (!info)								\
    return NOT_INITIALIZED;						\
  info->sort = sort;							\
  return SUCCESS;							\
}									\
									\
int									\
gcuf_cpu_cusolverDnX##CALLS##GetResidual (void *handle, void *info,	\
					  double *residual)		\
{									\
  if (!handle || !info)							\
    return NOT_INITIALIZED;						\
  *residual = 0;							\
  return SUCCESS;							\
}									\
									\
int									\
gcuf_cpu_cusolverDnX##CALLS##GetSweeps (void *handle, void *info, int *n) \
{									\
  if (!handle || !info)							\
    return NOT_INITIALIZED;						\
  *n = 0;								\
  return SUCCESS;							\
}

ITERATIVE (SyevjInfo, syevj)
ITERATIVE (GesvdjInfo, gesvdj)

/* --- Arguments ----------------------------------------------------------- */

/* Start *T with LAPACK's CODE for matrices of LETTER, run by RUN.  */

int
gcuf_solver_start (struct task *t, struct handle *handle, enum lapack code,
		   enum letter letter, void (*run) (const struct task *))
{
  memset (t, 0, sizeof *t);
  if (!handle)
    return NOT_INITIALIZED;
  t->run = run;
  t->letter = letter;
  t->routine = lapack (code, letter);
  t->lda = t->ldb = t->ldc = t->batch = t->il = t->iu = 1;
  return t->routine ? SUCCESS : INTERNAL_ERROR;
}

/* The number in PLACE, of the letter's real type, as a count.  Floating-point
   numbers may have been rounded down.  */

static double
count (enum letter letter, const void *place)
{
  float single;
  double number;

  if (real_size_of[letter] == sizeof single)
    {
      memcpy (&single, place, sizeof single);
      return (double) single * (1 + FLT_EPSILON);
    }
  memcpy (&number, place, sizeof number);
  return number;
}

/* Ask LAPACK for T's work space; LEAST is what is needed in any case.  The
   arguments have been checked: LAPACK may stop the program for wrong ones.  */

int
gcuf_solver_ask (struct task *t, double least)
{
  struct task query = *t;
  double work[2] = { 0 }, rwork[2] = { 0 }, lwork, lrwork = 0;
  int iwork[4] = { 0 }, info = 0;

  query.work = query.extra = work;
  query.rwork = rwork;
  query.iwork = iwork;
  query.info = &info;
  query.lwork = query.lrwork = query.liwork = -1;
  t->run (&query);
  lwork = count (t->letter, work);
  if (complex_p (t->letter))
    lrwork = count (t->letter, rwork);
  if (info || lwork > INT_MAX || least > INT_MAX || lrwork > INT_MAX)
    return INVALID_VALUE;
  t->lwork = lwork > least ? lwork : least;
  if (t->lrwork < lrwork)
    t->lrwork = lrwork;
  t->liwork = iwork[0];
  return SUCCESS;
}

static int
tell_size (const struct space *space, int64_t elements, size_t size)
{
  if (space->host_bytes)
    *space->host_bytes = 0;
  if (space->bytes)
    *space->bytes = elements * size;
  else if (elements > INT_MAX)
    return INVALID_VALUE;
  else
    *space->elements = elements;
  return SUCCESS;
}

/* Give T to HANDLE's stream, and wait for it if WAIT, or tell what SPACE it
   needs if that is asked.  A program may have room for at least one
   element.  */

int
gcuf_solver_finish (struct task *t, const struct handle *handle,
		    const struct space *space, bool wait)
{
  size_t size = size_of[t->letter];
  size_t rest = (t->lrwork * real_size_of[t->letter]
		 + ((size_t) t->liwork + t->n_spare) * sizeof (int));
  int64_t elements = t->n_extra + t->lwork + (rest + size - 1) / size;

  if (space->elements || space->bytes)
    return tell_size (space, elements > 1 ? elements : 1, size);
  if (!t->info || elements > (space->work ? space->given : 0))
    return INVALID_VALUE;
  t->extra = space->work;
  t->work = (char *) t->extra + size * t->n_extra;
  t->rwork = (char *) t->work + size * t->lwork;
  t->iwork = (int *) ((char *) t->rwork
		      + real_size_of[t->letter] * t->lrwork);
  /* Pivots of 32 bits that only LAPACK needs.  */
  if (t->wide_ipiv && t->n_spare)
    t->ipiv = t->iwork;
  if (GCUF_library_enqueue (handle->stream, (void (*) (void *)) t->run, t,
			    sizeof *t, wait))
    return EXECUTION_FAILED;
  return SUCCESS;
}

/* --- Factorizations and solutions ---------------------------------------- */

/* POTRF or POTRI, as CODE and RUN say.  Both have the same arguments.  */

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

int
gcuf_solver_geqrf (struct handle *handle, enum letter letter, int m, int n,
		   void *a, int lda, void *tau, const struct space *space,
		   int *info)
{
  struct task t;
  int status = gcuf_solver_start (&t, handle, GEQRF, letter, run_geqrf);

  if (status != SUCCESS)
    return status;
  if (m < 0 || n < 0 || !leading_p (lda, m))
    return INVALID_VALUE;
  t.m = m;
  t.n = n;
  t.a = a;
  t.lda = lda;
  t.tau = tau;
  t.info = info;
  status = gcuf_solver_ask (&t, 1);
  return (status == SUCCESS
	  ? gcuf_solver_finish (&t, handle, space, false) : status);
}

/* ORGQR, and ORGBR if WHICH is a letter for it.  */

static int
orgqr (struct handle *handle, enum letter letter, char which, int m, int n,
       int k, void *a, int lda, void *tau, const struct space *space, int *info)
{
  struct task t;
  int status = gcuf_solver_start (&t, handle, which ? ORGBR : ORGQR, letter,
				  which ? run_orgbr : run_orgqr);

  if (status != SUCCESS)
    return status;
  if (m < 0 || n < 0 || k < 0 || !leading_p (lda, m)
      || (which == 'P' ? m > n || m < (n < k ? n : k)
	  : which ? n > m || n < (m < k ? m : k) : n > m || k > n))
    return INVALID_VALUE;
  t.side = which;
  t.m = m;
  t.n = n;
  t.k = k;
  t.a = a;
  t.lda = lda;
  t.tau = tau;
  t.info = info;
  status = gcuf_solver_ask (&t, 1);
  return (status == SUCCESS
	  ? gcuf_solver_finish (&t, handle, space, false) : status);
}

/* ORMQR, and ORMTR if K is negative; that has UPLO.  */

static int
ormqr (struct handle *handle, enum letter letter, int side_code, int uplo,
       int trans, int m, int n, int k, void *a, int lda, void *tau, void *c,
       int ldc, const struct space *space, int *info)
{
  struct task t;
  int status = gcuf_solver_start (&t, handle, k < 0 ? ORMTR : ORMQR, letter,
				  k < 0 ? run_ormtr : run_ormqr);
  int order;

  if (status != SUCCESS)
    return status;
  t.side = side (side_code);
  t.trans = orthogonal_operation (letter, trans);
  t.uplo = fill_mode (uplo);
  order = t.side == 'L' ? m : n;
  if (!t.side || !t.trans || !t.uplo || m < 0 || n < 0 || k > order
      || !leading_p (lda, order) || !leading_p (ldc, m))
    return INVALID_VALUE;
  t.m = m;
  t.n = n;
  t.k = k;
  t.a = a;
  t.lda = lda;
  t.tau = tau;
  t.c = c;
  t.ldc = ldc;
  t.info = info;
  status = gcuf_solver_ask (&t, 1);
  return (status == SUCCESS
	  ? gcuf_solver_finish (&t, handle, space, false) : status);
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
gebrd (struct handle *handle, enum letter letter, int m, int n, void *a,
       int lda, void *d, void *e, void *tauq, void *taup,
       const struct space *space, int *info)
{
  struct task t;
  int status = gcuf_solver_start (&t, handle, GEBRD, letter, run_gebrd);

  if (status != SUCCESS)
    return status;
  if (m < 0 || n < 0 || !leading_p (lda, m))
    return INVALID_VALUE;
  t.m = m;
  t.n = n;
  t.a = a;
  t.lda = lda;
  t.w = d;
  t.e = e;
  t.tau = tauq;
  t.tau_2 = taup;
  t.info = info;
  status = gcuf_solver_ask (&t, m > n ? m : n);
  return (status == SUCCESS
	  ? gcuf_solver_finish (&t, handle, space, false) : status);
}

/* SYTRD, or ORGTR if there is no place D for the diagonal.  */

static int
sytrd (struct handle *handle, enum lapack code, enum letter letter, int uplo,
       int n, void *a, int lda, void *d, void *e, void *tau,
       const struct space *space, int *info)
{
  struct task t;
  int status = gcuf_solver_start (&t, handle, code, letter,
				  code == SYTRD ? run_sytrd : run_orgtr);

  if (status != SUCCESS)
    return status;
  t.uplo = fill_mode (uplo);
  if (!t.uplo || n < 0 || !leading_p (lda, n))
    return INVALID_VALUE;
  t.n = n;
  t.a = a;
  t.lda = lda;
  t.w = d;
  t.e = e;
  t.tau = tau;
  t.info = info;
  status = gcuf_solver_ask (&t, 1);
  return (status == SUCCESS
	  ? gcuf_solver_finish (&t, handle, space, false) : status);
}

/* --- Eigenvalues and singular values ------------------------------------- */

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

/* The host gets the number of eigenvalues in FOUND, and so it waits.  */

static int
syevr (struct handle *handle, enum letter letter, int jobz, int range, int uplo,
       int n, void *a, int lda, double vl, double vu, int il, int iu,
       int *found, void *w, const struct space *space, int *info)
{
  struct task t;
  int status = gcuf_solver_start (&t, handle, SYEVR, letter, run_syevr);

  if (status != SUCCESS)
    return status;
  t.job = vectors (jobz);
  t.uplo = fill_mode (uplo);
  t.range = (range == RANGE_ALL ? 'A' : range == RANGE_I ? n ? 'I' : 'A'
	     : range == RANGE_V ? 'V' : 0);
  if (!t.job || !t.uplo || !t.range || n < 0 || !leading_p (lda, n)
      || (range == RANGE_V && n > 0 && vu <= vl)
      || (range == RANGE_I && n > 0 && (il < 1 || iu < il || iu > n)))
    return INVALID_VALUE;
  t.n = n;
  t.a = a;
  t.lda = lda;
  t.vl = vl;
  t.vu = vu;
  t.il = il;
  t.iu = iu;
  t.found = found;
  t.w = w;
  t.info = info;
  status = gcuf_solver_ask (&t, 1);
  t.n_extra = (int64_t) n * n;
  t.n_spare = 2 * n;
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
				  batch < 0 ? run_gesvd : run_gesvdj);
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
}

EACH (LU)

#define QR(L)								\
int									\
SOLVER (L##geqrf_bufferSize) (void *handle, int m, int n, void *a, int lda, \
			      int *lwork)				\
{									\
  return gcuf_solver_geqrf (handle, L, m, n, a, lda, NULL, ASK (lwork), NULL); \
}									\
									\
int									\
SOLVER (L##geqrf) (void *handle, int m, int n, void *a, int lda, void *tau, \
		   void *work, int lwork, int *info)			\
{									\
  return gcuf_solver_geqrf (handle, L, m, n, a, lda, tau, USE (work, lwork), \
			    info);					\
}									\
									\
int									\
SOLVER (L##gebrd_bufferSize) (void *handle, int m, int n, int *lwork)	\
{									\
  return gebrd (handle, L, m, n, NULL, m > 1 ? m : 1, NULL, NULL, NULL,	\
		NULL, ASK (lwork), NULL);				\
}									\
									\
int									\
SOLVER (L##gebrd) (void *handle, int m, int n, void *a, int lda, void *d, \
		   void *e, void *tauq, void *taup, void *work, int lwork, \
		   int *info)						\
{									\
  return gebrd (handle, L, m, n, a, lda, d, e, tauq, taup,		\
		USE (work, lwork), info);				\
}

EACH (QR)

#define ORGQR_(L, NAME)							\
int									\
SOLVER (L##NAME##_bufferSize) (void *handle, int m, int n, int k, void *a, \
			       int lda, void *tau, int *lwork)		\
{									\
  return orgqr (handle, L, 0, m, n, k, a, lda, tau, ASK (lwork), NULL);	\
}									\
									\
int									\
SOLVER (L##NAME) (void *handle, int m, int n, int k, void *a, int lda,	\
		  void *tau, void *work, int lwork, int *info)		\
{									\
  return orgqr (handle, L, 0, m, n, k, a, lda, tau, USE (work, lwork),	\
		info);							\
}

BOTH (ORGQR_, orgqr, ungqr)

#define ORGBR_(L, NAME)							\
int									\
SOLVER (L##NAME##_bufferSize) (void *handle, int side, int m, int n, int k, \
			       void *a, int lda, void *tau, int *lwork)	\
{									\
  if (side < 0 || side > 1)						\
    return INVALID_VALUE;						\
  return orgqr (handle, L, "QP"[side], m, n, k, a, lda, tau,		\
		ASK (lwork), NULL);					\
}									\
									\
int									\
SOLVER (L##NAME) (void *handle, int side, int m, int n, int k, void *a,	\
		  int lda, void *tau, void *work, int lwork, int *info)	\
{									\
  if (side < 0 || side > 1)						\
    return INVALID_VALUE;						\
  return orgqr (handle, L, "QP"[side], m, n, k, a, lda, tau,		\
		USE (work, lwork), info);				\
}

BOTH (ORGBR_, orgbr, ungbr)

#define ORMQR_(L, NAME)							\
int									\
SOLVER (L##NAME##_bufferSize) (void *handle, int side, int trans, int m, \
			       int n, int k, void *a, int lda, void *tau, \
			       void *c, int ldc, int *lwork)		\
{									\
  if (k < 0)								\
    return INVALID_VALUE;						\
  return ormqr (handle, L, side, 0, trans, m, n, k, a, lda, tau, c, ldc, \
		ASK (lwork), NULL);					\
}									\
									\
int									\
SOLVER (L##NAME) (void *handle, int side, int trans, int m, int n, int k, \
		  void *a, int lda, void *tau, void *c, int ldc,	\
		  void *work, int lwork, int *info)			\
{									\
  if (k < 0)								\
    return INVALID_VALUE;						\
  return ormqr (handle, L, side, 0, trans, m, n, k, a, lda, tau, c, ldc, \
		USE (work, lwork), info);				\
}

BOTH (ORMQR_, ormqr, unmqr)

#define ORMTR_(L, NAME)							\
int									\
SOLVER (L##NAME##_bufferSize) (void *handle, int side, int uplo, int trans, \
			       int m, int n, void *a, int lda, void *tau, \
			       void *c, int ldc, int *lwork)		\
{									\
  return ormqr (handle, L, side, uplo, trans, m, n, -1, a, lda, tau, c,	\
		ldc, ASK (lwork), NULL);				\
}									\
									\
int									\
SOLVER (L##NAME) (void *handle, int side, int uplo, int trans, int m,	\
		  int n, void *a, int lda, void *tau, void *c, int ldc,	\
		  void *work, int lwork, int *info)			\
{									\
  return ormqr (handle, L, side, uplo, trans, m, n, -1, a, lda, tau, c,	\
		ldc, USE (work, lwork), info);				\
}

BOTH (ORMTR_, ormtr, unmtr)

#define SYTRD_(L, NAME)							\
int									\
SOLVER (L##NAME##_bufferSize) (void *handle, int uplo, int n, void *a,	\
			       int lda, void *d, void *e, void *tau,	\
			       int *lwork)				\
{									\
  return sytrd (handle, SYTRD, L, uplo, n, a, lda, d, e, tau,		\
		ASK (lwork), NULL);					\
}									\
									\
int									\
SOLVER (L##NAME) (void *handle, int uplo, int n, void *a, int lda, void *d, \
		  void *e, void *tau, void *work, int lwork, int *info)	\
{									\
  return sytrd (handle, SYTRD, L, uplo, n, a, lda, d, e, tau,		\
		USE (work, lwork), info);				\
}

BOTH (SYTRD_, sytrd, hetrd)

#define ORGTR_(L, NAME)							\
int									\
SOLVER (L##NAME##_bufferSize) (void *handle, int uplo, int n, void *a,	\
			       int lda, void *tau, int *lwork)		\
{									\
  return sytrd (handle, ORGTR, L, uplo, n, a, lda, NULL, NULL, tau,	\
		ASK (lwork), NULL);					\
}									\
									\
int									\
SOLVER (L##NAME) (void *handle, int uplo, int n, void *a, int lda,	\
		  void *tau, void *work, int lwork, int *info)		\
{									\
  return sytrd (handle, ORGTR, L, uplo, n, a, lda, NULL, NULL, tau,	\
		USE (work, lwork), info);				\
}

BOTH (ORGTR_, orgtr, ungtr)

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
  return syevr (handle, L, jobz, range, uplo, n, a, lda, vl, vu, il, iu, \
		found, w, ASK (lwork), NULL);				\
}									\
									\
int									\
SOLVER (L##NAME) (void *handle, int jobz, int range, int uplo, int n,	\
		  void *a, int lda, REAL vl, REAL vu, int il, int iu,	\
		  int *found, void *w, void *work, int lwork, int *info) \
{									\
  return syevr (handle, L, jobz, range, uplo, n, a, lda, vl, vu, il, iu, \
		found, w, USE (work, lwork), info);			\
}

SYEVDX_ (S, syevdx, float)
SYEVDX_ (D, syevdx, double)
SYEVDX_ (C, heevdx, float)
SYEVDX_ (Z, heevdx, double)

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

/* --- Routines with sizes of 64 bits -------------------------------------- */

/* The letter of data of TYPE, one of cudaDataType; N_LETTERS if there is
   none.  */

static enum letter
letter_of (int type)
{
  return type == 0 ? S : type == 1 ? D : type == 4 ? C : type == 5 ? Z
	 : N_LETTERS;
}

static enum letter
real_of (enum letter letter)
{
  return letter == C ? S : letter == Z ? D : letter;
}

static int64_t
bytes_given (int type, size_t bytes)
{
  enum letter letter = letter_of (type);
  return letter == N_LETTERS ? 0 : bytes / size_of[letter];
}

#define USE_BYTES(TYPE, WORK, SIZE) \
  (&(struct space) { .work = (WORK), .given = bytes_given (TYPE, SIZE) })

/* Nothing wrong with a matrix of TYPE whose sizes are M, N and LD?
   Computations are done in that type.  */

static int
check (int type, int compute_type, int64_t m, int64_t n, int64_t ld)
{
  if (letter_of (type) == N_LETTERS || compute_type != type)
    return NOT_SUPPORTED;
  if (m > INT_MAX || n > INT_MAX || ld > INT_MAX || m < 0 || n < 0 || ld < 0)
    return INVALID_VALUE;
  return SUCCESS;
}

/* The two routines NAME: CHECKS are made for both, and WORK is done with SPACE
   and INFO.  ARGUMENTS are those before the work space.  */
#define WIDE(NAME, TYPE, ARGUMENTS, CHECKS, WORK)			\
int									\
SOLVER (X##NAME##_bufferSize) (struct handle *handle, void *params,	\
			       ARGUMENTS, int compute_type,		\
			       size_t *bytes, size_t *host_bytes)	\
{									\
  const struct space *space = ASK_BYTES (bytes, host_bytes);		\
  enum letter letter = letter_of (TYPE);				\
  int *info = NULL, status = CHECKS;					\
  (void) params;							\
  return status == SUCCESS ? WORK : status;				\
}									\
									\
int									\
SOLVER (X##NAME) (struct handle *handle, void *params, ARGUMENTS,	\
		  int compute_type, void *work, size_t bytes,		\
		  void *host_work, size_t host_bytes, int *info)	\
{									\
  const struct space *space = USE_BYTES (TYPE, work, bytes);		\
  enum letter letter = letter_of (TYPE);				\
  int status = CHECKS;							\
  (void) params, (void) host_work, (void) host_bytes;			\
  return status == SUCCESS ? WORK : status;				\
}

#define A_AND(...) __VA_ARGS__

WIDE (potrf, type,
      A_AND (int uplo, int64_t n, int type, void *a, int64_t lda),
      check (type, compute_type, n, n, lda),
      gcuf_solver_cholesky (handle, POTRF, letter, uplo, n, a, lda, space,
			    info))

WIDE (geqrf, type,
      A_AND (int64_t m, int64_t n, int type, void *a, int64_t lda,
	     int tau_type, void *tau),
      tau_type != type ? INVALID_VALUE : check (type, compute_type, m, n, lda),
      gcuf_solver_geqrf (handle, letter, m, n, a, lda, tau, space, info))

WIDE (syevd, type,
      A_AND (int jobz, int uplo, int64_t n, int type, void *a, int64_t lda,
	     int w_type, void *w),
      letter_of (w_type) != real_of (letter) ? INVALID_VALUE
      : check (type, compute_type, n, n, lda),
      gcuf_solver_syevd (handle, letter, jobz, uplo, n, a, lda, w, space, info,
			 -1))

WIDE (gesvd, type,
      A_AND (char job, char job_2, int64_t m, int64_t n, int type, void *a,
	     int64_t lda, int s_type, void *s, int u_type, void *u,
	     int64_t ldu, int vt_type, void *vt, int64_t ldvt),
      u_type != type || vt_type != type
      || letter_of (s_type) != real_of (letter) || ldu > INT_MAX
      || ldvt > INT_MAX ? INVALID_VALUE
      : check (type, compute_type, m, n, lda),
      gcuf_solver_gesvd (handle, letter, job, job_2, m, n, a, lda, s, u, ldu,
			 vt, ldvt, space, info, -1))

int
SOLVER (Xgetrf_bufferSize) (struct handle *handle, void *params, int64_t m,
			    int64_t n, int type, void *a, int64_t lda,
			    int compute_type, size_t *bytes, size_t *host_bytes)
{
  int status = check (type, compute_type, m, n, lda);

  (void) params;
  if (status != SUCCESS)
    return status;
  return gcuf_solver_getrf (handle, letter_of (type), m, n, a, lda, NULL, NULL,
			    ASK_BYTES (bytes, host_bytes), NULL);
}

int
SOLVER (Xgetrf) (struct handle *handle, void *params, int64_t m, int64_t n,
		 int type, void *a, int64_t lda, int64_t *ipiv,
		 int compute_type, void *work, size_t bytes, void *host_work,
		 size_t host_bytes, int *info)
{
  int status = check (type, compute_type, m, n, lda);

  (void) params, (void) host_work, (void) host_bytes;
  if (status != SUCCESS)
    return status;
  return gcuf_solver_getrf (handle, letter_of (type), m, n, a, lda, NULL, ipiv,
			    USE_BYTES (type, work, bytes), info);
}

int
SOLVER (Xgetrs) (struct handle *handle, void *params, int trans, int64_t n,
		 int64_t nrhs, int type, void *a, int64_t lda, int64_t *ipiv,
		 int b_type, void *b, int64_t ldb, int *info)
{
  int status = check (type, b_type, n, nrhs, lda);

  (void) params;
  if (status != SUCCESS || ldb > INT_MAX)
    return status != SUCCESS ? status : INVALID_VALUE;
  return gcuf_solver_getrs (handle, letter_of (type), trans, n, nrhs, a, lda,
			    NULL, ipiv, b, ldb, info);
}

int
SOLVER (Xpotrs) (struct handle *handle, void *params, int uplo, int64_t n,
		 int64_t nrhs, int type, void *a, int64_t lda, int b_type,
		 void *b, int64_t ldb, int *info)
{
  int status = check (type, b_type, n, nrhs, lda);

  (void) params;
  if (status != SUCCESS || ldb > INT_MAX)
    return status != SUCCESS ? status : INVALID_VALUE;
  return gcuf_solver_potrs (handle, letter_of (type), uplo, n, nrhs, a, lda, b,
			    ldb, info, -1);
}
