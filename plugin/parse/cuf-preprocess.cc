/* The preprocessor: macros as those of C have them, in Fortran.
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
#include "../../libcpp/internal.h"

/* gfortran has libcpp run in its traditional mode, which leaves Fortran's
   quotes and operators alone, but knows no operators `#' and `##', does not
   expand what is passed to a macro, and puts it into strings; nor does it see a
   directive behind blanks.  Sources of CUDA Fortran are written for a
   preprocessor that has all of that as C has it.

   Here libcpp still reads the lines, obeys the directives and keeps the macros.
   What it does not do is to expand macros in lines that are no directives: that
   is done here, with what C says of macros but the lexical rules of Fortran.
   So `//' concatenates, an apostrophe in a comment opens no string, and a
   string may continue on the next line.  Text is put together as it is, with no
   blanks that would keep it apart, since programs written for the traditional
   mode rely on that.  */

typedef auto_vec<char> text;

static void
append (text *t, const char *s, size_t length)
{
  t->reserve (length);
  for (size_t i = 0; i < length; i++)
    t->quick_push (s[i]);
}

static void
append (text *t, const char *s)
{
  append (t, s, strlen (s));
}

/* A macro's definition.  */
struct macro_definition
{
  char *storage;		/* Of the following, with NULs in between.  */
  bool function_like;
  auto_vec<const char *> parameters;
  const char *body;
};

/* The expansion of a line.  */
struct expansion
{
  cpp_reader *pfile;
  auto_vec<cpp_hashnode *> active;	/* Macros not to be expanded again.  */
};

/* A string that the line before has left open, or zero.  */
static char unclosed_quote;

static inline bool
name_start_p (char c)
{
  return ISALPHA (c) || c == '_';
}

static inline bool
name_char_p (char c)
{
  return ISALNUM (c) || c == '_';
}

static const char *
skip_blanks (const char *p, const char *end)
{
  while (p < end && (*p == ' ' || *p == '\t'))
    p++;
  return p;
}

/* The end of the name or number that begins at P.  */

static const char *
word_end (const char *p, const char *end)
{
  while (p < end && name_char_p (*p))
    p++;
  return p;
}

/* The end of the C comment that begins at P, or P if none does.  */

static const char *
skip_c_comment (const char *p, const char *end)
{
  if (end - p < 4 || p[0] != '/' || p[1] != '*')
    return p;
  for (const char *q = p + 2; q + 1 < end; q++)
    if (q[0] == '*' && q[1] == '/')
      return q + 2;
  return p;
}

/* --- Definitions ---------------------------------------------------------- */

/* Set *M to the definition of NODE, a macro of the program's.  libcpp gives it
   as `NAME(A,B) BODY'.  */

static void
get_definition (cpp_reader *pfile, cpp_hashnode *node, macro_definition *m)
{
  m->storage = xstrdup ((const char *) cpp_macro_definition (pfile, node));
  char *p = m->storage + NODE_LEN (node);

  m->function_like = *p == '(';
  if (m->function_like)
    {
      char *close = strchr (p, ')');
      gcc_assert (close);
      for (p++; p < close; )
	{
	  char *stop = p + strcspn (p, ",)");
	  m->parameters.safe_push (p);
	  *stop = '\0';
	  p = stop + 1;
	}
      *close = '\0';
      p = close + 1;
    }
  m->body = p + (*p == ' ');
}

/* The number of the parameter of M that is the name from P up to END, or
   -1.  */

static int
find_parameter (const macro_definition *m, const char *p, const char *end)
{
  for (unsigned i = 0; i < m->parameters.length (); i++)
    if (strlen (m->parameters[i]) == size_t (end - p)
	&& memcmp (m->parameters[i], p, end - p) == 0)
      return i;
  return -1;
}

/* The end of the string that begins at P with a quote.  */

static const char *
string_end (const char *p, const char *end)
{
  char quote = *p++;

  while (p < end && *p != quote)
    p++;
  return p < end ? p + 1 : end;
}

/* True if the body of M has its parameter I anywhere but in strings.  */

