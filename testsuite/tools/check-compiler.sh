#!/bin/sh
# Compile the sources of the test suite with a compiler that is looked after.
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

# Usage: check-compiler.sh BUILDDIR --valgrind | --gc [-j N] [I/N | PATTERN]...
#
# Compiles each source of the tests and examples with -O2, those that are
# meant to have errors, too: with --valgrind under valgrind, which must not
# see the compiler read or write what it should not, with --gc so that the
# compiler collects garbage and checks its data all the time.  I/N takes every
# N-th source, from the I-th on; a shell pattern those whose file names match.
# What fails is kept in COMPILER_DIR, by default BUILDDIR/compiler.

set -u
src=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd) || exit 2
mode=$2
shift 2
jobs=$(nproc 2>/dev/null || echo 1)
if test "${1-}" = -j; then
  jobs=$2
  shift 2
fi
share=1/1
pattern='*'
for argument in "$@"; do
  case $argument in
    [0-9]*/[0-9]*) share=$argument ;;
    *) pattern=$argument ;;
  esac
done
# Seconds of the processor's.
limit=1800

out=${COMPILER_DIR-$build/compiler}
rm -rf "$out"
mkdir -p "$out" || exit 2
export LC_ALL=C
: >"$out/failed"
: >"$out/passed"

# An installation that lacks something has errors for everything.
echo end >"$out/empty.cuf"
if ! "$build/bin/cudafortran" -fsyntax-only "$out/empty.cuf"; then
  echo "$0: the compiler does not work" >&2
  exit 2
fi

case $mode in
  --valgrind)
    if ! command -v valgrind >/dev/null; then
      echo "$0: valgrind is not installed" >&2
      exit 2
    fi
    # The collector looks at memory that has not been set.
    tool="valgrind,-q,--error-exitcode=9,--undef-value-errors=no"
    flags="-wrapper $tool,--num-callers=30,--log-file=valgrind.log" ;;
  --gc)
    flags="-fchecking=2 --param ggc-min-expand=0 --param ggc-min-heapsize=0" ;;
  *)
    echo "$0: --valgrind or --gc?" >&2
    exit 2 ;;
esac

# What directive $1 of source $2 says.
directive () {
  sed -n "s/.*{ *$1 \"\\([^\"]*\\)\".*/\\1/p" "$2"
}

# Compile source $1 in an empty directory.
check () {
  here=${1%/*}
  name=${1##*/}
  options=$(directive dg-options "$1"; directive dg-additional-options "$1"
	    sed -n 's/^! Compile with: //p' "$1")
  for other in $(directive dg-additional-sources "$1") \
      $(directive dg-shared-libraries "$1"); do
    "$build/bin/cudafortran" -w $options -fsyntax-only -I "$src" -I "$here" \
      "$here/$other" >/dev/null 2>&1
  done
  (ulimit -t $limit
   exec "$build/bin/cudafortran" $flags -O2 -w $options -S -o t.s -I "$src" \
     -I "$here" "$1") >output 2>&1
  status=$?
  if test $status -gt 1 || test -s valgrind.log \
      || grep -qE 'internal compiler error|terminated program' output; then
    echo "FAIL: ${here##*/}/$name (status $status)" | tee -a "$out/failed"
    mkdir "$out/$name"
    mv output valgrind.log "$out/$name" 2>/dev/null
  else
    echo "$name" >>"$out/passed"
  fi
}

# Every $jobs-th of the sources "$@" that follow the number of the worker.
worker () {
  mkdir "$out/worker-$1"
  n=$((jobs - $1))
  number=$1
  shift
  for source in "$@"; do
    if test $((n % jobs)) -eq 0; then
      cd "$out/worker-$number" || exit 2
      rm -rf ./*
      check "$source"
    fi
    n=$((n + 1))
  done
  rm -rf "$out/worker-$number"
}

sources=$(ls "$src"/cudafortran.*/*.cuf "$src"/cudafortran.*/*.CUF \
    "$src"/cudafortran.*/*.f "$src"/cudafortran.*/*.f90 \
    "$src"/../examples/*.cuf "$src"/../examples/*.f90 2>/dev/null \
  | awk -v share="$share" '
      BEGIN { split (share, of, "/") }
      NR % of[2] == of[1] % of[2]' \
  | while read -r source; do
      case ${source##*/} in $pattern) echo "$source" ;; esac
    done)
w=0
while test $w -lt "$jobs"; do
  worker $w $sources &
  w=$((w + 1))
done
wait
passed=$(wc -l <"$out/passed")
failed=$(wc -l <"$out/failed")
echo "compiler ($mode): $((passed)) passed, $((failed)) failed"
test "$passed" -gt 0 && test "$failed" -eq 0
