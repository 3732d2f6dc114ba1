/* The passes around streaming.
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
#include "gimple-iterator.h"
#include "gimple-ssa.h"
#include "tree-into-ssa.h"
#include "tree-cfg.h"
#include "fold-const.h"
#include "varasm.h"
#include "context.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* Two passes around the moment at which the middle end streams the device's
   part of the unit to the accelerator's compiler:

   - before it, everything that device code refers to is marked to be streamed,
     and gets the form that the device wants;
   - after it, the same functions are the host's alone, for the cpu backend,
     and get the form that the host wants.  */

/* --- Kernels ------------------------------------------------------------- */

/* A kernel's record, its run function, and that of its parts between barriers
   or null.  */
struct kernel_note
{
  tree record;
  tree run;
  tree split;
};
static vec<kernel_note> kernels;

void
cuf_note_kernel (tree record, tree run, tree split)
{
  kernel_note note = { cuf_keep (record), cuf_keep (run),
		       split ? cuf_keep (split) : NULL_TREE };
  kernels.safe_push (note);
}

static const char *
symbol_of (tree decl)
{
  return IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl));
}

/* --- Before streaming ---------------------------------------------------- */

/* Constant memory: to the accelerator's compiler a read-only variable is in
   `.const' memory.  `Volatile' keeps it from taking zeros for the value of a
   variable without initializer; no access has been marked volatile.  */

static bool
constant_memory_p (tree decl)
{
  return VAR_P (decl)
	 && lookup_attribute ("cuf constant", DECL_ATTRIBUTES (decl));
}

static void
set_read_only (tree decl, bool read_only)
{
  TREE_READONLY (decl) = read_only;
  TREE_THIS_VOLATILE (decl) = read_only;
}

/* Read-only data and temporaries that the front end has made, and that device
   code refers to, belong to the device too.  */

static bool
private_data_p (varpool_node *node)
{
  tree decl = node->decl;
  return TREE_STATIC (decl) && !DECL_EXTERNAL (decl)
	 && (TREE_READONLY (decl) || DECL_ARTIFICIAL (decl)
	     || decl_function_context (decl));
}

static void
offload_references (symtab_node *node, auto_vec<symtab_node *> *queue)
{
  /* Parts that were split off, and what the front end has made for types.  */
  if (cgraph_node *fn = dyn_cast<cgraph_node *> (node))
    for (cgraph_edge *e = fn->callees; e; e = e->next_callee)
      if (!e->callee->offloadable && e->callee->has_gimple_body_p ())
	{
	  e->callee->offloadable = 1;
	  queue->safe_push (e->callee);
	}

  struct ipa_ref *ref;
  for (unsigned i = 0; node->iterate_reference (i, ref); i++)
    {
      varpool_node *var = dyn_cast<varpool_node *> (ref->referred);
      if (var && !var->offloadable && private_data_p (var))
	{
	  var->offloadable = 1;
	  queue->safe_push (var);
	}
    }
}

/* The accelerator's compiler takes what it is given for the whole program, so
   that it drops those parts of the device library that are not called, and
   inlines what is called once.  Kernels and variables stay: the runtime library
   asks for them by name.  There is no other visibility
   on the device.  */

static vec<tree> hidden;

static void
keep_visible (tree decl)
{
  if (!TREE_PUBLIC (decl) || DECL_EXTERNAL (decl)
      || (TREE_CODE (decl) == FUNCTION_DECL
	  && !lookup_attribute ("kernel", DECL_ATTRIBUTES (decl))))
    return;
  if (!lookup_attribute ("externally_visible", DECL_ATTRIBUTES (decl)))
    DECL_ATTRIBUTES (decl)
      = tree_cons (get_identifier ("externally_visible"), NULL_TREE,
		   DECL_ATTRIBUTES (decl));
  if (DECL_VISIBILITY (decl) == VISIBILITY_HIDDEN)
    {
      DECL_VISIBILITY (decl) = VISIBILITY_DEFAULT;
      hidden.safe_push (decl);
    }
}

static void
hide_again (void)
{
  for (tree decl : hidden)
    DECL_VISIBILITY (decl) = VISIBILITY_HIDDEN;
  hidden.release ();
}

