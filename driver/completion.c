/* Completion of options, for shells.
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

#include "options.h"

#include <stdio.h>
#include <string.h>

/* What is typed so far of an option.  In a list that is what goes before the
   item, HEAD, of HEAD_LENGTH characters, and the beginning of the item.  */
struct typed
{
  const char *head;
  int head_length;
  const char *item;
};

/* The functions of the type name_fn: DATA is what is typed.  */

static void
print_option (const char *name, void *data)
{
  const struct typed *typed = data;

  if (starts_with (name, typed->item))
    puts (name);
}

static void
print_item (const char *name, void *data)
{
  const struct typed *typed = data;

  if (starts_with (name, typed->item))
    printf ("%.*s%s\n", typed->head_length, typed->head, name);
}

/* NAME has a list: its name goes with `=', and if that is typed, too, with what
   the list can have behind its last comma.  */

static void
print_list_option (const char *name, void *data)
{
  const struct typed *typed = data;
  const char *list = after_prefix (typed->head, name);
  const char *comma;
  struct typed last;

  if (!list || *list != '=')
    {
      if (starts_with (name, typed->head))
	printf ("%s=\n", name);
      return;
    }
  comma = strrchr (list, ',');
  last.head = typed->head;
  last.item = comma ? comma + 1 : list + 1;
  last.head_length = (int) (last.item - last.head);
  name_items (name, print_item, &last);
}

void
print_completions (const char *prefix)
{
  struct typed typed = { prefix, 0, prefix };

  name_flags (print_option, &typed);
  name_replacements (print_option, &typed);
  name_list_options (print_list_option, &typed);
}
