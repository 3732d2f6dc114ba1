/* Messages about statements that no matcher takes, where they are what beginners
   write for statements of CUDA Fortran.
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
#include "diagnostic.h"
#include "cuf.h"

/* A statement as a text in lower case, in which a quotation mark stands for each
   character of a string.  Positions are those of its characters; the one after
   the last is the end.  */
class statement_text
{
public:
  statement_text (locus begin);

  /* The character at I, a NUL at the end.  */
  char at (size_t i) const { return m_text[i]; }
  /* Where that is in the source.  */
  locus *place (size_t i) { return &m_places[i]; }
  bool contains (const char *text) const
    { return strstr (m_text.address (), text) != NULL; }
  size_t skip (size_t i) const;
  bool starts (size_t *i, const char *text) const;
  bool word (size_t *i, char *name) const;
  size_t past_arguments (size_t i) const;

private:
  auto_vec<char, 132> m_text;
  auto_vec<locus, 132> m_places;
};

/* Read the statement that begins at BEGIN.  */

statement_text::statement_text (locus begin)
{
  locus saved = gfc_current_locus;
  gfc_char_t quote = 0;

  gfc_current_locus = begin;
  for (;;)
    {
      locus where = gfc_current_locus;
      gfc_char_t c
	= gfc_next_char_literal (quote ? INSTRING_NOWARN : NONSTRING);
      bool end = c == '\n' || (c == ';' && !quote);
      bool in_string = quote != 0;
      if (quote ? c == quote : c == '\'' || c == '"')
	quote = quote ? 0 : c;
      m_places.safe_push (where);
      m_text.safe_push (end ? '\0' : in_string || quote ? '"'
			: c < 128 ? TOLOWER ((char) c) : '?');
      if (end)
	break;
    }
  gfc_current_locus = saved;
}

/* The position of the first character from I on that is not blank.  */

size_t
statement_text::skip (size_t i) const
{
  while (at (i) == ' ' || at (i) == '\t')
    i++;
  return i;
}

/* If TEXT is at *I, after blanks, move *I behind it and return true.  */

bool
statement_text::starts (size_t *i, const char *text) const
{
  size_t j = skip (*i);

  for (; *text; text++, j++)
    if (at (j) != *text)
      return false;
  *i = j;
  return true;
}

/* If there is a name at *I, after blanks, store it in NAME, of GFC_MAX_SYMBOL_LEN
   characters, move *I behind it and return true.  */

bool
statement_text::word (size_t *i, char *name) const
{
  size_t j = skip (*i), n = 0;

  if (ISDIGIT (at (j)))
    return false;
  for (; ISALNUM (at (j)) || at (j) == '_'; j++)
    if (n < GFC_MAX_SYMBOL_LEN)
      name[n++] = at (j);
  name[n] = '\0';
  if (n)
    *i = j;
  return n != 0;
}

/* The position behind the parentheses that begin at I, or the end.  */

size_t
statement_text::past_arguments (size_t i) const
{
  for (int depth = 0; at (i); i++)
    if (at (i) == '(')
      depth++;
    else if (at (i) == ')' && --depth == 0)
      return i + 1;
  return i;
}

/* Each of these reports a mistake in S and returns true if it knows one.  */

/* A launch that is no CALL statement, or one whose configuration has other signs
   or stands elsewhere.  */

static bool
explain_launch (statement_text *s)
{
  char name[GFC_MAX_SYMBOL_LEN + 1];
  size_t i = 0, begin;
  bool call = s->starts (&i, "call ");

  begin = s->skip (i);
  if (!s->word (&i, name))
    return false;
  size_t chevrons = s->skip (i);
  if (!call && s->starts (&i, "<<<"))
    gfc_error ("Launch of %qs at %L must be a CALL statement", name,
	       s->place (begin));
  else if (call && !s->starts (&i, "<<<") && s->starts (&i, "<<"))
    gfc_error ("Execution configuration at %L must be between %<<<<%> and "
	       "%<>>>%>", s->place (chevrons));
  else if (call && s->at (chevrons) == '('
	   && (i = s->skip (s->past_arguments (chevrons)),
	       s->starts (&i, "<<<")))
    gfc_error ("Execution configuration at %L must be between the name of the "
	       "kernel and its arguments", s->place (i - 3));
  else
    return false;
  return true;
}

/* A procedure of module cudadevice that is called without CALL, or by the name
   that it has in CUDA C.  */

