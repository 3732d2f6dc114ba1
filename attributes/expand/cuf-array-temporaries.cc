/* Arrays that are computed before a kernel uses them, and packed ones.
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
#include "arith.h"
#include "dependency.h"
#include "cuf-compat.h"
#include "cuf-check.h"
#include "cuf-expand.h"

/* The type of integers that number elements.  */

static gfc_typespec
index_type (void)
{
  gfc_typespec ts = { };

  ts.type = BT_INTEGER;
  ts.kind = gfc_index_integer_kind;
  return ts;
}

static void
copy_extents (gfc_expr **to, gfc_expr **from, int rank)
{
  for (int d = 0; d < rank; d++)
    to[d] = gfc_copy_expr (from[d]);
}

/* A new array in device memory, of type TS, allocated in BLOCK with
   EXTENTS.  */

gfc_expr *
cuf_allocated_array (cuf_block *block, const gfc_typespec *ts, int rank,
		     gfc_expr **extents)
{
  gfc_expr *array = cuf_new_array (block->ns, ts, rank, &block->where);
  block->code.append (cuf_write_allocate (array, extents));
  return array;
}

/* --- What the runtime gets -------------------------------------------- */

/* True if EXPR is an array of which the runtime can have the address and the
   strides.  */

static bool
strided_p (gfc_expr *expr)
{
  const unsigned on_device = (CUF_OFF_HOST | CUF_IN (MANAGED)
			      | CUF_IN (UNIFIED));

  if (expr->expr_type != EXPR_VARIABLE || gfc_has_vector_subscript (expr)
      || !cuf_memory_in_p (cuf_expr_memory (expr), on_device))
    return false;
  return expr->ts.type != BT_DERIVED;
}

/* The address of the element AT of ARRAY, which need not exist.  */

static gfc_expr *
write_address (cuf_block *block, gfc_expr *array, const cuf_subscripts *at)
{
  gfc_typespec ts = index_type ();
  gfc_expr *element = cuf_element (block, array, at, &block->code);

  element->no_bounds_check = 1;
  return cuf_write_call (block->ns, GFC_ISYM_LOC, "loc", &ts, element);
}

/* The same of its first element.  */

static gfc_expr *
write_start (cuf_block *block, gfc_expr *array)
{
  cuf_subscripts at;

  at.rank = array->rank;
  for (int d = 0; d < at.rank; d++)
    at.at[d] = cuf_write_index (1, &block->where);
  return write_address (block, array, &at);
}

/* How many bytes an element of type TS has, if that is a number that the
   runtime can load and store at once; else zero.  */

static int
element_bytes (const gfc_typespec *ts)
{
  int bytes = 0;

  if (ts->type == BT_INTEGER || ts->type == BT_LOGICAL || ts->type == BT_REAL
      || cuf_unsigned_p (ts))
    bytes = ts->kind;
  else if (ts->type == BT_COMPLEX)
    bytes = 2 * ts->kind;
  return bytes <= 8 && pow2p_hwi (bytes) ? bytes : 0;
}

/* True if EXPR is an array whose elements, one behind the other in memory, the
   runtime can work on as they are.  */

static bool
plain_p (gfc_expr *expr)
{
  return (expr->rank > 0 && strided_p (expr) && element_bytes (&expr->ts)
	  && gfc_is_simply_contiguous (expr, false, false));
}

/* MASK, an array, as one that plain_p is true of if that costs no more than to
   evaluate it.  */

static gfc_expr *
plain_mask (cuf_block *block, gfc_expr *mask)
{
  if (mask->expr_type == EXPR_OP && mask->rank > 0
      && cuf_operand_in_p (mask, (CUF_OFF_HOST | CUF_IN (MANAGED)
				  | CUF_IN (UNIFIED))))
    return cuf_on_device (block, mask);
  return mask;
}

/* --- Prefix sums ------------------------------------------------------ */

/* One where MASK, of a scalar or an element, is true, else zero, of type
   TS.  */

static gfc_expr *
write_unit (cuf_block *block, gfc_expr *mask, gfc_typespec ts)
{
  return cuf_write_call (block->ns, GFC_ISYM_MERGE, "merge", &ts,
			 gfc_get_int_expr (ts.kind, &mask->where, 1),
			 gfc_get_int_expr (ts.kind, &mask->where, 0), mask);
}

