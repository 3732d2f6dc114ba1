/* The cpu backend of cuBLAS: data of types that are given at run time.
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

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cpu-blas.h"

/* Of cudaDataType and of cublasComputeType_t.  */
enum
{
  R_32F = 0, R_64F = 1, R_16F = 2, R_8I = 3, C_32F = 4, C_64F = 5, R_32I = 10,
  R_16BF = 14
};
enum
{
  COMPUTE_16F = 64, COMPUTE_16F_PEDANTIC = 65, COMPUTE_32F = 68,
  COMPUTE_32F_PEDANTIC = 69, COMPUTE_64F = 70, COMPUTE_64F_PEDANTIC = 71,
  COMPUTE_32I = 72, COMPUTE_32I_PEDANTIC = 73, COMPUTE_32F_FAST_16F = 74,
  COMPUTE_32F_FAST_16BF = 75, COMPUTE_32F_FAST_TF32 = 77,
  COMPUTE_32F_EMULATED = 78, COMPUTE_64F_EMULATED = 79
};

/* The bytes of an element of TYPE, zero for types that there are not here.  */

static int
type_bytes (int type)
{
  switch (type)
    {
    case R_8I:
      return 1;
    case R_16F: case R_16BF:
      return 2;
    case R_32F: case R_32I:
      return 4;
    case R_64F: case C_32F:
      return 8;
    case C_64F:
      return 16;
    default:
      return 0;
    }
}

static bool
complex_p (int type)
{
  return type == C_32F || type == C_64F;
}

/* Element I of P, of TYPE.  */

static double _Complex
load (int type, const void *p, int64_t i)
{
  uint32_t bits;
  float f;

  switch (type)
    {
    case R_8I:
      return ((const int8_t *) p)[i];
    case R_16F:
      return ((const _Float16 *) p)[i];
    case R_16BF:
      bits = (uint32_t) ((const uint16_t *) p)[i] << 16;
      memcpy (&f, &bits, sizeof f);
      return f;
    case R_32F:
      return ((const float *) p)[i];
    case R_32I:
      return ((const int32_t *) p)[i];
    case R_64F:
      return ((const double *) p)[i];
    case C_32F:
      return ((const float _Complex *) p)[i];
    default:
      return ((const double _Complex *) p)[i];
    }
}

/* VALUE as a bfloat16, to the nearest, and to an even one of two.  */

static uint16_t
to_bfloat16 (float value)
{
  uint32_t bits;

  if (isnan (value))
    return 0x7fff;
  memcpy (&bits, &value, sizeof bits);
  return (bits + 0x7fff + ((bits >> 16) & 1)) >> 16;
}

/* Let element I of P, of TYPE, be VALUE.  */

static void
store (int type, void *p, int64_t i, double _Complex value)
{
  switch (type)
    {
    case R_8I:
      ((int8_t *) p)[i] = creal (value);
      break;
    case R_16F:
      ((_Float16 *) p)[i] = creal (value);
      break;
    case R_16BF:
      ((uint16_t *) p)[i] = to_bfloat16 (creal (value));
      break;
    case R_32F:
      ((float *) p)[i] = creal (value);
      break;
    case R_32I:
      ((int32_t *) p)[i] = creal (value);
      break;
    case R_64F:
      ((double *) p)[i] = creal (value);
      break;
    case C_32F:
      ((float _Complex *) p)[i] = value;
      break;
    default:
      ((double _Complex *) p)[i] = value;
    }
}

/* A scalar of TYPE, whose value was copied at the call, or which is at P when the
   stream gets there.  */
struct scalar
{
  int type;
  const void *p;		/* Null if it was copied.  */
  double _Complex value;
};

static double _Complex
value_of (const struct scalar *s)
{
  return s->p ? load (s->type, s->p, 0) : s->value;
}

static struct scalar
scalar (const struct gcuf_blas_handle *h, int type, const void *p)
{
  return (h->pointer_mode ? (struct scalar) { type, p, 0 }
	  : (struct scalar) { type, NULL, load (type, p, 0) });
}

/* --- Vectors ------------------------------------------------------------- */

enum operation
{
  NRM2, ASUM, DOT, DOTC, SCAL, AXPY, COPY, SWAP, AMAX, AMIN, ROT
};

struct vector
{
  void *p;
  int type;
  int64_t inc;
};

struct vectors
{
  enum operation operation;
  int64_t n;
  struct vector x, y;
  struct scalar alpha, s;
  void *result;
  int result_type;		/* For a place its bytes.  */
};

