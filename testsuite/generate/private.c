/* Variables of a thread's own in generated programs.
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

#include <string.h>

/* The texts that declare V's shape, "" for a scalar, and the same with colons
   alone.  */

static const char *
shape_text (const struct variable *v)
{
  const char *text = "";
  for (int d = 0; d < v->rank; d++)
    {
      const char *bounds
	= v->lower[d] == 1 ? format ("%d", v->size[d])
	  : format ("%d:%d", v->lower[d], v->lower[d] + v->size[d] - 1);
      text = d ? format ("%s,%s", text, bounds) : bounds;
    }
  return v->rank ? format ("(%s)", text) : "";
}

void
declare_private (int count, const char *prefix, enum privates what)
{
  for (int i = 1; i <= count; i++)
    {
      struct variable v = { .name = format ("%s%d", prefix, i),
			    .type = pick_any_type (), .writable = true };
      if (what != SCALARS && chance (45))
	{
	  static const int sizes[] = { 3, 4, 5, 8 };
	  v.rank = chance (80) ? 1 : 2;
	  for (int d = 0; d < v.rank; d++)
	    {
	      v.lower[d] = v.rank == 1 || chance (60) ? 1 : between (-2, 3);
	      v.size[d] = sizes[pick (4)];
	    }
	  v.whole = true;
	  v.sequence = what == ARRAYS;
	  v.target = chance (30);
	}
      declare (v);
    }
}

void
write_private_declarations (int from)
{
  for (int i = from; i < scope->count; i++)
    {
      const struct variable *v = &scope->variable[i];
      line ("%s%s :: %s%s", type_name (v->type), v->target ? ", target" : "",
	    v->name, shape_text (v));
    }
}

void
write_phased_declarations (int from)
{
  static const char *const colons[] = { "", "(:)", "(:,:)" };
  for (int i = from; i < scope->count; i++)
    {
      const struct variable *v = &scope->variable[i];
      const char *name = type_name (v->type);
      const char *shape = shape_text (v);
      line ("{%s%s :: %s%s|%s, pointer :: %s%s}", name,
	    v->target ? ", target" : "", v->name, shape, name, v->name,
	    colons[v->rank]);
      if (v->rank)
	line ("{|%s, target :: all_%s(%.*s,threads ())}", name, v->name,
	      (int) strlen (shape) - 2, shape + 1);
      else
	line ("{|%s, target :: all_%s(threads ())}", name, v->name);
    }
}

void
write_phase_pointers (int from, int end)
{
  static const char *const all[] = { "", ":,", ":,:," };
  for (int i = from; i < end; i++)
    {
      const struct variable *v = &scope->variable[i];
      const char *bounds = "";
      for (int d = 0; d < v->rank; d++)
	bounds = format (d ? "%s,%d:" : "%s%d:", bounds, v->lower[d]);
      if (v->rank)
	line ("{|%s(%s) => all_%s(%sthread)}", v->name, bounds, v->name,
	      all[v->rank]);
      else
	line ("{|%s => all_%s(thread)}", v->name, v->name);
    }
}

void
initialize_private (int from)
{
  int count = scope->count;
  for (int i = from; i < count; i++)
    {
      struct variable v = scope->variable[i];
      scope->count = i;
      const char *value = argument_value (v.type, 2);
      line ("%s = %s", v.name, value);
      scope->count = i + 1;
    }
}