/* Store in ARRAY, a whole one, the elements of VALUES where MASK is true, and
   zero elsewhere.  If VALUES is null they are ones, and if MASK is, it is true
   everywhere.  */

static void
store_masked (cuf_block *block, gfc_expr *array, gfc_expr *values,
	      gfc_expr *mask, gfc_expr **extents)
{
  gfc_expr *last[GFC_MAX_DIMENSIONS];
  cuf_subscripts at;
  cuf_code_list body;

  cuf_begin_loops (block, array->rank, &at);
  gfc_expr *value = values ? cuf_element (block, values, &at, &body) : NULL;
  if (mask)
    {
      gfc_expr *bit = cuf_element (block, mask, &at, &body);
      if (value)
	{
	  gfc_typespec ts = array->ts;
	  gfc_expr *zero = gfc_get_int_expr (gfc_default_integer_kind,
					     &array->where, 0);
	  gfc_convert_type (zero, &ts, 2);
	  value = cuf_write_call (block->ns, GFC_ISYM_MERGE, "merge", &ts,
				  value, zero, bit);
	}
      else
	value = write_unit (block, bit, array->ts);
    }
  gfc_expr *element = cuf_element (block, array, &at, &body);
  body.append (cuf_write_assignment (element, value));
  copy_extents (last, extents, array->rank);
  cuf_end_loops (block, &at, last, &body);
}

/* Store in ARRAY, with EXTENTS and its elements one behind the other, the sums
   of those of SOURCE, or of ARRAY itself if that is null, up to each: along
   dimension DIM, from zero, or if that is -1 in the order of the elements.  If
   SOURCE is logical those that are true are counted.  EXCLUSIVE, which may be
   null, says that an element is not part of its own sum.  */

static void
sum_prefixes (cuf_block *block, gfc_expr *array, gfc_expr *source,
	      gfc_expr **extents, int dim, gfc_expr *exclusive)
{
  const bool counted = source && source->ts.type == BT_LOGICAL;
  locus *where = &block->where;
  gfc_typespec ts = index_type ();
  gfc_expr *lengths[3];

  for (gfc_expr *&length : lengths)
    length = cuf_write_index (1, where);
  for (int d = 0; d < array->rank; d++)
    {
      gfc_expr *&length = lengths[dim < 0 || d == dim ? 1 : d < dim ? 0 : 2];
      length = cuf_write_product (gfc_copy_expr (extents[d]), length);
    }
  gfc_expr *arguments[] =
  {
    write_start (block, array),
    write_start (block, source ? source : array),
    cuf_write_index (counted ? source->ts.kind : 0, where),
    lengths[0], lengths[1], lengths[2],
    cuf_write_index (array->ts.type == BT_REAL, where),
    cuf_write_index (array->ts.kind, where),
    exclusive ? write_unit (block, cuf_hoist (block, gfc_copy_expr (exclusive)),
			    ts)
    : cuf_write_index (0, where)
  };
  block->code.append (cuf_write_runtime_call (block->ns, "GCUF_prefix_sum",
					      where, arguments,
					      ARRAY_SIZE (arguments)));
}

/* The dimension, from zero, that DIM says of an array of RANK, or -1 if it is
   null.  */

static int
prefix_dimension (cuf_block *block, gfc_expr *dim, int rank)
{
  int value;

  if (!dim)
    return -1;
  if (dim->expr_type == EXPR_CONSTANT && !gfc_extract_int (dim, &value)
      && value >= 1 && value <= rank)
    return value - 1;
  gfc_error ("Argument %<dim%> at %L must be a constant from 1 to %d",
	     &dim->where, rank);
  block->failed = true;
  return -1;
}

/* Compute EXPR, a reference to COUNT_PREFIX or SUM_PREFIX, in ARRAY, which has
   EXTENTS and its elements one behind the other.  What is plain need not be
   copied there first.  */

