/* What CUDA Fortran adds to gfortran's data structures, and the functions that
   the splices in its front end call.
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

/* Included at the end of gfortran.h by a splice.  */

#ifndef GCC_CUF_H
#define GCC_CUF_H

#include "cuf-attributes.h"

/* What the splices of structures.splice add:

   symbol_attribute
     cuf_memory		the variable's memory, of enum cuf_memory
     cuf_proc		the procedure's side, bits of enum cuf_proc
     cuf_ignore		what IGNORE_TKR says of the dummy argument, bits of enum
			cuf_ignore
     cuf_use_device	inside a construct in which the variable stands for its
			copy on the device

   gfc_symbol
     cuf_bounds		the launch bounds of a kernel, null if it has none

   gfc_expr
     cuf_reduced	the memory of the array that a reference to SUM or the
			like has the device reduce, of enum cuf_memory
     cuf_stream		the stream for that, which copies share, or null
     cuf_bits		an integer that stands for its bits in a number of any
			type
     cuf_fetched	a scalar in device memory that host code has the value
			of
     cuf_expansion	the statements that compute a function of arrays on the
			device, and their result; copies share it
     cuf_count		where PACK or PACKLOC stores the number of elements,
			which copies share, or null
     cuf_no_field	a reference to UNPACK that leaves elements as they are

   gfc_code
     cuf_launch		the execution configuration of an EXEC_CALL by chevrons
     cuf_kernel		the kernel loop directive in front of an EXEC_DO, or
			of an EXEC_DO_CONCURRENT until that is resolved
     cuf_allocation	the options of an EXEC_ALLOCATE  */

/* In which memory a variable is allocated: symbol_attribute::cuf_memory.  The
   values are those of enum gcuf_space in libgcuf/abi/gcuf-abi.h, but that the
   runtime does not know textures.  */
enum cuf_memory
{
  CUF_MEM_NONE = 0,
#define GCUF_SPACE(name, value) CUF_MEM_##name = value,
#include "gcuf-spaces.def"
#undef GCUF_SPACE
  CUF_MEM_TEXTURE
};

/* Where a procedure runs: bits of symbol_attribute::cuf_proc.  Zero is a host
   procedure by default.  */
enum cuf_proc
{
  CUF_PROC_HOST = 1,
  CUF_PROC_GLOBAL = 2,
  CUF_PROC_DEVICE = 4,
  CUF_PROC_GRID_GLOBAL = 8
};

/* What of a dummy argument the directive IGNORE_TKR keeps from being compared
   with an actual argument: bits of symbol_attribute::cuf_ignore.  */
enum cuf_ignore
{
  CUF_IGNORE_TYPE = 1,
  CUF_IGNORE_KIND = 2,
  CUF_IGNORE_RANK = 4,
  CUF_IGNORE_DEVICE = 8,
  CUF_IGNORE_MANAGED = 16,
  CUF_IGNORE_CONTIGUOUS = 32
};

#define CUF_PROC_KERNEL (CUF_PROC_GLOBAL | CUF_PROC_GRID_GLOBAL)

/* What launch_bounds and cluster_dims say about a kernel, zero where they do
   not: gfc_symbol::cuf_bounds.  */
typedef struct cuf_bounds
{
  int max_threads, min_blocks, max_cluster;
  int cluster[3];
}
cuf_bounds;

/* The execution configuration of a kernel call: gfc_code::cuf_launch.  A null
   grid or block stands for `*'; absent bytes and stream are null.  INTERFACE is
   made of the call's arguments if nothing else is known of the kernel, or null.  */
typedef struct cuf_launch
{
  gfc_expr *grid, *block, *bytes, *stream;
  gfc_symbol *interface;
  locus where;
}
cuf_launch;

/* At most so many loops of a kernel loop directive become parallel: CUDA has no
   more dimensions.  */
#define CUF_MAX_LOOPS 3

/* At most so many it can name.  */
#define CUF_MAX_NEST GFC_MAX_DIMENSIONS

/* The sizes of a grid or a block in a kernel loop directive, the innermost
   loop's first; null for `*'.  COUNT is zero where one `*' stands for all.  */
typedef struct cuf_extents
{
  int count;
  gfc_expr *size[CUF_MAX_LOOPS];
}
cuf_extents;

