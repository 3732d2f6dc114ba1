/* Values that have not been set: what the files of these checks share.
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

#ifndef GCC_CUF_UNSET_H
#define GCC_CUF_UNSET_H

/* Scalars that may not be set, and the declarations that they are called by in
   reports, or null.  */
typedef hash_map<tree, tree> cuf_unset_names;

/* cuf-unset-names.cc: which they are.  */
bool cuf_flagged_type_p (tree);
bool cuf_elsewhere_p (tree);
bool cuf_unset_result_p (tree);
unsigned cuf_unset_parameters (tree);
unsigned cuf_parameter_number (tree);
tree cuf_passed_to (gimple *, tree);
void cuf_find_copies (tree, tree, cuf_unset_names *);
void cuf_find_unset (function *, cuf_unset_names *);
void cuf_find_loaded (function *, cuf_unset_names *, hash_set<tree> *);

/* cuf-unset-flags.cc: truth values that say so.  */
class cuf_unset_flags
{
public:
  cuf_unset_flags (function *, cuf_unset_names *, basic_block);
  tree of (tree);

private:
  tree join (gphi *, tree);
  tree copy (gimple *);
  tree choose (gimple_stmt_iterator *, gimple *);
  void take_parameters (void);
  tree parameter (tree);
  tree compute (tree);

  cuf_unset_names *names;
  basic_block beginning;	/* Where the function begins.  */
  tree parameters;		/* What the caller says of these.  */
  hash_map<tree, tree> flags;	/* Those that have been computed.  */
};

void cuf_pass_unset (function *, cuf_unset_flags *);

/* cuf-unset.cc: where they are used.  */

/* A statement that does something with such a scalar.  */
struct cuf_scalar_use
{
  gimple *stmt;
  tree name;
};

void cuf_find_uses (function *, cuf_unset_names *, vec<cuf_scalar_use> *);

/* cuf-carried.cc: scalars of kernel loops.  */
bool cuf_host_scalar_p (tree);
void cuf_check_carried (function *);

#endif
