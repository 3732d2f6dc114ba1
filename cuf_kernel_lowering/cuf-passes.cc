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
#include "cgraph.h"
#include "stringpool.h"
#include "attribs.h"
#include "context.h"
#include "options.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-undo.h"

/* Two passes around the moment at which the middle end streams the device's
   part of the unit to the accelerator's compiler:

   - before it, everything that device code refers to is marked to be streamed,
     and gets the form that the device wants;
   - after it, the same functions are the host's alone, for the cpu backend,
     and get the form that the host wants.

   Each consists of steps.  What a step of the first changes for the device
   alone it notes by cuf_undo_later; the first step of the second undoes it.  */

/* --- Steps of this file -------------------------------------------------- */

/* Before streaming.  The host's pass cannot run at the link, where there is no
   plugin: a unit with device code takes no part in the host's link-time
   optimization.  */

static void
leave_lto (void)
{
  flag_lto = NULL;
  flag_generate_lto = 0;
}

/* After streaming: remove entries, copies and marks, which are the device's
   alone.  */

static void
remove_device_code (void)
{
  auto_vec<cgraph_node *> functions;
  auto_vec<varpool_node *> marks;
  cgraph_node *fn;
  varpool_node *var;
  FOR_EACH_FUNCTION (fn)
    if (fn->offloadable && lookup_attribute ("kernel",
					     DECL_ATTRIBUTES (fn->decl)))
      functions.safe_push (fn);
  FOR_EACH_VARIABLE (var)
    if (var->offloadable
	&& lookup_attribute (CUF_MARK_ATTRIBUTE, DECL_ATTRIBUTES (var->decl)))
      marks.safe_push (var);
  cuf_forget_device_copies (&functions);

  for (varpool_node *mark : marks)
    mark->remove ();
  for (cgraph_node *function : functions)
    {
      struct function *fun = DECL_STRUCT_FUNCTION (function->decl);
      free_dominance_info (fun, CDI_DOMINATORS);
      free_dominance_info (fun, CDI_POST_DOMINATORS);
      function->remove ();
    }
}

/* --- Gates --------------------------------------------------------------- */

/* In steps for functions CFUN, with its options, is the one in question.  */

static bool
unroll_p (void)
{
  return optimize && !cuf_keep_loops_p ();
}

static bool
not_for_debugging_p (void)
{
  return optimize || !cuf_debug_device_p ();
}

/* Let CFUN refer to what its statements refer to, and nothing else.  */

static void
forget_old_references (cgraph_node *)
{
  cgraph_edge::rebuild_references ();
}

/* --- The table ----------------------------------------------------------- */

enum moment
{
  BEFORE_STREAMING,
  AFTER_STREAMING
};

/* Functions that have bodies: those of the device, and functions of the host's
   that run them.  */
enum { DEVICE_FUNCTIONS = 1, RUN_FUNCTIONS = 2 };

struct step
{
  const char *name;		/* In dumps.  */
  enum moment when;
  bool (*gate) (void);		/* Or null if there is no condition.  */
  void (*unit) (void);		/* What to do once, or ...  */
  void (*function) (cgraph_node *);	/* ... with each function ...  */
  unsigned functions;		/* ... of these.  */
  enum cuf_optional optional;		/* What it is in cuf-optional.def.  */
};

/* The steps in their order, each for all functions before the next one.

   References come first, since they say what the device's part is, but for calls of
   procedures that it has not.  Visible is
   what stays on the device whoever uses it, which the variables that steps make
   need not.  Calls are corrected before anything else looks at them.  Steps
   whose changes stay, such as those of addresses, are in front of those that
   are undone.  Modes change after all that makes variables.  Functions get the
   device's options when no gate asks for the host's any more, and by what they
   call in the source; calls of libm are replaced behind that.  Variables become
   constant behind what scans statements, which would be volatile then.  The
   references that statements made which are no more are streamed as those of
   others, so that they are forgotten behind all that changes statements.  The
   copies of functions take the places of the originals when there is nothing
   left to be done with these, and the default of options changes last, so that
   no other step is made under it.

   What is undone is so in the opposite order.  Behind that the kernels' flags
   can be set, which are those of the host's code; variables become those of
   host threads before addresses are looked at.  The linker's warning depends on
   no other step.  */

