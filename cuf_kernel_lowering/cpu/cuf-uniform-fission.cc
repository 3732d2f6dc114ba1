/* Splitting of kernels whose threads take the same way.
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
#include "tree.h"
#include "stringpool.h"
#include "attribs.h"
#include "fold-const.h"
#include "stor-layout.h"
#include "tree-iterator.h"
#include "tree-inline.h"
#include "gimple-expr.h"
#include "gimplify.h"
#include "calls.h"
#include "function.h"
#include "options.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* A kernel with barriers whose threads all take the same way, except between
   barriers, needs no record of where each thread is: what decides the way,
   which is the same for all, is done once for the block, and each sequence of
   other statements is a loop over its threads.  So

     half = 128;
     do while (half > 0)
       if (t <= half) s(t) = s(t) + s(t + half)
       call syncthreads ()
       half = half / 2
     end do

   has a loop over threads inside the loop over HALF, which is a variable of
   the block.

   A variable is the block's, or uniform, if all that is assigned to it is made
   of arguments, special registers other than the thread's index, and such
   variables, and no assignment is among the statements of threads.  Others are
   the threads': those that are assigned once, in front of everything else,
   from what does not change, are computed anew in each sequence; those that
   live in one sequence are scalars there; the others are arrays.

   With -gpu=check a variable of the source is not set when a sequence that it
   lives in begins for a thread: what the one before has left there is not this
   one's.  And the runtime is told of barriers.  */

/* A variable of the body's copy.  */
struct uniform_local
{
  bool uniform;
  bool computed;		/* In each sequence.  */
  bool several;			/* Its value lives in several sequences, or
				   an unsure one.  */
  int assignments;		/* Of those that are not of components.  */
  int sequence;			/* The latest that it was seen in, or 0.  */
};

/* A sequence of statements of threads.  */
struct sequence
{
  tree stmts;
  tree place;			/* A BIND_EXPR for the loop made of it.  */
};

struct fission
{
  tree fn;
  bool possible, changed;
  bool emitting;		/* Or finding out what is uniform.  */
  int depth, loops;		/* Inside the block's conditions and loops.  */
  bool beginning;		/* No label or loop has been met.  */
  hash_map<tree, uniform_local> locals;
  auto_vec<tree> order;		/* The same variables.  */
  hash_set<tree> targets;	/* Labels that something goes to.  */
  hash_map<tree, int> saved;	/* The sequence of a SAVE_EXPR.  */
  auto_vec<tree> prefix;	/* Assignments to what may be computed anew.  */
  auto_vec<sequence> sequences;
  tree pending;			/* Statements of threads not in one yet.  */
  tree beginning_stmts;		/* What is done first of all.  */
  hash_set<tree> goals;		/* Where they go, and which has not come.  */
  hash_set<tree> block_goals, block_labels;

  fission ()
    : fn (NULL_TREE), possible (true), changed (false), emitting (false),
      depth (0), loops (0), beginning (true), pending (NULL_TREE),
      beginning_stmts (NULL_TREE) {}
};

/* --- Uniform values ------------------------------------------------------ */

/* True if T is a call that returns a special register; if that is the thread's
   index.  */

static bool
register_p (tree t)
{
  return TREE_CODE (t) == CALL_EXPR
	 && cuf_register_function_p (get_callee_fndecl (t));
}

static bool
thread_index_p (tree call)
{
  tree fn = get_callee_fndecl (call);
  return startswith (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fn)),
		     "__gcuf_threadidx_");
}

/* The variable of the body's that MODIFY_EXPR T assigns to, the whole or, from
   a special register, a component; or null.  */

static uniform_local *
assigned_local (fission *f, tree t)
{
  tree lhs = TREE_OPERAND (t, 0);
  if (TREE_CODE (lhs) == COMPONENT_REF && register_p (TREE_OPERAND (t, 1)))
    lhs = TREE_OPERAND (lhs, 0);
  return f->locals.get (lhs);
}

/* True if T is the same for all threads of a block or, with REPEATABLE, the
   same for a thread whenever it is computed.  */

