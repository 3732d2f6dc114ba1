#!/bin/sh
# Compare GCC's own gfortran tests with and without the plugin.
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

# Usage: check-gfortran.sh BUILDDIR [runtest options]...
#
# Runs gfortran.dg of GCC's source once with plain gfortran and once with
# BUILDDIR/plugin/cudafortran.so loaded, and reports every result that differs:
# a line with `-' in front is plain gfortran's, one with `+' the plugin's.
# The exit status is 0 if there are results and none differs, 1 if some do, and
# 2 if the tests could not be run.
#
# `make check-gfortran' calls it.  These variables, of the environment or on
# make's command line, have a say:
#
#   CHECK_GFORTRAN_SLICE   Names of test files, as glob patterns of runtest:
#			   CHECK_GFORTRAN_SLICE='alloc* class_1*.f90' runs these
#			   only.  Default: all, which takes hours.
#   CHECK_GFORTRAN_JOBS    The number of processes; default: of processors.
#   CHECK_GFORTRAN_EXP	   The test drivers to run, default: dg.exp.  Others are
#			   gomp.exp, goacc.exp, ieee.exp, caf.exp, lto.exp ...
#   CHECK_GFORTRAN_FLAGS   Further options of both compilers, as in
#			   '-fchecking=2 --param ggc-min-expand=0'.
#   CHECK_GFORTRAN_RUNS    `plain', `plugin' or both, the default: what is not
#			   run is compared as an earlier run left it.  Or
#			   `plugin doubtful', which takes half of the time:
#			   plain gfortran runs those test files only that gave
#			   something else than PASS, XFAIL and UNSUPPORTED with
#			   the plugin, and these are compared.
#   GFORTRAN		   The compiler, default: gfortran-12.
#   GCC_SOURCE		   GCC's source of the same version: a tar file or a
#			   directory.  Default: Debian's gcc-12-source.
#
# Results are in BUILDDIR/testsuite/gfortran: {plain,plugin,doubtful}.sum, sorted,
# and {plain,plugin,doubtful}/N/gfortran.log of process N.

set -u
export LC_ALL=C
me=$(basename "$0")

# Stop because the tests cannot be run.
die ()
{
  echo "$me: $*" >&2
  exit 2
}

test $# -gt 0 || die "usage: $me BUILDDIR [runtest options]..."
build=$(cd "$1" && pwd) || exit 2
shift

slice=${CHECK_GFORTRAN_SLICE-}
jobs=${CHECK_GFORTRAN_JOBS:-$(nproc 2>/dev/null || echo 1)}
drivers=${CHECK_GFORTRAN_EXP:-dg.exp}
flags=${CHECK_GFORTRAN_FLAGS-}
runs=${CHECK_GFORTRAN_RUNS:-plain plugin}
gfortran=${GFORTRAN:-gfortran-12}
source=${GCC_SOURCE:-$(ls /usr/src/gcc-12/gcc-12*.tar.* 2>/dev/null | head -n 1)}
plugin=$build/plugin/cudafortran.so
out=$build/testsuite/gfortran

command -v runtest >/dev/null \
  || die "runtest is not installed (Debian package dejagnu)"
command -v "$gfortran" >/dev/null || die "there is no compiler $gfortran"
test -e "$source" \
  || die "there is no GCC source '$source' (Debian package gcc-12-source)"
test -e "$plugin" || die "$plugin has not been built"

# A plugin that does not load would make every test fail, slowly.
mkdir -p "$out"
echo end >"$out/empty.f90"
"$gfortran" "-fplugin=$plugin" -S -o /dev/null "$out/empty.f90" \
  || die "the plugin does not work"

# Set $tests to GCC's testsuite, unpacked if need be.
find_tests ()
{
  if test -d "$source"; then
    tests=$(cd "$source/gcc/testsuite" && pwd) \
      || die "$source has no gcc/testsuite"
    return
  fi
  tests=$out/source/gcc/testsuite
  test -e "$tests.unpacked" && return
  rm -rf "$out/source" && mkdir "$out/source"
  tar xf "$source" -C "$out/source" --strip-components=1 \
      --wildcards --no-wildcards-match-slash '*/gcc/testsuite/lib' \
      '*/gcc/testsuite/config' '*/gcc/testsuite/gfortran.dg' \
      '*/gcc/testsuite/gcc.dg/*.h' \
      '*/gcc/testsuite/c-c++-common' \
    || die "cannot unpack the tests from $source"
  touch "$tests.unpacked"
}

