/* Addresses of array elements in device code.
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
#define INCLUDE_MAP
#include "gcc-plugin.h"
#include "system.h"
#include "coretypes.h"
#include "backend.h"
#include "tree.h"
#include "gimple.h"
#include "ssa.h"
#include "cgraph.h"
#include "stringpool.h"
#include "attribs.h"
#include "cfgloop.h"
#include "alias.h"
#include "fold-const.h"
#include "gimple-iterator.h"
#include "gimple-fold.h"
#include "gfortran.h"
#include "cuf-lower.h"

/* The front end computes the index of each array reference by itself, each
   subscript in its own type: in A(I-1,J) + A(I,J) nothing is in common but J
   times the stride, because I-1 is computed in 32 bits and GCC does not look
   through the conversion to 64.  Here the address of each reference becomes a
   sum of a pointer, multiples of variables and of products of two, and a
   constant.  What all references to an array have in common comes first, then
   what they differ in, and the constant goes into the reference.  Other passes
   find what is the same; A(I-1,J) and A(I,J) are left with one address.

   All of this is modulo 2**64.  The sum of a variable of fewer bits and a
   constant may be extended by parts because its overflow is undefined.  */

/* --- Sums --------------------------------------------------------------- */

/* A multiple of A, or of A times B, which are integer SSA names of 64 bits, or
   of fewer that are to be extended.  */
struct address_term
{
  tree a, b;
  HOST_WIDE_INT factor;
};

enum { MOST_TERMS = 8 };

struct address_sum
{
  address_term terms[MOST_TERMS];
  unsigned n;
  HOST_WIDE_INT constant;
};

static HOST_WIDE_INT
times (HOST_WIDE_INT a, HOST_WIDE_INT b)
{
  return (unsigned HOST_WIDE_INT) a * (unsigned HOST_WIDE_INT) b;
}

static void
add_constant (address_sum *sum, HOST_WIDE_INT n)
{
  sum->constant = (unsigned HOST_WIDE_INT) sum->constant + n;
}

static bool
same_factors_p (const address_term &s, const address_term &t)
{
  return s.a == t.a && s.b == t.b;
}

/* Add FACTOR times A, times B if that is not null; false if SUM is full.  */

static bool
add_term (address_sum *sum, tree a, tree b, HOST_WIDE_INT factor)
{
  if (b && SSA_NAME_VERSION (a) > SSA_NAME_VERSION (b))
    std::swap (a, b);
  address_term term = { a, b, factor };
  unsigned i = 0;
  while (i < sum->n && !same_factors_p (sum->terms[i], term))
    i++;
  if (i == MOST_TERMS)
    return false;
  if (i == sum->n)
    sum->terms[sum->n++] = term;
  else
    sum->terms[i].factor
      = (unsigned HOST_WIDE_INT) sum->terms[i].factor + factor;
  if (sum->terms[i].factor == 0)
    sum->terms[i] = sum->terms[--sum->n];
  return true;
}

static bool add_value (address_sum *, tree, HOST_WIDE_INT);

/* Add FACTOR times the product of the sums S and T, one of which is a multiple
   of a single name, if the result has no products of more than two.  */

static bool
add_product (address_sum *sum, const address_sum *s, const address_sum *t,
	     HOST_WIDE_INT factor)
{
  if (t->n != 1 || t->constant != 0)
    std::swap (s, t);
  if (t->n != 1 || t->constant != 0 || t->terms[0].b)
    return false;
  factor = times (factor, t->terms[0].factor);
  for (unsigned i = 0; i < s->n; i++)
    if (s->terms[i].b
	|| !add_term (sum, s->terms[i].a, t->terms[0].a,
		      times (factor, s->terms[i].factor)))
      return false;
  return s->constant == 0
	 || add_term (sum, t->terms[0].a, NULL_TREE,
		      times (factor, s->constant));
}

/* What VALUE, maybe a copy, is a copy of.  Unrolling leaves such.  */

