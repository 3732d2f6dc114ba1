# The files of gcc/fortran that make up the front end (F95_OBJS of Make-lang.in).
# A series that has others says so in a file of this name, which is read later.
# Copyright (C) 2026 The cudafortran authors; GPL version 3+, see COPYING.

# Those that take longest to compile come first, so that a parallel build does
# not end waiting for one of them.
gcc_fortran_sources = resolve.cc trans-intrinsic.cc openmp.cc trans-openmp.cc \
  trans-expr.cc trans-array.cc module.cc simplify.cc decl.cc intrinsic.cc \
  trans-decl.cc trans-stmt.cc check.cc parse.cc expr.cc interface.cc match.cc \
  symbol.cc io.cc primary.cc frontend-passes.cc scanner.cc iresolve.cc class.cc \
  dump-parse-tree.cc trans-io.cc trans-types.cc trans.cc arith.cc array.cc \
  bbt.cc constructor.cc convert.cc cpp.cc data.cc dependency.cc error.cc \
  f95-lang.cc matchexp.cc misc.cc options.cc st.cc target-memory.cc \
  trans-common.cc trans-const.cc
