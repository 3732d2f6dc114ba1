/* Checks of values of a thread's own variables without a call.
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
#include "fold-const.h"
#include "gimple-iterator.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "cfghooks.h"
#include "cfgloop.h"
#include "tree-cfg.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-niter.h"
#include "builtins.h"
#include "tree-into-ssa.h"
#include "context.h"
#include "options.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-told-loop.h"

/* Of what no other thread can see there is nothing to be said but that a value
   has not been set.  It has the pattern of the runtime then, which is looked for
   in line, in whole words, as the runtime does: only if it is found is the
   runtime asked.  */

enum { WORD = 4, MOST_BYTES = 16, MOST_UNSET = 64 };

/* The value of the BYTES of memory at ADDRESS, a word or two, computed in front
   of GSI.  */

static tree
load (gimple_stmt_iterator *gsi, tree address, unsigned bytes)
{
  tree type = build_nonstandard_integer_type (bytes * BITS_PER_UNIT, true);
  tree access = build_aligned_type (type, WORD * BITS_PER_UNIT);
  tree pointer = build_pointer_type_for_mode (access, ptr_mode, true);
  tree from = cuf_compute_before (gsi, fold_convert (ptr_type_node, address));
  return cuf_compute_before (gsi, build2 (MEM_REF, access, from,
					  build_zero_cst (pointer)));
}

/* Whether the word, or the two, of BYTES at ADDRESS have the pattern: a truth
   value that is computed in front of GSI.  */

static tree
compare (gimple_stmt_iterator *gsi, tree address, unsigned bytes)
{
  tree value = load (gsi, address, bytes);
  unsigned HOST_WIDE_INT pattern = GCUF_UNSET_WORD;
  if (bytes > WORD)
    pattern |= pattern << (WORD * BITS_PER_UNIT);
  return cuf_compute_before (gsi, build2 (EQ_EXPR, boolean_type_node, value,
					  build_int_cstu (TREE_TYPE (value),
							  pattern)));
}

/* The address of the word that the byte at ADDRESS is in, computed in front of
   GSI.  */

static tree
word_of (gimple_stmt_iterator *gsi, tree address)
{
  tree number = fold_convert (pointer_sized_int_node, address);
  number = fold_build2 (BIT_AND_EXPR, pointer_sized_int_node, number,
			build_int_cst (pointer_sized_int_node, -WORD));
  return cuf_compute_before (gsi, fold_convert (ptr_type_node, number));
}

/* Whether some of the BYTES at ADDRESS have not been set.  */

static tree
unset (gimple_stmt_iterator *gsi, tree address, unsigned bytes)
{
  unsigned each = bytes > WORD ? 2 * WORD : WORD;
  tree any = NULL_TREE;
  if (get_pointer_alignment (address) < WORD * BITS_PER_UNIT)
    address = word_of (gsi, address);
  for (unsigned i = 0; i < bytes; i += each)
    {
      tree part = fold_build_pointer_plus_hwi (address, i);
      tree found = compare (gsi, part, each);
      any = any ? cuf_compute_before (gsi, build2 (BIT_IOR_EXPR,
						   boolean_type_node, any,
						   found))
	    : found;
    }
  return any;
}

/* Let CALL be made only if CONDITION, a truth value in front of it, is true, and
   that is unlikely.  */

void
cuf_guard_call (gcall *call, tree condition)
{
  if (integer_zerop (condition))
    cuf_remove_statement (call);
  if (TREE_CODE (condition) == INTEGER_CST)
    return;
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  gcond *cond = gimple_build_cond (NE_EXPR, condition, boolean_false_node,
				   NULL_TREE, NULL_TREE);
  gimple_set_location (cond, gimple_location (call));
  gsi_insert_before (&gsi, cond, GSI_SAME_STMT);
  edge taken = split_block (gimple_bb (cond), cond);
  edge passed = split_block (gimple_bb (call), call);
  edge around = make_edge (taken->src, passed->dest, EDGE_FALSE_VALUE);
  taken->flags = (taken->flags & ~EDGE_FALLTHRU) | EDGE_TRUE_VALUE;
  taken->probability = profile_probability::very_unlikely ();
  around->probability = taken->probability.invert ();
  taken->dest->count = taken->count ();
  set_immediate_dominator (CDI_DOMINATORS, passed->dest, taken->src);
}

/* If CALL, of GCUF_check_access, asks about a value alone, and this is no
   more than a few words, ask in line.  Return true if so.  */

static bool
ask_in_line (gcall *call)
{
  if (!cuf_value_check_p (call))
    return false;
  tree bytes = gimple_call_arg (call, 1);
  unsigned n = tree_fits_uhwi_p (bytes) ? tree_to_uhwi (bytes) : 0;
  if (n == 0 || n > MOST_BYTES || (n > WORD && n % (2 * WORD)))
    return false;
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  cuf_guard_call (call, unset (&gsi, gimple_call_arg (call, 0), n));
  return true;
}

