/* Kernels in two versions, one for arrays with the usual strides.
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

#include "gcuf-descriptor.h"
#include "gcuf-names.h"
#include "ptx-registers.h"

/* The strides of arrays of assumed shape are 64-bit parameters of a kernel.  A
   multiplication by one takes the GPU four instructions, and the address of
   each element takes one for each dimension.  But in nearly all launches the
   first dimension's stride is 1, and the others fit into 31 bits: then there
   is nothing to multiply in the first and one instruction in the others.
   Kernels with such parameters are there twice.  The runtime library has
   the values of the parameters, and launches the second one for the usual
   strides: the device need not look at them.

   No name says which parameters are strides: the first dimension's are those
   of which the kernel wants the maximum with 1, as the front end takes 0 for
   1; the others those that are multiplied by what was extended from 32 bits.
   The code is right whatever they are.

   The strides of a module's allocatable arrays and pointers are loaded of their
   descriptors, which are in constant memory (ptx-descriptors.c): the runtime
   library has those, too.  */

/* As many instructions as a kernel may have; and as many for which it does not
   matter what they are, while in larger ones one in LEAST_SHARE has to be
   64-bit arithmetic, as that of addresses is: other work is the same in both
   versions.  And as many multiplications as it must have: fewer are not worth a
   second kernel.  */
enum { MOST_INSTRUCTIONS = 4000, LARGE = 1000, LEAST_SHARE = 4,
       LEAST_PRODUCTS = 2 };

/* What the parameters are at most in the second kernel, and by what power of
   two they are multiplied at most.  */
enum { UNIT = 1, SMALL = 0x7fffffff, MOST_SHIFT = 4 };

/* The value of registers with strides of descriptors: that of parameters is their
   number from 1 on.  */
enum { STRIDE_OF_DESCRIPTOR = GCUF_BOUND_DESCRIPTORS + 1 };

/* --- Parameters ---------------------------------------------------------- */

/* What OPERAND, a register, is a copy of.  */

static struct ptx_register *
original (const struct ptx_operand *operand)
{
  struct ptx_register *reg = operand->kind == PTX_NAME ? operand->reg : NULL;

  while (reg && reg->definition && !reg->definition->guard
	 && reg->definition->opcode->op == PTX_OP_MOV
	 && reg->definition->operands->next->kind == PTX_NAME
	 && reg->definition->operands->next->reg)
    reg = reg->definition->operands->next->reg;
  return reg;
}

/* The definition, without a guard and by OP and WORDS, of what OPERAND is; or
   null.  */

static struct ptx_statement *
defined_by (const struct ptx_operand *operand, enum ptx_op op,
	    const enum ptx_word *words)
{
  struct ptx_register *reg = original (operand);
  struct ptx_statement *s = reg && !reg->ambiguous ? reg->definition : NULL;

  return s && !s->guard && ptx_opcode_is_p (s->opcode, op, words) ? s : NULL;
}

/* True if OFFSET is that of a stride in a descriptor.  */

static bool
stride_offset_p (long long offset)
{
  const struct gcuf_descriptor *d = NULL;
  long long first = offsetof (struct gcuf_descriptor, dim);

  return offset >= first && (offset - first) % (long long) sizeof d->dim[0] == 0;
}

/* The variable in constant memory whose address ADDRESS is, or null.  */

static const char *
constant_name (const struct ptx_operand *address)
{
  const struct ptx_statement *s = address->reg ? address->reg->definition : NULL;

  if (!address->reg)
    return address->text;
  if (!s || address->reg->ambiguous || s->guard
      || s->opcode->op != PTX_OP_MOV || s->operands->next->kind != PTX_NAME
      || s->operands->next->reg)
    return NULL;
  return s->operands->next->text;
}

/* True if S loads a stride of one of DESCRIPTORS.  */

static bool
loads_stride_p (const struct strings *descriptors,
		const struct ptx_statement *s)
{
  const struct ptx_operand *address;
  const char *name;

  if (s->kind != PTX_INSTRUCTION
      || !ptx_opcode_is_p (s->opcode, PTX_OP_LD,
			   PTX_WORDS (PTX_SPACE_CONST, PTX_TYPE_U64)))
    return false;
  address = s->operands->next->inner;
  if (address->kind != PTX_SUM || address->inner->kind != PTX_NAME
      || !stride_offset_p (atoll (address->text)))
    return false;
  name = constant_name (address->inner);
  return name && strings_have (descriptors, name);
}

/* Give the registers that 64-bit parameters of FUNCTION are loaded to the
   numbers of those as values, and those with strides of DESCRIPTORS another.  */

