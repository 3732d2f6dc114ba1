! Module cublas: calls of cuBLAS with and without handle, and by names of BLAS.
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

module cublas
include 'legacy-names.inc'
  use, intrinsic :: iso_c_binding, only: c_int
  use cuf_cublas
  implicit none
  private :: c_int

  interface
    integer (c_int) function cublasInit () bind (c, name = "GCUF_cublasInit")
      import
    end function
    integer (c_int) function cublasShutdown () &
         bind (c, name = "GCUF_cublasShutdown")
      import
    end function
    integer (c_int) function cublasGetError () &
         bind (c, name = "GCUF_cublasGetError")
      import
    end function
  end interface
end module cublas
