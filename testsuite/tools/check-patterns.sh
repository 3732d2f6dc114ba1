#!/bin/sh
# Check that the messages that tests expect are told from others.
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

# Usage: check-patterns.sh SOURCE-DIRECTORY
#
# Each pattern of dg-error, dg-warning and dg-message in the tests must have at
# least 16 characters, eight of them outside of names in quotes, and match only
# one of the messages in the sources of the plugin.  The pattern "(1)" is
# exempt: it is all that gfortran prints at the first of two places of a
# message.
#
# To match, a pattern's pieces between ".*" are looked for in the messages'
# formats, where "@" stands for what is put in: for each name in quotes, and for
# up to two other words, since the format may have a directive there.  So a
# pattern that takes an alternative of several messages, or that cuts a name in
# two, is not found in any.  That is no failure; messages of gfortran's own are
# not found either.

set -u
src=$1
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export LC_ALL=C

cd "$src" || exit 2
awk -f testsuite/tools/formats.awk \
  $(find plugin attributes cuf_kernel_lowering -name '*.cc') \
| cut -f 2 | sort -u \
| sed -E -e "s/%[LC]/(1)/g" -e "s/%[<>]/'/g" -e "s/%qs/'@'/g" \
    -e 's/%[0-9]*[a-z]+/@/g' -e 's/\\"/"/g' >"$work/formats"
test -s "$work/formats" || { echo "FAIL: no messages in $src" >&2; exit 1; }

# Place and pattern of each directive.
grep -rnoE '\{ *dg-(error|warning|message) +("([^"\\]|\\.)*"|\{[^}]*\})' \
  testsuite/cudafortran.*/ \
| sed -E 's/^([^:]*:[0-9]+):\{ *dg-[a-z]+ +["{](.*)["}]$/\1	\2/' \
  >"$work/patterns"
test -s "$work/patterns" || { echo "FAIL: no patterns in $src" >&2; exit 1; }

awk -F '\t' '
  # Note in HITS each format that has TEXT.
  function note(text, hits,   i)
  {
    if (length (text) <= 5 || !index (all, text))
      return
    for (i = 1; i <= count; i++)
      if (index (formats[i], text))
	hits[i] = 1
  }

  # Set HITS to the formats that can make a message with PIECE in it.
  function find(piece, hits,   n, words, i, j, k, text)
  {
    split ("", hits)
    n = split (piece, words, " ")
    note(piece, hits)
    for (i = 1; n > 1 && i <= n; i++)
      for (j = i; j <= n; j++)
	{
	  text = ""
	  for (k = 1; k <= n; k++)
	    text = text (k > 1 ? " " : "") (k == i || k == j ? "@" : words[k])
	  note(text, hits)
	}
  }

  # The number of formats that can make a message that PATTERN matches.
  function matches(pattern,   n, pieces, i, j, hits, times, found)
  {
    n = split (pattern, pieces, /\.\*/)
    for (i = 1; i <= n; i++)
      {
	find(pieces[i], hits)
	for (j in hits)
	  times[j]++
      }
    for (j in times)
      found += times[j] == n
    return found
  }

  NR == FNR { formats[++count] = $0; all = all $0 "\n"; next }
  $2 == "(1)" { next }
  length ($2) < 16 { print $1 ": pattern is too short: " $2; next }
  {
    pattern = $2
    gsub (/\.1\.|\\*\(1\\*\)/, "(1)", pattern)
    gsub (/'\''[^'\'']*'\''/, "'\''@'\''", pattern)
    gsub (/\\/, "", pattern)
    words = pattern
    gsub (/'\''@'\''|\.\*/, "", words)
    if (length (words) < 8)
      print $1 ": pattern has little but names: " $2
    else if (matches(pattern) > 1)
      print $1 ": pattern matches several messages: " $2
  }' "$work/formats" "$work/patterns" >"$work/failures"

sed 's/^/FAIL: /' "$work/failures" >&2
test ! -s "$work/failures"
