/* Which memory a kernel writes, for the checks of device code on the host.
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
#include "cgraph.h"
#include "stringpool.h"
#include "attribs.h"
#include "fold-const.h"
#include "gimple-iterator.h"
#include "gimple-pretty-print.h"
#include "gimplify.h"
#include "tree-into-ssa.h"
#include "tree-dfa.h"
#include "tree-cfg.h"
#include "cfghooks.h"
#include "calls.h"
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "cuf-lower.h"

/* Most arrays that a kernel reads it does not write, nor does any other thread
   meanwhile: whoever knows that need not remember who has read them.  A kernel
   tells the runtime, before it does anything else, what it may write: where
   its parameters and the variables of modules point that its stores depend on.
   If one of these pointers is not known, as one that comes out of an array of
   pointers, then it tells nothing, and may write everything.  */

/* Memory that is written: where ROOT, a parameter, points; the variable ROOT;
   or, if LOADED, where a pointer points that is OFFSET bytes behind the begin
   of that.  */
struct place
{
  tree root;
  bool loaded;
  HOST_WIDE_INT offset;
};

enum { MOST_PLACES = 64, OFFSET_UNKNOWN = -1 };

/* What a function, with those that it calls, writes besides variables of its
   own.  */
struct written
{
  bool unknown;
  auto_vec<place> places;
};

/* That of functions that have been looked at, or that are being.  */
static hash_map<tree, written *> *known;

/* A function that is being looked at.  */
struct writer
{
  tree fn;
  written *w;
  hash_set<tree> *seen;		/* Pointers that are known already.  */
};

static written *written_by (tree);
static void resolve (writer *, tree);

static void
give_up (writer *f)
{
  f->w->unknown = true;
}

/* --- Places --------------------------------------------------------------- */

static bool
local_variable_p (tree decl)
{
  return VAR_P (decl) && !is_global_var (decl);
}

/* F writes to the place of ROOT, LOADED and OFFSET.  What the runtime has for a
   host thread is no other one's.  */

static void
add_place (writer *f, tree root, bool loaded, HOST_WIDE_INT offset)
{
  if (VAR_P (root)
      && (root == cuf_tree (CUF_CONTEXT_VAR) || local_variable_p (root)
	  || (!loaded && DECL_THREAD_LOCAL_P (root))))
    return;
  if (DECL_P (root) && VAR_P (root) && DECL_THREAD_LOCAL_P (root))
    {
      give_up (f);
      return;
    }
  for (const place &p : f->w->places)
    if (p.root == root && p.loaded == loaded && p.offset == offset)
      return;
  if (f->w->places.length () == MOST_PLACES)
    give_up (f);
  else
    f->w->places.safe_push (place { root, loaded, offset });
}

/* Let *ROOT be the parameter that points to REF, or the variable that it is in,
   and *OFFSET the distance, OFFSET_UNKNOWN if that is not constant.  Return
   false if there is no such thing.  */

static bool locate (tree, tree *, HOST_WIDE_INT *);

static bool
locate_ref (tree ref, tree *root, HOST_WIDE_INT *offset)
{
  poly_int64 bytes;
  HOST_WIDE_INT distance = OFFSET_UNKNOWN;
  tree base = get_addr_base_and_unit_offset (ref, &bytes);
  if (!base)
    base = get_base_address (ref);
  else if (!bytes.is_constant (&distance) || distance < 0)
    distance = OFFSET_UNKNOWN;
  *root = base;
  *offset = distance;
  if (!base)
    return false;
  if (DECL_P (base))
    return VAR_P (base);
  if (TREE_CODE (base) != MEM_REF
      || !locate (TREE_OPERAND (base, 0), root, offset))
    return false;
  HOST_WIDE_INT more;
  if (distance == OFFSET_UNKNOWN || *offset == OFFSET_UNKNOWN
      || !mem_ref_offset (base).is_constant ())
    *offset = OFFSET_UNKNOWN;
  else
    {
      more = mem_ref_offset (base).force_shwi ().to_constant ();
      *offset += distance + more;
      if (*offset < 0)
	*offset = OFFSET_UNKNOWN;
    }
  return true;
}

/* The same of what POINTER points to.  */