/* Where element I of N of V is.  */

static int64_t
at (const struct vector *v, int64_t n, int64_t i)
{
  return v->inc < 0 ? (i + 1 - n) * v->inc : i * v->inc;
}

static double _Complex
get (const struct vectors *v, const struct vector *of, int64_t i)
{
  return load (of->type, of->p, at (of, v->n, i));
}

static void
set (const struct vectors *v, const struct vector *of, int64_t i,
     double _Complex value)
{
  store (of->type, of->p, at (of, v->n, i), value);
}

static double
abs1 (double _Complex z)
{
  return fabs (creal (z)) + fabs (cimag (z));
}

/* The place of the greatest element of V, or of the least, from one.  */

static int64_t
extreme (const struct vectors *v)
{
  int64_t place = 0;

  if (v->n < 1 || v->x.inc < 1)
    return 0;
  for (int64_t i = 1; i < v->n; i++)
    {
      double here = abs1 (get (v, &v->x, i));
      double best = abs1 (get (v, &v->x, place));
      if (v->operation == AMAX ? here > best : here < best)
	place = i;
    }
  return place + 1;
}

/* What is added for element I.  */

static double _Complex
term (const struct vectors *v, int64_t i)
{
  double _Complex x = get (v, &v->x, i);

  switch (v->operation)
    {
    case NRM2:
      return creal (x) * creal (x) + cimag (x) * cimag (x);
    case ASUM:
      return abs1 (x);
    case DOTC:
      x = conj (x);
      /* Fall through.  */
    default:
      return x * get (v, &v->y, i);
    }
}

/* Change element I.  */

static void
change (const struct vectors *v, int64_t i, double _Complex alpha,
	double _Complex s)
{
  double _Complex x = get (v, &v->x, i), y;

  switch (v->operation)
    {
    case SCAL:
      set (v, &v->x, i, alpha * x);
      break;
    case AXPY:
      set (v, &v->y, i, alpha * x + get (v, &v->y, i));
      break;
    case COPY:
      set (v, &v->y, i, x);
      break;
    case SWAP:
      set (v, &v->x, i, get (v, &v->y, i));
      set (v, &v->y, i, x);
      break;
    default:
      y = get (v, &v->y, i);
      set (v, &v->x, i, alpha * x + s * y);
      set (v, &v->y, i, alpha * y - conj (s) * x);
    }
}

static void
run_vectors (void *data)
{
  const struct vectors *v = data;
  double _Complex sum = 0, alpha, s;

  switch (v->operation)
    {
    case AMAX: case AMIN:
      if (v->result_type == sizeof (int))
	*(int *) v->result = extreme (v);
      else
	*(int64_t *) v->result = extreme (v);
      break;
    case NRM2: case ASUM: case DOT: case DOTC:
      for (int64_t i = 0; i < v->n; i++)
	sum += term (v, i);
      store (v->result_type, v->result, 0,
	     v->operation == NRM2 ? sqrt (creal (sum)) : sum);
      break;
    default:
      alpha = value_of (&v->alpha);
      s = value_of (&v->s);
      for (int64_t i = 0; i < v->n; i++)
	change (v, i, alpha, s);
    }
}

/* Enqueue V, whose scalars are at ALPHA and S, of types that V has, if they are
   not null.  Return a status.  */

static int
vectors (void *handle, struct vectors v, const void *alpha, const void *s)
{
  const struct gcuf_blas_handle *h = gcuf_blas_handle (handle);
  bool results = v.operation <= DOTC || v.operation == AMAX
		 || v.operation == AMIN;

  if (!h)
    return NOT_INITIALIZED;
  if (!type_bytes (v.x.type) || !type_bytes (v.y.type)
      || !type_bytes (v.alpha.type) || !type_bytes (v.s.type)
      || (v.operation <= DOTC && !type_bytes (v.result_type)))
    return NOT_SUPPORTED;
  if (results && !v.result)
    return INVALID_VALUE;
  if (alpha)
    v.alpha = scalar (h, v.alpha.type, alpha);
  if (s)
    v.s = scalar (h, v.s.type, s);
  if (GCUF_library_enqueue (h->stream, run_vectors, &v, sizeof v,
			    results && !h->pointer_mode))
    return EXECUTION_FAILED;
  return SUCCESS;
}

#define X { x, x_type, incx }
#define Y { y, y_type, incy }
/* In the forms for int and for int64_t.  The type of the execution is that of
   double precision here.  */
