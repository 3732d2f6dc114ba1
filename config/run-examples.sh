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

set -u
compiler=$1
examples=$2
output=$3
mkdir -p "$output" || exit 2

# $1 is the program's name, the rest its source files.
run_example ()
{
  name=$1
  shift
  echo "== $name"
  mkdir -p "$output/$name.d" || return 1
  "$compiler" -O2 -J "$output/$name.d" -o "$output/$name" "$@" || return 1
  GCUF_DEBUG=1 "$output/$name" 2>"$output/$name.log"
  status=$?
  if test $status -ne 0; then
    cat "$output/$name.log" >&2
    echo "$name: exit status $status" >&2
    return 1
  fi
  backend=$(sed -n 's/.*backend \([a-z]*\)\( (.*)\)*, .*device.*/\1/p' \
    "$output/$name.log" | sed 1q)
  echo "-- $name ran on the ${backend:-unknown} backend"
}

passed=0
failed=0
for example in "$examples"/*.cuf "$examples"/*.CUF "$examples"/*/; do
  test -e "$example" || continue
  name=$(basename "$example")
  if test -d "$example"; then
    set -- "$example"*.[cCfF]*
  else
    set -- "$example"
  fi
  test -e "$1" || continue
  if run_example "${name%.*}" "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
  fi
done
echo "$passed examples ran, $failed failed"
test $failed = 0 && test $passed != 0
