/* Private copies of data in regions of OpenMP.
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
#include "fold-const.h"
#include "langhooks.h"
#include "gfortran.h"
#include "trans.h"
#include "cuf-trans.h"
#include "cuf-lower.h"

/* The middle end asks the front end how the private copy of an allocatable
   variable is made, copied and freed, when no symbols are left.  The front end
   does that with malloc, memcpy and free; here these become what the memory of
   the variable has in their place.  */

/* The memory of a variable.  Declarations that stand for it in other functions
   have its name and its place in the source.  */
struct variable_memory
{
  tree name;
  location_t declared_at;
  unsigned memory;
};

static vec<variable_memory> variables;

/* DECL is an allocatable variable in MEMORY.  */

void
cuf_note_allocatable (tree decl, unsigned memory)
{
  variable_memory v = { DECL_NAME (decl), DECL_SOURCE_LOCATION (decl), memory };
  variables.safe_push (v);
}

/* The memory of the variable of CLAUSE.  */

static unsigned
clause_memory (tree clause)
{
  tree decl = OMP_CLAUSE_DECL (clause);
  if (DECL_P (decl))
    for (const variable_memory &v : variables)
      if (v.name == DECL_NAME (decl)
	  && v.declared_at == DECL_SOURCE_LOCATION (decl))
	return v.memory;
  return CUF_MEM_NONE;
}

/* Callback of walk_tree: let a call be one of the function for the memory
   *DATA.  */

static tree
redirect_call (tree *node, int *, void *data)
{
  if (TREE_CODE (*node) != CALL_EXPR)
    return NULL_TREE;
  tree callee = get_callee_fndecl (*node);
  if (callee && fndecl_built_in_p (callee, BUILT_IN_NORMAL))
    switch (DECL_FUNCTION_CODE (callee))
      {
      case BUILT_IN_MALLOC:
      case BUILT_IN_REALLOC:
      case BUILT_IN_FREE:
      case BUILT_IN_MEMCPY:
	CALL_EXPR_FN (*node)
	  = build_fold_addr_expr (cuf_allocator (callee,
						 *(const unsigned *) data));
	break;

      default:
	break;
      }
  return NULL_TREE;
}

/* STATEMENTS, which the front end has made for CLAUSE, for the memory of its
   variable.  */

static tree
redirect (tree clause, tree statements)
{
  unsigned memory = clause_memory (clause);
  if (memory != CUF_MEM_NONE && statements)
    walk_tree (&statements, redirect_call, &memory, NULL);
  return statements;
}

/* The front end's own hooks.  */
static struct lang_hooks_for_decls front_end;

static tree
default_constructor (tree clause, tree decl, tree outer)
{
  return redirect (clause,
		   front_end.omp_clause_default_ctor (clause, decl, outer));
}

static tree
copy_constructor (tree clause, tree to, tree from)
{
  return redirect (clause, front_end.omp_clause_copy_ctor (clause, to, from));
}

static tree
assignment (tree clause, tree to, tree from)
{
  return redirect (clause, front_end.omp_clause_assign_op (clause, to, from));
}

static tree
destructor (tree clause, tree decl)
{
  return redirect (clause, front_end.omp_clause_dtor (clause, decl));
}

/* Put these functions in the place of those of HOOKS.  */

void
cuf_install_private_copies (struct lang_hooks *hooks)
{
  front_end = hooks->decls;
  hooks->decls.omp_clause_default_ctor = default_constructor;
  hooks->decls.omp_clause_copy_ctor = copy_constructor;
  hooks->decls.omp_clause_assign_op = assignment;
  hooks->decls.omp_clause_dtor = destructor;
}
