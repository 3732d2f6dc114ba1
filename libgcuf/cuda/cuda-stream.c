/* The cuda backend: attributes of streams, capture, graphs.
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

#include "cuda-api.h"

int
gcuf_cuda_stream_flags (gcuf_stream_t stream, int *flags)
{
  return gcuf_cu.StreamGetFlags (gcuf_cuda_stream (stream),
				 (unsigned *) flags);
}

int
gcuf_cuda_stream_id (gcuf_stream_t stream, int64_t *id)
{
  unsigned long long value;
  int code = gcuf_cu.StreamGetId (gcuf_cuda_stream (stream), &value);
  if (code == 0)
    *id = value;
  return code;
}

int
gcuf_cuda_stream_device (gcuf_stream_t stream, int *device)
{
  CUdevice of_driver;
  int code = gcuf_cu.StreamGetDevice (gcuf_cuda_stream (stream), &of_driver);
  if (code)
    return code;
  for (int i = 0; i < gcuf_device_count; i++)
    if (gcuf_cuda_devices[i].device == of_driver)
      {
	*device = i;
	return 0;
      }
  return GCUF_cudaErrorInvalidDevice;
}

int
gcuf_cuda_stream_attach (gcuf_stream_t stream, void *p, size_t bytes,
			 int flags)
{
  return gcuf_cu.StreamAttachMemAsync (gcuf_cuda_stream (stream),
				       (CUdeviceptr) p, bytes, flags);
}

int
gcuf_cuda_stream_call (gcuf_stream_t stream, void (*fn) (void *), void *data)
{
  return gcuf_cu.LaunchHostFunc (gcuf_cuda_stream (stream), fn, data);
}

/* Work of a GPU's stream is a kernel's.  */

int
gcuf_cuda_stream_work (gcuf_stream_t stream, void (*fn) (void *),
		       const void *data, size_t bytes, bool wait)
{
  (void) stream, (void) fn, (void) data, (void) bytes, (void) wait;
  return GCUF_cudaErrorNotSupported;
}

int
gcuf_cuda_event_record_flags (gcuf_event_t event, gcuf_stream_t stream,
			      int flags)
{
  return gcuf_cu.EventRecordWithFlags ((CUevent) event,
				       gcuf_cuda_stream (stream), flags);
}

/* --- Capture ------------------------------------------------------------- */

int
gcuf_cuda_capture_begin (gcuf_stream_t stream, int mode)
{
  return gcuf_cu.StreamBeginCapture (gcuf_cuda_stream (stream), mode);
}

int
gcuf_cuda_capture_end (gcuf_stream_t stream, gcuf_graph_t *graph)
{
  return gcuf_cu.StreamEndCapture (gcuf_cuda_stream (stream),
				   (CUgraph *) graph);
}

int
gcuf_cuda_capture_status (gcuf_stream_t stream, int *status)
{
  return gcuf_cu.StreamIsCapturing (gcuf_cuda_stream (stream), status);
}

int
gcuf_cuda_capture_mode (int *mode)
{
  return gcuf_cu.ThreadExchangeStreamCaptureMode (mode);
}

/* --- Graphs -------------------------------------------------------------- */

int
gcuf_cuda_graph_create (gcuf_graph_t *graph, int flags)
{
  return gcuf_cu.GraphCreate ((CUgraph *) graph, flags);
}

int
gcuf_cuda_graph_destroy (gcuf_graph_t graph)
{
  return gcuf_cu.GraphDestroy ((CUgraph) graph);
}

int
gcuf_cuda_graph_clone (gcuf_graph_t *clone, gcuf_graph_t graph)
{
  return gcuf_cu.GraphClone ((CUgraph *) clone, (CUgraph) graph);
}

int
gcuf_cuda_graph_nodes (gcuf_graph_t graph, void **nodes, size_t *count)
{
  return gcuf_cu.GraphGetNodes ((CUgraph) graph, nodes, count);
}

int
gcuf_cuda_graph_instantiate (gcuf_exec_t *exec, gcuf_graph_t graph,
			     int64_t flags)
{
  return gcuf_cu.GraphInstantiate ((CUgraphExec *) exec, (CUgraph) graph,
				   flags);
}

int
gcuf_cuda_exec_destroy (gcuf_exec_t exec)
{
  return gcuf_cu.GraphExecDestroy ((CUgraphExec) exec);
}

int
gcuf_cuda_exec_launch (gcuf_exec_t exec, gcuf_stream_t stream)
{
  return gcuf_cu.GraphLaunch ((CUgraphExec) exec, gcuf_cuda_stream (stream));
}

int
gcuf_cuda_exec_upload (gcuf_exec_t exec, gcuf_stream_t stream)
{
  return gcuf_cu.GraphUpload ((CUgraphExec) exec, gcuf_cuda_stream (stream));
}
