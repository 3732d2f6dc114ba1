/* Writing statements of a program.
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
#include "gfortran.h"
#include "arith.h"
#include "match.h"
#include "cuf-check.h"
#include "cuf-expand.h"

/* What is written here is as the parser leaves it: gfc_resolve_code is to be
   called for it.  Functions that take expressions make them parts of what they
   return.  */

/* Append CODE, with what follows it, to the list.  */

void
cuf_code_list::append (gfc_code *code)
{
  *end = code;
  while (*end)
    end = &(*end)->next;
}

/* --- BLOCK constructs ------------------------------------------------- */

/* Begin a BLOCK construct in PARENT for what is at PLACE.  */

cuf_block::cuf_block (gfc_namespace *parent, locus *place, bool in_thread)
  : where (*place), thread (in_thread), failed (false)
{
  gfc_symbol *saved = gfc_new_block;

  gfc_new_block = NULL;
  ns = gfc_build_block_ns (parent);
  gfc_new_block = saved;
}

/* Begin a list of statements of the construct OUTER, to be part of another
   one there.  */

cuf_block::cuf_block (const cuf_block *outer)
  : ns (outer->ns), where (outer->where), thread (outer->thread), failed (false)
{
}

/* Make CONSTRUCT what has been written, and resolve that.  */

void
cuf_block::end (gfc_code *construct)
{
  gfc_namespace *saved = gfc_current_ns;

  construct->op = EXEC_BLOCK;
  construct->ext.block.ns = ns;
  construct->ext.block.assoc = NULL;
  if (!failed)
    {
      ns->code = code.first;
      gfc_resolve (ns);
      cuf_bind_runtime_calls (ns);
    }
  gfc_current_ns = saved;
}

/* --- Variables -------------------------------------------------------- */

/* A variable of type TS in NS, of which no program knows.  */

static gfc_symtree *
new_variable (gfc_namespace *ns, const gfc_typespec *ts)
{
  static int number;
  char name[GFC_MAX_SYMBOL_LEN + 1];
  gfc_symtree *st;

  snprintf (name, sizeof name, "__cuf_%d", number++);
  if (gfc_get_sym_tree (name, ns, &st, false) != 0)
    gcc_unreachable ();
  gfc_symbol *sym = st->n.sym;
  sym->ts = *ts;
  sym->ts.interop_kind = NULL;
  if (ts->type == BT_CHARACTER && ts->u.cl && ts->u.cl->length
      && ts->u.cl->length->expr_type == EXPR_CONSTANT)
    {
      sym->ts.u.cl = gfc_new_charlen (ns, NULL);
      sym->ts.u.cl->length = gfc_copy_expr (ts->u.cl->length);
    }
  sym->attr.flavor = FL_VARIABLE;
  sym->attr.referenced = 1;
  sym->attr.fe_temp = 1;
  gfc_commit_symbol (sym);
  return st;
}

/* A reference to the variable ST.  */

static gfc_expr *
reference (gfc_symtree *st, locus *where)
{
  gfc_expr *expr = gfc_get_variable_expr (st);
  expr->where = *where;
  return expr;
}

/* A new scalar of type TS in the host's memory.  */

gfc_expr *
cuf_new_scalar (gfc_namespace *ns, const gfc_typespec *ts, locus *where)
{
  return reference (new_variable (ns, ts), where);
}

/* A new allocatable array of type TS and RANK in device memory.  */

gfc_expr *
cuf_new_array (gfc_namespace *ns, const gfc_typespec *ts, int rank,
	       locus *where)
{
  gfc_symtree *st = new_variable (ns, ts);
  gfc_symbol *sym = st->n.sym;

  sym->attr.dimension = 1;
  sym->attr.allocatable = 1;
  sym->attr.cuf_memory = CUF_MEM_DEVICE;
  sym->as = gfc_get_array_spec ();
  sym->as->rank = rank;
  sym->as->type = AS_DEFERRED;
  return reference (st, where);
}

/* A new array of NS with the type and the rank of EXPR; a local one of device
   code's.  EXTENTS are constants, or variables that have their values in front
   of the construct that NS is of.  They become part of the array.  */

gfc_expr *
cuf_new_automatic_array (gfc_namespace *ns, gfc_expr *expr,
			 gfc_expr **extents)
{
  gfc_symtree *st = new_variable (ns, &expr->ts);
  gfc_symbol *sym = st->n.sym;

  sym->attr.dimension = 1;
  sym->as = gfc_get_array_spec ();
  sym->as->rank = expr->rank;
  sym->as->type = AS_EXPLICIT;
  for (int d = 0; d < expr->rank; d++)
    {
      sym->as->lower[d] = cuf_write_index (1, &expr->where);
      sym->as->upper[d] = extents[d];
    }
  return reference (st, &expr->where);
}

/* Such an array with the shape of EXPR, whose extents are constants.  */