static tree
original (tree value)
{
  while (TREE_CODE (value) == SSA_NAME)
    {
      gimple *stmt = SSA_NAME_DEF_STMT (value);
      tree from;
      if (gimple_assign_ssa_name_copy_p (stmt)
	  || (is_gimple_assign (stmt)
	      && gimple_assign_rhs_code (stmt) == INTEGER_CST))
	from = gimple_assign_rhs1 (stmt);
      else if (gimple_code (stmt) == GIMPLE_PHI
	       && gimple_phi_num_args (stmt) == 1)
	from = gimple_phi_arg_def (stmt, 0);
      else
	break;
      if (TREE_CODE (from) == SSA_NAME
	  && SSA_NAME_OCCURS_IN_ABNORMAL_PHI (from))
	break;
      value = from;
    }
  return value;
}

/* The statement that computes the value of NAME, or null.  */

static gassign *
definition (tree name)
{
  gimple *stmt = SSA_NAME_DEF_STMT (name);
  return is_gimple_assign (stmt) ? as_a<gassign *> (stmt) : NULL;
}

static bool
constant_p (tree op, HOST_WIDE_INT *value)
{
  if (!op)
    return false;
  op = original (op);
  if (TREE_CODE (op) != INTEGER_CST || !cst_and_fits_in_hwi (op))
    return false;
  *value = int_cst_value (op);
  return true;
}

/* Add FACTOR times what STMT, of 64 bits, computes; false if SUM may be
   spoilt.  */

static bool
add_computed (address_sum *sum, gassign *stmt, HOST_WIDE_INT factor)
{
  tree a = gimple_assign_rhs1 (stmt);
  tree b = gimple_assign_rhs2 (stmt);
  HOST_WIDE_INT n;

  switch (gimple_assign_rhs_code (stmt))
    {
    CASE_CONVERT:
      return INTEGRAL_TYPE_P (TREE_TYPE (a)) && add_value (sum, a, factor);
    case PLUS_EXPR:
      return add_value (sum, a, factor) && add_value (sum, b, factor);
    case MINUS_EXPR:
      return (add_value (sum, a, factor)
	      && add_value (sum, b, times (factor, -1)));
    case NEGATE_EXPR:
      return add_value (sum, a, times (factor, -1));
    case BIT_NOT_EXPR:
      add_constant (sum, times (factor, -1));
      return add_value (sum, a, times (factor, -1));
    case LSHIFT_EXPR:
      return (constant_p (b, &n) && n >= 0 && n < 63
	      && add_value (sum, a, times (factor, HOST_WIDE_INT_1 << n)));
    case MULT_EXPR:
      if (constant_p (b, &n))
	return add_value (sum, a, times (factor, n));
      else
	{
	  address_sum s = {}, t = {};
	  return (add_value (&s, a, 1) && add_value (&t, b, 1)
		  && add_product (sum, &s, &t, factor));
	}
    default:
      return false;
    }
}

/* The same of fewer bits, to be extended: what may wrap cannot be taken
   apart.  */

static bool
add_extended (address_sum *sum, gassign *stmt, HOST_WIDE_INT factor)
{
  tree a = gimple_assign_rhs1 (stmt);
  tree b = gimple_assign_rhs2 (stmt);
  HOST_WIDE_INT n;

  if (!TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (gimple_assign_lhs (stmt)))
      || !b || (!constant_p (a, &n) && !constant_p (b, &n)))
    return false;
  switch (gimple_assign_rhs_code (stmt))
    {
    case PLUS_EXPR:
      return add_value (sum, a, factor) && add_value (sum, b, factor);
    case MINUS_EXPR:
      return (add_value (sum, a, factor)
	      && add_value (sum, b, times (factor, -1)));
    case MULT_EXPR:
      return add_value (sum, constant_p (a, &n) ? b : a, times (factor, n));
    default:
      return false;
    }
}

/* Add FACTOR times VALUE, an integer of at most 64 bits.  */

