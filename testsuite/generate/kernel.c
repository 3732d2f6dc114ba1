/* Kernels of generated programs.
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


#include "generate.h"

#include <string.h>

/* One thread for an element; loops over elements; barriers between phases.  */
enum sort { MAP, STRIDE, PHASES };

struct argument
{
  enum
  {
    SIZE, VALUE, REFERENCE, ARRAY, ATOMIC
  } sort;
  struct variable v;
  enum shape shape;
  struct host_array array;
  /* A size's value.  */
  int size;
};

#define MAX_ARGUMENTS 40
#define MAX_SHARED 3

struct shared
{
  struct variable v;
  const char *subscripts;
  const char *shape;
  /* On the plain side.  */
  const char *plain_shape;
};

struct kernel
{
  enum sort sort;
  int number;
  int rank;
  /* Elements, threads of a block, and blocks of each dimension.  */
  int size[3], block[3], grid[3];
  int threads, total;
  struct argument argument[MAX_ARGUMENTS];
  int count;
  struct shared shared[MAX_SHARED];
  int shared_count;
  /* Bytes of dynamic shared memory.  */
  int bytes;
  int first_private, last_private;
};

static const char *const axis[] = { "x", "y", "z" };

/* Choose the configuration.  */

static void
make_configuration (struct kernel *k)
{
  static const int blocks[][3] =
  {
    { 32, 1, 1 }, { 64, 1, 1 }, { 7, 1, 1 }, { 33, 1, 1 }, { 128, 1, 1 },
    { 1, 1, 1 }, { 96, 1, 1 }, { 100, 1, 1 }, { 256, 1, 1 }, { 16, 8, 1 },
    { 8, 4, 1 }, { 5, 3, 1 }, { 32, 2, 1 }, { 1, 17, 1 }, { 4, 4, 4 },
    { 3, 5, 2 }, { 8, 2, 2 }, { 2, 1, 7 }
  };
  k->rank = between (1, 3);
  const int *b;
  do
    b = blocks[pick (sizeof blocks / sizeof *blocks)];
  while ((k->rank < 3 && b[2] > 1) || (k->rank < 2 && b[1] > 1));
  k->threads = k->total = 1;
  for (int d = 0; d < 3; d++)
    {
      k->block[d] = b[d];
      k->grid[d] = d < k->rank ? between (1, d ? 2 : 3) : 1;
      k->threads *= b[d];
      int all = k->grid[d] * b[d];
      if (k->sort == MAP)
	k->size[d] = between (all - b[d] + 1, all);
      else if (k->sort == STRIDE)
	k->size[d] = d < k->rank ? between (1, all + all / 2 + 3) : 1;
      else
	k->size[d] = all;
      k->total *= k->size[d];
    }
}

static struct argument *
add_argument (struct kernel *k, int sort)
{
  struct argument *a = &k->argument[k->count++];
  memset (a, 0, sizeof *a);
  a->sort = sort;
  return a;
}

/* Whether the array V is small enough for expressions of all its elements.  */

static bool
readable_p (const struct variable *v)
{
  return v->rank == 1 && v->lower[0] == 1 && v->size[0] <= 40;
}

/* An array argument; `own' if each thread has an element of it.  */

static void
add_array (struct kernel *k, const char *name, int type, bool own)
{
  struct argument *a = add_argument (k, ARRAY);
  struct variable v = { .name = name, .type = type, .writable = own };
  a->shape = pick (3);
  bool linear = own && chance (30);
  v.rank = linear ? 1 : own ? k->rank : between (1, 3);
  const char *text = "";
  for (int d = 0; d < v.rank; d++)
    {
      v.size[d] = linear ? k->total : own ? k->size[d] : between (2, 9);
      v.lower[d] = chance (60) ? 1 : between (-3, 5);
      const char *index = linear ? "id" : format ("i%s", axis[d]);
      if (v.lower[d] != 1)
	index = format (v.lower[d] > 1 ? "%s + %d" : "%s - %d", index,
			v.lower[d] > 1 ? v.lower[d] - 1 : 1 - v.lower[d]);
      text = d ? format ("%s, %s", text, index) : index;
    }
  if (own)
    {
      v.access = OWN_ELEMENT;
      v.subscripts = text;
    }
  else if (a->shape != ASSUMED_SIZE)
    v.whole = readable_p (&v);
  a->v = v;
  make_host_array (&a->array, v, format ("%d_%s", k->number, name), true);
}