#define UNIT(function) function, NULL, 0, CUF_NEEDED
#define EACH(function, functions) NULL, function, functions, CUF_NEEDED
#define OPTIONAL(id, function) \
  NULL, function, DEVICE_FUNCTIONS, CUF_OPTIONAL_##id

static const step steps[] = {
  { "no-lto", BEFORE_STREAMING, NULL, UNIT (leave_lto) },
  { "host-procedures", BEFORE_STREAMING, NULL,
    EACH (cuf_leave_out_host_calls, DEVICE_FUNCTIONS) },
  { "references", BEFORE_STREAMING, NULL, UNIT (cuf_offload_references) },
  { "constants", BEFORE_STREAMING, cuf_marks_constants_p,
    UNIT (cuf_mark_constants) },
  { "visibility", BEFORE_STREAMING, NULL, UNIT (cuf_keep_visible) },
  { "shared-readers", BEFORE_STREAMING, NULL, UNIT (cuf_find_shared_readers) },
  { "library-calls", BEFORE_STREAMING, NULL,
    EACH (cuf_correct_calls, DEVICE_FUNCTIONS) },
  { "internal-functions", BEFORE_STREAMING, NULL,
    EACH (cuf_call_builtins, DEVICE_FUNCTIONS) },
  { "volatile", BEFORE_STREAMING, NULL,
    EACH (cuf_call_volatile, DEVICE_FUNCTIONS) },
  { "spin", BEFORE_STREAMING, NULL,
    EACH (cuf_mark_spinning, DEVICE_FUNCTIONS) },
  { "extents", BEFORE_STREAMING, NULL,
    OPTIONAL (EXTENTS, cuf_fold_extents) },
  { "extensions", BEFORE_STREAMING, not_for_debugging_p,
    OPTIONAL (EXTENSIONS, cuf_extend_operands) },
  { "conditions", BEFORE_STREAMING, not_for_debugging_p,
    OPTIONAL (CONDITIONS, cuf_compare_operands) },
  { "traps", BEFORE_STREAMING, not_for_debugging_p,
    OPTIONAL (TRAPS, cuf_mark_safe_references) },
  { "transferred-bits", BEFORE_STREAMING, not_for_debugging_p,
    OPTIONAL (TRANSFERRED_BITS, cuf_align_transfers) },
  { "structure-copies", BEFORE_STREAMING, not_for_debugging_p,
    OPTIONAL (STRUCTURE_COPIES, cuf_assign_components) },
  { "unroll", BEFORE_STREAMING, unroll_p,
    OPTIONAL (UNROLL, cuf_unroll_loops) },
  { "subscripts", BEFORE_STREAMING, unroll_p,
    OPTIONAL (SUBSCRIPTS, cuf_fold_extents) },
  { "square-moduli", BEFORE_STREAMING, not_for_debugging_p,
    EACH (cuf_sum_squares, DEVICE_FUNCTIONS) },
  { "real-operands", BEFORE_STREAMING, NULL,
    EACH (cuf_use_real_operands, DEVICE_FUNCTIONS) },
  { "real-extrema", BEFORE_STREAMING, not_for_debugging_p,
    OPTIONAL (EXTREMA, cuf_use_device_extrema) },
  { "directed-rounding", BEFORE_STREAMING, not_for_debugging_p,
    OPTIONAL (DIRECTED_ROUNDING, cuf_round_in_directions) },
  { "wide-integers", BEFORE_STREAMING, NULL,
    EACH (cuf_divide_wide_integers, DEVICE_FUNCTIONS) },
  { "half-conversion", BEFORE_STREAMING, NULL,
    EACH (cuf_narrow_half_operands, DEVICE_FUNCTIONS) },
  { "addresses", BEFORE_STREAMING, not_for_debugging_p,
    OPTIONAL (ADDRESSES, cuf_share_addresses) },
  { "strides", BEFORE_STREAMING, not_for_debugging_p,
    OPTIONAL (STRIDES, cuf_use_stride_maxima) },
  { "step-counters", BEFORE_STREAMING, not_for_debugging_p,
    OPTIONAL (STEP_COUNTERS, cuf_count_by_steps) },
  { "dynamic-shared", BEFORE_STREAMING, NULL,
    EACH (cuf_name_dynamic_shared, DEVICE_FUNCTIONS | RUN_FUNCTIONS) },
  { "returns", BEFORE_STREAMING, NULL,
    EACH (cuf_return_result_decl, DEVICE_FUNCTIONS) },
  { "automatic-arrays", BEFORE_STREAMING, NULL,
    EACH (cuf_use_device_frame, DEVICE_FUNCTIONS) },
  { "modes", BEFORE_STREAMING, NULL, UNIT (cuf_use_device_modes) },
  { "division", BEFORE_STREAMING, cuf_fast_math_p,
    OPTIONAL (DIVISION, cuf_use_device_division) },
  { "complex-division", BEFORE_STREAMING, not_for_debugging_p,
    OPTIONAL (COMPLEX_DIVISION, cuf_use_device_complex_division) },
  { "near-modulo", BEFORE_STREAMING, not_for_debugging_p,
    OPTIONAL (NEAR_MODULO, cuf_find_neighbours) },
  { "integer-division", BEFORE_STREAMING, not_for_debugging_p,
    OPTIONAL (INTEGER_DIVISION, cuf_use_device_integer_division) },
  { "options", BEFORE_STREAMING, NULL, UNIT (cuf_use_device_options) },
  { "libm", BEFORE_STREAMING, NULL,
    EACH (cuf_use_device_libm, DEVICE_FUNCTIONS) },
  { "constant-memory", BEFORE_STREAMING, NULL, UNIT (cuf_use_constant_memory) },
  { "statements", BEFORE_STREAMING, NULL,
    EACH (forget_old_references, DEVICE_FUNCTIONS) },
  { "copies", BEFORE_STREAMING, NULL, UNIT (cuf_show_device_copies) },
  { "default", BEFORE_STREAMING, cuf_device_optimized_alone_p,
    UNIT (cuf_optimize_by_default) },

  { "undo", AFTER_STREAMING, NULL, UNIT (cuf_undo_changes) },
  { "kernel-flags", AFTER_STREAMING, NULL, UNIT (cuf_set_kernel_flags) },
  { "kernel-memory", AFTER_STREAMING, NULL, UNIT (cuf_set_kernel_memory) },
  { "probes", AFTER_STREAMING, NULL, UNIT (cuf_probe_stacks) },
  { "thread-local", AFTER_STREAMING, NULL, UNIT (cuf_share_by_host_thread) },
  { "link-warning", AFTER_STREAMING, cuf_any_offloaded_p,
    UNIT (cuf_warn_plain_link) },
  { "removal", AFTER_STREAMING, NULL, UNIT (remove_device_code) },
  { "invariants", AFTER_STREAMING, NULL,
    EACH (cuf_recompute_addresses, DEVICE_FUNCTIONS | RUN_FUNCTIONS) },
};

