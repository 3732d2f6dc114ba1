/* PACK and UNPACK in device code, as loops of a thread.
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
#include "system.h"
#include "coretypes.h"
#include "options.h"
#include "gfortran.h"
#include "cuf-compat.h"
#include "cuf-check.h"
#include "cuf-expand.h"

/* Where an element goes, or comes from, depends on the mask of those before it:
   a loop over all of them counts.  */

/* True if EXPR is a reference to UNPACK, or to PACK with the argument VECTOR, whose
   length is known.  */

bool
cuf_moved_in_turn_p (const gfc_expr *expr)
{
  if (expr->expr_type != EXPR_FUNCTION || !expr->value.function.isym
      || expr->ts.type == BT_CHARACTER)
    return false;
  const gfc_isym_id id = expr->value.function.isym->id;
  return (id == GFC_ISYM_UNPACK
	  || (id == GFC_ISYM_PACK && cuf_argument (expr, 2)));
}

/* True if EXPR is a reference to PACK without VECTOR, whose elements a loop can
   store one after the other.  */

bool
cuf_thread_pack_p (gfc_expr *expr)
{
  return (expr->expr_type == EXPR_FUNCTION && expr->value.function.isym
	  && expr->value.function.isym->id == GFC_ISYM_PACK
	  && cuf_argument (expr, 1)->rank > 0 && !cuf_argument (expr, 2)
	  && expr->ts.type != BT_CHARACTER && cuf_direct_arguments_p (expr)
	  && !(gfc_option.rtcheck & GFC_RTCHECK_BOUNDS));
}

/* Begin in BLOCK a count, which is the only subscript of COUNTED.  */

static void
begin_count (cuf_block *block, cuf_subscripts *counted, locus *where)
{
  gfc_typespec ts = cuf_write_index (0, where)->ts;

  counted->rank = 1;
  counted->at[0] = cuf_start_value (block, &ts, cuf_write_index (0, where),
				    &block->code);
}

/* Append to CODE that COUNTED is the next one.  */

static void
count_one (const cuf_subscripts &counted, cuf_code_list *code)
{
  gfc_expr *count = counted.at[0];
  gfc_expr *next = cuf_write_sum (gfc_copy_expr (count),
				  cuf_write_index (1, &count->where));

  code->append (cuf_write_assignment (gfc_copy_expr (count), next));
}

/* Append to BODY that element TO of ARRAY gets the element FROM of EXPR.  */

static void
move_element (cuf_block *block, gfc_expr *array, const cuf_subscripts &to,
	      gfc_expr *expr, const cuf_subscripts &from, cuf_code_list *body)
{
  gfc_expr *value = cuf_element (block, expr, &from, body);

  body->append (cuf_write_assignment (cuf_element (block, array, &to, body),
				      value));
}

/* Append to BLOCK what stores in ARRAY, from COUNTED on, the elements of VECTOR
   that are there.  */

static void
fill_up (cuf_block *block, gfc_expr *array, const cuf_subscripts &counted,
	 gfc_expr *vector)
{
  cuf_subscripts at;
  cuf_code_list body, moved;

  cuf_begin_loops (block, 1, &at);
  move_element (block, array, at, vector, at, &moved);
  gfc_expr *behind = gfc_get_operator_expr (&vector->where, INTRINSIC_GT,
					    gfc_copy_expr (at.at[0]),
					    gfc_copy_expr (counted.at[0]));
  body.append (cuf_write_if (behind, moved.first));
  cuf_loop_over (block, vector, &at, &body);
}

/* Append to BLOCK what stores in ARRAY, which is as long as it has to be and no part
   of EXPR, the value of EXPR, for which one of the predicates is true.  */

void
cuf_move_in_turn (cuf_block *block, gfc_expr *array, gfc_expr *expr)
{
  const bool packed = expr->value.function.isym->id == GFC_ISYM_PACK;
  gfc_expr *mask = cuf_argument (expr, 1), *last = cuf_argument (expr, 2);
  gfc_expr *first = cuf_argument (expr, 0);
  cuf_subscripts at, counted;
  cuf_code_list body, taken, others;

  begin_count (block, &counted, &expr->where);
  cuf_begin_loops (block, (packed ? first : mask)->rank, &at);
  count_one (counted, &taken);
  if (packed)
    move_element (block, array, counted, first, at, &taken);
  else
    {
      move_element (block, array, at, first, counted, &taken);
      move_element (block, array, at, last, at, &others);
    }
  gfc_expr *bit = cuf_element (block, mask, &at, &body);
  body.append (cuf_write_if (bit, taken.first, others.first));
  cuf_loop_over (block, packed ? first : mask, &at, &body);
  if (packed && last)
    fill_up (block, array, counted, last);
}
