/* How device code is compiled.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of cudafortran.

   Cudafortran is free software; you can redistribute it and/or modify it under
   the terms of the GNU General Public License as published by the Free
   Software Foundation; either version 3, or (at your option) any later
   version.

   Cudafortran is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
   more details.

   You should have received a copy of the GNU General Public License along
   with cudafortran; see the file COPYING.  If not, see
   <http://www.gnu.org/licenses/>.  */

#include "config.h"
#include "gcc-plugin.h"
#include "system.h"
#include "coretypes.h"
#include "tree.h"
#include "cgraph.h"
#include "stringpool.h"
#include "attribs.h"
#include "fold-const.h"
#include "options.h"
#include "opts.h"
#include "gfortran.h"
#include "diagnostic.h"
#include "cuf-install.h"
#include "cuf-lower.h"

/* What the command line says.  */
static cuf_arguments said;

/* The command line says ARGUMENTS.  Where values that are not set are looked
   for, none is to be looked at that a condition in front of it decides
   about.  */

void
cuf_set_code_options (const cuf_arguments *arguments)
{
  said = *arguments;
  if (said.check)
    param_logical_op_non_short_circuit = 0;
}

/* The optimization options of the command line.  */

static cl_optimization *
command_line_options (void)
{
  gcc_checking_assert (optimization_default_node);
  return TREE_OPTIMIZATION (optimization_default_node);
}

/* True if device code may use approximations in single precision.  The option
   is that of the command line, whatever the current function's are.  */

bool
cuf_fast_math_p (void)
{
  return (said.fastmath ? said.fastmath > 0
	  : command_line_options ()->x_flag_unsafe_math_optimizations);
}

/* True if device code takes subnormal numbers of single precision for zeros.
   So does a host's program linked with -ffast-math.  */

static bool
flush_p (void)
{
  return said.flushz ? said.flushz > 0 : cuf_fast_math_p ();
}

/* True if device code multiplies and adds in separate instructions.  */

static bool
separate_p (void)
{
  return flag_fp_contract_mode == FP_CONTRACT_OFF;
}

/* True if host procedures are to be ranges for profilers.  */

bool
cuf_instrument_p (void)
{
  return said.instrument;
}

/* True if device code is to be optimized no further than the host's.  */

bool
cuf_debug_device_p (void)
{
  return said.debug > 0;
}

/* True if no loop of device code is to be unrolled.  */

bool
cuf_keep_loops_p (void)
{
  return said.unroll < 0;
}

/* True if device code is to be checked where it runs on the host.  */

bool
cuf_check_p (void)
{
  return said.check;
}

/* --- For the offload compiler ------------------------------------------- */

/* Decode ARGV, whose first element is not looked at, into DECODED; return how
   many there are.  */

static unsigned
decode (vec<const char *> &argv, cl_decoded_option **decoded)
{
  unsigned n;
  decode_cmdline_options_to_array_default_mask (argv.length (),
						argv.address (), decoded, &n);
  return n;
}

/* Set OPTS and SET to what the offload compiler's command line says, what this
   source was compiled with besides, and MORE, which NULL ends.  */

static void
read_device_options (const char *const *more, gcc_options *opts,
		     gcc_options *set)
{
  const char *const optional[][2] = {
    { separate_p () ? "-ffp-contract=off" : NULL },
    { said.unroll > 0 ? "-funroll-loops" : NULL },
    /* One is as little as there can be.  */
    { cuf_keep_loops_p () ? "-fno-unroll-loops" : NULL,
      "--param=max-completely-peel-times=1" },
  };
  auto_vec<const char *> argv;
  argv.safe_push ("");
#define CUF_DEVICE_OPTION(option) argv.safe_push (option);
#include "device-options.def"
  for (const auto &options : optional)
    for (const char *option : options)
      if (options[0] && option)
	argv.safe_push (option);
  for (; *more; more++)
    argv.safe_push (*more);

  cl_decoded_option *decoded;
  unsigned n = decode (argv, &decoded);
  init_options_struct (opts, set);
  decode_options (opts, set, decoded, n, UNKNOWN_LOCATION, global_dc, NULL);
  /* Loops are unrolled completely whether others are unrolled or not.  */
  opts->x_flag_cunroll_grow_size = !cuf_keep_loops_p ();
}

/* Set OPTS and SET to what the host's command line says, and MORE, but for what
   operations mean, which DEVICE says: GCC inlines no function for which that
   differs, not even the device library's, which have to be inlined.  */

