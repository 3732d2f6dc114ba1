/* cuFFT on the cpu backend, by FFTW.
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
#include <stdlib.h>
#include <string.h>

#include "cpu-fft.h"

enum { MAX_RANK = 3 };
/* What cufftGetVersion says: the version whose interface this has.  */
enum { VERSION = 12000 };

/* --- FFTW ---------------------------------------------------------------- */

typedef void *fftw_plan;

/* The advanced interface (FFTW's manual, 4.4), in one precision.  */
struct fftw
{
  struct gcuf_host_library library;
  const char *prefix;
  bool found;
  fftw_plan (*plan_many_dft) (int rank, const int *n, int howmany, void *in,
			      const int *inembed, int istride, int idist,
			      void *out, const int *onembed, int ostride,
			      int odist, int sign, unsigned flags);
  fftw_plan (*plan_many_dft_r2c) (int rank, const int *n, int howmany, void *in,
				  const int *inembed, int istride, int idist,
				  void *out, const int *onembed, int ostride,
				  int odist, unsigned flags);
  fftw_plan (*plan_many_dft_c2r) (int rank, const int *n, int howmany, void *in,
				  const int *inembed, int istride, int idist,
				  void *out, const int *onembed, int ostride,
				  int odist, unsigned flags);
  void (*execute_dft) (fftw_plan, void *, void *);
  void (*execute_dft_r2c) (fftw_plan, void *, void *);
  void (*execute_dft_c2r) (fftw_plan, void *, void *);
  int (*alignment_of) (void *);
  void (*destroy_plan) (fftw_plan);
};

enum { FFTW_DESTROY_INPUT = 1, FFTW_UNALIGNED = 2, FFTW_ESTIMATE = 64 };

static const char *const single_names[] = { "libfftw3f.so.3", NULL };
static const char *const double_names[] = { "libfftw3.so.3", NULL };
static struct fftw single_fftw = {
  .library = { "Fourier transforms of single precision", "libfftw3-single3",
	       single_names, NULL },
  .prefix = "fftwf_"
};
static struct fftw double_fftw = {
  .library = { "Fourier transforms of double precision", "libfftw3-double3",
	       double_names, NULL },
  .prefix = "fftw_"
};

/* Protects the plans, and FFTW's planner, which one thread may use at a time.  */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Set *PLACE to FFTW's function NAME.  */

static bool
find (struct fftw *fftw, const char *name, void *place)
{
  char symbol[64] = "";
  void *address;

  strcat (strcat (symbol, fftw->prefix), name);
  address = gcuf_host_symbol (&fftw->library, symbol);
  memcpy (place, &address, sizeof address);
  return address;
}

/* FFTW for transforms of TYPE, or null.  The lock is held.  */

static const struct fftw *
fftw_for (int type)
{
  struct fftw *fftw = type & DOUBLE ? &double_fftw : &single_fftw;

  if (!fftw->found)
    fftw->found
      = (find (fftw, "plan_many_dft", &fftw->plan_many_dft)
	 && find (fftw, "plan_many_dft_r2c", &fftw->plan_many_dft_r2c)
	 && find (fftw, "plan_many_dft_c2r", &fftw->plan_many_dft_c2r)
	 && find (fftw, "execute_dft", &fftw->execute_dft)
	 && find (fftw, "execute_dft_r2c", &fftw->execute_dft_r2c)
	 && find (fftw, "execute_dft_c2r", &fftw->execute_dft_c2r)
	 && find (fftw, "alignment_of", &fftw->alignment_of)
	 && find (fftw, "destroy_plan", &fftw->destroy_plan));
  return fftw->found ? fftw : NULL;
}

/* --- Plans --------------------------------------------------------------- */

/* Where the elements of one side are, as in cufftPlanMany; without embedding
   they are contiguous.  */
struct layout
{
  bool embedded;
  int embed[MAX_RANK];
  int stride, distance;
};

/* FFTW's plans for one of cuFFT's: each is for arrays with or without FFTW's
   alignment, for one array or two, and for a direction.  */
enum { UNALIGNED = 1, IN_PLACE = 2, BACKWARD = 4, N_VARIANTS = 8 };

