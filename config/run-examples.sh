#!/bin/sh
# Compile and run the example programs, and say on which backend each ran.
# Copyright (C) 2026 The cudafortran authors.
#
# This file is part of cudafortran.
#
# Cudafortran is free software; you can redistribute it and/or modify it under
# the terms of the GNU General Public License as published by the Free Software
# Foundation; either version 3, or (at your option) any later version.
#
# Cudafortran is distributed in the hope that it will be useful, but WITHOUT ANY
# WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS FOR
# A PARTICULAR PURPOSE.  See the GNU General Public License for more details.
#
# You should have received a copy of the GNU General Public License along with
# cudafortran; see the file COPYING.  If not, see
# <http://www.gnu.org/licenses/>.

# Usage: run-examples.sh COMPILER EXAMPLES OUTPUT
#
# EXAMPLES/NAME.cuf is a program; so are all source files of EXAMPLES/NAME/,
# in alphabetical order.  The programs go to OUTPUT.  The exit status is 0 only
# if there are programs and all of them compiled and ran.
#
# These lines in the last source file of a program say what it needs:
#   ! Compile with: OPTIONS
#   ! Run with: LAUNCHER	it is a program for MPI, and skipped without that;
#   ! Defect: ...		its results are wrong, for readers to find out why.

set -u
compiler=$1
examples=$2
output=$3
mkdir -p "$output" || exit 2
export OMPI_FC="$compiler" MPICH_FC="$compiler"

# What a line that begins with "! $1: " says in the last of the files $2...
says ()
{
  key=$1
  shift $(($# - 1))
  sed -n "s/^! $key: //p" "$1"
}

# Print why programs for MPI, which $1 launches, cannot be compiled or run.
mpi_missing ()
{
  for tool in mpif90 "${1%% *}"; do
    command -v "$tool" >/dev/null || { echo "no $tool"; return; }
  done
  printf '%s\n' 'use mpi' end >"$output/use-mpi.f90"
  mpif90 -o "$output/use-mpi" "$output/use-mpi.f90" >/dev/null 2>&1 \
  || echo "mpif90 cannot compile 'use mpi' by cudafortran"
}

# $1 is the program's name, the rest its source files.  The result is 0 if it
# compiled and ran, 2 if it was skipped.
run_example ()
{
  name=$1
  shift
  echo "== $name"
  options=$(says 'Compile with' "$@")
  launcher=$(says 'Run with' "$@")
  compile=$compiler
  if test -n "$launcher"; then
    missing=$(mpi_missing "$launcher")
    if test -n "$missing"; then
      echo "-- $name skipped: $missing"
      return 2
    fi
    compile=mpif90
  fi
  mkdir -p "$output/$name.d" || return 1
  # The options and the launcher are several words.
  # shellcheck disable=SC2086
  "$compile" -O2 $options -J "$output/$name.d" -o "$output/$name" "$@" \
  || return 1
  # shellcheck disable=SC2086
  GCUF_DEBUG=1 $launcher "$output/$name" 2>"$output/$name.log"
  status=$?
  backend=$(sed -n 's/.*backend \([a-z]*\)\( (.*)\)*, .*device.*/\1/p' \
    "$output/$name.log" | sed 1q)
  if test -n "$(says Defect "$@")"; then
    echo "-- $name has a defect, which the manual looks for;" \
      "it ran on the ${backend:-unknown} backend"
    return 0
  fi
  if test $status -ne 0; then
    cat "$output/$name.log" >&2
    echo "$name: exit status $status" >&2
    return 1
  fi
  echo "-- $name ran on the ${backend:-unknown} backend"
}

passed=0
failed=0
skipped=0
for example in "$examples"/*.cuf "$examples"/*.CUF "$examples"/*/; do
  test -e "$example" || continue
  name=$(basename "$example")
  if test -d "$example"; then
    set -- "$example"*.[cCfF]*
  else
    set -- "$example"
  fi
  test -e "$1" || continue
  run_example "${name%.*}" "$@"
  case $? in
    0) passed=$((passed + 1)) ;;
    2) skipped=$((skipped + 1)) ;;
    *) failed=$((failed + 1)) ;;
  esac
done
echo "$passed examples ran, $failed failed, $skipped skipped"
test $failed = 0 && test $passed != 0
