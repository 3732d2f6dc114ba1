/* The names of module cudadevice, which device code knows without a USE
   statement.
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
#include "gfortran.h"
#include "diagnostic.h"
#include "spellcheck.h"
#include "match.h"
#include "parse.h"
#include "cuf-compat.h"

#define PREDEFINED_MODULE "cudadevice"

/* A namespace that uses the module as a whole, null as long as no device code
   has been seen.  A procedure that needs one of its names gets a symtree for
   the symbol here, as an IMPORT statement would make it, so the module is read
   once for a file.  It lives as long as the compiler runs.  */
static gfc_namespace *predefined_ns;

/* The namespace of the procedure that NS is in: NS itself, or that around its
   BLOCK constructs.  Null if there is none.  */

static gfc_namespace *
procedure_ns (gfc_namespace *ns)
{
  while (ns && !(ns->proc_name && ns->proc_name->attr.flavor == FL_PROCEDURE))
    ns = ns->parent;
  return ns;
}

/* True if NS is in a procedure that is compiled for the device, or in a
   procedure contained in one.  */

bool
cuf_in_device_code_p (gfc_namespace *ns)
{
  for (ns = procedure_ns (ns); ns; ns = procedure_ns (ns->parent))
    if (cuf_device_code_p (&ns->proc_name->attr))
      return true;
  return false;
}

/* True while the module itself, or a submodule of it, is compiled.  */

static bool
in_predefined_module_p (void)
{
  const size_t len = strlen (PREDEFINED_MODULE);

  for (gfc_state_data *s = gfc_state_stack; s; s = s->previous)
    if ((s->state == COMP_MODULE || s->state == COMP_SUBMODULE) && s->sym
	&& strncmp (s->sym->name, PREDEFINED_MODULE, len) == 0
	&& (s->sym->name[len] == '\0' || s->sym->name[len] == '.'))
      return true;
  return false;
}

/* Read intrinsic module NAME into the current namespace, as if by a USE
   statement here.  */

static void
use_intrinsic_module (const char *name)
{
  gfc_use_list module;
  int warn = warn_use_without_only;

  memset (&module, 0, sizeof module);
  module.module_name = gfc_get_string ("%s", name);
  module.intrinsic = true;
  module.where = gfc_current_locus;

  /* There is no statement to warn about.  */
  warn_use_without_only = 0;
  cuf_use_module (&module);
  warn_use_without_only = warn;
}

/* Read the module, where symbols can be committed.  BUFFERED says whether
   errors are buffered there.  */

static void
read_module (bool buffered)
{
  gfc_namespace *old_ns = gfc_current_ns;
  gfc_error_buffer old_error;
  bool no_warnings = cuf_inhibit_warnings;

  gcc_assert (!predefined_ns);
  predefined_ns = gfc_get_namespace (NULL, 0);
  gfc_symbol *module = gfc_new_symbol (PREDEFINED_MODULE, predefined_ns);
  module->attr.flavor = FL_MODULE;
  module->refs++;
  predefined_ns->proc_name = module;

  gfc_push_error (&old_error);
  gfc_buffer_error (false);
  cuf_inhibit_warnings = true;
  gfc_current_ns = predefined_ns;
  use_intrinsic_module (PREDEFINED_MODULE);
  gfc_commit_symbols ();
  gfc_resolve (predefined_ns);
  cuf_inhibit_warnings = no_warnings;
  gfc_current_ns = old_ns;
  gfc_buffer_error (buffered);
  gfc_pop_error (&old_error);
}

/* Called between statements: have the module ready if device code follows.  */

void
cuf_load_predefined (void)
{
  if (!predefined_ns && cuf_in_device_code_p (gfc_current_ns)
      && !in_predefined_module_p ())
    read_module (true);
}

/* Return the procedure of the module that is called NAME, if there is one, whether
   device code has been seen or not: of a generic one a specific procedure.  Called
   when all has been parsed, for messages.  */

const gfc_symbol *
cuf_predefined_procedure (const char *name)
{
  if (!predefined_ns && !in_predefined_module_p ())
    read_module (false);
  gfc_symtree *st = (predefined_ns
		     ? gfc_find_symtree (predefined_ns->sym_root, name) : NULL);
  if (!st || st->n.sym->attr.flavor != FL_PROCEDURE)
    return NULL;
  return st->n.sym->generic ? st->n.sym->generic->sym : st->n.sym;
}

/* Have BEST consider the names of ST and what is below it.  */

static void
consider_names (const gfc_symtree *st,
		best_match<const char *, const char *> *best)
{
  if (!st)
    return;
  consider_names (st->left, best);
  best->consider (st->name);
  consider_names (st->right, best);
}

/* Return the predefined name that NAME may be meant to be, null if none is
   close.  */

