/* The memory that kernels need on the host.
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

/* Which is not to look at RTL, as this file does.  */
#undef IN_GCC_FRONTEND
#include "config.h"
#include "gcc-plugin.h"
#include "system.h"
#include "coretypes.h"
#include "backend.h"
#include "tree.h"
#include "rtl.h"
#include "gimple.h"
#include "tree-pass.h"
#include "cgraph.h"
#include "stringpool.h"
#include "attribs.h"
#include "varasm.h"
#include "memmodel.h"
#include "emit-rtl.h"
#include "fold-const.h"
#include "options.h"
#include "opts.h"
#include "context.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* On the cpu backend the threads of a block that wait for each other have
   stacks of their own, and the runtime wants to know how large these have to
   be.  A pass that runs when the frame of a function has been laid out notes
   its size and the functions that it calls; what a kernel needs is the largest
   sum along its calls.  That is not all where it recurses, calls device
   procedures of other files, or has objects of variable size on the stack.

   Whatever the stack has, device code touches each page of its frame before it
   goes beyond, as with -fstack-clash-protection, so that it never gets across
   the guard below a stack.  */

/* --- Probes ------------------------------------------------------------- */

/* The optimization node that is OPTIONS but for that.  */

static tree
with_probes (tree options)
{
  gcc_options opts = global_options, set = global_options_set;
  cl_optimization_restore (&opts, &set, TREE_OPTIMIZATION (options));
  opts.x_flag_stack_clash_protection = 1;
  return build_optimization_node (&opts, &set);
}

static bool
run_function_p (tree decl)
{
  return lookup_attribute (CUF_RUN_ATTRIBUTE, DECL_ATTRIBUTES (decl));
}

/* Let the host's version of device code probe its stack.  */

void
cuf_probe_stacks (void)
{
  hash_map<tree, tree> probing;
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    {
      tree decl = node->decl;
      if (!node->has_gimple_body_p ()
	  || (!node->offloadable && !run_function_p (decl)))
	continue;
      tree options = DECL_FUNCTION_SPECIFIC_OPTIMIZATION (decl);
      if (!options)
	options = optimization_default_node;
      bool known;
      tree &changed = probing.get_or_insert (options, &known);
      if (!known)
	changed = with_probes (options);
      DECL_FUNCTION_SPECIFIC_OPTIMIZATION (decl) = changed;
    }
}

/* --- Shared and constant memory ------------------------------------------ */

/* Add the sizes of the variables that NODE or a function it calls refers to, to
   *SHARED and *CONSTANT.  SEEN has what was already looked at.  */

static void
count_memory (cgraph_node *node, hash_set<symtab_node *> *seen,
	      HOST_WIDE_INT *shared, HOST_WIDE_INT *constant)
{
  if (seen->add (node))
    return;
  ipa_ref *ref;
  for (unsigned i = 0; node->iterate_reference (i, ref); i++)
    {
      varpool_node *var = dyn_cast<varpool_node *> (ref->referred);
      if (!var || seen->add (var))
	continue;
      tree size = DECL_SIZE_UNIT (var->decl);
      tree attributes = DECL_ATTRIBUTES (var->decl);
      if (!size || !tree_fits_shwi_p (size))
	continue;
      if (lookup_attribute ("shared", attributes))
	*shared += tree_to_shwi (size);
      else if (lookup_attribute ("cuf constant", attributes))
	*constant += tree_to_shwi (size);
    }
  for (cgraph_edge *e = node->callees; e; e = e->next_callee)
    count_memory (e->callee->ultimate_alias_target (), seen, shared, constant);
}

/* Add to *SHARED and *CONSTANT the bytes of such variables that RUN, a function
   of the host, refers to, with what it calls.  */

void
cuf_count_memory (cgraph_node *run, HOST_WIDE_INT *shared,
		  HOST_WIDE_INT *constant)
{
  hash_set<symtab_node *> seen;
  count_memory (run, &seen, shared, constant);
}

/* --- Frames ------------------------------------------------------------- */

