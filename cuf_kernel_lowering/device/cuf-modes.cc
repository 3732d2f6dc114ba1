/* Machine modes of aggregates on the device.
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
#include "stor-layout.h"
#include "function.h"
#include "cgraph.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* Types are streamed as they are laid out for the host, which may give a small
   aggregate the mode of an integer though it is aligned less: it can load and
   store that anywhere.  The device cannot.  There such an aggregate has no mode
   of its own, and is copied in pieces.  */

/* What has been changed: types and declarations, with their host's modes.  */
struct changed_mode
{
  tree t;
  machine_mode mode;
};
static vec<changed_mode> changed;
static hash_set<tree> *seen;

static bool
misaligned_p (const_tree type)
{
  return AGGREGATE_TYPE_P (type) && COMPLETE_TYPE_P (type)
	 && TYPE_MODE_RAW (type) != BLKmode
	 && TYPE_ALIGN (type) < GET_MODE_ALIGNMENT (TYPE_MODE_RAW (type));
}

static void
change_type (tree type)
{
  for (tree t = TYPE_MAIN_VARIANT (type); t; t = TYPE_NEXT_VARIANT (t))
    if (misaligned_p (t))
      {
	changed_mode c = { t, TYPE_MODE_RAW (t) };
	changed.safe_push (c);
	SET_TYPE_MODE (t, BLKmode);
      }
}

static void visit_type (tree);

/* Change the mode of DECL if its type has none any more.  */

static void
visit_decl (tree decl)
{
  tree type = TREE_TYPE (decl);
  visit_type (type);
  if (AGGREGATE_TYPE_P (type) && TYPE_MODE_RAW (type) == BLKmode
      && DECL_MODE (decl) != BLKmode
      && !(TREE_CODE (decl) == FIELD_DECL && DECL_BIT_FIELD (decl)))
    {
      changed_mode c = { decl, DECL_MODE (decl) };
      changed.safe_push (c);
      SET_DECL_MODE (decl, BLKmode);
    }
}

/* Change TYPE and the types that it consists of or points to.  */

static void
visit_type (tree type)
{
  while (POINTER_TYPE_P (type) || TREE_CODE (type) == ARRAY_TYPE)
    {
      if (TREE_CODE (type) == ARRAY_TYPE && !seen->add (type))
	change_type (type);
      type = TREE_TYPE (type);
    }
  if (!RECORD_OR_UNION_TYPE_P (type) || seen->add (TYPE_MAIN_VARIANT (type)))
    return;
  change_type (type);
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL)
      visit_decl (f);
}

/* Give all aggregates that the function of NODE knows the modes that the device
   can work with.  */

void
cuf_use_device_modes (cgraph_node *node)
{
  if (!seen)
    seen = new hash_set<tree>;
  tree decl = node->decl;
  for (tree parm = DECL_ARGUMENTS (decl); parm; parm = DECL_CHAIN (parm))
    visit_decl (parm);
  if (DECL_RESULT (decl))
    visit_decl (DECL_RESULT (decl));
  unsigned i;
  tree var;
  FOR_EACH_LOCAL_DECL (DECL_STRUCT_FUNCTION (decl), i, var)
    visit_decl (var);
}

/* Undo it all.  */

void
cuf_use_host_modes (void)
{
  for (const changed_mode &c : changed)
    if (TYPE_P (c.t))
      SET_TYPE_MODE (c.t, c.mode);
    else
      SET_DECL_MODE (c.t, c.mode);
  changed.release ();
  delete seen;
  seen = NULL;
}
