/* Lowering of CUDA Fortran to GENERIC and GIMPLE: what its files share.
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

#ifndef GCC_CUF_LOWER_H
#define GCC_CUF_LOWER_H

#include "gcuf-abi.h"
#include "gcuf-limits.h"
#include "cuf-compat.h"

class opt_pass;
struct cgraph_node;
struct gimple;

/* Trees that live as long as the compilation, marked as garbage collection
   roots by cuf-abi.cc: the types of libgcuf/abi/gcuf-abi.h ...  */
enum cuf_tree_index
{
#define GCUF_STRUCT(id, name) CUF_##id,
#define GCUF_FIELD(name, kind, type, field)
#define GCUF_END(name)
#include "gcuf-structs.def"
#undef GCUF_STRUCT
#undef GCUF_FIELD
#undef GCUF_END
  /* ... its variables ...  */
  CUF_CONTEXT_VAR,
  CUF_DSO_HANDLE,
  /* ... its functions ...  */
  CUF_FN_FIRST,
  CUF_FN_BEFORE_FIRST = CUF_FN_FIRST - 1,	/* The next is the first.  */
#define GCUF_FUNCTION(id, signature, name, result, arguments) CUF_FN_##id,
#define GCUF_DEVICE_FUNCTION(id, signature, name) CUF_FN_##id,
#include "gcuf-functions.def"
#undef GCUF_FUNCTION
#undef GCUF_DEVICE_FUNCTION
  /* ... and everything else that must survive, as a TREE_LIST.  */
  CUF_KEPT,
  CUF_CHANGED,			/* The same until changes are undone.  */
  CUF_AT_START,			/* Statements.  */
  CUF_TREE_MAX
};

/* cuf-abi.cc  */
extern tree cuf_trees[CUF_TREE_MAX];
tree cuf_tree (enum cuf_tree_index);
tree cuf_keep (tree);
tree cuf_field (tree, const char *);
tree cuf_component (tree, const char *);
tree cuf_dim3_component (tree, const char *, int);
tree cuf_string_address (const char *);
const char *cuf_symbol (tree);
tree cuf_ptx_name_address (const char *);
tree cuf_location_at (location_t);
tree cuf_location (locus *);
tree cuf_build_static (const char *, tree, tree, bool);
void cuf_build_mark (const char *, const char *, tree);
void cuf_build_number_mark (const char *, const char *, const int *, unsigned);
tree cuf_record_value (tree, const tree *, unsigned);
tree cuf_build_record (const char *, tree, const tree *, unsigned, bool);
void cuf_set_context_model (void);
void cuf_register_roots (const char *);

/* cuf-optional.cc  */
enum cuf_optional
{
#define OPTIONAL(id, name) CUF_OPTIONAL_##id,
#define OPTIONAL_PART(id, name, whole) CUF_OPTIONAL_##id,
#include "cuf-optional.def"
  CUF_NEEDED			/* Never left out.  */
};
void cuf_begin_optional (void);
bool cuf_wanted_p (enum cuf_optional);

/* cuf-program-heap.cc  */
void cuf_lower_program_heap (tree);
void cuf_wait_at_end (const gfc_symbol *, tree);

/* cuf-replace.cc  */
typedef tree cuf_replacement (tree, void *);
void cuf_replace_variables (tree *, cuf_replacement *, void *,
			    bool (*) (tree) = NULL);

/* cuf-build.cc  */
tree cuf_begin_function (const char *, tree *, unsigned);
void cuf_finish_generated (tree, tree, tree);
tree cuf_local_variable (tree, tree, tree *);
tree cuf_add_parameter (tree, tree, tree **);
tree cuf_increment (tree);
tree cuf_forget_value (tree);
tree cuf_loop_over_threads (tree, tree, tree, tree, tree *);
void cuf_append_wait (tree *);
tree cuf_unsigned_result (gimple_seq *, gassign *);

/* cuf-large-numbers.cc  */
bool cuf_large_factor_p (tree);
bool cuf_large_term_p (tree);

