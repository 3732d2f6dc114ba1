/* Kernel loop directives: the loops of the kernel.
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

/* The parameters of the kernel are what the iteration captures, three for each
   mapped loop (FROM, STEP, TRIPS), and with reductions the address of the
   scratch memory and that of each target which is not on the host.  A driver
   is one of the two functions that get them as VALUES and call the
   iteration.  */
struct driver
{
  loop_nest *nest;
  tree iteration;
  unsigned captured;		/* Their number.  */
  bool direct;			/* See cuf-loop-direct.cc.  */
  bool apart;			/* See cuf-loop-descriptors.cc.  */
  tree fn;
  vec<tree> *values;
  tree *vars;			/* The local variables of FN.  */
  tree variables[CUF_MAX_LOOPS];	/* Those of the loops.  */
  auto_vec<tree> accumulators;		/* The values of the reductions.  */
};

enum loop_value { LOOP_FROM, LOOP_STEP, LOOP_TRIPS, LOOP_VALUES };

/* The value of WHICH for loop I.  Constants are better known as such: most
   steps are one, and the optimizers want to see that.  */

static tree
loop_value (const driver *d, int i, enum loop_value which)
{
  const mapped_loop *loop = &d->nest->loops[i];
  gcc_checking_assert (i < d->nest->directive->nloops && which < LOOP_VALUES);
  tree known[] = { loop->from, loop->step, loop->trips };
  if (TREE_CONSTANT (known[which]))
    return known[which];
  return (*d->values)[d->captured + i * LOOP_VALUES + which];
}

static tree
assign (tree to, tree value)
{
  return build2 (MODIFY_EXPR, void_type_node, to,
		 fold_convert (TREE_TYPE (to), value));
}

/* True if the numbers of loop I's iterations have 32 bits, and its variable.  */

static bool
narrow_p (const driver *d, int i)
{
  return d->direct && d->nest->loops[i].grid_dim >= 0;
}

/* The type of these numbers.  */

static tree
number_type (const driver *d, int i)
{
  return narrow_p (d, i) ? integer_type_node : gfc_array_index_type;
}

/* A new local variable of the type of VALUE, a number of iterations, set to that
   in STMTS.  */

static tree
index_variable (driver *d, tree value, tree *stmts)
{
  tree var = cuf_local_variable (d->fn, TYPE_MAIN_VARIANT (TREE_TYPE (value)),
				 d->vars);
  append_to_statement_list (assign (var, value), stmts);
  return var;
}

/* for (VAR = FIRST; VAR < LIMIT; VAR += STRIDE) BODY.  */

static tree
counted_loop (tree var, tree first, tree limit, tree stride, tree body)
{
  tree stmts = NULL_TREE, inner = NULL_TREE;
  append_to_statement_list (assign (var, first), &stmts);
  append_to_statement_list
    (build1 (EXIT_EXPR, void_type_node,
	     build2 (GE_EXPR, boolean_type_node, var, limit)), &inner);
  append_to_statement_list (body, &inner);
  append_to_statement_list
    (assign (var, build2 (PLUS_EXPR, TREE_TYPE (var), var, stride)), &inner);
  append_to_statement_list (build1 (LOOP_EXPR, void_type_node, inner), &stmts);
  return stmts;
}

/* A new local variable for the numbers of loop I's iterations, from zero.  */

static tree
new_counter (driver *d, int i)
{
  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (d->nest->loops[i].from));
  d->variables[i] = cuf_local_variable (d->fn, type, d->vars);
  return cuf_local_variable (d->fn, number_type (d, i), d->vars);
}

/* NUMBER of loop I's iterations times its step.  What no iteration has, as it is
   beyond the last, may not fit in 32 bits: it must not matter.  */

static tree
times_step (const driver *d, int i, tree number)
{
  tree type = (narrow_p (d, i) ? unsigned_type_node : gfc_array_index_type);
  return fold_build2 (MULT_EXPR, type, fold_convert (type, number),
		      fold_convert (type, loop_value (d, i, LOOP_STEP)));
}

