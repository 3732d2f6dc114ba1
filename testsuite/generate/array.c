/* Arrays in expressions and statements of generated programs.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of cudafortran.

   Cudafortran is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   Cudafortran is distributed in the hope that it will be useful, but
   WITHOUT ANY WARRANTY; without even the implied warranty of
   MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.  See the GNU
   General Public License for more details.

   You should have received a copy of the GNU General Public License
   along with cudafortran; see the file COPYING.  If not, see
   <http://www.gnu.org/licenses/>.  */


#include "generate.h"

#include <math.h>
#include <string.h>

/* A scalar of TYPE.  */

static const char *
scalar (int type, int depth)
{
  int size = set_array_size (0);
  const char *text = argument_value (type, depth);
  set_array_size (size);
  return text;
}

/* A condition for each element of V, which is of an intrinsic type.  */

static const char *
mask_of (const struct variable *v, int depth)
{
  if (base_of (v->type) == LOGICAL)
    return v->name;
  static const char *const operator[] = { "/=", "==", ">", "<=" };
  int what = pick (base_of (v->type) == COMPLEX ? 2 : 4);
  return format ("%s %s %s", v->name, operator[what], scalar (v->type, depth));
}

/* A variable of RANK whose whole is used, of TYPE, or of any type that is no
   derived one if that is -1; null if there is none.  */

static struct variable *
pick_array (int type, int rank, bool writable)
{
  for (int tries = 0; tries < 40 && scope->count; tries++)
    {
      struct variable *v = &scope->variable[pick (scope->count)];
      if (v->whole && v->rank == rank && v->type < TYPES
	  && (type < 0 || v->type == type) && (v->writable || !writable))
	return v;
    }
  return NULL;
}

/* The same, of a type whose values have an order.  */

static struct variable *
pick_ordered (int rank)
{
  struct variable *v = pick_array (-1, rank, false);
  return v && base_of (v->type) <= REAL ? v : NULL;
}

/* What sums of COUNT numbers of TYPE can be, or of products of two; false if
   that is too much.  */

static bool
sum_value (int type, int count, bool product, const char *text,
	   struct value *result)
{
  const struct type_info *info = &type_info[type];
  bool complex = info->base == COMPLEX;
  double most = info->bound * count * (product ? info->bound : 1)
		* (product && complex ? 2 : 1);
  int scale = info->scale * (1 + product);
  if (info->base == INTEGER ? most > info->limit
      : !exact (complex ? part_type (type) : type, most, scale))
    return false;
  *result = (struct value) { text, type, -most, most, scale };
  return true;
}

/* A number between 0 and COUNT, of default kind.  */

static bool
count_value (int count, const char *text, struct value *result)
{
  *result = (struct value) { text, I4, 0, count, 0 };
  return true;
}

/* The number of V's elements.  */

static int
elements (const struct variable *v)
{
  int n = 1;
  for (int d = 0; d < v->rank; d++)
    n *= v->size[d];
  return n;
}

/* An integer that tells of an array.  */

static bool
inquiry (int depth, struct value *result)
{
  int rank = between (1, 2);
  struct variable *v;
  switch (pick (3))
    {
    case 0:
      v = pick_ordered (1);
      return v && count_value (v->size[0],
			       format ("%s (%s, 1)",
				       chance (50) ? "maxloc" : "minloc",
				       v->name), result);
    case 1:
      v = pick_array (-1, rank, false);
      return v && count_value (elements (v),
			       format ("count (%s)", mask_of (v, depth)),
			       result);
    default:
      v = pick_array (-1, rank, false);
      return v && count_value (elements (v),
			       chance (50) ? format ("size (%s)", v->name)
			       : format ("size (%s, %d)", v->name, rank),
			       result);
    }
}

bool
pick_reduction (int type, int depth, struct value *result)
{
  static const char *const names[] = { "maxval", "minval" };
  const struct type_info *info = &type_info[type];
  if (info->base == LOGICAL)
    return false;
  if (type == I4 && chance (40))
    return inquiry (depth, result);
  struct variable *v = pick_array (type, between (1, 2), false);
  if (!v)
    return false;
  if (info->base != COMPLEX && chance (50))
    {
      *result = stored_value (type, format ("%s (%s)", names[pick (2)],
					    v->name));
      return true;
    }
  if (v->rank == 1 && info->base != COMPLEX && chance (30))
    return sum_value (type, v->size[0], true,
		      format ("dot_product (%s, %s)", v->name, v->name),
		      result);
  const char *text = chance (60) ? format ("sum (%s)", v->name)
		     : format ("sum (%s, mask=%s)", v->name,
			       mask_of (v, depth));
  return sum_value (type, elements (v), false, text, result);
}

