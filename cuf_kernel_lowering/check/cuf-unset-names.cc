/* Scalars of device code that may have no value, in the functions of a unit.
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
#include "ssa-iterators.h"
#include "cgraph.h"
#include "fold-const.h"
#include "gimple-iterator.h"
#include "tree-cfg.h"
#include "gfortran.h"
#include "trans.h"
#include "cuf-lower.h"
#include "cuf-unset.h"

/* A scalar that is not in memory has no value where nothing has been assigned
   to it.  What is computed here follows that through copies and choices,
   through the results of functions, and through the arguments that they get by
   value.  What functions of other files return, and what their callers there
   pass, may always be without a value.  Nothing is known of a scalar that always
   has one, and nothing is checked where it is used.  */

/* The functions of the unit whose results may not be set, and with the numbers
   of the parameters, as bits, those that may get what is not set from callers
   in the unit.  */
static hash_set<tree> *unset_results;
static hash_map<tree, unsigned> *unset_parameters;

/* Parameters behind this number are not followed.  */
enum { MOST_PARAMETERS = 32 };

/* --- Types --------------------------------------------------------------- */

/* The value that a variable of TYPE has before it is set, or null if that is
   none that would be noticed.  */

tree
cuf_unset_value (tree type)
{
  unsigned char bytes[16];
  const unsigned word = GCUF_UNSET_WORD;
  tree part = TREE_CODE (type) == COMPLEX_TYPE ? TREE_TYPE (type) : type;
  HOST_WIDE_INT size = int_size_in_bytes (part);
  if ((size != 4 && size != 8)
      || (TREE_CODE (part) != INTEGER_TYPE && TREE_CODE (part) != REAL_TYPE))
    return NULL_TREE;
  size = int_size_in_bytes (type);
  for (int i = 0; i < size; i++)
    bytes[i] = word >> (BYTES_BIG_ENDIAN ? 24 - i % 4 * 8 : i % 4 * 8);
  return native_interpret_expr (type, bytes, size);
}

/* True if VALUE is such a value, or has a part that is.  */

bool
cuf_unset_constant_p (tree value)
{
  tree unset = cuf_unset_value (TREE_TYPE (value));
  if (!unset)
    return false;
  if (TREE_CODE (value) == COMPLEX_CST)
    return (cuf_unset_constant_p (TREE_REALPART (value))
	    || cuf_unset_constant_p (TREE_IMAGPART (value)));
  return operand_equal_p (value, unset, OEP_BITWISE);
}

/* True if a value of TYPE cannot say that it is not set: a truth value beside
   it does.  */

bool
cuf_flagged_type_p (tree type)
{
  return ((TREE_CODE (type) == BOOLEAN_TYPE || TREE_CODE (type) == INTEGER_TYPE
	   || TREE_CODE (type) == REAL_TYPE)
	  && !cuf_unset_value (type));
}

static bool
scalar_type_p (tree type)
{
  return cuf_unset_value (type) || cuf_flagged_type_p (type);
}

/* --- Functions ----------------------------------------------------------- */

/* True if FN is a procedure of the program in another file.  */

bool
cuf_elsewhere_p (tree fn)
{
  const char *const libraries[] = { "_gfortran", "__gcuf_", "GCUF_" };
  cgraph_node *node = cgraph_node::get (fn);
  if (fndecl_built_in_p (fn) || (node && node->has_gimple_body_p ()))
    return false;
  for (const char *prefix : libraries)
    if (startswith (cuf_symbol (fn), prefix))
      return false;
  return true;
}

/* True if device code of another file may call FN, which is in this one.  */

static bool
called_elsewhere_p (tree fn)
{
  return (TREE_PUBLIC (fn) && cuf_has_device_copy_p (fn)
	  && !startswith (cuf_symbol (fn), CUF_BODY_PREFIX));
}

/* True if the result of FN may not be set.  */

bool
cuf_unset_result_p (tree fn)
{
  return (fn && unset_results
	  && (unset_results->contains (fn) || cuf_elsewhere_p (fn)));
}

/* Which parameters of FN may not be set, as bits: those of the source, if
   callers are not known.  */