/* Set loop I's variable, in STMTS, to its value in iteration NUMBER.  */

static void
set_variable (driver *d, int i, tree number, tree *stmts)
{
  tree offset = times_step (d, i, number), type = TREE_TYPE (offset);
  tree from = fold_convert (type, loop_value (d, i, LOOP_FROM));
  tree value = fold_build2 (PLUS_EXPR, type, from, offset);
  append_to_statement_list (assign (d->variables[i],
				    fold_convert (number_type (d, i), value)),
			    stmts);
}

/* A loop in which COUNTER, the number of loop I's iteration, goes from FIRST to
   LIMIT, exclusive, by STRIDE, and the Fortran program's variable goes along.
   The latter has no other value than those of the Fortran loop: it is not
   incremented beyond the last one.  */

static tree
iterate (driver *d, int i, tree counter, tree first, tree limit, tree stride,
	 tree body)
{
  tree index = number_type (d, i);
  tree var = d->variables[i], type = TREE_TYPE (var);
  tree increment = fold_convert (type, fold_convert (index, times_step (d, i,
									stride)));
  tree stmts = NULL_TREE, some = NULL_TREE, each = NULL_TREE;
  append_to_statement_list (body, &each);
  append_to_statement_list
    (assign (counter, build2 (PLUS_EXPR, index, counter, stride)), &each);
  append_to_statement_list
    (build1 (EXIT_EXPR, void_type_node,
	     build2 (GE_EXPR, boolean_type_node, counter, limit)), &each);
  append_to_statement_list
    (assign (var, build2 (PLUS_EXPR, type, var, increment)), &each);

  set_variable (d, i, counter, &some);
  append_to_statement_list (build1 (LOOP_EXPR, void_type_node, each), &some);

  append_to_statement_list (assign (counter, first), &stmts);
  append_to_statement_list
    (build3 (COND_EXPR, void_type_node,
	     build2 (LT_EXPR, boolean_type_node, counter, limit), some,
	     NULL_TREE), &stmts);
  return stmts;
}

/* The same by ones, in a form that GCC vectorizes, in which nothing is left to
   do between the test for the end and the next iteration.  The last iteration
   is by itself, with FINAL for BODY, so that again the variable is not
   incremented beyond it.  */

static tree
iterate_vectorizable (driver *d, int i, tree counter, tree first, tree limit,
		      tree body, tree final)
{
  tree index = gfc_array_index_type, one = build_one_cst (index);
  tree var = d->variables[i], type = TREE_TYPE (var);
  tree step = loop_value (d, i, LOOP_STEP);
  tree stmts = NULL_TREE, some = NULL_TREE, each = NULL_TREE;
  set_variable (d, i, first, &some);
  tree last = index_variable (d, fold_build2 (MINUS_EXPR, index, limit, one),
			      &some);

  append_to_statement_list (body, &each);
  append_to_statement_list
    (assign (var, build2 (PLUS_EXPR, type, var, fold_convert (type, step))),
     &each);
  append_to_statement_list (counted_loop (counter, first, last, one, each),
			    &some);
  append_to_statement_list (final, &some);

  append_to_statement_list
    (build3 (COND_EXPR, void_type_node,
	     build2 (LT_EXPR, boolean_type_node, first, limit), some,
	     NULL_TREE), &stmts);
  return stmts;
}

/* The same for loop 0 and a body that is little more than an access to memory:
   first several iterations at a time, so that their accesses overlap.  */

