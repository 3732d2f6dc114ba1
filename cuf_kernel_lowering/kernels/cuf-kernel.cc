/* Kernels: from one procedure to stub, entry, run function and record.
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
#include "tree-iterator.h"
#include "function.h"
#include "cgraph.h"
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "trans-const.h"
#include "cuf-trans.h"
#include "cuf-lower.h"

/* A kernel K becomes four functions and a record:

   - the body, the procedure as it is written, compiled for both sides and
     called by the next two;
   - the entry, for the device: its parameters are scalars, because a PTX
     entry takes no other; descriptors and structures come in 8-byte words and
     are put together again before it calls the body;
   - the run function, for the cpu backend: calls the body for a range of
     threads, with arguments out of a parameter buffer;
   - the stub, under the name that the procedure has for its callers: hands
     the addresses of the entry's parameters to the runtime, with
   - the record, `struct gcuf_kernel' of libgcuf/abi/gcuf-abi.h.  */

#define RUN_PREFIX "__gcuf_run_"
#define SPLIT_PREFIX "__gcuf_split_"

/* How one argument of a kernel travels.  */
struct kernel_arg
{
  tree parm;		/* The body's PARM_DECL.  */
  tree object;		/* The type of what travels in words, or null.  */
  bool indirect;	/* The body takes the object's address.  */
  tree scalar;		/* The type of an entry parameter of it.  */
  unsigned count;	/* Number of entry parameters.  */
  unsigned size;	/* Bytes of each.  */
  unsigned offset;	/* Of the first in the parameter buffer.  */
  bool packed;		/* They are one parameter in the end.  */
  unsigned records () const { return packed ? 1 : count; }
  unsigned record_size () const { return packed ? count * size : size; }
};

/* An object passed by value that has more words than this becomes one parameter
   when the code is PTX, see driver/ptx/ptx-packed.c: the accelerator's
   assembler takes some thousand parameters, and a launch looks at each.  */
#define MOST_WORDS 8

/* So does each descriptor of a kernel whose parameters are more words than
   this.  */
#define MOST_PARAMETERS 500

struct kernel
{
  auto_vec<kernel_arg> args;
  unsigned params;		/* Number of parameters in the end.  */
  unsigned size;		/* Of the parameter buffer.  */
  bool joined;			/* Several blocks may run as one.  */
  const cuf_kernel_parts *parts;
};

/* FNDECL has just been built for a kernel: make it the body, which nobody
   calls by name, and give its name to the stub.  */

void
cuf_split_kernel (tree fndecl)
{
  gcc_assert (!DECL_EXTERNAL (fndecl));
  tree id = DECL_ASSEMBLER_NAME (fndecl);
  tree stub = build_decl (DECL_SOURCE_LOCATION (fndecl), FUNCTION_DECL,
			  DECL_NAME (fndecl), TREE_TYPE (fndecl));
  SET_DECL_ASSEMBLER_NAME (stub, id);
  TREE_PUBLIC (stub) = TREE_PUBLIC (fndecl);
  TREE_USED (stub) = 1;
  DECL_ARTIFICIAL (stub) = 1;
  /* By the kernel's name debuggers are to find the body.  */
  DECL_IGNORED_P (stub) = 1;
  DECL_VISIBILITY (stub) = DECL_VISIBILITY (fndecl);
  DECL_VISIBILITY_SPECIFIED (stub) = DECL_VISIBILITY_SPECIFIED (fndecl);

  TREE_PUBLIC (fndecl) = 0;
  DECL_VISIBILITY (fndecl) = VISIBILITY_DEFAULT;
  DECL_VISIBILITY_SPECIFIED (fndecl) = 0;
  char *body = concat (CUF_BODY_PREFIX, IDENTIFIER_POINTER (id), NULL);
  symtab->change_decl_assembler_name (fndecl, get_identifier (body));
  free (body);

  cuf_set_stub (fndecl, stub);
}

/* Classify PARM and append it to K.  */

