/* Kernel loop directives: moving the body of the loops out.
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
#include "gimple-expr.h"
#include "gimplify.h"
#include "trans-stmt.h"
#include "cuf-lower.h"
#include "cuf-trans.h"
#include "cuf-loops.h"

/* The body of the loops is translated where it stands, as device code, and then
   moved into a function of its own.  What it refers to and does not declare
   becomes a parameter:

   - a scalar of the host's travels by value, so each iteration has its own,
     unless the body sets it first: then it is a variable of the function; what
     the host knows by a pointer is such a scalar, too, and of a large object of
     derived type the scalar parts that are used;
   - scalars that share bytes by EQUIVALENCE travel as these bytes;
   - so do the addresses, bounds and strides that gfortran keeps of arrays;
   - of an allocatable or pointer array, the descriptor, also of a module's.

   Other variables of modules in device memory need nothing.  */

/* What the body knows as something else than the host.  */
struct substitution
{
  tree what, replacement;
};

/* The parameter for bytes of a variable that scalars share.  */
struct shared_bytes
{
  tree variable;
  HOST_WIDE_INT from;
  tree parm;
};

struct cuf_outline
{
  tree fn;
  tree body;			/* What is moved.  */
  tree locals;			/* The function's variables.  */
  locus *where;
  hash_set<tree> declared;	/* What the body itself declares.  */
  hash_set<tree> seen;
  hash_map<tree, tree> replacements;
  hash_map<tree, tree> objects;	/* The same of what variables point to: data
				   and ...  */
  hash_map<tree, tree> containers; /* ... those of polymorphic dummies.  */
  hash_set<tree> pointers;	/* To scalars in the host's memory: variables
				   and ...  */
  auto_vec<tree> components;	/* ... components.  */
  auto_vec<tree> arrays;	/* Components that threads share.  */
  hash_set<tree> whole;		/* Variables that are not used by scalar
				   parts alone.  */
  hash_map<tree, tree> types;
  auto_vec<substitution> substitutions;
  auto_vec<shared_bytes> shared;
  auto_vec<tree> captured;	/* The values that the host passes.  */
  tree *chain;			/* End of the parameters.  */
  bool failed;
};

static tree fixed_type (cuf_outline *, tree);

/* What fixed_type makes of TYPE, which varies.  */

static tree
make_fixed_type (cuf_outline *o, tree type)
{
  if (POINTER_TYPE_P (type))
    {
      tree fixed = build_pointer_type (fixed_type (o, TREE_TYPE (type)));
      return build_qualified_type (fixed, TYPE_QUALS (type));
    }
  if (TREE_CODE (type) == ARRAY_TYPE)
    return build_array_type (fixed_type (o, TREE_TYPE (type)),
			     build_range_type (gfc_array_index_type,
					       gfc_index_zero_node,
					       NULL_TREE));
  return type;
}

/* TYPE without bounds that only the host procedure knows.  */

static tree
fixed_type (cuf_outline *o, tree type)
{
  if (!variably_modified_type_p (type, NULL_TREE))
    return type;

  if (tree *known = o->types.get (type))
    return *known;
  /* Its parts enter the map too, which may move.  */
  tree fixed = make_fixed_type (o, type);
  o->types.put (type, fixed);
  return fixed;
}

/* A new parameter of TYPE called NAME.  */

static tree
new_parameter (cuf_outline *o, tree type, tree name)
{
  tree parm = build_decl (input_location, PARM_DECL, name, type);
  DECL_ARG_TYPE (parm) = type;
  DECL_CONTEXT (parm) = o->fn;
  DECL_ARTIFICIAL (parm) = 1;
  TREE_USED (parm) = 1;
  /* The body may pass it by reference; if not, the optimizers will see.  */
  TREE_ADDRESSABLE (parm) = 1;
  *o->chain = parm;
  o->chain = &DECL_CHAIN (parm);
  return parm;
}

/* A new parameter of O's function, of TYPE.  */

tree
cuf_outline_parameter (cuf_outline *o, tree type)
{
  return new_parameter (o, type, NULL_TREE);
}

/* The same for what the body refers to, which is ACTUAL on the host.  Return
   what is of TYPE again.  */

