/* What the matchers of CUDA Fortran keep beside the tree of the program.
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


#ifndef GCC_CUF_PARSER_H
#define GCC_CUF_PARSER_H

/* The state of the parser, beside gfortran's own, which is in variables like
   these.  */
typedef struct cuf_parser_state
{
  /* Of the statement that is being matched; cuf_begin_statement forgets what
     the one before has left there.  */

  /* What a prefix has said with launch_bounds and cluster_dims, if anything: a
     procedure has it when its statement has been matched.  */
  cuf_bounds bounds;
  bool bounds_seen;

  /* The memory attributes of a type declaration statement.  They are only noted
     at first, since the statement may turn out to be something else as long as
     no double colon has been seen.  No more than two of them matter.  */
  struct
  {
    int count;
    unsigned memory[2];
    locus where[2];
  }
  noted;

  /* True while the values of an execution configuration are matched.  */
  bool in_launch;

  /* The directive KERNEL DO between it and the statement that follows.  It is
     gone when a construct, or a program unit, begins or ends.  */
  cuf_kernel_do *directive;
}
cuf_parser_state;

extern cuf_parser_state cuf_parser;

/* cuf-loop-nest.cc  */
bool cuf_find_loops (gfc_code *);

#endif