unsigned
cuf_unset_parameters (tree fn)
{
  unsigned *known = fn && unset_parameters ? unset_parameters->get (fn) : NULL;
  unsigned bits = known ? *known : 0, bit = 1;
  if (fn && unset_parameters && called_elsewhere_p (fn))
    for (tree parm = DECL_ARGUMENTS (fn); parm && bit;
	 parm = DECL_CHAIN (parm), bit <<= 1)
      if (!DECL_ARTIFICIAL (parm) && scalar_type_p (TREE_TYPE (parm)))
	bits |= bit;
  return bits;
}

/* The number of PARM among the parameters of its function.  */

unsigned
cuf_parameter_number (tree parm)
{
  unsigned n = 0;
  for (tree p = DECL_ARGUMENTS (DECL_CONTEXT (parm)); p && p != parm;
       p = DECL_CHAIN (p))
    n++;
  return n;
}

static bool
unset_parameter_p (tree parm)
{
  unsigned n = cuf_parameter_number (parm);
  return (n < MOST_PARAMETERS
	  && (cuf_unset_parameters (DECL_CONTEXT (parm)) >> n & 1));
}

/* --- Where values are not set -------------------------------------------- */

/* True if VAR is a variable of the source, or the result of a function.  */

static bool
source_variable_p (tree var)
{
  return (var && VAR_P (var)
	  && (!DECL_ARTIFICIAL (var) || GFC_DECL_RESULT (var)));
}

/* What the variable VAR is called in reports: gfortran gives a result without a
   name one of its own.  */

static tree
named_variable (tree var)
{
  return (GFC_DECL_RESULT (var) && DECL_NAME (var)
	  && startswith (IDENTIFIER_POINTER (DECL_NAME (var)), "__result_")
	  ? DECL_CONTEXT (var) : var);
}

/* If NAME is what a variable, a result or a parameter has before it is set,
   what that is called; else null.  */

static tree
begins_unset (tree name)
{
  tree var = SSA_NAME_VAR (name);
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (virtual_operand_p (name) || has_zero_uses (name)
      || !scalar_type_p (TREE_TYPE (name)))
    return NULL_TREE;
  if (SSA_NAME_IS_DEFAULT_DEF (name))
    {
      if (source_variable_p (var))
	return named_variable (var);
      return (TREE_CODE (var) == PARM_DECL && unset_parameter_p (var)
	      ? var : NULL_TREE);
    }
  if (is_gimple_call (def))
    return (cuf_unset_result_p (gimple_call_fndecl (def))
	    ? gimple_call_fndecl (def) : NULL_TREE);
  if (!gimple_assign_single_p (def))
    return NULL_TREE;
  /* What one thread of those that take turns leaves is not the next one's:
     cuf-uniform-fission.cc.  */
  tree value = gimple_assign_rhs1 (def);
  tree unset = cuf_unset_value (TREE_TYPE (name));
  if (source_variable_p (var) && unset
      && operand_equal_p (value, unset, OEP_BITWISE))
    return named_variable (var);
  return (VAR_P (value) && GFC_DECL_RESULT (value) && unset
	  ? named_variable (value) : NULL_TREE);
}

/* --- Where they go ------------------------------------------------------- */

/* What STMT assigns, if that has no value where NAME has none; else null.  */

tree
cuf_passed_to (gimple *stmt, tree name)
{
  if (gimple_code (stmt) == GIMPLE_PHI)
    return gimple_phi_result (stmt);
  if (!is_gimple_assign (stmt)
      || TREE_CODE (gimple_assign_lhs (stmt)) != SSA_NAME
      || !scalar_type_p (TREE_TYPE (gimple_assign_lhs (stmt))))
    return NULL_TREE;
  tree lhs = gimple_assign_lhs (stmt), first = gimple_assign_rhs1 (stmt);
  switch (gimple_assign_rhs_code (stmt))
    {
    case SSA_NAME:
    case COMPLEX_EXPR:
      return lhs;
    case REALPART_EXPR:
    case IMAGPART_EXPR:
      return TREE_OPERAND (first, 0) == name ? lhs : NULL_TREE;
    case COND_EXPR:
      return (gimple_assign_rhs2 (stmt) == name
	      || gimple_assign_rhs3 (stmt) == name ? lhs : NULL_TREE);
    CASE_CONVERT:
      return (TREE_CODE (TREE_TYPE (lhs)) == BOOLEAN_TYPE
	      && TREE_CODE (TREE_TYPE (name)) == BOOLEAN_TYPE
	      ? lhs : NULL_TREE);
    default:
      return NULL_TREE;
    }
}

