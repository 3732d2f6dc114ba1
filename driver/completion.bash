# Completion of the options of cudafortran, for bash.
# Copyright (C) 2026 The cudafortran authors.
#
# This file is part of cudafortran.
#
# Cudafortran is free software; you can redistribute it and/or modify it under
# the terms of the GNU General Public License as published by the Free Software
# Foundation; either version 3, or (at your option) any later version.
#
# Cudafortran is distributed in the hope that it will be useful, but WITHOUT ANY
# WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS FOR
# A PARTICULAR PURPOSE.  See the GNU General Public License for more details.
#
# You should have received a copy of the GNU General Public License along with
# cudafortran; see the file COPYING.  If not, see
# <http://www.gnu.org/licenses/>.


# The options are what the command says.  A word is what stands between blanks:
# bash, which ends it at `=' and `:', wants the part behind the last of these.
_cudafortran ()
{
  local line=${COMP_LINE:0:COMP_POINT} typed behind reply
  typed=${line##*[[:space:]]}
  behind=${typed##*[=:]}
  COMPREPLY=()
  [[ $typed == -* ]] || return
  while read -r reply; do
    COMPREPLY+=("${reply#"${typed%"$behind"}"}")
  done < <("$1" --completion="$typed" 2>/dev/null | sort -u)
  # An argument follows.
  [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *[=:] ]] || compopt -o nospace
}

complete -o bashdefault -o default -F _cudafortran cudafortran
