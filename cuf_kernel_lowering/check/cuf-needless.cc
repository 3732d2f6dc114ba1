/* Checks of values that are known to be set.
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
#include "fold-const.h"
#include "gimple-iterator.h"
#include "gimple-ssa.h"
#include "cfgloop.h"
#include "tree-cfg.h"
#include "tree-dfa.h"
#include "tree-into-ssa.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-niter.h"
#include "tree-ssa-alias.h"
#include "options.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-told-loop.h"

/* A place in a variable: BYTES, a constant, at OFFSET, not one, and DISTANCE
   bytes.  */
struct place
{
  tree base;
  tree offset;			/* Or null.  */
  HOST_WIDE_INT distance, bytes;
};

/* Let P, of which the BYTES and, from the address of REF on, the DISTANCE are
   known, be where REF is.  Return false if that is in no local variable.  */

static bool
find_place (tree ref, place *p)
{
  poly_int64 size, position;
  machine_mode mode;
  int is_unsigned, reversed, is_volatile;
  HOST_WIDE_INT distance;
  p->base = get_inner_reference (ref, &size, &position, &p->offset, &mode,
				 &is_unsigned, &reversed, &is_volatile);
  if (!position.is_constant (&distance) || distance % BITS_PER_UNIT)
    return false;
  p->distance += distance / BITS_PER_UNIT;
  while (p->offset && TREE_CODE (p->offset) == PLUS_EXPR
	 && tree_fits_shwi_p (TREE_OPERAND (p->offset, 1)))
    {
      p->distance += tree_to_shwi (TREE_OPERAND (p->offset, 1));
      p->offset = TREE_OPERAND (p->offset, 0);
    }
  return VAR_P (p->base) && !is_global_var (p->base);
}

/* The value of OFFSET, an SSA name, as a product if it is one by a constant, as
   get_inner_reference has it.  What is added to that goes to P.  */

static tree
as_product (tree offset, place *p)
{
  gassign *def = (TREE_CODE (offset) == SSA_NAME
		  ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (offset)) : NULL);
  if (def && gimple_assign_rhs_code (def) == PLUS_EXPR
      && tree_fits_shwi_p (gimple_assign_rhs2 (def)))
    {
      p->distance += tree_to_shwi (gimple_assign_rhs2 (def));
      return as_product (gimple_assign_rhs1 (def), p);
    }
  if (!def || gimple_assign_rhs_code (def) != MULT_EXPR
      || TREE_CODE (gimple_assign_rhs2 (def)) != INTEGER_CST)
    return fold_convert (sizetype, offset);
  return fold_build2 (MULT_EXPR, sizetype,
		      fold_convert (sizetype, gimple_assign_rhs1 (def)),
		      fold_convert (sizetype, gimple_assign_rhs2 (def)));
}

/* The same of what POINTER points to.  */

static bool
find_place_at (tree pointer, place *p)
{
  tree offset = NULL_TREE;
  while (TREE_CODE (pointer) == SSA_NAME)
    {
      gassign *def = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (pointer));
      if (!def)
	return false;
      tree_code code = gimple_assign_rhs_code (def);
      if (code == POINTER_PLUS_EXPR)
	{
	  tree distance = gimple_assign_rhs2 (def);
	  if (tree_fits_shwi_p (distance))
	    p->distance += tree_to_shwi (distance);
	  else if (offset)
	    return false;
	  else
	    offset = as_product (distance, p);
	}
      else if (code != ADDR_EXPR && code != SSA_NAME
	       && !CONVERT_EXPR_CODE_P (code))
	return false;
      pointer = gimple_assign_rhs1 (def);
    }
  if (TREE_CODE (pointer) != ADDR_EXPR
      || !find_place (TREE_OPERAND (pointer, 0), p) || (offset && p->offset))
    return false;
  if (offset)
    p->offset = offset;
  return true;
}

/* True if STMT stores at a place in the same variable as P is, which becomes
   *STORED, at the same OFFSET.  */

static bool
stores_near_p (gimple *stmt, const place *p, place *stored)
{
  *stored = {};
  if (!gimple_assign_single_p (stmt) || !gimple_store_p (stmt)
      || gimple_clobber_p (stmt))
    return false;
  tree lhs = gimple_assign_lhs (stmt);
  tree size = TYPE_SIZE_UNIT (TREE_TYPE (lhs));
  if (!size || !tree_fits_shwi_p (size) || !find_place (lhs, stored))
    return false;
  stored->bytes = tree_to_shwi (size);
  return (stored->base == p->base
	  && (stored->offset && p->offset
	      ? operand_equal_p (stored->offset, p->offset)
	      : stored->offset == p->offset));
}

