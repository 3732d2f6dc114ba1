/* What the runtime is told of the place of an access.
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
#include "gcc-plugin.h"
#include "system.h"
#include "coretypes.h"
#include "backend.h"
#include "tree.h"
#include "gimple.h"
#include "ssa.h"
#include "cgraph.h"
#include "stringpool.h"
#include "attribs.h"
#include "fold-const.h"
#include "gimplify.h"
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "cuf-lower.h"

/* --- The object ---------------------------------------------------------- */

/* Where POINTER comes from, as far as it is the address of the same object: a
   parameter, the result of a load, the address of a variable.  */

tree
cuf_pointer_origin (tree pointer)
{
  while (TREE_CODE (pointer) == SSA_NAME)
    {
      gimple *def = SSA_NAME_DEF_STMT (pointer);
      if (!is_gimple_assign (def)
	  || (!gimple_assign_ssa_name_copy_p (def)
	      && !gimple_assign_cast_p (def)
	      && gimple_assign_rhs_code (def) != POINTER_PLUS_EXPR
	      && gimple_assign_rhs_code (def) != ADDR_EXPR))
	break;
      tree from = gimple_assign_rhs1 (def);
      if (!POINTER_TYPE_P (TREE_TYPE (from)))
	break;
      pointer = from;
    }
  return pointer;
}

/* True if DECL has the values of a variable in all threads of a block: each of
   its elements is one for a thread.  */

bool
cuf_frame_p (tree decl)
{
  return (VAR_P (decl)
	  && lookup_attribute (CUF_FRAME_ATTRIBUTE, DECL_ATTRIBUTES (decl)));
}

/* What is a thread's variable of REF, if REF is in an array of those.  */

static tree
frame_element (tree ref)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == ARRAY_REF && cuf_frame_p (TREE_OPERAND (ref, 0)))
      return ref;
  return NULL_TREE;
}

/* The address of the object that ACCESSED is in: a reference to memory, or a
   pointer to what is accessed.  Null if that is not known.  */

tree
cuf_access_base (tree accessed)
{
  for (;;)
    {
      if (!POINTER_TYPE_P (TREE_TYPE (accessed))
	  || (TREE_CODE (accessed) != SSA_NAME
	      && TREE_CODE (accessed) != ADDR_EXPR))
	{
	  if (tree element = frame_element (accessed))
	    return build_fold_addr_expr (unshare_expr (element));
	  accessed = get_base_address (accessed);
	  if (!accessed)
	    return NULL_TREE;
	  if (DECL_P (accessed))
	    return build_fold_addr_expr (accessed);
	  if (TREE_CODE (accessed) != MEM_REF)
	    return NULL_TREE;
	  accessed = TREE_OPERAND (accessed, 0);
	}
      accessed = cuf_pointer_origin (accessed);
      if (TREE_CODE (accessed) != ADDR_EXPR)
	return TREE_CODE (accessed) == SSA_NAME ? accessed : NULL_TREE;
      accessed = TREE_OPERAND (accessed, 0);
    }
}

/* True if the pointer BASE in function FN is what the host has said: a
   parameter of a kernel, or in memory, but for the descriptors that device
   procedures have as parameters and what they have themselves.  With OpenACC
   the host's memory may be what is meant.  */

bool
cuf_given_p (tree base, tree fn)
{
  bool kernel = (startswith (cuf_symbol (fn), CUF_BODY_PREFIX)
		 || cuf_block_function_p (fn)
		 || startswith (cuf_symbol (fn), CUF_ITERATION_PREFIX));
  if (flag_openacc || !base || TREE_CODE (base) != SSA_NAME)
    return false;
  gimple *def = SSA_NAME_DEF_STMT (base);
  if (SSA_NAME_IS_DEFAULT_DEF (base))
    return (kernel && SSA_NAME_VAR (base)
	    && TREE_CODE (SSA_NAME_VAR (base)) == PARM_DECL);
  if (!gimple_assign_load_p (def))
    return false;
  tree from = get_base_address (gimple_assign_rhs1 (def));
  /* A frame has what gfortran has made of a parameter.  */
  if (from && VAR_P (from))
    return (is_global_var (from)
	    || (kernel && cuf_frame_p (from) && DECL_ARTIFICIAL (from)));
  return (from && TREE_CODE (from) == MEM_REF
	  && (kernel || !GFC_DESCRIPTOR_TYPE_P (TREE_TYPE (from))));
}

/* --- Its name ------------------------------------------------------------ */

/* What Fortran calls DECL, as an allocated string; null if it has no name.
   Variables that gfortran makes for one of the source have its name with a dot
   and a number behind it.  */

