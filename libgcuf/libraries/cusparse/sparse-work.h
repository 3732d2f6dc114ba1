/* What cuSPARSE computes, on the cpu backend, for elements of one type.
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

/* Included for each type, with T, the type; NAME (X), the name of what is made;
   CONJ (X), the conjugate, and MAGNITUDE (X), an absolute value.  */

/* Where row I of A begins among its elements.  The rows of COO are sorted.  */

static int64_t
NAME (row_begin) (const struct sparse_matrix *a, int64_t i)
{
  int64_t low = 0, high = a->nnz;

  if (a->format != FORMAT_COO)
    return get_index (&a->offsets, i) - a->base;
  while (low < high)
    {
      int64_t middle = low + (high - low) / 2;
      if (get_index (&a->offsets, middle) - a->base < i)
	low = middle + 1;
      else
	high = middle;
    }
  return low;
}

/* Y = ALPHA op (A) X + BETA Y for vectors whose elements have a distance,
   with X's conjugates if that is said.  */

static void
NAME (multiply) (const struct sparse_matrix *a, int op, T alpha, const T *x,
		 int64_t x_stride, bool conjugate_x, T beta, T *y,
		 int64_t y_stride)
{
  const T *values = a->values;
  bool transposed = (op != NON_TRANSPOSE) != (a->format == FORMAT_CSC);
  bool conjugated = op == CONJUGATE_TRANSPOSE;
  int64_t n_y = op == NON_TRANSPOSE ? a->rows : a->cols;
  int64_t n_outer = a->format == FORMAT_CSC ? a->cols : a->rows;

  if (a->format != FORMAT_COO && !transposed)
    {
      for (int64_t i = 0; i < n_outer; i++)
	{
	  int64_t end = get_index (&a->offsets, i + 1) - a->base;
	  T sum = 0;
	  for (int64_t k = get_index (&a->offsets, i) - a->base; k < end; k++)
	    {
	      T element = x[(get_index (&a->inner, k) - a->base) * x_stride];
	      T value = conjugated ? CONJ (values[k]) : values[k];
	      sum += value * (conjugate_x ? CONJ (element) : element);
	    }
	  y[i * y_stride]
	    = alpha * sum + (beta == 0 ? 0 : beta * y[i * y_stride]);
	}
      return;
    }
  for (int64_t i = 0; i < n_y; i++)
    y[i * y_stride] = beta == 0 ? 0 : beta * y[i * y_stride];
  if (a->format == FORMAT_COO)
    for (int64_t k = 0; k < a->nnz; k++)
      {
	int64_t row = get_index (&a->offsets, k) - a->base;
	int64_t column = get_index (&a->inner, k) - a->base;
	T element = x[(transposed ? row : column) * x_stride];
	T value = conjugated ? CONJ (values[k]) : values[k];
	y[(transposed ? column : row) * y_stride]
	  += alpha * value * (conjugate_x ? CONJ (element) : element);
      }
  else
    for (int64_t i = 0; i < n_outer; i++)
      {
	int64_t end = get_index (&a->offsets, i + 1) - a->base;
	T factor = x[i * x_stride];
	factor = alpha * (conjugate_x ? CONJ (factor) : factor);
	for (int64_t k = get_index (&a->offsets, i) - a->base; k < end; k++)
	  y[(get_index (&a->inner, k) - a->base) * y_stride]
	    += (conjugated ? CONJ (values[k]) : values[k]) * factor;
      }
}

static void
NAME (spmv) (const struct sparse_task *t)
{
  NAME (multiply) (&t->a, t->op, *(const T *) scalar_at (&t->alpha),
		   t->y.values, 1, false, *(const T *) scalar_at (&t->beta),
		   t->z.values, 1);
}

/* Where matrix number BATCH of M begins, and the distances of rows and of
   columns.  */

static T *
NAME (dense) (const struct dense_matrix *m, int64_t batch)
{
  return (T *) m->values + (m->batch > 1 ? m->stride * batch : 0);
}

static int64_t
NAME (row_distance) (const struct dense_matrix *m)
{
  return m->order == ORDER_ROW ? m->ld : 1;
}

static int64_t
NAME (column_distance) (const struct dense_matrix *m)
{
  return m->order == ORDER_ROW ? 1 : m->ld;
}

/* Matrix NUMBER of a batch.  */