#define ONE_RESULT(NAME, OPERATION, INT, WIDE) \
  int \
  gcuf_cpu_cublas##NAME##Ex##WIDE (void *handle, INT n, void *x, int x_type, \
				   INT incx, void *result, int result_type, \
				   int execution_type) \
  { \
    (void) execution_type; \
    return vectors (handle, (struct vectors) { OPERATION, n, X, X, { 0 }, { 0 }, \
					       result, result_type }, \
		    NULL, NULL); \
  }
#define ONE_DOT(NAME, OPERATION, INT, WIDE) \
  int \
  gcuf_cpu_cublas##NAME##Ex##WIDE (void *handle, INT n, void *x, int x_type, \
				   INT incx, void *y, int y_type, INT incy, \
				   void *result, int result_type, \
				   int execution_type) \
  { \
    (void) execution_type; \
    return vectors (handle, (struct vectors) { OPERATION, n, X, Y, { 0 }, { 0 }, \
					       result, result_type }, \
		    NULL, NULL); \
  }
#define ONE_PLACE(NAME, OPERATION, INT, WIDE) \
  int \
  gcuf_cpu_cublas##NAME##Ex##WIDE (void *handle, INT n, void *x, int x_type, \
				   INT incx, INT *result) \
  { \
    return vectors (handle, (struct vectors) { OPERATION, n, X, X, { 0 }, { 0 }, \
					       result, sizeof (INT) }, \
		    NULL, NULL); \
  }
#define TWO_VECTORS(NAME, OPERATION, INT, WIDE) \
  int \
  gcuf_cpu_cublas##NAME##Ex##WIDE (void *handle, INT n, void *x, int x_type, \
				   INT incx, void *y, int y_type, INT incy) \
  { \
    return vectors (handle, (struct vectors) { OPERATION, n, X, Y, { 0 }, { 0 }, \
					       NULL, 0 }, \
		    NULL, NULL); \
  }
#define VECTORS(INT, WIDE) \
  ONE_RESULT (Nrm2, NRM2, INT, WIDE) \
  ONE_RESULT (Asum, ASUM, INT, WIDE) \
  ONE_DOT (Dot, DOT, INT, WIDE) \
  ONE_DOT (Dotc, DOTC, INT, WIDE) \
  ONE_PLACE (Iamax, AMAX, INT, WIDE) \
  ONE_PLACE (Iamin, AMIN, INT, WIDE) \
  TWO_VECTORS (Copy, COPY, INT, WIDE) \
  TWO_VECTORS (Swap, SWAP, INT, WIDE) \
  int \
  gcuf_cpu_cublasScalEx##WIDE (void *handle, INT n, void *alpha, \
			       int alpha_type, void *x, int x_type, INT incx, \
			       int execution_type) \
  { \
    (void) execution_type; \
    if (!alpha) \
      return INVALID_VALUE; \
    return vectors (handle, (struct vectors) { SCAL, n, X, X, \
					       { .type = alpha_type }, { 0 }, \
					       NULL, 0 }, \
		    alpha, NULL); \
  } \
  int \
  gcuf_cpu_cublasAxpyEx##WIDE (void *handle, INT n, void *alpha, \
			       int alpha_type, void *x, int x_type, INT incx, \
			       void *y, int y_type, INT incy, \
			       int execution_type) \
  { \
    (void) execution_type; \
    if (!alpha) \
      return INVALID_VALUE; \
    return vectors (handle, (struct vectors) { AXPY, n, X, Y, \
					       { .type = alpha_type }, { 0 }, \
					       NULL, 0 }, \
		    alpha, NULL); \
  } \
  int \
  gcuf_cpu_cublasRotEx##WIDE (void *handle, INT n, void *x, int x_type, \
			      INT incx, void *y, int y_type, INT incy, \
			      void *c, void *s, int cs_type, \
			      int execution_type) \
  { \
    (void) execution_type; \
    if (!c || !s) \
      return INVALID_VALUE; \
    return vectors (handle, (struct vectors) { ROT, n, X, Y, \
					       { .type = cs_type }, \
					       { .type = cs_type }, NULL, 0 }, \
		    c, s); \
  }
VECTORS (int, )
VECTORS (int64_t, _64)

extern int gcuf_cpu_cublasSrotg_v2 (void *, float *, float *, float *, float *);
extern int gcuf_cpu_cublasDrotg_v2 (void *, double *, double *, double *,
				    double *);
