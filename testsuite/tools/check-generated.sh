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

# Usage: check-generated.sh BUILDDIR [--build OUTPUT] [-j N] [COUNT [FIRST]]
#
# Programs FIRST to FIRST + COUNT - 1 (1 to 100 if not given) are made by
# BUILDDIR/testsuite/generate; number I is always the same one.  Tens of them
# (1 to 10 and so on; PER_PROGRAM is another number) are linked into one
# executable file, and each has to compute what plain gfortran says.  A ten is
# compiled at one of the levels -O0, -O2 and -O3 in turn, and its PTX is
# assembled for sm_75, sm_80 or sm_90 in turn if there is a ptxas;
# GENERATED_LEVELS and GENERATED_TARGETS are other ones, for each program in the
# order of the tens, or `all' for all of these.  What fails is kept in
# GENERATED_DIR, by default BUILDDIR/generated, each in a directory of its number
# with all output; but it is no failure if plain gfortran's program differs at the
# same level.
#
# With --build the programs are not run, but put into the directory OUTPUT for
# run-gpu.sh, which runs those whose numbers are a file's arguments, or all.
# They are compiled with -O2 then.

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
targets=${GENERATED_TARGETS-}
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

# Which of the words $3, by default $4, ten $1 has: all if $2 is `all', else one
# of them.
choose () {
  n=$1
  case $2 in
    all) echo "$3" ;;
    *)
      set -- ${2:-$3}
      shift $((n % $#))
      echo "$1"
      ;;
  esac
}

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
  ! grep -vE 'note: the ABI of passing structure|: In function ' "$log" \
    | grep -q .
}

# Make program $1, what plain gfortran compiles of it, and a main program.
make_program () {
  mkdir "$out/$1" && cd "$out/$1" || exit 2
  log=plain.log
  if ! "$generate" "$1" . 2>$log \
     || ! limited "$gfortran" -w -ffree-line-length-none -O0 -I .. \
	  -c "g$1-plain.f90"; then
    fail "$1" "plain gfortran" $log
    return 1
  fi
  "$generate" --main "$1" >main.f90
}

# Compile program $1 at level $2.
compile () {
  cd "$out/$1" || exit 2
  sources=g$1.cuf
  test -f "g$1-b.cuf" && sources="g$1-b.cuf $sources"
  log=compile$2.log
  quiet "$cudafortran" -w -fno-diagnostics-show-caret $2 -I .. -c $sources \
    || { fail "$1" "compiling with $2" $log; return 1; }
}

# Link the programs NUMBER... into the executable file $2, with level $1.
link () {
  level=$1
  file=$2
  shift 2
  objects=
  for n in "$@"; do
    objects="$objects $(ls "$out/$n"/*.o)"
  done
  "$generate" --main "$@" >main.f90
  log=link$level.log
  quiet "$cudafortran" -w -I .. main.f90 $objects ../support.o ../device.o \
    $level -o "$file"
}

# The PTX with kernels that the executable file $1 carries.  Each object ends in
# a NUL.
ptx_text () {
  tr '\000' '\001' <"$1" | awk '
    BEGIN { RS = "\001" }
    index ($0, ".version ") && index ($0, ".entry") {
      print substr ($0, index ($0, ".version "))
      exit
    }'
}

# Assemble the PTX of the executable file $1 for the targets from $2 on.
assemble () {
  test -n "$ptxas" || return 0
  ptx_text "$1" >t.ptx
  test -s t.ptx || return 0
  shift
  # Where a kernel is exempt from it, the link gives the text a limit: see the
  # pass registers.  This is the lowest that bounds lead to.
  registers=
  ! grep -q '\.maxnreg 255' t.ptx || registers=-maxrregcount=32
  for target in "$@"; do
    log=ptxas-$target.log
    # There may be no limit.
    # shellcheck disable=SC2086
    limited "$ptxas" -c -arch=$target $registers t.ptx -o t.cubin || return
  done
}

# Take those out of $numbers whose linking with level $1, or whose PTX for the
# targets $2, is at fault.
blame () {
  all=$numbers
  numbers=
  for number in $all; do
    if ! link "$1" t "$number"; then
      fail "$number" "linking with $1" "$log"
    elif ! assemble t $2; then
      fail "$number" "assembling for $target" "$log"
    else
      numbers="$numbers $number"
      continue
    fi
    cp "$log" "$out/$number"
  done
}

# True if what plain gfortran makes of program $1 computes with level $2 something
# else than without optimization.
gfortran_differs () (
  cd "$out/$1" || exit 2
  log=plain$2.log
  limited "$gfortran" -w -ffree-line-length-none $2 -I .. -c "g$1-plain.f90" \
    -o other.o \
    && objcopy --redefine-sym "g$1_plain_=g$1_test_" \
	 --keep-global-symbol="g$1_test_" other.o \
    && limited "$gfortran" -w -I .. main.f90 "g$1-plain.o" other.o \
	 ../support.o ../device.o -o other \
    || return 1
  ! timeout -k 5 $run_limit ./other >$log 2>&1
)

# Run the programs NUMBER... of the executable file $2, compiled with level $1.
run_each () {
  level=$1
  file=$2
  shift 2
  for n in "$@"; do
    log=$out/$n/run$level.log
    timeout -k 5 $run_limit "$file" "$n" >"$log" 2>&1 && continue
    if gfortran_differs "$n" "$level"; then
      echo "NOTE: program $n: gfortran itself differs with $level"
    else
      fail "$n" "running with $level" "$log"
    fi
  done
}

# Compile the programs $4 at level $1, link them into the executable file $3,
# assemble their PTX for the targets $2 and run them, unless they are for a
# machine with a GPU.  True if there is a file in the end.
check () {
  numbers=
  for number in $4; do
    compile "$number" "$1" && numbers="$numbers $number"
  done
  cd "$directory" || exit 2
  while test -n "$numbers"; do
    if link "$1" "$3" $numbers && assemble "$3" $2; then
      test -n "$output" || run_each "$1" "$3" $numbers
      return 0
    fi
    cp "$log" why.log
    blame "$1" "$2"
    if test "$numbers" = "$all"; then
      fail "$number" "linking all of$numbers with $1" why.log
      numbers=
    fi
  done
  return 1
}

# Ten $1: programs $1 * PER_PROGRAM + 1 and so on, as far as they are wanted.
bundle () {
  made=
  n=$(($1 * per_program + 1))
  last=$((n + per_program - 1))
  test $n -ge $first || n=$first
  test $last -lt $((first + count)) || last=$((first + count - 1))
  directory=$out/bundle-$n
  program=${output:-.}/generated-$n
  mkdir "$directory"
  while test $n -le $last; do
    make_program $n && made="$made $n"
    n=$((n + 1))
  done
  for level in $(choose $1 "$levels" "-O0 -O2 -O3"); do
    check $level "$(choose $(($1 / 3)) "$targets" "sm_75 sm_80 sm_90")" \
      "$program" "$made" || continue
    if test -n "$output"; then
      strip "$program"
      echo "${program##*/}|pass|||" >>"$output/list.$1"
    fi
  done
  for n in $made; do
    grep -q "program $n:" "$out/failed" || rm -rf "${out:?}/$n"
  done
  rm -rf "$directory"
}

# Every $jobs-th ten, from the $1-th on.
worker () {
  ten=$(((first - 1) / per_program + $1))
  while test $((ten * per_program + 1)) -lt $((first + count)); do
    bundle $ten
    ten=$((ten + jobs))
  done
}

w=0
while test $w -lt "$jobs"; do
  worker $w &
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
