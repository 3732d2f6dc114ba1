/* The options of device code while it is streamed.
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
#include "cgraph.h"
#include "stringpool.h"
#include "attribs.h"
#include "options.h"
#include "opts.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-undo.h"

/* Device code is compiled with the optimization options of the offload
   compiler's command line, or those that cuf_device_optimization returns; the
   host's functions have their own again behind streaming.  */

class options_change : public cuf_change
{
public:
  options_change (tree fn, tree options)
    : cuf_change (NULL_TREE), m_decl (cuf_keep_changed (fn)),
      m_options (DECL_FUNCTION_SPECIFIC_OPTIMIZATION (fn))
  {
    cuf_keep_changed (m_options);
    DECL_FUNCTION_SPECIFIC_OPTIMIZATION (fn) = options;
  }
  void undo () final override
  {
    DECL_FUNCTION_SPECIFIC_OPTIMIZATION (m_decl) = m_options;
  }

private:
  tree m_decl, m_options;
};

/* Whatever its size, a kernel's body is inlined into the entry, which does
   nothing but call it: its arrays would be parameters, of which nothing is known,
   of a function that may use any register.  */

class body_change : public cuf_change
{
public:
  explicit body_change (tree fn)
    : cuf_change (NULL_TREE), m_decl (cuf_keep_changed (fn)),
      m_disregard (DECL_DISREGARD_INLINE_LIMITS (fn))
  {
    DECL_DISREGARD_INLINE_LIMITS (fn) = 1;
  }
  void undo () final override
  {
    DECL_DISREGARD_INLINE_LIMITS (m_decl) = m_disregard;
  }

private:
  tree m_decl;
  bool m_disregard;
};

/* Let the body be inlined that NODE calls, if that is the entry of a kernel.  */

static void
inline_body (cgraph_node *node)
{
  if (!lookup_attribute ("kernel", DECL_ATTRIBUTES (node->decl)))
    return;
  for (cgraph_edge *e = node->callees; e; e = e->next_callee)
    if (e->callee->offloadable && e->callee->has_gimple_body_p ())
      cuf_undo_later (new body_change (e->callee->decl));
}

/* Before streaming: give the functions of the device its options.  Copies of
   them that the device has alone have got theirs.  */

void
cuf_use_device_options (void)
{
  hash_set<cgraph_node *> aligned, converging;
  cuf_find_aligned (&aligned);
  cuf_find_converging (&converging);
  tree aligned_options
    = aligned.is_empty () ? NULL_TREE : cuf_aligned_optimization ();
  tree converging_options
    = converging.is_empty () ? NULL_TREE : cuf_converging_optimization ();
  tree options = cuf_device_optimization ();
  cgraph_node *node;
  if (!cuf_debug_device_p ())
    FOR_EACH_FUNCTION (node)
      inline_body (node);
  FOR_EACH_FUNCTION (node)
    if (node->offloadable && node->has_gimple_body_p ()
	&& !cuf_has_device_copy_p (node->decl))
      cuf_undo_later (new options_change (node->decl,
					  aligned.contains (node)
					  ? aligned_options
					  : converging.contains (node)
					  ? converging_options : options));
}

/* --- The default --------------------------------------------------------- */

/* Device code is optimized even where the host's is not.  The offload
   compiler's optimizers start from an analysis that is made here, before
   streaming, of functions that are to be optimized: until then the default is
   to optimize, and functions of the host alone are exceptions.  */

class default_change : public cuf_change
{
public:
  explicit default_change (tree node)
    : cuf_change (NULL_TREE),
      m_host (cuf_keep_changed (optimization_default_node))
  {
    set (node);
  }
  void undo () final override { set (m_host); }

private:
  static void set (tree node)
  {
    optimization_default_node = node;
    optimization_current_node = node;
    cl_optimization_restore (&global_options, &global_options_set,
			     TREE_OPTIMIZATION (node));
  }
  tree m_host;
};

/* What is kept, and kept in its place, only because the host is not optimized,
   is not meanwhile.  */

class removal_change : public cuf_change
{
public:
  explicit removal_change (cgraph_node *node)
    : cuf_change (NULL_TREE), m_decl (cuf_keep_changed (node->decl)),
      m_force_output (node->force_output), m_no_reorder (node->no_reorder)
  {
    node->force_output = false;
    node->no_reorder = false;
  }
  void undo () final override
  {
    if (cgraph_node *node = cgraph_node::get (m_decl))
      {
	node->force_output = m_force_output;
	node->no_reorder = m_no_reorder;
      }
  }

private:
  tree m_decl;
  bool m_force_output, m_no_reorder;
};

/* True if the host's code is not optimized and the device's is.  */

bool
cuf_device_optimized_alone_p (void)
{
  return !optimize && !cuf_debug_device_p ();
}

/* Before streaming, if so: let the default be to optimize.  */

void
cuf_optimize_by_default (void)
{
  cgraph_node *node;
  tree host_default = optimization_default_node;
  FOR_EACH_FUNCTION (node)
    if (node->offloadable)
      cuf_undo_later (new removal_change (node));
    else if (!DECL_FUNCTION_SPECIFIC_OPTIMIZATION (node->decl))
      cuf_undo_later (new options_change (node->decl, host_default));
  cuf_undo_later (new default_change (cuf_keep
				      (cuf_default_optimization ())));
}
