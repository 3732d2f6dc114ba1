/* Our own modules and the standard that the program keeps to.
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
#include "diagnostic.h"
#include "cuf-compat.h"

/* What a module exports is resolved where it is used, under the options there.
   Ours are written in what gfortran has by default.  */

/* True if SYM is of one of these modules.  */

static bool
own_symbol_p (const gfc_symbol *sym)
{
  static const char *const modules[] =
  {
    "cooperative_groups", "cudadevice", "cudafor", "cuf_array", "cuf_device",
    "cuf_errors", "cuf_event", "cuf_flags", "cuf_function", "cuf_graph",
    "cuf_malloc", "cuf_memcpy", "cuf_memset", "cuf_stream", "cuf_symbol",
    "cuf_types", "curand_device", "libm", "openacc_curand", "wmma"
  };

  if (!sym->attr.use_assoc || !sym->module)
    return false;
  /* Cudafor hands on what it has from there.  */
  if (strcmp (sym->module, "__iso_c_binding") == 0)
    return cuf_dialect_p ();
  for (const char *module : modules)
    if (strcmp (sym->module, module) == 0)
      return true;
  return false;
}

/* See cuf.h.  */

cuf_own_standard::cuf_own_standard (const gfc_symbol *sym)
  : m_allow_std (gfc_option.allow_std), m_warn_std (gfc_option.warn_std),
    m_inhibit_warnings (cuf_inhibit_warnings)
{
  if (own_symbol_p (sym))
    {
      gfc_option.allow_std = ~0;
      gfc_option.warn_std = 0;
      cuf_inhibit_warnings = true;
    }
}

cuf_own_standard::~cuf_own_standard ()
{
  gfc_option.allow_std = m_allow_std;
  gfc_option.warn_std = m_warn_std;
  cuf_inhibit_warnings = m_inhibit_warnings;
}