static tree
iterate_unrolled (driver *d, tree counter, tree first, tree limit, tree stride,
		  tree body)
{
  enum { ITERATIONS = CUF_ITERATIONS_AT_ONCE };
  tree index = number_type (d, 0);
  tree stmts = NULL_TREE, each = NULL_TREE;
  tree last = fold_build2 (MINUS_EXPR, index, limit,
			   fold_build2 (MULT_EXPR, index, stride,
					build_int_cst (index, ITERATIONS - 1)));
  last = index_variable (d, last, &stmts);
  for (int i = 0; i < ITERATIONS; i++)
    {
      tree number = fold_build2 (PLUS_EXPR, index, counter,
				 fold_build2 (MULT_EXPR, index, stride,
					      build_int_cst (index, i)));
      set_variable (d, 0, number, &each);
      append_to_statement_list (unshare_expr (body), &each);
    }
  tree all = fold_build2 (MULT_EXPR, index, stride,
			  build_int_cst (index, ITERATIONS));
  append_to_statement_list (counted_loop (counter, first, last, all, each),
			    &stmts);
  append_to_statement_list (iterate (d, 0, counter, counter, limit, stride,
				     body), &stmts);
  return stmts;
}

/* The call of the iteration for the current values of the loops' variables.  */

static tree
call_iteration (driver *d)
{
  auto_vec<tree> actuals, captured;
  tree stmts = NULL_TREE;
  for (unsigned i = 0; i < d->captured; i++)
    captured.safe_push (unshare_expr ((*d->values)[i]));
  if (d->apart)
    cuf_hide_descriptors (d->fn, d->vars, &captured, d->direct, &stmts);
  for (int i = 0; i < d->nest->directive->nloops; i++)
    actuals.safe_push (d->variables[i]);
  for (tree accumulator : d->accumulators)
    actuals.safe_push (build_fold_addr_expr (accumulator));
  actuals.safe_splice (captured);
  tree call = build_call_expr_loc_array (input_location, d->iteration,
					 actuals.length (),
					 actuals.address ());
  call = build2 (COMPOUND_EXPR, void_type_node, cuf_begin_shared (), call);
  if (stmts)
    append_to_statement_list (call, &stmts);
  return stmts ? stmts : call;
}

/* Begin in STMTS with the identities of the reductions.  */

static void
initialize_accumulators (driver *d, tree *stmts)
{
  for (const loop_reduction &r : d->nest->reductions)
    {
      tree type = TYPE_MAIN_VARIANT (TREE_TYPE (r.target));
      tree var = cuf_local_variable (d->fn, type, d->vars);
      TREE_ADDRESSABLE (var) = 1;
      append_to_statement_list (assign (var, cuf_reduction_identity (&r)),
				stmts);
      d->accumulators.safe_push (var);
    }
}

/* End in STMTS with their combination over the blocks.  The accumulators are
   copied, so that nobody else knows where they are.  */

static void
combine_accumulators (driver *d, tree shared, tree *stmts)
{
  if (d->accumulators.is_empty ())
    return;
  auto_vec<tree> copies, targets;
  for (tree accumulator : d->accumulators)
    {
      tree copy = cuf_local_variable (d->fn, TREE_TYPE (accumulator), d->vars);
      TREE_ADDRESSABLE (copy) = 1;
      append_to_statement_list (assign (copy, accumulator), stmts);
      copies.safe_push (copy);
    }
  unsigned next = d->captured + d->nest->directive->nloops * LOOP_VALUES;
  tree scratch = (*d->values)[next++];
  for (const loop_reduction &r : d->nest->reductions)
    targets.safe_push (r.on_host ? null_pointer_node : (*d->values)[next++]);
  gcc_checking_assert (next == d->values->length ());
  append_to_statement_list (cuf_combine_blocks (d->nest, &copies, scratch,
						&targets, shared), stmts);
}

/* --- The device's ------------------------------------------------------- */

/* What a body that is little more than accesses to memory has at most:
   statements, and elements of arrays.  Anything that iterates, or that is
   elsewhere, is as many statements as no such body has.  */
enum { FEW_STATEMENTS = 12, FEW_ELEMENTS = 8, MANY = 100 };

/* What there is in a body.  */

struct body_contents
{
  unsigned statements, elements;
};

static int
count_statement (gfc_code **c, int *, void *data)
{
  body_contents *contents = (body_contents *) data;
  switch ((*c)->op)
    {
    case EXEC_DO:
    case EXEC_DO_WHILE:
    case EXEC_DO_CONCURRENT:
    case EXEC_CALL:
    case EXEC_BLOCK:
      contents->statements += MANY;
      break;
    default:
      contents->statements++;
      break;
    }
  return 0;
}

