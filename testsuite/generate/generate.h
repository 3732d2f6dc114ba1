/* A generator of CUDA Fortran programs.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of cudafortran.

   Cudafortran is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   Cudafortran is distributed in the hope that it will be useful, but
   WITHOUT ANY WARRANTY; without even the implied warranty of
   MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.  See the GNU
   General Public License for more details.

   You should have received a copy of the GNU General Public License
   along with cudafortran; see the file COPYING.  If not, see
   <http://www.gnu.org/licenses/>.  */

#ifndef GENERATE_H
#define GENERATE_H

#include <stdbool.h>
#include <stddef.h>

/* A program is made twice, as CUDA Fortran and as the plain Fortran that tells
   what it has to compute: in a text of the generator's `{x|y}' stands for X on
   the one side and for Y on the other.  Random choices are made only for
   both.  */

enum side { CUDA, PLAIN, SIDES };

/* random.c */

/* Begin the sequence of numbers that belongs to SEED.  */
extern void seed_random (unsigned long seed);
/* A number from 0 to N - 1.  */
extern int pick (int n);
/* A number from LOW to HIGH.  */
extern int between (int low, int high);
/* True in PERCENT of all cases.  */
extern bool chance (int percent);

/* text.c */

/* A text that grows.  */
struct text
{
  char *chars;
  size_t length, room;
};

/* A file's two texts.  */
struct unit
{
  struct text side[SIDES];
};

/* A new string; those of a program live until its end.  */
extern char *format (const char *, ...)
  __attribute__ ((format (printf, 1, 2), returns_nonnull));
/* Where lines go from now on; returns where they went.  */
extern struct unit *write_to (struct unit *);
/* Write a line.  */
extern void line (const char *, ...) __attribute__ ((format (printf, 1, 2)));
/* The same, and the lines after it are indented by two more.  */
extern void open_line (const char *, ...)
  __attribute__ ((format (printf, 1, 2)));
/* The same, those from this one on by two less.  */
extern void close_line (const char *, ...)
  __attribute__ ((format (printf, 1, 2)));
/* The same, this line alone by two less.  */
extern void middle_line (const char *, ...)
  __attribute__ ((format (printf, 1, 2)));
/* Add the lines of FROM to those of TO.  */
extern void append_unit (struct unit *to, const struct unit *from);
/* Write a unit's text of SIDE to file NAME; exits if it cannot.  */
extern void save (const struct unit *, enum side, const char *name);

/* types.c */

enum base { INTEGER, REAL, COMPLEX, LOGICAL, DERIVED };

/* The intrinsic types; derived ones have the numbers from TYPES on.  */
enum type { I1, I2, I4, I8, R2, R4, R8, C4, C8, L1, L2, L4, L8, TYPES };

/* Values are such that arithmetic is exact, and so independent of its order and
   of optimization: integers that do not overflow, and reals with few bits.  */
struct type_info
{
  enum base base;
  int bytes;
  const char *name;
  /* As it stands in literals and intrinsic functions.  */
  const char *kind;
  /* The largest integer, or the number of significant bits.  */
  double limit;
  /* What variables hold: numbers up to BOUND with SCALE binary digits behind
     the point.  */
  double bound;
  int scale;
};

extern const struct type_info type_info[TYPES];

struct component
{
  const char *name;
  int type;
  /* Number of elements, 0 for a scalar.  */
  int size;
};

#define MAX_COMPONENTS 6

struct derived
{
  const char *name;
  int count;
  struct component component[MAX_COMPONENTS];
};

#define MAX_DERIVED 3
extern struct derived derived[MAX_DERIVED];
extern int derived_count;

/* Of a type of any sort.  */
extern enum base base_of (int type);
/* How variables of the type are declared.  */
extern const char *type_name (int type);
/* The bytes of such a variable, or a few more.  */
extern int type_bytes (int type);
/* A number as a constant of the type.  */
extern char *constant (int type, double value);
/* The type of a part of a complex type.  */
extern int part_type (int type);
/* One of the intrinsic types; one with arithmetic; any at all.  */
extern int pick_type (void);
extern int pick_numeric_type (void);
extern int pick_any_type (void);
/* Write the types of a program, each with procedures of the host that fill
   and check a scalar.  */
