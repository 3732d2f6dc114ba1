/* Clauses of OpenMP and OpenACC about variables in device memory.
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
#include "stringpool.h"
#include "gimple-expr.h"
#include "gimplify.h"
#include "fold-const.h"
#include "tree-iterator.h"
#include "gomp-constants.h"
#include "gfortran.h"
#include "trans.h"
#include "cuf-trans.h"
#include "cuf-lower.h"

/* To gfortran a variable of constant size in device memory is a declaration that
   stands for what a pointer points to, or, if it is one of a module, for what
   the runtime says.  The middle end would make copies of the declaration, to which
   nothing refers.  Here clauses come to name the pointer, of which the hooks of
   cuf-private.cc make copies that point to memory of their own.

   In regions that run on a device there is no such memory to be had.  There a
   pointer takes the place that dummy arguments have, which the middle end knows
   to be references: the copies are those that the region makes of other
   variables.  */

/* --- Kinds of constructs and clauses -------------------------------------- */

/* True if T is a construct of the host that maps data around others.  */

static bool
data_construct_p (tree t)
{
  return (TREE_CODE (t) == OACC_DATA || TREE_CODE (t) == OACC_HOST_DATA
	  || TREE_CODE (t) == OMP_TARGET_DATA);
}

/* True if T is a construct whose clauses can name data that it has inside.  */

static bool
construct_p (tree t)
{
  return (TREE_CODE (t) >= OACC_PARALLEL && TREE_CODE (t) <= OMP_SCAN
	  && !data_construct_p (t));
}

/* True if T is a construct that runs on a device.  */

bool
cuf_region_tree_p (tree t)
{
  switch (TREE_CODE (t))
    {
    case OACC_PARALLEL:
    case OACC_KERNELS:
    case OACC_SERIAL:
    case OMP_TARGET:
      return true;
    default:
      return false;
    }
}

/* True if CLAUSE reduces.  */

static bool
reduction_p (tree clause)
{
  switch (OMP_CLAUSE_CODE (clause))
    {
    case OMP_CLAUSE_REDUCTION:
    case OMP_CLAUSE_IN_REDUCTION:
    case OMP_CLAUSE_TASK_REDUCTION:
      return true;
    default:
      return false;
    }
}

/* True if CLAUSE is about copies of the variable that it names.  */

static bool
copies_p (tree clause)
{
  switch (OMP_CLAUSE_CODE (clause))
    {
    case OMP_CLAUSE_PRIVATE:
    case OMP_CLAUSE_FIRSTPRIVATE:
    case OMP_CLAUSE_LASTPRIVATE:
    case OMP_CLAUSE_COPYPRIVATE:
      return true;
    default:
      return reduction_p (clause);
    }
}

/* True if CLAUSE says something of a variable that goes for the pointer to it
   as well.  */

static bool
names_variable_p (tree clause)
{
  switch (OMP_CLAUSE_CODE (clause))
    {
    case OMP_CLAUSE_SHARED:
    case OMP_CLAUSE_ALLOCATE:
    case OMP_CLAUSE_INCLUSIVE:
    case OMP_CLAUSE_EXCLUSIVE:
      return true;
    default:
      return copies_p (clause);
    }
}

/* True if CLAUSE tells how a variable could be used faster, without effect on
   results.  */

static bool
hint_p (tree clause)
{
  return (OMP_CLAUSE_CODE (clause) == OMP_CLAUSE_ALIGNED
	  || OMP_CLAUSE_CODE (clause) == OMP_CLAUSE_NONTEMPORAL);
}

/* --- Variables and pointers to them ---------------------------------------- */

/* The pointers to variables in one construct.  */
typedef hash_map<tree, tree> pointer_map;

/* True if VAR is one of those in device memory.  */

static bool
elsewhere_p (tree var)
{
  return VAR_P (var) && (cuf_pointer_to_local (var) || cuf_module_memory (var));
}

/* A new pointer to VAR in the procedure FNDECL, which is added to *VARS.  */

