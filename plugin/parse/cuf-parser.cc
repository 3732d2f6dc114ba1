/* The state of the parser beside the tree of the program.
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
#include "cuf-parser.h"

cuf_parser_state cuf_parser;

/* A statement is about to be matched.  */

void
cuf_begin_statement (void)
{
  /* Whatever matches a value says when it is done with it.  */
  gcc_assert (!cuf_parser.in_launch);
  cuf_parser.bounds_seen = false;
  cuf_parser.noted.count = 0;
  cuf_load_predefined ();
}