/* The optimization options that functions had before streaming: device code is
   compiled with those of the offload compiler's command line, or those that
   cuf_device_optimization returns.  */
static hash_map<tree, tree> *host_options;

static void
set_options (tree fn, tree options)
{
  host_options->put (fn, DECL_FUNCTION_SPECIFIC_OPTIMIZATION (fn));
  DECL_FUNCTION_SPECIFIC_OPTIMIZATION (fn) = options;
}

/* Device code is optimized even where the host's is not.  The offload
   compiler's optimizers start from an analysis that is made here, before
   streaming, of functions that are to be optimized: until then the default is
   to optimize, and functions of the host alone are exceptions.  Not null
   meanwhile: the host's default.  */
static tree host_default;

/* What is kept, and kept in its place, only because the host is not
   optimized.  */
struct kept_function
{
  cgraph_node *node;
  unsigned force_output, no_reorder;
};
static vec<kept_function> kept_functions;

static void
allow_removal (cgraph_node *node)
{
  kept_function kept = { node, node->force_output, node->no_reorder };
  kept_functions.safe_push (kept);
  node->force_output = false;
  node->no_reorder = false;
}

static void
change_default (tree node)
{
  optimization_default_node = node;
  optimization_current_node = node;
  cl_optimization_restore (&global_options, &global_options_set,
			   TREE_OPTIMIZATION (node));
}

static void
begin_to_optimize (void)
{
  symtab_node *node;
  host_default = optimization_default_node;
  FOR_EACH_SYMBOL (node)
    if (cgraph_node *fn = dyn_cast<cgraph_node *> (node))
      {
	if (fn->offloadable)
	  allow_removal (fn);
	else if (!DECL_FUNCTION_SPECIFIC_OPTIMIZATION (fn->decl))
	  set_options (fn->decl, host_default);
      }
  change_default (cuf_keep (cuf_default_optimization ()));
}

/* The host's options again, for all functions.  */

static void
restore_options (void)
{
  symtab_node *node;
  FOR_EACH_SYMBOL (node)
    if (tree *options = host_options->get (node->decl))
      DECL_FUNCTION_SPECIFIC_OPTIMIZATION (node->decl) = *options;
  if (host_default)
    change_default (host_default);
  host_default = NULL_TREE;
  for (const kept_function &kept : kept_functions)
    {
      kept.node->force_output = kept.force_output;
      kept.node->no_reorder = kept.no_reorder;
    }
  kept_functions.release ();
  delete host_options;
  host_options = NULL;
}

/* A function that returns an aggregate in registers on the host returns it in
   memory on the device, where the compiler wants to see that it returns the
   RESULT_DECL and nothing else.  The host's wants what was there before.  */

struct changed_return
{
  tree decl;			/* The function's.  */
  greturn *stmt;
  gimple *copy;		/* The assignment in front of it.  */
  tree value;		/* What it returned.  */
};
static vec<changed_return> changed_returns;

static void
return_result_decl (void)
{
  tree result = DECL_RESULT (current_function_decl);
  if (!AGGREGATE_TYPE_P (TREE_TYPE (result)))
    return;

  edge e;
  edge_iterator ei;
  bool changed = false;
  FOR_EACH_EDGE (e, ei, EXIT_BLOCK_PTR_FOR_FN (cfun)->preds)
    {
      gimple_stmt_iterator gsi = gsi_last_bb (e->src);
      greturn *ret = (gsi_end_p (gsi) ? NULL
		      : dyn_cast<greturn *> (gsi_stmt (gsi)));
      tree value = ret ? gimple_return_retval (ret) : NULL_TREE;
      if (!value || value == result)
	continue;
      gimple *copy = gimple_build_assign (result, value);
      gsi_insert_before (&gsi, copy, GSI_SAME_STMT);
      gimple_return_set_retval (ret, result);
      update_stmt (ret);
      changed_return change
	= { cuf_keep (current_function_decl), ret, copy, value };
      changed_returns.safe_push (change);
      changed = true;
    }
  if (changed)
    {
      mark_virtual_operands_for_renaming (cfun);
      update_ssa (TODO_update_ssa_only_virtuals);
    }
}