/* SIZE elements of an array with more of them, in a row or a column of one.  */

static bool
part_of_array (int type, int size, int depth, struct value *result)
{
  for (int tries = 0; tries < 30 && scope->count; tries++)
    {
      const struct variable *v = &scope->variable[pick (scope->count)];
      if (v->type != type || v->access == OWN_ELEMENT || v->limited || !v->rank)
	continue;
      int along = pick (v->rank);
      if (v->size[along] < size)
	continue;
      const char *text = "";
      for (int d = 0; d < v->rank; d++)
	{
	  const char *part;
	  int low = v->lower[d];
	  if (d != along)
	    part = index_value (low, low + v->size[d] - 1, depth);
	  else
	    {
	      int stride = size > 1 ? between (1, (v->size[d] - 1) / (size - 1))
			   : 1;
	      int last = low + (size - 1) * stride;
	      part = base_of (type) != REAL && chance (30)
		     ? format ("%d:%d:%d", last, low, -stride)
		     : stride == 1 ? format ("%d:%d", low, last)
		     : format ("%d:%d:%d", low, last, stride);
	    }
	  text = d ? format ("%s, %s", text, part) : part;
	}
      *result = stored_value (type, format ("%s(%s)", v->name, text));
      return true;
    }
  return false;
}

/* What a function makes of V, a vector of SIZE elements.  */

static bool
function_of_vector (const struct variable *v, int depth, struct value *result)
{
  const char *text;
  int size = v->size[0];
  switch (pick (4))
    {
    case 0:
      text = format ("cshift (%s, %s)", v->name, index_value (-9, 9, depth));
      break;
    case 1:
      {
	const char *shift = index_value (-9, 9, depth);
	text = format ("eoshift (%s, %s, %s)", v->name, shift,
		       scalar (v->type, depth));
	break;
      }
    case 2:
      text = format ("pack (%s, %s, %s)", v->name, mask_of (v, depth),
		     v->name);
      break;
    default:
      {
	struct variable *w = pick_whole (v->type, size, false);
	if (!w)
	  return false;
	text = format ("unpack (%s, %s, %s)", w->name, mask_of (v, depth),
		       v->name);
	break;
      }
    }
  *result = stored_value (v->type, text);
  return true;
}

/* What a function makes of the matrix M along dimension DIM.  */

static bool
function_of_matrix (const struct variable *m, int dim, int depth,
		    struct value *result)
{
  enum base base = base_of (m->type);
  int count = m->size[dim - 1];
  struct variable *v;
  switch (pick (4))
    {
    case 0:
      if (base > REAL)
	return false;
      *result = stored_value (m->type, format ("%s (%s, %d)",
					       chance (50) ? "maxval"
					       : "minval", m->name, dim));
      return true;
    case 1:
      if (base > COMPLEX)
	return false;
      return sum_value (m->type, count, false,
			format (chance (50) ? "sum (%s, %d)"
				: "sum (%s, %d, %s)", m->name, dim,
				mask_of (m, depth)), result);
    case 2:
      if (m->type == R2 || base > COMPLEX)
	return false;
      v = pick_whole (m->type, count, false);
      if (!v || v->size[0] != count)
	return false;
      return sum_value (m->type, count, true,
			format (dim == 2 ? "matmul (%2$s, %1$s)"
				: chance (50) ? "matmul (%1$s, %2$s)"
				: "matmul (transpose (%2$s), %1$s)", v->name,
				m->name), result);
    default:
      return false;
    }
}

/* Integers or logicals that tell of the matrix M along dimension DIM.  */

static bool
matrix_inquiry (const struct variable *m, int dim, int type, int depth,
		struct value *result)
{
  if (type == L4)
    {
      *result = stored_value (L4, format ("%s (%s, %d)",
					  chance (50) ? "any" : "all",
					  mask_of (m, depth), dim));
      return true;
    }
  if (base_of (m->type) <= REAL && chance (50))
    return count_value (m->size[dim - 1],
			format ("%s (%s, %d)", chance (50) ? "maxloc"
				: "minloc", m->name, dim), result);
  return count_value (m->size[dim - 1],
		      format ("count (%s, %d)", mask_of (m, depth), dim),
		      result);
}

/* An array constructor with an implied loop.  */

static bool
implied_loop (int type, int size, int depth, struct value *result)
{
  static int nesting;
  if (nesting == 2)
    return false;
  const char *counter = nesting++ ? "k1" : "k0";
  int before = weight;
  weight *= size;
  int variables = scope->count;
  declare ((struct variable) { .name = counter, .type = I4, .limited = true,
			       .low = 1, .high = size });
  *result = stored_value (type, format ("[(%s, %s = 1, %d)]",
					scalar (type, depth), counter, size));
  scope->count = variables;
  weight = before;
  nesting--;
  return true;
}

