/* What the splices in gfortran's translation to GENERIC call.
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

#ifndef GCC_CUF_TRANS_H
#define GCC_CUF_TRANS_H

/* cuf-offload.cc: what runs on a device.  */
bool cuf_generating_device_code_p (void);
bool cuf_device_code_variable_p (gfc_symbol *);
bool cuf_local_device_p (gfc_symbol *);
tree cuf_call_target (tree);

/* cuf-device-code.cc: declarations and bodies.  */
bool cuf_not_static_p (gfc_symbol *);
void cuf_defer_local_variable (gfc_symbol *, void (*) (gfc_symbol *));
bool cuf_trans_automatic (gfc_symbol *, tree, tree, tree, stmtblock_t *,
			  gfc_wrapped_block *);
void cuf_finish_function_decl (gfc_symbol *, tree);
void cuf_finish_var_decl (tree, gfc_symbol *);
void cuf_mark_host_dummies (gfc_symbol *);
void cuf_finish_body (gfc_namespace *, tree);
void cuf_finish_function (gfc_symbol *, tree);

tree cuf_end_use_device (const gfc_code *, tree);

/* cuf-region.cc: device data in regions of OpenACC and OpenMP.  */
tree cuf_finish_region (gfc_code *, tree);

/* In trans-decl.cc: where it has the procedure that is being translated.  */
extern gfc_symbol **const cuf_procedure;

inline gfc_symbol *
cuf_current_procedure (void)
{
  return *cuf_procedure;
}

/* cuf-local-data.cc: device memory in host procedures.  */
bool cuf_trans_result (stmtblock_t *, stmtblock_t *, gfc_array_info *, tree,
		       bool);
bool cuf_result_elsewhere_p (gfc_expr *, const gfc_expr *);
tree cuf_copy_decl (tree);
bool cuf_allocate_copy (tree, tree, tree *);
tree cuf_allocate_component (const gfc_component *, tree, tree);
void cuf_use_allocation (stmtblock_t *);
tree cuf_malloc_decl (tree);
tree cuf_free_decl (tree);
bool cuf_components_hidden_p (void);
bool cuf_nested_hidden_p (const gfc_component *);
tree cuf_allocator_for (gfc_expr *, tree);
tree cuf_undefined_pointer (const gfc_expr *, tree);
void cuf_trans_allocation_message (gfc_code *, tree, tree, stmtblock_t *);
void cuf_trans_pinned (gfc_code *, stmtblock_t *);
void cuf_add_local_pointer (tree, gfc_symbol *, void (*) (tree, gfc_symbol *));
bool cuf_trans_local_array (gfc_symbol *, tree, tree, tree, stmtblock_t *,
			    gfc_wrapped_block *);
bool cuf_trans_variable (gfc_symbol *, gfc_wrapped_block *);

/* While one lives what gfortran generates allocates or frees data in a memory;
   then that of before counts again.  */
class cuf_memory_scope
{
public:
  explicit cuf_memory_scope (unsigned memory);
  explicit cuf_memory_scope (const gfc_symbol *dummy);
  explicit cuf_memory_scope (gfc_expr *object, bool freed = false);
  ~cuf_memory_scope ();
  cuf_memory_scope (const cuf_memory_scope &) = delete;
  cuf_memory_scope &operator= (const cuf_memory_scope &) = delete;

private:
  unsigned m_outer;
};

/* While one lives gfortran generates a temporary array for a function's
   result.  */
class cuf_result_scope
{
public:
  cuf_result_scope (const gfc_symbol *result, locus *where);
  ~cuf_result_scope ();
  cuf_result_scope (const cuf_result_scope &) = delete;
  cuf_result_scope &operator= (const cuf_result_scope &) = delete;

private:
  cuf_memory_scope m_memory;
  locus *m_outer;
};

/* While one lives an ALLOCATE statement is translated.  */
class cuf_allocation_scope
{
public:
  cuf_allocation_scope (gfc_code *code, stmtblock_t *block);
  ~cuf_allocation_scope ();
  cuf_allocation_scope (const cuf_allocation_scope &) = delete;
  cuf_allocation_scope &operator= (const cuf_allocation_scope &) = delete;
};

/* cuf-automatic-arrays.cc  */
bool cuf_trans_automatic_array (gfc_symbol *, tree, tree, tree, stmtblock_t *,
				gfc_wrapped_block *);
bool cuf_trans_temporary (stmtblock_t *, stmtblock_t *, gfc_array_info *, tree,
			  bool);

