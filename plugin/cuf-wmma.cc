/* The types of module wmma.
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
#include "parse.h"

/* WMMASubMatrix (matrix, m, n, k, element, layout) is a type: that of module wmma
   whose name consists of these.  A macro could not make it, for the traditional
   preprocessor keeps the blanks between arguments.  */

#define WMMA_MODULE "wmma"

/* The derived type called NAME, or null.  */

static gfc_symbol *
find_type (const char *name)
{
  gfc_symbol *sym;

  if (gfc_find_symbol (name, gfc_current_ns, 1, &sym) || !sym
      || !sym->attr.generic)
    return NULL;
  gfc_symbol *type = gfc_find_dt_in_generic (sym);
  if (type)
    {
      gfc_set_sym_referenced (sym);
      gfc_set_sym_referenced (type);
    }
  return type;
}

/* Match a constant integer and the comma behind it.  */

static match
match_extent (int *extent)
{
  gfc_expr *expr;

  match m = gfc_match_init_expr (&expr);
  if (m != MATCH_YES)
    return m;
  bool ok = !gfc_extract_int (expr, extent, 1);
  gfc_free_expr (expr);
  return ok ? gfc_match (" ,") : MATCH_ERROR;
}

/* Match such a type into TS.  */

match
cuf_match_submatrix (gfc_typespec *ts)
{
  char matrix[GFC_MAX_SYMBOL_LEN + 1], element[GFC_MAX_SYMBOL_LEN + 1];
  char layout[GFC_MAX_SYMBOL_LEN + 1];
  int extent[3];
  locus where;

  if (!cuf_seen)
    return MATCH_NO;
  gfc_gobble_whitespace ();
  where = gfc_current_locus;
  if (gfc_match (" wmmasubmatrix ( %n ,", matrix) != MATCH_YES)
    {
      gfc_current_locus = where;
      return MATCH_NO;
    }
  for (size_t i = 0; i < ARRAY_SIZE (extent); i++)
    {
      match m = match_extent (&extent[i]);
      if (m == MATCH_ERROR)
	return m;
      if (m == MATCH_NO)
	goto syntax;
    }
  if (gfc_match (" %n , %n )", element, layout) != MATCH_YES)
    goto syntax;

  {
    char *name = xasprintf ("%s_%d_%d_%d_%s_%s", matrix, extent[0], extent[1],
			    extent[2], element, layout);
    ts->type = BT_DERIVED;
    ts->u.derived = find_type (name);
    free (name);
  }
  if (ts->u.derived)
    return MATCH_YES;
  gfc_error ("No type of module %qs is the WMMASubMatrix at %L; is the module "
	     "used, and is the shape 16, 16, 16, or 32, 8, 16, or 8, 32, 16?",
	     WMMA_MODULE, &where);
  return MATCH_ERROR;

syntax:
  gfc_error ("Syntax error in WMMASubMatrix at %C: it has a matrix, three "
	     "extents, the element type and a layout or kind");
  return MATCH_ERROR;
}
