#!/bin/sh
# Check that the tests that the manual names are there.
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

# Usage: GFORTRAN=... check-manual.sh SOURCE-DIRECTORY
#
# Files of doc/ that tables of rules and names come from name tests as
# @file{data/values.cuf}, without the prefix cudafortran. of the directory.  In
# that of the names each test must mention the name, too, in the table of
# routines each test must call the routine, and in that of examples each test is
# run on both backends.  What modules for device code declare and which intrinsic
# procedures it can call must be in the manual.  Its tables of environment
# variables have those that the runtime library and the driver read, the former
# all in one file, and no others.  Its tables of passes over PTX have those of
# the driver's table, in their order, but for those to choose first; and each of
# these has a test.  Its index has the options that the driver translates, and
# the items of -gpu=.

set -u
src=$1
status=0

complain ()
{
  echo "FAIL: $1" >&2
  status=1
}

for file in "$src"/doc/rules-*.texi "$src/doc/device-names.texi"; do
  for test in $(sed -n 's/@file{\([^}]*\)}/\n\1\n/gp' "$file" \
		| grep '^[a-z]*/[^ ]*\.[A-Za-z0-9]*$' | sort -u); do
    test -f "$src/testsuite/cudafortran.$test" \
    || complain "${file##*/}: there is no test $test"
  done
done

# The environment variables: in the library's table, and in the manual's.
environment=$src/libgcuf/core/environment.def
sed -n 's/^GCUF_ENVIRONMENT (.*"\(.*\)")$/\1/p' "$environment" \
  | sort >"${TMPDIR:-/tmp}/check-manual.$$"
sed -n '/^@node Environment variables$/,/^@end table/s/^@itemx* \([A-Z].*\)/\1/p' \
  "$src/doc/runtime.texi" | sort \
| comm -3 - "${TMPDIR:-/tmp}/check-manual.$$" | tr -d '\t' \
| while read -r name; do
  grep -q "\"$name\"" "$environment" \
  && echo "runtime.texi: $name is not in the table of variables" \
  || echo "environment.def: $name, which is in the manual, is not there"
done >"${TMPDIR:-/tmp}/check-manual.$$.lines"
while read -r name; do
  grep -qx "@vindex $name" "$src"/doc/*.texi \
  || echo "runtime.texi: $name is not in the index"
done <"${TMPDIR:-/tmp}/check-manual.$$" >>"${TMPDIR:-/tmp}/check-manual.$$.lines"
# Those that the command and the link read are in a table of their own.  GCC's
# and the system's are not.
sed -n 's/.*getenv ("\([A-Z_]*\)").*/\1/p' $(find "$src/driver" -name '*.c') \
| grep -vE '^(COLLECT_.*|COMPILER_PATH|PATH)$' | sort -u | while read -r name; do
  grep -qxE "@itemx? $name" "$src/doc/runtime.texi" \
    && grep -qx "@vindex $name" "$src/doc/runtime.texi" \
  || echo "runtime.texi: $name, which the driver reads, is not there"
done >>"${TMPDIR:-/tmp}/check-manual.$$.lines"
grep -rliE 'getenv|get_environment_variable' "$src"/libgcuf \
| grep -v '/environment\.c$' \
| sed 's/.*/& reads the environment: environment.c is there for that/' \
  >>"${TMPDIR:-/tmp}/check-manual.$$.lines"
while read -r line; do
  complain "$line"
done <"${TMPDIR:-/tmp}/check-manual.$$.lines"
rm -f "${TMPDIR:-/tmp}/check-manual.$$" "${TMPDIR:-/tmp}/check-manual.$$.lines"

# The passes over PTX: name, stage and test of each.
awk '
  /^PTX_PASS/ { row = "" }
  { row = row " " $0 }
  /^PTX_PASS/, /\)$/ {
    if ($0 ~ /\)$/)
      {
	split (row, field, / *, */)
	match (row, /"[^" ]*\.ptx"/)
	gsub (/"/, "", field[2])
	print field[2], field[3], substr (row, RSTART + 1, RLENGTH - 2)
      }
  }' "$src/driver/ptx/ptx-passes.def" >"${TMPDIR:-/tmp}/check-manual.$$"