static struct sparse_matrix
NAME (of_batch) (const struct sparse_matrix *a, int64_t number)
{
  struct sparse_matrix one = *a;
  size_t offset_size = a->offsets.wide ? 8 : 4, size = a->inner.wide ? 8 : 4;

  if (a->batch > 1)
    {
      one.offsets.place
	= (char *) a->offsets.place + offset_size * a->offsets_stride * number;
      one.inner.place
	= (char *) a->inner.place + size * a->values_stride * number;
      one.values = (T *) a->values + a->values_stride * number;
    }
  return one;
}

static void
NAME (spmm) (const struct sparse_task *t)
{
  T alpha = *(const T *) scalar_at (&t->alpha);
  T beta = *(const T *) scalar_at (&t->beta);
  int64_t row = NAME (row_distance) (&t->b);
  int64_t column = NAME (column_distance) (&t->b);
  bool transposed = t->op_2 != NON_TRANSPOSE;

  for (int64_t batch = 0; batch < t->c.batch; batch++)
    {
      struct sparse_matrix a = NAME (of_batch) (&t->a, batch);
      const T *b = NAME (dense) (&t->b, batch);
      T *c = NAME (dense) (&t->c, batch);
      for (int64_t j = 0; j < t->c.cols; j++)
	NAME (multiply) (&a, t->op, alpha, b + j * (transposed ? row : column),
			 transposed ? column : row,
			 t->op_2 == CONJUGATE_TRANSPOSE, beta,
			 c + j * NAME (column_distance) (&t->c),
			 NAME (row_distance) (&t->c));
    }
}

/* Solve op (A) Y = ALPHA X, of A's triangle only.  */

static void
NAME (solve) (const struct sparse_matrix *a, int op, T alpha, const T *x,
	      int64_t x_stride, bool conjugate_x, T *y, int64_t y_stride)
{
  const T *values = a->values;
  int64_t n = a->rows;
  bool by_columns = (op != NON_TRANSPOSE) != (a->format == FORMAT_CSC);
  bool conjugated = op == CONJUGATE_TRANSPOSE;
  /* The triangle of what is stored by rows, and that of what is solved.  */
  bool stored_lower = (a->fill == FILL_LOWER) != (a->format == FORMAT_CSC);
  bool lower = (a->fill == FILL_LOWER) != (op != NON_TRANSPOSE);

  for (int64_t i = 0; i < n; i++)
    {
      T element = x[i * x_stride];
      y[i * y_stride] = alpha * (conjugate_x ? CONJ (element) : element);
    }
  for (int64_t step = 0; step < n; step++)
    {
      int64_t i = lower ? step : n - 1 - step;
      int64_t begin = NAME (row_begin) (a, i);
      int64_t end = NAME (row_begin) (a, i + 1);
      T diagonal = a->diag == UNIT ? 1 : 0, sum = y[i * y_stride];
      for (int64_t k = begin; k < end; k++)
	{
	  int64_t j = get_index (&a->inner, k) - a->base;
	  T value = conjugated ? CONJ (values[k]) : values[k];
	  if (j == i)
	    diagonal = a->diag == UNIT ? 1 : value;
	  else if (!by_columns && (j < i) == stored_lower)
	    sum -= value * y[j * y_stride];
	}
      sum /= diagonal;
      y[i * y_stride] = sum;
      for (int64_t k = begin; by_columns && k < end; k++)
	{
	  int64_t j = get_index (&a->inner, k) - a->base;
	  if (j != i && (j < i) == stored_lower)
	    y[j * y_stride]
	      -= (conjugated ? CONJ (values[k]) : values[k]) * sum;
	}
    }
}

static void
NAME (spsv) (const struct sparse_task *t)
{
  NAME (solve) (&t->a, t->op, *(const T *) scalar_at (&t->alpha), t->y.values,
		1, false, t->z.values, 1);
}

static void
NAME (spsm) (const struct sparse_task *t)
{
  T alpha = *(const T *) scalar_at (&t->alpha);
  int64_t row = NAME (row_distance) (&t->b);
  int64_t column = NAME (column_distance) (&t->b);
  bool transposed = t->op_2 != NON_TRANSPOSE;

  for (int64_t batch = 0; batch < t->c.batch; batch++)
    {
      struct sparse_matrix a = NAME (of_batch) (&t->a, batch);
      const T *b = NAME (dense) (&t->b, batch);
      T *c = NAME (dense) (&t->c, batch);
      for (int64_t j = 0; j < t->c.cols; j++)
	NAME (solve) (&a, t->op, alpha, b + j * (transposed ? row : column),
		      transposed ? column : row,
		      t->op_2 == CONJUGATE_TRANSPOSE,
		      c + j * NAME (column_distance) (&t->c),
		      NAME (row_distance) (&t->c));
    }
}

