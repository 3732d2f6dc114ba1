/* Line counts of device code for gcov.
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
#include "tree-pass.h"
#include "cgraph.h"
#include "stringpool.h"
#include "attribs.h"
#include "context.h"
#include "options.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* Device code runs on the host in functions that are made of it, and gcov passes
   over the lines of what it takes for made by the compiler alone.  With options
   that count what is run, or use such numbers, these functions are to be the
   program's; what is the device's alone, which is not run in such a program,
   would show its lines once more, as never reached.  */

static unsigned
choose_counted (void)
{
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (cuf_device_only_p (node))
      DECL_ATTRIBUTES (node->decl)
	= tree_cons (get_identifier ("no_profile_instrument_function"),
		     NULL_TREE, DECL_ATTRIBUTES (node->decl));
    else if (node->offloadable || cuf_block_function_p (node->decl)
	     || lookup_attribute (CUF_RUN_ATTRIBUTE,
				  DECL_ATTRIBUTES (node->decl)))
      DECL_ARTIFICIAL (node->decl) = 0;
  return 0;
}

/* --- The pass ------------------------------------------------------------ */

static const pass_data coverage_pass_data = {
  SIMPLE_IPA_PASS, "cufcoverage", OPTGROUP_NONE, TV_NONE, PROP_ssa, 0, 0, 0, 0
};

class coverage_pass : public simple_ipa_opt_pass
{
public:
  coverage_pass (gcc::context *ctxt)
    : simple_ipa_opt_pass (coverage_pass_data, ctxt) {}
  bool gate (function *)
  {
    return ((flag_test_coverage || profile_arc_flag || flag_branch_probabilities)
	    && cuf_any_offloaded_p ());
  }
  unsigned execute (function *) { return choose_counted (); }
};

/* The pass that does so.  */

opt_pass *
cuf_make_coverage_pass (void)
{
  return new coverage_pass (g);
}
