/* Contiguous copies of actual arguments in device memory.
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
#include "trans-array.h"
#include "cuf-trans.h"
#include "cuf-lower.h"

/* Where a dummy argument needs a contiguous array and the actual argument is
   none, gfortran copies its elements to memory of the host's, and back after
   the call.  If the argument is in a memory of the device, the runtime library
   does so instead, with memory of the same kind; it finds out whether there is
   anything to copy.  */

/* True if EXPR is what a function has associated its result with.  */

static bool
pointer_reference_p (const gfc_expr *expr)
{
  return (expr->expr_type == EXPR_FUNCTION && !expr->value.function.isym
	  && gfc_expr_attr (const_cast<gfc_expr *> (expr)).pointer);
}

/* True if what is passed to FSYM, null if unknown, may be given to a device: that
   is so with routines of libraries, too, that take data of either side.  */

static bool
for_device_p (const gfc_symbol *fsym)
{
  return (fsym && (cuf_symbol_memory (fsym) != CUF_MEM_NONE
		   || fsym->attr.cuf_ignore & CUF_IGNORE_MANAGED));
}

/* True if what is passed to FSYM, null if unknown, as the address of EXPR may be given
   to a device by what is called: with -gpu=mem:unified devices can use all data of
   the host's, but not what gfortran's library allocates.  */

static bool
for_device_later_p (const gfc_expr *expr, const gfc_symbol *fsym)
{
  return (cuf_option_memory == CUF_MEM_UNIFIED && expr->ts.type != BT_CLASS
	  && !(fsym && fsym->ts.type == BT_CLASS));
}

/* The memory to copy EXPR in, an actual argument for FSYM (null if unknown), of which
   the address is passed if ADDRESS; zero for the host's.  */

static unsigned
packing_memory (const gfc_expr *expr, const gfc_symbol *fsym, bool address)
{
  /* Nothing of the runtime runs on devices.  */
  if (cuf_generating_device_code_p () || cuf_inside_region_p ()
      || (expr->expr_type != EXPR_VARIABLE && !pointer_reference_p (expr)))
    return CUF_MEM_NONE;

  unsigned memory = cuf_access_memory (expr);
  if (memory == CUF_MEM_PINNED && cuf_option_memory == CUF_MEM_UNIFIED)
    memory = CUF_MEM_UNIFIED;
  switch (memory)
    {
    case CUF_MEM_DEVICE:
    case CUF_MEM_CONSTANT:
      return memory;

    case CUF_MEM_MANAGED:
    case CUF_MEM_UNIFIED:
      return (for_device_p (fsym)
	      || (address && for_device_later_p (expr, fsym))
	      ? memory : unsigned (CUF_MEM_NONE));

    default:
      return CUF_MEM_NONE;
    }
}

/* What GCUF_pack is to do with EXPR, an actual argument for FSYM, of which the
   address is wanted, or a descriptor if DESCRIPTOR.  */

static int
packing_flags (gfc_expr *expr, const gfc_symbol *fsym, bool descriptor)
{
  /* gfortran has put these elements into memory of its own, which it takes back
     when the call returns.  */
  if (gfc_has_vector_subscript (expr))
    return GCUF_PACK_COPY | GCUF_PACK_TEMPORARY;
  int flags = fsym && fsym->attr.intent == INTENT_OUT ? 0 : GCUF_PACK_COPY;
  if (descriptor && !(fsym && fsym->attr.contiguous))
    flags |= GCUF_PACK_STRIDED;
  return flags;
}

/* What GCUF_unpack is to do where GCUF_pack has done what FLAGS say, in MEMORY, for
   FSYM.  */

static int
unpacking_flags (const gfc_symbol *fsym, int flags, unsigned memory)
{
  bool out = (!(fsym && fsym->attr.intent == INTENT_IN)
	      && !(flags & GCUF_PACK_TEMPORARY));
  bool wait = !for_device_p (fsym) && (memory == CUF_MEM_MANAGED
				       || memory == CUF_MEM_UNIFIED);
  return (out ? GCUF_UNPACK_COPY : 0) | (wait ? GCUF_UNPACK_WAIT : 0);
}

/* Let SE be the address of contiguous elements, in MEMORY, of the array that
   DESC points to, the actual argument EXPR for FSYM.  If PACKED is not null,
   it is the address of a descriptor to be made theirs; the elements need not be
   contiguous for that if FSYM allows it.  */