/* Gfortran declares MATMUL of its library without the last three of the
   arguments that it passes.  On the device these would not go where others
   do: let each call be one of a function that has them.  */

static void
complete_call_type (gcall *call)
{
  tree fn = gimple_call_fndecl (call);
  tree type = gimple_call_fntype (call);
  if (!fn || !DECL_EXTERNAL (fn) || !prototype_p (type) || stdarg_p (type)
      || !startswith (symbol_of (fn), "_gfortran_"))
    return;

  unsigned declared = 0, n = gimple_call_num_args (call);
  for (tree t = TYPE_ARG_TYPES (type); t && t != void_list_node;
       t = TREE_CHAIN (t))
    declared++;
  if (declared >= n)
    return;

  auto_vec<tree> types;
  for (unsigned i = 0; i < n; i++)
    types.safe_push (TREE_TYPE (gimple_call_arg (call, i)));
  type = build_function_type_array (TREE_TYPE (type), n, types.address ());
  TREE_TYPE (fn) = type;
  gimple_call_set_fntype (call, type);
}

/* The library's functions are C's.  There a logical result is an int, and a
   mask of module wmma, an array that begins at one, goes to where a first
   argument points to: GCC inlines no function whose result has another type
   than the call's.  True if CALL, which GSI is at, has changed.  */

static bool
correct_result (gcall *call, gimple_stmt_iterator *gsi)
{
  tree fn = gimple_call_fndecl (call);
  tree type = gimple_call_fntype (call);
  if (!fn || !DECL_EXTERNAL (fn) || !type
      || !startswith (symbol_of (fn), "__gcuf_"))
    return false;
  tree result = TREE_TYPE (type);
  tree lhs = gimple_call_lhs (call);

  if (startswith (symbol_of (fn), "__gcuf_wmma_")
      && TREE_CODE (result) == RECORD_TYPE)
    {
      auto_vec<tree> args;
      tree variable = create_tmp_var (lhs ? TREE_TYPE (lhs) : result);
      TREE_ADDRESSABLE (variable) = 1;
      args.safe_push (build_fold_addr_expr (variable));
      for (unsigned i = 0; i < gimple_call_num_args (call); i++)
	args.safe_push (gimple_call_arg (call, i));
      TREE_TYPE (fn)
	= build_function_type (void_type_node,
			       tree_cons (NULL_TREE,
					  build_pointer_type (result),
					  TYPE_ARG_TYPES (type)));
      gcall *corrected = gimple_build_call_vec (fn, args);
      gimple_set_location (corrected, gimple_location (call));
      gimple_set_block (corrected, gimple_block (call));
      gsi_replace (gsi, corrected, false);
      if (lhs)
	gsi_insert_after (gsi, gimple_build_assign (lhs, variable),
			  GSI_NEW_STMT);
      return true;
    }

  if (TREE_CODE (result) != BOOLEAN_TYPE
      || !tree_int_cst_equal (TYPE_SIZE (result),
			      TYPE_SIZE (integer_type_node)))
    return false;
  type = build_function_type (integer_type_node, TYPE_ARG_TYPES (type));
  TREE_TYPE (fn) = type;
  gimple_call_set_fntype (call, type);
  if (!lhs)
    return false;
  tree value = make_ssa_name (integer_type_node, call);
  gimple_call_set_lhs (call, value);
  update_stmt (call);
  tree converted = is_gimple_reg (lhs) ? lhs : make_ssa_name (TREE_TYPE (lhs));
  gsi_insert_after (gsi, gimple_build_assign (converted, NOP_EXPR, value),
		    GSI_NEW_STMT);
  if (converted != lhs)
    gsi_insert_after (gsi, gimple_build_assign (lhs, converted), GSI_NEW_STMT);
  return true;
}

static void
correct_calls (void)
{
  basic_block bb;
  bool changed = false;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (gcall *call = dyn_cast<gcall *> (gsi_stmt (gsi)))
	{
	  complete_call_type (call);
	  changed |= correct_result (call, &gsi);
	}
  if (changed)
    {
      mark_virtual_operands_for_renaming (cfun);
      update_ssa (TODO_update_ssa_only_virtuals);
      cgraph_edge::rebuild_edges ();
    }
}

