! { dg-do run }
! { dg-options "-cuda" }
! With -cuda the same program runs on the device.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

#define EXPECTED .true.
#include "off.inc"
