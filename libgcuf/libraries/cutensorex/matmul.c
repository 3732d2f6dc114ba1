/* Products of matrices by cuBLAS, or by the cpu backend's BLAS.
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
#include <limits.h>

#include "library.h"

/* Of libgcuf-cublas.  */
extern int GCUF_cublasGetHandle (void **handle);
#define GEMM(letter, type)						\
extern int GCUF_cublas##letter##gemm_v2					\
  (void *handle, const char *transa, const char *transb, int m, int n,	\
   int k, type *alpha, type *A, int lda, type *B, int ldb, type *beta,	\
   type *C, int ldc);
GEMM (S, float)
GEMM (D, double)
GEMM (C, float _Complex)
GEMM (Z, double _Complex)
#undef GEMM

/* A matrix of ROWS and COLUMNS with the address of its first element and the
   bytes from one row to the next and from one column.  */
struct matrix
{
  long long rows, columns;
  char *data;
  long long row, column;
};

/* The same as BLAS has it: of columns without gaps, or the transpose of
   that.  */
struct operand
{
  const char *op;
  int ld;
};

static struct matrix
transpose (struct matrix m)
{
  struct matrix t = { m.columns, m.rows, m.data, m.column, m.row };
  return t;
}

/* True if M, with elements of SIZE bytes, has columns without gaps; store how
   far they are apart in *LD.  */

static bool
columns_p (const struct matrix *m, long long size, int *ld)
{
  long long apart = m->columns == 1 ? m->rows : m->column / size;
  if ((m->rows != 1 && m->row != size)
      || (m->columns != 1 && m->column % size != 0)
      || apart < m->rows || apart > INT_MAX)
    return false;
  *ld = apart;
  return true;
}

/* Describe M as an operand; return false if BLAS cannot have it.  */

static bool
describe (struct matrix m, long long size, struct operand *o)
{
  struct matrix t = transpose (m);
  o->op = "n";
  if (columns_p (&m, size, &o->ld))
    return true;
  o->op = "t";
  return columns_p (&t, size, &o->ld);
}

/* C = A B, of the type that COMPLEX_P and KIND say.  Return zero, or a status
   if the library could not do that.  */

static int
multiply (bool complex_p, int kind, struct matrix a, struct matrix b,
	  struct matrix c)
{
  const long long size = kind * (complex_p ? 2 : 1);
  struct operand oa, ob;
  void *handle;
  int ldc;

  if (!columns_p (&c, size, &ldc))
    {
      /* Then the transpose may be of that form.  */
      struct matrix first = transpose (b), second = transpose (a);
      c = transpose (c);
      if (!columns_p (&c, size, &ldc))
	return 1;
      a = first;
      b = second;
    }
  if (!describe (a, size, &oa) || !describe (b, size, &ob)
      || a.rows > INT_MAX || b.columns > INT_MAX || a.columns > INT_MAX)
    return 1;
  int status = GCUF_cublasGetHandle (&handle);
  if (status)
    return status;
#define CALL(letter, type)						\
  ({									\
    type one = 1, zero = 0;						\
    GCUF_cublas##letter##gemm_v2 (handle, oa.op, ob.op, c.rows,		\
				  c.columns, a.columns, &one,		\
				  (type *) a.data, oa.ld,		\
				  (type *) b.data, ob.ld, &zero,	\
				  (type *) c.data, ldc);		\
  })
  if (complex_p)
    return (kind == 4 ? CALL (C, float _Complex)
	    : CALL (Z, double _Complex));
  return kind == 4 ? CALL (S, float) : CALL (D, double);
#undef CALL
}

/* Called by compiled code: compute a product of an M by K matrix with one of K
   by N, of each of which there are the address, the bytes from one row to the
   next and the bytes from one column to the next. *STATUS becomes zero if that
   has been enqueued; if not, the caller has to do it.  */

GCUF_EXPORT void
GCUF_matmul (long long complex_p, long long kind, long long m, long long n,
	     long long k, char *a, long long a_row, long long a_column,
	     char *b, long long b_row, long long b_column, char *c,
	     long long c_row, long long c_column, long long *status)
{
  struct matrix ma = { m, k, a, a_row, a_column };
  struct matrix mb = { k, n, b, b_row, b_column };
  struct matrix mc = { m, n, c, c_row, c_column };
  *status = (m > 0 && n > 0 && k > 0
	     ? multiply (complex_p, kind, ma, mb, mc) : 1);
}
