/* Names, where programs have others than the standard allows.
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
#include "match.h"
#include "parse.h"
#include "cuf-check.h"

/* NAME is about to be declared in NS.  If the module that NS is of is called so,
   too, let the name be free: the module is known by what its namespace is called
   after.  Return false if there is no such module.  */

static bool
free_module_name (gfc_namespace *ns, const char *name)
{
  gfc_symtree *st = ns ? gfc_find_symtree (ns->sym_root, name) : NULL;

  if (!st || st->n.sym != ns->proc_name || st->n.sym->attr.flavor != FL_MODULE
      || !cuf_dialect_p ())
    return false;
  st->n.sym = gfc_new_symbol (name, ns);
  st->n.sym->refs = 1;
  /* A PUBLIC statement may have come before.  */
  st->n.sym->attr.access = ns->proc_name->attr.access;
  return true;
}

/* A generic interface NAME is about to be declared.  */

void
cuf_free_module_name (const char *name)
{
  if (free_module_name (gfc_current_ns, name))
    gfc_warning (OPT_Wpedantic, "Generic interface %qs at %C with the name of "
		 "its module is an extension", name);
}

/* The procedure NAME is about to be declared, whose namespace is the current
   one.  */

void
cuf_free_procedure_name (const char *name)
{
  if (gfc_current_state () == COMP_CONTAINS
      && free_module_name (gfc_current_ns->parent, name))
    gfc_warning (OPT_Wpedantic, "Procedure %qs at %C with the name of its "
		 "module is an extension", name);
}

/* True if SYM is such an interface or procedure: it is not what is known by its
   name globally.  */

bool
cuf_module_name_p (const gfc_symbol *sym)
{
  const gfc_symbol *module = sym->ns ? sym->ns->proc_name : NULL;

  return ((sym->attr.generic || sym->attr.proc == PROC_MODULE) && module
	  && module->attr.flavor == FL_MODULE
	  && strcmp (sym->name, module->name) == 0);
}

/* True if USED, an item of a USE statement, is of MODULE and has its name.  */

bool
cuf_module_name_used_p (const gfc_use_rename *used, const char *module)
{
  if (strcmp (used->use_name, module) != 0 || !cuf_dialect_p ())
    return false;
  gfc_warning (OPT_Wpedantic, "Name %qs at %C, which is that of its module, is "
	       "an extension", module);
  return true;
}

/* USED is what NAME of a module is to be known by, or null; the USE statement
   has the list RENAMES.  Where that gives something else of the module the name
   USED, the other loses it.  */

const char *
cuf_used_name (const gfc_use_rename *renames, const char *name,
	       const char *used)
{
  if (!used || strcmp (used, name) != 0 || !cuf_dialect_p ())
    return used;
  for (; renames; renames = renames->next)
    if (renames->op == INTRINSIC_NONE
	&& strcmp (renames->local_name, used) == 0
	&& strcmp (renames->use_name, name) != 0)
      return NULL;
  return used;
}

/* An interface body may be that of the procedure that has it.  gfortran would
   take the one for the other: so the body gets a symbol of its own, which until
   the statement is accepted has a name that no program has.  */

#define OWN_INTERFACE_SUFFIX "@interface"

/* NAME is that of a procedure statement.  If it is such an interface body, set
   *SYM to the symbol for it and return true.  */

bool
cuf_own_interface (const char *name, gfc_symbol **sym)
{
  const gfc_namespace *host = gfc_current_ns->parent;

  if (gfc_current_state () != COMP_INTERFACE || !host || !host->proc_name
      || host->proc_name->attr.flavor != FL_PROCEDURE
      || strcmp (host->proc_name->name, name) != 0 || !cuf_dialect_p ())
    return false;
  return gfc_get_symbol (gfc_get_string ("%s" OWN_INTERFACE_SUFFIX, name),
			 gfc_current_ns->parent, sym) == 0;
}

/* The statement has been accepted, and declares SYM.  */

void
cuf_name_own_interface (gfc_symbol *sym)
{
  const char *suffix = strchr (sym->name, OWN_INTERFACE_SUFFIX[0]);

  if (suffix && strcmp (suffix, OWN_INTERFACE_SUFFIX) == 0)
    sym->name = gfc_get_string ("%.*s", int (suffix - sym->name), sym->name);
}

/* BODY is an interface body with the name of HOST, the procedure that has it.
   True if it has a symbol of its own.  */

bool
cuf_own_interface_p (const gfc_symbol *body, const gfc_symbol *host)
{
  return body != host && cuf_dialect_p ();
}

/* M is what came of matching attributes behind a type.  If there are none, a
   comma may be there all the same.  */

void
cuf_skip_comma (match m)
{
  if (m == MATCH_NO && cuf_dialect_p () && gfc_match_char (',') == MATCH_YES)
    gfc_warning (OPT_Wpedantic, "Comma before %C in a declaration without "
		 "attributes is an extension");
}

/* True if a derived type may be called NAME.  Inside gfortran such a name is
   told from others by its first letter.  */

bool
cuf_check_type_name (const char *name)
{
  if (name[0] != '_')
    return true;
  gfc_error ("Name %qs of a derived type at %C cannot begin with an underscore",
	     name);
  return false;
}

/* True if NAME, in small letters, is one that gfortran or the plugin gives to
   what it makes, or one without a letter or digit.  */

static bool
reserved_name_p (const char *name)
{
  static const char *const prefixes[] = {
    "__convert_", "__cuf_", "__def_init", "__gcuf_", "__internal_len", "__var_",
    "__vtab_", "__vtype_"
  };
  for (const char *prefix : prefixes)
    if (startswith (name, prefix))
      return true;
  return name[strspn (name, "_")] == '\0';
}

/* A name that begins with an underscore, which has just been read, is about to
   be matched: true if programs may have it.  */

bool
cuf_underscored_name_p (void)
{
  char name[GFC_MAX_SYMBOL_LEN + 1] = "_";
  locus old_loc = gfc_current_locus;
  size_t len = 1;

  if (!cuf_dialect_p ())
    return false;
  while (len < GFC_MAX_SYMBOL_LEN)
    {
      char c = gfc_next_ascii_char ();
      if (!ISALNUM (c) && c != '_')
	break;
      name[len++] = c;
    }
  name[len] = '\0';
  gfc_current_locus = old_loc;
  return !reserved_name_p (name);
}
