/* Kernels split at their barriers, for the cpu backend.
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
#include "attribs.h"
#include "fold-const.h"
#include "stor-layout.h"
#include "tree-iterator.h"
#include "tree-inline.h"
#include "gimple-expr.h"
#include "gimplify.h"
#include "function.h"
#include "options.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* The threads of a block that wait for each other take turns, each on a stack
   of its own.  Where a kernel's own statements have all of its barriers, it can
   do without: then there is a function for each place where a thread can go on,
   the beginning and behind each barrier, which runs to the next barrier or the
   end.  A round calls it for all threads in a loop, which GCC can vectorize.

   Where all threads take the same way from barrier to barrier,
   cuf-uniform-fission.cc does better.

   A local variable that lives across a barrier is an array with an element for
   each thread.  Those that depend on nothing but the thread's index, the launch
   and the arguments are computed anew instead.  */

/* The most barriers.  */
enum { MOST_BARRIERS = 6 };

/* A part of a body that may not be run, or more than once, inside OUTER.  */
struct context
{
  context *outer;
};

struct local
{
  tree var;
  bool seen, outermost;
  bool local;			/* Dead at all barriers.  */
  bool computed;		/* Computed anew.  */
  int part, labels;		/* Where it was seen first.  */
  context *where;
  int last;			/* The number of its last use.  */
};

struct cuf_splitter
{
  tree body;
  tree uniform;			/* Its function if all threads take one way,
				   and ... */
  tree aligned;			/* ... if rows are whole warps, or null; with
				   -gpu=check there may be this one alone.  */
  int parts;			/* One more than barriers seen.  */
  int labels;
  int uses;
  bool possible;
  auto_vec<local> locals;
  hash_map<tree, unsigned> index;
  auto_vec<tree> prefix;	/* Assignments that may be done again.  */
  hash_map<tree, int> saved;	/* The part of a SAVE_EXPR.  */
  auto_vec<context *> contexts;
  auto_vec<tree> functions;
  auto_vec<unsigned> framed;	/* Locals with arrays.  */
};

/* --- Analysis ----------------------------------------------------------- */

static local *
find_local (cuf_splitter *s, tree var)
{
  unsigned *i = s->index.get (var);
  return i ? &s->locals[*i] : NULL;
}

static bool
inside_p (const context *inner, const context *outer)
{
  while (inner && inner != outer)
    inner = inner->outer;
  return inner == outer;
}

/* A use of VAR in WHERE, or with DEFINED an assignment to the whole.  */

static void
note (cuf_splitter *s, tree var, context *where, bool defined)
{
  local *l = find_local (s, var);
  if (!l)
    return;
  if (!l->seen)
    {
      l->seen = true;
      l->local = defined && is_gimple_reg_type (TREE_TYPE (var))
		 && !TREE_ADDRESSABLE (var);
      l->part = s->parts;
      l->labels = s->labels;
      l->where = where;
    }
  else if (l->part != s->parts || l->labels != s->labels
	   || !inside_p (where, l->where))
    l->local = false;
  l->last = s->uses++;
}

static void
add_locals (cuf_splitter *s, tree bind)
{
  for (tree var = BIND_EXPR_VARS (bind); var; var = DECL_CHAIN (var))
    {
      if (!cuf_thread_variable_p (var))
	continue;
      s->possible &= cuf_fixed_variable_p (var);
      local l = {};
      l.var = var;
      l.outermost = bind == DECL_SAVED_TREE (s->body);
      s->index.put (var, s->locals.length ());
      s->locals.safe_push (l);
    }
}

static void scan (cuf_splitter *, tree, context *);

static context *
scan_inside (cuf_splitter *s, tree t, context *where)
{
  context *inner = XNEW (context);
  inner->outer = where;
  s->contexts.safe_push (inner);
  scan (s, t, inner);
  return inner;
}

/* The BODY of a loop in WHERE.  What is set in front of a loop lives across the
   barriers in it.  */

static void
scan_loop (cuf_splitter *s, tree body, context *where)
{
  int parts = s->parts, uses = s->uses;
  context *inside = scan_inside (s, body, where);
  if (s->parts > parts)
    for (local &l : s->locals)
      if (l.seen && l.last >= uses && !inside_p (l.where, inside))
	l.local = false;
}

