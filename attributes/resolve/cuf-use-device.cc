/* Constructs of OpenACC and OpenMP in which host data is named for its copy on
   the device.
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
#include "tree.h"
#include "gfortran.h"
#include "trans.h"
#include "cuf-trans.h"
#include "cuf-check.h"
#include "cuf-compat.h"

/* In a HOST_DATA construct, and in one of TARGET DATA with USE_DEVICE_ADDR or
   USE_DEVICE_PTR, the variables listed stand for what OpenACC or OpenMP keeps
   of them on the device.  To CUDA Fortran they are device data there.  What
   walks over statements says when it enters and leaves such a construct.  */

/* The variables that have been marked, with a null in front of those of each
   construct: constructs can be nested and name a variable again.  */
static vec<gfc_symbol *> marked;

static const int use_device_lists[] = {
  OMP_LIST_USE_DEVICE, OMP_LIST_USE_DEVICE_PTR, OMP_LIST_USE_DEVICE_ADDR
};

/* True if CODE is such a construct, in a file with CUDA Fortran.  */

bool
cuf_use_device_p (const gfc_code *code)
{
  if (!cuf_seen
      || (code->op != EXEC_OACC_HOST_DATA && code->op != EXEC_OMP_TARGET_DATA)
      || !code->ext.omp_clauses)
    return false;
  for (int list : use_device_lists)
    if (code->ext.omp_clauses->lists[list])
      return true;
  return false;
}

/* What runs on a device is the body of one of these.  In it, data in device
   memory is like any other.  */

bool
cuf_region_p (const gfc_code *code)
{
  if (!cuf_seen)
    return false;
  switch (code->op)
    {
    case EXEC_OACC_PARALLEL:
    case EXEC_OACC_PARALLEL_LOOP:
    case EXEC_OACC_KERNELS:
    case EXEC_OACC_KERNELS_LOOP:
    case EXEC_OACC_SERIAL:
    case EXEC_OACC_SERIAL_LOOP:
    case EXEC_OMP_TARGET:
    case EXEC_OMP_TARGET_PARALLEL:
    case EXEC_OMP_TARGET_PARALLEL_DO:
    case EXEC_OMP_TARGET_PARALLEL_DO_SIMD:
    case EXEC_OMP_TARGET_PARALLEL_LOOP:
    case EXEC_OMP_TARGET_SIMD:
    case EXEC_OMP_TARGET_TEAMS:
    case EXEC_OMP_TARGET_TEAMS_DISTRIBUTE:
    case EXEC_OMP_TARGET_TEAMS_DISTRIBUTE_PARALLEL_DO:
    case EXEC_OMP_TARGET_TEAMS_DISTRIBUTE_PARALLEL_DO_SIMD:
    case EXEC_OMP_TARGET_TEAMS_DISTRIBUTE_SIMD:
    case EXEC_OMP_TARGET_TEAMS_LOOP:
      return true;
    default:
      return false;
    }
}

/* True if a variable that is named for its copy on the device may be
   allocatable, which gfortran does not take.  */

bool
cuf_use_allocatable_p (void)
{
  return cuf_seen;
}

/* Forget the variables in device memory of LIST.  */

static void
drop_device_data (gfc_omp_namelist **list)
{
  for (gfc_omp_namelist **n = list; *n;)
    if ((*n)->sym && (*n)->sym->attr.cuf_memory == CUF_MEM_DEVICE)
      *n = (*n)->next;
    else
      n = &(*n)->next;
}

/* Forget allocatable variables and pointers in device memory that DEVICEPTR
   clauses of CLAUSES name: regions use such data in place, and gfortran takes
   neither of them there.  */

static void
drop_device_pointers (gfc_omp_clauses *clauses)
{
  for (gfc_omp_namelist **n = &clauses->lists[OMP_LIST_MAP]; *n;)
    {
      const symbol_attribute *attr = (*n)->sym ? &(*n)->sym->attr : NULL;

      if (attr && cuf_map_op (*n) == OMP_MAP_FORCE_DEVICEPTR
	  && attr->cuf_memory == CUF_MEM_DEVICE
	  && (attr->allocatable || attr->pointer))
	*n = (*n)->next;
      else
	n = &(*n)->next;
    }
}

/* The resolution of CLAUSES, which may be null, begins.  */

cuf_clauses_scope::cuf_clauses_scope (gfc_omp_clauses *clauses)
  : m_clauses (cuf_seen ? clauses : NULL)
{
  if (m_clauses)
    drop_device_pointers (m_clauses);
}

/* It ends.  Forget all variables in device memory whose copies on the device are
   named: these are what they are on the device.  Until here they are clauses, of
   which a construct may need one.  */

