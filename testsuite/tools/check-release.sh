#!/bin/sh
# Run README's two commands on a fresh system of a distribution.
# Copyright (C) 2026 The cudafortran authors.
#
# This file is part of cudafortran.
#
# Cudafortran is free software; you can redistribute it and/or modify it under
# the terms of the GNU General Public License as published by the Free Software
# Foundation; either version 3, or (at your option) any later version.
#
# Cudafortran is distributed in the hope that it will be useful, but WITHOUT ANY
# WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS FOR
# A PARTICULAR PURPOSE.  See the GNU General Public License for more details.
#
# You should have received a copy of the GNU General Public License along with
# cudafortran; see the file COPYING.  If not, see
# <http://www.gnu.org/licenses/>.

# Usage: check-release.sh RELEASE [SERIES...]
#
# RELEASE is a name that debootstrap knows, as trixie.  It makes a chroot of
# nothing but that release and make, clones the HEAD of this repository into it,
# and runs `make demo', `make check' and `make check-gfortran' there: with the
# distribution's own gfortran, or with that of each SERIES of GCC, as 13.  For each
# it prints a line
#
#   RELEASE gfortran VERSION: demo passed, check N passed, N failed, \
#     gfortran.dg N differ
#
# in which ERROR stands for numbers that there are not.  The exit status is 0 if
# all passed, 1 if something failed, and 77, with the reason, where no chroot can
# be made: that takes root, debootstrap and a mirror.
#
#   CHECK_RELEASE_DIR	  where to make the chroot; by default below /var/tmp.
#			  It is removed at the end unless this is set.
#   CHECK_RELEASE_LOGS	  where to keep the output of the commands; by default
#			  it is lost
#   CHECK_RELEASE_MIRROR  of the release's packages, as debootstrap takes it
#   CHECK_RELEASE_CUDA	  a directory of the CUDA toolkit, to be /usr/local/cuda
#			  in the chroot; by default there is none
#   CHECK_RELEASE_TESTS	  the tests of `make check', as its RUNTESTFLAGS, say
#			  `errors.exp data.exp'; by default all
#   CHECK_RELEASE_GFORTRAN  the test files of `make check-gfortran', as its
#			  CHECK_GFORTRAN_SLICE, or `no' for none; by default all,
#			  which takes a quarter of an hour, or more

set -u
tree=$(cd "$(dirname "$0")/../.." && pwd)
release=${1?usage: check-release.sh RELEASE [SERIES...]}
shift
root=${CHECK_RELEASE_DIR-/var/tmp/cudafortran-$release.$$}
logs=${CHECK_RELEASE_LOGS-}
export LC_ALL=C

skip () {
  echo "check-release: $release is skipped: $1"
  exit 77
}

unmount () {
  for directory in usr/local/cuda dev/pts dev proc; do
    mountpoint -q "$root/$directory" && umount "$root/$directory"
  done
}

clean () {
  unmount
  # Nothing of the host's must be left below it.
  if test -z "${CHECK_RELEASE_DIR-}" && ! grep -q " $root/" /proc/mounts; then
    rm -rf "$root"
  fi
}

# Put the file systems into the chroot that programs want.
mount_all () {
  mount -t proc proc "$root/proc" \
    && mount --bind /dev "$root/dev" \
    && mount --bind /dev/pts "$root/dev/pts" \
    || return
  if test -n "${CHECK_RELEASE_CUDA-}"; then
    mkdir -p "$root/usr/local/cuda" \
      && mount --bind "$CHECK_RELEASE_CUDA" "$root/usr/local/cuda"
  fi
}

# Run "$2"... in the clone for series $series, with its output in $root/$clone.$1.
in_clone () {
  log=$root/$clone.$1
  shift
  chroot "$root" env HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C \
    sh -c 'cd "$0" && exec "$@"' "/root/$clone" "$@" >"$log" 2>&1
}

# Run `make demo' and set $demo to what came of it.
run_demo () {
  demo=failed
  # The empty word is none, here and below.
  # shellcheck disable=SC2086
  in_clone demo make $gfortran demo && demo=passed
}

# Run `make check' and set $check to its last line.
run_check () {
  # shellcheck disable=SC2086
  in_clone check make $gfortran check \
    ${CHECK_RELEASE_TESTS:+"RUNTESTFLAGS=$CHECK_RELEASE_TESTS"}
  check_status=$?
  # What make says of a failure comes behind it.
  check=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$root/$clone.check" \
	  | tail -n 1)
  test $check_status = 0 && test -n "$check"
}

# Run `make check-gfortran', if it is wanted, and set $differ to how many results
# the plugin changes.
run_check_gfortran () {
  test "${CHECK_RELEASE_GFORTRAN-}" != no || return 0
  # shellcheck disable=SC2086
  in_clone check-gfortran make $gfortran check-gfortran \
    CHECK_GFORTRAN_RUNS='plugin doubtful' \
    "CHECK_GFORTRAN_SLICE=${CHECK_RELEASE_GFORTRAN-}"
  gfortran_status=$?
  differ=$(sed -n 's/^results that differ: //p' "$root/$clone.check-gfortran")
  test $gfortran_status = 0 && test -n "$differ"
}

# Try series $1, or the distribution's own if that is empty.
check_series () {
  series=$1
  clone=cudafortran${series:+-$series}
  gfortran=${series:+GFORTRAN=gfortran-$series}
  differ=
  status=0
  git clone -q "$tree" "$root/root/$clone" || return
  for run in run_demo run_check run_check_gfortran; do
    $run || status=1
  done
  version=$(sed -n 's/^configure: gfortran \([0-9.]*\):.*/\1/p' \
	    "$root/$clone".* | head -n 1)
  if test -n "$logs"; then
    mkdir -p "$logs" && cp "$root/$clone".* "$logs"
  fi
  test "${CHECK_RELEASE_GFORTRAN-}" = no \
    || differ=", gfortran.dg ${differ:-ERROR} differ"
  echo "$release gfortran ${version:-$series}: demo $demo," \
    "check ${check:-ERROR}$differ"
  return $status
}

test "$(id -u)" = 0 || skip "only root can make a chroot"
command -v debootstrap >/dev/null || skip "there is no debootstrap"
trap clean EXIT
trap 'exit 1' HUP INT TERM
# The words that follow are two or none.
# shellcheck disable=SC2086
if ! test -x "$root/usr/bin/make"; then
  messages=$(debootstrap --variant=minbase --include=make "$release" "$root" \
	     ${CHECK_RELEASE_MIRROR-} 2>&1) \
    || skip "debootstrap failed: $(echo "$messages" | tail -n 1)"
fi
mount_all || skip "nothing can be mounted"

failures=0
test $# != 0 || set -- ''
for series; do
  check_series "$series" || failures=$((failures + 1))
done
test $failures = 0
