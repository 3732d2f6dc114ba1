# Build and run the benchmarks; included by the top Makefile.
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

# The peers in CUDA C need nvcc; without it only the cpu backend is measured.
NVCC = $(shell PATH=$$PATH:/usr/local/cuda/bin command -v nvcc)
NVCC_FLAGS = -O3 -arch=sm_90 --extended-lambda
BENCH_FLAGS = -O3 -ffree-line-length-none $(if $(NVCC),-gpu=cc90)

toolkit_libraries = -lcublas -lcufft -lcusparse \
  -Xlinker=-rpath=$(abspath $(dir $(NVCC))../lib64)

bench_programs = $(addprefix bench/,saxpy launch graph automatic copy blocks \
  loops arrays compute math stencils private warps complex integers modules \
  flows matter data fields structures records libraries reductions)
bench_cpu_peers = $(patsubst %,bench/%-openmp,saxpy loops cpu warps patterns)
bench_peers = $(bench_cpu_peers) $(if $(NVCC),$(bench_programs:=-cuda))

.PHONY: bench bench-build
bench: bench-build
	bench/run.sh

# What is in the directory afterwards also runs on a machine without compilers.
bench-build: $(bench_programs) bench/cpu bench/patterns $(bench_peers) \
    bench/run.sh
	cp libgcuf/libgcuf*.so.1 bench
	$(SHELL) $(srcdir)/testsuite/tools/copy-libraries.sh bench $(bench_programs) \
	  bench/cpu bench/patterns $(bench_cpu_peers) libgcuf/libgcuf.so.1

bench/run.sh: $(srcdir)/bench/run.sh
	@mkdir -p $(@D)
	cp $< $@

# What has a part in the programs.
bench_compiler = $(fe)/cudafortran-front-end.so \
  $(if $(ACCEL_GCC),$(mkoffload) $(builddir)/libgcuf/gcuf-device.o)

bench_flags = $(BENCH_FLAGS) -I$(srcdir)/bench

bench/timing.o: $(srcdir)/bench/timing.f90 $(bench_compiler) | all
	@mkdir -p $(@D)
	bin/cudafortran -cuda $(bench_flags) -J bench -c -o $@ $<

# Also part of several: the values and sums of arrays; functions of modules.cuf, and
# of fields.cuf.
bench/totals.o bench/functions.o bench/procedures.o: bench/%.o: $(srcdir)/bench/%.cuf \
    $(bench_compiler) | all
	@mkdir -p $(@D)
	bin/cudafortran $(bench_flags) -J bench -c -o $@ $<

bench/stencils bench/private bench/warps bench/complex bench/integers \
  bench/modules bench/flows bench/matter bench/data bench/fields \
  bench/structures bench/records bench/patterns: bench/totals.o
bench/modules: bench/functions.o
bench/fields: bench/procedures.o

# Modules of one name are in several of them, so each has its own directory.
bench_compile = mkdir -p bench/modules-$(@F) && bin/cudafortran $(bench_flags) \
  -J bench/modules-$(@F) -Ibench -o $@ $< $(filter bench/%.o,$^)

bench/%: $(srcdir)/bench/%.CUF bench/timing.o \
    $(wildcard $(srcdir)/bench/*.inc) $(bench_compiler)
	$(bench_compile)

bench/%: $(srcdir)/bench/%.cuf bench/timing.o $(bench_compiler)
	$(bench_compile)

bench/%-openmp: $(srcdir)/bench/%-openmp.f90 $(srcdir)/bench/timing.f90
	@mkdir -p bench/modules-$(@F)
	$(GFORTRAN) -O3 -fopenmp -J bench/modules-$(@F) -o $@ \
	  $(srcdir)/bench/timing.f90 $<

$(bench_programs:=-cuda): bench/%-cuda: $(srcdir)/bench/%.cu \
    $(srcdir)/bench/timing.h
	@mkdir -p $(@D)
	$(NVCC) $(NVCC_FLAGS) -o $@ $< -L$(dir $(NVCC))../lib64/stubs -lcuda \
	  $(if $(filter %/libraries-cuda,$@),$(toolkit_libraries))