static void
number_parameters (const struct ptx_function *function,
		   const struct strings *descriptors)
{
  for (const struct ptx_statement *s = function->body.first; s; s = s->next)
    {
      unsigned n = ptx_loaded_parameter (function, s);

      if (n == 0 && loads_stride_p (descriptors, s))
	n = STRIDE_OF_DESCRIPTOR;
      if (n && s->operands->reg && s->operands->reg->definition == s
	  && !s->operands->reg->ambiguous && !s->guard)
	s->operands->reg->value = n;
    }
}

/* The 64-bit parameter, or stride of a descriptor, that OPERAND is, as a register;
   or null.  */

static struct ptx_register *
parameter (const struct ptx_operand *operand)
{
  struct ptx_register *reg = original (operand);

  return reg && reg->value ? reg : NULL;
}

/* The statement that extends a register of 32 bits to OPERAND, or null.  */

static struct ptx_statement *
extension (const struct ptx_operand *operand)
{
  return defined_by (operand, PTX_OP_CVT,
		     PTX_WORDS (PTX_TYPE_S64, PTX_TYPE_S32));
}

/* The parameter P that OPERAND is the maximum of with 1, or null.  */

static struct ptx_register *
unit_parameter (const struct ptx_operand *operand)
{
  struct ptx_statement *s
    = defined_by (operand, PTX_OP_MAX, PTX_WORDS (PTX_TYPE_U64));
  const struct ptx_operand *one = s ? s->operands->next->next : NULL;
  long long n;

  return (one && ptx_integer_p (one, &n) && n == 1
	  ? parameter (s->operands->next) : NULL);
}

static bool
product_p (const struct ptx_statement *s)
{
  const enum ptx_word *low = PTX_WORDS (PTX_WORD_LO, PTX_TYPE_U64);

  return (s->kind == PTX_INSTRUCTION
	  && (ptx_opcode_is_p (s->opcode, PTX_OP_MUL, low)
	      || ptx_opcode_is_p (s->opcode, PTX_OP_MAD, low)));
}

/* What S multiplies by such a maximum, or null.  */

static const struct ptx_operand *
unit_product (const struct ptx_statement *s)
{
  const struct ptx_operand *a, *b;

  if (!product_p (s))
    return NULL;
  a = s->operands->next;
  b = a->next;
  return unit_parameter (b) ? a : unit_parameter (a) ? b : NULL;
}

/* The parameter that OPERAND is a multiple of by 2**SHIFT, or null.  */

static struct ptx_register *
shifted_parameter (const struct ptx_operand *operand, unsigned *shift)
{
  struct ptx_statement *s
    = defined_by (operand, PTX_OP_SHL, PTX_WORDS (PTX_TYPE_B64));
  long long n;

  *shift = 0;
  if (!s || !ptx_integer_p (s->operands->next->next, &n) || n < 0
      || n > MOST_SHIFT)
    return parameter (operand);
  *shift = n;
  return parameter (s->operands->next);
}

/* A product of a parameter, FACTOR, times 2**SHIFT and what EXTENSION
   computes.  If that is a sum with a constant, the product of 64 bits is left:
   two additions in a row make the load wait longer.  */
struct narrow_product
{
  struct ptx_register *factor;
  struct ptx_statement *extension;
  unsigned shift;
};

/* True if A times B is PRODUCT.  */

static bool
product_of_p (struct narrow_product *product, const struct ptx_operand *a,
	      const struct ptx_operand *b)
{
  product->factor = shifted_parameter (a, &product->shift);
  product->extension = extension (b);
  return product->factor && product->extension;
}

/* True if S computes PRODUCT.  */

static bool
narrow_product_p (const struct ptx_statement *s,
		  struct narrow_product *product)
{
  const struct ptx_operand *a, *b;

  if (!product_p (s))
    return false;
  a = s->operands->next;
  b = a->next;
  return product_of_p (product, a, b) || product_of_p (product, b, a);
}

/* --- The parameters that matter ------------------------------------------ */

/* VERSION is for values of REG, a parameter, that are at most MOST.  */

static void
bound (struct ptx_version *version, const struct ptx_register *reg,
       unsigned most)
{
  ptx_bound_version (version, reg->value - 1, most);
}

/* Find out what VERSION of FUNCTION is for.  The result is the number of
   products that become simpler if there is a unit parameter or a descriptor's stride,
   or else zero.  */

