#!/bin/sh
# Copy the shared libraries that programs take from the compiler.
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

# Usage: copy-libraries.sh DIRECTORY FILE...
#
# Those of GCC that the programs or libraries FILE need go to DIRECTORY, so that
# they run on a machine without a compiler.  Libgomp needs its plugin for GPUs.

set -u
to=$1
shift
for file in "$@"; do
  ldd "$file" | sed -n \
    's,.* => \(/.*/lib\(gfortran\|quadmath\|gomp\|gcc_s\)\.so[^ ]*\) .*,\1,p'
done | sort -u | while read -r library; do
  cp -L "$library" "$to" || exit 1
  plugin=$(dirname "$library")/libgomp-plugin-nvptx.so.1
  case $library in
    */libgomp.so*) test ! -e "$plugin" || cp -L "$plugin" "$to" || exit 1 ;;
  esac
done
