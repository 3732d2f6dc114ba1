/* Assignments between host and device memory.
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
#include "stringpool.h"
#include "fold-const.h"
#include "stor-layout.h"
#include "tree-iterator.h"
#include "function.h"
#include "cgraph.h"
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "trans-const.h"
#include "cuf-trans.h"
#include "cuf-lower.h"
#include "trans-array.h"
#include "trans-stmt.h"
#include "dependency.h"
#include "diagnostic-core.h"

/* An assignment in host code with a side in device memory is a copy, made by
   the runtime: it gets both sides as gfortran's array descriptors, or as
   addresses, and finds out what is contiguous.  The host evaluates whatever
   else is on the right side first.  */

/* True if host code cannot load from or store to MEMORY.  */

static bool
out_of_reach_p (unsigned memory)
{
  return memory == CUF_MEM_DEVICE || memory == CUF_MEM_CONSTANT;
}

static bool
managed_p (unsigned memory)
{
  return memory == CUF_MEM_MANAGED || memory == CUF_MEM_UNIFIED;
}

/* The memory that EXPR, one side of an assignment, is copied from or to: only
   that of a plain reference; the value of an operation is the host's.  */

static unsigned
side_memory (gfc_expr *expr)
{
  return cuf_reference_p (expr) ? cuf_expr_memory (expr)
	 : unsigned (CUF_MEM_NONE);
}

/* True if EXPR is a managed or unified variable or array as a whole, or a
   function's result.  */

static bool
whole_managed_p (const gfc_expr *expr)
{
  if (expr->expr_type != EXPR_VARIABLE)
    return cuf_reference_p (expr) && managed_p (cuf_expr_memory (expr));
  bool managed = managed_p (cuf_symbol_memory (expr->symtree->n.sym));
  for (const gfc_ref *ref = expr->ref; ref; ref = ref->next)
    if (ref->type == REF_COMPONENT)
      managed = managed_p (ref->u.c.component->attr.cuf_memory);
    else if (ref->next || ref->type != REF_ARRAY || ref->u.ar.type != AR_FULL)
      managed = false;
  return managed;
}

/* True if EXPR is a variable, array or section that host code can load and
   store by itself and the runtime can copy.  */

static bool
plain_data_p (gfc_expr *expr)
{
  return (expr->expr_type == EXPR_VARIABLE
	  && (!managed_p (cuf_expr_memory (expr)) || whole_managed_p (expr))
	  && !gfc_has_vector_subscript (expr));
}

/* True if assigning an object of type TS only copies its bytes.  */

static bool
copied_bytewise_p (const gfc_typespec *ts)
{
  switch (ts->type)
    {
    case BT_CLASS:
      return false;

    case BT_DERIVED:
      return !ts->u.derived->attr.alloc_comp
	     && !gfc_is_finalizable (ts->u.derived, NULL);

    default:
      return true;
    }
}

/* True if the assignment of RHS to LHS is one of those with a whole managed
   variable or array that the guide, 3.4.1, wants to wait for the device, as a
   copy does.  With a section, an operand or a part host code loads and
   stores.  */

static bool
managed_transfer_p (gfc_expr *lhs, gfc_expr *rhs)
{
  if (!cuf_seen || cuf_inside_region_p () || !copied_bytewise_p (&lhs->ts)
      || cuf_managed_of_other_length_p (lhs, rhs))
    return false;
  /* Nobody else can wait for what writes a result.  */
  if (rhs->expr_type == EXPR_FUNCTION && whole_managed_p (rhs))
    return !gfc_has_vector_subscript (lhs);
  if (!plain_data_p (lhs))
    return false;
  if (whole_managed_p (lhs))
    return rhs->expr_type == EXPR_CONSTANT || plain_data_p (rhs);
  return whole_managed_p (rhs);
}

/* True if RHS is a managed string or array of strings as a whole, of another length
   than LHS, or one that is not known to be the same: the host makes it longer or
   shorter when it has been copied.  */

bool
cuf_managed_of_other_length_p (const gfc_expr *lhs, const gfc_expr *rhs)
{
  return (lhs->ts.type == BT_CHARACTER && rhs->ts.type == BT_CHARACTER
	  && whole_managed_p (rhs) && !cuf_same_length_p (lhs, rhs));
}

/* True if the assignment CODE has to be a transfer.  */

static bool
transfer_p (gfc_code *code)
{
  return !cuf_generating_device_code_p ()
	 && (out_of_reach_p (side_memory (code->expr1))
	     || out_of_reach_p (side_memory (code->expr2))
	     || managed_transfer_p (code->expr1, code->expr2));
}

/* True if EXPR is data that host code cannot load or store.  */

bool
cuf_out_of_reach_p (gfc_expr *expr)
{
  return (!cuf_generating_device_code_p ()
	  && out_of_reach_p (side_memory (expr)));
}

