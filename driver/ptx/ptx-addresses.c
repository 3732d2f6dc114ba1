/* Addresses that differ by a constant.
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

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "ptx-registers.h"
#include "support.h"

/* An address is a sum of multiples of registers and a constant, modulo 2**64.
   Where there is a register whose sum has the same multiples, the access takes
   it, and the difference of the constants as the offset.  Where the sums differ
   in one multiple of a number of 32 bits, the address is computed of the other
   by one instruction.  There are many such in versions of kernels for usual
   strides, which become constants behind GCC's optimizers, and in stencils of
   several dimensions.  Where they differ in two such multiples, as neighbours
   do whose indices are clamped, it takes two instructions, the first of which
   the next neighbours share.

   A function is looked at from its beginning to its end.  At each place a
   number of registers is known: those with one definition, which is behind the
   place on no way to it.  What they are sums of is known, too, so that all have
   the values that the definitions have given them last.  A register with more
   definitions, as a loop's counter, is what it is: it is in sums until it is
   written the next time.  */

enum { MOST_TERMS = 8 };

/* An address that takes fewer instructions is not computed of another one by
   two.  */
enum { COSTLY = 3 };

/* As far as offsets are in instructions of all devices.  */
enum { MOST_OFFSET = 1 << 22 };

struct term
{
  const struct ptx_register *reg;
  uint64_t factor;
};

struct sum
{
  struct term terms[MOST_TERMS]; /* By their registers.  */
  int n;			/* Or -1 if there are too many.  */
  uint64_t constant;
  bool global;			/* A pointer of that space has been added.  */
};

/* A register that is known, since the statement numbered PLACE.  */
struct known
{
  struct ptx_register *reg;
  struct sum sum;
  size_t place;
  bool used;			/* As an address.  */
  unsigned depth;		/* How many additions of ours it waits for.  */
};

/* Where a label is, and the first and last statement that branches there.  */
struct label
{
  size_t place, first, last;
  bool used;
};

/* A register with several definitions is written there.  */
struct write
{
  struct ptx_register *reg;
  size_t place;
};

struct walk
{
  struct ptx_function *function;
  struct known *known;		/* By places.  REG's value is its number and
				   one.  */
  size_t n, room;
  struct map labels;
  struct label **list;		/* All of them, by places.  */
  size_t n_labels;
  struct write *writes;		/* By places.  */
  size_t n_writes, write_room;
  size_t next_write;		/* The first that is not behind the place.  */
  bool other_branches;		/* There are branches to computed places.  */
  size_t loop;			/* The last place that is branched back to.  */
  size_t block;			/* The outermost block that is open, or 0.  */
  int depth;			/* How many are open.  */
  unsigned made;		/* How many registers have been added.  */
};

/* ARRAY with room for one more than N elements of SIZE bytes; *ROOM says how
   many it has room for.  */

static void *
grow (void *array, size_t *room, size_t n, size_t size)
{
  if (n < *room)
    return array;
  *room = *room ? 2 * *room : 64;
  return xrealloc (array, *room * size);
}

/* --- Sums ---------------------------------------------------------------- */

static const struct sum unknown_sum = { .n = -1 };

static struct sum
constant_sum (uint64_t constant)
{
  return (struct sum) { .constant = constant };
}

/* Add FACTOR times REG to TO.  */

static void
add_term (struct sum *to, const struct ptx_register *reg, uint64_t factor)
{
  int i, j;

  for (i = 0; i < to->n && to->terms[i].reg < reg; i++)
    ;
  if (i < to->n && to->terms[i].reg == reg)
    {
      to->terms[i].factor += factor;
      if (to->terms[i].factor)
	return;
      to->n--;
      for (; i < to->n; i++)
	to->terms[i] = to->terms[i + 1];
      return;
    }
  if (to->n == MOST_TERMS)
    {
      *to = unknown_sum;
      return;
    }
  for (j = to->n++; j > i; j--)
    to->terms[j] = to->terms[j - 1];
  to->terms[i] = (struct term) { reg, factor };
}

/* REG itself.  */