static bool
value_p (fission *f, tree t, bool repeatable)
{
  if (CONSTANT_CLASS_P (t))
    return true;
  switch (TREE_CODE (t))
    {
    case PARM_DECL:
      return is_gimple_reg_type (TREE_TYPE (t)) && !TREE_ADDRESSABLE (t);
    case VAR_DECL:
      {
	uniform_local *l = f->locals.get (t);
	return l && (repeatable ? l->computed : l->uniform);
      }
    case COMPONENT_REF:
      return value_p (f, TREE_OPERAND (t, 0), repeatable);
    case CALL_EXPR:
      if (register_p (t))
	return repeatable || !thread_index_p (t);
      if (!(call_expr_flags (t) & ECF_CONST))
	return false;
      for (int i = 0; i < call_expr_nargs (t); i++)
	if (!value_p (f, CALL_EXPR_ARG (t, i), repeatable))
	  return false;
      return true;
    case NON_LVALUE_EXPR:
    case COND_EXPR:
    case TRUTH_AND_EXPR:
    case TRUTH_OR_EXPR:
    case TRUTH_ANDIF_EXPR:
    case TRUTH_ORIF_EXPR:
    case TRUTH_NOT_EXPR:
      break;
    default:
      if (!UNARY_CLASS_P (t) && !BINARY_CLASS_P (t) && !COMPARISON_CLASS_P (t))
	return false;
    }
  for (int i = 0; i < TREE_OPERAND_LENGTH (t); i++)
    if (TREE_OPERAND (t, i) && !value_p (f, TREE_OPERAND (t, i), repeatable))
      return false;
  return true;
}

/* --- What is inside a statement ------------------------------------------ */

static tree
find_barrier (tree *tp, int *walk_subtrees, void *)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return cuf_barrier_p (*tp) ? *tp : NULL_TREE;
}

static bool
contains_barrier_p (tree t)
{
  return walk_tree_without_duplicates (&t, find_barrier, NULL) != NULL_TREE;
}

struct jumps
{
  hash_set<tree> goals, labels;
  bool returns;

  jumps () : returns (false) {}
};

static tree
note_jumps (tree *tp, int *walk_subtrees, void *data)
{
  jumps *j = (jumps *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (TREE_CODE (*tp) == GOTO_EXPR)
    j->goals.add (GOTO_DESTINATION (*tp));
  else if (TREE_CODE (*tp) == LABEL_EXPR)
    j->labels.add (LABEL_EXPR_LABEL (*tp));
  else if (TREE_CODE (*tp) == RETURN_EXPR)
    j->returns = true;
  return NULL_TREE;
}

/* Add to GOALS where T may go outside of itself, and take away the label that
   it is. Return whether it returns from the function.  */

static bool
note_goals (tree t, hash_set<tree> *goals)
{
  jumps j;
  walk_tree_without_duplicates (&t, note_jumps, &j);
  for (tree goal : j.goals)
    if (!j.labels.contains (goal))
      goals->add (goal);
  if (TREE_CODE (t) == LABEL_EXPR)
    goals->remove (LABEL_EXPR_LABEL (t));
  return j.returns;
}

/* True if T may go elsewhere.  */

static bool
leaves_p (tree t)
{
  hash_set<tree> goals;
  return note_goals (t, &goals) || !goals.is_empty ();
}

/* Look at all of the body: what it declares, and what cannot be split.  */

static tree
note_everything (tree *tp, int *walk_subtrees, void *data)
{
  fission *f = (fission *) data;
  tree t = *tp;
  if (TYPE_P (t))
    {
      *walk_subtrees = 0;
      return NULL_TREE;
    }
  f->possible &= !cuf_forbids_split_p (t);
  switch (TREE_CODE (t))
    {
    case BIND_EXPR:
      for (tree var = BIND_EXPR_VARS (t); var; var = DECL_CHAIN (var))
	{
	  DECL_ABSTRACT_ORIGIN (var) = NULL_TREE;
	  /* Reports name what debuggers know.  */
	  DECL_IGNORED_P (var) |= !cuf_check_p ();
	  if (!cuf_thread_variable_p (var))
	    continue;
	  tree type = TREE_TYPE (var);
	  f->possible &= cuf_fixed_variable_p (var);
	  uniform_local l = {};
	  l.uniform = l.computed
	    = (is_gimple_reg_type (type) || TREE_CODE (type) == RECORD_TYPE)
	      && !TREE_ADDRESSABLE (var);
	  f->locals.put (var, l);
	  f->order.safe_push (var);
	}
      BIND_EXPR_BLOCK (t) = NULL_TREE;
      break;
    case GOTO_EXPR:
      f->targets.add (GOTO_DESTINATION (t));
      break;
    case ADDR_EXPR:
      if (TREE_CODE (TREE_OPERAND (t, 0)) == LABEL_DECL)
	f->possible = false;
      break;
    default:
      break;
    }
  return NULL_TREE;
}

/* --- Statements of threads ----------------------------------------------- */

static void
clear (fission *f, bool *flag)
{
  if (*flag)
    {
      *flag = false;
      f->changed = true;
    }
}

/* What threads assign to is not the block's.  */

static tree
note_thread_assignments (tree *tp, int *walk_subtrees, void *data)
{
  fission *f = (fission *) data;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == MODIFY_EXPR)
    {
      tree base = get_base_address (TREE_OPERAND (t, 0));
      if (base && TREE_CODE (base) == PARM_DECL)
	f->possible = false;
      if (uniform_local *l = base ? f->locals.get (base) : NULL)
	clear (f, &l->uniform);
    }
  return NULL_TREE;
}

