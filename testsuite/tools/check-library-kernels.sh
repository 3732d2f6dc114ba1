#!/bin/sh
# Assemble the runtime library's own kernels.
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


# Usage: check-library-kernels.sh BUILDDIR
#
# The PTX of all kernels of libgcuf/cuda/kernels/ is assembled for several
# targets, without a register in local memory.  The exit status is 0 if that
# works, or if there are no kernels, as without an offload compiler, or no
# ptxas.

set -u
build=$1
PATH=$PATH:/usr/local/cuda/bin
command -v ptxas >/dev/null || { echo "no ptxas"; exit 0; }
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT

# The lines of the strings of the table, as the library puts them together.
{
  printf '.version 6.3\n.target sm_70\n.address_size 64\n'
  sed -n 's/^  "\(.*\)\\n"\( },\)\{0,1\}$/\1/p' \
    "$build/libgcuf/cuda/kernel-texts.c"
} >"$dir/kernels.ptx"
kernels=$(grep -c '^\.visible \.entry' "$dir/kernels.ptx")
test "$kernels" -gt 0 || { echo "no kernels"; exit 0; }
status=0
for target in sm_75 sm_80 sm_90; do
  ptxas -v -arch=$target -o "$dir/kernels.cubin" "$dir/kernels.ptx" \
    >"$dir/output" 2>&1 || status=1
  grep -E 'error|fatal|warning' "$dir/output"
  if grep -E '[1-9][0-9]* bytes (stack frame|spill)' "$dir/output"; then
    echo "registers in local memory, for $target"
    status=1
  fi
done
echo "$kernels kernels"
exit $status