test -s "${TMPDIR:-/tmp}/check-manual.$$" \
|| complain "ptx-passes.def: there are no passes"
while read -r name stage test; do
  file=$src/testsuite/cudafortran.ptx/passes/$test
  if ! test -f "$file"; then
    complain "ptx-passes.def: $name has no test"
  else
    case $stage in
      PTX_TEXT | PTX_CHOSEN)
	sed -n 's,^// passes: ,,p' "$file" | tr , '\n' | grep -qx "$name" \
	|| complain "passes/$test: $name does not run"
	;;
    esac
  fi
done <"${TMPDIR:-/tmp}/check-manual.$$"
{
  grep -E ' PTX_(TEXT|CHOSEN) ' "${TMPDIR:-/tmp}/check-manual.$$"
  grep -vE ' PTX_(TEXT|CHOSEN) ' "${TMPDIR:-/tmp}/check-manual.$$"
} | cut -d ' ' -f 1 >"${TMPDIR:-/tmp}/check-manual.$$.names"
sed -n '/^@cindex passes over PTX/,/^@include performance/s/^@item \(.*\)/\1/p' \
  "$src/doc/internals.texi" | grep . >"${TMPDIR:-/tmp}/check-manual.$$"
diff "${TMPDIR:-/tmp}/check-manual.$$" "${TMPDIR:-/tmp}/check-manual.$$.names" \
  >&2 || complain "internals.texi: the passes are not those of ptx-passes.def"
rm -f "${TMPDIR:-/tmp}/check-manual.$$" "${TMPDIR:-/tmp}/check-manual.$$.names"

# The options: those that the driver translates, and the items of -gpu=.
{
  sed -n '/ replacements\[\] = {/,/^};/s/^  { "-\([^"]*\)", ".*/\1/p' \
    "$src/driver/nvfortran-options.c"
  sed -n '/ sub_options\[\] = {/,/^};/s/^  { "\([^"]*\)".*/gpu=\1/p' \
    "$src/driver/gpu-options.c"
} | sed 's/[:=]$//' | sort -u >"${TMPDIR:-/tmp}/check-manual.$$"
test -s "${TMPDIR:-/tmp}/check-manual.$$" || complain "nvfortran-options.c: no options"
sed -n 's/^@opindex //p' "$src"/doc/*.texi | sort -u \
| comm -13 - "${TMPDIR:-/tmp}/check-manual.$$" \
  >"${TMPDIR:-/tmp}/check-manual.$$.lines"
while read -r name; do
  complain "the manual has no @opindex $name"
done <"${TMPDIR:-/tmp}/check-manual.$$.lines"
rm -f "${TMPDIR:-/tmp}/check-manual.$$" "${TMPDIR:-/tmp}/check-manual.$$.lines"

# Examples run on both backends.
for test in $(sed -n 's/@file{\([^}]*\)}/\n\1\n/gp' \
		"$src/doc/rules-examples.texi" | grep /); do
  file=$src/testsuite/cudafortran.$test
  test -f "$file" || continue
  grep -q '{ dg-do run }' "$file" \
  && ! grep -Eq '{ (dg-fake-driver|dg-set-env GCUF_BACKEND) ' "$file" \
  || complain "rules-examples.texi: $test is not run on both backends"
done

# "integer(4)" stands for the type, however it is written.
sed -n 's/^@item @code{\([^}]*\)}.*@file{\([^}]*\)}.*/\1 \2/p' \
  "$src/doc/device-names.texi" | grep -v ' .* ' \
| while read -r name test; do
  grep -qi -- "${name%%(*}" "$src/testsuite/cudafortran.$test" \
  || echo "$name $test"
