# Rules for the C part of the CUDA Fortran runtime library.
# Copyright (C) 2026 The cudafortran authors.
#
# This file is part of the CUDA Fortran runtime library (libgcuf).
#
# Libgcuf is free software; you can redistribute it and/or modify it
# under the terms of the GNU General Public License as published by
# the Free Software Foundation; either version 3, or (at your option)
# any later version.
#
# Libgcuf is distributed in the hope that it will be useful, but WITHOUT ANY
# WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS
# FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
# more details.
#
# Under Section 7 of GPL version 3, you are granted additional
# permissions described in the GCC Runtime Library Exception, version
# 3.1, as published by the Free Software Foundation.
#
# You should have received a copy of the GNU General Public License and
# a copy of the GCC Runtime Library Exception along with this program;
# see the files COPYING and COPYING.RUNTIME respectively.  If not, see
# <http://www.gnu.org/licenses/>.

# To be included by the Makefile of the build directory, or used by itself:
#   make -f libgcuf/runtime.mk srcdir=DIR builddir=DIR
# srcdir is the top of the source tree, builddir that of the build tree.

srcdir ?= .
builddir ?= .
TARGET_CC ?= gcc
AR ?= ar
CFLAGS ?= -O2 -g

libgcuf_src = $(srcdir)/libgcuf
libgcuf_build = $(builddir)/libgcuf

# The folders of what runs on the host.  device/ is the device library's, and
# fortran/ has the modules.
libgcuf_folders = core memory launch data api cuda cpu cpu/intrinsics \
  cpu/check observe

LIBGCUF_CFLAGS = -std=gnu11 -Wall -Wextra -fvisibility=hidden -fPIC -pthread \
  $(addprefix -I$(libgcuf_src)/,abi intrinsics device/libm $(libgcuf_folders))
# The shared library's own few variables that are local to a thread have a fixed
# place, of which there is little for what is loaded by dlopen.  The archive may
# become part of a library that has many.
LIBGCUF_SHARED_CFLAGS = -ftls-model=initial-exec
LIBGCUF_LIBS = -lgfortran -pthread -ldl -lm

