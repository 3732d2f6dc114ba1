/* Data transfer statements that wait for what kernels print.
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
#include "gfortran.h"
#include "trans.h"
#include "cuf-check.h"
#include "cuf-trans.h"
#include "cuf-lower.h"

/* In `print *, cudaDeviceSynchronize ()' the function waits for kernels, and
   what these print may go to the same unit, which belongs to the statement until
   that ends: each would wait for the other.  So all that has been launched is
   waited for before the statement begins.  */

/* True if PROC is a function of the runtime library that waits for kernels.  */

static bool
waits_p (const gfc_symbol *proc)
{
  static const char *const modules[]
    = { "cuf_memcpy", "cuf_memset", "cuf_array", "cuf_symbol", "cuf_malloc" };

  if (!cuf_runtime_routine_p (proc))
    return false;
  if (strstr (proc->name, "synchronize"))
    return true;
  for (const char *module : modules)
    if (cuf_from_module_p (proc, module))
      return !strstr (proc->name, "async");
  return false;
}

/* Callback of gfc_code_walker: set *DATA if *E is a reference to such a
   function, or a reduction on the device.  */

static int
note_waiting (gfc_expr **e, int *, void *data)
{
  const gfc_expr *f = *e;

  if (f->expr_type == EXPR_FUNCTION
      && (cuf_reduction_p (f)
	  || (f->value.function.esym && waits_p (f->value.function.esym))))
    *(bool *) data = true;
  return *(bool *) data;
}

static int
note_nothing (gfc_code **, int *, void *)
{
  return 0;
}

/* The data transfer statement CODE is about to begin: append to BLOCK what is
   to be waited for before.  */

void
cuf_wait_before_transfer (stmtblock_t *block, gfc_code *code)
{
  bool waits = false;

  if (!cuf_seen || cuf_generating_device_code_p () || code->op != EXEC_WRITE
      || (code->ext.dt->io_unit
	  && code->ext.dt->io_unit->ts.type == BT_CHARACTER))
    return;
  gfc_code_walker (&code->block->next, note_nothing, note_waiting, &waits);
  if (waits)
    gfc_add_expr_to_block
      (block, build_call_expr (cuf_tree (CUF_FN_WAIT_BEFORE_OUTPUT), 0));
}