/* The largest variable of a frame.  */
struct largest_variable
{
  const char *name;		/* Or null.  */
  const char *procedure;
  location_t where;
  HOST_WIDE_INT bytes;
};

/* What is known of a function.  Functions are known by the numbers of their
   declarations, which outlive these.  */
struct frame
{
  bool compiled;
  bool unbounded;		/* By what is in it, not by what it calls.  */
  HOST_WIDE_INT bytes;
  largest_variable largest;
  auto_vec<unsigned> callees, callers;
  tree record;			/* The kernel's whose run function it is.  */
};

static hash_map<int_hash<unsigned, -1U, -2U>, frame *> *frames;

static frame *
get_frame (unsigned uid)
{
  if (!frames)
    frames = new hash_map<int_hash<unsigned, -1U, -2U>, frame *>;
  frame *&f = frames->get_or_insert (uid);
  if (!f)
    f = new frame ();
  return f;
}

/* RECORD is that of the kernel with the run function RUN.  */

void
cuf_note_frame (tree record, tree run)
{
  gcc_assert (TREE_CODE (run) == FUNCTION_DECL);
  get_frame (DECL_UID (run))->record = record;
}

/* True if the external function DECL is device code of another file.  What else
   there is, is a library's, which gets by with little.  */

static bool
other_device_code_p (tree decl)
{
  if (!lookup_attribute ("omp declare target", DECL_ATTRIBUTES (decl)))
    return false;
  const char *symbol = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl));
  return !startswith (symbol, "__gcuf_") && !startswith (symbol, "_gfortran_")
	 && !startswith (symbol, "gcuf_kernel_");
}

/* Note in F, whose number is UID, the call INSN.  */

static void
note_call (frame *f, unsigned uid, rtx_insn *insn)
{
  rtx call = get_call_rtx_from (insn);
  rtx target = call ? XEXP (XEXP (call, 0), 0) : NULL_RTX;
  tree callee = (target && GET_CODE (target) == SYMBOL_REF
		 ? SYMBOL_REF_DECL (target) : NULL_TREE);
  if (!callee || TREE_CODE (callee) != FUNCTION_DECL)
    {
      /* None of the functions that GCC itself calls is in the unit.  */
      f->unbounded |= !target || GET_CODE (target) != SYMBOL_REF;
      return;
    }
  if (cgraph_node *node = cgraph_node::get (callee))
    callee = node->ultimate_alias_target ()->decl;
  if (DECL_EXTERNAL (callee))
    {
      f->unbounded |= other_device_code_p (callee);
      return;
    }
  unsigned number = DECL_UID (callee);
  if (f->callees.contains (number))
    return;
  f->callees.safe_push (number);
  get_frame (number)->callers.safe_push (uid);
}

/* Let VAR, in the code of FN, be F's largest variable if it is in memory there
   and larger than what is known so far.  */

static void
note_variable (frame *f, tree fn, tree var)
{
  tree size = VAR_P (var) ? DECL_SIZE_UNIT (var) : NULL_TREE;
  if (!size || !tree_fits_shwi_p (size) || TREE_STATIC (var)
      || DECL_EXTERNAL (var) || !DECL_RTL_SET_P (var)
      || !MEM_P (DECL_RTL (var)) || tree_to_shwi (size) <= f->largest.bytes)
    return;
  /* What is inlined has copies.  */
  tree origin = DECL_ORIGIN (var);
  tree context = decl_function_context (origin);
  bool named = DECL_NAME (origin) && !DECL_ARTIFICIAL (origin);
  f->largest.bytes = tree_to_shwi (size);
  f->largest.where = DECL_SOURCE_LOCATION (origin);
  f->largest.name
    = named ? xstrdup (IDENTIFIER_POINTER (DECL_NAME (origin))) : NULL;
  f->largest.procedure
    = xstrdup (IDENTIFIER_POINTER (DECL_NAME (context ? context : fn)));
}

/* The same for the variables of the scope SCOPE and those within it.  */

static void
note_variables (frame *f, tree fn, tree scope)
{
  for (tree var = BLOCK_VARS (scope); var; var = DECL_CHAIN (var))
    note_variable (f, fn, var);
  for (tree inner = BLOCK_SUBBLOCKS (scope); inner;
       inner = BLOCK_CHAIN (inner))
    note_variables (f, fn, inner);
}

