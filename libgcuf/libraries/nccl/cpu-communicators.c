/* NCCL on the cpu backend, where a communicator has one rank.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of the CUDA Fortran runtime library (libgcuf).

   Libgcuf is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by
   the Free Software Foundation; either version 3, or (at your option)
   any later version.

   Libgcuf is distributed in the hope that it will be useful, but WITHOUT ANY
   WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS
   FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
   more details.

   Under Section 7 of GPL version 3, you are granted additional
   permissions described in the GCC Runtime Library Exception, version
   3.1, as published by the Free Software Foundation.

   You should have received a copy of the GNU General Public License and
   a copy of the GCC Runtime Library Exception along with this program;
   see the files COPYING and COPYING.RUNTIME respectively.  If not, see
   <http://www.gnu.org/licenses/>.  */


#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "../library.h"

/* Of ncclResult_t.  */
enum
{
  SUCCESS = 0, UNHANDLED_CUDA_ERROR = 1, SYSTEM_ERROR = 2, INTERNAL_ERROR = 3,
  INVALID_ARGUMENT = 4, INVALID_USAGE = 5
};

/* What ncclGetVersion says: the version whose interface this has.  */
enum { VERSION = 22809 };

enum { NO_COLOR = -1 };

/* Of ncclDataType_t: the bytes of each type.  */
enum
{
  INT8, UINT8, INT32, UINT32, INT64, UINT64, FLOAT16, FLOAT32, FLOAT64,
  BFLOAT16, FLOAT8_E4M3, FLOAT8_E5M2, TYPES
};
static const size_t type_bytes[TYPES] = { 1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1 };

/* Of ncclRedOp_t: the program's own operations begin here.  */
enum { FIRST_OWN_OPERATION = 5, MAX_OPERATIONS = 1024 };

/* Of ncclScalarResidence_t.  */
enum { SCALAR_DEVICE, SCALAR_HOST };

/* As entries.awk has it.  */
typedef struct { char bytes[128]; } ncclUniqueId;

/* A sum of products with a scalar, which is here or at PLACE on the device.  */
struct operation
{
  bool used;
  int type;
  const void *place;		/* Null if the scalar is here.  */
  char scalar[8];
};

struct communicator
{
  unsigned magic;		/* MAGIC while it lives.  */
  int device;
  struct operation *operations;
  int n_operations;
};
enum { MAGIC = 0x6363 };

static struct communicator *
find (void *handle)
{
  struct communicator *c = handle;
  return c && c->magic == MAGIC ? c : NULL;
}

/* --- Communicators ------------------------------------------------------- */

int
gcuf_cpu_ncclGetVersion (int *version)
{
  *version = VERSION;
  return SUCCESS;
}

int
gcuf_cpu_ncclGetUniqueId (ncclUniqueId *id)
{
  return (getrandom (id, sizeof *id, 0) == sizeof *id ? SUCCESS
	  : SYSTEM_ERROR);
}

/* Make in *RESULT a communicator of RANKS, where this is number RANK.  */

static int
create (void **result, int ranks, int rank)
{
  struct communicator *c;

  if (ranks < 1 || rank < 0 || rank >= ranks)
    return INVALID_ARGUMENT;
  if (ranks > 1)
    {
      fprintf (stderr, "libgcuf-nccl: on the cpu backend a communicator has "
	       "one rank, not %d\n", ranks);
      return INVALID_USAGE;
    }
  c = calloc (1, sizeof *c);
  if (!c)
    return SYSTEM_ERROR;
  c->magic = MAGIC;
  GCUF_cudaGetDevice (&c->device);
  *result = c;
  return SUCCESS;
}

int
gcuf_cpu_ncclCommInitRank (void **comm, int ranks, ncclUniqueId id, int rank)
{
  (void) id;
  return create (comm, ranks, rank);
}

int
gcuf_cpu_ncclCommInitRankConfig (void **comm, int ranks, ncclUniqueId id,
				 int rank, void *config)
{
  (void) id, (void) config;
  return create (comm, ranks, rank);
}

int
gcuf_cpu_ncclCommInitRankScalable (void **comm, int ranks, int rank,
				   int n_ids, ncclUniqueId *ids, void *config)
{
  (void) config;
  return n_ids < 1 || !ids ? INVALID_ARGUMENT : create (comm, ranks, rank);
}

int
gcuf_cpu_ncclCommInitAll (void **comm, int devices, int *list)
{
  if (list && devices > 0 && *list != 0)
    return INVALID_ARGUMENT;
  return create (comm, devices, 0);
}

