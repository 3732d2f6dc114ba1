#!/bin/sh
# Check that the messages in the manual's table of mistakes are tested.
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

# Usage: check-mistakes.sh
#
# Each @item of doc/mistakes.texi is followed by a line
#   @c DIRECTORY/FILE: MESSAGE
# and a pattern of a dg-error, dg-warning or dg-message in
# testsuite/cudafortran.DIRECTORY/FILE must match MESSAGE, or, if FILE is a script
# of DejaGnu's, have it; where the table shows the message, it must be the same.
# Prints what is wrong; the exit status is 0 only if nothing is, and there are at
# least sixty mistakes.

set -u
src=$(cd "$(dirname "$0")/.." && pwd)
manual=$src/../doc/mistakes.texi
export LC_ALL=C
status=0

fail () {
  echo "FAIL: mistakes.texi: $*"
  status=1
}

items=$(grep -c '^@item' "$manual")
test "$items" -ge 60 || fail "only $items mistakes"
rows=$(grep -c '^@c [a-z-]*/[^ ]*: ' "$manual")
test "$rows" -eq "$items" || fail "$items mistakes, $rows with their tests"

while IFS= read -r line; do
  test=${line%%: *} message=${line#*: }
  file=$src/cudafortran.$test
  if ! test -f "$file"; then
    fail "there is no test $test"
    continue
  fi
  found=
  case $file in
    *.exp)
      tr -d '\\' <"$file" | tr -s ' \t\n' ' ' | grep -qF -e "$message" \
      && found=yes ;;
  esac
  while IFS= read -r pattern; do
    if printf '%s\n' "$message" | grep -Eq -e "$pattern"; then
      found=yes
      break
    fi
  done <<EOP
$(sed -nE 's/.*dg-(error|warning|message) "([^"]*)".*/\2/p' "$file")
EOP
  test -n "$found" || fail "$test does not expect: $message"
done <<EOR
$(sed -n 's/^@c \([a-z-]*\/[^ ]*: \)/\1/p' "$manual")
EOR

# What is shown, in one line for each, is what is checked.
awk '
  function plain(text) {
    gsub (/@dots\{\}/, "...", text)
    gsub (/@@/, "@", text)
    gsub (/[ \t]+/, " ", text)
    sub (/^ /, "", text)
    sub (/ $/, "", text)
    return text
  }
  /^@c [a-z-]*\/[^ ]*: / {
    wanted = $0
    sub (/^@c [^ ]*: /, "", wanted)
  }
  /^@end smallexample/ && inside {
    if (plain(shown) != plain(wanted))
      { print "FAIL: mistakes.texi shows another message: " plain(shown); bad = 1 }
    inside = 0
  }
  inside { shown = shown " " $0 }
  /^@smallexample/ { inside = 1; shown = "" }
  END { exit bad }' "$manual" || status=1
exit $status
