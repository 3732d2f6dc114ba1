/* Scalars of kernel loops that iterations take from others.
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
#include "backend.h"
#include "tree.h"
#include "gimple.h"
#include "ssa.h"
#include "cgraph.h"
#include "stringpool.h"
#include "attribs.h"
#include "fold-const.h"
#include "gimple-iterator.h"
#include "tree-dfa.h"
#include "tree-cfg.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-unset.h"

/* Each iteration of a kernel loop has its own copy of a host scalar, which
   begins with the host's value.  One that uses that, while an iteration before
   has set its copy, would use what this has set if the loop were executed on the
   host: nobody wants something else.  So the runtime knows of the scalars which
   iteration has set them first, and the truth values of cuf-unset-flags.cc
   whether the iteration that uses one has set it.  */

/* --- The body ------------------------------------------------------------ */

/* Callback of walk_tree: note in the set DATA the parameter whose address *TP
   takes.  */

static tree
note_addressed (tree *tp, int *walk_subtrees, void *data)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  tree base = (TREE_CODE (*tp) == ADDR_EXPR
	       ? get_base_address (TREE_OPERAND (*tp, 0)) : NULL_TREE);
  if (base && TREE_CODE (base) == PARM_DECL)
    ((hash_set<tree> *) data)->add (base);
  return NULL_TREE;
}

/* The parameters of FN, which will have BODY, that of kernel loops, and have names
   are scalars of the host's.  Keep them in registers, where they are looked at,
   unless somebody takes their addresses.  */

void
cuf_mark_host_scalars (tree fn, tree body)
{
  hash_set<tree> addressed;
  if (!cuf_check_p ())
    return;
  walk_tree_without_duplicates (&body, note_addressed, &addressed);
  for (tree parm = DECL_ARGUMENTS (fn); parm; parm = DECL_CHAIN (parm))
    if (DECL_NAME (parm) && is_gimple_reg_type (TREE_TYPE (parm))
	&& !POINTER_TYPE_P (TREE_TYPE (parm)) && !addressed.contains (parm))
      {
	TREE_ADDRESSABLE (parm) = 0;
	DECL_ATTRIBUTES (parm)
	  = tree_cons (get_identifier (CUF_HOST_SCALAR_ATTRIBUTE), NULL_TREE,
		       DECL_ATTRIBUTES (parm));
      }
}

/* --- Its checks ---------------------------------------------------------- */

/* True if VAR is such a parameter.  */

bool
cuf_host_scalar_p (tree var)
{
  return (TREE_CODE (var) == PARM_DECL
	  && lookup_attribute (CUF_HOST_SCALAR_ATTRIBUTE,
			       DECL_ATTRIBUTES (var)));
}

/* Set STMTS to those in FN that assign to PARM.  */

static void
find_assignments (function *fn, tree parm, vec<gimple *> *stmts)
{
  unsigned i;
  tree name;
  FOR_EACH_SSA_NAME (i, name, fn)
    if (SSA_NAME_VAR (name) == parm && !SSA_NAME_IS_DEFAULT_DEF (name)
	&& is_gimple_assign (SSA_NAME_DEF_STMT (name)))
      stmts->safe_push (SSA_NAME_DEF_STMT (name));
}

/* Insert behind STMT that the iteration has set the scalar for which FIRST, a
   variable of the runtime's, is.  */

static void
tell_set (gimple *stmt, tree first)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  gcall *call = gimple_build_call (cuf_tree (CUF_FN_CHECK_SCALAR_SET), 1,
				   build_fold_addr_expr_with_type
				   (first, ptr_type_node));
  gimple_set_location (call, gimple_location (stmt));
  gsi_insert_after (&gsi, call, GSI_NEW_STMT);
}

/* Insert in front of STMT that the iteration uses the scalar PARM, for which FIRST
   is, and that it has not set it if FLAG is true.  */

static void
tell_used (gimple *stmt, tree parm, tree first, tree flag)
{
  if (integer_zerop (flag))
    return;
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  flag = cuf_compute_before (&gsi, fold_convert (unsigned_type_node, flag));
  tree site = cuf_compute_before (&gsi, cuf_value_site (stmt, parm));
  gcall *call = gimple_build_call (cuf_tree (CUF_FN_CHECK_SCALAR_USED), 3, flag,
				   build_fold_addr_expr_with_type
				   (first, ptr_type_node), site);
  gimple_set_location (call, gimple_location (stmt));
  gsi_insert_before (&gsi, call, GSI_SAME_STMT);
}

/* Insert the checks of PARM in FN, if it is assigned to, and used before.  */

static void
check_scalar (function *fn, tree parm)
{
  auto_vec<gimple *> assignments;
  cuf_unset_names names;
  auto_vec<cuf_scalar_use> uses;
  tree begins = ssa_default_def (fn, parm);
  find_assignments (fn, parm, &assignments);
  if (!begins || has_zero_uses (begins) || assignments.is_empty ())
    return;
  cuf_find_copies (begins, parm, &names);
  cuf_find_uses (fn, &names, &uses);
  cuf_unset_flags flags (fn, &names,
			 single_succ (ENTRY_BLOCK_PTR_FOR_FN (fn)));
  tree first = cuf_build_static (NULL, long_long_unsigned_type_node, NULL_TREE,
				 false);
  for (const cuf_scalar_use &use : uses)
    if (!is_gimple_debug (use.stmt))
      tell_used (use.stmt, parm, first, flags.of (use.name));
  for (gimple *stmt : assignments)
    tell_set (stmt, first);
}

/* Insert such checks in FN, which is cfun.  */

void
cuf_check_carried (function *fn)
{
  for (tree parm = DECL_ARGUMENTS (fn->decl); parm; parm = DECL_CHAIN (parm))
    if (cuf_host_scalar_p (parm))
      check_scalar (fn, parm);
}
