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
#include "dependency.h"
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
  gcc_assert (last);

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
  /* Of constant shape: what has a descriptor is no part of the element.  */
  gcc_assert (type && GFC_ARRAY_TYPE_P (type) && ar->type == AR_ELEMENT);

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
	gcc_assert (ref->u.i == INQUIRY_RE || ref->u.i == INQUIRY_IM);
	if (ref->u.i == INQUIRY_IM)
	  offset = size_binop (PLUS_EXPR, offset, size_int (kind));
	break;

      default:
	/* Device data has no substrings.  */
	gcc_unreachable ();
      }
  return offset;
}

/* --- What gfortran leaves undefined --------------------------------------- */

/* gfortran sets and reads `span' of a descriptor only where elements can be
   farther apart than they are long, which is so with pointers.  An allocatable
   array has an undefined one where a function of its library allocated it in an
   assignment, or where it was copied from one that has.  A pointer to a part of
   each element has the span, but can have the type and the size of the whole
   elements.  The runtime knows nothing of attributes and believes all of
   that.  */

/* The array whose elements EXPR has: its argument if EXPR is a transposed
   array.  */

static gfc_expr *
without_transpose (gfc_expr *expr)
{
  while (expr->expr_type == EXPR_FUNCTION && expr->value.function.isym)
    {
      gfc_expr *argument = gfc_get_noncopying_intrinsic_argument (expr);
      if (!argument)
	break;
      expr = argument;
    }
  return expr;
}

/* True if the elements of the array EXPR, which has no part behind its array
   reference, can be farther apart than they are long, by the span of its
   descriptor, which is set.  */

static bool
span_counts_p (gfc_expr *expr)
{
  expr = without_transpose (expr);
  if (expr->expr_type == EXPR_FUNCTION)
    {
      symbol_attribute attr = gfc_expr_attr (expr);
      return attr.pointer || attr.class_pointer;
    }
  if (expr->expr_type != EXPR_VARIABLE)
    return false;

  const gfc_symbol *sym = expr->symtree->n.sym;
  const gfc_component *component = NULL;
  const gfc_ref *array = array_reference (expr);
  for (const gfc_ref *ref = expr->ref; ref != array; ref = ref->next)
    if (ref->type == REF_COMPONENT)
      component = ref->u.c.component;
  if (component)
    return component->attr.pointer || component->attr.class_pointer;
  if (sym->attr.pointer)
    return true;
  /* A name of ASSOCIATE has the descriptor of what it stands for.  */
  return (sym->assoc && sym->assoc->target && sym->assoc->target->rank > 0
	  && (cuf_part_of_elements_p (sym->assoc->target)
	      || span_counts_p (sym->assoc->target)));
}

/* True if EXPR, a variable without a part behind its array reference, is a
   pointer whose elements can be farther apart than they are long.  */

bool
cuf_spanned_pointer_p (gfc_expr *expr)
{
  return (expr->ts.type != BT_CLASS && span_counts_p (expr)
	  && !gfc_is_simply_contiguous (expr, false, true));
}

/* The size of an element of the array EXPR of declared type, which SE has
   translated; null if it is not known.  */

static tree
declared_size (gfc_se *se, gfc_expr *expr)
{
  if (expr->ts.type != BT_CHARACTER)
    return size_in_bytes (gfc_typenode_for_spec (&expr->ts));
  if (!se->string_length)
    return NULL_TREE;
  return size_binop (MULT_EXPR, fold_convert (sizetype, se->string_length),
		     size_int (expr->ts.kind));
}

/* Append to BLOCK the definition of DESC for EXPR, a polymorphic array: of its
   elements the parts of the declared type count, and they are as far apart as
   those of the dynamic type.  GCC 15 gives the descriptor the latter's size.  */

static void
define_polymorphic_elements (stmtblock_t *block, tree desc, gfc_expr *expr)
{
  if (tree span = gfc_get_array_span (desc, expr))
    gfc_conv_descriptor_span_set (block, desc, span);
  if (UNLIMITED_POLY (expr))
    return;
  gfc_typespec *declared = &CLASS_DATA (expr)->ts;
  gfc_add_modify (block, gfc_conv_descriptor_elem_len (desc),
		  fold_convert (size_type_node,
				size_in_bytes (gfc_typenode_for_spec
					       (declared))));
}

/* Append to BLOCK what makes the descriptor DESC of the array EXPR, which SE
   has translated, what it has to be for the runtime.  */

static void
define_elements (stmtblock_t *block, tree desc, gfc_se *se, gfc_expr *expr)
{
  if (expr->ts.type == BT_ASSUMED)
    return;
  if (expr->ts.type == BT_CLASS)
    {
      define_polymorphic_elements (block, desc, expr);
      return;
    }
  gfc_add_modify (block, gfc_conv_descriptor_dtype (desc),
		  gfc_get_dtype (TREE_TYPE (desc)));
  tree size = declared_size (se, expr);
  if (!size)
    return;
  if (expr->ts.type == BT_CHARACTER)
    gfc_add_modify (block, gfc_conv_descriptor_elem_len (desc),
		    fold_convert (size_type_node, size));
  if (!span_counts_p (expr))
    gfc_conv_descriptor_span_set (block, desc,
				  fold_convert (gfc_array_index_type, size));
}

