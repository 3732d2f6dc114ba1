/* A source in another language beside CUDA Fortran.  */
/* Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.  */

int
one (void)
{
  return 1;
}
