/* Copies of the functions of the device that are optimized for it alone.
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
#include "attribs.h"
#include "gimple-iterator.h"
#include "gimple-walk.h"
#include "gimplify.h"
#include "tree-inline.h"
#include "omp-offload.h"
#include "context.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-undo.h"

/* A function of the device is compiled twice, for the device and for the host,
   and the first optimizations are made before its code is streamed.  How far
   they go on the host is the user's choice, who may want to debug there; the
   device's code is to be the same whatever that is.  So these optimizations are
   made of a copy of each function, which has the device's options.  The copies
   call each other, and kernels' entries call them.  Only for streaming a copy
   is called as its original is, which hides meanwhile; behind that there are no
   copies any more.  */

/* Declarations, whose nodes are null when nobody calls them any more.  */
struct device_copy
{
  tree host, device;
};
static vec<device_copy> copies;

/* The device's copy of each function.  */
static hash_map<tree, tree> *copy_of;

/* True if the device has a copy of FN.  */

bool
cuf_has_device_copy_p (tree fn)
{
  return copy_of && copy_of->get (fn);
}

/* --- Making them --------------------------------------------------------- */

static bool
entry_p (const cgraph_node *node)
{
  return lookup_attribute ("kernel", DECL_ATTRIBUTES (node->decl));
}

/* True if the functions of this unit can be copied.  Those of libgomp's regions
   are in tables that the host's compiler shares with the device's.  */

static bool
copies_p (void)
{
  if ((cuf_debug_device_p () && !cuf_check_p ())
      || !vec_safe_is_empty (offload_funcs))
    return false;
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (node->offloadable && node->has_gimple_body_p ()
	&& !tree_versionable_function_p (node->decl))
      return false;
  return true;
}

static void
copy_function (cgraph_node *host)
{
  cgraph_node *device
    = host->create_version_clone_with_body (vNULL, NULL, NULL, NULL, NULL,
					    "device");
  gcc_assert (device);
  device->offloadable = 1;
  /* Device code of other units may call it, and look at it where it is a
     procedure pointer's target.  */
  device->force_output = TREE_PUBLIC (host->decl) || host->address_taken;
  device->no_reorder = false;
  device_copy copy = { cuf_keep (host->decl), cuf_keep (device->decl) };
  copies.safe_push (copy);
  copy_of->put (copy.host, copy.device);
}

/* Let the address of a function that has a copy be that of the copy.  */