/* --- Operations of whole warps ------------------------------------------ */

/* True if NODE is an operation that all threads of a warp have to reach at one
   instruction, or may contain one: a device procedure of another file.  These
   are tensor cores' and barriers that reduce.  Other barriers, votes, matches
   and shuffles have forms whose threads may come from several instructions.  */

static bool
aligned_p (cgraph_node *node)
{
  const char *symbol = symbol_of (node->decl);
  if (node->has_gimple_body_p ())
    return false;
  if (startswith (symbol, "__gcuf_") || startswith (symbol, "_gfortran_"))
    return startswith (symbol, "__gcuf_warp_wmma_")
	   || startswith (symbol, "__gcuf_syncthreads_");
  return node->offloadable && !DECL_PURE_P (node->decl)
	 && !TREE_READONLY (node->decl);
}

/* Append to FOUND the functions that call such a one, and their callers.  */

void
cuf_find_aligned (hash_set<cgraph_node *> *found)
{
  auto_vec<cgraph_node *> queue;
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (aligned_p (node))
      queue.safe_push (node);
  while (!queue.is_empty ())
    for (cgraph_edge *e = queue.pop ()->callers; e; e = e->next_caller)
      if (!found->add (e->caller))
	queue.safe_push (e->caller);
}

/* NODE, if it is a function of the host's alone that runs device code.  */

static cgraph_node *
run_function (symtab_node *node)
{
  cgraph_node *fn = dyn_cast<cgraph_node *> (node);
  return (fn && !fn->offloadable && fn->has_gimple_body_p ()
	  && lookup_attribute (CUF_RUN_ATTRIBUTE, DECL_ATTRIBUTES (fn->decl))
	  ? fn : NULL);
}

static unsigned
prepare_for_device (void)
{
  /* The host's pass cannot run at the link, where there is no plugin: a unit
     with device code takes no part in the host's link-time optimization.  */
  flag_lto = NULL;
  flag_generate_lto = 0;

  auto_vec<symtab_node *> queue;
  symtab_node *node;
  cgraph_node *fn;
  FOR_EACH_SYMBOL (node)
    if (node->offloadable)
      queue.safe_push (node);
  while (!queue.is_empty ())
    offload_references (queue.pop (), &queue);

  cuf_find_shared_readers ();

  /* The variables that this makes have the modes of types, which change
     below.  */
  FOR_EACH_FUNCTION (fn)
    if (fn->offloadable && fn->has_gimple_body_p ())
      {
	push_cfun (DECL_STRUCT_FUNCTION (fn->decl));
	correct_calls ();
	pop_cfun ();
      }

  hash_set<cgraph_node *> aligned;
  cuf_find_aligned (&aligned);
  tree aligned_options
    = aligned.is_empty () ? NULL_TREE : cuf_aligned_optimization ();

  host_options = new hash_map<tree, tree>;
  tree device_options = cuf_device_optimization ();
  FOR_EACH_SYMBOL (node)
    if (node->offloadable)
      {
	tree decl = node->decl;
	cgraph_node *fn = dyn_cast<cgraph_node *> (node);
	keep_visible (decl);
	if (constant_memory_p (decl))
	  set_read_only (decl, true);
	if (fn && fn->has_gimple_body_p ())
	  {
	    push_cfun (DECL_STRUCT_FUNCTION (decl));
	    cuf_call_volatile ();
	    cuf_mark_spinning ();
	    cuf_unroll_loops ();
	    cuf_narrow_half_operands ();
	    cuf_share_addresses ();
	    /* What is undone behind streaming comes last.  */
	    cuf_name_dynamic_shared ();
	    return_result_decl ();
	    cuf_use_device_modes (fn);
	    cuf_use_device_division (fn);
	    cuf_use_device_libm (fn);
	    pop_cfun ();
	  }
	if (fn && !cuf_debug_device_p () && !cuf_has_device_copy_p (decl))
	  set_options (decl, aligned.contains (fn) ? aligned_options
						   : device_options);
      }
    else if (cgraph_node *fn = run_function (node))
      {
	push_cfun (DECL_STRUCT_FUNCTION (fn->decl));
	cuf_name_dynamic_shared ();
	pop_cfun ();
      }
  cuf_show_device_copies ();
  if (!optimize && !cuf_debug_device_p ())
    begin_to_optimize ();
  return 0;
}

