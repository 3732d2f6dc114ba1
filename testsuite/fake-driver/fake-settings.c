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

#define WITH_DEVICE(device)			\
  do						\
    {						\
      if (!fake_device_number_p (device))	\
	return FAKE_INVALID_DEVICE;		\
    }						\
  while (0)

enum { MAX_DEVICES = 64, N_LIMITS = 8, N_CONFIGS = 4 };
static size_t limits[MAX_DEVICES][N_LIMITS];
static int configs[MAX_DEVICES];
static unsigned all_flags[MAX_DEVICES];
static bool peers[MAX_DEVICES][MAX_DEVICES];

CUresult
cuCtxGetLimit (size_t *value, int limit)
{
  ENTER (cuCtxGetLimit);
  WITH_CONTEXT;
  if (limit < 0 || limit >= N_LIMITS)
    return FAKE_INVALID_VALUE;
  *value = limits[fake_current ()][limit];
  return 0;
}

CUresult
cuCtxSetLimit (int limit, size_t value)
{
  ENTER (cuCtxSetLimit);
  WITH_CONTEXT;
  if (limit < 0 || limit >= N_LIMITS)
    return FAKE_INVALID_VALUE;
  limits[fake_current ()][limit] = value;
  return 0;
}

CUresult
cuCtxGetCacheConfig (int *config)
{
  ENTER (cuCtxGetCacheConfig);
  WITH_CONTEXT;
  *config = configs[fake_current ()];
  return 0;
}

CUresult
cuCtxSetCacheConfig (int config)
{
  ENTER (cuCtxSetCacheConfig);
  WITH_CONTEXT;
  if (config < 0 || config >= N_CONFIGS)
    return FAKE_INVALID_VALUE;
  configs[fake_current ()] = config;
  return 0;
}

CUresult
cuDevicePrimaryCtxGetState (CUdevice d, unsigned *flags, int *active)
{
  ENTER (cuDevicePrimaryCtxGetState);
  WITH_DEVICE (d);
  *flags = all_flags[d];
  *active = 1;
  return 0;
}

CUresult
cuDevicePrimaryCtxSetFlags_v2 (CUdevice d, unsigned flags)
{
  ENTER (cuDevicePrimaryCtxSetFlags_v2);
  WITH_DEVICE (d);
  all_flags[d] = flags;
  return 0;
}

CUresult
cuDeviceGetPCIBusId (char *id, int size, CUdevice d)
{
  ENTER (cuDeviceGetPCIBusId);
  WITH_DEVICE (d);
  snprintf (id, size, "0000:%02X:00.0", d + 1);
  return 0;
}

CUresult
cuProfilerStart (void)
{
  ENTER (cuProfilerStart);
  return 0;
}

CUresult
cuProfilerStop (void)
{
  ENTER (cuProfilerStop);
  return 0;
}

CUresult
cuDeviceCanAccessPeer (int *can, CUdevice d, CUdevice peer)
{
  ENTER (cuDeviceCanAccessPeer);
  WITH_DEVICE (d);
  WITH_DEVICE (peer);
  *can = d != peer;
  return 0;
}

CUresult
cuDeviceGetP2PAttribute (int *value, int attribute, CUdevice d, CUdevice peer)
{
  ENTER (cuDeviceGetP2PAttribute);
  WITH_DEVICE (d);
  WITH_DEVICE (peer);
  *value = attribute > 1;
  return d != peer ? 0 : FAKE_INVALID_DEVICE;
}

/* A context begins with the number of its device.  */

static CUresult
set_access (CUcontext peer, bool on)
{
  WITH_CONTEXT;
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
  ENTER (cuCtxEnablePeerAccess);
  return flags ? FAKE_INVALID_VALUE : set_access (peer, true);
}

CUresult
cuCtxDisablePeerAccess (CUcontext peer)
{
  ENTER (cuCtxDisablePeerAccess);
  return set_access (peer, false);
}
