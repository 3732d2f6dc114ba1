/* What the device is given besides the functions that are marked for it.
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
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-undo.h"
#include "gcuf-names.h"

/* --- References ---------------------------------------------------------- */

/* Read-only data and temporaries that the front end has made, and that device
   code refers to, belong to the device too.  */

static bool
private_data_p (varpool_node *node)
{
  tree decl = node->decl;
  return TREE_STATIC (decl) && !DECL_EXTERNAL (decl)
	 && !lookup_attribute (CUF_SITE_ATTRIBUTE, DECL_ATTRIBUTES (decl))
	 && (TREE_READONLY (decl) || DECL_ARTIFICIAL (decl)
	     || decl_function_context (decl));
}

/* Let FN, of the device, call functions by their own names.  In shared libraries
   GCC makes aliases for what others cannot replace, of which the device has
   none.  */

void
cuf_call_by_name (cgraph_node *fn)
{
  auto_vec<cgraph_edge *> calls;
  for (cgraph_edge *e = fn->callees; e; e = e->next_callee)
    if (e->callee->alias && e->callee->analyzed)
      calls.safe_push (e);
  for (cgraph_edge *e : calls)
    {
      e->redirect_callee (e->callee->ultimate_alias_target ());
      push_cfun (DECL_STRUCT_FUNCTION (fn->decl));
      cgraph_edge::redirect_call_stmt_to_callee (e);
      pop_cfun ();
    }
}

/* Mark for the device what NODE, which is, refers to and only the compiler
   knows.  Append it to QUEUE.  */

static void
offload_references (symtab_node *node, auto_vec<symtab_node *> *queue)
{
  /* Parts that were split off, and what the front end has made for types.  */
  cgraph_node *fn = dyn_cast<cgraph_node *> (node);
  if (fn && fn->has_gimple_body_p ())
    cuf_call_by_name (fn);
  if (fn)
    for (cgraph_edge *e = fn->callees; e; e = e->next_callee)
      if (!e->callee->offloadable && e->callee->has_gimple_body_p ())
	{
	  e->callee->offloadable = 1;
	  queue->safe_push (e->callee);
	}

  struct ipa_ref *ref;
  for (unsigned i = 0; node->iterate_reference (i, ref); i++)
    {
      varpool_node *var = dyn_cast<varpool_node *> (ref->referred);
      if (!var || var->offloadable || cuf_define_named_constant (var))
	continue;
      if (private_data_p (var))
	{
	  var->offloadable = 1;
	  queue->safe_push (var);
	}
    }
}

/* Before streaming: mark for the device what the front end has made and device
   code refers to, with what that refers to.  */

void
cuf_offload_references (void)
{
  auto_vec<symtab_node *> queue;
  symtab_node *node;
  FOR_EACH_SYMBOL (node)
    if (node->offloadable)
      queue.safe_push (node);
  while (!queue.is_empty ())
    offload_references (queue.pop (), &queue);
}

/* --- Visibility ---------------------------------------------------------- */

/* The accelerator's compiler takes what it is given for the whole program, so
   that it drops those parts of the device library that are not called, and
   inlines what is called once.  Kernels and variables stay: the runtime library
   asks for them by name.  There is no other visibility on the device.  */

class visibility_change : public cuf_change
{
public:
  explicit visibility_change (tree decl)
    : cuf_change (NULL_TREE), m_decl (cuf_keep_changed (decl))
  {
    DECL_VISIBILITY (decl) = VISIBILITY_DEFAULT;
  }
  void undo () final override { DECL_VISIBILITY (m_decl) = VISIBILITY_HIDDEN; }

private:
  tree m_decl;
};

/* Let DECL stay on the device if it is a kernel's entry or a variable that
   others see.  */

static void
keep_visible (tree decl)
{
  if (!TREE_PUBLIC (decl) || DECL_EXTERNAL (decl)
      || (TREE_CODE (decl) == FUNCTION_DECL
	  && !lookup_attribute ("kernel", DECL_ATTRIBUTES (decl))))
    return;
  if (!lookup_attribute ("externally_visible", DECL_ATTRIBUTES (decl)))
    DECL_ATTRIBUTES (decl)
      = tree_cons (get_identifier ("externally_visible"), NULL_TREE,
		   DECL_ATTRIBUTES (decl));
  if (DECL_VISIBILITY (decl) == VISIBILITY_HIDDEN)
    cuf_undo_later (new visibility_change (decl));
}

/* Before streaming: let all such stay.  */

void
cuf_keep_visible (void)
{
  symtab_node *node;
  FOR_EACH_SYMBOL (node)
    if (node->offloadable)
      keep_visible (node->decl);
}

/* --- Constant memory ----------------------------------------------------- */

/* To the accelerator's compiler a read-only variable is in `.const' memory.
   `Volatile' keeps it from taking zeros for the value of a variable without
   initializer; no access has been marked volatile.  */

class constant_change : public cuf_change
{
public:
  explicit constant_change (tree decl)
    : cuf_change (NULL_TREE), m_decl (cuf_keep_changed (decl))
  {
    set (true);
  }
  void undo () final override
  {
    set (false);
    forget_section ();
  }

private:
  void set (bool read_only)
  {
    TREE_READONLY (m_decl) = read_only;
    TREE_THIS_VOLATILE (m_decl) = read_only;
  }

  /* -fdata-sections has given it a section by what it was while streamed.  */
  void forget_section ()
  {
    symtab_node *node = symtab_node::get (m_decl);
    if (!node || !node->implicit_section)
      return;
    node->set_section (NULL);
    node->implicit_section = false;
  }

  tree m_decl;
};

static bool
constant_memory_p (tree decl)
{
  return VAR_P (decl)
	 && lookup_attribute ("cuf constant", DECL_ATTRIBUTES (decl));
}

/* Before streaming: put constant variables there.  */

void
cuf_use_constant_memory (void)
{
  symtab_node *node;
  FOR_EACH_SYMBOL (node)
    if (node->offloadable && constant_memory_p (node->decl))
      cuf_undo_later (new constant_change (node->decl));
}

/* True if DECL is data that belongs there.  */

static bool
read_only_p (tree decl)
{
  return (VAR_P (decl) && !DECL_EXTERNAL (decl)
	  && (TREE_READONLY (decl) || constant_memory_p (decl)));
}

/* Where that compiler does not care, a pass over PTX does.  It knows DECL by a
   mark or, if only this file names it, by a prefix of its name.  */

static void
mark_constant (tree decl)
{
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl));
  if (TREE_PUBLIC (decl))
    cuf_build_mark (GCUF_NAME_CONSTANT, name,
		    build_int_cst (char_type_node, 0));
  else if (!startswith (name, GCUF_NAME_READ_ONLY))
    {
      char *changed = concat (GCUF_NAME_READ_ONLY, name, NULL);
      symtab->change_decl_assembler_name (decl, get_identifier (changed));
      free (changed);
    }
}

/* True if they are to be marked.  */

bool
cuf_marks_constants_p (void)
{
  return CUF_MARK_CONSTANTS;
}

/* Before streaming: mark all such.  */

void
cuf_mark_constants (void)
{
  auto_vec<tree> decls;
  symtab_node *node;
  FOR_EACH_SYMBOL (node)
    if (node->offloadable && read_only_p (node->decl))
      decls.safe_push (node->decl);
  for (tree decl : decls)
    mark_constant (decl);
}
