/* Kernel calls.
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
#include "tree.h"
#include "stringpool.h"
#include "fold-const.h"
#include "stor-layout.h"
#include "tree-iterator.h"
#include "gimple-expr.h"
#include "gimplify.h"
#include "function.h"
#include "cgraph.h"
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "trans-const.h"
#include "cuf-trans.h"
#include "cuf-lower.h"

/* A kernel call is an ordinary call of the kernel's stub, preceded by a call
   that tells the runtime the execution configuration, which the caller builds
   on its stack.  */

/* The integer VALUE, which can be evaluated twice, as one of TYPE; what is out
   of its range becomes INVALID, so that it is not taken for another.  */

tree
cuf_convert_value (tree value, tree type, int invalid)
{
  tree from = TREE_TYPE (value);
  gcc_assert (INTEGRAL_TYPE_P (from) && INTEGRAL_TYPE_P (type));
  if (TYPE_PRECISION (from) <= TYPE_PRECISION (type))
    return fold_convert (type, value);
  tree narrow = fold_convert (type, value);
  tree same = fold_build2 (EQ_EXPR, logical_type_node,
			   fold_convert (from, unshare_expr (narrow)), value);
  return fold_build3 (COND_EXPR, type, same, narrow,
		      build_int_cst (type, invalid));
}

/* Append to BLOCK: REF := EXPR, evaluated, and INVALID if it does not fit; the
   default if EXPR is null.  */

static void
set_scalar (stmtblock_t *block, tree ref, gfc_expr *expr, int otherwise,
	    int invalid)
{
  tree value = build_int_cst (TREE_TYPE (ref), otherwise);
  if (expr)
    {
      gfc_se se;
      gfc_init_se (&se, NULL);
      gfc_conv_expr_val (&se, expr);
      gfc_add_block_to_block (block, &se.pre);
      value = cuf_convert_value (gfc_evaluate_now (se.expr, block),
				 TREE_TYPE (ref), invalid);
      gfc_add_modify (block, ref, value);
      gfc_add_block_to_block (block, &se.post);
    }
  else
    gfc_add_modify (block, ref, value);
}

/* Append to BLOCK: the dim3 REF := EXPR, an integer or a dim3; one if it is
   null.  */

static void
set_dim3 (stmtblock_t *block, tree ref, gfc_expr *expr)
{
  if (expr && expr->ts.type == BT_DERIVED)
    {
      gfc_se se;
      gfc_init_se (&se, NULL);
      gfc_conv_expr (&se, expr);
      gfc_add_block_to_block (block, &se.pre);
      tree value = gfc_evaluate_now (se.expr, block);
      gcc_assert (cuf_dim3_p (&expr->ts));
      tree field = TYPE_FIELDS (TREE_TYPE (value));
      for (int dim = 0; dim < 3; dim++, field = DECL_CHAIN (field))
	gfc_add_modify (block, cuf_dim3_component (ref, NULL, dim),
			fold_convert (integer_type_node,
				      build3 (COMPONENT_REF, TREE_TYPE (field),
					      value, field, NULL_TREE)));
      gfc_add_block_to_block (block, &se.post);
      return;
    }
  set_scalar (block, cuf_dim3_component (ref, NULL, 0), expr, 1, 0);
  for (int dim = 1; dim < 3; dim++)
    gfc_add_modify (block, cuf_dim3_component (ref, NULL, dim),
		    integer_one_node);
}

/* Append to BLOCK what completes the configuration VAR with FLAGS, of enum
   gcuf_launch_flags, of the call that stands at WHERE.  Return its address.  */

static tree
complete_launch (stmtblock_t *block, tree var, gfc_expr *bytes,
		 gfc_expr *stream, unsigned flags, locus *where)
{
  TREE_ADDRESSABLE (var) = 1;
  set_scalar (block, cuf_component (var, "bytes"), bytes, 0, -1);
  set_scalar (block, cuf_component (var, "stream"), stream, 0, -1);
  set_scalar (block, cuf_component (var, "flags"), NULL, flags, 0);
  gfc_add_modify (block, cuf_component (var, "where"),
		  fold_convert (ptr_type_node, cuf_location (where)));
  return build_fold_addr_expr (var);
}

/* The call that tells the runtime the configuration at ADDR of the next call, of
   SYM, whose interface a launch has made.  */