#undef UNIT
#undef EACH
#undef OPTIONAL

/* True if NODE is one of FUNCTIONS.  */

static bool
one_of_p (cgraph_node *node, unsigned functions)
{
  if (!node->has_gimple_body_p ())
    return false;
  if (node->offloadable)
    return functions & DEVICE_FUNCTIONS;
  return (functions & RUN_FUNCTIONS)
	 && lookup_attribute (CUF_RUN_ATTRIBUTE, DECL_ATTRIBUTES (node->decl));
}

static void
run_step (const step &s)
{
  gcc_checking_assert (!cfun);
  if (!cuf_wanted_p (s.optional))
    return;
  if (dump_file)
    fprintf (dump_file, "Step %s\n", s.name);
  gcc_checking_assert ((s.unit != NULL) != (s.function != NULL));
  if (s.unit)
    {
      if (!s.gate || s.gate ())
	s.unit ();
      return;
    }
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (one_of_p (node, s.functions))
      {
	push_cfun (DECL_STRUCT_FUNCTION (node->decl));
	if (!s.gate || s.gate ())
	  s.function (node);
	pop_cfun ();
      }
}

static unsigned
run_steps (enum moment when)
{
  for (const step &s : steps)
    if (s.when == when)
      run_step (s);
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
  unsigned execute (function *) { return run_steps (BEFORE_STREAMING); }
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
  unsigned execute (function *) { return run_steps (AFTER_STREAMING); }
};

