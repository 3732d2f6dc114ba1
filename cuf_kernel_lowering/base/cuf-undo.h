/* Changes that are made for the device alone.
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

#ifndef GCC_CUF_UNDO_H
#define GCC_CUF_UNDO_H

/* A change of a function, a type or a declaration that is made before the
   device's part of the unit is streamed, and undone behind that for the host.
   Each kind is a class derived from this one, which has what it needs to undo
   the change: trees that it has given to cuf_keep_changed, which live until
   then, and statements of the function, which live in it.  */
class cuf_change
{
public:
  /* A change in the body of FN or, if null, elsewhere.  */
  explicit cuf_change (tree fn);
  virtual ~cuf_change () {}

  /* Restore what was there.  CFUN is the function, if there is one.  */
  virtual void undo () = 0;

  tree function () const { return m_function; }

private:
  tree m_function;
};

tree cuf_keep_changed (tree);
void cuf_put_call (cgraph_node *, gimple_stmt_iterator *, gcall *);
void cuf_exchange_call (cgraph_node *, gcall *, gcall *);
void cuf_take_call_away (tree, gcall *, gimple *);
void cuf_undo_later (cuf_change *);
void cuf_undo_changes (void);

#endif
