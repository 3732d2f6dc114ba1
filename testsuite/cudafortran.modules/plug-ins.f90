! { dg-do run }
! { dg-one-level }
! { dg-options "-gpu=cc90" }
! { dg-loaded-libraries "plug-in-a-aux.cuf plug-in-b-aux.cuf" }
! A program without CUDA Fortran that loads and unloads libraries with kernels,
! as interpreters do.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

include "plug-ins.inc"