static void
scan_operands (cuf_splitter *s, tree t, context *where)
{
  for (int i = 0; i < TREE_OPERAND_LENGTH (t); i++)
    if (TREE_OPERAND (t, i))
      scan (s, TREE_OPERAND (t, i), where);
}

static void
scan_assignment (cuf_splitter *s, tree t, context *where)
{
  tree lhs = TREE_OPERAND (t, 0);
  scan (s, TREE_OPERAND (t, 1), where);
  if (VAR_P (lhs))
    note (s, lhs, where, true);
  else
    {
      scan (s, lhs, where);
      if (TREE_CODE (get_base_address (lhs)) == PARM_DECL)
	s->possible = false;
    }
  if (TREE_CODE (lhs) == PARM_DECL)
    s->possible = false;
  if (!where && s->parts == 1 && s->labels == 0)
    s->prefix.safe_push (t);
  else if (local *l = find_local (s, get_base_address (lhs)))
    l->computed = false;
}

/* T is a part of the body in WHERE, or null where each thread gets once.  */

static void
scan (cuf_splitter *s, tree t, context *where)
{
  if (cuf_barrier_p (t))
    {
      s->parts++;
      return;
    }
  s->possible &= !cuf_forbids_split_p (t);
  switch (TREE_CODE (t))
    {
    case STATEMENT_LIST:
      for (tree_stmt_iterator i = tsi_start (t); !tsi_end_p (i); tsi_next (&i))
	scan (s, tsi_stmt (i), where);
      break;
    case BIND_EXPR:
      add_locals (s, t);
      scan (s, BIND_EXPR_BODY (t), where);
      break;
    case COND_EXPR:
      scan (s, COND_EXPR_COND (t), where);
      if (COND_EXPR_THEN (t))
	scan_inside (s, COND_EXPR_THEN (t), where);
      if (COND_EXPR_ELSE (t))
	scan_inside (s, COND_EXPR_ELSE (t), where);
      break;
    case LOOP_EXPR:
      scan_loop (s, LOOP_EXPR_BODY (t), where);
      break;
    case SWITCH_EXPR:
      scan (s, SWITCH_COND (t), where);
      scan_inside (s, SWITCH_BODY (t), where);
      break;
    case LABEL_EXPR:
    case CASE_LABEL_EXPR:
      s->labels++;
      break;
    case MODIFY_EXPR:
      scan_assignment (s, t, where);
      break;
    case VAR_DECL:
      note (s, t, where, false);
      break;
    case SAVE_EXPR:
      if (int *part = s->saved.get (t))
	s->possible &= *part == s->parts;
      else
	{
	  s->saved.put (t, s->parts);
	  scan_operands (s, t, where);
	}
      break;
    case CONSTRUCTOR:
      {
	unsigned i;
	tree value;
	FOR_EACH_CONSTRUCTOR_VALUE (CONSTRUCTOR_ELTS (t), i, value)
	  scan (s, value, where);
      }
      break;
    default:
      if (EXPR_P (t))
	scan_operands (s, t, where);
    }
}

/* True if T can be computed again with the same result.  */

static bool
repeatable_p (cuf_splitter *s, tree t)
{
  if (CONSTANT_CLASS_P (t) || TREE_CODE (t) == PARM_DECL)
    return true;
  if (VAR_P (t))
    {
      local *l = find_local (s, t);
      return l && l->computed;
    }
  if (TREE_CODE (t) == CALL_EXPR)
    return cuf_register_function_p (get_callee_fndecl (t));
  if (TREE_CODE (t) == COMPONENT_REF)
    return repeatable_p (s, TREE_OPERAND (t, 0));
  if (!UNARY_CLASS_P (t) && !BINARY_CLASS_P (t) && !COMPARISON_CLASS_P (t)
      && TREE_CODE (t) != COND_EXPR && TREE_CODE (t) != NON_LVALUE_EXPR
      && TREE_CODE (t) != TRUTH_AND_EXPR && TREE_CODE (t) != TRUTH_OR_EXPR
      && TREE_CODE (t) != TRUTH_NOT_EXPR)
    return false;
  for (int i = 0; i < TREE_OPERAND_LENGTH (t); i++)
    if (TREE_OPERAND (t, i) && !repeatable_p (s, TREE_OPERAND (t, i)))
      return false;
  return true;
}