extern void make_types (void);
extern void write_types (void);
extern void write_type_procedures (void);
/* Write the statements that fill NAME, of TYPE, or check it.  */
extern void write_fill (const char *name, int type);
extern void write_put (const char *name, int type);

/* expression.c */

#define MAX_RANK 3

/* How elements of an array may be used.  */
enum access
{
  /* Any element may be read.  */
  ANY_ELEMENT,
  /* The one that belongs to the thread, whose subscripts are given.  */
  OWN_ELEMENT
};

struct variable
{
  const char *name;
  int type;
  int rank;
  int size[MAX_RANK];
  int lower[MAX_RANK];
  enum access access;
  const char *subscripts;
  bool writable;
  /* The whole array may stand in expressions.  */
  bool whole;
  /* One of its elements stands for it and those after it as an argument.  */
  bool sequence;
  /* Pointers can have it for a target.  */
  bool target;
  /* The variable whose memory it names, if that is another one.  */
  const char *same_as;
  /* Integers that nothing is assigned to: the values.  */
  bool limited;
  double low, high;
};

/* What a place in a program can see.  */
#define MAX_VARIABLES 200
struct scope
{
  int count;
  struct variable variable[MAX_VARIABLES];
  /* Device procedures before this one can be called.  */
  int procedures;
  /* Code of no particular thread: no predefined variables.  */
  bool threadless;
  /* It is compiled for the host, too, or run by it.  */
  bool host;
  /* A kernel loop's body: no array expressions.  */
  bool loop_body;
  /* Only pure procedures can be called.  */
  bool pure;
  /* Where a procedure's end is, as in `return'; null if there is no way.  */
  const char *leave;
};

extern struct scope *scope;
extern struct variable *declare (struct variable);

/* An expression, and what values it can have: an integer's or, for reals and
   complex parts, the largest absolute value and the binary digits behind the
   point.  */
struct value
{
  const char *text;
  int type;
  double low, high;
  int scale;
};

/* An expression of TYPE with at most DEPTH levels.  */
extern struct value expression (int type, int depth);
/* Such that a variable of TYPE can have it, by an assignment.  */
extern struct value storable (struct value, int type);
/* The same for an argument: the type is TYPE.  */
extern const char *argument_value (int type, int depth);
/* An integer between LOW and HIGH, of any kind.  */
extern const char *index_value (int low, int high, int depth);
/* A condition.  */
extern const char *condition (int depth);
/* Any variable, element or component of an intrinsic type that can be assigned
   to; false if there is none.  */
extern bool pick_place (struct value *);
/* A variable in SCOPE of TYPE and RANK with elements 1 to SIZE at least whose
   whole is used; null if there is none.  */
extern struct variable *pick_whole (int type, int size, bool writable);
/* Array expressions: arrays of SIZE elements stand for scalars.  Returns what
   size was before.  */
extern int set_array_size (int size);
/* Something inexact, which device and host compute nearly alike.  */
extern const char *inexact (int type);

/* Write EACH for all elements of the host's array NAME, shaped as V, with i1
   and so on as subscripts.  */
extern void write_array_loop (const char *name, const struct variable *v,
			      void (*each) (const char *, int));

/* Whether a real type has all numbers up to MOST with SCALE digits behind the
   point.  */
extern bool exact (int type, double most, int scale);
/* The value that any variable of TYPE may have, in TEXT.  */
extern struct value stored_value (int type, const char *text);

/* array.c */

/* A sum or something else that is computed of an array of TYPE; false if there is
   none.  */
extern bool pick_reduction (int type, int depth, struct value *);
/* An array of SIZE elements of TYPE; false if there is none.  */
extern bool array_function (int type, int size, int depth, struct value *);
/* Write an assignment to a matrix or a part of one, if there is one.  */
extern void matrix_statement (void);
/* Write a block with an allocatable array.  */
extern void allocatable_array (int depth);

/* statement.c */

