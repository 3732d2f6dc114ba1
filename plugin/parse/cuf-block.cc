/* BLOCK constructs that constructs of OpenMP begin with.
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
#include "parse.h"

/* True if a name at ST, or at what is below it, is that of data with a memory
   attribute.  */

static bool
declares_device_data_p (gfc_symtree *st)
{
  return (st && ((st->n.sym->attr.cuf_memory
		  && st->n.sym->attr.flavor != FL_PROCEDURE)
		 || declares_device_data_p (st->left)
		 || declares_device_data_p (st->right)));
}

/* The parser has come to the end of the BLOCK construct of NS, which is the body
   of a construct of OpenMP that has its statements from CODE on.  GCC 12
   lets what is in the BLOCK follow it, where its variables are gone: device data
   would be freed before it is used.  Let such statements be in the BLOCK.  */

void
cuf_fill_block (gfc_code *code, gfc_namespace *ns)
{
  if (!code || code->op != EXEC_BLOCK || code->ext.block.ns != ns || ns->code
      || !code->next || !declares_device_data_p (ns->sym_root))
    return;
  ns->code = code->next;
  code->next = NULL;
  gfc_state_stack->tail = code;
}
