/* A map from strings to pointers: open addressing, a power of two of places.
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

#include "map.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

/* Fowler, Noll and Vo's hash function, FNV-1a.  */

static size_t
hash (const char *s)
{
  uint64_t h = 0xcbf29ce484222325;

  for (; *s; s++)
    h = (h ^ (unsigned char) *s) * 0x100000001b3;
  return (size_t) (h ^ h >> 32);
}

/* The entry of KEY, or the free one where it would be.  */

static struct map_entry *
find (const struct map *map, const char *key)
{
  size_t i = hash (key) & (map->size - 1);

  while (map->entries[i].key && strcmp (map->entries[i].key, key) != 0)
    i = (i + 1) & (map->size - 1);
  return &map->entries[i];
}

static void
grow (struct map *map)
{
  struct map larger = { .size = map->size ? 2 * map->size : 64 };

  larger.entries = xmalloc (larger.size * sizeof *larger.entries);
  memset (larger.entries, 0, larger.size * sizeof *larger.entries);
  for (size_t i = 0; i < map->size; i++)
    if (map->entries[i].key)
      *find (&larger, map->entries[i].key) = map->entries[i];
  larger.n = map->n;
  free (map->entries);
  *map = larger;
}

void **
map_place (struct map *map, const char *key)
{
  struct map_entry *entry;

  if (2 * map->n >= map->size)
    grow (map);
  entry = find (map, key);
  if (!entry->key)
    {
      entry->key = key;
      map->n++;
    }
  return &entry->value;
}

void *
map_get (const struct map *map, const char *key)
{
  return map->size ? find (map, key)->value : NULL;
}

void
map_free (struct map *map)
{
  free (map->entries);
  *map = (struct map) { 0 };
}
