/* What sources for nvfortran rely on and gfortran does not take by default.
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
#include "options.h"
#include "opts.h"
#include "toplev.h"
#include "gfortran.h"
#include "constructor.h"
#include "match.h"
#include "parse.h"
#include "cpplib.h"
#include "cuf-check.h"
#include "cuf-install.h"

bool cuf_off;

/* Every file is CUDA Fortran, or this one by its name.  */
static bool source_p;

/* The name of the file is known.  SOURCES says which are CUDA Fortran.  */

void
cuf_set_sources (int sources)
{
  const char *suffix = (gfc_source_file
			? strrchr (lbasename (gfc_source_file), '.') : NULL);
  bool named = suffix && strcasecmp (suffix, ".cuf") == 0;

  source_p = named || sources == CUF_ALL;
  cuf_off = sources == CUF_NONE || (sources == CUF_BY_NAME && !named);
}

/* True if the file that is being compiled is CUDA Fortran as far as is known:
   by its name, by the command line, or by what has been read of it.  Another
   means what it means to gfortran.  */

bool
cuf_dialect_p (void)
{
  return !cuf_off && (cuf_seen || source_p);
}

/* What of STANDARDS a program is to be warned about when it runs: since GCC 15
   libgfortran takes a comma that is missing in a format for an error unless there
   is nothing.  */

int
cuf_warned_standards (int standards)
{
  bool lenient = cuf_dialect_p () && (gfc_option.allow_std & GFC_STD_LEGACY);
  return lenient ? 0 : standards;
}

/* WORD, at WHERE or, if that is null, here, makes the file one of CUDA Fortran.
   If it is not to be one, report that, once: what follows is read as if it
   were.  */

void
cuf_note_use (const char *word, const locus *where)
{
  cuf_seen = true;
  if (!cuf_off)
    return;
  gfc_error_now ("%qs at %L is CUDA Fortran, which is off in this file: compile "
		 "it with %<-cuda%>, or call it %<*.cuf%>", word,
		 where ? where : &gfc_current_locus);
  cuf_off = false;
}

/* Define what CUDA Fortran defines in files that PFILE preprocesses.  */

void
cuf_define_macros (struct cpp_reader *pfile)
{
  if (!cuf_off)
    cpp_define (pfile, "_CUDA=1");
}

/* True if what is wrong with an argument is to be reported at WHERE, which is
   null if a procedure is only tried: where any of those for assignment is, since
   GCC 13 gfortran reports unlimited polymorphic variables all the same.  Module
   cudafor has such procedures.  */

bool
cuf_reports_p (const locus *where)
{
  return where || !cuf_dialect_p ();
}

/* The command line is known as a whole: what it does not say of backslashes in
   strings, of calls of one external procedure with arguments of several types,
   of formats without widths, and of the length of lines in free form, is as
   nvfortran has it; only that there is no limit for lines, where nvfortran has
   1000 characters.  */

void
cuf_set_options (void)
{
  if (!cuf_dialect_p ())
    return;
  if (!OPTION_SET_P (flag_backslash))
    flag_backslash = 1;
  if (!OPTION_SET_P (flag_allow_argument_mismatch))
    flag_allow_argument_mismatch = 1;
  if (!OPTION_SET_P (flag_free_line_length))
    flag_free_line_length = 0;
  if (!OPTION_SET_P (flag_dec_format_defaults))
    flag_dec_format_defaults = 1;
}

/* Cray pointers are about to be matched: have them if this is CUDA Fortran, and
   the option does not say otherwise.  */

void
cuf_set_dialect (void)
{
  if (cuf_dialect_p () && !OPTION_SET_P (flag_cray_pointer))
    flag_cray_pointer = 1;
}

/* True if SYM is a Cray pointee in CUDA Fortran.  Elsewhere it stays what it is
   to gfortran, which gives it initial values and frees its components where the
   procedure begins and ends, whatever the pointer is then.  */

bool
cuf_pointee_p (const gfc_symbol *sym)
{
  return sym->attr.cray_pointee && cuf_dialect_p ();
}

/* The statement that SYM is from has been rejected.  If SYM is new, it is about
   to be released.  A procedure of a module lives on, for its own namespace knows
   it, too; its dummy arguments do not, and gfortran would look at them all the
   same.  */

