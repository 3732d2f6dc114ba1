#!/bin/sh
# Run tests with parts of the compiler left out.
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

# Usage: check-parts.sh BUILDDIR OUTPUT KIND NAMES [runtest options]...
#
# KIND is `alone', `without' or `passes', as compile-parts.sh has it, and NAMES are
# parts of the lowering, or empty for all.  OUTPUT, a directory made anew, receives
# cpu/ and cuda/, with programs for these backends as build-gpu.sh collects them:
# all whose code differs.  Those for the cpu backend are run.  The environment has
# ACCEL_GCC, the accelerator's compiler, empty if there is none.

set -u

# The parts of the lowering, as WHOLE/NAME, or /NAME if it is no part of another.
list_parts () {
  awk -F '[(), "]+' '
    /^OPTIONAL/ { name[$2] = $3; print name[$4] "/" $3 }' \
    "$src/../cuf_kernel_lowering/cuf-optional.def"
}

# Put accelerator-cache.sh where a link looks for mkoffload, and that for the
# accelerator's compiler.
make_cache () {
  cache=$src/tools/accelerator-cache.sh
  mkdir -p "$PARTS_CACHE/accel/nvptx-none" || exit 2
  ln -s "$cache" "$PARTS_CACHE/$(basename "$PARTS_ACCELERATOR")"
  ln -s "$cache" "$PARTS_CACHE/accel/nvptx-none/mkoffload"
}

# Divide what was collected, with its list, among cpu/ and cuda/.  The usual
# programs run on both.
divide_programs () {
  cp "$out"/cuda/lib*.so* "$out/cuda/run-gpu.sh" "$out/cpu"
  grep -v '\.cuda\.[^|.]*\.[^|.]*|' "$out/cuda/list" >"$out/cpu/list"
  for program in $(cut -d "|" -f 1 "$out/cpu/list"); do
    case $program in
      *.cpu.*) mv "$out/cuda/$program" "$out/cpu" ;;
      *) ln "$out/cuda/$program" "$out/cpu" ;;
    esac
  done
  grep -v '\.cpu\.[^|.]*|' "$out/cuda/list" >"$out/list"
  mv "$out/list" "$out/cuda/list"
}

# What was done, and which parts have changed no program at all.
report () {
  awk -v lowering="$PARTS_LOWERING" -v passes="$PARTS_PASSES" -v kind="$PARTS_KIND" '
    function unused (names, what,	i, n, name, text) {
      n = split(names, name, "[ \n]+")
      for (i = 1; i <= n; i++) {
	sub(/.*[\/,]/, "", name[i])
	if (!(name[i] in used))
	  text = text " " name[i]
      }
      if (text != "")
	print what " that change no program:" text
      split("", used)
    }
    /^count / {
      programs++
      compiled += $3
      compared += $4
      for (i = 6; i <= NF; i++)
	used[$i]
    }
    FNR == 1 && FILENAME != ARGV[1] {
      printf "%d programs, compiled %d times, and %d texts of PTX compared\n", \
	programs, compiled, compared
      if (kind != "passes")
	unused(lowering, "parts of the lowering")
    }
    /\.cuda\./ { sub(/\|.*/, ""); sub(/.*\./, ""); used[$0] }
    END {
      if (kind != "without")
	unused(passes, "passes over PTX")
    }' "$PARTS_LOG" "$out/cuda/list"
  echo "programs that differ: $(wc -l <"$out/cpu/list") for the cpu backend," \
    "$(wc -l <"$out/cuda/list") for the cuda backend"
}

src=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd) || exit 2
# What parts have changed the last time says which to look at first.
seen=$(sed -n 's/^count/seen/p' "$2/log" 2>/dev/null)
rm -rf "$2"
mkdir -p "$2/cpu" || exit 2
out=$(cd "$2" && pwd)
PARTS_KIND=$3
PARTS_LOWERING=$(echo "$4" | sed 's,[^ \,]\{1\,\},/&,g; s/,/ /g')
: "${PARTS_LOWERING:=$(list_parts)}"
shift 4
jobs=$(nproc)
test "${1-}" != -j || jobs=$2

PARTS_COMPILER=$build/bin/cudafortran
PARTS_PTX_TOOL=$build/driver/ptx-tool
PARTS_PASSES=$("$PARTS_PTX_TOOL" --list)
PARTS_ACCELERATOR=$(command -v "${ACCEL_GCC:-none}")
PARTS_MKOFFLOAD=$build/offload/accel/nvptx-none/mkoffload
PARTS_LOG=$out/log
PARTS_CACHE=
export PARTS_KIND PARTS_LOWERING PARTS_COMPILER PARTS_PTX_TOOL PARTS_PASSES \
  PARTS_ACCELERATOR PARTS_MKOFFLOAD PARTS_LOG PARTS_CACHE
printf '%s\n' "$seen" >"$PARTS_LOG"

if test -n "$PARTS_ACCELERATOR"; then
  PARTS_CACHE=$out/cache
  make_cache
fi
# Scans are for what nothing is left out of.
CUDAFORTRAN=$src/tools/compile-parts.sh \
  "$src/tools/build-gpu.sh" "$build" "$out/cuda" "$@" | grep -v '^FAIL: .* scan-'

rm -rf "$out/cache"

divide_programs
report
status=0
if grep -A 5 '^FAIL: ' "$PARTS_LOG"; then
  status=1
fi
"$out/cpu/run-gpu.sh" --cpu -j "$jobs" || status=1
exit $status
