#!/bin/sh
# Compile a program with different parts of the compiler left out.
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

# Usage: compile-parts.sh [argument of cudafortran]...
#
# In the place of the compiler, where the test suite collects programs: besides
# the program t.exe there are then, in the directory parts/ beside it, programs
# with parts of the compiler left out whose code differs from that of all others:
# cpu.PART for the cpu backend, and cuda.PART.PASS for the cuda backend, where
# PART of the lowering and PASS over PTX are not left out.  It reads:
#
#   PARTS_COMPILER  the command cudafortran
#   PARTS_KIND	    `alone': each part of the lowering and each pass over PTX alone,
#		    with none and with all; `without': each part left out; `passes':
#		    each pass alone with all parts
#   PARTS_LOWERING  the names of the parts
#   PARTS_PASSES    lists of passes over PTX, each the last one's with what that
#		    needs
#   PARTS_PTX_TOOL  ptx-tool
#   PARTS_CACHE	    the directory that accelerator-cache.sh stands in for the
#		    accelerator's compiler below; empty if programs have no PTX
#   PARTS_LOG	    a file for what fails, and for counts
#
# Parts that together change nothing are taken to change nothing one by one:
# most do nothing in most programs.

set -uf

# --- The command --------------------------------------------------------------

# Sort the arguments of the compiler.
take_arguments () {
  options= sources= others= output= previous= program=yes
  for argument; do
    case $previous,$argument in
      -o,*) output=$argument ;;
      --param,*) options="$options $argument" ;;
      *,-o) ;;
      *,-c | *,-E | *,-S | *,-shared) program=no ;;
      *,-l* | *,-Wl,*) others="$others $argument" ;;
      *,-*) options="$options $argument" ;;
      *.cuf | *.CUF | *.f90 | *.F90 | *.f) sources="$sources $argument" ;;
      *) others="$others $argument" ;;
    esac
    previous=$argument
  done
}

# Note that $1 has failed, with what is said in file $2.
report () {
  printf 'FAIL: %s: %s\n%s\n' "${sources##*/}" "$1" \
    "$(grep -v '^ *$' "$2" | head -n 5)" >>"$PARTS_LOG"
}

# True if file $2 is like one that this was asked about before, for list $1.
known () {
  sum=$(md5sum <"$2")
  grep -qs "^$sum" "$steps/$1" && return
  echo "$sum" >>"$steps/$1"
  return 1
}

# --- The lowering -------------------------------------------------------------

# Divide assembler text into files host and device in directory $1: the latter is
# what is streamed to the accelerator's compiler.
divide () {
  : >"$1/host"
  : >"$1/device"
  awk -v to="$1/" '
    /^\t\.(section|text|data|bss)/ { device = $2 ~ /^\.gnu\.offload_lto_/ }
    { print >(to (device ? "device" : "host")) }'
}

