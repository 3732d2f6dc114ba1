#!/bin/sh
# Measure the programs in this directory against their peers.
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

# Usage: run.sh [ROUNDS]
#
# Runs each program and its peer by turns and prints a table: the median time of
# each in milliseconds, the peer's time over ours (1 is as fast as the peer,
# less is slower), how far the samples of each lie apart, as a part of the
# median, whether the results agree, where the programs print them, and the ratio
# to reach.  NAME/FORM of ours is compared with NAME of the peer's; what the peer
# does not have is left out.  The last
# line of a backend is the geometric mean of its ratios.  The exit status is 1 if
# a ratio is missed or a result differs.

set -u
here=$(cd "$(dirname "$0")" && pwd)
rounds=${1-3}
samples=$(mktemp -d) || exit 2
trap 'rm -rf "$samples"' EXIT
export LD_LIBRARY_PATH=$here${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}

# Run program $2 with argument $4 on backend $3 and add its output to the
# samples of $1.
sample () {
  if ! GCUF_BACKEND=$3 "$here/$2" $4 >>"$samples/$1"; then
    echo "$2 $4 failed on the $3 backend" >&2
    exit 2
  fi
}

# compare BACKEND PROGRAM PEER GOAL [ARGUMENT]: a line of the table for each
# name that the programs print.
compare () {
  : >"$samples/ours"
  : >"$samples/peer"
  round=0
  while test $round -lt "$rounds"; do
    round=$((round + 1))
    sample ours "$2" "$1" "${5-}"
    sample peer "$3" "$1" "${5-}"
  done
  for name in $(awk '!seen[$1]++ { print $1 }' "$samples/ours"); do
    grep -q "^${name%%/*} " "$samples/peer" || continue
    line "$name" "$1" "${5-}" "$4"
  done
}

# Median of the samples of name $2 in file $1, their spread, the result.
median () {
  awk -v name="$2" '$1 == name { print $2, $3 }' "$1" | sort -g | awk '
    { t[NR] = $1; result = $2 }
    END {
      m = NR % 2 ? t[(NR + 1) / 2] : (t[NR / 2] + t[NR / 2 + 1]) / 2
      printf "%.6f %.3f %s\n", m, (t[NR] - t[1]) / m, result == "" ? "-" : result
    }'
}

# line NAME BACKEND ARGUMENT GOAL
line () {
  set -- "$1" "$2" "$3" "$4" $(median "$samples/ours" "$1") \
    $(median "$samples/peer" "${1%%/*}")
  awk -v kernel="$1${3:+ 2^$3}" -v goal="$4" -v ours="$5" -v so="$6" -v r="$7" \
    -v peer="$8" -v sp="$9" -v q="${10}" -v ratios="$samples/ratios" 'BEGIN {
      same = r - q
      size = q < 0 ? -q : q
      agree = r == "-" || q == "-" ? "-" \
	: (same < 0 ? -same : same) <= 1e-3 * size ? "yes" : "NO"
      printf "%-30s %12.6f %12.6f %7.3f   %5.3f %5.3f   %-5s %5.2f %s\n", kernel,
	ours, peer, peer / ours, so, sp, agree, goal,
	(peer / ours >= goal ? "" : "MISSED")
      print peer / ours >>ratios
      exit (peer / ours < goal || agree == "NO")
    }' || echo "$1" >>"$samples/missed"
}

# The geometric mean of the ratios since the last call.
mean () {
  test -e "$samples/ratios" || return 0
  awk '{ s += log ($1) } END { printf "%-30s %33.3f\n", "geometric mean", exp (s / NR) }' \
    "$samples/ratios"
  rm -f "$samples/ratios"
}

printf '%-30s %12s %12s %7s   %11s   %-5s %5s\n' \
  kernel 'ours, ms' 'peer, ms' ratio spread agree goal
if test -e "$here/saxpy-cuda" && test -e /dev/nvidiactl; then
  compare cuda saxpy saxpy-cuda 0.97 28
  # At most 1.05 times the time of the peer, and 2 microseconds more.
  compare cuda launch launch-cuda 0.952
  compare cuda graph graph-cuda 0.952
  compare cuda automatic automatic-cuda 0.25
  compare cuda copy copy-cuda 0.97
  compare cuda blocks blocks-cuda 0.9
  compare cuda loops loops-cuda 0.95 28
  compare cuda arrays arrays-cuda 0.95 26
  compare cuda compute compute-cuda 0.95 26
  compare cuda math math-cuda 0.95 26
  for program in stencils private warps complex integers modules; do
    compare cuda $program $program-cuda 0.95 26
  done
  for program in flows matter data fields structures records; do
    compare cuda $program $program-cuda 0.95 24
  done
  # A call of 4 microseconds varies by 2.
  for k in 20 24 28; do
    compare cuda libraries libraries-cuda 0.6 $k
    compare cuda reductions reductions-cuda 0.95 $k
  done
  mean
else
  echo "(no GPU here, or no nvcc where this was built: the cpu backend alone)"
fi
compare cpu saxpy saxpy-openmp 0.5 26
compare cpu loops loops-openmp 0.8 24
compare cpu cpu cpu-openmp 0.3 24
compare cpu warps warps-openmp 0.05 20
compare cpu patterns patterns-openmp 0.3 24
mean
test ! -e "$samples/missed"