done >"${TMPDIR:-/tmp}/check-manual.$$"
while read -r name test; do
  complain "device-names.texi: $test does not mention $name"
done <"${TMPDIR:-/tmp}/check-manual.$$"
rm -f "${TMPDIR:-/tmp}/check-manual.$$"

# The table of routines: each test that a routine names calls it.
awk -f "$src/testsuite/tools/routine-tests.awk" "$src/doc/api-routines.texi" \
| while read -r name test; do
  grep -qiw -- "$name" "$src/testsuite/cudafortran.$test".* 2>/dev/null \
  || echo "$name $test"
done >"${TMPDIR:-/tmp}/check-manual.$$"
while read -r name test; do
  complain "api-routines.texi: $test does not call $name"
done <"${TMPDIR:-/tmp}/check-manual.$$"
rm -f "${TMPDIR:-/tmp}/check-manual.$$"

# What a module for device code has: all generic and other procedures, or, if it
# says what is public, that.
names_of ()
{
  "${GFORTRAN:-gfortran}" -cpp -E "$src/libgcuf/fortran/$1.F90" 2>/dev/null \
  | sed 's/!.*//' | tr ';' '\n' | tr A-Z a-z \
  | awk -v chosen="$2" '
      function print_list(line, n, list, i)
      {
	sub (/.*::/, "", line)
	gsub (/(operator|assignment) *\([^)]*\)/, "", line)
	gsub (/=[^,]*/, "", line)
	n = split (line, list, /[ ,]+/)
	for (i = 1; i <= n; i++)
	  if (list[i] != "")
	    print list[i]
      }
      /^ *(type|integer).* public ::/ { print_list($0) }
      /^ *public ::/ { print_list($0) }
      /^ *end interface/ { generic = inside = 0 }
      /^ *interface/ {
	inside = 1
	if (NF > 1 && $2 !~ /^(operator|assignment)/)
	  {
	    generic = 1
	    if (!chosen)
	      print $2
	  }
      }
      inside && !generic && !chosen && !/^ *end/ \
	&& match ($0, /(function|subroutine) +[a-z_0-9]+/) {
	split (substr ($0, RSTART, RLENGTH), words, " ")
	print words[2]
      }'
}

# Names of intrinsic procedures, and GCC's identifiers for them where these
# differ.
intrinsic_names ()
{
  sed -n 's/^CUF_INTRINSIC (\(.*\)).*/\1/p' \
    "$src/attributes/cuf-check-intrinsics.def" | tr A-Z a-z \
  | sed 's/^\([jy][01n]\)2*$/bessel_\1/; s/^lgamma$/log_gamma/
	 s/^tgamma$/gamma/; s/^s\([ilru]\)_kind$/selected_\1_kind/
	 s/^selected_i_/selected_int_/; s/^selected_r_/selected_real_/
	 s/^selected_l_/selected_logical_/; s/^selected_u_/selected_unsigned_/
	 /^conversion$/d'
}

# The types of module wmma have their own scheme of names, and in curand_device
# names end with those of generators.
{
  names_of cudadevice ""
  names_of libm 1
  names_of cooperative_groups 1
  names_of wmma 1 | grep -v '^submatrix'
  names_of curand_device 1 \
  | grep -Evi '^curand[a-z]+[248]?[a-z]*(xorwow|mrg32k3a|philox4_32_10|sobol(32|64))$'
} | sort -u | while read -r name; do
  grep -qiw -- "$name" "$src/doc/device-names.texi" \
    "$src/doc/device-code.texi" || echo "$name"
done >"${TMPDIR:-/tmp}/check-manual.$$"
intrinsic_names | while read -r name; do
  grep -qi "@code{$name}" "$src/doc/device-names.texi" || echo "$name"
done >>"${TMPDIR:-/tmp}/check-manual.$$"
while read -r name; do
  complain "device-names.texi: $name is not there"
done <"${TMPDIR:-/tmp}/check-manual.$$"
rm -f "${TMPDIR:-/tmp}/check-manual.$$"

exit $status
