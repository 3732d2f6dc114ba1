/* LAPACK, and calls of it as work of a stream, on the cpu backend.
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

#include <float.h>

#include "cpu-solver.h"

/* --- LAPACK -------------------------------------------------------------- */

static const char *const lapack_names[N_LAPACK][2] = {
#define R(CODE, REAL, COMPLEX) { REAL, COMPLEX },
  LAPACK_ROUTINES (R)
#undef R
};

static const char *const lapack_sonames[] = { "liblapack.so.3", NULL };
static struct gcuf_host_library lapack_library = {
  "routines of cuSOLVER", "liblapack3", lapack_sonames, NULL
};

/* LAPACK's routine for matrices of LETTER; null, after a message, if there is
   none.  */

static void *
lapack (enum lapack code, enum letter letter)
{
  static void *found[N_LAPACK][N_LETTERS];
  void *address = __atomic_load_n (&found[code][letter], __ATOMIC_ACQUIRE);
  char name[16] = { "sdcz"[letter] };

  if (address)
    return address;
  strcat (strcat (name, lapack_names[code][complex_p (letter)]), "_");
  address = gcuf_host_symbol (&lapack_library, name);
  __atomic_store_n (&found[code][letter], address, __ATOMIC_RELEASE);
  return address;
}

/* --- Calls --------------------------------------------------------------- */

/* Start *T with LAPACK's CODE for matrices of LETTER, run by RUN.  */

int
gcuf_solver_start (struct task *t, struct handle *handle, enum lapack code,
		   enum letter letter, void (*run) (const struct task *))
{
  memset (t, 0, sizeof *t);
  if (!handle)
    return NOT_INITIALIZED;
  t->run = run;
  t->letter = letter;
  t->routine = lapack (code, letter);
  t->lda = t->ldb = t->ldc = t->batch = t->il = t->iu = 1;
  return t->routine ? SUCCESS : INTERNAL_ERROR;
}

/* The number in PLACE, of the letter's real type, as a count.  Floating-point
   numbers may have been rounded down.  */

static double
count (enum letter letter, const void *place)
{
  float single;
  double number;

  if (real_size_of[letter] == sizeof single)
    {
      memcpy (&single, place, sizeof single);
      return (double) single * (1 + FLT_EPSILON);
    }
  memcpy (&number, place, sizeof number);
  return number;
}

/* Ask LAPACK for T's work space; LEAST is what is needed in any case.  The
   arguments have been checked: LAPACK may stop the program for wrong ones.  */

int
gcuf_solver_ask (struct task *t, double least)
{
  struct task query = *t;
  double work[2] = { 0 }, rwork[2] = { 0 }, lwork, lrwork = 0;
  int iwork[4] = { 0 }, info = 0;

  query.work = query.extra = work;
  query.rwork = rwork;
  query.iwork = iwork;
  query.info = &info;
  query.lwork = query.lrwork = query.liwork = -1;
  t->run (&query);
  lwork = count (t->letter, work);
  if (complex_p (t->letter))
    lrwork = count (t->letter, rwork);
  if (info || lwork > INT_MAX || least > INT_MAX || lrwork > INT_MAX)
    return INVALID_VALUE;
  t->lwork = lwork > least ? lwork : least;
  if (t->lrwork < lrwork)
    t->lrwork = lrwork;
  t->liwork = iwork[0];
  return SUCCESS;
}

static int
tell_size (const struct space *space, int64_t elements, size_t size)
{
  if (space->host_bytes)
    *space->host_bytes = 0;
  if (space->bytes)
    *space->bytes = elements * size;
  else if (elements > INT_MAX)
    return INVALID_VALUE;
  else
    *space->elements = elements;
  return SUCCESS;
}

/* Give T to HANDLE's stream, and wait for it if WAIT, or tell what SPACE it
   needs if that is asked.  A program may have room for at least one
   element.  */

int
gcuf_solver_finish (struct task *t, const struct handle *handle,
		    const struct space *space, bool wait)
{
  size_t size = size_of[t->letter];
  size_t rest = (t->lrwork * real_size_of[t->letter]
		 + ((size_t) t->liwork + t->n_spare) * sizeof (int));
  int64_t elements = t->n_extra + t->lwork + (rest + size - 1) / size;

  if (space->elements || space->bytes)
    return tell_size (space, elements > 1 ? elements : 1, size);
  if (!t->info || elements > (space->work ? space->given : 0))
    return INVALID_VALUE;
  t->extra = space->work;
  t->work = (char *) t->extra + size * t->n_extra;
  t->rwork = (char *) t->work + size * t->lwork;
  t->iwork = (int *) ((char *) t->rwork
		      + real_size_of[t->letter] * t->lrwork);
  /* Pivots of 32 bits that only LAPACK needs.  */
  if (t->wide_ipiv && t->n_spare)
    t->ipiv = t->iwork;
  if (GCUF_library_enqueue (handle->stream, (void (*) (void *)) t->run, t,
			    sizeof *t, wait))
    return EXECUTION_FAILED;
  return SUCCESS;
}
