/* Make the tables of random-jumps.def.
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


/* Prints libgcuf/intrinsics/random-jumps.def:

     cc make-random-jumps.c -o make-random-jumps
     ./make-random-jumps >random-jumps.def

   A generator whose step is a linear map goes on by J steps at once by a
   polynomial: x^J modulo the characteristic polynomial of the step.  The sum of
   states that follow each other, with its coefficients as factors, is the state
   J steps later.  Here are the polynomials for powers of two.  */

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* --- Xorwow: polynomials of degree 160 over GF(2) ------------------------ */

#define DEGREE 160
#define WORDS (DEGREE / 32)

/* X to the power 160, less what the characteristic polynomial has.  */
static uint32_t reduced[WORDS];

static int
bit (const uint32_t *x, int i)
{
  return x[i / 32] >> i % 32 & 1;
}

/* One step of the generator without its counter.  */

static void
step_xorwow (uint32_t *v)
{
  uint32_t t = v[0] ^ v[0] >> 2;
  memmove (v, v + 1, 4 * sizeof *v);
  v[4] = v[3] ^ v[3] << 4 ^ t ^ t << 1;
}

/* Find the characteristic polynomial as the shortest recurrence of one bit of
   the states (Berlekamp and Massey).  The generator has the full period, so it
   has degree 160.  */

static int
find_polynomial (void)
{
  enum { N = 2 * DEGREE };
  unsigned char s[N], c[N + 1] = { 1 }, b[N + 1] = { 1 }, t[N + 1];
  uint32_t v[WORDS] = { 1, 2, 3, 4, 5 };
  int length = 0, shift = 1;

  for (int n = 0; n < N; n++)
    {
      s[n] = v[0] & 1;
      step_xorwow (v);
    }
  for (int n = 0; n < N; n++, shift++)
    {
      int d = 0;
      for (int i = 0; i <= length; i++)
	d ^= c[i] & s[n - i];
      if (!d)
	continue;
      memcpy (t, c, sizeof c);
      for (int i = 0; i + shift <= N; i++)
	c[i + shift] ^= b[i];
      if (2 * length <= n)
	{
	  length = n + 1 - length;
	  memcpy (b, t, sizeof b);
	  shift = 0;
	}
    }
  for (int i = 1; i <= DEGREE; i++)
    if (c[i])
      reduced[(DEGREE - i) / 32] |= 1u << (DEGREE - i) % 32;
  return length == DEGREE;
}

/* A becomes A times B.  */

static void
multiply_xorwow (uint32_t *a, const uint32_t *b)
{
  uint32_t r[WORDS] = { 0 };
  for (int i = DEGREE; i--;)
    {
      /* R times x.  */
      int top = bit (r, DEGREE - 1);
      for (int w = WORDS; w--;)
	r[w] = r[w] << 1 | (w ? r[w - 1] >> 31 : 0);
      for (int w = 0; w < WORDS; w++)
	r[w] ^= (top ? reduced[w] : 0) ^ (bit (a, i) ? b[w] : 0);
    }
  memcpy (a, r, sizeof r);
}

/* Print P, with the coefficient of x^(5 i + w) as bit I of word W, the order in
   which the states come if five steps are written one after another.  */

static void
print_xorwow (const char *name, int k, const uint32_t *p)
{
  uint32_t words[WORDS] = { 0 };
  for (int i = 0; i < DEGREE; i++)
    words[i % WORDS] |= (uint32_t) bit (p, i) << i / WORDS;
  printf ("%s (%d, 0x%08x, 0x%08x, 0x%08x,\n\t       0x%08x, 0x%08x)\n",
	  name, k, words[0], words[1], words[2], words[3], words[4]);
}

/* The powers 2^(FIRST + k) of x.  */

static void
print_xorwow_powers (const char *name, int first)
{
  uint32_t p[WORDS] = { 2 };
  for (int k = 0; k < first + 64; k++)
    {
      uint32_t factor[WORDS];
      if (k >= first)
	print_xorwow (name, k - first, p);
      memcpy (factor, p, sizeof p);
      multiply_xorwow (p, factor);
    }
}

/* --- MRG32k3a: polynomials of degree 3 modulo a prime -------------------- */

/* x^3 is SECOND x^2 + FIRST x + ZEROTH.  */
struct recurrence { uint64_t modulus, second, first, zeroth; };

