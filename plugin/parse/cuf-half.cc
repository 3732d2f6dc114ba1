/* The kind 2 of REAL, IEEE binary16: when there is one.
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
#include "target.h"
#include "tree.h"
#include "stringpool.h"
#include "stor-layout.h"
#include "options.h"
#include "gfortran.h"
#include "trans.h"

/* In gfortran's table of real kinds this one stands behind all others, hidden:
   its number is zero, the mark of the end.  A source that is CUDA Fortran
   brings it out by naming it, which no other can, so that these see the table
   that they know.  Null if the target has none.  */

gfc_real_info *cuf_half_info;

/* Append the kind to gfc_real_kinds, of whose entries N are in use, and at most
   MAX can be.  */

void
cuf_add_half (int n, int max)
{
  const scalar_float_mode mode = HFmode;
  const struct real_format *format = REAL_MODE_FORMAT (mode);

  if (!targetm.scalar_mode_supported_p (mode)
      || !targetm.libgcc_floating_mode_supported_p (mode))
    return;

  /* The mark of the end has to fit behind it.  */
  gcc_assert (n < max && gfc_real_kinds[n].kind == 0);
  cuf_half_info = &gfc_real_kinds[n];
  cuf_half_info->radix = format->b;
  cuf_half_info->digits = format->p;
  cuf_half_info->min_exponent = format->emin;
  cuf_half_info->max_exponent = format->emax;
  cuf_half_info->mode_precision = GET_MODE_PRECISION (mode);
}

/* Bring the kind out or hide it.  */

static void
show_half (bool show)
{
  if (cuf_half_info)
    cuf_half_info->kind = cuf_half_info->abi_kind = show ? CUF_HALF_KIND : 0;
}

/* See cuf.h.  */

cuf_half_scope::cuf_half_scope (bool shown)
  : m_outer (cuf_half_info && cuf_half_info->kind != 0)
{
  show_half (shown);
}

cuf_half_scope::~cuf_half_scope ()
{
  show_half (m_outer);
}

/* Kind KIND of TYPE is looked up: bring this one out if that is meant.  A
   reference that must not fail is to what a module or the source has.  Return
   false if KIND does not exist, whatever the table says.  */

bool
cuf_note_kind (bt type, int kind, bool may_fail)
{
  if (kind != CUF_HALF_KIND || !cuf_half_info
      || (type != BT_REAL && type != BT_COMPLEX))
    return true;
  if (type == BT_COMPLEX)
    return false;
  if (cuf_half_info->kind == 0 && (!may_fail || cuf_dialect_p ()))
    {
      show_half (true);
      cuf_seen = true;
    }
  return true;
}

/* True if TS is of the kind.  */

bool
cuf_half_p (const gfc_typespec *ts)
{
  return ts->type == BT_REAL && ts->kind == CUF_HALF_KIND;
}

/* The middle end may make parameters of what is none in the source, and
   nvptx's compiler has none of this type.  */

static void
keep_parameters (void)
{
  flag_ipa_sra = 0;
  flag_partial_inlining = 0;
  optimization_default_node
    = build_optimization_node (&global_options, &global_options_set);
}

/* The type that gfortran has for it, when code with it is first generated.  */

static tree
build_half_type (void)
{
  tree type = make_node (REAL_TYPE);

  keep_parameters ();
  TYPE_PRECISION (type) = cuf_half_info->mode_precision;
  layout_type (type);
  TYPE_NAME (type) = build_decl (BUILTINS_LOCATION, TYPE_DECL,
				 get_identifier ("real(kind=2)"), type);
  return type;
}

/* Entry INDEX of TYPES, gfortran's types for its table of real kinds, is about
   to be used; INDEX is negative if there is no such kind.  Only this kind can
   lack a type, since gfortran has made those of all others.  */

void
cuf_complete_real_types (tree *types, int index)
{
  if (index < 0 || types[index])
    return;
  gcc_checking_assert (&gfc_real_kinds[index] == cuf_half_info);
  types[index] = build_half_type ();
}
