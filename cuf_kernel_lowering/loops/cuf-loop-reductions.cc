/* Kernel loop directives: reductions.
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
#include "function.h"
#include "cgraph.h"
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "trans-const.h"
#include "gimple-expr.h"
#include "gimplify.h"
#include "trans-stmt.h"
#include "cuf-compat.h"
#include "cuf-lower.h"
#include "cuf-trans.h"
#include "cuf-loops.h"

#include "real.h"

/* The functions of the runtime and of the device library are described in
   libgcuf/abi/gcuf-abi.h.  */

/* A call of PREFIX + the names of R's operator and type with the N ARGS.  */

static tree
call_typed (const char *prefix, const loop_reduction *r, unsigned n, tree *args)
{
  static const struct { bt type; char letter; } letters[] = {
    { BT_INTEGER, 'i' }, { BT_REAL, 'r' }, { BT_COMPLEX, 'c' },
    { BT_LOGICAL, 'l' }
  };
  const gfc_typespec *ts = &r->source->target->ts;
  char letter = cuf_unsigned_p (ts) ? 'i' : 0;
  for (unsigned i = 0; i < ARRAY_SIZE (letters); i++)
    if (letters[i].type == ts->type)
      letter = letters[i].letter;

  char *name = xasprintf ("%s%s_%c%d", prefix,
			  cuf_reduce_symbol (r->source->op), letter, ts->kind);
  auto_vec<tree, 8> types;
  for (unsigned i = 0; i < n; i++)
    types.safe_push (TREE_TYPE (args[i]));
  tree fn = build_fn_decl (name, build_function_type_array (void_type_node, n,
							    types.address ()));
  free (name);
  TREE_NOTHROW (fn) = 1;
  return build_call_expr_loc_array (input_location, fn, n, args);
}

static tree
infinity (tree type, bool negative)
{
  REAL_VALUE_TYPE value;
  real_inf (&value);
  if (negative)
    value = real_value_negate (&value);
  return build_real (type, value);
}

/* The value that leaves others as they are under R's operator.  */

tree
cuf_reduction_identity (const loop_reduction *r)
{
  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (r->target));
  bool real = SCALAR_FLOAT_TYPE_P (type);
  switch (r->source->op)
    {
    case CUF_REDUCE_MUL:
    case CUF_REDUCE_AND:
      return build_one_cst (type);
    case CUF_REDUCE_MAX:
      return real ? infinity (type, true) : TYPE_MIN_VALUE (type);
    case CUF_REDUCE_MIN:
      return real ? infinity (type, false) : TYPE_MAX_VALUE (type);
    case CUF_REDUCE_IAND:
      return build_minus_one_cst (type);
    case CUF_REDUCE_ADD:
    case CUF_REDUCE_IOR:
    case CUF_REDUCE_IEOR:
    case CUF_REDUCE_OR:
      return build_zero_cst (type);
    default:
      gcc_unreachable ();
    }
}

/* --- In the kernel ------------------------------------------------------ */

/* Statements that combine VALUES of the threads or blocks into TARGETS, or into
   SCRATCH where a target is null.  SHARED is the address of a block's shared
   memory.  */

tree
cuf_combine_blocks (loop_nest *nest, vec<tree> *values, tree scratch,
		    vec<tree> *targets, tree shared)
{
  tree count = build_int_cst (integer_type_node, nest->reductions.length ());
  tree stmts = NULL_TREE, finish = NULL_TREE;
  gcc_assert (values->length () == nest->reductions.length ()
	      && targets->length () == nest->reductions.length ());
  for (unsigned i = 0; i < nest->reductions.length (); i++)
    {
      const loop_reduction *r = &nest->reductions[i];
      tree number = build_int_cst (integer_type_node, i);
      tree value = fold_convert (ptr_type_node,
				 build_fold_addr_expr ((*values)[i]));
      tree block_args[] = { value, scratch, count, number, shared };
      tree finish_args[] = { (*targets)[i], scratch, count, number, shared };
      append_to_statement_list (call_typed ("__gcuf_reduction_block_", r,
					    ARRAY_SIZE (block_args),
					    block_args), &stmts);
      append_to_statement_list (call_typed ("__gcuf_reduction_finish_", r,
					    ARRAY_SIZE (finish_args),
					    finish_args), &finish);
    }
  tree type = build_function_type_list (integer_type_node, ptr_type_node,
					ptr_type_node, NULL_TREE);
  tree last = build_call_expr (build_fn_decl ("__gcuf_reduction_last", type), 2,
			       scratch, shared);
  last = build2 (NE_EXPR, boolean_type_node, last, integer_zero_node);
  append_to_statement_list (build3 (COND_EXPR, void_type_node, last, finish,
				    NULL_TREE), &stmts);
  return stmts;
}

/* --- On the host -------------------------------------------------------- */

/* Find out in BLOCK where the reductions of NEST go.  */

void
cuf_evaluate_reductions (loop_nest *nest, stmtblock_t *block)
{
  for (cuf_reduction *r = nest->directive->reductions; r; r = r->next)
    {
      unsigned memory = cuf_expr_memory (r->target);
      gfc_se se;
      gfc_init_se (&se, NULL);
      gfc_conv_expr_lhs (&se, r->target);
      gfc_add_block_to_block (block, &se.pre);
      loop_reduction reduction = {
	r, se.expr, memory == CUF_MEM_NONE || memory == CUF_MEM_PINNED,
	memory == CUF_MEM_MANAGED || memory == CUF_MEM_UNIFIED
      };
      nest->reductions.safe_push (reduction);
    }
}

