/* Kernel loop directives: the kernel without loops.
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
#include "tree.h"
#include "fold-const.h"
#include "stor-layout.h"
#include "tree-iterator.h"
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "trans-array.h"
#include "trans-const.h"
#include "gimple-expr.h"
#include "gimplify.h"
#include "cuf-lower.h"
#include "cuf-loops.h"

/* Where everything that enters into the address of an array element fits in 32
   bits, and the grid has a thread for each iteration, the host launches a
   kernel that knows it: a product is one instruction instead of several, and
   there is no loop over a thread's iterations.  With reductions, for which a
   thread combines several iterations, the loop is there, and counts with 32
   bits.  The two kernels have the same parameters.  */

/* True if VALUE is a bound, a stride or an offset that the compiler keeps of an
   array.  */

static bool
array_index_p (tree value)
{
  STRIP_NOPS (value);
  return DECL_P (value) && DECL_ARTIFICIAL (value)
	 && TYPE_MAIN_VARIANT (TREE_TYPE (value)) == gfc_array_index_type;
}

/* The size of an element of the array pointer DESCRIPTOR, if it is a constant.
   The elements it points to can be farther apart.  */

static tree
pointer_element_size (tree descriptor)
{
  tree type = TREE_TYPE (descriptor);
  if (GFC_TYPE_ARRAY_AKIND (type) != GFC_ARRAY_POINTER
      && GFC_TYPE_ARRAY_AKIND (type) != GFC_ARRAY_POINTER_CONT)
    return NULL_TREE;
  tree size = TYPE_SIZE_UNIT (gfc_get_element_type (type));
  return size && TREE_CODE (size) == INTEGER_CST ? size : NULL_TREE;
}

/* VALUE without the bits that do not fit.  */

static tree
narrow (tree value)
{
  return fold_convert (TREE_TYPE (value),
		       fold_convert (integer_type_node, value));
}

static tree
stride (tree descriptor, int dim)
{
  return gfc_conv_descriptor_stride_get (descriptor, gfc_rank_cst[dim]);
}

/* True if the address of an element of one of VALUES takes a product.  */

static bool
products_p (const vec<tree> &values)
{
  for (tree value : values)
    if (tree descriptor = cuf_descriptor_at (value))
      {
	for (int dim = 0; dim < GFC_TYPE_ARRAY_RANK (TREE_TYPE (descriptor));
	     dim++)
	  if (!TREE_CONSTANT (stride (descriptor, dim)))
	    return true;
      }
    else if (array_index_p (value))
      return true;
  return false;
}

/* True if such a kernel is worth having for NEST, which has CAPTURED.  With
   reductions, where products of a loop by itself may have been computed before
   it, other work than that of an access to memory is to be there.  */

bool
cuf_direct_p (const loop_nest *nest, const vec<tree> &captured)
{
  return (nest->grid_dims > 0
	  && (nest->reductions.is_empty ()
	      || (products_p (captured)
		  && (nest->grid_dims > 1 || !cuf_cheap_body_p (nest)))));
}

/* --- On the host -------------------------------------------------------- */

static void
add_condition (tree *condition, tree other)
{
  *condition = fold_build2 (TRUTH_AND_EXPR, logical_type_node, *condition,
			    fold_convert (logical_type_node, other));
}

static void
require_equal (tree *condition, tree a, tree b)
{
  add_condition (condition, fold_build2 (EQ_EXPR, logical_type_node, a,
					 fold_convert (TREE_TYPE (a), b)));
}

static void
require_narrow (tree *condition, tree value)
{
  require_equal (condition, value, narrow (unshare_expr (value)));
}

/* A thread for each iteration of LOOP of NEST, in BLOCKS of SIZE; with reductions
   so few that the numbers of several times as many iterations fit behind the
   last one's.  */

static void
require_threads (tree *condition, const loop_nest *nest,
		 const mapped_loop *loop, tree blocks, tree size)
{
  tree index = gfc_array_index_type;
  tree threads = fold_build2 (MULT_EXPR, index, fold_convert (index, blocks),
			      fold_convert (index, size));
  tree most = fold_convert (index, TYPE_MAX_VALUE (integer_type_node));
  if (nest->reductions.is_empty ())
    add_condition (condition, fold_build2 (LE_EXPR, logical_type_node,
					   loop->trips, threads));
  else
    {
      tree at_once = build_int_cst (index, CUF_ITERATIONS_AT_ONCE);
      threads = fold_build2 (PLUS_EXPR, index, loop->trips,
			     fold_build2 (MULT_EXPR, index, threads, at_once));
    }
  add_condition (condition, fold_build2 (LE_EXPR, logical_type_node, threads,
					 most));
}

/* The variable of LOOP, which has iterations, fits.  */

static void
require_narrow_variable (tree *condition, const mapped_loop *loop)
{
  tree type = TREE_TYPE (loop->from);
  if (TYPE_PRECISION (type) <= TYPE_PRECISION (integer_type_node))
    return;
  tree last = fold_build2 (MINUS_EXPR, type, fold_convert (type, loop->trips),
			   build_one_cst (type));
  last = fold_build2 (MULT_EXPR, type, last, fold_convert (type, loop->step));
  last = fold_build2 (PLUS_EXPR, type, loop->from, last);
  require_narrow (condition, loop->from);
  require_narrow (condition, last);
}

/* The condition for that kernel: that NEST has CAPTURED on the
   host and GRID blocks of BLOCK_SIZE.  */

tree
cuf_direct_condition (const loop_nest *nest, const vec<tree> &captured,
		      tree *grid, tree *block_size)
{
  tree condition = logical_true_node;
  gcc_assert (cuf_direct_p (nest, captured));
  for (int i = 0; i < nest->directive->nloops; i++)
    if (nest->loops[i].grid_dim >= 0)
      {
	if (!nest->loops[i].covered || !nest->reductions.is_empty ())
	  require_threads (&condition, nest, &nest->loops[i],
			   grid[nest->loops[i].grid_dim], block_size[i]);
	require_narrow_variable (&condition, &nest->loops[i]);
      }

  for (tree value : captured)
    if (tree descriptor = cuf_descriptor_at (value))
      {
	for (int dim = 0; dim < GFC_TYPE_ARRAY_RANK (TREE_TYPE (descriptor));
	     dim++)
	  require_narrow (&condition, stride (descriptor, dim));
	if (tree size = pointer_element_size (descriptor))
	  require_equal (&condition, gfc_conv_descriptor_span_get (descriptor),
			 size);
      }
    else if (array_index_p (value))
      require_narrow (&condition, value);
  return condition;
}

/* --- In the kernel ------------------------------------------------------ */

/* What the kernel's parameter VALUE, which is CAPTURED on the host, is under
   that condition.  Append to STMTS what makes it so.  */

tree
cuf_direct_value (tree captured, tree value, tree *stmts)
{
  tree descriptor = cuf_descriptor_at (value);
  if (!descriptor)
    return array_index_p (captured) ? narrow (value) : value;

  stmtblock_t block;
  gfc_init_block (&block);
  for (int dim = 0; dim < GFC_TYPE_ARRAY_RANK (TREE_TYPE (descriptor)); dim++)
    {
      tree known = stride (descriptor, dim);
      if (!TREE_CONSTANT (known))
	gfc_conv_descriptor_stride_set (&block, descriptor, gfc_rank_cst[dim],
					narrow (known));
    }
  if (tree size = pointer_element_size (descriptor))
    gfc_conv_descriptor_span_set (&block, descriptor, size);
  append_to_statement_list (block.head, stmts);
  return value;
}
