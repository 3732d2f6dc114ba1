# How to build gfortran's front end with CUDA Fortran spliced in.
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
#   make -f plugin/front-end.mk srcdir=. builddir=build
#
# The includer may set all of the following; the defaults are Debian 12's.
#
#   srcdir, builddir   this source tree, the build tree
#   GCC_SOURCE         GCC's source: a tar file of it or its directory
#   GCC, GFORTRAN      the compiler that the plugin is for
#   PLUGIN_DIR         the directory of its plugin headers
#   PLUGIN_PROGRAMS    that of its gengtype
#   FE_CXX, FE_CXXFLAGS  the C++ compiler and its optimisation and debug flags;
#		       it must be of GCC's own version, whose headers it reads
#   FE_CC, FE_CFLAGS   the same for the splice tool, which is any C compiler's
#
# It defines the target `front-end' with its products, which are
# $(builddir)/plugin/cudafortran.so and .../cudafortran-front-end.so, and the
# targets `check-gfortran' and `check-splice'.

srcdir ?= .
builddir ?= build
GCC ?= gcc-12
GFORTRAN ?= gfortran-12
GCC_SOURCE ?= $(firstword $(wildcard /usr/src/gcc-12/gcc-12*.tar.*))
PLUGIN_DIR ?= $(shell $(GCC) -print-file-name=plugin)
PLUGIN_PROGRAMS ?= $(dir $(shell $(GFORTRAN) -print-prog-name=f951))plugin
FE_CXX ?= g++-12
FE_CXXFLAGS ?= -O2 -g1
FE_CC ?= gcc-12
FE_CFLAGS ?= -O1 -g

fe := $(patsubst ./%,%,$(builddir)/plugin)
fe_src := $(srcdir)/plugin
# The target triplet and the major version of GCC.
fe_target := $(shell $(GFORTRAN) -dumpmachine)
fe_series := gcc-$(firstword $(subst ., ,$(shell $(GCC) -dumpversion)))
# Where gfortran calls us, in all series and in this one.
fe_splice_dirs := $(wildcard \
  $(addprefix $(fe_src)/splices/,common $(fe_series)))

# The files of gcc/fortran that make up the front end.
include $(wildcard $(fe_splice_dirs:=/sources.mk))

fe_gcc_cc := $(addprefix $(fe)/fortran/,$(gcc_fortran_sources))
fe_own_dirs := $(addprefix $(srcdir)/, \
  $(addprefix plugin/,. parse load) $(addprefix attributes/,. resolve expand) \
  $(addprefix cuf_kernel_lowering/,. base kernels data loops device cpu check))
fe_own_cc := $(filter-out %/cuf-loader.cc %/cuf-layout.cc, \
  $(wildcard $(fe_own_dirs:=/cuf-*.cc)))
fe_gcc_objs := $(fe_gcc_cc:$(fe)/fortran/%.cc=$(fe)/obj/%.o)
fe_own_objs := $(addprefix $(fe)/obj/,$(notdir $(fe_own_cc:.cc=.o)))
fe_objs := $(fe_gcc_objs) $(fe_own_objs)
fe_loader_objs := $(addprefix $(fe)/obj/,cuf-loader.o cuf-layout.o)
fe_all_objs := $(fe_objs) $(fe_loader_objs)

# The language that GCC's own headers are written in.
fe_gnu11 := gcc-12 gcc-13 gcc-14 gcc-15
fe_standard := gnu++$(if $(filter $(fe_series),$(fe_gnu11)),11,14)

# As GCC itself compiles its front ends.  The spliced files come first; the
# unpacked ones serve for what is named relative to them.
fe_cppflags = -DIN_GCC -DIN_GCC_FRONTEND -DTARGET_NAME=\"$(fe_target)\" \
  -I$(fe)/fortran $(addprefix -I,$(fe_own_dirs)) \
  $(addprefix -I$(srcdir)/libgcuf/,abi intrinsics device/libm) \
  -I$(srcdir)/driver/mkoffload -I$(fe)/gt \
  -I$(PLUGIN_DIR)/include -I$(fe)/gcc-source/gcc/fortran \
  -I$(fe)/gcc-source/include -I$(fe)/gcc-source/libcpp/include
fe_cxxflags = -std=$(fe_standard) -fPIC -fno-rtti -fno-exceptions \
  -fasynchronous-unwind-tables -fvisibility=hidden $(FE_CXXFLAGS) $(CPPFLAGS)
# Spliced files are known by the names of the originals: to the messages of
# internal errors by those that GCC uses, to debuggers by those of the files.
fe_maps = $(foreach dir,gcc-source/gcc/fortran $(fe)/fortran, \
  -fmacro-prefix-map=$(dir)=fortran \
  -fdebug-prefix-map=$(dir)=$(abspath $(fe))/gcc-source/gcc/fortran)
# Warnings are for our files; GCC's have been through GCC's own.
fe_own_warnings = -Wall -Wwrite-strings -Wno-unused-parameter
# The compiler that loads this has functions of the same names, and perhaps
# another libstdc++ than the user's library path.
fe_ldflags = -shared -Wl,-Bsymbolic -Wl,--exclude-libs,ALL \
  -static-libstdc++ -static-libgcc $(LDFLAGS)

