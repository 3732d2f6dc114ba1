/* Statements of generated programs.
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

#include <string.h>

int weight = 1;

/* The names of the loops around, which can be left.  */
static const char *loop_name[10];
static int loop_count;
/* Loops have numbers, so that no name is used twice.  */
static int last_loop;
/* Nested loops use variables of their own.  */
static int level;

#define LEVELS 4

/* Begin a loop that makes at most TRIPS, and end one.  */

static void
enter_loop (const char *name, int trips)
{
  loop_name[loop_count++] = name;
  level++;
  weight *= trips;
}

static void
leave_loop (int trips)
{
  loop_count--;
  level--;
  weight /= trips;
}

/* An assignment to a place, of an expression of its type or of another one.  */

static void
assignment (int depth)
{
  struct value place;
  if (!pick_place (&place))
    return;
  int type = place.type;
  if (base_of (type) != LOGICAL && chance (25))
    do
      type = pick_numeric_type ();
    while (base_of (type) == COMPLEX && base_of (place.type) == INTEGER);
  struct value v = expression (type, depth);
  v = storable (v, place.type);
  line ("%s = %s", place.text, v.text);
}

/* An assignment of a whole derived-type variable.  */

static void
derived_assignment (int depth)
{
  for (int tries = 0; tries < 20 && scope->count; tries++)
    {
      const struct variable *v = &scope->variable[pick (scope->count)];
      if (v->writable && base_of (v->type) == DERIVED && !v->rank)
	{
	  line ("%s = %s", v->name, argument_value (v->type, depth));
	  return;
	}
    }
}

static void
if_statement (int depth)
{
  if (chance (30))
    {
      struct value place;
      if (!pick_place (&place))
	return;
      const char *c = condition (2);
      line ("if (%s) %s = %s", c, place.text,
	    argument_value (place.type, depth));
      return;
    }
  open_line ("if (%s) then", condition (2));
  statements (between (1, 2), depth - 1);
  while (chance (30))
    {
      middle_line ("else if (%s) then", condition (2));
      statements (1, depth - 1);
    }
  if (chance (50))
    {
      middle_line ("else");
      statements (between (1, 2), depth - 1);
    }
  close_line ("end if");
}

/* What may leave a loop early.  */

static void
way_out (void)
{
  if (loop_count && chance (60))
    {
      const char *name = loop_name[pick (loop_count)];
      const char *c = condition (2);
      line ("if (%s) %s %s", c, chance (50) ? "cycle" : "exit", name);
    }
}

/* DO and DO WHILE, by the variables that belong to the level.  */

static void
loop (int depth)
{
  if (level == LEVELS || weight > 60)
    return;
  const char *name = format ("loop%d", ++last_loop);
  int trips = between (1, 4);
  int variables = scope->count;
  if (chance (25))
    {
      const char *counter = format ("w%d", level);
      line ("%s = 0", counter);
      const char *c = condition (2);
      if (chance (50))
	open_line ("%s: do while (%s < %d .and. %s)", name, counter, trips, c);
      else
	{
	  open_line ("%s: do", name);
	  line ("if (%s >= %d) exit", counter, trips);
	}
      line ("%s = %s + 1", counter, counter);
      declare ((struct variable) { .name = counter, .type = I4,
				   .limited = true, .low = 1, .high = trips });
    }
  else
    {
      const char *counter = format ("j%d", level);
      int low = between (-1, 3);
      if (chance (20))
	open_line ("%s: do %s = %d, %d, -1", name, counter, low + trips - 1,
		   low);
      else if (chance (30))
	open_line ("%s: do %s = %d, %d, 2", name, counter, low,
		   low + 2 * trips - 1 - pick (2));
      else if (chance (30))
	open_line ("%s: do %s = %d, %s", name, counter, low,
		   index_value (low - 1, low + trips - 1, 2));
      else
	open_line ("%s: do %s = %d, %d", name, counter, low, low + trips - 1);
      declare ((struct variable) { .name = counter, .type = I4,
				   .limited = true, .low = low - 1,
				   .high = low + 2 * trips - 1 });
    }
  enter_loop (name, trips);
  statements (between (1, 2), depth - 1);
  way_out ();
  statements (1, depth - 1);
  leave_loop (trips);
  scope->count = variables;
  close_line ("end do %s", name);
}

static void
select_statement (int depth)
{
  if (chance (20))
    {
      open_line ("select case (%s)", condition (2));
      middle_line ("case (.true.)");
      statements (1, depth - 1);
      middle_line ("case default");
      statements (1, depth - 1);
      close_line ("end select");
      return;
    }
  struct value v = expression (pick (I8 + 1), 2);
  open_line ("select case (modulo (%s, %s))", v.text, constant (v.type, 9));
  static const char *const cases[] = { "0", "1:2", "3, 5", "6:7" };
  int first = pick (4);
  int count = between (1, 3);
  for (int i = 0; i < count; i++)
    {
      middle_line ("case (%s)", cases[(first + i) % 4]);
      statements (1, depth - 1);
    }
  if (chance (70))
    {
      middle_line ("case default");
      statements (1, depth - 1);
    }
  close_line ("end select");
}

