# Make tests that compare the routines of cuBLAS whose integers have 64 bits with the
# others, and these with BLAS.
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

# Usage: awk -f read-table.awk -f common.awk -f blas-routines.awk [-v blas=1] \
#	 cublas.def >FILE.cuf
#
# The test calls each routine of the table that has both forms, that the cpu backend
# has, and whose data have one type, with the same arguments of both, and compares
# all that they store.  With BLAS it calls each by its name of BLAS for arrays on the
# device and on the host, where it is BLAS's or LAPACK's own routine.

BEGIN {
  fortran["float"] = "real (4)"; fortran["double"] = "real (8)"
  fortran["complex"] = "complex (4)"; fortran["dcomplex"] = "complex (8)"
  value["float"] = "_4"; value["double"] = "_8"
  count["m"] = 6; count["n"] = 5; count["k"] = 4; count["kl"] = 1; count["ku"] = 2
  count["lda"] = 8; count["ldb"] = 9; count["ldc"] = 10
  count["incx"] = 2; count["incy"] = -1; count["batchCount"] = 3
  count["strideA"] = count["strideB"] = count["strideC"] = 100
  count["stridex"] = count["stridey"] = 40
}

# The array of the program that is argument J of routine I: its data, or their
# addresses.
function array (i, j,	name) {
  name = arg_name[i, j]
  sub (/array$/, "", name)
  name = name == "AP" ? "a" : tolower (name)
  return (arg_kind[i, j] == "pointers" ? "p" : "") arg_base[i, j] "_" name
}

# Argument J of routine I, in the form whose integers have 64 bits if WIDE; nothing
# if it is of no known kind.
function actual (i, j, wide,	kind, base, name) {
  kind = arg_kind[i, j]
  base = arg_base[i, j]
  name = arg_name[i, j]
  if (name == "handle")
    return "h"
  if (base ~ /^(op|fill|diag|side)$/)
    return base == "op" ? 0 : base == "side" ? 0 : 1
  if (kind == "value" && name in count)
    return count[name] (wide ? "_8" : "")
  if (kind == "either" && arg_count[i, j] == 5)
    return base "_param"
  if (kind == "either" && base in fortran) {
    if (base ~ /complex/)
      return base == "complex" ? "(0.5_4, 0.25_4)" : "(0.5_8, 0.25_8)"
    return "0.75" value[base]
  }
  if (kind == "result" && base in fortran)
    return base "_result(" (wide ? 2 : 1) ")"
  if (kind == "result" && base ~ /^int/)
    return base "_result(" (wide ? 2 : 1) ")"
  if (kind ~ /^(device|pointers)$/ && base in fortran && array(i, j) ~ /_[abcxy]$/)
    return array(i, j)
  return ""
}

# A call of routine I; nothing if it cannot be made.
function routine_call (i, name, wide,	j, list, one) {
  for (j = 1; j <= n_args[i]; j++) {
    one = actual(i, j, wide)
    if (one == "")
      return ""
    list = list (j > 1 ? ", &\n         " : "") one
  }
  return "    status = " name " (" list ")"
}

# The type of the data of routine I.
function data_type (i,	j) {
  for (j = 1; j <= n_args[i]; j++)
    if (arg_kind[i, j] ~ /^(device|pointers)$/)
      return arg_base[i, j]
}

# Numbers and arrays of TYPE: what each array begins with, and what is in it after
# the two calls.
function print_data (type) {
  printf "  %s, device, dimension (size_of_arrays) :: &\n", fortran[type]
  printf "       %s_a, %s_b, %s_c, %s_x, %s_y\n", type, type, type, type, type
  printf "  type (c_devptr), device, dimension (3) :: &\n"
  printf "       p%s_a, p%s_b, p%s_c, p%s_x, p%s_y\n", type, type, type, type, type
  printf "  %s :: %s_start(size_of_arrays, 5), &\n", fortran[type], type
  printf "       %s_after(size_of_arrays, 5, 2), %s_result(2), %s_param(5), &\n",
	 type, type, type
  printf "       %s_host(size_of_arrays, 5)\n", type
  printf "  real, parameter :: %s_tolerance = %s\n\n", type,
	 !blas ? "0" : type ~ /^d/ ? "1e-11" : "1e-3"
}

