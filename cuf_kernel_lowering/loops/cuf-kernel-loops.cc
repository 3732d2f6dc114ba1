/* Kernel loop directives: the nest of loops on the host.
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
#include "cuf-lower.h"
#include "cuf-trans.h"
#include "cuf-loops.h"

/* A kernel loop directive makes a kernel of a nest of loops in a host
   procedure:

   - the body of the innermost mapped loop becomes a function that executes one
     iteration (cuf-outline.cc);
   - around it go, for the device, loops over what is one thread's of the
     iterations, and for the cpu backend loops over what is one block's, in the
     order that a vectorizer likes (cuf-loop-driver.cc);
   - the host evaluates the limits of the loops and from them the grid, and
     launches that kernel, or one without loops where the grid has a thread for
     each iteration (cuf-loop-direct.cc);
   - reductions have a value for each thread or, on the cpu backend, block,
     combined at the end (cuf-loop-reductions.cc).  */

/* --- The host's part ---------------------------------------------------- */

static tree
evaluate (gfc_expr *expr, stmtblock_t *block)
{
  gfc_se se;
  gfc_init_se (&se, NULL);
  gfc_conv_expr_val (&se, expr);
  gfc_add_block_to_block (block, &se.pre);
  return gfc_evaluate_now (se.expr, block);
}

/* Evaluate the limits of LOOP in BLOCK.  */

static void
evaluate_loop (mapped_loop *loop, stmtblock_t *block)
{
  gfc_iterator *it = loop->code->ext.iterator;
  tree index = gfc_array_index_type;
  gfc_se se;
  gfc_init_se (&se, NULL);
  gfc_conv_expr_lhs (&se, it->var);
  gfc_add_block_to_block (block, &se.pre);
  loop->variable = se.expr;
  loop->from = evaluate (it->start, block);
  tree to = evaluate (it->end, block);
  loop->step = evaluate (it->step, block);

  tree step = fold_convert (index, loop->step);
  tree span = fold_build2 (MINUS_EXPR, index, fold_convert (index, to),
			   fold_convert (index, loop->from));
  tree trips = fold_build2 (TRUNC_DIV_EXPR, index,
			    fold_build2 (PLUS_EXPR, index, span, step), step);
  loop->trips = gfc_evaluate_now (fold_build2 (MAX_EXPR, index, trips,
					       build_zero_cst (index)), block);
}

static bool
constant_one_p (gfc_expr *e)
{
  return e && e->expr_type == EXPR_CONSTANT
	 && mpz_cmp_si (e->value.integer, 1) == 0;
}

/* Evaluate the integer EXPR, or component DIM of the dim3.  What does not fit
   becomes zero, which no size can be.  */

static tree
evaluate_size (gfc_expr *expr, int dim, stmtblock_t *block)
{
  if (expr->ts.type != BT_DERIVED)
    return gfc_evaluate_now (cuf_convert_value (evaluate (expr, block),
						integer_type_node, 0), block);
  gfc_se se;
  gfc_init_se (&se, NULL);
  gfc_conv_expr (&se, expr);
  gfc_add_block_to_block (block, &se.pre);
  gcc_assert (cuf_dim3_p (&expr->ts) && IN_RANGE (dim, 0, 2));
  tree field = TYPE_FIELDS (TREE_TYPE (se.expr));
  while (dim-- > 0)
    field = DECL_CHAIN (field);
  return gfc_evaluate_now (fold_build3 (COMPONENT_REF, TREE_TYPE (field),
					se.expr, field, NULL_TREE), block);
}

/* What the directive says about loop I in E: a dim3 stands for all loops.  */

static gfc_expr *
size_of_loop (const cuf_extents *e, int i)
{
  if (e->count == 1 && e->size[0] && e->size[0]->ts.type == BT_DERIVED)
    return e->size[0];
  return i < e->count ? e->size[i] : NULL;
}

/* Let the runtime choose the SIZE of the block for NEST.  */

