/* A CUDA driver that has no device: functions that it does not have.
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

/* libgcuf wants all of its functions.  Those that the other files leave out,
   whatever their arguments, say so.  This file does without prototypes, which
   these definitions contradict.  */

enum fake_call
{
#define GCUF_DRIVER(name, symbol, arguments) FAKE_##symbol,
#include "cuda-driver.def"
#undef GCUF_DRIVER
  FAKE_N_CALLS
};
enum { FAKE_NOT_SUPPORTED = 801 };

extern int fake_enter (enum fake_call call, const void *site);

#define GCUF_DRIVER(name, symbol, arguments)				\
  extern int symbol (void)						\
    __attribute__ ((weak, visibility ("default")));			\
  int									\
  symbol (void)								\
  {									\
    int code = fake_enter (FAKE_##symbol, __builtin_return_address (0)); \
    return code ? code : FAKE_NOT_SUPPORTED;				\
  }
#include "cuda-driver.def"
