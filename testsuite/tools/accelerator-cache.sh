#!/bin/sh
# Keep what the accelerator's compiler makes.
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

# Usage: accelerator-cache.sh [argument of the accelerator's compiler]...
#
# In the place of that compiler, PARTS_ACCELERATOR, with PARTS_STORE as a
# directory for what it has made: the same is not made a second time.  PTX that
# is linked is copied to the file PARTS_LINKED, unless there is one.
#
# By the name mkoffload it runs PARTS_MKOFFLOAD, which then finds it in COMPILER_PATH
# rather than the other one beside the host's compiler.

set -uf

# Sort the arguments, into inputs and what else the result depends on.
take_arguments () {
  options= inputs= output= previous=
  for argument; do
    case $previous,$argument in
      -o,*) output=$argument ;;
      -dumpbase,* | -dumpdir,* | *,-o) ;;
      *.o | *.s) inputs="$inputs $argument" ;;
      *) options="$options $argument" ;;
    esac
    previous=$argument
  done
}

case $0 in
  */mkoffload) COLLECT_GCC=${COLLECT_GCC##*/} exec "$PARTS_MKOFFLOAD" "$@" ;;
esac
take_arguments "$@"
stored=$PARTS_STORE/$({ echo "$options"; cat $inputs; } | md5sum | cut -c 1-32)
requirements=${GCC_OFFLOAD_OMP_REQUIRES_FILE-}
if test -f "$stored"; then
  cp "$stored" "$output"
  test -z "$requirements" || cp "$stored.requires" "$requirements"
else
  "$PARTS_ACCELERATOR" "$@" || exit
  test -z "$requirements" || cp "$requirements" "$stored.requires"
  cp "$output" "$stored.$$" && mv "$stored.$$" "$stored"
fi
case $options in
  *" -S "* | *" -fno-ivopts"*) ;;
  *) test -f "$PARTS_LINKED" || cp "$output" "$PARTS_LINKED" ;;
esac
