/* Shapes of variables in the memories of a device.
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

/* True if the shape of SYM is not known to the compiler.  */

bool
cuf_variable_shape_p (const gfc_symbol *sym)
{
  if (!sym->as)
    return false;
  if (sym->as->type != AS_EXPLICIT)
    return true;
  for (int i = 0; i < sym->as->rank; i++)
    if (!sym->as->lower[i] || !gfc_is_constant_expr (sym->as->lower[i])
	|| !sym->as->upper[i] || !gfc_is_constant_expr (sym->as->upper[i]))
      return true;
  return false;
}

/* SYM has a shape, or is polymorphic and its data has one, and is being
   resolved.  Of what is no dummy argument gfortran itself knows only Cray
   pointees to be of assumed size, and shared arrays of assumed size are just
   like these: what they point to is elsewhere.  */

void
cuf_resolve_shape (gfc_symbol *sym)
{
  if (sym->attr.cuf_memory == CUF_MEM_SHARED && !sym->attr.dummy
      && sym->as && sym->as->type == AS_ASSUMED_SIZE)
    sym->as->cp_was_assumed = true;
}
