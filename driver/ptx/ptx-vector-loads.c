/* Merge loads of neighbours in shared memory into loads of vectors.
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
#include <stdlib.h>
#include <string.h>

#include "ptx-registers.h"

/* Shared and constant variables have known alignments; pointers that kernels
   are passed have not, for they may point to any element of an array.  In second
   versions of kernels they have: see ptx-aligned.c.  */

/* --- Alignments --------------------------------------------------------- */

/* The greatest power of two up to this that divides a value.  */
enum { MOST = 16 };

static int
least (int a, int b)
{
  return a < b ? a : b;
}

static int
alignment_of_number (const char *text)
{
  long long n = strtoll (text, NULL, 0);
  int a = MOST;

  while (n % a != 0)
    a /= 2;
  return a;
}

/* The module's variables, and their alignments as numbers in text.  */
static struct map variables;

int
ptx_operand_alignment (const struct ptx_operand *operand)
{
  const char *text;

  switch (operand->kind)
    {
    case PTX_NUMBER:
      return alignment_of_number (operand->text);
    case PTX_SUM:
      return least (ptx_operand_alignment (operand->inner),
		    alignment_of_number (operand->text));
    case PTX_NAME:
      if (operand->reg)
	return operand->reg->ambiguous ? 1 : (int) operand->reg->value;
      text = map_get (&variables, operand->text);
      return text ? alignment_of_number (text) : 1;
    default:
      return 1;
    }
}

static int
product (int a, int b)
{
  return least (a * b, MOST);
}

/* The number of an operand that is one, in *N.  */

static bool
number_p (const struct ptx_operand *operand, long long *n)
{
  return operand && ptx_integer_p (operand, n);
}

/* The alignment of what S, in FUNCTION, computes; that of parameters is ASSUMED,
   if that is not null.  */

static int
alignment_of_result (const struct ptx_function *function,
		     const struct ptx_statement *s, const int *assumed)
{
  const struct ptx_operand *a = s->operands->next;
  const struct ptx_operand *b = a ? a->next : NULL;
  const struct ptx_operand *c = b ? b->next : NULL;
  unsigned parameter;
  long long n;

  if (!a || ptx_float_type_p (s->opcode->type)
      || ptx_opcode_has_p (s->opcode, PTX_WORD_HI)
      || ptx_opcode_has_p (s->opcode, PTX_WORD_SAT))
    return 1;
  switch (s->opcode->op)
    {
    case PTX_OP_LD:
      parameter = assumed ? ptx_loaded_parameter (function, s) : 0;
      return parameter ? assumed[parameter - 1] : 1;
    case PTX_OP_MOV:
    case PTX_OP_CVTA:
    case PTX_OP_NEG:
      return ptx_operand_alignment (a);
    case PTX_OP_CVT:
      return (ptx_float_type_p (s->opcode->first_type) ? 1
	      : ptx_operand_alignment (a));
    case PTX_OP_SHL:
      return (number_p (b, &n) && n >= 0 && n < 8
	      ? product (ptx_operand_alignment (a), 1 << n)
	      : ptx_operand_alignment (a));
    case PTX_OP_ADD:
    case PTX_OP_SUB:
    case PTX_OP_SELP:
      return (b ? least (ptx_operand_alignment (a), ptx_operand_alignment (b))
	      : 1);
    case PTX_OP_MUL:
      return (b ? product (ptx_operand_alignment (a), ptx_operand_alignment (b))
	      : 1);
    case PTX_OP_MAD:
      return (c ? least (product (ptx_operand_alignment (a),
				  ptx_operand_alignment (b)),
			 ptx_operand_alignment (c))
	      : 1);
    default:
      return 1;
    }
}

static void
note_unaligned (struct ptx_operand *operand, void *data)
{
  if (operand->reg && operand->reg->value != 1)
    {
      operand->reg->value = 1;
      *(bool *) data = true;
    }
}

/* The registers' values begin as well aligned and only get worse.  */