static void
pack (gfc_se *se, gfc_expr *expr, const gfc_symbol *fsym, unsigned memory,
      tree desc, tree packed)
{
  tree space = build_int_cst (unsigned_type_node, memory);
  tree where = cuf_location (&expr->where);
  int flags = packing_flags (expr, fsym, packed);
  int back = unpacking_flags (fsym, flags, memory);

  desc = gfc_evaluate_now (fold_convert (ptr_type_node, desc), &se->pre);
  tree call = build_call_expr (cuf_tree (CUF_FN_PACK), 5,
			       packed ? packed : null_pointer_node, desc,
			       space, build_int_cst (integer_type_node, flags),
			       where);
  tree unpack;
  if (fsym && fsym->attr.optional && expr->expr_type == EXPR_VARIABLE
      && expr->symtree->n.sym->attr.optional)
    {
      tree present = gfc_conv_expr_present (expr->symtree->n.sym);
      call = build3 (COND_EXPR, ptr_type_node, present, call,
		     null_pointer_node);
    }
  se->expr = gfc_evaluate_now (call, &se->pre);
  unpack = build_call_expr (cuf_tree (CUF_FN_UNPACK), 5, desc, se->expr,
			    space, build_int_cst (integer_type_node, back),
			    where);
  gfc_prepend_expr_to_block (&se->post, unpack);
}

/* EXPR, whose descriptor DESC points to, is an actual argument for the dummy
   FSYM, and has to be contiguous if ADDRESS, which is all that is passed.  If
   so, and it is in device memory, let the runtime see to that, give SE the
   address, and return true.  */

bool
cuf_conv_packed_argument (gfc_se *se, gfc_expr *expr, const gfc_symbol *fsym,
			  tree desc, bool address)
{
  unsigned memory = address ? packing_memory (expr, fsym, true)
			    : unsigned (CUF_MEM_NONE);
  if (memory == CUF_MEM_NONE)
    return false;
  pack (se, expr, fsym, memory, desc, NULL_TREE);
  return true;
}

/* True if the array EXPR may have to be copied to be passed to FSYM, by its
   address alone if NO_DESCRIPTOR.  */

static bool
copy_needed_p (gfc_expr *expr, const gfc_symbol *fsym, bool no_descriptor)
{
  if (fsym && (fsym->attr.pointer || fsym->attr.allocatable))
    return false;
  if (cuf_part_of_elements_p (expr) || cuf_spanned_pointer_p (expr)
      || gfc_has_vector_subscript (expr))
    return true;
  return ((no_descriptor || (fsym && fsym->attr.contiguous))
	  && !gfc_is_simply_contiguous (expr, false, true));
}

/* True if a directive IGNORE_TKR has EXPR passed to FSYM as it is, contiguous
   or not.  */

static bool
contiguity_ignored_p (gfc_expr *expr, const gfc_symbol *fsym)
{
  return (fsym && (fsym->attr.cuf_ignore & CUF_IGNORE_CONTIGUOUS)
	  && expr->expr_type == EXPR_VARIABLE && !fsym->attr.pointer
	  && !fsym->attr.allocatable && !cuf_part_of_elements_p (expr)
	  && !gfc_has_vector_subscript (expr)
	  && !gfc_is_simply_contiguous (expr, false, true));
}

/* Likewise where EXPR has not been translated yet, and with NO_DESCRIPTOR if
   the dummy argument has none.  Return false if gfortran can pass it.  */

bool
cuf_conv_array_argument (gfc_se *se, gfc_expr *expr, const gfc_symbol *fsym,
			 bool no_descriptor)
{
  if (contiguity_ignored_p (expr, fsym))
    {
      cuf_conv_array (se, expr);
      if (no_descriptor)
	se->expr = gfc_conv_array_data (build_fold_indirect_ref (se->expr));
      return true;
    }

  if (cuf_generating_device_code_p ())
    return no_descriptor && cuf_conv_small_section (se, expr, fsym);

  unsigned memory = packing_memory (expr, fsym, no_descriptor);
  if (memory == CUF_MEM_NONE || !copy_needed_p (expr, fsym, no_descriptor))
    return false;

  cuf_conv_array (se, expr);
  tree desc = se->expr;
  if (no_descriptor)
    {
      pack (se, expr, fsym, memory, desc, NULL_TREE);
      return true;
    }
  tree from = build_fold_indirect_ref (desc);
  tree var = gfc_create_var (TREE_TYPE (from), "packed");
  tree packed = gfc_build_addr_expr (NULL_TREE, var);
  pack (se, expr, fsym, memory, desc, packed);
  se->expr = packed;
  return true;
}
