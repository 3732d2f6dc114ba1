# List the formats of the messages in C and C++ sources.
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

# Usage: awk [-v all=1] -f formats.awk FILE...
#
# Prints a line for each format in a call of one of the functions by which GCC
# and its Fortran front end report: "FILE:LINE<tab>FORMAT", the format as it is
# in the source.  The format is the first string literal in the call's
# parentheses, adjacent ones joined; where there is a choice between two, both
# are listed.  With all=1 every string literal is listed, adjacent ones joined.

BEGIN {
  call = "(^|[^a-z_0-9])(gfc_(fatal_)?error(_now)?|gfc_warning(_now)?" \
    "|(error|warning)(_at)?|inform)[ ]*[(]"
}

# The end of a literal that LINE does not continue.
function end_literal()
{
  if (strings)
    print place "\t" format
  format = ""
  strings = 0
}

FNR == 1 {
  if (all)
    end_literal()
  inside = 0
}

all {
  line = $0
  while (sub (/^[ \t]+/, "", line) || line != "")
    if (match (line, /^"([^"\\]|\\.)*"/))
      {
	if (!strings++)
	  place = FILENAME ":" FNR
	format = format substr (line, 2, RLENGTH - 2)
	line = substr (line, RLENGTH + 1)
      }
    else if (line != "")
      {
	end_literal()
	# What may stand before a quotation mark that begins no literal.
	if (!match (line, /^(\/\*.*|\/\/.*|'"'|'\\"'|[^"])/))
	  break
	line = substr (line, RLENGTH + 1)
      }
  next
}

{
  line = $0
  while (line != "")
    if (!inside)
      {
	if (!match (line, call))
	  break
	inside = 1
	place = FILENAME ":" FNR
	format = ""
	strings = 0
	line = substr (line, RSTART + RLENGTH)
      }
    else
      {
	sub (/^[ \t]+/, "", line)
	c = substr (line, 1, 1)
	if (c == "\"")
	  {
	    match (line, /^"([^"\\]|\\.)*"/)
	    format = format substr (line, 2, RLENGTH - 2)
	    strings++
	    line = substr (line, RLENGTH + 1)
	    continue
	  }
	if (strings && c != ")" && line != "")
	  {
	    print place "\t" format
	    format = ""
	    strings = 0
	    inside = c == ":"
	  }
	if (c == ";" || (strings && c == ")"))
	  {
	    if (strings)
	      print place "\t" format
	    inside = 0
	  }
	line = substr (line, 2)
      }
}
