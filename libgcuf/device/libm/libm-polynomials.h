/* The polynomials of the device library's mathematical functions.
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

/* Written by libm-polynomials.sollya, which has the functions, the intervals
   and the method.  The argument of those named _TAIL is the square of an odd
   or even function's, or else the function's own; what is left out of them are
   the first terms of the series, which are exact.  */

/* Relative error 2**-58.  */
#define EXP_TAIL(z) \
  HORNER10 (z, \
	   0x1.ad9330b462b51p-26, \
	   0x1.28ae084f260f4p-22, \
	   0x1.71df18d46be15p-19, \
	   0x1.a01999543bcfdp-16, \
	   0x1.a01a012ff3dap-13, \
	   0x1.6c16c1847a2c2p-10, \
	   0x1.1111111126b34p-7, \
	   0x1.55555555506b3p-5, \
	   0x1.55555555554fep-3, \
	   0x1.000000000000ap-1)

/* Relative error 2**-58.  */
#define EXP2_TAIL(z) \
  HORNER11 (z, \
	   0x1.e972f12c03f96p-32, \
	   0x1.e61d57b37b814p-28, \
	   0x1.b52522db2502bp-24, \
	   0x1.62bfc64f78e9dp-20, \
	   0x1.ffcbfc6677531p-17, \
	   0x1.4309130f6fc36p-13, \
	   0x1.5d87fe789e99p-10, \
	   0x1.3b2ab6fb9fd9dp-7, \
	   0x1.c6b08d704a12cp-5, \
	   0x1.ebfbdff82c5a6p-3, \
	   0x1.62e42fefa39efp-1)

/* Relative error 2**-59.  */
#define EXPM1_TAIL(z) \
  HORNER12 (z, \
	   0x1.62200a8fcb317p-33, \
	   0x1.2092d013a2ceep-29, \
	   0x1.ae64551eb2226p-26, \
	   0x1.27e3a75b97434p-22, \
	   0x1.71de39eee1896p-19, \
	   0x1.a01a02aabdf06p-16, \
	   0x1.a01a01a077fc7p-13, \
	   0x1.6c16c16baf003p-10, \
	   0x1.1111111110f39p-7, \
	   0x1.5555555555797p-5, \
	   0x1.5555555555556p-3, \
	   0x1.fffffffffffffp-2)

/* Relative error 2**-67.  */
#define LOG_TAIL(z) \
  HORNER8 (z, \
	   0x1.0f0cbb2997184p-20, \
	   0x1.0f6770e0ba708p-18, \
	   0x1.3b2021dc73c05p-16, \
	   0x1.745ce1dc38cf3p-14, \
	   0x1.c71c724b1cfd4p-12, \
	   0x1.2492492439c42p-9, \
	   0x1.9999999999d0ep-7, \
	   0x1.5555555555555p-4)

/* Relative error 2**-74.  */
#define LOG_TAIL_5(z) \
  HORNER8 (z, \
	   0x1.eac7a513d9864p-23, \
	   0x1.de3d4c37f7e72p-21, \
	   0x1.11206f80ac019p-18, \
	   0x1.3b1364cb031dep-16, \
	   0x1.745d182942786p-14, \
	   0x1.c71c71c596cdep-12, \
	   0x1.2492492492f4fp-9, \
	   0x1.9999999999996p-7)

/* Relative error 2**-58.  */
#define SIN_TAIL(z) \
  HORNER6 (z, \
	   0x1.5d8e12a474757p-33, \
	   -0x1.ae5e5407dbcf7p-26, \
	   0x1.71de355e91868p-19, \
	   -0x1.a01a019bf1ba7p-13, \
	   0x1.111111110f75bp-7, \
	   -0x1.5555555555548p-3)

/* Relative error 2**-64.  */
#define COS_TAIL(z) \
  HORNER6 (z, \
	   -0x1.8fa65cc7a813ep-37, \
	   0x1.1ee9db913adf8p-29, \
	   -0x1.27e4f7f14e222p-22, \
	   0x1.a01a019c8eeabp-16, \
	   -0x1.6c16c16c15014p-10, \
	   0x1.555555555554bp-5)

/* Relative error 2**-61.  */
#define SIN_WIDE_TAIL(z) \
  HORNER8 (z, \
	   0x1.87d5a202a436fp-49, \
	   -0x1.ae4037480e7a6p-41, \
	   0x1.6123c11414bc1p-33, \
	   -0x1.ae6454a8bdc09p-26, \
	   0x1.71de3a524c868p-19, \
	   -0x1.a01a01a01438p-13, \
	   0x1.11111111110c1p-7, \
	   -0x1.5555555555555p-3)

