! { dg-do run }
! { dg-one-level }
! { dg-options "-static-libgcuf -gpu=cc90" }
! { dg-loaded-libraries "plug-in-a-aux.cuf plug-in-b-aux.cuf" }
! The same where each library has a runtime library of its own.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

include "plug-ins.inc"
