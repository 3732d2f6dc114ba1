/* Object files with some of their offloaded regions alone.
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

#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "object-file.h"
#include "offload-table.h"

/* The accelerator compiler compiles what the offload tables of its input name,
   and what that needs.  It stops at regions of OpenACC when it makes code for
   OpenMP, so these must not be in a table then.  GCC's gcc/lto-cgraph.cc
   (output_offload_tables) writes a table: a tag of one byte and a number for
   each function and each variable, and a zero.  In front of them is their
   size, and all is compressed, by Zstandard with the compilers of today.  */

#define TABLE_SECTION ".gnu.offload_lto_.offload_table"

enum { TAG_END = 0, TAG_FUNCTION = 1 };

static void
append (struct bytes *bytes, const void *data, size_t size)
{
  if (!size)
    return;
  bytes->data = xrealloc (bytes->data, bytes->size + size);
  memcpy (bytes->data + bytes->size, data, size);
  bytes->size += size;
}

/* --- Compression --------------------------------------------------------- */

static const unsigned char frame_magic[] = { 0x28, 0xb5, 0x2f, 0xfd };

/* What is used of the library, which the compiler has, too.  */
struct zstd
{
  unsigned long long (*getFrameContentSize) (const void *, size_t);
  size_t (*decompress) (void *, size_t, const void *, size_t);
  unsigned (*isError) (size_t);
};

static void *
library_function (void *library, const char *name)
{
  void *fn = dlsym (library, name);

  if (!fn)
    fatal ("%s", dlerror ());
  return fn;
}

static const struct zstd *
zstd_library (void)
{
  static struct zstd zstd;
  void *library;

  if (zstd.decompress)
    return &zstd;
  library = dlopen ("libzstd.so.1", RTLD_NOW);
  if (!library)
    fatal ("regions of both OpenACC and OpenMP need Zstandard: %s",
	   dlerror ());
  zstd.getFrameContentSize
    = library_function (library, "ZSTD_getFrameContentSize");
  zstd.isError = library_function (library, "ZSTD_isError");
  zstd.decompress = library_function (library, "ZSTD_decompress");
  return &zstd;
}

/* Decompress the SIZE bytes DATA of file NAME.  */

static struct bytes
decompress (const char *data, size_t size, const char *name)
{
  const struct zstd *zstd = zstd_library ();
  const unsigned long long limit = SIZE_MAX / 2; /* Errors are above.  */
  unsigned long long content;
  struct bytes result;
  size_t n;

  if (size < sizeof frame_magic
      || memcmp (data, frame_magic, sizeof frame_magic) != 0
      || (content = zstd->getFrameContentSize (data, size)) > limit)
    fatal ("%s: the table of offloaded regions is not compressed by "
	   "Zstandard, and regions of both OpenACC and OpenMP cannot be told "
	   "apart", name);
  result.data = xmalloc (content + 1);
  result.size = content;
  n = zstd->decompress (result.data, content, data, size);
  if (zstd->isError (n) || n != content)
    fatal ("%s: the table of offloaded regions is damaged", name);
  return result;
}

/* The least significant N bytes of VALUE, in that order.  */

static void
append_number (struct bytes *to, uint64_t value, int n)
{
  for (int i = 0; i < n; i++, value >>= 8)
    append (to, &(unsigned char) { value & 255 }, 1);
}

/* Append CONTENT as a frame of Zstandard that does not compress it: one
   segment, whose size is told in eight bytes, in raw blocks.  RFC 8878.  */

static void
append_frame (struct bytes *to, const struct bytes *content)
{
  enum { DESCRIPTOR = 3 << 6 | 1 << 5, MOST = 128 * 1024, LAST = 1,
	 SIZE_SHIFT = 3 };
  size_t done = 0, n;

  append (to, frame_magic, sizeof frame_magic);
  append_number (to, DESCRIPTOR, 1);
  append_number (to, content->size, 8);
  do
    {
      n = content->size - done < MOST ? content->size - done : MOST;
      append_number (to, n << SIZE_SHIFT
		     | (done + n == content->size ? LAST : 0), 3);
      append (to, content->data + done, n);
    }
  while ((done += n) < content->size);
}

