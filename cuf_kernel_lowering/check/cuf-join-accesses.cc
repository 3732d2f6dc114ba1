/* Accesses to neighbours that one place makes, told of at once.
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
#include "cfgloop.h"
#include "tree-affine.h"
#include "tree-into-ssa.h"
#include "tree-ssa-alias.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-ivopts.h"
#include "tree-ssa-loop-niter.h"
#include "gimple-iterator.h"
#include "gimple-pretty-print.h"
#include "options.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-told-loop.h"

/* A loop that has been unrolled, as that of a small product of matrices or of a
   whole array, tells of several accesses that are of one place in the source,
   and of bytes that follow each other.  The first one tells of all of them,
   unless something in between may let it matter when that is done: a store of
   what is read, or what orders threads.  The runtime looks at the elements one
   by one where there may be something to be reported.  */

/* Calls of GCUF_check_access that are the same but for the distance of the
   address from that of the first one.  */
struct neighbours
{
  auto_vec<gcall *> calls;
  auto_vec<HOST_WIDE_INT> distances;
  aff_tree place;		/* That address.  */
};

/* What is known of a basic block up to a statement.  */
struct joined_block
{
  hash_map<tree, name_expansion *> *cache;
  auto_vec<neighbours *> open;
  bool changed;
};

/* --- Addresses ----------------------------------------------------------- */

/* Let *PLACE be ADDRESS, of what B is about.  */

static void
expand_address (joined_block *b, tree address, aff_tree *place)
{
  tree_to_aff_combination_expand (address, sizetype, place, &b->cache);
}

/* Return true if it is known by how many bytes ONE, which becomes that, is behind
   OTHER, and let *DISTANCE be that.  */

static bool
distance_p (aff_tree *one, const aff_tree &other, HOST_WIDE_INT *distance)
{
  aff_tree back = other;
  widest_int constant;
  aff_combination_scale (&back, -1);
  aff_combination_add (one, &back);
  if (one->n || one->rest || !one->offset.is_constant (&constant))
    return false;
  *distance = sext_hwi (constant.to_shwi (), TYPE_PRECISION (sizetype));
  return true;
}

/* --- Calls --------------------------------------------------------------- */

static unsigned HOST_WIDE_INT
bytes_of (gcall *call)
{
  return tree_to_uhwi (gimple_call_arg (call, 1));
}

static unsigned
kind_of (gcall *call)
{
  return tree_to_uhwi (gimple_call_arg (call, 3));
}

/* The bytes of what is remembered by itself.  */
enum { WORD = 4 };

/* True if CALL may be one of several: it is of whole words of memory that others
   can see, or of a part of one, and orders nothing.  */

static bool
joinable_p (gcall *call)
{
  enum { MOST = 64 };
  tree bytes = gimple_call_arg (call, 1), kind = gimple_call_arg (call, 3);
  return (TREE_CODE (kind) == INTEGER_CST && tree_fits_uhwi_p (bytes)
	  && tree_to_uhwi (kind) & (GCUF_ACCESS_READ | GCUF_ACCESS_WRITE)
	  && !(tree_to_uhwi (kind) & GCUF_ACCESS_ATOMIC)
	  && IN_RANGE (bytes_of (call), 1, MOST)
	  && (WORD % bytes_of (call) == 0 || bytes_of (call) % (2 * WORD) == 0));
}

/* True if CALL and OTHER differ only in the address.  */

static bool
alike_p (gcall *call, gcall *other)
{
  for (unsigned i = 1; i < gimple_call_num_args (call); i++)
    if (!operand_equal_p (gimple_call_arg (call, i),
			  gimple_call_arg (other, i)))
      return false;
  return true;
}

/* Let CALL be one of the open neighbours of B, or the first of new ones.  */

static void
add_call (joined_block *b, gcall *call)
{
  enum { MOST_OPEN = 16 };
  HOST_WIDE_INT distance;
  aff_tree place;
  expand_address (b, gimple_call_arg (call, 0), &place);
  for (neighbours *n : b->open)
    {
      aff_tree behind = place;
      if (!alike_p (call, n->calls[0])
	  || !distance_p (&behind, n->place, &distance))
	continue;
      n->calls.safe_push (call);
      n->distances.safe_push (distance);
      return;
    }
  if (b->open.length () == MOST_OPEN)
    return;
  neighbours *n = new neighbours ();
  n->calls.safe_push (call);
  n->distances.safe_push (0);
  n->place = place;
  b->open.safe_push (n);
}

/* --- Joining ------------------------------------------------------------- */

/* The calls FROM to END of N, in the order ORDER, are of bytes that follow each
   other: let the first of them in the program be of all.  */

