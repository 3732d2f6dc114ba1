/* Orthogonal factorizations and reductions, and products with their matrices, on
   the cpu backend.
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
run_larft (const struct task *t)
{
  LAPACK (text, text, integer, integer, void *, integer, void *, void *,
	  integer, size_t, size_t)
    (&t->job, &t->job_2, &t->n, &t->k, t->a, &t->lda, t->tau, t->c, &t->ldc,
     1, 1);
}

/* --- Checks and work space ----------------------------------------------- */

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

int
gcuf_solver_larft (struct handle *handle, enum letter letter, int direct,
		   int storev, int n, int k, void *v, int ldv, void *tau,
		   void *triangle, int ldt, const struct space *space)
{
  static int no_info;
  struct task t;
  int status = gcuf_solver_start (&t, handle, LARFT, letter, run_larft);

  if (status != SUCCESS)
    return status;
  t.job = direct == 0 ? 'F' : direct == 1 ? 'B' : 0;
  t.job_2 = storev == 0 ? 'C' : 0;
  if (!t.job || !t.job_2 || n < 1 || k < 1 || k > n || !leading_p (ldv, n)
      || ldt < k)
    return INVALID_VALUE;
  t.n = n;
  t.k = k;
  t.a = v;
  t.lda = ldv;
  t.tau = tau;
  t.c = triangle;
  t.ldc = ldt;
  t.info = &no_info;
  return gcuf_solver_finish (&t, handle, space, false);
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

/* --- The routines of each type ------------------------------------------- */

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
