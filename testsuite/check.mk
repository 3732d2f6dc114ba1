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

.PHONY: check check-gpu-build check-gpu check-valgrind check-ulp

# A driver that has no device, for the tests of the cuda backend here.
fake_driver = testsuite/fake-driver/libcuda.so.1
fake_driver_sources = $(wildcard $(srcdir)/testsuite/fake-driver/*.c)
$(fake_driver): $(fake_driver_sources) $(srcdir)/testsuite/fake-driver/fake.h \
    $(addprefix $(srcdir)/libgcuf/,cuda-driver.def cuda-driver.h)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -std=gnu11 -Wall -Wextra -pthread -fPIC \
	  -fvisibility=hidden -shared -Wl,-soname,$(@F) -I$(srcdir)/libgcuf \
	  -o $@ $(fake_driver_sources)

check: all $(fake_driver)
	GFORTRAN="$(GFORTRAN)" \
	  $(SHELL) $(srcdir)/testsuite/run-testsuite.sh . -j "$(CHECK_JOBS)" \
	  $(RUNTESTFLAGS)

# The programs of the run tests, in a directory that another machine can run
# them from with run-gpu.sh there.
check-gpu-build: all
	$(SHELL) $(srcdir)/testsuite/build-gpu.sh . gpu-tests \
	  -j "$(CHECK_JOBS)" $(RUNTESTFLAGS)

check-gpu: check-gpu-build
	gpu-tests/run-gpu.sh

# The same programs on the cpu backend under valgrind.
check-valgrind: check-gpu-build
	gpu-tests/run-gpu.sh --valgrind

# The largest errors of device code's mathematical functions.
ULP_ARGUMENTS = 10000000
check-ulp: testsuite/ulp
	testsuite/ulp $(ULP_ARGUMENTS)

testsuite/ulp: $(srcdir)/testsuite/ulp.cuf \
    $(srcdir)/testsuite/cudafortran.device/libm-functions.inc | all
	@mkdir -p $(@D)
	bin/cudafortran -O2 -fopenmp -static-libgcuf -I$(srcdir)/testsuite \
	  -J $(@D) -o $@ $<
