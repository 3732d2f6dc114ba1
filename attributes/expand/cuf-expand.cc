/* Statements about arrays in device memory that become kernel loops.
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
#include "arith.h"
#include "dependency.h"
#include "cuf-check.h"
#include "cuf-expand.h"

/* Where host code has access to module cutensorex, an assignment to an array
   in device memory may be of an expression of such arrays, and functions such
   as ALL and DOT_PRODUCT may have them as arguments.  Before the rules are
   checked, an assignment of that kind is made a BLOCK construct with a kernel
   loop over its elements; such a function gets one (gfc_expr::cuf_expansion)
   that computes its value where it is used.  */

/* --- Functions with a scalar result ----------------------------------- */

/* True if the intrinsic function ISYM reduces all elements of an array, in a
   way that kernel loops have.  */

static bool
reduction_p (const gfc_intrinsic_sym *isym)
{
  switch (isym->id)
    {
    case GFC_ISYM_ALL:
    case GFC_ISYM_ANY:
    case GFC_ISYM_COUNT:
    case GFC_ISYM_SUM:
    case GFC_ISYM_PRODUCT:
    case GFC_ISYM_MAXVAL:
    case GFC_ISYM_MINVAL:
    case GFC_ISYM_DOT_PRODUCT:
      return true;
    default:
      return false;
    }
}

/* A reduction that the runtime computes can have no mask but an array: if EXPR
   is one with a mask that is an expression of arrays in device memory, leave
   it to a kernel loop.  */

static void
leave_to_kernel (gfc_expr *expr)
{
  const gfc_intrinsic_sym *isym = expr->value.function.isym;

  if (!expr->cuf_reduced || !isym || !reduction_p (isym) || expr->cuf_stream)
    return;
  gfc_expr *mask = cuf_argument (expr, 2);
  if (mask && mask->rank > 0 && !cuf_reference_p (mask)
      && cuf_operand_in_p (mask, CUF_OFF_HOST))
    expr->cuf_reduced = CUF_MEM_NONE;
}

/* If the function reference EXPR in NS is one of arrays in device memory that
   a kernel loop reduces to a scalar, give it that and return true.  */

bool
cuf_expand_function (gfc_namespace *ns, gfc_expr *expr)
{
  const gfc_intrinsic_sym *isym = expr->value.function.isym;

  leave_to_kernel (expr);
  if (expr->rank > 0 || expr->cuf_reduced || expr->cuf_expansion || !isym
      || !reduction_p (isym) || !cuf_argument (expr, 0)
      || (!gfc_numeric_ts (&expr->ts) && expr->ts.type != BT_LOGICAL)
      || !cuf_array_operands_p (ns, isym->name, expr->value.function.actual))
    return false;

  cuf_block block (ns, &expr->where);
  gfc_expr *value = cuf_new_scalar (ns, &expr->ts, &expr->where);
  for (gfc_actual_arglist *a = expr->value.function.actual; a; a = a->next)
    cuf_compute_packed (&block, &a->expr);
  cuf_reduce_elements (&block, value, expr);
  expr->cuf_expansion = XCNEW (cuf_expansion);
  expr->cuf_expansion->value = value;
  expr->cuf_expansion->code = gfc_get_code (EXEC_BLOCK);
  expr->cuf_expansion->code->loc = expr->where;
  block.end (expr->cuf_expansion->code);
  return true;
}

/* --- Assignments ------------------------------------------------------ */

/* What is looked for in the right side of an assignment.  */
struct function_search
{
  gfc_namespace *ns;
  bool found;
};

/* True if the array-valued function reference EXPR is one of those that module
   cutensorex has, of arrays in device memory.  */

