/* Calls of host procedures in procedures for both sides.
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
#include "stringpool.h"
#include "attribs.h"
#include "fold-const.h"
#include "gimple.h"
#include "ssa.h"
#include "gimple-iterator.h"
#include "cgraph.h"
#include "gfortran.h"
#include "trans.h"
#include "cuf-trans.h"
#include "cuf-lower.h"
#include "cuf-undo.h"

/* A procedure with attributes(host,device) may call one of the host's.  There is one
   body for both sides: in front of the call it ends device code that comes there,
   and the device's part of the unit does not have the call.  */

/* The attribute of what is declared for such calls.  */
#define HOST_ATTRIBUTE "cuf host procedure"

/* True if PROC is a procedure of the host's that is called in one for both
   sides.  */

static bool
host_call_p (const gfc_symbol *proc)
{
  if (!cuf_seen || !cuf_generating_device_code_p () || cuf_in_kernel_loop_p ())
    return false;
  const gfc_symbol *current = cuf_current_procedure ();
  const symbol_attribute *attr = &proc->attr;
  return (current && current->attr.cuf_proc & CUF_PROC_HOST
	  && attr->flavor == FL_PROCEDURE && !attr->proc_pointer && !attr->dummy
	  && !attr->intrinsic && attr->proc != PROC_INTRINSIC
	  && attr->proc != PROC_INTERNAL && !cuf_callable_on_device_p (proc));
}

/* PROC is about to be called in BLOCK: let device code end there if it is such a
   procedure.  */

void
cuf_stop_before_call (const gfc_symbol *proc, stmtblock_t *block)
{
  if (!host_call_p (proc))
    return;
  char *text = concat ("at the call of host procedure ", proc->name, NULL);
  tree call = build_call_expr (cuf_tree (CUF_FN_ON_DEVICE), 0);
  tree device = fold_build2 (NE_EXPR, boolean_type_node, call,
			     integer_zero_node);
  tree stop = cuf_error_stop (input_location, text);
  gfc_add_expr_to_block (block, build3_v (COND_EXPR, device, stop,
					  build_empty_stmt (input_location)));
  free (text);
}

/* What to call for FNDECL, the function of PROC: in such a call another declaration
   of it, which nothing is inlined by.  */

tree
cuf_host_target (tree fndecl, const gfc_symbol *proc)
{
  if (TREE_CODE (fndecl) != FUNCTION_DECL || !host_call_p (proc))
    return fndecl;
  tree host = build_fn_decl (cuf_symbol (fndecl), TREE_TYPE (fndecl));
  DECL_ATTRIBUTES (host) = tree_cons (get_identifier (HOST_ATTRIBUTE),
				      NULL_TREE, NULL_TREE);
  return host;
}

/* --- Before streaming ----------------------------------------------------- */

class host_call_change : public cuf_change
{
public:
  /* Take CALL, which the device does not come to, out of NODE's function.  */
  host_call_change (cgraph_node *node, gcall *call);
  void undo () final override;

private:
  gcall *m_call;	/* In its place.  */
  gimple *m_value;	/* What sets its result, or null.  */
  tree m_fn, m_type, m_lhs;
  auto_vec<tree> m_args;
};

host_call_change::host_call_change (cgraph_node *node, gcall *call)
  : cuf_change (node->decl), m_value (NULL),
    m_fn (cuf_keep_changed (gimple_call_fn (call))),
    m_type (cuf_keep_changed (gimple_call_fntype (call))),
    m_lhs (gimple_call_lhs (call))
{
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    m_args.safe_push (cuf_keep_changed (gimple_call_arg (call, i)));
  m_call = gimple_build_call (cuf_tree (CUF_FN_ON_DEVICE), 0);
  cuf_exchange_call (node, call, m_call);
  if (!m_lhs)
    return;
  cuf_keep_changed (m_lhs);
  if (TREE_CODE (m_lhs) == SSA_NAME)
    {
      m_value = gimple_build_assign (m_lhs, build_zero_cst (TREE_TYPE (m_lhs)));
      gimple_stmt_iterator gsi = gsi_for_stmt (m_call);
      gsi_insert_after (&gsi, m_value, GSI_SAME_STMT);
    }
}

void
host_call_change::undo ()
{
  if (m_value)
    {
      gimple_stmt_iterator gsi = gsi_for_stmt (m_value);
      gsi_remove (&gsi, true);
    }
  gcall *call = gimple_build_call_vec (m_fn, m_args);
  gimple_call_set_fntype (call, m_type);
  if (m_lhs)
    gimple_call_set_lhs (call, m_lhs);
  cuf_exchange_call (cgraph_node::get (function ()), m_call, call);
}

/* Before streaming: leave calls of host procedures out of NODE's function, which is
   CFUN.  */

void
cuf_leave_out_host_calls (cgraph_node *node)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); )
      {
	gcall *call = dyn_cast<gcall *> (gsi_stmt (gsi));
	gsi_next (&gsi);
	tree fn = call ? gimple_call_fndecl (call) : NULL_TREE;
	if (fn && lookup_attribute (HOST_ATTRIBUTE, DECL_ATTRIBUTES (fn)))
	  cuf_undo_later (new host_call_change (node, call));
      }
}
