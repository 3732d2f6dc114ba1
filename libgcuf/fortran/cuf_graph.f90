! Stream capture and graphs of the CUDA runtime API.
! Copyright (C) 2026 The cudafortran authors.
!
! This file is part of the CUDA Fortran runtime library (libgcuf).
!
! Libgcuf is free software; you can redistribute it and/or modify it
! under the terms of the GNU General Public License as published by
! the Free Software Foundation; either version 3, or (at your option)
! any later version.
!
! Libgcuf is distributed in the hope that it will be useful, but WITHOUT ANY
! WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS
! FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
! more details.
!
! Under Section 7 of GPL version 3, you are granted additional
! permissions described in the GCC Runtime Library Exception, version
! 3.1, as published by the Free Software Foundation.
!
! You should have received a copy of the GNU General Public License and
! a copy of the GCC Runtime Library Exception along with this program;
! see the files COPYING and COPYING.RUNTIME respectively.  If not, see
! <http://www.gnu.org/licenses/>.

module cuf_graph
  use, intrinsic :: iso_c_binding, only: c_char, c_int, c_loc, c_null_char, &
       c_null_ptr, c_ptr, c_size_t
  use cuf_types
  implicit none
  private :: c_char, c_int, c_loc, c_null_char, c_null_ptr, c_ptr, c_size_t

  interface
    integer (c_int) function cudaStreamBeginCapture (stream, mode) &
         bind (c, name = "GCUF_cudaStreamBeginCapture")
      import :: c_int, cuda_stream_kind
      integer (cuda_stream_kind), value :: stream
      integer (c_int), value :: mode
      !dir$ ignore_tkr (k) stream, (k) mode
    end function cudaStreamBeginCapture

    integer (c_int) function cudaStreamEndCapture (stream, graph) &
         bind (c, name = "GCUF_cudaStreamEndCapture")
      import :: c_int, cuda_stream_kind, cudaGraph
      integer (cuda_stream_kind), value :: stream
      type (cudaGraph), intent (out) :: graph
      !dir$ ignore_tkr (k) stream
    end function cudaStreamEndCapture

    integer (c_int) function cudaStreamIsCapturing (stream, status) &
         bind (c, name = "GCUF_cudaStreamIsCapturing")
      import :: c_int, cuda_stream_kind
      integer (cuda_stream_kind), value :: stream
      integer (c_int), intent (out) :: status
      !dir$ ignore_tkr (k) stream
    end function cudaStreamIsCapturing

    integer (c_int) function cudaThreadExchangeStreamCaptureMode (mode) &
         bind (c, name = "GCUF_cudaThreadExchangeStreamCaptureMode")
      import :: c_int
      integer (c_int), intent (inout) :: mode
    end function cudaThreadExchangeStreamCaptureMode

    integer (c_int) function cudaGraphCreate (graph, flags) &
         bind (c, name = "GCUF_cudaGraphCreate")
      import :: c_int, cudaGraph
      type (cudaGraph), intent (out) :: graph
      integer (c_int), value :: flags
      !dir$ ignore_tkr (k) flags
    end function cudaGraphCreate

    integer (c_int) function cudaGraphDestroy (graph) &
         bind (c, name = "GCUF_cudaGraphDestroy")
      import :: c_int, cudaGraph
      type (cudaGraph), value :: graph
    end function cudaGraphDestroy

    integer (c_int) function cudaGraphClone (clone, graph) &
         bind (c, name = "GCUF_cudaGraphClone")
      import :: c_int, cudaGraph
      type (cudaGraph), intent (out) :: clone
      type (cudaGraph), value :: graph
    end function cudaGraphClone

    integer (c_int) function cudaGraphExecDestroy (graphexec) &
         bind (c, name = "GCUF_cudaGraphExecDestroy")
      import :: c_int, cudaGraphExec
      type (cudaGraphExec), value :: graphexec
    end function cudaGraphExecDestroy

    integer (c_int) function cudaGraphLaunch (graphexec, stream) &
         bind (c, name = "GCUF_cudaGraphLaunch")
      import :: c_int, cuda_stream_kind, cudaGraphExec
      type (cudaGraphExec), value :: graphexec
      integer (cuda_stream_kind), value :: stream
      !dir$ ignore_tkr (k) stream
    end function cudaGraphLaunch

    integer (c_int) function cudaGraphUpload (graphexec, stream) &
         bind (c, name = "GCUF_cudaGraphUpload")
      import :: c_int, cuda_stream_kind, cudaGraphExec
      type (cudaGraphExec), value :: graphexec
      integer (cuda_stream_kind), value :: stream
      !dir$ ignore_tkr (k) stream
    end function cudaGraphUpload
  end interface

  interface cudaGraphInstantiate
    integer (c_int) function cudaGraphInstantiate (graphexec, graph, flags) &
         bind (c, name = "GCUF_cudaGraphInstantiate")
      import :: c_int, cudaGraph, cudaGraphExec
      type (cudaGraphExec), intent (out) :: graphexec
      type (cudaGraph), value :: graph
      integer (8), value :: flags
      !dir$ ignore_tkr (k) flags
    end function cudaGraphInstantiate
    procedure :: instantiate_plain, instantiate_logged, instantiate_text
  end interface cudaGraphInstantiate

  interface cudaGraphGetNodes
    procedure :: get_nodes, count_nodes
  end interface cudaGraphGetNodes

  interface
    integer (c_int) function c_get_nodes (graph, nodes, numnodes) &
         bind (c, name = "GCUF_cudaGraphGetNodes")
      import :: c_int, c_ptr, c_size_t, cudaGraph
      type (cudaGraph), value :: graph
      type (c_ptr), value :: nodes
      integer (c_size_t), intent (inout) :: numnodes
    end function c_get_nodes
  end interface

  private :: instantiate_plain, instantiate_logged, instantiate_text, &
       get_nodes, count_nodes, c_get_nodes

