/* What the parts of cuSOLVER on the cpu backend share.
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

#ifndef GCUF_CPU_SOLVER_H
#define GCUF_CPU_SOLVER_H

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../library.h"

/* Of cusolverStatus_t (cuSOLVER's reference, 2.2.1).  */
enum
{
  SUCCESS, NOT_INITIALIZED, ALLOC_FAILED, INVALID_VALUE, ARCH_MISMATCH,
  MAPPING_ERROR, EXECUTION_FAILED, INTERNAL_ERROR, TYPE_NOT_SUPPORTED,
  NOT_SUPPORTED
};

/* The letters in routines' names.  */
enum letter { S, D, C, Z, N_LETTERS };

static const size_t size_of[] = { 4, 8, 8, 16 };
static const size_t real_size_of[] = { 4, 8, 4, 8 };

static inline bool
complex_p (enum letter letter)
{
  return letter >= C;
}

/* --- LAPACK -------------------------------------------------------------- */

/* Its routines, for real and for complex matrices.  */
#define LAPACK_ROUTINES(R) \
  R (POTRF, "potrf", "potrf") R (POTRS, "potrs", "potrs") \
  R (POTRI, "potri", "potri") R (GETRF, "getrf", "getrf") \
  R (GETRS, "getrs", "getrs") R (LASWP, "laswp", "laswp") \
  R (TRTRS, "trtrs", "trtrs") R (GEQRF, "geqrf", "geqrf") \
  R (ORGQR, "orgqr", "ungqr") R (ORMQR, "ormqr", "unmqr") \
  R (SYTRF, "sytrf", "sytrf") R (GEBRD, "gebrd", "gebrd") \
  R (ORGBR, "orgbr", "ungbr") R (SYTRD, "sytrd", "hetrd") \
  R (ORGTR, "orgtr", "ungtr") R (ORMTR, "ormtr", "unmtr") \
  R (SYEVD, "syevd", "heevd") R (SYGVD, "sygvd", "hegvd") \
  R (SYEVR, "syevr", "heevr") R (GESVD, "gesvd", "gesvd") \
  R (LAUUM, "lauum", "lauum") R (SYTRI, "sytri", "sytri") \
  R (SYTRS, "sytrs", "sytrs") R (TRTRI, "trtri", "trtri") \
  R (LARFT, "larft", "larft") R (GESV, "gesv", "gesv") \
  R (GELS, "gels", "gels") R (SYGVX, "sygvx", "hegvx") \
  R (GEEV, "geev", "geev")

enum lapack
{
#define R(CODE, REAL, COMPLEX) CODE,
  LAPACK_ROUTINES (R)
#undef R
  N_LAPACK
};

/* --- Work of a stream ---------------------------------------------------- */

/* What a stream is given: LAPACK's routine and the arguments that it has in any
   of the calls here, by the names in LAPACK's manual.  */
struct task
{
  void (*run) (const struct task *);
  void *routine;
  enum letter letter;
  char uplo, trans, side, job, job_2, range;
  int itype, m, n, k, lda, ldb, ldc, il, iu, batch;
  double vl, vu;
  void *a, *b, *c;
  void *w;			/* Real numbers: eigenvalues, diagonals.  */
  void *e;
  void *tau, *tau_2;
  int *ipiv;
  int64_t *wide_ipiv;
  int *found;			/* Where the number of eigenvalues goes.  */
  int64_t *wide_found;
  int *info;
  /* Room for numbers of the matrix's type, which LAPACK wants and which is
     used here besides, for real numbers and for integers.  */
  void *work, *extra, *rwork;
  int *iwork;
  int lwork, lrwork, liwork;
  int n_spare;			/* Integers behind those of LAPACK.  */
  int64_t n_extra;
  /* Between matrices that follow each other, in elements.  */
  int64_t stride_a, stride_b, stride_c, stride_w;
};

/* The routine, which has the arguments of these types.  */
#define LAPACK(...) ((void (*) (__VA_ARGS__)) t->routine)
typedef const char *text;
typedef const int *integer;

struct handle
{
  gcuf_stream_t stream;
  int deterministic, arithmetic, emulation;
};

/* A caller's work space, or where its size is to be told.  */
struct space
{
  int *elements;
  size_t *bytes, *host_bytes;
  void *work;
  int64_t given;		/* Elements.  */
};

#define ASK(PLACE) (&(struct space) { .elements = (PLACE) })
#define USE(WORK, SIZE) (&(struct space) { .work = (WORK), .given = (SIZE) })
#define NONE (&(struct space) { .work = NULL })
#define ASK_BYTES(PLACE, HOST) \
  (&(struct space) { .bytes = (PLACE), .host_bytes = (HOST) })

/* Start *T with LAPACK's CODE for matrices of LETTER, run by RUN.  */
extern int gcuf_solver_start (struct task *t, struct handle *handle,
			      enum lapack code, enum letter letter,
			      void (*run) (const struct task *));

/* Ask LAPACK for T's work space; LEAST is what is needed in any case.  */
extern int gcuf_solver_ask (struct task *t, double least);

/* Give T to HANDLE's stream, and wait for it if WAIT, or tell what SPACE it needs
   if that is asked.  */
