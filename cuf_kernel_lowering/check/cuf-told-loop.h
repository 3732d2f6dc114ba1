/* What the files share that let the accesses of a loop be checked together.
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

#ifndef CUF_TOLD_LOOP_H
#define CUF_TOLD_LOOP_H

/* Iterations of a loop, from BEGIN on to that before END, in 64 bits.  */
struct iteration_range
{
  tree begin, end;
};

/* A branch that all iterations outside RANGE take, and no other ones.  */
struct range_limit
{
  edge e;
  iteration_range range;
};

struct told_loop
{
  loop_p loop;
  loop_p inner;			/* The loop in that, or null.  */
  edge exit, inner_exit;
  tree_niter_desc niter, inner_niter;
  auto_vec<edge> failures;	/* That end the program, or pass by an
				   access: fit is what does not take them.  */
  auto_vec<gcall *> accesses;	/* As they are told of in an iteration.  */
  mutable auto_vec<gassign *> bounded; /* Maxima and minima that are one of
				   their operands if the loop is fit: that
				   which changes.  */
  auto_vec<gimple *> indices;	/* Where the context gets the thread's index.  */
  affine_iv index;		/* That index, if there are any.  */
  bool copies;			/* Values that may be unset are stored where
				   nobody is told of it.  */
  bool asks;			/* Whether a thread's own values are set is
				   asked in the loop, where they are used.  */
  bool some;			/* The accesses REST are told of one by one, in
				   the loop.  */
  auto_vec<gcall *> rest;
  auto_vec<gcall *> masked;	/* Those are told of as if all iterations made
				   them, and the loop notes which ones do.  */
  auto_vec<range_limit> limits;	/* What lets accesses be made in a part of the
				   iterations.  */
  const iteration_range *range;	/* Where what is looked at is come to; null
				   if that is all of them.  */
  bool behind;			/* What is looked at is not in the last
				   iteration any more: of the loop in it if
				   BEHIND_INNER.  */
  bool behind_inner;
  auto_vec<gcall *> unset;	/* That let shared memory be unset.  */
  tree count, inner_count;	/* Of iterations.  */
  tree fit;			/* Whether the loop is.  */
  tree stretches, first;	/* What the runtime has been told: where, and
				   the first thread's index; and ...  */
  tree quiet;			/* ... what it has said.  */
  gimple_seq stmts;		/* What computes both.  */
};

/* Where a value begins, and by how much it changes in each iteration of a loop,
   and in each of the loop in that.  */
struct evolution
{
  tree base, step, inner_step;
};

/* cuf-loop-contents.cc: what is in a loop.  */
bool cuf_even_access_p (const told_loop *, gcall *);
bool cuf_even_p (const told_loop *, tree, affine_iv *);
bool cuf_evolves_evenly_p (const told_loop *, gimple *, tree, evolution *);
bool cuf_analyse_inner (told_loop *);
bool cuf_guards_p (const told_loop *, basic_block, vec<edge> *);
bool cuf_always_run (told_loop *, basic_block);
bool cuf_note_statements (told_loop *);

/* cuf-fit-even.cc  */
bool cuf_fit_even_p (const told_loop *, tree, affine_iv *);
bool cuf_block_load_p (gimple *);
bool cuf_bounded_p (const told_loop *, gassign *, affine_iv *, affine_iv *);

/* cuf-loop-fit.cc: what is computed in front of it.  */
tree cuf_compute (told_loop *, tree);
bool cuf_never_taken_p (told_loop *, edge);
bool cuf_excluded_p (told_loop *, edge);
tree cuf_same_value (told_loop *, tree);
tree cuf_widened (tree);
bool cuf_compute_count (told_loop *);

/* cuf-loop-range.cc: which iterations come to an access.  */
bool cuf_limit_p (told_loop *, edge);
void cuf_compute_limits (told_loop *);
bool cuf_range_of (told_loop *, basic_block, iteration_range *);

/* cuf-some-accesses.cc: which ones, where they are not all.  */
bool cuf_uncertain_p (gcall *, const vec<gcall *> &);
bool cuf_choose_accesses (told_loop *);

/* cuf-masked-accesses.cc: those that some iterations do not make.  */
bool cuf_maskable_p (const told_loop *, gcall *);
void cuf_choose_masked (told_loop *);
void cuf_add_masked (told_loop *, const vec<gcall *> &);
void cuf_note_masked (told_loop *);

/* cuf-tell-loop.cc: the call.  */
unsigned cuf_number_told (const told_loop *);
tree cuf_last_index (told_loop *);
tree cuf_tell_stretches (told_loop *);

/* cuf-inline-unset.cc  */
void cuf_guard_call (gcall *, tree);

/* cuf-join-accesses.cc  */
void cuf_join_accesses (function *);

/* cuf-needless.cc  */
bool cuf_value_check_p (gcall *);
void cuf_remove_statement (gimple *);
void cuf_remove_needless (function *);

#endif
