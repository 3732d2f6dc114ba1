/* PTX code as a tree: modules, functions, statements, operands.
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

#ifndef CUDAFORTRAN_PTX_IR_H
#define CUDAFORTRAN_PTX_IR_H

#include <stdbool.h>
#include <stddef.h>

#include "ptx-opcodes.h"

/* All of it lives in one arena until the program ends, and strings are never
   changed in place, so that nodes may share them.  */
extern void *ptx_alloc (size_t size);
extern char *ptx_strndup (const char *s, size_t n);
extern char *ptx_format (const char *format, ...)
  __attribute__ ((format (printf, 1, 2)));
#define PTX_NEW(TYPE) ((TYPE *) ptx_alloc (sizeof (TYPE)))

enum ptx_operand_kind
{
  PTX_NAME,			/* A register, symbol or label; also a word that
				   begins with a dot, in a declaration.  */
  PTX_NUMBER,			/* With its sign, as written.  */
  PTX_STRING,			/* With its quotes.  */
  PTX_SUM,			/* INNER, a name, plus TEXT: "+8" or "-8".  */
  PTX_ADDRESS,			/* [INNER]  */
  PTX_VECTOR,			/* {INNER, ...}; also an initializer.  */
  PTX_LIST,			/* (INNER, ...), in calls.  */
  PTX_PAIR,			/* INNER|INNER  */
  PTX_NOT,			/* !INNER  */
  PTX_APPLY			/* TEXT (INNER, ...), as in generic (x).  */
};

struct ptx_register;

struct ptx_operand
{
  enum ptx_operand_kind kind;
  const char *text;
  struct ptx_operand *inner;	/* The first one inside.  */
  struct ptx_operand *next;
  enum ptx_word word;		/* A specifier's; the type of a number that is
				   written as one of floating point.  */
  struct ptx_register *reg;	/* A name's, see ptx-registers.h.  */
  bool element;			/* The name is of an element of that, as
				   %v.x.  */
};

/* One name of a declaration.  */
struct ptx_declarator
{
  const char *name;
  const char *dimensions;	/* "[4][2]", or "<8>" of numbered registers, or
				   empty.  */
  struct ptx_operand *value;	/* The initializer or null.  */
  struct ptx_declarator *next;
};

enum ptx_statement_kind
{
  PTX_INSTRUCTION,		/* GUARD, OPCODE, OPERANDS.  */
  PTX_LABEL,			/* TEXT without its colon.  */
  PTX_BLOCK_BEGIN,
  PTX_BLOCK_END,
  PTX_COMMENT,			/* TEXT with its slashes.  */
  PTX_LINE,			/* WORD and TEXT, a directive that ends with the
				   line.  */
  PTX_DIRECTIVE,		/* TEXT, one that ends with a semicolon.  */
  PTX_VARIABLE,			/* SPECIFIERS, NAMES.  */
  PTX_FUNCTION			/* FUNCTION.  */
};

struct ptx_statement
{
  enum ptx_statement_kind kind;
  struct ptx_statement *previous, *next;
  const char *text;
  const struct ptx_opcode *opcode;
  enum ptx_word word;
  struct ptx_operand *guard;	/* %p or !%p after the @, or null.  */
  struct ptx_operand *operands;
  struct ptx_operand *specifiers; /* ".visible", ".align", "8", ...  */
  struct ptx_declarator *names;
  struct ptx_function *function;
  bool mark;			/* The running pass's own.  */
};

/* The statements of a module or of a function's body.  */
struct ptx_code
{
  struct ptx_statement *first, *last;
};

/* A directive of a function: .maxntid 256.  Functions may share lists of them,
   of which nothing ever changes.  */
struct ptx_directive
{
  enum ptx_word word;
  const char *text;		/* With the word.  */
  const char *arguments;	/* The text after it.  */
  const struct ptx_directive *next;
};

struct ptx_function
{
  struct ptx_operand *specifiers; /* ".visible", ".entry".  */
  const char *name;
  struct ptx_code results;	/* Declarations; the same of PARAMETERS.  */
  struct ptx_code parameters;
  bool has_parameters;		/* There are parentheses for them.  */
  const struct ptx_directive *directives; /* Behind the header.  */
  bool defined;
  struct ptx_code body;
};

/* Parse the PTX module TEXT.  Stops the program if it is none; NAME names it
   in the message.  */
extern struct ptx_code *ptx_parse (const char *text, const char *name);

