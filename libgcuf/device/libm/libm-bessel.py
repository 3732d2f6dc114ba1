# The polynomials of the Bessel functions of the device library.
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

# Run "python3 libm-bessel.py >>libm-bessel.h", behind that file's head, after a
# change; it needs mpmath.  Sollya has neither these functions nor, where series
# of them diverge, expressions for them.  Each polynomial is the best one by the
# Remez algorithm on a grid of points, whose coefficients are rounded after that:
# E. Y. Remez, General computational methods of Chebyshev approximation, 1957.

from mpmath import (mp, mpf, matrix, lu_solve, workprec, cos, log, sqrt, atan2,
                    nint, pi, floor, besselj, bessely, besseljzero, besselyzero)

mp.dps = 45


def rounded(c, bits):
    """C with BITS bits, which a float of Python's holds."""
    with workprec(bits):
        return float(+c)


def constant(c, single):
    """C as GNU C has it."""
    mantissa, exponent = rounded(c, 24 if single else 53).hex().split("p")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return mantissa + "p" + exponent + ("f" if single else "")


def exchange(errors, count):
    """The places of COUNT largest errors of alternating signs, or None."""
    found = []
    for k, e in enumerate(errors):
        if found and (e > 0) == (errors[found[-1]] > 0):
            if abs(e) > abs(errors[found[-1]]):
                found[-1] = k
        else:
            found.append(k)
    while len(found) > count:
        found.pop(0 if abs(errors[found[0]]) < abs(errors[found[-1]]) else -1)
    return found if len(found) == count else None


def chebyshev(u, degree):
    """The values of the Chebyshev polynomials up to DEGREE."""
    values = [mpf(1), u]
    while len(values) <= degree:
        values.append(2 * u * values[-1] - values[-2])
    return values[:degree + 1]