/* The same where it is found out whether they are computed anew.  */

static tree
note_other_assignments (tree *tp, int *walk_subtrees, void *data)
{
  fission *f = (fission *) data;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == MODIFY_EXPR)
    {
      tree base = get_base_address (TREE_OPERAND (t, 0));
      if (uniform_local *l = base ? f->locals.get (base) : NULL)
	clear (f, &l->computed);
    }
  return NULL_TREE;
}

/* True if MODIFY_EXPR T assigns to L, for the first time, in front of
   everything else what can be computed anew.  */

static bool
prefix_p (fission *f, tree t, uniform_local *l)
{
  bool first = (TREE_CODE (TREE_OPERAND (t, 0)) == COMPONENT_REF
		|| l->assignments++ == 0);
  return first && f->depth == 0 && f->beginning && f->goals.is_empty ()
	 && value_p (f, TREE_OPERAND (t, 1), true);
}

static void
append_thread_statement (fission *f, tree t)
{
  uniform_local *l = (TREE_CODE (t) == MODIFY_EXPR ? assigned_local (f, t)
		      : NULL);
  bool prefix = l && prefix_p (f, t, l);
  if (note_goals (t, &f->goals))
    f->possible = false;
  if (f->emitting)
    {
      append_to_statement_list_force (t, &f->pending);
      return;
    }
  walk_tree_without_duplicates (&t, note_thread_assignments, f);
  if (prefix)
    f->prefix.safe_push (t);
  else
    walk_tree_without_duplicates (&t, note_other_assignments, f);
}

/* --- Sequences ----------------------------------------------------------- */

struct mention
{
  fission *f;
  int number;
  bool in_loop;
};

static tree
note_mentions (tree *tp, int *walk_subtrees, void *data)
{
  mention *m = (mention *) data;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == BIND_EXPR)
    {
      /* Inside the sequence each time anew.  */
      for (tree var = BIND_EXPR_VARS (t); var; var = DECL_CHAIN (var))
	if (uniform_local *l = m->f->locals.get (var))
	  l->sequence = m->number;
    }
  else if (TREE_CODE (t) == SAVE_EXPR)
    {
      int *number = m->f->saved.get (t);
      if (number && *number != m->number)
	m->f->possible = false;
      m->f->saved.put (t, m->number);
    }
  else if (uniform_local *l = VAR_P (t) ? m->f->locals.get (t) : NULL)
    {
      if (l->sequence != m->number)
	l->several |= l->sequence != 0 || m->in_loop;
      l->sequence = m->number;
    }
  return NULL_TREE;
}

/* A variable that T, a statement of a sequence, assigns before anything is
   read of it is not one that is known from elsewhere.  */

static void
note_definition (mention *m, tree t)
{
  if (TREE_CODE (t) != MODIFY_EXPR)
    return;
  uniform_local *l = m->f->locals.get (TREE_OPERAND (t, 0));
  walk_tree (&TREE_OPERAND (t, 1), note_mentions, m, NULL);
  if (l && is_gimple_reg_type (TREE_TYPE (TREE_OPERAND (t, 0))))
    l->sequence = m->number;
}

/* The pending statements are a sequence, which goes to OUT.  */