void
ptx_find_alignments (struct ptx_function *function,
		     struct ptx_registers *registers, const int *assumed)
{
  bool changed;

  for (struct ptx_register *r = registers->first; r; r = r->next)
    r->value = MOST;
  do
    {
      changed = false;
      for (struct ptx_statement *s = function->body.first; s; s = s->next)
	{
	  struct ptx_operand *result = ptx_result (s);
	  int a;

	  /* Calls write what is in their lists.  */
	  if (s->kind == PTX_INSTRUCTION && s->opcode->op == PTX_OP_CALL)
	    ptx_walk_statement (s, note_unaligned, &changed);
	  if (!result)
	    continue;
	  if (result->kind != PTX_NAME)
	    {
	      ptx_walk_operands (result->inner, note_unaligned, &changed);
	      continue;
	    }
	  a = alignment_of_result (function, s, assumed);
	  if (result->reg && a < (int) result->reg->value)
	    {
	      result->reg->value = a;
	      changed = true;
	    }
	}
    }
  while (changed);
}

/* --- Addresses ---------------------------------------------------------- */

/* An address: a number and multiples of registers, modulo 2**32, which is all
   that matters in shared memory.  */
enum { MOST_TERMS = 6 };
struct form
{
  unsigned constant;
  int n;
  struct
  {
    struct ptx_register *reg;
    const char *symbol;		/* Where that is null.  */
    unsigned factor;
  } terms[MOST_TERMS];
};

static bool
add_term (struct form *form, struct ptx_register *reg, const char *symbol,
	  unsigned factor)
{
  int i = 0;

  while (i < form->n
	 && (form->terms[i].reg != reg
	     || (!reg && strcmp (form->terms[i].symbol, symbol) != 0)))
    i++;
  if (i == MOST_TERMS)
    return false;
  if (i == form->n)
    {
      form->terms[form->n].reg = reg;
      form->terms[form->n].symbol = symbol;
      form->terms[form->n++].factor = 0;
    }
  form->terms[i].factor += factor;
  return true;
}

static bool add_operand (struct form *form, const struct ptx_operand *operand,
			 unsigned factor);

/* True if OPCODE, a conversion, keeps the low 32 bits.  */

static bool
low_bits_p (const struct ptx_opcode *opcode)
{
  return (ptx_opcode_is_p (opcode, PTX_OP_CVT,
			   PTX_WORDS (PTX_TYPE_U64, PTX_TYPE_U32))
	  || ptx_opcode_is_p (opcode, PTX_OP_CVT,
			      PTX_WORDS (PTX_TYPE_S64, PTX_TYPE_S32))
	  || ptx_opcode_is_p (opcode, PTX_OP_CVT,
			      PTX_WORDS (PTX_TYPE_U32, PTX_TYPE_U64)));
}

/* True if OPCODE, a sum or difference, is one modulo a power of two, and does
   nothing else.  */

static bool
plain_sum_p (const struct ptx_opcode *opcode)
{
  return (!ptx_opcode_has_p (opcode, PTX_WORD_SAT)
	  && !ptx_opcode_has_p (opcode, PTX_WORD_CC));
}

/* Add FACTOR times what S computes to FORM; false if that is no such sum, and
   FORM may be anything then.  */

static bool
add_definition (struct form *form, const struct ptx_statement *s,
		unsigned factor)
{
  const struct ptx_opcode *opcode = s->opcode;
  const struct ptx_operand *a = s->operands->next;
  const struct ptx_operand *b = a ? a->next : NULL;
  long long n;

  if (!a || ptx_float_type_p (opcode->type)
      || ptx_opcode_has_p (opcode, PTX_WORD_HI))
    return false;
  switch (opcode->op)
    {
    case PTX_OP_MOV:
    case PTX_OP_CVTA:
      return add_operand (form, a, factor);
    case PTX_OP_CVT:
      return (low_bits_p (opcode) && add_operand (form, a, factor));
    case PTX_OP_ADD:
      return (b && plain_sum_p (opcode) && add_operand (form, a, factor)
	      && add_operand (form, b, factor));
    case PTX_OP_SUB:
      return (b && plain_sum_p (opcode) && add_operand (form, a, factor)
	      && add_operand (form, b, -factor));
    case PTX_OP_SHL:
      return (number_p (b, &n) && n >= 0 && n < 32
	      && add_operand (form, a, factor << n));
    case PTX_OP_MUL:
      return number_p (b, &n) && add_operand (form, a, factor * (unsigned) n);
    default:
      return false;
    }
}

