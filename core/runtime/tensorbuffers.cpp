// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/tensorbuffers.h"

#include "core/ir/integerdivision.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <numeric>
#include <vector>

namespace knobscope {

namespace {

constexpr size_t kAlignment = 64;
constexpr size_t kMinMappedBytes = size_t{4} << 20;
constexpr size_t kLargePageBytes = size_t{2} << 20;

uint64_t mixBits(uint64_t x) // splitmix64 (Steele, Lea, Flood 2014)
{
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

template<class T>
void store(void* to, T value)
{
    std::memcpy(to, &value, sizeof value);
}

template<class T>
T load(const void* from)
{
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

} // namespace

int64_t elementsOf(const KernelArgument& argument)
{
    return std::reduce(argument.shape.begin(), argument.shape.end(), int64_t{1}, std::multiplies());
}

int64_t bytesOf(const KernelArgument& argument)
{
    return elementsOf(argument) * argument.type.bytes();
}

Result<TensorBuffer> TensorBuffer::allocate(int64_t bytes)
{
    const auto page = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
    const size_t padded = ir::roundedUp(static_cast<size_t>(bytes), kAlignment);
    const bool isLarge = padded >= kMinMappedBytes;
    const size_t pages = ir::roundedUp(padded, page);
    const size_t mapped = pages + page + (isLarge ? kLargePageBytes : 0);
    void* const mapping = ::mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping == MAP_FAILED) {
        return fail(ErrorCode::LimitExceeded, "There is not enough memory for a tensor of {} bytes", bytes);
    }
    TensorBuffer buffer;
    buffer.m_mapping = std::unique_ptr<void, Unmap>(mapping, Unmap{mapped});
    char* end = static_cast<char*>(mapping) + pages;
    if (isLarge) { // huge pages up to the end, small ones for the rest
        end += ir::roundedUp(reinterpret_cast<uintptr_t>(end), kLargePageBytes) - reinterpret_cast<uintptr_t>(end);
        const size_t large = pages / kLargePageBytes * kLargePageBytes;
        ::madvise(end - large, large, MADV_HUGEPAGE);
    }
    ::mprotect(end, page, PROT_NONE);
    buffer.m_data = end - padded;
    buffer.m_bytes = bytes;
    return buffer;
}

void TensorBuffer::Unmap::operator()(void* mapping) const
{
    ::munmap(mapping, bytes);
}

void fillRandom(void* data, int64_t elements, ir::DataType type, uint64_t seed)
{
    const auto fill = [=](const auto& valueOf) { // the type is looked at once, and not for each element
        char* at = static_cast<char*>(data);
        using Value = decltype(valueOf(uint64_t{}));
        for (int64_t i = 0; i < elements; ++i, at += sizeof(Value)) {
            store(at, valueOf(mixBits(seed * 0x100000001b3ULL + static_cast<uint64_t>(i))));
        }
    };
    const auto unit = [](uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1.0p-53 * 2 - 1; };
    if (type == ir::float32) {
        fill([=](uint64_t bits) { return static_cast<float>(unit(bits)); });
    } else if (type == ir::float64) {
        fill(unit);
    } else if (type == ir::float16) {
        fill([=](uint64_t bits) { return static_cast<_Float16>(unit(bits)); });
    } else if (type == ir::bfloat16) {
        fill([=](uint64_t bits) { return static_cast<uint16_t>(std::bit_cast<uint32_t>(static_cast<float>(unit(bits))) >> 16); });
    } else {
        const uint64_t range = type.bits == 8 ? 256 : 16; // full range for bytes, as in quantized networks
        const uint64_t low = type.code == ir::TypeCode::Int ? range / 2 : 0;
        const auto whole = [=](uint64_t bits) { return static_cast<int64_t>(bits % range - low); };
        switch (type.bytes()) {
        case 1: fill([=](uint64_t bits) { return static_cast<int8_t>(whole(bits)); }); break;
        case 2: fill([=](uint64_t bits) { return static_cast<int16_t>(whole(bits)); }); break;
        case 4: fill([=](uint64_t bits) { return static_cast<int32_t>(whole(bits)); }); break;
        default: fill(whole); break;
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

void fillWithNan(void* data, int64_t bytes)
{
    std::memset(data, 0xff, static_cast<size_t>(bytes)); // NaN in every float format
}

std::vector<double> toDoubles(const void* data, int64_t elements, ir::DataType type)
{
    std::vector<double> out(static_cast<size_t>(elements));
    for (int64_t i = 0; i < elements; ++i) {
        const char* at = static_cast<const char*>(data) + i * type.bytes();
        double& v = out[static_cast<size_t>(i)];
        if (type == ir::float32) {
            v = load<float>(at);
        } else if (type == ir::float64) {
            v = load<double>(at);
        } else if (type == ir::float16) {
            v = static_cast<double>(load<_Float16>(at));
        } else if (type == ir::bfloat16) {
            v = std::bit_cast<float>(static_cast<uint32_t>(load<uint16_t>(at)) << 16);
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
