/* Kernel loop directives: matching and resolution.
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
#include "arith.h"
#include "match.h"
#include "parse.h"
#include "cuf-parser.h"
#include "cuf-compat.h"

/* `!$cuf' in front of a line is taken away when the line is read (see
   cuf-source.cc), so a directive comes as the statement `KERNEL DO ...'.  As
   with gfortran's own loop directives, the matcher leaves it for the DO
   statement that must follow, in cuf_parser.directive.  */

/* Free what E owns.  */

static void
free_extents (cuf_extents *e)
{
  for (int i = 0; i < CUF_MAX_LOOPS; i++)
    gfc_free_expr (e->size[i]);
}

/* Free K with all that it owns; its loops are the program's.  */

static void
free_kernel_do (cuf_kernel_do *k)
{
  free_extents (&k->grid);
  free_extents (&k->block);
  gfc_free_expr (k->bytes);
  gfc_free_expr (k->stream);
  cuf_free_reductions (k);
  free (k);
}

/* Free the directive of statement C, if it has one.  */

void
cuf_free_kernel_do (gfc_code *c)
{
  if (c->cuf_kernel)
    free_kernel_do (c->cuf_kernel);
  c->cuf_kernel = NULL;
}

/* --- Matching ----------------------------------------------------------- */

/* True if a list in parentheses is next, rather than an expression that begins
   with a parenthesis: only a list ends where a value of the configuration
   does.  */

static bool
list_next_p (void)
{
  locus old = gfc_current_locus;
  int depth = 0;
  char c;

  gfc_gobble_whitespace ();
  do
    {
      c = gfc_next_ascii_char ();
      depth += (c == '(') - (c == ')');
    }
  while (depth > 0 && c != '\n');
  gfc_gobble_whitespace ();
  char next = gfc_peek_ascii_char ();
  gfc_current_locus = old;
  return c == ')' && (next == ',' || next == '>');
}

/* Match one size, `*' or an expression, into E.  Nothing at all is `*'.  */

static match
match_size (cuf_extents *e)
{
  if (e->count == CUF_MAX_LOOPS)
    {
      gfc_error ("At most %d sizes can be given at %C in a kernel loop "
		 "directive", CUF_MAX_LOOPS);
      return MATCH_ERROR;
    }
  gfc_expr **size = &e->size[e->count++];
  gfc_gobble_whitespace ();
  char next = gfc_peek_ascii_char ();
  if (next == ',' || next == ')' || next == '>'
      || gfc_match_char ('*') == MATCH_YES)
    return MATCH_YES;
  return cuf_match_launch_value (size);
}

/* Match the grid or the block of a directive into E.  */

static match
match_extents (cuf_extents *e)
{
  match m;

  if (!list_next_p ())
    {
      m = match_size (e);
      if (m == MATCH_YES && !e->size[0])
	e->count = 0;
      return m;
    }

  gfc_match_char ('(');
  do
    {
      m = match_size (e);
      if (m != MATCH_YES)
	return m;
    }
  while (gfc_match_char (',') == MATCH_YES);
  if (gfc_match_char (')') == MATCH_YES)
    return MATCH_YES;
  gfc_error ("Expected %<,%> or %<)%> at %C in a kernel loop directive");
  return MATCH_ERROR;
}

/* Match what may follow the block: [, bytes] [, stream], the latter also by
   keyword.  */

static match
match_bytes_and_stream (cuf_kernel_do *k)
{
  gfc_expr **values[] = { &k->bytes, &k->stream };
  unsigned n = 0;

  while (gfc_match_char (',') == MATCH_YES)
    {
      bool keyword = gfc_match (" stream =") == MATCH_YES;
      if (keyword && !k->stream)
	n = 1;
      if (n == ARRAY_SIZE (values) || (keyword && k->stream))
	{
	  gfc_error ("Too many values at %C in a kernel loop directive");
	  return MATCH_ERROR;
	}
      if (cuf_match_launch_value (values[n]) != MATCH_YES)
	return MATCH_ERROR;
      n++;
    }
  return MATCH_YES;
}

/* Match `<<< grid, block [, bytes] [, stream] >>>', all of which is
   optional.  */

static match
match_configuration (cuf_kernel_do *k)
{
  if (gfc_match (" <<<") != MATCH_YES)
    return MATCH_YES;

  match m = match_extents (&k->grid);
  if (m == MATCH_YES && gfc_match_char (',') != MATCH_YES)
    {
      gfc_error ("Expected %<,%> and the block at %C in a kernel loop "
		 "directive");
      return MATCH_ERROR;
    }
  if (m == MATCH_YES)
    m = match_extents (&k->block);
  if (m == MATCH_YES)
    m = match_bytes_and_stream (k);
  if (m == MATCH_YES && gfc_match (" >>>") != MATCH_YES)
    {
      gfc_error ("Expected %<>>>%> at %C in a kernel loop directive");
      return MATCH_ERROR;
    }
  return m;
}

