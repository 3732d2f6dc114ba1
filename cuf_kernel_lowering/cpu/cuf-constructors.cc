/* Array constructors in bodies that are split.
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
#include "gcc-plugin.h"
#include "system.h"
#include "coretypes.h"
#include "tree.h"
#include "fold-const.h"
#include "tree-iterator.h"
#include "gimple-expr.h"
#include "gimplify.h"
#include "options.h"
#include "gfortran.h"
#include "trans.h"
#include "cuf-lower.h"
#include "cuf-fission.h"

/* An array constructor is a block like

     struct array atmp;
     int A[4];
     typedef int [4];
     atmp.data = &A;
     *(int *) atmp.data = i;
     ...

   which uses A by a pointer.  In which statements a variable lives is found by
   its name.  So that is used here in place of the pointer, and the type, which
   nobody needs, is not declared.  Where addresses of other variables are kept,
   all stays as it is, and a body that declares types is not split.  */

/* What is known of the descriptors of temporary arrays: the address that is
   assigned to each, once, or null where it is not used for itself alone.  */
struct constructors
{
  hash_map<tree, tree> data;
  bool kept;			/* An address, in a variable.  */
};

/* The descriptor of a temporary array of which T is a component, or null.  */

static tree
descriptor_of (tree t)
{
  tree var = TREE_CODE (t) == COMPONENT_REF ? TREE_OPERAND (t, 0) : NULL_TREE;
  return (var && VAR_P (var) && DECL_ARTIFICIAL (var) && !TREE_STATIC (var)
	  && GFC_DESCRIPTOR_TYPE_P (TREE_TYPE (var)) ? var : NULL_TREE);
}

/* The same if T is its pointer to the array.  */

static tree
pointer_of (tree t)
{
  tree var = descriptor_of (t);
  return (var && TREE_OPERAND (t, 1) == TYPE_FIELDS (TREE_TYPE (var))
	  ? var : NULL_TREE);
}

/* The address of a variable of the thread's that VALUE is, or null.  */

static tree
local_address (tree value)
{
  STRIP_NOPS (value);
  return (TREE_CODE (value) == ADDR_EXPR && VAR_P (TREE_OPERAND (value, 0))
	  && cuf_thread_variable_p (TREE_OPERAND (value, 0))
	  ? value : NULL_TREE);
}

/* Note in the constructors DATA what is assigned to descriptors, and those of
   which more than components are used.  */

static tree
note_descriptors (tree *tp, int *walk_subtrees, void *data)
{
  constructors *c = (constructors *) data;
  tree t = *tp;
  tree var = (TREE_CODE (t) == MODIFY_EXPR ? pointer_of (TREE_OPERAND (t, 0))
	      : NULL_TREE);
  if (TYPE_P (t) || descriptor_of (t))
    *walk_subtrees = 0;
  else if (var)
    c->data.put (var, c->data.get (var) ? NULL_TREE
		      : local_address (TREE_OPERAND (t, 1)));
  else if (VAR_P (t))
    c->data.put (t, NULL_TREE);
  return NULL_TREE;
}

/* Use the addresses in place of the descriptors of the constructors DATA.  */

static tree
use_addresses (tree *tp, int *walk_subtrees, void *data)
{
  constructors *c = (constructors *) data;
  tree t = *tp;
  bool assigned = TREE_CODE (t) == MODIFY_EXPR;
  tree var = pointer_of (assigned ? TREE_OPERAND (t, 0) : t);
  tree *address = var ? c->data.get (var) : NULL;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (address && *address)
    {
      *tp = (assigned ? build_empty_stmt (EXPR_LOCATION (t))
	     : fold_convert (TREE_TYPE (t), unshare_expr (*address)));
      *walk_subtrees = 0;
    }
  return NULL_TREE;
}

static tree
find_local_address (tree *tp, int *walk_subtrees, void *)
{
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  tree base = (TREE_CODE (t) == ADDR_EXPR
	       ? get_base_address (TREE_OPERAND (t, 0)) : NULL_TREE);
  return base && cuf_thread_variable_p (base) ? t : NULL_TREE;
}

/* Note in the constructors DATA whether an address is kept.  */

static tree
note_kept (tree *tp, int *walk_subtrees, void *data)
{
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == MODIFY_EXPR
	   && POINTER_TYPE_P (TREE_TYPE (TREE_OPERAND (t, 0)))
	   && walk_tree_without_duplicates (&TREE_OPERAND (t, 1),
					    find_local_address, NULL))
    ((constructors *) data)->kept = true;
  return NULL_TREE;
}

/* Leave out declarations of types of constant size.  */

static tree
leave_out_types (tree *tp, int *walk_subtrees, void *)
{
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == DECL_EXPR)
    {
      tree decl = DECL_EXPR_DECL (t);
      tree size = TYPE_SIZE_UNIT (TREE_TYPE (decl));
      if (TREE_CODE (decl) == TYPE_DECL && size
	  && TREE_CODE (size) == INTEGER_CST)
	*tp = build_empty_stmt (EXPR_LOCATION (t));
      *walk_subtrees = 0;
    }
  return NULL_TREE;
}

/* Let array constructors in BODY, a copy, use their arrays by name.  */

void
cuf_name_constructors (tree body)
{
  constructors c;
  c.kept = false;
  walk_tree_without_duplicates (&body, note_descriptors, &c);
  walk_tree (&body, use_addresses, &c, NULL);
  walk_tree_without_duplicates (&body, note_kept, &c);
  if (!c.kept)
    walk_tree_without_duplicates (&body, leave_out_types, NULL);
}