/* Find the variables that are computed anew.  So far those are marked that are
   assigned in the prefix alone.  */

static void
find_computed (cuf_splitter *s)
{
  bool changed;
  do
    {
      changed = false;
      for (tree stmt : s->prefix)
	{
	  local *l = find_local (s, get_base_address (TREE_OPERAND (stmt, 0)));
	  if (l && l->computed && !repeatable_p (s, TREE_OPERAND (stmt, 1)))
	    {
	      l->computed = false;
	      changed = true;
	    }
	}
    }
  while (changed);
}

/* Find out whether and how S's body can be split.  */

static bool
analyse (cuf_splitter *s)
{
  tree body = DECL_SAVED_TREE (s->body);
  if (!body || TREE_CODE (body) != BIND_EXPR)
    return false;
  s->parts = 1;
  s->labels = s->uses = 0;
  s->possible = true;
  add_locals (s, body);
  for (local &l : s->locals)
    l.computed = !TREE_ADDRESSABLE (l.var)
		 && TREE_CODE (TREE_TYPE (l.var)) != ARRAY_TYPE;
  scan (s, BIND_EXPR_BODY (body), NULL);
  for (context *c : s->contexts)
    XDELETE (c);
  if (!s->possible || s->parts == 1 || s->parts > MOST_BARRIERS + 1)
    return false;
  find_computed (s);

  HOST_WIDE_INT bytes = 0;
  for (unsigned i = 0; i < s->locals.length (); i++)
    {
      local *l = &s->locals[i];
      if (!l->seen || l->computed || l->local)
	continue;
      s->framed.safe_push (i);
      bytes += tree_to_uhwi (TYPE_SIZE_UNIT (TREE_TYPE (l->var)));
      if (bytes > CUF_MOST_FRAME_BYTES)
	return false;
    }
  return true;
}

/* --- The functions ------------------------------------------------------ */

/* One of them being built.  */
struct region
{
  tree fn;
  hash_map<tree, tree> map;	/* Copies of the body's declarations.  */
  hash_map<tree, tree> elements; /* Of the arrays, for these copies.  */
  tree state;			/* Where the thread goes on.  */
  auto_vec<tree> labels;	/* Behind the barriers.  */
};

/* Element INDEX of the array that POINTER points to.  */

static tree
element (tree pointer, tree index)
{
  tree array = build_fold_indirect_ref (pointer);
  return build4 (ARRAY_REF, TREE_TYPE (TREE_TYPE (array)), array, index,
		 NULL_TREE, NULL_TREE);
}

static tree
set (tree lhs, int value)
{
  return build2 (MODIFY_EXPR, void_type_node, unshare_expr (lhs),
		 build_int_cst (TREE_TYPE (lhs), value));
}

static tree
note_copies (tree *tp, int *, void *data)
{
  region *r = (region *) data;
  if (TREE_CODE (*tp) == BIND_EXPR)
    {
      for (tree var = BIND_EXPR_VARS (*tp); var; var = DECL_CHAIN (var))
	{
	  r->map.put (DECL_ORIGIN (var), var);
	  DECL_ABSTRACT_ORIGIN (var) = NULL_TREE;
	  DECL_IGNORED_P (var) = 1;
	}
      BIND_EXPR_BLOCK (*tp) = NULL_TREE;
    }
  return NULL_TREE;
}

/* What takes the place of a barrier: the thread goes on behind it.  */

static tree
stop_here (region *r, int number)
{
  tree label = create_artificial_label (input_location);
  r->labels.safe_push (label);
  DECL_CONTEXT (label) = r->fn;
  tree stmts = NULL_TREE;
  append_to_statement_list_force (set (r->state, number), &stmts);
  append_to_statement_list_force (build1 (RETURN_EXPR, void_type_node,
					  NULL_TREE), &stmts);
  append_to_statement_list_force (build1 (LABEL_EXPR, void_type_node, label),
				  &stmts);
  return stmts;
}