struct plan
{
  bool made;			/* Not only created.  */
  int type, rank, batch;
  int n[MAX_RANK];
  struct layout in, out;
  gcuf_stream_t stream;
  const struct fftw *fftw;
  fftw_plan variants[N_VARIANTS];
};

/* Plan number I + 1; null if it is free.  */
static struct plan **plans;
static int n_plans;

/* The plan of HANDLE, or null.  The lock is held.  */

static struct plan *
find_plan (int handle)
{
  return handle > 0 && handle <= n_plans ? plans[handle - 1] : NULL;
}

int
gcuf_cpu_cufftCreate (int *handle)
{
  struct plan *plan = calloc (1, sizeof *plan);
  int i = 0;

  if (!plan)
    return ALLOC_FAILED;
  pthread_mutex_lock (&lock);
  while (i < n_plans && plans[i])
    i++;
  if (i == n_plans)
    {
      struct plan **more = realloc (plans, 2 * (n_plans + 1) * sizeof *plans);
      if (!more)
	{
	  pthread_mutex_unlock (&lock);
	  free (plan);
	  return ALLOC_FAILED;
	}
      plans = more;
      memset (plans + n_plans, 0, (n_plans + 2) * sizeof *plans);
      n_plans = 2 * (n_plans + 1);
    }
  plans[i] = plan;
  *handle = i + 1;
  pthread_mutex_unlock (&lock);
  return SUCCESS;
}

/* Work of a plan's stream after all transforms by it: free it.  */

static void
free_plan (void *data)
{
  struct plan *plan = *(struct plan **) data;

  pthread_mutex_lock (&lock);
  for (int i = 0; i < N_VARIANTS; i++)
    if (plan->variants[i])
      plan->fftw->destroy_plan (plan->variants[i]);
  pthread_mutex_unlock (&lock);
  free (plan);
}

/* A graph under construction may need the plan for good.  A stream that is gone
   has done its work.  */

int
gcuf_cpu_cufftDestroy (int handle)
{
  struct plan *plan;
  int capturing = 0;

  pthread_mutex_lock (&lock);
  plan = find_plan (handle);
  if (plan)
    plans[handle - 1] = NULL;
  pthread_mutex_unlock (&lock);
  if (!plan)
    return INVALID_PLAN;
  if (plan->stream
      && GCUF_cudaStreamIsCapturing (plan->stream, &capturing) == 0
      && capturing)
    return SUCCESS;
  if (GCUF_library_enqueue (plan->stream, free_plan, &plan, sizeof plan, false))
    free_plan (&plan);
  return SUCCESS;
}

static bool
type_p (int type)
{
  int kind = type & ~DOUBLE;
  return kind == C2C || kind == R2C || kind == C2R;
}

/* Describe the transforms of plan HANDLE.  IN and OUT are null if the elements
   are contiguous.  */

static int
make_plan (int handle, int rank, const int *n, const struct layout *in,
	   const struct layout *out, int type, int batch, size_t *work_size)
{
  struct plan *plan;
  int status = SUCCESS;

  if (rank < 1 || rank > MAX_RANK || batch < 1)
    return rank < 1 || rank > MAX_RANK ? INVALID_VALUE : INVALID_SIZE;
  if (!type_p (type))
    return INVALID_TYPE;
  for (int i = 0; i < rank; i++)
    if (n[i] < 1)
      return INVALID_SIZE;
  pthread_mutex_lock (&lock);
  plan = find_plan (handle);
  if (!plan || plan->made)
    status = INVALID_PLAN;
  else if (!(plan->fftw = fftw_for (type)))
    status = SETUP_FAILED;
  else
    {
      plan->made = true;
      plan->type = type;
      plan->rank = rank;
      plan->batch = batch;
      memcpy (plan->n, n, rank * sizeof *n);
      if (in)
	plan->in = *in;
      if (out)
	plan->out = *out;
      if (work_size)
	*work_size = 0;
    }
  pthread_mutex_unlock (&lock);
  return status;
}

/* Create a plan, and describe it as above.  */

