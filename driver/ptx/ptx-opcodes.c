/* The opcodes of PTX: the tables, and opcodes as numbers and as text.
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

#include "ptx-opcodes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "map.h"
#include "ptx-ir.h"

/* --- The tables ---------------------------------------------------------- */

/* Whether the first operand of an instruction is a result.  */
enum result_rule
{
  ALWAYS,
  NEVER,
  IF_RED,			/* If .red is among the words.  */
  UNLESS_STORE			/* Unless the first word is .store.  */
};

static const struct op_data
{
  const char *name;
  size_t least;
  enum ptx_operand_types types;
  enum result_rule result;
  unsigned flags;
} ops[] = {
  [PTX_OP_UNKNOWN] = { NULL, 0, PTX_TYPES_ANY, ALWAYS, PTX_NO_FLAGS },
#define PTX_OPCODE(number, name, least, types, result, flags) \
  [PTX_OP_##number] = { name, least, PTX_TYPES_##types, result, flags },
#include "ptx-opcodes.def"
#undef PTX_OPCODE
};

static_assert (sizeof ops / sizeof *ops == PTX_N_OPS, "one row for each");

enum word_class { OTHER, SPACE, TYPE };

static const struct word_data
{
  const char *name;
  enum word_class class;
  int bytes;			/* Of a type.  */
  enum ptx_type_kind kind;
  unsigned flags;		/* Of what is no type.  */
} words[] = {
  [PTX_NO_WORD] = { .name = NULL },
  [PTX_UNKNOWN_WORD] = { .name = NULL },
#define PTX_SPACE(number, name, pointer, use) \
  [PTX_SPACE_##number] = { name, SPACE, 0, PTX_NO_KIND, PTX_DECLARES },
#define PTX_TYPE(number, name, bytes, kind) \
  [PTX_TYPE_##number] = { name, TYPE, bytes, kind, 0 },
#define PTX_WORD(number, name, flags) \
  [PTX_WORD_##number] = { name, OTHER, 0, PTX_NO_KIND, flags },
#include "ptx-words.def"
#undef PTX_SPACE
#undef PTX_TYPE
#undef PTX_WORD
};

static_assert (sizeof words / sizeof *words == PTX_N_WORDS, "one row for each");

/* A map has no room for null, so numbers are addresses of rows there.  */

/* The row of the LENGTH characters at NAME in MAP, or null.  */

static const void *
find_row (const struct map *map, const char *name, size_t length)
{
  char text[32];

  if (length >= sizeof text)
    return NULL;
  memcpy (text, name, length);
  text[length] = '\0';
  return map_get (map, text);
}

/* The number of the name of LENGTH characters before the first dot.  */

static enum ptx_op
find_op (const char *name, size_t length)
{
  static struct map map;
  const struct op_data *row;

  if (!map.n)
    for (size_t i = PTX_OP_UNKNOWN + 1; i < PTX_N_OPS; i++)
      {
	void **place = map_place (&map, ops[i].name);

	assert (!*place);
	*place = (void *) &ops[i];
      }
  row = find_row (&map, name, length);
  return row ? (enum ptx_op) (row - ops) : PTX_OP_UNKNOWN;
}

enum ptx_word
ptx_find_word (const char *name, size_t length)
{
  static struct map map;
  const struct word_data *row;

  if (!map.n)
    for (size_t i = PTX_UNKNOWN_WORD + 1; i < PTX_N_WORDS; i++)
      {
	void **place = map_place (&map, words[i].name);

	assert (!*place);
	*place = (void *) &words[i];
      }
  row = find_row (&map, name, length);
  return row ? (enum ptx_word) (row - words) : PTX_UNKNOWN_WORD;
}

const char *
ptx_word_name (enum ptx_word word)
{
  assert (word > PTX_UNKNOWN_WORD && word < PTX_N_WORDS);
  return words[word].name;
}

bool
ptx_space_p (enum ptx_word word)
{
  return words[word].class == SPACE;
}

bool
ptx_word_flag_p (enum ptx_word word, unsigned flags)
{
  return (words[word].flags & flags) != 0;
}

int
ptx_type_size (enum ptx_word type)
{
  return words[type].bytes;
}

enum ptx_type_kind
ptx_type_kind (enum ptx_word type)
{
  return words[type].kind;
}

bool
ptx_float_type_p (enum ptx_word type)
{
  return (words[type].kind == PTX_FLOATS
	  || words[type].kind == PTX_FLOATS_IN_BITS);
}

enum ptx_word
ptx_type (enum ptx_type_kind kind, int size)
{
  for (size_t i = 0; i < PTX_N_WORDS; i++)
    if (words[i].class == TYPE && words[i].kind == kind
	&& words[i].bytes == size)
      return (enum ptx_word) i;
  abort ();
}

/* --- Opcodes ------------------------------------------------------------- */

/* How many words TEXT has after its name.  */

static size_t
count_words (const char *text)
{
  size_t n = 0;

  while ((text = strchr (text, '.')))
    {
      text++;
      n++;
    }
  return n;
}

/* Whether the first operand of OPCODE, but for that complete, is a result.  */

static bool
result_p (const struct ptx_opcode *opcode)
{
  switch (ops[opcode->op].result)
    {
    case ALWAYS:
      return true;
    case NEVER:
      return false;
    case IF_RED:
      return ptx_opcode_has_p (opcode, PTX_WORD_RED);
    case UNLESS_STORE:
      return opcode->words[0] != PTX_WORD_STORE;
    }
  abort ();
}

/* Fill in what follows from the name and the words of OPCODE.  */

static void
complete (struct ptx_opcode *opcode)
{
  const struct op_data *data = &ops[opcode->op];
  size_t n = opcode->n;

  opcode->flags = data->flags;
  opcode->least = data->least;
  opcode->types = data->types;
  opcode->known = opcode->op != PTX_OP_UNKNOWN;
  opcode->vector = 1;
  for (size_t i = 0; i < n; i++)
    {
      enum ptx_word word = opcode->words[i];

      if (word == PTX_UNKNOWN_WORD)
	opcode->known = false;
      else if (ptx_space_p (word) && !opcode->space)
	opcode->space = word;
      else if (word == PTX_WORD_V2)
	opcode->vector = 2;
      else if (word == PTX_WORD_V4)
	opcode->vector = 4;
      else if (word == PTX_WORD_V8)
	opcode->vector = 8;
      if (word == PTX_UNKNOWN_WORD || ptx_word_flag_p (word, PTX_IMPURE))
	opcode->flags &= ~PTX_PURE;
    }
  if (n >= 1 && words[opcode->words[n - 1]].class == TYPE)
    opcode->type = opcode->words[n - 1];
  if (n >= 2 && words[opcode->words[n - 2]].class == TYPE)
    opcode->first_type = opcode->words[n - 2];
  opcode->result = result_p (opcode);
}

const struct ptx_opcode *
ptx_find_opcode (const char *text)
{
  static struct map opcodes;
  struct ptx_opcode *opcode = map_get (&opcodes, text);
  size_t n = count_words (text), length = strcspn (text, ".");

  if (opcode)
    return opcode;
  opcode = ptx_alloc (sizeof *opcode + (n + 1) * sizeof *opcode->words);
  opcode->text = ptx_strndup (text, strlen (text));
  opcode->op = find_op (text, length);
  for (text += length; *text; text += length)
    {
      length = strcspn (++text, ".");
      opcode->words[opcode->n++] = ptx_find_word (text, length);
    }
  assert (opcode->n == n);
  complete (opcode);
  *map_place (&opcodes, opcode->text) = opcode;
  return opcode;
}

const struct ptx_opcode *
ptx_opcode (enum ptx_op op, const enum ptx_word *list)
{
  char *text;

  assert (op > PTX_OP_UNKNOWN && op < PTX_N_OPS);
  text = ptx_format ("%s", ops[op].name);
  for (; *list != PTX_NO_WORD; list++)
    text = ptx_format ("%s.%s", text, ptx_word_name (*list));
  return ptx_find_opcode (text);
}

bool
ptx_opcode_is_p (const struct ptx_opcode *opcode, enum ptx_op op,
		 const enum ptx_word *list)
{
  size_t i = 0;

  if (opcode->op != op)
    return false;
  while (i < opcode->n && opcode->words[i] == list[i])
    i++;
  return i == opcode->n && list[i] == PTX_NO_WORD;
}

bool
ptx_opcode_has_p (const struct ptx_opcode *opcode, enum ptx_word word)
{
  for (size_t i = 0; i < opcode->n; i++)
    if (opcode->words[i] == word)
      return true;
  return false;
}

/* The dot before word number PLACE in OPCODE's text, or the end.  */

static const char *
word_place (const struct ptx_opcode *opcode, size_t place)
{
  const char *text = opcode->text + strcspn (opcode->text, ".");

  assert (place <= opcode->n);
  for (; place > 0; place--)
    text += 1 + strcspn (text + 1, ".");
  return text;
}

const struct ptx_opcode *
ptx_opcode_insert (const struct ptx_opcode *opcode, size_t place,
		   enum ptx_word word)
{
  const char *rest = word_place (opcode, place);

  return ptx_find_opcode (ptx_format ("%.*s.%s%s", (int) (rest - opcode->text),
				      opcode->text, ptx_word_name (word),
				      rest));
}

const struct ptx_opcode *
ptx_opcode_replace (const struct ptx_opcode *opcode, enum ptx_word from,
		    enum ptx_word to)
{
  for (size_t i = 0; i < opcode->n; i++)
    if (opcode->words[i] == from)
      {
	const char *place = word_place (opcode, i);

	opcode = ptx_find_opcode (ptx_format ("%.*s.%s%s",
					      (int) (place - opcode->text),
					      opcode->text, ptx_word_name (to),
					      word_place (opcode, i + 1)));
      }
  return opcode;
}

const struct ptx_opcode *
ptx_opcode_rename (const struct ptx_opcode *opcode, enum ptx_op op)
{
  assert (op > PTX_OP_UNKNOWN && op < PTX_N_OPS);
  return ptx_find_opcode (ptx_format ("%s%s", ops[op].name,
				      word_place (opcode, 0)));
}