libgcuf_objects = $(patsubst $(libgcuf_src)/%.c,%.o, \
  $(sort $(wildcard $(libgcuf_folders:%=$(libgcuf_src)/%/*.c))))
# Those whose sources are made below.
libgcuf_made_objects = cuda/kernel-texts.o observe/report-page.o
LIBGCUF_OBJECTS = $(addprefix $(libgcuf_build)/,$(libgcuf_objects) \
  $(libgcuf_made_objects))

LIBGCUF_STATIC_OBJECTS \
  = $(addprefix $(libgcuf_build)/static/,$(libgcuf_objects) \
  $(libgcuf_made_objects))

# The objects of the Fortran modules, where modules.mk is included too.
LIBGCUF_ALL_OBJECTS = $(LIBGCUF_OBJECTS) $(gcuf_module_objects)

.PHONY: libgcuf-runtime clean-libgcuf-runtime
libgcuf-runtime: $(libgcuf_build)/libgcuf.so $(libgcuf_build)/libgcuf.a

$(filter-out $(addprefix %/,$(libgcuf_made_objects)),$(LIBGCUF_OBJECTS)): \
    $(libgcuf_build)/%.o: $(libgcuf_src)/%.c
	@mkdir -p $(@D)
	$(TARGET_CC) $(CPPFLAGS) $(CFLAGS) $(LIBGCUF_CFLAGS) $(LIBGCUF_SHARED_CFLAGS) \
	  -MMD -MP -c -o $@ $<

$(filter-out $(addprefix %/,$(libgcuf_made_objects)),$(LIBGCUF_STATIC_OBJECTS)): \
    $(libgcuf_build)/static/%.o: $(libgcuf_src)/%.c
	@mkdir -p $(@D)
	$(TARGET_CC) $(CPPFLAGS) $(CFLAGS) $(LIBGCUF_CFLAGS) -MMD -MP -c -o $@ $<

# The library's own kernels, of which the accelerator compiler makes PTX.
# Without one there are none.  Jump threading would copy instructions that all
# lanes of a warp have to execute together.
libgcuf_kernel_flags = -O2 -fno-thread-jumps
libgcuf_kernel_ptx = $(if $(ACCEL_GCC_PATH),$(patsubst \
  $(libgcuf_src)/%.c,$(libgcuf_build)/%.ptx, \
  $(wildcard $(libgcuf_src)/cuda/kernels/*.c)))
libgcuf_embed_kernels = $(libgcuf_src)/cuda/kernels/embed-kernels.awk

$(libgcuf_kernel_ptx): $(libgcuf_build)/%.ptx: $(libgcuf_src)/%.c \
    $(wildcard $(libgcuf_src)/cuda/kernels/*.h) $(libgcuf_src)/abi/gcuf-limits.h
	@mkdir -p $(@D)
	$(GCC) -std=gnu11 $(libgcuf_kernel_flags) -Wall -Wextra -fopenacc -foffload=nvptx-none \
	  -fno-pie -I$(libgcuf_src)/abi -c -o $(@:.ptx=.o) $<
	GCC_OFFLOAD_OMP_REQUIRES_FILE=$(@:.ptx=.requires) \
	  $(ACCEL_GCC_PATH) $(libgcuf_kernel_flags) -xlto -S -fno-openacc -fno-openmp -misa=sm_70 \
	  -o $@ $(@:.ptx=.o)

$(libgcuf_build)/cuda/kernel-texts.c: $(libgcuf_embed_kernels) \
    $(libgcuf_kernel_ptx)
	@mkdir -p $(@D)
	awk -f $(libgcuf_embed_kernels) $(or $(libgcuf_kernel_ptx),/dev/null) \
	  >$@.new
	mv $@.new $@

# The page of reports.
libgcuf_page = $(libgcuf_src)/observe/report

$(libgcuf_build)/observe/report-page.c: $(wildcard $(libgcuf_page)/*)
	@mkdir -p $(@D)
	awk -f $(libgcuf_page)/embed-page.awk $(libgcuf_page)/page.html >$@.new
	mv $@.new $@

$(libgcuf_made_objects:%=$(libgcuf_build)/%): %.o: %.c
	$(TARGET_CC) $(CPPFLAGS) $(CFLAGS) $(LIBGCUF_CFLAGS) -MMD -MP -c -o $@ $<
$(libgcuf_made_objects:%=$(libgcuf_build)/static/%): \
    $(libgcuf_build)/static/%.o: $(libgcuf_build)/%.c
	@mkdir -p $(@D)
	$(TARGET_CC) $(CPPFLAGS) $(CFLAGS) $(LIBGCUF_CFLAGS) -MMD -MP -c -o $@ $<

$(libgcuf_build)/libgcuf.so.1: $(LIBGCUF_ALL_OBJECTS) $(libgcuf_src)/libgcuf.map
	$(TARGET_CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,libgcuf.so.1 \
	  -Wl,--version-script=$(libgcuf_src)/libgcuf.map -Wl,-z,defs \
	  -o $@ $(LIBGCUF_ALL_OBJECTS) $(LIBGCUF_LIBS)

# What the linker takes for -lgcuf: libgcuf itself, and of the libraries beside
# it, which gcuf_library_files has if libraries.mk is included too, those that the
# program uses.
$(libgcuf_build)/libgcuf.so: $(libgcuf_build)/libgcuf.so.1 $(gcuf_library_files)
	rm -f $@
	printf '%s\n' '/* GNU ld script: ldconfig passes over files that say so.  */' \
	  'INPUT (libgcuf.so.1 AS_NEEDED ($(notdir $(gcuf_library_files))))' >$@

$(libgcuf_build)/libgcuf.a: $(LIBGCUF_STATIC_OBJECTS) $(gcuf_module_objects) \
    $(gcuf_library_objects)
	rm -f $@
	$(AR) rcs $@ $(LIBGCUF_STATIC_OBJECTS) $(gcuf_module_objects) \
	  $(gcuf_library_objects)

clean-libgcuf-runtime:
	rm -rf $(libgcuf_build)/cuda/kernels $(libgcuf_build)/cuda/kernel-texts.c \
	  $(libgcuf_build)/observe/report-page.c
	rm -f $(LIBGCUF_OBJECTS) $(LIBGCUF_OBJECTS:.o=.d) \
	  $(LIBGCUF_STATIC_OBJECTS) $(LIBGCUF_STATIC_OBJECTS:.o=.d) \
	  $(libgcuf_build)/libgcuf.so $(libgcuf_build)/libgcuf.so.1 \
	  $(libgcuf_build)/libgcuf.a

-include $(LIBGCUF_OBJECTS:.o=.d) $(LIBGCUF_STATIC_OBJECTS:.o=.d)
