/* Kernel loop directives: from a nest of loops to a kernel and its launch.
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
#include "cuf-lower.h"
#include "gimple-expr.h"
#include "gimplify.h"
#include "trans-stmt.h"

/* A kernel loop directive makes a kernel of a nest of loops in a host
   procedure.  The body of the nest is translated where it stands, as device
   code, and then moved into a procedure of its own, the body of a kernel like
   those of cuf-kernel.cc; what it refers to and does not declare becomes its
   parameters:

   - a scalar of the host's travels by value, so each thread has its own;
   - so do the addresses, bounds and strides that gfortran keeps of arrays;
   - of an allocatable or pointer array, the descriptor.

   Variables of modules in device memory need nothing.  */

/* One mapped loop, as the host evaluates it.  */
struct mapped_loop
{
  gfc_code *code;
  tree from, step;	/* In the type of the loop's variable.  */
  tree trips;		/* Number of iterations, of gfc_array_index_type.  */
  int grid_dim;		/* Dimension of the grid, or -1.  */
};

struct loop_nest
{
  cuf_kernel_do *directive;
  mapped_loop loops[CUF_MAX_LOOPS];	/* Innermost first.  */
  int grid_dims;
};

/* --- The host's part ---------------------------------------------------------- */

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

/* The block's extent for loop I of NEST if the directive leaves it open: eight
   warps, which fill a multiprocessor well, with neighbours in the innermost
   loop.  */

static int
default_block_size (loop_nest *nest, int i)
{
  static const int sizes[CUF_MAX_LOOPS][CUF_MAX_LOOPS] = {
    { 256, 1, 1 }, { 32, 8, 1 }, { 32, 4, 2 }
  };
  return sizes[nest->directive->nloops - 1][i];
}

/* Evaluate the execution configuration of NEST into GRID and BLOCK_SIZE.  */

static void
evaluate_configuration (loop_nest *nest, stmtblock_t *block, tree *grid,
			tree *block_size)
{
  /* What CUDA admits for x, y and z.  */
  static const int grid_limits[] = { 2147483647, 65535, 65535 };
  cuf_kernel_do *k = nest->directive;
  tree index = gfc_array_index_type;

  for (int dim = 0; dim < 3; dim++)
    grid[dim] = block_size[dim] = integer_one_node;

  nest->grid_dims = 0;
  for (int i = 0; i < k->nloops; i++)
    {
      mapped_loop *loop = &nest->loops[i];
      if (i < k->block.count && k->block.size[i])
	block_size[i] = fold_convert (integer_type_node,
				      evaluate (k->block.size[i], block));
      else if (i >= k->block.count && k->block.count > 0)
	block_size[i] = integer_one_node;
      else
	block_size[i] = build_int_cst (integer_type_node,
				       default_block_size (nest, i));

      gfc_expr *size = i < k->grid.count ? k->grid.size[i] : NULL;
      loop->grid_dim = -1;
      if (constant_one_p (size))
	continue;
      int dim = loop->grid_dim = nest->grid_dims++;
      if (size)
	{
	  grid[dim] = fold_convert (integer_type_node, evaluate (size, block));
	  continue;
	}
      tree blocks = fold_build2 (CEIL_DIV_EXPR, index, loop->trips,
				 fold_convert (index, block_size[i]));
      blocks = fold_build2 (MIN_EXPR, index, blocks,
			    build_int_cst (index, grid_limits[dim]));
      grid[dim] = gfc_evaluate_now (fold_convert (integer_type_node, blocks),
				    block);
    }
}

/* --- The device's part ---------------------------------------------------------- */

/* "(idx - 1) * size + other - 1" and the like are computed in the type of
   array indices, because grids can be larger than 32 bits tell.  */

static tree
special_register (const char *name, int dim)
{
  return fold_convert (gfc_array_index_type, cuf_special_register (name, dim));
}

/* The first iteration of loop I of NEST that a thread executes, from 0, and in
   *STRIDE how far it is to its next.  */

static tree
first_iteration (loop_nest *nest, int i, tree *stride)
{
  tree index = gfc_array_index_type;
  tree one = build_one_cst (index);
  tree thread = fold_build2 (MINUS_EXPR, index,
			     special_register ("threadidx", i), one);
  tree size = special_register ("blockdim", i);
  int dim = nest->loops[i].grid_dim;
  *stride = size;
  if (dim < 0)
    return thread;

  *stride = fold_build2 (MULT_EXPR, index, size,
			 special_register ("griddim", dim));
  tree blocks = fold_build2 (MINUS_EXPR, index,
			     special_register ("blockidx", dim), one);
  return fold_build2 (PLUS_EXPR, index,
		      fold_build2 (MULT_EXPR, index, blocks, size), thread);
}