/* Add FACTOR times OPERAND to FORM.  A register that is written once stands
   for what it was given, as far as that is of this kind: its definition comes
   before each use, and those of the registers in it before that.  Others stand
   for themselves where they are the whole address, until they are written
   again.  */

static bool
add_operand (struct form *form, const struct ptx_operand *operand,
	     unsigned factor)
{
  const struct ptx_statement *s;
  struct form saved = *form;
  long long n;

  if (number_p (operand, &n))
    {
      form->constant += factor * (unsigned) n;
      return true;
    }
  if (operand->kind == PTX_SUM)
    {
      form->constant += factor * (unsigned) strtoll (operand->text, NULL, 0);
      return add_operand (form, operand->inner, factor);
    }
  if (operand->kind != PTX_NAME)
    return false;
  if (!operand->reg)
    return operand->text[0] != '%'
	   && add_term (form, NULL, operand->text, factor);
  if (operand->reg->ambiguous)
    return false;
  s = operand->reg->definition;
  if (s && !s->guard && add_definition (form, s, factor))
    return true;
  *form = saved;
  return s && add_term (form, operand->reg, NULL, factor);
}

static bool
add_address (struct form *form, const struct ptx_operand *operand)
{
  const struct ptx_operand *name = operand->kind == PTX_SUM ? operand->inner
				   : operand;

  if (name->reg && !name->reg->ambiguous && !name->reg->definition)
    {
      if (name != operand)
	form->constant = strtoll (operand->text, NULL, 0);
      return add_term (form, name->reg, NULL, 1);
    }
  return add_operand (form, operand, 1);
}

/* True if S writes a register that others write, too.  */

static bool
rewrites_p (const struct ptx_statement *s)
{
  const struct ptx_operand *result = ptx_result (s);

  if (result && result->kind == PTX_VECTOR)
    result = result->inner;
  for (; result; result = result->next)
    {
      if (result->reg && !result->reg->definition)
	return true;
      if (result == ptx_result (s))
	break;
    }
  return false;
}

static bool
same_terms_p (const struct form *a, const struct form *b)
{
  int n = 0;

  for (int i = 0; i < a->n; i++)
    for (int j = 0; j < b->n; j++)
      if (a->terms[i].reg == b->terms[j].reg
	  && a->terms[i].factor == b->terms[j].factor
	  && (a->terms[i].reg
	      || strcmp (a->terms[i].symbol, b->terms[j].symbol) == 0))
	n++;
  return n == a->n && n == b->n;
}

/* --- Loads and stores --------------------------------------------------- */

/* A load or store of a basic block that nothing separates from the others.  */
struct load
{
  struct ptx_statement *statement;
  struct form form;
  int size;
  int position;
};

struct block
{
  struct ptx_function *function;
  enum ptx_word space;
  bool stores;			/* They are what it is of, or loads.  */
  struct load *loads;
  size_t n, room;
  size_t merged;		/* How many accesses there are less.  */
};

static bool
store_p (const struct ptx_statement *s)
{
  return s->opcode->op == PTX_OP_ST;
}

/* What S loads into or stores, and where.  */

static struct ptx_operand *
value_of (const struct ptx_statement *s)
{
  return store_p (s) ? s->operands->next : s->operands;
}

static struct ptx_operand *
address_of (const struct ptx_statement *s)
{
  return store_p (s) ? s->operands : s->operands->next;
}

/* True if REG, which S loads from SPACE, may be loaded elsewhere.  Where addresses
   consist of registers that are written once, others are no concern but where they
   are read: see visit.  */