/* --- Tables -------------------------------------------------------------- */

/* What is kept of all tables, and how far they have been read.  */
struct selection
{
  const bool *keep;
  size_t n, next;
  bool dropped;			/* Any of the current file.  */
};

/* The end of the entry at S, of which the table ends at END: a number has seven
   bits in each of its bytes, the last of which is below 128.  */

static const char *
entry_end (const char *s, const char *end)
{
  for (s++; s < end && *s & 128; s++)
    continue;
  return s < end ? s + 1 : NULL;
}

/* The next region of SELECTION is kept.  */

static bool
keep_next (struct selection *selection, const char *name)
{
  if (selection->next == selection->n)
    fatal ("%s: the offload compiler has discarded regions", name);
  return selection->keep[selection->next++];
}

/* TABLE, of the file NAME, without what is not kept.  */

static struct bytes
select_entries (struct selection *selection, const struct bytes *table,
		const char *name)
{
  const char *s = table->data + sizeof (int32_t), *next;
  const char *end = table->data + table->size;
  struct bytes entries = { 0 }, result = { 0 };

  for (; s < end && *s != TAG_END; s = next)
    {
      next = entry_end (s, end);
      if (!next)
	break;
      if (*s != TAG_FUNCTION || keep_next (selection, name))
	append (&entries, s, next - s);
      else
	selection->dropped = true;
    }
  if (s >= end || *s != TAG_END)
    fatal ("%s: the table of offloaded regions is damaged", name);
  append_number (&entries, TAG_END, 1);
  append_number (&result, entries.size, sizeof (int32_t));
  append (&result, entries.data, entries.size);
  free (entries.data);
  return result;
}

/* --- Object files -------------------------------------------------------- */

/* Do in FILE, the object file NAME, what SELECTION says.  A changed table goes
   to the end.  */

static void
select_in_file (struct selection *selection, struct bytes *file,
		const char *name)
{
  size_t n;
  struct bytes added = { 0 };
  Elf64_Shdr *sections = section_headers (file, &n, name);

  selection->dropped = false;
  for (size_t i = 0; i < n; i++)
    {
      Elf64_Shdr *section = &sections[i];
      struct bytes old, new;

      if (!starts_with (section_name (file, sections, n, i), TABLE_SECTION))
	continue;
      if (!object_inside_p (file, section->sh_offset, section->sh_size))
	fatal ("%s: the object file is damaged", name);
      old = decompress (file->data + section->sh_offset, section->sh_size,
			name);
      new = select_entries (selection, &old, name);
      section->sh_offset = file->size + added.size;
      append_frame (&added, &new);
      section->sh_size = file->size + added.size - section->sh_offset;
      free (old.data);
      free (new.data);
    }
  append (file, added.data, added.size);
  free (added.data);
}

static const char *
write_object (const struct bytes *file)
{
  const char *name = temporary_file (".o");
  FILE *f = fopen (name, "wb");

  if (!f || fwrite (file->data, 1, file->size, f) != file->size
      || fclose (f) != 0)
    fatal ("%s: %s", name, strerror (errno));
  return name;
}

void
keep_regions (struct strings *outputs, const struct strings *inputs,
	      const bool *keep, size_t n)
{
  struct selection selection = { .keep = keep, .n = n };

  for (size_t i = 0; i < inputs->n; i++)
    {
      const char *input = inputs->data[i];
      struct bytes file = read_object (input);

      select_in_file (&selection, &file, input);
      strings_push (outputs, selection.dropped ? write_object (&file) : input);
      free (file.data);
    }
  if (selection.next != n)
    fatal ("the object files have fewer regions than the offload compiler's "
	   "output");
}