static void
read_host_options (const gcc_options *device, const char *const *more,
		   gcc_options *opts, gcc_options *set)
{
  *opts = global_options;
  *set = global_options_set;
  cl_optimization_restore (opts, set, command_line_options ());
#define MEANING(flag) opts->x_flag_##flag = device->x_flag_##flag
  MEANING (wrapv);
  MEANING (trapv);
  MEANING (rounding_math);
  MEANING (trapping_math);
  MEANING (unsafe_math_optimizations);
  MEANING (finite_math_only);
  MEANING (signaling_nans);
  MEANING (signed_zeros);
  MEANING (associative_math);
  MEANING (reciprocal_math);
  MEANING (fp_int_builtin_inexact);
  MEANING (errno_math);
#undef MEANING
  opts->cuf_complex_rules = device->cuf_complex_rules;
  /* For GCC this is such a choice, too.  */
  opts->x_optimize_debug = 0;

  auto_vec<const char *> argv;
  argv.safe_push ("");
  for (; *more; more++)
    argv.safe_push (*more);
  cl_decoded_option *decoded;
  unsigned n = decode (argv, &decoded);
  for (unsigned i = 1; i < n; i++)
    set_option (opts, set, decoded[i].opt_index, decoded[i].value,
		decoded[i].arg, 0, UNKNOWN_LOCATION, global_dc);
}

/* An optimization node for device code with MORE options, which NULL ends.  */

static tree
build_optimization (const char *const *more)
{
  gcc_options opts, set;
  read_device_options (more, &opts, &set);
  if (cuf_debug_device_p ())
    {
      gcc_options host, host_set;
      read_host_options (&opts, more, &host, &host_set);
      opts = host;
      set = host_set;
    }
  /* A choice of the host's ABI, which the device library has made, too: GCC
     inlines no function for which it differs.  */
  opts.x_flag_pcc_struct_return = flag_pcc_struct_return;
  /* Whether there are statements for debugging, of which the first
     optimizations have to take care, is known only to the host's options.  */
  opts.x_flag_var_tracking = flag_var_tracking;
  opts.x_flag_var_tracking_assignments = flag_var_tracking_assignments;
  opts.x_flag_var_tracking_assignments_toggle
    = flag_var_tracking_assignments_toggle;
  opts.x_debug_nonbind_markers_p = debug_nonbind_markers_p;
  /* The host's compiler can do this, and since GCC 16 the offload compiler says
     of each function that it cannot.  */
  opts.x_flag_reorder_blocks_and_partition = 0;
  return build_optimization_node (&opts, &set);
}

/* The optimization options of device code, as a new node.  */

tree
cuf_default_optimization (void)
{
  const char *const none[] = { NULL };
  return build_optimization (none);
}

/* The optimization options of code whose threads come together to one
   instruction: no pass makes two of it, on paths that the threads of a warp
   may part on.  Copies of an iteration for all threads do no harm; those of
   loops whose number of iterations is only known at run time begin with what
   remains, which differs among threads.  */

tree
cuf_aligned_optimization (void)
{
  const char *const more[]
    = { "-fno-thread-jumps", "-fno-unswitch-loops", "-fno-split-loops",
	"-fno-split-paths", "-fno-version-loops-for-strides",
	"-fno-reorder-blocks", "-fno-unroll-loops", NULL };
  return build_optimization (more);
}

/* The same where threads come together for no more than speed: what remains of
   a loop does no harm.  */

tree
cuf_converging_optimization (void)
{
  const char *const more[]
    = { "-fno-thread-jumps", "-fno-split-paths", "-fno-reorder-blocks", NULL };
  return build_optimization (more);
}

/* The optimization options of device code that are not the offload compiler's
   own, as those for debugging, or null.  */

tree
cuf_device_optimization (void)
{
  return (separate_p () || said.unroll || cuf_debug_device_p ()
	  ? cuf_default_optimization () : NULL_TREE);
}

/* --- For the passes over PTX -------------------------------------------- */

/* True if no function of another unit has the name of FN: a public one, or a
   kernel's body.  */

static bool
unique_name_p (tree fn)
{
  tree stub = cuf_stub_of (fn);
  return TREE_PUBLIC (stub ? stub : fn);
}

/* Mark the functions of the device that this unit defines, for
   driver/ptx/ptx-source-options.c.  */

void
cuf_mark_code_options (void)
{
  const int values[]
    = { flush_p (), separate_p (), cuf_keep_loops_p (), said.max_registers };
  bool any = false;
  for (int value : values)
    any |= value != 0;
  if (!any)
    return;

  auto_vec<tree> functions;
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (node->definition && node->offloadable && unique_name_p (node->decl))
      functions.safe_push (node->decl);
  for (tree fn : functions)
    cuf_build_number_mark (GCUF_NAME_OPTIONS,
			   IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fn)),
			   values, ARRAY_SIZE (values));
}
