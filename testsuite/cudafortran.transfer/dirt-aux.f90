! Runs a test on a stack that is full of what others left there: what nobody
! sets is not zero.
module dirt
  implicit none
contains
  recursive subroutine soil (depth)
    integer, intent(in) :: depth
    integer(8), volatile :: frame(2048)
    frame = int (z'A5A5A5A5A5A5A5A5', 8)
    if (depth > 1) call soil (depth - 1)
    if (frame(1) == 0) error stop 1
  end subroutine

  subroutine on_dirt (test)
    interface
      subroutine test ()
      end subroutine
    end interface
    call soil (4)
    call test ()
  end subroutine
end module
