/* Values that change evenly in a loop, if that is fit.
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
#include "tree-ssa-alias.h"
#include "fold-const.h"
#include "gimple-iterator.h"
#include "cfgloop.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-ivopts.h"
#include "tree-ssa-loop-niter.h"
#include "options.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-told-loop.h"

/* A sum of signed numbers that is computed behind a condition may wrap around, as
   far as GCC knows, in iterations that do not come to it: it is not even.  In a
   loop that is told of at once, if it is fit, all iterations come to all that
   an access depends on, and no sum wraps around.  So what it is made of is enough
   to look at.  What wraps around by its type does so in front of the loop,
   too.  */

/* X, a value or a distance, as a number of TYPE that may wrap around.  */

static tree
wrapping (tree type, tree x)
{
  tree utype = unsigned_type_for (TREE_TYPE (x));
  return fold_convert (type, fold_convert (utype, x));
}

/* A CODE B, of TYPE.  */

static tree
compute (tree_code code, tree type, tree a, tree b)
{
  tree utype = unsigned_type_for (type);
  return fold_convert (type, fold_build2 (code, utype, wrapping (utype, a),
					  wrapping (utype, b)));
}

/* Let IV be the sum, or the difference, of IV and OTHER, of TYPE, as CODE
   says.  */

static void
add (affine_iv *iv, tree_code code, tree type, const affine_iv *other)
{
  tree step = signed_type_for (type);
  iv->base = compute (code, type, iv->base, other->base);
  iv->step = compute (code, step, fold_convert (step, iv->step),
		      fold_convert (step, other->step));
}

/* The same of their product.  Return false if both change.  */

static bool
multiply (affine_iv *iv, tree type, const affine_iv *other)
{
  tree step = signed_type_for (type);
  bool same = integer_zerop (other->step);
  if (!same && !integer_zerop (iv->step))
    return false;
  tree change = same ? iv->step : other->step;
  tree times = fold_convert (step, same ? other->base : iv->base);
  iv->base = compute (MULT_EXPR, type, iv->base, other->base);
  iv->step = compute (MULT_EXPR, step, fold_convert (step, change), times);
  return true;
}

/* Convert IV, of type FROM, to TYPE.  Return false if its steps are not the same
   there.  */

static bool
convert (affine_iv *iv, tree type, tree from)
{
  if (!INTEGRAL_TYPE_P (from) || !INTEGRAL_TYPE_P (type)
      || TYPE_PRECISION (type) < TYPE_PRECISION (from)
      || (TYPE_PRECISION (type) > TYPE_PRECISION (from)
	  && !TYPE_OVERFLOW_UNDEFINED (from)))
    return false;
  tree step = signed_type_for (type);
  iv->base = fold_convert (type, iv->base);
  iv->step = fold_convert (step, fold_convert (signed_type_for (from),
					       iv->step));
  return true;
}

/* Let IV, of a pointer, go on by OFFSET more.  */

static void
add_offset (affine_iv *iv, const affine_iv *offset)
{
  iv->base = fold_build_pointer_plus (iv->base, offset->base);
  iv->step = fold_build2 (PLUS_EXPR, ssizetype,
			  fold_convert (ssizetype, iv->step),
			  fold_convert (ssizetype, offset->step));
}

/* True if STMT loads from the context what is the same for all threads of a
   block.  */

bool
cuf_block_load_p (gimple *stmt)
{
  if (!gimple_assign_load_p (stmt))
    return false;
  tree member = NULL_TREE, ref = gimple_assign_rhs1 (stmt);
  for (; TREE_CODE (ref) == COMPONENT_REF; ref = TREE_OPERAND (ref, 0))
    member = TREE_OPERAND (ref, 1);
  if (ref != cuf_tree (CUF_CONTEXT_VAR) || !member || !DECL_NAME (member))
    return false;
  const char *name = IDENTIFIER_POINTER (DECL_NAME (member));
  return (strcmp (name, "blockidx") == 0 || strcmp (name, "blockdim") == 0
	  || strcmp (name, "griddim") == 0);
}

/* True if REF is a variable or a part of one that is in a fixed place.  */