/* Add NAME to NAMES, if it is not there, and to QUEUE, with what it is called:
   by itself, or CALLED.  */

static void
add_name (tree name, tree called, cuf_unset_names *names, vec<tree> *queue)
{
  tree var = SSA_NAME_VAR (name);
  if (names->get (name))
    return;
  names->put (name, source_variable_p (var) ? named_variable (var) : called);
  queue->safe_push (name);
}

/* Add to NAMES what has no value where those in QUEUE have none.  */

static void
follow (cuf_unset_names *names, vec<tree> *queue)
{
  while (!queue->is_empty ())
    {
      tree name = queue->pop (), called = *names->get (name);
      use_operand_p use;
      imm_use_iterator iter;
      FOR_EACH_IMM_USE_FAST (use, iter, name)
	if (tree next = cuf_passed_to (USE_STMT (use), name))
	  add_name (next, called, names, queue);
    }
}

/* Set NAMES to what may have the value of NAME, a scalar, and call that
   CALLED.  */

void
cuf_find_copies (tree name, tree called, cuf_unset_names *names)
{
  auto_vec<tree> queue;
  add_name (name, called, names, &queue);
  follow (names, &queue);
}

/* Set NAMES to the scalars of FN that may not be set, and what they are
   called.  */

void
cuf_find_unset (function *fn, cuf_unset_names *names)
{
  unsigned i;
  tree name;
  auto_vec<tree> queue;
  FOR_EACH_SSA_NAME (i, name, fn)
    if (tree called = begins_unset (name))
      add_name (name, called, names, &queue);
  follow (names, &queue);
}

/* --- What has been loaded ------------------------------------------------ */

/* True if STMT loads what may not be set, as the indices of threads are.  */

static bool
doubtful_load_p (gimple *stmt)
{
  if (!gimple_assign_load_p (stmt))
    return false;
  tree base = get_base_address (gimple_assign_rhs1 (stmt));
  return (!base
	  || TYPE_MAIN_VARIANT (TREE_TYPE (base)) != cuf_tree (CUF_DIM3));
}

/* True if PHI may have as its result what has been loaded, of a type whose
   values say whether they are set.  */

static bool
may_be_loaded_p (gphi *phi)
{
  if (virtual_operand_p (gimple_phi_result (phi))
      || !cuf_unset_value (TREE_TYPE (gimple_phi_result (phi))))
    return false;
  for (unsigned k = 0; k < gimple_phi_num_args (phi); k++)
    {
      tree arg = gimple_phi_arg_def (phi, k);
      if (TREE_CODE (arg) == SSA_NAME
	  && doubtful_load_p (SSA_NAME_DEF_STMT (arg)))
	return true;
    }
  return false;
}

/* The scalar variable of the source that STMT loads from memory, or null: one
   that a procedure gets by reference, or that each thread of a block has in an
   array.  */

static tree
loaded_variable (gimple *stmt)
{
  if (!gimple_assign_load_p (stmt) || gimple_has_volatile_ops (stmt)
      || TREE_CODE (gimple_assign_lhs (stmt)) != SSA_NAME
      || stmt_ends_bb_p (stmt))
    return NULL_TREE;
  tree ref = gimple_assign_rhs1 (stmt), base = ref;
  if (TREE_CODE (ref) == ARRAY_REF && cuf_frame_p (TREE_OPERAND (ref, 0)))
    base = TREE_OPERAND (ref, 0);
  return VAR_P (base) && cuf_private_variable_p (base) ? base : NULL_TREE;
}

/* True if it has to be known behind STMT whether what it loads is set: a copy
   in another variable, which is not used where the copy is made, or a truth
   value that is passed on.  */

static bool
asked_behind_p (gimple *stmt)
{
  tree value = gimple_assign_lhs (stmt), type = TREE_TYPE (value);
  use_operand_p use;
  imm_use_iterator iter;
  if (cuf_unset_value (type))
    return source_variable_p (SSA_NAME_VAR (value));
  if (TREE_CODE (type) != BOOLEAN_TYPE)
    return false;
  if (source_variable_p (SSA_NAME_VAR (value)))
    return true;
  FOR_EACH_IMM_USE_FAST (use, iter, value)
    if (cuf_passed_to (USE_STMT (use), value))
      return true;
  return false;
}

