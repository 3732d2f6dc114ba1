/* Kernel loop directives: what the files that translate them share.
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

#ifndef GCC_CUF_LOOPS_H
#define GCC_CUF_LOOPS_H

/* One mapped loop, as the host evaluates it.  */
struct mapped_loop
{
  gfc_code *code;
  tree variable;	/* As the host knows it.  */
  tree from, step;	/* In the type of the loop's variable.  */
  tree trips;		/* Number of iterations, of gfc_array_index_type.  */
  int grid_dim;		/* Dimension of the grid, or -1.  */
  bool covered;		/* The grid is known to have a thread for each
			   iteration.  */
};

/* One reduction of a nest.  */
struct loop_reduction
{
  cuf_reduction *source;
  tree target;		/* The scalar, as the host knows it.  */
  bool on_host;		/* It is in memory that only the host can reach.  */
  bool on_both;		/* It is in memory that the host can reach, too.  */
};

struct loop_nest
{
  cuf_kernel_do *directive;
  mapped_loop loops[CUF_MAX_LOOPS];	/* Innermost first.  */
  int grid_dims;
  int block_threads;			/* Zero if that is no constant.  */
  bool chosen_grid;			/* By us, for the reductions.  */
  auto_vec<loop_reduction> reductions;
};

/* cuf-outline.cc: the body of a nest as a function of its own.  */
struct cuf_outline;
cuf_outline *cuf_begin_outline (const char *, locus *);
tree cuf_outline_parameter (cuf_outline *, tree);
void cuf_substitute (cuf_outline *, tree, tree);
void cuf_note_scalar_pointer (cuf_outline *, tree);
void cuf_note_scalar_component (cuf_outline *, tree);
void cuf_note_shared_array (cuf_outline *, tree);
tree cuf_finish_outline (cuf_outline *, tree, vec<tree> *);

/* cuf-host-scalars.cc  */
void cuf_note_host_scalars (cuf_outline *, gfc_code **);

/* cuf-set-first.cc  */
bool cuf_set_first_p (tree, tree);

/* cuf-loop-storage.cc: scalars in COMMON and EQUIVALENCE.  */

/* Bytes of a variable that stands for those in COMMON or EQUIVALENCE.  */
struct cuf_storage
{
  tree variable;
  HOST_WIDE_INT from, to;
  HOST_WIDE_INT place;	/* Of the scalar that is asked for.  */
};

bool cuf_string_type_p (const_tree);
bool cuf_in_storage_p (tree);
bool cuf_shared_storage (tree, cuf_storage *);
tree cuf_storage_type (const cuf_storage &);
tree cuf_storage_part (tree, tree, HOST_WIDE_INT);

/* cuf-loop-descriptors.cc  */
tree cuf_descriptor_at (tree);
bool cuf_many_descriptors_p (const vec<tree> &);
void cuf_hide_descriptors (tree, tree *, vec<tree> *, bool, tree *);

/* cuf-loop-direct.cc: the kernel for addresses of 32 bits.  */
bool cuf_direct_p (const loop_nest *, const vec<tree> &);
tree cuf_direct_condition (const loop_nest *, const vec<tree> &, tree *,
			   tree *);
tree cuf_direct_value (tree, tree, tree *);

/* cuf-loop-driver.cc: the loops around that function.  */

/* So many iterations of a body that is little more than an access to memory are
   made at once.  */
#define CUF_ITERATIONS_AT_ONCE 4

bool cuf_cheap_body_p (const loop_nest *);

/* What the host calls.  */
struct loop_stubs
{
  tree strided;		/* For every configuration, or null if there is only
			   that of cuf_direct_condition ...  */
  tree direct;		/* ... for which this is; it may be null, too.  */
};
loop_stubs cuf_build_loop_kernels (loop_nest *, tree, const vec<tree> &,
				   const char *, tree);

/* cuf-loop-calls.cc  */
bool cuf_calls_writer_p (const loop_nest *);

/* cuf-loop-info.cc  */
void cuf_tell_about_loops (const loop_nest *, tree, const vec<tree> &,
			   const char *);

/* cuf-loop-reductions.cc  */
void cuf_evaluate_reductions (loop_nest *, stmtblock_t *);
void cuf_limit_grid (tree *, tree *, stmtblock_t *);
tree cuf_begin_reductions (loop_nest *, tree, stmtblock_t *);
void cuf_end_reductions (loop_nest *, tree, tree, stmtblock_t *);
tree cuf_reduction_identity (const loop_reduction *);
tree cuf_combine_blocks (loop_nest *, vec<tree> *, tree, vec<tree> *, tree);

#endif
