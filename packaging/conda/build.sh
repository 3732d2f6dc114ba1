#!/bin/sh
# Build and install the conda package; conda build runs this in the source.
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

# PREFIX is the environment that is packed, SRC_DIR the source, with that of GCC in
# gcc-source.  Of the compiler for GPUs, which conda-forge does not have, one in
# the environment is taken: without it programs run on the cpu backend alone.

set -eu
gfortran=${CUDAFORTRAN_GFORTRAN-$PREFIX/bin/x86_64-conda-linux-gnu-gfortran}
accel=$PREFIX/bin/$("$gfortran" -dumpmachine)-accel-nvptx-none-gcc
test -x "$accel" || accel=no

mkdir build
cd build
"$SRC_DIR/configure" --prefix="$PREFIX" GFORTRAN="$gfortran" \
  --with-gcc-source="$SRC_DIR/gcc-source" --with-offload-compiler="$accel" \
  CPPFLAGS="${CPPFLAGS-} -I$PREFIX/include" \
  LDFLAGS="${LDFLAGS-} -L$PREFIX/lib -Wl,-rpath,$PREFIX/lib"
make -j"${CPU_COUNT-1}"
make install
# Info's directory is not one package's.
rm -f "$PREFIX/share/info/dir"
