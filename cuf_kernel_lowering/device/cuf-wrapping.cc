/* Integers that wrap around.
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
#include "ssa-iterators.h"
#include "cgraph.h"
#include "stringpool.h"
#include "attribs.h"
#include "fold-const.h"
#include "wide-int.h"
#include "gimple-iterator.h"
#include "gimple-fold.h"
#include "gimple-pretty-print.h"
#include "context.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* Generators of random numbers and hash functions multiply and add modulo a power
   of two.  To gfortran an overflow is undefined, and what it concludes from
   products and sums that do not overflow makes them wrong: that an initial value
   is the only one with which none does, that a number is never negative which the
   source makes positive if it is, or that a loop has one iteration.  To nvfortran
   integers wrap around, so here such products and sums, and what is computed of
   them, are computed without signs, before anything is concluded.

   Other arithmetic stays as it is: that subscripts do not overflow is what
   loops over arrays are optimized by.  What is meant is decided by operands and
   uses.  A recurrence computes with what it has computed before, and if its
   constant is large it is no subscript even if one is derived from it by sums and
   products, as for a remainder.  */

/* --- What becomes of a value --------------------------------------------- */

/* True if ASSIGN has operands and a result in registers.  */

static bool
computes_p (gassign *assign)
{
  return (TREE_CODE (gimple_assign_lhs (assign)) == SSA_NAME
	  && (!gimple_assign_single_p (assign)
	      || gimple_assign_ssa_name_copy_p (assign)));
}

/* True if ASSIGN is a sum, a difference or a product, or changes a sign.  */

static bool
arithmetic_p (gassign *assign)
{
  switch (gimple_assign_rhs_code (assign))
    {
    case PLUS_EXPR:
    case MINUS_EXPR:
    case MULT_EXPR:
    case NEGATE_EXPR:
      return true;
    default:
      return false;
    }
}

/* True if ASSIGN has the value of its operand, or computes with it what is as
   much of a subscript.  */

static bool
derives_p (gassign *assign)
{
  tree_code code = gimple_assign_rhs_code (assign);
  return (computes_p (assign)
	  && (arithmetic_p (assign) || gimple_assign_ssa_name_copy_p (assign)
	      || code == MIN_EXPR || code == MAX_EXPR
	      || CONVERT_EXPR_CODE_P (code)));
}

/* True if ASSIGN has a result of the type of its operand that wraps around if
   that does.  */

static bool
follows_p (gassign *assign)
{
  return (computes_p (assign)
	  && (arithmetic_p (assign) || gimple_assign_ssa_name_copy_p (assign)));
}

/* Add to NAMES, which has one, all that are computed of it by assignments that
   are like P, and by PHI nodes.  */

static void
add_results (hash_set<tree> *seen, vec<tree> *names, bool (*p) (gassign *))
{
  seen->add ((*names)[0]);
  for (unsigned i = 0; i < names->length (); i++)
    {
      imm_use_iterator iterator;
      use_operand_p use;
      FOR_EACH_IMM_USE_FAST (use, iterator, (*names)[i])
	{
	  gimple *stmt = USE_STMT (use);
	  gassign *assign = dyn_cast<gassign *> (stmt);
	  tree result = NULL_TREE;
	  if (assign && p (assign))
	    result = gimple_assign_lhs (assign);
	  else if (gphi *phi = dyn_cast<gphi *> (stmt))
	    result = gimple_phi_result (phi);
	  if (result && !seen->add (result))
	    names->safe_push (result);
	}
    }
}

/* True if an address is computed with NAME: it is added to one, or is in a
   reference to memory.  */

static bool
in_address_p (tree name)
{
  imm_use_iterator iterator;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iterator, name)
    {
      gassign *assign = dyn_cast<gassign *> (USE_STMT (use));
      if (!assign)
	continue;
      if (gimple_assign_rhs_code (assign) == POINTER_PLUS_EXPR)
	return true;
      /* A value that is stored is an operand as a whole.  */
      if (!computes_p (assign) && gimple_assign_rhs1 (assign) != name)
	return true;
    }
  return false;
}

/* True if the result of ASSIGN is a subscript or part of one.  */

static bool
subscript_p (gassign *assign)
{
  hash_set<tree> seen;
  auto_vec<tree> names;
  names.safe_push (gimple_assign_lhs (assign));
  add_results (&seen, &names, derives_p);
  for (tree name : names)
    if (in_address_p (name))
      return true;
  return false;
}

/* --- Recurrences --------------------------------------------------------- */

/* True if NAME is stored where PLACE is, a reference to memory or null.  */

static bool
stored_at_p (tree name, tree place)
{
  if (!place)
    return false;
  imm_use_iterator iterator;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iterator, name)
    {
      gassign *assign = dyn_cast<gassign *> (USE_STMT (use));
      if (assign && gimple_store_p (assign)
	  && gimple_assign_rhs1 (assign) == name
	  && operand_equal_p (gimple_assign_lhs (assign), place))
	return true;
    }
  return false;
}

/* Where the value NAME is loaded from, or null.  */

static tree
loaded_from (tree name)
{
  gimple *def = SSA_NAME_DEF_STMT (name);
  return gimple_assign_load_p (def) ? gimple_assign_rhs1 (def) : NULL_TREE;
}

/* True if an operand of ASSIGN has been computed of its result before.  */