static bool
parameter_used_p (const macro_definition *m, int i)
{
  const char *end = m->body + strlen (m->body);

  for (const char *p = m->body; p < end; )
    if (*p == '\'' || *p == '"')
      p = string_end (p, end);
    else if (name_char_p (*p))
      {
	const char *stop = word_end (p, end);
	if (name_start_p (*p) && find_parameter (m, p, stop) == i)
	  return true;
	p = stop;
      }
    else
      p++;
  return false;
}

/* The number of the parameter of M that is all of the string from P up to END,
   and is nowhere else, or -1: what makes a string of an argument in the
   traditional mode.  */

static int
string_parameter (const macro_definition *m, const char *p, const char *end)
{
  int i = end - p > 2 ? find_parameter (m, p + 1, end - 1) : -1;

  return i >= 0 && !parameter_used_p (m, i) ? i : -1;
}

/* --- Expansion ------------------------------------------------------------ */

static void expand (expansion *, const char *, const char *, text *);

/* Append ARG between quotes to OUT.  */

static void
append_string (text *out, const text &arg, char quote)
{
  out->safe_push (quote);
  for (char c : arg)
    {
      if (c == quote)
	out->safe_push (c);
      out->safe_push (c);
    }
  out->safe_push (quote);
}

static void
drop_blanks (text *t)
{
  while (!t->is_empty () && (t->last () == ' ' || t->last () == '\t'))
    t->pop ();
}

/* Append the body of M to OUT with ARGS in the place of its parameters, not
   expanded yet.  What is no operand of `#' or `##' has been expanded.  */

static void
substitute (expansion *x, const macro_definition *m, vec<text *> *args,
	    text *out)
{
  const char *end = m->body + strlen (m->body);
  bool pasted = false;

  for (const char *p = m->body; p < end; )
    {
      const char *stop = p + 1;
      if (p[0] == '#' && p[1] == '#')
	{
	  drop_blanks (out);
	  p = skip_blanks (p + 2, end);
	  pasted = true;
	  continue;
	}
      if (*p == '\'' || *p == '"')
	{
	  stop = string_end (p, end);
	  int i = string_parameter (m, p, stop);
	  if (i >= 0)
	    append_string (out, *(*args)[i], *p);
	  else
	    append (out, p, stop - p);
	}
      else if (*p == '#' && m->function_like)
	{
	  const char *name = skip_blanks (p + 1, end);
	  stop = word_end (name, end);
	  int i = find_parameter (m, name, stop);
	  if (i >= 0)
	    append_string (out, *(*args)[i], '"');
	  else
	    append (out, p, stop - p);
	}
      else if (name_char_p (*p))
	{
	  stop = word_end (p, end);
	  int i = name_start_p (*p) ? find_parameter (m, p, stop) : -1;
	  const char *next = skip_blanks (stop, end);
	  if (i < 0)
	    append (out, p, stop - p);
	  else if (pasted || (next[0] == '#' && next[1] == '#'))
	    append (out, (*args)[i]->address (), (*args)[i]->length ());
	  else
	    expand (x, (*args)[i]->begin (), (*args)[i]->end (), out);
	}
      else
	append (out, p, 1);
      pasted = false;
      p = stop;
    }
}

/* Split what is between the parenthesis at P and the one that closes it into
   ARGS, without blanks around them.  Return the place behind that, or null if
   there is none before END.  */

static const char *
split_arguments (const char *p, const char *end, vec<text *> *args)
{
  const char *start = ++p;

  for (int depth = 1; p < end; p++)
    {
      if (*p == '\'' || *p == '"')
	p = string_end (p, end) - 1;
      else if (*p == '(')
	depth++;
      else if ((*p == ',' && depth == 1) || (*p == ')' && --depth == 0))
	{
	  text *arg = new text;
	  start = skip_blanks (start, p);
	  append (arg, start, p - start);
	  drop_blanks (arg);
	  args->safe_push (arg);
	  start = p + 1;
	  if (*p == ')')
	    return p + 1;
	}
    }
  return NULL;
}

/* Expand NODE, a macro with the definition M and ARGS, to OUT.  */