static bool
locate (tree pointer, tree *root, HOST_WIDE_INT *offset)
{
  HOST_WIDE_INT distance = 0;
  while (TREE_CODE (pointer) == SSA_NAME)
    {
      gimple *def = SSA_NAME_DEF_STMT (pointer);
      if (SSA_NAME_IS_DEFAULT_DEF (pointer))
	{
	  *root = SSA_NAME_VAR (pointer);
	  *offset = distance;
	  return *root && TREE_CODE (*root) == PARM_DECL;
	}
      if (!is_gimple_assign (def))
	return false;
      tree from = gimple_assign_rhs1 (def);
      if (gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR
	  && tree_fits_shwi_p (gimple_assign_rhs2 (def)))
	distance += tree_to_shwi (gimple_assign_rhs2 (def));
      else if (!gimple_assign_ssa_name_copy_p (def)
	       && gimple_assign_rhs_code (def) != ADDR_EXPR
	       && !(gimple_assign_cast_p (def)
		    && POINTER_TYPE_P (TREE_TYPE (from))))
	return false;
      pointer = from;
    }
  if (TREE_CODE (pointer) != ADDR_EXPR
      || !locate_ref (TREE_OPERAND (pointer, 0), root, offset))
    return false;
  if (*offset != OFFSET_UNKNOWN)
    *offset = (*offset + distance < 0 ? (HOST_WIDE_INT) OFFSET_UNKNOWN
	       : *offset + distance);
  return true;
}

/* True if a value of TYPE has a pointer in it.  */

static bool
has_pointer_p (tree type)
{
  if (POINTER_TYPE_P (type))
    return true;
  if (TREE_CODE (type) == ARRAY_TYPE)
    return has_pointer_p (TREE_TYPE (type));
  if (!RECORD_OR_UNION_TYPE_P (type))
    return false;
  for (tree field = TYPE_FIELDS (type); field; field = DECL_CHAIN (field))
    if (TREE_CODE (field) == FIELD_DECL && has_pointer_p (TREE_TYPE (field)))
      return true;
  return false;
}

/* --- Pointers ------------------------------------------------------------- */

static void resolve_at (writer *, tree, HOST_WIDE_INT);

/* STMT of F stores in a local variable what is OFFSET bytes behind the begin of
   that, if not OFFSET_UNKNOWN: F writes where a pointer points that is there.
   */

static void
resolve_stored (writer *f, gimple *stmt, HOST_WIDE_INT offset,
		HOST_WIDE_INT begin)
{
  tree rhs = gimple_assign_rhs1 (stmt), root;
  tree type = TREE_TYPE (gimple_assign_lhs (stmt));
  HOST_WIDE_INT from;
  bool whole = gimple_assign_single_p (stmt);
  bool somewhere = offset == OFFSET_UNKNOWN || begin == OFFSET_UNKNOWN;
  if (gimple_clobber_p (stmt)
      || (whole && TREE_CODE (rhs) == CONSTRUCTOR
	  && CONSTRUCTOR_NELTS (rhs) == 0)
      || (somewhere && is_gimple_reg_type (type) && !POINTER_TYPE_P (type)))
    return;
  /* A copy may be of bytes.  */
  if (!has_pointer_p (type))
    give_up (f);
  else if (POINTER_TYPE_P (type))
    {
      if (whole || gimple_assign_cast_p (stmt))
	resolve (f, rhs);
      else
	give_up (f);
    }
  else if (!whole || TREE_CODE (rhs) == CONSTRUCTOR
	   || !locate_ref (rhs, &root, &from) || from == OFFSET_UNKNOWN
	   || somewhere || offset < begin)
    give_up (f);
  else
    resolve_at (f, root, from + offset - begin);
}

/* F writes where a pointer points that is at OFFSET in the variable DECL of its
   own.  */

static void
resolve_in_variable (writer *f, tree decl, HOST_WIDE_INT offset)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, DECL_STRUCT_FUNCTION (f->fn))
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb);
	 !gsi_end_p (gsi) && !f->w->unknown; gsi_next (&gsi))
      {
	tree root;
	HOST_WIDE_INT begin;
	gimple *stmt = gsi_stmt (gsi);
	tree lhs = gimple_get_lhs (stmt);
	if (!lhs || TREE_CODE (lhs) == SSA_NAME
	    || !locate_ref (lhs, &root, &begin) || root != decl)
	  continue;
	tree size = TYPE_SIZE_UNIT (TREE_TYPE (lhs));
	if (begin != OFFSET_UNKNOWN && offset != OFFSET_UNKNOWN
	    && tree_fits_shwi_p (size)
	    && (begin > offset || begin + tree_to_shwi (size) <= offset))
	  continue;
	if (is_gimple_assign (stmt))
	  resolve_stored (f, stmt, offset, begin);
	else
	  give_up (f);
      }
}

