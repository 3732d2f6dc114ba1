/* The polynomials of the Bessel functions of the device library.
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

/* Written by libm-bessel.py, which has the functions, the intervals and the
   method.  */

#define J0_SQUARE_1_HIGH 0x1.721fb80462bbbp+2
#define J0_SQUARE_1_LOW 0x1.db60c816c15d3p-52
#define J0_SQUARE_1_HIGHF 0x1.721fb8p+2f
#define J0_SQUARE_1_LOWF 0x1.18aeeep-28f

#define J0_SQUARE_2_HIGH 0x1.e78a4a621dd6fp+4
#define J0_SQUARE_2_LOW -0x1.10d7c5048826bp-52
#define J0_SQUARE_2_HIGHF 0x1.e78a4ap+4f
#define J0_SQUARE_2_LOWF 0x1.88775cp-22f

#define Y0_ZERO_1_HIGH 0x1.c982eb8d417eap-1
#define Y0_ZERO_1_LOW 0x1.ea9d270347f83p-56
#define Y0_ZERO_1_HIGHF 0x1.c982ecp-1f
#define Y0_ZERO_1_LOWF -0x1.cafa06p-27f

#define Y0_SQUARE_1_HIGH 0x1.98d257f93404ap-1
#define Y0_SQUARE_1_LOW 0x1.b7acb8a94e405p-55
#define Y0_SQUARE_1_HIGHF 0x1.98d258p-1f
#define Y0_SQUARE_1_LOWF -0x1.b2fed6p-31f

#define Y0_SQUARE_2_HIGH 0x1.f53915f139c23p+3
#define Y0_SQUARE_2_LOW -0x1.cb4dd48f76192p-57
#define Y0_SQUARE_2_HIGHF 0x1.f53916p+3f
#define Y0_SQUARE_2_LOWF -0x1.d8c7bap-26f

#define Y0_SQUARE_3_HIGH 0x1.91b26bc6b2299p+5
#define Y0_SQUARE_3_LOW 0x1.2891c0163fd1bp-50
#define Y0_SQUARE_3_HIGHF 0x1.91b26cp+5f
#define Y0_SQUARE_3_LOWF -0x1.ca6eb4p-22f

#define J1_SQUARE_1_HIGH 0x1.d5d2b4189822cp+3
#define J1_SQUARE_1_LOW -0x1.c6a0d245172bap-54
#define J1_SQUARE_1_HIGHF 0x1.d5d2b4p+3f
#define J1_SQUARE_1_LOWF 0x1.89822cp-25f

#define J1_SQUARE_2_HIGH 0x1.89bf66072a432p+5
#define J1_SQUARE_2_LOW 0x1.25355661cb79cp-51
#define J1_SQUARE_2_HIGHF 0x1.89bf66p+5f
#define J1_SQUARE_2_LOWF 0x1.ca90c8p-25f

#define Y1_ZERO_1_HIGH 0x1.193bed4dff243p+1
#define Y1_ZERO_1_LOW -0x1.bd1e50d219bfdp-55
#define Y1_ZERO_1_HIGHF 0x1.193beep+1f
#define Y1_ZERO_1_LOWF -0x1.6401b8p-24f

#define Y1_SQUARE_1_HIGH 0x1.34f49cfc780a9p+2
#define Y1_SQUARE_1_LOW -0x1.65d88128c73dfp-52
#define Y1_SQUARE_1_HIGHF 0x1.34f49cp+2f
#define Y1_SQUARE_1_LOWF 0x1.f8f016p-23f

#define Y1_SQUARE_2_HIGH 0x1.d7b3f67328d2ep+4
#define Y1_SQUARE_2_LOW -0x1.537e751d20839p-50
#define Y1_SQUARE_2_HIGHF 0x1.d7b3f6p+4f
#define Y1_SQUARE_2_LOWF 0x1.cca34cp-22f

/* Weighted error 2**-61.  */
#define J0_NEAR(t) \
  HORNER15 (t, \
	   0x1.c10bdfa95db85p-122, \
	   0x1.2e39e31575abdp-112, \
	   0x1.0b7428ea7d395p-102, \
	   0x1.800d714dd5e71p-93, \
	   0x1.da0a5607404dep-84, \
	   0x1.ecfe862d0cdbdp-75, \
	   0x1.a8eda007fefb1p-66, \
	   0x1.29561cb521a7p-57, \
	   0x1.49210b31e890fp-49, \
	   0x1.16948b546f745p-41, \
	   0x1.586f13f4a4951p-34, \
	   0x1.232722cf31535p-27, \
	   0x1.2f52989b0fd31p-21, \
	   0x1.42492533d903dp-16, \
	   0x1.b755a4e64e436p-13)

