# Make the C code of a library's routines from their table.
# Copyright (C) 2026 The cudafortran authors.
#
# This file is part of the CUDA Fortran runtime library (libgcuf).
#
# Libgcuf is free software; you can redistribute it and/or modify it
# under the terms of the GNU General Public License as published by
# the Free Software Foundation; either version 3, or (at your option)
# any later version.
#
# Libgcuf is distributed in the hope that it will be useful, but WITHOUT ANY
# WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS
# FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
# more details.
#
# Under Section 7 of GPL version 3, you are granted additional
# permissions described in the GCC Runtime Library Exception, version
# 3.1, as published by the Free Software Foundation.
#
# You should have received a copy of the GNU General Public License and
# a copy of the GCC Runtime Library Exception along with this program;
# see the files COPYING and COPYING.RUNTIME respectively.  If not, see
# <http://www.gnu.org/licenses/>.

# Usage: awk -f read-table.awk -f entries.awk LIBRARY.def >LIBRARY-entries.c
#
# A script after this that sets functions_only uses the functions alone.

BEGIN {
  c_type["int"] = "int"; c_type["int64"] = "int64_t"; c_type["size"] = "size_t"
  c_type["float"] = "float"; c_type["double"] = "double"
  c_type["complex"] = "float _Complex"; c_type["dcomplex"] = "double _Complex"
  c_type["char"] = "char"; c_type["void"] = "void"; c_type["half"] = "_Float16"
  c_type["stream"] = "gcuf_stream_t"; c_type["pointer"] = "void *"
  letters_of["op"] = "NTC"; letters_of["fill"] = "LU"
  letters_of["diag"] = "NU"; letters_of["side"] = "LR"
}

# Types without a row there are pointers of the library's own.
function type_of (i, j,	base) {
  base = arg_base[i, j]
  if (base in letters_of || structure[base] == "int")
    base = "int"
  else if (!structure[base])
    base = base in c_type ? c_type[base] : "void *"
  if (arg_kind[i, j] == "pointers")
    return base " **"
  return arg_kind[i, j] == "value" ? base : base ~ /\*$/ ? base "*" : base " *"
}

# What stands for argument J of routine I: its type, its name and type, those
# with which Fortran calls, or what these pass on.
function argument (i, j, what,	type, option) {
  type = type_of(i, j)
  option = arg_base[i, j] in letters_of
  if (what == "types")
    return type
  if (what == "names")
    return !option ? arg_name[i, j] \
      : "gcuf_library_option (" arg_name[i, j] ", \"" letters_of[arg_base[i, j]] "\")"
  if (what == "fortran" && option)
    return "const char *" arg_name[i, j]
  return type (type ~ /\*$/ ? "" : " ") arg_name[i, j]
}

# The arguments of routine I that say of what type scalar J is, with commas.
function type_arguments (i, j,	k, list, own) {
  own = arg_name[i, j] == "result" ? "resultType" : "alphaType"
  for (k = 1; k <= n_args[i]; k++)
    if (arg_name[i, k] ~ /[tT]ype$/ && arg_base[i, k] ~ /^int/ \
	&& arg_kind[i, k] == "value") {
      if (arg_name[i, k] == own)
	return own
      list = list (list ? ", " : "") arg_name[i, k]
    }
  return list
}

# The size of scalar J of routine I, in C, if that may have to be aligned to it.
function aligned_size (i, j,	types) {
  if (arg_kind[i, j] !~ /^(host|either|result)$/ || arg_count[i, j] > 1)
    return ""
  if (arg_base[i, j] == "complex")
    return 8
  if (arg_base[i, j] == "dcomplex")
    return 16
  if (arg_base[i, j] != "void" || arg_kind[i, j] == "host")
    return ""
  types = type_arguments(i, j)
  return types ? "gcuf_library_scalar_size ((const int[]) { " types ", -1 })" \
    : "gcuf_library_readable_size (" arg_name[i, j] ")"
}

function join (i, what,	j, list) {
  for (j = 1; j <= n_args[i]; j++)
    list = list (j > 1 ? ", " : "") argument(i, j, what)
  return list == "" && what != "names" ? "void" : list
}

function quoted (list,	words, n, j, result) {
  n = split (list, words, " ")
  for (j = 1; j <= n; j++)
    result = result "\"" words[j] "\", "
  return result "NULL"
}

# The names that routine I is called with, scalars that had to be aligned among
# them.
function aligned_names (i,	j, list) {
  for (j = 1; j <= n_args[i]; j++)
    list = list (j > 1 ? ", " : "") \
      (aligned_size(i, j) == "" ? argument(i, j, "names") \
       : "gcuf_library_align (&scalar_" j ", " arg_name[i, j] ", " \
	 aligned_size(i, j) ")")
  return list
}

# The call of routine I with scalars that have to be aligned.
function print_aligned_call (i,	j) {
  for (j = 1; j <= n_args[i]; j++)
    if (aligned_size(i, j) != "")
      printf "  struct gcuf_library_scalar scalar_%d;\n", j
  printf "  int status = routine (%s);\n", aligned_names(i)
  for (j = 1; j <= n_args[i]; j++)
    if (aligned_size(i, j) != "" \
	&& (arg_kind[i, j] != "either" || arg_name[i, j] == "result"))
      printf "  gcuf_library_put_back (&scalar_%d);\n", j
  print "  return status;\n}\n"
}

function print_entry (i,	types) {
  types = join(i, "types")
  printf "extern int GCUF_%s (%s);\n", name[i], join(i, "fortran")
  if (form[i, "cpu"])
    printf "extern int gcuf_cpu_%s (%s);\n", name[i], types
  printf "\nGCUF_EXPORT int\nGCUF_%s (%s)\n{\n", name[i], join(i, "fortran")
  printf "  int (*routine) (%s)\n    = gcuf_library_routine (&%s, %d);\n",
	 types, variable, i
  if (aligned_names(i) ~ /gcuf_library_align/)
    print_aligned_call(i)
  else
    printf "  return routine (%s);\n}\n\n", join(i, "names")
}

function print_entries (	i) {
  variable = "gcuf_library_" header["library"]
  print "/* Made by entries.awk.  */\n\n#include \"library.h\"\n"
  for (base in structure)
    if (structure[base] ~ /^[0-9]/)
      printf "typedef struct { char bytes[%d]; } %s;\n\n", structure[base], base
  printf "static int\nunsupported (void)\n{\n  return %d;\n}\n\n", header["unsupported"]
  printf "static int\nabsent (void)\n{\n  return %d;\n}\n\n", header["absent"]
  for (i = 0; i < n_routines; i++)
    printf "static const char name_%d[] = \"%s\";\n", i, name[i]
  printf "\nstatic void *address[%d];\n\n", n_routines
  printf "extern struct gcuf_library %s;\n\n", variable
  for (i = 0; i < n_routines; i++)
    print_entry(i)
  printf "static const struct gcuf_library_routine routines[] =\n{\n"
  for (i = 0; i < n_routines; i++)
    printf "  { name_%d, %s },\n", i,
	   form[i, "cpu"] ? "(void *) gcuf_cpu_" name[i] : "NULL"
  print "};\n"
  printf "static const char *const sonames[] = { %s };\n\n", quoted(header["soname"])
  printf "struct gcuf_library %s =\n", variable
  printf "{\n  .name = \"%s\", .package = \"%s\",\n", header["library"], header["package"]
  print "  .sonames = sonames, .routines = routines, .address = address,"
  print "  .unsupported = unsupported, .absent = absent\n};"
}

END {
  if (failed)
    exit 1
  if (!functions_only)
    print_entries()
}