/* The same if CALL, of GCUF_check_value, asks about a value that is known.  */

static bool
ask_known_in_line (gcall *call)
{
  if (gimple_call_fndecl (call) != cuf_tree (CUF_FN_CHECK_VALUE))
    return false;
  tree value = gimple_call_arg (call, 0), bytes = gimple_call_arg (call, 1);
  unsigned HOST_WIDE_INT pattern = GCUF_UNSET_WORD;
  if (compare_tree_int (bytes, 2 * WORD) == 0)
    pattern |= pattern << (WORD * BITS_PER_UNIT);
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  tree equal = build2 (EQ_EXPR, boolean_type_node, value,
		       build_int_cstu (TREE_TYPE (value), pattern));
  cuf_guard_call (call, cuf_compute_before (&gsi, equal));
  return true;
}

/* If CALL, of GCUF_check_part, is about a part of one word, ask in line whether
   this looks as if it were not set.  Return true if so.  */

static bool
ask_part_in_line (gcall *call)
{
  if (gimple_call_fndecl (call) != cuf_tree (CUF_FN_CHECK_PART))
    return false;
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  cuf_guard_call (call, unset (&gsi, gimple_call_arg (call, 0), WORD));
  return true;
}

/* Store the pattern in BYTES, a word or two, that are DISTANCE behind ADDRESS, in
   front of GSI.  What is stored there is not lost where a variable is said to
   have no value.  */

static void
store (gimple_stmt_iterator *gsi, tree address, unsigned distance,
       unsigned bytes)
{
  unsigned HOST_WIDE_INT pattern = GCUF_UNSET_WORD;
  if (bytes > WORD)
    pattern |= pattern << (WORD * BITS_PER_UNIT);
  tree type = build_nonstandard_integer_type (bytes * BITS_PER_UNIT, true);
  tree access = build_aligned_type (type, WORD * BITS_PER_UNIT);
  tree pointer = build_pointer_type_for_mode (access, ptr_mode, true);
  tree to = build2 (MEM_REF, access, unshare_expr (address),
		    build_int_cst (pointer, distance));
  TREE_THIS_VOLATILE (to) = 1;
  TREE_SIDE_EFFECTS (to) = 1;
  gimple *stmt = gimple_build_assign (to, build_int_cstu (type, pattern));
  gimple_set_location (stmt, gimple_location (gsi_stmt (*gsi)));
  gsi_insert_before (gsi, stmt, GSI_SAME_STMT);
}

/* If CALL, of GCUF_check_unset, is about a few words, store the pattern there
   instead.  Return true if so.  */

static bool
store_in_line (gcall *call)
{
  if (gimple_call_fndecl (call) != cuf_tree (CUF_FN_CHECK_UNSET))
    return false;
  tree address = gimple_call_arg (call, 0), bytes = gimple_call_arg (call, 1);
  unsigned n = tree_fits_uhwi_p (bytes) ? tree_to_uhwi (bytes) : 0;
  if (n == 0 || n > MOST_UNSET || n % WORD
      || get_pointer_alignment (address) < WORD * BITS_PER_UNIT)
    return false;
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  for (unsigned i = 0, each; i < n; i += each)
    {
      each = n - i > WORD ? 2 * WORD : WORD;
      store (&gsi, address, i, each);
    }
  cuf_remove_statement (call);
  return true;
}

/* --- The pass ------------------------------------------------------------ */

static const pass_data inline_unset_pass_data = {
  GIMPLE_PASS, "cufinlineunset", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa,
  0, 0, 0, 0
};

class inline_unset_pass : public gimple_opt_pass
{
public:
  inline_unset_pass (gcc::context *ctxt)
    : gimple_opt_pass (inline_unset_pass_data, ctxt) {}

  bool gate (function *) { return optimize >= 2 && cuf_check_p (); }
  unsigned execute (function *);
};

unsigned
inline_unset_pass::execute (function *fun)
{
  auto_vec<gcall *> calls;
  basic_block bb;
  unsigned n = 0;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (gcall *call = dyn_cast<gcall *> (gsi_stmt (gsi)))
	calls.safe_push (call);
  calculate_dominance_info (CDI_DOMINATORS);
  for (gcall *call : calls)
    n += (ask_in_line (call) || ask_known_in_line (call)
	  || ask_part_in_line (call) || store_in_line (call));
  if (dump_file)
    fprintf (dump_file, "values in line: %u\n", n);
  if (n == 0)
    return 0;
  mark_virtual_operands_for_renaming (fun);
  return TODO_update_ssa_only_virtuals;
}

/* The pass that does so.  */

opt_pass *
cuf_make_inline_unset_pass (void)
{
  return new inline_unset_pass (g);
}