static tree
add_parameter (cuf_outline *o, tree type, tree name, tree actual)
{
  tree passed = cuf_passed_type (type);
  o->captured.safe_push (cuf_as_passed (actual));
  tree parm = new_parameter (o, passed, name);
  return passed == type ? parm : build1 (VIEW_CONVERT_EXPR, type, parm);
}

/* A variable of the function, of TYPE, for the host's DECL.  */

static tree
add_local (cuf_outline *o, tree decl, tree type)
{
  tree var = cuf_local_variable (o->fn, type, &o->locals);
  DECL_NAME (var) = DECL_NAME (decl);
  DECL_SOURCE_LOCATION (var) = DECL_SOURCE_LOCATION (decl);
  DECL_ARTIFICIAL (var) = DECL_ARTIFICIAL (decl);
  DECL_IGNORED_P (var) = DECL_IGNORED_P (decl);
  TREE_ADDRESSABLE (var) = TREE_ADDRESSABLE (decl);
  return var;
}

/* If DECL is a dummy argument of PROC, its symbol.  */

static gfc_symbol *
dummy_of (gfc_symbol *proc, tree decl)
{
  for (gfc_formal_arglist *f = gfc_sym_get_dummy_args (proc); f; f = f->next)
    if (f->sym && f->sym->backend_decl == decl)
      return f->sym;
  return NULL;
}

/* The same for the procedure that is being translated and those that contain
   it.  */

static gfc_symbol *
dummy_symbol (tree decl)
{
  gfc_symbol *proc = cuf_current_procedure ();
  gfc_symbol *sym = dummy_of (proc, decl);
  for (gfc_namespace *ns = proc->ns; ns && !sym; ns = ns->parent)
    if (ns->proc_name && ns->proc_name->attr.flavor == FL_PROCEDURE)
      sym = dummy_of (ns->proc_name, decl);
  return sym;
}

/* True if PARM is the address of a scalar in host memory.  */

static bool
host_scalar_dummy_p (tree parm)
{
  gfc_symbol *sym = dummy_symbol (parm);
  return sym && !sym->attr.dimension && !sym->attr.value
	 && !sym->attr.allocatable && !sym->attr.pointer
	 && (sym->attr.cuf_memory == CUF_MEM_NONE
	     || sym->attr.cuf_memory == CUF_MEM_PINNED);
}

/* The same as add_parameter for DECL, of TYPE, that of a character scalar.  An
   array is passed by value in a structure.  */

static tree
add_string (cuf_outline *o, tree decl, tree type)
{
  tree record = make_node (RECORD_TYPE);
  tree field = build_decl (input_location, FIELD_DECL, NULL_TREE, type);
  DECL_CONTEXT (field) = record;
  TYPE_FIELDS (record) = field;
  layout_type (record);
  tree parm = add_parameter (o, record, DECL_NAME (decl),
			     build1 (VIEW_CONVERT_EXPR, record, decl));
  return build3 (COMPONENT_REF, type, parm, field, NULL_TREE);
}

/* True if DECL is a variable that the body can only know through a
   parameter.  */

static bool
must_capture_p (cuf_outline *o, tree decl)
{
  if (o->declared.contains (decl) || DECL_CONTEXT (decl) == o->fn)
    return false;
  if (TREE_CODE (decl) == PARM_DECL)
    return true;
  if (!VAR_P (decl) || TREE_READONLY (decl))
    return false;
  if (DECL_EXTERNAL (decl) || TREE_STATIC (decl))
    {
      varpool_node *node = varpool_node::get (decl);
      if (!node || !node->offloadable)
	return !DECL_ARTIFICIAL (decl);
      /* Where a module's data is.  The device knows it too, but would load it
	 from memory in each thread.  */
      return GFC_DESCRIPTOR_TYPE_P (TREE_TYPE (decl))
	     || POINTER_TYPE_P (TREE_TYPE (decl));
    }
  return true;
}

/* The pointer of the host's, noted by cuf_note_host_scalars, of which ADDRESS is the
   value; or null.  A dummy argument has the address of one.  What the body declares
   is its own.  */

static tree
scalar_pointer (cuf_outline *o, tree address)
{
  if (TREE_CODE (address) == INDIRECT_REF)
    address = TREE_OPERAND (address, 0);
  STRIP_NOPS (address);
  return (DECL_P (address) && o->pointers.contains (address)
	  && !o->declared.contains (address) ? address : NULL_TREE);
}

