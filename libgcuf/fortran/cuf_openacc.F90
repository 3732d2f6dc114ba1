! What module openacc is to CUDA Fortran.
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

! The compiler takes this for the module openacc: nvfortran's has the streams of
! queues, too.  Those of some gfortrans lack the functions that return addresses,
! though libgomp has them (OpenACC 3.3, 3.2.31 and 3.2.32); configure finds out.

module cuf_openacc
  use, intrinsic :: openacc
  use cuf_stream, only: acc_get_cuda_stream, acc_set_cuda_stream
#ifdef GCUF_OPENACC_ADDRESSES
  interface
    function acc_deviceptr (data_arg) bind (C)
      use, intrinsic :: iso_c_binding, only: c_ptr
      !gcc$ attributes no_arg_check :: data_arg
      type(*), dimension(*) :: data_arg
      type(c_ptr) :: acc_deviceptr
    end function acc_deviceptr
    function acc_hostptr (data_dev) bind (C)
      use, intrinsic :: iso_c_binding, only: c_ptr
      type(c_ptr), value :: data_dev
      type(c_ptr) :: acc_hostptr
    end function acc_hostptr
  end interface
#endif
end module cuf_openacc
