/* Stands for kernels by nvcc and for the toolkit's runtime library: stubs as nvcc
   makes them take their configuration from where nvcc's chevrons put it.
   Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see
   COPYING.  */

#include <stddef.h>

struct dimensions
{
  unsigned x, y, z;
};

static struct configuration
{
  struct dimensions grid, block;
  size_t shared;
  void *stream;
} pushed[8];
static int depth, error;

unsigned
__cudaPushCallConfiguration (struct dimensions grid, struct dimensions block,
			     size_t shared, void *stream)
{
  pushed[depth++] = (struct configuration) { grid, block, shared, stream };
  return 0;
}

int
__cudaPopCallConfiguration (struct dimensions *grid, struct dimensions *block,
			    size_t *shared, void *stream)
{
  if (depth == 0)
    return 1;
  depth--;
  *grid = pushed[depth].grid;
  *block = pushed[depth].block;
  *shared = pushed[depth].shared;
  *(void **) stream = pushed[depth].stream;
  return 0;
}

int
cudaPeekAtLastError (void)
{
  return error;
}

int
cudaGetLastError (void)
{
  int last = error;
  error = 0;
  return last;
}

/* What the last launch was: kernel, grid, block, shared bytes; the Fortran
   program has these, if it asks for them.  */
int launched[8];
void *launched_stream, *launched_array;
double launched_value;

/* How many configurations nobody has taken.  */
int
configurations (void)
{
  return depth;
}

static void
launch (int kernel)
{
  struct configuration c;
  if (__cudaPopCallConfiguration (&c.grid, &c.block, &c.shared, &c.stream))
    return;
  if (c.block.x > 1024 || c.grid.x == 0 || c.grid.x > 0x7fffffff)
    {
      /* cudaErrorInvalidConfiguration  */
      error = 9;
      return;
    }
  const int now[8] = { kernel, c.grid.x, c.grid.y, c.grid.z, c.block.x,
		       c.block.y, c.block.z, (int) c.shared };
  for (int i = 0; i < 8; i++)
    launched[i] = now[i];
  launched_stream = c.stream;
}

void
scale_c (float *x, float factor, int n)
{
  launched_array = x;
  launched_value = factor * n;
  launch (1);
}

/* One whose name has gfortran's underscore.  */
void
bump_ (double *x, int n)
{
  launched_array = x;
  launched_value = n;
  launch (2);
}