static void
join (joined_block *b, const neighbours *n, const vec<unsigned> &order,
      unsigned from, unsigned end)
{
  unsigned first = order[from];
  for (unsigned i = from; i < end; i++)
    first = MIN (first, order[i]);
  gcall *call = n->calls[first];
  unsigned HOST_WIDE_INT size = bytes_of (call);
  HOST_WIDE_INT back = n->distances[order[from]] - n->distances[first];
  if (back)
    {
      tree address = make_ssa_name (ptr_type_node);
      gimple_stmt_iterator gsi = gsi_for_stmt (call);
      gsi_insert_before (&gsi,
			 gimple_build_assign (address, POINTER_PLUS_EXPR,
					      gimple_call_arg (call, 0),
					      size_int (back)),
			 GSI_SAME_STMT);
      gimple_call_set_arg (call, 0, address);
    }
  gimple_call_set_arg (call, 1, build_int_cst (size_type_node,
					       size * (end - from)));
  gimple_call_set_arg (call, 3,
		       build_int_cst (unsigned_type_node,
				      kind_of (call)
				      | size << GCUF_ACCESS_ELEMENT_SHIFT));
  update_stmt (call);
  for (unsigned i = from; i < end; i++)
    if (order[i] != first)
      cuf_remove_statement (n->calls[order[i]]);
  if (dump_file)
    {
      fprintf (dump_file, "%u accesses are told of at once: ", end - from);
      print_gimple_stmt (dump_file, call, 0);
    }
  b->changed = true;
}

/* Join those of N that are next to each other.  Of parts of words there are no
   more than a word has: these may be one.  */

static void
join_neighbours (joined_block *b, const neighbours *n)
{
  auto_vec<unsigned> order;
  for (unsigned i = 0; i < n->calls.length (); i++)
    {
      unsigned k = i;
      order.safe_push (i);
      for (; k && n->distances[order[k - 1]] > n->distances[i]; k--)
	order[k] = order[k - 1];
      order[k] = i;
    }
  HOST_WIDE_INT size = bytes_of (n->calls[0]);
  unsigned most = size < WORD ? WORD / size : order.length ();
  for (unsigned from = 0, end; from < order.length (); from = end)
    {
      for (end = from + 1; end < order.length () && end - from < most; end++)
	if (n->distances[order[end]] != n->distances[order[end - 1]] + size)
	  break;
      if (end > from + 1)
	join (b, n, order, from, end);
    }
}

/* No more calls go to those of B that CLOSES says.  */

template <typename predicate> static void
close (joined_block *b, predicate closes)
{
  for (unsigned i = b->open.length (); i-- > 0; )
    if (closes (b->open[i]))
      {
	join_neighbours (b, b->open[i]);
	delete b->open[i];
	b->open.unordered_remove (i);
      }
}

/* True if STORE may change a value that another call, later than those of N, and
   one of them then, asks about.  */

static bool
may_change_p (joined_block *b, gimple *store, const neighbours *n)
{
  gcall *call = n->calls[0];
  HOST_WIDE_INT distance;
  aff_tree place;
  poly_widest_int size;
  if (!(kind_of (call) & GCUF_ACCESS_USED))
    return false;
  /* Those have asked for what they read before.  */
  get_inner_reference_aff (gimple_get_lhs (store), &place, &size);
  aff_combination_expand (&place, &b->cache);
  if (distance_p (&place, n->place, &distance)
      && n->distances.contains (distance) && known_le (size, bytes_of (call)))
    return false;
  ao_ref ref;
  ao_ref_init_from_ptr_and_size (&ref, gimple_call_arg (call, 0), NULL_TREE);
  return stmt_may_clobber_ref_p_1 (store, &ref);
}

/* Let B go on behind STMT.  */

static void
go_on (joined_block *b, gimple *stmt)
{
  gcall *call = dyn_cast<gcall *> (stmt);
  bool told = (call
	       && (gimple_call_fndecl (call)
		   == cuf_tree (CUF_FN_CHECK_ACCESS)));
  if (told && joinable_p (call))
    add_call (b, call);
  else if (!gimple_vdef (stmt) || (told && cuf_value_check_p (call)))
    return;
  else if (call && gimple_call_fndecl (call) == cuf_tree (CUF_FN_CHECK_PART))
    close (b, [] (const neighbours *n) {
	   return kind_of (n->calls[0]) & GCUF_ACCESS_USED;
	   });
  else if (gimple_assign_single_p (stmt) && !gimple_clobber_p (stmt)
	   && !cuf_index_store_p (stmt))
    close (b, [&] (const neighbours *n) { return may_change_p (b, stmt, n); });
  else
    close (b, [] (const neighbours *) { return true; });
}

/* Let such calls of FUN be one.  */

void
cuf_join_accesses (function *fun)
{
  joined_block b = {};
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    {
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); )
	{
	  gimple *stmt = gsi_stmt (gsi);
	  gsi_next (&gsi);
	  go_on (&b, stmt);
	}
      close (&b, [] (const neighbours *) { return true; });
    }
  free_affine_expand_cache (&b.cache);
  if (b.changed)
    update_ssa (TODO_update_ssa_only_virtuals);
}