void
cuf_forget_arguments (gfc_symbol *sym)
{
  if (sym->gfc_new && sym->refs > 1 && cuf_dialect_p ())
    {
      gfc_free_formal_arglist (sym->formal);
      sym->formal = NULL;
    }
}

/* True if SYM is a dummy argument of a kernel that an interface body with
   BIND(C) describes, and would have a C descriptor.  */

static bool
described_to_c_p (const gfc_symbol *sym)
{
  const gfc_symbol *proc = sym->attr.dummy ? sym->ns->proc_name : NULL;
  return proc && cuf_kernel_p (&proc->attr) && proc->attr.is_bind_c
	 && proc->attr.if_source == IFSRC_IFBODY && sym->as
	 && !sym->attr.allocatable && !sym->attr.pointer
	 && (sym->as->type == AS_ASSUMED_SHAPE
	     || sym->as->type == AS_ASSUMED_RANK);
}

/* SYM is a dummy argument for which described_to_c_p is true.  A kernel in C
   knows no descriptors: pass the address, as for an array of assumed size.  */

static void
pass_address_alone (gfc_symbol *sym)
{
  gfc_array_spec *as = sym->as;
  if (as->type == AS_ASSUMED_RANK)
    as->rank = 1;
  for (int i = 0; i < as->rank; i++)
    {
      if (!as->lower[i])
	as->lower[i] = gfc_get_int_expr (gfc_default_integer_kind, NULL, 1);
      if (i < as->rank - 1)
	as->upper[i] = gfc_get_int_expr (gfc_default_integer_kind, NULL, 1);
    }
  as->type = AS_ASSUMED_SIZE;
  sym->attr.contiguous = 0;
}

/* Drop attributes of SYM that say nothing where they stand, but for which the
   standard has no place there, and shapes that cannot be passed.  */

void
cuf_adapt_attributes (gfc_symbol *sym)
{
  symbol_attribute *attr = &sym->attr;
  if (!cuf_dialect_p ())
    return;

  if (attr->contiguous && sym->as && !attr->pointer
      && (sym->as->type == AS_EXPLICIT || sym->as->type == AS_ASSUMED_SIZE))
    {
      gfc_warning (OPT_Wpedantic, "CONTIGUOUS attribute of %qs at %L is an "
		   "extension: its shape makes it contiguous", sym->name,
		   &sym->declared_at);
      attr->contiguous = 0;
    }
  if (attr->value && !attr->dummy && attr->flavor == FL_VARIABLE
      && cuf_in_device_code_p (sym->ns))
    {
      gfc_warning (OPT_Wpedantic, "VALUE attribute of %qs at %L, which is not "
		   "a dummy argument, is an extension", sym->name,
		   &sym->declared_at);
      attr->value = 0;
    }
  if (described_to_c_p (sym))
    pass_address_alone (sym);
}

/* M is what came of matching an argument list behind SYM, a function.  Those of
   module cudafor are called without one by existing programs.  */

match
cuf_match_no_arguments (const gfc_symbol *sym, match m)
{
  if (m != MATCH_NO || !cuf_runtime_routine_p (sym))
    return m;
  gfc_warning (OPT_Wpedantic, "Reference to function %qs at %C without "
	       "parentheses is an extension", sym->name);
  return MATCH_YES;
}

/* A variable for a result that is not used.  */

static gfc_expr *
unused_result (void)
{
  gfc_symtree *st = gfc_get_unique_symtree (gfc_current_ns);
  gfc_symbol *sym = gfc_new_symbol ("status", gfc_current_ns);

  st->n.sym = sym;
  sym->refs++;
  sym->ts.type = BT_INTEGER;
  sym->ts.kind = gfc_default_integer_kind;
  sym->attr.flavor = FL_VARIABLE;
  sym->attr.artificial = 1;
  gfc_set_sym_referenced (sym);
  gfc_commit_symbol (sym);

  gfc_expr *e = gfc_get_variable_expr (st);
  e->where = gfc_current_locus;
  return e;
}

/* Match the rest of a CALL statement that names ST, if that is a function of
   module cudafor: some have been subroutines, and a program may not want to know
   their status.  */

