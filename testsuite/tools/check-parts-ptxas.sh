#!/bin/sh
# Assemble the PTX of what check-parts.sh has made.
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

# Usage: check-parts-ptxas.sh DIRECTORY TARGET JOBS
#
# JOBS assemblers run at a time.

set -u
PTXAS=$(PATH=$PATH:/usr/local/cuda/bin command -v ptxas)
if test -z "$PTXAS"; then
  echo "$0: ptxas is not in PATH" >&2
  exit 2
fi
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
TARGET=$2
export PTXAS TARGET

# Write to the directory $1 the PTX with kernels that each further program carries,
# and a file of what the assembler says of it.  Each object ends in a NUL.  A text
# may be for kernels with fewer registers: see the pass registers.
assemble='
  work=$1
  shift
  for program; do
    name=$work/${program##*/} limit=
    tr "\000" "\001" <"$program" | LC_ALL=C awk "
      BEGIN { RS = \"\001\" }
      index (\$0, \".version \") && index (\$0, \".entry\") {
	print substr (\$0, index (\$0, \".version \"))
	exit
      }" >"$name"
    test -s "$name" || continue
    if grep -q "\.maxnreg 255" "$name"; then
      limit=-maxrregcount=32
    fi
    "$PTXAS" -O0 -c -arch="$TARGET" $limit "$name" -o "$name.o" \
      >"$name.log" 2>&1 && echo assembled || echo "FAIL: ${program##*/}"
    rm -f "$name" "$name.o"
  done'

cut -d "|" -f 1 "$1/list" | sed "s,^,$1/," \
  | xargs -n 20 -P "$3" sh -c "$assemble" sh "$work" >"$work/results"
grep '^FAIL' "$work/results" | while read -r fail program; do
  echo "$fail $program"
  head -5 "$work/$program.log"
done
passed=$(grep -c assembled "$work/results")
failed=$(grep -c FAIL "$work/results")
echo "$passed assembled, $failed failed"
test "$passed" -gt 0 && test "$failed" -eq 0
