/* The PTX that the accelerator compiler made, and the passes over it.
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

#ifndef CUDAFORTRAN_PTX_H
#define CUDAFORTRAN_PTX_H

#include <stdint.h>

#include "map.h"
#include "ptx-ir.h"
#include "support.h"

/* One PTX object: what one compilation made, or one member of a library.  */
struct ptx_object
{
  char *text;
  struct ptx_code *code;	/* The text parsed, while passes need that.  */
  char *binary;			/* Machine code and the text, or null.  */
  size_t binary_size;
};

/* A second version of a kernel, called NAME, for launches in which parameters,
   as unsigned numbers of 64 bits, are at most what is given.  */
/* As struct gcuf_bound.  */
struct ptx_bound
{
  unsigned parameter;		/* Counted from 0.  */
  unsigned most;
};
struct ptx_version
{
  const char *entry, *name;
  struct ptx_bound *bounds;
  size_t n;
};

/* The objects of a program, the program's own first, and what the accelerator
   compiler says for libgomp about the first: the names of the variables and of
   the outlined regions, in the order of the host's table.  The names are in
   double quotes, those of regions followed by further numbers.  */
struct ptx_program
{
  struct ptx_object *objects;
  size_t n;
  struct strings variables;
  struct strings regions;
  struct strings imports;	/* Variables that other libraries have.  */
  struct strings procedures;	/* Procedures that they have, likewise.  */
  struct strings nvcc_functions; /* Those of them that are nvcc's.  */
  struct strings declared;	/* Constant variables that begin with values.  */
  struct strings scattered;	/* Tables that are in global memory for the sake of
				   their readers.  */
  unsigned registers;		/* The most that a thread has for those and for
				   the objects after the first, or 0.  */
  unsigned own_registers;	/* Likewise for the functions of the first, other
				   than kernels.  */
  struct strings descriptors;	/* Those in constant memory.  */
  struct strings placed, places; /* Kernels, and FILE:LINE:NAME of each.  */
  struct strings unaliased;	/* Kernels, and for each the numbers of what */
  struct ptx_operand **parameters; /* nothing else names: ptx-read-only.c.  */
  struct ptx_version *versions;	/* Of kernels.  */
  size_t n_versions;
  bool for_libgomp;		/* Which wants these and what they reach; libgcuf
				   wants the kernels and other variables.  */
  bool openacc, openmp;		/* Whose regions these are.  */
  bool has_requirements;	/* Of OpenMP's devices, */
  uint32_t requirements;	/* a mask of GCC's GOMP_REQUIRES_...  */
  int target;			/* 90 for 9.0, the lowest device it is for.  */
  /* In a program of what other images call, which has no kernels: the symbols
     of the host's objects; the procedures, as a list and as a map; and what is
     appended to the names of what is not for others.  */
  const struct map *host;
  struct strings exports;
  struct map exported;
  const char *suffix;
};

/* Take apart the SIZE bytes TEXT, PTX objects that each end in a NUL.  */
extern void ptx_split (struct ptx_program *program, char *text, size_t size);

/* Let PROGRAM have the texts and maps of FROM.  */
extern void ptx_copy_program (struct ptx_program *program,
			      const struct ptx_program *from);

/* Append to TO, all of which is for libgomp, the objects of FROM, with other
   names for what both have.  Variables of TO's map become one.  */
extern void ptx_join (struct ptx_program *to, struct ptx_program *from);

/* Run the passes that LIST names, with commas between the names; "all" is all
   of them and "none" is none.  Stops the program if it does not know one.  */
extern void ptx_run_passes (struct ptx_program *program, const char *list);

/* Append to IMPORTS the names of the variables of modules that the code TEXT,
   not yet linked, declares and does not define.  */
extern void ptx_find_imports (struct strings *imports, const char *text);

/* Append to FUNCTIONS the names of those that it declares and does not
   define.  */
extern void ptx_find_undefined (struct strings *functions, const char *text);

/* The code TEXT, not yet assembled, in which the words of each structure that a
   kernel takes by value are one parameter.  */