# run_tests NAME COMPILER [runtest options]...: leave the sorted results of
# COMPILER in $out/NAME.sum.  The processes go through the same list of tests
# and claim ten at a time, in the directory `claims', as GCC's own `make -j
# check' does.
run_tests ()
{
  name=$1 compiler=$2
  shift 2
  rm -rf "${out:?}/$name" "$out/$name.sum"
  mkdir -p "$out/$name/claims"
  i=0
  while test "$i" -lt "$jobs"; do
    i=$((i + 1))
    mkdir "$out/$name/$i"
    cat >"$out/$name/$i/site.exp" <<END
set srcdir "$tests"
set build_triplet $triplet
set host_triplet $triplet
set target_triplet $triplet
set host_alias $triplet
set target_alias $triplet
set build_alias $triplet
END
    (cd "$out/$name/$i" \
     && GCC_RUNTEST_PARALLELIZE_DIR=$out/$name/claims exec runtest \
	  --tool gfortran --srcdir "$tests" \
	  "GFORTRAN_UNDER_TEST=$compiler $flags" "$@" >runtest.out 2>&1) &
  done
  wait
  grep -hE '^(PASS|FAIL|XPASS|XFAIL|KPASS|KFAIL|UNRESOLVED|UNTESTED|UNSUPPORTED|ERROR): ' \
    "$out/$name"/*/gfortran.sum 2>/dev/null | sort >"$out/$name.sum"
  test -s "$out/$name.sum" \
    || die "no results; see $out/$name/1/runtest.out"
}

# Print the names of the test files that have doubtful results in FILE.
doubtful_files ()
{
  grep -vE '^(PASS|XFAIL|UNSUPPORTED): ' "$1" | awk '{ print $2 }' | sort -u
}

# Run with plain gfortran what was doubtful with the plugin, by the drivers "$@",
# and set $with, $without to the results that are to be compared.
run_doubtful ()
{
  test -s "$out/plugin.sum" || die "there are no results of the run \`plugin'"
  with=$out/plugin-doubtful.sum
  without=$out/doubtful.sum
  doubtful_files "$out/plugin.sum" >"$out/doubtful.files"
  awk 'NR == FNR { wanted[$1] = 1; next } $2 in wanted' \
    "$out/doubtful.files" "$out/plugin.sum" >"$with"
  echo "test files to compare: $(wc -l <"$out/doubtful.files")"
  if ! test -s "$with"; then
    : >"$without"
    return
  fi
  names=$(sed 's,.*/,,' "$out/doubtful.files" | tr '\n' ' ')
  for word; do
    shift
    case $word in
      *.exp | *.exp=*) set -- "$@" "${word%%=*}=$names" ;;
      *) set -- "$@" "$word" ;;
    esac
  done
  run_tests doubtful "$gfortran" "$@"
}

# Print how many results of each kind FILE has.
count ()
{
  sed 's/:.*//' "$1" | sort | uniq -c | awk '{ printf " %s %s", $1, $2 }'
}

# A driver's name is followed by the patterns, without a space.
set -f
for driver in $drivers; do
  set -- "$@" "$driver${slice:+=$slice}"
done
set +f

triplet=$("$gfortran" -dumpmachine)
find_tests
with=$out/plugin.sum
without=$out/plain.sum
for run in $runs; do
  case $run in
    plain) run_tests plain "$gfortran" "$@" ;;
    plugin) run_tests plugin "$gfortran -fplugin=$plugin" "$@" ;;
    doubtful) run_doubtful "$@" ;;
    *) die "CHECK_GFORTRAN_RUNS: '$run' is neither plain, plugin nor doubtful" ;;
  esac
done
for run in "$without" "$with"; do
  if ! test -e "$run"; then
    echo "no comparison: there is no $run"
    exit 0
  fi
done

diff -U0 "$without" "$with" | grep '^[-+][A-Z]' >"$out/differences"
cat "$out/differences"
echo "without the plugin:$(count "$without")"
test "$with" = "$out/plugin.sum" || echo "these, with it:    $(count "$with")"
echo "with the plugin:   $(count "$out/plugin.sum")"
ndiff=$(wc -l <"$out/differences")
echo "results that differ: $ndiff"
test "$ndiff" -eq 0