/* Add to NAMES and QUEUE what STMT loads, if that is so, and to LOADED.  */

static void
add_loaded (gimple *stmt, cuf_unset_names *names, vec<tree> *queue,
	    hash_set<tree> *loaded)
{
  tree var = loaded_variable (stmt);
  if (!var || !asked_behind_p (stmt))
    return;
  loaded->add (gimple_assign_lhs (stmt));
  add_name (gimple_assign_lhs (stmt), named_variable (var), names, queue);
}

/* Add to NAMES what FN has loaded that may not be set: results of PHI nodes,
   and what is passed on otherwise, which is added to LOADED.  */

void
cuf_find_loaded (function *fn, cuf_unset_names *names, hash_set<tree> *loaded)
{
  basic_block bb;
  auto_vec<tree> queue;
  FOR_EACH_BB_FN (bb, fn)
    {
      for (gphi_iterator gsi = gsi_start_phis (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	if (may_be_loaded_p (gsi.phi ()))
	  add_name (gimple_phi_result (gsi.phi ()), NULL_TREE, names, &queue);
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	add_loaded (gsi_stmt (gsi), names, &queue, loaded);
    }
  follow (names, &queue);
}

/* --- From function to function ------------------------------------------- */

/* STMT returns from FN, which has NAMES.  Note if its result may not be set.
   Return true if that is new.  */

static bool
note_result (greturn *stmt, tree fn, cuf_unset_names *names)
{
  tree value = gimple_return_retval (stmt);
  return (value && TREE_CODE (value) == SSA_NAME && names->get (value)
	  && !unset_results->add (fn));
}

/* CALL is in a function that has NAMES.  Note which parameters it does not set.
   Return true if that is new.  */

static bool
note_parameters (gcall *call, cuf_unset_names *names)
{
  tree fn = gimple_call_fndecl (call);
  tree parm = fn ? DECL_ARGUMENTS (fn) : NULL_TREE;
  cgraph_node *node = fn ? cgraph_node::get (fn) : NULL;
  if (!node || !node->has_gimple_body_p () || !cuf_has_device_copy_p (fn))
    return false;
  unsigned bits = 0, old = cuf_unset_parameters (fn);
  for (unsigned i = 0; parm && i < gimple_call_num_args (call)
       && i < MOST_PARAMETERS; i++, parm = DECL_CHAIN (parm))
    {
      tree arg = gimple_call_arg (call, i);
      if (TREE_CODE (arg) == SSA_NAME && names->get (arg)
	  && scalar_type_p (TREE_TYPE (parm)))
	bits |= 1u << i;
    }
  if ((bits | old) == old)
    return false;
  unset_parameters->put (fn, bits | old);
  return true;
}

/* Note what the function of NODE returns and passes on.  Return true if
   something is new.  */

static bool
note_function (cgraph_node *node)
{
  function *fn = DECL_STRUCT_FUNCTION (node->decl);
  cuf_unset_names names;
  basic_block bb;
  bool changed = false;
  cuf_find_unset (fn, &names);
  if (names.is_empty ())
    return false;
  FOR_EACH_BB_FN (bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (greturn *stmt = dyn_cast<greturn *> (gsi_stmt (gsi)))
	changed |= note_result (stmt, node->decl, &names);
      else if (gcall *call = dyn_cast<gcall *> (gsi_stmt (gsi)))
	changed |= note_parameters (call, &names);
  return changed;
}

/* Find out which of FUNCTIONS, those of the unit that are checked, have results
   and parameters that may not be set.  */

void
cuf_find_unset_functions (const vec<cgraph_node *> &functions)
{
  bool changed;
  unset_results = new hash_set<tree>;
  unset_parameters = new hash_map<tree, unsigned>;
  do
    {
      changed = false;
      for (cgraph_node *node : functions)
	changed |= note_function (node);
    }
  while (changed);
}

/* Forget that.  */

void
cuf_forget_unset_functions (void)
{
  delete unset_results;
  delete unset_parameters;
  unset_results = NULL;
  unset_parameters = NULL;
}
