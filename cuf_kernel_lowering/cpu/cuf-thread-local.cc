/* Shared variables on the host.
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
#include "cgraph.h"
#include "stringpool.h"
#include "attribs.h"
#include "gimple-iterator.h"
#include "varasm.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* A variable that the threads of a block share is, on the host, one of each
   host thread: a host thread runs a block at a time.  */

static void
share_by_host_thread (tree decl)
{
  gcc_assert (VAR_P (decl));
  SET_DECL_RTL (decl, NULL);
  set_decl_tls_model (decl, decl_default_tls_model (decl));
}

/* After streaming: let all shared variables be such.  */

void
cuf_share_by_host_thread (void)
{
  varpool_node *node;
  FOR_EACH_VARIABLE (node)
    if (node->offloadable
	&& lookup_attribute ("shared", DECL_ATTRIBUTES (node->decl)))
      share_by_host_thread (node->decl);
}

/* The addresses of shared variables are no longer constants.  */

static tree
recompute_address (tree *tp, int *walk_subtrees, void *)
{
  if (TREE_CODE (*tp) == ADDR_EXPR)
    {
      recompute_tree_invariant_for_addr_expr (*tp);
      *walk_subtrees = 0;
    }
  else if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return NULL_TREE;
}

/* After that: let the function of NODE, which is CFUN, know.  */

void
cuf_recompute_addresses (cgraph_node *)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      for (gphi_iterator gsi = gsi_start_phis (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	for (unsigned i = 0; i < gimple_phi_num_args (gsi.phi ()); i++)
	  walk_tree (gimple_phi_arg_def_ptr (gsi.phi (), i), recompute_address,
		     NULL, NULL);
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	for (unsigned i = 0; i < gimple_num_ops (gsi_stmt (gsi)); i++)
	  walk_tree (gimple_op_ptr (gsi_stmt (gsi), i), recompute_address, NULL,
		     NULL);
    }
}