/* The frame of FUN, whose code is complete, and what it calls.  */

static void
note_function (frame *f, function *fun)
{
  /* Return address, registers that are saved, and alignment.  */
  enum { REST = 512 };
  f->compiled = true;
  f->unbounded = fun->calls_alloca;
  f->bytes = constant_lower_bound (get_frame_size ()) + REST
	     + constant_lower_bound (crtl->outgoing_args_size);
  note_variables (f, fun->decl, DECL_INITIAL (fun->decl));
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (CALL_P (insn))
      note_call (f, DECL_UID (fun->decl), insn);
}

/* A kernel's need: the sum of frames along its calls.  */
struct need
{
  bool unbounded;
  largest_variable largest;
  /* Of each function already looked at; -1 while that is done.  */
  hash_map<int_hash<unsigned, -1U, -2U>, HOST_WIDE_INT> sums;
};

/* The largest sum of frames from the function UID on.  */

static HOST_WIDE_INT
sum_frames (need *n, unsigned uid)
{
  bool known;
  HOST_WIDE_INT &sum = n->sums.get_or_insert (uid, &known);
  if (known)
    {
      n->unbounded |= sum < 0;
      return MAX (sum, 0);
    }
  sum = -1;
  frame *f = get_frame (uid);
  HOST_WIDE_INT most = 0;
  n->unbounded |= f->unbounded;
  if (f->largest.bytes > n->largest.bytes)
    n->largest = f->largest;
  for (unsigned callee : f->callees)
    most = MAX (most, sum_frames (n, callee));
  most += f->bytes;
  n->sums.put (uid, most);
  return most;
}

/* Write what is known of the kernel with RECORD, whose run function is UID,
   there.  */

static void
set_record (tree record, unsigned uid)
{
  need n = need ();
  HOST_WIDE_INT bytes = sum_frames (&n, uid);
  const largest_variable *v = &n.largest;
  const tree values[] = {
    size_int (bytes),
    cuf_string_address (v->name),
    cuf_string_address (v->procedure),
    cuf_string_address (v->name ? LOCATION_FILE (v->where) : NULL),
    size_int (v->name ? LOCATION_LINE (v->where) : 0),
    size_int (v->bytes)
  };
  *cuf_record_field (record, "frame")
    = cuf_record_value (cuf_tree (CUF_FRAME), values, ARRAY_SIZE (values));

  tree *flags = cuf_record_field (record, "flags");
  if (n.unbounded)
    *flags = build_int_cst (TREE_TYPE (*flags), tree_to_uhwi (*flags)
			    | GCUF_KERNEL_UNBOUNDED);
}

/* The function UID has been compiled: so much more is known of the kernels that
   call it.  */

static void
update_records (unsigned uid)
{
  hash_set<int_hash<unsigned, -1U, -2U>> seen;
  auto_vec<unsigned> queue;
  queue.safe_push (uid);
  while (!queue.is_empty ())
    {
      unsigned next = queue.pop ();
      if (seen.add (next))
	continue;
      frame *f = get_frame (next);
      if (f->record && f->compiled)
	set_record (f->record, next);
      for (unsigned caller : f->callers)
	queue.safe_push (caller);
    }
}

/* --- The pass ----------------------------------------------------------- */

static const pass_data frames_pass_data = {
  RTL_PASS, "cufframes", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0
};

class frames_pass : public rtl_opt_pass
{
public:
  frames_pass (gcc::context *ctxt) : rtl_opt_pass (frames_pass_data, ctxt) {}

  bool gate (function *) { return g->have_offload; }
  unsigned execute (function *);
};

unsigned
frames_pass::execute (function *fun)
{
  unsigned uid = DECL_UID (fun->decl);
  note_function (get_frame (uid), fun);
  update_records (uid);
  return 0;
}

/* The pass that notes frames.  */

opt_pass *
cuf_make_frames_pass (void)
{
  return new frames_pass (g);
}
