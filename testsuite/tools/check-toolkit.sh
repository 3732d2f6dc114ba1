#!/bin/sh
# Compare the libraries' tables with the CUDA toolkit's headers.
# Copyright (C) 2026 The cudafortran authors.
#
# This file is part of cudafortran.
#
# Cudafortran is free software; you can redistribute it and/or modify it under
# the terms of the GNU General Public License as published by the Free
# Software Foundation; either version 3, or (at your option) any later
# version.
#
# Cudafortran is distributed in the hope that it will be useful, but WITHOUT
# ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
# FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
# more details.
#
# You should have received a copy of the GNU General Public License along
# with cudafortran; see the file COPYING.  If not, see
# <http://www.gnu.org/licenses/>.

# Usage: check-toolkit.sh SRCDIR [INCLUDE]
#
# INCLUDE is the toolkit's folder of headers, the usual one if it is not named.  A
# routine of a table must have arguments of as many and the same types in the
# header that the table names; others are written to standard output, and the exit
# status is 1.  A table without the header's name, or whose header is not there, is
# passed over.

set -eu
srcdir=$1
include=${2:-${CUDA_HOME:-/usr/local/cuda}/include}
libraries=$srcdir/libgcuf/libraries
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

for table in "$libraries"/*/*.def; do
  header=$(sed -n 's/^%header //p' "$table")
  if test -z "$header" || ! test -f "$include/$header"; then
    continue
  fi
  awk -f "$libraries/read-table.awk" -v functions_only=1 \
    -f "$libraries/entries.awk" -f "$srcdir/testsuite/tools/check-toolkit.awk" \
    "$table" >"$work/check.cc"
  # The compiler of any language; c++ need not be there by that name.
  # Functions that a header defines for C++ overload those of the library.
  ${GFORTRAN:-gfortran} -x c++ -std=c++17 -w -I "$include" -E -P "$work/check.cc" \
    | sed '/^static inline [a-z]*Status_t/,/^}/d' >"$work/check.ii"
  if ! ${GFORTRAN:-gfortran} -x c++ -std=c++17 -w -fsyntax-only -fmax-errors=0 \
      "$work/check.ii" 2>"$work/errors"; then
    grep 'error:' "$work/errors" || cat "$work/errors"
    status=1
  fi
done
exit $status
