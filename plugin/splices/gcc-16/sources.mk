# What GCC 16 has besides the files of gcc/fortran that all series have.
# Copyright (C) 2026 The cudafortran authors; GPL version 3+, see COPYING.

gcc_fortran_sources += coarray.cc