extern int gcuf_cpu_cublasCrotg_v2 (void *, float _Complex *, float _Complex *,
				    float *, float _Complex *);
extern int gcuf_cpu_cublasZrotg_v2 (void *, double _Complex *,
				    double _Complex *, double *,
				    double _Complex *);
extern int gcuf_cpu_cublasSrotmg_v2 (void *, float *, float *, float *, float *,
				     float *);
extern int gcuf_cpu_cublasDrotmg_v2 (void *, double *, double *, double *,
				     double *, double *);
extern int gcuf_cpu_cublasSrotm_v2_64 (void *, int64_t, float *, int64_t,
				       float *, int64_t, float *);
extern int gcuf_cpu_cublasDrotm_v2_64 (void *, int64_t, double *, int64_t,
				       double *, int64_t, double *);

int
gcuf_cpu_cublasRotgEx (void *handle, void *a, void *b, int type, void *c,
		       void *s, int cs_type, int execution_type)
{
  (void) execution_type;
  if (type == R_32F && cs_type == R_32F)
    return gcuf_cpu_cublasSrotg_v2 (handle, a, b, c, s);
  if (type == R_64F && cs_type == R_64F)
    return gcuf_cpu_cublasDrotg_v2 (handle, a, b, c, s);
  if (type == C_32F && cs_type == C_32F)
    return gcuf_cpu_cublasCrotg_v2 (handle, a, b, c, s);
  if (type == C_64F && cs_type == C_64F)
    return gcuf_cpu_cublasZrotg_v2 (handle, a, b, c, s);
  return NOT_SUPPORTED;
}

int
gcuf_cpu_cublasRotmgEx (void *handle, void *d1, int d1_type, void *d2,
			int d2_type, void *x1, int x1_type, void *y1,
			int y1_type, void *param, int param_type,
			int execution_type)
{
  (void) execution_type;
  if (d1_type != d2_type || d1_type != x1_type || d1_type != y1_type
      || d1_type != param_type)
    return NOT_SUPPORTED;
  if (d1_type == R_32F)
    return gcuf_cpu_cublasSrotmg_v2 (handle, d1, d2, x1, y1, param);
  if (d1_type == R_64F)
    return gcuf_cpu_cublasDrotmg_v2 (handle, d1, d2, x1, y1, param);
  return NOT_SUPPORTED;
}

int
gcuf_cpu_cublasRotmEx_64 (void *handle, int64_t n, void *x, int x_type,
			  int64_t incx, void *y, int y_type, int64_t incy,
			  void *param, int param_type, int execution_type)
{
  (void) execution_type;
  if (x_type != y_type || x_type != param_type)
    return NOT_SUPPORTED;
  if (x_type == R_32F)
    return gcuf_cpu_cublasSrotm_v2_64 (handle, n, x, incx, y, incy, param);
  if (x_type == R_64F)
    return gcuf_cpu_cublasDrotm_v2_64 (handle, n, x, incx, y, incy, param);
  return NOT_SUPPORTED;
}

int
gcuf_cpu_cublasRotmEx (void *handle, int n, void *x, int x_type, int incx,
		       void *y, int y_type, int incy, void *param,
		       int param_type, int execution_type)
{
  return gcuf_cpu_cublasRotmEx_64 (handle, n, x, x_type, incx, y, y_type, incy,
				   param, param_type, execution_type);
}

/* --- Products of matrices ------------------------------------------------ */

/* Arrays of a batch: P and what is STRIDE elements after it and so on, or else
   what the addresses there are of.  */
struct matrix
{
  void *p;
  int type;
  int64_t ld, stride;
};

struct product
{
  int transa, transb;
  int64_t m, n, k, batch;
  struct matrix a, b, c;
  bool addresses;		/* Each matrix has an array of them.  */
  struct scalar alpha, beta;
};

/* Number I of the batch of X in P.  */

static void *
member (const struct product *p, const struct matrix *x, int64_t i)
{
  return (p->addresses ? ((void **) x->p)[i]
	  : (char *) x->p + i * x->stride * type_bytes (x->type));
}

/* Write ROWS times COLUMNS numbers of OP (X), which is at DATA, to AREA, of
   TYPE.  */

static void
convert (const struct matrix *x, const void *data, int trans, int64_t rows,
	 int64_t columns, int type, void *area)
{
  for (int64_t j = 0; j < columns; j++)
    for (int64_t i = 0; i < rows; i++)
      {
	double _Complex value
	  = load (x->type, data, trans ? j + i * x->ld : i + j * x->ld);
	store (type, area, i + j * rows, trans == 2 ? conj (value) : value);
      }
}

