/* OpenACC routines that kernels call.
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
#include "target.h"
#include "tree.h"
#include "stringpool.h"
#include "attribs.h"
#include "fold-const.h"
#include "stor-layout.h"
#include "tree-iterator.h"
#include "tree-inline.h"
#include "omp-general.h"
#include "omp-offload.h"
#include "gomp-constants.h"
#include "function.h"
#include "calls.h"
#include "cgraph.h"
#include "gfortran.h"
#include "trans.h"
#include "cuf-trans.h"
#include "cuf-lower.h"
#include "context.h"

/* What GCC makes of an OpenACC routine with loops of gangs, workers or vectors
   is for OpenACC's regions: a vector is a warp, of which one thread runs what
   is outside of the loops.  In a kernel, all threads of a block call the
   routine.  So it has a second version for them, under a name of its own: its
   loops are divided among the threads of the block, those of gangs among the
   blocks, and all threads run the rest.  A barrier stands before and behind
   each loop that is divided.  */

#define CUDA_SUFFIX "_CUDA"

/* The second versions that this compilation calls or defines.  The trees are
   kept by cuf_keep.  */
static hash_map<tree, tree> *versions;

/* --- Which routines ----------------------------------------------------- */

/* True if FNDECL is an OpenACC routine of which kernels call a version of their
   own.  One that is sequential is the same for all, if the host has it.  */

static bool
routine_p (tree fndecl)
{
  tree attr = oacc_get_fn_attrib (fndecl);
  if (!attr)
    return false;
  int level = oacc_fn_attrib_level (attr);
  if (level >= 0 && level < GOMP_DIM_MAX)
    return true;
  attr = lookup_attribute ("omp declare target", DECL_ATTRIBUTES (fndecl));
  return attr && omp_find_clause (TREE_VALUE (attr), OMP_CLAUSE_NOHOST);
}

/* The version of FNDECL for kernels, declared if it has not been.  */

static tree
cuda_version (tree fndecl)
{
  if (!versions)
    versions = new hash_map<tree, tree>;
  bool existed;
  tree &version = versions->get_or_insert (fndecl, &existed);
  if (existed)
    return version;

  char *name = concat (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl)),
		       CUDA_SUFFIX, NULL);
  version = build_decl (DECL_SOURCE_LOCATION (fndecl), FUNCTION_DECL,
			get_identifier (name), TREE_TYPE (fndecl));
  SET_DECL_ASSEMBLER_NAME (version, get_identifier (name));
  free (name);
  DECL_EXTERNAL (version) = 1;
  TREE_PUBLIC (version) = TREE_PUBLIC (fndecl);
  TREE_NOTHROW (version) = TREE_NOTHROW (fndecl);
  TREE_USED (version) = 1;
  DECL_ARTIFICIAL (version) = 1;
  cuf_keep (version);
  return version;
}

/* Have VERSION on the device.  */

static void
mark_version (tree version)
{
  if (!lookup_attribute ("omp declare target", DECL_ATTRIBUTES (version)))
    cuf_mark_offloaded (version);
}

static tree
redirect_call (tree *tp, int *walk_subtrees, void *)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (TREE_CODE (*tp) == CALL_EXPR)
    {
      tree fn = get_callee_fndecl (*tp);
      if (fn && routine_p (fn))
	{
	  tree version = cuda_version (fn);
	  mark_version (version);
	  CALL_EXPR_FN (*tp) = build_fold_addr_expr (version);
	}
    }
  return NULL_TREE;
}

/* Let BODY, device code, call the versions of routines that are for it.  */

void
cuf_redirect_routines (tree *body)
{
  walk_tree_without_duplicates (body, redirect_call, NULL);
}

/* --- Loops -------------------------------------------------------------- */

/* How the threads share a loop.  */
struct division
{
  bool threads;			/* Those of a block do.  */
  bool blocks;			/* The blocks do.  */
};

static bool
clause_p (tree loop, enum omp_clause_code code)
{
  return omp_find_clause (OMP_FOR_CLAUSES (loop), code) != NULL_TREE;
}

/* Callback: find a loop that says that it is one of vectors.  */

static tree
find_vector (tree *tp, int *walk_subtrees, void *)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return (TREE_CODE (*tp) == OACC_LOOP && clause_p (*tp, OMP_CLAUSE_VECTOR)
	  ? *tp : NULL_TREE);
}

