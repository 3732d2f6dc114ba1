#!/bin/sh
# Apply a distribution's patches to the part of GCC's source that the front end
# is built from.
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

# Usage: patch-source.sh TARFILE DIRECTORY
#
# Debian's packages of GCC's source, as Ubuntu's, have the tar file of a release
# and beside it the patches from which the distribution's compiler is made,
# among them those of the release branch since.  debian/rules.patch says which
# are in use.  What they change in the files of DIRECTORY, which are unpacked
# from TARFILE, is changed there; changes of other files, and of those that are
# not compiled, are left out.  Other tar files have no such directory beside them,
# and DIRECTORY stays as it is.

set -u
debian=$(dirname "$1")/debian
cd "$2" || exit 1
test -f "$debian/rules.patch" || exit 0

# The names of the patches in use, as Debian's own makefile computes them.
unset MAKEFLAGS MFLAGS MAKELEVEL
patches=$(cd "$debian" && make -s --no-print-directory -f - names <<'END'
include rules.patch
names: ; @echo $(debian_patches)
END
) || exit 1

# Of the patch in standard input, the part for files that are here.  A part
# begins with the line `--- NAME', before which there may be others.
parts_for_us () {
  awk '
    /^--- / { held = $0; next }
    held != "" && /^\+\+\+ / {
      name = $2
      sub (/^[^\/]*\/src\/|^src\//, "", name)
      wanted = name ~ /\.(c|cc|def|h|inc)$/ && (getline line < name) >= 0
      if (wanted) {
	close (name)
	print "--- " name
	print "+++ " name
      }
      held = ""
      next
    }
    held != "" { if (wanted) print held; held = "" }
    /^(diff|Index:|index) / { wanted = 0 }
    wanted'
}

for name in $patches; do
  parts_for_us <"$debian/patches/$name.diff" >.part || exit 1
  if test -s .part; then
    patch -s -p0 --no-backup-if-mismatch <.part || {
      echo "patch-source.sh: Debian's patch $name does not apply" >&2
      exit 1
    }
    echo "$name" >>debian-patches
  fi
done
rm -f .part
