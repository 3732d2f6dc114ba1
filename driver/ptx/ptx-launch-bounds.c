/* What the language says about kernels and the accelerator compiler cannot.
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

#include "gcuf-names.h"
#include "ptx.h"
#include "ptx-registers.h"

/* For a kernel with launch bounds or cluster dimensions there is a variable,
   whose name is the entry's after this prefix.  Its numbers are those of
   struct cuf_bounds: threads, blocks, blocks of a cluster, and its three
   dimensions, zero where the source says nothing.  It is dropped here.  */
#define MARK GCUF_NAME_BOUNDS
enum { N_BOUNDS = 6 };

/* What texts with clusters have: instructions, and the beginnings of special
   registers.  */
static const char *const cluster_texts[]
  = { "barrier.cluster", "mapa.", "%cluster_", "%clusterid", "%nclusterid" };

bool
ptx_any_bounds_p (const struct ptx_program *program)
{
  const char *text = program->objects[0].text;
  bool any = strstr (text, MARK) != NULL;

  for (size_t i = 0; i < sizeof cluster_texts / sizeof *cluster_texts; i++)
    any |= strstr (text, cluster_texts[i]) != NULL;
  return any;
}

/* Clusters came with these.  */
#define CLUSTER_VERSION ".version 7.8"

/* Give FUNCTION, a kernel, the directives of the bounds N for devices from
   TARGET on.  The names are those of the PTX ISA, "Performance-Tuning
   Directives" and "Cluster Dimension Directives".  */

static void
add_directives (struct ptx_function *function, const int *n, int target)
{
  if (n[0])
    ptx_add_directive (function, ptx_format (".maxntid %d", n[0]));
  if (n[1])
    ptx_add_directive (function, ptx_format (".minnctapersm %d", n[1]));
  if (n[3])
    {
      ptx_add_directive (function, ".explicitcluster");
      ptx_add_directive (function, ptx_format (".reqnctapercluster %d,%d,%d",
					       n[3], n[4], n[5]));
    }
  else if (n[2] && target >= PTX_CLUSTER_TARGET)
    ptx_add_directive (function, ptx_format (".maxclusterrank %d", n[2]));
}

/* Give the kernel NAME in CODE, which may be declared and defined, and its
   other version the directives of the bounds N.  */

static void
bound_kernel (struct ptx_code *code, const char *name, const int *n, int target)
{
  for (struct ptx_statement *s = code->first; s; s = s->next)
    if (s->kind == PTX_FUNCTION && s->function->defined
	&& ptx_version_p (s->function->name, name))
      {
	s->function->directives = NULL;
	add_directives (s->function, n, target);
      }
}

static void
take_bounds (struct ptx_code *code, struct ptx_statement *mark, int target)
{
  const struct ptx_operand *value = mark->names->value;
  int n[N_BOUNDS] = { 0 };
  size_t i = 0;

  for (value = value ? value->inner : NULL; value && i < N_BOUNDS;
       value = value->next)
    n[i++] = atoi (value->text);
  bound_kernel (code, mark->names->name + strlen (MARK), n, target);
}

/* --- Clusters ------------------------------------------------------------ */

static bool
cluster_opcode_p (const struct ptx_opcode *opcode)
{
  return (opcode->op == PTX_OP_MAPA
	  || (opcode->op == PTX_OP_BARRIER
	      && opcode->words[0] == PTX_WORD_CLUSTER));
}

static void
note_cluster (struct ptx_operand *operand, void *data)
{
  if (operand->kind == PTX_NAME && ptx_cluster_register_p (operand->text))
    *(bool *) data = true;
}

bool
ptx_cluster_function_p (const struct ptx_function *function)
{
  bool found
    = (ptx_find_directive (function, PTX_WORD_EXPLICITCLUSTER)
       || ptx_find_directive (function, PTX_WORD_REQNCTAPERCLUSTER)
       || ptx_find_directive (function, PTX_WORD_MAXCLUSTERRANK));

  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    if (s->kind == PTX_INSTRUCTION)
      {
	found |= cluster_opcode_p (s->opcode);
	ptx_walk_statement (s, note_cluster, &found);
      }
  return found;
}

/* Code that uses clusters says so, and is for devices that have them: TARGET is
   the lowest that the program is for.  */

static void
raise_target (struct ptx_program *program, int target)
{
  struct ptx_code *code = program->objects[0].code;

  if (target < PTX_CLUSTER_TARGET)
    fatal ("thread block clusters need compute capability 9.0, and the program "
	   "is for %d.%d; compile with -gpu=cc90", target / 10, target % 10);
  for (struct ptx_statement *s = code->first; s; s = s->next)
    if (s->kind == PTX_LINE && s->word == PTX_WORD_VERSION)
      s->text = CLUSTER_VERSION;
    else if (s->kind == PTX_LINE && s->word == PTX_WORD_TARGET)
      s->text = ptx_format (".target sm_%d", PTX_CLUSTER_TARGET);
}

void
ptx_bound_kernels (struct ptx_program *program)
{
  struct ptx_code *code = program->objects[0].code;
  struct ptx_statement *next;
  bool clusters = false;

  for (struct ptx_statement *s = code->first; s; s = next)
    {
      next = s->next;
      if (s->kind != PTX_VARIABLE || !starts_with (s->names->name, MARK))
	continue;
      take_bounds (code, s, program->target);
      ptx_remove (code, s);
    }
  for (struct ptx_statement *s = code->first; s; s = s->next)
    if (s->kind == PTX_FUNCTION && s->function->defined)
      clusters |= ptx_cluster_function_p (s->function);
  if (clusters)
    raise_target (program, program->target);
}
