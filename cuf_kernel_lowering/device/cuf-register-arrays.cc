/* Local arrays of device code whose elements may become registers.
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
#include "gimple-iterator.h"
#include "gimple-walk.h"
#include "cfgloop.h"
#include "tree-chrec.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-niter.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* The elements of a local array become registers if all subscripts are numbers
   when loops have been unrolled.  One subscript that is none keeps the whole
   array in memory, however many loops there are over it.  */

/* What VALUE, in LOOP, is over all loops of CFUN, or null if it depends on more
   than these.  */

static tree
evolution (loop_p loop, tree value)
{
  edge entry = single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun));
  tree way = instantiate_scev (entry, loop,
			       analyze_scalar_evolution (loop, value));
  return (chrec_contains_undetermined (way) || chrec_contains_symbols (way)
	  ? NULL_TREE : way);
}

/* True if VALUE is a number when all loops are unrolled: it is computed from
   constants and from variables of loops that begin with such a value and go on
   with one.  Let SEEN be the statements that compute it.  */

bool
cuf_number_p (tree value, hash_set<gimple *> *seen)
{
  enum { MOST_SEEN = 64 };
  if (CONSTANT_CLASS_P (value))
    return true;
  if (EXPR_P (value))
    {
      for (int i = 0; i < TREE_OPERAND_LENGTH (value); i++)
	if (!cuf_number_p (TREE_OPERAND (value, i), seen))
	  return false;
      return true;
    }
  if (TREE_CODE (value) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (value))
    return false;
  gimple *def = SSA_NAME_DEF_STMT (value);
  bool header = (gimple_code (def) == GIMPLE_PHI
		 && bb_loop_header_p (gimple_bb (def)));
  if (seen->elements () >= MOST_SEEN
      || !(header || (is_gimple_assign (def) && !gimple_vuse (def))))
    return false;
  if (seen->add (def))
    return true;
  const unsigned end = (header ? gimple_phi_num_args (def)
			: gimple_num_ops (def));
  for (unsigned i = !header; i < end; i++)
    if (!cuf_number_p (header ? gimple_phi_arg_def (def, i)
		       : gimple_op (def, i), seen))
      return false;
  return true;
}

/* True if the number of LOOP's iterations depends on nothing but the loops
   around it.  */

static bool
counted_p (loop_p loop)
{
  class tree_niter_desc niter;
  edge exit = single_exit (loop);
  hash_set<gimple *> seen;
  return (exit && number_of_iterations_exit (loop, exit, &niter, false)
	  && niter.niter && !chrec_contains_undetermined (niter.niter)
	  && (cuf_number_p (niter.niter, &seen)
	      || (loop_outer (loop_outer (loop))
		  && evolution (loop_outer (loop), niter.niter))));
}

/* True if SUBSCRIPT, in LOOP, is a number when all loops are unrolled: those
   that are BOUNDED too, or else those alone that are counted.  */

static bool
numbered_p (loop_p loop, tree subscript, bool bounded)
{
  hash_set<gimple *> seen;
  if (TREE_CODE (subscript) == INTEGER_CST)
    return true;
  tree way = evolution (loop, subscript);
  if (!way && !cuf_number_p (subscript, &seen))
    return false;
  for (; loop_outer (loop) && !bounded; loop = loop_outer (loop))
    if (!(way && evolution_function_is_invariant_p (way, loop->num))
	&& !counted_p (loop))
      return false;
  return true;
}

/* What cuf_find_memory_arrays looks for.  */
struct memory_search
{
  hash_set<tree> *arrays;
  bool bounded;
};

/* Add the array of the reference OP, in STMT, to those of the search DATA if it
   stays in memory.  */

static bool
note_reference (gimple *stmt, tree, tree op, void *data)
{
  memory_search *search = static_cast<memory_search *> (data);
  tree base = cuf_small_array (get_base_address (op));
  if (!base)
    return false;
  for (; handled_component_p (op); op = TREE_OPERAND (op, 0))
    if ((TREE_CODE (op) == ARRAY_REF || TREE_CODE (op) == ARRAY_RANGE_REF)
	&& !numbered_p (gimple_bb (stmt)->loop_father, TREE_OPERAND (op, 1),
			search->bounded))
      search->arrays->add (base);
  return false;
}

/* Put into ARRAYS the small arrays of CFUN that stay in memory, whichever loops
   are unrolled: with BOUNDED, also loops of which nothing is known but that
   they make no more than so many iterations.  The caller has loops and scalar
   evolution initialized.  */

void
cuf_find_memory_arrays (hash_set<tree> *arrays, bool bounded)
{
  memory_search search = { arrays, bounded };
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      walk_stmt_load_store_ops (gsi_stmt (gsi), &search, note_reference,
				note_reference);
}
