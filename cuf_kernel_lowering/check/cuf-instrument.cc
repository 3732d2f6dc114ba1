/* Accesses to memory that are checked on the host.
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
#include "gimple-iterator.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "tree-inline.h"
#include "tree-into-ssa.h"
#include "tree-dfa.h"
#include "cfghooks.h"
#include "tree-cfg.h"
#include "context.h"
#include "gfortran.h"
#include "diagnostic-core.h"
#include "trans.h"
#include "trans-types.h"
#include "cuf-lower.h"

/* With -gpu=check the host's version of device code tells the runtime of each
   access to memory that other threads can see, before it does it, of fences,
   and of errors that the front end checks for.  This is done before any
   optimization, and after the device has got copies of its functions, which
   stay as they are.  */

/* The bytes of what is not set, again and again.  */
enum { WORD = 4 };

/* What the runtime is told of an access.  */
struct memory_access
{
  tree address;
  tree bytes;			/* A size_t.  */
  tree base;			/* Of the object, or null.  */
  tree site;
  unsigned kind;		/* Bits of enum gcuf_access.  */
};

/* True if no other thread can see REF, or nobody stores there while device code
   runs.  */

static bool
private_place_p (tree ref)
{
  for (tree t = ref; handled_component_p (t); t = TREE_OPERAND (t, 0))
    if (TREE_CODE (t) == COMPONENT_REF
	&& GFC_DESCRIPTOR_TYPE_P (TREE_TYPE (TREE_OPERAND (t, 0))))
      return true;
  tree base = get_base_address (ref);
  if (!base)
    return true;
  if (DECL_P (base))
    return (!VAR_P (base) || !is_global_var (base) || TREE_READONLY (base)
	    || DECL_ARTIFICIAL (base));
  if (TREE_CODE (base) != MEM_REF && TREE_CODE (base) != TARGET_MEM_REF)
    return true;
  /* Indices of threads are the runtime's.  */
  return (GFC_DESCRIPTOR_TYPE_P (TREE_TYPE (base))
	  || (TREE_CODE (base) == MEM_REF
	      && cuf_automatic_array_p (TREE_OPERAND (base, 0)))
	  || TYPE_MAIN_VARIANT (TREE_TYPE (base)) == cuf_tree (CUF_DIM3));
}

/* True if the BYTES at POINTER are those of a variable, or in one, that no other
   thread can see.  */

static bool
private_bytes_p (tree pointer, tree bytes)
{
  if (TREE_CODE (pointer) != ADDR_EXPR)
    return false;
  tree ref = TREE_OPERAND (pointer, 0), size = TYPE_SIZE_UNIT (TREE_TYPE (ref));
  return (private_place_p (ref) && tree_fits_uhwi_p (bytes)
	  && size && tree_fits_uhwi_p (size)
	  && tree_to_uhwi (bytes) <= tree_to_uhwi (size));
}

/* Insert in front of GSI what computes EXPR, and return its value.  */

tree
cuf_compute_before (gimple_stmt_iterator *gsi, tree expr)
{
  return force_gimple_operand_gsi (gsi, expr, true, NULL_TREE, true,
				   GSI_SAME_STMT);
}

/* The address of REF, computed in front of GSI.  */

static tree
address_of (gimple_stmt_iterator *gsi, tree ref)
{
  tree base = get_base_address (ref);
  if (DECL_P (base))
    TREE_ADDRESSABLE (base) = 1;
  tree address = build_fold_addr_expr (unshare_expr (ref));
  return cuf_compute_before (gsi, fold_convert (ptr_type_node, address));
}

/* Insert CALL in front of GSI, as a part of its statement.  */

static void
insert_call (gimple_stmt_iterator *gsi, gcall *call)
{
  gimple_set_location (call, gimple_location (gsi_stmt (*gsi)));
  gsi_insert_before (gsi, call, GSI_SAME_STMT);
}

/* Insert in front of GSI that A is going to happen.  */