/* F writes where a pointer points that is OFFSET bytes behind the begin of what
   ROOT is.  */

static void
resolve_at (writer *f, tree root, HOST_WIDE_INT offset)
{
  static int depth;
  enum { MOST_DEPTH = 32 };
  if (VAR_P (root) && local_variable_p (root))
    {
      if (++depth > MOST_DEPTH)
	give_up (f);
      else
	resolve_in_variable (f, root, offset);
      depth--;
    }
  else if (root != cuf_tree (CUF_CONTEXT_VAR) && offset == OFFSET_UNKNOWN)
    give_up (f);
  else
    add_place (f, root, true, offset);
}

/* F writes where POINTER points, which STMT computes.  */

static void
resolve_assigned (writer *f, gimple *stmt)
{
  tree from = gimple_assign_rhs1 (stmt), root;
  HOST_WIDE_INT offset;
  if (gimple_assign_load_p (stmt))
    {
      if (locate_ref (from, &root, &offset))
	resolve_at (f, root, offset);
      else
	give_up (f);
      return;
    }
  switch (gimple_assign_rhs_code (stmt))
    {
    CASE_CONVERT:
    case SSA_NAME:
    case POINTER_PLUS_EXPR:
    case ADDR_EXPR:
    case INTEGER_CST:
      resolve (f, from);
      break;
    case COND_EXPR:
      resolve (f, gimple_assign_rhs2 (stmt));
      resolve (f, gimple_assign_rhs3 (stmt));
      break;
    default:
      give_up (f);
    }
}

/* True if STMT gets memory that no other block has.  */

static bool
allocation_p (gimple *stmt)
{
  tree fn = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  return ((fn && strcmp (cuf_symbol (fn), "__gcuf_dynamic_shared") == 0)
	  || gimple_call_builtin_p (stmt, BUILT_IN_MALLOC)
	  || gimple_call_builtin_p (stmt, BUILT_IN_CALLOC)
	  || gimple_call_builtin_p (stmt, BUILT_IN_REALLOC)
	  || gimple_call_builtin_p (stmt, BUILT_IN_ALLOCA)
	  || gimple_call_builtin_p (stmt, BUILT_IN_ALLOCA_WITH_ALIGN));
}

/* F writes where POINTER points.  */

static void
resolve (writer *f, tree pointer)
{
  if (f->w->unknown || TREE_CODE (pointer) == INTEGER_CST)
    return;
  if (TREE_CODE (pointer) == ADDR_EXPR)
    {
      tree base = get_base_address (TREE_OPERAND (pointer, 0));
      if (base && VAR_P (base))
	add_place (f, base, false, 0);
      else if (base && TREE_CODE (base) == MEM_REF)
	resolve (f, TREE_OPERAND (base, 0));
      else if (!base || TREE_CODE (base) == FUNCTION_DECL)
	give_up (f);
      return;
    }
  if (TREE_CODE (pointer) != SSA_NAME || !POINTER_TYPE_P (TREE_TYPE (pointer)))
    {
      give_up (f);
      return;
    }
  if (f->seen->add (pointer))
    return;
  gimple *def = SSA_NAME_DEF_STMT (pointer);
  if (SSA_NAME_IS_DEFAULT_DEF (pointer))
    {
      if (SSA_NAME_VAR (pointer)
	  && TREE_CODE (SSA_NAME_VAR (pointer)) == PARM_DECL)
	add_place (f, SSA_NAME_VAR (pointer), false, 0);
    }
  else if (gphi *phi = dyn_cast<gphi *> (def))
    for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
      resolve (f, gimple_phi_arg_def (phi, i));
  else if (is_gimple_assign (def))
    resolve_assigned (f, def);
  else if (!allocation_p (def))
    give_up (f);
}

/* --- Statements ----------------------------------------------------------- */

/* F stores to LHS.  Where pointers are that it stores in a variable of its own
   can be found, but not elsewhere.  */

