/* STOP and ERROR STOP in device code.
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
#include "tree.h"
#include "fold-const.h"
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "trans-const.h"
#include "cuf-trans.h"
#include "cuf-lower.h"

/* Device code cannot end the program: it says what has been written where, and
   ends itself.  */

/* What messages call the procedure that is being translated.  */

static const char *
procedure_description (void)
{
  const gfc_symbol *sym = cuf_current_procedure ();
  const char *what = (cuf_in_kernel_loop_p () ? "a kernel loop of "
		      : cuf_kernel_p (&sym->attr) ? "kernel "
		      : "device procedure ");
  /* A main program has no name that its author knows.  */
  if (sym->attr.is_main_program)
    return "a kernel loop of the main program";
  return (sym->module ? concat (what, sym->module, "::", sym->name, NULL)
	  : concat (what, sym->name, NULL));
}

/* The STOP or ERROR STOP statement CODE.  */

static tree
trans_stop (gfc_code *code, bool error)
{
  unsigned flags = error ? GCUF_STOP_ERROR : 0;
  tree number = integer_zero_node, text = null_pointer_node;
  tree length = size_zero_node, quiet = NULL_TREE;
  gfc_se se;

  gfc_init_se (&se, NULL);
  gfc_start_block (&se.pre);
  if (code->expr2)
    {
      gfc_conv_expr_val (&se, code->expr2);
      quiet = build3 (COND_EXPR, unsigned_type_node,
		      fold_convert (boolean_type_node, se.expr),
		      build_int_cst (unsigned_type_node, GCUF_STOP_QUIET),
		      build_zero_cst (unsigned_type_node));
    }
  if (code->expr1 && code->expr1->ts.type == BT_INTEGER)
    {
      gfc_conv_expr_val (&se, code->expr1);
      number = fold_convert (integer_type_node, se.expr);
      flags |= GCUF_STOP_NUMERIC;
    }
  else if (code->expr1)
    {
      gfc_conv_expr_reference (&se, code->expr1);
      text = fold_convert (ptr_type_node, se.expr);
      length = fold_convert (size_type_node, se.string_length);
    }

  tree bits = build_int_cst (unsigned_type_node, flags);
  if (quiet)
    bits = build2 (BIT_IOR_EXPR, unsigned_type_node, bits, quiet);
  tree fn = cuf_tree (CUF_FN_STOP);
  TREE_THIS_VOLATILE (fn) = 1;
  gfc_add_expr_to_block
    (&se.pre, build_call_expr_loc (gfc_get_location (&code->loc), fn, 6,
				   cuf_location (&code->loc),
				   cuf_string_address
				     (procedure_description ()),
				   bits, number, text, length));
  gfc_add_block_to_block (&se.pre, &se.post);
  return gfc_finish_block (&se.pre);
}

/* What ends device code at LOC as ERROR STOP with TEXT does.  */

tree
cuf_error_stop (location_t loc, const char *text)
{
  tree fn = cuf_tree (CUF_FN_STOP);
  TREE_THIS_VOLATILE (fn) = 1;
  return build_call_expr_loc (loc, fn, 6, cuf_location_at (loc),
			      cuf_string_address (procedure_description ()),
			      build_int_cst (unsigned_type_node,
					     GCUF_STOP_ERROR),
			      integer_zero_node,
			      fold_convert (ptr_type_node,
					    cuf_string_address (text)),
			      size_int (strlen (text)));
}

/* If the STOP or ERROR STOP statement CODE is in device code, set *RESULT to its
   translation and return true.  */

bool
cuf_device_stop (gfc_code *code, tree *result)
{
  if (!cuf_generating_device_code_p ())
    return false;
  *result = trans_stop (code, code->op == EXEC_ERROR_STOP);
  return true;
}
