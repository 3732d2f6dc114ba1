/* Stream capture and graphs.
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

#include "gcuf-internal.h"

/* --- Capture -------------------------------------------------------------- */

static bool
mode_valid_p (int mode)
{
  return mode >= GCUF_CAPTURE_GLOBAL && mode <= GCUF_CAPTURE_RELAXED;
}

GCUF_EXPORT int
GCUF_cudaStreamBeginCapture (gcuf_stream_t stream, int mode)
{
  if (!mode_valid_p (mode))
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  int code = gcuf_backend ()->capture_begin (stream, mode);
  if (code == 0)
    gcuf_note_capture (true);
  return gcuf_record_error (code);
}

GCUF_EXPORT int
GCUF_cudaStreamEndCapture (gcuf_stream_t stream, gcuf_graph_t *graph)
{
  int status = 0;
  *graph = NULL;
  gcuf_backend ()->capture_status (stream, &status);
  int code = gcuf_backend ()->capture_end (stream, graph);
  /* It ends, whether it is valid or not.  */
  if (status != 0)
    gcuf_note_capture (false);
  return gcuf_record_error (code);
}

GCUF_EXPORT int
GCUF_cudaStreamIsCapturing (gcuf_stream_t stream, int *status)
{
  return gcuf_record_error (gcuf_backend ()->capture_status (stream, status));
}

GCUF_EXPORT int
GCUF_cudaThreadExchangeStreamCaptureMode (int *mode)
{
  if (!mode_valid_p (*mode))
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return gcuf_record_error (gcuf_backend ()->capture_mode (mode));
}

/* --- Graphs --------------------------------------------------------------- */

GCUF_EXPORT int
GCUF_cudaGraphCreate (gcuf_graph_t *graph, int flags)
{
  if (flags)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return gcuf_record_error (gcuf_backend ()->graph_create (graph, flags));
}

GCUF_EXPORT int
GCUF_cudaGraphDestroy (gcuf_graph_t graph)
{
  if (!graph)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return gcuf_record_error (gcuf_backend ()->graph_destroy (graph));
}

GCUF_EXPORT int
GCUF_cudaGraphClone (gcuf_graph_t *clone, gcuf_graph_t graph)
{
  if (!graph)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return gcuf_record_error (gcuf_backend ()->graph_clone (clone, graph));
}

GCUF_EXPORT int
GCUF_cudaGraphGetNodes (gcuf_graph_t graph, void **nodes, size_t *count)
{
  if (!graph)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return gcuf_record_error (gcuf_backend ()->graph_nodes (graph, nodes,
							  count));
}

GCUF_EXPORT int
GCUF_cudaGraphInstantiate (gcuf_exec_t *exec, gcuf_graph_t graph,
			   int64_t flags)
{
  if (!graph)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return gcuf_record_error (gcuf_backend ()->graph_instantiate (exec, graph,
								flags));
}

GCUF_EXPORT int
GCUF_cudaGraphExecDestroy (gcuf_exec_t exec)
{
  if (!exec)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return gcuf_record_error (gcuf_backend ()->exec_destroy (exec));
}

GCUF_EXPORT int
GCUF_cudaGraphLaunch (gcuf_exec_t exec, gcuf_stream_t stream)
{
  if (!exec)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  gcuf_note_at_work ();
  return gcuf_record_error (gcuf_backend ()->exec_launch (exec, stream));
}

GCUF_EXPORT int
GCUF_cudaGraphUpload (gcuf_exec_t exec, gcuf_stream_t stream)
{
  if (!exec)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return gcuf_record_error (gcuf_backend ()->exec_upload (exec, stream));
}
