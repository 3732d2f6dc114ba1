/* Find out what the registers of PTX may hold addresses of.
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

#include "ptx-spaces.h"

#include <string.h>

/* The analysis ignores the order of a function's statements: a register has
   one value, that of all its definitions together.  Parameters of a function
   are what all callers pass.  Everything begins as undefined and only rises,
   until nothing changes.  */

/* --- The values ---------------------------------------------------------- */

/* True if V is in the chain of the lattice: integers and global pointers are
   less than what may be either, and that is less than an opaque value.  */

static bool
chained_p (enum ptx_value v)
{
  return (v == PTX_INTEGER || v == PTX_GLOBAL || v == PTX_MAYBE_GLOBAL
	  || v == PTX_OPAQUE);
}

/* What may be A or B.  */

static enum ptx_value
join (enum ptx_value a, enum ptx_value b)
{
  if (a == b || b == PTX_UNDEFINED)
    return a;
  if (a == PTX_UNDEFINED)
    return b;
  if (!chained_p (a) || !chained_p (b))
    return PTX_MIXED;
  return a == PTX_OPAQUE || b == PTX_OPAQUE ? PTX_OPAQUE : PTX_MAYBE_GLOBAL;
}

/* What is computed from A and B in a way that may or may not keep a pointer;
   also from one, taken twice.  */

static enum ptx_value
combine (enum ptx_value a, enum ptx_value b)
{
  enum ptx_value v = join (a, b);

  if (a == PTX_UNDEFINED || b == PTX_UNDEFINED)
    return PTX_UNDEFINED;
  if (v == PTX_GLOBAL)
    return PTX_MAYBE_GLOBAL;
  return chained_p (v) ? v : PTX_MIXED;
}

static enum ptx_value
sum (enum ptx_value a, enum ptx_value b)
{
  if (a == PTX_INTEGER && b != PTX_UNDEFINED)
    return b;
  if (b == PTX_INTEGER)
    return a;
  return combine (a, b);
}

/* The difference of two pointers into one space is a number, but one of kernel
   parameters may still be a pointer minus a number.  */

static enum ptx_value
difference (enum ptx_value a, enum ptx_value b)
{
  if (b == PTX_INTEGER)
    return a;
  if (a == b && (!chained_p (a) || a == PTX_GLOBAL) && a != PTX_MIXED
      && a != PTX_UNDEFINED)
    return PTX_INTEGER;
  return combine (a, b);
}

/* A multiple of A, or A shifted, is an integer: what is scaled was no pointer.
   If it is known to have been one, the result is unknown.  */

static enum ptx_value
scale (enum ptx_value a)
{
  if (a == PTX_UNDEFINED)
    return a;
  return chained_p (a) ? PTX_INTEGER : PTX_MIXED;
}

enum ptx_value
ptx_value_of (const struct ptx_operand *operand)
{
  enum ptx_value v = PTX_UNDEFINED;

  switch (operand->kind)
    {
    case PTX_NUMBER:
      return PTX_INTEGER;
    case PTX_NAME:
      if (operand->reg)
	return (operand->reg->ambiguous ? PTX_MIXED
		: (enum ptx_value) operand->reg->value);
      /* A special register, or the address of a symbol in its own space.  */
      return operand->text[0] == '%' ? PTX_INTEGER : PTX_OPAQUE;
    case PTX_VECTOR:
      for (operand = operand->inner; operand; operand = operand->next)
	v = join (v, ptx_value_of (operand));
      return v;
    default:
      return PTX_OPAQUE;
    }
}

/* --- What instructions compute ------------------------------------------- */

/* The functions take the instruction's opcode and its operands after the
   first.  */
typedef enum ptx_value rule_fn (const struct ptx_opcode *opcode,
				struct ptx_operand *);

static enum ptx_value
copy_rule (const struct ptx_opcode *opcode, struct ptx_operand *a)
{
  (void) opcode;
  return a->kind == PTX_VECTOR ? combine (ptx_value_of (a), PTX_OPAQUE)
			       : ptx_value_of (a);
}

/* Only what keeps all bits is a pointer after.  */

static enum ptx_value
convert_rule (const struct ptx_opcode *opcode, struct ptx_operand *a)
{
  enum ptx_value v = ptx_value_of (a);

  return (ptx_opcode_is_p (opcode, PTX_OP_CVT,
			   PTX_WORDS (PTX_TYPE_U64, PTX_TYPE_U64))
	  ? v : combine (v, v));
}

static enum ptx_value
sum_rule (const struct ptx_opcode *opcode, struct ptx_operand *a)
{
  (void) opcode;
  return sum (ptx_value_of (a), ptx_value_of (a->next));
}

static enum ptx_value
difference_rule (const struct ptx_opcode *opcode, struct ptx_operand *a)
{
  (void) opcode;
  return difference (ptx_value_of (a), ptx_value_of (a->next));
}

