// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/fmaloop.h"

namespace knobscope {

namespace {

// A macro, since GCC splits vectors of a template before it inlines it into a function for a richer instruction set.
#define KNOBSCOPE_FMA_LOOP(NAME, ATTRIBUTE, BYTES)                                                                               \
    ATTRIBUTE float NAME(int64_t rounds)                                                                                         \
    {                                                                                                                            \
        typedef float Vector __attribute__((vector_size(BYTES)));                                                                \
        const Vector m = Vector{} + 0.999999f;                                                                                   \
        const Vector c = Vector{} + 1e-6f;                                                                                       \
        Vector a = c, b = c + 1, d = c + 2, e = c + 3, f = c + 4, g = c + 5, h = c + 6, i = c + 7, j = c + 8, k = c + 9;         \
        for (int64_t r = 0; r < rounds; ++r) {                                                                                   \
            a = a * m + c, b = b * m + c, d = d * m + c, e = e * m + c, f = f * m + c;                                           \
            g = g * m + c, h = h * m + c, i = i * m + c, j = j * m + c, k = k * m + c;                                           \
        }                                                                                                                        \
        const Vector sum = a + b + d + e + f + g + h + i + j + k;                                                                \
        return sum[0];                                                                                                           \
    }

#ifdef __x86_64__
KNOBSCOPE_FMA_LOOP(spin512, __attribute__((target("avx512f,fma"), noinline)), 64)
KNOBSCOPE_FMA_LOOP(spin256, __attribute__((target("avx2,fma"), noinline)), 32)
#endif
KNOBSCOPE_FMA_LOOP(spinPlain, __attribute__((noinline)), 16)

} // namespace

FmaLoop widestFmaLoop()
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f")) {
        return {spin512, 16, "AVX-512"};
    }
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        return {spin256, 8, "AVX2"};
    }
    return {spinPlain, 4, "SSE2"};
#else
    return {spinPlain, 4, "the compiler's"};
#endif
}

} // namespace knobscope