int
gcuf_cpu_ncclCommSplit (void *comm, int color, int key, void **result,
			void *config)
{
  (void) key, (void) config;
  if (!find (comm) || color < NO_COLOR)
    return INVALID_ARGUMENT;
  *result = NULL;
  return color == NO_COLOR ? SUCCESS : create (result, 1, 0);
}

int
gcuf_cpu_ncclCommFinalize (void *comm)
{
  return find (comm) ? SUCCESS : INVALID_ARGUMENT;
}

int
gcuf_cpu_ncclCommDestroy (void *comm)
{
  struct communicator *c = find (comm);

  if (!c)
    return INVALID_ARGUMENT;
  c->magic = 0;
  free (c->operations);
  free (c);
  return SUCCESS;
}

int
gcuf_cpu_ncclCommAbort (void *comm)
{
  return gcuf_cpu_ncclCommDestroy (comm);
}

/* The routine NAME, which stores VALUE of a communicator C.  */
#define QUERY(NAME, VALUE)						\
  int									\
  gcuf_cpu_ncclComm##NAME (void *comm, int *value)			\
  {									\
    struct communicator *c = find (comm);				\
    if (!c)								\
      return INVALID_ARGUMENT;						\
    *value = VALUE;							\
    return SUCCESS;							\
  }

QUERY (Count, 1)
QUERY (UserRank, 0)
QUERY (CuDevice, c->device)
QUERY (GetAsyncError, SUCCESS)

/* Memory needs not be registered.  */

int
gcuf_cpu_ncclCommRegister (void *comm, void *p, size_t bytes, void **handle)
{
  (void) bytes;
  *handle = p;
  return find (comm) && p ? SUCCESS : INVALID_ARGUMENT;
}

int
gcuf_cpu_ncclCommDeregister (void *comm, void *handle)
{
  (void) handle;
  return find (comm) ? SUCCESS : INVALID_ARGUMENT;
}

int
gcuf_cpu_ncclMemAlloc (void **p, size_t bytes)
{
  return GCUF_cudaMalloc (p, bytes) == 0 ? SUCCESS : UNHANDLED_CUDA_ERROR;
}

int
gcuf_cpu_ncclMemFree (void *p)
{
  return GCUF_cudaFree (p) == 0 ? SUCCESS : UNHANDLED_CUDA_ERROR;
}

/* --- A program's own operations ------------------------------------------ */

int
gcuf_cpu_ncclRedOpCreatePreMulSum (int *number, void *scalar, int type,
				   int residence, void *comm)
{
  struct communicator *c = find (comm);
  struct operation *o;
  int i = 0;

  if (!c || !scalar || type < 0 || type >= FLOAT8_E4M3
      || (residence != SCALAR_DEVICE && residence != SCALAR_HOST))
    return INVALID_ARGUMENT;
  while (i < c->n_operations && c->operations[i].used)
    i++;
  if (i == MAX_OPERATIONS)
    return INTERNAL_ERROR;
  if (i == c->n_operations)
    {
      o = realloc (c->operations, (i + 1) * sizeof *o);
      if (!o)
	return SYSTEM_ERROR;
      c->operations = o;
      c->n_operations++;
    }
  o = &c->operations[i];
  *o = (struct operation) { .used = true, .type = type };
  if (residence == SCALAR_DEVICE)
    o->place = scalar;
  else
    memcpy (o->scalar, scalar, type_bytes[type]);
  *number = FIRST_OWN_OPERATION + i;
  return SUCCESS;
}

/* The operation NUMBER of C, or null.  */

static struct operation *
own_operation (const struct communicator *c, int number)
{
  int i = number - FIRST_OWN_OPERATION;
  return (i >= 0 && i < c->n_operations && c->operations[i].used
	  ? &c->operations[i] : NULL);
}

int
gcuf_cpu_ncclRedOpDestroy (int number, void *comm)
{
  struct communicator *c = find (comm);
  struct operation *o = c ? own_operation (c, number) : NULL;

  if (!o)
    return INVALID_ARGUMENT;
  o->used = false;
  return SUCCESS;
}

/* --- Copies -------------------------------------------------------------- */

/* What becomes of a call: COUNT elements of TYPE are copied, and multiplied if
   there is an operation.  */
struct copy
{
  const void *from;
  void *to;
  size_t count;
  int type;
  struct operation operation;
};

static float
from_bfloat (uint16_t x)
{
  uint32_t bits = (uint32_t) x << 16;
  float f;
  memcpy (&f, &bits, sizeof f);
  return f;
}

/* Rounded to the nearest.  */

static uint16_t
to_bfloat (float f)
{
  uint32_t bits;
  memcpy (&bits, &f, sizeof bits);
  return f == f ? (bits + 0x7fff + (bits >> 16 & 1)) >> 16 : bits >> 16 | 64;
}

/* Multiply the elements of C by the scalar at S.  */

