/* Rules for namelists.
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
#include "cuf-check.h"

/* True if TS is REAL(2), or has a component of that type.  */

static bool
holds_half_p (const gfc_typespec *ts)
{
  if (cuf_half_p (ts))
    return true;
  if (ts->type != BT_DERIVED || !ts->u.derived)
    return false;
  for (gfc_component *c = ts->u.derived->components; c; c = c->next)
    if (!c->attr.pointer && !c->attr.allocatable && holds_half_p (&c->ts))
      return true;
  return false;
}

/* Check SYM, if it is a namelist group.  gfortran's library reads and writes
   the objects by their descriptions, which know nothing of REAL(2).  */

void
cuf_check_namelist (gfc_symbol *sym)
{
  if (sym->attr.flavor != FL_NAMELIST || sym->attr.use_assoc)
    return;
  for (gfc_namelist *n = sym->namelist; n; n = n->next)
    if (holds_half_p (&n->sym->ts))
      gfc_error ("Object %qs of REAL(2) cannot be in the namelist %qs at %L",
		 n->sym->name, sym->name, &sym->declared_at);
}
