/* Votes and shuffles of warps that are split at them.
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
#include "tree-iterator.h"
#include "gimple-expr.h"
#include "gimplify.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-fission.h"
#include "cuf-warp-split.h"

/* Let each lane compute CONDITION, and return the variable with the set of
   those for which it is true.  */

tree
cuf_vote (warp_split *w, tree condition, tree *out)
{
  tree result = cuf_local_variable (w->f->fn, unsigned_type_node,
				    w->lanes->vars);
  if (TREE_CODE (TREE_TYPE (condition)) != BOOLEAN_TYPE)
    condition = build2 (NE_EXPR, boolean_type_node, condition,
			build_zero_cst (TREE_TYPE (condition)));
  if (cuf_same_value_p (w->f, condition, false))
    {
      cuf_end_part (w, out);
      cuf_append_computed (w, condition, out);
      append (set (result, build3 (COND_EXPR, unsigned_type_node, condition,
				   w->lanes->mask,
				   build_zero_cst (unsigned_type_node))), out);
      return result;
    }
  tree element;
  tree votes = cuf_lane_array (w, integer_type_node, false, &element);
  append (set (element, condition), &w->pending);
  cuf_end_part (w, out);
  append (cuf_gather_bits (w->lanes, votes, result), out);
  return result;
}

/* Append to OUT that if the warp is whole its lanes get their values in the
   shuffle O by a permutation of VALUES, and return that of the lane; or null if
   it is none.  See cuf_shuffled_value for OPERAND and VARIABLES.  */

static tree
permuted (warp_split *w, const warp_operation *o, tree values, tree operand,
	  tree variables[2], tree *out)
{
  const warp_lanes *l = w->lanes;
  tree element, body = NULL_TREE, loop = NULL_TREE, from[2];
  tree moved = cuf_lane_array (w, TREE_TYPE (o->value), false, &element);
  tree distance = cuf_local_variable (w->f->fn, integer_type_node, l->vars);
  tree value = cuf_shuffled_value (o, values, l->lane, boolean_true_node,
				   distance, l->mask, variables, from);
  for (int i = 0; i < 2; i++)
    append (set (variables[i], from[i]), &body);
  append (set (element, value), &body);
  /* If only distances occur that are looked for nobody comes here.  GCC 15 knows
     then that there is none left, and warns of the loop.  */
  append (set (distance, operand), &loop);
  append (cuf_forget_value (distance), &loop);
  cuf_append_lane_loop (l, body, &loop);
  tree stmts = cuf_permute_lanes (o, values, moved, operand, loop);
  if (!stmts)
    return NULL_TREE;
  append (build3 (COND_EXPR, void_type_node,
		  build2 (EQ_EXPR, boolean_type_node, l->mask, l->regular),
		  stmts, NULL_TREE), out);
  return unshare_expr (element);
}

/* The value that lanes get from the shuffle O.  */

static tree
shuffle (warp_split *w, warp_operation *o, tree *out)
{
  tree element, operand;
  tree values = cuf_lane_array (w, TREE_TYPE (o->value), true, &element);
  bool same = cuf_same_value_p (w->f, o->operand, false);
  if (o->width && !cuf_same_value_p (w->f, o->width, false))
    w->f->possible = false;
  append (set (element, o->value), &w->pending);
  if (same)
    operand = cuf_local_variable (w->f->fn, integer_type_node,
				  w->lanes->vars);
  else
    {
      cuf_lane_array (w, integer_type_node, false, &operand);
      append (set (operand, o->operand), &w->pending);
    }
  cuf_end_part (w, out);
  if (same)
    {
      cuf_append_computed (w, o->operand, out);
      append (set (operand, o->operand), out);
    }

  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (o->value)), from[2];
  tree variables[2] = { cuf_local_variable (w->f->fn, type, w->lanes->vars),
			cuf_local_variable (w->f->fn, type, w->lanes->vars) };
  tree result = cuf_shuffled_value (o, values, w->lanes->lane, w->lanes->full,
				    operand, w->lanes->mask, variables, from);
  for (int i = 0; i < 2; i++)
    append (set (variables[i], from[i]), &w->pending);
  if (same)
    if (tree moved = permuted (w, o, values, operand, variables, out))
      result = build3 (COND_EXPR, type, w->lanes->full, moved, result);
  return result;
}

