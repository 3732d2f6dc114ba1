/* The part in C of mixed-languages.cuf.  */
/* Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.  */

int from_c (void);

int
from_c (void)
{
  return 3;
}