/* cuf-offload.cc  */
void cuf_mark_offloaded (tree);
bool cuf_block_function_p (tree);
bool cuf_any_offloaded_p (void);
void cuf_note_device_function (tree);
bool cuf_in_kernel_loop_p (void);
tree cuf_stub_of (tree);
void cuf_set_stub (tree, tree);
const char *cuf_predefined (unsigned);
const char *cuf_predefined_name (tree);
bool cuf_register_function_p (tree);
tree cuf_special_register (const char *, int);

/* While there is an object of this class the body of a kernel loop is
   translated, in a host procedure.  */
class cuf_kernel_loop_scope
{
public:
  cuf_kernel_loop_scope ();
  ~cuf_kernel_loop_scope ();
  cuf_kernel_loop_scope (const cuf_kernel_loop_scope &) = delete;
  cuf_kernel_loop_scope &operator= (const cuf_kernel_loop_scope &) = delete;
};

/* cuf-link-warning.cc  */
void cuf_warn_plain_link (void);

/* cuf-registry.cc  */
void cuf_register_variable (tree);
void cuf_register_kernel (tree);
void cuf_do_at_start (tree);

/* cuf-module-data.cc  */
void cuf_finish_module_variable (tree, gfc_symbol *);
void cuf_lower_module_data (tree);
void cuf_lower_host_data (tree);
unsigned cuf_module_memory (tree);

/* cuf-data-sharing.cc  */
void cuf_lower_data_sharing (tree);
bool cuf_region_tree_p (tree);

/* cuf-private.cc  */
void cuf_note_allocatable (tree, unsigned);
void cuf_note_object_pointer (tree, tree, unsigned);
bool cuf_object_pointer_p (tree);
tree cuf_pointer_to_local (tree);
tree cuf_allocate_copy_of (tree, tree);
struct lang_hooks;
void cuf_install_private_copies (struct lang_hooks *);

/* cuf-local-data.cc  */
tree cuf_allocator (tree, unsigned);
void cuf_finish_local_variable (tree, gfc_symbol *);

/* cuf-shared-memory.cc  */
tree cuf_dynamic_shared_memory (tree);
bool cuf_dynamic_shared_call_p (gimple *);
bool cuf_dynamic_shared_pointer_p (tree);

/* cuf-dynamic-shared.cc  */
bool cuf_dynamic_shared_p (gfc_symbol *);
void cuf_finish_dynamic_shared_decl (tree, gfc_symbol *);
void cuf_begin_dynamic_shared (tree, bool);
tree cuf_begin_shared (void);
void cuf_find_shared_readers (void);
void cuf_name_dynamic_shared (cgraph_node *);

/* cuf-routine.cc: OpenACC routines that kernels call.  */
void cuf_redirect_routines (tree *);
void cuf_make_cuda_version (const gfc_namespace *, tree);

/* cuf-kernel.cc  */
void cuf_split_kernel (tree);
void cuf_finish_kernel (gfc_symbol *, tree);
/* Builds what a run function does with the values of the kernel's parameters
   for the threads from the first dim3 to the second.  */
typedef tree cuf_build_threads (void *, tree, vec<tree> *, tree, tree, tree *);

/* In front of the symbols of bodies of kernels and of kernel loops.  */
#define CUF_BODY_PREFIX "__gcuf_body_"
#define CUF_ITERATION_PREFIX "__gcuf_iteration_"
#define CUF_BLOCK_PREFIX "__gcuf_block_"
#define CUF_WARPS_PREFIX "__gcuf_warps_"
#define CUF_CHECKED_PREFIX "__gcuf_checked_"

/* In symbols of entries, which profilers show.  In capitals, because no symbol
   of a Fortran procedure ends so unless BIND says it.  */
#define CUF_ENTRY_SUFFIX "_GPU"

/* A kernel whose body is complete.  */
struct cuf_kernel_parts
{
  tree body;
  tree stub;			/* What callers know.  */
  const char *name;		/* For messages.  */
  const char *arguments;	/* How they are passed, or null.  */
  const char *entry;		/* Symbol of the device's entry.  */
  unsigned flags;		/* enum gcuf_kernel_flags.  */
  tree run;			/* The run function, or null: then it is built ...  */
  cuf_build_threads *build_threads;	/* ... by this, if not null, ...  */
  void *data;				/* ... with this.  */
  bool aliased;			/* Procedures that it calls may write to what
				   parameters are addresses of.  */
};
tree cuf_build_kernel (const cuf_kernel_parts &);
void cuf_build_bounds (const char *, const cuf_bounds *);

