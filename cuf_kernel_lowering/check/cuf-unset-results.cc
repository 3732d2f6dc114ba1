/* Results of functions that are checked, which are not in memory.
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
#include "tree-dfa.h"
#include "gfortran.h"
#include "trans.h"
#include "cuf-lower.h"

/* Note in the set DATA the results of functions whose address *TP takes.  */

static tree
note_addressed_result (tree *tp, int *walk_subtrees, void *data)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  tree base = (TREE_CODE (*tp) == ADDR_EXPR
	       ? get_base_address (TREE_OPERAND (*tp, 0)) : NULL_TREE);
  if (base && VAR_P (base) && GFC_DECL_RESULT (base))
    ((hash_set<tree> *) data)->add (base);
  return NULL_TREE;
}

/* Let the scalar result of *TP, unless it is in the set DATA, be no variable in
   memory.  gfortran takes it for one.  */

static tree
keep_result_in_register (tree *tp, int *walk_subtrees, void *data)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  if (VAR_P (*tp) && GFC_DECL_RESULT (*tp)
      && is_gimple_reg_type (TREE_TYPE (*tp))
      && !((hash_set<tree> *) data)->contains (*tp))
    TREE_ADDRESSABLE (*tp) = 0;
  return NULL_TREE;
}

/* Do so in the body of FNDECL, where values that are not set are looked
   for.  */

void
cuf_keep_results_in_registers (tree fndecl)
{
  hash_set<tree> addressed;
  walk_tree_without_duplicates (&DECL_SAVED_TREE (fndecl),
				note_addressed_result, &addressed);
  walk_tree_without_duplicates (&DECL_SAVED_TREE (fndecl),
				keep_result_in_register, &addressed);
}
