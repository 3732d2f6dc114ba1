/* Where calls in the program are.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of the CUDA Fortran runtime library (libgcuf).

   Libgcuf is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by
   the Free Software Foundation; either version 3, or (at your option)
   any later version.

   Libgcuf is distributed in the hope that it will be useful, but WITHOUT ANY
   WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS
   FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
   more details.

   Under Section 7 of GPL version 3, you are granted additional
   permissions described in the GCC Runtime Library Exception, version
   3.1, as published by the Free Software Foundation.

   You should have received a copy of the GNU General Public License and
   a copy of the GCC Runtime Library Exception along with this program;
   see the files COPYING and COPYING.RUNTIME respectively.  If not, see
   <http://www.gnu.org/licenses/>.  */


/* Compiled code says where it is only where its operations may fail.  For
   others, and for calls of the API, the addresses that they return to do.  The
   program addr2line of binutils, which every compiler comes with, makes lines
   of these.  That takes time, so it is done for what is reported alone.  */

#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/wait.h>
#include <unistd.h>

#include "call-site.h"

extern char **environ;

/* --- Noting -------------------------------------------------------------- */

/* Return true if the object file NAME is libgcuf or one of its companions.  */

static bool
our_object_p (const char *name)
{
  const char *slash = strrchr (name, '/');
  return strncmp (slash ? slash + 1 : name, "libgcuf", 7) == 0;
}

void
gcuf_note_call_site (struct gcuf_call_site *site)
{
  enum { ALL = 2 * GCUF_SITE_DEPTH };
  void *callers[ALL];
  int n = backtrace (callers, ALL), used = 0;
  memset (site, 0, sizeof *site);
  for (int i = 0; i < n && used < GCUF_SITE_DEPTH; i++)
    {
      Dl_info info;
      if (used == 0 && dladdr (callers[i], &info) && info.dli_fname
	  && our_object_p (info.dli_fname))
	continue;
      site->callers[used++] = callers[i];
    }
}

/* --- Names of sources ---------------------------------------------------- */

/* Directories in which compilers have run that got relative names.  */
struct directory
{
  struct directory *next;
  size_t length;
  char name[];
};

/* The lock is for the list.  */
static struct directory *directories;
static pthread_mutex_t directories_lock = PTHREAD_MUTEX_INITIALIZER;

/* Return how many characters in front of FILE, an absolute name, are such a
   directory with its slash, the longest one.  The lock is held.  */

static size_t
directory_length (const char *file)
{
  size_t longest = 0;
  for (const struct directory *d = directories; d; d = d->next)
    if (d->length >= longest && strncmp (file, d->name, d->length) == 0
	&& file[d->length] == '/')
      longest = d->length + 1;
  return longest;
}

/* Return true if DIRECTORY is one of them.  The lock is held.  */

static bool
known_directory_p (const char *directory)
{
  for (const struct directory *d = directories; d; d = d->next)
    if (strcmp (d->name, directory) == 0)
      return true;
  return false;
}

/* Add DIRECTORY to them.  The lock is held.  */

static void
add_directory (const char *directory)
{
  size_t length = strlen (directory);
  struct directory *d = gcuf_xmalloc (sizeof *d + length + 1);
  d->length = length;
  memcpy (d->name, directory, length + 1);
  d->next = directories;
  directories = d;
}

void
gcuf_name_sources_below (const char *directory)
{
  pthread_mutex_lock (&directories_lock);
  if (!known_directory_p (directory))
    add_directory (directory);
  pthread_mutex_unlock (&directories_lock);
}

/* Return FILE, or where the name begins in it that the compiler has got.  */

static const char *
given_name (const char *file)
{
  pthread_mutex_lock (&directories_lock);
  file += directory_length (file);
  pthread_mutex_unlock (&directories_lock);
  return file;
}

/* --- Translation --------------------------------------------------------- */

/* A line that addr2line has written, without its end.  */
struct answer
{
  char procedure[512], line[4096];
};

/* Read a line into the SIZE bytes at TEXT; return false if there is none.  */

static bool
read_line (FILE *f, char *text, size_t size)
{
  if (!fgets (text, size, f))
    return false;
  text[strcspn (text, "\n")] = '\0';
  return true;
}

/* Start addr2line for the address OFFSET of OBJECT with its output going to the
   descriptor OUT.  Return its process, or -1 if it cannot be started.  */

static pid_t
start_addr2line (const char *object, const char *offset, int out)
{
  const char *argv[] = { "addr2line", "-f", "-e", object, offset, NULL };
  posix_spawn_file_actions_t actions;
  pid_t child;
  if (posix_spawn_file_actions_init (&actions) != 0)
    return -1;
  posix_spawn_file_actions_adddup2 (&actions, out, STDOUT_FILENO);
  posix_spawn_file_actions_addopen (&actions, STDERR_FILENO, "/dev/null",
				    O_WRONLY, 0);
  int code = posix_spawnp (&child, argv[0], &actions, NULL,
			   (char *const *) argv, environ);
  posix_spawn_file_actions_destroy (&actions);
  return code ? -1 : child;
}

