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
#include "cuf-fission.h"

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

uniform_local *
cuf_assigned_local (fission *f, tree t)
{
  tree lhs = TREE_OPERAND (t, 0);
  if (TREE_CODE (lhs) == COMPONENT_REF && register_p (TREE_OPERAND (t, 1)))
    lhs = TREE_OPERAND (lhs, 0);
  return f->locals.get (lhs);
}

/* True if T is the same for all threads of a block or, with REPEATABLE, the
   same for a thread whenever it is computed.  */

bool
cuf_same_value_p (fission *f, tree t, bool repeatable)
{
  if (CONSTANT_CLASS_P (t))
    return true;
  if (f->in_warp && f->aligned && !repeatable && !VAR_P (t)
      && TREE_CODE (t) != PARM_DECL && cuf_same_in_warp_p (f, t))
    return true;
  switch (TREE_CODE (t))
    {
    case PARM_DECL:
      return is_gimple_reg_type (TREE_TYPE (t)) && !TREE_ADDRESSABLE (t);
    case VAR_DECL:
      {
	uniform_local *l = f->locals.get (t);
	if (!l || repeatable)
	  return l && l->computed;
	return l->uniform && (f->in_warp || !l->warp);
      }
    case COMPONENT_REF:
      return cuf_same_value_p (f, TREE_OPERAND (t, 0), repeatable);
    case CALL_EXPR:
      if (register_p (t))
	return repeatable || !thread_index_p (t);
      if (!(call_expr_flags (t) & ECF_CONST))
	return false;
      for (int i = 0; i < call_expr_nargs (t); i++)
	if (!cuf_same_value_p (f, CALL_EXPR_ARG (t, i), repeatable))
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
    if (TREE_OPERAND (t, i)
	&& !cuf_same_value_p (f, TREE_OPERAND (t, i), repeatable))
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

bool
cuf_contains_barrier_p (tree t)
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

bool
cuf_note_goals (tree t, hash_set<tree> *goals)
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

bool
cuf_leaves_p (tree t)
{
  hash_set<tree> goals;
  return cuf_note_goals (t, &goals) || !goals.is_empty ();
}

/* Let nothing be known of VAR yet.  */

static void
begin_local (tree var, uniform_local *l)
{
  tree type = TREE_TYPE (var);
  l->uniform = l->computed
    = (is_gimple_reg_type (type) || TREE_CODE (type) == RECORD_TYPE)
      && !TREE_ADDRESSABLE (var);
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
	  f->possible &= cuf_fixed_variable_p (var);
	  uniform_local l = {};
	  begin_local (var, &l);
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

void
cuf_clear (fission *f, bool *flag)
{
  if (*flag)
    {
      *flag = false;
      f->changed = true;
    }
}

/* What threads assign to is not the block's.  */

tree
cuf_note_thread_assignments (tree *tp, int *walk_subtrees, void *data)
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
	cuf_clear (f, &l->uniform);
    }
  return NULL_TREE;
}

/* The same where it is found out whether they are computed anew.  */

tree
cuf_note_other_assignments (tree *tp, int *walk_subtrees, void *data)
{
  fission *f = (fission *) data;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == MODIFY_EXPR)
    {
      tree base = get_base_address (TREE_OPERAND (t, 0));
      if (uniform_local *l = base ? f->locals.get (base) : NULL)
	cuf_clear (f, &l->computed);
    }
  return NULL_TREE;
}

/* True if MODIFY_EXPR T assigns to L, for the first time, in front of
   everything else what can be computed anew.  */

bool
cuf_prefix_p (fission *f, tree t, uniform_local *l)
{
  bool first = (TREE_CODE (TREE_OPERAND (t, 0)) == COMPONENT_REF
		|| l->assignments++ == 0);
  return first && f->depth == 0 && f->beginning && f->goals.is_empty ()
	 && cuf_same_value_p (f, TREE_OPERAND (t, 1), true);
}