match
cuf_match_called_function (gfc_symtree *st)
{
  gfc_actual_arglist *args = NULL;
  gfc_symbol *sym = st->n.sym;

  if (!cuf_dialect_p () || !sym->attr.function || sym->attr.subroutine
      || !cuf_runtime_routine_p (sym))
    return MATCH_NO;
  locus where = gfc_current_locus;
  if (gfc_match_eos () != MATCH_YES)
    {
      match m = gfc_match_actual_arglist (0, &args);
      if (m == MATCH_YES)
	m = gfc_match_eos ();
      if (m != MATCH_YES)
	{
	  gfc_free_actual_arglist (args);
	  gfc_syntax_error (ST_CALL);
	  return MATCH_ERROR;
	}
    }
  gfc_warning (OPT_Wpedantic, "Call of function %qs at %L is an extension: its "
	       "result is discarded", sym->name, &where);
  gfc_set_sym_referenced (sym);

  gfc_expr *f = gfc_get_expr ();
  f->expr_type = EXPR_FUNCTION;
  f->symtree = st;
  f->value.function.actual = args;
  f->where = where;
  new_st.op = EXEC_ASSIGN;
  new_st.expr1 = unused_result ();
  new_st.expr2 = f;
  return MATCH_YES;
}

/* Make the integer *E a logical value: whether it is not zero.  */

static void
compare_with_zero (gfc_expr **e)
{
  gfc_expr *op = gfc_get_expr ();

  op->expr_type = EXPR_OP;
  op->where = (*e)->where;
  op->value.op.op = INTRINSIC_NE;
  op->value.op.op1 = *e;
  op->value.op.op2 = gfc_get_int_expr ((*e)->ts.kind, &op->where, 0);
  gfc_resolve_expr (op);
  *e = op;
}

/* *E is a condition, without errors if RESOLVED.  It may be an integer.  */

void
cuf_adapt_condition (gfc_expr **e, bool resolved)
{
  if (resolved && *e && (*e)->ts.type == BT_INTEGER && cuf_dialect_p ())
    compare_with_zero (e);
}

/* The logical operator that does what OP does to numbers, or OP.  */

static gfc_intrinsic_op
logical_operator (gfc_intrinsic_op op)
{
  switch (op)
    {
    case INTRINSIC_EQ:
    case INTRINSIC_EQ_OS:
      return INTRINSIC_EQV;
    case INTRINSIC_NE:
    case INTRINSIC_NE_OS:
      return INTRINSIC_NEQV;
    default:
      return op;
    }
}

/* The operands of E, an operation, are without errors if RESOLVED: give BOZ
   constants a type, compare logical values as such, and of a logical and an
   integer operand of a logical operator make two logical ones.  */

void
cuf_adapt_operator (gfc_expr *e, bool resolved)
{
  gfc_expr **op1 = &e->value.op.op1, **op2 = &e->value.op.op2;

  if (!resolved || !*op1 || !cuf_dialect_p ())
    return;
  cuf_adapt_boz_operands (*op1, *op2);
  if (!*op2)
    return;

  bool l1 = (*op1)->ts.type == BT_LOGICAL, l2 = (*op2)->ts.type == BT_LOGICAL;
  if (l1 && l2)
    e->value.op.op = logical_operator (e->value.op.op);
  else if (IN_RANGE (e->value.op.op, INTRINSIC_AND, INTRINSIC_NEQV))
    {
      if (l1 && (*op2)->ts.type == BT_INTEGER)
	compare_with_zero (op2);
      else if (l2 && (*op1)->ts.type == BT_INTEGER)
	compare_with_zero (op1);
    }
}

/* True if a logical operator may have the operands OP1 and OP2, which is null
   if it has one, because one of them is an integer: what gfortran does with
   -fdec.  If the other is logical cuf_adapt_operator has made this one logical,
   too.  */

bool
cuf_bitwise_p (const gfc_expr *op1, const gfc_expr *op2)
{
  return ((op1->ts.type == BT_INTEGER || (op2 && op2->ts.type == BT_INTEGER))
	  && cuf_dialect_p ());
}