static void
compute_prefixes (cuf_block *block, gfc_expr *array, gfc_expr *expr,
		  gfc_expr **extents)
{
  const bool sums = cuf_module_function (expr) == CUF_ARRAY_SUM_PREFIX;
  int n = 0;
  gfc_expr *values = sums ? cuf_argument (expr, n++) : NULL;
  gfc_expr *mask = cuf_argument (expr, n++);
  gfc_expr *dim = cuf_argument (expr, n++);
  gfc_expr *source = NULL;

  if (values && !mask && plain_p (values)
      && gfc_compare_types (&values->ts, &array->ts))
    source = values;
  else if (!values && plain_p (mask))
    source = mask;
  else
    store_masked (block, array, values, mask, extents);
  sum_prefixes (block, array, source, extents,
		prefix_dimension (block, dim, array->rank),
		cuf_argument (expr, n));
}

/* True if RHS is a reference to COUNT_PREFIX or SUM_PREFIX that can be computed
   in LHS, on which it does not depend.  */

bool
cuf_plain_prefixes_p (gfc_expr *lhs, gfc_expr *rhs)
{
  const enum cuf_array_function own = cuf_module_function (rhs);

  return ((own == CUF_ARRAY_SUM_PREFIX || own == CUF_ARRAY_COUNT_PREFIX)
	  && plain_p (lhs) && gfc_compare_types (&lhs->ts, &rhs->ts));
}

/* Compute it there.  */

void
cuf_assign_prefixes (cuf_block *block, gfc_expr *lhs, gfc_expr *rhs)
{
  gfc_expr *extents[GFC_MAX_DIMENSIONS];

  cuf_hoist_extents (block, rhs, extents);
  compute_prefixes (block, lhs, rhs, extents);
}

/* For each element of SHAPE, how many elements of MASK are true up to it.  */

gfc_expr *
cuf_positions (cuf_block *block, gfc_expr *mask, gfc_expr *shape)
{
  gfc_typespec ts = index_type ();
  gfc_expr *extents[GFC_MAX_DIMENSIONS];

  cuf_hoist_extents (block, shape, extents);
  gfc_expr *array = cuf_allocated_array (block, &ts, shape->rank, extents);
  const bool plain = plain_p (mask);
  if (!plain)
    store_masked (block, array, NULL, mask, extents);
  sum_prefixes (block, array, plain ? mask : NULL, extents, -1, NULL);
  return array;
}

/* The last element of ARRAY, a whole one of integers; zero if it has none.  */

gfc_expr *
cuf_last_element (cuf_block *block, gfc_expr *array)
{
  gfc_expr *value = cuf_new_scalar (block->ns, &array->ts, &block->where);
  gfc_expr *size = cuf_write_index (1, &block->where);
  cuf_subscripts at;

  at.rank = array->rank;
  cuf_hoist_extents (block, array, at.at);
  for (int d = 0; d < at.rank; d++)
    size = cuf_write_product (gfc_copy_expr (at.at[d]), size);
  block->code.append (cuf_write_assignment
		      (gfc_copy_expr (value),
		       cuf_write_index (0, &block->where)));
  gfc_expr *last = cuf_element (block, array, &at, &block->code);
  block->code.append (cuf_write_if (gfc_gt (size,
					    cuf_write_index (0, &block->where),
					    INTRINSIC_GT),
				    cuf_write_assignment (gfc_copy_expr (value),
							  last)));
  return value;
}

/* --- Packed arrays ---------------------------------------------------- */

/* True if EXPR is a reference to the intrinsic function ID.  */

static bool
intrinsic_p (const gfc_expr *expr, gfc_isym_id id)
{
  return (expr->expr_type == EXPR_FUNCTION && expr->value.function.isym
	  && expr->value.function.isym->id == id);
}

/* Append the call that stores in ARRAY, or nowhere if that is null, what PACK
   makes of SOURCE and MASK, which are plain, and the number in TOTAL unless
   that is null.  */

static void
write_pack_call (cuf_block *block, gfc_expr *array, gfc_expr *source,
		 gfc_expr *mask, gfc_expr *total)
{
  locus *where = &block->where;
  gfc_typespec ts = index_type ();
  gfc_expr *size = cuf_write_index (1, where);

  for (int d = 0; d < source->rank; d++)
    size = cuf_write_product (cuf_hoist (block, cuf_extent (block, source, d)),
			      size);
  gfc_expr *arguments[] =
  {
    array ? write_start (block, array) : cuf_write_index (0, where),
    write_start (block, source),
    cuf_write_index (element_bytes (&source->ts), where),
    write_start (block, mask),
    cuf_write_index (mask->ts.kind, where),
    size,
    total ? cuf_write_call (block->ns, GFC_ISYM_LOC, "loc", &ts,
			    gfc_copy_expr (total))
    : cuf_write_index (0, where)
  };
  block->code.append (cuf_write_runtime_call (block->ns, "GCUF_pack_elements",
					      where, arguments,
					      ARRAY_SIZE (arguments)));
}