/* Relative error 2**-64.  */
#define SINPI_TAIL(z) \
  HORNER7 (z, \
	   -0x1.70298f66de53ap-16, \
	   0x1.e8fcbf60ef89cp-12, \
	   -0x1.e3075f86a1105p-8, \
	   0x1.5078349480d19p-4, \
	   -0x1.32d2cce635e46p-1, \
	   0x1.466bc6775ab5bp1, \
	   -0x1.4abbce625be53p2)

/* Relative error 2**-62.  */
#define COSPI_TAIL(z) \
  HORNER7 (z, \
	   -0x1.b1673f09c707fp-14, \
	   0x1.f9c89cce8e2d6p-10, \
	   -0x1.a6d1e7297d362p-6, \
	   0x1.e1f5067b90e22p-3, \
	   -0x1.55d3c7e3c325cp0, \
	   0x1.03c1f081b5a67p2, \
	   -0x1.3bd3cc9be45dep2)

/* Relative error 2**-56.  */
#define ASIN_TAIL(z) \
  HORNER12 (z, \
	   0x1.056d6c813a1d3p-5, \
	   -0x1.09d32833a132cp-6, \
	   0x1.3ff4a990b2acep-6, \
	   0x1.abcf5cd7c4303p-8, \
	   0x1.8ec2fca60444ep-7, \
	   0x1.c6fdc1aaa5332p-7, \
	   0x1.1c6be1a687738p-6, \
	   0x1.6e89f440197a7p-6, \
	   0x1.f1c72c38fb342p-6, \
	   0x1.6db6db427a4f8p-5, \
	   0x1.333333336e80fp-4, \
	   0x1.555555555539p-3)

/* Relative error 2**-55.  */
#define ATAN_TAIL(z) \
  HORNER19 (z, \
	   -0x1.53e5c8839006ap-16, \
	   0x1.d3bb10730ede4p-13, \
	   -0x1.312a3ea9b44cap-10, \
	   0x1.f96cc6bdf333fp-9, \
	   -0x1.2cf76bc32e823p-7, \
	   0x1.162c3d7d7b951p-6, \
	   -0x1.a726a9057c46ap-6, \
	   0x1.1715dafae8d0ep-5, \
	   -0x1.4f4521c74ad71p-5, \
	   0x1.7ee3f62c74ce5p-5, \
	   -0x1.ad32ba4dcdd6ap-5, \
	   0x1.e1781735ae019p-5, \
	   -0x1.11089d02dd7a6p-4, \
	   0x1.3b12b2e8e2cb3p-4, \
	   -0x1.745d023105378p-4, \
	   0x1.c71c709e19f6ap-4, \
	   -0x1.2492491fa2135p-3, \
	   0x1.999999998411p-3, \
	   -0x1.555555555544cp-2)

/* Relative error 2**-59.  */
#define COSH_TAIL(z) \
  HORNER6 (z, \
	   0x1.99ebcdb28e29ep-37, \
	   0x1.1ee41dc653c87p-29, \
	   0x1.27e509ab214eep-22, \
	   0x1.a01a0189ac322p-16, \
	   0x1.6c16c16c280eep-10, \
	   0x1.55555555554b7p-5)

/* Relative error 2**-63.  */
#define SINH_TAIL(z) \
  HORNER8 (z, \
	   0x1.409579384599ap-48, \
	   0x1.aab9951a7065bp-41, \
	   0x1.612abe6b5d71ep-33, \
	   0x1.ae644b32db998p-26, \
	   0x1.71de3a60a9f7dp-19, \
	   0x1.a01a01a00db3ap-13, \
	   0x1.111111111117cp-7, \
	   0x1.5555555555555p-3)

/* Relative error 2**-57.  */
#define TANH_TAIL(z) \
  HORNER15 (z, \
	   -0x1.0d3b9059a9c7cp-24, \
	   0x1.5f5917f9e79cp-21, \
	   -0x1.caf4365ee8aeep-19, \
	   0x1.9e17827c2e862p-17, \
	   -0x1.2eb6261fb78ebp-15, \
	   0x1.8d7bedb4d9686p-14, \
	   -0x1.f3369ca26c926p-13, \
	   0x1.352140e362e56p-11, \
	   -0x1.7d9bccb5a7e86p-10, \
	   0x1.d6d3100ade5ep-9, \
	   -0x1.226e2ec04362p-7, \
	   0x1.664f4836aeacfp-6, \
	   -0x1.ba1ba1b810d96p-5, \
	   0x1.111111110d7f3p-3, \
	   -0x1.555555555550fp-2)