static tree
add_pointer (tree fndecl, tree var, tree *vars)
{
  tree type = build_pointer_type (TREE_TYPE (var));
  tree pointer = cuf_local_variable (fndecl, type, vars);
  DECL_SOURCE_LOCATION (pointer) = DECL_SOURCE_LOCATION (var);
  return pointer;
}

/* The middle end passes on the value of a variable that is shared and nowhere
   set, as if it was firstprivate.  That goes for no POINTER of which a copy is one
   of what it points to.  */

static void
keep_shared (tree pointer)
{
  TREE_ADDRESSABLE (pointer) = 1;
}

/* What is to stand for VAR where POINTERS, a pointer_map, are.  */

static tree
pointed_to (tree var, void *pointers)
{
  tree *pointer = ((pointer_map *) pointers)->get (var);
  return pointer ? build1 (INDIRECT_REF, TREE_TYPE (var), *pointer) : NULL_TREE;
}

/* Declare VARS around *CONSTRUCT, with POINTERS, of which each is set there.  */

static void
wrap (tree *construct, tree vars, pointer_map *pointers)
{
  tree stmts = NULL_TREE;
  for (auto p : *pointers)
    append_to_statement_list (build2 (MODIFY_EXPR, void_type_node, p.second,
				      build_fold_addr_expr (p.first)), &stmts);
  append_to_statement_list (*construct, &stmts);
  *construct = build3 (BIND_EXPR, void_type_node, vars, stmts, NULL_TREE);
}

/* --- Clauses --------------------------------------------------------------- */

/* If CLAUSE names what a pointer of ours, or one of POINTERS, points to, that
   pointer.  */

static tree
named_pointer (tree clause, hash_set<tree> *pointers)
{
  tree decl = OMP_CLAUSE_DECL (clause);
  if (!decl || TREE_CODE (decl) != INDIRECT_REF)
    return NULL_TREE;
  tree pointer = TREE_OPERAND (decl, 0);
  if (!VAR_P (pointer))
    return NULL_TREE;
  bool found = (pointers ? pointers->contains (pointer)
		: cuf_object_pointer_p (pointer));
  return found ? pointer : NULL_TREE;
}

/* The reduction CLAUSE, whose statements are those for a variable, now names
   POINTER: let them allocate a copy, and combine what pointers point to.  The
   middle end sets the placeholder to the other pointer.  */

static void
reduce_pointer (tree clause, tree pointer)
{
  tree placeholder = OMP_CLAUSE_REDUCTION_PLACEHOLDER (clause);
  gcc_assert (placeholder);
  tree other = create_tmp_var_raw (TREE_TYPE (pointer));
  pointer_map map;
  map.put (placeholder, other);
  cuf_replace_variables (&OMP_CLAUSE_REDUCTION_INIT (clause), pointed_to, &map);
  cuf_replace_variables (&OMP_CLAUSE_REDUCTION_MERGE (clause), pointed_to,
			 &map);
  OMP_CLAUSE_REDUCTION_PLACEHOLDER (clause) = other;

  tree init = OMP_CLAUSE_REDUCTION_INIT (clause), stmts = NULL_TREE;
  gcc_assert (TREE_CODE (init) == BIND_EXPR);
  append_to_statement_list (cuf_allocate_copy_of (pointer, pointer), &stmts);
  append_to_statement_list (BIND_EXPR_BODY (init), &stmts);
  BIND_EXPR_BODY (init) = stmts;
}

/* Let the clauses *CLAUSES of a construct of the host name pointers instead of
   what these point to.  */

static void
name_pointers (tree *clauses)
{
  while (tree c = *clauses)
    {
      tree pointer = (names_variable_p (c) || hint_p (c)
		      ? named_pointer (c, NULL) : NULL_TREE);
      if (pointer && hint_p (c))
	{
	  *clauses = OMP_CLAUSE_CHAIN (c);
	  continue;
	}
      if (pointer)
	{
	  OMP_CLAUSE_DECL (c) = pointer;
	  if (reduction_p (c))
	    reduce_pointer (c, pointer);
	}
      clauses = &OMP_CLAUSE_CHAIN (c);
    }
}

