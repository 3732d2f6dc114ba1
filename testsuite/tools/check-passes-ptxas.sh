#!/bin/sh
# Assemble the PTX of what build-gpu-passes.sh has made.
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

# Usage: check-passes-ptxas.sh DIRECTORY TARGET

set -u
ptxas=$(PATH=$PATH:/usr/local/cuda/bin command -v ptxas)
if test -z "$ptxas"; then
  echo "$0: ptxas is not in PATH" >&2
  exit 2
fi
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

# The PTX with kernels that program $1 carries.  Each object ends in a NUL.
ptx_text () {
  tr '\000' '\001' <"$1" | LC_ALL=C awk '
    BEGIN { RS = "\001" }
    index ($0, ".version ") && index ($0, ".entry") {
      print substr ($0, index ($0, ".version "))
      exit
    }'
}

passed=0 failed=0
for list in "$1"/*/list; do
  dir=${list%/list}
  for program in $(cut -d "|" -f 1 "$list"); do
    ptx_text "$dir/$program" >"$work/t.ptx"
    test -s "$work/t.ptx" || continue
    if "$ptxas" -c -arch="$2" "$work/t.ptx" -o "$work/t.o" >"$work/log" 2>&1
    then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
      echo "FAIL: ${dir##*/}: $program"
      head -5 "$work/log"
    fi
  done
done
echo "$passed assembled, $failed failed"
test "$passed" -gt 0 && test "$failed" -eq 0
