/* The regions of OpenACC and OpenMP of a program.
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

#include <stdlib.h>
#include <string.h>

#include "compile.h"
#include "gcuf-names.h"
#include "object-file.h"
#include "offload-table.h"
#include "programs.h"
#include "regions.h"
#include "unresolved.h"

/* What the maps of a program have.  */
struct map_contents
{
  size_t openacc, openmp;	/* So many regions.  */
  bool variables;		/* More than the device library's.  */
};

/* OpenACC's regions have the sizes of their launch in the map, OpenMP's only a
   name.  */

static bool
openmp_region_p (const char *region)
{
  return !strchr (region, ',');
}

static struct map_contents
look_at_maps (const struct ptx_program *program)
{
  struct map_contents contents = { 0 };

  for (size_t i = 0; i < program->regions.n; i++)
    if (openmp_region_p (program->regions.data[i]))
      contents.openmp++;
    else
      contents.openacc++;
  for (size_t i = 0; i < program->variables.n; i++)
    contents.variables
      |= !starts_with (program->variables.data[i], "\"" GCUF_NAME_PREFIX);
  return contents;
}

/* Append to INPUTS those of TASK without the regions of OpenACC, which are
   among those of the program CUDA.  */

static void
leave_openmp (const struct task *task, const struct ptx_program *cuda,
	      struct strings *inputs)
{
  const struct strings *regions = &cuda->regions;
  bool *keep = xmalloc (regions->n * sizeof *keep);

  for (size_t i = 0; i < regions->n; i++)
    keep[i] = openmp_region_p (regions->data[i]);
  keep_regions (inputs, &task->inputs, keep, regions->n);
  free (keep);
}

/* Compile the regions of OpenMP, which have stacks and thread numbers of their
   own, as GCC's mkoffload does it.  What the passes take for granted about
   stacks does not hold.  */

static void
compile_openmp (const struct task *task, const struct ptx_program *cuda,
		struct ptx_program *program)
{
  static const char *const options[]
    = { "-fno-openacc", "-fopenmp", "-mgomp", NULL };
  struct map_contents contents = look_at_maps (cuda);
  struct task other = *task;

  other.openmp = true;
  other.options = (struct strings) { 0 };
  strings_append (&other.options, &task->options);
  push_options (&other.options, options);
  if (contents.openacc)
    {
      other.inputs = (struct strings) { 0 };
      leave_openmp (task, cuda, &other.inputs);
    }
  compile_program (&other, program, ".openmp.mkoffload");
  if (program->regions.n != contents.openmp
      || program->variables.n != cuda->variables.n)
    fatal ("the offload compiler has found other regions or variables in code "
	   "for OpenMP");
  program->for_libgomp = true;
  program->openmp = true;
  ptx_run_passes (program, "comments,unreachable,atomics");
  refuse_procedures (&program->procedures);
}

/* Let PROGRAM have of CUDA the regions of OpenACC.  */

static void
take_openacc (const struct task *task, const struct ptx_program *cuda,
	      struct ptx_program *program)
{
  const struct strings *regions = &cuda->regions;

  ptx_copy_program (program, cuda);
  program->regions = (struct strings) { 0 };
  for (size_t i = 0; i < regions->n; i++)
    if (!openmp_region_p (regions->data[i]))
      strings_push (&program->regions, regions->data[i]);
  program->for_libgomp = true;
  program->openacc = program->regions.n != 0;
  ptx_run_passes (program, chosen_passes (task));
  refuse_procedures (&program->procedures);
}

/* The map of OPENMP, with the regions of OPENACC where they are in ALL.  */

static void
join_maps (const struct strings *all, const struct strings *openacc,
	   struct strings *openmp)
{
  struct strings result = { 0 };
  size_t n_openacc = 0, n_openmp = 0;

  for (size_t i = 0; i < all->n; i++)
    strings_push (&result, openmp_region_p (all->data[i])
			   ? openmp->data[n_openmp++]
			   : openacc->data[n_openacc++]);
  *openmp = result;
}

void
make_regions (const struct task *task, const struct ptx_program *cuda,
	      struct ptx_program *regions)
{
  struct map_contents contents = look_at_maps (cuda);
  struct ptx_program openacc = { 0 };

  if (contents.openmp)
    compile_openmp (task, cuda, regions);
  else if (contents.openacc || contents.variables)
    take_openacc (task, cuda, regions);
  if (contents.openmp && contents.openacc)
    {
      take_openacc (task, cuda, &openacc);
      join_maps (&cuda->regions, &openacc.regions, &regions->regions);
      regions->openacc = true;
      ptx_join (regions, &openacc);
    }
  ptx_stand_in_for_shared (regions);
}
