/* What both ways to split a kernel at its barriers have to know.
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
#include "gfortran.h"
#include "cuf-lower.h"

/* True if T is a call in which all threads of a block wait for each other.  */

bool
cuf_barrier_p (tree t)
{
  if (TREE_CODE (t) != CALL_EXPR)
    return false;
  tree fn = get_callee_fndecl (t);
  return fn && strcmp (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fn)),
		       "__gcuf_syncthreads") == 0;
}

/* True if a body with T in it cannot be split, whatever else it has.  */

bool
cuf_forbids_split_p (tree t)
{
  switch (TREE_CODE (t))
    {
    case PARM_DECL:
      return TREE_ADDRESSABLE (t);
    case TRY_FINALLY_EXPR:
    case TRY_CATCH_EXPR:
    case CLEANUP_POINT_EXPR:
    case TARGET_EXPR:
    case DECL_EXPR:
    case ASM_EXPR:
    case INIT_EXPR:
    case STMT_EXPR:
      return true;
    default:
      return false;
    }
}

/* True if DECL, which the body declares, is a variable of each thread.  */

bool
cuf_thread_variable_p (tree decl)
{
  return VAR_P (decl) && !TREE_STATIC (decl) && !DECL_EXTERNAL (decl);
}

/* True if such a variable, VAR, can be the element of an array: one for each
   thread.  A body with others cannot be split.  */

bool
cuf_fixed_variable_p (tree var)
{
  gcc_checking_assert (cuf_thread_variable_p (var));
  tree size = TYPE_SIZE_UNIT (TREE_TYPE (var));
  return (!DECL_INITIAL (var) && !DECL_HAS_VALUE_EXPR_P (var) && size
	  && TREE_CODE (size) == INTEGER_CST);
}

/* The type of such an array of elements of TYPE.  */

tree
cuf_array_of (tree type)
{
  return build_array_type_nelts (TYPE_MAIN_VARIANT (type),
				 GCUF_MAX_BLOCK_THREADS);
}