static tree
push_implicit (tree addr, gfc_symbol *sym)
{
  gcc_assert (sym->backend_decl);
  char *arguments = cuf_arguments_of_interface (sym);
  tree text = cuf_string_address (arguments);
  free (arguments);
  tree known = cuf_build_static (NULL, ptr_type_node, null_pointer_node, false);
  tree stub = cuf_call_target (sym->backend_decl);
  return build_call_expr (cuf_tree (CUF_FN_PUSH_IMPLICIT_LAUNCH), 5, addr,
			  cuf_string_address (sym->name),
			  build_fold_addr_expr (stub), text,
			  build_fold_addr_expr (known));
}

/* The flags for the GRID of a kernel call; null stands for `*'.  */

static unsigned
grid_flags (const gfc_expr *grid)
{
  if (!grid)
    return GCUF_LAUNCH_ANY_GRID;
  return grid->ts.type == BT_DERIVED ? GCUF_LAUNCH_DIM3_GRID : 0;
}

/* The name of the procedure that CODE calls, if only an interface body tells of
   it, so that it may be no CUDA Fortran; or null.  */

static const char *
external_name (const gfc_code *code)
{
  const gfc_symbol *sym = code->resolved_sym;
  return (code->op == EXEC_CALL && sym->attr.if_source == IFSRC_IFBODY
	  && !code->cuf_launch->interface && !sym->ts.interface
	  ? sym->name : NULL);
}

/* CODE is a call that is about to be translated: if it is a launch that has made an
   interface of what it calls, let that be used.  */

void
cuf_use_interface (gfc_code *code)
{
  if (code->cuf_launch && code->cuf_launch->interface)
    code->resolved_sym = code->cuf_launch->interface;
}

/* CODE is a call whose arguments have been evaluated in SE's block.  If it has
   an execution configuration, append what makes the call a launch, before it
   and after it.  */

void
cuf_trans_launch (gfc_code *code, gfc_se *se)
{
  stmtblock_t *block = &se->pre;
  cuf_launch *launch = code->cuf_launch;
  if (!launch)
    return;
  gcc_assert (code->op == EXEC_CALL || code->op == EXEC_ASSIGN_CALL
	      || code->op == EXEC_CALL_PPC || code->op == EXEC_COMPCALL);

  tree var = gfc_create_var (cuf_tree (CUF_LAUNCH), "launch");
  set_dim3 (block, cuf_component (var, "grid"), launch->grid);
  set_dim3 (block, cuf_component (var, "block"), launch->block);
  const char *name = external_name (code);
  tree addr = complete_launch (block, var, launch->bytes, launch->stream,
			       grid_flags (launch->grid), &code->loc);
  tree push = (launch->interface ? push_implicit (addr, launch->interface)
	       : build_call_expr (cuf_tree (name ? CUF_FN_PUSH_EXTERNAL_LAUNCH
					    : CUF_FN_PUSH_LAUNCH), 1, addr));
  gfc_add_expr_to_block (block, push);
  if (!name)
    return;
  tree text = gfc_build_cstring_const (name);
  gfc_prepend_expr_to_block (&se->post,
			     build_call_expr (cuf_tree
					      (CUF_FN_END_EXTERNAL_LAUNCH), 2,
					      build_fold_addr_expr (var),
					      gfc_build_addr_expr (pchar_type_node,
								   text)));
}

/* The same for a kernel loop at WHERE, with the three sizes of GRID and of
   BLOCK_SIZE as integers.  Return the configuration.  */

tree
cuf_launch_loops (stmtblock_t *block, tree *grid, tree *block_size,
		  gfc_expr *bytes, gfc_expr *stream, locus *where)
{
  tree var = gfc_create_var (cuf_tree (CUF_LAUNCH), "launch");
  for (int dim = 0; dim < 3; dim++)
    {
      gfc_add_modify (block, cuf_dim3_component (var, "grid", dim), grid[dim]);
      gfc_add_modify (block, cuf_dim3_component (var, "block", dim),
		      block_size[dim]);
    }
  tree addr = complete_launch (block, var, bytes, stream, 0, where);
  gfc_add_expr_to_block (block,
			 build_call_expr (cuf_tree (CUF_FN_PUSH_LAUNCH), 1,
					  addr));
  return var;
}
