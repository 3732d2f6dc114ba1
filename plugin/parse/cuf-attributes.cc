/* The attributes of CUDA Fortran: their names, where they are written, and how
   they reach symbols.
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
#include "spellcheck.h"
#include "gcuf-abi.h"
#include "match.h"
#include "parse.h"
#include "cuf-parser.h"

/* The file uses CUDA Fortran at all.  */
bool cuf_seen;

/* The names of attributes as they are written: enum cuf_memory, enum
   cuf_proc.  */

static const mstring memory_names[] =
{
#define NAME_MEMORY(NAME, name) minit (name, CUF_MEM_##NAME),
  CUF_MEMORIES (NAME_MEMORY)
  minit (NULL, -1)
};

static const mstring proc_names[] =
{
#define NAME_PROC(NAME, name) minit (name, CUF_PROC_##NAME),
  CUF_PROCS (NAME_PROC)
  minit (NULL, -1)
};

/* The code of NAME in TABLE, or -1, which ends it.  */

static int
find_name (const mstring *table, const char *name)
{
  while (table->string && strcmp (table->string, name) != 0)
    table++;
  return table->tag;
}

/* True if NAME is an attribute of CUDA Fortran, of variables or procedures.  */

bool
cuf_attribute_name_p (const char *name)
{
  return (find_name (memory_names, name) >= 0
	  || find_name (proc_names, name) >= 0);
}

/* The name in TABLE, or in OTHER unless that is null, that NAME may be meant
   to be; null if none is close.  */

static const char *
closest_name (const char *name, const mstring *table,
	      const mstring *other = NULL)
{
  best_match<const char *, const char *> best (name);

  for (; table->string; table++)
    best.consider (table->string);
  for (; other && other->string; other++)
    best.consider (other->string);
  return best.get_best_meaningful_candidate ();
}

/* Return the attribute of variables that NAME, which is none, may be meant to be;
   null if none is close.  */

const char *
cuf_closest_memory (const char *name)
{
  return (find_name (memory_names, name) < 0
	  ? closest_name (name, memory_names) : NULL);
}

/* The name of CODE in TABLE, or null.  */

static const char *
find_code (const mstring *table, unsigned code)
{
  while (table->string && (unsigned) table->tag != code)
    table++;
  return table->string;
}

/* The name of memory attribute MEMORY as it is written, null for none.  */

const char *
cuf_memory_name (unsigned memory)
{
  return find_code (memory_names, memory);
}

/* The name of PROC, one bit of symbol_attribute::cuf_proc.  */

static const char *
proc_name (unsigned proc)
{
  return find_code (proc_names, proc);
}


/* Give ATTR the memory attribute MEMORY, which is written at WHERE.  */

static bool
add_memory (symbol_attribute *attr, unsigned memory, locus *where)
{
  gcc_checking_assert (cuf_memory_name (memory));
  if (attr->use_assoc)
    {
      gfc_error ("Cannot change attributes of USE-associated symbol at %L",
		 where);
      return false;
    }

  /* A constant is everywhere.  */
  if (memory == CUF_MEM_CONSTANT && attr->flavor == FL_PARAMETER)
    return true;

  /* The body of a separate module procedure repeats what its interface
     says.  */
  if (attr->cuf_memory == memory && gfc_submodule_procedure (attr))
    return true;

  /* Sources say it in the declaration, and once more in an ATTRIBUTES statement
     that only CUDA Fortran's compilers see.  */
  if (attr->cuf_memory == memory)
    {
      gfc_warning (0, "Duplicate %s attribute specified at %L",
		   cuf_memory_name (memory), where);
      return true;
    }

  if (attr->cuf_memory != CUF_MEM_NONE)
    {
      gfc_error ("Attribute %qs at %L conflicts with attribute %qs: a "
		 "variable is in one memory only",
		 cuf_memory_name (memory), where,
		 cuf_memory_name (attr->cuf_memory));
      return false;
    }

  attr->cuf_memory = memory;
  return gfc_check_conflict (attr, NULL, where);
}

/* Give ATTR, of a procedure, the attribute PROC, one bit, which is written
   here.  Which of them go together is checked when the procedure is known as a
   whole.  */

static bool
add_proc (symbol_attribute *attr, unsigned proc)
{
  gcc_checking_assert (proc_name (proc));
  if (attr->cuf_proc & proc)
    {
      gfc_error ("Duplicate attribute %qs at %C", proc_name (proc));
      return false;
    }

  attr->cuf_proc |= proc;
  return true;
}

