#!/bin/sh
# Make the programs of run tests with each pass over PTX alone.
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

# Usage: build-gpu-passes.sh BUILDDIR OUTPUT [runtest options]...
#
# OUTPUT, a directory made anew, receives a directory as build-gpu.sh makes it
# for each pass that there is, named after it, and for `all' and `none'; and
# run-gpu-passes.sh.

set -u
src=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd) || exit 2
rm -rf "$2"
mkdir -p "$2" || exit 2
out=$(cd "$2" && pwd)
shift 2

for passes in none all $("$build/driver/ptx-tool" --list); do
  echo "$passes:"
  # Scans are for what all passes make.
  GCUF_PTX_PASSES=$passes "$src/tools/build-gpu.sh" "$build" "$out/$passes" "$@" \
    | grep -v '^FAIL: .* scan-'
done
cp "$src/tools/run-gpu-passes.sh" "$out"
