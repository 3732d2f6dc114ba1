/* Let accesses of neighbours in memory share an address register.
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

#include <stdlib.h>
#include <string.h>

#include "ptx-known.h"

/* An address is a sum of multiples of registers and a constant, modulo
   2**64. Where there is a register whose sum has the same multiples, the
   access takes it, and the difference of the constants as the offset.  Where
   the sums differ in one multiple of a number of 32 bits, the address is
   computed of the other by one instruction.  There are many such in versions
   of kernels for usual strides, which become constants behind GCC's
   optimizers, and in stencils of several dimensions.  Where they differ in
   two such multiples, as neighbours do whose indices are clamped, it takes
   two instructions, the first of which the next neighbours share.  */

/* An address that takes fewer instructions is not computed of another one by
   two.  */
enum { COSTLY = 3 };

/* As far as offsets are in instructions of all devices.  */
enum { MOST_OFFSET = 1 << 22 };

/* --- Accesses ------------------------------------------------------------ */

/* The register of OWN's type that is known to have its sum but for a constant:
   the one that is all of the sum, or the first of those that are addresses, or
   that of all.  */

static struct ptx_known *
find_known (const struct ptx_walk *walk, const struct ptx_known *own)
{
  const struct ptx_register *reg = own->sum.n == 1 ? own->sum.terms->reg : NULL;
  struct ptx_known *found = NULL;

  if (reg && reg->value && reg->type == own->reg->type)
    {
      found = &walk->knowledge.known[reg->value - 1];
      if (ptx_same_terms_p (&found->sum, &own->sum))
	return found;
      found = NULL;
    }
  for (size_t i = 0; i < walk->knowledge.n; i++)
    if (walk->knowledge.known[i].reg->type == own->reg->type
	&& ptx_same_terms_p (&walk->knowledge.known[i].sum, &own->sum))
      {
	if (walk->knowledge.known[i].used)
	  return &walk->knowledge.known[i];
	if (!found)
	  found = &walk->knowledge.known[i];
      }
  return found;
}

/* How many instructions do nothing but to compute REG.  */

static int
cost (const struct ptx_register *reg)
{
  const struct ptx_statement *s = reg->definition;
  int n;

  if (!s || reg->ambiguous || !ptx_plain_p (s))
    return 0;
  n = s->opcode->op != PTX_OP_MOV && s->opcode->op != PTX_OP_CVTA;
  for (const struct ptx_operand *o = s->operands->next; o; o = o->next)
    if (o->kind == PTX_NAME && o->reg && o->reg->places == 2)
      n += cost (o->reg);
  return n;
}

/* True if KNOWN, an address, differs from SUM by N such multiples, which are
   then TERMS, and a constant.  */

static bool
near_p (const struct ptx_known *known, const struct ptx_sum *sum, int n,
	struct ptx_term *terms)
{
  struct ptx_sum difference;

  if (!known->used || known->sum.global != sum->global)
    return false;
  difference = ptx_add_sums (*sum, &known->sum, -1);
  if (difference.n != n)
    return false;
  for (int i = 0; i < n; i++)
    if (!ptx_narrow_term_p (&difference.terms[i]))
      return false;
  memcpy (terms, difference.terms, n * sizeof *terms);
  return true;
}

/* The last of the addresses that do so and wait for as few as possible of our
   additions, or null.  */

static struct ptx_known *
find_near (const struct ptx_walk *walk, const struct ptx_sum *sum, int n,
	   struct ptx_term *terms)
{
  struct ptx_known *best = NULL;
  struct ptx_term found[2];

  for (size_t i = walk->knowledge.n; i-- > 0;)
    {
      struct ptx_known *known = &walk->knowledge.known[i];

      if ((!best || known->depth < best->depth)
	  && near_p (known, sum, n, found))
	{
	  best = known;
	  memcpy (terms, found, n * sizeof *terms);
	}
    }
  return best;
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
  struct ptx_operand *name = ptx_register_operand (reg);

  address->inner = (offset ? ptx_operand (PTX_SUM,
					  ptx_format ("%+lld", offset), name)
		    : name);
}

/* True if REG is in nothing but addresses.  */

static bool
address_p (const struct ptx_register *reg)
{
  return reg->places == 1 + reg->addresses;
}

/* True if REG is computed as our additions are.  */

static bool
sum_with_multiple_p (const struct ptx_register *reg)
{
  return (reg->definition
	  && ptx_opcode_is_p (reg->definition->opcode, PTX_OP_MAD,
			      PTX_WORDS (PTX_WORD_WIDE, PTX_TYPE_S32)));
}

/* Let *KNOWN be the address of which that of OWN is best computed, and TERMS
   what is added to it; the number of these, or 0 if there is none.  */

