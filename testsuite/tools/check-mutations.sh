#!/bin/sh
# Compile and link mutated sources of the test suite: errors are fine, a
# compiler that breaks or hangs is not.
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

# Usage: check-mutations.sh BUILDDIR [-j N] [COUNT [FIRST]]
#
# Mutations FIRST to FIRST + COUNT - 1 (1 to 2000 if not given) are compiled;
# number I is always the same one.  One of MUTATIONS_GENTLE, by default six, is
# a gentle one and goes through -O2 and, if it compiles, through the link for
# the device, where ptxas is; the others are only checked.  What fails is kept
# in MUTATIONS_DIR, by default BUILDDIR/mutations, each with the compiler's
# output.  It fails
#
# - by an internal compiler error, a signal, more than 20 seconds, or without a
#   message,
# - by the message that the compiler is confused by earlier errors,
# - by what ptxas says at the link,
#
# unless plain gfortran does the same with this source, or with the source
# without what is CUDA Fortran's, or, as valgrind sees where there is one, uses
# memory that it should not in the same function, or the compiler takes nearly as
# long for the source that was mutated.

set -u
src=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd) || exit 2
shift
jobs=$(nproc 2>/dev/null || echo 1)
if test "${1-}" = -j; then
  jobs=$2
  shift 2
fi
count=${1-2000}
first=${2-1}
# Seconds of the processor's after which the compiler is taken to hang, and of
# the clock.
limit=20
clock=600
one_gentle_of=${MUTATIONS_GENTLE-6}
gfortran=${GFORTRAN-gfortran-12}
# What the assembler of the accelerator compiler finds there looks at the PTX.
PATH=$PATH:/usr/local/cuda/bin

out=${MUTATIONS_DIR-$build/mutations}
rm -rf "$out"
mkdir -p "$out" || exit 2
export LC_ALL=C
# What has been freed must not be used: let it be seen.
export MALLOC_PERTURB_=165
ls "$src"/cudafortran.*/*.cuf "$src"/cudafortran.*/*.CUF \
   "$src"/cudafortran.*/*.f "$src"/../examples/*.cuf \
   "$src"/../examples/*.f90 >"$out/sources" 2>/dev/null
sources=$(wc -l <"$out/sources")
: >"$out/failed"
: >"$out/linked"

# An installation that lacks something has errors for everything.
echo end >"$out/empty.cuf"
if ! "$build/bin/cudafortran" -fsyntax-only "$out/empty.cuf"; then
  echo "$0: the compiler does not work" >&2
  exit 2
fi

# Run the command "$@"; true if it broke or hung.  The driver's status is 4
# for an internal compiler error.
broken () {
  (cd "$dir" && ulimit -t $limit && exec timeout $clock "$@") \
    >"$dir/output" 2>&1
  status=$?
  test $status -gt 1 && return
  if test -s "$dir/output"; then
    grep -qE "$signs" "$dir/output" && return
    test $status -eq 0 || ! grep -q 'rror:' "$dir/output"
  else
    test $status -ne 0
  fi
}
signs='internal compiler error|confused by earlier errors|ptxas|^Segmentation'
signs="$signs|terminated program|Aborted"

# A source $1 without what is CUDA Fortran's, as far as that is seen in its
# words, and without the modules that gfortran lacks.
plain_source () {
  sed -E -e '/^ *use *(,.*::)? *(cu|cooperative_groups|nvtx|nccl|sort|wmma)[a-z0-9_]*/Id' \
    -e 's/^(.*)attributes *\([a-z, ]*\) *::.*/\1/I' \
    -e 's/attributes *\([a-z, ]*\)//Ig' -e 's/<<<[^>]*>>>//g' \
    -e 's/, *(device|managed|constant|shared|pinned|unified|texture)\>//Ig' \
    -e 's/\<(launch_bounds|cluster_dims) *\([^)]*\)//Ig' "$1"
}

# Set $language to that of mutation $1 for plain gfortran.
find_language () {
  case $1 in
    *.f) language=f77 ;;
    *.CUF) language=f95-cpp-input ;;
    *) language=f95 ;;
  esac
}

# True if plain gfortran breaks with mutation $1, too, or takes nearly as long;
# $2 is the directory of its original.
breaks_gfortran () {
  limit=$((limit / 2))
  find_language "$1"
  broken "$gfortran" -x $language $mode -w -I "$2" -J "$dir" "$1" \
    || { plain_source "$dir/$1" >"$dir/plain"
	 broken "$gfortran" -x $language -fcray-pointer $mode -w -I "$2" \
	   -J "$dir" plain; }
  same=$?
  limit=$((limit * 2))
  return $same
}