/* Store in *ANSWER what addr2line says of the address OFFSET of OBJECT.  Return
   false if it says nothing.  */

static bool
ask_addr2line (const char *object, const char *offset, struct answer *answer)
{
  int ends[2], status;
  if (pipe2 (ends, O_CLOEXEC) != 0)
    return false;
  pid_t child = start_addr2line (object, offset, ends[1]);
  close (ends[1]);
  FILE *f = fdopen (ends[0], "r");
  bool ok = (f && child > 0
	     && read_line (f, answer->procedure, sizeof answer->procedure)
	     && read_line (f, answer->line, sizeof answer->line));
  if (f)
    fclose (f);
  else
    close (ends[0]);
  if (child > 0)
    waitpid (child, &status, 0);
  return ok;
}

/* Return the address that ADDRESS, in the object at BASE, has in its file.  */

static size_t
file_address (const void *address, const void *base)
{
  const ElfW (Ehdr) *header = base;
  return (uintptr_t) address
	 - (header->e_type == ET_DYN ? (uintptr_t) base : 0);
}

/* Return the name under which the object of INFO can be opened, which may be in
   the SIZE bytes at BUFFER: the dynamic linker knows the program itself by what
   it was called as, in a directory that may no longer be the current one.  */

static const char *
object_file (const Dl_info *info, char *buffer, size_t size)
{
  Dl_info program;
  if (!dladdr ((void *) getauxval (AT_ENTRY), &program)
      || program.dli_fbase != info->dli_fbase)
    return info->dli_fname;
  ssize_t n = readlink ("/proc/self/exe", buffer, size - 1);
  if (n < 0)
    return info->dli_fname;
  buffer[n] = '\0';
  return buffer;
}

/* Return true if a procedure of this symbol is the library's.  In a program
   that is linked with the archive nothing else tells.  */

static bool
our_symbol_p (const char *symbol)
{
  static const char *const prefixes[]
    = { "gcuf_", "GCUF_", "__gcuf_", "__cudafor_" };
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (strncmp (symbol, prefixes[i], strlen (prefixes[i])) == 0)
      return true;
  return false;
}

/* Return the Fortran name, to be freed, of the procedure SYMBOL.  The main
   program may have become a part of main.  */

static char *
procedure_name (const char *symbol)
{
  const char *middle = strstr (symbol, "_MOD_");
  char *name;
  if (strcmp (symbol, "MAIN__") == 0 || strcmp (symbol, "main") == 0)
    return strdup ("the main program");
  if (strncmp (symbol, "__", 2) != 0 || !middle)
    return strdup (symbol);
  int n = asprintf (&name, "%.*s::%s", (int) (middle - symbol - 2), symbol + 2,
		    middle + strlen ("_MOD_"));
  return n < 0 ? NULL : name;
}

/* Return the text, to be freed, of a place in the procedure SYMBOL, "??" if
   unknown, at OFFSET of OBJECT; null if there is no memory.  */

static char *
text_without_line (const char *symbol, const char *object, const char *offset)
{
  char *text, *name = procedure_name (symbol);
  int n = (!name || *name == '?'
	   ? asprintf (&text, "%s+%s", object, offset)
	   : asprintf (&text, "%s+%s, in %s", object, offset, name));
  free (name);
  return n < 0 ? NULL : text;
}

/* Return the text, to be freed, of the call that returns to ADDRESS; null if
   that is in the library, or nothing is known of it.  */

static char *
caller_text (const char *address)
{
  Dl_info info;
  struct answer answer = { "??", "??:0" };
  char offset[32], buffer[4096];
  /* The call is before what it returns to.  */
  const char *call = address - 1;
  if (!dladdr (call, &info) || !info.dli_fname || our_object_p (info.dli_fname))
    return NULL;
  snprintf (offset, sizeof offset, "0x%zx",
	    file_address (call, info.dli_fbase));
  const char *object = object_file (&info, buffer, sizeof buffer);
  if (ask_addr2line (object, offset, &answer)
      && our_symbol_p (answer.procedure))
    return NULL;
  if (answer.line[0] == '?')
    return text_without_line (answer.procedure, info.dli_fname, offset);
  char *note = strstr (answer.line, " (discriminator");
  if (note)
    *note = '\0';
  return strdup (given_name (answer.line));
}

char *
gcuf_call_site_text (const struct gcuf_call_site *site)
{
  static const char unknown[] = "an unknown place";
  char *text = NULL;
  for (int i = 0; i < GCUF_SITE_DEPTH && site->callers[i] && !text; i++)
    text = caller_text (site->callers[i]);
  if (text)
    return text;
  text = gcuf_xmalloc (sizeof unknown);
  return memcpy (text, unknown, sizeof unknown);
}