static struct sum
register_sum (const struct ptx_register *reg)
{
  struct sum sum = constant_sum (0);

  add_term (&sum, reg, 1);
  return sum;
}

/* A plus FACTOR times B.  */

static struct sum
add (struct sum a, const struct sum *b, uint64_t factor)
{
  if (a.n < 0 || b->n < 0)
    return unknown_sum;
  for (int i = 0; i < b->n && a.n >= 0; i++)
    if (b->terms[i].factor * factor != 0)
      add_term (&a, b->terms[i].reg, b->terms[i].factor * factor);
  a.constant += b->constant * factor;
  a.global |= b->global;
  return a;
}

/* True if SUM has a multiple of REG.  */

static bool
has_term_p (const struct sum *sum, const struct ptx_register *reg)
{
  for (int i = 0; i < sum->n; i++)
    if (sum->terms[i].reg == reg)
      return true;
  return false;
}

/* True if A and B differ by a constant.  */

static bool
same_terms_p (const struct sum *a, const struct sum *b)
{
  if (a->n != b->n || a->n <= 0 || a->global != b->global)
    return false;
  for (int i = 0; i < a->n; i++)
    if (a->terms[i].reg != b->terms[i].reg
	|| a->terms[i].factor != b->terms[i].factor)
      return false;
  return true;
}

/* --- What instructions compute ------------------------------------------- */

/* True if REG can be in sums although it has several definitions.  */

static bool
rewritten_p (const struct ptx_register *reg)
{
  return (!reg->definition && !reg->ambiguous && reg->live
	  && ptx_type_size (reg->type) == 8 && !ptx_float_type_p (reg->type));
}

static struct sum
sum_of_register (const struct walk *walk, const struct ptx_register *reg)
{
  if (reg->value)
    return walk->known[reg->value - 1].sum;
  return rewritten_p (reg) ? register_sum (reg) : unknown_sum;
}

static struct sum
sum_of_operand (const struct walk *walk, const struct ptx_operand *operand)
{
  long long number;

  if (!operand)
    return unknown_sum;
  if (ptx_integer_p (operand, &number))
    return constant_sum (number);
  if (operand->kind != PTX_NAME || operand->element || !operand->reg)
    return unknown_sum;
  return sum_of_register (walk, operand->reg);
}

/* A times what B is, if that is a constant.  */

static struct sum
product (struct sum a, const struct sum *b)
{
  if (b->n != 0)
    return unknown_sum;
  return add (constant_sum (0), &a, b->constant);
}

/* A times B, one of which has to be a constant.  */

static struct sum
multiple (struct sum a, struct sum b)
{
  return a.n == 0 ? product (b, &a) : product (a, &b);
}

/* A multiplied by 2 as often as B, a constant, says.  */

static struct sum
shifted (struct sum a, struct sum b)
{
  if (b.n != 0 || b.constant > 63)
    return unknown_sum;
  b.constant = (uint64_t) 1 << b.constant;
  return product (a, &b);
}

/* The address A of another space, which TO_GLOBAL says, if it is a global one:
   these are the same numbers.  */

static struct sum
converted (const struct ptx_opcode *opcode, struct sum a)
{
  if (opcode->space != PTX_SPACE_GLOBAL)
    return unknown_sum;
  a.global = ptx_opcode_has_p (opcode, PTX_WORD_TO);
  return a;
}

/* True if S is of 64 bits, and of nothing else but the lower half of a
   product.  */

static bool
plain_p (const struct ptx_statement *s)
{
  const struct ptx_opcode *opcode = s->opcode;

  for (size_t i = 0; i < opcode->n; i++)
    switch (opcode->words[i])
      {
      case PTX_WORD_LO:
      case PTX_WORD_TO:
      case PTX_SPACE_GLOBAL:
      case PTX_TYPE_U64:
      case PTX_TYPE_S64:
      case PTX_TYPE_B64:
	break;
      default:
	return false;
      }
  return true;
}

/* What S computes.  */