/* Relative error 2**-57.  */
#define ERF_TAIL(z) \
  HORNER13 (z, \
	   0x1.25ec3cb74741ep-34, \
	   -0x1.452ac54ffa004p-30, \
	   0x1.fc0d5c2f28c26p-27, \
	   -0x1.5f8e4d2412c4bp-23, \
	   0x1.b9ed71fb0fe72p-20, \
	   -0x1.f4d31d85b4f84p-17, \
	   0x1.f9a3342152cf7p-14, \
	   -0x1.c02db49229b1fp-11, \
	   0x1.565bcd126d6edp-8, \
	   -0x1.b82ce312ab0a3p-6, \
	   0x1.ce2f21a04360fp-4, \
	   -0x1.812746b0379fdp-2, \
	   0x1.06eba8214db69p-3)

/* Relative error 2**-28.  */
#define LOGF_TAIL(z) \
  HORNER9F (z, \
	   -0x1.06fc82p-3f, \
	   0x1.1ef6f8p-3f, \
	   -0x1.f392fp-4f, \
	   0x1.1eb61ep-3f, \
	   -0x1.5598bep-3f, \
	   0x1.99d284p-3f, \
	   -0x1.ffff1p-3f, \
	   0x1.5555p-2f, \
	   -0x1p-1f)

/* Relative error 2**-30.  */
#define LOG2F_TAIL(z) \
  HORNER10F (z, \
	   0x1.6bba5p-3f, \
	   -0x1.85632p-3f, \
	   0x1.3b40eap-3f, \
	   -0x1.65aep-3f, \
	   0x1.a6e32ap-3f, \
	   -0x1.ed119ap-3f, \
	   0x1.27740ap-2f, \
	   -0x1.7152ap-2f, \
	   0x1.ec70a4p-2f, \
	   -0x1.715478p-1f)

/* Relative error 2**-37.  */
#define LOG2F_ODD_TAIL(z) \
  HORNER4F (z, \
	   0x1.5903a2p-11f, \
	   0x1.a5cadp-9f, \
	   0x1.2776e8p-6f, \
	   0x1.ec709ep-4f)

/* Relative error 2**-27.  */
#define EXPM1F_TAIL(z) \
  HORNER6F (z, \
	   0x1.9f8928p-13f, \
	   0x1.6f84bep-10f, \
	   0x1.1115b6p-7f, \
	   0x1.55515ep-5f, \
	   0x1.55554cp-3f, \
	   0x1.000002p-1f)

/* Relative error 2**-28.  */
#define SINF_TAIL(z) \
  HORNER3F (z, \
	   -0x1.9953f4p-13f, \
	   0x1.110778p-7f, \
	   -0x1.555546p-3f)

/* Relative error 2**-33.  */
#define COSF_TAIL(z) \
  HORNER3F (z, \
	   0x1.99e90cp-16f, \
	   -0x1.6c0c2ap-10f, \
	   0x1.55554ap-5f)

/* Relative error 2**-27.  */
#define SINF_WIDE_TAIL(z) \
  HORNER4F (z, \
	   0x1.5cefd2p-19f, \
	   -0x1.9f61c6p-13f, \
	   0x1.110e88p-7f, \
	   -0x1.55554ap-3f)

/* Relative error 2**-34.  */
#define SINPIF_TAIL(z) \
  HORNER4F (z, \
	   0x1.46c086p-4f, \
	   -0x1.32b5ap-1f, \
	   0x1.466b84p1f, \
	   -0x1.4abbcep2f)

/* Relative error 2**-31.  */
#define COSPIF_TAIL(z) \
  HORNER4F (z, \
	   0x1.d684aap-3f, \
	   -0x1.55b7cep0f, \
	   0x1.03c1b8p2f, \
	   -0x1.3bd3ccp2f)

/* Relative error 2**-28.  */
#define ASINF_TAIL(z) \
  HORNER5F (z, \
	   0x1.5959aap-5f, \
	   0x1.8c415ap-6f, \
	   0x1.747b72p-5f, \
	   0x1.330206p-4f, \
	   0x1.5555c8p-3f)