def best(f, weight, degree, low, high):
    """Coefficients of Chebyshev polynomials, and the largest weighted error."""
    size = 10 * degree + 20
    grid = [-cos(pi * k / (size - 1)) for k in range(size)]
    points = [(low + high) / 2 + (high - low) / 2 * u for u in grid]
    values = [f(t) for t in points]
    weights = [weight(t, v) for t, v in zip(points, values)]
    terms = [chebyshev(u, degree) for u in grid]
    places = [(size - 1) * k // (degree + 1) for k in range(degree + 2)]
    for _ in range(20):
        a, b = matrix(degree + 2, degree + 2), matrix(degree + 2, 1)
        for i, k in enumerate(places):
            for j in range(degree + 1):
                a[i, j] = terms[k][j]
            a[i, degree + 1] = (-1)**i / weights[k]
            b[i] = values[k]
        s = lu_solve(a, b)
        errors = [w * (sum(s[j] * t[j] for j in range(degree + 1)) - v)
                  for t, v, w in zip(terms, values, weights)]
        places = exchange(errors, degree + 2) or places
        largest = max(abs(e) for e in errors)
        if largest < 1.01 * abs(s[degree + 1]):
            break
    return [s[j] for j in range(degree + 1)], largest


def powers(s, low, high):
    """The coefficients of powers of T in the sum of Chebyshev polynomials of
    U = SCALE * T + SHIFT."""
    scale, shift = 2 / (high - low), -(high + low) / (high - low)

    def times_u(p):
        q = [shift * c for c in p] + [mpf(0)]
        for k, c in enumerate(p):
            q[k + 1] += scale * c
        return q

    # Clenshaw's recurrence, for polynomials.
    b1, b2 = [mpf(0)], [mpf(0)]
    for c in reversed(s[1:]):
        p = [2 * v for v in times_u(b1)]
        for k, v in enumerate(b2):
            p[k] -= v
        p[0] += c
        b1, b2 = p, b1
    p = times_u(b1)
    for k, v in enumerate(b2):
        p[k] -= v
    p[0] += s[0]
    return p[:len(s)]


def relative(t, value):
    return 1 / abs(value)


def poly(name, f, weight, degree, low, high, single=False):
    """Print a polynomial of DEGREE in T from LOW to HIGH."""
    low, high = mpf(low), mpf(high)
    s, error = best(f, weight, degree, low, high)
    print("/* Weighted error 2**%d.  */" % floor(log(error, 2)))
    print("#define %s(t) \\\n  HORNER%d%s (t, \\\n\t   " % (
        name + ("F" if single else ""), degree + 1, "F" if single else "")
        + ", \\\n\t   ".join(constant(c, single)
                            for c in reversed(powers(s, low, high))) + ")\n")


def parts(name, c):
    """Print C as the sum of two numbers, of double and of single precision."""
    for single in (False, True):
        high = mpf(rounded(c, 24 if single else 53))
        f = "F" if single else ""
        print("#define %s_HIGH%s %s" % (name, f, constant(high, single)))
        print("#define %s_LOW%s %s" % (name, f, constant(c - high, single)))
    print()


def less_zeros(f, zeros, x):
    """F without its zeros, X not being one of them."""
    value = f(x)
    for a in zeros:
        value /= (x - a) * (x + a)
    return value


tiny = mpf(10)**-15
j_zeros = [[besseljzero(n, k) for k in (1, 2)] for n in (0, 1)]
y_zeros = [[besselyzero(n, k) for k in (1, 2, 3)] for n in (0, 1)]

for n in (0, 1):
    for k in (0, 1):
        parts("J%d_SQUARE_%d" % (n, k + 1), j_zeros[n][k]**2)
    parts("Y%d_ZERO_1" % n, y_zeros[n][0])
    for k in (0, 1, 2):
        if y_zeros[n][k] < 8:
            parts("Y%d_SQUARE_%d" % (n, k + 1), y_zeros[n][k]**2)


# J0 (x) and J1 (x) / x without their zeros, from 0 to 8, in t = 56 - x**2: none
# of the coefficients is negative.
def j_near(n):
    def f(t):
        x = max(sqrt(56 - t), tiny)
        return less_zeros(lambda x: besselj(n, x) / x**n, j_zeros[n], x)
    return f


for n, degree, single in ((0, 14, 8), (1, 13, 8)):
    poly("J%d_NEAR" % n, j_near(n), relative, degree, -8, 56)
    poly("J%d_NEAR" % n, j_near(n), relative, single, -8, 56, True)


# x**n times Yn (x) near zero is the first polynomial times x**(2 n) log (x / a)
# and the second one times x**2 - a**2, where a is the first zero of Yn; both in
# t = x**2 - CENTRE.  In single precision the logarithm is that to base 2.
def y_log(n, centre, single):
    def f(t):
        x = max(sqrt(centre + t), tiny)
        return 2 / pi * besselj(n, x) / x**n * (log(2) if single else 1)
    return f


def y_near(n, centre):
    a = y_zeros[n][0]

    def f(t):
        x = max(sqrt(centre + t), tiny)
        y = bessely(n, x) - 2 / pi * log(x / a) * besselj(n, x)
        return x**n * y / ((x - a) * (x + a))
    return f


# What follows from there to 8 is Yn (x) without its zeros, in x - MIDDLE.
def y_middle(n, middle):
    zeros = [a for a in y_zeros[n][1:] if a < 8]
    return lambda t: less_zeros(lambda x: bessely(n, x), zeros, middle + t)


for n, end, centre, middle, degrees, single in (
        (0, 3, 5, 6.5, (10, 9, 24), (6, 5, 10)),
        (1, 3.5, 6, 6.75, (10, 10, 22), (5, 6, 10))):
    low, high = -centre, end**2 - centre
    for s, d in ((False, degrees), (True, single)):
        poly("Y%d_LOG" % n + ("2" if s else ""), y_log(n, centre, s),
             lambda t, v: 1, d[0], low, high, s)
        poly("Y%d_NEAR" % n, y_near(n, centre), relative, d[1], low, high, s)
        poly("Y%d_MIDDLE" % n, y_middle(n, middle), relative, d[2], end - middle,
             8 - middle, s)


# Modulus and phase from 8 on: the former times sqrt (x), the latter less its
# first terms and times x, both in w = 1 / x**2.
def modulus_and_phase(n, w):
    if w < tiny:
        return sqrt(2 / pi), mpf(4 * n * n - 1) / 8
    x = 1 / sqrt(w)
    j, y = besselj(n, x), bessely(n, x)
    phase = atan2(y, j) - (x - pi / 4 - n * pi / 2)
    phase -= 2 * pi * nint(phase / (2 * pi))
    return sqrt(x * (j * j + y * y)), phase * x


for n in (0, 1):
    for s, degree in ((False, 11), (True, 2)):
        poly("BESSEL_MODULUS_%d" % n, lambda w: modulus_and_phase(n, w)[0],
             relative, degree, 0, mpf(1) / 64, s)
    for s, degree in ((False, 10), (True, 2)):
        poly("BESSEL_PHASE_%d" % n, lambda w: modulus_and_phase(n, w)[1],
             lambda t, v: max(sqrt(t), mpf(1) / 1000), degree, 0, mpf(1) / 64, s)
