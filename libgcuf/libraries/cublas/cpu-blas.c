/* The cpu backend of cuBLAS: calls of BLAS as work of a stream.
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

#include <string.h>

#include "cpu-blas.h"

static const char *const blas_names[] = { "libblas.so.3", "libopenblas.so.0",
					   NULL };
static const char *const lapack_names[] = { "liblapack.so.3",
					     "libopenblas.so.0", NULL };
struct gcuf_host_library gcuf_blas_library
  = { "the routines of cuBLAS", "libblas3 or libopenblas0", blas_names, NULL };
struct gcuf_host_library gcuf_lapack_library
  = { "some routines of cuBLAS", "liblapack3 or libopenblas0", lapack_names,
      NULL };

static void *
symbol (struct gcuf_host_library *library, char letter, const char *name)
{
  char whole[32] = { letter };

  strcat (strcat (whole, name), "_");
  return gcuf_host_symbol (library, whole);
}

void *
gcuf_blas_symbol (char letter, const char *name)
{
  return symbol (&gcuf_blas_library, letter, name);
}

void *
gcuf_lapack_symbol (char letter, const char *name)
{
  return symbol (&gcuf_lapack_library, letter, name);
}

/* What calls ROUTINE, or null after a message.  */

static void *
routine_address (struct gcuf_blas_routine *routine)
{
  void *address;

  if (routine->own)
    return routine->own;
  address = __atomic_load_n (&routine->address, __ATOMIC_ACQUIRE);
  if (!address)
    {
      address = gcuf_host_symbol (routine->library, routine->symbol);
      __atomic_store_n (&routine->address, address, __ATOMIC_RELEASE);
    }
  return address;
}

/* What a stream is given; the arguments that there are follow.  */
struct call
{
  struct gcuf_blas_routine *routine;
  void *address;
  bool on_device;		/* The scalars.  */
  int64_t batch;
  union gcuf_blas_argument arguments[GCUF_BLAS_MAX_ARGUMENTS];
};

/* Call ADDRESS, which returns TYPE, with the N addresses P.  The lengths of
   characters, all one, are at the end, as gfortran has them; what has fewer
   characters does not look at the rest.  */
#define ONES (size_t) 1, (size_t) 1, (size_t) 1, (size_t) 1
#define FN(TYPE, ...) ((TYPE (*) (__VA_ARGS__)) address)
#define V void *
#define L size_t, size_t, size_t, size_t
#define CALL(TYPE) \
  switch (n) \
    { \
    case 3: \
      return FN (TYPE, V, V, V, L) (p[0], p[1], p[2], ONES); \
    case 4: \
      return FN (TYPE, V, V, V, V, L) (p[0], p[1], p[2], p[3], ONES); \
    case 5: \
      return FN (TYPE, V, V, V, V, V, L) \
	(p[0], p[1], p[2], p[3], p[4], ONES); \
    case 6: \
      return FN (TYPE, V, V, V, V, V, V, L) \
	(p[0], p[1], p[2], p[3], p[4], p[5], ONES); \
    case 7: \
      return FN (TYPE, V, V, V, V, V, V, V, L) \
	(p[0], p[1], p[2], p[3], p[4], p[5], p[6], ONES); \
    case 8: \
      return FN (TYPE, V, V, V, V, V, V, V, V, L) \
	(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], ONES); \
    case 9: \
      return FN (TYPE, V, V, V, V, V, V, V, V, V, L) \
	(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], ONES); \
    case 10: \
      return FN (TYPE, V, V, V, V, V, V, V, V, V, V, L) \
	(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9], ONES); \
    case 11: \
      return FN (TYPE, V, V, V, V, V, V, V, V, V, V, V, L) \
	(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9], p[10], \
	 ONES); \
    case 12: \
      return FN (TYPE, V, V, V, V, V, V, V, V, V, V, V, V, L) \
	(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9], p[10], \
	 p[11], ONES); \
    default: \
      return FN (TYPE, V, V, V, V, V, V, V, V, V, V, V, V, V, L) \
	(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9], p[10], \
	 p[11], p[12], ONES); \
    }

static void call_subroutine (void *address, int n, void **p) { CALL (void) }
static float call_float (void *address, int n, void **p) { CALL (float) }
static double call_double (void *address, int n, void **p) { CALL (double) }
static int call_int (void *address, int n, void **p) { CALL (int) }
#undef V
#undef L

/* Call ROUTINE with the N addresses P, the last of which is the result's if it is
   a function.  */

static void
invoke (const struct gcuf_blas_routine *routine, void *address, int n, void **p)
{
  void *result = p[n - 1];

  switch (routine->result)
    {
    case 's':
      *(float *) result = call_float (address, n - 1, p);
      break;
    case 'd':
      *(double *) result = call_double (address, n - 1, p);
      break;
    case 'i':
      *(int *) result = call_int (address, n - 1, p);
      break;
    case 'l':
      *(int64_t *) result = call_int (address, n - 1, p);
      break;
    default:
      call_subroutine (address, n, p);
    }
}

