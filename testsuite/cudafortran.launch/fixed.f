C { dg-do run }
C { dg-options "-cuda" }
C Fixed source form, chevrons and attributes over continuation lines.
C Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.
      module m
      contains
      attributes(global) subroutine k(a, n)
      integer, value :: n
      integer a(n)
      attributes(device) :: a
      real, shared :: s(64)
      i = threadidx%x + (blockidx%x-1)*blockdim%x
      s(threadidx%x) = i
      call syncthreads()
      if (i .le. n) a(i) = s(threadidx%x) + 1
      end subroutine
      end module

      program fixed
      use m
      integer, device :: a(100)
      integer h(100)
      call k<<<2,
     &  64>>>(a, 100)
      h = a
      do i = 1, 100
      if (h(i) .ne. i + 1) stop 1
      end do
      a = 0
      callk<<<(100 + 63)/64,64,0,
     &0>>>(a,100)
      h = a
      if (any(h .ne. (/ (i+1, i=1,100) /))) stop 2
      end
