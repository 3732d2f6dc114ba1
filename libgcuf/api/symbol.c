/* Device variables that are named by strings.
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

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "gcuf-internal.h"

/* The names that the program has used as symbols, each once.  */
struct name
{
  struct name *next;
  char text[];
};
static struct name *names;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

GCUF_EXPORT void *
GCUF_symbol_named (const char *text, size_t len)
{
  while (len && (text[len - 1] == ' ' || text[len - 1] == '\0'))
    len--;
  pthread_mutex_lock (&lock);
  struct name *n = names;
  while (n && (strlen (n->text) != len || memcmp (n->text, text, len) != 0))
    n = n->next;
  if (!n)
    {
      n = gcuf_xmalloc (sizeof *n + len + 1);
      memcpy (n->text, text, len);
      n->text[len] = '\0';
      n->next = names;
      names = n;
    }
  pthread_mutex_unlock (&lock);
  return n->text;
}

static bool
name_p (const void *symbol)
{
  pthread_mutex_lock (&lock);
  const struct name *n = names;
  while (n && n->text != symbol)
    n = n->next;
  pthread_mutex_unlock (&lock);
  return n != NULL;
}

/* Store the address and size of the variable NAME, which Fortran or another
   language defines.  */

static int
look_up (const char *name, void **p, size_t *size)
{
  struct gcuf_variable *v = gcuf_variable_named (name);
  if (!v)
    return gcuf_backend ()->symbol (name, p, size);
  *size = v->size;
  return gcuf_backend ()->variable_address (v, p);
}

static int
find (const void *symbol, void **p, size_t *size)
{
  if (!symbol)
    return GCUF_cudaErrorInvalidSymbol;
  if (name_p (symbol))
    return look_up (symbol, p, size);
  /* SYMBOL is the address itself.  */
  *p = (void *) symbol;
  *size = 0;
  return 0;
}

GCUF_EXPORT int
GCUF_cudaGetSymbolAddress (void **p, const void *symbol)
{
  size_t size;
  *p = NULL;
  return gcuf_record_error (find (symbol, p, &size));
}

GCUF_EXPORT int
GCUF_cudaGetSymbolSize (size_t *size, const void *symbol)
{
  void *p;
  int code = find (symbol, &p, size);
  if (code == 0 && *size == 0)
    code = GCUF_cudaErrorInvalidSymbol;
  return gcuf_record_error (code);
}

/* Named symbols have a known size, which must not be exceeded.  */

GCUF_EXPORT int
GCUF_symbol_place (const void *symbol, size_t element, size_t count,
		   size_t offset, void **place)
{
  size_t size, end;
  void *p;
  int code = find (symbol, &p, &size);
  if (code == 0
      && (__builtin_add_overflow (count, offset, &end)
	  || __builtin_mul_overflow (end, element, &end)
	  || (size && end > size)))
    code = GCUF_cudaErrorInvalidValue;
  if (code)
    return gcuf_record_error (code);
  *place = (char *) p + offset * element;
  return 0;
}

static void __attribute__ ((destructor (101)))
names_fini (void)
{
  while (names && !gcuf_failed)
    {
      struct name *n = names;
      names = n->next;
      free (n);
    }
}