static bool
add_value (address_sum *sum, tree value, HOST_WIDE_INT factor)
{
  HOST_WIDE_INT n;
  value = original (value);
  if (constant_p (value, &n))
    {
      add_constant (sum, times (factor, n));
      return true;
    }
  if (TREE_CODE (value) != SSA_NAME || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (value))
    return false;

  address_sum saved = *sum;
  gassign *stmt = definition (value);
  unsigned bits = TYPE_PRECISION (TREE_TYPE (value));
  if (stmt && (bits == 64 ? add_computed (sum, stmt, factor)
	       : bits < 64 && add_extended (sum, stmt, factor)))
    return true;
  *sum = saved;
  return bits <= 64 && add_term (sum, value, NULL_TREE, factor);
}

/* --- References --------------------------------------------------------- */

/* An address to be computed anew: that of *REF, an ARRAY_REF in STMT, or what
   STMT computes, a pointer and an offset, if REF is null.  BASE is a pointer,
   an SSA name, or a variable.  */
struct address
{
  gimple *stmt;
  tree *ref;
  tree base;
  address_sum sum;
};

/* True if DECL is a variable in global memory.  */

static bool
global_variable_p (tree decl)
{
  return VAR_P (decl) && is_global_var (decl) && !TREE_READONLY (decl)
	 && !lookup_attribute ("shared", DECL_ATTRIBUTES (decl))
	 && !lookup_attribute ("cuf constant", DECL_ATTRIBUTES (decl));
}

/* True if BASE is that of arrays whose elements' addresses become sums.  */

static bool
base_p (tree base)
{
  if (TREE_CODE (base) != MEM_REF)
    return global_variable_p (base);
  base = TREE_OPERAND (base, 0);
  return (TREE_CODE (base) == SSA_NAME
	  && !SSA_NAME_OCCURS_IN_ABNORMAL_PHI (base));
}

/* The innermost reference to an element of an array in memory, among those that
   *OP consists of; or null.  */

static tree *
indexed_reference (tree *op)
{
  if (!*op)
    return NULL;
  if (TREE_CODE (*op) == ADDR_EXPR)
    op = &TREE_OPERAND (*op, 0);
  for (; handled_component_p (*op); op = &TREE_OPERAND (*op, 0))
    {
      if (TREE_CODE (*op) == ARRAY_REF && base_p (TREE_OPERAND (*op, 0))
	  && TREE_CODE (TREE_OPERAND (*op, 1)) == SSA_NAME)
	return op;
    }
  return NULL;
}

static bool
analyze_reference (address *address)
{
  tree ref = *address->ref, base = TREE_OPERAND (ref, 0);
  HOST_WIDE_INT low, size, offset = 0;

  address->base = base;
  if (TREE_CODE (base) == MEM_REF)
    {
      address->base = TREE_OPERAND (base, 0);
      if (!constant_p (TREE_OPERAND (base, 1), &offset))
	return false;
    }
  if (!constant_p (array_ref_low_bound (ref), &low)
      || !constant_p (array_ref_element_size (ref), &size))
    return false;
  address->sum.constant = offset - times (low, size);
  return add_value (&address->sum, TREE_OPERAND (ref, 1), size);
}

/* Append the addresses of STMT that are sums.  */

static void
find_addresses (gimple *stmt, vec<address> *addresses)
{
  if (is_gimple_debug (stmt))
    return;
  if (is_gimple_assign (stmt)
      && gimple_assign_rhs_code (stmt) == POINTER_PLUS_EXPR)
    {
      address address = {};
      address.stmt = stmt;
      address.base = gimple_assign_rhs1 (stmt);
      if (TREE_CODE (address.base) == SSA_NAME
	  && !SSA_NAME_OCCURS_IN_ABNORMAL_PHI (address.base)
	  && TREE_CODE (gimple_assign_rhs2 (stmt)) == SSA_NAME
	  && add_value (&address.sum, gimple_assign_rhs2 (stmt), 1))
	addresses->safe_push (address);
      return;
    }
  for (unsigned i = 0; i < gimple_num_ops (stmt); i++)
    if (tree *ref = indexed_reference (gimple_op_ptr (stmt, i)))
      {
	address address = {};
	address.stmt = stmt;
	address.ref = ref;
	if (analyze_reference (&address))
	  addresses->safe_push (address);
      }
}

