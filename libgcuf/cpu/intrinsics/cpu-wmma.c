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
#define FACTOR2_ELEMENTS 16	/* Of a fragment, with copies.  */
#define FACTOR4_ELEMENTS 4
#define FACTOR8_ELEMENTS 1
#define SUM2_ELEMENTS 8
#define SUM4_ELEMENTS 8
#define SUM8_ELEMENTS 2
#define MAX_ELEMENTS (GCUF_WARP_SIZE * FACTOR2_ELEMENTS)

typedef _Float16 kind2;
typedef float kind4;
typedef double kind8;

/* The place in memory of element (I, J), counted from zero.  */
static ptrdiff_t
place (int i, int j, int ld, bool row_major)
{
  return row_major ? (ptrdiff_t) i * ld + j : (ptrdiff_t) j * ld + i;
}

/* The instructions are defined for whole warps alone.  Here that is seen, other
   than on a GPU.  */

static void
need_all (uint32_t present)
{
  if (present != ALL_LANES)
    gcuf_fatal (NULL, "tensor cores need all %d threads of a warp, and %d have "
		"come to an operation of module wmma when the others had ended",
		GCUF_WARP_SIZE, __builtin_popcount (present));
}

static void
finish_access (struct gcuf_warp_request *const *lanes, uint32_t present)
{
  (void) lanes;
  need_all (present);
}

/* All lanes have to come: what one stores another may read next.  */

static void
wait_for_warp (void)
{
  struct gcuf_warp_request r = { .mask = ALL_LANES, .finish = finish_access };
  gcuf_warp_wait (&r);
}

/* --- Loads and stores ---------------------------------------------------- */

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

