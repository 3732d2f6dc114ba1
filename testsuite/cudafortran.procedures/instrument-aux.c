/* Note the ranges of instrument.cuf.
   Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char noted[1000];

void
GCUF_push_range (const char *name)
{
  strcat (strcat (noted, name), "(");
}

void
GCUF_pop_range (void)
{
  strcat (noted, ")");
}

void
expect (const char *log)
{
  if (strcmp (log, noted) != 0)
    {
      fprintf (stderr, "expected %s\nnoted    %s\n", log, noted);
      exit (1);
    }
}
