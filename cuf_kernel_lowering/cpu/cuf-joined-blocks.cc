/* Kernels of which several blocks may run as one.
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
#include "stringpool.h"
#include "attribs.h"
#include "calls.h"
#include "fold-const.h"
#include "gimple-expr.h"
#include "gimplify.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* The host runs the threads of a block's row in a loop, which is short: many
   kernels have blocks of 32 x 8 threads, or of 8 x 8 x 8.  In most of them a
   thread has no use for its index but in

     i = (blockidx%x - 1) * blockdim%x + threadidx%x

   The threads of the blocks that follow along the first index are then those
   of a longer row: whether thread 3 of the block behind or thread 35 of this
   one is asked, I is the same.  Where nothing tells one from the other the
   runtime lets several blocks run as one, see run_chunk in
   libgcuf/cpu/cpu-launch.c.

   What a body computes is looked at as a sum of multiples of the thread's index
   T, the block's B, and B * D, D being the size of the block, and of what is
   the same for both ways to say it: that is what has T as often as B * D, and
   no B.  Wherever anything but a sum is made of a value it has to be so.
   Threads that share memory, or wait for each other, are those of one block.  */

/* How often they are in a value.  */
struct share
{
  HOST_WIDE_INT thread, block, product;
};

/* A body that is looked at.  */
struct joined
{
  bool possible;
  hash_map<tree, tree> values;	/* Of variables and, by the field, components
				   of the records of indices; null where there
				   are several.  */
  hash_map<tree, share> known;	/* What the variables have.  */
};

static share value_of (joined *, tree);

/* True if what has S is the same for both ways.  */

static bool
same_p (const share &s)
{
  return s.thread == s.product && s.block == 0;
}

/* --- Registers ----------------------------------------------------------- */

/* True if T is a call that returns the first component of the special register
   NAME.  */

static bool
register_p (tree t, const char *name)
{
  if (TREE_CODE (t) != CALL_EXPR)
    return false;
  tree fn = get_callee_fndecl (t);
  if (!cuf_register_function_p (fn))
    return false;
  const char *symbol = cuf_symbol (fn) + strlen ("__gcuf_");
  size_t length = strlen (name);
  return (strncmp (symbol, name, length) == 0
	  && strcmp (symbol + length, "_x") == 0);
}

/* What stands for T, a variable or a component of one, in J: if it is an index,
   component X of its record, for which there is a key of its own.  */

static tree
key_of (joined *j, tree t)
{
  if (TREE_CODE (t) != COMPONENT_REF || !VAR_P (TREE_OPERAND (t, 0)))
    return t;
  for (auto i : j->values)
    if (TREE_CODE (i.first) == COMPONENT_REF
	&& operand_equal_p (i.first, t, 0))
      return i.first;
  return t;
}

/* The only value that T, such a variable, is assigned, or null.  */

static tree
only_value (joined *j, tree t)
{
  tree *value = j->values.get (key_of (j, t));
  return value ? *value : NULL_TREE;
}

/* True if T is the size of the block.  */

static bool
block_size_p (joined *j, tree t)
{
  STRIP_NOPS (t);
  if (VAR_P (t) || TREE_CODE (t) == COMPONENT_REF)
    t = only_value (j, t);
  return t && register_p (t, "blockdim");
}

/* --- Values -------------------------------------------------------------- */

/* What is made of operands other than by sums has nothing of them left.  */

static share
check_operands (joined *j, tree t)
{
  share none = { 0, 0, 0 };
  for (int i = 0; i < TREE_OPERAND_LENGTH (t); i++)
    if (TREE_OPERAND (t, i) && !TYPE_P (TREE_OPERAND (t, i)))
      j->possible &= same_p (value_of (j, TREE_OPERAND (t, i)));
  return none;
}

/* True if each of S is small enough to be multiplied.  */

static bool
small_p (const share &s)
{
  enum { MOST = 1 << 16 };
  return (IN_RANGE (s.thread, -MOST, MOST) && IN_RANGE (s.block, -MOST, MOST)
	  && IN_RANGE (s.product, -MOST, MOST));
}

