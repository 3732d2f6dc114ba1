/* Automatic arrays of device code.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of cudafortran.

   Cudafortran is free software; you can redistribute it and/or modify it under
   the terms of the GNU General Public License as published by the Free Software
   Foundation; either version 3, or (at your option) any later version.

   Cudafortran is distributed in the hope that it will be useful, but WITHOUT ANY
   WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS FOR
   A PARTICULAR PURPOSE.  See the GNU General Public License for more details.

   You should have received a copy of the GNU General Public License along with
   cudafortran; see the file COPYING.  If not, see
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
#include "attribs.h"
#include "stringpool.h"
#include "fold-const.h"
#include "stor-layout.h"
#include "gimplify.h"
#include "gimple-iterator.h"
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "trans-array.h"
#include "trans-const.h"
#include "cuf-trans.h"
#include "cuf-lower.h"
#include "cuf-undo.h"

/* Gfortran allocates an automatic array, and a temporary one whose size it does
   not know, with malloc.  On the device that is the heap, which all threads
   take turns at and which holds but a few megabytes.  So each allocation there
   gets a part of the thread's frame, that is of local memory, and takes the
   heap only where the array is larger than that part.  Not in procedures that
   call themselves or are called through pointers, nor in those that call such:
   where the stack that a kernel needs cannot be known it has one kilobyte in
   all, and the driver does not know to raise that.  On the host nothing
   changes: what is beyond the array's end can be found out there.

   The front end calls malloc and free by declarations of their own, which tell
   these calls from others; the steps before streaming replace them.  */

/* --- The front end ------------------------------------------------------- */

/* Of the declarations.  */
#define AUTOMATIC_ATTRIBUTE "cuf automatic"

/* malloc or free, that is CODE, of automatic arrays; kept by cuf_keep.  */

static tree
automatic_function (built_in_function code)
{
  static hash_map<int_hash<int, -1, -2>, tree> *declarations;
  if (!declarations)
    declarations = new hash_map<int_hash<int, -1, -2>, tree>;
  tree &decl = declarations->get_or_insert (code);
  if (!decl)
    {
      tree fn = copy_node (builtin_decl_explicit (code));
      DECL_ATTRIBUTES (fn) = tree_cons (get_identifier (AUTOMATIC_ATTRIBUTE),
					NULL_TREE, DECL_ATTRIBUTES (fn));
      decl = cuf_keep (fn);
    }
  return decl;
}

/* True if device code is generated in which the compiler may choose where arrays
   are: not where memory is to be checked, nor if the procedure may call itself.  */

static bool
frame_p (void)
{
  const gfc_symbol *procedure = cuf_current_procedure ();
  return (cuf_generating_device_code_p ()
	  && !(gfc_option.rtcheck & GFC_RTCHECK_MEM)
	  && (!procedure || !procedure->attr.recursive));
}

/* The call that allocates BYTES, but at least one.  */

static tree
allocate (tree bytes)
{
  bytes = fold_build2_loc (input_location, MAX_EXPR, size_type_node,
			   fold_convert (size_type_node, bytes), size_one_node);
  return build_call_expr_loc (input_location,
			      automatic_function (BUILT_IN_MALLOC), 1, bytes);
}

/* The call that frees DATA.  */

static tree
deallocate (tree data)
{
  return build_call_expr_loc (input_location,
			      automatic_function (BUILT_IN_FREE), 1,
			      fold_convert (pvoid_type_node, data));
}

/* The array of SIZE elements that DECL of device code points to begins where INIT
   is, and ends with BLOCK; its first element is at OFFSET.  True if that has been
   added to these.  */

bool
cuf_trans_automatic_array (gfc_symbol *sym, tree decl, tree size, tree offset,
			   stmtblock_t *init, gfc_wrapped_block *block)
{
  if (sym->attr.cray_pointee || !frame_p ())
    return false;

  gcc_checking_assert (POINTER_TYPE_P (TREE_TYPE (decl)));
  tree type = TREE_TYPE (TREE_TYPE (decl));
  tree element = TYPE_SIZE_UNIT (gfc_get_element_type (type));
  tree bytes = fold_build2_loc (input_location, MULT_EXPR, size_type_node,
				fold_convert (size_type_node, size),
				fold_convert (size_type_node, element));
  gfc_add_modify (init, decl, fold_convert (TREE_TYPE (decl), allocate (bytes)));
  if (VAR_P (GFC_TYPE_ARRAY_OFFSET (type)))
    gfc_add_modify (init, GFC_TYPE_ARRAY_OFFSET (type), offset);
  gfc_add_init_cleanup (block, gfc_finish_block (init), deallocate (decl));
  return true;
}