static int
count_expression (gfc_expr **e, int *, void *data)
{
  body_contents *contents = (body_contents *) data;
  if ((*e)->rank > 0
      || ((*e)->expr_type == EXPR_FUNCTION && !(*e)->value.function.isym))
    contents->statements += MANY;
  else if ((*e)->expr_type == EXPR_VARIABLE && (*e)->ref)
    contents->elements++;
  return 0;
}

/* True if the body of NEST's loops takes little time besides that of its
   accesses to memory, and has so few of these that those of several iterations
   may well be under way at a time: each takes a register.  */

bool
cuf_cheap_body_p (const loop_nest *nest)
{
  body_contents contents = { 0, 0 };
  gfc_code_walker (&nest->loops[0].code->block->next, count_statement,
		   count_expression, &contents);
  return (contents.statements <= FEW_STATEMENTS
	  && contents.elements <= FEW_ELEMENTS);
}

static tree thread_loop (driver *, int);

/* A special register, which counts from one unless ORIGIN is zero, as a number
   of loop I's iterations: grids can have more than 32 bits tell.  */

static tree
special_register (const driver *d, int i, const char *name, int dim, int origin)
{
  tree index = number_type (d, i);
  return fold_build2 (MINUS_EXPR, index,
		      fold_convert (index, cuf_special_register (name, dim)),
		      build_int_cst (index, origin));
}

/* Loop I, of which NUMBER is the only iteration if there is one.  */

static tree
thread_iteration (driver *d, int i, tree number)
{
  tree type = integer_type_node, stmts = NULL_TREE, body = NULL_TREE;
  gcc_checking_assert (narrow_p (d, i));
  new_counter (d, i);
  number = index_variable (d, number, &stmts);
  set_variable (d, i, number, &body);
  append_to_statement_list (thread_loop (d, i - 1), &body);
  tree some = fold_build2 (LT_EXPR, boolean_type_node, number,
			   fold_convert (type, loop_value (d, i, LOOP_TRIPS)));
  append_to_statement_list (build3 (COND_EXPR, void_type_node, some, body,
				    NULL_TREE), &stmts);
  return stmts;
}

/* The loops from loop I inwards over the iterations of one thread.  */

static tree
thread_loop (driver *d, int i)
{
  if (i < 0)
    return call_iteration (d);

  tree index = number_type (d, i), stmts = NULL_TREE;
  int dim = d->nest->loops[i].grid_dim;
  tree size = index_variable (d, special_register (d, i, "blockdim", i, 0),
			      &stmts);
  tree first = special_register (d, i, "threadidx", i, 1);
  tree stride = size;
  if (dim >= 0)
    {
      tree block = fold_build2 (MULT_EXPR, index, size,
				special_register (d, i, "blockidx", dim, 1));
      first = fold_build2 (PLUS_EXPR, index, block, first);
    }
  if (narrow_p (d, i) && d->nest->reductions.is_empty ())
    {
      append_to_statement_list (thread_iteration (d, i, first), &stmts);
      return stmts;
    }
  if (dim >= 0)
    {
      tree blocks = special_register (d, i, "griddim", dim, 0);
      stride = index_variable (d, fold_build2 (MULT_EXPR, index, size, blocks),
			       &stmts);
    }
  tree counter = new_counter (d, i);
  tree limit = fold_convert (index, loop_value (d, i, LOOP_TRIPS));
  tree body = thread_loop (d, i - 1);
  append_to_statement_list
    (i == 0 && !d->nest->reductions.is_empty () && !d->apart
     && cuf_cheap_body_p (d->nest)
     ? iterate_unrolled (d, counter, first, limit, stride, body)
     : iterate (d, i, counter, first, limit, stride, body), &stmts);
  return stmts;
}

/* The block's shared memory through which reductions go, one for all kernels
   of the compilation.  */

