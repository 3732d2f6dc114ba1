/* What the files that split kernels for the cpu backend share.
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

#ifndef CUF_FISSION_H
#define CUF_FISSION_H

/* A variable of the body's copy.  */
struct uniform_local
{
  bool uniform;
  bool warp;			/* And assigned to by each warp.  */
  bool computed;		/* In each sequence.  */
  bool several;			/* Its value lives in several sequences, or
				   an unsure one.  */
  bool pointed;			/* Pointers keep its address.  */
  int assignments;		/* Of those that are not of components.  */
  int sequence;			/* The latest that it was seen in, or 0.  */

  /* The same within a sequence of warps, whose parts are loops over lanes.  */
  bool several_parts;
  int part;
};

/* A sequence of statements of threads.  */
struct sequence
{
  tree stmts;
  tree place;			/* A BIND_EXPR for the loop made of it.  */
  bool warps;			/* The loop is over warps.  */
  tree off;			/* True for threads that do not do it; null if
				   all do.  */
  bool first;			/* The first thread does it alone.  */
};

struct fission
{
  tree fn;
  bool possible, changed;
  bool emitting;		/* Or finding out what is uniform.  */
  int depth, loops;		/* Inside the block's conditions and loops.  */
  bool beginning;		/* No label or loop has been met.  */
  hash_map<tree, uniform_local> locals;
  auto_vec<tree> order;		/* The same variables.  */
  hash_set<tree> targets;	/* Labels that something goes to.  */
  hash_map<tree, int> saved;	/* The sequence of a SAVE_EXPR.  */
  auto_vec<tree> prefix;	/* Assignments to what may be computed anew.  */
  auto_vec<sequence> sequences;
  tree pending;			/* Statements of threads not in one yet.  */
  bool pending_warps;		/* Some of them are for warps.  */
  tree beginning_stmts;		/* What is done first of all.  */
  hash_set<tree> goals;		/* Where they go, and which has not come.  */
  hash_set<tree> block_goals, block_labels;

  tree end_label;		/* Behind everything, if a thread goes there.  */
  bool in_warp;			/* Looking at statements of warps.  */
  hash_set<tree> apart;		/* Labels where lanes meet again.  */

  bool aligned;			/* The rows of blocks are whole warps.  */
  auto_vec<tree> known;		/* Assignments to what may be computed anew, or
				   is the same for all.  */
  hash_set<tree> separate;	/* Loops that each lane goes through by
				   itself.  */

  hash_map<tree, unsigned> alike;	/* How many statements from each on lanes do
				   alike while others are away.  */
  hash_set<tree> shared_alike;	/* Assignments in these to what they share.  */

  hash_set<tree> columns;	/* Arrays for which there are rows.  */
  bool interchange;		/* Look for loops to be interchanged.  */
  hash_set<tree> interchanged;	/* Those: they are split as if there were
				   barriers in them.  */
  tree off;			/* That of the sequence.  */
  bool first_thread;		/* The first thread alone does it.  */
  tree partial;			/* A condition around the statement that not
				   all threads meet, or null.  */
  tree body;
  auto_vec<tree> more_vars;	/* That are declared nowhere else.  */
  auto_vec<tree> strides;	/* Assignments that sequences begin with inside
				   loops that threads go through side by
				   side, ...  */
  hash_map<tree, int> *stride;	/* ... how often the innermost of these assigns
				   to each variable, ...  */
  int stride_depth;		/* ... and how deep its statements are.  */

  fission ()
    : fn (NULL_TREE), possible (true), changed (false), emitting (false),
      depth (0), loops (0), beginning (true), pending (NULL_TREE),
      pending_warps (false), beginning_stmts (NULL_TREE),
      end_label (NULL_TREE), in_warp (false), aligned (false),
      interchange (false), off (NULL_TREE), first_thread (false),
      partial (NULL_TREE), body (NULL_TREE), stride (NULL),
      stride_depth (0) {}
};

/* What takes the places of variables, and, in columns, of elements of arrays:
   that of the thread in the row of the element.  */
struct column
{
  tree array;
  tree thread;
};
struct replacement
{
  hash_map<tree, tree> elements;
  hash_map<tree, column> columns;
};

/* cuf-uniform-values.cc  */
uniform_local *cuf_assigned_local (fission *, tree);
bool cuf_descriptor_part_p (tree);
bool cuf_same_value_p (fission *, tree, bool);
bool cuf_contains_barrier_p (tree);
bool cuf_note_goals (tree, hash_set<tree> *);
bool cuf_leaves_p (tree);