/* Weighted error 2**-27.  */
#define J0_NEARF(t) \
  HORNER9F (t, \
	   0x1.43ce78p-65f, \
	   0x1.08e15ep-57f, \
	   0x1.4d3e02p-49f, \
	   0x1.16638ap-41f, \
	   0x1.586d86p-34f, \
	   0x1.232786p-27f, \
	   0x1.2f5298p-21f, \
	   0x1.424924p-16f, \
	   0x1.b755a4p-13f)

/* Weighted error 2**-57.  */
#define J1_NEAR(t) \
  HORNER14 (t, \
	   0x1.b969cf8252b38p-117, \
	   0x1.1394bd73d3336p-107, \
	   0x1.c6baeb98cda2ep-98, \
	   0x1.2dc6fa18bd6ap-88, \
	   0x1.55ff869763349p-79, \
	   0x1.43d13dcad2c3cp-70, \
	   0x1.f70055e56484cp-62, \
	   0x1.390e3700f6cd4p-53, \
	   0x1.2f0da7a398f4ap-45, \
	   0x1.b67a37820a9e5p-38, \
	   0x1.c045dc6b352b6p-31, \
	   0x1.295c93a522268p-24, \
	   0x1.b9936e4725d59p-19, \
	   0x1.0634ae24e7a71p-14)

/* Weighted error 2**-29.  */
#define J1_NEARF(t) \
  HORNER9F (t, \
	   0x1.e489fep-70f, \
	   0x1.c5036ap-62f, \
	   0x1.3c9084p-53f, \
	   0x1.2ed948p-45f, \
	   0x1.b67a62p-38f, \
	   0x1.c04636p-31f, \
	   0x1.295c92p-24f, \
	   0x1.b9936ep-19f, \
	   0x1.0634aep-14f)

/* Weighted error 2**-60.  */
#define Y0_LOG(t) \
  HORNER11 (t, \
	   0x1.890b17ee23d7bp-65, \
	   -0x1.2c1340b59b89bp-56, \
	   0x1.765cd34ec5782p-48, \
	   -0x1.6fc5a4387148p-40, \
	   0x1.132d7accfe2edp-32, \
	   -0x1.2c25a9142f023p-25, \
	   0x1.c0d3437154754p-19, \
	   -0x1.a38395ee5e40bp-13, \
	   0x1.a35b46c4e207cp-8, \
	   -0x1.41086fa103efcp-4, \
	   0x1.d77b1b2fb5585p-5)

/* Weighted error 2**-56.  */
#define Y0_NEAR(t) \
  HORNER10 (t, \
	   -0x1.3715e913bcdfp-63, \
	   0x1.cde5081edab0bp-55, \
	   -0x1.16100ed22db2p-46, \
	   0x1.061f01898d902p-38, \
	   -0x1.758072b578effp-31, \
	   0x1.7fc4683a2e5dap-24, \
	   -0x1.0a06673121162p-17, \
	   0x1.c166c51127e19p-12, \
	   -0x1.833b3a1b60475p-7, \
	   0x1.c7dc13980afbbp-4)

/* Weighted error 2**-56.  */
#define Y0_MIDDLE(t) \
  HORNER25 (t, \
	   -0x1.e0030e449611ap-73, \
	   -0x1.0df58724763ffp-68, \
	   -0x1.f1a7f6c4df73cp-66, \
	   -0x1.93eb936a899ebp-64, \
	   -0x1.7357c1a63f971p-66, \
	   0x1.bf49ed30bfb63p-61, \
	   0x1.00340e6a9774ap-59, \
	   -0x1.254f596e0c792p-62, \
	   -0x1.0be0725de3afdp-56, \
	   0x1.b091bd216d37ap-56, \
	   -0x1.97bdec81e284bp-53, \
	   0x1.de65be4e64e34p-50, \
	   -0x1.2b93f6d79b318p-46, \
	   0x1.018f28415bc5p-44, \
	   0x1.177484cf03678p-40, \
	   0x1.47bdae0e49f78p-39, \
	   -0x1.32b576173f9fbp-32, \
	   0x1.2a14379719597p-30, \
	   0x1.ca54563360115p-26, \
	   -0x1.6b9632186eeeap-23, \
	   -0x1.a4cec5c6c4274p-20, \
	   0x1.016307fcfd477p-16, \
	   0x1.6d4e8832d9b55p-18, \
	   -0x1.782cca2c4f4f8p-12, \
	   0x1.ad1251e3e6677p-11)

