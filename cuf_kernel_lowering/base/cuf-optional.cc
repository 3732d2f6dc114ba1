/* What is left out of the lowering, for tests.
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

#include "config.h"
#include "system.h"
#include "coretypes.h"
#include "gfortran.h"
#include "diagnostic-core.h"
#include "cuf-lower.h"

/* GCUF_WITHOUT in the environment of the compiler is a list with commas between
   its items: names of cuf-optional.def, or "all", are left out; with a `+' in
   front of it a name is not, nor is what it is a part of.  */

static const char variable[] = "GCUF_WITHOUT";
static const struct
{
  const char *name;
  enum cuf_optional whole;	/* What it is a part of, or CUF_NEEDED.  */
} rows[] = {
#define OPTIONAL(id, name) { name, CUF_NEEDED },
#define OPTIONAL_PART(id, name, whole) { name, CUF_OPTIONAL_##whole },
#include "cuf-optional.def"
};

/* A bit for each of them that is left out.  */
static uint64_t left_out;
STATIC_ASSERT (CUF_NEEDED < 64);

static uint64_t
bit (unsigned what)
{
  return (uint64_t) 1 << what;
}

/* The bits that the LENGTH characters of NAME stand for; 0 if that is none.  */

static uint64_t
bits_of (const char *name, size_t length)
{
  if (length == 3 && startswith (name, "all"))
    return bit (CUF_NEEDED) - 1;
  for (unsigned i = 0; i < ARRAY_SIZE (rows); i++)
    if (strlen (rows[i].name) == length
	&& strncmp (name, rows[i].name, length) == 0)
      return bit (i);
  return 0;
}

/* BITS, and those of what they are parts of, which is in rows above.  */

static uint64_t
with_wholes (uint64_t bits)
{
  for (unsigned i = ARRAY_SIZE (rows); i-- > 0; )
    if (bits & bit (i))
      bits |= bit (rows[i].whole);
  return bits;
}

/* Find out what is to be left out.  */

void
cuf_begin_optional (void)
{
  const char *list = getenv (variable);
  while (list && *list)
    {
      bool wanted = *list == '+';
      list += wanted;
      size_t length = strcspn (list, ",");
      uint64_t bits = bits_of (list, length);
      if (!bits)
	fatal_error (UNKNOWN_LOCATION, "%qs has %qs, which is none of its names",
		     variable, xstrndup (list, length));
      if (wanted)
	left_out &= ~with_wholes (bits);
      else
	left_out |= bits;
      list += length + (list[length] == ',');
    }
}

/* True if WHAT is not left out.  */

bool
cuf_wanted_p (enum cuf_optional what)
{
  return !(left_out & bit (what));
}