/* True if the descriptor DESC is that of a variable of the program, and not one
   that gfortran has made for an expression.  */

static bool
program_descriptor_p (tree desc)
{
  return !VAR_P (desc) || !DECL_ARTIFICIAL (desc);
}

/* SE is the address of a descriptor of the array EXPR.  Let it be that of one
   that is right for the runtime: the same if IN_PLACE, or else a copy if it
   belongs to the program, because another thread may read it.  */

static void
define_descriptor (gfc_se *se, gfc_expr *expr, bool in_place)
{
  tree from = build_fold_indirect_ref (se->expr);
  if (in_place || !program_descriptor_p (from))
    {
      define_elements (&se->pre, from, se, expr);
      return;
    }

  stmtblock_t block;
  tree desc = gfc_create_var (TREE_TYPE (from), "array");
  tree address = gfc_build_addr_expr (NULL_TREE, desc);
  gfc_init_block (&block);
  gfc_add_modify (&block, desc, from);
  define_elements (&block, desc, se, expr);
  const gfc_symbol *sym = (expr->expr_type == EXPR_VARIABLE
			   ? expr->symtree->n.sym : NULL);
  if (sym && sym->attr.dummy && sym->attr.optional)
    {
      tree present = gfc_conv_expr_present (expr->symtree->n.sym);
      present = gfc_evaluate_now (present, &se->pre);
      gfc_add_expr_to_block (&se->pre,
			     build3_v (COND_EXPR, present,
				       gfc_finish_block (&block),
				       build_empty_stmt (input_location)));
      se->expr = build3 (COND_EXPR, TREE_TYPE (address), present, address,
			 build_zero_cst (TREE_TYPE (address)));
    }
  else
    {
      gfc_add_block_to_block (&se->pre, &block);
      se->expr = address;
    }
}

/* The array whose descriptor is being translated for the runtime, if its span
   counts.  */
static const gfc_expr *spanned;

/* True if EXPR, a section, begins as far from the beginning of the array that
   DESC describes as its span says; gfortran believes that of some pointers
   only.  */

static bool
section_by_span_p (const gfc_expr *expr, tree desc)
{
  return (expr == spanned
	  && (TREE_CODE (desc) == COMPONENT_REF
	      || TREE_CODE (desc) == INDIRECT_REF
	      || GFC_DECL_PTR_ARRAY_P (desc)));
}

/* The first element of EXPR, a section, at OFFSET of the array that DESC
   describes: REFERENCE, or what BUILD, which is build_array_ref of
   trans-array.cc, makes of it if the span counts.  */

tree
cuf_section_reference (const gfc_expr *expr, tree desc, tree offset,
		       tree reference, tree (*build) (tree, tree, tree, tree))
{
  if (!section_by_span_p (expr, desc))
    return reference;
  tree element = build (desc, offset, desc, NULL_TREE);
  /* Of an array of strings that is the address.  */
  return (POINTER_TYPE_P (TREE_TYPE (element))
	  && !POINTER_TYPE_P (TREE_TYPE (reference))
	  ? build_fold_indirect_ref (element) : element);
}

/* While there is an object of this class its array is that one, or there is
   none.  */
class span_scope
{
public:
  explicit span_scope (gfc_expr *expr)
    : m_outer (spanned)
  {
    spanned = span_counts_p (expr) ? without_transpose (expr) : NULL;
  }
  ~span_scope () { spanned = m_outer; }
  span_scope (const span_scope &) = delete;
  span_scope &operator= (const span_scope &) = delete;

private:
  const gfc_expr *m_outer;
};

/* Evaluate in SE the address of a descriptor of EXPR, an array of whole
   elements.  */

static void
conv_whole (gfc_se *se, gfc_expr *expr)
{
  span_scope scope (expr);
  cuf_section_scope checked;
  gfc_conv_expr_descriptor (se, expr);
}

/* Evaluate in SE the address of a descriptor of a part of each element of the
   array EXPR.  */

static void
conv_part (gfc_se *se, gfc_expr *expr)
{
  gfc_expr *whole = whole_elements (expr);
  conv_whole (se, whole);
  tree from = build_fold_indirect_ref (se->expr);
  tree desc = gfc_create_var (TREE_TYPE (from), "part");
  gfc_add_modify (&se->pre, desc, from);
  define_elements (&se->pre, desc, se, whole);

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

/* Evaluate in SE the address of a descriptor of the array EXPR for the runtime.
   It is that of the program only if REALLOCATE: who gets it may allocate EXPR
   then.  */

void
cuf_conv_array (gfc_se *se, gfc_expr *expr, bool reallocate)
{
  se->want_pointer = 1;
  if (expr->expr_type == EXPR_VARIABLE && cuf_part_of_elements_p (expr))
    conv_part (se, expr);
  else
    {
      conv_whole (se, expr);
      define_descriptor (se, expr, reallocate);
    }
}

/* VALUE is the first argument of C_F_POINTER, or one of C_ASSOCIATED: an
   address, or an object of type C_DEVPTR that a function returns.  Return the
   address.  */

tree
cuf_devptr_address (tree value)
{
  tree type = TREE_TYPE (value);
  if (TREE_CODE (type) != RECORD_TYPE)
    return value;
  tree field = TYPE_FIELDS (type);
  return build3 (COMPONENT_REF, TREE_TYPE (field), value, field, NULL_TREE);
}