/* Do CALL's operation, and return its value for a lane.  */

static tree
do_operation (warp_split *w, tree call, tree *out)
{
  warp_operation o = cuf_warp_operation (call);
  tree type = TREE_TYPE (call), ayes = NULL_TREE;
  switch (o.kind)
    {
    case WARP_SYNC:
      cuf_end_part (w, out);
      return build_empty_stmt (input_location);
    case WARP_ACTIVE:
      cuf_end_part (w, out);
      return fold_convert (type, w->lanes->mask);
    case WARP_ALL:
    case WARP_ANY:
    case WARP_BALLOT:
      ayes = cuf_vote (w, o.value, out);
      break;
    default:
      return fold_convert (type, shuffle (w, &o, out));
    }
  if (o.kind == WARP_ALL)
    return fold_convert (type, build2 (EQ_EXPR, boolean_type_node, ayes,
				       w->lanes->mask));
  if (o.kind == WARP_ANY)
    return fold_convert (type, build2 (NE_EXPR, boolean_type_node, ayes,
				       build_zero_cst (unsigned_type_node)));
  return fold_convert (type, ayes);
}

/* The same.  With -gpu=check the runtime is told of it, and it has to be of all
   lanes that have not ended: who waits for others in vain is reported where
   each lane goes its own way.  */

static tree
emit_operation (warp_split *w, tree call, tree *out)
{
  bool orders = cuf_warp_operation (call).kind != WARP_ACTIVE;
  if (cuf_check_p () && (cuf_lanes_apart_p (w) || !cuf_all_lanes_p (call)))
    w->f->possible = false;
  tree value = do_operation (w, call, out);
  if (cuf_check_p () && orders)
    append (build_call_expr (cuf_tree (CUF_FN_CHECK_LANES), 2, w->lanes->first,
			     w->lanes->mask), out);
  return value;
}

/* Take the operations out of *TP, an expression or a statement without others
   inside.  Return false if that is not possible.  */

bool
cuf_take_operations (warp_split *w, tree *tp, tree *out)
{
  while (tree *call = cuf_find_warp_operation (tp))
    {
      if (!w->lanes)
	{
	  if (cuf_warp_operation (*call).kind == WARP_NONE)
	    return false;
	  /* What it is replaced by later is not the same for all.  */
	  return true;
	}
      *call = emit_operation (w, *call, out);
    }
  return !cuf_contains_warp_call_p (*tp);
}

/* True if all operations in T can be taken out.  */

static tree
note_operation (tree *tp, int *walk_subtrees, void *data)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (cuf_warp_call_p (*tp))
    {
      int *count = (int *) data;
      ++*count;
      if (cuf_warp_operation (*tp).kind == WARP_NONE)
	return *tp;
    }
  return NULL_TREE;
}

static void
count_reached (tree t, int *count)
{
  if (!t || TYPE_P (t) || !EXPR_P (t))
    return;
  int operands = TREE_OPERAND_LENGTH (t);
  if (TREE_CODE (t) == COND_EXPR || TREE_CODE (t) == TRUTH_ANDIF_EXPR
      || TREE_CODE (t) == TRUTH_ORIF_EXPR)
    operands = 1;
  for (int i = 0; i < operands; i++)
    count_reached (TREE_OPERAND (t, i), count);
  *count += cuf_warp_call_p (t);
}

bool
cuf_operations_suit_p (tree t)
{
  int all = 0, reached = 0;
  if (walk_tree (&t, note_operation, &all, NULL))
    return false;
  count_reached (t, &reached);
  return all == reached;
}
