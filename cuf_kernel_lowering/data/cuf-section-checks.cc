/* Checks of the subscripts of sections that are transferred or passed.
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
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "trans-const.h"
#include "trans-array.h"
#include "cuf-trans.h"
#include "cuf-lower.h"

/* In A(:, J) gfortran checks the triplet where it makes a descriptor of the
   section, and J in the loop over its elements.  Where data is copied between the
   host and the device, or passed to a kernel, there is no loop.  So the other
   subscripts of such sections are checked here, too, unless they are empty, where
   there would be no trip of the loop.  */

/* How many descriptors for the runtime are being made.  */
static int transferred;

cuf_section_scope::cuf_section_scope ()
{
  transferred++;
}

cuf_section_scope::~cuf_section_scope ()
{
  transferred--;
}

/* True if the subscripts of EXPR, a section, are to be checked here.  */

static bool
checked_p (gfc_expr *expr)
{
  if (cuf_generating_device_code_p ()
      || !((gfc_option.rtcheck & GFC_RTCHECK_BOUNDS) || cuf_check_p ()))
    return false;
  return transferred > 0 || cuf_expr_memory (expr) != CUF_MEM_NONE;
}

/* Whether the section that LOOP would go through has elements.  */

static tree
not_empty (const gfc_loopinfo *loop)
{
  tree all = logical_true_node;
  for (int i = 0; i < loop->dimen; i++)
    all = fold_build2 (TRUTH_AND_EXPR, logical_type_node, all,
		       fold_build2 (LE_EXPR, logical_type_node, loop->from[i],
				    loop->to[i]));
  return all;
}

/* In front of LOOP let there be an error, at EXPR, if INDEX of its dimension DIM is
   BETTER than the bound LIMIT.  */

static void
check_bound (gfc_loopinfo *loop, gfc_expr *expr, int dim, tree index,
	     tree_code better, tree limit)
{
  char *text = xasprintf ("Index '%%ld' of dimension %d of array '%s' %s bound "
			  "of %%ld", dim + 1, expr->symtree->n.sym->name,
			  better == LT_EXPR ? "below lower" : "above upper");
  tree fault = fold_build2 (TRUTH_AND_EXPR, logical_type_node,
			    not_empty (loop),
			    fold_build2 (better, logical_type_node, index,
					 limit));
  gfc_trans_runtime_check (true, false, fault, &loop->pre, &expr->where, text,
			   fold_convert (long_integer_type_node, index),
			   fold_convert (long_integer_type_node, limit));
  free (text);
}

/* INDEX is the scalar subscript of dimension DIM of EXPR, a section by AR of the
   array that DESC describes, which LOOP would go through.  Check it in front of
   that, if it is to be checked, and return it.  */

tree
cuf_section_index (gfc_loopinfo *loop, gfc_expr *expr, const gfc_array_ref *ar,
		   tree desc, int dim, tree index)
{
  if (expr->expr_type != EXPR_VARIABLE || !checked_p (expr))
    return index;
  index = gfc_evaluate_now (index, &loop->pre);
  check_bound (loop, expr, dim, index, LT_EXPR,
	       gfc_conv_array_lbound (desc, dim));
  if (!ar->as || ar->as->type != AS_ASSUMED_SIZE || dim + 1 < ar->dimen)
    check_bound (loop, expr, dim, index, GT_EXPR,
		 gfc_conv_array_ubound (desc, dim));
  return index;
}
