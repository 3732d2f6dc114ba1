/* Operations of whole warps.
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
#include "gfortran.h"
#include "cuf-lower.h"

/* True if NODE is an operation that all threads of a warp have to reach at one
   instruction, or may contain one: a device procedure of another file.  These
   are tensor cores' and barriers that reduce.  Other barriers, votes, matches
   and shuffles have forms whose threads may come from several instructions.  */

static bool
aligned_p (cgraph_node *node)
{
  const char *symbol = cuf_symbol (node->decl);
  if (node->has_gimple_body_p ())
    return false;
  if (startswith (symbol, "__gcuf_") || startswith (symbol, "_gfortran_"))
    return startswith (symbol, "__gcuf_warp_wmma_")
	   || startswith (symbol, "__gcuf_syncthreads_");
  return node->offloadable && !DECL_PURE_P (node->decl)
	 && !TREE_READONLY (node->decl);
}

/* True if NODE is an operation of a warp that is slower where its threads come
   from several instructions: they wait for each other, and part again.  */

static bool
converging_p (cgraph_node *node)
{
  return (!node->has_gimple_body_p ()
	  && (startswith (cuf_symbol (node->decl), "__gcuf_warp_")
	      || startswith (cuf_symbol (node->decl), "__gcuf_syncwarp")));
}

/* Append to FOUND the functions that call one of which OPERATION_P is true, and
   their callers.  */

static void
find_callers (hash_set<cgraph_node *> *found,
	      bool (*operation_p) (cgraph_node *))
{
  auto_vec<cgraph_node *> queue;
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (operation_p (node))
      queue.safe_push (node);
  while (!queue.is_empty ())
    for (cgraph_edge *e = queue.pop ()->callers; e; e = e->next_caller)
      if (!found->add (e->caller))
	queue.safe_push (e->caller);
}

/* Append to FOUND the functions that call what must be reached at one
   instruction, and their callers.  */

void
cuf_find_aligned (hash_set<cgraph_node *> *found)
{
  find_callers (found, aligned_p);
}

/* The same for what should be.  */

void
cuf_find_converging (hash_set<cgraph_node *> *found)
{
  find_callers (found, converging_p);
}
