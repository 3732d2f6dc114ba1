/* What the command line of cudafortran says.
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

#ifndef CUDAFORTRAN_OPTIONS_H
#define CUDAFORTRAN_OPTIONS_H

#include "support.h"

struct options
{
  struct strings gfortran;	/* For gfortran, in order.  */
  struct strings named;		/* Behind that: -l for the toolkit's.  */
  struct strings libraries;	/* For gfortran after everything else.  */
  struct strings system_includes; /* Directories of -isystem.  */
  struct strings toolkit;	/* As -lcublas, of which there are modules.  */
  const char *language;		/* Set by -x, or null.  */
  int target;			/* 75 for cc75; 0 for the default.  */
  int old_target;		/* One that is too old for us, or 0.  */
  struct strings machine_targets; /* "sm_90": machine code is wanted.  */
  bool ptx_only;		/* But not if this is set.  */
  bool link;			/* No option stops before the link.  */
  bool partial_link;		/* -r: objects become one.  */
  bool any_input;
  bool any_cuda_library;	/* One of the CUDA toolkit's is needed.  */
  bool any_nvcc_object;		/* Nvcc has compiled an object.  */
  struct strings relocatable;	/* Such with relocatable device code.  */
  bool device_linked;		/* An object has all of that, linked.  */
  bool verbose;
  bool dry_run;			/* -###.  */
  bool version;
  bool help;
  const char *completion;	/* What options are to be listed of, or null.  */
  bool static_libgcuf;
  bool any_gpu;			/* -gpu= is there.  */
  const char *host_only;	/* An option that GPU code cannot have.  */
  bool counts;			/* One of those lets it count what is run.  */
};

/* Take apart ARGUMENTS, which does not include the program's name.  Stops the
   program with a message if one of them cannot be honoured.  */
extern void decode_options (struct options *options,
			    const struct strings *arguments);

/* Decode S, an option that has no further words as arguments.  */
extern void decode_option (struct options *options, const char *s);

/* Decode the options of LIST, which blanks separate.  Libraries among them go
   after all objects of the command line.  */
extern void decode_words (struct options *options, const char *list);

/* If S is an option of nvfortran's that stands for others, decode these and
   return true.  */
extern bool replace_option (struct options *options, const char *s);

/* Stop the program with a message if S is one that gfortran would misread.  */
extern void check_refusals (const char *s);

/* If S is an option with a list, decode its items and return true.  */
extern bool decode_list_option (struct options *options, const char *s);

/* What is linked in front of a library of the toolkit for which libgcuf has another
   one: its routines' names, for interfaces that programs have themselves.  */
#define LIBRARY_NAMES "-lgcuf-names"

/* The option -lNAME is there.  If it names a library of the toolkit, which nvfortran
   finds in this way, too, let the link have that behind what may need it, and
   return true.  */
extern bool note_library (struct options *options, const char *name);

/* True if -lNAME is a library of the toolkit for which libgcuf has another one.  */
extern bool own_library_p (const char *name);

/* The file NAME is there.  If nvcc has compiled it, the link is to have what its
   objects need.  */
extern void note_object (struct options *options, const char *name);

/* Let nvcc link the device code of options->relocatable, for the targets that the
   objects have code for, to an object, and return the name of that file, a
   temporary one.  Stops the program if that fails.  */
extern const char *link_relocatable (const struct options *options);

/* A temporary file with the names of these objects, one a line.  */
extern const char *list_relocatable (const struct options *options);

/* The argument of -gpu= and its like: LIST, given as option OPTION.  */
extern void decode_gpu_items (struct options *options, const char *option,
			      const char *list);

/* Append to V the words of the list WORDS, which blanks separate.  */
extern void push_words (struct strings *v, const char *words);

/* Call FN (OPTIONS, OPTION, ITEM) for each ITEM of LIST, which commas
   separate.  */
extern void for_each_item (struct options *options, const char *option,
			   const char *list,
			   void (*fn) (struct options *, const char *,
				       const char *));

/* What is told the name of an option, or an item of one, and DATA.  */
typedef void name_fn (const char *name, void *data);

/* Call FN for each option that has no list: those of the driver's own, and those
   that stand for others, of which some end in `='.  */
extern void name_flags (name_fn *fn, void *data);
extern void name_replacements (name_fn *fn, void *data);

/* Call FN for each option with a list, without its `='.  */
extern void name_list_options (name_fn *fn, void *data);

/* Call FN for each item of the list of OPTION, which is one of these; some end in
   a colon.  */
extern void name_items (const char *option, name_fn *fn, void *data);

/* The same for -gpu=.  */
extern void name_gpu_items (const char *option, name_fn *fn, void *data);

/* Print the driver's options that begin with PREFIX, one a line.  */
extern void print_completions (const char *prefix);

#endif
