#!/bin/sh
# See that programs reach all places of libgcuf that call the driver.
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

# Usage: check-calls.sh SRCDIR FAKEDIR LIBGCUF {[NAME=VALUE]... PROGRAM}...
#
# LIBGCUF is the shared library, built without optimization and with lines for
# debuggers.  Prints "PASS: ..." or "FAIL: ..." for each function that
# libgcuf/cuda/cuda-driver.def in SRCDIR names, according to whether a PROGRAM
# calls it from each place in the source where libgcuf does, and how many there
# are.

set -u
src=$1/libgcuf
fake=$2
library=$3
shift 3
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export LC_ALL=C GCUF_BACKEND=cuda GCUF_FAKE_LOG=$work/log GCUF_FAKE_DEVICES=2
export GCUF_FAKE_MEMORY=16777216
export LD_LIBRARY_PATH=$fake:$(dirname "$library")

# The functions: the name in libgcuf and the driver's.
tr '\n' ' ' <"$src/cuda/cuda-driver.def" \
  | grep -o 'GCUF_DRIVER\(_OPTIONAL\)\? ([A-Z][A-Za-z0-9]*,[[:space:]]*cu[A-Za-z0-9_]*' \
  | sed 's/.*(//; s/,[[:space:]]*/ /' >"$work/functions"

# Functions that are called only where libgomp has the device, too, which it does
# not find on a driver that does not run its code; and where a call has failed.
exempt="context_of_libgomp meet_libgomp cuda_prepare_device discard_module"

# The places in the source: the name in libgcuf, file, line, and whether it is in
# the definition of a macro, which is expanded elsewhere.
awk -v exempt=" $exempt " '
     /^[a-z_0-9]+ \(/ { current = $1 }
     index (exempt, " " current " ") { next }
     { rest = $0; macro = /\\$/
       while (match (rest, /gcuf_cu\.[A-Z][A-Za-z0-9]*[ \t]*(\(|$)/)) {
	 name = substr (rest, RSTART + 8, RLENGTH - 8)
	 sub (/[ \t]*\(?$/, "", name)
	 rest = substr (rest, RSTART + RLENGTH)
	 file = FILENAME; sub (/.*\//, "", file)
	 print name, file, FNR, macro + 0 } }' $(find "$src" -name '*.c') >"$work/places"

awk -v exempt=" $exempt " '
     /^[a-z_0-9]+ \(/ { current = $1 }
     index (exempt, " " current " ") && match ($0, /gcuf_cu\.[A-Za-z0-9]+/) {
       print substr ($0, RSTART + 8, RLENGTH - 8) }' $(find "$src" -name '*.c') >"$work/exempt"

# The places that were seen: the driver's name and the offset; then file and
# line.
settings=
for program do
  case $program in
    *=*)
      settings="$settings $program"
      continue ;;
  esac
  if ! timeout 60 env $settings "$program" >"$work/output" 2>&1; then
    echo "FAIL: $(basename "$program") does not run"
    exit 0
  fi
  awk '$1 == "site" { print $2, $3 }' "$GCUF_FAKE_LOG" >>"$work/all"
  settings=
done
sort -u "$work/all" >"$work/sites"
awk '{ print $2 }' "$work/sites" | while read -r offset; do
  # The call is before the place that it returns to.
  printf '%#x\n' $((offset - 1))
done | addr2line -e "$library" | sed 's|.*/||; s/ (.*//; s/:/ /' \
  | paste -d' ' "$work/sites" - | awk '{ print $1, $3, $4 }' >"$work/seen"

# A call in a macro is seen where that is used, in the file or in a table.
awk '
  function expanded_p(s, file, key, part) {
    for (key in expanded) {
      split (key, part)
      if (part[1] == s && (part[2] == file || part[2] ~ /[.]def$/))
	return 1
    }
    return 0
  }
  FILENAME ~ /exempt$/ { used[$1] = 1; next }
  FILENAME ~ /functions$/ { symbol[$1] = $2; order[++n] = $1; next }
  FILENAME ~ /places$/ { place[++m] = $0; at[symbol[$1] " " $2 " " $3] = 1; next }
  # The lines tell where the statement or the argument begins, at times.
  { for (i = 0; i <= 2; i++)
      if (i == 0 || !((x = $1 " " $2 " " $3) in at))
	seen[$1 " " $2 " " $3 + i] = 1 }
  END {
    for (s in seen)
      if (!(s in at)) {
	split (s, part)
	expanded[part[1] " " part[2]] = 1
      }
    for (i = 1; i <= m; i++) {
      split (place[i], p)
      s = symbol[p[1]]
      calls[s]++
      if (!((s " " p[2] " " p[3]) in seen) && !(p[4] && expanded_p(s, p[2])))
	missed[s] = missed[s] " " p[2] ":" p[3]
    }
    for (i = 1; i <= n; i++) {
      s = symbol[order[i]]
      if (!calls[s] && used[order[i]])
	continue
      else if (!calls[s])
	print "FAIL: " s " is not called by libgcuf"
      else if (s in missed)
	print "FAIL: " s " is called at" missed[s] ", where no test comes"
      else
	print "PASS: " s " is called from " calls[s] " places"
    }
  }' "$work/exempt" "$work/functions" "$work/places" "$work/seen"
exit 0
