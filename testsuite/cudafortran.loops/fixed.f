! { dg-do run }
! { dg-options "-cuda -std=legacy" }
! Directives in fixed form, with each of the sentinels; loops that end at labels.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.
      program fixed
      implicit none
      integer, parameter :: n = 1000
      integer, device :: a(n), b(7, 5)
      integer i, j, total, h(7, 5)
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
C Loops with a label of each, and with one label of all.
c$cuf kernel do(2) <<<*, *>>>
      do 30 j = 1, 5
      do 20 i = 1, 7
        if (i .eq. 3) goto 20
        b(i, j) = i + 10 * j
20    continue
30    continue
      h = b
      if (h(7, 5) .ne. 57 .or. h(1, 1) .ne. 11) error stop "labels"
c$cuf kernel do(2) <<<*, *>>>
      do 40 j = 1, 5
      do 40 i = 1, 7
        if (i .eq. 3) b(i, j) = j
40    b(i, j) = b(i, j) + 100
      h = b
      if (h(7, 5) .ne. 157 .or. any(h(3, :) .ne. (/ 101, 102, 103, 104,
     &  105 /))) error stop "one label"
      end program
