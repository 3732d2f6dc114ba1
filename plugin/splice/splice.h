/* The parts of the tool that inserts splices; splice.c says what it does.
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

#ifndef CUDAFORTRAN_SPLICE_H
#define CUDAFORTRAN_SPLICE_H

#include <stdbool.h>
#include <stddef.h>

/* Memory is not freed: the process is as short-lived as its data.  */

/* Where a splice goes; read-splices.c has the words.  */
enum where
{
  NOWHERE,
  BEFORE,
  AFTER,
  WRAP,
  APPEND
};

/* A growing string.  */
struct buffer
{
  char *s;
  size_t len, size;
};

/* One splice.  */
struct splice
{
  const char *origin;		/* The splice file,  */
  int lineno;			/* and where it starts there.  */
  int folder;			/* The number of its folder.  */
  const char *name;
  const char *file;
  const char **in;		/* None for APPEND, and only then.  */
  size_t nin;
  const char **past;
  size_t npast;
  const char *until;		/* Null if there is none.  */
  enum where where;		/* NOWHERE until it has been read.  */
  const char *text;		/* The anchor; null for APPEND.  */
  struct buffer code;		/* Lines without their indentation.  */
  bool omitted;
  bool used;			/* Its file exists.  */
};

/* Text to insert for a splice: N characters at S.  If it goes into a line, they
   go there at OFFSET.  */
struct insertion
{
  size_t offset;
  const struct splice *splice;
  const char *s;
  size_t n;
  struct insertion *next;
};

/* A line of an original file, with what is inserted before, into, behind.  */
struct line
{
  const char *s;
  struct insertion *before, *within, *after;
};

struct source
{
  const char *name;
  struct line *lines;
  size_t n;
};

/* A half-open range of lines.  */
struct range
{
  size_t start, end;
};

/* text.c  */
bool blank_p (char);
bool space_p (char);
bool identifier_char_p (char);
void *xrealloc (void *, size_t);
char *xstrndup (const char *, size_t);
void *grow (void *, size_t, size_t);
void buffer_add (struct buffer *, const char *, size_t);
void buffer_puts (struct buffer *, const char *);
const char *strip (const char *);
const char *after_word (const char *, const char *);
char *collapse (const char *, size_t **);

/* files.c  */
extern int errors;		/* How many have been reported.  */
void error_at (const char *, int, const char *, ...)
  __attribute__ ((format (printf, 3, 4)));
void fatal (const char *) __attribute__ ((noreturn));
char *join_path (const char *, const char *);
const char *base_name (const char *);
bool read_file (const char *, struct buffer *, bool);
void write_if_changed (const char *, const struct buffer *);
void split_lines (char *, struct source *);
bool read_source (const char *, const char *, struct source *, bool);
size_t list_files (const char *, const char *, const char ***);

/* read-splices.c  */
extern struct splice *splices;	/* All that have been read.  */
extern size_t nsplices;
void read_folder (const char *, int);

/* find-places.c  */
size_t find_definition (const struct source *, const char *, struct range *);
size_t find_line (const struct source *, struct range, const char *);
bool find_anchor (const struct source *, const struct splice *, const char *,
		  size_t *);
bool find_text (const struct source *, const char *, const struct splice *,
		size_t *, size_t *);

/* apply-splices.c  */
void splice_directory (const char *, const char *);

/* compare-versions.c  */
bool list_changed (const char *, const char *);

#endif