/* If ADDRESS is that of the object that a polymorphic variable of the host's
   has, the variable.  */

static tree
polymorphic_variable (tree address)
{
  if (TREE_CODE (address) != COMPONENT_REF
      || !GFC_CLASS_TYPE_P (TREE_TYPE (TREE_OPERAND (address, 0)))
      || !id_equal (DECL_NAME (TREE_OPERAND (address, 1)), "_data"))
    return NULL_TREE;

  tree variable = TREE_OPERAND (address, 0);
  if (TREE_CODE (variable) == INDIRECT_REF)
    {
      variable = TREE_OPERAND (variable, 0);
      STRIP_NOPS (variable);
    }
  return DECL_P (variable) ? variable : NULL_TREE;
}

/* --- Parts ---------------------------------------------------------------- */

/* The object that REF is a part of, by components and elements with constant
   subscripts.  */

static tree
object_of_part (tree ref)
{
  while (TREE_CODE (ref) == COMPONENT_REF
	 || (TREE_CODE (ref) == ARRAY_REF
	     && TREE_CODE (TREE_OPERAND (ref, 1)) == INTEGER_CST))
    ref = TREE_OPERAND (ref, 0);
  return ref;
}

/* The variable that REF is such a part of, or of what it points to; or null.  */

static tree
variable_of_part (tree ref)
{
  ref = object_of_part (ref);
  if (TREE_CODE (ref) != INDIRECT_REF)
    return DECL_P (ref) ? ref : NULL_TREE;
  tree address = TREE_OPERAND (ref, 0);
  STRIP_NOPS (address);
  if (tree variable = polymorphic_variable (address))
    return variable;
  /* A dummy argument has the address of a pointer.  */
  if (TREE_CODE (address) == INDIRECT_REF)
    address = TREE_OPERAND (address, 0);
  STRIP_NOPS (address);
  return DECL_P (address) ? address : NULL_TREE;
}

/* True if T is a part that is no array or object itself, as also those of
   descriptors are.  */

static bool
scalar_part_p (tree t)
{
  return ((TREE_CODE (t) == COMPONENT_REF || TREE_CODE (t) == ARRAY_REF)
	  && !AGGREGATE_TYPE_P (TREE_TYPE (t)));
}

/* Callback of walk_tree: note in the outline DATA the variables that are used in
   other ways.  */

static tree
note_whole (tree *tp, int *walk_subtrees, void *data)
{
  if (TYPE_P (*tp)
      || (scalar_part_p (*tp) && variable_of_part (*tp)))
    *walk_subtrees = 0;
  else if (VAR_P (*tp) || TREE_CODE (*tp) == PARM_DECL)
    ((cuf_outline *) data)->whole.add (*tp);
  return NULL_TREE;
}

/* True if PART, of a variable of the host's that must_capture_p, is passed by
   itself: the object is large, and not used otherwise.  */

static bool
passed_alone_p (cuf_outline *o, tree part, tree variable)
{
  enum { LARGE = 256 };
  tree object = object_of_part (part), type = TREE_TYPE (object);
  tree size = TYPE_SIZE_UNIT (type);
  return (!o->whole.contains (variable) && size
	  && TREE_CODE (type) == RECORD_TYPE && !GFC_DESCRIPTOR_TYPE_P (type)
	  && TREE_CODE (size) == INTEGER_CST
	  && compare_tree_int (size, LARGE) > 0
	  && (object == variable || host_scalar_dummy_p (variable)
	      || o->pointers.contains (variable)
	      || GFC_CLASS_TYPE_P (TREE_TYPE (variable))
	      || (POINTER_TYPE_P (TREE_TYPE (variable))
		  && GFC_CLASS_TYPE_P (TREE_TYPE (TREE_TYPE (variable))))));
}

/* True if FIELD is one of NOTED.  Of a type gfortran has several variants, whose
   fields are not the same.  */

static bool
noted_field_p (const vec<tree> &noted, tree field)
{
  for (tree known : noted)
    if (DECL_NAME (known) == DECL_NAME (field)
	&& (TYPE_NAME (DECL_CONTEXT (known))
	    == TYPE_NAME (DECL_CONTEXT (field))))
      return true;
  return false;
}

