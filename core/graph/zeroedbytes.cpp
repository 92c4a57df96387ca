// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/zeroedbytes.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

namespace knobscope {

namespace {

constexpr size_t alignment = 64;
constexpr size_t largeBytes = size_t{4} << 20; // from here on a block is mapped
constexpr size_t largePage = size_t{2} << 20;

size_t mappedBytes(size_t size)
{
    return (size + largePage - 1) / largePage * largePage;
}

/// Whole large pages; null when there is no memory.
void* mapLargePages(size_t size)
{
    const size_t wanted = mappedBytes(size);
    void* const mapping = ::mmap(nullptr, wanted + largePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping == MAP_FAILED) {
        return nullptr;
    }
    auto* const from = static_cast<std::byte*>(mapping);
    const size_t before = (largePage - reinterpret_cast<uintptr_t>(from) % largePage) % largePage;
    std::byte* const at = from + before;
    if (before > 0) {
        ::munmap(from, before);
    }
    ::munmap(at + wanted, largePage - before);
    ::madvise(at, wanted, MADV_HUGEPAGE); // refused, they are small ones
    return at;
}

} // namespace

ZeroedBytes::ZeroedBytes(size_t size)
{
    void* memory = nullptr;
    const size_t mapped = size >= largeBytes ? mappedBytes(size) : 0;
    if (mapped > 0) {
        memory = mapLargePages(size);
    } else {
        const size_t padded = (size + alignment) / alignment * alignment;
        memory = std::aligned_alloc(alignment, padded);
        if (memory) {
            std::memset(memory, 0, padded);
        }
    }
    if (!memory) {
        throw std::bad_alloc();
    }
    m_memory = std::unique_ptr<std::byte[], Release>(static_cast<std::byte*>(memory), Release{size, mapped});
}

ZeroedBytes::ZeroedBytes(const ZeroedBytes& other)
    : ZeroedBytes(other.size())
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

void ZeroedBytes::shrink(size_t size)
{
    if (size >= this->size()) {
        return;
    }
    Release& release = m_memory.get_deleter();
    release.size = size;
    const size_t left = std::max(mappedBytes(size), largePage); // never all of it
    if (left < release.mapped) {
        ::munmap(data() + left, release.mapped - left);
        release.mapped = left;
    }
}

void ZeroedBytes::Release::operator()(std::byte* memory) const
{
    if (mapped > 0) {
        ::munmap(memory, mapped);
    } else {
        std::free(memory);
    }
}

std::string_view textOf(const ZeroedBytes& bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

} // namespace knobscope