/* Set P to the addresses of the arguments of CALL for number B of its batch, and
   return how many they are.  */

static int
collect (struct call *call, int64_t b, void **p)
{
  const struct gcuf_blas_routine *routine = call->routine;
  int n = 0, array = 0;

  for (int i = 0; routine->kinds[i]; i++)
    {
      union gcuf_blas_argument *argument = &call->arguments[i];

      switch (routine->kinds[i])
	{
	case 'S': case 'D': case 'C': case 'Z':
	  p[n++] = call->on_device ? argument->p : argument;
	  break;
	case 'H':
	  p[n++] = call->on_device ? argument->p
		   : &call->arguments[GCUF_BLAS_MAX_ARGUMENTS - 3];
	  break;
	case '@': case 'h':
	  p[n++] = argument->p;
	  break;
	case 'a':
	  array = n;
	  p[n++] = argument->p;
	  break;
	case 'p':
	  p[n++] = routine->own ? argument->p : ((void **) argument->p)[b];
	  break;
	case 't':
	  p[array] = (char *) p[array] + b * argument->i * routine->size;
	  break;
	case 'b':
	  if (routine->own)
	    p[n++] = &argument->number;
	  break;
	default:
	  p[n++] = argument;
	}
    }
  return n;
}

static void
run (void *data)
{
  struct call *call = data;
  void *p[GCUF_BLAS_MAX_ARGUMENTS];

  for (int64_t b = 0; b < call->batch; b++)
    invoke (call->routine, call->address, collect (call, b, p), p);
}

/* The letter of LETTERS that option NUMBER stands for, or zero.  */

static char
option (const char *letters, int64_t number)
{
  return (number >= 0 && number < (int64_t) strlen (letters)
	  ? letters[number] : 0);
}

/* Whether NUMBER is what KIND asks for.  */

static bool
number_in_range (char kind, int64_t number)
{
  return (kind == 'i' || kind == 't' || (kind == 'x' && number != 0)
	  || ((kind == 'n' || kind == 'b') && number >= 0)
	  || (kind == 'l' && number >= 1));
}

/* Make what CALL is to have of ARGUMENT number I, whose kind is KIND.  Return a
   status.  */

static int
take (struct call *call, int i, char kind,
      const union gcuf_blas_argument *argument)
{
  union gcuf_blas_argument *place = &call->arguments[i];
  static const char sizes[] = { ['S'] = 4, ['D'] = 8, ['C'] = 8, ['Z'] = 16 };

  *place = *argument;
  switch (kind)
    {
    case 'o': case 'f': case 'd': case 'e':
      place->letter = option (kind == 'o' ? "NTC" : kind == 'f' ? "LU"
			      : kind == 'd' ? "NU" : "LR", argument->i);
      return place->letter ? SUCCESS : INVALID_VALUE;
    case 'S': case 'D': case 'C': case 'Z':
      if (!argument->p)
	return INVALID_VALUE;
      if (!call->on_device)
	memcpy (&place->scalar, argument->p, sizes[(int) kind]);
      return SUCCESS;
    case 'H':
      if (!argument->p)
	return INVALID_VALUE;
      if (!call->on_device)
	memcpy (&call->arguments[GCUF_BLAS_MAX_ARGUMENTS - 3], argument->p,
		5 * call->routine->size);
      return SUCCESS;
    case '@':
      return argument->p ? SUCCESS : INVALID_VALUE;
    case 'a': case 'p':
      return SUCCESS;
    case 'h':
      return argument->p ? SUCCESS : INVALID_VALUE;
    }
  if (!number_in_range (kind, argument->i))
    return INVALID_VALUE;
  if (kind == 't')
    return SUCCESS;
  if (kind == 'b' && !call->routine->own)
    call->batch = argument->i;
  if (argument->i != (int32_t) argument->i)
    return NOT_SUPPORTED;
  place->number = argument->i;
  return SUCCESS;
}

int
gcuf_blas_call (void *handle, struct gcuf_blas_routine *routine, bool valid,
		const union gcuf_blas_argument *arguments)
{
  const struct gcuf_blas_handle *h = gcuf_blas_handle (handle);
  struct call call = { .routine = routine, .batch = 1 };
  bool results = strchr (routine->kinds, '@');
  const char *tells = strchr (routine->kinds, 'h');
  int status = valid ? SUCCESS : INVALID_VALUE, i;

  if (!h)
    return NOT_INITIALIZED;
  call.on_device = h->pointer_mode;
  for (i = 0; routine->kinds[i] && status == SUCCESS; i++)
    status = take (&call, i, routine->kinds[i], &arguments[i]);
  if (tells && arguments[tells - routine->kinds].p)
    *(int *) arguments[tells - routine->kinds].p = status ? -i : 0;
  if (status != SUCCESS)
    return status;
  call.address = routine_address (routine);
  if (!call.address)
    return NOT_INITIALIZED;
  if (GCUF_library_enqueue (h->stream, run, &call, sizeof call,
			    h->waits || (results && !call.on_device)))
    return EXECUTION_FAILED;
  return SUCCESS;
}