static void
add_argument (kernel *k, tree parm)
{
  tree type = TREE_TYPE (parm);
  tree target = POINTER_TYPE_P (type) ? TREE_TYPE (type) : NULL_TREE;
  kernel_arg arg;

  memset (&arg, 0, sizeof arg);
  arg.parm = parm;
  /* What the host keeps on the caller's behalf has to travel: descriptors, and
     the pointers behind allocatable and pointer scalars.  */
  if (target && (GFC_DESCRIPTOR_TYPE_P (target) || POINTER_TYPE_P (target)))
    {
      arg.object = target;
      arg.indirect = true;
    }
  else if (AGGREGATE_TYPE_P (type) || TREE_CODE (type) == COMPLEX_TYPE)
    arg.object = type;

  arg.count = 1;
  if (arg.object)
    {
      arg.scalar = long_unsigned_type_node;
      arg.count = CEIL (tree_to_uhwi (TYPE_SIZE_UNIT (arg.object)),
			tree_to_uhwi (TYPE_SIZE_UNIT (arg.scalar)));
    }
  else if (INTEGRAL_TYPE_P (type)
	   && TYPE_PRECISION (type) < TYPE_PRECISION (integer_type_node))
    arg.scalar = integer_type_node;
  else
    arg.scalar = TYPE_MAIN_VARIANT (type);

  arg.size = tree_to_uhwi (TYPE_SIZE_UNIT (arg.scalar));
  gcc_assert (arg.size && pow2p_hwi (arg.size));
  arg.offset = ROUND_UP (k->size, arg.size);
  arg.packed = arg.object && !arg.indirect && arg.count > MOST_WORDS;
  k->size = arg.offset + arg.count * arg.size;
  k->params += arg.records ();
  k->args.safe_push (arg);
}

/* Pack the descriptors among the arguments of K if there are many.  */

static void
pack_descriptors (kernel *k)
{
  unsigned words = 0;
  for (const kernel_arg &arg : k->args)
    words += arg.count;
  if (words <= MOST_PARAMETERS)
    return;
  k->params = 0;
  for (kernel_arg &arg : k->args)
    {
      arg.packed |= arg.indirect && GFC_DESCRIPTOR_TYPE_P (arg.object);
      k->params += arg.records ();
    }
}

/* The TYPE at ADDR + OFFSET, whatever is stored there: words of an object are
   written and read as what they are not.  */

static tree
memory_at (tree type, tree addr, unsigned offset)
{
  tree alias_all = build_pointer_type_for_mode (void_type_node, VOIDmode,
						true);
  return build2 (MEM_REF, type, fold_convert (ptr_type_node, addr),
		 build_int_cst (alias_all, offset));
}

static tree
address_of (tree var)
{
  TREE_ADDRESSABLE (var) = 1;
  return build_fold_addr_expr (var);
}

static tree
call_body (kernel *k, vec<tree> *actuals)
{
  return build_call_expr_loc_array (input_location, k->parts->body,
				    actuals->length (), actuals->address ());
}

/* --- The entry -------------------------------------------------------- */

/* The argument of the body that ARG's entry parameters, from PARM on, stand
   for.  */

static tree
entry_argument (tree fn, const kernel_arg *arg, tree parm, tree *vars,
		tree *stmts)
{
  tree type = TREE_TYPE (arg->parm);
  if (!arg->object)
    return fold_convert (type, parm);

  tree words = cuf_local_variable (fn, build_array_type_nelts (arg->scalar,
							   arg->count), vars);
  tree addr = address_of (words);
  for (unsigned i = 0; i < arg->count; i++, parm = DECL_CHAIN (parm))
    append_to_statement_list (build2 (MODIFY_EXPR, void_type_node,
				      memory_at (arg->scalar, addr,
						 i * arg->size), parm), stmts);
  return arg->indirect ? fold_convert (type, addr) : memory_at (type, addr, 0);
}

/* The type of ARG's entry parameters.  A dummy argument that is not optional is
   a reference there, because that is never null: the front end has a pointer
   for it, and tests of the pointer would keep code for the null one.  An
   address that is passed by value is data and may be anything.  */

static tree
entry_type (const kernel_arg *arg)
{
  tree parm = arg->parm;
  if (arg->object
      || !DECL_BY_REFERENCE (parm)
      || VOID_TYPE_P (TREE_TYPE (TREE_TYPE (parm)))
      || FUNC_OR_METHOD_TYPE_P (TREE_TYPE (TREE_TYPE (parm)))
      || (DECL_LANG_SPECIFIC (parm) && GFC_DECL_OPTIONAL_ARGUMENT (parm)))
    return arg->scalar;
  return build_reference_type (TREE_TYPE (TREE_TYPE (parm)));
}