/* cuf-uniform-fission.cc  */
void cuf_add_local (fission *, tree);
void cuf_end_sequence (fission *, tree *);
void cuf_split_statements (fission *, tree, tree *);
tree cuf_add_off (fission *, tree);
tree cuf_only_goal (tree);
void cuf_clear (fission *, bool *);
tree cuf_note_thread_assignments (tree *, int *, void *);
tree cuf_note_other_assignments (tree *, int *, void *);
bool cuf_prefix_p (fission *, tree, uniform_local *);
tree cuf_find_variable (tree *, int *, void *);
bool cuf_inside_p (fission *, tree, tree);

/* cuf-lone-conditions.cc  */
bool cuf_lone_condition_p (fission *, tree);

/* cuf-fission-arrays.cc  */
tree cuf_use_elements (tree *, int *, void *);
bool cuf_columns_p (tree, tree);
tree cuf_array_of_columns (tree, unsigned);
tree cuf_computed_for (fission *, tree);
bool cuf_checked_variable_p (tree);
void cuf_name_array (tree, tree, tree, tree *);
void cuf_begin_unset (fission *, tree, bool, tree *);
void cuf_tell_shared_unset (fission *, tree);
bool cuf_make_loops (fission *, tree, tree, tree *);

/* cuf-warp-operations.cc  */
enum warp_kind
{
  WARP_NONE,			/* Not one that can be split at.  */
  WARP_SYNC,
  WARP_ACTIVE,
  WARP_ALL, WARP_ANY, WARP_BALLOT,
  WARP_INDEX, WARP_UP, WARP_DOWN, WARP_XOR
};
struct warp_operation
{
  enum warp_kind kind;
  tree value;			/* Of the lane, or null.  */
  tree operand, width;		/* Of shuffles, or null.  */
};
bool cuf_warp_call_p (tree);
bool cuf_contains_warp_call_p (tree);
warp_operation cuf_warp_operation (tree);
bool cuf_all_lanes_p (tree);
tree *cuf_find_warp_operation (tree *);
tree cuf_shuffled_value (const warp_operation *, tree, tree, tree, tree, tree,
			 tree[2], tree[2]);

/* cuf-warp-lanes.cc: loops over the lanes of a warp.  */
struct warp_lanes
{
  tree fn;
  tree *vars;
  tree last, hi;		/* The block's last index, and a copy.  */
  tree mask;			/* The lanes that take part.  */
  tree lane;			/* The number of the one in question.  */
  tree full;			/* Whether all take part.  */
  tree regular;			/* The mask of those whose first index grows,
				   or 0.  */
  tree first;			/* Number of the warp's first thread.  */
  tree thread;			/* That of the lane.  */
  tree index[3];		/* Of the first thread.  */
  bool aligned;			/* All warps are whole, and parts of rows.  */
};
void cuf_begin_lanes (warp_lanes *, tree, tree, tree, tree *);
tree cuf_lane_bit (const warp_lanes *);
void cuf_append_lane_loop (const warp_lanes *, tree, tree *);
tree cuf_copy_statements (tree, tree);
tree cuf_loop_over_first_lanes (const warp_lanes *, tree, tree);
tree cuf_masked_loop (const warp_lanes *, tree);
tree cuf_loop_over_lanes (const warp_lanes *, tree);
tree cuf_first_lane (const warp_lanes *);
tree cuf_do_one_lane (const warp_lanes *, tree, tree);
tree cuf_gather_bits (const warp_lanes *, tree, tree);
tree cuf_loop_over_warps (const warp_lanes *, tree);
void cuf_copy_lanes_as_vectors (tree);

/* cuf-lane-values.cc  */
bool cuf_same_in_warp_p (fission *, tree);
bool cuf_one_lane_p (fission *, tree, tree *, tree *);

/* cuf-warp-fission.cc  */
void cuf_analyse_warps (fission *, tree);
bool cuf_split_warps (fission *, sequence *, const replacement *, tree, tree,
		      tree *);

/* cuf-interchange.cc  */
bool cuf_find_interchanges (fission *, tree);
int cuf_thread_growth (fission *, tree, char);
bool cuf_steady_p (fission *, tree);

/* cuf-constructors.cc  */
void cuf_name_constructors (tree);

/* cuf-pointed.cc  */
void cuf_note_pointed (fission *, tree);
void cuf_spread_pointed (fission *, bool);

/* cuf-saved-values.cc  */
void cuf_name_saved (fission *);

/* cuf-webs.cc  */
void cuf_split_webs (fission *, tree);
bool cuf_uses_value_p (tree, tree);
bool cuf_assigns_p (tree, tree);

#endif
