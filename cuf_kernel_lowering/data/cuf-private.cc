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
#include "tree-iterator.h"
#include "gimple-expr.h"
#include "gimplify.h"
#include "gfortran.h"
#include "trans.h"
#include "cuf-trans.h"
#include "cuf-lower.h"

/* The middle end asks the front end how the private copy of an allocatable
   variable is made, copied and freed, when no symbols are left.  The front end
   does that with malloc, memcpy and free; here these become what the memory of
   the variable has in their place.  For variables of constant size in device
   memory, which cuf-data-sharing.cc lets clauses name by pointers, the same is
   done here.  */

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

/* --- Variables of constant size ------------------------------------------- */

/* A variable of constant size that a pointer of ours points to, which clauses
   name in its place.  */
struct pointed_object
{
  tree object;
  unsigned memory;
};

/* From the names of such pointers to these.  Names are unique, and pointers that
   stand for one in other functions have its name.  The trees are kept by
   cuf_keep.  */
static hash_map<tree, pointed_object> *objects;

/* POINTER is the pointer to OBJECT, in MEMORY.  */

void
cuf_note_object_pointer (tree pointer, tree object, unsigned memory)
{
  pointed_object o = { cuf_keep (object), memory };
  if (!objects)
    objects = new hash_map<tree, pointed_object>;
  objects->put (cuf_keep (DECL_NAME (pointer)), o);
}

/* What DECL points to if it is such a pointer, or null.  */

static const pointed_object *
find_object (const_tree decl)
{
  return (objects && decl && VAR_P (decl) && DECL_NAME (decl)
	  && POINTER_TYPE_P (TREE_TYPE (decl))
	  ? objects->get (DECL_NAME (decl)) : NULL);
}

/* True if DECL is such a pointer.  */

bool
cuf_object_pointer_p (tree decl)
{
  return find_object (decl) != NULL;
}

/* If VAR is a variable of a procedure that such a pointer points to, that
   pointer.  */

tree
cuf_pointer_to_local (tree var)
{
  if (!VAR_P (var) || !DECL_HAS_VALUE_EXPR_P (var))
    return NULL_TREE;
  tree value = DECL_VALUE_EXPR (var);
  return (TREE_CODE (value) == INDIRECT_REF
	  && cuf_object_pointer_p (TREE_OPERAND (value, 0))
	  ? TREE_OPERAND (value, 0) : NULL_TREE);
}

/* The size of what POINTER points to.  */

static tree
object_size (tree pointer)
{
  return fold_convert (size_type_node,
		       TYPE_SIZE_UNIT (TREE_TYPE (TREE_TYPE (pointer))));
}

/* The statement that sets COPY to new memory for what POINTER, one of ours,
   points to.  */

tree
cuf_allocate_copy_of (tree pointer, tree copy)
{
  tree call = build_call_expr (cuf_tree (CUF_FN_MALLOC_LOCAL), 3,
			       object_size (pointer),
			       build_int_cst (unsigned_type_node,
					      find_object (pointer)->memory),
			       null_pointer_node);
  return build2 (MODIFY_EXPR, void_type_node, copy,
		 fold_convert (TREE_TYPE (copy), call));
}

/* The copy of what FROM points to, in place of POINTER, to what TO points to.  */

static tree
copy_object (tree pointer, tree to, tree from)
{
  tree copy = cuf_allocator (builtin_decl_explicit (BUILT_IN_MEMCPY),
			     find_object (pointer)->memory);
  return build_call_expr (copy, 3, fold_convert (ptr_type_node, to),
			  fold_convert (ptr_type_node, from),
			  object_size (pointer));
}

/* The call that frees what COPY points to, in place of POINTER.  */

static tree
free_object (tree pointer, tree copy)
{
  return build_call_expr (cuf_tree (CUF_FN_FREE), 2,
			  fold_convert (ptr_type_node, copy),
			  build_int_cst (unsigned_type_node,
					 find_object (pointer)->memory));
}

/* --- Allocatable variables ------------------------------------------------- */

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

/* --- The hooks --------------------------------------------------------------- */

/* The front end's own.  */
static struct lang_hooks_for_decls front_end;

static tree
default_constructor (tree clause, tree decl, tree outer)
{
  tree pointer = OMP_CLAUSE_DECL (clause);
  if (find_object (pointer))
    return cuf_allocate_copy_of (pointer, decl);
  return redirect (clause,
		   front_end.omp_clause_default_ctor (clause, decl, outer));
}

static tree
copy_constructor (tree clause, tree to, tree from)
{
  tree pointer = OMP_CLAUSE_DECL (clause), stmts = NULL_TREE;
  if (!find_object (pointer))
    return redirect (clause,
		     front_end.omp_clause_copy_ctor (clause, to, from));
  append_to_statement_list (cuf_allocate_copy_of (pointer, to), &stmts);
  append_to_statement_list (copy_object (pointer, unshare_expr (to), from),
			    &stmts);
  return stmts;
}

static tree
assignment (tree clause, tree to, tree from)
{
  tree pointer = OMP_CLAUSE_DECL (clause);
  if (find_object (pointer))
    return copy_object (pointer, to, from);
  return redirect (clause, front_end.omp_clause_assign_op (clause, to, from));
}

static tree
destructor (tree clause, tree decl)
{
  tree pointer = OMP_CLAUSE_DECL (clause);
  if (find_object (pointer))
    return free_object (pointer, decl);
  return redirect (clause, front_end.omp_clause_dtor (clause, decl));
}

/* The attribute of DECL where no clause names it.  Pointers of ours have that of
   what they point to.  */

static enum omp_clause_default_kind
predetermined_sharing (tree decl)
{
  return (find_object (decl) ? OMP_CLAUSE_DEFAULT_UNSPECIFIED
	  : front_end.omp_predetermined_sharing (decl));
}

/* True if the hooks above look at the original of DECL.  */

static bool
uses_original_p (tree decl)
{
  return find_object (decl) || front_end.omp_private_outer_ref (decl);
}

/* What messages are to name in place of DECL.  */

static tree
reported_decl (tree decl)
{
  const pointed_object *object = find_object (decl);
  return object ? object->object : front_end.omp_report_decl (decl);
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
  hooks->decls.omp_predetermined_sharing = predetermined_sharing;
  hooks->decls.omp_private_outer_ref = uses_original_p;
  hooks->decls.omp_report_decl = reported_decl;
}