/* The operators of reductions in kernel loops, in the order of the table in
   plugin/parse/cuf-reduce.cc.  */
enum cuf_reduce_op
{
  CUF_REDUCE_ADD,
  CUF_REDUCE_MUL,
  CUF_REDUCE_MAX,
  CUF_REDUCE_MIN,
  CUF_REDUCE_IAND,
  CUF_REDUCE_IOR,
  CUF_REDUCE_IEOR,
  CUF_REDUCE_AND,
  CUF_REDUCE_OR,
  CUF_REDUCE_NONE
};

/* A scalar into which a kernel loop reduces the values of its iterations.  */
typedef struct cuf_reduction
{
  struct cuf_reduction *next;
  enum cuf_reduce_op op;
  gfc_expr *target;
}
cuf_reduction;

/* A kernel loop directive: gfc_code::cuf_kernel of the outermost EXEC_DO.  */
typedef struct cuf_kernel_do
{
  int nloops;
  cuf_extents grid, block;
  gfc_expr *bytes, *stream;
  cuf_reduction *reductions;	/* Of clauses, then those recognized.  */
  gfc_code *loops[CUF_MAX_LOOPS];	/* Innermost first.  */
  gfc_code *innermost;		/* Of all that it names: a loop of each thread
				   if they are more than CUDA has dimensions.  */
  locus where;
}
cuf_kernel_do;

/* What CUDA Fortran adds to an ALLOCATE statement: gfc_code::cuf_allocation.
   Each may be null.  */
typedef struct cuf_allocation
{
  gfc_expr *pinned, *stream, *align;
}
cuf_allocation;

/* True if ATTR's procedure is compiled for the device / only for it / is a
   kernel.  */
inline bool
cuf_device_code_p (const symbol_attribute *attr)
{
  return (attr->cuf_proc & (CUF_PROC_KERNEL | CUF_PROC_DEVICE)) != 0;
}

inline bool
cuf_kernel_p (const symbol_attribute *attr)
{
  return (attr->cuf_proc & CUF_PROC_KERNEL) != 0;
}

inline bool
cuf_device_only_p (const symbol_attribute *attr)
{
  return cuf_device_code_p (attr) && !(attr->cuf_proc & CUF_PROC_HOST);
}

/* What the option -gpu=mem: makes of host data without a memory attribute:
   none, managed (what is allocatable) or unified (all of it).  */
extern enum cuf_memory cuf_option_memory;
/* Whether unified pointers have been associated with the host's data.  */
extern bool cuf_host_targets;

/* plugin/parse/cuf-dialect.cc: what sources for nvfortran rely on.  */
extern bool cuf_off;		/* The file is not CUDA Fortran.  */
void cuf_set_sources (int);
bool cuf_dialect_p (void);
int cuf_warned_standards (int);
void cuf_note_use (const char *, const locus * = NULL);
void cuf_define_macros (struct cpp_reader *);
bool cuf_reports_p (const locus *);
void cuf_set_options (void);
void cuf_set_dialect (void);
bool cuf_pointee_p (const gfc_symbol *);
void cuf_forget_arguments (gfc_symbol *);
void cuf_adapt_attributes (gfc_symbol *);
bool cuf_takes_directive_in_pure (void);
gfc_statement cuf_end_of_loop (gfc_statement, gfc_statement);
match cuf_match_no_arguments (const gfc_symbol *, match);
match cuf_match_called_function (gfc_symtree *);
void cuf_adapt_condition (gfc_expr **, bool);
void cuf_adapt_operator (gfc_expr *, bool);
bool cuf_bitwise_p (const gfc_expr *, const gfc_expr * = NULL);
void cuf_check_missing_module (const char *);
char *cuf_module_file (char *);
bool cuf_only_by_name_p (const char *, const char *);
void cuf_note_module (bool);
bool cuf_take_intrinsic (gfc_expr *);
bool cuf_match_int_ptr_kind (const char *, gfc_expr **);
match cuf_match_open_name (gfc_expr **);
void cuf_adapt_target (const gfc_expr *, symbol_attribute *);
void cuf_adapt_device_array (symbol_attribute *);
void cuf_resolve_address (gfc_expr *);
void cuf_adapt_shape (const gfc_expr *, gfc_expr *);