/* Names of modules that are known only where a USE statement names them: elsewhere
   they would be in the way of what a program, or another module, calls so.  Module
   curand_device has functions of those names that module curand has for itself
   and for a constant.  */

static const struct
{
  const char *module, *name;
}
names_by_name[] =
{
  { "cudafor", "int_ptr_kind" },
  { "curand", "curand" },
  { "curand", "curand_poisson" }
};

/* Such names of our module libm: those of intrinsic procedures, and what variables
   are called, too.  */
static const char *const libm_names_by_name[] = {
  "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cos", "cosh",
  "erf", "erfc", "exp", "hypot", "j0", "j1", "jn", "lgamma", "log", "log10",
  "sin", "sinh", "sqrt", "tan", "tanh", "y0", "y1", "yn"
};

/* Whether the module that is being read is an intrinsic one.  */
static bool intrinsic_module_p;

/* A module is about to be read, or, if INTRINSIC, the file of an intrinsic one has
   been opened.  */

void
cuf_note_module (bool intrinsic)
{
  intrinsic_module_p = intrinsic;
}

/* True if NAME of MODULE is one of these.  */

bool
cuf_only_by_name_p (const char *module, const char *name)
{
  if (intrinsic_module_p && strcmp (module, "libm") == 0)
    for (const char *n : libm_names_by_name)
      if (strcmp (name, n) == 0)
	return true;
  for (const auto &n : names_by_name)
    if (strcmp (name, n.name) == 0 && strcmp (module, n.module) == 0)
      return true;
  return false;
}

/* The function reference E is in a constant expression.  If it has become one of a
   function of module libm with the name of an intrinsic function, let it be that
   of the latter.  True if E has a value then.  */

bool
cuf_take_intrinsic (gfc_expr *e)
{
  const gfc_symbol *specific = e->value.function.esym;

  if (!specific || !e->symtree->n.sym->attr.generic
      || !cuf_from_module_p (specific, "libm")
      || !gfc_is_intrinsic (e->symtree->n.sym, 0, e->where))
    return false;
  e->value.function.esym = NULL;
  return (gfc_intrinsic_func_interface (e, 0) == MATCH_YES
	  && e->expr_type != EXPR_FUNCTION);
}

/* Match the rest of int_ptr_kind (), if that is NAME and nothing else of the
   program's is called so: the kind of integers that hold an address.  Module
   cudafor has it for lists of names.  */

bool
cuf_match_int_ptr_kind (const char *name, gfc_expr **result)
{
  locus start = gfc_current_locus;
  gfc_symtree *st;

  if (!cuf_dialect_p () || gfc_find_sym_tree (name, NULL, 1, &st))
    return false;
  if (strcmp (st ? st->n.sym->name : name, "int_ptr_kind") != 0
      || (st && !cuf_from_module_p (st->n.sym, "cudafor")))
    return false;
  if (gfc_match (" ( )") != MATCH_YES)
    {
      gfc_current_locus = start;
      return false;
    }
  *result = gfc_get_int_expr (gfc_default_integer_kind, &start,
			      gfc_index_integer_kind);
  return true;
}

/* Match NAME= of an OPEN statement, which is FILE=.  */

match
cuf_match_open_name (gfc_expr **file)
{
  gfc_expr *name;

  if (!cuf_dialect_p () || gfc_match (" name =") != MATCH_YES)
    return MATCH_NO;
  locus where = gfc_current_locus;
  match m = gfc_match_expr (&name);
  if (m == MATCH_NO)
    gfc_error ("Invalid value for NAME specification at %C");
  if (m != MATCH_YES)
    return MATCH_ERROR;
  if (*file)
    {
      gfc_error ("Duplicate FILE specification at %L: NAME is another name of "
		 "it", &where);
      gfc_free_expr (name);
      return MATCH_ERROR;
    }
  gfc_warning (OPT_Wpedantic, "NAME specification in OPEN statement at %L is "
	       "an extension: it stands for FILE", &where);
  *file = name;
  return MATCH_YES;
}

/* C_LOC is to take X, which has the attributes ATTR.  Let a variable that is
   neither a pointer nor a target be one.  */

