/* Calls of libraries in device code.
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
#include "fold-const.h"
#include "gimple-iterator.h"
#include "gimplify.h"
#include "tree-pass.h"
#include "tree-into-ssa.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* Gfortran declares MATMUL of its library without the last three of the
   arguments that it passes.  On the device these would not go where others
   do: let each call be one of a function that has them.  */

static void
complete_call_type (gcall *call)
{
  tree fn = gimple_call_fndecl (call);
  tree type = gimple_call_fntype (call);
  if (!fn || !DECL_EXTERNAL (fn) || !prototype_p (type) || stdarg_p (type)
      || !startswith (cuf_symbol (fn), "_gfortran_"))
    return;

  unsigned declared = 0, n = gimple_call_num_args (call);
  for (tree t = TYPE_ARG_TYPES (type); t && t != void_list_node;
       t = TREE_CHAIN (t))
    declared++;
  if (declared >= n)
    return;

  auto_vec<tree> types;
  for (unsigned i = 0; i < n; i++)
    types.safe_push (TREE_TYPE (gimple_call_arg (call, i)));
  type = build_function_type_array (TREE_TYPE (type), n, types.address ());
  TREE_TYPE (fn) = type;
  gimple_call_set_fntype (call, type);
}

/* Gfortran passes the number of cases of a SELECT CASE of strings as a constant
   of another type than that declared: let constants of CALL be of the types of
   the parameters.  */

static void
convert_constants (gcall *call)
{
  tree fn = gimple_call_fndecl (call);
  tree type = gimple_call_fntype (call);
  if (!fn || !DECL_EXTERNAL (fn) || !prototype_p (type)
      || !startswith (cuf_symbol (fn), "_gfortran_"))
    return;

  tree parameter = TYPE_ARG_TYPES (type);
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    {
      if (!parameter || parameter == void_list_node)
	return;
      tree to = TREE_VALUE (parameter), argument = gimple_call_arg (call, i);
      if (TREE_CODE (argument) == INTEGER_CST && INTEGRAL_TYPE_P (to)
	  && TYPE_PRECISION (TREE_TYPE (argument)) != TYPE_PRECISION (to))
	gimple_call_set_arg (call, i, fold_convert (to, argument));
      parameter = TREE_CHAIN (parameter);
    }
}

/* The library's functions are C's.  There a logical result is an int, and a
   mask of module wmma, an array that begins at one, goes to where a first
   argument points to: GCC inlines no function whose result has another type
   than the call's.  True if CALL, which GSI is at, has changed.  */

static bool
correct_result (gcall *call, gimple_stmt_iterator *gsi)
{
  tree fn = gimple_call_fndecl (call);
  tree type = gimple_call_fntype (call);
  if (!fn || !DECL_EXTERNAL (fn) || !type
      || !startswith (cuf_symbol (fn), "__gcuf_"))
    return false;
  tree result = TREE_TYPE (type);
  tree lhs = gimple_call_lhs (call);

  if (startswith (cuf_symbol (fn), "__gcuf_wmma_")
      && TREE_CODE (result) == RECORD_TYPE)
    {
      auto_vec<tree> args;
      tree variable = create_tmp_var (lhs ? TREE_TYPE (lhs) : result);
      TREE_ADDRESSABLE (variable) = 1;
      args.safe_push (build_fold_addr_expr (variable));
      for (unsigned i = 0; i < gimple_call_num_args (call); i++)
	args.safe_push (gimple_call_arg (call, i));
      TREE_TYPE (fn)
	= build_function_type (void_type_node,
			       tree_cons (NULL_TREE,
					  build_pointer_type (result),
					  TYPE_ARG_TYPES (type)));
      gcall *corrected = gimple_build_call_vec (fn, args);
      gimple_set_location (corrected, gimple_location (call));
      gimple_set_block (corrected, gimple_block (call));
      gsi_replace (gsi, corrected, false);
      if (lhs)
	gsi_insert_after (gsi, gimple_build_assign (lhs, variable),
			  GSI_NEW_STMT);
      return true;
    }

  if (TREE_CODE (result) != BOOLEAN_TYPE
      || !tree_int_cst_equal (TYPE_SIZE (result),
			      TYPE_SIZE (integer_type_node)))
    return false;
  type = build_function_type (integer_type_node, TYPE_ARG_TYPES (type));
  TREE_TYPE (fn) = type;
  gimple_call_set_fntype (call, type);
  if (!lhs)
    return false;
  tree value = make_ssa_name (integer_type_node, call);
  gimple_call_set_lhs (call, value);
  update_stmt (call);
  tree converted = is_gimple_reg (lhs) ? lhs : make_ssa_name (TREE_TYPE (lhs));
  gsi_insert_after (gsi, gimple_build_assign (converted, NOP_EXPR, value),
		    GSI_NEW_STMT);
  if (converted != lhs)
    gsi_insert_after (gsi, gimple_build_assign (lhs, converted), GSI_NEW_STMT);
  return true;
}

/* Before streaming: let the calls in the function of NODE, which is CFUN, be as
   the device's libraries define what they call.  */

void
cuf_correct_calls (cgraph_node *)
{
  basic_block bb;
  bool changed = false;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (gcall *call = dyn_cast<gcall *> (gsi_stmt (gsi)))
	{
	  complete_call_type (call);
	  convert_constants (call);
	  changed |= correct_result (call, &gsi);
	}
  if (changed)
    {
      mark_virtual_operands_for_renaming (cfun);
      update_ssa (TODO_update_ssa_only_virtuals);
      cgraph_edge::rebuild_edges ();
    }
}