# Compile the sources with the options $2 besides, to directory $1 of steps.
compile_sources () {
  texts=
  mkdir "$steps/$1"
  compiled=$((compiled + 1))
  for source in $sources; do
    text=$steps/$1/${source##*/}.s
    texts="$texts $text"
    "$PARTS_COMPILER" $options $2 -S -frandom-seed="${source##*/}" "$source" \
      -o "$text" || return
  done
  cat $texts | divide "$steps/$1"
}

# The same without messages, and with GCUF_WITHOUT as $2.
compile () {
  GCUF_WITHOUT=$2
  export GCUF_WITHOUT
  compile_sources "$1" -w >"$steps/messages" 2>&1 && return
  report "compiled with GCUF_WITHOUT=$2" "$steps/messages"
  return 1
}

# True if what is in directories $1 and $2 of steps has the same code.
same () {
  cmp -s "$steps/$1/host" "$steps/$2/host" \
    && cmp -s "$steps/$1/device" "$steps/$2/device"
}

# What `$1' says of the given parts: `subtrees' prints them and their parts,
# `children' the parts of the first or, if there is none, those that are no parts
# of others.  How often they have changed programs decides about the rest: `few' is
# true if they do so less than once in a program on the whole, or one in less than
# half of them; `first' and `last' divide them where about half of that is on
# either side.
parts () {
  awk -v what="$1" -v lowering="$PARTS_LOWERING" -v names="${*}" '
    function weigh (name,	  i, sum) {
      sum = 0.01 + seen[name]
      for (i = 1; i <= n; i++)
	if (whole[i] == name && weigh(part[i]) > sum)
	  sum = weigh(part[i])
      return sum
    }
    function print_subtree (name,	i) {
      print name
      for (i = 1; i <= n; i++)
	if (whole[i] == name)
	  print_subtree(part[i])
    }
    # Insert NAME where it belongs in sorted[].
    function insert (name,	 i) {
      for (i = ++n_sorted; i > 1 && weigh(sorted[i - 1]) < weigh(name); i--)
	sorted[i] = sorted[i - 1]
      sorted[i] = name
      total += weigh(name)
    }
    /^(count|seen) / {
      programs++
      for (i = 6; i <= NF; i++)
	seen[$i]++
    }
    END {
      n = split(lowering, part, " ")
      for (i = 1; i <= n; i++) {
	whole[i] = part[i]
	sub(/\/.*/, "", whole[i])
	sub(/.*\//, "", part[i])
      }
      n_names = split(names, name, " ")
      if (what == "subtrees")
	for (i = 2; i <= n_names; i++)
	  print_subtree(name[i])
      else if (what == "children") {
	for (i = 1; i <= n; i++)
	  if (whole[i] == name[2])
	    insert(part[i])
	for (i = 1; i <= n_sorted; i++)
	  print sorted[i]
      } else {
	for (i = 2; i <= n_names; i++)
	  insert(name[i])
	if (what == "few")
	  exit programs && total >= programs * (n_names > 2 ? 1 : 0.5)
	sum = weigh(sorted[1])
	for (i = 2; i < n_sorted; i++)
	  if ((sum += weigh(sorted[i])) > total / 2)
	    break
	for (j = 1; j <= n_sorted; j++)
	  if ((j < i) == (what == "first"))
	    print sorted[j]
      }
    }' "$steps/seen"
}

# GCUF_WITHOUT for the given parts.
setting () {
  case $PARTS_KIND in
    alone) printf all; printf ',+%s' "$@" ;;
    without) printf '%s,' "$@" | sed 's/,$//' ;;
  esac
}

# Compile with the given parts and those of them, to directory `set' of steps;
# false if the code is the same as that of directory $1.
compile_set () {
  to_compare=$1
  shift
  rm -rf "$steps/set"
  ! compile set "$(setting $(parts subtrees "$@"))" || ! same set $to_compare
}

# Append to `changed' which of the given parts, and of theirs, change the code of
# directory $1; false if none does.
search () {
  if test $# -eq 1; then
    return 1
  elif test $# -eq 2; then
    search_one "$@"
  elif ! parts few "$@" || compile_set "$@"; then
    search_within "$@"
  else
    return 1
  fi
}

# The same, of more than one part, that together probably change it.
search_within () {
  if search $1 $(shift; parts first "$@"); then
    search $1 $(shift; parts last "$@")
    return 0
  fi
  search $1 $(shift; parts last "$@")
}

# The same, of the part $2.  What it consists of is compared with what the rest
# of it does.
search_one () {
  if test -n "$(parts children $2)" && parts few $2 && ! compile_set "$@"; then
    return 1
  fi
  if ! compile $2 "$(setting $2)" || ! same $2 $1; then
    changed="$changed $2"
    case $PARTS_KIND in
      alone) search $2 $(parts children $2) ;;
      without) search $1 $(parts children $2) ;;
    esac
    return 0
  fi
  search $1 $(parts children $2)
}

# --- Programs -----------------------------------------------------------------