/* Relative error 2**-26.  */
#define ATANF_TAIL(z) \
  HORNER8F (z, \
	   0x1.7ec1c4p-9f, \
	   -0x1.0c23fep-6f, \
	   0x1.61f756p-5f, \
	   -0x1.3553f4p-4f, \
	   0x1.b4dfdcp-4f, \
	   -0x1.230abp-3f, \
	   0x1.9978eep-3f, \
	   -0x1.5554dcp-2f)

/* Relative error 2**-32.  */
#define SINHF_TAIL(z) \
  HORNER4F (z, \
	   0x1.76771ep-19f, \
	   0x1.a01c22p-13f, \
	   0x1.1110eap-7f, \
	   0x1.555556p-3f)

/* Relative error 2**-30.  */
#define TANHF_TAIL(z) \
  HORNER5F (z, \
	   -0x1.9a79bap-8f, \
	   0x1.5918a4p-6f, \
	   -0x1.b92358p-5f, \
	   0x1.110dp-3f, \
	   -0x1.55554ap-2f)

/* Relative error 2**-31.  */
#define ERFF_TAIL(z) \
  HORNER8F (z, \
	   -0x1.2307bcp-17f, \
	   0x1.c8c8bp-14f, \
	   -0x1.b9d556p-11f, \
	   0x1.55e0eep-8f, \
	   -0x1.b82232p-6f, \
	   0x1.ce2ea2p-4f, \
	   -0x1.812744p-2f, \
	   0x1.06eba8p-3f)

/* Weighted error 2**-60.  */
#define ERFC_LOG(z) \
  HORNER19 (z, \
	   -0x1.247b85ffb261ap-40, \
	   0x1.faee22dd05b5dp-36, \
	   -0x1.94e4ae2bc20ecp-32, \
	   0x1.89a16646f758ep-29, \
	   -0x1.002d31e2d6255p-26, \
	   0x1.bf0068361e127p-25, \
	   -0x1.a2f66929eee96p-24, \
	   -0x1.32d2895a7ed4p-23, \
	   0x1.147536a6c9b2cp-19, \
	   -0x1.426bd16f27b92p-17, \
	   0x1.c7a77eb56b703p-16, \
	   -0x1.b8de9c9e19b87p-16, \
	   -0x1.f1b389839cf1dp-13, \
	   0x1.033f65b026324p-9, \
	   -0x1.48c9d3eb1efeap-7, \
	   0x1.5477f09c036dcp-5, \
	   0x1.afabc11a295f4p-1, \
	   0x1.51c9b0006c236p1, \
	   0x1.d97fbf27aa2a1p0)

/* Weighted error 2**-35.  */
#define ERFCF_LOG2(z) \
  HORNER8F (z, \
	   0x1.06751cp-15f, \
	   -0x1.b5fd9cp-12f, \
	   0x1.7c74e6p-9f, \
	   -0x1.daf034p-7f, \
	   0x1.eb386cp-5f, \
	   0x1.37627ap0f, \
	   0x1.e75328p1f, \
	   0x1.558eaep1f)

/* Relative error 2**-29.  */
#define EXP2F_TAIL(z) \
  HORNER6F (z, \
	   0x1.3fb5f2p-13f, \
	   0x1.5f0e12p-10f, \
	   0x1.3b309p-7f, \
	   0x1.c6af72p-5f, \
	   0x1.ebfbd8p-3f, \
	   0x1.62e43p-1f)

/* Relative error 2**-55.  */
#define ERFC_SCALED(z) \
  HORNER24 (z, \
	   0x1.5eccffbfaa699p-30, \
	   0x1.1ad93c91a507fp-29, \
	   -0x1.d576c63f2f181p-27, \
	   -0x1.3885318d1da14p-26, \
	   0x1.d32a6d5416a3fp-24, \
	   0x1.3f23cab3e5344p-24, \
	   -0x1.ba509c1b32912p-21, \
	   0x1.3c7ca7a815ab2p-22, \
	   0x1.7f1acdcf66988p-18, \
	   -0x1.7894253b46575p-17, \
	   -0x1.995812feababbp-16, \
	   0x1.3be0a4bcf2fa5p-13, \
	   -0x1.a1df2d1d2f6b2p-13, \
	   -0x1.8d4aa0df439e9p-11, \
	   0x1.49c6728ca80acp-8, \
	   -0x1.0962387b80165p-6, \
	   0x1.3079edf67c4e9p-5, \
	   -0x1.0fb06dfe8976ep-4, \
	   0x1.7fee004e12033p-4, \
	   -0x1.9ddb23c3e54e7p-4, \
	   0x1.16ecefcfa53f8p-4, \
	   0x1.f7f5df66fcac3p-7, \
	   -0x1.1df1ad154a28fp-3, \
	   0x1.3ba5916e9fd7fp0)

