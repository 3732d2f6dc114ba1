/* The compiler's side of gcuf-abi.h: types, variables and functions.
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
#include "fold-const.h"
#include "stor-layout.h"
#include "varasm.h"
#include "cgraph.h"
#include "ggc.h"
#include "gcc-plugin.h"
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "trans-const.h"
#include "cuf-lower.h"

tree cuf_trees[CUF_TREE_MAX];

/* The runtime gets the front end's numbers of memories.  */
static_assert ((int) CUF_MEM_NONE == GCUF_SPACE_HOST
	       && (int) CUF_MEM_DEVICE == GCUF_SPACE_DEVICE
	       && (int) CUF_MEM_MANAGED == GCUF_SPACE_MANAGED
	       && (int) CUF_MEM_CONSTANT == GCUF_SPACE_CONSTANT
	       && (int) CUF_MEM_SHARED == GCUF_SPACE_SHARED
	       && (int) CUF_MEM_PINNED == GCUF_SPACE_PINNED
	       && (int) CUF_MEM_UNIFIED == GCUF_SPACE_UNIFIED,
	       "the values of enum gcuf_space");

static const struct ggc_root_tab cuf_roots[] = {
  { cuf_trees, CUF_TREE_MAX, sizeof (tree), &gt_ggc_mx_tree_node,
    &gt_pch_nx_tree_node },
  LAST_GGC_ROOT_TAB
};

/* Register what this file keeps with the garbage collector, for the plugin
   called NAME.  */

void
cuf_register_roots (const char *name)
{
  register_callback (name, PLUGIN_REGISTER_GGC_ROOTS, NULL,
		     const_cast<struct ggc_root_tab *> (cuf_roots));
}

/* Keep T alive until the end of the compilation.  */

tree
cuf_keep (tree t)
{
  gcc_checking_assert (t);
  cuf_trees[CUF_KEPT] = tree_cons (NULL_TREE, t, cuf_trees[CUF_KEPT]);
  return t;
}

/* A structure type called NAME; FIELDS alternates types and names and ends
   with a null type.  */

struct field_spec
{
  tree type;
  const char *name;
};

static tree
build_record (const char *name, const field_spec *fields)
{
  tree type = make_node (RECORD_TYPE);
  tree chain = NULL_TREE;
  for (; fields->type; fields++)
    {
      tree field = build_decl (BUILTINS_LOCATION, FIELD_DECL,
			       get_identifier (fields->name), fields->type);
      DECL_CHAIN (field) = chain;
      chain = field;
    }
  finish_builtin_struct (type, name, chain, NULL_TREE);
  return type;
}

static tree
const_char_pointer (void)
{
  return build_pointer_type (build_qualified_type (char_type_node,
						   TYPE_QUAL_CONST));
}

/* The structures of gcuf-abi.h.  */