/* True if FIELD is one of those that cuf_note_scalar_component has noted.  */

static bool
noted_component_p (cuf_outline *o, tree field)
{
  return noted_field_p (o->components, field);
}

/* True if REF is a part of an object in the host's memory.  */

static bool
on_host_p (cuf_outline *o, tree ref)
{
  ref = object_of_part (ref);
  if (DECL_P (ref))
    return must_capture_p (o, ref);
  if (TREE_CODE (ref) != INDIRECT_REF)
    return false;
  tree address = TREE_OPERAND (ref, 0);
  STRIP_NOPS (address);
  if (polymorphic_variable (address))
    return true;
  if (TREE_CODE (address) == COMPONENT_REF)
    return (noted_component_p (o, TREE_OPERAND (address, 1))
	    && on_host_p (o, address));
  return (TREE_CODE (address) == PARM_DECL && host_scalar_dummy_p (address))
	 || scalar_pointer (o, address);
}

/* True if T is a scalar in the host's memory, or a part that is one, which a
   component of another object points to.  */

static bool
behind_component_p (cuf_outline *o, tree t)
{
  if (!scalar_part_p (t)
      && (TREE_CODE (t) != INDIRECT_REF || AGGREGATE_TYPE_P (TREE_TYPE (t))))
    return false;
  tree object = object_of_part (t);
  if (TREE_CODE (object) != INDIRECT_REF)
    return false;
  tree address = TREE_OPERAND (object, 0);
  STRIP_NOPS (address);
  return TREE_CODE (address) == COMPONENT_REF
	 && !polymorphic_variable (address) && on_host_p (o, object);
}

/* True if ADDRESS is that of an argument which is always there, or of what a
   polymorphic variable has.  */

static bool
always_known_p (tree address)
{
  if (polymorphic_variable (address))
    return true;
  gfc_symbol *sym
    = TREE_CODE (address) == PARM_DECL ? dummy_symbol (address) : NULL;
  return sym && !sym->attr.optional;
}

/* Whether all pointers that lead to PART point to something; null if that is
   known.  */

static tree
known_object (tree part)
{
  tree object = object_of_part (part);
  if (TREE_CODE (object) != INDIRECT_REF)
    return NULL_TREE;
  tree address = TREE_OPERAND (object, 0);
  STRIP_NOPS (address);
  tree before = known_object (address);
  if (always_known_p (address))
    return before;
  address = unshare_expr (TREE_OPERAND (object, 0));
  tree known = fold_build2 (NE_EXPR, boolean_type_node, address,
			    build_zero_cst (TREE_TYPE (address)));
  return before ? fold_build2 (TRUTH_ANDIF_EXPR, boolean_type_node, before,
			       known) : known;
}

/* The address of an object of TYPE that is all zeros.  */

static tree
address_of_zeros (tree type)
{
  const char *name = IDENTIFIER_POINTER (create_tmp_var_name ("zeros"));
  return build_fold_addr_expr (cuf_build_static (name, type, NULL_TREE, true));
}

/* The value of REF on the host; zeros if a pointer that leads there points nowhere,
   or the argument is absent, which the body may find out before it looks.  */

static tree
value_or_zeros (tree ref)
{
  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (ref)), known = known_object (ref);
  if (!known)
    return unshare_expr (ref);
  if (!AGGREGATE_TYPE_P (type))
    return fold_build3 (COND_EXPR, type, known, unshare_expr (ref),
			build_zero_cst (type));
  tree address = unshare_expr (TREE_OPERAND (ref, 0));
  tree zeros = fold_convert (TREE_TYPE (address), address_of_zeros (type));
  return build1 (INDIRECT_REF, type,
		 fold_build3 (COND_EXPR, TREE_TYPE (address), known, address,
			      zeros));
}

/* The parameter for PART, a scalar, which the body knows as that from here on.  */

static tree
capture_part (cuf_outline *o, tree part)
{
  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (part));
  tree parm = add_parameter (o, type, NULL_TREE, value_or_zeros (part));
  cuf_substitute (o, unshare_expr (part), parm);
  return unshare_expr (parm);
}

/* --- What takes the place of what ---------------------------------------- */

/* What takes the place of DECL, a variable of the host's, in the body.  */

