/* Rules for clauses of OpenMP and OpenACC.
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

#include "config.h"
#include "system.h"
#include "coretypes.h"
#include "gfortran.h"
#include "cuf-check.h"

/* Clauses make copies of the variables that they name.  Those of data in device
   memory are in the same memory, where only some can be.  */

/* The clauses that make copies.  */
static const struct
{
  int list;
  const char *name;
} copying[] = {
  { OMP_LIST_PRIVATE, "PRIVATE" },
  { OMP_LIST_FIRSTPRIVATE, "FIRSTPRIVATE" },
  { OMP_LIST_LASTPRIVATE, "LASTPRIVATE" },
  { OMP_LIST_REDUCTION, "REDUCTION" },
  { OMP_LIST_REDUCTION_INSCAN, "REDUCTION" },
  { OMP_LIST_REDUCTION_TASK, "REDUCTION" },
  { OMP_LIST_IN_REDUCTION, "IN_REDUCTION" },
  { OMP_LIST_TASK_REDUCTION, "TASK_REDUCTION" },
  { OMP_LIST_LINEAR, "LINEAR" }
};

/* True if LIST is one of reductions.  */

static bool
reduction_list_p (int list)
{
  return (list == OMP_LIST_REDUCTION || list == OMP_LIST_REDUCTION_INSCAN
	  || list == OMP_LIST_REDUCTION_TASK || list == OMP_LIST_IN_REDUCTION
	  || list == OMP_LIST_TASK_REDUCTION);
}

/* True if GCC makes the copies of SYM, which has the device attribute, on the stack
   of a host thread: it is an automatic array, or what an argument refers to.  */

static bool
copied_to_stack_p (const gfc_symbol *sym)
{
  return (!sym->attr.allocatable && !sym->attr.pointer
	  && (sym->attr.dummy || cuf_variable_shape_p (sym)));
}

/* Whose constructs clauses are of.  */
enum clause_side
{
  HOST_CLAUSES,
  REGION_CLAUSES,		/* Of OpenMP, run on a device.  */
  OPENACC_CLAUSES
};

/* Why what N names cannot be in the list LIST of clauses of SIDE; null if it
   can.  */

static const char *
objection (const gfc_omp_namelist *n, int list, clause_side side)
{
  const gfc_symbol *sym = n->sym;
  unsigned memory = sym->attr.cuf_memory;
  if (memory == CUF_MEM_CONSTANT)
    return "constant data has no copies";
  if (memory == CUF_MEM_DEVICE && reduction_list_p (list))
    return "the host cannot combine copies in device memory";
  if (memory == CUF_MEM_DEVICE && side != HOST_CLAUSES)
    return "the region would use the original";
  if (memory == CUF_MEM_DEVICE && copied_to_stack_p (sym))
    return "only local variables of constant size, and allocatable ones, have "
	   "copies there";
  if (side == OPENACC_CLAUSES && list == OMP_LIST_FIRSTPRIVATE
      && !sym->attr.allocatable && !sym->attr.pointer
      && cuf_variable_shape_p (sym))
    return "GCC makes copies for regions of OpenACC only of what has a constant "
	   "size";
  if (!cuf_pointed_to_p (sym))
    return NULL;
  if (list == OMP_LIST_LINEAR)
    return "only a variable of the host's can be linear";
  if (list == OMP_LIST_REDUCTION_INSCAN)
    return "only a variable of the host's can be scanned";
  if (list == OMP_LIST_LASTPRIVATE && n->u.lastprivate_conditional)
    return "only assignments to variables of the host's are conditional";
  if (sym->ts.type == BT_DERIVED && sym->ts.u.derived->attr.alloc_comp)
    return "its type has allocatable components";
  return NULL;
}

/* A variable of a module of which a construct makes copies.  */
struct copy_search
{
  const gfc_symbol *sym;
  gfc_expr *use;		/* In a kernel loop.  */
};

