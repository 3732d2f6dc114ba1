#!/bin/sh
# Compile generated programs and run them on the cpu backend.
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

# Usage: check-generated.sh BUILDDIR [-j N] [COUNT [FIRST]]
#
# Programs FIRST to FIRST + COUNT - 1 (1 to 100 if not given) are made by
# BUILDDIR/testsuite/generate; number I is always the same one.  Each is
# compiled at the levels of GENERATED_LEVELS, by default -O0, -O2 and -O3, and
# has to compute what plain gfortran says; the PTX of level -O2 is assembled
# for GENERATED_TARGETS, by default sm_75, sm_80 and sm_90, if there is a
# ptxas.  What fails is kept in GENERATED_DIR, by default BUILDDIR/generated,
# each in a directory of its number with all output.
#
# With --build OUTPUT as the first arguments behind BUILDDIR the programs are
# not run, but put into the directory OUTPUT for run-gpu.sh, PER_PROGRAM (10)
# in an executable file, which runs those whose numbers are its arguments, or
# all.  They are compiled at one level, by default -O2.

set -u
src=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd) || exit 2
shift
output=
if test "${1-}" = --build; then
  mkdir -p "$2" || exit 2
  output=$(cd "$2" && pwd)
  shift 2
fi
jobs=$(nproc 2>/dev/null || echo 1)
if test "${1-}" = -j; then
  jobs=$2
  shift 2
fi
count=${1-100}
first=${2-1}
levels=${GENERATED_LEVELS-${output:+-O2}}
levels=${levels:--O0 -O2 -O3}
targets=${GENERATED_TARGETS-sm_75 sm_80 sm_90}
per_program=${PER_PROGRAM-10}
# Seconds of the processor's for the compiler, and of the clock for a program.
limit=120
run_limit=60
gfortran=${GFORTRAN-gfortran-12}
cudafortran=$build/bin/cudafortran
generate=$build/testsuite/generate
ptxas=${PTXAS-$(PATH=$PATH:/usr/local/cuda/bin command -v ptxas)}

out=${GENERATED_DIR-$build/generated}
rm -rf "$out"
mkdir -p "$out" || exit 2
export LC_ALL=C
export GCUF_BACKEND=cpu
: >"$out/failed"
cp "$src/generate/support.f90" "$src/generate/device.f90" "$out"
(cd "$out" && "$gfortran" -w -O1 -c support.f90 device.f90) || exit 2

# Program $1 fails because of $2; FILE $3 has what was said.
fail () {
  said=$(grep -m 1 -iE 'error|signal|ptxas|expected' "$3" || head -n 1 "$3")
  echo "FAIL: program $1: $2: $said" | tee -a "$out/failed"
}

# Run "$@" with its output in $log; true unless it failed.
limited () {
  (ulimit -t $limit && exec "$@") >"$log" 2>&1
}

# The same, but it must not say anything.  What GCC says about C's calling
# conventions is of no interest.
quiet () {
  limited "$@" || return
  ! grep -v 'note: the ABI of passing structure' "$log" | grep -q .
}

# Make program $1 and what plain gfortran compiles of it.
make_program () {
  "$generate" "$1" . \
    && limited "$gfortran" -w -ffree-line-length-none -O0 -I .. \
	 -c "g$1-plain.f90"
}

# Compile program $1 at level $2, with the other arguments.
compile () {
  sources=g$1.cuf
  test -f "g$1-b.cuf" && sources="g$1-b.cuf $sources"
  level=$2
  shift 2
  quiet "$cudafortran" -w -fno-diagnostics-show-caret $level -I .. \
    $sources "$@"
}

# The PTX with kernels that program $1 carries.  Each object ends in a NUL.
ptx_text () {
  tr '\000' '\001' <"$1" | awk '
    BEGIN { RS = "\001" }
    index ($0, ".version ") && index ($0, ".entry") {
      print substr ($0, index ($0, ".version "))
      exit
    }'
}

# Assemble the PTX of program $1.
assemble () {
  test -n "$ptxas" || return 0
  ptx_text "t$2" >t.ptx
  test -s t.ptx || return 0
  for target in $targets; do
    log=ptxas-$target.log
    "$ptxas" -c -arch=$target t.ptx -o t.cubin >$log 2>&1 \
      || { fail "$1" "ptxas $target" $log; return 1; }
  done
}

