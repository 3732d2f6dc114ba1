/* Device procedures of generated programs.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of cudafortran.

   Cudafortran is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   Cudafortran is distributed in the hope that it will be useful, but
   WITHOUT ANY WARRANTY; without even the implied warranty of
   MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.  See the GNU
   General Public License for more details.

   You should have received a copy of the GNU General Public License
   along with cudafortran; see the file COPYING.  If not, see
   <http://www.gnu.org/licenses/>.  */


#include "generate.h"

#include <ctype.h>
#include <string.h>

struct procedure procedure[MAX_PROCEDURES];
int procedure_count;
struct procedure *current_procedure;

/* The most statements that a kernel's thread executes in procedures.  */
#define MAX_COST 3000

/* How often a function calls itself: few times, for the stack of a GPU's thread
   is small.  */
#define MAX_LEVELS 2

/* Write the declaration of parameter P, called NAME, and declare it in the
   scope.  */

static void
declare_parameter (const struct parameter *p, const char *name)
{
  struct variable v = { .name = name, .type = p->type,
			.writable = p->passing >= INOUT };
  const char *intent = p->passing == BY_VALUE ? "value"
		       : p->passing == IN ? "intent(in)"
		       : p->passing == INOUT ? "intent(inout)"
		       : "intent(out)";
  const char *shape = "";
  if (p->size)
    {
      v.rank = 1;
      v.size[0] = p->size;
      v.lower[0] = 1;
      v.whole = p->shape != ASSUMED_SIZE;
      v.sequence = p->shape != ASSUMED_SHAPE;
      shape = p->shape == EXPLICIT_SHAPE ? format ("(%d)", p->size)
	      : p->shape == ASSUMED_SIZE ? "(*)" : "(:)";
    }
  line ("%s, %s%s :: %s%s",
	type_name (p->type), intent, p->optional ? ", optional" : "", name,
	shape);
  if (p->optional)
    {
      v.name = format ("%s_given", name);
      line ("%s :: %s", type_name (p->type), v.name);
    }
  if (p->levels)
    {
      v.limited = true;
      v.high = MAX_LEVELS;
    }
  declare (v);
}

/* Write what sets the local variable that stands for parameter P, called NAME,
   which may be missing.  */

static void
write_optional (const struct parameter *p, const char *name)
{
  if (p->type < TYPES)
    line ("%s_given = %s", name, constant (p->type, pick (2)));
  else
    line ("%s_given = %s", name, argument_value (p->type, 0));
  line ("if (present (%s)) %s_given = %s", name, name, name);
}

/* Choose the parameters of P.  */

static void
make_parameters (struct procedure *p)
{
  bool scalar_changes = false;
  bool array_changes = false;
  p->count = pick (MAX_PARAMETERS + 1);
  for (int i = 0; i < p->count; i++)
    {
      struct parameter *x = &p->parameter[i];
      x->type = p->elemental ? pick_type () : pick_any_type ();
      if (chance (30) && !p->elemental)
	{
	  static const int sizes[] = { 3, 4, 5 };
	  static const int types[] = { I4, I4, I8, R4, R8, R8, C8, I2 };
	  if (x->type < TYPES)
	    x->type = types[pick (8)];
	  x->size = sizes[pick (3)];
	  x->shape = pick (3);
	  x->passing = IN;
	  if (p->result < 0 && !array_changes && chance (50))
	    {
	      x->passing = INOUT;
	      array_changes = true;
	    }
	}
      else
	{
	  x->size = 0;
	  x->passing = p->elemental ? IN : pick (2);
	  x->optional = i && !p->elemental && chance (20);
	  /* GCC 12 cannot pass optional structures by value.  */
	  if (x->optional && x->type >= TYPES)
	    x->passing = IN;
	  if (p->result < 0 && !scalar_changes && x->type < TYPES
	      && chance (60))
	    {
	      x->passing = chance (70) ? INOUT : OUT;
	      x->optional = false;
	      scalar_changes = true;
	    }
	}
    }
}

/* Choose how P can be called.  */

static void
make_name (struct procedure *p, bool bound)
{
  struct parameter *x = p->parameter;
  bool simple = p->result >= 0 && !p->result_size && p->count;
  for (int i = 0; i < p->count; i++)
    simple &= x[i].passing == IN && !x[i].optional && !x[i].size
	      && x[i].type < TYPES;
  if (bound && derived_count && chance (35))
    {
      p->called_by = BOUND;
      p->type = pick (derived_count);
    }
  else if (p->count <= 2 && simple && chance (60))
    p->called_by = OPERATOR;
  else if (chance (25))
    p->called_by = GENERIC;
}

