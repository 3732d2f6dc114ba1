/* Values that a condition chooses between.
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

#ifndef GCC_CUF_CHOICE_H
#define GCC_CUF_CHOICE_H

#include "cuf-undo.h"

/* That a PHI of two arguments has the one for the edge IF_TRUE where COND
   holds, and else the other.  */
struct cuf_choice
{
  gcond *cond;
  unsigned if_true;
};

bool cuf_choice_p (gphi *, cuf_choice *);

/* What used the result of a PHI uses that of a new statement, an assignment or a
   call.  The PHI stays, without uses, for the host.  */
class cuf_choice_change : public cuf_change
{
public:
  /* Let the result of STMT, a new name, take the place of that of PHI in NODE's
     function, and have STMT inserted there.  */
  cuf_choice_change (cgraph_node *node, gphi *phi, gimple *stmt);
  void undo () final override;

private:
  tree m_result;
  gimple *m_stmt;
};

#endif