static void
tell_access (gimple_stmt_iterator *gsi, const memory_access &a)
{
  unsigned kind = a.kind;
  if (cuf_given_p (a.base, current_function_decl))
    kind |= GCUF_ACCESS_GIVEN;
  tree base = (a.base ? fold_convert (ptr_type_node, unshare_expr (a.base))
	       : null_pointer_node);
  base = cuf_compute_before (gsi, base);
  tree site = cuf_compute_before (gsi, a.site);
  insert_call (gsi, gimple_build_call (cuf_tree (CUF_FN_CHECK_ACCESS), 5,
				       a.address, a.bytes, base,
				       build_int_cst (unsigned_type_node,
						      kind), site));
}

/* The same of REF, which STMT at GSI accesses as KIND says, if others can see
   it or what is read there is used.  Return its address, or null.  */

static tree
tell_ref (gimple_stmt_iterator *gsi, tree ref, unsigned kind)
{
  tree size = TYPE_SIZE_UNIT (TREE_TYPE (ref));
  if (private_place_p (ref))
    kind = cuf_private_variable_p (ref) ? kind & GCUF_ACCESS_USED : 0;
  if (kind == 0 || !size || !tree_fits_uhwi_p (size) || integer_zerop (size))
    return NULL_TREE;
  memory_access a
    = { address_of (gsi, ref), fold_convert (size_type_node, size),
	cuf_access_base (ref), NULL_TREE, kind };
  a.site = cuf_access_site (gsi_stmt (*gsi), ref, a.base);
  tell_access (gsi, a);
  return a.address;
}

/* The same of BYTES at POINTER.  */

static void
tell_bytes (gimple_stmt_iterator *gsi, tree pointer, tree bytes, unsigned kind)
{
  if (private_bytes_p (pointer, bytes))
    return;
  memory_access a
    = { cuf_compute_before (gsi, fold_convert (ptr_type_node, pointer)),
	cuf_compute_before (gsi, fold_convert (size_type_node, bytes)),
	cuf_access_base (pointer), NULL_TREE, kind };
  a.site = cuf_access_site (gsi_stmt (*gsi), pointer, a.base);
  tell_access (gsi, a);
}

/* Insert behind GSI that the thread has seen what is at ADDRESS.  GSI goes on
   to that.  */

static void
tell_seen (gimple_stmt_iterator *gsi, tree address)
{
  gcall *call = gimple_build_call (cuf_tree (CUF_FN_CHECK_SEEN), 1, address);
  gimple_set_location (call, gimple_location (gsi_stmt (*gsi)));
  gsi_insert_after (gsi, call, GSI_NEW_STMT);
}

/* --- Parts of words ------------------------------------------------------ */

/* The address of what VALUE is a copy of, or a null pointer if it is none.  */

static tree
copied_from (tree value)
{
  while (TREE_CODE (value) == SSA_NAME
	 && gimple_assign_ssa_name_copy_p (SSA_NAME_DEF_STMT (value)))
    value = gimple_assign_rhs1 (SSA_NAME_DEF_STMT (value));
  gimple *def = (TREE_CODE (value) == SSA_NAME
		 ? SSA_NAME_DEF_STMT (value) : NULL);
  if (!def || !gimple_assign_load_p (def))
    return null_pointer_node;
  gimple_stmt_iterator gsi = gsi_for_stmt (def);
  return address_of (&gsi, gimple_assign_rhs1 (def));
}

/* True if STMT sets less than a word, which looks then as if it were not set, or
   is a copy of that.  Logical values do not.  */

static bool
sets_part_p (gimple *stmt)
{
  if (!gimple_store_p (stmt) || gimple_clobber_p (stmt) || stmt_ends_bb_p (stmt))
    return false;
  tree ref = gimple_get_lhs (stmt), type = TREE_TYPE (ref);
  return ((INTEGRAL_TYPE_P (type) || SCALAR_FLOAT_TYPE_P (type))
	  && TREE_CODE (type) != BOOLEAN_TYPE
	  && compare_tree_int (TYPE_SIZE_UNIT (type), WORD) < 0
	  && (!private_place_p (ref) || cuf_private_variable_p (ref)));
}

/* Insert behind GSI that STMT has set a part of a word.  GSI goes on to that.  */

