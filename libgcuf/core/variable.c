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

#include <string.h>
#include <strings.h>

#include "gcuf-internal.h"
#include "registry.h"

static struct gcuf_registry registry = { .lock = PTHREAD_MUTEX_INITIALIZER };

GCUF_EXPORT void
GCUF_register_variables (struct gcuf_variable *const *variables, size_t n)
{
  if (n)
    gcuf_registry_add (&registry, variables, n, variables[0]->dso);
}

/* What to do with the descriptors of an object.  */
struct visit
{
  const void *dso;
  void (*fn) (struct gcuf_variable *, void *);
  void *data;
};

/* Call the function of the visit DATA for the descriptors of the table T, if it
   is of the object that the visit is to.  */

static void *
visit_descriptors (const struct gcuf_table *t, void *data)
{
  const struct visit *v = data;
  struct gcuf_variable *const *variables = t->records;
  for (size_t i = 0; i < t->n; i++)
    if (variables[i]->descriptor && variables[i]->dso == v->dso)
      v->fn (variables[i], v->data);
  return NULL;
}

void
gcuf_for_descriptors (void *dso, void (*fn) (struct gcuf_variable *, void *),
		      void *data)
{
  struct visit v = { dso, fn, data };
  gcuf_registry_search (&registry, visit_descriptors, &v);
}

/* What to look for: a variable for which MATCH, called with DATA, is true.  */
struct query
{
  bool (*match) (const struct gcuf_variable *, const void *);
  const void *data;
};

/* Return the variable of the table T that the query DATA is for, or null.  */

static void *
find_in (const struct gcuf_table *t, void *data)
{
  const struct query *q = data;
  struct gcuf_variable *const *variables = t->records;
  for (size_t i = 0; i < t->n; i++)
    if (q->match (variables[i], q->data))
      return variables[i];
  return NULL;
}

/* Return a registered variable that MATCH says is the one; null if there is
   none.  */

static struct gcuf_variable *
find (bool (*match) (const struct gcuf_variable *, const void *),
      const void *data)
{
  struct query q = { match, data };
  return gcuf_registry_search (&registry, find_in, &q);
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

const struct gcuf_variable *
gcuf_variable_at (const void *p)
{
  return find (match_host, p);
}

int
gcuf_variable_space (const void *p)
{
  const struct gcuf_variable *v = gcuf_variable_at (p);
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
  gcuf_registry_fini (&registry);
}