/* What atomic functions change.  */

static void
add_atomic (struct kernel *k, const char *name)
{
  static const int types[] = { I4, I8, R4, R8 };
  struct argument *a = add_argument (k, ATOMIC);
  a->v = (struct variable) { .name = name, .type = types[pick (4)], .rank = 1,
			     .size = { between (1, 5) }, .lower = { 1 } };
  a->shape = EXPLICIT_SHAPE;
  make_host_array (&a->array, a->v, format ("%d_%s", k->number, name), false);
}

static void
make_arguments (struct kernel *k)
{
  k->count = 0;
  for (int d = 0; d < k->rank; d++)
    {
      struct argument *a = add_argument (k, SIZE);
      a->v.name = format ("n%d", d + 1);
      a->size = k->size[d];
    }
  int n = between (1, 3);
  for (int i = 0; i < n; i++)
    add_array (k, format ("own%d", i + 1), pick_any_type (), true);
  n = pick (4);
  for (int i = 0; i < n; i++)
    add_array (k, format ("in%d", i + 1), pick_any_type (), false);
  n = pick (4);
  for (int i = 0; i < n; i++)
    {
      struct argument *a = add_argument (k, chance (70) ? VALUE : REFERENCE);
      a->v = (struct variable) { .name = format ("s%d", i + 1),
				 .type = pick_any_type () };
      make_host_array (&a->array, a->v,
		       format ("%d_%s", k->number, a->v.name), false);
    }
  if (chance (40))
    add_atomic (k, "sums");
  if (chance (25))
    {
      add_array (k, "near", chance (50) ? R4 : R8, true);
      k->argument[k->count - 1].array.inexact = true;
    }
  for (int i = k->count - 1; i > 0; i--)
    {
      int j = pick (i + 1);
      struct argument t = k->argument[i];
      k->argument[i] = k->argument[j];
      k->argument[j] = t;
    }
}

/* The declaration of array argument A of kernel K.  */

static const char *
array_shape (const struct kernel *k, const struct argument *a)
{
  const char *text = "";
  for (int d = 0; d < a->v.rank; d++)
    {
      int low = a->v.lower[d];
      int n = a->v.size[d];
      const char *size = format ("%d", n);
      bool known = d < k->rank && n == k->size[d];
      if (known && chance (70))
	size = format ("n%d", d + 1);
      const char *high = low == 1 ? size
			 : format (low > 1 ? "%s + %d" : "%s - %d", size,
				   low > 1 ? low - 1 : 1 - low);
      if (a->shape == ASSUMED_SHAPE)
	size = low == 1 ? ":" : format ("%d:", low);
      else if (a->shape == ASSUMED_SIZE && d == a->v.rank - 1)
	size = low == 1 ? "*" : format ("%d:*", low);
      else
	size = low == 1 ? high : format ("%d:%s", low, high);
      text = d ? format ("%s, %s", text, size) : size;
    }
  return format ("(%s)", text);
}

static void
declare_argument (const struct kernel *k, const struct argument *a)
{
  const char *type = type_name (a->v.type);
  switch (a->sort)
    {
    case SIZE:
      line ("integer, value :: %s", a->v.name);
      declare ((struct variable) { .name = a->v.name, .type = I4,
				   .limited = true, .low = a->size,
				   .high = a->size });
      break;
    case VALUE:
      line ("%s, value :: %s", type, a->v.name);
      declare (a->v);
      break;
    case REFERENCE:
      line ("%s, intent(in) :: %s", type, a->v.name);
      declare (a->v);
      break;
    case ARRAY:
      line ("%s%s :: %s%s", type, chance (40) ? "{, device|}" : "",
	    a->v.name, array_shape (k, a));
      if (!a->array.inexact)
	declare (a->v);
      break;
    case ATOMIC:
      line ("%s :: %s(%d)", type, a->v.name, a->v.size[0]);
      break;
    }
}

/* Write the indices of the thread.  */