static void
tell_part (gimple_stmt_iterator *gsi, gimple *stmt)
{
  tree ref = gimple_get_lhs (stmt), from = null_pointer_node;
  gimple_stmt_iterator before = gsi_for_stmt (stmt);
  if (gimple_assign_single_p (stmt))
    from = copied_from (gimple_assign_rhs1 (stmt));
  gcall *call
    = gimple_build_call (cuf_tree (CUF_FN_CHECK_PART), 3,
			 address_of (&before, ref),
			 fold_convert (size_type_node,
				       TYPE_SIZE_UNIT (TREE_TYPE (ref))), from);
  gimple_set_location (call, gimple_location (stmt));
  gsi_insert_after (gsi, call, GSI_NEW_STMT);
}

/* --- Intrinsics ---------------------------------------------------------- */

/* Intrinsics whose first argument points to what they access, by the beginning
   of their names, and how they do.  Loads and stores that go past the caches of
   the multiprocessors are what flags are made of.  */
static const struct
{
  const char *prefix;
  unsigned kind;
} accessors[] = {
  { "atomicexch", GCUF_ACCESS_READ | GCUF_ACCESS_WRITE | GCUF_ACCESS_ATOMIC },
  { "atomic", (GCUF_ACCESS_READ | GCUF_ACCESS_WRITE | GCUF_ACCESS_ATOMIC
	       | GCUF_ACCESS_USED) },
  { "ldcg_", GCUF_ACCESS_READ | GCUF_ACCESS_ATOMIC },
  { "ldcv_", GCUF_ACCESS_READ | GCUF_ACCESS_ATOMIC },
  { "ldca_", GCUF_ACCESS_READ },
  { "ldcs_", GCUF_ACCESS_READ },
  { "ldlu_", GCUF_ACCESS_READ },
  { "stcg_", GCUF_ACCESS_WRITE | GCUF_ACCESS_ATOMIC },
  { "stwt_", GCUF_ACCESS_WRITE | GCUF_ACCESS_ATOMIC },
  { "stwb_", GCUF_ACCESS_WRITE },
  { "stcs_", GCUF_ACCESS_WRITE },
};

/* The bytes of the type that the suffix of an intrinsic's NAME says, as "i4",
   "c8", which has two parts, or "r4v4"; zero if it says none.  */

static unsigned
suffix_bytes (const char *name)
{
  unsigned bytes, elements = 1;
  char type;
  const char *suffix = strrchr (name, '_');
  while (suffix && suffix > name && suffix[1] == '\0')
    {
      do
	suffix--;
      while (suffix > name && *suffix != '_');
    }
  if (!suffix || sscanf (suffix, "_%c%uv%u", &type, &bytes, &elements) < 2)
    return 0;
  return bytes * elements * (type == 'c' ? 2 : 1);
}

/* The intrinsics in which a thread waits for others, by the beginning of their
   names, and what Fortran calls them, if that is something else.  */
static const struct
{
  const char *prefix;
  const char *name;
} waits[] = {
  { "syncthreads_and", NULL },
  { "syncthreads_or", NULL },
  { "syncthreads_count", NULL },
  { "syncthreads", NULL },
  { "syncwarp", NULL },
  { "sync_grid", "syncthreads" },
  { "sync_thread_block", "syncthreads" },
  { "sync_coalesced", "syncthreads" },
  { "sync_cluster", "syncthreads" },
  { "warp_activemask", "" },
  { "warp_lane", "" },
  { "warp_coalesced", "" },
  { "warp_", "warp operation" },
};

/* What Fortran calls the intrinsic NAME if it waits for other threads, or
   null.  */

static const char *
wait_name (const char *name)
{
  for (const auto &wait : waits)
    if (startswith (name, wait.prefix))
      {
	const char *shown = wait.name ? wait.name : wait.prefix;
	return *shown ? shown : NULL;
      }
  return NULL;
}

/* GSI is at a call of the intrinsic NAME.  Tell what it does.  */

