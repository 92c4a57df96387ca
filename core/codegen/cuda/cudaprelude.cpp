// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/cuda/cudaprelude.h"

#include <sstream>
#include <utility>

namespace knobscope {

namespace {

constexpr const char* kFloorDivText = R"(// Rounds towards minus infinity; b > 0.
template<class T>
static __device__ T floor_div(T a, T b)
{
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}
)";

constexpr const char* kFloorModText = R"(// What floor division leaves; b > 0.
template<class T>
static __device__ T floor_mod(T a, T b)
{
    return (a % b + b) % b;
}
)";

constexpr const char* kHalfText = R"(// 16-bit floating point; every operation rounds.
struct half {
    unsigned short bits;
    half() = default;
    template<class T>
    __device__ explicit half(T value) { asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(static_cast<float>(value))); }
    template<class T>
    __device__ explicit operator T() const
    {
        float value;
        asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
        return static_cast<T>(value);
    }
};
)";

constexpr const char* kBfloatText = R"(// The upper half of a float; every operation rounds.
struct bfloat16 {
    unsigned short bits;
    bfloat16() = default;
    template<class T>
    __device__ explicit bfloat16(T from)
    {
        const float value = static_cast<float>(from);
        const unsigned int whole = __float_as_uint(value);
        bits = value != value ? 0x7fff : (whole + 0x7fff + ((whole >> 16) & 1)) >> 16;
    }
    template<class T>
    __device__ explicit operator T() const
    {
        return static_cast<T>(__uint_as_float(static_cast<unsigned int>(bits) << 16));
    }
};
)";

constexpr const char* kTfloatText = R"(// The nearest number of TF32: 10 bits of mantissa.
static __device__ __forceinline__ float rounded_to_tf32(float value)
{
    unsigned int bits;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(value));
    return __uint_as_float(bits);
}
)";

/// Turing has products of half the length; two of them equal one product of later GPUs.
constexpr const char* kProductF16Text =
    R"(// sum += a * b of 16x16 and 16x8, by a warp; each lane holds 4 sums, 8 elements of a and 4 of b.
static __device__ __forceinline__ void multiply_add_16x8x16(float* sum, const half* a, const half* b)
{
    const unsigned int* const x = reinterpret_cast<const unsigned int*>(a);
    const unsigned int* const y = reinterpret_cast<const unsigned int*>(b);
#if __CUDA_ARCH__ >= 800
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
#else
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(x[0]), "r"(x[1]), "r"(y[0]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(x[2]), "r"(x[3]), "r"(y[1]));
#endif
}
)";

constexpr const char* kProductTf32Text =
    R"(// sum += a * b of 16x8 and 8x8, by a warp; each lane holds 4 sums, 4 elements of a and 2 of b.
static __device__ __forceinline__ void multiply_add_16x8x8(float* sum, const float* a, const float* b)
{
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(__float_as_uint(a[0])), "r"(__float_as_uint(a[1])), "r"(__float_as_uint(a[2])),
                   "r"(__float_as_uint(a[3])), "r"(__float_as_uint(b[0])), "r"(__float_as_uint(b[1])));
}
)";

/// Computes through float: its 24 bits are enough that rounding twice equals rounding once (Figueroa, 1995).
constexpr const char* kOperatorsText = R"(static __device__ T operator+(T a, T b) { return T(float(a) + float(b)); }
static __device__ T operator-(T a, T b) { return T(float(a) - float(b)); }
static __device__ T operator*(T a, T b) { return T(float(a) * float(b)); }
static __device__ T operator/(T a, T b) { return T(float(a) / float(b)); }
static __device__ T& operator+=(T& a, T b) { return a = a + b; }
static __device__ bool operator==(T a, T b) { return float(a) == float(b); }
static __device__ bool operator!=(T a, T b) { return float(a) != float(b); }
static __device__ bool operator<(T a, T b) { return float(a) < float(b); }
static __device__ bool operator<=(T a, T b) { return float(a) <= float(b); }
static __device__ bool operator>(T a, T b) { return float(a) > float(b); }
static __device__ bool operator>=(T a, T b) { return float(a) >= float(b); }
static __device__ T min(T a, T b) { return T(fminf(float(a), float(b))); }
static __device__ T max(T a, T b) { return T(fmaxf(float(a), float(b))); }
)";

constexpr const char* kAsyncCopyText =
    R"(// Starts a copy from global to shared memory; where `inside` does not hold, it writes zeros and reads nothing.
template<int Bytes>
static __device__ void copy_async(void* to, const void* from, bool inside = true)
{
    const unsigned int place = static_cast<unsigned int>(__cvta_generic_to_shared(to));
    const int read = inside ? Bytes : 0;
    if (Bytes == 16) // past the first-level cache, which has no use for it
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" : : "r"(place), "l"(from), "r"(read));
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" : : "r"(place), "l"(from), "n"(Bytes), "r"(read));
}

// The copies that this thread has started since the last time are one group.
static __device__ void copies_commit()
{
    asm volatile("cp.async.commit_group;" : : : "memory");
}

// Waits until all groups of this thread but the latest `Pending` have arrived.
template<int Pending>
static __device__ void copies_wait()
{
    asm volatile("cp.async.wait_group %0;" : : "n"(Pending) : "memory");
}
)";

void append(std::vector<std::string>& lines, const std::string& text)
{
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(line);
    }
    lines.emplace_back();
}

/// Replaces T by the type's name.
std::string operatorsOf(const std::string& type)
{
    std::string out;
    const std::string text = kOperatorsText;
    for (const char c : text) {
        out += c == 'T' ? type : std::string(1, c);
    }
    return out;
}

} // namespace

std::vector<std::string> cudaPrelude(const CudaPreludeUse& used)
{
    std::vector<std::string> lines;
    for (const auto& [isUsed, text] : {
             std::pair(used.half, kHalfText + operatorsOf("half")),
             std::pair(used.bfloat16, kBfloatText + operatorsOf("bfloat16")),
             std::pair(used.tfloat32, std::string(kTfloatText)),
             std::pair(used.products.contains(ir::MmaKind::F16), std::string(kProductF16Text)),
             std::pair(used.products.contains(ir::MmaKind::Tf32), std::string(kProductTf32Text)),
             std::pair(used.asyncCopy, std::string(kAsyncCopyText)),
             std::pair(used.floorDiv, std::string(kFloorDivText)),
             std::pair(used.floorMod, std::string(kFloorModText)),
         }) {
        if (isUsed) {
            append(lines, text);
        }
    }
    return lines;
}

} // namespace knobscope
