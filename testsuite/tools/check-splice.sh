#!/bin/sh
# Test the splice tool.
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

# Usage: check-splice.sh SPLICE
#
# SPLICE is the tool.  Prints PASS or FAIL for each test, and ends with status 0
# if none failed.

set -u
case $1 in
  /*) splice=$1 ;;
  *) splice=$PWD/$1 ;;
esac
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 2
mkdir in out s later
failed=0

result ()
{
  echo "$1: splice: $2"
  test "$1" = PASS || failed=1
}

cat >in/a.cc <<'END'
static int twice (int);
static int
twice (int);

typedef struct
{
  int a;
}
anonymous;

struct tagged : public base
{
  int a;
};

enum colour
{
  RED
};

static int
twice (int i)
{
  if (i > 0 && i < 9)
    return i;
  return	 2 * i;
}

int
other (int i)
{
  if (twice (i))
    return i;
  return 2 * i;
}
END
echo unspliced >in/b.h

# Apply the splices of s/ and later/ to in/.
apply ()
{
  rm -f out/*
  "$splice" -s in -o out s later >messages 2>&1
}

# Print the spliced a.cc on one line, with neither line markers nor indentation.
spliced ()
{
  grep -v '^#line' out/a.cc | tr -s ' \t\n' '   '
}

# expect NAME PATTERN: what has been applied matches the shell pattern.
expect ()
{
  text=$(spliced)
  case $text in
    *"$2"*) result PASS "$1" ;;
    *) result FAIL "$1: $text" ;;
  esac
}

# accept NAME PATTERN: the splices of a.cc on stdin are applied, and the result
# matches the pattern.
accept ()
{
  rm -f later/*
  cat >s/s.splice
  if apply; then
    expect "$1" "$2"
  else
    result FAIL "$1: $(cat messages)"
  fi
}

# reject NAME MESSAGE: the splice file on stdin gives MESSAGE, which begins with
# the number of the line, and no output.
reject ()
{
  cat >s/s.splice
  if apply; then
    result FAIL "$1: no error"
  elif test -e out/a.cc; then
    result FAIL "$1: output in spite of the error"
  elif grep -F -q "s/s.splice:$2" messages; then
    result PASS "$1"
  else
    result FAIL "$1: $(cat messages)"
  fi
}

accept 'before a line' 'if (i > 0 && i < 9) return i; NEW return 2 * i; }' <<'END'
in a.cc:twice
s: before | return 2 * i; | NEW
END
accept 'after a line' '{ if (twice (i)) NEW | NEW return i;' <<'END'
in a.cc:other
s: after | if (twice (i)) | NEW | NEW
END
accept 'around text' '(NEW (i > 0 || NEW) && i < 9)' <<'END'
in a.cc:twice
s: wrap | i > 0 | NEW (@ || NEW)
END
accept 'around text, twice' '(ONE (TWO (i > 0)) && i < 9)' <<'END'
in a.cc:twice
s: wrap | i > 0 | ONE (@)
t: wrap | i > 0 | TWO (@)
END
accept 'in front of text' '(i > 0 && NEW && i < 9)' <<'END'
in a.cc:twice
s: wrap | && i < 9 | && NEW @
END
accept 'behind text' '(i > 0 && NEW && i < 9)' <<'END'
in a.cc:twice
s: wrap | i > 0 | @ && NEW
END
accept 'fields on lines of their own' 'int twice (int i) { ONE TWO if' <<'END'
in a.cc:*
s: past | RED
  past | twice (int i)
  until | return i;
  after | {
  ONE

# Comments and blank lines do not end it.
	TWO
END
accept 'fields on one line' 'int twice (int i) { NEW if' <<'END'
in a.cc:*
s: past | RED | past | twice (int i) | until | return i; | after | { | NEW
END
accept 'code on several lines, around text' '(ONE && TWO && i > 0 && i < 9)' <<'END'
in a.cc:twice
s: wrap | i > 0
  ONE
  && TWO && @
END
accept 'in an anonymous struct' 'int a; NEW } anonymous;' <<'END'
in a.cc:struct anonymous
s: after | int a; | NEW
END
accept 'in a derived struct' 'int a; NEW };' <<'END'
in a.cc:struct tagged
s: after | int a; | NEW
END
accept 'in an enum' '{ NEW RED }' <<'END'
in a.cc:enum colour
s: before | RED | NEW
END
accept 'at the end' 'return 2 * i; } NEW' <<'END'
in a.cc
s: append | NEW
END
accept 'two at one place, in order' 'ONE TWO RED' <<'END'
in a.cc:enum colour
s: before | RED | ONE
t: before | RED
  TWO
END
accept 'two functions' \
  '{ ONE if (i > 0 && i < 9) return i; return 2 * i; } int other (int i) { TWO' \
  <<'END'
in a.cc:twice
s: before | if ( | ONE
in a.cc:other
t: before | if ( | TWO
END
accept 'one in two functions' \
  'return i; NEW return 2 * i; } int other (int i) { if (twice (i)) return i; NEW' \
  <<'END'
in a.cc:twice, other
s: before | return 2 | NEW
END

# A later folder replaces what has the same name in a file of the same name,
# where it stands, leaves out, and adds.
cat >s/s.splice <<'END'
in a.cc:enum colour
one: before | RED | ONE
two: before | nowhere | TWO
three: before | RED | THREE
END
cat >later/s.splice <<'END'
omit two
in a.cc:enum colour
one: before | RED | OTHER
four: before | RED | FOUR
END
# A file of another name has names of its own.
printf '%s\n' 'in a.cc:enum colour' 'one: before | RED | FIVE' >later/t.splice
if apply; then
  expect 'another folder' '{ OTHER THREE FOUR FIVE RED }'
else
  result FAIL "another folder: $(cat messages)"
fi
rm -f later/*

reject 'an anchor that is missing' '2: error: splice s: no line of `twice'"'" <<'END'
in a.cc:twice
s: after | nowhere | NEW
END
reject 'an anchor that is there twice' '2: error: splice s: `return' <<'END'
in a.cc:twice
s: after | return | NEW
END
reject 'an anchor that is there twice behind `past'"'" \
  '2: error: splice s: `return' <<'END'
in a.cc:twice
s: past | { | after | return | NEW
END
reject 'an anchor behind `until'"'" '2: error: splice s: no line of `twice'"'" <<'END'
in a.cc:twice
s: until | return i; | after | return 2 | NEW
END
reject 'an end that is missing' '2: error: splice s: no line of `twice'"'" <<'END'
in a.cc:twice
s: until | nowhere | after | return 2 | NEW
END
reject 'text that is twice in its line' '2: error: splice s: `i'"'"' is twice' <<'END'
in a.cc:twice
s: past | { | until | return | wrap | i | @ NEW
END
reject 'one that is missing in one of two functions' \
  '2: error: splice s: no line of `twice'"'" <<'END'
in a.cc:other, twice
s: before | if (twice | NEW
END
reject 'a function that is missing' '2: error: splice s: a.cc does not define' <<'END'
in a.cc:nowhere
s: after | return | NEW
END
reject 'a file that is missing' '2: error: splice s: there is no file c.cc' <<'END'
in c.cc
s: append | NEW
END
reject 'a splice without an anchor' '2: error: splice s: no `before' <<'END'
in a.cc:twice
s: past | return
END
reject 'a splice without code' '2: error: splice s: nothing to insert' <<'END'
in a.cc:twice
s: after | if (i
END
reject 'a splice without a function' '2: error: splice s: `append'"'" <<'END'
in a.cc
s: after | if (i | NEW
END
reject '`append'"'"' with a function' '2: error: splice s: `append'"'" <<'END'
in a.cc:twice
s: append | NEW
END
reject 'a splice without a file' '1: error: unexpected here' <<'END'
s: after | if (i | NEW
END
reject '`wrap'"'"' without `@'"'" '2: error: splice s: the code has to have' <<'END'
in a.cc:twice
s: wrap | i > 0 | NEW
END
reject 'two splices of one name' '3: error: splice s: there is one of that name' <<'END'
in a.cc
s: append | NEW
s: append | NEW
END
reject 'what is not there to be left out' '1: error: omit s: no folder' <<'END'
omit s
END
reject 'a line that means nothing' '1: error: unexpected here' <<'END'
fille a.cc
END
reject 'a field that means nothing' '2: error: unexpected here' <<'END'
in a.cc:twice
s: behind | return | NEW
END
reject 'a field without text' '2: error: unexpected here' <<'END'
in a.cc:twice
s: after | | NEW
END
reject '`past'"'"' behind `until'"'" '2: error: unexpected here' <<'END'
in a.cc:twice
s: until | return 2 | past | return i | after | i | NEW
END
reject 'an indented line of nothing' '2: error: unexpected here' <<'END'
in a.cc
  NEW
END

# What differs in another version is listed: a function once for all that is
# spliced into it, what has another text or none, and what surrounds the anchor
# where there is no function.
mkdir new
sed -e 's/2 \* i/i * 2/' -e '/^other/s/other/another/' in/a.cc \
  | sed -e '0,/i \* 2/s//2 * i/' -e 's/if (i > 0/if (i  >  1/' >new/a.cc
cat >s/s.splice <<'END'
in a.cc:twice
s: after | if (i | NEW
in a.cc:other
u: after | if (twice | NEW
in a.cc:twice
t: before | if (i | NEW
in a.cc:enum colour
v: before | RED | NEW
in a.cc:*
w: before | RED | NEW
x: before | int a; | NEW
in b.h:*
y: before | unspliced | NEW
in b.h
z: append | NEW
END
"$splice" --changed in new s >changed 2>messages
status=$?
cat >expected <<'END'
a.cc:twice: differs: s t
a.cc:other: not in the new version: u
b.h:*: no such file: y
END
if test $status = 1 && cmp -s expected changed; then
  result PASS 'what differs'
else
  result FAIL "what differs: $(cat changed messages)"
fi
if "$splice" --changed in in s >changed 2>&1 && test ! -s changed; then
  result PASS 'nothing differs'
else
  result FAIL "nothing differs: $(cat changed)"
fi

# What does not change is not written; what is not spliced is copied.
printf '%s\n' 'in a.cc' 's: append | NEW' >s/s.splice
apply
touch -d 2001-01-01 out/a.cc out/b.h stamp
echo '  NEWER' >>s/s.splice
"$splice" -s in -o out s
if test -n "$(find out/a.cc -newer stamp)" && test -z "$(find out/b.h -newer stamp)" \
   && cmp -s in/b.h out/b.h; then
  result PASS 'write what changes'
else
  result FAIL 'write what changes'
fi

# The compiler numbers the lines as those of the original.
{ sed 's/: public base//' in/a.cc; echo 'int line = __LINE__;'; } >in/c.cc
line=$(wc -l <in/c.cc)
cat >s/s.splice <<'END'
in c.cc:struct tagged
s: after | int a;
  int b;
  int c;
in c.cc:twice
t: wrap | i > 0
  i
  && i && @
END
apply
if ${CPP:-${GFORTRAN:-gfortran} -E -x c++} out/c.cc 2>/dev/null | grep -q "^int line = $line;"; then
  result PASS 'numbers of lines'
else
  result FAIL 'numbers of lines'
fi

exit $failed