/* Let GRID, of blocks of BLOCK_SIZE threads, have no more of them than keep the
   device busy: a thread combines what it can by itself.  */

void
cuf_limit_grid (tree *grid, tree *block_size, stmtblock_t *block)
{
  tree threads = block_size[0];
  for (int dim = 1; dim < 3; dim++)
    threads = fold_build2 (MULT_EXPR, integer_type_node, threads,
			   block_size[dim]);
  tree left = gfc_evaluate_now
    (build_call_expr (cuf_tree (CUF_FN_REDUCTION_BLOCKS), 1, threads), block);
  for (int dim = 0; dim < 3; dim++)
    {
      grid[dim] = gfc_evaluate_now (fold_build2 (MIN_EXPR, integer_type_node,
						 grid[dim], left), block);
      left = fold_build2 (CEIL_DIV_EXPR, integer_type_node, left,
			  fold_build2 (MAX_EXPR, integer_type_node, grid[dim],
				       integer_one_node));
      left = gfc_evaluate_now (left, block);
    }
}

/* Append to BLOCK what precedes the call of a kernel with the reductions of
   NEST, whose configuration is RECORD.  Return the address of the scratch
   memory, or null if there are none.  */

tree
cuf_begin_reductions (loop_nest *nest, tree record, stmtblock_t *block)
{
  if (nest->reductions.is_empty ())
    return NULL_TREE;
  tree count = build_int_cst (integer_type_node, nest->reductions.length ());
  return gfc_evaluate_now (build_call_expr (cuf_tree (CUF_FN_REDUCTION_BEGIN),
					    2, build_fold_addr_expr (record),
					    count), block);
}

/* Combine in BLOCK the variable that R reduces into and its slot I of
   RESULTS.  */

static void
combine_result (const loop_reduction *r, tree results, unsigned i,
		stmtblock_t *block)
{
  tree copy = gfc_create_var (TYPE_MAIN_VARIANT (TREE_TYPE (r->target)),
			      "reduced");
  TREE_ADDRESSABLE (copy) = 1;
  gfc_add_modify (block, copy, unshare_expr (r->target));
  tree address = fold_convert (ptr_type_node, build_fold_addr_expr (results));
  tree args[] = {
    fold_convert (ptr_type_node, build_fold_addr_expr (copy)),
    fold_build_pointer_plus_hwi (address, i * GCUF_REDUCTION_SLOT)
  };
  gfc_add_expr_to_block (block, call_typed ("GCUF_reduce_", r,
					    ARRAY_SIZE (args), args));
  gfc_add_modify (block, unshare_expr (r->target), copy);
}

/* The same if there is that variable: it may be an absent argument.  */

static void
combine_if_present (const loop_reduction *r, tree results, unsigned i,
		    stmtblock_t *block)
{
  gfc_symbol *sym = r->source->target->symtree->n.sym;
  if (!sym->attr.dummy || !sym->attr.optional)
    {
      combine_result (r, results, i, block);
      return;
    }
  stmtblock_t present;
  gfc_start_block (&present);
  combine_result (r, results, i, &present);
  gfc_add_expr_to_block (block,
			 build3_v (COND_EXPR, gfc_conv_expr_present (sym),
				   gfc_finish_block (&present),
				   build_empty_stmt (input_location)));
}

/* Append to BLOCK what follows that call: variables that the host can read are
   waited for.  */

void
cuf_end_reductions (loop_nest *nest, tree record, tree scratch,
		    stmtblock_t *block)
{
  if (!scratch)
    return;
  unsigned count = nest->reductions.length ();
  gcc_checking_assert (count > 0);
  tree type = build_array_type_nelts (unsigned_char_type_node,
				      count * GCUF_REDUCTION_SLOT);
  tree results = gfc_create_var (type, "results");
  SET_DECL_ALIGN (results, GCUF_REDUCTION_SLOT * BITS_PER_UNIT);
  TREE_ADDRESSABLE (results) = 1;

  stmtblock_t combine;
  gfc_start_block (&combine);
  bool on_host = false, on_both = false;
  for (unsigned i = 0; i < count; i++)
    {
      on_both |= nest->reductions[i].on_both;
      if (!nest->reductions[i].on_host)
	continue;
      on_host = true;
      combine_if_present (&nest->reductions[i], results, i, &combine);
    }
  tree combined = gfc_finish_block (&combine);
  tree address = on_host ? build_fold_addr_expr (results) : null_pointer_node;
  tree done = build_call_expr (cuf_tree (CUF_FN_REDUCTION_END), 4,
			       build_fold_addr_expr (record), scratch,
			       build_int_cst (integer_type_node, count),
			       fold_convert (ptr_type_node, address));
  done = fold_build2 (NE_EXPR, logical_type_node,
		      gfc_evaluate_now (done, block), integer_zero_node);
  gfc_add_expr_to_block (block,
			 build3_v (COND_EXPR, done, combined,
				   build_empty_stmt (input_location)));
  /* To get results is to wait.  */
  if (on_both && !on_host)
    gfc_add_expr_to_block
      (block, build_call_expr (cuf_tree (CUF_FN_REDUCTION_WAIT), 1,
			       build_fold_addr_expr (record)));
}