/* --- After streaming ----------------------------------------------------- */

/* The addresses of shared variables are no longer constants.  */

static tree
recompute_address (tree *tp, int *walk_subtrees, void *)
{
  if (TREE_CODE (*tp) == ADDR_EXPR)
    {
      recompute_tree_invariant_for_addr_expr (*tp);
      *walk_subtrees = 0;
    }
  else if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return NULL_TREE;
}

static void
recompute_addresses (void)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      for (gphi_iterator gsi = gsi_start_phis (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	for (unsigned i = 0; i < gimple_phi_num_args (gsi.phi ()); i++)
	  walk_tree (gimple_phi_arg_def_ptr (gsi.phi (), i), recompute_address,
		     NULL, NULL);
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	for (unsigned i = 0; i < gimple_num_ops (gsi_stmt (gsi)); i++)
	  walk_tree (gimple_op_ptr (gsi_stmt (gsi), i), recompute_address, NULL,
		     NULL);
    }
}

/* Intrinsics in which a thread waits for others, or looks at them.  */

static bool
collective_intrinsic_p (const char *symbol)
{
  return (startswith (symbol, "sync") || startswith (symbol, "warp")
	  || strcmp (symbol, "spin") == 0);
}

/* True if NODE, or a function that it calls, may wait for other threads of its
   block.  SEEN has the functions already looked at.  */

static bool
convergent_p (cgraph_node *node, hash_set<cgraph_node *> *seen)
{
  if (seen->add (node))
    return false;
  const char *symbol = symbol_of (node->decl);
  if (startswith (symbol, "__gcuf_") && !node->has_gimple_body_p ())
    return collective_intrinsic_p (symbol + strlen ("__gcuf_"));
  if (!node->has_gimple_body_p ())
    /* A device procedure of another file may, unless it is pure; libraries of
       the host know nothing of threads.  */
    return node->offloadable && !DECL_PURE_P (node->decl);
  if (node->indirect_calls)
    return true;
  for (cgraph_edge *e = node->callees; e; e = e->next_callee)
    if (convergent_p (e->callee->ultimate_alias_target (), seen))
      return true;
  return false;
}

/* True if NODE, or a function that it calls, waits in a loop for other threads:
   see cuf-spin.cc, which knows the functions of the device and not the parts of
   kernels that are split.  */

static bool
spinning_p (cgraph_node *node, hash_set<cgraph_node *> *seen)
{
  if (seen->add (node))
    return false;
  if (!node->has_gimple_body_p ())
    return strcmp (symbol_of (node->decl), "__gcuf_spin") == 0;
  for (cgraph_edge *e = node->callees; e; e = e->next_callee)
    if (spinning_p (e->callee->ultimate_alias_target (), seen))
      return true;
  return false;
}

/* True if NODE, or a function that it calls, may look at a pointer variable of
   a module.  */

static bool
looks_at_pointers_p (cgraph_node *node, hash_set<cgraph_node *> *seen)
{
  if (seen->add (node))
    return false;
  if (!node->has_gimple_body_p ())
    return node->offloadable && !startswith (symbol_of (node->decl), "__gcuf_");
  if (node->indirect_calls)
    return true;
  ipa_ref *ref;
  for (unsigned i = 0; node->iterate_reference (i, ref); i++)
    if (varpool_node *var = dyn_cast<varpool_node *> (ref->referred))
      if (lookup_attribute (CUF_POINTER_ATTRIBUTE,
			    DECL_ATTRIBUTES (var->decl)))
	return true;
  for (cgraph_edge *e = node->callees; e; e = e->next_callee)
    if (looks_at_pointers_p (e->callee->ultimate_alias_target (), seen))
      return true;
  return false;
}

/* The value of field NAME in a kernel's RECORD.  */

tree *
cuf_record_field (tree record, const char *name)
{
  tree field = cuf_field (cuf_tree (CUF_KERNEL), name);
  unsigned i;
  constructor_elt *elt;
  FOR_EACH_VEC_SAFE_ELT (CONSTRUCTOR_ELTS (DECL_INITIAL (record)), i, elt)
    if (elt->index == field)
      return &elt->value;
  gcc_unreachable ();
}

