/* Parse PTX.
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

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "ptx-ir.h"
#include "support.h"

/* The parser works on the text directly and knows its place in it.  */
struct parser
{
  const char *p;		/* At a token, or the end.  */
  const char *begin;
  const char *name;		/* Of the module, for messages.  */
  struct ptx_code *code;	/* Where statements go.  */
};

/* Report that at the place of IN there should be what EXPECTED says.  Of a long line
   show what is near.  */

static void __attribute__ ((noreturn))
syntax_error (const struct parser *in, const char *expected)
{
  enum { BEFORE = 30, BEHIND = 50 };
  int line = 1;
  const char *start = in->begin;

  for (const char *s = in->begin; s < in->p; s++)
    if (*s == '\n')
      {
	line++;
	start = s + 1;
      }
  const char *end = start + strcspn (start, "\n"), *from = start, *to = end;
  if (end - start > BEFORE + BEHIND)
    {
      from = in->p - start > BEFORE ? in->p - BEFORE : start;
      to = end - from > BEFORE + BEHIND ? from + BEFORE + BEHIND : end;
    }
  fatal ("%s: line %d of the PTX: expected %s: %s%.*s%s", in->name, line,
	 expected, from > start ? "..." : "", (int) (to - from), from,
	 to < end ? "..." : "");
}

/* --- Tokens -------------------------------------------------------------- */

static struct ptx_statement *
append (struct parser *in, enum ptx_statement_kind kind, const char *text)
{
  struct ptx_statement *statement = PTX_NEW (struct ptx_statement);

  statement->kind = kind;
  statement->text = text;
  ptx_insert (in->code, in->code->last, statement);
  return statement;
}

/* Take the comment at the place, if there is one.  One in the middle of a
   statement comes before it.  */

static bool
skip_comment (struct parser *in)
{
  const char *end;

  if (in->p[0] != '/' || (in->p[1] != '/' && in->p[1] != '*'))
    return false;
  if (in->p[1] == '/')
    end = in->p + strcspn (in->p, "\n");
  else
    {
      end = strstr (in->p + 2, "*/");
      if (!end)
	syntax_error (in, "the end of the comment");
      end += 2;
    }
  append (in, PTX_COMMENT, ptx_strndup (in->p, end - in->p));
  in->p = end;
  return true;
}

static void
skip_space (struct parser *in)
{
  do
    while (isspace ((unsigned char) *in->p))
      in->p++;
  while (skip_comment (in));
}

static bool
word_character_p (const char *p)
{
  return (isalnum ((unsigned char) *p)
	  || (*p && strchr ("_$%.", *p))
	  /* As in ld.shared::cta.  */
	  || (p[0] == ':' && p[1] == ':') || (p[0] == ':' && p[-1] == ':'));
}

static size_t
word_length (const char *p)
{
  const char *s = p;

  while (*s && word_character_p (s))
    s++;
  return s - p;
}

/* True if the next token is the character C.  */

static bool
at (const struct parser *in, char c)
{
  return *in->p == c;
}

static bool
take (struct parser *in, char c)
{
  if (!at (in, c))
    return false;
  in->p++;
  skip_space (in);
  return true;
}

static void
expect (struct parser *in, char c)
{
  const char expected[] = { '`', c, '\'', '\0' };

  if (!take (in, c))
    syntax_error (in, expected);
}

static const char *
take_word (struct parser *in, const char *expected)
{
  size_t n = word_length (in->p);
  const char *word;

  if (n == 0)
    syntax_error (in, expected);
  word = ptx_strndup (in->p, n);
  in->p += n;
  skip_space (in);
  return word;
}

/* Take the text up to one of the characters END, which is not taken, without
   its line breaks and the space at its end.  */

static const char *
take_text (struct parser *in, const char *end)
{
  size_t n = strcspn (in->p, end);
  char *text = ptx_strndup (in->p, n);

  in->p += n;
  while (n > 0 && isspace ((unsigned char) text[n - 1]))
    text[--n] = '\0';
  for (char *s = text; *s; s++)
    if (isspace ((unsigned char) *s))
      *s = ' ';
  return text;
}

/* --- Operands ------------------------------------------------------------ */

static struct ptx_operand *parse_operand (struct parser *in);

/* Operands with commas between them, up to the character END, which is taken
   too.  */

static struct ptx_operand *
parse_operands (struct parser *in, char end)
{
  struct ptx_operand *first = NULL, **to = &first;

  if (take (in, end))
    return NULL;
  do
    {
      *to = parse_operand (in);
      to = &(*to)->next;
    }
  while (take (in, ','));
  expect (in, end);
  return first;
}

static struct ptx_operand *
parse_string (struct parser *in)
{
  size_t n = strcspn (in->p + 1, "\"");
  struct ptx_operand *string;

  if (!in->p[n + 1])
    syntax_error (in, "the end of the string");
  string = ptx_operand (PTX_STRING, ptx_strndup (in->p, n + 2), NULL);
  in->p += n + 2;
  skip_space (in);
  return string;
}