/* True if nothing that ATTR says goes ill with its memory attribute.  If not,
   set *A1 and *A2 to what gfc_check_conflict calls the two.  */

bool
cuf_check_memory (const symbol_attribute *attr, const char **a1,
		  const char **a2)
{
  const struct
  {
    unsigned present;
    const char *name;
  }
  others[] =
  {
    { attr->external, "EXTERNAL" },
    { attr->intrinsic, "INTRINSIC" },
    { attr->procedure, "PROCEDURE" },
    { attr->proc_pointer, "PROCEDURE POINTER" },
    { attr->subroutine, "SUBROUTINE" },
    { attr->entry, "ENTRY" },
    { attr->cray_pointer, "CRAY POINTER" },
    { attr->cray_pointee && attr->cuf_memory != CUF_MEM_SHARED,
      "CRAY POINTEE" },
    { attr->flavor == FL_PARAMETER, "PARAMETER" }
  };

  if (attr->cuf_memory == CUF_MEM_NONE)
    return true;
  for (size_t i = 0; i < ARRAY_SIZE (others); i++)
    if (others[i].present)
      {
	*a1 = cuf_memory_name (attr->cuf_memory);
	*a2 = others[i].name;
	return false;
      }
  return true;
}

/* Add SRC's attributes of CUDA Fortran to DEST, for gfc_copy_attr.  WHERE may
   be null: here.  Return false after an error.  */

bool
cuf_copy_attr (symbol_attribute *dest, const symbol_attribute *src,
	       locus *where)
{
  dest->cuf_proc |= src->cuf_proc;
  return (src->cuf_memory == CUF_MEM_NONE
	  || add_memory (dest, src->cuf_memory,
			 where ? where : &gfc_current_locus));
}


/* Match a name without leaving an error where there is none: much of what is
   looked at here will turn out to be something else.  */

static match
match_word (char *name)
{
  gfc_gobble_whitespace ();
  return ISALPHA (gfc_peek_ascii_char ()) ? gfc_match_name (name) : MATCH_NO;
}

/* What the procedure may be that the rest of the statement begins, which is in a
   list of attributes: perhaps behind other prefixes and the type of its result,
   which are words with something in parentheses or a length.  A subroutine may
   be a kernel, a function a device function; 0 if there is none.  */

static unsigned
procedure_that_follows (void)
{
  locus saved = gfc_current_locus;
  char name[GFC_MAX_SYMBOL_LEN + 1];
  unsigned follows = 0;
  int depth = 1;
  char c;

  while ((c = gfc_peek_ascii_char ()) != '\n' && c != ';')
    {
      if (depth == 0 && c == ':')
	break;
      if (depth == 0 && gfc_match (" subroutine %n", name) == MATCH_YES)
	follows = CUF_PROC_KERNEL;
      else if (depth == 0 && gfc_match (" function %n", name) == MATCH_YES)
	follows = CUF_PROC_DEVICE;
      if (follows)
	break;
      if (depth == 0 && match_word (name) == MATCH_YES)
	continue;
      c = gfc_next_ascii_char ();
      depth += (c == '(') - (c == ')');
    }
  gfc_current_locus = saved;
  return follows;
}

/* Say that NAME at WHERE is no attribute of procedures, but MEANT may be meant,
   unless that is null.  */

static void
report_proc (const char *name, locus *where, const char *meant)
{
  if (find_name (memory_names, name) >= 0)
    gfc_error_now ("Attribute %qs at %L applies to variables, not to procedures",
		   name, where);
  else if (meant)
    gfc_error_now ("Unknown attribute %qs at %L; did you mean %qs?", name,
		   where, meant);
  else
    gfc_error_now ("Unknown attribute %qs at %L: a procedure can have %<global%>, "
		   "%<device%>, %<host%> or %<grid_global%>", name, where);
}

/* The attribute of procedures that NAME at WHERE, which is none, may be meant
   to be, if it is in the prefix of a procedure; -1 if it is not.  If it is like
   none, and others are KNOWN, those may be all, which is 0.  Say so, but once of
   each: statements are matched several times.  With it, what follows is no
   other error.  */

static int
misspelt_proc (const char *name, locus *where, unsigned known)
{
  static const gfc_char_t *reported;
  const char *meant = closest_name (name, proc_names);
  unsigned follows = procedure_that_follows ();

  if (!follows)
    return -1;
  if (where->nextc != reported)
    report_proc (name, where, meant);
  reported = where->nextc;
  if (meant)
    return find_name (proc_names, meant);
  return known ? 0 : follows;
}