static tree
capture (cuf_outline *o, tree decl)
{
  bool existed;
  tree &replacement = o->replacements.get_or_insert (decl, &existed);
  if (existed)
    return unshare_expr (replacement);

  tree type = fixed_type (o, TREE_TYPE (decl));
  if (GFC_DESCRIPTOR_TYPE_P (type))
    {
      tree pointer = build_pointer_type (type);
      tree parm = add_parameter (o, pointer, DECL_NAME (decl),
				 build_fold_addr_expr (decl));
      replacement = build1 (INDIRECT_REF, type, parm);
      TREE_ADDRESSABLE (decl) = 1;
    }
  else if (TREE_CODE (type) == ARRAY_TYPE
	   && (cuf_option_memory == CUF_MEM_UNIFIED
	       || cuf_used_on_device_p (decl)))
    {
      tree parm = add_parameter (o, build_pointer_type (type), DECL_NAME (decl),
				 build_fold_addr_expr (decl));
      replacement = build1 (INDIRECT_REF, type, parm);
      TREE_ADDRESSABLE (decl) = 1;
    }
  else if (cuf_string_type_p (type))
    replacement = add_string (o, decl, type);
  else if (TREE_CODE (type) == ARRAY_TYPE)
    {
      gfc_error ("Array %qs in the kernel loop at %L must have the %<device%> "
		 "or the %<managed%> attribute",
		 DECL_NAME (decl) ? IDENTIFIER_POINTER (DECL_NAME (decl))
		 : "of a temporary", o->where);
      o->failed = true;
      replacement = decl;
    }
  else if (o->pointers.contains (decl) && POINTER_TYPE_P (type)
	   && POINTER_TYPE_P (TREE_TYPE (type)))
    /* Whether the argument is present; it is no descriptor.  */
    replacement = build1 (NOP_EXPR, type,
			  add_parameter (o, ptr_type_node, DECL_NAME (decl),
					 fold_convert (ptr_type_node, decl)));
  else if (cuf_set_first_p (o->body, decl))
    replacement = add_local (o, decl, TYPE_MAIN_VARIANT (type));
  else
    replacement = add_parameter (o, TYPE_MAIN_VARIANT (type), DECL_NAME (decl),
				 fold_convert (TYPE_MAIN_VARIANT (type), decl));
  return replacement;
}

/* The same for REF, which is what VARIABLE, a declaration, points to.  Its own
   value, as PRESENT asks for it, is something else.  */

static tree
capture_object (cuf_outline *o, tree ref, tree variable)
{
  bool existed;
  hash_map<tree, tree> &known
    = GFC_CLASS_TYPE_P (TREE_TYPE (ref)) ? o->containers : o->objects;
  tree &replacement = known.get_or_insert (variable, &existed);
  if (!existed)
    replacement = add_parameter (o, TYPE_MAIN_VARIANT (TREE_TYPE (ref)),
				 DECL_NAME (variable), value_or_zeros (ref));
  return unshare_expr (replacement);
}

/* The parameter for the bytes S of a variable of the host's.  */

static tree
shared_parameter (cuf_outline *o, const cuf_storage &s)
{
  for (const shared_bytes &known : o->shared)
    if (known.variable == s.variable && known.from == s.from)
      return known.parm;

  tree type = cuf_storage_type (s);
  tree parm = add_parameter (o, type, DECL_NAME (s.variable),
			     cuf_storage_part (s.variable, type, s.from));
  TREE_ADDRESSABLE (s.variable) = 1;
  shared_bytes bytes = { s.variable, s.from, parm };
  o->shared.safe_push (bytes);
  return parm;
}

/* What takes the place of DECL, a variable of the host's in COMMON or
   EQUIVALENCE, in the body.  */

static tree
capture_member (cuf_outline *o, tree decl)
{
  cuf_storage s;
  if (!cuf_shared_storage (decl, &s))
    return capture (o, decl);
  return cuf_storage_part (shared_parameter (o, s), TREE_TYPE (decl),
			   s.place - s.from);
}

/* What is to stand for T, or null.  */

static tree
find_substitution (cuf_outline *o, tree t)
{
  for (const substitution &s : o->substitutions)
    if (TREE_CODE (s.what) == TREE_CODE (t)
	&& operand_equal_p (s.what, t, OEP_MATCH_SIDE_EFFECTS))
      return s.replacement;
  return NULL_TREE;
}

