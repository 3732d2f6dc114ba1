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

   The result is the same: NaN if all elements are, and otherwise none of these.
   Of MAXLOC, whose place is that of the first one then, it is

     place = 0
     do over ARRAY
       if (place == 0 .or. array(i) > limit
	   .or. (limit is not a number .and. array(i) is one)) then
	 limit = array(i)
	 place = i
       end if  */

/* Of MAXVAL of integers of one or two bytes the limit is one of four, as registers
   are: else each maximum would have its sign extended once more, before the next
   one can be found.  */

/* The function that EXPR calls, as the comparison that finds a better element, or
   ERROR_MARK if it is none of these.  */

static enum tree_code
better (const gfc_expr *expr)
{
  switch (expr->value.function.isym ? expr->value.function.isym->id
	  : GFC_ISYM_NONE)
    {
    case GFC_ISYM_MAXVAL:
    case GFC_ISYM_MAXLOC:
      return GT_EXPR;
    case GFC_ISYM_MINVAL:
    case GFC_ISYM_MINLOC:
      return LT_EXPR;
    default:
      return ERROR_MARK;
    }
}

/* True if EXPR, of these, asks for the place of an element.  */

static bool
place_p (const gfc_expr *expr)
{
  return (expr->value.function.isym->id == GFC_ISYM_MAXLOC
	  || expr->value.function.isym->id == GFC_ISYM_MINLOC);
}

/* True if EXPR, which is MAXVAL or MINVAL, is of integers smaller than a
   register.  */

static bool
small_integers_p (const gfc_expr *expr)
{
  return !place_p (expr) && expr->ts.type == BT_INTEGER && expr->ts.kind < 4;
}

/* True if EXPR is of reals of single or double precision.  */

static bool
reals_p (const gfc_expr *expr)
{
  const gfc_typespec &ts = expr->value.function.actual->expr->ts;
  return (ts.type == BT_REAL && (ts.kind == 4 || ts.kind == 8)
	  && HONOR_NANS (TYPE_MODE (gfc_get_real_type (ts.kind))));
}

/* True if EXPR has a scalar result, of such numbers, and no mask, and is to be the
   first such element.  */

static bool
simple_p (const gfc_expr *expr)
{
  const gfc_actual_arglist *array = expr->value.function.actual;
  const gfc_actual_arglist *mask = array->next->next;
  if (expr->rank != 0 || !(reals_p (expr) || small_integers_p (expr)))
    return false;
  if (!place_p (expr))
    return !(mask && mask->expr);
  const gfc_expr *back = mask->next->next->expr;
  return (!mask->expr
	  && (!back || (back->expr_type == EXPR_CONSTANT
			&& !back->value.logical)));
}

/* The value of MAXVAL, if CODE is GT_EXPR, or MINVAL of no elements of type TS: the
   most negative or the largest number.  */

static tree
value_of_none (enum tree_code code, const gfc_typespec *ts)
{
  if (ts->type == BT_INTEGER)
    {
      tree type = gfc_get_int_type (ts->kind);
      return code == GT_EXPR ? TYPE_MIN_VALUE (type) : TYPE_MAX_VALUE (type);
    }
  int n = gfc_validate_kind (BT_REAL, ts->kind, false);
  tree huge = gfc_conv_mpfr_to_tree (gfc_real_kinds[n].huge, ts->kind, 0);
  return (code == GT_EXPR
	  ? fold_build1 (NEGATE_EXPR, TREE_TYPE (huge), huge) : huge);
}

/* What the loop finds: the best element, and, of reals, its place, or, if that is
   not asked for, whether there is any.  */
struct found
{
  tree limit, place, any;
};

/* The condition under which VALUE takes the place of what F has.  That of a place
   has no branches: the value is a number, and greater, or the other is none.  */

static tree
taken (const found &f, tree value, enum tree_code code)
{
  tree type = logical_type_node;
  if (!f.place)
    return fold_build2 (TRUTH_OR_EXPR, type,
			fold_build2 (code, type, value, f.limit),
			fold_build2 (UNORDERED_EXPR, type, f.limit, f.limit));
  tree more = fold_build2 (code == GT_EXPR ? UNGT_EXPR : UNLT_EXPR, type,
			   value, f.limit);
  more = fold_build2 (BIT_AND_EXPR, type, more,
		      fold_build2 (ORDERED_EXPR, type, value, value));
  tree first = fold_build2 (EQ_EXPR, type, f.place, gfc_index_zero_node);
  return fold_build2 (BIT_IOR_EXPR, type, first, more);
}

/* In BODY: let F have VALUE, an integer, if that is better.  */

