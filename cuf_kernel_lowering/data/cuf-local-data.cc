/* Device memory that host procedures declare and allocate.
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
#include "options.h"
#include "tree.h"
#include "stringpool.h"
#include "gimple-expr.h"
#include "fold-const.h"
#include "stor-layout.h"
#include "tree-iterator.h"
#include "function.h"
#include "cgraph.h"
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "trans-const.h"
#include "trans-array.h"
#include "cuf-trans.h"
#include "cuf-lower.h"
#include "gimplify.h"

/* Variables in device memory that host procedures declare or allocate.  The
   front end's own code for allocation is used as it is; it only calls other
   functions than malloc and free.  */

/* The memory of what is being allocated or freed: enum cuf_memory.  */
static unsigned memory_in_use;

/* In MEMORY_IN_USE, where a DEALLOCATE statement frees it, and where that is what a
   pointer points to, which may be in managed or in host memory.  */
static const unsigned deallocated = 1u << 16, any_target = 1u << 17;
static_assert (CUF_MEM_TEXTURE < deallocated, "a flag beside all memories");

/* True if what is being translated runs on a device, which has no functions of the
   runtime: device code, and regions and routines of OpenACC and OpenMP.  */

static bool
for_devices_p (void)
{
  return cuf_generating_device_code_p () || cuf_inside_region_p ();
}

/* What gfortran now generates allocates or frees data in MEMORY.  */

static void
set_memory (unsigned memory)
{
  memory_in_use = for_devices_p () ? CUF_MEM_NONE : memory;
}

/* The same of what a DEALLOCATE statement frees, which also frees what the API
   has allocated.  That goes for the object itself, not for components of it,
   which Fortran deallocates along with it.  */

static void
set_deallocated_memory (unsigned memory)
{
  set_memory (memory);
  if (memory_in_use != CUF_MEM_NONE)
    memory_in_use |= deallocated;
}

/* True if the allocatable components of what is freed are not: the object is in
   device memory, where host code cannot find them.  Whatever has allocated them
   frees them.  */

bool
cuf_components_hidden_p (void)
{
  return (memory_in_use & ~(deallocated | any_target)) == CUF_MEM_DEVICE;
}

/* The same of what is in the component C of a host object that is freed.  */

bool
cuf_nested_hidden_p (const gfc_component *c)
{
  return c->attr.cuf_memory == CUF_MEM_DEVICE && !for_devices_p ();
}

/* The functions that take the place of malloc, realloc, free and memcpy.  */

static const struct
{
  enum cuf_memory memory;
  const char *allocate, *reallocate, *release, *deallocate, *copy;
} allocators[] = {
#define ALLOCATOR(NAME, name) \
  { CUF_MEM_##NAME, "GCUF_malloc_" name, "GCUF_realloc_" name, \
    "GCUF_free_" name, "GCUF_deallocate_" name, "GCUF_copy_" name }
  ALLOCATOR (DEVICE, "device"),
  ALLOCATOR (MANAGED, "managed"),
  ALLOCATOR (PINNED, "pinned"),
  ALLOCATOR (UNIFIED, "unified")
};

/* The function to call instead of BUILTIN, one of those four, for MEMORY.  */

tree
cuf_allocator (tree builtin, unsigned memory)
{
  if (memory & any_target && DECL_FUNCTION_CODE (builtin) == BUILT_IN_FREE)
    return cuf_tree (CUF_FN_FREE_TARGET);
  for (unsigned i = 0; i < ARRAY_SIZE (allocators); i++)
    if (allocators[i].memory == (memory & ~(deallocated | any_target)))
      switch (DECL_FUNCTION_CODE (builtin))
	{
	case BUILT_IN_MALLOC:
	  return build_fn_decl (allocators[i].allocate, TREE_TYPE (builtin));
	case BUILT_IN_MEMCPY:
	  return build_fn_decl (allocators[i].copy, TREE_TYPE (builtin));
	case BUILT_IN_REALLOC:
	  return build_fn_decl (allocators[i].reallocate, TREE_TYPE (builtin));
	case BUILT_IN_FREE:
	  return build_fn_decl (memory & deallocated ? allocators[i].deallocate
				: allocators[i].release, TREE_TYPE (builtin));
	default:
	  gcc_unreachable ();
	}
  return builtin;
}