/* True if CALL is of GCUF_check_access, of memory that no other thread can see:
   it asks whether a value has been set.  */

bool
cuf_value_check_p (gcall *call)
{
  if (gimple_call_fndecl (call) != cuf_tree (CUF_FN_CHECK_ACCESS))
    return false;
  tree kind = gimple_call_arg (call, 3);
  return (TREE_CODE (kind) == INTEGER_CST
	  && (tree_to_uhwi (kind) & (GCUF_ACCESS_READ | GCUF_ACCESS_WRITE
				     | GCUF_ACCESS_USED)) == GCUF_ACCESS_USED);
}

/* CALL tells of an access.  Let it ask about no more than the value if that is
   in a variable of the thread, as what a device function does with its
   arguments may be when it has become a part of another one.  Return true if it
   asks nothing then.  */

static bool
become_value_check (gcall *call)
{
  const unsigned both = GCUF_ACCESS_READ | GCUF_ACCESS_WRITE;
  place p = {};
  tree arg = gimple_call_arg (call, 3);
  unsigned kind = TREE_CODE (arg) == INTEGER_CST ? tree_to_uhwi (arg) : 0;
  if (!(kind & both) || kind & GCUF_ACCESS_ATOMIC
      || !find_place_at (gimple_call_arg (call, 0), &p))
    return false;
  gimple_call_set_arg (call, 3, build_int_cst (TREE_TYPE (arg),
					       kind & GCUF_ACCESS_USED));
  return !(kind & GCUF_ACCESS_USED);
}

/* True if CALL, of GCUF_check_access, asks about the value of a thread's own
   variable that has been set, to one that was computed, in front of it.  */

static bool
needless_p (gcall *call)
{
  enum { MOST_STATEMENTS = 64 };
  ao_ref ref;
  place p = {}, stored;
  tree kind = gimple_call_arg (call, 3), bytes = gimple_call_arg (call, 1);
  tree address = gimple_call_arg (call, 0);
  if (TREE_CODE (kind) != INTEGER_CST
      || tree_to_uhwi (kind) != GCUF_ACCESS_USED || !tree_fits_shwi_p (bytes)
      || !find_place_at (address, &p))
    return false;
  p.bytes = tree_to_shwi (bytes);
  ao_ref_init_from_ptr_and_size (&ref, address, bytes);
  gimple *stmt = call;
  for (int i = 0; i < MOST_STATEMENTS; i++)
    {
      stmt = SSA_NAME_DEF_STMT (gimple_vuse (stmt));
      if (gimple_nop_p (stmt) || gimple_code (stmt) == GIMPLE_PHI)
	return false;
      if (stores_near_p (stmt, &p, &stored))
	{
	  if (stored.distance == p.distance && stored.bytes == p.bytes)
	    return !cuf_copied_p (gimple_assign_rhs1 (stmt));
	  if (stored.distance + stored.bytes <= p.distance
	      || p.distance + p.bytes <= stored.distance)
	    continue;
	}
      else if (stored.base && VAR_P (stored.base) && stored.base != p.base)
	continue;
      if (stmt_may_clobber_ref_p_1 (stmt, &ref))
	return false;
    }
  return false;
}

void
cuf_remove_statement (gimple *stmt)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  unlink_stmt_vdef (stmt);
  gsi_remove (&gsi, true);
  release_defs (stmt);
}

/* --- Accesses that are told of already ----------------------------------- */

/* True if CALL tells of a read, and of nothing else.  */

static bool
tells_read_p (gcall *call)
{
  tree kind = gimple_call_arg (call, 3);
  return (TREE_CODE (kind) == INTEGER_CST
	  && !(tree_to_uhwi (kind)
	       & (GCUF_ACCESS_WRITE | GCUF_ACCESS_ATOMIC)));
}

/* The objects that a function tells of writes to, as far as is seen there.  */
typedef auto_vec<tree> written_objects;

/* Let WRITTEN be those of FUN.  */

static void
find_written (function *fun, vec<tree> *written)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	gcall *call = dyn_cast<gcall *> (gsi_stmt (gsi));
	if (call
	    && gimple_call_fndecl (call) == cuf_tree (CUF_FN_CHECK_ACCESS)
	    && !tells_read_p (call))
	  written->safe_push (gimple_call_arg (call, 2));
      }
}

/* True if CALL tells of what is in one of WRITTEN.  */