static bool
convergent_function_p (tree fn)
{
  hash_set<cgraph_node *> seen;
  return convergent_p (cgraph_node::get (fn), &seen);
}

static bool
spinning_function_p (tree fn)
{
  hash_set<cgraph_node *> seen;
  return spinning_p (cgraph_node::get (fn), &seen);
}

/* Let the run function of NOTE be that of the parts, whose threads need no
   stacks.  */

static void
use_split (const kernel_note &note)
{
  *cuf_record_field (note.record, "run") = build_fold_addr_expr (note.split);
  varpool_node *record = varpool_node::get (note.record);
  record->remove_all_references ();
  record_references_in_initializer (note.record, false);
}

static void
set_kernel_flag (const kernel_note &note, unsigned flag)
{
  tree *flags = cuf_record_field (note.record, "flags");
  *flags = build_int_cst (TREE_TYPE (*flags), tree_to_uhwi (*flags) | flag);
}

/* Tell the runtime which kernels need a stack for each thread, and which to
   wait for.  */

static void
set_kernel_flags (void)
{
  for (const kernel_note &note : kernels)
    {
      cgraph_node *run = cgraph_node::get (note.run);
      cgraph_node *split = note.split ? cgraph_node::get (note.split) : NULL;
      if (split)
	split->force_output = 0;
      /* There is none if the kernel is never launched.  */
      if (!run)
	continue;
      hash_set<cgraph_node *> seen;
      if (looks_at_pointers_p (run, &seen))
	set_kernel_flag (note, GCUF_KERNEL_POINTERS);
      if (!convergent_function_p (note.run))
	continue;
      if (split && !convergent_function_p (note.split)
	  && !spinning_function_p (note.run))
	{
	  use_split (note);
	  continue;
	}
      set_kernel_flag (note, GCUF_KERNEL_CONVERGENT);
    }
}

/* Tell the runtime which memory kernels need, and ask for what is known only
   when all functions have been compiled: the records come after these, also
   where the host is not optimized and everything stays in its place.  */

static void
set_kernel_memory (void)
{
  for (const kernel_note &note : kernels)
    {
      cgraph_node *run = cgraph_node::get (note.run);
      if (!run)
	continue;
      HOST_WIDE_INT shared = 0, constant = 0;
      cuf_count_memory (run, &shared, &constant);
      *cuf_record_field (note.record, "shared_bytes") = size_int (shared);
      *cuf_record_field (note.record, "constant_bytes") = size_int (constant);
      tree used = *cuf_record_field (note.record, "run");
      STRIP_NOPS (used);
      cuf_note_frame (note.record, TREE_OPERAND (used, 0));
      varpool_node::get (note.record)->no_reorder = 0;
    }
}

/* A variable that the threads of a block share is, on the host, one of each
   host thread: a host thread runs a block at a time.  */

static void
share_by_host_thread (tree decl)
{
  SET_DECL_RTL (decl, NULL);
  set_decl_tls_model (decl, decl_default_tls_model (decl));
}

/* Undo what return_result_decl has done.  A function that nobody calls may have
   lost its body since.  */

static void
restore_returns (void)
{
  for (const changed_return &change : changed_returns)
    {
      if (!gimple_has_body_p (change.decl))
	continue;
      push_cfun (DECL_STRUCT_FUNCTION (change.decl));
      gimple_stmt_iterator gsi = gsi_for_stmt (change.copy);
      unlink_stmt_vdef (change.copy);
      gsi_remove (&gsi, true);
      gimple_return_set_retval (change.stmt, change.value);
      update_stmt (change.stmt);
      mark_virtual_operands_for_renaming (cfun);
      update_ssa (TODO_update_ssa_only_virtuals);
      pop_cfun ();
    }
  changed_returns.release ();
}

