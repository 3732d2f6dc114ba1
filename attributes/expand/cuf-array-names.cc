/* What module cutensorex makes of intrinsic functions.
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
#include "gfortran.h"
#include "cuf-check.h"
#include "cuf-expand.h"

/* The module's functions are gfortran's intrinsic functions, so that all that
   gfortran knows of these holds, and functions of its own that gfortran lacks
   (guide, 3.9.3 and 3.9.4).  Where host code has access to the module, those
   of arrays in device memory are computed on the device; for managed arrays
   the name must be accessible, too, and not another.  */

#define ARRAY_MODULE "cutensorex"

/* --- The module ------------------------------------------------------- */

/* True if the USE statement USE makes NAME accessible, whatever it says of
   other names.  A null NAME stands for any.  */

static bool
uses_p (const gfc_use_list *use, const char *name)
{
  if (strcmp (use->module_name, ARRAY_MODULE) != 0)
    return false;
  if (!name)
    return true;
  for (const gfc_use_rename *r = use->rename; r; r = r->next)
    if (strcmp (r->use_name, name) == 0)
      return r->local_name[0] == '\0' || strcmp (r->local_name, name) == 0;
  return !use->only_flag;
}

/* True if NAME of the module is accessible in NS under that name; with a null
   NAME, if the module is used at all.  A program's own module may hand it
   on: one of its functions shows it.  */

bool
cuf_array_name_p (gfc_namespace *ns, const char *name)
{
  for (gfc_namespace *n = ns; n; n = n->parent)
    for (const gfc_use_list *use = n->use_stmts; use; use = use->next)
      if (uses_p (use, name))
	return true;
  for (const char *shown : { "packloc", "count_prefix", "sum_prefix" })
    {
      gfc_symtree *st = NULL;
      if (!gfc_find_sym_tree (shown, ns, 1, &st) && st
	  && st->n.sym->attr.use_assoc && st->n.sym->generic
	  && cuf_from_module_p (st->n.sym->generic->sym, ARRAY_MODULE))
	return true;
    }
  return false;
}

/* --- Operands --------------------------------------------------------- */

/* What is looked for in an expression.  */
struct operand_search
{
  unsigned set;			/* Memories, of CUF_IN.  */
  bool found;
};

/* True if the function reference EXPR has a value that the host knows, though
   its arguments are in device memory.  */

static bool
host_value_p (const gfc_expr *expr)
{
  return (expr->cuf_reduced || expr->cuf_expansion
	  || (expr->value.function.isym && expr->value.function.isym->inquiry));
}

/* Callback of gfc_expr_walker: look at an operand.  */

static int
look_at_operand (gfc_expr **e, int *walk_subtrees, void *data)
{
  operand_search *search = (operand_search *) data;

  if ((*e)->expr_type == EXPR_FUNCTION && host_value_p (*e))
    *walk_subtrees = 0;
  else if (cuf_reference_p (*e)
	   && cuf_memory_in_p (cuf_expr_memory (*e), search->set))
    search->found = true;
  return 0;
}

/* True if the value of EXPR depends on data in one of the memories of SET.  */

bool
cuf_operand_in_p (gfc_expr *expr, unsigned set)
{
  operand_search search = { set, false };

  if (expr)
    gfc_expr_walker (&expr, look_at_operand, &search);
  return search.found;
}

/* True if a function called NAME with the arguments ACTUAL is the device's to
   compute, in host code of NS.  */

bool
cuf_array_operands_p (gfc_namespace *ns, const char *name,
		      const gfc_actual_arglist *actual)
{
  bool managed = false;

  for (; actual; actual = actual->next)
    {
      if (cuf_operand_in_p (actual->expr, CUF_OFF_HOST))
	return true;
      managed |= cuf_operand_in_p (actual->expr, CUF_IN (MANAGED));
    }
  return managed && cuf_array_name_p (ns, name);
}

/* --- Forms that gfortran's intrinsic functions have not --------------- */

/* Where the argument of EXPR called NAME is, or its argument number POSITION,
   from zero, if that and those before it have no keyword.  Null if there is
   none.  */

static gfc_actual_arglist **
find_argument (gfc_expr *expr, const char *name, int position)
{
  for (gfc_actual_arglist **p = &expr->value.function.actual; *p;
       p = &(*p)->next)
    if ((*p)->name ? name && strcmp ((*p)->name, name) == 0 : position-- == 0)
      return p;
  return NULL;
}

/* Take the argument at P out of its list and return its value.  */

static gfc_expr *
take_argument (gfc_actual_arglist **p)
{
  gfc_actual_arglist *taken = *p;
  gfc_expr *value = taken->expr;

  *p = taken->next;
  taken->next = NULL;
  taken->expr = NULL;
  gfc_free_actual_arglist (taken);
  return value;
}

/* PACK can store how many elements it found: take the variable for that out of
   the arguments of EXPR.  */

static void
adapt_pack (gfc_expr *expr)
{
  gfc_actual_arglist **p = find_argument (expr, "count", -1);

  if (!p)
    {
      p = find_argument (expr, NULL, 2);
      if (!p || (*p)->name || !(*p)->expr || (*p)->expr->rank > 0)
	return;
    }
  expr->cuf_count = take_argument (p);
}

/* UNPACK can do without a field, and then leaves the elements of the result as
   they are where the mask is false: give EXPR one.  */

