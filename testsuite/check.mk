# Make targets that run the test suite; included by the top Makefile, in whose
# directory, the top build directory, the commands run.
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

# RUNTESTFLAGS narrows a run, as in
#   make check RUNTESTFLAGS='data.exp=values.cuf'
# and CHECK_JOBS is the number of processes it is done with.
RUNTESTFLAGS =
CHECK_JOBS = $$(nproc)

.PHONY: check check-faults check-load check-tsan check-gpu-build check-gpu \
  check-valgrind check-ulp check-mutations check-diagnostics

# The tests that the manual names are there.
.PHONY: check-manual
check-manual:
	GFORTRAN="$(GFORTRAN)" $(SHELL) $(srcdir)/testsuite/tools/check-manual.sh $(srcdir)

# The tests of the runtime's routines notice if one does nothing.
.PHONY: check-stubs
check-stubs: all $(fake_driver)
	CC="$(CC)" $(SHELL) $(srcdir)/testsuite/tools/check-stubs.sh $(srcdir) .

# A driver that has no device, for the tests of the cuda backend here.
fake_driver = testsuite/fake-driver/libcuda.so.1
fake_driver_sources = $(wildcard $(srcdir)/testsuite/fake-driver/fake-*.c)
$(fake_driver): $(fake_driver_sources) $(srcdir)/testsuite/fake-driver/fake.h \
    $(addprefix $(srcdir)/libgcuf/cuda/,cuda-driver.def cuda-driver.h)
	@mkdir -p $(@D)
	$(TARGET_CC) $(CFLAGS) -std=gnu11 -Wall -Wextra -pthread -fPIC \
	  -fvisibility=hidden -shared -Wl,-soname,$(@F) \
	  -I$(srcdir)/libgcuf/cuda -I$(srcdir)/libgcuf/abi \
	  -o $@ $(fake_driver_sources)

