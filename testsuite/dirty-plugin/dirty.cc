/* A plugin for GCC that fills local variables with rubbish.
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

#include "gcc-plugin.h"
#include "config.h"
#include "system.h"
#include "coretypes.h"
#include "backend.h"
#include "tree.h"
#include "stringpool.h"
#include "gimple.h"
#include "gimple-expr.h"
#include "gimple-iterator.h"
#include "tree-pass.h"
#include "cfghooks.h"
#include "context.h"
#include "attribs.h"
#include "fold-const.h"
#include "plugin-version.h"

/* -ftrivial-auto-var-init=pattern does this for C, and nothing for Fortran: it
   acts where a declaration is gimplified, and gfortran has no statements that
   declare.  So this inserts the same at the beginning of each function that is
   not for the device: everything in memory, such as array descriptors, is what
   the option makes of it.  */

int plugin_is_GPL_compatible;

/* True if VAR, a local variable, gets rubbish.  */

static bool
soiled_p (tree var)
{
  return (VAR_P (var) && !TREE_STATIC (var) && !DECL_EXTERNAL (var)
	  && !DECL_HARD_REGISTER (var) && !DECL_HAS_VALUE_EXPR_P (var)
	  && !is_gimple_reg (var) && DECL_SIZE_UNIT (var)
	  && TREE_CODE (DECL_SIZE_UNIT (var)) == INTEGER_CST
	  && !integer_zerop (DECL_SIZE_UNIT (var)));
}

/* VAR = .DEFERRED_INIT (size, pattern, name).  */

static gimple *
soil (tree var)
{
  const char *name = (DECL_NAME (var) ? IDENTIFIER_POINTER (DECL_NAME (var))
		      : "unnamed");
  gcall *call
    = gimple_build_call_internal (IFN_DEFERRED_INIT, 3, DECL_SIZE_UNIT (var),
				  build_int_cst (integer_type_node,
						 AUTO_INIT_PATTERN),
				  build_string_literal (strlen (name) + 1,
							name));
  gimple_call_set_lhs (call, var);
  return call;
}

const pass_data dirty_pass_data =
{
  GIMPLE_PASS,
  "dirty",
  OPTGROUP_NONE,
  TV_NONE,
  PROP_cfg,
  0,
  0,
  0,
  0
};

class dirty_pass : public gimple_opt_pass
{
public:
  dirty_pass () : gimple_opt_pass (dirty_pass_data, g) {}

  unsigned int
  execute (function *fun) final override
  {
    /* Device code is compiled for the device from the same.  */
    if (lookup_attribute ("omp declare target",
			  DECL_ATTRIBUTES (fun->decl)))
      return 0;

    gimple_seq seq = NULL;
    tree var;
    unsigned i;
    FOR_EACH_LOCAL_DECL (fun, i, var)
      if (soiled_p (var))
	gimple_seq_add_stmt (&seq, soil (var));
    if (seq)
      gsi_insert_seq_on_edge_immediate
	(single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (fun)), seq);
    return 0;
  }
};

int
plugin_init (struct plugin_name_args *info, struct plugin_gcc_version *version)
{
  if (!plugin_default_version_check (version, &gcc_version))
    return 1;

  struct register_pass_info pass;
  pass.pass = new dirty_pass;
  pass.reference_pass_name = "cfg";
  pass.ref_pass_instance_number = 1;
  pass.pos_op = PASS_POS_INSERT_AFTER;
  register_callback (info->base_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &pass);
  return 0;
}