static int
any_statement (gfc_code **, int *, void *)
{
  return 0;
}

/* Callback of gfc_code_walker: find the variable of *DATA.  */

static int
find_use (gfc_expr **e, int *, void *data)
{
  copy_search *search = (copy_search *) data;
  if ((*e)->expr_type != EXPR_VARIABLE || !(*e)->symtree
      || (*e)->symtree->n.sym != search->sym)
    return 0;
  search->use = *e;
  return 1;
}

/* Find it in the kernel loops among the statements from CODE on, and in what these
   have inside.  */

static void
find_in_kernel_loops (gfc_code *code, copy_search *search)
{
  for (; code && !search->use; code = code->next)
    if ((code->op == EXEC_DO || code->op == EXEC_DO_CONCURRENT)
	&& code->cuf_kernel)
      gfc_code_walker (&code->block->next, any_statement, find_use, search);
    else
      {
	if (code->op == EXEC_BLOCK)
	  find_in_kernel_loops (code->ext.block.ns->code, search);
	find_in_kernel_loops (code->block, search);
      }
}

/* A construct that makes copies of a variable of a module, which kernels find by
   its name.  */
struct copying_construct
{
  gfc_code *code;
  const gfc_symbol *sym;
};

/* Those whose statements have not been checked yet.  */
static vec<copying_construct> copied_in;

/* CODE makes a copy of SYM: if that is one of these variables, note it.  */

static void
note_copied (gfc_code *code, const gfc_symbol *sym)
{
  if (cuf_of_module_p (sym)
      && cuf_memory_in_p (sym->attr.cuf_memory,
			  CUF_IN (DEVICE) | CUF_IN (MANAGED)))
    {
      copying_construct c = { code, sym };
      copied_in.safe_push (c);
    }
}

/* Check that no kernel loop in CODE, whose statements are resolved, uses variables
   of modules of which that makes copies.  */

void
cuf_check_kernel_loops_in (gfc_code *code)
{
  for (unsigned i = copied_in.length (); i-- > 0;)
    {
      if (copied_in[i].code != code)
	continue;
      copy_search search = { copied_in[i].sym, NULL };
      copied_in.unordered_remove (i);
      find_in_kernel_loops (code->block, &search);
      if (search.use)
	gfc_error ("Module variable %qs at %L, of which a clause of OpenMP makes "
		   "copies, cannot be used in a kernel loop", search.sym->name,
		   &search.use->where);
    }
}

/* True if CODE distributes the iterations of loops.  */