static tree
shared_buffer (void)
{
  static tree buffer;
  if (!buffer)
    {
      tree type = build_array_type_nelts (long_long_unsigned_type_node,
					  GCUF_REDUCTION_SHARED
					  / sizeof (long long));
      buffer = build_decl (BUILTINS_LOCATION, VAR_DECL,
			   get_identifier ("__gcuf_reduction_shared"), type);
      TREE_STATIC (buffer) = 1;
      TREE_USED (buffer) = 1;
      TREE_ADDRESSABLE (buffer) = 1;
      DECL_ARTIFICIAL (buffer) = 1;
      DECL_ATTRIBUTES (buffer) = tree_cons (get_identifier ("shared"),
					    NULL_TREE, NULL_TREE);
      SET_DECL_ALIGN (buffer, GCUF_REDUCTION_SLOT * BITS_PER_UNIT);
      cuf_keep (buffer);
      cuf_mark_offloaded (buffer);
      varpool_node::finalize_decl (buffer);
    }
  return fold_convert (ptr_type_node, build_fold_addr_expr (buffer));
}

/* The types of the kernel's parameters.  */

static void
parameter_types (loop_nest *nest, const vec<tree> &captured, vec<tree> *types)
{
  for (tree value : captured)
    types->safe_push (TYPE_MAIN_VARIANT (TREE_TYPE (value)));
  for (int i = 0; i < nest->directive->nloops; i++)
    {
      tree type = TYPE_MAIN_VARIANT (TREE_TYPE (nest->loops[i].from));
      types->safe_push (type);
      types->safe_push (TYPE_MAIN_VARIANT (TREE_TYPE (nest->loops[i].step)));
      types->safe_push (gfc_array_index_type);
    }
  if (!nest->reductions.is_empty ())
    types->safe_push (ptr_type_node);
  for (const loop_reduction &r : nest->reductions)
    if (!r.on_host)
      types->safe_push (ptr_type_node);
}

/* Build the body of the kernel, which only the device uses.  */

static tree
build_device_driver (loop_nest *nest, tree iteration,
		     const vec<tree> &captured, tree fn, bool direct)
{
  auto_vec<tree> values;
  for (tree parm = DECL_ARGUMENTS (fn); parm; parm = DECL_CHAIN (parm))
    values.safe_push (parm);
  tree vars = NULL_TREE, stmts = NULL_TREE;
  if (direct)
    for (unsigned i = 0; i < captured.length (); i++)
      values[i] = cuf_direct_value (captured[i], values[i], &stmts);
  driver d;
  d.nest = nest;
  d.iteration = iteration;
  d.captured = captured.length ();
  d.direct = direct;
  d.apart = ((!direct || !nest->reductions.is_empty ())
	     && cuf_many_descriptors_p (values));
  d.fn = fn;
  d.values = &values;
  d.vars = &vars;
  initialize_accumulators (&d, &stmts);
  append_to_statement_list (thread_loop (&d, nest->directive->nloops - 1),
			    &stmts);
  if (!nest->reductions.is_empty ())
    combine_accumulators (&d, shared_buffer (), &stmts);
  cuf_mark_offloaded (fn);
  cuf_finish_generated (fn, vars, stmts);
  return fn;
}

/* --- The cpu backend's -------------------------------------------------- */

static tree
context_index (const char *name, int dim, int origin)
{
  tree index = gfc_array_index_type;
  tree value = cuf_dim3_component (cuf_tree (CUF_CONTEXT_VAR), name, dim);
  return fold_build2 (MINUS_EXPR, index, fold_convert (index, value),
		      build_int_cst (index, origin));
}

/* The iterations of loop I that are one block's: every STRIDE-th from FIRST up
   to LIMIT, exclusive, begins as many as the block has threads.  Code that
   computes them goes to STMTS.  */

