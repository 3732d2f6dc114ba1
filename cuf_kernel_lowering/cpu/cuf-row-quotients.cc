/* Quotients that are the same for all threads of a row.
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
#include "backend.h"
#include "tree.h"
#include "gimple.h"
#include "tree-pass.h"
#include "ssa.h"
#include "stringpool.h"
#include "attribs.h"
#include "fold-const.h"
#include "gimple-iterator.h"
#include "gimple-fold.h"
#include "gimple-ssa.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "cfghooks.h"
#include "cfgloop.h"
#include "tree-cfg.h"
#include "tree-dfa.h"
#include "tree-into-ssa.h"
#include "tree-chrec.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-ivopts.h"
#include "tree-ssa-loop-manip.h"
#include "tree-ssa-loop-niter.h"
#include "context.h"
#include "options.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* Where the threads of a block copy a tile of an array, each finds its place by

     a(mod (l, 64) + 1, l / 64 + 1)

   with a number L that grows by one from thread to thread.  GCC cannot
   vectorize the loop over them, since it does not know that L / 64 is the same
   for all of a row, which is seldom longer.  There is a version of the loop for
   that: the quotient is computed in front of it, and the remainder is L less a
   constant.  */

/* A quotient or remainder of what grows by one from iteration to iteration.  */
struct row_quotient
{
  gassign *stmt;
  tree base;			/* What is divided, in the first iteration.  */
  tree divisor;
};

/* A loop with such.  */
struct row_loop
{
  loop_p loop;
  tree latches;			/* The number of iterations but the first.  */
  auto_vec<row_quotient> quotients;
  gimple_seq stmts;		/* What is computed in front of it.  */
};

/* --- What is looked for --------------------------------------------------- */

/* If STMT, in the loop of R, is such a quotient or remainder, note it.  */

static void
note_quotient (row_loop *r, gimple *stmt)
{
  gassign *assign = dyn_cast<gassign *> (stmt);
  if (!assign || (gimple_assign_rhs_code (assign) != TRUNC_DIV_EXPR
		  && gimple_assign_rhs_code (assign) != TRUNC_MOD_EXPR))
    return;
  tree x = gimple_assign_rhs1 (assign), divisor = gimple_assign_rhs2 (assign);
  affine_iv iv;
  /* What the first iteration divides is computed in front of the loop.  */
  if (TREE_CODE (x) != SSA_NAME || !INTEGRAL_TYPE_P (TREE_TYPE (x))
      || TYPE_UNSIGNED (TREE_TYPE (x)) || TYPE_PRECISION (TREE_TYPE (x)) > 32
      || TREE_CODE (divisor) != INTEGER_CST || tree_int_cst_sgn (divisor) <= 0
      || integer_onep (divisor)
      || !dominated_by_p (CDI_DOMINATORS, r->loop->latch, gimple_bb (assign))
      || !simple_iv (r->loop, r->loop, x, &iv, false)
      || !integer_onep (iv.step))
    return;
  r->quotients.safe_push ({ assign, iv.base, divisor });
}

/* Find those of the loop of R.  One that is gone through a constant number of
   times is over the lanes of a warp, which gains nothing.  */

static bool
find_quotients (row_loop *r)
{
  if (!single_exit (r->loop) || !can_duplicate_loop_p (r->loop)
      || !loop_preheader_edge (r->loop))
    return false;
  basic_block *body = get_loop_body (r->loop);
  for (unsigned i = 0; i < r->loop->num_nodes; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      note_quotient (r, gsi_stmt (gsi));
  free (body);
  if (r->quotients.is_empty ())
    return false;
  r->latches = number_of_latch_executions (r->loop);
  return (r->latches && r->latches != chrec_dont_know
	  && TREE_CODE (r->latches) != INTEGER_CST);
}

/* --- What is made of it --------------------------------------------------- */

/* The value of EXPR, computed in front of the loop of R.  */

static tree
compute (row_loop *r, tree expr)
{
  gimple_seq seq;
  tree value = force_gimple_operand (unshare_expr (expr), &seq, true,
				     NULL_TREE);
  gimple_seq_add_seq (&r->stmts, seq);
  return value;
}

/* The quotient of X and that of Q, of 64 bits.  */

static tree
quotient (row_loop *r, const row_quotient &q, tree x)
{
  tree type = long_integer_type_node;
  return compute (r, build2 (TRUNC_DIV_EXPR, type, x,
			     fold_convert (type, q.divisor)));
}

/* Whether Q is the same in all iterations of R; store it in *VALUE.  */

static tree
same_quotient (row_loop *r, const row_quotient &q, tree *value)
{
  tree type = long_integer_type_node;
  tree first = compute (r, fold_convert (type, q.base));
  tree last = compute (r, build2 (PLUS_EXPR, type, first,
				  compute (r, fold_convert (type,
							    r->latches))));
  *value = quotient (r, q, first);
  tree same = compute (r, build2 (EQ_EXPR, boolean_type_node, *value,
				  quotient (r, q, last)));
  tree positive = compute (r, build2 (GE_EXPR, boolean_type_node, first,
				      build_zero_cst (type)));
  return compute (r, build2 (BIT_AND_EXPR, boolean_type_node, same, positive));
}

/* Let Q, whose quotient is VALUE, be computed without a division.  */

static void
simplify (const row_quotient &q, tree value)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (q.stmt);
  reset_flow_sensitive_info (gimple_assign_lhs (q.stmt));
  if (gimple_assign_rhs_code (q.stmt) == TRUNC_DIV_EXPR)
    gimple_assign_set_rhs_with_ops (&gsi, SSA_NAME, value);
  else
    gimple_assign_set_rhs_with_ops (&gsi, MINUS_EXPR,
				    gimple_assign_rhs1 (q.stmt), value);
  update_stmt (gsi_stmt (gsi));
}

