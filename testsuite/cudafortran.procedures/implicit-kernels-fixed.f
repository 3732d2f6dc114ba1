! { dg-do run }
! { dg-options "-cuda" }
! Kernels of the same file in fixed form, which launches without an explicit
! interface find whether they come before or after them.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

      attributes(global) subroutine scale (a, n, f)
      integer, value :: n
      real, value :: f
      real :: a(n)
      i = (blockidx%x - 1) * blockdim%x + threadidx%x
      if (i .le. n) a(i) = a(i) * f
      end subroutine

      module early
      contains
      subroutine first (a, n)
      real, device :: a(n)
      call later<<<3, 5>>> (a, n)
      end subroutine
      end module

      program fixed
      use early
      external later
      real, device :: a(13)
      real :: h(13)
      h = 1
      a = h
      call scale <<< *, 4 >>> (a, 13, 2.)
      call later<<<3, 5>>> (a, 12)
      call first (a, 11)
      call scale<<<4,
     &  4>>> (a, 13, 3.)
      h = a
      if (any (h(1:11) /= 12)) error stop 1
      if (h(12) /= 9 .or. h(13) /= 6) error stop 2
      end program

      attributes(global) subroutine later (a, n)
      integer, value :: n
      real :: a(*)
      i = (blockidx%x - 1) * blockdim%x + threadidx%x
      if (i .le. n) a(i) = a(i) + 1
      end subroutine