static void
write_indices (const struct kernel *k, int sides)
{
  const char *begin = sides ? "" : "{|";
  const char *end = sides ? "" : "}";
  for (int d = 0; d < k->rank; d++)
    line ("%si%s = (blockidx%%%s - 1) * blockdim%%%s + threadidx%%%s%s", begin,
	  axis[d], axis[d], axis[d], axis[d], end);
  if (k->sort == PHASES)
    line ("%stid = threadidx%%x + blockdim%%x * (threadidx%%y - 1"
	  " + blockdim%%y * (threadidx%%z - 1))%s", begin, end);
}

static void
write_id (const struct kernel *k, int sides)
{
  const char *text = k->rank == 1 ? "ix"
		     : k->rank == 2 ? "ix + n1 * (iy - 1)"
		     : "ix + n1 * (iy - 1 + n2 * (iz - 1))";
  line (sides ? "id = %s" : "{|id = %s}", text);
}

/* The indices in the scope.  */

static void
declare_indices (const struct kernel *k)
{
  for (int d = 0; d < k->rank; d++)
    declare ((struct variable) { .name = format ("i%s", axis[d]), .type = I4,
				 .limited = true, .low = 1,
				 .high = k->size[d] });
  declare ((struct variable) { .name = "id", .type = I4, .limited = true,
			       .low = 1, .high = k->total });
  if (k->sort == PHASES)
    declare ((struct variable) { .name = "tid", .type = I4, .limited = true,
				 .low = 1, .high = k->threads });
}

/* What is done once for each element besides statements.  */

static void
write_atomic (const struct kernel *k)
{
  for (int i = 0; i < k->count; i++)
    {
      const struct argument *a = &k->argument[i];
      if (a->sort == ATOMIC)
	{
	  /* All threads use the same one, for the result must not depend on
	     their order.  */
	  static const char *const names[] =
	    { "add", "sub", "max", "min", "and", "or", "xor" };
	  const char *name = names[(k->number * 5 + a->v.size[0])
				   % (a->v.type == I4 ? 7 : 4)];
	  int type = a->v.type;
	  const char *kind = type_info[type].kind;
	  const char *value = index_value (0, 99, 3);
	  const char *index = index_value (1, a->v.size[0], 2);
	  const char *c = condition (2);
	  line ("if (%s) old_%s = atomic%s (%s(%s), %s (%s, %s))", c,
		a->v.name, name, a->v.name, index,
		base_of (type) == INTEGER ? "int" : "real", value, kind);
	}
    }
}

static void
write_near (const struct kernel *k)
{
  for (int i = 0; i < k->count; i++)
    {
      const struct argument *a = &k->argument[i];
      if (a->sort == ARRAY && a->array.inexact)
	line ("%s(%s) = %s", a->v.name, a->v.subscripts, inexact (a->v.type));
    }
}

/* The statements of one element, for kernels without barriers.  */

static void
write_element (struct kernel *k, const char *leave)
{
  scope->leave = NULL;
  initialize_private (k->first_private);
  scope->leave = leave;
  write_near (k);
  statements (between (3, 9), 4);
  write_atomic (k);
}

static void
begin_threads (const char *label)
{
  open_line ("{|%sdo thread = 1, threads ()}", label);
  line ("{|call set_thread (thread)}");
}

static void
write_map (struct kernel *k)
{
  static const char *const guard[] =
    { "ix <= n1", "ix <= n1 .and. iy <= n2",
      "ix <= n1 .and. iy <= n2 .and. iz <= n3" };
  begin_threads ("each_thread: ");
  write_indices (k, 1);
  bool leave = chance (40);
  if (leave)
    line ("if (.not. (%s)) {return|cycle each_thread}", guard[k->rank - 1]);
  else
    open_line ("if (%s) then", guard[k->rank - 1]);
  write_id (k, 1);
  write_element (k, "{return|cycle each_thread}");
  if (!leave)
    close_line ("end if");
  close_line ("{|end do each_thread}");
}

static void
write_stride (struct kernel *k)
{
  begin_threads ("");
  for (int d = k->rank - 1; d >= 0; d--)
    open_line ("%sdo i%s = (blockidx%%%s - 1) * blockdim%%%s + threadidx%%%s,"
	       " n%d, griddim%%%s * blockdim%%%s", d ? "" : "stride: ",
	       axis[d], axis[d], axis[d], axis[d], d + 1, axis[d], axis[d]);
  write_id (k, 1);
  write_element (k, "cycle stride");
  for (int d = 0; d < k->rank; d++)
    close_line ("end do%s", d ? "" : " stride");
  close_line ("{|end do}");
}

