/* Which lanes of a warp take part, and where the others wait.
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
#include "tree.h"
#include "fold-const.h"
#include "tree-iterator.h"
#include "gimple-expr.h"
#include "gimplify.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-fission.h"
#include "cuf-warp-split.h"

/* True if not all lanes that have not ended do what comes next, or among those
   that do something alike not all of these.  */

bool
cuf_lanes_apart_p (const warp_split *w)
{
  return (w->apart > w->alike.apart
	  || w->away.elements () > w->alike.away);
}

/* A new label.  */

tree
cuf_warp_label (const warp_split *w)
{
  tree label = create_artificial_label (input_location);
  DECL_CONTEXT (label) = w->f->fn;
  return label;
}

/* Append to OUT that the warp goes on where there are lanes, if no one takes
   part here.  */

void
cuf_append_skip (warp_split *w, tree *out)
{
  if (!w->skip)
    w->skip = cuf_warp_label (w);
  append (build3 (COND_EXPR, void_type_node,
		  build2 (EQ_EXPR, boolean_type_node, w->lanes->mask,
			  build_zero_cst (unsigned_type_node)),
		  build1 (GOTO_EXPR, void_type_node, w->skip), NULL_TREE), out);
}

/* Here may be some.  */

void
cuf_append_skip_label (warp_split *w, tree *out)
{
  if (w->skip)
    append (build1 (LABEL_EXPR, void_type_node, w->skip), out);
  w->skip = NULL_TREE;
}

/* The set of lanes that wait at LABEL; null if they never come back.  */

static tree
waiting_at (warp_split *w, tree label)
{
  if (label == w->f->end_label)
    return NULL_TREE;
  bool known;
  tree &var = w->waiting.get_or_insert (label, &known);
  if (!known)
    var = cuf_local_variable (w->f->fn, unsigned_type_node, w->lanes->vars);
  return var;
}

/* Some lanes go to LABEL while others do not.  */

void
cuf_note_leaving (warp_split *w, tree label)
{
  fission *f = w->f;
  w->leaving = true;
  if (w->seen.contains (label))
    f->possible = false;
  if (label == f->end_label)
    return;
  f->changed |= !f->apart.add (label);
  w->away.add (label);
}

/* Nobody waits at labels when a warp begins.  */

void
cuf_begin_waiting (warp_split *w, tree *stmts)
{
  for (auto entry : w->waiting)
    append (set (entry.second, build_zero_cst (unsigned_type_node)), stmts);
}

/* The lanes AYES go to LABEL.  */

void
cuf_emit_leaving (warp_split *w, tree ayes, tree label, tree *out)
{
  if (tree waiting = waiting_at (w, label))
    append (set (waiting, bits (BIT_IOR_EXPR, waiting, ayes)), out);
  append (set (w->lanes->mask, bits_but (w->lanes->mask, ayes)), out);
  cuf_append_skip (w, out);
}
