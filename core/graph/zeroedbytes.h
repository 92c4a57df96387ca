// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace knobscope {

/// Zero-initialized memory of fixed size, 64-byte aligned. Large blocks use huge pages if available and are not touched before
/// use: half a gigabyte of weights takes hundreds of page faults instead of 135,000.
class ZeroedBytes
{
public:
    ZeroedBytes() = default;
    /// Allocates `size` bytes; shrink() keeps the first `kept` of them. Throws std::bad_alloc.
    ZeroedBytes(size_t size, size_t kept);
    explicit ZeroedBytes(size_t size)
        : ZeroedBytes(size, size)
    {
    }
    /// Memory that the caller owns and keeps, as it is. A copy has its own memory.
    static ZeroedBytes view(std::span<std::byte> memory);
    ZeroedBytes(const ZeroedBytes& other);
    ZeroedBytes& operator=(const ZeroedBytes& other);
    ZeroedBytes(ZeroedBytes&&) noexcept = default;
    ZeroedBytes& operator=(ZeroedBytes&&) noexcept = default;

    size_t size() const { return m_memory ? m_memory.get_deleter().size : 0; }
    /// Keeps only the first `kept` bytes; frees the rest in whole pages if the block is mapped (pages are small there).
    void shrink();
    std::byte* data() { return m_memory.get(); }
    const std::byte* data() const { return m_memory.get(); }
    operator std::span<std::byte>() { return {data(), size()}; }
    operator std::span<const std::byte>() const { return {data(), size()}; }

private:
    struct Release {
        size_t size;
        size_t kept;
        size_t mapped; ///< bytes; 0 if not mapped
        bool isView;
        void operator()(std::byte* memory) const;
    };
    std::unique_ptr<std::byte[], Release> m_memory;
};

/// Returns the bytes as text.
std::string_view textOf(const ZeroedBytes& bytes);

} // namespace knobscope
