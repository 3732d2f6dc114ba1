/* What complex elements are reduced to.
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


/* Included by reduce-elements.h; array-reduction.c says what the macros mean.  Of
   complex numbers there are sums only.  */

/* As the complex numbers of struct gcuf_partial.  */
struct T (partial)
{
  VALUE real, imaginary;
};

typedef struct T (partial) T (element);

/* True if the elements of the innermost loop, whose result begins at BEGIN, are
   aligned as wholes: the language aligns their parts.  */

INLINE bool
T (at_once_p) (const struct work *w, struct place begin)
{
  uint64_t stride = MEMBER (struct gcuf_reduction_loop, src, w->loops);
  return (begin.src | stride) % sizeof (struct T (partial)) == 0;
}

INLINE struct T (partial)
T (load) (uint64_t address, struct order order)
{
  struct T (partial) p;
  if (order.at_once)
    asm volatile ("ld.global.v2." TYPE " {%0, %1}, [%2];"
		  : "=r" (p.real), "=r" (p.imaginary) : "r" (address));
  else
    {
      LOAD ("ld.global." TYPE " %0, [%1];", p.real, address);
      LOAD ("ld.global." TYPE " %0, [%1];", p.imaginary,
	    address + sizeof p.real);
    }
  return p;
}

/* The result of no elements.  */

INLINE struct T (partial)
T (nothing) (struct order)
{
  return (struct T (partial)) { 0, 0 };
}

/* Add Q to *P.  */

INLINE void
T (merge) (struct T (partial) *p, struct T (partial) q, struct order)
{
  p->real += q.real;
  p->imaginary += q.imaginary;
}

/* Add VALUE, element number I, to *P.  */

INLINE void
T (take) (struct T (partial) *p, struct T (partial) value, int64_t,
	  struct order order)
{
  T (merge) (p, value, order);
}

/* What the thread DISTANCE lanes up has for P.  */

INLINE struct T (partial)
T (shuffle_down) (struct T (partial) p, unsigned distance, struct order)
{
  return (struct T (partial)) { SHUFFLE_DOWN (p.real, distance),
				SHUFFLE_DOWN (p.imaginary, distance) };
}

INLINE void
T (store_shared) (uint64_t address, struct T (partial) p)
{
  asm volatile ("st.shared.v2." TYPE " [%0], {%1, %2};"
		: : "r" (address), "r" (p.real), "r" (p.imaginary) : "memory");
}

INLINE struct T (partial)
T (load_shared) (uint64_t address)
{
  struct T (partial) p;
  asm volatile ("ld.shared.v2." TYPE " {%0, %1}, [%2];"
		: "=r" (p.real), "=r" (p.imaginary) : "r" (address) : "memory");
  return p;
}

/* Store P at ADDRESS.  */

INLINE void
T (store_partial) (uint64_t address, struct T (partial) p, struct order)
{
  asm volatile ("st.global.v2." TYPE " [%0], {%1, %2};"
		: : "r" (address), "r" (p.real), "r" (p.imaginary) : "memory");
}

/* Load what that has stored there, maybe in another block.  */

INLINE struct T (partial)
T (load_partial) (uint64_t address, struct order)
{
  struct T (partial) p;
  asm volatile ("ld.global.cg.v2." TYPE " {%0, %1}, [%2];"
		: "=r" (p.real), "=r" (p.imaginary) : "r" (address) : "memory");
  return p;
}