static bool
explain_call (statement_text *s)
{
  char name[GFC_MAX_SYMBOL_LEN + 1];
  size_t i = 0, begin;
  bool call = s->starts (&i, "call ");

  if (!cuf_in_device_code_p (gfc_current_ns))
    return false;
  begin = s->skip (i);
  if (!s->word (&i, name))
    return false;
  size_t next = s->skip (i);
  if ((s->at (next) && s->at (next) != '(')
      || s->at (s->skip (s->past_arguments (next))))
    return false;
  if (cuf_report_c_name (name, s->place (begin)))
    return true;
  const gfc_symbol *procedure = cuf_predefined_procedure (name);
  if (!procedure)
    return false;
  if (!call && procedure->attr.function)
    gfc_error ("%qs at %L is a function: its result must be assigned to a "
	       "variable", name, s->place (begin));
  else if (!call)
    gfc_error ("%qs at %L is a subroutine: it must be called by a CALL "
	       "statement", name, s->place (begin));
  else
    return false;
  return true;
}

/* What CUDA C has for attributes, and ATTRIBUTES misspelt.  */

static bool
explain_attributes (statement_text *s)
{
  static const char *const words[][2] = {
    { "__global__", "global" }, { "__device__", "device" },
    { "__host__", "host" }, { "__shared__", "shared" },
    { "__constant__", "constant" }, { "__managed__", "managed" }
  };
  char name[GFC_MAX_SYMBOL_LEN + 1];
  size_t i = 0, begin = s->skip (0);

  if (!s->word (&i, name))
    return false;
  for (const auto &w : words)
    if (strcmp (name, w[0]) == 0)
      {
	gfc_error ("%qs at %L is of CUDA C: in CUDA Fortran it is "
		   "%<attributes(%s)%>", name, s->place (begin), w[1]);
	return true;
      }
  if (strcmp (name, "attribute") != 0 || s->at (s->skip (i)) != '(')
    return false;
  for (i++; s->word (&i, name); s->starts (&i, ","))
    if (!cuf_attribute_name_p (name))
      return false;
  gfc_error ("%<attribute%> at %L must be %<attributes%>", s->place (begin));
  return true;
}

/* A declaration with an attribute in ATTRIBUTES, or almost one.  */

static bool
explain_declaration (statement_text *s)
{
  char name[GFC_MAX_SYMBOL_LEN + 1];
  size_t i = 0, begin;

  if (!s->contains ("::") || !s->word (&i, name))
    return false;
  if (s->at (s->skip (i)) == '(')
    i = s->past_arguments (s->skip (i));
  while (s->starts (&i, ","))
    {
      begin = s->skip (i);
      if (!s->word (&i, name))
	return false;
      if (strcmp (name, "attributes") == 0)
	{
	  gfc_error ("%<attributes%> at %L is for statements and prefixes: an "
		     "attribute in a declaration stands alone, as in "
		     "%<real, device :: x%>", s->place (begin));
	  return true;
	}
      if (const char *close = cuf_closest_memory (name))
	{
	  gfc_error ("Unknown attribute %qs at %L; did you mean %qs?", name,
		     s->place (begin), close);
	  return true;
	}
      if (s->at (s->skip (i)) == '(')
	i = s->past_arguments (s->skip (i));
    }
  return false;
}

/* A component of a predefined variable that is written as in CUDA C.  */

static bool
explain_component (statement_text *s)
{
  static const char *const variables[]
    = { "threadidx", "blockidx", "blockdim", "griddim" };
  char name[GFC_MAX_SYMBOL_LEN + 1];

  for (size_t i = 0; s->at (i); )
    {
      size_t begin = s->skip (i);
      if (!s->word (&i, name))
	{
	  i = s->at (begin) ? begin + 1 : begin;
	  continue;
	}
      size_t dot = i;
      if (s->at (i) != '.')
	continue;
      i++;
      char component[GFC_MAX_SYMBOL_LEN + 1];
      if (!s->word (&i, component) || component[1] || s->at (i) == '.'
	  || !strchr ("xyz", *component))
	continue;
      for (const char *v : variables)
	if (strcmp (name, v) == 0)
	  {
	    gfc_error ("Component of %qs at %L must be written with %<%%%>: "
		       "%<%s%%%s%>", name, s->place (dot), name, component);
	    return true;
	  }
    }
  return false;
}

/* No matcher has taken the statement that begins at BEGIN.  If it is wrong in a
   known way, let a message about that take the place of what is stored.  */

void
cuf_explain_statement (locus begin)
{
  static bool (*const explain[]) (statement_text *) = {
    explain_launch, explain_call, explain_attributes, explain_declaration,
    explain_component
  };
  gfc_error_buffer before;
  bool found = false;

  if (!cuf_dialect_p ())
    return;
  statement_text statement (begin);
  gfc_push_error (&before);
  for (auto f : explain)
    if ((found = f (&statement)))
      break;
  if (found)
    gfc_free_error (&before);
  else
    gfc_pop_error (&before);
}