static void
multiply (const struct copy *c, const void *s)
{
#define CASE(TYPE, C_TYPE)						\
  case TYPE:								\
    {									\
      C_TYPE scalar, *to = c->to;					\
      const C_TYPE *from = c->from;					\
      memcpy (&scalar, s, sizeof scalar);				\
      for (size_t i = 0; i < c->count; i++)				\
	to[i] = from[i] * scalar;					\
      break;								\
    }
  switch (c->type)
    {
    CASE (INT8, int8_t)
    CASE (UINT8, uint8_t)
    CASE (INT32, uint32_t)
    CASE (UINT32, uint32_t)
    CASE (INT64, uint64_t)
    CASE (UINT64, uint64_t)
    CASE (FLOAT16, _Float16)
    CASE (FLOAT32, float)
    CASE (FLOAT64, double)
    case BFLOAT16:
      {
	uint16_t scalar, *to = c->to;
	const uint16_t *from = c->from;
	memcpy (&scalar, s, sizeof scalar);
	for (size_t i = 0; i < c->count; i++)
	  to[i] = to_bfloat (from_bfloat (from[i]) * from_bfloat (scalar));
	break;
      }
    }
#undef CASE
}

static void
run_copy (void *data)
{
  const struct copy *c = data;
  const struct operation *o = &c->operation;

  if (o->used)
    multiply (c, o->place ? o->place : o->scalar);
  else if (c->from != c->to)
    memmove (c->to, c->from, c->count * type_bytes[c->type]);
}

static int
enqueue (const struct copy *c, gcuf_stream_t stream)
{
  if (c->count == 0)
    return SUCCESS;
  return (GCUF_library_enqueue (stream, run_copy, c, sizeof *c, false) == 0
	  ? SUCCESS : UNHANDLED_CUDA_ERROR);
}

/* True if COUNT elements of TYPE at P can be used.  */

static bool
data_p (const void *p, size_t count, int type)
{
  return type >= 0 && type < TYPES && (p || count == 0);
}

/* Carry out a call on COMM, in which each rank gets COUNT elements of what the
   ranks have, ROOT being the one that another has.  */

static int
copy (const void *from, void *to, size_t count, int type, int root, void *comm,
      gcuf_stream_t stream)
{
  struct copy c = { .from = from, .to = to, .count = count, .type = type };

  if (!find (comm) || root != 0 || !data_p (from, count, type)
      || !data_p (to, count, type))
    return INVALID_ARGUMENT;
  return enqueue (&c, stream);
}

/* The same with the reduction NUMBER, which among one is the element itself but
   for a program's own.  */

static int
reduce (const void *from, void *to, size_t count, int type, int number,
	int root, void *comm, gcuf_stream_t stream)
{
  struct copy c = { .from = from, .to = to, .count = count, .type = type };
  struct communicator *communicator = find (comm);
  struct operation *o;

  if (!communicator || root != 0 || !data_p (from, count, type)
      || !data_p (to, count, type) || number < 0)
    return INVALID_ARGUMENT;
  if (number >= FIRST_OWN_OPERATION)
    {
      o = own_operation (communicator, number);
      if (!o || o->type != type)
	return INVALID_ARGUMENT;
      c.operation = *o;
    }
  return enqueue (&c, stream);
}

int
gcuf_cpu_ncclReduce (void *from, void *to, size_t count, int type, int number,
		     int root, void *comm, gcuf_stream_t stream)
{
  return reduce (from, to, count, type, number, root, comm, stream);
}

int
gcuf_cpu_ncclAllReduce (void *from, void *to, size_t count, int type,
			int number, void *comm, gcuf_stream_t stream)
{
  return reduce (from, to, count, type, number, 0, comm, stream);
}

int
gcuf_cpu_ncclReduceScatter (void *from, void *to, size_t count, int type,
			    int number, void *comm, gcuf_stream_t stream)
{
  return reduce (from, to, count, type, number, 0, comm, stream);
}

int
gcuf_cpu_ncclBcast (void *p, size_t count, int type, int root, void *comm,
		    gcuf_stream_t stream)
{
  return copy (p, p, count, type, root, comm, stream);
}

int
gcuf_cpu_ncclBroadcast (void *from, void *to, size_t count, int type, int root,
			void *comm, gcuf_stream_t stream)
{
  return copy (from, to, count, type, root, comm, stream);
}

int
gcuf_cpu_ncclAllGather (void *from, void *to, size_t count, int type,
			void *comm, gcuf_stream_t stream)
{
  return copy (from, to, count, type, 0, comm, stream);
}

int
gcuf_cpu_ncclAlltoAll (void *from, void *to, size_t count, int type,
		       void *comm, gcuf_stream_t stream)
{
  return copy (from, to, count, type, 0, comm, stream);
}