static enum ptx_value
negate_rule (const struct ptx_opcode *opcode, struct ptx_operand *a)
{
  (void) opcode;
  return difference (PTX_INTEGER, ptx_value_of (a));
}

static enum ptx_value
choose_rule (const struct ptx_opcode *opcode, struct ptx_operand *a)
{
  (void) opcode;
  return join (ptx_value_of (a), ptx_value_of (a->next));
}

static enum ptx_value
combine_rule (const struct ptx_opcode *opcode, struct ptx_operand *a)
{
  enum ptx_value v = ptx_value_of (a);

  (void) opcode;
  return combine (v, a->next ? ptx_value_of (a->next) : v);
}

static enum ptx_value
scale_rule (const struct ptx_opcode *opcode, struct ptx_operand *a)
{
  enum ptx_value v = scale (ptx_value_of (a));

  (void) opcode;
  for (a = a->next; a; a = a->next)
    v = combine (v, scale (ptx_value_of (a)));
  return v;
}

static enum ptx_value
multiply_add_rule (const struct ptx_opcode *opcode, struct ptx_operand *a)
{
  (void) opcode;
  return sum (combine (scale (ptx_value_of (a)),
		       scale (ptx_value_of (a->next))),
	      ptx_value_of (a->next->next));
}

static enum ptx_value
integer_rule (const struct ptx_opcode *opcode, struct ptx_operand *a)
{
  (void) opcode;
  (void) a;
  return PTX_INTEGER;
}

/* Pointers have eight bytes.  */

static enum ptx_value
load_rule (const struct ptx_opcode *opcode, struct ptx_operand *a)
{
  (void) a;
  return (opcode->type != PTX_NO_WORD && ptx_type_size (opcode->type) < 8
	  ? PTX_INTEGER : PTX_OPAQUE);
}

/* Of cvta.shared.u64 and its like; not of cvta.to.shared.u64.  */

static enum ptx_value
address_rule (const struct ptx_opcode *opcode, struct ptx_operand *a)
{
  (void) a;
  return ptx_pointer_into (opcode->words[0]);
}

/* Nothing is known of the instruction.  */

static enum ptx_value
unknown_rule (const struct ptx_opcode *opcode, struct ptx_operand *a)
{
  enum ptx_value v = PTX_OPAQUE;

  (void) opcode;
  for (; a; a = a->next)
    v = join (v, ptx_value_of (a));
  return v;
}

/* FLOATING says that the rule holds where the type is a floating-point one:
   arithmetic on those makes no pointers.  */
static const struct
{
  rule_fn *rule;		/* Null for unknown_rule.  */
  bool floating;
} rules[PTX_N_OPS] = {
  [PTX_OP_MOV] = { copy_rule, true },
  [PTX_OP_LD] = { load_rule, true },
  [PTX_OP_LDU] = { load_rule, true },
  [PTX_OP_ATOM] = { load_rule, true },
  [PTX_OP_SELP] = { choose_rule, true },
  [PTX_OP_CVTA] = { address_rule, false },
  [PTX_OP_CVT] = { convert_rule, false },
  [PTX_OP_ADD] = { sum_rule, false },
  [PTX_OP_SUB] = { difference_rule, false },
  [PTX_OP_NEG] = { negate_rule, false },
  [PTX_OP_MAD] = { multiply_add_rule, false },
  [PTX_OP_MIN] = { choose_rule, false },
  [PTX_OP_MAX] = { choose_rule, false },
  [PTX_OP_AND] = { combine_rule, false },
  [PTX_OP_OR] = { combine_rule, false },
  [PTX_OP_XOR] = { combine_rule, false },
  [PTX_OP_NOT] = { combine_rule, false },
  [PTX_OP_ABS] = { combine_rule, false },
  [PTX_OP_MUL] = { scale_rule, false },
  [PTX_OP_SHL] = { scale_rule, false },
  [PTX_OP_SHR] = { scale_rule, false },
  [PTX_OP_DIV] = { scale_rule, false },
  [PTX_OP_REM] = { scale_rule, false },
  [PTX_OP_POPC] = { integer_rule, false },
  [PTX_OP_CLZ] = { integer_rule, false },
  [PTX_OP_CNOT] = { integer_rule, false },
  [PTX_OP_SETP] = { integer_rule, false },
  [PTX_OP_SET] = { integer_rule, false },
  [PTX_OP_TESTP] = { integer_rule, false },
  [PTX_OP_FMA] = { integer_rule, false },
};