/* --- The order of the terms --------------------------------------------- */

/* How many addresses there are from each base, and how many with each multiple
   in them.  */
struct address_counts
{
  struct key
  {
    tree base;
    address_term term;		/* Nothing but zeros for all addresses.  */
    bool operator< (const key &other) const;
  };
  std::map<key, unsigned> counts;

  void count (const address &address);
  unsigned with (tree base, const address_term &term);
  unsigned all (tree base);
};

static unsigned
version (tree name)
{
  return name ? SSA_NAME_VERSION (name) : 0;
}

/* True if base A comes before base B.  */

static bool
base_before_p (tree a, tree b)
{
  if (DECL_P (a) != DECL_P (b))
    return DECL_P (b);
  return DECL_P (a) ? DECL_UID (a) < DECL_UID (b) : version (a) < version (b);
}

bool
address_counts::key::operator< (const key &other) const
{
  if (base != other.base)
    return base_before_p (base, other.base);
  if (term.a != other.term.a)
    return version (term.a) < version (other.term.a);
  if (term.b != other.term.b)
    return version (term.b) < version (other.term.b);
  return term.factor < other.term.factor;
}

unsigned
address_counts::with (tree base, const address_term &term)
{
  key k = { base, term };
  return counts[k];
}

unsigned
address_counts::all (tree base)
{
  return with (base, address_term ());
}

void
address_counts::count (const address &address)
{
  key k = { address.base, address_term () };
  counts[k]++;
  for (unsigned i = 0; i < address.sum.n; i++)
    {
      k.term = address.sum.terms[i];
      counts[k]++;
    }
}

static int
depth_of_name (tree name)
{
  basic_block bb = name ? gimple_bb (SSA_NAME_DEF_STMT (name)) : NULL;
  return bb ? bb_loop_depth (bb) : 0;
}

static int
depth (const address_term &term)
{
  return MAX (depth_of_name (term.a), depth_of_name (term.b));
}

/* True if S is to be added before T: what does not change in inner loops, then
   what more addresses have.  */

static bool
before_p (const address_term &s, unsigned s_uses, const address_term &t,
	  unsigned t_uses)
{
  if (depth (s) != depth (t))
    return depth (s) < depth (t);
  if (s_uses != t_uses)
    return s_uses > t_uses;
  if (s.a != t.a)
    return version (s.a) < version (t.a);
  return version (s.b) < version (t.b);
}

/* Order the terms of ADDRESS: first those that all addresses from its base
   have, whose number is the result.  */

static unsigned
order_terms (address *address, address_counts *counts)
{
  address_sum *sum = &address->sum;
  unsigned n_uses[MOST_TERMS], common = 0;
  unsigned all = counts->all (address->base);

  for (unsigned i = 0; i < sum->n; i++)
    {
      address_term term = sum->terms[i];
      unsigned n = counts->with (address->base, term), j = i;
      for (; j > 0; j--)
	{
	  bool first = n == all, other = n_uses[j - 1] == all;
	  if (first != other ? other
	      : !before_p (term, n, sum->terms[j - 1], n_uses[j - 1]))
	    break;
	  sum->terms[j] = sum->terms[j - 1];
	  n_uses[j] = n_uses[j - 1];
	}
      sum->terms[j] = term;
      n_uses[j] = n;
      common += n == all;
    }
  return common;
}

/* --- Rewriting ---------------------------------------------------------- */

/* NAME, which is MAX (X, 0) of 64 bits, X having been extended from fewer: the
   same of fewer bits, in front of which the other passes see the extension.  It
   is what the extent of an array of explicit shape looks like.  Else NAME.  */