/* The values of STREAM= and ALIGN= of the ALLOCATE statement that is being
   translated, both null if it has neither.  No memory is collected while a
   statement is translated, so that they need no root.  */
static tree allocation_stream, allocation_align;

/* The function to call instead of BUILTIN, which is malloc.  */

tree
cuf_malloc_decl (tree builtin)
{
  if (memory_in_use == CUF_MEM_NONE && allocation_stream)
    return build_fn_decl ("GCUF_malloc_host", TREE_TYPE (builtin));
  return cuf_allocator (builtin, memory_in_use);
}

/* The function to call instead of BUILTIN, which is free.  */

tree
cuf_free_decl (tree builtin)
{
  return cuf_allocator (builtin, memory_in_use);
}

/* The function to call instead of BUILTIN, which is memcpy, where both sides
   are in the memory that is set.  */

tree
cuf_copy_decl (tree builtin)
{
  return cuf_allocator (builtin, memory_in_use);
}

/* If a memory is set, let *RESULT be BYTES of it as TYPE, for a copy of a
   component, and return true.  */

bool
cuf_allocate_copy (tree type, tree bytes, tree *result)
{
  if (memory_in_use == CUF_MEM_NONE)
    return false;
  tree call = build_call_expr (cuf_tree (CUF_FN_MALLOC_LOCAL), 3,
			       fold_convert (size_type_node, bytes),
			       build_int_cst (unsigned_type_node,
					      memory_in_use),
			       null_pointer_node);
  *result = fold_convert (type, call);
  return true;
}

/* The call that allocates BYTES for the scalar component COMP, to which a
   structure constructor gives a value, instead of CALL, the host's.  */

tree
cuf_allocate_component (const gfc_component *comp, tree bytes, tree call)
{
  if (comp->attr.cuf_memory == CUF_MEM_NONE || for_devices_p ())
    return call;
  tree allocate = cuf_allocator (builtin_decl_explicit (BUILT_IN_MALLOC),
				 comp->attr.cuf_memory);
  return build_call_expr (allocate, 1, fold_convert (size_type_node, bytes));
}

/* The function to call instead of BUILTIN to allocate EXPR, the left side of an
   assignment.  */

tree
cuf_allocator_for (gfc_expr *expr, tree builtin)
{
  return (for_devices_p ()
	  ? builtin : cuf_allocator (builtin, cuf_expr_memory (expr)));
}

/* The value of EXPR, an integer, which BLOCK evaluates; zero if EXPR is
   null.  */

static tree
option_value (gfc_expr *expr, stmtblock_t *block)
{
  if (!expr)
    return build_zero_cst (long_long_integer_type_node);
  gfc_se se;
  gfc_init_se (&se, NULL);
  gfc_conv_expr_type (&se, expr, long_long_integer_type_node);
  gfc_add_block_to_block (block, &se.pre);
  tree value = gfc_evaluate_now (se.expr, block);
  gfc_add_block_to_block (block, &se.post);
  return value;
}

/* True if the ALLOCATE statement CODE has ERRMSG=, and objects that are not in
   ordinary memory.  */

static bool
tells_failure_p (const gfc_code *code)
{
  if (code->expr1 && code->expr2 && !for_devices_p ())
    for (gfc_alloc *a = code->ext.alloc.list; a; a = a->next)
      if (cuf_expr_memory (a->expr) != CUF_MEM_NONE)
	return true;
  return false;
}

/* The ALLOCATE statement CODE is about to be translated to BLOCK.  */

cuf_allocation_scope::cuf_allocation_scope (gfc_code *code, stmtblock_t *block)
{
  const cuf_allocation *options = code->cuf_allocation;

  if (tells_failure_p (code))
    gfc_add_expr_to_block (block, build_call_expr
				    (cuf_tree (CUF_FN_ALLOCATION_FAILURE), 0));
  if (!options || (!options->stream && !options->align))
    return;
  /* Statements do not nest.  */
  gcc_assert (!allocation_stream && !allocation_align);
  allocation_stream = option_value (options->stream, block);
  allocation_align = option_value (options->align, block);
}

