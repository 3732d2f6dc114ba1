/* Assignments of derived types in device code.
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
#include "tree-pass.h"
#include "ssa.h"
#include "cgraph.h"
#include "gimple-iterator.h"
#include "gimplify.h"
#include "tree-into-ssa.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* The offload compiler makes calls of memcpy and memset of what an assignment
   copies or clears in memory, but for the smallest, as most processors are
   best at that.  A GPU is not: the call keeps a variable in memory, and its
   loop waits for each load.  So such assignments are those of the components
   here, but for large ones.  */

/* Of no more components than this, so many of them loaded before the first is
   stored.  */
#define MOST_COMPONENTS 64
#define LOADED_AT_ONCE 16

/* A component of each side; FROM is null where it becomes zero.  */
struct component_pair
{
  tree to, from;
};

static bool add_components (vec<component_pair> *pairs, tree to, tree from);

/* Append the fields of TO, a structure, and of FROM to PAIRS; false if there
   are others than components.  */

static bool
add_fields (vec<component_pair> *pairs, tree to, tree from)
{
  for (tree field = TYPE_FIELDS (TREE_TYPE (to)); field;
       field = DECL_CHAIN (field))
    if (TREE_CODE (field) == FIELD_DECL)
      {
	if (DECL_BIT_FIELD (field))
	  return false;
	tree type = TREE_TYPE (field);
	tree part = build3 (COMPONENT_REF, type, unshare_expr (to), field,
			    NULL_TREE);
	if (!add_components (pairs, part,
			     from ? build3 (COMPONENT_REF, type,
					    unshare_expr (from), field,
					    NULL_TREE) : NULL_TREE))
	  return false;
      }
  return true;
}

/* The same of the elements of arrays.  */

static bool
add_elements (vec<component_pair> *pairs, tree to, tree from)
{
  tree domain = TYPE_DOMAIN (TREE_TYPE (to)), type = TREE_TYPE (TREE_TYPE (to));
  if (!domain || !TYPE_MIN_VALUE (domain) || !TYPE_MAX_VALUE (domain)
      || !tree_fits_shwi_p (TYPE_MIN_VALUE (domain))
      || !tree_fits_shwi_p (TYPE_MAX_VALUE (domain)))
    return false;
  HOST_WIDE_INT first = tree_to_shwi (TYPE_MIN_VALUE (domain));
  HOST_WIDE_INT last = tree_to_shwi (TYPE_MAX_VALUE (domain));
  if (last - first >= MOST_COMPONENTS)
    return false;
  for (HOST_WIDE_INT i = first; i <= last; i++)
    {
      tree index = build_int_cst (TREE_TYPE (domain), i);
      tree part = build4 (ARRAY_REF, type, unshare_expr (to), index, NULL_TREE,
			  NULL_TREE);
      if (!add_components (pairs, part,
			   from ? build4 (ARRAY_REF, type, unshare_expr (from),
					  index, NULL_TREE, NULL_TREE)
			   : NULL_TREE))
	return false;
    }
  return true;
}

/* Append all components of TO, those of components too, and of FROM to PAIRS;
   false if there are too many, or others than of a derived type.  */

static bool
add_components (vec<component_pair> *pairs, tree to, tree from)
{
  tree type = TREE_TYPE (to);
  if (TREE_CODE (type) == RECORD_TYPE)
    return add_fields (pairs, to, from);
  if (TREE_CODE (type) == ARRAY_TYPE)
    return add_elements (pairs, to, from);
  if (!is_gimple_reg_type (type) || pairs->length () == MOST_COMPONENTS)
    return false;
  component_pair pair = { to, from };
  pairs->safe_push (pair);
  return true;
}

/* If STMT copies or clears an object of derived type, append its components to
   PAIRS and return true.  */

static bool
find_components (gimple *stmt, vec<component_pair> *pairs)
{
  gassign *assign = dyn_cast<gassign *> (stmt);
  if (!assign || !gimple_assign_single_p (assign)
      || gimple_has_volatile_ops (assign))
    return false;
  tree to = gimple_assign_lhs (assign), from = gimple_assign_rhs1 (assign);
  if (TREE_CODE (TREE_TYPE (to)) != RECORD_TYPE
      || TYPE_MODE (TREE_TYPE (to)) != BLKmode || TREE_CLOBBER_P (from))
    return false;
  if (TREE_CODE (from) == CONSTRUCTOR)
    {
      gcc_checking_assert (CONSTRUCTOR_NELTS (from) == 0);
      from = NULL_TREE;
    }
  else if (TYPE_MAIN_VARIANT (TREE_TYPE (to))
	   != TYPE_MAIN_VARIANT (TREE_TYPE (from)))
    return false;
  return add_components (pairs, to, from);
}

/* Let the N PAIRS be assigned in front of GSI.  */

static void
assign_components (gimple_stmt_iterator *gsi, const component_pair *pairs,
		   unsigned n)
{
  location_t where = gimple_location (gsi_stmt (*gsi));
  auto_vec<tree, LOADED_AT_ONCE> values;
  for (unsigned i = 0; i < n; i++)
    {
      tree type = TREE_TYPE (pairs[i].to), value = build_zero_cst (type);
      if (pairs[i].from)
	{
	  value = make_ssa_name (type);
	  gassign *load = gimple_build_assign (value, pairs[i].from);
	  gimple_set_location (load, where);
	  gsi_insert_before (gsi, load, GSI_SAME_STMT);
	}
      values.safe_push (value);
    }
  for (unsigned i = 0; i < n; i++)
    {
      gassign *store = gimple_build_assign (pairs[i].to, values[i]);
      gimple_set_location (store, where);
      gsi_insert_before (gsi, store, GSI_SAME_STMT);
    }
}

/* Before streaming: let NODE's function, which is CFUN, assign components where
   it assigns objects.  */

void
cuf_assign_components (cgraph_node *)
{
  bool changed = false;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
      {
	auto_vec<component_pair> pairs;
	if (!find_components (gsi_stmt (gsi), &pairs))
	  {
	    gsi_next (&gsi);
	    continue;
	  }
	for (unsigned i = 0; i < pairs.length (); i += LOADED_AT_ONCE)
	  assign_components (&gsi, &pairs[i],
			     MIN (LOADED_AT_ONCE, pairs.length () - i));
	unlink_stmt_vdef (gsi_stmt (gsi));
	gsi_remove (&gsi, true);
	changed = true;
      }
  if (!changed)
    return;
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa_only_virtuals);
}
