/* REAL(2) by value, as function results, and in input and output.
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
#include "stringpool.h"
#include "fold-const.h"
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "trans-const.h"
#include "cuf-trans.h"

/* --- Procedures ---------------------------------------------------------- */

/* nvptx's compiler has no parameters and results of this type, so everywhere
   they are an integer with the same bits, which is what C calls a uint16_t.
   Inside of a procedure a dummy argument is a local variable.  */

static tree
bits_type (void)
{
  return gfc_build_uint_type (cuf_half_info->mode_precision);
}

static bool
half_type_p (const_tree type)
{
  return TREE_CODE (type) == REAL_TYPE && TYPE_MODE (type) == HFmode;
}

/* The type in which a parameter or result of TYPE is passed.  */

tree
cuf_passed_type (tree type)
{
  return half_type_p (type) ? bits_type () : type;
}

/* VALUE as it is passed.  */

tree
cuf_as_passed (tree value)
{
  return (value && half_type_p (TREE_TYPE (value))
	  ? fold_build1 (VIEW_CONVERT_EXPR, bits_type (), value) : value);
}

/* VALUE, which has been passed, of TS.  */

tree
cuf_as_received (const gfc_typespec *ts, tree value)
{
  return (cuf_half_p (ts) && TREE_TYPE (value) == bits_type ()
	  ? fold_build1 (VIEW_CONVERT_EXPR, gfc_get_real_type (ts->kind),
			 value) : value);
}

static bool
half_value_dummy_p (const gfc_symbol *sym)
{
  return sym && cuf_half_p (&sym->ts) && sym->attr.value
	 && sym->attr.flavor != FL_PROCEDURE && !sym->attr.dimension;
}

/* The procedure PROC begins: give the values among its dummy arguments their
   local variables, set in BLOCK.  */

void
cuf_receive_half_dummies (gfc_symbol *proc, stmtblock_t *block)
{
  for (gfc_formal_arglist *f = gfc_sym_get_dummy_args (proc); f; f = f->next)
    if (half_value_dummy_p (f->sym) && f->sym->backend_decl
	&& TREE_CODE (f->sym->backend_decl) == PARM_DECL)
      {
	tree parm = f->sym->backend_decl;
	tree var = build_decl (DECL_SOURCE_LOCATION (parm), VAR_DECL,
			       DECL_NAME (parm),
			       gfc_get_real_type (f->sym->ts.kind));
	pushdecl (var);
	TREE_USED (var) = 1;
	gfc_add_modify (block, var, cuf_as_received (&f->sym->ts, parm));
	f->sym->backend_decl = var;
      }
}

/* The parameter behind DECL, if that is the local variable of a dummy
   argument SYM.  */

tree
cuf_dummy_parameter (const gfc_symbol *sym, tree decl)
{
  if (!VAR_P (decl) || !half_value_dummy_p (sym))
    return decl;
  tree parm = DECL_ARGUMENTS (DECL_CONTEXT (decl));
  while (parm && DECL_NAME (parm) != DECL_NAME (decl))
    parm = DECL_CHAIN (parm);
  gcc_assert (parm);
  return parm;
}

/* --- Input and output --------------------------------------------------- */

/* The library knows nothing of this kind.  Formatted, an item goes through a
   variable of REAL(4); unformatted, through INTEGER(2), which is as long.  */

/* Whether the data transfer statement that is being translated is formatted:
   there is one at a time, and each sets it.  */
static bool formatted;

/* A data transfer statement begins; DT is null for INQUIRE.  */

void
cuf_begin_data_transfer (const gfc_dt *dt)
{
  formatted = dt && (dt->format_expr || dt->format_label || dt->namelist);
}

/* Set *TS to the type in which the library transfers an item of REAL(2) at
   *ADDRESS, and *ADDRESS to where, after statements in BLOCK.  INPUT if it
   reads.  Return what cuf_end_half_item needs.  */

static tree
begin_half_item (gfc_typespec **ts, tree *address, bool input,
		 stmtblock_t *block)
{
  static gfc_typespec wide, bits;

  if (!formatted)
    {
      bits.type = BT_INTEGER;
      bits.kind = CUF_HALF_KIND;
      *ts = &bits;
      return NULL_TREE;
    }

  wide.type = BT_REAL;
  wide.kind = CUF_WIDE_KIND;
  *ts = &wide;

  tree item = gfc_evaluate_now (*address, block);
  item = build_fold_indirect_ref (item);
  tree var = gfc_create_var (gfc_get_real_type (wide.kind), NULL);
  /* Input that ends early leaves the item as it is.  */
  gfc_add_modify (block, var, fold_convert (TREE_TYPE (var), item));
  *address = gfc_build_addr_expr (NULL_TREE, var);
  return input ? build2 (MODIFY_EXPR, void_type_node, item,
			 fold_convert (TREE_TYPE (item), var)) : NULL_TREE;
}

/* As begin_half_item, for an item of any type.  What is returned, if not
   null, is to be done behind the transfer.  */

tree
cuf_begin_item (gfc_typespec **ts, tree *address, bool input,
		stmtblock_t *block)
{
  return (cuf_half_p (*ts) ? begin_half_item (ts, address, input, block)
	  : NULL_TREE);
}