static void
build_entry (kernel *k)
{
  auto_vec<tree> types, actuals;
  for (const kernel_arg &arg : k->args)
    for (unsigned i = 0; i < arg.count; i++)
      types.safe_push (entry_type (&arg));

  tree fn = cuf_begin_function (k->parts->entry, types.address (),
				types.length ());
  TREE_PUBLIC (fn) = 1;
  cuf_mark_offloaded (fn);
  DECL_ATTRIBUTES (fn) = tree_cons (get_identifier ("kernel"), NULL_TREE,
				    DECL_ATTRIBUTES (fn));

  tree vars = NULL_TREE, stmts = NULL_TREE;
  tree parm = DECL_ARGUMENTS (fn);
  for (const kernel_arg &arg : k->args)
    {
      actuals.safe_push (entry_argument (fn, &arg, parm, &vars, &stmts));
      for (unsigned i = 0; i < arg.count; i++)
	parm = DECL_CHAIN (parm);
    }
  gcc_checking_assert (!parm);
  append_to_statement_list (call_body (k, &actuals), &stmts);
  cuf_finish_generated (fn, vars, stmts);
}

/* --- The run function ---------------------------------------------------- */

/* The argument of the body that ARG's place in the buffer at PARAMS holds,
   copied into a local variable of FN: then it is not loaded again for each
   thread, whatever the threads store.  */

static tree
run_argument (tree fn, const kernel_arg *arg, tree params, tree *vars,
	      tree *stmts)
{
  tree type = TREE_TYPE (arg->parm);
  tree copied = arg->object ? arg->object : arg->scalar;
  tree copy = cuf_local_variable (fn, TYPE_MAIN_VARIANT (copied), vars);
  append_to_statement_list (build2 (MODIFY_EXPR, void_type_node, copy,
				    memory_at (TREE_TYPE (copy), params,
					       arg->offset)), stmts);
  return fold_convert (type, arg->indirect ? address_of (copy) : copy);
}

/* Build a run function with the symbol PREFIX and the kernel's: that of kernels
   that are split at their barriers, if SPLITTER is not null.  */

static tree
build_run (kernel *k, const char *prefix, cuf_splitter *splitter)
{
  tree types[] = { ptr_type_node, ptr_type_node, ptr_type_node };
  tree id = DECL_ASSEMBLER_NAME (k->parts->stub);
  char *name = concat (prefix, IDENTIFIER_POINTER (id), NULL);
  tree fn = cuf_begin_function (name, types, ARRAY_SIZE (types));
  free (name);
  DECL_ATTRIBUTES (fn) = tree_cons (get_identifier (CUF_RUN_ATTRIBUTE),
				    NULL_TREE, NULL_TREE);
  tree params = DECL_ARGUMENTS (fn);
  tree lo = build_simple_mem_ref (fold_convert
				  (build_pointer_type (cuf_tree (CUF_DIM3)),
				   DECL_CHAIN (params)));
  tree hi = build_simple_mem_ref (fold_convert
				  (build_pointer_type (cuf_tree (CUF_DIM3)),
				   DECL_CHAIN (DECL_CHAIN (params))));

  auto_vec<tree> actuals;
  tree vars = NULL_TREE, stmts = NULL_TREE;
  for (const kernel_arg &arg : k->args)
    actuals.safe_push (run_argument (fn, &arg, params, &vars, &stmts));

  const cuf_kernel_parts *p = k->parts;
  tree inner;
  if (splitter)
    inner = cuf_build_rounds (splitter, fn, &actuals, lo, hi, &vars);
  else if (p->build_threads)
    inner = p->build_threads (p->data, fn, &actuals, lo, hi, &vars);
  else
    inner = cuf_loop_over_threads (fn, call_body (k, &actuals), lo, hi, &vars);
  append_to_statement_list (inner, &stmts);
  cuf_finish_generated (fn, vars, stmts);
  return fn;
}

/* --- The record --------------------------------------------------------- */

static tree
build_params_table (kernel *k)
{
  if (!k->params)
    return null_pointer_node;

  tree elt_type = cuf_tree (CUF_PARAM);
  vec<constructor_elt, va_gc> *elts = NULL;
  for (const kernel_arg &arg : k->args)
    for (unsigned i = 0; i < arg.records (); i++)
      {
	vec<constructor_elt, va_gc> *fields = NULL;
	CONSTRUCTOR_APPEND_ELT (fields, cuf_field (elt_type, "offset"),
				build_int_cst (unsigned_type_node,
					       arg.offset + i * arg.size));
	CONSTRUCTOR_APPEND_ELT (fields, cuf_field (elt_type, "size"),
				build_int_cst (unsigned_type_node,
					       arg.record_size ()));
	CONSTRUCTOR_APPEND_ELT (elts, size_int (vec_safe_length (elts)),
				build_constructor (elt_type, fields));
      }
  gcc_checking_assert (vec_safe_length (elts) == k->params);
  tree type = build_array_type_nelts (elt_type, k->params);
  tree init = build_constructor (type, elts);
  TREE_CONSTANT (init) = TREE_STATIC (init) = 1;
  tree var = cuf_build_static (NULL, type, init, false);
  TREE_READONLY (var) = 1;
  return build_fold_addr_expr (var);
}

