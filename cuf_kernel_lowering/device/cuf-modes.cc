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
#include "cuf-undo.h"

/* Types are streamed as they are laid out for the host, which may give a small
   aggregate the mode of an integer though it is aligned less: it can load and
   store that anywhere.  The device cannot.  There such an aggregate has no mode
   of its own, and is copied in pieces.  */

/* The mode of T, a type or a declaration, is none.  */

class mode_change : public cuf_change
{
public:
  explicit mode_change (tree t)
    : cuf_change (NULL_TREE), m_t (cuf_keep_changed (t)),
      m_mode (TYPE_P (t) ? TYPE_MODE_RAW (t) : DECL_MODE (t))
  {
    gcc_checking_assert (m_mode != BLKmode);
    set (BLKmode);
  }
  void undo () final override { set (m_mode); }

private:
  void set (machine_mode mode)
  {
    if (TYPE_P (m_t))
      SET_TYPE_MODE (m_t, mode);
    else
      SET_DECL_MODE (m_t, mode);
  }
  tree m_t;
  machine_mode m_mode;
};

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
      cuf_undo_later (new mode_change (t));
}

static void visit_type (tree, hash_set<tree> *);

/* Change the mode of DECL if its type has none any more.  */

static void
visit_decl (tree decl, hash_set<tree> *seen)
{
  tree type = TREE_TYPE (decl);
  visit_type (type, seen);
  if (AGGREGATE_TYPE_P (type) && TYPE_MODE_RAW (type) == BLKmode
      && DECL_MODE (decl) != BLKmode
      && !(TREE_CODE (decl) == FIELD_DECL && DECL_BIT_FIELD (decl)))
    cuf_undo_later (new mode_change (decl));
}

/* Change TYPE and the types that it consists of or points to, but for those
   that are in SEEN.  */

static void
visit_type (tree type, hash_set<tree> *seen)
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
      visit_decl (f, seen);
}

/* Visit the declarations of the function DECL.  */

static void
visit_function (tree decl, hash_set<tree> *seen)
{
  for (tree parm = DECL_ARGUMENTS (decl); parm; parm = DECL_CHAIN (parm))
    visit_decl (parm, seen);
  if (DECL_RESULT (decl))
    visit_decl (DECL_RESULT (decl), seen);
  unsigned i;
  tree var;
  FOR_EACH_LOCAL_DECL (DECL_STRUCT_FUNCTION (decl), i, var)
    visit_decl (var, seen);
}

/* Before streaming: give all aggregates that device code knows the modes that
   the device can work with.  */

void
cuf_use_device_modes (void)
{
  hash_set<tree> seen;
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (node->offloadable && node->has_gimple_body_p ())
      visit_function (node->decl, &seen);
  varpool_node *var;
  FOR_EACH_VARIABLE (var)
    if (var->offloadable)
      visit_decl (var->decl, &seen);
}