static void
tell_intrinsic (gimple_stmt_iterator *gsi, const char *name)
{
  gimple *stmt = gsi_stmt (*gsi);
  if (startswith (name, "threadfence"))
    {
      insert_call (gsi, gimple_build_call (cuf_tree (CUF_FN_CHECK_FENCE), 0));
      return;
    }
  if (const char *shown = wait_name (name))
    {
      tree site = cuf_compute_before (gsi, cuf_wait_site (stmt, shown));
      insert_call (gsi, gimple_build_call (cuf_tree (CUF_FN_CHECK_WAIT), 1,
					   site));
      return;
    }
  unsigned bytes = suffix_bytes (name);
  for (const auto &accessor : accessors)
    if (bytes && startswith (name, accessor.prefix)
	&& gimple_call_num_args (stmt) > 0
	&& POINTER_TYPE_P (TREE_TYPE (gimple_call_arg (stmt, 0))))
      {
	tree pointer = gimple_call_arg (stmt, 0);
	tell_bytes (gsi, pointer, size_int (bytes), accessor.kind);
	unsigned seen = GCUF_ACCESS_READ | GCUF_ACCESS_ATOMIC;
	if ((accessor.kind & seen) == seen && !stmt_ends_bb_p (stmt))
	  tell_seen (gsi, cuf_compute_before (gsi, fold_convert (ptr_type_node,
								  pointer)));
	return;
      }
}

/* --- Statements ---------------------------------------------------------- */

/* GSI is at a call that allocates memory.  Tell FN about it.  GSI goes on to
   that.  */

static void
tell_allocated (gimple_stmt_iterator *gsi, enum cuf_tree_index fn)
{
  if (tree lhs = gimple_call_lhs (gsi_stmt (*gsi)))
    gsi_insert_after (gsi, gimple_build_call (cuf_tree (fn), 1, lhs),
		      GSI_NEW_STMT);
}

/* GSI is at a call that frees what its first argument points to.  */

static void
tell_freed (gimple_stmt_iterator *gsi)
{
  insert_call (gsi, gimple_build_call (cuf_tree (CUF_FN_CHECK_FREE), 1,
				       gimple_call_arg (gsi_stmt (*gsi), 0)));
}

/* GSI is at a call of the built-in function FN.  */

static void
tell_builtin (gimple_stmt_iterator *gsi, enum built_in_function fn)
{
  gimple *stmt = gsi_stmt (*gsi);
  switch (fn)
    {
    case BUILT_IN_MEMCPY:
    case BUILT_IN_MEMMOVE:
      tell_bytes (gsi, gimple_call_arg (stmt, 1), gimple_call_arg (stmt, 2),
		  GCUF_ACCESS_READ);
      /* Fall through.  */
    case BUILT_IN_MEMSET:
      tell_bytes (gsi, gimple_call_arg (stmt, 0), gimple_call_arg (stmt, 2),
		  GCUF_ACCESS_WRITE);
      break;
    case BUILT_IN_MALLOC:
      tell_allocated (gsi, CUF_FN_CHECK_MALLOC);
      break;
    case BUILT_IN_REALLOC:
      tell_freed (gsi);
      tell_allocated (gsi, CUF_FN_CHECK_REALLOC);
      break;
    case BUILT_IN_FREE:
      tell_freed (gsi);
      break;
    default:
      break;
    }
}

/* What reports an error in device code, instead of FN of libgfortran.  */

static tree
error_function (tree fn)
{
  tree report = build_fn_decl ("GCUF_check_error_at", TREE_TYPE (fn));
  TREE_THIS_VOLATILE (report) = 1;
  return report;
}

/* GSI is at a call.  */

static void
tell_call (gimple_stmt_iterator *gsi)
{
  gcall *call = as_a <gcall *> (gsi_stmt (*gsi));
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    {
      tree arg = gimple_call_arg (call, i);
      if (TREE_CODE (arg) != SSA_NAME && !is_gimple_min_invariant (arg)
	  && TREE_CODE (arg) != ADDR_EXPR)
	tell_ref (gsi, arg, GCUF_ACCESS_READ);
    }
  tree lhs = gimple_call_lhs (call);
  if (lhs && TREE_CODE (lhs) != SSA_NAME)
    tell_ref (gsi, lhs, GCUF_ACCESS_WRITE);
  tree fn = gimple_call_fndecl (call);
  if (!fn)
    return;
  if (strcmp (cuf_symbol (fn), "_gfortran_runtime_error_at") == 0)
    gimple_call_set_fndecl (call, error_function (fn));
  /* The front end does not always convert the sizes that it passes.  */
  else if (fndecl_built_in_p (fn, BUILT_IN_NORMAL))
    tell_builtin (gsi, DECL_FUNCTION_CODE (fn));
  else if (DECL_EXTERNAL (fn) && startswith (cuf_symbol (fn), "__gcuf_"))
    tell_intrinsic (gsi, cuf_symbol (fn) + strlen ("__gcuf_"));
}

