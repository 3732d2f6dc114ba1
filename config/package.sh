#!/bin/sh
# Print which package of this system has what configure did not find.
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

# Usage: package.sh THING SERIES MACHINE [OS-RELEASE]
#
# THING is the first word of a line of the table `packages' beside this script,
# SERIES one of GCC, as 14, MACHINE the one that programs are for, as
# x86_64-linux-gnu.  Prints, say, `Fedora Linux package gcc-c++', or nothing if the
# system's distribution has no such package.  What the distribution is, and of
# which family, says OS-RELEASE, by default /etc/os-release; for one that is of
# none of the table's the words are Debian's.

set -u
table=$(dirname "$0")/packages
thing=$1
series=$2
machine=$3
file=${4-/etc/os-release}
# A name without a directory would be looked for in PATH.
case $file in */*) ;; *) file=./$file ;; esac

# Print the value of variable $1 of $file, which has the syntax of the shell.
value () {
  test ! -r "$file" || (. "$file" && eval "echo \"\${$1-}\"")
}

family=debian
name=Debian
# ID_LIKE is a list, the closest relative first.
for id in $(value ID) $(value ID_LIKE); do
  case $id in
    debian | fedora | arch) family=$id ;;
    suse | opensuse*) family=suse ;;
    *) continue ;;
  esac
  name=$(value NAME)
  break
done

awk -v thing="$thing" -v series="$series" -v family="$family" \
    -v name="$name" -v machine="$machine" '
  /^#/ { next }
  $1 == "thing" { for (i = 2; i <= NF; i++) if ($i == family) column = i }
  $1 == thing && $column != "-" {
    gsub (/@/, series, $column)
    gsub (/%/, machine, $column)
    print name " package " $column
  }' "$table"