/* The address of the kernel's name, behind which there is the text of its
   arguments, if there is one; then *PLACE is how far behind, else zero.  */

static tree
build_name (const cuf_kernel_parts *parts, unsigned *place)
{
  *place = 0;
  if (!parts->arguments)
    return cuf_string_address (parts->name);
  size_t size = strlen (parts->name) + 1, more = strlen (parts->arguments) + 1;
  *place = size;
  char *text = XNEWVEC (char, size + more);
  memcpy (text, parts->name, size);
  memcpy (text + size, parts->arguments, more);
  tree cst = gfc_build_string_const (size + more, text);
  free (text);
  return fold_convert (pchar_type_node,
		       gfc_build_addr_expr (pchar_type_node, cst));
}

static tree
build_kernel_record (kernel *k, tree run)
{
  unsigned arguments;
  tree init[] = {
    build_name (k->parts, &arguments),
    cuf_ptx_name_address (k->parts->entry),
    build_fold_addr_expr (run),
    build_params_table (k),
    build_int_cst (unsigned_type_node, k->params),
    build_int_cst (unsigned_type_node, k->size),
    build_int_cst (unsigned_type_node, k->parts->flags
				       | (k->joined ? GCUF_KERNEL_JOINED : 0)),
    build_int_cst (unsigned_type_node, arguments),
    build_fold_addr_expr (cuf_tree (CUF_DSO_HANDLE)),
    build_fold_addr_expr (k->parts->stub),
    null_pointer_node,
    size_zero_node,
    size_zero_node,
    build_constructor (cuf_tree (CUF_FRAME), NULL)
  };
  return cuf_build_record (NULL, cuf_tree (CUF_KERNEL), init,
			   ARRAY_SIZE (init), false);
}

/* --- The stub ----------------------------------------------------------- */

/* The address at which the runtime finds the first word of ARG, which the
   stub FN takes as PARM.  */

static tree
stub_argument (tree fn, const kernel_arg *arg, tree parm, tree *vars,
	       tree *stmts)
{
  if (arg->indirect)
    return fold_convert (ptr_type_node, parm);
  if (!arg->object && TREE_TYPE (parm) == arg->scalar)
    return fold_convert (ptr_type_node, address_of (parm));

  /* A copy in the form in which it travels: widened, or in whole words.  */
  tree type = arg->object ? build_array_type_nelts (arg->scalar, arg->count)
			  : arg->scalar;
  tree copy = cuf_local_variable (fn, type, vars);
  tree addr = address_of (copy);
  if (arg->object)
    append_to_statement_list (build2 (MODIFY_EXPR, void_type_node,
				      memory_at (TREE_TYPE (parm), addr, 0),
				      parm), stmts);
  else
    append_to_statement_list (build2 (MODIFY_EXPR, void_type_node, copy,
				      fold_convert (type, parm)), stmts);
  return fold_convert (ptr_type_node, addr);
}

static void
build_stub (kernel *k, tree record)
{
  tree stub = k->parts->stub;
  tree vars = NULL_TREE, stmts = NULL_TREE;
  tree *chain = &DECL_ARGUMENTS (stub);
  for (const kernel_arg &arg : k->args)
    {
      tree parm = copy_node (arg.parm);
      SET_DECL_RTL (parm, NULL);
      DECL_LANG_SPECIFIC (parm) = NULL;
      DECL_CONTEXT (parm) = stub;
      DECL_CHAIN (parm) = NULL_TREE;
      *chain = parm;
      chain = &DECL_CHAIN (parm);
    }

  tree type = build_array_type_nelts (ptr_type_node, MAX (k->params, 1));
  tree table = cuf_local_variable (stub, type, &vars);
  unsigned n = 0;
  tree parm = DECL_ARGUMENTS (stub);
  for (const kernel_arg &arg : k->args)
    {
      tree addr = stub_argument (stub, &arg, parm, &vars, &stmts);
      for (unsigned i = 0; i < arg.records (); i++)
	append_to_statement_list
	  (build2 (MODIFY_EXPR, void_type_node,
		   build4 (ARRAY_REF, ptr_type_node, table, size_int (n++),
			   NULL_TREE, NULL_TREE),
		   fold_build_pointer_plus_hwi (addr, i * arg.size)), &stmts);
      parm = DECL_CHAIN (parm);
    }
  gcc_checking_assert (!parm && n == k->params);
  append_to_statement_list
    (build_call_expr (cuf_tree (CUF_FN_LAUNCH), 2,
		      build_fold_addr_expr (record), address_of (table)),
     &stmts);
  cuf_finish_generated (stub, vars, stmts);
}

