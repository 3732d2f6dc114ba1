/* Descriptors of allocatable variables.
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
#include "ptx-registers.h"
#include "ptx.h"

/* What device code knows of an allocatable variable or a pointer of a module is
   its descriptor, which the host fills.  In global memory it would have to be loaded
   again behind each store, which might be to it, and what is loaded from the
   data's address might be anywhere.  Here descriptors that no code of the
   program writes, or passes to what might, go to constant memory, as far as there
   is room, and the addresses that are loaded of them become those of global
   memory, where all data of such variables is: the host cannot point to shared or
   local memory.

   For a variable with a descriptor there is another one, whose name is the
   variable's after this prefix: it says so, and is dropped here.  */
#define MARK GCUF_NAME_DESCRIPTOR

/* The rest is for constant variables of what is linked to the program
   later.  */
enum { MOST_BYTES = 32 << 10 };

struct descriptor
{
  unsigned number;		/* From 1 on.  */
  struct ptx_statement *variable; /* Its definition.  */
  size_t others;		/* How often it is named other than by what only
				   loads of it.  */
};

struct scan
{
  struct map names;		/* To descriptors, */
  struct descriptor **list;	/* all of which are here.  */
  size_t n;
};

bool
ptx_any_descriptors_p (const struct ptx_program *program)
{
  return strstr (program->objects[0].text, MARK) != NULL;
}

/* --- What is done with them ---------------------------------------------- */

/* The descriptor that OPERAND names, or whose address is in the register that it
   names; or null.  A register's value is its number.  */

static struct descriptor *
named_descriptor (const struct scan *scan, const struct ptx_operand *operand)
{
  if (!operand || operand->kind != PTX_NAME)
    return NULL;
  if (operand->reg)
    return operand->reg->value ? scan->list[operand->reg->value - 1] : NULL;
  return map_get (&scan->names, operand->text);
}

/* The register that S makes the address of a descriptor, or null.  */

static struct ptx_register *
address_register (const struct scan *scan, const struct ptx_statement *s)
{
  const struct ptx_operand *to;

  if (s->kind != PTX_INSTRUCTION || s->guard
      || !ptx_opcode_is_p (s->opcode, PTX_OP_CVTA,
			   PTX_WORDS (PTX_SPACE_GLOBAL, PTX_TYPE_U64)))
    return NULL;
  to = s->operands;
  return (to->reg && !to->element && !to->reg->ambiguous
	  && to->reg->definition == s && !to->next->reg
	  && named_descriptor (scan, to->next) ? to->reg : NULL);
}

/* The descriptor that S loads of, and does nothing else with; or null.  */

static struct descriptor *
loaded_descriptor (const struct scan *scan, const struct ptx_statement *s)
{
  struct ptx_operand *address;
  size_t words;

  if (s->kind != PTX_INSTRUCTION || s->opcode->op != PTX_OP_LD
      || !s->opcode->known
      || (s->opcode->space && s->opcode->space != PTX_SPACE_GLOBAL))
    return NULL;
  words = 1 + (s->opcode->space != PTX_NO_WORD) + (s->opcode->vector != 1);
  address = s->operands->next;
  if (s->opcode->n != words || !address || address->kind != PTX_ADDRESS
      || address->next)
    return NULL;
  address = address->inner;
  return named_descriptor (scan, address->kind == PTX_SUM ? address->inner
				 : address);
}

static void
count_name (struct ptx_operand *operand, void *data)
{
  struct descriptor *d = named_descriptor (data, operand);

  if (d)
    d->others++;
}

/* Find out which registers of FUNCTION have addresses of descriptors, and what is
   done with these.  */

static void
scan_function (struct scan *scan, struct ptx_function *function)
{
  struct ptx_registers registers;
  struct ptx_register *reg;

  ptx_find_registers (&registers, function);
  ptx_find_definitions (function);
  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    if ((reg = address_register (scan, s)))
      reg->value = named_descriptor (scan, s->operands->next)->number;
  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    {
      struct descriptor *loaded = loaded_descriptor (scan, s);

      ptx_walk_statement (s, count_name, scan);
      if (loaded)
	loaded->others--;
      if (address_register (scan, s))
	named_descriptor (scan, s->operands)->others -= 2;
    }
  ptx_free_registers (&registers);
}

/* Find the definitions of the descriptors in CODE, and what is done with them
   there.  */

static void
scan_code (struct scan *scan, struct ptx_code *code)
{
  for (struct ptx_statement *s = code->first; s; s = s->next)
    {
      struct descriptor *d;

      if (s->kind == PTX_FUNCTION && s->function->defined)
	scan_function (scan, s->function);
      else if (s->kind == PTX_VARIABLE)
	ptx_walk_statement (s, count_name, scan);
      if (ptx_variable_in_p (s, PTX_SPACE_GLOBAL)
	  && !ptx_specified_p (s->specifiers, PTX_WORD_EXTERN)
	  && (d = map_get (&scan->names, s->names->name)))
	d->variable = s;
    }
}