static const struct recurrence recurrences[2] = {
  { 4294967087u, 0, 1403580, 4294967087u - 810728 },
  { 4294944443u, 527612, 0, 4294944443u - 1370589 }
};

/* P becomes its square.  */

static void
square_mrg (uint64_t *p, const struct recurrence *r)
{
  uint64_t m = r->modulus, q[5] = { 0 };
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      q[i + j] = (q[i + j] + p[i] * p[j] % m) % m;
  for (int i = 4; i >= 3; i--)
    {
      q[i - 1] = (q[i - 1] + q[i] * r->second % m) % m;
      q[i - 2] = (q[i - 2] + q[i] * r->first % m) % m;
      q[i - 3] = (q[i - 3] + q[i] * r->zeroth % m) % m;
    }
  memcpy (p, q, 3 * sizeof *p);
}

static void
print_mrg_powers (const char *name, int first)
{
  uint64_t p[2][3] = { { 0, 1 }, { 0, 1 } };
  for (int k = 0; k < first + 64; k++)
    {
      if (k >= first)
	{
	  printf ("%s (%d", name, k - first);
	  for (int i = 0; i < 6; i++)
	    printf (",%s%uu", i % 3 ? " " : "\n\t    ",
		    (unsigned) p[i / 3][i % 3]);
	  puts (")");
	}
      for (int i = 0; i < 2; i++)
	square_mrg (p[i], &recurrences[i]);
    }
}

/* ------------------------------------------------------------------------- */

static const char *const head[] = {
  "/* How the generators of random numbers go on by many steps at once.",
  "   Copyright (C) 2026 The cudafortran authors.",
  "",
  "   This file is part of the CUDA Fortran runtime library (libgcuf).",
  "",
  "   Libgcuf is free software; you can redistribute it and/or modify it",
  "   under the terms of the GNU General Public License as published by",
  "   the Free Software Foundation; either version 3, or (at your option)",
  "   any later version.",
  "",
  "   Libgcuf is distributed in the hope that it will be useful, but WITHOUT ANY",
  "   WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS",
  "   FOR A PARTICULAR PURPOSE.  See the GNU General Public License for",
  "   more details.",
  "",
  "   Under Section 7 of GPL version 3, you are granted additional",
  "   permissions described in the GCC Runtime Library Exception, version",
  "   3.1, as published by the Free Software Foundation.",
  "",
  "   You should have received a copy of the GNU General Public License and",
  "   a copy of the GCC Runtime Library Exception along with this program;",
  "   see the files COPYING and COPYING.RUNTIME respectively.  If not, see",
  "   <http://www.gnu.org/licenses/>.  */",
  "",
  "/* Included with these macros defined:",
  "",
  "   XORWOW_JUMP (K, W0, W1, W2, W3, W4), XORWOW_SEQUENCE (...)",
  "     Words of the polynomial for 2^K steps, and for 2^K sequences of 2^67",
  "     steps; bit I of W<N> is the coefficient of x^(5 I + N).",
  "   MRG_JUMP (K, A0, A1, A2, B0, B1, B2), MRG_SUBSEQUENCE (...),",
  "   MRG_SEQUENCE (...)",
  "     Coefficients of the polynomials for the first and the second modulus,",
  "     for 2^K steps, 2^K times 2^76 and 2^K times 2^127.",
  "",
  "   Made by make-random-jumps.c.  */",
  ""
};

int
main (void)
{
  if (!find_polynomial ())
    return 1;
  for (unsigned i = 0; i < sizeof head / sizeof *head; i++)
    puts (head[i]);
  puts ("#ifdef XORWOW_JUMP");
  print_xorwow_powers ("XORWOW_JUMP", 0);
  puts ("#endif\n\n#ifdef XORWOW_SEQUENCE");
  print_xorwow_powers ("XORWOW_SEQUENCE", 67);
  puts ("#endif\n\n#ifdef MRG_JUMP");
  print_mrg_powers ("MRG_JUMP", 0);
  puts ("#endif\n\n#ifdef MRG_SUBSEQUENCE");
  print_mrg_powers ("MRG_SUBSEQUENCE", 76);
  puts ("#endif\n\n#ifdef MRG_SEQUENCE");
  print_mrg_powers ("MRG_SEQUENCE", 127);
  puts ("#endif\n");
  puts ("#undef XORWOW_JUMP\n#undef XORWOW_SEQUENCE\n#undef MRG_JUMP\n"
	"#undef MRG_SUBSEQUENCE\n#undef MRG_SEQUENCE");
  return 0;
}
