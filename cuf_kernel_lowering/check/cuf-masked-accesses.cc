/* Accesses of loops over threads that some of their iterations do not make.
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
#include "ssa.h"
#include "fold-const.h"
#include "gimple-iterator.h"
#include "gimplify.h"
#include "cfgloop.h"
#include "tree-cfg.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-niter.h"
#include "options.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-told-loop.h"

/* Where data decide which threads make an access whose address changes evenly, the
   runtime finds out in front of the loop whether there would be nothing to be
   reported but races if all threads made it.  The loop without checks has a byte
   for each thread, which says whether it has come to the block that the access is
   in:

     for (i = 0; i < count; i++)
       {
	 mask[i] = 0;
	 if (data)
	   {
	     mask[i] = 1;
	     if (!(quiet & GCUF_QUIET_MASKED))
	       GCUF_check_access (...);
	     the access
	   }
       }
     GCUF_check_masked (stretches, masks, quiet & GCUF_QUIET_MASKED ? n : 0,
			count, first);  */

enum { MOST_BLOCKS = 8 };

/* --- Which ones are masked ------------------------------------------------ */

/* True if CALL, which is even but for what it is made by some iterations of T
   alone, can be masked: others may see it.  */

bool
cuf_maskable_p (const told_loop *t, gcall *call)
{
  const unsigned both = GCUF_ACCESS_READ | GCUF_ACCESS_WRITE;
  return (t->some && !t->inner && !t->indices.is_empty ()
	  && tree_to_uhwi (gimple_call_arg (call, 3)) & both);
}

/* Leave to the rest of T those masked accesses that are in too many blocks.  */

static void
limit_blocks (told_loop *t)
{
  auto_vec<basic_block> blocks;
  for (unsigned i = 0; i < t->masked.length (); )
    {
      basic_block bb = gimple_bb (t->masked[i]);
      if (!blocks.contains (bb) && blocks.length () == MOST_BLOCKS)
	{
	  t->rest.safe_push (t->masked[i]);
	  t->masked.ordered_remove (i);
	  continue;
	}
      if (!blocks.contains (bb))
	blocks.safe_push (bb);
      i++;
    }
}

/* Let that of the masked accesses of T be one of the rest which is uncertain, and
   return true, if there is one.  */

static bool
give_up_uncertain (told_loop *t)
{
  for (unsigned i = 0; i < t->masked.length (); i++)
    if (cuf_uncertain_p (t->masked[i], t->rest))
      {
	t->rest.safe_push (t->masked[i]);
	t->masked.ordered_remove (i);
	return true;
      }
  return false;
}

/* What limits the iterations of T that come to BB, by other conditions than data:
   let those be the failures of T that they will be computed from.  */

static void
note_limits (told_loop *t, basic_block bb)
{
  auto_vec<edge> guards;
  cuf_guards_p (t, bb, &guards);
  for (edge e : guards)
    if (cuf_limit_p (t, e) && !t->failures.contains (e))
      t->failures.safe_push (e);
}

/* Leave to the rest of T those masked accesses that have to be told of by
   themselves.  */

void
cuf_choose_masked (told_loop *t)
{
  limit_blocks (t);
  while (give_up_uncertain (t))
    continue;
}

/* Let those of CALLS be masked accesses of T, too, that can be, and note what limits
   all of these.  */

void
cuf_add_masked (told_loop *t, const vec<gcall *> &calls)
{
  for (gcall *call : calls)
    if (cuf_maskable_p (t, call))
      t->masked.safe_push (call);
  limit_blocks (t);
  for (gcall *call : t->masked)
    note_limits (t, gimple_bb (call));
  if (dump_file && !t->masked.is_empty ())
    fprintf (dump_file, "loop %d: %u accesses are masked\n", t->loop->num,
	     t->masked.length ());
}

/* --- The loop that notes them --------------------------------------------- */

/* The number of the iteration of LOOP, which is computed at its beginning.  */

static tree
iteration_number (loop_p loop)
{
  tree i = make_ssa_name (size_type_node), next = make_ssa_name (size_type_node);
  gphi *phi = create_phi_node (i, loop->header);
  add_phi_arg (phi, size_zero_node, loop_preheader_edge (loop),
	       UNKNOWN_LOCATION);
  add_phi_arg (phi, next, loop_latch_edge (loop), UNKNOWN_LOCATION);
  gimple_stmt_iterator gsi = gsi_after_labels (loop->header);
  gsi_insert_before (&gsi, gimple_build_assign (next, PLUS_EXPR, i,
						size_one_node),
		     GSI_SAME_STMT);
  return i;
}