gfc_expr *
cuf_new_local_array (gfc_namespace *ns, gfc_expr *expr)
{
  gfc_expr *extents[GFC_MAX_DIMENSIONS];
  mpz_t extent;

  for (int d = 0; d < expr->rank; d++)
    {
      if (!gfc_array_dimen_size (expr, d, &extent))
	gcc_unreachable ();
      extents[d] = cuf_write_index (mpz_get_si (extent), &expr->where);
      mpz_clear (extent);
    }
  return cuf_new_automatic_array (ns, expr, extents);
}

/* --- Expressions ------------------------------------------------------ */

/* N as a constant of the kind that subscripts have.  */

gfc_expr *
cuf_write_index (HOST_WIDE_INT n, locus *where)
{
  return gfc_get_int_expr (gfc_index_integer_kind, where, n);
}

/* True if EXPR is the constant N.  */

static bool
constant_p (const gfc_expr *expr, int n)
{
  return (expr->expr_type == EXPR_CONSTANT && expr->ts.type == BT_INTEGER
	  && mpz_cmp_si (expr->value.integer, n) == 0);
}

/* The sum, the difference and the product of A and B, numbers of any
   types.  */

gfc_expr *
cuf_write_sum (gfc_expr *a, gfc_expr *b)
{
  if (constant_p (b, 0))
    {
      gfc_free_expr (b);
      return a;
    }
  return gfc_add (a, b);
}

gfc_expr *
cuf_write_difference (gfc_expr *a, gfc_expr *b)
{
  if (constant_p (b, 0))
    {
      gfc_free_expr (b);
      return a;
    }
  return gfc_subtract (a, b);
}

gfc_expr *
cuf_write_product (gfc_expr *a, gfc_expr *b)
{
  if (constant_p (b, 1))
    {
      gfc_free_expr (b);
      return a;
    }
  return gfc_multiply (a, b);
}

/* A scalar reference to the intrinsic function ID, called NAME, with the
   result type TS and the arguments A to C, of which the last may be null.  */

gfc_expr *
cuf_write_call (gfc_namespace *ns, gfc_isym_id id, const char *name,
		const gfc_typespec *ts, gfc_expr *a, gfc_expr *b, gfc_expr *c)
{
  gfc_expr *call = gfc_build_intrinsic_call (ns, id, name, a->where,
					     c ? 3 : b ? 2 : 1, a, b, c);
  call->ts = *ts;
  return call;
}

/* SIZE or LBOUND, which ID says, of dimension number DIM, from one, of
   ARRAY.  */

gfc_expr *
cuf_write_inquiry (gfc_namespace *ns, gfc_isym_id id, gfc_expr *array, int dim)
{
  gcc_assert (id == GFC_ISYM_SIZE || id == GFC_ISYM_LBOUND);
  gfc_typespec ts = { };
  ts.type = BT_INTEGER;
  ts.kind = gfc_index_integer_kind;
  gfc_expr *call
    = cuf_write_call (ns, id, id == GFC_ISYM_SIZE ? "size" : "lbound", &ts,
		      gfc_copy_expr (array),
		      gfc_get_int_expr (gfc_default_integer_kind,
					&array->where, dim),
		      gfc_get_int_expr (gfc_default_integer_kind,
					&array->where,
					gfc_index_integer_kind));
  gfc_simplify_expr (call, 0);
  return call;
}

/* --- Statements ------------------------------------------------------- */

/* A statement OP at WHERE.  */

static gfc_code *
new_statement (gfc_exec_op op, locus *where)
{
  gfc_code *code = gfc_get_code (op);
  code->loc = *where;
  return code;
}

/* LHS = RHS.  */

gfc_code *
cuf_write_assignment (gfc_expr *lhs, gfc_expr *rhs)
{
  gfc_code *code = new_statement (EXEC_ASSIGN, &rhs->where);
  code->expr1 = lhs;
  code->expr2 = rhs;
  return code;
}

/* VARIABLE, which is copied, = VALUE, converted to the type of that.  */

gfc_code *
cuf_write_conversion (gfc_expr *variable, gfc_expr *value)
{
  gfc_typespec ts = variable->ts;

  gfc_convert_type_warn (value, &ts, 2, 0);
  return cuf_write_assignment (gfc_copy_expr (variable), value);
}

/* An IF construct: CONDITION decides between YES and NO, which may be
   null.  */

gfc_code *
cuf_write_if (gfc_expr *condition, gfc_code *yes, gfc_code *no)
{
  gfc_code *code = new_statement (EXEC_IF, &condition->where);
  code->block = new_statement (EXEC_IF, &condition->where);
  code->block->expr1 = condition;
  code->block->next = yes;
  if (no)
    {
      code->block->block = new_statement (EXEC_IF, &condition->where);
      code->block->block->next = no;
    }
  return code;
}

/* A loop over BODY with VARIABLE from one to LAST.  */

gfc_code *
cuf_write_loop (gfc_expr *variable, gfc_expr *last, gfc_code *body)
{
  locus *where = &variable->where;
  gfc_code *code = new_statement (EXEC_DO, where);
  code->ext.iterator = gfc_get_iterator ();
  code->ext.iterator->var = variable;
  code->ext.iterator->start = cuf_write_index (1, where);
  code->ext.iterator->end = last;
  code->ext.iterator->step = cuf_write_index (1, where);
  code->block = new_statement (EXEC_DO, where);
  code->block->next = body;
  return code;
}

