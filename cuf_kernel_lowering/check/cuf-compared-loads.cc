/* Loads of what a compare and swap compares with.
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
#include "tree-cfg.h"
#include "gimple-expr.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* A loop that makes an atomic function of a compare and swap begins with a load

     old = peak
     do
       assumed = old
       old = atomiccas (peak, assumed, new_value (assumed))
       if (old == assumed) exit
     end do

   and no harm is done if another thread changes PEAK meanwhile.  The value comes by
   way of copies, conversions, and local variables in memory, as those are that
   TRANSFER makes a real number of.  */

/* What is followed from compare and swap to loads, and been.  */
struct compared_search
{
  auto_vec<tree> queue;
  hash_set<tree> seen;
  hash_set<gimple *> *loads;

  void follow (tree value);
};

/* Follow VALUE if it is a name, or a variable in memory.  */

void
compared_search::follow (tree value)
{
  if ((TREE_CODE (value) == SSA_NAME || VAR_P (value)) && !seen.add (value))
    queue.safe_push (value);
}

/* True if VALUE, of an assignment, is a variable in memory that the function's
   callers and other threads do not know.  */

static bool
local_p (tree value)
{
  return VAR_P (value) && auto_var_in_fn_p (value, current_function_decl);
}

/* Follow with SEARCH what is stored in VAR, anywhere in CFUN.  */

static void
follow_stores (compared_search *search, tree var)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (gimple_assign_single_p (gsi_stmt (gsi))
	  && gimple_assign_lhs (gsi_stmt (gsi)) == var)
	search->follow (gimple_assign_rhs1 (gsi_stmt (gsi)));
}

/* Follow with SEARCH what NAME is a copy of, or note that it is loaded.  */

static void
follow_definition (compared_search *search, tree name)
{
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (gphi *phi = dyn_cast<gphi *> (def))
    for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
      search->follow (gimple_phi_arg_def (phi, i));
  else if (gimple_assign_load_p (def) && !local_p (gimple_assign_rhs1 (def)))
    search->loads->add (def);
  else if (gimple_assign_single_p (def) || gimple_assign_cast_p (def))
    {
      tree value = gimple_assign_rhs1 (def);
      search->follow (TREE_CODE (value) == VIEW_CONVERT_EXPR
		      ? TREE_OPERAND (value, 0) : value);
    }
}

/* The value that STMT compares with if it calls a compare and swap, or null.  */

static tree
compared_value (gimple *stmt)
{
  tree fn = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  return (fn && startswith (cuf_symbol (fn), "__gcuf_atomiccas_")
	  && gimple_call_num_args (stmt) > 1
	  ? gimple_call_arg (stmt, 1) : NULL_TREE);
}

/* Put into LOADS the assignments of CFUN that load what a compare and swap compares
   with.  */

void
cuf_find_compared_loads (hash_set<gimple *> *loads)
{
  compared_search search;
  search.loads = loads;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (tree value = compared_value (gsi_stmt (gsi)))
	search.follow (value);
  while (!search.queue.is_empty ())
    {
      tree value = search.queue.pop ();
      if (TREE_CODE (value) == SSA_NAME)
	follow_definition (&search, value);
      else
	follow_stores (&search, value);
    }
}