/* Count all names in CODE, that of another object, which declares the variables
   of its own.  */

static void
count_names (struct scan *scan, const struct ptx_code *code)
{
  for (struct ptx_statement *s = code->first; s; s = s->next)
    if (s->kind == PTX_FUNCTION && s->function->defined)
      count_names (scan, &s->function->body);
    else
      ptx_walk_statement (s, count_name, scan);
}

/* --- Constant memory ----------------------------------------------------- */

/* Forget the descriptors that have to stay where they are, and those for which
   there is no room beside the first BYTES.  */

static void
choose_descriptors (struct scan *scan, size_t bytes)
{

  for (size_t i = 0; i < scan->n; i++)
    {
      struct descriptor *d = scan->list[i];

      if (!d->variable || d->others)
	d->variable = NULL;
      else if (ptx_append_variables (bytes, d->variable) > MOST_BYTES)
	d->variable = NULL;
      else
	bytes = ptx_append_variables (bytes, d->variable);
    }
}

/* Let the address that S, which is in FUNCTION, loads be one of global
   memory.  */

static void
load_global_address (struct ptx_function *function, struct ptx_statement *s,
		     unsigned *n)
{
  struct ptx_operand *to = s->operands, *from;
  const char *name;

  if (s->guard || to->kind != PTX_NAME || !to->reg || to->element
      || s->opcode->vector != 1 || ptx_type_size (s->opcode->type) != 8
      || to->next->inner->kind != PTX_NAME)
    return;
  name = ptx_format ("%%data%u", (*n)++);
  from = ptx_operand (PTX_NAME, name, NULL);
  ptx_insert (&function->body, NULL,
	      ptx_register_declaration (name, PTX_TYPE_U64));
  s->operands = ptx_operand (PTX_NAME, name, NULL);
  s->operands->next = to->next;
  to->next = from;
  ptx_insert (&function->body, s,
	      ptx_instruction (NULL, ptx_opcode (PTX_OP_CVTA,
						 PTX_WORDS (PTX_SPACE_GLOBAL,
							    PTX_TYPE_U64)),
			       to));
}

/* Let FUNCTION load of the descriptors where they are now.  */

static void
rewrite_function (const struct scan *scan, struct ptx_function *function)
{
  struct ptx_statement *next;
  unsigned n = 0;

  for (struct ptx_statement *s = function->body.first; s; s = next)
    {
      const struct descriptor *loaded = loaded_descriptor (scan, s);

      next = s->next;
      if (loaded && loaded->variable)
	{
	  s->opcode = ptx_opcode_replace (s->opcode, PTX_SPACE_GLOBAL,
					  PTX_SPACE_CONST);
	  load_global_address (function, s, &n);
	}
      else if (address_register (scan, s)
	       && named_descriptor (scan, s->operands)->variable)
	s->opcode = ptx_opcode_replace (s->opcode, PTX_SPACE_GLOBAL,
					PTX_SPACE_CONST);
    }
}

void
ptx_place_descriptors (struct ptx_program *program)
{
  struct ptx_code *code = program->objects[0].code;
  struct strings names = { 0 };
  struct scan scan = { 0 };

  ptx_take_marks (&names, code, MARK);
  /* Libgomp gives its images' variables their values itself.  */
  if (program->for_libgomp)
    return;
  scan.list = xmalloc (names.n * sizeof *scan.list);
  for (; scan.n < names.n; scan.n++)
    {
      struct descriptor *d = PTX_NEW (struct descriptor);

      d->number = scan.n + 1;
      *map_place (&scan.names, names.data[scan.n]) = scan.list[scan.n] = d;
    }
  scan_code (&scan, code);
  for (size_t i = 1; i < program->n; i++)
    count_names (&scan, program->objects[i].code);
  choose_descriptors (&scan, ptx_constant_bytes (code));
  for (struct ptx_statement *s = code->first; s; s = s->next)
    if (s->kind == PTX_FUNCTION && s->function->defined)
      rewrite_function (&scan, s->function);
  for (size_t i = 0; i < scan.n; i++)
    if (scan.list[i]->variable)
      {
	ptx_replace_specifier (scan.list[i]->variable->specifiers,
			       PTX_SPACE_GLOBAL, PTX_SPACE_CONST);
	strings_push (&program->descriptors, names.data[i]);
      }
  map_free (&scan.names);
  free (scan.list);
}
