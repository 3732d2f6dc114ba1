/* What device code can ask about its device.
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

#ifndef GCUF_DEVICE_RECORD_H
#define GCUF_DEVICE_RECORD_H

#include "gcuf-api.h"

/* The limits of enum cudaLimit.  */
enum { GCUF_N_LIMITS = 7 };

/* A variable of the device library, which libgcuf fills in where an image has
   it (cuda-device-query.c).  */
struct gcuf_device_record
{
  int device, count;
  int cache_config;
  struct
  {
    int code;			/* What asking for it returns.  */
    size_t value;
  } limits[GCUF_N_LIMITS];
  /* COUNT of them, in the device's memory.  */
  const struct gcuf_device_prop *properties;
};

#define GCUF_RECORD_SYMBOL GCUF_NAME_RECORD

#endif