static void
choose_block (const loop_nest *nest, stmtblock_t *block, tree *size)
{
  tree var = gfc_create_var (cuf_tree (CUF_DIM3), "block");
  TREE_ADDRESSABLE (var) = 1;
  tree trips[CUF_MAX_LOOPS];
  for (int i = 0; i < CUF_MAX_LOOPS; i++)
    trips[i] = (i < nest->directive->nloops
		? fold_convert (size_type_node, nest->loops[i].trips)
		: size_one_node);
  gfc_add_expr_to_block (block,
			 build_call_expr (cuf_tree (CUF_FN_LOOP_BLOCK), 4,
					  build_fold_addr_expr (var), trips[0],
					  trips[1], trips[2]));
  for (int i = 0; i < 3; i++)
    size[i] = gfc_evaluate_now (cuf_dim3_component (var, NULL, i), block);
}

/* Evaluate the size of the block in NEST's loops into SIZE.  Where the
   directive gives some of the sizes, the innermost `*' among them gets what is
   left of GCUF_LIBRARY_BLOCK.  */

static void
evaluate_block (loop_nest *nest, stmtblock_t *block, tree *size)
{
  const cuf_extents *e = &nest->directive->block;
  int nloops = nest->directive->nloops;
  tree given = integer_one_node;
  bool some = false;
  for (int i = 0; i < 3; i++)
    size[i] = i < nloops ? NULL_TREE : integer_one_node;
  for (int i = 0; i < nloops; i++)
    if (gfc_expr *expr = size_of_loop (e, i))
      {
	size[i] = evaluate_size (expr, i, block);
	given = fold_build2 (MULT_EXPR, integer_type_node, given, size[i]);
	some = true;
      }
    else if (e->count > 0 && i >= e->count)
      size[i] = integer_one_node;
  if (!some)
    {
      choose_block (nest, block, size);
      return;
    }

  tree left = fold_build2 (TRUNC_DIV_EXPR, integer_type_node,
			   build_int_cst (integer_type_node,
					  GCUF_LIBRARY_BLOCK),
			   fold_build2 (MAX_EXPR, integer_type_node, given,
					integer_one_node));
  left = fold_build2 (MAX_EXPR, integer_type_node, left, integer_one_node);
  for (int i = 0; i < nloops; i++)
    if (!size[i])
      {
	size[i] = gfc_evaluate_now (left, block);
	left = integer_one_node;
      }
}

/* The number of blocks of SIZE iterations for LOOP, at most LIMIT.  */

static tree
blocks_for_loop (const mapped_loop *loop, tree size, int limit,
		 stmtblock_t *block)
{
  tree index = gfc_array_index_type;
  size = fold_build2 (MAX_EXPR, index, fold_convert (index, size),
		      build_one_cst (index));
  tree blocks = fold_build2 (CEIL_DIV_EXPR, index, loop->trips, size);
  blocks = fold_build2 (MIN_EXPR, index, blocks, build_int_cst (index, limit));
  return gfc_evaluate_now (fold_convert (integer_type_node, blocks), block);
}

/* True if LOOP is known to have so few iterations that our number of blocks, at
   most LIMIT, has a thread for each, whatever is the size of a block.  */

static bool
few_trips_p (const mapped_loop *loop, int limit)
{
  int most = MIN (limit, INT_MAX - GCUF_MAX_BLOCK_THREADS);
  return TREE_CODE (loop->trips) == INTEGER_CST
	 && compare_tree_int (loop->trips, most) <= 0;
}

/* The number of threads in a block of SIZE if that is known and not more than
   there can be, otherwise zero.  */

static int
constant_threads (const tree *size)
{
  HOST_WIDE_INT threads = 1;
  for (int i = 0; i < 3; i++)
    {
      if (!tree_fits_shwi_p (size[i])
	  || !IN_RANGE (tree_to_shwi (size[i]), 1, GCUF_MAX_BLOCK_THREADS))
	return 0;
      threads *= tree_to_shwi (size[i]);
    }
  return threads <= GCUF_MAX_BLOCK_THREADS ? threads : 0;
}

/* Evaluate the execution configuration of NEST into GRID and BLOCK_SIZE.  */