extern char *ptx_pack_parameters (const char *text);

/* The name of an object for the accelerator's linker, without which it does
   not find dynamic shared memory and SYMBOLS, and the removal of what that
   adds.  */
extern const char *ptx_outside_object (const struct strings *symbols);
extern void ptx_drop_outside_object (struct ptx_program *program);

/* Append to SYMBOLS what the code TEXT, not yet linked, needs of libgomp and
   its stacks.  */
extern void ptx_find_openmp_symbols (struct strings *symbols,
				     const char *text);

/* A row of the table of passes, for a reader.  */
struct ptx_pass
{
  const char *name;
  const char *help;
  const char *needed;		/* Another one that it needs, or null.  */
  bool optional;		/* It runs if it is chosen.  */
};

/* Pass number I, counted from 0; false if there are no more.  */
extern bool ptx_pass (int i, struct ptx_pass *pass);

/* Parse all objects, print them.  */
extern void ptx_parse_program (struct ptx_program *program);
extern void ptx_print_program (struct ptx_program *program);

/* What the maps say is taken off the texts before all passes.  */
extern void ptx_take_maps (struct ptx_program *program);

/* True if there are regions of OpenACC or OpenMP: one compilation made what
   libgcuf and libgomp load.  */
extern bool ptx_any_regions_p (const struct ptx_program *program);

/* Let the program's code, parsed, find its imports through cells, which the
   runtime fills; and the name of that of variable NAME.  */
extern bool ptx_any_imports_p (const struct ptx_program *program);
extern void ptx_import_variables (struct ptx_program *program);
extern const char *ptx_import_cell (const struct ptx_program *program,
				    const char *name);

/* Let the kernel NAME of PROGRAM and its versions be those of OTHER, the same program
   compiled with other options, whose code the caller keeps.  False, and nothing
   has changed, if it names anything that is not the same in both, or if one of
   them, both parsed, has several objects.  */
extern bool ptx_replace_kernel (struct ptx_program *program,
				const struct ptx_program *other,
				const char *name);

/* Let PROGRAM, parsed, have one object, unless it is linked with other images or
   for libgomp, or its objects have limits of registers.  */
extern void ptx_make_module (struct ptx_program *program);

/* Note what registers the kernels of PROGRAM, parsed, leave to functions that
   other objects define, and to procedures of the program's own object: CUDA's
   assembler and linker refuse calls of those that need more.  */
extern void ptx_find_registers_left (struct ptx_program *program);

/* Procedures of other libraries.  SETTLE forgets those that are not called any
   more from the parsed objects, and makes the others ready to be linked.  */
extern bool ptx_any_procedures_p (const struct ptx_program *program);
extern void ptx_settle_procedures (struct ptx_program *program);

/* True if S declares a variable that a module of several images has one of.  */
extern bool ptx_common_variable_p (const struct ptx_statement *s);

/* True if any object, parsed, declares NAME.  */
extern bool ptx_declared_p (const struct ptx_program *program,
			    const char *name);

/* The host's symbol of PREFIX and NAME: in PTX names have dollar signs where
   the host's have dots.  */
extern const char *ptx_host_name (const char *prefix, const char *name);

/* A program of procedures for other images, HOST being set.  Choose them among
   all that the texts have, and leave what they need; false if there are none.
   SETTLE gives them and everything else their final names and linkage, when the
   passes have run.  */
extern bool ptx_choose_exports (struct ptx_program *program);
extern bool ptx_any_exports_p (const struct ptx_program *program);
extern void ptx_settle_exports (struct ptx_program *program);

/* True if NAME is one of them; if S is to be kept, with all that it needs.  */
extern bool ptx_exported_p (const struct ptx_program *program,
			    const char *name);
extern bool ptx_export_root_p (const struct ptx_program *program,
			       const struct ptx_statement *s);

/* Whatever passes are chosen, managed variables get their attribute, copies that
   the lowest device cannot do later are done at once, and what GCC gets wrong
   about half precision is repaired.  The first of each pair
   takes texts, the second parsed objects.  */