static bool
loadable_p (const struct ptx_register *reg, const struct ptx_statement *s,
	    enum ptx_word space)
{
  return reg->definition == s || (space == PTX_SPACE_GLOBAL && !reg->definition);
}

/* A load of one value from SPACE into a register, or a store of such a one
   there.  */

static bool
candidate_p (const struct ptx_statement *s, enum ptx_word space)
{
  const struct ptx_operand *value, *address;

  if ((s->opcode->op != PTX_OP_LD && !store_p (s)) || s->opcode->n != 2
      || s->opcode->words[0] != space || s->guard
      || ptx_count_operands (s->operands) != 2)
    return false;
  value = value_of (s);
  address = address_of (s);
  return (value->kind == PTX_NAME && !value->element && value->reg
	  && !value->reg->ambiguous
	  && (store_p (s) || loadable_p (value->reg, s, space))
	  && address->kind == PTX_ADDRESS
	  && ptx_type_size (value->reg->type) == ptx_type_size (s->opcode->type)
	  && ptx_type_size (value->reg->type) >= 4);
}

/* True if S, an access, is to another space than SPACE.  */

static bool
elsewhere_p (const struct ptx_statement *s, enum ptx_word space)
{
  switch (s->opcode->words[0])
    {
    case PTX_SPACE_GLOBAL:
    case PTX_SPACE_SHARED:
    case PTX_SPACE_LOCAL:
    case PTX_SPACE_PARAM:
      return s->opcode->words[0] != space;
    default:
      return false;
    }
}

/* True if loads from SPACE may not move over S.  */

static bool
barrier_p (struct ptx_statement *s, enum ptx_word space)
{
  if (s->kind != PTX_INSTRUCTION)
    return s->kind != PTX_COMMENT && s->kind != PTX_LINE;
  if (s->opcode->op == PTX_OP_ST)
    return !elsewhere_p (s, space);
  return !ptx_pure_p (s);
}

/* True if stores to SPACE may not move over S.  */

static bool
store_barrier_p (struct ptx_statement *s, enum ptx_word space)
{
  if (s->kind != PTX_INSTRUCTION)
    return s->kind != PTX_COMMENT && s->kind != PTX_LINE;
  if (s->opcode->flags & PTX_ATOMIC)
    return true;
  if (s->opcode->flags & PTX_MEMORY)
    return !elsewhere_p (s, space);
  return !ptx_pure_p (s);
}

static int
alignment_of_form (const struct form *form)
{
  int a = alignment_of_number (ptx_format ("%u", form->constant));

  for (int i = 0; i < form->n; i++)
    {
      const char *text = form->terms[i].reg ? NULL
			 : map_get (&variables, form->terms[i].symbol);
      int factor = MOST;

      while (form->terms[i].factor % factor != 0)
	factor /= 2;
      a = least (a, product (factor, form->terms[i].reg
			     ? (int) form->terms[i].reg->value
			     : text ? alignment_of_number (text) : 1));
    }
  return a;
}

/* The load of BLOCK that is OFFSET bytes after FIRST, or null.  */

static struct load *
neighbour (struct block *block, const struct load *first, int offset)
{
  for (size_t i = 0; i < block->n; i++)
    {
      struct load *l = &block->loads[i];

      if (l->statement && l->size == first->size
	  && l->form.constant == first->form.constant + offset
	  && l->statement->opcode == first->statement->opcode
	  && same_terms_p (&l->form, &first->form))
	return l;
    }
  return NULL;
}

/* The values of N loads or stores, as a vector.  */

static struct ptx_operand *
vector_of (struct load **loads, int n)
{
  struct ptx_operand *vector = ptx_operand (PTX_VECTOR, "", NULL);
  struct ptx_operand **place = &vector->inner;

  for (int i = 0; i < n; i++)
    {
      struct ptx_operand *o = ptx_operand (PTX_NAME, NULL, NULL);

      *o = *value_of (loads[i]->statement);
      o->next = NULL;
      *place = o;
      place = &o->next;
    }
  return vector;
}

