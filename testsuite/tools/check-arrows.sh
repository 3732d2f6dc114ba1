#!/bin/sh
# Compare the calls between folders with those that there may be.
# Copyright (C) 2026 The cudafortran authors.
#
# This file is part of cudafortran.
#
# Cudafortran is free software; you can redistribute it and/or modify it under
# the terms of the GNU General Public License as published by the Free Software
# Foundation; either version 3, or (at your option) any later version.
#
# Cudafortran is distributed in the hope that it will be useful, but WITHOUT ANY
# WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS FOR
# A PARTICULAR PURPOSE.  See the GNU General Public License for more details.
#
# You should have received a copy of the GNU General Public License along with
# cudafortran; see the file COPYING.  If not, see
# <http://www.gnu.org/licenses/>.

# Usage: check-arrows.sh SRCDIR BUILDDIR
#
# Reads the symbols of the object files in BUILDDIR, and prints each pair of
# folders of SRCDIR between which there are calls, or uses of variables, that
# testsuite/tools/arrows.txt does not have, with what is used; and each pair that
# it has for nothing.  A pair in that file may be followed by symbols: then only
# these may be used.  The status is 0 if nothing was printed.

set -u
src=$1
build=$2
arrows=$src/testsuite/tools/arrows.txt
export LC_ALL=C

# Print the symbols of object file $3, of folder $2 in part $1.
symbols () {
  nm -P "$3" | awk -v part="$1" -v folder="$2" '
    $2 ~ /^[Uw]$/ { print part, "use", folder, $1 }
    $2 ~ /^[TDBRVWC]$/ { print part, "define", folder, $1 }'
}

all_symbols () {
  for part in libgcuf driver; do
    (cd "$build" && find $part -name '*.o' ! -path '*/static/*') \
    | while read -r object; do
      folder=${object%/*}
      test -f "$src/${object%.o}.c" && symbols $part "$folder" "$build/$object"
    done
  done
  (cd "$src" && find plugin attributes cuf_kernel_lowering -name '*.cc') \
  | while read -r source; do
    object=$build/plugin/obj/$(basename "$source" .cc).o
    test -f "$object" && symbols plugin "${source%/*}" "$object"
  done
}

all_symbols | awk -v arrows="$arrows" '
  BEGIN {
    while ((getline line <arrows) > 0)
      if (split (line, word) >= 3 && word[2] == "->")
	{
	  arrow = word[1] " -> " word[3]
	  allowed[arrow] = 1
	  for (i = 4; i in word; i++)
	    {
	      limited[arrow] = 1
	      wanted[arrow " " word[i]] = 1
	    }
	}
  }
  $2 == "define" { folder[$1, $4] = $3; own[$1, $4, $3] = 1 }
  $2 == "use" { uses[$1 " " $3 " " $4] = 1 }
  END {
    for (u in uses)
      {
	split (u, word, " ")
	to = folder[word[1], word[3]]
	if (to == "" || (word[1], word[3], word[2]) in own)
	  continue
	arrow = word[2] " -> " to
	seen[arrow] = 1
	used[arrow " " word[3]] = 1
	if (!(arrow in allowed) ||
	    (arrow in limited && !(arrow " " word[3] in wanted)))
	  found[arrow] = found[arrow] " " word[3]
      }
    for (a in found)
      {
	print a ": not among the arrows:" found[a]
	bad = 1
      }
    for (a in allowed)
      if (!(a in seen))
	{
	  print a ": there are no such calls any more"
	  bad = 1
	}
    for (w in wanted)
      if (!(w in used))
	{
	  print w ": this is not used any more"
	  bad = 1
	}
    exit bad
  }'
