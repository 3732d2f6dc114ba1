/* The cpu backend of cuBLAS: functions of cpu-own.c for one type.
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

/* T is the type, R the real one of it, LETTER that of BLAS; COMPLEX is defined if
   T is complex.  All are undefined at the end, but COMPLEX.  */

#define ELEMENT(A, LD, I, J) ((A)[(I) + (int64_t) (J) * (LD)])

#define AMIN PASTE (gcuf_own_i, LETTER, amin)
int
AMIN (const int *n, const T *x, const int *incx)
{
  int least = 0;

  if (*n < 1 || *incx < 1)
    return 0;
  for (int i = 1; i < *n; i++)
    if (ABS1 (x[(int64_t) i * *incx]) < ABS1 (x[(int64_t) least * *incx]))
      least = i;
  return least + 1;
}
#undef AMIN

#ifdef COMPLEX
/* Compilers do not agree on how a complex function returns its value.  */

void
OWN (dotu) (const int *n, const T *x, const int *incx, const T *y,
	    const int *incy, T *result)
{
  T sum = 0;
  x += first (*n, *incx);
  y += first (*n, *incy);
  for (int64_t i = 0; i < *n; i++)
    sum += x[i * *incx] * y[i * *incy];
  *result = sum;
}

void
OWN (dotc) (const int *n, const T *x, const int *incx, const T *y,
	    const int *incy, T *result)
{
  T sum = 0;
  x += first (*n, *incx);
  y += first (*n, *incy);
  for (int64_t i = 0; i < *n; i++)
    sum += CONJ (x[i * *incx]) * y[i * *incy];
  *result = sum;
}

void
OWN (syr2) (const char *uplo, const int *n, const T *alpha, const T *x,
	    const int *incx, const T *y, const int *incy, T *a, const int *lda)
{
  x += first (*n, *incx);
  y += first (*n, *incy);
  for (int64_t j = 0; j < *n; j++)
    for (int64_t i = *uplo == 'L' ? j : 0; i < (*uplo == 'L' ? *n : j + 1); i++)
      ELEMENT (a, *lda, i, j)
	+= *alpha * (x[i * *incx] * y[j * *incy] + y[i * *incy] * x[j * *incx]);
}
#endif

/* C = BETA * C + ALPHA * OP (A) * OP (B), transposed or conjugated, in the
   triangle UPLO; HERMITIAN if its diagonal is real.  */

static void
OWN (rank_k) (const char *uplo, const char *trans, const int *n, const int *k,
	      const T *alpha, const T *a, const int *lda, const T *b,
	      const int *ldb, T beta, T *c, const int *ldc, bool hermitian)
{
  void (*gemm) () = gcuf_blas_symbol (LETTER_CHAR, "gemm");
  T *product = allocate (sizeof (T) * *n * *n);
  const T zero = 0;
  const char *other = hermitian ? "C" : "T";
  bool none = *trans == 'N';

  if (!gemm)
    abort ();
  gemm (none ? "N" : other, none ? other : "N", n, n, k, alpha, a, lda, b, ldb,
	&zero, product, n, (size_t) 1, (size_t) 1);
  for (int64_t j = 0; j < *n; j++)
    for (int64_t i = *uplo == 'L' ? j : 0; i < (*uplo == 'L' ? *n : j + 1); i++)
      {
	T *place = &ELEMENT (c, *ldc, i, j);
	T value = product[i + j * *n];
	*place = beta == 0 ? value : value + beta * *place;
	if (hermitian && i == j)
	  *place = REAL (*place);
      }
  free (product);
}

void
OWN (syrkx) (const char *uplo, const char *trans, const int *n, const int *k,
	     const T *alpha, const T *a, const int *lda, const T *b,
	     const int *ldb, const T *beta, T *c, const int *ldc)
{
  OWN (rank_k) (uplo, trans, n, k, alpha, a, lda, b, ldb, *beta, c, ldc, false);
}

#ifdef COMPLEX
void
OWN (herkx) (const char *uplo, const char *trans, const int *n, const int *k,
	     const T *alpha, const T *a, const int *lda, const T *b,
	     const int *ldb, const R *beta, T *c, const int *ldc)
{
  OWN (rank_k) (uplo, trans, n, k, alpha, a, lda, b, ldb, *beta, c, ldc, true);
}
#endif