static tree
name_copy (tree *tp, int *walk_subtrees, void *data)
{
  walk_stmt_info *info = (walk_stmt_info *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (TREE_CODE (*tp) == ADDR_EXPR
	   && TREE_CODE (TREE_OPERAND (*tp, 0)) == FUNCTION_DECL)
    {
      if (tree *copy = copy_of->get (TREE_OPERAND (*tp, 0)))
	{
	  *tp = build1 (ADDR_EXPR, TREE_TYPE (*tp), *copy);
	  info->changed = true;
	}
      *walk_subtrees = 0;
    }
  return NULL_TREE;
}

/* Let NODE, a function of the device alone, name the copies.  */

static void
call_copies (cgraph_node *node)
{
  bool changed = false;
  basic_block bb;
  push_cfun (DECL_STRUCT_FUNCTION (node->decl));
  FOR_EACH_BB_FN (bb, cfun)
    {
      for (gphi_iterator gsi = gsi_start_phis (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	for (unsigned i = 0; i < gimple_phi_num_args (gsi.phi ()); i++)
	  {
	    walk_stmt_info info;
	    memset (&info, 0, sizeof info);
	    walk_tree (gimple_phi_arg_def_ptr (gsi.phi (), i), name_copy, &info,
		       NULL);
	    changed |= info.changed;
	  }
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	{
	  walk_stmt_info info;
	  memset (&info, 0, sizeof info);
	  walk_gimple_op (gsi_stmt (gsi), name_copy, &info);
	  if (info.changed)
	    update_stmt (gsi_stmt (gsi));
	  changed |= info.changed;
	}
    }
  if (changed)
    cgraph_edge::rebuild_edges ();
  pop_cfun ();
}

/* True if NODE is for the device alone, as far as copies have been made.  */

bool
cuf_device_only_p (const cgraph_node *node)
{
  return (node->offloadable
	  && (entry_p (node)
	      || (copy_of && !cuf_has_device_copy_p (node->decl))));
}

static unsigned
make_copies (void)
{
  if (!copies_p ())
    return 0;
  auto_vec<cgraph_node *> originals, alone;
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (node->offloadable && node->has_gimple_body_p ())
      {
	cuf_call_by_name (node);
	(entry_p (node) ? alone : originals).safe_push (node);
      }

  gcc_assert (!copy_of && copies.is_empty ());
  copy_of = new hash_map<tree, tree>;
  for (cgraph_node *original : originals)
    copy_function (original);
  for (const device_copy &copy : copies)
    alone.safe_push (cgraph_node::get (copy.device));
  for (cgraph_node *fn : alone)
    call_copies (fn);

  hash_set<cgraph_node *> aligned;
  cuf_find_aligned (&aligned);
  tree options = cuf_keep (cuf_default_optimization ());
  tree aligned_options = cuf_keep (cuf_aligned_optimization ());
  for (cgraph_node *fn : alone)
    DECL_FUNCTION_SPECIFIC_OPTIMIZATION (fn->decl)
      = aligned.contains (fn) ? aligned_options : options;
  return 0;
}

/* --- Streaming them ------------------------------------------------------ */

/* COPY is called as its original is, which hides.  */

class shown_copy : public cuf_change
{
public:
  explicit shown_copy (const device_copy &copy);
  void undo () final override;

private:
  void swap_names ();
  device_copy m_copy;
};

void
shown_copy::swap_names ()
{
  gcc_checking_assert (m_copy.host != m_copy.device);
  tree host = DECL_ASSEMBLER_NAME (m_copy.host);
  tree device = DECL_ASSEMBLER_NAME (m_copy.device);
  /* The symbol table may have been searched for names already.  */
  symtab->change_decl_assembler_name (m_copy.host, device);
  symtab->change_decl_assembler_name (m_copy.device, host);
}

shown_copy::shown_copy (const device_copy &copy)
  : cuf_change (NULL_TREE), m_copy (copy)
{
  cgraph_node *host = cgraph_node::get (copy.host);
  cgraph_node *device = cgraph_node::get (copy.device);
  swap_names ();
  DECL_NAME (copy.device) = DECL_NAME (copy.host);
  TREE_PUBLIC (copy.device) = TREE_PUBLIC (copy.host);
  if (device)
    {
      device->externally_visible = host && host->externally_visible;
      device->local = host && host->local;
      device->force_output = false;
    }
  if (host)
    host->offloadable = 0;
}

void
shown_copy::undo ()
{
  swap_names ();
  TREE_PUBLIC (m_copy.device) = 0;
  if (cgraph_node *host = cgraph_node::get (m_copy.host))
    host->offloadable = 1;
}

/* A part of an original hides with it.  */

class hidden_part : public cuf_change
{
public:
  explicit hidden_part (cgraph_node *node)
    : cuf_change (NULL_TREE), m_decl (cuf_keep_changed (node->decl))
  {
    node->offloadable = 0;
  }
  void undo () final override
  {
    if (cgraph_node *node = cgraph_node::get (m_decl))
      node->offloadable = 1;
  }

private:
  tree m_decl;
};

/* The initializer of a variable of the device names copies.  */

class changed_initializer : public cuf_change
{
public:
  changed_initializer (varpool_node *node, tree initializer)
    : cuf_change (NULL_TREE), m_decl (cuf_keep_changed (node->decl)),
      m_host (cuf_keep_changed (DECL_INITIAL (node->decl)))
  {
    set (initializer);
  }
  void undo () final override { set (m_host); }

private:
  void set (tree initializer)
  {
    DECL_INITIAL (m_decl) = initializer;
    if (varpool_node *node = varpool_node::get (m_decl))
      {
	node->remove_all_references ();
	record_references_in_initializer (m_decl, false);
      }
  }
  tree m_decl, m_host;
};

/* Let the initializers of the device's variables name the copies.  */

static void
name_copies_in_variables (void)
{
  varpool_node *node;
  FOR_EACH_VARIABLE (node)
    {
      tree initializer = DECL_INITIAL (node->decl);
      if (!node->offloadable || !initializer || initializer == error_mark_node)
	continue;
      walk_stmt_info info;
      memset (&info, 0, sizeof info);
      tree copy = unshare_expr (initializer);
      walk_tree_without_duplicates (&copy, name_copy, &info);
      if (info.changed)
	cuf_undo_later (new changed_initializer (node, copy));
    }
}

/* Hide the parts that were split off originals: the functions of the device
   that its entries and copies do not reach.  */

static void
hide_parts (void)
{
  hash_set<cgraph_node *> reached;
  auto_vec<cgraph_node *> queue;
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (node->offloadable && entry_p (node))
      queue.safe_push (node);
  for (const device_copy &copy : copies)
    if ((node = cgraph_node::get (copy.device)))
      queue.safe_push (node);
  while (!queue.is_empty ())
    {
      node = queue.pop ();
      if (!reached.add (node))
	for (cgraph_edge *e = node->callees; e; e = e->next_callee)
	  queue.safe_push (e->callee);
    }
  FOR_EACH_FUNCTION (node)
    if (node->offloadable && node->has_gimple_body_p ()
	&& !reached.contains (node))
      cuf_undo_later (new hidden_part (node));
}

/* Before streaming: let the copies be what the originals are for the host.  */

void
cuf_show_device_copies (void)
{
  if (copies.is_empty ())
    return;
  for (const device_copy &copy : copies)
    cuf_undo_later (new shown_copy (copy));
  hide_parts ();
  name_copies_in_variables ();
}

/* After streaming: append the copies to NODES, since nobody needs them any
   more.  */

void
cuf_forget_device_copies (vec<cgraph_node *> *nodes)
{
  for (const device_copy &copy : copies)
    if (cgraph_node *device = cgraph_node::get (copy.device))
      nodes->safe_push (device);
  copies.release ();
  delete copy_of;
  copy_of = NULL;
}

/* --- The pass ------------------------------------------------------------ */

static const pass_data copies_pass_data = {
  SIMPLE_IPA_PASS, "cufcopies", OPTGROUP_NONE, TV_NONE, PROP_ssa, 0, 0, 0, 0
};

class copies_pass : public simple_ipa_opt_pass
{
public:
  copies_pass (gcc::context *ctxt)
    : simple_ipa_opt_pass (copies_pass_data, ctxt) {}
  bool gate (function *) { return g->have_offload; }
  unsigned execute (function *) { return make_copies (); }
};

/* The pass that makes them.  */

opt_pass *
cuf_make_copies_pass (void)
{
  return new copies_pass (g);
}