/* Shared variables.  */

static void
make_shared (struct kernel *k)
{
  int room = 40000;
  k->shared_count = between (1, MAX_SHARED);
  k->bytes = 0;
  for (int i = 0; i < k->shared_count; i++)
    {
      struct shared *s = &k->shared[i];
      s->v = (struct variable) { .name = format ("sh%d", i + 1),
				 .type = pick_any_type () };
      if (k->threads * type_bytes (s->v.type) > room)
	s->v.type = I4;
      room -= k->threads * type_bytes (s->v.type);
      bool dynamic = !k->bytes && s->v.type < TYPES && chance (30);
      bool linear = dynamic || chance (60);
      s->v.rank = linear ? 1 : k->rank;
      const char *text = "";
      const char *shape = "";
      for (int d = 0; d < s->v.rank; d++)
	{
	  int low = linear || chance (70) ? 1 : 0;
	  s->v.lower[d] = low;
	  s->v.size[d] = linear ? k->threads : k->block[d];
	  const char *index = linear ? "tid"
			      : format ("threadidx%%%s", axis[d]);
	  if (!low)
	    index = format ("%s - 1", index);
	  text = d ? format ("%s, %s", text, index) : index;
	  const char *bounds
	    = low ? format ("%d", s->v.size[d])
	      : format ("0:%d", s->v.size[d] - 1);
	  shape = d ? format ("%s,%s", shape, bounds) : bounds;
	}
      s->subscripts = text;
      s->shape = s->plain_shape = shape;
      if (dynamic)
	{
	  s->shape = chance (50) ? "*"
		     : "blockdim%x * blockdim%y * blockdim%z";
	  k->bytes = (k->threads * type_info[s->v.type].bytes + 15) / 16 * 16;
	}
      line ("{%s, shared :: %s(%s)|%s, save :: %s(%s)}",
	    type_name (s->v.type), s->v.name, s->shape,
	    type_name (s->v.type), s->v.name, s->plain_shape);
    }
}

/* Begin and end a phase, in which each thread runs from one barrier to the
   next.  */

static void
begin_phase (const struct kernel *k, bool first)
{
  begin_threads ("");
  write_indices (k, first);
  write_id (k, first);
  write_phase_pointers (k->first_private, k->last_private);
}

static void
end_phase (void)
{
  close_line ("{|end do}");
}

/* A phase whose threads write elements of some shared arrays of their own, and
   read any of the others.  */

static void
write_phase (struct kernel *k)
{
  int variables = scope->count;
  begin_phase (k, false);
  for (int i = 0; i < k->shared_count; i++)
    {
      struct variable v = k->shared[i].v;
      if (chance (40))
	{
	  v.access = OWN_ELEMENT;
	  v.subscripts = k->shared[i].subscripts;
	  v.writable = true;
	}
      else
	v.whole = readable_p (&v) && strcmp (k->shared[i].shape, "*");
      declare (v);
    }
  statements (between (1, 4), 3);
  if (chance (40))
    write_atomic (k);
  end_phase ();
  line ("{call syncthreads ()|}");
  scope->count = variables;
}

/* Two private scalars of a type that shuffles have.  */

static bool
shuffle_pair (const struct kernel *k, const struct variable **a,
	      const struct variable **b)
{
  for (int i = k->first_private; i < k->last_private; i++)
    for (int j = i + 1; j < k->last_private; j++)
      {
	*a = &scope->variable[i];
	*b = &scope->variable[j];
	int type = (*a)->type;
	if (!(*a)->rank && !(*b)->rank && type == (*b)->type
	    && (type == I4 || type == I8 || type == R4 || type == R8))
	  return true;
      }
  return false;
}

static void
write_shuffle (const struct kernel *k)
{
  const struct variable *a, *b;
  if (k->threads % 32 || !shuffle_pair (k, &a, &b))
    return;
  static const char *const names[] = { "_xor", "_down", "_up", "" };
  int what = pick (4);
  int lane = what == 3 ? between (1, 32) : pick (32);
  if (chance (50))
    line ("{%s = __shfl%s (%s, %d)|}", a->name, names[what], b->name, lane);
  else
    line ("{%s = __shfl%s_sync (z'ffffffff', %s, %d)|}", a->name, names[what],
	  b->name, lane);
  open_line ("{|do thread = 1, threads ()}");
  line ("{|all_%s(thread) = all_%s(shuffle%s (thread, %d))}", a->name, b->name,
	names[what], lane);
  close_line ("{|end do}");
}