/* What T, a product, has.  */

static share
product (joined *j, tree t)
{
  tree x = TREE_OPERAND (t, 0), y = TREE_OPERAND (t, 1);
  if (TREE_CODE (x) == INTEGER_CST || block_size_p (j, x))
    std::swap (x, y);
  share s = value_of (j, x);
  if (block_size_p (j, y))
    {
      if (s.thread == 0 && s.product == 0)
	return { 0, 0, s.block };
    }
  else if (TREE_CODE (y) != INTEGER_CST)
    j->possible &= same_p (value_of (j, y));
  else if (tree_fits_shwi_p (y) && small_p (s)
	   && IN_RANGE (tree_to_shwi (y), -65536, 65536))
    {
      HOST_WIDE_INT n = tree_to_shwi (y);
      return { n * s.thread, n * s.block, n * s.product };
    }
  j->possible &= same_p (s);
  return { 0, 0, 0 };
}

/* What T, a variable or component, has: if it gets one value, that of it.  */

static share
variable (joined *j, tree t)
{
  tree key = key_of (j, t), value = only_value (j, t);
  if (!value)
    return { 0, 0, 0 };
  if (share *s = j->known.get (key))
    return *s;
  /* If it depends on itself nothing can be told apart.  */
  j->known.put (key, { 1, 1, 0 });
  share s = value_of (j, value);
  j->known.put (key, s);
  return s;
}

/* What T has.  */

static share
value_of (joined *j, tree t)
{
  if (register_p (t, "threadidx"))
    return { 1, 0, 0 };
  if (register_p (t, "blockidx"))
    return { 0, 1, 0 };
  share x, y;
  switch (TREE_CODE (t))
    {
    case VAR_DECL:
      /* Records of indices are asked for a component at a time.  */
      j->possible &= TREE_CODE (TREE_TYPE (t)) != RECORD_TYPE;
      return variable (j, t);
    case CONSTRUCTOR:
      j->possible &= TREE_CONSTANT (t);
      return { 0, 0, 0 };
    case COMPONENT_REF:
      if (VAR_P (TREE_OPERAND (t, 0)))
	return variable (j, t);
      return check_operands (j, t);
    case PLUS_EXPR:
    case MINUS_EXPR:
      if (!INTEGRAL_TYPE_P (TREE_TYPE (t)))
	return check_operands (j, t);
      x = value_of (j, TREE_OPERAND (t, 0));
      y = value_of (j, TREE_OPERAND (t, 1));
      if (TREE_CODE (t) == PLUS_EXPR)
	return { x.thread + y.thread, x.block + y.block,
		 x.product + y.product };
      return { x.thread - y.thread, x.block - y.block, x.product - y.product };
    case MULT_EXPR:
      return INTEGRAL_TYPE_P (TREE_TYPE (t)) ? product (j, t)
					     : check_operands (j, t);
    CASE_CONVERT:
    case NON_LVALUE_EXPR:
      if (INTEGRAL_TYPE_P (TREE_TYPE (t))
	  && INTEGRAL_TYPE_P (TREE_TYPE (TREE_OPERAND (t, 0)))
	  && TYPE_PRECISION (TREE_TYPE (t)) >= 32)
	return value_of (j, TREE_OPERAND (t, 0));
      return check_operands (j, t);
    default:
      return EXPR_P (t) ? check_operands (j, t) : share { 0, 0, 0 };
    }
}

/* --- Bodies -------------------------------------------------------------- */

/* True if CALL is of a function that knows nothing of threads.  */

static bool
harmless_call_p (tree call)
{
  tree fn = get_callee_fndecl (call);
  if (!fn)
    return false;
  const char *symbol = cuf_symbol (fn);
  if (startswith (symbol, "__gcuf_"))
    return (cuf_register_function_p (fn)
	    || strcmp (symbol, "__gcuf_begin_shared") == 0);
  return (fndecl_built_in_p (fn)
	  || ((flags_from_decl_or_type (fn) & ECF_CONST)
	      && DECL_EXTERNAL (fn)));
}