static enum ptx_value
computed (const struct ptx_statement *statement)
{
  const struct ptx_opcode *opcode = statement->opcode;
  struct ptx_operand *a = statement->operands->next;

  if (!a)
    return PTX_MIXED;
  if (!rules[opcode->op].rule)
    return unknown_rule (opcode, a);
  if (ptx_float_type_p (opcode->type) && !rules[opcode->op].floating)
    return PTX_INTEGER;
  return rules[opcode->op].rule (opcode, a);
}

/* --- Calls --------------------------------------------------------------- */

/* A value in a map.  */
struct ptx_cell
{
  enum ptx_value value;
};

/* A pass over a function.  */
struct walk
{
  struct ptx_symbols *symbols;
  struct ptx_flow *flow;
  struct map passed;		/* What the parameters of the calls hold.  */
  bool changed;
};

static struct ptx_cell *
cell (struct map *map, const char *name)
{
  void **place = map_place (map, name);

  if (!*place)
    *place = PTX_NEW (struct ptx_cell);
  return *place;
}

static void
raise_value (struct walk *walk, enum ptx_value *to, enum ptx_value v)
{
  v = join (*to, v);
  if (v != *to)
    {
      *to = v;
      walk->changed = true;
    }
}

static struct ptx_flow *
callee (struct walk *walk, const struct ptx_operand *target)
{
  struct ptx_symbol *symbol
    = (target->kind == PTX_NAME && !target->reg
       ? ptx_symbol (walk->symbols, walk->flow->object, target->text) : NULL);

  return symbol ? symbol->data : NULL;
}

static void
pass_arguments (struct walk *walk, struct ptx_flow *to,
		const struct ptx_operand *list)
{
  const struct ptx_operand *a = list ? list->inner : NULL;

  for (const struct ptx_statement *p = to->function->parameters.first; p;
       p = p->next)
    {
      const struct ptx_cell *from = a ? map_get (&walk->passed, a->text) : NULL;

      raise_value (walk, &cell (&to->parameters, p->names->name)->value,
		   from ? from->value : PTX_OPAQUE);
      a = a ? a->next : NULL;
    }
}

static void
visit_call (struct walk *walk, const struct ptx_statement *call)
{
  const struct ptx_operand *target = ptx_call_target (call);
  struct ptx_flow *to = callee (walk, target);

  if (to && !to->kernel)
    pass_arguments (walk, to, target->next);
  if (call->operands->kind == PTX_LIST)
    for (const struct ptx_operand *r = call->operands->inner; r; r = r->next)
      cell (&walk->passed, r->text)->value
	= to && !to->kernel ? to->result : PTX_OPAQUE;
}

/* The name of the parameter that st.param or ld.param accesses whole, or
   null.  */

static const char *
whole_parameter (const struct ptx_operand *address)
{
  return (address->kind == PTX_ADDRESS && address->inner->kind == PTX_NAME
	  ? address->inner->text : NULL);
}

static bool
names_p (const struct ptx_code *declarations, const char *name)
{
  const struct ptx_statement *s = declarations->first;

  while (s && (!s->names || strcmp (s->names->name, name) != 0))
    s = s->next;
  return s != NULL;
}

/* The parts of an aggregate are opaque.  */

static void
visit_store_parameter (struct walk *walk, const struct ptx_statement *store)
{
  const struct ptx_operand *address = store->operands;
  const char *name = whole_parameter (address);
  bool simple = name && !store->guard;
  enum ptx_value v = simple ? ptx_value_of (address->next) : PTX_OPAQUE;

  if (!name && address->inner->inner)
    name = address->inner->inner->text;
  if (name && names_p (&walk->flow->function->results, name))
    raise_value (walk, &walk->flow->result, v);
  else if (name)
    cell (&walk->passed, name)->value = v;
}

/* Pointers among a kernel's parameters come from the host, which has none but
   to global memory.  */

static enum ptx_value
loaded_parameter (struct walk *walk, const struct ptx_statement *load)
{
  const char *name = whole_parameter (load->operands->next);
  const struct ptx_cell *cell = NULL;

  if (ptx_type_size (load->opcode->type) < 8)
    return PTX_INTEGER;
  if (name)
    cell = map_get (&walk->passed, name);
  if (cell)
    return cell->value;
  if (walk->flow->kernel)
    return PTX_MAYBE_GLOBAL;
  if (name && !walk->flow->unknown_callers)
    cell = map_get (&walk->flow->parameters, name);
  return cell ? cell->value : PTX_OPAQUE;
}

/* --- Functions ----------------------------------------------------------- */

struct result
{
  struct walk *walk;
  enum ptx_value value;
};

static void
raise_result (struct ptx_operand *operand, void *data)
{
  struct result *result = data;
  enum ptx_value v;

  if (operand->reg)
    {
      v = operand->reg->value;
      raise_value (result->walk, &v, result->value);
      operand->reg->value = v;
    }
}