/* cuf-kernel-arguments.cc  */
char *cuf_arguments_of_body (tree);
char *cuf_arguments_of_interface (gfc_symbol *);

/* cuf-launch-call.cc  */
tree cuf_convert_value (tree, tree, int);

/* cuf-barrier-fission.cc  */
struct cuf_splitter;
cuf_splitter *cuf_begin_split (tree);
tree cuf_build_rounds (cuf_splitter *, tree, vec<tree> *, tree, tree, tree *);
bool cuf_split_better_p (const cuf_splitter *);
bool cuf_split_whole_warps_p (const cuf_splitter *);
void cuf_end_split (cuf_splitter *);

/* cuf-barriers.cc  */
bool cuf_barrier_p (tree);
bool cuf_forbids_split_p (tree);
bool cuf_thread_variable_p (tree);
bool cuf_fixed_variable_p (tree);
tree cuf_array_of (tree);
/* The most bytes of a thread that arrays of split kernels may take: they are on
   the stack.  */
enum { CUF_MOST_FRAME_BYTES = (1 << 18) / GCUF_MAX_BLOCK_THREADS };

/* cuf-joined-blocks.cc  */
bool cuf_joinable_p (tree);

/* cuf-uniform-fission.cc  */
#define CUF_WHOLE_WARPS_ATTRIBUTE "cuf whole warps" /* Of what is split for
							blocks whose rows are
							whole warps alone.  */
#define CUF_BETTER_ATTRIBUTE "cuf better"	/* Of what is split although it
						   need not be.  */
tree cuf_build_uniform (tree);
tree cuf_build_aligned (tree);

/* cuf-context.cc  */
#define CUF_RUN_ATTRIBUTE "cuf run"	/* Of run functions.  */
#define CUF_MARK_ATTRIBUTE "cuf mark"	/* Of what PTX passes read.  */
#define CUF_POINTER_ATTRIBUTE "cuf pointer"	/* Of variables of modules.  */
opt_pass *cuf_make_context_pass (void);

/* cuf-frames.cc: the memory that kernels need on the host.  */
opt_pass *cuf_make_frames_pass (void);
void cuf_note_frame (tree, tree);
void cuf_probe_stacks (void);
void cuf_count_memory (cgraph_node *, HOST_WIDE_INT *, HOST_WIDE_INT *);

/* cuf-thread-range.cc  */
edge cuf_regular_exit (class loop *, vec<edge> *);
bool cuf_index_store_p (gimple *);
bool cuf_thread_mark_p (gimple *);
opt_pass *cuf_make_bounds_pass (void);

/* cuf-common-stores.cc  */
opt_pass *cuf_make_stores_pass (void);

/* cuf-cheap-choices.cc  */
opt_pass *cuf_make_choices_pass (void);

/* cuf-row-quotients.cc  */
opt_pass *cuf_make_quotients_pass (void);

/* cuf-modes.cc  */
void cuf_use_device_modes (void);

/* cuf-host-procedures.cc  */
void cuf_leave_out_host_calls (cgraph_node *);

/* cuf-libm.cc  */
bool cuf_long_libm_call_p (gimple *);
void cuf_use_device_libm (cgraph_node *);

/* cuf-automatic-arrays.cc  */
void cuf_use_device_frame (cgraph_node *);

/* cuf-extensions.cc  */
void cuf_extend_operands (cgraph_node *);

/* cuf-strides.cc  */
void cuf_use_stride_maxima (cgraph_node *);

/* cuf-conditions.cc  */
void cuf_compare_operands (cgraph_node *);

/* cuf-real-extrema.cc  */
void cuf_use_device_extrema (cgraph_node *);

/* cuf-directed-rounding.cc  */
void cuf_round_in_directions (cgraph_node *);

