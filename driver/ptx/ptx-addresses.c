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

#include "ptx-affine.h"
#include "ptx-blocks.h"

/* An address is a sum of multiples of registers and a constant, modulo
   2**64. Where there is a register whose sum has the same multiples, the
   access takes it, and the difference of the constants as the offset.  Where
   the sums differ in one multiple of a number of 32 bits, the address is
   computed of the other by one instruction.  There are many such in versions
   of kernels for usual strides, which become constants behind GCC's
   optimizers, and in stencils of several dimensions.  Where they differ in
   two such multiples, as neighbours do whose indices are clamped, it takes
   two instructions, the first of which the next neighbours share.

   The blocks of a function are looked at in the order in which they dominate
   each other.  At each place those registers are known that have one
   definition, which all ways to the place come through.  What they are sums
   of is known, too, so that all have the values that the definitions have
   given them last.  */

/* An address that takes fewer instructions is not computed of another one by
   two.  */
enum { COSTLY = 3 };

/* As far as offsets are in instructions of all devices.  */
enum { MOST_OFFSET = 1 << 22 };

/* The sum that a register was known to have before a rewritten one, which it
   has, was written.  */
struct change
{
  size_t number;		/* Of the register in the knowledge.  */
  struct ptx_sum sum;
};

/* The register REG, with several definitions, is written in BLOCK.  */
struct write
{
  struct ptx_register *reg;
  const struct ptx_block *block;
};