/* The temporary array INFO of device code has BYTES, or none if that is null or
   zero, where the function that it is the result of allocates it.  True if PRE
   now allocates it and POST frees it: not if it is FIXED that it is otherwise, as
   where it may grow or is a copy of something.  */

bool
cuf_trans_temporary (stmtblock_t *pre, stmtblock_t *post, gfc_array_info *info,
		     tree bytes, bool fixed)
{
  if (fixed || !bytes || TREE_CONSTANT (bytes) || !frame_p ())
    return false;

  tree data = gfc_evaluate_now (allocate (bytes), pre);
  gfc_conv_descriptor_data_set (pre, info->descriptor, data);
  gfc_conv_descriptor_offset_set (pre, info->descriptor, gfc_index_zero_node);
  info->data = gfc_conv_descriptor_data_get (info->descriptor);
  info->offset = gfc_index_zero_node;
  gfc_add_expr_to_block (post, deallocate (data));
  return true;
}

/* --- The device ---------------------------------------------------------- */

/* What the allocations of a function may have of its frame together, and one of
   them: at most and, whatever the others have, at least, in bytes.  The driver
   sets the frames of all threads aside that a device can run at once.  */
#define ALL_PARTS 8192
#define LARGEST_PART 4096
#define SMALLEST_PART 256

/* Functions of the device library.  */
#define ALLOCATE_FUNCTION "__gcuf_automatic"
#define FREE_FUNCTION "__gcuf_automatic_free"
#define FREE_PART_FUNCTION "__gcuf_automatic_free_part"

/* True if STMT calls CODE for an automatic array.  */

static bool
automatic_call_p (gimple *stmt, built_in_function code)
{
  return (gimple_call_builtin_p (stmt, code)
	  && lookup_attribute (AUTOMATIC_ATTRIBUTE,
			       DECL_ATTRIBUTES (gimple_call_fndecl (stmt))));
}

/* The device library's functions, kept by cuf_keep.  */

static tree
allocate_decl (void)
{
  static tree decl;
  if (!decl)
    {
      tree type = build_function_type_list (ptr_type_node, size_type_node,
					    ptr_type_node, size_type_node,
					    NULL_TREE);
      decl = cuf_keep (build_fn_decl (ALLOCATE_FUNCTION, type));
      TREE_NOTHROW (decl) = 1;
    }
  return decl;
}

/* Of the function that frees what may be a PART of the frame, or what may be any
   part of any frame.  */

static tree
free_decl (bool part)
{
  static tree decls[2];
  tree &decl = decls[part];
  if (!decl)
    {
      tree type = (part
		   ? build_function_type_list (void_type_node, ptr_type_node,
					       ptr_type_node, NULL_TREE)
		   : build_function_type_list (void_type_node, ptr_type_node,
					       NULL_TREE));
      decl = cuf_keep (build_fn_decl (part ? FREE_PART_FUNCTION : FREE_FUNCTION,
				      type));
      TREE_NOTHROW (decl) = 1;
    }
  return decl;
}

/* Replace the call *CALL in NODE's function, which is CFUN, by OTHER, which has
   its result and effects.  */

static void
exchange (cgraph_node *node, gcall **call, gcall *other)
{
  gimple_call_set_lhs (other, gimple_call_lhs (*call));
  cuf_exchange_call (node, *call, other);
  *call = other;
}

class automatic_change : public cuf_change
{
public:
  /* CALL is of malloc or free in NODE's function.  */
  automatic_change (cgraph_node *node, gcall *call);

  /* Let it be one of the device library: one that has PART bytes of the frame, or
     one that frees what may be PART of it, or any if that is null.  */
  void allocate (unsigned part);
  void deallocate (tree part);

  void undo () final override;

  gcall *call () const { return m_call; }
  tree part () const { return m_part; }

private:
  gcall *m_call;
  tree m_callee;
  tree m_part;			/* Of an allocation, or null.  */
};

automatic_change::automatic_change (cgraph_node *node, gcall *call)
  : cuf_change (node->decl), m_call (call),
    m_callee (cuf_keep_changed (gimple_call_fndecl (call))),
    m_part (NULL_TREE)
{
}

/* The address of PART.  */

static tree
address_of_part (tree part)
{
  return build_fold_addr_expr_with_type (part, ptr_type_node);
}

void
automatic_change::allocate (unsigned part)
{
  tree type = build_array_type_nelts (char_type_node, part);
  m_part = cuf_keep_changed (create_tmp_var_raw (type, "automatic"));
  SET_DECL_ALIGN (m_part, MALLOC_ABI_ALIGNMENT);
  DECL_USER_ALIGN (m_part) = 1;
  TREE_ADDRESSABLE (m_part) = 1;
  gimple_add_tmp_var_fn (cfun, m_part);
  exchange (cgraph_node::get (function ()), &m_call,
	    gimple_build_call (allocate_decl (), 3, gimple_call_arg (m_call, 0),
			       address_of_part (m_part), size_int (part)));
}