static int
new_plan (int *handle, int rank, const int *n, const struct layout *in,
	  const struct layout *out, int type, int batch)
{
  int status = gcuf_cpu_cufftCreate (handle);

  if (status == SUCCESS)
    {
      status = make_plan (*handle, rank, n, in, out, type, batch, NULL);
      if (status != SUCCESS)
	gcuf_cpu_cufftDestroy (*handle);
    }
  return status;
}

/* The layout of cufftPlanMany's arguments; false if there is an error.  */

static bool
read_layout (struct layout *layout, int rank, const int *embed, int stride,
	     int distance)
{
  if (rank < 1 || rank > MAX_RANK || stride < 1)
    return false;
  *layout = (struct layout) { .embedded = true, .stride = stride,
			      .distance = distance };
  memcpy (layout->embed, embed, rank * sizeof *embed);
  return true;
}

int
gcuf_cpu_cufftMakePlanMany (int handle, int rank, int *n, int *inembed,
			    int istride, int idist, int *onembed, int ostride,
			    int odist, int type, int batch, size_t *work_size)
{
  struct layout in, out;
  bool embedded = inembed && onembed;

  if (embedded && (!read_layout (&in, rank, inembed, istride, idist)
		   || !read_layout (&out, rank, onembed, ostride, odist)))
    return INVALID_VALUE;
  return make_plan (handle, rank, n, embedded ? &in : NULL,
		    embedded ? &out : NULL, type, batch, work_size);
}

int
gcuf_cpu_cufftPlanMany (int *handle, int rank, int *n, int *inembed,
			int istride, int idist, int *onembed, int ostride,
			int odist, int type, int batch)
{
  struct layout in, out;
  bool embedded = inembed && onembed;

  if (embedded && (!read_layout (&in, rank, inembed, istride, idist)
		   || !read_layout (&out, rank, onembed, ostride, odist)))
    return INVALID_VALUE;
  return new_plan (handle, rank, n, embedded ? &in : NULL,
		   embedded ? &out : NULL, type, batch);
}

int
gcuf_cpu_cufftPlan1d (int *handle, int nx, int type, int batch)
{
  return new_plan (handle, 1, &nx, NULL, NULL, type, batch);
}

int
gcuf_cpu_cufftPlan2d (int *handle, int nx, int ny, int type)
{
  const int n[] = { nx, ny };
  return new_plan (handle, 2, n, NULL, NULL, type, 1);
}

int
gcuf_cpu_cufftPlan3d (int *handle, int nx, int ny, int nz, int type)
{
  const int n[] = { nx, ny, nz };
  return new_plan (handle, 3, n, NULL, NULL, type, 1);
}

int
gcuf_cpu_cufftMakePlan1d (int handle, int nx, int type, int batch,
			  size_t *work_size)
{
  return make_plan (handle, 1, &nx, NULL, NULL, type, batch, work_size);
}

int
gcuf_cpu_cufftMakePlan2d (int handle, int nx, int ny, int type,
			  size_t *work_size)
{
  const int n[] = { nx, ny };
  return make_plan (handle, 2, n, NULL, NULL, type, 1, work_size);
}

int
gcuf_cpu_cufftMakePlan3d (int handle, int nx, int ny, int nz, int type,
			  size_t *work_size)
{
  const int n[] = { nx, ny, nz };
  return make_plan (handle, 3, n, NULL, NULL, type, 1, work_size);
}

/* Convert N numbers at FROM, or leave *TO null if FROM is null.  */

static bool
narrow (int n, const int64_t *from, int *numbers, int **to)
{
  *to = from ? numbers : NULL;
  for (int i = 0; from && i < n; i++)
    {
      numbers[i] = from[i];
      if (numbers[i] != from[i])
	return false;
    }
  return true;
}

