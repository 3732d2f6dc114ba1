/* Building functions.
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
#include "system.h"
#include "coretypes.h"
#include "backend.h"
#include "tree.h"
#include "gimple.h"
#include "stringpool.h"
#include "gimple-iterator.h"
#include "gimple-fold.h"
#include "fold-const.h"
#include "tree-iterator.h"
#include "function.h"
#include "cgraph.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* A function called NAME with ARGS as the types of its NARGS parameters.  */

tree
cuf_begin_function (const char *name, tree *args, unsigned nargs)
{
  tree type = build_function_type_array (void_type_node, nargs, args);
  tree fn = build_decl (input_location, FUNCTION_DECL, get_identifier (name),
			type);
  SET_DECL_ASSEMBLER_NAME (fn, get_identifier (name));
  tree *chain = &DECL_ARGUMENTS (fn);
  for (unsigned i = 0; i < nargs; i++)
    {
      gcc_checking_assert (args[i]);
      tree parm = build_decl (input_location, PARM_DECL, NULL_TREE, args[i]);
      DECL_ARG_TYPE (parm) = args[i];
      DECL_CONTEXT (parm) = fn;
      DECL_ARTIFICIAL (parm) = 1;
      TREE_USED (parm) = 1;
      *chain = parm;
      chain = &DECL_CHAIN (parm);
    }
  return fn;
}

/* Give FN the body STMTS with the local variables VARS, and hand it to the
   middle end.  */

void
cuf_finish_generated (tree fn, tree vars, tree stmts)
{
  gcc_assert (TREE_CODE (fn) == FUNCTION_DECL && !DECL_SAVED_TREE (fn));
  tree result = build_decl (input_location, RESULT_DECL, NULL_TREE,
			    void_type_node);
  DECL_ARTIFICIAL (result) = 1;
  DECL_IGNORED_P (result) = 1;
  DECL_CONTEXT (result) = fn;
  DECL_RESULT (fn) = result;

  tree block = make_node (BLOCK);
  BLOCK_SUPERCONTEXT (block) = fn;
  TREE_USED (block) = 1;
  DECL_INITIAL (fn) = block;
  DECL_SAVED_TREE (fn) = build3 (BIND_EXPR, void_type_node, vars, stmts, block);
  TREE_SIDE_EFFECTS (DECL_SAVED_TREE (fn)) = 1;

  TREE_STATIC (fn) = 1;
  TREE_USED (fn) = 1;
  DECL_EXTERNAL (fn) = 0;
  DECL_ARTIFICIAL (fn) = 1;
  push_struct_function (fn);
  cfun->function_end_locus = input_location;
  pop_cfun ();
  cgraph_node::finalize_function (fn, true);
}

/* A local variable of TYPE for FN, chained before VARS.  */

tree
cuf_local_variable (tree fn, tree type, tree *vars)
{
  tree var = build_decl (input_location, VAR_DECL, create_tmp_var_name ("cuf"),
			 type);
  DECL_CONTEXT (var) = fn;
  DECL_ARTIFICIAL (var) = 1;
  DECL_IGNORED_P (var) = 1;
  TREE_USED (var) = 1;
  DECL_CHAIN (var) = *vars;
  *vars = var;
  return var;
}

/* A new parameter of FN, of TYPE, which becomes *CHAIN; then that is what comes
   behind it.  */

tree
cuf_add_parameter (tree fn, tree type, tree **chain)
{
  gcc_checking_assert (!**chain);
  tree parm = build_decl (input_location, PARM_DECL, NULL_TREE, type);
  DECL_ARG_TYPE (parm) = type;
  DECL_CONTEXT (parm) = fn;
  DECL_ARTIFICIAL (parm) = 1;
  DECL_IGNORED_P (parm) = 1;
  TREE_USED (parm) = 1;
  **chain = parm;
  *chain = &DECL_CHAIN (parm);
  return parm;
}

/* --- Statements ---------------------------------------------------------- */

/* VAR = VAR + 1.  */