/* Multiply number I of the batch of P, which has one type, by BLAS's routine
   GEMM.  */

static void
multiply_plain (const struct product *p, int64_t i, void (*gemm) ())
{
  const int m = p->m, n = p->n, k = p->k;
  const int lda = p->a.ld, ldb = p->b.ld, ldc = p->c.ld;
  char alpha[16], beta[16];

  store (p->alpha.type, alpha, 0, value_of (&p->alpha));
  store (p->beta.type, beta, 0, value_of (&p->beta));
  gemm (&"NTC"[p->transa], &"NTC"[p->transb], &m, &n, &k, alpha,
	member (p, &p->a, i), &lda, member (p, &p->b, i), &ldb, beta,
	member (p, &p->c, i), &ldc, (size_t) 1, (size_t) 1);
}

/* The same in TYPE, to which the matrices are converted.  */

static void
multiply (const struct product *p, int64_t i, int type, void (*gemm) ())
{
  int m = p->m, n = p->n, k = p->k, least = k ? k : 1;
  size_t bytes = type_bytes (type);
  char *a = malloc (bytes * m * least), *b = malloc (bytes * least * n);
  char *product = malloc (bytes * m * n);
  const double _Complex alpha = value_of (&p->alpha), beta = value_of (&p->beta);
  char one[16], zero[16];
  void *c = member (p, &p->c, i);

  if (!a || !b || !product)
    abort ();
  store (type, one, 0, 1);
  store (type, zero, 0, 0);
  convert (&p->a, member (p, &p->a, i), p->transa, m, k, type, a);
  convert (&p->b, member (p, &p->b, i), p->transb, k, n, type, b);
  gemm ("N", "N", &m, &n, &k, one, a, &m, b, &least, zero, product, &m,
	(size_t) 1, (size_t) 1);
  for (int64_t j = 0; j < n; j++)
    for (int64_t l = 0; l < m; l++)
      {
	double _Complex value = alpha * load (type, product, l + j * m);
	int64_t place = l + j * p->c.ld;
	if (beta != 0)
	  value += beta * load (p->c.type, c, place);
	store (p->c.type, c, place, value);
      }
  free (a);
  free (b);
  free (product);
}

static void
run_product (void *data)
{
  const struct product *p = data;
  /* Integers are exact in double precision.  */
  int type = (p->a.type == R_64F || p->c.type == R_32I ? R_64F
	      : complex_p (p->a.type) ? p->a.type : R_32F);
  void (*gemm) () = gcuf_blas_symbol (type == R_32F ? 's' : type == R_64F ? 'd'
				      : type == C_32F ? 'c' : 'z', "gemm");

  for (int64_t i = 0; gemm && i < p->batch && p->m && p->n; i++)
    if (p->a.type == type && p->c.type == type)
      multiply_plain (p, i, gemm);
    else
      multiply (p, i, type, gemm);
}

/* The type of the scalars of a product of matrices of type A that gives one of
   type C in type COMPUTE, or -1 if there is no such product (cuBLAS's reference,
   2.8.13).  */

static int
scale_type (int compute, int a, int c)
{
  switch (compute)
    {
    case COMPUTE_16F: case COMPUTE_16F_PEDANTIC:
      return a == R_16F && c == R_16F ? R_16F : -1;
    case COMPUTE_32I: case COMPUTE_32I_PEDANTIC:
      return a == R_8I && c == R_32I ? R_32I : -1;
    case COMPUTE_64F: case COMPUTE_64F_PEDANTIC: case COMPUTE_64F_EMULATED:
      return a == c && (a == R_64F || a == C_64F) ? a : -1;
    case COMPUTE_32F: case COMPUTE_32F_PEDANTIC: case COMPUTE_32F_FAST_16F:
    case COMPUTE_32F_FAST_16BF: case COMPUTE_32F_FAST_TF32:
    case COMPUTE_32F_EMULATED:
      if (a == C_32F)
	return c == C_32F ? C_32F : -1;
      if (a == R_32F)
	return c == R_32F ? R_32F : -1;
      if (a == R_16F || a == R_16BF || a == R_8I)
	return c == R_32F || (c == a && a != R_8I) ? R_32F : -1;
      return -1;
    default:
      return -1;
    }
}

/* Whether LD is enough for a matrix of which OP has ROWS and COLUMNS.  */

