/* What elements that are numbers are reduced to.
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


/* Included by reduce-elements.h, for each kind of elements; array-reduction.c
   says what the macros mean.  */

/* As struct gcuf_partial: the sum of some elements, or the first of the extreme
   ones and its number, which is negative if there is none.  */
struct T (partial)
{
  VALUE value;
  int64_t at;
};

typedef VALUE T (element);

/* VALUE or, if the order is REVERSED, its counterpart in the reversed order: an
   integer with all bits inverted, a real number with its sign inverted.  */

INLINE VALUE
T (ordered) (VALUE value, bool reversed)
{
  __typeof__ (SIGN) bits;
  /* GCC would take a register of another type as it is.  */
  asm ("mov." BITS " %0, %1;" : "=r" (bits) : "r" (value));
  bits ^= reversed ? SIGN : 0;
  asm ("mov." BITS " %0, %1;" : "=r" (value) : "r" (bits));
  return value;
}

INLINE VALUE
T (load) (uint64_t address, struct order order)
{
  VALUE value;
  LOAD (LOAD_ELEMENT, value, address);
  return order.of == SUMS ? value : T (ordered) (value, order.reversed);
}

/* A number has no parts.  */

INLINE bool
T (at_once_p) (const struct work *, struct place)
{
  return false;
}

/* True if X is to take the place of Y wherever they are; also where they are
   equal, if OR_EQUAL.  A NaN takes no place, and gives up its own.  */

INLINE bool
T (better) (VALUE x, VALUE y, bool or_equal)
{
  bool is_number = !IS_NAN (x), greater = !(x <= y), equal = x == y;
  return is_number & (greater | (or_equal & equal));
}

INLINE VALUE
T (maximum) (VALUE x, VALUE y)
{
  VALUE z;
  asm ("max." TYPE " %0, %1, %2;" : "=r" (z) : "r" (x), "r" (y));
  return z;
}

/* The result of no elements.  */

INLINE struct T (partial)
T (nothing) (struct order order)
{
  return (struct T (partial)) { order.of == VALUES ? LEAST : 0, -1 };
}

/* Add VALUE, element number I, to *P, which is of elements before it.  */

INLINE void
T (take) (struct T (partial) *p, VALUE value, int64_t i, struct order order)
{
  if (order.of == SUMS)
    p->value += value;
  else if (order.of == VALUES)
    {
      p->value = T (maximum) (p->value, value);
      p->at = 0;
    }
  else
    /* As in T (merge), but GCC would have each predicate in a register.  */
    asm ("{ .reg .pred p, q;\n\t"
	 "setp.ne.u32 q, %4, 0;\n\t"
	 "setp.eq.and." TYPE " q, %2, %0, q;\n\t"
	 GREATER ("%2", "%0")
	 "or.pred p, p, q;\n\t"
	 "setp.lt.or.s64 p, %1, 0, p;\n\t"
	 "selp." BITS " %0, %2, %0, p;\n\t"
	 "selp.b64 %1, %3, %1, p; }"
	 : "+r" (p->value), "+r" (p->at)
	 : "r" (value), "r" (i), "r" ((uint32_t) order.back));
}

/* Merge Q into *P as gcuf_reduce_merge does.  */

INLINE void
T (merge) (struct T (partial) *p, struct T (partial) q, struct order order)
{
  if (order.of == SUMS)
    {
      p->value += q.value;
      return;
    }
  if (order.of == VALUES)
    {
      p->value = T (maximum) (p->value, q.value);
      p->at = p->at > q.at ? p->at : q.at;
      return;
    }
  bool better = T (better) (q.value, p->value, false);
  bool worse = T (better) (p->value, q.value, false);
  bool first = order.back ? q.at > p->at : q.at < p->at;
  /* If all are NaNs, the first one stays.  */
  if (order.back)
    first ^= IS_NAN (p->value);
  bool taken = (q.at >= 0) & ((p->at < 0) | better | (first & !worse));
  p->value = taken ? q.value : p->value;
  p->at = taken ? q.at : p->at;
}

/* What the thread DISTANCE lanes up has for P.  */

INLINE struct T (partial)
T (shuffle_down) (struct T (partial) p, unsigned distance, struct order order)
{
  struct T (partial) q = { SHUFFLE_DOWN (p.value, distance), -1 };
  if (order.of != SUMS)
    q.at = SHUFFLE_DOWN (p.at, distance);
  return q;
}

INLINE void
T (store_shared) (uint64_t address, struct T (partial) p)
{
  STORE ("st.shared." BITS " [%0], %1;", address, p.value);
  STORE ("st.shared.b64 [%0+8], %1;", address, p.at);
}

INLINE struct T (partial)
T (load_shared) (uint64_t address)
{
  struct T (partial) p;
  asm volatile ("ld.shared." BITS " %0, [%1];"
		: "=r" (p.value) : "r" (address) : "memory");
  asm volatile ("ld.shared.b64 %0, [%1+8];"
		: "=r" (p.at) : "r" (address) : "memory");
  return p;
}

/* Store P at ADDRESS.  */

INLINE void
T (store_partial) (uint64_t address, struct T (partial) p, struct order order)
{
  if (order.of != SUMS)
    p.value = T (ordered) (p.value, order.reversed);
  STORE ("st.global." BITS " [%0], %1;", address, p.value);
  STORE ("st.global.b64 [%0+8], %1;", address, p.at);
}

/* Load what that has stored there, maybe in another block.  */

INLINE struct T (partial)
T (load_partial) (uint64_t address, struct order order)
{
  struct T (partial) p;
  asm volatile ("ld.global.cg." BITS " %0, [%1];"
		: "=r" (p.value) : "r" (address) : "memory");
  asm volatile ("ld.global.cg.b64 %0, [%1+8];"
		: "=r" (p.at) : "r" (address) : "memory");
  if (order.of != SUMS)
    p.value = T (ordered) (p.value, order.reversed);
  return p;
}
