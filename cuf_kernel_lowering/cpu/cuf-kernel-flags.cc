/* What the runtime is told of a kernel's host code.
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
#include "cgraph.h"
#include "stringpool.h"
#include "attribs.h"
#include "fold-const.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* --- Kernels ------------------------------------------------------------- */

/* A kernel's record, its run function, that of its parts between barriers or
   null, and with -gpu=check one that calls both.  */
struct kernel_note
{
  tree record;
  tree run;
  tree split;
  tree both;
};
static vec<kernel_note> kernels;

/* A kernel has RECORD and the run function RUN; SPLIT is that of its parts, or
   null, and BOTH calls one or the other, if not null.  */

void
cuf_note_kernel (tree record, tree run, tree split, tree both)
{
  gcc_assert (VAR_P (record) && TREE_TYPE (record) == cuf_tree (CUF_KERNEL));
  gcc_assert (TREE_CODE (run) == FUNCTION_DECL && run != split);
  kernel_note note = { cuf_keep (record), cuf_keep (run),
		       split ? cuf_keep (split) : NULL_TREE,
		       both ? cuf_keep (both) : NULL_TREE };
  kernels.safe_push (note);
}

/* --- What a kernel does -------------------------------------------------- */

/* Intrinsics in which a thread waits for others, or looks at them.  */

static bool
collective_intrinsic_p (const char *symbol)
{
  return (startswith (symbol, "sync") || startswith (symbol, "warp")
	  || strcmp (symbol, "spin") == 0);
}

/* True if NODE, or a function that it calls, may wait for other threads of its
   block.  SEEN has the functions already looked at.  */

static bool
convergent_p (cgraph_node *node, hash_set<cgraph_node *> *seen)
{
  if (seen->add (node))
    return false;
  const char *symbol = cuf_symbol (node->decl);
  if (startswith (symbol, "__gcuf_") && !node->has_gimple_body_p ())
    return collective_intrinsic_p (symbol + strlen ("__gcuf_"));
  if (!node->has_gimple_body_p ())
    /* A device procedure of another file may, unless it is pure; libraries of
       the host know nothing of threads.  */
    return node->offloadable && !DECL_PURE_P (node->decl);
  if (node->indirect_calls)
    return true;
  for (cgraph_edge *e = node->callees; e; e = e->next_callee)
    if (convergent_p (e->callee->ultimate_alias_target (), seen))
      return true;
  return false;
}

/* True if NODE, or a function that it calls, waits in a loop for other threads:
   see cuf-spin.cc, which knows the functions of the device and not the parts of
   kernels that are split.  */

static bool
spinning_p (cgraph_node *node, hash_set<cgraph_node *> *seen)
{
  if (seen->add (node))
    return false;
  if (!node->has_gimple_body_p ())
    return strcmp (cuf_symbol (node->decl), "__gcuf_spin") == 0;
  for (cgraph_edge *e = node->callees; e; e = e->next_callee)
    if (spinning_p (e->callee->ultimate_alias_target (), seen))
      return true;
  return false;
}

/* True if NODE, or a function that it calls, may look at a pointer variable of
   a module.  */

static bool
looks_at_pointers_p (cgraph_node *node, hash_set<cgraph_node *> *seen)
{
  if (seen->add (node))
    return false;
  if (!node->has_gimple_body_p ())
    return (node->offloadable
	    && !startswith (cuf_symbol (node->decl), "__gcuf_"));
  if (node->indirect_calls)
    return true;
  ipa_ref *ref;
  for (unsigned i = 0; node->iterate_reference (i, ref); i++)
    if (varpool_node *var = dyn_cast<varpool_node *> (ref->referred))
      if (lookup_attribute (CUF_POINTER_ATTRIBUTE,
			    DECL_ATTRIBUTES (var->decl)))
	return true;
  for (cgraph_edge *e = node->callees; e; e = e->next_callee)
    if (looks_at_pointers_p (e->callee->ultimate_alias_target (), seen))
      return true;
  return false;
}

/* --- Its record ---------------------------------------------------------- */

/* The value of field NAME in a kernel's RECORD.  */

tree *
cuf_record_field (tree record, const char *name)
{
  tree field = cuf_field (cuf_tree (CUF_KERNEL), name);
  unsigned i;
  constructor_elt *elt;
  FOR_EACH_VEC_SAFE_ELT (CONSTRUCTOR_ELTS (DECL_INITIAL (record)), i, elt)
    if (elt->index == field)
      return &elt->value;
  gcc_unreachable ();
}

