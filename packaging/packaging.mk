# Make packages of distributions.
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

# Included by Makefile.in.  `make deb' builds Debian's packages from the
# distribution, in deb/, and `make rpm' RPM packages, in rpm/, with the gfortran that
# this is configured for.

# The address in packages of both kinds.  Whoever gives packages away has another
# one; this is nobody's, of a form that lintian takes.
DEB_MAINTAINER = cudafortran@example.org
DEB_FLAGS = -b -us -uc

deb_dir = deb/$(distdir)
deb_fill = sed -e 's/@gcc@/$(gcc_major)/g' -e 's/@version@/$(VERSION)/g' \
  -e 's/@maintainer@/$(DEB_MAINTAINER)/g' \
  -e "s/@date@/`LC_ALL=C date -R -r $(srcdir)/NEWS`/g"

.PHONY: deb-source deb
deb-source: dist
	rm -rf deb
	mkdir deb
	tar -C deb -xzf $(distdir).tar.gz
	cp $(distdir).tar.gz deb/$(PACKAGE)_$(VERSION).orig.tar.gz
	cp -r $(srcdir)/packaging/debian $(deb_dir)
	for file in changelog control rules; do \
	  $(deb_fill) $(deb_dir)/debian/$$file.in >$(deb_dir)/debian/$$file \
	  && rm $(deb_dir)/debian/$$file.in || exit 1; \
	done
	chmod +x $(deb_dir)/debian/rules
	mv $(deb_dir)/debian/plugin.install \
	  $(deb_dir)/debian/gcc-$(gcc_major)-plugin-cudafortran.install
	cp $(srcdir)/libgcuf/abi/libgcuf.symbols \
	  $(deb_dir)/debian/libgcuf1.symbols

# Of what make tells its children, dpkg-buildpackage has its own idea.
deb: deb-source
	cd $(deb_dir) && env -u MAKEFLAGS -u MAKELEVEL -u MAKEOVERRIDES \
	  -u GFORTRAN -u GCC -u GCC_SOURCE -u ACCEL_GCC -u ACCEL_GCC_PATH -u PTXAS \
	  dpkg-buildpackage $(DEB_FLAGS)

# $(RPM_FLAGS) may have --nodeps, where the compilers are no RPM packages.
RPM_FLAGS = -bb

rpm_fill = sed -e 's/@gcc@/$(gcc_major)/g' \
  -e "s/@next_gcc@/`expr $(gcc_major) + 1`/g" -e 's/@version@/$(VERSION)/g' \
  -e 's/@maintainer@/$(DEB_MAINTAINER)/g' \
  -e "s/@date@/`LC_ALL=C date '+%a %b %d %Y' -r $(srcdir)/NEWS`/g"

.PHONY: rpm-spec rpm
rpm-spec:
	mkdir -p rpm/SPECS
	$(rpm_fill) $(srcdir)/packaging/rpm/cudafortran.spec.in \
	  >rpm/SPECS/cudafortran.spec

rpm: rpm-spec dist
	mkdir -p rpm/SOURCES
	cp $(distdir).tar.gz rpm/SOURCES
	env -u MAKEFLAGS -u MAKELEVEL -u MAKEOVERRIDES \
	  -u GFORTRAN -u GCC -u GCC_SOURCE -u ACCEL_GCC -u ACCEL_GCC_PATH -u PTXAS \
	  rpmbuild $(RPM_FLAGS) --define '_topdir $(CURDIR)/rpm' \
	  --define 'gcc_source $(GCC_SOURCE)' --define 'gfortran $(GFORTRAN)' \
	  $(if $(ACCEL_GCC_PATH),--define 'accel_gcc $(ACCEL_GCC_PATH)') \
	  rpm/SPECS/cudafortran.spec
