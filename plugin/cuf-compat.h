/* What GCC calls by other names, or has in other places, in its series from 12
   on.
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

/* Our files are written as for GCC 12, but for what begins with `cuf' here.
   Nothing is included but GCC's version, so that this may be included anywhere
   behind coretypes.h; what a macro uses is for the includer.  */

#ifndef GCC_CUF_COMPAT_H
#define GCC_CUF_COMPAT_H

#include "bversion.h"

/* --- Diagnostics: diagnostic.h --------------------------------------------- */

/* Whether warnings are left out: an lvalue.  */
#if BUILDING_GCC_MAJOR >= 14
#define cuf_inhibit_warnings (global_dc->m_inhibit_warnings)
#else
#define cuf_inhibit_warnings (global_dc->dc_inhibit_warnings)
#endif

/* The functions that print what comes before and after a message in the format
   that is text: lvalues.  */
#if BUILDING_GCC_MAJOR >= 16
#define cuf_starter (diagnostics::text_starter (global_dc))
#define cuf_finalizer (diagnostics::text_finalizer (global_dc))
#elif BUILDING_GCC_MAJOR >= 15
#define cuf_starter (diagnostic_text_starter (global_dc))
#define cuf_finalizer (diagnostic_text_finalizer (global_dc))
#else
#define cuf_starter (diagnostic_starter (global_dc))
#define cuf_finalizer (diagnostic_finalizer (global_dc))
#endif

/* --- GIMPLE: tree-cfg.h, gimple-iterator.h --------------------------------- */

/* The last statement of a block that is none for debuggers.  */
#if BUILDING_GCC_MAJOR >= 14
#define last_stmt last_nondebug_stmt
#endif

/* Since GCC 14 gimple-fold.h, and since GCC 15 others, need gimple-iterator.h in
   front of them, which is harmless in all series.  */

/* --- Values: tree-ssanames.h, and since GCC 13 value-range.h ---------------- */

/* Let NAME, an SSA name of an integer type, be known to be from MIN to MAX.  */
#if BUILDING_GCC_MAJOR >= 13
#define cuf_set_range(NAME, MIN, MAX) \
  do { \
    tree cuf_type = TREE_TYPE (NAME); \
    int_range<1> cuf_range (cuf_type, \
			    wi::shwi (MIN, TYPE_PRECISION (cuf_type)), \
			    wi::shwi (MAX, TYPE_PRECISION (cuf_type))); \
    set_range_info (NAME, cuf_range); \
  } while (0)
#else
#define cuf_set_range(NAME, MIN, MAX) \
  set_range_info (NAME, VR_RANGE, \
		  wi::shwi (MIN, TYPE_PRECISION (TREE_TYPE (NAME))), \
		  wi::shwi (MAX, TYPE_PRECISION (TREE_TYPE (NAME))))
#endif

/* --- Vectors: target.h ------------------------------------------------------ */

/* True if the host can permute vectors of MODE as INDICES say.  */
#if BUILDING_GCC_MAJOR >= 13
#define cuf_can_permute(MODE, INDICES) \
  (targetm.vectorize.vec_perm_const \
   && targetm.vectorize.vec_perm_const (MODE, MODE, NULL, NULL, NULL, \
					INDICES))
#else
#define cuf_can_permute(MODE, INDICES) \
  (targetm.vectorize.vec_perm_const \
   && targetm.vectorize.vec_perm_const (MODE, NULL, NULL, NULL, \
					INDICES))
#endif

/* --- The front end: gfortran.h --------------------------------------------- */

/* The line of the source that the locus WHERE is in.  */
#if BUILDING_GCC_MAJOR >= 15
#define cuf_line(where) ((where).u.lb)
#else
#define cuf_line(where) ((where).lb)
#endif

/* True if TS is of the type UNSIGNED, which -funsigned allows.  */
#if BUILDING_GCC_MAJOR >= 15
#define cuf_unsigned_p(ts) ((ts)->type == BT_UNSIGNED)
#else
#define cuf_unsigned_p(ts) ((void) (ts), false)
#endif

/* The indices of the FORALL construct CODE.  */
#if BUILDING_GCC_MAJOR >= 15
#define cuf_forall_iterator(code) ((code)->ext.concur.forall_iterator)
#else
#define cuf_forall_iterator(code) ((code)->ext.forall_iterator)
#endif

/* The variables that the DO CONCURRENT construct CODE has the locality KIND
   for, LOCAL, LOCAL_INIT, SHARED or REDUCE.  */
#if BUILDING_GCC_MAJOR >= 15
#define cuf_locality(code, kind) ((code)->ext.concur.locality[LOCALITY_##kind])
#else
#define cuf_locality(code, kind) ((gfc_expr_list *) NULL)
#endif

/* What the item N of a MAP clause does.  */
#if BUILDING_GCC_MAJOR >= 14
#define cuf_map_op(n) ((n)->u.map.op)
#else
#define cuf_map_op(n) ((n)->u.map_op)
#endif

/* The member of gcc_options for the rules of complex arithmetic.  */
#if BUILDING_GCC_MAJOR >= 16
#define cuf_complex_rules x_flag_complex_method
#else
#define cuf_complex_rules x_flag_cx_limited_range
#endif

/* True if the compiler for nvptx takes no notice of what is read-only; until then
   it is in constant memory.  */
#define CUF_MARK_CONSTANTS (BUILDING_GCC_MAJOR >= 15)

/* True if a statement with code OP is a directive of OpenACC or OpenMP: in all
   series these are the last of enum gfc_exec_op, beginning with this one.  */
#define cuf_directive_p(OP) ((OP) >= EXEC_OACC_KERNELS_LOOP)

#endif