static int
find_bounds (struct ptx_version *version, const struct ptx_function *function)
{
  struct narrow_product product;
  int products = 0;
  bool any_stride = false;

  for (const struct ptx_statement *s = function->body.first; s; s = s->next)
    {
      struct ptx_operand *result = ptx_result (s);

      if (result && result->reg && unit_parameter (result))
	{
	  bound (version, unit_parameter (result), UNIT);
	  any_stride = true;
	}
      if (narrow_product_p (s, &product))
	{
	  bound (version, product.factor, SMALL >> product.shift);
	  any_stride |= product.factor->value == STRIDE_OF_DESCRIPTOR;
	}
      products += narrow_product_p (s, &product) || unit_product (s) != NULL;
    }
  return any_stride ? products : 0;
}

/* --- The second kernel --------------------------------------------------- */

/* The code of the second kernel so far, with how many registers of ours.  */
struct body
{
  struct ptx_code *code;
  unsigned made;
};

/* The register for the low half of parameter REG times 2**SHIFT.  */

static const char *
low_part (const struct ptx_register *reg, unsigned shift)
{
  return (shift ? ptx_format ("%s$low%u", reg->name, shift)
	  : ptx_format ("%s$low", reg->name));
}

static struct ptx_operand *
name (const char *text)
{
  return ptx_operand (PTX_NAME, text, NULL);
}

static struct ptx_operand *
number (long long n)
{
  return ptx_operand (PTX_NUMBER, ptx_format ("%lld", n), NULL);
}

/* Append to CODE the low half of the parameter that S loads, times 2**SHIFT.
   */

static void
append_low_part (struct ptx_code *code, const struct ptx_statement *s,
		 unsigned shift)
{
  const struct ptx_opcode *opcode
    = (shift ? ptx_opcode (PTX_OP_SHL, PTX_WORDS (PTX_TYPE_B32))
       : ptx_opcode (PTX_OP_CVT, PTX_WORDS (PTX_TYPE_U32, PTX_TYPE_U64)));
  const char *low = low_part (s->operands->reg, shift);
  struct ptx_operand *operands = name (low);

  operands->next = name (shift ? low_part (s->operands->reg, 0)
			 : s->operands->text);
  operands->next->next = shift ? number (shift) : NULL;
  ptx_insert (code, code->last, ptx_register_declaration (low, PTX_TYPE_U32));
  ptx_insert (code, code->last, ptx_instruction (s, opcode, operands));
}

/* The same for all multiples that products of FUNCTION, of which S is a part,
   need.  */

static void
append_low_parts (struct ptx_code *code, const struct ptx_statement *s,
		  const struct ptx_function *function)
{
  struct narrow_product product;
  unsigned done = 1;

  append_low_part (code, s, 0);
  for (const struct ptx_statement *t = function->body.first; t; t = t->next)
    if (narrow_product_p (t, &product)
	&& product.factor == s->operands->reg && !(done >> product.shift & 1))
      {
	append_low_part (code, s, product.shift);
	done |= 1u << product.shift;
      }
}

/* A register with what S, of a kernel, extends, at the end of BODY.  If it is
   written elsewhere, too, it may have another value there: the result has not.
   */

static const char *
narrow_register (const struct ptx_statement *s, struct body *body)
{
  const struct ptx_register *reg = s->operands->next->reg;
  struct ptx_operand *result;

  if (reg && reg->definition && !reg->ambiguous)
    return reg->name;
  result = name (ptx_format ("%%narrow%u", body->made++));
  result->next = name (s->operands->text);
  ptx_insert (body->code, body->code->last,
	      ptx_register_declaration (result->text, PTX_TYPE_U32));
  ptx_insert (body->code, body->code->last,
	      ptx_instruction (NULL, ptx_opcode (PTX_OP_CVT,
						 PTX_WORDS (PTX_TYPE_U32,
							    PTX_TYPE_U64)),
			       result));
  return result->text;
}

/* Let COPY, which computes PRODUCT, perhaps plus REST, do that with 32 bits, at
   the end of BODY.  */

static void
narrow (struct ptx_statement *copy, const struct narrow_product *product,
	struct ptx_operand *rest, struct body *body)
{
  const enum ptx_word *wide = PTX_WORDS (PTX_WORD_WIDE, PTX_TYPE_S32);
  const char *low = low_part (product->factor, product->shift);

  copy->opcode = ptx_opcode (rest ? PTX_OP_MAD : PTX_OP_MUL, wide);
  copy->operands->next = name (narrow_register (product->extension, body));
  copy->operands->next->next = name (low);
  copy->operands->next->next->next = rest;
}

/* Let COPY, of S, make use of the bounds, at the end of BODY.  */

static void
simplify (const struct ptx_statement *s, struct ptx_statement *copy,
	  struct body *body)
{
  struct ptx_operand *result = ptx_result (s), *rest = NULL;
  struct narrow_product product;