static bool
array_function_p (gfc_namespace *ns, gfc_expr *expr)
{
  const gfc_intrinsic_sym *isym = expr->value.function.isym;
  const gfc_actual_arglist *actual = expr->value.function.actual;

  leave_to_kernel (expr);
  if (expr->rank == 0 || expr->cuf_reduced)
    return false;
  if (cuf_module_function (expr) != CUF_ARRAY_NONE)
    return cuf_array_operands_p (ns, NULL, actual);
  if (!isym)
    return false;
  switch (isym->id)
    {
    case GFC_ISYM_MATMUL:
    case GFC_ISYM_MERGE:
    case GFC_ISYM_PACK:
    case GFC_ISYM_RESHAPE:
    case GFC_ISYM_SPREAD:
    case GFC_ISYM_TRANSPOSE:
    case GFC_ISYM_UNPACK:
      break;
    default:
      if (!reduction_p (isym))
	return false;
    }
  return cuf_array_operands_p (ns, isym->name, actual);
}

/* Callback of gfc_expr_walker: look for such a function.  */

static int
find_array_function (gfc_expr **e, int *, void *data)
{
  function_search *search = (function_search *) data;

  if ((*e)->expr_type == EXPR_FUNCTION && array_function_p (search->ns, *e))
    search->found = true;
  return 0;
}

/* Callback of gfc_expr_walker: look for an array that host code cannot
   read.  */

static int
find_device_array (gfc_expr **e, int *walk_subtrees, void *data)
{
  if ((*e)->cuf_reduced || (*e)->cuf_expansion
      || ((*e)->expr_type == EXPR_FUNCTION && (*e)->value.function.isym
	  && (*e)->value.function.isym->inquiry))
    *walk_subtrees = 0;
  else if ((*e)->rank > 0 && cuf_reference_p (*e) && cuf_off_host_p (*e))
    *(bool *) data = true;
  return 0;
}

/* EXPR without conversions to another type, which a transfer does, too.  */

static gfc_expr *
without_conversion (gfc_expr *expr)
{
  while (expr->expr_type == EXPR_FUNCTION && expr->value.function.isym
	 && expr->value.function.isym->id == GFC_ISYM_CONVERSION)
    expr = expr->value.function.actual->expr;
  return expr;
}

/* True if the assignment LHS = RHS in NS is for the device to compute, rather
   than a transfer or the host's.  */

static bool
for_device_p (gfc_namespace *ns, gfc_expr *lhs, gfc_expr *rhs)
{
  const unsigned memory = cuf_expr_memory (lhs);
  function_search search = { ns, false };
  bool array = false;

  if (lhs->expr_type != EXPR_VARIABLE || lhs->rank == 0
      || rhs->rank != lhs->rank || lhs->ts.type == BT_DERIVED
      || lhs->ts.type == BT_CLASS || lhs->ts.type == BT_CHARACTER
      || (cuf_reference_p (without_conversion (rhs))
	  && cuf_module_function (rhs) == CUF_ARRAY_NONE))
    return false;
  gfc_expr_walker (&rhs, find_array_function, &search);
  gfc_expr_walker (&rhs, find_device_array, &array);
  if (cuf_memory_in_p (memory, CUF_IN (DEVICE)))
    return search.found || array;
  if (cuf_memory_in_p (memory, CUF_IN (MANAGED) | CUF_IN (UNIFIED)))
    return search.found || array;
  return search.found && array;
}

/* What is looked for: a reference to an array that an assignment to LHS
   changes, of other elements than the one that is stored.  */
struct alias_search
{
  gfc_expr *lhs;
  bool found;
};

/* True if the elements of the result of the function reference EXPR are
   computed while they are stored, of other elements.  */

static bool
mixes_elements_p (const gfc_expr *expr)
{
  if (!expr->value.function.isym)
    return cuf_module_function (expr) == CUF_ARRAY_PACKLOC;
  return (!expr->value.function.isym->elemental
	  && expr->value.function.isym->id != GFC_ISYM_UNPACK);
}

/* Callback of gfc_expr_walker: look in the arguments of functions that use
   other elements.  */

