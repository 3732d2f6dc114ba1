#!/bin/sh
# Make the programs of all run tests, for a machine that has nothing installed.
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

# Usage: build-gpu.sh BUILDDIR OUTPUT [runtest options]...
#
# OUTPUT, a directory made anew, receives the programs, a file `list' of what
# to expect of each, the shared libraries they need, and run-gpu.sh.

set -u
src=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd) || exit 2
rm -rf "$2"
mkdir -p "$2" || exit 2
out=$(cd "$2" && pwd)
shift 2

"$src/tools/run-testsuite.sh" "$build" "$@" COLLECT="$out" >"$out/build.log"
grep -E '^(FAIL|UNRESOLVED|ERROR):' "$build/testsuite/cudafortran.sum"

# What did not compile is on the list, and will fail for want of a program.
{
  cat "$out"/list.[0-9]*
  sed -n 's/^UNRESOLVED: \(.*\) compilation failed .*/\1/p' \
    "$build/testsuite/cudafortran.sum" \
    | sed 's,[^A-Za-z0-9._-]\{1\,\},.,g; s/^\.*//; s/$/|pass|||/'
} | LC_ALL=C sort >"$out/list"
rm "$out"/list.[0-9]* "$out/build.log"
cp "$src/tools/run-gpu.sh" "$out"

# The libraries beside the programs, found through LD_LIBRARY_PATH there.
cp -L "$build"/libgcuf/libgcuf*.so.1 "$out" || exit 1
programs=$(cut -d "|" -f 1 "$out/list" | sed -n "1s,^,$out/,p
  /openacc/{s,^,$out/,p;q;}")
"$src/tools/copy-libraries.sh" "$out" $programs "$out"/libgcuf*.so.1 || exit 1

echo "$(wc -l <"$out/list") programs, $(du -sh "$out" | cut -f 1)"
