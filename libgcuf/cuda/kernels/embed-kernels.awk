# Make C of the PTX of the library's own kernels.
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

# awk -f embed-kernels.awk FILE.ptx... >kernel-text.c
#
# The input is what the accelerator compiler makes of the files of this
# folder: a function without arguments for each kernel, with a comment that has
# the size of the kernel's parameter, and maybe one that has the threads of a
# block and how many blocks are to fit into a multiprocessor.  The output is the
# table gcuf_kernel_texts, in which each kernel is an entry with that parameter,
# without what only people read.

function fail (what)
{
  print FILENAME ": " what >"/dev/stderr"
  failed = 1
  exit 1
}

# Add a line of the kernel.
function put (line)
{
  body = body "  \"" line "\\n\"\n"
}

# Add the declarations of the kernel's registers, those of a type together.
function put_registers (   type)
{
  for (type in registers)
    put(".reg" type " " registers[type] ";")
}

function begin_kernel (name)
{
  kernel = name
  size = 0
  bounds = ""
  body = ""
  split ("", registers)
}

function end_kernel ()
{
  if (!size)
    fail("kernel " kernel " does not say how large its parameter is")
  print "  { \"" kernel "\","
  print "  \".visible .entry " kernel " (.param .align 8 .b8 work[" size "])" \
    bounds "\\n\""
  print "  \"{\\n\""
  statements = body
  body = ""
  put_registers()
  printf "%s%s", body, statements
  print "  \"}\\n\" },"
  kernel = ""
  kernels++
}

BEGIN {
  print "/* Made by embed-kernels.awk.  */"
  print "#include \"cuda-library-kernels.h\""
  print "const struct gcuf_kernel_text gcuf_kernel_texts[] ="
  print "{"
}

{ sub (/\r$/, "") }

# A function is declared in one line that ends in a semicolon, and defined.
/^\.visible \.func [a-z0-9_]+$/ { begin_kernel($3); next }
/^\.(visible|extern|weak|shared|global|const)/ && !/;$/ \
  || /^\.extern/ || /^\.visible \.(global|const)/ {
  fail("unexpected: " $0)
}
!kernel || /^{/ { next }
/^}/ { end_kernel(); next }
/^[ \t]*\/\/ parameter / { size = $3; next }
/^[ \t]*\/\/ threads / { bounds = " .maxntid " $3 " .minnctapersm " $5; next }
/^[ \t]*\/\// || /^[ \t]*$/ { next }
$1 ~ /^\.reg/ && NF == 2 {
  type = substr ($1, 5)
  sub (/;$/, "", $2)
  registers[type] = registers[type] (registers[type] ? "," : "") $2
  next
}
{
  gsub (/^[ \t]+|[ \t]+$/, "")
  gsub (/[ \t]+/, " ")
  gsub (/\\/, "\\\\")
  gsub (/"/, "\\\"")
  put($0)
}

END {
  if (failed)
    exit 1
  if (kernel)
    fail("kernel " kernel " has no end")
  print "  { 0, 0 }"
  print "};"
}