static void
take_extreme (stmtblock_t *body, const found &f, tree value,
	      enum tree_code code)
{
  tree type = TREE_TYPE (f.limit);
  gfc_add_modify (body, f.limit,
		  fold_build2 (code == GT_EXPR ? MAX_EXPR : MIN_EXPR, type,
			       f.limit, fold_convert (type, value)));
}

/* In BODY: let F have VALUE, a real, which is at PLACE in its array, if that is
   better.  */

static void
take_better (stmtblock_t *body, const found &f, tree value, tree place,
	     enum tree_code code)
{
  tree take = gfc_evaluate_now (taken (f, value, code), body);
  gfc_add_modify (body, f.limit,
		  fold_build3 (COND_EXPR, TREE_TYPE (f.limit), take, value,
			       f.limit));
  if (f.place)
    gfc_add_modify (body, f.place,
		    fold_build3 (COND_EXPR, TREE_TYPE (f.place), take, place,
				 f.place));
  else
    gfc_add_modify (body, f.any, logical_true_node);
}

/* The place of LOOP's element in its array, from one on.  */

static tree
place_in (const gfc_loopinfo *loop)
{
  tree type = gfc_array_index_type;
  return fold_build2 (PLUS_EXPR, type,
		      fold_build2 (MINUS_EXPR, type, loop->loopvar[0],
				   loop->from[0]),
		      gfc_index_one_node);
}

/* In BODY, of LOOP: let F have the element of ARRAY if that is better.  */

static void
compare_element (stmtblock_t *body, gfc_loopinfo *loop, gfc_ss *ss,
		 gfc_expr *array, const found &f, enum tree_code code)
{
  gfc_se se;
  gfc_init_se (&se, NULL);
  gfc_copy_loopinfo_to_se (&se, loop);
  se.ss = ss;
  gfc_conv_expr_val (&se, array);
  gfc_add_block_to_block (body, &se.pre);
  tree value = gfc_evaluate_now (se.expr, body);
  if (f.any || f.place)
    take_better (body, f, value, place_in (loop), code);
  else
    take_extreme (body, f, value, code);
  gfc_add_block_to_block (body, &se.post);
}

/* Variables for what F finds of EXPR, in which BLOCK has nothing yet.  */

static void
find_nothing (found *f, stmtblock_t *block, const gfc_expr *expr,
	      enum tree_code code)
{
  gfc_typespec *ts = &expr->value.function.actual->expr->ts;
  tree type = (ts->type == BT_INTEGER ? gfc_get_int_type (4)
	       : gfc_typenode_for_spec (ts));
  f->limit = gfc_create_var (type, "limit");
  gfc_add_modify (block, f->limit,
		  ts->type == BT_INTEGER
		  ? fold_convert (type, value_of_none (code, ts))
		  : gfc_build_nan (type, ""));
  if (place_p (expr))
    {
      f->place = gfc_create_var (gfc_array_index_type, "place");
      gfc_add_modify (block, f->place, gfc_index_zero_node);
    }
  else if (ts->type == BT_REAL)
    {
      f->any = gfc_create_var (logical_type_node, "any");
      gfc_add_modify (block, f->any, logical_false_node);
    }
}

/* What F has found of EXPR, of TYPE.  */

static tree
result (const found &f, const gfc_expr *expr, enum tree_code code, tree type)
{
  if (f.place)
    return fold_convert (type, f.place);
  return (f.any ? fold_build3 (COND_EXPR, type, f.any, f.limit,
			       value_of_none (code, &expr->ts))
	  : fold_convert (type, f.limit));
}

/* If EXPR is MAXVAL, MINVAL, MAXLOC or MINLOC of reals, or one of the first two of
   small integers, with a scalar result, in device code, translate it to SE and
   return true.  */

bool
cuf_conv_extremum (gfc_se *se, gfc_expr *expr)
{
  enum tree_code code = better (expr);
  if (code == ERROR_MARK || !cuf_generating_device_code_p () || se->ss
      || !simple_p (expr))
    return false;

  gfc_expr *array = expr->value.function.actual->expr;
  found f = { };
  find_nothing (&f, &se->pre, expr, code);

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
  compare_element (&body, &loop, ss, array, f, code);
  gfc_trans_scalarizing_loops (&loop, &body);
  gfc_add_block_to_block (&se->pre, &loop.pre);
  gfc_add_block_to_block (&se->pre, &loop.post);
  gfc_cleanup_loop (&loop);

  se->expr = result (f, expr, code, gfc_typenode_for_spec (&expr->ts));
  return true;
}
