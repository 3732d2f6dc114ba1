#!/bin/sh
# Let each call of the driver, and each allocation of the runtime library, fail
# in turn, and see what a program makes of it.
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

# Usage: check-faults.sh FAKEDIR LIBGCUF PROGRAM [quick]
#
# FAKEDIR has the driver without a device, and failing-malloc.so.  PROGRAM must
# use the shared library LIBGCUF and exit with 0, or with 3 if it has been given
# an error code, which it has printed after the word "error".
#
# Prints a line "PASS: ..." or "FAIL: ..." for each function of the driver that
# PROGRAM calls, and one each for the allocations with the cuda and the cpu
# backend.  With `quick' only the first and the last call of a function from
# each place fail, and every seventh allocation.

set -u
fake=$1
libgcuf=$2
program=$3
quick=${4-}
name=$(basename "$program")
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export LC_ALL=C GCUF_BACKEND=cuda GCUF_FAKE_LOG=$work/log
export GCUF_FAKE_DEVICES=2 GCUF_FAKE_MEMORY=16777216
export LD_LIBRARY_PATH=$fake:$(dirname "$libgcuf")
# So that memory that nothing was assigned to, or that is freed, is not zero.
export MALLOC_PERTURB_=165

# Failures that need not be told: what the function was wanted for can be done
# without, or another time.  With CODE behind the function it is of this one
# alone, with PROGRAM before it, of what that program does.
#
#   cuDeviceGetAttribute, cuDeviceGetUuid   a field that is zero.
#   cuDeviceTotalMem_v2                     the limit of the cache.
#   cuFuncGetAttribute                      for GCUF_DEBUG alone, or a field.
#   cuGetErrorName, cuGetErrorString        the number is there.
#   cuMemFree_v2, cuCtxSynchronize          of the cache, which goes on without.
#   cuMemAlloc_v2:2, cuMemAllocAsync:2,
#   cuMemAllocFromPoolAsync:2               after which the cache gives way.
#   cuMemHostAlloc                          other memory does.
#   cuStreamIsCapturing                     taken for no; what is forbidden in a
#                                           capture then fails itself.
#   cuThreadExchangeStreamCaptureMode       the same, around the loading of images.
#   loading/cuMemFreeHost                   what device code has written into.
#   loading/cuStreamDestroy_v2              that of a copy beside a capture.
#   loading/cuLinkDestroy                   the linker has done its work.
#   unified/cuMemHostUnregister,
#   reductions/cuMemFreeHost                at the end of the program.
#   observed/cuCtxSetCurrent, observed/cuEvent..., observed/cuDeviceGetName
#                                           for what is observed alone.
tolerated="cuDeviceGetAttribute cuDeviceGetUuid cuDeviceTotalMem_v2
  cuFuncGetAttribute cuMemFree_v2 cuMemAlloc_v2:2 cuMemAllocAsync:2
  cuMemAllocFromPoolAsync:2 cuCtxSynchronize
  cuGetErrorName cuGetErrorString cuMemHostAlloc cuStreamIsCapturing
  cuThreadExchangeStreamCaptureMode loading/cuMemFreeHost
  loading/cuStreamDestroy_v2 loading/cuLinkDestroy
  unified/cuMemHostUnregister reductions/cuMemFreeHost
  observed/cuCtxSetCurrent observed/cuEventCreate
  observed/cuDeviceGetName observed/cuEventDestroy_v2
  observed/cuEventElapsedTime observed/cuEventQuery observed/cuEventRecord
  observed/cuEventSynchronize
  observed/cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags
  observed/cuPointerGetAttributes"

# Failures that are told by another code: PROGRAM/FUNCTION=CODE.
#
#   loading/cuMemFree_v2    of the cache, so that there is no memory.
#   unified/cuDeviceGetAttribute  then the device counts as one that cannot do it.
translated="loading/cuMemFree_v2=2 unified/cuDeviceGetAttribute=pageable"

# Run the program with settings "$@"; the exit status is in $status.
run () {
  timeout 20 env "$@" "$program" >"$work/output" 2>"$work/errors"
  status=$?
}

