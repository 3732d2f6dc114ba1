/* Scalars of the host's that a kernel loop knows by pointers.
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
#include "gfortran.h"
#include "trans.h"
#include "cuf-lower.h"
#include "cuf-loops.h"

/* An allocatable scalar, a pointer, what a name in ASSOCIATE or SELECT TYPE stands
   for and a Cray pointee are addresses to gfortran.  If they are in the host's
   memory a kernel loop is to have their values, see cuf-outline.cc.  Nothing in
   the tree says which memory that is, so the symbols are looked at.  */

/* True if SYM is such a scalar.  */

static bool
host_scalar_p (const gfc_symbol *sym)
{
  unsigned memory = cuf_symbol_memory (sym);
  return (sym->attr.flavor == FL_VARIABLE && !sym->attr.dimension
	  && !sym->attr.codimension && sym->ts.type != BT_CLASS
	  && (memory == CUF_MEM_NONE || memory == CUF_MEM_PINNED)
	  && (sym->attr.pointer || sym->attr.allocatable || sym->assoc
	      || sym->attr.select_type_temporary || sym->attr.cray_pointee));
}

/* True if component C of an object in the host's memory is a pointer to what is
   there, too, and no array.  */

static bool
host_component_p (const gfc_component *c)
{
  return (c->backend_decl && (c->attr.pointer || c->attr.allocatable)
	  && !c->attr.dimension && !c->attr.codimension && c->name[0] != '_'
	  && c->ts.type != BT_CLASS
	  && (c->attr.cuf_memory == CUF_MEM_NONE
	      || c->attr.cuf_memory == CUF_MEM_PINNED));
}

/* Callback of gfc_code_walker: note the variable EXPR, and its components, in the
   outline DATA.  */

static int
note_variable (gfc_expr **expr, int *, void *data)
{
  if ((*expr)->expr_type != EXPR_VARIABLE || !(*expr)->symtree)
    return 0;
  const gfc_symbol *sym = (*expr)->symtree->n.sym;
  if (sym->backend_decl && DECL_P (sym->backend_decl) && host_scalar_p (sym))
    cuf_note_scalar_pointer ((cuf_outline *) data, sym->backend_decl);
  for (const gfc_ref *ref = (*expr)->ref; ref; ref = ref->next)
    if (ref->type == REF_COMPONENT && host_component_p (ref->u.c.component))
      cuf_note_scalar_component ((cuf_outline *) data,
				 ref->u.c.component->backend_decl);
  return 0;
}

/* Array components in objects of the host's, with -gpu=mem:unified.  */
struct array_components
{
  hash_set<const gfc_component *> shared; /* By the threads.  */
  hash_set<const gfc_component *> assigned; /* Among these: what they change.  */
  hash_set<const gfc_component *> own;	/* Each iteration's, if not among those.  */
};

/* Callback of gfc_code_walker: note the array component of which *E is an
   element.  */

static int
note_element (gfc_expr **e, int *, void *data)
{
  if (const gfc_component *array = cuf_shared_component (*e))
    ((array_components *) data)->shared.add (array);
  return 0;
}

/* Callback of gfc_code_walker: note what the assignment *C sets.  */

static int
note_assigned (gfc_code **c, int *, void *data)
{
  array_components *found = (array_components *) data;
  if ((*c)->op != EXEC_ASSIGN)
    return 0;
  if (const gfc_component *array = cuf_shared_component ((*c)->expr1))
    found->assigned.add (array);
  else
    for (const gfc_ref *ref = (*c)->expr1->ref; ref; ref = ref->next)
      if (ref->type == REF_COMPONENT)
	found->own.add (ref->u.c.component);
  return 0;
}

/* Note in O the array components that the statements FIRST use where the host has
   them.  */

static void
note_shared_arrays (cuf_outline *o, gfc_code **first)
{
  array_components found;
  gfc_code_walker (first, note_assigned, note_element, &found);
  for (const gfc_component *c : found.shared)
    if (c->backend_decl
	&& (found.assigned.contains (c) || !found.own.contains (c)))
      cuf_note_shared_array (o, c->backend_decl);
}

static int
ignore_statement (gfc_code **, int *, void *)
{
  return 0;
}

/* Note in O the pointers to such scalars in the statements FIRST, which have been
   translated, and those arrays.  */

void
cuf_note_host_scalars (cuf_outline *o, gfc_code **first)
{
  gfc_code_walker (first, ignore_statement, note_variable, o);
  note_shared_arrays (o, first);
}