static opt_pass *
make_device_pass (void)
{
  return new device_pass (g);
}

static opt_pass *
make_host_pass (void)
{
  return new host_pass (g);
}

static const struct
{
  opt_pass *(*make) (void);
  enum pass_positioning_ops position;
  const char *neighbour;
  enum cuf_optional optional;
} passes[] = {
  /* Before the first optimizations; the last of the passes before streaming,
     and the first behind it.  */
  { cuf_make_wrapping_pass, PASS_POS_INSERT_BEFORE, "opt_local_passes",
    CUF_NEEDED },
  { cuf_make_copies_pass, PASS_POS_INSERT_BEFORE, "opt_local_passes",
    CUF_NEEDED },
  { cuf_make_instrument_pass, PASS_POS_INSERT_BEFORE, "opt_local_passes",
    CUF_NEEDED },
  { cuf_make_coverage_pass, PASS_POS_INSERT_BEFORE, "opt_local_passes",
    CUF_NEEDED },
  { cuf_make_aliases_pass, PASS_POS_INSERT_AFTER, "ealias",
    CUF_OPTIONAL_ALIASES },
  { make_device_pass, PASS_POS_INSERT_AFTER, "emutls", CUF_NEEDED },
  { make_host_pass, PASS_POS_INSERT_BEFORE, "whole-program", CUF_NEEDED },
  /* After inlining.  */
  { cuf_make_context_pass, PASS_POS_INSERT_BEFORE, "adjust_alignment",
    CUF_NEEDED },
  /* When the size of the frame is known.  */
  { cuf_make_frames_pass, PASS_POS_INSERT_AFTER, "pro_and_epilogue",
    CUF_NEEDED },
  { cuf_make_short_loops_pass, PASS_POS_INSERT_BEFORE, "cunrolli",
    CUF_OPTIONAL_SHORT_LOOPS },
  /* Among those of loops, before they are vectorized.  */
  { cuf_make_bounds_pass, PASS_POS_INSERT_BEFORE, "unswitch",
    CUF_OPTIONAL_BOUNDS },
  { cuf_make_stores_pass, PASS_POS_INSERT_BEFORE, "unswitch",
    CUF_OPTIONAL_STORES },
  { cuf_make_quotients_pass, PASS_POS_INSERT_BEFORE, "unswitch",
    CUF_OPTIONAL_QUOTIENTS },
  { cuf_make_access_loops_pass, PASS_POS_INSERT_BEFORE, "unswitch",
    CUF_OPTIONAL_ACCESS_LOOPS },
  /* Behind them.  */
  { cuf_make_choices_pass, PASS_POS_INSERT_BEFORE, "split-paths",
    CUF_OPTIONAL_CHOICES },
  /* Of what is left.  */
  { cuf_make_inline_unset_pass, PASS_POS_INSERT_BEFORE, "unswitch",
    CUF_OPTIONAL_INLINE_UNSET },
};

/* Register the passes of the plugin called NAME.  */

void
cuf_register_passes (const char *name)
{
  cuf_begin_optional ();
  for (const auto &pass : passes)
    if (cuf_wanted_p (pass.optional))
      {
	struct register_pass_info info
	  = { pass.make (), pass.neighbour, 1, pass.position };
	register_callback (name, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
      }
}
