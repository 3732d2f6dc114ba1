/* Shuffles of whole warps as permutations of vectors.
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

#include "config.h"
#include "gcc-plugin.h"
#include "system.h"
#include "coretypes.h"
#include "target.h"
#include "tree.h"
#include "fold-const.h"
#include "stor-layout.h"
#include "vec-perm-indices.h"
#include "tree-iterator.h"
#include "gimple-expr.h"
#include "gimplify.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-fission.h"
#include "cuf-warp-split.h"
#include "cuf-compat.h"

/* A vector that is stored and read at another place has to be in memory before
   it is read.  If the distance is known, which lanes a vector's values come
   from is so, too: from one or two of the vectors that were stored, which are
   read as they are.  Where the distance is the same for all lanes and known at
   run time only, the powers of two, which reductions and prefix sums have, are
   looked for.  */

enum { LANES = 32, FEW = 4 };

struct permutation
{
  warp_kind kind;
  int width;
  tree from, to;		/* Arrays with elements for the lanes; FROM has
				   as many in front of them.  */
  tree vector;			/* The type of what is permuted.  */
};

/* The type of the host's vectors of TYPE, of which some are the lanes of a warp;
   null if there is none.  */

static tree
vector_of (tree type)
{
  scalar_mode mode;
  unsigned units;
  if (!is_a <scalar_mode> (TYPE_MODE (type), &mode))
    return NULL_TREE;
  machine_mode vector = targetm.vectorize.preferred_simd_mode (mode);
  if (!VECTOR_MODE_P (vector) || !GET_MODE_NUNITS (vector).is_constant (&units)
      || units > LANES || LANES % units != 0)
    return NULL_TREE;
  return build_vector_type_for_mode (type, vector);
}

/* The lane that LANE gets its value from with DISTANCE.  */

static int
source_of (const permutation &p, int lane, int distance)
{
  int first = lane & -p.width, source;
  switch (p.kind)
    {
    case WARP_UP:
      source = lane - distance;
      return source >= first ? source : lane;
    case WARP_DOWN:
      source = lane + distance;
      break;
    default:
      gcc_checking_assert (p.kind == WARP_XOR);
      source = lane ^ distance;
    }
  return source < first + p.width ? source : lane;
}

/* The lanes from LANE on of ARRAY, as a vector.  */

static tree
lanes_from (const permutation &p, tree array, int lane)
{
  tree element = TREE_TYPE (TREE_TYPE (array));
  if (array == p.from)
    lane += LANES;
  HOST_WIDE_INT offset = lane * tree_to_shwi (TYPE_SIZE_UNIT (element));
  return build2 (MEM_REF, p.vector, build_fold_addr_expr (array),
		 build_int_cst (build_pointer_type (element), offset));
}

/* Append to STMTS that the lanes from LANE on, a vector, get their values with
   DISTANCE.  Return false if the host cannot do that.  */

static bool
permute_vector (const permutation &p, int lane, int distance, tree *stmts)
{
  int n = TYPE_VECTOR_SUBPARTS (p.vector).to_constant (), inputs[2] = { -1, -1 };
  vec_perm_builder elements (n, n, 1);
  for (int i = 0; i < n; i++)
    {
      int source = source_of (p, lane + i, distance), input = source / n;
      int which = inputs[0] < 0 || inputs[0] == input ? 0 : 1;
      if (inputs[which] >= 0 && inputs[which] != input)
	return false;
      inputs[which] = input;
      elements.quick_push (which * n + source % n);
    }
  bool single = inputs[1] < 0;
  tree x = lanes_from (p, p.from, inputs[0] * n);
  tree y = single ? x : lanes_from (p, p.from, inputs[1] * n);
  vec_perm_indices indices (elements, single ? 1 : 2, n);
  if (single && indices.series_p (0, 1, 0, 1))
    {
      append (set (lanes_from (p, p.to, lane), x), stmts);
      return true;
    }
  /* Else a few elements are put together one by one, which can be read from
     vectors, too.  */
  if (n > FEW && !cuf_can_permute (TYPE_MODE (p.vector), indices))
    return false;
  tree numbers = build_nonstandard_integer_type
		   (tree_to_uhwi (TYPE_SIZE (TREE_TYPE (p.vector))), 0);
  tree chosen = vec_perm_indices_to_tree (build_vector_type (numbers, n),
					  indices);
  append (set (lanes_from (p, p.to, lane),
	       build3 (VEC_PERM_EXPR, p.vector, x, unshare_expr (y), chosen)),
	  stmts);
  return true;
}

/* Statements that give all lanes their values with DISTANCE; null if the host
   cannot do that.  */

static tree
permute (const permutation &p, int distance)
{
  int n = TYPE_VECTOR_SUBPARTS (p.vector).to_constant ();
  tree stmts = NULL_TREE;
  for (int lane = 0; lane < LANES; lane += n)
    if (!permute_vector (p, lane, distance, &stmts))
      return NULL_TREE;
  return stmts;
}

/* The same for the value of OPERAND, with OTHERWISE for distances that are not
   looked for.  */

static tree
permute_by (const permutation &p, tree operand, tree otherwise)
{
  tree stmts = otherwise;
  for (int distance = 1; distance < LANES; distance *= 2)
    {
      tree moves = permute (p, distance);
      if (!moves)
	return NULL_TREE;
      tree this_one = build2 (EQ_EXPR, boolean_type_node, operand,
			      build_int_cst (integer_type_node, distance));
      stmts = build3 (COND_EXPR, void_type_node, this_one, moves, stmts);
    }
  return stmts;
}

/* Align ARRAY for P.  */

static void
align (const permutation &p, tree array)
{
  SET_DECL_ALIGN (array, MAX (DECL_ALIGN (array), TYPE_ALIGN (p.vector)));
  DECL_USER_ALIGN (array) = 1;
  TREE_ADDRESSABLE (array) = 1;
}

/* Statements that do the shuffle O for a whole warp: they move the lanes'
   elements of FROM, which has as many in front, to those of TO.  OPERAND is
   the same for all lanes; OTHERWISE does the shuffle whatever it is.  Return
   null if that is not a permutation of vectors.  */

tree
cuf_permute_lanes (const warp_operation *o, tree from, tree to, tree operand,
		   tree otherwise)
{
  permutation p = { o->kind, LANES, from, to,
		    vector_of (TREE_TYPE (TREE_TYPE (from))) };
  if (o->width)
    p.width = tree_fits_shwi_p (o->width) ? tree_to_shwi (o->width) : 0;
  if (!cuf_wanted_p (CUF_OPTIONAL_PERMUTATIONS)
      || o->kind == WARP_INDEX || !p.vector || p.width <= 0 || p.width > LANES
      || !pow2p_hwi (p.width))
    return NULL_TREE;
  tree stmts = (tree_fits_shwi_p (o->operand)
		? permute (p, tree_to_shwi (o->operand) & (LANES - 1))
		: permute_by (p, operand, otherwise));
  if (stmts)
    {
      align (p, from);
      align (p, to);
    }
  return stmts;
}