/* Relative error 2**-26.  */
#define ERFCF_SCALED_TAIL(z) \
  HORNER10F (z, \
	   0x1.1ef55p-10f, \
	   0x1.ee8688p-8f, \
	   -0x1.ff426cp-7f, \
	   0x1.28c5dap-5f, \
	   -0x1.11bc6p-4f, \
	   0x1.805352p-4f, \
	   -0x1.9d84b2p-4f, \
	   0x1.16eaa2p-4f, \
	   0x1.f7d284p-7f, \
	   -0x1.1df1aep-3f)

/* Relative error 2**-57.  */
#define LGAMMA_2(z) \
  HORNER22 (z, \
	   0x1.0fbef5cfffd2fp-29, \
	   -0x1.ea79ac4cdd76ep-27, \
	   0x1.9fb08f1c6984ep-25, \
	   -0x1.dba15778f590bp-24, \
	   0x1.d7fb10dce9901p-23, \
	   -0x1.dff30a6e91addp-22, \
	   0x1.fdf992e26d497p-21, \
	   -0x1.1190f3d5acd4ap-19, \
	   0x1.25b20bb2385ap-18, \
	   -0x1.3cc21799675fdp-17, \
	   0x1.580cce7da809cp-16, \
	   -0x1.78de07ec8f725p-15, \
	   0x1.a127b5b445021p-14, \
	   -0x1.d3fd4f266dbbdp-13, \
	   0x1.0b36af8347913p-11, \
	   -0x1.38ac5c25c1485p-10, \
	   0x1.7add6eada6dcfp-9, \
	   -0x1.e404fc219ecdp-8, \
	   0x1.51322ac7d862p-6, \
	   -0x1.13e001a5575c1p-4, \
	   0x1.4a34cc4a60fa6p-2, \
	   0x1.b0ee6072093cep-2)

/* Relative error 2**-57.  */
#define LGAMMA_1(z) \
  HORNER25 (z, \
	   -0x1.e01197bf045fap-7, \
	   0x1.7fb4394aef6b3p-5, \
	   -0x1.0774b345f4747p-4, \
	   0x1.bf12e7edfe427p-5, \
	   -0x1.66644d48ef90ap-5, \
	   0x1.7a58c7db05938p-5, \
	   -0x1.aeb3b5b8c46d9p-5, \
	   0x1.ccc9e5d8064efp-5, \
	   -0x1.e2d9dc7ba101ep-5, \
	   0x1.ff6cd63b7333fp-5, \
	   -0x1.10feb20cb35dp-4, \
	   0x1.249b7e644eca5p-4, \
	   -0x1.3b1f5c277c14dp-4, \
	   0x1.556aaa78f16cap-4, \
	   -0x1.748c1b5f43d2ap-4, \
	   0x1.9a01e4647be42p-4, \
	   -0x1.c8067133086aep-4, \
	   0x1.010b36aecd0bdp-3, \
	   -0x1.2703a1daf66c3p-3, \
	   0x1.5b40cb10098d7p-3, \
	   -0x1.a8b9c17aab967p-3, \
	   0x1.151322ac7d8ap-2, \
	   -0x1.9a4d55beab29dp-2, \
	   0x1.a51a6625307d3p-1, \
	   -0x1.2788cfc6fb619p-1)

/* Relative error 2**-62.  */
#define RGAMMA_1(z) \
  HORNER17 (z, \
	   0x1.66875091b6c26p-28, \
	   0x1.4b2b6f3744705p-28, \
	   -0x1.b9ee73bedc29ap-23, \
	   0x1.304d67eb54a6cp-20, \
	   -0x1.4fa963fb9a74p-20, \
	   -0x1.51cf2607cffc4p-16, \
	   0x1.0c8a77442c213p-13, \
	   -0x1.c364fbca3fe8fp-13, \
	   -0x1.317112c8b41cdp-10, \
	   0x1.d919c526553abp-8, \
	   -0x1.3b4af2848ea33p-7, \
	   -0x1.59af103c31ee7p-5, \
	   0x1.5512320b4400ep-3, \
	   -0x1.5815e8fa270ep-5, \
	   -0x1.4fcf4026afa2ep-1, \
	   0x1.2788cfc6fb619p-1, \
	   0x1p0)