static void
end_sequence (fission *f, tree *out)
{
  if (!f->emitting || !f->pending)
    return;
  f->possible &= f->goals.is_empty ();

  sequence s = { f->pending, build3 (BIND_EXPR, void_type_node, NULL_TREE,
				     NULL_TREE, NULL_TREE) };
  TREE_SIDE_EFFECTS (s.place) = 1;
  f->sequences.safe_push (s);
  append_to_statement_list_force (s.place, out);
  f->pending = NULL_TREE;

  mention m = { f, (int) f->sequences.length (), f->loops > 0 };
  hash_set<tree> goals;
  for (tree_stmt_iterator i = tsi_start (s.stmts); !tsi_end_p (i);
       tsi_next (&i))
    {
      /* Where none may have been passed over.  */
      if (goals.is_empty ())
	note_definition (&m, tsi_stmt (i));
      walk_tree (tsi_stmt_ptr (i), note_mentions, &m, NULL);
      note_goals (tsi_stmt (i), &goals);
    }
}

static tree
find_variable (tree *tp, int *walk_subtrees, void *data)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return *tp == (tree) data ? *tp : NULL_TREE;
}

/* --- Statements of the block --------------------------------------------- */

static void split (fission *, tree, tree *);

/* An assignment to a variable that may be the block's.  It comes before what
   threads do that has no use for the variable.  */

static void
split_assignment (fission *f, tree t, tree *out)
{
  uniform_local *l = assigned_local (f, t);

  if (l && !value_p (f, TREE_OPERAND (t, 1), false))
    clear (f, &l->uniform);
  if (!l || !l->uniform || !f->goals.is_empty ())
    {
      append_thread_statement (f, t);
      return;
    }
  if (!f->emitting)
    {
      if (!prefix_p (f, t, l))
	clear (f, &l->computed);
      return;
    }
  tree var = get_base_address (TREE_OPERAND (t, 0));
  if (f->pending && walk_tree (&f->pending, find_variable, var, NULL))
    end_sequence (f, out);
  append_to_statement_list_force (t, out);
}

/* A condition or a loop of the block, with what is inside.  */

static void
split_inside (fission *f, tree *tp, bool loop)
{
  tree out = NULL_TREE;
  if (!*tp)
    return;
  f->depth++;
  f->loops += loop;
  f->beginning = false;
  split (f, *tp, &out);
  end_sequence (f, &out);
  if (f->emitting)
    *tp = out ? out : build_empty_stmt (input_location);
  f->loops -= loop;
  f->depth--;
}

static void
split_condition (fission *f, tree t, tree *out)
{
  gcc_checking_assert (TREE_CODE (t) == COND_EXPR
		       || TREE_CODE (t) == EXIT_EXPR);
  tree cond = (TREE_CODE (t) == COND_EXPR ? COND_EXPR_COND (t)
	       : TREE_OPERAND (t, 0));
  bool barrier = contains_barrier_p (t);

  if (!barrier && TREE_CODE (t) == COND_EXPR && !leaves_p (t))
    {
      append_thread_statement (f, t);
      return;
    }
  if (!value_p (f, cond, false) || !f->goals.is_empty ())
    {
      if (barrier || TREE_CODE (t) == EXIT_EXPR)
	f->possible = false;
      append_thread_statement (f, t);
      return;
    }
  end_sequence (f, out);
  if (TREE_CODE (t) == COND_EXPR)
    {
      split_inside (f, &COND_EXPR_THEN (t), false);
      split_inside (f, &COND_EXPR_ELSE (t), false);
    }
  if (f->emitting)
    append_to_statement_list_force (t, out);
}

static void
split_label (fission *f, tree t, tree *out)
{
  tree label = LABEL_EXPR_LABEL (t);
  if (!f->targets.contains (label))
    return;
  f->beginning = false;
  if (f->goals.contains (label))
    append_thread_statement (f, t);
  else if (f->emitting)
    {
      end_sequence (f, out);
      f->block_labels.add (label);
      append_to_statement_list_force (t, out);
    }
}

/* Split T, where each thread gets and as often as all others.  */