static void
evaluate_configuration (loop_nest *nest, stmtblock_t *block, tree *grid,
			tree *block_size)
{
  /* Of x, y and z.  */
  static const int grid_limits[]
    = { INT_MAX, GCUF_MAX_GRID_YZ, GCUF_MAX_GRID_YZ };
  cuf_kernel_do *k = nest->directive;
  bool ours = true;

  evaluate_block (nest, block, block_size);
  nest->block_threads = constant_threads (block_size);
  for (int dim = 0; dim < 3; dim++)
    grid[dim] = integer_one_node;

  nest->grid_dims = 0;
  for (int i = 0; i < k->nloops; i++)
    {
      mapped_loop *loop = &nest->loops[i];
      gfc_expr *size = size_of_loop (&k->grid, i);
      loop->grid_dim = -1;
      if (constant_one_p (size))
	continue;
      int dim = loop->grid_dim = nest->grid_dims++;
      gcc_checking_assert (dim < (int) ARRAY_SIZE (grid_limits));
      ours = ours && !size;
      grid[dim] = (size ? evaluate_size (size, i, block)
		   : blocks_for_loop (loop, block_size[i], grid_limits[dim],
				      block));
      loop->covered = !size && few_trips_p (loop, grid_limits[dim]);
    }
  nest->chosen_grid = k->reductions && ours;
  if (nest->chosen_grid)
    cuf_limit_grid (grid, block_size, block);
}

/* --- The kernel --------------------------------------------------------- */

/* The symbol of the kernel for the directive at WHERE in the host procedure
   that is being translated, as a profiler shows it: procedure and line.  */

static char *
kernel_symbol (locus *where)
{
  /* The symbol of an internal procedure has a dot, which PTX has not, and is
     not unique among files: the procedure that contains it has a better
     one.  */
  static hash_map<tree, unsigned> *uses;
  tree outer = current_function_decl;
  while (tree context = decl_function_context (outer))
    outer = context;
  const char *procedure = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (outer));
  int line = expand_location (gfc_get_location (where)).line;
  char *symbol = xasprintf ("%s_%d" CUF_ENTRY_SUFFIX, procedure, line);

  /* An included file can have the same line again.  */
  if (!uses)
    uses = new hash_map<tree, unsigned>;
  unsigned &n = uses->get_or_insert (get_identifier (symbol));
  if (n++ > 0)
    {
      char *numbered = xasprintf ("%s_%u", symbol, n);
      free (symbol);
      symbol = numbered;
    }
  return symbol;
}

/* Make of NEST's body a function of the loops' variables, the addresses of the
   values of its reductions, and CAPTURED.  */

static tree
outline_body (loop_nest *nest, const char *symbol, locus *where,
	      vec<tree> *captured)
{
  char *name = concat (CUF_ITERATION_PREFIX, symbol, NULL);
  cuf_outline *o = cuf_begin_outline (name, where);
  free (name);
  for (int i = 0; i < nest->directive->nloops; i++)
    {
      tree variable = nest->loops[i].variable;
      tree type = TYPE_MAIN_VARIANT (TREE_TYPE (variable));
      cuf_substitute (o, variable, cuf_outline_parameter (o, type));
    }
  for (const loop_reduction &r : nest->reductions)
    {
      tree type = TYPE_MAIN_VARIANT (TREE_TYPE (r.target));
      tree parm = cuf_outline_parameter (o, build_pointer_type (type));
      cuf_substitute (o, r.target, build1 (INDIRECT_REF, type, parm));
    }

  gfc_code *innermost = nest->loops[0].code;
  innermost->cycle_label = gfc_build_label_decl (NULL_TREE);
  innermost->exit_label = gfc_build_label_decl (NULL_TREE);
  cuf_device_level level (true);
  stmtblock_t body;
  gfc_start_block (&body);
  gfc_add_expr_to_block (&body, gfc_trans_code (innermost->block->next));
  cuf_note_host_scalars (o, &innermost->block->next);
  if (TREE_USED (innermost->cycle_label))
    gfc_add_expr_to_block (&body, build1_v (LABEL_EXPR,
					    innermost->cycle_label));
  return cuf_finish_outline (o, gfc_finish_block (&body), captured);
}

/* What the host passes to the kernel, in the order of cuf-loop-driver.cc:
   CAPTURED, the loops, SCRATCH and the reductions' addresses.  */

