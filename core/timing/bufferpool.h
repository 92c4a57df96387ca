// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/ir/type.h"

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

namespace knobscope {

/// Key of a kernel's buffer.
struct BufferKey {
    int role = 0;      ///< argument index; negative for a workspace
    int64_t bytes = 0;
    ir::DataType type; ///< element type of an input's random values
    uint64_t seed = 0; ///< seed of these values
    auto operator<=>(const BufferKey& other) const
    {
        return std::tuple(role, bytes, type.code, type.bits, seed)
           <=> std::tuple(other.role, other.bytes, other.type.code, other.type.bits, other.seed);
    }
    bool operator==(const BufferKey&) const = default;
};

/// Buffers shared by the kernels of one task, whose arguments have the same sizes in all layouts. With buffers of their own, two
/// kernels timed alternately can evict each other's tensors from the caches, so that both look slower than either in isolation
/// (docs/decisions/0005); and filling a tensor again for every trial costs as much as a short kernel. Not thread-safe.
template<class Buffer>
class BufferPool
{
public:
    /// Returns the buffer of a key, created with `allocate(bytes)` if there is none. Calls `fill(buffer)` if the buffer is new or
    /// `fresh` is set. Both callbacks may fail.
    template<class Allocate, class Fill>
    Result<std::shared_ptr<Buffer>> get(const BufferKey& key, bool fresh, Allocate&& allocate, Fill&& fill)
    {
        auto& kept = m_buffers[key];
        if (kept && !fresh) {
            return kept;
        }
        auto buffer = std::exchange(kept, nullptr);
        if (!buffer) {
            auto allocated = TRY(allocate(key.bytes));
            buffer = std::make_shared<Buffer>(std::move(allocated));
        }
        TRY(fill(*buffer));
        kept = buffer;
        return buffer;
    }
    /// Frees buffers that no kernel uses.
    void trim()
    {
        std::erase_if(m_buffers, [](const auto& entry) { return entry.second.use_count() <= 1; });
    }
    void clear() { m_buffers.clear(); }

private:
    std::map<BufferKey, std::shared_ptr<Buffer>> m_buffers; ///< null after a failure
};

} // namespace knobscope
