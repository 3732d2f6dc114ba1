/* Sections of arrays that device code passes to small dummy arrays.
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
#include "function.h"
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "trans-const.h"
#include "trans-array.h"
#include "cuf-trans.h"

/* Where a section that is not contiguous is passed to a dummy argument that has
   to be, gfortran copies all of its elements to memory that it allocates.  In
   device code a thread would have memory for the most that this can be, and far
   away.  But a dummy argument of constant extents has only its own elements:
   they are a local array here, which may become registers when the procedure
   has been inlined.  */

/* The largest such array, in bytes, and how many elements are few.  */
#define LARGEST 768
#define FEW 16

/* The elements of the dummy argument FSYM if they may be in a local array, or
   0.  */

static HOST_WIDE_INT
local_elements (const gfc_symbol *fsym)
{
  if (!fsym || !fsym->as || fsym->as->type != AS_EXPLICIT
      || fsym->attr.target || fsym->attr.volatile_ || fsym->attr.asynchronous)
    return 0;
  mpz_t size;
  if (!spec_size (fsym->as, &size))
    return 0;
  HOST_WIDE_INT elements
    = mpz_cmp_ui (size, LARGEST) <= 0 ? mpz_get_si (size) : 0;
  mpz_clear (size);
  return elements;
}

/* True if a value of type TS is copied by an assignment.  */

static bool
plain_type_p (const gfc_typespec *ts)
{
  switch (ts->type)
    {
    case BT_INTEGER:
    case BT_REAL:
    case BT_COMPLEX:
    case BT_LOGICAL:
      return true;
    default:
      return false;
    }
}

/* The dimension over which EXPR, a section of rank 1, goes, or -1 if it is
   another expression.  */

static int
section_dimension (const gfc_expr *expr)
{
  if (expr->expr_type != EXPR_VARIABLE || expr->rank != 1)
    return -1;
  const gfc_ref *last = expr->ref;
  while (last && last->next)
    last = last->next;
  if (!last || last->type != REF_ARRAY || last->u.ar.type != AR_SECTION)
    return -1;
  for (int i = 0; i < last->u.ar.dimen; i++)
    if (last->u.ar.dimen_type[i] == DIMEN_RANGE)
      return i;
  return -1;
}

/* What tells whether the section EXPR of descriptor DESC, passed to FSYM with
   ELEMENTS elements, happens to be contiguous and is not to be copied then,
   evaluated in BLOCK; null if it is copied anyway.  Over another dimension than
   the first it is contiguous only where the extents before are 1.  Else it may
   be on purpose, and threads be at different elements of it, so that it must
   not be copied unless they are only read; and that is worth it for a few.  */

static tree
contiguous_test (stmtblock_t *block, const gfc_expr *expr, tree desc,
		 const gfc_symbol *fsym, HOST_WIDE_INT elements)
{
  if (section_dimension (expr) > 0
      || (fsym->attr.intent == INTENT_IN && elements <= FEW))
    return NULL_TREE;
  tree stride = gfc_conv_descriptor_stride_get (desc, gfc_index_zero_node);
  return gfc_evaluate_now (fold_build2 (EQ_EXPR, logical_type_node, stride,
					gfc_index_one_node), block);
}

/* Add STATEMENT to BLOCK, to be executed unless CONDITION, if that is not
   null.  */

static void
unless (stmtblock_t *block, tree condition, tree statement)
{
  if (condition)
    statement = build3 (COND_EXPR, void_type_node, condition,
			build_empty_stmt (input_location), statement);
  gfc_add_expr_to_block (block, statement);
}

/* The copying of ELEMENTS elements from the section of descriptor DESC to the
   array LOCAL, or from it if BACK.  */

static tree
copied_elements (tree desc, tree local, HOST_WIDE_INT elements, bool back)
{
  tree index = gfc_create_var (gfc_array_index_type, "element");
  tree data = build_fold_indirect_ref (gfc_conv_descriptor_data_get (desc));
  tree stride = gfc_conv_descriptor_stride_get (desc, gfc_index_zero_node);
  tree place = fold_build2 (MULT_EXPR, gfc_array_index_type, index, stride);
  tree outside = gfc_build_array_ref (data, place, NULL_TREE);
  tree inside = build4 (ARRAY_REF, TREE_TYPE (TREE_TYPE (local)), local, index,
			NULL_TREE, NULL_TREE);
  stmtblock_t body, loop;
  gfc_init_block (&body);
  if (back)
    gfc_add_modify (&body, outside, inside);
  else
    gfc_add_modify (&body, inside, outside);
  gfc_init_block (&loop);
  gfc_simple_for_loop (&loop, index, gfc_index_zero_node,
		       build_int_cst (gfc_array_index_type, elements),
		       LT_EXPR, gfc_index_one_node, gfc_finish_block (&body));
  return gfc_finish_block (&loop);
}

/* In device code: if EXPR, an actual argument, is a section that has to be
   contiguous for the dummy argument FSYM, and that is small, let SE be the
   address of a local array with its elements, and return true.  */

bool
cuf_conv_small_section (gfc_se *se, gfc_expr *expr, const gfc_symbol *fsym)
{
  HOST_WIDE_INT elements = local_elements (fsym);
  if (elements == 0 || section_dimension (expr) < 0
      || !plain_type_p (&expr->ts)
      || gfc_is_simply_contiguous (expr, false, true))
    return false;
  tree type = gfc_typenode_for_spec (&expr->ts);
  if (elements * int_size_in_bytes (type) > LARGEST)
    return false;

  gfc_se section;
  gfc_init_se (&section, NULL);
  gfc_conv_expr_descriptor (&section, expr);
  gfc_add_block_to_block (&se->pre, &section.pre);
  gfc_add_block_to_block (&se->post, &section.post);
  tree local = gfc_create_var (build_array_type_nelts (type, elements),
			       "section");
  tree contiguous = contiguous_test (&se->pre, expr, section.expr, fsym,
				     elements);
  if (fsym->attr.intent != INTENT_OUT)
    unless (&se->pre, contiguous,
	    copied_elements (section.expr, local, elements, false));
  if (fsym->attr.intent != INTENT_IN)
    {
      stmtblock_t back;
      gfc_init_block (&back);
      unless (&back, contiguous,
	      copied_elements (section.expr, local, elements, true));
      gfc_prepend_expr_to_block (&se->post, gfc_finish_block (&back));
    }
  se->expr = gfc_build_addr_expr (pvoid_type_node, local);
  if (contiguous)
    {
      tree data = gfc_conv_descriptor_data_get (section.expr);
      se->expr = build3 (COND_EXPR, pvoid_type_node, contiguous,
			 fold_convert (pvoid_type_node, data), se->expr);
    }
  return true;
}