/* The operator of a procedure: names of operators have letters alone.  */

static const char *
operator_name (const struct procedure *p)
{
  return format (".op%c%c.", p->name[0], 'a' + p->name[1] - '0');
}

void
write_interfaces (int first)
{
  for (int i = first; i < procedure_count; i++)
    {
      const struct procedure *p = &procedure[i];
      if (p->called_by == GENERIC)
	open_line ("interface generic_%s", p->name);
      else if (p->called_by == OPERATOR)
	open_line ("interface operator(%s)", operator_name (p));
      else
	continue;
      line ("procedure :: %s", p->name);
      close_line ("end interface");
    }
}

void
write_bindings (int d)
{
  bool any = false;
  for (int i = 0; i < procedure_count; i++)
    {
      const struct procedure *p = &procedure[i];
      if (p->called_by != BOUND || p->type != d)
	continue;
      if (!any)
	line ("contains");
      any = true;
      line ("procedure, nopass :: bound_%s => %s", p->name, p->name);
    }
}

/* Let the recursive function P call itself.  */

static void
write_recursion (struct procedure *p)
{
  const char *arguments = "";
  for (int i = 0; i < p->count; i++)
    {
      const struct parameter *x = &p->parameter[i];
      const char *name = format (x->optional ? "x%d_given" : "x%d", i + 1);
      if (x->levels)
	name = format ("%s - 1", name);
      arguments = format (i ? "%s, %s" : "%s%s", arguments, name);
      if (x->levels)
	open_line ("if (x%d > 0) then", i + 1);
    }
  const char *call = format ("%s (%s)", p->name, arguments);
  const struct type_info *info = &type_info[p->result];
  if (info->base == LOGICAL)
    line ("r = r .neqv. %s", call);
  else
    {
      struct value sum = stored_value (p->result,
				       format ("(r - %s)", call));
      sum.low *= 2;
      sum.high *= 2;
      line ("r = %s", storable (sum, p->result).text);
    }
  close_line ("end if");
  p->cost *= MAX_LEVELS + 1;
}

void
make_procedure (const char *name, bool bound)
{
  struct procedure *p = &procedure[procedure_count];
  memset (p, 0, sizeof *p);
  p->name = name;
  p->result = chance (65) ? pick_type () : -1;
  p->host = chance (25);
  p->pure = p->result >= 0 && chance (40);
  p->elemental = p->pure && chance (60);
  if (p->result >= 0 && !p->elemental && chance (25))
    {
      static const int types[] = { I4, I8, R4, R8 };
      p->result = types[pick (4)];
      p->result_size = between (3, 5);
    }
  p->recursive = p->result >= 0 && !p->elemental && !p->result_size
		 && chance (20);
  make_parameters (p);
  if (p->recursive)
    {
      struct parameter *x = p->count < MAX_PARAMETERS
			    ? &p->parameter[p->count++]
			    : &p->parameter[p->count - 1];
      *x = (struct parameter) { .type = I4, .passing = pick (2),
				.levels = true };
    }
  make_name (p, bound);

  struct scope here = { .procedures = procedure_count, .host = p->host,
			.threadless = p->host || chance (60),
			.pure = p->pure };
  scope = &here;
  current_procedure = p;
  if (!p->host)
    declare_module_data ();

  const char *arguments = "";
  for (int i = 0; i < p->count; i++)
    arguments = format (i ? "%s, x%d" : "%sx%d", arguments, i + 1);
  const char *attributes = p->host ? "host,device" : "device";
  const char *prefix = format ("%s%s", p->recursive ? "recursive " : "",
			       p->elemental ? "elemental "
			       : p->pure ? "pure " : "");
  if (p->result < 0)
    open_line ("{attributes(%s) |}subroutine %s (%s)", attributes, name,
	       arguments);
  else if (chance (50) && !p->result_size)
    open_line ("{attributes(%s) |}%s%s function %s (%s) result (r)",
	       attributes, prefix, type_name (p->result), name, arguments);
  else
    {
      open_line ("%s{attributes(%s) |}function %s (%s) result (r)", prefix,
		 attributes, name, arguments);
      if (p->result_size)
	line ("%s :: r(%d)", type_name (p->result), p->result_size);
      else
	line ("%s :: r", type_name (p->result));
    }
  for (int i = 0; i < p->count; i++)
    declare_parameter (&p->parameter[i], format ("x%d", i + 1));
  line ("integer :: j0, j1, j2, j3, w0, w1, w2, w3, k0, k1");
  int first = here.count;
  declare_private (between (1, 4), "v", p->recursive ? SCALARS : ARRAYS);
  write_private_declarations (first);
  /* What goes out has no value yet.  */
  for (int i = 0; i < p->count; i++)
    if (p->parameter[i].passing == OUT)
      line ("x%d = %s", i + 1, constant (p->parameter[i].type, pick (2)));
  for (int i = 0; i < p->count; i++)
    if (p->parameter[i].optional)
      {
	int count = scope->count;
	scope->count = 0;
	write_optional (&p->parameter[i], format ("x%d", i + 1));
	scope->count = count;
      }
  if (p->result >= 0)
    {
      line ("r = %s", constant (p->result, pick (2)));
      struct variable r = { .name = "r", .type = p->result,
			    .writable = true };
      if (p->result_size)
	{
	  r.rank = 1;
	  r.size[0] = p->result_size;
	  r.lower[0] = 1;
	  r.whole = true;
	}
      declare (r);
    }
  initialize_private (first);
  here.leave = "return";
  weight = 1;
  p->cost = 5;
  statements (between (1, 6), 3);
  if (p->result >= 0 && (!p->result_size || chance (50)))
    {
      set_array_size (p->result_size);
      line ("r = %s", argument_value (p->result, 3));
      set_array_size (0);
    }
  if (p->recursive)
    write_recursion (p);
  close_line (p->result < 0 ? "end subroutine" : "end function");
  procedure_count++;
  scope = NULL;
  current_procedure = NULL;
}

