/* The table of the host's side of code that OpenACC and OpenMP offload.
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

/* Whenever offloaded code is linked, lto-wrapper adds the first file of this
   name, or since GCC 13 of one with an S after it, that it finds, and the linker
   is given the directory of this one before GCC's own.  GCC's needs the files
   with the table's ends, which only -fopenacc and -fopenmp add, and is not
   position independent.  */

#define TABLE_END __attribute__ ((weak, visibility ("hidden")))

extern const void *const __offload_func_table[] TABLE_END;
extern const void *const __offload_funcs_end[] TABLE_END;
extern const void *const __offload_var_table[] TABLE_END;
extern const void *const __offload_vars_end[] TABLE_END;
extern const void *const __offload_ind_func_table[] TABLE_END;
extern const void *const __offload_ind_funcs_end[] TABLE_END;

extern const void *const __OFFLOAD_TABLE__[]
  __attribute__ ((visibility ("hidden")));

const void *const __OFFLOAD_TABLE__[] = {
  &__offload_func_table, &__offload_funcs_end,
  &__offload_var_table, &__offload_vars_end,
  /* Since GCC 14; earlier ones do not look here.  */
  &__offload_ind_func_table, &__offload_ind_funcs_end
};
