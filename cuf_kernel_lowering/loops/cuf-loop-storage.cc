/* Kernel loop directives: scalars in COMMON and EQUIVALENCE.
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
#include "stor-layout.h"
#include "function.h"
#include "gfortran.h"
#include "trans.h"
#include "cuf-lower.h"
#include "cuf-loops.h"

/* Gfortran makes one variable of those in a COMMON block or an EQUIVALENCE set:
   a union if some of them share bytes, whose fields have places of their own,
   which no assignment of a whole union in GCC expects.  A block may also be
   larger than what a kernel can get.  So the loop gets scalars, and of those
   that share bytes the bytes.  */

/* True if TYPE is that of a character scalar, whose length is known.  */

bool
cuf_string_type_p (const_tree type)
{
  return (TREE_CODE (type) == ARRAY_TYPE && TYPE_STRING_FLAG (type)
	  && TYPE_SIZE_UNIT (type)
	  && TREE_CODE (TYPE_SIZE_UNIT (type)) == INTEGER_CST);
}

static bool
scalar_type_p (const_tree type)
{
  return ((TREE_CODE (type) != ARRAY_TYPE || cuf_string_type_p (type))
	  && !GFC_DESCRIPTOR_TYPE_P (type));
}

/* True if the variable DECL is in COMMON or EQUIVALENCE.  */

bool
cuf_in_storage_p (tree decl)
{
  return (DECL_HAS_VALUE_EXPR_P (decl) && GFC_DECL_COMMON_OR_EQUIV (decl)
	  && TREE_CODE (DECL_VALUE_EXPR (decl)) == COMPONENT_REF
	  && DECL_P (TREE_OPERAND (DECL_VALUE_EXPR (decl), 0)));
}

/* Extend S, which begins with the scalar FIELD, by all scalars that share bytes
   with it, or with these.  Return true if there are any.  */

static bool
extend (cuf_storage *s, tree field)
{
  bool shared = false, more = true;
  while (more)
    {
      more = false;
      for (tree f = TYPE_FIELDS (DECL_CONTEXT (field)); f; f = DECL_CHAIN (f))
	{
	  if (f == field || !scalar_type_p (TREE_TYPE (f)))
	    continue;
	  HOST_WIDE_INT from = int_byte_position (f);
	  HOST_WIDE_INT to = from + int_size_in_bytes (TREE_TYPE (f));
	  if (from >= s->to || to <= s->from)
	    continue;
	  shared = true;
	  more |= from < s->from || to > s->to;
	  s->from = MIN (s->from, from);
	  s->to = MAX (s->to, to);
	}
    }
  return shared;
}

/* If DECL, in COMMON or EQUIVALENCE, is a scalar that shares bytes with others,
   set *S to all of these, aligned as the variable, and return true.  */

bool
cuf_shared_storage (tree decl, cuf_storage *s)
{
  gcc_checking_assert (cuf_in_storage_p (decl));
  tree ref = DECL_VALUE_EXPR (decl), field = TREE_OPERAND (ref, 1);
  if (!scalar_type_p (TREE_TYPE (field)))
    return false;

  s->variable = TREE_OPERAND (ref, 0);
  s->from = s->place = int_byte_position (field);
  s->to = s->from + int_size_in_bytes (TREE_TYPE (field));
  if (!extend (s, field))
    return false;
  HOST_WIDE_INT unit = TYPE_ALIGN_UNIT (TREE_TYPE (s->variable));
  s->from = ROUND_DOWN (s->from, unit);
  s->to = MIN (ROUND_UP (s->to, unit),
	       int_size_in_bytes (TREE_TYPE (s->variable)));
  return true;
}

/* A structure of the bytes S, as arrays are not passed by value.  */

tree
cuf_storage_type (const cuf_storage &s)
{
  tree record = make_node (RECORD_TYPE);
  tree bytes = build_array_type_nelts (unsigned_char_type_node, s.to - s.from);
  tree field = build_decl (input_location, FIELD_DECL, NULL_TREE, bytes);
  DECL_CONTEXT (field) = record;
  SET_DECL_ALIGN (field, TYPE_ALIGN (TREE_TYPE (s.variable)));
  DECL_USER_ALIGN (field) = 1;
  TYPE_FIELDS (record) = field;
  layout_type (record);
  return record;
}

/* What is of TYPE in OBJECT, AT bytes from its beginning.  */

tree
cuf_storage_part (tree object, tree type, HOST_WIDE_INT at)
{
  unsigned align = TYPE_ALIGN (TREE_TYPE (object));
  if (at)
    align = MIN (align, (unsigned HOST_WIDE_INT) (at & -at) * BITS_PER_UNIT);
  tree any = build_pointer_type_for_mode (void_type_node, VOIDmode, true);
  return build2 (MEM_REF,
		 build_aligned_type (TYPE_MAIN_VARIANT (type),
				     MIN (TYPE_ALIGN (type), align)),
		 build_fold_addr_expr (object), build_int_cst (any, at));
}