/* Weighted error 2**-31.  */
#define Y0_LOG2F(t) \
  HORNER7F (t, \
	   0x1.84ddccp-33f, \
	   -0x1.a08fc6p-26f, \
	   0x1.37176p-19f, \
	   -0x1.22c8dp-13f, \
	   0x1.22ad04p-8f, \
	   -0x1.bd0bd2p-5f, \
	   0x1.46ce3ep-5f)

/* Weighted error 2**-27.  */
#define Y0_NEARF(t) \
  HORNER6F (t, \
	   -0x1.79d598p-31f, \
	   0x1.803a9ap-24f, \
	   -0x1.0a0546p-17f, \
	   0x1.c1668ep-12f, \
	   -0x1.833b3ap-7f, \
	   0x1.c7dc14p-4f)

/* Weighted error 2**-26.  */
#define Y0_MIDDLEF(t) \
  HORNER11F (t, \
	   -0x1.dd973ep-39f, \
	   -0x1.607cd6p-36f, \
	   -0x1.4201f6p-32f, \
	   0x1.48e5cp-30f, \
	   0x1.ccf0cap-26f, \
	   -0x1.6c02cp-23f, \
	   -0x1.a4e366p-20f, \
	   0x1.0163b2p-16f, \
	   0x1.6d518ep-18f, \
	   -0x1.782ccep-12f, \
	   0x1.ad1252p-11f)

/* Weighted error 2**-60.  */
#define Y1_LOG(t) \
  HORNER11 (t, \
	   0x1.16af1ac113537p-69, \
	   -0x1.dac5dd897448fp-61, \
	   0x1.4912744ed81adp-52, \
	   -0x1.6bf2fb8cafb6cp-44, \
	   0x1.37b4ff458c0e3p-36, \
	   -0x1.8deb7573d8c9cp-29, \
	   0x1.675a09e42e7eep-22, \
	   -0x1.a9dfc07b7728dp-16, \
	   0x1.26237baa8e38dp-10, \
	   -0x1.7d51c26e789p-6, \
	   0x1.0f04740e833a9p-3)

/* Weighted error 2**-56.  */
#define Y1_NEAR(t) \
  HORNER11 (t, \
	   -0x1.3c8a01773223ap-68, \
	   0x1.017536c9777adp-59, \
	   -0x1.524d888b6f533p-51, \
	   0x1.5ee51f6d210aap-43, \
	   -0x1.158d6d79dd773p-35, \
	   0x1.3faad3c93ad85p-28, \
	   -0x1.f4dbca62dc827p-22, \
	   0x1.dcf201d0e9ea8p-16, \
	   -0x1.b1a37ee3da716p-11, \
	   0x1.5478a12cb38c8p-9, \
	   0x1.78df22d84cc89p-3)

/* Weighted error 2**-55.  */
#define Y1_MIDDLE(t) \
  HORNER23 (t, \
	   0x1.94d060494127p-63, \
	   0x1.918fe017c7d61p-59, \
	   0x1.54a28711118a2p-56, \
	   0x1.0df678b7e0de1p-54, \
	   0x1.efece237ce89fp-55, \
	   -0x1.38b9e7bfa8654p-52, \
	   -0x1.462a7e1781b59p-51, \
	   -0x1.946a6f3a6d451p-50, \
	   0x1.5b40202277f3ep-49, \
	   0x1.44a431bd06798p-47, \
	   0x1.053f45207705p-39, \
	   -0x1.13614357181a4p-36, \
	   -0x1.10156571a52cbp-32, \
	   0x1.505e104b347bep-29, \
	   0x1.02cf170d5df67p-25, \
	   -0x1.5c827fdf502d4p-22, \
	   -0x1.03ce0bcd840b2p-19, \
	   0x1.9dcd2820fcd59p-16, \
	   0x1.c05b903059cf3p-15, \
	   -0x1.f8dcada35af37p-11, \
	   0x1.afb091bd9c73bp-12, \
	   0x1.88874d1d1bf52p-7, \
	   -0x1.2f4e3dd90f38ep-6)

/* Weighted error 2**-26.  */
#define Y1_LOG2F(t) \
  HORNER6F (t, \
	   -0x1.132116p-29f, \
	   0x1.f3a55ap-23f, \
	   -0x1.273296p-16f, \
	   0x1.97c1f4p-11f, \
	   -0x1.084f78p-6f, \
	   0x1.77b5cp-4f)

/* Weighted error 2**-28.  */
#define Y1_NEARF(t) \
  HORNER7F (t, \
	   -0x1.154f6ep-35f, \
	   0x1.40610ap-28f, \
	   -0x1.f4dc4ap-22f, \
	   0x1.dcf128p-16f, \
	   -0x1.b1a37ep-11f, \
	   0x1.5478aap-9f, \
	   0x1.78df22p-3f)