static tree
find_worker (tree *tp, int *walk_subtrees, void *)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return (TREE_CODE (*tp) == OACC_LOOP && clause_p (*tp, OMP_CLAUSE_WORKER)
	  ? *tp : NULL_TREE);
}

static bool
holds_p (tree *body, walk_tree_fn find)
{
  return walk_tree_without_duplicates (body, find, NULL) != NULL_TREE;
}

/* How LOOP is divided inside of loops that are divided as OUTER.  Workers and
   vectors are both the threads of a block: where loops of both are nested, the
   inner one gets them, so that all come to its barriers.  A loop that says
   nothing gets them if no loop inside of it does.  */

static division
divide (tree loop, division outer)
{
  division d = { false, false };
  bool vector = clause_p (loop, OMP_CLAUSE_VECTOR);
  bool worker = clause_p (loop, OMP_CLAUSE_WORKER);
  bool gang = clause_p (loop, OMP_CLAUSE_GANG);
  bool inner_vector = holds_p (&OMP_FOR_BODY (loop), find_vector);
  bool inner = inner_vector || holds_p (&OMP_FOR_BODY (loop), find_worker);

  if (clause_p (loop, OMP_CLAUSE_SEQ))
    return d;
  d.blocks = gang && !outer.blocks;
  if (outer.threads)
    return d;
  if (vector)
    d.threads = true;
  else if (worker)
    d.threads = !inner_vector;
  else
    d.threads = !gang && !inner;
  return d;
}

/* The number of THING's elements, as "blockdim", or this thread's place among
   them, as "threadidx", which counts from one.  */

static tree
extent (const char *thing)
{
  tree product = size_one_node;
  for (int dim = 0; dim < 3; dim++)
    product = fold_build2 (MULT_EXPR, sizetype, product,
			   fold_convert (sizetype,
					 cuf_special_register (thing, dim)));
  return product;
}

static tree
place (const char *index, const char *thing)
{
  tree sum = size_zero_node;
  for (int dim = 2; dim >= 0; dim--)
    {
      tree i = fold_build2 (MINUS_EXPR, sizetype,
			    fold_convert (sizetype,
					  cuf_special_register (index, dim)),
			    size_one_node);
      tree n = fold_convert (sizetype, cuf_special_register (thing, dim));
      sum = fold_build2 (PLUS_EXPR, sizetype,
			 fold_build2 (MULT_EXPR, sizetype, sum, n), i);
    }
  return sum;
}

static tree
new_variable (tree type, tree *vars)
{
  return cuf_local_variable (current_function_decl, type, vars);
}

static void
append_assignment (tree variable, tree value, tree *stmts)
{
  append_to_statement_list
    (build2 (MODIFY_EXPR, void_type_node, variable,
	     fold_convert (TREE_TYPE (variable), value)), stmts);
}

static void
append_jump (tree condition, tree label, tree *stmts)
{
  append_to_statement_list
    (build3 (COND_EXPR, void_type_node, condition,
	     build1 (GOTO_EXPR, void_type_node, label), NULL_TREE), stmts);
}

/* A new label of the current function.  */

static tree
new_label (void)
{
  return create_artificial_label (input_location);
}

static void
append_label (tree label, tree *stmts)
{
  append_to_statement_list (build1 (LABEL_EXPR, void_type_node, label), stmts);
}

/* True if loop N of the nest LOOP counts downwards.  */

static bool
counts_down_p (tree loop, int n)
{
  enum tree_code code = TREE_CODE (TREE_VEC_ELT (OMP_FOR_COND (loop), n));
  return code == GE_EXPR || code == GT_EXPR;
}

/* By how much loop N of the nest LOOP counts, upwards or downwards, in the
   unsigned type TYPE.  That is one in GCC 12 and 13, and any constant since.  */

static tree
distance (tree loop, int n, tree type)
{
  tree sum = TREE_OPERAND (TREE_VEC_ELT (OMP_FOR_INCR (loop), n), 1);
  gcc_assert (TREE_CODE (sum) == PLUS_EXPR);
  tree step = fold_convert (type, TREE_OPERAND (sum, 1));
  gcc_assert (TREE_CODE (step) == INTEGER_CST);
  return (counts_down_p (loop, n)
	  ? fold_build1 (NEGATE_EXPR, type, step) : step);
}

