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
mkdir in out
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

# accept NAME PATTERN: the splice on stdin is applied, and the output, on one
# line with neither line markers nor indentation, matches the shell pattern.
accept ()
{
  { echo 'splice s'; echo 'file a.cc'; cat; } >s.splice
  rm -f out/*
  if "$splice" -s in -o out s.splice >messages 2>&1; then
    text=$(grep -v '^#line' out/a.cc | tr -s ' \t\n' '   ')
    case $text in
      *"$2"*) result PASS "$1" ;;
      *) result FAIL "$1: $text" ;;
    esac
  else
    result FAIL "$1: $(cat messages)"
  fi
}

# reject NAME MESSAGE: the splice file on stdin gives MESSAGE at line 1, where
# it starts, and no output.
reject ()
{
  cat >s.splice
  rm -f out/*
  if "$splice" -s in -o out s.splice >messages 2>&1; then
    result FAIL "$1: no error"
  elif test -e out/a.cc; then
    result FAIL "$1: output in spite of the error"
  elif grep -F -q "s.splice:$2" messages; then
    result PASS "$1"
  else
    result FAIL "$1: $(cat messages)"
  fi
}

accept 'before a line' 'if (i > 0 && i < 9) return i; NEW return 2 * i; }' <<'END'
in twice
before | return 2 * i;
insert
  NEW
end
END
accept 'after a line' '{ if (twice (i)) NEW return i;' <<'END'
in other
after | if (twice (i))
insert
  NEW
end
END
accept 'after text' 'if (i > 0 && NEW && i < 9)' <<'END'
in twice
after-text | i > 0
insert
 && NEW
end
END
accept 'before text' '(NEW && i > 0 && i < 9)' <<'END'
in twice
before-text | i > 0
insert
NEW && 
end
END
accept 'behind a line passed' 'int twice (int i) { NEW if' <<'END'
in *
past | RED
past | twice (int i)
after | {
insert
  NEW
end
END
accept 'in an anonymous struct' 'int a; NEW } anonymous;' <<'END'
in struct anonymous
after | int a;
insert
  NEW
end
END
accept 'in a derived struct' 'int a; NEW };' <<'END'
in struct tagged
after | int a;
insert
  NEW
end
END
accept 'in an enum' '{ NEW RED }' <<'END'
in enum colour
before | RED
insert
  NEW
end
END
accept 'at the end' 'return 2 * i; } NEW' <<'END'
in end
insert
NEW
end
END
accept 'two at one place, in order' 'ONE TWO RED' <<'END'
in enum colour
before | RED
insert
  ONE
end
splice t
file a.cc
in enum colour
before | RED
insert
  TWO
end
END

reject 'an anchor that is missing' '1: error: splice s: no line of `twice'"'" <<'END'
splice s
file a.cc
in twice
after | nowhere
insert
end
END
reject 'an anchor that is there twice' '1: error: splice s: `return' <<'END'
splice s
file a.cc
in twice
after | return
insert
end
END
reject 'text that is twice in its line' '1: error: splice s: `i'"'"' is twice' <<'END'
splice s
file a.cc
in twice
past | {
before-text | i
insert
end
END
reject 'a function that is missing' '1: error: splice s: a.cc does not define' <<'END'
splice s
file a.cc
in nowhere
after | return
insert
end
END
reject 'a file that is missing' '1: error: splice s: there is no file c.cc' <<'END'
splice s
file c.cc
in end
insert
end
END
reject 'a splice without an anchor' '4: error: splice s: no line `after' <<'END'
splice s
file a.cc
in twice
insert
end
END
reject 'two splices of one name' '6: error: splice s: there is one of that name' <<'END'
splice s
file a.cc
in end
insert
end
splice s
file a.cc
in end
insert
end
END
reject 'a line that means nothing' '2: error: unexpected here' <<'END'
splice s
fille a.cc
END
reject 'a splice without an end' '4: error: splice s: no `end' <<'END'
splice s
file a.cc
in end
insert
END

# What does not change is not written; what is not spliced is copied.
printf '%s\n' 'splice s' 'file a.cc' 'in end' insert NEW end >s.splice
rm -f out/*
"$splice" -s in -o out s.splice
touch -d 2001-01-01 out/a.cc out/b.h stamp
sed 's/NEW/NEWER/' s.splice >t.splice
"$splice" -s in -o out t.splice
if test -n "$(find out/a.cc -newer stamp)" && test -z "$(find out/b.h -newer stamp)" \
   && cmp -s in/b.h out/b.h; then
  result PASS 'write what changes'
else
  result FAIL 'write what changes'
fi

# The compiler numbers the lines as those of the original.
{ sed 's/: public base//' in/a.cc; echo 'int line = __LINE__;'; } >in/c.cc
line=$(wc -l <in/c.cc)
cat >s.splice <<'END'
splice s
file c.cc
in struct tagged
after | int a;
insert
  int b;
  int c;
end
splice t
file c.cc
in twice
after-text | i > 0
insert
 && i
 && i
end
END
rm -f out/*
"$splice" -s in -o out s.splice
if ${CPP:-cc -E -x c++} out/c.cc 2>/dev/null | grep -q "^int line = $line;"; then
  result PASS 'numbers of lines'
else
  result FAIL 'numbers of lines'
fi

exit $failed