/* Remove those of the clauses *CLAUSES that say of a variable of a module only
   that it is shared, which it is.  */

static void
drop_shared (tree *clauses)
{
  while (tree c = *clauses)
    if ((hint_p (c) || OMP_CLAUSE_CODE (c) == OMP_CLAUSE_SHARED)
	&& VAR_P (OMP_CLAUSE_DECL (c))
	&& cuf_module_memory (OMP_CLAUSE_DECL (c)))
      *clauses = OMP_CLAUSE_CHAIN (c);
    else
      clauses = &OMP_CLAUSE_CHAIN (c);
}

/* Callback of walk_tree: finish the clauses of a construct of the host.  */

static tree
finish_construct (tree *tp, int *walk_subtrees, void *)
{
  if (TYPE_P (*tp) || cuf_region_tree_p (*tp))
    *walk_subtrees = 0;
  else if (construct_p (*tp))
    {
      name_pointers (&OMP_CLAUSES (*tp));
      drop_shared (&OMP_CLAUSES (*tp));
    }
  return NULL_TREE;
}

/* --- Variables of modules --------------------------------------------------- */

/* One construct of the host that is in no other.  If it divides work of a team
   that the procedure does not create, what its clauses name has to be shared
   by the team: the pointers, which all threads set to the same, are static
   then.  */
struct module_walk
{
  tree fndecl;
  bool orphaned;
  tree vars;			/* Its pointers.  */
  pointer_map pointers;		/* From variables to these.  */
};

/* True if CONSTRUCT lets each thread that it creates, or each task, begin with what
   the procedure has.  */

static bool
creates_threads_p (tree construct)
{
  switch (TREE_CODE (construct))
    {
    case OMP_PARALLEL:
    case OMP_TASK:
    case OMP_TASKLOOP:
    case OMP_TEAMS:
      return true;
    default:
      return false;
    }
}

/* A new pointer to VAR, in MEMORY, for WALK.  */

static tree
add_module_pointer (module_walk *walk, tree var, unsigned memory)
{
  tree pointer
    = (walk->orphaned
       ? cuf_build_static (NULL, build_pointer_type (TREE_TYPE (var)),
			   NULL_TREE, false)
       : add_pointer (walk->fndecl, var, &walk->vars));
  cuf_note_object_pointer (pointer, var, memory);
  keep_shared (pointer);
  return pointer;
}

/* If the clauses of CONSTRUCT name variables of modules of which there are to be
   copies, let *NAMED have pointers to them.  */

static void
find_module_variables (module_walk *walk, tree construct, pointer_map *named)
{
  for (tree c = OMP_CLAUSES (construct); c; c = OMP_CLAUSE_CHAIN (c))
    {
      tree var = copies_p (c) ? OMP_CLAUSE_DECL (c) : NULL_TREE;
      unsigned memory = var && VAR_P (var) ? cuf_module_memory (var) : 0;
      if (!memory)
	continue;
      bool existed;
      tree &pointer = walk->pointers.get_or_insert (var, &existed);
      if (!existed)
	pointer = add_module_pointer (walk, var, memory);
      named->put (var, pointer);
    }
}

/* Callback of walk_tree: let a construct whose clauses name variables of modules
   use pointers.  */

static tree
use_module_pointers (tree *tp, int *walk_subtrees, void *data)
{
  module_walk *walk = (module_walk *) data;
  if (TYPE_P (*tp) || cuf_region_tree_p (*tp))
    *walk_subtrees = 0;
  else if (construct_p (*tp))
    {
      pointer_map named;
      find_module_variables (walk, *tp, &named);
      if (!named.is_empty ())
	cuf_replace_variables (tp, pointed_to, &named);
    }
  return NULL_TREE;
}

/* Callback of walk_tree: let clauses that say that the variables of WALK are
   shared say so of its pointers.  */

