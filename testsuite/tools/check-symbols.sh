#!/bin/sh
# Check what the runtime libraries export against the list of it.
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


# Usage: check-symbols.sh SOURCE-DIRECTORY BUILD-DIRECTORY [--update]
#
# libgcuf/abi/libgcuf.symbols has them in the form of dpkg-gensymbols, with the
# version of the package that had each first.  What is there stays, since programs
# that are linked with it go on running with the new library; what is new has to
# be added, which --update does.  Symbols that gfortran makes up for derived types,
# which its series differ in, are not of the interface.

set -u
src=$1
build=$2
list=$src/libgcuf/abi/libgcuf.symbols
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export LC_ALL=C
version=$(sed -n 's/^AC_INIT(\[cudafortran\], \[\(.*\)\])$/\1/p' \
	  "$src/configure.ac")

made_up='_MOD___(vtab|vtype|def_init|copy|final|deallocate)_'

# What the library in file $1 exports, as NAME@VERSION.
symbols_of ()
{
  nm -D --defined-only "$1" | awk '{
      name = $3
      sub (/@@/, "@", name)
      if (name !~ /@/)
	name = name "@" ($2 == "A" ? name : "Base")
      if (name !~ /'"$made_up"'/)
	print name
    }' | sort
}

for library in "$build"/libgcuf/libgcuf*.so.1; do
  name=${library##*/}
  symbols_of "$library" | sed "s/^/$name /"
done >"$work/now"
test -s "$work/now" || { echo "FAIL: no libraries in $build" >&2; exit 1; }
awk '/^[^ #*]/ { name = $1 } /^ [^(]/ { print name, $1 }' "$list" 2>/dev/null \
| sort >"$work/then"

if test "${3-}" = --update; then
  sed -n '/^#/p' "$list" >"$work/new" 2>/dev/null
  awk -v version="$version" '
    NR == FNR { if (/^[^ #*]/) name = $1; if (/^ [^(]/) first[name, $1] = $2; next }
    $1 != library {
      library = $1
      print library, "libgcuf1 #MINVER#"
      print "* Build-Depends-Package: libgcuf-dev"
      print " (optional|regex)\"'"$made_up"'\"", version
    }
    { print "", $2, ($1, $2) in first ? first[$1, $2] : version }
  ' "$list" "$work/now" >>"$work/new"
  cp "$work/new" "$list"
  exit
fi

status=0
comm -13 "$work/now" "$work/then" | sed 's/^/FAIL: no longer there: /' >&2
comm -23 "$work/now" "$work/then" \
| sed 's/^/FAIL: not in libgcuf.symbols; check-symbols.sh --update adds it: /' >&2
cmp -s "$work/now" "$work/then" || status=1
exit $status