extern int gcuf_solver_finish (struct task *t, const struct handle *handle,
			       const struct space *space, bool wait);

/* --- Arguments ----------------------------------------------------------- */

/* LAPACK's letter for one of cuBLAS's enumerators, 0 if it is none of
   those.  */

static inline char
fill_mode (int mode)
{
  return mode == 0 ? 'L' : mode == 1 ? 'U' : 0;
}

static inline char
side (int code)
{
  return code == 0 ? 'L' : code == 1 ? 'R' : 0;
}

static inline char
operation (int op)
{
  return op >= 0 && op <= 2 ? "NTC"[op] : 0;
}

/* For routines that multiply by an orthogonal matrix.  */

static inline char
orthogonal_operation (enum letter letter, int op)
{
  if (op == 0)
    return 'N';
  if (complex_p (letter))
    return op == 2 ? 'C' : 0;
  return op == 1 || op == 2 ? 'T' : 0;
}

static inline char
vectors (int mode)
{
  return mode == 0 ? 'N' : mode == 1 ? 'V' : 0;
}

static inline bool
leading_p (int ld, int rows)
{
  return ld >= (rows > 1 ? rows : 1);
}

/* Copy M rows and N columns of elements of SIZE.  */

static inline void
copy_matrix (size_t size, int m, int n, const void *from, size_t ld_from,
	     void *to, size_t ld_to)
{
  for (int j = 0; j < n; j++)
    memcpy ((char *) to + size * ld_to * j,
	    (const char *) from + size * ld_from * j, size * m);
}

/* Set TO, N times K, to the conjugate transpose of FROM.  */
extern void gcuf_solver_adjoint (enum letter letter, int n, int k,
				 const void *from, int ld_from, void *to,
				 int ld_to);

extern void gcuf_solver_run_gesvd (const struct task *t);

/* --- Routines ------------------------------------------------------------ */

#define EACH(M) M (S) M (D) M (C) M (Z)
/* Routines whose names differ for real and complex matrices.  */
#define BOTH(M, REAL, COMPLEX) \
  M (S, REAL) M (D, REAL) M (C, COMPLEX) M (Z, COMPLEX)
#define SOLVER(NAME) gcuf_cpu_cusolverDn##NAME

/* What those with sizes of 64 bits call.  */
extern int gcuf_solver_cholesky (struct handle *handle, enum lapack code,
				 enum letter letter, int uplo, int n, void *a,
				 int lda, const struct space *space,
				 int *info);
extern int gcuf_solver_getrf (struct handle *handle, enum letter letter,
			      int m, int n, void *a, int lda, int *ipiv,
			      int64_t *wide_ipiv, const struct space *space,
			      int *info);
extern int gcuf_solver_getrs (struct handle *handle, enum letter letter,
			      int trans, int n, int nrhs, void *a, int lda,
			      int *ipiv, int64_t *wide_ipiv, void *b, int ldb,
			      int *info);
extern int gcuf_solver_potrs (struct handle *handle, enum letter letter,
			      int uplo, int n, int nrhs, void *a, int lda,
			      void *b, int ldb, int *info, int batch);
extern int gcuf_solver_geqrf (struct handle *handle, enum letter letter,
			      int m, int n, void *a, int lda, void *tau,
			      const struct space *space, int *info);
extern int gcuf_solver_syevd (struct handle *handle, enum letter letter,
			      int jobz, int uplo, int n, void *a, int lda,
			      void *w, const struct space *space, int *info,
			      int batch);
extern int gcuf_solver_syevr (struct handle *handle, enum letter letter,
			      int jobz, int range, int uplo, int n, void *a,
			      int lda, double vl, double vu, int il, int iu,
			      int *found, int64_t *wide_found, void *w,
			      const struct space *space, int *info);
extern int gcuf_solver_sytrs (struct handle *handle, enum letter letter,
			      int uplo, int n, int nrhs, void *a, int lda,
			      int64_t *wide_ipiv, void *b, int ldb,
			      const struct space *space, int *info);
extern int gcuf_solver_trtri (struct handle *handle, enum letter letter,
			      int uplo, int diag, int n, void *a, int lda,
			      const struct space *space, int *info);
extern int gcuf_solver_larft (struct handle *handle, enum letter letter,
			      int direct, int storev, int n, int k, void *v,
			      int ldv, void *tau, void *t, int ldt,
			      const struct space *space);
extern int gcuf_solver_geev (struct handle *handle, enum letter letter,
			     int jobvl, int jobvr, int n, void *a, int lda,
			     void *w, bool complex_w, void *vl, int ldvl,
			     void *vr, int ldvr, const struct space *space,
			     int *info);
extern int gcuf_solver_largest (struct handle *handle, enum letter letter,
				char job, char job_2, int rank, int m, int n,
				void *a, int lda, int64_t stride_a, void *s,
				int64_t stride_s, void *u, int ldu,
				int64_t stride_u, void *v, int ldv,
				int64_t stride_v, const struct space *space,
				int *info, double *residuals, int batch);
extern int gcuf_solver_gesvd (struct handle *handle, enum letter letter,
			      char job, char job_2, int m, int n, void *a,
			      int lda, void *s, void *u, int ldu, void *vt,
			      int ldvt, const struct space *space, int *info,
			      int batch);

#endif