static void
split (fission *f, tree t, tree *out)
{
  switch (TREE_CODE (t))
    {
    case STATEMENT_LIST:
      for (tree_stmt_iterator i = tsi_start (t); !tsi_end_p (i); tsi_next (&i))
	split (f, tsi_stmt (i), out);
      break;
    case BIND_EXPR:
      if (contains_barrier_p (t))
	split (f, BIND_EXPR_BODY (t), out);
      else
	append_thread_statement (f, t);
      break;
    case MODIFY_EXPR:
      split_assignment (f, t, out);
      break;
    case COND_EXPR:
    case EXIT_EXPR:
      split_condition (f, t, out);
      break;
    case LOOP_EXPR:
      if (!contains_barrier_p (t))
	{
	  append_thread_statement (f, t);
	  break;
	}
      end_sequence (f, out);
      split_inside (f, &LOOP_EXPR_BODY (t), true);
      if (f->emitting)
	append_to_statement_list_force (t, out);
      break;
    case LABEL_EXPR:
      split_label (f, t, out);
      break;
    case COMPOUND_EXPR:
      split (f, TREE_OPERAND (t, 0), out);
      split (f, TREE_OPERAND (t, 1), out);
      break;
    case GOTO_EXPR:
      if (!f->goals.is_empty ())
	{
	  append_thread_statement (f, t);
	  break;
	}
      f->block_goals.add (GOTO_DESTINATION (t));
      end_sequence (f, out);
      if (f->emitting)
	append_to_statement_list_force (t, out);
      break;
    default:
      if (cuf_barrier_p (t))
	{
	  f->possible &= f->goals.is_empty ();
	  end_sequence (f, out);
	  if (f->emitting && cuf_check_p ())
	    append_to_statement_list_force
	      (build_call_expr (cuf_tree (CUF_FN_CHECK_BARRIER), 0), out);
	  break;
	}
      if (contains_barrier_p (t))
	f->possible = false;
      append_thread_statement (f, t);
    }
}

/* --- The function -------------------------------------------------------- */

static tree
note_declared (tree *tp, int *walk_subtrees, void *data)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (TREE_CODE (*tp) == BIND_EXPR)
    for (tree var = BIND_EXPR_VARS (*tp); var; var = DECL_CHAIN (var))
      ((hash_set<tree> *) data)->add (var);
  return NULL_TREE;
}

struct replacement
{
  hash_map<tree, tree> elements;
};

