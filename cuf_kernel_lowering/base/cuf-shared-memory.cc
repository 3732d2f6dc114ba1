/* The address of dynamic shared memory.
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
#include "backend.h"
#include "tree.h"
#include "gimple.h"
#include "ssa.h"
#include "fold-const.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* Until the middle end streams the device's part of the unit the dynamic shared
   memory of a block is what this constant function returns (see
   cuf-dynamic-shared.cc).  */

#define MEMORY_FUNCTION "__gcuf_dynamic_shared"

/* A call of it.  With START, if that is not null, as its argument it returns what
   is so many bytes behind the beginning.  */

tree
cuf_dynamic_shared_memory (tree start)
{
  tree type = (start ? build_function_type_list (ptr_type_node, size_type_node,
						 NULL_TREE)
	       : build_function_type_list (ptr_type_node, NULL_TREE));
  tree fn = build_fn_decl (MEMORY_FUNCTION, type);
  TREE_READONLY (fn) = 1;
  TREE_NOTHROW (fn) = 1;
  return start ? build_call_expr (fn, 1, start) : build_call_expr (fn, 0);
}

/* True if STMT is such a call.  */

bool
cuf_dynamic_shared_call_p (gimple *stmt)
{
  tree fn = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  return (fn && DECL_EXTERNAL (fn)
	  && id_equal (DECL_ASSEMBLER_NAME (fn), MEMORY_FUNCTION));
}

/* True if POINTER, in device code before streaming, is into that memory, as far as
   one sees in a few steps.  */

bool
cuf_dynamic_shared_pointer_p (tree pointer)
{
  enum { MOST_STEPS = 8 };
  for (int i = 0; i < MOST_STEPS && TREE_CODE (pointer) == SSA_NAME; i++)
    {
      gimple *def = SSA_NAME_DEF_STMT (pointer);
      if (cuf_dynamic_shared_call_p (def))
	return true;
      if (!gimple_assign_single_p (def) && !gimple_assign_cast_p (def)
	  && !(is_gimple_assign (def)
	       && gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR))
	return false;
      pointer = gimple_assign_rhs1 (def);
    }
  return false;
}