static tree
build_abi_structure (enum cuf_tree_index index)
{
  tree str = const_char_pointer ();
  switch (index)
    {
    case CUF_DIM3:
      {
	const field_spec fields[] = { { integer_type_node, "x" },
				      { integer_type_node, "y" },
				      { integer_type_node, "z" },
				      { NULL_TREE, NULL } };
	return build_record ("gcuf_dim3", fields);
      }
    case CUF_LOCATION:
      {
	const field_spec fields[] = { { str, "file" },
				      { integer_type_node, "line" },
				      { NULL_TREE, NULL } };
	return build_record ("gcuf_location", fields);
      }
    case CUF_PARAM:
      {
	const field_spec fields[] = { { unsigned_type_node, "offset" },
				      { unsigned_type_node, "size" },
				      { NULL_TREE, NULL } };
	return build_record ("gcuf_param", fields);
      }
    case CUF_KERNEL:
      {
	const field_spec fields[] = { { str, "name" },
				      { str, "entry" },
				      { ptr_type_node, "run" },
				      { ptr_type_node, "params" },
				      { unsigned_type_node, "nparams" },
				      { unsigned_type_node, "params_size" },
				      { unsigned_type_node, "flags" },
				      { unsigned_type_node, "reserved" },
				      { ptr_type_node, "dso" },
				      { ptr_type_node, "stub" },
				      { ptr_type_node, "cache" },
				      { size_type_node, "shared_bytes" },
				      { size_type_node, "constant_bytes" },
				      { cuf_tree (CUF_FRAME), "frame" },
				      { NULL_TREE, NULL } };
	return build_record ("gcuf_kernel", fields);
      }
    case CUF_FRAME:
      {
	const field_spec fields[] = { { size_type_node, "bytes" },
				      { str, "variable" },
				      { str, "procedure" },
				      { str, "file" },
				      { size_type_node, "line" },
				      { size_type_node, "variable_bytes" },
				      { NULL_TREE, NULL } };
	return build_record ("gcuf_frame", fields);
      }
    case CUF_LAUNCH:
      {
	tree dim3 = cuf_tree (CUF_DIM3);
	const field_spec fields[] = { { dim3, "grid" },
				      { dim3, "block" },
				      { long_long_integer_type_node, "bytes" },
				      { long_long_integer_type_node, "stream" },
				      { long_long_integer_type_node, "flags" },
				      { ptr_type_node, "where" },
				      { ptr_type_node, "outer" },
				      { long_long_integer_type_node, "error" },
				      { NULL_TREE, NULL } };
	return build_record ("gcuf_launch", fields);
      }
    case CUF_CONTEXT:
      {
	tree dim3 = cuf_tree (CUF_DIM3);
	const field_spec fields[] = { { dim3, "threadidx" },
				      { dim3, "blockidx" },
				      { dim3, "blockdim" },
				      { dim3, "griddim" },
				      { ptr_type_node, "dynamic_shared" },
				      { size_type_node, "dynamic_shared_size" },
				      { ptr_type_node, "reserved" },
				      { NULL_TREE, NULL } };
	return build_record ("gcuf_context", fields);
      }
    case CUF_VARIABLE:
      {
	const field_spec fields[] = { { str, "symbol" },
				      { ptr_type_node, "host" },
				      { size_type_node, "size" },
				      { unsigned_type_node, "space" },
				      { unsigned_type_node, "descriptor" },
				      { ptr_type_node, "dso" },
				      { ptr_type_node, "cache" },
				      { NULL_TREE, NULL } };
	return build_record ("gcuf_variable", fields);
      }
    default:
      gcc_unreachable ();
    }
}

/* The same, as large as it is to the runtime, which is compiled for the same
   machine as this.  */

static tree
build_abi_type (enum cuf_tree_index index)
{
  static const size_t sizes[] = {
    sizeof (gcuf_dim3), sizeof (gcuf_location), sizeof (gcuf_param),
    sizeof (gcuf_kernel), sizeof (gcuf_frame), sizeof (gcuf_launch),
    sizeof (gcuf_context), sizeof (gcuf_variable)
  };
  static_assert (ARRAY_SIZE (sizes) == CUF_CONTEXT_VAR, "a size for each");
  tree type = build_abi_structure (index);
  gcc_assert (tree_to_uhwi (TYPE_SIZE_UNIT (type)) == sizes[index]);
  return type;
}

/* An external variable of the runtime or of the linker.  */

static tree
build_abi_variable (enum cuf_tree_index index)
{
  bool context = index == CUF_CONTEXT_VAR;
  tree var = build_decl (BUILTINS_LOCATION, VAR_DECL,
			 get_identifier (context ? "GCUF_context"
						 : "__dso_handle"),
			 context ? cuf_tree (CUF_CONTEXT) : ptr_type_node);
  DECL_EXTERNAL (var) = 1;
  TREE_PUBLIC (var) = 1;
  TREE_USED (var) = 1;
  DECL_ARTIFICIAL (var) = 1;
  if (context)
    set_decl_tls_model (var, decl_default_tls_model (var));
  else
    {
      DECL_VISIBILITY (var) = VISIBILITY_HIDDEN;
      DECL_VISIBILITY_SPECIFIED (var) = 1;
    }
  return var;
}

/* Give the context the model of thread-local storage that the middle end has
   forgotten if nothing referred to the variable so far.  That is what others
   get: in a shared library one in which it has no fixed place, since a library
   with such a place, and the shared memory of kernels beside it, could not be
   loaded by dlopen.  */

void
cuf_set_context_model (void)
{
  tree var = cuf_tree (CUF_CONTEXT_VAR);
  set_decl_tls_model (var, decl_default_tls_model (var));
}

/* The functions of gcuf-abi.h.  In a signature the first letter is the result:
   v void, p pointer, i int, u unsigned, l long long, z size_t, b, h and w
   unsigned char, short and long long.  */

