/* Move loads before slow operations.
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

#include "ptx.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

#include "ptx-liveness.h"

/* Ptxas makes more than one basic block of a division or a square root: there
   is a branch to what is rare.  It moves no loads over that, and so whatever
   is loaded behind it is waited for once more.  Here, where a division is one
   instruction, loads move before it.

   A load that comes to others, which are waited for together, saves a wait, and
   may take as many registers as there are.  One that does not come to others is
   only waited for during the division.  That is worth a few registers, but not
   threads of which there would be fewer at a time.  */

/* As many words as should be in registers in the one case and in the other: 32
   registers allow as many threads as there can be.  */
enum { MOST_WORDS = 80, FEW_WORDS = 20 };

/* A segment is a sequence of instructions that are all executed and store
   nothing.  The slow ones in it are numbered; what has level N can be right
   before slow instruction N, or behind the last.  */
struct step
{
  struct ptx_statement *statement;
  size_t place;			/* Its level.  */
  size_t level;			/* The lowest level that it can have, if it is
				   moved; behind a slow one that of its
				   result.  */
  unsigned depth;		/* The loads of the segment that its result
				   depends on in a row.  */
  bool moved;
};

struct slow
{
  struct ptx_statement *statement;
  int words;			/* In registers behind it.  */
  uint64_t depths;		/* Of the loads before it, as bits.  */
};

struct segment
{
  struct step *steps;
  size_t n, room;
  struct slow *slow;
  size_t n_slow, slow_room;
  uint64_t depths;		/* Of the loads behind the last of these.  */
};

enum { MOST_DEPTH = 63 };

/* True if S is what ptxas makes a branch of: a division of 64-bit integers, or
   what is computed exactly and then rounded.  */

static bool
slow_p (const struct ptx_statement *s)
{
  enum ptx_word first = s->opcode->words[0];
  bool rounded = (first == PTX_WORD_RN || first == PTX_WORD_RZ
		  || first == PTX_WORD_RM || first == PTX_WORD_RP);
  bool wide = first == PTX_TYPE_S64 || first == PTX_TYPE_U64;

  switch (s->opcode->op)
    {
    case PTX_OP_DIV:
      return rounded || wide;
    case PTX_OP_RCP:
    case PTX_OP_SQRT:
      return rounded;
    case PTX_OP_REM:
      return wide;
    default:
      return false;
    }
}

/* True if S ends a segment.  What reads a special register does not, although
   it is not pure.  */

static bool
end_p (struct ptx_statement *s)
{
  return !ptx_pure_p (s) && s->opcode->op != PTX_OP_MOV;
}

static bool
load_p (const struct ptx_statement *s)
{
  return (s->opcode->op == PTX_OP_LD
	  && s->opcode->words[0] != PTX_SPACE_PARAM);
}

/* --- Levels ------------------------------------------------------------- */

/* A register's value says what the current segment has done with it: nothing,
   0; written it, in the step of this number, from 1; or read it first.  */
enum { READ_FIRST = UINT_MAX };

struct reader
{
  const struct segment *segment;
  size_t level;			/* The highest of what it reads.  */
  unsigned depth;		/* The same.  */
  bool fixed;			/* It cannot move.  */
};

static void
note_read (struct ptx_operand *operand, void *data)
{
  struct reader *reader = data;
  struct ptx_register *reg = operand->reg;

  if (!reg)
    return;
  if (reg->value == 0)
    reg->value = READ_FIRST;
  if (reg->ambiguous)
    reader->fixed = true;
  else if (reg->value != READ_FIRST)
    {
      const struct step *step = &reader->segment->steps[reg->value - 1];

      if (!reg->definition)
	reader->fixed = true;
      else if (step->level > reader->level)
	reader->level = step->level;
      if (step->depth > reader->depth)
	reader->depth = step->depth;
    }
}

/* A result cannot move if it is written elsewhere, too, or was read before.  */

static void
note_written (struct ptx_operand *operand, void *data)
{
  struct reader *reader = data;
  struct ptx_register *reg = operand->reg;

  if (!reg)
    return;
  if (!reg->definition || reg->ambiguous || reg->value == READ_FIRST)
    reader->fixed = true;
  reg->value = reader->segment->n;
}

/* The words that S loads.  */

static int
loaded_words (const struct ptx_statement *s)
{
  const struct ptx_operand *o = s->operands;
  int words = 0;

  if (o->kind != PTX_VECTOR)
    return o->reg ? (ptx_type_size (o->reg->type) + 3) / 4 : 0;
  for (o = o->inner; o; o = o->next)
    words += o->reg ? (ptx_type_size (o->reg->type) + 3) / 4 : 0;
  return words;
}

/* The lowest level from LEVEL up, below that of STEP, a load, at which there is
   room for what it loads until its place, with no more than MOST words; or its
   place.  */

static size_t
level_with_room (const struct segment *segment, const struct step *step,
		 size_t level, int most)
{
  int words = loaded_words (step->statement);
  size_t to = step->place;

  while (to > level && segment->slow[to - 1].words + words <= most)
    to--;
  return to;
}

/* The lowest level from LEVEL up, below that of STEP, a load, where it comes to
   others that can be loaded at the same time; or its place.  */

static size_t
level_of_others (const struct segment *segment, const struct step *step,
		 size_t level)
{
  size_t to = level_with_room (segment, step, level, MOST_WORDS);

  while (to < step->place && !(segment->slow[to].depths >> step->depth & 1))
    to++;
  return to;
}

