#!/bin/sh
# Compare the machine code of benchmarks with that of their peers.
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

# Usage: compare-code.sh CUDAFORTRAN NVCC [PROGRAM]...
#
# Compiles PROGRAM.cuf and PROGRAM.cu for compute capability 9.0 and prints a
# line for each kernel, in which the numbers of ours are followed by the peer's:
# registers, bytes of local memory, instructions, those of the longest innermost
# loop, accesses of local memory, calls.  Kernels of one name belong together;
# of those with a version for the usual strides this is it.  The environment
# variable FLAGS holds the options for CUDAFORTRAN, -O3 if it is not set.

set -u
here=$(cd "$(dirname "$0")" && pwd)
cudafortran=$1
nvcc=$2
shift 2
test $# -gt 0 || set -- stencils private warps complex integers modules \
  flows matter data fields structures
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
FLAGS=${FLAGS--O3}

# Compile the source $1 of this directory to an object.
compile_part () {
  "$cudafortran" $FLAGS -cuda -J "$work" -c -o "$work/$1.o" "$here/$1"
}

# Compile the program $1 of ours, and keep the machine code in the directory.
compile_ours () {
  parts="$work/timing.f90.o $work/totals.cuf.o"
  case $1 in
  modules) parts="$parts $work/functions.cuf.o" ;;
  fields) parts="$parts $work/procedures.cuf.o" ;;
  esac
  (cd "$work" && "$cudafortran" $FLAGS -gpu=cc90,keep -I "$work" -J "$work" \
     -o "$1" "$here/$1.cuf" $parts)
}

# Place and size of the section called $1 of file $2.
place () {
  readelf -SW "$2" 2>/dev/null | sed 's/^ *\[ *[0-9]*\] //' |
    awk -v name="$1" '$1 == name { print "0x" $4, "0x" $5 }'
}

# The words of the section called $1 of file $2, $3 in a line.
section () {
  set -- $(place "$1" "$2") "$2" $((4 * $3))
  test $# -ne 4 || od -An -v -w$4 -t x4 -j $(($1)) -N $(($2)) "$3"
}

# Symbols of file $1 with the number that records of kind $2 have for them.
records () {
  section .nv.info "$1" 3 | sed -n "s/^ *0008${2}04 / /p" |
    while read -r symbol value; do
      readelf -sW "$1" 2>/dev/null |
	awk -v n=$((0x$symbol)) -v v=$((0x$value)) \
	  '$1 == n ":" { print $NF, v }'
    done
}

# A line for each kernel of file $1: name, registers, local bytes, counts.
measure () {
  records "$1" 2f | while read -r name registers; do
    bytes=$(records "$1" 11 | awk -v name="$name" '$1 == name { print $2 }')
    echo "$name $registers ${bytes:-0}" \
      $(section ".text.$name" "$1" 4 | awk -f "$here/count-code.awk")
  done
}

# The lines that are read, with the names that the source has: ours, the peer's.
named_ours () {
  sed -n -e 's/^__[a-z0-9_]*_MOD_\([a-z0-9_]*\)_GPU /\1 /p' \
    -e 's/^__[a-z0-9_]*_MOD_\([a-z0-9_]*\)_GPU$strides /\1 /p'
}

named_peer () {
  sed -n 's/^_Z\([0-9]*\)/\1 /p' |
    awk '{ $2 = substr ($2, 1, $1); $1 = ""; print substr ($0, 2) }'
}

for source in timing.f90 totals.cuf functions.cuf procedures.cuf; do
  compile_part $source || exit
done
printf '%-22s %9s %11s %13s %11s %9s %7s\n' \
  kernel registers local instructions loop accesses calls
for program in "$@"; do
  compile_ours "$program" || exit
  "$nvcc" -O3 -arch=sm_90 --extended-lambda -cubin -o "$work/peer.cubin" \
    "$here/$program.cu" || exit
  measure "$work/$program.sm_90.cubin" | named_ours >"$work/ours"
  measure "$work/peer.cubin" | named_peer | awk '
    FNR == NR { ours[$1] = $0; next }
    $1 in ours {
      split (ours[$1], o)
      printf "%-22s %4d %4d %5d %5d %6d %6d %5d %5d %4d %4d %3d %3d\n", $1,
	o[2], $2, o[3], $3, o[4], $4, o[5], $5, o[6], $6, o[7], $7
    }' "$work/ours" -
done