tree
cuf_increment (tree var)
{
  return build2 (MODIFY_EXPR, void_type_node, var,
		 build2 (PLUS_EXPR, TREE_TYPE (var), var,
			 build_one_cst (TREE_TYPE (var))));
}

/* A statement after which nothing is known of VAR, an integer.  */

tree
cuf_forget_value (tree var)
{
  tree place = build_tree_list (build_tree_list (NULL_TREE,
						 build_string (2, "=r")), var);
  tree value = build_tree_list (build_tree_list (NULL_TREE,
						 build_string (1, "0")), var);
  tree t = build5 (ASM_EXPR, void_type_node, build_string (0, ""), place,
		   value, NULL_TREE, NULL_TREE);
  ASM_VOLATILE_P (t) = 1;
  return t;
}

/* Append to OUTER: for (VAR = LO; VAR <= HI; VAR++) BODY.  */

static void
append_loop (tree var, tree lo, tree hi, tree body, tree *outer)
{
  tree exit = build1 (EXIT_EXPR, void_type_node,
		      build2 (GT_EXPR, boolean_type_node, var, hi));
  tree next = cuf_increment (var);
  tree stmts = NULL_TREE;
  append_to_statement_list (exit, &stmts);
  append_to_statement_list (body, &stmts);
  append_to_statement_list (next, &stmts);
  append_to_statement_list (build2 (MODIFY_EXPR, void_type_node, var, lo),
			    outer);
  append_to_statement_list (build1 (LOOP_EXPR, void_type_node, stmts), outer);
}

/* Loops over the threads LO to HI in FN around INNER, each telling the context
   where it is.  */

tree
cuf_loop_over_threads (tree fn, tree inner, tree lo, tree hi, tree *vars)
{
  for (int dim = 0; dim < 3; dim++)
    {
      tree var = cuf_local_variable (fn, integer_type_node, vars);
      tree last = cuf_local_variable (fn, integer_type_node, vars);
      tree place = cuf_dim3_component (cuf_tree (CUF_CONTEXT_VAR),
				       "threadidx", dim);
      tree body = NULL_TREE, loop = NULL_TREE;
      append_to_statement_list (build2 (MODIFY_EXPR, void_type_node, place,
					var), &body);
      /* See cuf-access-loops.cc.  */
      if (dim == 0 && optimize >= 2 && cuf_check_p ())
	append_to_statement_list
	  (build_call_expr (cuf_tree (CUF_FN_CHECK_THREAD), 0), &body);
      append_to_statement_list (inner, &body);
      append_to_statement_list (build2 (MODIFY_EXPR, void_type_node, last,
					cuf_dim3_component (hi, NULL, dim)),
				&loop);
      append_loop (var, cuf_dim3_component (lo, NULL, dim), last, body, &loop);
      inner = loop;
    }
  return inner;
}

/* Append to STMTS that kernels on the host have to have ended.  */

void
cuf_append_wait (tree *stmts)
{
  tree type = build_function_type_list (void_type_node, NULL_TREE);
  append_to_statement_list
    (build_call_expr (build_fn_decl ("GCUF_wait_on_host", type), 0), stmts);
}

/* What STMT, a sum, a difference, a product or a change of sign of integers,
   computes as numbers without signs, which wrap around; add to SEQ what computes
   it.  */

tree
cuf_unsigned_result (gimple_seq *seq, gassign *stmt)
{
  tree type = unsigned_type_for (TREE_TYPE (gimple_assign_lhs (stmt)));
  tree_code code = gimple_assign_rhs_code (stmt);
  tree x = gimple_convert (seq, type, gimple_assign_rhs1 (stmt));
  if (code == NEGATE_EXPR)
    return gimple_build (seq, code, type, x);
  gcc_checking_assert (code == PLUS_EXPR || code == MINUS_EXPR
		       || code == MULT_EXPR);
  tree y = gimple_convert (seq, type, gimple_assign_rhs2 (stmt));
  return gimple_build (seq, code, type, x, y);
}