/* --- Moving ------------------------------------------------------------- */

struct mover
{
  struct segment *segment;
  size_t level;
};

static void move_to (struct segment *segment, struct step *step, size_t level);

static void
move_operand (struct ptx_operand *operand, void *data)
{
  struct mover *mover = data;
  struct ptx_register *reg = operand->reg;

  if (reg && reg->value != 0 && reg->value != READ_FIRST)
    move_to (mover->segment, &mover->segment->steps[reg->value - 1],
	     mover->level);
}

/* Let STEP, and what it needs, have LEVEL if it has a higher one.  */

static void
move_to (struct segment *segment, struct step *step, size_t level)
{
  struct mover mover = { segment, level };

  if (step->place <= level)
    return;
  assert (ptx_pure_p (step->statement) && !step->statement->guard);
  step->place = level;
  step->moved = true;
  ptx_walk_operands (step->statement->operands->next, move_operand, &mover);
}

/* Give STEP, a load, its level, which can be LEVEL.  Where it is only waited for
   during a division others do not come to it.  */

static void
place_load (struct segment *segment, struct step *step, size_t level)
{
  int words = loaded_words (step->statement);
  size_t to = level_of_others (segment, step, level), others = to;

  if (to == step->place)
    to = level_with_room (segment, step, level, FEW_WORDS);
  for (size_t i = to; i < step->place; i++)
    segment->slow[i].words += words;
  *(others < segment->n_slow ? &segment->slow[others].depths
    : &segment->depths) |= UINT64_C (1) << step->depth;
  move_to (segment, step, to);
  step->level = to;
}

/* Append S, behind which WORDS are live, to SEGMENT.  */

static void
append (struct segment *segment, struct ptx_statement *s, int words)
{
  struct reader reader = { .segment = segment };
  struct ptx_operand *result = ptx_result (s), *rest = result->next;
  struct step *step;

  if (segment->n == segment->room)
    {
      segment->room = segment->room ? 2 * segment->room : 256;
      segment->steps = xrealloc (segment->steps,
				 segment->room * sizeof *segment->steps);
    }
  step = &segment->steps[segment->n++];
  *step = (struct step) { .statement = s, .place = segment->n_slow };

  if (s->guard)
    {
      ptx_walk_operands (s->guard, note_read, &reader);
      reader.fixed = true;
    }
  ptx_walk_operands (rest, note_read, &reader);
  result->next = NULL;
  ptx_walk_operands (result, note_written, &reader);
  result->next = rest;
  step->depth = reader.depth;
  if (load_p (s) && step->depth < MOST_DEPTH)
    step->depth++;

  if (slow_p (s))
    {
      if (segment->n_slow == segment->slow_room)
	{
	  segment->slow_room = segment->slow_room ? 2 * segment->slow_room : 16;
	  segment->slow = xrealloc (segment->slow,
				    segment->slow_room * sizeof *segment->slow);
	}
      segment->slow[segment->n_slow++]
	= (struct slow) { s, words, segment->depths };
      segment->depths = 0;
      step->level = segment->n_slow;
    }
  else if (reader.fixed || !ptx_pure_p (s))
    step->level = step->place;
  else if (load_p (s))
    place_load (segment, step, reader.level);
  else
    step->level = reader.level;
}

static void
forget_register (struct ptx_operand *operand, void *data)
{
  (void) data;
  if (operand->reg)
    operand->reg->value = 0;
}

/* Put what moves before the slow instructions, in the order it has.  */

static void
finish_segment (struct ptx_code *code, struct segment *segment)
{
  for (size_t i = 0; i < segment->n; i++)
    {
      struct step *step = &segment->steps[i];

      if (step->moved)
	{
	  struct ptx_statement *to = segment->slow[step->place].statement;

	  assert (step->place < segment->n_slow);

	  ptx_remove (code, step->statement);
	  ptx_insert (code, to->previous, step->statement);
	}
      ptx_walk_statement (step->statement, forget_register, NULL);
    }
  segment->n = segment->n_slow = 0;
  segment->depths = 0;
}

static void
move_loads (struct ptx_function *function)
{
  struct ptx_registers registers;
  struct segment segment = { 0 };
  size_t i = 0;
  int *words;

  ptx_find_registers (&registers, function);
  words = ptx_live_words (function, &registers);
  if (words)
    {
      ptx_find_definitions (function);
      for (struct ptx_register *r = registers.first; r; r = r->next)
	r->value = 0;
      for (struct ptx_statement *s = function->body.first, *next; s;
	   s = next, i++)
	{
	  next = s->next;
	  if (s->kind == PTX_COMMENT || s->kind == PTX_LINE)
	    continue;
	  if (s->kind == PTX_INSTRUCTION && !end_p (s))
	    append (&segment, s, words[i]);
	  else
	    finish_segment (&function->body, &segment);
	}
      finish_segment (&function->body, &segment);
    }
  free (words);
  free (segment.steps);
  free (segment.slow);
  ptx_free_registers (&registers);
}

void
ptx_load_early (struct ptx_program *program)
{
  for (size_t i = 0; i < program->n; i++)
    for (struct ptx_statement *s = program->objects[i].code->first; s;
	 s = s->next)
      if (s->kind == PTX_FUNCTION && s->function->defined)
	move_loads (s->function);
}