/* Match the rest of `attributes (NAMES)' as a prefix.  An unknown name makes
   it no prefix: it may be a statement function called ATTRIBUTES, and if it is
   not, cuf_match_attributes_stmt will say so.  But where a procedure begins it
   is taken for what it may be meant to be, so that there is one error.  */

static match
match_proc_names (symbol_attribute *attr)
{
  char name[GFC_MAX_SYMBOL_LEN + 1];
  symbol_attribute found;

  gfc_clear_attr (&found);
  found.cuf_proc = attr->cuf_proc;
  do
    {
      gfc_gobble_whitespace ();
      locus where = gfc_current_locus;
      if (match_word (name) != MATCH_YES)
	return MATCH_NO;
      int proc = find_name (proc_names, name);
      if (proc < 0)
	proc = misspelt_proc (name, &where, found.cuf_proc);
      if (proc < 0)
	return MATCH_NO;
      if (proc && !add_proc (&found, proc))
	return MATCH_ERROR;
    }
  while (gfc_match_char (',') == MATCH_YES);

  if (gfc_match (" ) ") != MATCH_YES)
    return MATCH_NO;

  if (attr->cuf_proc == 0)
    {
      memset (&cuf_parser.bounds, 0, sizeof cuf_parser.bounds);
      cuf_parser.bounds_seen = false;
    }
  attr->cuf_proc = found.cuf_proc;
  return MATCH_YES;
}

/* Match up to MAX, and no fewer than MIN, positive constants and the closing
   parenthesis, for prefix WHAT.  */

static match
match_bounds (const char *what, int min, int max, int **values)
{
  int n = 0;

  do
    {
      if (n == max)
	{
	  gfc_error ("Too many values in %s at %C, which takes at most %d",
		     what, max);
	  return MATCH_ERROR;
	}
      gfc_expr *e;
      match m = gfc_match_expr (&e);
      if (m != MATCH_YES)
	{
	  if (m == MATCH_NO)
	    gfc_error ("Expected an integer constant in %s at %C", what);
	  return MATCH_ERROR;
	}
      bool positive = (gfc_resolve_expr (e) && gfc_simplify_expr (e, 1)
		       && e->expr_type == EXPR_CONSTANT
		       && e->ts.type == BT_INTEGER
		       && mpz_fits_sint_p (e->value.integer)
		       && mpz_sgn (e->value.integer) > 0);
      if (positive)
	*values[n++] = mpz_get_si (e->value.integer);
      else
	gfc_error ("Value in %s at %L must be a positive integer constant",
		   what, &e->where);
      gfc_free_expr (e);
      if (!positive)
	return MATCH_ERROR;
    }
  while (gfc_match_char (',') == MATCH_YES);

  if (gfc_match (" ) ") != MATCH_YES)
    {
      gfc_error ("Expected %<,%> or %<)%> in %s at %C", what);
      return MATCH_ERROR;
    }
  if (n < min)
    {
      gfc_error ("Too few values in %s at %C, which takes at least %d", what,
		 min);
      return MATCH_ERROR;
    }
  cuf_parser.bounds_seen = true;
  return MATCH_YES;
}

/* Match a prefix of a SUBROUTINE or FUNCTION statement that CUDA Fortran adds
   and note it in ATTR.  Launch bounds come after `attributes', so that a
   standard name stays one.  */

static match
match_proc_prefix (symbol_attribute *attr)
{
  locus start = gfc_current_locus;
  cuf_bounds *b = &cuf_parser.bounds;
  match m = MATCH_NO;

  if (gfc_match (" attributes (") == MATCH_YES)
    m = match_proc_names (attr);
  else if (attr->cuf_proc == 0)
    return MATCH_NO;
  else if (gfc_match (" launch_bounds (") == MATCH_YES)
    {
      int *values[] = { &b->max_threads, &b->min_blocks, &b->max_cluster };
      m = match_bounds ("LAUNCH_BOUNDS", 1, 3, values);
    }
  else if (gfc_match (" cluster_dims (") == MATCH_YES)
    {
      int *values[] = { &b->cluster[0], &b->cluster[1], &b->cluster[2] };
      m = match_bounds ("CLUSTER_DIMS", 3, 3, values);
      if (m == MATCH_YES
	  && ((HOST_WIDE_INT) b->cluster[0] * b->cluster[1] * b->cluster[2]
	      > GCUF_CLUSTER_LIMIT))
	{
	  gfc_error ("CLUSTER_DIMS at %C has more than the %d blocks that a "
		     "cluster can have", GCUF_CLUSTER_LIMIT);
	  return MATCH_ERROR;
	}
    }

  if (m == MATCH_NO)
    gfc_current_locus = start;
  return m;
}

