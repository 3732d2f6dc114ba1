/* cuSOLVER's routines with sizes of 64 bits on the cpu backend.
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

/* The letter of a job with or without vectors, of all rows or of some.  */

static char
job_of (int jobz, int econ)
{
  return jobz == 0 ? 'N' : jobz != 1 ? 0 : econ ? 'S' : 'A';
}

/* Approximations are not worse here: no singular values are moved.  */
#define POLAR_ARGUMENTS							\
  struct handle *handle, void *params, int jobz, int econ, int64_t m,	\
  int64_t n, int type, void *a, int64_t lda, int s_type, void *s,	\
  int u_type, void *u, int64_t ldu, int v_type, void *v, int64_t ldv,	\
  int compute_type

static int
polar (POLAR_ARGUMENTS, const struct space *space, int *info)
{
  enum letter letter = letter_of (type);
  int status = check (type, compute_type, m, n, lda);
  char job = job_of (jobz, econ);

  (void) params;
  if (status != SUCCESS)
    return status;
  if (u_type != type || v_type != type
      || letter_of (s_type) != real_of (letter) || ldu > INT_MAX
      || ldv > INT_MAX)
    return INVALID_VALUE;
  return gcuf_solver_gesvd (handle, letter, job, job, m, n, a, lda, s, u, ldu,
			    v, ldv, space, info, 1);
}

int
SOLVER (Xgesvdp_bufferSize) (POLAR_ARGUMENTS, size_t *bytes,
			     size_t *host_bytes)
{
  return polar (handle, params, jobz, econ, m, n, type, a, lda, s_type, s,
		u_type, u, ldu, v_type, v, ldv, compute_type,
		ASK_BYTES (bytes, host_bytes), NULL);
}

int
SOLVER (Xgesvdp) (POLAR_ARGUMENTS, void *work, size_t bytes, void *host_work,
		  size_t host_bytes, int *info, double *shift)
{
  (void) host_work, (void) host_bytes;
  if (shift)
    *shift = 0;
  return polar (handle, params, jobz, econ, m, n, type, a, lda, s_type, s,
		u_type, u, ldu, v_type, v, ldv, compute_type,
		USE_BYTES (type, work, bytes), info);
}

WIDE (gesvdr, type,
      A_AND (char job, char job_2, int64_t m, int64_t n, int64_t k, int64_t p,
	     int64_t iterations, int type, void *a, int64_t lda, int s_type,
	     void *s, int u_type, void *u, int64_t ldu, int v_type, void *v,
	     int64_t ldv),
      u_type != type || v_type != type
      || letter_of (s_type) != real_of (letter) || ldu > INT_MAX
      || ldv > INT_MAX || k < 0 || k > m || k > n || p < 0 || iterations < 0
      ? INVALID_VALUE : check (type, compute_type, m, n, lda),
      gcuf_solver_largest (handle, letter, job, job_2, k, m, n, a, lda, 0, s,
			   0, u, ldu, 0, v, ldv, 0, space, info, NULL, 1))

/* The bound in PLACE, which only counts if eigenvalues between two are
   wanted.  */

static double
bound (enum letter letter, int range, const void *place)
{
  if (range != 1003 || !place)
    return 0;
  return (real_size_of[letter] == sizeof (float) ? *(const float *) place
	  : *(const double *) place);
}

WIDE (syevdx, type,
      A_AND (int jobz, int range, int uplo, int64_t n, int type, void *a,
	     int64_t lda, void *vl, void *vu, int64_t il, int64_t iu,
	     int64_t *found, int w_type, void *w),
      letter_of (w_type) != real_of (letter) || il < INT_MIN || il > INT_MAX
      || iu < INT_MIN || iu > INT_MAX ? INVALID_VALUE
      : check (type, compute_type, n, n, lda),
      gcuf_solver_syevr (handle, letter, jobz, range, uplo, n, a, lda,
			 bound (letter, range, vl), bound (letter, range, vu),
			 il, iu, NULL, found, w, space, info))

WIDE (geev, type,
      A_AND (int jobvl, int jobvr, int64_t n, int type, void *a, int64_t lda,
	     int w_type, void *w, int vl_type, void *vl, int64_t ldvl,
	     int vr_type, void *vr, int64_t ldvr),
      vl_type != type || vr_type != type
      || real_of (letter_of (w_type)) != real_of (letter)
      || (complex_p (letter) && w_type != type) || ldvl > INT_MAX
      || ldvr > INT_MAX ? INVALID_VALUE
      : check (type, compute_type, n, n, lda),
      gcuf_solver_geev (handle, letter, jobvl, jobvr, n, a, lda, w,
			w_type != type, vl, ldvl, vr, ldvr, space, info))

