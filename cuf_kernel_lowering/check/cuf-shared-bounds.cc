/* Bounds of automatic arrays in shared memory, for the names of elements.
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
#include "gcc-plugin.h"
#include "system.h"
#include "coretypes.h"
#include "backend.h"
#include "tree.h"
#include "gimple.h"
#include "ssa.h"
#include "dominance.h"
#include "fold-const.h"
#include "gimple-iterator.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "cuf-lower.h"

/* Elements have the names that subscripts give them, for which reports need the
   bounds of the array.  Those of an automatic array are known when it gets its
   memory: there they are stored where reports look for constant ones.  All blocks
   that run at the same time have the same bounds, as a rule.  */

/* The call that gives the array at BASE its memory, or null if that is not in the
   dynamic shared memory, or not known.  */

static gimple *
allocating_call (tree base)
{
  while (base && TREE_CODE (base) == SSA_NAME)
    {
      gimple *def = SSA_NAME_DEF_STMT (base);
      if (is_gimple_call (def))
	return (cuf_dynamic_shared_call_p (def)
		&& gimple_call_num_args (def) == 1 ? def : NULL);
      if (!gimple_assign_ssa_name_copy_p (def) && !gimple_assign_cast_p (def))
	return NULL;
      base = gimple_assign_rhs1 (def);
    }
  return NULL;
}

/* The value of BOUND where CALL is, or null if it is not known: a constant, or a
   variable that has been set once, in front of CALL.  */

static tree
value_at (tree bound, gimple *call)
{
  unsigned i;
  tree name, value = NULL_TREE;
  if (!bound || TREE_CODE (bound) == INTEGER_CST)
    return bound;
  FOR_EACH_SSA_NAME (i, name, cfun)
    if (SSA_NAME_VAR (name) == bound && !SSA_NAME_IS_DEFAULT_DEF (name))
      {
	if (value)
	  return NULL_TREE;
	value = name;
      }
  return (value && is_gimple_assign (SSA_NAME_DEF_STMT (value))
	  && dominated_by_p (CDI_DOMINATORS, gimple_bb (call),
			     gimple_bb (SSA_NAME_DEF_STMT (value)))
	  ? value : NULL_TREE);
}

/* Set VALUES to the lower bounds and extents of the array TYPE where CALL is.  Nobody
   needs the last extent.  Return false if they are not known.  */

static bool
find_bounds (tree type, gimple *call, vec<tree> *values)
{
  int n = GFC_TYPE_ARRAY_RANK (type);
  for (int i = 0; i < n; i++)
    {
      tree lower = value_at (GFC_TYPE_ARRAY_LBOUND (type, i), call);
      tree upper = value_at (GFC_TYPE_ARRAY_UBOUND (type, i), call);
      if (!lower || (!upper && i < n - 1))
	return false;
      lower = fold_convert (long_long_integer_type_node, lower);
      tree extent = build_zero_cst (long_long_integer_type_node);
      if (upper)
	{
	  upper = fold_convert (long_long_integer_type_node, upper);
	  extent = fold_build2 (MINUS_EXPR, long_long_integer_type_node, upper,
				lower);
	  extent = fold_build2 (PLUS_EXPR, long_long_integer_type_node, extent,
				build_one_cst (long_long_integer_type_node));
	}
      values->safe_push (lower);
      values->safe_push (extent);
    }
  return n > 0;
}

/* The table that has been stored in front of CALL, or null.  */

static tree
known_table (gimple *call)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  gsi_prev (&gsi);
  if (gsi_end_p (gsi) || !gimple_assign_single_p (gsi_stmt (gsi)))
    return NULL_TREE;
  tree ref = gimple_assign_lhs (gsi_stmt (gsi));
  tree table = TREE_CODE (ref) == ARRAY_REF ? TREE_OPERAND (ref, 0) : NULL_TREE;
  return (table && VAR_P (table) && TREE_STATIC (table)
	  && DECL_ARTIFICIAL (table) ? table : NULL_TREE);
}

/* Store VALUES in a table in front of CALL.  Return the table.  */

static tree
store_table (const vec<tree> &values, gimple *call)
{
  tree type = build_array_type_nelts (long_long_integer_type_node,
				      values.length ());
  tree table = cuf_build_static (NULL, type, NULL_TREE, false);
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  auto_vec<tree> numbers;
  for (tree value : values)
    numbers.safe_push (cuf_compute_before (&gsi, value));
  for (unsigned i = 0; i < values.length (); i++)
    {
      tree element = build4 (ARRAY_REF, long_long_integer_type_node, table,
			     size_int (i), NULL_TREE, NULL_TREE);
      gsi_insert_before (&gsi, gimple_build_assign (element, numbers[i]),
			 GSI_SAME_STMT);
    }
  return table;
}

/* The address of the lower bounds and extents of the array TYPE at BASE in cfun, and
   in *RANK the number of dimensions, if it is such an array; else a null pointer, and
   zero.  */

tree
cuf_shared_bounds (tree base, tree type, int *rank)
{
  auto_vec<tree> values;
  gimple *call = allocating_call (base);
  tree table = call ? known_table (call) : NULL_TREE;
  *rank = 0;
  if (!call)
    return null_pointer_node;
  if (!table)
    {
      calculate_dominance_info (CDI_DOMINATORS);
      if (find_bounds (type, call, &values))
	table = store_table (values, call);
      free_dominance_info (CDI_DOMINATORS);
    }
  if (!table)
    return null_pointer_node;
  *rank = GFC_TYPE_ARRAY_RANK (type);
  return build_fold_addr_expr (table);
}