static int
find_neighbour (const struct ptx_walk *walk, const struct ptx_known *own,
		struct ptx_known **known, struct ptx_term *terms)
{
  int most = cost (own->reg) >= COSTLY ? 2 : 1;

  if (own->used || own->loops != walk->block->depth
      || sum_with_multiple_p (own->reg)
      || (cost (own->reg) < 2 && !address_p (own->reg)))
    return 0;
  for (int n = 1; n <= most; n++)
    {
      struct ptx_known *near = find_near (walk, &own->sum, n, terms);
      if (near && near->reg->type == own->reg->type)
	{
	  *known = near;
	  return n;
	}
    }
  return 0;
}

/* A new register, known to be KNOWN plus TERM, before S.  */

static struct ptx_known *
add_term (struct ptx_walk *walk, struct ptx_known *known,
	  const struct ptx_term *term, struct ptx_statement *s)
{
  unsigned *made = walk->data;
  struct ptx_register *reg = PTX_NEW (struct ptx_register);
  struct ptx_sum sum = known->sum;
  unsigned depth = known->depth + 1;

  reg->name = ptx_format ("%%near%u", (*made)++);
  reg->type = PTX_TYPE_U64;
  ptx_add_multiple (walk->function, reg, known->reg, term, s);
  ptx_add_term (&sum, term->reg, term->factor);
  known = ptx_note_known (walk, reg, sum);
  known->depth = depth;
  return known;
}

/* A new register, known to be KNOWN plus N TERMS, before S.
   What KNOWN has alone goes first: the rest is what neighbours have.  */

static struct ptx_known *
add_terms (struct ptx_walk *walk, struct ptx_known *known, int n,
	   const struct ptx_term *terms, struct ptx_statement *s)
{
  bool swap = n == 2 && !ptx_has_term_p (&known->sum, terms[0].reg);

  for (int i = 0; i < n; i++)
    {
      known = add_term (walk, known, &terms[swap ? n - 1 - i : i], s);
      known->used = true;
    }
  return known;
}

/* Let S access memory at ADDRESS by the register that is best.  */

static void
share_address (struct ptx_walk *walk, struct ptx_statement *s,
	       struct ptx_operand *address)
{
  const struct ptx_operand *base = ptx_base (address);
  struct ptx_term terms[2];
  struct ptx_known *own, *known;
  long long offset;
  int n = 0;

  if (!base || base->element)
    return;
  ptx_note_rewritten (walk, base->reg);
  if (!base->reg->value)
    return;
  own = &walk->knowledge.known[base->reg->value - 1];
  if (own->sum.n == 1)
    ptx_note_rewritten (walk, own->sum.terms[0].reg);
  own = &walk->knowledge.known[base->reg->value - 1];
  known = find_known (walk, own);
  if (!known)
    known = own;
  if (known == own)
    n = find_neighbour (walk, own, &known, terms);
  offset = offset_of (address) + (long long) (own->sum.constant
					      - known->sum.constant);
  if (offset <= -MOST_OFFSET || offset >= MOST_OFFSET)
    known = own;
  else
    known = add_terms (walk, known, n, terms, s);
  known->used = true;
  if (known->reg != base->reg)
    set_address (address, known->reg, offset);
}

/* --- The walk ------------------------------------------------------------ */

/* Let S access memory by registers that others have, too.  */

static void
look_at_instruction (struct ptx_walk *walk, struct ptx_statement *s)
{
  if (!(s->opcode->flags & PTX_MEMORY) || s->opcode->space == PTX_SPACE_PARAM)
    return;
  for (struct ptx_operand *o = s->operands; o; o = o->next)
    if (o->kind == PTX_ADDRESS)
      share_address (walk, s, o);
}

/* Count in how many addresses registers of FUNCTION are.  */

static void
count_addresses (struct ptx_function *function)
{
  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    for (struct ptx_operand *o = s->operands; o; o = o->next)
      {
	const struct ptx_operand *base
	  = o->kind == PTX_ADDRESS ? ptx_base (o) : NULL;

	if (base && base->reg)
	  base->reg->addresses++;
      }
}

static void
share_addresses (struct ptx_function *function)
{
  struct ptx_registers registers = { 0 };
  unsigned made = 0;
  struct ptx_walk walk = { .function = function, .visit = look_at_instruction,
			   .data = &made };

  ptx_find_registers (&registers, function);
  ptx_leave_inner_registers (function, &registers);
  ptx_find_definitions (function);
  ptx_count_places (function);
  count_addresses (function);
  ptx_walk_function (&walk, &registers);
  ptx_end_walk (&walk);
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
