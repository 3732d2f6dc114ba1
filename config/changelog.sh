#!/bin/sh
# Put the entries of commit messages into ChangeLog, or check the messages.
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

# Usage: changelog.sh [--check] SOURCE [RANGE]
#
# A commit message is a subject `component: Verb ...', the reason, and entries
# as GNU's coding standards have them in a ChangeLog, but not indented:
#
#   libgcuf: Order frees by their stream
#
#   The order was that of ...
#
#   * libgcuf/core/alloc.c (gcuf_free): Take the stream.
#
# Without --check the messages of RANGE, by default all commits after the last
# that changed ChangeLog, go to the top of SOURCE/ChangeLog, the newest first; a
# message without a body gives its subject.  Merges are left out.
#
# With --check it prints what is wrong with the messages of RANGE: a subject of
# another form or of more than 72 characters, longer lines than that, and
# entries of files that the commit does not change.  The exit status is 0 only
# if nothing is.

set -u
check=0
if test "${1-}" = --check; then
  check=1
  shift
fi
cd "$1" || exit 2
range=${2-$(git log -1 --format=%H -- ChangeLog)..HEAD}
commits=$(git rev-list --no-merges "$range") || exit 2

# The body of commit $1 without trailers, and without empty lines at its ends.
body ()
{
  git log -1 --format=%b "$1" \
    | grep -vE '^(Co-authored-by|Signed-off-by|Reviewed-by):' \
    | awk '/./ { while (empty > 0 && any) { print ""; empty-- }
		 empty = 0; any = 1; print; next }
	   { empty++ }'
}

# What is wrong with the message of commit $1.
faults ()
{
  git log -1 --format=%s "$1" | awk '
    !/^[A-Za-z][A-Za-z0-9_+, -]*: [A-Z][a-z]/ {
      print "the subject is not `component: Verb ...'\''" }
    length > 72 { print "the subject has more than 72 characters" }'
  body "$1" | awk 'length > 72 { print "more than 72 characters: " $0 }'
  changed=$(git show --format= --name-status --no-renames "$1" | cut -f 2)
  body "$1" | awk '/^\* / { sub (/^\* /, ""); entry = 1 }
		   /^$/ { entry = 0 }
		   entry { sub (/[(:<[].*/, ""); entry = /,$/
			   gsub (/,/, " "); print }' \
    | tr ' ' '\n' | grep . | while read -r name; do
    echo "$changed" | grep -qE "^${name%/}(/|\$)" \
      || echo "not changed by this commit: $name"
  done
}

if test $check = 1; then
  status=0
  for commit in $commits; do
    wrong=$(faults "$commit")
    if test -n "$wrong"; then
      status=1
      git log -1 --format='%h %s' "$commit"
      echo "$wrong" | sed 's/^/  /'
    fi
  done
  exit $status
fi

new=$(mktemp) || exit 2
trap 'rm -f "$new"' EXIT
for commit in $commits; do
  git log -1 --format='%cd  The cudafortran authors%n' --date=short "$commit"
  text=$(body "$commit")
  test -n "$text" || text=$(git log -1 --format=%s "$commit")
  printf '%s\n' "$text" | sed -e 's/^\(..*\)$/\t\1/'
  echo
done >"$new"
cat ChangeLog >>"$new" && cat "$new" >ChangeLog
