#!/bin/sh
# Run the programs that build-gpu.sh made.
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

# Usage: run-gpu.sh [--memcheck | --racecheck | --synccheck | --valgrind]
#		    [--cpu] [-j N] [--devices N] [--limit SECONDS] [--log FILE]
#		    [PATTERN]
#
# Runs every program of the list beside this script whose name matches the
# shell pattern PATTERN, on the cuda backend.  --memcheck and so on run them
# under compute-sanitizer, but those that say (dg-not-under) why they cannot.
# --cpu uses the cpu backend, and --valgrind uses it under valgrind with the -O2
# programs alone, where only errors count in whose stack libgcuf has a part.
# -j N runs N at a time, and --devices N spreads them over the first N devices,
# one for each program; what asks for other devices (cudaSetDevice) sees all.  A
# program is killed after --limit seconds.  --log writes a line for each program
# when it ends, which says what became of it and after how many seconds.  Prints
# the output of each that fails; the last line is "N passed, N failed".

set -u
here=$(cd "$(dirname "$0")" && pwd)
backend=cuda
tool=
jobs=4
devices=1
limit=
log_file=/dev/null
pattern='*'
while test $# -gt 0; do
  case $1 in
    --memcheck | --racecheck | --synccheck) tool=${1#--} ;;
    --valgrind) tool=valgrind backend=cpu pattern='*-O2*' ;;
    --cpu) backend=cpu ;;
    -j) shift; jobs=$1 ;;
    --devices) shift; devices=$1 ;;
    --limit) shift; limit=$1 ;;
    --log) shift; log_file=$1 ;;
    -*) echo "$0: unknown option $1" >&2; exit 2 ;;
    *) pattern=$1 ;;
  esac
  shift
done
case $tool in
  "") : "${limit:=240}" ;;
  *) : "${limit:=600}" ;;
esac

sanitizer=$(PATH=$PATH:/usr/local/cuda/bin command -v compute-sanitizer)
case $tool in
  *check)
    if test -z "$sanitizer"; then
      echo "$0: compute-sanitizer is not in PATH" >&2
      exit 2
    fi ;;
  valgrind)
    if ! command -v valgrind >/dev/null; then
      echo "$0: valgrind is not installed" >&2
      exit 2
    fi ;;
esac

results=$(mktemp -d) || exit 2
trap 'rm -rf "$results"' EXIT
export GCUF_BACKEND=$backend
export LD_LIBRARY_PATH=$here${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}


# The number of errors in valgrind's log $1 that libgcuf has a part in: reports
# are separated by lines that hold the process number alone.
valgrind_errors () {
  awk '
    # What the dynamic linker allocates where a library is opened is its own.
    function ours () { return report ~ /gcuf/ && report !~ /dl_open_worker/ }
    /^==[0-9]+== *$/ { n += ours (); report = ""; next }
    /^==[0-9]+== +(at|by) 0x/ { report = report $0 }
    END { print n + ours () + 0 }' "$1"
}

# Run program $1 with settings $2, its output to $3, in a directory of its own.
run () {
  mkdir "$3.d" || return
  (cd "$3.d" && run_here "$@")
}

# A tool's messages go to a file of their own, $3.tool.
run_here () {
  case $tool in
    *check)
      timeout -k 10 $limit env GCUF_ALLOC_CACHE=0 $2 "$sanitizer" --tool $tool \
	--error-exitcode 9 --log-file "$3.tool" \
	--report-api-errors no "$here/$1" >"$3" 2>&1 ;;
    valgrind)
      timeout -k 10 $limit env $2 valgrind -q --leak-check=full \
	--errors-for-leak-kinds=definite --show-leak-kinds=definite \
	--num-callers=30 --log-file="$3.tool" "$here/$1" >"$3" 2>&1 ;;
    *)
      timeout -k 10 $limit env $2 "$here/$1" >"$3" 2>&1 ;;
  esac
}