/* One side of a transfer.  */
struct transfer_side
{
  gfc_expr *expr;
  gfc_se se;
  tree pointer;		/* To its descriptor, or to the data of a scalar.  */
};

/* Evaluate SIDE; AS_ARRAY asks for a descriptor, and REALLOCATE for that of the
   variable itself.  */

static void
convert_side (transfer_side *side, gfc_expr *expr, bool as_array,
	      bool reallocate)
{
  side->expr = expr;
  gfc_init_se (&side->se, NULL);
  if (as_array)
    {
      cuf_conv_array (&side->se, expr, reallocate);
      /* That of a temporary array counts from zero, as no value does.  */
      if (expr->expr_type != EXPR_VARIABLE)
	for (int dim = 0; dim < expr->rank; dim++)
	  gfc_conv_shift_descriptor_lbound
	    (&side->se.pre, build_fold_indirect_ref (side->se.expr), dim,
	     gfc_index_one_node);
    }
  else
    gfc_conv_expr_reference (&side->se, expr);
  /* gfortran says nothing of the length of components of array elements.  */
  if (expr->ts.type == BT_CHARACTER && !side->se.string_length
      && expr->ts.u.cl && expr->ts.u.cl->length)
    {
      gfc_se length;
      gfc_init_se (&length, NULL);
      gfc_conv_expr_type (&length, expr->ts.u.cl->length,
			  gfc_charlen_type_node);
      gfc_add_block_to_block (&side->se.pre, &length.pre);
      side->se.string_length = length.expr;
    }
  side->pointer = fold_convert (ptr_type_node, side->se.expr);
}

/* The bytes of one element of SIDE.  */

static tree
element_size (transfer_side *side)
{
  gfc_expr *expr = side->expr;
  tree type = gfc_typenode_for_spec (&expr->ts);
  if (expr->ts.type != BT_CHARACTER)
    return fold_convert (size_type_node, TYPE_SIZE_UNIT (type));
  tree length = side->se.string_length;
  if (!length)
    length = build_int_cst (gfc_charlen_type_node, 1);
  return size_binop (MULT_EXPR, fold_convert (size_type_node, length),
		     size_int (expr->ts.kind));
}

/* The characters of SRC, blank-padded or cut to the length of DST, in a
   variable of the host's.  */

static void
fit_character (stmtblock_t *block, transfer_side *dst, transfer_side *src)
{
  gcc_assert (dst->se.string_length && src->se.string_length);
  tree length = gfc_evaluate_now (dst->se.string_length, block);
  tree type = gfc_get_character_type_len (dst->expr->ts.kind, length);
  tree var = gfc_conv_string_tmp (&src->se, build_pointer_type (type), length);
  gfc_add_block_to_block (block, &src->se.pre);
  gfc_trans_string_copy (block, length, var, dst->expr->ts.kind,
			 src->se.string_length, src->se.expr,
			 src->expr->ts.kind);
  src->pointer = fold_convert (ptr_type_node, var);
}

static tree
transfer_flags (unsigned dst, unsigned src, bool reallocate)
{
  return build_int_cst (unsigned_type_node,
			GCUF_TRANSFER (dst, src)
			| (reallocate ? GCUF_TRANSFER_REALLOC : 0));
}

/* True if LHS and RHS are known to be strings of the same length.  */

bool
cuf_same_length_p (const gfc_expr *lhs, const gfc_expr *rhs)
{
  return (lhs->ts.u.cl && rhs->ts.u.cl && lhs->ts.u.cl->length
	  && rhs->ts.u.cl->length
	  && gfc_dep_compare_expr (lhs->ts.u.cl->length,
				   rhs->ts.u.cl->length) == 0);
}

/* Let BLOCK allocate the scalar LHS, to which a value is going to be assigned, if
   it is allocatable and not allocated.  */

static void
allocate_scalar (stmtblock_t *block, gfc_expr *lhs)
{
  if (!flag_realloc_lhs || !gfc_expr_attr (lhs).allocatable
      || lhs->ts.deferred || lhs->ts.type == BT_CLASS)
    return;

  stmtblock_t allocation;
  gfc_se se;
  gfc_init_se (&se, NULL);
  se.want_pointer = 1;
  gfc_conv_expr (&se, lhs);
  gfc_add_block_to_block (block, &se.pre);

  cuf_memory_scope scope (lhs);
  tree type = TREE_TYPE (se.expr);
  gfc_start_block (&allocation);
  gfc_allocate_using_malloc (&allocation, se.expr,
			     TYPE_SIZE_UNIT (TREE_TYPE (type)), NULL_TREE);
  tree missing = fold_build2 (EQ_EXPR, logical_type_node, se.expr,
			      build_zero_cst (type));
  gfc_add_expr_to_block (block, build3_v (COND_EXPR, missing,
					  gfc_finish_block (&allocation),
					  build_empty_stmt (input_location)));
}

