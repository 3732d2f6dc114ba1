#!/bin/sh
# Check that the tests that the manual names are there.
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

# Usage: check-manual.sh SOURCE-DIRECTORY
#
# Files of doc/ that tables of rules and names come from name tests as
# @file{data/values.cuf}, without the prefix cudafortran. of the directory.  In
# that of the names each test must mention the name, too, and in the table of
# routines each test must call the routine.

set -u
src=$1
status=0

complain ()
{
  echo "FAIL: $1" >&2
  status=1
}

for file in "$src"/doc/rules-*.texi "$src/doc/device-names.texi"; do
  for test in $(sed -n 's/@file{\([^}]*\)}/\n\1\n/gp' "$file" \
		| grep '^[a-z]*/[^ ]*\.[A-Za-z0-9]*$' | sort -u); do
    test -f "$src/testsuite/cudafortran.$test" \
    || complain "${file##*/}: there is no test $test"
  done
done

# "integer(4)" stands for the type, however it is written.
sed -n 's/^@item @code{\([^}]*\)}.*@file{\([^}]*\)}.*/\1 \2/p' \
  "$src/doc/device-names.texi" | grep -v ' .* ' \
| while read -r name test; do
  grep -qi -- "${name%%(*}" "$src/testsuite/cudafortran.$test" \
  || echo "$name $test"
done >"${TMPDIR:-/tmp}/check-manual.$$"
while read -r name test; do
  complain "device-names.texi: $test does not mention $name"
done <"${TMPDIR:-/tmp}/check-manual.$$"
rm -f "${TMPDIR:-/tmp}/check-manual.$$"

# The table of routines: each test that a routine names calls it.
awk '/^@itemx? @code\{/ {
       sub (/^@itemx? @code\{/, ""); sub (/\}.*/, "")
       names[++n] = $0
     }
     /^@tab / && n {
       if (!/^@tab [a-z]+\/[a-z0-9-]/)
	 print names[1], "-"
       gsub (/,/, "")
       for (i = 1; i <= n; i++)
	 for (j = 2; j <= NF; j++)
	   if ($j ~ /^[a-z]+\/[a-z0-9-]+$/)
	     print names[i], $j
       n = 0
     }' "$src/doc/api-routines.texi" \
| while read -r name test; do
  grep -qiw -- "$name" "$src/testsuite/cudafortran.$test".* 2>/dev/null \
  || echo "$name $test"
done >"${TMPDIR:-/tmp}/check-manual.$$"
while read -r name test; do
  complain "api-routines.texi: $test does not call $name"
done <"${TMPDIR:-/tmp}/check-manual.$$"
rm -f "${TMPDIR:-/tmp}/check-manual.$$"

exit $status