/* A = ALPHA (op (B) op (C)) + BETA A, where A has elements.  */

static void
NAME (sddmm) (const struct sparse_task *t)
{
  T alpha = *(const T *) scalar_at (&t->alpha);
  T beta = *(const T *) scalar_at (&t->beta);
  const T *b = t->b.values, *c = t->c.values;
  bool b_plain = t->op == NON_TRANSPOSE, c_plain = t->op_2 == NON_TRANSPOSE;
  int64_t b_row = NAME (row_distance) (&t->b);
  int64_t b_column = NAME (column_distance) (&t->b);
  int64_t c_row = NAME (row_distance) (&t->c);
  int64_t c_column = NAME (column_distance) (&t->c);
  int64_t n = b_plain ? t->b.cols : t->b.rows;
  int64_t n_outer = t->a.format == FORMAT_CSC ? t->a.cols : t->a.rows;
  T *values = t->a.values;

  for (int64_t outer = 0; outer < n_outer; outer++)
    {
      int64_t end = NAME (row_begin) (&t->a, outer + 1);
      for (int64_t k = NAME (row_begin) (&t->a, outer); k < end; k++)
	{
	  int64_t inner = get_index (&t->a.inner, k) - t->a.base;
	  int64_t i = t->a.format == FORMAT_CSC ? inner : outer;
	  int64_t j = t->a.format == FORMAT_CSC ? outer : inner;
	  T sum = 0;
	  for (int64_t l = 0; l < n; l++)
	    {
	      T left = b[b_plain ? i * b_row + l * b_column
			 : l * b_row + i * b_column];
	      T right = c[c_plain ? l * c_row + j * c_column
			  : j * c_row + l * c_column];
	      if (t->op == CONJUGATE_TRANSPOSE)
		left = CONJ (left);
	      if (t->op_2 == CONJUGATE_TRANSPOSE)
		right = CONJ (right);
	      sum += left * right;
	    }
	  values[k] = alpha * sum + (beta == 0 ? 0 : beta * values[k]);
	}
    }
}

/* Add row I of A times A_2 to SUMS, of which the columns that it has get I +
   1 in MARKS, and are put into COLUMNS.  Return their number.  */

static int64_t
NAME (product_row) (const struct sparse_task *t, int64_t i, T *sums,
		    int64_t *marks, int64_t *columns)
{
  const struct sparse_matrix *a = &t->a, *b = &t->a_2;
  const T *a_values = a->values, *b_values = b->values;
  int64_t n = 0, a_end = NAME (row_begin) (a, i + 1);

  for (int64_t k = NAME (row_begin) (a, i); k < a_end; k++)
    {
      int64_t row = get_index (&a->inner, k) - a->base;
      int64_t b_end = NAME (row_begin) (b, row + 1);
      for (int64_t l = NAME (row_begin) (b, row); l < b_end; l++)
	{
	  int64_t j = get_index (&b->inner, l) - b->base;
	  if (marks[j] != i + 1)
	    {
	      marks[j] = i + 1;
	      sums[j] = 0;
	      columns[n++] = j;
	    }
	  sums[j] += a_values[k] * b_values[l];
	}
    }
  return n;
}

/* ALPHA A A_2, whose size is not known before, into PRODUCT.  */

static void
NAME (spgemm) (const struct sparse_task *t)
{
  struct sparse_product *product = t->product;
  T alpha = *(const T *) scalar_at (&t->alpha), *values;
  int64_t rows = t->a.rows, n = t->a_2.cols, k = 0;
  T *sums = malloc ((n + 1) * sizeof *sums);
  int64_t *marks = calloc (n + 1, sizeof *marks);
  int64_t *columns = malloc ((n + 1) * sizeof *columns);

  product->offsets = malloc ((rows + 1) * sizeof *product->offsets);
  product->failed = !sums || !marks || !columns || !product->offsets;
  for (int64_t i = 0; i < rows && !product->failed; i++)
    {
      product->offsets[i] = k;
      k += NAME (product_row) (t, i, sums, marks, columns);
    }
  product->columns = malloc ((k + 1) * sizeof *product->columns);
  product->values = values = malloc ((k + 1) * sizeof *values);
  if (!product->columns || !values)
    product->failed = true;
  if (!product->failed)
    {
      product->offsets[rows] = product->nnz = k;
      memset (marks, 0, (n + 1) * sizeof *marks);
    }
  for (int64_t i = 0; i < rows && !product->failed; i++)
    {
      int64_t begin = product->offsets[i];
      int64_t count = NAME (product_row) (t, i, sums, marks,
					  product->columns + begin);
      qsort (product->columns + begin, count, sizeof *product->columns,
	     compare_columns);
      for (k = begin; k < begin + count; k++)
	values[k] = alpha * sums[product->columns[k]];
    }
  free (sums);
  free (marks);
  free (columns);
}