/* The type of the number WORD if it is one of floating point, written by its
   bits as 0f3F800000.  */

static enum ptx_word
literal_type (const char *word)
{
  return (starts_with (word, "0f") ? PTX_TYPE_F32
	  : starts_with (word, "0d") ? PTX_TYPE_F64 : PTX_NO_WORD);
}

/* A name or a number, and what may follow it.  */

static struct ptx_operand *
parse_word (struct parser *in)
{
  bool negative = take (in, '-');
  const char *word = take_word (in, "an operand");
  bool number = isdigit ((unsigned char) word[0]);
  struct ptx_operand *operand;

  if (negative)
    {
      if (!number)
	syntax_error (in, "a number");
      word = ptx_format ("-%s", word);
    }
  if (take (in, '('))
    operand = ptx_operand (PTX_APPLY, word, parse_operands (in, ')'));
  else
    operand = ptx_operand (number ? PTX_NUMBER : PTX_NAME, word, NULL);
  if (operand->kind == PTX_NUMBER)
    operand->word = literal_type (word);
  if (at (in, '+') || at (in, '-'))
    {
      char sign = *in->p;

      take (in, sign);
      /* Negative offsets are written as +-8.  */
      if (take (in, '-'))
	sign = sign == '-' ? '+' : '-';
      word = ptx_format ("%c%s", sign, take_word (in, "an offset"));
      operand = ptx_operand (PTX_SUM, word, operand);
    }
  return operand;
}

static struct ptx_operand *
parse_operand (struct parser *in)
{
  static const struct
  {
    char begin, end;
    enum ptx_operand_kind kind;
  } brackets[] = {
    { '[', ']', PTX_ADDRESS },
    { '{', '}', PTX_VECTOR },
    { '(', ')', PTX_LIST },
  };
  struct ptx_operand *operand;

  for (size_t i = 0; i < sizeof brackets / sizeof *brackets; i++)
    if (take (in, brackets[i].begin))
      return ptx_operand (brackets[i].kind, NULL,
			  parse_operands (in, brackets[i].end));
  if (at (in, '"'))
    return parse_string (in);
  if (take (in, '!'))
    return ptx_operand (PTX_NOT, NULL, parse_operand (in));
  operand = parse_word (in);
  if (take (in, '|'))
    {
      operand->next = parse_word (in);
      operand = ptx_operand (PTX_PAIR, NULL, operand);
    }
  return operand;
}

/* --- Declarations -------------------------------------------------------- */

/* The word of the LENGTH characters at TEXT, a dot before it.  */

static enum ptx_word
word_at (const char *text, size_t length)
{
  return (length > 0 && *text == '.' ? ptx_find_word (text + 1, length - 1)
	  : PTX_UNKNOWN_WORD);
}

/* Words that begin with a dot, as .attribute(.managed) does, and the numbers
   after .align.  */

static struct ptx_operand *
parse_specifiers (struct parser *in)
{
  struct ptx_operand *first = NULL, **to = &first;

  while (at (in, '.') || isdigit ((unsigned char) *in->p))
    {
      const char *word = take_word (in, "a word");

      if (word_at (word, strlen (word)) == PTX_WORD_ATTRIBUTE
	  && take (in, '('))
	{
	  word = ptx_format ("%s(%s)", word, take_word (in, "an attribute"));
	  expect (in, ')');
	}
      *to = ptx_operand (PTX_NAME, word, NULL);
      (*to)->word = word_at (word, strlen (word));
      to = &(*to)->next;
    }
  return first;
}

static const char *
parse_dimensions (struct parser *in)
{
  const char *dimensions = "";

  while (at (in, '[') || at (in, '<'))
    {
      char begin = *in->p, end = begin == '[' ? ']' : '>';
      const char *n;

      take (in, begin);
      n = at (in, end) ? "" : take_word (in, "a dimension");
      expect (in, end);
      dimensions = ptx_format ("%s%c%s%c", dimensions, begin, n, end);
    }
  return dimensions;
}

static struct ptx_declarator *
parse_declarator (struct parser *in)
{
  struct ptx_declarator *d = PTX_NEW (struct ptx_declarator);

  d->name = take_word (in, "a name");
  d->dimensions = parse_dimensions (in);
  if (take (in, '='))
    d->value = parse_operand (in);
  return d;
}

/* What follows SPECIFIERS in the declaration of variables or of one parameter;
   the latter may lack the name.  */

static void
parse_declaration (struct parser *in, struct ptx_operand *specifiers,
		   bool parameter)
{
  struct ptx_statement *statement = append (in, PTX_VARIABLE, NULL);
  struct ptx_declarator **to = &statement->names;

  if (!specifiers)
    syntax_error (in, "a declaration");
  statement->specifiers = specifiers;
  if (parameter && (at (in, ',') || at (in, ')')))
    return;
  do
    {
      *to = parse_declarator (in);
      to = &(*to)->next;
    }
  while (!parameter && take (in, ','));
}

