// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/target/fmaloop.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace knobscope {

namespace {

// A macro: GCC splits a template's vectors before it inlines the template into a function with a larger instruction set.
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

// Dependent multiply-adds: each waits for the previous one.
#define KNOBSCOPE_FMA_CHAIN(NAME, ATTRIBUTE, BYTES)                                                                              \
    ATTRIBUTE float NAME(int64_t rounds)                                                                                         \
    {                                                                                                                            \
        typedef float Vector __attribute__((vector_size(BYTES)));                                                                \
        const Vector m = Vector{} + 0.999999f;                                                                                   \
        const Vector c = Vector{} + 1e-6f;                                                                                       \
        Vector a = c;                                                                                                            \
        for (int64_t r = 0; r < rounds; ++r) {                                                                                   \
            a = a * m + c, a = a * m + c, a = a * m + c, a = a * m + c, a = a * m + c;                                           \
            a = a * m + c, a = a * m + c, a = a * m + c, a = a * m + c, a = a * m + c;                                           \
        }                                                                                                                        \
        return a[0];                                                                                                             \
    }

#ifdef __x86_64__
KNOBSCOPE_FMA_LOOP(spin512, __attribute__((target("avx512f,fma"), noinline)), 64)
KNOBSCOPE_FMA_LOOP(spin256, __attribute__((target("avx2,fma"), noinline)), 32)
#endif
KNOBSCOPE_FMA_LOOP(spinPlain, __attribute__((noinline)), 16)
#ifdef __x86_64__
KNOBSCOPE_FMA_CHAIN(chain512, __attribute__((target("avx512f,fma"), noinline)), 64)
KNOBSCOPE_FMA_CHAIN(chain256, __attribute__((target("avx2,fma"), noinline)), 32)
#endif
KNOBSCOPE_FMA_CHAIN(chainPlain, __attribute__((noinline)), 16)

// Dependent multiply-adds take four cycles each: eight times as long as with two units, four times as long as with one.
constexpr double kTwoUnitThreshold = 6;

/// Minimum of several runs, in seconds.
double timed(float (*loop)(int64_t))
{
    constexpr int64_t rounds = 3000;
    constexpr int tries = 15;
    [[maybe_unused]] volatile float sink = 0;
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < tries; ++i) {
        const auto before = std::chrono::steady_clock::now();
        sink = loop(rounds);
        least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count());
    }
    return least;
}

} // namespace

FmaLoop widestFmaLoop()
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f")) {
        return {spin512, chain512, 16, "AVX-512"};
    }
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        return {spin256, chain256, 8, "AVX2"};
    }
    return {spinPlain, chainPlain, 4, "SSE2"};
#else
    return {spinPlain, chainPlain, 4, "the compiler's"};
#endif
}

int fmaUnits()
{
    static const int units = [] {
#ifdef __x86_64__
        // Known, and not measured: another program on the core's second hardware thread halves the rate.
        if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && !__builtin_cpu_supports("avx512f")) {
            return __builtin_cpu_is("znver1") ? 1 : 2;
        }
#endif
        const FmaLoop loop = widestFmaLoop();
        return timed(loop.chain) / timed(loop.run) > kTwoUnitThreshold ? 2 : 1;
    }();
    return units;
}

} // namespace knobscope
