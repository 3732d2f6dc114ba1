/* Variables of modules in device memory.
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
#include "fold-const.h"
#include "stor-layout.h"
#include "tree-iterator.h"
#include "function.h"
#include "cgraph.h"
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "trans-const.h"
#include "cuf-trans.h"
#include "cuf-lower.h"
#include "varasm.h"

/* A device, managed or constant variable of a module is one symbol: on the GPU
   its memory, in the host's program the memory of the cpu backend.  Device
   code names it.  Host code asks the runtime for the address that it has on
   the current device.

   What the host keeps about an allocatable or pointer variable, the
   descriptor, is authoritative on the host: there it is an ordinary
   variable.  */

/* What is known of a variable: the tree of its record, a `struct
   gcuf_variable', which is kept by cuf_keep, and its memory.  */
struct module_variable
{
  tree record;
  unsigned memory;
};

/* From the variable's tree to that.  */
static hash_map<tree, module_variable> *records;

/* The symbol of DECL's record.  */

static char *
record_name (tree decl)
{
  return concat (GCUF_NAME_VARIABLE,
		 IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl)), NULL);
}

static tree
declare_record (tree decl)
{
  char *name = record_name (decl);
  tree record = build_decl (input_location, VAR_DECL, get_identifier (name),
			    cuf_tree (CUF_VARIABLE));
  SET_DECL_ASSEMBLER_NAME (record, get_identifier (name));
  free (name);
  DECL_EXTERNAL (record) = 1;
  TREE_PUBLIC (record) = 1;
  TREE_USED (record) = 1;
  DECL_ARTIFICIAL (record) = 1;
  return record;
}

/* The record of DECL, which is in MEMORY, or, if DESCRIPTOR, the host's
   description of what is there.  */

static tree
define_record (tree decl, unsigned memory, bool descriptor)
{
  gcc_assert (memory <= CUF_MEM_UNIFIED);
  tree init[] = {
    cuf_ptx_name_address (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl))),
    build_fold_addr_expr (decl),
    TYPE_SIZE_UNIT (TREE_TYPE (decl)),
    build_int_cst (unsigned_type_node, memory),
    build_int_cst (unsigned_type_node, descriptor),
    build_fold_addr_expr (cuf_tree (CUF_DSO_HANDLE)),
    null_pointer_node
  };
  char *name = record_name (decl);
  tree record = cuf_build_record (name, cuf_tree (CUF_VARIABLE), init,
				  ARRAY_SIZE (init), true);
  free (name);
  cuf_register_variable (record);
  return record;
}

/* Managed variables, descriptors, and constant variables that begin with values
   have a mark beside them, whose name begins with PREFIX and by which mkoffload
   knows them: the accelerator's compiler has no attribute for that.  */

static void
mark_variable (tree decl, const char *prefix)
{
  char *name = concat (prefix, IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl)),
		       NULL);
  cuf_mark_offloaded (cuf_build_static (name, char_type_node, NULL_TREE, true));
  free (name);
}

/* DECL has been built for SYM, a variable of a module with a memory
   attribute.  */

void
cuf_finish_module_variable (tree decl, gfc_symbol *sym)
{
  /* Pinned and unified data is ordinary host data to both, and so are the
     descriptors of the host's threads.  */
  if (sym->attr.cuf_memory == CUF_MEM_PINNED
      || sym->attr.cuf_memory == CUF_MEM_UNIFIED || sym->attr.threadprivate)
    return;

  TREE_ADDRESSABLE (decl) = 1;
  if (sym->attr.cuf_memory == CUF_MEM_CONSTANT)
    DECL_ATTRIBUTES (decl) = tree_cons (get_identifier ("cuf constant"),
					NULL_TREE, DECL_ATTRIBUTES (decl));
  if (sym->attr.pointer)
    DECL_ATTRIBUTES (decl) = tree_cons (get_identifier (CUF_POINTER_ATTRIBUTE),
					NULL_TREE, DECL_ATTRIBUTES (decl));
  cuf_mark_offloaded (decl);
  bool descriptor = sym->attr.allocatable || sym->attr.pointer;
  tree record = (DECL_EXTERNAL (decl) ? declare_record (decl)
		 : define_record (decl, cuf_symbol_memory (sym), descriptor));
  if (descriptor && sym->ts.type != BT_CLASS && !DECL_EXTERNAL (decl))
    mark_variable (decl, GCUF_NAME_DESCRIPTOR);
  /* The host's code uses descriptors as they are.  */
  if (descriptor)
    return;
  if (sym->attr.cuf_memory == CUF_MEM_MANAGED && !DECL_EXTERNAL (decl))
    mark_variable (decl, GCUF_NAME_MANAGED);
  if (sym->attr.cuf_memory == CUF_MEM_CONSTANT && sym->value
      && !DECL_EXTERNAL (decl))
    mark_variable (decl, GCUF_NAME_DECLARED);
  if (!records)
    records = new hash_map<tree, module_variable>;
  module_variable variable = { cuf_keep (record), cuf_symbol_memory (sym) };
  records->put (decl, variable);
  cuf_mark_host_memory (record, decl, sym->attr.cuf_memory);
}