# The function in which the compiler run by "$@" first reads or writes memory
# that is not its own.  Whether it breaks then depends on what is there.
first_misuse () {
  (cd "$dir" && rm -f valgrind.log && exec timeout $clock "$@" \
     -wrapper valgrind,-q,--undef-value-errors=no,--log-file=valgrind.log) \
    >/dev/null 2>&1
  sed -n 's/^==.* at 0x[0-9A-F]*: \([A-Za-z_][A-Za-z_0-9]*\).*/\1/p' \
    "$dir/valgrind.log" 2>/dev/null | head -n 1
}

# True if plain gfortran misuses memory with mutation $1 where ours does; $2 is
# the directory of its original.
misuses_memory () {
  command -v valgrind >/dev/null || return 1
  find_language "$1"
  ours=$(first_misuse "$build/bin/cudafortran" -cuda $mode -w -I "$src" \
	   -I "$2" -J "$dir" "$1")
  test -n "$ours" || return 1
  plain_source "$dir/$1" >"$dir/plain"
  for source in "$1" plain; do
    theirs=$(first_misuse "$gfortran" -x $language -fcray-pointer $mode -w \
	       -I "$2" -J "$dir" "$source")
    test "$ours" != "$theirs" || return 0
  done
  return 1
}

# True if the compiler was stopped by the limit and takes more than half of it
# for source $1, which is as it was.
takes_long () {
  grep -q 'Killed signal terminated\|^Killed' "$out/$name.out" || return
  limit=$((limit / 2))
  broken "$build/bin/cudafortran" -cuda $action -w -I "$src" \
    -I "${1%/*}" -J "$dir" "$1"
  same=$?
  limit=$((limit * 2))
  return $same
}

# Compile mutation $1 in directory $2.  What breaks gfortran too is not ours.
check () {
  eval "original=\${$(($1 % sources + 2))}"
  name=$1-${original##*/}
  dir=$out/worker-$worker
  mode=-fsyntax-only
  action=$mode
  gentle=0
  if test $((($1 / one_gentle_of + $1) % one_gentle_of)) -eq 0; then
    gentle=1
    mode="-O2 -S -o /dev/null"
    action="-O2 -shared -fPIC -o t.so"
  fi
  if ! awk -v seed="$1" -v gentle=$gentle -f "$src/tools/mutate.awk" "$original" \
      >"$dir/$name"; then
    echo "FAIL: $name cannot be made" | tee -a "$out/failed"
    return
  fi
  if broken "$build/bin/cudafortran" -cuda $action -w -I "$src" \
      -I "${original%/*}" -J "$dir" "$name"; then
    { echo "status $status, $action"; cat "$dir/output"; } >"$out/$name.out"
    how=$status
    if breaks_gfortran "$name" "${original%/*}"; then
      echo "$name breaks gfortran, too"
      rm -f "$dir/$name" "$out/$name.out"
    elif misuses_memory "$name" "${original%/*}"; then
      echo "$name misuses memory in $ours, as gfortran does"
      rm -f "$dir/$name" "$out/$name.out"
    elif takes_long "$original"; then
      echo "$name takes as long as $original"
      rm -f "$dir/$name" "$out/$name.out"
    else
      mv "$dir/$name" "$out"
      what=$(grep -m 1 -oE "$signs" "$out/$name.out")
      echo "FAIL: $name (status $how${what:+, $what})" | tee -a "$out/failed"
    fi
  else
    rm -f "$dir/$name"
  fi
  if test -e "$dir/t.so"; then
    echo "$1" >>"$out/linked"
    rm "$dir/t.so"
  fi
  for module in "$dir"/*.*mod; do
    test ! -e "$module" || rm -f "$module"
  done
}

# Every $jobs-th mutation, from the $1-th on.
worker () {
  worker=$1
  mkdir "$out/worker-$worker"
  i=$((first + worker))
  set -- $(cat "$out/sources")
  while test $i -lt $((first + count)); do
    check $i "$@"
    i=$((i + jobs))
  done
  rm -rf "$out/worker-$worker"
}

w=0
while test $w -lt "$jobs"; do
  worker $w &
  w=$((w + 1))
done
wait
failed=$(wc -l <"$out/failed")
linked=$(wc -l <"$out/linked")
echo "mutations: $((count - failed)) passed ($((linked)) linked)," \
  "$((failed)) failed"
test "$failed" -eq 0
