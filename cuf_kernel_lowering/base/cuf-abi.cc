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

/* A field of a structure, and where the runtime has it.  */

struct field_spec
{
  tree type;
  const char *name;
  size_t offset;
};

/* A structure type called NAME; FIELDS ends with a null type and the size that
   the runtime knows.  It has pointers like this compiler's.  */

static tree
build_record (const char *name, const field_spec *fields)
{
  const field_spec *spec = fields;
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
  if (POINTER_SIZE != CHAR_BIT * sizeof (void *))
    return type;
  gcc_assert (tree_to_uhwi (TYPE_SIZE_UNIT (type)) == fields->offset);
  for (tree field = TYPE_FIELDS (type); field; field = DECL_CHAIN (field))
    gcc_assert ((size_t) int_byte_position (field) == spec++->offset);
  return type;
}

static tree
const_char_pointer (void)
{
  return build_pointer_type (build_qualified_type (char_type_node,
						   TYPE_QUAL_CONST));
}

/* The structures of gcuf-structs.def.  */

static tree
build_abi_type (enum cuf_tree_index index)
{
#define KIND_TEXT const_char_pointer ()
#define KIND_POINTER ptr_type_node
#define KIND_INT integer_type_node
#define KIND_UNSIGNED unsigned_type_node
#define KIND_LONG long_long_integer_type_node
#define KIND_SIZE_T size_type_node
#define KIND_DIM3 cuf_tree (CUF_DIM3)
#define KIND_FRAME cuf_tree (CUF_FRAME)
  switch (index)
    {
#define GCUF_STRUCT(id, name)						\
    case CUF_##id:							\
      {									\
	const field_spec fields[] = {
#define GCUF_FIELD(name, kind, type, field)				\
	  { KIND_##kind, #field, offsetof (struct name, field) },
#define GCUF_END(name)							\
	  { NULL_TREE, NULL, sizeof (struct name) } };			\
	return build_record (#name, fields);				\
      }
#include "gcuf-structs.def"
#undef GCUF_STRUCT
#undef GCUF_FIELD
#undef GCUF_END
    default:
      gcc_unreachable ();
    }
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

/* The functions of gcuf-functions.def, which says what a signature is.  */

static const struct
{
  const char *name;
  const char *signature;
} abi_functions[] = {
#define GCUF_FUNCTION(id, signature, name, result, arguments) \
  { #name, signature },
#define GCUF_DEVICE_FUNCTION(id, signature, name) { #name, signature },
#include "gcuf-functions.def"
#undef GCUF_FUNCTION
#undef GCUF_DEVICE_FUNCTION
};

static_assert (ARRAY_SIZE (abi_functions) == CUF_KEPT - CUF_FN_FIRST,
	       "a row for each function");

/* The letter of a type in a signature.  */

template <typename T> struct letter_of;
template <typename T> struct letter_of<T *> { enum { value = 'p' }; };
template <> struct letter_of<void> { enum { value = 'v' }; };
template <> struct letter_of<int> { enum { value = 'i' }; };
template <> struct letter_of<unsigned> { enum { value = 'u' }; };
template <> struct letter_of<long> { enum { value = 'l' }; };
template <> struct letter_of<long long> { enum { value = 'l' }; };
template <> struct letter_of<size_t> { enum { value = 'z' }; };
template <> struct letter_of<unsigned long long> { enum { value = 'w' }; };

/* Whether the letters of the types T are the string S.  */

template <typename... T> struct letters
{
  static constexpr bool equal (const char *s) { return *s == '\0'; }
};

template <typename T, typename... U> struct letters<T, U...>
{
  static constexpr bool
  equal (const char *s)
  {
    return *s == letter_of<T>::value && letters<U...>::equal (s + 1);
  }
};

template <typename R, typename... A>
static constexpr bool
signature_p (R (*) (A...), const char *s)
{
  return letters<R, A...>::equal (s);
}

/* The runtime's prototypes are as the compiler calls the functions, and memories
   are numbered alike.  */
#define GCUF_FUNCTION(id, signature, name, result, arguments) \
  static_assert (signature_p (name, signature), "signature of " #name);
#include "gcuf-functions.def"
#undef GCUF_FUNCTION
#define GCUF_SPACE(name, value) \
  static_assert ((int) CUF_MEM_##name == (int) GCUF_SPACE_##name, \
		 "the space " #name);
#include "gcuf-spaces.def"
#undef GCUF_SPACE

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

/* Let the optimizers know of a function of TYPE that it stores nothing which
   other code can see, but for what its pointers point to if WRITES, and keeps no
   pointer: its SIGNATURE is that of a check.  */

static void
note_check (tree type, const char *signature, bool writes)
{
  auto_vec<char, 16> spec;
  spec.safe_push ('.');
  spec.safe_push ('p');
  for (const char *p = signature + 1; *p; p++)
    {
      spec.safe_push (*p != 'p' ? '.' : writes ? 'W' : 'R');
      spec.safe_push (' ');
    }
  TYPE_ATTRIBUTES (type)
    = tree_cons (get_identifier ("fn spec"),
		 build_tree_list (NULL_TREE,
				  build_string (spec.length (),
						spec.address ())),
		 TYPE_ATTRIBUTES (type));
}

static tree
build_abi_function (enum cuf_tree_index index)
{
  const char *signature = abi_functions[index - CUF_FN_FIRST].signature;
  auto_vec<tree, 8> args;
  for (const char *p = signature + 1; *p; p++)
    args.safe_push (signature_type (*p));
  tree type = build_function_type_array (signature_type (signature[0]),
					 args.length (), args.address ());
  bool unset = (index == CUF_FN_CHECK_UNSET
		|| index == CUF_FN_CHECK_UNSET_SHARED);
  if (index == CUF_FN_CHECK_ACCESS || index == CUF_FN_CHECK_VALUE
      || index == CUF_FN_CHECK_STRETCHES || index == CUF_FN_CHECK_RANGES
      || index == CUF_FN_CHECK_NEST || index == CUF_FN_CHECK_PART
      || index == CUF_FN_CHECK_THREAD || index == CUF_FN_CHECK_WAIT || unset)
    {
      type = build_variant_type_copy (type);
      note_check (type, signature, unset);
    }
  return build_fn_decl (abi_functions[index - CUF_FN_FIRST].name, type);
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
      else if (index < CUF_FN_FIRST)
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

/* The address of the string constant STR, or a null pointer for none.  */

tree
cuf_string_address (const char *str)
{
  if (!str)
    return null_pointer_node;
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
  /* In a pass nobody else sees to it that it stays.  */
  varpool_node::get (var)->externally_visible = true;
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

/* The constant value of structure TYPE whose N fields have the values of
   INIT.  */

tree
cuf_record_value (tree type, const tree *init, unsigned n)
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
  return ctor;
}

/* A static variable as of cuf_build_static with such a value.  */

tree
cuf_build_record (const char *name, tree type, const tree *init, unsigned n,
		  bool pub)
{
  return cuf_build_static (name, type, cuf_record_value (type, init, n), pub);
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

/* The address of a constant `struct gcuf_location' for LOC.  */

tree
cuf_location_at (location_t loc)
{
  tree init[] = {
    cuf_string_address (LOCATION_FILE (loc)),
    build_int_cst (integer_type_node, LOCATION_LINE (loc))
  };
  tree var = cuf_build_record (NULL, cuf_tree (CUF_LOCATION), init,
			       ARRAY_SIZE (init), false);
  TREE_READONLY (var) = 1;
  return build_fold_addr_expr (var);
}

/* The same for WHERE.  */

tree
cuf_location (locus *where)
{
  gcc_checking_assert (where);
  return cuf_location_at (gfc_get_location (where));
}
