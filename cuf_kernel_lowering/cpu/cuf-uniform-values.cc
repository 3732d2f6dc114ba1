/* What is the same for all threads of a block.
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
#include "gimple-expr.h"
#include "calls.h"
#include "gfortran.h"
#include "trans.h"
#include "cuf-lower.h"
#include "cuf-fission.h"

/* For cuf-uniform-fission.cc and those that it calls: which expressions have the
   same value for all threads, and what is inside a statement.  */

/* --- Uniform values ------------------------------------------------------ */

/* True if T is a call that returns a special register; if that is the thread's
   index.  */

static bool
register_p (tree t)
{
  return TREE_CODE (t) == CALL_EXPR
	 && cuf_register_function_p (get_callee_fndecl (t));
}

static bool
thread_index_p (tree call)
{
  tree fn = get_callee_fndecl (call);
  return startswith (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fn)),
		     "__gcuf_threadidx_");
}

/* The variable of the body's that MODIFY_EXPR T assigns to, the whole or, from
   a special register, a component; or null.  */

uniform_local *
cuf_assigned_local (fission *f, tree t)
{
  tree lhs = TREE_OPERAND (t, 0);
  if (TREE_CODE (lhs) == COMPONENT_REF && register_p (TREE_OPERAND (t, 1)))
    lhs = TREE_OPERAND (lhs, 0);
  return f->locals.get (lhs);
}

/* True if T is a part of the descriptor of a dummy argument of assumed shape,
   which nothing changes.  */

bool
cuf_descriptor_part_p (tree t)
{
  if (TREE_CODE (t) != COMPONENT_REF)
    return false;
  while (handled_component_p (t))
    {
      if (TREE_CODE (t) == ARRAY_REF
	  && TREE_CODE (TREE_OPERAND (t, 1)) != INTEGER_CST)
	return false;
      t = TREE_OPERAND (t, 0);
    }
  tree type = TREE_TYPE (t);
  if (!INDIRECT_REF_P (t) || TREE_CODE (TREE_OPERAND (t, 0)) != PARM_DECL
      || TREE_ADDRESSABLE (TREE_OPERAND (t, 0)) || !GFC_DESCRIPTOR_TYPE_P (type)
      || !TYPE_LANG_SPECIFIC (type))
    return false;
  return (GFC_TYPE_ARRAY_AKIND (type) == GFC_ARRAY_ASSUMED_SHAPE
	  || GFC_TYPE_ARRAY_AKIND (type) == GFC_ARRAY_ASSUMED_SHAPE_CONT);
}

/* True if T is the same for all threads of a block or, with REPEATABLE, the
   same for a thread whenever it is computed.  */

bool
cuf_same_value_p (fission *f, tree t, bool repeatable)
{
  if (CONSTANT_CLASS_P (t))
    return true;
  if (f->in_warp && f->aligned && !repeatable && !VAR_P (t)
      && TREE_CODE (t) != PARM_DECL && cuf_same_in_warp_p (f, t))
    return true;
  switch (TREE_CODE (t))
    {
    case PARM_DECL:
      return is_gimple_reg_type (TREE_TYPE (t)) && !TREE_ADDRESSABLE (t);
    case VAR_DECL:
      {
	uniform_local *l = f->locals.get (t);
	if (!l || repeatable)
	  return l && l->computed;
	return l->uniform && (f->in_warp || !l->warp);
      }
    case COMPONENT_REF:
      return (cuf_descriptor_part_p (t)
	      || cuf_same_value_p (f, TREE_OPERAND (t, 0), repeatable));
    case CALL_EXPR:
      if (register_p (t))
	return repeatable || !thread_index_p (t);
      if (!(call_expr_flags (t) & ECF_CONST))
	return false;
      for (int i = 0; i < call_expr_nargs (t); i++)
	if (!cuf_same_value_p (f, CALL_EXPR_ARG (t, i), repeatable))
	  return false;
      return true;
    case NON_LVALUE_EXPR:
    case COND_EXPR:
    case TRUTH_AND_EXPR:
    case TRUTH_OR_EXPR:
    case TRUTH_ANDIF_EXPR:
    case TRUTH_ORIF_EXPR:
    case TRUTH_NOT_EXPR:
      break;
    default:
      if (!UNARY_CLASS_P (t) && !BINARY_CLASS_P (t) && !COMPARISON_CLASS_P (t))
	return false;
    }
  for (int i = 0; i < TREE_OPERAND_LENGTH (t); i++)
    if (TREE_OPERAND (t, i)
	&& !cuf_same_value_p (f, TREE_OPERAND (t, i), repeatable))
      return false;
  return true;
}

/* --- What is inside a statement ------------------------------------------ */

static tree
find_barrier (tree *tp, int *walk_subtrees, void *)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return cuf_barrier_p (*tp) ? *tp : NULL_TREE;
}

bool
cuf_contains_barrier_p (tree t)
{
  return walk_tree_without_duplicates (&t, find_barrier, NULL) != NULL_TREE;
}

struct jumps
{
  hash_set<tree> goals, labels;
  bool returns;

  jumps () : returns (false) {}
};

static tree
note_jumps (tree *tp, int *walk_subtrees, void *data)
{
  jumps *j = (jumps *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (TREE_CODE (*tp) == GOTO_EXPR)
    j->goals.add (GOTO_DESTINATION (*tp));
  else if (TREE_CODE (*tp) == LABEL_EXPR)
    j->labels.add (LABEL_EXPR_LABEL (*tp));
  else if (TREE_CODE (*tp) == RETURN_EXPR)
    j->returns = true;
  return NULL_TREE;
}

/* Add to GOALS where T may go outside of itself, and take away the label that
   it is. Return whether it returns from the function.  */

bool
cuf_note_goals (tree t, hash_set<tree> *goals)
{
  jumps j;
  walk_tree_without_duplicates (&t, note_jumps, &j);
  for (tree goal : j.goals)
    if (!j.labels.contains (goal))
      goals->add (goal);
  if (TREE_CODE (t) == LABEL_EXPR)
    goals->remove (LABEL_EXPR_LABEL (t));
  return j.returns;
}

/* True if T may go elsewhere.  */

bool
cuf_leaves_p (tree t)
{
  hash_set<tree> goals;
  return cuf_note_goals (t, &goals) || !goals.is_empty ();
}
