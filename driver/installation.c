/* Where the parts of cudafortran are.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of cudafortran.

   Cudafortran is free software; you can redistribute it and/or modify it under
   the terms of the GNU General Public License as published by the Free
   Software Foundation; either version 3, or (at your option) any later
   version.

   Cudafortran is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
   more details.

   You should have received a copy of the GNU General Public License along
   with cudafortran; see the file COPYING.  If not, see
   <http://www.gnu.org/licenses/>.  */

#include "installation.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "support.h"

/* The parts in the build tree and after installation.  A relative name begins
   at the directory above that of the program, so that an installation may be
   moved as a whole.  */
static const struct layout
{
  const char *plugin, *modules, *offload, *device_library, *libraries;
} build_layout = {
  "plugin/cudafortran.so", "libgcuf/include", "offload",
  "libgcuf/gcuf-device.o", "libgcuf"
}, installed_layout = {
  INSTALLED_PLUGIN_DIR "/cudafortran.so", INSTALLED_MODULE_DIR,
  INSTALLED_PACKAGE_DIR "/offload", INSTALLED_PACKAGE_DIR "/gcuf-device.o",
  INSTALLED_LIBRARY_DIR
};

/* A directory that only a build tree has.  */
#define BUILD_TREE_MARK "driver"

/* The directory above that of the running program.  */

static const char *
find_root (void)
{
  char name[4096], *directory;
  ssize_t n = readlink ("/proc/self/exe", name, sizeof name - 1);

  if (n < 0)
    fatal ("cannot find out where this program is: %s", strerror (errno));
  name[n] = '\0';
  directory = directory_of (name);
  return directory_of (directory);
}

static const char *
resolve (const char *root, const char *name)
{
  return name[0] == '/' ? name : format_string ("%s/%s", root, name);
}

void
find_installation (struct installation *installation)
{
  const char *root = find_root ();
  const struct layout *layout = &installed_layout;
  const char *mark = format_string ("%s/%s/cudafortran.o", root,
				    BUILD_TREE_MARK);

  installation->build_tree = file_exists (mark);
  if (installation->build_tree)
    layout = &build_layout;
  installation->plugin = resolve (root, layout->plugin);
  installation->modules = resolve (root, layout->modules);
  installation->offload = resolve (root, layout->offload);
  installation->device_library = resolve (root, layout->device_library);
  installation->libraries = resolve (root, layout->libraries);
}

void
check_installation (const struct installation *installation)
{
  if (!file_exists (installation->plugin))
    fatal ("%s is missing: %s", installation->plugin,
	   installation->build_tree ? "the build is not complete"
				    : "the installation is not complete");
}