static void
replace_macro (expansion *x, cpp_hashnode *node, const macro_definition *m,
	      vec<text *> *args, text *out)
{
  text body;

  substitute (x, m, args, &body);
  x->active.safe_push (node);
  expand (x, body.begin (), body.end (), out);
  x->active.pop ();
}

/* Expand NODE, a macro like a function, with the arguments at the parenthesis
   at P, to OUT.  Return the place behind them, or null if this is no call of
   it.  */

static const char *
expand_call (expansion *x, cpp_hashnode *node, const macro_definition *m,
	     const char *p, const char *end, text *out)
{
  auto_vec<text *> args;
  unsigned wanted = m->parameters.length ();
  const char *rest = split_arguments (p, end, &args);

  if (rest && wanted == 0 && args.length () == 1 && args[0]->is_empty ())
    {
      delete args.pop ();
    }
  if (rest && args.length () != wanted)
    {
      cpp_error_with_line (x->pfile, CPP_DL_ERROR, x->pfile->out.first_line, 0,
			   "macro %s has %u arguments here, but %u "
			   "parameters", NODE_NAME (node), args.length (),
			   wanted);
      rest = NULL;
    }
  if (rest)
    replace_macro (x, node, m, &args, out);
  for (text *arg : args)
    delete arg;
  return rest;
}

/* Append what the compiler has defined for NODE to OUT.  Return false if that
   has arguments.  */

static bool
expand_builtin (expansion *x, cpp_hashnode *node, text *out)
{
  cpp_reader *pfile = x->pfile;
  char number[16];

  switch (node->value.builtin)
    {
    case BT_SPECLINE:
      {
	location_t where = pfile->out.first_line;
	const line_map_ordinary *map
	  = linemap_check_ordinary (linemap_lookup (pfile->line_table, where));
	sprintf (number, "%u", SOURCE_LINE (map, where));
	append (out, number);
	return true;
      }
    case BT_DATE:
    case BT_TIME:
    case BT_FILE:
    case BT_BASE_FILE:
    case BT_INCLUDE_LEVEL:
    case BT_TIMESTAMP:
    case BT_COUNTER:
      append (out, (const char *) _cpp_builtin_macro_text (pfile, node));
      return true;
    default:
      return false;
    }
}

/* The macro that the name from P up to END is, if it may be expanded, or
   null.  */

static cpp_hashnode *
find_macro (expansion *x, const char *p, const char *end)
{
  cpp_hashnode *node = cpp_lookup (x->pfile, (const unsigned char *) p, end - p);

  return cpp_macro_p (node) && !x->active.contains (node) ? node : NULL;
}

/* Append the name from P up to STOP, expanded, to OUT.  What follows it ends at
   END.  Return how far that has been used.  */

static const char *
expand_name (expansion *x, const char *p, const char *stop, const char *end,
	     text *out)
{
  cpp_hashnode *node = find_macro (x, p, stop);

  if (node && cpp_builtin_macro_p (node))
    {
      if (!expand_builtin (x, node, out))
	append (out, p, stop - p);
      return stop;
    }
  if (node)
    {
      macro_definition m;
      const char *rest = stop;
      get_definition (x->pfile, node, &m);
      if (m.function_like)
	{
	  const char *open = skip_blanks (stop, end);
	  rest = NULL;
	  if (open < end && *open == '(')
	    rest = expand_call (x, node, &m, open, end, out);
	}
      else
	{
	  text result;
	  auto_vec<text *> none;
	  replace_macro (x, node, &m, &none, &result);
	  /* It may be the name of another, whose arguments follow.  */
	  const char *name = result.begin ();
	  if (!result.is_empty () && name_start_p (*name)
	      && word_end (name, result.end ()) == result.end ()
	      && find_macro (x, name, result.end ()))
	    {
	      append (&result, stop, end - stop);
	      x->active.safe_push (node);
	      rest = expand_name (x, result.begin (),
				  word_end (result.begin (), result.end ()),
				  result.end (), out);
	      x->active.pop ();
	      rest = end - (result.end () - rest);
	    }
	  else
	    append (out, result.begin (), result.length ());
	}
      free (m.storage);
      if (rest)
	return rest;
    }
  append (out, p, stop - p);
  return stop;
}

