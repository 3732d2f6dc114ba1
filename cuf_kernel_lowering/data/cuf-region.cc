/* Device data in regions of OpenACC and OpenMP.
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
#include "gimple-expr.h"
#include "fold-const.h"
#include "tree-iterator.h"
#include "gomp-constants.h"
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "gimplify.h"
#include "cuf-trans.h"
#include "cuf-lower.h"

/* A region that runs on the device uses device data as it is there, where
   OpenACC and OpenMP would copy host data to the device.  What the host knows
   of such data, an address or a descriptor, goes into a variable of the
   region's own, which it gets by value.  Clauses that name the data say
   nothing more.  */

/* The data that one region uses.  */
struct region_walk
{
  hash_map<tree, tree> others;	/* From what the host has to what the region
				   uses for it.  */
  auto_vec<tree> decls;
};

/* Callback of gfc_code_walker: note the device data of *E.  */

static int
note_device_data (gfc_expr **e, int *, void *data)
{
  region_walk *walk = (region_walk *) data;
  gfc_symbol *sym = ((*e)->expr_type == EXPR_VARIABLE && (*e)->symtree
		     ? (*e)->symtree->n.sym : NULL);

  if (sym && (sym->attr.cuf_memory == CUF_MEM_DEVICE
	      || sym->attr.cuf_memory == CUF_MEM_CONSTANT)
      && sym->backend_decl
      && DECL_P (sym->backend_decl)
      && !walk->others.get (sym->backend_decl))
    {
      walk->others.put (sym->backend_decl, sym->backend_decl);
      walk->decls.safe_push (sym->backend_decl);
    }
  return 0;
}

static int
any_statement (gfc_code **, int *, void *)
{
  return 0;
}

/* The type of the descriptor that DECL is or points to, or null.  */

static tree
descriptor_type (tree decl)
{
  tree type = TREE_TYPE (decl);
  if (POINTER_TYPE_P (type))
    type = TREE_TYPE (type);
  return GFC_DESCRIPTOR_TYPE_P (type) ? TYPE_MAIN_VARIANT (type) : NULL_TREE;
}

/* An array type for the bytes of a descriptor of TYPE.  Since GCC 13 a region
   that has a descriptor by value has a copy of the array's data as well.  */

static tree
bytes_type (tree type)
{
  HOST_WIDE_INT size = int_size_in_bytes (type);
  HOST_WIDE_INT word = int_size_in_bytes (ptr_type_node);
  gcc_assert (size % word == 0
	      && TYPE_ALIGN (type) <= TYPE_ALIGN (ptr_type_node));
  return build_array_type_nelts (ptr_type_node, size / word);
}

/* The value that the region gets for DECL, and the type of the variable that
   has it there.  */

static tree
value_for_region (tree decl, tree *type)
{
  *type = TREE_TYPE (decl);
  if (tree descriptor = descriptor_type (decl))
    {
      tree value = (POINTER_TYPE_P (*type)
		    ? build1 (INDIRECT_REF, descriptor, decl) : decl);
      *type = bytes_type (descriptor);
      return build1 (VIEW_CONVERT_EXPR, *type, value);
    }
  if (POINTER_TYPE_P (*type))
    {
      *type = TYPE_MAIN_VARIANT (*type);
      return decl;
    }
  *type = build_pointer_type (*type);
  return build_fold_addr_expr (decl);
}

/* What the region uses in place of DECL if VARIABLE has that value.  */

static tree
use_in_region (tree decl, tree variable)
{
  if (tree descriptor = descriptor_type (decl))
    {
      if (!POINTER_TYPE_P (TREE_TYPE (decl)))
	return build1 (VIEW_CONVERT_EXPR, descriptor, variable);
      TREE_ADDRESSABLE (variable) = 1;
      return build1 (ADDR_EXPR, TREE_TYPE (decl), variable);
    }
  if (TREE_TYPE (variable) == TYPE_MAIN_VARIANT (TREE_TYPE (decl)))
    return variable;
  return build1 (INDIRECT_REF, TREE_TYPE (decl), variable);
}

static tree
replacement (tree decl, void *data)
{
  tree *other = ((region_walk *) data)->others.get (decl);
  return other ? unshare_expr (*other) : NULL_TREE;
}

/* Callback: find a declaration that is replaced.  */

static tree
find_replaced (tree *tp, int *walk_subtrees, void *data)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return DECL_P (*tp) && ((region_walk *) data)->others.get (*tp) ? *tp : NULL;
}

/* Remove what names replaced data from the clauses *CLAUSES.  */

static void
remove_clauses (tree *clauses, region_walk *walk)
{
  while (*clauses)
    {
      enum omp_clause_code code = OMP_CLAUSE_CODE (*clauses);
      if ((code == OMP_CLAUSE_MAP || code == OMP_CLAUSE_FIRSTPRIVATE
	   || code == OMP_CLAUSE_IS_DEVICE_PTR
	   || code == OMP_CLAUSE_HAS_DEVICE_ADDR)
	  && walk_tree_without_duplicates (&OMP_CLAUSE_DECL (*clauses),
					   find_replaced, walk))
	*clauses = OMP_CLAUSE_CHAIN (*clauses);
      else
	clauses = &OMP_CLAUSE_CHAIN (*clauses);
    }
}

/* A clause by which CONSTRUCT gets the value of VARIABLE.  */

static tree
by_value (tree construct, tree variable)
{
  bool kernels = TREE_CODE (construct) == OACC_KERNELS;
  tree clause = build_omp_clause (EXPR_LOCATION (construct),
				  kernels ? OMP_CLAUSE_MAP
				  : OMP_CLAUSE_FIRSTPRIVATE);
  OMP_CLAUSE_DECL (clause) = variable;
  if (kernels)
    {
      OMP_CLAUSE_SET_MAP_KIND (clause, GOMP_MAP_TO);
      OMP_CLAUSE_SIZE (clause) = TYPE_SIZE_UNIT (TREE_TYPE (variable));
    }
  return clause;
}

/* CONSTRUCT has been made of CODE: let it use device data.  */

tree
cuf_finish_region (gfc_code *code, tree construct)
{
  region_walk walk;
  if (!cuf_region_p (code) && !(cuf_seen && code->op == EXEC_OACC_DATA))
    return construct;
  gfc_code_walker (&code->block, any_statement, note_device_data, &walk);
  if (walk.decls.is_empty ())
    return construct;

  remove_clauses (&OMP_CLAUSES (construct), &walk);
  if (code->op == EXEC_OACC_DATA)
    return construct;
  tree stmts = NULL_TREE, vars = NULL_TREE;
  for (tree decl : walk.decls)
    {
      tree type;
      tree value = value_for_region (decl, &type);
      tree variable = cuf_local_variable (current_function_decl, type, &vars);
      append_to_statement_list (build2 (MODIFY_EXPR, void_type_node, variable,
					value), &stmts);
      walk.others.put (decl, use_in_region (decl, variable));
      tree clause = by_value (construct, variable);
      OMP_CLAUSE_CHAIN (clause) = OMP_CLAUSES (construct);
      OMP_CLAUSES (construct) = clause;
    }
  cuf_replace_variables (&OMP_BODY (construct), replacement, &walk);
  cuf_append_wait (&stmts);
  append_to_statement_list (construct, &stmts);
  return build3 (BIND_EXPR, void_type_node, vars, stmts, NULL_TREE);
}