static void
block_share (driver *d, int i, tree size, tree *first, tree *stride,
	     tree *limit, tree *stmts)
{
  tree index = gfc_array_index_type;
  int dim = d->nest->loops[i].grid_dim;
  *limit = loop_value (d, i, LOOP_TRIPS);
  *first = build_zero_cst (index);
  *stride = size;
  if (dim < 0)
    return;

  tree number = context_index ("blockidx", dim, 1);
  tree blocks = context_index ("griddim", dim, 0);
  if (!d->nest->chosen_grid)
    {
      *first = fold_build2 (MULT_EXPR, index, size, number);
      *stride = index_variable (d, fold_build2 (MULT_EXPR, index, size, blocks),
				stmts);
      return;
    }

  /* Nobody can tell which iterations a block has where we have chosen how many
     blocks there are, and the memory prefers neighbours.  */
  tree share = fold_build2 (CEIL_DIV_EXPR, index, *limit, size);
  share = fold_build2 (CEIL_DIV_EXPR, index, share, blocks);
  share = index_variable (d, fold_build2 (MULT_EXPR, index, share, size), stmts);
  *first = index_variable (d, fold_build2 (MULT_EXPR, index, number, share),
			   stmts);
  *limit = fold_build2 (MIN_EXPR, index, *limit,
			fold_build2 (PLUS_EXPR, index, *first, share));
  *limit = index_variable (d, *limit, stmts);
}

static tree block_loop (driver *, int, tree, tree);

/* What iteration COUNTER of loop I is, which is a thread's of those that begin
   at BASE: the loops within it.  */

static tree
thread_in_block (driver *d, int i, tree counter, tree base, tree lo, tree hi)
{
  /* Device procedures may ask which thread they run in.  */
  tree index = gfc_array_index_type, stmts = NULL_TREE;
  tree thread = fold_build2 (PLUS_EXPR, index,
			     fold_build2 (MINUS_EXPR, index, counter, base),
			     build_one_cst (index));
  append_to_statement_list (assign (cuf_dim3_component
				    (cuf_tree (CUF_CONTEXT_VAR), "threadidx",
				     i), thread), &stmts);
  append_to_statement_list (block_loop (d, i - 1, lo, hi), &stmts);
  return stmts;
}

/* The loops from loop I inwards over the iterations of the threads LO to HI of
   a block: with each step of the outer one through the grid, an inner one goes
   over these threads.  */

static tree
block_loop (driver *d, int i, tree lo, tree hi)
{
  if (i < 0)
    return call_iteration (d);

  tree index = gfc_array_index_type;
  tree one = build_one_cst (index);
  tree stmts = NULL_TREE, body = NULL_TREE;
  tree size = index_variable (d, context_index ("blockdim", i, 0), &stmts);
  tree first, stride, limit;
  block_share (d, i, size, &first, &stride, &limit, &stmts);

  tree base = cuf_local_variable (d->fn, index, d->vars);
  tree from = fold_build2 (PLUS_EXPR, index, base,
			   fold_build2 (MINUS_EXPR, index,
					fold_convert (index, cuf_dim3_component
						      (lo, NULL, i)), one));
  tree to = fold_build2 (MIN_EXPR, index, limit,
			 fold_build2 (PLUS_EXPR, index, base,
				      fold_convert (index, cuf_dim3_component
						    (hi, NULL, i))));
  from = index_variable (d, from, &body);
  to = index_variable (d, to, &body);
  tree counter = new_counter (d, i);

  append_to_statement_list
    (i == 0
     ? iterate_vectorizable (d, i, counter, from, to,
			     thread_in_block (d, i, counter, base, lo, hi),
			     thread_in_block (d, i, counter, base, lo, hi))
     : iterate (d, i, counter, from, to, one,
		thread_in_block (d, i, counter, base, lo, hi)), &body);
  append_to_statement_list (counted_loop (base, first, limit, stride, body),
			    &stmts);
  return stmts;
}

/* Tell device procedures the thread's index in dimensions that no loop is
   mapped to.  */

static void
set_unmapped (driver *d, tree lo, tree *stmts)
{
  for (int dim = d->nest->directive->nloops; dim < 3; dim++)
    append_to_statement_list
      (assign (cuf_dim3_component (cuf_tree (CUF_CONTEXT_VAR), "threadidx",
				   dim), cuf_dim3_component (lo, NULL, dim)),
       stmts);
}

