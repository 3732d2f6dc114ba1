# Make C of the page of reports.
# Copyright (C) 2026 The cudafortran authors.
#
# This file is part of the CUDA Fortran runtime library (libgcuf).
#
# Libgcuf is free software; you can redistribute it and/or modify it
# under the terms of the GNU General Public License as published by
# the Free Software Foundation; either version 3, or (at your option)
# any later version.
#
# Libgcuf is distributed in the hope that it will be useful, but WITHOUT ANY
# WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS
# FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
# more details.
#
# Under Section 7 of GPL version 3, you are granted additional
# permissions described in the GCC Runtime Library Exception, version
# 3.1, as published by the Free Software Foundation.
#
# You should have received a copy of the GNU General Public License and
# a copy of the GCC Runtime Library Exception along with this program;
# see the files COPYING and COPYING.RUNTIME respectively.  If not, see
# <http://www.gnu.org/licenses/>.
#

# awk -f embed-page.awk DIRECTORY/page.html >report-page.c
#
# The output is gcuf_report_page, the parts of the page between the lines
# @program@ and @records@.  A line that is the name of a file of the same
# directory between two @ stands for what that file has.  The comment that each
# file begins with is left out, and so are empty lines and the ends of lines
# beside @program@.

function put (line)
{
  gsub (/\\/, "\\\\", line)
  gsub (/"/, "\\\"", line)
  printf "%s  \"%s\"", pending, line
  pending = "\n  \"\\n\"\n"
}

# Begin the next part.  The name stands between tags without line ends.
function next_part (within)
{
  if (!within)
    print "\n  \"\\n\","
  else
    print ","
  pending = ""
}

function put_file (name,   line, head, got)
{
  head = 1
  while ((got = (getline line <name)) > 0)
    if (head)
      head = line !~ /\*\/$/
    else if (line != "")
      put(line)
  close (name)
  if (got < 0 || head)
    {
      print name ": cannot be read" >"/dev/stderr"
      failed = 1
      exit 1
    }
}

BEGIN {
  print "/* Made by embed-page.awk.  */"
  print "#include \"trace.h\""
  print "const char *const gcuf_report_page[] ="
  print "{"
  head = 1
}

head { head = !/-->$/; next }
/^@program@$/ { next_part(1); next }
/^@records@$/ { next_part(0); next }
/^@.*@$/ {
  directory = FILENAME
  sub (/[^\/]*$/, "", directory)
  put_file(directory substr ($0, 2, length ($0) - 2))
  next
}
/^$/ { next }
{ put($0) }

END {
  if (failed)
    exit 1
  print "\n  \"\\n\""
  print "};"
}