/* If kernel K can be split at barriers, build the run function for that.  */

static tree
build_split_run (kernel *k)
{
  if (k->parts->build_threads || k->parts->flags)
    return NULL_TREE;
  cuf_splitter *splitter = cuf_begin_split (k->parts->body);
  if (!splitter)
    return NULL_TREE;
  tree run = build_run (k, SPLIT_PREFIX, splitter);
  if (cuf_split_better_p (splitter))
    DECL_ATTRIBUTES (run) = tree_cons (get_identifier (CUF_BETTER_ATTRIBUTE),
				       NULL_TREE, DECL_ATTRIBUTES (run));
  if (cuf_split_whole_warps_p (splitter))
    DECL_ATTRIBUTES (run)
      = tree_cons (get_identifier (CUF_WHOLE_WARPS_ATTRIBUTE), NULL_TREE,
		   DECL_ATTRIBUTES (run));
  cuf_end_split (splitter);
  /* Until it is known which of the two is used.  */
  cgraph_node::get (run)->mark_force_output ();
  return run;
}

/* Call of run function FN with the parameters of another one.  */

static tree
call_run (tree fn, tree params)
{
  return build_call_expr (fn, 3, params, DECL_CHAIN (params),
			  DECL_CHAIN (DECL_CHAIN (params)));
}

/* If there is SPLIT, the run function of the parts, what -gpu=check runs of
   kernel K: that for all threads of a block, and RUN for a single one, of which
   the first and the last index are the same object.  */

static tree
build_checked_run (kernel *k, tree run, tree split)
{
  if (!split || !cuf_check_p ())
    return NULL_TREE;
  tree types[] = { ptr_type_node, ptr_type_node, ptr_type_node };
  tree id = DECL_ASSEMBLER_NAME (k->parts->stub);
  char *name = concat (CUF_CHECKED_PREFIX, IDENTIFIER_POINTER (id), NULL);
  tree fn = cuf_begin_function (name, types, ARRAY_SIZE (types));
  free (name);
  DECL_ATTRIBUTES (fn) = tree_cons (get_identifier (CUF_RUN_ATTRIBUTE),
				    NULL_TREE, NULL_TREE);
  tree params = DECL_ARGUMENTS (fn), first = DECL_CHAIN (params);
  tree one = build2 (EQ_EXPR, boolean_type_node, first, DECL_CHAIN (first));
  cuf_finish_generated (fn, NULL_TREE,
			build3 (COND_EXPR, void_type_node, one,
				call_run (run, params),
				call_run (split, params)));
  cgraph_node::get (fn)->mark_force_output ();
  return fn;
}

/* Which of the entry's parameters are one in the end: the first and their
   number for each, for driver/ptx/ptx-packed.c.  */

static void
build_packed (kernel *k)
{
  auto_vec<int> values;
  unsigned n = 0;
  for (const kernel_arg &arg : k->args)
    {
      if (arg.packed)
	{
	  values.safe_push (n);
	  values.safe_push (arg.count);
	}
      n += arg.count;
    }
  if (!values.is_empty ())
    cuf_build_number_mark (GCUF_NAME_PACKED, k->parts->entry,
			   values.address (), values.length ());
}

/* True if ARG is the address of what nothing else names, or a descriptor that
   has such: the front end says so of dummy arguments and variables without
   TARGET and POINTER.  */

static bool
unaliased_p (const kernel_arg *arg)
{
  if (!arg->object)
    return TYPE_RESTRICT (TREE_TYPE (arg->parm));
  return (arg->indirect && GFC_DESCRIPTOR_TYPE_P (arg->object)
	  && TYPE_RESTRICT (TREE_TYPE (TYPE_FIELDS (arg->object))));
}