/* A vote: a private integer is what a warp or the block says of a
   condition.  */

static void
write_vote (const struct kernel *k)
{
  static const char *const names[] =
    { "syncthreads_and", "syncthreads_or", "all_sync", "any_sync", "ballot_sync" };
  int v;
  for (v = k->first_private; v < k->last_private; v++)
    if (scope->variable[v].type == I4 && !scope->variable[v].rank)
      break;
  if (v == k->last_private)
    return;
  int what = pick (k->threads % 32 ? 2 : 5);
  const char *name = scope->variable[v].name;
  const char *c = condition (2);
  begin_threads ("");
  write_indices (k, 0);
  write_id (k, 0);
  write_phase_pointers (k->first_private, k->last_private);
  line ("{|flags(thread) = %s}", c);
  end_phase ();
  const char *bits = what == 4 ? "iand (" : "";
  line ("{%s = %s%s (%s%s)%s|}", name, bits, names[what],
	what > 1 ? "z'ffffffff', " : "", c, what == 4 ? ", 65535)" : "");
  open_line ("{|do thread = 1, threads ()}");
  line ("{|all_%s(thread) = vote_%s (flags, thread)}", name, names[what]);
  close_line ("{|end do}");
}

/* A count of threads, which all of them get.  */

static void
write_count (struct kernel *k)
{
  const char *c = condition (2);
  line ("{votes = syncthreads_count (%s)|counted = 0}", c);
  begin_threads ("");
  write_indices (k, 0);
  write_id (k, 0);
  write_phase_pointers (k->first_private, k->last_private);
  line ("{|if (%s) counted = counted + 1}", c);
  end_phase ();
  line ("{|votes = counted}");
}

static void
write_phases (struct kernel *k)
{
  begin_phase (k, true);
  initialize_private (k->first_private);
  for (int i = 0; i < k->shared_count; i++)
    line ("%s(%s) = %s", k->shared[i].v.name, k->shared[i].subscripts,
	  argument_value (k->shared[i].v.type, 2));
  write_near (k);
  end_phase ();
  line ("{call syncthreads ()|}");
  line ("votes = 0");
  declare ((struct variable) { .name = "votes", .type = I4, .limited = true,
			       .low = 0, .high = k->threads });
  bool loop = chance (40);
  int count = between (1, 4);
  for (int i = 0; i < count; i++)
    {
      if (loop && i == 0)
	{
	  open_line ("do turn = 1, %d", between (1, 3));
	  declare ((struct variable) { .name = "turn", .type = I4,
				       .limited = true, .low = 1, .high = 3 });
	  weight = 3;
	}
      write_phase (k);
      if (chance (40))
	write_shuffle (k);
      if (chance (25))
	write_count (k);
      if (chance (30))
	write_vote (k);
      if (loop && (i == count - 1 || chance (40)))
	{
	  close_line ("end do");
	  weight = 1;
	  scope->count--;
	  loop = false;
	}
    }
  begin_phase (k, false);
  int variables = scope->count;
  for (int i = 0; i < k->shared_count; i++)
    {
      struct variable v = k->shared[i].v;
      v.whole = readable_p (&v) && strcmp (k->shared[i].shape, "*");
      declare (v);
    }
  statements (between (2, 4), 3);
  write_atomic (k);
  end_phase ();
  scope->count = variables;
}

/* Write the kernel.  */

