/* Reductions of arrays in device memory that host code asks for.
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
#include "cuf-check.h"

/* SUM, MAXVAL, MINVAL, MAXLOC and MINLOC of an array in device memory are
   computed on the device (guide, 3.9.1).  They stay references to the intrinsic
   functions, so that all that gfortran knows of these holds; what is marked
   here is translated to a call of the runtime.

   Module cudafor has the five names, too, for managed arrays: those are reduced
   on the device where a USE statement gives access to the name.  A name that
   the statement does not mention is only looked for: a program may have a
   variable `sum'.  */

/* The module whose names they are.  */
#define REDUCTION_MODULE "cudafor"

static bool
reduction_id_p (gfc_isym_id id)
{
  switch (id)
    {
    case GFC_ISYM_SUM:
    case GFC_ISYM_MAXVAL:
    case GFC_ISYM_MINVAL:
    case GFC_ISYM_MAXLOC:
    case GFC_ISYM_MINLOC:
      return true;

    default:
      return false;
    }
}

/* The names that modules have for arrays in device memory, which are gfortran's
   own functions.  */

static const struct
{
  const char *module, *name;
}
array_names[] =
{
  { REDUCTION_MODULE, "sum" },
  { REDUCTION_MODULE, "maxval" },
  { REDUCTION_MODULE, "minval" },
  { REDUCTION_MODULE, "maxloc" },
  { REDUCTION_MODULE, "minloc" },
  { "cutensorex", "all" },
  { "cutensorex", "any" },
  { "cutensorex", "count" },
  { "cutensorex", "merge" },
  { "cutensorex", "pack" },
  { "cutensorex", "unpack" },
  { "cutensorex", "reshape" },
  { "cutensorex", "transpose" },
  { "cutensorex", "spread" },
  { "cutensorex", "matmul" },
  { "cutensorex", "dot_product" },
  { "cutensorex", "random_number" }
};

/* True if NAME of the module MODULE, which a USE statement does not mention, is
   not to be made accessible under that name.  */

bool
cuf_reduction_name_p (const char *module, const char *name)
{
  for (const auto &row : array_names)
    if (strcmp (module, row.module) == 0 && strcmp (name, row.name) == 0)
      return true;
  return false;
}

/* True if the USE statement USE makes NAME of the module accessible, though
   without a word of it.  */

static bool
uses_name_p (const gfc_use_list *use, const char *name)
{
  if (use->only_flag || strcmp (use->module_name, REDUCTION_MODULE) != 0)
    return false;
  for (const gfc_use_rename *r = use->rename; r; r = r->next)
    if (strcmp (r->use_name, name) == 0)
      return false;
  return true;
}

/* True if the function reference EXPR, to the intrinsic ISYM, is to that of
   module cudafor.  */

static bool
module_reduction_p (const gfc_intrinsic_sym *isym, const gfc_expr *expr)
{
  gcc_assert (expr->expr_type == EXPR_FUNCTION && expr->symtree);
  const gfc_symbol *sym = expr->symtree->n.sym;

  if (sym->attr.use_assoc)
    return cuf_from_module_p (sym, REDUCTION_MODULE);
  for (const gfc_namespace *ns = gfc_current_ns; ns; ns = ns->parent)
    for (const gfc_use_list *use = ns->use_stmts; use; use = use->next)
      if (uses_name_p (use, isym->name))
	return true;
  return false;
}

/* The argument of EXPR called NAME; null stands for the first one.  Return a
   pointer to the one before, or null if there is none.  */

static gfc_actual_arglist **
find_argument (gfc_expr *expr, const char *name)
{
  for (gfc_actual_arglist **p = &expr->value.function.actual; *p;
       p = &(*p)->next)
    if ((*p)->name && strcmp ((*p)->name, name) == 0)
      return p;
  return NULL;
}

static gfc_expr *
array_argument (gfc_expr *expr)
{
  gfc_actual_arglist **named = find_argument (expr, "array");
  gfc_actual_arglist *actual = named ? *named : expr->value.function.actual;
  return actual ? actual->expr : NULL;
}

/* Where the stream is in the arguments of EXPR: under its name, or the third
   or fourth one, after the mask.  Null if there is none.  */

static gfc_actual_arglist **
stream_argument (gfc_expr *expr)
{
  if (gfc_actual_arglist **named = find_argument (expr, "stream"))
    return named;
  gfc_actual_arglist **p = &expr->value.function.actual;
  for (; *p && (*p)->next && !(*p)->next->name; p = &(*p)->next)
    if ((*p)->expr && (*p)->expr->ts.type == BT_LOGICAL
	&& (*p)->next->expr && (*p)->next->expr->ts.type == BT_INTEGER)
      return &(*p)->next;
  return NULL;
}

/* Take the stream out of the arguments of EXPR, which are to be those of the
   intrinsic.  */

static void
take_stream (const gfc_intrinsic_sym *isym, gfc_expr *expr)
{
  const bool located = (isym->id == GFC_ISYM_MAXLOC
			|| isym->id == GFC_ISYM_MINLOC);
  gfc_actual_arglist **p = (located ? find_argument (expr, "stream")
			    : stream_argument (expr));
  if (!p)
    return;
  gfc_actual_arglist *stream = *p;
  *p = stream->next;
  expr->cuf_stream = stream->expr;
  stream->next = NULL;
  stream->expr = NULL;
  gfc_free_actual_arglist (stream);
}

/* The function reference EXPR, to the intrinsic ISYM, is about to be checked;
   its arguments have been resolved.  Mark it if the device is to compute it,
   which it does not of characters.  */

void
cuf_resolve_array_reduction (const gfc_intrinsic_sym *isym, gfc_expr *expr)
{
  if (!cuf_seen || !reduction_id_p (isym->id)
      || cuf_in_device_code_p (gfc_current_ns))
    return;

  gfc_expr *array = array_argument (expr);
  if (!array || !cuf_reference_p (array) || !gfc_numeric_ts (&array->ts))
    return;
  unsigned memory = cuf_expr_memory (array);
  if (cuf_memory_in_p (memory, CUF_OFF_HOST)
      || (memory == CUF_MEM_MANAGED && !cuf_inside_region_p ()
	  && module_reduction_p (isym, expr)))
    {
      expr->cuf_reduced = memory;
      take_stream (isym, expr);
    }
}