bool
array_function (int type, int size, int depth, struct value *result)
{
  struct variable *v;
  switch (pick (7))
    {
    case 0:
    case 1:
      return part_of_array (type, size, depth, result);
    case 2:
      v = pick_whole (type, size, false);
      return v && v->size[0] == size && function_of_vector (v, depth, result);
    case 3:
      v = pick_array (type, 2, false);
      for (int dim = 1; v && dim <= 2; dim++)
	if (v->size[2 - dim] == size)
	  return function_of_matrix (v, dim, depth, result);
      return false;
    case 4:
      v = pick_array (-1, 2, false);
      if (type == I4 || type == L4)
	for (int dim = 1; v && dim <= 2; dim++)
	  if (v->size[2 - dim] == size)
	    return matrix_inquiry (v, dim, type, depth, result);
      return false;
    case 5:
      v = pick_array (type, 2, false);
      if (v && elements (v) >= size)
	*result = stored_value (type, format ("reshape (%s, [%d])", v->name,
					      size));
      else
	*result = stored_value (type, format ("spread (%s, 1, %d)",
					      scalar (type, depth), size));
      return true;
    default:
      return implied_loop (type, size, depth, result);
    }
}

/* A matrix M is something of its own: rows, columns or all of it.  */

static void
matrix_part (const struct variable *m)
{
  int along = pick (2);
  int other = 1 - along;
  const char *index = index_value (m->lower[other],
				   m->lower[other] + m->size[other] - 1, 2);
  set_array_size (m->size[along]);
  const char *value = argument_value (m->type, 3);
  set_array_size (0);
  line (along ? "%s(%s, :) = %s" : "%s(:, %s) = %s", m->name, index, value);
}

/* Assign the whole of M.  */

static void
matrix_whole (const struct variable *m)
{
  struct variable *v = pick_whole (m->type, 1, false);
  struct variable *w = pick_array (m->type, 2, false);
  int rows = m->size[0], columns = m->size[1];
  switch (pick (6))
    {
    case 0:
      if (w && w->size[0] == columns && w->size[1] == rows)
	line ("%s = transpose (%s)", m->name, w->name);
      else
	line ("%s = %s(%d:%d:-1,:)", m->name, m->name,
	      m->lower[0] + rows - 1, m->lower[0]);
      break;
    case 1:
      if (v && v->size[0] == rows)
	line ("%s = spread (%s, 2, %d)", m->name, v->name, columns);
      else if (v && v->size[0] == columns)
	line ("%s = spread (%s, 1, %d)", m->name, v->name, rows);
      break;
    case 2:
      if (v)
	line ("%s = reshape (%s, [%d, %d], [%s])", m->name, v->name, rows,
	      columns, scalar (m->type, 2));
      break;
    case 3:
      line ("%s = cshift (%s, %s, %d)", m->name, m->name,
	    index_value (-5, 5, 2), between (1, 2));
      break;
    case 4:
      if (!scope->loop_body)
	{
	  const char *mask = mask_of (m, 2);
	  line ("where (%s) %s = %s", mask, m->name, scalar (m->type, 2));
	  break;
	}
      /* Fall through.  */
    default:
      {
	const char *mask = mask_of (m, 2);
	line ("%s = merge (%s, %s, %s)", m->name, m->name, scalar (m->type, 2),
	      mask);
	break;
      }
    }
}

void
matrix_statement (void)
{
  struct variable *m = pick_array (-1, 2, true);
  if (!m)
    return;
  if (chance (40))
    matrix_part (m);
  else
    matrix_whole (m);
}

/* A block with an array that is allocated by assignments or ALLOCATE.  */

void
allocatable_array (int depth)
{
  static int last_allocatable;
  int type = pick_type ();
  int variables = scope->count;
  int size = between (1, 6);
  const char *name = format ("al%d", ++last_allocatable);
  open_line ("block");
  line ("%s, allocatable :: %s(:)", type_name (type), name);
  if (chance (50))
    {
      const char *value = scalar (type, 2);
      line ("%s = [%s, spread (%s, 1, %d)]", name, value, scalar (type, 2),
	    size - 1);
    }
  else
    {
      line ("allocate (%s(%d))", name, size);
      line ("%s = %s", name, scalar (type, 2));
    }
  declare ((struct variable) { .name = name, .type = type, .rank = 1,
			       .size = { size }, .lower = { 1 },
			       .writable = true, .whole = true });
  statements (between (1, 3), depth - 1);
  if (chance (30))
    line ("deallocate (%s)", name);
  close_line ("end block");
  scope->count = variables;
}