static bool
in_written_p (const vec<tree> &written, gcall *call)
{
  for (tree object : written)
    if (operand_equal_p (object, gimple_call_arg (call, 2)))
      return true;
  return false;
}

static unsigned HOST_WIDE_INT
kind_of (gcall *call)
{
  return tree_to_uhwi (gimple_call_arg (call, 3));
}

/* True if the read that CALL tells of is the same as OTHER's, which asks whether
   the value is set if CALL does.  It may be in another statement if it is of what
   others see, but none of WRITTEN: each statement that takes part in a race is
   reported.  */

static bool
same_read_p (gcall *call, gcall *other, const vec<tree> &written)
{
  for (unsigned i = 0; i < 3; i++)
    if (!operand_equal_p (gimple_call_arg (call, i),
			  gimple_call_arg (other, i)))
      return false;
  return ((kind_of (call) == kind_of (other)
	   || (kind_of (call) | GCUF_ACCESS_USED) == kind_of (other))
	  && (operand_equal_p (gimple_call_arg (call, 4),
			       gimple_call_arg (other, 4))
	      || (kind_of (call) & GCUF_ACCESS_READ
		  && !in_written_p (written, call))));
}

/* True if behind STMT a read may have to be told of once more: it may be
   another thread's, or of what is not set, or something is written or may
   wait.  */

static bool
begins_anew_p (gimple *stmt)
{
  if (!gimple_vdef (stmt))
    return false;
  if (gcall *call = dyn_cast<gcall *> (stmt))
    return (gimple_call_fndecl (call) != cuf_tree (CUF_FN_CHECK_ACCESS)
	    || !tells_read_p (call));
  return (!gimple_assign_single_p (stmt) || gimple_clobber_p (stmt)
	  || cuf_index_store_p (stmt)
	  || cuf_copied_p (gimple_assign_rhs1 (stmt)));
}

/* True if STMT tells of a read that one of TOLD has told of.  Else let it be
   one of these, if it tells of one.  WRITTEN is as above.  */

static bool
repeated_p (gimple *stmt, vec<gcall *> *told, const vec<tree> &written)
{
  enum { MOST = 32 };
  gcall *call = dyn_cast<gcall *> (stmt);
  if (begins_anew_p (stmt))
    told->truncate (0);
  else if (call && gimple_call_fndecl (call) == cuf_tree (CUF_FN_CHECK_ACCESS))
    {
      for (gcall *other : *told)
	if (same_read_p (call, other, written))
	  return true;
      if (told->length () == MOST)
	told->ordered_remove (0);
      told->safe_push (call);
    }
  return false;
}

/* --- The function -------------------------------------------------------- */

/* What has been told of at the ends of blocks, by their indices.  */
typedef auto_vec<gcall *> told_reads;

/* Remove such calls from BB, in front of which TOLD has been told of.  Return true
   if there are any.  WRITTEN is as above.  */

static bool
remove_from (basic_block bb, vec<gcall *> *told, const vec<tree> &written)
{
  bool removed = false;
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); )
    {
      gimple *stmt = gsi_stmt (gsi);
      gcall *call = dyn_cast<gcall *> (stmt);
      bool mark = call && cuf_thread_mark_p (call);
      gsi_next (&gsi);
      if (mark)
	told->truncate (0);
      if (mark
	  || (call
	      && gimple_call_fndecl (call) == cuf_tree (CUF_FN_CHECK_ACCESS)
	      && (become_value_check (call) || needless_p (call)))
	  || repeated_p (stmt, told, written))
	{
	  cuf_remove_statement (stmt);
	  removed = true;
	}
    }
  return removed;
}

/* Remove such calls from FUN.  Where there is but one way to a block it begins
   with what has been told of at the end of the one before.  */

void
cuf_remove_needless (function *fun)
{
  int *order = XNEWVEC (int, n_basic_blocks_for_fn (fun));
  int n = pre_and_rev_post_order_compute_fn (fun, NULL, order, false);
  told_reads *ends = new told_reads[last_basic_block_for_fn (fun)];
  written_objects written;
  bool removed = false;
  find_written (fun, &written);
  for (int i = 0; i < n; i++)
    {
      basic_block bb = BASIC_BLOCK_FOR_FN (fun, order[i]);
      vec<gcall *> *told = &ends[bb->index];
      if (single_pred_p (bb)
	  && !(single_pred_edge (bb)->flags & EDGE_COMPLEX))
	told->safe_splice (ends[single_pred (bb)->index]);
      removed |= remove_from (bb, told, written);
    }
  delete[] ends;
  free (order);
  if (removed)
    update_ssa (TODO_update_ssa_only_virtuals);
}
