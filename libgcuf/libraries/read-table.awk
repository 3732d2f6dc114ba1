# Reading the table of a library's routines (README.md has its form).
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

# To be run before one of the other scripts here.  For routine I, from 0 to
# n_routines - 1, sets name[I], fortran_name[I], letter[I], form[I, FORM], which
# is what follows "=" or else 1, rules[I] and n_args[I]; for its argument J, from
# 1, arg_name[I, J], arg_base[I, J], arg_count[I, J] and arg_kind[I, J], which is
# "value", "host", "either", "result", "device", "array", "any" or "pointers".
# structure[NAME] is what %structures says of a type.  test[I] is the test that calls
# the routine, or else reason[untested[I]] says why there is none.

BEGIN {
  # What a letter in a routine's name makes of the types T, and R, which is the
  # real one of it.
  type_T["S"] = "float"; type_T["D"] = "double"
  type_T["C"] = "complex"; type_T["Z"] = "dcomplex"
  type_R["S"] = type_R["C"] = "float"; type_R["D"] = type_R["Z"] = "double"
  kind_of["*"] = "host"; kind_of["&"] = "either"; kind_of["[d]"] = "device"
  kind_of["[h]"] = "array"; kind_of["[]"] = "any"
  kind_of["@"] = "result"; kind_of["[p]"] = "pointers"
}

function fail(message) {
  printf "%s:%d: %s\n", FILENAME, FNR, message >"/dev/stderr"
  failed = 1
  exit 1
}

# Take argument J of routine I, NAME:TYPE in WORD.  In a wide form integers have
# 64 bits.
function read_argument (i, j, word, wide,	base, suffix, count) {
  if (split (word, parts, ":") != 2)
    fail("an argument is NAME:TYPE, not " word)
  base = parts[2]
  suffix = ""
  count = 1
  if (match (base, /[&@][0-9]+$/)) {
    count = substr (base, RSTART + 1)
    base = substr (base, 1, RSTART)
  }
  if (match (base, /(\*|&|@|\[[dhp]?\])$/)) {
    suffix = substr (base, RSTART)
    base = substr (base, 1, RSTART - 1)
  }
  if (base == "T" || base == "R") {
    if (letter[i] == "")
      fail("there is no letter for type " base)
    base = base == "T" ? type_T[letter[i]] : type_R[letter[i]]
  }
  if (base == "int" && wide)
    base = "int64"
  else if (base == "int32")
    base = "int"
  arg_name[i, j] = parts[1]
  arg_base[i, j] = base
  arg_kind[i, j] = suffix == "" ? "value" : kind_of[suffix]
  arg_count[i, j] = count
}

# Take WORD of the forms of routine I: FORM or FORM=VALUE, where % in the value
# stands for the letter.
function read_form (i, word,	parts) {
  split (word, parts, "=")
  if (parts[2] != "")
    gsub (/%/, tolower (letter[i]), parts[2])
  form[i, parts[1]] = parts[2] == "" ? 1 : parts[2]
  if (parts[1] ~ /^(host|lapack|own)$/)
    form[i, "cpu"] = 1
}

# Which test of LIST calls the routine of a letter: NAME for each, or
# LETTERS:NAME+LETTERS:NAME.
function test_for (of_letter, list,	j, n, parts, pair) {
  n = split (list, parts, "+")
  for (j = 1; j <= n; j++)
    if (split (parts[j], pair, ":") == 1)
      return parts[j]
    else if (index (pair[1], of_letter))
      return pair[2]
  return ""
}

# Take from the forms of routine I what says how it is tested.
function read_test (i, wide,	list) {
  list = form[i, wide ? "wide-test" : "test"]
  test[i] = test_for(letter[i], list ? list : wide ? header["wide-test"] : "")
  untested[i] = form[i, "untested"]
  if (untested[i])
    test[i] = ""
  if (untested[i] && !(untested[i] in reason))
    fail("there is no %reason " untested[i])
}

function add_routine (of_letter, wide,	i, j, n, words) {
  i = n_routines++
  letter[i] = of_letter
  name[i] = $1
  gsub (/\?/, of_letter, name[i])
  gsub (/%/, tolower (of_letter), name[i])
  if ((name[i], wide) in known)
    fail(name[i] " is there twice")
  known[name[i], wide] = i
  n = split ($3, words, ",")
  for (j = 1; j <= n; j++)
    read_form(i, words[j])
  form[i, form[i, "module"] ? form[i, "module"] : wide ? "64" : "32"] = 1
  form[i, "removed"] = removed
  read_test(i, wide)
  if (wide) {
    name[i] = name[i] "_64"
    form[i, "blas"] = 0
  }
  fortran_name[i] = name[i]
  if (form[i, "plain"])
    sub (/_v2/, "", fortran_name[i])
  for (j = 4; j <= NF; j++)
    if ($j ~ /[<>!]=/)
      rules[i] = rules[i] " " $j
    else
      read_argument(i, ++n_args[i], $j, wide)
}

/^#/ || NF == 0 { next }

# A row may go on in the next lines.
{
  while ($NF == "\\") {
    $NF = ""
    line = $0
    if ((getline next_line) <= 0)
      fail("the last row is not complete")
    $0 = line " " next_line
  }
}

# NAME=int, a structure that holds an int, or NAME=BYTES.
/^%structures/ {
  for (place = 2; place <= NF; place++) {
    split ($place, parts, "=")
    structure[parts[1]] = parts[2]
  }
  next
}

# KEY and a sentence.
/^%reason/ {
  key = $2
  sub (/^%reason +[^ ]+ +/, "")
  reason[key] = $0
  next
}

/^%removed/ {
  removed = $2
  next
}

/^%/ {
  key = substr ($1, 2)
  $1 = ""
  sub (/^ /, "")
  header[key] = $0
  next
}

{
  if (NF < 3)
    fail("a row has a name, letters and forms")
  letters = $2 == "-" ? " " : $2
  for (place = 1; place <= length (letters); place++) {
    of_letter = substr (letters, place, 1)
    if (of_letter == " ")
      of_letter = ""
    add_routine(of_letter, 0)
    if (("," $3 ",") ~ /,wide,/)
      add_routine(of_letter, 1)
  }
}