static bool
fixed_place_p (tree ref)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == BIT_FIELD_REF
	|| (TREE_CODE (ref) == COMPONENT_REF && TREE_OPERAND (ref, 2))
	|| (TREE_CODE (ref) != COMPONENT_REF
	    && (TREE_CODE (ref) != ARRAY_REF
		|| TREE_CODE (TREE_OPERAND (ref, 1)) != INTEGER_CST)))
      return false;
  return VAR_P (ref) && is_global_var (ref) && !TREE_THIS_VOLATILE (ref);
}

/* True if STMT loads what nothing in the loop of T changes, as the address of a
   module's array.  GCC leaves such loads in loops that call something.  */

static bool
loop_load_p (const told_loop *t, gimple *stmt)
{
  if (!gimple_assign_load_p (stmt)
      || !fixed_place_p (gimple_assign_rhs1 (stmt)))
    return false;
  ao_ref ref;
  ao_ref_init (&ref, gimple_assign_rhs1 (stmt));
  basic_block *body = get_loop_body (t->loop);
  bool same = true;
  for (unsigned i = 0; i < t->loop->num_nodes && same; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]);
	 !gsi_end_p (gsi) && same; gsi_next (&gsi))
      same = (!gimple_vdef (gsi_stmt (gsi))
	      || !stmt_may_clobber_ref_p_1 (gsi_stmt (gsi), &ref));
  free (body);
  return same;
}

/* If one operand of DEF, a maximum or a minimum, changes evenly and the other
   one does not change, let IV and BOUND tell.  */

bool
cuf_bounded_p (const told_loop *t, gassign *def, affine_iv *iv,
	       affine_iv *bound)
{
  tree a = gimple_assign_rhs1 (def), b = gimple_assign_rhs2 (def);
  if (!TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (a)) || !cuf_fit_even_p (t, a, iv)
      || !cuf_fit_even_p (t, b, bound))
    return false;
  if (integer_zerop (iv->step))
    std::swap (*iv, *bound);
  return integer_zerop (bound->step);
}

/* The same as cuf_fit_even_p of DEF, if it is the operand that changes in all
   iterations.  */

static bool
bounded_even_p (const told_loop *t, gassign *def, affine_iv *iv)
{
  affine_iv bound;
  if (!cuf_bounded_p (t, def, iv, &bound))
    return false;
  tree type = TREE_TYPE (gimple_assign_lhs (def));
  if (integer_zerop (iv->step))
    iv->base = fold_build2 (gimple_assign_rhs_code (def), type,
			    fold_convert (type, iv->base),
			    fold_convert (type, bound.base));
  else if (!t->bounded.contains (def))
    t->bounded.safe_push (def);
  return true;
}

/* As cuf_even_p, of X that is computed in each iteration of T's loop if that is
   fit.  */

bool
cuf_fit_even_p (const told_loop *t, tree x, affine_iv *iv)
{
  if (cuf_even_p (t, x, iv))
    return true;
  gassign *def = (TREE_CODE (x) == SSA_NAME
		  ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (x)) : NULL);
  if (!def || !flow_bb_inside_loop_p (t->loop, gimple_bb (def)))
    return false;
  if (cuf_block_load_p (def) || loop_load_p (t, def))
    {
      iv->base = gimple_assign_rhs1 (def);
      iv->step = integer_zero_node;
      return true;
    }
  affine_iv other;
  tree_code code = gimple_assign_rhs_code (def);
  tree a = gimple_assign_rhs1 (def), b = gimple_assign_rhs2 (def);
  tree type = TREE_TYPE (x);
  if (!INTEGRAL_TYPE_P (type) && !POINTER_TYPE_P (type))
    return false;
  switch (code)
    {
    CASE_CONVERT:
      return cuf_fit_even_p (t, a, iv) && convert (iv, type, TREE_TYPE (a));
    case POINTER_PLUS_EXPR:
      if (!cuf_fit_even_p (t, a, iv) || !cuf_fit_even_p (t, b, &other))
	return false;
      add_offset (iv, &other);
      return true;
    case PLUS_EXPR:
    case MINUS_EXPR:
      if (!cuf_fit_even_p (t, a, iv) || !cuf_fit_even_p (t, b, &other))
	return false;
      add (iv, code, type, &other);
      return true;
    case MAX_EXPR:
    case MIN_EXPR:
      return bounded_even_p (t, def, iv);
    case MULT_EXPR:
      if (!cuf_fit_even_p (t, a, iv) || !cuf_fit_even_p (t, b, &other))
	return false;
      return multiply (iv, type, &other);
    default:
      return false;
    }
}