extern bool ptx_any_managed_p (const struct ptx_program *program);
extern void ptx_declare_managed (struct ptx_program *program);
extern bool ptx_any_copies_p (const struct ptx_program *program);
extern void ptx_copy_now (struct ptx_program *program);
extern bool ptx_any_half_p (const struct ptx_program *program);
extern void ptx_repair_half (struct ptx_program *program);

/* Inline assembly names registers of the types that PTX wants there.  The first
   takes texts with their comments.  */
extern bool ptx_any_assembly_p (const struct ptx_program *program);
extern void ptx_repair_types (struct ptx_program *program);

/* Stop the program if what is parsed is no PTX that makes sense, which is a
   fault of pass MAKER.  */
extern void ptx_verify (const struct ptx_program *program, const char *maker);

/* Launch bounds and clusters, in the same way.  */
extern bool ptx_any_bounds_p (const struct ptx_program *program);
extern void ptx_bound_kernels (struct ptx_program *program);

/* What instructions need of the device, in the same way.  Stops the program if
   the lowest that it is for does not have it.  */
extern bool ptx_any_needs_p (const struct ptx_program *program);
extern void ptx_check_needs (struct ptx_program *program);

/* True if devices from TARGET on have what FUNCTION needs.  */
extern bool ptx_needs_met_p (const struct ptx_function *function, int target);
enum { PTX_CLUSTER_TARGET = 90 };
extern bool ptx_cluster_function_p (const struct ptx_function *function);

/* Where kernels are in the source, in the same way.  The last tells WHAT is wrong
   with FUNCTION.  */
extern bool ptx_any_places_p (const struct ptx_program *program);
extern void ptx_take_places (struct ptx_program *program);

/* ptx-read-only.c: note which parameters of kernels are addresses of what nothing
   else names, before the passes; let loads be of read-only data.  */
extern bool ptx_any_unaliased_p (const struct ptx_program *program);
extern void ptx_take_unaliased (struct ptx_program *program);
extern void ptx_read_only_loads (struct ptx_program *program);

/* ptx-marks.c: append to NAMES the name in each mark of CODE, a variable whose name
   is PREFIX and that one, and drop the marks.  */
extern void ptx_take_marks (struct strings *names, struct ptx_code *code,
			    const char *prefix);

/* ptx-stand-ins.c: let what libgomp asks for in place of shared variables be
   global ones, in the texts of PROGRAM, which is for libgomp, after the passes.  */
extern void ptx_stand_in_for_shared (struct ptx_program *program);

/* The bytes of constant memory that every device has (CUDA C++ Programming Guide,
   compute capabilities).  */
enum { PTX_MOST_CONSTANT = 64 << 10 };

/* ptx-constant-memory.c: put the constant variables that marks name there, and
   move tables for which there is no room, the largest first, to global
   memory.  */
extern bool ptx_any_constant_p (const struct ptx_program *program);
extern void ptx_place_constants (struct ptx_program *program);
extern bool ptx_any_tables_p (const struct ptx_program *program);
extern void ptx_move_tables (struct ptx_program *program);

/* For these, and ptx-scattered.c: true if S defines a table of PROGRAM's, in constant
   memory and no variable of the source; let tables NAMES of CODE be in global
   memory.  */
extern bool ptx_table_p (const struct ptx_program *program,
			 const struct ptx_statement *s);
extern void ptx_move_to_global (struct ptx_code *code,
				const struct strings *names);

/* ptx-scattered.c: move those there whose elements threads choose.  */
extern void ptx_move_scattered (struct ptx_program *program);

/* ptx-descriptors.c: put the descriptors that marks name there, if no code writes
   them.  */
extern bool ptx_any_descriptors_p (const struct ptx_program *program);
extern void ptx_place_descriptors (struct ptx_program *program);

/* ptx-alignment.c: align constants of bytes for the words that are loaded of
   them.  */
extern void ptx_align_constants (struct ptx_program *program);
extern void ptx_error (const struct ptx_program *program, const char *function,
		       const char *what);

