/* What host code allocates with -gpu=mem:unified, and when that ends.
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
#include "stringpool.h"
#include "attribs.h"
#include "fold-const.h"
#include "tree-iterator.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* The function of the runtime that stands for FN, or null.  */

static tree
program_function (tree fn)
{
  if (!fndecl_built_in_p (fn, BUILT_IN_NORMAL))
    return NULL_TREE;
  switch (DECL_FUNCTION_CODE (fn))
    {
    case BUILT_IN_MALLOC:
      return cuf_tree (CUF_FN_MALLOC_PROGRAM);
    case BUILT_IN_REALLOC:
      return cuf_tree (CUF_FN_REALLOC_PROGRAM);
    case BUILT_IN_FREE:
      return cuf_tree (CUF_FN_FREE_PROGRAM);
    default:
      return NULL_TREE;
    }
}

static tree
replace_call (tree *tp, int *walk_subtrees, void *)
{
  if (TYPE_P (*tp) || cuf_region_tree_p (*tp))
    *walk_subtrees = 0;
  else if (TREE_CODE (*tp) == CALL_EXPR)
    if (tree fn = get_callee_fndecl (*tp))
      if (tree other = program_function (fn))
	CALL_EXPR_FN (*tp) = build_fold_addr_expr (other);
  return NULL_TREE;
}

/* Let FNDECL, a host procedure, allocate what devices can access.  Regions and
   routines of OpenACC and OpenMP run on devices, too, which have no such
   functions.  */

void
cuf_lower_program_heap (tree fndecl)
{
  if (cuf_option_memory == CUF_MEM_UNIFIED
      && !lookup_attribute ("omp declare target", DECL_ATTRIBUTES (fndecl)))
    walk_tree_without_duplicates (&DECL_SAVED_TREE (fndecl), replace_call,
				  NULL);
}

/* Let FNDECL, which is SYM, wait at its end if it is a main program of CUDA Fortran:
   its variables exist as long as the program does, and not only until it
   returns.  */

void
cuf_wait_at_end (const gfc_symbol *sym, tree fndecl)
{
  if (!cuf_seen || !sym->attr.is_main_program)
    return;
  tree bind = DECL_SAVED_TREE (fndecl), stmts = NULL_TREE;
  gcc_assert (TREE_CODE (bind) == BIND_EXPR);
  append_to_statement_list (BIND_EXPR_BODY (bind), &stmts);
  append_to_statement_list (build_call_expr (cuf_tree (CUF_FN_END_MAIN), 0),
			    &stmts);
  BIND_EXPR_BODY (bind) = stmts;
}