/* PRODUCT + BETA A into A.  */

static void
NAME (copy_product) (const struct sparse_task *t)
{
  const struct sparse_product *product = t->product;
  T beta = *(const T *) scalar_at (&t->beta);
  const T *from = product->values;
  T *to = t->a.values;

  for (int64_t i = 0; i <= t->a.rows; i++)
    set_index (&t->a.offsets, i, product->offsets[i] + t->a.base);
  for (int64_t k = 0; k < product->nnz; k++)
    {
      set_index (&t->a.inner, k, product->columns[k] + t->a.base);
      to[k] = from[k] + (beta == 0 ? 0 : beta * to[k]);
    }
}

/* --- Sparse vectors ------------------------------------------------------ */

static void
NAME (spvv) (const struct sparse_task *t)
{
  const T *x = t->x.values, *y = t->y.values;
  T sum = 0;

  for (int64_t k = 0; k < t->x.nnz; k++)
    sum += ((t->op == CONJUGATE_TRANSPOSE ? CONJ (x[k]) : x[k])
	    * y[get_index (&t->x.indices, k) - t->x.base]);
  *(T *) t->result = sum;
}

static void
NAME (axpby) (const struct sparse_task *t)
{
  T alpha = *(const T *) scalar_at (&t->alpha);
  T beta = *(const T *) scalar_at (&t->beta);
  const T *x = t->x.values;
  T *y = t->y.values;

  for (int64_t i = 0; beta != 1 && i < t->y.size; i++)
    y[i] = beta == 0 ? 0 : beta * y[i];
  for (int64_t k = 0; k < t->x.nnz; k++)
    y[get_index (&t->x.indices, k) - t->x.base] += alpha * x[k];
}

static void
NAME (rot) (const struct sparse_task *t)
{
  T c = *(const T *) scalar_at (&t->alpha);
  T s = *(const T *) scalar_at (&t->beta);
  T *x = t->x.values, *y = t->y.values;

  for (int64_t k = 0; k < t->x.nnz; k++)
    {
      T *element = &y[get_index (&t->x.indices, k) - t->x.base], old = x[k];
      x[k] = c * old + s * *element;
      *element = c * *element - s * old;
    }
}

/* --- Tridiagonal systems ------------------------------------------------- */

/* Solve one of M equations by elimination with partial pivoting; elements have
   the distance STRIDE.  Its right-hand sides are N, LD apart, and WORK has room
   for three times M elements.  */

static void
NAME (tridiagonal) (int64_t m, const T *lower, const T *middle, const T *upper,
		    int64_t stride, T *x, int64_t n, int64_t ld, T *work)
{
  T *dl = work, *d = dl + m, *du = d + m;

  for (int64_t i = 0; i < m; i++)
    {
      dl[i] = i + 1 < m ? lower[(i + 1) * stride] : 0;
      d[i] = middle[i * stride];
      du[i] = i + 1 < m ? upper[i * stride] : 0;
    }
  for (int64_t i = 0; i + 1 < m; i++)
    if (MAGNITUDE (d[i]) >= MAGNITUDE (dl[i]))
      {
	T factor = dl[i] / d[i];
	d[i + 1] -= factor * du[i];
	for (int64_t j = 0; j < n; j++)
	  x[(i + 1) * stride + j * ld] -= factor * x[i * stride + j * ld];
	/* From here on this is the second diagonal above.  */
	dl[i] = 0;
      }
    else
      {
	T factor = d[i] / dl[i], saved = d[i + 1];
	d[i] = dl[i];
	d[i + 1] = du[i] - factor * saved;
	dl[i] = du[i + 1];
	du[i + 1] = -factor * dl[i];
	du[i] = saved;
	for (int64_t j = 0; j < n; j++)
	  {
	    T *first = &x[i * stride + j * ld], *second = first + stride;
	    saved = *first;
	    *first = *second;
	    *second = saved - factor * *second;
	  }
      }
  for (int64_t j = 0; j < n; j++)
    for (int64_t i = m - 1; i >= 0; i--)
      {
	T *element = &x[i * stride + j * ld];
	if (i + 1 < m)
	  *element -= du[i] * element[stride];
	if (i + 2 < m)
	  *element -= dl[i] * element[2 * stride];
	*element /= d[i];
      }
}

