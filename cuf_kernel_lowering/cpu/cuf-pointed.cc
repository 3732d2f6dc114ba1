/* Variables of threads that pointers point at.
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
#include "gimple-expr.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-fission.h"

/* In which statements a variable lives is found by its name.  One whose address
   a pointer keeps, as in

     p => x
     call syncthreads ()
     y(i) = p(1)

   lives wherever some pointer does: in several sequences if there is a pointer
   that does so, which may be that one or have its value.  */

/* Note in the fission DATA variables whose addresses are in a value.  */

static tree
note_address (tree *tp, int *walk_subtrees, void *data)
{
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  tree base = (TREE_CODE (t) == ADDR_EXPR
	       ? get_base_address (TREE_OPERAND (t, 0)) : NULL_TREE);
  if (uniform_local *l = base ? ((fission *) data)->locals.get (base) : NULL)
    l->pointed = true;
  return NULL_TREE;
}

/* Note in F what MODIFY_EXPR T keeps the address of.  */

void
cuf_note_pointed (fission *f, tree t)
{
  if (POINTER_TYPE_P (TREE_TYPE (TREE_OPERAND (t, 0))))
    walk_tree_without_duplicates (&TREE_OPERAND (t, 1), note_address, f);
}

/* True if there may be pointers in VAR, which is L.  */

static bool
holds_pointers_p (tree var, const uniform_local *l)
{
  tree type = strip_array_types (TREE_TYPE (var));
  return (!l->uniform && !l->computed
	  && (POINTER_TYPE_P (type) || RECORD_OR_UNION_TYPE_P (type)));
}

/* Now that it is known which variables of F live in several sequences or, with
   PARTS, in several parts of one, let those that are pointed at do, too, if
   pointers do.  */

void
cuf_spread_pointed (fission *f, bool parts)
{
  bool any = false;
  for (tree var : f->order)
    {
      uniform_local *l = f->locals.get (var);
      any |= holds_pointers_p (var, l) && (l->several
					   || (parts && l->several_parts));
    }
  for (tree var : f->order)
    {
      uniform_local *l = f->locals.get (var);
      if (any && l->pointed)
	(parts ? l->several_parts : l->several) = true;
    }
}
