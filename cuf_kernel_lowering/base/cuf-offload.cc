/* What runs on a device, and what it is called.
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
#include "function.h"
#include "cgraph.h"
#include "context.h"
#include "gfortran.h"
#include "trans.h"
#include "cuf-trans.h"
#include "cuf-lower.h"

/* Every procedure that runs on a device, and everything that it names in
   device memory, is marked for the offload path: the middle end streams it to
   the accelerator's compiler beside compiling it for the host.  */

/* The bodies of procedures that run on a device, kept by cuf_keep.  */
static hash_set<tree> *device_functions;

/* Something that this unit defines is marked.  */
static bool any_definition;

/* Mark DECL, a function or a variable, for the device.  */

void
cuf_mark_offloaded (tree decl)
{
  gcc_assert (TREE_CODE (decl) == FUNCTION_DECL || VAR_P (decl));
  symtab_node *node;
  if (TREE_CODE (decl) == FUNCTION_DECL)
    {
      tree attr = get_identifier ("omp declare target");
      DECL_ATTRIBUTES (decl) = tree_cons (attr, NULL_TREE,
					  DECL_ATTRIBUTES (decl));
      node = cgraph_node::get_create (decl);
    }
  else
    /* Without the attribute, which would enter the variable into libgomp's
       tables.  */
    node = varpool_node::get_create (decl);
  node->offloadable = 1;
  if (!DECL_EXTERNAL (decl))
    g->have_offload = any_definition = true;
}

/* True if this unit has device code or data of its own, beside what regions of
   OpenACC and OpenMP may have.  */

bool
cuf_any_offloaded_p (void)
{
  return any_definition;
}

/* The procedure that is being translated, or the one that contains the BLOCK
   or the like that is.  */

static gfc_symbol *
procedure_of (gfc_symbol *sym)
{
  gfc_namespace *ns = sym->ns;
  while (ns && ns->proc_name && ns->proc_name->attr.flavor == FL_LABEL)
    ns = ns->parent;
  return ns ? ns->proc_name : NULL;
}

/* True while the body of a kernel loop is translated, in a host procedure.  */
static bool in_kernel_loop;

/* True if SYM is a variable of a BLOCK in such a loop.  Those of a BLOCK around
   it have been declared when it began.  */

static bool
kernel_loop_variable_p (gfc_symbol *sym)
{
  gfc_symbol *scope = sym->ns ? sym->ns->proc_name : NULL;
  return in_kernel_loop && scope && scope->attr.flavor == FL_LABEL;
}

/* True if SYM is a variable of a procedure that runs on a device, or of a BLOCK
   in a kernel loop.  */

bool
cuf_device_code_variable_p (gfc_symbol *sym)
{
  gfc_symbol *proc = procedure_of (sym);
  return ((proc && cuf_device_code_p (&proc->attr))
	  || kernel_loop_variable_p (sym));
}

/* True if SYM is a variable that a host procedure declares in device memory:
   neither a dummy nor dynamically allocated.  */

bool
cuf_local_device_p (gfc_symbol *sym)
{
  unsigned memory = sym->attr.cuf_memory;
  if (memory != CUF_MEM_DEVICE && memory != CUF_MEM_MANAGED
      && memory != CUF_MEM_UNIFIED)
    return false;
  if (sym->attr.dummy || sym->attr.result || sym->attr.allocatable
      || sym->attr.pointer || sym->attr.use_assoc || sym->module
      || sym->attr.flavor != FL_VARIABLE)
    return false;
  return !cuf_device_code_variable_p (sym) && !cuf_in_routine_p (sym->ns);
}

/* FNDECL is the body of a procedure that runs on a device.  */

void
cuf_note_device_function (tree fndecl)
{
  gcc_checking_assert (TREE_CODE (fndecl) == FUNCTION_DECL);
  if (!device_functions)
    device_functions = new hash_set<tree>;
  device_functions->add (cuf_keep (fndecl));
}

