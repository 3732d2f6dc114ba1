/* Print PTX, in GCC's style.
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

#include <stdio.h>

#include "ptx-ir.h"
#include "support.h"

static void print_operands (FILE *f, const struct ptx_operand *operand,
			    const char *separator);

static void
print_operand (FILE *f, const struct ptx_operand *operand)
{
  /* What stands around and between the inner operands.  */
  static const struct
  {
    const char *before, *separator, *after;
  } forms[] = {
    [PTX_SUM] = { "", ",", "" },
    [PTX_ADDRESS] = { "[", ",", "]" },
    [PTX_VECTOR] = { "{", ",", "}" },
    [PTX_LIST] = { "(", ",", ")" },
    [PTX_PAIR] = { "", "|", "" },
    [PTX_NOT] = { "!", ",", "" },
    [PTX_APPLY] = { "(", ",", ")" },
  };

  switch (operand->kind)
    {
    case PTX_NAME:
    case PTX_NUMBER:
    case PTX_STRING:
      fputs (operand->text, f);
      return;
    case PTX_APPLY:
      fputs (operand->text, f);
      break;
    default:
      break;
    }
  fputs (forms[operand->kind].before, f);
  print_operands (f, operand->inner, forms[operand->kind].separator);
  fputs (forms[operand->kind].after, f);
  /* An assembler knows no difference of a register and a number.  */
  if (operand->kind == PTX_SUM)
    fprintf (f, "%s%s", *operand->text == '-' ? "+" : "", operand->text);
}

static void
print_operands (FILE *f, const struct ptx_operand *operand,
		const char *separator)
{
  for (; operand; operand = operand->next)
    {
      print_operand (f, operand);
      if (operand->next)
	fputs (separator, f);
    }
}

static void
print_declaration (FILE *f, const struct ptx_statement *statement)
{
  print_operands (f, statement->specifiers, " ");
  for (const struct ptx_declarator *d = statement->names; d; d = d->next)
    {
      fprintf (f, "%s%s%s", d == statement->names ? " " : ",", d->name,
	       d->dimensions);
      if (d->value)
	{
	  fputs (" = ", f);
	  print_operand (f, d->value);
	}
    }
}

static void
print_parameters (FILE *f, const struct ptx_code *code)
{
  fputs (" (", f);
  for (const struct ptx_statement *s = code->first; s; s = s->next)
    {
      print_declaration (f, s);
      if (s->next)
	fputs (",", f);
    }
  putc (')', f);
}

static void print_code (FILE *f, const struct ptx_code *code);

static void
print_function (FILE *f, const struct ptx_function *function)
{
  print_operands (f, function->specifiers, " ");
  if (function->results.first)
    print_parameters (f, &function->results);
  fprintf (f, " %s", function->name);
  if (function->has_parameters)
    print_parameters (f, &function->parameters);
  for (const struct ptx_directive *d = function->directives; d; d = d->next)
    fprintf (f, "%s%s ", d == function->directives ? " " : "", d->text);
  if (!function->defined)
    {
      fputs (";\n", f);
      return;
    }
  fputs ("\n{\n", f);
  print_code (f, &function->body);
  fputs ("}\n", f);
}

static void
print_instruction (FILE *f, const struct ptx_statement *statement)
{
  if (statement->guard)
    {
      putc ('@', f);
      print_operand (f, statement->guard);
      putc (' ', f);
    }
  fputs (statement->opcode->text, f);
  if (statement->operands)
    putc (' ', f);
  print_operands (f, statement->operands, ",");
  fputs (";\n", f);
}

static void
print_statement (FILE *f, const struct ptx_statement *statement)
{
  switch (statement->kind)
    {
    case PTX_INSTRUCTION:
      print_instruction (f, statement);
      break;
    case PTX_LABEL:
      fprintf (f, "%s:\n", statement->text);
      break;
    case PTX_BLOCK_BEGIN:
      fputs ("{\n", f);
      break;
    case PTX_BLOCK_END:
      fputs ("}\n", f);
      break;
    case PTX_COMMENT:
    case PTX_LINE:
      fprintf (f, "%s\n", statement->text);
      break;
    case PTX_DIRECTIVE:
      fprintf (f, "%s;\n", statement->text);
      break;
    case PTX_VARIABLE:
      print_declaration (f, statement);
      fputs (";\n", f);
      break;
    case PTX_FUNCTION:
      print_function (f, statement->function);
      break;
    }
}

static void
print_code (FILE *f, const struct ptx_code *code)
{
  for (const struct ptx_statement *s = code->first; s; s = s->next)
    print_statement (f, s);
}

/* Run PRINT for DATA, and return what it writes.  */

static char *
print_to_memory (void (*print) (FILE *, const void *), const void *data)
{
  char *text;
  size_t size;
  FILE *f = open_memstream (&text, &size);

  if (!f)
    fatal ("out of memory");
  print (f, data);
  if (fclose (f) != 0)
    fatal ("out of memory");
  return text;
}

static void
print_all (FILE *f, const void *code)
{
  print_code (f, code);
}

static void
print_one (FILE *f, const void *statement)
{
  print_statement (f, statement);
}

char *
ptx_print (const struct ptx_code *code)
{
  return print_to_memory (print_all, code);
}

char *
ptx_print_one (const struct ptx_statement *statement)
{
  return print_to_memory (print_one, statement);
}