/* Let element I of MASK be VALUE in front of GSI.  */

static void
set_mask (gimple_stmt_iterator *gsi, tree mask, tree i, int value)
{
  tree type = unsigned_char_type_node;
  tree element = build4 (ARRAY_REF, type, mask, i, NULL_TREE, NULL_TREE);
  gsi_insert_before (gsi, gimple_build_assign (element,
					       build_int_cst (type, value)),
		     GSI_SAME_STMT);
}

/* A mask of iteration I of LOOP, which says whether it has come to where CALL
   is.  */

static tree
make_mask (loop_p loop, tree i, gcall *call)
{
  tree type = build_array_type_nelts (unsigned_char_type_node,
				      GCUF_MOST_MASKED);
  tree mask = create_tmp_var (type, "mask");
  TREE_ADDRESSABLE (mask) = 1;
  gimple_stmt_iterator gsi = gsi_after_labels (loop->header);
  set_mask (&gsi, mask, i, 0);
  gsi = gsi_for_stmt (call);
  set_mask (&gsi, mask, i, 1);
  return mask;
}

/* Whether T's masked accesses are told of one by one, computed on E, in front of the
   loop.  */

static tree
told_one_by_one (told_loop *t, edge e)
{
  gimple_seq seq = NULL;
  tree bit = build_int_cst (integer_type_node, GCUF_QUIET_MASKED);
  tree set = make_ssa_name (integer_type_node);
  tree none = make_ssa_name (boolean_type_node);
  gimple_seq_add_stmt (&seq, gimple_build_assign (set, BIT_AND_EXPR, t->quiet,
						  bit));
  gimple_seq_add_stmt (&seq, gimple_build_assign (none, EQ_EXPR, set,
						  integer_zero_node));
  gsi_insert_seq_on_edge_immediate (e, seq);
  return none;
}

/* Tell of the masked accesses of T behind its loop, unless ONE_BY_ONE.  MASKS has a
   mask for each of them.  */

static void
tell_masked (told_loop *t, const vec<tree> &masks, tree one_by_one)
{
  tree type = build_pointer_type (unsigned_char_type_node);
  unsigned n = cuf_number_told (t), others = n - masks.length ();
  tree array = create_tmp_var (build_array_type_nelts (type, n), "masks");
  TREE_ADDRESSABLE (array) = 1;
  gimple_seq seq = NULL;
  for (unsigned i = 0; i < n; i++)
    {
      tree element = build4 (ARRAY_REF, type, array, size_int (i), NULL_TREE,
			     NULL_TREE);
      tree mask = (i < others ? build_zero_cst (type)
		   : build_fold_addr_expr_with_type (masks[i - others], type));
      gimple_seq_add_stmt (&seq, gimple_build_assign (element, mask));
    }
  tree told = make_ssa_name (size_type_node);
  gimple_seq_add_stmt (&seq, gimple_build_assign (told, COND_EXPR, one_by_one,
						  size_zero_node,
						  size_int (n)));
  gcall *call
    = gimple_build_call (cuf_tree (CUF_FN_CHECK_MASKED), 5, t->stretches,
			 build_fold_addr_expr_with_type (array, ptr_type_node),
			 told, t->count, t->first);
  gimple_set_location (call, gimple_location (t->masked[0]));
  gimple_seq_add_stmt (&seq, call);
  gsi_insert_seq_on_edge_immediate (t->exit, seq);
}

/* Let the loop of T, which is the one without checks, note which iterations make
   the masked accesses, and tell of these behind it instead of one by one.  */

void
cuf_note_masked (told_loop *t)
{
  if (t->masked.is_empty ())
    return;
  auto_vec<tree> masks;
  hash_map<basic_block, tree> of_block;
  tree one_by_one = told_one_by_one (t, loop_preheader_edge (t->loop));
  tree i = iteration_number (t->loop);
  for (gcall *call : t->masked)
    {
      tree &mask = of_block.get_or_insert (gimple_bb (call));
      if (!mask)
	mask = make_mask (t->loop, i, call);
      masks.safe_push (mask);
    }
  tell_masked (t, masks, one_by_one);
  for (gcall *call : t->masked)
    cuf_guard_call (call, one_by_one);
}
