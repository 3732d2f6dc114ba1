! An OpenACC routine of vectors that a kernel calls: see interoperability.cuf.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

module daxpy_mod
contains
  subroutine daxpy (n, da, dx, incx, dy, incy)
!$acc routine vector nohost
    integer, value :: n, incx, incy
    double precision, value :: da
    double precision dx(*), dy(*)
    integer i, ix, iy
    if (n <= 0) return
    if (da == 0d0) return
    if (incx == 1 .and. incy == 1) then
!$acc loop vector
      do i = 1, n
        dy(i) = dy(i) + da * dx(i)
      end do
    else
!$acc loop vector
      do i = 1, n
        if (incx < 0) then
          ix = 1 + (-n + i) * incx
        else
          ix = 1 + (i - 1) * incx
        end if
        if (incy < 0) then
          iy = 1 + (-n + i) * incy
        else
          iy = 1 + (i - 1) * incy
        end if
        dy(iy) = dy(iy) + da * dx(ix)
      end do
    end if
  end subroutine
end module