/* What comes next in BLOCK allocates memory: say how.  */

void
cuf_use_allocation (stmtblock_t *block)
{
  if (allocation_stream)
    gfc_add_expr_to_block (block,
			   build_call_expr (cuf_tree (CUF_FN_NEXT_ALLOCATION),
					    2, allocation_stream,
					    allocation_align));
}

cuf_allocation_scope::~cuf_allocation_scope ()
{
  allocation_stream = allocation_align = NULL_TREE;
}

/* The ALLOCATE statement CODE has been translated to BLOCK.  If STAT is not zero
   since memory could not be had, let ERRMSG be what the runtime says: gfortran has
   one text for all that may be wrong.  */

void
cuf_trans_allocation_message (gfc_code *code, tree stat, tree errmsg,
			      stmtblock_t *block)
{
  stmtblock_t copy;

  if (!tells_failure_p (code))
    return;
  tree text = build_call_expr (cuf_tree (CUF_FN_ALLOCATION_FAILURE), 0);
  text = gfc_evaluate_now (fold_convert (pchar_type_node, text), block);
  tree length = gfc_get_expr_charlen (code->expr2);
  tree most = build_int_cst (TREE_TYPE (length), GCUF_FAILURE_LENGTH);
  gfc_init_block (&copy);
  gfc_trans_string_copy (&copy, length, errmsg, code->expr2->ts.kind,
			 fold_build2 (MIN_EXPR, TREE_TYPE (length), length, most),
			 text, gfc_default_character_kind);
  tree failed = fold_build2 (NE_EXPR, logical_type_node, stat,
			     build_zero_cst (TREE_TYPE (stat)));
  tree known = fold_build2 (NE_EXPR, logical_type_node, text,
			    build_zero_cst (TREE_TYPE (text)));
  failed = fold_build2 (TRUTH_AND_EXPR, logical_type_node, failed, known);
  gfc_add_expr_to_block (block, build3_v (COND_EXPR, failed,
					  gfc_finish_block (&copy),
					  build_empty_stmt (input_location)));
}

/* The ALLOCATE statement CODE has been translated to BLOCK.  If it has PINNED=,
   set that.  */

void
cuf_trans_pinned (gfc_code *code, stmtblock_t *block)
{
  gfc_se se;
  tree pinned = logical_true_node;

  if (!code->cuf_allocation || !code->cuf_allocation->pinned)
    return;
  for (gfc_alloc *a = code->ext.alloc.list; a; a = a->next)
    {
      if (cuf_expr_memory (a->expr) != CUF_MEM_PINNED)
	{
	  pinned = logical_false_node;
	  break;
	}
      gfc_expr *expr = gfc_expr_to_initialize (a->expr);
      gfc_init_se (&se, NULL);
      gfc_conv_expr_descriptor (&se, expr);
      gfc_add_block_to_block (block, &se.pre);
      tree data = fold_convert (ptr_type_node,
				gfc_conv_descriptor_data_get (se.expr));
      tree call = build_call_expr (cuf_tree (CUF_FN_PINNED_P), 1, data);
      tree test = fold_build2 (NE_EXPR, logical_type_node, call,
			       integer_zero_node);
      pinned = fold_build2 (TRUTH_ANDIF_EXPR, logical_type_node, pinned, test);
      gfc_free_expr (expr);
    }

  gfc_init_se (&se, NULL);
  gfc_conv_expr_lhs (&se, code->cuf_allocation->pinned);
  gfc_add_block_to_block (block, &se.pre);
  gfc_add_modify (block, se.expr, fold_convert (TREE_TYPE (se.expr), pinned));
  gfc_add_block_to_block (block, &se.post);
}

/* --- Results of functions ------------------------------------------------- */

/* Where a function is called for whose result there is memory to allocate or to
   free that is not the host's own; null elsewhere.  */
static locus *result_location;