/* Store in LHS the value of RHS, a reference to PACK of plain arrays, by the
   runtime; allocate LHS first if it is not and ALLOCATABLE.  Let *TOTAL be how
   many elements there are if WANTED.  Return false if that cannot be.  */

bool
cuf_assign_packed (cuf_block *block, gfc_expr *lhs, gfc_expr *rhs,
		   bool allocatable, bool wanted, gfc_expr **total)
{
  gfc_typespec ts = index_type ();

  if (!intrinsic_p (rhs, GFC_ISYM_PACK) || cuf_argument (rhs, 2)
      || !plain_p (lhs) || !plain_p (cuf_argument (rhs, 0))
      || !gfc_compare_types (&lhs->ts, &rhs->ts))
    return false;
  gfc_expr *source = cuf_argument (rhs, 0);
  gfc_expr *mask = plain_mask (block, cuf_argument (rhs, 1));
  if (!plain_p (mask))
    return false;
  if (allocatable || wanted)
    *total = cuf_new_scalar (block->ns, &ts, &block->where);
  if (allocatable)
    {
      cuf_block missing (block);
      gfc_typespec logical = { };
      logical.type = BT_LOGICAL;
      logical.kind = gfc_default_logical_kind;
      write_pack_call (&missing, NULL, source, mask, *total);
      missing.code.append (cuf_write_allocate (lhs, total));
      gfc_expr *allocated = cuf_write_call (block->ns, GFC_ISYM_ALLOCATED,
					    "allocated", &logical,
					    gfc_copy_expr (lhs));
      block->code.append (cuf_write_if (gfc_not (allocated),
					missing.code.first));
    }
  write_pack_call (block, lhs, source, mask, wanted ? *total : NULL);
  return true;
}

/* Store in ARRAY what EXPR packs, a reference to PACK or PACKLOC; POSITIONS
   are those of the elements of its mask.  */

void
cuf_pack_elements (cuf_block *block, gfc_expr *array, gfc_expr *expr,
		   gfc_expr *positions)
{
  const bool located = !intrinsic_p (expr, GFC_ISYM_PACK);
  gfc_expr *mask = cuf_argument (expr, located ? 0 : 1);
  cuf_subscripts at, to;
  cuf_code_list body, guarded;

  if (!located && cuf_argument (expr, 2))
    {
      gfc_error ("PACK at %L of an array in device memory cannot have the "
		 "argument %<vector%>", &expr->where);
      block->failed = true;
    }
  cuf_begin_loops (block, positions->rank, &at);
  gfc_expr *bit = cuf_element (block, mask, &at, &body);
  gfc_expr *value = (located ? gfc_copy_expr (at.at[0])
		     : cuf_element (block, cuf_argument (expr, 0), &at,
				    &guarded));
  to.rank = 1;
  to.at[0] = cuf_element (block, positions, &at, &guarded);
  gfc_expr *element = cuf_element (block, array, &to, &guarded);
  gfc_free_expr (to.at[0]);
  if (located)
    gfc_convert_type_warn (value, &element->ts, 2, 0);
  guarded.append (cuf_write_assignment (element, value));
  body.append (cuf_write_if (bit, guarded.first));
  cuf_loop_over (block, positions, &at, &body);
}

/* Store in ARRAY what EXPR, a reference to UNPACK, makes of a packed one.  */

