/* MAXVAL and MINVAL in device code.
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
#include "options.h"
#include "tree.h"
#include "fold-const.h"
#include "real.h"
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "trans-const.h"
#include "trans-array.h"
#include "trans-stmt.h"
#include "cuf-compat.h"
#include "cuf-trans.h"
#include "cuf-lower.h"

/* For reals gfortran makes two loops, of which one looks for the first element that is
   a number, and the other goes on from there.  Where that is depends on the data, so
   that an array of a thread's own stays in memory for it.  Here there is one loop,
   which begins with a value that is not a number:

     limit = NaN
     do over ARRAY
       if (array(i) > limit .or. limit is not a number) limit = array(i)

   The result is the same: NaN if all elements are, and otherwise none of these.  */

/* The function that EXPR calls, as the comparison that finds a better element, or
   ERROR_MARK if it is none of these.  */

static enum tree_code
better (const gfc_expr *expr)
{
  switch (expr->value.function.isym ? expr->value.function.isym->id
	  : GFC_ISYM_NONE)
    {
    case GFC_ISYM_MAXVAL:
      return GT_EXPR;
    case GFC_ISYM_MINVAL:
      return LT_EXPR;
    default:
      return ERROR_MARK;
    }
}

/* True if EXPR has a scalar result of numbers of single or double precision, and no
   mask.  */

static bool
simple_p (const gfc_expr *expr)
{
  const gfc_actual_arglist *array = expr->value.function.actual;
  const gfc_actual_arglist *mask = array->next->next;
  return (expr->rank == 0 && expr->ts.type == BT_REAL
	  && (expr->ts.kind == 4 || expr->ts.kind == 8)
	  && HONOR_NANS (TYPE_MODE (gfc_typenode_for_spec
				    (const_cast<gfc_typespec *> (&expr->ts))))
	  && !(mask && mask->expr));
}

/* The value of MAXVAL, if CODE is GT_EXPR, or MINVAL of no elements, of kind KIND:
   the most negative or the largest number.  */

static tree
value_of_none (enum tree_code code, int kind)
{
  int n = gfc_validate_kind (BT_REAL, kind, false);
  tree huge = gfc_conv_mpfr_to_tree (gfc_real_kinds[n].huge, kind, 0);
  return (code == GT_EXPR
	  ? fold_build1 (NEGATE_EXPR, TREE_TYPE (huge), huge) : huge);
}

/* In BODY, of LOOP: let LIMIT be the element of ARRAY if that is better.  */

static void
compare_element (stmtblock_t *body, gfc_loopinfo *loop, gfc_ss *ss,
		 gfc_expr *array, tree limit, enum tree_code code)
{
  gfc_se se;
  gfc_init_se (&se, NULL);
  gfc_copy_loopinfo_to_se (&se, loop);
  se.ss = ss;
  gfc_conv_expr_val (&se, array);
  gfc_add_block_to_block (body, &se.pre);
  tree value = gfc_evaluate_now (se.expr, body);
  tree taken
    = fold_build2 (TRUTH_OR_EXPR, logical_type_node,
		   fold_build2 (code, logical_type_node, value, limit),
		   fold_build2 (UNORDERED_EXPR, logical_type_node, limit,
				limit));
  gfc_add_modify (body, limit,
		  fold_build3 (COND_EXPR, TREE_TYPE (limit), taken, value,
			       limit));
  gfc_add_block_to_block (body, &se.post);
}

/* If EXPR is MAXVAL or MINVAL of reals, in device code, translate it to SE and return
   true.  */

bool
cuf_conv_extremum (gfc_se *se, gfc_expr *expr)
{
  enum tree_code code = better (expr);
  if (code == ERROR_MARK || !cuf_generating_device_code_p () || se->ss
      || !simple_p (expr))
    return false;

  gfc_expr *array = expr->value.function.actual->expr;
  tree type = gfc_typenode_for_spec (&expr->ts);
  tree limit = gfc_create_var (type, "limit");
  tree any = gfc_create_var (logical_type_node, "any");
  gfc_add_modify (&se->pre, limit, gfc_build_nan (type, ""));
  gfc_add_modify (&se->pre, any, logical_false_node);

  gfc_loopinfo loop;
  stmtblock_t body;
  gfc_ss *ss = gfc_walk_expr (array);
  gcc_assert (ss != gfc_ss_terminator);
  gfc_init_loopinfo (&loop);
  gfc_add_ss_to_loop (&loop, ss);
  gfc_conv_ss_startstride (&loop);
  gfc_conv_loop_setup (&loop, &expr->where);
  gfc_mark_ss_chain_used (ss, 1);
  gfc_start_scalarized_body (&loop, &body);
  compare_element (&body, &loop, ss, array, limit, code);
  gfc_add_modify (&body, any, logical_true_node);
  gfc_trans_scalarizing_loops (&loop, &body);
  gfc_add_block_to_block (&se->pre, &loop.pre);
  gfc_add_block_to_block (&se->pre, &loop.post);
  gfc_cleanup_loop (&loop);

  se->expr = fold_build3 (COND_EXPR, type, any, limit,
			  value_of_none (code, expr->ts.kind));
  return true;
}