int
SOLVER (XsyevBatched_bufferSize) (struct handle *handle, void *params,
				  int jobz, int uplo, int64_t n, int type,
				  void *a, int64_t lda, int w_type, void *w,
				  int compute_type, size_t *bytes,
				  size_t *host_bytes, int64_t batch)
{
  int status = check (type, compute_type, n, batch, lda);

  (void) params;
  if (status != SUCCESS
      || letter_of (w_type) != real_of (letter_of (type)))
    return status != SUCCESS ? status : INVALID_VALUE;
  return gcuf_solver_syevd (handle, letter_of (type), jobz, uplo, n, a, lda, w,
			    ASK_BYTES (bytes, host_bytes), NULL, batch);
}

int
SOLVER (XsyevBatched) (struct handle *handle, void *params, int jobz, int uplo,
		       int64_t n, int type, void *a, int64_t lda, int w_type,
		       void *w, int compute_type, void *work, size_t bytes,
		       void *host_work, size_t host_bytes, int *info,
		       int64_t batch)
{
  int status = check (type, compute_type, n, batch, lda);

  (void) params, (void) host_work, (void) host_bytes;
  if (status != SUCCESS
      || letter_of (w_type) != real_of (letter_of (type)))
    return status != SUCCESS ? status : INVALID_VALUE;
  return gcuf_solver_syevd (handle, letter_of (type), jobz, uplo, n, a, lda, w,
			    USE_BYTES (type, work, bytes), info, batch);
}

int
SOLVER (Xtrtri_bufferSize) (struct handle *handle, int uplo, int diag,
			    int64_t n, int type, void *a, int64_t lda,
			    size_t *bytes, size_t *host_bytes)
{
  int status = check (type, type, n, n, lda);

  if (status != SUCCESS)
    return status;
  return gcuf_solver_trtri (handle, letter_of (type), uplo, diag, n, a, lda,
			    ASK_BYTES (bytes, host_bytes), NULL);
}

int
SOLVER (Xtrtri) (struct handle *handle, int uplo, int diag, int64_t n,
		 int type, void *a, int64_t lda, void *work, size_t bytes,
		 void *host_work, size_t host_bytes, int *info)
{
  int status = check (type, type, n, n, lda);

  (void) host_work, (void) host_bytes;
  if (status != SUCCESS)
    return status;
  return gcuf_solver_trtri (handle, letter_of (type), uplo, diag, n, a, lda,
			    USE_BYTES (type, work, bytes), info);
}

int
SOLVER (Xsytrs_bufferSize) (struct handle *handle, int uplo, int64_t n,
			    int64_t nrhs, int type, void *a, int64_t lda,
			    int64_t *ipiv, int b_type, void *b, int64_t ldb,
			    size_t *bytes, size_t *host_bytes)
{
  int status = check (type, b_type, n, nrhs, lda);

  if (status != SUCCESS || ldb > INT_MAX)
    return status != SUCCESS ? status : INVALID_VALUE;
  return gcuf_solver_sytrs (handle, letter_of (type), uplo, n, nrhs, a, lda,
			    ipiv, b, ldb, ASK_BYTES (bytes, host_bytes), NULL);
}

int
SOLVER (Xsytrs) (struct handle *handle, int uplo, int64_t n, int64_t nrhs,
		 int type, void *a, int64_t lda, int64_t *ipiv, int b_type,
		 void *b, int64_t ldb, void *work, size_t bytes,
		 void *host_work, size_t host_bytes, int *info)
{
  int status = check (type, b_type, n, nrhs, lda);

  (void) host_work, (void) host_bytes;
  if (status != SUCCESS || ldb > INT_MAX)
    return status != SUCCESS ? status : INVALID_VALUE;
  return gcuf_solver_sytrs (handle, letter_of (type), uplo, n, nrhs, a, lda,
			    ipiv, b, ldb, USE_BYTES (type, work, bytes), info);
}

#define REFLECTORS							\
  struct handle *handle, void *params, int direct, int storev, int64_t n, \
  int64_t k, int type, void *v, int64_t ldv, int tau_type, void *tau,	\
  int t_type, void *t, int64_t ldt, int compute_type

static int
larft (REFLECTORS, const struct space *space)
{
  int status = check (type, compute_type, n, k, ldv);

  (void) params;
  if (status != SUCCESS || tau_type != type || t_type != type
      || ldt > INT_MAX)
    return status != SUCCESS ? status : INVALID_VALUE;
  return gcuf_solver_larft (handle, letter_of (type), direct, storev, n, k, v,
			    ldv, tau, t, ldt, space);
}

int
SOLVER (Xlarft_bufferSize) (REFLECTORS, size_t *bytes, size_t *host_bytes)
{
  return larft (handle, params, direct, storev, n, k, type, v, ldv, tau_type,
		tau, t_type, t, ldt, compute_type,
		ASK_BYTES (bytes, host_bytes));
}

int
SOLVER (Xlarft) (REFLECTORS, void *work, size_t bytes, void *host_work,
		 size_t host_bytes)
{
  (void) host_work, (void) host_bytes;
  return larft (handle, params, direct, storev, n, k, type, v, ldv, tau_type,
		tau, t_type, t, ldt, compute_type,
		USE_BYTES (type, work, bytes));
}

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
