/* Barriers that the threads of a block come to.
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


/* Each thread says where it is going to wait.  That is forgotten when it goes
   on, so that what waits in code that is not checked is not taken for what has
   waited before.  */

#include "check.h"
#include "check-found.h"
#include "check-waiting.h"
#include "cpu-check.h"

GCUF_EXPORT void
GCUF_check_wait (struct gcuf_site *site)
{
  unsigned thread;
  struct gcuf_check_block *c = gcuf_check_running (&thread);
  if (c)
    c->wait[thread] = site;
}

/* Threads that have ended are not waited for, and say nothing.  */

void
gcuf_check_compare_waits (const struct gcuf_block *b)
{
  struct gcuf_check_block *c = b->check;
  struct gcuf_site *first = NULL;
  unsigned one = 0;
  for (unsigned i = 0; i < c->threads; i++)
    {
      struct gcuf_site *site = c->wait[i];
      c->wait[i] = NULL;
      if (!site)
	continue;
      if (!first)
	{
	  first = site;
	  one = i;
	}
      else if (site != first)
	gcuf_check_report_barriers (c, one, first, i, site);
    }
}

const struct gcuf_location *
gcuf_check_where (const struct gcuf_block *b)
{
  static __thread struct gcuf_location where;
  const struct gcuf_site *site
    = b->check ? b->check->wait[b->current->number] : NULL;
  if (!site || !site->file)
    return NULL;
  where.file = site->file;
  where.line = site->line;
  return &where;
}

void
gcuf_check_deadlock (const struct gcuf_block *b)
{
  struct gcuf_check_block *c = b->check;
  for (unsigned i = 0; c && i < c->threads; i++)
    {
      struct gcuf_site *site = c->wait[i];
      size_t n = 0;
      for (unsigned j = i; site && j < c->threads; j++)
	if (c->wait[j] == site)
	  {
	    c->wait[j] = NULL;
	    n++;
	  }
      if (site)
	gcuf_check_report_waiting (c, n, i, site);
    }
}
