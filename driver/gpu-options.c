/* The sub-options of -gpu=, which choose the device code's target.
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

#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device-attributes.h"
#include "options.h"

/* Sub-options with the gfortran options that they stand for.  An empty string
   is for what is so anyhow, or what only allows or helps the compiler to do
   something.  A name that ends in a colon takes any value.  What concerns a
   source's code goes to the plugin, what the offload link does to
   mkoffload.  */
#define PLUGIN(argument) "-fplugin-arg-cudafortran-" argument
#define MKOFFLOAD(option) "-foffload-options=nvptx-none=" option
static const struct
{
  const char *name;
  const char *gfortran;
} sub_options[] = {
  { "rdc", "" },
  { "nordc", MKOFFLOAD ("-fno-device-exports") },
  { "llvm", "" },
  { "nollvm", "" },
  { "madconst", "" },
  { "nomadconst", "" },
  { "safecache", "" },
  { "stacklimit:", "" },
  { "nostacklimit", "" },
  { "autocollapse", "" },
  { "noautocollapse", "" },
  { "implicitsections", "" },
  { "noimplicitsections", "" },
  { "interceptdeallocations", "" },
  { "nointerceptdeallocations", "" },
  { "wait", "" },
  { "nowait", "" },
  { "time", "" },
  { "mul24", "" },
  { "debug", "-g " PLUGIN ("debug") },
  { "nodebug", PLUGIN ("nodebug") },
  { "check", "-g " PLUGIN ("check") },
  { "nocheck", PLUGIN ("nocheck") },
  { "lineinfo", "-g" },
  { "nolineinfo", "" },
  { "fastmath", PLUGIN ("fastmath") },
  { "nofastmath", PLUGIN ("nofastmath") },
  { "fma", "-ffp-contract=fast" },
  { "nofma", "-ffp-contract=off" },
  { "flushz", PLUGIN ("flushz") },
  { "noflushz", PLUGIN ("noflushz") },
  { "keep", MKOFFLOAD ("-fkeep-ptx") " " MKOFFLOAD ("-fkeep-machine-code") },
  { "keepgpu", "" },
  { "keepptx", MKOFFLOAD ("-fkeep-ptx") },
  { "keepbin", MKOFFLOAD ("-fkeep-machine-code") },
  { "ptxinfo", MKOFFLOAD ("-fptx-info") },
  { "noptxinfo", "" },
  { "unroll", PLUGIN ("unroll") },
  { "nounroll", PLUGIN ("nounroll") },
  { "loadcache:", "" },
  { "tripcount:", "" },
  { "beta", "" },
  { "charstring", "" },
  { "pinned", "" },
  { "nopinned", "" },
  { "mem:separate", "" },
  { "mem:separate:pinnedalloc", "" },
  { "mem:separate:nopinnedalloc", "" },
  { "mem:managed", PLUGIN ("memory=managed") },
  { "managed", PLUGIN ("memory=managed") },
  { "mem:unified", PLUGIN ("memory=unified") },
  { "mem:unified:managedalloc", PLUGIN ("memory=unified") },
  { "mem:unified:nomanagedalloc", PLUGIN ("memory=unified") },
  { "unified", PLUGIN ("memory=unified") },
  { "nomanaged", "" },
  { "nounified", "" },
};

/* Sub-options that cannot be honored, and what there may be instead.  */
static const struct
{
  const char *name;
  const char *remedy;
} refused_items[] = {
  { "autocompare", "GCUF_BACKEND=cpu runs a program on the host alone" },
  { "redundant", "GCUF_BACKEND=cpu runs a program on the host alone" },
  { "deepcopy", "data clauses can name the components" },
  { "zeroinit", "assign zero to what is allocated" },
};

/* What -gpu=ccall stands for: PTX for it runs on everything since.  GCC has
   lower targets, but the device library uses atomic operations of sm_60, which
   it does not know.  */
enum { lowest_target = 70 };

/* Generations of GPUs that nvfortran knew by name, with their first compute
   capability.  */
static const struct
{
  const char *name;
  int capability;
} generations[] = {
  { "fermi", 20 },
  { "kepler", 30 },
  { "maxwell", 50 },
  { "pascal", 60 },
};

/* The compute capability of the first device here, or 0, with a note, if there
   is none.  */

static int
native_target (void)
{
  void *driver = dlopen ("libcuda.so.1", RTLD_NOW);
  int (*init) (unsigned);
  int (*attribute) (int *, int, int);
  int major, minor;

  if (driver)
    {
      *(void **) &init = dlsym (driver, "cuInit");
      *(void **) &attribute = dlsym (driver, "cuDeviceGetAttribute");
      if (init && attribute && init (0) == 0
	  && attribute (&major, GCUF_ATTRIBUTE_major, 0) == 0
	  && attribute (&minor, GCUF_ATTRIBUTE_minor, 0) == 0)
	return 10 * major + minor;
    }
  fprintf (stderr, "cudafortran: note: ccnative: there is no CUDA device here; "
	   "code is for the default compute capability\n");
  return 0;
}

/* The first compute capability of the generation NAME, which may end in `+',
   or 0 if there is none of that name.  */