/* --- Arguments ------------------------------------------------------------ */

/* True if TYPE is that of a scalar whose address says nothing of its extent.  */

static bool
scalar_type_p (tree type)
{
  if (TREE_CODE (type) == ARRAY_TYPE && TYPE_STRING_FLAG (type))
    return (TYPE_SIZE (type)
	    && TREE_CODE (TYPE_SIZE (type)) == INTEGER_CST);
  return (!VOID_TYPE_P (type) && !POINTER_TYPE_P (type)
	  && TREE_CODE (type) != FUNCTION_TYPE && TREE_CODE (type) != ARRAY_TYPE
	  && !GFC_DESCRIPTOR_TYPE_P (type) && !GFC_CLASS_TYPE_P (type));
}

/* What the body has of REF, what POINTER points to, if that is a scalar in the
   host's memory; else null.  */

static tree
copy_of_target (cuf_outline *o, tree ref, tree pointer)
{
  if (tree known = find_substitution (o, ref))
    return unshare_expr (known);
  if (behind_component_p (o, ref))
    return capture_part (o, ref);
  tree variable
    = (TREE_CODE (pointer) == PARM_DECL && !o->declared.contains (pointer)
       && host_scalar_dummy_p (pointer)
       ? pointer : scalar_pointer (o, pointer));
  if (!variable)
    variable = polymorphic_variable (pointer);
  return variable ? capture_object (o, ref, variable) : NULL_TREE;
}

/* If ADDRESS, of an argument or of what gets another name, is that of a scalar in the
   host's memory, of which the body has a copy, or has it by another name, the
   address of that; else null.  What is absent, or points nowhere, stays so.  */

static tree
address_of_copy (cuf_outline *o, tree address)
{
  tree pointer = address, type = TREE_TYPE (address);
  STRIP_NOPS (pointer);
  if (!POINTER_TYPE_P (TREE_TYPE (pointer))
      || !scalar_type_p (TREE_TYPE (TREE_TYPE (pointer))))
    return NULL_TREE;
  tree ref = build1 (INDIRECT_REF, TREE_TYPE (TREE_TYPE (pointer)), pointer);
  tree known = known_object (ref), copy = copy_of_target (o, ref, pointer);
  if (!copy)
    return NULL_TREE;
  tree place = fold_convert (type, build_fold_addr_expr (copy));
  return (known ? build3 (COND_EXPR, type, known, place, build_zero_cst (type))
	  : place);
}

/* Let the arguments of CALL be the addresses of what the body has.  */

static void
pass_copies (cuf_outline *o, tree call)
{
  for (int i = 0; i < call_expr_nargs (call); i++)
    if (tree place = address_of_copy (o, CALL_EXPR_ARG (call, i)))
      CALL_EXPR_ARG (call, i) = place;
}

/* If STMT lets a pointer of the body's own point somewhere, as it does for a name
   that ASSOCIATE gives, let that be what the body has.  */

static void
name_copy (cuf_outline *o, tree stmt)
{
  tree pointer = TREE_OPERAND (stmt, 0);
  if (!VAR_P (pointer) || !o->declared.contains (pointer)
      || !POINTER_TYPE_P (TREE_TYPE (pointer)))
    return;
  if (tree place = address_of_copy (o, TREE_OPERAND (stmt, 1)))
    TREE_OPERAND (stmt, 1) = place;
}

/* If T widens the sum of something and a constant for an array index, the sum
   of the widened: signed integers do not overflow, unless the constant is so
   large that they are meant to.  Neighbours in an array then have addresses with
   a constant between them, which is not seen otherwise unless a loop goes over
   them.  */

static tree
widened_sum (tree t)
{
  if (!CONVERT_EXPR_P (t) || TREE_TYPE (t) != gfc_array_index_type)
    return NULL_TREE;
  tree sum = TREE_OPERAND (t, 0);
  tree type = TREE_TYPE (sum);
  if ((TREE_CODE (sum) != PLUS_EXPR && TREE_CODE (sum) != MINUS_EXPR)
      || !INTEGRAL_TYPE_P (type) || !TYPE_OVERFLOW_UNDEFINED (type)
      || TYPE_PRECISION (type) >= TYPE_PRECISION (gfc_array_index_type)
      || TREE_CODE (TREE_OPERAND (sum, 1)) != INTEGER_CST
      || cuf_large_term_p (TREE_OPERAND (sum, 1)))
    return NULL_TREE;
  return build2 (TREE_CODE (sum), gfc_array_index_type,
		 build1 (NOP_EXPR, gfc_array_index_type, TREE_OPERAND (sum, 0)),
		 fold_convert (gfc_array_index_type, TREE_OPERAND (sum, 1)));
}

