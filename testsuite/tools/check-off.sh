#!/bin/sh
# Compile sources without CUDA Fortran with and without the plugin.
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
# Usage: check-off.sh SRCDIR CUDAFORTRAN GFORTRAN
#
# Each source of testsuite/ and bench/ that gfortran compiles and whose name does
# not say that it is CUDA Fortran is compiled by
# gfortran, and by cudafortran without and with -nocuda.  The object files and
# the modules must be the same, byte by byte.

set -u
src=$(cd "$1" && pwd) || exit 2
cudafortran=$2
gfortran=$3
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export LC_ALL=C
mkdir "$work/plain" "$work/off" "$work/nocuda"

# Compile $2 with the rest of the arguments in directory $1 of $work.
compile () {
  (cd "$work/$1" && source=$2 && shift 2 && "$@" -O2 -w -c "$source" -o x.o) \
    >"$work/messages" 2>&1
}

compared=0
status=0
for source in $(find "$src/testsuite" "$src/bench" -name "*.f90" \
		  -o -name "*.F90" -o -name "*.f" -o -name "*.F" | sort); do
  # Modules of other files that one needs are there from before, if they are
  # host modules, too.
  compile plain "$source" "$gfortran" || continue
  compared=$((compared + 1))
  if ! compile off "$source" "$cudafortran" \
     || ! compile nocuda "$source" "$cudafortran" -nocuda; then
    echo "FAIL: $source"
    cat "$work/messages"
    status=1
    continue
  fi
  for other in off nocuda; do
    if ! diff -rq "$work/plain" "$work/$other"; then
      echo "FAIL: $source ($other)"
      status=1
    fi
  done
done
echo "$compared sources compared"
test $compared -ge 10 && exit $status
exit 1
