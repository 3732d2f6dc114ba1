/* The driver's numbers of device attributes.
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

#ifndef GCUF_DEVICE_ATTRIBUTES_H
#define GCUF_DEVICE_ATTRIBUTES_H

/* GCUF_ATTRIBUTE_FIELD for a field of struct gcuf_device_prop, and
   GCUF_ATTRIBUTE_FIELD_I for element I of one that is an array.  */
enum gcuf_attribute
{
#define GCUF_PROPERTY(field, attribute, cpu) GCUF_ATTRIBUTE_##field = attribute,
#define GCUF_PROPERTY_ELEMENT(field, index, attribute, cpu) \
  GCUF_ATTRIBUTE_##field##_##index = attribute,
#include "device-attributes.def"
#undef GCUF_PROPERTY
#undef GCUF_PROPERTY_ELEMENT
};

#endif