# True if file $2 matches the regular expression $1: a line of it does, or its
# text with blanks for line ends.
matches () {
  grep -Eq -e "$1" "$2" || tr '\n\r' '  ' <"$2" | grep -Eq -e "$1"
}

# True if compute-sanitizer wrote log $1 of a program that does nothing on the
# GPU, whose exit status it does not hand on.
without_gpu () {
  grep -q "terminated before first instrumented API call" "$1"
}

# Run and judge one line of the list.
judge () {
  name=$1 expected=$2 settings=$3 text=$4
  log=$results/$name.out
  start=$(date +%s)
  run "$name" "$settings" "$log"
  status=$?
  seconds=$(($(date +%s) - start))
  touch "$log.tool"
  # A trap is what STOP is, which may be the end that is expected.
  if test "${tool%check}" != "$tool" && test $status -eq 9 \
      && grep -q "Trace/breakpoint trap" "$log.tool"; then
    test $expected = pass && status=0 || status=1
  elif without_gpu "$log.tool"; then
    test $expected = pass && status=0 || status=1
  fi
  why=
  if test $status -eq 124 \
      || { test $status -eq 137 && test $seconds -ge $limit; }; then
    why="killed or timed out"
  elif test "${tool%check}" != "$tool" && test $status -eq 9 \
      && test $expected = pass; then
    why="compute-sanitizer found errors"
  elif test $expected = pass && test $status -ne 0; then
    why="exit status $status"
  elif test $expected = fail && test $status -eq 0; then
    why="it should have stopped with an error"
  elif test -n "$text" && ! matches "$text" "$log"; then
    why="its output does not match $text"
  fi
  if test $tool. = valgrind. \
      && test "$(valgrind_errors "$log.tool")" -ne 0; then
    why="valgrind found errors in libgcuf"
  fi
  if test -z "$why"; then
    echo "$name" >>"$results/passed"
    echo "pass $seconds $name" >>"$log_file"
  else
    { echo "FAIL: $name: $why"; cat "$log" "$log.tool" | tail -n 60; } \
      >"$log.failed"
    cat "$log.failed"
    echo "$name" >>"$results/failed"
    echo "FAIL $seconds $name: $why" >>"$log_file"
  fi
}

# True if program $1 asks how much memory the device has left: others beside it
# would have a say in that.
alone () {
  grep -q cudaMemGetInfo "$here/$1"
}

# Every program that runs holds a place; the free ones wait in a pipe.
mkfifo "$results/places" || exit 2
exec 3<>"$results/places"

free_all () {
  place=0
  while test $place -lt "$jobs"; do
    echo $place >&3
    place=$((place + 1))
  done
}

# Judge one line of the list at $place and leave that.
judge_at_place () {
  if test "$devices" -gt 1 && ! grep -q cudaSetDevice "$here/$1"; then
    export CUDA_VISIBLE_DEVICES=$((place % devices))
  fi
  judge "$@"
  echo $place >&3
}

# Take all places.
await_all () {
  taken=0
  while test $taken -lt "$jobs"; do
    read -r place <&3
    taken=$((taken + 1))
  done
}

free_all
while IFS="|" read -r name expected not_under settings text; do
  case $name in
    $pattern) ;;
    *) continue ;;
  esac
  # What is for the cpu backend runs there, without this script, too.
  case $backend,$settings in
    cuda,*GCUF_BACKEND=cpu*) continue ;;
  esac
  case " $not_under " in
    *" ${tool:-no tool} "*)
      echo "not under $tool: $name"
      continue ;;
  esac
  if alone "$name"; then
    await_all
    judge "$name" "$expected" "$settings" "$text"
    free_all
  else
    read -r place <&3
    judge_at_place "$name" "$expected" "$settings" "$text" &
  fi
done <"$here/list"
wait

passed=$(cat "$results/passed" 2>/dev/null | wc -l)
failed=$(cat "$results/failed" 2>/dev/null | wc -l)
if test $((passed + failed)) -eq 0; then
  echo "Nothing was run."
fi
echo "$passed passed, $failed failed"
test "$passed" -gt 0 && test "$failed" -eq 0