/* What gfortran generates next is a temporary array for RESULT, that of the
   function called at WHERE; null if its memory is the host's own.  */

cuf_result_scope::cuf_result_scope (const gfc_symbol *result, locus *where)
  : m_memory (result), m_outer (result_location)
{
  result_location = memory_in_use != CUF_MEM_NONE ? where : NULL;
}

cuf_result_scope::~cuf_result_scope ()
{
  result_location = m_outer;
}

/* BYTES of MEMORY, for what is declared or called at WHERE.  */

static tree
allocate_local (tree bytes, unsigned memory, locus *where)
{
  return build_call_expr (cuf_tree (CUF_FN_MALLOC_LOCAL), 3,
			  fold_convert (size_type_node, bytes),
			  build_int_cst (unsigned_type_node, memory),
			  cuf_location (where));
}

/* Free what POINTER points to, in MEMORY.  */

static tree
free_local (tree pointer, unsigned memory)
{
  return build_call_expr (cuf_tree (CUF_FN_FREE), 2,
			  fold_convert (ptr_type_node, pointer),
			  build_int_cst (unsigned_type_node, memory));
}

/* Free the result at DATA, which the function has allocated if CALLEE.  */

static tree
free_result (tree data, bool callee)
{
  if (!callee)
    return free_local (data, memory_in_use);
  tree fn = cuf_free_decl (builtin_decl_explicit (BUILT_IN_FREE));
  return build_call_expr (fn, 1, fold_convert (ptr_type_node, data));
}

/* If a result is to be in a memory that is not the host's own, let PRE allocate
   BYTES for the array INFO, or none if that is null or zero, where the function
   does it.  If FREED, let POST free it.  */

bool
cuf_trans_result (stmtblock_t *pre, stmtblock_t *post, gfc_array_info *info,
		  tree bytes, bool freed)
{
  if (!result_location)
    return false;

  bool callee = !bytes || integer_zerop (bytes);
  tree desc = info->descriptor, data = null_pointer_node;
  if (!callee)
    data = gfc_evaluate_now (allocate_local (bytes, memory_in_use,
					     result_location), pre);
  gfc_conv_descriptor_data_set (pre, desc, data);
  gfc_conv_descriptor_offset_set (pre, desc, gfc_index_zero_node);
  info->data = gfc_conv_descriptor_data_get (desc);
  info->offset = gfc_index_zero_node;
  if (freed)
    gfc_add_expr_to_block (post,
			   free_result (gfc_conv_descriptor_data_get (desc),
					callee));
  return true;
}

/* True if the result of the function reference RHS has to be in another memory
   than that of LHS, to which it is assigned: that of the attribute it has
   itself, or the host's own, from which a function of gfortran's library
   allocates LHS where its shape changes.  */

bool
cuf_result_elsewhere_p (gfc_expr *lhs, const gfc_expr *rhs)
{
  if (cuf_generating_device_code_p ())
    return false;
  unsigned memory = cuf_expr_memory (lhs);
  if (rhs->value.function.isym)
    return (memory != CUF_MEM_NONE && flag_realloc_lhs
	    && gfc_is_reallocatable_lhs (lhs));
  return (cuf_expr_memory (rhs) != CUF_MEM_NONE
	  && cuf_expr_memory (rhs) != memory);
}

/* --- Local variables ---------------------------------------------------- */

/* If DECL is a variable of constant size that the host procedure of SYM
   declares in device memory, make it stand for what a new pointer points to,
   which FINISH, that is gfc_finish_var_decl, declares.  An array of variable
   size is such a pointer already.  It is set by each call, whatever options and
   values gfortran has static variables for: kernel loops get it as an argument.
   */