/* The number of iterations of loop N of the nest LOOP, which begins at
   FROM.  */

static tree
iterations (tree loop, int n, tree from)
{
  tree cond = TREE_VEC_ELT (OMP_FOR_COND (loop), n);
  tree limit = TREE_OPERAND (cond, 1);
  tree type = unsigned_type_for (TREE_TYPE (from));
  bool down = counts_down_p (loop, n);
  bool inclusive = TREE_CODE (cond) == GE_EXPR || TREE_CODE (cond) == LE_EXPR;
  tree by = distance (loop, n, type);
  tree low = fold_convert (type, down ? limit : from);
  tree high = fold_convert (type, down ? from : limit);
  tree count = fold_build2 (MINUS_EXPR, type, high, low);
  /* The condition holds for the first: the limit that is not reached is at
     least one away.  */
  if (!inclusive)
    count = fold_build2 (MINUS_EXPR, type, count, build_one_cst (type));
  count = fold_build2 (TRUNC_DIV_EXPR, type, count, by);
  count = fold_build2 (PLUS_EXPR, sizetype, fold_convert (sizetype, count),
		       size_one_node);
  return build3 (COND_EXPR, sizetype,
		 build2 (TREE_CODE (cond), boolean_type_node, from, limit),
		 count, size_zero_node);
}

/* Append loop N of the nest LOOP and those inside of it to STMTS; D is for this
   one.  */

static void
append_nest (tree loop, int n, division d, tree *vars, tree *stmts)
{
  if (n == TREE_VEC_LENGTH (OMP_FOR_INIT (loop)))
    {
      append_to_statement_list (OMP_FOR_BODY (loop), stmts);
      return;
    }
  tree init = TREE_VEC_ELT (OMP_FOR_INIT (loop), n);
  tree variable = TREE_OPERAND (init, 0);
  tree type = TREE_TYPE (variable);
  tree from = new_variable (type, vars);
  tree count = new_variable (sizetype, vars);
  tree k = new_variable (sizetype, vars);
  tree step = new_variable (sizetype, vars);
  tree head = new_label (), end = new_label ();

  tree first = size_zero_node, stride = size_one_node;
  if (d.threads)
    {
      first = place ("threadidx", "blockdim");
      stride = extent ("blockdim");
    }
  if (d.blocks)
    {
      first = fold_build2 (PLUS_EXPR, sizetype, first,
			   fold_build2 (MULT_EXPR, sizetype, stride,
					place ("blockidx", "griddim")));
      stride = fold_build2 (MULT_EXPR, sizetype, stride, extent ("griddim"));
    }
  append_assignment (from, TREE_OPERAND (init, 1), stmts);
  append_assignment (count, iterations (loop, n, from), stmts);
  append_assignment (k, first, stmts);
  append_assignment (step, stride, stmts);
  append_label (head, stmts);
  append_jump (build2 (GE_EXPR, boolean_type_node, k, count), end, stmts);
  /* Unsigned, as what wraps around is no error in the last iteration.  */
  tree utype = unsigned_type_for (type);
  tree away = fold_build2 (MULT_EXPR, utype, fold_convert (utype, k),
			   distance (loop, n, utype));
  append_assignment (variable,
		     fold_build2 (counts_down_p (loop, n)
				  ? MINUS_EXPR : PLUS_EXPR, utype,
				  fold_convert (utype, from), away), stmts);
  division none = { false, false };
  append_nest (loop, n + 1, none, vars, stmts);
  append_assignment (k, build2 (PLUS_EXPR, sizetype, k, step), stmts);
  append_to_statement_list (build1 (GOTO_EXPR, void_type_node, head), stmts);
  append_label (end, stmts);
}

static void
append_barrier (tree *stmts)
{
  tree type = build_function_type_list (void_type_node, NULL_TREE);
  append_to_statement_list
    (build_call_expr (build_fn_decl ("__gcuf_syncthreads", type), 0), stmts);
}

/* Callback: find something that is not to happen once for each thread.  */