static tree
call_kernel (loop_nest *nest, tree stub, const vec<tree> &captured,
	     tree scratch)
{
  auto_vec<tree> actuals;
  for (tree value : captured)
    actuals.safe_push (unshare_expr (value));
  for (int i = 0; i < nest->directive->nloops; i++)
    {
      actuals.safe_push (nest->loops[i].from);
      actuals.safe_push (nest->loops[i].step);
      actuals.safe_push (nest->loops[i].trips);
    }
  if (scratch)
    actuals.safe_push (scratch);
  for (const loop_reduction &r : nest->reductions)
    if (!r.on_host)
      actuals.safe_push (fold_convert (ptr_type_node,
				       gfc_build_addr_expr (NULL_TREE,
							    r.target)));
  return build_call_expr_loc_array (input_location, stub, actuals.length (),
				    actuals.address ());
}

/* Translate NEST's body, which becomes a function, in a kernel with SYMBOL for
   the directive at WHERE; what it has to get goes to CAPTURED, and what comes
   before the launch to BLOCK.  Return null if the body has errors.  */

static tree
translate_body (loop_nest *nest, const char *symbol, locus *where,
		vec<tree> *captured, stmtblock_t *block)
{
  cuf_kernel_loop_scope scope;
  cuf_evaluate_reductions (nest, block);
  return outline_body (nest, symbol, where, captured);
}

/* Translate the DO construct CODE, which has a directive.  */

static tree
trans_kernel_do (gfc_code *code)
{
  loop_nest nest;
  nest.directive = code->cuf_kernel;
  gcc_assert (code->op == EXEC_DO && nest.directive);
  int nloops = nest.directive->nloops;
  gcc_assert (IN_RANGE (nloops, 1, CUF_MAX_LOOPS));
  stmtblock_t block, launch;

  gfc_start_block (&block);
  tree some = logical_true_node;
  for (int i = nloops - 1; i >= 0; i--)
    {
      nest.loops[i].code = nest.directive->loops[i];
      evaluate_loop (&nest.loops[i], &block);
      tree trips = fold_build2 (GT_EXPR, logical_type_node,
				nest.loops[i].trips,
				build_zero_cst (gfc_array_index_type));
      some = fold_build2 (TRUTH_AND_EXPR, logical_type_node, some, trips);
    }

  gfc_start_block (&launch);
  tree grid[3], block_size[3];
  evaluate_configuration (&nest, &launch, grid, block_size);

  char *symbol = kernel_symbol (&code->loc);
  auto_vec<tree> captured;
  tree iteration = translate_body (&nest, symbol, &code->loc, &captured,
				   &launch);
  if (!iteration)
    {
      free (symbol);
      return build_empty_stmt (input_location);
    }

  if (cuf_info_p)
    cuf_tell_about_loops (&nest, iteration, captured, symbol);
  tree record = cuf_launch_loops (&launch, grid, block_size,
				  nest.directive->bytes,
				  nest.directive->stream, &code->loc);
  tree scratch = cuf_begin_reductions (&nest, record, &launch);
  tree direct = (cuf_direct_p (&nest, captured)
		 ? cuf_direct_condition (&nest, captured, grid, block_size)
		 : logical_false_node);
  loop_stubs stubs = cuf_build_loop_kernels (&nest, iteration, captured, symbol,
					     direct);
  free (symbol);
  tree call = (stubs.direct
	       ? call_kernel (&nest, stubs.direct, captured, scratch)
	       : NULL_TREE);
  tree strided = (stubs.strided
		  ? call_kernel (&nest, stubs.strided, captured, scratch)
		  : NULL_TREE);
  if (call && strided)
    call = build3_v (COND_EXPR, direct, call, strided);
  gfc_add_expr_to_block (&launch, call ? call : strided);
  cuf_end_reductions (&nest, record, scratch, &launch);
  gfc_add_expr_to_block (&block,
			 build3_v (COND_EXPR, some, gfc_finish_block (&launch),
				   build_empty_stmt (input_location)));
  return gfc_finish_block (&block);
}

/* If the DO construct CODE has a directive, set *RESULT to its translation and
   return true.  */

bool
cuf_trans_loop (gfc_code *code, tree *result)
{
  if (!code->cuf_kernel)
    return false;
  *result = trans_kernel_do (code);
  return true;
}
