// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace knobscope {

/// Memory of a size chosen once, 64-byte aligned and zero at first. Large blocks lie on large pages where the system has them,
/// and nothing is written before what belongs there: half a gigabyte of weights takes hundreds of page faults instead of 135,000.
class ZeroedBytes
{
public:
    ZeroedBytes() = default;
    /// Of which shrink() may keep so many alone. Throws std::bad_alloc.
    ZeroedBytes(size_t size, size_t kept);
    explicit ZeroedBytes(size_t size)
        : ZeroedBytes(size, size)
    {
    }
    ZeroedBytes(const ZeroedBytes& other);
    ZeroedBytes& operator=(const ZeroedBytes& other);
    ZeroedBytes(ZeroedBytes&&) noexcept = default;
    ZeroedBytes& operator=(ZeroedBytes&&) noexcept = default;

    size_t size() const { return m_memory ? m_memory.get_deleter().size : 0; }
    /// Keeps the first bytes alone, as many as the constructor was told, and gives the memory of the others back where the block
    /// was mapped: in whole pages, which are small there.
    void shrink();
    std::byte* data() { return m_memory.get(); }
    const std::byte* data() const { return m_memory.get(); }
    operator std::span<std::byte>() { return {data(), size()}; }
    operator std::span<const std::byte>() const { return {data(), size()}; }

private:
    struct Release {
        size_t size;
        size_t kept;
        size_t mapped; ///< bytes; 0: it was not
        void operator()(std::byte* memory) const;
    };
    std::unique_ptr<std::byte[], Release> m_memory;
};

/// The bytes as characters.
std::string_view textOf(const ZeroedBytes& bytes);

} // namespace knobscope
