# Count the instructions of a kernel's machine code, see compare-code.sh.
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

# Input is what od -An -v -w16 -t x4 prints of it: four words for an instruction
# of compute capability 9.0, of which the lowest 12 bits are the operation.
# Prints the numbers of instructions, of those in the longest innermost loop, of
# loads and stores of local memory, and of calls.

function hex(text,    i, n) {
  for (i = 1; i <= length(text); i++)
    n = 16 * n + index("0123456789abcdef", substr(text, i, 1)) - 1
  return n
}

{
  code = hex(substr($1, 6)) # 12 bits
  if (code == hex("918"))
    next # NOP, with which the section ends
  n++
  if (code == hex("983") || code == hex("387"))
    local++
  if (code == hex("944") || code == hex("943"))
    calls++
  # A branch backwards, by four bytes times a number whose lowest eight bits are
  # in the first word, and the others from bit 2 of the second word.  The one to
  # itself is behind the code.
  if (code == hex("947") && hex(substr($3, 4)) % 262144 == 262143) {
    to = NR + 1 - (2 ^ 38 - int(hex($2) / 4) * 256 - hex(substr($1, 3, 2))) / 4
    if (to < NR) {
      from[++loops] = to
      until[loops] = NR
    }
  }
}

END {
  for (i = 1; i <= loops; i++) {
    inner = 1
    for (j = 1; j <= loops; j++)
      if (j != i && from[j] >= from[i] && until[j] <= until[i] \
	  && until[j] - from[j] < until[i] - from[i])
	inner = 0
    if (inner && until[i] - from[i] + 1 > longest)
      longest = until[i] - from[i] + 1
  }
  print n, longest + 0, local + 0, calls + 0
}
