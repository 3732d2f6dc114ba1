/* Constant variables.
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

#include <stdlib.h>
#include <string.h>

#include "gcuf-names.h"
#include "ptx.h"

/* Since GCC 15 the accelerator compiler puts nothing into constant memory.  For
   a variable that belongs there there is another one, whose name is the
   variable's after this prefix: it says so, and is dropped here.  Others say it by
   the beginning of their names.  */
#define MARK GCUF_NAME_CONSTANT

bool
ptx_any_constant_p (const struct ptx_program *program)
{
  return (strstr (program->objects[0].text, MARK)
	  || strstr (program->objects[0].text, GCUF_NAME_READ_ONLY));
}

/* --- Between two spaces --------------------------------------------------- */

/* Variables that change from one space to another.  */
struct move
{
  struct map names;
  enum ptx_word from, to;
};

/* True if OPERAND or one of those after it names a variable of M.  */

static bool
named_p (const struct ptx_operand *operand, const struct move *m)
{
  for (; operand; operand = operand->next)
    if ((operand->kind == PTX_NAME && map_get (&m->names, operand->text))
	|| named_p (operand->inner, m))
      return true;
  return false;
}

/* Let CODE have the variables of M in the other space.  */

static void
move_variables (struct ptx_code *code, const struct move *m)
{
  for (struct ptx_statement *s = code->first; s; s = s->next)
    switch (s->kind)
      {
      case PTX_VARIABLE:
	if (map_get (&m->names, s->names->name))
	  ptx_replace_specifier (s->specifiers, m->from, m->to);
	break;
      case PTX_INSTRUCTION:
	if (named_p (s->operands, m))
	  s->opcode = ptx_opcode_replace (s->opcode, m->from, m->to);
	break;
      case PTX_FUNCTION:
	move_variables (&s->function->body, m);
	break;
      default:
	break;
      }
}

/* --- Into constant memory ------------------------------------------------ */

void
ptx_place_constants (struct ptx_program *program)
{
  struct ptx_code *code = program->objects[0].code;
  struct strings names = { 0 };
  struct move m = { { 0 }, PTX_SPACE_GLOBAL, PTX_SPACE_CONST };

  ptx_take_marks (&names, code, MARK);
  for (struct ptx_statement *s = code->first; s; s = s->next)
    if (s->kind == PTX_VARIABLE
	&& starts_with (s->names->name, GCUF_NAME_READ_ONLY))
      strings_push (&names, s->names->name);
  for (size_t i = 0; i < names.n; i++)
    *map_place (&m.names, names.data[i]) = code;
  move_variables (code, &m);
  map_free (&m.names);
}

/* --- Out of it ----------------------------------------------------------- */

/* Named constants and tables of the compiler's are in constant memory, too, and
   need not be.  They begin with values; variables that do so as well have a mark
   with this prefix.  */
#define DECLARED GCUF_NAME_DECLARED

/* At least the bytes of constant memory that TEXT declares: elements have no more
   than 8, and scalars count as one.  */

static size_t
declared_bytes (const char *text)
{
  enum { MOST_ELEMENT = 8 };
  const char word[] = ".const ";
  size_t bytes = 0;

  for (text = strstr (text, word); text; text = strstr (text + 1, word))
    {
      size_t n = 0;
      const char *end = text + strcspn (text, "[;=\n");
      if (*end == '[')
	n = strtoul (end + 1, NULL, 10);
      bytes += (n ? n : 1) * MOST_ELEMENT;
    }
  return bytes;
}

bool
ptx_any_tables_p (const struct ptx_program *program)
{
  const char *text = program->objects[0].text;
  return (strstr (text, DECLARED)
	  || declared_bytes (text) > PTX_MOST_CONSTANT);
}

bool
ptx_table_p (const struct ptx_program *program, const struct ptx_statement *s)
{
  return (ptx_variable_in_p (s, PTX_SPACE_CONST) && s->names->value
	  && !strings_have (&program->declared, s->names->name));
}

void
ptx_move_to_global (struct ptx_code *code, const struct strings *names)
{
  struct move m = { { 0 }, PTX_SPACE_CONST, PTX_SPACE_GLOBAL };
  for (size_t i = 0; i < names->n; i++)
    *map_place (&m.names, names->data[i]) = code;
  move_variables (code, &m);
  map_free (&m.names);
}

/* A table, and the bytes of constant memory that it takes at most: with what is
   between it and the next variable.  */
struct table
{
  const struct ptx_statement *definition;
  size_t bytes;
  size_t number;		/* In the order of the program.  */
};

static size_t
taken_bytes (const struct ptx_statement *s)
{
  enum { MOST_ALIGNMENT = 16 };
  return (ptx_append_variables (0, s) + MOST_ALIGNMENT - 1) & -MOST_ALIGNMENT;
}

/* The larger one first, and of those of one size the first.  */

static int
compare_tables (const void *p, const void *q)
{
  const struct table *a = p, *b = q;

  if (a->bytes != b->bytes)
    return a->bytes > b->bytes ? -1 : 1;
  return a->number < b->number ? -1 : 1;
}

/* The tables in PROGRAM's own object, the largest first, and their number in *N.
   Add to *BYTES what all variables there take.  */

static struct table *
sorted_tables (const struct ptx_program *program, size_t *n, size_t *bytes)
{
  struct table *tables = NULL;

  *n = 0;
  for (const struct ptx_statement *s = program->objects[0].code->first; s;
       s = s->next)
    {
      if (!ptx_variable_in_p (s, PTX_SPACE_CONST))
	continue;
      *bytes += taken_bytes (s);
      if (!ptx_table_p (program, s))
	continue;
      tables = xrealloc (tables, (*n + 1) * sizeof *tables);
      tables[*n] = (struct table) { s, taken_bytes (s), *n };
      ++*n;
    }
  if (tables)
    qsort (tables, *n, sizeof *tables, compare_tables);
  return tables;
}

void
ptx_move_tables (struct ptx_program *program)
{
  struct ptx_code *code = program->objects[0].code;
  struct strings names = { 0 };
  size_t bytes = 0, n;

  ptx_take_marks (&program->declared, code, DECLARED);
  for (size_t i = 0; i < program->n; i++)
    bytes += ptx_constant_bytes (program->objects[i].code);
  if (bytes <= PTX_MOST_CONSTANT)
    return;

  bytes -= ptx_constant_bytes (code);
  struct table *tables = sorted_tables (program, &n, &bytes);
  for (size_t i = 0; i < n && bytes > PTX_MOST_CONSTANT; i++)
    {
      strings_push (&names, tables[i].definition->names->name);
      bytes -= tables[i].bytes;
    }
  free (tables);
  ptx_move_to_global (code, &names);
}