/* A BLOCK with variables of its own.  */

static void
block (int depth)
{
  static int last_block;
  int variables = scope->count;
  open_line ("block");
  declare_private (between (1, 3), format ("b%d_", ++last_block),
		   ARRAYS);
  write_private_declarations (variables);
  initialize_private (variables);
  statements (between (1, 3), depth - 1);
  close_line ("end block");
  scope->count = variables;
}

/* Arrays as a whole.  */

static void
array_statement (void)
{
  struct variable *v = pick_whole (pick_numeric_type (), 1, true);
  if (!v)
    return;
  int size = v->size[0];
  if (chance (25))
    {
      int n = between (1, size);
      const char *text = "";
      for (int i = 0; i < n; i++)
	{
	  const char *element = argument_value (v->type, 2);
	  text = i ? format ("%s, %s", text, element) : element;
	}
      line ("%s(%d:%d) = [%s]", v->name, size - n + 1, size, text);
      return;
    }
  if (chance (30))
    {
      /* Parts of an array: no other stands for the elements then.  */
      const char *value = argument_value (v->type, 2);
      if (chance (50))
	line ("%s(%d::2) = %s", v->name, between (1, size), value);
      else
	line ("%s(%d:1:-1) = %s(1:%d) ", v->name, size, v->name, size);
      return;
    }
  if (chance (25))
    {
      const char *call = array_function_call (v->type, size, 2);
      if (call)
	{
	  line ("%s = %s", v->name, call);
	  return;
	}
    }
  set_array_size (size);
  const char *value = argument_value (v->type, 3);
  if (chance (40) && base_of (v->type) != COMPLEX && !scope->loop_body)
    {
      const char *other = argument_value (v->type, 2);
      if (chance (50))
	line ("where (%s > %s) %s = %s", v->name, other, v->name, value);
      else
	{
	  open_line ("where (%s > %s)", v->name, other);
	  line ("%s = %s", v->name, value);
	  middle_line ("elsewhere");
	  line ("%s = %s", v->name, argument_value (v->type, 2));
	  close_line ("end where");
	}
    }
  else if (chance (50))
    line ("%s = %s", v->name, value);
  else
    line ("%s(:) = %s", v->name, value);
  set_array_size (0);
}

/* A loop whose iterations are independent.  */

static void
concurrent (int depth)
{
  struct variable *v = pick_whole (pick_numeric_type (), 1, true);
  if (!v || v->target || v->same_as || level == LEVELS || weight > 60)
    return;
  bool pure = scope->pure;
  int variables = scope->count;
  const char *counter = format ("j%d", level);
  scope->pure = true;
  open_line ("do concurrent (%s = 1:%d)", counter, v->size[0]);
  /* Other elements of the array must not be read.  */
  struct variable whole = *v;
  v->access = OWN_ELEMENT;
  v->subscripts = counter;
  v->whole = false;
  declare ((struct variable) { .name = counter, .type = I4, .limited = true,
			       .low = 1, .high = v->size[0] });
  weight *= v->size[0];
  line ("%s(%s) = %s", v->name, counter, argument_value (v->type, depth));
  weight /= v->size[0];
  close_line ("end do");
  *v = whole;
  scope->count = variables;
  scope->pure = pure;
}

/* An array whose size is known late.  */

static void
automatic_array (void)
{
  struct value place;
  if (!pick_place (&place) || level == LEVELS || weight > 30)
    return;
  int type = place.type;
  const char *size = index_value (1, 6, 3);
  const char *index = index_value (0, 20, 2);
  line ("w%d = %s", level, size);
  open_line ("block");
  line ("%s :: automatic(w%d)", type_name (type), level);
  line ("automatic = %s", argument_value (type, 2));
  open_line ("do j%d = 1, size (automatic), 2", level);
  weight *= 3;
  line ("automatic(j%d) = %s", level, argument_value (type, 2));
  weight /= 3;
  close_line ("end do");
  line ("%s = automatic(1 + modulo (%s, size (automatic)))", place.text,
	index);
  close_line ("end block");
}

/* A pointer to a part of an array.  */

