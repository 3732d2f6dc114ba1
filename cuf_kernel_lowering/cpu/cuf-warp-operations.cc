/* Operations of warps on arrays of lanes.
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
#include "tree.h"
#include "fold-const.h"
#include "gimplify.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-fission.h"

/* On the host a warp is a vector: where all of its lanes come to an operation
   together, that reads an array with a value of each.  */

enum { LANES = 32 };

/* --- Calls --------------------------------------------------------------- */

/* What behind "__gcuf_" is the name of the function that CALL calls, or
   null.  */

static const char *
intrinsic_name (tree call)
{
  tree fn = (TREE_CODE (call) == CALL_EXPR ? get_callee_fndecl (call)
	     : NULL_TREE);
  if (!fn)
    return NULL;
  const char *symbol = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fn));
  return startswith (symbol, "__gcuf_") ? symbol + strlen ("__gcuf_") : NULL;
}

/* True if T is a call in which the lanes of a warp wait for each other.  */

bool
cuf_warp_call_p (tree t)
{
  const char *name = intrinsic_name (t);
  return name && (startswith (name, "warp_") || strcmp (name, "syncwarp") == 0);
}

static tree
find_warp_call (tree *tp, int *walk_subtrees, void *)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return cuf_warp_call_p (*tp) ? *tp : NULL_TREE;
}

/* True if there is one in T.  */

bool
cuf_contains_warp_call_p (tree t)
{
  return t && walk_tree_without_duplicates (&t, find_warp_call, NULL);
}

/* The value that argument ARG of a vote has, which may be an address.  */

static tree
vote_value (tree arg)
{
  return POINTER_TYPE_P (TREE_TYPE (arg)) ? build_fold_indirect_ref (arg) : arg;
}

/* What CALL does.  */

warp_operation
cuf_warp_operation (tree call)
{
  static const struct
  {
    const char *name;
    enum warp_kind kind;
    bool sync;			/* The first argument is a mask.  */
  } table[] = {
    { "allthreads", WARP_ALL, false }, { "all_sync", WARP_ALL, true },
    { "anythread", WARP_ANY, false }, { "any_sync", WARP_ANY, true },
    { "ballot_sync", WARP_BALLOT, true }, { "ballot", WARP_BALLOT, false },
    { "shfl_up_sync", WARP_UP, true }, { "shfl_up", WARP_UP, false },
    { "shfl_down_sync", WARP_DOWN, true }, { "shfl_down", WARP_DOWN, false },
    { "shfl_xor_sync", WARP_XOR, true }, { "shfl_xor", WARP_XOR, false },
    { "shfl_sync", WARP_INDEX, true }, { "shfl", WARP_INDEX, false }
  };
  warp_operation o = { WARP_NONE, NULL_TREE, NULL_TREE, NULL_TREE };
  const char *name = intrinsic_name (call);

  if (strcmp (name, "syncwarp") == 0)
    o.kind = WARP_SYNC;
  else if (strcmp (name, "warp_activemask") == 0)
    o.kind = WARP_ACTIVE;
  if (o.kind != WARP_NONE)
    return o;
  name += strlen ("warp_");
  for (const auto &row : table)
    {
      size_t n = strlen (row.name);
      if (strncmp (name, row.name, n) != 0 || name[n] != '_'
	  || !ISDIGIT (name[n + 2]) || name[n + 3])
	continue;
      o.kind = row.kind;
      o.value = CALL_EXPR_ARG (call, row.sync);
      if (row.kind < WARP_INDEX)
	o.value = vote_value (o.value);
      else
	{
	  o.operand = CALL_EXPR_ARG (call, row.sync + 1);
	  o.width = CALL_EXPR_ARG (call, row.sync + 2);
	  o.width = (integer_zerop (o.width) ? NULL_TREE
		     : build_fold_indirect_ref (o.width));
	}
      return o;
    }
  return o;
}

/* The constant that ARG, an argument, is or points to; or null.  */

static tree
constant_argument (tree arg)
{
  STRIP_NOPS (arg);
  if (TREE_CODE (arg) != ADDR_EXPR)
    return CONSTANT_CLASS_P (arg) ? arg : NULL_TREE;
  tree var = TREE_OPERAND (arg, 0);
  return TREE_CODE (var) == CONST_DECL ? DECL_INITIAL (var) : NULL_TREE;
}

/* True if CALL, of a warp operation, is known to be one of all lanes.  */

bool
cuf_all_lanes_p (tree call)
{
  const char *name = intrinsic_name (call);
  if (strcmp (name, "syncwarp") != 0 && !strstr (name, "_sync_"))
    return true;
  tree mask = constant_argument (CALL_EXPR_ARG (call, 0));
  if (!mask)
    return false;
  /* A mask that is left out is a null pointer.  */
  bool none = POINTER_TYPE_P (TREE_TYPE (mask)) && integer_zerop (mask);
  return none || integer_all_onesp (mask);
}

/* The place of a call of a warp operation in *TP that is done whenever *TP is,
   and has no other in its arguments; or null.  */