/* The same for gfc_match_prefix: *FOUND says whether there was one.  Return
   false after an error.  */

bool
cuf_match_prefix (symbol_attribute *attr, bool *found)
{
  match m = match_proc_prefix (attr);

  *found = m == MATCH_YES;
  return m != MATCH_ERROR;
}

/* The prefix noted in PREFIX is that of procedure SYM, whose statement has been
   matched.  */

void
cuf_copy_prefix (gfc_symbol *sym, const symbol_attribute *prefix)
{
  unsigned proc = prefix->cuf_proc;

  /* The body of a separate module procedure: HOST is what no attribute says,
     too.  */
  if (sym->attr.module_procedure && sym->tlink
      && ((proc ? proc : (unsigned) CUF_PROC_HOST)
	  != (sym->attr.cuf_proc ? sym->attr.cuf_proc
	      : (unsigned) CUF_PROC_HOST)))
    gfc_error_now ("ATTRIBUTES prefix of %qs at %C differs from that of its "
		   "interface", sym->name);

  /* Launch bounds stand behind ATTRIBUTES only.  */
  gcc_assert (proc || !cuf_parser.bounds_seen);
  if (proc == 0)
    return;

  cuf_note_use ("attributes", &sym->declared_at);
  sym->attr.cuf_proc = proc;
  if (cuf_parser.bounds_seen)
    {
      /* Saved states of the symbol point to it too, so it is never freed.  */
      sym->cuf_bounds = XNEW (cuf_bounds);
      *sym->cuf_bounds = cuf_parser.bounds;
      cuf_parser.bounds_seen = false;
    }
}


/* A type declaration statement begins.  */

void
cuf_clear_memory_attrs (void)
{
  cuf_parser.noted.count = 0;
}

/* Match a memory attribute in a type declaration statement.  */

match
cuf_match_memory_attr (void)
{
  char name[GFC_MAX_SYMBOL_LEN + 1];
  locus start = gfc_current_locus;

  if (match_word (name) == MATCH_YES)
    {
      int memory = find_name (memory_names, name);
      if (memory >= 0)
	{
	  int n = cuf_parser.noted.count;
	  if (n < int (ARRAY_SIZE (cuf_parser.noted.memory)))
	    {
	      cuf_parser.noted.memory[n] = memory;
	      cuf_parser.noted.where[n] = start;
	      cuf_parser.noted.count++;
	    }
	  return MATCH_YES;
	}
    }
  gfc_current_locus = start;
  return MATCH_NO;
}

/* The double colon has been seen: add the attributes noted to ATTR.  After an
   error set *M to MATCH_ERROR and return false.  */

bool
cuf_add_memory_attrs (symbol_attribute *attr, match *m)
{
  for (int i = 0; i < cuf_parser.noted.count; i++)
    {
      unsigned memory = cuf_parser.noted.memory[i];
      cuf_note_use (cuf_memory_name (memory), &cuf_parser.noted.where[i]);
      if (!add_memory (attr, memory, &cuf_parser.noted.where[i]))
	{
	  *m = MATCH_ERROR;
	  return false;
	}
    }
  return true;
}


/* True where only procedures can be declared, so that ATTRIBUTES can only be
   their prefix.  */

static bool
only_procedures_p (void)
{
  return (gfc_current_state () == COMP_CONTAINS
	  || gfc_current_state () == COMP_INTERFACE);
}

/* NAME at WHERE is no attribute: say so, and which one it may be meant to be.  */

static void
report_attribute (const char *name, locus *where)
{
  if (const char *close = closest_name (name, memory_names, proc_names))
    gfc_error ("Unknown attribute %qs at %L; did you mean %qs?", name, where,
	       close);
  else
    gfc_error ("Unknown attribute %qs at %L", name, where);
}

/* Match one name of `attributes (NAMES)' and add it to ATTR, if it is one of
   variables.  *PROC becomes true if it is one of procedures only.  */