static bool
enough (const struct matrix *x, int trans, int64_t rows, int64_t columns)
{
  return x->ld >= 1 && x->ld >= (trans ? columns : rows);
}

/* Enqueue P, whose scalars are at ALPHA and BETA, in type COMPUTE.  Return a
   status.  */

static int
product (void *handle, struct product p, const void *alpha, const void *beta,
	 int compute)
{
  const struct gcuf_blas_handle *h = gcuf_blas_handle (handle);
  int type;

  if (!h)
    return NOT_INITIALIZED;
  if (p.transa < 0 || p.transa > 2 || p.transb < 0 || p.transb > 2 || p.m < 0
      || p.n < 0 || p.k < 0 || p.batch < 0 || !alpha || !beta
      || !enough (&p.a, p.transa, p.m, p.k)
      || !enough (&p.b, p.transb, p.k, p.n) || !enough (&p.c, 0, p.m, p.n))
    return INVALID_VALUE;
  type = scale_type (compute, p.a.type, p.c.type);
  if (type < 0 || p.b.type != p.a.type || p.m != (int32_t) p.m
      || p.n != (int32_t) p.n || p.k != (int32_t) p.k
      || p.a.ld != (int32_t) p.a.ld || p.b.ld != (int32_t) p.b.ld
      || p.c.ld != (int32_t) p.c.ld)
    return NOT_SUPPORTED;
  if (!gcuf_blas_symbol ('s', "gemm"))
    return NOT_INITIALIZED;
  p.alpha = scalar (h, type, alpha);
  p.beta = scalar (h, type, beta);
  if (GCUF_library_enqueue (h->stream, run_product, &p, sizeof p, false))
    return EXECUTION_FAILED;
  return SUCCESS;
}

/* The product of a matrix and a vector is that with a matrix of one row, if the
   vector is taken as such: its elements are as far apart as columns.  A negative
   distance begins at the end.  */

static int
product_with_vector (void *handle, int trans, int64_t m, int64_t n,
		     const void *alpha, struct matrix a, struct matrix x,
		     const void *beta, struct matrix y, bool addresses,
		     int64_t batch)
{
  struct product p = { 0, !trans, 1, trans ? n : m, trans ? m : n, batch, x, a,
		       y, addresses, { 0 }, { 0 } };

  if (trans < 0 || trans > 2 || m < 0 || n < 0 || a.ld < m || !x.ld || !y.ld)
    return INVALID_VALUE;
  if (x.ld < 0 || y.ld < 0)
    return NOT_SUPPORTED;
  return product (handle, p, alpha, beta, COMPUTE_32F);
}

/* In the forms for int and for int64_t.  */
#define OPS int transa, int transb, INT m, INT n, INT k
#define GEMM_EX(NAME, SCALAR, COMPUTE) \
  int \
  NAME (void *handle, OPS, SCALAR *alpha, void *a, int a_type, INT lda, \
	void *b, int b_type, INT ldb, SCALAR *beta, void *c, int c_type, \
	INT ldc) \
  { \
    return product (handle, (struct product) { transa, transb, m, n, k, 1, \
		    { a, a_type, lda, 0 }, { b, b_type, ldb, 0 }, \
		    { c, c_type, ldc, 0 }, false, { 0 }, { 0 } }, \
		    alpha, beta, COMPUTE); \
  }
#define RANK_EX(SUFFIX, BASE, SCALAR) \
  extern int NAME (BASE##_v2) (void *, int, int, INT, INT, SCALAR *, \
			       float _Complex *, INT, SCALAR *, \
			       float _Complex *, INT); \
  int \
  NAME (SUFFIX) (void *handle, int uplo, int trans, INT n, INT k, \
		 SCALAR *alpha, void *a, int a_type, INT lda, SCALAR *beta, \
		 void *c, int c_type, INT ldc) \
  { \
    if (a_type != C_32F || c_type != C_32F) \
      return NOT_SUPPORTED; \
    return NAME (BASE##_v2) (handle, uplo, trans, n, k, alpha, a, lda, beta, c, \
			     ldc); \
  }
#define PASTE_(A, B) A##B
#define PASTE(A, B) PASTE_ (A, B)
#define NAME(BASE) PASTE (gcuf_cpu_cublas##BASE, WIDE)

#define INT int
#define WIDE
#include "cpu-types-products.h"
#define INT int64_t
#define WIDE _64
#include "cpu-types-products.h"
