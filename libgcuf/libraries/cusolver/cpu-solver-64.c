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