/* The array in an object of the host's that threads share and that REF is, or is a
   part of; or null.  */

static tree
shared_array (cuf_outline *o, tree ref)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == COMPONENT_REF
	&& noted_field_p (o->arrays, TREE_OPERAND (ref, 1))
	&& on_host_p (o, ref))
      return ref;
  return NULL_TREE;
}

/* What is where ARRAY is, such an array.  */

static tree
capture_in_place (cuf_outline *o, tree array)
{
  tree type = TREE_TYPE (array), base = get_base_address (array);
  tree parm = add_parameter (o, build_pointer_type (type),
			     DECL_NAME (TREE_OPERAND (array, 1)),
			     build_fold_addr_expr (unshare_expr (array)));
  if (base && DECL_P (base))
    TREE_ADDRESSABLE (base) = 1;
  tree place = build1 (INDIRECT_REF, type, parm);
  cuf_substitute (o, unshare_expr (array), place);
  return unshare_expr (place);
}

/* What takes the place of T, a reference, in the body; null if it stays.  */

static tree
capture_reference (cuf_outline *o, tree t)
{
  if (tree array = shared_array (o, t))
    return array == t ? capture_in_place (o, t) : NULL_TREE;
  tree object = scalar_part_p (t) ? variable_of_part (t) : NULL_TREE;
  if (behind_component_p (o, t)
      || (object && must_capture_p (o, object) && passed_alone_p (o, t, object)))
    return capture_part (o, t);
  if (TREE_CODE (t) != INDIRECT_REF)
    return NULL_TREE;

  tree address = TREE_OPERAND (t, 0);
  STRIP_NOPS (address);
  tree variable
    = (TREE_CODE (address) == PARM_DECL && host_scalar_dummy_p (address)
       ? address : scalar_pointer (o, address));
  if (!variable)
    variable = polymorphic_variable (address);
  if (!variable)
    return NULL_TREE;
  /* A pointer itself, as ALLOCATED asks for it, is something else than what it
     points to.  */
  return (POINTER_TYPE_P (TREE_TYPE (t)) ? capture_part (o, t)
	  : capture_object (o, t, variable));
}

/* The variables of BIND are the function's from here on.  */

static void
move_variables (cuf_outline *o, tree bind)
{
  for (tree v = BIND_EXPR_VARS (bind); v; v = DECL_CHAIN (v))
    {
      o->declared.add (v);
      if (DECL_P (v) && !DECL_EXTERNAL (v))
	DECL_CONTEXT (v) = o->fn;
      TREE_TYPE (v) = fixed_type (o, TREE_TYPE (v));
    }
  BIND_EXPR_BLOCK (bind) = NULL_TREE;
}

/* Callback of walk_tree: let *TP, of the body, be what it is in the function of
   the outline DATA.  */