  if (product_p (s))
    rest = copy->operands->next->next->next;
  if (result && result->reg && unit_parameter (result)
      && result->reg->definition == s)
    {
      copy->opcode = ptx_opcode (PTX_OP_MOV, PTX_WORDS (PTX_TYPE_U64));
      copy->operands->next = ptx_operand (PTX_NUMBER, "1", NULL);
    }
  else if (unit_product (s))
    {
      const struct ptx_operand *other = unit_product (s);

      copy->opcode = ptx_opcode (rest ? PTX_OP_ADD : PTX_OP_MOV,
				 PTX_WORDS (PTX_TYPE_U64));
      copy->operands->next = ptx_operand (other->kind, other->text, NULL);
      copy->operands->next->next = rest;
    }
  else if (narrow_product_p (s, &product))
    narrow (copy, &product, rest, body);
}

/* True if S loads a parameter that VERSION has a bound for.  */

static bool
loads_bounded_p (const struct ptx_version *version,
		 const struct ptx_statement *s)
{
  struct ptx_operand *result = ptx_result (s);
  struct ptx_register *reg = result ? result->reg : NULL;

  if (!reg || reg->definition != s || !reg->value)
    return false;
  for (size_t i = 0; i < version->n; i++)
    if (version->bounds[i].parameter == reg->value - 1)
      return true;
  return false;
}

static struct ptx_statement *
second_kernel (const struct ptx_version *version,
	       const struct ptx_function *function)
{
  struct ptx_statement *statement = ptx_new_version (function, version->name);
  struct ptx_code *code = &statement->function->body;
  struct body body = { code, 0 };

  for (const struct ptx_statement *s = function->body.first; s; s = s->next)
    {
      struct ptx_statement *t = ptx_copy_statement (s);

      simplify (s, t, &body);
      ptx_insert (code, code->last, t);
      if (loads_bounded_p (version, s))
	append_low_parts (code, s, function);
    }
  return statement;
}

/* True if S computes with integers of 64 bits.  */

static bool
long_arithmetic_p (const struct ptx_statement *s)
{
  return (s->kind == PTX_INSTRUCTION
	  && (s->opcode->op == PTX_OP_ADD || s->opcode->op == PTX_OP_SUB
	      || s->opcode->op == PTX_OP_SHL || s->opcode->op == PTX_OP_MUL
	      || s->opcode->op == PTX_OP_MAD)
	  && !ptx_float_type_p (s->opcode->type)
	  && ptx_type_size (s->opcode->type) == 8);
}

/* True if what addresses cost in FUNCTION is worth a second one, as far as its
   size says.  */

static bool
worth_version_p (const struct ptx_function *function)
{
  unsigned n = ptx_count_instructions (function), arithmetic = 0;

  for (const struct ptx_statement *s = function->body.first; s; s = s->next)
    arithmetic += long_arithmetic_p (s);
  return (n <= LARGE
	  || (n <= MOST_INSTRUCTIONS && arithmetic * LEAST_SHARE >= n));
}

/* Put the second version of S, a kernel, after it in CODE, if it is to have
   one.  */

static void
add_version (struct ptx_program *program, struct ptx_code *code,
	     struct ptx_statement *s)
{
  struct ptx_function *function = s->function;
  struct ptx_registers registers = { 0 };
  struct ptx_version version = { .entry = function->name };

  ptx_find_registers (&registers, function);
  ptx_find_definitions (function);
  number_parameters (function, &program->descriptors);
  if (find_bounds (&version, function) >= LEAST_PRODUCTS)
    {
      version.name = ptx_format ("%s$strides", function->name);
      ptx_insert (code, s, second_kernel (&version, function));
      ptx_add_version (program, &version);
    }
  else
    free (version.bounds);
  ptx_free_registers (&registers);
}

void
ptx_version_strides (struct ptx_program *program)
{
  for (size_t i = 0; i < program->n; i++)
    {
      struct ptx_code *code = program->objects[i].code;

      for (struct ptx_statement *s = code->first, *next; s; s = next)
	{
	  next = s->next;
	  if (ptx_kernel_p (s) && worth_version_p (s->function))
	    add_version (program, code, s);
	}
    }
}

bool
ptx_stride_half_p (const char *name, const char *stride, const char *low)
{
  const char *end = strrchr (name, '$');
  size_t n = strlen (stride);

  return (end && strcmp (end, "$strides") == 0
	  && strncmp (low, stride, n) == 0 && strcmp (low + n, "$low") == 0);
}