tree *
cuf_find_warp_operation (tree *tp)
{
  tree t = *tp;
  int operands;
  if (!t || TYPE_P (t) || !EXPR_P (t))
    return NULL;
  switch (TREE_CODE (t))
    {
    case COND_EXPR:
    case TRUTH_ANDIF_EXPR:
    case TRUTH_ORIF_EXPR:
      operands = 1;
      break;
    default:
      operands = TREE_OPERAND_LENGTH (t);
    }
  for (int i = 0; i < operands; i++)
    if (tree *found = cuf_find_warp_operation (&TREE_OPERAND (t, i)))
      return found;
  return cuf_warp_call_p (t) ? tp : NULL;
}

/* --- Shuffles ------------------------------------------------------------ */

static tree
number (int value)
{
  return build_int_cst (integer_type_node, value);
}

static tree
integer (enum tree_code code, tree x, tree y)
{
  return fold_build2 (code, integer_type_node, unshare_expr (x),
		      unshare_expr (y));
}

static tree
truth (enum tree_code code, tree x, tree y)
{
  return fold_build2 (code, boolean_type_node, unshare_expr (x),
		      unshare_expr (y));
}

static tree
choice (tree condition, tree x, tree y)
{
  return build3 (COND_EXPR, TREE_TYPE (x), condition, unshare_expr (x),
		 unshare_expr (y));
}

/* Element INDEX of the lanes of ARRAY, which has as many others in front and
   behind, so that what is not chosen can be read, too.  */

static tree
lane_value (tree array, tree index)
{
  return build4 (ARRAY_REF, TREE_TYPE (TREE_TYPE (array)), array,
		 integer (PLUS_EXPR, index, number (LANES)), NULL_TREE,
		 NULL_TREE);
}

/* The lane that LANE gets a value from in O, whose operand is OPERAND, and in
   *CONDITION whether it is one of the segment, which has WIDTH lanes from FIRST
   on.  */

static tree
source_lane (const warp_operation *o, tree lane, tree operand, tree first,
	     tree width, tree *condition)
{
  tree distance = integer (BIT_AND_EXPR, operand, number (LANES - 1));
  tree end = integer (PLUS_EXPR, first, width), source;
  switch (o->kind)
    {
    case WARP_UP:
      source = integer (MINUS_EXPR, lane, distance);
      *condition = truth (GE_EXPR, source, first);
      return source;
    case WARP_DOWN:
      source = integer (PLUS_EXPR, lane, distance);
      *condition = truth (LT_EXPR, source, end);
      return source;
    case WARP_XOR:
      source = integer (BIT_XOR_EXPR, lane, distance);
      *condition = truth (LT_EXPR, source, end);
      return source;
    default:
      gcc_checking_assert (o->kind == WARP_INDEX);
      source = integer (MINUS_EXPR, operand, number (1));
      *condition = build2 (LT_EXPR, boolean_type_node,
			   fold_convert (unsigned_type_node, source),
			   fold_convert (unsigned_type_node,
					 unshare_expr (width)));
      return integer (PLUS_EXPR, first, source);
    }
}

/* The value that lane LANE gets in O, if ARRAY has those of the lanes, FULL
   says whether all of them are there and MASK which ones, and OPERAND is that
   of the lane.  Both values that it may be are read in any case, as vectors can
   be: the VARIABLES, its own and another lane's, have to be set to the VALUES
   stored here.  With -gpu=check a lane that takes no part is none whose value it
   can be.  */

tree
cuf_shuffled_value (const warp_operation *o, tree array, tree lane, tree full,
		    tree operand, tree mask, tree variables[2], tree values[2])
{
  tree condition;
  tree width = o->width ? o->width : number (LANES);
  tree first = number (0);
  if (o->width)
    first = integer (BIT_AND_EXPR, lane,
		     fold_build1 (NEGATE_EXPR, integer_type_node,
				  unshare_expr (width)));
  tree source = source_lane (o, lane, operand, first, width, &condition);
  if (o->kind == WARP_INDEX || o->width)
    source = choice (condition, source, lane);
  values[0] = lane_value (array, lane);
  values[1] = lane_value (array, source);
  tree there = build2 (RSHIFT_EXPR, unsigned_type_node, mask,
		       integer (BIT_AND_EXPR, source, number (LANES - 1)));
  there = build2 (BIT_AND_EXPR, unsigned_type_node, there,
		  build_one_cst (unsigned_type_node));
  there = fold_convert (boolean_type_node, there);
  there = build2 (TRUTH_OR_EXPR, boolean_type_node, full, there);
  if (cuf_check_p ())
    if (tree absent = cuf_absent_value (TREE_TYPE (variables[1])))
      return choice (unshare_expr (condition),
		     choice (there, variables[1], absent), variables[0]);
  if (o->kind == WARP_XOR && !o->width)
    return choice (there, variables[1], variables[0]);
  return choice (build2 (TRUTH_AND_EXPR, boolean_type_node,
			 unshare_expr (condition), there), variables[1],
		 variables[0]);
}
