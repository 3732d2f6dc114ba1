/* Integers wider than the device's.
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
#include "ssa.h"
#include "cgraph.h"
#include "fold-const.h"
#include "stor-layout.h"
#include "gimplify.h"
#include "gimple-iterator.h"
#include "tree-pass.h"
#include "tree-into-ssa.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* GCC turns a copy of 32 or 64 bytes into the load and the store of one integer
   where the host moves that many at once, as x86-64-v4 does.  The offload
   compiler has no mode for such an integer.  Here each becomes 64-bit words, and
   with it the constants, PHIs and bit-fields between the load and the store.  */

enum { WORD = 64, MOST_WIDTH = 128 };

/* The words of each name of a wide integer, the least significant first.  */
typedef hash_map<tree, vec<tree> > name_words;

/* True if VALUE is an integer that the device has no mode for.  */

static bool
wide_p (const_tree value)
{
  const_tree type = TREE_TYPE (value);
  return (INTEGRAL_TYPE_P (type) && TYPE_PRECISION (type) > MOST_WIDTH
	  && TYPE_PRECISION (type) % WORD == 0);
}

/* Word I of VALUE, a constant or a name in WORDS.  */

static tree
word_of (name_words *words, tree value, unsigned i)
{
  if (TREE_CODE (value) == SSA_NAME)
    return (*words->get (value))[i];
  gcc_assert (TREE_CODE (value) == INTEGER_CST);
  wide_int bits = wi::rshift (wi::to_wide (value), i * WORD, UNSIGNED);
  return wide_int_to_tree (long_long_unsigned_type_node,
			   wide_int::from (bits, WORD, UNSIGNED));
}

/* Word I of the reference REF to memory.  */

static tree
word_ref (tree ref, unsigned i)
{
  tree type = TREE_TYPE (ref), address, offset;
  unsigned align = MIN (TYPE_ALIGN (type), (unsigned) WORD);
  HOST_WIDE_INT bytes = i * (WORD / BITS_PER_UNIT);
  if (TREE_CODE (ref) == MEM_REF)
    {
      address = TREE_OPERAND (ref, 0);
      tree first = TREE_OPERAND (ref, 1);
      offset = int_const_binop (PLUS_EXPR, first,
				build_int_cst (TREE_TYPE (first), bytes));
    }
  else
    {
      address = build_fold_addr_expr (ref);
      offset = build_int_cst (reference_alias_ptr_type (ref), bytes);
    }
  tree word = build2 (MEM_REF,
		      build_aligned_type (long_long_unsigned_type_node, align),
		      unshare_expr (address), offset);
  TREE_THIS_VOLATILE (word) = TREE_THIS_VOLATILE (ref);
  return word;
}

/* --- Uses ---------------------------------------------------------------- */

/* True if STMT does with wide integers what can be done word by word: it copies
   them, or takes a part of one that does not cross the words.  */

static bool
divisible_p (const gimple *stmt)
{
  if (is_gimple_debug (stmt) || gimple_code (stmt) == GIMPLE_PHI)
    return true;
  if (!is_gimple_assign (stmt))
    return false;
  tree lhs = gimple_assign_lhs (stmt), value = gimple_assign_rhs1 (stmt);
  if (gimple_assign_rhs_code (stmt) == BIT_FIELD_REF)
    {
      unsigned HOST_WIDE_INT size = tree_to_uhwi (TREE_OPERAND (value, 1));
      unsigned HOST_WIDE_INT from = tree_to_uhwi (TREE_OPERAND (value, 2));
      return !wide_p (lhs) && size != 0
	     && from / WORD == (from + size - 1) / WORD;
    }
  return gimple_assign_single_p (stmt) && wide_p (lhs) && wide_p (value);
}

/* True if NAME is a wide integer that can be taken apart.  */

static bool
divisible_name_p (tree name)
{
  if (SSA_NAME_OCCURS_IN_ABNORMAL_PHI (name) || SSA_NAME_IS_DEFAULT_DEF (name)
      || !divisible_p (SSA_NAME_DEF_STMT (name)))
    return false;
  gimple *use;
  imm_use_iterator i;
  bool all = true;
  FOR_EACH_IMM_USE_STMT (use, i, name)
    all &= divisible_p (use);
  return all;
}

/* Append the wide integers of the function to WIDE.  Return false if something
   else is done with one of them: then the offload compiler complains that it
   does not know such integers.  */

static bool
find_all (vec<tree> *wide)
{
  unsigned i;
  tree name;
  FOR_EACH_SSA_NAME (i, name, cfun)
    {
      if (virtual_operand_p (name) || !wide_p (name))
	continue;
      if (!divisible_name_p (name))
	return false;
      wide->safe_push (name);
    }
  return !wide->is_empty ();
}

/* Make the words of NAME, and remember them in WORDS.  */

static void
make_words (name_words *words, tree name)
{
  vec<tree> list = vNULL;
  for (int n = TYPE_PRECISION (TREE_TYPE (name)) / WORD; n > 0; n--)
    list.safe_push (make_ssa_name (long_long_unsigned_type_node));
  words->put (name, list);
}

/* --- Statements ---------------------------------------------------------- */

static void
insert_word (gimple_stmt_iterator *gsi, tree lhs, tree rhs)
{
  gassign *word = gimple_build_assign (lhs, rhs);
  gimple_set_location (word, gimple_location (gsi_stmt (*gsi)));
  gsi_insert_before (gsi, word, GSI_SAME_STMT);
}