/* Copy M rows of N columns.  */

static void
OWN (copy) (int m, int n, const T *a, int lda, T *b, int ldb)
{
  for (int64_t j = 0; j < n && a != b; j++)
    memmove (b + j * ldb, a + j * lda, sizeof (T) * m);
}

/* BLAS has it in place.  */

void
OWN (trmm) (const char *side, const char *uplo, const char *trans,
	    const char *diag, const int *m, const int *n, const T *alpha,
	    const T *a, const int *lda, const T *b, const int *ldb, T *c,
	    const int *ldc)
{
  void (*trmm) () = gcuf_blas_symbol (LETTER_CHAR, "trmm");

  if (!trmm)
    abort ();
  OWN (copy) (*m, *n, b, *ldb, c, *ldc);
  trmm (side, uplo, trans, diag, m, n, alpha, a, lda, c, ldc, (size_t) 1,
	(size_t) 1, (size_t) 1, (size_t) 1);
}

/* Element I, J of OP (A).  */

static T
OWN (element) (char op, const T *a, int lda, int64_t i, int64_t j)
{
  T value = op == 'N' ? ELEMENT (a, lda, i, j) : ELEMENT (a, lda, j, i);
  return op == 'C' ? CONJ (value) : value;
}

/* What has the factor zero is not read.  */

void
OWN (geam) (const char *transa, const char *transb, const int *m, const int *n,
	    const T *alpha, const T *a, const int *lda, const T *beta,
	    const T *b, const int *ldb, T *c, const int *ldc)
{
  for (int64_t j = 0; j < *n; j++)
    for (int64_t i = 0; i < *m; i++)
      {
	T value = 0;
	if (*alpha != 0)
	  value += *alpha * OWN (element) (*transa, a, *lda, i, j);
	if (*beta != 0)
	  value += *beta * OWN (element) (*transb, b, *ldb, i, j);
	ELEMENT (c, *ldc, i, j) = value;
      }
}

void
OWN (dgmm) (const char *side, const int *m, const int *n, const T *a,
	    const int *lda, const T *x, const int *incx, T *c, const int *ldc)
{
  x += first (*side == 'L' ? *m : *n, *incx);
  for (int64_t j = 0; j < *n; j++)
    for (int64_t i = 0; i < *m; i++)
      ELEMENT (c, *ldc, i, j)
	= ELEMENT (a, *lda, i, j) * x[(*side == 'L' ? i : j) * *incx];
}

void
OWN (tpttr) (const char *uplo, const int *n, const T *ap, T *a, const int *lda)
{
  for (int64_t j = 0; j < *n; j++)
    for (int64_t i = *uplo == 'L' ? j : 0; i < (*uplo == 'L' ? *n : j + 1); i++)
      ELEMENT (a, *lda, i, j) = *ap++;
}

void
OWN (trttp) (const char *uplo, const int *n, const T *a, const int *lda, T *ap)
{
  for (int64_t j = 0; j < *n; j++)
    for (int64_t i = *uplo == 'L' ? j : 0; i < (*uplo == 'L' ? *n : j + 1); i++)
      *ap++ = ELEMENT (a, *lda, i, j);
}

/* --- Batches ------------------------------------------------------------- */

/* The factors of A without exchanges.  Return the column of the first pivot that
   is zero, from one, or zero.  */

static int
OWN (factor) (int n, T *a, int lda)
{
  int zero = 0;

  for (int64_t k = 0; k < n; k++)
    {
      T pivot = ELEMENT (a, lda, k, k);
      if (pivot == 0 && zero == 0)
	zero = k + 1;
      if (pivot == 0)
	continue;
      for (int64_t i = k + 1; i < n; i++)
	ELEMENT (a, lda, i, k) /= pivot;
      for (int64_t j = k + 1; j < n; j++)
	for (int64_t i = k + 1; i < n; i++)
	  ELEMENT (a, lda, i, j)
	    -= ELEMENT (a, lda, i, k) * ELEMENT (a, lda, k, j);
    }
  return zero;
}

/* The pivots of number B of a batch, or in AREA those of no exchanges if there are
   no PIVOTS.  */

static int *
OWN (pivots) (int n, int *pivots, int64_t b, int *area)
{
  if (pivots)
    return pivots + b * n;
  for (int i = 0; i < n; i++)
    area[i] = i + 1;
  return area;
}