void
automatic_change::deallocate (tree part)
{
  tree p = gimple_call_arg (m_call, 0);
  exchange (cgraph_node::get (function ()), &m_call,
	    part ? gimple_build_call (free_decl (true), 2, p,
				      address_of_part (part))
		 : gimple_build_call (free_decl (false), 1, p));
}

void
automatic_change::undo ()
{
  gcall *other = gimple_build_call (m_callee, 1, gimple_call_arg (m_call, 0));
  exchange (cgraph_node::get (function ()), &m_call, other);
  if (!m_part)
    return;
  unsigned i;
  tree var;
  FOR_EACH_LOCAL_DECL (cfun, i, var)
    if (var == m_part)
      {
	cfun->local_decls->ordered_remove (i);
	return;
      }
  gcc_unreachable ();
}

/* Behind a call that frees an array its part of the frame can be another's: where
   a function is inlined more than once, its frames take one's room.  */

class frame_end : public cuf_change
{
public:
  /* CALL ends the life of PART.  */
  frame_end (gcall *call, tree part);
  void undo () final override;

private:
  gcall *m_call;
  gassign *m_clobber;
};

frame_end::frame_end (gcall *call, tree part)
  : cuf_change (current_function_decl), m_call (call)
{
  m_clobber = gimple_build_assign (part, build_clobber (TREE_TYPE (part)));
  gimple_set_location (m_clobber, gimple_location (call));
  tree vdef = gimple_vdef (call);
  tree between = make_ssa_name (SSA_NAME_VAR (vdef), call);
  gimple_set_vdef (call, between);
  gimple_set_vuse (m_clobber, between);
  gimple_set_vdef (m_clobber, vdef);
  SSA_NAME_DEF_STMT (vdef) = m_clobber;
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  gsi_insert_after_without_update (&gsi, m_clobber, GSI_SAME_STMT);
  update_stmt (m_clobber);
}

void
frame_end::undo ()
{
  tree between = gimple_vdef (m_call), vdef = gimple_vdef (m_clobber);
  gimple_set_vdef (m_clobber, NULL_TREE);
  gimple_stmt_iterator gsi = gsi_for_stmt (m_clobber);
  gsi_remove (&gsi, true);
  gimple_set_vdef (m_call, vdef);
  SSA_NAME_DEF_STMT (vdef) = m_call;
  release_ssa_name (between);
}

/* Add to CALLS those that have allocated what POINTER may point to, as far as that
   is seen; SEEN are the names that have been looked at.  False if it may point to
   something else.  */

static bool
allocations_of (tree pointer, hash_set<tree> *seen, hash_set<gimple *> *calls)
{
  while (TREE_CODE (pointer) == SSA_NAME)
    {
      if (seen->add (pointer))
	return true;
      gimple *def = SSA_NAME_DEF_STMT (pointer);
      if (is_gimple_call (def))
	{
	  calls->add (def);
	  return true;
	}
      if (gphi *phi = dyn_cast<gphi *> (def))
	{
	  bool all = true;
	  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	    all &= allocations_of (gimple_phi_arg_def (phi, i), seen, calls);
	  return all;
	}
      if (!gimple_assign_single_p (def) && !gimple_assign_cast_p (def))
	return false;
      pointer = gimple_assign_rhs1 (def);
    }
  return false;
}

/* True if the stack that NODE's function needs cannot be known: it may call
   itself, or what it calls may, or one of them calls through a pointer.  PATH
   are the functions by which it has been reached, SEEN those that have been
   looked at.  */

static bool
unknown_stack_p (cgraph_node *node, hash_set<cgraph_node *> *path,
		 hash_set<cgraph_node *> *seen)
{
  if (path->contains (node))
    return true;
  if (seen->add (node))
    return false;
  if (node->indirect_calls)
    return true;
  path->add (node);
  for (cgraph_edge *e = node->callees; e; e = e->next_callee)
    if (unknown_stack_p (e->callee->ultimate_alias_target (), path, seen))
      return true;
  path->remove (node);
  return false;
}

/* Add to NAMES what USE makes of the pointer NAME.  False if others may have it
   then.  */