/* plugin/parse/cuf-missing-names.cc: names that a module of ours has.  */
bool cuf_report_missing_name (const char *, locus *, const char * = NULL);
bool cuf_report_c_name (const char *, locus *);
void cuf_warn_missing_interface (const char *, locus *);
void cuf_check_module_spelling (const char *);

/* plugin/parse/cuf-mistakes.cc: statements that beginners write.  */
void cuf_explain_statement (locus);
bool cuf_attribute_name_p (const char *);
const char *cuf_closest_memory (const char *);

/* plugin/parse/cuf-boz.cc: BOZ constants.  */
bool cuf_boz_allowed_p (locus *);
bool cuf_adapt_case (gfc_expr *);
void cuf_adapt_case_value (gfc_expr *, const gfc_typespec *);
bool cuf_adapt_boz (gfc_expr *, const gfc_typespec * = NULL);
void cuf_adapt_boz_operands (gfc_expr *, gfc_expr *);
void cuf_adapt_boz_elements (gfc_constructor_base, const gfc_typespec *);
void cuf_adapt_bits (gfc_expr *, const gfc_typespec *);
void cuf_adapt_intrinsic_arguments (gfc_isym_id, gfc_actual_arglist *);
void cuf_adapt_boz_arguments (const gfc_symbol *, gfc_actual_arglist *);

/* plugin/parse/cuf-names.cc: names.  */
void cuf_free_module_name (const char *);
void cuf_free_procedure_name (const char *);
bool cuf_module_name_p (const gfc_symbol *);
bool cuf_module_name_used_p (const gfc_use_rename *, const char *);
const char *cuf_used_name (const gfc_use_rename *, const char *, const char *);
bool cuf_own_interface (const char *, gfc_symbol **);
void cuf_name_own_interface (gfc_symbol *);
bool cuf_own_interface_p (const gfc_symbol *, const gfc_symbol *);
void cuf_skip_comma (match);
bool cuf_check_type_name (const char *);
bool cuf_underscored_name_p (void);

/* plugin/parse/cuf-values.cc: values of other types, and formats.  */
void cuf_adapt_elements (gfc_expr *);
void cuf_adapt_kinds (gfc_expr *, gfc_expr *, const char *);
bool cuf_real_bounds_p (const gfc_expr *, bool);
bool cuf_adapt_not (gfc_isym_id, gfc_expr *, int);
bool cuf_leave_format (const char *, char, locus *, int *);

/* plugin/parse/cuf-preprocess.cc: macros.  */
struct cpp_reader;
bool cuf_preprocesses_p (void);
bool cuf_read_logical_line (cpp_reader *);

/* plugin/parse/cuf-standard.cc: while one lives whose symbol is of our own
   modules, no feature is too new for the program, or an extension, and nothing
   is warned of.  */
class cuf_own_standard
{
public:
  explicit cuf_own_standard (const gfc_symbol *);
  ~cuf_own_standard ();
  cuf_own_standard (const cuf_own_standard &) = delete;
  cuf_own_standard &operator= (const cuf_own_standard &) = delete;

private:
  int m_allow_std, m_warn_std;
  bool m_inhibit_warnings;
};

/* plugin/parse/cuf-attributes.cc: names, matching.  */
extern bool cuf_seen;		/* The file uses CUDA Fortran at all.  */
const char *cuf_memory_name (unsigned);
bool cuf_check_memory (const symbol_attribute *, const char **, const char **);
bool cuf_copy_attr (symbol_attribute *, const symbol_attribute *, locus *);
bool cuf_match_prefix (symbol_attribute *, bool *);
void cuf_copy_prefix (gfc_symbol *, const symbol_attribute *);
void cuf_clear_memory_attrs (void);
match cuf_match_memory_attr (void);
bool cuf_add_memory_attrs (symbol_attribute *, match *);
match cuf_match_attributes_stmt (void);
gfc_statement cuf_attributes_statement (void);

/* In decl.cc: its current_attr and attr_decl.  */
extern symbol_attribute *const cuf_current_attr;
extern match (*const cuf_attr_decl) (void);

