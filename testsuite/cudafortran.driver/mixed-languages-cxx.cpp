// The part in C++ of mixed-languages.cuf, which needs its library.
// Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

#include <numeric>
#include <vector>

extern "C" int
from_cxx ()
{
  std::vector<int> v (5, 1);
  v.reserve (1000);
  return std::accumulate (v.begin (), v.end (), 0);
}
