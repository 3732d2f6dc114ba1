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

#include <math.h>

#include "cpu-solver.h"

/* LAPACK computes in the precision of the matrix, and no iterations are needed.
   It overwrites the matrix and the right-hand sides, and so it gets copies.  */

/* Of cusolverStatus_t, too.  */
enum
{
  PARAMS_NOT_INITIALIZED = 12, PARAMS_INVALID, INVALID_PRECISION,
  INVALID_SOLVER, INVALID_ITERATIONS, REFINEMENT_NOT_SUPPORTED = 21,
  INFOS_NOT_INITIALIZED = 25
};

/* Parameters of IRSXgesv and IRSXgels.  Only the type of the matrices makes a
   difference here.  */
struct parameters
{
  int solver, main, lowest, iterations, inner_iterations;
  double tolerance, inner_tolerance;
  bool fallback;
};

/* What a call tells.  HISTORY has a row for the residual.  */
struct told
{
  int limit;
  bool wants_history;
  void *history;
};

/* --- Work of a stream ---------------------------------------------------- */

/* The largest element of B - A X.  */
#define RESIDUAL(NAME, TYPE)						\
static double								\
NAME (const struct task *t)						\
{									\
  const TYPE *a = t->a, *b = t->b, *x = t->c;				\
  double most = 0;							\
									\
  for (int i = 0; i < t->m; i++)					\
    for (int j = 0; j < t->k; j++)					\
      {									\
	TYPE rest = b[i + (size_t) t->ldb * j];				\
	for (int l = 0; l < t->n; l++)					\
	  rest -= a[i + (size_t) t->lda * l] * x[l + (size_t) t->ldc * j]; \
	double size = hypot (__real__ rest, __imag__ rest);		\
	if (size > most)						\
	  most = size;							\
      }									\
  return most;								\
}

RESIDUAL (residual_S, float)
RESIDUAL (residual_D, double)
RESIDUAL (residual_C, float _Complex)
RESIDUAL (residual_Z, double _Complex)

static double (*const residual[]) (const struct task *) = {
  residual_S, residual_D, residual_C, residual_Z
};

/* Put the residual into the history, which is in E and has IU rows.  */

static void
tell_residual (const struct task *t)
{
  if (t->e && real_size_of[t->letter] == sizeof (float))
    ((float *) t->e)[t->iu] = residual[t->letter] (t);
  else if (t->e)
    ((double *) t->e)[t->iu] = residual[t->letter] (t);
}

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
  tell_residual (t);
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
  if (t->lwork < 0)
    return;
  copy_matrix (size, t->n, t->k, b, ld, t->c, t->ldc);
  tell_residual (t);
}

/* --- Checks and work space ----------------------------------------------- */

/* No iterations; and where T puts the residual, if that has been TOLD.  */

static void
note (struct task *t, const struct told *told, int *iterations)
{
  if (iterations)
    *iterations = 0;
  if (!told)
    return;
  t->e = told->history;
  t->iu = told->limit + 1;
}

/* The host reads what it was TOLD, and so it waits.  */

static int
gesv (struct handle *handle, enum letter letter, int n, int nrhs, void *a,
      int lda, int *ipiv, void *b, int ldb, void *x, int ldx,
      const struct space *space, int *iterations, int *info,
      const struct told *told)
{
  struct task t;
  int status = gcuf_solver_start (&t, handle, GESV, letter, run_gesv);

  if (status != SUCCESS)
    return status;
  if (n < 0 || nrhs < 0 || !leading_p (lda, n) || !leading_p (ldb, n)
      || !leading_p (ldx, n))
    return INVALID_VALUE;
  t.m = t.n = t.n_spare = n;
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
  note (&t, told, iterations);
  return gcuf_solver_finish (&t, handle, space, told);
}

static int
gels (struct handle *handle, enum letter letter, int m, int n, int nrhs,
      void *a, int lda, void *b, int ldb, void *x, int ldx,
      const struct space *space, int *iterations, int *info,
      const struct told *told)
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
  note (&t, told, iterations);
  return (status == SUCCESS
	  ? gcuf_solver_finish (&t, handle, space, told) : status);
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
	       ASK_BYTES (bytes, NULL), NULL, NULL, NULL);		\
}									\
									\
int									\
SOLVER (PAIR##gesv) (void *handle, int n, int nrhs, void *a, int lda,	\
		     int *ipiv, void *b, int ldb, void *x, int ldx,	\
		     void *work, size_t bytes, int *iterations, int *info) \
{									\
  return gesv (handle, L, n, nrhs, a, lda, ipiv, b, ldb, x, ldx,	\
	       USE_BYTES (L, work, bytes), iterations, info, NULL);	\
}									\
									\
