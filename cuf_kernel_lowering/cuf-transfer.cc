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

/* The memory that EXPR, one side of an assignment, is copied from or to: only
   that of a plain reference; the value of anything else is the host's.  */

static unsigned
side_memory (gfc_expr *expr)
{
  return expr->expr_type == EXPR_VARIABLE ? cuf_expr_memory (expr)
	 : unsigned (CUF_MEM_NONE);
}

/* True if the assignment CODE has to be a transfer.  */

bool
cuf_transfer_p (gfc_code *code)
{
  return !cuf_generating_device_code_p ()
	 && (out_of_reach_p (side_memory (code->expr1))
	     || out_of_reach_p (side_memory (code->expr2)));
}

/* True if EXPR is data that host code cannot load or store.  */

bool
cuf_out_of_reach_p (gfc_expr *expr)
{
  return !cuf_generating_device_code_p () && out_of_reach_p (side_memory (expr));
}

/* One side of a transfer.  */
struct transfer_side
{
  gfc_expr *expr;
  gfc_se se;
  tree pointer;		/* To its descriptor, or to the data of a scalar.  */
};

/* If EXPR selects a component of each element of an array, return where in an
   element that is; otherwise null.  */

static tree
component_offset (const gfc_expr *expr)
{
  tree offset = NULL_TREE;
  bool array = false;

  for (const gfc_ref *ref = expr->ref; ref; ref = ref->next)
    if (ref->type == REF_ARRAY)
      array = array || ref->u.ar.type != AR_ELEMENT;
    else if (array && ref->type == REF_COMPONENT)
      {
	tree here = byte_position (ref->u.c.component->backend_decl);
	offset = offset ? size_binop (PLUS_EXPR, offset, here) : here;
      }
  return offset;
}

/* Make the descriptor DESC of the array that EXPR selects a component of, OFFSET
   into each element, that of the components.  */

static void
select_component (stmtblock_t *block, tree desc, const gfc_expr *expr,
		  tree offset)
{
  tree data = gfc_conv_descriptor_data_get (desc);
  tree size = TYPE_SIZE_UNIT (gfc_typenode_for_spec
			      (CONST_CAST (gfc_typespec *, &expr->ts)));

  gfc_conv_descriptor_data_set (block, desc,
				fold_build_pointer_plus (data, offset));
  gfc_add_modify (block, gfc_conv_descriptor_elem_len (desc),
		  fold_convert (size_type_node, size));
}

/* Evaluate SIDE; AS_ARRAY asks for a descriptor.  */

static void
convert_side (transfer_side *side, gfc_expr *expr, bool as_array)
{
  side->expr = expr;
  gfc_init_se (&side->se, NULL);
  if (as_array)
    {
      side->se.want_pointer = 1;
      gfc_conv_expr_descriptor (&side->se, expr);
      tree offset = expr->expr_type == EXPR_VARIABLE
		    ? component_offset (expr) : NULL_TREE;
      if (offset)
	select_component (&side->se.pre,
			  build_fold_indirect_ref (side->se.expr), expr,
			  offset);
    }
  else
    gfc_conv_expr_reference (&side->se, expr);
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

/* Translate the assignment CODE, a transfer.  */

tree
cuf_trans_transfer (gfc_code *code)
{
  transfer_side dst, src;
  stmtblock_t block;
  gfc_expr *lhs = code->expr1, *rhs = code->expr2;
  bool array = lhs->rank > 0;
  bool fill = array && rhs->rank == 0;

  gfc_start_block (&block);
  convert_side (&src, rhs, rhs->rank > 0);
  convert_side (&dst, lhs, array);
  gfc_add_block_to_block (&block, &dst.se.pre);
  if (lhs->ts.type == BT_CHARACTER && rhs->rank == 0
      && side_memory (rhs) == CUF_MEM_NONE)
    fit_character (&block, &dst, &src);
  else
    gfc_add_block_to_block (&block, &src.se.pre);

  tree flags = transfer_flags (side_memory (lhs), side_memory (rhs),
			       array && !fill && flag_realloc_lhs
			       && gfc_is_reallocatable_lhs (lhs));
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

/* Translate the assignment of SOURCE= to what an ALLOCATE statement at WHERE has
   just allocated, where that is a transfer.  */

tree
cuf_trans_source (gfc_expr *object, gfc_expr *source, locus *where)
{
  gfc_code code;

  memset (&code, 0, sizeof code);
  code.op = EXEC_ASSIGN;
  code.loc = *where;
  code.expr1 = object;
  code.expr2 = source;
  return cuf_trans_transfer (&code);
}

/* EXPR, whose descriptor DESC points to, is an actual argument that has to be
   contiguous, for the dummy FSYM.  If it is in device memory, let the runtime
   see to that, give SE the address, and return true.  */

bool
cuf_conv_packed_argument (gfc_se *se, gfc_expr *expr, const gfc_symbol *fsym,
			  tree desc)
{
  unsigned memory = side_memory (expr);
  if (!out_of_reach_p (memory) || cuf_generating_device_code_p ())
    return false;

  tree space = build_int_cst (unsigned_type_node, memory);
  tree where = cuf_location (&expr->where);
  bool read_only = fsym && fsym->attr.intent == INTENT_IN;
  desc = gfc_evaluate_now (fold_convert (ptr_type_node, desc), &se->pre);
  se->expr = gfc_evaluate_now (build_call_expr (cuf_tree (CUF_FN_PACK), 3, desc,
						space, where), &se->pre);
  tree unpack = build_call_expr (cuf_tree (CUF_FN_UNPACK), 5, desc, se->expr,
				 space,
				 build_int_cst (integer_type_node, read_only),
				 where);
  gfc_prepend_expr_to_block (&se->post, unpack);
  return true;
}
