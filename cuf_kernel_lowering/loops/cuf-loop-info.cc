/* Kernel loop directives: what is told about them on request.
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
#include "stringpool.h"
#include "fold-const.h"
#include "stor-layout.h"
#include "tree-iterator.h"
#include "function.h"
#include "cgraph.h"
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "trans-const.h"
#include "gimple-expr.h"
#include "gimplify.h"
#include "trans-stmt.h"
#include "cuf-lower.h"
#include "cuf-trans.h"
#include "cuf-loops.h"

#include "diagnostic-core.h"

/* Where the sizes of one dimension come from.  */

static const char *
origin (const cuf_extents *e, int i)
{
  if (e->count == 1 && e->size[0] && e->size[0]->ts.type == BT_DERIVED)
    return "given";
  return i < e->count && e->size[i] ? "given" : "chosen";
}

static void
tell_loop (const loop_nest *nest, int i)
{
  const mapped_loop *loop = &nest->loops[i];
  const cuf_kernel_do *k = nest->directive;
  const char *name = loop->code->ext.iterator->var->symtree->n.sym->name;
  location_t where = gfc_get_location (&loop->code->loc);
  if (loop->grid_dim < 0)
    inform (where, "loop over %qs: threads %c (%s), all in one block", name,
	    'x' + i, origin (&k->block, i));
  else
    inform (where, "loop over %qs: threads %c (%s), blocks %c (%s)", name,
	    'x' + i, origin (&k->block, i), 'x' + loop->grid_dim,
	    origin (&k->grid, i));
}

/* Tell that VALUE is private to each iteration if it is a variable that the
   user has named.  */

static void
tell_variable (location_t where, tree value)
{
  if (DECL_P (value) && DECL_NAME (value) && !DECL_ARTIFICIAL (value))
    inform (where, "%qs is private to each iteration",
	    IDENTIFIER_POINTER (DECL_NAME (value)));
}

/* Tell which variables of the host's are private to each iteration: scalars
   among those CAPTURED, and what ITERATION has of its own.  */

static void
tell_private (location_t where, const vec<tree> &captured, tree iteration)
{
  for (tree value : captured)
    {
      STRIP_NOPS (value);
      if (POINTER_TYPE_P (TREE_TYPE (value)))
	continue;
      if (TREE_CODE (value) == INDIRECT_REF)
	value = TREE_OPERAND (value, 0);
      tell_variable (where, value);
    }
  for (tree var = BIND_EXPR_VARS (DECL_SAVED_TREE (iteration)); var;
       var = DECL_CHAIN (var))
    tell_variable (where, var);
}

/* Tell what has become of NEST, whose body is the function ITERATION and has
   CAPTURED variables of the host's: the kernel SYMBOL.  */

void
cuf_tell_about_loops (const loop_nest *nest, tree iteration,
		      const vec<tree> &captured, const char *symbol)
{
  const cuf_kernel_do *k = nest->directive;
  location_t where = gfc_get_location (const_cast<locus *> (&k->where));
  inform_n (where, k->nloops, "kernel %qs generated from %d loop",
	    "kernel %qs generated from %d loops", symbol, k->nloops);
  for (int i = k->nloops - 1; i >= 0; i--)
    tell_loop (nest, i);
  for (const loop_reduction &r : nest->reductions)
    inform (gfc_get_location (&r.source->target->where),
	    "reduction with %qs into %qs in %s memory",
	    cuf_reduce_name (r.source->op),
	    r.source->target->symtree->n.sym->name,
	    r.on_host ? "host" : "device");
  tell_private (where, captured, iteration);
}
