/* What CUDA Fortran adds to the ALLOCATE statement.
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

/* Match one option of ALLOCATE that CUDA Fortran adds and note it in
   *ALLOCATION.  */

static match
match_allocate_option (cuf_allocation **allocation)
{
  static const struct
  {
    const char *pattern, *name;
    gfc_expr *cuf_allocation::*value;
  }
  options[] =
  {
    { " pinned = %e", "PINNED", &cuf_allocation::pinned },
    { " stream = %e", "STREAM", &cuf_allocation::stream },
    { " align = %e", "ALIGN", &cuf_allocation::align }
  };

  for (size_t i = 0; i < ARRAY_SIZE (options); i++)
    {
      gfc_expr *value;
      match m = gfc_match (options[i].pattern, &value);
      if (m == MATCH_NO)
	continue;
      if (m == MATCH_ERROR)
	return MATCH_ERROR;

      if (!*allocation)
	*allocation = XCNEW (cuf_allocation);
      gfc_expr **slot = &((*allocation)->*options[i].value);
      if (*slot)
	{
	  gfc_error ("Redundant %s tag found at %L", options[i].name,
		     &value->where);
	  gfc_free_expr (value);
	  return MATCH_ERROR;
	}
      *slot = value;
      cuf_note_use (options[i].name, &value->where);
      return MATCH_YES;
    }
  return MATCH_NO;
}

/* Match as many of them as come now, with the commas behind them, into
   *ALLOCATION, which is made if it is null.  The others are for gfortran to
   match.  Return false after an error.  */

bool
cuf_match_allocate_options (cuf_allocation **allocation)
{
  match m;

  do
    m = match_allocate_option (allocation);
  while (m == MATCH_YES && gfc_match_char (',') == MATCH_YES);
  return m != MATCH_ERROR;
}

/* Reject STREAM= in DEALLOCATE, behind OBJECT, and return false then.  Other
   things are for gfortran to match.  */

bool
cuf_match_deallocate_options (const gfc_expr *object)
{
  if (cuf_expr_memory (object) != CUF_MEM_DEVICE
      || gfc_match (" stream =") != MATCH_YES)
    return true;
  gfc_error ("STREAM tag at %C is not allowed in DEALLOCATE: device data is freed "
	     "on the stream that it was allocated on");
  return false;
}

/* True if all objects of the ALLOCATE statement CODE are in one of the memories
   of the set SET.  */

static bool
objects_in_p (const gfc_code *code, unsigned set)
{
  for (const gfc_alloc *a = code->ext.alloc.list; a; a = a->next)
    if (!((set >> cuf_expr_memory (a->expr)) & 1))
      return false;
  return true;
}

/* Resolve PINNED= of CODE.  */

static void
resolve_pinned (gfc_code *code, gfc_expr *pinned)
{
  if (!gfc_resolve_expr (pinned))
    return;
  if (pinned->ts.type != BT_LOGICAL || pinned->rank != 0
      || pinned->expr_type != EXPR_VARIABLE)
    gfc_error ("PINNED tag at %L must be a scalar LOGICAL variable",
	       &pinned->where);
  else if (gfc_check_vardef_context (pinned, false, false, false,
				     _("PINNED variable"))
	   && !objects_in_p (code, 1u << CUF_MEM_PINNED))
    gfc_warning (0, "PINNED tag at %L becomes false: not all allocate-objects "
		 "have the pinned attribute", &pinned->where);
}

/* Resolve EXPR, the value of option NAME, which is an integer.  Return false if
   it is none.  */

static bool
resolve_integer (gfc_expr *expr, const char *name)
{
  if (!gfc_resolve_expr (expr))
    return false;
  if (expr->ts.type == BT_INTEGER && expr->rank == 0)
    return true;
  gfc_error ("%s tag at %L must be a scalar INTEGER expression", name,
	     &expr->where);
  return false;
}

/* Resolve STREAM= of CODE.  */

static void
resolve_stream (gfc_code *code, gfc_expr *stream)
{
  if (resolve_integer (stream, "STREAM")
      && !objects_in_p (code, 1u << CUF_MEM_DEVICE))
    gfc_error ("STREAM tag at %L needs allocate-objects with the device "
	       "attribute", &stream->where);
}

/* Resolve ALIGN=.  */

static void
resolve_align (gfc_expr *align)
{
  if (resolve_integer (align, "ALIGN") && align->expr_type == EXPR_CONSTANT
      && (mpz_sgn (align->value.integer) <= 0
	  || mpz_popcount (align->value.integer) != 1))
    gfc_error ("ALIGN tag at %L must be a power of two", &align->where);
}

/* Resolve the options of the ALLOCATE statement CODE.  */

void
cuf_resolve_allocation (gfc_code *code)
{
  const cuf_allocation *allocation = code->cuf_allocation;

  if (!allocation)
    return;
  gcc_checking_assert (code->op == EXEC_ALLOCATE);
  if (allocation->pinned)
    resolve_pinned (code, allocation->pinned);
  if (allocation->stream)
    resolve_stream (code, allocation->stream);
  if (allocation->align)
    resolve_align (allocation->align);
}

/* Free ALLOCATION, which may be null.  */

void
cuf_free_allocation (cuf_allocation *allocation)
{
  if (!allocation)
    return;
  gfc_free_expr (allocation->pinned);
  gfc_free_expr (allocation->stream);
  gfc_free_expr (allocation->align);
  free (allocation);
}
