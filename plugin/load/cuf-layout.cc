/* Whether the compiler has the data structures that the plugin knows.
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

/* The front end shares the data structures of all of the compiler.  Within a
   series distributions publish new compilers in which they are the same, and
   seldom one in which they are not.  So their sizes here, as the headers have
   them that the front end was made with, are compared with those in the running
   compiler: what its functions say of trees and statements, and what its symbol
   table says of its variables, some of which have a member for each option,
   target hook, built-in function or internal function that there is.  */

#include "gcc-plugin.h"
#include "system.h"
#include "coretypes.h"
#include "tree.h"
#include "gimple.h"
#include "internal-fn.h"
#include "target.h"
#include "options.h"
#include "diagnostic-core.h"
#include "cuf-layout.h"
#include <dlfcn.h>
#include <link.h>

/* A node of each structure that differs in size from the others.  */
static const struct
{
  tree_code code;
  size_t size;
} trees[] = {
  { TREE_LIST, sizeof (struct tree_list) },
  { BLOCK, sizeof (struct tree_block) },
  { SSA_NAME, sizeof (struct tree_ssa_name) },
  { CONSTRUCTOR, sizeof (struct tree_constructor) },
  { STATEMENT_LIST, sizeof (struct tree_statement_list) },
  { OPTIMIZATION_NODE, sizeof (struct tree_optimization_option) },
  { TARGET_OPTION_NODE, sizeof (struct tree_target_option) },
  { REAL_CST, sizeof (struct tree_real_cst) },
  { COMPLEX_CST, sizeof (struct tree_complex) },
  { RECORD_TYPE, sizeof (struct tree_type_non_common) },
  { FIELD_DECL, sizeof (struct tree_field_decl) },
  { PARM_DECL, sizeof (struct tree_parm_decl) },
  { RESULT_DECL, sizeof (struct tree_result_decl) },
  { LABEL_DECL, sizeof (struct tree_label_decl) },
  { CONST_DECL, sizeof (struct tree_const_decl) },
  { TYPE_DECL, sizeof (struct tree_type_decl) },
  { VAR_DECL, sizeof (struct tree_var_decl) },
  { FUNCTION_DECL, sizeof (struct tree_function_decl) },
  { PLUS_EXPR, sizeof (struct tree_exp) + sizeof (tree) },
};

/* Statements, with one operand where they have operands.  */
static const struct
{
  enum gimple_code code;
  size_t size;
} statements[] = {
  { GIMPLE_ASSIGN, sizeof (gassign) },
  { GIMPLE_CALL, sizeof (gcall) },
  { GIMPLE_COND, sizeof (gcond) },
  { GIMPLE_SWITCH, sizeof (gswitch) },
  { GIMPLE_LABEL, sizeof (glabel) },
  { GIMPLE_RETURN, sizeof (greturn) },
  { GIMPLE_ASM, sizeof (gasm) },
  { GIMPLE_PHI, sizeof (gphi) },
  { GIMPLE_BIND, sizeof (gbind) },
  { GIMPLE_TRY, sizeof (gtry) },
  { GIMPLE_OMP_FOR, sizeof (gomp_for) },
  { GIMPLE_OMP_TARGET, sizeof (gomp_target) },
};

/* Variables of the compiler.  */
static const struct
{
  const char *name;
  const void *address;
  size_t size;
} variables[] = {
  { "global_options", &global_options, sizeof global_options },
  { "targetm", &targetm, sizeof targetm },
  { "global_trees", global_trees, sizeof global_trees },
  { "integer_types", integer_types, sizeof integer_types },
  { "builtin_info", builtin_info, sizeof builtin_info },
  { "internal_fn_name_array", internal_fn_name_array,
    (IFN_LAST + 1) * sizeof *internal_fn_name_array },
};

/* The size of the variable at ADDRESS by the symbol table that it is in, or
   zero if there is none.  */

static size_t
size_of_variable (const void *address)
{
  Dl_info info;
  void *symbol = NULL;
  if (!dladdr1 (address, &info, &symbol, RTLD_DL_SYMENT) || !symbol
      || info.dli_saddr != address)
    return 0;
  return static_cast<const ElfW (Sym) *> (symbol)->st_size;
}

/* True if NAME has as many bytes HERE as in the PLUGIN; else say so.  */

static bool
same_size_p (const char *plugin, const char *name, size_t ours, size_t here)
{
  if (ours == here)
    return true;
  error ("plugin %qs was built for a compiler with other data structures",
	 plugin);
  inform (UNKNOWN_LOCATION, "%qs has %lu bytes here, and %lu in the plugin: "
	  "configure, build and install it again", name, (unsigned long) here,
	  (unsigned long) ours);
  return false;
}

/* True if the running compiler's data structures are those of the PLUGIN, as far
   as can be seen; else say what differs.  */

bool
cuf_same_layout_p (const char *plugin)
{
  for (const auto &v : variables)
    if (!same_size_p (plugin, v.name, v.size, size_of_variable (v.address)))
      return false;
  for (const auto &t : trees)
    if (!same_size_p (plugin, get_tree_code_name (t.code), t.size,
		      tree_code_size (t.code)))
      return false;
  for (const auto &s : statements)
    if (!same_size_p (plugin, gimple_code_name[s.code], s.size,
		      gimple_size (s.code, 1)))
      return false;
  return true;
}
