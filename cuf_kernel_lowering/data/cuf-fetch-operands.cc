/* Device data that host expressions compute with.
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
#include "tree.h"
#include "fold-const.h"
#include "function.h"
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "trans-array.h"
#include "trans-stmt.h"
#include "cuf-trans.h"
#include "cuf-lower.h"

/* In an assignment such as `b = a + adev' the operand ADEV is first transferred
   to a variable of the host's, which then stands in its place.  So is the right
   side of `b(v) = adev', where V is a vector subscript, and whatever else the
   host has to do more than copy for.  The other way round, what the host has to
   change first is assigned to a variable of the host's, and that is
   transferred.  */

/* What is under way for one assignment.  */
struct fetch
{
  stmtblock_t pre, post;
  locus where;
};

/* Make a variable of the host's with the type TS and the rank of EXPR.  It is
   an allocatable array if it is one, so that the transfer gives it its
   shape.  */

static gfc_expr *
make_variable (const gfc_typespec *ts, gfc_expr *expr)
{
  gfc_symtree *root = NULL;
  gfc_symtree *symtree = gfc_new_symtree (&root, "fetched");
  gfc_symbol *sym = gfc_new_symbol ("fetched", gfc_current_ns);

  symtree->n.sym = sym;
  sym->refs++;
  sym->ts = *ts;
  sym->attr.flavor = FL_VARIABLE;
  sym->attr.artificial = 1;
  sym->attr.referenced = 1;
  sym->declared_at = expr->where;
  if (expr->rank > 0)
    {
      sym->attr.dimension = 1;
      sym->attr.allocatable = 1;
      sym->as = gfc_get_array_spec ();
      sym->as->type = AS_DEFERRED;
      sym->as->rank = expr->rank;
    }
  sym->backend_decl = gfc_create_var (gfc_sym_type (sym), "fetched");

  gfc_expr *variable = gfc_get_variable_expr (symtree);
  variable->where = expr->where;
  if (expr->rank > 0 && !variable->ref)
    gfc_add_full_array_ref (variable, sym->as);
  variable->rank = expr->rank;
  return variable;
}

/* Make VARIABLE, if it is an array, one that is not allocated yet, and free it
   after use.  */

static void
add_lifetime (fetch *f, gfc_expr *variable)
{
  tree decl = variable->symtree->n.sym->backend_decl;

  if (variable->rank == 0)
    return;
  gfc_conv_descriptor_data_set (&f->pre, decl, null_pointer_node);
  gfc_add_modify (&f->pre, gfc_conv_descriptor_dtype (decl),
		  gfc_get_dtype (TREE_TYPE (decl)));
  gfc_add_expr_to_block (&f->post,
			 gfc_call_free (gfc_conv_descriptor_data_get (decl)));
}

/* Assign EXPR to VARIABLE, by TRANSLATE.  */

static void
assign_variable (fetch *f, gfc_expr *variable, gfc_expr *expr,
		 tree (*translate) (gfc_code *))
{
  gfc_code assignment;

  memset (&assignment, 0, sizeof assignment);
  assignment.op = EXEC_ASSIGN;
  assignment.loc = f->where;
  assignment.expr1 = variable;
  assignment.expr2 = expr;
  int realloc_lhs = flag_realloc_lhs;
  flag_realloc_lhs = 1;
  gfc_add_expr_to_block (&f->pre, translate (&assignment));
  flag_realloc_lhs = realloc_lhs;
}

/* Callback of cuf_visit_operands: put a variable in the place of *EXPR.  */

static void
fetch_operand (gfc_expr **expr, void *data)
{
  fetch *f = (fetch *) data;
  gfc_expr *variable = make_variable (&(*expr)->ts, *expr);

  add_lifetime (f, variable);
  assign_variable (f, variable, *expr, cuf_trans_transfer);
  *expr = gfc_copy_expr (variable);
}

static void
note_operand (gfc_expr **, void *data)
{
  *(bool *) data = true;
}