/* The address of LEADER plus OFFSET.  */

static struct ptx_operand *
address_beside (const struct load *leader, long long offset)
{
  struct ptx_operand *address
    = ptx_operand (PTX_ADDRESS, "",
		   ptx_copy_operands (address_of (leader->statement)->inner));

  if (address->inner->kind == PTX_SUM)
    {
      offset += strtoll (address->inner->text, NULL, 0);
      address->inner = address->inner->inner;
    }
  if (offset)
    address->inner = ptx_operand (PTX_SUM, ptx_format ("%+lld", offset),
				  address->inner);
  return address;
}

/* Replace N loads or stores, neighbours in this order, by one of a vector.  It
   stands where the first of the loads stood, or the last of the stores, with
   its address.  */

static void
merge (struct ptx_code *code, struct load **loads, int n)
{
  struct load *leader = loads[0];
  bool store = store_p (leader->statement);
  struct ptx_operand *vector = vector_of (loads, n), *address;
  struct ptx_statement *merged;
  enum ptx_word vector_word = n == 4 ? PTX_WORD_V4 : PTX_WORD_V2;

  assert (n == 2 || n == 4);
  for (int i = 1; i < n; i++)
    if ((loads[i]->position > leader->position) == store)
      leader = loads[i];
  address = address_beside (leader, (int) (loads[0]->form.constant
					   - leader->form.constant));
  (store ? address : vector)->next = store ? vector : address;
  merged = ptx_instruction (leader->statement,
			    ptx_opcode_insert (leader->statement->opcode, 1,
					       vector_word),
			    store ? address : vector);
  merged->mark = true;
  ptx_insert (code, leader->statement, merged);
  for (int i = 0; i < n; i++)
    {
      ptx_remove (code, loads[i]->statement);
      loads[i]->statement = NULL;
    }
}

/* Try to merge N loads or stores from FIRST on.  */

static bool
merge_from (struct block *block, struct load *first, int n)
{
  struct load *loads[4] = { first };

  if (first->size * n > MOST || alignment_of_form (&first->form)
				< first->size * n)
    return false;
  for (int i = 1; i < n; i++)
    {
      loads[i] = neighbour (block, first, i * first->size);
      if (!loads[i])
	return false;
    }
  merge (&block->function->body, loads, n);
  block->merged += n - 1;
  return true;
}

static void
finish_block (struct block *block)
{
  for (int n = 4; n >= 2; n -= 2)
    for (size_t i = 0; i < block->n; i++)
      if (block->loads[i].statement)
	merge_from (block, &block->loads[i], n);
  block->n = 0;
}

/* Add S, a load or a store of FORM, to BLOCK.  */

static void
append (struct block *block, struct ptx_statement *s, const struct form *form,
	int position)
{
  if (block->n == block->room)
    {
      block->room = block->room ? 2 * block->room : 64;
      block->loads = xrealloc (block->loads,
			       block->room * sizeof *block->loads);
    }
  block->loads[block->n++]
    = (struct load) { s, *form, ptx_type_size (s->opcode->type), position };
}

/* True if a store of SIZE bytes to FORM may be where those of BLOCK store, or
   in part.  */

static bool
overlap_p (const struct block *block, const struct form *form, int size)
{
  for (size_t i = 0; i < block->n; i++)
    {
      const struct load *l = &block->loads[i];
      long long distance = (int) (form->constant - l->form.constant);

      if (!same_terms_p (&l->form, form)
	  || (distance < l->size && distance > -size))
	return true;
    }
  return false;
}

/* Let FORM be the address of S in the space of BLOCK; false if it is not known.
   In global memory 32 bits are not all that matters: there a register or a
   variable stands for itself.  A register is not written within a block, but by
   a load; what is loaded is a multiple of nothing, so that nothing is merged that
   it is the address of.  */