# Assemble what is in directory $1 of steps, and let `objects' be that.
assemble () {
  objects=
  for source in $sources; do
    object=$steps/$1/${source##*/}.o
    objects="$objects $object"
    test -f "$object" \
      || "$PARTS_COMPILER" -c "$steps/$1/${source##*/}.s" -o "$object"
  done
}

# Link the program for the cpu backend with what is in directory $1 of steps.
# Without the device's code that takes less time; of objects by nvcc and libraries
# the cpu backend is told by that.
link_host () {
  known hosts "$steps/$1/host" && return
  assemble "$1"
  test -n "$others" && offload= || offload=-foffload=disable
  "$PARTS_COMPILER" $options $offload $objects $others -o "$steps/program" \
    >"$steps/messages" 2>&1 \
    && mv "$steps/program" "$parts/cpu.$1" && return
  report "linked for the cpu backend with $1" "$steps/messages"
}

# Link the usual program.
link_usual () {
  assemble all
  PARTS_LINKED=$steps/all/linked GCUF_PTX_PASSES=all "$PARTS_COMPILER" $options \
    ${PARTS_CACHE:+-B"$PARTS_CACHE/"} $objects $others -o "$output"
}

# The program for the cuda backend with what is in directory $1 of steps and the
# passes $2 over PTX.  What the options may have kept of it stays in steps.
link_device () {
  assemble "$1"
  PARTS_LINKED=$steps/$1/linked GCUF_PTX_PASSES=$2 "$PARTS_COMPILER" $options \
    -B"$PARTS_CACHE/" $objects $others -o "$steps/program" \
    >"$steps/messages" 2>&1 \
    && mv "$steps/program" "$parts/cuda.$1.${2##*,}" && return
  report "linked for the cuda backend with $1 and $2" "$steps/messages"
  return 1
}

# True if the passes $2 over the PTX of directory $1 of steps make what is known.
# What is in comments is no code.
known_ptx () {
  test -f "$steps/$1/linked" || return 0
  "$PARTS_PTX_TOOL" --target 75 "$2" "$steps/$1/linked" "$steps/passes.ptx" \
    >"$steps/messages" 2>&1 || return 1
  sed 's,[ \t]*//.*,,; /^$/d' "$steps/passes.ptx" >"$steps/code.ptx"
  known devices "$steps/code.ptx"
}

# The program with part $1 and without passes, if its device code is new.
link_plain () {
  known streams "$steps/$1/device" && return
  link_device "$1" none || return
  ! known_ptx "$1" none || rm "$parts/cuda.$1.none"
}

# The programs with part $1 and each pass.  If its code is known it is the usual.
link_passes () {
  test -f "$steps/$1/linked" || cp "$steps/all/linked" "$steps/$1" 2>/dev/null
  for pass in $PARTS_PASSES; do
    compared=$((compared + 1))
    known_ptx "$1" $pass || link_device "$1" $pass
  done
}

# All programs, of all that are in directories of steps.
link_programs () {
  for part in "$@"; do
    link_host $part
    if test -n "$PARTS_CACHE" && test -s "$steps/$part/device"; then
      link_plain $part
    fi
  done
  case $PARTS_KIND in
    alone) link_passes none ;;
    passes) link_passes all ;;
  esac
}

take_arguments "$@"
if test $program = no || test -z "$sources"; then
  exec "$PARTS_COMPILER" "$@"
fi
parts=$(dirname "$output")/parts
steps=$(dirname "$output")/steps
PARTS_STORE=$steps/store
export PARTS_STORE
mkdir "$parts" "$steps" "$PARTS_STORE"
cp "$PARTS_LOG" "$steps/seen"
changed= compiled=0 compared=0
compile_sources all "" || exit
link_usual || exit
# What is usual runs on both backends.
known hosts "$steps/all/host"
test $PARTS_KIND = alone && base=none || base=all
if test $PARTS_KIND != passes; then
  compile none all || exit 0
  same none all || search $base $(parts children)
  changed="none$changed"
fi
link_programs all $changed
printf 'count %s %s %s %s %s\n' "$(echo "$PARTS_LOWERING" | wc -w)" $compiled \
  $compared "${sources##*/}" "$changed" >>"$PARTS_LOG"
rm -rf "$steps"
exit 0