static const struct
{
  const char *name;
  const char *signature;
} abi_functions[] = {
  { "GCUF_push_launch", "vp" },
  { "GCUF_launch", "vpp" },
  { "GCUF_register_variables", "vpz" },
  { "GCUF_require_pageable", "vp" },
  { "GCUF_malloc_program", "pz" },
  { "GCUF_realloc_program", "ppz" },
  { "GCUF_free_program", "vp" },
  { "GCUF_register_kernels", "vpz" },
  { "GCUF_variable_address", "pp" },
  { "GCUF_malloc_local", "pzup" },
  { "GCUF_next_allocation", "vll" },
  { "GCUF_free", "vpu" },
  { "GCUF_transfer_array", "vppup" },
  { "GCUF_transfer_bytes", "vppzup" },
  { "GCUF_fill_array", "vppzup" },
  { "GCUF_reduce_array", "vppplluup" },
  { "GCUF_pack", "pppuip" },
  { "GCUF_unpack", "vppuip" },
  { "GCUF_pinned_p", "ip" },
  { "GCUF_wait_before_call", "v" },
  { "GCUF_loop_block", "vpzzz" },
  { "GCUF_reduction_blocks", "ii" },
  { "GCUF_reduction_begin", "ppi" },
  { "GCUF_reduction_end", "ippip" },
  { "__gcuf_stop", "vppuipz" },
  { "__gcuf_spin", "v" },
  { "__gcuf_load_volatile_1", "bp" },
  { "__gcuf_load_volatile_2", "hp" },
  { "__gcuf_load_volatile_4", "up" },
  { "__gcuf_load_volatile_8", "wp" },
  { "__gcuf_store_volatile_1", "vpb" },
  { "__gcuf_store_volatile_2", "vph" },
  { "__gcuf_store_volatile_4", "vpu" },
  { "__gcuf_store_volatile_8", "vpw" },
};

static_assert (ARRAY_SIZE (abi_functions) == CUF_KEPT - CUF_FN_PUSH_LAUNCH,
	       "a row for each function");

static tree
signature_type (char c)
{
  switch (c)
    {
    case 'v':
      return void_type_node;
    case 'p':
      return ptr_type_node;
    case 'i':
      return integer_type_node;
    case 'u':
      return unsigned_type_node;
    case 'l':
      return long_long_integer_type_node;
    case 'z':
      return size_type_node;
    case 'b':
      return unsigned_char_type_node;
    case 'h':
      return short_unsigned_type_node;
    case 'w':
      return long_long_unsigned_type_node;
    default:
      gcc_unreachable ();
    }
}

static tree
build_abi_function (enum cuf_tree_index index)
{
  const char *signature = abi_functions[index - CUF_FN_PUSH_LAUNCH].signature;
  auto_vec<tree, 8> args;
  for (const char *p = signature + 1; *p; p++)
    args.safe_push (signature_type (*p));
  tree type = build_function_type_array (signature_type (signature[0]),
					 args.length (), args.address ());
  return build_fn_decl (abi_functions[index - CUF_FN_PUSH_LAUNCH].name, type);
}

/* The tree of INDEX, built at its first use.  */

tree
cuf_tree (enum cuf_tree_index index)
{
  gcc_checking_assert (index < CUF_KEPT);
  if (!cuf_trees[index])
    {
      tree t;
      if (index < CUF_CONTEXT_VAR)
	t = build_abi_type (index);
      else if (index < CUF_FN_PUSH_LAUNCH)
	t = build_abi_variable (index);
      else
	t = build_abi_function (index);
      cuf_trees[index] = t;
    }
  return cuf_trees[index];
}

/* The field of RECORD called NAME.  */

tree
cuf_field (tree record, const char *name)
{
  tree id = get_identifier (name);
  for (tree f = TYPE_FIELDS (record); f; f = DECL_CHAIN (f))
    if (DECL_NAME (f) == id)
      return f;
  gcc_unreachable ();
}

/* OBJECT.NAME.  */

tree
cuf_component (tree object, const char *name)
{
  tree field = cuf_field (TREE_TYPE (object), name);
  return build3 (COMPONENT_REF, TREE_TYPE (field), object, field, NULL_TREE);
}

/* OBJECT.NAME.x, .y or .z as DIM is 0, 1 or 2.  */

tree
cuf_dim3_component (tree object, const char *name, int dim)
{
  static const char *const dims[] = { "x", "y", "z" };
  gcc_checking_assert (IN_RANGE (dim, 0, 2));
  return cuf_component (name ? cuf_component (object, name) : object,
			dims[dim]);
}

