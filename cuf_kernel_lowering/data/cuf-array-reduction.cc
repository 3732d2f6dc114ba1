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
#include "tree.h"
#include "fold-const.h"
#include "stor-layout.h"
#include "function.h"
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "trans-const.h"
#include "trans-array.h"
#include "trans-stmt.h"
#include "cuf-compat.h"
#include "cuf-trans.h"
#include "cuf-lower.h"

/* A reference to SUM, MAXVAL, MINVAL, MAXLOC or MINLOC that is marked
   (attributes/resolve/cuf-array-reductions.cc) is a call of the runtime, which
   gets the array and the mask as descriptors.  The result is the host's.  An
   array result is one as those of libgfortran's functions are: the callee
   allocates it if its shape is not known.  */

/* True if the function reference EXPR is such a one.  */

bool
cuf_reduction_p (const gfc_expr *expr)
{
  return expr->cuf_reduced && !cuf_generating_device_code_p ();
}

static enum gcuf_array_op
operation (const gfc_expr *expr)
{
  switch (expr->value.function.isym->id)
    {
    case GFC_ISYM_SUM:
      return GCUF_ARRAY_SUM;
    case GFC_ISYM_MAXVAL:
      return GCUF_ARRAY_MAXVAL;
    case GFC_ISYM_MINVAL:
      return GCUF_ARRAY_MINVAL;
    case GFC_ISYM_MAXLOC:
      return GCUF_ARRAY_MAXLOC;
    case GFC_ISYM_MINLOC:
      return GCUF_ARRAY_MINLOC;
    default:
      gcc_unreachable ();
    }
}

static enum gcuf_array_type
element_type (const gfc_expr *array)
{
  switch (array->ts.type)
    {
    case BT_INTEGER:
      return GCUF_ARRAY_INTEGER;
    case BT_REAL:
      return GCUF_ARRAY_REAL;
    case BT_COMPLEX:
      return GCUF_ARRAY_COMPLEX;
    default:
      /* Of the unsigned, sums alone.  */
      gcc_assert (cuf_unsigned_p (&array->ts));
      return GCUF_ARRAY_INTEGER;
    }
}

/* What a call is made of.  */
struct reduction
{
  gfc_expr *array, *dim, *mask, *back;	/* All but ARRAY may be null.  */
  stmtblock_t pre, post;
};

/* The arguments of EXPR, which gfortran has put in order: those that are absent
   are there, too.  */

static void
begin_reduction (reduction *r, const gfc_expr *expr)
{
  gfc_actual_arglist *actual = expr->value.function.actual;

  gcc_assert (actual && actual->next && actual->next->next);
  r->array = actual->expr;
  actual = actual->next;
  r->dim = actual->expr;
  actual = actual->next;
  r->mask = actual->expr;
  r->back = NULL;
  /* Behind KIND.  */
  if (actual->next && actual->next->next)
    r->back = actual->next->next->expr;
  gfc_init_block (&r->pre);
  gfc_init_block (&r->post);
}

/* The optional dummy argument that EXPR is, or null.  */

static gfc_symbol *
optional_dummy (const gfc_expr *expr)
{
  if (expr->expr_type != EXPR_VARIABLE)
    return NULL;
  gfc_symbol *sym = expr->symtree->n.sym;
  return sym->attr.dummy && sym->attr.optional ? sym : NULL;
}

/* The value of SE, for EXPR, as TYPE, to be used in what follows in R; or
   WHERE_ABSENT if EXPR is an optional dummy argument that is absent: then
   nothing of it is looked at.  */

static tree
add_value (reduction *r, gfc_se *se, const gfc_expr *expr, tree type,
	   tree where_absent)
{
  gfc_symbol *optional = optional_dummy (expr);
  tree value = fold_convert (type, se->expr);

  gfc_add_block_to_block (&r->post, &se->post);
  if (!optional)
    {
      gfc_add_block_to_block (&r->pre, &se->pre);
      return gfc_evaluate_now (value, &r->pre);
    }
  tree var = gfc_create_var (type, "argument");
  gfc_add_modify (&r->pre, var, where_absent);
  gfc_add_modify (&se->pre, var, value);
  gfc_add_expr_to_block (&r->pre,
			 build3_v (COND_EXPR, gfc_conv_expr_present (optional),
				   gfc_finish_block (&se->pre),
				   build_empty_stmt (input_location)));
  return var;
}

/* The value of EXPR, a scalar that may be null, as TYPE; WHERE_ABSENT if there
   is none.  */

static tree
convert_scalar (reduction *r, gfc_expr *expr, tree type, tree where_absent)
{
  gfc_se se;

  if (!expr)
    return where_absent;
  gfc_init_se (&se, NULL);
  gfc_conv_expr_val (&se, expr);
  return add_value (r, &se, expr, type, where_absent);
}

/* The address of a descriptor of the array EXPR; null if it is absent.  */

static tree
convert_array (reduction *r, gfc_expr *expr)
{
  gfc_se se;

  gfc_init_se (&se, NULL);
  cuf_conv_array (&se, expr);
  return add_value (r, &se, expr, ptr_type_node, null_pointer_node);
}

/* GCUF_REDUCE_NONE if the scalar MASK is false; otherwise zero.  */

static tree
unmasked_bit (reduction *r, gfc_expr *mask)
{
  tree value = convert_scalar (r, mask, boolean_type_node, boolean_true_node);
  return build3 (COND_EXPR, unsigned_type_node, value,
		 build_int_cst (unsigned_type_node, 0),
		 build_int_cst (unsigned_type_node, GCUF_REDUCE_NONE));
}