/* Whether the code at hand can call P.  */

static bool
callable (const struct procedure *p)
{
  return !(p->threads && scope->threadless) && !(scope->host && !p->host)
	 && !(scope->pure && !p->pure) && weight * p->cost <= MAX_COST;
}

/* Note that the code at hand calls P.  */

static void
note_call (const struct procedure *p)
{
  if (current_procedure)
    {
      current_procedure->cost += weight * p->cost;
      current_procedure->threads |= p->threads;
    }
}

/* Whether NAME is a word of TEXT.  */

static bool
mentions (const char *text, const char *name)
{
  size_t length = strlen (name);
  for (const char *s = text; (s = strstr (s, name)); s++)
    if ((s == text || !(isalnum ((unsigned char) s[-1]) || s[-1] == '_'))
	&& !isalnum ((unsigned char) s[length]) && s[length] != '_')
      return true;
  return false;
}

/* The variable that NAME stands for.  */

static const char *
other_name (const char *name)
{
  for (int i = 0; i < scope->count; i++)
    {
      const struct variable *v = &scope->variable[i];
      if (v->same_as && !strcmp (v->name, name))
	return other_name (v->same_as);
    }
  return name;
}

/* Whether TEXT has a name of the variable NAME.  */

static bool
touches (const char *text, const char *name)
{
  if (mentions (text, name))
    return true;
  const char *other = other_name (name);
  for (int i = 0; i < scope->count; i++)
    {
      const struct variable *v = &scope->variable[i];
      if (!strcmp (other_name (v->name), other) && mentions (text, v->name))
	return true;
    }
  return false;
}

/* The actual argument for the parameter X of P, an array.  Only a procedure that
   is called by a name of its own takes an element for what begins there.  */

static const char *
array_argument (const struct procedure *p, const struct parameter *x,
		int depth)
{
  bool specific = p->called_by == NAME || p->called_by == BOUND;
  struct variable *v = pick_whole (x->type, x->size, x->passing >= INOUT);
  if (!v)
    {
      if (x->passing >= INOUT)
	return NULL;
      const char *text = "";
      for (int i = 0; i < x->size; i++)
	{
	  const char *element = argument_value (x->type, depth - 1);
	  text = i ? format ("%s, %s", text, element) : element;
	}
      return format ("[%s]", text);
    }
  if (x->shape != ASSUMED_SHAPE && v->sequence && specific && chance (30))
    return format ("%s(%d)", v->name, 1);
  if (v->size[0] >= 2 * x->size - 1 && chance (60))
    return format ("%s(1:%d:2)", v->name, 2 * x->size - 1);
  if (v->size[0] == x->size && chance (50))
    return v->name;
  if (chance (30))
    return format ("%s(%d:%d:-1)", v->name, v->size[0],
		   v->size[0] - x->size + 1);
  return format ("%s(%d:%d)", v->name, v->size[0] - x->size + 1, v->size[0]);
}