static struct sum
computed (const struct walk *walk, const struct ptx_statement *s)
{
  const struct ptx_operand *first = s->operands->next;
  const struct ptx_operand *second = first ? first->next : NULL;
  const struct ptx_operand *third = second ? second->next : NULL;
  struct sum a, b, c;

  if (!plain_p (s))
    return unknown_sum;
  a = sum_of_operand (walk, first);
  b = sum_of_operand (walk, second);
  c = sum_of_operand (walk, third);
  switch (s->opcode->op)
    {
    case PTX_OP_MOV:
      return a;
    case PTX_OP_CVTA:
      return converted (s->opcode, a);
    case PTX_OP_ADD:
      return add (a, &b, 1);
    case PTX_OP_SUB:
      return add (a, &b, -1);
    case PTX_OP_NEG:
      return add (constant_sum (0), &a, -1);
    case PTX_OP_SHL:
      return shifted (a, b);
    case PTX_OP_MUL:
      return multiple (a, b);
    case PTX_OP_MAD:
      return add (multiple (a, b), &c, 1);
    default:
      return unknown_sum;
    }
}

/* --- Labels -------------------------------------------------------------- */

static struct label *
find_label (struct walk *walk, const char *name)
{
  void **place = map_place (&walk->labels, name);

  if (!*place)
    *place = PTX_NEW (struct label);
  return *place;
}

/* What note_write gets.  */
struct place
{
  struct walk *walk;
  size_t place;
};

static void
note_write (struct ptx_operand *operand, void *data)
{
  const struct place *here = data;
  struct walk *walk = here->walk;

  if (!operand->reg || !rewritten_p (operand->reg))
    return;
  walk->writes = grow (walk->writes, &walk->write_room, walk->n_writes,
		       sizeof *walk->writes);
  walk->writes[walk->n_writes++]
    = (struct write) { operand->reg, here->place };
}

static void
note_branch (struct walk *walk, const struct ptx_statement *s, size_t place)
{
  struct label *label;

  if (s->opcode->op == PTX_OP_BRX)
    walk->other_branches = true;
  if (s->opcode->op != PTX_OP_BRA)
    return;
  label = find_label (walk, s->operands->text);
  if (!label->used)
    label->first = place;
  label->last = place;
  label->used = true;
}

/* Find the labels of FUNCTION, and the branches to them; and where registers
   with several definitions are written.  */

static void
find_labels (struct walk *walk, const struct ptx_function *function)
{
  size_t place = 0, room = 0;

  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    {
      place++;
      if (s->kind == PTX_INSTRUCTION)
	{
	  note_branch (walk, s, place);
	  ptx_walk_results (s, note_write, &(struct place) { walk, place });
	}
      else if (s->kind == PTX_LABEL)
	{
	  struct label *label = find_label (walk, s->text);
	  label->place = place;
	  walk->list = grow (walk->list, &room, walk->n_labels,
			     sizeof *walk->list);
	  walk->list[walk->n_labels++] = label;
	}
    }
}

/* True if the code from LABEL to the last branch there has no other way in.  */

static bool
loop_p (const struct walk *walk, const struct label *label)
{
  for (size_t i = 0; i < walk->n_labels; i++)
    {
      const struct label *other = walk->list[i];
      if (other->used && other->place > label->place
	  && other->place <= label->last
	  && (other->first < label->place || other->last > label->last))
	return false;
    }
  return true;
}

/* Forget the registers that are known since PLACE or later.  */

static void
forget (struct walk *walk, size_t place)
{
  while (walk->n && walk->known[walk->n - 1].place >= place)
    walk->known[--walk->n].reg->value = 0;
}

/* REG has another value: let no sum have it.  */

static void
forget_value (struct walk *walk, struct ptx_register *reg)
{
  for (size_t i = 0; i < walk->n; i++)
    {
      struct known *known = &walk->known[i];

      if (known->sum.n <= 0 || !has_term_p (&known->sum, reg))
	continue;
      known->sum = known->reg == reg ? unknown_sum : register_sum (known->reg);
    }
  reg->value = 0;
}

/* Forget the values of the registers that are written from here to PLACE.  FROM
   is the number of the first write from here on; return that behind PLACE.  */

