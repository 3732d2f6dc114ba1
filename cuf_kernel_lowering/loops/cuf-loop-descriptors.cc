/* Descriptors of many arrays in kernel loops.
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
#include "tree-iterator.h"
#include "gimple-expr.h"
#include "gimplify.h"
#include "function.h"
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "trans-array.h"
#include "trans-const.h"
#include "cuf-lower.h"
#include "cuf-loops.h"

/* A thread of the device makes few iterations of a kernel loop.  What does not
   change between them, of many arrays, would be in registers from one to the
   next, and leave room for few threads.  So where there are many, each
   iteration is to compute it: it gets copies of the descriptors, of whose words
   nothing is known.  */

/* So many words are more than a thread has room for besides its work.  */
#define MANY_WORDS 24

/* If VALUE is the address of an array descriptor of known rank, that; else
   null.  */

tree
cuf_descriptor_at (tree value)
{
  tree type = TREE_TYPE (value);
  return (POINTER_TYPE_P (type) && GFC_DESCRIPTOR_TYPE_P (TREE_TYPE (type))
	  && TYPE_LANG_SPECIFIC (TREE_TYPE (type))
	  ? build_fold_indirect_ref (unshare_expr (value)) : NULL_TREE);
}

/* True if VALUE is itself what addresses depend on, as dummy arguments have it:
   the address of elements, an offset or a stride.  */

static bool
address_word_p (tree value)
{
  tree type = TREE_TYPE (value);
  return (POINTER_TYPE_P (type)
	  || TYPE_MAIN_VARIANT (type) == gfc_array_index_type);
}

/* True if the addresses of elements depend on many words of VALUES.  */

bool
cuf_many_descriptors_p (const vec<tree> &values)
{
  int words = 0;
  for (tree value : values)
    if (tree desc = cuf_descriptor_at (value))
      words += 2 + GFC_TYPE_ARRAY_RANK (TREE_TYPE (desc));
    else
      words += address_word_p (value);
  return words >= MANY_WORDS;
}

/* True if VALUE is known to fit in 32 bits, by cuf_direct_value.  */

static bool
narrowed_p (tree value)
{
  return (CONVERT_EXPR_P (value)
	  && TREE_TYPE (TREE_OPERAND (value, 0)) == integer_type_node);
}

/* VALUE in FN, of which nothing is known after BLOCK but that it fits in 32 bits
   if it is NARROW.  New variables go to VARS.  */

static tree
hidden (tree fn, tree *vars, tree value, bool narrow, stmtblock_t *block)
{
  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (value));
  tree copy = cuf_local_variable (fn, narrow ? integer_type_node : type, vars);
  gfc_add_modify (block, copy, fold_convert (TREE_TYPE (copy), value));
  gfc_add_expr_to_block (block, cuf_forget_value (copy));
  return fold_convert (type, copy);
}

/* The address in FN of a copy of DESC, made by BLOCK, of whose words for
   addresses nothing is known but that strides fit in 32 bits if they are
   NARROW.  New variables go to VARS.  */

static tree
hidden_descriptor (tree fn, tree *vars, tree desc, bool narrow,
		   stmtblock_t *block)
{
  tree copy = cuf_local_variable (fn, TREE_TYPE (desc), vars);
  TREE_ADDRESSABLE (copy) = 1;
  gfc_add_modify (block, copy, desc);
  tree data = gfc_conv_descriptor_data_get (desc);
  gfc_conv_descriptor_data_set (block, copy, hidden (fn, vars, data, false, block));
  tree offset = gfc_conv_descriptor_offset_get (desc);
  gfc_conv_descriptor_offset_set (block, copy,
				  hidden (fn, vars, offset, false, block));
  for (int i = 0; i < GFC_TYPE_ARRAY_RANK (TREE_TYPE (desc)); i++)
    {
      tree stride = gfc_conv_descriptor_stride_get (desc, gfc_rank_cst[i]);
      gfc_conv_descriptor_stride_set (block, copy, gfc_rank_cst[i],
				      hidden (fn, vars, stride, narrow, block));
    }
  return build_fold_addr_expr (copy);
}

/* Let VALUES in FN be copies made by STMTS, of whose words for addresses
   nothing is known; but if NARROW that strides fit in 32 bits, as in a direct
   kernel.  New variables go to VARS.  */

void
cuf_hide_descriptors (tree fn, tree *vars, vec<tree> *values, bool narrow,
		      tree *stmts)
{
  stmtblock_t block;
  gfc_init_block (&block);
  for (tree &value : *values)
    if (tree desc = cuf_descriptor_at (value))
      value = hidden_descriptor (fn, vars, desc, narrow, &block);
    else if (address_word_p (value))
      value = hidden (fn, vars, value, narrowed_p (value), &block);
  append_to_statement_list (gfc_finish_block (&block), stmts);
}
