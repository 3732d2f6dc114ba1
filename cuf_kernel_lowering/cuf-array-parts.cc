/* Descriptors of arrays for the runtime library.
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
#include "stor-layout.h"
#include "function.h"
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "trans-const.h"
#include "trans-array.h"
#include "cuf-trans.h"
#include "cuf-lower.h"

/* The runtime library gets arrays as gfortran's descriptors.  Those of a part
   of each element of an array, such as a component, an element of one, or the
   real part, gfortran has for pointers alone; so they are made here from that
   of the whole elements: the part is somewhere in an element, and as far from
   that of the next one as the elements are apart.  */

/* The reference in EXPR that makes it an array, and not an element.  */

static gfc_ref *
array_reference (const gfc_expr *expr)
{
  for (gfc_ref *ref = expr->ref; ref; ref = ref->next)
    if (ref->type == REF_ARRAY && ref->u.ar.type != AR_ELEMENT)
      return ref;
  return NULL;
}

/* True if EXPR selects a part of each element of an array.  */

bool
cuf_part_of_elements_p (const gfc_expr *expr)
{
  const gfc_ref *ref = array_reference (expr);
  return ref && ref->next;
}

/* A copy of EXPR without what comes behind its array reference: the array of
   whole elements.  */

static gfc_expr *
whole_elements (gfc_expr *expr)
{
  gfc_expr *whole = gfc_copy_expr (expr);
  gfc_ref *last = array_reference (whole);

  whole->ts = whole->symtree->n.sym->ts;
  for (gfc_ref *ref = whole->ref; ref != last; ref = ref->next)
    if (ref->type == REF_COMPONENT)
      whole->ts = ref->u.c.component->ts;
  gfc_free_ref_list (last->next);
  last->next = NULL;
  return whole;
}

/* Where in the array component of type TYPE the element is that AR selects, in
   bytes.  What has to be evaluated for that goes to BLOCK.  */

static tree
element_offset (stmtblock_t *block, const gfc_array_ref *ar, tree type)
{
  tree offset = gfc_index_zero_node;

  for (int i = 0; i < ar->dimen; i++)
    {
      gfc_se se;
      gfc_init_se (&se, NULL);
      gfc_conv_expr_type (&se, ar->start[i], gfc_array_index_type);
      gfc_add_block_to_block (block, &se.pre);
      tree distance = fold_build2 (MINUS_EXPR, gfc_array_index_type, se.expr,
				   GFC_TYPE_ARRAY_LBOUND (type, i));
      distance = fold_build2 (MULT_EXPR, gfc_array_index_type, distance,
			      GFC_TYPE_ARRAY_STRIDE (type, i));
      offset = fold_build2 (PLUS_EXPR, gfc_array_index_type, offset, distance);
    }
  tree size = TYPE_SIZE_UNIT (gfc_get_element_type (type));
  return fold_build2 (MULT_EXPR, sizetype, fold_convert (sizetype, offset),
		      fold_convert (sizetype, size));
}

/* Where in an element the part is that the references from REF on select, of an
   expression of KIND.  */

static tree
part_offset (stmtblock_t *block, const gfc_ref *ref, int kind)
{
  tree offset = size_zero_node;
  tree type = NULL_TREE;

  for (; ref; ref = ref->next)
    switch (ref->type)
      {
      case REF_COMPONENT:
	{
	  tree field = ref->u.c.component->backend_decl;
	  type = TREE_TYPE (field);
	  offset = size_binop (PLUS_EXPR, offset, byte_position (field));
	}
	break;

      case REF_ARRAY:
	offset = size_binop (PLUS_EXPR, offset,
			     element_offset (block, &ref->u.ar, type));
	break;

      case REF_INQUIRY:
	if (ref->u.i == INQUIRY_IM)
	  offset = size_binop (PLUS_EXPR, offset, size_int (kind));
	break;

      default:
	/* Device data has no substrings.  */
	gcc_unreachable ();
      }
  return offset;
}

/* Evaluate in SE the address of a descriptor of the array EXPR.  */

void
cuf_conv_array (gfc_se *se, gfc_expr *expr)
{
  se->want_pointer = 1;
  if (expr->expr_type != EXPR_VARIABLE || !cuf_part_of_elements_p (expr))
    {
      gfc_conv_expr_descriptor (se, expr);
      return;
    }

  gfc_expr *whole = whole_elements (expr);
  gfc_conv_expr_descriptor (se, whole);
  tree from = build_fold_indirect_ref (se->expr);
  tree desc = gfc_create_var (TREE_TYPE (from), "part");
  gfc_add_modify (&se->pre, desc, from);
  tree span = gfc_get_array_span (from, whole);
  if (!span)
    span = size_in_bytes (gfc_typenode_for_spec (&whole->ts));
  gfc_conv_descriptor_span_set (&se->pre, desc, span);

  tree offset = part_offset (&se->pre, array_reference (expr)->next,
			     expr->ts.kind);
  tree data = gfc_conv_descriptor_data_get (desc);
  gfc_conv_descriptor_data_set (&se->pre, desc,
				fold_build_pointer_plus (data, offset));
  tree size = size_in_bytes (gfc_typenode_for_spec (&expr->ts));
  gfc_add_modify (&se->pre, gfc_conv_descriptor_elem_len (desc),
		  fold_convert (size_type_node, size));
  se->expr = gfc_build_addr_expr (NULL_TREE, desc);
  gfc_free_expr (whole);
}

/* VALUE is the first argument of C_F_POINTER: an address, or an object of type
   C_DEVPTR that a function returns.  Return the address.  */

tree
cuf_devptr_address (tree value)
{
  tree type = TREE_TYPE (value);
  if (TREE_CODE (type) != RECORD_TYPE)
    return value;
  tree field = TYPE_FIELDS (type);
  return build3 (COMPONENT_REF, TREE_TYPE (field), value, field, NULL_TREE);
}
