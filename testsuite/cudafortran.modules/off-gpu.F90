! { dg-do run }
! { dg-one-level }
! { dg-options "-gpu=cc80" }
! With -gpu= the same program runs on the device.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

#define EXPECTED .true.
#include "off.inc"