static size_t
forget_values (struct walk *walk, size_t from, size_t place)
{
  for (; from < walk->n_writes && walk->writes[from].place <= place; from++)
    forget_value (walk, walk->writes[from].reg);
  return from;
}

static void
visit_label (struct walk *walk, const char *name)
{
  const struct label *label = find_label (walk, name);

  if (!label->used)
    return;
  if (label->last > label->place)
    {
      walk->loop = label->place;
      forget_values (walk, walk->next_write, label->last);
    }
  if (label->last > label->place && !loop_p (walk, label))
    forget (walk, 0);
  if (label->first < label->place)
    forget (walk, label->first);
}

/* --- Registers ----------------------------------------------------------- */

/* Let REG, which is written at PLACE, be known to have SUM; or that of itself,
   if SUM is unknown.  */

static struct known *
note_known (struct walk *walk, struct ptx_register *reg, struct sum sum,
	    size_t place)
{
  struct known *known;

  walk->known = grow (walk->known, &walk->room, walk->n, sizeof *walk->known);
  known = &walk->known[walk->n];
  if (sum.n < 0)
    sum = register_sum (reg);
  *known = (struct known) { reg, sum, place, false, 0 };
  reg->value = ++walk->n;
  return known;
}

/* The register that S alone writes, or null.  */

static struct ptx_register *
written_register (const struct ptx_statement *s)
{
  const struct ptx_operand *result = ptx_result (s);
  struct ptx_register *reg
    = result && result->kind == PTX_NAME ? result->reg : NULL;

  return (reg && !s->guard && !result->element && !reg->ambiguous
	  && reg->definition == s && ptx_type_size (reg->type) >= 4
	  && !ptx_float_type_p (reg->type) ? reg : NULL);
}

/* The register of 32 bits that the instruction S extends, or null.  The operand
   of a conversion may be the lower half of a larger one.  */

static struct ptx_register *
narrow_register (const struct ptx_statement *s)
{
  struct ptx_operand *from = s->operands->next;

  return (ptx_opcode_is_p (s->opcode, PTX_OP_CVT,
			   PTX_WORDS (PTX_TYPE_S64, PTX_TYPE_S32))
	  && from->kind == PTX_NAME && !from->element && from->reg
	  && from->reg->value && ptx_type_size (from->reg->type) == 4
	  ? from->reg : NULL);
}

/* If S makes LOW the lower half of a stride that has the same value, let that
   know.  */

static void
note_stride (const struct walk *walk, const struct ptx_statement *s,
	     struct ptx_register *low)
{
  struct ptx_operand *from = s->operands->next;

  if (from && from->kind == PTX_NAME && from->reg && from->reg->value
      && ptx_stride_half_p (walk->function->name, from->reg->name, low->name))
    from->reg->shadow = low;
}

/* --- Accesses ------------------------------------------------------------ */

/* The register that is first known to have SUM but for a constant, among those
   that are addresses if there are such; or null.  */

static struct known *
find_known (const struct walk *walk, const struct sum *sum)
{
  struct known *found = NULL;

  for (size_t i = 0; i < walk->n; i++)
    if (same_terms_p (&walk->known[i].sum, sum))
      {
	if (walk->known[i].used)
	  return &walk->known[i];
	if (!found)
	  found = &walk->known[i];
      }
  return found;
}

/* How many instructions do nothing but to compute REG.  */

static int
cost (const struct ptx_register *reg)
{
  const struct ptx_statement *s = reg->definition;
  int n;

  if (!s || reg->ambiguous || !plain_p (s))
    return 0;
  n = s->opcode->op != PTX_OP_MOV && s->opcode->op != PTX_OP_CVTA;
  for (const struct ptx_operand *o = s->operands->next; o; o = o->next)
    if (o->kind == PTX_NAME && o->reg && o->reg->places == 2)
      n += cost (o->reg);
  return n;
}

/* True if the multiple of TERM can be added in one instruction.  */

static bool
narrow_term_p (const struct term *term)
{
  return (term->reg->shadow && term->reg->shadow->value
	  && (int64_t) term->factor == (int32_t) term->factor);
}

