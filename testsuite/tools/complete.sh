# What bash makes of the beginning of an option.
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


# Usage: complete.sh COMPLETION COMMAND TEXT
#
# Prints the replies, one a line, of COMMAND's function in the file COMPLETION for
# TEXT at the end of the line.

. "$1"
compopt () { :; }
COMP_LINE="$2 $3"
COMP_POINT=${#COMP_LINE}
_cudafortran "$2"
printf '%s\n' "${COMPREPLY[@]}"