contains

  integer (c_int) function instantiate_plain (graphexec, graph) &
       result (status)
    type (cudaGraphExec), intent (out) :: graphexec
    type (cudaGraph), intent (in) :: graph
    status = cudaGraphInstantiate (graphexec, graph, 0)
  end function instantiate_plain

  ! The form of CUDA before 12, for the node with an error and for a text about
  ! it, of up to LENGTH bytes: there is none, the status says what is wrong.
  integer (c_int) function instantiate_logged (graphexec, graph, errornode, &
                                               buffer, length) &
       result (status)
    type (cudaGraphExec), intent (out) :: graphexec
    type (cudaGraph), intent (in) :: graph
    type (cudaGraphNode), intent (inout) :: errornode
    character (kind = c_char), intent (inout) :: buffer(*)
    integer (c_size_t), value :: length
    !dir$ ignore_tkr (k) length
    errornode = cudaGraphNode (c_null_ptr)
    if (length > 0) buffer(1) = c_null_char
    status = cudaGraphInstantiate (graphexec, graph, 0)
  end function instantiate_logged

  ! The same where BUFFER is a single character variable.
  integer (c_int) function instantiate_text (graphexec, graph, errornode, &
                                             buffer, length) &
       result (status)
    type (cudaGraphExec), intent (out) :: graphexec
    type (cudaGraph), intent (in) :: graph
    type (cudaGraphNode), intent (inout) :: errornode
    character (kind = c_char, len = *), intent (inout) :: buffer
    integer (c_size_t), value :: length
    !dir$ ignore_tkr (k) length
    errornode = cudaGraphNode (c_null_ptr)
    if (length > 0) buffer(1:1) = c_null_char
    status = cudaGraphInstantiate (graphexec, graph, 0)
  end function instantiate_text

  ! Up to NUMNODES nodes, which becomes how many there are.
  integer (c_int) function get_nodes (graph, nodes, numnodes) result (status)
    type (cudaGraph), intent (in) :: graph
    type (cudaGraphNode), intent (inout), target :: nodes(*)
    integer (cuda_count_kind), intent (inout) :: numnodes
    status = c_get_nodes (graph, c_loc (nodes), numnodes)
  end function get_nodes

  integer (c_int) function count_nodes (graph, numnodes) result (status)
    type (cudaGraph), intent (in) :: graph
    integer (cuda_count_kind), intent (inout) :: numnodes
    status = c_get_nodes (graph, c_null_ptr, numnodes)
  end function count_nodes
end module cuf_graph