static tree
back_bit (reduction *r)
{
  tree value = convert_scalar (r, r->back, boolean_type_node,
			       boolean_false_node);
  return build3 (COND_EXPR, unsigned_type_node, value,
		 build_int_cst (unsigned_type_node, GCUF_REDUCE_BACK),
		 build_int_cst (unsigned_type_node, 0));
}

static tree
reduction_flags (const reduction *r, const gfc_expr *expr)
{
  unsigned mask = (r->mask && cuf_reference_p (r->mask)
		   ? cuf_expr_memory (r->mask) : unsigned (CUF_MEM_NONE));
  unsigned flags = GCUF_REDUCE (operation (expr), element_type (r->array),
				expr->cuf_reduced, mask, expr->ts.kind);
  if (expr->rank > 0)
    flags |= GCUF_REDUCE_TO_ARRAY;
  return build_int_cst (unsigned_type_node, flags);
}

/* The arguments of the runtime's function for EXPR, after the result.  */

enum { N_ARGUMENTS = 7 };

static void
convert_arguments (reduction *r, const gfc_expr *expr,
		   tree arguments[N_ARGUMENTS])
{
  tree llong = long_long_integer_type_node;
  tree zero = build_int_cst (llong, 0);
  tree bits = back_bit (r);
  tree mask = null_pointer_node;

  if (r->mask && r->mask->rank > 0)
    mask = convert_array (r, r->mask);
  else
    bits = fold_build2 (BIT_IOR_EXPR, unsigned_type_node, bits,
			unmasked_bit (r, r->mask));
  locus where = expr->where;
  tree all[N_ARGUMENTS] = {
    convert_array (r, r->array), mask,
    convert_scalar (r, r->dim, llong, zero),
    convert_scalar (r, expr->cuf_stream, llong, zero),
    reduction_flags (r, expr), bits, cuf_location (&where)
  };
  for (int i = 0; i < N_ARGUMENTS; i++)
    arguments[i] = all[i];
}

/* Evaluate EXPR, a scalar, in SE.  */

static void
conv_scalar (gfc_se *se, reduction *r, const gfc_expr *expr,
	     const tree arguments[N_ARGUMENTS])
{
  tree result = gfc_create_var (gfc_typenode_for_spec
				(const_cast<gfc_typespec *> (&expr->ts)),
				"reduced");
  tree address = fold_convert (ptr_type_node,
			       gfc_build_addr_expr (NULL_TREE, result));

  gfc_add_block_to_block (&se->pre, &r->pre);
  gfc_add_expr_to_block (&se->pre,
			 build_call_expr (cuf_tree (CUF_FN_REDUCE_ARRAY),
					  N_ARGUMENTS + 1, address,
					  arguments[0], arguments[1],
					  arguments[2], arguments[3],
					  arguments[4], arguments[5],
					  arguments[6]));
  gfc_add_block_to_block (&se->pre, &r->post);
  se->expr = result;
}

/* The runtime's function as one that returns an array of the type and the rank
   of EXPR.  */

static gfc_symbol *
array_function (const gfc_expr *expr)
{
  gfc_symbol *sym = gfc_new_symbol ("GCUF_reduce_array", NULL);

  sym->ts = expr->ts;
  sym->attr.external = 1;
  sym->attr.function = 1;
  sym->attr.always_explicit = 1;
  sym->attr.proc = PROC_INTRINSIC;
  sym->attr.flavor = FL_PROCEDURE;
  sym->attr.dimension = 1;
  sym->result = sym;
  sym->as = gfc_get_array_spec ();
  sym->as->type = AS_ASSUMED_SHAPE;
  sym->as->rank = expr->rank;
  sym->backend_decl = cuf_tree (CUF_FN_REDUCE_ARRAY);
  return sym;
}

/* Evaluate EXPR, an array, in SE.  */

static void
conv_array (gfc_se *se, reduction *r, gfc_expr *expr,
	    const tree arguments[N_ARGUMENTS])
{
  vec<tree, va_gc> *appended;

  vec_alloc (appended, N_ARGUMENTS);
  for (int i = 0; i < N_ARGUMENTS; i++)
    appended->quick_push (arguments[i]);
  gfc_add_block_to_block (&se->pre, &r->pre);
  se->ignore_optional = 1;
  gfc_conv_procedure_call (se, array_function (expr), NULL, expr, appended);
  gfc_add_block_to_block (&se->post, &r->post);
}

/* Evaluate in SE the function reference EXPR, a reduction on the device.  */

static void
conv_reduction (gfc_se *se, gfc_expr *expr)
{
  reduction r;
  tree arguments[N_ARGUMENTS];

  begin_reduction (&r, expr);
  convert_arguments (&r, expr, arguments);
  if (expr->rank == 0)
    conv_scalar (se, &r, expr, arguments);
  else
    conv_array (se, &r, expr, arguments);
}

/* If the device reduces the array of EXPR, a reference to an intrinsic function,
   translate that to SE and return true.  */

bool
cuf_conv_intrinsic (gfc_se *se, gfc_expr *expr)
{
  if (expr->cuf_expansion)
    {
      gfc_add_expr_to_block (&se->pre,
			     gfc_trans_code (expr->cuf_expansion->code));
      gfc_conv_expr (se, expr->cuf_expansion->value);
      return true;
    }
  if (cuf_conv_extremum (se, expr))
    return true;
  if (!cuf_reduction_p (expr))
    return false;
  conv_reduction (se, expr);
  return true;
}
