/* The opcodes of PTX as numbers.
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

#ifndef CUDAFORTRAN_PTX_OPCODES_H
#define CUDAFORTRAN_PTX_OPCODES_H

#include <stdbool.h>
#include <stddef.h>

/* What stands before the first dot of an opcode: PTX_OP_LD...  */
enum ptx_op
{
  PTX_OP_UNKNOWN,
#define PTX_OPCODE(number, name, least, types, result, flags) PTX_OP_##number,
#include "ptx-opcodes.def"
#undef PTX_OPCODE
  PTX_N_OPS
};

/* What stands after a dot, in opcodes, declarations and directives:
   PTX_SPACE_GLOBAL, PTX_TYPE_U32, PTX_WORD_LO...  */
enum ptx_word
{
  PTX_NO_WORD,			/* There is none, or no more.  */
  PTX_UNKNOWN_WORD,
#define PTX_SPACE(number, name, pointer, use) PTX_SPACE_##number,
#define PTX_TYPE(number, name, bytes, kind) PTX_TYPE_##number,
#define PTX_WORD(number, name, flags) PTX_WORD_##number,
#include "ptx-words.def"
#undef PTX_SPACE
#undef PTX_TYPE
#undef PTX_WORD
  PTX_N_WORDS
};

/* --- What the tables say ------------------------------------------------- */

/* Which types an instruction wants its operands to be of.  */
enum ptx_operand_types
{
  PTX_TYPES_ANY,		/* Nothing is known.  */
  PTX_TYPES_LAST,		/* That at the end of the opcode.  */
  PTX_TYPES_LAST_TWO,		/* The same, and the result of that before.  */
  PTX_TYPES_NUMBERS		/* Integers or bits.  */
};

enum ptx_opcode_flags
{
  PTX_NO_FLAGS = 0,
  PTX_PURE = 1,			/* It does nothing but compute its result,
				   unless a word says more.  */
  PTX_LOAD = 2,			/* It accesses memory in any space,  */
  PTX_STORE = 4,
  PTX_ATOMIC = 8,
  PTX_MEMORY = PTX_LOAD | PTX_STORE | PTX_ATOMIC,
  PTX_BRANCH = 16		/* It ends a basic block.  */
};

enum ptx_type_kind
{
  PTX_NO_KIND,			/* It is no number.  */
  PTX_BITS,
  PTX_INTEGERS,
  PTX_FLOATS,
  PTX_FLOATS_IN_BITS		/* Registers for them are of bits.  */
};

enum ptx_word_flags
{
  PTX_IMPURE = 1,		/* With it a pure instruction does more.  */
  PTX_BEFORE_SPACE = 2,		/* In an opcode it comes before the space.  */
  PTX_DECLARES = 4,		/* It begins a declaration.  */
  PTX_ENDS_WITH_LINE = 8	/* It begins a directive that does.  */
};

/* The name of WORD without its dot.  */
extern const char *ptx_word_name (enum ptx_word word);

/* The word of the LENGTH characters at NAME, without a dot.  */
extern enum ptx_word ptx_find_word (const char *name, size_t length);

/* True if WORD is a state space, or has one of FLAGS.  */
extern bool ptx_space_p (enum ptx_word word);
extern bool ptx_word_flag_p (enum ptx_word word, unsigned flags);

/* How many bytes a value of TYPE has; 0 for predicates and for words that are
   no types.  */
extern int ptx_type_size (enum ptx_word type);
extern enum ptx_type_kind ptx_type_kind (enum ptx_word type);

/* True if TYPE is a floating-point type.  */
extern bool ptx_float_type_p (enum ptx_word type);

/* The type of integers, bits or numbers of KIND that has SIZE bytes.  */
extern enum ptx_word ptx_type (enum ptx_type_kind kind, int size);

/* --- Opcodes ------------------------------------------------------------- */

/* An opcode, as ld.global.v2.f32.  There is one such structure for each text,
   so that equal opcodes have the same address.  None ever changes.  */
struct ptx_opcode
{
  const char *text;		/* As it is printed.  */
  enum ptx_op op;
  unsigned flags;		/* Of enum ptx_opcode_flags: PTX_PURE only if no
				   word says more.  */
  size_t least;			/* Operands that there are at least.  */
  enum ptx_operand_types types;
  bool result;			/* The first operand is one.  */
  bool known;			/* Its name and all words are in the tables.  */
  enum ptx_word space;		/* The first space among the words.  */
  enum ptx_word type;		/* The last word, if it is a type...  */
  enum ptx_word first_type;	/* ... and that before it, likewise.  */
  int vector;			/* Elements: 1 if it is none.  */
  size_t n;			/* Words, and then PTX_NO_WORD.  */
  enum ptx_word words[];
};

/* The opcode that TEXT is.  */
extern const struct ptx_opcode *ptx_find_opcode (const char *text);

/* The opcode of OP and WORDS, which PTX_NO_WORD ends.  */
#define PTX_WORDS(...) ((const enum ptx_word []) { __VA_ARGS__, PTX_NO_WORD })
extern const struct ptx_opcode *ptx_opcode (enum ptx_op op,
					    const enum ptx_word *words);

/* True if OPCODE is that of OP and WORDS.  */
extern bool ptx_opcode_is_p (const struct ptx_opcode *opcode, enum ptx_op op,
			     const enum ptx_word *words);

/* True if WORD is among those of OPCODE.  */
extern bool ptx_opcode_has_p (const struct ptx_opcode *opcode,
			      enum ptx_word word);

/* OPCODE with WORD before its word number PLACE, or at the end; with the word
   TO in place of FROM wherever it has that; and with another OP.  */
extern const struct ptx_opcode *ptx_opcode_insert
  (const struct ptx_opcode *opcode, size_t place, enum ptx_word word);
extern const struct ptx_opcode *ptx_opcode_replace
  (const struct ptx_opcode *opcode, enum ptx_word from, enum ptx_word to);
extern const struct ptx_opcode *ptx_opcode_rename
  (const struct ptx_opcode *opcode, enum ptx_op op);

#endif