/* True if VALUE, which has been loaded, is used, and not one of KNOWN.  */

static bool
used_p (tree value, const hash_set<tree> &known)
{
  return (cuf_used_p (value)
	  && !const_cast<hash_set<tree> &> (known).contains (value));
}

/* GSI is at an assignment.  What is volatile is taken for a flag.  Values in
   KNOWN are looked at where they are used, COMPARED are the loads of what a compare
   and swap compares with.  */

static void
tell_assignment (gimple_stmt_iterator *gsi, const hash_set<tree> &known,
		 hash_set<gimple *> *compared)
{
  gimple *stmt = gsi_stmt (*gsi);
  if (gimple_clobber_p (stmt))
    return;
  unsigned flag = cuf_volatile_access_p (stmt) ? GCUF_ACCESS_ATOMIC : 0;
  tree loaded = NULL_TREE;
  if (gimple_assign_load_p (stmt))
    loaded = tell_ref (gsi, gimple_assign_rhs1 (stmt),
		       (GCUF_ACCESS_READ
			| (used_p (gimple_assign_lhs (stmt), known)
			   ? GCUF_ACCESS_USED : 0)
			| (compared->contains (stmt) ? GCUF_ACCESS_ATOMIC : flag)));
  if (gimple_store_p (stmt))
    tell_ref (gsi, gimple_assign_lhs (stmt),
	      (GCUF_ACCESS_WRITE | flag
	       | (cuf_copied_p (gimple_assign_rhs1 (stmt))
		  ? GCUF_ACCESS_COPIED : 0)));
  if (loaded && flag && !stmt_ends_bb_p (stmt))
    tell_seen (gsi, loaded);
}

/* --- Indices of threads --------------------------------------------------- */

/* If STMT gets an index of a thread or a block, or an extent of these, let it be
   known that it is positive: subscripts are made of such.  */

static void
note_index_range (gimple *stmt)
{
  tree lhs = gimple_get_lhs (stmt), from = NULL_TREE;
  bool index = false, block = false;
  if (!lhs || TREE_CODE (lhs) != SSA_NAME || !INTEGRAL_TYPE_P (TREE_TYPE (lhs))
      || TYPE_PRECISION (TREE_TYPE (lhs)) != 32)
    return;
  if (is_gimple_call (stmt) && gimple_call_fndecl (stmt))
    {
      const char *symbol = cuf_symbol (gimple_call_fndecl (stmt));
      index = cuf_register_function_p (gimple_call_fndecl (stmt));
      block = (startswith (symbol, "__gcuf_threadidx_")
	       || startswith (symbol, "__gcuf_blockdim_"));
    }
  else if (gimple_assign_load_p (stmt))
    {
      from = get_base_address (gimple_assign_rhs1 (stmt));
      index = block = (from && (TYPE_MAIN_VARIANT (TREE_TYPE (from))
				== cuf_tree (CUF_DIM3)));
    }
  if (index)
    cuf_set_range (lhs, 1, block ? GCUF_MAX_BLOCK_THREADS : INT_MAX);
}

/* Note all of those in the function of NODE.  */

static void
note_index_ranges (cgraph_node *node)
{
  basic_block bb;
  push_cfun (DECL_STRUCT_FUNCTION (node->decl));
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      note_index_range (gsi_stmt (gsi));
  pop_cfun ();
}

/* --- Functions ------------------------------------------------------------ */

/* True if BB ends the program, as where a subscript is out of bounds.  */

static bool
fails_p (basic_block bb)
{
  gimple *last = last_stmt (bb);
  return last && is_gimple_call (last) && gimple_call_noreturn_p (last);
}

/* True if FN is small, but for what it does where it fails.  */

static bool
small_p (function *fn)
{
  enum { SMALL = 64 };
  int size = 0;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    if (!fails_p (bb))
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	size += estimate_num_insns (gsi_stmt (gsi), &eni_size_weights);
  return size <= SMALL;
}

/* Let the function of NODE tell of its accesses.  If it is small, as one is that
   would become a part of its callers without that, it does so all the same: what
   it accesses of their variables is not worth telling then.  What is in kernels
   is looked at by itself before (cuf-kernel-flags.cc).  */

