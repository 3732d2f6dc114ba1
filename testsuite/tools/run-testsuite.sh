#!/bin/sh
# Run the DejaGnu suite with several processes and add up their results.
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

# Usage: run-testsuite.sh BUILDDIR [-j N] [NAME=VALUE | runtest options]...
#
# BUILDDIR is the top build directory.  Results are in BUILDDIR/testsuite; the
# last line printed is "N passed, N failed", and the exit status is 0 only if
# something was run and all of it passed.

set -u
src=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd) || exit 2
shift
jobs=$(nproc 2>/dev/null || echo 1)
if test "${1-}" = -j; then
  jobs=$2
  shift 2
fi

if ! command -v runtest >/dev/null; then
  echo "$0: runtest is not installed (Debian package dejagnu)" >&2
  exit 2
fi

ptxas=${PTXAS-$(PATH=$PATH:/usr/local/cuda/bin command -v ptxas)}
offload=0
if test -x "$build/offload/accel/nvptx-none/mkoffload"; then
  offload=1
fi

out=$build/testsuite
rm -rf "$out"/[0-9]* "$out/claims" "$out"/cudafortran.*
mkdir -p "$out/claims"

i=0
while test $i -lt "$jobs"; do
  i=$((i + 1))
  mkdir "$out/$i"
  cat >"$out/$i/site.exp" <<END
set tool cudafortran
set srcdir "$src"
set testsuitedir "$src"
set CUDAFORTRAN "${CUDAFORTRAN-$build/bin/cudafortran}"
set GFORTRAN "${GFORTRAN-gfortran-12}"
set PTXAS "$ptxas"
set OFFLOAD $offload
set ACCEL_GCC "${ACCEL_GCC-}"
set PTX_TOOL "$build/driver/ptx-tool"
set FAKE_DRIVER "$build/testsuite/fake-driver"
set CLAIMS "$out/claims"
END
  (cd "$out/$i" && exec runtest "$@" >runtest.out 2>&1) &
done
wait

# A process that could not even start leaves no summary.
for dir in "$out"/[0-9]*; do
  if ! test -s "$dir/cudafortran.sum"; then
    cat "$dir/runtest.out"
    echo "ERROR: runtest failed; see $dir/runtest.out" >>"$dir/cudafortran.sum"
  fi
done

cat "$out"/[0-9]*/cudafortran.log >"$out/cudafortran.log" 2>/dev/null
exec "$src/tools/summarize.sh" "$out/cudafortran.sum" "$out"/[0-9]*/cudafortran.sum