static void
unpack_elements (cuf_block *block, gfc_expr *array, gfc_expr *expr)
{
  gfc_expr *vector = cuf_argument (expr, 0), *mask = cuf_argument (expr, 1);
  cuf_subscripts at, from;
  cuf_code_list body, yes, no;

  gfc_expr *positions = cuf_positions (block, mask, mask);
  if (vector->expr_type != EXPR_VARIABLE
      || gfc_check_dependency (array, vector, true))
    vector = cuf_on_device (block, vector);
  cuf_begin_loops (block, mask->rank, &at);
  from.rank = 1;
  from.at[0] = cuf_element (block, positions, &at, &yes);
  gfc_expr *value = cuf_element (block, vector, &from, &yes);
  gfc_free_expr (from.at[0]);
  yes.append (cuf_write_assignment (cuf_element (block, array, &at, &yes),
				    value));
  if (!expr->cuf_no_field)
    {
      value = cuf_element (block, cuf_argument (expr, 2), &at, &no);
      no.append (cuf_write_assignment (cuf_element (block, array, &at, &no),
				       value));
    }
  gfc_expr *bit = cuf_element (block, mask, &at, &body);
  body.append (cuf_write_if (bit, yes.first, no.first));
  cuf_loop_over (block, mask, &at, &body);
}

/* --- Products of matrices --------------------------------------------- */

/* Store in TO the address of ARRAY, an operand of MATMUL or its result, and
   the bytes from one row to the next and from one column; TRANSPOSED swaps
   these.  A vector is a column.  */

static void
write_matrix (cuf_block *block, gfc_expr *array, bool transposed,
	      gfc_expr **to)
{
  for (int i = 0; i <= array->rank; i++)
    {
      cuf_subscripts at;
      at.rank = array->rank;
      for (int d = 0; d < at.rank; d++)
	at.at[d] = cuf_write_index (d + 1 == i ? 2 : 1, &block->where);
      gfc_expr *address = write_address (block, array, &at);
      to[i] = (i == 0 ? cuf_hoist (block, address)
	       : cuf_write_difference (address, gfc_copy_expr (to[0])));
    }
  if (array->rank == 1)
    to[2] = cuf_write_index (0, &block->where);
  if (transposed)
    {
      gfc_expr *row = to[1];
      to[1] = to[2];
      to[2] = row;
    }
}

/* Prepare argument number N of MATMUL's EXPR: make it an array that strided_p
   is true of, or TRANSPOSE of one.  Return the array, and in *TRANSPOSED
   whether it is transposed.  */

static gfc_expr *
matrix_operand (cuf_block *block, gfc_expr *expr, int n, bool *transposed)
{
  gfc_actual_arglist *actual = expr->value.function.actual;

  if (n == 1)
    actual = actual->next;
  gfc_expr *array = actual->expr;
  while (array->expr_type == EXPR_OP
	 && array->value.op.op == INTRINSIC_PARENTHESES)
    array = array->value.op.op1;
  *transposed = intrinsic_p (array, GFC_ISYM_TRANSPOSE);
  if (*transposed && strided_p (cuf_argument (array, 0)))
    return cuf_argument (array, 0);
  *transposed = false;
  if (!strided_p (array))
    array = actual->expr = cuf_on_device (block, array);
  return array;
}

/* Append to BLOCK the kernel that computes the product EXPR in ARRAY.  */

static void
multiply_by_kernel (cuf_block *block, gfc_expr *array, gfc_expr *expr)
{
  cuf_subscripts at;
  cuf_code_list body;

  cuf_begin_loops (block, array->rank, &at);
  gfc_expr *value = cuf_matmul_element (block, expr, &at, &body);
  body.append (cuf_write_assignment (cuf_element (block, array, &at, &body),
				     value));
  cuf_loop_over (block, array, &at, &body);
}

/* True if the runtime may have a routine for the product of A and B with the
   result EXPR.  */

static bool
routine_p (const gfc_expr *expr, const gfc_expr *a, const gfc_expr *b)
{
  return ((expr->ts.type == BT_REAL || expr->ts.type == BT_COMPLEX)
	  && (expr->ts.kind == 4 || expr->ts.kind == 8)
	  && a->ts.type == expr->ts.type && a->ts.kind == expr->ts.kind
	  && b->ts.type == expr->ts.type && b->ts.kind == expr->ts.kind);
}

/* Store in ARRAY the product EXPR of matrices, or of one and a vector: by the
   runtime, or by a kernel if that has no routine for it.  */

