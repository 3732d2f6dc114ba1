/* The opening of a file whose name comes from the environment.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of the CUDA Fortran runtime library (libgcuf).

   Libgcuf is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by
   the Free Software Foundation; either version 3, or (at your option)
   any later version.

   Libgcuf is distributed in the hope that it will be useful, but WITHOUT ANY
   WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS
   FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
   more details.

   Under Section 7 of GPL version 3, you are granted additional
   permissions described in the GCC Runtime Library Exception, version
   3.1, as published by the Free Software Foundation.

   You should have received a copy of the GNU General Public License and
   a copy of the GCC Runtime Library Exception along with this program;
   see the files COPYING and COPYING.RUNTIME respectively.  If not, see
   <http://www.gnu.org/licenses/>.  */

/* Where others may make files, as in /tmp, they may have made a symbolic link
   of the name that the file is going to have, to one of the user's own files.
   So the name is looked up here, component by component, and a link is followed
   if it is the user's own, or root's in a directory that nobody else can write
   to, as /dev/stderr is.  */

#define _GNU_SOURCE 1
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "open-file.h"

enum { MAX_LINKS = 40 };

static int walk (int dir, const char *path, int flags, int links);

/* Close FD, leaving errno as it is.  */

static void
close_quietly (int fd)
{
  int saved = errno;
  close (fd);
  errno = saved;
}

/* Whether the link that LINK describes, in the directory DIR, may be
   followed.  */

static bool
trusted_p (int dir, const struct stat *link)
{
  struct stat d;
  if (link->st_uid == geteuid ())
    return true;
  return (link->st_uid == 0 && fstat (dir, &d) == 0 && d.st_uid == 0
	  && !(d.st_mode & (S_IWGRP | S_IWOTH)));
}

/* Whether LINK is one of those that the kernel makes, which have no names.  */

static bool
kernel_link_p (int link)
{
  struct statfs f;
  return fstatfs (link, &f) == 0 && f.f_type == PROC_SUPER_MAGIC;
}

/* Open what the link NAME in DIR, open as LINK, leads to, with FLAGS.  It is
   the link that has been looked at, whatever takes its place meanwhile.  Return
   -1, with errno set, if that fails; EPERM if it must not be followed.  */

static int
follow (int dir, const char *name, int link, int flags, int links)
{
  char target[PATH_MAX];
  struct stat s;
  if (kernel_link_p (link))
    return openat (dir, name, flags & ~O_NOFOLLOW, 0666);
  if (fstat (link, &s) != 0)
    return -1;
  if (!trusted_p (dir, &s))
    {
      errno = EPERM;
      return -1;
    }
  ssize_t n = readlinkat (link, "", target, sizeof target);
  if (n < 0)
    return -1;
  if (n == sizeof target || links == MAX_LINKS)
    {
      errno = n == sizeof target ? ENAMETOOLONG : ELOOP;
      return -1;
    }
  target[n] = '\0';
  return walk (dir, target, flags, links + 1);
}

/* Open NAME, one component, in DIR with FLAGS, of which O_NOFOLLOW is one.  */

static int
step (int dir, const char *name, int flags, int links)
{
  struct stat s;
  int link = openat (dir, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  if (link < 0 || fstat (link, &s) != 0 || !S_ISLNK (s.st_mode))
    {
      /* Should a link take its place now, it is not followed.  */
      if (link >= 0)
	close (link);
      return openat (dir, name, flags, 0666);
    }
  int fd = follow (dir, name, link, flags, links);
  close_quietly (link);
  return fd;
}

/* The first component of PATH, in NAME; false if it is too long.  */

static bool
component (const char *path, char name[NAME_MAX + 1])
{
  size_t n = strcspn (path, "/");
  if (n > NAME_MAX)
    {
      errno = ENAMETOOLONG;
      return false;
    }
  memcpy (name, path, n);
  name[n] = '\0';
  return true;
}

/* Open PATH, relative to DIR, with FLAGS; LINKS have been followed on the way
   there.  What ends with a slash is a directory.  */

static int
walk (int dir, const char *path, int flags, int links)
{
  enum { ON_THE_WAY = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };
  char name[NAME_MAX + 1];
  bool last = false;
  int at = openat (dir, *path == '/' ? "/" : ".", ON_THE_WAY);
  while (at >= 0 && !last)
    {
      path += strspn (path, "/");
      last = !strchr (path, '/');
      int next = -1;
      if (component (path, name))
	next = step (at, *name ? name : ".", last ? flags : ON_THE_WAY, links);
      close_quietly (at);
      path += strcspn (path, "/");
      at = next;
    }
  return at;
}

/* Open NAME for writing; return null, with errno set, if that fails.  */

static FILE *
open_file (const char *name)
{
  int fd = walk (AT_FDCWD, name,
		 O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NOCTTY
		 | O_CLOEXEC, 0);
  if (fd < 0)
    return NULL;
  FILE *f = fdopen (fd, "w");
  if (!f)
    close_quietly (fd);
  return f;
}

FILE *
gcuf_open_file (const char *variable, const char *name)
{
  FILE *f = open_file (name);
  if (!f)
    gcuf_fatal (NULL, "%s: cannot open %s: %s", variable, name,
		errno == EPERM ? "it is or goes through a symbolic link that "
		"another user owns" : strerror (errno));
  return f;
}