int
gcuf_cpu_cufftMakePlanMany64 (int handle, int rank, int64_t *n,
			      int64_t *inembed, int64_t istride, int64_t idist,
			      int64_t *onembed, int64_t ostride, int64_t odist,
			      int type, int64_t batch, size_t *work_size)
{
  int numbers[3][MAX_RANK], scalars[5], *lengths, *in, *out, *all;
  const int64_t wide[] = { istride, idist, ostride, odist, batch };

  if (rank < 1 || rank > MAX_RANK)
    return INVALID_VALUE;
  if (!narrow (rank, n, numbers[0], &lengths)
      || !narrow (rank, inembed, numbers[1], &in)
      || !narrow (rank, onembed, numbers[2], &out)
      || !narrow (5, wide, scalars, &all))
    return INVALID_SIZE;
  return gcuf_cpu_cufftMakePlanMany (handle, rank, lengths, in, all[0], all[1],
				     out, all[2], all[3], type, all[4],
				     work_size);
}

/* --- Sizes of work areas, of which there are none ------------------------ */

static int
no_work (int rank, const int *n, int type, size_t *work_size)
{
  if (!type_p (type))
    return INVALID_TYPE;
  for (int i = 0; i < rank; i++)
    if (n[i] < 1)
      return INVALID_SIZE;
  *work_size = 0;
  return SUCCESS;
}

int
gcuf_cpu_cufftEstimate1d (int nx, int type, int batch, size_t *work_size)
{
  (void) batch;
  return no_work (1, &nx, type, work_size);
}

int
gcuf_cpu_cufftEstimate2d (int nx, int ny, int type, size_t *work_size)
{
  const int n[] = { nx, ny };
  return no_work (2, n, type, work_size);
}

int
gcuf_cpu_cufftEstimate3d (int nx, int ny, int nz, int type, size_t *work_size)
{
  const int n[] = { nx, ny, nz };
  return no_work (3, n, type, work_size);
}

int
gcuf_cpu_cufftEstimateMany (int rank, int *n, int *inembed, int istride,
			    int idist, int *onembed, int ostride, int odist,
			    int type, int batch, size_t *work_size)
{
  (void) inembed, (void) istride, (void) idist, (void) onembed;
  (void) ostride, (void) odist, (void) batch;
  return no_work (rank, n, type, work_size);
}

int
gcuf_cpu_cufftGetSize1d (int handle, int nx, int type, int batch,
			 size_t *work_size)
{
  (void) handle;
  return gcuf_cpu_cufftEstimate1d (nx, type, batch, work_size);
}

int
gcuf_cpu_cufftGetSize2d (int handle, int nx, int ny, int type,
			 size_t *work_size)
{
  (void) handle;
  return gcuf_cpu_cufftEstimate2d (nx, ny, type, work_size);
}

int
gcuf_cpu_cufftGetSize3d (int handle, int nx, int ny, int nz, int type,
			 size_t *work_size)
{
  (void) handle;
  return gcuf_cpu_cufftEstimate3d (nx, ny, nz, type, work_size);
}

int
gcuf_cpu_cufftGetSizeMany (int handle, int rank, int *n, int *inembed,
			   int istride, int idist, int *onembed, int ostride,
			   int odist, int type, int batch, size_t *work_size)
{
  (void) handle;
  return gcuf_cpu_cufftEstimateMany (rank, n, inembed, istride, idist, onembed,
				     ostride, odist, type, batch, work_size);
}

int
gcuf_cpu_cufftGetSizeMany64 (int handle, int rank, int64_t *n,
			     int64_t *inembed, int64_t istride, int64_t idist,
			     int64_t *onembed, int64_t ostride, int64_t odist,
			     int type, int64_t batch, size_t *work_size)
{
  int numbers[MAX_RANK], *lengths;

  (void) handle, (void) inembed, (void) istride, (void) idist;
  (void) onembed, (void) ostride, (void) odist, (void) batch;
  if (rank < 1 || rank > MAX_RANK)
    return INVALID_VALUE;
  if (!narrow (rank, n, numbers, &lengths))
    return INVALID_SIZE;
  return no_work (rank, lengths, type, work_size);
}

int
gcuf_cpu_cufftGetSize (int handle, size_t *work_size)
{
  pthread_mutex_lock (&lock);
  bool known = find_plan (handle);
  pthread_mutex_unlock (&lock);
  if (known)
    *work_size = 0;
  return known ? SUCCESS : INVALID_PLAN;
}