/* Match `[(n)]' or `()'.  */

static match
match_loop_count (cuf_kernel_do *k)
{
  k->nloops = 1;
  if (gfc_match_char ('(') != MATCH_YES || gfc_match_char (')') == MATCH_YES)
    return MATCH_YES;

  int n;
  if (gfc_match_small_int (&n) != MATCH_YES
      || gfc_match_char (')') != MATCH_YES)
    {
      gfc_error ("Expected the number of loops in parentheses at %C in a kernel "
		 "loop directive");
      return MATCH_ERROR;
    }
  if (n < 1 || n > CUF_MAX_NEST)
    {
      gfc_error ("The number of loops at %C in a kernel loop directive must be "
		 "from 1 to %d", CUF_MAX_NEST);
      return MATCH_ERROR;
    }
  k->nloops = n;
  return MATCH_YES;
}

/* How many variables the list I of a DO CONCURRENT construct has.  */

static int
count_indices (const gfc_forall_iterator *i)
{
  int n = 0;

  for (; i; i = i->next)
    n++;
  return n;
}

/* Match what follows KERNEL DO in a directive and leave it for the next DO
   statement.  */

match
cuf_match_kernel_do (void)
{
  cuf_kernel_do *k = XCNEW (cuf_kernel_do);
  k->where = gfc_current_locus;
  cuf_seen = true;

  match m = match_loop_count (k);
  if (m == MATCH_YES)
    m = match_configuration (k);
  if (m == MATCH_YES)
    m = cuf_match_reductions (k);
  if (m == MATCH_YES && gfc_match_eos () != MATCH_YES)
    {
      gfc_error ("Unexpected text at %C in a kernel loop directive");
      m = MATCH_ERROR;
    }
  if (m != MATCH_YES)
    {
      free_kernel_do (k);
      return m;
    }

  /* This is no statement, with the acceptance of which what has been done to
     symbols would become final.  */
  gfc_commit_symbols ();
  cuf_check_pending_kernel_do ();
  gcc_assert (!cuf_parser.directive);
  cuf_parser.directive = k;
  return MATCH_YES;
}

/* Check the locality that the DO CONCURRENT construct C states for variables.
   Scalars of a kernel loop are private as they are, and arrays shared.  */

static void
check_locality (const gfc_code *c)
{
  for (gfc_expr_list *l = cuf_locality (c, LOCAL); l; l = l->next)
    if (l->expr->symtree->n.sym->attr.dimension)
      gfc_error ("A kernel loop cannot have array %qs at %L of its own",
		 l->expr->symtree->name, &l->expr->where);
  if (gfc_expr_list *l = cuf_locality (c, LOCAL_INIT))
    gfc_error ("LOCAL_INIT of %qs at %L is not possible for a kernel loop",
	       l->expr->symtree->name, &l->expr->where);
  if (gfc_expr_list *l = cuf_locality (c, REDUCE))
    gfc_error ("The reduction of %qs at %L in a kernel loop must be in the "
	       "directive's REDUCE clause", l->expr->symtree->name,
	       &l->expr->where);
}

/* A DO construct begins: give it the directive that precedes it.  DO CONCURRENT
   counts as one loop as long as it is one.  */

void
cuf_attach_kernel_do (void)
{
  cuf_kernel_do *k = cuf_parser.directive;

  if (!k || (new_st.op != EXEC_DO && new_st.op != EXEC_DO_CONCURRENT))
    return;
  gcc_checking_assert (!new_st.cuf_kernel);
  new_st.cuf_kernel = k;
  cuf_parser.directive = NULL;
  if (new_st.op == EXEC_DO_CONCURRENT)
    {
      int indices = count_indices (cuf_forall_iterator (&new_st));
      k->nloops = MAX (k->nloops - indices, 0) + 1;
      check_locality (&new_st);
    }
}

/* A statement has been read that is no construct.  The loop of a directive in
   front of it may still come.  */

void
cuf_keep_pending_kernel_do (void)
{
  if (!cuf_parser.directive)
    return;
  gfc_warning (OPT_Wpedantic, "Statement before %C between a kernel loop "
	       "directive and its loop is an extension");
}

/* A construct or program unit begins or ends, or another directive comes:
   complain if there is a directive.  */

void
cuf_check_pending_kernel_do (void)
{
  if (!cuf_parser.directive)
    return;
  gfc_error_now ("Kernel loop directive at %L must be followed by a DO loop",
		 &cuf_parser.directive->where);
  cuf_drop_pending_kernel_do ();
}

/* There is an error in the statement: who knows what it was meant to be.  */

void
cuf_drop_pending_kernel_do (void)
{
  if (cuf_parser.directive)
    free_kernel_do (cuf_parser.directive);
  cuf_parser.directive = NULL;
}

/* --- Resolution --------------------------------------------------------- */