/* plugin/parse/cuf-module.cc: attributes in modules.  */
void cuf_write_attributes (const symbol_attribute *,
			   int (*) (int, const mstring *));
bool cuf_read_attribute (symbol_attribute *, const char *);
const char *cuf_visible_name (const char *, const char *, bool);
bool cuf_same_c_type_p (const gfc_symbol *, const gfc_symbol *);

/* plugin/parse/cuf-parser.cc: the state of the parser.  */
void cuf_begin_statement (void);

/* plugin/parse/cuf-statement.cc: what statements have.  */
void cuf_resolve_statement (gfc_code *, bool);
void cuf_finish_statement (gfc_code *);
void cuf_free_code (gfc_code *);
int cuf_walk (gfc_code *, walk_expr_fn_t, void *);
void cuf_show_launch (const gfc_code *, FILE *, void (*) (gfc_expr *));

/* plugin/parse/cuf-half.cc: REAL(2).  */
#define CUF_HALF_KIND 2
#define CUF_WIDE_KIND 4		/* What stands in for it.  */
extern gfc_real_info *cuf_half_info;	/* Null if the target has none.  */
void cuf_add_half (int, int);
bool cuf_note_kind (bt, int, bool);
bool cuf_half_p (const gfc_typespec *);

/* While one lives the kind is among those of the table, or is not: inquiries
   about kinds in general do not offer it.  */
class cuf_half_scope
{
public:
  explicit cuf_half_scope (bool shown);
  ~cuf_half_scope ();
  cuf_half_scope (const cuf_half_scope &) = delete;
  cuf_half_scope &operator= (const cuf_half_scope &) = delete;

private:
  bool m_outer;
};

/* attributes/resolve/cuf-half-intrinsics.cc  */
bool cuf_resolve_half_function (gfc_expr *, bool);
bool cuf_resolve_half_call (gfc_code *, bool);
void cuf_resolve_half_power (gfc_expr *, bool);

/* plugin/parse/cuf-wmma.cc: the types of module wmma.  */
match cuf_match_submatrix (gfc_typespec *);

/* plugin/parse/cuf-launch.cc: chevrons.  */
bool cuf_match_launch (cuf_launch **);
match cuf_match_launch_value (gfc_expr **);
bool cuf_reject_launch (gfc_expr *);
bool cuf_launch_end_p (void);
bool cuf_dim3_p (const gfc_typespec *);
void cuf_resolve_launch (gfc_code *);
void cuf_free_launch (gfc_code *);

/* attributes/cuf-check-launches.cc: kernels whose interface is implicit.  */
void cuf_know_kernel (gfc_code *);

/* plugin/parse/cuf-kernel-do.cc: kernel loop directives.  */
match cuf_match_kernel_do (void);
void cuf_attach_kernel_do (void);
void cuf_keep_pending_kernel_do (void);
void cuf_check_pending_kernel_do (void);
void cuf_drop_pending_kernel_do (void);
void cuf_resolve_kernel_do (gfc_code *);
void cuf_free_kernel_do (gfc_code *);

/* plugin/parse/cuf-block.cc: BLOCK in constructs of OpenMP.  */
void cuf_fill_block (gfc_code *, gfc_namespace *);

/* plugin/parse/cuf-allocation.cc: options of ALLOCATE.  */
bool cuf_match_allocate_options (cuf_allocation **);
bool cuf_match_deallocate_options (const gfc_expr *);
void cuf_resolve_allocation (gfc_code *);
void cuf_free_allocation (cuf_allocation *);

/* plugin/parse/cuf-reduce.cc: reductions in kernel loops.  */
const char *cuf_reduce_name (enum cuf_reduce_op);
const char *cuf_reduce_symbol (enum cuf_reduce_op);
bool cuf_check_reduction (enum cuf_reduce_op, gfc_expr *);
extern bool cuf_info_p;		/* Tell about the kernels made of loops.  */
bool cuf_same_scalar_p (const gfc_expr *, const gfc_expr *);
bool cuf_overlap_p (const gfc_expr *, const gfc_expr *);
bool cuf_complex_part_p (const gfc_ref *);
void cuf_add_reduction (cuf_kernel_do *, enum cuf_reduce_op, gfc_expr *);
match cuf_match_reductions (cuf_kernel_do *);
void cuf_resolve_reductions (cuf_kernel_do *);
void cuf_free_reductions (cuf_kernel_do *);