static int
find_alias (gfc_expr **e, int *, void *data)
{
  alias_search *search = (alias_search *) data;
  const gfc_expr *expr = *e;

  if (expr->expr_type == EXPR_FUNCTION && expr->rank > 0
      && mixes_elements_p (expr))
    for (gfc_actual_arglist *a = expr->value.function.actual; a; a = a->next)
      if (a->expr && gfc_check_dependency (search->lhs, a->expr, true))
	search->found = true;
  return 0;
}

/* True if an element of RHS may depend on elements of LHS that kernels which
   store in that have changed.  */

static bool
needs_copy_p (gfc_expr *lhs, gfc_expr *rhs)
{
  alias_search search = { lhs, false };

  gfc_expr_walker (&rhs, find_alias, &search);
  return search.found || gfc_check_dependency (lhs, rhs, false);
}

/* True if LHS is a whole allocatable array, which an assignment allocates.  */

static bool
allocatable_p (gfc_expr *lhs)
{
  const symbol_attribute attr = gfc_expr_attr (lhs);
  const gfc_array_ref *ar = gfc_find_array_ref (lhs);

  return flag_realloc_lhs && attr.allocatable && ar->type == AR_FULL;
}

/* Append to BLOCK what allocates LHS with the shape of RHS unless it has
   that.  */

static void
allocate_as (cuf_block *block, gfc_expr *lhs, gfc_expr *rhs)
{
  gfc_expr *extents[GFC_MAX_DIMENSIONS], *differs = NULL;
  gfc_typespec ts = { };

  ts.type = BT_LOGICAL;
  ts.kind = gfc_default_logical_kind;
  for (int d = 0; d < lhs->rank; d++)
    {
      extents[d] = cuf_hoist (block, cuf_extent (block, rhs, d));
      gfc_expr *one = gfc_ne (cuf_write_inquiry (block->ns, GFC_ISYM_SIZE, lhs,
						 d + 1),
			      gfc_copy_expr (extents[d]), INTRINSIC_NE);
      differs = differs ? gfc_or (differs, one) : one;
    }
  gfc_code *again = cuf_write_deallocate (lhs);
  again->next = cuf_write_allocate (lhs, extents);
  gfc_expr *allocated = cuf_write_call (block->ns, GFC_ISYM_ALLOCATED,
					"allocated", &ts, gfc_copy_expr (lhs));
  block->code.append (cuf_write_if (allocated, cuf_write_if (differs, again),
				    cuf_write_allocate (lhs, extents)));
}

/* Append to BLOCK the assignment of PACK's or PACKLOC's result RHS to LHS.  */

static void
expand_pack (cuf_block *block, gfc_expr *lhs, gfc_expr *rhs, gfc_expr *count)
{
  const bool located = !rhs->value.function.isym;
  gfc_expr *stored = NULL;

  if (cuf_assign_packed (block, lhs, rhs, allocatable_p (lhs), count != NULL,
			 &stored))
    {
      if (count)
	block->code.append (cuf_write_assignment (gfc_copy_expr (count),
						  stored));
      return;
    }
  gfc_expr *shape = cuf_argument (rhs, 0);
  gfc_expr *mask = located ? shape : cuf_argument (rhs, 1);
  gfc_expr *positions = cuf_positions (block, mask, shape);
  gfc_expr *total = cuf_last_element (block, positions);

  if (count)
    block->code.append (cuf_write_conversion (count, gfc_copy_expr (total)));
  if (allocatable_p (lhs))
    {
      gfc_typespec ts = { };
      ts.type = BT_LOGICAL;
      ts.kind = gfc_default_logical_kind;
      gfc_expr *allocated = cuf_write_call (block->ns, GFC_ISYM_ALLOCATED,
					    "allocated", &ts,
					    gfc_copy_expr (lhs));
      block->code.append (cuf_write_if (gfc_not (allocated),
					cuf_write_allocate (lhs, &total)));
    }
  cuf_pack_elements (block, lhs, rhs, positions);
}