static int
generation (const char *name)
{
  for (size_t i = 0; i < sizeof generations / sizeof *generations; i++)
    {
      const char *rest = after_prefix (name, generations[i].name);

      if (rest && (*rest == '\0' || strcmp (rest, "+") == 0))
	return generations[i].capability;
    }
  return 0;
}

/* The number after the "cc" or "sm_" of NAME, or 0 if NAME is none of these.
   A letter may follow (cc90a), or `+', and the minor number may be `x' or
   lack before `+' (cc3x, cc3+), as nvfortran had it.  */

static int
capability (const char *name)
{
  const char *digits = after_prefix (name, "cc");
  char *end;
  long n;

  if (!digits)
    digits = after_prefix (name, "sm_");
  if (!digits || !isdigit ((unsigned char) *digits))
    return 0;
  n = strtol (digits, &end, 10);
  if (n < 10 && (*end == 'x' || *end == '+'))
    {
      n *= 10;
      end += *end == 'x';
    }
  if (*end && strcmp (end, "a") != 0 && strcmp (end, "f") != 0
      && strcmp (end, "+") != 0)
    return 0;
  return n >= 10 && n < 1000 ? (int) n : 0;
}

/* The PTX of one target runs on all later devices, so of several the first
   serves them all.  Machine code is made for each.  What is older than the
   lowest target there is becomes that one.  */

static void
add_target (struct options *options, int target)
{
  if (target < lowest_target)
    {
      options->old_target = target;
      target = lowest_target;
    }
  else
    strings_push (&options->machine_targets, format_string ("sm_%d", target));
  if (!options->target || target < options->target)
    options->target = target;
}

static bool
match_target (struct options *options, const char *item)
{
  int n = capability (item);

  if (!n)
    n = generation (item);
  if (n)
    add_target (options, n);
  else if (strcmp (item, "ccnative") == 0 || strcmp (item, "native") == 0)
    {
      if ((n = native_target ()) > 0)
	add_target (options, n);
    }
  else if (strcmp (item, "ccall") == 0 || strcmp (item, "ccall-major") == 0)
    options->target = lowest_target;
  else if (strcmp (item, "ptxonly") == 0)
    options->ptx_only = true;
  else
    return false;
  return true;
}

/* True for cudaX.Y and the older X.Y, which choose a toolkit; we use none.  */

static bool
toolkit_p (const char *item)
{
  const char *version = after_prefix (item, "cuda");

  if (!version)
    version = item;
  return (isdigit ((unsigned char) *version)
	  && version[strspn (version, "0123456789.")] == '\0');
}

/* The most registers that a thread can have.  */
enum { most_registers = 255 };

/* True for maxregcount:N.  */

static bool
match_registers (struct options *options, const char *item)
{
  const char *number = after_prefix (item, "maxregcount:");
  char *end;
  long n;

  if (!number)
    return false;
  n = strtol (number, &end, 10);
  if (!isdigit ((unsigned char) *number) || *end || n < 1 || n > most_registers)
    fatal ("-gpu=%s: the number of registers must be an integer between 1 and "
	   "%d", item, most_registers);
  strings_push (&options->gfortran,
		format_string (PLUGIN ("maxregcount=%ld"), n));
  return true;
}

/* Report that ITEM is not a valid argument of OPTION, and list the valid
   ones.  */

static void
refuse_item (const char *option, const char *item)
{
  for (size_t i = 0; i < sizeof refused_items / sizeof *refused_items; i++)
    if (strcmp (item, refused_items[i].name) == 0)
      fatal ("option %s=%s is not supported; %s", option, item,
	     refused_items[i].remedy);

  const char *known = "ccXY, ccnative, ccall, ptxonly, cudaX.Y, maxregcount:N";

  for (size_t i = 0; i < sizeof sub_options / sizeof *sub_options; i++)
    known = format_string ("%s, %s%s", known, sub_options[i].name,
			   sub_options[i].name[strlen (sub_options[i].name) - 1]
			   == ':' ? "..." : "");
  fatal ("unrecognized argument in option '%s=%s'; valid arguments to '%s=' "
	 "are: %s", option, item, option, known);
}

static void
decode_item (struct options *options, const char *option, const char *item)
{
  if (match_target (options, item) || toolkit_p (item)
      || match_registers (options, item))
    return;
  for (size_t i = 0; i < sizeof sub_options / sizeof *sub_options; i++)
    {
      const char *name = sub_options[i].name;

      if (name[strlen (name) - 1] == ':'
	  ? starts_with (item, name)
	  : strcmp (item, name) == 0)
	{
	  push_words (&options->gfortran, sub_options[i].gfortran);
	  return;
	}
    }
  refuse_item (option, item);
}

/* The items that are in no table and have names of their own.  */
static const char *const target_items[]
  = { "ccnative", "ccall", "ptxonly", "maxregcount:" };

void
name_gpu_items (const char *option, name_fn *fn, void *data)
{
  (void) option;
  for (size_t i = 0; i < sizeof target_items / sizeof *target_items; i++)
    fn (target_items[i], data);
  for (size_t i = 0; i < sizeof sub_options / sizeof *sub_options; i++)
    fn (sub_options[i].name, data);
}

void
decode_gpu_items (struct options *options, const char *option,
		  const char *list)
{
  for_each_item (options, option, list, decode_item);
}