struct walk
{
  struct ptx_function *function;
  struct ptx_graph graph;
  struct ptx_knowledge knowledge;
  struct change *changes;	/* To undo.  */
  size_t n_changes, change_room;
  struct write *writes;		/* By blocks.  */
  size_t n_writes, write_room;
  struct ptx_block *block;	/* The one that is looked at.  */
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

/* --- Registers ----------------------------------------------------------- */

/* Let REG, which is written here, be known to have SUM; or that of itself,
   if SUM is unknown.  */

static struct ptx_known *
note_known (struct walk *walk, struct ptx_register *reg, struct ptx_sum sum)
{
  struct ptx_knowledge *all = &walk->knowledge;
  struct ptx_known *known;

  all->known = grow (all->known, &all->room, all->n, sizeof *all->known);
  known = &all->known[all->n];
  if (sum.n < 0)
    sum = ptx_register_sum (reg);
  *known = (struct ptx_known) { reg, sum, walk->block->depth, false, 0 };
  reg->value = ++all->n;
  return known;
}

/* REG, which is rewritten, has another value: let no sum have it.  */

static void
forget_value (struct walk *walk, struct ptx_register *reg)
{
  for (size_t i = 0; i < walk->knowledge.n; i++)
    {
      struct ptx_known *known = &walk->knowledge.known[i];

      if (known->sum.n <= 0 || !ptx_has_term_p (&known->sum, reg))
	continue;
      walk->changes = grow (walk->changes, &walk->change_room,
			    walk->n_changes, sizeof *walk->changes);
      walk->changes[walk->n_changes++] = (struct change) { i, known->sum };
      known->sum = (known->reg == reg ? ptx_unknown_sum
		    : ptx_register_sum (known->reg));
    }
  reg->value = 0;
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

/* The register of OWN's type that is known to have its sum but for a constant:
   the one that is all of the sum, or the first of those that are addresses, or
   that of all.  */

static struct ptx_known *
find_known (const struct walk *walk, const struct ptx_known *own)
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

/* The register of 32 bits that REG is, or extends; or null.  */

static struct ptx_register *
narrow (struct ptx_register *reg)
{
  return ptx_type_size (reg->type) == 4 ? reg : reg->shadow;
}

/* True if the multiple of TERM can be added in one instruction.  */

static bool
narrow_term_p (const struct ptx_term *term)
{
  const struct ptx_register *reg = narrow (term->reg);

  return (reg && reg->value
	  && (int64_t) term->factor == (int32_t) term->factor);
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
    if (!narrow_term_p (&difference.terms[i]))
      return false;
  memcpy (terms, difference.terms, n * sizeof *terms);
  return true;
}

/* The last of the addresses that do so and wait for as few as possible of our
   additions, or null.  */

static struct ptx_known *
find_near (const struct walk *walk, const struct ptx_sum *sum, int n,
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

static struct ptx_operand *
register_operand (struct ptx_register *reg)
{
  struct ptx_operand *name = ptx_operand (PTX_NAME, reg->name, NULL);

  name->reg = reg;
  return name;
}

/* A new register, known to be KNOWN plus TERM, before S.  */

static struct ptx_known *
add_multiple (struct walk *walk, const struct ptx_known *known,
	      const struct ptx_term *term, struct ptx_statement *s)
{
  struct ptx_code *code = &walk->function->body;
  struct ptx_register *reg = PTX_NEW (struct ptx_register);
  struct ptx_operand *result, *factor;
  struct ptx_sum sum = known->sum;
  struct ptx_known *made;
  unsigned depth;

  reg->name = ptx_format ("%%near%u", walk->made++);
  reg->type = PTX_TYPE_U64;
  result = register_operand (reg);
  result->next = register_operand (narrow (term->reg));
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
  ptx_add_term (&sum, term->reg, term->factor);
  depth = known->depth + 1;
  made = note_known (walk, reg, sum);
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

/* True if REG is in nothing but addresses.  */

static bool
address_p (const struct ptx_register *reg)
{
  return reg->places == 1 + reg->addresses;
}

/* Let *KNOWN be the address of which that of OWN is best computed, and TERMS
   what is added to it; the number of these, or 0 if there is none.  */

static int
find_neighbour (const struct walk *walk, const struct ptx_known *own,
		struct ptx_known **known, struct ptx_term *terms)
{
  int most = cost (own->reg) >= COSTLY ? 2 : 1;

  if (own->used || own->loops != walk->block->depth
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

/* A new register, known to be KNOWN plus N TERMS, before S.
   What KNOWN has alone goes first: the rest is what neighbours have.  */

static struct ptx_known *
add_terms (struct walk *walk, struct ptx_known *known, int n,
	   const struct ptx_term *terms, struct ptx_statement *s)
{
  bool swap = n == 2 && !ptx_has_term_p (&known->sum, terms[0].reg);

  for (int i = 0; i < n; i++)
    {
      known = add_multiple (walk, known, &terms[swap ? n - 1 - i : i], s);
      known->used = true;
    }
  return known;
}

/* If REG, which has several definitions, is in sums only, let it be known.  */

static void
note_rewritten (struct walk *walk, struct ptx_register *reg)
{
  if (!reg->value && ptx_rewritten_p (reg))
    note_known (walk, reg, ptx_unknown_sum);
}

/* Let S access memory at ADDRESS by the register that is best.  */

static void
share_address (struct walk *walk, struct ptx_statement *s,
	       struct ptx_operand *address)
{
  const struct ptx_operand *base = ptx_base (address);
  struct ptx_term terms[2];
  struct ptx_known *own, *known;
  long long offset;
  int n = 0;

  if (!base || base->element)
    return;
  note_rewritten (walk, base->reg);
  if (!base->reg->value)
    return;
  own = &walk->knowledge.known[base->reg->value - 1];
  if (own->sum.n == 1)
    note_rewritten (walk, own->sum.terms[0].reg);
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

/* --- Blocks -------------------------------------------------------------- */

/* What note_write gets.  */
struct place
{
  struct walk *walk;
  const struct ptx_block *block;
};

static void
note_write (struct ptx_operand *operand, void *data)
{
  const struct place *here = data;
  struct walk *walk = here->walk;

  if (!operand->reg || !ptx_rewritten_p (operand->reg))
    return;
  walk->writes = grow (walk->writes, &walk->write_room, walk->n_writes,
		       sizeof *walk->writes);
  walk->writes[walk->n_writes++]
    = (struct write) { operand->reg, here->block };
}

/* Find where registers with several definitions are written.  */

static void
find_writes (struct walk *walk)
{
  for (size_t i = 0; i < walk->graph.n; i++)
    {
      const struct ptx_block *block = &walk->graph.blocks[i];
      struct ptx_statement *s = block->first;

      for (size_t j = 0; j < block->n; j++, s = s->next)
	if (s->kind == PTX_INSTRUCTION)
	  ptx_walk_results (s, note_write, &(struct place) { walk, block });
    }
}

/* Forget the values of rewritten registers that may be written behind BLOCK's
   dominator and before BLOCK.  */

static void
forget_written (struct walk *walk, const struct ptx_block *block)
{
  bool *between = xcalloc (walk->graph.n, sizeof *between);

  ptx_find_between (&walk->graph, block, between);
  for (size_t i = 0; i < walk->n_writes; i++)
    if (between[walk->writes[i].block - walk->graph.blocks])
      forget_value (walk, walk->writes[i].reg);
  free (between);
}

/* Forget what has been known since there were N known registers and CHANGES
   changes.  */

static void
undo (struct walk *walk, size_t n, size_t changes)
{
  struct ptx_knowledge *all = &walk->knowledge;

  while (all->n > n)
    all->known[--all->n].reg->value = 0;
  while (walk->n_changes > changes)
    {
      const struct change *change = &walk->changes[--walk->n_changes];
      struct ptx_known *known = &all->known[change->number];

      if (change->number >= n)
	continue;
      known->sum = change->sum;
      known->reg->value = change->number + 1;
    }
}

/* --- The walk ------------------------------------------------------------ */

static void
forget_operand (struct ptx_operand *operand, void *data)
{
  if (operand->reg && ptx_rewritten_p (operand->reg))
    forget_value (data, operand->reg);
}

static void
look_at_instruction (struct walk *walk, struct ptx_statement *s)
{
  struct ptx_register *reg = written_register (s);

  if ((s->opcode->flags & PTX_MEMORY) && s->opcode->space != PTX_SPACE_PARAM)
    for (struct ptx_operand *o = s->operands; o; o = o->next)
      if (o->kind == PTX_ADDRESS)
	share_address (walk, s, o);
  if (reg)
    {
      reg->shadow = narrow_register (s);
      if (ptx_type_size (reg->type) == 4)
	note_stride (walk, s, reg);
      note_known (walk, reg, ptx_computed_sum (&walk->knowledge, s));
    }
  ptx_walk_results (s, forget_operand, walk);
}

/* Look at BLOCK, and then at those that it dominates.  */

static void
look_at_block (struct walk *walk, struct ptx_block *block)
{
  size_t n = walk->knowledge.n, changes = walk->n_changes;
  struct ptx_statement *s = block->first, *next;

  if (walk->n_writes)
    forget_written (walk, block);
  for (size_t i = 0; i < block->n; i++, s = next)
    {
      next = s->next;
      walk->block = block;
      if (s->kind == PTX_INSTRUCTION)
	look_at_instruction (walk, s);
    }
  for (struct ptx_block *b = block->dominated; b; b = b->sibling)
    look_at_block (walk, b);
  undo (walk, n, changes);
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
  struct walk walk = { .function = function };

  ptx_find_registers (&registers, function);
  ptx_leave_inner_registers (function, &registers);
  ptx_find_definitions (function);
  ptx_count_places (function);
  count_addresses (function);
  if (ptx_find_graph (&walk.graph, function, &registers))
    {
      for (struct ptx_register *reg = registers.first; reg; reg = reg->next)
	reg->value = 0;
      ptx_find_loops (&walk.graph);
      ptx_find_dominators (&walk.graph);
      find_writes (&walk);
      look_at_block (&walk, walk.graph.blocks);
    }
  ptx_free_graph (&walk.graph);
  free (walk.knowledge.known);
  free (walk.changes);
  free (walk.writes);
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