cuf_kernel_loop_scope::cuf_kernel_loop_scope ()
{
  /* A directive in the body of such a loop is an error.  */
  gcc_assert (!in_kernel_loop);
  in_kernel_loop = true;
}

cuf_kernel_loop_scope::~cuf_kernel_loop_scope ()
{
  gcc_checking_assert (in_kernel_loop);
  in_kernel_loop = false;
}

/* True if there is an object of that class.  */

bool
cuf_in_kernel_loop_p (void)
{
  return in_kernel_loop;
}

/* True if what is being translated runs on a device.  */

bool
cuf_generating_device_code_p (void)
{
  return in_kernel_loop
	 || (current_function_decl && device_functions
	     && device_functions->contains (current_function_decl));
}

/* --- Stubs --------------------------------------------------------------- */

/* The stub of each kernel body of this compilation.  The trees are kept by
   cuf_keep.  */
static hash_map<tree, tree> *stubs;

/* STUB is the stub of the kernel with the body FNDECL.  */

void
cuf_set_stub (tree fndecl, tree stub)
{
  if (!stubs)
    stubs = new hash_map<tree, tree>;
  bool existed = stubs->put (cuf_keep (fndecl), cuf_keep (stub));
  gcc_assert (!existed);
}

/* The stub of the kernel whose body is FNDECL, else null.  */

tree
cuf_stub_of (tree fndecl)
{
  tree *stub = stubs ? stubs->get (fndecl) : NULL;
  return stub ? *stub : NULL_TREE;
}

/* The function to call for FNDECL: the stub if it is the body of a kernel.  */

tree
cuf_call_target (tree fndecl)
{
  tree stub = cuf_stub_of (fndecl);
  return stub ? stub : fndecl;
}

/* --- Predefined variables ------------------------------------------------ */

/* The variables of module cudadevice that stand for special registers.  */
static const char *const predefined[] = {
  "threadidx", "blockidx", "blockdim", "griddim"
};

/* The name of number I of them, or null behind the last.  */

const char *
cuf_predefined (unsigned i)
{
  return i < ARRAY_SIZE (predefined) ? predefined[i] : NULL;
}

/* If DECL is the variable of module cudadevice that stands for a predefined
   variable, its name, else null.  */

const char *
cuf_predefined_name (tree decl)
{
  if (!VAR_P (decl) || !DECL_EXTERNAL (decl))
    return NULL;
  const char *symbol = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl));
  const char *prefix = "__cudadevice_MOD_";
  if (!startswith (symbol, prefix))
    return NULL;
  for (const char *name : predefined)
    if (strcmp (symbol + strlen (prefix), name) == 0)
      return name;
  return NULL;
}

/* True if FN, a function or null, returns a part of one.  */

bool
cuf_register_function_p (tree fn)
{
  const char *prefix = "__gcuf_";
  if (!fn || !startswith (cuf_symbol (fn), prefix))
    return false;
  const char *part = cuf_symbol (fn) + strlen (prefix);
  for (const char *name : predefined)
    if (startswith (part, name) && part[strlen (name)] == '_')
      return true;
  return false;
}

/* A call of the intrinsic "__gcuf_NAME_x", y or z as DIM says.  It is pure
   and not const: on the cpu backend one function runs many threads.  */

tree
cuf_special_register (const char *name, int dim)
{
  gcc_checking_assert (IN_RANGE (dim, 0, 2));
  char suffix[] = { '_', char ('x' + dim), 0 };
  char *symbol = concat ("__gcuf_", name, suffix, NULL);
  tree type = build_function_type_list (integer_type_node, NULL_TREE);
  tree fn = build_fn_decl (symbol, type);
  free (symbol);
  DECL_PURE_P (fn) = 1;
  TREE_NOTHROW (fn) = 1;
  return build_call_expr (fn, 0);
}

/* True if FN is what is made of a kernel's body that is split for the host.  */

bool
cuf_block_function_p (tree fn)
{
  return (startswith (cuf_symbol (fn), CUF_BLOCK_PREFIX)
	  || startswith (cuf_symbol (fn), CUF_WARPS_PREFIX));
}
