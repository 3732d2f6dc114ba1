# Install what build systems, configure scripts and shells have to know.
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

# Included by Makefile.in.  The files name each other and the rest of the package
# relative to where they are themselves, so that an installation can be moved.

pkgconfigdir = $(libdir)/pkgconfig
# In front of project () CMake does not know the system's directory for libraries
# of this architecture.
cmakedir = $(exec_prefix)/lib/cmake/cudafortran
aclocaldir = $(datarootdir)/aclocal

build_systems_src = $(srcdir)/build-systems
cmake_files = cudafortran.cmake cudafortran-config.cmake \
  cudafortran-config-version.cmake

# Directory FILE as it is named in directory FROM: $(call relative,FILE,FROM).
relative = $(shell realpath -m --relative-to='$(2)' '$(1)')

# A directory below the prefix begins with the variable that has the prefix:
# $(call below_prefix,VARIABLE,DIRECTORY).
below_prefix = $(patsubst $(prefix)/%,$${$(1)}/%,$(2))

# $(call substitute_directory,VARIABLE,NAME)
substitute_directory = -e 's,@$(2)@,$(call below_prefix,$(1),$($(2))),g'

# Where programs find libraries unasked, as driver/cudafortran.c has it.
system_libdirs = /lib /lib64 /usr/lib /usr/lib64 /usr/local/lib
rpath = $(if $(filter $(system_libdirs) $(addsuffix /%-linux-gnu, \
  $(system_libdirs)),$(libdir)),, \
  -Wl$(comma)-rpath$(comma)$${libdir})
comma = ,

# Fill in a file, in which VARIABLE has the prefix: $(call substitute,VARIABLE).
substitute = sed \
  $(foreach name,bindir libdir pkglibdir plugindir moduledir cmakedir, \
    $(call substitute_directory,$(1),$(name))) \
  -e 's,@prefix_from_pkgconfigdir@,$(call relative,$(prefix),$(pkgconfigdir)),g' \
  -e 's,@prefix_from_cmakedir@,$(call relative,$(prefix),$(cmakedir)),g' \
  -e 's,@bindir_from_cmakedir@,$(call relative,$(bindir),$(cmakedir)),g' \
  -e 's/@rpath@/$(rpath)/g' -e 's,@version@,$(VERSION),g' \
  -e 's,@gcc_major@,$(gcc_major),g' \
  $(choose_offload)

# $(call install_filled,VARIABLE,FILE,DIRECTORY)
define install_filled
	$(call substitute,$(1)) $(build_systems_src)/$(2).in \
	  >'$(DESTDIR)$(3)/$(2)'
	chmod 644 '$(DESTDIR)$(3)/$(2)'

endef

.PHONY: install-build-systems uninstall-build-systems
install-build-systems:
	mkdir -p '$(DESTDIR)$(pkgconfigdir)' '$(DESTDIR)$(cmakedir)'
	$(call install_filled,prefix,cudafortran.pc,$(pkgconfigdir))
	$(foreach file,$(cmake_files),\
	  $(call install_filled,cudafortran_PREFIX,$(file),$(cmakedir)))
	$(call install_files,$(INSTALL_DATA),$(aclocaldir),\
	  $(build_systems_src)/cudafortran.m4)

uninstall-build-systems:
	rm -f '$(DESTDIR)$(pkgconfigdir)/cudafortran.pc'
	rm -rf '$(DESTDIR)$(cmakedir)'
	rm -f '$(DESTDIR)$(aclocaldir)/cudafortran.m4'