/* cuf-dynamic-shared.cc  */
bool cuf_trans_dynamic_shared (gfc_symbol *, tree, tree, tree, stmtblock_t *,
			       gfc_wrapped_block *);

/* cuf-launch-call.cc: kernel calls.  */
void cuf_use_interface (gfc_code *);
void cuf_trans_launch (gfc_code *, gfc_se *);
tree cuf_launch_loops (stmtblock_t *, tree *, tree *, gfc_expr *, gfc_expr *,
		       locus *);

/* cuf-fetch-operands.cc: assignments of expressions.  */
tree cuf_trans_assign (gfc_code *);
tree cuf_trans_converted (gfc_code *);

/* cuf-transfer.cc: assignments.  */
void cuf_conv_fetched (gfc_se *, gfc_expr *);
tree cuf_trans_transfer (gfc_code *);
tree cuf_transfer_object (tree, unsigned, tree, unsigned, locus *);
bool cuf_out_of_reach_p (gfc_expr *);
bool cuf_same_length_p (const gfc_expr *, const gfc_expr *);
bool cuf_managed_of_other_length_p (const gfc_expr *, const gfc_expr *);
tree cuf_trans_init_assign (gfc_code *);
tree cuf_trans_allocate_source (gfc_expr *, gfc_expr *, locus *);

/* cuf-array-reduction.cc: arrays that the device reduces.  */
bool cuf_reduction_p (const gfc_expr *);
bool cuf_conv_intrinsic (gfc_se *, gfc_expr *);

/* cuf-extremum.cc  */
bool cuf_conv_extremum (gfc_se *, gfc_expr *);

/* cuf-array-parts.cc: descriptors.  */
bool cuf_part_of_elements_p (const gfc_expr *);
bool cuf_spanned_pointer_p (gfc_expr *);
tree cuf_section_reference (const gfc_expr *, tree, tree, tree,
			    tree (*) (tree, tree, tree, tree));
void cuf_conv_array (gfc_se *, gfc_expr *, bool = false);
tree cuf_devptr_address (tree);

/* cuf-host-procedures.cc: calls of host procedures.  */
void cuf_stop_before_call (const gfc_symbol *, stmtblock_t *);
tree cuf_host_target (tree, const gfc_symbol *);

/* cuf-host-call.cc: device data for other code.  */
void cuf_wait_before_call (gfc_symbol *, gfc_expr *,
			   const gfc_actual_arglist *, stmtblock_t *);

/* cuf-wait-for-output.cc: units that kernels print to.  */
void cuf_wait_before_transfer (stmtblock_t *, gfc_code *);

/* cuf-pack.cc: actual arguments that have to be contiguous.  */
bool cuf_conv_packed_argument (gfc_se *, gfc_expr *, const gfc_symbol *, tree,
			       bool);
bool cuf_conv_array_argument (gfc_se *, gfc_expr *, const gfc_symbol *, bool);

/* cuf-small-sections.cc: the same in device code.  */
bool cuf_conv_small_section (gfc_se *, gfc_expr *, const gfc_symbol *);

/* While one lives sections are translated for the runtime: cuf-section-checks.cc.  */
class cuf_section_scope
{
public:
  cuf_section_scope ();
  ~cuf_section_scope ();
  cuf_section_scope (const cuf_section_scope &) = delete;
  cuf_section_scope &operator= (const cuf_section_scope &) = delete;
};
tree cuf_section_index (gfc_loopinfo *, gfc_expr *, const gfc_array_ref *, tree,
			int, tree);

/* cuf-character-value.cc  */
tree cuf_character_value (const gfc_symbol *, tree);

/* plugin/parse/cuf-half.cc, cuf-half-code.cc: REAL(2).  */
void cuf_complete_real_types (tree *, int);
tree cuf_passed_type (tree);
tree cuf_as_passed (tree);
tree cuf_as_received (const gfc_typespec *, tree);
tree cuf_dummy_parameter (const gfc_symbol *, tree);
void cuf_receive_half_dummies (gfc_symbol *, stmtblock_t *);
void cuf_begin_data_transfer (const gfc_dt *);
tree cuf_begin_item (gfc_typespec **, tree *, bool, stmtblock_t *);

/* cuf-stop.cc  */
bool cuf_device_stop (gfc_code *, tree *);
tree cuf_error_stop (location_t, const char *);

/* cuf-kernel-loops.cc  */
bool cuf_trans_loop (gfc_code *, tree *);

/* cuf-registry.cc  */
void cuf_finish_translation_unit (void);

#endif
