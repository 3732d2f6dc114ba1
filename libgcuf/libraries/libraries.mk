# The libraries beside libgcuf, and their modules.
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

# Each folder is one: LIBRARY.def has the table of its routines if it is of the
# kind that return a status, of which awk makes the C entries and the Fortran
# interfaces, *.f90 are the modules, and *.c what the cpu backend does.  Where
# modules include other files than LIBRARY-all.inc, their forms are in
# gcuf_library_forms_LIBRARY.  FILE.c.awk and FILE.inc.awk make FILE.c and FILE.inc
# of the table, too, and FILE.names.awk more names for interfaces of programs; any
# other *.awk has functions for them.

gcuf_library_forms_cublas = 32 64 xt
gcuf_library_forms_cufft = 32 xt

# gcuf_library_needs_LIBRARY are other libraries that one calls.

gcuf_library_needs_cutensorex = cublas

gcuf_libraries_src = $(srcdir)/libgcuf/libraries
gcuf_libraries_build = $(builddir)/libgcuf/libraries
gcuf_libraries = $(sort $(patsubst $(gcuf_libraries_src)/%/,%, \
  $(dir $(wildcard $(gcuf_libraries_src)/*/*.f90))))
gcuf_library_tables = $(basename $(notdir $(wildcard \
  $(gcuf_libraries_src)/*/*.def)))
gcuf_library_files = $(gcuf_libraries:%=$(builddir)/libgcuf/libgcuf-%.so.1)

LIBGCUF_LIBRARY_CFLAGS = -std=gnu11 -Wall -Wextra -fvisibility=hidden -fPIC \
  -pthread -I$(srcdir)/libgcuf/abi -I$(gcuf_libraries_src)

# $(call gcuf_library_rules,LIBRARY)
define gcuf_library_rules
gcuf_library_$(1) = $$(addprefix $(gcuf_libraries_build)/, \
  $$(if $$(filter $(1),$$(gcuf_library_tables)),$(1)/entries.o) \
  $$(patsubst $(gcuf_libraries_src)/%,%.o, \
  $$(basename $$(wildcard $(gcuf_libraries_src)/$(1)/*.c \
    $(gcuf_libraries_src)/$(1)/*.f90) \
    $$(basename $$(wildcard $(gcuf_libraries_src)/$(1)/*.c.awk)))))
gcuf_library_awk_$(1) = awk -f $(gcuf_libraries_src)/read-table.awk \
  -v functions_only=1 -f $(gcuf_libraries_src)/entries.awk \
  -f $(gcuf_libraries_src)/interfaces.awk \
  $$(addprefix -f ,$$(filter-out %.c.awk %.inc.awk %.names.awk, \
    $$(wildcard $(gcuf_libraries_src)/$(1)/*.awk)))

$(gcuf_libraries_build)/$(1)/entries.c: $(gcuf_libraries_src)/$(1)/$(1).def \
    $(gcuf_libraries_src)/read-table.awk $(gcuf_libraries_src)/entries.awk
	@mkdir -p $$(@D)
	awk -f $(gcuf_libraries_src)/read-table.awk \
	  -f $(gcuf_libraries_src)/entries.awk $$< >$$@.new
	mv $$@.new $$@

$(gcuf_libraries_build)/$(1)/interfaces.stamp: \
    $$(wildcard $(gcuf_libraries_src)/$(1)/$(1).def \
      $(gcuf_libraries_src)/$(1)/*.awk) \
    $(gcuf_libraries_src)/read-table.awk $(gcuf_libraries_src)/interfaces.awk
	@mkdir -p $$(@D)
	for form in $$(if $$(filter %.def,$$^), \
	    $$(or $$(gcuf_library_forms_$(1)),all)); do \
	  file=$$(@D)/$(1)-$$$$form.inc; \
	  awk -f $(gcuf_libraries_src)/read-table.awk \
	    -f $(gcuf_libraries_src)/interfaces.awk -v only=$$$$form $$< \
	    >$$$$file || exit; \
	done
	for script in $$(wildcard $(gcuf_libraries_src)/$(1)/*.inc.awk); do \
	  $$(gcuf_library_awk_$(1)) -f $$$$script $$< \
	    >$$(@D)/`basename $$$$script .awk` || exit; \
	done
	touch $$@

$(gcuf_libraries_build)/$(1)/%.c: $(gcuf_libraries_src)/$(1)/%.c.awk \
    $(gcuf_libraries_src)/$(1)/$(1).def $(gcuf_libraries_src)/read-table.awk \
    $(gcuf_libraries_src)/entries.awk \
    $$(wildcard $(gcuf_libraries_src)/$(1)/*.awk)
	@mkdir -p $$(@D)
	$$(gcuf_library_awk_$(1)) -f $$< $(gcuf_libraries_src)/$(1)/$(1).def >$$@.new
	mv $$@.new $$@

$(gcuf_libraries_build)/$(1)/%.o: $(gcuf_libraries_src)/$(1)/%.f90 \
    $(gcuf_libraries_build)/$(1)/interfaces.stamp \
    $(builddir)/libgcuf/cudafor.o $(gcuf_plugin)
	$(GFORTRAN) $(gcuf_fflags) -std=gnu -Wno-c-binding-type \
	  -fplugin=$(firstword $(gcuf_plugin)) \
	  -fplugin-arg-cudafortran-cuda -fintrinsic-modules-path $(gcuf_include) \
	  -I$(gcuf_include) -I$$(@D) -c -o $$@ $$<

$(gcuf_libraries_build)/$(1)/%.o: $(gcuf_libraries_build)/$(1)/%.c
	$(TARGET_CC) $(CPPFLAGS) $(CFLAGS) $(LIBGCUF_LIBRARY_CFLAGS) \
	  -MMD -MP -c -o $$@ $$<

$(builddir)/libgcuf/libgcuf-$(1).so.1: $$(gcuf_library_$(1)) \
    $(gcuf_libraries_build)/library.o $(builddir)/libgcuf/libgcuf.so.1 \
    $$(gcuf_library_needs_$(1):%=$(builddir)/libgcuf/libgcuf-%.so.1)
	$(TARGET_CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,libgcuf-$(1).so.1 \
	  -Wl,-z,defs $$(gcuf_library_needs_$(1):%='-Wl,-rpath,$$$$ORIGIN') \
	  -o $$@ $$(gcuf_library_$(1)) \
	  $(gcuf_libraries_build)/library.o $(builddir)/libgcuf/libgcuf.so.1 \
	  $$(gcuf_library_needs_$(1):%=$(builddir)/libgcuf/libgcuf-%.so.1) \
	  -lgfortran -pthread -ldl -lm

.PRECIOUS: $(gcuf_libraries_build)/$(1)/%.c
gcuf_library_objects += $$(gcuf_library_$(1))
-include $$(gcuf_library_$(1):.o=.d)
endef

$(foreach library,$(gcuf_libraries), \
  $(eval $(call gcuf_library_rules,$(library))))

gcuf_library_objects += $(gcuf_libraries_build)/library.o

# Their routines under the libraries' own names, for interfaces that programs have
# (library-names.h).
gcuf_names = $(builddir)/libgcuf/libgcuf-names.a
gcuf_names_objects = $(patsubst %,$(gcuf_libraries_build)/names/%.o, \
  $(gcuf_library_tables) nvtx)

$(foreach library,$(gcuf_library_tables),$(eval \
  $(gcuf_libraries_build)/names/$(library).c: \
  $(gcuf_libraries_src)/$(library)/$(library).def \
  $(if $(wildcard $(gcuf_libraries_src)/$(library)/*.names.awk), \
    $(filter-out %.c.awk %.inc.awk, \
      $(wildcard $(gcuf_libraries_src)/$(library)/*.awk)))))
$(gcuf_library_tables:%=$(gcuf_libraries_build)/names/%.c): $(addprefix $(gcuf_libraries_src)/, \
    read-table.awk entries.awk names.awk)
	@mkdir -p $(@D)
	awk -f $(gcuf_libraries_src)/read-table.awk -v functions_only=1 \
	  -f $(gcuf_libraries_src)/entries.awk -f $(gcuf_libraries_src)/names.awk \
	  $(addprefix -f ,$(filter $(gcuf_libraries_src)/$(@F:.c=)/%.awk,$^)) \
	  $(filter %.def,$^) >$@.new
	mv $@.new $@

# NVTX has another table.
$(gcuf_libraries_build)/names/nvtx.c: $(gcuf_libraries_src)/nvtx/functions.inc
	@mkdir -p $(@D)
	printf '%s\n' '#include "library-names.h"' \
	  '#define NVTX(type, name, arguments) NAME (nvtx##name)' \
	  '#include "nvtx/functions.inc"' >$@

$(gcuf_names_objects): %.o: %.c $(gcuf_libraries_src)/library-names.h
	$(TARGET_CC) $(CPPFLAGS) $(CFLAGS) $(LIBGCUF_LIBRARY_CFLAGS) -c -o $@ $<

$(gcuf_names): $(gcuf_names_objects)
	rm -f $@
	$(AR) rcs $@ $(gcuf_names_objects)

# Those of the CUDA runtime.
gcuf_runtime_names = $(builddir)/libgcuf/libgcuf-runtime-names.a
$(gcuf_libraries_build)/runtime-names.o: $(gcuf_libraries_src)/library-names.h
$(gcuf_runtime_names): $(gcuf_libraries_build)/runtime-names.o
	rm -f $@
	$(AR) rcs $@ $<

# Modules that use others of their folder.
$(addprefix $(gcuf_libraries_build)/cublas/,cuf_blas.o cuf_cublas_64.o \
  cublasxt.o): $(gcuf_libraries_build)/cublas/cuf_cublas.o
$(addprefix $(gcuf_libraries_build)/cublas/,cublas.o cublas_v2.o): \
  $(gcuf_libraries_build)/cublas/cuf_blas.o
$(gcuf_libraries_build)/cufft/cufftXt.o: $(gcuf_libraries_build)/cufft/cufft.o
$(gcuf_libraries_build)/cublas/openacc_cublas.o: \
  $(gcuf_libraries_build)/cublas/cublas.o
$(gcuf_libraries_build)/cublas/cublas_64.o: \
  $(gcuf_libraries_build)/cublas/cuf_cublas_64.o

$(gcuf_libraries_build)/%.o: $(gcuf_libraries_src)/%.c
	@mkdir -p $(@D)
	$(TARGET_CC) $(CPPFLAGS) $(CFLAGS) $(LIBGCUF_LIBRARY_CFLAGS) \
	  -MMD -MP -c -o $@ $<

# The manual's tables.
gcuf_library_manuals = $(gcuf_library_tables:%=doc/%-routines.texi)
$(gcuf_library_manuals): doc/%-routines.texi: $(gcuf_libraries_src)/read-table.awk \
    $(gcuf_libraries_src)/manual.awk
$(foreach library,$(gcuf_library_tables),$(eval doc/$(library)-routines.texi: \
  $(gcuf_libraries_src)/$(library)/$(library).def))
$(gcuf_library_manuals):
	@mkdir -p $(@D)
	awk -f $(gcuf_libraries_src)/read-table.awk \
	  -f $(gcuf_libraries_src)/manual.awk $(filter %.def,$^) >$@

.PHONY: gcuf-libraries
gcuf-libraries: $(gcuf_library_files) $(gcuf_names) $(gcuf_runtime_names)