/* True if KNOWN, an address, differs from SUM by N such multiples, which are then
   TERMS, and a constant.  */

static bool
near_p (const struct known *known, const struct sum *sum, int n,
	struct term *terms)
{
  struct sum difference;

  if (!known->used || known->sum.global != sum->global)
    return false;
  difference = add (*sum, &known->sum, -1);
  if (difference.n != n)
    return false;
  for (int i = 0; i < n; i++)
    if (!narrow_term_p (&difference.terms[i]))
      return false;
  memcpy (terms, difference.terms, n * sizeof *terms);
  return true;
}

/* The last of the addresses that do so and wait for as few as possible of our
   additions, or null.  */

static struct known *
find_near (const struct walk *walk, const struct sum *sum, int n,
	   struct term *terms)
{
  struct known *best = NULL;
  struct term found[2];

  for (size_t i = walk->n; i-- > 0;)
    {
      struct known *known = &walk->known[i];

      if ((!best || known->depth < best->depth)
	  && near_p (known, sum, n, found))
	{
	  best = known;
	  memcpy (terms, found, n * sizeof *terms);
	}
    }
  return best;
}

static struct ptx_operand *
register_operand (struct ptx_register *reg)
{
  struct ptx_operand *name = ptx_operand (PTX_NAME, reg->name, NULL);

  name->reg = reg;
  return name;
}

/* A new register, known to be KNOWN plus TERM, before S, which is at PLACE.  */

static struct known *
add_multiple (struct walk *walk, const struct known *known,
	      const struct term *term, struct ptx_statement *s, size_t place)
{
  struct ptx_code *code = &walk->function->body;
  struct ptx_register *reg = PTX_NEW (struct ptx_register);
  struct ptx_operand *result, *factor;
  struct sum sum = known->sum;
  struct known *made;
  unsigned depth;

  reg->name = ptx_format ("%%near%u", walk->made++);
  reg->type = PTX_TYPE_U64;
  result = register_operand (reg);
  result->next = register_operand (term->reg->shadow);
  factor = ptx_operand (PTX_NUMBER,
			ptx_format ("%lld", (long long) term->factor), NULL);
  result->next->next = factor;
  factor->next = register_operand (known->reg);
  reg->definition
    = ptx_instruction (NULL, ptx_opcode (PTX_OP_MAD,
					 PTX_WORDS (PTX_WORD_WIDE,
						    PTX_TYPE_S32)), result);
  ptx_insert (code, s->previous, reg->definition);
  ptx_insert (code, NULL, ptx_register_declaration (reg->name, reg->type));
  add_term (&sum, term->reg, term->factor);
  depth = known->depth + 1;
  made = note_known (walk, reg, sum, place);
  made->depth = depth;
  return made;
}

/* The number that is added to the register of ADDRESS.  */

static long long
offset_of (const struct ptx_operand *address)
{
  return (address->inner->kind == PTX_SUM
	  ? strtoll (address->inner->text, NULL, 0) : 0);
}

/* Let ADDRESS be REG plus OFFSET.  */

static void
set_address (struct ptx_operand *address, struct ptx_register *reg,
	     long long offset)
{
  struct ptx_operand *name = register_operand (reg);

  address->inner = (offset ? ptx_operand (PTX_SUM,
					  ptx_format ("%+lld", offset), name)
		    : name);
}

/* Let *KNOWN be the address of which that of OWN is best computed, and TERMS what
   is added to it; the number of these, or 0 if there is none.  */

static int
find_neighbour (const struct walk *walk, const struct known *own,
		struct known **known, struct term *terms)
{
  int most = cost (own->reg) >= COSTLY ? 2 : 1;

  if (own->used || own->place <= walk->loop)
    return 0;
  for (int n = 1; n <= most; n++)
    {
      struct known *near = find_near (walk, &own->sum, n, terms);
      if (near && near->reg->type == own->reg->type)
	{
	  *known = near;
	  return n;
	}
    }
  return 0;
}

