/* The mathematical functions of device code.
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
#include "gimple-iterator.h"
#include "options.h"
#include "gfortran.h"
#include "cuf-lower.h"
#include "cuf-undo.h"

/* While the device's part of the unit is streamed, calls of the mathematical
   functions of the C library and of gfortran's are calls of the device
   library's: there they are inlined.  The accelerator's compiler would take the
   bodies of functions of these names for others than the built-in ones.  */

struct library_function
{
  const char *name;
  const char *device;
  const char *fast;	/* Where approximations are allowed, or null.  */
  bool brief;		/* A few instructions.  */
};

static const library_function functions[] = {
#define GCUF_BOTH_KINDS(name, brief)					\
  { #name, "__gcuf_libm_" #name, NULL, brief },				\
  { #name "f", "__gcuf_libm_" #name "f", NULL, brief },
#define GCUF_LIBM(name) GCUF_BOTH_KINDS (name, false)
#define GCUF_LIBM_SHORT(name) GCUF_BOTH_KINDS (name, true)
#define GCUF_LIBM_GFORTRAN(name)					\
  { "_gfortran_" #name, "__gcuf_libm_" #name, NULL, false },
#define GCUF_LIBM_FAST(name, function)					\
  { #name, NULL, "__gcuf_math_" #function, true },
#include "libm.def"
};

typedef hash_map<nofree_string_hash, library_function> function_table;

static const function_table *
make_table (void)
{
  function_table *table = new function_table;
  for (const library_function &f : functions)
    {
      library_function &entry = table->get_or_insert (f.name);
      entry.name = f.name;
      if (f.device)
	{
	  entry.device = f.device;
	  entry.brief = f.brief;
	}
      else
	entry.fast = f.fast;
    }
  return table;
}

/* The entry for the function FN of the host's, or null if device code calls FN
   itself.  */

static const library_function *
find_function (tree fn)
{
  static const function_table *const table = make_table ();
  if (!DECL_EXTERNAL (fn) || !TREE_PUBLIC (fn))
    return NULL;
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fn));
  /* Functions that only GCC has.  */
  if (startswith (name, "__builtin_"))
    name += strlen ("__builtin_");
  return const_cast<function_table *> (table)->get (name);
}

/* True if F is replaced by its approximation.  */

static bool
approximated_p (const library_function *f)
{
  return f->fast && cuf_fast_math_p ();
}

/* True if the last argument of CALL is a constant, an integer or one of few
   quarters: such powers become multiplications, and roots.  */

static bool
constant_power_p (gcall *call)
{
  if (gimple_call_num_args (call) != 2)
    return false;
  tree power = gimple_call_arg (call, 1);
  if (TREE_CODE (power) != REAL_CST)
    return TREE_CODE (power) == INTEGER_CST;
  REAL_VALUE_TYPE quarters = TREE_REAL_CST (power);
  HOST_WIDE_INT n;
  SET_REAL_EXP (&quarters, REAL_EXP (&quarters) + 2);
  return (real_isinteger (&quarters, &n) && IN_RANGE (n, -8, 16));
}

/* True if STMT is a call of a function that the device library has as more than
   a few instructions.  */

bool
cuf_long_libm_call_p (gimple *stmt)
{
  gcall *call = dyn_cast<gcall *> (stmt);
  tree fn = call ? gimple_call_fndecl (call) : NULL_TREE;
  const library_function *f = fn ? find_function (fn) : NULL;
  return (f && f->device && !f->brief && !approximated_p (f)
	  && !constant_power_p (call));
}

/* The name of what device code calls for the function FN of the host's, or null
   where that is FN itself.  */

static const char *
device_name (tree fn)
{
  const library_function *f = find_function (fn);
  return f ? (approximated_p (f) ? f->fast : f->device) : NULL;
}

/* A declaration like FN of the device library's function NAME.  */

static tree
device_declaration (tree fn, const char *name)
{
  tree decl = build_fn_decl (name, TREE_TYPE (fn));
  TREE_READONLY (decl) = TREE_READONLY (fn);
  DECL_PURE_P (decl) = DECL_PURE_P (fn);
  TREE_NOTHROW (decl) = TREE_NOTHROW (fn);
  DECL_ATTRIBUTES (decl) = DECL_ATTRIBUTES (fn);
  return decl;
}

/* The declarations of the device library's functions by their names, kept by
   cuf_keep.  */
static hash_map<nofree_string_hash, tree> *declarations;

/* Let CALL in NODE's function call CALLEE.  */

static void
change_callee (cgraph_node *node, gcall *call, tree callee)
{
  gcc_checking_assert (TREE_CODE (callee) == FUNCTION_DECL);
  gimple_call_set_fndecl (call, callee);
  if (cgraph_edge *e = node->get_edge (call))
    e->redirect_callee (cgraph_node::get_create (callee));
}

class callee_change : public cuf_change
{
public:
  /* Let CALL in NODE's function call CALLEE.  */
  callee_change (cgraph_node *node, gcall *call, tree callee)
    : cuf_change (node->decl), m_call (call),
      m_callee (cuf_keep_changed (gimple_call_fndecl (call)))
  {
    change_callee (node, call, callee);
  }
  void undo () final override
  {
    change_callee (cgraph_node::get (function ()), m_call, m_callee);
  }

private:
  gcall *m_call;
  tree m_callee;
};

/* Before streaming: let NODE's function, which is CFUN, call the device
   library.  */

void
cuf_use_device_libm (cgraph_node *node)
{
  if (!declarations)
    declarations = new hash_map<nofree_string_hash, tree>;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	gcall *call = dyn_cast<gcall *> (gsi_stmt (gsi));
	tree fn = call ? gimple_call_fndecl (call) : NULL_TREE;
	const char *name = fn ? device_name (fn) : NULL;
	if (!name)
	  continue;
	tree &decl = declarations->get_or_insert (name);
	if (!decl)
	  decl = cuf_keep (device_declaration (fn, name));
	cuf_undo_later (new callee_change (node, call, decl));
      }
}
