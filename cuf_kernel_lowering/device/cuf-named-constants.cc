/* Named constants of other files in device code.
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
#include "system.h"
#include "coretypes.h"
#include "tree.h"
#include "cgraph.h"
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "trans-const.h"
#include "cuf-lower.h"
#include "cuf-undo.h"

/* Arrays and structures that are named constants of a module are objects of the
   file with the module, to which others refer.  That file may have no device
   code, or not have been compiled as CUDA Fortran: the device has none of it.
   Since the module says what their values are, the device gets objects of its own
   for those that this file's device code refers to.  On the host it remains a
   reference.  */

/* From the declaration of such a constant to its value.  The trees are kept by
   cuf_keep.  */
static hash_map<tree, tree> *constants;

/* DECL has been built for SYM, a named constant.  Note its value if it is of
   another file.  Called when gfortran has decided on its storage.  */

void
cuf_note_named_constant (tree decl, gfc_symbol *sym)
{
  gcc_assert (sym->attr.flavor == FL_PARAMETER);
  if (!DECL_EXTERNAL (decl) || !sym->value)
    return;
  tree value = gfc_conv_initializer (sym->value, &sym->ts, TREE_TYPE (decl),
				     sym->attr.dimension, false, false);
  if (!constants)
    constants = new hash_map<tree, tree>;
  constants->put (cuf_keep (decl), cuf_keep (value));
}

/* What is defined here for the device alone.  Marks of constant memory may
   rename it.  */

class definition : public cuf_change
{
public:
  definition (varpool_node *node, tree value)
    : cuf_change (NULL_TREE), m_decl (cuf_keep_changed (node->decl)),
      m_name (cuf_keep_changed (DECL_ASSEMBLER_NAME (m_decl)))
  {
    set (true, value);
  }

  void undo () final override
  {
    set (false, NULL_TREE);
    if (DECL_ASSEMBLER_NAME (m_decl) != m_name)
      symtab->change_decl_assembler_name (m_decl, m_name);
  }

private:
  void set (bool here, tree value)
  {
    /* Where loops have been unrolled nothing refers to it any more, and the node
       is gone.  */
    varpool_node *node = varpool_node::get (m_decl);
    TREE_STATIC (m_decl) = here;
    DECL_EXTERNAL (m_decl) = !here;
    TREE_PUBLIC (m_decl) = !here;
    DECL_INITIAL (m_decl) = value;
    if (node)
      node->definition = node->analyzed = node->offloadable = here;
  }

  tree m_decl, m_name;
};

/* Before streaming: if VAR, to which device code refers, is such a constant let
   the device have it, and return true.  */

bool
cuf_define_named_constant (varpool_node *var)
{
  tree *value = constants ? constants->get (var->decl) : NULL;
  if (!value || !DECL_EXTERNAL (var->decl) || var->offloadable)
    return false;
  cuf_undo_later (new definition (var, *value));
  return true;
}