static tree
share_module_pointers (tree *tp, int *walk_subtrees, void *data)
{
  module_walk *walk = (module_walk *) data;
  if (TYPE_P (*tp) || cuf_region_tree_p (*tp))
    *walk_subtrees = 0;
  else if (construct_p (*tp))
    for (tree c = OMP_CLAUSES (*tp); c; c = OMP_CLAUSE_CHAIN (c))
      if (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_SHARED)
	if (tree *pointer = walk->pointers.get (OMP_CLAUSE_DECL (c)))
	  OMP_CLAUSE_DECL (c) = *pointer;
  return NULL_TREE;
}

/* Lower the variables of modules in *CONSTRUCT, an outermost one.  */

static void
lower_module_variables (tree fndecl, tree *construct)
{
  module_walk walk;
  walk.fndecl = fndecl;
  walk.orphaned = !creates_threads_p (*construct);
  walk.vars = NULL_TREE;
  walk_tree_without_duplicates (construct, use_module_pointers, &walk);
  if (walk.pointers.is_empty ())
    return;
  walk_tree_without_duplicates (construct, share_module_pointers, &walk);
  wrap (construct, walk.vars, &walk.pointers);
}

/* --- Regions on a device ----------------------------------------------------- */

/* Managed data is mapped as data of the host is, so that directives can say what
   they like of it.  A scalar of which neither the region says anything nor a data
   construct around it is used in place: there would be no more than a copy of its
   value.  */

struct region_walk
{
  tree fndecl;
  tree vars;
  pointer_map pointers;
  hash_set<tree> references;	/* Those of POINTERS that are to be mapped.  */
  hash_set<tree> *mapped;	/* Variables that constructs around map.  */
  hash_set<tree> named;		/* Those in the region's own clauses.  */
};

/* Add to VARS the variables in device memory that the clauses of CONSTRUCT
   name.  */

static void
add_named (hash_set<tree> *vars, tree construct)
{
  for (tree c = OMP_CLAUSES (construct); c; c = OMP_CLAUSE_CHAIN (c))
    if (names_variable_p (c) || OMP_CLAUSE_CODE (c) == OMP_CLAUSE_MAP)
      if (elsewhere_p (OMP_CLAUSE_DECL (c)))
	vars->add (OMP_CLAUSE_DECL (c));
}

/* Let WALK have a pointer to VAR, which is mapped if MAPPED.  */

static void
add_region_pointer (region_walk *walk, tree var, bool mapped)
{
  if (walk->pointers.get (var))
    return;
  tree pointer = add_pointer (walk->fndecl, var, &walk->vars);
  walk->pointers.put (var, pointer);
  if (!mapped)
    return;
  /* So it is the name of a dummy argument to the front end, and to the middle end,
     which passes scalars by value.  */
  DECL_ARTIFICIAL (pointer) = 0;
  TREE_TYPE (pointer) = build_reference_type (TREE_TYPE (var));
  walk->references.add (pointer);
}

/* Return true if VAR, in memory that the host has, too, is to be mapped where a
   region of WALK uses it.  */

static bool
mapped_p (region_walk *walk, tree var)
{
  return (AGGREGATE_TYPE_P (TREE_TYPE (var)) || walk->named.contains (var)
	  || walk->mapped->contains (var));
}

/* Callback of walk_tree: find variables of the host in clauses about copies,
   those that are mapped, and those of modules, of which only the host can ask where
   they are.  */

