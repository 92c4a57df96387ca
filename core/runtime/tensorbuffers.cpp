// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/tensorbuffers.h"

#include "core/ir/integerdivision.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <utility>
#include <vector>

namespace knobscope {

namespace {

constexpr size_t alignment = 64;
constexpr size_t largeBytes = size_t{4} << 20;
constexpr size_t largePage = size_t{2} << 20;

uint64_t mixBits(uint64_t x) // splitmix64 (Steele, Lea, Flood 2014)
{
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

float halfToFloat(uint16_t h)
{
    _Float16 value;
    std::memcpy(&value, &h, sizeof value);
    return static_cast<float>(value);
}

} // namespace

int64_t elementsOf(const KernelArgument& argument)
{
    int64_t count = 1;
    for (const int64_t extent : argument.shape) {
        count *= extent;
    }
    return count;
}

int64_t bytesOf(const KernelArgument& argument)
{
    return elementsOf(argument) * argument.type.bytes();
}

Result<TensorBuffer> TensorBuffer::allocate(int64_t bytes)
{
    const auto page = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
    const size_t padded = ir::roundedUp(static_cast<size_t>(bytes), alignment);
    const bool isLarge = padded >= largeBytes;
    const size_t pages = ir::roundedUp(padded, page);
    TensorBuffer buffer;
    buffer.m_mapped = pages + page + (isLarge ? largePage : 0);
    buffer.m_mapping = ::mmap(nullptr, buffer.m_mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (buffer.m_mapping == MAP_FAILED) {
        buffer.m_mapping = nullptr;
        return fail(ErrorCode::LimitExceeded, "There is no memory for a tensor of {} bytes", bytes);
    }
    char* end = static_cast<char*>(buffer.m_mapping) + pages;
    if (isLarge) { // whole ones before the end, and what is left in small ones
        end += ir::roundedUp(reinterpret_cast<uintptr_t>(end), largePage) - reinterpret_cast<uintptr_t>(end);
        const size_t large = pages / largePage * largePage;
        ::madvise(end - large, large, MADV_HUGEPAGE);
    }
    ::mprotect(end, page, PROT_NONE);
    buffer.m_data = end - padded;
    buffer.m_bytes = bytes;
    return buffer;
}

TensorBuffer::~TensorBuffer()
{
    if (m_mapping) {
        ::munmap(m_mapping, m_mapped);
    }
}

TensorBuffer::TensorBuffer(TensorBuffer&& other) noexcept
    : m_mapping(std::exchange(other.m_mapping, nullptr))
    , m_mapped(other.m_mapped)
    , m_data(other.m_data)
    , m_bytes(other.m_bytes)
{
}

TensorBuffer& TensorBuffer::operator=(TensorBuffer&& other) noexcept
{
    std::swap(m_mapping, other.m_mapping);
    std::swap(m_mapped, other.m_mapped);
    std::swap(m_data, other.m_data);
    std::swap(m_bytes, other.m_bytes);
    return *this;
}

void fillRandom(void* data, int64_t elements, ir::DataType type, uint64_t seed)
{
    for (int64_t i = 0; i < elements; ++i) {
        const uint64_t bits = mixBits(seed * 0x100000001b3ULL + static_cast<uint64_t>(i));
        const double unit = static_cast<double>(bits >> 11) * 0x1.0p-53 * 2 - 1;
        char* at = static_cast<char*>(data) + i * type.bytes();
        if (type == ir::float32) {
            const auto v = static_cast<float>(unit);
            std::memcpy(at, &v, sizeof v);
        } else if (type == ir::float64) {
            std::memcpy(at, &unit, sizeof unit);
        } else if (type == ir::float16) {
            const auto v = static_cast<_Float16>(unit);
            std::memcpy(at, &v, sizeof v);
        } else if (type == ir::bfloat16) {
            const auto v = static_cast<float>(unit);
            uint32_t word = 0;
            std::memcpy(&word, &v, sizeof v);
            const auto upper = static_cast<uint16_t>(word >> 16);
            std::memcpy(at, &upper, sizeof upper);
        } else {
            const uint64_t range = type.bits == 8 ? 256 : 16; // bytes as quantized networks have them
            const auto v =
                static_cast<int64_t>(bits % range) - (type.code == ir::TypeCode::Int ? static_cast<int64_t>(range / 2) : 0);
            std::memcpy(at, &v, static_cast<size_t>(type.bytes()));
        }
    }
}

void flushFromCache(const void* data, int64_t bytes)
{
#if defined(__x86_64__)
    for (int64_t at = 0; at < bytes; at += 64) {
        __builtin_ia32_clflush(static_cast<const char*>(data) + at);
    }
#else
    (void)data;
    std::vector<char> evict(static_cast<size_t>(std::max<int64_t>(bytes, 64 << 20)), 1);
    asm volatile("" : : "r"(evict.data()) : "memory");
#endif
}

void poison(void* data, int64_t bytes)
{
    std::memset(data, 0xff, static_cast<size_t>(bytes)); // a NaN in every float format
}

std::vector<double> toDoubles(const void* data, int64_t elements, ir::DataType type)
{
    std::vector<double> out(static_cast<size_t>(elements));
    for (int64_t i = 0; i < elements; ++i) {
        const char* at = static_cast<const char*>(data) + i * type.bytes();
        double& v = out[static_cast<size_t>(i)];
        if (type == ir::float32) {
            float f = 0;
            std::memcpy(&f, at, sizeof f);
            v = f;
        } else if (type == ir::float64) {
            std::memcpy(&v, at, sizeof v);
        } else if (type == ir::float16 || type == ir::bfloat16) {
            uint16_t h = 0;
            std::memcpy(&h, at, sizeof h);
            const uint32_t word = static_cast<uint32_t>(h) << 16;
            float f = 0;
            std::memcpy(&f, &word, sizeof f);
            v = type == ir::float16 ? halfToFloat(h) : f;
        } else {
            int64_t n = 0;
            std::memcpy(&n, at, static_cast<size_t>(type.bytes()));
            const int unused = 64 - type.bits;
            v = type.code == ir::TypeCode::Int && unused < 64 ? static_cast<double>((n << unused) >> unused)
                                                              : static_cast<double>(n);
        }
    }
    return out;
}

} // namespace knobscope
