/* A map from strings to pointers.
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

#ifndef CUDAFORTRAN_MAP_H
#define CUDAFORTRAN_MAP_H

#include <stddef.h>

/* Initially all zero.  The keys are not copied.  */
struct map
{
  struct map_entry
  {
    const char *key;
    void *value;
  } *entries;
  size_t n, size;
};

/* The place of KEY's value, which is null if KEY is new.  It is valid until
   the next call.  */
extern void **map_place (struct map *map, const char *key);

/* KEY's value or null.  */
extern void *map_get (const struct map *map, const char *key);

extern void map_free (struct map *map);

#endif
