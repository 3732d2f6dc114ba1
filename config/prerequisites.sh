#!/bin/sh
# Install those of the given Debian packages that are missing.
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

# Usage: prerequisites.sh PACKAGE... [--optional PACKAGE...]
#
# It is no error if one of the optional packages cannot be installed.  Where
# there is no dpkg this does nothing: configure says what is missing.

set -u
command -v dpkg-query >/dev/null && command -v apt-get >/dev/null || exit 0

# Print those of the packages "$@" that are not installed.
missing () {
  for package; do
    status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null)
    case $status in
      'install ok installed') ;;
      *) echo "$package" ;;
    esac
  done
}

needed=
while test $# -gt 0 && test "$1" != --optional; do
  needed="$needed $1"
  shift
done
test $# -eq 0 || shift
# The lists are to be split, here and below.
# shellcheck disable=SC2086
needed=$(missing $needed)
optional=$(missing "$@")
test -n "$needed$optional" || exit 0

as_root=
if test "$(id -u)" != 0; then
  as_root=sudo
  if ! command -v sudo >/dev/null; then
    test -n "$needed" || exit 0
    echo "These packages are missing; as root, run: apt-get install" $needed >&2
    exit 1
  fi
fi

install () {
  echo "Installing: $*"
  $as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends "$@"
}

# Without the optional ones some tests are unsupported, and say so.
if ! $as_root apt-get update; then
  test -z "$needed"
  exit
fi
if test -n "$needed"; then
  # shellcheck disable=SC2086
  install $needed || exit 1
fi
# shellcheck disable=SC2086
test -z "$optional" || install $optional || true
