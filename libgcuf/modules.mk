# The Fortran modules and the device library.
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

# The defaults are Debian 12's:
#
#   srcdir, builddir   this source tree, the build tree
#   GCC, GFORTRAN      the compilers that the plugin is for
#
# Products: the .mod files in $(builddir)/libgcuf/include, the device library
# $(builddir)/libgcuf/gcuf-device.o, and $(gcuf_module_objects), which are part
# of libgcuf.  With GCUF_NO_PLUGIN=1 module cudadevice is compiled without the
# plugin, its procedures then being ordinary ones; with GCUF_NO_OFFLOAD=1 there
# is no device library.

srcdir ?= .
builddir ?= build
GCC ?= gcc-12
GFORTRAN ?= gfortran-12

gcuf_include = $(builddir)/libgcuf/include
gcuf_device_library = $(if $(GCUF_NO_OFFLOAD),, \
  $(builddir)/libgcuf/gcuf-device.o)

# What compiling with the plugin needs.
gcuf_plugin = $(addprefix $(builddir)/plugin/,cudafortran.so \
  cudafortran-front-end.so)

# --- Modules ---------------------------------------------------------------

gcuf_modules = cuf_types cuf_errors cuf_flags cuf_device cuf_stream \
  cuf_event cuf_graph cuf_function cuf_malloc cuf_memcpy cuf_memset cuf_array \
  cuf_symbol cuf_library_types cudafor
gcuf_module_objects = $(gcuf_modules:%=$(builddir)/libgcuf/%.o)
gcuf_fflags = -O2 -g -fPIC -std=f2018 -Wall -Wextra -Wno-surprising -J$(gcuf_include)

# The object stands for the .mod file, which GCC leaves alone if its contents
# would not change.
$(builddir)/libgcuf/%.o: $(srcdir)/libgcuf/fortran/%.f90
	@mkdir -p $(gcuf_include)
	$(GFORTRAN) $(gcuf_fflags) -c -o $@ $<

gcuf_object = $(addprefix $(builddir)/libgcuf/,$(addsuffix .o,$(1)))

# The constants are plain Fortran, the routines CUDA Fortran.
gcuf_plain = cuf_types cuf_errors cuf_flags cuf_library_types
gcuf_routines = $(filter-out $(gcuf_plain),$(gcuf_modules))

$(call gcuf_object,cuf_flags): $(call gcuf_object,cuf_types)
$(call gcuf_object,cuf_library_types): $(call gcuf_object,cuf_flags)
$(call gcuf_object,$(filter-out cudafor,$(gcuf_routines))): \
  $(call gcuf_object,$(gcuf_plain))
$(call gcuf_object,cudafor): \
  $(call gcuf_object,$(filter-out cudafor,$(gcuf_modules)))
# Private: what is made on the way to them has the flags of its own.
$(call gcuf_object,$(gcuf_routines)): private gcuf_fflags += \
  -std=gnu -Wno-c-binding-type -Wno-surprising \
  -fplugin=$(firstword $(gcuf_plugin))
$(call gcuf_object,$(gcuf_routines)): \
  $(gcuf_plugin)
# What has attributes(device) uses module cudadevice.
$(call gcuf_object,cuf_device cuf_malloc cuf_memcpy cuf_memset): \
  $(gcuf_include)/cudadevice.mod
$(call gcuf_object,cuf_device cuf_malloc cuf_memcpy cuf_memset): \
  private gcuf_fflags += -fintrinsic-modules-path $(gcuf_include)
# Those with templates.
$(builddir)/libgcuf/cuf_%.o: $(srcdir)/libgcuf/fortran/cuf_%.F90 \
    $(wildcard $(srcdir)/libgcuf/fortran/*.inc)
	$(GFORTRAN) $(gcuf_fflags) -c -o $@ $<

# The modules of device code have no object: the compiler replaces their
# variables, and their procedures are in the libraries.
gcuf_device_modules = cudadevice cooperative_groups curand_device libm \
  openacc_curand \
  $(if $(GCUF_NO_PLUGIN),,wmma)
gcuf_device_mods = $(gcuf_device_modules:%=$(gcuf_include)/%.mod)
gcuf_device_fflags = -ffree-line-length-none -Wno-c-binding-type \
  -fallow-leading-underscore -fintrinsic-modules-path $(gcuf_include) \
  $(if $(GCUF_NO_PLUGIN),-DGCUF_NO_PLUGIN, \
    -fplugin=$(firstword $(gcuf_plugin)) -fplugin-arg-cudafortran-cuda)

$(gcuf_device_mods): $(gcuf_include)/%.mod: $(srcdir)/libgcuf/fortran/%.F90 \
    $(builddir)/libgcuf/cuf_types.o \
    $(if $(GCUF_NO_PLUGIN),,$(gcuf_plugin))
	$(GFORTRAN) $(filter-out -std=%,$(gcuf_fflags)) \
	  $(gcuf_device_fflags) -fsyntax-only $<
	@touch $@

$(addprefix $(gcuf_include)/,cooperative_groups.mod curand_device.mod \
  libm.mod openacc_curand.mod): $(gcuf_include)/cudadevice.mod
$(gcuf_include)/openacc_curand.mod: $(gcuf_include)/curand_device.mod \
  $(srcdir)/libgcuf/fortran/curand_device.F90
$(filter %/wmma.mod,$(gcuf_device_mods)): \
  $(wildcard $(srcdir)/libgcuf/fortran/wmma-*.inc)

# What stands in for gfortran's module openacc, which the plugin must not replace
# here.
$(gcuf_include)/cuf_openacc.mod: $(srcdir)/libgcuf/fortran/cuf_openacc.F90 \
    $(call gcuf_object,cuf_stream)
	$(GFORTRAN) $(filter-out -std=%,$(gcuf_fflags)) \
	  $(if $(filter no,$(openacc_has_addresses)),-DGCUF_OPENACC_ADDRESSES) \
	  -fplugin=$(builddir)/plugin/cudafortran.so \
	  -fplugin-arg-cudafortran-nocuda -fsyntax-only $<
	@touch $@

# What sources for tensor cores include.
$(gcuf_include)/cuf_macros.CUF: $(srcdir)/libgcuf/fortran/cuf_macros.CUF
	@mkdir -p $(@D)
	cp $< $@

# --- The device library ----------------------------------------------------

# Its object holds nothing but GIMPLE for the accelerator compiler.  Not
# position independent: there that would keep GCC from inlining; so would options
# for arithmetic that are not mkoffload's.  What is hidden is local code also
# where a link keeps procedures for others.
gcuf_device_folders = $(addprefix $(srcdir)/libgcuf/,device device/libm \
  intrinsics abi)
$(builddir)/libgcuf/gcuf-device.o: $(srcdir)/libgcuf/device/device-library.c \
    $(srcdir)/libgcuf/modules.mk \
    $(wildcard $(foreach folder,$(gcuf_device_folders),$(folder)/*.[ch] \
    $(folder)/*.def))
	@mkdir -p $(@D)
	$(GCC) -std=gnu11 -O2 -Wall -Wextra -fopenacc -foffload=nvptx-none \
	  -fno-math-errno -fcx-fortran-rules -fvisibility=hidden -fno-pie \
	  $(addprefix -I,$(gcuf_device_folders)) -c -o $@ $<

.PHONY: gcuf-modules
gcuf-modules: $(gcuf_module_objects) $(gcuf_device_mods) $(gcuf_device_library) \
  $(gcuf_include)/cuf_macros.CUF \
  $(if $(GCUF_NO_PLUGIN),,$(gcuf_include)/cuf_openacc.mod)
