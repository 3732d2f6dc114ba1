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

/* WMMASubMatrix (matrix, m, n, k, element, layout) is a type: that of module
   wmma whose name consists of these.  A macro could not make it, for the
   traditional preprocessor keeps the blanks between arguments.  The types
   have the names that nvfortran's have, which some sources use:
   submatrixa_m16n16k16_real2_cmajor, submatrixc_m16n16k16_real4.  */

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

/* If WORD begins with PREFIX, what follows, else null.  */

static const char *
behind (const char *word, const char *prefix)
{
  size_t n = strlen (prefix);
  return strncmp (word, prefix, n) == 0 ? word + n : NULL;
}

/* The kinds that there may be of matrix MATRIX, a, b or c, with LAYOUT, which
   is a layout, with or without the kind, or a kind alone for C, in KINDS,
   which a zero ends; and in *ORDER what the type's name ends in.  False if
   LAYOUT is none.  */

static bool
parse_layout (char matrix, const char *layout, int kinds[4], const char **order)
{
  static const struct { const char *name, *order; } layouts[]
    = { { "wmmacolmajor", "_cmajor" }, { "wmmarowmajor", "_rmajor" } };
  const char *rest = NULL;

  *order = "";
  if (matrix == 'c')
    rest = behind (layout, "wmma");
  else
    for (const auto &known : layouts)
      if (const char *end = behind (layout, known.name))
	{
	  rest = end;
	  *order = known.order;
	}
  if (!rest)
    return false;
  if (*rest == '\0' && matrix != 'c')
    {
      /* The shape tells the kind of factors.  */
      const int all[] = { 2, 4, 8, 0 };
      memcpy (kinds, all, sizeof all);
      return true;
    }
  const char *digit = behind (rest, "kind");
  if (!digit || !ISDIGIT (*digit) || digit[1])
    return false;
  kinds[0] = *digit - '0';
  kinds[1] = 0;
  return true;
}

/* The type of these parts, or null.  */

static gfc_symbol *
find_submatrix (const char *matrix, const int extent[3], const char *element,
		const char *layout)
{
  const char *letter = behind (matrix, "wmmamatrix");
  const char *order;
  int kinds[4];

  if (!letter || !*letter || letter[1]
      || !parse_layout (*letter, layout, kinds, &order))
    return NULL;
  gfc_symbol *type = NULL;
  for (const int *kind = kinds; *kind && !type; kind++)
    {
      char *name = xasprintf ("submatrix%s_m%dn%dk%d_%s%d%s", letter, extent[0],
			      extent[1], extent[2], element, *kind, order);
      type = find_type (name);
      free (name);
    }
  return type;
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

  ts->type = BT_DERIVED;
  ts->u.derived = find_submatrix (matrix, extent, element, layout);
  if (ts->u.derived)
    return MATCH_YES;
  gfc_error ("WMMASubMatrix at %L is not a type that module %qs provides: its "
	     "shape must be 16, 16, 16 or 32, 8, 16 or 8, 32, 16 for REAL(2), "
	     "16, 16, 8 for REAL(4), 8, 8, 4 for REAL(8), and the module must "
	     "be used",
	     &where, WMMA_MODULE);
  return MATCH_ERROR;

syntax:
  gfc_error ("Syntax error in WMMASubMatrix at %C: it has a matrix, three "
	     "extents, the element type and a layout or kind");
  return MATCH_ERROR;
}
