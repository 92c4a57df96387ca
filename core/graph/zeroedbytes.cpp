// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/zeroedbytes.h"

#include "core/ir/integerdivision.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

namespace knobscope {

namespace {

constexpr size_t kAlignment = 64;
constexpr size_t kMinMappedBytes = size_t{4} << 20; // blocks from this size on are mapped
constexpr size_t kLargePageBytes = size_t{2} << 20;

size_t roundedDown(size_t size, size_t unit)
{
    return size / unit * unit;
}

/// Maps huge pages, with small pages around the ends of the kept bytes and of the block; null if out of memory.
void* mapPages(size_t wanted, size_t kept)
{
    void* const mapping = ::mmap(nullptr, wanted + kLargePageBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping == MAP_FAILED) {
        return nullptr;
    }
    auto* const from = static_cast<std::byte*>(mapping);
    const size_t before = ir::roundedUp(reinterpret_cast<uintptr_t>(from), kLargePageBytes) - reinterpret_cast<uintptr_t>(from);
    std::byte* const at = from + before;
    if (before > 0) {
        ::munmap(from, before);
    }
    ::munmap(at + wanted, kLargePageBytes - before);
    const size_t large = roundedDown(kept, kLargePageBytes);
    const size_t second = std::min(ir::roundedUp(kept, kLargePageBytes), wanted);
    ::madvise(at, large, MADV_HUGEPAGE); // if refused, the pages are small
    ::madvise(at + second, roundedDown(wanted - second, kLargePageBytes), MADV_HUGEPAGE);
    return at;
}

} // namespace

ZeroedBytes::ZeroedBytes(size_t size, size_t kept)
{
    void* memory = nullptr;
    const size_t mapped = size >= kMinMappedBytes ? ir::roundedUp(size, static_cast<size_t>(::sysconf(_SC_PAGESIZE))) : 0;
    if (mapped > 0) {
        memory = mapPages(mapped, kept);
    } else {
        const size_t padded = ir::roundedUp(size + 1, kAlignment);
        memory = std::aligned_alloc(kAlignment, padded);
        if (memory) {
            std::memset(memory, 0, padded);
        }
    }
    if (!memory) {
        throw std::bad_alloc();
    }
    m_memory = std::unique_ptr<std::byte[], Release>(static_cast<std::byte*>(memory),
                                                     Release{size, std::min(kept, size), mapped, false});
}

ZeroedBytes::ZeroedBytes(const ZeroedBytes& other)
    : ZeroedBytes(other.size(), other.m_memory ? other.m_memory.get_deleter().kept : 0)
{
    if (other.size() > 0) {
        std::memcpy(data(), other.data(), other.size());
    }
}

ZeroedBytes& ZeroedBytes::operator=(const ZeroedBytes& other)
{
    if (this != &other) {
        *this = ZeroedBytes(other);
    }
    return *this;
}

void ZeroedBytes::shrink()
{
    if (!m_memory) {
        return;
    }
    Release& release = m_memory.get_deleter();
    release.size = release.kept;
    const auto page = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
    const size_t left = ir::roundedUp(std::max<size_t>(release.kept, 1), page); // at least one page
    if (left < release.mapped) {
        ::munmap(data() + left, release.mapped - left);
        release.mapped = left;
    }
}

void ZeroedBytes::Release::operator()(std::byte* memory) const
{
    if (mapped > 0) {
        ::munmap(memory, mapped);
    } else if (!isView) {
        std::free(memory);
    }
}

ZeroedBytes ZeroedBytes::view(std::span<std::byte> memory)
{
    ZeroedBytes bytes;
    bytes.m_memory = std::unique_ptr<std::byte[], Release>(memory.data(), Release{memory.size(), memory.size(), 0, true});
    return bytes;
}

std::string_view textOf(const ZeroedBytes& bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

} // namespace knobscope