/* Append the text from P up to END to OUT with its macros expanded.  C comments
   separate names, and leave nothing.  */

static void
expand (expansion *x, const char *p, const char *end, text *out)
{
  while (p < end)
    if (*p == '\'' || *p == '"')
      {
	const char *stop = string_end (p, end);
	append (out, p, stop - p);
	p = stop;
      }
    else if (name_start_p (*p))
      p = expand_name (x, p, word_end (p, end), end, out);
    else if (ISDIGIT (*p))
      {
	const char *stop = word_end (p, end);
	append (out, p, stop - p);
	p = stop;
      }
    else if (skip_c_comment (p, end) > p)
      p = skip_c_comment (p, end);
    else
      out->safe_push (*p++);
}

/* --- Lines ---------------------------------------------------------------- */

static bool
fixed_form_p (void)
{
  return gfc_option.source_form == FORM_FIXED;
}

/* True if the text from P up to END, of a comment, makes that a directive: it begins
   with `$' or `@', or with a macro that does, as Yambo's sources have

     #define DEV_CUF $cuf
     !DEV_CUF kernel do

   or one that is such a macro, at most DEPTH times.  Nothing is expanded for that:
   what has been made a comment may have wrong arguments.  */

static bool
sentinel_p (cpp_reader *pfile, const char *p, const char *end, int depth = 8)
{
  if (p == end || *p == '$' || *p == '@')
    return p < end;
  if (!name_start_p (*p) || depth == 0)
    return false;
  cpp_hashnode *node = cpp_lookup (pfile, (const unsigned char *) p,
				   word_end (p, end) - p);
  if (!cpp_user_macro_p (node))
    return false;
  macro_definition m;
  get_definition (pfile, node, &m);
  const bool sentinel
    = sentinel_p (pfile, m.body, m.body + strlen (m.body), depth - 1);
  free (m.storage);
  return sentinel;
}

/* The end of the comment that the line from P up to END begins with, or P: all
   of it, but that there may be macros behind the sentinel of a directive, or in its
   place.  */

static const char *
skip_comment_line (cpp_reader *pfile, const char *p, const char *end)
{
  const char *start = p;

  if (fixed_form_p ())
    {
      if (p == end || !strchr ("cCdD*!", *p))
	return p;
    }
  else
    {
      p = skip_blanks (p, end);
      if (p == end || *p != '!')
	return start;
    }
  return sentinel_p (pfile, p + 1, end) ? p + 1 : end;
}

/* True if the line from P up to END continues the one before.  */

static bool
continuation_p (const char *p, const char *end)
{
  if (!fixed_form_p ())
    return true;
  for (int i = 0; i < 5; i++, p++)
    if (p == end || *p != ' ')
      return false;
  return p < end && *p != ' ' && *p != '0';
}

/* Where the text from P up to END has a comment, or END.  Set *QUOTE to the
   quote of a string that is open at the end, which *QUOTE is at the beginning,
   or zero.  */

static const char *
find_comment (const char *p, const char *end, char *quote)
{
  for (; p < end; p++)
    if (*quote)
      {
	if (*p == *quote)
	  *quote = '\0';
      }
    else if (*p == '\'' || *p == '"')
      *quote = *p;
    else if (*p == '!')
      return p;
    else if (skip_c_comment (p, end) > p)
      p = skip_c_comment (p, end) - 1;
  return end;
}

/* True if the text from START up to END ends with an `&'.  */

static bool
continued_p (const char *start, const char *end)
{
  while (end > start && (end[-1] == ' ' || end[-1] == '\t'))
    end--;
  return end > start && end[-1] == '&';
}

/* True if the parentheses in the text from P up to END are not all closed.  */

static bool
open_parenthesis_p (const char *p, const char *end)
{
  int depth = 0;

  for (; p < end; p++)
    if (*p == '\'' || *p == '"')
      p = string_end (p, end) - 1;
    else
      depth += (*p == '(') - (*p == ')');
  return depth > 0;
}

