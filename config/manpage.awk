# Make a man page of sections of the manual.
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

# Usage: awk -v version=VERSION -f manpage.awk TEXI-FILE... >cudafortran.1
#
# The files are written in the part of Texinfo that this knows: chapters and
# sections, paragraphs, examples, tables, item lists, multitables of two columns,
# and commands with braces within a line.  Titles of chapters, menus, indices
# and included files are left out.  Anything else is an error, so that nothing
# gets lost.

function fail(text)
{
  print "manpage.awk: " FILENAME ":" FNR ": " text >"/dev/stderr"
  failed = 1
  exit 1
}

# TEXT with each command NAME{...} in it replaced by BEFORE ... AFTER.
function replace(text, name, before, after,   start, rest, i)
{
  while ((start = index (text, "@" name "{")))
    {
      rest = substr (text, start + length (name) + 2)
      i = index (rest, "}")
      if (!i)
	fail("a command is not closed on its line: " text)
      text = substr (text, 1, start - 1) before substr (rest, 1, i - 1) \
	     after substr (rest, i + 1)
    }
  return text
}

# TEXT in roff: the innermost commands first, fonts, and characters that roff
# would take for something else.
function inline(text,   n, names, i)
{
  gsub (/\\/, "\\e", text)
  gsub (/-/, "\\-", text)
  gsub (/@@/, "\001", text)
  gsub (/@\{/, "\002", text)
  gsub (/@\}/, "\003", text)
  gsub (/@dots\{\}/, "...", text)
  gsub (/@minus\{\}/, "-", text)
  text = replace(text, "var", "\\fI", "\\fP")
  n = split ("option code samp env file command kbd dfn", names, " ")
  for (i = 1; i <= n; i++)
    text = replace(text, names[i], "\\fB", "\\fP")
  # What is in italics within bold goes on in bold.
  while (match (text, /\\fB[^\\]*(\\[-e][^\\]*)*\\fI[^\\]*(\\[-e][^\\]*)*\\fP/))
    text = substr (text, 1, RSTART + RLENGTH - 2) "B" \
	   substr (text, RSTART + RLENGTH)
  text = replace(text, "cite", "\\fI", "\\fP")
  text = replace(text, "emph", "\\fI", "\\fP")
  text = replace(text, "w", "", "")
  text = replace(text, "math", "", "")
  text = replace(text, "pxref", "see `", "' in the manual")
  text = replace(text, "xref", "See `", "' in the manual")
  text = replace(text, "ref", "`", "' in the manual")
  if (match (text, /@[a-z]+\{/))
    fail("unknown command: " text)
  gsub (/\001/, "@", text)
  gsub (/\002/, "{", text)
  gsub (/\003/, "}", text)
  sub (/^[.']/, "\\\\\\&&", text)
  return text
}

BEGIN {
  print ".\\\" Made from the manual by manpage.awk."
  print ".TH CUDAFORTRAN 1 \"\" \"cudafortran " version "\" \"User Commands\""
  print ".SH NAME"
  print "cudafortran \\- compile and link CUDA Fortran with gfortran"
  print ".SH SYNOPSIS"
  print ".B cudafortran"
  print "[\\fIoption\\fP]... \\fIfile\\fP..."
  print ".SH DESCRIPTION"
}

# What is left out.
/^@menu$/ { menu = 1 }
menu { if (/^@end menu$/) menu = 0; next }
/^@(c|node|chapter|[a-z]*index|noindent)( |$)/ { next }
/^@include / { print "The manual lists them all."; next }

# The synopsis has the first example.
/^@example$/ && !synopsis { synopsis = 1 }
synopsis == 1 { if (/^@end example$/) synopsis = 2; next }

/^@(small)?example$/ { print ".PP\n.RS 4\n.nf"; example = 1; next }
/^@end (small)?example$/ { print ".fi\n.RE"; example = 0; next }
example { print inline($0); next }

/^@section / { sub (/^@section /, ""); print ".SH " toupper (inline($0)); next }
/^@sub(section|heading) / {
  sub (/^@[a-z]* /, "")
  print ".SS " inline($0)
  next
}

/^@(table|itemize)( |$)/ { list[++depth] = $1; first = 1; next }
/^@multitable / { list[++depth] = $1; next }
/^@end (table|itemize|multitable)$/ { depth--; print ".PP"; next }
/^@headitem / { next }
/^@item$/ { print ".IP \\(bu 2"; next }
/^@itemx? / && list[depth] == "@table" {
  print /^@itemx/ ? ".TQ" : ".TP"
  sub (/^@itemx? /, "")
  print "\\fB" inline($0) "\\fP"
  next
}
# A row of a multitable: its first cell may have several lines.
/^@item / { sub (/^@item /, ""); head = ""; row = 1 }
row {
  n = split ($0, cells, / *@tab */)
  if (cells[1] != "")
    head = head (head != "" ? " " : "") cells[1]
  if (n > 1)
    {
      row = 0
      print ".TP\n" inline(head)
      if (cells[2] != "")
	print inline(cells[2])
    }
  next
}

/^@[a-z]+( |$)/ && !/^@[a-z]+\{/ { fail("unknown command: " $0) }
/^$/ { if (!depth) print ".PP"; else print ".sp"; next }
{ print inline($0) }

END {
  if (failed)
    exit 1
  print ".SH SEE ALSO"
  print ".BR gfortran (1)"
  print ".PP"
  print "The full manual is the Info manual of cudafortran:"
  print ".B info cudafortran"
}
