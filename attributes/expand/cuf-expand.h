/* Statements about arrays in device memory: what the files that make kernel
   loops of them share.
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


#ifndef GCC_CUF_EXPAND_H
#define GCC_CUF_EXPAND_H

/* A list of statements that grows at its end.  */
struct cuf_code_list
{
  gfc_code *first, **end;

  cuf_code_list () : first (NULL), end (&first) {}
  cuf_code_list (const cuf_code_list &) = delete;
  cuf_code_list &operator= (const cuf_code_list &) = delete;
  void append (gfc_code *);
};

/* A BLOCK construct that is being written.  */
struct cuf_block
{
  gfc_namespace *ns;		/* Its own.  */
  locus where;			/* Of the statement or expression that it is
				   for.  */
  bool thread;			/* Device code, which a thread executes: loops
				   are the thread's, and all variables are at
				   hand.  Else host code, and loops are
				   kernels.  */
  cuf_code_list code;
  bool failed;			/* What is wrong has been said.  */

  cuf_block (gfc_namespace *, locus *, bool = false);
  cuf_block (const cuf_block *);
  void end (gfc_code *);
};

/* The subscripts of an element, counted from one whatever are the bounds.
   Each belongs to its holder, and is copied where it is used.  */
struct cuf_subscripts
{
  int rank;
  gfc_expr *at[GFC_MAX_DIMENSIONS];
};

/* cuf-array-names.cc  */
bool cuf_array_name_p (gfc_namespace *, const char *);
bool cuf_operand_in_p (gfc_expr *, unsigned);
bool cuf_array_operands_p (gfc_namespace *, const char *,
			   const gfc_actual_arglist *);
enum cuf_array_function
{
  CUF_ARRAY_NONE,
  CUF_ARRAY_PACKLOC,
  CUF_ARRAY_COUNT_PREFIX,
  CUF_ARRAY_SUM_PREFIX
};
enum cuf_array_function cuf_module_function (const gfc_expr *);
gfc_expr *cuf_argument (const gfc_expr *, int);

/* cuf-write-code.cc  */
gfc_expr *cuf_new_scalar (gfc_namespace *, const gfc_typespec *, locus *);
gfc_expr *cuf_new_array (gfc_namespace *, const gfc_typespec *, int, locus *);
gfc_expr *cuf_new_automatic_array (gfc_namespace *, gfc_expr *, gfc_expr **);
gfc_expr *cuf_new_local_array (gfc_namespace *, gfc_expr *);
gfc_expr *cuf_write_index (HOST_WIDE_INT, locus *);
gfc_expr *cuf_write_sum (gfc_expr *, gfc_expr *);
gfc_expr *cuf_write_difference (gfc_expr *, gfc_expr *);
gfc_expr *cuf_write_product (gfc_expr *, gfc_expr *);
gfc_expr *cuf_write_call (gfc_namespace *, gfc_isym_id, const char *,
			  const gfc_typespec *, gfc_expr *, gfc_expr * = NULL,
			  gfc_expr * = NULL);
gfc_expr *cuf_write_inquiry (gfc_namespace *, gfc_isym_id, gfc_expr *, int);
gfc_code *cuf_write_assignment (gfc_expr *, gfc_expr *);
gfc_code *cuf_write_conversion (gfc_expr *, gfc_expr *);
gfc_code *cuf_write_if (gfc_expr *, gfc_code *, gfc_code * = NULL);
gfc_code *cuf_write_loop (gfc_expr *, gfc_expr *, gfc_code *);
gfc_code *cuf_write_allocate (gfc_expr *, gfc_expr **);
gfc_code *cuf_write_deallocate (gfc_expr *);
gfc_code *cuf_write_runtime_call (gfc_namespace *, const char *, locus *,
				  gfc_expr **, int);
void cuf_bind_runtime_calls (gfc_namespace *);
gfc_expr *cuf_hoist (cuf_block *, gfc_expr *);
void cuf_begin_loops (cuf_block *, int, cuf_subscripts *);
void cuf_end_loops (cuf_block *, cuf_subscripts *, gfc_expr **,
		    cuf_code_list *);