/* Translate the loops of NEST from loop I inwards.  */

static tree
trans_loop (loop_nest *nest, int i)
{
  mapped_loop *loop = &nest->loops[i];
  gfc_code *code = loop->code;
  tree index = gfc_array_index_type;
  stmtblock_t block, body;

  gfc_start_block (&block);
  gfc_se se;
  gfc_init_se (&se, NULL);
  gfc_conv_expr_lhs (&se, code->ext.iterator->var);
  gfc_add_block_to_block (&block, &se.pre);
  tree var = se.expr;
  tree type = TREE_TYPE (var);

  tree stride;
  tree start = first_iteration (nest, i, &stride);
  stride = gfc_evaluate_now (stride, &block);
  tree n = gfc_create_var (index, "iteration");
  gfc_add_modify (&block, n, start);

  code->cycle_label = gfc_build_label_decl (NULL_TREE);
  code->exit_label = gfc_build_label_decl (NULL_TREE);

  gfc_start_block (&body);
  tree done = fold_build2 (GE_EXPR, logical_type_node, n, loop->trips);
  TREE_USED (code->exit_label) = 1;
  gfc_add_expr_to_block (&body, build3_v (COND_EXPR, done,
					  build1_v (GOTO_EXPR,
						    code->exit_label),
					  build_empty_stmt (input_location)));
  gfc_add_modify (&body, var,
		  fold_build2 (PLUS_EXPR, type, loop->from,
			       fold_build2 (MULT_EXPR, type,
					    fold_convert (type, n),
					    loop->step)));
  gfc_add_expr_to_block (&body, i > 0 ? trans_loop (nest, i - 1)
			 : gfc_trans_code (code->block->next));
  if (TREE_USED (code->cycle_label))
    gfc_add_expr_to_block (&body, build1_v (LABEL_EXPR, code->cycle_label));
  gfc_add_modify (&body, n, fold_build2 (PLUS_EXPR, index, n, stride));

  gfc_add_expr_to_block (&block, build1_v (LOOP_EXPR, gfc_finish_block (&body)));
  gfc_add_expr_to_block (&block, build1_v (LABEL_EXPR, code->exit_label));
  return gfc_finish_block (&block);
}

/* --- Moving the body out ----------------------------------------------------------- */

struct outline
{
  tree fn;			/* The kernel's body.  */
  locus *where;
  hash_set<tree> declared;	/* What the body itself declares.  */
  hash_set<tree> seen;
  hash_map<tree, tree> replacements;
  hash_map<tree, tree> types;
  auto_vec<tree> actuals;
  tree *chain;			/* End of the parameters.  */
  bool failed;
};

/* TYPE without bounds that only the host procedure knows.  */

static tree
fixed_type (outline *o, tree type)
{
  if (!variably_modified_type_p (type, NULL_TREE))
    return type;

  bool existed;
  tree &fixed = o->types.get_or_insert (type, &existed);
  if (existed)
    return fixed;
  if (POINTER_TYPE_P (type))
    {
      fixed = build_pointer_type (fixed_type (o, TREE_TYPE (type)));
      fixed = build_qualified_type (fixed, TYPE_QUALS (type));
    }
  else if (TREE_CODE (type) == ARRAY_TYPE)
    fixed = build_array_type (fixed_type (o, TREE_TYPE (type)),
			      build_range_type (gfc_array_index_type,
						gfc_index_zero_node,
						NULL_TREE));
  else
    fixed = type;
  return fixed;
}

/* A new parameter of TYPE, for which the caller passes ACTUAL.  */

static tree
add_parameter (outline *o, tree type, tree name, tree actual)
{
  tree parm = build_decl (input_location, PARM_DECL, name, type);
  DECL_ARG_TYPE (parm) = type;
  DECL_CONTEXT (parm) = o->fn;
  DECL_ARTIFICIAL (parm) = 1;
  TREE_USED (parm) = 1;
  *o->chain = parm;
  o->chain = &DECL_CHAIN (parm);
  o->actuals.safe_push (actual);
  return parm;
}

/* If DECL is a dummy argument of PROC, its symbol.  */

