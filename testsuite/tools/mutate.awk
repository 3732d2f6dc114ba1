# Mutate a Fortran source: delete, duplicate, replace or swap some of its tokens,
# or delete or duplicate lines.
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

# awk -v seed=N [-v gentle=1] -f mutate.awk SOURCE
#
# Gentle mutations are fewer, and mostly leave what compiles: numbers, operators and
# names become others of their kind, and lines disappear, come twice or change
# places.
#
# The same seed makes the same mutation with every awk: the generator's numbers
# stay below 2^46, which double precision has exactly.

function random (n)
{
  seed = (seed * 16807) % 2147483647
  return int (seed / 2147483647 * n)
}

# A token, or the space before one.
function add (text)
{
  token[++count] = text
}

# Comments of no meaning are left out: they would only take mutations away.
function comment_p (line)
{
  return line ~ /^[ \t]*!/ && tolower (line) !~ /^[ \t]*!([$@]cuf|dir\$|\$omp)/
}

BEGIN {
  seed = seed % 2147483646 + 1
  for (i = 0; i < 9; i++)
    random(2)
}

comment_p($0) { next }

{
  rest = $0
  while (length (rest))
    {
      if (match (rest, /^[ \t]+/) \
	  || match (rest, /^[!cC*][$@][A-Za-z]+/) \
	  || match (rest, /^[A-Za-z_][A-Za-z0-9_]*/) \
	  || match (rest, /^[0-9]+(\.[0-9]*)?([eEdD][-+]?[0-9]+)?(_[A-Za-z0-9]+)?/) \
	  || match (rest, /^"[^"]*"/) || match (rest, /^'[^']*'/) \
	  || match (rest, /^\.[A-Za-z]+\./) \
	  || match (rest, /^(<<<|>>>|\*\*|\/\/|\(\/|\/\)|[=\/<>]=|=>|::)/))
	size = RLENGTH
      else
	size = 1
      add(substr (rest, 1, size))
      rest = substr (rest, size + 1)
    }
  add("\n")
}

# The number of a token that is no space.
function pick ()
{
  t = 1 + random(count)
  for (tries = 0; tries < 50 && token[t] ~ /^[ \t]*$/; tries++)
    t = 1 + random(count)
  return t
}

# What sort of token TEXT is.
function sort_of (text)
{
  return text ~ /^[A-Za-z_]/ ? "name" : text ~ /^[0-9]/ ? "number" : "other"
}

# Another token than A: as often of the same sort, which the parser lets pass, as
# its neighbour or any.
function pick_other (a, b, n)
{
  if (random(4) == 0)
    {
      b = a % count + 1
      while (token[b] ~ /^[ \t]+$/)
	b = b % count + 1
      return b
    }
  b = pick()
  if (random(4))
    for (n = 0; n < 50 && sort_of(token[b]) != sort_of(token[a]); n++)
      b = pick()
  return b
}

# Delete or duplicate the line of token A.
function mutate_line (a, b, i, text, delete_it)
{
  delete_it = random(2)
  while (a > 1 && token[a - 1] != "\n")
    a--
  for (b = a; b <= count && token[b] != "\n"; b++)
    text = text token[b]
  if (delete_it)
    for (i = a; i < b; i++)
      token[i] = ""
  else
    token[a] = text "\n" token[a]
}

function mutate (a, b, what)
{
  a = pick()
  what = random(6)
  if (what == 0)
    token[a] = ""
  else if (what == 1)
    token[a] = token[a] (token[a] ~ /^[A-Za-z0-9_]/ ? " " : "") token[a]
  else if (what == 2)
    mutate_line(a)
  else
    {
      b = pick_other(a)
      t = token[a]
      token[a] = token[b]
      if (what == 3)
	token[b] = t
    }
}

# Words that may stand for each other.
function read_kinds (n, k, kinds)
{
  n = split ("+ - * /;== /= < <= > >=;.and. .or. .eqv. .neqv.;x y z;" \
	     "integer real complex logical;device managed constant shared;" \
	     "sin cos exp sqrt abs tan atan;min max mod modulo sign dim;" \
	     "iand ior ieor ishft ishftc;sum product maxval minval size;" \
	     "int nint floor ceiling real dble;cycle exit;any all count;" \
	     "atomicadd atomicsub atomicmax atomicmin atomicexch;" \
	     "threadidx blockidx blockdim griddim;in inout out;value device;" \
	     "__shfl __shfl_xor __shfl_up __shfl_down;lbound ubound size;" \
	     "allocatable pointer target;host device global", kinds, ";")
  for (k = 1; k <= n; k++)
    kind[k] = " " kinds[k] " "
  return n
}

# Another word of token A's kind, or the same.
function other_word (a, word, n, m, k, words, fitting)
{
  word = tolower (token[a])
  m = 0
  for (k = 1; k <= kinds_count; k++)
    if (index (kind[k], " " word " "))
      fitting[++m] = k
  if (m == 0)
    return token[a]
  n = split (kind[fitting[1 + random(m)]], words, " ")
  return words[1 + random(n)]
}

# Another number for token A.
function other_number (a, n, b, number)
{
  if (random(2))
    for (n = 0; n < 30; n++)
      {
	b = pick()
	if (sort_of(token[b]) == "number")
	  return token[b]
      }
  n = split ("0 1 2 3 4 5 7 8 16 31 32 33 64 100 1024 2147483647", number, " ")
  return number[1 + random(n)]
}

# Exchange the line of token A and the next one.
function swap_lines (a, b, c, i, first, second)
{
  while (a > 1 && token[a - 1] != "\n")
    a--
  for (b = a; b <= count && token[b] != "\n"; b++)
    first = first token[b]
  for (c = b + 1; c <= count && token[c] != "\n"; c++)
    second = second token[c]
  for (i = a; i < c && i <= count; i++)
    token[i] = ""
  token[a] = second "\n" first
}

# Make a mutation that probably compiles.
function mutate_gently (a, what, n, new)
{
  what = random(10)
  a = pick()
  if (what < 8)
    for (n = 0; n < 200; n++)
      {
	a = pick()
	new = sort_of(token[a]) == "number" ? other_number(a) : other_word(a)
	if (new != tolower (token[a]))
	  {
	    token[a] = new
	    return
	  }
      }
  if (what == 8)
    mutate_line(a)
  else
    swap_lines(a)
}

END {
  if (gentle)
    {
      kinds_count = read_kinds()
      for (n = 1 + random(2); n > 0 && count; n--)
	mutate_gently()
    }
  else
    for (n = 1 + random(3); n > 0 && count; n--)
      mutate()
  for (i = 1; i <= count; i++)
    printf "%s", token[i]
}