static tree
rewrite (tree *tp, int *walk_subtrees, void *data)
{
  region *r = (region *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (cuf_barrier_p (*tp))
    {
      *tp = stop_here (r, r->labels.length () + 1);
      *walk_subtrees = 0;
    }
  else if (tree *e = r->elements.get (*tp))
    {
      *tp = unshare_expr (*e);
      *walk_subtrees = 0;
    }
  else if (TREE_CODE (*tp) == BIND_EXPR)
    {
      tree *p = &BIND_EXPR_VARS (*tp);
      while (*p)
	if (r->elements.get (*p))
	  *p = DECL_CHAIN (*p);
	else
	  p = &DECL_CHAIN (*p);
    }
  return NULL_TREE;
}

static tree
use_map (tree *tp, int *walk_subtrees, void *data)
{
  region *r = (region *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (tree *copy = DECL_P (*tp) ? r->map.get (*tp) : NULL)
    *tp = *copy;
  return NULL_TREE;
}

/* The assignments to variables that are computed anew.  */

static void
compute_again (cuf_splitter *s, region *r, tree *stmts)
{
  for (tree stmt : s->prefix)
    {
      local *l = find_local (s, get_base_address (TREE_OPERAND (stmt, 0)));
      if (!l || !l->computed)
	continue;
      tree copy = unshare_expr (stmt);
      walk_tree (&copy, use_map, r, NULL);
      append_to_statement_list_force (copy, stmts);
    }
}

/* Build the function that goes on behind barrier NUMBER, or begins.  Its
   parameters are those of the body, the arrays, that of states, and the number
   of the thread.  */

static tree
build_region (cuf_splitter *s, int number)
{
  auto_vec<tree> types;
  for (tree parm = DECL_ARGUMENTS (s->body); parm; parm = DECL_CHAIN (parm))
    types.safe_push (TREE_TYPE (parm));
  unsigned n_parms = types.length ();
  for (unsigned i : s->framed)
    types.safe_push (build_pointer_type
		     (cuf_array_of (TREE_TYPE (s->locals[i].var))));
  types.safe_push (build_pointer_type (cuf_array_of (integer_type_node)));
  types.safe_push (size_type_node);

  char *name = xasprintf ("__gcuf_part%d_%s", number, IDENTIFIER_POINTER
			  (DECL_ASSEMBLER_NAME (s->body)));
  tree fn = cuf_begin_function (name, types.address (), types.length ());
  free (name);
  /* The kernel for debuggers, which look for a breakpoint's place by it.  */
  if (number == 0)
    DECL_NAME (fn) = DECL_NAME (s->body);

  region r;
  r.fn = fn;
  tree parms, result, saved = current_function_decl;
  current_function_decl = fn;
  tree copy = copy_fn (s->body, parms, result);
  current_function_decl = saved;
  gcc_assert (copy && TREE_CODE (copy) == BIND_EXPR);

  tree *chain = &DECL_ARGUMENTS (fn);
  *chain = parms;
  for (tree parm = DECL_ARGUMENTS (s->body); parm; parm = DECL_CHAIN (parm))
    {
      r.map.put (parm, *chain);
      DECL_ABSTRACT_ORIGIN (*chain) = NULL_TREE;
      DECL_IGNORED_P (*chain) = 1;
      chain = &DECL_CHAIN (*chain);
    }
  auto_vec<tree> arrays;
  for (unsigned i = n_parms; i < types.length () - 1; i++)
    arrays.safe_push (cuf_add_parameter (fn, types[i], &chain));
  tree thread = cuf_add_parameter (fn, size_type_node, &chain);
  r.state = element (arrays.last (), thread);

  walk_tree_without_duplicates (&copy, note_copies, &r);
  for (unsigned i = 0; i < s->framed.length (); i++)
    if (tree *var = r.map.get (s->locals[s->framed[i]].var))
      r.elements.put (*var, element (arrays[i], thread));
  /* Each occurrence of a variable, which is the same tree.  */
  walk_tree (&copy, rewrite, &r, NULL);
  gcc_assert ((int) r.labels.length () == s->parts - 1);

  tree stmts = NULL_TREE;
  append_to_statement_list_force (set (r.state, s->parts), &stmts);
  if (number > 0)
    {
      compute_again (s, &r, &stmts);
      append_to_statement_list_force
	(build1 (GOTO_EXPR, void_type_node, r.labels[number - 1]), &stmts);
    }
  append_to_statement_list_force (BIND_EXPR_BODY (copy), &stmts);
  BIND_EXPR_BODY (copy) = stmts;

  DECL_ATTRIBUTES (fn) = tree_cons (get_identifier (CUF_RUN_ATTRIBUTE),
				    NULL_TREE, NULL_TREE);
  DECL_DECLARED_INLINE_P (fn) = 1;
  DECL_DISREGARD_INLINE_LIMITS (fn) = 1;
  cuf_finish_generated (fn, NULL_TREE, copy);
  return fn;
}

/* If the body of kernel FNDECL can be split, the way to do so, else null.  In a
   debugger each thread is to have variables and a place of its own.  */

cuf_splitter *
cuf_begin_split (tree fndecl)
{
  if (!optimize || cuf_debug_host_p ()
      || !cuf_wanted_p (CUF_OPTIONAL_SPLITTING))
    return NULL;
  cuf_splitter *s = new cuf_splitter;
  s->body = fndecl;
  s->aligned = NULL_TREE;
  s->uniform = cuf_build_uniform (fndecl);
  if (s->uniform || cuf_check_p ())
    s->aligned = cuf_build_aligned (fndecl);
  if (s->uniform || s->aligned)
    return s;
  /* What is checked has to come to the same barriers, too.  */
  if (cuf_check_p () || !analyse (s))
    {
      delete s;
      return NULL;
    }
  for (int i = 0; i < s->parts; i++)
    s->functions.safe_push (build_region (s, i));
  return s;
}

/* --- The rounds --------------------------------------------------------- */

/* The run function being built.  */
struct rounds
{
  cuf_splitter *s;
  tree fn;
  vec<tree> *actuals;
  tree lo, hi;
  tree *vars;
  tree thread, states, current;
};

/* Run part NUMBER of the thread.  */

static tree
call_part (rounds *r, int number)
{
  gcc_checking_assert (IN_RANGE (number, 0, r->s->parts - 1));
  auto_vec<tree> actuals;
  for (tree value : *r->actuals)
    actuals.safe_push (unshare_expr (value));
  actuals.safe_push (r->thread);
  return build_call_expr_loc_array (input_location, r->s->functions[number],
				    actuals.length (), actuals.address ());
}

/* Run STMTS for each thread.  */

static tree
for_each_thread (rounds *r, tree part)
{
  tree inner = NULL_TREE, stmts = NULL_TREE;
  append_to_statement_list (part, &inner);
  append_to_statement_list (cuf_increment (r->thread), &inner);
  append_to_statement_list (set (r->thread, 0), &stmts);
  append_to_statement_list (cuf_loop_over_threads (r->fn, inner, r->lo, r->hi,
						   r->vars), &stmts);
  return stmts;
}

static tree
state_is (tree state, int number)
{
  return build2 (EQ_EXPR, boolean_type_node, unshare_expr (state),
		 build_int_cst (TREE_TYPE (state), number));
}

static tree
state_of (rounds *r, tree thread)
{
  return build4 (ARRAY_REF, integer_type_node, r->states, thread, NULL_TREE,
		 NULL_TREE);
}

/* Set the current state to that of all threads, or -1 if there is none.  */

static tree
find_common_state (rounds *r)
{
  tree i = cuf_local_variable (r->fn, size_type_node, r->vars);
  tree differs = build2 (NE_EXPR, boolean_type_node, state_of (r, i),
			 r->current);
  tree body = NULL_TREE, stmts = NULL_TREE;
  append_to_statement_list (build1 (EXIT_EXPR, void_type_node,
				    build2 (EQ_EXPR, boolean_type_node, i,
					    r->thread)), &body);
  append_to_statement_list (build3 (COND_EXPR, void_type_node, differs,
				    set (r->current, -1), NULL_TREE), &body);
  append_to_statement_list (cuf_increment (i), &body);
  append_to_statement_list (set (i, 0), &stmts);
  append_to_statement_list (build2 (MODIFY_EXPR, void_type_node, r->current,
				    state_of (r, size_zero_node)), &stmts);
  append_to_statement_list (build1 (LOOP_EXPR, void_type_node, body), &stmts);
  return stmts;
}

/* Call FN, which does what all threads do, with ACTUALS.  */

static tree
call_uniform (tree fn, vec<tree> *actuals)
{
  auto_vec<tree> copies;
  for (tree value : *actuals)
    copies.safe_push (unshare_expr (value));
  return build_call_expr_loc_array (input_location, fn, copies.length (),
				    copies.address ());
}

/* What the run function FN does with ACTUALS, the kernel's arguments, for the
   threads from LO to HI: where they take one way, one call, else rounds until
   all have ended.  In most all threads are at the same place.  */

tree
cuf_build_rounds (cuf_splitter *s, tree fn, vec<tree> *actuals, tree lo,
		  tree hi, tree *vars)
{
  if (s->uniform || s->aligned)
    {
      actuals->safe_push (build_fold_addr_expr (lo));
      actuals->safe_push (build_fold_addr_expr (hi));
      tree any = s->uniform ? s->uniform : s->aligned;
      tree call = call_uniform (any, actuals);
      /* It becomes a part of FN.  */
      DECL_FUNCTION_SPECIFIC_OPTIMIZATION (fn)
	= DECL_FUNCTION_SPECIFIC_OPTIMIZATION (any);
      if (!s->uniform || !s->aligned)
	return call;
      tree row = build2 (BIT_AND_EXPR, integer_type_node,
			 cuf_dim3_component (hi, NULL, 0),
			 build_int_cst (integer_type_node, 31));
      return build3 (COND_EXPR, void_type_node,
		     build2 (EQ_EXPR, boolean_type_node, row,
			     integer_zero_node),
		     call_uniform (s->aligned, actuals), call);
    }
  rounds r = { s, fn, actuals, lo, hi, vars, NULL_TREE, NULL_TREE, NULL_TREE };
  for (unsigned i : s->framed)
    {
      tree array = cuf_local_variable (fn, cuf_array_of (TREE_TYPE
						     (s->locals[i].var)), vars);
      TREE_ADDRESSABLE (array) = 1;
      actuals->safe_push (build_fold_addr_expr (array));
    }
  r.states = cuf_local_variable (fn, cuf_array_of (integer_type_node), vars);
  TREE_ADDRESSABLE (r.states) = 1;
  actuals->safe_push (build_fold_addr_expr (r.states));
  r.thread = cuf_local_variable (fn, size_type_node, vars);
  r.current = cuf_local_variable (fn, integer_type_node, vars);

  tree together = NULL_TREE, apart = NULL_TREE;
  for (int i = s->parts - 1; i >= 0; i--)
    {
      apart = build3 (COND_EXPR, void_type_node,
		      state_is (state_of (&r, r.thread), i), call_part (&r, i),
		      apart);
      together = build3 (COND_EXPR, void_type_node, state_is (r.current, i),
			 for_each_thread (&r, call_part (&r, i)), together);
    }
  tree body = NULL_TREE, stmts = NULL_TREE;
  append_to_statement_list (build1 (EXIT_EXPR, void_type_node,
				    state_is (r.current, s->parts)), &body);
  append_to_statement_list (build3 (COND_EXPR, void_type_node,
				    state_is (r.current, -1),
				    for_each_thread (&r, apart), together),
			    &body);
  append_to_statement_list (find_common_state (&r), &body);
  append_to_statement_list (set (r.current, 0), &stmts);
  append_to_statement_list (build1 (LOOP_EXPR, void_type_node, body), &stmts);
  return stmts;
}

/* True if S is better also where no thread waits for another.  */

bool
cuf_split_better_p (const cuf_splitter *s)
{
  return (s->uniform && lookup_attribute (CUF_BETTER_ATTRIBUTE,
					  DECL_ATTRIBUTES (s->uniform)));
}

/* True if S is for blocks whose rows are whole warps alone.  */

bool
cuf_split_whole_warps_p (const cuf_splitter *s)
{
  return !s->uniform && s->aligned;
}

/* Free S, which cuf_begin_split has returned.  */

void
cuf_end_split (cuf_splitter *s)
{
  delete s;
}