int
gcuf_cpu_cufftSetAutoAllocation (int handle, int automatic)
{
  size_t bytes;
  (void) automatic;
  return gcuf_cpu_cufftGetSize (handle, &bytes);
}

int
gcuf_cpu_cufftSetWorkArea (int handle, void *area)
{
  size_t bytes;
  (void) area;
  return gcuf_cpu_cufftGetSize (handle, &bytes);
}

/* --- The rest ------------------------------------------------------------ */

int
gcuf_cpu_cufftSetStream (int handle, gcuf_stream_t stream)
{
  struct plan *plan;

  pthread_mutex_lock (&lock);
  plan = find_plan (handle);
  if (plan)
    plan->stream = stream;
  pthread_mutex_unlock (&lock);
  return plan ? SUCCESS : INVALID_PLAN;
}

int
gcuf_cpu_cufftGetVersion (int *version)
{
  *version = VERSION;
  return SUCCESS;
}

int
gcuf_cpu_cufftGetProperty (int property, int *value)
{
  const int parts[] = { VERSION / 1000, VERSION % 1000 / 100, VERSION % 100 };

  if (property < 0 || property > 2)
    return INVALID_VALUE;
  *value = parts[property];
  return SUCCESS;
}

/* --- Transforms ---------------------------------------------------------- */

/* Make *L, contiguous data of PLAN, as FFTW wants it described.  In HALF of a
   real transform, the complex side, the last dimension has but half of the
   elements and one; the real side has room for them if it is transformed in
   place.  */

static void
make_contiguous (const struct plan *plan, struct layout *l, bool half,
		 bool in_place)
{
  int last = plan->n[plan->rank - 1];

  l->embedded = true;
  memcpy (l->embed, plan->n, sizeof l->embed);
  if (half)
    l->embed[plan->rank - 1] = last / 2 + 1;
  else if (in_place && (plan->type & ~DOUBLE) != C2C)
    l->embed[plan->rank - 1] = 2 * (last / 2 + 1);
  l->stride = 1;
  l->distance = 1;
  for (int i = 0; i < plan->rank; i++)
    l->distance *= l->embed[i];
}

/* Let FFTW make VARIANT of PLAN for arrays like IN and OUT.  */

static fftw_plan
make_variant (const struct plan *plan, unsigned variant, void *in, void *out)
{
  int kind = plan->type & ~DOUBLE;
  unsigned flags = FFTW_ESTIMATE | (variant & UNALIGNED ? FFTW_UNALIGNED : 0);
  struct layout from = plan->in, to = plan->out;

  if (!from.embedded)
    {
      make_contiguous (plan, &from, kind == C2R, variant & IN_PLACE);
      make_contiguous (plan, &to, kind == R2C, variant & IN_PLACE);
    }
  if (kind == R2C)
    return plan->fftw->plan_many_dft_r2c (plan->rank, plan->n, plan->batch,
					  in, from.embed, from.stride,
					  from.distance, out, to.embed,
					  to.stride, to.distance, flags);
  if (kind == C2R)
    return plan->fftw->plan_many_dft_c2r (plan->rank, plan->n, plan->batch,
					  in, from.embed, from.stride,
					  from.distance, out, to.embed,
					  to.stride, to.distance, flags);
  return plan->fftw->plan_many_dft (plan->rank, plan->n, plan->batch, in,
				    from.embed, from.stride, from.distance,
				    out, to.embed, to.stride, to.distance,
				    variant & BACKWARD ? INVERSE : FORWARD,
				    flags);
}

/* The bytes of an array of PLAN with elements of BYTES, which L describes.  */

static size_t
array_bytes (const struct plan *plan, const struct layout *l, size_t bytes)
{
  size_t all = (size_t) l->distance * plan->batch, one = 1;

  for (int i = 0; i < plan->rank; i++)
    one *= l->embed[i];
  one *= l->stride;
  return (all > one ? all : one) * bytes;
}