static void
multiply_matrices (cuf_block *block, gfc_expr *array, gfc_expr *expr)
{
  bool a_transposed, b_transposed;
  gfc_expr *a = matrix_operand (block, expr, 0, &a_transposed);
  gfc_expr *b = matrix_operand (block, expr, 1, &b_transposed);

  if (!routine_p (expr, a, b) || !strided_p (array))
    {
      multiply_by_kernel (block, array, expr);
      return;
    }
  locus *where = &block->where;
  gfc_typespec ts = index_type ();
  gfc_expr *arguments[15];
  int n = 0;
  gfc_expr *status = cuf_new_scalar (block->ns, &ts, where);
  block->code.append (cuf_write_assignment (gfc_copy_expr (status),
					    cuf_write_index (1, where)));
  gfc_expr *first = cuf_argument (expr, 0), *second = cuf_argument (expr, 1);
  arguments[n++] = cuf_write_index (expr->ts.type == BT_COMPLEX, where);
  arguments[n++] = cuf_write_index (expr->ts.kind, where);
  arguments[n++] = (first->rank == 2 ? cuf_extent (block, first, 0)
		    : cuf_write_index (1, where));
  arguments[n++] = (second->rank == 2 ? cuf_extent (block, second, 1)
		    : cuf_write_index (1, where));
  arguments[n++] = cuf_extent (block, second, 0);
  write_matrix (block, a, a_transposed != (a->rank == 1), arguments + n);
  n += 3;
  write_matrix (block, b, b_transposed, arguments + n);
  n += 3;
  write_matrix (block, array, first->rank == 1, arguments + n);
  n += 3;
  arguments[n++] = cuf_write_call (block->ns, GFC_ISYM_LOC, "loc", &ts,
				   gfc_copy_expr (status));
  gcc_assert (n == ARRAY_SIZE (arguments));
  block->code.append (cuf_write_runtime_call (block->ns, "GCUF_matmul", where,
					      arguments, n));
  cuf_block fallback (block);
  multiply_by_kernel (&fallback, array, expr);
  block->failed |= fallback.failed;
  block->code.append (cuf_write_if (gfc_ne (status, cuf_write_index (0, where),
					    INTRINSIC_NE),
				    fallback.code.first));
}

/* --- Any arrays ------------------------------------------------------- */

/* Store in ARRAY, which no part of EXPR may depend on but for the same
   element, the elements of EXPR.  */

void
cuf_assign_elements (cuf_block *block, gfc_expr *array, gfc_expr *expr)
{
  cuf_subscripts at;
  cuf_code_list body;

  if (block->thread && (cuf_moved_in_turn_p (expr) || cuf_thread_pack_p (expr)))
    {
      cuf_move_in_turn (block, array, expr);
      return;
    }
  if (!block->thread && intrinsic_p (expr, GFC_ISYM_UNPACK))
    {
      unpack_elements (block, array, expr);
      return;
    }
  if (!block->thread && intrinsic_p (expr, GFC_ISYM_MATMUL)
      && gfc_numeric_ts (&expr->ts))
    {
      multiply_matrices (block, array, expr);
      return;
    }
  cuf_begin_loops (block, array->rank, &at);
  gfc_expr *value = cuf_element (block, expr, &at, &body);
  body.append (cuf_write_assignment (cuf_element (block, array, &at, &body),
				     value));
  /* A thread knows those of functions of small arrays.  */
  cuf_loop_over (block, block->thread ? expr : array, &at, &body);
}

/* True if EXPR is a reference to PACK or PACKLOC.  */

bool
cuf_packed_p (const gfc_expr *expr)
{
  return (expr->expr_type == EXPR_FUNCTION
	  && (expr->value.function.isym
	      ? expr->value.function.isym->id == GFC_ISYM_PACK
	      : cuf_module_function (expr) == CUF_ARRAY_PACKLOC));
}

/* The packed array EXPR as a new one in device memory.  */

static gfc_expr *
packed_on_device (cuf_block *block, gfc_expr *expr)
{
  const bool located = !intrinsic_p (expr, GFC_ISYM_PACK);
  gfc_expr *shape = cuf_argument (expr, 0);
  gfc_expr *positions
    = cuf_positions (block, located ? shape : cuf_argument (expr, 1), shape);
  gfc_expr *total = cuf_last_element (block, positions);
  gfc_expr *array = cuf_allocated_array (block, &expr->ts, 1, &total);

  cuf_pack_elements (block, array, expr, positions);
  return array;
}

