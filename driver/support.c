/* What the programs of this folder share.
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

#include "support.h"

#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Print a message of KIND, as "error".  */

static void __attribute__ ((format (printf, 2, 0)))
report (const char *kind, const char *format, va_list ap)
{
  fprintf (stderr, "%s: %s: ", program_name, kind);
  vfprintf (stderr, format, ap);
  putc ('\n', stderr);
}

void
fatal (const char *format, ...)
{
  va_list ap;

  va_start (ap, format);
  report ("error", format, ap);
  va_end (ap);
  exit (1);
}

void
warning (const char *format, ...)
{
  va_list ap;

  va_start (ap, format);
  report ("warning", format, ap);
  va_end (ap);
}

void *
xrealloc (void *p, size_t size)
{
  p = realloc (p, size ? size : 1);
  if (!p)
    fatal ("out of memory");
  return p;
}

void *
xmalloc (size_t size)
{
  return xrealloc (NULL, size);
}

void *
xcalloc (size_t n, size_t size)
{
  void *p = calloc (n ? n : 1, size ? size : 1);

  if (!p)
    fatal ("out of memory");
  return p;
}

char *
xstrndup (const char *s, size_t n)
{
  char *copy = xmalloc (n + 1);

  memcpy (copy, s, n);
  copy[n] = '\0';
  return copy;
}

char *
format_string (const char *format, ...)
{
  va_list ap;
  char *s;
  int n;

  va_start (ap, format);
  n = vsnprintf (NULL, 0, format, ap);
  va_end (ap);
  if (n < 0)
    fatal ("cannot format a message: %s", strerror (errno));

  s = xmalloc ((size_t) n + 1);
  va_start (ap, format);
  vsnprintf (s, (size_t) n + 1, format, ap);
  va_end (ap);
  return s;
}

const char *
after_prefix (const char *s, const char *prefix)
{
  size_t n = strlen (prefix);

  return strncmp (s, prefix, n) == 0 ? s + n : NULL;
}

bool
starts_with (const char *s, const char *prefix)
{
  return after_prefix (s, prefix) != NULL;
}

void
strings_push (struct strings *v, const char *s)
{
  /* Grow whenever the number of strings is a power of two.  */
  if ((v->n & (v->n - 1)) == 0)
    v->data = xrealloc (v->data, (2 * v->n + 2) * sizeof *v->data);
  v->data[v->n++] = s;
  v->data[v->n] = NULL;
}

bool
strings_have (const struct strings *v, const char *s)
{
  for (size_t i = 0; i < v->n; i++)
    if (strcmp (v->data[i], s) == 0)
      return true;
  return false;
}

void
strings_push_new (struct strings *v, const char *s)
{
  if (!strings_have (v, s))
    strings_push (v, s);
}

void
strings_append (struct strings *v, const struct strings *from)
{
  for (size_t i = 0; i < from->n; i++)
    strings_push (v, from->data[i]);
}

/* Take one argument off the text *P of a response file.  White space separates
   arguments; quotes of both kinds and backslashes protect it.  Null at the end
   of the text.  */

static char *
next_word (const char **p)
{
  const char *s = *p;
  char *word, *to, quote = '\0';

  while (isspace ((unsigned char) *s))
    s++;
  if (!*s)
    return NULL;

  to = word = xmalloc (strlen (s) + 1);
  for (; *s && (quote || !isspace ((unsigned char) *s)); s++)
    if (*s == '\\' && s[1])
      *to++ = *++s;
    else if (quote ? *s == quote : *s == '\'' || *s == '"')
      quote = quote ? '\0' : *s;
    else
      *to++ = *s;
  *to = '\0';
  *p = s;
  return word;
}

static void
expand_argument (struct strings *v, const char *argument, int depth)
{
  const char *text;
  char *word;

  if (argument[0] != '@' || !file_exists (argument + 1))
    {
      strings_push (v, argument);
      return;
    }
  if (depth == 0)
    fatal ("%s: too many response files inside response files", argument + 1);

  text = read_file (argument + 1, NULL);
  while ((word = next_word (&text)))
    expand_argument (v, word, depth - 1);
}

void
strings_expand (struct strings *v, int argc, char **argv)
{
  for (int i = 0; i < argc; i++)
    expand_argument (v, argv[i], 100);
}