/* True if the text from P up to END has a macro like a function.  */

static bool
has_call_p (cpp_reader *pfile, const char *p, const char *end)
{
  while (p < end)
    if (*p == '\'' || *p == '"')
      p = string_end (p, end);
    else if (name_char_p (*p))
      {
	const char *stop = word_end (p, end);
	if (name_start_p (*p))
	  {
	    cpp_hashnode *node
	      = cpp_lookup (pfile, (const unsigned char *) p, stop - p);
	    if (cpp_user_macro_p (node) && cpp_fun_like_macro_p (node))
	      return true;
	  }
	p = stop;
      }
    else
      p++;
  return false;
}

/* The line that libcpp is about to read is a #define directive: what is pasted
   by comments, as in the traditional mode, is to be pasted by `##'.  */

static void
adapt_definition (cpp_reader *pfile)
{
  char *p = (char *) const_cast<unsigned char *> (pfile->buffer->cur);
  char quote = '\0';

  p += strspn (p, "# \t");
  if (strncmp (p, "define", strlen ("define")) != 0)
    return;
  for (; *p != '\n'; p++)
    if (quote)
      quote = *p == quote ? '\0' : quote;
    else if (*p == '\'' || *p == '"')
      quote = *p;
    else if (p[0] == '/' && p[1] == '*')
      {
	char *stop = p + 2;
	while (*stop != '\n' && !(stop[0] == '*' && stop[1] == '/'))
	  stop++;
	if (*stop == '\n')
	  return;
	stop += 2;
	if (!ISSPACE (p[-1]) && !ISSPACE (*stop))
	  {
	    memset (p, ' ', stop - p);
	    p[0] = p[1] = '#';
	  }
	p = stop - 1;
      }
}

/* True if P, in a line that a newline ends, is at a directive.  */

static bool
directive_p (const char *p)
{
  static const char *const names[] = {
    "define", "undef", "include", "if", "ifdef", "ifndef", "elif", "else",
    "endif", "error", "warning", "line", "pragma", "ident", "assert",
    "unassert", "import", "include_next"
  };

  if (*p != '#')
    return false;
  p += 1 + strspn (p + 1, " \t");
  size_t length = word_end (p, p + strcspn (p, "\n")) - p;
  for (const char *name : names)
    if (strlen (name) == length && memcmp (name, p, length) == 0)
      return true;
  return false;
}

/* Make LENGTH characters at P what libcpp has read.  */

static void
set_output (cpp_reader *pfile, const void *p, size_t length)
{
  if (length + 3 > size_t (pfile->out.limit - pfile->out.base))
    {
      pfile->out.base = XRESIZEVEC (unsigned char, pfile->out.base, length + 3);
      pfile->out.limit = pfile->out.base + length + 3;
    }
  memcpy (pfile->out.base, p, length);
  pfile->out.cur = pfile->out.base + length;
}

/* True if a C comment begins in the line at P, outside of Fortran's strings and
   comments, and does not end there.  */

static bool
c_comment_p (const char *p)
{
  char quote = unclosed_quote;

  for (; *p != '\n'; p++)
    if (quote)
      quote = *p == quote ? '\0' : quote;
    else if (*p == '\'' || *p == '"')
      quote = *p;
    else if (*p == '!')
      return false;
    else if (p[0] == '/' && p[1] == '*')
      {
	const char *stop = skip_c_comment (p, p + strcspn (p, "\n"));
	if (stop == p)
	  return true;
	p = stop - 1;
      }
  return false;
}

/* Read the line at the buffer's place as it is.  libcpp would take an apostrophe
   for one that opens a string where it closes one of the line before.  Return
   true: there is one.  */

static bool
read_plain_line (cpp_reader *pfile)
{
  cpp_buffer *buffer = pfile->buffer;
  const unsigned char *start = buffer->cur;
  const unsigned char *end
    = (const unsigned char *) strchr ((const char *) start, '\n');

  pfile->out.first_line = pfile->line_table->highest_line;
  set_output (pfile, start, end - start);
  buffer->cur = end;
  _cpp_process_line_notes (pfile, false);
  buffer->cur = end + 1;
  buffer->need_line = true;
  CPP_INCREMENT_LINE (pfile, 0);
  return true;
}