/* Where PACK's or PACKLOC's EXPR stores a number, or null.  */

static gfc_expr *
count_of (const gfc_expr *expr)
{
  return (expr->value.function.isym ? expr->cuf_count
	  : cuf_argument (expr, 1));
}

/* Make the assignment CODE in NS a BLOCK construct that the device
   executes.  */

static void
expand_assignment (gfc_namespace *ns, gfc_code *code)
{
  const unsigned on_device = (CUF_OFF_HOST | CUF_IN (MANAGED)
			      | CUF_IN (UNIFIED));
  gfc_expr *lhs = code->expr1, *rhs = code->expr2;
  const bool host = !cuf_memory_in_p (cuf_expr_memory (lhs), on_device);
  const bool copied = host || needs_copy_p (lhs, rhs);
  cuf_block block (ns, &code->loc);

  if (!cuf_packed_p (rhs))
    cuf_compute_packed (&block, &rhs);
  if (cuf_packed_p (rhs) && !copied)
    expand_pack (&block, lhs, rhs, count_of (rhs));
  else if (!copied && cuf_plain_prefixes_p (lhs, rhs))
    {
      if (allocatable_p (lhs))
	allocate_as (&block, lhs, rhs);
      cuf_assign_prefixes (&block, lhs, rhs);
    }
  else if (copied || cuf_module_function (rhs) != CUF_ARRAY_NONE)
    {
      gfc_expr *array = cuf_on_device (&block, rhs);
      if (cuf_packed_p (rhs) && count_of (rhs))
	block.code.append (cuf_write_conversion
			   (count_of (rhs), cuf_write_inquiry (block.ns,
							       GFC_ISYM_SIZE,
							       array, 1)));
      block.code.append (cuf_write_assignment (gfc_copy_expr (lhs), array));
    }
  else
    {
      if (allocatable_p (lhs) && !rhs->cuf_no_field)
	allocate_as (&block, lhs, rhs);
      cuf_assign_elements (&block, lhs, rhs);
    }
  if (cuf_memory_in_p (cuf_expr_memory (lhs),
		       CUF_IN (MANAGED) | CUF_IN (UNIFIED)))
    block.code.append (cuf_write_runtime_call (block.ns, "GCUF_finish_managed",
					       &block.where, NULL, 0));
  code->expr1 = code->expr2 = NULL;
  block.end (code);
}

/* --- Random numbers --------------------------------------------------- */

/* True if CODE, a CALL statement in NS, is of RANDOM_NUMBER for an array in
   device memory.  */

static bool
random_number_p (gfc_namespace *ns, const gfc_code *code)
{
  const gfc_actual_arglist *actual = code->ext.actual;

  return (code->resolved_isym
	  && code->resolved_isym->id == GFC_ISYM_RANDOM_NUMBER
	  && actual && actual->expr && actual->expr->rank > 0
	  && actual->expr->expr_type == EXPR_VARIABLE
	  && cuf_array_operands_p (ns, "random_number", actual));
}

/* Make CODE, which is such a statement, a BLOCK construct in which the runtime
   stores the numbers.  */

