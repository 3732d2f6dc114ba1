/* The registered variables of modules.
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
#include <strings.h>

#include "gcuf-internal.h"

/* The tables the objects of the program registered.  */
static struct table
{
  struct table *next;
  struct gcuf_variable *const *variables;
  size_t n;
} *tables;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Called when the object with the table T is unloaded, or the program ends.  */

static void
unregister (void *t)
{
  if (gcuf_failed)
    return;
  pthread_mutex_lock (&lock);
  for (struct table **link = &tables; *link; link = &(*link)->next)
    if (*link == t)
      {
	*link = (*link)->next;
	free (t);
	break;
      }
  pthread_mutex_unlock (&lock);
}

/* The C library's, which has no header for it.  */
extern int __cxa_atexit (void (*fn) (void *), void *data, void *dso);

GCUF_EXPORT void
GCUF_register_variables (struct gcuf_variable *const *variables, size_t n)
{
  if (n == 0)
    return;
  struct table *t = gcuf_xmalloc (sizeof *t);
  t->variables = variables;
  t->n = n;
  pthread_mutex_lock (&lock);
  t->next = tables;
  tables = t;
  pthread_mutex_unlock (&lock);
  __cxa_atexit (unregister, t, variables[0]->dso);
}

void
gcuf_for_descriptors (void *dso, void (*fn) (struct gcuf_variable *, void *),
		      void *data)
{
  pthread_mutex_lock (&lock);
  for (struct table *t = tables; t; t = t->next)
    for (size_t i = 0; i < t->n; i++)
      if (t->variables[i]->descriptor && t->variables[i]->dso == dso)
	fn (t->variables[i], data);
  pthread_mutex_unlock (&lock);
}

/* Find a registered variable that MATCH says is the one; null if there is
   none.  */

static struct gcuf_variable *
find (bool (*match) (const struct gcuf_variable *, const void *),
      const void *data)
{
  struct gcuf_variable *found = NULL;
  pthread_mutex_lock (&lock);
  for (struct table *t = tables; t && !found; t = t->next)
    for (size_t i = 0; i < t->n && !found; i++)
      if (match (t->variables[i], data))
	found = t->variables[i];
  pthread_mutex_unlock (&lock);
  return found;
}

/* Whether the device code calls V what NAME is: its symbol, or its name in
   Fortran, with or without the module's before it, as "module::name".  */

static bool
match_name (const struct gcuf_variable *v, const void *data)
{
  const char *name = data, *colons = strstr (name, "::");
  const char *mod = strstr (v->symbol, "_MOD_");
  if (strcmp (v->symbol, name) == 0)
    return true;
  if (!mod || strncmp (v->symbol, "__", 2) != 0)
    return false;
  if (!colons)
    return strcasecmp (mod + 5, name) == 0;
  size_t n = mod - (v->symbol + 2);
  return ((size_t) (colons - name) == n
	  && strncasecmp (v->symbol + 2, name, n) == 0
	  && strcasecmp (mod + 5, colons + 2) == 0);
}

struct gcuf_variable *
gcuf_variable_named (const char *name)
{
  return find (match_name, name);
}

static bool
match_host (const struct gcuf_variable *v, const void *p)
{
  return (!v->descriptor
	  && (uintptr_t) p - (uintptr_t) v->host < v->size);
}

static bool
match_descriptor (const struct gcuf_variable *v, const void *p)
{
  return v->descriptor && *(const void *const *) v->host == p;
}

bool
gcuf_variable_holds (const void *p)
{
  return find (match_descriptor, p) != NULL;
}

int
gcuf_variable_space (const void *p)
{
  const struct gcuf_variable *v = find (match_host, p);
  return v ? (int) v->space : -1;
}

GCUF_EXPORT void *
GCUF_variable_address (struct gcuf_variable *v)
{
  void *address;
  int code = gcuf_backend ()->variable_address (v, &address);
  if (code)
    gcuf_fatal (NULL, "device variable %s: %s", v->symbol,
		gcuf_error_message (code));
  return address;
}

static void __attribute__ ((destructor (101)))
variables_fini (void)
{
  while (tables && !gcuf_failed)
    {
      struct table *t = tables;
      tables = t->next;
      free (t);
    }
}
