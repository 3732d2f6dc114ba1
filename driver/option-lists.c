/* Lists among the options of cudafortran.
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

#include <string.h>

void
push_words (struct strings *v, const char *words)
{
  size_t n;

  for (; *words; words += n)
    {
      words += strspn (words, " ");
      n = strcspn (words, " ");
      if (n)
	strings_push (v, xstrndup (words, n));
    }
}

void
for_each_item (struct options *options, const char *option, const char *list,
	       void (*fn) (struct options *, const char *, const char *))
{
  size_t n;

  for (; *list; list += n + (list[n] == ','))
    {
      n = strcspn (list, ",");
      if (n)
	fn (options, option, xstrndup (list, n));
    }
}
