! { dg-do run }
! Directives in fixed form, with each of the sentinels.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.
      program fixed
      implicit none
      integer, parameter :: n = 1000
      integer, device :: a(n)
      integer i, total
c$cuf kernel do <<<*, 64>>>
      do i = 1, n
        a(i) = i
      end do
*$cuf kernel do(1)
*$cuf+ <<< *,
*$cuf& 128 >>>
      do 10 i = 1, n
        a(i) = a(i) + 1
10    continue
      total = 0
!$cuf kernel do <<<*, *>>>
!$cuf1 reduce(+:total)
      do i = 1, n
        total = total + a(i)
      end do
      if (total .ne. n * (n + 1) / 2 + n) error stop "fixed form"
      end program
