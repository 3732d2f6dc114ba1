#!/bin/sh
# Load the plugin where it was built for another compiler.
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
# Usage: check-loader.sh BUILDDIR
#
# The plugin takes a compiler of its series that has its data structures, and refuses
# any other.  There being one compiler here, it is the plugin that changes: its loader
# is compiled as if it had been made for a compiler with another version, or with
# other data structures.

set -u
export LC_ALL=C
build=$(cd "$1" && pwd) || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
status=0

# The command with which make compiles the loader's file $1.
command_of () {
  make -s -n -W "$(source_of "$1")" -C "$build" "plugin/obj/$1.o" \
    | grep -e "-c .*/$1\.cc"
}

source_of () {
  sed -n "s|^plugin/obj/$1\.o: *\([^ ]*\).*|\1|p" "$build/plugin/obj/$1.d"
}

# Write loader.so, for the version in plugin-version.h if there is one, with $1
# before the lines of cuf-layout.cc.
make_loader () {
  rm -f "$work"/*.o "$work/loader.so"
  for file in cuf-loader cuf-layout; do
    source=$(cd "$build" && realpath "$(source_of $file)") || return
    {
      test $file = cuf-loader || printf '%s\n' "$1"
      echo "#include \"$source\""
    } >"$work/$file.cc"
    compile=$(command_of $file \
      | sed "s| -| -I $work -|; s|-c [^ ]*|-c $work/$file.cc|; s|-o [^ ]*|-o $work/$file.o|")
    (cd "$build" && sh -c "$compile") || return
  done
  ${compile%% *} -shared -o "$work/loader.so" "$work"/*.o
}

# Test $1: compile with a loader that has $2 before the lines of cuf-layout.cc.  The
# output must match the rest of the arguments, or be empty if there are none.
loader () {
  name=$1
  if ! make_loader "$2"; then
    echo "FAIL: $name: cannot be compiled"
    status=1
    return
  fi
  shift 2
  "$GFORTRAN" -fplugin="$work/loader.so" -fplugin-arg-loader-cuda \
    -I "$build/libgcuf" -S -o "$work/x.s" "$work/x.f90" >"$work/output" 2>&1
  test $# -gt 0 || ! test -s "$work/output" || set -- "no output"
  for pattern in "$@"; do
    if ! grep -q -e "$pattern" "$work/output"; then
      echo "FAIL: $name: no '$pattern' in"
      cat "$work/output"
      status=1
    fi
  done
}

# The next loaders are for version $1, of phase $2.
let_be_for () {
  cat >"$work/plugin-version.h" <<V
static char other_version[] = "$1", other_date[] = "19700101";
static char other_phase[] = "$2", other_options[] = "-v";
static plugin_gcc_version gcc_version
  = { other_version, other_date, other_phase, other_options, other_options };
V
}

cat >"$work/x.f90" <<'X'
real, device :: a(3)
a = 1
end
X
ln -s "$build/plugin/cudafortran-front-end.so" "$work"
series=$("$GFORTRAN" -dumpversion | sed 's/\..*//')
before=$((series - 1))
headers='#include "gcc-plugin.h"
#include "system.h"
#include "coretypes.h"
#include "tree.h"
#include "gimple.h"'

loader "another tree" "$headers
#define tree_constructor tree_type_decl" \
  "Error: plugin '.*loader.so' was built for a compiler with other data struct" \
  "note: 'constructor' has [0-9]* bytes here, and [0-9]* in the plugin: configu"
loader "another statement" "$headers
#define gswitch gasm" "note: 'gimple_switch' has [0-9]* bytes here"
loader "another variable" "$headers
#define IFN_LAST 7" "note: 'internal_fn_name_array' has [0-9]* bytes here"

let_be_for "$series.99.1" ""
loader "an update" ""
let_be_for "$before.99.1" ""
loader "another series" "" \
  "Error: plugin '.*loader.so' was built for another compiler than this, GCC $series" \
  "note: it is for GCC $before: configure, build and install it again with this"
let_be_for "$series.99.1" experimental
loader "an experimental compiler" "" \
  "note: it is for GCC $series experimental: configure, build and install it"
exit $status