/* True if the host has to do more than copy where RHS is assigned to LHS, which
   is its own: only some elements are, or strings become longer or shorter, or
   the type of LHS is RHS's.  */

static bool
more_than_copy_p (gfc_expr *lhs, gfc_expr *rhs)
{
  return (gfc_has_vector_subscript (lhs)
	  || (rhs->ts.type == BT_CHARACTER && !cuf_same_length_p (lhs, rhs))
	  || lhs->ts.type == BT_CLASS);
}

/* True if the right side of the assignment CODE computes with device data, or
   is device data that has to be fetched first.  */

static bool
fetch_p (gfc_code *code)
{
  bool found = false;
  gfc_expr *lhs = code->expr1, *rhs = code->expr2;

  if (!cuf_seen || cuf_generating_device_code_p ())
    return false;
  if (cuf_reference_p (rhs))
    return (!cuf_out_of_reach_p (lhs)
	    && ((cuf_out_of_reach_p (rhs) && more_than_copy_p (lhs, rhs))
		|| cuf_managed_of_other_length_p (lhs, rhs)));
  cuf_visit_operands (&code->expr2, note_operand, &found);
  return found;
}

static void
begin_fetch (fetch *f, const gfc_code *code)
{
  gfc_init_block (&f->pre);
  gfc_init_block (&f->post);
  f->where = code->loc;
}

/* STATEMENT between what comes before and after it.  */

static tree
finish_fetch (fetch *f, tree statement)
{
  stmtblock_t block;

  gfc_start_block (&block);
  gfc_add_block_to_block (&block, &f->pre);
  gfc_add_expr_to_block (&block, statement);
  gfc_add_block_to_block (&block, &f->post);
  return gfc_finish_block (&block);
}

/* Translate such an assignment.  */

static tree
trans_fetch (gfc_code *code)
{
  fetch f;

  begin_fetch (&f, code);
  if (cuf_managed_of_other_length_p (code->expr1, code->expr2))
    fetch_operand (&code->expr2, &f);
  else
    cuf_visit_operands (&code->expr2, fetch_operand, &f);
  return finish_fetch (&f, gfc_trans_assign (code));
}

/* Translate the assignment CODE of the host's data to device data, with the
   host converting it to the left side's type first.  */

tree
cuf_trans_converted (gfc_code *code)
{
  fetch f;
  gfc_code transfer = *code;

  begin_fetch (&f, code);
  gfc_expr *variable = make_variable (&code->expr1->ts, code->expr2);
  add_lifetime (&f, variable);
  assign_variable (&f, variable, code->expr2, gfc_trans_assign);
  transfer.expr2 = variable;
  return finish_fetch (&f, cuf_trans_transfer (&transfer));
}

/* True if the assignment CODE, in a region of OpenACC or OpenMP, is to an
   allocatable array in device memory.  */

static bool
regions_device_array_p (const gfc_code *code)
{
  const gfc_expr *lhs = code->expr1;
  return (cuf_seen && flag_realloc_lhs && cuf_inside_region_p ()
	  && lhs->expr_type == EXPR_VARIABLE && lhs->rank > 0
	  && lhs->symtree->n.sym->attr.cuf_memory == CUF_MEM_DEVICE);
}

/* The translation of such a one.  A region has a copy of the descriptor, and what it
   allocated would be lost: the array stays as it is.  */

static tree
trans_in_place (gfc_code *code)
{
  flag_realloc_lhs = 0;
  tree stmt = gfc_trans_assignment (code->expr1, code->expr2, false, true);
  flag_realloc_lhs = 1;
  return stmt;
}

/* The translation of the assignment CODE if it is for us, else null.  */

tree
cuf_trans_assign (gfc_code *code)
{
  if (regions_device_array_p (code))
    return trans_in_place (code);
  return (fetch_p (code) ? trans_fetch (code)
	  : cuf_trans_init_assign (code));
}
