/* Source lines: the sentinel of conditional compilation.
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
#include "options.h"
#include "gfortran.h"
#include "match.h"
#include "parse.h"
#include "cuf-compat.h"

/* Lines that have begun with `!$cuf', by what the front end keeps of them, and
   whether the last one that has been read is one.  */
static hash_set<const gfc_linebuf *> *directive_lines;
static bool directive_line_p;

/* True if the letters of NAME are at P, but for its last one, which is LAST.  */

static bool
named_p (const gfc_char_t *p, gfc_char_t last, const char *name)
{
  for (; name[1]; p++, name++)
    if (gfc_wide_tolower (*p) != (gfc_char_t) *name)
      return false;
  return gfc_wide_tolower (last) == (gfc_char_t) *name;
}

/* True if `!@cuf', `!$cuf' or, with OpenACC, `!@acc', or in fixed form the same with
   another comment character, is at P with LAST as its last character, which need
   not have been stored yet.  */

static bool
sentinel_p (const gfc_char_t *p, gfc_char_t last)
{
  bool comment = (p[0] == '!'
		  || (gfc_current_form == FORM_FIXED
		      && (p[0] == 'c' || p[0] == 'C' || p[0] == '*')));

  return (comment && (p[1] == '@' || p[1] == '$')
	  && (named_p (p + 2, last, "cuf")
	      || (flag_openacc && p[1] == '@' && named_p (p + 2, last, "acc"))));
}

/* A comment begins at P, and LAST is being read as its fifth character: what
   follows a sentinel is no comment, so it must not be cut off silently.  */

void
cuf_keep_sentinel (const gfc_char_t *p, gfc_char_t last, bool *first_comment,
		   bool *seen_comment)
{
  if (!cuf_off && sentinel_p (p, last))
    *first_comment = *seen_comment = false;
}

/* If LINE begins with the sentinel, blank that out, so that the rest is a line
   as any other.  In free form a blank or an `&' must follow; in fixed form what
   follows is column 6.  */

static void
uncomment_line (gfc_char_t *line)
{
  const size_t len = strlen ("!@cuf");

  directive_line_p = false;
  if (gfc_current_form == FORM_FREE)
    while (*line == ' ' || *line == '\t')
      line++;

  if (gfc_wide_strlen (line) < len || !sentinel_p (line, line[len - 1]))
    return;

  if (gfc_current_form == FORM_FREE && line[len] != '\0' && line[len] != ' '
      && line[len] != '\t' && line[len] != '&')
    return;

  directive_line_p = line[1] == '$';
  gfc_wide_memset (line, ' ', len);
}

/* The front end keeps the line as LINE.  */

void
cuf_note_line (const gfc_linebuf *line)
{
  if (!directive_line_p)
    return;
  if (!directive_lines)
    directive_lines = new hash_set<const gfc_linebuf *>;
  directive_lines->add (line);
}

/* True if the statement that is about to be read is the first one of its line,
   or the rest of the line is.  */

static bool
first_of_line_p (void)
{
  for (const gfc_char_t *p = cuf_line (gfc_current_locus)->line;
       p < gfc_current_locus.nextc; p++)
    if (*p != ' ' && *p != '\t')
      return false;
  return true;
}

/* A statement is about to be read.  If `!$cuf' is in front of it and it is no
   directive, report that, let REJECT undo what has been read of it, and return
   true.  */

bool
cuf_reject_directive (void (*reject) (void))
{
  if (!directive_lines || !directive_lines->contains (cuf_line (gfc_current_locus))
      || !first_of_line_p ())
    return false;

  locus start = gfc_current_locus;
  match m = gfc_match ("kernel do");
  gfc_current_locus = start;
  if (m == MATCH_YES)
    return false;
  gfc_error_now ("Unknown directive %<!$cuf%> at %C: the only one is "
		 "%<!$cuf kernel do [(n)] [<<<grid, block>>>]%>, in front of a "
		 "DO loop");
  reject ();
  gfc_error_recovery ();
  return true;
}

/* True if LINE goes on with WORD, whatever the case of its letters.  */

static bool
begins_with (const gfc_char_t *line, const char *word)
{
  for (; *word; line++, word++)
    if (gfc_wide_tolower (*line) != (gfc_char_t) *word)
      return false;
  return true;
}

/* If LINE is a directive `!dir$ ignore_tkr', or the older ignore_tr, which is also
   `!pgi$', or in fixed
   form the same with another comment character, let gfortran take it for one of
   its own, which begin with `!gcc$'.  Other directives stay comments.  */

static void
adopt_directive (gfc_char_t *line)
{
  const char *const ours = "gcc$";

  if (gfc_current_form == FORM_FREE)
    while (*line == ' ' || *line == '\t')
      line++;

  if (*line != '!'
      && !(gfc_current_form == FORM_FIXED && line[0] != '\0'
	   && strchr ("cC*", line[0])))
    return;
  size_t length = (begins_with (line + 1, "dir$")
		   || begins_with (line + 1, "pgi$") ? strlen (ours) : 0);
  if (length == 0)
    return;

  gfc_char_t *rest = line + 1 + length;
  while (*rest == ' ' || *rest == '\t')
    rest++;
  if (!begins_with (rest, "ignore_tkr") && !begins_with (rest, "ignore_tr"))
    return;

  for (int i = 0; ours[i]; i++)
    line[1 + i] = ours[i];
}

/* LINE has been read from a file.  */

void
cuf_read_line (gfc_char_t *line)
{
  if (cuf_off)
    return;
  uncomment_line (line);
  adopt_directive (line);
}