static void
write_kernel (struct kernel *k)
{
  const char *arguments = "";
  for (int i = 0; i < k->count; i++)
    arguments = format (i ? "%s, %s" : "%s%s", arguments,
			k->argument[i].v.name);
  open_line ("{attributes(global) |}subroutine kernel%d (%s)", k->number,
	     arguments);
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < k->count; i++)
      if ((k->argument[i].sort == SIZE) == !pass)
	declare_argument (k, &k->argument[i]);
  declare_indices (k);
  line ("{|integer :: blk, thread, counted}");
  line ("{|logical :: flags(1024)}");
  line ("integer :: ix, iy, iz, id%s",
	k->sort == PHASES ? ", tid, votes, turn" : "");
  line ("integer :: j0, j1, j2, j3, w0, w1, w2, w3, k0, k1");
  for (int i = 0; i < k->count; i++)
    if (k->argument[i].sort == ATOMIC)
      line ("%s :: old_%s", type_name (k->argument[i].v.type),
	    k->argument[i].v.name);
  if (k->sort == PHASES)
    make_shared (k);
  k->first_private = scope->count;
  declare_private (between (2, 6), "v",
		   k->sort == PHASES ? POINTERS : ARRAYS);
  k->last_private = scope->count;
  if (k->sort == PHASES)
    write_phased_declarations (k->first_private);
  else
    write_private_declarations (k->first_private);
  open_line ("{|do blk = 1, blocks ()}");
  line ("{|call set_block (blk)}");
  weight = 1;
  switch (k->sort)
    {
    case MAP:
      write_map (k);
      break;
    case STRIDE:
      write_stride (k);
      break;
    case PHASES:
      write_phases (k);
      break;
    }
  close_line ("{|end do}");
  close_line ("end subroutine");
}

/* The chevrons.  */

static const char *
configuration (const struct kernel *k)
{
  const char *text;
  if (k->rank == 1 && chance (50))
    text = format ("%d, %d", k->grid[0], k->block[0]);
  else
    text = format ("dim3 (%d, %d, %d), dim3 (%d, %d, %d)", k->grid[0],
		   k->grid[1], k->grid[2], k->block[0], k->block[1],
		   k->block[2]);
  if (k->bytes)
    return format ("%s, %d", text, k->bytes);
  return chance (20) ? format ("%s, 0, 0_8", text) : text;
}

/* Call something on the host, too.  */

static void
write_host_call (const struct kernel *k)
{
  struct scope here = { .procedures = procedure_count, .threadless = true,
			.host = true };
  scope = &here;
  weight = 1;
  for (int i = 0; i < k->count; i++)
    if (k->argument[i].sort == VALUE)
      {
	struct variable v = k->argument[i].v;
	v.name = k->argument[i].array.host;
	declare (v);
      }
  int type = pick_type ();
  const char *call = function_call (type, 2);
  if (call)
    write_put (call, type);
  scope = NULL;
}

/* Write the procedure that launches the kernel.  */

static void
write_case (const struct kernel *k)
{
  open_line ("subroutine case%d", k->number);
  for (int i = 0; i < k->count; i++)
    {
      const struct argument *a = &k->argument[i];
      if (a->sort == VALUE)
	line ("%s :: %s", type_name (a->v.type), a->array.host);
      else if (a->sort != SIZE)
	write_host_array (&a->array);
    }
  line ("integer :: i1, i2, i3");
  const char *arguments = "";
  for (int i = 0; i < k->count; i++)
    {
      const struct argument *a = &k->argument[i];
      const char *actual;
      if (a->sort == SIZE)
	actual = format ("%d", a->size);
      else if (a->sort == VALUE)
	{
	  write_fill (a->array.host, a->v.type);
	  actual = a->array.host;
	}
      else
	{
	  write_host_array_setup (&a->array);
	  actual = a->array.actual;
	}
      arguments = format (i ? "%s, %s" : "%s%s", arguments, actual);
    }
  line ("{|call set_launch ([%d, %d, %d], [%d, %d, %d])}", k->grid[0],
	k->grid[1], k->grid[2], k->block[0], k->block[1], k->block[2]);
  bool again = chance (20);
  if (again)
    open_line ("do i1 = 1, 2");
  line ("call kernel%d {<<<%s>>> |}(%s)", k->number, configuration (k),
	arguments);
  if (again)
    close_line ("end do");
  write_host_call (k);
  for (int i = 0; i < k->count; i++)
    if (k->argument[i].sort == ARRAY || k->argument[i].sort == ATOMIC)
      write_host_array_results (&k->argument[i].array);
  close_line ("end subroutine");
}

void
make_kernel (struct unit *kernels, struct unit *host, int number)
{
  static struct kernel k;
  memset (&k, 0, sizeof k);
  k.number = number;
  k.sort = pick (3);
  make_configuration (&k);
  make_arguments (&k);
  struct scope here = { .procedures = procedure_count };
  scope = &here;
  declare_module_data ();
  declare_own_data (k.total);
  write_to (kernels);
  write_kernel (&k);
  scope = NULL;
  write_to (host);
  write_case (&k);
}