static gfc_symbol *
dummy_of (gfc_symbol *proc, tree decl)
{
  for (gfc_formal_arglist *f = gfc_sym_get_dummy_args (proc); f; f = f->next)
    if (f->sym && f->sym->backend_decl == decl)
      return f->sym;
  return NULL;
}

/* The same for the procedure that is being translated and those that contain
   it.  */

static gfc_symbol *
dummy_symbol (tree decl)
{
  gfc_symbol *proc = cuf_current_procedure ();
  gfc_symbol *sym = dummy_of (proc, decl);
  for (gfc_namespace *ns = proc->ns; ns && !sym; ns = ns->parent)
    if (ns->proc_name && ns->proc_name->attr.flavor == FL_PROCEDURE)
      sym = dummy_of (ns->proc_name, decl);
  return sym;
}

/* True if PARM is the address of a scalar in host memory.  */

static bool
host_scalar_dummy_p (tree parm)
{
  gfc_symbol *sym = dummy_symbol (parm);
  return sym && !sym->attr.dimension && !sym->attr.value
	 && !sym->attr.allocatable && !sym->attr.pointer
	 && (sym->attr.cuf_memory == CUF_MEM_NONE
	     || sym->attr.cuf_memory == CUF_MEM_PINNED);
}

/* What takes the place of DECL, a variable of the host's, in the body.  */

static tree
capture (outline *o, tree decl)
{
  bool existed;
  tree &replacement = o->replacements.get_or_insert (decl, &existed);
  if (existed)
    return replacement;

  tree type = fixed_type (o, TREE_TYPE (decl));
  if (GFC_DESCRIPTOR_TYPE_P (type))
    {
      tree pointer = build_pointer_type (type);
      tree parm = add_parameter (o, pointer, DECL_NAME (decl),
				 build_fold_addr_expr (decl));
      replacement = build1 (INDIRECT_REF, type, parm);
      TREE_ADDRESSABLE (decl) = 1;
    }
  else if (TREE_CODE (type) == ARRAY_TYPE)
    {
      gfc_error ("Array %qs in the kernel loop at %L must have the %<device%> "
		 "or the %<managed%> attribute",
		 DECL_NAME (decl) ? IDENTIFIER_POINTER (DECL_NAME (decl))
		 : "of a temporary", o->where);
      o->failed = true;
      replacement = decl;
    }
  else
    replacement = add_parameter (o, TYPE_MAIN_VARIANT (type), DECL_NAME (decl),
				 fold_convert (TYPE_MAIN_VARIANT (type), decl));
  return replacement;
}

/* The same for what PARM, a dummy argument, points to in host memory.  */

static tree
capture_dereferenced (outline *o, tree ref, tree parm)
{
  bool existed;
  tree &replacement = o->replacements.get_or_insert (parm, &existed);
  if (!existed)
    replacement = add_parameter (o, TYPE_MAIN_VARIANT (TREE_TYPE (ref)),
				 DECL_NAME (parm), unshare_expr (ref));
  return replacement;
}

/* True if DECL is a variable that the body can only know through a
   parameter.  */

static bool
must_capture_p (outline *o, tree decl)
{
  if (o->declared.contains (decl) || DECL_CONTEXT (decl) == o->fn)
    return false;
  if (TREE_CODE (decl) == PARM_DECL)
    return true;
  if (!VAR_P (decl) || TREE_READONLY (decl))
    return false;
  if (DECL_EXTERNAL (decl) || TREE_STATIC (decl))
    {
      varpool_node *node = varpool_node::get (decl);
      return !(node && node->offloadable) && !DECL_ARTIFICIAL (decl);
    }
  return true;
}

