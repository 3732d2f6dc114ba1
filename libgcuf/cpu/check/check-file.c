/* Reports of the checks of device code in a file.
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

/* The file is complete whenever nobody is writing to it, however the program
   ends: behind each report is the end of the file, which the next one takes the
   place of.  */

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "check-report.h"
#include "cpu-check.h"
#include "open-file.h"

static const struct gcuf_defect_format *const formats[] =
{
  &gcuf_defect_json, &gcuf_defect_sarif
};
static const struct gcuf_defect_format *format;

static FILE *file;		/* Null if there is none.  */
static struct gcuf_json json;	/* Behind the latest report, which ends */
static long end;		/* here.  */

/* Writing has failed: tell why, and give up.  */

static void
fail (void)
{
  fprintf (stderr, "libgcuf: GCUF_CHECK_REPORT: %s\n", strerror (errno));
  fclose (file);
  file = NULL;
}

/* Write the end of the file.  */

static void
complete (void)
{
  struct gcuf_json rest = json;
  end = ftell (file);
  gcuf_json_end_all (&rest);
  if (end < 0 || fflush (file) != 0)
    fail ();
}

/* Choose the format by NAME, the file's.  */

static void
choose_format (const char *name)
{
  const char *suffix = strrchr (name, '.');
  for (size_t i = 0; suffix && i < sizeof formats / sizeof *formats; i++)
    if (strcmp (suffix, formats[i]->suffix) == 0)
      format = formats[i];
  if (!format)
    gcuf_fatal (NULL, "GCUF_CHECK_REPORT: %s: a report is a file whose name "
		"ends with .json or .sarif", name);
}

/* There is no file if there is nothing that could be found, for one without
   reports would say that there is nothing wrong.  */

void
gcuf_check_open_report (bool cpu)
{
  static bool running, done;
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  const char *name = gcuf_env (GCUF_ENV_CHECK_REPORT);
  pthread_mutex_lock (&lock);
  running |= cpu;
  bool now = running && gcuf_check_program_p () && name && !done;
  done |= now;
  pthread_mutex_unlock (&lock);
  if (!now)
    return;
  choose_format (name);
  file = gcuf_open_file ("GCUF_CHECK_REPORT", name);
  json.file = file;
  format->begin (&json);
  complete ();
}

void
gcuf_defect_write (const struct gcuf_defect *r)
{
  if (!file)
    return;
  if (fseek (file, end, SEEK_SET) != 0)
    {
      fail ();
      return;
    }
  format->write (&json, r);
  complete ();
}

void
gcuf_defect_close (void)
{
  if (file)
    fclose (file);
  file = NULL;
}