/* LHS, the variable VAR or a component of it, is assigned VALUE.  */

static void
note_value (joined *j, tree var, tree lhs, tree value)
{
  tree key = key_of (j, lhs);
  bool only = (!TREE_ADDRESSABLE (var) && cuf_thread_variable_p (var)
	       && !j->values.get (key));
  j->values.put (key, only ? value : NULL_TREE);
}

/* Note what is assigned to variables, and find what forbids all.  */

static tree
note_statement (tree *tp, int *walk_subtrees, void *data)
{
  joined *j = (joined *) data;
  tree t = *tp;
  if (TYPE_P (t))
    {
      *walk_subtrees = 0;
      return NULL_TREE;
    }
  j->possible &= !cuf_forbids_split_p (t) && !TREE_THIS_VOLATILE (t);
  if (TREE_CODE (t) == CALL_EXPR)
    j->possible &= harmless_call_p (t);
  else if (VAR_P (t))
    j->possible &= (!DECL_HAS_VALUE_EXPR_P (t)
		    && !lookup_attribute ("shared", DECL_ATTRIBUTES (t)));
  else if (TREE_CODE (t) == MODIFY_EXPR)
    {
      tree lhs = TREE_OPERAND (t, 0);
      tree var = TREE_CODE (lhs) == COMPONENT_REF ? TREE_OPERAND (lhs, 0) : lhs;
      if (VAR_P (var))
	note_value (j, var, lhs, TREE_OPERAND (t, 1));
    }
  return j->possible ? NULL_TREE : t;
}

/* Look at what *TP makes of values.  */

static tree
check_statement (tree *tp, int *walk_subtrees, void *data)
{
  joined *j = (joined *) data;
  tree t = *tp;
  *walk_subtrees = 0;
  if (TYPE_P (t))
    return NULL_TREE;
  switch (TREE_CODE (t))
    {
    case BIND_EXPR:
      return walk_tree (&BIND_EXPR_BODY (t), check_statement, j, NULL);
    case STATEMENT_LIST:
    case LOOP_EXPR:
    case COMPOUND_EXPR:
      *walk_subtrees = 1;
      return NULL_TREE;
    case COND_EXPR:
      if (!VOID_TYPE_P (TREE_TYPE (t)))
	break;
      j->possible &= same_p (value_of (j, COND_EXPR_COND (t)));
      walk_tree (&COND_EXPR_THEN (t), check_statement, j, NULL);
      walk_tree (&COND_EXPR_ELSE (t), check_statement, j, NULL);
      return NULL_TREE;
    case SWITCH_EXPR:
      j->possible &= same_p (value_of (j, SWITCH_COND (t)));
      return walk_tree (&SWITCH_BODY (t), check_statement, j, NULL);
    case MODIFY_EXPR:
      j->possible &= TREE_CODE (TREE_TYPE (TREE_OPERAND (t, 0))) != RECORD_TYPE;
      /* Else what the variable has is asked where it is used.  */
      if (!only_value (j, TREE_OPERAND (t, 0)))
	{
	  if (!VAR_P (TREE_OPERAND (t, 0)))
	    check_operands (j, TREE_OPERAND (t, 0));
	  j->possible &= same_p (value_of (j, TREE_OPERAND (t, 1)));
	}
      return NULL_TREE;
    default:
      break;
    }
  if (EXPR_P (t))
    check_operands (j, t);
  return NULL_TREE;
}

/* True if nothing in BODY, a kernel's, tells the threads of a block from those
   of the blocks behind along the first index.  */

bool
cuf_joinable_p (tree body)
{
  tree saved = DECL_SAVED_TREE (body);
  if (!optimize || cuf_debug_host_p () || cuf_check_p () || !saved
      || !cuf_wanted_p (CUF_OPTIONAL_JOINED_BLOCKS))
    return false;
  joined j;
  j.possible = true;
  walk_tree (&saved, note_statement, &j, NULL);
  if (j.possible)
    walk_tree (&saved, check_statement, &j, NULL);
  return j.possible;
}