static tree
outline_node (tree *tp, int *walk_subtrees, void *data)
{
  outline *o = (outline *) data;
  tree t = *tp;

  if (TYPE_P (t))
    {
      *walk_subtrees = 0;
      return NULL_TREE;
    }

  if (VAR_P (t) || TREE_CODE (t) == PARM_DECL)
    {
      *walk_subtrees = 0;
      if (o->declared.contains (t) || DECL_CONTEXT (t) == o->fn)
	return NULL_TREE;
      if (VAR_P (t) && DECL_HAS_VALUE_EXPR_P (t))
	{
	  *tp = unshare_expr (DECL_VALUE_EXPR (t));
	  *walk_subtrees = 1;
	}
      else if (must_capture_p (o, t))
	*tp = capture (o, t);
      return NULL_TREE;
    }

  if (TREE_CODE (t) == LABEL_DECL)
    {
      DECL_CONTEXT (t) = o->fn;
      return NULL_TREE;
    }
  if (DECL_P (t) || CONSTANT_CLASS_P (t))
    return NULL_TREE;

  if (o->seen.add (t))
    {
      *walk_subtrees = 0;
      return NULL_TREE;
    }

  if (EXPR_P (t) && TREE_TYPE (t))
    TREE_TYPE (t) = fixed_type (o, TREE_TYPE (t));

  if (TREE_CODE (t) == BIND_EXPR)
    {
      for (tree v = BIND_EXPR_VARS (t); v; v = DECL_CHAIN (v))
	{
	  o->declared.add (v);
	  if (DECL_P (v) && !DECL_EXTERNAL (v))
	    DECL_CONTEXT (v) = o->fn;
	  TREE_TYPE (v) = fixed_type (o, TREE_TYPE (v));
	}
      BIND_EXPR_BLOCK (t) = NULL_TREE;
    }
  else if (TREE_CODE (t) == INDIRECT_REF)
    {
      tree parm = TREE_OPERAND (t, 0);
      STRIP_NOPS (parm);
      if (TREE_CODE (parm) == PARM_DECL && host_scalar_dummy_p (parm))
	{
	  *tp = capture_dereferenced (o, t, parm);
	  *walk_subtrees = 0;
	}
    }
  return NULL_TREE;
}

/* The symbol of the kernel for the directive in the host procedure that is
   being translated.  */

static char *
kernel_symbol (void)
{
  static unsigned count;
  tree outer = current_function_decl;
  char suffix[32];
  sprintf (suffix, "_loop%u", ++count);
  return concat (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (outer)), suffix,
		 NULL);
}

static tree
private_function (const char *prefix, const char *symbol, tree type)
{
  char *name = concat (prefix, symbol, NULL);
  tree fn = build_decl (input_location, FUNCTION_DECL, get_identifier (name),
			type);
  SET_DECL_ASSEMBLER_NAME (fn, get_identifier (name));
  free (name);
  DECL_ARTIFICIAL (fn) = 1;
  TREE_USED (fn) = 1;
  return fn;
}

/* Make a kernel of STMTS, which O has not been applied to yet.  Return the
   call of its stub.  */

static tree
outline_body (outline *o, tree stmts)
{
  char *symbol = kernel_symbol ();
  o->fn = private_function ("__gcuf_body_", symbol, build_function_type (void_type_node, NULL_TREE));
  o->chain = &DECL_ARGUMENTS (o->fn);
  walk_tree (&stmts, outline_node, o, NULL);

  auto_vec<tree> types;
  for (tree parm = DECL_ARGUMENTS (o->fn); parm; parm = DECL_CHAIN (parm))
    types.safe_push (TREE_TYPE (parm));
  tree type = build_function_type_array (void_type_node, types.length (),
					 types.address ());
  TREE_TYPE (o->fn) = type;
  tree stub = private_function ("__gcuf_stub_", symbol, type);
  free (symbol);
  if (o->failed)
    return build_empty_stmt (input_location);

  cuf_mark_offloaded (o->fn);
  cuf_finish_generated (o->fn, NULL_TREE, stmts);
  expanded_location loc = expand_location (input_location);
  char *name = xasprintf ("kernel loop at %s:%d", loc.file, loc.line);
  cuf_build_kernel (o->fn, stub, name, 0);
  free (name);
  return build_call_expr_loc_array (input_location, stub, o->actuals.length (),
				    o->actuals.address ());
}

/* Translate the DO construct CODE, which has a directive.  */

tree
cuf_trans_kernel_do (gfc_code *code)
{
  loop_nest nest;
  nest.directive = code->cuf_kernel;
  int nloops = nest.directive->nloops;
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

  gcc_assert (!cuf_in_kernel_loop);
  cuf_in_kernel_loop = true;
  tree stmts = trans_loop (&nest, nloops - 1);
  cuf_in_kernel_loop = false;

  outline o;
  o.where = &code->loc;
  o.failed = false;
  tree call = outline_body (&o, stmts);
  cuf_launch_loops (&launch, grid, block_size, nest.directive->bytes,
		    nest.directive->stream, &code->loc);
  gfc_add_expr_to_block (&launch, call);
  gfc_add_expr_to_block (&block,
			 build3_v (COND_EXPR, some, gfc_finish_block (&launch),
				   build_empty_stmt (input_location)));
  return gfc_finish_block (&block);
}