static bool
find_form (const struct block *block, const struct ptx_statement *s,
	   struct form *form)
{
  const struct ptx_operand *address = address_of (s)->inner;
  const struct ptx_operand *name
    = address->kind == PTX_SUM ? address->inner : address;

  if (block->space == PTX_SPACE_SHARED)
    return add_address (form, address);
  if (name->kind != PTX_NAME
      || (name->reg ? name->reg->ambiguous : name->text[0] == '%'))
    return false;
  if (name != address)
    form->constant = strtoll (address->text, NULL, 0);
  return add_term (form, name->reg, name->text, 1);
}

/* A register that is written more than once knows where it was named last.  */

static void
note_place (struct ptx_operand *operand, void *data)
{
  if (operand->reg)
    operand->reg->places = *(int *) data;
}

/* Let BLOCK have S, at POSITION, a load or a store as it is of.  A load cannot be
   where its register is named before, and a store not behind what may be where it
   stores.  */

static void
visit_access (struct block *block, struct ptx_statement *s, int position)
{
  const struct ptx_register *reg = value_of (s)->reg;
  struct form form = { 0 };
  bool known = find_form (block, s, &form);

  if (block->stores
      ? !known || overlap_p (block, &form, ptx_type_size (s->opcode->type))
      : (!reg->definition && block->n
	 && (int) reg->places >= block->loads[0].position))
    finish_block (block);
  if (known)
    append (block, s, &form, position);
}

/* Let BLOCK have S, at POSITION, if it is what the block is of; and be finished
   where it ends.  */

static void
visit (struct block *block, struct ptx_statement *s, int position)
{
  bool access = (s->kind == PTX_INSTRUCTION && candidate_p (s, block->space)
		 && store_p (s) == block->stores);

  if (access)
    visit_access (block, s, position);
  else if (block->stores ? store_barrier_p (s, block->space)
	   : barrier_p (s, block->space))
    finish_block (block);
  if (s->kind == PTX_INSTRUCTION && rewrites_p (s)
      && !(access && block->space == PTX_SPACE_GLOBAL))
    finish_block (block);
  ptx_walk_statement (s, note_place, &position);
}

/* Merge the loads from SPACE in FUNCTION, or its STORES there, with alignments of
   parameters as ASSUMED.  Return how many accesses there are less.  */

static size_t
merge_accesses (struct ptx_function *function, enum ptx_word space,
		bool stores, const int *assumed)
{
  struct ptx_registers registers;
  struct block block
    = { .function = function, .space = space, .stores = stores };
  int position = 1;

  ptx_find_registers (&registers, function);
  ptx_find_definitions (function);
  ptx_find_alignments (function, &registers, assumed);
  for (struct ptx_statement *s = function->body.first, *next; s; s = next)
    {
      next = s->next;
      visit (&block, s, position++);
    }
  finish_block (&block);
  free (block.loads);
  ptx_free_registers (&registers);
  return block.merged;
}

size_t
ptx_merge_accesses (struct ptx_function *function, enum ptx_word space,
		    const int *assumed)
{
  return (merge_accesses (function, space, false, assumed)
	  + merge_accesses (function, space, true, assumed));
}

void
ptx_note_variables (const struct ptx_code *code)
{
  map_free (&variables);
  variables = (struct map) { 0 };
  for (const struct ptx_statement *s = code->first; s; s = s->next)
    {
      const struct ptx_operand *align
	= s->kind == PTX_VARIABLE ? ptx_alignment (s->specifiers) : NULL;

      if (align)
	for (struct ptx_declarator *d = s->names; d; d = d->next)
	  *map_place (&variables, d->name) = (void *) align->text;
    }
}

void
ptx_merge_loads (struct ptx_program *program)
{
  for (size_t i = 0; i < program->n; i++)
    {
      struct ptx_code *code = program->objects[i].code;

      ptx_note_variables (code);
      for (struct ptx_statement *s = code->first; s; s = s->next)
	if (s->kind == PTX_FUNCTION && s->function->defined)
	  ptx_merge_accesses (s->function, PTX_SPACE_SHARED, NULL);
    }
}
