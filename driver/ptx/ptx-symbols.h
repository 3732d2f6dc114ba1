/* What the names of PTX objects stand for.
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

#ifndef CUDAFORTRAN_PTX_SYMBOLS_H
#define CUDAFORTRAN_PTX_SYMBOLS_H

#include "map.h"
#include "ptx.h"

/* A function or variable of module scope.  Objects that name each other's
   share one.  */
struct ptx_symbol
{
  const char *name;
  struct ptx_object *object;	/* That with the definition, or null.  */
  struct ptx_statement *definition; /* Null for what the driver provides.  */
  bool reached;			/* The passes' own.  */
  bool mapped;			/* Libgomp's, likewise.  */
  bool marked;			/* See ptx_mark_users.  */
  struct ptx_symbol *next_reached;
  const char *new_name;		/* See ptx_rename_symbols, or null.  */
  void *data;
};

/* For each object, a map from names to symbols.  */
struct ptx_symbols
{
  struct ptx_program *program;
  struct map *maps;
};

extern void ptx_find_symbols (struct ptx_symbols *symbols,
			      struct ptx_program *program);
extern void ptx_free_symbols (struct ptx_symbols *symbols);

/* What NAME stands for in OBJECT, or null for what is no symbol.  */
extern struct ptx_symbol *ptx_symbol (const struct ptx_symbols *symbols,
				      const struct ptx_object *object,
				      const char *name);

/* Mark the functions that name, directly or through others that they name, what
   is marked.  */
extern void ptx_mark_users (const struct ptx_symbols *symbols);

/* Let the program name its symbols by their new names.  */
extern void ptx_rename_symbols (const struct ptx_symbols *symbols);

/* Let the linkage of what S declares be LINKAGE, as PTX_WORD_WEAK.  */
extern void ptx_set_linkage (struct ptx_statement *s, enum ptx_word linkage);

/* True if other objects' statements of the name of STATEMENT, which declares
   one, mean the same.  */
extern bool ptx_external_p (const struct ptx_statement *statement);

/* The word among SPECIFIERS for which that is true, or PTX_NO_WORD.  */
extern enum ptx_word ptx_linkage (const struct ptx_operand *specifiers);

/* The name that STATEMENT of module scope declares, or null.  */
extern const char *ptx_declared_name (const struct ptx_statement *statement);

#endif