static tree
find_effect (tree *tp, int *walk_subtrees, void *)
{
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == MODIFY_EXPR)
    {
      tree base = get_base_address (TREE_OPERAND (t, 0));
      if (!base || !VAR_P (base) || TREE_STATIC (base) || DECL_EXTERNAL (base))
	return t;
    }
  else if (TREE_CODE (t) == CALL_EXPR
	   && !(call_expr_flags (t) & (ECF_CONST | ECF_PURE)))
    return t;
  return NULL_TREE;
}

/* Callback: find a loop that has a reduction and does more than that.  Each
   thread has the result of one that does not if it runs all iterations.  */

static tree
find_undividable (tree *tp, int *walk_subtrees, void *)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return (TREE_CODE (*tp) == OACC_LOOP
	  && clause_p (*tp, OMP_CLAUSE_REDUCTION)
	  && holds_p (&OMP_FOR_BODY (*tp), find_effect) ? *tp : NULL_TREE);
}

static tree lower_loops (tree *, int *, void *);

/* What LOOP becomes in loops that are divided as OUTER.  */

static tree
lower_loop (tree loop, division outer)
{
  division d = divide (loop, outer);
  if (clause_p (loop, OMP_CLAUSE_REDUCTION))
    d.threads = d.blocks = false;
  division inner = { outer.threads || d.threads, outer.blocks || d.blocks };
  /* All threads run all iterations: nothing inside is divided.  */
  if (clause_p (loop, OMP_CLAUSE_REDUCTION))
    inner.threads = inner.blocks = true;
  walk_tree (&OMP_FOR_BODY (loop), lower_loops, &inner, NULL);

  tree vars = NULL_TREE, stmts = NULL_TREE;
  if (OMP_FOR_PRE_BODY (loop))
    append_to_statement_list (OMP_FOR_PRE_BODY (loop), &stmts);
  if (d.threads)
    append_barrier (&stmts);
  append_nest (loop, 0, d, &vars, &stmts);
  if (d.threads)
    append_barrier (&stmts);
  return build3 (BIND_EXPR, void_type_node, vars, stmts, NULL_TREE);
}

/* Callback: lower the loops that are divided inside of the division DATA.  */

static tree
lower_loops (tree *tp, int *walk_subtrees, void *data)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (TREE_CODE (*tp) == OACC_LOOP)
    {
      *walk_subtrees = 0;
      *tp = lower_loop (*tp, *(division *) data);
    }
  return NULL_TREE;
}

/* --- Definitions -------------------------------------------------------- */

/* Let VERSION have the body of FNDECL with its loops divided.  */

static void
copy_body (tree version, tree fndecl)
{
  tree parms, result;
  tree saved = current_function_decl;
  current_function_decl = version;
  tree body = copy_fn (fndecl, parms, result);
  DECL_ARGUMENTS (version) = parms;
  for (tree p = parms; p; p = DECL_CHAIN (p))
    DECL_CONTEXT (p) = version;
  DECL_RESULT (version) = result;
  DECL_CONTEXT (result) = version;

  division whole = { false, false };
  walk_tree_without_duplicates (&body, lower_loops, &whole);
  cuf_redirect_routines (&body);
  DECL_INITIAL (version) = BIND_EXPR_BLOCK (body);
  BLOCK_SUPERCONTEXT (DECL_INITIAL (version)) = version;
  DECL_SAVED_TREE (version) = body;
  current_function_decl = saved;
}

/* FNDECL, for the host procedure of NS, has its body: make the version for
   kernels if it is an OpenACC routine that needs one, and the file is CUDA
   Fortran.  A kernel cannot call one that is contained or has several
   entries.  */

void
cuf_make_cuda_version (const gfc_namespace *ns, tree fndecl)
{
  if (!routine_p (fndecl) || !cuf_dialect_p ()
      || decl_function_context (fndecl) || ns->entries
      || ns->contained
      || holds_p (&DECL_SAVED_TREE (fndecl), find_undividable))
    return;

  tree version = cuda_version (fndecl);
  copy_body (version, fndecl);
  mark_version (version);
  DECL_EXTERNAL (version) = 0;
  TREE_STATIC (version) = 1;
  g->have_offload = true;
  push_struct_function (version);
  cfun->function_end_locus = DECL_SOURCE_LOCATION (fndecl);
  pop_cfun ();
  cgraph_node::finalize_function (version, true);
}