static tree
outline_node (tree *tp, int *walk_subtrees, void *data)
{
  cuf_outline *o = (cuf_outline *) data;
  tree t = *tp;

  if (TYPE_P (t))
    {
      *walk_subtrees = 0;
      return NULL_TREE;
    }

  if (tree replacement = find_substitution (o, t))
    {
      *tp = unshare_expr (replacement);
      *walk_subtrees = 0;
      return NULL_TREE;
    }

  if (VAR_P (t) || TREE_CODE (t) == PARM_DECL)
    {
      *walk_subtrees = 0;
      if (o->declared.contains (t) || DECL_CONTEXT (t) == o->fn)
	return NULL_TREE;
      if (VAR_P (t) && cuf_in_storage_p (t))
	*tp = capture_member (o, t);
      else if (VAR_P (t) && DECL_HAS_VALUE_EXPR_P (t) && o->pointers.contains (t))
	*tp = capture_object (o, DECL_VALUE_EXPR (t), t);
      else if (VAR_P (t) && DECL_HAS_VALUE_EXPR_P (t))
	{
	  *tp = unshare_expr (DECL_VALUE_EXPR (t));
	  *walk_subtrees = 1;
	}
      else if (must_capture_p (o, t))
	*tp = capture (o, t);
      return NULL_TREE;
    }

  if (TREE_CODE (t) == LABEL_DECL)
    {
      DECL_CONTEXT (t) = o->fn;
      return NULL_TREE;
    }
  if (DECL_P (t) || CONSTANT_CLASS_P (t))
    return NULL_TREE;

  if (EXPR_P (t) && TREE_TYPE (t))
    TREE_TYPE (t) = fixed_type (o, TREE_TYPE (t));

  /* Trees are shared: what is replaced is to be so wherever it is.  */
  if (tree replacement = capture_reference (o, t))
    {
      *tp = replacement;
      *walk_subtrees = 0;
      return NULL_TREE;
    }

  if (tree sum = widened_sum (t))
    {
      *tp = sum;
      return NULL_TREE;
    }

  if (o->seen.add (t))
    {
      *walk_subtrees = 0;
      return NULL_TREE;
    }

  if (TREE_CODE (t) == CALL_EXPR)
    pass_copies (o, t);
  else if (TREE_CODE (t) == MODIFY_EXPR)
    name_copy (o, t);
  else if (TREE_CODE (t) == BIND_EXPR)
    move_variables (o, t);
  return NULL_TREE;
}

/* Begin to make a function called SYMBOL of the body of the loops at WHERE.  */

cuf_outline *
cuf_begin_outline (const char *symbol, locus *where)
{
  cuf_outline *o = new cuf_outline;
  o->fn = cuf_begin_function (symbol, NULL, 0);
  o->body = o->locals = NULL_TREE;
  o->where = where;
  o->failed = false;
  o->chain = &DECL_ARGUMENTS (o->fn);
  return o;
}

/* In the body, let REPLACEMENT stand for WHAT.  */

void
cuf_substitute (cuf_outline *o, tree what, tree replacement)
{
  gcc_checking_assert (what && replacement);
  substitution s = { what, replacement };
  o->substitutions.safe_push (s);
}

/* POINTER, a declaration, is known by the host as one to a scalar in its
   memory.  */

void
cuf_note_scalar_pointer (cuf_outline *o, tree pointer)
{
  o->pointers.add (pointer);
}

/* The same of FIELD, a component.  */

void
cuf_note_scalar_component (cuf_outline *o, tree field)
{
  gcc_checking_assert (TREE_CODE (field) == FIELD_DECL);
  if (!noted_component_p (o, field))
    o->components.safe_push (field);
}

/* FIELD is an array component that the threads share, in the host's objects, too.  */

void
cuf_note_shared_array (cuf_outline *o, tree field)
{
  gcc_checking_assert (TREE_CODE (field) == FIELD_DECL);
  if (!noted_field_p (o->arrays, field))
    o->arrays.safe_push (field);
}

/* Make STMTS the body of the function, and free O.  Return the function, whose
   last parameters are those for CAPTURED, or null after an error.  */

tree
cuf_finish_outline (cuf_outline *o, tree stmts, vec<tree> *captured)
{
  gcc_assert (!o->body);
  o->body = stmts;
  walk_tree_without_duplicates (&stmts, note_whole, o);
  walk_tree (&stmts, outline_node, o, NULL);
  tree locals = o->locals;
  auto_vec<tree> types;
  for (tree parm = DECL_ARGUMENTS (o->fn); parm; parm = DECL_CHAIN (parm))
    types.safe_push (TREE_TYPE (parm));
  tree fn = o->failed ? NULL_TREE : o->fn;
  TREE_TYPE (o->fn) = build_function_type_array (void_type_node,
						 types.length (),
						 types.address ());
  for (tree value : o->captured)
    captured->safe_push (value);
  delete o;
  if (!fn)
    return NULL_TREE;

  cuf_mark_host_scalars (fn, stmts);
  /* Part of two kernels, one for each side, and of nothing else.  */
  DECL_DECLARED_INLINE_P (fn) = 1;
  DECL_DISREGARD_INLINE_LIMITS (fn) = 1;
  cuf_mark_offloaded (fn);
  cuf_finish_generated (fn, locals, stmts);
  return fn;
}