static void
visit_instruction (struct walk *walk, struct ptx_statement *s)
{
  struct ptx_operand *to = ptx_result (s), *rest;
  bool parameter = s->opcode->words[0] == PTX_SPACE_PARAM;
  struct result result = { walk, PTX_UNDEFINED };

  if (s->opcode->op == PTX_OP_CALL)
    visit_call (walk, s);
  else if (parameter && s->opcode->op == PTX_OP_ST)
    visit_store_parameter (walk, s);
  if (!to)
    return;

  result.value = (parameter && s->opcode->op == PTX_OP_LD
		  ? loaded_parameter (walk, s) : computed (s));
  /* What is written in parts is not what was computed.  */
  if (to->kind != PTX_NAME || to->element)
    result.value = combine (result.value, PTX_OPAQUE);
  rest = to->next;
  to->next = NULL;
  ptx_walk_operands (to, raise_result, &result);
  to->next = rest;
}

/* Visit FLOW's function; true if anything rose.  */

static bool
visit (struct ptx_symbols *symbols, struct ptx_flow *flow)
{
  struct walk walk = { .symbols = symbols, .flow = flow };

  for (struct ptx_statement *s = flow->function->body.first; s; s = s->next)
    if (s->kind == PTX_INSTRUCTION)
      visit_instruction (&walk, s);
    else if (s->kind == PTX_VARIABLE && s->names
	     && ptx_specified_p (s->specifiers, PTX_SPACE_PARAM))
      cell (&walk.passed, s->names->name)->value = PTX_OPAQUE;
  map_free (&walk.passed);
  return walk.changed;
}

/* A function that is named elsewhere than in a call may be called by
   anything.  */

static void
note_address (struct ptx_operand *operand, void *data)
{
  struct ptx_flow *flow = callee (data, operand);

  if (flow)
    flow->unknown_callers = true;
}

static void
note_addresses (struct walk *walk, struct ptx_statement *s)
{
  struct ptx_operand *target;

  if (s->kind != PTX_INSTRUCTION || s->opcode->op != PTX_OP_CALL)
    {
      ptx_walk_statement (s, note_address, walk);
      return;
    }
  target = ptx_call_target (s);
  ptx_walk_operands (target->next, note_address, walk);
}

static void
note_all_addresses (struct ptx_symbols *symbols, struct ptx_flow *flows)
{
  for (size_t i = 0; i < symbols->program->n; i++)
    {
      struct ptx_flow nowhere = { .object = &symbols->program->objects[i] };
      struct walk walk = { .symbols = symbols, .flow = &nowhere };

      for (struct ptx_statement *s = nowhere.object->code->first; s;
	   s = s->next)
	note_addresses (&walk, s);
    }
  for (; flows; flows = flows->next)
    {
      struct walk walk = { .symbols = symbols, .flow = flows };

      for (struct ptx_statement *s = flows->function->body.first; s;
	   s = s->next)
	note_addresses (&walk, s);
    }
}

static struct ptx_flow *
new_flow (const struct ptx_symbols *symbols, struct ptx_object *object,
	  struct ptx_statement *statement, struct ptx_symbol *symbol)
{
  struct ptx_flow *flow = PTX_NEW (struct ptx_flow);

  flow->object = object;
  flow->function = statement->function;
  flow->kernel = ptx_specified_p (flow->function->specifiers, PTX_WORD_ENTRY);
  ptx_find_registers (&flow->registers, flow->function);
  for (struct ptx_statement *p = flow->function->parameters.first; p;
       p = p->next)
    cell (&flow->parameters, p->names->name);

  /* Of several definitions it is the linker's choice which one is called.  */
  if (symbol->definition == statement)
    symbol->data = flow;
  else
    flow->unknown_callers = true;
  flow->unknown_callers |= ptx_exported_p (symbols->program,
					   flow->function->name);
  return flow;
}

static struct ptx_flow *
find_flows (struct ptx_symbols *symbols)
{
  struct ptx_flow *first = NULL, **to = &first;

  for (size_t i = 0; i < symbols->program->n; i++)
    {
      struct ptx_object *object = &symbols->program->objects[i];

      for (struct ptx_statement *s = object->code->first; s; s = s->next)
	if (s->kind == PTX_FUNCTION && s->function->defined)
	  {
	    *to = new_flow (symbols, object, s,
			    ptx_symbol (symbols, object, s->function->name));
	    to = &(*to)->next;
	  }
    }
  return first;
}

struct ptx_flow *
ptx_find_values (struct ptx_symbols *symbols)
{
  struct ptx_flow *flows = find_flows (symbols);
  bool changed;

  note_all_addresses (symbols, flows);
  do
    {
      changed = false;
      for (struct ptx_flow *flow = flows; flow; flow = flow->next)
	changed |= visit (symbols, flow);
    }
  while (changed);
  return flows;
}