static char *
name_of_decl (tree decl)
{
  tree id = DECL_NAME (decl);
  if (!id)
    return NULL;
  const char *name = IDENTIFIER_POINTER (id);
  size_t length = strcspn (name, ".");
  if (length == 0 || strcmp (name + length, ".") == 0
      || (DECL_ARTIFICIAL (decl) && DECL_IGNORED_P (decl)
	  && name[length] != '.'))
    return NULL;
  return xstrndup (name, length);
}

static char *name_of_pointer (tree);

/* What Fortran calls REF, a reference to memory, without subscripts.  */

static char *
name_of_ref (tree ref)
{
  switch (TREE_CODE (ref))
    {
    case VAR_DECL:
    case PARM_DECL:
    case RESULT_DECL:
      return name_of_decl (ref);
    case MEM_REF:
      return name_of_pointer (TREE_OPERAND (ref, 0));
    case COMPONENT_REF:
      {
	tree object = TREE_OPERAND (ref, 0);
	char *name = name_of_ref (object);
	char *field = name_of_decl (TREE_OPERAND (ref, 1));
	if (GFC_DESCRIPTOR_TYPE_P (TREE_TYPE (object)) || !name || !field)
	  return name;
	return reconcat (name, name, "%", field, NULL);
      }
    default:
      return (handled_component_p (ref) ? name_of_ref (TREE_OPERAND (ref, 0))
	      : NULL);
    }
}

/* What Fortran calls what POINTER points to.  */

static char *
name_of_pointer (tree pointer)
{
  pointer = cuf_pointer_origin (pointer);
  if (TREE_CODE (pointer) == ADDR_EXPR)
    return name_of_ref (TREE_OPERAND (pointer, 0));
  if (TREE_CODE (pointer) != SSA_NAME)
    return NULL;
  tree var = SSA_NAME_VAR (pointer);
  if (SSA_NAME_IS_DEFAULT_DEF (pointer))
    return var ? name_of_decl (var) : NULL;
  gimple *def = SSA_NAME_DEF_STMT (pointer);
  if (gimple_assign_load_p (def))
    return name_of_ref (gimple_assign_rhs1 (def));
  if (tree name = cuf_host_variable (def))
    return xstrdup (IDENTIFIER_POINTER (name));
  return var ? name_of_decl (var) : NULL;
}

/* --- Its elements -------------------------------------------------------- */

/* The reference to an element in REF that is nearest to the object, or
   null.  */

static tree
element_ref (tree ref)
{
  tree element = NULL_TREE;
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == ARRAY_REF && !cuf_frame_p (TREE_OPERAND (ref, 0)))
      element = ref;
  return element;
}

/* What follows ELEMENT in REF, in Fortran, as an allocated string.  */

static char *
part_of (tree ref, tree element)
{
  char *part = xstrdup ("");
  for (; ref != element; ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == COMPONENT_REF)
      if (char *field = name_of_decl (TREE_OPERAND (ref, 1)))
	part = reconcat (part, "%", field, part, NULL);
  return part;
}

/* The type of the array at BASE, as gfortran knows it, or null.  */

static tree
array_type (tree base)
{
  tree type = NULL_TREE;
  if (base && TREE_CODE (base) == ADDR_EXPR)
    type = TREE_TYPE (TREE_OPERAND (base, 0));
  else if (base && TREE_CODE (base) == SSA_NAME
	   && POINTER_TYPE_P (TREE_TYPE (base)))
    type = TREE_TYPE (TREE_TYPE (base));
  return (type && GFC_ARRAY_TYPE_P (type) && TYPE_LANG_SPECIFIC (type)
	  ? type : NULL_TREE);
}

/* A static variable of TYPE with initializer INIT that the device does not
   get.  */

static tree
build_site_data (tree type, tree init)
{
  TREE_CONSTANT (init) = TREE_STATIC (init) = 1;
  tree var = cuf_build_static (NULL, type, init, false);
  DECL_ATTRIBUTES (var) = tree_cons (get_identifier (CUF_SITE_ATTRIBUTE),
				     NULL_TREE, DECL_ATTRIBUTES (var));
  return var;
}

/* The address of the lower bounds and extents of the array TYPE, and in *RANK
   the number of dimensions.  A null pointer, and zero, if they are no
   constants.  Nobody needs the last extent.  */