#define LOAD_FACTOR(m, n, k, fk, factor, layout, rows, columns, row_major) \
  extern void __gcuf_warp_wmma_load_##factor##_##m##_##n##_##k##_##layout \
    (void *, const void *, int);					\
  LOAD (__gcuf_warp_wmma_load_##factor##_##m##_##n##_##k##_##layout	\
	(void *fragment, const void *mem, int ld),			\
	kind##fk, FACTOR##fk##_ELEMENTS, rows, columns, row_major)

#define LOAD_SUM(m, n, k, kd)						\
  extern void __gcuf_warp_wmma_load_c_##m##_##n##_##k##_##kd		\
    (void *, const void *, int, const int *);				\
  LOAD (__gcuf_warp_wmma_load_c_##m##_##n##_##k##_##kd		\
	(void *fragment, const void *mem, int ld, const int *row_major), \
	kind##kd, SUM##kd##_ELEMENTS, m, n, row_major && *row_major)

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
    for (int s = 0; s < SUM##kd##_ELEMENTS; s++)			\
      {									\
	int e = element (lane, s, m, n);				\
	p[place (e % m, e / m, ld, row_major && *row_major)] = x[s];	\
      }									\
    wait_for_warp ();							\
  }

/* --- Products ------------------------------------------------------------ */

/* One lane's part in D = A B + C; C is null for zero.  */
struct product
{
  int m, n, k;
  int kind_f, kind_d, kind_c;
  void *d;
  const void *a, *b, *c;
};

static const struct product *
part (const struct gcuf_warp_request *r)
{
  return (const struct product *) (uintptr_t) r->value;
}

/* VALUE with a fraction of ten bits, as cvt.rna.tf32.f32 rounds it: to nearest,
   halfway cases away from zero.  Infinities stay.  */

static float
round_to_tf32 (float value)
{
  const uint32_t dropped = (1u << 13) - 1;
  uint32_t bits;

  if (__builtin_isnan (value))
    return value;
  memcpy (&bits, &value, sizeof bits);
  bits = (bits + dropped / 2 + 1) & ~dropped;
  memcpy (&value, &bits, sizeof bits);
  return value;
}

/* Element S of the fragment X, of kind KIND.  */

static double
element_value (int kind, const void *x, int s)
{
  return (kind == 2 ? ((const kind2 *) x)[s]
	  : kind == 4 ? ((const kind4 *) x)[s] : ((const kind8 *) x)[s]);
}

static double
factor_value (int kind, const void *x, int s)
{
  double value = element_value (kind, x, s);
  return kind == 4 ? round_to_tf32 (value) : value;
}

static void
set_element (int kind, void *x, int s, double value)
{
  if (kind == 2)
    ((kind2 *) x)[s] = value;
  else if (kind == 4)
    ((kind4 *) x)[s] = value;
  else
    ((kind8 *) x)[s] = value;
}

/* See that all lanes have come for the same kind of product.  */

static void
need_same (struct gcuf_warp_request *const *lanes)
{
  const struct product *p = part (lanes[0]);

  for (unsigned lane = 1; lane < GCUF_WARP_SIZE; lane++)
    {
      const struct product *q = part (lanes[lane]);
      if (q->m != p->m || q->n != p->n || q->k != p->k
	  || q->kind_d != p->kind_d || q->kind_c != p->kind_c)
	gcuf_fatal (NULL, "threads of a warp have come to different products "
		    "of module wmma");
    }
}

/* Put the fragments together that WHICH gives of each lane, with elements that
   VALUE gets.  */

#define GATHER(which, value, kind, rows, columns, matrix)		\
  for (unsigned lane = 0; lane < GCUF_WARP_SIZE; lane++)		\
    for (int s = 0; s < (rows) * (columns) / GCUF_WARP_SIZE; s++)	\
      matrix[element (lane, s, rows, columns)]				\
	= value (kind, part (lanes[lane])->which, s);

/* The product, added up in TYPE by ADD (C, A, B).  */

#define DEFINE_FINISH(name, type, add)					\
  static void								\
  name (struct gcuf_warp_request *const *lanes, uint32_t present)	\
  {									\
    need_all (present);							\
    need_same (lanes);							\
    const struct product *p = part (lanes[0]);				\
    type a[MAX_ELEMENTS] = { 0 }, b[MAX_ELEMENTS] = { 0 };		\
    type c[MAX_ELEMENTS] = { 0 };					\
									\
    GATHER (a, factor_value, p->kind_f, p->m, p->k, a)			\
    GATHER (b, factor_value, p->kind_f, p->k, p->n, b)			\
    if (p->c)								\
      GATHER (c, element_value, p->kind_c, p->m, p->n, c)		\
									\
    for (int j = 0; j < p->n; j++)					\
      for (int l = 0; l < p->k; l++)					\
	for (int i = 0; i < p->m; i++)					\
	  c[i + j * p->m] = add (c[i + j * p->m], a[i + l * p->m],	\
				 b[l + j * p->k]);			\
									\
    for (unsigned lane = 0; lane < GCUF_WARP_SIZE; lane++)		\
      for (int s = 0; s < p->m * p->n / GCUF_WARP_SIZE; s++)		\
	set_element (p->kind_d, part (lanes[lane])->d, s,		\
		     c[element (lane, s, p->m, p->n)]);			\
  }

#define ADD_SINGLE(c, a, b) (c) + (a) * (b)
#define ADD_DOUBLE(c, a, b) __builtin_fma (a, b, c)

DEFINE_FINISH (finish_single, float, ADD_SINGLE)
DEFINE_FINISH (finish_double, double, ADD_DOUBLE)

static void
multiply (const struct product *p)
{
  struct gcuf_warp_request r
    = { .mask = ALL_LANES,
	.finish = p->kind_f == 8 ? finish_double : finish_single,
	.value = (uintptr_t) p };
  gcuf_warp_wait (&r);
}

#define PRODUCT(m_, n_, k_, fk, la, lb, dk, ck)				\
  extern void __gcuf_warp_wmma_mma_##m_##_##n_##_##k_##_##la##_##lb##_##dk##ck \
    (void *, const void *, const void *, const void *);			\
  GCUF_EXPORT void							\
  __gcuf_warp_wmma_mma_##m_##_##n_##_##k_##_##la##_##lb##_##dk##ck	\
    (void *d, const void *a, const void *b, const void *c)		\
  {									\
    struct product p = { m_, n_, k_, fk, dk, ck, d, a, b, c };		\
    multiply (&p);							\
  }

#define PRODUCT_ALONE(m_, n_, k_, fk, la, lb, dk)			\
  extern void __gcuf_warp_wmma_mul_##m_##_##n_##_##k_##_##la##_##lb##_##dk \
    (void *, const void *, const void *);				\
  GCUF_EXPORT void							\
  __gcuf_warp_wmma_mul_##m_##_##n_##_##k_##_##la##_##lb##_##dk		\
    (void *d, const void *a, const void *b)				\
  {									\
    struct product p = { m_, n_, k_, fk, dk, dk, d, a, b, NULL };	\
    multiply (&p);							\
  }

#define PRODUCTS_OF(m, n, k, fk, la, lb)				\
  PRODUCT (m, n, k, fk, la, lb, fk, fk)					\
  PRODUCT_ALONE (m, n, k, fk, la, lb, fk)

#define MIXED_PRODUCTS_OF(m, n, k, fk, la, lb)				\
  PRODUCTS_OF (m, n, k, fk, la, lb)					\
  PRODUCT (m, n, k, fk, la, lb, 2, 4)					\
  PRODUCT (m, n, k, fk, la, lb, 4, 2)					\
  PRODUCT (m, n, k, fk, la, lb, 4, 4)					\
  PRODUCT_ALONE (m, n, k, fk, la, lb, 4)

#define ALL_LAYOUTS(products, m, n, k, fk)				\
  products (m, n, k, fk, c, c)						\
  products (m, n, k, fk, c, r)						\
  products (m, n, k, fk, r, c)						\
  products (m, n, k, fk, r, r)

#define LOAD_FACTORS(m, n, k, fk)					\
  LOAD_FACTOR (m, n, k, fk, a, c, m, k, false)				\
  LOAD_FACTOR (m, n, k, fk, a, r, m, k, true)				\
  LOAD_FACTOR (m, n, k, fk, b, c, k, n, false)				\
  LOAD_FACTOR (m, n, k, fk, b, r, k, n, true)

#define GCUF_WMMA_HALF(m, n, k)						\
  LOAD_FACTORS (m, n, k, 2)						\
  LOAD_SUM (m, n, k, 2)							\
  LOAD_SUM (m, n, k, 4)							\
  STORE_SUM (m, n, k, 2)						\
  STORE_SUM (m, n, k, 4)						\
  ALL_LAYOUTS (MIXED_PRODUCTS_OF, m, n, k, 2)

#define GCUF_WMMA_SINGLE(m, n, k)					\
  LOAD_FACTORS (m, n, k, 4)						\
  LOAD_SUM (m, n, k, 4)							\
  STORE_SUM (m, n, k, 4)						\
  ALL_LAYOUTS (PRODUCTS_OF, m, n, k, 4)

#define GCUF_WMMA_DOUBLE(m, n, k)					\
  LOAD_FACTORS (m, n, k, 8)						\
  LOAD_SUM (m, n, k, 8)							\
  STORE_SUM (m, n, k, 8)						\
  ALL_LAYOUTS (PRODUCTS_OF, m, n, k, 8)

#include "wmma.def"

/* --- Filling ------------------------------------------------------------- */

#define FILL(name, kind, elements, from, c_type, value)			\
  extern void __gcuf_wmma_fill_##name##_##from (void *, const c_type *); \
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
  FILL (name, kind, elements, r8, double, *p)				\
  FILL (name, kind, elements, i4, int, *p)

FILLS (factor2, kind2, FACTOR2_ELEMENTS)
FILLS (factor4, kind4, FACTOR4_ELEMENTS)
FILLS (factor8, kind8, FACTOR8_ELEMENTS)
FILLS (sum2, kind2, SUM2_ELEMENTS)
FILLS (sum4, kind4, SUM4_ELEMENTS)
FILLS (sum8, kind8, SUM8_ELEMENTS)

/* --- Comparisons and selections ------------------------------------------ */

/* What a thread has of a mask.  Where Fortran has a function with such a
   result, the first argument points to it.  */
struct mask_8 { _Bool x[8]; };
struct mask_2 { _Bool x[2]; };

/* Operands: those of a sum, and a number for all.  */
#define ELEMENT(kind, p, s) (((const kind *) p)[s])
#define SCALAR(kind, p, s) (p)

#define COMPARE(name, c, kind, count, a_type, a_is, b_type, b_is)	\
  extern void __gcuf_wmma_##name (struct mask_##count *, a_type, b_type); \
  GCUF_EXPORT void							\
  __gcuf_wmma_##name (struct mask_##count *r, a_type a, b_type b)	\
  {									\
    for (int s = 0; s < count; s++)					\
      r->x[s] = a_is (kind, a, s) c b_is (kind, b, s);			\
  }

#define COMPARISON(op, c, sum, kind, count)				\
  COMPARE (op##_##sum, c, kind, count, const void *, ELEMENT,		\
	   const void *, ELEMENT)					\
  COMPARE (op##_##sum##_r, c, kind, count, const void *, ELEMENT,	\
	   double, SCALAR)						\
  COMPARE (op##_##sum##_i, c, kind, count, const void *, ELEMENT,	\
	   int64_t, (double) SCALAR)					\
  COMPARE (op##_r_##sum, c, kind, count, double, SCALAR,		\
	   const void *, ELEMENT)					\
  COMPARE (op##_i_##sum, c, kind, count, int64_t, (double) SCALAR,	\
	   const void *, ELEMENT)

#define MERGE(name, sum, kind, count, t_type, t_is, f_type, f_is)	\
  extern void __gcuf_wmma_merge_##name##_##sum (void *, t_type, f_type,	\
						const struct mask_##count *); \
  GCUF_EXPORT void							\
  __gcuf_wmma_merge_##name##_##sum (void *d, t_type t, f_type f,	\
				    const struct mask_##count *mask)	\
  {									\
    kind *x = d;							\
    for (int s = 0; s < count; s++)					\
      x[s] = mask->x[s] ? (kind) t_is (kind, t, s) : (kind) f_is (kind, f, s); \
  }

#define COMPARISONS(sum, kind, count)					\
  COMPARISON (lt, <, sum, kind, count)					\
  COMPARISON (le, <=, sum, kind, count)					\
  COMPARISON (gt, >, sum, kind, count)					\
  COMPARISON (ge, >=, sum, kind, count)					\
  COMPARISON (eq, ==, sum, kind, count)					\
  COMPARISON (ne, !=, sum, kind, count)					\
  MERGE (vv, sum, kind, count, const void *, ELEMENT, const void *, ELEMENT) \
  MERGE (vr, sum, kind, count, const void *, ELEMENT, double, SCALAR)	\
  MERGE (rv, sum, kind, count, double, SCALAR, const void *, ELEMENT)	\
  MERGE (rr, sum, kind, count, double, SCALAR, double, SCALAR)

COMPARISONS (sum2, kind2, 8)
COMPARISONS (sum4, kind4, 8)
COMPARISONS (sum8, kind8, 2)

/* --- Masks --------------------------------------------------------------- */

#define MASK_OPERATION(op, c, count)					\
  extern void __gcuf_wmma_##op##_##count				\
    (struct mask_##count *, const struct mask_##count *,		\
     const struct mask_##count *);					\
  GCUF_EXPORT void							\
  __gcuf_wmma_##op##_##count (struct mask_##count *r,			\
			      const struct mask_##count *a,		\
			      const struct mask_##count *b)		\
  {									\
    for (int s = 0; s < count; s++)					\
      r->x[s] = a->x[s] c b->x[s];					\
  }

/* The numbers of elements that are true, of all lanes together.  */

static void
finish_count (struct gcuf_warp_request *const *lanes, uint32_t present)
{
  uint64_t sum = 0;

  need_all (present);
  for (unsigned lane = 0; lane < GCUF_WARP_SIZE; lane++)
    sum += lanes[lane]->value;
  for (unsigned lane = 0; lane < GCUF_WARP_SIZE; lane++)
    lanes[lane]->result = sum;
}

static int
count_true (const _Bool *x, int count)
{
  struct gcuf_warp_request r = { .mask = ALL_LANES, .finish = finish_count };

  for (int s = 0; s < count; s++)
    r.value += x[s];
  gcuf_warp_wait (&r);
  return r.result;
}

/* Reductions of a mask to RESULT, a function of the number of true elements,
   SUM, of a whole warp.  */
#define REDUCTION(name, count, result)					\
  extern int __gcuf_warp_wmma_##name##_##count (const struct mask_##count *); \
  GCUF_EXPORT int							\
  __gcuf_warp_wmma_##name##_##count (const struct mask_##count *mask)	\
  {									\
    int sum = count_true (mask->x, count);				\
    return result;							\
  }

#define MASKS(n)							\
  extern void __gcuf_wmma_not_##n (struct mask_##n *,			\
				   const struct mask_##n *);		\
  GCUF_EXPORT void							\
  __gcuf_wmma_not_##n (struct mask_##n *r, const struct mask_##n *a)	\
  {									\
    for (int s = 0; s < n; s++)						\
      r->x[s] = !a->x[s];						\
  }									\
									\
  MASK_OPERATION (and, &, n)						\
  MASK_OPERATION (or, |, n)						\
  MASK_OPERATION (eqv, ==, n)						\
  MASK_OPERATION (neqv, !=, n)						\
  REDUCTION (any, n, sum > 0)						\
  REDUCTION (all, n, sum == (n) * GCUF_WARP_SIZE)			\
  REDUCTION (count, n, sum)

MASKS (8)
MASKS (2)