static bool
convergent_function_p (tree fn)
{
  hash_set<cgraph_node *> seen;
  return convergent_p (cgraph_node::get (fn), &seen);
}

static bool
spinning_function_p (tree fn)
{
  hash_set<cgraph_node *> seen;
  return spinning_p (cgraph_node::get (fn), &seen);
}

/* Let the run function of NOTE be that of the parts, whose threads need no
   stacks.  */

static void
use_split (const kernel_note &note)
{
  gcc_assert (note.split);
  *cuf_record_field (note.record, "run")
    = build_fold_addr_expr (note.both ? note.both : note.split);
  varpool_node *record = varpool_node::get (note.record);
  record->remove_all_references ();
  record_references_in_initializer (note.record, false);
}

static void
set_kernel_flag (const kernel_note &note, unsigned flag)
{
  tree *flags = cuf_record_field (note.record, "flags");
  *flags = build_int_cst (TREE_TYPE (*flags), tree_to_uhwi (*flags) | flag);
}

/* True if the parts of NOTE's kernel, whose threads wait for each other, can
   run instead.  */

static bool
splittable_p (const kernel_note &note)
{
  return (note.split && !convergent_function_p (note.split)
	  && !spinning_function_p (note.run));
}

/* True if they are better although no thread waits for another.  */

static bool
better_p (const kernel_note &note)
{
  return (note.split
	  && lookup_attribute (CUF_BETTER_ATTRIBUTE,
			       DECL_ATTRIBUTES (note.split))
	  && splittable_p (note));
}

/* With -gpu=check the accesses of each thread are looked at.  All threads of a
   block may run in one call, which tells the context which it is about, if they
   do not wait for each other.  */

static void
set_checked (const kernel_note &note)
{
  set_kernel_flag (note, GCUF_KERNEL_CHECKED);
  if (!convergent_function_p (note.run))
    {
      if (better_p (note))
	use_split (note);
      return;
    }
  if (!splittable_p (note))
    {
      set_kernel_flag (note, GCUF_KERNEL_CONVERGENT);
      return;
    }
  if (lookup_attribute (CUF_WHOLE_WARPS_ATTRIBUTE,
			DECL_ATTRIBUTES (note.split)))
    {
      set_kernel_flag (note, GCUF_KERNEL_CONVERGENT);
      set_kernel_flag (note, GCUF_KERNEL_WHOLE_WARPS);
    }
  use_split (note);
}

/* After streaming: tell the runtime which kernels need a stack for each
   thread, and which to wait for.  */

void
cuf_set_kernel_flags (void)
{
  for (const kernel_note &note : kernels)
    {
      cgraph_node *run = cgraph_node::get (note.run);
      cgraph_node *split = note.split ? cgraph_node::get (note.split) : NULL;
      if (split)
	split->force_output = 0;
      if (note.both && cgraph_node::get (note.both))
	cgraph_node::get (note.both)->force_output = 0;
      /* There is none if the kernel is never launched.  */
      if (!run)
	continue;
      hash_set<cgraph_node *> seen;
      if (looks_at_pointers_p (run, &seen))
	set_kernel_flag (note, GCUF_KERNEL_POINTERS);
      if (cuf_check_p ())
	{
	  set_checked (note);
	  continue;
	}
      if (!convergent_function_p (note.run))
	{
	  if (better_p (note))
	    {
	      use_split (note);
	      set_kernel_flag (note, GCUF_KERNEL_ARRAYS);
	    }
	  continue;
	}
      if (splittable_p (note))
	{
	  use_split (note);
	  continue;
	}
      set_kernel_flag (note, GCUF_KERNEL_CONVERGENT);
    }
}

/* After streaming: tell the runtime which memory kernels need, and ask for
   what is known only when all functions have been compiled: the records come
   after these, also where the host is not optimized and everything stays in
   its place.  */

void
cuf_set_kernel_memory (void)
{
  for (const kernel_note &note : kernels)
    {
      cgraph_node *run = cgraph_node::get (note.run);
      if (!run)
	continue;
      HOST_WIDE_INT shared = 0, constant = 0;
      cuf_count_memory (run, &shared, &constant);
      *cuf_record_field (note.record, "shared_bytes") = size_int (shared);
      *cuf_record_field (note.record, "constant_bytes") = size_int (constant);
      tree used = *cuf_record_field (note.record, "run");
      STRIP_NOPS (used);
      gcc_assert (TREE_CODE (used) == ADDR_EXPR);
      cuf_note_frame (note.record, TREE_OPERAND (used, 0));
      varpool_node::get (note.record)->no_reorder = 0;
    }
}