static tree
find_copied (tree *tp, int *walk_subtrees, void *data)
{
  region_walk *walk = (region_walk *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (VAR_P (*tp) && cuf_module_memory (*tp) == CUF_MEM_MANAGED)
    add_region_pointer (walk, *tp, mapped_p (walk, *tp));
  else if (VAR_P (*tp) && cuf_pointer_to_local (*tp) && mapped_p (walk, *tp))
    add_region_pointer (walk, *tp, true);
  else if (construct_p (*tp))
    for (tree c = OMP_CLAUSES (*tp); c; c = OMP_CLAUSE_CHAIN (c))
      if (copies_p (c) && elsewhere_p (OMP_CLAUSE_DECL (c)))
	add_region_pointer (walk, OMP_CLAUSE_DECL (c), true);
  return NULL_TREE;
}

/* CLAUSE maps what POINTER points to: map that as well.  */

static void
map_pointer (tree clause, tree pointer)
{
  tree c = build_omp_clause (OMP_CLAUSE_LOCATION (clause), OMP_CLAUSE_MAP);
  OMP_CLAUSE_SET_MAP_KIND (c, GOMP_MAP_POINTER);
  OMP_CLAUSE_DECL (c) = pointer;
  OMP_CLAUSE_SIZE (c) = size_int (0);
  OMP_CLAUSE_CHAIN (c) = OMP_CLAUSE_CHAIN (clause);
  OMP_CLAUSE_CHAIN (clause) = c;
}

/* Callback of walk_tree: let the clauses of a construct in a region name the
   references of *DATA.  */

static tree
name_references (tree *tp, int *walk_subtrees, void *data)
{
  hash_set<tree> *references = (hash_set<tree> *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  if (TYPE_P (*tp) || !construct_p (*tp))
    return NULL_TREE;
  for (tree c = OMP_CLAUSES (*tp); c; c = OMP_CLAUSE_CHAIN (c))
    if (tree pointer = (names_variable_p (c)
			|| OMP_CLAUSE_CODE (c) == OMP_CLAUSE_MAP
			? named_pointer (c, references) : NULL_TREE))
      {
	if (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_MAP)
	  map_pointer (c, pointer);
	else
	  OMP_CLAUSE_DECL (c) = pointer;
      }
  return NULL_TREE;
}

/* Callback of walk_tree: let the reductions of scalars in a region be what the
   middle end makes of them without statements, which are not for devices.  */

static tree
drop_statements (tree *tp, int *walk_subtrees, void *)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  if (TYPE_P (*tp) || !construct_p (*tp))
    return NULL_TREE;
  for (tree c = OMP_CLAUSES (*tp); c; c = OMP_CLAUSE_CHAIN (c))
    if (reduction_p (c) && elsewhere_p (OMP_CLAUSE_DECL (c))
	&& OMP_CLAUSE_REDUCTION_CODE (c) != ERROR_MARK
	&& !AGGREGATE_TYPE_P (TREE_TYPE (OMP_CLAUSE_DECL (c))))
      {
	OMP_CLAUSE_REDUCTION_PLACEHOLDER (c) = NULL_TREE;
	OMP_CLAUSE_REDUCTION_INIT (c) = NULL_TREE;
	OMP_CLAUSE_REDUCTION_MERGE (c) = NULL_TREE;
      }
  return NULL_TREE;
}

/* Let *REGION, of OpenACC, map scalars of WALK that only a data construct around it
   names: the middle end would not know those by its pointers.  */

static void
map_scalars (region_walk *walk, tree region)
{
  for (auto p : walk->pointers)
    if (!AGGREGATE_TYPE_P (TREE_TYPE (p.first))
	&& walk->mapped->contains (p.first) && !walk->named.contains (p.first))
      {
	tree c = build_omp_clause (EXPR_LOCATION (region), OMP_CLAUSE_MAP);
	OMP_CLAUSE_SET_MAP_KIND (c, GOMP_MAP_TOFROM);
	OMP_CLAUSE_DECL (c) = p.first;
	OMP_CLAUSE_SIZE (c) = TYPE_SIZE_UNIT (TREE_TYPE (p.first));
	OMP_CLAUSE_CHAIN (c) = OMP_CLAUSES (region);
	OMP_CLAUSES (region) = c;
      }
}

/* Lower the region *REGION of FNDECL, around which constructs map MAPPED.  */

static void
lower_region (tree fndecl, hash_set<tree> *mapped, tree *region)
{
  region_walk walk;
  walk.fndecl = fndecl;
  walk.vars = NULL_TREE;
  walk.mapped = mapped;
  add_named (&walk.named, *region);
  walk_tree_without_duplicates (region, drop_statements, NULL);
  walk_tree_without_duplicates (region, find_copied, &walk);
  if (walk.pointers.is_empty ())
    return;
  if (TREE_CODE (*region) != OMP_TARGET)
    map_scalars (&walk, *region);
  cuf_replace_variables (region, pointed_to, &walk.pointers);
  walk_tree_without_duplicates (region, name_references, &walk.references);
  wrap (region, walk.vars, &walk.pointers);
}

/* --- Procedures ---------------------------------------------------------------- */

/* --- Copies on the device, for the host ------------------------------------ */

/* True if CLAUSE names a variable whose copy on the device is meant.  */

static bool
uses_device_p (tree clause)
{
  return (OMP_CLAUSE_CODE (clause) == OMP_CLAUSE_USE_DEVICE_PTR
	  || OMP_CLAUSE_CODE (clause) == OMP_CLAUSE_USE_DEVICE_ADDR);
}

/* Let *CONSTRUCT of FNDECL, whose clauses may name such variables, have pointers to
   those of modules and of the procedure that are managed.  */

static void
lower_use_device (tree fndecl, tree *construct)
{
  region_walk walk;
  walk.fndecl = fndecl;
  walk.vars = NULL_TREE;
  for (tree c = OMP_CLAUSES (*construct); c; c = OMP_CLAUSE_CHAIN (c))
    if (uses_device_p (c) && elsewhere_p (OMP_CLAUSE_DECL (c)))
      add_region_pointer (&walk, OMP_CLAUSE_DECL (c), true);
  if (walk.pointers.is_empty ())
    return;
  cuf_replace_variables (construct, pointed_to, &walk.pointers);
  for (tree c = OMP_CLAUSES (*construct); c; c = OMP_CLAUSE_CHAIN (c))
    if (tree pointer = (uses_device_p (c)
			? named_pointer (c, &walk.references) : NULL_TREE))
      OMP_CLAUSE_DECL (c) = pointer;
  wrap (construct, walk.vars, &walk.pointers);
}

/* The variable in device memory of which CLAUSE maps a component; or null.  */

static tree
mapped_object (tree clause)
{
  if (OMP_CLAUSE_CODE (clause) != OMP_CLAUSE_MAP)
    return NULL_TREE;
  tree base = get_base_address (OMP_CLAUSE_DECL (clause));
  while (base && TREE_CODE (base) == INDIRECT_REF)
    {
      tree address = TREE_OPERAND (base, 0);
      STRIP_NOPS (address);
      base = get_base_address (address);
    }
  return base && base != OMP_CLAUSE_DECL (clause) && elsewhere_p (base)
	 ? base : NULL_TREE;
}

/* Let the clauses of *CONSTRUCT, which maps data, name components of such variables
   by references, as those of dummy arguments are named: the middle end takes
   pointers for what is to be mapped itself.  */

static void
lower_mapped_components (tree fndecl, tree *construct)
{
  region_walk walk;
  walk.fndecl = fndecl;
  walk.vars = NULL_TREE;
  for (tree c = OMP_CLAUSES (*construct); c; c = OMP_CLAUSE_CHAIN (c))
    if (tree var = mapped_object (c))
      add_region_pointer (&walk, var, true);
  if (walk.pointers.is_empty ())
    return;
  /* What computes sizes in front of the construct may be the same tree.  */
  for (tree c = OMP_CLAUSES (*construct); c; c = OMP_CLAUSE_CHAIN (c))
    if (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_MAP)
      {
	OMP_CLAUSE_DECL (c) = unshare_expr (OMP_CLAUSE_DECL (c));
	OMP_CLAUSE_SIZE (c) = unshare_expr (OMP_CLAUSE_SIZE (c));
      }
  cuf_replace_variables (&OMP_CLAUSES (*construct), pointed_to,
			 &walk.pointers);
  wrap (construct, walk.vars, &walk.pointers);
}

/* --- Walking over a procedure ------------------------------------------------ */

/* A procedure, and what the constructs map that the walk is in.  */
struct procedure_walk
{
  tree fndecl;
  hash_set<tree> mapped;
};

static void lower_regions_in (tree *, procedure_walk *);

/* Lower *CONSTRUCT, which maps data or has the host use what is on the device, and
   the regions in it, for WALK.  */

static void
lower_data_construct (tree *construct, const procedure_walk *walk)
{
  procedure_walk inner;
  inner.fndecl = walk->fndecl;
  for (tree var : walk->mapped)
    inner.mapped.add (var);
  add_named (&inner.mapped, *construct);
  lower_regions_in (&OMP_BODY (*construct), &inner);
  lower_use_device (walk->fndecl, construct);
  if (data_construct_p (*construct))
    lower_mapped_components (walk->fndecl, construct);
}

/* Callback of walk_tree: lower the regions in *TP for the walk DATA.  */

static tree
lower_regions (tree *tp, int *walk_subtrees, void *data)
{
  procedure_walk *walk = (procedure_walk *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (cuf_region_tree_p (*tp))
    {
      *walk_subtrees = 0;
      lower_region (walk->fndecl, &walk->mapped, tp);
    }
  else if (data_construct_p (*tp))
    {
      *walk_subtrees = 0;
      lower_data_construct (tp, walk);
    }
  return NULL_TREE;
}

static void
lower_regions_in (tree *body, procedure_walk *walk)
{
  walk_tree_without_duplicates (body, lower_regions, walk);
}

/* Callback of walk_tree: the same for constructs of the host that are in no
   other.  */

static tree
lower_constructs (tree *tp, int *walk_subtrees, void *data)
{
  if (TYPE_P (*tp) || cuf_region_tree_p (*tp))
    *walk_subtrees = 0;
  else if (construct_p (*tp))
    {
      *walk_subtrees = 0;
      lower_module_variables ((tree) data, tp);
    }
  return NULL_TREE;
}

/* Callback of walk_tree: find a construct.  */

static tree
find_construct (tree *tp, int *walk_subtrees, void *)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return (!TYPE_P (*tp) && (construct_p (*tp) || data_construct_p (*tp))
	  ? *tp : NULL_TREE);
}

/* Callback of walk_tree: let an atomic operation on a variable in device memory
   have its address in a temporary variable, as the front end does for array
   elements: the middle end has to see that both operands are one object.  */

static tree
name_address_once (tree *tp, int *walk_subtrees, void *)
{
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  if (TREE_CODE (t) < OMP_ATOMIC || TREE_CODE (t) > OMP_ATOMIC_CAPTURE_NEW)
    return NULL_TREE;
  tree address = TREE_OPERAND (t, 0);
  if (TREE_CODE (address) != ADDR_EXPR
      || !elsewhere_p (TREE_OPERAND (address, 0)))
    return NULL_TREE;
  tree type = TREE_TYPE (address);
  tree once = build4 (TARGET_EXPR, type, create_tmp_var_raw (type), address,
		      NULL_TREE, NULL_TREE);
  TREE_OPERAND (t, 0) = once;
  pointer_map map;
  map.put (TREE_OPERAND (address, 0), once);
  if (TREE_CODE (t) != OMP_ATOMIC_READ)
    cuf_replace_variables (&TREE_OPERAND (t, 1), pointed_to, &map);
  return NULL_TREE;
}

/* What stands for the variable VAR of the procedure, or of one around it, if it
   is in device memory.  */

static tree
local_reference (tree var, void *)
{
  tree pointer = cuf_pointer_to_local (var);
  if (!pointer)
    return NULL_TREE;
  keep_shared (pointer);
  return build1 (INDIRECT_REF, TREE_TYPE (var), pointer);
}

/* Lower the clauses in FNDECL, a procedure of the host, that name variables in
   device memory.  */

void
cuf_lower_data_sharing (tree fndecl)
{
  tree *body = &DECL_SAVED_TREE (fndecl);
  if (!cuf_seen || !(flag_openmp || flag_openmp_simd || flag_openacc))
    return;
  walk_tree_without_duplicates (body, name_address_once, NULL);
  if (!walk_tree_without_duplicates (body, find_construct, NULL))
    return;
  procedure_walk walk;
  walk.fndecl = fndecl;
  lower_regions_in (body, &walk);
  walk_tree_without_duplicates (body, lower_constructs, fndecl);
  cuf_replace_variables (body, local_reference, NULL, cuf_region_tree_p);
  walk_tree_without_duplicates (body, finish_construct, NULL);
}