static void
resolve_size (gfc_expr *e)
{
  if (!e || !gfc_resolve_expr (e))
    return;
  if (e->ts.type != BT_INTEGER || e->rank != 0)
    gfc_error ("Value at %L in a kernel loop directive must be a scalar integer",
	       &e->where);
}

/* Sizes that E has for more loops than K maps go to the outermost that it does:
   each iteration is done once.  */

static void
fold_sizes (cuf_kernel_do *k, cuf_extents *e)
{
  gcc_checking_assert (k->nloops > 0 && e->count <= CUF_MAX_LOOPS);
  gfc_expr **last = &e->size[k->nloops - 1];
  while (e->count > k->nloops)
    {
      gfc_expr *extra = e->size[--e->count];
      e->size[e->count] = NULL;
      if (*last && extra)
	*last = gfc_multiply (*last, extra);
      else
	gfc_free_expr (extra);
    }
}

/* A dim3 gives the sizes of all loops.  */

static bool
resolve_dim3 (cuf_extents *e)
{
  return e->count == 1 && e->size[0] && gfc_resolve_expr (e->size[0])
	 && e->size[0]->rank == 0 && cuf_dim3_p (&e->size[0]->ts);
}

/* Resolve E, the WHAT (grid or block) of K: one dim3, or integers.  */

static void
resolve_extents (const char *what, cuf_kernel_do *k, cuf_extents *e)
{
  if (resolve_dim3 (e))
    return;
  for (int i = 0; i < e->count; i++)
    resolve_size (e->size[i]);
  if (e->count > k->nloops)
    {
      gfc_warning (0, "Kernel loop directive at %L has %d sizes for its %s but "
		   "maps %d loops: the last of these gets what is left",
		   &k->where, e->count, what, k->nloops);
      fold_sizes (k, e);
    }
}

/* The loop that variable I of a DO CONCURRENT construct goes over.  I is freed
   but for its expressions.  */

static gfc_iterator *
loop_of (gfc_forall_iterator *i)
{
  gfc_iterator *iterator = gfc_get_iterator ();

  iterator->var = i->var;
  iterator->start = i->start;
  iterator->end = i->end;
  iterator->step = i->stride;
  free (i);
  gfc_resolve_iterator (iterator, false, true);
  return iterator;
}

/* A CYCLE statement of a DO CONCURRENT construct that has become several
   loops.  */
struct cycle_search
{
  const gfc_code *construct;
  gfc_code *innermost;
};

/* Callback of gfc_code_walker: let such a statement begin the next iteration of
   the innermost.  */

static int
move_cycle (gfc_code **c, int *, void *data)
{
  cycle_search *search = (cycle_search *) data;

  if ((*c)->op == EXEC_CYCLE
      && (*c)->ext.which_construct == search->construct)
    (*c)->ext.which_construct = search->innermost;
  return 0;
}

static int
skip_expression (gfc_expr **, int *, void *)
{
  return 0;
}

/* Make loops of the DO CONCURRENT construct C, the variable named first that of
   the innermost, whose body a mask guards if there is one.  */

static void
expand_concurrent (gfc_code *c)
{
  gfc_forall_iterator *list = cuf_forall_iterator (c);
  gfc_code *body = c->block->next, *loop = NULL;
  auto_vec<gfc_forall_iterator *> indices;

  for (; list; list = list->next)
    indices.safe_push (list);
  if (c->expr1)
    {
      gfc_code *test = gfc_get_code (EXEC_IF);
      test->loc = c->expr1->where;
      test->block = gfc_get_code (EXEC_IF);
      test->block->loc = test->loc;
      test->block->expr1 = c->expr1;
      test->block->next = body;
      c->expr1 = NULL;
      body = test;
    }
  for (unsigned i = 0; i < indices.length (); i++)
    {
      bool outermost = i + 1 == indices.length ();
      loop = outermost ? c : gfc_get_code (EXEC_DO);
      loop->op = EXEC_DO;
      loop->loc = c->loc;
      loop->ext.iterator = loop_of (indices[i]);
      if (!outermost)
	{
	  loop->block = gfc_get_code (EXEC_DO);
	  loop->block->loc = c->loc;
	}
      loop->block->next = body;
      if (i == 0)
	{
	  cycle_search search = { c, loop };
	  gfc_code_walker (&loop->block->next, move_cycle, skip_expression,
			   &search);
	}
      body = loop;
    }
  c->cuf_kernel->nloops += indices.length () - 1;
}

/* Resolve the directive of the DO construct C, if it has one, and find its
   loops.  */

void
cuf_resolve_kernel_do (gfc_code *c)
{
  cuf_kernel_do *k = c->cuf_kernel;
  if (!k)
    return;
  if (c->op == EXEC_DO_CONCURRENT)
    expand_concurrent (c);

  resolve_extents ("grid", k, &k->grid);
  resolve_extents ("block", k, &k->block);
  resolve_size (k->bytes);
  resolve_size (k->stream);
  cuf_resolve_reductions (k);

  if (!cuf_find_loops (c))
    c->cuf_kernel = NULL;
}