# Procedures that fill arrays of TYPE and their addresses, keep what is in them, and
# compare.
function print_procedures (type,	k) {
  printf "  subroutine begin_%s\n    type (c_devptr) :: places(3)\n", type
  printf "    integer :: i\n"
  for (k = 1; k <= n_arrays; k++) {
    printf "    %s_%s = %s_start(:, %d)\n", type, arrays[k], type, k
    printf "    places = [(c_devloc (%s_%s(100 * i + 1)), i = 0, 2)]\n", type, arrays[k]
    printf "    p%s_%s = places\n", type, arrays[k]
  }
  print "  end subroutine\n"
  printf "  subroutine keep_%s (k)\n    integer, intent (in) :: k\n", type
  for (k = 1; k <= n_arrays; k++)
    printf "    %s_after(:, %d, k) = %s_%s\n", type, k, type, arrays[k]
  print "  end subroutine\n"
  printf "  subroutine compare_%s (name)\n    character (*), intent (in) :: name\n", type
  printf "    if (any (abs (%s_after(:, :, 1) - %s_after(:, :, 2)) &\n", type, type
  printf "             > %s_tolerance * maxval (abs (%s_after(:, :, 2)))) &\n", type, type
  printf "        .or. any (%s_after /= %s_after) .or. results_differ ()) &\n", type, type
  print "         call wrong (name, \"differs\")"
  printf "    if (all (%s_after(:, :, 1) == %s_start) .and. no_results ()) &\n", type, type
  print "         call wrong (name, \"does nothing\")"
  print "  end subroutine\n"
}

function print_routine (i, wide,	type) {
  type = data_type(i)
  printf "  subroutine c_%s\n    call begin_%s\n    call forget\n", name[i], type
  printf "%s\n", routine_call(i, name[i], 0)
  printf "    call check (\"%s\", status)\n    call keep_%s (1)\n", name[i], type
  printf "    call begin_%s\n%s\n", type, routine_call(wide, name[wide], 1)
  printf "    call check (\"%s\", status)\n    call keep_%s (2)\n", name[wide], type
  printf "    call compare_%s (\"%s\")\n  end subroutine\n\n", type, name[wide]
}

function print_module (	type, i) {
  print "module calls"
  print "  use cudafor"
  print blas ? "  use cublas" : "  use cublas_v2\n  use cublas_64"
  print "  implicit none"
  print "  integer, parameter :: size_of_arrays = 400"
  print "  type (cublasHandle) :: h\n  integer :: status, failures = 0"
  print "  integer (4) :: int_result(2)\n  integer (8) :: int64_result(2)\n"
  for (type in fortran)
    print_data(type)
  print "contains"
  for (type in fortran)
    print_procedures(type)
  print "  subroutine forget\n    int_result = -7\n    int64_result = -7"
  for (type in fortran)
    printf "    %s_result = -7\n    %s_param = [-1, 2, 3, 4, 5]\n", type, type
  print "  end subroutine\n"
  print "  logical function results_differ ()"
  print "    results_differ = int_result(1) /= int64_result(2)"
  for (type in fortran)
    printf "    if (abs (%s_result(1) - %s_result(2)) > %s_tolerance * abs (%s_result(1))) &\n" \
	   "         results_differ = .true.\n", type, type, type, type
  print "  end function\n"
  print "  logical function no_results ()\n    no_results = int_result(1) == -7"
  for (type in fortran)
    printf "    if (%s_result(1) /= -7) no_results = .false.\n", type
  print "  end function\n"
  print "  subroutine wrong (name, what)\n    character (*), intent (in) :: name, what"
  print "    print *, name, \" \", what\n    failures = failures + 1\n  end subroutine\n"
  print "  subroutine check (name, status)\n    character (*), intent (in) :: name"
  print "    integer, intent (in) :: status"
  print "    if (status /= CUBLAS_STATUS_SUCCESS) call wrong (name, \"fails\")"
  print "  end subroutine\n"
  for (i = 0; i < n_routines; i++)
    if (chosen[i] && blas)
      print_blas_routine(i)
    else if (chosen[i])
      print_routine(i, known[name[i], 1])
  print "end module\n"
}