void
cuf_adapt_target (const gfc_expr *x, symbol_attribute *attr)
{
  if (attr->pointer || attr->target || !cuf_dialect_p ()
      || x->expr_type != EXPR_VARIABLE
      || x->symtree->n.sym->attr.flavor != FL_VARIABLE)
    return;
  gfc_warning (OPT_Wpedantic, "Argument X at %L to C_LOC has neither the "
	       "POINTER nor the TARGET attribute, which is an extension",
	       &x->where);
  attr->target = 1;
}

/* A pointer of C_F_POINTER has the attributes ATTR.  Let it be an allocatable
   array in device memory.  */

void
cuf_adapt_device_array (symbol_attribute *attr)
{
  attr->pointer |= attr->allocatable && attr->cuf_memory == CUF_MEM_DEVICE;
}

/* E refers to C_LOC or C_FUNLOC.  The front end knows the type of their results
   only where module ISO_C_BINDING itself has been used, and takes it for any
   other where a module handed them on, as cudafor does.  */

void
cuf_resolve_address (gfc_expr *e)
{
  const gfc_symbol *function = e->symtree ? e->symtree->n.sym : NULL;

  if (function && function->ts.type == BT_DERIVED && cuf_dialect_p ())
    e->ts = function->ts;
}

/* SHAPE, of C_F_POINTER, may be a scalar if its pointer has one dimension: make
   an array of it.  */

void
cuf_adapt_shape (const gfc_expr *pointer, gfc_expr *shape)
{
  if (!shape || shape->rank != 0 || shape->ts.type != BT_INTEGER
      || pointer->rank != 1 || !cuf_dialect_p ())
    return;
  gfc_warning (OPT_Wpedantic, "Scalar SHAPE argument at %L to C_F_POINTER is "
	       "an extension", &shape->where);

  gfc_expr *array = gfc_get_array_expr (BT_INTEGER, shape->ts.kind,
					&shape->where);
  gfc_constructor_append_expr (&array->value.constructor,
			       gfc_copy_expr (shape), &shape->where);
  array->rank = 1;
  array->shape = gfc_get_shape (1);
  mpz_init_set_ui (array->shape[0], 1);
  gfc_replace_expr (shape, array);
}

/* True if the OpenACC directive that is being matched may stand in a pure
   procedure: regions in such procedures change nothing that the procedure could
   not change, as the rules for its statements see to it.  */

bool
cuf_takes_directive_in_pure (void)
{
  if (!cuf_dialect_p ())
    return false;
  gfc_warning (OPT_Wpedantic, "OpenACC directive in a PURE procedure at %C is an "
	       "extension");
  return true;
}

/* True if what is being parsed is in a region of the construct OP.  */

static bool
in_region_p (gfc_exec_op op)
{
  for (const gfc_state_data *s = gfc_state_stack; s; s = s->previous)
    if (s->state == COMP_OMP_STRUCTURED_BLOCK && s->head && s->head->op == op)
      return true;
  return false;
}

/* The statement ST follows the loop of the OpenACC directive LOOP.  Where it ends
   a region, and that directive is a combined one which has begun such a region,
   let it be the end of that: return what to take ST for.  */

gfc_statement
cuf_end_of_loop (gfc_statement loop, gfc_statement st)
{
  static const struct
  {
    gfc_statement loop, end, combined_end;
    gfc_exec_op region;
    const char *name;
  } ends[] = {
    { ST_OACC_PARALLEL_LOOP, ST_OACC_END_PARALLEL, ST_OACC_END_PARALLEL_LOOP,
      EXEC_OACC_PARALLEL, "PARALLEL" },
    { ST_OACC_KERNELS_LOOP, ST_OACC_END_KERNELS, ST_OACC_END_KERNELS_LOOP,
      EXEC_OACC_KERNELS, "KERNELS" },
    { ST_OACC_SERIAL_LOOP, ST_OACC_END_SERIAL, ST_OACC_END_SERIAL_LOOP,
      EXEC_OACC_SERIAL, "SERIAL" }
  };

  for (const auto &e : ends)
    if (loop == e.loop && st == e.end && cuf_dialect_p ()
	&& !in_region_p (e.region))
      {
	gfc_warning (0, "!$ACC END %s at %C is taken for !$ACC END %s LOOP",
		     e.name, e.name);
	return e.combined_end;
      }
  return st;
}