static tree
use_elements (tree *tp, int *walk_subtrees, void *data)
{
  replacement *r = (replacement *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (tree *e = r->elements.get (*tp))
    {
      *tp = unshare_expr (*e);
      *walk_subtrees = 0;
    }
  return NULL_TREE;
}

/* The assignments to what STMTS use that is computed anew.  */

static tree
computed_for (fission *f, tree stmts)
{
  tree list = NULL_TREE;
  for (int i = (int) f->prefix.length () - 1; i >= 0; i--)
    {
      tree t = f->prefix[i];
      tree var = get_base_address (TREE_OPERAND (t, 0));
      if (!walk_tree (&stmts, find_variable, var, NULL)
	  && !(list && walk_tree (&list, find_variable, var, NULL)))
	continue;
      tree copy = NULL_TREE;
      append_to_statement_list_force (unshare_expr (t), &copy);
      if (list)
	append_to_statement_list_force (list, &copy);
      list = copy;
    }
  return list;
}

/* --- Variables that are not set ------------------------------------------ */

/* True if -gpu=check wants to know whether VAR, a thread's, is set.  */

static bool
checked_variable_p (tree var)
{
  return cuf_check_p () && cuf_private_variable_p (var);
}

/* A call that says that the BYTES of VAR are not set.  */

static tree
tell_unset (enum cuf_tree_index fn, tree var, tree bytes)
{
  TREE_ADDRESSABLE (var) = 1;
  return build_call_expr (cuf_tree (fn), 2,
			  fold_convert (ptr_type_node,
					build_fold_addr_expr (var)),
			  fold_convert (size_type_node, bytes));
}

/* The number of threads in the block.  */

static tree
block_volume (void)
{
  tree volume = size_one_node;
  tree context = cuf_tree (CUF_CONTEXT_VAR);
  for (int dim = 0; dim < 3; dim++)
    volume = build2 (MULT_EXPR, size_type_node, volume,
		     fold_convert (size_type_node,
				   cuf_dim3_component (context, "blockdim",
						       dim)));
  return volume;
}

/* ARRAY has the values of VAR.  If that is one of the source they are not set
   when F's function begins.  */

static void
name_array (fission *f, tree array, tree var)
{
  DECL_NAME (array) = DECL_NAME (var);
  DECL_ARTIFICIAL (array) = DECL_ARTIFICIAL (var);
  DECL_IGNORED_P (array) = DECL_IGNORED_P (var);
  DECL_ATTRIBUTES (array) = tree_cons (get_identifier (CUF_FRAME_ATTRIBUTE),
				       NULL_TREE, NULL_TREE);
  if (!checked_variable_p (var))
    return;
  tree bytes = build2 (MULT_EXPR, size_type_node, block_volume (),
		       fold_convert (size_type_node,
				     TYPE_SIZE_UNIT (TREE_TYPE (var))));
  append_to_statement_list (tell_unset (CUF_FN_CHECK_UNSET, array, bytes),
			    &f->beginning_stmts);
}

/* Append to STMTS, which begin sequence S of F, that what lives there alone is
   not set.  */

static void
begin_unset (fission *f, sequence *s, tree *stmts)
{
  for (tree var : f->order)
    {
      uniform_local *l = f->locals.get (var);
      if (l->uniform || l->computed || l->several || !checked_variable_p (var)
	  || !walk_tree (&s->stmts, find_variable, var, NULL))
	continue;
      tree type = TREE_TYPE (var);
      if (!is_gimple_reg_type (type) || TREE_ADDRESSABLE (var))
	append_to_statement_list (tell_unset (CUF_FN_CHECK_UNSET, var,
					      TYPE_SIZE_UNIT (type)), stmts);
      else if (tree value = cuf_unset_value (type))
	append_to_statement_list (build2 (MODIFY_EXPR, void_type_node, var,
					  value), stmts);
    }
}

/* Let the shared variables that *TP declares begin as not set.  */

static tree
note_shared (tree *tp, int *walk_subtrees, void *data)
{
  fission *f = (fission *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (TREE_CODE (*tp) == BIND_EXPR)
    for (tree var = BIND_EXPR_VARS (*tp); var; var = DECL_CHAIN (var))
      if (VAR_P (var)
	  && lookup_attribute ("shared", DECL_ATTRIBUTES (var))
	  && DECL_SIZE_UNIT (var) && !integer_zerop (DECL_SIZE_UNIT (var))
	  && !DECL_HAS_VALUE_EXPR_P (var))
	append_to_statement_list (tell_unset (CUF_FN_CHECK_UNSET_SHARED, var,
					      DECL_SIZE_UNIT (var)),
				  &f->beginning_stmts);
  return NULL_TREE;
}

/* Give variables that live in several sequences arrays.  Return false if they
   are too large.  */

static bool
make_arrays (fission *f, replacement *r, tree thread, tree *vars)
{
  HOST_WIDE_INT bytes = 0;
  for (tree var : f->order)
    {
      uniform_local *l = f->locals.get (var);
      if (l->uniform || l->computed || !l->several)
	continue;
      bytes += tree_to_uhwi (TYPE_SIZE_UNIT (TREE_TYPE (var)));
      if (bytes > CUF_MOST_FRAME_BYTES)
	return false;
      tree array = cuf_local_variable (f->fn, cuf_array_of (TREE_TYPE (var)),
				       vars);
      if (cuf_check_p ())
	name_array (f, array, var);
      r->elements.put (var, build4 (ARRAY_REF, TREE_TYPE (var), array, thread,
				    NULL_TREE, NULL_TREE));
    }
  return true;
}

/* Fill the places of the sequences with loops over the threads from LO to
   HI.  */

static bool
make_loops (fission *f, tree lo, tree hi, tree *vars)
{
  replacement r;
  tree thread = cuf_local_variable (f->fn, size_type_node, vars);
  if (!make_arrays (f, &r, thread, vars))
    return false;
  for (sequence &s : f->sequences)
    {
      tree inner = NULL_TREE, loop = NULL_TREE;
      begin_unset (f, &s, &inner);
      if (tree list = computed_for (f, s.stmts))
	append_to_statement_list_force (list, &inner);
      walk_tree (&s.stmts, use_elements, &r, NULL);
      append_to_statement_list_force (s.stmts, &inner);
      append_to_statement_list_force (cuf_increment (thread), &inner);
      append_to_statement_list_force (build2 (MODIFY_EXPR, void_type_node,
					      thread, size_zero_node), &loop);
      append_to_statement_list_force (cuf_loop_over_threads (f->fn, inner, lo,
							     hi, vars), &loop);
      BIND_EXPR_BODY (s.place) = loop;
    }
  return true;
}

/* Find out what is uniform in BODY, and split it.  Return null if that is not
   possible.  */

static tree
split_body (fission *f, tree body)
{
  tree out = NULL_TREE;
  walk_tree_without_duplicates (&body, note_everything, f);
  do
    {
      if (!f->possible)
	return NULL_TREE;
      f->changed = false;
      f->beginning = true;
      f->prefix.truncate (0);
      f->goals.empty ();
      for (tree var : f->order)
	f->locals.get (var)->assignments = 0;
      split (f, BIND_EXPR_BODY (body), &out);
    }
  while (f->changed);

  unsigned kept = 0;
  for (tree t : f->prefix)
    {
      uniform_local *l = assigned_local (f, t);
      if (l->computed && !l->uniform)
	f->prefix[kept++] = t;
    }
  f->prefix.truncate (kept);

  f->emitting = true;
  f->beginning = true;
  f->goals.empty ();
  f->block_goals.empty ();
  split (f, BIND_EXPR_BODY (body), &out);
  end_sequence (f, &out);
  gcc_checking_assert (f->depth == 0 && f->loops == 0 && !f->pending);
  for (tree goal : f->block_goals)
    f->possible &= f->block_labels.contains (goal);
  return f->possible ? out : NULL_TREE;
}

/* If all threads take the same way from barrier to barrier of BODY, a
   kernel's, a function that does what all of them do; else null.  Its
   parameters are those of the body and the addresses of the first and the last
   thread's index.  */

tree
cuf_build_uniform (tree body)
{
  if (!DECL_SAVED_TREE (body) || !contains_barrier_p (DECL_SAVED_TREE (body)))
    return NULL_TREE;

  auto_vec<tree> types;
  tree dim3 = build_pointer_type (cuf_tree (CUF_DIM3));
  for (tree parm = DECL_ARGUMENTS (body); parm; parm = DECL_CHAIN (parm))
    types.safe_push (TREE_TYPE (parm));
  types.safe_push (dim3);
  types.safe_push (dim3);

  char *name = concat (CUF_BLOCK_PREFIX, IDENTIFIER_POINTER
		       (DECL_ASSEMBLER_NAME (body)), NULL);
  fission f;
  f.fn = cuf_begin_function (name, types.address (), types.length ());
  free (name);
  /* The kernel for debuggers, which look for a breakpoint's place by it.  */
  DECL_NAME (f.fn) = DECL_NAME (body);

  tree parms, result, saved = current_function_decl;
  current_function_decl = f.fn;
  tree copy = copy_fn (body, parms, result);
  current_function_decl = saved;
  if (!copy || TREE_CODE (copy) != BIND_EXPR)
    return NULL_TREE;

  tree *chain = &DECL_ARGUMENTS (f.fn);
  *chain = parms;
  for (; *chain; chain = &DECL_CHAIN (*chain))
    {
      DECL_ABSTRACT_ORIGIN (*chain) = NULL_TREE;
      DECL_IGNORED_P (*chain) = 1;
    }
  tree lo = cuf_add_parameter (f.fn, dim3, &chain);
  tree hi = cuf_add_parameter (f.fn, dim3, &chain);

  tree stmts = split_body (&f, copy), vars = NULL_TREE;
  if (!stmts || !make_loops (&f, build_simple_mem_ref (lo),
			     build_simple_mem_ref (hi), &vars))
    return NULL_TREE;
  /* Those declared inside sequences are there.  */
  hash_set<tree> inside;
  walk_tree_without_duplicates (&stmts, note_declared, &inside);
  for (tree var : f.order)
    if (!inside.contains (var))
      {
	DECL_CHAIN (var) = vars;
	vars = var;
      }
    else if (checked_variable_p (var))
      return NULL_TREE;
  if (cuf_check_p ())
    {
      walk_tree_without_duplicates (&DECL_SAVED_TREE (body), note_shared, &f);
      append_to_statement_list_force (stmts, &f.beginning_stmts);
      stmts = f.beginning_stmts;
    }
  DECL_ATTRIBUTES (f.fn) = tree_cons (get_identifier (CUF_RUN_ATTRIBUTE),
				      NULL_TREE, NULL_TREE);
  DECL_DECLARED_INLINE_P (f.fn) = 1;
  DECL_DISREGARD_INLINE_LIMITS (f.fn) = 1;
  cuf_finish_generated (f.fn, vars, stmts);
  return f.fn;
}