# What writes random programs.
generate = testsuite/generate
generate_sources = $(wildcard $(srcdir)/testsuite/generate/*.c)
$(generate): $(generate_sources) $(srcdir)/testsuite/generate/generate.h
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -std=gnu11 -Wall -Wextra -o $@ $(generate_sources) -lm

# What lets the allocations of libgcuf fail.
failing_malloc = testsuite/fake-driver/failing-malloc.so
$(failing_malloc): $(srcdir)/testsuite/fake-driver/failing-malloc.c
	@mkdir -p $(@D)
	$(TARGET_CC) $(CFLAGS) -std=gnu11 -Wall -Wextra -fno-builtin -fPIC -shared \
	  -o $@ $< -ldl

# The library with a call of the driver at each place where its source has one,
# which its lines tell.
faults_build = testsuite/faults
.PHONY: faults-library
faults-library: all
	@$(MAKE) -s -f $(srcdir)/libgcuf/runtime.mk srcdir=$(srcdir) \
	  builddir=$(faults_build) TARGET_CC=$(TARGET_CC) CFLAGS='-O0 -g' \
	  gcuf_module_objects='$(gcuf_module_objects)' \
	  $(faults_build)/libgcuf/libgcuf.so.1

# All failures of the driver and of allocations, of which check has some.
check-faults: all $(fake_driver) $(failing_malloc) faults-library
	CHECK_FAULTS=all GFORTRAN="$(GFORTRAN)" \
	  $(SHELL) $(srcdir)/testsuite/tools/run-testsuite.sh . \
	  -j "$(CHECK_JOBS)" faults.exp

# Many host threads at once: THREADS threads do ROUNDS rounds of launches, copies and
# allocations each, two launches a round at least, again and again until SECONDS
# have passed.
LOAD_THREADS = 64
LOAD_ROUNDS = 5000
LOAD_SECONDS = 600
LOAD_BACKEND =
load_source = $(srcdir)/testsuite/cudafortran.load
load_arguments = $(LOAD_THREADS) $(LOAD_ROUNDS) $(LOAD_SECONDS)

testsuite/load: $(load_source)/load.cuf | all
	bin/cudafortran -O2 -J testsuite -o $@ $^

check-load: testsuite/load
	GCUF_BACKEND=$(LOAD_BACKEND) testsuite/load $(load_arguments)

# The same under ThreadSanitizer, on the cpu backend, the library being
# instrumented, too.  What is allocated must not grow by a megabyte.
tsan_build = testsuite/tsan
tsan_objects = $(addprefix $(tsan_build)/libgcuf/,$(libgcuf_objects))
testsuite/load-tsan: $(load_source)/load.cuf | all
	$(MAKE) -f $(srcdir)/libgcuf/runtime.mk srcdir=$(srcdir) \
	  builddir=$(tsan_build) TARGET_CC=$(TARGET_CC) \
	  CFLAGS='-O1 -g -fsanitize=thread -fno-omit-frame-pointer' \
	  $(tsan_objects)
	bin/cudafortran -O1 -g -fsanitize=thread -static-libgcuf -J testsuite \
	  -o $@ $^ \
	  $(tsan_objects) $(gcuf_module_objects)

check-tsan: testsuite/load-tsan
	GCUF_BACKEND=cpu TSAN_OPTIONS='halt_on_error=1 exitcode=66 detect_deadlocks=0' \
	  testsuite/load-tsan $(load_arguments) 1

# The package in a directory other than that which it is installed for, as a
# prefix of one's own that was moved.  The driver is one for that prefix.
moved_root = $(abspath testsuite/moved)
moved_prefix = /opt/cudafortran
moved_driver = testsuite/moved-driver
moved_gcc_libdir = lib/cudafortran/gcc-$(gcc_major)
.PHONY: install-moved
install-moved:
	rm -rf '$(moved_root)'
	$(MAKE) -f $(srcdir)/driver/driver.mk srcdir=$(srcdir) \
	  builddir=$(moved_driver) CC='$(CC)' CFLAGS='$(CFLAGS)' \
	  VERSION='$(VERSION)' ACCEL_GCC='$(ACCEL_GCC)' \
	  installed_plugin_dir=$(moved_gcc_libdir)/plugin \
	  installed_module_dir=$(moved_gcc_libdir)/finclude \
	  installed_package_dir=lib/cudafortran installed_library_dir=lib \
	  $(moved_driver)/bin/cudafortran
	$(MAKE) install DESTDIR='$(moved_root)' prefix=$(moved_prefix) \
	  exec_prefix=$(moved_prefix) bindir=$(moved_prefix)/bin \
	  libdir=$(moved_prefix)/lib datarootdir=$(moved_prefix)/share \
	  mandir=$(moved_prefix)/share/man \
	  gcc_libdir=$(moved_prefix)/$(moved_gcc_libdir) MAKEINFO= \
	  installed_command=$(moved_driver)/bin/cudafortran

check: all check-manual $(fake_driver) $(failing_malloc) faults-library \
    $(generate)
	GFORTRAN="$(GFORTRAN)" \
	  $(SHELL) $(srcdir)/testsuite/tools/run-testsuite.sh . -j "$(CHECK_JOBS)" \
	  $(RUNTESTFLAGS)

# The run tests in a world of rubbish: local variables of the host in memory, by a
# plugin of our own, and what malloc returns, by glibc, begin as what they were
# never set to.  At -O2, for the cpu backend.
dirty_plugin = testsuite/dirty/dirty.so
$(dirty_plugin): $(srcdir)/testsuite/dirty-plugin/dirty.cc
	@mkdir -p $(@D)
	$(FE_CXX) -std=gnu++11 -fPIC -fno-rtti -fno-exceptions -O2 -Wall -shared \
	  -I$(PLUGIN_DIR)/include -o $@ $<

.PHONY: check-dirty
DIRTY_TESTS = data.exp transfer.exp types.exp device.exp procedures.exp loops.exp \
  launch.exp modules.exp
check-dirty: all $(dirty_plugin)
	GFORTRAN="$(GFORTRAN)" PTXAS= MALLOC_PERTURB_=165 \
	  $(SHELL) $(srcdir)/testsuite/tools/run-testsuite.sh . -j "$(CHECK_JOBS)" \
	  OPT_LEVELS=-O2 EXTRA_FLAGS=-fplugin=$(abspath $(dirty_plugin)) \
	  $(DIRTY_TESTS)

# Whether the last run of all tests has seen each diagnostic of the plugin.
check-diagnostics:
	$(SHELL) $(srcdir)/testsuite/tools/check-diagnostics.sh $(srcdir) \
	  testsuite/cudafortran.log

# The programs of the run tests, in a directory that another machine can run
# them from with run-gpu.sh there.
check-gpu-build: all $(generate)
	$(SHELL) $(srcdir)/testsuite/tools/build-gpu.sh . gpu-tests \
	  -j "$(CHECK_JOBS)" $(RUNTESTFLAGS)

check-gpu: check-gpu-build
	gpu-tests/run-gpu.sh

# The programs with device code with each part of the compiler alone that may be
# left out, with all and with none; or, as PARTS says, with each part of the lowering
# left out, or each pass over PTX alone with all parts.  PARTS_NAMES are the parts
# of the lowering, if not all.  Those for the cpu backend are run.
PARTS = alone
PARTS_NAMES =
PARTS_TESTS = device.exp loops.exp procedures.exp types.exp launch.exp data.exp \
  modules.exp transfer.exp ptx.exp
PARTS_TARGET = sm_90
.PHONY: check-parts check-parts-gpu check-parts-ptxas
check-parts: all
	GFORTRAN="$(GFORTRAN)" ACCEL_GCC="$(ACCEL_GCC)" \
	  $(SHELL) $(srcdir)/testsuite/tools/check-parts.sh . gpu-parts $(PARTS) \
	  "$(PARTS_NAMES)" -j "$(CHECK_JOBS)" OPT_LEVELS=-O2 $(PARTS_TESTS)

check-parts-gpu: check-parts
	gpu-parts/cuda/run-gpu.sh

check-parts-ptxas: check-parts
	$(SHELL) $(srcdir)/testsuite/tools/check-parts-ptxas.sh gpu-parts/cuda \
	  $(PARTS_TARGET) "$(CHECK_JOBS)"

# The same programs on the cpu backend under valgrind.
check-valgrind: check-gpu-build
	gpu-tests/run-gpu.sh --valgrind

# The largest errors of device code's mathematical functions.
ULP_ARGUMENTS = 10000000
check-ulp: testsuite/ulp
	testsuite/ulp $(ULP_ARGUMENTS)

testsuite/ulp: $(srcdir)/testsuite/ulp/ulp.CUF \
    $(wildcard $(srcdir)/testsuite/ulp/ulp-*.inc) \
    $(srcdir)/testsuite/cudafortran.device/libm-functions.inc | all
	@mkdir -p $(@D)
	bin/cudafortran -O2 -fopenmp -static-libgcuf -I$(srcdir)/testsuite \
	  -J $(@D) -o $@ $<

# Random programs, compared with what plain gfortran makes of the same: GENERATED of
# them from number GENERATED_FIRST on; and the same for a machine with a GPU.
GENERATED = 100
GENERATED_FIRST = 1
check_generated = GFORTRAN="$(GFORTRAN)" \
  $(SHELL) $(srcdir)/testsuite/tools/check-generated.sh .
.PHONY: check-generated check-generated-build
check-generated: all $(generate)
	$(check_generated) -j "$(CHECK_JOBS)" $(GENERATED) $(GENERATED_FIRST)

check-generated-build: all $(generate)
	rm -rf gpu-generated
	$(check_generated) --build gpu-generated -j "$(CHECK_JOBS)" \
	  $(GENERATED) $(GENERATED_FIRST)

# Mutated sources of the tests, which must not break the compiler: MUTATIONS of
# them from number MUTATIONS_FIRST on.
MUTATIONS = 2000
MUTATIONS_FIRST = 1
check-mutations: all
	GFORTRAN="$(GFORTRAN)" $(SHELL) $(srcdir)/testsuite/tools/check-mutations.sh . \
	  -j "$(CHECK_JOBS)" $(MUTATIONS) $(MUTATIONS_FIRST)

# The sources of the tests compiled under valgrind, and with the garbage collector
# and its checks at work all the time; SHARE=I/N takes every N-th.
SHARE = 1/1
.PHONY: check-valgrind-compiler check-gc-compiler
check-valgrind-compiler check-gc-compiler: all
	$(SHELL) $(srcdir)/testsuite/tools/check-compiler.sh . \
	  --$(patsubst check-%-compiler,%,$@) -j "$(CHECK_JOBS)" $(SHARE)

# All of that: N generated programs, 20 mutations for each, and the compiler.
N = 100
.PHONY: check-stress
check-stress: all $(generate)
	$(MAKE) check-generated GENERATED=$(N)
	$(MAKE) check-mutations MUTATIONS=$$(($(N) * 20))
	$(MAKE) check-gc-compiler
	$(MAKE) check-valgrind-compiler