struct run_data
{
  loop_nest *nest;
  tree iteration;
  unsigned captured;
};

/* Callback of cuf_build_kernel: the statements of run function FN for the
   threads LO to HI of a block.  */

static tree
build_host_driver (void *data, tree fn, vec<tree> *values, tree lo, tree hi,
		   tree *vars)
{
  run_data *run = (run_data *) data;
  tree stmts = NULL_TREE;
  driver d;
  d.nest = run->nest;
  d.iteration = run->iteration;
  d.captured = run->captured;
  d.direct = false;
  d.apart = false;
  d.fn = fn;
  d.values = values;
  d.vars = vars;
  set_unmapped (&d, lo, &stmts);
  initialize_accumulators (&d, &stmts);
  append_to_statement_list (block_loop (&d, run->nest->directive->nloops - 1,
					lo, hi), &stmts);
  combine_accumulators (&d, null_pointer_node, &stmts);
  return stmts;
}

/* --- Both --------------------------------------------------------------- */

static tree
named_function (const char *prefix, const char *symbol, vec<tree> *types)
{
  char *name = concat (prefix, symbol, NULL);
  tree fn = cuf_begin_function (name, types->address (), types->length ());
  free (name);
  DECL_ARTIFICIAL (fn) = 1;
  TREE_USED (fn) = 1;
  return fn;
}

/* Let the kernel NAME of NEST be compiled for blocks of that many threads as
   the directive gives.  A device has registers for any kernel in blocks of the
   size that we choose, but not in larger ones.  */

static void
bound_block (const loop_nest *nest, const char *name)
{
  cuf_bounds bounds = { nest->block_threads, 0, 0, { 0, 0, 0 } };
  if (nest->block_threads > GCUF_LIBRARY_BLOCK)
    cuf_build_bounds (name, &bounds);
}

/* Build the kernel NAME, for messages SHOWN, of NEST around ITERATION, which
   has parameters for CAPTURED, with the run function RUN if not null.  Return
   its stub, and in RUN the run function.  */

static tree
build_kernel (loop_nest *nest, tree iteration, const vec<tree> &captured,
	      const char *name, const char *shown, bool direct, tree *run)
{
  auto_vec<tree> types;
  parameter_types (nest, captured, &types);
  tree body = named_function (CUF_BODY_PREFIX, name, &types);
  tree stub = named_function ("__gcuf_stub_", name, &types);
  DECL_ARGUMENTS (stub) = NULL_TREE;
  build_device_driver (nest, iteration, captured, body, direct);

  run_data data = { nest, iteration, captured.length () };
  cuf_kernel_parts parts = {
    body, stub, shown, NULL, name, GCUF_KERNEL_LOOP, *run, build_host_driver,
    &data, cuf_calls_writer_p (nest)
  };
  *run = cuf_build_kernel (parts);
  bound_block (nest, name);
  return stub;
}

/* Build the kernels of NEST around ITERATION, which has parameters for
   CAPTURED, with symbols that begin with SYMBOL.  One will do if the condition
   DIRECT for the kernel without loops is a constant.  */

loop_stubs
cuf_build_loop_kernels (loop_nest *nest, tree iteration,
			const vec<tree> &captured, const char *symbol,
			tree direct)
{
  expanded_location loc = expand_location (input_location);
  char *shown = xasprintf ("kernel loop at %s:%d", loc.file, loc.line);
  char *strided = concat (symbol, "_strided", NULL);
  loop_stubs stubs = { NULL_TREE, NULL_TREE };
  tree run = NULL_TREE;
  if (!integer_zerop (direct))
    stubs.direct = build_kernel (nest, iteration, captured, symbol, shown,
				 true, &run);
  if (!integer_onep (direct))
    stubs.strided = build_kernel (nest, iteration, captured,
				  stubs.direct ? strided : symbol, shown,
				  false, &run);
  free (strided);
  free (shown);
  return stubs;
}
