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
#include "cuf-warp-split.h"

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
   one's.  And the runtime is told of barriers, and of warp operations.  */

/* --- The body ------------------------------------------------------------ */

/* Let nothing be known of VAR yet.  */

static void
begin_local (tree var, uniform_local *l)
{
  tree type = TREE_TYPE (var);
  l->uniform = l->computed
    = (is_gimple_reg_type (type) || TREE_CODE (type) == RECORD_TYPE)
      && !TREE_ADDRESSABLE (var);
}

/* Let VAR be one of F's variables.  */

void
cuf_add_local (fission *f, tree var)
{
  uniform_local l = {};
  begin_local (var, &l);
  f->locals.put (var, l);
  f->order.safe_push (var);
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
	  cuf_add_local (f, var);
	}
      BIND_EXPR_BLOCK (t) = NULL_TREE;
      break;
    case GOTO_EXPR:
      f->targets.add (GOTO_DESTINATION (t));
      break;
    case MODIFY_EXPR:
      cuf_note_pointed (f, t);
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
      cuf_note_stride_value (f, t);
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
  return cuf_wanted_p (CUF_OPTIONAL_WARPS) && cuf_contains_warp_call_p (t);
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

void
cuf_end_sequence (fission *f, tree *out)
{
  if (!f->emitting || !f->pending)
    return;
  f->possible &= f->goals.is_empty ();
  cuf_begin_with_strides (f);

  sequence s = { f->pending, build3 (BIND_EXPR, void_type_node, NULL_TREE,
				     NULL_TREE, NULL_TREE),
		 f->pending_warps, f->off, f->first_thread };
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

/* True if STMTS, a part of F's body, have all occurrences of VAR.  */

bool
cuf_inside_p (fission *f, tree stmts, tree var)
{
  occurrences all = { var, 0 }, inside = { var, 0 };
  walk_tree (&f->body, count_occurrences, &all, NULL);
  walk_tree (&stmts, count_occurrences, &inside, NULL);
  return all.count <= inside.count;
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
  if (l && !f->emitting && f->partial
      && !cuf_inside_p (f, f->partial,
			get_base_address (TREE_OPERAND (t, 0))))
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
    cuf_end_sequence (f, out);
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
  cuf_end_sequence (f, &out);
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

tree
cuf_add_off (fission *f, tree cond)
{
  if (TREE_CODE (TREE_TYPE (cond)) != BOOLEAN_TYPE)
    cond = build2 (NE_EXPR, boolean_type_node, cond,
		   build_zero_cst (TREE_TYPE (cond)));
  cond = fold_convert (boolean_type_node, unshare_expr (cond));
  return f->off ? build2 (TRUTH_OR_EXPR, boolean_type_node,
			  unshare_expr (f->off), cond) : cond;
}

/* What lets memory, where the block's indices are, be read anew.  Else GCC
   would take from one loop over threads to the next what it knows of the first
   thread, and peel that off.  */

static tree
forget_memory (void)
{
  tree clobber = build_tree_list (NULL_TREE, build_string (7, "memory"));
  tree t = build5 (ASM_EXPR, void_type_node, build_string (1, ""), NULL_TREE,
		   NULL_TREE, clobber, NULL_TREE);
  ASM_VOLATILE_P (t) = 1;
  return t;
}

/* Those threads have ended for which COND is true.  If these are all, the block
   has: the loop that looks for one that has not leaves at the first.  */

static void
end_threads (fission *f, tree cond, tree *out)
{
  if (!f->emitting)
    return;
  cuf_end_sequence (f, out);
  f->off = cuf_add_off (f, cond);
  tree found = create_artificial_label (input_location);
  DECL_CONTEXT (found) = f->fn;
  append_to_statement_list_force (build1 (GOTO_EXPR, void_type_node, found),
				  &f->pending);
  cuf_end_sequence (f, out);
  f->block_goals.add (f->end_label);
  append_to_statement_list_force
    (build1 (GOTO_EXPR, void_type_node, f->end_label), out);
  append_to_statement_list_force (build1 (LABEL_EXPR, void_type_node, found),
				  out);
  append_to_statement_list_force (forget_memory (), out);
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
  cuf_end_sequence (f, out);
  f->beginning = false;
  f->depth++;
  tree partial = f->partial;
  if (!partial)
    f->partial = t;
  f->off = cuf_add_off (f, build1 (TRUTH_NOT_EXPR, boolean_type_node, cond));
  split (f, COND_EXPR_THEN (t), out);
  cuf_end_sequence (f, out);
  f->off = off;
  if (COND_EXPR_ELSE (t))
    {
      f->off = cuf_add_off (f, cond);
      split (f, COND_EXPR_ELSE (t), out);
      cuf_end_sequence (f, out);
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
      if (cuf_lone_condition_p (f, t))
	cuf_end_sequence (f, out);
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
  cuf_end_sequence (f, out);
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
      cuf_end_sequence (f, out);
      f->block_labels.add (label);
      append_to_statement_list_force (t, out);
    }
}

/* If T is a loop that the threads go through side by side, do so.  */

static bool
append_stride (fission *f, tree t, tree *out)
{
  block_stride s;
  if (splits_p (f, t) || splits_warps_p (t) || !cuf_block_stride_p (f, t, &s))
    return false;
  cuf_append_block_stride (f, &s, out);
  return true;
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
      if (append_stride (f, t, out))
	break;
      if (splits_p (f, t) || splits_warps_p (t) || cuf_leaves_p (t)
	  || f->aligned
	  || (f->stride && cuf_contains_stride_p (f, BIND_EXPR_BODY (t))))
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
      cuf_end_sequence (f, out);
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
      cuf_end_sequence (f, out);
      if (f->emitting)
	append_to_statement_list_force (t, out);
      break;
    default:
      if (cuf_barrier_p (t))
	{
	  f->possible &= f->goals.is_empty ();
	  cuf_end_sequence (f, out);
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

void
cuf_split_statements (fission *f, tree t, tree *out)
{
  split (f, t, out);
  cuf_end_sequence (f, out);
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
      f->saved.empty ();
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
  f->body = body;
  cuf_name_saved (f);
  if (cuf_wanted_p (CUF_OPTIONAL_WEBS))
    cuf_split_webs (f, body);
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
  cuf_end_sequence (f, &out);
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
  cuf_name_constructors (copy);

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
  if (!stmts || !cuf_make_loops (&f, build_simple_mem_ref (lo),
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
    else if (cuf_checked_variable_p (var))
      return NULL_TREE;
  for (tree var : f.more_vars)
    {
      DECL_CHAIN (var) = vars;
      vars = var;
    }
  if (cuf_check_p ())
    {
      cuf_tell_shared_unset (&f, DECL_SAVED_TREE (body));
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
  if (splits_warps_p (DECL_SAVED_TREE (body)))
    cuf_copy_lanes_as_vectors (f.fn);
  cuf_finish_generated (f.fn, vars, stmts);
  return f.fn;
}

/* True if loops of BODY, in which threads WAIT for each other or not, may be
   split where there are no barriers.  What -gpu=check is told of a loop in
   each thread between barriers is told at once for all threads.  */

static bool
interchanges_p (tree body, bool wait)
{
  if (!cuf_wanted_p (CUF_OPTIONAL_INTERCHANGE))
    return false;
  return !wait || (!cuf_check_p () && cuf_contains_barrier_p (body));
}

/* If all threads take the same way from barrier to barrier of BODY, a
   kernel's, a function that does what all of them do; else null.  Its
   parameters are those of the body and the addresses of the first and the last
   thread's index.  */

tree
cuf_build_uniform (tree body)
{
  tree saved = DECL_SAVED_TREE (body);
  if (!saved || !cuf_wanted_p (CUF_OPTIONAL_UNIFORM))
    return NULL_TREE;
  bool wait = cuf_contains_barrier_p (saved) || splits_warps_p (saved);
  tree fn = (interchanges_p (saved, wait)
	     ? build_uniform (body, true, false) : NULL_TREE);
  return fn || !wait ? fn : build_uniform (body, false, false);
}

/* The same for blocks whose rows are whole warps, if BODY has warp operations;
   else null.  */

tree
cuf_build_aligned (tree body)
{
  return (cuf_wanted_p (CUF_OPTIONAL_UNIFORM)
	  && cuf_wanted_p (CUF_OPTIONAL_ALIGNED)
	  && DECL_SAVED_TREE (body) && splits_warps_p (DECL_SAVED_TREE (body))
	  ? build_uniform (body, false, true) : NULL_TREE);
}