# Whether the last run's outcome is a good one, CODE having been the error, or
# empty where there is none; $trouble says why not.  A message has a place, or the
# library's name, before it.
outcome_good () {
  trouble=
  case $status in
    0)
      ;;
    1)
      grep -Eq "^(libgcuf|[^ ]+:[0-9]+): .*${1:-memory}" "$work/errors" \
	|| grep -q "Error allocating" "$work/errors" \
	|| trouble="no message with ${1:-memory}" ;;
    3)
      if test -n "$1"; then
	grep -Eq "error *($1)" "$work/output" || trouble="not the code $1"
      else
	grep -q error "$work/output" || trouble="no code"
      fi ;;
    *)
      trouble="exit status $status" ;;
  esac
  test -z "$trouble"
}

# Whether all objects are gone, but for modules and their memory, which are the
# driver's to release.  Those that could not be destroyed may be left.
nothing_left () {
  left=$(awk 'NF == 2 && $1 !~ /^cu[A-Z]|^module/ && $2 != 0 { print $1, $2 }' \
	 "$GCUF_FAKE_LOG")
  test -z "$left" || trouble="left: $left"
  test -z "$left"
}

report () {
  if test -z "$3"; then
    echo "PASS: $name $1 ($2)"
  else
    echo "FAIL: $name $1 ($2): $3"
  fi
}

# --- The driver's calls ---------------------------------------------------------

# One run: call N of function $1 fails with $3.
one_failure () {
  run GCUF_FAKE_FAIL="$1:$2:$3"
  case " $translated " in
    *" $name/$1="*)
      other=${translated#*"$name/$1="}
      outcome_good "$3|${other%% *}" || return 1 ;;
    *)
      outcome_good "$3" || return 1 ;;
  esac
  if test "$status" -eq 0 && ! grep -q "^libgcuf: .*error $3" "$work/errors"; then
    case " $(echo $tolerated) " in
      *" $1 "* | *" $1:$3 "*) ;;
      *" $name/$1 "*) return 0 ;;
      *) trouble="not told"; return 1 ;;
    esac
  fi
  # After an error that leaves the device unusable nothing can be freed.
  case $3:$status:$1:$2 in
    700:* | *:1:* | *:cuMemFree*:* | *:cu*Destroy*:*+ \
      | *:cuMemHostUnregister:*+ | *:cuIpcCloseMemHandle:*+) return 0 ;;
  esac
  nothing_left
}

codes () {
  case $1 in
    cuMemAlloc*) echo 2 999 ;;
    cuLaunch* | cuMemcpy* | *Synchronize) echo 999 700 ;;
    *) echo 999 ;;
  esac
}

# The calls of function $1 that fail, out of $2.
numbers () {
  if test -n "$quick"; then
    awk -v call="$1" '$1 == call { print $3; print $4 }' "$work/sites" | sort -nu
  else
    seq 1 "$2"
  fi
}

run GCUF_FAKE_FAIL=
trouble=
test $status -eq 0 || trouble="exit status $status"
test -n "$trouble" || nothing_left
report "without failures" 1 "$trouble"
awk '/^cu/ && $2 > 0' "$GCUF_FAKE_LOG" >"$work/calls"
awk '$1 == "site" { print $2, $3, $4, $5 }' "$GCUF_FAKE_LOG" >"$work/sites"
while read -r call count; do
  runs=0
  all=
  for code in $(codes "$call"); do
    for n in $(numbers "$call" "$count") 1+; do
      runs=$((runs + 1))
      one_failure "$call" "$n" "$code" || all="$all [$n, $code: $trouble]"
    done
  done
  report "$call" "$runs runs" "$all"
done <"$work/calls"

# --- Allocations -----------------------------------------------------------------

# On the backend $1.
allocations () {
  GCUF_BACKEND=$1
  runs=0
  all=
  run LD_PRELOAD="$fake/failing-malloc.so" FAILING_MALLOC_COUNT="$work/count" \
    GCUF_FAKE_FAIL=
  read -r count <"$work/count" || count=0
  test "$count" -gt 0 || all="no allocations"
  # The cpu backend has one device, and no other process shares its memory.
  outcome_good "101|801" || all="$all [no failure: $trouble]"
  n=1
  while test $n -le "$count"; do
    runs=$((runs + 1))
    run LD_PRELOAD="$fake/failing-malloc.so" FAILING_MALLOC=$n
    outcome_good "" || all="$all [$n: $trouble]"
    n=$((n + step))
  done
  report "allocations ($1)" "$runs runs" "$all"
}

export FAILING_MALLOC_LIBRARY=$libgcuf
step=1
test -z "$quick" || step=7
allocations cuda
allocations cpu
exit 0