/* Have libcpp read lines up to the next that is no directive, and leave that in
   its output buffer as it is.  Return false if there is none.  */

static bool
read_line (cpp_reader *pfile)
{
  bool found;

  do
    {
      if (pfile->buffer->need_line && !_cpp_get_fresh_line (pfile))
	{
	  _cpp_pop_buffer (pfile);
	  return false;
	}

      /* A directive may stand behind blanks.  */
      const char *line = (const char *) pfile->buffer->cur;
      const char *first = line + strspn (line, " \t");
      bool directive = directive_p (first);
      if (directive)
	{
	  pfile->buffer->cur += first - line;
	  adapt_definition (pfile);
	}
      if (!directive && *line != '#' && !c_comment_p (line))
	{
	  found = read_plain_line (pfile);
	  continue;
	}
      unsigned char outer = pfile->state.prevent_expansion;
      pfile->state.prevent_expansion = !directive && *line != '#';
      found = _cpp_scan_out_logical_line (pfile, NULL, false);
      pfile->state.prevent_expansion = outer;
    }
  while (!found || pfile->state.skipping);

  return pfile->buffer != NULL;
}

/* LINE, whose statement ends at LENGTH, has a macro's arguments that are not all
   there: append the next line to it.  */

static bool
append_line (cpp_reader *pfile, text *line, size_t length)
{
  location_t first_line = pfile->out.first_line;

  while (length > 0 && strchr (" \t&", (*line)[length - 1]))
    length--;
  if (!read_line (pfile))
    return false;
  pfile->out.first_line = first_line;

  const char *next = (const char *) pfile->out.base;
  const char *end = (const char *) pfile->out.cur;
  /* Lines of fixed form have to remain short.  */
  next = skip_blanks (fixed_form_p () ? MIN (next + 6, end) : next, end);
  if (!fixed_form_p () && next < end && *next == '&')
    next++;
  line->truncate (length);
  line->safe_push (' ');
  append (line, next, end - next);
  return true;
}

/* True if files are preprocessed here.  */

bool
cuf_preprocesses_p (void)
{
  return cuf_dialect_p ();
}

/* As _cpp_read_logical_line_trad: leave the next line in the output buffer of
   PFILE, with its macros expanded.  Return false at the end.  */

bool
cuf_read_logical_line (cpp_reader *pfile)
{
  expansion x;
  text line, result;

  if (!read_line (pfile))
    {
      unclosed_quote = '\0';
      return false;
    }
  append (&line, (const char *) pfile->out.base,
	  pfile->out.cur - pfile->out.base);

  const char *start = skip_comment_line (pfile, line.begin (), line.end ());
  if (start != line.begin ())
    append (&result, line.begin (), start - line.begin ());
  else if (unclosed_quote && continuation_p (line.begin (), line.end ()))
    {
      /* The rest of a string comes first.  */
      while (start < line.end () && *start++ != unclosed_quote)
	;
      append (&result, line.begin (), start - line.begin ());
    }
  else
    unclosed_quote = '\0';

  if (start < line.end () || start == line.begin ())
    {
      size_t offset = start - line.begin ();
      char quote = '\0';
      const char *end = find_comment (start, line.end (), &quote);
      while (!quote && has_call_p (pfile, start, end)
	     && open_parenthesis_p (start, end))
	{
	  if (!fixed_form_p () && !continued_p (start, end))
	    break;
	  if (!append_line (pfile, &line, end - line.begin ()))
	    break;
	  start = line.begin () + offset;
	  end = find_comment (start, line.end (), &quote);
	}
      x.pfile = pfile;
      expand (&x, start, end, &result);
      append (&result, end, line.end () - end);
      unclosed_quote = (fixed_form_p () || continued_p (start, end)
		    ? quote : '\0');
    }
  set_output (pfile, result.begin (), result.length ());
  return true;
}