/* Weighted error 2**-26.  */
#define Y1_MIDDLEF(t) \
  HORNER11F (t, \
	   0x1.5c9eb2p-34f, \
	   0x1.05105p-28f, \
	   0x1.0b8314p-25f, \
	   -0x1.6155c2p-22f, \
	   -0x1.04ba6ep-19f, \
	   0x1.9de25cp-16f, \
	   0x1.c070e4p-15f, \
	   -0x1.f8dd06p-11f, \
	   0x1.afaf5cp-12f, \
	   0x1.88874ep-7f, \
	   -0x1.2f4e3ep-6f)

/* Weighted error 2**-56.  */
#define BESSEL_MODULUS_0(t) \
  HORNER12 (t, \
	   -0x1.74d1884c885bdp+33, \
	   0x1.4c80555ad38e6p+30, \
	   -0x1.1b219f3a1c206p+26, \
	   0x1.41aed05002513p+21, \
	   -0x1.2c9b5ec17bc65p+16, \
	   0x1.1d7722ae3a289p+11, \
	   -0x1.53e1d869761c5p+6, \
	   0x1.2a9ce0513f84cp+2, \
	   -0x1.bb85dee3c4ba1p-2, \
	   0x1.524d94b36265bp-4, \
	   -0x1.9884533d3a29p-5, \
	   0x1.9884533d4365p-1)

/* Weighted error 2**-25.  */
#define BESSEL_MODULUS_0F(t) \
  HORNER3F (t, \
	   0x1.2f4628p-4f, \
	   -0x1.9821bcp-5f, \
	   0x1.988452p-1f)

/* Weighted error 2**-55.  */
#define BESSEL_PHASE_0(t) \
  HORNER11 (t, \
	   -0x1.2a63d91fe8e24p+31, \
	   0x1.0424fa9e5faccp+28, \
	   -0x1.b5232d05ae2f4p+23, \
	   0x1.f4f20a3110786p+18, \
	   -0x1.ecfad93c41134p+13, \
	   0x1.06c3513ff3a5ep+9, \
	   -0x1.771035f8f3343p+4, \
	   0x1.a353a68b3e64p+0, \
	   -0x1.ad3327e801606p-3, \
	   0x1.0aaaaaa774d6bp-4, \
	   -0x1.ffffffffffdd5p-4)

/* Weighted error 2**-27.  */
#define BESSEL_PHASE_0F(t) \
  HORNER3F (t, \
	   -0x1.650bd4p-3f, \
	   0x1.09a1f8p-4f, \
	   -0x1.ffff82p-4f)

/* Weighted error 2**-56.  */
#define BESSEL_MODULUS_1(t) \
  HORNER12 (t, \
	   0x1.a964e2b814ab1p+33, \
	   -0x1.7c389d21bfd0ep+30, \
	   0x1.44f6836f04ffap+26, \
	   -0x1.73abf75101bfap+21, \
	   0x1.5fa50444c7fd4p+16, \
	   -0x1.55806d430babdp+11, \
	   0x1.a64de76731783p+6, \
	   -0x1.8b2ec6e58bed3p+2, \
	   0x1.48fa253232833p-1, \
	   -0x1.3bf6583fdf1c3p-3, \
	   0x1.32633e6deff02p-3, \
	   0x1.9884533d43651p-1)

/* Weighted error 2**-24.  */
#define BESSEL_MODULUS_1F(t) \
  HORNER3F (t, \
	   -0x1.2186a4p-3f, \
	   0x1.323dcep-3f, \
	   0x1.988456p-1f)

/* Weighted error 2**-55.  */
#define BESSEL_PHASE_1(t) \
  HORNER11 (t, \
	   0x1.57cb94c6844ddp+31, \
	   -0x1.2c970057dd1bdp+28, \
	   0x1.fba0bda95835ap+23, \
	   -0x1.2592cfcdece38p+19, \
	   0x1.26106d9335235p+14, \
	   -0x1.43d9df1db70acp+9, \
	   0x1.e95f2afd47eb8p+4, \
	   -0x1.2f45ca8f9c599p+1, \
	   0x1.7bccc65e83b08p-2, \
	   -0x1.4ffffffe2bbebp-3, \
	   0x1.7ffffffffff62p-2)

/* Weighted error 2**-27.  */
#define BESSEL_PHASE_1F(t) \
  HORNER3F (t, \
	   0x1.466fa8p-2f, \
	   -0x1.4f3a88p-3f, \
	   0x1.7fffdp-2f)
