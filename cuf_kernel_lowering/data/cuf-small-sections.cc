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

/* A section and its descriptor.  */
struct small_section
{
  tree desc;
  int rank;
  bool first;			/* It goes over the array's first dimension.  */
  HOST_WIDE_INT elements;	/* Of the dummy argument.  */
  HOST_WIDE_INT extents[GFC_MAX_DIMENSIONS];
};

/* True if EXPR, passed to a dummy argument with the elements that S has, is a
   section by indices; its extents, which have to be known where they are more
   than one, are stored in S.  */

static bool
section_p (gfc_expr *expr, small_section *s)
{
  if (expr->expr_type != EXPR_VARIABLE || gfc_has_vector_subscript (expr))
    return false;
  const gfc_ref *last = expr->ref;
  while (last && last->next)
    last = last->next;
  if (!last || last->type != REF_ARRAY || last->u.ar.type != AR_SECTION)
    return false;
  s->first = last->u.ar.dimen_type[0] == DIMEN_RANGE;
  s->rank = expr->rank;
  s->extents[0] = s->elements;
  if (s->rank == 1)
    return true;

  HOST_WIDE_INT elements = 1;
  for (int i = 0; i < s->rank; i++)
    {
      mpz_t size;
      if (!gfc_array_dimen_size (expr, i, &size))
	return false;
      s->extents[i] = (mpz_cmp_ui (size, LARGEST) <= 0 ? mpz_get_si (size) : 0);
      mpz_clear (size);
      elements *= s->extents[i];
      if (!IN_RANGE (elements, 1, LARGEST))
	return false;
    }
  return elements == s->elements;
}

/* What tells whether the section S, passed to FSYM, happens to be contiguous and
   is not to be copied then, evaluated in BLOCK; null if it is copied anyway.
   Over other dimensions than the first it is contiguous only where the extents
   before are 1.  Else it may be on purpose, and threads be at different elements
   of it, so that it must not be copied unless they are only read; and that is
   worth it for a few.  */

static tree
contiguous_test (stmtblock_t *block, const small_section *s, const gfc_symbol *fsym)
{
  if (!s->first
      || (fsym->attr.intent == INTENT_IN && s->elements <= FEW))
    return NULL_TREE;
  tree test = NULL_TREE;
  HOST_WIDE_INT distance = 1;
  for (int i = 0; i < s->rank; distance *= s->extents[i++])
    {
      tree stride = gfc_conv_descriptor_stride_get (s->desc, gfc_rank_cst[i]);
      tree same = fold_build2 (EQ_EXPR, logical_type_node, stride,
			       build_int_cst (gfc_array_index_type, distance));
      test = test ? fold_build2 (TRUTH_AND_EXPR, logical_type_node, test, same)
	     : same;
    }
  return gfc_evaluate_now (test, block);
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

/* The element of S with INDICES, and that of LOCAL in its place.  */

static tree
outside_element (const small_section *s, const tree *indices)
{
  tree data = build_fold_indirect_ref (gfc_conv_descriptor_data_get (s->desc));
  tree place = gfc_index_zero_node;
  for (int i = 0; i < s->rank; i++)
    {
      tree stride = gfc_conv_descriptor_stride_get (s->desc, gfc_rank_cst[i]);
      place = fold_build2 (PLUS_EXPR, gfc_array_index_type, place,
			   fold_build2 (MULT_EXPR, gfc_array_index_type,
					indices[i], stride));
    }
  return gfc_build_array_ref (data, place, NULL_TREE);
}

static tree
local_element (const small_section *s, tree local, const tree *indices)
{
  tree place = indices[s->rank - 1];
  for (int i = s->rank - 2; i >= 0; i--)
    {
      tree extent = build_int_cst (gfc_array_index_type, s->extents[i]);
      place = fold_build2 (PLUS_EXPR, gfc_array_index_type, indices[i],
			   fold_build2 (MULT_EXPR, gfc_array_index_type, extent,
					place));
    }
  return build4 (ARRAY_REF, TREE_TYPE (TREE_TYPE (local)), local, place,
		 NULL_TREE, NULL_TREE);
}

/* The copying of elements from the section S to the array LOCAL, or from it if
   BACK.  */

static tree
copied_elements (const small_section *s, tree local, bool back)
{
  tree indices[GFC_MAX_DIMENSIONS];
  for (int i = 0; i < s->rank; i++)
    indices[i] = gfc_create_var (gfc_array_index_type, "element");
  tree outside = outside_element (s, indices);
  tree inside = local_element (s, local, indices);
  stmtblock_t body;
  gfc_init_block (&body);
  if (back)
    gfc_add_modify (&body, outside, inside);
  else
    gfc_add_modify (&body, inside, outside);
  for (int i = 0; i < s->rank; i++)
    {
      stmtblock_t loop;
      gfc_init_block (&loop);
      gfc_simple_for_loop (&loop, indices[i], gfc_index_zero_node,
			   build_int_cst (gfc_array_index_type, s->extents[i]),
			   LT_EXPR, gfc_index_one_node,
			   gfc_finish_block (&body));
      body = loop;
    }
  return gfc_finish_block (&body);
}

/* In device code: if EXPR, an actual argument, is a section that has to be
   contiguous for the dummy argument FSYM, and that is small, let SE be the
   address of a local array with its elements, and return true.  */

bool
cuf_conv_small_section (gfc_se *se, gfc_expr *expr, const gfc_symbol *fsym)
{
  small_section s;
  s.elements = local_elements (fsym);
  if (s.elements == 0 || !section_p (expr, &s) || !plain_type_p (&expr->ts)
      || gfc_is_simply_contiguous (expr, false, true))
    return false;
  tree type = gfc_typenode_for_spec (&expr->ts);
  if (s.elements * int_size_in_bytes (type) > LARGEST)
    return false;

  gfc_se whole;
  gfc_init_se (&whole, NULL);
  gfc_conv_expr_descriptor (&whole, expr);
  gfc_add_block_to_block (&se->pre, &whole.pre);
  gfc_add_block_to_block (&se->post, &whole.post);
  s.desc = whole.expr;
  tree local = gfc_create_var (build_array_type_nelts (type, s.elements),
			       "section");
  tree contiguous = contiguous_test (&se->pre, &s, fsym);
  if (fsym->attr.intent != INTENT_OUT)
    unless (&se->pre, contiguous,
	    copied_elements (&s, local, false));
  if (fsym->attr.intent != INTENT_IN)
    {
      stmtblock_t back;
      gfc_init_block (&back);
      unless (&back, contiguous,
	      copied_elements (&s, local, true));
      gfc_prepend_expr_to_block (&se->post, gfc_finish_block (&back));
    }
  se->expr = gfc_build_addr_expr (pvoid_type_node, local);
  if (contiguous)
    {
      tree data = gfc_conv_descriptor_data_get (s.desc);
      se->expr = build3 (COND_EXPR, pvoid_type_node, contiguous,
			 fold_convert (pvoid_type_node, data), se->expr);
    }
  return true;
}
