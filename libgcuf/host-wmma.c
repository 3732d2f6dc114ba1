/* Module wmma on the cpu backend.
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

#include <stdint.h>
#include <string.h>

#include "fiber.h"

/* A matrix is spread over a warp in its column order: each lane has the same
   number of elements that follow each other, as often as they fit into its
   fragment.  A product is made by the last lane that comes for it.  */

#define ALL_LANES 0xffffffffu
#define FACTOR_ELEMENTS 16	/* Of a fragment, with copies.  */
#define SUM_ELEMENTS 8
#define MAX_ELEMENTS (GCUF_WARP_SIZE * FACTOR_ELEMENTS)

typedef _Float16 kind2;
typedef float kind4;

/* The place in memory of element (I, J), counted from zero.  */
static ptrdiff_t
place (int i, int j, int ld, bool row_major)
{
  return row_major ? (ptrdiff_t) i * ld + j : (ptrdiff_t) j * ld + i;
}

/* All lanes have to come: what one stores another may read next.  */

static void
wait_for_warp (void)
{
  struct gcuf_warp_request r = { .mask = ALL_LANES };
  gcuf_warp_wait (&r);
}

/* --- Loads and stores ------------------------------------------------------- */

/* Element number S of lane LANE's fragment, of a matrix of ROWS by COLUMNS: its
   number in column order.  */

static int
element (unsigned lane, int s, int rows, int columns)
{
  int each = rows * columns / GCUF_WARP_SIZE;
  return lane * each + s % each;
}

#define LOAD(name, kind, elements, rows, columns, row_major)		\
  GCUF_EXPORT void							\
  name									\
  {									\
    kind *x = fragment;							\
    const kind *p = mem;						\
    unsigned lane = gcuf_warp_lane ();					\
    for (int s = 0; s < elements; s++)					\
      {									\
	int e = element (lane, s, rows, columns);			\
	x[s] = p[place (e % rows, e / rows, ld, row_major)];		\
      }									\
    wait_for_warp ();							\
  }

#define LOAD_FACTOR(m, n, k, factor, layout, rows, columns, row_major)	\
  extern void __gcuf_warp_wmma_load_##factor##_##m##_##n##_##k##_##layout \
    (void *, const void *, int);					\
  LOAD (__gcuf_warp_wmma_load_##factor##_##m##_##n##_##k##_##layout	\
	(void *fragment, const void *mem, int ld),			\
	kind2, FACTOR_ELEMENTS, rows, columns, row_major)

