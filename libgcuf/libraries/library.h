/* Libraries beside libgcuf, which pass calls to those of the CUDA toolkit.
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

#ifndef GCUF_LIBRARY_H
#define GCUF_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "gcuf-api.h"

#define GCUF_EXPORT __attribute__ ((visibility ("default")))

/* A routine: its name, and what does its work on the cpu backend, or null.  */
struct gcuf_library_routine
{
  const char *name;
  void *cpu;
};

/* A library of the toolkit, of which there is a table of routines; made by
   entries.awk, with the name gcuf_library_NAME.  */
struct gcuf_library
{
  const char *name;		/* As in -cudalib=NAME.  */
  const char *package;		/* Who has it, for a message.  */
  const char *const *sonames;	/* The newest first, null at the end.  */
  const struct gcuf_library_routine *routines;
  /* For each routine what is called, or null as long as that is not known.  To
     be read and written atomically: threads may find the same.  */
  void **address;
  /* Return the library's status for a routine that there is not, and for any if
     there is no library.  */
  int (*unsupported) (void), (*absent) (void);
  /* The toolkit's library once it has been looked for, null if there is none;
     protected by the lock of library.c.  */
  void *toolkit;
  bool looked_for;
};

/* Find what to call for routine I of LIBRARY: that of the CUDA toolkit's library
   or the cpu backend's, or else one that returns an error status, of which a
   message on standard error tells then and not again.  Never null.  */
extern void *gcuf_library_find (struct gcuf_library *library, int i);

/* The same, from the table if it is known.  The current device's context is made
   current for the thread, as the libraries of the toolkit expect it.  */

static inline void *
gcuf_library_routine (struct gcuf_library *library, int i)
{
  void *routine = __atomic_load_n (&library->address[i], __ATOMIC_ACQUIRE);
  if (__builtin_expect (!routine, 0))
    return gcuf_library_find (library, i);
  GCUF_library_cuda_p ();
  return routine;
}

/* Complex numbers of the toolkit's libraries are aligned to their size, and read and
   written by instructions that need it; Fortran's to the size of their parts.  One
   that has to be elsewhere for a call: */
struct gcuf_library_scalar
{
  _Alignas (16) char bytes[16];
  void *place;			/* Where the program has it, or null.  */
  size_t size;
};

/* The address to call with for the scalar at P, of SIZE bytes: a power of two up to
   16.  What is not aligned is no device memory, for there arrays begin at
   multiples of 256.  */

static inline void *
gcuf_library_align (struct gcuf_library_scalar *scalar, void *p, size_t size)
{
  scalar->place = NULL;
  if (__builtin_expect (((uintptr_t) p & (size - 1)) == 0, 1))
    return p;
  scalar->place = p;
  scalar->size = size;
  memcpy (scalar->bytes, p, size);
  return scalar->bytes;
}

/* Behind the call: give the program the result.  */

static inline void
gcuf_library_put_back (const struct gcuf_library_scalar *scalar)
{
  if (scalar->place)
    memcpy (scalar->place, scalar->bytes, scalar->size);
}

/* The size of a scalar of a call whose data have TYPES (cudaDataType), of which -1
   ends the list, or 1 if none of these is one of complex numbers.  */
extern size_t gcuf_library_scalar_size (const int *types);

/* The size of a scalar at P of an unknown type, which is only read: as much as can be
   read there, or 1.  */

static inline size_t
gcuf_library_readable_size (const void *p)
{
  enum { LARGEST = 16, PAGE = 4096 };
  return (uintptr_t) p % PAGE <= PAGE - LARGEST ? LARGEST : 1;
}

/* Find the routine NAME of the CUDA toolkit's library, for what no table can say;
   null if there is none.  */
extern void *gcuf_library_symbol (struct gcuf_library *library,
				  const char *name);

/* The number of the option that X is: an integer with that number, or a
   character, in LETTERS, of which the first has number zero.  Neither is a
   small number.  */

static inline int
gcuf_library_option (const char *x, const char *letters)
{
  int number = (unsigned char) *x;

  if (number < 32 || number > 127)
    {
      __builtin_memcpy (&number, x, sizeof number);
      return number;
    }
  for (int i = 0; letters[i]; i++)
    if ((number | 32) == (letters[i] | 32))
      return i;
  return number;
}

/* A library that the distribution has, which does work on the cpu backend.  */
struct gcuf_host_library
{
  const char *what;		/* As in "Fourier transforms".  */
  const char *package;		/* Who has it, for a message.  */
  const char *const *sonames;	/* Null at the end.  */
  void *handle;
};

/* Open HOST if it is not open, and return the address of NAME in it; null,
   after a message on standard error, if it is not there.  */
extern void *gcuf_host_symbol (struct gcuf_host_library *host,
			       const char *name);

#endif
