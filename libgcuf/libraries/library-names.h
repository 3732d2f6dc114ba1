/* The routines of CUDA's libraries under the libraries' own names.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of the CUDA Fortran runtime library (libgcuf).

   Libgcuf is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by
   the Free Software Foundation; either version 3, or (at your option)
   any later version.

   Libgcuf is distributed in the hope that it will be useful, but WITHOUT ANY
   WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS
   FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
   more details.

   Under Section 7 of GPL version 3, you are granted additional
   permissions described in the GCC Runtime Library Exception, version
   3.1, as published by the Free Software Foundation.

   You should have received a copy of the GNU General Public License and
   a copy of the GCC Runtime Library Exception along with this program;
   see the files COPYING and COPYING.RUNTIME respectively.  If not, see
   <http://www.gnu.org/licenses/>.  */

#ifndef GCUF_LIBRARY_NAMES_H
#define GCUF_LIBRARY_NAMES_H

/* Programs have interfaces of their own for routines of CUDA's libraries, by the
   names that these have in C.  They are to get ours, which are the library's on the
   GPU, and those of the cpu backend.  NAME lets what is linked with it, and nothing
   else, know GCUF_NAME as NAME: it goes on there with the arguments it has got,
   whatever these are.  Elsewhere a program gets the library's.  */

#if defined (__x86_64__)
# define NAME(name)							\
  asm (".text\n\t.globl " #name "\n\t.hidden " #name "\n\t"		\
       ".type " #name ", @function\n" #name ":\n\t"			\
       "jmp GCUF_" #name "@PLT\n\t.size " #name ", .-" #name "\n");
#elif defined (__aarch64__)
# define NAME(name)							\
  asm (".text\n\t.balign 4\n\t.globl " #name "\n\t.hidden " #name "\n\t"	\
       ".type " #name ", %function\n" #name ":\n\t"			\
       "b GCUF_" #name "\n\t.size " #name ", .-" #name "\n");
#else
# define NAME(name)
#endif

#endif