function print_program (	type, i) {
  print "program compare_routines\n  use calls\n  implicit none"
  print "  real (8) :: r(size_of_arrays, 5, 2)"
  print "  call random_number (r)\n  r = r + 0.5d0"
  for (type in fortran)
    printf "  %s_start = %s\n", type,
	   type ~ /complex/ ? "cmplx (r(:, :, 1), r(:, :, 2), kind (" type "_start))" \
	   : "real (r(:, :, 1), kind (" type "_start))"
  print "  if (cublasCreate (h) /= CUBLAS_STATUS_SUCCESS) error stop 1"
  for (i = 0; i < n_routines; i++)
    if (chosen[i])
      printf "  call %s\n", blas ? "b_" blas_name(i) : "c_" name[i]
  print "  if (cublasDestroy (h) /= CUBLAS_STATUS_SUCCESS) error stop 2"
  print "  if (failures > 0) error stop 3\nend program"
}

# A call of routine I by its name of BLAS, for arrays of the host if HOST; nothing if
# it cannot be made.
function blas_call (i, host,	j, list, one, base) {
  for (j = 2; j <= n_args[i]; j++) {
    if (!in_legacy(i, j))
      continue
    base = arg_base[i, j]
    one = actual(i, j, 0)
    if (base in option)
      one = option[base]
    else if (arg_kind[i, j] == "device" && host && match (one, /_[abcxy]$/))
      one = base "_host(1, " index ("abcxy", substr (one, RSTART + 1)) ")"
    else if (arg_kind[i, j] == "result")
      one = ""
    if (one == "")
      return ""
    list = list (list == "" ? "" : ", &\n         ") one
  }
  if (!has_result(i))
    return "    call " blas_name(i) " (" list ")"
  return sprintf ("    %s_result(%d) = %s (%s)", arg_base[i, n_args[i]], host ? 2 : 1,
		  blas_name(i), list)
}

# Whether BLAS or LAPACK has routine I.
function in_blas (i) {
  return form[i, "blas"] && blas_name(i) !~ /amin$|^[cz]syr2$/
}

function print_blas_routine (i,	type) {
  type = data_type(i)
  printf "  subroutine b_%s\n    call begin_%s\n    call forget\n", blas_name(i), type
  printf "    %s_host = %s_start\n", type, type
  printf "%s\n    call keep_%s (1)\n", blas_call(i, 0), type
  printf "%s\n    %s_after(:, :, 2) = %s_host\n", blas_call(i, 1), type, type
  printf "    int64_result(2) = int_result(2)\n"
  printf "    call compare_%s (\"%s\")\n  end subroutine\n\n", type, blas_name(i)
}

END {
  if (failed)
    exit 1
  n_arrays = split ("a b c x y", arrays, " ")
  option["op"] = "'N'"; option["fill"] = "'U'"; option["diag"] = "'U'"
  option["side"] = "'L'"
  for (i = 0; i < n_routines; i++)
    if (form[i, "32"] && form[i, "cpu"] \
	&& (blas ? in_blas(i) && blas_call(i, 0) != "" \
	    : (name[i], 1) in known && routine_call(i, name[i], 0) != "")) {
      chosen[i] = 1
      n_chosen++
    }
  # Without them the test would pass all the same.
  if (n_chosen < (blas ? 100 : 150))
    fail("only " n_chosen + 0 " routines can be compared")
  print "! { dg-do run }\n! { dg-one-level }"
  if (blas)
    print "! { dg-options \"-Wl,--no-as-needed -l:liblapack.so.3 -l:libblas.so.3\" }\n" \
      "! Routines of cuBLAS by their names of BLAS, compared with BLAS."
  else
    print "! Routines of cuBLAS whose integers have 64 bits, compared with the others."
  print "! Made by blas-routines.awk.\n"
  print_module()
  print_program()
}