static void
pointer (int depth)
{
  for (int tries = 0; tries < 20 && scope->count; tries++)
    {
      const struct variable *v = &scope->variable[pick (scope->count)];
      if (!v->target || !v->whole || v->rank != 1 || v->size[0] < 3)
	continue;
      int type = v->type;
      int variables = scope->count;
      int stride = between (1, 2);
      int size = (v->size[0] - 2) / stride + 1;
      const char *name = format ("p%d", ++last_loop);
      open_line ("block");
      line ("%s, pointer :: %s(:)", type_name (type), name);
      if (chance (30))
	line ("%s => %s(%d:2:%d)", name, v->name, 2 + (size - 1) * stride,
	      -stride);
      else
	line ("%s => %s(2::%d)", name, v->name, stride);
      declare ((struct variable) { .name = name, .type = type, .rank = 1,
				   .size = { size }, .lower = { 1 },
				   .writable = v->writable, .whole = true,
				   .same_as = v->name });
      statements (between (1, 3), depth - 1);
      close_line ("end block");
      scope->count = variables;
      return;
    }
}

/* One statement with the texts NAME and other_NAME, of LENGTH characters.  */

static void
text_statement (const char *name, int length, int depth)
{
  static const char *const operator[] = { "<", ">=", "==", "/=" };
  const char *first = index_value (1, length, 2);
  struct value place, code;
  switch (pick (6))
    {
    case 0:
      line ("%s(%s:) = achar (%s)", name, first, index_value (97, 122, 3));
      break;
    case 1:
      line ("other_%s = %s(%s:)", name, name, first);
      break;
    case 2:
      line ("%s = other_%s(:1) // '-' // %s", name, name, name);
      break;
    case 3:
      open_line ("if (%s %s other_%s) then", name, operator[pick (4)], name);
      statements (1, depth - 1);
      close_line ("end if");
      break;
    case 4:
      open_line ("select case (%s(%d:%d))", name, length, length);
      middle_line ("case ('a':'m', ' ')");
      statements (1, depth - 1);
      middle_line ("case default");
      statements (1, depth - 1);
      close_line ("end select");
      break;
    default:
      if (!pick_place (&place) || base_of (place.type) == LOGICAL)
	break;
      code = (struct value) { format ("iachar (%s(%d:%d))", name, length,
				      length), I4, 0, 127, 0 };
      line ("%s = %s", place.text, storable (code, place.type).text);
    }
}

/* A BLOCK with character variables.  */

static void
texts (int depth)
{
  static const char *const words[] =
    { "a", "zebra", "kernel", "mm", "x-ray", "warp 32", "Fortran" };
  static int last_text;
  const char *name = format ("tx%d", ++last_text);
  int length = between (1, 8);
  open_line ("block");
  line ("character(%d) :: %s, other_%s", length, name, name);
  line ("%s = '%s'", name, words[pick (7)]);
  line ("other_%s = '%s'", name, words[pick (7)]);
  int count = between (2, 5);
  for (int i = 0; i < count; i++)
    text_statement (name, length, depth);
  close_line ("end block");
}

/* A name for a place.  */

static void
associate (int depth)
{
  struct value place;
  if (!pick_place (&place))
    return;
  int variables = scope->count;
  const char *name = format ("a%d_%d", level, ++last_loop);
  open_line ("associate (%s => %s)", name, place.text);
  const char *root = format ("%.*s", (int) strcspn (place.text, "(%"),
			     place.text);
  declare ((struct variable) { .name = name, .type = place.type,
			       .writable = true, .same_as = root });
  statements (between (1, 2), depth - 1);
  close_line ("end associate");
  scope->count = variables;
}

static void
call (int depth)
{
  const char *text = subroutine_call (depth);
  if (text)
    line ("call %s", text);
}

/* One statement.  */

static void
statement (int depth)
{
  if (depth <= 0)
    {
      assignment (2);
      return;
    }
  switch (pick (20))
    {
    case 0:
    case 1:
    case 2:
      if_statement (depth);
      break;
    case 3:
    case 4:
    case 5:
      loop (depth);
      break;
    case 6:
      select_statement (depth);
      break;
    case 7:
      block (depth);
      break;
    case 8:
    case 9:
      if (chance (60))
	array_statement ();
      else
	matrix_statement ();
      break;
    case 10:
    case 11:
      call (2);
      break;
    case 12:
      derived_assignment (2);
      break;
    case 14:
      if (scope->loop_body)
	break;
      if (chance (30))
	concurrent (2);
      else if (chance (40))
	automatic_array ();
      else if (chance (50))
	allocatable_array (depth);
      else
	pointer (depth);
      break;
    case 13:
      if (chance (30) && !scope->loop_body)
	texts (depth);
      else if (chance (40))
	associate (depth);
      else if (scope->leave && chance (30))
	line ("if (%s) %s", condition (2), scope->leave);
      break;
    default:
      assignment (between (1, 4));
    }
}

void
statements (int count, int depth)
{
  for (int i = 0; i < count; i++)
    statement (depth);
}
