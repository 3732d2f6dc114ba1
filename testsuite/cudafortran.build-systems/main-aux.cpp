// The main program in C++, with what takes its library.
// Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

#include <iostream>
#include <string>

extern "C" int sum_of (int, int);

int
main ()
{
  std::string text = sum_of (517, 2) == 517 * 518 ? "right" : "wrong";
  std::cout << text << std::endl;
  return text != "right";
}
