/* Texts that say how a kernel takes its arguments.
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
#include "gfortran.h"
#include "trans.h"
#include "trans-types.h"
#include "cuf-lower.h"

/* Such a text has for each argument a letter of libgcuf/abi/gcuf-arguments.def, and
   the bytes of what is passed by value behind it.  */

/* The letter of an argument whose type is TYPE.  */

static char
letter_of (const_tree type)
{
  switch (TREE_CODE (type))
    {
    case POINTER_TYPE:
    case REFERENCE_TYPE:
      type = TREE_TYPE (type);
      return (GFC_DESCRIPTOR_TYPE_P (type) || POINTER_TYPE_P (type)
	      ? GCUF_ARGUMENT_DESCRIPTOR : GCUF_ARGUMENT_DATA);
    case INTEGER_TYPE:
      if (TYPE_STRING_FLAG (type))
	return GCUF_ARGUMENT_CHARACTER;
      return (TYPE_UNSIGNED (type) ? GCUF_ARGUMENT_UNSIGNED
	      : GCUF_ARGUMENT_INTEGER);
    case BOOLEAN_TYPE:
      return GCUF_ARGUMENT_LOGICAL;
    case REAL_TYPE:
      return GCUF_ARGUMENT_REAL;
    case COMPLEX_TYPE:
      return GCUF_ARGUMENT_COMPLEX;
    case ARRAY_TYPE:
      return GCUF_ARGUMENT_CHARACTER;
    default:
      return GCUF_ARGUMENT_DERIVED;
    }
}

/* TEXT, which is freed, with what there is to say of an argument of TYPE.  */

static char *
add_argument (char *text, const_tree type)
{
  char letter = letter_of (type);
  char *longer = (POINTER_TYPE_P (type)
		  ? xasprintf ("%s%c", text, letter)
		  : xasprintf ("%s%c%u", text, letter,
			       (unsigned) int_size_in_bytes (type)));
  free (text);
  return longer;
}

/* True if PARM is an argument of the program's, and not the length of characters,
   which is always one.  */

static bool
program_argument_p (const_tree parm)
{
  return !DECL_ARTIFICIAL (parm) || !INTEGRAL_TYPE_P (TREE_TYPE (parm));
}

/* The text of the kernel with the body FNDECL, to be freed.  */

char *
cuf_arguments_of_body (tree fndecl)
{
  char *text = xstrdup ("");
  for (tree parm = DECL_ARGUMENTS (fndecl); parm; parm = DECL_CHAIN (parm))
    if (program_argument_p (parm))
      text = add_argument (text, TREE_TYPE (parm));
  return text;
}

/* The same of the kernel SYM, of which a launch has made the interface.  */

char *
cuf_arguments_of_interface (gfc_symbol *sym)
{
  char *text = xstrdup ("");
  for (gfc_formal_arglist *f = gfc_sym_get_dummy_args (sym); f; f = f->next)
    text = add_argument (text, f->sym->attr.value ? gfc_sym_type (f->sym)
						  : ptr_type_node);
  return text;
}