static void
append_thread_statement (fission *f, tree t)
{
  uniform_local *l = (TREE_CODE (t) == MODIFY_EXPR ? cuf_assigned_local (f, t)
		      : NULL);
  bool prefix = l && cuf_prefix_p (f, t, l);
  if (cuf_note_goals (t, &f->goals))
    f->possible = false;
  if (f->emitting)
    {
      append_to_statement_list_force (t, &f->pending);
      return;
    }
  walk_tree_without_duplicates (&t, cuf_note_thread_assignments, f);
  if (prefix)
    {
      f->prefix.safe_push (t);
      f->known.safe_push (t);
    }
  else
    walk_tree_without_duplicates (&t, cuf_note_other_assignments, f);
}

/* --- Sequences ----------------------------------------------------------- */

struct mention
{
  fission *f;
  int number;
  bool in_loop;
  tree stmts;			/* The sequence.  */
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
      if (l->sequence != m->number && !l->several)
	l->several = ((l->sequence != 0 || m->in_loop)
		      && cuf_uses_value_p (m->stmts, t));
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

/* True if warps do T, which has no barriers in it, together.  */

static bool
splits_warps_p (tree t)
{
  return !cuf_check_p () && cuf_contains_warp_call_p (t);
}

/* True if warps do T, which F's blocks come to, since all lanes may go through
   a loop in it alike.  */

static bool
loops_in_warps_p (fission *f, tree t)
{
  return f->aligned && f->goals.is_empty () && TREE_CODE (t) == LOOP_EXPR
	 && !f->separate.contains (t);
}

static tree
find_interchanged (tree *tp, int *walk_subtrees, void *data)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return ((fission *) data)->interchanged.contains (*tp) ? *tp : NULL_TREE;
}

/* True if there is something in T at which the threads of F are split.  */

static bool
splits_p (fission *f, tree t)
{
  return (cuf_contains_barrier_p (t)
	  || (!f->interchanged.is_empty ()
	      && walk_tree_without_duplicates (&t, find_interchanged, f)));
}

/* The pending statements are a sequence, which goes to OUT.  */

static void
end_sequence (fission *f, tree *out)
{
  if (!f->emitting || !f->pending)
    return;
  f->possible &= f->goals.is_empty ();

  sequence s = { f->pending, build3 (BIND_EXPR, void_type_node, NULL_TREE,
				     NULL_TREE, NULL_TREE),
		 f->pending_warps, f->off };
  TREE_SIDE_EFFECTS (s.place) = 1;
  f->sequences.safe_push (s);
  append_to_statement_list_force (s.place, out);
  f->pending = NULL_TREE;
  f->pending_warps = false;

  mention m = { f, (int) f->sequences.length (), f->loops > 0, s.stmts };
  hash_set<tree> goals;
  for (tree_stmt_iterator i = tsi_start (s.stmts); !tsi_end_p (i);
       tsi_next (&i))
    {
      /* Where none may have been passed over.  */
      if (goals.is_empty ())
	note_definition (&m, tsi_stmt (i));
      walk_tree (tsi_stmt_ptr (i), note_mentions, &m, NULL);
      cuf_note_goals (tsi_stmt (i), &goals);
    }
}

tree
cuf_find_variable (tree *tp, int *walk_subtrees, void *data)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return *tp == (tree) data ? *tp : NULL_TREE;
}

/* --- Statements of the block --------------------------------------------- */

static void split (fission *, tree, tree *);

/* T is a statement of warps: see cuf-warp-fission.cc.  */

static void
append_warp_statement (fission *f, tree t)
{
  if (!f->goals.is_empty () || cuf_note_goals (t, &f->goals))
    f->possible = false;
  if (f->emitting)
    {
      append_to_statement_list_force (t, &f->pending);
      f->pending_warps = true;
    }
  else
    cuf_analyse_warps (f, t);
}

struct occurrences
{
  tree var;
  int count;
};