cuf_clauses_scope::~cuf_clauses_scope ()
{
  if (m_clauses)
    for (int list : use_device_lists)
      drop_device_data (&m_clauses->lists[list]);
}

/* How many of them the walk is in.  */
static int region_depth;

/* True if PROC, which may be null, is a routine of OpenACC or OpenMP and not device
   code of CUDA Fortran.  */

static bool
routine_p (const gfc_symbol *proc)
{
  return (proc && (cuf_openacc_routine_p (proc)
		   || proc->attr.omp_declare_target)
	  && !cuf_device_code_p (&proc->attr));
}

/* True if NS is that of such a routine, or in one.  */

bool
cuf_in_routine_p (gfc_namespace *ns)
{
  for (; ns; ns = ns->parent)
    if (ns->proc_name && ns->proc_name->attr.flavor == FL_PROCEDURE
	&& routine_p (ns->proc_name))
      return true;
  return false;
}

/* True if the walk, or the translation, is in such a region, or in a routine, which
   regions call.  */

bool
cuf_inside_region_p (void)
{
  return (region_depth > 0
	  || (cuf_seen
	      && (current_function_decl ? routine_p (cuf_current_procedure ())
		  : cuf_in_routine_p (gfc_current_ns))));
}

/* The loops of a kernel loop directive, and how many of them, or of others in
   them, the walk is in.  Its body is device code; the limits of the loops are
   resolved when each has been left.  */
static const cuf_kernel_do *kernel_loops;
static int loop_depth;

/* True if it is in the body of a kernel loop.  */

bool
cuf_in_loop_body_p (void)
{
  return kernel_loops && loop_depth >= kernel_loops->nloops;
}

/* True if CODE is a loop that may have a directive or be inside of one that
   has.  */

static bool
loop_p (const gfc_code *code)
{
  return (code->op == EXEC_DO
	  || (code->op == EXEC_DO_CONCURRENT && code->cuf_kernel));
}

static void
enter_loop (const gfc_code *code)
{
  if (code->cuf_kernel && !kernel_loops)
    {
      kernel_loops = code->cuf_kernel;
      loop_depth = 0;
    }
  if (kernel_loops)
    loop_depth++;
}

static void
leave_loop (const gfc_code *code)
{
  if (!kernel_loops)
    return;
  gcc_assert (loop_depth > 0);
  loop_depth--;
  if (code->cuf_kernel == kernel_loops)
    kernel_loops = NULL;
}

/* True if SYM is data of the host's, pinned or not, and not a C pointer to some, which
   keeps its type and changes its value.  */

static bool
host_data_p (const gfc_symbol *sym)
{
  return (sym->attr.flavor == FL_VARIABLE && !sym->attr.cuf_use_device
	  && (sym->attr.cuf_memory == CUF_MEM_NONE
	      || sym->attr.cuf_memory == CUF_MEM_PINNED)
	  && !(sym->ts.type == BT_DERIVED && sym->ts.u.derived
	       && sym->ts.u.derived->ts.is_iso_c));
}

/* The walk, or the translation, enters the block of CODE.  */

cuf_block_scope::cuf_block_scope (const gfc_code *code)
  : m_code (code)
{
  region_depth += cuf_region_p (code);
  if (loop_p (code))
    enter_loop (code);
  if (!cuf_use_device_p (code))
    return;
  marked.safe_push (NULL);
  for (int list : use_device_lists)
    for (gfc_omp_namelist *n = code->ext.omp_clauses->lists[list]; n;
	 n = n->next)
      if (n->sym && host_data_p (n->sym))
	{
	  n->sym->attr.cuf_use_device = 1;
	  marked.safe_push (n->sym);
	}
}

/* It leaves it again.  */

cuf_block_scope::~cuf_block_scope ()
{
  region_depth -= cuf_region_p (m_code);
  gcc_assert (region_depth >= 0);
  if (loop_p (m_code))
    leave_loop (m_code);
  if (!cuf_use_device_p (m_code))
    return;
  gcc_assert (!marked.is_empty ());
  while (gfc_symbol *sym = marked.pop ())
    sym->attr.cuf_use_device = 0;
}

/* True if DECL is a variable that has been marked.  */

bool
cuf_used_on_device_p (const_tree decl)
{
  for (const gfc_symbol *sym : marked)
    if (sym && sym->backend_decl == decl)
      return true;
  return false;
}

/* The place of EXPR, an actual argument in memory ACTUAL, in the tables of
   distances.  */

unsigned
cuf_argument_memory (const gfc_expr *expr, unsigned actual)
{
  return (actual == CUF_MEM_DEVICE && expr->expr_type == EXPR_VARIABLE
	  && expr->symtree && expr->symtree->n.sym->attr.cuf_use_device
	  ? CUF_USE_DEVICE : actual);
}