int
gcuf_fft_shape (int handle, struct gcuf_fft_shape *shape)
{
  struct layout in, out;
  const struct plan *plan;
  int status = INVALID_PLAN;

  pthread_mutex_lock (&lock);
  plan = find_plan (handle);
  if (plan && plan->made)
    {
      size_t word = plan->type & DOUBLE ? 8 : 4;
      int kind = plan->type & ~DOUBLE;
      in = plan->in;
      out = plan->out;
      if (!in.embedded)
	{
	  make_contiguous (plan, &in, kind == C2R, false);
	  make_contiguous (plan, &out, kind == R2C, false);
	}
      shape->type = plan->type;
      shape->stream = plan->stream;
      shape->in = array_bytes (plan, &in, kind == R2C ? word : 2 * word);
      shape->out = array_bytes (plan, &out, kind == C2R ? word : 2 * word);
      /* The complex side is the larger one.  */
      shape->in_place = shape->in > shape->out ? shape->in : shape->out;
      status = SUCCESS;
    }
  pthread_mutex_unlock (&lock);
  return status;
}

/* What a stream is given.  */
struct transform
{
  void (*execute) (fftw_plan, void *, void *);
  fftw_plan plan;
  void *in, *out;
};

static void
run_transform (void *data)
{
  const struct transform *t = data;
  t->execute (t->plan, t->in, t->out);
}

/* Prepare *T for a transform of TYPE by PLAN.  The lock is held.  */

static int
prepare (struct plan *plan, int type, int direction, struct transform *t)
{
  const struct fftw *fftw;
  unsigned variant = 0;

  if (!plan || !plan->made)
    return INVALID_PLAN;
  if (plan->type != type)
    return INVALID_TYPE;
  fftw = plan->fftw;
  if (fftw->alignment_of (t->in) || fftw->alignment_of (t->out))
    variant |= UNALIGNED;
  if (t->in == t->out)
    variant |= IN_PLACE;
  if (direction == INVERSE)
    variant |= BACKWARD;
  if (!plan->variants[variant])
    plan->variants[variant] = make_variant (plan, variant, t->in, t->out);
  t->plan = plan->variants[variant];
  type &= ~DOUBLE;
  t->execute = (type == R2C ? fftw->execute_dft_r2c
		: type == C2R ? fftw->execute_dft_c2r : fftw->execute_dft);
  return t->plan ? SUCCESS : INTERNAL_ERROR;
}

int
gcuf_fft_execute (int handle, int type, void *in, void *out, int direction)
{
  struct transform t = { .in = in, .out = out };
  struct plan *plan;
  gcuf_stream_t stream = 0;
  int status;

  if (!in || !out || (direction != FORWARD && direction != INVERSE))
    return INVALID_VALUE;
  pthread_mutex_lock (&lock);
  plan = find_plan (handle);
  status = prepare (plan, type, direction, &t);
  if (status == SUCCESS)
    stream = plan->stream;
  pthread_mutex_unlock (&lock);
  if (status == SUCCESS
      && GCUF_library_enqueue (stream, run_transform, &t, sizeof t, false))
    status = EXEC_FAILED;
  return status;
}

int
gcuf_cpu_cufftExecC2C (int handle, void *in, void *out, int direction)
{
  return gcuf_fft_execute (handle, C2C, in, out, direction);
}

int
gcuf_cpu_cufftExecZ2Z (int handle, void *in, void *out, int direction)
{
  return gcuf_fft_execute (handle, C2C | DOUBLE, in, out, direction);
}

int
gcuf_cpu_cufftExecR2C (int handle, void *in, void *out)
{
  return gcuf_fft_execute (handle, R2C, in, out, FORWARD);
}

int
gcuf_cpu_cufftExecC2R (int handle, void *in, void *out)
{
  return gcuf_fft_execute (handle, C2R, in, out, INVERSE);
}

int
gcuf_cpu_cufftExecD2Z (int handle, void *in, void *out)
{
  return gcuf_fft_execute (handle, R2C | DOUBLE, in, out, FORWARD);
}

int
gcuf_cpu_cufftExecZ2D (int handle, void *in, void *out)
{
  return gcuf_fft_execute (handle, C2R | DOUBLE, in, out, INVERSE);
}