void
cuf_add_local_pointer (tree decl, gfc_symbol *sym,
		       void (*finish) (tree, gfc_symbol *))
{
  if (!cuf_local_device_p (sym) || POINTER_TYPE_P (TREE_TYPE (decl))
      || !VAR_P (decl))
    return;

  tree type = build_pointer_type (TREE_TYPE (decl));
  tree pointer = build_decl (DECL_SOURCE_LOCATION (decl), VAR_DECL,
			     create_tmp_var_name (sym->name), type);
  DECL_ARTIFICIAL (pointer) = 1;
  TREE_USED (pointer) = 1;
  SET_DECL_VALUE_EXPR (decl, build1 (INDIRECT_REF, TREE_TYPE (decl), pointer));
  DECL_HAS_VALUE_EXPR_P (decl) = 1;
  cuf_note_object_pointer (pointer, decl, sym->attr.cuf_memory);
  finish (pointer, sym);
  TREE_STATIC (pointer) = 0;
}

/* DECL has been built for SYM, which a host procedure declares in device
   memory.  */

void
cuf_finish_local_variable (tree decl, gfc_symbol *)
{
  if (DECL_HAS_VALUE_EXPR_P (decl))
    TREE_STATIC (decl) = 0;
}

/* Let INIT set POINTER to BYTES of the memory of SYM.  */

static void
allocate_variable (gfc_symbol *sym, tree pointer, tree bytes, stmtblock_t *init)
{
  tree call = allocate_local (bytes, sym->attr.cuf_memory, &sym->declared_at);
  gfc_add_modify (init, pointer, fold_convert (TREE_TYPE (pointer), call));
}

/* The copy of the value that the main program declares SYM with to SYM, of
   which DATA statements may leave parts undefined.  */

static tree
declared_initialization (gfc_symbol *sym)
{
  tree decl = sym->backend_decl;
  tree value = gfc_conv_initializer (sym->value, &sym->ts, TREE_TYPE (decl),
				     sym->attr.dimension, false, false);
  tree from = cuf_build_static (NULL, TREE_TYPE (decl), value, false);
  TREE_READONLY (from) = 1;
  return cuf_transfer_object (decl, sym->attr.cuf_memory, from, CUF_MEM_NONE,
			      &sym->declared_at);
}

/* The copy of the default value of SYM's type to SYM.  */

static tree
default_initialization (gfc_symbol *sym)
{
  gfc_code *code = gfc_get_code (EXEC_INIT_ASSIGN);
  code->loc = sym->declared_at;
  code->expr1 = gfc_lval_expr_from_sym (sym);
  code->expr2 = gfc_copy_expr (sym->value);
  tree copy = cuf_trans_transfer (code);
  gfc_free_statements (code);
  return copy;
}

/* The copy of the value that SYM begins with to SYM; null if it has none.
   What has a value of its own is saved, and its type's is only one for what is
   not.  */

static tree
initialization (gfc_symbol *sym)
{
  if (!sym->value)
    return NULL_TREE;
  return (sym->ts.type != BT_DERIVED || sym->attr.save == SAVE_IMPLICIT
	  || sym->attr.data
	  ? declared_initialization (sym) : default_initialization (sym));
}

/* If SYM was given a pointer by cuf_add_local_pointer, let BLOCK allocate its
   memory on entry and free it on exit.  Otherwise return false.  */

static bool
trans_local_variable (gfc_symbol *sym, gfc_wrapped_block *block)
{
  tree decl = sym->backend_decl;
  if (!cuf_local_device_p (sym) || !DECL_HAS_VALUE_EXPR_P (decl))
    return false;

  tree pointer = TREE_OPERAND (DECL_VALUE_EXPR (decl), 0);
  stmtblock_t init;
  gfc_start_block (&init);
  allocate_variable (sym, pointer, TYPE_SIZE_UNIT (TREE_TYPE (decl)), &init);
  gfc_add_expr_to_block (&init, initialization (sym));
  gfc_add_init_cleanup (block, gfc_finish_block (&init),
			free_local (pointer, sym->attr.cuf_memory));
  return true;
}

/* The same for an array SYM of SIZE elements, to which DECL points and whose
   first element is at OFFSET; INIT is what is done on entry.  */