static void
note_store (writer *f, tree lhs)
{
  tree root, base = get_base_address (lhs);
  HOST_WIDE_INT offset;
  if (TREE_CODE (lhs) == SSA_NAME)
    return;
  if (has_pointer_p (TREE_TYPE (lhs))
      && (!locate_ref (lhs, &root, &offset) || !local_variable_p (root)))
    give_up (f);
  else if (base && DECL_P (base))
    {
      if (VAR_P (base))
	add_place (f, base, false, 0);
    }
  else if (base && (TREE_CODE (base) == MEM_REF
		    || TREE_CODE (base) == TARGET_MEM_REF))
    resolve (f, TREE_OPERAND (base, 0));
  else
    give_up (f);
}

/* True if STMT copies bytes out of what has pointers in it.  */

static bool
copies_bytes_p (gimple *stmt)
{
  tree root, lhs = gimple_assign_lhs (stmt);
  HOST_WIDE_INT offset;
  return (gimple_assign_single_p (stmt) && !is_gimple_reg_type (TREE_TYPE (lhs))
	  && !has_pointer_p (TREE_TYPE (lhs))
	  && gimple_assign_load_p (stmt)
	  && locate_ref (gimple_assign_rhs1 (stmt), &root, &offset)
	  && has_pointer_p (VAR_P (root) ? TREE_TYPE (root)
			    : TREE_TYPE (TREE_TYPE (root))));
}

/* True if POINTER may point to other pointers.  */

static bool
to_pointers_p (tree pointer)
{
  tree root;
  HOST_WIDE_INT offset;
  if (has_pointer_p (TREE_TYPE (TREE_TYPE (pointer))))
    return true;
  if (!locate (pointer, &root, &offset))
    return false;
  tree type = TREE_TYPE (root);
  return has_pointer_p (POINTER_TYPE_P (type) && !VAR_P (root)
			? TREE_TYPE (type) : type);
}

/* F calls what may write where ARG points, if it is a pointer.  What pointers
   there point to it might write, too.  */

static void
note_argument (writer *f, tree arg)
{
  if (!POINTER_TYPE_P (TREE_TYPE (arg)))
    return;
  if (to_pointers_p (arg))
    give_up (f);
  else
    resolve (f, arg);
}

/* F writes what P is in a function that STMT calls, whose parameters are
   PARAMETER and those behind it.  */

static void
note_place (writer *f, gcall *stmt, tree parameter, const place &p)
{
  unsigned i = 0;
  tree root;
  HOST_WIDE_INT offset;
  for (; parameter && parameter != p.root; parameter = DECL_CHAIN (parameter))
    i++;
  if (!parameter && VAR_P (p.root))
    add_place (f, p.root, p.loaded, p.offset);
  else if (!parameter || i >= gimple_call_num_args (stmt))
    give_up (f);
  else if (!p.loaded)
    resolve (f, gimple_call_arg (stmt, i));
  else if (!locate (gimple_call_arg (stmt, i), &root, &offset)
	   || offset == OFFSET_UNKNOWN)
    give_up (f);
  else
    resolve_at (f, root, offset + p.offset);
}

static void
note_call (writer *f, gcall *stmt)
{
  const int silent = ECF_CONST | ECF_PURE | ECF_NORETURN;
  tree fn = gimple_call_fndecl (stmt);
  if (tree lhs = gimple_call_lhs (stmt))
    note_store (f, lhs);
  if (!fn)
    {
      if (!gimple_call_internal_p (stmt) || gimple_vdef (stmt))
	give_up (f);
      return;
    }
  cgraph_node *node = cgraph_node::get (fn);
  if (startswith (cuf_symbol (fn), "GCUF_check_"))
    return;
  if (node && node->has_gimple_body_p ())
    {
      written *w = written_by (fn);
      if (w->unknown)
	give_up (f);
      for (unsigned i = 0; i < w->places.length () && !f->w->unknown; i++)
	note_place (f, stmt, DECL_ARGUMENTS (fn), w->places[i]);
    }
  else if (gimple_call_flags (stmt) & silent || allocation_p (stmt))
    return;
  else if (fndecl_built_in_p (fn, BUILT_IN_NORMAL)
	   || startswith (cuf_symbol (fn), "__gcuf_"))
    for (unsigned i = 0; i < gimple_call_num_args (stmt); i++)
      note_argument (f, gimple_call_arg (stmt, i));
  else
    give_up (f);
}

/* What FN writes.  What calls itself may write everything.  */

