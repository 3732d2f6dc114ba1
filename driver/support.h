/* What the programs of this folder share: memory, argument vectors, files,
   child processes.
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

#ifndef CUDAFORTRAN_SUPPORT_H
#define CUDAFORTRAN_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>

/* The name that messages begin with; each program defines it.  */
extern const char program_name[];

/* Print a message of the program and stop with status 1.  */
extern void fatal (const char *format, ...)
  __attribute__ ((format (printf, 1, 2), noreturn));

/* Print a warning.  */
extern void warning (const char *format, ...)
  __attribute__ ((format (printf, 1, 2)));

/* Memory functions that stop the program instead of returning null.  */
extern void *xmalloc (size_t size);
extern void *xcalloc (size_t n, size_t size);
extern void *xrealloc (void *p, size_t size);
extern char *xstrndup (const char *s, size_t n);
extern char *format_string (const char *format, ...)
  __attribute__ ((format (printf, 1, 2)));

extern bool starts_with (const char *s, const char *prefix);

/* If S begins with PREFIX, the rest of it, else null.  */
extern const char *after_prefix (const char *s, const char *prefix);

/* A vector of strings that is always terminated by a null pointer, and so can
   be handed to exec.  The strings are not owned.  */
struct strings
{
  const char **data;
  size_t n;
};

extern void strings_push (struct strings *v, const char *s);
/* The same if S is not there.  */
extern void strings_push_new (struct strings *v, const char *s);
extern bool strings_have (const struct strings *v, const char *s);
extern void strings_append (struct strings *v, const struct strings *from);

/* Append the ARGC arguments ARGV to V; an argument @FILE is replaced by the
   arguments that FILE holds, if it can be read, as all tools of GCC do.  */
extern void strings_expand (struct strings *v, int argc, char **argv);

/* The whole of file NAME, terminated by a NUL that does not count in *SIZE.
   Stops the program if it cannot be read.  */
extern char *read_file (const char *name, size_t *size);

/* Write TEXT to file NAME.  Stops the program if that fails.  */
extern void write_file (const char *name, const char *text);

extern bool file_exists (const char *name);
extern bool program_exists (const char *name);

/* A new file in the directory for temporary files whose name ends in SUFFIX.
   It is removed when the program exits.  */
extern const char *temporary_file (const char *suffix);

/* Leave those there have been so far to another process.  */
extern void forget_temporary_files (void);

/* The directory part of PATH, or null if there is none.  */
extern char *directory_of (const char *path);

/* Print COMMAND for a reader, quoted where a shell would need it.  */
extern void print_command (const struct strings *command);

/* Run COMMAND, looked for in PATH if it has no slash, and wait for it.  Its
   exit status; a signal is reported and counts as 1, but SIGPIPE, which ends
   this program as well.  */
extern int run_command (const struct strings *command);

/* The same with the command's standard output in the file OUTPUT and its standard
   error in the file MESSAGES, unless these are null.  */
extern int run_command_to (const struct strings *command,
			   const char *output, const char *messages);

#endif
