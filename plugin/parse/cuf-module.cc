/* The attributes of CUDA Fortran in modules.
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
#include "gfortran.h"

/* What a row is about.  */
enum attribute_kind
{
  MEMORY,
  PROC,
  IGNORE
};

/* All attributes.  */

static const struct attribute
{
  enum attribute_kind kind;
  unsigned value;		/* Of symbol_attribute, or the bit there.  */
}
attributes[] =
{
#define MEMORY_ROW(NAME, name) { MEMORY, CUF_MEM_##NAME },
#define PROC_ROW(NAME, name) { PROC, CUF_PROC_##NAME },
#define IGNORE_ROW(NAME, letter) { IGNORE, CUF_IGNORE_##NAME },
  CUF_MEMORIES (MEMORY_ROW)
  CUF_PROCS (PROC_ROW)
  CUF_IGNORES (IGNORE_ROW)
};

/* Their places in that table.  */

enum attribute_index
{
#define MEMORY_INDEX(NAME, name) MEMORY_##NAME,
#define PROC_INDEX(NAME, name) PROC_##NAME,
#define IGNORE_INDEX(NAME, letter) IGNORE_##NAME,
  CUF_MEMORIES (MEMORY_INDEX)
  CUF_PROCS (PROC_INDEX)
  CUF_IGNORES (IGNORE_INDEX)
  N_ATTRIBUTES
};

static_assert (ARRAY_SIZE (attributes) == N_ATTRIBUTES, "a row for each");

/* In a module each is a name, as gfortran's own attributes are.  */

static const mstring names[] =
{
#define MEMORY_NAME(NAME, name) minit ("CUF_" #NAME, MEMORY_##NAME),
#define PROC_NAME(NAME, name) minit ("CUF_PROC_" #NAME, PROC_##NAME),
#define IGNORE_NAME(NAME, letter) minit ("CUF_IGNORE_" #NAME, IGNORE_##NAME),
  CUF_MEMORIES (MEMORY_NAME)
  CUF_PROCS (PROC_NAME)
  CUF_IGNORES (IGNORE_NAME)
  minit (NULL, -1)
};

/* True if a module is to say that ATTR has the attribute A.  Sources for several
   compilers have IGNORE_TKR beside gfortran's own attribute, which says more:
   their modules stay what they are.  */

static bool
has_attribute_p (const symbol_attribute *attr, const attribute &a)
{
  switch (a.kind)
    {
    case MEMORY:
      return attr->cuf_memory == a.value;
    case PROC:
      return attr->cuf_proc & a.value;
    case IGNORE:
      return (attr->cuf_ignore & a.value
	      && !(attr->ext_attr & (1 << EXT_ATTR_NO_ARG_CHECK)));
    }
  gcc_unreachable ();
}

/* Write to a module the attributes of CUDA Fortran that ATTR has; WRITE is
   mio_name of module.cc.  */

void
cuf_write_attributes (const symbol_attribute *attr,
		      int (*write) (int, const mstring *))
{
  for (int i = 0; i < N_ATTRIBUTES; i++)
    if (has_attribute_p (attr, attributes[i]))
      write (i, names);
}

/* A module says that ATTR has the attribute NAME.  Return false if that is none
   of CUDA Fortran.  */

bool
cuf_read_attribute (symbol_attribute *attr, const char *name)
{
  int i = gfc_string2code (names, name);
  if (i < 0)
    return false;
  cuf_seen = true;
  switch (attributes[i].kind)
    {
    case MEMORY:
      attr->cuf_memory = attributes[i].value;
      break;
    case PROC:
      attr->cuf_proc |= attributes[i].value;
      break;
    case IGNORE:
      attr->cuf_ignore |= attributes[i].value;
      break;
    }
  return true;
}

/* NAME, or null if it is one of MODULE that is not used where a USE statement
   does not name it, or does not RENAME it: a program may have the name for
   something else.  NAME may be null.  */

const char *
cuf_visible_name (const char *module, const char *name, bool renamed)
{
  return (name && !renamed && cuf_reduction_name_p (module, name)
	  ? NULL : name);
}

/* True if A and B (which may be null) are one type of ISO_C_BINDING.  gfortran
   makes a second symbol of C_PTR where a USE statement names it and an earlier
   one, such as USE CUDAFOR, ONLY: C_DEVPTR, has brought it along without a name.
   A third module that passes ISO_C_BINDING on has the first of these.  */

bool
cuf_same_c_type_p (const gfc_symbol *a, const gfc_symbol *b)
{
  return (b && gfc_fl_struct (a->attr.flavor) && gfc_fl_struct (b->attr.flavor)
	  && a->from_intmod == INTMOD_ISO_C_BINDING
	  && a->from_intmod == b->from_intmod
	  && a->intmod_sym_id == b->intmod_sym_id);
}