static match
match_attribute_name (symbol_attribute *attr, bool *proc)
{
  char name[GFC_MAX_SYMBOL_LEN + 1];

  gfc_gobble_whitespace ();
  locus where = gfc_current_locus;
  if (match_word (name) != MATCH_YES)
    {
      gfc_error ("Expected an attribute in ATTRIBUTES at %C");
      return MATCH_ERROR;
    }

  /* Nvfortran takes this one as if it were of CUDA Fortran.  */
  if (strcmp (name, "value") == 0 && !only_procedures_p ())
    return gfc_add_value (attr, NULL, &where) ? MATCH_YES : MATCH_ERROR;

  int memory = find_name (memory_names, name);
  bool of_procedures = find_name (proc_names, name) >= 0;
  if (memory < 0 && !of_procedures)
    {
      report_attribute (name, &where);
      return MATCH_ERROR;
    }
  if (only_procedures_p ())
    {
      if (of_procedures)
	return MATCH_YES;
      gfc_error ("Attribute %qs at %L applies to variables, not to procedures",
		 name, &where);
      return MATCH_ERROR;
    }
  if (memory < 0)
    {
      /* Where a procedure can begin, its statement may follow.  */
      *proc = true;
      if (gfc_current_state () == COMP_NONE)
	return MATCH_YES;
      gfc_error ("Attribute %qs at %L applies to procedures, not to variables",
		 name, &where);
      return MATCH_ERROR;
    }
  return add_memory (attr, memory, &where) ? MATCH_YES : MATCH_ERROR;
}

/* Match a component of the derived type that is being defined, and give it the
   attributes of variables in ATTR.  */

static match
match_component (const symbol_attribute *attr)
{
  char name[GFC_MAX_SYMBOL_LEN + 1];
  gfc_component *c = gfc_current_block ()->components;

  gfc_gobble_whitespace ();
  locus where = gfc_current_locus;
  if (gfc_match_name (name) != MATCH_YES)
    return MATCH_ERROR;
  while (c && strcmp (c->name, name) != 0)
    c = c->next;
  if (!c)
    {
      gfc_error ("%qs at %L is not a component that %qs has so far", name,
		 &where, gfc_current_block ()->name);
      return MATCH_ERROR;
    }
  return cuf_copy_attr (&c->attr, attr, &where) ? MATCH_YES : MATCH_ERROR;
}

/* Match the names of `attributes (NAMES) [::] COMPONENTS', with ATTR.  */

static match
match_components (const symbol_attribute *attr)
{
  if (attr->value)
    {
      gfc_error ("VALUE in ATTRIBUTES at %C is not an attribute of components");
      return MATCH_ERROR;
    }
  do
    if (match_component (attr) != MATCH_YES)
      return MATCH_ERROR;
  while (gfc_match_char (',') == MATCH_YES);
  if (gfc_match_eos () == MATCH_YES)
    return MATCH_YES;
  gfc_error ("Expected %<,%> or the end of the statement behind the name of a "
	     "component in ATTRIBUTES at %C");
  return MATCH_ERROR;
}

/* What an ATTRIBUTES statement is here: that of components stands where these are
   declared.  */

gfc_statement
cuf_attributes_statement (void)
{
  return (gfc_current_state () == COMP_DERIVED ? ST_DATA_DECL : ST_ATTR_DECL);
}

/* Match `attributes (NAMES) [::] VARIABLES', behind its first word.  This comes
   after everything else has been tried, so what is wrong with a prefix of that
   name is said here too.  */

match
cuf_match_attributes_stmt (void)
{
  bool failed = gfc_error_flag_test ();
  bool proc = only_procedures_p ();
  symbol_attribute attr;

  if (gfc_match (" (") != MATCH_YES)
    return MATCH_NO;

  gfc_clear_attr (&attr);
  do
    {
      match m = match_attribute_name (&attr, &proc);
      if (m != MATCH_YES)
	return m;
    }
  while (gfc_match_char (',') == MATCH_YES);

  if (gfc_match (" )") != MATCH_YES)
    {
      gfc_error ("Expected %<,%> or %<)%> in ATTRIBUTES at %C");
      return MATCH_ERROR;
    }

  /* A procedure statement that failed has said why.  */
  bool colons = gfc_match (" ::") == MATCH_YES;
  if (gfc_current_state () == COMP_NONE && failed && !colons)
    return MATCH_ERROR;
  if (proc)
    {
      if (!failed)
	gfc_error ("Expected a SUBROUTINE or FUNCTION statement after the "
		   "ATTRIBUTES prefix at %C");
      return MATCH_ERROR;
    }

  cuf_note_use ("attributes");
  if (gfc_current_state () == COMP_DERIVED)
    return match_components (&attr);
  *cuf_current_attr = attr;
  return cuf_attr_decl ();
}