char *
read_file (const char *name, size_t *size)
{
  FILE *f = fopen (name, "rb");
  char *text = NULL;
  size_t n = 0, room = 0, got;

  if (!f)
    fatal ("%s: %s", name, strerror (errno));
  do
    {
      if (room - n < 2)
	text = xrealloc (text, room = 2 * room + 4096);
      got = fread (text + n, 1, room - n - 1, f);
      n += got;
    }
  while (got);
  if (ferror (f))
    fatal ("%s: %s", name, strerror (errno));
  fclose (f);

  text[n] = '\0';
  if (size)
    *size = n;
  return text;
}

void
write_file (const char *name, const char *text)
{
  FILE *f = fopen (name, "w");

  if (!f || fputs (text, f) < 0 || fclose (f) != 0)
    fatal ("%s: %s", name, strerror (errno));
}

bool
file_exists (const char *name)
{
  struct stat st;

  return stat (name, &st) == 0 && !S_ISDIR (st.st_mode);
}

bool
program_exists (const char *name)
{
  return file_exists (name) && access (name, X_OK) == 0;
}

/* The temporary files to remove.  */
static struct strings temporary_files;

static void
remove_temporary_files (void)
{
  for (size_t i = 0; i < temporary_files.n; i++)
    unlink (temporary_files.data[i]);
}

/* End as a program that signal NUMBER ends.  */

static void
remove_temporary_files_and_die (int number)
{
  remove_temporary_files ();
  signal (number, SIG_DFL);
  raise (number);
}

void
forget_temporary_files (void)
{
  temporary_files.n = 0;
}

/* Have the temporary files removed however the program ends.  */

static void
prepare_cleanup (void)
{
  static const int signals[] = { SIGHUP, SIGINT, SIGTERM };

  atexit (remove_temporary_files);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    if (signal (signals[i], remove_temporary_files_and_die) == SIG_IGN)
      signal (signals[i], SIG_IGN);
}

/* Return the directory for temporary files.  As GCC does, pass over what the
   environment names if nothing can be written there.  */

static const char *
temporary_directory (void)
{
  static const char *const names[] = { "TMPDIR", "TMP", "TEMP" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      const char *directory = getenv (names[i]);
      if (directory && *directory
	  && access (directory, R_OK | W_OK | X_OK) == 0)
	return directory;
    }
  return "/tmp";
}

const char *
temporary_file (const char *suffix)
{
  const char *directory = temporary_directory ();
  char *name;
  int fd;

  name = format_string ("%s/gcufXXXXXX%s", directory, suffix);
  fd = mkstemps (name, (int) strlen (suffix));
  if (fd < 0)
    fatal ("cannot create a temporary file in %s: %s", directory,
	   strerror (errno));
  close (fd);

  if (temporary_files.n == 0)
    prepare_cleanup ();
  strings_push (&temporary_files, name);
  return name;
}

char *
directory_of (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash ? xstrndup (path, slash - path) : NULL;
}

void
print_command (const struct strings *command)
{
  static const char plain[]
    = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
      "@%_-+=:,./";

  for (size_t i = 0; i < command->n; i++)
    {
      const char *s = command->data[i];

      if (i)
	putc (' ', stderr);
      if (*s && strspn (s, plain) == strlen (s))
	{
	  fputs (s, stderr);
	  continue;
	}
      putc ('\'', stderr);
      for (; *s; s++)
	if (*s == '\'')
	  fputs ("'\\''", stderr);
	else
	  putc (*s, stderr);
      putc ('\'', stderr);
    }
  putc ('\n', stderr);
}

int
run_command_to (const struct strings *command, const char *output,
		const char *messages)
{
  int status;
  pid_t child = fork ();

  if (child < 0)
    fatal ("cannot start %s: %s", command->data[0], strerror (errno));
  if (child == 0)
    {
      if ((output && !freopen (output, "w", stdout))
	  || (messages && !freopen (messages, "w", stderr)))
	_exit (127);
      execvp (command->data[0], (char *const *) command->data);
      fprintf (stderr, "%s: error: cannot run %s: %s\n", program_name,
	       command->data[0], strerror (errno));
      _exit (127);
    }

  while (waitpid (child, &status, 0) < 0)
    if (errno != EINTR)
      fatal ("cannot wait for %s: %s", command->data[0], strerror (errno));
  if (WIFSIGNALED (status))
    {
      /* Nobody reads what the command prints: that is no error.  */
      if (WTERMSIG (status) == SIGPIPE)
	remove_temporary_files_and_die (SIGPIPE);
      fprintf (stderr, "%s: error: %s was ended by signal %d (%s)\n",
	       program_name, command->data[0], WTERMSIG (status),
	       strsignal (WTERMSIG (status)));
      return 1;
    }
  return WEXITSTATUS (status);
}

int
run_command (const struct strings *command)
{
  return run_command_to (command, NULL, NULL);
}