static tree
narrowed (tree name, hash_map<tree, tree> *narrow)
{
  gassign *stmt = definition (name);
  if (!stmt || gimple_assign_rhs_code (stmt) != MAX_EXPR
      || !integer_zerop (gimple_assign_rhs2 (stmt))
      || TREE_CODE (gimple_assign_rhs1 (stmt)) != SSA_NAME)
    return name;
  gassign *extension = definition (gimple_assign_rhs1 (stmt));
  if (!extension || !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (extension)))
    return name;
  tree x = gimple_assign_rhs1 (extension), type = TREE_TYPE (x);
  if (TREE_CODE (x) != SSA_NAME || !INTEGRAL_TYPE_P (type)
      || TYPE_UNSIGNED (type)
      || TYPE_PRECISION (type) >= TYPE_PRECISION (TREE_TYPE (name)))
    return name;

  bool existed;
  tree &result = narrow->get_or_insert (name, &existed);
  if (!existed)
    {
      result = make_ssa_name (type);
      gassign *max = gimple_build_assign (result, MAX_EXPR, x,
					  build_zero_cst (type));
      gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
      gsi_insert_after (&gsi, max, GSI_SAME_STMT);
    }
  return result;
}

static bool
signed_32_bits_p (tree name)
{
  return !TYPE_UNSIGNED (TREE_TYPE (name))
	 && TYPE_PRECISION (TREE_TYPE (name)) == 32;
}

/* What computes addresses: statements SEQ, to be put before a reference.  */
struct address_builder
{
  gimple_seq seq;
  hash_map<tree, tree> *narrow;

  tree value_of (tree name);
  tree product (const address_term &term);
  tree multiple (tree value, HOST_WIDE_INT factor);
  tree sum (tree value, const address_term &term, HOST_WIDE_INT unit);
  tree pointer (tree base, tree offset);
};

/* NAME as a number of 64 bits.  */

tree
address_builder::value_of (tree name)
{
  if (!TYPE_UNSIGNED (TREE_TYPE (name)))
    name = gimple_convert (&seq, ssizetype, name);
  return gimple_convert (&seq, sizetype, name);
}

tree
address_builder::product (const address_term &term)
{
  tree a = narrowed (term.a, narrow);
  if (!term.b)
    return value_of (a);
  tree b = narrowed (term.b, narrow);
  /* One wide multiplication, which cannot overflow.  */
  if (signed_32_bits_p (a) && signed_32_bits_p (b))
    {
      a = gimple_convert (&seq, ssizetype, a);
      b = gimple_convert (&seq, ssizetype, b);
      return gimple_convert (&seq, sizetype,
			     gimple_build (&seq, MULT_EXPR, ssizetype, a, b));
    }
  return gimple_build (&seq, MULT_EXPR, sizetype, value_of (a), value_of (b));
}

tree
address_builder::multiple (tree value, HOST_WIDE_INT factor)
{
  return factor == 1 ? value
	 : gimple_build (&seq, MULT_EXPR, sizetype, value,
			 build_int_cst (sizetype, factor));
}

/* VALUE, which may be null, plus TERM divided by UNIT.  */

tree
address_builder::sum (tree value, const address_term &term, HOST_WIDE_INT unit)
{
  HOST_WIDE_INT factor = term.factor / unit;
  bool minus = value && factor < 0;
  tree x = multiple (product (term), minus ? -factor : factor);
  return !value ? x : gimple_build (&seq, minus ? MINUS_EXPR : PLUS_EXPR,
				    sizetype, value, x);
}

tree
address_builder::pointer (tree base, tree offset)
{
  return gimple_build (&seq, POINTER_PLUS_EXPR, TREE_TYPE (base), base, offset);
}

/* The largest number that the factors of the first N terms of SUM are multiples
   of.  */