/* Parameters up to the closing parenthesis, into CODE.  */

static void
parse_parameters (struct parser *in, struct ptx_code *code)
{
  struct ptx_code *outer = in->code;

  in->code = code;
  if (!at (in, ')'))
    do
      parse_declaration (in, parse_specifiers (in), true);
    while (take (in, ','));
  in->code = outer;
  expect (in, ')');
}

/* --- Statements ---------------------------------------------------------- */

/* Passes may take the operands of an opcode for granted: they are counted
   here.  */

static void
parse_instruction (struct parser *in)
{
  struct ptx_operand *guard = NULL;
  struct ptx_statement *statement;
  const char *opcode, *begin = in->p;

  if (take (in, '@'))
    guard = parse_operand (in);
  opcode = take_word (in, "an instruction");
  statement = append (in, PTX_INSTRUCTION, NULL);
  statement->opcode = ptx_find_opcode (opcode);
  statement->guard = guard;
  statement->operands = parse_operands (in, ';');
  if (ptx_count_operands (statement->operands) < statement->opcode->least)
    {
      in->p = begin;
      syntax_error (in, ptx_format ("at least %zu operands",
				    statement->opcode->least));
    }
}

static void parse_function (struct parser *in, struct ptx_operand *specifiers);

static void
parse_directive (struct parser *in)
{
  enum ptx_word word = word_at (in->p, word_length (in->p));

  if (ptx_word_flag_p (word, PTX_ENDS_WITH_LINE))
    {
      append (in, PTX_LINE, take_text (in, "\n"))->word = word;
      skip_space (in);
    }
  else if (ptx_word_flag_p (word, PTX_DECLARES))
    {
      struct ptx_operand *specifiers = parse_specifiers (in);

      if (ptx_specified_p (specifiers, PTX_WORD_FUNC)
	  || ptx_specified_p (specifiers, PTX_WORD_ENTRY))
	parse_function (in, specifiers);
      else
	{
	  parse_declaration (in, specifiers, false);
	  expect (in, ';');
	}
    }
  else
    {
      append (in, PTX_DIRECTIVE, take_text (in, ";"));
      expect (in, ';');
    }
}

/* True if a label is at the place, which is then taken.  */

static bool
take_label (struct parser *in)
{
  size_t n = word_length (in->p);
  const char *s = in->p + n;

  s += strspn (s, " \t");
  if (n == 0 || *s != ':')
    return false;
  append (in, PTX_LABEL, ptx_strndup (in->p, n));
  in->p = s + 1;
  skip_space (in);
  return true;
}

/* Take the directives between the header of FUNCTION and its body or the end of
   its declaration.  A pragma's semicolon is part of it.  */

static void
parse_directives (struct parser *in, struct ptx_function *function)
{
  while (at (in, '.'))
    {
      const char *text = take_word (in, "a directive");

      while (*in->p && !strchr (".;{", *in->p))
	{
	  const char *more
	    = at (in, '"') ? parse_string (in)->text : take_text (in, ".;{\"");

	  skip_space (in);
	  text = ptx_format ("%s %s", text, more);
	}
      if (at (in, ';') && text[strlen (text) - 1] == '"')
	{
	  expect (in, ';');
	  text = ptx_format ("%s;", text);
	}
      ptx_add_directive (function, text);
    }
}

static void
parse_body (struct parser *in)
{
  for (int depth = 0; depth > 0 || !at (in, '}'); )
    if (at (in, '{') || at (in, '}'))
      {
	bool begin = at (in, '{');

	append (in, begin ? PTX_BLOCK_BEGIN : PTX_BLOCK_END, NULL);
	depth += begin ? 1 : -1;
	take (in, *in->p);
      }
    else if (at (in, '.'))
      parse_directive (in);
    else if (!take_label (in))
      parse_instruction (in);
}

/* A declaration or definition, after SPECIFIERS.  */

static void
parse_function (struct parser *in, struct ptx_operand *specifiers)
{
  struct ptx_function *function = PTX_NEW (struct ptx_function);
  struct ptx_code *outer = in->code;

  append (in, PTX_FUNCTION, NULL)->function = function;
  function->specifiers = specifiers;
  if (take (in, '('))
    parse_parameters (in, &function->results);
  function->name = take_word (in, "a function");
  function->has_parameters = take (in, '(');
  if (function->has_parameters)
    parse_parameters (in, &function->parameters);
  parse_directives (in, function);
  if (take (in, ';'))
    return;

  /* A comment after the brace is in the body already.  */
  function->defined = true;
  in->code = &function->body;
  expect (in, '{');
  parse_body (in);
  in->code = outer;
  expect (in, '}');
}

struct ptx_code *
ptx_parse (const char *text, const char *name)
{
  struct ptx_code *code = PTX_NEW (struct ptx_code);
  struct parser in = { text, text, name, code };

  for (skip_space (&in); *in.p; )
    if (at (&in, '.'))
      parse_directive (&in);
    else
      syntax_error (&in, "a directive");
  return code;
}