static bool
distributes_p (const gfc_code *code)
{
  switch (code->op)
    {
    case EXEC_OACC_KERNELS_LOOP:
    case EXEC_OACC_LOOP:
    case EXEC_OACC_PARALLEL_LOOP:
    case EXEC_OACC_SERIAL_LOOP:
    case EXEC_OMP_DISTRIBUTE:
    case EXEC_OMP_DISTRIBUTE_PARALLEL_DO:
    case EXEC_OMP_DISTRIBUTE_PARALLEL_DO_SIMD:
    case EXEC_OMP_DISTRIBUTE_SIMD:
    case EXEC_OMP_DO:
    case EXEC_OMP_DO_SIMD:
    case EXEC_OMP_LOOP:
    case EXEC_OMP_MASKED_TASKLOOP:
    case EXEC_OMP_MASKED_TASKLOOP_SIMD:
    case EXEC_OMP_MASTER_TASKLOOP:
    case EXEC_OMP_MASTER_TASKLOOP_SIMD:
    case EXEC_OMP_PARALLEL_DO:
    case EXEC_OMP_PARALLEL_DO_SIMD:
    case EXEC_OMP_PARALLEL_LOOP:
    case EXEC_OMP_PARALLEL_MASKED_TASKLOOP:
    case EXEC_OMP_PARALLEL_MASKED_TASKLOOP_SIMD:
    case EXEC_OMP_PARALLEL_MASTER_TASKLOOP:
    case EXEC_OMP_PARALLEL_MASTER_TASKLOOP_SIMD:
    case EXEC_OMP_SIMD:
    case EXEC_OMP_TARGET_PARALLEL_DO:
    case EXEC_OMP_TARGET_PARALLEL_DO_SIMD:
    case EXEC_OMP_TARGET_PARALLEL_LOOP:
    case EXEC_OMP_TARGET_SIMD:
    case EXEC_OMP_TARGET_TEAMS_DISTRIBUTE:
    case EXEC_OMP_TARGET_TEAMS_DISTRIBUTE_PARALLEL_DO:
    case EXEC_OMP_TARGET_TEAMS_DISTRIBUTE_PARALLEL_DO_SIMD:
    case EXEC_OMP_TARGET_TEAMS_DISTRIBUTE_SIMD:
    case EXEC_OMP_TARGET_TEAMS_LOOP:
    case EXEC_OMP_TASKLOOP:
    case EXEC_OMP_TASKLOOP_SIMD:
    case EXEC_OMP_TEAMS_DISTRIBUTE:
    case EXEC_OMP_TEAMS_DISTRIBUTE_PARALLEL_DO:
    case EXEC_OMP_TEAMS_DISTRIBUTE_PARALLEL_DO_SIMD:
    case EXEC_OMP_TEAMS_DISTRIBUTE_SIMD:
    case EXEC_OMP_TEAMS_LOOP:
      return true;
    default:
      return false;
    }
}

/* Check the variables of the loops, DEPTH of them, that the construct CODE may
   distribute.  */

static void
check_loop_variables (const gfc_code *code, int depth)
{
  const gfc_code *loop
    = distributes_p (code) && code->block ? code->block->next : NULL;
  for (; depth > 0 && loop && loop->op == EXEC_DO; depth--)
    {
      const gfc_expr *var = loop->ext.iterator->var;
      const gfc_symbol *sym = var->symtree ? var->symtree->n.sym : NULL;
      if (sym && cuf_pointed_to_p (sym))
	gfc_error ("Variable %qs at %L with the %s attribute cannot be that of "
		   "a loop of OpenMP or OpenACC", sym->name, &var->where,
		   cuf_memory_name (sym->attr.cuf_memory));
      loop = loop->block ? loop->block->next : NULL;
    }
}

/* Check what N, in the list LIST of clauses called NAME of the construct CODE, which
   are of SIDE, names.  */

static void
check_copied (gfc_code *code, gfc_omp_namelist *n, int list, const char *name,
	      clause_side side)
{
  if (const char *why = objection (n, list, side))
    gfc_error ("Variable %qs at %L with the %s attribute cannot be listed in "
	       "clause %s: %s", n->sym->name, &n->where,
	       cuf_memory_name (n->sym->attr.cuf_memory), name, why);
  else
    note_copied (code, n->sym);
}

/* Check what the clauses CLAUSES of the construct CODE, which are of SIDE,
   name.  */

static void
check_copies (gfc_code *code, gfc_omp_clauses *clauses, clause_side side)
{
  for (auto &c : copying)
    for (gfc_omp_namelist *n = clauses->lists[c.list]; n; n = n->next)
      if (n->sym && n->sym->attr.cuf_memory)
	check_copied (code, n, c.list, c.name, side);
}

/* Check CLAUSES, those of the construct CODE; both may be null.  OPENACC tells
   whose they are.  */

void
cuf_check_clauses (gfc_code *code, gfc_omp_clauses *clauses, bool openacc)
{
  if (!cuf_seen || !clauses || !code)
    return;
  check_copies (code, clauses, (openacc ? OPENACC_CLAUSES : cuf_region_p (code)
				? REGION_CLAUSES : HOST_CLAUSES));
  check_loop_variables (code, MAX (MAX (clauses->collapse,
					clauses->orderedc), 1));
}
