#!/bin/sh
# Check that messages which the manual quotes are those of the sources.
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

# Usage: check-messages.sh SOURCE-DIRECTORY
#
# Each @item and @itemx of doc/messages.texi must be a string literal of the
# sources, from its beginning to its end.  What differs is replaced by `@' on
# both sides: the directives of formats, what is in quotes, and @var in the
# manual, where (1) is a place and @dots stands for anything.  The beginning
# "libgcuf: " and the end of the line do not count.

set -u
src=$1
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export LC_ALL=C

cd "$src" || exit 2
awk -v all=1 -f testsuite/tools/formats.awk \
  $(find plugin attributes cuf_kernel_lowering driver libgcuf \
      -name '*.cc' -o -name '*.[ch]') \
| cut -f 2 | sort -u \
| sed -E -e 's/%%/\a/g' -e "s/%[LC]/(1)/g" -e "s/%[<>]/'/g" -e "s/%qs/'@'/g" \
    -e 's/%[-+ #0-9.*$]*[hlzjt]*[a-zA-Z]/@/g' -e 's/\a/%/g' \
    -e "s/'[^']*'/'@'/g" -e 's/\\"/"/g' \
    -e 's/^libgcuf: //' -e 's/\\n$//' -e 's/ +$//' >"$work/formats"
test -s "$work/formats" || { echo "FAIL: no messages in $src" >&2; exit 1; }

sed -nE 's/^@itemx? //p' doc/messages.texi \
| awk '{
    message = $0
    gsub (/@var\{[^}]*\}/, "@", message)
    gsub (/'\''[^'\'']*'\''/, "'\''@'\''", message)
    print message "\t" $0
  }' >"$work/items"
test -s "$work/items" || { echo "FAIL: no messages in the manual" >&2; exit 1; }

awk -F '\t' '
  # Whether the parts of MESSAGE between ellipses are in FORMAT, the first at
  # its beginning and the last at its end.
  function matches(message, format,   n, parts, i, at)
  {
    n = split (message, parts, / *@dots\{\} */)
    if (index (format, parts[1]) != 1)
      return 0
    for (i = 1; i < n; i++)
      {
	at = index (format, parts[i])
	if (!at)
	  return 0
	format = substr (format, at + length (parts[i]))
      }
    at = length (format) - length (parts[n])
    return n > 1 && parts[n] == "" || at >= 0 && (n > 1 || at == 0) \
	   && substr (format, at + 1) == parts[n]
  }

  NR == FNR { formats[++count] = $0; next }
  {
    for (i = 1; i <= count; i++)
      if (matches($1, formats[i]))
	next
    print "FAIL: messages.texi: no source has: " $2
  }' "$work/formats" "$work/items" >"$work/failures"

cat "$work/failures" >&2
test ! -s "$work/failures"