#define LOAD_SUM(m, n, k, kd)						\
  extern void __gcuf_warp_wmma_load_c_##m##_##n##_##k##_##kd		\
    (void *, const void *, int, const int *);				\
  LOAD (__gcuf_warp_wmma_load_c_##m##_##n##_##k##_##kd		\
	(void *fragment, const void *mem, int ld, const int *row_major), \
	kind##kd, SUM_ELEMENTS, m, n, row_major && *row_major)

#define STORE_SUM(m, n, k, kd)					\
  extern void __gcuf_warp_wmma_store_##m##_##n##_##k##_##kd		\
    (void *, const void *, int, const int *);				\
  GCUF_EXPORT void							\
  __gcuf_warp_wmma_store_##m##_##n##_##k##_##kd			\
    (void *mem, const void *fragment, int ld, const int *row_major)	\
  {									\
    const kind##kd *x = fragment;					\
    kind##kd *p = mem;						\
    unsigned lane = gcuf_warp_lane ();					\
    for (int s = 0; s < SUM_ELEMENTS; s++)				\
      {									\
	int e = element (lane, s, m, n);				\
	p[place (e % m, e / m, ld, row_major && *row_major)] = x[s];	\
      }									\
    wait_for_warp ();							\
  }

/* --- Products --------------------------------------------------------------- */

/* One lane's part in D = A B + C; C is null for zero.  */
struct product
{
  int m, n, k;
  int kind_d, kind_c;
  void *d;
  const void *a, *b, *c;
};

static const struct product *
part (const struct gcuf_warp_request *r)
{
  return (const struct product *) (uintptr_t) r->value;
}

/* Put the fragments of KIND together that WHICH gives of each lane.  */

#define GATHER(which, of_kind, rows, columns, matrix)			\
  for (unsigned lane = 0; lane < GCUF_WARP_SIZE; lane++)		\
    if (present >> lane & 1)						\
      for (int s = 0; s < (rows) * (columns) / GCUF_WARP_SIZE; s++)	\
	{								\
	  const void *x = part (lanes[lane])->which;			\
	  matrix[element (lane, s, rows, columns)]			\
	    = (of_kind) == 2 ? (float) ((const kind2 *) x)[s]		\
	      : ((const kind4 *) x)[s];					\
	}

static void
finish_product (struct gcuf_warp_request *const *lanes, uint32_t present)
{
  const struct product *p = part (lanes[__builtin_ctz (present)]);
  float a[MAX_ELEMENTS] = { 0 }, b[MAX_ELEMENTS] = { 0 };
  float c[GCUF_WARP_SIZE * SUM_ELEMENTS] = { 0 };

  GATHER (a, 2, p->m, p->k, a)
  GATHER (b, 2, p->k, p->n, b)
  if (p->c)
    GATHER (c, p->kind_c, p->m, p->n, c)

  for (int j = 0; j < p->n; j++)
    for (int l = 0; l < p->k; l++)
      for (int i = 0; i < p->m; i++)
	c[i + j * p->m] += a[i + l * p->m] * b[l + j * p->k];

  for (unsigned lane = 0; lane < GCUF_WARP_SIZE; lane++)
    if (present >> lane & 1)
      for (int s = 0; s < SUM_ELEMENTS; s++)
	{
	  float y = c[element (lane, s, p->m, p->n)];
	  if (p->kind_d == 2)
	    ((kind2 *) part (lanes[lane])->d)[s] = y;
	  else
	    ((kind4 *) part (lanes[lane])->d)[s] = y;
	}
}

static void
multiply (const struct product *p)
{
  struct gcuf_warp_request r
    = { .mask = ALL_LANES, .finish = finish_product,
	.value = (uintptr_t) p };
  gcuf_warp_wait (&r);
}

#define PRODUCT(m_, n_, k_, la, lb, dk, ck)				\
  extern void __gcuf_warp_wmma_mma_##m_##_##n_##_##k_##_##la##_##lb##_##dk##ck \
    (void *, const void *, const void *, const void *);			\
  GCUF_EXPORT void							\
  __gcuf_warp_wmma_mma_##m_##_##n_##_##k_##_##la##_##lb##_##dk##ck	\
    (void *d, const void *a, const void *b, const void *c)		\
  {									\
    struct product p = { m_, n_, k_, dk, ck, d, a, b, c };		\
    multiply (&p);							\
  }

#define PRODUCT_ALONE(m_, n_, k_, la, lb, dk)				\
  extern void __gcuf_warp_wmma_mul_##m_##_##n_##_##k_##_##la##_##lb##_##dk \
    (void *, const void *, const void *);				\
  GCUF_EXPORT void							\
  __gcuf_warp_wmma_mul_##m_##_##n_##_##k_##_##la##_##lb##_##dk		\
    (void *d, const void *a, const void *b)				\
  {									\
    struct product p = { m_, n_, k_, dk, dk, d, a, b, NULL };		\
    multiply (&p);							\
  }

#define PRODUCTS(m, n, k, la, lb)					\
  PRODUCT (m, n, k, la, lb, 2, 2)					\
  PRODUCT (m, n, k, la, lb, 2, 4)					\
  PRODUCT (m, n, k, la, lb, 4, 2)					\
  PRODUCT (m, n, k, la, lb, 4, 4)					\
  PRODUCT_ALONE (m, n, k, la, lb, 2)					\
  PRODUCT_ALONE (m, n, k, la, lb, 4)

#define GCUF_WMMA_SHAPE(m, n, k)					\
  LOAD_FACTOR (m, n, k, a, col, m, k, false)				\
  LOAD_FACTOR (m, n, k, a, row, m, k, true)				\
  LOAD_FACTOR (m, n, k, b, col, k, n, false)				\
  LOAD_FACTOR (m, n, k, b, row, k, n, true)				\
  LOAD_SUM (m, n, k, 2)							\
  LOAD_SUM (m, n, k, 4)							\
  STORE_SUM (m, n, k, 2)						\
  STORE_SUM (m, n, k, 4)						\
  PRODUCTS (m, n, k, col, col)						\
  PRODUCTS (m, n, k, col, row)						\
  PRODUCTS (m, n, k, row, col)						\
  PRODUCTS (m, n, k, row, row)

#include "wmma.def"

/* --- Filling ---------------------------------------------------------------- */

#define FILL(name, kind, elements, from, c_type, value)			\
  extern void __gcuf_wmma_fill_##name##_##from (void *, const c_type *);	\
  GCUF_EXPORT void							\
  __gcuf_wmma_fill_##name##_##from (void *fragment, const c_type *p)	\
  {									\
    kind *x = fragment;							\
    for (int s = 0; s < elements; s++)					\
      x[s] = (value);							\
  }

#define FILLS(name, kind, elements)					\
  FILL (name, kind, elements, r2, void, *(const kind2 *) p)		\
  FILL (name, kind, elements, r4, float, *p)				\
  FILL (name, kind, elements, r8, double, (float) *p)			\
  FILL (name, kind, elements, i4, int, (float) *p)

FILLS (factor, kind2, FACTOR_ELEMENTS)
FILLS (sum2, kind2, SUM_ELEMENTS)
FILLS (sum4, kind4, SUM_ELEMENTS)