static void *
OWN (lapack) (const char *name)
{
  void *address = gcuf_lapack_symbol (LETTER_CHAR, name);
  if (!address)
    abort ();
  return address;
}

void
OWN (getrfbatched) (const int *n, T **a, const int *lda, int *pivots, int *info,
		    const int *batch)
{
  void (*getrf) () = OWN (lapack) ("getrf");

  for (int64_t b = 0; b < *batch; b++)
    if (pivots)
      getrf (n, n, a[b], lda, pivots + b * *n, &info[b]);
    else
      info[b] = OWN (factor) (*n, a[b], *lda);
}

/* Invert what has been factored.  */

static void
OWN (invert) (const int *n, T *a, const int *lda, int *pivots, int *info)
{
  void (*getri) () = OWN (lapack) ("getri");
  int size = 64 * (*n > 0 ? *n : 1);
  T *work = allocate (sizeof (T) * size);

  getri (n, a, lda, pivots, work, &size, info);
  free (work);
}

void
OWN (getribatched) (const int *n, T **a, const int *lda, int *pivots, T **c,
		    const int *ldc, int *info, const int *batch)
{
  int *area = allocate (sizeof (int) * *n);

  for (int64_t b = 0; b < *batch; b++)
    {
      OWN (copy) (*n, *n, a[b], *lda, c[b], *ldc);
      OWN (invert) (n, c[b], ldc, OWN (pivots) (*n, pivots, b, area), &info[b]);
    }
  free (area);
}

/* INFO is of the host, and was set at the call.  */

void
OWN (getrsbatched) (const char *trans, const int *n, const int *columns, T **a,
		    const int *lda, int *pivots, T **x, const int *ldx,
		    int *info, const int *batch)
{
  void (*getrs) () = OWN (lapack) ("getrs");
  int *area = allocate (sizeof (int) * *n);
  int ignored;

  (void) info;
  for (int64_t b = 0; b < *batch; b++)
    getrs (trans, n, columns, a[b], lda, OWN (pivots) (*n, pivots, b, area),
	   x[b], ldx, &ignored, (size_t) 1);
  free (area);
}

void
OWN (matinvbatched) (const int *n, T **a, const int *lda, T **inverse,
		     const int *ld_inverse, int *info, const int *batch)
{
  void (*getrf) () = OWN (lapack) ("getrf");
  int *pivots = allocate (sizeof (int) * *n);

  for (int64_t b = 0; b < *batch; b++)
    {
      OWN (copy) (*n, *n, a[b], *lda, inverse[b], *ld_inverse);
      getrf (n, n, inverse[b], ld_inverse, pivots, &info[b]);
      if (info[b] == 0)
	OWN (invert) (n, inverse[b], ld_inverse, pivots, &info[b]);
    }
  free (pivots);
}

void
OWN (geqrfbatched) (const int *m, const int *n, T **a, const int *lda, T **tau,
		    int *info, const int *batch)
{
  void (*geqrf) () = OWN (lapack) ("geqrf");
  int size = 64 * (*n > 0 ? *n : 1), ignored;
  T *work = allocate (sizeof (T) * size);

  (void) info;
  for (int64_t b = 0; b < *batch; b++)
    geqrf (m, n, a[b], lda, tau[b], work, &size, &ignored);
  free (work);
}

void
OWN (gelsbatched) (const char *trans, const int *m, const int *n,
		   const int *columns, T **a, const int *lda, T **c,
		   const int *ldc, int *info, int *device_info,
		   const int *batch)
{
  void (*gels) () = OWN (lapack) ("gels");
  int least = *m < *n ? *m : *n, most = *m < *n ? *n : *m;
  int size = least + 64 * (*columns > most ? *columns : most) + 1, result;
  T *work = allocate (sizeof (T) * size);

  (void) info;
  for (int64_t b = 0; b < *batch; b++)
    {
      gels (trans, m, n, columns, a[b], lda, c[b], ldc, work, &size, &result,
	    (size_t) 1);
      if (device_info)
	device_info[b] = result;
    }
  free (work);
}

#undef ELEMENT
#undef LETTER
#undef LETTER_CHAR
#undef T
#undef R
#undef CONJ
#undef REAL
#undef ABS1
