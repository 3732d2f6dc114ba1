/* The alignment of bits that device code takes for another type.
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
#include "cgraph.h"
#include "fold-const.h"
#include "builtins.h"
#include "gimple-iterator.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* TRANSFER copies bytes.  Where GCC makes one access of that it takes the
   address for that of a byte, as far as it does not see a variable, and the
   accelerator, which can load a word from the address of one only, loads each
   byte.  But an element of an array, or what a dummy argument is, is as well
   aligned as its type.  */

/* The alignment in bits of an object of TYPE, or of the elements of one.  */

static unsigned
type_alignment (tree type)
{
  while (TREE_CODE (type) == ARRAY_TYPE)
    type = TREE_TYPE (type);
  return (COMPLETE_TYPE_P (type) && !FUNC_OR_METHOD_TYPE_P (type)
	  ? TYPE_ALIGN (type) : BITS_PER_UNIT);
}

/* The alignment in bits of what POINTER points to, as it is the address of;
   that of a byte if nothing is known.  Pointers to arrays are those to their
   first elements.  Components of packed types are not aligned as their own
   type is, which get_object_alignment heeds.  */

static unsigned
known_alignment (tree pointer)
{
  if (TREE_CODE (pointer) != SSA_NAME)
    return BITS_PER_UNIT;
  tree var = SSA_NAME_VAR (pointer), type = TREE_TYPE (TREE_TYPE (pointer));
  if (SSA_NAME_IS_DEFAULT_DEF (pointer))
    return (var && TREE_CODE (var) == PARM_DECL
	    ? type_alignment (TREE_TYPE (TREE_TYPE (var))) : BITS_PER_UNIT);
  gassign *def = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (pointer));
  if (!def)
    return BITS_PER_UNIT;
  tree value = gimple_assign_rhs1 (def);
  switch (gimple_assign_rhs_code (def))
    {
    case ADDR_EXPR:
      return get_object_alignment (TREE_OPERAND (value, 0));
    case POINTER_PLUS_EXPR:
      {
	int zeros = MIN (tree_ctz (gimple_assign_rhs2 (def)), 4);
	unsigned step = BITS_PER_UNIT << zeros, base = known_alignment (value);
	return MIN (base, step);
      }
    default:
      return TREE_CODE (type) == ARRAY_TYPE ? type_alignment (type)
	     : BITS_PER_UNIT;
    }
}

/* REF as a reference that is as well aligned as is known, if it is one of a
   value that is not yet; else null.  */

static tree
aligned_reference (tree ref)
{
  if (TREE_CODE (ref) != MEM_REF || !is_gimple_reg_type (TREE_TYPE (ref)))
    return NULL_TREE;
  tree type = TREE_TYPE (ref), offset = TREE_OPERAND (ref, 1);
  unsigned natural = GET_MODE_ALIGNMENT (TYPE_MODE (type));
  if (TYPE_ALIGN (type) >= natural)
    return NULL_TREE;
  unsigned base = known_alignment (TREE_OPERAND (ref, 0));
  unsigned known = MIN (natural, base);
  while (known > TYPE_ALIGN (type)
	 && !multiple_of_p (sizetype, fold_convert (sizetype, offset),
			    size_int (known / BITS_PER_UNIT)))
    known /= 2;
  if (known <= TYPE_ALIGN (type))
    return NULL_TREE;
  return build2 (MEM_REF, build_aligned_type (TYPE_MAIN_VARIANT (type), known),
		 TREE_OPERAND (ref, 0), offset);
}

/* Before streaming: let NODE's function, which is CFUN, say how well the bits
   that it accesses as another type are aligned.  */

void
cuf_align_transfers (cgraph_node *)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	gassign *assign = dyn_cast<gassign *> (gsi_stmt (gsi));
	if (!assign || !gimple_assign_single_p (assign))
	  continue;
	tree to = aligned_reference (gimple_assign_lhs (assign));
	tree from = aligned_reference (gimple_assign_rhs1 (assign));
	if (to)
	  gimple_assign_set_lhs (assign, to);
	if (from)
	  gimple_assign_set_rhs1 (assign, from);
	if (to || from)
	  update_stmt (assign);
      }
}
