#!/bin/sh
# Compile and run the programs of the manual's chapter for beginners.
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

# Usage: check-examples.sh SOURCE-DIRECTORY CUDAFORTRAN
#
# Examples that begin with "module" or "program" are sources.  A program comes
# after the module that it uses.  What the programs print must be in the chapter.

set -eu
chapter=$1/doc/getting-started.texi
compiler=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C

awk -v dir="$work/" '
  /^@example$/ { begins = 1; next }
  /^@end example$/ { begins = 0; file = ""; next }
  begins && /^(module|program) / {
    if (!after_module)
      n++
    after_module = $1 == "module"
    file = dir "p" n ".cuf"
  }
  { begins = 0 }
  file { gsub (/@@/, "@"); print >file }' "$chapter"

count=0
for source in "$work"/*.cuf; do
  (cd "$work" && "$compiler" -O2 "$source" -o program)
  GCUF_BACKEND=cpu "$work/program" | sed 's/ *$//' >"$work/output"
  test -s "$work/output"
  while read -r line; do
    grep -qF -- "$line" "$chapter" \
    || { echo "FAIL: getting-started.texi does not have: $line" >&2; exit 1; }
  done <"$work/output"
  count=$((count + 1))
done
test "$count" -ge 2