/* ALLOCATE ARRAY, a whole one, with EXTENTS, of which copies are made.  */

gfc_code *
cuf_write_allocate (gfc_expr *array, gfc_expr **extents)
{
  gfc_code *code = new_statement (EXEC_ALLOCATE, &array->where);
  gfc_expr *object = gfc_copy_expr (array);
  gfc_array_ref *ar = gfc_find_array_ref (object);

  gcc_assert (ar->type == AR_FULL);
  ar->type = AR_ELEMENT;
  ar->dimen = array->rank;
  for (int d = 0; d < array->rank; d++)
    {
      ar->dimen_type[d] = DIMEN_ELEMENT;
      ar->start[d] = gfc_copy_expr (extents[d]);
    }
  code->ext.alloc.list = gfc_get_alloc ();
  code->ext.alloc.list->expr = object;
  return code;
}

gfc_code *
cuf_write_deallocate (gfc_expr *array)
{
  gfc_code *code = new_statement (EXEC_DEALLOCATE, &array->where);
  code->ext.alloc.list = gfc_get_alloc ();
  code->ext.alloc.list->expr = gfc_copy_expr (array);
  return code;
}

#define RUNTIME_PREFIX "GCUF_"

/* Callback of gfc_traverse_ns: let calls of SYM be of the C function with its
   name if it is one of the runtime's.  Before the namespace is resolved,
   gfortran would take that for a definition.  */

static void
bind_runtime_function (gfc_symbol *sym)
{
  if (sym->attr.external
      && strncmp (sym->name, RUNTIME_PREFIX, strlen (RUNTIME_PREFIX)) == 0)
    {
      sym->attr.is_bind_c = 1;
      sym->binding_label = sym->name;
    }
}

/* NS, which calls functions of the runtime, has been resolved.  */

void
cuf_bind_runtime_calls (gfc_namespace *ns)
{
  gfc_traverse_ns (ns, bind_runtime_function);
}

/* CALL the runtime's function NAME with the integers ARGUMENTS, COUNT of them,
   by value.  */

gfc_code *
cuf_write_runtime_call (gfc_namespace *ns, const char *name, locus *where,
			gfc_expr **arguments, int count)
{
  gfc_code *code = new_statement (EXEC_CALL, where);
  gfc_actual_arglist **end = &code->ext.actual;
  gfc_symtree *st;

  if (gfc_get_sym_tree (name, ns, &st, false) != 0)
    gcc_unreachable ();
  gfc_symbol *sym = st->n.sym;
  sym->attr.flavor = FL_PROCEDURE;
  sym->attr.subroutine = 1;
  sym->attr.external = 1;
  sym->attr.proc = PROC_EXTERNAL;
  sym->attr.if_source = IFSRC_UNKNOWN;
  sym->attr.referenced = 1;
  gfc_commit_symbol (sym);
  code->symtree = st;
  code->resolved_sym = sym;
  for (int i = 0; i < count; i++)
    {
      gfc_typespec ts = { };
      ts.type = BT_INTEGER;
      ts.kind = gfc_index_integer_kind;
      gfc_convert_type_warn (arguments[i], &ts, 2, 0);
      *end = gfc_get_actual_arglist ();
      (*end)->name = "%VAL";
      (*end)->expr = arguments[i];
      end = &(*end)->next;
    }
  return code;
}

/* A variable, of BLOCK's own, that has the value of EXPR when what follows in
   it is executed; a constant is its own.  */

gfc_expr *
cuf_hoist (cuf_block *block, gfc_expr *expr)
{
  if (expr->expr_type == EXPR_CONSTANT)
    return expr;
  gfc_expr *variable = cuf_new_scalar (block->ns, &expr->ts, &expr->where);
  block->code.append (cuf_write_assignment (gfc_copy_expr (variable), expr));
  return variable;
}

/* Prepare AT to be the subscripts of RANK loops that are to be written in
   BLOCK.  */

void
cuf_begin_loops (cuf_block *block, int rank, cuf_subscripts *at)
{
  gfc_typespec ts = { };

  ts.type = BT_INTEGER;
  ts.kind = gfc_index_integer_kind;
  at->rank = rank;
  for (int d = 0; d < rank; d++)
    at->at[d] = cuf_new_scalar (block->ns, &ts, &block->where);
}

/* Append to BLOCK loops with the subscripts AT, the first of them innermost, up
   to EXTENTS over BODY: a kernel, or a thread's.  All that is used up.  */

void
cuf_end_loops (cuf_block *block, cuf_subscripts *at, gfc_expr **extents,
	       cuf_code_list *body)
{
  gfc_code *code = body->first;
  for (int d = 0; d < at->rank; d++)
    code = cuf_write_loop (at->at[d], extents[d], code);
  gcc_assert (code->op == EXEC_DO);
  if (!block->thread)
    {
      code->cuf_kernel = XCNEW (cuf_kernel_do);
      code->cuf_kernel->nloops = at->rank;
      code->cuf_kernel->where = block->where;
    }
  block->code.append (code);
}