int
gcuf_cpu_ncclGather (void *from, void *to, size_t count, int type, int root,
		     void *comm, gcuf_stream_t stream)
{
  return copy (from, to, count, type, root, comm, stream);
}

int
gcuf_cpu_ncclScatter (void *from, void *to, size_t count, int type, int root,
		      void *comm, gcuf_stream_t stream)
{
  return copy (from, to, count, type, root, comm, stream);
}

/* --- Messages, and groups of calls --------------------------------------- */

/* What a rank sends itself is received in the same group.  */
struct message
{
  struct message *next;
  void *comm, *p;
  size_t count;
  int type;
  gcuf_stream_t stream;
};

/* The thread's group: how often it has been started, what it sends and receives,
   in order, and the first error in it.  */
static __thread struct
{
  int level;
  struct message *sent, *received;
  int status;
} group;

/* Let stream LATER wait for what EARLIER has been given.  */

static int
wait_for (gcuf_stream_t later, gcuf_stream_t earlier)
{
  gcuf_event_t event;
  int error;

  if (later == earlier)
    return SUCCESS;
  if (GCUF_cudaEventCreateWithFlags (&event, 2) != 0)
    return UNHANDLED_CUDA_ERROR;
  error = GCUF_cudaEventRecord (event, earlier);
  if (error == 0)
    error = GCUF_cudaStreamWaitEvent (later, event, 0);
  GCUF_cudaEventDestroy (event);
  return error == 0 ? SUCCESS : UNHANDLED_CUDA_ERROR;
}

/* Copy what S sends to where R receives it, when the streams of both come to
   it.  */

static int
deliver (const struct message *s, const struct message *r)
{
  struct copy c = {
    .from = s->p, .to = r->p, .count = s->count, .type = s->type
  };
  int status;

  if (s->count * type_bytes[s->type] != r->count * type_bytes[r->type])
    return INVALID_USAGE;
  status = wait_for (r->stream, s->stream);
  if (status == SUCCESS)
    status = enqueue (&c, r->stream);
  return status == SUCCESS ? wait_for (s->stream, r->stream) : status;
}

/* Take the first message on COMM from *LIST, null if there is none.  */

static struct message *
take (struct message **list, void *comm)
{
  struct message *m;

  while (*list && (*list)->comm != comm)
    list = &(*list)->next;
  m = *list;
  if (m)
    *list = m->next;
  return m;
}

/* Deliver the messages of the group that ends.  */

static int
end_group (void)
{
  int status = group.status;
  struct message *s, *r;

  while ((s = group.sent))
    {
      group.sent = s->next;
      r = take (&group.received, s->comm);
      if (status == SUCCESS)
	status = r ? deliver (s, r) : INVALID_USAGE;
      free (r);
      free (s);
    }
  if (group.received && status == SUCCESS)
    status = INVALID_USAGE;
  while ((r = group.received))
    {
      group.received = r->next;
      free (r);
    }
  group.status = SUCCESS;
  if (status == INVALID_USAGE)
    fprintf (stderr, "libgcuf-nccl: what the rank sends itself has to be "
	     "received in the same group of calls, with as many bytes\n");
  return status;
}

int
gcuf_cpu_ncclGroupStart (void)
{
  group.level++;
  return SUCCESS;
}

int
gcuf_cpu_ncclGroupEnd (void)
{
  if (group.level == 0)
    return INVALID_USAGE;
  return --group.level ? SUCCESS : end_group ();
}

/* Append a message to *LIST.  */

static int
append (struct message **list, void *p, size_t count, int type, int peer,
	void *comm, gcuf_stream_t stream)
{
  struct message *m;
  int status;

  if (!find (comm) || peer != 0 || !data_p (p, count, type))
    status = INVALID_ARGUMENT;
  else
    {
      m = malloc (sizeof *m);
      status = m ? SUCCESS : SYSTEM_ERROR;
    }
  if (status != SUCCESS)
    {
      if (group.level && group.status == SUCCESS)
	group.status = status;
      return status;
    }
  *m = (struct message) { NULL, comm, p, count, type, stream };
  while (*list)
    list = &(*list)->next;
  *list = m;
  return group.level ? SUCCESS : end_group ();
}

int
gcuf_cpu_ncclSend (void *p, size_t count, int type, int peer, void *comm,
		   gcuf_stream_t stream)
{
  return append (&group.sent, p, count, type, peer, comm, stream);
}

int
gcuf_cpu_ncclRecv (void *p, size_t count, int type, int peer, void *comm,
		   gcuf_stream_t stream)
{
  return append (&group.received, p, count, type, peer, comm, stream);
}