static bool
recurrence_p (gassign *assign)
{
  hash_set<tree> seen;
  auto_vec<tree> names;
  names.safe_push (gimple_assign_lhs (assign));
  add_results (&seen, &names, computes_p);
  tree operands[] = { gimple_assign_rhs1 (assign), gimple_assign_rhs2 (assign) };
  for (tree operand : operands)
    {
      if (TREE_CODE (operand) != SSA_NAME)
	continue;
      if (seen.contains (operand))
	return true;
      tree place = loaded_from (operand);
      for (tree name : names)
	if (stored_at_p (name, place))
	  return true;
    }
  return false;
}

/* --- What wraps around ---------------------------------------------------- */

/* True if ASSIGN computes what must not overflow.  */

static bool
undefined_overflow_p (gassign *assign)
{
  tree type = TREE_TYPE (gimple_assign_lhs (assign));
  return (TREE_CODE (type) == INTEGER_TYPE && arithmetic_p (assign)
	  && TYPE_OVERFLOW_UNDEFINED (type));
}

/* True if PRODUCT is one that is meant to wrap around.  Multiplied by powers of
   two are strides.  */

static bool
product_wraps_p (gassign *product)
{
  tree b = gimple_assign_rhs2 (product);
  bool large = false;
  if (TREE_CODE (b) == INTEGER_CST)
    {
      if (wi::popcount (wi::abs (wi::to_wide (b))) <= 1)
	return false;
      large = cuf_large_factor_p (b);
    }
  bool recurrence = recurrence_p (product);
  if (large && recurrence)
    return true;
  return (large || recurrence) && !subscript_p (product);
}

/* True if SUM, or difference, is meant to wrap around.  */

static bool
sum_wraps_p (gassign *sum)
{
  return (cuf_large_term_p (gimple_assign_rhs2 (sum))
	  && (recurrence_p (sum) || !subscript_p (sum)));
}

/* True if ASSIGN, a sum, a difference or a product, is meant to wrap around.  */

static bool
wraps_p (gassign *assign)
{
  switch (gimple_assign_rhs_code (assign))
    {
    case MULT_EXPR:
      return product_wraps_p (assign);
    case PLUS_EXPR:
    case MINUS_EXPR:
      return sum_wraps_p (assign);
    default:
      return false;
    }
}

/* Add to RESULTS what wraps around in CFUN.  */

static void
find_wrapping (hash_set<tree> *results)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	gassign *assign = dyn_cast<gassign *> (gsi_stmt (gsi));
	if (!assign || !undefined_overflow_p (assign) || !wraps_p (assign))
	  continue;
	auto_vec<tree> names;
	names.safe_push (gimple_assign_lhs (assign));
	add_results (results, &names, follows_p);
      }
}

/* --- Rewriting ----------------------------------------------------------- */

/* Compute the assignment at GSI without signs.  */

static void
compute_unsigned (gimple_stmt_iterator *gsi)
{
  gassign *assign = as_a<gassign *> (gsi_stmt (*gsi));
  gimple_seq stmts = NULL;
  tree result = cuf_unsigned_result (&stmts, assign);
  gimple_seq_set_location (stmts, gimple_location (assign));
  gsi_insert_seq_before (gsi, stmts, GSI_SAME_STMT);
  gimple_assign_set_rhs_with_ops (gsi, NOP_EXPR, result);
  update_stmt (gsi_stmt (*gsi));
}

/* Let what is meant to wrap around in CFUN do so.  */

static void
wrap_function (void)
{
  hash_set<tree> results;
  find_wrapping (&results);
  if (results.is_empty ())
    return;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	gassign *assign = dyn_cast<gassign *> (gsi_stmt (gsi));
	if (!assign || !undefined_overflow_p (assign)
	    || !results.contains (gimple_assign_lhs (assign)))
	  continue;
	if (dump_file)
	  {
	    fprintf (dump_file, "%s wraps around: ", function_name (cfun));
	    print_gimple_stmt (dump_file, assign, 0);
	  }
	compute_unsigned (&gsi);
      }
}

/* True if NODE is device code, or what the host runs instead.  */

static bool
device_code_p (cgraph_node *node)
{
  return (node->offloadable
	  || lookup_attribute (CUF_RUN_ATTRIBUTE, DECL_ATTRIBUTES (node->decl))
	  || cuf_block_function_p (node->decl));
}

/* --- The pass ------------------------------------------------------------ */

static const pass_data wrapping_pass_data = {
  SIMPLE_IPA_PASS, "cufwrapping", OPTGROUP_NONE, TV_NONE, PROP_ssa, 0, 0, 0, 0
};

class wrapping_pass : public simple_ipa_opt_pass
{
public:
  wrapping_pass (gcc::context *ctxt)
    : simple_ipa_opt_pass (wrapping_pass_data, ctxt) {}
  bool gate (function *) { return g->have_offload; }
  unsigned execute (function *)
  {
    cgraph_node *node;
    FOR_EACH_FUNCTION (node)
      if (node->has_gimple_body_p () && device_code_p (node))
	{
	  push_cfun (DECL_STRUCT_FUNCTION (node->decl));
	  wrap_function ();
	  pop_cfun ();
	}
    return 0;
  }
};

/* The pass that does so.  */

opt_pass *
cuf_make_wrapping_pass (void)
{
  return new wrapping_pass (g);
}