const char *
cuf_closest_predefined (const char *name)
{
  best_match<const char *, const char *> best (name);
  if (predefined_ns)
    consider_names (predefined_ns->sym_root, &best);
  return best.get_best_meaningful_candidate ();
}

/* Let NS know the predefined symbol called NAME, if there is one.  */

static void
import (gfc_namespace *ns, const char *name)
{
  gcc_checking_assert (predefined_ns && cuf_in_device_code_p (ns));
  gfc_symtree *from = gfc_find_symtree (predefined_ns->sym_root, name);
  if (from == NULL || gfc_find_symtree (ns->sym_root, name))
    return;

  gfc_symtree *st = gfc_new_symtree (&ns->sym_root, name);
  st->n.sym = from->n.sym;
  st->n.sym->refs++;
  st->n.sym->attr.imported = 1;
}

/* ST has been found under NAME in device code.  True if it is a variable of
   the host that is known here by association and hides a predefined variable:
   programs keep their launch configurations in `blockdim' and `griddim'.  As
   device code cannot use it, the predefined one is meant.  */

static bool
hides_predefined_p (const gfc_symtree *st, const char *name)
{
  const symbol_attribute *attr = &st->n.sym->attr;
  gfc_symtree *from = gfc_find_symtree (predefined_ns->sym_root, name);
  return from && from->n.sym->attr.flavor != FL_PROCEDURE
	 && from->n.sym != st->n.sym
	 && (attr->flavor == FL_VARIABLE || attr->flavor == FL_UNKNOWN)
	 && attr->cuf_memory == CUF_MEM_NONE
	 && (attr->use_assoc
	     ? strcmp (st->n.sym->module, PREDEFINED_MODULE) != 0
	     : !cuf_in_device_code_p (st->n.sym->ns));
}

/* Let NAME be the predefined symbol in NS, where ST is what it has been.  */

static void
uncover (gfc_namespace *ns, gfc_symtree *st, const char *name)
{
  if (gfc_find_symtree (ns->sym_root, name) != st)
    {
      import (ns, name);
      return;
    }
  gfc_symbol *hidden = st->n.sym;
  st->n.sym = gfc_find_symtree (predefined_ns->sym_root, name)->n.sym;
  st->n.sym->refs++;
  gfc_release_symbol (hidden);
}

/* NAME is about to be looked up, and that in the hosts, too, if HOSTS: if this
   is device code and the program has no such name, the module may have.  */

void
cuf_import_predefined (const char *name, bool hosts)
{
  gfc_symtree *st;

  if (!hosts || predefined_ns == NULL || !cuf_in_device_code_p (gfc_current_ns)
      || gfc_find_sym_tree (name, NULL, 1, &st))
    return;
  if (st)
    {
      if (hides_predefined_p (st, name))
	uncover (procedure_ns (gfc_current_ns), st, name);
      return;
    }

  /* A derived type is under its name with a capital letter; the other is the
     generic name of its constructor.  */
  gfc_namespace *ns = procedure_ns (gfc_current_ns);
  import (ns, name);
  import (ns, gfc_dt_upper_string (name));
}

/* The same where a value is to be matched.  If NAME is one that is known only
   with what follows it, match that into *RESULT and return true.  */

bool
cuf_match_predefined (const char *name, gfc_expr **result)
{
  if (cuf_match_int_ptr_kind (name, result))
    return true;
  cuf_import_predefined (name);
  return false;
}

/* The implicit type of a name that begins with LETTER: none if that is an
   underscore in CUDA Fortran.  Null if gfortran knows.  */

gfc_typespec *
cuf_no_type (char letter)
{
  static gfc_typespec none;

  if (letter != '_' || !cuf_dialect_p ())
    return NULL;
  gfc_clear_ts (&none);
  return &none;
}

/* SYM, a procedure contained in the host of the procedure that ST belongs to,
   has come after that procedure.  If ST was taken for a predefined name, it
   turns out to be SYM.  */

bool
cuf_replace_predefined (gfc_symtree *st, gfc_symbol *sym)
{
  gfc_symbol *old = st->n.sym;

  if (predefined_ns == NULL || old->ns != predefined_ns)
    return false;

  st->n.sym = sym;
  sym->refs++;
  gfc_release_symbol (old);
  return true;
}

/* *GSYM is what the front end has found with the binding label of SYM, null if
   there is none.  It ignores case, but the tree that it looks in is sorted by
   it, and the labels of the predefined procedures begin with underscores, which
   are between the capital and the small letters: the label may be there.  */

void
cuf_find_binding_label (const gfc_symbol *sym, gfc_gsymbol **gsym)
{
  if (!*gsym && predefined_ns)
    *gsym = gfc_find_gsymbol (gfc_gsym_root, sym->binding_label);
}