static HOST_WIDE_INT
unit_of_terms (const address_sum *sum, unsigned n)
{
  HOST_WIDE_INT unit = 0;
  for (unsigned i = 0; i < n; i++)
    unit = gcd (unit, absu_hwi (sum->terms[i].factor));
  return unit > 0 ? unit : 1;
}

/* What ADDRESS, less its constant, is; its first COMMON terms are those of
   others, too.  */

static tree
build_address (address_builder *builder, const address *address,
	       unsigned common)
{
  const address_sum *sum = &address->sum;
  HOST_WIDE_INT unit = unit_of_terms (sum, common);
  tree result = address->base, value = NULL_TREE;

  if (DECL_P (result))
    {
      TREE_ADDRESSABLE (result) = 1;
      result = build_fold_addr_expr (result);
    }
  for (unsigned i = 0; i < common; i++)
    value = builder->sum (value, sum->terms[i], unit);
  if (value)
    result = builder->pointer (result, builder->multiple (value, unit));
  value = NULL_TREE;
  for (unsigned i = common; i < sum->n; i++)
    value = builder->sum (value, sum->terms[i], 1);
  return value ? builder->pointer (result, value) : result;
}

/* Let REF, an ARRAY_REF, be one to the constant OFFSET from POINTER.  */

static void
replace_reference (tree *ref, tree pointer, HOST_WIDE_INT offset)
{
  tree old = *ref, mem = TREE_OPERAND (old, 0);
  tree alias = reference_alias_ptr_type (old);
  tree new_ref = build2 (MEM_REF, TREE_TYPE (old), pointer,
			 build_int_cst (alias, offset));

  TREE_THIS_VOLATILE (new_ref) = TREE_THIS_VOLATILE (old);
  TREE_SIDE_EFFECTS (new_ref) = TREE_SIDE_EFFECTS (old);
  TREE_THIS_NOTRAP (new_ref) = TREE_THIS_NOTRAP (old);
  if (TREE_CODE (mem) == MEM_REF)
    {
      MR_DEPENDENCE_CLIQUE (new_ref) = MR_DEPENDENCE_CLIQUE (mem);
      MR_DEPENDENCE_BASE (new_ref) = MR_DEPENDENCE_BASE (mem);
    }
  *ref = new_ref;
}

static void
rewrite (address *address, address_counts *counts,
	 hash_map<tree, tree> *narrow)
{
  address_builder builder = { NULL, narrow };
  gimple_stmt_iterator gsi = gsi_for_stmt (address->stmt);
  HOST_WIDE_INT offset = address->sum.constant;
  tree pointer = build_address (&builder, address,
				order_terms (address, counts));

  /* PTX has 32 bits for it.  */
  if (offset != (int) offset)
    {
      pointer = builder.pointer (pointer, build_int_cst (sizetype, offset));
      offset = 0;
    }
  gsi_insert_seq_before (&gsi, builder.seq, GSI_SAME_STMT);
  if (address->ref)
    replace_reference (address->ref, pointer, offset);
  else if (offset)
    gimple_assign_set_rhs_with_ops (&gsi, POINTER_PLUS_EXPR, pointer,
				    build_int_cst (sizetype, offset));
  else
    gimple_assign_set_rhs_with_ops (&gsi, SSA_NAME, pointer);
  update_stmt (gsi_stmt (gsi));
}

/* Compute the addresses in CFUN, which is a function of the device, as
   sums.  */

void
cuf_share_addresses (cgraph_node *)
{
  auto_vec<address> addresses;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      find_addresses (gsi_stmt (gsi), &addresses);
  if (addresses.is_empty ())
    return;

  address_counts counts;
  for (const address &address : addresses)
    counts.count (address);
  hash_map<tree, tree> narrow;
  loop_optimizer_init (AVOID_CFG_MODIFICATIONS);
  for (address &address : addresses)
    rewrite (&address, &counts, &narrow);
  loop_optimizer_finalize ();
  /* Variables have their address taken now.  */
  cgraph_edge::rebuild_references ();
}
