# Build the driver program and mkoffload.
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

# Included by Makefile.in, and usable alone:
#
#   make -f driver/driver.mk srcdir=SOURCE builddir=BUILD
#
# The includer may set all of the following; the defaults are Debian 12's.
#
#   CC, CFLAGS, CPPFLAGS, LDFLAGS  as usual
#   GFORTRAN, GCC      what the programs run
#   ACCEL_GCC          the offload compiler's driver, empty if there is none
#   VERSION            the version
#   installed_*        directories: relative to that above the program's, or
#		       absolute

srcdir ?= .
builddir ?= build
CFLAGS ?= -O2 -g
GCC ?= gcc-12
GFORTRAN ?= gfortran-12
ACCEL_GCC ?= x86_64-linux-gnu-accel-nvptx-none-gcc-12
VERSION ?= unknown
installed_plugin_dir ?= lib/gcc/x86_64-linux-gnu/12/plugin
installed_module_dir ?= lib/cudafortran/include
installed_package_dir ?= lib/cudafortran
installed_library_dir ?= lib

driver_defines = -DACCEL_GCC='"$(ACCEL_GCC)"' -DGFORTRAN='"$(GFORTRAN)"' \
  -DVERSION='"$(VERSION)"' \
  -DINSTALLED_PLUGIN_DIR='"$(installed_plugin_dir)"' \
  -DINSTALLED_MODULE_DIR='"$(installed_module_dir)"' \
  -DINSTALLED_PACKAGE_DIR='"$(installed_package_dir)"' \
  -DINSTALLED_LIBRARY_DIR='"$(installed_library_dir)"'
driver_flags = -std=gnu11 -Wall -Wextra -D_GNU_SOURCE -I$(srcdir)/driver \
  -I$(srcdir)/driver/ptx -I$(srcdir)/libgcuf/abi $(driver_defines)

driver_build := $(builddir)/driver
cudafortran := $(builddir)/bin/cudafortran
mkoffload := $(builddir)/offload/accel/nvptx-none/mkoffload
# Since GCC 13 position-independent programs have the second.
offload_table := $(builddir)/offload/crtoffloadtable.o \
  $(builddir)/offload/crtoffloadtableS.o
ptx_tool := $(driver_build)/ptx-tool

# One folder, one program; the passes over PTX are mkoffload's and ptx-tool's.
driver_folder = $(patsubst $(srcdir)/driver/%.c,$(driver_build)/%.o, \
  $(wildcard $(srcdir)/driver/$(1)*.c))
driver_support := $(patsubst %,$(driver_build)/%.o,fat-binary map support toolkit)
cudafortran_objects := $(filter-out %/map.o,$(call driver_folder,))
ptx_objects := $(filter-out %/ptx-tool.o,$(call driver_folder,ptx/)) \
  $(driver_support)
mkoffload_objects := $(filter-out %/crtoffloadtable.o, \
  $(call driver_folder,mkoffload/)) $(ptx_objects)
ptx_tool_objects := $(driver_build)/ptx/ptx-tool.o $(ptx_objects)
driver_objects := $(sort $(cudafortran_objects) $(mkoffload_objects) \
  $(ptx_tool_objects))

.PHONY: driver
driver: $(cudafortran) $(if $(ACCEL_GCC),$(mkoffload) $(offload_table)) \
  $(ptx_tool)

$(cudafortran): $(cudafortran_objects)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -ldl

$(mkoffload): $(mkoffload_objects)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -ldl

# For the test suite.
$(ptx_tool): $(ptx_tool_objects)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^

# It becomes part of programs, so it is compiled as a start file is.
$(offload_table): $(srcdir)/driver/mkoffload/crtoffloadtable.c
	@mkdir -p $(@D)
	$(GCC) -O2 -fPIC -fno-lto -c -o $@ $<

$(driver_objects): $(driver_build)/%.o: $(srcdir)/driver/%.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(driver_flags) $(CFLAGS) -MMD -MP -c -o $@ $<

-include $(driver_objects:.o=.d)
