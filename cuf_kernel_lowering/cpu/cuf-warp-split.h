/* The splitting of a sequence of warps into parts.
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

#ifndef CUF_WARP_SPLIT_H
#define CUF_WARP_SPLIT_H

/* A loop that lanes may go through side by side.  */
struct strided_loop
{
  tree loop, exit;		/* The label behind it.  */
  tree var, step;
  tree count;			/* How often it is gone through, less one.  */
  tree body;
  tree first, trips;		/* Arrays of what the lanes begin with, and how
				   often they go through it.  */
};

/* One that the threads of a block go through side by side.  */
struct block_stride
{
  strided_loop loop;
  tree first, bound;		/* What the thread begins with; all end at.  */
};

/* A part.  */
struct warp_part
{
  tree stmts;
  tree place;			/* A BIND_EXPR for the loop made of it.  */
  bool strided;			/* It is this loop, which STMTS is for those that
				   do it alone.  */
  strided_loop loop;
  tree number;			/* It is for the lane of this number, or null. */
};

/* Statements that lanes do alike while others are away.  */
struct alike
{
  tree stmts;			/* Or null.  */
  int apart;			/* Conditions and loops around these.  */
  unsigned away;		/* How many labels had lanes before.  */
};

struct warp_split
{
  fission *f;
  warp_lanes *lanes;		/* Null while nothing is emitted.  */
  int loops;			/* Around the statement.  */
  tree loop;			/* The innermost, if it has no operations.  */
  int apart;			/* Conditions and loops around it that not all
				   lanes do alike.  */
  bool leaving;			/* Some lanes have left.  */
  hash_set<tree> away;		/* Labels where lanes may wait.  */
  hash_set<tree> seen;		/* Labels that are behind.  */
  hash_set<tree> goals;		/* Labels that the warp goes to.  */
  hash_map<tree, int> saved;	/* The part of a SAVE_EXPR.  */

  auto_vec<warp_part> parts;
  tree pending;			/* Statements of lanes not in one yet.  */
  tree leave;			/* Behind them, or null.  */
  hash_set<tree> left;		/* Labels that they leave for.  */
  tree skip;			/* Where to go if no lane takes part, or null:
				   to where some may.  */
  hash_map<tree, tree> waiting;	/* The sets of labels.  */
  struct alike alike;
  hash_set<tree> constant;	/* Variables that are the same for all, and
				   were set to a constant.  */

  warp_split (fission *fission)
    : f (fission), lanes (NULL), loops (0), loop (NULL_TREE), apart (0),
      leaving (false), pending (NULL_TREE), leave (NULL_TREE),
      skip (NULL_TREE), alike () {}
};

static inline void
append (tree stmt, tree *stmts)
{
  append_to_statement_list_force (stmt, stmts);
}

static inline tree
set (tree var, tree value)
{
  return build2 (MODIFY_EXPR, void_type_node, var,
		 fold_convert (TREE_TYPE (var), value));
}

static inline tree
bits (tree_code code, tree x, tree y)
{
  return build2 (code, unsigned_type_node, x, y);
}

static inline tree
bits_but (tree x, tree y)
{
  return bits (BIT_AND_EXPR, x, build1 (BIT_NOT_EXPR, unsigned_type_node, y));
}

/* cuf-warp-masks.cc  */
bool cuf_lanes_apart_p (const warp_split *);
tree cuf_warp_label (const warp_split *);
void cuf_append_skip (warp_split *, tree *);
void cuf_append_skip_label (warp_split *, tree *);
void cuf_note_leaving (warp_split *, tree);
void cuf_begin_waiting (warp_split *, tree *);
void cuf_emit_leaving (warp_split *, tree, tree, tree *);

/* cuf-warp-parts.cc  */
tree cuf_lane_array (warp_split *, tree, bool, tree *);
bool cuf_make_lane_arrays (warp_split *, replacement *, tree *);
void cuf_append_computed (warp_split *, tree, tree *);
void cuf_end_part (warp_split *, tree *);
void cuf_append_one_lane_part (warp_split *, tree, tree, tree, tree *);
void cuf_append_lane_statement (warp_split *, tree, hash_set<tree> *);
void cuf_append_lane_statement (warp_split *, tree);
void cuf_append_strided_part (warp_split *, const strided_loop &, tree,
			      tree *);
tree cuf_lane_code (warp_split *, tree, replacement *, tree *);
void cuf_fill_places (warp_split *, replacement *);

/* cuf-warp-exchange.cc  */
tree cuf_vote (warp_split *, tree, tree *);
bool cuf_take_operations (warp_split *, tree *, tree *);
bool cuf_operations_suit_p (tree);

/* cuf-warp-permutations.cc  */
tree cuf_permute_lanes (const warp_operation *, tree, tree, tree, tree);

/* cuf-warp-strides.cc  */
bool cuf_counted_loop_p (tree, tree, strided_loop *);
bool cuf_strided_loop_p (warp_split *, const vec<tree> &, unsigned, unsigned,
			 strided_loop *);
void cuf_split_strided_loop (warp_split *, const vec<tree> &, unsigned,
			     const strided_loop *, tree *);
tree cuf_strided_code (warp_split *, strided_loop *, tree, replacement *);

/* cuf-block-strides.cc  */
bool cuf_block_stride_p (fission *, tree, block_stride *);
bool cuf_contains_stride_p (fission *, tree);
void cuf_append_block_stride (fission *, const block_stride *, tree *);
void cuf_note_stride_value (fission *, tree);
void cuf_begin_with_strides (fission *);

/* cuf-warp-counted.cc  */
void cuf_note_constant (warp_split *, tree);
bool cuf_unrolled_loop_p (warp_split *, tree);

/* cuf-warp-alike.cc  */
unsigned cuf_alike_statements (warp_split *, const vec<tree> &, unsigned);
tree cuf_begin_alike (warp_split *, const vec<tree> &, unsigned, unsigned,
		      alike *);
void cuf_end_alike (warp_split *, const alike &);
bool cuf_shared_by_lanes_p (warp_split *, tree);

/* cuf-warp-fission.cc  */
void cuf_flatten (tree, vec<tree> *);

#endif