static bool
follow_use (tree name, gimple *use, vec<tree> *names)
{
  if (is_gimple_debug (use) || gimple_clobber_p (use)
      || gimple_code (use) == GIMPLE_COND
      || gimple_call_builtin_p (use, BUILT_IN_FREE))
    return true;
  if (gimple_call_builtin_p (use, BUILT_IN_MEMCPY)
      || gimple_call_builtin_p (use, BUILT_IN_MEMSET))
    return !gimple_call_lhs (use);
  if (!is_gimple_assign (use))
    return false;
  tree lhs = gimple_assign_lhs (use), rhs = gimple_assign_rhs1 (use);
  if (gimple_assign_cast_p (use)
      || gimple_assign_rhs_code (use) == POINTER_PLUS_EXPR
      || rhs == name || TREE_CODE (rhs) == ADDR_EXPR)
    {
      if (TREE_CODE (lhs) != SSA_NAME || !POINTER_TYPE_P (TREE_TYPE (lhs)))
	return false;
      names->safe_push (lhs);
      return true;
    }
  return gimple_assign_load_p (use) || gimple_store_p (use);
}

/* True if STMT calls malloc for memory that nothing but its function reaches,
   and this no longer when the call is executed again: the masks of WHERE are
   such.  Append the calls that free it to ENDS.  */

static bool
private_allocation_p (gimple *stmt, vec<gcall *> *ends)
{
  if (!gimple_call_builtin_p (stmt, BUILT_IN_MALLOC)
      || !gimple_call_lhs (stmt)
      || TREE_CODE (gimple_call_lhs (stmt)) != SSA_NAME)
    return false;
  auto_vec<tree> names;
  auto_vec<gcall *> frees;
  names.safe_push (gimple_call_lhs (stmt));
  for (unsigned i = 0; i < names.length (); i++)
    {
      imm_use_iterator iter;
      use_operand_p use_p;
      FOR_EACH_IMM_USE_FAST (use_p, iter, names[i])
	{
	  gimple *use = USE_STMT (use_p);
	  if (!follow_use (names[i], use, &names))
	    return false;
	  if (gimple_call_builtin_p (use, BUILT_IN_FREE))
	    frees.safe_push (as_a<gcall *> (use));
	}
    }
  ends->safe_splice (frees);
  return true;
}

/* How many bytes of the frame the allocation CALL gets, one of COUNT.  */

static unsigned
part_of_frame (gcall *call, unsigned count)
{
  unsigned part = ALL_PARTS / count & -16u;
  part = MIN (MAX (part, SMALLEST_PART), LARGEST_PART);
  tree size = gimple_call_arg (call, 0);
  return (TREE_CODE (size) == INTEGER_CST && compare_tree_int (size, part) < 0
	  ? MAX (1, tree_to_uhwi (size)) : part);
}

/* Let CALL in NODE's function, which frees an array, be the device library's.  The
   allocations of the function have PARTS of its frame.  A copy of an array argument
   is freed where it is one: its pointer is one of two then.  */

static void
free_part (cgraph_node *node, gcall *call,
	   hash_map<gimple *, tree> &parts)
{
  hash_set<tree> seen;
  hash_set<gimple *> calls;
  bool all = allocations_of (gimple_call_arg (call, 0), &seen, &calls);
  tree *part = NULL;
  if (calls.elements () == 1)
    part = parts.get (*calls.begin ());
  automatic_change *change = new automatic_change (node, call);
  change->deallocate (part ? *part : NULL_TREE);
  cuf_undo_later (change);
  if (part && all)
    cuf_undo_later (new frame_end (change->call (), *part));
}

/* Before streaming: let the automatic arrays of NODE's function, which is CFUN,
   and memory like them, be in its frame.  */

void
cuf_use_device_frame (cgraph_node *node)
{
  if (node->address_taken)
    return;
  auto_vec<gcall *> allocations, ends;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	gimple *stmt = gsi_stmt (gsi);
	if (automatic_call_p (stmt, BUILT_IN_MALLOC))
	  allocations.safe_push (as_a<gcall *> (stmt));
	else if (automatic_call_p (stmt, BUILT_IN_FREE))
	  ends.safe_push (as_a<gcall *> (stmt));
	else if (private_allocation_p (stmt, &ends))
	  allocations.safe_push (as_a<gcall *> (stmt));
      }

  hash_set<cgraph_node *> path, seen;
  if (!allocations.is_empty () && unknown_stack_p (node, &path, &seen))
    allocations.truncate (0);

  hash_map<gimple *, tree> parts;
  for (gcall *call : allocations)
    {
      automatic_change *change = new automatic_change (node, call);
      change->allocate (part_of_frame (call, allocations.length ()));
      cuf_undo_later (change);
      parts.put (change->call (), change->part ());
    }
  /* Also where this function has been split off that with the allocation.  */
  for (gcall *call : ends)
    free_part (node, call, parts);
}