static tree
count_occurrences (tree *tp, int *walk_subtrees, void *data)
{
  occurrences *o = (occurrences *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  o->count += *tp == o->var;
  return NULL_TREE;
}

/* True if the variable that T assigns to, inside a condition that not all
   threads meet, is seen outside.  */

static bool
seen_outside_p (fission *f, tree t)
{
  tree var = get_base_address (TREE_OPERAND (t, 0));
  occurrences all = { var, 0 }, inside = { var, 0 };
  walk_tree (&f->body, count_occurrences, &all, NULL);
  walk_tree (&f->partial, count_occurrences, &inside, NULL);
  return all.count > inside.count;
}

/* An assignment to a variable that may be the block's.  It comes before what
   threads do that has no use for the variable.  */

static void
split_assignment (fission *f, tree t, tree *out)
{
  uniform_local *l = cuf_assigned_local (f, t);

  if (l && !cuf_same_value_p (f, TREE_OPERAND (t, 1), false))
    {
      if (f->aligned && l->uniform && f->goals.is_empty ()
	  && is_gimple_reg_type (TREE_TYPE (TREE_OPERAND (t, 0)))
	  && cuf_same_in_warp_p (f, TREE_OPERAND (t, 1)))
	{
	  append_warp_statement (f, t);
	  return;
	}
      cuf_clear (f, &l->uniform);
    }
  if (l && !f->emitting && f->partial && seen_outside_p (f, t))
    cuf_clear (f, &l->uniform);
  if (l && l->uniform && l->warp && f->goals.is_empty ())
    {
      append_warp_statement (f, t);
      return;
    }
  if (!l || !l->uniform || !f->goals.is_empty ())
    {
      append_thread_statement (f, t);
      return;
    }
  if (!f->emitting)
    {
      if (!cuf_prefix_p (f, t, l))
	cuf_clear (f, &l->computed);
      else
	f->known.safe_push (t);
      return;
    }
  tree var = get_base_address (TREE_OPERAND (t, 0));
  if (f->pending && walk_tree (&f->pending, cuf_find_variable, var, NULL))
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

/* If T does nothing but go to a label, that label.  */

tree
cuf_only_goal (tree t)
{
  while (t && TREE_CODE (t) == STATEMENT_LIST
	 && tsi_one_before_end_p (tsi_start (t)))
    t = tsi_stmt (tsi_start (t));
  if (t && TREE_CODE (t) == BIND_EXPR && !BIND_EXPR_VARS (t))
    return cuf_only_goal (BIND_EXPR_BODY (t));
  return t && TREE_CODE (t) == GOTO_EXPR ? GOTO_DESTINATION (t) : NULL_TREE;
}

/* True if T ends those threads for which a condition is true that can be
   computed anew in each sequence that follows.  */

static bool
ends_threads_p (fission *f, tree t)
{
  if (TREE_CODE (t) != COND_EXPR || !f->end_label || f->depth > 0
      || !f->goals.is_empty ()
      || cuf_only_goal (COND_EXPR_THEN (t)) != f->end_label
      || (COND_EXPR_ELSE (t) && !IS_EMPTY_STMT (COND_EXPR_ELSE (t))))
    return false;
  return (cuf_same_value_p (f, COND_EXPR_COND (t), true)
	  && !cuf_same_value_p (f, COND_EXPR_COND (t), false));
}

/* COND, or also what is off already.  */

static tree
add_off (fission *f, tree cond)
{
  if (TREE_CODE (TREE_TYPE (cond)) != BOOLEAN_TYPE)
    cond = build2 (NE_EXPR, boolean_type_node, cond,
		   build_zero_cst (TREE_TYPE (cond)));
  cond = fold_convert (boolean_type_node, unshare_expr (cond));
  return f->off ? build2 (TRUTH_OR_EXPR, boolean_type_node,
			  unshare_expr (f->off), cond) : cond;
}

/* Those threads have ended for which COND is true.  If these are all, the block
   has.  */

static void
end_threads (fission *f, tree cond, tree *out)
{
  if (!f->emitting)
    return;
  end_sequence (f, out);
  f->off = add_off (f, cond);
  tree live = create_tmp_var_raw (boolean_type_node, "live");
  DECL_CONTEXT (live) = f->fn;
  f->more_vars.safe_push (live);
  append_to_statement_list_force (build2 (MODIFY_EXPR, void_type_node, live,
					  boolean_false_node), out);
  append_to_statement_list_force (build2 (MODIFY_EXPR, void_type_node, live,
					  boolean_true_node), &f->pending);
  end_sequence (f, out);
  f->block_goals.add (f->end_label);
  append_to_statement_list_force
    (build3 (COND_EXPR, void_type_node, live, NULL_TREE,
	     build1 (GOTO_EXPR, void_type_node, f->end_label)), out);
}

/* True if T is a condition that not all threads meet, without barriers, and can
   be computed anew in each sequence inside.  */

static bool
switches_off_p (fission *f, tree t)
{
  return (TREE_CODE (t) == COND_EXPR && f->goals.is_empty ()
	  && !cuf_contains_barrier_p (t) && !cuf_leaves_p (t)
	  && cuf_same_value_p (f, COND_EXPR_COND (t), true));
}

/* Split such a T.  What is assigned inside is the block's only if it is seen
   nowhere else.  */

static void
split_apart (fission *f, tree t, tree *out)
{
  tree off = f->off, cond = COND_EXPR_COND (t);
  end_sequence (f, out);
  f->beginning = false;
  f->depth++;
  tree partial = f->partial;
  if (!partial)
    f->partial = t;
  f->off = add_off (f, build1 (TRUTH_NOT_EXPR, boolean_type_node, cond));
  split (f, COND_EXPR_THEN (t), out);
  end_sequence (f, out);
  f->off = off;
  if (COND_EXPR_ELSE (t))
    {
      f->off = add_off (f, cond);
      split (f, COND_EXPR_ELSE (t), out);
      end_sequence (f, out);
    }
  f->off = off;
  f->partial = partial;
  f->depth--;
}

static void
split_condition (fission *f, tree t, tree *out)
{
  gcc_checking_assert (TREE_CODE (t) == COND_EXPR
		       || TREE_CODE (t) == EXIT_EXPR);
  tree cond = (TREE_CODE (t) == COND_EXPR ? COND_EXPR_COND (t)
	       : TREE_OPERAND (t, 0));
  bool barrier = splits_p (f, t);

  if (!barrier && splits_warps_p (t))
    {
      append_warp_statement (f, t);
      return;
    }
  if (ends_threads_p (f, t))
    {
      end_threads (f, cond, out);
      return;
    }
  if (!barrier && TREE_CODE (t) == COND_EXPR && !cuf_leaves_p (t))
    {
      append_thread_statement (f, t);
      return;
    }
  if (!cuf_same_value_p (f, cond, false) || !f->goals.is_empty ())
    {
      if (barrier && switches_off_p (f, t))
	{
	  split_apart (f, t, out);
	  return;
	}
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
      if (splits_p (f, t) || splits_warps_p (t) || cuf_leaves_p (t)
	  || f->aligned)
	split (f, BIND_EXPR_BODY (t), out);
      else
	append_thread_statement (f, t);
      break;
    case MODIFY_EXPR:
      if (splits_warps_p (t))
	append_warp_statement (f, t);
      else
	split_assignment (f, t, out);
      break;
    case COND_EXPR:
    case EXIT_EXPR:
      split_condition (f, t, out);
      break;
    case LOOP_EXPR:
      if (!splits_p (f, t))
	{
	  if (splits_warps_p (t) || loops_in_warps_p (f, t))
	    append_warp_statement (f, t);
	  else
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
      if (cuf_contains_barrier_p (t))
	f->possible = false;
      if (splits_warps_p (t))
	append_warp_statement (f, t);
      else
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

tree
cuf_use_elements (tree *tp, int *walk_subtrees, void *data)
{
  replacement *r = (replacement *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (column *c = (TREE_CODE (*tp) == ARRAY_REF
			? r->columns.get (TREE_OPERAND (*tp, 0)) : NULL))
    {
      tree row = build4 (ARRAY_REF, TREE_TYPE (TREE_TYPE (c->array)),
			 c->array, TREE_OPERAND (*tp, 1), NULL_TREE, NULL_TREE);
      walk_tree (&TREE_OPERAND (row, 1), cuf_use_elements, r, NULL);
      *tp = build4 (ARRAY_REF, TREE_TYPE (*tp), row, unshare_expr (c->thread),
		    NULL_TREE, NULL_TREE);
      *walk_subtrees = 0;
    }
  else if (tree *e = r->elements.get (*tp))
    {
      *tp = unshare_expr (*e);
      *walk_subtrees = 0;
    }
  return NULL_TREE;
}

/* The occurrences of an array, and those of elements.  */
struct array_uses
{
  tree var;
  int all, elements;
};

static tree
count_uses (tree *tp, int *walk_subtrees, void *data)
{
  array_uses *u = (array_uses *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  u->all += *tp == u->var;
  u->elements += (TREE_CODE (*tp) == ARRAY_REF
		  && TREE_OPERAND (*tp, 0) == u->var);
  return NULL_TREE;
}

/* True if VAR is a small array of which BODY uses nothing but elements.  Then
   one element of all threads is a row, along which the loop over them goes.  */

bool
cuf_columns_p (tree var, tree body)
{
  enum { MOST = 64 };
  tree type = TREE_TYPE (var);
  if (TREE_CODE (type) != ARRAY_TYPE || !is_gimple_reg_type (TREE_TYPE (type))
      || !TYPE_DOMAIN (type)
      || !TYPE_MIN_VALUE (TYPE_DOMAIN (type))
      || !integer_zerop (TYPE_MIN_VALUE (TYPE_DOMAIN (type)))
      || tree_to_uhwi (TYPE_SIZE_UNIT (type))
	 > MOST * tree_to_uhwi (TYPE_SIZE_UNIT (TREE_TYPE (type))))
    return false;
  array_uses u = { var, 0, 0 };
  walk_tree (&body, count_uses, &u, NULL);
  return u.all == u.elements;
}

/* The type of an array with rows for the elements of TYPE, each for THREADS
   threads.  They are a bit longer, so that their beginnings do not share the
   same few places of a cache.  */

tree
cuf_array_of_columns (tree type, unsigned threads)
{
  enum { LINE = 64 };
  tree element = TYPE_MAIN_VARIANT (TREE_TYPE (type));
  unsigned size = tree_to_uhwi (TYPE_SIZE_UNIT (element));
  tree row = build_array_type_nelts (element, threads + LINE / size);
  return build_array_type_nelts (row, tree_to_uhwi (TYPE_SIZE_UNIT (type))
				      / size);
}

/* The assignments to what STMTS use that is computed anew.  */

tree
cuf_computed_for (fission *f, tree stmts)
{
  tree list = NULL_TREE;
  for (int i = (int) f->prefix.length () - 1; i >= 0; i--)
    {
      tree t = f->prefix[i];
      tree var = get_base_address (TREE_OPERAND (t, 0));
      if (!walk_tree (&stmts, cuf_find_variable, var, NULL)
	  && !(list && walk_tree (&list, cuf_find_variable, var, NULL)))
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
	  || !walk_tree (&s->stmts, cuf_find_variable, var, NULL))
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

/* The element for the warp of THREAD of an array with the values of VAR.  */

static tree
warp_element (fission *f, tree var, tree thread, tree *vars)
{
  tree array = cuf_local_variable (f->fn, cuf_array_of (TREE_TYPE (var)), vars);
  tree warp = build2 (RSHIFT_EXPR, size_type_node, thread,
		      build_int_cst (integer_type_node, 5));
  return build4 (ARRAY_REF, TREE_TYPE (var), array, warp, NULL_TREE, NULL_TREE);
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
      if (l->uniform && l->warp && l->several)
	{
	  r->elements.put (var, warp_element (f, var, thread, vars));
	  continue;
	}
      if (l->uniform || l->computed || !l->several)
	continue;
      bytes += tree_to_uhwi (TYPE_SIZE_UNIT (TREE_TYPE (var)));
      if (bytes > CUF_MOST_FRAME_BYTES)
	return false;
      if (!cuf_check_p () && f->columns.contains (var))
	{
	  tree type = cuf_array_of_columns (TREE_TYPE (var),
					    GCUF_MAX_BLOCK_THREADS);
	  column c = { cuf_local_variable (f->fn, type, vars), thread };
	  r->columns.put (var, c);
	  continue;
	}
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
      if (s.warps)
	{
	  if (!cuf_split_warps (f, &s, &r, thread, hi, vars))
	    return false;
	  continue;
	}
      tree inner = NULL_TREE, loop = NULL_TREE;
      begin_unset (f, &s, &inner);
      tree stmts = s.stmts;
      if (s.off)
	stmts = build3 (COND_EXPR, void_type_node, unshare_expr (s.off),
			build_empty_stmt (input_location), stmts);
      if (tree list = cuf_computed_for (f, stmts))
	append_to_statement_list_force (list, &inner);
      walk_tree (&stmts, cuf_use_elements, &r, NULL);
      append_to_statement_list_force (stmts, &inner);
      append_to_statement_list_force (cuf_increment (thread), &inner);
      append_to_statement_list_force (build2 (MODIFY_EXPR, void_type_node,
					      thread, size_zero_node), &loop);
      append_to_statement_list_force (cuf_loop_over_threads (f->fn, inner, lo,
							     hi, vars), &loop);
      BIND_EXPR_BODY (s.place) = loop;
    }
  return true;
}

/* Split BODY.  Without barriers it is one sequence, of warps.  */

static void
split_all (fission *f, tree body, tree *out)
{
  if (cuf_contains_barrier_p (body) || !splits_warps_p (body))
    split (f, body, out);
  else if (f->emitting)
    {
      append_to_statement_list_force (body, &f->pending);
      f->pending_warps = true;
    }
  else
    cuf_analyse_warps (f, body);
}

/* Let a thread that returns from the body of F, in which T is, go to its
   end.  */

static tree
go_to_end (tree *tp, int *walk_subtrees, void *data)
{
  fission *f = (fission *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (TREE_CODE (*tp) == RETURN_EXPR)
    {
      if (!f->end_label)
	f->end_label = create_artificial_label (input_location);
      DECL_CONTEXT (f->end_label) = f->fn;
      *tp = build1 (GOTO_EXPR, void_type_node, f->end_label);
      *walk_subtrees = 0;
    }
  return NULL_TREE;
}

static void
end_by_label (fission *f, tree bind)
{
  walk_tree (&bind, go_to_end, f, NULL);
  if (!f->end_label)
    return;
  tree stmts = NULL_TREE;
  append_to_statement_list_force (BIND_EXPR_BODY (bind), &stmts);
  append_to_statement_list_force (build1 (LABEL_EXPR, void_type_node,
					  f->end_label), &stmts);
  BIND_EXPR_BODY (bind) = stmts;
}

/* Find out what is uniform in BODY.  */

static void
find_uniform (fission *f, tree body)
{
  do
    {
      f->changed = false;
      f->beginning = true;
      f->prefix.truncate (0);
      f->known.truncate (0);
      f->goals.empty ();
      for (tree var : f->order)
	f->locals.get (var)->assignments = 0;
      if (f->possible)
	split_all (f, BIND_EXPR_BODY (body), NULL);
    }
  while (f->changed && f->possible);
}

/* Find out what is uniform in BODY, and split it.  Return null if that is not
   possible.  */

static tree
split_body (fission *f, tree body)
{
  tree out = NULL_TREE;
  end_by_label (f, body);
  walk_tree_without_duplicates (&body, note_everything, f);
  cuf_split_webs (f, body);
  f->body = body;
  for (tree var : f->order)
    if (cuf_columns_p (var, body))
      f->columns.add (var);
  find_uniform (f, body);
  if (f->possible && f->interchange)
    {
      f->possible = cuf_find_interchanges (f, body);
      for (tree var : f->order)
	begin_local (var, f->locals.get (var));
      find_uniform (f, body);
    }
  if (!f->possible)
    return NULL_TREE;

  unsigned kept = 0;
  for (tree t : f->prefix)
    {
      uniform_local *l = cuf_assigned_local (f, t);
      if (l->computed && !l->uniform)
	f->prefix[kept++] = t;
    }
  f->prefix.truncate (kept);

  f->emitting = true;
  f->beginning = true;
  f->goals.empty ();
  f->block_goals.empty ();
  split_all (f, BIND_EXPR_BODY (body), &out);
  end_sequence (f, &out);
  gcc_checking_assert (f->depth == 0 && f->loops == 0 && !f->pending);
  for (tree goal : f->block_goals)
    f->possible &= f->block_labels.contains (goal);
  return f->possible ? out : NULL_TREE;
}

/* See cuf_build_uniform.  With INTERCHANGE there must be loops that are better
   done around the threads; with ALIGNED the rows of blocks are whole warps.  */

static tree
build_uniform (tree body, bool interchange, bool aligned)
{
  auto_vec<tree> types;
  tree dim3 = build_pointer_type (cuf_tree (CUF_DIM3));
  for (tree parm = DECL_ARGUMENTS (body); parm; parm = DECL_CHAIN (parm))
    types.safe_push (TREE_TYPE (parm));
  types.safe_push (dim3);
  types.safe_push (dim3);

  char *name = concat (aligned ? CUF_WARPS_PREFIX : CUF_BLOCK_PREFIX,
		       IDENTIFIER_POINTER
		       (DECL_ASSEMBLER_NAME (body)), NULL);
  fission f;
  f.interchange = interchange;
  f.aligned = aligned;
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
  for (tree var : f.more_vars)
    {
      DECL_CHAIN (var) = vars;
      vars = var;
    }
  if (cuf_check_p ())
    {
      walk_tree_without_duplicates (&DECL_SAVED_TREE (body), note_shared, &f);
      append_to_statement_list_force (stmts, &f.beginning_stmts);
      stmts = f.beginning_stmts;
    }
  DECL_ATTRIBUTES (f.fn) = tree_cons (get_identifier (CUF_RUN_ATTRIBUTE),
				      NULL_TREE, NULL_TREE);
  if (!f.interchanged.is_empty ())
    DECL_ATTRIBUTES (f.fn)
      = tree_cons (get_identifier (CUF_BETTER_ATTRIBUTE), NULL_TREE,
		   DECL_ATTRIBUTES (f.fn));
  DECL_DECLARED_INLINE_P (f.fn) = 1;
  DECL_DISREGARD_INLINE_LIMITS (f.fn) = 1;
  cuf_finish_generated (f.fn, vars, stmts);
  return f.fn;
}

/* If all threads take the same way from barrier to barrier of BODY, a
   kernel's, a function that does what all of them do; else null.  Its
   parameters are those of the body and the addresses of the first and the last
   thread's index.  */

tree
cuf_build_uniform (tree body)
{
  tree saved = DECL_SAVED_TREE (body);
  if (!saved)
    return NULL_TREE;
  bool wait = cuf_contains_barrier_p (saved) || splits_warps_p (saved);
  bool interchange = !cuf_check_p () && (!wait
					 || cuf_contains_barrier_p (saved));
  tree fn = interchange ? build_uniform (body, true, false) : NULL_TREE;
  return fn || !wait ? fn : build_uniform (body, false, false);
}

/* The same for blocks whose rows are whole warps, if BODY, which
   cuf_build_uniform has split, has warp operations; else null.  */

tree
cuf_build_aligned (tree body)
{
  return (splits_warps_p (DECL_SAVED_TREE (body))
	  ? build_uniform (body, false, true) : NULL_TREE);
}
