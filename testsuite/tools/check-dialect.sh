#!/bin/sh
# Check what the manual says of extensions.
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

# Usage: check-dialect.sh SRCDIR CUDAFORTRAN GFORTRAN
#
# Each form of dialect.txt, which describes itself, is compiled by gfortran and by
# cudafortran, and the result must be the one that is written there.  The rows of
# the manual's section are its forms, and the test in a row, DIRECTORY/FILE, must
# exist.  Prints what is wrong; the exit status is 0 only if nothing is.

set -u
src=$(cd "$1" && pwd) || exit 2
cudafortran=$2
gfortran=$3
series=$("$gfortran" -dumpversion | sed 's/\..*//')
manual=$src/doc/dialect.texi
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export LC_ALL=C
status=0

fail () {
  echo "FAIL: $*"
  status=1
}

# Form $1 as $2, plain or here, is the file $3; the rest compiles it.
try () {
  form=$1 side=$2 source=$3
  shift 3
  wanted=$(sed -n "s/^$side: //p" "$work/$form")
  # For this series and later ones it may be something else.
  since=$(sed -n "s/^$side-\([0-9]*\): .*/\1/p" "$work/$form")
  if test -n "$since" && test "$series" -ge "$since"; then
    wanted=$(sed -n "s/^$side-$since: //p" "$work/$form")
  fi
  test -n "$wanted" || fail "$form does not say what it is $side"
  sed '/^[a-z]*\(-[0-9]*\)\{0,1\}: /d' "$work/$form" >"$work/$source"
  (cd "$work" && "$@" -fno-diagnostics-show-caret -fdiagnostics-color=never \
		 -fsyntax-only "$source") >"$work/messages" 2>&1
  code=$?
  said=$(sed -n 's/^\([^ ]*: \)\{0,1\}\(Fatal \)\{0,1\}\(Error\|Warning\): //p' \
	 "$work/messages")
  case $wanted in
    accepted) test $code -eq 0 && test -z "$said" ;;
    error) test $code -ne 0 ;;
    warning) test $code -eq 0 && test -n "$said" ;;
    *) printf '%s\n' "$said" | grep -Fq -e "$wanted" ;;
  esac || fail "$form, $side: $wanted, but: $(cat "$work/messages")"
}

# A file for each form, the first line of which is the one after its name.
awk -v work="$work" '
  /^#/ && !name { next }
  /^= / { name = $2; next }
  name { print > (work "/" name) }' "$src/testsuite/tools/dialect.txt"

names=$(sed -n 's/^= //p' "$src/testsuite/tools/dialect.txt")
for name in $names; do
  suffixes=$(sed -n 's/^suffix: //p' "$work/$name")
  set -- ${suffixes:-.f90 .cuf}
  try "$name" plain "plain$1" "$gfortran"
  try "$name" here "here$2" "$cudafortran"
  grep -q "^@c $name: " "$manual" || fail "the manual has no row for $name"
done

while IFS= read -r row; do
  name=${row%%: *} test=${row#*: }
  case $name in
    -) ;;
    *) echo "$names" | grep -qx -e "$name" || fail "there is no form $name" ;;
  esac
  for file in $test; do
    test -f "$src/testsuite/cudafortran.$file" \
      || fail "$name: there is no test $file"
  done
done <<EOR
$(sed -n 's/^@c \([-a-z0-9]*: [a-z]*\/[^ ]*\)/\1/p' "$manual")
EOR
exit $status