/* Which of the entry's parameters are addresses of what nothing else names, for
   driver/ptx/ptx-read-only.c: a descriptor begins with its array's.  */

static void
build_unaliased (kernel *k)
{
  auto_vec<int> values;
  unsigned n = 0;
  for (const kernel_arg &arg : k->args)
    {
      if (unaliased_p (&arg))
	values.safe_push (n);
      n += arg.count;
    }
  if (!values.is_empty ())
    cuf_build_number_mark (GCUF_NAME_UNALIASED, k->parts->entry,
			   values.address (), values.length ());
}

/* Let the passes over PTX know what the kernel of PARTS is called and where it
   is, for their messages: driver/ptx/ptx-limits.c.  */

static void
build_place (const cuf_kernel_parts &parts)
{
  expanded_location loc = expand_location (input_location);
  char *text = xasprintf ("%s:%d:%s", loc.file ? loc.file : "", loc.line,
			  parts.name);
  size_t size = strlen (text) + 1;
  tree string = build_string (size, text);
  TREE_TYPE (string) = build_array_type_nelts (char_type_node, size);
  cuf_build_mark (GCUF_NAME_PLACE, parts.entry, string);
  free (text);
}

/* The body of the kernel of PARTS is complete: build everything else.  Return
   the run function.  */

tree
cuf_build_kernel (const cuf_kernel_parts &parts)
{
  gcc_assert (parts.body && parts.stub && parts.name && parts.entry);
  kernel k;
  k.parts = &parts;
  k.params = k.size = 0;
  k.joined = (!parts.flags && !parts.run && !parts.build_threads
	      && cuf_joinable_p (parts.body));
  for (tree parm = DECL_ARGUMENTS (parts.body); parm; parm = DECL_CHAIN (parm))
    add_argument (&k, parm);
  pack_descriptors (&k);

  build_entry (&k);
  build_place (parts);
  build_packed (&k);
  if (!parts.aliased)
    build_unaliased (&k);
  tree run = parts.run ? parts.run : build_run (&k, RUN_PREFIX, NULL);
  tree record = build_kernel_record (&k, run);
  build_stub (&k, record);
  tree split = build_split_run (&k);
  cuf_note_kernel (record, run, split, build_checked_run (&k, run, split));
  cuf_register_kernel (record);
  return run;
}

/* --- What the passes over PTX want to know ----------------------------- */

/* Let them know the BOUNDS of the kernel ENTRY, as launch_bounds and
   cluster_dims give them: driver/ptx/ptx-launch-bounds.c.  */

void
cuf_build_bounds (const char *entry, const cuf_bounds *bounds)
{
  const int values[] = {
    bounds->max_threads, bounds->min_blocks, bounds->max_cluster,
    bounds->cluster[0], bounds->cluster[1], bounds->cluster[2]
  };
  cuf_build_number_mark (GCUF_NAME_BOUNDS, entry, values, ARRAY_SIZE (values));
}

/* The body FNDECL of kernel SYM is complete: build everything else.  */

void
cuf_finish_kernel (gfc_symbol *sym, tree fndecl)
{
  char *name = (sym->module ? concat (sym->module, "::", sym->name, NULL)
		: xstrdup (sym->name));
  tree stub = cuf_stub_of (fndecl);
  gcc_assert (stub);
  char *entry = concat (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (stub)),
			CUF_ENTRY_SUFFIX, NULL);
  char *arguments = cuf_arguments_of_body (fndecl);
  location_t saved = input_location;
  input_location = DECL_SOURCE_LOCATION (fndecl);
  cuf_kernel_parts parts = {
    fndecl, stub, name, arguments, entry,
    (sym->attr.cuf_proc & CUF_PROC_GRID_GLOBAL ? GCUF_KERNEL_GRID_GLOBAL : 0u)
    | (sym->cuf_bounds ? GCUF_KERNEL_CLUSTER (sym->cuf_bounds->cluster[0],
					      sym->cuf_bounds->cluster[1],
					      sym->cuf_bounds->cluster[2])
       : 0u),
    NULL_TREE, NULL, NULL, false
  };
  cuf_build_kernel (parts);
  if (sym->cuf_bounds)
    cuf_build_bounds (entry, sym->cuf_bounds);
  input_location = saved;
  free (entry);
  free (arguments);
  free (name);
}
