/* The running thread's context in kernels of the cpu backend.
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
#include "gimple-walk.h"
#include "gimple-expr.h"
#include "gimple-ssa.h"
#include "tree-into-ssa.h"
#include "cfghooks.h"
#include "tree-cfg.h"
#include "varasm.h"
#include "context.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* Device code gets the special registers, the index of the thread and the like,
   from pure functions.  On the host the components of GCUF_context take their
   place, after inlining and all analysis across functions: for these a function
   of the host's that reads no register but variables of a library would be
   another one.  */

/* If CALL reads a special register, the component of the running thread's
   context that has its value on the host.  */

static tree
context_component (gcall *call)
{
  static const char *const names[] = {
    "threadidx", "blockidx", "blockdim", "griddim"
  };
  tree fn = gimple_call_fndecl (call);
  if (!fn || !DECL_EXTERNAL (fn))
    return NULL_TREE;
  const char *symbol = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fn));
  if (!startswith (symbol, "__gcuf_"))
    return NULL_TREE;
  symbol += strlen ("__gcuf_");
  for (const char *name : names)
    {
      size_t n = strlen (name);
      if (strncmp (symbol, name, n) == 0 && symbol[n] == '_'
	  && IN_RANGE (symbol[n + 1], 'x', 'z') && !symbol[n + 2])
	return cuf_dim3_component (cuf_tree (CUF_CONTEXT_VAR), name,
				   symbol[n + 1] - 'x');
    }
  return NULL_TREE;
}

/* The statement at GSI reads a special register.  If that goes to the copy that a
   procedure begins with, let it have no line: a debugger's breakpoint at the
   procedure is then behind it.  */

static void
hide_copy (gimple_stmt_iterator gsi)
{
  gimple *load = gsi_stmt (gsi);
  gsi_next (&gsi);
  if (gsi_end_p (gsi) || !gimple_assign_single_p (gsi_stmt (gsi))
      || gimple_assign_rhs1 (gsi_stmt (gsi)) != gimple_get_lhs (load))
    return;
  tree to = get_base_address (gimple_assign_lhs (gsi_stmt (gsi)));
  if (!to || !DECL_P (to) || !DECL_ARTIFICIAL (to))
    return;
  gimple_set_location (load, UNKNOWN_LOCATION);
  gimple_set_location (gsi_stmt (gsi), UNKNOWN_LOCATION);
}

/* Let FUN read special registers from the context.  Return true if it reads
   any.  */

static bool
read_context (function *fun)
{
  basic_block bb;
  bool changed = false;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	gcall *call = dyn_cast<gcall *> (gsi_stmt (gsi));
	tree value = call ? context_component (call) : NULL_TREE;
	if (!value)
	  continue;
	gimple *load;
	if (tree lhs = gimple_call_lhs (call))
	  load = gimple_build_assign (lhs, value);
	else
	  load = gimple_build_nop ();
	gimple_set_location (load, gimple_location (call));
	unlink_stmt_vdef (call);
	gsi_replace (&gsi, load, false);
	if (!optimize)
	  hide_copy (gsi);
	changed = true;
      }
  return changed;
}

/* The run function of a kernel stores the index of the thread into
   GCUF_context for each thread, because a procedure that the kernel calls may
   want it.  Where, after inlining, there is no such call left, the context is
   copied into a local variable, which the optimizers dissolve: what is the same
   for all threads is then loaded once, and the index of the thread is the
   variable of a loop that can be vectorized.  */

/* True if CALL cannot look at the context, or at what is the same there for all
   threads of a block and so in the copy.  */

static bool
ignores_context_p (gcall *call)
{
  tree fn = gimple_call_fndecl (call);
  return gimple_call_internal_p (call) || gimple_call_builtin_p (call)
	 || (gimple_call_flags (call) & ECF_CONST)
	 || (fn && startswith (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fn)),
			       "__gcuf_reduction_"));
}

static bool
context_private_p (function *fun)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	gcall *call = dyn_cast<gcall *> (gsi_stmt (gsi));
	if (call && !ignores_context_p (call))
	  return false;
      }
  return true;
}

/* Callback of walk_gimple_op: replace the context by the copy that DATA
   has.  */

static tree
use_copy (tree *tp, int *walk_subtrees, void *data)
{
  walk_stmt_info *info = (walk_stmt_info *) data;
  if (*tp == cuf_tree (CUF_CONTEXT_VAR))
    {
      *tp = (tree) info->info;
      info->changed = true;
    }
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return NULL_TREE;
}

static void
copy_context (function *fun)
{
  tree context = cuf_tree (CUF_CONTEXT_VAR);
  tree copy = create_tmp_var (TREE_TYPE (context), "context");

  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	walk_stmt_info info;
	memset (&info, 0, sizeof info);
	info.info = copy;
	walk_gimple_op (gsi_stmt (gsi), use_copy, &info);
	if (info.changed)
	  update_stmt (gsi_stmt (gsi));
      }

  edge entry = single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (fun));
  gsi_insert_on_edge_immediate (entry, gimple_build_assign (copy, context));
}

static const pass_data context_pass_data = {
  GIMPLE_PASS, "cufcontext", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0,
  0, 0
};

class context_pass : public gimple_opt_pass
{
public:
  context_pass (gcc::context *ctxt)
    : gimple_opt_pass (context_pass_data, ctxt) {}

  bool gate (function *) { return g->have_offload; }
  unsigned execute (function *);
};

unsigned
context_pass::execute (function *fun)
{
  bool run = lookup_attribute (CUF_RUN_ATTRIBUTE, DECL_ATTRIBUTES (fun->decl));

  bool changed = read_context (fun);
  /* The middle end has forgotten the model if nothing referred to the variable
     so far.  */
  if (changed)
    cuf_set_context_model ();
  if (run && optimize && context_private_p (fun))
    {
      copy_context (fun);
      changed = true;
    }
  if (changed)
    {
      mark_virtual_operands_for_renaming (fun);
      return TODO_update_ssa_only_virtuals;
    }
  return 0;
}

/* That pass.  */

opt_pass *
cuf_make_context_pass (void)
{
  return new context_pass (g);
}