/* The memory of VAR if it is a module variable in device memory, and no
   descriptor; otherwise CUF_MEM_NONE.  */

unsigned
cuf_module_memory (tree var)
{
  module_variable *variable = records ? records->get (var) : NULL;
  return variable ? variable->memory : (unsigned) CUF_MEM_NONE;
}

/* If VAR is a module variable in device memory, what the runtime says is
   there.  */

static tree
host_reference (tree var, void *)
{
  module_variable *variable = records->get (var);
  if (!variable)
    return NULL_TREE;
  tree address = build_call_expr (cuf_tree (CUF_FN_VARIABLE_ADDRESS), 1,
				  build_fold_addr_expr (variable->record));
  tree type = TREE_TYPE (var);
  return build1 (INDIRECT_REF, type,
		 fold_convert (build_pointer_type (type), address));
}

/* Lower the references of FNDECL, a host procedure, to module variables in
   device memory.  */

void
cuf_lower_module_data (tree fndecl)
{
  if (records)
    cuf_replace_variables (&DECL_SAVED_TREE (fndecl), host_reference, NULL);
}

/* --- Data of the host in device code ------------------------------------ */

/* With -gpu=mem:unified device code reaches the host's module data, through
   pointers: each procedure has its own to each variable that it names.  To the
   runtime these are descriptors, whose values it brings to the device.  */

#define POINTER_PREFIX "__gcuf_host_"

/* A new pointer to VAR for FNDECL.  */

static tree
define_pointer (tree var, tree fndecl)
{
  char *name = concat (POINTER_PREFIX,
		       IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl)), "_",
		       IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (var)), NULL);
  tree pointer = cuf_build_static (name, build_pointer_type (TREE_TYPE (var)),
				   NULL_TREE, true);
  free (name);
  cuf_mark_offloaded (pointer);
  define_record (pointer, CUF_MEM_DEVICE, true);
  TREE_ADDRESSABLE (var) = 1;
  cuf_do_at_start (build2 (MODIFY_EXPR, void_type_node, pointer,
			   build_fold_addr_expr (var)));
  return pointer;
}

/* True if VAR is a variable of a module that only the host has.  */

static bool
host_module_variable_p (tree var)
{
  if ((!TREE_STATIC (var) && !DECL_EXTERNAL (var)) || DECL_ARTIFICIAL (var)
      || TREE_READONLY (var) || decl_function_context (var))
    return false;
  varpool_node *node = varpool_node::get (var);
  return !(node && node->offloadable) && !cuf_predefined_name (var);
}

struct pointer_walk
{
  tree fndecl;
  hash_map<tree, tree> pointers;
};

static tree
device_reference (tree var, void *data)
{
  pointer_walk *walk = (pointer_walk *) data;
  if (!host_module_variable_p (var))
    return NULL_TREE;
  bool existed;
  tree &pointer = walk->pointers.get_or_insert (var, &existed);
  if (!existed)
    pointer = define_pointer (var, walk->fndecl);
  return build1 (INDIRECT_REF, TREE_TYPE (var), pointer);
}

/* Lower the references of FNDECL, a procedure that runs on the device, to
   module variables of the host's.  */

void
cuf_lower_host_data (tree fndecl)
{
  if (cuf_option_memory != CUF_MEM_UNIFIED)
    return;
  pointer_walk walk;
  walk.fndecl = fndecl;
  cuf_replace_variables (&DECL_SAVED_TREE (fndecl), device_reference, &walk);
}
