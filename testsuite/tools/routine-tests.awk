# The routines in the table of doc/api-routines.texi and their tests.
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
# Prints a line "ROUTINE DIRECTORY/TEST" for each test of a routine, with "-" in
# place of the test if there is none.

/^@itemx? @code\{/ {
  sub (/^@itemx? @code\{/, "")
  sub (/\}.*/, "")
  names[++n] = $0
}

/^@tab / && n {
  if (!/^@tab [a-z]+\/[a-z0-9-]/)
    print names[1], "-"
  gsub (/,/, "")
  for (i = 1; i <= n; i++)
    for (j = 2; j <= NF; j++)
      if ($j ~ /^[a-z]+\/[a-z0-9-]+$/)
	print names[i], $j
  n = 0
}
