! { dg-do run }
! A file whose name does not say that it is CUDA Fortran is not, unless an option
! does: its sentinels begin comments, and _CUDA is not defined.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

#define EXPECTED .false.
#include "off.inc"
