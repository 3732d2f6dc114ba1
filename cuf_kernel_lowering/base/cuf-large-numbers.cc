/* Numbers that are too large for subscripts to be computed with.
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
#include "wide-int.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* Factors above this are large: no block has so many threads.  And so are terms
   that overflow if they are added as often.  See cuf-wrapping.cc.  */
static const unsigned large_factor = 1024;

/* True if FACTOR, of a product of integers, is a large constant.  */

bool
cuf_large_factor_p (tree factor)
{
  return (TREE_CODE (factor) == INTEGER_CST
	  && wi::gtu_p (wi::abs (wi::to_wide (factor)), large_factor));
}

/* True if TERM, of a sum of integers or a step of a pointer, is a large
   constant.  */

bool
cuf_large_term_p (tree term)
{
  if (TREE_CODE (term) != INTEGER_CST)
    return false;
  wide_int most = wi::max_value (TYPE_PRECISION (TREE_TYPE (term)), SIGNED);
  return wi::gtu_p (wi::abs (wi::to_wide (term)),
		    wi::udiv_trunc (most, large_factor));
}
