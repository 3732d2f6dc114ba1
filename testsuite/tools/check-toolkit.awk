# Make C++ code that compares a library's table with the toolkit's header.
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

# Usage: awk -f read-table.awk -v functions_only=1 -f entries.awk
#	   -f check-toolkit.awk LIBRARY.def >FILE.cc

END {
  if (failed)
    exit 1
  # The header's types become those that a table can tell apart.
  printf "#include <%s>\n", header["header"]
  print "#include <cuComplex.h>"
  print "#include <cuda_fp16.h>"
  print "#include <cstdint>"
  print "#include <type_traits>"
  print "template <class T, class = void> struct complete : std::false_type {};"
  print "template <class T> struct complete<T, decltype (void (sizeof (T)))> : std::true_type {};"
  print "struct complex_ {}; struct dcomplex_ {}; struct half_ {};"
  print "template <class T, class = void> struct plain_ { typedef std::conditional_t<complete<T>::value, T, void> t; };"
  print "template <> struct plain_<cuComplex> { typedef complex_ t; };"
  print "template <> struct plain_<cuDoubleComplex> { typedef dcomplex_ t; };"
  print "template <> struct plain_<__half> { typedef half_ t; };"
  print "template <> struct plain_<void> { typedef void t; };"
  print "template <> struct plain_<unsigned char> { typedef void t; };"
  print "template <> struct plain_<long long> { typedef int64_t t; };"
  print "template <> struct plain_<signed char> { typedef char t; };"
  # Fortran has no unsigned integers.
  print "template <> struct plain_<unsigned> { typedef int t; };"
  print "template <> struct plain_<unsigned long long> { typedef int64_t t; };"
  print "template <class T> struct plain_<T, std::enable_if_t<std::is_enum_v<T>>> { typedef int t; };"
  print "template <class T> struct plain_<T *, std::enable_if_t<!std::is_function_v<T>>>"
  print "{ typedef typename plain_<std::remove_cv_t<T>>::t *t; };"
  print "template <class R, class... A> struct plain_<R (*) (A...)> { typedef void *t; };"
  # Untyped data may have a type in the header.
  print "template <class A, class B> struct agree_ : std::is_same<A, B> {};"
  print "template <class A> struct agree_<A *, void *> : std::true_type {};"
  print "template <class A> struct agree_<A **, void **> : std::true_type {};"
  print "template <class F, class G> struct agree : std::false_type {};"
  print "template <class R, class... A, class... B> struct agree<R (A...), int (B...)>"
  print "{"
  print "  template <class... C> static std::enable_if_t<sizeof... (C) == sizeof... (A), bool>"
  print "  constexpr types () { return (agree_<typename plain_<std::remove_cv_t<A>>::t, C>::value && ...); }"
  print "  template <class... C> static std::enable_if_t<sizeof... (C) != sizeof... (A), bool>"
  print "  constexpr types () { return false; }"
  print "  static constexpr bool value = types<B...> ();"
  print "};"
  print "#define ROUTINE(NAME, ...) static_assert (agree<decltype (NAME), int (__VA_ARGS__)>::value, #NAME);"
  for (i = 0; i < n_routines; i++) {
    if (form[i, "removed"])
      continue
    types = join(i, "types")
    gsub (/float _Complex/, "complex_", types)
    gsub (/double _Complex/, "dcomplex_", types)
    gsub (/_Float16/, "half_", types)
    gsub (/gcuf_stream_t/, "void *", types)
    printf "ROUTINE (%s, %s)\n", name[i], types
  }
}