static unsigned
prepare_for_host (void)
{
  restore_options ();
  hide_again ();
  cuf_hide_device_copies ();
  cuf_use_host_libm ();
  cuf_use_host_division ();
  set_kernel_flags ();
  set_kernel_memory ();
  cuf_probe_stacks ();
  restore_returns ();
  cuf_read_dynamic_shared ();
  cuf_use_host_modes ();

  auto_vec<cgraph_node *> entries;
  auto_vec<symtab_node *> marks;
  symtab_node *node;
  FOR_EACH_SYMBOL (node)
    {
      tree decl = node->decl;
      if (cgraph_node *run = run_function (node))
	{
	  push_cfun (DECL_STRUCT_FUNCTION (run->decl));
	  recompute_addresses ();
	  pop_cfun ();
	}
      if (!node->offloadable)
	continue;
      if (VAR_P (decl))
	{
	  if (constant_memory_p (decl))
	    set_read_only (decl, false);
	  else if (lookup_attribute ("shared", DECL_ATTRIBUTES (decl)))
	    share_by_host_thread (decl);
	  else if (lookup_attribute (CUF_MARK_ATTRIBUTE,
				     DECL_ATTRIBUTES (decl)))
	    marks.safe_push (node);
	  continue;
	}
      cgraph_node *fn = dyn_cast<cgraph_node *> (node);
      if (lookup_attribute ("kernel", DECL_ATTRIBUTES (decl)))
	entries.safe_push (fn);
      else if (fn->has_gimple_body_p ())
	{
	  push_cfun (DECL_STRUCT_FUNCTION (decl));
	  recompute_addresses ();
	  pop_cfun ();
	}
    }

  /* Entries, copies and marks are the device's alone.  */
  cuf_forget_device_copies (&entries);
  for (symtab_node *mark : marks)
    mark->remove ();
  for (cgraph_node *entry : entries)
    {
      function *fun = DECL_STRUCT_FUNCTION (entry->decl);
      free_dominance_info (fun, CDI_DOMINATORS);
      free_dominance_info (fun, CDI_POST_DOMINATORS);
      entry->remove ();
    }
  return 0;
}

/* --- The passes ---------------------------------------------------------- */

/* A pass can only stand beside one of its own type.  Neither has summaries:
   what the host's pass changes is what those of other passes take for calls of
   unknown functions, or do not look at.  */

static const pass_data device_pass_data = {
  SIMPLE_IPA_PASS, "cufdevice", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0
};

class device_pass : public simple_ipa_opt_pass
{
public:
  device_pass (gcc::context *ctxt)
    : simple_ipa_opt_pass (device_pass_data, ctxt) {}
  bool gate (function *) { return g->have_offload; }
  unsigned execute (function *) { return prepare_for_device (); }
};

static const pass_data host_pass_data = {
  IPA_PASS, "cufhost", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0
};

class host_pass : public ipa_opt_pass_d
{
public:
  host_pass (gcc::context *ctxt)
    : ipa_opt_pass_d (host_pass_data, ctxt, NULL, NULL, NULL, NULL, NULL, NULL,
		      0, NULL, NULL) {}
  bool gate (function *) { return g->have_offload; }
  unsigned execute (function *) { return prepare_for_host (); }
};

static void
insert_pass (const char *plugin, opt_pass *pass, const char *where,
	     enum pass_positioning_ops position)
{
  struct register_pass_info info = { pass, where, 1, position };
  register_callback (plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}

/* Register the passes of the plugin called NAME.  */

void
cuf_register_passes (const char *name)
{
  /* Before the first optimizations; the last of the passes before streaming,
     and the first behind it.  */
  insert_pass (name, cuf_make_copies_pass (), "opt_local_passes",
	       PASS_POS_INSERT_BEFORE);
  insert_pass (name, new device_pass (g),
	       "emutls", PASS_POS_INSERT_AFTER);
  insert_pass (name, new host_pass (g),
	       "whole-program", PASS_POS_INSERT_BEFORE);
  /* After inlining.  */
  insert_pass (name, cuf_make_context_pass (), "adjust_alignment",
	       PASS_POS_INSERT_BEFORE);
  /* When the size of the frame is known.  */
  insert_pass (name, cuf_make_frames_pass (), "pro_and_epilogue",
	       PASS_POS_INSERT_AFTER);
  /* Among those of loops, before they are vectorized.  */
  insert_pass (name, cuf_make_bounds_pass (), "unswitch",
	       PASS_POS_INSERT_BEFORE);
}