/* cuf-division.cc  */
void cuf_use_device_division (cgraph_node *);

/* cuf-level.cc  */
bool cuf_debug_host_p (void);

/* cuf-complex-division.cc  */
void cuf_use_device_complex_division (cgraph_node *);

/* cuf-integer-division.cc  */
void cuf_use_device_integer_division (cgraph_node *);

/* cuf-code-options.cc  */
struct cuf_arguments;
void cuf_set_code_options (const cuf_arguments *);
bool cuf_fast_math_p (void);
bool cuf_instrument_p (void);
bool cuf_debug_device_p (void);
bool cuf_keep_loops_p (void);
bool cuf_check_p (void);
tree cuf_device_optimization (void);
tree cuf_default_optimization (void);
tree cuf_aligned_optimization (void);
tree cuf_converging_optimization (void);
void cuf_mark_code_options (void);

/* cuf-wide-integers.cc  */
void cuf_divide_wide_integers (cgraph_node *);

/* cuf-half-conversion.cc  */
void cuf_narrow_half_operands (cgraph_node *);

/* cuf-traps.cc  */
void cuf_mark_safe_references (cgraph_node *);

/* cuf-unroll.cc  */
tree cuf_small_array (tree);
void cuf_finish_pass (unsigned);
void cuf_unroll_loops (cgraph_node *);

/* cuf-register-arrays.cc  */
bool cuf_number_p (tree, hash_set<gimple *> *);
void cuf_find_memory_arrays (hash_set<tree> *, bool);

/* cuf-constant-counts.cc  */
bool cuf_find_constant_counts (void);

/* cuf-register-counts.cc  */
void cuf_bound_register_counts (void);

/* cuf-rolled-loops.cc  */
void cuf_keep_loops_rolled (int, int);
HOST_WIDE_INT cuf_insns_of_call (gimple *);
void cuf_release_loops (void);

/* cuf-unroll-parts.cc  */
bool cuf_differs_in_warp_p (tree);
void cuf_unroll_in_part (void);

/* cuf-unroll-nests.cc  */
bool cuf_unroll_outer_loop (HOST_WIDE_INT *);

/* cuf-address.cc  */
void cuf_share_addresses (cgraph_node *);

/* cuf-instrument.cc: accesses to memory that are checked on the host.  */
#define CUF_SITE_ATTRIBUTE "cuf site"	/* Of the places of these.  */
#define CUF_FRAME_ATTRIBUTE "cuf frame"	/* Of an array of a variable's values
					   in all threads of a block.  */
tree cuf_compute_before (gimple_stmt_iterator *, tree);
opt_pass *cuf_make_instrument_pass (void);

/* cuf-short-loops.cc  */
opt_pass *cuf_make_short_loops_pass (void);

/* cuf-access-loops.cc  */
opt_pass *cuf_make_access_loops_pass (void);

/* cuf-inline-unset.cc  */
opt_pass *cuf_make_inline_unset_pass (void);

/* cuf-host-access.cc  */
void cuf_mark_host_memory (tree, tree, unsigned);
tree cuf_host_variable (gimple *);
void cuf_tell_host_accesses (cgraph_node *);

/* cuf-choose.cc  */
void cuf_choose_integers (function *);

/* cuf-access-site.cc  */
tree cuf_pointer_origin (tree);
bool cuf_frame_p (tree);
tree cuf_access_base (tree);
bool cuf_given_p (tree, tree);
tree cuf_access_site (gimple *, tree, tree);
tree cuf_wait_site (gimple *, const char *);
tree cuf_value_site (gimple *, tree);

/* cuf-shared-bounds.cc  */
tree cuf_shared_bounds (tree, tree, int *);

/* cuf-unset.cc: values that have not been set.  */
bool cuf_automatic_array_p (tree);
bool cuf_private_variable_p (tree);
bool cuf_used_p (tree);
bool cuf_copied_p (tree);
void cuf_check_unset (function *, hash_set<tree> *);

/* cuf-compared-loads.cc  */
void cuf_find_compared_loads (hash_set<gimple *> *);

