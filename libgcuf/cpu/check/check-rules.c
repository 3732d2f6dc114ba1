/* The kinds of reports of the checks of device code.
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

#include "check-report.h"

const struct gcuf_defect_rule gcuf_defect_rules[GCUF_DEFECT_KINDS] =
{
  [GCUF_DEFECT_RACE] = {
    "data-race", "data race",
    "libgcuf: data races found by -gpu=check: %zu\n",
    "Two threads of a launch access the same bytes, at least one of them "
    "writes, and nothing between orders them. Put a barrier between the "
    "accesses, or use atomic functions."
  },
  [GCUF_DEFECT_DIVERGENCE] = {
    "barrier-divergence", "barrier divergence",
    "libgcuf: wrong barriers found by -gpu=check: %zu\n",
    "All threads of a block have to come to the same statement to wait for "
    "each other. Move the barrier out of code that only some of them execute."
  },
  [GCUF_DEFECT_DEADLOCK] = {
    "deadlock", "deadlock",
    NULL,
    "The threads of a block wait for others that never come to where they are "
    "waited for. There is one report for each statement at which some wait."
  },
  [GCUF_DEFECT_ACCESS] = {
    "invalid-access", "invalid access",
    NULL,
    "A thread accesses memory that is not in the allocation which the array or "
    "the pointer begins in, or none that device code can access."
  },
  [GCUF_DEFECT_ERROR] = {
    "runtime-error", "runtime error",
    NULL,
    "A check of the Fortran compiler in device code has failed, as that of a "
    "subscript against the bounds of its array."
  },
  [GCUF_DEFECT_UNSET] = {
    "unset-value", "use of a value that is not set",
    "libgcuf: uses of values that are not set found by -gpu=check: %zu\n",
    "A thread computes with, compares, or takes for a subscript what nobody "
    "has given a value."
  },
  [GCUF_DEFECT_STREAM_RACE] = {
    "stream-race", "data race between streams",
    "libgcuf: data races between streams found by -gpu=check: %zu\n",
    "Two operations in different streams, such as kernels and copies, access "
    "the same bytes, at least one of them writes, and nothing orders them. "
    "Record an event in one stream and let the other wait for it, or "
    "synchronize."
  },
  [GCUF_DEFECT_HOST_RACE] = {
    "host-race", "data race with host code",
    "libgcuf: data races with host code found by -gpu=check: %zu\n",
    "Host code accesses managed, pinned or unified data that a kernel or a "
    "copy in a stream accesses, one of them writes, and the host has not "
    "waited for the stream. Synchronize before the access."
  }
};
