/* A CUDA driver that has no device: limits, configuration, peers.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of cudafortran.

   Cudafortran is free software; you can redistribute it and/or modify it under
   the terms of the GNU General Public License as published by the Free
   Software Foundation; either version 3, or (at your option) any later
   version.

   Cudafortran is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
   more details.

   You should have received a copy of the GNU General Public License along
   with cudafortran; see the file COPYING.  If not, see
   <http://www.gnu.org/licenses/>.  */

#include <stdio.h>
#include <string.h>

#include "fake.h"

enum { MAX_DEVICES = 64, N_LIMITS = 8, N_CONFIGS = 4 };
/* What heaps of device code have that nobody has set.  */
enum { MALLOC_HEAP_SIZE = 2, DEFAULT_HEAP_SIZE = 8 << 20 };
static size_t limits[MAX_DEVICES][N_LIMITS];
static int configs[MAX_DEVICES];
static unsigned all_flags[MAX_DEVICES];
static bool peers[MAX_DEVICES][MAX_DEVICES];

CUresult
cuCtxGetLimit (size_t *value, int limit)
{
  CUresult failure = fake_with_context (ENTER (cuCtxGetLimit));
  if (failure)
    return failure;
  if (limit < 0 || limit >= N_LIMITS)
    return FAKE_INVALID_VALUE;
  *value = limits[fake_current ()][limit];
  if (*value == 0 && limit == MALLOC_HEAP_SIZE)
    *value = DEFAULT_HEAP_SIZE;
  return 0;
}

CUresult
cuCtxSetLimit (int limit, size_t value)
{
  CUresult failure = fake_with_context (ENTER (cuCtxSetLimit));
  if (failure)
    return failure;
  if (limit < 0 || limit >= N_LIMITS)
    return FAKE_INVALID_VALUE;
  limits[fake_current ()][limit] = value;
  return 0;
}

CUresult
cuCtxGetCacheConfig (int *config)
{
  CUresult failure = fake_with_context (ENTER (cuCtxGetCacheConfig));
  if (failure)
    return failure;
  *config = configs[fake_current ()];
  return 0;
}

CUresult
cuCtxSetCacheConfig (int config)
{
  CUresult failure = fake_with_context (ENTER (cuCtxSetCacheConfig));
  if (failure)
    return failure;
  if (config < 0 || config >= N_CONFIGS)
    return FAKE_INVALID_VALUE;
  configs[fake_current ()] = config;
  return 0;
}

CUresult
cuDevicePrimaryCtxGetState (CUdevice d, unsigned *flags, int *active)
{
  CUresult failure = fake_with_device (ENTER (cuDevicePrimaryCtxGetState), d);
  if (failure)
    return failure;
  *flags = all_flags[d];
  *active = 1;
  return 0;
}

CUresult
cuDevicePrimaryCtxSetFlags_v2 (CUdevice d, unsigned flags)
{
  CUresult failure
    = fake_with_device (ENTER (cuDevicePrimaryCtxSetFlags_v2), d);
  if (failure)
    return failure;
  all_flags[d] = flags;
  return 0;
}

CUresult
cuDeviceGetPCIBusId (char *id, int size, CUdevice d)
{
  CUresult failure = fake_with_device (ENTER (cuDeviceGetPCIBusId), d);
  if (failure)
    return failure;
  snprintf (id, size, "0000:%02X:00.0", d + 1);
  return 0;
}

CUresult
cuProfilerStart (void)
{
  CUresult failure = ENTER (cuProfilerStart);
  if (failure)
    return failure;
  return 0;
}

CUresult
cuProfilerStop (void)
{
  CUresult failure = ENTER (cuProfilerStop);
  if (failure)
    return failure;
  return 0;
}

CUresult
cuDeviceCanAccessPeer (int *can, CUdevice d, CUdevice peer)
{
  CUresult failure
    = fake_with_device (fake_with_device (ENTER (cuDeviceCanAccessPeer),
	                d), peer);
  if (failure)
    return failure;
  *can = d != peer;
  return 0;
}

CUresult
cuDeviceGetP2PAttribute (int *value, int attribute, CUdevice d, CUdevice peer)
{
  CUresult failure
    = fake_with_device (fake_with_device (ENTER (cuDeviceGetP2PAttribute),
	                d), peer);
  if (failure)
    return failure;
  *value = attribute > 1;
  return d != peer ? 0 : FAKE_INVALID_DEVICE;
}

/* A context begins with the number of its device.  */

static CUresult
set_access (CUcontext peer, bool on)
{
  CUresult failure = fake_with_context (0);
  if (failure)
    return failure;
  int other = *(const int *) peer;
  enum { ALREADY = 704, NOT = 705 };
  if (other == fake_current ())
    return FAKE_INVALID_DEVICE;
  if (peers[fake_current ()][other] == on)
    return on ? ALREADY : NOT;
  peers[fake_current ()][other] = on;
  return 0;
}

CUresult
cuCtxEnablePeerAccess (CUcontext peer, unsigned flags)
{
  CUresult failure = ENTER (cuCtxEnablePeerAccess);
  if (failure)
    return failure;
  return flags ? FAKE_INVALID_VALUE : set_access (peer, true);
}

CUresult
cuCtxDisablePeerAccess (CUcontext peer)
{
  CUresult failure = ENTER (cuCtxDisablePeerAccess);
  if (failure)
    return failure;
  return set_access (peer, false);
}
