/* What an object tells the runtime when the program starts.
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
#include "fold-const.h"
#include "tree-iterator.h"
#include "cgraph.h"
#include "options.h"
#include "toplev.h"
#include "file-prefix-map.h"
#include "gfortran.h"
#include "trans.h"
#include "cuf-trans.h"
#include "cuf-lower.h"

/* The records that this object defines, of variables and of kernels, kept by
   cuf_keep.  */
static vec<tree> variables, kernels;

/* RECORD is that of a variable which this object defines.  */

void
cuf_register_variable (tree record)
{
  gcc_checking_assert (TREE_TYPE (record) == cuf_tree (CUF_VARIABLE));
  variables.safe_push (cuf_keep (record));
}

/* RECORD is that of a kernel which this object defines.  */

void
cuf_register_kernel (tree record)
{
  gcc_checking_assert (TREE_TYPE (record) == cuf_tree (CUF_KERNEL));
  kernels.safe_push (cuf_keep (record));
}

/* STMT is to be done when the program starts, before anything is registered.  */

void
cuf_do_at_start (tree stmt)
{
  append_to_statement_list (stmt, &cuf_trees[CUF_AT_START]);
}

/* Append to BODY a call of FN with a table of RECORDS, which are released.  */

static void
append_registration (enum cuf_tree_index fn, vec<tree> *records, tree *body)
{
  if (records->is_empty ())
    return;

  vec<constructor_elt, va_gc> *elts = NULL;
  unsigned i;
  tree record;
  FOR_EACH_VEC_ELT (*records, i, record)
    CONSTRUCTOR_APPEND_ELT (elts, size_int (i), build_fold_addr_expr (record));
  tree type = build_array_type_nelts (ptr_type_node, records->length ());
  tree init = build_constructor (type, elts);
  TREE_CONSTANT (init) = TREE_STATIC (init) = 1;
  tree table = cuf_build_static (NULL, type, init, false);
  append_to_statement_list
    (build_call_expr (cuf_tree (fn), 2, build_fold_addr_expr (table),
		      size_int (records->length ())), body);
  records->release ();
}

/* Append to *BODY that the program is checked, and where reports find the source,
   if they are to name it as the command line does.  */

static void
append_check (tree *body)
{
  append_to_statement_list
    (build_call_expr (cuf_tree (CUF_FN_CHECK_PROGRAM), 0), body);
  if (!main_input_filename || IS_ABSOLUTE_PATH (main_input_filename))
    return;
  tree directory
    = cuf_string_address (remap_debug_filename (get_src_pwd ()));
  append_to_statement_list
    (build_call_expr (cuf_tree (CUF_FN_CHECK_DIRECTORY), 1, directory), body);
}

/* At the end of the translation unit: a constructor that tells the runtime
   what it must know before the program starts, and which variables and kernels
   this object defines.  */

void
cuf_finish_translation_unit (void)
{
  tree body = cuf_trees[CUF_AT_START];

  cuf_mark_code_options ();
  if (cuf_option_memory == CUF_MEM_UNIFIED || cuf_host_targets)
    append_to_statement_list
      (build_call_expr (cuf_tree (CUF_FN_REQUIRE_PAGEABLE), 1,
			build_fold_addr_expr (cuf_tree (CUF_DSO_HANDLE))),
       &body);
  if (cuf_check_p ())
    append_check (&body);
  append_registration (CUF_FN_REGISTER_VARIABLES, &variables, &body);
  append_registration (CUF_FN_REGISTER_KERNELS, &kernels, &body);
  if (body)
    cgraph_build_static_cdtor ('I', body, DEFAULT_INIT_PRIORITY);
}