/* The text of CODE, with one statement a line, in memory from malloc.  */
extern char *ptx_print (const struct ptx_code *code);

/* The text of STATEMENT in the same form.  */
extern char *ptx_print_one (const struct ptx_statement *statement);

/* Put STATEMENT after AFTER, or first if that is null; remove it.  */
extern void ptx_insert (struct ptx_code *code, struct ptx_statement *after,
			struct ptx_statement *statement);
extern void ptx_remove (struct ptx_code *code, struct ptx_statement *statement);

extern struct ptx_operand *ptx_operand (enum ptx_operand_kind kind,
					const char *text,
					struct ptx_operand *inner);

/* NAME as an operand; operands with a copy of each of those given, up to a null.  */
extern struct ptx_operand *ptx_name (const char *name);
extern struct ptx_operand *ptx_operands (const struct ptx_operand *first, ...);

/* True if OPERAND is a number that is not written as one of floating point,
   which is then in *N.  */
extern bool ptx_integer_p (const struct ptx_operand *operand, long long *n);

/* A copy of the list of operands; one of a statement, in no list.  */
extern struct ptx_operand *ptx_copy_operands (const struct ptx_operand *);
extern struct ptx_statement *ptx_copy_statement (const struct ptx_statement *);

/* How many operands there are from OPERAND on.  */
extern size_t ptx_count_operands (const struct ptx_operand *operand);

/* A new instruction under the guard of LIKE, or none if that is null.  */
extern struct ptx_statement *ptx_instruction (const struct ptx_statement *like,
					      const struct ptx_opcode *opcode,
					      struct ptx_operand *operands);

/* The label NAME; a branch to it, under a copy of GUARD if that is not null.  */
extern struct ptx_statement *ptx_label_statement (const char *name);
extern struct ptx_statement *ptx_branch_statement
  (const struct ptx_operand *guard, const char *name);

/* The operand of CALL, a call, that names the function.  */
extern struct ptx_operand *ptx_call_target (const struct ptx_statement *call);

/* A declaration of the register NAME of TYPE.  */
extern struct ptx_statement *ptx_register_declaration (const char *name,
						       enum ptx_word type);

/* The specifier WORD.  */
extern struct ptx_operand *ptx_specifier (enum ptx_word word);

/* WORD among SPECIFIERS, or null; true if it is there.  */
extern struct ptx_operand *ptx_find_specifier (struct ptx_operand *specifiers,
					       enum ptx_word word);
extern bool ptx_specified_p (const struct ptx_operand *specifiers,
			     enum ptx_word word);

/* Let SPECIFIERS have TO in place of FROM, if that is there.  */
extern void ptx_replace_specifier (struct ptx_operand *specifiers,
				   enum ptx_word from, enum ptx_word to);

/* True if S declares variables, or registers, in SPACE.  */
extern bool ptx_variable_in_p (const struct ptx_statement *s,
			       enum ptx_word space);

/* The last of SPECIFIERS, which is the type of what is declared.  */
extern enum ptx_word ptx_specified_type (const struct ptx_operand *specifiers);

/* The operand with the number after .align among SPECIFIERS, or null.  */
extern struct ptx_operand *ptx_alignment (struct ptx_operand *specifiers);

/* True if S is the definition of a kernel; that of the kernel NAME in CODE, or
   null.  */
extern bool ptx_kernel_p (const struct ptx_statement *s);
extern struct ptx_statement *ptx_find_kernel (const struct ptx_code *code,
					      const char *name);

/* Let FUNCTION have one more directive, of TEXT, at the end; that of WORD, or
   null.  */
extern void ptx_add_directive (struct ptx_function *function, const char *text);
extern const struct ptx_directive *ptx_find_directive
  (const struct ptx_function *function, enum ptx_word word);

/* True if the function NAME of the PTX is FN of the source, or made of it.  */
extern bool ptx_version_p (const char *name, const char *fn);

/* Call FN for OPERAND and those that follow it, and for all inside them.  */
typedef void ptx_operand_fn (struct ptx_operand *, void *data);
extern void ptx_walk_operands (struct ptx_operand *operand,
			       ptx_operand_fn *fn, void *data);

/* Call FN for all operands of STATEMENT: its guard, its operands and the
   initializers of a declaration.  */
extern void ptx_walk_statement (struct ptx_statement *statement,
				ptx_operand_fn *fn, void *data);

#endif