/* cuf-array-extents.cc  */
int cuf_dimension_argument (cuf_block *, const gfc_expr *, int, int);
bool cuf_reduces_p (gfc_isym_id);
bool cuf_elemental_p (const gfc_expr *);
gfc_expr *cuf_extent (cuf_block *, gfc_expr *, int);
void cuf_hoist_extents (cuf_block *, gfc_expr *, gfc_expr **);
void cuf_loop_over (cuf_block *, gfc_expr *, cuf_subscripts *,
		    cuf_code_list *);

/* cuf-array-elements.cc  */
gfc_expr *cuf_element (cuf_block *, gfc_expr *, const cuf_subscripts *,
		       cuf_code_list *);

/* cuf-moved-elements.cc  */
bool cuf_constant_order_p (const gfc_expr *);
gfc_expr *cuf_spread_element (cuf_block *, gfc_expr *, const cuf_subscripts *,
			      cuf_code_list *);
gfc_expr *cuf_shifted_element (cuf_block *, gfc_expr *, const cuf_subscripts *,
			       cuf_code_list *);
gfc_expr *cuf_reshaped_element (cuf_block *, gfc_expr *,
				const cuf_subscripts *, cuf_code_list *);

/* cuf-reduced-elements.cc  */
gfc_expr *cuf_start_value (cuf_block *, const gfc_typespec *, gfc_expr *,
			   cuf_code_list *);
gfc_expr *cuf_first_value (gfc_isym_id, const gfc_typespec *, locus *);
gfc_expr *cuf_used_often (cuf_block *, gfc_expr *);
gfc_expr *cuf_reduced_element (cuf_block *, gfc_expr *, const cuf_subscripts *,
			       cuf_code_list *);
gfc_expr *cuf_matmul_element (cuf_block *, gfc_expr *, const cuf_subscripts *,
			      cuf_code_list *);
void cuf_reduce_elements (cuf_block *, gfc_expr *, gfc_expr *);

/* cuf-array-temporaries.cc  */
gfc_expr *cuf_allocated_array (cuf_block *, const gfc_typespec *, int,
			       gfc_expr **);
gfc_expr *cuf_on_device (cuf_block *, gfc_expr *);
bool cuf_plain_prefixes_p (gfc_expr *, gfc_expr *);
void cuf_assign_prefixes (cuf_block *, gfc_expr *, gfc_expr *);
bool cuf_assign_packed (cuf_block *, gfc_expr *, gfc_expr *, bool, bool,
			gfc_expr **);
gfc_expr *cuf_positions (cuf_block *, gfc_expr *, gfc_expr *);
gfc_expr *cuf_last_element (cuf_block *, gfc_expr *);
bool cuf_packed_p (const gfc_expr *);
void cuf_compute_packed (cuf_block *, gfc_expr **);
void cuf_assign_elements (cuf_block *, gfc_expr *, gfc_expr *);
void cuf_pack_elements (cuf_block *, gfc_expr *, gfc_expr *, gfc_expr *);

/* cuf-known-shapes.cc  */
void cuf_note_shapes (gfc_code **);

/* cuf-thread-arrays.cc  */
bool cuf_constant_or_absent_p (const gfc_expr *, int);
bool cuf_thread_loops_p (gfc_expr *);
bool cuf_thread_scalar_p (gfc_expr *);
bool cuf_unknown_shape_p (gfc_expr *);
bool cuf_thread_unknown_p (gfc_expr *);
bool cuf_direct_arguments_p (const gfc_expr *);
gfc_expr *cuf_compute_in_thread (cuf_block *, gfc_namespace *, gfc_expr *);
gfc_expr *cuf_thread_array (cuf_block *, gfc_expr *);

/* cuf-thread-packing.cc  */
bool cuf_moved_in_turn_p (const gfc_expr *);
bool cuf_thread_pack_p (gfc_expr *);
void cuf_move_in_turn (cuf_block *, gfc_expr *, gfc_expr *);

/* cuf-thread-reductions.cc  */
bool cuf_thread_reduction_p (const gfc_expr *);
gfc_expr *cuf_reduce_in_thread (cuf_block *, gfc_expr *,
				const cuf_subscripts *, cuf_code_list *);

/* cuf-expand.cc  */
bool cuf_expand_function (gfc_namespace *, gfc_expr *);

#endif