/* plugin/parse/cuf-source.cc: source lines.  */
void cuf_keep_sentinel (const gfc_char_t *, gfc_char_t, bool *, bool *);
void cuf_read_line (gfc_char_t *);
void cuf_note_line (const gfc_linebuf *);
bool cuf_reject_directive (void (*) (void));

/* plugin/parse/cuf-predefined.cc: names of module cudadevice in device
   code.  */
void cuf_load_predefined (void);
void cuf_import_predefined (const char *, bool = true);
const gfc_symbol *cuf_predefined_procedure (const char *);
const char *cuf_closest_predefined (const char *);
void cuf_find_binding_label (const gfc_symbol *, gfc_gsymbol **);
bool cuf_match_predefined (const char *, gfc_expr **);
gfc_typespec *cuf_no_type (char);
bool cuf_replace_predefined (gfc_symtree *, gfc_symbol *);
extern void (*const cuf_use_module) (gfc_use_list *);	/* In module.cc.  */
bool cuf_in_device_code_p (gfc_namespace *);

/* attributes/cuf-check.cc: the rules, after resolution.  */
bool cuf_check_namespace (gfc_namespace *);
void cuf_check_contains (const gfc_namespace *);
bool cuf_left_undefined_p (const gfc_symbol *);

/* attributes/resolve/cuf-shape.cc  */
bool cuf_variable_shape_p (const gfc_symbol *);
void cuf_resolve_shape (gfc_symbol *);

/* attributes/resolve/cuf-memory.cc: in which memory an expression's data
   is.  */
unsigned cuf_symbol_memory (const gfc_symbol *);
bool cuf_of_module_p (const gfc_symbol *);
bool cuf_pointed_to_p (const gfc_symbol *);
unsigned cuf_result_memory (const gfc_symbol *);
bool cuf_reference_p (const gfc_expr *);
unsigned cuf_expr_memory (const gfc_expr *);
unsigned cuf_access_memory (const gfc_expr *);
bool cuf_managed_pointer_p (const gfc_symbol *);
const gfc_component *cuf_hidden_component (const gfc_expr *);
bool cuf_found_by_host_p (const gfc_expr *);
void cuf_resolve_memory (gfc_symbol *);

/* attributes/resolve/cuf-use-device.cc: around the block of such a
   construct.  */
bool cuf_use_device_p (const gfc_code *);
bool cuf_region_p (const gfc_code *);
bool cuf_inside_region_p (void);
bool cuf_in_routine_p (gfc_namespace *);
bool cuf_use_allocatable_p (void);
bool cuf_used_on_device_p (const_tree);

/* One lives while clauses are resolved, and leaves out of them what names data that
   is in device memory already.  */
class cuf_clauses_scope
{
public:
  explicit cuf_clauses_scope (gfc_omp_clauses *);
  ~cuf_clauses_scope ();
  cuf_clauses_scope (const cuf_clauses_scope &) = delete;
  cuf_clauses_scope &operator= (const cuf_clauses_scope &) = delete;

private:
  gfc_omp_clauses *m_clauses;
};


/* attributes/cuf-check-clauses.cc  */
void cuf_check_clauses (gfc_code *, gfc_omp_clauses *, bool);

/* While one lives a walk over statements, or the translation, is in the block
   of a statement, of any kind.  It is true, so that `if' can declare it for the
   statement that it governs.  */
class cuf_block_scope
{
public:
  explicit cuf_block_scope (const gfc_code *);
  ~cuf_block_scope ();
  cuf_block_scope (const cuf_block_scope &) = delete;
  cuf_block_scope &operator= (const cuf_block_scope &) = delete;
  explicit operator bool () const { return true; }

private:
  const gfc_code *m_code;
};

/* attributes/resolve/cuf-fetch.cc: device operands of host expressions.  */
void cuf_visit_operands (gfc_expr **, void (*) (gfc_expr **, void *), void *);

/* attributes/resolve/cuf-array-reductions.cc: arrays that the device
   reduces.  */
