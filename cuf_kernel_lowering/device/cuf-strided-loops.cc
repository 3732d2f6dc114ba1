/* Loops of device code over elements that lie apart by a variable stride.
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
#include "cgraph.h"
#include "gimple-iterator.h"
#include "cfgloop.h"
#include "tree-chrec.h"
#include "tree-scalar-evolution.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* Where GCC chooses the variables of a loop anew, the address of an element takes
   the place of its index, and the loop ends at the address of the last.  If the
   distance of elements is a variable, as in arrays of assumed shape, the unroller
   does not know then how many iterations there are, and leaves the loop as it is:
   each load is waited for before the next begins.  Such functions keep the
   variables that they have.  */

/* True if INDEX changes in LOOP by what is not constant.  */

static bool
variable_step_p (class loop *loop, tree index)
{
  if (TREE_CODE (index) != SSA_NAME)
    return false;
  tree chrec = analyze_scalar_evolution (loop, index);
  return TREE_CODE (chrec) == POLYNOMIAL_CHREC
	 && CHREC_VARIABLE (chrec) == (unsigned) loop->num
	 && TREE_CODE (CHREC_RIGHT (chrec)) != INTEGER_CST;
}

/* True if that holds for an index, or the address, of what REF, a reference in
   LOOP, refers to.  */

static bool
strided_p (class loop *loop, tree ref)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == ARRAY_REF
	&& variable_step_p (loop, TREE_OPERAND (ref, 1)))
      return true;
  return TREE_CODE (ref) == MEM_REF
	 && variable_step_p (loop, TREE_OPERAND (ref, 0));
}

/* True if a load in BB, which is in LOOP, is of such an element.  */

static bool
strided_load_p (class loop *loop, basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (gimple_assign_load_p (stmt)
	  && strided_p (loop, gimple_assign_rhs1 (stmt)))
	return true;
    }
  return false;
}

/* True if NODE, a function of the device, has an innermost loop with such
   loads.  */

static bool
strided_loops_p (cgraph_node *node)
{
  bool found = false;
  push_cfun (DECL_STRUCT_FUNCTION (node->decl));
  loop_optimizer_init (LOOPS_NORMAL);
  if (number_of_loops (cfun) > 1)
    {
      basic_block bb;
      scev_initialize ();
      FOR_EACH_BB_FN (bb, cfun)
	if (loop_outer (bb->loop_father) && !bb->loop_father->inner)
	  found = found || strided_load_p (bb->loop_father, bb);
      scev_finalize ();
    }
  loop_optimizer_finalize ();
  pop_cfun ();
  return found;
}

/* Add NODE and those that call it, as it may be inlined there, to STRIDED.  */

static void
add_with_callers (cgraph_node *node, hash_set<cgraph_node *> *strided)
{
  if (strided->add (node))
    return;
  for (cgraph_edge *e = node->callers; e; e = e->next_caller)
    if (e->caller->offloadable)
      add_with_callers (e->caller, strided);
}

/* Let STRIDED have the functions of the device into which such a loop may
   come.  */

void
cuf_find_strided (hash_set<cgraph_node *> *strided)
{
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (node->offloadable && node->has_gimple_body_p ()
	&& strided_loops_p (node))
      add_with_callers (node, strided);
}