# Compile and run program $1 at all levels, in a directory of its own.
check () {
  ok=true
  log=plain.log
  if ! make_program "$1" || ! "$generate" --main "$1" >main.f90; then
    fail "$1" "plain gfortran" $log
    return 1
  fi
  for level in $levels; do
    log=compile$level.log
    if ! compile "$1" $level "g$1-plain.o" main.f90 ../support.o ../device.o \
	-o "t$level"; then
      fail "$1" "compiling with $level" $log
      ok=false
      continue
    fi
    log=run$level.log
    if ! timeout -k 5 $run_limit "./t$level" >$log 2>&1; then
      fail "$1" "running with $level" $log
      ok=false
    fi
    if test "$level" = -O2; then
      assemble "$1" $level || ok=false
    fi
  done
  $ok
}

# Compile program $1 for a bundle.
check_objects () {
  log=plain.log
  make_program "$1" || { fail "$1" "plain gfortran" $log; return 1; }
  log=compile.log
  compile "$1" "$levels" -c || { fail "$1" "compiling" $log; return 1; }
}

# Every $jobs-th program, from the $1-th on.
worker () {
  i=$((first + $1))
  while test $i -lt $((first + count)); do
    mkdir "$out/$i"
    cd "$out/$i" || exit 2
    if check $i; then
      rm -rf "${out:?}/$i"
    fi
    i=$((i + jobs))
  done
}

# Bundles of programs, every $jobs-th, from the $1-th on.
bundle_worker () {
  i=$((first + $1 * per_program))
  while test $i -lt $((first + count)); do
    bundle $i
    i=$((i + jobs * per_program))
  done
}

# Link the programs NUMBER... into the executable file $1.
link () {
  file=$1
  shift
  objects=
  for n in "$@"; do
    objects="$objects $(ls "$out/$n"/*.o)"
  done
  "$generate" --main "$@" >main.f90
  log=link.log
  quiet "$cudafortran" -w -I .. main.f90 $objects ../support.o ../device.o \
    $levels -o "$file"
}

# Put the programs from number $1 on into one executable file.  If that fails,
# find out which it was.
bundle () {
  numbers=
  n=$1
  while test $n -lt $(($1 + per_program)) && test $n -lt $((first + count)); do
    mkdir "$out/$n"
    cd "$out/$n" || exit 2
    if check_objects $n; then
      numbers="$numbers $n"
    fi
    n=$((n + 1))
  done
  mkdir "$out/bundle-$1"
  cd "$out/bundle-$1" || exit 2
  program=$output/generated-$1
  if test -n "$numbers" && ! link "$program" $numbers; then
    all=$numbers
    numbers=
    for number in $all; do
      if link "$program" $number; then
        numbers="$numbers $number"
      else
        fail $number linking $log
        cp $log "$out/$number"
      fi
    done
    test -z "$numbers" || link "$program" $numbers \
      || fail "$1" "linking$numbers" $log
  fi
  test -n "$numbers" || return
  strip "$program"
  echo "${program##*/}|pass|||" >>"$output/list.$1"
  for n in $numbers; do
    rm -rf "${out:?}/$n"
  done
  rm -rf "$out/bundle-$1"
}

w=0
while test $w -lt "$jobs"; do
  if test -n "$output"; then
    bundle_worker $w &
  else
    worker $w &
  fi
  w=$((w + 1))
done
wait

if test -n "$output"; then
  cat "$output"/list.[0-9]* >>"$output/list"
  rm -f "$output"/list.[0-9]*
  cp "$src/tools/run-gpu.sh" "$output"
  cp -L "$build"/libgcuf/libgcuf.so.1 "$output" || exit 1
  "$src/tools/copy-libraries.sh" "$output" "$output"/generated-* \
    "$output/libgcuf.so.1" || exit 1
  du -sh "$output"
fi
failed=$(cut -d : -f 2 "$out/failed" | sort -u | wc -l)
echo "generated programs: $((count - failed)) passed, $((failed)) failed"
test "$failed" -eq 0