static written *
written_by (tree fn)
{
  if (!known)
    known = new hash_map<tree, written *>;
  if (written **old = known->get (fn))
    return *old;
  written *w = new written ();
  w->unknown = true;
  known->put (fn, w);
  written found = {};
  hash_set<tree> seen;
  writer f = { fn, &found, &seen };
  basic_block bb;
  FOR_EACH_BB_FN (bb, DECL_STRUCT_FUNCTION (fn))
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb);
	 !gsi_end_p (gsi) && !found.unknown; gsi_next (&gsi))
      {
	gimple *stmt = gsi_stmt (gsi);
	if (gcall *call = dyn_cast<gcall *> (stmt))
	  note_call (&f, call);
	else if (is_gimple_assign (stmt) && gimple_vdef (stmt)
		 && !gimple_clobber_p (stmt))
	  {
	    if (copies_bytes_p (stmt))
	      give_up (&f);
	    note_store (&f, gimple_assign_lhs (stmt));
	  }
	else if (gasm *text = dyn_cast<gasm *> (stmt))
	  {
	    /* The lowering has some without instructions.  */
	    if (*gimple_asm_string (text))
	      give_up (&f);
	  }
	if (found.unknown && dump_file)
	  print_gimple_stmt (dump_file, stmt, 0);
      }
  w->unknown = found.unknown;
  w->places.safe_splice (found.places);
  if (dump_file)
    fprintf (dump_file, "%s: %s, %u places\n", cuf_symbol (fn),
	     w->unknown ? "may write everything" : "known",
	     w->places.length ());
  return w;
}

/* --- The call ------------------------------------------------------------- */

/* The address of what P is in the current function, whose first parameter
   points to the kernel's: null if nobody else can read it.  */

static tree
address_of (const place &p)
{
  tree root = (VAR_P (p.root) ? build_fold_addr_expr (p.root)
	       : ssa_default_def (cfun, p.root));
  if (VAR_P (p.root))
    TREE_ADDRESSABLE (p.root) = 1;
  if (!p.loaded)
    return VAR_P (p.root) ? root : NULL_TREE;
  tree any = build_pointer_type_for_mode (char_type_node, ptr_mode, true);
  return build2 (MEM_REF, ptr_type_node, root,
		 build_int_cst (any, p.offset));
}

/* Let the current function, which runs threads of a kernel, tell the runtime
   that it writes PLACES, and nothing else.  */

static void
tell (const vec<place> &places)
{
  gimple_seq seq = NULL;
  auto_vec<tree> addresses;
  for (const place &p : places)
    if (tree address = address_of (p))
      addresses.safe_push (address);
  tree n = size_int (addresses.length ()), first = null_pointer_node;
  if (!addresses.is_empty ())
    {
      tree type = build_array_type_nelts (ptr_type_node, addresses.length ());
      tree array = create_tmp_var (type, "written");
      TREE_ADDRESSABLE (array) = 1;
      for (unsigned i = 0; i < addresses.length (); i++)
	{
	  tree value = make_ssa_name (ptr_type_node);
	  gimple_seq_add_stmt (&seq, gimple_build_assign (value, addresses[i]));
	  tree to = build4 (ARRAY_REF, ptr_type_node, array, size_int (i),
			    NULL_TREE, NULL_TREE);
	  gimple_seq_add_stmt (&seq, gimple_build_assign (to, value));
	}
      first = build_fold_addr_expr (array);
    }
  gimple_seq_add_stmt (&seq, gimple_build_call (cuf_tree (CUF_FN_CHECK_WRITTEN),
						2, first, n));
  basic_block entry = ENTRY_BLOCK_PTR_FOR_FN (cfun);
  gsi_insert_seq_on_edge_immediate (single_succ_edge (entry), seq);
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa_only_virtuals);
  cgraph_edge::rebuild_edges ();
}

/* Let the function of NODE, which runs threads of a kernel, tell the runtime
   what it writes, if that is known.  */

void
cuf_tell_written (cgraph_node *node)
{
  if (cuf_block_function_p (node->decl)
      || startswith (cuf_symbol (node->decl), CUF_CHECKED_PREFIX))
    return;
  written *w = written_by (node->decl);
  if (w->unknown)
    return;
  push_cfun (DECL_STRUCT_FUNCTION (node->decl));
  tell (w->places);
  pop_cfun ();
}
