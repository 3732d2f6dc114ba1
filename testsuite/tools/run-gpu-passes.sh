#!/bin/sh
# Run what build-gpu-passes.sh has made, on a GPU.
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

# Usage: run-gpu-passes.sh [options of run-gpu.sh] [pattern]

set -u
here=$(cd "$(dirname "$0")" && pwd)
status=0
for list in "$here"/*/list; do
  dir=${list%/list}
  echo "== passes: ${dir##*/}"
  "$dir/run-gpu.sh" "$@" || status=1
done
exit $status
