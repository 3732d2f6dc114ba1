#!/bin/sh
# Compile mutated sources of the test suite: errors are fine, an internal
# compiler error or a compiler that hangs is not.
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

# Usage: check-mutations.sh BUILDDIR [-j N] [COUNT [FIRST]]
#
# Mutations FIRST to FIRST + COUNT - 1 (1 to 2000 if not given) are compiled;
# number I is always the same one.  Every third goes as far as assembly code,
# the others are only checked.  Those that fail are kept in MUTATIONS_DIR, by
# default BUILDDIR/mutations, each with the compiler's output.

set -u
src=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd) || exit 2
shift
jobs=$(nproc 2>/dev/null || echo 1)
if test "${1-}" = -j; then
  jobs=$2
  shift 2
fi
count=${1-2000}
first=${2-1}
# Seconds of the processor's after which the compiler is taken to hang, and of
# the clock.
limit=60
clock=600
gfortran=${GFORTRAN-gfortran-12}

out=${MUTATIONS_DIR-$build/mutations}
rm -rf "$out"
mkdir -p "$out" || exit 2
export LC_ALL=C
ls "$src"/cudafortran.*/*.cuf "$src"/cudafortran.*/*.CUF \
   "$src"/cudafortran.*/*.f "$src"/../examples/*.cuf \
   "$src"/../examples/*.f90 >"$out/sources" 2>/dev/null
sources=$(wc -l <"$out/sources")
: >"$out/failed"

# Run the command "$@"; true if it crashed or hung.  The driver's status is 4 for
# an internal compiler error.  One after other errors is a message that the
# compiler is confused, and the status that of an error.
broken () {
  (cd "$dir" && ulimit -t $limit && timeout $clock "$@") >"$dir/output" 2>&1
  status=$?
  test $status -gt 1 \
    || grep -q -e 'internal compiler error' -e 'confused by earlier errors' \
      "$dir/output" \
    || { test $status -ne 0 && ! grep -q 'rror:' "$dir/output"; }
}

# The source $1 as plain Fortran: without what is before SUBROUTINE or FUNCTION,
# memory attributes and chevrons.
plain () {
  sed -E -e 's/attributes *\([a-z_, ]*\) *//Ig' -e 's/<<<[^>]*>>>//g' \
      -e 's/, *(device|managed|constant|shared|pinned|unified)\b//Ig' "$1"
}

# True if gfortran, with MODE, breaks at the mutation NAME, as it stands or as
# plain Fortran.
breaks_gfortran () {
  if broken "$gfortran" -x f95 $mode -w -J "$dir" "$name"; then
    return 0
  fi
  plain "$dir/$name" >"$dir/plain.f90"
  broken "$gfortran" -fcray-pointer $mode -w -J "$dir" plain.f90
  result=$?
  rm -f "$dir/plain.f90"
  return $result
}

# Compile mutation $1 in directory $2.  What breaks gfortran too is not ours.
check () {
  original=$(sed -n "$(($1 % sources + 1))p" "$out/sources")
  name=$(printf '%04d' "$1")-${original##*/}
  dir=$2
  if ! awk -v seed="$1" -f "$src/mutate.awk" "$original" >"$dir/$name"; then
    echo "FAIL: $name cannot be made" | tee -a "$out/failed"
    return
  fi
  if test $(($1 % 3)) -eq 0; then
    mode="-O2 -S -o $dir/t.s"
  else
    mode=-fsyntax-only
  fi
  if broken "$build/bin/cudafortran" $mode -w -I "$src" \
      -I "${original%/*}" -J "$dir" "$name"; then
    { echo "status $status, $mode"; cat "$dir/output"; } >"$out/$name.out"
    ours=$status
    if breaks_gfortran; then
      echo "$name breaks gfortran, too"
      rm -f "$dir/$name" "$out/$name.out"
    else
      mv "$dir/$name" "$out"
      echo "FAIL: $name (status $ours)" | tee -a "$out/failed"
    fi
  else
    rm -f "$dir/$name"
  fi
  rm -f "$dir"/*.mod "$dir"/*.smod
}

# Every $jobs-th mutation, from the $1-th on.
worker () {
  dir=$out/worker-$1
  mkdir "$dir"
  i=$((first + $1))
  while test $i -lt $((first + count)); do
    check $i "$dir"
    i=$((i + jobs))
  done
  rm -rf "$dir"
}

w=0
while test $w -lt "$jobs"; do
  worker $w &
  w=$((w + 1))
done
wait
failed=$(wc -l <"$out/failed")
echo "mutations: $((count - failed)) passed, $((failed)) failed"
test "$failed" -eq 0