static void
adapt_unpack (gfc_expr *expr)
{
  gfc_actual_arglist **vector = find_argument (expr, "vector", 0);
  gfc_actual_arglist **end = &expr->value.function.actual;

  /* The guide calls the first one ARRAY.  */
  if (gfc_actual_arglist **p = find_argument (expr, "array", -1))
    {
      (*p)->name = gfc_get_string ("vector");
      vector = p;
    }
  if (!vector || !(*vector)->expr || find_argument (expr, "field", 2))
    return;
  const gfc_typespec *ts = &(*vector)->expr->ts;
  gfc_expr *zero
    = (ts->type == BT_LOGICAL
       ? gfc_get_logical_expr (ts->kind, &expr->where, false)
       : gfc_get_int_expr (gfc_default_integer_kind, &expr->where, 0));
  if (!gfc_convert_type (zero, &(*vector)->expr->ts, 0))
    return;
  while (*end)
    end = &(*end)->next;
  *end = gfc_get_actual_arglist ();
  (*end)->name = gfc_get_string ("field");
  (*end)->expr = zero;
  expr->cuf_no_field = 1;
}

/* The conjugate of EXPR, which becomes part of it, if that is complex.  */

static gfc_expr *
conjugate (gfc_expr *expr)
{
  if (expr->ts.type != BT_COMPLEX)
    return expr;
  gfc_expr *call = gfc_build_intrinsic_call (gfc_current_ns, GFC_ISYM_CONJG,
					     "conjg", expr->where, 1, expr);
  call->ts = expr->ts;
  call->rank = expr->rank;
  call->shape = gfc_copy_shape (expr->shape, expr->rank);
  call->value.function.name = gfc_get_string ("__conjg_%d", expr->ts.kind);
  return call;
}

/* DOT_PRODUCT of arrays along a dimension is the SUM of a product: make EXPR
   that and return true.  */

static bool
adapt_dot_product (gfc_intrinsic_sym **isym, gfc_expr *expr)
{
  gfc_actual_arglist **a = find_argument (expr, "vector_a", 0);
  gfc_actual_arglist **dim = find_argument (expr, "dim", 2);

  if (!dim || !a)
    return false;
  gfc_actual_arglist **b = find_argument (expr, "vector_b",
					  (*a)->name ? 0 : 1);
  if (!b || !(*a)->expr || !(*b)->expr
      || !gfc_numeric_ts (&(*a)->expr->ts) || !gfc_numeric_ts (&(*b)->expr->ts))
    return false;
  gfc_expr *product = gfc_get_operator_expr (&expr->where, INTRINSIC_TIMES,
					     conjugate ((*a)->expr),
					     (*b)->expr);
  (*a)->expr = (*b)->expr = NULL;
  gfc_actual_arglist *actual = gfc_get_actual_arglist ();
  actual->expr = product;
  actual->next = gfc_get_actual_arglist ();
  actual->next->name = gfc_get_string ("dim");
  actual->next->expr = (*dim)->expr;
  (*dim)->expr = NULL;
  gfc_free_actual_arglist (expr->value.function.actual);
  expr->value.function.actual = actual;
  gfc_resolve_expr (product);

  *isym = gfc_intrinsic_function_by_id (GFC_ISYM_SUM);
  gfc_get_sym_tree (gfc_get_string (GFC_PREFIX ("sum")), gfc_current_ns,
		    &expr->symtree, false);
  gfc_symbol *sum = expr->symtree->n.sym;
  gfc_commit_symbol (sum);
  sum->intmod_sym_id = GFC_ISYM_SUM;
  sum->attr.flavor = FL_PROCEDURE;
  sum->attr.intrinsic = sum->attr.function = sum->attr.artificial = 1;
  return true;
}

/* The function reference EXPR, to the intrinsic *ISYM, is about to be checked;
   its arguments have been resolved.  If it has a form that the module adds,
   make it one that gfortran has, and return true if it is another function
   then.  */

bool
cuf_adapt_array_intrinsic (gfc_intrinsic_sym **isym, gfc_expr *expr)
{
  const gfc_isym_id id = (*isym)->id;

  if (!cuf_seen
      || (id != GFC_ISYM_PACK && id != GFC_ISYM_UNPACK
	  && id != GFC_ISYM_DOT_PRODUCT)
      || cuf_in_device_code_p (gfc_current_ns)
      || !cuf_array_name_p (gfc_current_ns, NULL)
      || !cuf_array_operands_p (gfc_current_ns, (*isym)->name,
				expr->value.function.actual))
    return false;
  if (id == GFC_ISYM_DOT_PRODUCT)
    return adapt_dot_product (isym, expr);
  if (id == GFC_ISYM_PACK)
    adapt_pack (expr);
  else
    adapt_unpack (expr);
  return false;
}

/* --- The module's own functions --------------------------------------- */

/* Which of them EXPR is a reference to.  Its specific functions are called as
   it is, with what tells them apart behind it.  */

enum cuf_array_function
cuf_module_function (const gfc_expr *expr)
{
  static const struct
  {
    const char *prefix;
    enum cuf_array_function function;
  }
  functions[] =
  {
    { "packloc", CUF_ARRAY_PACKLOC },
    { "count_prefix", CUF_ARRAY_COUNT_PREFIX },
    { "sum_prefix", CUF_ARRAY_SUM_PREFIX }
  };
  const gfc_symbol *f
    = (expr->expr_type == EXPR_FUNCTION && !expr->value.function.isym
       ? expr->value.function.esym : NULL);

  if (f && cuf_from_module_p (f, ARRAY_MODULE))
    for (const auto &row : functions)
      if (strncmp (f->name, row.prefix, strlen (row.prefix)) == 0)
	return row.function;
  return CUF_ARRAY_NONE;
}

/* Argument number N, from zero, of EXPR, which gfortran has put in order; null
   if it is absent.  */

gfc_expr *
cuf_argument (const gfc_expr *expr, int n)
{
  const gfc_actual_arglist *actual = expr->value.function.actual;

  while (actual && n-- > 0)
    actual = actual->next;
  return actual ? actual->expr : NULL;
}
