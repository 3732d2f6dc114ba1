/* Calls of kernels: the execution configuration in chevrons.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of cudafortran.

   Cudafortran is free software; you can redistribute it and/or modify it under
   the terms of the GNU General Public License as published by the Free
   Software Foundation; either version 3, or (at your option) any later
   version.

   Cudafortran is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
   more details.

   You should have received a copy of the GNU General Public License along
   with cudafortran; see the file COPYING.  If not, see
   <http://www.gnu.org/licenses/>.  */

#include "config.h"
#include "system.h"
#include "coretypes.h"
#include "options.h"
#include "gfortran.h"
#include "match.h"
#include "cuf-parser.h"

/* Called behind a `>' that would be an operator: true if it is the first
   character of the closing chevrons instead, or of what should be these: no
   operand begins with `>'.  */

bool
cuf_launch_end_p (void)
{
  if (!cuf_parser.in_launch)
    return false;

  locus old = gfc_current_locus;
  bool end = gfc_next_ascii_char () == '>';
  gfc_current_locus = old;
  return end;
}

/* Match one value of an execution configuration into VALUE.  */

match
cuf_match_launch_value (gfc_expr **value)
{
  bool saved = cuf_parser.in_launch;

  cuf_parser.in_launch = true;
  match m = gfc_match_expr (value);
  cuf_parser.in_launch = saved;

  if (m == MATCH_NO)
    gfc_error ("Expected an expression in execution configuration at %C");
  return m;
}

/* Match `<<<GRID, BLOCK [, BYTES [, STREAM]]>>>', which need not be there.
   *RESULT owns what has been matched, also after an error, when false is
   returned.  */

bool
cuf_match_launch (cuf_launch **result)
{
  if (gfc_match (" <<<") != MATCH_YES)
    return true;

  cuf_note_use ("<<<");
  cuf_launch *l = XCNEW (cuf_launch);
  l->where = gfc_current_locus;
  *result = l;

  gfc_expr **values[] = { &l->grid, &l->block, &l->bytes, &l->stream };
  unsigned n = 0;
  do
    {
      if (n == ARRAY_SIZE (values))
	{
	  gfc_error ("Too many values in execution configuration at %C: "
		     "it has grid, block, bytes and stream");
	  return false;
	}
      if (gfc_match_char ('*') == MATCH_YES)
	{
	  if (n != 0)
	    {
	      gfc_error ("%<*%> in execution configuration at %C can only be "
			 "the grid");
	      return false;
	    }
	}
      else if (cuf_match_launch_value (values[n]) != MATCH_YES)
	return false;
      n++;
    }
  while (gfc_match_char (',') == MATCH_YES);

  if (gfc_match (" >>>") != MATCH_YES)
    {
      gfc_error ("Expected %<,%> or %<>>>%> in execution configuration at %C");
      return false;
    }
  if (n < 2)
    {
      gfc_error ("Execution configuration at %L must have at least a grid and "
		 "a block", &l->where);
      return false;
    }
  return true;
}

/* Complain about chevrons in the call of something that cannot be a kernel:
   BASE, which is freed then.  Return true if there were any.  */

bool
cuf_reject_launch (gfc_expr *base)
{
  if (gfc_match (" <<<") != MATCH_YES)
    return false;

  gfc_error ("A type-bound procedure or procedure pointer component is not a "
	     "kernel, so its call at %C cannot have an execution "
	     "configuration");
  gfc_free_expr (base);
  return true;
}


/* True if TS is type(dim3), by whatever module it came.  */

bool
cuf_dim3_p (const gfc_typespec *ts)
{
  static const char *const names[] = { "x", "y", "z" };

  if (ts->type != BT_DERIVED || strcasecmp (ts->u.derived->name, "dim3") != 0)
    return false;

  const gfc_component *c = ts->u.derived->components;
  for (size_t i = 0; i < ARRAY_SIZE (names); i++, c = c->next)
    if (c == NULL || strcmp (c->name, names[i]) != 0
	|| c->ts.type != BT_INTEGER || c->ts.kind != 4)
      return false;
  return c == NULL;
}

/* True if E may be of another type than it should be only because its
   declaration was an error, which has been reported.  */

static bool
declaration_failed_p (const gfc_expr *e)
{
  int errors;

  gfc_get_errors (NULL, &errors);
  return (errors > 0 && e->expr_type == EXPR_VARIABLE
	  && e->symtree->n.sym->attr.implicit_type);
}

/* Resolve E, the WHAT of an execution configuration, which may be a dim3 if
   DIM3 says so.  */

static void
resolve_value (gfc_expr *e, const char *what, bool dim3)
{
  if (e == NULL || !gfc_resolve_expr (e))
    return;

  if (e->rank == 0
      && (e->ts.type == BT_INTEGER || (dim3 && cuf_dim3_p (&e->ts))
	  || declaration_failed_p (e)))
    return;

  gfc_error (dim3
	     ? G_("Execution configuration: %s at %L must be a scalar integer "
		  "or a scalar of type(dim3)")
	     : G_("Execution configuration: %s at %L must be a scalar integer"),
	     what, &e->where);
}

/* Resolve and check the execution configuration of call C, if it has one.  */

void
cuf_resolve_launch (gfc_code *c)
{
  cuf_launch *l = c->cuf_launch;

  if (l == NULL)
    return;

  /* What has no block is an error of the matcher.  */
  gcc_assert (c->op == EXEC_CALL && l->block);
  resolve_value (l->grid, "grid", true);
  resolve_value (l->block, "block", true);
  resolve_value (l->bytes, "bytes", false);
  resolve_value (l->stream, "stream", false);
}

/* Free that of statement C, if it has one.  */

void
cuf_free_launch (gfc_code *c)
{
  cuf_launch *l = c->cuf_launch;

  if (l == NULL)
    return;

  gfc_free_expr (l->grid);
  gfc_free_expr (l->block);
  gfc_free_expr (l->bytes);
  gfc_free_expr (l->stream);
  if (l->interface)
    gfc_free_symbol (l->interface);
  free (l);
  c->cuf_launch = NULL;
}