static tree
build_bounds (tree type, int *rank)
{
  vec<constructor_elt, va_gc> *elts = NULL;
  int n = GFC_TYPE_ARRAY_RANK (type);
  *rank = 0;
  for (int i = 0; i < n; i++)
    {
      tree lower = GFC_TYPE_ARRAY_LBOUND (type, i);
      tree upper = GFC_TYPE_ARRAY_UBOUND (type, i);
      if (!lower || TREE_CODE (lower) != INTEGER_CST)
	return null_pointer_node;
      tree extent = ssize_int (0);
      if (upper && TREE_CODE (upper) == INTEGER_CST)
	extent = fold_build2 (PLUS_EXPR, ssizetype,
			      fold_build2 (MINUS_EXPR, ssizetype,
					   fold_convert (ssizetype, upper),
					   fold_convert (ssizetype, lower)),
			      ssize_int (1));
      else if (i < n - 1)
	return null_pointer_node;
      CONSTRUCTOR_APPEND_ELT (elts, size_int (2 * i),
			      fold_convert (long_long_integer_type_node,
					    lower));
      CONSTRUCTOR_APPEND_ELT (elts, size_int (2 * i + 1),
			      fold_convert (long_long_integer_type_node,
					    extent));
    }
  if (n == 0)
    return null_pointer_node;
  *rank = n;
  tree table = build_array_type_nelts (long_long_integer_type_node, 2 * n);
  return build_fold_addr_expr (build_site_data (table,
						build_constructor (table,
								   elts)));
}

/* The size of the elements of the object at BASE in which ACCESSED is: ELEMENT
   refers to one if it is not null; else a pointer may be to one.  */

static tree
element_bytes (tree accessed, tree element, tree base)
{
  tree type = array_type (base);
  if (element)
    type = TREE_TYPE (element);
  else if (type)
    type = TREE_TYPE (type);
  else if (TREE_CODE (accessed) == MEM_REF
	   && cuf_access_base (accessed) != TREE_OPERAND (accessed, 0))
    type = TREE_TYPE (accessed);
  else
    return size_zero_node;
  tree size = TYPE_SIZE_UNIT (type);
  return size && tree_fits_uhwi_p (size) ? size : size_zero_node;
}

/* --- The site ------------------------------------------------------------ */

/* The address of a `struct gcuf_site' for STMT with the names VARIABLE and
   PART, which may be null, the size ELEMENT, and RANK dimensions with
   BOUNDS.  */

static tree
build_site (gimple *stmt, const char *variable, const char *part, tree element,
	    int rank, tree bounds)
{
  location_t where = gimple_location (stmt);
  tree values[] = {
    cuf_string_address (where == UNKNOWN_LOCATION
			? NULL : LOCATION_FILE (where)),
    build_int_cst (integer_type_node, LOCATION_LINE (where)),
    build_zero_cst (unsigned_type_node),
    cuf_string_address (variable),
    cuf_string_address (part),
    element,
    size_int (rank),
    bounds
  };
  tree type = cuf_tree (CUF_SITE);
  tree site = cuf_record_value (type, values, ARRAY_SIZE (values));
  return build_fold_addr_expr (build_site_data (type, site));
}

/* The address of a `struct gcuf_site' for what STMT accesses: a reference to
   memory or a pointer.  BASE is its base, or null.  */

tree
cuf_access_site (gimple *stmt, tree accessed, tree base)
{
  bool pointer = (TREE_CODE (accessed) == SSA_NAME
		  || TREE_CODE (accessed) == ADDR_EXPR);
  tree ref = (TREE_CODE (accessed) == ADDR_EXPR ? TREE_OPERAND (accessed, 0)
	      : accessed);
  tree element = element_ref (ref);
  char *name = (TREE_CODE (accessed) == SSA_NAME ? name_of_pointer (accessed)
		: name_of_ref (element ? TREE_OPERAND (element, 0) : ref));
  char *part = element ? part_of (ref, element) : xstrdup ("");
  tree type = array_type (base);
  int rank = 0;
  tree bounds = type ? build_bounds (type, &rank) : null_pointer_node;
  if (type && integer_zerop (bounds))
    bounds = cuf_shared_bounds (base, type, &rank);
  tree bytes = element_bytes (pointer ? ref : accessed, element, base);
  tree site = build_site (stmt, name, part, bytes, rank, bounds);
  free (name);
  free (part);
  return site;
}

/* The same for STMT, which uses the value of VAR: a variable, a parameter, the
   result of a function, or null if it has no name.  */

tree
cuf_value_site (gimple *stmt, tree var)
{
  char *name = var ? name_of_decl (var) : NULL;
  tree site = build_site (stmt, name, NULL, size_zero_node, 0,
			  null_pointer_node);
  free (name);
  return site;
}

/* The same for STMT, which waits for other threads by the intrinsic NAME.  */

tree
cuf_wait_site (gimple *stmt, const char *name)
{
  return build_site (stmt, name, NULL, size_zero_node, 0, null_pointer_node);
}
