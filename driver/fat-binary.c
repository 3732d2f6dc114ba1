/* Fat binaries of the CUDA toolkit.
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

#include "fat-binary.h"

#include <stdint.h>
#include <string.h>

/* What a fat binary begins with.  (The toolkit's fatbinary_section.h has the
   number; all of it is in the byte order of the host, which is the device's.)  */
struct header
{
  uint32_t magic;
  uint16_t version, header_size;
  uint64_t size;		/* Of what follows the header.  */
};
#define MAGIC 0xba55ed50
#define VERSION_KNOWN 1

/* What each part begins with, as far as it is used.  */
struct part_header
{
  uint16_t kind;		/* 1: PTX, 2: machine code.  */
  uint16_t version;
  uint32_t header_size;
  uint64_t size;		/* Of what follows the header.  */
  uint32_t unused[3];
  uint32_t capability;
};
enum { PTX_PART = 1, MACHINE_CODE_PART };

/* True if a fat binary begins at DATA, of which there are SIZE bytes; its size is
   in *LENGTH then.  */

static bool
fat_binary_p (const char *data, size_t size, size_t *length)
{
  struct header h;

  if (size < sizeof h)
    return false;
  memcpy (&h, data, sizeof h);
  if (h.magic != MAGIC || h.version != VERSION_KNOWN
      || h.header_size != sizeof h || h.size > size - sizeof h)
    return false;
  *length = sizeof h + h.size;
  return true;
}

bool
find_fat_binary (const char *data, size_t size, size_t *offset, size_t *length)
{
  const uint32_t magic = MAGIC;

  while (*offset < size)
    {
      const char *p = memmem (data + *offset, size - *offset, &magic,
			      sizeof magic);
      if (!p)
	return false;
      *offset = p - data;
      if (fat_binary_p (p, size - *offset, length))
	return true;
      (*offset)++;
    }
  return false;
}

bool
next_fat_part (const char *binary, size_t length, size_t *offset,
	       struct fat_part *part)
{
  struct part_header h;

  if (*offset == 0)
    *offset = sizeof (struct header);
  while (*offset < length && length - *offset >= sizeof h)
    {
      memcpy (&h, binary + *offset, sizeof h);
      if (h.header_size < sizeof h || h.header_size > length - *offset
	  || h.size > length - *offset - h.header_size)
	return false;
      *offset += h.header_size + h.size;
      part->machine_code = h.kind == MACHINE_CODE_PART;
      part->capability = h.capability;
      if (part->machine_code || h.kind == PTX_PART)
	return true;
    }
  return false;
}