/* The symbol of DECL.  */

const char *
cuf_symbol (tree decl)
{
  return IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl));
}

/* The address of the string constant STR.  */

tree
cuf_string_address (const char *str)
{
  tree cst = gfc_build_cstring_const (str);
  return fold_convert (const_char_pointer (),
		       gfc_build_addr_expr (pchar_type_node, cst));
}

/* A static variable of TYPE with initializer INIT.  If NAME is null, it is
   private and its name does not matter; otherwise NAME is its symbol, public
   if PUB.  */

tree
cuf_build_static (const char *name, tree type, tree init, bool pub)
{
  tree id = name ? get_identifier (name) : create_tmp_var_name ("gcuf");
  tree var = build_decl (input_location, VAR_DECL, id, type);
  if (name)
    SET_DECL_ASSEMBLER_NAME (var, id);
  TREE_STATIC (var) = 1;
  TREE_PUBLIC (var) = pub;
  TREE_USED (var) = 1;
  TREE_ADDRESSABLE (var) = 1;
  DECL_ARTIFICIAL (var) = 1;
  DECL_IGNORED_P (var) = 1;
  /* What is not would need code, for which there is no place.  */
  gcc_assert (!init || TREE_CONSTANT (init));
  DECL_INITIAL (var) = init;
  varpool_node::finalize_decl (var);
  return var;
}

/* What GCC cannot express goes to the device code as the value INIT of a
   variable called PREFIX and SYMBOL, which the passes over PTX read and drop.
   It is the device's alone: see remove_device_code in cuf-passes.cc.  */

void
cuf_build_mark (const char *prefix, const char *symbol, tree init)
{
  char *name = concat (prefix, symbol, NULL);
  TREE_CONSTANT (init) = TREE_STATIC (init) = 1;
  tree var = cuf_build_static (name, TREE_TYPE (init), init, true);
  DECL_ATTRIBUTES (var) = tree_cons (get_identifier (CUF_MARK_ATTRIBUTE),
				     NULL_TREE, DECL_ATTRIBUTES (var));
  cuf_mark_offloaded (var);
  free (name);
}

/* The same, an array of the N integers VALUES.  */

void
cuf_build_number_mark (const char *prefix, const char *symbol,
		       const int *values, unsigned n)
{
  vec<constructor_elt, va_gc> *elts = NULL;
  for (unsigned i = 0; i < n; i++)
    CONSTRUCTOR_APPEND_ELT (elts, size_int (i),
			    build_int_cst (integer_type_node, values[i]));
  cuf_build_mark (prefix, symbol,
		  build_constructor (build_array_type_nelts (integer_type_node,
							     n), elts));
}

/* The same of a structure TYPE whose N fields have the values of INIT.  */

tree
cuf_build_record (const char *name, tree type, const tree *init, unsigned n,
		  bool pub)
{
  vec<constructor_elt, va_gc> *elts = NULL;
  tree field = TYPE_FIELDS (type);
  for (unsigned i = 0; i < n; i++, field = DECL_CHAIN (field))
    {
      gcc_assert (field);
      CONSTRUCTOR_APPEND_ELT (elts, field,
			      fold_convert (TREE_TYPE (field), init[i]));
    }
  gcc_assert (!field);
  tree ctor = build_constructor (type, elts);
  TREE_CONSTANT (ctor) = TREE_STATIC (ctor) = 1;
  return cuf_build_static (name, type, ctor, pub);
}

/* The address of the name that SYMBOL has in PTX, which knows no dots in names:
   gfortran has them in those of submodules.  */

tree
cuf_ptx_name_address (const char *symbol)
{
  char *name = xstrdup (symbol);
  for (char *p = name; *p; p++)
    if (*p == '.')
      *p = '$';
  tree address = cuf_string_address (name);
  free (name);
  return address;
}

/* The address of a constant `struct gcuf_location' for WHERE.  */

tree
cuf_location (locus *where)
{
  gcc_checking_assert (where);
  location_t loc = gfc_get_location (where);
  tree init[] = {
    cuf_string_address (LOCATION_FILE (loc)),
    build_int_cst (integer_type_node, LOCATION_LINE (loc))
  };
  tree var = cuf_build_record (NULL, cuf_tree (CUF_LOCATION), init,
			       ARRAY_SIZE (init), false);
  TREE_READONLY (var) = 1;
  return build_fold_addr_expr (var);
}