/* A place for an argument that P's parameter X changes.  */

static const char *
place_argument (const struct parameter *x)
{
  for (int tries = 0; tries < 30; tries++)
    {
      struct value place;
      if (pick_place (&place) && place.type == x->type)
	return place.text;
    }
  return NULL;
}

/* A scalar variable of the derived type TYPE, or null.  */

static const char *
pick_object (int type)
{
  for (int tries = 0; tries < 20 && scope->count; tries++)
    {
      const struct variable *v = &scope->variable[pick (scope->count)];
      if (v->type == type && !v->rank)
	return v->name;
    }
  return NULL;
}

/* A call of P with the arguments TEXT, "" for those that are missing.  */

static const char *
call_text (const struct procedure *p, const char **text)
{
  if (p->called_by == OPERATOR && chance (70))
    {
      if (p->count == 1)
	return format ("(%s %s)", operator_name (p), text[0]);
      return format ("(%s %s %s)", text[0], operator_name (p), text[1]);
    }
  const char *name = p->name;
  const char *object;
  if (p->called_by == GENERIC && chance (70))
    name = format ("generic_%s", name);
  else if (p->called_by == BOUND && (object = pick_object (TYPES + p->type)))
    name = format ("%s%%bound_%s", object, name);
  const char *all = "";
  bool keyword = false;
  for (int i = 0; i < p->count; i++)
    {
      keyword |= !*text[i] || (i && chance (10));
      if (!*text[i])
	continue;
      const char *before = format (*all ? "%s, " : "%s", all);
      all = keyword ? format ("%sx%d = %s", before, i + 1, text[i])
	    : format ("%s%s", before, text[i]);
    }
  return format ("%s (%s)", name, all);
}

/* A call of P, or null if there is nothing to give to it.  What it changes is
   in no other argument.  */

static const char *
make_call (const struct procedure *p, int depth)
{
  const char *text[MAX_PARAMETERS];
  for (int i = 0; i < p->count; i++)
    {
      const struct parameter *x = &p->parameter[i];
      if (x->optional && chance (40))
	{
	  text[i] = "";
	  continue;
	}
      if (x->levels)
	text[i] = format ("int (%s)", index_value (0, MAX_LEVELS, depth));
      else if (x->size)
	text[i] = array_argument (p, x, depth);
      else if (x->passing >= INOUT)
	text[i] = place_argument (x);
      else
	text[i] = argument_value (x->type, depth);
      if (!text[i])
	return NULL;
      if (p->result < 0 && x->passing < INOUT && !x->size)
	text[i] = format ("(%s)", text[i]);
    }
  /* The arguments that are changed, or whose address is taken, differ in their
     variables.  */
  for (int i = 0; i < p->count; i++)
    for (int j = 0; j < p->count; j++)
      {
	const struct parameter *a = &p->parameter[i], *b = &p->parameter[j];
	if (i != j && a->passing >= INOUT && (b->size || b->passing >= INOUT))
	  {
	    const char *root = format ("%.*s", (int) strcspn (text[i], "(%"),
				       text[i]);
	    if (touches (text[j], root))
	      return NULL;
	  }
      }
  note_call (p);
  return call_text (p, text);
}

/* A call of a function with result TYPE of SIZE elements, or of a subroutine if
   TYPE is -1.  Elemental ones take arrays where these stand for scalars.  */

static const char *
pick_call (int type, int size, int depth)
{
  for (int tries = 0; tries < 8 && scope->procedures; tries++)
    {
      const struct procedure *p = &procedure[pick (scope->procedures)];
      if (p->result == type && p->result_size == size && callable (p))
	{
	  int array_size = set_array_size (0);
	  int calls = p->elemental && array_size ? array_size : 1;
	  weight *= calls;
	  if (p->elemental)
	    set_array_size (array_size);
	  const char *call = make_call (p, depth);
	  weight /= calls;
	  set_array_size (array_size);
	  return call;
	}
    }
  return NULL;
}

const char *
function_call (int type, int depth)
{
  return pick_call (type, 0, depth);
}

const char *
array_function_call (int type, int size, int depth)
{
  return pick_call (type, size, depth);
}

const char *
subroutine_call (int depth)
{
  return pick_call (-1, 0, depth);
}