int									\
SOLVER (PAIR##gels_bufferSize) (void *handle, int m, int n, int nrhs,	\
				void *a, int lda, void *b, int ldb,	\
				void *x, int ldx, void *work, size_t *bytes) \
{									\
  (void) work;								\
  return gels (handle, L, m, n, nrhs, a, lda, b, ldb, x, ldx,		\
	       ASK_BYTES (bytes, NULL), NULL, NULL, NULL);		\
}									\
									\
int									\
SOLVER (PAIR##gels) (void *handle, int m, int n, int nrhs, void *a,	\
		     int lda, void *b, int ldb, void *x, int ldx,	\
		     void *work, size_t bytes, int *iterations, int *info) \
{									\
  return gels (handle, L, m, n, nrhs, a, lda, b, ldb, x, ldx,		\
	       USE_BYTES (L, work, bytes), iterations, info, NULL);	\
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

/* --- Parameters ---------------------------------------------------------- */

int
SOLVER (IRSParamsCreate) (struct parameters **params)
{
  if (!params)
    return INVALID_VALUE;
  *params = calloc (1, sizeof **params);
  if (!*params)
    return ALLOC_FAILED;
  (*params)->iterations = (*params)->inner_iterations = 50;
  (*params)->inner_tolerance = 1e-4;
  (*params)->fallback = true;
  return SUCCESS;
}

int
SOLVER (IRSParamsDestroy) (struct parameters *params)
{
  free (params);
  return params ? SUCCESS : PARAMS_NOT_INITIALIZED;
}

/* A routine that sets WHERE.  */
#define SET(NAME, TYPE, WHERE)						\
int									\
SOLVER (IRSParams##NAME) (struct parameters *params, TYPE value)	\
{									\
  if (!params)								\
    return PARAMS_NOT_INITIALIZED;					\
  params->WHERE = value;						\
  return SUCCESS;							\
}

SET (SetRefinementSolver, int, solver)
SET (SetSolverMainPrecision, int, main)
SET (SetSolverLowestPrecision, int, lowest)

enum { R_64F = 1203, R_32F, R_TF32 = 1207, TO_COMPLEX = 10 };

/* Take the real type of PARAMS' matrices, unless it is none, or none is set.  */

static bool
take_base (const struct parameters *params, int *base)
{
  *base = params->main - (params->main < R_64F + TO_COMPLEX ? 0 : TO_COMPLEX);
  return *base == R_64F || *base == R_32F;
}

/* A routine that sets the tolerance WHERE, after the type.  */
#define SET_TOLERANCE(NAME, WHERE)					\
int									\
SOLVER (IRSParams##NAME) (struct parameters *params, double value)	\
{									\
  int base;								\
									\
  if (!params || !take_base (params, &base))				\
    return params ? INVALID_VALUE : PARAMS_NOT_INITIALIZED;		\
  params->WHERE = value;						\
  return SUCCESS;							\
}

SET_TOLERANCE (SetTol, tolerance)
SET_TOLERANCE (SetTolInner, inner_tolerance)

int
SOLVER (IRSParamsSetSolverPrecisions) (struct parameters *params, int main,
				       int lowest)
{
  if (!params)
    return PARAMS_NOT_INITIALIZED;
  params->main = main;
  params->lowest = lowest;
  return SUCCESS;
}

int
SOLVER (IRSParamsSetMaxIters) (struct parameters *params, int n)
{
  if (!params)
    return PARAMS_NOT_INITIALIZED;
  params->iterations = n;
  if (params->inner_iterations > n)
    params->inner_iterations = n;
  return SUCCESS;
}

int
SOLVER (IRSParamsSetMaxItersInner) (struct parameters *params, int n)
{
  if (!params || n > params->iterations)
    return params ? PARAMS_INVALID : PARAMS_NOT_INITIALIZED;
  params->inner_iterations = n;
  return SUCCESS;
}

int
SOLVER (IRSParamsGetMaxIters) (struct parameters *params, int *n)
{
  if (!params || !n)
    return params ? INVALID_VALUE : PARAMS_NOT_INITIALIZED;
  *n = params->iterations;
  return SUCCESS;
}

int
SOLVER (IRSParamsEnableFallback) (struct parameters *params)
{
  if (!params)
    return PARAMS_NOT_INITIALIZED;
  params->fallback = true;
  return SUCCESS;
}

int
SOLVER (IRSParamsDisableFallback) (struct parameters *params)
{
  if (!params)
    return PARAMS_NOT_INITIALIZED;
  params->fallback = false;
  return SUCCESS;
}

/* --- What a call tells --------------------------------------------------- */

int
SOLVER (IRSInfosCreate) (struct told **infos)
{
  if (!infos)
    return INVALID_VALUE;
  *infos = calloc (1, sizeof **infos);
  return *infos ? SUCCESS : ALLOC_FAILED;
}

int
SOLVER (IRSInfosDestroy) (struct told *infos)
{
  if (!infos)
    return INFOS_NOT_INITIALIZED;
  free (infos->history);
  free (infos);
  return SUCCESS;
}

int
SOLVER (IRSInfosRequestResidual) (struct told *infos)
{
  if (!infos)
    return INFOS_NOT_INITIALIZED;
  infos->wants_history = true;
  return SUCCESS;
}

int
SOLVER (IRSInfosGetResidualHistory) (struct told *infos, void **history)
{
  if (!infos || !infos->wants_history || !history)
    return infos ? INVALID_VALUE : INFOS_NOT_INITIALIZED;
  *history = infos->history;
  return SUCCESS;
}

/* A routine that gets a number, which is VALUE.  */
#define GET(NAME, VALUE)						\
int									\
SOLVER (IRSInfosGet##NAME) (struct told *infos, int *n)			\
{									\
  if (!infos || !n)							\
    return infos ? INVALID_VALUE : INFOS_NOT_INITIALIZED;		\
  *n = VALUE;								\
  return SUCCESS;							\
}

GET (Niters, 0)
GET (OuterNiters, 0)
GET (MaxIters, infos->limit)

/* --- Routines with parameters -------------------------------------------- */

enum { REFINE_NONE = 1101, REFINE_CLASSICAL, REFINE_LAST = 1105 };

/* Check PARAMS for NRHS right-hand sides, and take the type.  */

static int
take_parameters (const struct parameters *params, int nrhs,
		 enum letter *letter)
{
  int base;

  if (!params)
    return PARAMS_NOT_INITIALIZED;
  if (!take_base (params, &base) || params->lowest < params->main
      || params->lowest > params->main - base + R_TF32)
    return INVALID_PRECISION;
  if (params->solver < REFINE_NONE || params->solver > REFINE_LAST)
    return INVALID_SOLVER;
  if (params->iterations < 1)
    return INVALID_ITERATIONS;
  if (nrhs > 1 && params->solver > REFINE_CLASSICAL)
    return REFINEMENT_NOT_SUPPORTED;
  *letter = ((base == R_64F ? D : S)
	     + (params->main == base ? 0 : (int) C - (int) S));
  return SUCCESS;
}

/* Make INFOS ready for a call.  */

static int
prepare (struct told *infos, const struct parameters *params)
{
  if (!infos)
    return INFOS_NOT_INITIALIZED;
  free (infos->history);
  infos->history = NULL;
  infos->limit = params->iterations;
  if (infos->wants_history)
    infos->history = calloc (2 * ((size_t) infos->limit + 1),
			     sizeof (double));
  return infos->wants_history && !infos->history ? ALLOC_FAILED : SUCCESS;
}

/* The two routines NAME; SIZES are parameters, of which a matrix has M rows and
   N columns.  */
#define WITH_PARAMETERS(NAME, SIZES, M, N, ...)				\
int									\
SOLVER (IRSX##NAME##_bufferSize) (void *handle, struct parameters *params, \
				  SIZES, int nrhs, size_t *bytes)	\
{									\
  enum letter letter = S;						\
  int status = take_parameters (params, nrhs, &letter);			\
  int lda = M > 1 ? M : 1, ldx = N > 1 ? N : 1;				\
									\
  if (status != SUCCESS)						\
    return status;							\
  return NAME (handle, letter, __VA_ARGS__, nrhs, NULL, lda,		\
	       ARGUMENTS_##NAME NULL, lda, NULL, ldx,			\
	       ASK_BYTES (bytes, NULL), NULL, NULL, NULL);		\
}									\
									\
int									\
SOLVER (IRSX##NAME) (void *handle, struct parameters *params,		\
		     struct told *infos, SIZES, int nrhs, void *a, int lda, \
		     void *b, int ldb, void *x, int ldx, void *work,	\
		     size_t bytes, int *iterations, int *info)		\
{									\
  enum letter letter = S;						\
  int status = take_parameters (params, nrhs, &letter);			\
									\
  if (status == SUCCESS)						\
    status = prepare (infos, params);					\
  if (status != SUCCESS)						\
    return status;							\
  return NAME (handle, letter, __VA_ARGS__, nrhs, a, lda,		\
	       ARGUMENTS_##NAME b, ldb, x, ldx,				\
	       USE_BYTES (letter, work, bytes), iterations, info, infos); \
}

#define A_AND(...) __VA_ARGS__
#define ARGUMENTS_gesv NULL,
#define ARGUMENTS_gels

WITH_PARAMETERS (gesv, A_AND (int n), n, n, n)
WITH_PARAMETERS (gels, A_AND (int m, int n), m, n, m, n)
