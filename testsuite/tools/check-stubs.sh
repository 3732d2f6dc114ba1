#!/bin/sh
# See that the tests of the runtime's routines notice if one does nothing.
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
# Usage: check-stubs.sh SRCDIR BUILDDIR
#
# Each function of libgcuf that is a routine of module cudafor, or a form of
# one, is replaced in turn by one that does nothing and returns zero, which is
# success.  Then at least one of the routine's tests in doc/api-routines.texi
# has to fail, on the cpu backend, or on the driver without a device if it asks
# for that.  For a function without a routine of its name that can be any of the
# tests.  Prints those that nobody misses; the last line is "N noticed, N not".

set -u
src=$(cd "$1" && pwd) || exit 2
build=$(cd "$2" && pwd) || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export LC_ALL=C GCUF_BACKEND=cpu LD_LIBRARY_PATH=$build/libgcuf:$work

# What cannot be missed here, as it does nothing on the cpu backend that shows.
#
#   cudaProfilerStart, cudaProfilerStop            there is no profiler.
#   cudaSetDoubleForDevice, cudaSetDoubleForHost   devices have doubles.
exempt="cudaProfilerStart cudaProfilerStop
  cudaSetDoubleForDevice cudaSetDoubleForHost"

awk -f "$src/testsuite/tools/routine-tests.awk" "$src/doc/api-routines.texi" \
  | sort -u >"$work/table"

# --- The programs ------------------------------------------------------------

name () {
  echo "$1" | tr / -
}

# Compile test $1, with the options and other sources that it asks for.
compile () {
  source=$(ls "$src/testsuite/cudafortran.$1".*)
  others=$(sed -n 's/^! { dg-additional-sources "\(.*\)" }/\1/p' "$source")
  options=$(sed -n 's/^! { dg-options "\(.*\)" }/\1/p' "$source")
  for other in $others; do
    options="$options $(dirname "$source")/$other"
  done
  (cd "$work" && "$build/bin/cudafortran" -O1 $options "$source" \
     -o "$(name "$1")") || echo "FAIL: $1 does not compile"
}

# The settings that test $1 asks for.
settings () {
  fake=$(sed -n 's/^! { dg-fake-driver "\(.*\)" }/\1/p' \
    "$src/testsuite/cudafortran.$1".*)
  test -n "$fake" || return
  echo "$fake GCUF_BACKEND=cuda GCUF_FAKE_LOG=fake.log" \
    "LD_LIBRARY_PATH=$build/testsuite/fake-driver:$LD_LIBRARY_PATH"
}

# True if the driver without a device has noted what test $1 scans for.
noted () {
  sed -n 's/^! { dg-final { scan-fake "\(.*\)" } }/\1/p' \
    "$src/testsuite/cudafortran.$1".* | sed 's/ / +/g' >patterns
  while read -r pattern; do
    grep -Eq "^$pattern\$" fake.log || return
  done <patterns
}

# True if test $1 succeeds with the library $2 before libgcuf.
succeeds () {
  (cd "$work/$(name "$1").d" \
   && env $(settings "$1") LD_PRELOAD="$2" timeout 30 \
	"$work/$(name "$1")" >/dev/null 2>&1 \
   && noted "$1") 2>/dev/null
}

for test in $(cut -d" " -f2 "$work/table" | sort -u); do
  compile "$test"
  mkdir "$work/$(name "$test").d"
  succeeds "$test" "" || echo "FAIL: $test fails by itself"
done

# --- The functions -----------------------------------------------------------

# The tests to look at for the function $1: those of the routine of its name,
# or else of that with the longest name that its own begins with, or all.
tests_of () {
  awk -v function_name="$1" '
    tolower (substr (function_name, 1, length ($1))) == tolower ($1) {
      if (length ($1) > longest)
	{
	  longest = length ($1)
	  found = ""
	}
      if (length ($1) == longest)
	found = found " " $2
    }
    !seen[$2]++ { all = all " " $2 }
    END { print longest ? found : all }' "$work/table"
}

# Functions in C, and in Fortran where there is none of the routine's name.
nm -D --defined-only "$build/libgcuf/libgcuf.so.1" \
  | sed -n 's/@.*//; s/.* T //p' >"$work/symbols"
sed -n 's/^GCUF_\(cuda.*\)/\1 &/p' "$work/symbols" >"$work/functions"
cut -d" " -f1 "$work/table" | sort -u | while read -r routine; do
  grep -q "^$routine " "$work/functions" && continue
  lower=$(echo "$routine" | tr A-Z a-z)
  sed -n "s/^__cu[a-z_]*_MOD_$lower\$/$routine &/p" "$work/symbols"
done >"$work/more"

noticed=0
missed=0
cat "$work/functions" "$work/more" >"$work/all"
while read -r function symbol; do
  case " $(echo $exempt) " in
    *" $function "*) continue ;;
  esac
  printf '.globl %s\n.type %s, @function\n%s: xorl %%eax, %%eax\nret\n' \
    "$symbol" "$symbol" "$symbol" \
    | ${CC:-gcc} -shared -nostdlib -x assembler - -o "$work/stub.so" || exit 2
  result=missed
  for test in $(tests_of "$function"); do
    if ! succeeds "$test" "$work/stub.so"; then
      result=noticed
      break
    fi
  done
  if test $result = noticed; then
    noticed=$((noticed + 1))
  else
    missed=$((missed + 1))
    echo "FAIL: no test misses $symbol ($(echo $(tests_of "$function")))"
  fi
done <"$work/all"
echo "$noticed noticed, $missed not"
test $missed -eq 0
