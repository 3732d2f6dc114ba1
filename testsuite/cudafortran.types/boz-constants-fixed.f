! { dg-do run }
! { dg-options "-cuda" }
! BOZ constants in fixed form, with old initial values and postfix letters.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.
      program p
      integer i, mask(3), old /z'77'/
      integer*2 short
      real x
      parameter (k = Z'1F')
      data mask /2 * Z'F0', O'17'/
      integer, device :: d(3)
      integer h(3)
      short = Z'FFFF'
      x = Z'3F80
     +0000'
      i = '1f'x
      if (short .ne. -1 .or. x .ne. 1.0 .or. i .ne. k) stop 1
      if (old .ne. 119 .or. mask(2) .ne. 240 .or. mask(3) .ne. 15) stop 2
      if (iand (i, X'0f') .ne. 15 .or. i .gt. Z'20') stop 3
      d = Z'55'
!$cuf kernel do <<<*, *>>>
      do i = 1, 3
        d(i) = ieor (d(i), Z'FF') + Z'100' * i
      end do
      h = d
      if (any (h .ne. [426, 682, 938])) stop 4
      end
