/* The rules of CUDA Fortran: what the files that check them share.
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

#ifndef GCC_CUF_CHECK_H
#define GCC_CUF_CHECK_H

/* The program unit that is being checked, and where in it.  */
typedef struct cuf_scope
{
  gfc_namespace *ns;		/* The unit's own, not that of a BLOCK.  */
  gfc_symbol *proc;		/* Null in a module or main program.  */
  bool host, device;		/* What its code is compiled for.  */
  bool masked;			/* Inside WHERE or FORALL.  */
  bool *transfer;		/* Inside the right side of an assignment, of
				   which ...  */
  const gfc_expr *fetched;	/* ... this operand can be transferred; true
				   there: one that cannot has been reported.  */
  bool loop;			/* Inside a kernel loop, of which ...  */
  hash_set<void *> *told;	/* ... these have been reported, ...  */
  hash_set<gfc_namespace *> *blocks; /* ... and which has these BLOCKs.  */
  bool no_fetch;		/* In what callers evaluate, too.  */
  const char *function;		/* Inside an argument of this intrinsic one.  */
}
cuf_scope;

/* Which components of an object can be for host code alone: none, pointers and
   allocatable ones, or of these such that begin without an address of the host's,
   because the object's first value is in the image for devices.  */
enum cuf_host_components
{
  CUF_HOST_NO_COMPONENTS,
  CUF_HOST_COMPONENTS,
  CUF_HOST_IMAGE_COMPONENTS
};

/* A set of memories, of enum cuf_memory.  */
#define CUF_IN(MEMORY) (1u << CUF_MEM_##MEMORY)

/* Memory that host code cannot reach.  */
#define CUF_OFF_HOST \
  (CUF_IN (DEVICE) | CUF_IN (CONSTANT) | CUF_IN (SHARED) | CUF_IN (TEXTURE))

/* True if MEMORY is in the set SET.  */
inline bool
cuf_memory_in_p (unsigned memory, unsigned set)
{
  gcc_checking_assert (memory <= CUF_MEM_TEXTURE);
  return (set >> memory) & 1;
}

/* True if the value of EXPR lies where host code cannot read it.  */
inline bool
cuf_off_host_p (const gfc_expr *expr)
{
  return cuf_memory_in_p (cuf_expr_memory (expr), CUF_OFF_HOST);
}

/* cuf-check-procedures.cc  */
void cuf_check_procedure (const cuf_scope *);
void cuf_check_interface_body (gfc_symbol *);
bool cuf_declaration_failed_p (const gfc_symbol *);

/* cuf-check-data.cc  */
void cuf_check_data (const cuf_scope *, gfc_namespace *);

/* cuf-types.cc  */
bool cuf_type_ok_p (gfc_typespec *);
const char *cuf_type_name (const gfc_typespec *);
bool cuf_scalar_type_ok_p (const gfc_typespec *);
gfc_component *cuf_wrong_component (gfc_symbol *, cuf_host_components,
				    const gfc_symbol **);
bool cuf_host_component_p (gfc_component *);
const char *cuf_component_reason (const gfc_component *);

/* cuf-check-namelist.cc  */
void cuf_check_namelist (gfc_symbol *);

/* cuf-check-statements.cc  */
void cuf_check_statements (cuf_scope *, gfc_code **);

/* cuf-check-clauses.cc  */
void cuf_check_kernel_loops_in (gfc_code *);

/* cuf-check-loops.cc  */
void cuf_check_kernel_loop (const cuf_scope *, gfc_code *);

/* cuf-find-reductions.cc  */
void cuf_find_reductions (cuf_kernel_do *, hash_set<gfc_namespace *> *,
			  hash_set<void *> *);

/* cuf-same-value.cc  */
bool cuf_same_value_p (gfc_expr *, gfc_expr *);

/* cuf-check-reductions.cc  */
void cuf_check_array_reduction (const cuf_scope *, gfc_expr *);

/* cuf-check-expressions.cc  */
void cuf_check_value (const cuf_scope *, gfc_expr *);
void cuf_check_designator (const cuf_scope *, gfc_expr *);
bool cuf_check_definition (const cuf_scope *, gfc_expr *);
bool cuf_predefined_p (const gfc_symbol *);
void cuf_check_component_call (const cuf_scope *, const gfc_component *,
			       gfc_actual_arglist *, locus *);
int cuf_value_walker (gfc_expr **, int *, void *);

/* cuf-fetch.cc  */
bool cuf_fetched_in_place_p (const gfc_expr *);
gfc_expr *cuf_fetched_operand (gfc_expr *);

/* cuf-check-calls.cc  */
void cuf_check_call (const cuf_scope *, gfc_symbol *, const char *,
		     gfc_actual_arglist *, cuf_launch *, locus *,
		     bool assignment = false);
bool cuf_wrong_intrinsic_p (const gfc_symbol *, const char *);
bool cuf_check_specific (const cuf_scope *, const gfc_symbol *,
			 const gfc_symbol *, const gfc_actual_arglist *,
			 locus *);

/* cuf-check-launches.cc  */
bool cuf_unknown_kernel_p (const gfc_symbol *);
const gfc_symbol *cuf_module_of_kernel (const gfc_symbol *);
gfc_symbol *cuf_check_unknown_kernel (const cuf_scope *, const gfc_symbol *,
				      const gfc_actual_arglist *, locus *);

/* cuf-check-copies.cc  */
void cuf_check_copied_types (const gfc_symbol *, const char *,
			     gfc_actual_arglist *);

/* cuf-generic.cc  */
#define CUF_TOO_FAR (~0u)
bool cuf_from_module_p (const gfc_symbol *, const char *);
bool cuf_runtime_routine_p (const gfc_symbol *);
bool cuf_openacc_routine_p (const gfc_symbol *);
gfc_symbol *cuf_closest_on_host (const gfc_symbol *,
				 const gfc_actual_arglist *,
				 gfc_actual_arglist **);
bool cuf_any_memory_p (const gfc_symbol *, const gfc_symbol *);
unsigned cuf_memory_distance (bool, unsigned, unsigned);
bool cuf_pointer_association_ok_p (unsigned, unsigned);

/* What follows the memories among the actual arguments there: host data by the
   address of its copy on the device.  */
#define CUF_USE_DEVICE 8

/* cuf-use-device.cc  */
bool cuf_in_loop_body_p (void);
unsigned cuf_argument_memory (const gfc_expr *, unsigned);
unsigned cuf_dummy_memory (const gfc_symbol *, const gfc_symbol *);
bool cuf_memory_ignored_p (const gfc_symbol *, unsigned, unsigned);

/* cuf-ignore.cc.  */
void cuf_convert_ignored_kind (const gfc_symbol *, gfc_expr *);
void cuf_pass_first_element (const gfc_symbol *, gfc_expr *);

/* cuf-check-intrinsics.cc  */
bool cuf_devptr_p (const gfc_expr *);
void cuf_check_intrinsic (const cuf_scope *, gfc_intrinsic_sym *,
			  gfc_actual_arglist *, gfc_expr *, locus *);

#endif
