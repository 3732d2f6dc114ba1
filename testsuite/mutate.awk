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

# awk -v seed=N -f mutate.awk SOURCE
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

END {
  for (n = 1 + random(3); n > 0 && count; n--)
    mutate()
  for (i = 1; i <= count; i++)
    printf "%s", token[i]
}