static void
expand_random_number (gfc_namespace *ns, gfc_code *code)
{
  gfc_expr *harvest = code->ext.actual->expr;
  gfc_expr *extents[GFC_MAX_DIMENSIONS], *array = harvest;
  gfc_expr *count = cuf_write_index (1, &harvest->where);
  gfc_typespec ts = count->ts;
  cuf_block block (ns, &code->loc);

  if (harvest->ts.kind != 2 && harvest->ts.kind != 4 && harvest->ts.kind != 8)
    {
      gfc_error ("RANDOM_NUMBER of device data at %L must be of kind 2, 4 or 8",
		 &harvest->where);
      block.failed = true;
    }
  for (int d = 0; d < harvest->rank; d++)
    {
      extents[d] = cuf_hoist (&block, cuf_extent (&block, harvest, d));
      count = cuf_write_product (gfc_copy_expr (extents[d]), count);
    }
  if (!gfc_is_simply_contiguous (harvest, false, true))
    array = cuf_allocated_array (&block, &harvest->ts, harvest->rank, extents);
  gfc_expr *arguments[] =
  {
    cuf_write_call (block.ns, GFC_ISYM_LOC, "loc", &ts, gfc_copy_expr (array)),
    count, cuf_write_index (harvest->ts.kind, &harvest->where)
  };
  block.code.append (cuf_write_runtime_call (block.ns, "GCUF_random_numbers",
					     &block.where, arguments,
					     ARRAY_SIZE (arguments)));
  if (array != harvest)
    block.code.append (cuf_write_assignment (gfc_copy_expr (harvest), array));
  if (!cuf_off_host_p (harvest))
    block.code.append (cuf_write_runtime_call (block.ns, "GCUF_finish_managed",
					       &block.where, NULL, 0));
  code->ext.actual = NULL;
  code->resolved_isym = NULL;
  code->symtree = NULL;
  block.end (code);
}

/* --- The walk --------------------------------------------------------- */

/* What is walked over.  */
struct expansion_walk
{
  gfc_namespace *ns;
  bool used;			/* The module is accessible there.  */
};

static void expand_statements (gfc_namespace *, gfc_code **);

/* Callback of gfc_code_walker: expand one statement.  What is inside kernel
   loops, regions of other models, WHERE and FORALL stays as it is.  */

static int
expand_statement (gfc_code **c, int *walk_subtrees, void *data)
{
  const expansion_walk *walk = (const expansion_walk *) data;
  gfc_namespace *ns = walk->ns;
  gfc_code *code = *c;

  switch (code->op)
    {
    case EXEC_ASSIGN:
      if (walk->used && code->expr1 && code->expr2
	  && for_device_p (ns, code->expr1, code->expr2))
	{
	  expand_assignment (ns, code);
	  *walk_subtrees = 0;
	}
      break;
    case EXEC_CALL:
      if (walk->used && random_number_p (ns, code))
	{
	  expand_random_number (ns, code);
	  *walk_subtrees = 0;
	}
      break;
    case EXEC_BLOCK:
      expand_statements (code->ext.block.ns, &code->ext.block.ns->code);
      *walk_subtrees = 0;
      break;
    case EXEC_WHERE:
    case EXEC_FORALL:
      *walk_subtrees = 0;
      break;
    default:
      if (code->cuf_kernel || cuf_region_p (code))
	*walk_subtrees = 0;
    }
  return 0;
}

/* Callback of gfc_expr_walker: expand one function reference.  */

static int
expand_expression (gfc_expr **e, int *walk_subtrees, void *data)
{
  const expansion_walk *walk = (const expansion_walk *) data;

  if (walk->used && (*e)->expr_type == EXPR_FUNCTION
      && cuf_expand_function (walk->ns, *e))
    *walk_subtrees = 0;
  return 0;
}

/* Expand the statements from *CODE on, in NS.  */

static void
expand_statements (gfc_namespace *ns, gfc_code **code)
{
  expansion_walk walk = { ns, cuf_array_name_p (ns, NULL) };
  gfc_namespace *saved = gfc_current_ns;

  gfc_current_ns = ns;
  gfc_code_walker (code, expand_statement, expand_expression, &walk);
  gfc_current_ns = saved;
}

/* Expand the statements of NS, a program unit whose names have been resolved,
   and of those that it contains.  */

void
cuf_expand_namespace (gfc_namespace *ns)
{
  if (!ns->proc_name || !cuf_device_code_p (&ns->proc_name->attr))
    expand_statements (ns, &ns->code);
  for (gfc_namespace *n = ns->contained; n; n = n->sibling)
    cuf_expand_namespace (n);
}