/* True if EXPR is an array that cuf_assign_elements can compute; else report
   that it is not.  */

static bool
computable_p (cuf_block *block, gfc_expr *expr)
{
  if (expr->expr_type != EXPR_FUNCTION)
    return true;
  if (!expr->value.function.isym)
    {
      const gfc_symbol *f = expr->value.function.esym;
      if (f && f->attr.elemental)
	return true;
    }
  else if (expr->value.function.isym->elemental)
    return true;
  else
    switch (expr->value.function.isym->id)
      {
      case GFC_ISYM_ALL:
      case GFC_ISYM_ANY:
      case GFC_ISYM_COUNT:
      case GFC_ISYM_MATMUL:
      case GFC_ISYM_MAXVAL:
      case GFC_ISYM_MINVAL:
      case GFC_ISYM_PRODUCT:
      case GFC_ISYM_RESHAPE:
      case GFC_ISYM_SPREAD:
      case GFC_ISYM_SUM:
      case GFC_ISYM_TRANSPOSE:
      case GFC_ISYM_UNPACK:
	return true;
      default:
	break;
      }
  if (!block->failed)
    gfc_error ("Function %qs at %L cannot have an array in device memory here: "
	       "only elemental functions, MATMUL, MERGE, PACK, RESHAPE, "
	       "SPREAD, TRANSPOSE, UNPACK, reductions and what module "
	       "%<cutensorex%> has can", expr->symtree->n.sym->name,
	       &expr->where);
  block->failed = true;
  return false;
}

/* True if EXPR is a call of a function of the program's with a result in device
   memory, which a transfer copies.  */

static bool
device_result_p (const gfc_expr *expr)
{
  return (expr->expr_type == EXPR_FUNCTION && cuf_reference_p (expr)
	  && cuf_expr_memory (expr) != CUF_MEM_NONE);
}

/* A new array in device memory with the elements of EXPR, which may be the
   host's; in code of a thread, an array of its own.  */

gfc_expr *
cuf_on_device (cuf_block *block, gfc_expr *expr)
{
  const unsigned on_device = (CUF_OFF_HOST | CUF_IN (MANAGED)
			      | CUF_IN (UNIFIED));
  const enum cuf_array_function own = cuf_module_function (expr);
  gfc_expr *extents[GFC_MAX_DIMENSIONS];

  if (block->thread)
    return cuf_thread_array (block, expr);
  if (intrinsic_p (expr, GFC_ISYM_PACK) || own == CUF_ARRAY_PACKLOC)
    return packed_on_device (block, expr);
  cuf_hoist_extents (block, expr, extents);
  gfc_expr *array = cuf_allocated_array (block, &expr->ts, expr->rank, extents);
  if (expr->cuf_no_field)
    {
      gfc_error ("UNPACK at %L must have a field unless it is all that an "
		 "assignment stores", &expr->where);
      block->failed = true;
    }
  if (own != CUF_ARRAY_NONE)
    compute_prefixes (block, array, expr, extents);
  else if (!cuf_operand_in_p (expr, on_device) || device_result_p (expr))
    block->code.append (cuf_write_assignment (gfc_copy_expr (array),
					      gfc_copy_expr (expr)));
  else if (computable_p (block, expr))
    cuf_assign_elements (block, array, expr);
  return array;
}

/* Callback of gfc_expr_walker: let a new array take the place of a packed one,
   the extent of which nothing else tells.  */

static int
compute_packed (gfc_expr **e, int *walk_subtrees, void *data)
{
  if ((*e)->rank == 0 || !cuf_packed_p (*e)
      || !cuf_operand_in_p (*e, CUF_OFF_HOST | CUF_IN (MANAGED)))
    return 0;
  *e = cuf_on_device ((cuf_block *) data, *e);
  *walk_subtrees = 0;
  return 0;
}

/* Compute in BLOCK what *EXPR, which may be null, has of PACK and PACKLOC.  */

void
cuf_compute_packed (cuf_block *block, gfc_expr **expr)
{
  if (*expr)
    gfc_expr_walker (expr, compute_packed, block);
}
