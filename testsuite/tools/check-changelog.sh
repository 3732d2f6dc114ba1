#!/bin/sh
# Check the script that makes ChangeLog of commit messages.
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


# Usage: check-changelog.sh
#
# The script runs in a repository made for it.  The exit status is 0 only if
# both what it writes and what it complains about are as expected.

set -eu
script=$(cd "$(dirname "$0")/../.." && pwd)/config/changelog.sh
command -v git >/dev/null || { echo "no git"; exit 0; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@example.org
GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@example.org
GIT_COMMITTER_DATE=2026-01-02T03:04:05Z
export GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL
export GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL GIT_COMMITTER_DATE
git init -q .
mkdir part
echo 'What was.' >ChangeLog
echo 1 >part/a.c
git add .
git commit -q -m 'ChangeLog: Begin'
echo 2 >part/a.c
echo 2 >part/b.c
git add .
git commit -q -F - <<'MESSAGE'
part: Count to two

One was not enough.

* part/a.c (count): Count further.
(twice): New function.
* part/b.c,
part/c.c: New.

Signed-off-by: A <a@example.org>
MESSAGE
echo 3 >part/a.c
git commit -q -a -m 'part: Count to three'
echo 4 >part/a.c
git commit -q -a -m 'counting to four'

sh "$script" --check . >wrong && { echo "nothing was wrong"; exit 1; }
sed 's/^[0-9a-f]\{7,\} //' wrong | diff -u - /dev/fd/3 3<<'WRONG'
counting to four
  the subject is not `component: Verb ...'
part: Count to two
  not changed by this commit: part/c.c
WRONG
sh "$script" .
sed 's/^\t/> /' ChangeLog | diff -u - /dev/fd/3 3<<'ENTRIES'
2026-01-02  The cudafortran authors

> counting to four

2026-01-02  The cudafortran authors

> part: Count to three

2026-01-02  The cudafortran authors

> One was not enough.

> * part/a.c (count): Count further.
> (twice): New function.
> * part/b.c,
> part/c.c: New.

What was.
ENTRIES
