/* References to memory that cannot trap.
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
#define INCLUDE_MAP
#include "gcc-plugin.h"
#include "system.h"
#include "coretypes.h"
#include "backend.h"
#include "tree.h"
#include "gimple.h"
#include "ssa.h"
#include "cgraph.h"
#include "cfgloop.h"
#include "fold-const.h"
#include "inchash.h"
#include "tree-dfa.h"
#include "gimple-iterator.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* In

     counts(i) = 0
     do l = 1, n
       if (hit (l)) counts(i) = counts(i) + 1
     end do

   the count could stay in a register, but for the address of COUNTS(I), which
   the compiler must not use in iterations in which the program does not: it
   might be none.  It is one, as the first statement has used it.  References
   are marked here as such that cannot trap if another to the same place has
   been on every way to them, since the address was known; a store if that was
   one, as memory may be constant.  GCC's motion of loads and stores out of
   loops does the rest; it leaves a store out where none was executed, so other
   threads may store to the place in the meantime.  */

namespace {

/* A load of REF, or a store there, in STMT.  */
struct access
{
  gimple *stmt;
  tree ref;
  bool store;
};

typedef std::multimap<hashval_t, access> accesses;

/* The loop in which NAME is defined, if that is within LOOP; or else LOOP.  */

loop_p
inner_loop (loop_p loop, tree name)
{
  basic_block bb = gimple_bb (SSA_NAME_DEF_STMT (name));
  return bb && flow_loop_nested_p (loop, bb->loop_father) ? bb->loop_father
	 : loop;
}

/* The innermost loop in which one of the names is defined that the address of
   REF is computed of.  */

loop_p
loop_of_address (tree ref)
{
  loop_p loop = current_loops->tree_root;

  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    for (int i = 1; i < TREE_OPERAND_LENGTH (ref); i++)
      {
	tree op = TREE_OPERAND (ref, i);
	if (op && TREE_CODE (op) == SSA_NAME)
	  loop = inner_loop (loop, op);
      }
  if (TREE_CODE (ref) == MEM_REF && TREE_CODE (TREE_OPERAND (ref, 0)) == SSA_NAME)
    loop = inner_loop (loop, TREE_OPERAND (ref, 0));
  return loop;
}

/* True if REF is to memory, where a pointer says or of an array, and is not
   volatile.  */

bool
memory_p (tree ref)
{
  tree base = get_base_address (ref);
  return (base && is_gimple_addressable (ref) && !TREE_THIS_VOLATILE (ref)
	  && (TREE_CODE (base) == MEM_REF || DECL_P (base))
	  && !TREE_THIS_VOLATILE (base)
	  && (handled_component_p (ref) || TREE_CODE (ref) == MEM_REF));
}

/* True if A comes before B on every way to it.  */

bool
dominates_p (const gimple *a, const gimple *b)
{
  basic_block from = gimple_bb (a), to = gimple_bb (b);
  return from == to ? gimple_uid (a) < gimple_uid (b)
	 : dominated_by_p (CDI_DOMINATORS, to, from);
}

/* True if one of ALL has used the address of THIS_ONE, in the same way, as soon
   as it was known.  */

bool
used_before_p (const accesses &all, hashval_t hash, const access &this_one)
{
  loop_p loop = loop_of_address (this_one.ref);
  auto range = all.equal_range (hash);

  for (auto i = range.first; i != range.second; i++)
    {
      const access &other = i->second;
      if (other.store >= this_one.store
	  && gimple_bb (other.stmt)->loop_father == loop
	  && dominates_p (other.stmt, this_one.stmt)
	  && operand_equal_p (other.ref, this_one.ref))
	return true;
    }
  return false;
}

/* Say that REF cannot trap.  */

void
mark (tree ref)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == ARRAY_REF)
      TREE_THIS_NOTRAP (ref) = 1;
  if (TREE_CODE (ref) == MEM_REF)
    TREE_THIS_NOTRAP (ref) = 1;
}

/* Find all loads and stores of CFUN.  */

void
find_accesses (accesses *all)
{
  basic_block bb;

  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	gimple *stmt = gsi_stmt (gsi);
	bool store = gimple_store_p (stmt);
	if (!gimple_assign_single_p (stmt)
	    || (!store && !gimple_assign_load_p (stmt)))
	  continue;
	tree ref = store ? gimple_assign_lhs (stmt) : gimple_assign_rhs1 (stmt);
	if (memory_p (ref))
	  {
	    inchash::hash hash;
	    inchash::add_expr (ref, hash);
	    all->insert (std::make_pair (hash.end (),
					 access { stmt, ref, store }));
	  }
      }
}

} // anonymous namespace

/* Mark the references in loops of CFUN that cannot trap.  */

void
cuf_mark_safe_references (cgraph_node *)
{
  accesses all;

  loop_optimizer_init (LOOPS_NORMAL);
  if (number_of_loops (cfun) > 1)
    {
      calculate_dominance_info (CDI_DOMINATORS);
      renumber_gimple_stmt_uids (cfun);
      find_accesses (&all);
      for (const auto &one : all)
	if (loop_outer (gimple_bb (one.second.stmt)->loop_father)
	    && used_before_p (all, one.first, one.second))
	  mark (one.second.ref);
    }
  loop_optimizer_finalize ();
}