/* The same as VALUE, of 64 bits, in the type of Q: the quotient, or what is
   taken away for the remainder.  */

static tree
value_in_loop (row_loop *r, const row_quotient &q, tree value)
{
  if (gimple_assign_rhs_code (q.stmt) == TRUNC_MOD_EXPR)
    value = build2 (MULT_EXPR, long_integer_type_node, value,
		    fold_convert (long_integer_type_node, q.divisor));
  return compute (r, fold_convert (TREE_TYPE (gimple_assign_lhs (q.stmt)),
				   compute (r, value)));
}

/* Make two versions of the loop of R.  Return false if that is not
   possible.  */

static bool
transform (row_loop *r)
{
  auto_vec<tree> values;
  tree all = boolean_true_node;
  for (const row_quotient &q : r->quotients)
    {
      tree value;
      tree same = same_quotient (r, q, &value);
      all = compute (r, build2 (BIT_AND_EXPR, boolean_type_node, all, same));
      values.safe_push (value_in_loop (r, q, value));
    }
  gsi_insert_seq_on_edge_immediate (loop_preheader_edge (r->loop), r->stmts);

  initialize_original_copy_tables ();
  basic_block bb;
  profile_probability likely = profile_probability::likely ();
  loop_p other
    = loop_version (r->loop, build2 (NE_EXPR, boolean_type_node, all,
				     boolean_false_node), &bb, likely,
		    likely.invert (), likely, likely.invert (), true);
  if (other)
    for (unsigned i = 0; i < values.length (); i++)
      simplify (r->quotients[i], values[i]);
  free_original_copy_tables ();
  update_ssa (TODO_update_ssa);
  if (other && dump_file)
    fprintf (dump_file, "Loop %d: %u quotients are those of a row\n",
	     r->loop->num, values.length ());
  return other != NULL;
}

/* --- The pass ------------------------------------------------------------ */

static const pass_data quotients_pass_data = {
  GIMPLE_PASS, "cufquotients", OPTGROUP_LOOP, TV_NONE, PROP_cfg | PROP_ssa, 0,
  0, 0, 0
};

class quotients_pass : public gimple_opt_pass
{
public:
  quotients_pass (gcc::context *ctxt)
    : gimple_opt_pass (quotients_pass_data, ctxt) {}

  bool gate (function *);
  unsigned execute (function *);
};

bool
quotients_pass::gate (function *fun)
{
  return optimize >= 2 && flag_tree_loop_vectorize
	 && lookup_attribute (CUF_RUN_ATTRIBUTE, DECL_ATTRIBUTES (fun->decl));
}

unsigned
quotients_pass::execute (function *fun)
{
  auto_vec<loop_p> innermost;
  bool changed = false;
  for (loop_p loop : loops_list (fun, LI_ONLY_INNERMOST))
    innermost.safe_push (loop);
  for (loop_p loop : innermost)
    {
      row_loop r = {};
      r.loop = loop;
      if (find_quotients (&r) && transform (&r))
	{
	  scev_reset ();
	  changed = true;
	}
    }
  return changed ? TODO_cleanup_cfg : 0;
}

/* That pass.  */

opt_pass *
cuf_make_quotients_pass (void)
{
  return new quotients_pass (g);
}