bool
cuf_trans_local_array (gfc_symbol *sym, tree decl, tree size, tree offset,
		       stmtblock_t *init, gfc_wrapped_block *block)
{
  if (!cuf_local_device_p (sym))
    return false;

  gcc_assert (!sym->attr.cray_pointee);
  tree type = TREE_TYPE (TREE_TYPE (decl));
  tree element = TYPE_SIZE_UNIT (gfc_get_element_type (type));
  tree bytes = fold_build2_loc (input_location, MULT_EXPR,
				gfc_array_index_type, size,
				fold_convert (gfc_array_index_type, element));
  allocate_variable (sym, decl, bytes, init);
  if (VAR_P (GFC_TYPE_ARRAY_OFFSET (type)))
    gfc_add_modify (init, GFC_TYPE_ARRAY_OFFSET (type), offset);
  gfc_add_init_cleanup (block, gfc_finish_block (init),
			free_local (decl, sym->attr.cuf_memory));
  return true;
}

/* If host code has nothing more to do for the variable SYM, where it begins and
   ends with BLOCK, return true.  A Cray pointee that is no array is whatever the
   pointer points to: no procedure begins or ends its life.  */

bool
cuf_trans_variable (gfc_symbol *sym, gfc_wrapped_block *block)
{
  return ((!sym->attr.dimension && cuf_pointee_p (sym))
	  || trans_local_variable (sym, block));
}

/* --- Scopes -------------------------------------------------------------- */

/* In MEMORY.  */

cuf_memory_scope::cuf_memory_scope (unsigned memory)
  : m_outer (memory_in_use)
{
  set_memory (memory);
}

/* For the dummy argument DUMMY; null if that is not known.  */

cuf_memory_scope::cuf_memory_scope (const gfc_symbol *dummy)
  : m_outer (memory_in_use)
{
  set_memory (dummy ? dummy->attr.cuf_memory : (unsigned) CUF_MEM_NONE);
}

/* True if OBJECT of an ALLOCATE or DEALLOCATE statement is a pointer.  */

static bool
pointer_object_p (const gfc_expr *object)
{
  const gfc_symbol *sym = object->symtree->n.sym;
  bool pointer = sym->ts.type == BT_CLASS && sym->attr.class_ok
		 ? CLASS_DATA (sym)->attr.class_pointer : sym->attr.pointer;

  for (const gfc_ref *ref = object->ref; ref; ref = ref->next)
    if (ref->type == REF_COMPONENT)
      {
	const gfc_component *c = ref->u.c.component;
	pointer = c->ts.type == BT_CLASS ? CLASS_DATA (c)->attr.class_pointer
					 : c->attr.pointer;
      }
  return pointer;
}

/* E is the actual argument for a dummy argument of assumed rank, whose descriptor
   does not say its type and rank if CONDITION is true, since nothing is associated
   with it.  Return that; or true if E is a pointer that the runtime may associate,
   which is undefined before.  */

tree
cuf_undefined_pointer (const gfc_expr *e, tree condition)
{
  const unsigned memory = cuf_expr_memory (e);

  return (e->expr_type == EXPR_VARIABLE && pointer_object_p (e)
	  && (memory == CUF_MEM_DEVICE || memory == CUF_MEM_MANAGED
	      || memory == CUF_MEM_UNIFIED)
	  ? logical_true_node : condition);
}

/* True if OBJECT is a pointer that -gpu=mem:managed is about.  */

static bool
managed_object_p (const gfc_expr *object)
{
  return (cuf_option_memory == CUF_MEM_MANAGED
	  && cuf_expr_memory (object) == CUF_MEM_NONE
	  && pointer_object_p (object));
}

/* For OBJECT, which a DEALLOCATE statement frees if FREED.  */

cuf_memory_scope::cuf_memory_scope (gfc_expr *object, bool freed)
  : m_outer (memory_in_use)
{
  bool managed = managed_object_p (object);
  unsigned memory = managed ? unsigned (CUF_MEM_MANAGED)
			    : cuf_expr_memory (object);
  if (!freed)
    {
      set_memory (memory);
      return;
    }
  set_deallocated_memory (memory);
  if (managed && memory_in_use != CUF_MEM_NONE)
    memory_in_use |= any_target;
}

cuf_memory_scope::~cuf_memory_scope ()
{
  memory_in_use = m_outer;
}