bool cuf_reduction_name_p (const char *, const char *);
void cuf_resolve_array_reduction (const gfc_intrinsic_sym *, gfc_expr *);

/* attributes/expand/cuf-array-names.cc: what module cutensorex makes of
   intrinsic functions.  */
bool cuf_adapt_array_intrinsic (gfc_intrinsic_sym **, gfc_expr *);

/* attributes/expand/cuf-expand.cc: statements about arrays in device memory
   that become kernel loops.  */

/* A scalar of the host's that CODE, a BLOCK construct, computes on the device:
   gfc_expr::cuf_expansion.  */
typedef struct cuf_expansion
{
  gfc_code *code;
  gfc_expr *value;		/* The variable that has it then.  */
}
cuf_expansion;

void cuf_expand_namespace (gfc_namespace *);

/* attributes/expand/cuf-thread-statements.cc: functions of small arrays in
   device code.  */
void cuf_expand_device_code (gfc_namespace *);

/* attributes/cuf-check-intrinsics.cc  */
void cuf_unwrap_devptr (gfc_expr *);
void cuf_unwrap_devptrs (gfc_expr *, gfc_expr *);

/* plugin/parse/cuf-ignore.cc: the directive IGNORE_TKR.  */
match cuf_match_ignore_tkr (void);
match cuf_match_ignore_tr (void);
bool cuf_type_ignored_p (const gfc_symbol *, const gfc_typespec *);
bool cuf_rank_ignored_p (const gfc_symbol *);
bool cuf_takes_procedure_p (const gfc_symbol *);
bool cuf_shapes_ignored_p (const gfc_symbol *, const gfc_symbol *);
bool cuf_types_ignored_p (const gfc_symbol *, const gfc_symbol *);

/* attributes/resolve/cuf-find-reductions.cc: what threads of kernel loops share.  */
const gfc_component *cuf_shared_component (const gfc_expr *);

/* attributes/resolve/cuf-generic.cc: generic resolution.  */
bool cuf_callable_on_device_p (const gfc_symbol *);
bool cuf_compare_memory (const gfc_symbol *, const gfc_symbol *, char *, int);
bool cuf_distinguishable_p (const gfc_symbol *, const gfc_symbol *);
bool cuf_sides_differ_p (const gfc_symbol *, const gfc_symbol *);
bool cuf_search_interface (gfc_interface *, bool, int, gfc_actual_arglist **,
			   gfc_symbol **);

/* What has been found of the procedures that count in one way.  */
typedef struct cuf_closest
{
  unsigned distance;		/* Of the closest procedure ...  */
  gfc_symbol *closest, *rival;	/* ... and of another that is as close.  */
  gfc_tbp_generic *binding;	/* The closest's, if it is bound to a type.  */
}
cuf_closest;

/* The ways, the first of which that finds something counts: what can be called,
   what cannot, and in host code what can be called on the device.  */
enum cuf_way
{
  CUF_CALLABLE,
  CUF_ANY,
  CUF_ON_DEVICE,
  CUF_N_WAYS
};

/* A search for the procedure whose dummy arguments are closest.  */
struct cuf_search
{
  cuf_search ();

  bool device;			/* The call is in device code.  */
  cuf_closest found[CUF_N_WAYS];
};

bool cuf_consider_binding (cuf_search *, gfc_tbp_generic *,
			   const gfc_actual_arglist *, bool);
bool cuf_choose_binding (const cuf_search *, gfc_expr *, const char **,
			 const char **);
bool cuf_choose_operator (const cuf_search *, gfc_expr *, gfc_expr **,
			  const char **, gfc_typebound_proc **);

/* cuf_kernel_lowering/base/cuf-level.cc: while there is an object of this class
   the front end optimizes as for device code, or as the user says.  */
class cuf_device_level
{
public:
  explicit cuf_device_level (bool device);
  explicit cuf_device_level (const gfc_namespace *);
  ~cuf_device_level ();
  cuf_device_level (const cuf_device_level &) = delete;
  cuf_device_level &operator= (const cuf_device_level &) = delete;

private:
  bool m_outer;
};
bool cuf_optimized_p (const gfc_namespace *);
bool cuf_any_device_namespace_p (const gfc_namespace *);

#endif