.PHONY: front-end
front-end: $(fe)/cudafortran.so $(fe)/cudafortran-front-end.so

# --- GCC's source ----------------------------------------------------------

# It must be what the compiler was built from, with the distribution's patches
# to gcc/fortran.

# What of it is needed: the front end, the definition files and headers that are
# not among the plugin headers, and a file it shares with libgfortran.
fe_wanted := gcc/fortran gcc/*.def include libcpp \
  libgfortran/intrinsics/trigd.inc

# Changes when the compiler does, with which its headers and source change too.
# Their own dates do not tell: packages keep them.
$(fe)/compiler: FORCE
	@mkdir -p $(fe)
	@{ $(GCC) --version | head -n 1; echo '$(GCC_SOURCE)'; } >$@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
FORCE:

$(fe)/unpacked.stamp: $(fe)/compiler $(GCC_SOURCE)
	@test -n '$(GCC_SOURCE)' \
	|| { echo "no GCC source: set GCC_SOURCE (Debian: gcc-12-source)" >&2; \
	     exit 1; }
	rm -rf $(fe)/gcc-source && mkdir -p $(fe)/gcc-source
	if test -d '$(GCC_SOURCE)'; then \
	  cd '$(GCC_SOURCE)' && cp -Rp --parents $(fe_wanted) \
	    '$(abspath $(fe))/gcc-source'; \
	else \
	  tar xf '$(GCC_SOURCE)' -C $(fe)/gcc-source --strip-components=1 \
	    --wildcards --no-wildcards-match-slash \
	    $(foreach file,$(fe_wanted),'*/$(file)') \
	  && $(SHELL) $(fe_src)/patch-source.sh '$(GCC_SOURCE)' \
	    $(fe)/gcc-source; \
	fi
	touch $@

# The tables for the garbage collector, by GCC's own generator from its saved
# state, which comes with the plugin headers.
$(fe)/gt.stamp: $(fe)/unpacked.stamp
	rm -rf $(fe)/gt && mkdir -p $(fe)/gt
	cd $(fe)/gt && $(PLUGIN_PROGRAMS)/gengtype -S $(abspath $(fe))/gcc-source/gcc \
	  -r $(PLUGIN_DIR)/gtype.state
	touch $@

# --- Splicing --------------------------------------------------------------

$(fe)/splice: $(wildcard $(fe_src)/splice/*.[ch])
	mkdir -p $(fe)
	$(FE_CC) -std=gnu11 -Wall -Wextra $(CPPFLAGS) $(FE_CFLAGS) $(LDFLAGS) \
	  -o $@ $(filter %.c,$^)

# A folder changes when a splice file is added or removed.
$(fe)/spliced.stamp: $(fe)/splice $(fe)/unpacked.stamp $(fe_splice_dirs) \
		     $(wildcard $(fe_splice_dirs:=/*.splice))
	mkdir -p $(fe)/fortran
	cd $(fe) && ./splice -s gcc-source/gcc/fortran -o fortran \
	  $(abspath $(fe_splice_dirs))
	touch $@

# The tool writes what changes and leaves the rest as it is, so a file is new
# only if its text is.
$(fe)/fortran/%: $(fe)/spliced.stamp ; @:

# --- Compiling and linking -------------------------------------------------

fe_compile = $(FE_CXX) $(fe_cxxflags) $(fe_cppflags) $(fe_maps) -MMD -MP \
  -c $< -o $@

$(fe_all_objs): $(fe)/unpacked.stamp | $(fe)/obj $(fe)/spliced.stamp \
		$(fe)/gt.stamp
$(fe)/obj:
	mkdir -p $@

$(fe_gcc_objs): $(fe)/obj/%.o: $(fe)/fortran/%.cc
	$(fe_compile) -w

vpath cuf-%.cc $(fe_own_dirs)
$(fe)/obj/cuf-%.o: cuf-%.cc
	$(fe_compile) $(fe_own_warnings)

$(fe)/cudafortran-front-end.so: $(fe_objs)
	$(FE_CXX) $(fe_ldflags) -o $@ $(fe_objs) -lgmp -lmpfr -lmpc -lz

$(fe)/cudafortran.so: $(fe_loader_objs)
	$(FE_CXX) $(fe_ldflags) -o $@ $^

-include $(fe_all_objs:.o=.d)

# --- Testing -----------------------------------------------------------------

.PHONY: check-gfortran check-splice

# GCC's own tests, with and without the plugin; the script tells how to choose
# among them.
check-gfortran: front-end
	GFORTRAN='$(GFORTRAN)' GCC_SOURCE='$(GCC_SOURCE)' \
	  $(SHELL) $(srcdir)/testsuite/tools/check-gfortran.sh $(builddir)

check-splice: $(fe)/splice
	CPP='$(GCC) -E -x c++' \
	  $(SHELL) $(srcdir)/testsuite/tools/check-splice.sh $(fe)/splice
