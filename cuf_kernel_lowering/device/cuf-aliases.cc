/* Points-to analysis of device code at all levels of the host's.
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
#include "tree-pass.h"
#include "ssa.h"
#include "cgraph.h"
#include "tree-ssa-alias.h"
#include "context.h"
#include "options.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* The data of an allocatable array belong to it alone, which the analysis of what
   pointers point to sees if it knows the fields of descriptors apart.  That is
   said by a parameter, which is not among the options that a function has for
   itself: below -O2 there are no fields.  So where the analysis was made in that
   way, it is made again for functions of the device.  */

/* What the parameter is from -O2 on.  */
#define USUAL_FIELDS 100

static const pass_data aliases_pass_data = {
  GIMPLE_PASS, "cufaliases", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0,
  0, 0
};

class aliases_pass : public gimple_opt_pass
{
public:
  aliases_pass (gcc::context *ctxt)
    : gimple_opt_pass (aliases_pass_data, ctxt) {}

  bool gate (function *fn)
  {
    return flag_tree_pta && optimize >= 2
	   && param_max_fields_for_field_sensitive < USUAL_FIELDS
	   && !global_options_set.x_param_max_fields_for_field_sensitive
	   && cgraph_node::get (fn->decl)->offloadable;
  }

  unsigned execute (function *)
  {
    int fields = param_max_fields_for_field_sensitive;
    param_max_fields_for_field_sensitive = USUAL_FIELDS;
    unsigned todo = compute_may_aliases ();
    param_max_fields_for_field_sensitive = fields;
    return todo;
  }
};

/* The pass that does so, behind the analysis of the first optimizations.  */

opt_pass *
cuf_make_aliases_pass (void)
{
  return new aliases_pass (g);
}