static void
instrument (cgraph_node *node)
{
  push_cfun (DECL_STRUCT_FUNCTION (node->decl));
  if (optimize >= 2 && !startswith (cuf_symbol (node->decl), CUF_BODY_PREFIX)
      && small_p (cfun))
    DECL_DISREGARD_INLINE_LIMITS (node->decl) = 1;
  hash_set<tree> known;
  hash_set<gimple *> compared;
  cuf_check_unset (cfun, &known);
  cuf_check_absent (cfun);
  if (optimize >= 2)
    cuf_choose_integers (cfun);
  cuf_find_compared_loads (&compared);
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	gimple *stmt = gsi_stmt (gsi);
	if (is_gimple_call (stmt))
	  tell_call (&gsi);
	else if (is_gimple_assign (stmt))
	  tell_assignment (&gsi, known, &compared);
	if (sets_part_p (stmt))
	  tell_part (&gsi, stmt);
      }
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa_only_virtuals);
  cgraph_edge::rebuild_edges ();
  pop_cfun ();
}

/* Let the function of NODE be optimized for speed.  Its checks of subscripts
   lead out of it: GCC takes what is behind some loops with such checks for what
   is never run.  */

static void
make_hot (cgraph_node *node)
{
  tree hot = get_identifier ("hot");
  if (!lookup_attribute ("hot", DECL_ATTRIBUTES (node->decl)))
    DECL_ATTRIBUTES (node->decl)
      = tree_cons (hot, NULL_TREE, DECL_ATTRIBUTES (node->decl));
}

/* Without copies the device would get what is the host's.  */

static unsigned
instrument_all (void)
{
  auto_vec<cgraph_node *> functions, block_functions, host_functions;
  cgraph_node *node;
  bool left = false;
  FOR_EACH_FUNCTION (node)
    if (node->has_gimple_body_p () && cuf_has_device_copy_p (node->decl))
      functions.safe_push (node);
    else if (node->has_gimple_body_p () && cuf_block_function_p (node->decl))
      block_functions.safe_push (node);
    else if (node->has_gimple_body_p ())
      {
	left |= cuf_stub_of (node->decl) != NULL_TREE;
	if (!node->offloadable && !DECL_ARTIFICIAL (node->decl))
	  host_functions.safe_push (node);
      }
  if (functions.is_empty () && left)
    warning (0, "device code is not checked in a file with regions of OpenMP "
	     "or OpenACC, or with a procedure that cannot be copied");
  /* What is made of kernels that are split is the host's alone.  */
  if (!functions.is_empty ())
    functions.safe_splice (block_functions);
  FOR_EACH_FUNCTION (node)
    if (node->has_gimple_body_p ()
	&& lookup_attribute (CUF_RUN_ATTRIBUTE, DECL_ATTRIBUTES (node->decl)))
      cuf_tell_written (node);
  cuf_find_unset_functions (functions);
  cuf_keep_flag_calls (functions);
  cuf_find_shuffles (functions);
  for (cgraph_node *function : functions)
    instrument (function);
  cuf_forget_unset_functions ();
  cuf_forget_shuffles ();
  FOR_EACH_FUNCTION (node)
    if (node->has_gimple_body_p ()
	&& (functions.contains (node)
	    || lookup_attribute (CUF_RUN_ATTRIBUTE,
				 DECL_ATTRIBUTES (node->decl))))
      {
	note_index_ranges (node);
	make_hot (node);
      }
  for (cgraph_node *function : host_functions)
    cuf_tell_host_accesses (function);
  return 0;
}

/* --- The pass ------------------------------------------------------------ */

static const pass_data instrument_pass_data = {
  SIMPLE_IPA_PASS, "cufinstrument", OPTGROUP_NONE, TV_NONE, PROP_ssa, 0, 0, 0,
  0
};

class instrument_pass : public simple_ipa_opt_pass
{
public:
  instrument_pass (gcc::context *ctxt)
    : simple_ipa_opt_pass (instrument_pass_data, ctxt) {}
  bool gate (function *) { return cuf_check_p (); }
  unsigned execute (function *) { return instrument_all (); }
};

/* The pass that does so.  */

opt_pass *
cuf_make_instrument_pass (void)
{
  return new instrument_pass (g);
}
