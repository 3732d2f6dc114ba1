/* Characters that device code gets by value.
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

/* VALUE is about to be passed to DUMMY, which may be null.  What gfortran passes
   to a dummy argument of type CHARACTER(1) with VALUE is the characters if the
   argument is a variable, and the address of the first one if it is a substring,
   what a function returns or another expression.  Return the character in both
   cases, where device code takes it: there the characters are expected.  */

tree
cuf_character_value (const gfc_symbol *dummy, tree value)
{
  if (!dummy || dummy->ts.type != BT_CHARACTER || !dummy->attr.value
      || !dummy->ns->proc_name
      || !cuf_device_code_p (&dummy->ns->proc_name->attr)
      || !value || !POINTER_TYPE_P (TREE_TYPE (value)))
    return value;
  tree type = gfc_get_character_type_len (dummy->ts.kind, gfc_index_one_node);
  return build_fold_indirect_ref (fold_convert (build_pointer_type (type),
						value));
}