/* A new register, known to be KNOWN plus N TERMS, before S, which is at PLACE.
   What KNOWN has alone goes first: the rest is what neighbours have.  */

static struct known *
add_terms (struct walk *walk, struct known *known, int n,
	   const struct term *terms, struct ptx_statement *s, size_t place)
{
  bool swap = n == 2 && !has_term_p (&known->sum, terms[0].reg);

  for (int i = 0; i < n; i++)
    {
      known = add_multiple (walk, known, &terms[swap ? n - 1 - i : i], s,
			    place);
      known->used = true;
    }
  return known;
}

/* Let S, at PLACE, access memory at ADDRESS by the register that is best.  */

static void
share_address (struct walk *walk, struct ptx_statement *s, size_t place,
	       struct ptx_operand *address)
{
  const struct ptx_operand *base = ptx_base (address);
  struct term terms[2];
  struct known *own, *known;
  long long offset;
  int n = 0;

  if (!base || base->element)
    return;
  if (!base->reg->value && rewritten_p (base->reg))
    note_known (walk, base->reg, unknown_sum, place);
  if (!base->reg->value)
    return;
  own = &walk->known[base->reg->value - 1];
  known = find_known (walk, &own->sum);
  if (!known || known->reg->type != own->reg->type)
    known = own;
  if (known == own)
    n = find_neighbour (walk, own, &known, terms);
  offset = offset_of (address) + (long long) (own->sum.constant
					      - known->sum.constant);
  if (offset <= -MOST_OFFSET || offset >= MOST_OFFSET)
    known = own;
  else
    known = add_terms (walk, known, n, terms, s, place);
  known->used = true;
  if (known->reg != base->reg)
    set_address (address, known->reg, offset);
}

/* --- The walk ------------------------------------------------------------ */

static void
visit_instruction (struct walk *walk, struct ptx_statement *s, size_t place)
{
  struct ptx_register *reg = written_register (s);

  if ((s->opcode->flags & PTX_MEMORY) && s->opcode->space != PTX_SPACE_PARAM)
    for (struct ptx_operand *o = s->operands; o; o = o->next)
      if (o->kind == PTX_ADDRESS)
	share_address (walk, s, place, o);
  if (!reg)
    return;
  reg->shadow = narrow_register (s);
  if (ptx_type_size (reg->type) == 4)
    note_stride (walk, s, reg);
  note_known (walk, reg, computed (walk, s), place);
}

/* Registers that are declared in a block have no names behind it.  */

static void
visit_block (struct walk *walk, bool begin, size_t place)
{
  if (begin && walk->depth++ == 0)
    walk->block = place;
  if (!begin && --walk->depth == 0)
    forget (walk, walk->block);
}

static void
share_addresses (struct ptx_function *function)
{
  struct ptx_registers registers = { 0 };
  struct walk walk = { .function = function };
  size_t place = 0;

  ptx_find_registers (&registers, function);
  ptx_find_definitions (function);
  ptx_count_places (function);
  find_labels (&walk, function);
  for (struct ptx_statement *s = function->body.first;
       s && !walk.other_branches; s = s->next)
    {
      place++;
      if (s->kind == PTX_LABEL)
	visit_label (&walk, s->text);
      else if (s->kind == PTX_INSTRUCTION)
	{
	  visit_instruction (&walk, s, place);
	  walk.next_write = forget_values (&walk, walk.next_write, place);
	}
      else if (s->kind == PTX_BLOCK_BEGIN || s->kind == PTX_BLOCK_END)
	visit_block (&walk, s->kind == PTX_BLOCK_BEGIN, place);
    }
  free (walk.known);
  free (walk.list);
  free (walk.writes);
  map_free (&walk.labels);
  ptx_free_registers (&registers);
}

void
ptx_share_addresses (struct ptx_program *program)
{
  for (size_t i = 0; i < program->n; i++)
    for (struct ptx_statement *s = program->objects[i].code->first; s;
	 s = s->next)
      if (s->kind == PTX_FUNCTION && s->function->defined)
	share_addresses (s->function);
  /* What computed the others.  */
  ptx_remove_dead (program);
}