static void
NAME (gtsv) (const struct sparse_task *t)
{
  for (int64_t k = 0; k < t->batch; k++)
    {
      int64_t place = k * t->system_stride;
      NAME (tridiagonal) (t->m, (const T *) t->dl + place,
			  (const T *) t->d + place, (const T *) t->du + place,
			  t->inner_stride, (T *) t->result + place, t->n,
			  t->b.ld, t->work);
    }
}

/* --- Dense and sparse ---------------------------------------------------- */

/* Element (I, J) of the dense matrix B, by the rows of A as it is stored.  */

static T *
NAME (element) (const struct sparse_task *t, int64_t outer, int64_t inner)
{
  int64_t row = NAME (row_distance) (&t->b);
  int64_t column = NAME (column_distance) (&t->b);

  return ((T *) t->b.values
	  + (t->a.format == FORMAT_CSC ? inner * row + outer * column
	     : outer * row + inner * column));
}

static void
NAME (to_dense) (const struct sparse_task *t)
{
  bool by_columns = t->a.format == FORMAT_CSC;
  int64_t n_outer = by_columns ? t->a.cols : t->a.rows;
  int64_t n_inner = by_columns ? t->a.rows : t->a.cols;
  const T *values = t->a.values;

  for (int64_t i = 0; i < n_outer; i++)
    for (int64_t j = 0; j < n_inner; j++)
      *NAME (element) (t, i, j) = 0;
  for (int64_t i = 0; i < n_outer && t->a.format != FORMAT_COO; i++)
    {
      int64_t end = NAME (row_begin) (&t->a, i + 1);
      for (int64_t k = NAME (row_begin) (&t->a, i); k < end; k++)
	*NAME (element) (t, i, get_index (&t->a.inner, k) - t->a.base)
	  = values[k];
    }
  for (int64_t k = 0; k < t->a.nnz && t->a.format == FORMAT_COO; k++)
    *NAME (element) (t, get_index (&t->a.offsets, k) - t->a.base,
		     get_index (&t->a.inner, k) - t->a.base)
      = values[k];
}

/* Count the elements of B that are not 0, in each of A's rows as it is
   stored if there is a place for that, and all; set A's offsets if it has
   them.  */

static void
NAME (count) (const struct sparse_task *t)
{
  bool by_columns = t->a.format == FORMAT_CSC;
  bool offsets = t->a.format != FORMAT_COO && t->a.offsets.place;
  int64_t n_outer = by_columns ? t->a.cols : t->a.rows;
  int64_t n_inner = by_columns ? t->a.rows : t->a.cols, total = 0;

  for (int64_t i = 0; i < n_outer; i++)
    {
      int64_t before = total;
      if (offsets)
	set_index (&t->a.offsets, i, total + t->a.base);
      for (int64_t j = 0; j < n_inner; j++)
	total += *NAME (element) (t, i, j) != 0;
      if (t->counts)
	t->counts[i] = total - before;
    }
  if (offsets)
    set_index (&t->a.offsets, n_outer, total + t->a.base);
  if (t->result && t->n)
    *(int *) t->result = total;
  else if (t->result)
    *(int64_t *) t->result = total;
}

/* Put them into A.  */

static void
NAME (to_sparse) (const struct sparse_task *t)
{
  bool by_columns = t->a.format == FORMAT_CSC;
  int64_t n_outer = by_columns ? t->a.cols : t->a.rows;
  int64_t n_inner = by_columns ? t->a.rows : t->a.cols, k = 0;

  for (int64_t i = 0; i < n_outer; i++)
    for (int64_t j = 0; j < n_inner; j++)
      {
	T value = *NAME (element) (t, i, j);
	if (value == 0)
	  continue;
	if (t->a.format == FORMAT_COO)
	  set_index (&t->a.offsets, k, i + t->a.base);
	set_index (&t->a.inner, k, j + t->a.base);
	((T *) t->a.values)[k++] = value;
      }
}

static const struct sparse_operations NAME (operations) = {
  .spmv = NAME (spmv), .spmm = NAME (spmm), .spsv = NAME (spsv),
  .spsm = NAME (spsm), .sddmm = NAME (sddmm), .spvv = NAME (spvv),
  .spgemm = NAME (spgemm), .copy_product = NAME (copy_product),
  .axpby = NAME (axpby), .rot = NAME (rot), .gtsv = NAME (gtsv),
  .to_dense = NAME (to_dense), .count = NAME (count),
  .to_sparse = NAME (to_sparse)
};

#undef T
#undef NAME
#undef CONJ
#undef MAGNITUDE