/* Translate the assignment CODE, a transfer.  */

tree
cuf_trans_transfer (gfc_code *code)
{
  transfer_side dst, src;
  stmtblock_t block;
  gfc_expr *lhs = code->expr1, *rhs = code->expr2;
  gcc_assert (code->op == EXEC_ASSIGN || code->op == EXEC_INIT_ASSIGN);
  bool array = lhs->rank > 0;
  bool fill = array && rhs->rank == 0;
  bool reallocate = (array && !fill && flag_realloc_lhs
		     && gfc_is_reallocatable_lhs (lhs));

  if (lhs->ts.type == BT_CHARACTER && rhs->rank > 0
      && !cuf_same_length_p (lhs, rhs))
    return cuf_trans_converted (code);

  gfc_start_block (&block);
  convert_side (&src, rhs, rhs->rank > 0, false);
  if (!array)
    allocate_scalar (&block, lhs);
  convert_side (&dst, lhs, array, reallocate);
  gfc_add_block_to_block (&block, &dst.se.pre);
  if (lhs->ts.type == BT_CHARACTER && rhs->rank == 0
      && side_memory (rhs) == CUF_MEM_NONE)
    fit_character (&block, &dst, &src);
  else
    gfc_add_block_to_block (&block, &src.se.pre);

  tree flags = transfer_flags (side_memory (lhs), side_memory (rhs),
			       reallocate);
  tree where = cuf_location (&code->loc);
  tree call;
  if (fill)
    call = build_call_expr (cuf_tree (CUF_FN_FILL_ARRAY), 5, dst.pointer,
			    src.pointer, element_size (&dst), flags, where);
  else if (array)
    call = build_call_expr (cuf_tree (CUF_FN_TRANSFER_ARRAY), 4, dst.pointer,
			    src.pointer, flags, where);
  else
    call = build_call_expr (cuf_tree (CUF_FN_TRANSFER_BYTES), 5, dst.pointer,
			    src.pointer, element_size (&dst), flags, where);
  gfc_add_expr_to_block (&block, call);
  gfc_add_block_to_block (&block, &src.se.post);
  gfc_add_block_to_block (&block, &dst.se.post);
  return gfc_finish_block (&block);
}

/* The transfer of the object FROM, in FROM_MEMORY, to TO, one of the same type
   in TO_MEMORY, for what is at WHERE.  */

tree
cuf_transfer_object (tree to, unsigned to_memory, tree from,
		     unsigned from_memory, locus *where)
{
  tree bytes = TYPE_SIZE_UNIT (TREE_TYPE (to));
  return build_call_expr (cuf_tree (CUF_FN_TRANSFER_BYTES), 5,
			  fold_convert (ptr_type_node,
					gfc_build_addr_expr (NULL_TREE, to)),
			  fold_convert (ptr_type_node,
					gfc_build_addr_expr (NULL_TREE, from)),
			  fold_convert (size_type_node, bytes),
			  transfer_flags (to_memory, from_memory, false),
			  cuf_location (where));
}

/* EXPR has been translated to SE.  If it is a scalar in device memory that host
   code has the value of, get that first: SE is to be a variable of the host's
   with it.  */

void
cuf_conv_fetched (gfc_se *se, gfc_expr *expr)
{
  if (!expr->cuf_fetched || cuf_generating_device_code_p ())
    return;

  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (se->expr));
  tree value = gfc_create_var (type, "fetched");
  gfc_add_expr_to_block (&se->pre,
			 cuf_transfer_object (value, CUF_MEM_NONE, se->expr,
					      cuf_expr_memory (expr),
					      &expr->where));
  se->expr = value;
  if (cuf_info_p)
    inform (gfc_get_location (&expr->where), "the value of %qs is transferred "
	    "from the device", expr->symtree->n.sym->name);
}

/* Translate the assignment of SOURCE= to what an ALLOCATE statement at WHERE
   has just allocated, where that is a transfer.  */

static tree
trans_source (gfc_expr *object, gfc_expr *source, locus *where)
{
  gfc_code code;

  memset (&code, 0, sizeof code);
  code.op = EXEC_ASSIGN;
  code.loc = *where;
  code.expr1 = object;
  code.expr2 = source;
  return cuf_trans_transfer (&code);
}

/* The translation of the initialization CODE if that is a transfer, else
   null.  */

tree
cuf_trans_init_assign (gfc_code *code)
{
  return transfer_p (code) ? cuf_trans_transfer (code) : NULL_TREE;
}

/* As trans_source; null if no transfer is needed.  */

tree
cuf_trans_allocate_source (gfc_expr *object, gfc_expr *source, locus *where)
{
  return (cuf_out_of_reach_p (object) || cuf_out_of_reach_p (source)
	  ? trans_source (object, source, where) : NULL_TREE);
}
