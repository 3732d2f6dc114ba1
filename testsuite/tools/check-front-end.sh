#!/bin/sh
# Check that the plugin takes no part of the Fortran front end from the compiler.
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

# Usage: check-front-end.sh BUILDDIR
#
# The functions of gcc/fortran work on variables that the plugin has as well: one
# that is missing in the plugin would be found in f951, and crash.  This happens
# if a series of GCC has a file that plugin/splices/*/sources.mk does not name.

set -u
export LC_ALL=C
library=$1/plugin/cudafortran-front-end.so
test -f "$library" || { echo "there is no $library"; exit 1; }
missing=$(nm -D --undefined-only "$library" \
	  | sed -n 's/.* \(_Z[0-9]*gfc_.*\)/\1/p')
if test -n "$missing"; then
  echo "f951's, not the plugin's:"
  echo "$missing"
  exit 1
fi
