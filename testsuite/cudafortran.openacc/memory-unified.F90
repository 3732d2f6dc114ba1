! { dg-do run }
! { dg-options "-fopenacc -fopenmp -foffload=-w -gpu=mem:unified" }
! { dg-not-under { racecheck synccheck } "they report libgomp itself" }
! Allocatable and automatic arrays, and functions that return arrays, in regions and
! routines, with unified memory.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.
#include "memory-managed.F90"