/* cuf-absent-lanes.cc: what shuffles get from lanes that take no part.  */
tree cuf_absent_value (tree);
void cuf_find_shuffles (const vec<cgraph_node *> &);
void cuf_forget_shuffles (void);
void cuf_check_absent (function *);
/* cuf-carried.cc  */
#define CUF_HOST_SCALAR_ATTRIBUTE "cuf host scalar" /* Of parameters of kernel
						       loops' bodies.  */
void cuf_mark_host_scalars (tree, tree);
/* cuf-unset-results.cc  */
void cuf_keep_results_in_registers (tree);
/* cuf-unset-names.cc, cuf-unset-flags.cc: scalars among them.  */
tree cuf_unset_value (tree);
bool cuf_unset_constant_p (tree);
void cuf_find_unset_functions (const vec<cgraph_node *> &);
void cuf_forget_unset_functions (void);
void cuf_keep_flag_calls (const vec<cgraph_node *> &);

/* cuf-written.cc: what a kernel writes.  */
void cuf_tell_written (cgraph_node *);

/* cuf-volatile.cc  */
bool cuf_volatile_access_p (gimple *);
void cuf_call_volatile (cgraph_node *);

/* cuf-step-counters.cc  */
void cuf_count_by_steps (cgraph_node *);

/* cuf-wrapping.cc  */
opt_pass *cuf_make_wrapping_pass (void);

/* cuf-spin.cc  */
void cuf_mark_spinning (cgraph_node *);

/* cuf-extents.cc  */
void cuf_fold_extents (cgraph_node *);

/* cuf-coverage.cc  */
opt_pass *cuf_make_coverage_pass (void);

/* cuf-aliases.cc  */
opt_pass *cuf_make_aliases_pass (void);

/* cuf-device-copies.cc  */
opt_pass *cuf_make_copies_pass (void);
bool cuf_has_device_copy_p (tree);
bool cuf_device_only_p (const cgraph_node *);
void cuf_show_device_copies (void);
void cuf_forget_device_copies (vec<cgraph_node *> *);

/* cuf-device-symbols.cc  */
void cuf_call_by_name (cgraph_node *);
void cuf_offload_references (void);
void cuf_keep_visible (void);
void cuf_use_constant_memory (void);
void cuf_mark_constants (void);
bool cuf_marks_constants_p (void);

/* cuf-near-modulo.cc  */
void cuf_find_neighbours (cgraph_node *);

/* cuf-transferred-bits.cc  */
void cuf_align_transfers (cgraph_node *);

/* cuf-structure-copies.cc  */
void cuf_assign_components (cgraph_node *);

/* cuf-real-operands.cc: the number that a complex one is the real part of, with an
   imaginary part of zero, or null; and the step.  */
tree cuf_real_number (tree);
void cuf_use_real_operands (cgraph_node *);

/* cuf-square-moduli.cc  */
void cuf_sum_squares (cgraph_node *);

/* cuf-named-constants.cc  */
void cuf_note_named_constant (tree, gfc_symbol *);
bool cuf_define_named_constant (varpool_node *);

/* cuf-device-options.cc  */
void cuf_use_device_options (void);
bool cuf_device_optimized_alone_p (void);
void cuf_optimize_by_default (void);

/* cuf-returns.cc  */
void cuf_return_result_decl (cgraph_node *);

/* cuf-internal-functions.cc  */
void cuf_call_builtins (cgraph_node *);

/* cuf-library-calls.cc  */
void cuf_correct_calls (cgraph_node *);

/* cuf-aligned.cc  */
void cuf_find_aligned (hash_set<cgraph_node *> *);
void cuf_find_converging (hash_set<cgraph_node *> *);

/* cuf-kernel-flags.cc  */
void cuf_note_kernel (tree, tree, tree, tree);
tree *cuf_record_field (tree, const char *);
void cuf_set_kernel_flags (void);
void cuf_set_kernel_memory (void);

/* cuf-thread-local.cc  */
void cuf_share_by_host_thread (void);
void cuf_recompute_addresses (cgraph_node *);

/* cuf-passes.cc  */
void cuf_register_passes (const char *);

#endif
