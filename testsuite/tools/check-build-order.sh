#!/bin/sh
# See that nothing is compiled with the plugin before it is there.
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

# Usage: check-build-order.sh BUILDDIR
#
# In an empty build tree with the configuration of BUILDDIR, what make would run
# for each Fortran object and each module of device code alone is read: a command
# with -fplugin=FILE must come after the one that makes FILE.  What a parallel
# build may do is so found without one.  The exit status is 0 if all is well.

set -u
build=$(cd "$1" && pwd) || exit 2
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
cp -p "$build/Makefile" "$build/config.status" "$dir" || exit 2
# Configure may have been called by a relative path.
source=$(sed -n 's/^srcdir *= *//p' "$build/Makefile")
source=$(cd "$build" && cd "$source" && pwd) || exit 2

# The products of the Fortran sources, by their names below BUILDDIR.
targets () {
  (cd "$build" && for file in libgcuf/*.o libgcuf/include/*.mod \
			      libgcuf/libraries/*/*.o; do
    case $file in
      *.mod)
	test ! -f "${file%.mod}.o" && echo "$file" ;;
      *)
	nm "$file" | grep -q ' _gfortran_\| __[a-z0-9_]*_MOD_' && echo "$file" ;;
    esac
  done)
}

count=0
status=0
for target in $(targets); do
  # A module of an object has no rule.
  make -n -C "$dir" srcdir="$source" "$target" >"$dir/commands" 2>/dev/null || continue
  sed -e ':join' -e '/\\$/ { N; s/\\\n//; b join' -e '}' "$dir/commands" \
    | awk -v target="$target" '
      {
	for (i = 1; i < NF; i++)
	  if ($i == "-o")
	    made[$(i + 1)] = 1
	for (i = 1; i <= NF; i++)
	  if (sub (/^-fplugin=/, "", $i))
	    {
	      used = 1
	      sub (/^\.\//, "", $i)
	      if (!($i in made) && !(("./" $i) in made))
		{
		  print target ": " $i " is used before it is made"
		  early = 1
		  exit
		}
	    }
      }
      END { exit early ? 2 : !used }'
  case $? in
    0) count=$((count + 1)) ;;
    2) status=1 ;;
  esac
done
echo "$count files are compiled with the plugin"
test $count -gt 0 || status=1
exit $status