/* The end of the variables that S declares behind the first BYTES; the bytes of
   constant memory that CODE has.  */
extern size_t ptx_append_variables (size_t bytes,
				    const struct ptx_statement *s);
extern size_t ptx_constant_bytes (const struct ptx_code *code);

/* Stop the program if there is a kernel that no device can run, and let the code
   be of the version of PTX that its kernels need.  */
extern void ptx_check_limits (struct ptx_program *program);

/* And what the sources were compiled with.  */
extern bool ptx_any_options_p (const struct ptx_program *program);
extern void ptx_apply_options (struct ptx_program *program);

/* The passes.  The first takes texts, the others parsed objects.  */
extern void ptx_strip_comments (struct ptx_program *program);
extern void ptx_remove_unreachable (struct ptx_program *program);
extern void ptx_remove_written (struct ptx_program *program);
extern void ptx_infer_spaces (struct ptx_program *program);
extern void ptx_remove_dead (struct ptx_program *program);

/* Merge loads of neighbours in shared memory into loads of vectors, and stores
   likewise.  */
extern void ptx_merge_loads (struct ptx_program *program);

/* The same in FUNCTION, in SPACE, which is that of global or of shared memory.
   If ASSUMED is not null, parameters are multiples of its elements.  Return how
   many accesses there are less.  The new ones get marks.  */
extern size_t ptx_merge_accesses (struct ptx_function *function,
				  enum ptx_word space, const int *assumed);

/* For these: find out how the variables of CODE are aligned.  */
extern void ptx_note_variables (const struct ptx_code *code);

/* ptx-versions.c: the number of instructions of FUNCTION; a definition of a second
   version of FUNCTION, a kernel, which is called NAME and has no body yet.  */
extern size_t ptx_count_instructions (const struct ptx_function *function);
extern struct ptx_statement *ptx_new_version
  (const struct ptx_function *function, const char *name);

/* Let VERSION be for launches in which PARAMETER is at most MOST, in the words of
   struct gcuf_bound; let PROGRAM have VERSION; that of its versions which the
   function NAME is, if SECOND, or which there is for the kernel NAME, or null.  */
extern void ptx_bound_version (struct ptx_version *version, unsigned parameter,
			       unsigned most);
extern void ptx_add_version (struct ptx_program *program,
			     const struct ptx_version *version);
extern struct ptx_version *ptx_find_version (const struct ptx_program *program,
					     const char *name, bool second);

/* Give kernels with arrays of assumed shape a second version, for the usual
   strides.  */
extern void ptx_version_strides (struct ptx_program *program);

/* Merge accesses of neighbours in global memory, in versions of kernels for
   aligned arrays where nothing else is known of their addresses.  */
extern void ptx_version_aligned (struct ptx_program *program);

/* True if LOW is the lower half of STRIDE, and has the same value, in the
   function NAME, a version for usual strides.  */
extern bool ptx_stride_half_p (const char *name, const char *stride,
			       const char *low);

/* Let loops over arrays of a thread's own count their trips.  */
extern void ptx_count_trips (struct ptx_program *program);

/* Let local arrays be registers whose elements have constant addresses.  */
extern void ptx_place_arrays (struct ptx_program *program);

/* Let branches around little code be computations on all ways.  */
extern void ptx_join_branches (struct ptx_program *program);

/* Let sums of three integers be two instructions.  */
extern void ptx_split_sums (struct ptx_program *program);

/* ptx-atomic-loops.c: let loops of compare and swap be atomic instructions, if there
   is one that does the same.  */
extern void ptx_replace_atomic_loops (struct ptx_program *program);

/* Let registers that loops advance together be sums of one.  */
extern void ptx_join_inductions (struct ptx_program *program);

/* Let accesses whose addresses differ by constants share a register.  */
extern void ptx_share_addresses (struct ptx_program *program);

/* Move loads before divisions and square roots.  */
extern void ptx_load_early (struct ptx_program *program);

/* Replace instructions by cheaper ones.  */
extern void ptx_replace_instructions (struct ptx_program *program);

#endif