/* Write about COUNT statements.  */
extern void statements (int count, int depth);
/* How often the code at hand is executed.  */
extern int weight;

/* private.c */

/* Declare COUNT variables of the thread's own.  */
enum privates { SCALARS, ARRAYS, POINTERS };
extern void declare_private (int count, const char *prefix, enum privates);
/* Write declarations of the variables of the scope from number FROM on, and
   what initializes them.  */
extern void write_private_declarations (int from);
extern void initialize_private (int from);
/* The same declarations where threads run in turn from one barrier to the next
   on the plain side: pointers there, which what the last function writes sets
   to what belongs to `thread'.  */
extern void write_phased_declarations (int from);
extern void write_phase_pointers (int from, int end);

/* procedure.c */

#define MAX_PARAMETERS 6
enum passing { BY_VALUE, IN, INOUT, OUT };
enum shape { EXPLICIT_SHAPE, ASSUMED_SHAPE, ASSUMED_SIZE };

struct parameter
{
  int type;
  enum passing passing;
  /* Number of elements, 0 for a scalar.  */
  int size;
  enum shape shape;
  /* The argument can be missing.  */
  bool optional;
  /* How deep calls of a recursive function are still allowed to go.  */
  bool levels;
};

/* What procedures are called by: their names, or those of generic procedures,
   of operators, or of type-bound procedures.  */
enum called_by { NAME, GENERIC, OPERATOR, BOUND };

struct procedure
{
  const char *name;
  /* -1 for a subroutine.  */
  int result;
  /* Number of elements of the result, 0 for a scalar.  */
  int result_size;
  bool pure, elemental, recursive;
  enum called_by called_by;
  /* The type it is bound to.  */
  int type;
  int count;
  struct parameter parameter[MAX_PARAMETERS];
  /* It uses predefined variables of device code.  */
  bool threads;
  /* The host can call it.  */
  bool host;
  int cost;
};

#define MAX_PROCEDURES 12
extern struct procedure procedure[MAX_PROCEDURES];
extern int procedure_count;
extern struct procedure *current_procedure;
/* Make one; types can have procedures that are BOUND to them.  */
extern void make_procedure (const char *name, bool bound);
/* Write the interfaces of those from number FIRST on, and what is bound to type
   number D.  */
extern void write_interfaces (int first);
extern void write_bindings (int d);
/* A call of a procedure with arguments of the scope's; null if none can be
   called.  */
extern const char *function_call (int type, int depth);
/* The same for a function whose result is an array of SIZE elements.  */
extern const char *array_function_call (int type, int size, int depth);
extern const char *subroutine_call (int depth);

/* data.c */

/* Write the module's variables and make them known to all scopes.  */
extern void make_module_data (void);
extern void write_module_data (void);
extern void declare_module_data (void);
/* Declare the array of which each of TOTAL threads has an element.  */
extern void declare_own_data (int total);
/* Procedures of the host that give them values, and take their memory.  */
extern void write_module_data_setup (void);

/* host.c */

/* An array or a scalar of a host procedure in device memory, and what it is
   copied from and to.  */
struct host_array
{
  /* What device code has.  */
  struct variable v;
  const char *host, *device, *memory;
  bool allocatable;
  /* The whole array's shape.  */
  struct variable length;
  /* What is passed.  */
  const char *actual;
  /* It is not computed exactly.  */
  bool inexact;
};

/* Choose what goes with V; the part that is passed has strides if STRIDED.  */
extern void make_host_array (struct host_array *, struct variable v,
			     const char *suffix, bool strided);
/* Write the declarations, what sets both, and what checks the results.  */
extern void write_host_array (const struct host_array *);
extern void write_host_array_setup (const struct host_array *);
extern void write_host_array_results (const struct host_array *);

/* kernel.c, loop.c, transfer.c: a kernel and the procedure of the host that
   launches it, a procedure with kernel loops, one with transfers.  */
extern void make_kernel (struct unit *kernels, struct unit *host, int number);
extern void make_loops (struct unit *host, int number);
extern void make_transfers (struct unit *host, int number);

/* The name of the program's modules begins with it.  */
extern const char *program_name;

#endif