/* Let the statement at GSI take its part from a word.  */

static void
take_part (name_words *words, gimple_stmt_iterator *gsi)
{
  tree part = gimple_assign_rhs1 (gsi_stmt (*gsi));
  unsigned HOST_WIDE_INT from = tree_to_uhwi (TREE_OPERAND (part, 2));
  tree word = word_of (words, TREE_OPERAND (part, 0), from / WORD);
  tree type = TREE_TYPE (part);
  tree rest = (tree_to_uhwi (TREE_OPERAND (part, 1)) == WORD
	       ? fold_build1 (VIEW_CONVERT_EXPR, type, word)
	       : build3 (BIT_FIELD_REF, type, word, TREE_OPERAND (part, 1),
			 bitsize_int (from % WORD)));
  gimple_assign_set_rhs_from_tree (gsi, rest);
  update_stmt (gsi_stmt (*gsi));
}

/* Insert before the assignment at GSI what does it word by word.  */

static void
divide_assignment (name_words *words, gimple_stmt_iterator *gsi)
{
  tree lhs = gimple_assign_lhs (gsi_stmt (*gsi));
  tree rhs = gimple_assign_rhs1 (gsi_stmt (*gsi));
  bool load = TREE_CODE (rhs) != SSA_NAME && TREE_CODE (rhs) != INTEGER_CST;
  unsigned count = TYPE_PRECISION (TREE_TYPE (lhs)) / WORD;
  for (unsigned i = 0; i < count; i++)
    insert_word (gsi,
		 TREE_CODE (lhs) == SSA_NAME ? word_of (words, lhs, i)
					     : word_ref (lhs, i),
		 load ? word_ref (rhs, i) : word_of (words, rhs, i));
}

/* Make PHIs of words in the place of PHI.  */

static void
divide_phi (name_words *words, gphi *phi)
{
  tree result = gimple_phi_result (phi);
  unsigned count = TYPE_PRECISION (TREE_TYPE (result)) / WORD;
  for (unsigned i = 0; i < count; i++)
    {
      gphi *word = create_phi_node (word_of (words, result, i),
				    gimple_bb (phi));
      for (unsigned j = 0; j < gimple_phi_num_args (phi); j++)
	add_phi_arg (word, word_of (words, gimple_phi_arg_def (phi, j), i),
		     gimple_phi_arg_edge (phi, j),
		     gimple_phi_arg_location (phi, j));
    }
}

/* Append to DEAD the PHIs of BB that words take the places of.  */

static void
divide_phis (name_words *words, basic_block bb, vec<gimple *> *dead)
{
  auto_vec<gphi *> phis;
  unsigned i;
  gphi *phi;
  for (gphi_iterator g = gsi_start_phis (bb); !gsi_end_p (g); gsi_next (&g))
    if (words->get (gimple_phi_result (g.phi ())))
      phis.safe_push (g.phi ());
  FOR_EACH_VEC_ELT (phis, i, phi)
    {
      divide_phi (words, phi);
      dead->safe_push (phi);
    }
}

/* The same for the statements of BB.  */

static void
divide_statements (name_words *words, basic_block bb, vec<gimple *> *dead)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (!is_gimple_assign (stmt))
	continue;
      if (wide_p (gimple_assign_lhs (stmt)))
	{
	  divide_assignment (words, &gsi);
	  dead->safe_push (stmt);
	}
      else if (gimple_assign_rhs_code (stmt) == BIT_FIELD_REF
	       && wide_p (TREE_OPERAND (gimple_assign_rhs1 (stmt), 0)))
	take_part (words, &gsi);
    }
}

/* --- The function -------------------------------------------------------- */

/* Debuggers are not shown the value of NAME.  */

static void
forget_debug_uses (tree name)
{
  gimple *use;
  imm_use_iterator i;
  FOR_EACH_IMM_USE_STMT (use, i, name)
    if (gimple_debug_bind_p (use))
      {
	gimple_debug_bind_reset_value (use);
	update_stmt (use);
      }
}

/* Remove the statements DEAD, which use what others of them define.  */

static void
remove_all (const vec<gimple *> &dead)
{
  for (gimple *stmt : dead)
    {
      gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
      if (gimple_code (stmt) == GIMPLE_PHI)
	{
	  remove_phi_node (&gsi, false);
	  continue;
	}
      unlink_stmt_vdef (stmt);
      gsi_remove (&gsi, true);
    }
}

/* Before streaming: take the integers of NODE's function, which is CFUN, apart
   for which the device has no mode.  */

void
cuf_divide_wide_integers (cgraph_node *)
{
  auto_vec<tree> wide;
  if (!find_all (&wide))
    return;

  name_words words;
  unsigned i;
  tree name;
  FOR_EACH_VEC_ELT (wide, i, name)
    make_words (&words, name);
  auto_vec<gimple *> dead;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      divide_phis (&words, bb, &dead);
      divide_statements (&words, bb, &dead);
    }
  FOR_EACH_VEC_ELT (wide, i, name)
    forget_debug_uses (name);
  remove_all (dead);
  FOR_EACH_VEC_ELT (wide, i, name)
    {
      words.get (name)->release ();
      release_ssa_name (name);
    }
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa_only_virtuals);
}
