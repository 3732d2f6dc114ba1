/* Variables that device code names and another library has.
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

/* The driver links no program to another one, so such a variable is no symbol
   to the device code.  In its place there is a cell with its address, which
   the runtime sets when it loads the image.  Whatever space the variable was
   declared in, its address is one of global memory: constant variables have
   one there as well.  The cells are constant, which costs as little as a
   parameter does, unless there is no room, or other images link the code: how
   much room they have is not known.  */

#define CELL_PREFIX GCUF_NAME_PREFIX "import_"
enum { CELL_SIZE = 8, CONSTANT_LIMIT = 65536 };

/* The cell's name in the text as it is parsed.  */

static const char *
cell_name (const char *name)
{
  return ptx_format (CELL_PREFIX "%s", name);
}

const char *
ptx_import_cell (const struct ptx_program *program, const char *name)
{
  return ptx_format ("%s%s", cell_name (name),
		     program->suffix ? program->suffix : "");
}

/* The rewriting of one function: NAME's address is in register REG, which is
   loaded at the beginning once there is a use of it.  */
struct import
{
  const char *name;
  const char *cell;
  const char *reg;
  bool constant;
  bool used;
};

/* The variable called NAME at the base of OPERAND, or null.  */

static struct ptx_operand *
named_variable (struct ptx_operand *operand, const char *name)
{
  while (operand && (operand->kind == PTX_ADDRESS || operand->kind == PTX_SUM))
    operand = operand->inner;
  if (operand && operand->kind == PTX_NAME && strcmp (operand->text, name) == 0)
    return operand;
  return NULL;
}

/* The address as a value is that in the variable's own space, or by cvta a
   generic one: both forms are right for the register, too.  Only a sum is
   not.  */

static void
rewrite_statement (struct import *import, struct ptx_statement *s)
{
  if (s->kind != PTX_INSTRUCTION)
    return;
  for (struct ptx_operand *o = s->operands; o; o = o->next)
    {
      struct ptx_operand *variable = named_variable (o, import->name);

      if (!variable)
	continue;
      if (o->kind == PTX_SUM)
	fatal ("device variable %s is in another library: %s of a sum of its "
	       "address is not supported", import->name, s->opcode->text);
      variable->text = import->reg;
      s->opcode = ptx_opcode_replace (s->opcode, PTX_SPACE_CONST,
				      PTX_SPACE_GLOBAL);
      import->used = true;
    }
}

/* Put the load of the cell, and the declaration of the register, at the
   beginning of CODE.  */

static void
load_address (const struct import *import, struct ptx_code *code)
{
  static const enum ptx_word constant[]
    = { PTX_SPACE_CONST, PTX_TYPE_U64, PTX_NO_WORD };
  static const enum ptx_word global[]
    = { PTX_SPACE_GLOBAL, PTX_WORD_NC, PTX_TYPE_U64, PTX_NO_WORD };
  struct ptx_operand *to = ptx_operand (PTX_NAME, import->reg, NULL);

  to->next = ptx_operand (PTX_ADDRESS, NULL,
			  ptx_operand (PTX_NAME, import->cell, NULL));
  ptx_insert (code, NULL,
	      ptx_instruction (NULL, ptx_opcode (PTX_OP_LD, import->constant
						 ? constant : global), to));
  ptx_insert (code, NULL,
	      ptx_register_declaration (import->reg, PTX_TYPE_U64));
}

static void
rewrite_function (struct import *import, struct ptx_function *function)
{
  import->used = false;
  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    rewrite_statement (import, s);
  if (import->used)
    load_address (import, &function->body);
}

/* Let S, which declares the variable or defines it, define the cell.  */

static void
declare_cell (const struct import *import, struct ptx_statement *s)
{
  struct ptx_operand *const specifiers[]
    = { ptx_specifier (PTX_WORD_VISIBLE),
	ptx_specifier (import->constant ? PTX_SPACE_CONST : PTX_SPACE_GLOBAL),
	ptx_specifier (PTX_WORD_ALIGN),
	ptx_operand (PTX_NUMBER, ptx_format ("%d", CELL_SIZE), NULL),
	ptx_specifier (PTX_TYPE_U64) };
  struct ptx_operand **to = &s->specifiers;

  for (size_t i = 0; i < sizeof specifiers / sizeof *specifiers; i++)
    {
      *to = specifiers[i];
      to = &(*to)->next;
    }
  s->names = PTX_NEW (struct ptx_declarator);
  s->names->name = import->cell;
  s->names->dimensions = "[1]";
}

static void
refuse_initializer (struct ptx_operand *operand, void *data)
{
  const struct import *import = data;

  if (named_variable (operand, import->name))
    fatal ("device variable %s is in another library: its address cannot be an "
	   "initial value in device code", import->name);
}

static bool
names_import_p (const struct import *import, const struct ptx_statement *s)
{
  return (s->kind == PTX_VARIABLE
	  && strcmp (s->names->name, import->name) == 0);
}

/* Put the cell in place of the variable, which may be declared more than
   once.  */

static void
replace_variable (struct ptx_code *code, const struct import *import)
{
  bool declared = false;

  for (struct ptx_statement *s = code->first, *next; s; s = next)
    {
      next = s->next;
      if (!names_import_p (import, s))
	continue;
      if (declared)
	ptx_remove (code, s);
      else
	declare_cell (import, s);
      declared = true;
    }
}

/* Let CODE, in which the variables are cells, use that of IMPORT.  */

static void
rewrite_uses (struct ptx_code *code, struct import *import)
{
  for (struct ptx_statement *s = code->first; s; s = s->next)
    if (s->kind == PTX_FUNCTION)
      rewrite_function (import, s->function);
    else if (s->kind == PTX_VARIABLE)
      ptx_walk_statement (s, refuse_initializer, import);
}

/* The size of the variable NAME of TYPE.  */

static size_t
variable_size (const struct ptx_declarator *name, enum ptx_word type)
{
  size_t size = ptx_type_size (type);

  for (const char *s = name->dimensions; (s = strchr (s, '[')); s++)
    size *= strtoul (s + 1, NULL, 10);
  return size;
}

/* The bytes that PROGRAM's own constant variables have, each at its worst
   alignment.  */

static size_t
constant_bytes (const struct ptx_program *program)
{
  size_t bytes = 0;

  for (size_t i = 0; i < program->n; i++)
    for (struct ptx_statement *s = program->objects[i].code->first; s;
	 s = s->next)
      if (ptx_variable_in_p (s, PTX_SPACE_CONST)
	  && !ptx_specified_p (s->specifiers, PTX_WORD_EXTERN))
	bytes += variable_size (s->names, ptx_specified_type (s->specifiers))
		 + 15;
  return bytes;
}

bool
ptx_any_imports_p (const struct ptx_program *program)
{
  return program->imports.n != 0;
}

void
ptx_import_variables (struct ptx_program *program)
{
  bool constant = (!program->host
		   && (constant_bytes (program) + program->imports.n * CELL_SIZE
		       <= CONSTANT_LIMIT));
  struct ptx_code *code = program->objects[0].code;

  /* The initial value of one, which is nothing here, may name another.  */
  for (int use = 0; use <= 1; use++)
    for (size_t i = 0; i < program->imports.n; i++)
      {
	const char *name = program->imports.data[i];
	struct import import
	  = { .name = name, .cell = cell_name (name),
	      .reg = ptx_format ("%%import%zu", i), .constant = constant };

	if (use)
	  rewrite_uses (code, &import);
	else
	  replace_variable (code, &import);
      }
}
