#!/bin/sh
# Look for diagnostics that no test expects.
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

# Usage: check-diagnostics.sh SRCDIR LOG
#
# LOG is the test suite's log, of a run in which nothing failed: then each
# message in it was expected.  Prints "PASS: ..." or "FAIL: ..." for each format
# of a diagnostic in the plugin's sources in SRCDIR, according to whether a
# message of it is in LOG, and how many there are.  The exit status is 0 if all
# are.

set -u
src=$1
log=$2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export LC_ALL=C

# The messages, each once.
grep -aE '(Error|Warning|error|warning|note|Note): ' "$log" \
  | sed -E 's/^.*(Error|Warning|error|warning|note|Note): //' | sort -u \
  >"$work/messages"

# The formats: file and line of the call, and the format as a regular
# expression.
cd "$src" || exit 2
awk -f testsuite/tools/formats.awk \
  $(find plugin attributes cuf_kernel_lowering -name '*.cc') \
  | awk -F '\t' '{
      re = $2
      gsub (/\\"/, "\"", re)
      gsub (/[.*+?(){}|^$]|\[|\]|\\/, "\\\\&", re)
      gsub (/%%/, "\001", re)
      gsub (/%[LC]/, "\\([0-9]+\\)", re)
      gsub (/%</, "." , re)
      gsub (/%>/, "." , re)
      gsub (/%q?[0-9.]*[lwhz]*[a-zA-Z]/, ".*", re)
      gsub (/\001/, "%", re)
      print $1 "\t" re }' >"$work/formats"

# What no test can see: what another compiler than the plugin's gets; what is
# left for cases that other rules report first.
exempt='^plugin/load/cuf-(loader|layout)\.cc
	The procedure called at .* is not known before the program runs
^cuf_kernel_lowering/loops/cuf-outline\.cc.*	Array'
grep -vE "$exempt" "$work/formats" >"$work/wanted"

passed=0 failed=0
while IFS='	' read -r place format; do
  if grep -aqE -- "^$format" "$work/messages"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAIL: $place: $format"
  fi
done <"$work/wanted"
echo "diagnostics: $passed passed, $failed failed"
test "$passed" -gt 0 && test "$failed" -eq 0
